"""A clause for people: its number, what it says in our words, and how we read it where it is unclear."""

from __future__ import annotations

from collections.abc import Container

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.guide import summary
from pitboss.law import Clause


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


