"""What the tests cost: `pytest --costs` ends with the seconds of each kind of test, on the clock and of all cores.

The second count is of the test's process and of every process it started, browsers and servers too: it hardly depends
on what else the machine has to do.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
# Files whose tests are a kind by themselves: they measure or kill, and are not like their neighbours.
ALONE = ("test_clauses.py", "test_kill.py")


def spent() -> float:
    """Seconds of processor that this process, its descendants and those of them that have ended have taken."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for entry in os.listdir("/proc"):
        try:
            fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split() if entry.isdigit() else []
        except OSError:
            continue  # it has ended meanwhile
        if fields:
            parents[int(entry)] = int(fields[1])
            seconds[int(entry)] = sum(map(int, fields[11:15])) / TICKS
    ours, me = 0.0, os.getpid()
    for process in seconds:
        at = process
        while at not in (me, 0, 1):
            at = parents.get(at, 0)
        ours += seconds[process] if at == me else 0.0
    return ours


def kind_of(place: str) -> str:
    """The kind of a test by its file.

    >>> kind_of("tests/web/browser/test_phone.py::test_a"), kind_of("tests/web/test_kill.py::test_b")
    ('web/browser', 'test_kill.py')
    >>> kind_of("pitboss/money.py::pitboss.money"), kind_of("tests/test_docs.py::test_c")
    ('doctests', 'files of their own')
    """
    path = Path(place.partition("::")[0])
    if path.parts[0] != "tests":
        return "doctests"
    if path.name in ALONE:
        return path.name
    return "/".join(path.parts[1:-1]) or "files of their own"


class Costs:
    """Counts in the process that runs a test, sums up in the one that reports."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.wall: Counter[str] = Counter()
        self.cpu: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()
        self.files: Counter[str] = Counter()
        self._file, self._spent, self._from, self._ends = Path(), 0.0, 0.0, False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
        # To look at every process takes longer than most tests: once a file is enough.
        if item.path != self._file:
            self._file, self._spent = item.path, spent()
        self._from, self._ends = time.monotonic(), nextitem is None or nextitem.path != item.path
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        if call.when == "teardown":
            # A browser that ends takes its count with it: nobody waits for all of its processes.
            cores = max(0.0, spent() - self._spent) if self._ends else 0.0
            item.user_properties.append(("costs", (time.monotonic() - self._from, cores)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for wall, cpu in (value for name, value in report.user_properties if name == "costs"):
            kind = kind_of(report.nodeid)
            self.tests[kind] += 1
            self.wall[kind] += wall
            self.cpu[kind] += cpu
            self.files[report.nodeid.partition("::")[0]] += cpu

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        tell = terminalreporter.write_line
        tell(f"{'kind of test':24}{'tests':>8}{'clock s':>10}{'cores s':>10}")
        for kind, cpu in self.cpu.most_common():
            tell(f"{kind:24}{self.tests[kind]:8}{self.wall[kind]:10.1f}{cpu:10.1f}")
        tell(f"{'all of them':24}{self.tests.total():8}{self.wall.total():10.1f}{self.cpu.total():10.1f}")
        tell(f"the whole run, with finding the tests: {time.monotonic() - self.began:.1f} s on the clock")
        files = ", ".join(f"{file} {cpu:.1f}" for file, cpu in self.files.most_common(25))
        tell(f"files by seconds of the cores: {files}")
