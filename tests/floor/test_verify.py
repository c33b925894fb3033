"""A database that was changed behind the floor's back is told, whatever was changed."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.floor import backup as backing
from pitboss.floor import schema
from pitboss.floor.backup import backup
from pitboss.floor.schema import faults_of_schema
from pitboss.floor.signature import answers_given, program_signature, record_start
from pitboss.floor.store import NewEvent, SQLiteStore, StoreError, Write
from pitboss.floor.verify import verify


def fill(path: Path) -> Path:
    """Thirty bets of three players on two tables, and sixty commands whose answers are all that was written."""
    with closing(SQLiteStore(path)) as store:
        for n in range(30):
            player, table = "ABC"[n % 3], f"t{n % 2}"
            store.commit([Write(
                [NewEvent("office", "issued", b"{}", "Max", n),
                 NewEvent(table, "bet", f'{{"n":{n}}}'.encode(), player, n, f"cmd{n}")], {},
                [("cage", -100 - n), (f"player:{player}", 60), (f"layout:{table}", 40 + n)],
                (f"cmd{n}", f"asked{n}", f'{{"ok":true,"n":{n}}}'.encode()),
            ), *[Write([], answer=(f"{what}{n}", f"asked{n}", b'{"ok":true}')) for what in ("ok", "refused")]])
    return path


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("verify") / "floor.db")


def faults(path: Path) -> list[str]:
    with closing(SQLiteStore(path, reading=True)) as store:
        return verify(store).faults


@pytest.fixture
def copy(good: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(good, tmp_path / "copy.db"))


def tamper(path: Path, *statements: str) -> list[str]:
    """Change the file as somebody with the right tool would, and look at it again."""
    db = apsw.Connection(str(path))
    db.execute("PRAGMA writable_schema = 1; PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0")
    for statement in statements:
        db.execute(statement)
    assert db.total_changes()
    db.close()
    return faults(path)


def test_a_good_file_has_no_faults(good: Path) -> None:
    with closing(SQLiteStore(good, reading=True)) as store:
        seen = verify(store)
    assert (seen.events, seen.streams, seen.postings, seen.accounts, seen.answers) == (60, 3, 90, 6, 90)
    assert seen.faults == []


@pytest.mark.parametrize(("statement", "told"), [
    ("UPDATE event SET at = at + 1 WHERE pos = 9", "office event 5 (position 9): was changed"),
    ("UPDATE event SET ver = 99 WHERE pos = 9", "the event before it is 4"),
    ("UPDATE event SET hash = 'x' WHERE pos = 9", "office event 6 (position 11): does not follow"),
    ("DELETE FROM event WHERE pos = 9", "position 8 is followed by 10"),
    ("DELETE FROM event WHERE pos = 60", "the last event is at position 59"),
    ("DELETE FROM event; DELETE FROM posting; DELETE FROM account", "the last event is at position 0"),
    ("UPDATE posting SET amount = amount + 1 WHERE pos = 10 AND n = 0", "add up to 1 cents"),
    ("UPDATE posting SET n = 7 WHERE pos = 10 AND n = 2", "not numbered from 0"),
    ("UPDATE posting SET pos = 999 WHERE pos = 10", "names something that is not in event"),
    ("DELETE FROM posting WHERE pos = 10", "t0 event 3 (position 10): was changed, or the entries"),
    ("UPDATE account SET balance = 0 WHERE id = 'cage'", "account cage: balance 0 cents, postings add up to -"),
    ("UPDATE account SET balance = -1 WHERE id = 'player:A'", "account player:A: balance -1 cents, under its floor"),
    ("UPDATE account SET floor = -100 WHERE id = 'player:A'", "floor -100 is not that of the account"),
    ("UPDATE account SET kind = 'cage' WHERE id = 'player:A'", "kind 'cage'"),
    ("DELETE FROM account WHERE id = 'player:A'", "account player:A: has postings, but is not there"),
    ("UPDATE command SET result = '{}' WHERE id = 'cmd3'", "answer cmd3: was changed"),
    ("UPDATE command SET req_hash = '' WHERE id = 'cmd3'", "answer cmd3: was changed"),
    ("UPDATE command SET id = 'cmd99' WHERE id = 'cmd3'", "answer cmd99: was changed"),
    ("DELETE FROM command WHERE id LIKE 'refused%'", "60 answers are there, but 90 were given"),
    ("DELETE FROM command WHERE id = 'ok7'", "89 answers are there, but 90 were given"),
    ("INSERT INTO command SELECT 'new', req_hash, result, hash FROM command WHERE id = 'ok7'", "91 answers are there"),
    ("UPDATE sqlite_sequence SET seq = 89 WHERE name = 'command'", "90 answers are there, but 89 were given"),
    ("DELETE FROM sqlite_sequence WHERE name = 'command'", "the counter of command is missing"),
    ("INSERT INTO sqlite_sequence VALUES ('part', 7)", "other counters"),
    ("INSERT INTO sqlite_sequence VALUES ('command', 90)", "other counters"),
    ("INSERT INTO secret VALUES ('shoe:t0', x'7b7d')", "secret shoe:t0: no event accounts for it"),
    ("INSERT INTO secret VALUES ('voucher:V0000001', x'31')", "secret voucher:V0000001: no event accounts for it"),
    ("INSERT INTO secret VALUES ('password:a', x'31')", "secret password:a: no event accounts for it"),
    ("INSERT INTO secret VALUES ('signin:' || hex(zeroblob(32)), x'7b7d')", "no event accounts for it"),
])
def test_what_was_changed_is_named(copy: Path, statement: str, told: str) -> None:
    if "SET result" in statement:
        statement = statement.replace("'{}'", "x'7b7d'")
    assert any(told in line for line in tamper(copy, statement))


@pytest.mark.parametrize("name", [
    "event", "event_of_type", "command", "account", "posting", "posting_of_account", "secret", "part", "part_as_told",
    "part_of_ended", "event_of_round",
])
def test_a_changed_letter_of_the_schema_is_named(good: Path, name: str) -> None:
    with closing(SQLiteStore(good, reading=True)) as store:
        made = [tuple(row) for row in store.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema")]
        at = next(n for n, row in enumerate(made) if row[1] == name)
        for letter in range(0, len(made[at][3]), 5):
            sql = made[at][3][:letter] + "~" + made[at][3][letter + 1 :]
            changed = [*made[:at], (*made[at][:3], sql), *made[at + 1 :]]
            told = [*faults_of_schema(
                lambda query, rows=changed: rows if "sqlite_schema" in query else store.rows(query))]
            assert told == [f"schema: {made[at][0]} {name} is not what this program makes"]


@pytest.mark.parametrize(("statement", "told"), [
    ("CREATE TRIGGER other AFTER INSERT ON event BEGIN DELETE FROM command; END", "trigger other is not what"),
    ("CREATE TABLE other (a)", "table other is not what"), ("CREATE VIEW other AS SELECT 1", "view other is not what"),
    ("DROP VIEW part_as_told", "view part_as_told is missing"),
    ("DROP INDEX event_of_type", "index event_of_type is missing"),
    ("DROP TRIGGER part_of_ended", "trigger part_of_ended is missing"),
])
def test_an_added_or_dropped_part_of_the_schema_is_named(copy: Path, statement: str, told: str) -> None:
    lines = tamper(copy, statement, "UPDATE account SET floor = floor")
    assert any(told in line for line in lines), lines


def test_deleted_answers_are_named_though_the_count_was_corrected(tmp_path: Path) -> None:
    """Each start of the program records in the journal how many answers there are."""
    path = fill(tmp_path / "floor.db")
    with closing(SQLiteStore(path)) as store:
        record_start(store, program_signature(), 1000)
    told = tamper(path, "DELETE FROM command WHERE id LIKE 'ok%'",
                  "UPDATE sqlite_sequence SET seq = 60 WHERE name = 'command'")
    assert told == ["position 61: 90 answers were recorded, and 60 are there"]


def test_a_file_without_a_count_of_answers_is_counted_when_it_is_opened(monkeypatch: pytest.MonkeyPatch,
                                                                       tmp_path: Path) -> None:
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        older.setattr(SQLiteStore, "_remember", lambda store, answers: store._insert("command", answers))
        path = fill(tmp_path / "floor.db")
        assert faults(path) == []
    with closing(SQLiteStore(path)) as store:
        assert answers_given(store) == 90
        store.commit([Write([], answer=("k", "h", b"{}"))])
    assert faults(path) == []


def test_money_moved_from_one_player_to_another_is_told(copy: Path) -> None:
    """Entries and balances changed so that all sums still hold."""
    told = tamper(copy, "UPDATE posting SET account = 'player:B' WHERE pos = 2 AND account = 'player:A'",
                  "UPDATE account SET balance = balance - 60 WHERE id = 'player:A'",
                  "UPDATE account SET balance = balance + 60 WHERE id = 'player:B'")
    assert told == ["t0 event 1 (position 2): was changed, or the entries posted with it: the hash does not match"]


def test_an_answer_that_is_not_json_is_told(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "floor.db")) as store:
        store.commit([Write([], answer=("k", "h", b"{"))])
        assert verify(store).faults == ["answer k: the result is not JSON"]


COLUMNS = {
    "event": ["pos", "stream", "ver", "type", "cmd_id", "at", "actor", "body", "prev_hash", "hash"],
    "posting": ["pos", "n", "account", "amount"], "command": ["id", "req_hash", "result", "hash"],
    "account": ["id", "kind", "balance", "floor"],
}
CELLS = [(table, column) for table, columns in COLUMNS.items() for column in columns]


def flipped(value: object, bit: int) -> object:
    """A value with one bit of it turned over."""
    if isinstance(value, int):
        number = value ^ (1 << (bit % 63))
        return number
    data = bytearray(value.encode() if isinstance(value, str) else bytes(value or b""))  # type: ignore[call-overload]
    if not data:
        return "\1" if isinstance(value, str) else 1 if value is None else b"\1"
    data[bit // 8 % len(data)] ^= 1 << bit % 8
    return data.decode("latin-1") if isinstance(value, str) else bytes(data)


@given(st.sampled_from(CELLS), st.integers(0, 1000), st.integers(0, 2000))
@settings(max_examples=300, deadline=None)
def test_any_bit_of_any_row_is_told(good: Path, cell: tuple[str, str], row: int, bit: int) -> None:
    """Through SQL, in memory: a cell with one bit turned over, put back wherever the table lets it."""
    table, column = cell
    with closing(SQLiteStore(":memory:")) as store:
        with closing(apsw.Connection(str(good))) as file, store._db.backup("main", file, "main") as copying:
            copying.step()
        store._db.execute("PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0")
        keys = {"event": "pos", "posting": "pos, n", "command": "id", "account": "id"}[table]
        rows = store.rows(f"SELECT {keys}, {column} FROM {table} ORDER BY {keys}")
        *key, value = rows[row % len(rows)]
        where = " AND ".join(f"{name} = ?" for name in keys.split(", "))
        try:
            store._db.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (flipped(value, bit), *key))
        except apsw.ConstraintError:
            return  # a key that is taken: this change cannot be made
        assert verify(store).faults


def test_any_flipped_byte_of_the_file_is_told_or_changes_nothing(good: Path, tmp_path: Path) -> None:
    """Bytes of the file itself: whatever still opens either has faults or reads exactly as before."""
    def contents(path: Path) -> list[object]:
        with closing(SQLiteStore(path, reading=True)) as store:
            return [store.rows(f"SELECT * FROM {table}") for table in COLUMNS]

    data, before = good.read_bytes(), contents(good)
    told = 0
    for at in range(100, len(data), 211):
        path = tmp_path / f"{at}.db"
        path.write_bytes(data[:at] + bytes([data[at] ^ (1 << at % 8)]) + data[at + 1 :])
        try:
            found = faults(path)
        except StoreError:
            found = ["does not open"]
        told += bool(found)
        assert found or contents(path) == before
        for file in tmp_path.iterdir():
            file.unlink()
    assert told > 20


def test_a_backup_of_a_store_in_use(copy: Path, tmp_path: Path) -> None:
    target = tmp_path / "backup.db"
    with closing(SQLiteStore(copy)) as store:
        store.commit([Write([NewEvent("t0", "bet", b"{}", "A", 0)])])
        seen = backup(copy, target)
        store.commit([Write([NewEvent("t0", "bet", b"{}", "A", 0)])])
    assert seen.faults == [] and seen.events == 61
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("backup")) == ["backup.db"]
    assert target.stat().st_mode & 0o077 == 0
    assert faults(target) == []
    with closing(SQLiteStore(target)) as restored:
        assert restored.commit([Write([NewEvent("t0", "bet", b"{}", "A", 0)])]) == [62]
    with pytest.raises(StoreError, match="there already"):
        backup(copy, target)


def test_a_backup_goes_on_while_the_floor_writes(copy: Path, tmp_path: Path) -> None:
    """Commits between the steps of a backup neither disturb it nor get into it."""
    with closing(SQLiteStore(copy)) as store:
        store.commit([Write([NewEvent("t9", "big", b"x" * 1_000_000, "A", 0)])])
        told: list[int] = []

        def tell(what: str, done: int, whole: int) -> None:
            told.append(done)
            store.commit([Write([NewEvent("t9", "bet", b"{}", "A", 0)])])

        seen = backup(copy, tmp_path / "backup.db", tell)
        assert len(told) > 3 and seen.faults == [] and seen.events == 61
        assert store.version("t9") > 3


def test_a_backup_of_a_damaged_store_says_so_and_is_not_kept_as_good(copy: Path, tmp_path: Path) -> None:
    tamper(copy, "UPDATE event SET at = 1 WHERE pos = 9")
    seen = backup(copy, tmp_path / "backup.db")
    assert len(seen.faults) == 1 and not (tmp_path / "backup.db").exists()
    assert (tmp_path / "backup.db.faulty").exists()


@pytest.mark.parametrize(("error", "told"), [
    (apsw.IOError("disk I/O error"), "disk I/O error"), (apsw.FullError("full"), "the disk is full"),
    (OSError(5, "Input/output error"), "Input/output error"),
])
def test_a_backup_that_fails_is_refused_in_one_line_and_leaves_nothing(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def fails(source: Path, part: Path, tell: object) -> None:
        part.write_bytes(b"half of it")
        raise error

    monkeypatch.setattr(backing, "_copy", fails)
    with pytest.raises(StoreError, match=f"^{re.escape(str(tmp_path / 'backup.db'))}: {told}"):
        backup(copy, tmp_path / "backup.db")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("backup")] == []
