"""Games in which one throw decides every wager: all that may come, each as likely as the next."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from pitboss.law import Result
from pitboss.law.results import WIN
from pitboss.odds.analysis import Analysis
from pitboss.odds.par import WagerPar, line, row
from pitboss.table.acts import Place
from pitboss.table.one_throw import OneThrow
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job


class OneThrowOdds(Analysis[OneThrow]):
    """What each wager brings over all throws."""

    def wagers(self) -> tuple[WagerPar, ...]:
        """One row for all places of a kind that bring alike; one each for those that do not."""
        return tuple(self.place(place, name) for name, place in self.usual.items())

    @cached_property
    def usual(self) -> dict[str, str]:
        """The rows by their names, each with the place that it is counted on: the last of those that may end in most
        ways, since a zero takes places that do not hold one under a clause of its own."""
        rows: dict[str, str] = {}
        for places in self.kinds.values():
            alike = len({self.brings(name) for name in places}) == 1
            usual = {self.game.kind_of(places[0]): max(reversed(places), key=lambda name: len(self.ends[name]))}
            rows |= usual if alike else {name: name for name in places}
        return rows

    @cached_property
    def kinds(self) -> dict[str, list[str]]:
        """The places of each kind."""
        kinds: dict[str, list[str]] = {}
        for name in self.own_names():
            kinds.setdefault(self.game.kind_of(name), []).append(name)
        return kinds

    @cached_property
    def ends(self) -> dict[str, Counter[tuple[Result, str]]]:
        """How many throws end each wager in each way."""
        ends: dict[str, Counter[tuple[Result, str]]] = {name: Counter() for name in self.own_names()}
        for throw in self.game.throws():
            for name, ways in ends.items():
                result = self.game.result(name, throw)
                ways[result, self.game.told(name, throw, result.outcome == WIN)] += 1
        return ends

    def brings(self, name: str) -> frozenset[tuple[Result, int]]:
        """What a place pays and how often; it loses whenever it does not."""
        paid: Counter[Result] = Counter()
        for (result, _), count in self.ends[name].items():
            if result.outcome == WIN:
                paid[result] += count
        return frozenset(paid.items())

    def place(self, name: str, label: str) -> WagerPar:
        """The row of one place on the layout."""
        throws = len(self.game.throws())
        return row(label, [
            line(result, words, Fraction(count, throws), self.stake)
            for (result, words), count in self.ends[name].items()
        ])

    def notes(self) -> tuple[str, ...]:
        return (self.game.thrown_with(),)

    # -- playing -----------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        """A wager for each row; one that won may still lie there."""
        stake = self.whole_stake()
        new = tuple((name, stake) for name in self.usual.values() if t.wager(1, "Ann", name) is None)
        return (Place(1, "Ann", new),) if new else ()

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_throws import ThrowLane

        return ThrowLane(self, job)

    def row_of(self, wager: str) -> str:
        return wager if wager in self.usual else self.game.kind_of(wager)
