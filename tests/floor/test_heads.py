"""A lost end, a rewritten past, a damaged log, media that cannot be written; and what the chain is, byte for byte."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw
import pytest
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.floor import wal
from pitboss.floor.desk import Settings
from pitboss.floor.head_tree import FORMAT, RestorePoint, SignedHead, fold
from pitboss.floor.heads import (
    FILE,
    HeadFile,
    HeadWriter,
    check_heads,
    load_key,
    load_public_key,
    make_key,
    signed,
)
from pitboss.floor.people import PeopleSettings
from pitboss.floor.schema import open_reading
from pitboss.floor.still import on_hand
from pitboss.floor.store import NewEvent, SQLiteStore, StoreError, Write, link
from pitboss.floor.verify import verify
from pitboss.floor.wal import FRAME, HEADER, read_wal
from pitboss.web.server import House

AT = 1_700_000_000_000


def put(store: SQLiteStore, count: int = 1, what: str = "issued") -> None:
    """Events, each in a transaction of its own."""
    for _ in range(count):
        n = store.rows("SELECT count(*) FROM event")[0][0] + 1
        done = store.commit([Write([NewEvent("office", what, b'{"n":%d}' % n, "Max", AT + n)],
                                   entries=[("cage", -5), (f"player:{n}", 5)])])
        assert done == [n]


class Signed:
    """A database that was signed as it grew: at 0, 3, 5 and 8 of 9 events."""

    def __init__(self, home: Path) -> None:
        (home / "data").mkdir()
        self.database, self.heads = home / "data" / "floor.db", home / "floor.heads"
        self.key, self.public = home / "key", make_key(home / "key")
        with closing(SQLiteStore(self.database)) as store:
            file = self.file(store)
            file.write()
            for count in (3, 2, 3):
                put(store, count)
                file.write()
            put(store)

    def file(self, store: SQLiteStore, where: Path | None = None) -> HeadFile:
        return HeadFile(store, load_key(self.key, self.database), where or self.heads, lambda: AT)

    def faults(self) -> list[str]:
        with closing(SQLiteStore(self.database, reading=True)) as store:
            assert verify(store).faults == []  # without heads nothing is wrong with it
            return check_heads(store, self.heads, load_public_key(self.public)).faults

    def sql(self, *statements: str) -> None:
        with closing(apsw.Connection(str(self.database))) as db:
            for statement in statements:
                db.execute(statement)


@pytest.fixture
def made(tmp_path: Path) -> Signed:
    return Signed(tmp_path)


def test_a_database_that_is_what_was_signed(made: Signed) -> None:
    with closing(SQLiteStore(made.database, reading=True)) as store:
        seen = check_heads(store, made.heads, load_public_key(made.public))
    assert (seen.heads, seen.signed, seen.unsigned, seen.faults) == (4, 8, 1, [])


def test_an_end_that_was_cut_off(made: Signed) -> None:
    made.sql("DELETE FROM posting WHERE pos > 7", "DELETE FROM event WHERE pos > 7",
             "DELETE FROM account WHERE id IN ('player:8', 'player:9')",
             "UPDATE account SET balance = -35 WHERE id = 'cage'",
             "UPDATE sqlite_sequence SET seq = 7 WHERE name = 'event'")
    assert made.faults() == ["heads: 8 events were signed 2023-11-14 22:13 UTC, and the database ends with 7: its end "
                             "was cut off"]
    with closing(SQLiteStore(made.database)) as store, pytest.raises(StoreError, match="its end was lost"):
        made.file(store)


def test_a_past_that_was_rewritten_with_all_its_hashes(made: Signed) -> None:
    with closing(SQLiteStore(made.database)) as store:
        rows = store.rows("SELECT pos, stream, ver, type, cmd_id, at, actor, body FROM event ORDER BY pos")
    prev = ""
    for pos, stream, ver, type, cmd, at, actor, body in rows:
        body = b'{"n":400}' if pos == 4 else body
        entries = [("cage", -5), (f"player:{pos}", 5)]
        hash = link(prev, (pos, stream, ver, type, cmd, at, actor), body, entries)
        made.sql(f"UPDATE event SET body = x'{body.hex()}', prev_hash = '{prev}', hash = '{hash}' WHERE pos = {pos}")
        prev = hash
    assert made.faults() == ["heads: events 4 to 5 are not those that were signed 2023-11-14 22:13 UTC: the past was "
                             "rewritten"]


@pytest.mark.parametrize(("change", "fault"), [
    (lambda lines: [lines[0], *lines[2:]], "line 2 (head 3) does not follow the line before it"),
    (lambda lines: [lines[0], lines[1].replace(b'"events":3', b'"events":2'), *lines[2:]], "line 2 is not signed"),
    (lambda lines: [lines[0], lines[1], b"", lines[2], lines[3]], "line 3 is not signed"),
    (lambda lines: [lines[0], lines[2], lines[1], lines[3]], "line 2 (head 3) does not follow"),
    (lambda lines: lines[1:], "line 1 (head 2) does not follow"),
])
def test_a_line_that_is_missing_or_was_changed(made: Signed, change: Any, fault: str) -> None:
    made.heads.write_bytes(b"\n".join(change(made.heads.read_bytes().splitlines())) + b"\n")
    assert any(fault in line for line in made.faults())


def test_a_line_that_was_not_written_to_its_end_is_told_and_written_anew(made: Signed) -> None:
    with made.heads.open("ab") as file:
        file.write(b'{"format":"pit')
    assert made.faults() == ["heads: the last line is cut off in its middle"]
    with closing(SQLiteStore(made.database)) as store:
        file_again = made.file(store)
        assert file_again.due(10.0, 10.0) and not file_again.due(9.0, 10.0)
        file_again.write()
    assert made.faults() == []


def test_another_key_and_another_floors_heads_are_refused(made: Signed, tmp_path: Path) -> None:
    other = make_key(tmp_path / "other")
    with closing(SQLiteStore(made.database, reading=True)) as store:
        assert "line 1 is not signed with this key" in check_heads(store, made.heads, load_public_key(other)).faults[0]
    with closing(SQLiteStore(":memory:")) as store, pytest.raises(StoreError, match="another floor's"):
        made.file(store)
    with pytest.raises(StoreError, match="kept elsewhere"):
        load_key(made.database.parent / "key", made.database)
    with pytest.raises(StoreError, match="is there already"):
        make_key(made.key)
    assert made.key.stat().st_mode & 0o077 == 0


def test_heads_that_cannot_be_written_hold_nobody_up(made: Signed, tmp_path: Path) -> None:
    said: list[str] = []
    with closing(SQLiteStore(":memory:")) as store:
        put(store, 2)
        place = tmp_path / "mount"
        place.mkdir()
        file = made.file(store, place)
        place.rename(tmp_path / "gone")
        writer = HeadWriter(file, said.append)
        assert "No such file" in writer.failing and len(said) == 1
        assert file.due(10.0, 10.0)  # it is tried again, though nothing new has happened
        (tmp_path / "gone").rename(place)
        writer.close()
        assert writer.failing == "" and (place / FILE).read_bytes().count(b"\n") == 1


def test_the_command_tells_it(made: Signed, tmp_path: Path) -> None:
    ran = CliRunner()
    asked = ["verify", str(made.database), "--heads", str(made.heads)]
    assert ran.invoke(app, asked).exit_code == 2
    done = ran.invoke(app, [*asked, "--key", str(made.public)])
    assert done.exit_code == 0 and "8 events signed 2023-11-14 22:13 UTC, 1 after that under no head" in done.output
    made.heads.write_bytes(b"".join(made.heads.read_bytes().splitlines(True)[1:]))
    assert ran.invoke(app, [*asked, "--key", str(made.public)]).exit_code == 1
    assert ran.invoke(app, ["key", str(tmp_path / "new")]).exit_code == 0 and (tmp_path / "new.pub").exists()


# -- the chain itself ----------------------------------------------------------------------------------------------

KNOWN_EVENTS = [
    "91bf1be5a0203859b3c2c0b749e517989243c2a81146bde6f0968e398390525b",
    "83d41912e565199dc5a31cb61b65cab6e239361650c946200380b31f7c2eb607",
    "891f604bf04d9b0ad79e11160d1005461d611b516b0653f2a0c15140dbb7ed91",
    "897fdd940fa26685a37e85fe731d4d32b4579d0a256939ac3b580bdf55c355be",
]
KNOWN_JOURNAL = "e44419a9dda2ef34da66ef0ae0c76472f22524660d7764b42a93df827a03ce7e"
KNOWN_LINE = (
    b'{"format":"pitboss-head-1","n":1,"at":1700000000000,"events":1,"hash":"aa","last":"bb","prev":""} '
    b"b4028e752a44e9d0828ea703e255430f9ebcf99f5f0191241798194e6008b148"
    b"272611af9d9641f643ce9e0d3c554de1450300d21f73bbdb8677fb0f49fb000b"
)


def test_known_answers_of_the_chain() -> None:
    """The definition of the chain, in full, as docs/reliability.md has it: it may never change for events there are."""
    with closing(SQLiteStore(":memory:")) as store:
        issued = NewEvent("cage", "issued", '{"player":"Zoë"}'.encode(), "Max", 1_700_000_000_000, "Max:id-1")
        store.commit([Write([issued, NewEvent("cage", "noted", b"{}", "Max", 1_700_000_000_001)],
                            entries=[("cage", -500), ("player:Zoë", 500)])])
        store.commit([Write([NewEvent("table:t1", "added", b'{"game":"x/y"}', "floor", 1_700_000_000_002)])])
        store.commit([Write([NewEvent("cage", "noted", b'{"n":2}', "Max", 1_700_000_000_003)])])
        hashes = [event.hash for event in store.all_events()]
    by_hand = sha256(
        b'["",[1,"cage",1,"issued","Max:id-1",1700000000000,"Max"],[]]\n{"player":"Zo\xc3\xab"}').hexdigest()
    assert hashes[0] == by_hand
    assert hashes[1] == sha256(
        f'["{by_hand}",[2,"cage",2,"noted","",1700000000001,"Max"],[["cage",-500],["player:Zoë",500]]]\n{{}}'.encode()
    ).hexdigest()
    assert hashes == KNOWN_EVENTS
    hash = ""
    for event in hashes:
        hash = fold(hash, event)
    assert hash == KNOWN_JOURNAL


def test_known_answer_of_a_line() -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    line = signed(SignedHead(FORMAT, 1, AT, 1, "aa", "bb", ""), key)
    assert line == KNOWN_LINE
    restored = signed(SignedHead(FORMAT, 2, AT, 3, "aa", "bb", "cc", RestorePoint(1, 2)), key)
    assert restored.rpartition(b" ")[0] == (
        b'{"format":"pitboss-head-1","n":2,"at":1700000000000,"events":3,"hash":"aa","last":"bb","prev":"cc",'
        b'"restored":{"head":1,"events":2}}')


# -- the log beside a database -------------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A database as a killed floor leaves it: the last six transactions are in its log."""
    with closing(SQLiteStore(tmp_path / "live.db")) as store:
        put(store, 3)
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        put(store, 6)
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"live.db{end}", tmp_path / f"floor.db{end}")
    return tmp_path / "floor.db"


