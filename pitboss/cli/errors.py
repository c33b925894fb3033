"""A user's mistake is one line on standard error and exit status 2, never a traceback."""

from __future__ import annotations

import re
import sys
from typing import NoReturn

MOST_QUOTED, MOST_SAID = 60, 2000
_QUOTED = re.compile(r"""(?<!\w)(['"])((?:\\.|[^\\])*?)\1(?!\w)""")
_LONG_WORD = re.compile(rf"\S{{{MOST_QUOTED + 1},}}")


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
    from pitboss.rulebooks import BadSchedule, UnknownGame
    from pitboss.table.game import BadOption
    from pitboss.table.journal import BadJournal
    from pitboss.table.transcripts import BadTranscript

    theirs: tuple[type[Exception], ...] = (
        UnknownClause, BadAmount, BadSchedule, UnknownGame, BadOption, BadJournal, BadTranscript,
    )
    # Loading the odds takes a moment, and nobody can have put them a bad question before they are loaded.
    odds = sys.modules.get("pitboss.odds.analysis")
    if odds is not None:
        theirs += (odds.BadQuestion,)
    store = sys.modules.get("pitboss.floor.schema")
    if store is not None:
        theirs += (store.StoreError,)
    return one_line(str(error)) if isinstance(error, theirs) else None


def one_line(text: str) -> str:
    """Text without line breaks and control characters, and without long quotes, so that an error stays one line."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return shorten(" ".join(shown.split()).rstrip("."))


def shorten(text: str) -> str:
    """A message in which nothing that was typed takes more than 60 characters, quoted or as one long word.

    >>> shorten("'" + "9" * 5000 + "' is not an amount")
    "'9999999999999999999999999999999999999999...99999999999999999' is not an amount"
    """
    if len(text) > MOST_SAID:
        text = f"{text[: MOST_SAID // 2]}...{text[-MOST_SAID // 2 :]}"
    quoted = _QUOTED.sub(lambda match: f"{match[1]}{_ends(match[2])}{match[1]}", text)
    return _LONG_WORD.sub(lambda match: _word(match[0]), quoted)


def _ends(text: str) -> str:
    """Both ends of a long text: a path is known by its last part, a sum by its first."""
    return text if len(text) <= MOST_QUOTED else f"{text[:40]}...{text[-17:]}"


def _word(word: str) -> str:
    """A long word without its quotes and stops counted in."""
    bare = word.strip("'\",;:.")
    return word.replace(bare, _ends(bare), 1) if bare else _ends(word)


def stop(line: str) -> NoReturn:
    """Say why and leave."""
    sys.stdout.flush()
    print(f"pitboss: {line}", file=sys.stderr)
    sys.exit(2)
