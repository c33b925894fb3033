"""`pitboss clauses` as it is typed; the measurement itself is tested in tests/test_clauses.py."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.law.coverage import Measured

FULL = Measured({"QLD-12-5(a)": ["t::one"], "QLD-12-5(b)": ["t::one", "t::two"]}, {"QLD-12-5(a)": "t::one"})


@pytest.fixture(autouse=True)
def runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The tests are not run; who would have run them is counted."""
    counted: list[str] = []

    def run() -> Measured:
        counted.append("run")
        return FULL

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("pitboss.cli.clauses._run", run)
    return counted


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


def test_all_prefixes_come_from_one_measurement(run: Callable[..., object], runs: list[str]) -> None:
    for prefixes in ((), ("QLD-12-5",), ("QLD-7", "CBR"), ("NSW-10",)):
        run("clauses", *prefixes)
    assert runs == ["run"]


def test_one_measurement_is_kept_and_it_is_of_the_code_of_today(
    run: Callable[..., object], runs: list[str], tmp_path: Path
) -> None:
    kept = tmp_path / "pitboss"
    kept.mkdir()
    for name in ("clauses-0123.json", "clauses-4567.json", "clauses-89ab.4711", "other.counts"):
        (kept / name).write_bytes(b"old")
    run("clauses", "QLD-12-5")
    files = sorted(path.name for path in kept.iterdir())
    assert len(files) == 2 and files[1] == "other.counts"
    (kept / files[0]).write_bytes(b"half a measurem")
    run("clauses", "QLD-12-5")
    assert runs == ["run", "run"] and sorted(path.name for path in kept.iterdir()) == files


def test_a_measurement_that_cannot_be_kept_is_shown_all_the_same(
    run: Callable[..., object], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "full").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "full"))
    assert run("clauses", "QLD-12-5").exit_code == 0  # type: ignore[attr-defined]
