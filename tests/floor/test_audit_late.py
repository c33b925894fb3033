"""What staff did and the line lost: sent again, it counts in the round and for the question it was meant for."""

from __future__ import annotations

from typing import Any

import pytest
from floor.test_poker import SUPERVISOR, Sim
from support.casino import Casino
from support.dealing import cards, close, dealt, enter, opened

from pitboss.table.requests import Gather, Spin

BALL = {"type": "ball", "number": "17"}


@pytest.fixture
def spun() -> Casino:
    """Physical roulette: round 1 is over, in round 2 wagers are taken."""
    casino = opened("roulette")
    close(casino, "roulette", ["red", 10_00])
    enter(casino, "roulette", BALL)
    casino.bet("roulette")
    return casino


LATE: dict[str, dict[str, Any]] = {
    "no-more-bets": {}, "place-for": {"box": 2, "player": "Walt", "wagers": [["red", 10_00]]},
    "report": {"kind": "contravention", "facts": {"player": "Ann"}}, "drop-entry": {}, "silence": {},
}


@pytest.mark.parametrize("tag", LATE)
def test_what_was_meant_for_a_round_that_is_over(spun: Casino, tag: str) -> None:
    before = spun.store.version("table:roulette")
    refused = spun.no("Dora", tag, table="roulette", round=1, **LATE[tag])
    assert "round 1 is over" in refused["refused"], refused
    assert spun.store.version("table:roulette") == before
    assert isinstance(spun.table("roulette").request, Gather), "betting goes on"


def test_only_what_is_done_with_wagers_comes_after_no_more_bets(spun: Casino) -> None:
    assert spun.no("Dora", "place-for", table="roulette", round=1, **LATE["place-for"])["clause"] == "QLD-16-3(3)"
    assert spun.no("Dora", "no-more-bets", table="roulette", round=1)["clause"] == ""


def test_a_void_round_is_the_one_that_was_meant(spun: Casino) -> None:
    void = {"table": "roulette", "what": "void", "reason": "ball on the floor"}
    assert "round 1 is over" in spun.no("Sue", "propose", **void, round=1)["refused"]
    assert spun.do("Sue", "propose", **void, round=2)["ok"]


def test_silence_is_of_the_player_who_was_asked() -> None:
    """The dealer pressed it for Ann, who then stood: it is not Ben's hand that is played by the law."""
    casino = opened("blackjack")
    casino.do("Ben", "place", table="blackjack", box=2, wagers=[["original", 10_00]])
    close(casino, "blackjack", ["original", 10_00])
    enter(casino, "blackjack", cards("2h 2c 6d 3h 3c"))
    step = casino.shown("blackjack")["asked"]["step"]
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    assert casino.shown("blackjack")["asked"]["player"] == "Ben"
    assert "question is over" in casino.no("Dora", "silence", table="blackjack", step=step)["refused"]
    casino.do("Dora", "silence", table="blackjack", step=casino.shown("blackjack")["asked"]["step"])


def test_silence_between_players_is_of_whoever_was_asked() -> None:
    sim = Sim(players=("Ann", "Ben"))
    sim.sit("Ann", "Ben")
    sim.deal()
    asked = sim.view["asked"]
    assert sim.do(asked["player"], "decide", hand=asked["hand"], name="call")["ok"]
    silence = {"t": "silence", "table": "t", "step": asked["step"]}
    assert "question is over" in sim.give(SUPERVISOR, silence)["refused"]
    assert sim.give(SUPERVISOR, silence | {"step": sim.view["asked"]["step"]})["ok"]


def test_a_card_that_was_entered_for_another_question() -> None:
    casino = dealt(text="2h 6d 3h")
    casino.do("Ann", "decide", table="blackjack", hand="1", name="draw")
    step = casino.shown("blackjack")["asked"]["step"]
    enter(casino, "blackjack", cards("2c"))
    casino.do("Ann", "decide", table="blackjack", hand="1", name="draw")
    late = {"table": "blackjack", "answer": cards("2c"), "step": step}
    assert "question is over" in casino.no("Dora", "enter", **late)["refused"]


def test_what_is_confirmed_is_what_was_read_back() -> None:
    """Two consoles at one table: the other one dropped the entry and made another."""
    casino = opened("roulette")
    close(casino, "roulette", ["red", 10_00])
    casino.do("Dora", "enter", table="roulette", answer=BALL)
    read = casino.shown("roulette")["pending"]["n"]
    casino.do("Sue", "drop-entry", table="roulette")
    casino.do("Sue", "enter", table="roulette", answer={"type": "ball", "number": "18"})
    assert "Sue has made another entry" in casino.no("Dora", "confirm", table="roulette", n=read)["refused"]
    assert isinstance(casino.table("roulette").request, Spin)
    casino.crash()
    casino.do("Dora", "confirm", table="roulette", n=casino.shown("roulette")["pending"]["n"])
    assert casino.shown("roulette")["last"]["result"] == "18"


def test_once_and_a_confirmation_is_not_twice() -> None:
    casino = opened("roulette")
    casino.add("roulette-2", mode="physical", entry="twice")
    close(casino, "roulette-2", ["red", 10_00])
    casino.do("Dora", "enter", table="roulette-2", answer=BALL)
    assert casino.no("Dora", "confirm", table="roulette-2")["legal"] == "enter the same again"
    assert isinstance(casino.table("roulette-2").request, Spin)
    casino.do("Dora", "enter", table="roulette-2", answer=BALL)
    assert casino.shown("roulette-2")["last"]["result"] == "17"
