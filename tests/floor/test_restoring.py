"""Restored backups: the mark, the event, the gap in the serials, and the report of lost events by signed heads."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import apsw
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casino import EPOCH, Casino
from typer.testing import CliRunner

from pitboss.cli.errors import Mistake
from pitboss.cli.main import app
from pitboss.cli.serve import open_house
from pitboss.floor.backup import backup
from pitboss.floor.desk import Settings, body_of
from pitboss.floor.head_tree import FORMAT, HeadTree, RestorePoint, SignedHead, fold
from pitboss.floor.heads import HeadFile, check_heads, load_key, load_public_key, make_key, read_head, signed
from pitboss.floor.people import PeopleSettings
from pitboss.floor.restoring import MARK, BackupMark, last_event, read_mark, record_restore, restores
from pitboss.floor.store import NewEvent, SQLiteStore, StoreError, Write, link
from pitboss.floor.verify import verify
from pitboss.web.app import WebSettings
from pitboss.web.server import House

CHEAP = PeopleSettings(rounds=1, memory=8, lanes=1)
DAY = 86_400_000


_moments = count(EPOCH)


def put(store: SQLiteStore, number: int, what: str = "issued") -> None:
    """Commit events with different times."""
    first = last_event(store) + 1
    done = store.commit([
        Write([NewEvent("office", what, b'{"n":%d}' % n, "Max", next(_moments))],
              entries=[("cage", -5), (f"player:{n}", 5)]) for n in range(first, first + number)])
    assert done == list(range(first, first + number))


def quick_copy(store: SQLiteStore, target: Path, at: int) -> Path:
    """A marked copy as `pitboss backup` makes one, without its checks."""
    with closing(apsw.Connection(str(target))) as new:
        new.execute("PRAGMA synchronous = OFF")
        with new.backup("main", store._db, "main") as copying:
            copying.step(-1)
        new.execute("PRAGMA journal_mode = DELETE")
        mark = msgspec.json.encode(BackupMark(at, last_event(store)))
        new.execute("INSERT OR REPLACE INTO secret VALUES (?,?)", (MARK, mark))
    return target


def hasty(path: Path) -> SQLiteStore:
    """A store that does not wait for the disk."""
    store = SQLiteStore(path)
    store._db.execute("PRAGMA synchronous = OFF")
    return store


class SignedFloor:
    """A database that is signed as it grows, its copies, and its heads file."""

    def __init__(self, home: Path) -> None:
        (home / "data").mkdir()
        self.home, self.database, self.heads = home, home / "data" / "floor.db", home / "floor.heads"
        self.key, self.public = home / "key", make_key(home / "key")
        self.store = hasty(self.database)
        self.file = self.opened()
        self.restored = 0

    def opened(self, copied: int | None = None) -> HeadFile:
        return HeadFile(self.store, load_key(self.key, self.database), self.heads, lambda: EPOCH, copied)

    def grow(self, count: int, sign: bool = True) -> None:
        put(self.store, count)
        if sign:
            self.file.write()

    def copy(self, name: str) -> Path:
        """A backup; without its mark it is a plain copy of the file."""
        return quick_copy(self.store, self.home / name, EPOCH + 1)

    def put_in_place(self, copy: Path) -> None:
        """Put a copy in the place of the database, as an operator does while the floor is closed."""
        self.store.close()
        for end in ("-wal", "-shm"):
            Path(f"{self.database}{end}").unlink(missing_ok=True)
        shutil.copy(copy, self.database)
        self.store = hasty(self.database)

    def restore(self, copy: Path, sign: bool = True) -> None:
        """Open a marked copy as a floor does."""
        self.put_in_place(copy)
        mark = read_mark(self.store)
        assert mark is not None
        file = self.opened(mark.events) if sign else self.file
        record_restore(self.store, mark, EPOCH + DAY + self.restored)
        self.restored += 1
        if sign:
            self.file = file
            self.file.write()

    def seen(self) -> Any:
        with closing(SQLiteStore(self.database, reading=True)) as store:
            assert verify(store).faults == []
            return check_heads(store, self.heads, load_public_key(self.public))

    def unmark(self) -> None:
        self.store.commit([Write([], secrets={MARK: None})])

    def lines(self) -> list[SignedHead]:
        heads = [read_head(line, load_public_key(self.public)) for line in self.heads.read_bytes().splitlines()]
        assert not [head for head in heads if isinstance(head, str)]
        return [head for head in heads if isinstance(head, SignedHead)]


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[SignedFloor]:
    """Signed at 6 and 11 events, with a copy of 10."""
    made = SignedFloor(tmp_path)
    made.grow(6)
    made.grow(4, sign=False)
    assert backup(made.database, made.home / "copy.db").faults == []
    made.grow(1)
    yield made
    made.store.close()


def rewrite(floor: SignedFloor, first: int) -> None:
    """Rewrite the event at a position, and the hashes of all events after it."""
    floor.store.close()
    with closing(apsw.Connection(str(floor.database))) as db:
        rows = list(db.execute("SELECT pos, stream, ver, type, cmd_id, at, actor, body, prev_hash FROM event "
                               "WHERE pos >= ? ORDER BY pos", (first,)))
        prev: dict[str, str] = {}
        for pos, stream, ver, type, cmd, at, actor, body, was in rows:
            body = b'{"n":7777}' if pos == first else body
            entries = list(db.execute("SELECT account, amount FROM posting WHERE pos = ? ORDER BY n", (pos,)))
            before = prev.get(stream, was)
            prev[stream] = link(before, (pos, stream, ver, type, cmd, at, actor), body, entries)
            db.execute("UPDATE event SET body = ?, prev_hash = ?, hash = ? WHERE pos = ?",
                       (body, before, prev[stream], pos))
    floor.store = hasty(floor.database)


# -- heads that were asked for and are not there -------------------------------------------------------------------


@pytest.mark.parametrize(("content", "fault"), [
    (b"", "has no head"), (None, "is not there"), (b'{"format":"pit', "has no head"),
])
def test_verify_reports_heads_that_are_missing(floor: SignedFloor, content: bytes | None, fault: str) -> None:
    if content is None:
        floor.heads.unlink()
    else:
        floor.heads.write_bytes(content)
    done = CliRunner().invoke(app, ["verify", str(floor.database), "--heads", str(floor.heads), "--key",
                                    str(floor.public)])
    assert done.exit_code == 1, done.output
    said = " ".join(done.output.split())
    assert f"floor.heads {fault}" in said and "fault" in said.rpartition(":")[2]


# -- the mark and the event ----------------------------------------------------------------------------------------


def house_of(floor: SignedFloor, **how: Any) -> House:
    return House(floor.database, Settings(open_at_start=False), people=CHEAP, clock=lambda: EPOCH + DAY, **how)


async def open_and_close(house: House) -> None:
    await house.open()
    await house.close()


def test_opening_a_backup_is_a_restore_and_is_recorded_once(floor: SignedFloor) -> None:
    assert read_mark(floor.store) is None
    floor.put_in_place(floor.home / "copy.db")
    assert read_mark(floor.store) == BackupMark(read_mark(floor.store).at, 10)  # type: ignore[union-attr]
    floor.store.close()
    for _ in range(2):
        house = house_of(floor, signing=(floor.key, floor.heads))
        assert read_mark(house.store) is None
        asyncio.run(open_and_close(house))
    floor.store = hasty(floor.database)
    restore, = restores(floor.store)
    assert (restore.pos, restore.at, restore.events) == (11, EPOCH + DAY, 10) and restore.taken > EPOCH
    seen = floor.seen()
    assert seen.faults == [] and [each.text() for each in seen.restores] == [
        "restored 2023-11-15 22:13 UTC from a copy of 10 events: 1 of 11 signed events lost, 7 to 10 under no head"]


def test_verify_names_a_restore_with_and_without_heads(floor: SignedFloor) -> None:
    floor.restore(floor.home / "copy.db")
    run = CliRunner()
    done = run.invoke(app, ["verify", str(floor.database)])
    said = " ".join(done.output.split())
    assert done.exit_code == 0 and "restored 2023-11-15 22:13 UTC from a copy of 10 events, taken 20" in said
    assert said.endswith("no fault found, 1 restore")
    asked = ["verify", str(floor.database), "--heads", str(floor.heads), "--key", str(floor.public)]
    done = run.invoke(app, asked)
    assert done.exit_code == 0 and "heads: restored" in done.output and "1 of 11 signed events lost" in done.output
    seen = msgspec.json.decode(run.invoke(app, [*asked, "--json"]).stdout)
    assert seen["sound"] and len(seen["restores"]) == 1
    assert seen["heads"]["restores"] == [{"line": 3, "at": EPOCH, "signed": 11, "copied": 10, "lost": 1, "proven": 6}]


def test_a_copy_that_is_not_opened_yet_is_called_a_copy(floor: SignedFloor) -> None:
    with closing(SQLiteStore(floor.home / "copy.db", reading=True)) as store:
        fault, = check_heads(store, floor.heads, load_public_key(floor.public)).faults
    assert "11 events were signed" in fault and "ends with 10: it is a copy, taken" in fault


def killed(floor: SignedFloor, place: Path) -> Path:
    """The files as a killed floor leaves them, its last transactions in the log."""
    place.mkdir()
    for end in ("", "-wal"):
        shutil.copy(f"{floor.database}{end}", place / f"floor.db{end}")
    return place / "floor.db"


def test_a_copy_next_to_the_log_of_a_killed_floor_is_not_opened(floor: SignedFloor) -> None:
    """SQLite would write the pages of that log into the copy."""
    database = killed(floor, floor.home / "killed")
    shutil.copy(floor.home / "copy.db", database)
    before = [path.read_bytes() for path in sorted(database.parent.iterdir())]
    assert len(before) == 2 and all(before)
    with pytest.raises(StoreError, match=r"remove floor\.db-wal and floor\.db-shm"):
        House(database, Settings(open_at_start=False), people=CHEAP, clock=lambda: EPOCH + DAY)
    assert [path.read_bytes() for path in sorted(database.parent.iterdir())] == before
    Path(f"{database}-wal").unlink()
    asyncio.run(open_and_close(House(database, Settings(open_at_start=False), people=CHEAP, clock=lambda: EPOCH + DAY)))
    with closing(SQLiteStore(database, reading=True)) as store:
        assert verify(store).faults == [] and [each.events for each in restores(store)] == [10]


def test_a_restored_floor_that_is_killed_opens_again(floor: SignedFloor) -> None:
    floor.restore(floor.home / "copy.db")
    floor.grow(2)
    database = killed(floor, floor.home / "killed")
    assert Path(f"{database}-wal").stat().st_size
    asyncio.run(open_and_close(House(database, Settings(open_at_start=False), people=CHEAP, clock=lambda: EPOCH + DAY)))
    with closing(SQLiteStore(database, reading=True)) as store:
        assert verify(store).faults == [] and len(restores(store)) == 1 and last_event(store) > 14


# -- a database that is older than its heads -----------------------------------------------------------------------


@pytest.fixture
def older(floor: SignedFloor) -> SignedFloor:
    """A plain copy of the file in the place of the database."""
    floor.put_in_place(floor.home / "copy.db")
    floor.unmark()
    return floor


def contents(floor: SignedFloor) -> tuple[Any, ...]:
    with closing(SQLiteStore(floor.database, reading=True)) as store:
        return (store.rows("SELECT * FROM event ORDER BY pos"), store.rows("SELECT * FROM secret"),
                floor.heads.read_bytes())


def test_a_database_older_than_its_heads_opens_only_when_confirmed(older: SignedFloor) -> None:
    older.store.close()
    before = contents(older)
    how = (older.database, Settings(open_at_start=False), WebSettings(), True, (older.key, older.heads))
    with pytest.raises(Mistake) as refused:
        open_house(*how)
    line = str(refused.value)
    assert "signed 2023-11-14 22:13 UTC for 11 events, and the database has 10" in line
    assert "confirm that with --restored" in line and "\n" not in line and contents(older) == before
    house = house_of(older, signing=(older.key, older.heads), restored=True)
    asyncio.run(open_and_close(house))
    older.store = hasty(older.database)
    seen = older.seen()
    assert seen.faults == [] and [(each.signed, each.copied, each.lost) for each in seen.restores] == [(11, 10, 1)]
    assert "taken at an unknown time" in restores(older.store)[0].line()


@pytest.mark.parametrize("copied", [None, 10, 11])
def test_a_rewritten_past_is_not_taken_for_a_restore(floor: SignedFloor, copied: int | None) -> None:
    rewrite(floor, 4)
    before = floor.heads.read_bytes()
    with pytest.raises(StoreError, match="past was rewritten"):
        floor.opened(copied)
    assert floor.heads.read_bytes() == before


def test_another_floors_database_is_not_taken_for_a_restore(floor: SignedFloor, tmp_path: Path) -> None:
    for events, copied in ((0, 0), (0, None), (7, 7), (30, 30)):
        with closing(SQLiteStore(":memory:")) as store:
            put(store, events, "other")
            with pytest.raises(StoreError, match="another floor's"):
                HeadFile(store, load_key(floor.key, floor.database), floor.heads, lambda: EPOCH, copied)


def test_a_start_that_was_cut_short_is_finished_by_the_next(floor: SignedFloor) -> None:
    """The process ended after the restore was recorded and before a head was signed."""
    floor.restore(floor.home / "copy.db", sign=False)
    fault, = floor.seen().faults
    assert "restored 2023-11-15 22:13 UTC from a copy of 10 events" in fault and "rewritten" not in fault
    floor.file = floor.opened()
    floor.grow(3)
    seen = floor.seen()
    assert seen.faults == [] and [(each.copied, each.lost) for each in seen.restores] == [(10, 1)]


# -- what a dishonest house could write ----------------------------------------------------------------------------


def sign_on(floor: SignedFloor, point: RestorePoint | None) -> None:
    """Append a head of the current database, as a house with the key and another program can."""
    hash = last = ""
    for event in floor.store.all_events(limit=1000):
        hash, last = fold(hash, event.hash), event.hash
    lines = floor.heads.read_bytes().splitlines()
    head = SignedHead(FORMAT, len(lines) + 1, EPOCH, last_event(floor.store), hash, last,
                      sha256(lines[-1]).hexdigest(), point)
    with floor.heads.open("ab") as file:
        file.write(signed(head, load_key(floor.key, floor.database)) + b"\n")


def declared(floor: SignedFloor, events: int) -> None:
    record_restore(floor.store, BackupMark(EPOCH, events), EPOCH + DAY)


@pytest.mark.parametrize(("point", "event", "fault"), [
    (None, None, "the past was rewritten"),
    (RestorePoint(1, 11), None, "head 3 names a restore of 11 events that the journal does not record"),
    (RestorePoint(1, 11), 10, "head 3 names a restore of 11 events that the journal does not record"),
    (RestorePoint(1, 11), 11, "no older copy of the 11 events that were signed before: behind event 6 the past was"),
    (RestorePoint(2, 11), 11, "events 7 to 11 are not those that were signed"),
    (RestorePoint(0, 11), 11, "no older copy of the 11 events"),
])
def test_a_restore_does_not_hide_a_rewritten_past(
    floor: SignedFloor, point: RestorePoint | None, event: int | None, fault: str
) -> None:
    """Event 8 is rewritten, and a restore is declared in several ways."""
    rewrite(floor, 8)
    if event is not None:
        declared(floor, event)
    sign_on(floor, point)
    assert any(fault in line for line in floor.seen().faults), floor.seen().faults


@given(rewritten=st.integers(1, 11), head=st.integers(0, 2), events=st.integers(0, 12))
@settings(max_examples=30, deadline=None)
def test_a_declared_restore_is_a_fault_or_reports_lost_events(rewritten: int, head: int, events: int) -> None:
    with TemporaryDirectory() as home:
        floor = SignedFloor(Path(home))
        floor.grow(6)
        floor.grow(5)
        rewrite(floor, rewritten)
        declared(floor, events)
        sign_on(floor, RestorePoint(head, events))
        seen = floor.seen()
        floor.store.close()
        restore, = seen.restores
        # The rewritten event is under no head, and the report counts lost events.
        assert seen.faults or (restore.proven < rewritten and restore.signed == 11)
        assert seen.faults or restore.lost > 0


# -- restores one after the other ----------------------------------------------------------------------------------

STEP = st.one_of(
    st.tuples(st.just("grow"), st.integers(0, 3)), st.tuples(st.just("sign"), st.just(0)),
    st.tuples(st.just("copy"), st.just(0)), st.tuples(st.just("start"), st.just(0)),
    st.tuples(st.just("restore"), st.integers(0, 3)), st.tuples(st.just("restore unsigned"), st.integers(0, 3)),
)


def shared(one: list[str], other: list[str]) -> int:
    """Return the number of equal events at the beginning of two journals."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@given(st.lists(STEP, min_size=4, max_size=14))
