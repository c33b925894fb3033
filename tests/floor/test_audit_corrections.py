"""What really happened beats what was entered, whatever followed from it."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import Casino
from support.dealing import cards, close, dice, enter, listed, opened

from pitboss.floor import commands as c
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_rounds
from pitboss.table.requests import Choose, Deal

DORA = c.Who("Dora", c.DEALER)


def wrong(casino: Casino, name: str, index: int, answer: dict[str, Any], round: int = 1) -> dict[str, Any]:
    fields = {"table": name, "what": "correct", "round": round, "index": index, "answer": answer, "reason": "misread"}
    return casino.ask("Sue", "propose", **fields)


def correct(casino: Casino, name: str, index: int, text: str, round: int = 1) -> None:
    made = wrong(casino, name, index, cards(text), round)
    assert made["ok"], made
    casino.do("Max", "approve", table=name, n=made["n"])
    casino.sound()
    assert [one.faults for one in check_rounds(casino.store) if one.faults] == []


def entries(casino: Casino, name: str, round: int = 1) -> dict[str, int]:
    found = ask(casino.floor, DORA, {"t": "round", "id": f"{name}/{round}"})["answers"]
    return {entry["words"]: entry["n"] for entry in found}


@pytest.fixture
def stood() -> Casino:
    """Ann stood on 17; the dealer's second card was entered as an 8: no wager won."""
    casino = opened("blackjack")
    close(casino, "blackjack", ["original", 10_00])
    enter(casino, "blackjack", cards("9c 9d 8h"))
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    enter(casino, "blackjack", cards("8s"))
    enter(casino, "blackjack", cards(""))
    return casino


def test_a_card_after_which_others_came(stood: Casino) -> None:
    """It was a 5, so the dealer drew: a ten that was never entered."""
    index = entries(stood, "blackjack")["8s"]
    no = wrong(stood, "blackjack", index, cards("5s"))
    assert (no["clause"], "every card from there on" in no["legal"]) == ("QLD-16-10(3)", True)
    correct(stood, "blackjack", index, "5s Th")
    assert listed(stood, "blackjack")[0]["gain"] == {"Ann": 10_00} and stood.credits("Ann") == 1010_00
    correct(stood, "blackjack", entries(stood, "blackjack")["Th"], "7h")
    assert listed(stood, "blackjack")[0]["gain"] == {"Ann": -10_00} and stood.credits("Ann") == 990_00


def test_a_card_too_many_or_too_few_is_refused(stood: Casino) -> None:
    index = entries(stood, "blackjack")["8s"]
    assert not wrong(stood, "blackjack", index, cards("8d Th"))["ok"]
    assert not wrong(stood, "blackjack", index, cards("2s 2d"))["ok"]


def test_a_third_card_at_baccarat() -> None:
    casino = opened("baccarat")
    close(casino, "baccarat", ["player", 10_00])
    enter(casino, "baccarat", cards("2c 2d 4h 5h"))
    casino.do("Dora", "direct", table="baccarat", name="announce")
    assert listed(casino, "baccarat")[0]["result"] == "banker 7 to 6"
    correct(casino, "baccarat", entries(casino, "baccarat")["4h"], "3h 5h 4s")
    assert listed(casino, "baccarat")[0]["result"] == "player 9 to 7" and casino.credits("Ann") == 1010_00


def test_a_card_of_the_round_under_way_is_found_and_put_right() -> None:
    casino = opened("three-card")
    close(casino, "three-card", ["ante", 10_00])
    enter(casino, "three-card", cards("4c 5d 9h"))
    assert entries(casino, "three-card")["cards that lie face down"] and "4c 5d 9h" not in entries(casino, "three-card")
    index = entries(casino, "three-card")["cards that lie face down"]
    n = wrong(casino, "three-card", index, cards("4c 5d 6h"))["n"]
    assert casino.do("Sam", "approve", table="three-card", n=n)["ok"], "no result has been determined yet"
    assert isinstance(casino.table("three-card").request, Deal)
    ann = ask(casino.floor, c.Who("Ann", c.PLAYER), {"t": "round", "id": "three-card/1"})
    assert not ann["ok"], "a player is not told of a round under way"
    enter(casino, "three-card", cards("Kc Qd 2h"))
    assert isinstance(casino.table("three-card").request, Choose)
    casino.sound()


def test_a_result_is_worked_out_again_by_a_manager_in_queensland(stood: Casino) -> None:
    n = wrong(stood, "blackjack", entries(stood, "blackjack")["8s"], cards("Ts"))["n"]
    assert stood.no("Sam", "approve", table="blackjack", n=n)["clause"] == "QLD-16-10(2)"
    stood.do("Mia", "approve", table="blackjack", n=n)


def test_a_throw_that_other_throws_followed_from_is_paid_by_hand() -> None:
    casino = opened("craps")
    close(casino, "craps", ["win bet", 10_00])
    enter(casino, "craps", dice(4, 2))
    assert wrong(casino, "craps", 2, dice(5, 4))["clause"] == "QLD-16-10(3)"
    made = wrong(casino, "craps", 2, dice(5, 1))
    casino.do("Max", "approve", table="craps", n=made["n"])
    assert casino.shown("craps")["last"]["result"] == "5 1"


def test_whose_money_moved_is_told_why(stood: Casino) -> None:
    """Several rounds later too, and after a restart."""
    close(stood, "blackjack", ["original", 10_00])
    enter(stood, "blackjack", cards("Tc Td Ts"))
    stood.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    enter(stood, "blackjack", cards("Qd"))
    enter(stood, "blackjack", cards(""))
    assert stood.shown("blackjack")["corrected"] is None
    correct(stood, "blackjack", entries(stood, "blackjack")["8s"], "Ts")
    told = {"round": 1, "reason": "misread", "clause": "QLD-16-10(2)", "changed": {"Ann": -10_00}}
    assert stood.shown("blackjack")["corrected"] == told
    stood.crash()
    assert stood.shown("blackjack")["corrected"] == told
