"""Every golden transcript plays to its end and comes out as written, and lists no card that was not needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.rulebooks import settle

ROOT = Path(__file__).parent / "transcripts"
FILES = sorted(ROOT.rglob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT).with_suffix("")))
def test_transcript(path: Path) -> None:
    played = settle(path.read_text(), strict=True)
    assert not played.failures, "\n".join(played.failures)
    assert not played.unstated, "every wager placed has its line: " + "; ".join(played.unstated)