@settings(max_examples=30, deadline=None)
def test_honest_restores_are_accepted_and_count_lost_events(steps: list[tuple[str, int]]) -> None:
    """Copies of any branch are restored in any order: no fault, and at most the truly lost events are reported."""
    with TemporaryDirectory() as home:
        floor = SignedFloor(Path(home))
        floor.grow(2)
        copies = [floor.copy("0.db")]
        signed_journal = journal = [event.hash for event in floor.store.all_events(limit=1000)]
        lost: list[int] = []
        for n, (what, number) in enumerate([*steps, ("start", 0), ("sign", 0)], 1):
            if what == "grow":
                floor.grow(number, sign=False)
            elif what == "copy":
                copies.append(floor.copy(f"{n}.db"))
            elif what == "start":
                floor.store.close()
                floor.store = hasty(floor.database)
                floor.file = floor.opened()
            elif what.startswith("restore"):
                floor.restore(copies[number % len(copies)], sign=False)
                if what == "restore":
                    floor.file = floor.opened()
            journal = [event.hash for event in floor.store.all_events(limit=1000)]
            if what in ("sign", "restore"):
                if floor.file.store is not floor.store:
                    floor.file = floor.opened()
                if floor.file.restored is not None:
                    lost.append(len(signed_journal) - shared(signed_journal, journal))
                floor.file.write()
                signed_journal = journal
        seen = floor.seen()
        floor.store.close()
        assert seen.faults == [] and seen.signed == len(journal)
        assert len(seen.restores) == len(lost)
        for restore, truly in zip(seen.restores, lost, strict=True):
            assert 0 <= restore.lost <= truly, (restore, truly)
        # A signed event that is rewritten is still a fault.
        rewrite(floor, 1 + len(steps) % len(journal))
        assert floor.seen().faults
        floor.store.close()


