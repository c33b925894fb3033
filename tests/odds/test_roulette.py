"""Roulette's par sheet: closed forms, every pocket through the table itself, random spins, what-ifs.

Published: wizardofodds.com/games/roulette (single zero 2.70%, double zero 5.26%, its five-number wager 7.89%,
triple zero 7.69%)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law.results import LOSE, WIN
from pitboss.odds import analyse, par_sheet
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.one_throw import OneThrowOdds
from pitboss.table.acts import Answer, Ball, Close, Place
from pitboss.table.driver import drive
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

GAME = "qld/roulette"
WHEELS = ("0", "00", "000")
COVERED = {
    "straight up": 1, "split": 2, "street": 3, "corner": 4, "5-line": 5, "6-line": 6, "column": 12, "dozen": 12,
    "low": 18, "high": 18, "even": 18, "odd": 18, "red": 18, "black": 18,
}


def odds(wheel: str) -> OneThrowOdds:
    made = analyse(GAME, {"wheel": wheel})
    assert isinstance(made, OneThrowOdds)
    return made


# -- closed forms ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wheel, edge, five", [
    ("0", Fraction(1, 37), None), ("00", Fraction(1, 19), Fraction(3, 38)), ("000", Fraction(1, 13), Fraction(4, 39)),
])
def test_edges(wheel: str, edge: Fraction, five: Fraction | None) -> None:
    edges = {row.wager: row.house_edge for row in odds(wheel).sheet.wagers}
    if five is not None:
        assert edges.pop("5-line") == five
    assert set(edges) == set(COVERED) - {"5-line"}
    assert set(edges.values()) == {edge}


@pytest.mark.parametrize("wheel", WHEELS)
def test_distributions(wheel: str) -> None:
    pockets = 36 + len(wheel)
    for row in odds(wheel).sheet.wagers:
        assert sum(line.probability for line in row.lines) == 1
        assert row.exact and row.per == "wager" and row.includes == (row.wager,)
        win = row.lines[0]
        assert (win.outcome, win.probability) == (WIN, Fraction(COVERED[row.wager], pockets))
        # E(x^2) - E(x)^2 of a wager that pays so much or loses one.
        mean = -row.house_edge
        assert row.variance == win.probability * win.net**2 + 1 - win.probability - mean**2
        assert row.hit_rate == win.probability


def test_each_line_names_its_clause() -> None:
    red = odds("0").sheet.row("red")
    assert [(line.label, line.clause) for line in red.lines] == [
        ("covered", "QLD-7-16(1):red"), ("a zero not covered", "QLD-7-16(2)"), ("a number not covered", "QLD-7-8:red"),
    ]
    assert red.clauses == ("QLD-7-16(1):red",)
    for wheel in WHEELS:
        for row in odds(wheel).sheet.wagers:
            zero = next((line for line in row.lines if line.label == "a zero not covered"), None)
            assert row.wager == "5-line" or (zero is not None and zero.clause == "QLD-7-16(2)")


# -- what-ifs ----------------------------------------------------------------------------------------------


def test_a_changed_pay_line_changes_its_row_only() -> None:
    before, after = par_sheet(GAME), par_sheet(GAME, None, ["straight-up=36 to 1"])
    assert after.row("straight up").house_edge == 0
    assert after.changes == ("straight up, win: 36 to 1 instead of 35 to 1",)
    for row in before.wagers:
        if row.wager != "straight up":
            assert after.row(row.wager) == row


def test_simulated_stakes_pay_whole_cents() -> None:
    made = analyse(GAME, None, ["dozen=7 to 3"], stake=250)
    assert made.whole_stake() == 300
    assert [amount for place in made.places(Table(made.game)) for _, amount in place.wagers] == [300] * 13
    tight = analyse(GAME, {"maximum": "2.50"}, ["dozen=7 to 3"], stake=250)
    assert tight.whole_stake() == 250


def test_there_is_no_shoe_to_ask_about() -> None:
    with pytest.raises(BadQuestion, match="leave --shoe out"):
        analyse(GAME, shoe={"A": 4})


# -- the table ---------------------------------------------------------------------------------------------


class Croupier:
    """Puts down what it is given, then the ball where it is told."""

    def __init__(self) -> None:
        self.wagers: tuple[tuple[str, int], ...] = ()
        self.number = ""

    def answer(self, t: Table, request: Asked) -> Answer:
        if not isinstance(request, Gather):
            return Ball(self.number)
        placed, self.wagers = self.wagers, ()
        return Place(1, "Ann", placed) if placed else Close()


@pytest.mark.parametrize("wheel", WHEELS)
def test_every_place_on_every_pocket_through_the_table(wheel: str) -> None:
    """What a place brings over all pockets at the table is its expectation, to the cent."""
    made, croupier, stake = odds(wheel), Croupier(), 250
    brought: Counter[str] = Counter()
    for number in made.game.wheel.pockets:
        t = Table(made.game)
        croupier.wagers, croupier.number = tuple((name, stake) for name in made.game.positions), number
        drive(t, croupier)
        assert {line.wager for line in t.lines} == set(made.game.positions)
        for line in t.lines:
            brought[line.wager] += line.pays if line.outcome == WIN else -line.stake
    for name, cents in brought.items():
        assert cents == made.sheet.row(made.row_of(name)).expectation * stake * len(made.game.wheel.pockets), name


@pytest.mark.parametrize("wheel", WHEELS)
def test_random_spins_agree_to_the_cent(wheel: str) -> None:
    made, croupier, chance = odds(wheel), Croupier(), random.Random(f"roulette {wheel}")
    nets = {row.wager: {line.outcome: line.net for line in row.lines} for row in made.sheet.wagers}
    names, t, lines = list(made.game.positions), Table(made.game), 0
    for _ in range(7000):
        lying = {name for _, _, name in t.wagers}
        chosen = [name for name in chance.sample(names, 3) if name not in lying]
        croupier.wagers = tuple((name, 50 * chance.randint(2, 40)) for name in chosen)
        croupier.number = chance.choice(made.game.wheel.pockets)
        staked = {wager.kind: wager.amount for wager in t.wagers.values()} | dict(croupier.wagers)
        drive(t, croupier)
        assert Counter(line.wager for line in t.lines) == Counter(staked.keys())
        for line in t.lines:
            net = nets[made.row_of(line.wager)][line.outcome] * staked[line.wager]
            assert (line.pays if line.outcome == WIN else -line.stake) == net
        lines += len(t.lines)
    assert lines > 20_000


@pytest.mark.parametrize("wheel", WHEELS)
def test_simulated_edges_are_near(wheel: str) -> None:
    made = odds(wheel)
    dealer, t, rounds = VirtualDealer(SeededSource(f"wheel {wheel}"), BestPlay(made)), Table(made.game), 1000
    brought: Counter[str] = Counter()
    for _ in range(rounds):
        drive(t, dealer)
        for line in t.lines:
            assert line.stake == made.whole_stake() == made.stake
            assert line.outcome in (WIN, LOSE)
            brought[made.row_of(line.wager)] += line.pays if line.outcome == WIN else -line.stake
    for row in made.sheet.wagers:
        off = brought[row.wager] / (rounds * made.stake) - float(row.expectation)
        assert abs(off) < 3.3 * row.std_dev / sqrt(rounds), row.wager
