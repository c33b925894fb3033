"""What the server says of itself, one line an event: short lines for people, JSON for machines."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

LOG = logging.getLogger("pitboss")
_LEVELS = {"WARNING": "warn", "CRITICAL": "error"}
# Of lines of one kind, so many are written in so many seconds; the others are counted.
MOST_ALIKE, INTERVAL_S = 20, 10.0
# So many kinds are told apart.
MOST_KINDS = 1000


def event(what: str, level: int = logging.INFO, **facts: Any) -> None:
    """Something happened: a few words, and facts that a machine can look for. Never a password or a token."""
    LOG.log(level, what, extra={"facts": facts})


def set_up(json_lines: bool) -> None:
    """All lines to standard error, ours and those of the libraries that have something to complain of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if json_lines else ShortLines())
    handler.addFilter(Repeats(handler.handle))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(logging.INFO)
    # It says so itself when a browser goes away in mid-sentence, which browsers do.
    logging.getLogger("websockets").setLevel(logging.ERROR)


class Repeats(logging.Filter):
    """Lines of a kind that come without end are counted: one line tells how many they were, every ten seconds. A kind
    is what is said before names and numbers are put in, and where in the program.

    >>> now, lines = [0.0], []
    >>> repeats = Repeats(lambda record: lines.append(record.getMessage()), lambda: now[0])
    >>> said = [repeats.filter(logging.makeLogRecord({"msg": "refused %s", "args": (n,)})) for n in range(50)]
    >>> sum(said), lines
    (20, [])
    >>> now[0] = 10.0
    >>> repeats.filter(logging.makeLogRecord({"msg": "something else"})), lines
    (True, ['30 more like: refused %s'])
    """

    def __init__(self, write: Callable[[logging.LogRecord], object],
                 clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.write, self.clock = write, clock
        self._kinds: dict[tuple[str, int, int, str], int] = {}
        self._since = clock()

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "counts_others", False):
            return True
        self.tell_when_due()
        kind = (record.name, record.levelno, record.lineno, str(record.msg)[:200])
        if kind not in self._kinds and len(self._kinds) >= MOST_KINDS:
            kind = (record.name, record.levelno, 0, "other lines")
        self._kinds[kind] = self._kinds.get(kind, 0) + 1
        return self._kinds[kind] <= MOST_ALIKE

    def tell_when_due(self) -> None:
        """How many were not written, every so many seconds."""
        if self.clock() - self._since >= INTERVAL_S:
            self.tell()

    def tell(self) -> None:
        kinds, self._kinds, self._since = self._kinds, {}, self.clock()
        for (name, level, line, what), count in kinds.items():
            if count > MOST_ALIKE:
                said = f"{count - MOST_ALIKE} more like: {what}"
                summary = logging.LogRecord(name, level, "", line, said, None, None)
                summary.counts_others = True
                self.write(summary)


def tell_repeats() -> None:
    """What was counted and not written so far is told, even when nothing else is said any more."""
    for handler in logging.getLogger().handlers:
        for each in handler.filters:
            if isinstance(each, Repeats):
                each.tell_when_due()


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = getattr(record, "facts", {})
    return facts


class JsonLines(logging.Formatter):
    """One JSON object a line.

    >>> said = {"msg": "signed in", "levelname": "INFO", "created": 0, "facts": {"role": "dealer"}}
    >>> record = logging.makeLogRecord(said)
    >>> JsonLines().format(record)
    '{"at": "1970-01-01T00:00:00.000Z", "level": "info", "what": "signed in", "role": "dealer"}'
    """

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{stamp}.{int(record.created * 1000) % 1000:03d}Z",
            "level": _LEVELS.get(record.levelname, record.levelname.lower()), "what": record.getMessage(),
        } | _facts(record)
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class ShortLines(logging.Formatter):
    """The time, what happened, and the facts."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%H:%M:%S", time.localtime(record.created))
        level = "" if record.levelno < logging.WARNING else f"{record.levelname.lower()}: "
        facts = "".join(f"  {name}={value}" for name, value in _facts(record).items())
        trace = f"\n{self.formatException(record.exc_info)}" if record.exc_info else ""
        return f"{stamp}  {level}{_one_line(record.getMessage())}{_one_line(facts)}{trace}"


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