def damage(log: Path, page: int, at: int = FRAME + 100) -> None:
    """One bit of a page of the log, counted from the end where it is below zero."""
    wal = Path(f"{log}-wal")
    data, size = bytearray(wal.read_bytes()), FRAME + 4096
    pages = (len(data) - HEADER) // size
    data[HEADER + (page % pages) * size + at] ^= 1
    wal.write_bytes(data)


def test_a_whole_log_has_no_fault(log: Path) -> None:
    seen = read_wal(log)
    assert seen.commits == 6 and seen.behind == 0 and seen.fault() == ""


def test_damage_in_the_middle_is_told_and_not_opened_for_writing(log: Path) -> None:
    damage(log, 1)
    assert read_wal(log).behind == 6 and "6 transactions behind it" in read_wal(log).fault()
    done = CliRunner().invoke(app, ["verify", str(log)])
    assert done.exit_code == 1 and "wal: page 2 is damaged" in done.output
    with pytest.raises(StoreError, match="pitboss backup"):
        SQLiteStore(log)
    done = CliRunner().invoke(app, ["backup", "--data", str(log), str(log.with_name("saved.db"))])
    assert done.exit_code == 0 and "wal: page 2 is damaged" in done.output
    SQLiteStore(log.with_name("saved.db")).close()


