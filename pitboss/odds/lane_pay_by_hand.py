"""Compiled rounds of games that pay a hand by a table: what is staked on each street goes by the cards seen, up to
their suits, and by what lies there already."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.compiled import compiled
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_community import place_of, suit_key
from pitboss.odds.lane_sides import CODE, SideTable, looks, note_sides, tables_of, views
from pitboss.odds.pay_by_hand_points import FOLDS
from pitboss.table.facts import BOARD

if TYPE_CHECKING:
    from pitboss.odds.pay_by_hand import PayByHandOdds
    from pitboss.odds.simulate import Job

# No street has more plays.
PLAYS = 4


class PayByHandLane(Lane):
    """A cell is what was done on each street, and how the whole hand is paid, or that it was folded."""

    def __init__(self, analysis: PayByHandOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds = analysis

    @property
    def cells(self) -> int:
        return int(PLAYS ** len(self.odds.plays)) * (len(self.odds.endings[0]) + 1)

    def views(self) -> tuple[View, ...]:
        return (View(self.cells), *views(self.tables))

    @cached_property
    def order(self) -> tuple[Card, ...]:
        """High cards of one suit first, which nobody folds."""
        return self.pack[::-1]

    @cached_property
    def tables(self) -> list[SideTable]:
        return tables_of(self.game, self.order, self.dealt(self.order)[0])

    @cached_property
    def data(self) -> tuple[Any, ...]:
        """Where cards lie; by street how many are seen, which plays fold, how the others are numbered and how many
        there are; best play by what was staked and the kind of cards; and the keys of kinds."""
        odds, game = self.odds, self.odds.game
        places = self.places_of(self.order)
        seen = [game.hole + street.known for street in game.streets] + [game.hole + game.board]
        number = np.full((len(odds.plays), PLAYS), -1)
        many = np.zeros(len(odds.plays), np.int64)
        for street, plays in enumerate(odds.plays):
            assert len(plays) <= PLAYS
            staked = [at for at, play in enumerate(plays) if play != FOLDS]
            number[street, staked] = np.arange(len(staked))
            many[street] = len(staked)
        best = [np.concatenate([each[path] for path in odds.paths(street)]) for street, each in enumerate(odds.best)]
        keys = [odds.kinds[some].keys for some in seen]
        return (
            np.array([*places["1"], *places[BOARD]]), np.array(seen), number, many,
            np.concatenate(best).astype(np.int8), np.cumsum([0, *map(len, best)]), np.concatenate(keys),
            np.cumsum([0, *map(len, keys)]), odds.endings[1], len(odds.endings[0]), *looks(self.tables),
        )

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([CODE[card] for card in self.pack], np.uint8)
        count_paid_hands(pack, self.cells, seed, first, rounds, counts, seen, *self.data)


@compiled
def count_paid_hands(
    pack: Array, own_cells: int, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, places: Array,
    known: Array, staked: Array, many: Array, best: Array, best_first: Array, keys: Array, key_first: Array,
    ending: Array, endings: int, side_places: Array, side_codes: Array, side_base: Array, side_first: Array,
    side_sorts: Array, side_cells: Array,
) -> None:
    state, picks, cards = np.empty(1, np.uint64), np.empty(len(pack), np.int64), np.empty(len(places), np.int64)
    held, to, streets = np.empty(4, np.int64), np.empty(4, np.int64), len(many)
    dealt = places.max() + 1
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(dealt):
            deal(state, pack, picks, at)
        for at in range(len(places)):
            cards[at] = pack[places[at]]
        cell, path, folded = 0, 0, False
        for street in range(streets):
            play = 0
            if not folded:
                of_street = keys[key_first[street] : key_first[street + 1]]
                kind = place_of(of_street, suit_key(cards[: known[street]], held, to))
                play = best[best_first[street] + path * len(of_street) + kind]
                folded = staked[street, play] < 0
                path = path * many[street] + staked[street, play]
            cell = PLAYS * cell + play
        end = endings
        if not folded:
            end = ending[place_of(keys[key_first[streets] :], suit_key(cards, held, to))]
        cell = cell * (endings + 1) + end
        counts[cell] += 1
        seen[cell] = number
        note_sides(pack, side_places, side_codes, side_base, side_first, side_sorts, side_cells, own_cells, number,
                   counts, seen)
        gather(pack, picks, dealt)
