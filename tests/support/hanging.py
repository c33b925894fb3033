"""Tests that do not end, each in a way of its own. `tests/test_time_limits.py` names them one by one."""

from __future__ import annotations

import hashlib
import signal
import threading
from collections.abc import Iterator
from itertools import repeat

import pytest

pytestmark = pytest.mark.time_limit(0.2)


def waits() -> None:
    threading.Event().wait()


def keeps_the_lock() -> None:
    """C code that does not give the interpreter's lock away, nor asks for signals."""
    sum(repeat(0))


def counts() -> None:
    """C code that gives the lock away, and no signal to Python."""
    hashlib.pbkdf2_hmac("sha256", b"", b"", 2**31 - 1)


def blocks_signals() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))
    waits()


@pytest.fixture
def waiting() -> None:
    waits()


@pytest.fixture(scope="module")
def module_keeping_the_lock() -> None:
    keeps_the_lock()


@pytest.fixture(scope="session")
def session_waiting() -> None:
    waits()


@pytest.fixture
def counting_afterwards() -> Iterator[None]:
    yield
    counts()


@pytest.mark.time_limit(600)
def test_passes() -> None:
    """The one that ends."""


def test_waits() -> None:
    waits()


@pytest.mark.time_limit(3)
def test_keeps_the_lock() -> None:
    keeps_the_lock()


def test_counts() -> None:
    counts()


def test_blocks_signals() -> None:
    blocks_signals()


def test_fixture_waits(waiting: None) -> None: ...


def test_module_fixture_keeps_the_lock(module_keeping_the_lock: None) -> None: ...


def test_session_fixture_waits(session_waiting: None) -> None: ...


def test_teardown_counts(counting_afterwards: None) -> None: ...
