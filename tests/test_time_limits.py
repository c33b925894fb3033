"""A test that does not end fails the run, which names it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HANGING = "tests/support/hanging.py"
# However a test or a fixture hangs: in Python, in C with and without the interpreter's lock, or with signals blocked.
TESTS = ("waits", "keeps_the_lock", "counts", "blocks_signals", "fixture_waits", "module_fixture_keeps_the_lock",
         "session_fixture_waits", "teardown_counts")


def run(test: str, *options: str) -> tuple[int, str]:
    """Run one of the tests that hang, under this run's own conftest; the time limit here is the outer run's."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, f"{HANGING}::{test}"], cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")})
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", TESTS)
def test_a_test_that_does_not_end_fails_the_run_and_is_named(name: str) -> None:
    code, said = run(f"test_{name}", "-n", "0")
    assert code != 0 and f"{HANGING}::test_{name}" in said, said
    assert "not over" in said, said


def test_a_process_that_does_not_end_fails_the_whole_run() -> None:
    """xdist starts another process, where the test fails at once."""
    code, said = run("test_keeps_the_lock", "-n", "1")
    assert code != 0 and f"FAILED {HANGING}::test_keeps_the_lock" in said, said
    assert said.count("not over in time; its process is ended") == 1, said
    assert "Fatal Python error: Aborted" in said and "in keeps_the_lock" in said, said


def test_a_test_that_ends_passes() -> None:
    assert run("test_passes", "-n", "0")[0] == 0
