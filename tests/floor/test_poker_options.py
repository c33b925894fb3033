"""What the house may allow between players: straddles, several boards, more time, a look at a hand that was not shown.
Offered when the law allows it, refused with its clause otherwise."""

from __future__ import annotations

import pytest
from support.poker_floor import Sim, again, read_again

from pitboss.floor.poker_clock import LONG_PAUSE_MS, PAUSE_MS
from pitboss.floor.rounds import check_rounds
from pitboss.rulebooks import card_games

FREE = {"new-players": "free"}


def sound(sim: Sim) -> None:
    read_again(sim)
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


def fold_out(sim: Sim) -> None:
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]


# -- straddles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "options", "clause"), [
    ("mel/holdem", {"over-blinds": "1", **FREE}, "MEL-6.5"),
    ("qld/texas-holdem-poker", {"straddle": "live"}, "QLD-10-25(3)"),
    ("qld/omaha-poker", {"straddle": "sleeper"}, "QLD-10-25(3)"), ("mel/draw-blind", FREE, "MEL-9.1.2(a)"),
])
def test_the_player_next_to_the_blinds_may_straddle_before_the_cards(
    game: str, options: dict[str, str], clause: str
) -> None:
    sim = Sim(game, options)
    sim.sit("Ann", "Ben", "Cat", "Dan")
    sim.deal()
    assert sim.view["straddle"] is None
    fold_out(sim)
    offered = sim.view["straddle"]
    assert (offered["amount"], offered["clause"]) == (4_00, clause)
    who = offered["player"]
    seat = str(sim.desk.room.seat_of(who))
    others = [name for name in ("Ann", "Ben", "Cat", "Dan") if name != who]
    refused = sim.do(others[0], "decide", hand="1", name="straddle")
    assert not refused["ok"] and refused["clause"] and refused["legal"]
    assert sim.do(who, "decide", hand=seat, name="straddle", amount=5_00)["clause"] == clause
    assert sim.do(who, "decide", hand=seat, name="straddle")["ok"]
    assert sim.view["straddle"]["said"] == [{"seat": int(seat), "player": who, "amount": 4_00}]
    assert not sim.do(who, "decide", hand=seat, name="straddle")["ok"]
    sound(sim)
    sim.deal()
    told = next(event for event in sim.view["events"] if event.get("player") == who)
    assert (told["text"], told["clause"]) == (f"{who} straddles 4.00", clause)
    assert sim.view["price"] == 4_00 and sim.view["players"][seat]["bet"] == 4_00
    assert sim.view["asked"]["player"] != who
    late = sim.do(who, "decide", hand=seat, name="straddle")
    assert not late["ok"] and late["clause"]
    sound(sim)


@pytest.mark.parametrize(("game", "clause"), [
    ("mel/holdem", "MEL-6.5"), ("qld/texas-holdem-poker", "QLD-10-11(3)"), ("mel/seven-card-stud", "MEL-6.5"),
    ("mel/chinese-poker", "MEL-6.5"), ("qld/manila-poker", "QLD-5-2:act"),
])
def test_no_straddle_where_the_table_or_the_game_has_none(game: str, clause: str) -> None:
    sim = Sim(game)
    sim.sit("Ann", "Ben", "Cat")
    assert sim.view["straddle"] is None
    for name in ("Ann", "Ben", "Cat"):
        refused = sim.do(name, "decide", hand="1", name="straddle")
        assert not refused["ok"] and refused["clause"] == clause, refused


def test_a_straddle_takes_chips_and_two_players() -> None:
    sim = Sim(options={"over-blinds": "1", **FREE})
    sim.sit("Ann")
    assert sim.view["straddle"] is None
    assert "no hand can be dealt" in sim.do("Ann", "decide", hand="1", name="straddle")["refused"]
    sim.sit("Ben", amount=3_00)
    sim.sit("Cat", amount=3_00)
    for _ in range(3):
        offered = sim.view["straddle"]
        assert offered is None or offered["player"] == "Ann"
        sim.deal()
        fold_out(sim)


def test_who_may_straddle_has_time_to_say_so_and_somebody_who_sits_down_takes_it_back() -> None:
    sim = Sim(options={"over-blinds": "1", **FREE})
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    fold_out(sim)
    assert sim.desk.deadline() == sim.now + LONG_PAUSE_MS > sim.now + PAUSE_MS
    who = sim.view["straddle"]["player"]
    assert sim.do(who, "decide", hand="1", name="straddle", round=1)["ok"]
    sim.sit("Dan")
    assert sim.view["straddle"]["said"] == []
    sim.deal()
    assert sim.view["price"] == 2_00
    sound(sim)


