"""Roulette: every pocket is as likely as the next."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

from pitboss.law.results import WIN
from pitboss.odds.analysis import Analysis
from pitboss.odds.par import WagerPar, line, row
from pitboss.rulebooks.qld.s07_roulette import Roulette
from pitboss.table.acts import Place
from pitboss.table.table import Table


class RouletteOdds(Analysis[Roulette]):
    """What each kind of wager brings over all pockets of the wheel."""

    def wagers(self) -> tuple[WagerPar, ...]:
        """One row a kind; a place that differs from others of its kind, as none does here, would have its own."""
        rows: dict[str, WagerPar] = {}
        for name, place in self.game.positions.items():
            made = self.place(name, place.kind)
            known = rows.setdefault(place.kind, made)
            if (made.expectation, made.variance) != (known.expectation, known.variance):
                rows[name] = self.place(name, name)
            elif len(made.lines) > len(known.lines):
                # A place without a zero on it shows that a zero takes it under a clause of its own.
                rows[place.kind] = made
        return tuple(rows.values())

    def place(self, name: str, label: str) -> WagerPar:
        pockets = self.game.wheel.pockets
        results = [self.game.result(name, number) for number in pockets]
        each = Fraction(1, len(pockets))
        labels = ["a zero" if number in self.game.wheel.zeros else "a number" for number in pockets]
        return row(label, [
            line(result, "covered" if result.outcome == WIN else f"{where} not covered", each, self.stake)
            for result, where in zip(results, labels, strict=True)
        ])

    def notes(self) -> tuple[str, ...]:
        return (f"Every one of the {len(self.game.wheel.pockets)} pockets is equally likely.",)

    # -- playing -----------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        """One wager of each kind, each on the first place of its kind; one that won still lies there."""
        new = tuple((name, self.stake) for name in self.first_places if t.wager(1, "Ann", name) is None)
        return (Place(1, "Ann", new),) if new else ()

    @cached_property
    def first_places(self) -> tuple[str, ...]:
        first: dict[str, str] = {}
        for name, place in self.game.positions.items():
            first.setdefault(place.kind, name)
        return tuple(first.values())

    def row_of(self, wager: str) -> str:
        return self.game.positions[wager].kind
