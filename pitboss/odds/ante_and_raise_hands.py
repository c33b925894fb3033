"""All hands of one pack, those that differ only in the names of their suits taken together.

Suits may change places where the pack has the same ranks of each. A hand is known by the ranks it has of each suit;
with those of alike suits sorted, they are the same for all hands of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from itertools import chain, combinations
from math import comb
from typing import Any

import numpy as np

from pitboss.equipment.cards import SUITS, Card, rank, suit
from pitboss.odds import ante_and_raise_tables as tables
from pitboss.odds.analysis import BadQuestion
from pitboss.table.ante_and_raise import AnteAndRaise

Array = np.ndarray[Any, Any]

_RANKS = _SHIFT = 13


class Hands:
    """`values` are those that hands can have, lowest first. Kinds of hands come in the order of their values: `kinds`
    has the cards of one hand of each, as places in the pack, `rank` the place of its value, `sizes` how many hands are
    of it."""

    def __init__(self, game: AnteAndRaise) -> None:
        self.pack = game.pack()
        if len(set(self.pack)) < len(self.pack):
            raise BadQuestion(f"{game.id} is dealt from more than one deck: not analysed")
        self._suit = np.array([SUITS.index(suit(card)) for card in self.pack])
        self._bit = np.array([rank(card) - 2 for card in self.pack])
        self._place = np.full((len(SUITS), _RANKS), -1)
        self._place[self._suit, self._bit] = np.arange(len(self.pack))
        self._alike = _alike(self._place >= 0)
        self._all = _all_hands(len(self.pack), game.hand_size)
        keys, which, sizes = np.unique(self._keys(self._all), return_inverse=True, return_counts=True)
        cards = self._cards(keys, game.hand_size)
        self.values, found = _ranked(game, [[self.pack[card] for card in hand] for hand in cards.tolist()])
        order = np.argsort(found, kind="stable")
        self.kinds, self.rank, self.sizes = cards[order], found[order], sizes[order]
        self._ranks = found[which.reshape(-1)]
        self._row = dict(zip(keys[order].tolist(), range(len(keys)), strict=True))

    def against(self, qualified: Array, shows: bool) -> Array:
        """For each kind of hand, and each card that the dealer may show, how many of the dealer's hands qualify and
        rank below, qualify and rank no higher, and qualify."""
        may_show = self.may_show(shows)
        if tables.fits(len(self.pack), self.kinds.shape[1], len(self.values)):
            return tables.against(self._all, self._ranks, qualified, self.kinds, self.rank, may_show, shows)
        return self.swept(qualified, shows)

    def swept(self, qualified: Array, shows: bool) -> Array:
        """The same for hands of any number of cards, by compiled code."""
        from pitboss.odds import ante_and_raise_kernel as kernel

        order, starts = np.argsort(self._ranks, kind="stable"), np.arange(len(self.values) + 1)
        into = np.zeros((*self.may_show(shows).shape, 3), np.int32)
        kernel.sweep(
            self._all[order], np.searchsorted(self._ranks[order], starts), qualified, self.kinds,
            np.searchsorted(self.rank, starts), shows, kernel.sets(len(self.pack), self.kinds.shape[1]), into,
        )
        return into

    def may_show(self, shows: bool) -> Array:
        """The cards that the dealer may show beside each kind of hand; one column where none is shown."""
        if not shows:
            return np.ones((len(self.kinds), 1), np.bool_)
        free = np.ones((len(self.kinds), len(self.pack)), np.bool_)
        np.put_along_axis(free, self.kinds.astype(np.int64), False, axis=1)
        return free

    def place(self, cards: Sequence[Card], shown: Sequence[Card] = ()) -> tuple[int, int]:
        """The number of a hand's kind, and the column of the card that the dealer shows beside it."""
        masks = [0] * len(SUITS)
        for card in cards:
            masks[SUITS.index(suit(card))] |= 1 << rank(card) - 2
        moved = list(range(len(SUITS)))
        for group in self._alike:
            for to, of in zip(group, sorted(group, key=lambda one: -masks[one]), strict=True):
                moved[of] = to
        key = sum(mask << _SHIFT * (len(SUITS) - 1 - to) for mask, to in zip(masks, moved, strict=True))
        column = 0
        for card in shown:
            column = int(self._place[moved[SUITS.index(suit(card))], rank(card) - 2])
        return self._row[key], column

    def _masks(self, hands: Array) -> Array:
        """The ranks that each suit has, as bits."""
        masks = np.zeros((len(hands), len(SUITS)), np.int64)
        for card in hands.T:
            masks[np.arange(len(hands)), self._suit[card]] |= 1 << self._bit[card]
        return masks

    def _keys(self, hands: Array) -> Array:
        masks = self._masks(hands)
        for group in self._alike:
            masks[:, group] = -np.sort(-masks[:, group], axis=1)
        keys: Array = (masks << _SHIFT * np.arange(len(SUITS) - 1, -1, -1)).sum(axis=1)
        return keys

    def _cards(self, keys: Array, size: int) -> Array:
        """The hand that each key tells, its cards in rising order."""
        bits = np.nonzero(keys[:, None] >> np.arange(len(SUITS) * _RANKS - 1, -1, -1) & 1)[1]
        cards = self._place[bits // _RANKS, _RANKS - 1 - bits % _RANKS].reshape(len(keys), size)
        return np.sort(cards, axis=1).astype(np.uint8)


def _alike(held: Array) -> list[list[int]]:
    """The suits in groups that have the same ranks."""
    groups: dict[bytes, list[int]] = {}
    for number, ranks in enumerate(held):
        groups.setdefault(ranks.tobytes(), []).append(number)
    return list(groups.values())


def _all_hands(cards: int, size: int) -> Array:
    every = chain.from_iterable(combinations(range(cards), size))
    return np.fromiter(every, np.uint8, comb(cards, size) * size).reshape(-1, size)


def _ranked(game: AnteAndRaise, hands: Sequence[Sequence[Card]]) -> tuple[list[Any], Array]:
    """The values hands can have, lowest first, and the place of each hand's value among them."""
    found = [game.value(hand) for hand in hands]

    def order(one: Any, other: Any) -> int:
        return game.higher(one, other) - game.higher(other, one)

    values = sorted(dict.fromkeys(found), key=cmp_to_key(order))
    place = {value: number for number, value in enumerate(values)}
    return values, np.array([place[value] for value in found], np.int64)