def test_a_copy_of_a_branch_that_was_left_is_restored(floor: SignedFloor) -> None:
    """A second restore, of what the first one had left behind."""
    floor.copy("later.db")  # all 11 events
    floor.restore(floor.home / "copy.db")
    floor.grow(8)
    floor.restore(floor.home / "later.db")
    seen = floor.seen()
    assert seen.faults == [] and [(each.signed, each.copied, each.lost, each.proven) for each in seen.restores] == [
        (11, 10, 1, 6), (20, 11, 10, 11)]
    assert [floor.lines()[n - 1].events for n in HeadTree(floor.lines()).branch()] == [13, 11, 6]


# -- serials of vouchers -------------------------------------------------------------------------------------------


class Cashier(Casino):
    """A floor without tables whose players print vouchers."""

    def __init__(self, path: Path, now: int, prepare: Callable[[SQLiteStore], None] = lambda store: None) -> None:
        store = SQLiteStore(path)
        prepare(store)
        store.close()
        self.begins = now
        super().__init__(path=path)
        self.now = now
        self.floor.load(now)

    def print_voucher(self, n: int) -> str:
        self.count = n * 1000 + self.now
        return str(self.do("Ann", "cash-out", amount=1)["serial"])


MOMENTS = st.integers(0, 40 * DAY)


