"""Every golden hand of the card room plays to its end and comes out as written."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.script import play, read

ROOT = Path(__file__).parent / "transcripts"
FILES = sorted(ROOT.rglob("*.txt"))

for _book in ("mel", "qld"):
    _package = import_module(f"pitboss.rulebooks.{_book}")
    for _module in iter_modules(_package.__path__):
        import_module(f"{_package.__name__}.{_module.name}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT).with_suffix("")))
def test_transcript(path: Path) -> None:
    text = path.read_text()
    script = read(text)
    assert all(any(line.text.startswith("net ") for line in hand.expected) for hand in script.hands), "no = net line"
    played = play(script, PokerGame.registry[script.game], strict=True)
    assert not played.failures, "\n".join(played.failures)
    assert len(played.hands) == text.count("next hand\n") + 1


def test_there_are_enough_of_them() -> None:
    assert len(FILES) > 150
