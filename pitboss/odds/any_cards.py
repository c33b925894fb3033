"""All hands of five or seven cards of one deck, counted by what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import HIGH, START, rank_of, value5
from pitboss.hands.orders import high_values
from pitboss.hands.poker import HandValue
from pitboss.hands.tables import Order
from pitboss.odds.packs import check_whole_deck
from pitboss.table.game import Game

Array = np.ndarray[Any, Any]


def values_of(game: Game, cards: int) -> Iterator[tuple[HandValue, int]]:
    """Every value that the best five of so many cards of a game can have, and in how many ways."""
    check_whole_deck(game)
    for value, ways in zip(high_values(), _counts(cards), strict=True):
        if ways:
            yield value, ways


@cache
def _counts(cards: int) -> list[int]:
    counts = np.zeros(len(high_values()), np.int64)
    (count_five if cards == 5 else count_seven)(HIGH, counts)
    counted: list[int] = counts.tolist()
    return counted


@compiled
def count_five(order: Order, counts: Array) -> None:
    """Count all hands of five cards by value."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        counts[value5(order, a, b, c, d, e)] += 1


@compiled
def count_seven(order: Order, counts: Array) -> None:
    """Count all hands of seven cards by the value of their best five."""
    key, mask = order.key, order.mask
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four, four_mask = START + key[a] + key[b] + key[c] + key[d], mask[a] + mask[b] + mask[c] + mask[d]
                    for e in range(d):
                        five, five_mask = four + key[e], four_mask + mask[e]
                        for f in range(e):
                            six, six_mask = five + key[f], five_mask + mask[f]
                            for g in range(f):
                                counts[rank_of(order, six + key[g], six_mask + mask[g])] += 1
