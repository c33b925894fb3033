"""A process of its own that works out odds, one question after another, when the machine has nothing better to do.
Whoever asks goes on meanwhile and is told when there is an answer. Nothing starts before the first question."""

from __future__ import annotations

import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from pitboss.odds.jobs import Progress

log = logging.getLogger("pitboss.odds")
Data = dict[str, Any]
# Told in another thread: how far it is ({"progress": [what, done, whole]}), any number of times, and at last once
# {"answer": ...}, or {"error": ...} in one line.
Listener = Callable[[Data], None]
Start = Callable[[], "subprocess.Popen[bytes]"]

LAST_OF_ALL = 19
# Who answers which question; read when it is first asked, for numbers take a second to load.
ANSWERS = {"figures": "pitboss.odds.figures", "values": "pitboss.odds.advice"}

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.decode


class Clerk(Protocol):
    """Whoever answers questions about odds, some time."""

    def ask(self, question: Data, listener: Listener) -> None: ...

    def close(self) -> None: ...


def answer(question: Data, progress: Progress) -> Data:
    """What is asked, worked out here and now."""
    answered: Data = import_module(ANSWERS[question["ask"]]).answer(question, progress)
    return answered


class ClerkProcess:
    """A process that is started for the first question, and let go when none has come for so long."""

    def __init__(self, idle_s: float, nice: int = LAST_OF_ALL, start: Start | None = None) -> None:
        """`nice`: how far it stands back behind other processes."""
        self.idle_s, self._start = idle_s, start or partial(_start, nice)
        self._asked: queue.SimpleQueue[tuple[Data, Listener] | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ask(self, question: Data, listener: Listener) -> None:
        with self._lock:
            if self._closed:
                return
            self._asked.put((question, listener))
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="odds", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Whatever is under way is given up; long counts keep what they have."""
        with self._lock:
            self._closed = True
            self._asked.put(None)
        self._let_go()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _serve(self) -> None:
        while True:
            try:
                asked = self._asked.get(timeout=self.idle_s if self._process is not None else None)
            except queue.Empty:
                self._let_go()
                continue
            if asked is None or self._closed:
                return self._let_go()
            question, listener = asked
            try:
                self._have_answered(question, listener)
            except Exception as error:
                self._let_go()
                if not isinstance(error, OSError | msgspec.DecodeError):
                    log.exception("odds could not be asked for")
                _tell(listener, {"error": "the process that works out odds has ended"})

    def _have_answered(self, question: Data, listener: Listener) -> None:
        if self._process is None:
            self._process = self._start()
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(_encode(question) + b"\n")
        process.stdin.flush()
        while True:
            line = process.stdout.readline()
            if not line:
                raise OSError
            said: Data = _decode(line)
            _tell(listener, said)
            if "progress" not in said:
                return

    def _let_go(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()


def _tell(listener: Listener, said: Data) -> None:
    """Whoever asked may fail at what he hears; those who ask after him are answered all the same."""
    try:
        listener(said)
    except Exception:
        log.exception("an answer about odds could not be used")


def _start(nice: int) -> subprocess.Popen[bytes]:
    """In a session of its own: Ctrl-C is for the one who asks."""
    return subprocess.Popen(
        [sys.executable, "-c", f"from pitboss.odds.clerk import work; work({nice})"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
    )


# -- the process -------------------------------------------------------------------------------------------


def work(nice: int) -> None:
    """Questions, one a line, until the pipe closes; then at once no more."""
    os.nice(nice)
    # What an analysis might print must not get between the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()

    def say(said: Data) -> None:
        out.write(_encode(said) + b"\n")
        out.flush()

    def progress(what: str, done: int, whole: int) -> None:
        say({"progress": [what, done, whole]})

    while True:
        question = _decode(lines.get())
        try:
            said: Data = {"answer": answer(question, progress)}
        except Exception as error:
            said = {"error": f"{type(error).__name__}: {' '.join(str(error).split())}"}
        say(said)


def _listen(lines: queue.SimpleQueue[bytes]) -> None:
    """Nobody waits any more once the pipe is closed, in the middle of a count too."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)
