"""The counting itself: for each hand of the player, and each card that the dealer may show, how many hands of the
dealer that share no card with it rank below it and level with it.

A sweep from the lowest value to the highest keeps, for every set of cards, how many of the dealer's hands so far hold
all of it. Those that hold none of the player's cards follow by inclusion and exclusion over the sets of those cards."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled

Array = np.ndarray[Any, Any]


class Sets(NamedTuple):
    """Sets of up to so many cards, as places in one array: `choose` has binomials, `first` is where the sets of each
    size start, and `many` counts the hands that hold each set."""

    choose: Array
    first: Array
    many: Array


def sets(cards: int, most: int) -> Sets:
    """Room for every set of at most `most` of so many cards."""
    choose = np.array([[comb(card, size) for size in range(most + 1)] for card in range(cards + 1)], np.int64)
    first = np.concatenate([[0], np.cumsum(choose[cards])])
    return Sets(choose, first, np.zeros(first[-1], np.int32))


@compiled
def add(hand: Array, sets: Sets) -> None:
    """One more hand of the dealer, its cards in rising order."""
    for mask in range(1 << len(hand)):
        size, at = 0, 0
        for i in range(len(hand)):
            if mask >> i & 1:
                size += 1
                at += sets.choose[hand[i], size]
        sets.many[sets.first[size] + at] += 1


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
    hand has at most so many."""
    found = 0
    for mask in range(1 << len(cards)):
        if mask & needs != needs:
            continue
        size, at = 0, 0
        for i in range(len(cards)):
            if mask >> i & 1 and size <= most:
                size += 1
                at += sets.choose[cards[i], min(size, most)]
        if size <= most:
            even = (size - (needs > 0)) % 2 == 0
            many = sets.many[sets.first[size] + at]
            found += many if even else -many
    return found


@compiled
def look(players: Array, first: int, last: int, shows: bool, sets: Sets, column: int, into: Array) -> None:
    """Note how many hands are apart from each of the player's hands from `first` up to `last`."""
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
