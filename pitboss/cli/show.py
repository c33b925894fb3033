"""Consoles, tables and JSON, the same for every command."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from pitboss.money import Cents, full_amount

COLOURS = {"win": "green", "lose": "red", "surrender": "red", "stand-off": "yellow", "void": "yellow"}
PIPE_WIDTH = 110


def console() -> Console:
    """Colour and the window's width on a terminal; plain text of a fixed width in a pipe."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    asked = os.environ.get("COLUMNS", "")
    width = None if sys.stdout.isatty() else max(PIPE_WIDTH, int(asked) if asked.isdigit() else 0)
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


def write_json(data: Any) -> None:
    """One JSON document on standard output, and nothing else."""
    import json

    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=not _unicode()) + "\n")


def _unicode() -> bool:
    return (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")


def money(cents: Cents) -> str:
    """Always with cents, so that columns line up."""
    return full_amount(cents)


def signed(cents: Cents) -> Text:
    """A gain or a loss.

    >>> str(signed(1500)), str(signed(0))
    ('+15.00', '0.00')
    """
    style = "green" if cents > 0 else "red" if cents < 0 else ""
    return Text(("+" if cents > 0 else "") + money(cents), style)


def grid(*columns: str, right: Iterable[str] = ()) -> Grid:
    """A table with a rule under its head and nothing else."""
    table = Grid(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True, header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return table


def heading(text: str, note: str = "") -> Text:
    return Text.assemble((text, "bold"), (f"   {note}" if note else "", "dim"))
