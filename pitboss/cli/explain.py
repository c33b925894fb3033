"""A clause for people: its number, what it says in our words, and how we read it where it is unclear."""

from __future__ import annotations

from collections.abc import Container, Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.cli.show import heading
from pitboss.guide import summary
from pitboss.law import Clause


def readings(clause: Clause) -> list[Text]:
    """How we read a clause, a line each; slips of the source that change nothing are left out."""
    shown = dict.fromkeys(reading for reading in clause.readings if reading.severity != "editorial")
    return [
        Text.assemble(("reading ", "yellow"), f"{reading.reading} ", (f"({reading.matter})", "dim"))
        for reading in shown
    ]


def print_clause(out: Console, clause: Clause, lead: str = "", known: Container[str] = ()) -> None:
    """A clause with its readings, except those already known."""
    out.print(Text.assemble((f"{lead}: ", "bold") if lead else "", (str(clause), "cyan"), "  ", summary(clause)))
    for reading in readings(clause):
        if reading.plain not in known:
            out.print(Padding(reading, (0, 0, 0, 2)))


def print_readings(out: Console, clauses: Iterable[Clause]) -> None:
    """How some clauses were read, where they are unclear; each reading once."""
    known: set[str] = set()
    for clause in dict.fromkeys(clauses):
        new = {reading.plain for reading in readings(clause)} - known
        if new and not known:
            out.print(heading("How the clauses were read"))
        if new:
            print_clause(out, clause, known=known)
        known |= new
    if known:
        out.print()
