"""A source of chance that fails its test: what is under way is played out, nothing new is started, and no money moves
that should not."""

from __future__ import annotations

import pytest
from support.casino import OPENING, Casino
from support.poker_floor import Sim

from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify
from pitboss.table.requests import Choose, Gather

GAMES = ("roulette", "three-card", "blackjack", "pai-gow", "craps")


@pytest.mark.parametrize("name", GAMES)
def test_a_round_under_way_ends_and_none_follows(name: str) -> None:
    casino = Casino(name)
    table = casino.table(name)
    wagers = [[wager, 5_00] for wager in dict.fromkeys([OPENING[name], *table.game.matched])]
    casino.do("Ann", "place", table=name, box=1, wagers=wagers)
    casino.source.fault = "stuck"  # type: ignore[attr-defined]
    for player, command in (("Ben", {"t": "sit", "box": 2}), ("Ben", {"t": "place", "box": 2, "wagers": wagers})):
        told = casino.no(player, table=name, tag=command.pop("t"), **command)
        assert "source of chance failed a test (stuck): no new rounds" in told["refused"]
    casino.do("Dora", "no-more-bets", table=name)
    while isinstance(table.request, Choose):
        casino.do("Dora", "silence", table=name)
    assert casino.shown(name)["last"]["round"] == 1 and casino.shown(name)["chance"] == "stuck"
    casino.no("Ann", "place", table=name, box=1, wagers=wagers)
    held = len([event for event in casino.store.events(f"table:{name}") if event.type == "sealed"])
    casino.wait(600_000)
    sealed = [event for event in casino.store.events(f"table:{name}") if event.type == "sealed"]
    assert len(sealed) == held, "nothing is sealed by a source that failed"
    assert verify(casino.store).faults == []
    assert [fault for played in check_rounds(casino.store) for fault in played.faults] == []
    # The house starts again with a source that is well.
    casino.source.fault = ""  # type: ignore[attr-defined]
    casino.floor.load(casino.now)
    casino.wait(1000)
    assert isinstance(casino.table(name).request, Gather)
    assert casino.shown(name)["seal"]["waits"]


def test_no_table_opens() -> None:
    casino = Casino("roulette")
    casino.do("Sue", "close-table", table="roulette", now=True)
    casino.source.fault = "stuck"  # type: ignore[attr-defined]
    assert "no new rounds" in casino.no("Sue", "open-table", table="roulette")["refused"]


def test_real_dice_need_no_source() -> None:
    casino = Casino("craps", mode="physical")
    casino.source.fault = "stuck"  # type: ignore[attr-defined]
    casino.do("Ann", "sit", table="craps", box=1)
    casino.do("Ann", "place", table="craps", box=1, wagers=[["win bet", 5_00]])


def test_between_players_the_hand_is_played_out_and_none_follows() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben")
    sim.deal()
    sim.floor.source.fault = "stuck"  # type: ignore[attr-defined]
    assert sim.act("fold")["ok"] and sim.desk.room.hand is None
    assert sim.desk.lineup() is None
    assert not sim.do("Cat", "sit", box=3, amount=100_00)["ok"]
    sim.floor.source.fault = ""  # type: ignore[attr-defined]
    assert sim.desk.lineup() is not None
