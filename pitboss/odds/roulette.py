"""Roulette: every pocket is as likely as the next."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property

from pitboss.law import Result
from pitboss.law.results import WIN
from pitboss.odds.analysis import Analysis
from pitboss.odds.par import WagerPar, line, row
from pitboss.rulebooks.qld.s07_roulette import Roulette
from pitboss.table.acts import Place
from pitboss.table.table import Table


class RouletteOdds(Analysis[Roulette]):
    """What each kind of wager brings over all pockets of the wheel."""

    def wagers(self) -> tuple[WagerPar, ...]:
        """One row a kind: all places of a kind cover as many numbers."""
        return tuple(self.place(name, kind) for kind, name in self.usual.items())

    @cached_property
    def usual(self) -> dict[str, str]:
        """A place of each kind, without a zero where there is one: a zero takes those under a clause of its own."""
        found: dict[str, str] = {}
        for name, place in self.game.positions.items():
            held = found.setdefault(place.kind, name)
            if self.game.positions[held].holds_zero and not place.holds_zero:
                found[place.kind] = name
        return found

    def place(self, name: str, label: str) -> WagerPar:
        """The row of one place on the layout."""
        wheel, ends = self.game.wheel, Counter[tuple[Result, str]]()
        for number in wheel.pockets:
            result = self.game.result(name, number)
            where = "a zero" if number in wheel.zeros else "a number"
            ends[result, "covered" if result.outcome == WIN else f"{where} not covered"] += 1
        pockets = len(wheel.pockets)
        return row(label, [
            line(result, told, Fraction(count, pockets), self.stake) for (result, told), count in ends.items()
        ])

    def notes(self) -> tuple[str, ...]:
        return (f"Every one of the {len(self.game.wheel.pockets)} pockets is equally likely.",)

    # -- playing -----------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        """One wager of each kind; one that won still lies there."""
        stake = self.whole_stake()
        new = tuple((name, stake) for name in self.usual.values() if t.wager(1, "Ann", name) is None)
        return (Place(1, "Ann", new),) if new else ()

    def row_of(self, wager: str) -> str:
        return self.game.positions[wager].kind
