"""Group commit: one thread takes every write that waits and commits them as one transaction.
A write is acknowledged when it is on the disk, never before."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Sequence
from typing import Protocol

from pitboss.floor.store import DiskFailed, StoreError, Write

# How long to wait before trying again a disk that could not be written.
RETRY_S = 0.25

log = logging.getLogger("pitboss.floor")

QueuedWrite = tuple[Write, "Future[int]"]
Done = tuple["Future[int]", "int | StoreError"]


class Committing(Protocol):
    """What the writer needs of a store: to commit, and to find out whether committing works."""

    def commit(self, writes: Sequence[Write]) -> list[int | StoreError]: ...
    def probe(self) -> None: ...


class Writer:
    """The only one that commits to a store.

    When the disk fails, every write that waits is refused: those behind the failed ones were decided as if these
    stood. Until the disk can be written again, new ones are refused at once; `failing` says why.
    `commits`, `writes` and `seconds` count what was done and the time it took."""

    def __init__(self, store: Committing, clock: Callable[[], float] = time.monotonic) -> None:
        self.store, self.clock = store, clock
        self.commits = self.writes = 0
        self.seconds = 0.0
        # When the last commit was done, and when the one under way began, by the clock.
        self.last: float | None = None
        self._began: float | None = None
        self.failing = ""
        self._closing = False
        self._waiting: list[QueuedWrite] = []
        self._turn = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, write: Write) -> int:
        """Commit, and give the position of the write's last event; or say why not (StoreError)."""
        future: Future[int] = asyncio.get_running_loop().create_future()
        with self._turn:
            if self._closing:
                raise StoreError("the store is closed")
            if self.failing:
                raise DiskFailed(self.failing)
            self._waiting.append((write, future))
            self._turn.notify()
        return await future

    @property
    def waiting(self) -> int:
        """How many writes wait for the next transaction."""
        return len(self._waiting)

    @property
    def age_s(self) -> float:
        """Seconds for which the commit under way has been waiting for the disk; 0 between commits."""
        began = self._began
        return 0.0 if began is None else self.clock() - began

    def close(self) -> None:
        """Commit what still waits, then stop. The store stays open."""
        with self._turn:
            self._closing = True
            self._turn.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._turn:
                while not (self._waiting or self._closing or self.failing):
                    self._turn.wait()
                if self.failing and not self._closing:
                    self._turn.wait(RETRY_S)
                batch, self._waiting = self._waiting, []
            try:
                if self.failing and not self._closing:
                    self._probe()
                elif batch:
                    self._commit(batch)
                else:
                    return
            except BaseException as error:  # nothing ends this thread while somebody may still write
                log.exception("the writer failed, and goes on")
                self._refuse(batch, error)

    def _commit(self, batch: list[QueuedWrite]) -> None:
        self._began = began = self.clock()
        try:
            results = self.store.commit([write for write, _ in batch])
        except BaseException as error:  # whatever it was, nobody may be left waiting
            self._refuse(batch, error)
            return
        finally:
            self._began = None
        self.last = self.clock()
        self.seconds += self.last - began
        self.commits += 1
        self.writes += len(batch)
        _tell([(future, done) for (_, future), done in zip(batch, results, strict=True)])

    def _refuse(self, batch: list[QueuedWrite], error: BaseException) -> None:
        line = str(error) if isinstance(error, StoreError) else f"the store failed: {error!r}"
        with self._turn:
            self.failing = f"{line}; nothing is accepted until it can be"
            batch, self._waiting = batch + self._waiting, []
        _tell([(future, DiskFailed(line)) for _, future in batch])

    def _probe(self) -> None:
        try:
            self.store.probe()
        except Exception:
            return
        with self._turn:
            self.failing = ""


def _tell(done: list[Done]) -> None:
    """Wake who waits, all of a loop at once. A loop that has ended has nobody left to tell."""
    loops: dict[AbstractEventLoop, list[Done]] = {}
    for each in done:
        loops.setdefault(each[0].get_loop(), []).append(each)
    for loop, theirs in loops.items():
        try:
            loop.call_soon_threadsafe(_wake, theirs)
        except RuntimeError:
            continue


def _wake(done: list[Done]) -> None:
    for future, result in done:
        if future.done():
            continue
        if isinstance(result, int):
            future.set_result(result)
        else:
            future.set_exception(result)
