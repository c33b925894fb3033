"""The documentation is true: its transcripts settle, its tables are complete, its code and output are the real ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.console import Console

from pitboss.cli.settle import print_played
from pitboss.law.clauses import BOOKS, book
from pitboss.rulebooks import games, settle
from pitboss.table.game import Game

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NOTATION = (ROOT / "docs" / "transcripts.md").read_text()
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text()
EXAMPLES = [
    pytest.param(text, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, text in enumerate(re.findall(r"^```transcript\n(.+?)^```", page.read_text(), re.M | re.S), 1)
]


def section(game: type[Game]) -> str:
    """What the notation's page says about a game, with what holds at every table of its book."""
    parts = re.split(r"^### ", NOTATION, flags=re.M)
    everywhere = "Every Queensland table"
    return "".join(
        part for part in parts
        if re.search(rf"\b{re.escape(game.id)}\b", part.splitlines()[0])
        or (game.id.startswith("qld/") and part.startswith(everywhere))
    )


@pytest.mark.parametrize("text", EXAMPLES)
def test_transcripts_settle(text: str) -> None:
    played = settle(text)
    assert not played.failures, "\n".join(played.failures)


def test_there_are_transcripts() -> None:
    assert len(EXAMPLES) > 5


@pytest.mark.parametrize("id", games(), ids=str)
def test_every_report_wager_and_option_is_listed(id: str) -> None:
    game = games()[id]
    told = section(game)
    assert [kind for kind in game.irregularities() if f"`{kind}`" not in told] == []
    assert [kind.name for kind in game.kinds if not re.search(rf"`{re.escape(kind.name)}[` ]", told)] == []
    shared = ("minimum", "maximum", "unit", "coins", "teaching")
    assert [choice.name for choice in game.choices
            if choice.name not in shared and f"`{choice.name}={choice.default}" not in told] == []


@pytest.mark.parametrize("id", games(), ids=str)
def test_no_report_is_listed_that_the_game_does_not_know(id: str) -> None:
    game = games()[id]
    tables = re.findall(r"^\| report .+?(?=^$)", section(game).replace("\\|", "/"), re.M | re.S)
    cells = [row.split("|")[1] for row in "".join(tables).splitlines()]
    listed = {name for cell in cells for name in re.findall(r"`([a-z-]+)`", cell)}
    assert len(listed) > 10 and listed <= set(game.irregularities())


def test_the_variant_shown_is_the_real_file() -> None:
    shown = re.search(r"^```python\n(.+?)^```", GUIDE, re.M | re.S)
    real = ROOT / "pitboss" / "rulebooks" / "qld" / "s02d_soft17_blackjack.py"
    assert shown is not None and shown[1] == real.read_text()


def test_the_guide_names_every_topic_and_kind() -> None:
    for column in ("topic", "kind"):
        row = re.search(rf"^\| `{column}` \| (.+) \|$", GUIDE, re.M)
        assert row is not None
        used = {getattr(made, column) for name in BOOKS for made in book(name).values()}
        assert used <= set(re.findall(r"\w+", row[1]))


def test_the_output_shown_is_real(capsys: pytest.CaptureFixture[str]) -> None:
    hand = re.search(r"^```text\n(game .+?)^```", README, re.M | re.S)
    shown = re.search(r"^```text\n\$ pitboss settle .+?\n(.+?)^```", README, re.M | re.S)
    assert hand is not None and shown is not None
    print_played(Console(width=110, color_system=None), settle(hand[1]))
    real = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    at = iter(real)
    assert [line for line in shown[1].splitlines() if line not in at] == []
