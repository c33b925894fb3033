"""Compiled rounds of baccarat and of what is wagered beside it: who draws is asked of the game once for all counts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.compiled import compiled
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_sides import CARDS, CODE, SideTable, looks, note_sides, tables_of, views
from pitboss.rulebooks.qld.s01_baccarat_wagers import BANKER, PLAYER

if TYPE_CHECKING:
    from pitboss.odds.baccarat import BaccaratOdds
    from pitboss.odds.simulate import Job

# Cards that all differ.
ORDER: tuple[Card, ...] = ("As", "2h", "3d", "4c", "5s", "6h", "7d", "8c", "9s", "Th", "Jd", "Qc")
# Both counts, and which hands drew.
CELLS = 10 * 10 * 2 * 2


class BaccaratLane(Lane):
    """A cell is what both hands count in the end and on how many cards, which is all that most wagers look at."""

    def __init__(self, analysis: BaccaratOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds = analysis

    def views(self) -> tuple[View, ...]:
        return (View(CELLS), *views(self.tables))

    @cached_property
    def tables(self) -> list[SideTable]:
        return tables_of(self.game, ORDER, self.dealt(ORDER)[0])

    @cached_property
    def data(self) -> tuple[Any, ...]:
        from pitboss.odds.baccarat import drawing

        places = self.places_of(ORDER)
        first = np.array([*places[PLAYER][:2], *places[BANKER][:2]])
        worth = np.array([self.odds.game.value(card) for card in CARDS])
        return (worth, first, *drawing(self.odds.game), *looks(self.tables))

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([CODE[card] for card in self.pack], np.uint8)
        count_coups(pack, seed, first, rounds, counts, seen, *self.data)


@compiled
def count_coups(
    pack: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, worth: Array, firsts: Array,
    draws: Array, follows: Array, alone: Array, side_places: Array, side_codes: Array, side_base: Array,
    side_first: Array, side_sorts: Array, side_cells: Array,
) -> None:
    state, picks = np.empty(1, np.uint64), np.empty(len(pack), np.int64)
    before = firsts.max() + 1
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(before):
            deal(state, pack, picks, at)
        dealt = before
        player = (worth[pack[firsts[0]]] + worth[pack[firsts[1]]]) % 10
        banker = (worth[pack[firsts[2]]] + worth[pack[firsts[3]]]) % 10
        drew = draws[player, banker]
        on_two = player
        if drew:
            third = worth[deal(state, pack, picks, dealt)]
            dealt += 1
            player = (player + third) % 10
            banker_drew = follows[on_two, banker, third]
        else:
            banker_drew = alone[on_two, banker]
        if banker_drew:
            banker = (banker + worth[deal(state, pack, picks, dealt)]) % 10
            dealt += 1
        cell = 4 * (10 * player + banker) + 2 * drew + banker_drew
        counts[cell] += 1
        seen[cell] = number
        note_sides(pack, side_places, side_codes, side_base, side_first, side_sorts, side_cells, CELLS, number, counts,
                   seen)
        gather(pack, picks, dealt)
