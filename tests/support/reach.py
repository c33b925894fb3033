"""A pytest plugin that records which lines of the program each test runs, or runs listed tests in the order given.

`REACH_OUT` names the folder for the records, one file per test file; `REACH_RUN` a file with node ids, one a line.
`faults_by_rule.py` sets both."""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent.parent
PROGRAM = f"{ROOT / 'pitboss'}{os.sep}"
# Seconds for one test on a busy machine.
LIMIT = 120
# Parts of the program whose lines are recorded.
TRACED = tuple(f"{PROGRAM}{part}{os.sep}" for part in ("floor", "web", "equipment"))


class Reached(NamedTuple):
    """A test's time in seconds while traced, whether it passed, and the lines that it ran, by file."""

    seconds: float
    passed: bool
    lines: dict[str, list[int]]


@cache
def _program() -> bytes:
    files = sorted((ROOT / "pitboss").rglob("*.py"))
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).digest()


def record_of(test_file: Path) -> str:
    """Return the name of the record of a test file: it changes with the program and with the test file."""
    return f"{test_file.stem}-{sha256(_program() + test_file.read_bytes()).hexdigest()[:16]}.json"


class Recorder:
    """Traces each test. Processes that a test starts are not traced."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.tests: dict[str, Reached] = {}
        self.lines: dict[str, set[int]] = {}
        self.passed = True

    def _called(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Trace the lines of a call if its code is in the recorded parts."""
        if not frame.f_code.co_filename.startswith(TRACED):
            return None
        return self._line(frame, "line", arg)

    def _line(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line":
            self.lines.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return self._line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        began, self.lines, self.passed = time.monotonic(), {}, True
        threading.settrace(self._called)
        sys.settrace(self._called)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            lines = {str(Path(name).relative_to(ROOT)): sorted(found) for name, found in list(self.lines.items())}
            self.tests[item.nodeid] = Reached(round(time.monotonic() - began, 3), self.passed, lines)
            if nextitem is None or nextitem.path != item.path:
                (self.out / record_of(item.path)).write_text(json.dumps(self.tests), "utf-8")
                self.tests = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed = self.passed and not report.failed


class InOrder:
    """Runs only doctests and the tests of a list, in its order. A line of the list is a test or a whole file. A test
    that takes longer than `LIMIT` seconds ends the process; its name is then in the file `running`."""

    def __init__(self, run: Path) -> None:
        self.running = run.with_name("running")
        self.places = {test: n for n, test in enumerate(run.read_text("utf-8").splitlines())}

    def _place(self, item: pytest.Item) -> int | None:
        if isinstance(item, pytest.DoctestItem):
            return -1
        return self.places.get(item.nodeid, self.places.get(item.nodeid.partition("::")[0]))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        placed = [(place, n) for n, item in enumerate(items) if (place := self._place(item)) is not None]
        items[:] = [items[n] for _, n in sorted(placed)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.running.write_text(item.nodeid, "utf-8")
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()
            self.running.unlink()


def pytest_configure(config: pytest.Config) -> None:
    if out := os.environ.get("REACH_OUT"):
        config.pluginmanager.register(Recorder(Path(out)))
    if run := os.environ.get("REACH_RUN"):
        config.pluginmanager.register(InOrder(Path(run)))
