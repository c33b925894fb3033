"""What comes too late: a command that belongs to a round, or answers a question, counts there or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import commands as c
from pitboss.floor.commands import Command
from pitboss.floor.desk import No

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# What is done with wagers, and so only while they are taken.
WAGERING = (c.PlaceWagers, c.TakeWager, c.Clear, c.Ready, c.PlaceFor, c.TakeFor)


def refuse(table: HouseTable, command: Command) -> None:
    """Refuse what was meant for a round or a question that is over."""
    if isinstance(command, c.InRound) and command.round not in (0, table.rounds):
        what = f"{c.tag_of(type(command))}: round {command.round} is over, this does not count"
        late = table.book.terminal.refuse_late(False, what) if isinstance(command, WAGERING) else None
        raise No(what) if late is None else No.of(late)
    if isinstance(command, c.AtStep) and command.step not in ("", table.step):
        name = getattr(command, "name", c.tag_of(type(command)))
        raise No(f"{name}: that question is over, this does not count")
