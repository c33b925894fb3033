"""Restored backups.

`pitboss backup` marks its copy. Opening a marked copy is the restore: the mark is removed, and the events `restored`
(stream `floor`) and `serials` (stream `cage`) are written in the same transaction. The copy has no events from after it
was taken. Vouchers issued in that time exist on paper, so serials continue behind a gap.
"""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

import apsw
import msgspec

from pitboss.floor.cage import STREAM as CAGE
from pitboss.floor.cage import last_serial
from pitboss.floor.desk import encode
from pitboss.floor.schema import StoreError, open_unlogged
from pitboss.floor.steady_clock import AHEAD_MS, shown
from pitboss.floor.store import NewEvent, SQLiteStore, Write

STREAM, RESTORED = "floor", "restored"
# The secret that marks a copy.
MARK = "backup"


class BackupMark(msgspec.Struct, frozen=True):
    """When a copy was taken, in milliseconds by the machine's clock (0 if unknown), and its number of events."""

    at: int
    events: int


class Restore(msgspec.Struct, frozen=True):
    """A `restored` event: its position and time, the number of events of the copy and when that was taken."""

    pos: int
    at: int
    events: int
    taken: int

    def line(self) -> str:
        """Return the restore as a line of text.

        >>> Restore(101, 0, 100, 0).line()
        'restored 1970-01-01 00:00 UTC from a copy of 100 events, taken at an unknown time'
        """
        taken = shown(self.taken) if self.taken else "at an unknown time"
        return f"restored {shown(self.at)} from a copy of {self.events:,} events, taken {taken}"


def read_mark(store: SQLiteStore) -> BackupMark | None:
    """Return the mark of a copy that no floor has opened yet, None if there is none. A damaged mark counts as one."""
    value = store.secret(MARK)
    if value is None:
        return None
    try:
        return msgspec.json.decode(value, type=BackupMark)
    except (ValueError, msgspec.MsgspecError):
        return BackupMark(0, last_event(store))


def last_event(store: SQLiteStore) -> int:
    """Return the number of events that a journal has."""
    return int(store.rows("SELECT coalesce(max(pos), 0) FROM event")[0][0])


def refuse_foreign_log(database: str | Path) -> None:
    """Refuse a marked copy next to a log of another database, before opening the copy writes that log into it.

    A restored copy has no mark and its own log: `record_restore` empties the log before anything else is written.
    """
    log = Path(f"{database}-wal")
    if not log.is_file() or not log.stat().st_size:
        return
    with suppress(apsw.Error), closing(open_unlogged(str(database))) as copy:
        if copy.execute("SELECT 1 FROM secret WHERE name = ?", (MARK,)).fetchall():
            raise StoreError(f"{database} is a copy made by 'pitboss backup', and {log.name} belongs to the database "
                             f"that was there before; remove {log.name} and {Path(database).name}-shm")


def record_restore(store: SQLiteStore, mark: BackupMark, now: int) -> Restore:
    """Write the restore of a copy at the time `now` and remove its mark.

    The gap in the serials is one for every millisecond since the copy was taken, plus a minute for clocks that differ.
    A cage needs more than a millisecond for a voucher, so every serial issued since is in the gap, even if the same
    copy was restored several times in between.
    """
    last = store.last_at() or now
    gap = max(now - last, now - mark.at if mark.at else 0, 0) + AHEAD_MS
    events = [
        NewEvent(STREAM, RESTORED, encode({"events": mark.events, "taken": mark.at}), "floor", now),
        NewEvent(CAGE, "serials", encode({"after": last_serial(store) + gap}), "floor", now),
    ]
    done, = store.commit([Write(events, secrets={MARK: None})])
    if not isinstance(done, int):
        raise done
    if store.path != ":memory:":
        with closing(apsw.Connection(store.path)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return Restore(done - 1, now, mark.events, mark.at)


def restores(store: SQLiteStore) -> list[Restore]:
    """Return the restores that the journal records, in order; damaged events, which `verify` reports, are left out."""
    rows = store.rows("SELECT pos, at, CAST(body AS BLOB) FROM event WHERE stream = ? AND type = ? ORDER BY ver",
                      (STREAM, RESTORED))
    recorded = []
    for pos, at, body in rows:
        try:
            mark = msgspec.json.decode(body)
            recorded.append(Restore(pos, at, int(mark["events"]), int(mark["taken"])))
        except (ValueError, LookupError, TypeError, msgspec.MsgspecError):
            continue
    return recorded
