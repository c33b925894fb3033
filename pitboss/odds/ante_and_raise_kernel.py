"""The counting itself: for each hand of the player, and each card that the dealer may show, how many hands of the
dealer that share no card with it rank below it and no higher.

A sweep from the lowest value to the highest keeps, for every set of cards and every card beside it, how many of the
dealer's hands so far hold them all. Those that hold a card and none of the player's follow by inclusion and exclusion
over the sets of the player's cards: a row of all cards at once for each set."""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled

Array = np.ndarray[Any, Any]


class Sets(NamedTuple):
    """Sets of fewer cards than a hand has, as rows of one array: `many` counts, by the card beside it, the hands that
    hold each set. `choose` has binomials; `size` and `top` tell of each mask over a hand how many cards it has and
    which is the last, and `first` where the sets of its size start. `at` and `row` are room for the number of each
    mask's set among those of its size, and for its row."""

    many: Array
    choose: Array
    size: Array
    top: Array
    first: Array
    at: Array
    row: Array


def sets(cards: int, hand: int) -> Sets:
    """Room for every set of fewer cards than a hand has."""
    choose = np.array([[comb(card, some) for some in range(hand + 1)] for card in range(cards)], np.uint64)
    starts = np.cumsum([0, *(comb(cards, some) for some in range(hand))]).astype(np.uint64)
    masks = range((1 << hand) - 1)
    size = np.array([mask.bit_count() for mask in masks], np.uint8)
    top = np.array([max(mask.bit_length() - 1, 0) for mask in masks], np.uint8)
    room = np.zeros((2, len(masks)), np.uint64)
    return Sets(np.zeros((int(starts[-1]), cards), np.int32), choose, size, top, starts[size], *room)


@compiled
def find(hand: Array, sets: Sets) -> None:
    """The rows of all sets of a hand's cards, which are in rising order."""
    for mask in range(1, len(sets.row)):
        top = sets.top[mask]
        sets.at[mask] = sets.at[mask ^ 1 << top] + sets.choose[hand[top], sets.size[mask]]
        sets.row[mask] = sets.first[mask] + sets.at[mask]


@compiled
def add(hand: Array, sets: Sets) -> None:
    """One more hand of the dealer."""
    find(hand, sets)
    many, rows = sets.many, sets.row
    for place in range(len(hand)):
        card, bit = hand[place], 1 << place
        # Every mask without this bit: those of the other cards, with room made for it.
        for others in range(1 << len(hand) - 1):
            many[rows[others + (others & -bit)], card] += 1


@compiled
def look(players: Array, first: int, last: int, sets: Sets, into: Array) -> None:
    """Note, for each of the player's hands from `first` up to `last` and each card, how many of the dealer's hands so
    far hold that card and none of the player's."""
    for number in range(first, last):
        hand, counts = players[number], into[number]
        find(hand, sets)
        for mask in range(len(sets.row)):
            many = sets.many[sets.row[mask]]
            if sets.size[mask] & 1:
                for card in range(len(counts)):
                    counts[card] -= many[card]
            else:
                for card in range(len(counts)):
                    counts[card] += many[card]
        for card in hand:
            counts[card] = 0


@compiled
def sweep(
    dealers: Array, dealer_start: Array, qualified: Array, players: Array, player_start: Array, sets: Sets,
    below: Array, no_higher: Array, every: Array,
) -> None:
    """Hands in the order of their values, which start where told. Counts the hands of the dealer that qualify and rank
    below, that qualify and rank no higher, and all that qualify."""
    some = False
    for value in range(len(qualified)):
        if some:
            look(players, player_start[value], player_start[value + 1], sets, below)
        if qualified[value]:
            for number in range(dealer_start[value], dealer_start[value + 1]):
                add(dealers[number], sets)
            some = True
        if some:
            look(players, player_start[value], player_start[value + 1], sets, no_higher)
    look(players, 0, len(players), sets, every)
