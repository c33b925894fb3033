"""Faults that seeds of the simulation found, each in a few steps. The seeds are in `test_simulation.FOUND`."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.casino import Casino
from support.dealing import enter
from support.poker_floor import SUPERVISOR, Sim, again, read_again
from support.real_table import RealTable

from pitboss.floor import poker_seats, trouble
from pitboss.floor.commands import PLAYER, Who
from pitboss.floor.desk import Settings, decode
from pitboss.floor.floor import Pending, ReadCommand
from pitboss.floor.poker_seats import OPEN_TO_WISHES_MS
from pitboss.floor.store import DiskFailed, Unreadable
from pitboss.rulebooks import card_games, games

Patch = pytest.MonkeyPatch
ANN, BEN, CAT = (Who(name, PLAYER) for name in ("Ann", "Ben", "Cat"))


def unreadable(*given: Any) -> Any:
    raise Unreadable("the database cannot be read: disk I/O error")


def failing_step(casino: Casino, monkeypatch: Patch, who: Who, command: dict[str, Any]) -> None:
    """A step that does not get to disk, after which nothing can be read either, until the disk is well again."""
    request = casino.floor.read(who, "fails-0001", msgspec.json.encode(command))
    assert isinstance(request, ReadCommand)
    step = casino.floor.step(request, casino.now)
    assert isinstance(step, Pending)
    with monkeypatch.context() as disk:
        disk.setattr(casino.store, "rows", unreadable)
        assert casino.floor.failed(step, DiskFailed("the disk is full"), casino.now)["retry"]
    assert request.desk in casino.floor.unread


def recover(casino: Casino, desk: str) -> None:
    casino.now += trouble.TRIED_EVERY_MS
    assert casino.floor.tick(desk, casino.now) is None and desk not in casino.floor.unread


def test_all_pages_of_a_recovered_table_show_it_when_another_page_is_opened(monkeypatch: Patch) -> None:
    """Seed 14284021019."""
    casino = Casino("roulette")
    heard: list[dict[str, Any]] = []
    casino.floor.watch(BEN, "roulette", lambda data: heard.append(decode(data)))
    failing_step(casino, monkeypatch, ANN, {"t": "sit", "table": "roulette", "box": 1})
    casino.floor.publish("roulette")
    assert heard[-1]["t"] == "trouble"
    recover(casino, "roulette")
    other: list[dict[str, Any]] = []
    casino.floor.watch(CAT, "roulette", lambda data: other.append(decode(data)))
    casino.floor.publish("roulette")
    assert heard[-1]["t"] == "snapshot" and other == [heard[-1]]


HAND = ("c", "f", "c", "f", "c", "k", "cards As Kd 2c", "k", "k", "r 6", "f", "c", "c", "cards 3c", "k", "k", "r 20",
        "f", "c", "cards 4d", "k", "k", "show Ah Qh", "m")


@pytest.mark.parametrize("entered", range(len(HAND) + 1))
def test_a_time_out_at_real_cards_is_refused_unless_a_player_is_asked(entered: int) -> None:
    """Seed 120499312608."""
    table = RealTable()
    table.deal()
    table.enter(*HAND[:entered])
    before = table.view
    result = table.give(SUPERVISOR, {"t": "silence", "table": "t"})
    if before["asked"]["player"]:
        assert result["ok"] or result["legal"]
    else:
        assert result["refused"] == "a time-out while no player is asked"
        assert result["legal"] == "enter the cards, or push the pot"
        assert table.view == before
    table.sound()


def test_a_player_whose_wager_is_returned_at_closing_is_no_longer_ready() -> None:
    """Seed 73425030608. `sound` compares with what another process reads."""
    casino = Casino("craps", mode="physical")
    casino.bet("craps", "Ann", 1, 10_00, "don't win bet")
    casino.bet("craps", "Ben", 2, 10_00)
    casino.do("Dora", "no-more-bets", table="craps")
    enter(casino, "craps", {"type": "dice", "numbers": [2, 4]})
    casino.do("Ann", "ready", table="craps")
    casino.sound()
    casino.do("Sue", "close-table", table="craps")
    assert [wager["player"] for wager in casino.shown("craps")["wagers"]] == ["Ben"]
    assert casino.table("craps").ready == set()
    casino.sound()


def closed_with_a_request() -> Sim:
    """A table between players that closes while Dan waits for the seat that Ann left."""
    sim = Sim("qld/texas-holdem-poker", {"blinds": "1/2", "buy-in": "40-400"})
    sim.sit("Ann", "Ben", "Cat")
    assert sim.do("Ann", "leave")["ok"]
    assert sim.do("Dan", "sit", box=1, amount=100_00)["asked"]
    assert sim.give(SUPERVISOR, {"t": "close-table", "table": "t"})["ok"]
    assert sim.view["status"] == "closed"
    return sim


def no_request_is_left(sim: Sim) -> None:
    assert all(not seat["players"] for seat in sim.view["wishes"]["open"])
    sim.now += OPEN_TO_WISHES_MS
    assert sim.desk.deadline() is None
    read_again(sim)
    assert sim.give(SUPERVISOR, {"t": "open-table", "table": "t"})["ok"]
    assert sim.desk.room.people() == []


def test_requests_for_a_seat_end_when_the_table_closes() -> None:
    """Seed 440390240003."""
    no_request_is_left(closed_with_a_request())


def test_requests_that_an_older_floor_left_at_a_closed_table_end(monkeypatch: Patch) -> None:
    """Seed 440390240003, on a floor that was closed before requests were dropped."""
    with monkeypatch.context() as older:
        older.setattr(poker_seats, "drop_all", lambda desk: None)
        sim = closed_with_a_request()
        assert sim.view["wishes"]["open"][0]["players"] == ["Dan"]
    sim = again(sim)
    sim.tick()
    no_request_is_left(sim)


@pytest.mark.parametrize("game", [next(iter(games())), next(iter(card_games()))])
def test_a_table_whose_first_write_failed_is_nothing_that_players_are_sent(game: str, monkeypatch: Patch) -> None:
    """Seed 7990080: a player comes while the table that another asked for cannot be read, and then it is not there."""
    casino = Casino(settings=Settings(guests=True))
    failing_step(casino, monkeypatch, ANN, {"t": "open-game", "game": game})
    desk = next(iter(casino.floor.unread))
    heard: list[dict[str, Any]] = []
    casino.floor.follow("Ben", lambda data: heard.append(decode(data)))
    recover(casino, desk)
    assert desk not in casino.floor.tables
    casino.floor.publish(desk)
    casino.floor.tell(desk, {"Ann"})
    assert [message["tables"] for message in heard] == [{}, {}]
    assert casino.do("Ann", "open-game", game=game)["table"] == desk


def test_a_player_who_leaves_takes_the_agreement_along() -> None:
    """Seed 382252440789: the agreement of one who had left was counted until a restart."""
    casino = Casino("crown-holdem-poker")
    casino.do("Ann", "sit", table="crown-holdem-poker", box=1)
    casino.do("Ben", "sit", table="crown-holdem-poker", box=2)
    n = casino.do("Max", "ask-players", table="crown-holdem-poker", what="close")["n"]
    casino.do("Ben", "answer", table="crown-holdem-poker", n=n, agree=True)
    casino.do("Ben", "leave", table="crown-holdem-poker")
    assert casino.shown("crown-holdem-poker")["question"]["agreed"] == []
    casino.sound()
    casino.do("Ben", "sit", table="crown-holdem-poker", box=2)
    assert casino.shown("crown-holdem-poker")["question"]["missing"] == ["Ann", "Ben"]
