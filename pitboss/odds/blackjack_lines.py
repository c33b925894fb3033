"""How a round of blackjack ends, and each wager added in it, as the lines of a par sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import fsum
from typing import NamedTuple

import numpy as np

from pitboss.law import Result
from pitboss.law.results import LOSE, VOID, WIN
from pitboss.odds.blackjack_play import ShoeOdds, Whole
from pitboss.odds.blackjack_rules import (
    DOUBLE,
    DOUBLE_SPLIT,
    DOUBLED,
    ONCE,
    SECOND,
    TEN,
    Case,
)
from pitboss.odds.par import Line, WagerPar, net
from pitboss.rulebooks.qld.s02_blackjack import ORIGINAL, Blackjack
from pitboss.rulebooks.qld.s02_blackjack_general import DECIDED_BY

AT_ONCE = ORIGINAL.lines["blackjack paid at once against an ace"][1]
SPLIT = next(kind.clause for kind in Blackjack.kinds if kind.name == "split")


class LineEnd(NamedTuple):
    """One way to end, before those alike are taken together."""

    label: str
    pays: str
    net: Fraction
    clause: str
    probability: float


class Lines:
    """The lines of a round that ends as `whole` tells."""

    def __init__(self, shoe: ShoeOdds, whole: Whole) -> None:
        self.rules, self.shoe, self.played = shoe.rules, shoe, whole
        self.rows = len(self.rules.rows)
        # All splits together, those that are not insured first.
        none = np.zeros((shoe.states, shoe.states, len(self.rules.endings)))
        self.split = [sum((one.ends for one in whole.splits if one.insured == safe), none) for safe in (False, True)]

    # -- the whole round -----------------------------------------------------------------------------------

    def whole(self) -> tuple[Line, ...]:
        """Every way to end, in units of the original wager."""
        return gathered((*self._kept(), *self._blackjacks(), *self._splits()), 1.0)

    def _kept(self) -> Iterator[LineEnd]:
        """Boxes that were not split."""
        kept = self.played.kept
        for safe, doubled, row, ending in np.argwhere(kept > 0.0).tolist():
            results = self._results((DOUBLED, DOUBLE) if doubled else (ONCE,), row, ending)
            what = f"double down: {words(results[0])}" if doubled else words(results[0])
            yield self._end(what, results, float(kept[safe, doubled, row, ending]), ending if safe else None)

    def _results(self, cases: Iterable[Case], row: int, ending: int) -> list[Result]:
        return [self.rules.results[case][row][ending] for case in cases]

    def _blackjacks(self) -> Iterator[LineEnd]:
        row = int(self.rules.hands.plain[self.shoe.natural])
        for safe, ending in np.argwhere(self.played.blackjack > 0.0).tolist():
            result = self.rules.results[ONCE][row][ending]
            what = "blackjack" if result.outcome == WIN else f"blackjack, and {words(result)}"
            yield self._end(what, [result], float(self.played.blackjack[safe, ending]), ending if safe else None)
        for safe, ending in np.argwhere(self.played.at_once > 0.0).tolist():
            likely = float(self.played.at_once[safe, ending])
            odds = self.rules.even_money
            paid = LineEnd("blackjack paid at once", str(odds), odds.fraction, str(AT_ONCE), likely)
            yield self._insured(paid, ending if safe else None)

    def _end(self, what: str, results: list[Result], likely: float, ending: int | None) -> LineEnd:
        pays = str(results[0].odds) if results[0].odds is not None else ""
        brings = sum((net(result, 100) for result in results), Fraction(0))
        return self._insured(LineEnd(what, pays, brings, str(results[0].clause), likely), ending)

    def _insured(self, end: LineEnd, ending: int | None) -> LineEnd:
        """With insurance for half the stake, when the dealer's ending is given."""
        if ending is None:
            return end
        won = self.rules.endings[ending].blackjack
        more = Fraction(self.rules.insurance[TEN if won else 0]).limit_denominator(1000) / 2
        return end._replace(label=f"{end.label}, insured", net=end.net + more)

    def _splits(self) -> Iterator[LineEnd]:
        """Boxes that were split, by what both hands bring together."""
        first, second = self.shoe.split_pay
        for safe, ends in enumerate(self.split):
            for i, j, ending in np.argwhere(ends > 0.0).tolist():
                brings = first[i, ending] + second[j, ending]
                end = LineEnd("split", "", exact(brings), str(SPLIT), float(ends[i, j, ending]))
                yield self._insured(end, ending if safe else None)

    # -- wagers that are added -----------------------------------------------------------------------------

    def added(self, kind: str) -> Iterator[LineEnd]:
        """Every way that an added wager ends."""
        if kind == "double down":
            kept = self.played.kept[:, 1]
            for safe, row, ending in np.argwhere(kept > 0.0).tolist():
                result = self._results((DOUBLE,), row, ending)[0]
                yield self._end(words(result), [result], float(kept[safe, row, ending]), None)
        # The second hand carries the split; both may be doubled.
        case, least = (DOUBLE_SPLIT, self.rows) if kind == "double down" else (SECOND, 0)
        for ends in self.split:
            for i, j, ending in np.argwhere(ends > 0.0).tolist():
                for state in (i, j) if kind == "double down" else (j,):
                    if state >= least:
                        result = self.rules.results[case][state % self.rows][ending]
                        yield self._end(words(result), [result], float(ends[i, j, ending]), None)


def words(result: Result) -> str:
    """What decided, in words."""
    cited = (result.clause, *result.also)
    return next((DECIDED_BY[clause].way for clause in cited if clause in DECIDED_BY), result.outcome)


def exact(value: float) -> Fraction:
    """The fraction that a payment was before it became a double."""
    return Fraction(value).limit_denominator(1_000_000)


def often(ends: Iterable[LineEnd]) -> float:
    """How often a wager is made in a round that ends so."""
    return fsum(end.probability for end in ends)


def added_row(kind: str, ways: Iterable[LineEnd], error: float) -> WagerPar:
    """A wager that was added to the original, when best play adds it, by all ways in which it ends."""
    ends = list(ways)
    times = often(ends)
    lines = gathered(ends, times) if times else ()
    paying = tuple(dict.fromkeys(one.clause for one in lines if one.outcome == WIN))
    note = "the added stake alone" if times else "best play never makes it"
    return WagerPar(kind, kind, lines, (kind,), 1.0, times, paying, error=error, note=note)


def gathered(ends: Iterable[LineEnd], whole: float) -> tuple[Line, ...]:
    """Ends that are alike as one line each, the best first."""
    chances: dict[tuple[str, str, Fraction, str], list[float]] = {}
    for end in ends:
        chances.setdefault((end.label, end.pays, end.net, end.clause), []).append(end.probability)
    lines = [
        Line(sign(brings), label, pays, brings, fsum(likely) / whole, clause)
        for (label, pays, brings, clause), likely in chances.items()
    ]
    return tuple(sorted(lines, key=lambda one: (-one.net, -one.probability)))


def sign(brings: Fraction) -> str:
    return WIN if brings > 0 else LOSE if brings < 0 else VOID
