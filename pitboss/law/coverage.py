"""Clause coverage: computed from the code and from test runs, never claimed.

*Enforced by*: where the code names the clause. *Exercised by*: tests in which the clause decided
something. *Killed by*: a test that fails when exactly that decision is corrupted."""

from __future__ import annotations

import ast
import csv
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.law.clauses import BOOKS, SHELF, Clause, book, within


class Measured(msgspec.Struct):
    """What a run of the tests found."""

    exercised: dict[str, list[str]]
    killed: dict[str, str]


class Row(NamedTuple):
    """One line of the coverage table."""

    clause: Clause
    leaf: bool
    enforced: tuple[str, ...]
    exercised: tuple[str, ...]
    killed: str
    exception: str
    # The code names it, but nothing that a user does comes to that code.
    on_paper: bool = False

    @property
    def gap(self) -> str:
        """What is missing, or nothing."""
        if not self.leaf or self.exception or self.clause.kind == "physical":
            return ""
        if not self.enforced:
            return "not enforced"
        if self.on_paper:
            return "not reached"
        if self.clause.kind == "procedure":
            return ""
        if not self.exercised:
            return "not exercised"
        return "" if self.killed else "not killed"


def corrupt(value: Any) -> Any:
    """A wrong answer of the same kind."""
    if hasattr(value, "corrupted"):
        return value.corrupted()
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "?"
    if isinstance(value, tuple | list):
        turned = value[::-1]
        return turned if turned != value else value[:-1]
    if isinstance(value, dict):
        return dict(list(value.items())[1:])
    if isinstance(value, set | frozenset):
        return type(value)()
    raise TypeError(f"a clause decided a {type(value).__name__}, which cannot be corrupted")


@cache
def scan(root: Path) -> dict[str, list[str]]:
    """Where each clause is named: the file, a colon, the function with its class."""
    places: dict[str, list[str]] = {}
    for path in sorted(root.rglob("*.py")):
        where, text = path.relative_to(root).as_posix(), path.read_text("utf-8")
        if "schedule(" not in text and "pitboss.rulebooks" not in text:
            continue
        for id, name in _citations(parsed(path)):
            place = f"{where}: {name}"
            if place not in places.setdefault(id, []):
                places[id].append(place)
    return places


@cache
def parsed(path: Path) -> ast.Module:
    """A file as its syntax, which several readers of the code go through."""
    return ast.parse(path.read_text("utf-8"))


def _citations(tree: ast.Module) -> Iterator[tuple[str, str]]:
    yield from _walk(tree, prefixes_of(tree), "")


def prefixes_of(tree: ast.Module) -> dict[str, str]:
    """The names under which a file has schedules, each with its prefix."""
    prefixes: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            prefixes.update(_imported(node))
    return prefixes | _schedules_in(tree)


@cache
def _schedules_in(tree: ast.Module) -> dict[str, str]:
    """The names that a file itself gives to schedules, each with its prefix."""
    prefixes: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name(id="schedule"), args=[ast.Constant(value=str(prefix))]),
            ):
                prefixes[name] = prefix
    return prefixes


def _imported(node: ast.ImportFrom) -> dict[str, str]:
    """Schedules imported under a name from another file of the rulebooks."""
    if not (node.module or "").startswith("pitboss.rulebooks"):
        return {}
    names = {alias.asname or alias.name: alias.name for alias in node.names if alias.name.isupper()}
    source = Path(__file__).parents[1].parent / (node.module or "").replace(".", "/")
    path = source.with_suffix(".py")
    if not names or not path.exists():
        return {}
    there = _schedules_in(parsed(path))
    return {local: there[original] for local, original in names.items() if original in there}


def cited(node: ast.AST, prefixes: dict[str, str]) -> str:
    """The clause that an expression such as S["21(1)"] names; nothing for another."""
    match node:
        case ast.Subscript(value=ast.Name(id=schedule), slice=ast.Constant(value=str(key))) if schedule in prefixes:
            return f"{prefixes[schedule]}-{key}"
    return ""


def _walk(node: ast.AST, prefixes: dict[str, str], inside: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        name = inside
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{inside}.{child.name}" if inside else child.name
        if clause := cited(child, prefixes):
            yield clause, name or "module"
        yield from _walk(child, prefixes, name)


def exceptions() -> dict[str, str]:
    """Clauses that no program can enforce or no round can reach, each with its reason."""
    file = resources.files("pitboss.law").joinpath("index", "exceptions.csv")
    if not file.is_file():
        return {}
    return {row["clause"]: row["reason"] for row in csv.DictReader(file.read_text("utf-8").splitlines())}


def all_clauses(prefixes: Iterable[str]) -> list[Clause]:
    """The clauses under any of the prefixes, in the order of the text; all of them for none."""
    wanted = list(prefixes)
    every = [clause for name in BOOKS for clause in book(name).values()]
    return [c for c in every if not wanted or any(within(c, prefix) for prefix in wanted)]


def leaves(clauses: Iterable[Clause]) -> set[str]:
    """Clauses with nothing below them."""
    listed = list(clauses)
    parents: set[str] = set()
    for id in listed:
        for cut, character in enumerate(id):
            if character in "(:.":
                parents.add(id[:cut])
    return {str(id) for id in listed if str(id) not in parents}


def table(prefixes: Iterable[str], root: Path, measured: Measured) -> list[Row]:
    """The coverage table."""
    from pitboss.law.reached import on_paper

    clauses = all_clauses(prefixes)
    paper = on_paper(root)
    final, named, excepted = leaves(all_clauses(())), scan(root), exceptions()
    for id, places in scan(SHELF).items() if SHELF is not None else ():
        named.setdefault(id, []).extend(places)
    return [
        Row(
            clause,
            clause in final,
            tuple(named.get(clause, ())),
            tuple(measured.exercised.get(clause, ())),
            measured.killed.get(clause, ""),
            excepted.get(clause, ""),
            clause in paper,
        )
        for clause in clauses
    ]