def test_a_log_whose_beginning_is_damaged(log: Path) -> None:
    wal = Path(f"{log}-wal")
    data = bytearray(wal.read_bytes())
    data[17] ^= 1
    wal.write_bytes(data)
    assert read_wal(log).damaged


@pytest.mark.parametrize("size", [1, 16, 31, HEADER, HEADER + FRAME - 1])
def test_header_without_a_page_behind_it_drops_nothing(log: Path, size: int) -> None:
    """As when the process ended while SQLite began a log."""
    wal = Path(f"{log}-wal")
    wal.write_bytes(bytes(byte ^ 1 for byte in wal.read_bytes()[:size]))
    assert read_wal(log).fault() == ""
    with closing(SQLiteStore(log)) as store:
        assert store.version("office") == 3


def torn_header(folder: Path, written: int) -> None:
    """Leave a floor whose log began again when so many bytes of its new header had been written."""
    with closing(SQLiteStore(folder / "live.db")) as store:
        put(store, 8)
        store._db.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        for end in ("", "-wal"):
            shutil.copy(folder / f"live.db{end}", folder / f"floor.db{end}")
        put(store)
        new, old = ((folder / f"{name}.db-wal").read_bytes() for name in ("live", "floor"))
    assert new[:16] != old[:16]
    (folder / "floor.db-wal").write_bytes(new[:written] + old[written:])


