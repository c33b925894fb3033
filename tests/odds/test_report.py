"""A par sheet as data: JSON, CSV, and the figures before a change."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from pitboss.law.clauses import clause
from pitboss.odds import analyse
from pitboss.odds.par import Cell, Line, ParSheet, Strategy, StrategyTable, WagerPar
from pitboss.odds.report import (
    COLUMNS,
    OddsQuestion,
    OddsReport,
    difference,
    figures,
    report,
    sheet_data,
    strategy_data,
    write_csv,
)

ROULETTE = "qld/roulette"
# What INTERFACE promises of `odds --json`.
SHEET = {"game", "options", "method", "seconds", "wagers", "strategy"}
WAGER = {"wager", "house_edge", "exact", "per", "element_of_risk", "average_stake", "std_dev", "hit_rate", "method",
         "clauses", "distribution"}
LINE = {"outcome", "probability", "pays"}

DOUBLE = WagerPar(
    "original", "original",
    (Line("win", "a win", "1 to 1", 1.0, 0.5, "QLD-2-15(2)"), Line("lose", "a loss", "", -1.0, 0.5, "QLD-2-15(2)")),
    ("original", "double down"), 1.1, 1.0, ("QLD-2-15(2)",), mean=-0.005, error=2e-13, note="with doubles",
)


def handmade(*wagers: WagerPar, strategy: Strategy | None = None) -> OddsReport:
    analysis = analyse(ROULETTE)
    sheet = ParSheet(ROULETTE, "Handmade", analysis.game.options, (), "exact", 0.1, wagers, strategy or Strategy())
    return OddsReport(OddsQuestion(ROULETTE), analysis, sheet)


@pytest.mark.parametrize("game", [ROULETTE, "qld/craps", "qld/baccarat", "qld/three-card-poker"])
def test_json_has_what_the_interface_promises(game: str) -> None:
    data = json.loads(json.dumps(sheet_data(report(OddsQuestion(game)))))
    assert set(data) >= SHEET
    assert (data["game"], data["method"]) == (game, "exact")
    assert isinstance(data["options"], dict) and isinstance(data["strategy"], dict)
    for wager in data["wagers"]:
        assert set(wager) >= WAGER
        assert wager["method"] == "exact" and wager["clauses"]
        assert float(Fraction(wager["exact"])) == wager["house_edge"]
        for line in wager["distribution"]:
            assert set(line) >= LINE and clause(line["clause"])
            assert isinstance(line["probability"], str) and isinstance(line["pays"], str)


def test_the_example_of_the_interface() -> None:
    data = sheet_data(report(OddsQuestion(ROULETTE)))
    assert data["strategy"] == {} and data["options"]["wheel"] == "0"
    straight = data["wagers"][0]
    assert straight["wager"] == "straight up" and straight["per"] == "wager"
    assert straight["exact"] == "1/37" and straight["house_edge"] == pytest.approx(1 / 37, abs=1e-15)
    assert straight["element_of_risk"] == straight["house_edge"] and straight["average_stake"] == 1.0
    assert straight["std_dev"] == pytest.approx(5.837838, abs=1e-6)
    assert straight["hit_rate"] == pytest.approx(1 / 37)
    assert straight["clauses"] == ["QLD-7-16(1):straight-up"]
    won = straight["distribution"][0]
    assert (won["outcome"], won["probability"], won["pays"], won["net"]) == ("win", "1/37", "35 to 1", "35")
    assert "before" not in data and "before" not in straight and "difference" not in straight


def test_probabilities_add_up_in_json() -> None:
    for wager in sheet_data(report(OddsQuestion(ROULETTE, {"wheel": "000"})))["wagers"]:
        lines = [(Fraction(line["net"]), Fraction(line["probability"])) for line in wager["distribution"]]
        assert sum(share for _, share in lines) == 1
        assert -sum(net * share for net, share in lines) == Fraction(wager["exact"])


def test_doubles_are_numbers_and_carry_their_error() -> None:
    wager = sheet_data(handmade(DOUBLE))["wagers"][0]
    assert wager["exact"] is None and wager["error"] == 2e-13
    assert wager["house_edge"] == 0.005 and wager["element_of_risk"] == pytest.approx(0.005 / 1.1)
    assert wager["distribution"][0]["probability"] == 0.5 and wager["note"] == "with doubles"
    assert wager["includes"] == ["original", "double down"]


def test_only_a_fraction_is_called_exact() -> None:
    made = handmade(DOUBLE, report(OddsQuestion(ROULETTE)).sheet.row("red"))
    made = made._replace(sheet=replace(made.sheet, method="exact in doubles"))
    assert [wager["method"] for wager in sheet_data(made)["wagers"]] == ["exact in doubles", "exact"]


def test_a_wager_that_is_never_made_has_no_edge() -> None:
    never = WagerPar("red", "red", (), ("red",), frequency=Fraction(0))
    made = handmade(never)._replace(before=report(OddsQuestion(ROULETTE)).sheet, against="without the change")
    wager = sheet_data(made)["wagers"][0]
    assert wager["frequency"] == 0 and wager["distribution"] == [] and wager["difference"] is None
    assert wager["before"]["exact"] == "1/37"
    assert {wager[name] for name in ("house_edge", "exact", "element_of_risk", "std_dev", "hit_rate")} == {None}


def test_nothing_has_no_minus_in_front() -> None:
    even = WagerPar("x", "wager", (Line("void", "", "", 0.0, 1.0, "QLD-2-14(2)(e)"),))
    assert str(figures(even)["house_edge"]) == str(figures(even)["element_of_risk"]) == "0.0"


def test_a_nought_in_double_precision_stays_a_number() -> None:
    row = WagerPar("x", "wager", (Line("lose", "", "", 0.0, 0.0, "QLD-2-15(2)"),))
    line = sheet_data(handmade(row))["wagers"][0]["distribution"][0]
    assert (line["net"], line["probability"]) == (0.0, 0.0)


def test_strategy() -> None:
    table = StrategyTable("hard", ("2", "A"), ("12",), ((Cell("S", 0.25), Cell("H")),))
    data = strategy_data(Strategy(("Stand.",), (table,), {"S": "stand", "H": "draw"}))
    assert data == {
        "advice": ["Stand."], "legend": {"S": "stand", "H": "draw"},
        "tables": [{"name": "hard", "columns": ["2", "A"], "rows": ["12"],
                    "cells": [[{"play": "S", "value": 0.25}, {"play": "H", "value": None}]]}],
    }


# -- what-ifs --------------------------------------------------------------------------------------------


def test_a_changed_pay_line_is_shown_beside_the_law() -> None:
    made = report(OddsQuestion(ROULETTE, settings=("red=2 to 1",)))
    assert made.against == "without the change"
    data = sheet_data(made)
    red = next(wager for wager in data["wagers"] if wager["wager"] == "red")
    assert (red["before"]["exact"], red["exact"], red["difference"]["exact"]) == ("1/37", "-17/37", "-18/37")
    assert red["difference"]["house_edge"] == pytest.approx(-18 / 37)
    assert red["difference"]["hit_rate"] == 0
    assert data["changes"] == ["red, win: 2 to 1 instead of 1 to 1"]
    black = next(wager for wager in data["wagers"] if wager["wager"] == "black")
    assert black["difference"]["exact"] == "0"


def test_a_change_that_moves_nothing_is_told() -> None:
    made = report(OddsQuestion("qld/baccarat", settings=("banker.even money=2 to 1",)))
    assert made.against == "without the change; it moves no figure here"


def test_a_setting_is_measured_under_the_same_options() -> None:
    made = report(OddsQuestion(ROULETTE, {"wheel": "00"}, ("red=2 to 1",)))
    assert made.before is not None and made.before.options["wheel"] == "00"
    assert made.before.row("red").house_edge == Fraction(1, 19)


def test_an_option_is_measured_against_the_defaults() -> None:
    made = report(OddsQuestion(ROULETTE, {"wheel": "00"}))
    assert made.against == "with the default options"
    data = sheet_data(made)
    rows = {wager["wager"]: wager for wager in data["wagers"]}
    assert rows["red"]["difference"]["exact"] == str(Fraction(1, 19) - Fraction(1, 37))
    assert rows["5-line"]["before"] is None and rows["5-line"]["difference"] is None
    assert data["before"]["options"]["wheel"] == "0"


@pytest.mark.parametrize("options", [{}, {"wheel": "0"}, {"minimum": "5"}])
def test_what_changes_nothing_is_compared_with_nothing(options: dict[str, str]) -> None:
    made = report(OddsQuestion(ROULETTE, options))
    assert made.before is None and "before" not in sheet_data(made)


def test_only_what_was_asked_about_differs() -> None:
    """A higher minimum would otherwise bring another stake with it, and another rounding."""
    made = report(OddsQuestion("qld/baccarat", {"rounding": "50c", "minimum": "5"}))
    assert made.analysis.stake == 500
    assert made.before is not None
    old = made.before.row("banker")
    assert old.house_edge == analyse("qld/baccarat").sheet.row("banker").house_edge


def test_a_difference_of_doubles_is_a_double() -> None:
    assert difference(DOUBLE, report(OddsQuestion(ROULETTE)).sheet.row("red")) == pytest.approx(0.005 - 1 / 37)


def test_one_wager() -> None:
    made = report(OddsQuestion(ROULETTE, {"wheel": "00"})).only("red")
    assert [row.wager for row in made.sheet.wagers] == ["red"]
    assert made.old(made.sheet.wagers[0]) is not None


# -- CSV -------------------------------------------------------------------------------------------------


def test_csv_has_a_line_for_every_way_to_end() -> None:
    made = report(OddsQuestion(ROULETTE, settings=("red=2 to 1",)))
    out = io.StringIO()
    write_csv(made, out)
    lines = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert tuple(lines[0]) == COLUMNS
    assert len(lines) == sum(len(row.lines) for row in made.sheet.wagers)
    for row in made.sheet.wagers:
        own = [line for line in lines if line["wager"] == row.wager]
        assert sum(Fraction(line["probability"]) for line in own) == 1
        assert sum(float(line["contribution"]) for line in own) == pytest.approx(-float(row.house_edge))
        assert {line["exact"] for line in own} == {str(row.house_edge)}
    red = next(line for line in lines if line["wager"] == "red")
    assert float(red["difference"]) == pytest.approx(-18 / 37) and float(red["before"]) == pytest.approx(1 / 37)


def test_csv_quotes_what_needs_it() -> None:
    hostile = WagerPar('a,"b"\nc', "wager", (Line("win", "x,y", "1 to 1", Fraction(1), Fraction(1), "QLD-2-15(2)"),))
    out = io.StringIO()
    write_csv(handmade(hostile), out)
    line = next(csv.DictReader(io.StringIO(out.getvalue())))
    assert line["wager"] == 'a,"b"\nc' and line["label"] == "x,y"
