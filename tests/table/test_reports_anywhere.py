"""A report may stand at any line of a file: it is ruled on, referred or refused, and the file says why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.rulebooks import games, settle
from pitboss.table.facts import Referred
from pitboss.table.transcripts import BadTranscript

ROOT = Path(__file__).parents[1] / "transcripts"
KINDS = sorted({kind for game in games().values() for kind in game.irregularities()})


def rounds(id: str) -> list[list[str]]:
    """Some golden rounds of a game in which nothing goes wrong and nothing is refused, without what they expect."""
    texts = [path.read_text() for path in sorted((ROOT / id).glob("*.txt"))]
    # Of several rounds, what the file expects says where one ends: without it they would run together.
    plain = [text for text in texts if "!" not in text and "next round" not in text
             and not re.search(r"^= .*\n(.*\n)*box ", text, re.M)]
    some = plain[:: len(plain) // 3]
    return [[line for line in text.splitlines() if line[:1] not in ("=", "#", "")] for text in some]


def with_line(lines: list[str], at: int, line: str) -> str:
    return "\n".join([*lines[:at], line, *lines[at:]])


@pytest.mark.parametrize("id", games(), ids=str)
def test_a_report_at_a_moment_without_a_ruling_is_referred(id: str) -> None:
    """What this game's law says nothing about changes nothing, wherever it stands."""
    silent = [kind for kind in KINDS if kind not in games()[id].irregularities()]
    for lines in rounds(id):
        start = next(at for at, line in enumerate(lines) if line.startswith("box"))
        told = settle("\n".join(lines))
        for at in range(start, len(lines) + 1):
            played = settle(with_line(lines, at, f"! {silent[at % len(silent)]}"))
            assert [event.kind for event in played.events if isinstance(event, Referred)] == [silent[at % len(silent)]]
            assert (played.lines, played.net, played.notes) == (told.lines, told.net, told.notes), (lines, at)


@pytest.mark.parametrize("id", games(), ids=str)
def test_a_report_at_any_line_is_ruled_referred_or_refused(id: str) -> None:
    lines = rounds(id)[0]
    start = next(at for at, line in enumerate(lines) if line.startswith("box"))
    for at in range(start, len(lines) + 1):
        for kind in games()[id].irregularities():
            try:
                settle(with_line(lines, at, f"! {kind} box=1"))
            except BadTranscript as bad:
                assert "\n" not in str(bad) and "does not end" not in str(bad), (kind, at, bad)
                assert "nothing at the table asks for this" not in str(bad)
