"""Is a floor's database what it was when it was written? Chains, ledger, answers; the rounds are in rounds.py.
A fault is one line. Text is read as bytes, so that damage inside it is told like any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import apsw
import msgspec

from pitboss.floor.accounts import floor_of, kind_of
from pitboss.floor.cage import fits
from pitboss.floor.restoring import restores
from pitboss.floor.schema import faults_of_schema
from pitboss.floor.secrets_kept import unaccounted
from pitboss.floor.store import SQLiteStore, StoreError, link, seal

PAGE = 2000
# The version of the file from which on it lists each player's rounds.
PARTS_SINCE = 2
BEFORE_ALL = -(2**63)

Tell = Callable[[str, int, int], None]


class Verified(msgspec.Struct):
    """What was looked at, and everything wrong with it."""

    events: int = 0
    streams: int = 0
    postings: int = 0
    accounts: int = 0
    answers: int = 0
    # Rounds that were played again, and those that were not because they were played under other rules.
    rounds: int = 0
    older: Counter[str] = msgspec.field(default_factory=Counter)
    # The restores that the journal records, a line each.
    restores: list[str] = []
    faults: list[str] = []


def verify(store: SQLiteStore, tell: Tell = lambda what, done, whole: None) -> Verified:
    """Check everything but the rounds."""
    seen = Verified()
    for check in (_file, _chains, _accounts, _answers, _vouchers, _parts, _secrets):
        try:
            seen.faults += check(store, seen, tell)
        except (apsw.Error, StoreError) as error:
            seen.faults.append(f"the file cannot be read further: {error}")
    with suppress(StoreError):
        seen.restores = [each.line() for each in restores(store)]
    return seen


def _file(store: SQLiteStore, seen: Verified, tell: Tell) -> Iterator[str]:
    """What SQLite itself finds: pages, indexes, types, references."""
    tell("file", 0, 1)
    for line, in store.rows("PRAGMA integrity_check"):
        if line != "ok":
            yield f"file: {line}"
    yield from faults_of_schema(store.rows)
    for table, row, parent, _ in store.rows("PRAGMA foreign_key_check"):
        yield f"file: a row of {table} ({row}) names something that is not in {parent}"


def _chains(store: SQLiteStore, seen: Verified, tell: Tell) -> Iterator[str]:
    """Every event follows the one before it in its stream, says what it said, and its entries add up to nothing."""
    whole = store.rows("SELECT coalesce(max(pos), 0) FROM event")[0][0]
    heads: dict[str, tuple[int, str]] = {}
    pos, after = 0, BEFORE_ALL
    while rows := _events(store, after):
        entries = entries_of(store, after, rows[-1][0])
        for row in rows:
            if row[0] != pos + 1:
                yield f"position {pos} is followed by {row[0]}"
            pos = row[0]
            yield from _event(row, heads, entries.get(pos, []))
        after = pos
        seen.events += len(rows)
        seen.postings += sum(map(len, entries.values()))
        tell("chains", pos, whole)
    seen.streams = len(heads)
    counted = store.rows("SELECT seq FROM sqlite_sequence WHERE name = 'event'")
    if [pos] != [last for last, in counted] and (pos or counted):
        yield f"the last event is at position {pos}, but {counted} were written"


def _events(store: SQLiteStore, after: int) -> list[Any]:
    return store.rows(
        "SELECT pos, CAST(stream AS BLOB), ver, CAST(type AS BLOB), CAST(cmd_id AS BLOB), at, CAST(actor AS BLOB), "
        "CAST(body AS BLOB), CAST(prev_hash AS BLOB), CAST(hash AS BLOB) FROM event WHERE pos > ? ORDER BY pos LIMIT ?",
        (after, PAGE))


def entries_of(store: SQLiteStore, after: int, last: int) -> dict[int, list[tuple[int, str, int]]]:
    """The entries of some events: number, account, amount."""
    by_pos: dict[int, list[tuple[int, str, int]]] = {}
    for pos, n, account, amount in store.rows(
        "SELECT pos, n, CAST(account AS BLOB), amount FROM posting WHERE pos > ? AND pos <= ? ORDER BY pos, n",
        (after, last),
    ):
        by_pos.setdefault(pos, []).append((n, text(account), amount))
    return by_pos


def _event(row: Any, heads: dict[str, tuple[int, str]], entries: list[tuple[int, str, int]]) -> Iterator[str]:
    pos, stream, ver, type, cmd, at, actor, body, prev, hash = map(text, (*row[:7], b"", *row[8:]))
    body = bytes(row[7] or b"")
    name = f"{stream} event {ver} (position {pos})"
    before, follows = heads.get(stream, (0, ""))
    if ver != before + 1:
        yield f"{name}: the event before it is {before}"
    if prev != follows:
        yield f"{name}: does not follow the hash of the event before it"
    fields = (pos, stream, ver, type, cmd, at, actor)
    if link(prev, fields, body, [entry[1:] for entry in entries]) != hash:
        yield f"{name}: was changed, or the entries posted with it: the hash does not match"
    if sum(amount for _, _, amount in entries):
        yield f"{name}: its entries add up to {sum(amount for _, _, amount in entries)} cents, not to nothing"
    if [n for n, _, _ in entries] != list(range(len(entries))):
        yield f"{name}: its entries are not numbered from 0 without a gap"
    heads[stream] = ver, hash


def _accounts(store: SQLiteStore, seen: Verified, tell: Tell) -> Iterator[str]:
    """Every balance is the sum of its postings, and no less than it may be."""
    tell("accounts", 0, 1)
    sums: Counter[str] = Counter()
    for account, amount in store.rows("SELECT CAST(account AS BLOB), sum(amount) FROM posting GROUP BY account"):
        sums[text(account)] += amount
    for raw, kind, balance, floor in store.rows("SELECT CAST(id AS BLOB), CAST(kind AS BLOB), balance, floor "
                                                "FROM account"):
        account = text(raw)
        seen.accounts += 1
        if account not in sums:
            yield f"account {account}: is there, and has no postings"
        posted = sums.pop(account, 0)
        if balance != posted:
            yield f"account {account}: balance {balance} cents, postings add up to {posted}"
        if (text(kind), floor) != (kind_of(account), floor_of(account)):
            yield f"account {account}: kind {text(kind)!r} or floor {floor} is not that of the account"
        least = floor_of(account)
        if least is not None and balance < least:
            yield f"account {account}: balance {balance} cents, under its floor of {least}"
    for account in sums:
        yield f"account {account}: has postings, but is not there"


def _answers(store: SQLiteStore, seen: Verified, tell: Tell) -> Iterator[str]:
    """Every answer says what it said, and can be read."""
    whole = store.rows("SELECT count(*) FROM command")[0][0]
    after = b""
    while rows := store.rows(
        "SELECT CAST(id AS BLOB), CAST(req_hash AS BLOB), CAST(result AS BLOB), CAST(hash AS BLOB) FROM command "
        "WHERE id > CAST(? AS TEXT) ORDER BY id LIMIT ?", (after, PAGE),
    ):
        for key, request, result, hash in rows:
            if seal(text(key), text(request), bytes(result)) != text(hash):
                yield f"answer {text(key)}: was changed: the checksum does not match"
            elif not _readable(result):
                yield f"answer {text(key)}: the result is not JSON"
        after = rows[-1][0]
        seen.answers += len(rows)
        tell("answers", seen.answers, whole)
    yield from _counted(store, seen.answers)
    for pos, key in store.rows("SELECT pos, CAST(cmd_id AS BLOB) FROM event WHERE cmd_id != '' "
                               "AND NOT EXISTS (SELECT 1 FROM command WHERE id = cmd_id) ORDER BY pos"):
        yield f"position {pos}: what command {text(key)} was answered is gone, so it could be done again"


def _counted(store: SQLiteStore, answers: int) -> Iterator[str]:
    """There are as many answers as were counted, and as each start of the program has recorded."""
    counted = [seq for seq, in store.rows("SELECT seq FROM sqlite_sequence WHERE name = 'command'")]
    if counted and counted != [answers]:
        yield f"{answers} answers are there, but {counted[0]} were given"
    for pos, body in store.rows("SELECT pos, CAST(body AS BLOB) FROM event "
                                "WHERE stream = 'floor' AND type = 'started' ORDER BY pos"):
        with suppress(msgspec.MsgspecError, AttributeError, TypeError):  # a changed event is reported with its chain
            if (before := msgspec.json.decode(body).get("answers", 0)) > answers:
                yield f"position {pos}: {before} answers were recorded, and {answers} are there"


def _secrets(store: SQLiteStore, seen: Verified, tell: Tell) -> Iterator[str]:
    """Every secret is one that the journal accounts for. The rounds are compared with what shoes, seals and decks
    hold."""
    tell("secrets", 0, 1)
    yield from unaccounted(store)


def _vouchers(store: SQLiteStore, seen: Verified, tell: Tell) -> Iterator[str]:
    """Every voucher has the code it was given out with."""
    codes = store.secrets_under("voucher:")
    for body, in store.rows("SELECT CAST(body AS BLOB) FROM event WHERE stream = 'cage' AND type = 'voucher'"):
        try:
            serial, mark = (msgspec.json.decode(body)[name] for name in ("serial", "mark"))
        except (msgspec.MsgspecError, LookupError, TypeError):
            continue  # a changed event was told with its chain
        if not fits(codes.get(f"voucher:{serial}", b"").decode("utf-8", "replace"), mark):
            yield f"voucher {serial}: its code is not the one it was given out with"


def _parts(store: SQLiteStore, seen: Verified, tell: Tell) -> Iterator[str]:
    """Compare the list of each player's rounds with the ends of rounds. A file from before the list has none."""
    tell("players' rounds", 0, 1)
    if store.rows("PRAGMA user_version")[0][0] < PARTS_SINCE:
        return
    for one, other, what in (("part", "part_as_told", "is listed in a round that does not say so"),
                             ("part_as_told", "part", "is not listed in a round that says so")):
        for player, pos in store.rows(f"SELECT CAST(player AS BLOB), pos FROM "
                                      f"(SELECT player, pos FROM {one} EXCEPT SELECT player, pos FROM {other})"):
            yield f"position {pos}: {text(player)} {what}"


def _readable(result: bytes) -> bool:
    try:
        msgspec.json.decode(result)
    except msgspec.DecodeError:
        return False
    return True


def text(value: Any) -> Any:
    """Bytes as text, whatever they hold; numbers as they are."""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value
