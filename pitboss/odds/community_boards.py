"""Community cards up to a change of suits: boards that differ only in the names of their suits are one board.

Cards are numbers here, as in `pitboss.hands.codes`. A set of cards is known by its four suits, each the set of ranks
it has; sorted, those are the same for all sets that differ only in suits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.codes import decode

Array = np.ndarray[Any, Any]

CODE = {card: code for code, card in enumerate(decode(range(52)))}
PAIRS = comb(52, 2)
NONE = 0xFFFFFFFF
# Every way to give the four suits each other's names.
ORDERS = tuple(permutations(range(4)))
# Starting hands by rank and by suited or not: high and low rank, 0 to 12, then whether they are of one suit.
HOLES = tuple(
    (high, low, suited)
    for high in range(12, -1, -1) for low in range(high, -1, -1) for suited in (True, False)
    if high > low or not suited
)


class Boards(NamedTuple):
    """Every board of some number of cards, up to suits, in the order of their keys: how many boards each stands
    for, and its cards, with suits in order of what they hold."""

    keys: Array
    sizes: Array
    cards: Array


class Pairs(NamedTuple):
    """Two cards in any order: `of` is their number, `cards` the two cards of each, the lower rank first, `hole` the
    place in HOLES."""

    of: Array
    cards: Array
    hole: Array


class Situations(NamedTuple):
    """What a player knows after the flop, up to suits: `of` is the number of a flop and a pair (NONE when they share
    a card), `flop` and `pair` are what it is the number of, and `sizes` tells how many deals it stands for."""

    of: Array
    flop: Array
    pair: Array
    sizes: Array


class Flops(NamedTuple):
    """For each board of four cards and each of them as the turn: the flop that is left, and where its suits go, also as
    the place in ORDERS."""

    flop: Array
    suits: Array
    order: Array


@cache
def boards(count: int) -> Boards:
    """All boards of so many cards.

    >>> len(boards(3).keys), len(boards(4).keys), int(boards(4).sizes.sum())
    (1755, 16432, 270725)
    """
    keys = np.unique(_keys(_suits(_some_of_each(count))))
    # A board stands for every way to give its suits their ranks. Suits with the same ranks may change places: of so
    # many in a row that are alike each is one more way to do that.
    ranks = keys[:, None] >> np.array([39, 26, 13, 0]) & 8191
    sizes, alike = np.full(len(keys), 24), np.ones(len(keys), np.int64)
    for place in range(1, 4):
        alike = np.where(ranks[:, place] == ranks[:, place - 1], alike + 1, 1)
        sizes //= alike
    # The bits of a key from the top are suit by suit, each from its highest rank down.
    bits = np.nonzero(keys[:, None] >> np.arange(51, -1, -1) & 1)[1]
    held = (4 * (12 - bits % 13) + bits // 13).astype(np.uint8).reshape(len(keys), count)
    return Boards(keys, sizes, held)


def _some_of_each(count: int) -> Array:
    """Boards of so many cards, at least one of all that are alike up to suits: one more card beside each with fewer, of
    its highest rank or a higher one."""
    if not count:
        return np.zeros((1, 0), np.int64)
    fewer = boards(count - 1).cards.astype(np.int64)
    highest = fewer.max(axis=1, initial=0) // 4
    board, card = np.nonzero(np.arange(52) // 4 >= highest[:, None])
    longer = np.column_stack((fewer[board], card))
    some: Array = longer[(longer[:, :-1] != longer[:, -1:]).all(axis=1)]
    return some


@cache
def pairs() -> Pairs:
    cards = np.array(list(combinations(range(52), 2)), np.uint8)
    of = np.zeros((52, 52), np.uint16)
    of[cards[:, 0], cards[:, 1]] = of[cards[:, 1], cards[:, 0]] = np.arange(PAIRS)
    place = {hole: number for number, hole in enumerate(HOLES)}
    holes = [place[y // 4, x // 4, x % 4 == y % 4] for x, y in cards.tolist()]
    return Pairs(of, cards, np.array(holes, np.uint8))


@cache
def moved_pairs() -> Array:
    """What each of ORDERS makes of every pair."""
    both = pairs()
    cards = both.cards // 4 * 4 + np.array(ORDERS, np.uint8)[:, both.cards % 4]
    return np.ascontiguousarray(both.of[cards[..., 0], cards[..., 1]])


@cache
def situations() -> Situations:
    """Flops and pairs, a pair being the first of those that suits alike on the flop make of it.

    >>> len(situations().sizes), int(situations().sizes.sum()) == comb(52, 3) * comb(49, 2)
    (1286792, True)
    """
    flops, both = boards(3), pairs()
    suits = _suits(flops.cards.astype(np.int64))
    alike = suits[:, :3] == suits[:, 1:]
    first, many = (np.empty((len(flops.keys), PAIRS), np.uint16) for _ in range(2))
    for pattern in np.unique(alike, axis=0):
        here = (alike == pattern).all(axis=1)
        first[here] = _first_alike(tuple(pattern.tolist()))
        many[here] = np.bincount(first[here][0], minlength=PAIRS)
    held = np.zeros((len(flops.keys), 52), np.bool_)
    np.put_along_axis(held, flops.cards.astype(np.int64), True, axis=1)
    free = ~(held[:, both.cards[:, 0]] | held[:, both.cards[:, 1]])
    stands = free & (first == np.arange(PAIRS))
    flop, pair = (each.astype(np.uint16) for each in np.nonzero(stands))
    of = np.full(stands.shape, NONE, np.uint32)
    of[flop, pair] = np.arange(len(flop))
    of = np.take_along_axis(of, first.astype(np.int64), axis=1)
    return Situations(of, flop, pair, flops.sizes[flop] * many[flop, pair])


@cache
def flops_of_turns() -> Flops:
    turns, known = boards(4).cards.astype(np.int64), boards(3).keys
    flop = np.empty(turns.shape, np.uint16)
    suits = np.empty((*turns.shape, 4), np.uint8)
    for turn in range(4):
        held = _suits(np.delete(turns, turn, axis=1))
        highest = np.argsort(-held, axis=1, kind="stable")
        np.put_along_axis(suits[:, turn], highest, np.arange(4, dtype=np.uint8)[None, :], axis=1)
        flop[:, turn] = np.searchsorted(known, _keys(held))
    places = np.zeros((4, 4, 4, 4), np.uint8)
    for number, order in enumerate(ORDERS):
        places[order] = number
    return Flops(flop, suits, places[tuple(np.moveaxis(suits, 2, 0))])


def place(board: Iterable[Card], hole: Iterable[Card]) -> tuple[int, int]:
    """The number of a board among all of its size, and that of the pair that the hole cards are on it.

    >>> place(("2c", "7d", "Ks"), ("As", "Ad")) == place(("2h", "7c", "Kd"), ("Ac", "Ad"))
    True
    """
    cards = [CODE[card] for card in board]
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card % 4] |= 1 << card // 4
    order = sorted(range(4), key=lambda suit: -suits[suit])
    key = suits[order[0]] << 39 | suits[order[1]] << 26 | suits[order[2]] << 13 | suits[order[3]]
    one, other = (CODE[card] // 4 * 4 + order.index(CODE[card] % 4) for card in hole)
    return _numbers(len(cards))[key], _pair_numbers()[one][other]


@cache
def _numbers(count: int) -> dict[int, int]:
    return {key: number for number, key in enumerate(boards(count).keys.tolist())}


@cache
def _pair_numbers() -> list[list[int]]:
    held: list[list[int]] = pairs().of.tolist()
    return held


def _suits(cards: Array) -> Array:
    """The ranks that each of the four suits has, as bits."""
    held = np.zeros((len(cards), 4), np.int64)
    for card in cards.T:
        held[np.arange(len(cards)), card % 4] |= 1 << card // 4
    return held


def _keys(suits: Array) -> Array:
    high = -np.sort(-suits, axis=1)
    keys: Array = high[:, 0] << 39 | high[:, 1] << 26 | high[:, 2] << 13 | high[:, 3]
    return keys


def _first_alike(alike: tuple[bool, ...]) -> Array:
    """For each pair the first of all pairs it becomes when suits that are alike change places; `alike` tells of
    each suit but the first whether it is like the one before."""
    group = np.cumsum([0, *(not same for same in alike)])
    same = [(group[list(order)] == group).all() for order in ORDERS]
    first: Array = moved_pairs()[same].min(axis=0)
    return first
