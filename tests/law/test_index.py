"""The clause index and the readings, as data: nothing here imports the package."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

INDEX = Path(__file__).resolve().parents[2] / "pitboss" / "law" / "index"

# As many clauses as a count of each source found: none is lost. A book may get more, and there may be more books.
LEAST = {"PER": 262, "MEL": 618, "QLD": 3044, "CBR": 110, "NSW": 286}

KINDS = {"rule", "procedure", "physical"}

TOPICS = {
    "definition", "equipment", "seating", "limits", "wager", "deal", "decision", "ranking", "settlement",
    "payout", "commission", "jackpot", "irregularity", "tournament", "terminal", "conduct", "notice", "admin",
}

SEVERITIES = {"money", "legality", "editorial"}


def read(name: str) -> list[dict[str, str]]:
    with (INDEX / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BOOKS = [row["book"] for row in read("books")]
CLAUSES = {book: read(book) for book in BOOKS}
ALL = [row for rows in CLAUSES.values() for row in rows]
READINGS = read("readings")


@pytest.mark.parametrize("book", BOOKS)
def test_each_book_is_whole(book: str) -> None:
    rows = CLAUSES[book]
    assert list(rows[0]) == ["clause", "line", "topic", "kind", "summary"]
    assert len(rows) >= LEAST.get(book, 1)
    assert all(row["clause"].startswith(f"{book}-") for row in rows)


def test_clause_ids_are_unique() -> None:
    assert [clause for clause, n in Counter(row["clause"] for row in ALL).items() if n > 1] == []


def test_kinds_and_topics_are_known() -> None:
    assert {row["kind"] for row in ALL} == KINDS
    assert {row["topic"] for row in ALL} == TOPICS


def test_lines_are_numbers_in_the_order_of_the_source() -> None:
    for rows in CLAUSES.values():
        lines = [int(row["line"]) for row in rows]
        assert lines == sorted(lines)
        assert lines[0] > 0


def test_summaries_are_short_and_present() -> None:
    assert [row["clause"] for row in ALL if not 1 <= len(row["summary"].split()) <= 20] == []


def test_no_cell_is_padded_or_missing() -> None:
    for row in [*ALL, *READINGS]:
        assert None not in row, row
        assert all(value and value == value.strip() for value in row.values()), row


def test_readings_have_their_columns() -> None:
    assert list(READINGS[0]) == ["clause", "severity", "matter", "reading", "reason", "configurable"]


def test_every_reading_names_a_known_clause() -> None:
    known = {row["clause"] for row in ALL}
    assert [row["clause"] for row in READINGS if row["clause"] not in known] == []


def test_no_reading_is_without_text() -> None:
    for row in READINGS:
        for column in ("matter", "reading", "reason"):
            text = row[column]
            assert len(text.split()) >= 2 and text.endswith("."), (row["clause"], column, text)


def test_severity_and_configurable_are_known() -> None:
    assert {row["severity"] for row in READINGS} == SEVERITIES
    assert {row["configurable"] for row in READINGS} == {"yes", "no"}


def test_no_reading_is_given_twice() -> None:
    assert [key for key, n in Counter((row["clause"], row["matter"]) for row in READINGS).items() if n > 1] == []


@pytest.mark.parametrize(
    ("clause", "severity", "configurable"),
    [
        ("CBR-8.2", "money", "yes"),
        ("NSW-10.7", "money", "no"),
        ("QLD-1-20(5)", "money", "no"),
        ("QLD-4-17(4)", "money", "no"),
        ("QLD-12-3", "money", "no"),
        ("QLD-1-22(10)(a)", "legality", "no"),
        ("MEL-8.8.2", "legality", "yes"),
        ("QLD-12-9(1)", "editorial", "no"),
    ],
)
def test_a_reading_stands_under_its_clause(clause: str, severity: str, configurable: str) -> None:
    assert (severity, configurable) in {
        (row["severity"], row["configurable"]) for row in READINGS if row["clause"] == clause
    }


@pytest.mark.parametrize(
    "clause",
    ["CBR-10.5", "NSW-9.6", "QLD-2-25(1)", "QLD-2-35(1)(a)", "QLD-4-23(2)(b)", "QLD-7-17(1)", "QLD-12-3"],
)
def test_clauses_that_decide_money_or_options_are_rules(clause: str) -> None:
    assert next(row["kind"] for row in ALL if row["clause"] == clause) == "rule"
