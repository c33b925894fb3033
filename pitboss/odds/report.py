"""A par sheet as data: what was asked, the figures, and the figures before whatever was changed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TextIO

import msgspec

from pitboss.money import Cents
from pitboss.odds import analyse
from pitboss.odds.analysis import Analysis, BadQuestion
from pitboss.odds.jobs import Work
from pitboss.odds.par import Line, Number, ParSheet, Strategy, WagerPar
from pitboss.odds.whatif import beside_the_game
from pitboss.table.game import Game

Data = dict[str, Any]

# Figures that follow from how a wager ends.
OF_LINES = ("house_edge", "exact", "element_of_risk", "std_dev", "variance", "hit_rate")


class OddsQuestion(NamedTuple):
    """What a par sheet is asked for."""

    game: str
    options: Mapping[str, str] = {}
    settings: tuple[str, ...] = ()
    stake: Cents | None = None
    shoe: Mapping[str, int] | None = None

    def analysis(self, work: Work | None = None) -> Analysis[Any]:
        """The analysis that answers it; nothing is computed yet."""
        return analyse(self.game, self.options, self.settings, stake=self.stake, shoe=self.shoe, work=work)


class OddsReport(NamedTuple):
    """A sheet, and beside it what it is compared with: `against` says in words what that is. `wager` is the one
    the report was narrowed to."""

    question: OddsQuestion
    analysis: Analysis[Any]
    sheet: ParSheet
    before: ParSheet | None = None
    against: str = ""
    wager: str = ""

    def old(self, row: WagerPar) -> WagerPar | None:
        """The same wager before the change; None where it was not offered."""
        rows = self.before.wagers if self.before is not None else ()
        return next((old for old in rows if old.wager == row.wager), None)

    def only(self, wager: str) -> OddsReport:
        """The report on one wager."""
        row = self.sheet.row(wager)
        return self._replace(sheet=msgspec.structs.replace(self.sheet, wagers=(row,)), wager=wager)


def report(question: OddsQuestion, analysis: Analysis[Any] | None = None) -> OddsReport:
    """Answer a question; a what-if is answered with what it is compared with."""
    analysis = analysis or question.analysis()
    sheet = analysis.sheet
    earlier, against = _earlier(question, analysis)
    before = _sheet_before(earlier, question, analysis) if earlier is not None else None
    if before is None or (before.wagers == sheet.wagers and not sheet.changes):
        return OddsReport(question, analysis, sheet)
    if before.wagers == sheet.wagers:
        against += "; it moves no figure here"
    return OddsReport(question, analysis, sheet, before, against)


def _earlier(question: OddsQuestion, analysis: Analysis[Any]) -> tuple[OddsQuestion | None, str]:
    """What a what-if is measured against: the game without the settings; else with a full shoe; else as it is
    unless options are given. The stake stays, so that only what was asked about differs."""
    asked = question._replace(stake=analysis.stake)
    if question.settings:
        return asked._replace(settings=()), "without the change"
    if question.shoe is not None:
        return asked._replace(shoe=None), "with a full shoe"
    if changed_options(analysis):
        return asked._replace(options={}), "with the default options"
    return None, ""


def _sheet_before(earlier: OddsQuestion, question: OddsQuestion, asked: Analysis[Any]) -> ParSheet | None:
    try:
        analysis = earlier.analysis(asked.work)
        if _differ_beside_the_game(earlier, question, asked.game):
            analysis.take_over(asked)
        return analysis.sheet
    except BadQuestion:
        return None


def _differ_beside_the_game(earlier: OddsQuestion, question: OddsQuestion, game: Game) -> bool:
    """Do they differ in nothing but additional wagers, so that no figure of the game itself is counted twice?"""
    of_sides = {choice.name for side in game.offers for choice in side.choices}
    mine, other = (
        {name: value for name, value in each.options.items() if name not in of_sides} for each in (question, earlier)
    )
    return mine == other and question.shoe == earlier.shoe and beside_the_game(game, question.settings)


def changed_options(analysis: Analysis[Any]) -> dict[str, str]:
    """The options that are not what they are unless said."""
    game = analysis.game
    usual = {choice.name: choice.default for choice in game.choices}
    return {name: value for name, value in game.options.items() if value != usual[name]}


def difference(row: WagerPar, old: WagerPar) -> Number:
    """How much more the house has than before."""
    new, before = row.house_edge, old.house_edge
    if isinstance(new, Fraction) and isinstance(before, Fraction):
        return new - before
    return float(new) - float(before)


# -- JSON ----------------------------------------------------------------------------------------------


def sheet_data(odds_report: OddsReport) -> Data:
    """A report as it goes into JSON: exact numbers are fractions in quotes, the others plain numbers."""
    sheet = odds_report.sheet
    data: Data = {
        "game": sheet.game, "title": sheet.title, "options": sheet.options, "changes": list(sheet.changes),
        "method": sheet.method, "seconds": round(sheet.seconds, 6), "stake": odds_report.analysis.stake,
        "wagers": [_wager_data(odds_report, row) for row in sheet.wagers],
        "strategy": strategy_data(sheet.strategy), "notes": list(sheet.notes),
    }
    if odds_report.analysis.shoe is not None:
        data["shoe"] = dict(odds_report.analysis.shoe)
    if odds_report.before is not None:
        data["before"] = {"what": odds_report.against, "options": odds_report.before.options}
    return data


def _wager_data(odds_report: OddsReport, row: WagerPar) -> Data:
    data = {
        "wager": row.wager, **figures(row), "per": row.per, "includes": list(row.includes),
        "method": "exact" if row.exact else odds_report.sheet.method, "clauses": list(row.clauses), "note": row.note,
        "distribution": [line_data(line) for line in row.lines],
    }
    if odds_report.before is not None:
        old = odds_report.old(row)
        data["before"] = figures(old) if old is not None else None
        data["difference"] = _difference_data(row, old) if old is not None and row.lines and old.lines else None
    return data


def figures(row: WagerPar) -> Data:
    """The numbers of a wager; of one that is never made only how much and how often is known."""
    data: Data = {
        "house_edge": float(row.house_edge), "exact": text(row.house_edge),
        "element_of_risk": float(row.element_of_risk), "average_stake": float(row.average_stake),
        "frequency": float(row.frequency), "std_dev": row.std_dev, "variance": float(row.variance),
        "hit_rate": float(row.hit_rate), "error": row.error,
    }
    return data if row.lines else data | dict.fromkeys(OF_LINES)


def _difference_data(row: WagerPar, old: WagerPar) -> Data:
    more = difference(row, old)
    new, before = figures(row), figures(old)
    names = ("element_of_risk", "average_stake", "frequency", "std_dev", "variance", "hit_rate")
    return {"house_edge": float(more), "exact": text(more)} | {name: new[name] - before[name] for name in names}


def line_data(line: Line) -> Data:
    return {
        "outcome": line.outcome, "probability": exact(line.probability), "pays": line.pays, "label": line.label,
        "net": exact(line.net), "clause": line.clause,
    }


def strategy_data(strategy: Strategy) -> Data:
    """Best play; {} where there is nothing to decide."""
    if not (strategy.advice or strategy.tables):
        return {}
    tables = [
        {"name": table.name, "columns": list(table.columns), "rows": list(table.rows),
         "cells": [[{"play": cell.play, "value": cell.value} for cell in row] for row in table.cells]}
        for table in strategy.tables
    ]
    return {"advice": list(strategy.advice), "tables": tables, "legend": strategy.legend}


def text(number: Number) -> str | None:
    """A fraction in full; None for a double."""
    return str(number) if isinstance(number, Fraction) else None


def exact(number: Number) -> str | float:
    """A fraction in quotes, a double as it is.

    >>> exact(Fraction(1, 37)), exact(0.5)
    ('1/37', 0.5)
    """
    return text(number) or float(number)


# -- CSV -----------------------------------------------------------------------------------------------


FIGURES = ("house_edge", "exact", "element_of_risk", "average_stake", "frequency", "std_dev", "variance", "hit_rate",
           "error")
LINE = ("outcome", "label", "pays", "net", "probability", "clause")
COLUMNS = ("game", "wager", "per", *FIGURES, "before", "difference", *LINE, "probability_decimal", "contribution")


def write_csv(odds_report: OddsReport, file: TextIO) -> None:
    """A line for every way a wager can end, with the wager's figures on each."""
    lines = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    lines.writeheader()
    lines.writerows(_csv_lines(odds_report))


def _csv_lines(odds_report: OddsReport) -> Iterable[Data]:
    for row in odds_report.sheet.wagers:
        old = odds_report.old(row)
        own = {"game": odds_report.sheet.game, "wager": row.wager, "per": row.per, **figures(row)}
        if old is not None:
            own |= {"before": float(old.house_edge), "difference": float(difference(row, old))}
        for line in row.lines:
            yield own | line_data(line) | {
                "probability_decimal": float(line.probability),
                "contribution": float(line.net * line.probability),
            }
