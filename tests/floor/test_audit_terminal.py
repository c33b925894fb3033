"""Limits of one terminal (QLD-16-5(3), 16-8), however a wager comes to lie there."""

from __future__ import annotations

import pytest
from support.casino import Casino


@pytest.fixture
def casino() -> Casino:
    made = Casino("roulette")
    made.do("Sue", "terminal-limits", table="roulette", player="Ann", minimum=20_00, maximum=50_00)
    return made


def lies(casino: Casino) -> list[int]:
    live = casino.table("roulette").live
    assert live is not None
    return [wager.amount for wager in live.t.all_wagers()]


@pytest.mark.parametrize("wagers", [[["red", 30_00], ["red", 30_00]], [["red", 10_00]], [["red", 51_00]]])
def test_outside_the_limits(casino: Casino, wagers: list[list[object]]) -> None:
    no = casino.no("Ann", "place", table="roulette", box=1, wagers=wagers)
    assert (no["clause"], no["legal"], lies(casino)) == ("QLD-16-5(3)", "20 to 50", [])


def test_two_halves_of_a_wager(casino: Casino) -> None:
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 10_00], ["red", 10_00]])
    assert lies(casino) == [20_00]


def test_what_is_left_of_a_wager(casino: Casino) -> None:
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 30_00]])
    assert casino.no("Ann", "take", table="roulette", box=1, wager="red", to=5_00)["clause"] == "QLD-16-5(3)"
    assert lies(casino) == [30_00]
    casino.do("Ann", "take", table="roulette", box=1, wager="red", to=20_00)
    casino.do("Ann", "take", table="roulette", box=1, wager="red", to=0)
    assert lies(casino) == []


def test_others_have_the_limits_of_the_table(casino: Casino) -> None:
    casino.do("Ben", "place", table="roulette", box=2, wagers=[["red", 30_00]])
    casino.do("Ben", "take", table="roulette", box=2, wager="red", to=5_00)
    assert lies(casino) == [5_00]
