"""The shape of the project: imports point one way, the law knows no chance and no clock."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import pitboss

PACKAGE = Path(pitboss.__file__).parent
LEVELS = {
    "law": 0, "money": 0, "equipment": 1, "hands": 2, "table": 3, "rulebooks": 4, "cardroom": 4,
    "jackpots": 5, "guide": 5, "odds": 6, "floor": 6, "web": 7, "cli": 8, "__main__": 8,
}
FILES = sorted(PACKAGE.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """What is said in a file that has to do with its shape; read once."""
    kinds = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Name)
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, kinds)]


@cache
def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module)
    return names


def files_of(room: str) -> list[Path]:
    return [path for path in FILES if part_of(path) == room]


ROOMS = pytest.mark.parametrize("room", sorted(LEVELS.keys() & {part_of(path) for path in FILES}))


def test_every_file_is_in_a_room() -> None:
    assert {part_of(path) for path in FILES} - LEVELS.keys() == {"__init__"}
    assert len(FILES) > 400 and all(map(files_of, LEVELS.keys() - {"jackpots"}))


@ROOMS
def test_imports_point_downwards(room: str) -> None:
    for path in files_of(room):
        others = {name.split(".")[1] for name in imported(path) if name.startswith("pitboss.")}
        assert not {other for other in others if LEVELS[other] > LEVELS[room]}, path


def test_the_law_knows_no_chance_and_no_clock() -> None:
    for path in files_of("rulebooks"):
        assert not imported(path) & {"random", "time", "secrets", "datetime", "asyncio", "os"}, path


@ROOMS
def test_files_and_functions_stay_small(room: str) -> None:
    for path in files_of(room):
        assert len(path.read_text().splitlines()) <= 600, path
        functions = [node for node in nodes(path) if isinstance(node, ast.FunctionDef)]
        assert not [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= 60], path


@pytest.mark.parametrize("room", sorted(LEVELS.keys() - {"equipment"}))
def test_only_equipment_touches_randomness(room: str) -> None:
    for path in files_of(room):
        assert not imported(path) & {"random", "secrets"}, path


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert not {name: files for name, files in places.items() if len(files) > 1}


# They say what happened to a thing, and not what it is. Fields that are written down or sent keep their names.
PARTICIPLES = {"made", "found", "told", "given"}


@ROOMS
def test_a_variable_says_what_it_holds(room: str) -> None:
    for path in files_of(room):
        classes = [node for node in nodes(path) if isinstance(node, ast.ClassDef)]
        fields = {part.target for node in classes for part in node.body if isinstance(part, ast.AnnAssign)}
        names = [node for node in nodes(path) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        vague = [f"line {name.lineno}: {name.id}" for name in names if name.id in PARTICIPLES and name not in fields]
        assert not vague, (path, "a noun for what it holds")
