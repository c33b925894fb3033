"""A table between players that closes: after notice, or as soon as everybody agrees (MEL-18.3)."""

from __future__ import annotations

from typing import Any

import pytest
from support.poker_floor import MANAGER, NAMES, SUPERVISOR, Sim, again, read_again

from pitboss.floor.commands import Who
from pitboss.floor.desk import body_of, encode
from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify

DEALER = Who("Dora", "dealer")


def close(sim: Sim, who: Who = SUPERVISOR, **more: Any) -> dict[str, Any]:
    return sim.give(who, {"t": "close-table", "table": "t", **more})


def ask_players(sim: Sim, who: Who = SUPERVISOR, what: str = "close") -> dict[str, Any]:
    return sim.give(who, {"t": "ask-players", "table": "t", "what": what})


def answer(sim: Sim, player: str, agree: bool = True, n: int | None = None) -> dict[str, Any]:
    return sim.do(player, "answer", n=sim.view["question"]["n"] if n is None else n, agree=agree)


def sound(sim: Sim) -> None:
    """Another reading sees the same, and every hand plays again."""
    read_again(sim)
    assert verify(sim.store).faults == []
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


def playing(*names: str, **more: Any) -> Sim:
    sim = Sim(**more)
    sim.sit(*(names or ("Ann", "Ben", "Cat")))
    sim.deal()
    return sim


def play_hand(sim: Sim) -> None:
    sim.deal()
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]


# -- notice ------------------------------------------------------------------------------------------------


def test_a_table_closes_after_three_hands_notice() -> None:
    """Announced, counted and shown; the hand that was on is none of the three."""
    sim = playing()
    assert close(sim)["hands"] == 3
    closing = sim.view["closing"]
    assert (closing["hands"], closing["words"], closing["clause"]) == (3, "closes after 3 more hands", "MEL-18.3")
    while sim.desk.under_way:
        sim.act("fold")
    assert sim.view["closing"]["words"] == "closes after 3 more hands"
    for left in (3, 2, 1):
        sim.deal()
        more = f" and {left - 1} more" if left > 1 else ""
        assert sim.view["closing"]["words"] == f"closes after this hand{more}"
        assert again(sim).view["closing"] == sim.view["closing"]
        sound(sim)
        assert sim.view["status"] == "closing" and sim.view["closing"]["hands"] == left
        play_hand(sim)
    assert sim.view["status"] == "closed" and sim.view["seats"] == {} and sim.view["closing"] is None
    assert sim.desk.rounds == 4
    left_by = [body_of(event) for event in sim.store.events("table:t") if event.type == "left"]
    assert {(body["why"], body["clause"]) for body in left_by} == {("the table closes", "MEL-18.3")}
    assert sum(sim.accounts()[f"player:{name}"] for name in NAMES) == 5 * 1000_00
    sound(sim)


def test_nobody_new_sits_down_at_a_table_that_closes() -> None:
    sim = playing()
    close(sim)
    refused = sim.do("Dan", "sit", box=7, amount=100_00)
    assert refused["clause"] == "MEL-18.3" and "3 more hands" in refused["refused"]


def test_at_once_is_refused_while_players_are_there() -> None:
    sim = playing()
    refused = close(sim, now=True)
    assert refused["clause"] == "MEL-18.3" and "every player agrees" in refused["legal"]
    assert sim.view["status"] == "open"
    assert close(sim)["ok"]
    again_asked = close(sim)
    assert not again_asked["ok"] and again_asked["clause"] == "MEL-18.3" and "notice is given" in again_asked["refused"]


def test_a_void_hand_is_none_of_the_three() -> None:
    sim = playing()
    close(sim)
    while sim.desk.under_way:
        sim.act("fold")
    sim.deal()
    assert sim.give(DEALER, {"t": "misdeal", "table": "t", "reason": "two cards fell"})["ok"]
    assert sim.view["closing"]["hands"] == 3
    for _ in range(3):
        play_hand(sim)
    assert sim.view["status"] == "closed" and sim.desk.rounds == 5
    sound(sim)


