"""Runs of many seeds of the simulation: in several processes, with a progress bar, and a summary of what broke."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import SystemRandom
from typing import TextIO

# One seed, what it counted, and the report of its failure, "" if it held.
Tried = tuple[int, Counter[str], str]
Try = Callable[[int], Tried]
# New seeds have up to twelve digits; the fixed ones of the suite are far below the least of them.
NEW = range(10**6, 10**12)
PATIENCE_S, WIDTH = 2.0, 30


def new_seeds(count: int) -> list[int]:
    """Return seeds that nobody has chosen."""
    return SystemRandom().sample(NEW, count)


class Bar:
    """Progress on standard error, from the third second on: a bar on a terminal, elsewhere a line each tenth."""

    def __init__(self, total: int, out: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.total, self.out, self.clock = total, out, clock
        self.began = clock()
        self.tenths = 0

    def show(self, done: int, broken: int) -> None:
        took = self.clock() - self.began
        tenths = 10 * done // self.total
        if took < PATIENCE_S or (tenths == self.tenths and not self.out.isatty()):
            return
        self.tenths = tenths
        left = int(took / done * (self.total - done))
        filled = WIDTH * done // self.total
        line = f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {self.total} seeds, {broken} broken, {left} s left"
        print(f"\r{line}\033[K" if self.out.isatty() else line, end="" if self.out.isatty() else "\n",
              file=self.out, flush=True)

    def clear(self) -> None:
        if self.out.isatty():
            print("\r\033[K", end="", file=self.out, flush=True)


@contextmanager
def _results(seeds: Sequence[int], one: Try, processes: int) -> Iterator[Iterable[Tried]]:
    """The seeds in any order; a single process needs no pool."""
    if processes == 1:
        yield map(one, seeds)
        return
    with multiprocessing.Pool(processes) as pool:
        yield pool.imap_unordered(one, seeds)


def run(seeds: Sequence[int], one: Try, processes: int, bar: Bar | None = None) -> int:
    """Try each seed and print what broke at once; return 1 if anything did. The last line is a summary."""
    bar, began = bar or Bar(len(seeds), sys.stderr), time.perf_counter()
    counts, broken = Counter[str](), list[int]()
    with _results(seeds, one, processes) as results:
        for done, (seed, counted, report) in enumerate(results, 1):
            counts += counted
            if report:
                broken.append(seed)
                bar.clear()
                print(f"{report}\n", flush=True)
            bar.show(done, len(broken))
    bar.clear()
    for what, count in sorted(counts.items()):
        print(f"  {what}: {count}")
    named = f": {' '.join(map(str, sorted(broken)))}" if broken else ""
    print(f"{len(seeds)} seeds in {time.perf_counter() - began:.0f} s, {len(broken)} broken{named}")
    return 1 if broken else 0