def test_a_straddle_that_was_sent_for_an_earlier_hand_does_not_count() -> None:
    sim = Sim(options={"over-blinds": "1", **FREE})
    sim.sit("Ann", "Ben", "Cat")
    for _ in range(2):
        sim.deal()
        fold_out(sim)
    who = sim.view["straddle"]["player"]
    assert "hand 1 is over" in sim.do(who, "decide", hand="1", name="straddle", round=1)["refused"]


# -- several boards ----------------------------------------------------------------------------------------


def all_in(sim: Sim) -> None:
    sim.sit("Ann", "Ben", amount=100_00)
    sim.deal()
    assert sim.act("all-in")["ok"] and sim.act("call")["ok"]


def test_all_in_players_are_asked_how_often_and_the_pot_is_divided() -> None:
    sim = Sim(options={"runs": "3"})
    all_in(sim)
    option = sim.view["asked"]["options"][0]
    assert (option["name"], option["sizes"], option["clause"]) == ("run", [1, 2, 3], "MEL-12.6.1")
    assert sim.act("run", 4)["clause"] == "MEL-12.6.1" and sim.act("run", 9)["clause"] == "MEL-12.6.1(a)(i)"
    assert not sim.act("run")["ok"]
    sound(sim)
    assert sim.act("run", 2)["ok"]
    assert sim.view["events"][-1]["text"].endswith("wants the board dealt twice")
    assert sim.act("run", 2)["ok"]
    last = sim.view["last"]
    assert [len(board) for board in last["boards"]] == [5, 5]
    assert "MEL-12.6.1" in last["lines"][0]["clauses"]
    assert sim.accounts()["stack:t:Ann"] + sim.accounts()["stack:t:Ben"] == 200_00
    sound(sim)


def test_all_must_say_the_same_and_silence_means_once() -> None:
    sim = Sim(options={"runs": "3"})
    all_in(sim)
    assert sim.act("run", 3)["ok"]
    sim.tick()
    assert [len(board) for board in sim.view["last"]["boards"]] == [5]
    sound(sim)


def test_nobody_is_asked_where_the_house_has_not_allowed_it() -> None:
    """Nor in a book that has no such rule."""
    for game in ("mel/holdem", "mel/omaha", "qld/texas-holdem-poker"):
        sim = Sim(game, {"structure": "no-limit"})
        all_in(sim)
        while sim.desk.under_way and sim.view["asked"]["stage"] == "show":
            assert sim.act("show")["ok"]
        assert not sim.desk.under_way
    assert not any(choice.name == "runs" for choice in card_games()["qld/texas-holdem-poker"].choices)


# -- more time ---------------------------------------------------------------------------------------------


def test_time_is_added_to_what_is_left_and_paid_beside_the_stake() -> None:
    sim = Sim(options={"time": "30", "more-time": "20x2/1"})
    sim.sit("Ann", "Ben")
    sim.deal()
    who, due = sim.view["asked"]["player"], sim.desk.deadline()
    assert due == sim.now + 30_000
    sim.now += 10_000
    credits = sim.accounts()[f"player:{who}"]
    for n in (1, 2):
        option = next(one for one in sim.view["asked"]["options"] if one["name"] == "more time")
        assert (option["amount"], option["clause"]) == (1_00, "MEL-6.15.1")
        assert sim.act("more time")["ok"]
        assert sim.desk.deadline() == due + n * 20_000
        assert sim.accounts()[f"player:{who}"] == credits - n * 1_00
    assert all(one["name"] != "more time" for one in sim.view["asked"]["options"])
    assert sim.act("more time")["clause"] == "MEL-6.15.1"
    sound(sim)


def test_time_is_not_sold_where_the_table_does_not() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben")
    sim.deal()
    assert all(one["name"] != "more time" for one in sim.view["asked"]["options"])
    assert sim.act("more time")["clause"].startswith("MEL-6.15")


# -- asking to see -----------------------------------------------------------------------------------------


def showdown(game: str, seed: int) -> Sim:
    sim = Sim(game, seed=seed)
    sim.sit("Ann", "Ben", "Cat", "Dan")
    sim.deal()
    while sim.desk.under_way and sim.view["asked"]["stage"] == "bet":
        names = [one["name"] for one in sim.view["asked"]["options"]]
        sim.act("check" if "check" in names else "call")
    return sim


