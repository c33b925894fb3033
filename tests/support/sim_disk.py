"""A disk that fails in every way a disk can: writes and reads that fail for a while, a page that rots, and a process
that is killed in the middle of a commit."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pitboss.floor.store import DiskFailed, SQLiteStore, StoreError, Unreadable, Write
from pitboss.floor.writer import RETRY_S, Writer
from support.sim_loop import SECOND, SimLoop

if TYPE_CHECKING:
    from floor.simulation import World

# Where a process is killed: at any time, or around a commit.
ANY_TIME, BEFORE, DURING, AFTER = "at any time", "before a commit", "during a commit", "after a commit"


class Killed(Exception):
    """The process is gone in the middle of this."""


class SimStore(SQLiteStore):
    """The real store, in memory. What was committed can be carried over to the next life; all else is lost."""

    world: World
    # Whoever checks, and the store itself, reads what is there, whatever the disk does.
    checked = 1

    def __init__(self, world: World, content: bytes | None = None) -> None:
        super().__init__(":memory:")
        self.world = world
        if content is not None:
            self._db.deserialize("main", content)
            self._db.execute("PRAGMA foreign_keys = 1")
            self._pos = self.rows("SELECT coalesce(max(pos), 0) FROM event")[0][0]
        self._until_killed: int | None = None
        self.checked = 0

    @contextmanager
    def honest(self) -> Iterator[None]:
        self.checked += 1
        try:
            yield
        finally:
            self.checked -= 1

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        if not self.checked and self.world.read_fails():
            raise Unreadable("the database cannot be read: disk I/O error")
        return super().rows(query, values)

    def rot(self, stream: str) -> tuple[int, bytes] | None:
        """A stored event of the round that is on at a table says something else from now on: which, and what it said.
        Nobody notices before it is read."""
        with self.honest():
            start = self.last(stream, "round")
            events = self.events(stream, start.ver - 1) if start is not None else []
        if not events:
            return None
        event = events[self.world.rotting.below(len(events))]
        at = self.world.rotting.below(len(event.body))
        changed = event.body[:at] + bytes([event.body[at] ^ 1]) + event.body[at + 1 :]
        self._db.execute("UPDATE event SET body = ? WHERE pos = ?", (changed, event.pos))
        return event.pos, event.body

    def mend(self, pos: int, body: bytes) -> None:
        self._db.execute("UPDATE event SET body = ? WHERE pos = ?", (body, pos))

    def content(self) -> bytes:
        made = self._db.serialize("main")
        assert isinstance(made, bytes)
        return made

    def commit(self, writes: Sequence[Write]) -> list[int | StoreError]:
        world = self.world
        where = world.kill_around_commit()
        if where == BEFORE:
            world.kill(where)
        self._until_killed = world.chance.below(len(writes)) if where == DURING else None
        if world.now < world.disk_fails_until:
            raise DiskFailed("the disk is full")
        try:
            done = super().commit(writes)
        except Killed:
            world.kill(DURING)
            raise
        world.committed(list(writes), done)
        if where == AFTER:
            world.kill(where)
        return done

    def _apply(self, write: Write, batch: Any) -> int | StoreError:
        if self._until_killed == 0:
            raise Killed
        done = super()._apply(write, batch)
        self._until_killed = None if self._until_killed is None else self._until_killed - 1
        return done

    def probe(self) -> None:
        if self.world.now < self.world.disk_fails_until:
            raise DiskFailed("the disk is still full")
        super().probe()


class SimWriter(Writer):
    """The real writer, but for its thread: what waits is committed after a while."""

    def __init__(self, store: SimStore, world: World, loop: SimLoop) -> None:
        self.store: Any = store
        self.commits = self.writes = 0
        self.seconds, self.last, self._began, self.failing = 0.0, None, None, ""
        self.clock = loop.time
        self._closing = False
        self._waiting = []
        self._turn = threading.Condition()
        self._world, self._loop, self._due = world, loop, False

    async def write(self, write: Write) -> int:
        self._later()
        return await super().write(write)

    def _later(self) -> None:
        if not self._due:
            self._due = True
            wait = RETRY_S if self.failing else self._world.commit_takes() / SECOND
            self._loop.call_later(wait, self._flush)

    def _flush(self) -> None:
        self._due = False
        batch, self._waiting = self._waiting, []
        if self.failing:
            self._probe()
        elif batch:
            self._commit(batch)
        if self.failing:
            self._later()
