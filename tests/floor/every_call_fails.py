"""A fixed evening once for every call to the disk, with that call failing: once, from then on, torn.

    python tests/floor/every_call_fails.py                 every call in every way
    python tests/floor/every_call_fails.py --sample 120    a fixed sample, spread over kinds of calls and ways to fail
    python tests/floor/every_call_fails.py --call 812 --way torn   one of them, with the traceback

The evening is played once for many failures: the process forks at each call that is to fail, and the child plays the
rest with that failure. Files are in memory, so that parent and child share none."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import multiprocessing
import os
import shutil
import sys
import tempfile
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

import apsw
from rich.progress import Progress
from support.evening import Evening
from support.evening_script import play
from support.failing_disk import KINDS, ON, ONCE, POWER, READ, TORN, TORN_ON, WHILE, WRITE, Disk, DiskVFS
from support.sim_checks import Broken

from pitboss.floor import cage

WAYS = (ONCE, WHILE, ON, POWER, TORN, TORN_ON)
# So many calls an evening must have.
LEAST_CALLS = 2000

Failure = tuple[int, str]
Tell = Callable[[int, str, str, str], None]


def ways_of(kind: str) -> tuple[str, ...]:
    """Return how a call of a kind can fail. Only transfers are torn; a read that is torn and not continued fails."""
    whole = ONCE, WHILE, ON, POWER
    return WAYS if kind == WRITE else (*whole, TORN) if kind == READ else whole


def evening_on(disk: Disk, folder: Path) -> Evening:
    """Play an evening on a disk to its end."""
    evening = Evening(disk, folder)
    play(evening)
    return evening


class Played:
    """The undisturbed evening: the kinds of its calls in order, and its outcome."""

    def __init__(self, folder: Path) -> None:
        disk, self.kinds = Disk(), list[str]()
        disk.plan = lambda n, kind: self.kinds.append(kind) or ""  # type: ignore[func-returns-value]
        vfs = DiskVFS(disk)
        evening = evening_on(disk, folder)
        # Of each call, how many of its kind came before it.
        self.nth = [self.kinds[:n].count(kind) for n, kind in enumerate(self.kinds)]
        with disk.honest():
            self.outcome = evening.end()
        evening.kill()
        evening.tidy()
        vfs.unregister()

    def failures(self) -> list[Failure]:
        """Return every call in every way."""
        return [(n, way) for n, kind in enumerate(self.kinds, 1) for way in ways_of(kind)]

    def sample(self, size: int) -> list[Failure]:
        """Return a fixed choice: about equally many of each kind and way, spread over the evening."""
        groups: dict[tuple[str, str], list[Failure]] = defaultdict(list)
        for n, way in self.failures():
            groups[self.kinds[n - 1], way].append((n, way))
        each = -(-size // len(groups))
        while sum(min(each, len(group)) for group in groups.values()) < min(size, sum(map(len, groups.values()))):
            each += 1
        return sorted(failure for group in groups.values() for failure in spread(group, each))


def spread(group: list[Failure], most: int) -> list[Failure]:
    """Return at most `most` of a group, at equal distances."""
    count = min(most, len(group))
    return [group[(2 * n + 1) * len(group) // (2 * count)] for n in range(count)]


def play_with(failures: list[Failure], played: Played, folder: Path, tell: Tell) -> None:
    """Play the evening once, and the rest of it in a child for every failure.

    `tell` gets the call, its kind, the way it failed, and a report of what broke or "".
    """
    disk, due = Disk(), defaultdict[int, list[str]](list)
    for n, way in failures:
        due[n].append(way)
    here = os.getpid()

    def plan(n: int, kind: str) -> str:
        for way in due.get(n, ()) if os.getpid() == here else ():
            read, write = os.pipe()
            loop = asyncio._get_running_loop()
            child = os.fork()
            if not child:
                asyncio._set_running_loop(loop)  # asyncio forgets it in a fork
                os.close(read)
                pipes.append(write)
                return way
            os.close(write)
            with os.fdopen(read, "rb") as end:
                said = end.read().decode()
            status = os.waitpid(child, 0)[1]
            tell(n, kind, way, "" if said == "sound" else said or f"the process ended with {status}")
        return ""

    pipes: list[int] = []
    disk.plan = plan
    vfs, said = DiskVFS(disk), "sound"
    try:
        outcome = checked(evening_on(disk, folder), disk)
        if outcome != played.outcome:
            said = "\n".join(f"{key}: {difference(was, outcome[key])}" for key, was in played.outcome.items()
                             if was != outcome[key])
    except BaseException:
        said = traceback.format_exc(limit=-6)
    if os.getpid() != here:
        os.write(pipes[0], said.encode()[:60_000])
        os._exit(0)
    vfs.unregister()
    if said != "sound":
        tell(0, "", "", said)


def checked(evening: Evening, disk: Disk) -> dict[str, Any]:
    """Return the outcome that a new process reads from the disk, which works by then."""
    if disk.failing:
        evening.kill()
    with disk.honest():
        evening.kill()
        outcome = evening.end()
    evening.kill()
    evening.tidy()
    if Broken.found:
        raise Broken.found[0]
    return outcome


def difference(was: Any, became: Any) -> str:
    """Return the differences of two dictionaries or lists as one line."""
    if isinstance(was, dict):
        keys = [key for key in {**was, **became} if was.get(key) != became.get(key)]
        return str({key: (was.get(key), became.get(key)) for key in keys[:5]})
    return str([each for each in was if each not in became][:5])


def worker(failures: list[Failure], played: Played, folder: Path, results: Any) -> None:
    """Play a share of the failures in a process of its own."""
    play_with(failures, played, folder, lambda *told: results.put(told))
    results.put(None)


def prepared() -> Any:
    """Switch off the log, messages about failures that SQLite ignores, and the cost of voucher marks. Switch off
    SQLite's mutexes too, because the child of a fork cannot take those that its parent holds."""
    sys.unraisablehook = lambda unraisable: None
    apsw.shutdown()
    apsw.config(apsw.SQLITE_CONFIG_SINGLETHREAD)
    apsw.initialize()
    logging.disable(logging.CRITICAL)
    gc.freeze()
    return patch.object(cage, "MARK_COST", 1)


