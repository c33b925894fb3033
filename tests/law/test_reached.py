"""Every provision that cites a clause is one that a user can come to: from a command, a page, the floor. One that only
tests call enforces nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pitboss
from pitboss.law.coverage import Measured, table
from pitboss.law.reached import Arguments, CodePlace, excepted, on_paper, unreached

PACKAGE = Path(pitboss.__file__).parent


def test_every_provision_is_reached_by_the_product() -> None:
    lost = {place.full_name: place.clauses for place in unreached(PACKAGE) if place.full_name not in excepted()}
    assert not lost, "only tests come to these: let the product, or list them in unreached.csv with what they wait for"
    assert not on_paper(PACKAGE)


def test_no_exception_outlives_its_reason() -> None:
    lost = {place.full_name for place in unreached(PACKAGE)}
    for place, reason in excepted().items():
        assert place in lost, f"{place} is reached, or gone: take it off unreached.csv"
        assert reason.startswith("Waits for ") and len(reason) > 30


def test_the_floor_and_the_card_room_name_no_clause_of_their_own() -> None:
    """Which clause holds, the books say; a clause by its id in another room would be seen by nobody."""
    for room in ("cardroom", "floor", "table"):
        for path in sorted((PACKAGE / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.Call(func=ast.Name(id="clause" | "schedule"), args=[ast.Constant(value=str(id))]):
                        raise AssertionError(f"{path.name}, line {node.lineno}: {id} belongs in a book")


# -- what the reader sees ----------------------------------------------------------------------------------


BOOK = """
from pitboss.law import schedule
S = schedule("QLD-12")
TABLE = {1: S["5(a)"]}
UNUSED = {1: S["5(b)"]}

def called(x):
    return S["1"].says(x) and TABLE

def forgotten(x):
    return forgotten(x) or S["2"].says(x)

class Base:
    def hook(self, a):
        return self.inner(a)
    def inner(self, a):
        return a

class Game(Base):
    attribute = S["9"]
    def hook(self, a):
        return S["3"].says(a)
    def inner(self, a):
        return S["4"].says(a)
    def two_arguments(self, a, b):
        return S["6"].says(a)
    def with_a_default(self, a, b=1):
        return S["7"].says(a)
    @property
    def fact(self):
        return S["8"].says(True)
    @ruling("kind", S["10"], "words")
    def ruled(self, t, what):
        return S["11"].says(True)
    def on_paper(self):
        return S["12"].says(True)
    def paper_too(self):
        return self.on_paper() and S["3"].says(True)
"""
COMMAND = """
from pkg import book
from pkg.book import called as renamed

def run(game, two_arguments):
    renamed(1)
    game.hook(1)
    game.two_arguments(1)
    game.with_a_default(1)
    return game.fact, game.attribute
"""


@pytest.fixture
def lost(tmp_path: Path) -> dict[str, tuple[str, ...]]:
    package = tmp_path / "pkg"
    (package / "cli").mkdir(parents=True)
    (package / "book.py").write_text(BOOK)
    (package / "cli" / "command.py").write_text(COMMAND)
    return {place.full_name: place.clauses for place in unreached(package)}


def test_what_nothing_comes_to_is_found(lost: dict[str, tuple[str, ...]]) -> None:
    assert lost == {
        "book.py: UNUSED": ("QLD-12-5(b)",), "book.py: forgotten": ("QLD-12-2",),
        "book.py: Game.two_arguments": ("QLD-12-6",), "book.py: Game.on_paper": ("QLD-12-12",),
        "book.py: Game.paper_too": ("QLD-12-3",),
    }


def test_a_clause_that_is_named_elsewhere_too_is_not_on_paper(tmp_path: Path) -> None:
    package = tmp_path / "pkg"
    (package / "cli").mkdir(parents=True)
    (package / "book.py").write_text(BOOK)
    (package / "cli" / "command.py").write_text(COMMAND)
    assert set(on_paper(package)) == {"QLD-12-5(b)", "QLD-12-2", "QLD-12-6", "QLD-12-12"}


def test_the_coverage_table_says_so() -> None:
    rows = table(["QLD-10-21(6)"], PACKAGE, Measured({}, {}))
    assert {str(row.clause): row.gap for row in rows}["QLD-10-21(6)(f)"] == "not exercised", "it waits, with a reason"
    assert rows[0]._replace(leaf=True, enforced=("somewhere",), on_paper=True).gap == "not reached"


@pytest.mark.parametrize(("form", "given", "fits"), [
    ("def f(self, a): ...", Arguments(1, (), False), True), ("def f(self, a): ...", Arguments(2, (), False), False),
    ("def f(self, a): ...", Arguments(0, ("a",), False), True), ("def f(self, a): ...", Arguments(0, (), False), False),
    ("def f(self, a): ...", Arguments(0, (), True), True), ("def f(self, a): ...", Arguments(2, (), True), False),
    ("def f(self, a, b=1): ...", Arguments(1, (), False), True),
    ("def f(self, *a): ...", Arguments(5, (), False), True),
    ("def f(self, *, a): ...", Arguments(0, ("b",), False), False),
    ("def f(self, **a): ...", Arguments(0, ("b",), False), True),
])
def test_arguments_tell_methods_of_one_name_apart(form: str, given: Arguments, fits: bool) -> None:
    node = ast.parse(form).body[0]
    assert CodePlace("book.py", "Game", "f", node, (), ()).takes(given) is fits
