"""Sets of cards of one pack, those that differ only in the names of their suits taken together.

Suits may change places where the pack has the same ranks of each. A set is known by the ranks it has of each suit;
with those of alike suits sorted, they are the same for all sets of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pitboss.equipment.cards import SUITS, Card, rank, suit
from pitboss.equipment.decks import deck
from pitboss.odds.analysis import BadQuestion
from pitboss.table.game import Game

Array = np.ndarray[Any, Any]

_RANKS = 13


class Kinds(NamedTuple):
    """Every kind of set of some number of cards, in the order of their keys: the cards of one set of each in rising
    order, as places in the pack, and how many sets are of it."""

    keys: Array
    cards: Array
    sizes: Array


def check_whole_deck(game: Game) -> None:
    """Refuse what is counted from one deck of 52 cards for a game that is dealt from anything else."""
    if sorted(game.pack()) != sorted(deck()):
        raise BadQuestion(f"{game.id} is not dealt from one deck of 52: not analysed")


class Pack:
    """The cards that one game is dealt from."""

    def __init__(self, game: Game) -> None:
        self.cards = game.pack()
        if len(set(self.cards)) < len(self.cards):
            raise BadQuestion(f"{game.id} is dealt from more than one deck: not analysed")
        self._suit = np.array([SUITS.index(suit(card)) for card in self.cards])
        self._bit = np.array([rank(card) - 2 for card in self.cards])
        self._place = np.full((len(SUITS), _RANKS), -1)
        self._place[self._suit, self._bit] = np.arange(len(self.cards))
        alike: dict[bytes, list[int]] = {}
        for number, held in enumerate(self._place >= 0):
            alike.setdefault(held.tobytes(), []).append(number)
        # The suits in groups that have the same ranks.
        self._alike = list(alike.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pack) and self.cards == other.cards

    def __hash__(self) -> int:
        return hash(self.cards)

    def every(self, size: int) -> Array:
        """Every set of so many cards, in rising order."""
        sets = np.zeros((1, 0), np.uint8)
        least = np.zeros(1, np.int64)
        for _ in range(size):
            # Each set goes on with every card after its last.
            many = len(self.cards) - least
            starts = np.repeat(np.cumsum(many) - many - least, many)
            last = np.arange(len(starts)) - starts
            sets = np.column_stack([np.repeat(sets, many, axis=0), last.astype(np.uint8)])
            least = last + 1
        return sets

    def kinds(self, size: int) -> tuple[Kinds, Array]:
        """All kinds of so many cards, and the kind of every set in the order of `every`."""
        keys, of, sizes = np.unique(self.keys(self.every(size)), return_inverse=True, return_counts=True)
        return Kinds(keys, self._cards(keys, size), sizes), of.reshape(-1)

    def one_more(self, kinds: Kinds) -> tuple[Kinds, Array]:
        """All kinds of one card more; and for each of these kinds the kind that each of the other cards makes of it, in
        rising order of those."""
        free = np.ones((len(kinds.cards), len(self.cards)), np.bool_)
        np.put_along_axis(free, kinds.cards.astype(np.int64), False, axis=1)
        others = np.nonzero(free)[1].reshape(len(kinds.cards), -1).astype(np.uint8)
        more = np.concatenate([np.repeat(kinds.cards, others.shape[1], axis=0), others.reshape(-1, 1)], axis=1)
        keys, of = np.unique(self.keys(more), return_inverse=True)
        # A set comes about by each of its cards.
        sizes = np.zeros(len(keys), np.int64)
        np.add.at(sizes, of.reshape(-1), np.repeat(kinds.sizes, others.shape[1]))
        size = more.shape[1]
        return Kinds(keys, self._cards(keys, size), sizes // size), of.reshape(others.shape)

    def grown(self, size: int) -> Kinds:
        """All kinds of so many cards, without going through every set."""
        kinds, _ = self.kinds(1)
        for _ in range(size - 1):
            kinds, _ = self.one_more(kinds)
        return kinds

    def worths(self, sets: Array) -> Array:
        """A number for each set that is the same where hands are worth the same: for the same ranks, but for sets of
        one suit."""
        suits, numbers = self._suit[sets], np.zeros(len(sets), np.int64)
        for bit in np.sort(self._bit.astype(np.int8)[sets], axis=1).T:
            numbers = numbers * (_RANKS + 1) + bit
        worths: Array = 2 * numbers + (suits == suits[:, :1]).all(axis=1)
        return worths

    def _cards(self, keys: Array, size: int) -> Array:
        """The cards of one set of each kind."""
        # The bits of a key from the top are suit by suit, each from its highest rank down.
        bits = np.nonzero(keys[:, None] >> np.arange(len(SUITS) * _RANKS - 1, -1, -1) & 1)[1]
        cards = self._place[bits // _RANKS, _RANKS - 1 - bits % _RANKS].reshape(len(keys), size)
        return np.sort(cards, axis=1).astype(np.uint8)

    def keys(self, sets: Array) -> Array:
        """What each set is known by, whatever its suits are called."""
        masks = np.zeros((len(sets), len(SUITS)), np.int64)
        for card in sets.T:
            masks[np.arange(len(sets)), self._suit[card]] |= 1 << self._bit[card]
        for group in self._alike:
            masks[:, group] = -np.sort(-masks[:, group], axis=1)
        keys: Array = (masks << _RANKS * np.arange(len(SUITS) - 1, -1, -1)).sum(axis=1)
        return keys

    def key(self, cards: Sequence[Card], shown: Card | None = None) -> tuple[int, int]:
        """What a set is known by, and the place of one more card when the suits change names with it."""
        masks = [0] * len(SUITS)
        for card in cards:
            masks[SUITS.index(suit(card))] |= 1 << rank(card) - 2
        moved = list(range(len(SUITS)))
        for group in self._alike:
            for to, of in zip(group, sorted(group, key=lambda number: -masks[number]), strict=True):
                moved[of] = to
        key = sum(mask << _RANKS * (len(SUITS) - 1 - to) for mask, to in zip(masks, moved, strict=True))
        place = 0 if shown is None else int(self._place[moved[SUITS.index(suit(shown))], rank(shown) - 2])
        return key, place
