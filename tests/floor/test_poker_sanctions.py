"""What officials make of conduct at a table between players: dead hands, void wagers, players who are sent away, and
winnings that are withheld (MEL-18.2, 18.4 and 18.15)."""

from __future__ import annotations

from typing import Any

from support.poker_floor import MANAGER, Sim, again, without_clock

from pitboss.floor.commands import Who
from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify

DEALER, SUPERVISOR = Who("Dora", "dealer"), Who("Sue", "supervisor")


def playing() -> Sim:
    sim = Sim()
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    return sim


def report(sim: Sim, kind: str, who: Who, name: str, **facts: str) -> dict[str, Any]:
    seat = str(sim.desk.room.seat_of(name))
    return sim.give(who, {"t": "report", "table": "t", "kind": kind, "facts": {"seat": seat, **facts}})


def sound(sim: Sim) -> None:
    sim.check_money()
    assert without_clock(again(sim).view) == without_clock(sim.view)
    assert verify(sim.store).faults == []
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


def fold_out(sim: Sim) -> None:
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]


def test_the_dealer_reports_and_an_official_decides() -> None:
    sim = playing()
    assert report(sim, "hand-disclosed", DEALER, "Ben")["clause"] == "MEL-18.15"
    assert not report(sim, "hand-disclosed", DEALER, "Ben", decided="dead-hand")["ok"]
    result = report(sim, "hand-disclosed", SUPERVISOR, "Ben", decided="dead-hand")
    assert result["clause"] == "MEL-18.15"
    h, ben = sim.desk.room.hand, sim.desk.room.seat_of("Ben")
    assert h is not None and ben is not None and not h.live >> h.seats.index(ben) & 1
    sound(sim)
    fold_out(sim)
    sound(sim)


def test_wagers_are_void_by_a_managers_word() -> None:
    sim = playing()
    asked = sim.view["asked"]["player"]
    assert sim.act("raise", 800)["ok"]
    no = report(sim, "side-bet", SUPERVISOR, asked, decided="void-wagers")
    assert not no["ok"] and no["clause"] == "MEL-18.2.1"
    assert report(sim, "side-bet", MANAGER, asked, decided="void-wagers")["clause"] == "MEL-18.2.1"
    seat = sim.desk.room.seat_of(asked)
    assert seat is not None and sim.desk.room.stack(seat) == 200_00
    sound(sim)


def test_who_is_sent_away_leaves_with_his_chips_and_may_not_sit_down_again() -> None:
    sim = playing()
    assert report(sim, "device-used", MANAGER, "Ann", decided="exclude", device="phone")["clause"] == "MEL-18.2.2"
    assert sim.view["leaving"] == ["Ann"]
    no = sim.do("Ann", "come-back", post=False)
    assert not no["ok"] and no["clause"] == "MEL-18.2.2"
    fold_out(sim)
    assert sim.desk.room.seat_of("Ann") is None
    no = sim.do("Ann", "sit", box=9, amount=100_00)
    assert not no["ok"] and no["clause"] == "MEL-18.2.2"
    sound(sim)


def test_conduct_is_reported_of_a_hand_that_is_over_too() -> None:
    sim = playing()
    fold_out(sim)
    assert report(sim, "helping", SUPERVISOR, "Cat")["clause"] == "MEL-18.16"
    assert not report(sim, "hand-disclosed", SUPERVISOR, "Cat", decided="dead-hand")["ok"], "the pot is pushed"
    assert report(sim, "helping", SUPERVISOR, "Cat", decided="remove")["clause"] == "MEL-18.4"
    assert sim.desk.room.seat_of("Cat") is None
    sound(sim)


def winner_of(sim: Sim) -> tuple[str, int]:
    net = sim.view["last"]["net"]
    name = max(net, key=lambda name: net[name])
    return name, net[name]


def test_winnings_are_withheld_until_a_manager_has_them_paid() -> None:
    """MEL-18.2.3: of one who has left the table with them; nothing is paid by itself."""
    sim = playing()
    assert sim.act("raise", 800)["ok"]
    fold_out(sim)
    name, won = winner_of(sim)
    assert won == 300
    hold = {"t": "withhold", "table": "t", "player": name, "amount": won, "reason": "a device", "round": 0}
    assert not sim.give(SUPERVISOR, hold)["ok"]
    assert sim.do(name, "leave")["ok"]
    before = sim.desk.credits(name)
    no = sim.give(MANAGER, hold | {"amount": won + 1})
    assert not no["ok"] and no["clause"] == "MEL-18.2.3" and "at most" in no["legal"]
    result = sim.give(MANAGER, hold)
    assert result["ok"] and result["clause"] == "MEL-18.2.3" and result["until"] == 0
    assert sim.desk.credits(name) == before - won and sim.accounts()[f"held:{name}"] == won
    assert sim.view["withheld"]["payments"][0]["amount"] == won
    sound(sim)
    sim.now += 365 * 24 * 3_600_000
    step = sim.floor.tick("t", sim.now)
    if step is not None:
        sim.floor.commit(step, sim.now)
    assert sim.accounts()[f"held:{name}"] == won, "not by itself"
    assert sim.give(MANAGER, {"t": "pay-held", "table": "t", "n": 1})["ok"]
    assert sim.desk.credits(name) == before and sim.view["withheld"]["payments"] == []
    sound(sim)


def test_what_lies_on_the_table_is_not_withheld() -> None:
    sim = playing()
    assert sim.act("raise", 800)["ok"]
    fold_out(sim)
    name, won = winner_of(sim)
    sim.give(Who(name, "player"), {"t": "top-up"})
    before = sim.desk.credits(name)
    hold = {"t": "withhold", "table": "t", "player": name, "amount": won, "reason": "a device", "round": 0}
    result = sim.give(MANAGER, hold)
    assert result["ok"] and sim.desk.credits(name) == before - won, "of the player's credits, not of the stack"
    seat = sim.desk.room.seat_of(name)
    assert seat is not None and sim.desk.room.stack(seat) == 200_00 + won
    sound(sim)