def test_a_table_that_was_about_to_close_is_opened_again() -> None:
    sim = playing()
    close(sim)
    assert ask_players(sim)["ok"]
    assert sim.give(SUPERVISOR, {"t": "open-table", "table": "t"})["ok"]
    assert (sim.view["status"], sim.view["closing"], sim.view["question"]) == ("open", None, None)
    for _ in range(5):
        play_hand(sim)
    assert sim.view["status"] == "open"
    sound(sim)


def test_nobody_is_there_and_it_closes_at_once() -> None:
    """With no seats taken, or with everybody sitting out."""
    sim = Sim()
    assert close(sim, now=True)["ok"] and sim.view["status"] == "closed"
    other = Sim()
    other.sit("Ann", "Ben")
    for name in ("Ann", "Ben"):
        assert other.do(name, "sit-out")["ok"]
    assert close(other, now=True)["ok"] and other.view["status"] == "closed"
    sound(other)


def test_it_closes_as_soon_as_the_last_has_gone() -> None:
    sim = playing("Ann", "Ben")
    close(sim)
    while sim.desk.under_way:
        sim.act("fold")
    assert sim.do("Ann", "leave")["ok"] and sim.view["status"] == "closing"
    assert sim.do("Ben", "leave")["ok"] and sim.view["status"] == "closed"
    sound(sim)


def test_queensland_asks_for_no_notice_and_nobody() -> None:
    sim = playing(game="qld/texas-holdem-poker")
    refused = ask_players(sim)
    assert not refused["ok"] and refused["legal"] == "close it"
    assert close(sim, now=True)["ok"]
    assert sim.view["closing"]["words"] == "closes after this hand"
    while sim.desk.under_way:
        sim.act("fold")
    assert sim.view["status"] == "closed"
    sound(sim)


# -- the agreement of all ----------------------------------------------------------------------------------


def test_all_agree_and_the_table_closes_after_this_hand() -> None:
    """Who asked what under which clause, and who has answered, is shown to everybody and survives a crash."""
    sim = playing()
    assert ask_players(sim)["ok"]
    names = sorted(one["player"] for one in sim.view["seats"].values())
    for n, name in enumerate(names):
        question = sim.view["question"]
        assert (question["by"], question["what"], question["clause"]) == ("Sue", "close", "MEL-18.3")
        assert sorted(question["agreed"]) == names[:n] and sorted(question["missing"]) == names[n:]
        assert again(sim).view["question"] == question
        assert answer(sim, name)["ok"]
    assert sim.view["question"] is None and sim.view["closing"]["words"] == "closes after this hand"
    assert sim.desk.under_way
    while sim.desk.under_way:
        sim.act("fold")
    assert sim.view["status"] == "closed" and sim.desk.rounds == 1
    sound(sim)


def test_one_no_ends_it() -> None:
    sim = playing()
    n = ask_players(sim)["n"]
    assert answer(sim, "Ann")["ok"] and answer(sim, "Ben", agree=False)["ok"]
    assert sim.view["question"] is None and sim.view["status"] == "open" and sim.view["declined"] == "Ben"
    late = answer(sim, "Cat", n=n)
    assert not late["ok"] and "is over" in late["refused"]
    assert ask_players(sim)["n"] == n + 1 and sim.view["question"]["agreed"] == [] and sim.view["declined"] == ""
    sound(sim)


def test_who_agreed_may_still_say_no() -> None:
    sim = playing()
    ask_players(sim)
    assert answer(sim, "Ann")["ok"] and not answer(sim, "Ann")["ok"]
    assert answer(sim, "Ann", agree=False)["ok"] and sim.view["question"] is None


def test_a_player_who_leaves_no_longer_counts() -> None:
    sim = playing("Ann", "Ben")
    sim.sit("Cat")
    ask_players(sim)
    assert answer(sim, "Ann")["ok"] and answer(sim, "Ben")["ok"]
    assert sim.view["question"]["missing"] == ["Cat"]
    assert sim.do("Cat", "leave")["ok"]
    assert sim.view["question"] is None and sim.view["status"] == "closing"
    sound(sim)


def test_one_who_comes_back_is_asked_afresh() -> None:
    sim = playing("Ann", "Ben")
    sim.sit("Cat")
    ask_players(sim)
    assert answer(sim, "Cat")["ok"] and sim.do("Cat", "leave")["ok"]
    sim.sit("Cat")
    assert sorted(sim.view["question"]["missing"]) == ["Ann", "Ben", "Cat"]
    sound(sim)


