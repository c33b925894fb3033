"""A dealer takes back what he entered last at a table between players with real cards, and then what he entered before
that. Nothing that was written is changed: the events stay, and whoever reads the stream passes them over."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import poker_entries
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE, No, Result, body_of, decode
from pitboss.floor.store import NewEvent, Stored
from pitboss.floor.taken_back import MOST, LastEntry, Struck, counting, struck

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# What a command of a dealer writes first.
_ENTRIES = ("acts", "round", "seated", "left", "leaving", "topped-up", "away", "back", "posting", "moved", "straddles",
            "button-told")
TAKEN_BACK = "taken-back"


def last_entry(desk: PokerDesk, gone: Sequence[Struck]) -> LastEntry | None:
    """What was entered last and not taken back; None where something else happened since."""
    if not desk.physical:
        return None
    recent = counting(desk.store.events(desk.stream, max(0, desk.version - 2 * MOST)), gone)
    # Taking back may be the first thing that is done after the floor had stopped, and is marked as that.
    taking = {event.cmd for event in recent if event.type == TAKEN_BACK}
    events = [event for event in recent if event.cmd not in taking][::-1]
    if not events or not events[0].cmd:
        return None
    run = list(takewhile(lambda event: event.cmd == events[0].cmd, events))[::-1]
    return _entry(desk, run, run[-1].ver)


def after(desk: PokerDesk, events: Sequence[NewEvent]) -> LastEntry | None:
    """What can be taken back after some events, which are not in the store yet."""
    if not desk.physical:
        return None
    back = next((event for event in events if event.type == TAKEN_BACK), None)
    if back is None:
        return _entry(desk, events, desk.version)
    return last_entry(desk, [*struck(desk.store, desk.stream), msgspec.convert(decode(back.body), Struck)])


def _entry(desk: PokerDesk, run: Sequence[NewEvent | Stored], upto: int) -> LastEntry | None:
    """The entry that the events of one command come of; None where they come of something else."""
    first = next((event for event in run if event.type != "resumed"), None)
    if first is None or first.type not in _ENTRIES or first.actor == TABLE.name or len(run) >= MOST:
        return None
    return LastEntry((first.actor,), _words(desk, first.type, decode(first.body)), upto - len(run), upto)


def _words(desk: PokerDesk, type: str, body: dict[str, Any]) -> str:
    box = body.get("box", 0)
    if type == "acts":
        name = desk.room.names.get(box, "")
        return poker_entries.words(body["did"], box, name) if "did" in body else f"{box} {name}: {body['act']}"
    if type == "round":
        return f"hand {body['round']} dealt"
    return f"{type.replace('-', ' ')}: {body.get('player') or f'seat {box}'}"


def take_back(desk: PokerDesk, n: int, who: Who) -> Result | None:
    """The table is as it was before the entry."""
    entry = desk.entry
    if entry is None:
        raise No("what happened last is no entry that can be taken back", legal="the hand can be declared void")
    if who.name not in entry.by:
        raise No(f"{entry.by[0]} entered it", legal=f"{entry.by[0]} takes it back")
    if n not in (0, entry.upto):
        raise No("something else was entered since", legal="look at it, then take it back")
    events = desk.store.events(desk.stream, entry.after, entry.upto - entry.after)
    gone = Struck(entry.after, entry.upto, tuple(body_of(event)["round"] for event in events if event.type == "round"))
    for posting in desk.store.postings(None, events[-1].pos - 1, 1):
        if posting.pos == events[-1].pos:
            desk.post((posting.account, -posting.amount))
    desk.read([*struck(desk.store, desk.stream), gone])
    body = {**msgspec.structs.asdict(gone), "round": desk.room.number, "words": entry.words, "by": who.name}
    desk.happen(TAKEN_BACK, who, body)
    return {"words": entry.words}
