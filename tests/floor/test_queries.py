"""Bounds of what a query takes: numbers, lengths of texts, and what it means if a field is left out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.casino import Casino

from pitboss.floor.commands import Who
from pitboss.floor.queries import ask

INSPECTOR, SUPERVISOR = Who("Ivy", "inspector"), Who("Sue", "supervisor")


@pytest.fixture(scope="module")
def casino() -> Casino:
    casino = Casino("three-card")
    casino.add("roulette-2", mode="physical")
    casino.bet("roulette-2")
    casino.do("Dora", "no-more-bets", table="roulette-2")
    casino.do("Dora", "enter", table="roulette-2", answer={"type": "ball", "number": "17"})
    casino.do("Dora", "confirm", table="roulette-2")
    return casino


@pytest.mark.parametrize("kind", ["journal", "ledger"])
def test_at_most_five_hundred_rows_are_returned(casino: Casino, kind: str) -> None:
    assert ask(casino.floor, INSPECTOR, {"t": kind, "limit": 500})["ok"]
    for limit in (501, 10**9, -1, "500"):
        assert ask(casino.floor, INSPECTOR, {"t": kind, "limit": limit})["refused"] == \
            "limit is a number from 0 to 500"


def test_texts_of_a_preview_are_cut_to_eighty_letters(casino: Casino) -> None:
    query = {"t": "preview", "table": "three-card", "kind": "x" * 200, "facts": {"y" * 200: "z" * 200}}
    shown = str(ask(casino.floor, SUPERVISOR, query))
    assert set(re.findall("x{20,}", shown)) == {"x" * 80} and not re.search("y{81}|z{81}", shown)


def difference(casino: Casino, **fields: Any) -> dict[str, Any]:
    query = {"t": "difference", "table": "roulette-2", "answer": {"type": "ball", "number": "18"}}
    return ask(casino.floor, SUPERVISOR, query | fields)


def test_a_difference_is_asked_for_by_round_and_entry(casino: Casino) -> None:
    played = casino.played("roulette-2", 1)
    index = next(n for n, answer in enumerate(played) if answer["type"] == "ball")
    # On red: 17 is black, 18 is red.
    assert difference(casino, round=1, index=index)["net"] == {"Ann": 20_00}
    assert "round 0" in difference(casino, index=index)["refused"]
    assert "no entry" in difference(casino, round=1, index=99)["refused"]
    # Without an entry it is the first one, which is a wager.
    assert "entry 0 of round 1" in difference(casino, round=1)["refused"]
