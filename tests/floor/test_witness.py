"""Where the house wants a witness, a supervisor confirms every report that moves money before it does."""

from __future__ import annotations

from typing import Any

from support.casino import Casino
from support.dealing import cards, enter, prepare
from support.poker_floor import SUPERVISOR, Sim

from pitboss.floor.commands import Who
from pitboss.floor.desk import SECOND_PERSON_S, Settings, body_of

WITNESS = Settings(guests=False, witness=True)
EXPOSED: dict[str, Any] = {"table": "three-card", "kind": "card-exposed", "facts": {"box": "1"}}


def dealing(settings: Settings = WITNESS) -> Casino:
    """Three card poker with real cards, just before the first of them."""
    casino = Casino("three-card", settings=settings, mode="physical")
    prepare(casino, "three-card")
    casino.do("Dora", "place-for", table="three-card", box=1, player="Walt", wagers=[["ante", 10_00]])
    casino.do("Ann", "place", table="three-card", box=2, wagers=[["ante", 10_00]])
    casino.do("Dora", "no-more-bets", table="three-card")
    return casino


def test_without_one_a_report_takes_effect_at_once() -> None:
    casino = dealing(Settings(guests=False))
    assert "proposed" not in casino.do("Dora", "report", **EXPOSED)
    assert casino.store.balance("layout:three-card") == 0


def test_a_report_that_moves_money_waits_for_a_supervisor() -> None:
    casino = dealing()
    n = casino.do("Dora", "report", **EXPOSED)["proposed"]
    assert casino.store.balance("layout:three-card") == 20_00, "nothing has happened yet"
    waiting, = casino.shown("three-card")["proposals"]
    assert waiting["what"] == "report" and waiting["by"] == "Dora" and "card exposed" in waiting["reason"]
    assert "command" not in waiting
    casino.no("Dora", "approve", table="three-card", n=n)
    casino.crash()
    casino.do("Sue", "approve", table="three-card", n=n)
    assert casino.store.balance("layout:three-card") == 0 and casino.credits("Ann") == 1000_00
    reported = [body_of(event) for event in casino.store.events("table:three-card")
                if event.type == "acts" and event.actor == "Dora"][-1]
    assert reported["second"] == "Sue"
    assert casino.shown("three-card")["proposals"] == []
    casino.sound()


def test_a_supervisors_own_report_takes_another() -> None:
    casino = dealing()
    n = casino.do("Sue", "report", **EXPOSED)["proposed"]
    assert casino.no("Sue", "approve", table="three-card", n=n)["refused"] == "Sue proposed it"
    casino.do("Sam", "approve", table="three-card", n=n)
    casino.sound()


def test_a_report_that_moves_nothing_needs_no_witness() -> None:
    casino = dealing()
    said = casino.do("Dora", "report", table="three-card", kind="something-else", facts={"what": "a glass fell"})
    assert said["referred"] and "proposed" not in said


def test_what_was_reported_counts_where_it_was_or_not_at_all() -> None:
    casino = dealing()
    n = casino.do("Dora", "report", **EXPOSED)["proposed"]
    enter(casino, "three-card", cards("4c 5d 9h"))
    assert "gone on" in casino.no("Sue", "approve", table="three-card", n=n)["refused"]
    casino.do("Sue", "withdraw", table="three-card", n=n)
    casino.sound()


def test_nobodys_time_runs_out_meanwhile() -> None:
    casino = Casino("three-card", settings=WITNESS)
    casino.bet("three-card")
    casino.do("Dora", "no-more-bets", table="three-card")
    before = casino.table("three-card").ends
    kinds = {"player-absent": {"box": "1"}, "card-exposed": {"box": "1"}, "invalidated": {"reason": "fire"}}
    said = [casino.ask("Sue", "report", table="three-card", kind=kind, facts=facts) for kind, facts in kinds.items()]
    assert any(each.get("proposed") for each in said), said
    after = casino.table("three-card").ends
    assert before is not None and after is not None and after >= casino.now + 1000 * SECOND_PERSON_S


def test_a_misdeal_between_players_is_witnessed_too() -> None:
    sim = Sim()
    for desk in (sim.floor.cage, sim.desk):
        desk.settings = WITNESS
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    dealer = Who("Dora", "dealer")
    waits = sim.give(dealer, {"t": "misdeal", "table": "t", "reason": "two cards fell"})
    assert waits["ok"] and sim.desk.under_way
    assert sim.view["proposals"][0]["what"] == "misdeal"
    assert sim.give(SUPERVISOR, {"t": "approve", "table": "t", "n": waits["n"]})["ok"]
    assert not sim.desk.under_way
    last = sim.desk.last
    assert last is not None and (last["by"], last["second"]) == ("Dora", SUPERVISOR.name)
    sim.check_money()
