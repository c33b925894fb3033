"""Compiled rounds of lucky draw baccarat: two cards and a decision by the dealer's first, then one more or none."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.compiled import compiled
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_sides import CARDS as FACES
from pitboss.odds.lane_sides import CODE
from pitboss.odds.lucky_draw_baccarat import CARDS, THREES, LuckyDrawOdds, Seen
from pitboss.table.facts import DEALER

if TYPE_CHECKING:
    from pitboss.odds.simulate import Job

# Cards that all differ.
ORDER: tuple[Card, ...] = ("As", "2h", "4d", "5c", "6s", "7h", "8d", "9c", "Ts", "Jh", "Qd", "Kc")
# Stood or drew, what the hand counts, whether it is three threes of one suit, or of several, and the dealer's count.
CELLS = 2 * 10 * 3 * 10


class LuckyDrawLane(Lane):
    """A cell is what both hands count, whether the player drew, and whether three threes came of it."""

    def __init__(self, analysis: LuckyDrawOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds = analysis

    def views(self) -> tuple[View, ...]:
        return (View(CELLS),)

    @cached_property
    def data(self) -> tuple[Any, ...]:
        odds, places = self.odds, self.places_of(ORDER)
        draws = np.zeros((2, 10, 10, 10), np.bool_)
        for seen in odds.situations:
            draws[int(seen.one_suit), seen.first, seen.second, seen.dealer] = odds.draws(Seen(*seen))
        follows = np.array([[odds.game.dealer_draws((one, other)) for other in CARDS] for one in CARDS])
        two = np.array([[odds.points[one, other] for other in CARDS] for one in CARDS])
        three = np.array([[[odds.points[one, other, last] for last in CARDS] for other in CARDS] for one in CARDS])
        worth = np.array([odds.game.value(card) for card in FACES])
        return worth, np.array([*places["1"][:2], places[DEALER][0]]), draws, follows, two, three

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([CODE[card] for card in self.pack], np.uint8)
        count_lucky_draws(pack, seed, first, rounds, counts, seen, *self.data)


@compiled
def count_lucky_draws(
    pack: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, worth: Array, firsts: Array,
    draws: Array, follows: Array, two: Array, three: Array,
) -> None:
    state, picks = np.empty(1, np.uint64), np.empty(len(pack), np.int64)
    before = firsts.max() + 1
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(before):
            deal(state, pack, picks, at)
        dealt = before
        card, other = pack[firsts[0]], pack[firsts[1]]
        one, next_one, shown = worth[card], worth[other], worth[pack[firsts[2]]]
        pair = one == THREES and next_one == THREES
        suited = card & 3 == other & 3
        drew = draws[1 if pair and suited else 0, one, next_one, shown]
        own, threes = two[one, next_one], 0
        if drew:
            last = deal(state, pack, picks, dealt)
            dealt += 1
            own = three[one, next_one, worth[last]]
            if pair and worth[last] == THREES:
                threes = 1 if suited and last & 3 == card & 3 else 2
        second = worth[deal(state, pack, picks, dealt)]
        dealt += 1
        others = two[shown, second]
        if follows[shown, second]:
            others = three[shown, second, worth[deal(state, pack, picks, dealt)]]
            dealt += 1
        gather(pack, picks, dealt)
        cell = ((10 * drew + own) * 3 + threes) * 10 + others
        counts[cell] += 1
        seen[cell] = number
