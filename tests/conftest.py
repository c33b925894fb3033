"""How the tests are run together: what takes long comes first, and long counts are made once a run."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from functools import cache
from pathlib import Path

import pytest
from support import time_limits
from support.costs import Costs

HERE = Path(__file__).parent
# Begun before all others, in this order, the longest first, so that no core is idle at the end. Each file stays with
# one process (see pyproject.toml): its servers, browsers and counts are made once.
LONG = (
    # These compile nearly all kernels, which the other processes then read; else each would compile them for itself.
    "odds/test_lane.py", "cardroom/test_batch.py",
    "test_clauses.py", "web/browser/test_every_table.py", "floor/test_simulation.py", "properties/test_sweep.py",
    "odds/test_ultimate_texas_holdem.py", "web/test_layouts.py", "cardroom/test_pokerkit.py", "odds/test_simulate.py",
    "odds/test_texas_holdem_bonus.py", "odds/test_casino_holdem.py", "floor/test_poker.py", "web/test_kill.py",
    "cardroom/test_properties.py", "web/browser", "odds", "web", "floor", "properties", "hands", "cli", "cardroom",
)
# A shelf of games as somebody else would have it: read by the tests that set it up, and by nobody else.
collect_ignore = ["support/shelf"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help="Say what each kind of test cost.")


def pytest_configure(config: pytest.Config) -> None:
    """All processes of a run share its counts; none made earlier are believed, and none are left behind."""
    if config.getoption("costs"):
        config.pluginmanager.register(Costs())
    if not hasattr(config, "workerinput"):
        directory = tempfile.mkdtemp(prefix="pitboss-test-")
        os.environ["PITBOSS_CACHE"] = directory
        config.add_cleanup(lambda: shutil.rmtree(directory, ignore_errors=True))
    time_limits.set_up(config)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A shell starts what runs in the background so; what tests start would not be stopped by Ctrl-C either.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # Nothing that is read or collected is ever thrown away: nobody need look for what could be.
    gc.disable()
    config.args[:] = _begun_elsewhere(config)


def _begun_elsewhere(config: pytest.Config) -> list[str]:
    """The tests as asked for; in each process of a whole run another part of them first. What one process has compiled
    of the tests the others read: in a new clone they would else compile the same files at the same time."""
    worker = getattr(config, "workerinput", None)
    if worker is None or config.args != config.getini("testpaths"):
        return config.args
    parts = [path for path in sorted(HERE.iterdir()) if path.is_dir() or path.name.startswith("test_")]
    parts = [path for path in parts if path.name != "__pycache__"]
    sizes = [sum(file.stat().st_size for file in (path, *path.rglob("*.py")) if file.is_file()) for path in parts]
    begin = sum(sizes) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    first = next(n for n in range(len(parts)) if sum(sizes[: n + 1]) > begin)
    return [*map(str, (*parts[first:], *parts[:first])), *(arg for arg in config.args if arg != HERE.name)]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: whoever tests a page waits for a browser now and then."""
    return len(os.sched_getaffinity(0)) + 1


def pytest_collection_finish() -> None:
    """What there is now stays to the end. Tests leave little behind that goes only when it is looked for."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Before a process ends, pytest has it looked through five times for what was left behind: seconds each, in one
    that has run thousands of tests, and nobody reads what would be said."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    @cache
    def place(file: Path) -> int:
        return next((n for n, path in enumerate(LONG) if file.is_relative_to(HERE / path)), len(LONG))

    # Tests of one file keep their order; that of the files is the same in every process.
    items.sort(key=lambda item: (place(item.path), item.path))
