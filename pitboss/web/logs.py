"""What the server says of itself, one line an event: short lines for people, JSON for machines."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

LOG = logging.getLogger("pitboss")
_LEVELS = {"WARNING": "warn", "CRITICAL": "error"}


def event(what: str, level: int = logging.INFO, **facts: Any) -> None:
    """Something happened: a few words, and facts that a machine can look for. Never a password or a token."""
    LOG.log(level, what, extra={"facts": facts})


def set_up(json_lines: bool) -> None:
    """All lines to standard error, ours and those of the libraries that have something to complain of."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if json_lines else ShortLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOG.setLevel(logging.INFO)
    # It says so itself when a browser goes away in mid-sentence, which browsers do.
    logging.getLogger("websockets").setLevel(logging.ERROR)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    facts: dict[str, Any] = getattr(record, "facts", {})
    return facts


class JsonLines(logging.Formatter):
    """One JSON object a line.

    >>> said = {"msg": "signed in", "levelname": "INFO", "created": 0, "facts": {"role": "dealer"}}
    >>> made = logging.makeLogRecord(said)
    >>> JsonLines().format(made)
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
