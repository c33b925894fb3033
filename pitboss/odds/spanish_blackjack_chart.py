"""A chart for Spanish blackjack that a person can learn: by total, dealer's first card and how many cards there are.

Each cell has one play, and may say from how many cards on another is drawn instead, since a 21 of many cards is paid
better. The chart starts from best play and is corrected, every cell by all hands that come to it, until no cell can be
bettered by itself; its own edge is exact."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.odds import spanish_blackjack_kernel as kernel
from pitboss.odds.blackjack_rules import Bools, Floats, Ints
from pitboss.odds.spanish_blackjack_kernel import DOUBLE_DOWN, DRAW, SPLIT, STAND, SURRENDER, AskedPlays
from pitboss.odds.spanish_blackjack_play import WHOLE, SpanishPlan, SpanishShoe
from pitboss.odds.spanish_blackjack_rules import DOUBLE, TWICE

# Cells are numbered by points, soft hands from here on.
SOFT = 32
CELLS = 64
# Hands of so many cards and more are told together.
MOST_CARDS = 6
NEVER = MOST_CARDS + 1
MOST_ROUNDS = 50


class SpanishChart(NamedTuple):
    """By cell and first card: the play, and from how many cards on to draw instead (NEVER for none). By row of a
    doubled hand and first card: is the doubled part withdrawn? By hand of two cards and first card: which are split or
    surrendered, -1 for the others."""

    play: Ints
    draws_from: Ints
    withdraw: Bools
    start: Ints

    def same(self, other: SpanishChart) -> bool:
        return all(bool((one == two).all()) for one, two in zip(self, other, strict=True))


class ChartSums(NamedTuple):
    """By number of cards, cell and first card, over all hands that come there: how often they do, and what each play
    brings."""

    often: Floats
    value: Floats


class SpanishBasic:
    """The chart from a shoe."""

    def __init__(self, shoe: SpanishShoe, best: SpanishPlan) -> None:
        self.shoe, rules = shoe, shoe.rules
        self.cell: Ints = np.array([count.points + SOFT * count.soft for count in rules.totals])
        self.cards = np.minimum(shoe.many, MOST_CARDS)
        self.plan, self.sums = best, self.weigh(best)
        withdraw = self.withdrawn()
        self.chart = self.better(best, withdraw)
        for _ in range(MOST_ROUNDS):
            joint = self.plan.joint
            for _ in range(MOST_ROUNDS):
                # What hands of a split do to each other hardly moves; it is counted again once the rest has settled.
                self.plan = shoe.plan(self.asked(self.chart), self.chart.start, joint)
                self.sums = self.weigh(self.plan)
                better = self.better(self.plan, withdraw)
                if better.same(self.chart):
                    break
                self.chart = better
            self.plan = shoe.plan(self.asked(self.chart), self.chart.start)
            self.sums = self.weigh(self.plan)
            if self.better(self.plan, withdraw).same(self.chart):
                return
        raise RuntimeError("the chart does not settle")

    def asked(self, chart: SpanishChart) -> AskedPlays:
        """What a chart has done with every hand."""
        play = chart.play[self.cell]
        draws = self.cards[:, None] >= chart.draws_from[self.cell]
        acts = self.shoe.rules.hands.acts[:, None]
        return AskedPlays(np.where(acts, np.where(draws, DRAW, play), STAND), chart.withdraw, True)

    def withdrawn(self) -> Bools:
        """Which doubled totals are worth less than the doubled part taken back, whatever cards they are made of."""
        shoe, rules = self.shoe, self.shoe.rules
        twice = rules.pay[TWICE] + rules.pay[DOUBLE]
        back = rules.forfeits[0] + rules.forfeits[2]
        worth: Floats = shoe.dealer_alone @ twice.T
        # In the order of the best plan's, or the kernels would be compiled once more.
        worse: Bools = np.ascontiguousarray(rules.withdraws[:, None] & (back > worth.T))
        return worse

    def weigh(self, plan: SpanishPlan) -> ChartSums:
        """What each play brings in each cell when this plan is followed before and after."""
        often, value = np.zeros((NEVER, CELLS, 10)), np.zeros((NEVER, 3, CELLS, 10))
        for extra, world in self.shoe.worlds.items():
            if extra < WHOLE:
                continue
            reach = self.reach(plan, extra)
            for first in range(3):
                some = np.flatnonzero(world.acts & reach[first].any(1) & (self.shoe.many > 1))
                here = reach[first, some]
                # A split plan is worth what both hands bring, and is followed twice.
                np.add.at(often, (self.cards[some], self.cell[some]), here * (1 if extra == WHOLE else 2))
                for play in range(3):
                    worth = np.where(here > 0.0, plan.value[extra][first, play, some], 0.0)
                    np.add.at(value[:, play], (self.cards[some], self.cell[some]), here * worth)
        return ChartSums(often, value)

    def reach(self, plan: SpanishPlan, extra: int) -> Floats:
        """How likely each hand of a world is to be held, by aces among its first two cards."""
        shoe, rules, world = self.shoe, self.shoe.rules, self.shoe.worlds[extra]
        reach = np.zeros((3, len(shoe.many), 10))
        if extra == WHOLE:
            start = plan.start
            two = np.flatnonzero(shoe.many == 2)
            reach[shoe.aces[two], two] = np.where((start == SPLIT) | (start == SURRENDER), 0.0, shoe.deals)[two]
        else:
            pair = rules.where[extra, extra]
            reach[0, rules.where[(extra,)]] = np.where(plan.start[pair] == SPLIT, shoe.deals[pair], 0.0)
        ends = np.zeros((10, shoe.states, len(rules.endings)))
        kernel.walk(
            shoe.shoe, rules.hands, world.wanted, world.row, extra, world.odds, rules.over, shoe.rows, shoe.partner,
            rules.natural, plan.choice[extra], reach, ends,
        )
        return reach

    def better(self, plan: SpanishPlan, withdraw: Bools) -> SpanishChart:
        """Each cell at its best, given how it is come to."""
        play, draws_from = np.zeros((CELLS, 10), np.int64), np.full((CELLS, 10), NEVER)
        most = np.full((CELLS, 10), -np.inf)
        for one in (STAND, DRAW, DOUBLE_DOWN):
            for cards in range(NEVER, 2, -1) if one != DRAW else (NEVER,):
                worth = self.sums.value[:cards, one].sum(0) + self.sums.value[cards:, DRAW].sum(0)
                higher = worth > most + 1e-15
                play[higher], draws_from[higher] = one, cards
                most = np.where(higher, worth, most)
        return SpanishChart(play, draws_from, withdraw, self._start(plan))

    def _start(self, plan: SpanishPlan) -> Ints:
        """Pairs by themselves, other first cards by cell."""
        shoe = self.shoe
        start = np.full((len(shoe.many), 10), -1)
        kept = np.take_along_axis(
            plan.first[:3], plan.choice[WHOLE].play[shoe.aces.clip(0, 2), np.arange(len(shoe.many))][None], 0)[0]
        gain = np.zeros((CELLS, 10))
        pairs = {shoe.rules.where[rank, rank] for rank in shoe.pairs}
        two = [int(at) for at in np.flatnonzero(shoe.many == 2)]
        for at in two:
            given_up = plan.first[SURRENDER, at]
            if at in pairs:
                split = plan.first[SPLIT, at]
                start[at] = np.where(split > np.maximum(kept[at], given_up), SPLIT, start[at])
                start[at] = np.where((given_up > kept[at]) & (given_up >= split), SURRENDER, start[at])
            else:
                offered, more = np.isfinite(given_up), np.zeros(10)
                np.subtract(given_up, kept[at], out=more, where=offered & (shoe.deals[at] > 0.0))
                gain[self.cell[at]] += np.where(offered, shoe.deals[at] * more, -np.inf)
        for at in two:
            if at not in pairs and shoe.rules.hands.acts[at]:
                start[at] = np.where(gain[self.cell[at]] > 0.0, SURRENDER, start[at])
        return start

    # -- what the chart shows ----------------------------------------------------------------------------------

    def gain(self, cell: int, up: int) -> float | None:
        """How much better the play of a cell is than the next best, over hands of few cards; None where none comes."""
        few = slice(0, int(self.chart.draws_from[cell, up]))
        often = float(self.sums.often[few, cell, up].sum())
        if often == 0.0:
            return None
        value = self.sums.value[few, :, cell, up].sum(0) / often
        chosen = int(self.chart.play[cell, up])
        return float(value[chosen] - np.delete(value, chosen).max())

    def seen(self, cell: int, up: int) -> bool:
        return bool(self.sums.often[:, cell, up].sum() > 0.0)
