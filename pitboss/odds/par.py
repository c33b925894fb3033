"""What a par sheet says. Every figure follows from how often a wager ends in each way."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import msgspec

from pitboss.law import Result
from pitboss.law.results import LOSE, SURRENDER, WIN
from pitboss.money import Cents, Sum

# Enumerated games count in fractions; blackjack in doubles, with a bound on their error.
Number: TypeAlias = Fraction | float


class Line(msgspec.Struct, frozen=True):
    """One way a wager can end: what it brings per unit of what the row is measured on, and how often.

    `outcome` is win, lose, stand-off, void or surrender; a row of several wagers together tells by its sign."""

    outcome: str
    label: str
    pays: str
    net: Number
    probability: Number
    clause: str


class WagerPar(msgspec.Struct, frozen=True):
    """One wager, or one whole game measured on its opening wager.

    `per` is what a unit is: "wager", or the opening wager that the others follow from ("ante").
    `includes` are the wagers whose results count here; `average_stake` is all that is put down on them per unit.
    `frequency` is how often the wager is made, per unit of the opening wager, when it follows from a decision.
    `mean` is the expected result where it is known better than the lines tell; `error` bounds its error."""

    wager: str
    per: str
    lines: tuple[Line, ...]
    includes: tuple[str, ...] = ()
    average_stake: Number = Fraction(1)
    frequency: Number = Fraction(1)
    clauses: tuple[str, ...] = ()
    mean: Number | None = None
    error: float = 0.0
    note: str = ""

    @property
    def expectation(self) -> Number:
        """Expected result per unit.

        >>> even = [Line("win", "", "1 to 1", Fraction(1), Fraction(18, 37), ""),
        ...         Line("lose", "", "", Fraction(-1), Fraction(19, 37), "")]
        >>> WagerPar("red", "wager", tuple(even)).house_edge
        Fraction(1, 37)
        """
        return self.mean if self.mean is not None else total(line.net * line.probability for line in self.lines)

    @property
    def house_edge(self) -> Number:
        return 0 - self.expectation

    @property
    def exact(self) -> bool:
        """Is the edge a fraction, with nothing lost on the way?"""
        return isinstance(self.expectation, Fraction)

    @property
    def element_of_risk(self) -> Number:
        """The edge per unit of all the money put down."""
        return self.house_edge / self.average_stake

    @property
    def variance(self) -> Number:
        mean = total(line.net * line.probability for line in self.lines)
        return total((line.net - mean) ** 2 * line.probability for line in self.lines)

    @property
    def std_dev(self) -> float:
        return math.sqrt(self.variance)

    @property
    def hit_rate(self) -> Number:
        """How often more comes back than was put down."""
        return total(line.probability for line in self.lines if line.net > 0)


class Cell(msgspec.Struct, frozen=True):
    """What to do in one case: a short mark, and how much better it is than the next best, where known."""

    play: str
    value: float | None = None


class StrategyTable(msgspec.Struct, frozen=True):
    """Best play over two things a player sees: his hand down the side, the dealer's card or his other card above."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell, ...], ...]


class Strategy(msgspec.Struct, frozen=True):
    """Best play, in sentences and in tables; `legend` says what the marks in the tables mean."""

    advice: tuple[str, ...] = ()
    tables: tuple[StrategyTable, ...] = ()
    legend: dict[str, str] = {}


class OwnFigures(NamedTuple):
    """What a sheet says of the game itself, whatever is wagered beside it."""

    wagers: tuple[WagerPar, ...]
    strategy: Strategy
    notes: tuple[str, ...]


class ParSheet(msgspec.Struct, frozen=True):
    """All of a game's figures, under its options and whatever was changed for the sake of asking."""

    game: str
    title: str
    options: dict[str, str]
    changes: tuple[str, ...]
    method: str
    seconds: float
    wagers: tuple[WagerPar, ...]
    strategy: Strategy
    notes: tuple[str, ...] = ()

    @property
    def simulated(self) -> bool:
        """Is any figure measured, not counted? Its row says so."""
        return "simulated" in self.method

    def row(self, wager: str) -> WagerPar:
        for row in self.wagers:
            if row.wager == wager:
                return row
        raise KeyError(wager)


def total(numbers: Iterable[Number]) -> Number:
    """The sum; of doubles, without losing what is small."""
    held = list(numbers)
    if all(isinstance(number, Fraction | int) for number in held):
        return sum(held, Fraction(0))
    return math.fsum(held)


# What results bring that are no wins, per unit staked.
BROUGHT, NOTHING = {LOSE: Fraction(-1), SURRENDER: Fraction(-1, 2)}, Fraction(0)


def net(result: Result, stake: Cents) -> Fraction:
    """What a result brings per unit staked. The stake matters only where the law rounds or caps the payout, or pays
    a sum: elsewhere the odds are taken as they stand, without cutting to the cent.

    >>> from pitboss.law.clauses import clause
    >>> from pitboss.law import lose
    >>> net(lose(clause("QLD-12-17(3)")), 1000)
    Fraction(-1, 1)
    """
    if result.outcome == WIN and result.odds is not None:
        if rounded(result) or result.at_most is not None or isinstance(result.odds, Sum):
            return Fraction(result.pays(stake), stake)
        odds = result.odds.fraction
        return odds if result.levy is None else odds * (1 - Fraction(result.levy.percent, 100))
    return BROUGHT.get(result.outcome, NOTHING)


def rounded(result: Result) -> bool:
    """Does the law round what is paid, or what is kept of it, to more than a cent?"""
    return result.rounding is not None or (result.levy is not None and result.levy.clause is not None)


def line(result: Result, label: str, probability: Number, stake: Cents) -> Line:
    """The line of a distribution that a result of the law makes."""
    pays = str(result.odds) if result.odds is not None else ""
    return Line(result.outcome, label, pays, net(result, stake), probability, str(result.clause))


def row(wager: str, lines: Iterable[Line], per: str = "wager", note: str = "") -> WagerPar:
    """The row of a wager that stands by itself: lines alike in all but their probability become one, the
    best come first."""
    counted: dict[tuple[str, ...], Line] = {}
    for end in lines:
        key = (end.outcome, end.label, end.pays, str(end.net), end.clause)
        seen = counted.get(key)
        more = end.probability if seen is None else total((seen.probability, end.probability))
        counted[key] = msgspec.structs.replace(end, probability=more)
    ends = tuple(sorted(counted.values(), key=lambda end: -end.net))
    paying = tuple(dict.fromkeys(end.clause for end in ends if end.outcome == WIN))
    return WagerPar(wager, per, ends, (wager,), clauses=paying, note=note)
