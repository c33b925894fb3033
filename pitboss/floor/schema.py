"""The floor's database: its tables, how it is opened, and how an older file is brought up to date."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]

# "PBOS" in the header of the file: a database of something else is never mistaken for a floor's.
APPLICATION = 0x50424F53

# The database's name in a data directory.
DATABASE = "floor.db"

# Each script brings a file from the version before it to its own; a script that has shipped is never changed.
MIGRATIONS = [
    """
    CREATE TABLE event (
        pos INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT NOT NULL, ver INTEGER NOT NULL, type TEXT NOT NULL,
        cmd_id TEXT NOT NULL, at INTEGER NOT NULL, actor TEXT NOT NULL, body BLOB NOT NULL,
        prev_hash TEXT NOT NULL, hash TEXT NOT NULL, UNIQUE (stream, ver)
    ) STRICT;
    CREATE INDEX event_of_type ON event (stream, type, ver);
    CREATE TABLE command (
        id TEXT PRIMARY KEY, req_hash TEXT NOT NULL, result BLOB NOT NULL, hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE account (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, balance INTEGER NOT NULL, floor INTEGER, CHECK (balance >= floor)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE posting (
        pos INTEGER NOT NULL REFERENCES event (pos), n INTEGER NOT NULL,
        account TEXT NOT NULL REFERENCES account (id), amount INTEGER NOT NULL, PRIMARY KEY (pos, n)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX posting_of_account ON posting (account, pos);
    CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    """,
    # Which rounds each player was in, so that nobody's history is looked for among everybody's. All of it follows from
    # what the ends of rounds say: `part_as_told` reads it, the trigger keeps it by player, `verify` compares both.
    """
    CREATE VIEW part_as_told AS
        SELECT each.key AS player, event.pos AS pos FROM event, json_each(CASE json_valid(CAST(event.body AS TEXT))
            WHEN 1 THEN coalesce(CAST(event.body AS TEXT) -> '$.gain', CAST(event.body AS TEXT) -> '$.net') END) AS each
        WHERE event.type = 'ended';
    CREATE TABLE part (
        player TEXT NOT NULL, pos INTEGER NOT NULL REFERENCES event (pos), PRIMARY KEY (player, pos)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO part SELECT player, pos FROM part_as_told;
    CREATE TRIGGER part_of_ended AFTER INSERT ON event WHEN NEW.type = 'ended' BEGIN
        INSERT INTO part SELECT player, pos FROM part_as_told WHERE pos = NEW.pos;
    END;
    """,
    # The number of answers. SQLite counts the events in this table, so a command with an event writes no further page
    # for it.
    """
    INSERT INTO sqlite_sequence SELECT 'command', count(*) FROM command;
    """,
]


_IN_USE = "{} is in use by another process; one floor at a time may own it"
# The files that this process owns, by device and number.
_OWNED: set[tuple[int, int]] = set()


# The round that an event is of, for those types of which one is looked for by that.
ROUND_OF = "CASE json_valid(CAST(body AS TEXT)) WHEN 1 THEN CAST(body AS TEXT) ->> '$.round' END"
BY_ROUND = ("round", "corrected", "decided")
_THOSE = " OR ".join(f"type = '{type}'" for type in BY_ROUND)
# No part of a version: a file without it is read all the same, only slower.
_INDEX = f"CREATE INDEX IF NOT EXISTS event_of_round ON event (stream, type, {ROUND_OF}) WHERE {_THOSE}"


# Called with the version of an older file before it is migrated.
Migrating = Callable[[int], None]


class StoreError(Exception):
    """The store refused, or could not do, what was asked; the message is one line."""


class Overdrawn(StoreError):
    """An account would hold less than it may."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not hold that much")
        self.account = account


class Conflict(StoreError):
    """A stream is not at the version it was expected to have."""


class AnsweredAlready(StoreError):
    """The command was answered before; its answer is in the store."""


class Unbalanced(StoreError):
    """Entries that do not add up to nothing."""


class DiskFailed(StoreError):
    """Writing failed. Nothing of the batch stands, unless COMMIT failed after it took effect."""


class Unreadable(StoreError):
    """Something could not be read: nothing is known of what stands there."""


def open_writing(path: str, migrating: Migrating = lambda version: None) -> apsw.Connection:
    """Return the connection that commits; a commit survives a power cut.

    `migrating` is called with the version of an older file before the file is changed."""
    if path != ":memory:":
        _make(path)
    db = _open(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    version = _refuse_others(db, path)
    if 0 < version < len(MIGRATIONS):
        migrating(version)
    for setting in ("journal_mode = WAL", "synchronous = FULL", "fullfsync = 1", "foreign_keys = 1",
                    "temp_store = MEMORY"):
        db.execute(f"PRAGMA {setting}")
    migrate(db)
    db.execute(_INDEX)
    return db


def open_reading(path: str) -> apsw.Connection:
    """Return a connection that changes nothing. The file must exist; it can be of any version up to this program's."""
    if not Path(path).is_file():
        raise StoreError(f"{path}: there is no such file; 'pitboss serve' makes one")
    db = _open(path, apsw.SQLITE_OPEN_READONLY)
    log = Path(f"{path}-wal")
    if not os.access(Path(path).parent, os.W_OK) and not (log.is_file() and log.stat().st_size):
        # Nothing can be written beside it, so nothing changes it either.
        db = open_unlogged(path)
    if not _refuse_others(db, path):
        raise StoreError(f"{path} is no floor's database")
    return db


def open_unlogged(path: str) -> apsw.Connection:
    """Open a file for reading without its log. No other file is written."""
    return _open(f"{Path(path).absolute().as_uri()}?immutable=1", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)


class Ownership:
    """The file itself is locked, by whatever name it was reached: a second path to it is no second file. The lock goes
    when the process does, however it ends. It is let go of last: closing a file ends SQLite's own locks on it."""

    def __init__(self, path: str) -> None:
        _make(path)
        at = os.stat(path)
        self.file = at.st_dev, at.st_ino
        if self.file in _OWNED:  # not even opened a second time, for the same reason
            raise StoreError(_IN_USE.format(path))
        self._beside = _own_beside(path)
        self._handle = os.open(path, os.O_RDWR)
        try:
            if fcntl is not None:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._handle)
            self._beside.close()
            raise StoreError(_IN_USE.format(path) if error.errno == errno.EWOULDBLOCK else f"{path}: {error}") from None
        _OWNED.add(self.file)

    def close(self) -> None:
        """Let go of it."""
        if self.file in _OWNED:
            _OWNED.discard(self.file)
            os.close(self._handle)
            self._beside.close()


def _own_beside(path: str) -> apsw.Connection:
    """The lock beside the file: the one that there is where files cannot be locked, and that older programs look at."""
    held = _open(f"{path}.lock", apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    held.set_busy_timeout(0)
    try:
        held.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        held.close()
        raise StoreError(_IN_USE.format(path)) from None
    except apsw.Error as error:
        raise StoreError(f"{path}.lock: {error}") from None
    return held


def migrate(db: apsw.Connection) -> None:
    """Bring a file up to date, a script at a time, each wholly or not at all."""
    have = _number(db, "user_version")
    for version, script in enumerate(MIGRATIONS[have:], have + 1):
        with db:
            db.execute(script)
            db.execute(f"PRAGMA application_id = {APPLICATION}")
            db.execute(f"PRAGMA user_version = {version}")


def faults_of_schema(rows: Callable[[str], list[Any]]) -> Iterator[str]:
    """Yield what the tables, views, triggers, indexes and counters of a file have that the scripts of its version do
    not make, and what is missing. `rows` runs a query on the file."""
    with closing(apsw.Connection(":memory:")) as fresh:
        for script in MIGRATIONS[: rows("PRAGMA user_version")[0][0]]:
            fresh.execute(script)
        needed = {row[:2] for row in fresh.execute(_MADE)}
        fresh.execute(_INDEX)
        known = fresh.execute(_MADE).fetchall()
        counters = fresh.execute(_COUNTERS).fetchall()
    present = rows(_MADE)
    yield from (f"schema: {type} {name} is missing" for type, name in sorted(needed - {row[:2] for row in present}))
    yield from (f"schema: {row[0]} {row[1]} is not what this program makes" for row in present if row not in known)
    counted = rows(_COUNTERS)
    yield from (f"schema: the counter of {name} is missing" for name, in counters if (name,) not in counted)
    if [name for name, in counted if name not in ("event", "command")] or len({*counted}) != len(counted):
        yield "schema: there are other counters than those of events and answers"


_MADE = "SELECT type, name, tbl_name, sql FROM sqlite_schema"
_COUNTERS = "SELECT name FROM sqlite_sequence"


def _make(path: str) -> None:
    """A new file is its owner's alone: it holds the order of the cards and the password hashes."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: {getattr(error, 'strerror', error)}") from None


def _open(path: str, flags: int) -> apsw.Connection:
    try:
        db = apsw.Connection(path, flags=flags)
        db.set_busy_timeout(10_000)
        return db
    except apsw.Error as error:
        raise StoreError(f"{path}: {error}") from None


def _refuse_others(db: apsw.Connection, path: str) -> int:
    """The version of a file, or a refusal: not a database, somebody else's, or from a newer program."""
    try:
        version, application = _number(db, "user_version"), _number(db, "application_id")
        empty = not db.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except apsw.Error as error:
        raise StoreError(f"{path} cannot be read as a floor's database: {error}") from None
    if application != APPLICATION and not empty:
        raise StoreError(f"{path} is no floor's database")
    if version > len(MIGRATIONS):
        raise StoreError(f"{path} is of version {version}, from a newer pitboss; this one knows {len(MIGRATIONS)}")
    return version


def _number(db: apsw.Connection, pragma: str) -> int:
    value: Any = db.pragma(pragma)
    return int(value)
