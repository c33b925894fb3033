"""Basic strategy: the best play that goes by nothing but totals, pairs and the dealer's first card.

Which play of a total is best hangs on the hands it is made of, and how often each of them turns up on what is done
with lower totals. The chart starts from best play and is corrected, every cell by all hands that come to it before
and after a split, until no cell can be bettered by itself."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.odds import blackjack_kernel as kernel
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, DRAW, SPLIT, STAND
from pitboss.odds.blackjack_play import WHOLE, BlackjackPlan, ShoeOdds
from pitboss.odds.blackjack_rules import ACE, RANKS, Bools, Floats, Ints
from pitboss.odds.par import Cell, StrategyTable

# Cells are numbered by points, soft hands from here on.
SOFT = 32
CELLS = 64
MOST_ROUNDS = 50
# First cards of the dealer, in the order of a chart.
COLUMNS = (*range(1, 10), ACE)


class Chart(NamedTuple):
    """What to do by cell and first card: draw or stand, double down where that may be; and which hands to split."""

    draws: Bools
    doubles: Bools
    splits: Bools

    def same(self, other: Chart) -> bool:
        return all(bool((one == two).all()) for one, two in zip(self, other, strict=True))


class PlaySums(NamedTuple):
    """By cell and first card, over all hands that come there: how often they do, and what each play brings, for
    those that may double and for the others (`[0]` and `[1]`)."""

    often: Floats
    value: Floats


class Basic:
    """Basic strategy from a shoe."""

    def __init__(self, shoe: ShoeOdds, best: BlackjackPlan) -> None:
        self.shoe = shoe
        self.hands = shoe.rules.hands
        self.cell: Ints = np.array([min(count.points, 31) + SOFT * count.soft for count in shoe.rules.totals])
        self.plan, self.sums = best, self.weigh(best)
        self.chart = self.better(best, np.zeros((CELLS, 10), np.bool_))
        for _ in range(MOST_ROUNDS):
            self.plan = shoe.plan(self.follow(self.chart), self.chart.splits)
            self.sums = self.weigh(self.plan)
            better = self.better(self.plan, self.chart.doubles)
            if better.same(self.chart):
                return
            self.chart = better
        raise RuntimeError("basic strategy does not settle")

    def follow(self, chart: Chart) -> dict[int, Ints]:
        """What a chart has done with every hand of each world."""
        draws, doubles = chart.draws[self.cell], chart.doubles[self.cell]
        plays = np.where(draws, DRAW, STAND)
        plays[self.hands.may_double[:, None] & doubles] = DOUBLE_DOWN
        return {
            extra: np.where(world.acts[:, None], plays, STAND) for extra, world in self.shoe.worlds.items()
        }

    def weigh(self, plan: BlackjackPlan) -> PlaySums:
        """What each play brings in each cell when this plan is followed before and after."""
        often, value = np.zeros((2, CELLS, 10)), np.zeros((2, 3, CELLS, 10))
        for extra, world in self.shoe.worlds.items():
            reach = self.reach(plan, extra)
            for other in (0, 1):
                of_kind = world.acts & (self.hands.may_double if other == 0 else ~self.hands.may_double)
                some = np.flatnonzero(of_kind & reach.any(1) & (self.hands.counts.sum(1) > 1))
                # A split plan is worth what both hands bring, and is followed twice.
                np.add.at(often[other], self.cell[some], reach[some] * (1 if extra == WHOLE else 2))
                for play in range(3 if other == 0 else 2):
                    worth = np.where(reach[some] > 0.0, plan.value[extra][play, some], 0.0)
                    np.add.at(value[other, play], self.cell[some], reach[some] * worth)
        return PlaySums(often, value)

    def reach(self, plan: BlackjackPlan, extra: int) -> Floats:
        """How likely each hand of a world is to be held."""
        shoe, rules, world = self.shoe, self.shoe.rules, self.shoe.worlds[extra]
        if extra == WHOLE:
            reach = np.where(plan.start == SPLIT, 0.0, shoe.deals)
            reach[shoe.natural] = 0.0
        else:
            pair = rules.where[extra, extra]
            reach = np.zeros_like(shoe.deals)
            reach[rules.where[(extra,)]] = np.where(plan.start[pair] == SPLIT, shoe.deals[pair], 0.0)
        ends = np.zeros((10, 2, len(rules.rows), len(rules.endings)))
        kernel.walk(shoe.shoe, self.hands, world.wanted, world.row, extra, world.odds, world.place, plan.choice[extra],
                    reach, ends)
        return reach

    def better(self, plan: BlackjackPlan, doubles: Bools) -> Chart:
        """Each cell at its best, given how it is come to; `doubles` is what was doubled until now."""
        can, cannot = self.sums.value
        # Whether to draw is for the hands that do not double, if there are any.
        alone = doubles & (self.sums.often[1] > 0.0)
        stand = cannot[STAND] + np.where(alone, 0.0, can[STAND])
        draw = cannot[DRAW] + np.where(alone, 0.0, can[DRAW])
        draws = draw > stand
        doubled = can[DOUBLE_DOWN] > np.where(draws, can[DRAW], can[STAND])
        whole = plan.value[WHOLE][3] + self.shoe.worlds[WHOLE].base
        return Chart(draws, doubled, plan.first[3] > whole)

    # -- what the chart shows ----------------------------------------------------------------------------------

    def play(self, cell: int, up: int) -> int:
        """What the chart has done in a cell, doubling where it may."""
        if self.chart.doubles[cell, up]:
            return DOUBLE_DOWN
        return DRAW if self.chart.draws[cell, up] else STAND

    def gain(self, cell: int, up: int) -> float | None:
        """How much better that is than the next best, over the hands that may double, or else over all; None where
        no hand comes."""
        kind = 0 if self.sums.often[0, cell, up] > 0.0 else 1
        often = self.sums.often[kind, cell, up]
        if often == 0.0:
            return None
        value = self.sums.value[kind, : 3 - kind, cell, up] / often
        chosen = self.play(cell, up)
        return float(value[chosen] - np.delete(value, chosen).max())

    @cached_property
    def seen(self) -> Bools:
        """Which cells any hand comes to."""
        seen: Bools = self.sums.often.sum(0) > 0.0
        return seen


# -- the chart as tables ---------------------------------------------------------------------------------------


def chart_tables(basic: Basic) -> tuple[tuple[StrategyTable, ...], dict[str, str]]:
    """What to do by totals and pairs, and what the marks mean."""
    hard, soft = range(4, 21), range(13, 21)
    columns = tuple(RANKS[up] for up in COLUMNS)
    tables = (
        StrategyTable("hard totals", columns, tuple(map(str, hard)), tuple(_cells(basic, cell) for cell in hard)),
        StrategyTable("soft totals", columns, tuple(map(str, soft)), tuple(_cells(basic, SOFT + at) for at in soft)),
        StrategyTable("pairs", columns, tuple(f"{one}-{one}" for one in RANKS),
                      tuple(tuple(_pair(basic, at, up) for up in COLUMNS) for at in range(10))),
    )
    legend = {"S": "stand", "H": "draw", "D": "double down; draw with more than two cards", "P": "split"}
    if (basic.chart.doubles & ~basic.chart.draws).any():
        legend["Ds"] = "double down; stand with more than two cards"
    if any(cell.play == "-" for table in tables for line in table.cells for cell in line):
        legend["-"] = "cannot be held"
    return tables, legend


def _cells(basic: Basic, cell: int) -> tuple[Cell, ...]:
    return tuple(
        Cell(_mark(basic, cell, up), basic.gain(cell, up)) if basic.seen[cell, up] else Cell("-") for up in COLUMNS
    )


def _mark(basic: Basic, cell: int, up: int) -> str:
    play = basic.play(cell, up)
    if play == DOUBLE_DOWN and not basic.chart.draws[cell, up]:
        return "Ds"
    return "SHD"[play]


def _pair(basic: Basic, at: int, up: int) -> Cell:
    """A pair by its own values: nothing else is in its cell."""
    hand = basic.shoe.rules.where[at, at]
    if basic.shoe.deals[hand, up] == 0.0:
        return Cell("-")
    play = int(basic.plan.start[hand, up])
    value = basic.plan.first[:4, hand, up]
    mark = "P" if play == SPLIT else _mark(basic, int(basic.cell[hand]), up)
    return Cell(mark, float(value[play] - np.delete(value, play).max()))
