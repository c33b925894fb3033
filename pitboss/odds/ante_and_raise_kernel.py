"""The counting itself: for each hand of the player, and each card that the dealer may show, how many hands of the
dealer that share no card with it rank below it and level with it.

A sweep from the lowest value to the highest keeps, for every set of cards, how many of the dealer's hands so far hold
all of it. Those that hold none of the player's cards follow by inclusion and exclusion over the sets of those cards.
Whatever is used as an index is unsigned where it can be: a signed one costs a test for being below zero."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled

Array = np.ndarray[Any, Any]


class Sets(NamedTuple):
    """Sets of up to so many cards, as places in one array: `choose` has binomials, `first` is where the sets of each
    size start, and `many` counts the hands that hold each set. `sizes` and `top` tell of each mask over some cards how
    many it has and which is the last; `at` is room for where their sets are, among those of their size."""

    choose: Array
    first: Array
    many: Array
    sizes: Array
    top: Array
    at: Array


def sets(cards: int, most: int) -> Sets:
    """Room for every set of at most `most` of so many cards."""
    choose = np.array([[comb(card, size) for size in range(most + 2)] for card in range(cards)], np.uint64)
    first = np.cumsum([0, *(comb(cards, size) for size in range(most + 1))]).astype(np.uint64)
    masks = range(1 << most + 1)
    return Sets(
        choose, first, np.zeros(int(first[-1]), np.int32), np.array([mask.bit_count() for mask in masks], np.uint8),
        np.array([max(mask.bit_length() - 1, 0) for mask in masks], np.uint8), np.zeros(len(masks), np.uint64),
    )


@compiled
def add(hand: Array, sets: Sets) -> None:
    """One more hand of the dealer, its cards in rising order."""
    sets.many[0] += 1
    for mask in range(1, 1 << len(hand)):
        size, top = sets.sizes[mask], sets.top[mask]
        sets.at[mask] = sets.at[mask ^ 1 << top] + sets.choose[hand[top], size]
        sets.many[sets.first[size] + sets.at[mask]] += 1


@compiled
def beside(hand: Array, shown: int, both: Array) -> int:
    """The player's cards and the one shown together in rising order; tells the bit of the one shown."""
    bit, at = 0, 0
    for i in range(len(both)):
        if bit == 0 and (at == len(hand) or hand[at] > shown):
            both[i], bit = shown, 1 << i
        else:
            both[i] = hand[at]
            at += 1
    return bit


@compiled
def apart(cards: Array, needs: int, most: int, sets: Sets) -> int:
    """How many of the dealer's hands so far hold none of these cards but the one that they need, if they need one; a
    hand has at most so many. The cards are in rising order."""
    found, odd = 0, 1 if needs else 0
    if not needs:
        found += sets.many[0]
    for mask in range(1, 1 << len(cards)):
        size, top = sets.sizes[mask], sets.top[mask]
        sets.at[mask] = sets.at[mask ^ 1 << top] + sets.choose[cards[top], size]
        if mask & needs == needs and size <= most:
            many = sets.many[sets.first[size] + sets.at[mask]]
            found += many if size & 1 == odd else -many
    return found


@compiled
def look(players: Array, first: int, last: int, shows: bool, sets: Sets, column: int, into: Array) -> None:
    """Note how many hands are apart from each of the player's hands from `first` up to `last`."""
    if sets.many[0] == 0:
        return
    most = players.shape[1]
    both = np.empty(most + 1, np.uint8)
    for number in range(first, last):
        hand = players[number]
        if not shows:
            into[number, 0, column] = apart(hand, 0, most, sets)
            continue
        for shown in range(into.shape[1]):
            held = False
            for card in hand:
                held |= card == shown
            if not held:
                into[number, shown, column] = apart(both, beside(hand, shown, both), most, sets)


@compiled
def sweep(
    dealers: Array, dealer_start: Array, qualified: Array, players: Array, player_start: Array, shows: bool, sets: Sets,
    into: Array,
) -> None:
    """Hands in the order of their values, which start where told. Into the three columns: hands of the dealer that
    qualify and rank below, that qualify and rank no higher, and all that qualify."""
    for value in range(len(qualified)):
        look(players, player_start[value], player_start[value + 1], shows, sets, 0, into)
        if qualified[value]:
            for number in range(dealer_start[value], dealer_start[value + 1]):
                add(dealers[number], sets)
        look(players, player_start[value], player_start[value + 1], shows, sets, 1, into)
    look(players, 0, len(players), shows, sets, 2, into)
