"""The wheel of fortune's par sheets: closed forms, every section through the table itself, random spins, what-ifs.

Published: the Australian wheel of 52, whose odds are those of this schedule, costs 7.69% on every symbol (Wikipedia,
"Big Six wheel"; knowyourluck.com/bigsixwheel.html has its sections and odds)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law.results import WIN
from pitboss.odds import analyse, par_sheet
from pitboss.odds.analysis import Analysis, BestPlay
from pitboss.rulebooks.qld.s09_wheel_of_fortune import WheelOfFortune
from pitboss.table.acts import Answer, Ball, Close, Place
from pitboss.table.driver import drive
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

GAME = "qld/wheel-of-fortune"
# Sections and odds of each symbol, as the schedule prints them.
WHEELS: dict[str, dict[str, tuple[int, Fraction]]] = {
    wheel: {symbol: (int(count), Fraction(pays)) for symbol, count, pays in (one.split() for one in text.split(", "))}
    for wheel, text in {
        "50": "a 24 1, b 8 5, c 8 5, d 4 11, e 2 22, f 2 22, g 1 44, h 1 44",
        "52": "a 24 1, b 12 3, c 8 5, d 4 11, e 2 23, f 1 47, g 1 47",
        "54": "a 26 1, b 13 3, c 7 13/2, d 4 12, e 2 25, f 1 52, g 1 52",
    }.items()
}


def odds(wheel: str) -> Analysis[WheelOfFortune]:
    return analyse(GAME, {"wheel": wheel})


@pytest.mark.parametrize("wheel", WHEELS)
def test_edges(wheel: str) -> None:
    rows = {row.wager: row for row in odds(wheel).sheet.wagers}
    assert set(rows) == {f"symbol {symbol}" for symbol in WHEELS[wheel]}
    for symbol, (count, pays) in WHEELS[wheel].items():
        row, won = rows[f"symbol {symbol}"], Fraction(count, int(wheel))
        assert row.house_edge == 1 - won * (pays + 1) and row.hit_rate == won and row.exact
        assert row.variance == won * (1 - won) * (pays + 1) ** 2
        assert [line.clause for line in row.lines][1:] == ["QLD-9-8"]


def test_the_house_has_the_edge_everywhere() -> None:
    edges = {wheel: [float(row.house_edge) for row in odds(wheel).sheet.wagers] for wheel in WHEELS}
    assert {wheel: (round(100 * min(each), 2), round(100 * max(each), 2)) for wheel, each in edges.items()} == {
        "50": (4.0, 10.0), "52": (7.69, 7.69), "54": (1.85, 3.7),
    }


class Spinner:
    """Puts down what it is given, then stops the wheel where it is told."""

    def __init__(self) -> None:
        self.wagers: tuple[tuple[str, int], ...] = ()
        self.number = ""

    def answer(self, t: Table, request: Asked) -> Answer:
        if not isinstance(request, Gather):
            return Ball(self.number)
        placed, self.wagers = self.wagers, ()
        return Place(1, "Ann", placed) if placed else Close()


@pytest.mark.parametrize("wheel", WHEELS)
def test_every_symbol_on_every_section_through_the_table(wheel: str) -> None:
    made, spinner, stake = odds(wheel), Spinner(), 200
    brought: Counter[str] = Counter()
    for number in made.game.pockets:
        t = Table(made.game)
        spinner.wagers, spinner.number = tuple((name, stake) for name in made.game.positions), number
        drive(t, spinner)
        for line in t.lines:
            brought[line.wager] += line.pays if line.outcome == WIN else -line.stake
    for name, cents in brought.items():
        assert cents == made.sheet.row(name).expectation * stake * int(wheel), name


@pytest.mark.parametrize("wheel", WHEELS)
def test_random_spins_agree_to_the_cent(wheel: str) -> None:
    made, spinner, chance = odds(wheel), Spinner(), random.Random(f"big wheel {wheel}")
    nets = {row.wager: {line.outcome: line.net for line in row.lines} for row in made.sheet.wagers}
    names, t, lines = list(made.game.positions), Table(made.game), 0
    stops = (*made.game.pockets, *made.game.pegs)
    for _ in range(7000):
        lying = {name for _, _, name in t.wagers}
        chosen = [name for name in chance.sample(names, 3) if name not in lying]
        spinner.wagers = tuple((name, 50 * chance.randint(2, 40)) for name in chosen)
        spinner.number = chance.choice(stops)
        staked = {wager.kind: wager.amount for wager in t.wagers.values()} | dict(spinner.wagers)
        drive(t, spinner)
        assert Counter(line.wager for line in t.lines) == Counter(staked.keys())
        for line in t.lines:
            brought = line.pays if line.outcome == WIN else -line.stake
            assert brought == nets[line.wager][line.outcome] * staked[line.wager]
        lines += len(t.lines)
    assert lines > 20_000


@pytest.mark.parametrize("wheel", WHEELS)
def test_simulated_edges_are_near(wheel: str) -> None:
    made, rounds = odds(wheel), 1000
    dealer, t = VirtualDealer(SeededSource(f"fortune {wheel}"), BestPlay(made)), Table(made.game)
    brought: Counter[str] = Counter()
    for _ in range(rounds):
        drive(t, dealer)
        for line in t.lines:
            brought[line.wager] += line.pays if line.outcome == WIN else -line.stake
    stake = made.whole_stake()
    for row in made.sheet.wagers:
        off = brought[row.wager] / (rounds * stake) - float(row.expectation)
        assert abs(off) < 3.5 * row.std_dev / sqrt(rounds), row.wager


def test_a_changed_pay_line_changes_its_row_only() -> None:
    before, after = par_sheet(GAME), par_sheet(GAME, None, ["symbol.g=49 to 1"])
    assert after.row("symbol g").house_edge == 0
    assert [row.wager for row in before.wagers if after.row(row.wager) != row] == ["symbol g"]
