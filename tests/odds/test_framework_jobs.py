"""Counts in chunks: no chunk twice, none lost, whatever stops a run."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pitboss.odds import jobs
from pitboss.odds.cache import Arrays, Cache
from pitboss.odds.jobs import Work, counted

CHUNKS = 40


class Squares:
    """Adds up squares, and how often each chunk was counted."""

    what = "squares"

    def __init__(self, chunks: int = CHUNKS, fails: dict[int, BaseException] | None = None, takes: float = 0.0) -> None:
        self.key, self.chunks = "squares", chunks
        self.fails, self.takes = fails or {}, takes
        self.ran: list[int] = []

    def blank(self) -> Arrays:
        return {"total": np.zeros((), np.int64), "times": np.zeros(self.chunks, np.int32)}

    def add(self, chunk: int, into: Arrays) -> None:
        self.ran.append(chunk)
        time.sleep(self.takes)
        into["times"][chunk] += 1
        if chunk in self.fails:
            raise self.fails[chunk]
        into["total"] += chunk * chunk


def right(made: Arrays, chunks: int = CHUNKS) -> bool:
    return int(made["total"]) == sum(n * n for n in range(chunks)) and made["times"].tolist() == [1] * chunks


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def cache(tmp_path: Path, said: list[str]) -> Cache:
    return Cache(tmp_path, said.append)


@pytest.fixture(params=[1, 2, 7])
def threads(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    number: int = request.param
    monkeypatch.setattr(os, "cpu_count", lambda: number)
    return number


def kept(cache: Cache) -> list[int]:
    """The chunks that a stopped run has kept."""
    held = cache.load("squares-part")
    return [] if held is None else np.flatnonzero(held[jobs.DONE]).tolist()


# -- a run to its end ------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunks", [0, 1, 2, CHUNKS])
def test_the_sum_over_chunks_is_the_sum(chunks: int, threads: int, cache: Cache) -> None:
    job = Squares(chunks)
    assert right(counted(job, Work(cache)), chunks)
    assert sorted(job.ran) == list(range(chunks))


def test_a_second_run_counts_nothing(cache: Cache) -> None:
    counted(Squares(), Work(cache))
    again = Squares()
    assert right(counted(again, Work(cache)))
    assert again.ran == []
    assert [path.name for path in cache.directory.iterdir()] == ["squares.counts"]


def test_progress_goes_up_one_by_one_and_ends_at_the_whole(threads: int, cache: Cache) -> None:
    told: list[tuple[str, int, int]] = []
    counted(Squares(takes=0.0005), Work(cache, lambda *now: told.append(now)))
    assert told == [("squares", done, CHUNKS) for done in range(CHUNKS + 1)]


def test_nothing_is_written_where_nothing_can_be(tmp_path: Path, said: list[str]) -> None:
    (tmp_path / "file").write_text("not a directory")
    cache = Cache(tmp_path / "file", said.append)
    assert right(counted(Squares(), Work(cache)))
    assert len(said) == 1


# -- a chunk that fails ----------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [0, 1, 17, CHUNKS - 1])
def test_a_failure_loses_no_chunk_and_counts_none_twice(bad: int, threads: int, cache: Cache) -> None:
    with pytest.raises(ZeroDivisionError):
        counted(Squares(fails={bad: ZeroDivisionError()}), Work(cache))
    assert cache.load("squares") is None
    before = kept(cache)
    assert bad not in before
    told: list[int] = []
    again = Squares()
    assert right(counted(again, Work(cache, lambda what, done, whole: told.append(done))))
    assert sorted(again.ran + before) == list(range(CHUNKS))
    assert (told[0], told[-1]) == (len(before), CHUNKS)
    assert not cache.path("squares-part").exists()


def test_failure_after_failure(threads: int, cache: Cache) -> None:
    for bad in (5, 20, 30, 30, CHUNKS - 1):
        with contextlib.suppress(ZeroDivisionError):
            counted(Squares(fails={bad: ZeroDivisionError()}), Work(cache))
    assert right(counted(Squares(), Work(cache)))


def test_a_failure_stops_the_other_threads_soon(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    job = Squares(400, {3: ZeroDivisionError()}, takes=0.005)
    with pytest.raises(ZeroDivisionError):
        counted(job, Work(cache))
    assert len(job.ran) < 200


def test_the_threads_that_did_not_fail_keep_what_they_have(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    class Patient(Squares):
        def add(self, chunk: int, into: Arrays) -> None:
            while chunk == 0 and len(self.ran) < 10:
                time.sleep(0.001)
            super().add(chunk, into)

    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    with pytest.raises(ZeroDivisionError):
        counted(Patient(fails={0: ZeroDivisionError()}, takes=0.001), Work(cache))
    assert kept(cache)[:9] == list(range(1, 10))


def test_progress_that_fails_stops_the_run_and_nothing_is_lost(threads: int, cache: Cache) -> None:
    def progress(what: str, done: int, whole: int) -> None:
        if done == 11:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        counted(Squares(), Work(cache, progress))
    assert right(counted(Squares(), Work(cache)))


def test_a_stop_while_the_result_is_saved_keeps_it_all(
    threads: int, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def stopped(source: str, target: Path) -> None:
        if target.stem == "squares":
            raise KeyboardInterrupt
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", stopped)
        with pytest.raises(KeyboardInterrupt):
            counted(Squares(), Work(cache))
    assert kept(cache) == list(range(CHUNKS))
    again = Squares()
    assert right(counted(again, Work(cache)))
    assert again.ran == []


# -- Ctrl-C ----------------------------------------------------------------------------------------------


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C as in a terminal, also where a shell runs the tests in the background and has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("when", [1, 9, CHUNKS - 2, CHUNKS])
def test_an_interrupt_keeps_what_was_counted(
    when: int, threads: int, cache: Cache, interrupts: None
) -> None:
    main = threading.main_thread().ident
    assert main is not None

    def progress(what: str, done: int, whole: int) -> None:
        if done == when:
            signal.pthread_kill(main, signal.SIGINT)

    job = Squares(takes=0.01)
    with pytest.raises(KeyboardInterrupt):
        counted(job, Work(cache, progress))
    assert cache.load("squares") is None
    before = kept(cache)
    assert set(before) <= set(job.ran)
    assert len(before) >= when - threads, "all but what a thread had in hand that was only just started"
    again = Squares()
    assert right(counted(again, Work(cache)))
    assert sorted(again.ran + before) == list(range(CHUNKS))


PROGRAM = """
import os, signal, sys, time, pathlib
import numpy as np
from pitboss.odds import jobs
from pitboss.odds.cache import Cache

