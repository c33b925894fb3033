"""Long counts in chunks: on every core, with progress, and to be taken up again where they were stopped."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol

import numpy as np

from pitboss.odds.cache import Arrays, Cache

# What is being done, how much of it, out of how much.
Progress = Callable[[str, int, int], None]
SAVE_EVERY = 20.0


def quiet(what: str, done: int, whole: int) -> None:
    """Progress that nobody watches."""


class Work(NamedTuple):
    """Where an analysis keeps its counts and tells how far it is."""

    cache: Cache
    progress: Progress = quiet


class Count(Protocol):
    """Counts that are a sum over chunks. The same key always means the same counts."""

    key: str
    what: str
    chunks: int

    def blank(self) -> Arrays:
        """Arrays of zeros to add counts to."""

    def add(self, chunk: int, into: Arrays) -> None:
        """Add what one chunk counts. Runs beside other chunks, each with arrays of its own."""


def counted(job: Count, work: Work) -> Arrays:
    """The counts of a job: from the cache, or made now; a run that was stopped goes on from what it had."""
    known = work.cache.load(job.key)
    if known is not None:
        return known
    made = _Run(job, work).finish()
    work.cache.save(job.key, made)
    work.cache.forget(f"{job.key}-part")
    return made


class _Run:
    """One job on its way."""

    def __init__(self, job: Count, work: Work) -> None:
        self.job, self.work = job, work
        self.part = f"{job.key}-part"
        held = work.cache.load(self.part) or {}
        self.done = held.pop("done", np.zeros(job.chunks, np.bool_))
        self.whole = held or job.blank()
        self.lock = threading.Lock()
        self.finished = int(self.done.sum())
        self.stopped = False
        self.saved = time.monotonic()

    def finish(self) -> Arrays:
        left = iter(np.flatnonzero(~self.done).tolist())
        threads = min(os.cpu_count() or 1, max(1, int((~self.done).sum())))
        self.work.progress(self.job.what, self.finished, self.job.chunks)
        with ThreadPoolExecutor(threads) as pool:
            running = [pool.submit(self._take, left) for _ in range(threads)]
            try:
                for one in running:
                    one.result()
            except BaseException:
                self.stopped = True
                for one in running:
                    one.exception()
                self._save()
                raise
        return self.whole

    def _take(self, left: Iterator[int]) -> None:
        """One thread: chunk after chunk into its own arrays, which are added to the whole at the end or at a stop."""
        own, mine = self.job.blank(), list[int]()
        while not self.stopped:
            with self.lock:
                chunk = next(left, None)
            if chunk is None:
                break
            self.job.add(chunk, own)
            mine.append(chunk)
            with self.lock:
                self.finished += 1
            self.work.progress(self.job.what, self.finished, self.job.chunks)
            if time.monotonic() - self.saved > SAVE_EVERY:
                self._hand_in(own, mine)
                self._save()
        self._hand_in(own, mine)

    def _hand_in(self, own: Arrays, mine: list[int]) -> None:
        with self.lock:
            for name, array in own.items():
                self.whole[name] += array
                array[...] = 0
            self.done[mine] = True
            mine.clear()

    def _save(self) -> None:
        """Keep what there is, so that the next run need not begin again."""
        with self.lock:
            self.saved = time.monotonic()
            if self.done.any() and not self.done.all():
                self.work.cache.save(self.part, {**self.whole, "done": self.done})
