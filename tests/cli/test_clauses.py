"""`pitboss clauses` as it is typed; the measurement itself is tested in tests/test_clauses.py."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pitboss.law.coverage import Measured

FULL = Measured({"QLD-12-5(a)": ["t::one"], "QLD-12-5(b)": ["t::one", "t::two"]}, {"QLD-12-5(a)": "t::one"})


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.clauses.measure", lambda prefixes: FULL)


def test_the_table(run: Callable[..., object]) -> None:
    done = run("clauses", "QLD-12-5")
    assert done.exit_code == 0  # type: ignore[attr-defined]
    text = done.stdout  # type: ignore[attr-defined]
    assert "QLD-12-5(a)" in text and "ThreeCardPoker.qualifies" in text and "1 test " in text and "2 tests" in text
    assert "of 2 rules 2 enforced, 2 exercised, 1 killed" in text and "gap QLD-12-5(b): not killed" in text


def test_strict_exits_1_on_a_gap(run: Callable[..., object]) -> None:
    done = run("clauses", "QLD-12-5", "--strict")
    assert done.exit_code == 1 and "gap QLD-12-5(b): not killed" in done.stdout  # type: ignore[attr-defined]
    assert run("clauses", "QLD-12-5(a)", "--strict").exit_code == 0  # type: ignore[attr-defined]


def test_json(run: Callable[..., object]) -> None:
    data = json.loads(run("clauses", "QLD-12-5", "--json").stdout)  # type: ignore[attr-defined]
    assert data["gaps"] == ["QLD-12-5(b)"] and data["summary"]["killed"] == 1
    assert data["clauses"][1]["killed_by"] == "t::one" and data["clauses"][1]["kind"] == "rule"


@pytest.mark.parametrize("prefix, why", [("FOO", "under none of the rulebooks"), ("QLD-99", "no clauses under QLD-99")])
def test_unknown_prefix(refused: Callable[..., str], prefix: str, why: str) -> None:
    assert why in refused("clauses", prefix)
