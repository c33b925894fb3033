"""A pytest plugin that measures clause coverage: which tests made a clause decide something, and
which of them fail when exactly that decision is wrong."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import pytest

from pitboss.law.clauses import Clause, set_watcher
from pitboss.law.coverage import Measured, corrupt

# A corrupted rule may deal for ever; a test that has to be stopped, many times later than with nothing wrong, has
# noticed. One that takes long with nothing wrong is not asked.
LEAST_SECONDS = 0.3
TIMES_AS_LONG = 20
SECONDS_A_TEST = 1.5
SECONDS_UNSPOILT = 60.0
# What it takes to run a test that does nothing.
SECONDS_TO_ASK = 0.0004


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("clauses")
    group.addoption("--clauses-out", help="file for the measurement")
    group.addoption("--clauses-processes", type=int, default=1, help="how many kill side by side")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--clauses-out"):
        config.pluginmanager.register(Measuring(config), "clause-measuring")


class Measuring:
    def __init__(self, config: pytest.Config) -> None:
        self.out = Path(config.getoption("--clauses-out"))
        self.processes: int = config.getoption("--clauses-processes")
        self.exercised: dict[str, list[pytest.Item]] = {}
        self.reach: dict[str, int] = {}
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, None]:
        seen: set[Clause] = set()

        def watch(clause: Clause, value: Any) -> Any:
            seen.add(clause)
            return value

        set_watcher(watch)
        began = process_time()
        with _limit(SECONDS_UNSPOILT):
            outcome = yield
        set_watcher(None)
        self.seconds[item.nodeid] = process_time() - began
        if outcome.excinfo is None:
            self.reach[item.nodeid] = len(seen)
            for clause in seen:
                self.exercised.setdefault(str(clause), []).append(item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, Any, None]:
        yield
        wanted = sorted(self.exercised)
        others = [self._fork(session, wanted, share) for share in range(1, self.processes)]
        killed = self._kill_all(session, wanted[:: self.processes], tell=True)
        for pid, part in others:
            if os.waitpid(pid, 0)[1]:
                raise RuntimeError("a process that corrupted clauses ended before its time")
            killed |= msgspec.json.decode(part.read_bytes(), type=dict[str, str])
            part.unlink()
        tests = {clause: [item.nodeid for item in items] for clause, items in self.exercised.items()}
        self.out.write_bytes(msgspec.json.encode(Measured(tests, killed)))

    def _fork(self, session: pytest.Session, clauses: list[str], share: int) -> tuple[int, Path]:
        """Kill a share of the clauses in a process of its own, which knows what the tests exercised."""
        part = self.out.with_suffix(f".{share}")
        pid = os.fork()
        if pid == 0:
            try:
                part.write_bytes(msgspec.json.encode(self._kill_all(session, clauses[share :: self.processes])))
                os._exit(0)
            finally:
                os._exit(1)
        return pid, part

    def _kill_all(self, session: pytest.Session, clauses: list[str], tell: bool = False) -> dict[str, str]:
        killed: dict[str, str] = {}
        for number, clause in enumerate(clauses, 1):
            if by := self._kill(session, clause):
                killed[clause] = by
            if tell:
                print(f"\rkill {number}/{len(clauses)}", end="", flush=True)
        return killed

    def _kill(self, session: pytest.Session, target: str) -> str:
        def spoil(clause: Clause, value: Any) -> Any:
            return corrupt(value) if clause == target else value

        for item in self._likeliest(target):
            set_watcher(spoil)
            try:
                if _fails(session, item, max(LEAST_SECONDS, TIMES_AS_LONG * self.seconds[item.nodeid])):
                    return item.nodeid
            finally:
                set_watcher(None)
        return ""

    def _likeliest(self, target: str) -> list[pytest.Item]:
        """The tests to ask, in order: those that touch few clauses are the likeliest to be about this one, and quick
        ones cost little. Where a test with some values notices nothing, it often does not with others either."""
        quick = [item for item in self.exercised[target] if self.seconds[item.nodeid] <= SECONDS_A_TEST]
        quick.sort(key=lambda item: self.reach[item.nodeid])
        asked, cost = Counter[str](), dict[str, float]()
        for item in quick:
            name = item.nodeid.partition("[")[0]
            asked[name] += 1
            cost[item.nodeid] = asked[name] * self.reach[item.nodeid] * (self.seconds[item.nodeid] + SECONDS_TO_ASK)
        return sorted(quick, key=lambda item: cost[item.nodeid])


def _fails(session: pytest.Session, item: pytest.Item, seconds: float) -> bool:
    state = session._setupstate
    state.teardown_exact(None)
    try:
        with _limit(seconds):
            item._initrequest()  # type: ignore[attr-defined]
            state.setup(item)
            item.runtest()
            # What a fixture notices at its end is noticed too.
            state.teardown_exact(None)
    except (Exception, pytest.fail.Exception, _TooLong):
        return True
    finally:
        with suppress(Exception):
            state.teardown_exact(None)
    return False


class _TooLong(BaseException):
    pass


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGPROF, stop)
    # Seconds of work, whatever else the machine has to do. It rings again, should the first ring fall where Python
    # ignores exceptions.
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
