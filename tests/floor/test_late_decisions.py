"""A decision that was lost on the way and comes late: it answers the question it was given for, or none."""

from __future__ import annotations

from floor.test_poker import Sim
from support.dealing import cards, dealt, enter


def test_a_second_card_is_not_drawn_by_an_old_draw() -> None:
    casino = dealt(text="2h 6d 3h")
    asked = casino.shown("blackjack")["asked"]
    assert asked["player"] == "Ann" and asked["step"]
    old = {"table": "blackjack", "hand": "1", "name": "draw", "step": asked["step"]}
    casino.do("Ann", "decide", **old)
    enter(casino, "blackjack", cards("2c"))
    again = casino.shown("blackjack")["asked"]
    assert again["player"] == "Ann" and again["step"] != asked["step"]
    refused = casino.no("Ann", "decide", **old)
    assert "question is over" in refused["refused"]
    casino.do("Ann", "decide", **old | {"step": again["step"]})


def test_a_decision_without_a_step_answers_whatever_is_asked() -> None:
    casino = dealt(text="2h 6d 3h")
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")


def test_a_check_before_the_flop_is_no_check_after_it() -> None:
    sim = Sim(players=("Ann", "Ben"))
    sim.sit("Ann", "Ben")
    sim.deal()
    first = sim.view["asked"]
    steps: list[tuple[str, str]] = []
    late: dict[str, str] | None = None
    while sim.view["playing"] and len(steps) < 8:
        asked = sim.view["asked"]
        names = {option["name"] for option in asked["options"]}
        act = {"hand": asked["hand"], "name": "check" if "check" in names else "call"}
        if late is not None and asked["player"] == first["player"]:
            refused = sim.do(asked["player"], "decide", **late)
            assert not refused["ok"] and "question is over" in refused["refused"]
        assert sim.do(asked["player"], "decide", **act, step=asked["step"])["ok"]
        if asked["player"] == first["player"]:
            late = {"hand": asked["hand"], "name": "check", "step": asked["step"]}
        steps.append((asked["player"], asked["step"]))
    assert len(set(steps)) == len(steps) == 8
