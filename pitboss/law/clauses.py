"""Clause ids as values. A clause that is not in the index cannot be named."""

from __future__ import annotations

import csv
import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

Watcher = Callable[["Clause", Any], Any]


class UnknownClause(LookupError):
    """A clause was named that is not in the index."""


class BadRow(ValueError):
    """A row of an index that is no clause; the message is one line."""


class Reading(NamedTuple):
    """How we read a clause that is unclear or wrong in the source."""

    severity: str
    matter: str
    reading: str
    reason: str
    configurable: bool


class Clause(str):
    """One clause of one rulebook; as text it is its id.

    >>> c = clause("QLD-2-15(2)")
    >>> c, c.kind, c.book
    ('QLD-2-15(2)', 'rule', 'QLD')
    >>> c.says(3)
    3
    """

    __slots__ = ("kind", "line", "readings", "summary", "topic")

    kind: str
    topic: str
    summary: str
    line: int
    readings: tuple[Reading, ...]

    def __new__(cls, id: str, row: dict[str, str] | None = None) -> Clause:
        """Made from a row of the index and in no other way: look clauses up with `clause(id)`."""
        if row is None:
            raise UnknownClause(f"{id!r} cannot be made a clause; clauses are looked up in the index")
        self = super().__new__(cls, id)
        self.kind, self.topic, self.summary, self.line = row["kind"], row["topic"], row["summary"], int(row["line"])
        self.readings = _readings().get(id, ())
        return self

    def __reduce__(self) -> tuple[Callable[[str], Clause], tuple[str]]:
        return clause, (str(self),)

    def says(self, value: T) -> T:
        """The value this clause decides. Every decision of the law passes here, so that
        coverage can see which tests made it and the kill test can put a wrong one in its place."""
        return value

    @property
    def book(self) -> str:
        return self.partition("-")[0]

    def covers(self, other: str) -> bool:
        """True for the clause itself and every clause below it."""
        return within(other, self)


def within(id: str, prefix: str) -> bool:
    """Is a clause under a prefix? Schedule 1 holds its own section 4(1), and not section 4 of schedule 10."""
    return id == prefix or (id.startswith(prefix) and id[len(prefix)] in "-(:.")


_says = Clause.says


def set_watcher(watcher: Watcher | None) -> None:
    """Let one observer, a plain function, see or replace every decision made under a clause. In play there is none,
    and a decision costs nothing but the call."""
    Clause.says = _says if watcher is None else watcher  # type: ignore[method-assign, assignment]


class Schedule(dict[str, Clause]):
    """The clauses under one prefix, by the rest of their number: `S["15(2)"]`."""

    def __init__(self, prefix: str, clauses: dict[str, Clause]) -> None:
        super().__init__(clauses)
        self.prefix = prefix

    def __missing__(self, key: str) -> Clause:
        raise UnknownClause(f"no clause {self.prefix}-{key} in the index")


COLUMNS = ("clause", "line", "topic", "kind", "summary")
KINDS = ("rule", "procedure", "physical")

# A folder of further rules, laid out as these are: clauses in <BOOK>.csv, schedules in <book>/.
SHELF = Path(os.environ["PITBOSS_RULEBOOKS"]) if os.environ.get("PITBOSS_RULEBOOKS") else None
INDEX = (Path(__file__).parent / "index", *([SHELF] if SHELF is not None else []))


def _rows(name: str) -> Iterator[dict[str, str]]:
    for folder in INDEX:
        if (folder / f"{name}.csv").is_file():
            lines = csv.reader((folder / f"{name}.csv").read_text("utf-8").splitlines())
            columns = next(lines, [])
            # Too few values or too many leave a None among them, or among the names.
            yield from (dict(zip_longest(columns, values)) for values in lines if values)


