"""A user's mistake is one line on standard error and exit status 2, never a traceback."""

from __future__ import annotations

import sys
from typing import NoReturn


class Mistake(Exception):
    """Something the user asked for that cannot be; the message is the line he reads."""


def complaint(error: BaseException) -> str | None:
    """The one line for an error that is the user's, None for one that is ours."""
    if isinstance(error, Mistake):
        return one_line(str(error))
    said = getattr(error, "format_message", None)
    if said is not None:
        return one_line(said()) + "; 'pitboss --help' shows what there is"
    from pitboss.law import UnknownClause
    from pitboss.money import BadAmount
    from pitboss.rulebooks import UnknownGame
    from pitboss.table.game import BadOption
    from pitboss.table.journal import BadJournal
    from pitboss.table.transcripts import BadTranscript

    theirs = (UnknownClause, BadAmount, UnknownGame, BadOption, BadJournal, BadTranscript)
    return one_line(str(error)) if isinstance(error, theirs) else None


def one_line(text: str) -> str:
    """Text without line breaks and control characters, so that an error stays one line."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split()).rstrip(".")


def stop(line: str) -> NoReturn:
    """Say why and leave."""
    sys.stdout.flush()
    print(f"pitboss: {line}", file=sys.stderr)
    sys.exit(2)
