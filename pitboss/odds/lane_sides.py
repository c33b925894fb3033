"""Additional wagers of compiled rounds: each is a table over the cards it looks at, asked of the side itself, or, where
it looks at cards as they are played, steps from card to card. Where the cards lie that a side looks at is asked of a
round that was dealt in a known order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.codes import decode
from pitboss.hands.compiled import compiled
from pitboss.odds.lane import Array, View
from pitboss.odds.sides import ENUMERATORS, counted
from pitboss.table.facts import Wager
from pitboss.table.game import Game
from pitboss.table.sides import FOUR_FACES, THREE_CARDS, TWO_AND_ONE, TWO_CARDS, TWO_FACES, Side
from pitboss.table.table import Table

CARDS: tuple[Card, ...] = tuple(decode(range(52)))
CODE = {card: code for code, card in enumerate(CARDS)}
# What is looked at as cards, and no side looks at more of them.
OF_CARDS = (TWO_CARDS, TWO_FACES, TWO_AND_ONE, FOUR_FACES, THREE_CARDS)
MOST = 4


class Looks(NamedTuple):
    """What sides look at, one a row: places in the pack as dealt (-1 for none), how many codes a card has and the code
    of each card, where its table starts in `sorts`, and where its cells start among those of all sides."""

    places: Array
    codes: Array
    base: Array
    first: Array
    sorts: Array
    cells: Array


class SideTable(NamedTuple):
    """One side's table: the sort of every combination of codes, and how many sorts there are."""

    wager: str
    places: tuple[int, ...]
    by_face: bool
    sorts: Array
    many: int


def side_table(side: Side, kind: str, places: Sequence[int]) -> SideTable:
    """Ask a side about everything that it may be shown."""
    by_face = side.looks_at in (TWO_FACES, FOUR_FACES)
    base, numbers = 13 if by_face else 52, dict[Any, int]()
    sorts = np.zeros((base,) * len(places), np.int16)
    for facts, _ in ENUMERATORS[side.looks_at](side.game):
        cards = [CODE[card] for card in _flat(facts)]
        sort = numbers.setdefault(side.result(kind, facts), len(numbers))
        codes = tuple(card // 4 if by_face else card for card in cards)
        # Where all orders are one, one of them was asked about.
        for order in permutations(codes) if len(codes) == 3 else (codes,):
            sorts[order] = sort
    return SideTable(kind, tuple(places), by_face, sorts.reshape(-1), len(numbers))


def _flat(facts: Iterable[Any]) -> Iterator[Card]:
    for held in facts:
        if isinstance(held, str):
            yield held
        else:
            yield from held


def looks(tables: Sequence[SideTable]) -> Looks:
    """All tables as arrays."""
    places = np.full((len(tables), MOST), -1)
    for row, table in enumerate(tables):
        places[row, : len(table.places)] = table.places
    codes = np.array([[card // 4 if table.by_face else card for card in range(52)] for table in tables], np.int64)
    sizes, many = ([0, *(number for number in numbers)] for numbers in (
        (len(table.sorts) for table in tables), (table.many for table in tables)))
    sorts = np.concatenate([np.zeros(1, np.int16), *(table.sorts for table in tables)])
    return Looks(
        places, codes.reshape(-1, 52), np.array([13 if table.by_face else 52 for table in tables], np.int64),
        np.cumsum(sizes)[:-1] + 1, sorts, np.cumsum(many)[:-1],
    )


def views(tables: Sequence[SideTable]) -> tuple[View, ...]:
    return tuple(View(table.many, frozenset({table.wager})) for table in tables)


def tables_of(game: Game, order: Sequence[Card], table: Table) -> list[SideTable]:
    """The additional wagers of a game that some of the first cards decide. Where those lie is seen from a round that
    was dealt in this order, of cards that all differ where it matters."""
    tables = []
    for kind, side in counted(game).items():
        if side.looks_at in OF_CARDS:
            facts = side.facts(table, Wager(1, "Ann", kind, 0, {}, kind))
            tables.append(side_table(side, kind, [order.index(card) for card in _flat(facts)]))
    return tables


@compiled
def note_sides(
    pack: Array, places: Array, codes: Array, base: Array, first: Array, sorts: Array, cells: Array, start: int,
    number: int, counts: Array, seen: Array,
) -> None:
    """Count a round in the cells of sides, which start where told."""
    for side in range(len(base)):
        at = 0
        for place in places[side]:
            if place >= 0:
                at = at * base[side] + codes[side, pack[place]]
        cell = start + cells[side] + sorts[first[side] + at]
        counts[cell] += 1
        seen[cell] = number

