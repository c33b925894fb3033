"""Sic-bo's par sheet: every throw by hand, the table itself on all 216, random rounds, what-ifs.

Published: wizardofodds.com/games/sic-bo/appendix/1 (small and big 2.78%), onlinesicbo.org/odds (a triple at 180 to 1
16.20%, a number that pays 12 to 1 on three dice 3.7%, one that pays 3 to 1 7.87%) and, for all the odds of this very
table in whole percents, tokyo3.org/forums/holiday/topics/3392; the second decimals are worked out from the throws that
win."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law.results import WIN
from pitboss.odds import analyse, par_sheet
from pitboss.odds.analysis import Analysis, BestPlay
from pitboss.rulebooks.qld.s08_sic_bo import SicBo
from pitboss.table.acts import Answer, Close, Dice, Place
from pitboss.table.driver import drive
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

GAME = "qld/sic-bo"
THROWS = tuple(product(range(1, 7), repeat=3))
# How many of the 216 throws win, and the house edge.
PUBLISHED = {
    "small": (105, 2.78), "big": (105, 2.78), "odd": (105, 2.78), "even": (105, 2.78), "any triple": (6, 11.11),
    "triple": (1, 16.20), "double": (16, 11.11), "dice combination": (30, 2.78), "four number combination": (24, 11.11),
    "individual die face value": (91, 3.70), "3 dice total 4": (3, 12.50), "3 dice total 5": (6, 11.11),
    "3 dice total 6": (10, 12.04), "3 dice total 7": (15, 9.72), "3 dice total 8": (21, 12.50),
    "3 dice total 9": (25, 7.41), "3 dice total 10": (27, 12.50),
}


def odds(**options: str) -> Analysis[SicBo]:
    return analyse(GAME, options)


def test_edges_and_hit_rates() -> None:
    rows = {row.wager: row for row in odds().sheet.wagers}
    for total in range(11, 18):
        same, other = rows.pop(f"3 dice total {total}"), rows[f"3 dice total {21 - total}"]
        assert (same.house_edge, same.lines) == (other.house_edge, other.lines)
    assert set(rows) == set(PUBLISHED)
    for name, (wins, edge) in PUBLISHED.items():
        assert rows[name].hit_rate == Fraction(wins, 216) and rows[name].exact, name
        assert round(100 * float(rows[name].house_edge), 2) == edge, name
        assert sum(line.probability for line in rows[name].lines) == 1


def test_each_line_names_its_clause() -> None:
    single = odds().sheet.row("individual die face value")
    assert [(line.label, line.probability, line.clause) for line in single.lines] == [
        ("on 3 dice", Fraction(1, 216), "QLD-8-12:face-3-dice"),
        ("on 2 dice", Fraction(15, 216), "QLD-8-12:face-2-dice"),
        ("on 1 die", Fraction(75, 216), "QLD-8-12:face-1-die"),
        ("it did not come", Fraction(125, 216), "QLD-8-5:individual-die-face-values"),
    ]
    small = odds().sheet.row("small")
    assert {line.label: line.probability * 216 for line in small.lines} == {
        "it came": 105, "it did not come": 105, "a triple": 6,
    }


@pytest.mark.parametrize("tumbler", ["open", "covered"])
def test_every_area_on_every_throw_through_the_table(tumbler: str) -> None:
    """What an area brings over all throws at the table is its expectation, to the cent."""
    made, stake = odds(tumbler=tumbler), 200
    brought: Counter[str] = Counter()
    for throw in THROWS:
        t = Table(made.game)
        drive(t, Thrower(tuple((name, stake) for name in made.game.positions), throw))
        assert {line.wager for line in t.lines} == set(made.game.positions) and not t.wagers
        for line in t.lines:
            brought[line.wager] += line.pays if line.outcome == WIN else -line.stake
    for name, cents in brought.items():
        assert cents == made.sheet.row(made.row_of(name)).expectation * stake * 216, name


class Thrower:
    """Puts down what it is given, then the dice as it is told."""

    def __init__(self, wagers: tuple[tuple[str, int], ...], throw: tuple[int, ...]) -> None:
        self.wagers, self.throw = wagers, throw

    def answer(self, t: Table, request: Asked) -> Answer:
        if not isinstance(request, Gather):
            return Dice(self.throw)
        placed, self.wagers = self.wagers, ()
        return Place(1, "Ann", placed) if placed else Close()


def test_random_rounds_agree_to_the_cent() -> None:
    made, chance = odds(), random.Random("sic-bo")
    names, t, rounds = list(made.game.positions), Table(made.game), 0
    while rounds < 20_000:
        staked = {name: 50 * chance.randint(2, 40) for name in chance.sample(names, 2)}
        throw = tuple(chance.choices(range(1, 7), k=3))
        drive(t, Thrower(tuple(staked.items()), throw))
        for line in t.lines:
            result = made.game.result(line.wager, throw)
            assert line.stake == staked.pop(line.wager)
            assert (line.outcome, line.pays) == (result.outcome, result.pays(line.stake))
        assert not staked and not t.wagers
        rounds += 1


def test_simulated_edges_are_near() -> None:
    made, rounds = odds(), 1000
    dealer, t = VirtualDealer(SeededSource("three dice"), BestPlay(made)), Table(made.game)
    brought: Counter[str] = Counter()
    for _ in range(rounds):
        drive(t, dealer)
        for line in t.lines:
            brought[made.row_of(line.wager)] += line.pays if line.outcome == WIN else -line.stake
    for row in made.sheet.wagers:
        off = brought[row.wager] / (rounds * made.stake) - float(row.expectation)
        assert abs(off) < 3.5 * row.std_dev / sqrt(rounds), row.wager


@pytest.mark.parametrize(("setting", "wager", "edge"), [
    ("triple=190 to 1", "triple", Fraction(25, 216)), ("double=12 to 1", "double", Fraction(8, 216)),
    ("3 dice total.4=60 to 1", "3 dice total 4", Fraction(33, 216)),
    ("individual die face value.3 dice=3 to 1", "individual die face value", Fraction(17, 216)),
    ("four number combination=8 to 1", "four number combination", Fraction(0)),
])
def test_a_changed_pay_line_changes_its_row_only(setting: str, wager: str, edge: Fraction) -> None:
    """190 and 12 to 1 are what schedule 8(a) pays; a number at 1, 2 and 3 to 1 costs 7.87%, as published."""
    before, after = par_sheet(GAME), par_sheet(GAME, None, [setting])
    assert after.row(wager).house_edge == edge
    assert [row.wager for row in before.wagers if after.row(row.wager) != row] == [wager]
