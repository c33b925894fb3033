"""Cup: 216 throws, each as likely as the next."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from pitboss.rulebooks.mug.cup import Cup

from pitboss.law import Result
from pitboss.odds.analysis import Analysis
from pitboss.odds.par import WagerPar, line, row


class CupOdds(Analysis[Cup]):
    """What each wager brings over all throws."""

    def wagers(self) -> tuple[WagerPar, ...]:
        return tuple(self.wager(name) for name in self.own_names())

    def wager(self, name: str) -> WagerPar:
        ends = Counter[Result](self.game.result(name, dice) for dice in product(range(1, 7), repeat=3))
        return row(name, [line(end, end.outcome, Fraction(count, 216), self.stake) for end, count in ends.items()])
