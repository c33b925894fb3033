"""A game and a book are named in their own files: no other room knows one by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.law.clauses import BOOKS
from pitboss.rulebooks import card_games, games

PACKAGE = Path(pitboss.__file__).parent
# The rooms that are clean, as far as the house is swept; whoever sweeps another adds it here.
CLEAN = ("__main__.py", "equipment", "floor", "hands", "money.py", "table", "web")
# Scripts still to be swept; whoever does takes them off.
TO_BE_SWEPT = ("console-wagers.js", "layout_blackjack.js", "layouts.js")
SCRIPTS = sorted(path for path in (PACKAGE / "web/static").glob("*.js") if path.name not in TO_BE_SWEPT)

CODES = tuple(BOOKS)
# A book's code is a name by itself or the beginning of one; "per" is an English word too.
BOOK = re.compile(rf"\b(?:{'|'.join(CODES)})\b|^(?:{'|'.join(map(str.lower, CODES))})$"
                  rf"|\b(?:{'|'.join(map(str.lower, CODES))})/")
GAME = re.compile("|".join(re.escape(id) for id in (*games(), *card_games())))
STRING = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`]*`")


def files(part: str) -> list[Path]:
    path = PACKAGE / part
    return [path] if path.is_file() else sorted(path.rglob("*.py"))


def docstrings(tree: ast.Module) -> set[ast.AST]:
    """Strings that stand for themselves: they say something, and decide nothing."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def names_in(text: str) -> bool:
    return bool(BOOK.search(text) or GAME.search(text))


def named(source: str) -> Iterator[str]:
    """Every string of a program that names a game or a book."""
    tree = ast.parse(source)
    said = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said and names_in(node.value):
            yield f"line {node.lineno}: {node.value!r}"


def named_in_script(source: str) -> Iterator[str]:
    """Every string outside comments that names a game or a book."""
    plain = re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), source, flags=re.DOTALL)
    for number, line in enumerate(plain.splitlines(), 1):
        for text in STRING.findall(re.sub(r"(^|\s)//.*", "", line)):
            if names_in(text[1:-1]):
                yield f"line {number}: {text}"


@pytest.mark.parametrize("path", [path for part in CLEAN for path in files(part)],
                         ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_room_knows_a_game_or_a_book_by_name(path: Path) -> None:
    assert not list(named(path.read_text()))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_knows_a_game_or_a_book_by_name(path: Path) -> None:
    assert not list(named_in_script(path.read_text()))


@pytest.mark.parametrize("path", files("floor"), ids=lambda path: path.stem)
def test_the_floor_imports_no_schedule(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("pitboss.rulebooks."), node.module


def test_names_are_seen_where_they_are() -> None:
    lines = ('"""Of qld/craps."""', 'A = "qld/craps"', 'B = id.startswith("qld/")', 'C = book == "nsw"',
             'D = "QLD-0-7(a)"', 'E = "2 per hand"')
    assert sorted(one[:6] for one in named("\n".join(lines))) == ["line 2", "line 3", "line 4", "line 5"]
    script = '// of "qld/craps"\nif (game === "qld/craps") /* "nsw" */ draw();\nlaw("CBR-3.1");\nsay("2 per hand");\n'
    assert [one[:6] for one in named_in_script(script)] == ["line 2", "line 3"]