def test_melbourne_a_hand_that_was_in_to_the_end_is_shown_to_whoever_asks() -> None:
    sim = next(sim for seed in range(20) if (sim := showdown("mel/holdem", seed)).view["looks"])
    look = sim.view["looks"][0]
    owner, seat = look["player"], look["seat"]
    assert look["clause"] == "MEL-14.2.7" and owner not in look["by"]
    hidden = sim.view["players"][str(seat)]["cards"]
    assert set(hidden) == {"??"}
    assert not sim.do("Eve", "decide", hand="1", name=f"see {seat}")["ok"]
    assert not sim.do(owner, "decide", hand="1", name=f"see {seat}")["ok"]
    assert not sim.do(look["by"][0], "decide", hand="1", name="see 9")["ok"]
    assert not sim.do(look["by"][0], "decide", hand="1", name="see x")["ok"]
    assert sim.do(look["by"][0], "decide", hand="1", name=f"see {seat}")["ok"]
    assert sim.view["players"][str(seat)]["cards"] == sim.mine(owner)["hands"][str(seat)]
    assert all(one["seat"] != seat for one in sim.view["looks"])
    sound(sim)
    sim.deal()
    assert sim.view["looks"] == []
    sound(sim)


def test_melbourne_nobody_sees_what_was_folded_before_the_end() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    fold_out(sim)
    assert sim.view["looks"] == []
    assert not sim.do("Ann", "decide", hand="1", name="see 2")["ok"]


def test_queensland_what_the_called_player_folds_may_be_seen_before_the_winners_are_told() -> None:
    sim = showdown("qld/texas-holdem-poker", 3)
    called = sim.view["asked"]["player"]
    seat = sim.view["asked"]["seat"]
    cards = sim.mine(called)["hands"][str(seat)]
    assert sim.view["asked"]["stage"] == "show" and sim.view["looks"] == []
    other = next(name for name in ("Ann", "Ben", "Cat", "Dan") if name != called)
    refused = sim.do(other, "decide", hand="1", name=f"see {seat}")
    assert refused["clause"] == "QLD-10-30(10)"
    assert sim.act("fold")["ok"]
    (look,) = sim.view["looks"]
    assert (look["seat"], look["clause"]) == (seat, "QLD-10-30(10)") and called not in look["by"]
    assert sim.view["players"][str(seat)]["cards"] == []
    asker = next(name for name in look["by"] if sim.do(name, "decide", hand="1", name=f"see {seat}")["ok"])
    assert asker and sim.view["players"][str(seat)]["cards"] == cards and sim.view["looks"] == []
    assert any(event["text"].startswith(f"{called} is made to show") for event in sim.view["events"])
    sound(sim)
    while sim.desk.under_way:
        assert sim.act("show")["ok"]
    sound(sim)


def test_house_players_want_what_others_want() -> None:
    """All say the same, whoever is asked first, unless it is dealt once for somebody who would rather have that."""
    for times in (2, 1):
        sim = Sim(options={"runs": "2", **FREE}, seed="company", house=2)
        sim.sit("Ann")
        for _ in range(400):
            asked = sim.view["asked"]
            if asked is None or asked["player"] != "Ann":
                sim.tick()
            elif asked["stage"] == "runs":
                break
            elif not sim.act("all-in")["ok"]:
                sim.act("call")
            if sim.desk.room.seat_of("Ann") and not sim.view["seats"][str(sim.desk.room.seat_of("Ann"))]["stack"]:
                sim.do("Ann", "add-chips", amount=50_00)
        assert sim.view["asked"]["stage"] == "runs"
        assert sim.act("run", times)["ok"]
        while sim.desk.under_way:
            sim.tick()
        assert len(sim.view["last"]["boards"]) == times
        sound(sim)


# -- QLD-10-33(3): a cap by the hour -----------------------------------------------------------------------


def pot_of_200(sim: Sim) -> int:
    """A hand with a pot of 200, and what the house took from it. Whoever is short brings his stake up again."""
    before = sim.desk.room.commission
    for name in ("Ann", "Ben"):
        short = 400_00 - sim.desk.room.stack(sim.desk.room.seat_of(name) or 0)
        if short > 0:
            assert sim.do(name, "add-chips", amount=short)["ok"]
    sim.deal()
    assert sim.act("raise", 100_00)["ok"] and sim.act("call")["ok"]
    while sim.desk.under_way:
        assert sim.act("check")["ok"] or sim.act("show")["ok"] or sim.act("fold")["ok"]
    return sim.desk.room.commission - before


def test_no_more_is_taken_in_an_hour_than_the_cap_that_players_were_told() -> None:
    """10% of 200 each time; the fourth hand is in another hour."""
    options = {"blinds": "1/2", "commission": "10%", "hourly-cap": "30"}
    sim = Sim("qld/texas-holdem-poker", options, players=("Ann", "Ben"))
    for name in ("Ann", "Ben"):
        assert sim.do(name, "sit", box=1 + (name == "Ben"), amount=400_00)["ok"]
    assert [pot_of_200(sim) for _ in range(3)] == [20_00, 10_00, 0]
    read_again = again(sim).desk.memory
    assert (read_again.hour, read_again.taken) == (sim.desk.memory.hour, 30_00)
    sim.now = sim.desk.memory.hour + 3_600_000
    assert pot_of_200(sim) == 20_00
    sim.check_money()
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []
