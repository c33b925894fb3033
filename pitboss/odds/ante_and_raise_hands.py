"""All hands of one pack by their values, and how many of the dealer's are below each of the player's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, cmp_to_key
from math import comb
from typing import Any

import numpy as np

from pitboss.equipment.cards import Card, rank
from pitboss.odds import ante_and_raise_tables as tables
from pitboss.odds.ante_and_raise_alike import Alike, alike
from pitboss.odds.cache import Cache, key
from pitboss.odds.packs import Array, Kinds, Pack
from pitboss.table.ante_and_raise import AnteAndRaise

# Hands of so few cards are counted in a moment, and nothing of them is kept.
FEW_CARDS = 3


class HandKinds:
    """`values` are those that hands can have, lowest first. Kinds of hands come in the order of their values: `kinds`
    has the cards of one hand of each, as places in the pack, `rank` the place of its value, `sizes` how many hands are
    of it."""

    def __init__(self, game: AnteAndRaise, cache: Cache) -> None:
        self._sets = Pack(game)
        self.pack = self._sets.cards
        sets = self._all_kinds(game.hand_size, cache)
        self._worths, first, of = np.unique(self._sets.worths(sets.cards), return_index=True, return_inverse=True)
        hands = [[self.pack[card] for card in hand] for hand in sets.cards[first].tolist()]
        self.values, self._rank_of = _ranked(game, hands)
        ranks = self._rank_of[of.reshape(-1)]
        order = np.argsort(ranks, kind="stable")
        self.kinds, self.rank, self.sizes = sets.cards[order], ranks[order], sets.sizes[order]
        self._keys = sets.keys[order]

    def _all_kinds(self, size: int, cache: Cache) -> Kinds:
        """All kinds of so many cards of this pack: the same whatever hands are worth."""
        if size <= FEW_CARDS:
            return self._sets.grown(size)
        name = key("kinds of sets", list(self.pack), size)
        return Kinds(**cache.known(name, lambda: self._sets.grown(size)._asdict()))

    @cached_property
    def _row(self) -> dict[int, int]:
        """The number of each kind by what it is known by."""
        return dict(zip(self._keys.tolist(), range(len(self._keys)), strict=True))

    def numbered(self) -> Array:
        """The kind of every hand, by the number of its cards: in rising order, the sum of how many sets end before
        each of them."""
        every = self._all
        number = np.zeros(len(every), np.int64)
        for place in range(every.shape[1]):
            number += np.array([comb(card, place + 1) for card in range(len(self.pack))])[every[:, place]]
        kinds = np.empty(len(every), np.int32)
        order = np.argsort(self._keys)
        kinds[number] = order[np.searchsorted(self._keys[order], self._sets.keys(every))]
        return kinds

    @cached_property
    def _all(self) -> Array:
        """Every hand, which only a count goes through."""
        return self._sets.every(self.kinds.shape[1])

    @cached_property
    def _ranks(self) -> Array:
        """The place of the value of each of them."""
        ranks: Array = self._rank_of[np.searchsorted(self._worths, self._sets.worths(self._all))]
        return ranks

    def against(self, qualified: Array, shows: bool, cache: Cache) -> Array:
        """How many of the dealer's hands do not qualify, and how many qualify and rank below, level and higher, each by
        kind of hand and card that the dealer shows."""
        if tables.fits(len(self.pack), self.kinds.shape[1], len(self.values)):
            counts = tables.against(
                self._all, self._ranks, qualified, self.kinds, self.rank, self.may_show(shows), shows)
            return self._placed(counts, shows)
        name = key("hand-against-hand", self.kinds, self.rank, qualified, len(self.pack), shows)
        return cache.known(name, lambda: {"counts": self.swept(qualified, shows)})["counts"]

    @cached_property
    def shown_ranks(self) -> tuple[int, ...]:
        """The ranks of the cards that the dealer may show, highest first."""
        return tuple(sorted({rank(card) for card in self.pack}, reverse=True))

    def alike(self, qualified: Array, shows: bool, cache: Cache) -> Alike:
        """The same with hands that meet the dealer's alike taken together, and cards shown by their rank."""
        if self.kinds.shape[1] <= FEW_CARDS:
            return self._alike(qualified, shows, cache)
        name = key("hands alike", self.kinds, self.rank, qualified, len(self.pack), shows)
        return Alike(**cache.known(name, lambda: self._alike(qualified, shows, cache)._asdict()))

    def _alike(self, qualified: Array, shows: bool, cache: Cache) -> Alike:
        column = [self.shown_ranks.index(rank(card)) for card in self.pack] if shows else [0]
        against = self.against(qualified, shows, cache)
        return alike(against, self.rank, np.array(column), self.sizes, self.may_show(shows))

    def swept(self, qualified: Array, shows: bool) -> Array:
        """The same for hands of any number of cards, by compiled code."""
        from pitboss.odds import ante_and_raise_kernel as kernel

        order, starts = np.argsort(self._ranks, kind="stable"), np.arange(len(self.values) + 1)
        size = self.kinds.shape[1]
        counts = np.zeros((3, len(self.kinds), len(self.pack)), np.int32)
        kernel.sweep(
            self._all[order], np.searchsorted(self._ranks[order], starts), qualified, self.kinds,
            np.searchsorted(self.rank, starts), kernel.sets(len(self.pack), size), *counts,
        )
        # Where no card is shown, each of the dealer's hands was counted once for every card in it.
        return self._placed(counts if shows else counts.sum(axis=2, keepdims=True) // size, shows)

    def _placed(self, counts: Array, shows: bool) -> Array:
        """From how many qualify and rank below, qualify and rank no higher, and qualify."""
        below, no_higher, qualify = counts
        every = self.beside(shows) * self.may_show(shows).astype(np.int32)
        return np.stack([every - qualify, below, no_higher - below, qualify - no_higher])

    def beside(self, shows: bool) -> int:
        """How many hands the dealer can have beside any of the player's, and beside the card shown."""
        size = self.kinds.shape[1]
        return comb(len(self.pack) - size - shows, size - shows)

    def may_show(self, shows: bool) -> Array:
        """The cards that the dealer may show beside each kind of hand; one column where none is shown."""
        if not shows:
            return np.ones((len(self.kinds), 1), np.bool_)
        free = np.ones((len(self.kinds), len(self.pack)), np.bool_)
        np.put_along_axis(free, self.kinds.astype(np.int64), False, axis=1)
        return free

    def place(self, cards: Sequence[Card], shown: Sequence[Card] = ()) -> tuple[int, int]:
        """The number of a hand's kind, and the column of the card that the dealer shows beside it."""
        key, column = self._sets.key(cards, *shown)
        return self._row[key], column


def _ranked(game: AnteAndRaise, hands: Sequence[Sequence[Card]]) -> tuple[list[Any], Array]:
    """The values hands can have, lowest first, and the place of each hand's value among them."""
    worths = [game.value(hand) for hand in hands]

    def order(one: Any, other: Any) -> int:
        return 1 if game.higher(one, other) else -game.higher(other, one)

    # What the cards themselves say first is nearly always the order, which then is only looked over.
    values = sorted(sorted(dict.fromkeys(worths)), key=cmp_to_key(order))
    place = {value: number for number, value in enumerate(values)}
    return values, np.array([place[value] for value in worths], np.int64)
