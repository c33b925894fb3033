"""What the simulation found once, kept as plain tests: what is told and shown, before and after a disk or a process
fails."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.casino import Casino
from support.sim_loop import Chance, SimLoop

from pitboss.floor import commands as c
from pitboss.floor.desk import decode, encode
from pitboss.floor.floor import Floor, ReadCommand
from pitboss.floor.live import LiveRound
from pitboss.floor.runner import Runner
from pitboss.floor.shown import spliced
from pitboss.floor.store import DiskFailed, SQLiteStore, StoreError, Write
from pitboss.rulebooks import game
from pitboss.table.acts import Place, Take

ANN = c.Who("Ann", c.PLAYER)


class BadDisk(SQLiteStore):
    """A store whose disk can be full."""

    full = False

    def commit(self, writes: Sequence[Write]) -> list[int | StoreError]:
        if self.full:
            raise DiskFailed("the disk is full")
        return super().commit(writes)


class ToDisk:
    """A committer without a thread."""

    def __init__(self, store: SQLiteStore) -> None:
        self.store = store

    async def write(self, w: Write) -> int:
        await asyncio.sleep(0.001)
        done = self.store.commit([w])[0]
        if isinstance(done, StoreError):
            raise done
        return done


class Running:
    """A floor with its runner, on a clock that is moved by hand."""

    def __init__(self, *tables: str) -> None:
        self.now = 0
        self.loop = SimLoop(lambda: self.now, lambda what: pytest.fail(what))
        self.store = BadDisk(":memory:")
        self.floor = Floor(self.store, Chance("running"))
        self.floor.load(0)
        self.runner = Runner(self.floor, ToDisk(self.store), lambda: self.now // 1000)
        for table in tables:
            added = c.AddTable(table, table, "qld/roulette", {"minimum": "5", "maximum": "500"})
            self.floor.submit(c.Who("Max", c.MANAGER), f"add-{table}-1", encode(added), 0)
        for player in ("Ann", "Ben"):
            self.floor.submit(c.Who("Max", c.MANAGER), f"issue-{player}", encode(c.Issue(player, 10_00)), 0)

    def give(self, who: c.Who, id: str, **command: Any) -> asyncio.Task[Any]:
        with self.loop.running():
            return self.loop.create_task(self.runner.do(who, id, msgspec.json.encode(command)))

    def bet(self, id: str, table: str, amount: int = 10_00) -> asyncio.Task[Any]:
        return self.give(ANN, id, t="place", table=table, box=1, wagers=[["red", amount]])

    def run(self, seconds: float) -> None:
        until = self.now + round(seconds * 1e6)
        while True:
            while self.loop.ready:
                self.loop.turn()
            due = self.loop.due()
            if due is None or due > until:
                break
            self.now = due
            self.loop.fire()
        self.now = until


def test_what_two_tables_take_at_once_is_refused_for_good_where_it_is_too_much() -> None:
    """Both saw the credits; one was first. The other's refusal is kept: credits that come later change nothing."""
    house = Running("r1", "r2")
    first, second = house.bet("first-bet", "r1"), house.bet("second-bet", "r2")
    house.run(1)
    assert first.result()["ok"] and not second.result()["ok"]
    assert "retry" not in second.result()
    house.floor.submit(c.Who("Max", c.MANAGER), "issue-more", encode(c.Issue("Ann", 50_00)), 0)
    again = house.bet("second-bet", "r2")
    house.run(1)
    assert again.result() == second.result()
    assert house.store.balance("layout:r2") == 0
    assert house.store.answer("Ann:second-bet") is not None


def test_what_the_disk_refused_may_be_sent_again() -> None:
    house = Running("r1")
    house.store.full = True
    lost = house.bet("only-bet", "r1")
    house.run(1)
    assert not lost.result()["ok"] and lost.result()["retry"]
    house.store.full = False
    again, once_more = house.bet("only-bet", "r1"), house.bet("only-bet", "r1")
    house.run(1)
    assert again.result()["ok"] and again.result() == once_more.result()
    assert house.store.balance("layout:r1") == 10_00


def test_an_id_is_good_for_one_command() -> None:
    """Another command under it is refused, done or not: it gets neither the first one's answer nor its turn."""
    house = Running("r1")
    first = house.bet("only-bet", "r1", 5_00)
    house.run(1)
    other = house.bet("only-bet", "r1", 2_00)
    house.run(1)
    assert first.result()["ok"] and not other.result()["ok"]
    assert other.result()["refused"] == "this id was used for another command"
    assert house.store.balance("layout:r1") == 5_00


def test_time_comes_before_commands() -> None:
    """However many commands wait, 'no more bets' is said when it is due."""
    house = Running("r1")
    house.bet("first-bet", "r1", 5_00)
    house.run(24)
    for n in range(4000):
        house.give(ANN, f"sit-{n:06}", t="sit", table="r1", box=1)
        if n % 100 == 0:
            house.run(0.01)
    house.run(2)
    table: Any = house.floor.tables["r1"]
    assert table.rounds == 2
    closed = next(event for event in house.store.events("table:r1") if b'"close"' in event.body)
    assert 25_000 <= closed.at <= 25_200


