"""'No more bets' stands for a moment before anything else happens."""

from __future__ import annotations

import pytest
from support.casino import Casino

from pitboss.floor import view
from pitboss.floor.desk import Settings

SHOWN = 2000


def closed(name: str, seconds: int = 2) -> Casino:
    casino = Casino(name, settings=Settings(guests=False, closed_seconds=seconds))
    casino.bet(name)
    casino.do("Dora", "no-more-bets", table=name)
    return casino


@pytest.mark.parametrize(("name", "clause"), [
    ("roulette", "QLD-7-9(4)"), ("baccarat", "QLD-1-8(3)(b)"), ("craps", "QLD-4-5"), ("blackjack", "QLD-2-"),
    ("three-card", "QLD-12-"), ("bonus", "NSW-"), ("holdem", "CBR-"),
])
def test_it_can_be_read_before_the_result(name: str, clause: str) -> None:
    casino = closed(name)
    shown = casino.shown(name)
    assert not shown["betting"] and shown["asked"] and not shown["history"] and shown["wagers"]
    late = casino.no("Ann", "place", table=name, box=1, wagers=[[shown["wagers"][0]["wager"], 10_00]])
    assert late["clause"].startswith(clause)
    casino.wait(SHOWN - 1)
    assert casino.shown(name)["round"] == shown["round"] and not casino.shown(name)["betting"]
    assert not casino.shown(name)["hands"]
    casino.wait(1)
    assert casino.shown(name)["hands"] or len(casino.shown(name)["history"]) == 1
    casino.sound()


def test_after_a_crash_it_stands_again() -> None:
    casino = closed("roulette")
    casino.wait(SHOWN - 1)
    casino.crash()
    casino.wait(SHOWN - 1)
    assert not casino.shown("roulette")["betting"]
    casino.wait(1)
    assert casino.shown("roulette")["betting"] and len(casino.shown("roulette")["history"]) == 1


def test_no_countdown_is_shown_for_it() -> None:
    casino = closed("roulette")
    table = casino.table("roulette")
    assert table.ends is not None
    assert view.public(table)["clock"] is None


def test_without_the_setting_the_result_comes_at_once() -> None:
    assert closed("roulette", 0).shown("roulette")["betting"]


def test_a_banker_who_is_asked_about_the_cut_has_the_whole_time_for_it() -> None:
    """Not only the moment in which 'no more bets' can be read; then the tiles are cut without an answer."""
    name = "pai-gow"
    casino = Casino(name, decision_seconds=20, settings=Settings(guests=False, closed_seconds=2))
    casino.bet(name, "Ann", 1)
    casino.do("Dora", "no-more-bets", table=name)
    casino.wait(SHOWN)
    casino.finish(name)
    casino.do("Ann", "place", table=name, box=1, wagers=[["bank", 100_00]])
    casino.bet(name, "Ben", 2)
    casino.do("Dora", "no-more-bets", table=name)
    asked, clock = casino.shown(name)["asked"], view.public(casino.table(name))["clock"]
    assert asked["player"] == "Ann" and asked["options"][0]["name"] == "cut 1 stack"
    assert clock == {"what": "decision", "ends": casino.now + 20_000, "seconds": 20}
    casino.wait(20_000 - 1)
    assert casino.shown(name)["asked"]["player"] == "Ann" and not casino.shown(name)["hands"]
    casino.wait(1 + SHOWN)
    assert casino.shown(name)["hands"] and casino.shown(name)["asked"]["player"] == "Ben"
    casino.sound()
