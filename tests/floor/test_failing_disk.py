"""Calls to the disk that fail under SQLite: the store after one of them, and a sample of those of a fixed evening."""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest
from support.evening import MINUTE, Evening
from support.failing_disk import COMMIT, KINDS, ON, ONCE, READ, SYNC, WRITE, Disk, DiskVFS
from support.sim_loop import SECOND

from pitboss.floor.commands import Who
from pitboss.floor.store import DiskFailed, NewEvent, SQLiteStore, Write
from pitboss.floor.verify import verify

COMMAND = Path(__file__).with_name("every_call_fails.py")
STAKE = 5_00


@pytest.fixture
def disk() -> Iterator[Disk]:
    """The disk under all connections that a test opens."""
    disk = Disk()
    vfs = DiskVFS(disk)
    yield disk
    vfs.unregister()


@pytest.fixture
def store(disk: Disk, tmp_path: Path) -> Iterator[SQLiteStore]:
    made = SQLiteStore(tmp_path / "floor.db")
    assert made.commit([issue(1)]) == [1]
    yield made
    disk.plan = lambda n, kind: ""
    disk.failing = False
    made.close()


def issue(n: int) -> Write:
    """The n-th write of a stream, with money and an answer."""
    return Write([NewEvent("office", "issued", b"{}", "Max", n)], {"office": n - 1},
                 [("cage", -STAKE), ("player:Ann", STAKE)], (f"Max:{n}", "asked", b"{}"))


def fail(disk: Disk, kind: str, way: str) -> None:
    """Fail the next call of a kind."""
    left = [way]
    disk.plan = lambda n, called: left.pop() if called == kind and left else ""


def stands(store: SQLiteStore) -> tuple[int, int, bool]:
    """The version of the stream, the balance of its player, and whether the second write is answered."""
    return store.version("office"), store.balance("player:Ann"), store.answer("Max:2") is not None


# -- one call ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [WRITE, SYNC])
def test_heads_and_balances_advance_only_when_commit_has_succeeded(disk: Disk, store: SQLiteStore, kind: str) -> None:
    """Other threads read them in the middle of COMMIT."""
    seen: list[tuple[int, int, bool]] = []

    def look(n: int, called: str) -> str:
        if called == kind:
            with disk.honest():
                seen.append(stands(store))
        return ""

    disk.plan = look
    assert store.commit([issue(2)]) == [2]
    assert seen and set(seen) == {(1, STAKE, False)}
    assert stands(store) == (2, 2 * STAKE, True)


@pytest.mark.parametrize("way", [ONCE, ON])
@pytest.mark.parametrize("kind", [WRITE, SYNC])
def test_failed_commit_leaves_heads_and_balances(disk: Disk, store: SQLiteStore, kind: str, way: str) -> None:
    fail(disk, kind, way)
    with pytest.raises(DiskFailed):
        store.commit([issue(2)])
    disk.failing = False
    assert stands(store) == (1, STAKE, False)
    assert store.commit([issue(2), issue(3)]) == [2, 3]
    assert verify(store).faults == []


@pytest.mark.parametrize("way", [ONCE, ON])
def test_commit_that_fails_after_it_took_effect_is_read_again(disk: Disk, store: SQLiteStore, way: str) -> None:
    """The next writes follow the events on the disk."""
    fail(disk, COMMIT, way)
    with pytest.raises(DiskFailed):
        store.commit([issue(2)])
    disk.failing = False
    assert stands(store) == (2, 2 * STAKE, True)
    assert store.commit([issue(3)]) == [3]
    assert store.balance("player:Ann") == 3 * STAKE and verify(store).faults == []


def test_probe_succeeds_only_when_the_disk_writes(disk: Disk, store: SQLiteStore) -> None:
    fail(disk, WRITE, ON)
    for _ in range(3):
        with pytest.raises(DiskFailed):
            store.probe()
    disk.failing = False
    store.probe()
    assert store.commit([issue(2)]) == [2]


def test_short_reads_and_writes_of_the_system_are_continued(tmp_path: Path) -> None:
    """On a real disk, every read and write transfers half of what was asked, until that is a byte."""
    unix, library, halves = apsw.VFS("", "unix"), ctypes.CDLL(None), Counter[bool]()
    names = ("read", "write", "pread", "pwrite", "pread64", "pwrite64")
    pointers = {name: pointer for name in names if (pointer := unix.xGetSystemCall(name))}
    ours = []
    for name in pointers:
        transfer = getattr(library, name)
        transfer.restype = ctypes.c_ssize_t
        transfer.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64][: 3 + ("p" in name)]

        def half(file: int, data: int, size: int, *at: int, name: str = name, transfer: Any = transfer) -> int:
            halves["read" in name] += size > 1
            return int(transfer(file, data, (size + 1) // 2, *at))

        ours.append(ctypes.CFUNCTYPE(transfer.restype, *transfer.argtypes)(half))
    try:
        for name, function in zip(pointers, ours, strict=True):
            unix.xSetSystemCall(name, ctypes.cast(function, ctypes.c_void_p).value or 0)
        for n in range(1, 9):
            with closing(SQLiteStore(tmp_path / "floor.db")) as store:
                assert store.commit([issue(n)]) == [n]
                assert verify(store).faults == [] and store.balance("player:Ann") == n * STAKE
    finally:
        for name, pointer in pointers.items():
            unix.xSetSystemCall(name, pointer)
    assert min(halves[True], halves[False]) > 100


# -- every call ----------------------------------------------------------------------------------------------------


def test_a_sample_of_all_failures_of_an_evening_breaks_nothing() -> None:
    """All of them: `python tests/floor/every_call_fails.py`."""
    done = subprocess.run([sys.executable, str(COMMAND), "--sample", "100", "--processes", "2"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    calls, failures, broken = (int(found) for found in re.findall(
        r"^(\d+) calls(?s:.*)^(\d+) failures, (\d+) broke something", done.stdout, re.MULTILINE)[0])
    assert calls >= 2000 and failures >= 100 and broken == 0
    assert all(f"  {kind} once: " in done.stdout for kind in KINDS) and f"  {READ} torn: " in done.stdout


# -- a desk --------------------------------------------------------------------------------------------------------


def test_desk_tries_due_work_once_a_second_while_the_disk_fails(
    disk: Disk, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The table was to close meanwhile. Commands are answered `retry` at once all the same."""
    evening = Evening(disk, tmp_path)
    evening.do("Max", "add-table", id="t", name="t", game="nsw/texas-holdem-bonus-poker",
               options={"minimum": "5", "maximum": "500"})
    evening.do("Ann", "sit", table="t", box=1)
    evening.do("Sue", "close-table", table="t")
    evening.wait(20 * MINUTE - 10)
    disk.plan = lambda n, kind: ONCE if kind == WRITE else ""  # it is full
    evening.wait(40)
    lines = [line for line in caplog.messages if line.startswith("desk t: not written")]
    assert 20 <= len(lines) <= 31
    life, began = evening.life, evening.now
    with life.loop.running():
        task = life.loop.create_task(life.runner.do(Who("Ann", "player"), "command-x", b'{"t":"leave","table":"t"}'))
    evening._run(life, [task], 3)
    assert task.done() and task.result()["retry"] and evening.now - began < SECOND // 10
    disk.plan = lambda n, kind: ""
    evening.wait(3)
    assert life.floor.tables["t"].status == "closed"
    life.end()
