"""Every golden transcript plays to its end and comes out as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.rulebooks import games
from pitboss.table.script import play_transcript
from pitboss.table.transcripts import parse

ROOT = Path(__file__).parent / "transcripts"
FILES = sorted(ROOT.rglob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT).with_suffix("")))
def test_transcript(path: Path) -> None:
    read = parse(path.read_text())
    played = play_transcript(read, games()[read.game])
    assert not played.failures, "\n".join(played.failures)
