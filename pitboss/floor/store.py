"""The store: hash-chained streams of events, commands answered once, a double-entry ledger, and secrets.
What belongs together is one Write and stands or falls together."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import apsw
import msgspec

from pitboss.floor.accounts import LARGEST_POSTING, floor_of, kind_of
from pitboss.floor.schema import (
    BY_ROUND,
    ROUND_OF,
    AnsweredAlready,
    Conflict,
    DiskFailed,
    Migrating,
    Overdrawn,
    Ownership,
    StoreError,
    Unbalanced,
    Unreadable,
    open_reading,
    open_writing,
)
from pitboss.floor.wal import read_wal
from pitboss.money import Cents

__all__ = [
    "AnsweredAlready", "Conflict", "DiskFailed", "NewEvent", "Overdrawn", "Posting", "SQLiteStore", "Store",
    "StoreError", "Stored", "Unbalanced", "Unreadable", "Write",
]

# Milliseconds, from and up to but not with.
ALWAYS = (0, 2**62)


class NewEvent(msgspec.Struct, frozen=True):
    """Something that happened, to be appended to a stream. `body` is JSON, `at` milliseconds."""

    stream: str
    type: str
    body: bytes
    actor: str
    at: int
    cmd: str = ""


class Write(msgspec.Struct):
    """What is committed together or not at all.

    `expect`: the version each stream must have before. `entries`: posted with the last event, adding up to nothing.
    `answer`: key, hash of the request and result of a command. `secrets`: what nobody is shown; None removes."""

    events: list[NewEvent]
    expect: dict[str, int] = {}
    entries: list[tuple[str, Cents]] = []
    answer: tuple[str, str, bytes] | None = None
    secrets: dict[str, bytes | None] = {}


class Stored(msgspec.Struct, frozen=True):
    """An event as it stands in the store."""

    pos: int
    stream: str
    ver: int
    type: str
    cmd: str
    at: int
    actor: str
    body: bytes
    prev: str
    hash: str


class Posting(msgspec.Struct, frozen=True):
    """One entry of the ledger, with the event that caused it."""

    pos: int
    n: int
    account: str
    amount: Cents
    stream: str
    type: str
    at: int
    actor: str


class Store(Protocol):
    """What the floor needs of a store."""

    def commit(self, writes: Sequence[Write]) -> list[int | StoreError]: ...
    def events(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]: ...
    def last(self, stream: str, type: str) -> Stored | None: ...
    def recent(self, stream: str, type: str, limit: int) -> list[Stored]: ...
    def of_round(self, stream: str, type: str, number: int) -> list[Stored]: ...
    def between(self, stream: str, type: str, after: int, before: int = ALWAYS[1]) -> list[Stored]: ...
    def all_events(self, after_pos: int = 0, limit: int = 200, stream: str | None = None) -> list[Stored]: ...
    def events_before(self, pos: int, limit: int = 200, stream: str | None = None) -> list[Stored]: ...
    def rounds_of(
        self, player: str, before: int, looked_at: int = 200, times: tuple[int, int] = ALWAYS,
        streams: Sequence[str] | None = None,
    ) -> tuple[list[Stored], int]: ...
    def version(self, stream: str) -> int: ...
    def streams(self) -> list[str]: ...
    def answer(self, key: str) -> tuple[str, bytes] | None: ...
    def balance(self, account: str) -> Cents: ...
    def accounts(self, prefix: str = "") -> list[tuple[str, str, Cents]]: ...
    def postings(self, account: str | None = None, after: int = 0, limit: int = 200) -> list[Posting]: ...
    def postings_before(self, pos: int, limit: int = 200, account: str | None = None) -> list[Posting]: ...
    def secret(self, name: str) -> bytes | None: ...
    def secrets_under(self, prefix: str) -> dict[str, bytes]: ...
    def entries(self, stream: str, after: int = 0) -> dict[int, list[tuple[str, Cents]]]: ...
    def close(self) -> None: ...


_encode = msgspec.json.Encoder().encode


def link(prev: str, fields: tuple[int, str, int, str, str, int, str], body: bytes, entries: Iterable[Any]) -> str:
    """The hash of an event: over the hash before it in its stream, all its fields, and the entries posted with it.
    JSON has no line break of its own, so nothing can slip from one part into the next."""
    return hashlib.sha256(_encode((prev, fields, entries)) + b"\n" + body).hexdigest()


def seal(key: str, request: str, result: bytes) -> str:
    """The checksum of an answer."""
    return hashlib.sha256(_encode((key, request)) + b"\n" + result).hexdigest()


_LAST = "SELECT coalesce(max(pos), 0) FROM event"
_EVENT = "pos, stream, ver, type, cmd_id, at, actor, body, prev_hash, hash"
# A write at fault in one of these ways, or not made as it should be, fails alone. Any other error of the database
# is everybody's.
_OWN_FAULT = (apsw.ConstraintError, apsw.TooBigError)

# So many rows go into one statement.
MOST_ROWS = 500

Heads = dict[str, tuple[int, str]]


class Additions:
    """What writes that go together add to each table, and how streams and accounts stand after them."""

    def __init__(self, at: int, heads: Heads | None = None, balances: dict[str, Cents] | None = None) -> None:
        self.at, self.heads, self.balances = at, heads or {}, balances or {}
        self.moved: list[str] = []
        self.answers: list[tuple[Any, ...]] = []
        self.events: list[tuple[Any, ...]] = []
        self.postings: list[tuple[Any, ...]] = []
        self.secrets: dict[str, bytes | None] = {}

    def after(self) -> Additions:
        """An empty one to be added to this."""
        return Additions(self.at, dict(self.heads), dict(self.balances))

    def add(self, own: Additions) -> None:
        self.at, self.heads, self.balances = own.at, own.heads, own.balances
        self.moved += own.moved
        self.answers += own.answers
        self.events += own.events
        self.postings += own.postings
        self.secrets |= own.secrets


class _Fault(Exception):
    """Among the writes that were to go together is one that cannot be stored."""

    def __init__(self, why: StoreError) -> None:
        super().__init__(str(why))
        self.why = why


def _unfit(fault: Exception) -> StoreError:
    return StoreError(f"the write cannot be stored: {fault}")


@lru_cache(1000)
def _insert(table: str, rows: int, columns: int) -> str:
    row = f"({','.join('?' * columns)})"
    return f"INSERT INTO {table} VALUES {','.join([row] * rows)}"


class SQLiteStore:
    """The store in an SQLite file, or in memory (":memory:").

    One thread commits while others read. A store opened for `reading` owns nothing, changes nothing, and sees the
    file as it was when it was opened, even while a floor writes to it.

    >>> store = SQLiteStore(":memory:")
    >>> issued = Write([NewEvent("office", "issued", b"{}", "Max", 0)], entries=[("cage", -5), ("player:Ann", 5)])
    >>> bet = Write([NewEvent("bj1", "bet", b"{}", "Ann", 1)], entries=[("player:Ann", -7), ("layout:bj1", 7)])
    >>> store.commit([issued, bet])
    [1, Overdrawn('player:Ann does not hold that much')]
    >>> store.balance("player:Ann"), store.version("bj1")
    (5, 0)
    """

    def __init__(self, path: str | Path, *, reading: bool = False, migrating: Migrating = lambda version: None) -> None:
        self.path = str(path)
        self.reading = reading
        self._owned: Ownership | None = None
        self._heads: Heads = {}
        # What accounts that moved since the start hold.
        self._balances: dict[str, Cents] = {}
        self._writing = self._reading = threading.RLock()
        if reading:
            self._db = self._reader = open_reading(self.path)
            self._db.execute("BEGIN; SELECT 1 FROM sqlite_schema")
        elif self.path == ":memory:":
            self._db = self._reader = open_writing(self.path)
        else:
            self._open_file(migrating)
        # The position of the last event; None if it has to be read again.
        self._pos: int | None = self._one(_LAST)[0]

    def _open_file(self, migrating: Migrating) -> None:
        self._owned = Ownership(self.path)
        try:
            if (log := read_wal(self.path)).damaged:
                raise StoreError(f"{self.path}: {log.fault()}; 'pitboss backup' saves what is whole, to open that")
            self._db = open_writing(self.path, migrating)
            if log.torn:
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._reader = open_reading(self.path)
        except StoreError:
            self._owned.close()
            raise
        except apsw.Error as error:
            self._owned.close()
            raise StoreError(f"{self.path}: {error}") from None
        self._reading = threading.RLock()

    def close(self) -> None:
        """Let go of the file. A store is closed once nobody uses it."""
        with self._writing, self._reading:
            for db in (self._reader, self._db, self._owned):
                if db is not None:
                    db.close()

    # Writing

    def commit(self, writes: Sequence[Write]) -> list[int | StoreError]:
        """All writes in one transaction: for each, the position of the last event, or why it alone was refused."""
        if self.reading:
            raise StoreError(f"{self.path} is open for reading only")
        with self._writing:
            run = self._db.execute
            try:
                run("BEGIN IMMEDIATE")
                at = self._last() if self._pos is None else self._pos
                batch = Additions(at)
                try:
                    results = self._put(writes, batch)
                except _Fault:
                    # One of them is at fault: each by itself, so that only that one fails.
                    run("ROLLBACK")
                    run("BEGIN IMMEDIATE")
                    batch = Additions(at)
                    results = [self._alone(write, batch) for write in writes]
                run("COMMIT")
            except BaseException as error:
                self._undo()
                if isinstance(error, apsw.Error):
                    raise DiskFailed(f"the database cannot be written: {error}") from error
                raise
            self._pos = batch.at
            self._heads |= batch.heads
            self._balances |= batch.balances
        return results

    def _last(self) -> int:
        """Read the position of the last event, within a transaction."""
        rows: Any = self._db.execute(_LAST).fetchall()
        return int(rows[0][0])

    def _undo(self) -> None:
        """Roll back a transaction that failed and drop the cached heads, balances and position: COMMIT can fail after
        it took effect."""
        self._pos, self._heads, self._balances = None, {}, {}
        if self._db.in_transaction:
            with suppress(apsw.Error):
                self._db.execute("ROLLBACK")

    def probe(self) -> None:
        """Write something that changes nothing, to find out whether writing works."""
        with self._writing:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.pragma("user_version", self._db.pragma("user_version"))
                self._db.execute("COMMIT")
            except apsw.Error as error:
                self._undo()
                raise DiskFailed(f"the database cannot be written: {error}") from error

    def _alone(self, write: Write, batch: Additions) -> int | StoreError:
        """One write within the transaction, undone if it is at fault."""
        run = self._db.execute
        run("SAVEPOINT alone")
        own = batch.after()
        try:
            done = self._put([write], own)[0]
            batch.add(own)
        except _Fault as fault:
            run("ROLLBACK TO alone")
            done = fault.why
        run("RELEASE alone")
        return done

    def _put(self, writes: Sequence[Write], batch: Additions) -> list[int | StoreError]:
        """Carry out several writes with one statement a table: after each, this thread waits for the other one."""
        results = [self._apply(write, batch) for write in writes]
        moved = [(id, kind_of(id), batch.balances[id], floor_of(id)) for id in dict.fromkeys(batch.moved)]
        try:
            self._remember(batch.answers)
            self._insert("account", moved, "ON CONFLICT (id) DO UPDATE SET balance = excluded.balance")
            self._insert("event", batch.events)
            self._insert("posting", batch.postings)
            self._keep(batch.secrets)
        except Exception as error:
            if isinstance(error, apsw.Error) and not isinstance(error, _OWN_FAULT):
                raise
            raise _Fault(error if isinstance(error, StoreError) else _unfit(error)) from error
        return results

    def _remember(self, answers: Sequence[tuple[Any, ...]]) -> None:
        try:
            self._insert("command", answers)
        except apsw.ConstraintError:
            raise AnsweredAlready(f"command {answers[0][0]} was answered before") from None
        if answers:
            self._db.execute("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'command'", (len(answers),))

    def _insert(self, table: str, rows: Sequence[tuple[Any, ...]], conflict: str = "") -> None:
        for first in range(0, len(rows), MOST_ROWS):
            some = rows[first : first + MOST_ROWS]
            self._db.execute(f"{_insert(table, len(some), len(some[0]))} {conflict}", tuple(chain.from_iterable(some)))

    def _keep(self, secrets: dict[str, bytes | None]) -> None:
        for name, value in secrets.items():
            if value is None:
                self._db.execute("DELETE FROM secret WHERE name = ?", (name,))
            else:
                self._db.execute("INSERT OR REPLACE INTO secret VALUES (?,?)", (name, value))

    def _apply(self, write: Write, batch: Additions) -> int | StoreError:
        """Work out what a write adds; one that may not be is left out, and says why."""
        own = batch.after()
        try:
            self._work_out(write, own)
        except StoreError as refused:
            return refused
        except Exception as fault:
            if isinstance(fault, apsw.Error):
                raise
            return _unfit(fault)
        batch.add(own)
        return own.at

    def _work_out(self, write: Write, own: Additions) -> None:
        for stream, expected in write.expect.items():
            version = self._head(stream, own)[0]
            if version != expected:
                raise Conflict(f"{stream} is at version {version}, not {expected}")
        if write.answer is not None:
            own.answers.append((*write.answer, seal(*write.answer)))
        entries = [entry for entry in write.entries if entry[1]]
        if entries:
            self._balance(entries, write.events, own)
        for n, new in enumerate(write.events, 1):
            ver, prev = self._head(new.stream, own)
            own.at += 1
            fields = (own.at, new.stream, ver + 1, new.type, new.cmd, new.at, new.actor)
            hash = link(prev, fields, new.body, entries if n == len(write.events) else ())
            own.events.append((*fields, new.body, prev, hash))
            own.heads[new.stream] = ver + 1, hash
        own.postings += [(own.at, n, account, amount) for n, (account, amount) in enumerate(entries)]
        own.secrets |= write.secrets

    def _balance(self, entries: list[tuple[str, Cents]], events: list[NewEvent], own: Additions) -> None:
        """Change the balances: each account once, by all its entries together, so that their order does not matter."""
        if not events:
            raise Unbalanced("entries are posted with an event, and there is none")
        if sum(amount for _, amount in entries):
            raise Unbalanced(f"the entries add up to {sum(amount for _, amount in entries)} cents, not to nothing")
        moved: dict[str, Cents] = {}
        for account, amount in entries:
            if not -LARGEST_POSTING <= amount <= LARGEST_POSTING:
                raise Unbalanced(f"{amount} cents is more than one entry may be")
            moved[account] = moved.get(account, 0) + amount
        for account, amount in moved.items():
            held = own.balances.get(account)
            holds = (self.balance(account) if held is None else held) + amount
            least = floor_of(account)
            if least is not None and holds < least:
                raise Overdrawn(account)
            own.balances[account] = holds
            own.moved.append(account)

    def _head(self, stream: str, own: Additions) -> tuple[int, str]:
        """Version and hash of a stream's last event."""
        known = own.heads.get(stream) or self._heads.get(stream)
        if known is None:
            rows: Any = self._db.execute(
                "SELECT ver, hash FROM event WHERE stream = ? ORDER BY ver DESC LIMIT 1", (stream,)).fetchall()
            known = own.heads[stream] = rows[0] if rows else (0, "")
        return known

    # Reading

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Whatever a query finds, for those who check the tables themselves."""
        with self._reading:
            try:
                return self._reader.execute(query, values).fetchall()
            except apsw.Error as error:
                raise Unreadable(f"the database cannot be read: {error}") from error

    def _one(self, query: str, values: Sequence[Any] = ()) -> Any:
        rows = self.rows(query, values)
        return rows[0] if rows else None

    def events(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """The events of a stream past a version, in order."""
        rows = self.rows(f"SELECT {_EVENT} FROM event WHERE stream = ? AND ver > ? ORDER BY ver LIMIT ?",
                          (stream, after, -1 if limit is None else limit))
        return [Stored(*row) for row in rows]

    def last(self, stream: str, type: str) -> Stored | None:
        """The last event of a type in a stream."""
        row = self._one(f"SELECT {_EVENT} FROM event WHERE stream = ? AND type = ? ORDER BY ver DESC LIMIT 1",
                        (stream, type))
        return Stored(*row) if row else None

    def recent(self, stream: str, type: str, limit: int) -> list[Stored]:
        """The last events of a type in a stream, the newest first."""
        rows = self.rows(f"SELECT {_EVENT} FROM event WHERE stream = ? AND type = ? ORDER BY ver DESC LIMIT ?",
                         (stream, type, limit))
        return [Stored(*row) for row in rows]

    def of_round(self, stream: str, type: str, number: int) -> list[Stored]:
        """The events of a type that name a round, in order; however many rounds there are, one step in the index."""
        assert type in BY_ROUND
        rows = self.rows(f"SELECT {_EVENT} FROM event WHERE stream = ? AND type = '{type}' AND {ROUND_OF} = ? "
                         "ORDER BY +ver", (stream, number))
        return [Stored(*row) for row in rows]

    def between(self, stream: str, type: str, after: int, before: int = ALWAYS[1]) -> list[Stored]:
        """The events of a type past a version of the stream and before another, in order."""
        rows = self.rows(f"SELECT {_EVENT} FROM event INDEXED BY event_of_type WHERE stream = ? AND type = ? "
                         "AND ver > ? AND ver < ? ORDER BY ver", (stream, type, after, before))
        return [Stored(*row) for row in rows]

    def all_events(self, after_pos: int = 0, limit: int = 200, stream: str | None = None) -> list[Stored]:
        """Events in the order they were committed, of all streams or of one."""
        where, values = self._from(after_pos, ">", stream)
        return [Stored(*row) for row in self.rows(f"{where} LIMIT ?", (*values, limit))]

    def events_before(self, pos: int, limit: int = 200, stream: str | None = None) -> list[Stored]:
        """The last events before a position, in the order they were committed."""
        where, values = self._from(pos, "<", stream)
        return [Stored(*row) for row in reversed(self.rows(f"{where} DESC LIMIT ?", (*values, limit)))]

    def _from(self, pos: int, side: str, stream: str | None) -> tuple[str, tuple[Any, ...]]:
        """Events on one side of a position. Within a stream they are gone through in its own order, from there on
        where the position is one of its events: however long it is, nothing is sorted."""
        select = f"SELECT {_EVENT} FROM event WHERE"
        if stream is None:
            return f"{select} pos {side} ? ORDER BY pos", (pos,)
        here = self._one("SELECT ver FROM event WHERE pos = ? AND stream = ?", (pos, stream))
        if here is not None:
            return f"{select} stream = ? AND ver {side} ? ORDER BY ver", (stream, here[0])
        return f"{select} stream = ? AND +pos {side} ? ORDER BY ver", (stream, pos)

    def rounds_of(
        self, player: str, before: int, looked_at: int = 200, times: tuple[int, int] = ALWAYS,
        streams: Sequence[str] | None = None,
    ) -> tuple[list[Stored], int]:
        """The ends of rounds that a player was in, the newest first, of so many before a position: those within some
        times, and of some streams only where they are named. With the position to go on from, 0 when that was all:
        however few fit, nobody else waits long for the database."""
        first, = self._one("SELECT min(pos) FROM (SELECT pos FROM part WHERE player = ? AND pos < ? "
                           "ORDER BY pos DESC LIMIT ?)", (player, before, looked_at))
        if first is None:
            return [], 0
        only = "" if streams is None else "AND e.stream IN (SELECT value FROM json_each(?))"
        values = () if streams is None else (_encode(streams).decode(),)
        rows = self.rows(f"""
            SELECT e.pos, stream, ver, type, cmd_id, at, actor, body, prev_hash, hash
            FROM part p JOIN event e ON e.pos = p.pos
            WHERE p.player = ? AND p.pos >= ? AND p.pos < ? AND at >= ? AND at < ? {only} ORDER BY p.pos DESC""",
            (player, first, before, *times, *values))
        return [Stored(*row) for row in rows], first

    def last_at(self) -> int | None:
        """When the last event was written; None where there is none."""
        row = self._one("SELECT at FROM event ORDER BY pos DESC LIMIT 1")
        return row[0] if row else None

    def version(self, stream: str) -> int:
        """How many events a stream has."""
        known = self._heads.get(stream)
        if known is None:
            known = self._one("SELECT coalesce(max(ver), 0) FROM event WHERE stream = ?", (stream,))
        return int(known[0])

    def streams(self) -> list[str]:
        """The names of all streams; each is one step in the index, however long the stream."""
        rows = self.rows("""
            WITH RECURSIVE each (name) AS (
                SELECT min(stream) FROM event
                UNION ALL SELECT (SELECT min(stream) FROM event WHERE stream > name) FROM each WHERE name IS NOT NULL
            ) SELECT name FROM each WHERE name IS NOT NULL""")
        return [name for name, in rows]

    def answer(self, key: str) -> tuple[str, bytes] | None:
        """What a command was answered: the hash of the request, and the result."""
        row = self._one("SELECT req_hash, result FROM command WHERE id = ?", (key,))
        return row and (row[0], row[1])

    def balance(self, account: str) -> Cents:
        """What an account holds; nothing, if nothing ever moved on it."""
        known = self._balances.get(account)
        if known is not None:
            return known
        row = self._one("SELECT balance FROM account WHERE id = ?", (account,))
        return row[0] if row else 0

    def accounts(self, prefix: str = "") -> list[tuple[str, str, Cents]]:
        """Name, kind and balance of the accounts whose name begins so."""
        return self.rows("SELECT id, kind, balance FROM account WHERE id >= ?1 AND substr(id, 1, length(?1)) = ?1 "
                          "ORDER BY id", (prefix,))

    def postings(self, account: str | None = None, after: int = 0, limit: int = 200) -> list[Posting]:
        """Entries past a position, in order; the last transaction is given whole, even over the limit."""
        only = "" if account is None else "AND account = ?"
        values = () if account is None else (account,)
        rows = self.rows(f"""
            SELECT p.pos, p.n, p.account, p.amount, e.stream, e.type, e.at, e.actor
            FROM posting p JOIN event e ON e.pos = p.pos
            WHERE p.pos > ? {only} AND p.pos <= (
                SELECT max(pos) FROM (SELECT pos FROM posting WHERE pos > ? {only} ORDER BY pos LIMIT ?)
            ) ORDER BY p.pos, p.n""", (after, *values, after, *values, limit))
        return [Posting(*row) for row in rows]

    def entries(self, stream: str, after: int = 0) -> dict[int, list[tuple[str, Cents]]]:
        """What was posted with the events of a stream past a version, by position."""
        by_pos: dict[int, list[tuple[str, Cents]]] = {}
        for pos, account, amount in self.rows(
            "SELECT p.pos, p.account, p.amount FROM event e JOIN posting p ON p.pos = e.pos "
            "WHERE e.stream = ? AND e.ver > ? ORDER BY p.pos, p.n", (stream, after),
        ):
            by_pos.setdefault(pos, []).append((account, amount))
        return by_pos

    def postings_before(self, pos: int, limit: int = 200, account: str | None = None) -> list[Posting]:
        """The last entries before a position, in order; the first transaction is given whole, even over the limit."""
        only = "" if account is None else "AND account = ?"
        values = () if account is None else (account,)
        rows = self.rows(f"""
            SELECT p.pos, p.n, p.account, p.amount, e.stream, e.type, e.at, e.actor
            FROM posting p JOIN event e ON e.pos = p.pos
            WHERE p.pos < ? {only} AND p.pos >= (
                SELECT min(pos) FROM (SELECT pos FROM posting WHERE pos < ? {only} ORDER BY pos DESC LIMIT ?)
            ) ORDER BY p.pos, p.n""", (pos, *values, pos, *values, limit))
        return [Posting(*row) for row in rows]

    def secret(self, name: str) -> bytes | None:
        """A value nobody is shown."""
        row = self._one("SELECT value FROM secret WHERE name = ?", (name,))
        return row[0] if row else None

    def secrets_under(self, prefix: str) -> dict[str, bytes]:
        """All secrets whose name begins so."""
        return dict(self.rows("SELECT name, value FROM secret WHERE name >= ?1 AND substr(name, 1, length(?1)) = ?1 "
                               "ORDER BY name", (prefix,)))