def test_one_who_sits_out_is_not_waited_for_but_his_no_counts() -> None:
    sim = playing("Ann", "Ben")
    sim.sit("Cat")
    assert sim.do("Cat", "sit-out")["ok"]
    ask_players(sim)
    assert sorted(sim.view["question"]["missing"]) == ["Ann", "Ben"]
    assert answer(sim, "Cat", agree=False)["ok"] and sim.view["question"] is None
    ask_players(sim)
    assert answer(sim, "Ann")["ok"] and answer(sim, "Ben")["ok"]
    assert sim.view["status"] == "closing"
    sound(sim)


def test_when_the_last_who_was_asked_sits_out_it_takes_effect() -> None:
    sim = playing("Ann", "Ben")
    ask_players(sim)
    assert answer(sim, "Ann")["ok"] and sim.do("Ben", "sit-out")["ok"]
    assert sim.view["question"] is None and sim.view["closing"]["words"] == "closes after this hand"
    sound(sim)


def test_house_players_are_not_asked() -> None:
    sim = Sim(house=2)
    sim.sit("Ann")
    sim.deal()
    ask_players(sim)
    assert sim.view["question"]["missing"] == ["Ann"]
    assert answer(sim, "Ann")["ok"] and sim.view["status"] == "closing"


def test_agreement_ends_a_notice_early() -> None:
    sim = playing("Ann", "Ben")
    close(sim)
    ask_players(sim)
    assert answer(sim, "Ann")["ok"] and answer(sim, "Ben")["ok"]
    while sim.desk.under_way:
        sim.act("fold")
    assert sim.view["status"] == "closed" and sim.desk.rounds == 1
    sound(sim)


def test_a_question_is_withdrawn_and_the_clock_runs_on() -> None:
    sim = playing()
    due = sim.desk.deadline()
    sim.now += 2000
    n = ask_players(sim)["n"]
    assert not ask_players(sim)["ok"]
    assert sim.give(MANAGER, {"t": "withdraw", "table": "t", "n": n})["ok"]
    assert sim.view["question"] is None and sim.view["declined"] == "" and sim.desk.deadline() == due
    assert not sim.give(MANAGER, {"t": "withdraw", "table": "t", "n": n})["ok"]
    sound(sim)


def test_what_nobody_is_asked_is_refused() -> None:
    sim = playing()
    assert ask_players(sim, what="limits")["legal"] == "close, change"
    assert not ask_players(sim, DEALER)["ok"] and not ask_players(sim, Who("Ann", "player"))["ok"]
    ask_players(sim)
    refused = answer(sim, "Eve")
    assert refused["clause"] == "MEL-18.3" and "do not sit" in refused["refused"]
    assert not sim.give(SUPERVISOR, {"t": "answer", "table": "t", "n": 1, "agree": True})["ok"]
    assert sim.view["question"]["agreed"] == []


# -- the record --------------------------------------------------------------------------------------------


def rewrite(sim: Sim, type: str, change: dict[str, Any] | None) -> None:
    """The last event of a type says something else."""
    event = sim.store.last("table:t", type)
    assert event is not None and change is not None
    for (name,) in sim.store.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        sim.store._db.execute(f"DROP TRIGGER {name}")
    sim.store._db.execute("UPDATE event SET body = ? WHERE pos = ?", (encode(body_of(event) | change), event.pos))


@pytest.mark.parametrize(("type", "change"), [
    ("closing", {"hands": 1}), ("closing", {"hands": 0}), ("answered", {"agree": False}),
    ("answered", {"player": "Nobody"}),
])
def test_a_close_without_notice_or_agreement_is_noticed_when_played_again(type: str, change: dict[str, Any]) -> None:
    sim = playing("Ann", "Ben")
    if type == "closing":
        close(sim)
        while sim.view["status"] != "closed":
            play_hand(sim)
    else:
        ask_players(sim)
        answer(sim, "Ann")
        answer(sim, "Ben")
        while sim.desk.under_way:
            sim.act("fold")
    assert not [fault for played in check_rounds(sim.store) for fault in played.faults]
    rewrite(sim, type, change)
    assert [fault for played in check_rounds(sim.store) for fault in played.faults], change
