"""The store: chains, ledger, answers given once, and what stands after a failure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor import schema
from pitboss.floor.store import (
    AnsweredAlready,
    Conflict,
    DiskFailed,
    NewEvent,
    Overdrawn,
    SQLiteStore,
    StoreError,
    Unbalanced,
    Write,
)
from pitboss.floor.verify import verify


def event(stream: str = "bj1", type: str = "bet", body: bytes = b"{}", actor: str = "Ann") -> NewEvent:
    return NewEvent(stream, type, body, actor, 1_700_000_000_000)


def issue(player: str, amount: int) -> Write:
    return Write([event("office", "issued")], entries=[("cage", -amount), (f"player:{player}", amount)])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "floor.db"


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[SQLiteStore]:
    with closing(SQLiteStore(":memory:" if request.param == "memory" else path)) as made:
        yield made


def test_events_read_back(store: SQLiteStore) -> None:
    body = '{"name":"Zoë","n":1}'.encode()
    assert store.commit([Write([event(body=body), event("bj2"), event(type="end")]), Write([event("bj2")])]) == [3, 4]
    first, last = store.events("bj1")
    assert (first.pos, first.ver, first.type, first.body, first.prev) == (1, 1, "bet", body, "")
    assert (last.pos, last.ver, last.prev) == (3, 2, first.hash)
    assert [e.pos for e in store.all_events()] == [1, 2, 3, 4]
    assert [e.pos for e in store.all_events(1, 2)] == [2, 3]
    assert [e.pos for e in store.all_events(2, 10, "bj2")] == [4]
    assert [e.ver for e in store.events("bj2", after=1)] == [2]
    assert store.events("bj1", limit=1) == [first]
    assert store.last("bj1", "bet") == first and store.last("bj1", "no") is None
    assert store.streams() == ["bj1", "bj2"] and store.version("bj2") == 2 and store.version("none") == 0


def test_a_write_with_a_fault_fails_alone(store: SQLiteStore) -> None:
    good = Write([event()])
    made = store.commit([
        good, Write([event()], expect={"bj1": 0}), Write([event()], entries=[("cage", -5), ("float:bj1", 4)]),
        Write([event(), event("bj2")], entries=[("player:Ann", -5), ("layout:bj1", 5)], secrets={"shoe": b"x"}),
        Write([NewEvent("bj1", "bet", b"", "lone \ud800", 0)]), Write([NewEvent("bj1", "bet", b"", "Ann", 2**70)]),
        Write([], entries=[("cage", -5), ("player:Ann", 5)]), Write([event()], entries=[("a", 10**18), ("b", -10**18)]),
        Write([event(), None]),  # type: ignore[list-item]
        Write([event()], expect={"bj1": 1, "bj2": 0}),
    ])
    assert made[0] == 1 and made[-1] == 2
    assert [type(one) for one in made[1:-1]] == [
        Conflict, Unbalanced, Overdrawn, StoreError, StoreError, Unbalanced, Unbalanced, StoreError]
    overdrawn = made[3]
    assert isinstance(overdrawn, Overdrawn) and overdrawn.account == "player:Ann"
    assert store.accounts() == [] and store.secret("shoe") is None and store.streams() == ["bj1"]
    assert verify(store).faults == []


def test_money_moves_with_its_event(store: SQLiteStore) -> None:
    store.commit([issue("Ann", 1000), issue("Ben", 50), Write([event()], entries=[
        ("player:Ann", -2000), ("layout:bj1", 700), ("player:Ann", 1300)])])
    assert store.balance("player:Ann") == 300 and store.balance("cage") == -1050 and store.balance("new") == 0
    assert store.accounts("player:") == [("player:Ann", "player", 300), ("player:Ben", "player", 50)]
    assert store.accounts("PLAYER:") == []
    assert sum(balance for _, _, balance in store.accounts()) == 0
    rows = store.postings(limit=1)
    assert [(row.pos, row.n, row.account, row.amount) for row in rows] == [
        (1, 0, "cage", -1000), (1, 1, "player:Ann", 1000)]
    assert [row.amount for row in store.postings("player:Ann")] == [1000, -2000, 1300]
    assert [row.amount for row in store.postings("player:Ann", after=1, limit=1)] == [-2000, 1300]
    assert (row := store.postings(after=2)[0]).stream == "bj1" and row.type == "bet" and row.actor == "Ann"


@pytest.mark.parametrize("account", ["player:A", "layout:t", "voucher:9", "stack:t:A", "pot:t"])
def test_what_may_not_be_overdrawn(account: str) -> None:
    with closing(SQLiteStore(":memory:")) as store:
        refused = store.commit([Write([event()], entries=[(account, -1), ("cage", 1)])])[0]
        assert isinstance(refused, Overdrawn) and refused.account == account
        for amount in (1, -1):
            assert isinstance(store.commit([Write([event()], entries=[(account, amount), ("cage", -amount)])])[0], int)


@pytest.mark.parametrize("account", ["cage", "float:t", "commission:t", "unclaimed", "chips:t:A", "jackpot:j"])
def test_what_may_be_overdrawn(account: str) -> None:
    with closing(SQLiteStore(":memory:")) as store:
        assert store.commit([Write([event()], entries=[(account, -1), ("player:A", 1)])]) == [1]


def test_a_command_is_answered_once(store: SQLiteStore) -> None:
    first = Write([event()], answer=("k", "h", b'{"ok":true}'))
    again = Write([event()], answer=("k", "other", b"{}"))
    refusal = Write([], answer=("no", "h", b'{"ok":false}'))
    made = store.commit([first, again, refusal])
    assert made[0] == 1 and isinstance(made[1], AnsweredAlready) and made[2] == 1
    assert isinstance(store.commit([again])[0], AnsweredAlready)
    assert store.answer("k") == ("h", b'{"ok":true}') and store.answer("no") == ("h", b'{"ok":false}')
    assert store.answer("never") is None and store.version("bj1") == 1


def test_secrets(store: SQLiteStore) -> None:
    store.commit([Write([], secrets={"shoe:bj1": b"1", "shoe:bj2": b"2", "sign-in:x": b"\0\xff"})])
    store.commit([Write([], secrets={"shoe:bj1": b"3", "shoe:bj2": None, "never": None})])
    assert store.secret("sign-in:x") == b"\0\xff" and store.secret("shoe:bj2") is None
    assert store.secrets_under("shoe:") == {"shoe:bj1": b"3"} and len(store.secrets_under("")) == 2


def test_everything_is_there_after_reopening(path: Path) -> None:
    for n in range(3):
        with closing(SQLiteStore(path)) as store:
            assert store.version("office") == n and store.balance("player:Ann") == 5 * n
            assert store.commit([issue("Ann", 5)]) == [n + 1]
    assert path.stat().st_mode & 0o077 == 0


def test_a_commit_is_on_the_disk_before_it_is_told(path: Path) -> None:
    """No kill of a process shows what a power cut would: the settings themselves are looked at."""
    with closing(SQLiteStore(path)) as store:
        settings = {name: store._db.pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")}
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


# -- properties ----------------------------------------------------------------------------------------

streams = st.sampled_from(["bj1", "ro1", "office"])
names = st.sampled_from(["player:Ann", "player:Ben", "layout:t", "float:t", "cage", "commission:t"])
moves = st.lists(st.tuples(names, names, st.integers(-50, 50)), max_size=3)


@st.composite
def any_writes(draw: st.DrawFn) -> Write:
    events = [event(draw(streams), draw(st.text(max_size=3)), draw(st.binary(max_size=9))) for _ in range(
        draw(st.integers(0, 3)))]
    entries = [entry for a, b, amount in draw(moves) for entry in ((a, -amount), (b, amount))]
    if draw(st.integers(0, 9)) == 0:
        entries.append(("cage", 1))
    expect = {draw(streams): draw(st.integers(0, 4))} if draw(st.integers(0, 3)) == 0 else {}
    key = draw(st.sampled_from(["", "", "k1", "k2", "k3", "k4"]))
    return Write(events, expect, entries, (key, "h", b"1") if key else None)


def model(writes: list[Write]) -> tuple[Counter[str], dict[str, int], set[str], list[bool]]:
    """The store in a few lines of plain Python."""
    balances, versions, answered, stands = Counter[str](), Counter[str](), set[str](), list[bool]()
    for write in writes:
        moved = Counter[str]()
        for account, amount in write.entries:
            moved[account] += amount
        after = {account: balances[account] + amount for account, amount in moved.items()}
        ok = (
            all(versions[stream] == version for stream, version in write.expect.items())
            and not (write.answer and write.answer[0] in answered)
            and (sum(amount for _, amount in write.entries) == 0)
            and (bool(write.events) or not any(amount for _, amount in write.entries))
            and all(amount >= 0 for account, amount in after.items() if account[:6] in ("player", "layout"))
        )
        stands.append(ok)
        if ok:
            balances.update(moved)
            versions.update(new.stream for new in write.events)
            answered |= {write.answer[0]} if write.answer else set()
    return balances, dict(versions), answered, stands


@given(st.lists(any_writes(), max_size=30), st.lists(st.integers(0, 30)))
@settings(max_examples=300, deadline=None)
def test_any_writes_in_any_batches_do_what_the_model_does(writes: list[Write], cuts: list[int]) -> None:
    balances, versions, answered, stands = model(writes)
    edges = [0, *sorted(min(cut, len(writes)) for cut in cuts), len(writes)]
    with closing(SQLiteStore(":memory:")) as store:
        made = [one for a, b in pairwise(edges) for one in store.commit(writes[a:b])]
        assert [isinstance(one, int) for one in made] == stands
        assert {name: balance for name, _, balance in store.accounts() if balance} == {
            name: balance for name, balance in balances.items() if balance}
        assert {stream: store.version(stream) for stream in store.streams()} == versions
        assert {key for key in ("k1", "k2", "k3", "k4") if store.answer(key)} == answered
        assert [e.pos for e in store.all_events(limit=1000)] == list(range(1, sum(versions.values()) + 1))
        assert verify(store).faults == []


# -- files ---------------------------------------------------------------------------------------------

def test_one_process_owns_a_file(path: Path) -> None:
    with closing(SQLiteStore(path)) as store:
        with pytest.raises(StoreError, match="in use by another process"):
            SQLiteStore(path)
        other = subprocess.run(
            [sys.executable, "-c", f"from pitboss.floor.store import SQLiteStore; SQLiteStore({str(path)!r})"],
            capture_output=True, text=True)
        assert "StoreError" in other.stderr and "in use by another process" in other.stderr
        store.commit([issue("Ann", 5)])
        with closing(SQLiteStore(path, reading=True)) as reader:
            store.commit([issue("Ann", 5)])
            assert reader.balance("player:Ann") == 5 and store.balance("player:Ann") == 10
            with pytest.raises(StoreError, match="reading only"):
                reader.commit([])
    SQLiteStore(path).close()


def test_files_that_are_something_else(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database, but long enough to look like one" * 90)
    other = apsw.Connection(str(tmp_path / "other"))
    other.execute("CREATE TABLE a (b)")
    other.close()
    for name, why in (("text", "cannot be read as"), ("other", "no floor's database")):
        before = (tmp_path / name).read_bytes()
        for reading in (False, True):
            with pytest.raises(StoreError, match=why):
                SQLiteStore(tmp_path / name, reading=reading)
        assert (tmp_path / name).read_bytes() == before
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match="no floor's database"):
        SQLiteStore(tmp_path / "empty", reading=True)
    with pytest.raises(StoreError, match="no such file"):
        SQLiteStore(tmp_path / "missing", reading=True)
    with pytest.raises(StoreError):
        SQLiteStore(tmp_path / "no" / "such" / "place")
    with pytest.raises(StoreError):
        SQLiteStore(tmp_path)


def test_a_file_of_a_newer_program_is_refused(path: Path) -> None:
    SQLiteStore(path).close()
    db = apsw.Connection(str(path))
    db.execute("PRAGMA user_version = 99")
    db.close()
    for reading in (False, True):
        with pytest.raises(StoreError, match=r"is of version 99, from a newer pitboss; this one knows \d+$"):
            SQLiteStore(path, reading=reading)


def test_migrations_run_once_each_and_wholly(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SQLiteStore(path)) as store:
        store.commit([issue("Ann", 5)])
    whole = list(schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", [*whole, "CREATE TABLE a (b); CREATE TABLE event (x)"])
    with pytest.raises(StoreError, match="already exists"):
        SQLiteStore(path)
    with closing(SQLiteStore(path, reading=True)) as store:  # an older file is read as it is
        assert store.balance("player:Ann") == 5 and store.rows("PRAGMA user_version") == [(len(whole),)]
    monkeypatch.setattr(schema, "MIGRATIONS", [*whole, "CREATE TABLE a (b)", "ALTER TABLE a ADD COLUMN c"])
    for _ in range(2):
        with closing(SQLiteStore(path)) as store:
            assert store.balance("player:Ann") == 5
            assert store.rows("SELECT b, c FROM a") == [] and store.rows("PRAGMA user_version") == [(len(whole) + 2,)]


def test_when_the_disk_is_full_nothing_of_the_batch_stands(path: Path) -> None:
    with closing(SQLiteStore(path)) as store:
        store.commit([issue("Ann", 5)])
        pages = store._db.pragma("page_count")
        store._db.pragma("max_page_count", pages)
        with pytest.raises(DiskFailed, match="cannot be written"):
            store.commit([issue("Ann", 5), Write([event(body=b"x" * 100_000)]), issue("Ann", 5)])
        assert store.balance("player:Ann") == 5 and store.version("office") == 1 and store.version("bj1") == 0
        store._db.pragma("max_page_count", 10**6)
        assert store.commit([issue("Ann", 5), Write([event(body=b"x" * 100_000)])]) == [2, 3]
        assert verify(store).faults == []


def test_reading_while_another_thread_commits(store: SQLiteStore) -> None:
    """No reader sees half a transaction."""
    store.commit([issue("Ann", 300), issue("Ben", 0)])
    done = threading.Event()

    def commit() -> None:
        for _ in range(300):
            store.commit([Write([event()], entries=[("player:Ann", -1), ("player:Ben", 1)])])
        done.set()

    thread = threading.Thread(target=commit)
    thread.start()
    looked = 0
    while not done.is_set() or not looked:
        looked += 1
        assert sum(balance for _, _, balance in store.accounts()) == 0
    thread.join()
    assert store.balance("player:Ben") == 300


WORKER = """
import sys
from pitboss.floor.store import NewEvent, SQLiteStore, Write
store = SQLiteStore(sys.argv[1])
n = store.version("bj1")
while True:
    batch = []
    for _ in range(4):
        n += 1
        batch.append(Write([NewEvent("bj1", "bet", b"x" * 700, "Ann", n)], {"bj1": n - 1},
                           [("cage", -1), ("player:Ann", 1)], (f"k{n}", "h", b"1"), {"shoe": str(n).encode()}))
    store.commit(batch)
    print(n, flush=True)
"""


def test_what_was_acknowledged_survives_a_kill(path: Path) -> None:
    acknowledged = 0
    for turn in range(12):
        worker = subprocess.Popen([sys.executable, "-c", WORKER, str(path)], stdout=subprocess.PIPE, text=True)
        assert worker.stdout is not None
        for _ in range(1 + turn * 7):
            acknowledged = int(worker.stdout.readline())
        os.kill(worker.pid, signal.SIGKILL)
        acknowledged = max([acknowledged, *(int(line) for line in worker.stdout if line.endswith("\n"))])
        worker.wait()
        worker.stdout.close()
        with closing(SQLiteStore(path)) as store:
            version = store.version("bj1")
            assert version in (acknowledged, acknowledged + 4)
            assert store.balance("player:Ann") == version and store.secret("shoe") == str(version).encode()
            assert store.answer(f"k{version}") and not store.answer(f"k{version + 1}")
            assert [fault for fault in verify(store).faults if not fault.startswith("secret shoe")] == []
