"""Long counts in chunks: on every core, with progress, and to be taken up again where they were stopped."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from pitboss.odds.cache import Array, Arrays, Cache

# What is being done, how much of it, out of how much.
Progress = Callable[[str, int, int], None]
SAVE_EVERY_S = 20.0
A = TypeVar("A")
B = TypeVar("B")
# The name under which a stopped run tells the chunks it has; no job counts under it.
DONE = "chunks done"


def quiet(what: str, done: int, whole: int) -> None:
    """Progress that nobody watches."""


class Work(NamedTuple):
    """Where an analysis keeps its counts and tells how far it is."""

    cache: Cache
    progress: Progress = quiet


def in_threads(work: Callable[[A], B], items: Iterable[A]) -> list[B]:
    """What work makes of each, on every core."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))


class ChunkedCount(Protocol):
    """Counts that are a sum over chunks. The same key always means the same counts."""

    key: str
    what: str
    chunks: int

    def blank(self) -> Arrays:
        """Arrays of zeros to add counts to."""

    def add(self, chunk: int, into: Arrays) -> None:
        """Add what one chunk counts. Runs beside other chunks, each with arrays of its own."""


def counted(job: ChunkedCount, work: Work) -> Arrays:
    """The counts of a job: from the cache, or made now; a run that was stopped goes on from what it had."""
    known = work.cache.load(job.key)
    if known is not None and _alike(known, job.blank()):
        return known
    run = _Run(job, work)
    try:
        run.finish()
        work.cache.save(job.key, run.whole)
    except BaseException:
        run.save()
        raise
    work.cache.forget(_part(job))
    return run.whole


class _Run:
    """One job on its way: `whole` holds the counts of the chunks that are `done`, and of no other."""

    def __init__(self, job: ChunkedCount, work: Work) -> None:
        self.job, self.work = job, work
        self.whole, self.done = self._held()
        self.lock = threading.Lock()
        self.finished = int(self.done.sum())
        self.stopped = False
        self.saved = time.monotonic()

    def _held(self) -> tuple[Arrays, Array]:
        """What an earlier run of the same job had; nothing, where it was another job by the same name."""
        whole, done = self.job.blank(), np.zeros(self.job.chunks, np.bool_)
        held = self.work.cache.load(_part(self.job))
        if held is None or not _alike(held, {**whole, DONE: done}):
            return whole, done
        return held, held.pop(DONE)

    def finish(self) -> None:
        left = np.flatnonzero(~self.done).tolist()
        chunks, threads = iter(left), min(os.cpu_count() or 1, max(1, len(left)))
        self.work.progress(self.job.what, self.finished, self.job.chunks)
        with ThreadPoolExecutor(threads) as pool:
            try:
                for one in [pool.submit(self._take, chunks) for _ in range(threads)]:
                    one.result()
            except BaseException:
                self.stopped = True
                raise

    def _take(self, chunks: Iterator[int]) -> None:
        """One thread: chunk after chunk into its own arrays, which are added to the whole now and then. A chunk that
        fails may have been half added, so its thread's arrays since then are dropped, and the others stop too."""
        own, mine, since = self.job.blank(), list[int](), time.monotonic()
        try:
            while not self.stopped:
                with self.lock:
                    chunk = next(chunks, None)
                if chunk is None:
                    break
                self.job.add(chunk, own)
                mine.append(chunk)
                self._tell()
                if time.monotonic() - since > SAVE_EVERY_S:
                    self._hand_in(own, mine)
                    if time.monotonic() - self.saved > SAVE_EVERY_S:
                        self.save()
                    since = time.monotonic()
            self._hand_in(own, mine)
        except BaseException:
            self.stopped = True
            raise

    def _tell(self) -> None:
        """One more chunk is counted. One thread tells at a time, so that the last thing told is the whole."""
        with self.lock:
            self.finished += 1
            self.work.progress(self.job.what, self.finished, self.job.chunks)

    def _hand_in(self, own: Arrays, mine: list[int]) -> None:
        with self.lock:
            for name, array in own.items():
                self.whole[name] += array
                array[...] = 0
            self.done[mine] = True
            mine.clear()

    def save(self) -> None:
        """Keep what there is, so that the next run need not begin again."""
        with self.lock:
            self.saved = time.monotonic()
            if self.done.any():
                self.work.cache.save(_part(self.job), {**self.whole, DONE: self.done})


def _part(job: ChunkedCount) -> str:
    """The key of what there is of a job that was stopped."""
    return f"{job.key}-part"


def _alike(held: Arrays, blank: Arrays) -> bool:
    """Are these arrays of the same names, shapes and types?"""
    return held.keys() == blank.keys() and all(
        (array.shape, array.dtype) == (blank[name].shape, blank[name].dtype) for name, array in held.items()
    )
