"""Change every field of every row of a floor with all kinds of content, and see whether `verify` notices.

    python tests/floor/changed_fields.py

takes some minutes and prints each change that is not noticed, with how often it was made. docs/reliability.md explains
them in a table; a change that is neither noticed nor explained there makes the command exit with 1. Each value is
changed by rule (tests/support/changes.py); each row is deleted, doubled under a new key and joined by a made-up one.
`test_changed_fields.py` runs a fixed sample.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import apsw

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.changes import of_bytes, of_leaf, of_text
from support.full_floor import full_floor

from pitboss.floor.rounds import check_rounds
from pitboss.floor.store import SQLiteStore, seal
from pitboss.floor.verify import verify

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "reliability.md"
HEADING = "## Changes that `verify` does not notice"
KEYS = {"event": ("pos",), "command": ("id",), "account": ("id",), "posting": ("pos", "n"), "secret": ("name",),
        "part": ("player", "pos"), "sqlite_sequence": ("name",)}


class Changed(NamedTuple):
    """A change of the database: what it changes, in the words of the document, how, and by which statement."""

    field: str
    words: str
    statement: str
    values: tuple[Any, ...]


def changes(store: SQLiteStore) -> Iterator[Changed]:
    """Yield all changes by rule, in a fixed order."""
    for table, keys in KEYS.items():
        columns = [row[1] for row in store.rows(f"PRAGMA table_info({table})")]
        where = " AND ".join(f"{key} = ?" for key in keys)
        rows = store.rows(f"SELECT * FROM {table} ORDER BY {', '.join(keys)}")
        for values in rows:
            row = dict(zip(columns, values, strict=True))
            at = tuple(row[key] for key in keys)
            name = f"{table} {row['name'].partition(':')[0]}" if table == "secret" else table
            yield Changed(name, "row deleted", f"DELETE FROM {table} WHERE {where}", at)
            for column, value in row.items():
                for words, new in _changed(table, column, value):
                    inner, _, how = words.rpartition(": ")
                    field = " ".join(filter(None, (name, column, inner)))
                    yield Changed(field, how, f"UPDATE {table} SET {column} = ? WHERE {where}", (new, *at))
            double = _doubled(table, row, len(rows))
            marks = ", ".join("?" * len(double))
            yield Changed(name, "row doubled", f"INSERT INTO {table} VALUES ({marks})", tuple(double.values()))
    yield from _made_up()


def _changed(table: str, column: str, value: Any) -> Iterable[tuple[str, Any]]:
    if not isinstance(value, bytes):
        return of_leaf(value)
    if table == "secret":
        return of_bytes(value)
    return [(words, text.encode()) for words, text in of_text(value.decode())]


def _doubled(table: str, row: dict[str, Any], count: int) -> dict[str, Any]:
    """Return a row again, under a key that is not taken."""
    match table:
        case "event":
            return row | {"pos": count + 1, "ver": row["ver"] + 10_000}
        case "posting":
            return row | {"n": row["n"] + 100}
        case "secret":
            return row | {"name": row["name"][:-1] + ("0" if row["name"][-1] != "0" else "1")}
        case "sqlite_sequence":
            return row
    key = KEYS[table][0]
    return row | {key: f"{row[key]}x"}


def _made_up() -> Iterator[Changed]:
    """Yield rows with names that the floor does not have."""
    yield Changed("command", "row added", "INSERT INTO command VALUES (?, ?, ?, ?)",
                  ("Ann:new-command", "asked", b"{}", seal("Ann:new-command", "asked", b"{}")))
    yield Changed("account", "row added", "INSERT INTO account VALUES ('player:Zed', 'player', 0, 0)", ())
    yield Changed("account", "row added", "INSERT INTO account VALUES ('cage:2', 'cage', 5, NULL)", ())
    for name in ("shoe:nowhere", "seal:real", "deck:blackjack", "voucher:V9999999", "password:guest", "adding:9", "x"):
        yield Changed("secret", "row added", "INSERT INTO secret VALUES (?, ?)", (name, b"{}"))
    yield Changed("part", "row added", "INSERT INTO part VALUES ('Zed', 1)", ())


def is_noticed(store: SQLiteStore, change: Changed) -> bool | None:
    """Make a change, verify, undo it; return whether it was noticed, and None if it cannot be made."""
    db = store._db
    db.execute("SAVEPOINT before")
    try:
        try:
            db.execute(change.statement, change.values)
        except apsw.Error:
            return None
        return bool(verify(store).faults) or _rounds_differ(store)
    finally:
        db.execute("ROLLBACK TO before; RELEASE before")


def _rounds_differ(store: SQLiteStore) -> bool:
    try:
        return any(played.faults for played in check_rounds(store))
    except Exception:  # the command reports that as a fault
        return True


def prepare(store: SQLiteStore) -> None:
    """Let the database be changed as by somebody who has the file."""
    store._db.execute("PRAGMA ignore_check_constraints = 1; PRAGMA foreign_keys = 0")


def explained() -> set[str]:
    """Return the changes that the document explains: the first cells of its table."""
    section = DOCUMENT.read_text().partition(HEADING)[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return {cell for line in lines for cell in line.split("|")[1].strip().strip("`").split("`, `")}


def unnoticed(store: SQLiteStore, made: Iterable[Changed]) -> tuple[Counter[str], int]:
    """Return the changes that were not noticed, and how many could be made."""
    found, count = Counter[str](), 0
    for change in made:
        noticed = is_noticed(store, change)
        count += noticed is not None
        if noticed is False:
            found[f"{change.field}: {change.words}"] += 1
    return found, count


def main() -> int:
    store = full_floor().store
    prepare(store)
    assert not verify(store).faults and not _rounds_differ(store)
    found, count = unnoticed(store, changes(store))
    known = explained()
    for change, times in sorted(found.items()):
        print(f"{'explained  ' if change in known else 'UNEXPLAINED'} {times:4} {change}")
    print(f"{count} changes, {sum(found.values())} not noticed, {len(found.keys() - known)} kinds of them unexplained")
    for change in sorted(known - found.keys()):
        print(f"explained, and noticed or not made: {change}")
    return bool(found.keys() ^ known)


if __name__ == "__main__":
    sys.exit(main())
