"""Tables that players of a floor of play money open for themselves: which table a wish for a game leads to, how many
there may be, and how such a table closes again when nobody is there. Its stream and its number stay: whoever wants its
game next opens it again."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from pitboss.floor.commands import Who, refused
from pitboss.floor.desk import TABLE, Result

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable
    from pitboss.floor.poker import PokerDesk

AnyDesk: TypeAlias = "HouseTable | PokerDesk"
# Tables of this kind that are open at the same time, whoever opened them.
MOST_OPEN = 60
# A table at which nobody plays may be looked at for so many times as long as one that nobody looks at.
LOOKED_AT = 15
# Room for a number behind the name of a game, in an id.
LONGEST_NAME = 32


class Attendance(msgspec.Struct):
    """Who opened a table of this kind and whether anybody is there. The desk's own, not its stream's: what comes of it
    is written down like any other opening and closing."""

    opener: str = ""
    # It closed because nobody was there, and may be opened again by anybody.
    deserted: bool = False
    # Since when nobody plays, and when that is looked at next.
    quiet_since: int | None = None
    look_at: int | None = None
    # How many watch; whoever shows tables says.
    watchers: Callable[[], int] = lambda: 0


# -- opening -----------------------------------------------------------------------------------------------


def place_for(tables: Mapping[str, Any], game: str, unread: Container[str] = ()) -> str:
    """The table that somebody is led to who wants a game: one with a free seat, one that closed for want of players, or
    the next number that is free."""
    name, n = game.replace("/", "-")[:LONGEST_NAME], 1
    while (id := f"{name}-{n}") in unread or (id in tables and not _serves(tables[id], game)):
        n += 1
    return f"{name}-{n}"


def _serves(table: AnyDesk, game: str) -> bool:
    if not table.added.on_demand or table.added.game != game:
        return False
    return table.attendance.deserted if table.status == "closed" else table.status == "open" and table.free_seats > 0


def refuse_opening(tables: Mapping[str, Any], who: Who, each: int) -> Result | None:
    """Why a player may not have another table opened."""
    there = [table for table in tables.values() if table.added.on_demand and table.status != "closed"]
    own = sum(table.attendance.opener == who.name for table in there)
    if own >= each:
        return refused(f"you have {own} tables open that you asked for",
                       legal="play at one of them; an empty one closes by itself")
    if len(there) >= MOST_OPEN:
        return refused(f"{len(there)} tables are open that players asked for", legal="play at one that is open")
    return None


def opened(table: AnyDesk, who: Who) -> None:
    """A player has it opened."""
    table.attendance.opener, table.attendance.deserted = who.name, False


def recall(table: AnyDesk) -> None:
    """Who opened it, and why it is closed, as its stream tells."""
    table.attendance.quiet_since = table.attendance.look_at = None
    if table.added.on_demand:
        first, last = table.store.last(table.stream, "opened"), table.store.last(table.stream, "closing")
        table.attendance.opener = first.actor if first is not None else ""
        table.attendance.deserted = table.status == "closed" and last is not None and last.actor == TABLE.name
    arm(table)


# -- closing -----------------------------------------------------------------------------------------------


def arm(table: AnyDesk) -> None:
    """Start the clock of a table at which nobody plays, or stop it."""
    attendance = table.attendance
    if not table.added.on_demand or table.status != "open" or not table.quiet:
        attendance.quiet_since = attendance.look_at = None
    elif attendance.quiet_since is None:
        attendance.quiet_since, attendance.look_at = table.now, table.now + 1000 * table.settings.empty_seconds


def earlier(table: AnyDesk, due: int | None) -> int | None:
    """When something is due next at a table: what it knows of itself, or that nobody is there."""
    look_at = table.attendance.look_at
    return due if look_at is None or (due is not None and due <= look_at) else look_at


def close_if_deserted(table: AnyDesk) -> bool:
    """Close a table at which nobody plays. One that is looked at stays a while, and is asked after again."""
    attendance = table.attendance
    if attendance.look_at is None or attendance.quiet_since is None or table.now < attendance.look_at:
        return False
    stays_ms = 1000 * table.settings.empty_seconds
    if attendance.watchers() and table.now < attendance.quiet_since + LOOKED_AT * stays_ms:
        attendance.look_at = table.now + stays_ms
        return False
    attendance.deserted = True
    table.close_deserted()
    return True
