"""A desk that cannot be read again is not used; one that keeps failing is left alone with all that lies there; and the
same id gets the same answer, whatever it asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from support.casino import STAFF, Casino

from pitboss.floor import runner as running
from pitboss.floor import supervised, trouble
from pitboss.floor.commands import INSPECTOR, PLAYER, Who
from pitboss.floor.desk import decode
from pitboss.floor.house import HouseTable
from pitboss.floor.people import People, PeopleSettings
from pitboss.floor.queries import SEALED, ask
from pitboss.floor.runner import Runner
from pitboss.floor.store import DiskFailed, SQLiteStore, StoreError, Unreadable, Write
from pitboss.floor.verify import verify

Patch = pytest.MonkeyPatch
MAX = Who("Max", "manager")


class Disk:
    """A disk that fails when told to: writing, reading, or both."""

    def __init__(self, store: SQLiteStore) -> None:
        self.store, self.writes, self.reads = store, True, True
        # With the next write that fails, reading fails too.
        self.breaks = False
        self._rows = store.rows
        store.rows = self._read  # type: ignore[method-assign]

    def _read(self, query: str, values: Any = ()) -> list[Any]:
        if not self.reads:
            raise Unreadable("the database cannot be read: disk I/O error")
        return self._rows(query, values)

    async def write(self, w: Write) -> int:
        if not self.writes:
            self.reads = self.reads and not self.breaks
            raise DiskFailed("the disk is full")
        done = self.store.commit([w])[0]
        if isinstance(done, StoreError):
            raise done
        return done


class Live:
    """A casino whose desks have their owners."""

    def __init__(self, casino: Casino) -> None:
        self.casino, self.disk = casino, Disk(casino.store)
        self.runner = Runner(casino.floor, self.disk, lambda: casino.now)
        self.count = 0

    async def ask(self, who: str, tag: str, id: str = "", **fields: Any) -> dict[str, Any]:
        self.count += 1
        raw = msgspec.json.encode({"t": tag, **fields})
        return await self.runner.do(Who(who, STAFF.get(who, PLAYER)), id or f"live-{self.count:04}", raw)


def play(casino: Casino, script: Callable[[Live], Awaitable[None]]) -> None:
    async def whole() -> None:
        live = Live(casino)
        try:
            await script(live)
        finally:
            await live.runner.stop()

    asyncio.run(whole())


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: Patch) -> None:
    for module in (running, supervised):
        monkeypatch.setattr(module, "REST_S", 0.0)


# -- a desk that cannot be read again ----------------------------------------------------------------------


def test_no_voucher_serial_is_issued_twice() -> None:
    """A write fails, and so does reading the cage again: it did not go on with no vouchers at all."""
    casino = Casino()
    first = casino.do("Ann", "cash-out", amount=5_00)

    async def script(live: Live) -> None:
        live.disk.writes, live.disk.breaks = False, True
        assert (await live.ask("Ben", "cash-out", "ben-0001", amount=6_00))["retry"]
        live.disk.writes = True
        assert (await live.ask("Ben", "cash-out", "ben-0001", amount=6_00))["retry"]
        assert "cage" in casino.floor.unread
        live.disk.reads = True
        second = await live.ask("Ben", "cash-out", "ben-0001", amount=6_00)
        assert second["ok"] and second["serial"] != first["serial"]
        assert not casino.floor.unread

    play(casino, script)
    assert casino.store.secret(f"voucher:{first['serial']}") == first["code"].encode()
    assert verify(casino.store).faults == []
    assert casino.do("Ann", "redeem", code=first["code"])["amount"] == 5_00


def test_a_player_who_comes_while_the_cage_is_not_read_sees_vouchers_when_it_is() -> None:
    casino = Casino()
    serial = casino.do("Ann", "cash-out", amount=5_00)["serial"]
    heard: list[dict[str, Any]] = []

    async def script(live: Live) -> None:
        live.disk.writes, live.disk.breaks = False, True
        assert (await live.ask("Ben", "cash-out", "ben-0001", amount=6_00))["retry"]
        assert "cage" in casino.floor.unread
        live.disk.writes = live.disk.reads = True
        casino.floor.follow("Ann", lambda data: heard.append(decode(data)))
        assert [message["vouchers"] for message in heard] == [[]]
        assert (await live.ask("Ben", "cash-out", "ben-0001", amount=6_00))["ok"]
        await until(lambda: len(heard) > 1)
        assert [voucher["serial"] for voucher in heard[-1]["vouchers"]] == [serial]

    play(casino, script)


def test_the_journal_of_a_table_that_is_not_read_shows_no_card_and_no_hash() -> None:
    """Which of its cards are still hidden is not known until it is read again."""
    casino, name = Casino("three-card"), "three-card"
    casino.bet(name)
    casino.do("Dora", "no-more-bets", table=name)
    hands = casino.live(name).t.hands.values()
    cards = {card for hand in hands for card in hand.cards}
    assert len(cards) == 6

    def journal(**of: str) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = ask(casino.floor, Who("Ivy", INSPECTOR), {"t": "journal", "limit": 500, **of})[
            "events"]
        return events

    async def script(live: Live) -> None:
        live.disk.writes, live.disk.breaks = False, True
        request: Any = casino.table(name).request
        assert (await live.ask("Ann", "decide", table=name, hand=request.hand, name=request.options[0].name))["retry"]
        live.disk.writes = live.disk.reads = True
        assert name in casino.floor.unread
        theirs = [event for event in journal() if event["stream"] == f"table:{name}"]
        assert len(theirs) > 3
        assert all((event["body"], event["prev"], event["hash"]) == (SEALED, "", "") for event in theirs)
        others = [event for event in journal() if event["stream"] == "cage"]
        assert others and all(event["hash"] and event["body"] != SEALED for event in others)

    play(casino, script)


@pytest.mark.parametrize("name", ["roulette", "blackjack"])
def test_nothing_is_shown_of_a_table_that_is_not_read(name: str) -> None:
    casino = Casino(name)
    casino.bet(name)
    before = casino.shown(name)
    heard: list[dict[str, Any]] = []

    async def script(live: Live) -> None:
        casino.floor.watch(Who("Ben", PLAYER), name, lambda data: heard.append(decode(data)))
        live.disk.writes, live.disk.breaks = False, True
        assert (await live.ask("Ann", "clear", "ann-0001", table=name))["retry"]
        assert name not in casino.floor.tables and heard[-1]["t"] == "trouble" and not heard[-1]["out_of_order"]
        row = next(row for row in casino.floor.lobby() if row["id"] == name)
        assert row["status"] == "waiting for the disk" and row["game"] == casino.floor.unread[name].row["game"]
        again: list[dict[str, Any]] = []
        casino.floor.watch(Who("Cat", PLAYER), name, lambda data: again.append(decode(data)))
        assert [message["t"] for message in again] == ["trouble"]
        live.disk.writes = live.disk.reads = True
        casino.now += trouble.TRIED_EVERY_MS
        assert casino.floor.tick(name, casino.now) is None  # it is read by itself
        live.runner._tell_trouble(name)
        await asyncio.sleep(0.15)
        assert heard[-1]["t"] == "snapshot" == again[-1]["t"]
        assert (await live.ask("Ann", "clear", "ann-0001", table=name))["ok"]

    play(casino, script)
    wagers = before["wagers"]
    assert wagers and heard[-2 if heard[-1]["t"] == "delta" else -1]["view"]["wagers"] == wagers
    casino.sound()


def test_a_disk_that_cannot_be_read_in_the_middle_of_a_command() -> None:
    """Nothing is done, nothing is kept: the same command counts once when the disk is back."""
    casino = Casino("roulette")

    async def script(live: Live) -> None:
        live.disk.reads = False
        told = await live.ask("Ann", "place", "ann-0001", table="roulette", box=1, wagers=[["red", 10_00]])
        assert told["retry"] and "cannot be read" in told["refused"]
        live.disk.reads = True
        for _ in range(2):
            told = await live.ask("Ann", "place", "ann-0001", table="roulette", box=1, wagers=[["red", 10_00]])
            assert told["ok"]

    play(casino, script)
    assert casino.store.balance("layout:roulette") == 10_00


def test_an_interruption_is_marked_though_the_first_step_after_it_fails() -> None:
    casino = Casino("roulette")
    casino.bet("roulette")
    casino.crash()

    async def script(live: Live) -> None:
        live.disk.writes = False
        assert (await live.ask("Ann", "clear", "ann-0001", table="roulette"))["retry"]
        live.disk.writes = True
        assert (await live.ask("Ann", "clear", "ann-0001", table="roulette"))["ok"]

    play(casino, script)
    assert len(casino.store.recent("table:roulette", "resumed", 9)) == 1


# -- people ------------------------------------------------------------------------------------------------


CHEAP = PeopleSettings(rounds=1, memory=64)


def with_people(script: Callable[[Live, People], Awaitable[None]]) -> Casino:
    casino = Casino("roulette")

    async def whole(live: Live) -> None:
        people = People(casino.store, lambda: casino.now, live.disk.write, casino.floor.settings, CHEAP)
        live.runner.people = people.take
        try:
            await script(live, people)
        finally:
            await people.close()

    play(casino, whole)
    return casino


def test_people_who_cannot_be_read_are_not_half_known() -> None:
    async def script(live: Live, people: People) -> None:
        assert await people.first_start()
        added = await live.ask("Max", "add-person", name="Dora", role="dealer", password="long enough 1")
        assert added["ok"]
        live.disk.writes, live.disk.breaks = False, True
        told = await live.ask("Max", "set-role", "role-0001", name="Dora", role="supervisor")
        assert told["retry"]
        with pytest.raises(StoreError):
            people.person("Dora")
        live.disk.reads, live.disk.breaks = True, False
        assert people.person("Dora").role == "dealer"  # type: ignore[union-attr]
        told = await live.ask("Max", "set-role", "role-0001", name="Dora", role="supervisor")
        assert told["retry"]
        live.disk.writes = True
        told = await live.ask("Max", "set-role", "role-0001", name="Dora", role="supervisor")
        assert told["ok"] and people.person("Dora").role == "supervisor"  # type: ignore[union-attr]

    casino = with_people(script)
    assert len(casino.store.recent("people", "role", 9)) == 1


# -- same id, same answer ----------------------------------------------------------------------------------


REFUSED = {
    "a role": ("Ann", {"t": "issue", "player": "Ann", "amount": 5_00}),
    "no such table": ("Ann", {"t": "leave", "table": "nowhere"}),
    "cannot be read": ("Ann", {"t": "fly", "to": "the moon"}),
    "a table that is there": ("Max", {"t": "add-table", "id": "roulette", "name": "R", "game": "qld/roulette"}),
    "no such game": ("Max", {"t": "add-table", "id": "other", "name": "O", "game": "qld/nothing"}),
    "a bad password": ("Max", {"t": "add-person", "name": "Eve", "role": "dealer", "password": "short"}),
    "nobody to reset": ("Max", {"t": "reset-password", "name": "Nobody"}),
    "a bad role": ("Max", {"t": "set-role", "name": "Nobody", "role": "king"}),
    "of people, and not his": ("Ann", {"t": "add-person", "name": "E", "role": "dealer", "password": "long enough"}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_is_kept_under_its_id(what: str) -> None:
    """On a full disk nothing is known of it, and it may be sent again; then it is answered so for good."""
    who, command = REFUSED[what]
    named = command | {"player": "Somebody"} if "player" in command else command | {"t": "sit", "table": "roulette"}

    async def script(live: Live, people: People) -> None:
        raw, person = msgspec.json.encode(command), Who(who, STAFF.get(who, PLAYER))
        live.disk.writes = False
        assert (await live.runner.do(person, "some-id-1", raw))["retry"]
        live.disk.writes, live.disk.reads = True, False
        assert (await live.runner.do(person, "some-id-1", raw))["retry"]
        live.disk.reads = True
        told = await live.runner.do(person, "some-id-1", raw)
        assert not told["ok"] and not told.get("retry")
        kept = live.disk.store.answer(f"{who}:some-id-1")
        assert kept is not None and decode(kept[1]) == told
        assert await live.runner.do(person, "some-id-1", raw) == told
        other = await live.runner.do(person, "some-id-1", msgspec.json.encode(named))
        assert other["refused"] == "this id was used for another command"

    with_people(script)


def test_what_was_done_stays_done_when_the_role_is_gone() -> None:
    """The answer was lost on its way; meanwhile he is a manager no more."""
    casino = Casino()

    async def script(live: Live) -> None:
        raw = msgspec.json.encode({"t": "issue", "player": "Ann", "amount": 5_00})
        first = await live.runner.do(MAX, "issue-0001", raw)
        assert first["ok"] and await live.runner.do(Who("Max", PLAYER), "issue-0001", raw) == first

    play(casino, script)


# -- a table that keeps failing ----------------------------------------------------------------------------


def broken(monkeypatch: Patch, name: str, what: str = "due") -> None:
    """Whatever is done at one table fails."""
    honest: Any = getattr(HouseTable, what)

    def fails(self: HouseTable, *given: Any) -> Any:
        if self.id == name:
            raise ZeroDivisionError("on purpose")
        return honest(self, *given)

    monkeypatch.setattr(HouseTable, what, fails)


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not come to that")


def test_a_table_that_keeps_failing_is_left_alone_with_its_money(monkeypatch: Patch) -> None:
    casino = Casino("roulette", "baccarat")
    casino.bet("roulette")
    casino.bet("baccarat")

    async def script(live: Live) -> None:
        heard: list[dict[str, Any]] = []
        casino.floor.watch(Who("Ben", PLAYER), "roulette", lambda data: heard.append(decode(data)))
        with monkeypatch.context() as patch:
            broken(patch, "roulette")
            live.runner.start()
            while "roulette" in casino.floor.tables:
                casino.now += 60_000  # the whole time again, each time that it is read
                await live.ask("Ben", "ready", table="roulette")
        await until(lambda: heard[-1]["t"] == "trouble")
        assert heard[-1]["out_of_order"] and live.runner.faults == running.MOST_FAILURES
        assert casino.store.balance("layout:roulette") == 10_00
        told = await live.ask("Ann", "clear", "ann-0001", table="roulette")
        assert not told["ok"] and not told.get("retry") and "out of order" in told["refused"]
        assert await live.ask("Ann", "clear", "ann-0001", table="roulette") == told
        row = next(row for row in casino.floor.lobby() if row["id"] == "roulette")
        assert row["status"] == "out of order" and row["trouble"]
        assert casino.floor.tables.keys() == {"baccarat"}  # whose round went on
        assert casino.store.balance("layout:baccarat") == 0
        assert not (await live.ask("Dora", "try-again", table="roulette"))["ok"]
        assert (await live.ask("Sue", "try-again", table="roulette"))["ok"]
        await until(lambda: heard[-1]["t"] != "trouble")
        assert not (await live.ask("Sue", "try-again", table="roulette"))["ok"]

    play(casino, script)
    assert verify(casino.store).faults == []


def test_one_person_alone_does_not_put_a_table_out_of_order(monkeypatch: Patch) -> None:
    casino = Casino("roulette")

    async def script(live: Live) -> None:
        with monkeypatch.context() as patch:
            broken(patch, "roulette", "_carry_out")
            for _ in range(2 * running.MOST_FAILURES):
                assert "went wrong" in (await live.ask("Ann", "ready", table="roulette"))["refused"]
            assert "roulette" in casino.floor.tables
            for who in ("Ben", "Cat"):
                await live.ask(who, "ready", table="roulette")
            assert casino.floor.unread["roulette"].out_of_order

    play(casino, script)


def test_a_view_that_fails_is_tried_again_and_then_the_table_is_left_alone(monkeypatch: Patch) -> None:
    casino = Casino("roulette")

    def fails(*given: Any) -> Any:
        raise ZeroDivisionError("on purpose")

    async def script(live: Live) -> None:
        monkeypatch.setattr(casino.floor, "publish", fails)
        assert (await live.ask("Ann", "place", table="roulette", box=1, wagers=[["red", 10_00]]))["ok"]
        await until(lambda: "roulette" in casino.floor.unread)
        assert casino.store.balance("layout:roulette") == 10_00

    play(casino, script)


def test_a_table_that_hangs_does_not_hold_the_stop(monkeypatch: Patch) -> None:
    casino = Casino("roulette")
    monkeypatch.setattr(running, "FINISH_S", 0.05)
    hung: list[asyncio.Future[None]] = []

    async def hangs(self: Runner, name: str) -> Any:
        while True:
            try:
                hung.append(asyncio.get_running_loop().create_future())
                await hung[-1]
            except asyncio.CancelledError:
                if len(hung) > 1:
                    raise

    async def script(live: Live) -> None:
        monkeypatch.setattr(Runner, "_tick", hangs)
        casino.bet("roulette")
        casino.now += 60_000
        live.runner.start()
        await until(lambda: bool(hung))
        await live.runner.stop()

    play(casino, script)


# -- damage ------------------------------------------------------------------------------------------------


def damage(store: SQLiteStore, stream: str) -> None:
    """One figure of the last event that has one: it can still be read, and says something else."""
    event = next(event for event in reversed(store.events(stream)) if b"1000" in event.body)
    store._db.execute("UPDATE event SET body = ? WHERE pos = ?", (event.body.replace(b"1000", b"9000", 1), event.pos))


def test_damage_keeps_only_its_own_table_closed() -> None:
    casino = Casino("roulette", "baccarat")
    casino.bet("roulette")
    casino.bet("baccarat")
    damage(casino.store, "table:roulette")
    casino.crash()
    known = casino.floor.unread["roulette"]
    assert known.out_of_order and "damaged" in known.why and casino.floor.tables.keys() == {"baccarat"}
    assert "out of order" in casino.no("Ann", "clear", table="roulette")["refused"]
    assert not casino.ask("Sue", "try-again", table="roulette")["ok"]
    assert casino.store.balance("layout:roulette") == 10_00
    casino.play("baccarat")


def test_damage_in_the_cage_closes_the_cage_and_no_table() -> None:
    casino = Casino("roulette")
    casino.do("Ann", "cash-out", amount=10_00)
    damage(casino.store, "cage")
    casino.crash()
    assert "out of order" in casino.no("Ann", "cash-out", amount=1_00)["refused"]
    assert not ask(casino.floor, MAX, {"t": "vouchers"})["ok"]
    casino.play("roulette")


def test_nobody_reads_the_cards_of_a_table_that_cannot_be_read() -> None:
    casino = Casino("holdem")
    casino.bet("holdem")
    casino.do("Dora", "no-more-bets", table="holdem")
    casino.floor.put_out_of_order("holdem", "a test", casino.now)
    found = ask(casino.floor, Who("Ivy", "inspector"), {"t": "journal", "table": "holdem", "limit": 100})
    found = found if found["ok"] else ask(casino.floor, Who("Ivy", "inspector"), {"t": "journal", "limit": 100})
    events = [event for event in found["events"] if event["stream"] == "table:holdem"]
    assert events and all("sealed" in event["body"] for event in events)
    assert not ask(casino.floor, Who("Ann", PLAYER), {"t": "rounds", "table": "holdem"})["ok"]
