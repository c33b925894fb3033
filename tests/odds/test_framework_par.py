"""The figures of a par sheet against numbers worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from pitboss.law import Result, lose, stand_off, surrender, void, win
from pitboss.law.clauses import clause
from pitboss.money import Cents, Rounding, odds
from pitboss.odds.par import Line, ParSheet, Strategy, WagerPar, line, net, row, total

C = clause("QLD-12-17(3)")
OTHER = clause("QLD-12-19(2)(a)")


def made(*parts: tuple[str, int, int | Fraction], stake: int | Fraction = 1) -> WagerPar:
    """A wager over a die: so many units on so many of its six faces."""
    lines = tuple(Line("", label, "", Fraction(brings), Fraction(n, 6), "") for label, n, brings in parts)
    return WagerPar("die", "wager", lines, average_stake=Fraction(stake))


def test_figures_by_hand() -> None:
    """Two units on one face, nothing on two, one lost on three: 2/6 - 3/6, and (4 + 3) / 6 less the mean squared."""
    wager = made(("six", 1, 2), ("five", 2, 0), ("less", 3, -1))
    assert wager.expectation == Fraction(-1, 6)
    assert wager.house_edge == Fraction(1, 6)
    assert wager.variance == Fraction(7, 6) - Fraction(1, 36) == Fraction(41, 36)
    assert wager.std_dev == math.sqrt(41) / 6
    assert wager.hit_rate == Fraction(1, 6)
    assert wager.element_of_risk == Fraction(1, 6)
    assert wager.exact


def test_risk_is_measured_on_all_the_money_put_down() -> None:
    wager = made(("six", 1, 2), ("less", 5, -1), stake=Fraction(5, 2))
    assert wager.house_edge == Fraction(1, 2)
    assert wager.element_of_risk == Fraction(1, 5)


def test_a_hit_is_a_gain_and_not_a_stake_returned() -> None:
    assert made(("win", 2, Fraction(1, 100)), ("level", 3, 0), ("lose", 1, -1)).hit_rate == Fraction(1, 3)


def test_a_better_known_mean_counts_and_the_lines_still_swing() -> None:
    lines = (Line("win", "", "", 1.0, 0.5, ""), Line("lose", "", "", -1.0, 0.5, ""))
    wager = WagerPar("original", "original", lines, mean=-0.005, error=1e-12)
    assert (wager.house_edge, wager.variance, wager.exact) == (0.005, 1.0, False)


def test_doubles_are_added_without_losing_what_is_small() -> None:
    assert total([1e16, 1.0, -1e16]) == 1.0
    assert total([Fraction(1, 3)] * 3) == 1
    assert isinstance(total([]), Fraction)
    assert total([Fraction(1, 2), 0.25]) == 0.75


# -- what a result brings --------------------------------------------------------------------------------

DOWN, UP = Rounding(50, False, C), Rounding(50, True, C)


@pytest.mark.parametrize(("result", "stake", "brings"), [
    (win(odds("35 to 1"), C), 100, Fraction(35)),
    (win(odds("19 to 20"), C), 1, Fraction(19, 20)),
    (win(odds("7.5 to 1"), C), 33, Fraction(15, 2)),
    (lose(C), 700, Fraction(-1)),
    (stand_off(C), 700, Fraction(0)),
    (void(C), 700, Fraction(0)),
    (surrender(C), 701, Fraction(-1, 2)),
    (win(odds("19 to 20"), C, rounding=DOWN), 1500, Fraction(1400, 1500)),
    (win(odds("19 to 20"), C, rounding=UP), 1500, Fraction(1450, 1500)),
    (win(odds("19 to 20"), C, rounding=DOWN), 2000, Fraction(19, 20)),
    (win(odds("19 to 20"), C, rounding=DOWN), 40, Fraction(0)),
    (win(odds("100 to 1"), C, at_most=50_000), 1000, Fraction(50)),
    (win(odds("100 to 1"), C, at_most=50_000), 500, Fraction(100)),
    (win(odds("100 to 1"), C, at_most=50_000), 499, Fraction(100)),
    (win(odds("19 to 20"), C, rounding=UP, at_most=60), 100, Fraction(60, 100)),
])
def test_what_a_result_brings(result: Result, stake: Cents, brings: Fraction) -> None:
    assert net(result, stake) == brings
    shown = line(result, "so", Fraction(1, 4), stake)
    assert (shown.outcome, shown.label, shown.net, shown.probability) == (result.outcome, "so", brings, Fraction(1, 4))
    assert shown.clause == "QLD-12-17(3)"
    assert shown.pays == (str(result.odds) if result.odds else "")


# -- rows ------------------------------------------------------------------------------------------------


def test_lines_alike_become_one_and_the_best_come_first() -> None:
    third = Fraction(1, 3)
    made = row("red", [
        line(lose(C), "miss", third, 100),
        line(win(odds("2 to 1"), OTHER), "hit", third / 2, 100),
        line(win(odds("2 to 1"), OTHER), "hit", third / 2, 100),
        line(lose(C), "miss", third, 100),
    ])
    assert [(one.label, one.probability) for one in made.lines] == [("hit", third), ("miss", 2 * third)]
    assert made.includes == ("red",)
    assert made.clauses == (str(OTHER),), "the clauses that pay"
    assert made.house_edge == 0


@pytest.mark.parametrize("other", [
    line(win(odds("2 to 1"), OTHER), "another label", Fraction(1, 2), 100),
    line(win(odds("2 to 1"), C), "hit", Fraction(1, 2), 100),
    line(win(odds("4 to 2"), OTHER), "hit", Fraction(1, 2), 100),
    line(win(odds("3 to 1"), OTHER), "hit", Fraction(1, 2), 100),
    line(void(OTHER), "hit", Fraction(1, 2), 100),
])
def test_lines_that_differ_stay_two(other: Line) -> None:
    assert len(row("red", [line(win(odds("2 to 1"), OTHER), "hit", Fraction(1, 2), 100), other]).lines) == 2


def test_a_sheet_knows_its_rows_by_name() -> None:
    red = row("red", [line(lose(C), "miss", Fraction(1), 100)])
    sheet = ParSheet("qld/roulette", "Roulette", {}, (), "exact", 0.0, (red,), Strategy())
    assert sheet.row("red") is red
    with pytest.raises(KeyError):
        sheet.row("blue")
