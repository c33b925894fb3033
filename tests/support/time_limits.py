"""A time limit on every phase of every test: its fixtures, the test itself and its teardown.

A phase that Python can interrupt fails with `TimeoutError`, and the run continues. One that it cannot (C code, blocked
signals) is ended with its process by `watchdog.py`; the run then fails, and names the test. xdist starts another
process and runs the test again, which fails at once. Collecting the tests and ending the run have limits as well.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

# Seconds, on a machine that has much else to do.
LIMIT = 600.0
# The process is ended after HARD times the limit.
HARD = 1.25


class TimeLimits:
    """The limits of one process that runs tests."""

    def __init__(self, ended: Path) -> None:
        # Tests whose process was ended, in any process of the run.
        self._ended = ended
        self._watchdog = self._start()
        self._tell("collecting the tests", LIMIT)

    def _start(self) -> subprocess.Popen[bytes]:
        """Start the watchdog. Ctrl-C does not stop it: it ends with this process."""
        return subprocess.Popen(
            [sys.executable, "-S", str(Path(__file__).with_name("watchdog.py")), str(os.getpid()), str(self._ended)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True)

    def _tell(self, what: str, limit: float) -> None:
        if self._watchdog.poll() is not None:  # another process has ended it
            self._watchdog = self._start()
        assert self._watchdog.stdin is not None
        self._watchdog.stdin.write(f"{limit * HARD} {what}\n".encode())
        self._watchdog.stdin.flush()

    @contextmanager
    def _limited(self, item: pytest.Item, phase: str) -> Iterator[None]:
        marker = item.get_closest_marker("time_limit")
        limit = marker.args[0] if marker is not None else LIMIT

        def too_long(number: int, frame: Any) -> None:
            raise TimeoutError(f"{phase} of {item.nodeid} not over after {limit} seconds")

        self._tell(f"{item.nodeid} ({phase})", limit)
        before = signal.signal(signal.SIGALRM, too_long)
        signal.setitimer(signal.ITIMER_REAL, limit)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        if self._ended.exists() and any(line.startswith(f"{item.nodeid} (") for line in self._ended.open()):
            pytest.fail("not over in time; its process was ended", pytrace=False)
        with self._limited(item, "setup"):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        with self._limited(item, "call"):
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        with self._limited(item, "teardown"):
            return (yield)

    def pytest_runtest_logfinish(self) -> None:
        """Between tests of an xdist worker, which may wait for the others."""
        self._tell("waiting for the next test", float("inf"))

    def pytest_collection_finish(self) -> None:
        self._tell("waiting for the first test", float("inf"))

    def pytest_sessionfinish(self) -> None:
        self._tell("ending the run", LIMIT)


def set_up(config: pytest.Config) -> None:
    """Limit the tests of this process, unless others run them for it. The run's cache directory is known."""
    config.addinivalue_line("markers", "time_limit(seconds): a time limit for each phase of the test.")
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.register(TimeLimits(Path(os.environ["PITBOSS_CACHE"]) / "ended"))