class Slow:
    key, what, chunks = "squares", "squares", 60

    def blank(self):
        return {"total": np.zeros((), np.int64), "times": np.zeros(60, np.int32)}

    def add(self, chunk, into):
        # The first time there is long enough to be stopped, on any machine.
        time.sleep(0 if "quick" in sys.argv else 0.04 if chunk < 20 else 1)
        into["total"] += chunk * chunk
        into["times"][chunk] += 1

signal.signal(signal.SIGINT, signal.default_int_handler)
os.cpu_count = lambda: 2
jobs.SAVE_EVERY_S = float(sys.argv[2])
try:
    made = jobs.counted(Slow(), jobs.Work(Cache(pathlib.Path(sys.argv[1])), lambda *now: print(now[1], flush=True)))
except KeyboardInterrupt:
    sys.exit(130)
print("made", int(made["total"]), set(made["times"].tolist()))
"""


@pytest.mark.parametrize(("stop", "save_every", "status"), [
    (signal.SIGINT, "20", 130),
    (signal.SIGKILL, "0", -signal.SIGKILL),
])
def test_a_process_that_is_stopped_goes_on_where_it_was(
    stop: signal.Signals, save_every: str, status: int, cache: Cache
) -> None:
    program = [sys.executable, "-c", textwrap.dedent(PROGRAM), str(cache.directory), save_every]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 15:
                process.send_signal(stop)
                break
        process.stdout.read()
        assert process.wait(120) == status
    before = kept(cache)
    assert 10 <= len(before) < 60
    assert cache.load("squares") is None
    done = subprocess.run([*program, "quick"], capture_output=True, text=True, check=True, timeout=180)
    again = done.stdout.split("\n")
    assert int(again[0]) == len(before)
    assert again[-2] == f"made {sum(n * n for n in range(60))} {{1}}"
    assert [path.name for path in cache.directory.glob("*.counts")] == ["squares.counts"]


# -- saved now and then ----------------------------------------------------------------------------------


def test_every_thread_hands_in_now_and_then(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that is killed loses no more than a few chunks of any thread."""
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr(jobs, "SAVE_EVERY_S", 0.03)
    behind: list[int] = []

    def progress(what: str, done: int, whole: int) -> None:
        behind.append(done - len(kept(cache)))

    counted(Squares(200, takes=0.005), Work(cache, progress))
    assert 0 < max(behind) < 80


def test_saving_is_not_done_all_the_time(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    saves: list[str] = []
    monkeypatch.setattr(Cache, "save", lambda self, key, arrays: saves.append(key))
    counted(Squares(), Work(cache))
    assert saves == ["squares"]


# -- what lies in the cache ------------------------------------------------------------------------------


def test_a_damaged_part_is_told_of_and_counted_anew(cache: Cache, said: list[str]) -> None:
    with pytest.raises(ZeroDivisionError):
        counted(Squares(fails={CHUNKS - 1: ZeroDivisionError()}), Work(cache))
    path = cache.path("squares-part")
    path.write_bytes(path.read_bytes()[:-1] if path.exists() else b"damaged")
    job = Squares()
    assert right(counted(job, Work(cache)))
    assert sorted(job.ran) == list(range(CHUNKS))
    assert said == ["the cached counts squares-part.counts are damaged; they are made anew"]


@pytest.mark.parametrize("name", ["squares", "squares-part"])
@pytest.mark.parametrize("other", [
    {"total": np.ones((), np.int64), "times": np.ones(7, np.int32)},
    {"total": np.ones((), np.int32), "times": np.ones(CHUNKS, np.int32)},
    {"total": np.ones((), np.int64)},
    {},
])
def test_counts_of_another_make_are_not_taken(name: str, other: Arrays, cache: Cache) -> None:
    """Left by a version that counted otherwise under the same key."""
    cache.save(name, {**other, jobs.DONE: np.ones(CHUNKS, np.bool_)} if name.endswith("part") else other)
    job = Squares()
    assert right(counted(job, Work(cache)))
    assert len(job.ran) == CHUNKS


def test_a_part_with_another_number_of_chunks_is_not_taken(cache: Cache) -> None:
    with pytest.raises(ZeroDivisionError):
        counted(Squares(20, {19: ZeroDivisionError()}), Work(cache))
    assert right(counted(Squares(), Work(cache)))


def test_two_runs_of_one_job_side_by_side(cache: Cache) -> None:
    made: list[Arrays] = []
    runs = [threading.Thread(target=lambda: made.append(counted(Squares(takes=0.002), Work(cache)))) for _ in range(3)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert len(made) == 3 and all(map(right, made))
    assert right(counted(Squares(), Work(cache)))
