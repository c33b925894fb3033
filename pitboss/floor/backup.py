"""A copy of a floor's database, taken while the floor goes on."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import msgspec

from pitboss.floor.restoring import MARK, BackupMark
from pitboss.floor.schema import open_reading
from pitboss.floor.steady_clock import wall_ms
from pitboss.floor.store import SQLiteStore, StoreError
from pitboss.floor.verify import Tell, Verified, verify

PAGES = 64


def backup(source: Path, target: Path, tell: Tell = lambda what, done, whole: None) -> Verified:
    """Copy a database as it is now, mark the copy as a backup and check it. A copy with faults is stored under another
    name: there may be no better."""
    if target.exists():
        raise StoreError(f"{target} is there already; a backup replaces nothing")
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        _copy(source, part, tell)
        _mark(part)
        with closing(SQLiteStore(part, reading=True)) as store:
            seen = verify(store, tell)
        os.rename(part, target.with_name(target.name + ".faulty") if seen.faults else target)
        _settle(target.parent)
    except apsw.FullError:
        raise StoreError(f"{target}: the disk is full; nothing is kept of the copy") from None
    except apsw.Error as error:
        raise StoreError(f"{target}: {error}") from None
    except OSError as error:
        raise StoreError(f"{target}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return seen


def copy_before_migrating(database: Path, version: int, tell: Tell = lambda what, done, whole: None) -> Path:
    """Copy the database before a newer program changes its tables. Return the copy, which undoes that when restored."""
    for number in count(1):
        again = f"-{number}" if number > 1 else ""
        target = database.with_name(f"{database.name}.version-{version}{again}")
        if not target.exists():
            break
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        _copy(database, part, tell)
        _mark(part)
        os.rename(part, target)
        _settle(target.parent)
    except (apsw.Error, OSError) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or error
        raise StoreError(f"{target}: the copy cannot be written: {why}; the floor was not changed") from None
    return target


def _copy(source: Path, part: Path, tell: Tell) -> None:
    """Page by page from one snapshot, so that whatever is committed meanwhile does not start it again."""
    with closing(open_reading(str(source))) as old, closing(apsw.Connection(str(part))) as new:
        old.execute("BEGIN; SELECT 1 FROM sqlite_schema")
        with new.backup("main", old, "main") as copying:
            while not copying.done:
                copying.step(PAGES)
                tell("copying", copying.page_count - copying.remaining, copying.page_count)
        # One file, whole without a journal beside it.
        new.execute("PRAGMA synchronous = FULL; PRAGMA journal_mode = DELETE")


def _mark(part: Path) -> None:
    """Mark a copy, so that opening it is recorded as a restore; one too damaged for that stays unmarked."""
    with closing(apsw.Connection(str(part))) as copy, suppress(apsw.CorruptError):
        events: Any = copy.execute("SELECT coalesce(max(pos), 0) FROM event").fetchall()[0][0]
        copy.execute("INSERT OR REPLACE INTO secret VALUES (?,?)",
                     (MARK, msgspec.json.encode(BackupMark(wall_ms(), events))))


def _settle(directory: Path) -> None:
    """Make sure that the new name is on the disk too."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
