"""Every leaf rule of the games built is enforced, exercised and killed; every procedure has its place."""

from __future__ import annotations

import pytest

from pitboss.cli.clauses import PACKAGE, gaps_in, measure
from pitboss.law.clauses import clause, within
from pitboss.law.coverage import Measured, Row, exceptions, table

BUILT = [
    "QLD-0", "QLD-1", "QLD-2", "QLD-2d", "QLD-4", *(f"QLD-5-{n}" for n in range(1, 33)), "QLD-7",
    *(f"QLD-10-{n}" for n in range(1, 35)), "QLD-12", "QLD-16", "CBR", *(f"NSW-{n}" for n in range(1, 14)),
    *(f"MEL-{n}" for n in range(3, 14)), "MEL-14.2.7",
    *(f"MEL-14.{game}.{rule}" for game in (4, 5, 6) for rule in (3, 5)), "QLD-10-44(3)", "QLD-5-34(3)",
]


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return table([], PACKAGE, measure())


def test_no_gap_in_what_is_built(rows: list[Row]) -> None:
    gaps = gaps_in(rows, named=False)
    assert not gaps, [f"{row.clause}: {row.gap}" for row in gaps]


def test_every_schedule_built_is_whole(rows: list[Row]) -> None:
    built = [row for row in rows if any(within(row.clause, prefix) for prefix in BUILT)]
    assert not [str(row.clause) for row in gaps_in(built, named=True)]
    leaves = [row for row in built if row.leaf]
    assert len(leaves) > 1500
    assert sum(bool(row.exception) for row in leaves) < 0.02 * len(leaves)


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
    unbuilt = table(["QLD-3-13(1)"], PACKAGE, Measured({}, {}))
    assert [row.gap for row in unbuilt if row.leaf] == ["not enforced"]
