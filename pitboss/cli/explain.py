"""A clause for people: its number, what it says in our words, and how we read it where it is unclear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

from rich.text import Text

from pitboss.law import Clause, book
from pitboss.table.game import Game


def part(clause: str) -> str:
    """The part of a rulebook that a clause stands in: "QLD-12", "CBR"."""
    name, _, rest = clause.partition("-")
    return f"{name}-{rest.partition('-')[0]}" if name == "QLD" else name


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


def reading_lines(clause: Clause, indent: int) -> list[Text]:
    """How we read a clause, a line each; slips that change nothing are left out."""
    shown = dict.fromkeys(reading for reading in clause.readings if reading.severity != "editorial")
    return [
        Text.assemble(" " * indent, ("reading ", "yellow"), f"{reading.reading} ", (f"({reading.matter})", "dim"))
        for reading in shown
    ]


def explained(clause: Clause, lead: str = "") -> list[Text]:
    """A clause with its readings."""
    first = Text.assemble((f"{lead}: ", "bold") if lead else "", (str(clause), "cyan"), "  ", summary(clause))
    return [first, *reading_lines(clause, 2)]


def via(game: Game | type[Game], clause: Clause) -> str:
    """For a clause of an incorporated schedule, the clause that brings it in; "" for the game's own."""
    own = any(part(clause) == prefix or clause.startswith(prefix) for prefix in game.law)
    front = part(clause) in ("QLD-0",)
    return "" if own or front or game.incorporated_by is None else str(game.incorporated_by)
