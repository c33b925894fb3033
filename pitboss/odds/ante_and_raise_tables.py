"""The same counting as in `ante_and_raise_kernel` for hands of few cards, out of one table: how many of the dealer's
hands that qualify hold each set of cards and rank below each value. It needs nothing compiled, and is sooner ready."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

# The table is not made larger than this.
MOST_CELLS = 20_000_000


def fits(cards: int, size: int, values: int) -> bool:
    return comb(cards, size - 1) * values <= MOST_CELLS


class Tables:
    """Counts by set of cards, up to one card less than a hand has, and by value; a whole hand is looked up itself."""

    def __init__(self, hands: Array, ranks: Array, qualified: Array, cards: int) -> None:
        """All hands, each with its cards in rising order, and the places of their values."""
        self.size = hands.shape[1]
        self.choose = np.array([[comb(card, size) for size in range(self.size + 1)] for card in range(cards)])
        own = qualified[ranks]
        self.below = []
        for size in range(self.size):
            table = np.zeros((comb(cards, size), len(qualified) + 1), np.int32)
            for columns in combinations(range(self.size), size):
                np.add.at(table, (self.number(hands[:, columns]), ranks + 1), own)
            self.below.append(np.cumsum(table, axis=1, dtype=np.int32))
        # The value of each hand; of one that does not qualify, one that is below nothing.
        self.whole = np.empty(len(hands), np.int64)
        self.whole[self.number(hands)] = np.where(own, ranks, len(qualified))

    def number(self, sets: Array) -> Array:
        """The number of each set among all of its size, its cards in rising order."""
        number = np.zeros(len(sets), np.int64)
        for place in range(sets.shape[1]):
            number += self.choose[sets[:, place], place + 1]
        return number

    def apart(self, players: Array, shown: int | None, ranks: Array) -> Array:
        """For each hand of the player, the dealer's hands below a value that hold none of its cards, and the one shown
        if there is one: by inclusion and exclusion over the sets of those cards."""
        ways = np.zeros(len(players), np.int64)
        for sign, sets in self._sets(players, shown):
            number = self.number(sets)
            if sets.shape[1] == self.size:
                ways += sign * (self.whole[number] < ranks)
            else:
                ways += sign * self.below[sets.shape[1]][number, ranks]
        return ways

    def _sets(self, players: Array, shown: int | None) -> Iterator[tuple[int, Array]]:
        with_shown = [] if shown is None else [np.full((len(players), 1), shown, players.dtype)]
        for size in range(self.size + 1 - len(with_shown)):
            for columns in combinations(range(self.size), size):
                yield (-1) ** size, np.sort(np.hstack([players[:, columns], *with_shown]), axis=1)


def against(
    hands: Array, hand_ranks: Array, qualified: Array, players: Array, ranks: Array, may_show: Array, shows: bool
) -> Array:
    """For each hand of the player, and each card that may be shown, how many of the dealer's hands qualify and rank
    below, qualify and rank no higher, and qualify."""
    tables = Tables(hands, hand_ranks, qualified, may_show.shape[1] if shows else int(hands.max()) + 1)
    into = np.zeros((3, *may_show.shape), np.int32)
    for column in range(may_show.shape[1]):
        here = may_show[:, column]
        some, value = players[here], ranks[here]
        for number, below in enumerate((value, value + 1, np.full_like(value, len(qualified)))):
            into[number, here, column] = tables.apart(some, column if shows else None, below)
    return into