def test_nothing_is_shown_before_it_is_on_disk() -> None:
    casino = Casino("roulette")
    casino.bet("roulette")
    heard: list[dict[str, Any]] = []
    raw = msgspec.json.encode({"t": "no-more-bets", "table": "roulette"})
    request = casino.floor.read(c.Who("Dora", c.DEALER), "no-more-bets-1", raw)
    assert isinstance(request, ReadCommand)
    step = casino.floor.step(request, casino.now)
    assert not isinstance(step, dict)
    casino.floor.watch(ANN, "roulette", lambda data: heard.append(decode(data)))
    casino.floor.follow("Ann", lambda data: heard.append(decode(data)))
    casino.floor.publish("roulette")
    casino.floor.tell("roulette", {"Ann"})
    assert [message["t"] for message in heard] == ["you"], "the ball has come to rest, and nobody may know"
    assert heard[0]["tables"] == {}
    casino.floor.commit(step, casino.now)
    assert [message["t"] for message in heard] == ["you", "snapshot", "you"]
    assert heard[1]["view"]["round"] == 2 and heard[2]["tables"]["roulette"]["bet"] == 10_00


def test_everybody_is_told_his_own_cards() -> None:
    """Also when time closed the betting, and nobody's money moved."""
    casino = Casino("three-card")
    casino.bet("three-card")
    heard: list[dict[str, Any]] = []
    casino.floor.follow("Ann", lambda data: heard.append(decode(data)))
    casino.wait(26_000)
    assert len(heard[-1]["tables"]["three-card"]["hands"]["1"]) == 3


def test_a_voucher_that_was_paid_is_told_to_its_player() -> None:
    casino = Casino()
    code = casino.do("Ann", "cash-out", amount=5_00)["code"]
    heard: list[dict[str, Any]] = []
    casino.floor.follow("Ann", lambda data: heard.append(decode(data)))
    casino.do("Max", "pay-voucher", code=code)
    assert [voucher["state"] for voucher in heard[-1]["vouchers"]] == ["paid"]


def test_who_was_ready_still_is() -> None:
    casino = Casino("roulette")
    casino.bet("roulette", "Ann", 1)
    casino.bet("roulette", "Ben", 2)
    casino.do("Ann", "ready", table="roulette")
    casino.crash()
    assert casino.table("roulette").ready == {"Ann"}
    casino.do("Ann", "clear", table="roulette")
    casino.crash()
    assert casino.table("roulette").ready == set()


def test_a_corrected_round_comes_back_corrected() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.bet("roulette", wager="straight up 17")
    casino.do("Dora", "no-more-bets", table="roulette")
    casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "18"})
    casino.do("Dora", "confirm", table="roulette")
    index = next(n for n, answer in enumerate(casino.played("roulette", 1)) if answer["type"] == "ball")
    n = casino.do("Sue", "propose", table="roulette", what="correct", round=1, index=index,
                  answer={"type": "ball", "number": "17"}, reason="it was misread")["n"]
    casino.do("Max", "approve", table="roulette", n=n)
    shown = casino.shown("roulette")
    assert shown["last"]["result"] == shown["history"][-1]["result"] == "17"
    casino.crash()
    assert casino.shown("roulette") == shown


@pytest.mark.parametrize("name", ["qld/roulette", "qld/craps"])
def test_what_is_refused_leaves_everybody_where_he_sat(name: str) -> None:
    made = game(name, {"minimum": "5", "maximum": "200"})
    wager = made.wager_names()[0]
    live = LiveRound(made, 1, made.opening_state(), [])
    assert live.send(Place(3, "Ann", ((wager, 10_00),))) is None
    live.send(Take(3, "Ann", wager))
    before = {box: list(players) for box, players in live.t.boxes.items()}
    assert live.send(Place(3, "Ann", ((wager, 10_00), ("no such wager", 10_00)))) is not None
    assert live.t.boxes == before


def test_credits_are_counted_once() -> None:
    casino = Casino("roulette")
    heard: list[dict[str, Any]] = []
    casino.floor.follow("Ann", lambda data: heard.append(decode(data)))
    casino.bet("roulette", amount=100_00)
    assert heard[-1]["credits"] == heard[-1]["tables"]["roulette"]["screen"]["credits"] == 900_00


@given(st.lists(st.integers(0, 3), max_size=12), st.lists(st.integers(0, 3), max_size=12))
def test_a_splice_makes_the_new_list_of_the_old_one(old: list[int], new: list[int]) -> None:
    made = spliced(old, new)
    if made is not None:
        at, gone, items = made
        assert [*old[:at], *items, *old[at + gone :]] == new
    else:
        assert not old or not new or (old[0] != new[0] and old[-1] != new[-1])
