"""Progress: silent for a moment, a bar on a terminal, one line about a compilation elsewhere."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

import pytest
from rich.console import Console

from pitboss.cli import watch
from pitboss.cli.watch import Watch, watch_compilations


def watched(terminal: bool) -> tuple[Watch, io.StringIO]:
    made = Watch()
    heard = io.StringIO()
    made.console = made.bar.live.console = Console(file=heard, force_terminal=terminal, width=80)
    return made, heard


def until(holds: Callable[[], bool]) -> None:
    ends = time.monotonic() + 60
    while not holds() and time.monotonic() < ends:
        time.sleep(0.01)


@pytest.mark.parametrize("terminal", [True, False])
def test_short_work_is_silent(terminal: bool) -> None:
    made, heard = watched(terminal)
    with made:
        made("counting", 1, 2)
        made.compiling(1)
        made.compiling(-1)
    assert heard.getvalue() == ""


def test_long_work_has_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PATIENCE_S", 0.01)
    made, heard = watched(True)
    with made:
        made("counting boards", 1, 4)
        until(lambda: "25%" in heard.getvalue())
    assert "counting boards" in heard.getvalue() and "25%" in heard.getvalue()


def test_long_work_says_nothing_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "PATIENCE_S", 0.01)
    made, heard = watched(False)
    with made:
        # What would draw a bar has had its say.
        made.timer.join(60)
        made("counting boards", 1, 4)
    assert heard.getvalue() == ""


@pytest.mark.parametrize("late", [True, False])
def test_a_long_compilation_is_told_once(monkeypatch: pytest.MonkeyPatch, late: bool) -> None:
    monkeypatch.setattr(watch, "PATIENCE_S", 0.01)
    made, heard = watched(False)
    with made:
        if late:
            made.timer.join(60)
        for more in (1, 1):
            made.compiling(more)
        until(lambda: bool(heard.getvalue()))
        for more in (-1, -1, 1, -1):
            made.compiling(more)
    assert heard.getvalue() == "pitboss: compiling, once\n"


def test_numba_tells_when_it_compiles() -> None:
    from numba import njit

    heard: list[int] = []
    made = Watch()
    made.compiling = heard.append  # type: ignore[method-assign]
    watch_compilations(made)
    njit(lambda one: one + 1)(1)
    assert heard[0] == 1 and sum(heard) == 0


def test_a_warning_is_one_line_however_long() -> None:
    made, heard = watched(False)
    made.warn("word " * 100)
    assert heard.getvalue().startswith("pitboss: word") and heard.getvalue().count("\n") == 1
