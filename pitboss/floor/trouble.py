"""Desks that cannot be used. One that could not be read is *unread*: it is tried again by itself, and meanwhile nothing
of it is shown and every command may be sent again. One that is damaged, or fails again and again, is *out of order*: it
is left alone, with everything as it is on disk, until somebody of the staff has it tried again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.floor.commands import refused
from pitboss.floor.desk import Result, decode, encode, not_done
from pitboss.floor.memory import Added
from pitboss.floor.store import Store, Stored, StoreError, link

# How often a desk that could not be read is read again.
TRIED_EVERY_MS = 1000
OUT_OF_ORDER = "out of order"


class Trouble(msgspec.Struct):
    """Why a desk cannot be used, and when it was last tried."""

    why: str
    tried: int
    # It stays so until somebody tries it again.
    out_of_order: bool = False
    # It was not read since the floor came back.
    starting: bool = False
    # The round that the floor stopped in, until that is marked.
    stopped_in: int = 0
    # What the lobby lists.
    row: dict[str, Any] = {}


class Damaged(StoreError):
    """What is stored is not what was written."""


def of(error: Exception, now: int, **known: Any) -> Trouble:
    """What to think of a desk that could not be read: a disk may answer the next time, damage stays."""
    passing = isinstance(error, StoreError) and not isinstance(error, Damaged)
    why = str(error) if isinstance(error, StoreError) else f"what is stored cannot be played: {error!r}"[:200]
    return Trouble(why, now, out_of_order=not passing, **known)


def refusal(name: str, trouble: Trouble) -> Result:
    """What is said to whoever wants something of the desk."""
    if trouble.out_of_order:
        return refused(f"{name} is out of order: {trouble.why}; nothing was done, and all that lies there stays",
                       legal="wait until a supervisor has it tried again")
    return not_done(trouble.why)


def page_line(trouble: Trouble) -> str:
    """What a page says in place of the table."""
    if trouble.out_of_order:
        return f"this table is out of order: {trouble.why}. Whatever lies there stays as it is until staff reopen it"
    return "this table cannot be read at the moment: try again soon. Whatever lies there stays as it is"


def message(name: str, trouble: Trouble) -> bytes:
    """What those who watch a table are sent instead of it."""
    return encode({"t": "trouble", "table": name, "why": trouble.why, "out_of_order": trouble.out_of_order})


def row(name: str, before: dict[str, Any] | None, added: Added | None) -> dict[str, Any]:
    """A table in the lobby: as it was last listed, or as it was added, or no more than its name."""
    if before:
        return before
    known = added or Added(name, name, "")
    return {
        "id": name, "kind": "", "game": known.game, "title": "", "name": known.name, "mode": known.mode,
        "minimum": 0, "maximum": 0, "players": 0, "seats": 0, "teaching": "no", "round": 0, "last": "", "tag": "",
        "phase": "closed", "wagers": 0,
    }


def listed(trouble: Trouble) -> dict[str, Any]:
    """Its row, marked."""
    status = OUT_OF_ORDER if trouble.out_of_order else "waiting for the disk"
    return {**trouble.row, "status": status, "phase": "closed", "trouble": trouble.why}


def check(store: Store, events: Sequence[Stored]) -> None:
    """Is each of these events, with its entries, what was written? Damage is found before anybody acts on it."""
    entries = store.entries(events[0].stream, events[0].ver - 1) if events else {}
    for event in events:
        fields = (event.pos, event.stream, event.ver, event.type, event.cmd, event.at, event.actor)
        if link(event.prev, fields, event.body, entries.get(event.pos, ())) != event.hash:
            raise Damaged(f"event {event.ver} of {event.stream} is damaged; 'pitboss verify' tells more")


def check_desk(store: Store, stream: str) -> None:
    """Are those events sound that say how a desk stands: at a table, all since its last round began?"""
    start = store.last(stream, "round")
    check(store, store.events(stream, start.ver - 1 if start else 0))


def added_as(store: Store, name: str) -> Added | None:
    """How a table was added, if that much can be read."""
    try:
        return msgspec.convert(decode(store.events(f"table:{name}", 0, 1)[0].body), Added)
    except Exception:
        return None
