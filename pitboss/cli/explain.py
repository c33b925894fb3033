"""A clause for people: its number, what it says in our words, and how we read it where it is unclear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from functools import cache
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.law import Clause, book
from pitboss.law.clauses import BOOKS, within
from pitboss.table.game import Game


def part(clause: str) -> str:
    """The part of a rulebook that a clause stands in: "QLD-12", "CBR"."""
    name, _, rest = clause.partition("-")
    return f"{name}-{rest.partition('-')[0]}" if name == "QLD" else name


def clauses_under(prefix: str) -> list[Clause]:
    """Every clause under a number, in any letter case; none for what is no number of a rulebook.

    >>> [str(made) for made in clauses_under("qld-12-17(3)")]
    ['QLD-12-17(3)']
    """
    wanted = prefix.upper().rstrip("-(:. ")
    name, _, rest = wanted.partition("-")
    if name not in BOOKS or not rest:
        return []
    return [made for id, made in book(name).items() if within(id.upper(), wanted)]


@cache
def _said_everywhere(prefix: str) -> str:
    """Words that open most summaries of a part ("Three card: "): worth saying once, not on every line."""
    opening = Counter(
        made.summary.partition(": ")[0] + ": "
        for made in book(prefix.partition("-")[0]).values()
        if part(made) == prefix
    )
    words, times = opening.most_common(1)[0]
    return words if times * 2 > opening.total() and times > 3 else ""


def summary(clause: Clause) -> str:
    """What a clause says, without the words that all its neighbours open with."""
    text = clause.summary.removeprefix(_said_everywhere(part(clause)))
    return text[:1].upper() + text[1:]


def clause_data(clause: Clause) -> dict[str, Any]:
    """A clause as it goes into JSON."""
    readings = [reading._asdict() for reading in clause.readings]
    return {
        "id": str(clause), "kind": clause.kind, "topic": clause.topic, "summary": clause.summary, "readings": readings,
    }


def clause_map(clauses: Iterable[Clause]) -> dict[str, Any]:
    """Clauses by id, each once, in the order they are first named."""
    return {str(clause): clause_data(clause) for clause in dict.fromkeys(clauses)}


def readings(clause: Clause) -> list[Text]:
    """How we read a clause, a line each; slips of the source that change nothing are left out."""
    shown = dict.fromkeys(made for made in clause.readings if made.severity != "editorial")
    return [
        Text.assemble(("reading ", "yellow"), f"{made.reading} ", (f"({made.matter})", "dim")) for made in shown
    ]


def print_clause(out: Console, clause: Clause, lead: str = "", known: Container[str] = ()) -> None:
    """A clause with its readings, except those already known."""
    out.print(Text.assemble((f"{lead}: ", "bold") if lead else "", (str(clause), "cyan"), "  ", summary(clause)))
    for reading in readings(clause):
        if reading.plain not in known:
            out.print(Padding(reading, (0, 0, 0, 2)))


def base_of(game: Game | type[Game]) -> type[Game] | None:
    """The game whose schedule this one incorporates."""
    made = game if isinstance(game, type) else type(game)
    if made.incorporated_by is None:
        return None
    return next((base for base in made.__mro__[1:] if getattr(base, "id", "")), None)


def own_law(game: Game | type[Game]) -> tuple[str, ...]:
    """The parts of the law that are this game's own, not those it incorporates."""
    base = base_of(game)
    return tuple(prefix for prefix in game.law if base is None or prefix not in base.law)


def via(game: Game | type[Game], clause: Clause) -> str:
    """For a clause of an incorporated schedule, the clause that brings it in; "" for the game's own."""
    base = base_of(game)
    brought = base is not None and part(clause) in base.law and part(clause) not in own_law(game)
    return str(game.incorporated_by) if brought else ""
