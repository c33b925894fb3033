"""A chart for blackjack challenge that a person can learn: by total, hard or soft, by how many cards a hand has, and by
the dealer's first card. Each cell has what is best on average over the hands that come to it when the chart is
followed, until none changes any more; pairs are split where that brings more than the chart does with them."""

from __future__ import annotations

import numpy as np

from pitboss.odds import blackjack_challenge_kernel as kernel
from pitboss.odds.blackjack_challenge_play import THREE, TWO, ChallengePlan, ChallengeShoe, chunk_of
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, SPLIT, STAND
from pitboss.odds.blackjack_rules import Bools, Floats, Ints
from pitboss.rulebooks.qld.s02_blackjack_general import Count

# Cells are numbered by points; soft hands from here on, hands with each card more further on.
SOFT, CARD = 32, 64
CELLS = 3 * CARD
MOST_ROUNDS = 30


class ChallengeChart:
    """The chart from a shoe."""

    def __init__(self, shoe: ChallengeShoe, best: ChallengePlan, counts: list[Count]) -> None:
        self.shoe, self.hands = shoe, shoe.rules.hands
        more = CARD * np.maximum(self.hands.size - 2, 0)
        self.cell: Ints = np.array([min(count.points, 31) + SOFT * count.soft for count in counts]) + more
        self.plan = best
        self.play = self.better(best)
        for _ in range(MOST_ROUNDS):
            self.plan = shoe.plan(self.follow())
            play = self.better(self.plan)
            if (play == self.play).all():
                return
            self.play = play
        raise RuntimeError("the chart does not settle")

    def follow(self) -> Ints:
        """What the chart has done with every hand."""
        return np.where(self.hands.acts[:, None], self.play[self.cell], STAND)

    def better(self, plan: ChallengePlan) -> Ints:
        """Each cell at its best, given how it is come to."""
        self.often, value = np.zeros((CELLS, 10)), np.zeros((3, CELLS, 10))
        for reach, worth in self.come_to(plan):
            some = np.flatnonzero(self.hands.acts & reach.any(1))
            np.add.at(self.often, self.cell[some], reach[some])
            for play in range(3):
                brings = np.where(reach[some] > 0.0, worth[play, some], 0.0)
                np.add.at(value[play], self.cell[some], reach[some] * brings)
        doubled = np.zeros(CELLS, np.bool_)
        doubled[self.cell[self.hands.may_double]] = True
        value[DOUBLE_DOWN, ~doubled] = -np.inf
        self.value: Floats = value
        chosen: Ints = np.argmax(value, 0)
        return chosen

    def come_to(self, plan: ChallengePlan) -> list[tuple[Floats, Floats]]:
        """How likely each hand is to be held, and what its plays are worth: of boxes with one hand, then of those that
        are split, with two hands and with three."""
        shoe, rules = self.shoe, self.shoe.rules
        boxes = [(self.reached(np.where(plan.start == SPLIT, 0.0, shoe.deals), 0, 0, plan.choice), plan.later)]
        for rank, split in plan.splits.items():
            pair, root = rules.where[rank, rank], rules.where[(rank,)]
            of_two, of_three = np.zeros((2, shoe.size, 10))
            for up in np.flatnonzero((plan.start[pair] == SPLIT) & (shoe.deals[pair] > 0.0)).tolist():
                for reach, gone, again in ((of_two, TWO, split.again[up]), (of_three, THREE, False)):
                    left = shoe.left(rank, gone + 1, up)
                    if left.min() < 0 or (gone == THREE and not split.again[up]):
                        continue
                    third = shoe.left(rank, 2, up)[rank] / (left.sum() + 1) if gone == THREE else 1.0
                    many = 5.0 * third if gone == THREE else 2.0
                    for card in range(10):
                        if not (again and card == rank):
                            likely = shoe.deals[pair, up] * left[card] / left.sum()
                            reach[rules.hands.child[root, card], up] = many * likely
            if of_two.any() and rank not in rules.one_card:
                boxes.append((self.reached(of_two, rank, TWO, split.two), split.worth))
                boxes.append((self.reached(of_three, rank, THREE, split.three), split.worth_three))
        return boxes

    def reached(self, reach: Floats, rank: int, gone: int, choice: Ints) -> Floats:
        """How likely each hand is to be held that comes of these."""
        shoe, rules = self.shoe, self.shoe.rules
        waits = np.zeros((10, 2, len(rules.rows), len(rules.endings)))
        ends = np.zeros((10, 2, len(rules.decided)))
        kernel.walk(shoe.shoe, rules.hands, rank, gone, shoe.odds[chunk_of(rank, gone)], choice, reach, waits, ends)
        return reach

    def gain(self, cell: int, up: int) -> float:
        """How much better the chart's play is than the next best, over all hands of a cell."""
        value = self.value[:, cell, up] / self.often[cell, up]
        chosen = int(self.play[cell, up])
        return float(value[chosen] - np.delete(value, chosen).max())

    @property
    def seen(self) -> Bools:
        """Which cells any hand comes to."""
        seen: Bools = self.often > 0.0
        return seen

