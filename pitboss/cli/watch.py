"""Progress on standard error, for work that takes more than a moment. Standard output stays clean."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn

from pitboss.hands.compiled import once_loaded

PATIENCE_S = 2.0
COMPILING = "compiling, once"


class Watch:
    """Says nothing for two seconds, then what is being done and how far it is.

    On a terminal that is a bar; elsewhere the one thing worth a line is a compilation, which comes once."""

    def __init__(self) -> None:
        self.console = Console(stderr=True, highlight=False, markup=False, emoji=False)
        self.bar = Progress(
            SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
            console=self.console, transient=True,
        )
        self.task = self.bar.add_task("working", total=None)
        self.busy = 0
        self.late = self.has_spoken = self.over = False
        self.lock = threading.Lock()
        self.timer = threading.Timer(PATIENCE_S, self._show)
        self.timer.daemon = True

    def __enter__(self) -> Watch:
        self.timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.timer.cancel()
        with self.lock:
            self.over = True
            if self.bar.live.is_started:
                self.bar.stop()

    def __call__(self, what: str, done: int, whole: int) -> None:
        """How far a job is."""
        self.bar.update(self.task, description=what, completed=done, total=whole)

    def warn(self, line: str) -> None:
        """Something worth knowing that stops nothing: one line."""
        self.console.print(f"pitboss: {line}", soft_wrap=True)

    def compiling(self, more: int) -> None:
        """A function begins to be compiled (1), or is (-1); one may lead to another."""
        self.busy += more
        if more > 0:
            self.bar.update(self.task, description=COMPILING, completed=0, total=None)
        elif not self.busy:
            self.bar.update(self.task, description="working")
        self._tell()

    def _show(self) -> None:
        """Two seconds are over."""
        with self.lock:
            self.late = True
            if self.console.is_terminal and not self.over:
                self.bar.start()
        self._tell()

    def _tell(self) -> None:
        """Where there is no bar, a compilation is told in a line."""
        if self.late and self.busy and not (self.has_spoken or self.over or self.console.is_terminal):
            self.has_spoken = True
            self.warn(COMPILING)


def watch_compilations(watch: Watch) -> None:
    """Let numba tell, once anything has loaded it: the first run in a new place compiles."""
    once_loaded(lambda: _listen(watch))


def _listen(watch: Watch) -> None:
    from numba.core import event

    class Compilations(event.Listener):
        def on_start(self, event: Any) -> None:
            watch.compiling(1)

        def on_end(self, event: Any) -> None:
            watch.compiling(-1)

    event.register("numba:compile", Compilations())  # type: ignore[no-untyped-call]
