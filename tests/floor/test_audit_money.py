"""What a terminal says of the last round: bet, won, net, result; and the list of past rounds."""

from __future__ import annotations

from support.casino import PLAYERS
from support.dealing import cards, close, dice, enter, listed, opened

from pitboss.floor import view


def test_a_bonus_is_won_on_a_stake_that_is_counted_once() -> None:
    casino = opened("three-card")
    close(casino, "three-card", ["ante", 10_00], ["pair plus", 5_00])
    enter(casino, "three-card", cards("4c 5d 6h"))
    enter(casino, "three-card", cards("Kc Qd 2h"))
    casino.do("Ann", "decide", table="three-card", hand="1", name="bet")
    for _ in range(2):
        enter(casino, "three-card", cards(""))
    assert view.last_round(casino.table("three-card"), "Ann") == (25_00, 60_00)


def test_what_stands_is_bet_and_what_is_charged_is_lost() -> None:
    casino = opened("craps")
    close(casino, "craps", ["win bet", 10_00])
    enter(casino, "craps", dice(4, 2))
    table = casino.table("craps")
    assert view.last_round(table, "Ann") == (10_00, 0) and listed(casino, "craps")[0]["gain"] == {"Ann": 0}
    close(casino, "craps", ["buy bet 4", 20_00])
    enter(casino, "craps", dice(2, 2))
    assert view.last_round(table, "Ann") == (30_00, 40_00)
    assert listed(casino, "craps")[0]["gain"] == {"Ann": 39_00}, "the percentage of the buy bet is paid"
    casino.sound()


def test_a_round_nobody_saw_to_its_end_and_a_void_one_are_told_apart() -> None:
    casino = opened("three-card")
    close(casino, "three-card", ["ante", 10_00])
    enter(casino, "three-card", cards("4c 5d 9h"))
    enter(casino, "three-card", cards("Kc Qd 2h"))
    casino.do("Ann", "decide", table="three-card", hand="1", name="fold")
    enter(casino, "three-card", cards(""))
    assert listed(casino, "three-card")[0]["result"] == "folded"
    enter(casino, "three-card", {"type": "shuffled"})
    casino.bet("three-card")
    n = casino.do("Sue", "propose", table="three-card", what="void", reason="cards on the floor")["n"]
    casino.do("Sam", "approve", table="three-card", n=n)
    round = listed(casino, "three-card")[0]
    assert (round["result"], round["void"]) == ("void", True) and "cards on the floor" in round["why"]
    shown = casino.shown("three-card")
    assert shown["last"]["void"] and [row["result"] for row in shown["history"]] == ["folded"]
    casino.sound()


def test_a_stand_off_is_no_void_round() -> None:
    casino = opened("blackjack")
    close(casino, "blackjack", ["original", 10_00])
    enter(casino, "blackjack", cards("9c 9d 8h"))
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    enter(casino, "blackjack", cards("8s"))
    enter(casino, "blackjack", cards(""))
    assert listed(casino, "blackjack")[0]["void"] is False and listed(casino, "blackjack")[0]["gain"] == {"Ann": 0}


def test_past_rounds_are_listed_as_they_were_corrected() -> None:
    casino = opened("roulette")
    close(casino, "roulette", ["red", 10_00])
    enter(casino, "roulette", {"type": "ball", "number": "1"})
    assert listed(casino, "roulette")[0]["gain"] == {"Ann": 10_00}
    wrong = {"what": "correct", "round": 1, "index": 2, "answer": {"type": "ball", "number": "17"}, "reason": "misread"}
    n = casino.do("Sue", "propose", table="roulette", **wrong)["n"]
    casino.do("Max", "approve", table="roulette", n=n)
    round = listed(casino, "roulette")[0]
    assert (round["result"], round["gain"], round["why"]) == ("17", {"Ann": -10_00}, "corrected: misread")
    assert view.last_round(casino.table("roulette"), "Ann") == (10_00, 0)
    assert casino.credits("Ann") == 990_00 and casino.credits(PLAYERS[1]) == 1000_00
    casino.sound()
