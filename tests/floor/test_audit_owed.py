"""Money that was paid and is to come back, though the player no longer has it: what was decided holds all the same."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import Casino
from support.dealing import cards, close, enter, opened

from pitboss.floor.rounds import check_rounds


@pytest.fixture
def paid() -> Casino:
    """Ann's blackjack was paid at once and all her credits are on a voucher, while Ben is asked."""
    casino = opened("blackjack")
    casino.do("Ben", "place", table="blackjack", box=2, wagers=[["original", 10_00]])
    close(casino, "blackjack", ["original", 10_00])
    enter(casino, "blackjack", cards("As 9d 8h Ks 9c"))
    assert casino.credits("Ann") == 1015_00
    casino.do("Ann", "cash-out", amount=1015_00)
    return casino


def misread(casino: Casino, text: str) -> dict[str, Any]:
    """Ann's first card was another."""
    index = next(n for n, answer in enumerate(casino.live("blackjack").answers)
                 if type(answer).__name__ == "Cards")
    return casino.do("Sue", "propose", table="blackjack", what="correct", round=1, index=index, answer=cards(text),
                     reason="misread")


def sound(casino: Casino) -> None:
    casino.sound()
    assert [played.faults for played in check_rounds(casino.store) if played.faults] == []


def test_a_round_under_way_is_put_right_though_what_it_paid_is_gone(paid: Casino) -> None:
    paid.do("Sam", "approve", table="blackjack", n=misread(paid, "2s")["n"])
    assert (paid.credits("Ann"), paid.store.balance("owed:Ann")) == (0, -25_00), "the win, and the stake"
    assert paid.live("blackjack").t.layout == 20_00
    sound(paid)
    paid.crash()
    sound(paid)


def test_void_after_it_and_the_voucher_after_that(paid: Casino) -> None:
    paid.do("Sam", "approve", table="blackjack", n=misread(paid, "2s")["n"])
    n = paid.do("Sue", "propose", table="blackjack", what="void", reason="the cards fell")["n"]
    paid.do("Sam", "approve", table="blackjack", n=n)
    sound(paid)
    paid.do("Max", "void-voucher", serial="V0000001", reason="paid in error")
    assert paid.credits("Ann") + paid.store.balance("owed:Ann") == 1000_00
    assert paid.store.balance("layout:blackjack") == 0 == paid.store.balance("float:blackjack")
    sound(paid)


def test_a_player_never_stakes_what_he_does_not_have(paid: Casino) -> None:
    """Only what officials decide is covered."""
    paid.do("Ben", "cash-out", amount=paid.credits("Ben"))
    assert not paid.ask("Ben", "decide", table="blackjack", hand="2", name="split")["ok"]
    assert paid.store.balance("owed:Ben") == 0