def play_all(failures: list[Failure], played: Played, folder: Path, processes: int, tell: Tell) -> None:
    """Play failures on several processes."""
    context = multiprocessing.get_context("fork")
    results: Any = context.SimpleQueue()
    shares = [failures[n::processes] for n in range(processes)]
    running = [context.Process(target=worker, args=(share, played, folder, results)) for share in shares if share]
    for process in running:
        process.start()
    left = len(running)
    while left:
        told = results.get()
        left -= told is None
        if told is not None:
            tell(*told)
    for process in running:
        process.join()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, help="how many failures, instead of all")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--call", type=int, help="only this call")
    parser.add_argument("--every", type=int, default=1, help="only every n-th call of a kind")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only calls of this kind; may be repeated")
    parser.add_argument("--way", choices=WAYS, action="append", help="only failing in this way; may be repeated")
    parser.add_argument("--most", type=int, default=10, help="how many of the failures that broke something are shown")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="pitboss-evening-"))
    try:
        return run(asked, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wanted(n: int, way: str, played: Played, asked: argparse.Namespace) -> bool:
    """Return whether the options name this failure."""
    kind, nth = played.kinds[n - 1], played.nth[n - 1]
    return (asked.call in (None, n) and nth % asked.every == 0 and (not asked.kind or kind in asked.kind)
            and (not asked.way or way in asked.way))


def run(asked: argparse.Namespace, folder: Path) -> int:
    """Play the failures that the options name and print the results; return 1 if anything broke."""
    with prepared():
        played = Played(folder)
    calls = Counter(played.kinds)
    print(f"{len(played.kinds)} calls: {', '.join(f'{n} {kind}' for kind, n in calls.most_common())}", flush=True)
    failures = played.failures() if asked.sample is None else played.sample(asked.sample)
    failures = [(n, way) for n, way in failures if wanted(n, way, played, asked)]
    done, broken = Counter[str](), list[str]()
    with Progress(disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("failures", total=len(failures))

        def tell(n: int, kind: str, way: str, said: str) -> None:
            done[f"{kind} {way}"] += 1
            progress.advance(bar)
            if progress.disable and sum(done.values()) % 500 == 0:
                print(f"{sum(done.values())} of {len(failures)} failures, {len(broken)} broke something", flush=True)
            if said:
                broken.append(said)
                if len(broken) <= asked.most:
                    progress.console.print(f"call {n}, {kind}, {way}:\n{said}", markup=False, highlight=False)

        play_all(failures, played, folder, asked.processes, tell)
    for what, count in sorted(done.items()):
        print(f"  {what}: {count}")
    print(f"{sum(done.values())} failures, {len(broken)} broke something")
    return 1 if broken or len(played.kinds) < LEAST_CALLS or sum(done.values()) != len(failures) else 0


if __name__ == "__main__":
    sys.exit(main())
