"""A game and a book are named in their own files: no line of any other room holds a game's id or a book's code.

Texts, comments and docstrings are looked through, in Python and in what is sent to the browser. Only examples that run
(doctests) may name a game: an example needs one.
"""

from __future__ import annotations

import ast
import doctest
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss
from pitboss.law.clauses import BOOKS
from pitboss.rulebooks import card_games, games

PACKAGE = Path(pitboss.__file__).parent
SHELVES = {path.parent for path in (PACKAGE / "rulebooks").glob("*/__init__.py")}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if not SHELVES & set(path.parents))
SENT = sorted(path for path in (PACKAGE / "web/static").iterdir() if path.suffix in (".js", ".css", ".html", ".svg"))

CODES = tuple(BOOKS)
LOWER = tuple(map(str.lower, CODES))
# A book's code is a name by itself or the beginning of one; "per" is an English word too, and "cbr" one of PHH.
NAME = re.compile(rf"\b(?:{'|'.join(CODES)})\b|\b(?:{'|'.join(LOWER)})/"
                  rf"|{'|'.join(re.escape(id) for id in (*games(), *card_games()))}")
ALONE = re.compile(rf"(?:{'|'.join(code for code in LOWER if code not in ('per', 'cbr'))})")
WORD = re.compile(rf"\b{ALONE.pattern}\b")
STRING = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`]*`")
EXAMPLES = doctest.DocTestParser()


def names_in(text: str) -> bool:
    return bool(NAME.search(text) or ALONE.fullmatch(text))


def named(source: str) -> Iterator[str]:
    """Every text, comment and sentence of a docstring that names a game or a book."""
    if not (NAME.search(source) or WORD.search(source)):
        return
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = EXAMPLES.parse(node.value) if id(node) in docstrings else [node.value]
            if any(names_in(part) for part in parts if isinstance(part, str)):
                yield f"line {node.lineno}: {node.value!r}"
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and names_in(token.string):
            yield f"line {token.start[0]}: {token.string}"


def named_in_script(source: str) -> Iterator[str]:
    """Every line that names a game or a book, in a text or not."""
    for number, line in enumerate(source.splitlines(), 1):
        if NAME.search(line) or any(names_in(text[1:-1]) for text in STRING.findall(line)):
            yield f"line {number}: {line.strip()}"


def test_there_is_something_to_look_through_and_for() -> None:
    assert len(SHELVES) > 3 and len(CODES) > 4 and len(FILES) > 150 and len(SENT) > 30


@pytest.mark.parametrize("room", sorted({path.relative_to(PACKAGE).parts[0] for path in FILES}))
def test_no_room_knows_a_game_or_a_book_by_name(room: str) -> None:
    files = [path for path in FILES if path.relative_to(PACKAGE).parts[0] == room]
    assert not [f"{path.relative_to(PACKAGE)} {one}" for path in files for one in named(path.read_text("utf-8"))]


def test_nothing_that_is_sent_knows_a_game_or_a_book_by_name() -> None:
    assert not [f"{path.name} {one}" for path in SENT for one in named_in_script(path.read_text("utf-8"))]


def test_the_floor_imports_no_schedule() -> None:
    for path in (PACKAGE / "floor").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("pitboss.rulebooks."), (path, node.module)


def test_names_are_seen_where_they_are() -> None:
    lines = ('"""Of qld/craps."""', 'A = "qld/craps"', 'B = id.startswith("qld/")', 'C = book == "nsw"',
             'D = "QLD-0-7(a)"', 'E = "2 per hand"', '# as QLD-2 has it',
             '""">>> game("qld/craps").id\n"qld/craps"\n"""')
    assert sorted(one[:6] for one in named("\n".join(lines))) == [f"line {n}" for n in (1, 2, 3, 4, 5, 7)]
    script = '// of "qld/craps"\nif (game === "qld/craps") draw();\nlaw("CBR-3.1");\nsay("2 per hand");\n'
    script += 'if (b === "nsw")'
    assert [one[:6] for one in named_in_script(script)] == ["line 1", "line 2", "line 3", "line 5"]
