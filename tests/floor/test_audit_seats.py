"""Who loses a seat without asking for it is told why, and by whose rule."""

from __future__ import annotations

from typing import Any

import msgspec
from support.casino import MINUTE, Casino


def mine(told: list[bytes], name: str) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(told[-1])["tables"].get(name, {})
    return found


def test_a_quiet_seat_is_given_up_with_a_word() -> None:
    casino = Casino("blackjack")
    told: list[bytes] = []
    casino.floor.follow("Ann", told.append)
    casino.do("Ann", "sit", table="blackjack", box=1)
    assert "vacated" not in mine(told, "blackjack")
    casino.wait(11 * MINUTE)
    assert mine(told, "blackjack")["boxes"] == [] and "house rule" in mine(told, "blackjack")["vacated"]["why"]
    casino.sound()
    casino.do("Ann", "sit", table="blackjack", box=2)
    assert "vacated" not in mine(told, "blackjack")
    casino.do("Ann", "leave", table="blackjack")
    assert "vacated" not in mine(told, "blackjack"), "who leaves knows why"
    casino.sound()


def test_a_table_that_closes_says_under_which_clause() -> None:
    casino = Casino("bonus")
    told: list[bytes] = []
    casino.floor.follow("Ann", told.append)
    casino.do("Ann", "sit", table="bonus", box=1)
    casino.do("Sue", "close-table", table="bonus")
    for _ in range(2):
        casino.wait(8 * MINUTE)
        casino.play("bonus")
    casino.wait(8 * MINUTE)
    assert casino.table("bonus").live is None
    assert mine(told, "bonus")["vacated"] == {"why": "the table closed", "clause": "NSW-13.8"}
    casino.sound()
