"""Every leaf rule of the games built is enforced, exercised and killed; every procedure has its place."""

from __future__ import annotations

import pytest

from pitboss.cli.clauses import PACKAGE, gaps_in, measure
from pitboss.law.clauses import clause, within
from pitboss.law.coverage import Measured, Row, exceptions, table
from pitboss.rulebooks import card_games, games

EVERY = (*games().values(), *card_games().values())
# What is built is what the games say they stand in, with what their books say holds at any table.
STATED = {
    *(prefix for game in EVERY for prefix in (*game.book.terminal.law_of(game.law), *game.book.general)),
    *(prefix for game in games().values() for side in game.offers for prefix in side.law),
}
# What games leave out, and a word that only jackpots use.
LATER = (*(prefix for game in EVERY for prefix in game.left_out), "MEL-1.1:jackpot-management-console")


def is_built(clause: str) -> bool:
    later = any(within(clause, prefix) for prefix in LATER)
    return not later and any(within(clause, prefix) for prefix in STATED)


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return table([], PACKAGE, measure())


def test_no_gap_in_what_is_built(rows: list[Row]) -> None:
    gaps = gaps_in(rows, named=False)
    assert not gaps, [f"{row.clause}: {row.gap}" for row in gaps]


def test_every_schedule_built_is_whole(rows: list[Row]) -> None:
    built = [row for row in rows if is_built(row.clause)]
    assert not [str(row.clause) for row in gaps_in(built, named=True)]
    leaves = [row for row in built if row.leaf]
    assert len(leaves) > 1500
    assert sum(bool(row.exception) for row in leaves) < 0.02 * len(leaves)


def test_what_is_left_for_later_is_not_built() -> None:
    rows = table([], PACKAGE, Measured({}, {}))
    for later in LATER:
        there = [row for row in rows if row.leaf and within(row.clause, later) and row.clause.kind == "rule"]
        assert any(not row.enforced for row in there) or not there, f"{later} is enforced now"


def test_exceptions_name_clauses_and_reasons() -> None:
    for id, reason in exceptions().items():
        assert clause(id).kind == "rule" and len(reason) > 20


def test_a_gap_is_seen() -> None:
    nothing = table(["QLD-12-5"], PACKAGE, Measured({}, {}))
    assert {str(row.clause): row.gap for row in nothing} == {
        "QLD-12-5": "", "QLD-12-5(a)": "not exercised", "QLD-12-5(b)": "not exercised",
    }
    alive = table(["QLD-12-5(a)"], PACKAGE, Measured({"QLD-12-5(a)": ["a test"]}, {}))
    assert [row.gap for row in alive] == ["not killed"]
    unbuilt = table(["QLD-8a-8(2)"], PACKAGE, Measured({}, {}))
    assert [row.gap for row in unbuilt if row.leaf] == ["not enforced"]