@pytest.mark.parametrize("written", [16, 17, 20, 24])
def test_header_torn_when_the_log_begins_again_drops_nothing(tmp_path: Path, written: int) -> None:
    torn_header(tmp_path, written)
    assert read_wal(tmp_path / "floor.db").fault() == ""
    with closing(SQLiteStore(tmp_path / "floor.db")) as store:
        assert store.version("office") == 8


def test_the_log_after_a_torn_header_has_no_pages_of_the_old_one(tmp_path: Path) -> None:
    """SQLite begins it with the numbers of the old log: after a crash its pages would seem to follow a damaged one."""
    torn_header(tmp_path, 16)
    with closing(SQLiteStore(tmp_path / "floor.db")) as store:
        put(store, 2)
        for end in ("", "-wal"):
            shutil.copy(tmp_path / f"floor.db{end}", tmp_path / f"crashed.db{end}")
    assert read_wal(tmp_path / "crashed.db").fault() == ""
    with closing(SQLiteStore(tmp_path / "crashed.db")) as store:
        assert store.version("office") == 10


def test_a_torn_last_transaction_is_no_proof_of_anything(log: Path) -> None:
    damage(log, -1)  # with its last page: as a loss of power leaves it
    assert read_wal(log).fault() == ""
    SQLiteStore(log).close()


def test_one_transaction_behind_the_bad_page_may_be_either(log: Path) -> None:
    damage(log, -2)
    seen = read_wal(log)
    assert seen.behind == 1 and not seen.damaged and "signed heads tell which" in seen.fault()


def test_pages_of_an_older_log_behind_the_end_are_no_damage(tmp_path: Path) -> None:
    """The log is written again from its start, over pages of other transactions."""
    with closing(SQLiteStore(tmp_path / "floor.db")) as store:
        put(store, 8)
        store._db.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        put(store)
        seen = read_wal(tmp_path / "floor.db")
    assert seen.commits == 1 and seen.fault() == ""


# -- media that cannot be written ----------------------------------------------------------------------------------


def as_nobody(directory: Path, work: Any) -> bool:
    """Done by a process that may not write there, whoever runs the tests."""
    os.chmod(directory, 0o555)
    child = os.fork()
    if child == 0:
        good = False
        try:
            if os.getuid() == 0:
                os.setuid(65534)
            good = not os.access(directory, os.W_OK) and bool(work())
        finally:
            os._exit(0 if good else 1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.chmod(directory, 0o755)
    return code == 0


@pytest.fixture
def medium() -> Iterator[Path]:
    """A directory that anybody can get to."""
    with tempfile.TemporaryDirectory() as made:
        os.chmod(made, 0o755)
        yield Path(made)


def test_it_is_read_where_nothing_can_be_written(log: Path, medium: Path) -> None:
    """With its log, and without one; nothing is left beside it."""
    for end in ("", "-wal"):
        shutil.copy(f"{log}{end}", medium / f"floor.db{end}")
        os.chmod(medium / f"floor.db{end}", 0o444)

    def events(count: int) -> bool:
        with on_hand(medium / "floor.db") as place, closing(SQLiteStore(place, reading=True)) as store:
            return verify(store).events == count and not verify(store).faults

    assert as_nobody(medium, lambda: events(9))
    (medium / "floor.db-wal").unlink()
    assert as_nobody(medium, lambda: events(3))
    assert os.listdir(medium) == ["floor.db"]
    with closing(open_reading(str(medium / "floor.db"))) as db:
        assert db.execute("SELECT count(*) FROM event").fetchall() == [(3,)]


def test_a_floor_signs_when_it_opens_and_when_it_closes(tmp_path: Path) -> None:
    public = make_key(tmp_path / "key")
    (tmp_path / "data").mkdir()

    async def play() -> None:
        house = House(tmp_path / "data" / "floor.db", Settings(open_at_start=False),
                      people=PeopleSettings(rounds=1, memory=8, lanes=1), signing=(tmp_path / "key", tmp_path))
        await house.open()
        await house.people.join("Ann", None)
        await house.close()

    asyncio.run(play())
    with closing(SQLiteStore(tmp_path / "data" / "floor.db", reading=True)) as store:
        seen = check_heads(store, tmp_path, load_public_key(public))
        assert seen.heads == 2 and seen.unsigned == 0 and seen.faults == []
        assert seen.signed == store.rows("SELECT max(pos) FROM event")[0][0] > 1


def test_a_page_that_is_being_written_is_looked_at_again(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A floor writes on while its log is read."""
    whole = wal._read(Path(f"{log}-wal"))
    damage(log, -4)
    torn = wal._read(Path(f"{log}-wal"))
    assert torn.fault() and not whole.fault()
    looks = iter([torn, whole])
    monkeypatch.setattr(wal, "_read", lambda path: next(looks))
    assert read_wal(log).fault() == ""
