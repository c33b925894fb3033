"""What is said of a game stands beside it: no other room holds the ids of games or the codes of rulebooks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss

PACKAGE = Path(pitboss.__file__).parent
BOOKS = sorted(path.parent.name for path in (PACKAGE / "rulebooks").glob("*/__init__.py"))
CODES = sorted(path.stem for path in (PACKAGE / "law" / "index").glob("*.csv") if path.stem.isupper())
# The rooms that know games only by what these say of themselves.
ROOMS = ("cardroom", "cli", "equipment", "guide", "hands", "law", "odds", "table")
FILES = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))] + [
    PACKAGE / "rulebooks" / "__init__.py", *sorted(PACKAGE.glob("*.py")),
]
# A book alone is a name only where it stands by itself: "per" is a word, and "cbr" one of the format PHH.
NAME = re.compile(rf"\b(?:{'|'.join(BOOKS)})/|\b(?:{'|'.join(CODES)})\b|^(?:qld|nsw|mel)$")


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """The texts in a file that are no docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.lineno, node.value


def test_there_are_books_to_look_for() -> None:
    assert len(BOOKS) > 3 and len(CODES) > 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_room_knows_a_game_or_a_book_by_name(path: Path) -> None:
    assert not [f"{path.name}:{line}: {text}" for line, text in constants(path) if NAME.search(text)]
