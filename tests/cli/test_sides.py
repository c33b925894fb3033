"""Additional wagers on the command line: odds, simulate, rules, games and play know them by themselves."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from pitboss.odds.blackjack import BlackjackOdds
from pitboss.odds.par import Strategy

Run = Callable[..., Result]

BACCARAT, BLACKJACK = "qld/baccarat", "qld/blackjack"
MIXED = "perfect pairs.mixed pair=4 to 1"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blackjack without its own figures."""
    monkeypatch.setattr(BlackjackOdds, "wagers", lambda analysis: ())
    monkeypatch.setattr(BlackjackOdds, "strategy", lambda analysis: Strategy())
    monkeypatch.setattr(BlackjackOdds, "notes", lambda analysis: ())


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))


def test_the_terminal_shows_one_side_and_another_payment(run: Run, quick: None, own_cache: None) -> None:
    out = run("odds", BLACKJACK, "--wager", "perfect pairs").stdout
    assert "18/311" in out and "QLD-17-8(a)(iii)" in out and "QLD-17-7(3)" in out and "original" not in out
    asked = ("odds", BLACKJACK, "--set", MIXED, "--wager", "Perfect-Pairs", "--json")
    row, = json.loads(run(*asked).stdout)["wagers"]
    assert (row["before"]["exact"], row["exact"], row["difference"]["exact"]) == ("18/311", "30/311", "12/311")
    out = run("odds", BACCARAT, "--option", "additional=none", "--wager", "perfect pairs player")
    assert out.exit_code == 2 and "no wager 'perfect pairs player'" in out.stderr


def test_the_command_shows_what_it_measured_of_one_wager(run: Run, own_cache: None) -> None:
    asked = ("simulate", BACCARAT, "--rounds", "200", "--seed", "1", "--workers", "1", "--wager",
             "Perfect-Pairs player")
    out = run(*asked).stdout
    assert "perfect pairs player" in out and "\nbanker" not in out and "1 of 1" in out
    data = json.loads(run(*asked, "--json").stdout)
    assert [row["wager"] for row in data["wagers"]] == ["perfect pairs player"] and data["wagers"][0]["measured"] == 200
    done = run(*asked[:-1], "purple")
    assert done.exit_code == 2 and "no wager 'purple'" in done.stderr