def _books() -> dict[str, str]:
    """The rulebooks by their codes, and what they are called; one that is only on the shelf goes by its code."""
    named = {row["book"]: row["title"] for row in _rows("books")}
    shelf = sorted(SHELF.glob("*.csv")) if SHELF is not None else []
    return named | {path.stem: path.stem for path in shelf if path.stem.isupper() and path.stem not in named}


BOOKS = _books()


@cache
def _readings() -> dict[str, tuple[Reading, ...]]:
    by_clause: dict[str, list[Reading]] = {}
    for row in _rows("readings"):
        reading = Reading(
            row["severity"], row["matter"], row["reading"], row["reason"], row["configurable"] == "yes"
        )
        by_clause.setdefault(row["clause"], []).append(reading)
    return {clause: tuple(readings) for clause, readings in by_clause.items()}


@cache
def book(name: str) -> dict[str, Clause]:
    """Every clause of one rulebook in the order of its text."""
    if name not in BOOKS:
        raise UnknownClause(f"no rulebook {name}; there are {', '.join(BOOKS)}")
    return {entry: entry for entry in (_clause(name, row) for row in _rows(name))}


def _clause(name: str, row: dict[str, str]) -> Clause:
    if tuple(row) != COLUMNS or None in row.values() or not row["line"].isdecimal() or row["kind"] not in KINDS:
        raise BadRow(f"{name}.csv: {','.join(map(str, row.values()))}: not a row of {', '.join(COLUMNS)}; "
                     f"line is a number, kind one of {', '.join(KINDS)}")
    return Clause(row["clause"], row)


def clause(id: str) -> Clause:
    """Look up a clause by its full id."""
    entry = book(id.partition("-")[0]).get(id)
    if entry is None:
        raise UnknownClause(f"no clause {id} in the index")
    return entry


_KEY = re.compile(r"\[\"([^\"]+)\"\]")
_NAME = re.compile(r"[A-Za-z_]\w*\Z")
_LONGEST_NAME = 40
# In a text with a new line before it: that is looked for several times as fast as the beginning of a line.
_SCHEDULE = re.compile(r"\n([A-Za-z_]\w*)\s*=\s*schedule\(\"([^\"]+)\"\)")


def schedule(prefix: str) -> Schedule:
    """The clauses of one schedule. Called at the top of a module, it also checks every citation
    written in that module, so that an unknown clause fails at import and not in mid-round."""
    part = Schedule(prefix, _under(prefix))
    if not part and "-" not in prefix:
        raise UnknownClause(f"no clauses under {prefix}")
    _check_citations(sys._getframe(1).f_globals.get("__file__"), prefix, part)
    return part


def _under(prefix: str) -> dict[str, Clause]:
    """The clauses whose ids begin with a prefix, by what follows it."""
    above, _, part = prefix.rpartition("-")
    if above:
        return _parts(above).get(part, {})
    start = f"{prefix}-"
    return {id[len(start):]: clause for id, clause in book(prefix).items() if id.startswith(start)}


@cache
def _parts(prefix: str) -> dict[str, dict[str, Clause]]:
    """The clauses under a prefix by what follows it up to the next hyphen, then by the rest."""
    parts: dict[str, dict[str, Clause]] = {}
    for key, clause in _under(prefix).items():
        part, hyphen, rest = key.partition("-")
        if hyphen:
            parts.setdefault(part, {})[rest] = clause
    return parts


def _check_citations(path: str | None, prefix: str, clauses: Schedule) -> None:
    if path is None or not path.endswith(".py"):
        return
    with open(path, encoding="utf-8") as file:
        source = file.read()
    names = {name for name, named in _SCHEDULE.findall(f"\n{source}") if named == prefix}
    for cited in _KEY.finditer(source):
        if cited[1] in clauses:
            continue
        name = _NAME.search(source, max(0, cited.start() - _LONGEST_NAME), cited.start())
        if name is not None and name[0] in names:
            raise UnknownClause(f"{path}: no clause {prefix}-{cited[1]} in the index")