@given(st.lists(st.tuples(st.sampled_from(["print", "print", "copy", "restore"]), MOMENTS, st.integers(0, 9)),
                min_size=3, max_size=14))
@settings(max_examples=15, deadline=None)
def test_no_serial_is_issued_twice_by_floors_restored_from_copies(steps: list[tuple[str, int, int]]) -> None:
    """Copies are restored in any order, any number of times: all printed serials are different."""
    printed: list[str] = []
    with TemporaryDirectory() as home:
        path, now = Path(home) / "floor.db", EPOCH
        casino = Cashier(path, now)
        copies: list[Path] = []
        for n, (what, passes, number) in enumerate(steps):
            now += passes
            casino.now = now
            if what == "print":
                printed += [casino.print_voucher(n * 10 + k) for k in range(1 + number % 3)]
            elif what == "copy" or not copies:
                copies.append(quick_copy(casino.store, Path(home) / f"{n}.db", now if number % 2 else 0))
            else:
                casino.store.close()
                for end in ("-wal", "-shm"):
                    Path(f"{path}{end}").unlink(missing_ok=True)
                shutil.copy(copies[number % len(copies)], path)

                def restore(store: SQLiteStore, now: int = now) -> None:
                    mark = read_mark(store)
                    assert mark is not None
                    record_restore(store, mark, now)

                casino = Cashier(path, now, restore)
        casino.store.close()
    assert len(set(printed)) == len(printed), printed


def test_serials_go_on_behind_a_gap_and_stay_there(tmp_path: Path) -> None:
    """One serial for every millisecond since the copy was taken, and a minute of them besides."""
    casino = Casino(path=tmp_path / "floor.db")
    serials = [casino.do("Ann", "cash-out", amount=1)["serial"] for _ in range(2)]
    assert serials == ["V0000001", "V0000002"]
    record_restore(casino.store, BackupMark(casino.now, last_event(casino.store)), casino.now + DAY)
    casino.crash()
    after = [casino.do("Ann", "cash-out", amount=1)["serial"] for _ in range(2)]
    casino.crash()
    after.append(casino.do("Ann", "cash-out", amount=1)["serial"])
    assert after == [f"V{2 + DAY + 60_000 + n}" for n in (1, 2, 3)]
    assert body_of(casino.store.recent("cage", "serials", 1)[0]) == {"after": 2 + DAY + 60_000}
    assert casino.do("Ann", "redeem", code=casino.floor.cage.of("Ann")[0]["code"])["amount"] == 1
