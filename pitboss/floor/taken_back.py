"""A dealer takes back what he entered last, until anything else has happened at the table.

Nothing that was written is changed. The entry stays in the stream, and so does its taking back, which names the events
that no longer count: whoever reads the stream passes them over, and what money they moved is moved back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor.commands import TakeBack, Who
from pitboss.floor.desk import TABLE, No, Result, body_of, decode, encode
from pitboss.floor.store import ALWAYS, NewEvent, Store, Stored
from pitboss.floor.words import entered
from pitboss.table.acts import Answer, Ball, Cards, Choice, Close, CutAt, Dice, Lapse, Missed, Place, Shuffled, Take
from pitboss.table.acts import decode as read_answer

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# What a dealer says for equipment or for the whole table; wagers and decisions are his where the player has chips.
HIS = (Cards, Ball, Dice, Shuffled, CutAt, Missed, Close, Lapse)
FOR_PLAYERS = (Place, Take, Choice)
# What may stand before the entry in what one command wrote.
BEFORE = ("resumed", "chips")
# One command writes a few events; a longer run is none that somebody typed.
MOST = 60
# So far behind its taking back an entry lies at most, where several are taken back one after the other.
REACH = 2 * MOST + 3
FACE_DOWN = "cards that lie face down"


class LastEntry(msgspec.Struct, frozen=True):
    """What was entered last: all events after one version up to another, and who entered or confirmed it."""

    by: tuple[str, ...]
    words: str
    after: int
    upto: int


class Struck(msgspec.Struct, frozen=True):
    """Events that no longer count, and the numbers of the rounds that began among them."""

    after: int
    upto: int
    rounds: tuple[int, ...] = ()


# -- reading a stream --------------------------------------------------------------------------------------


def struck(store: Store, stream: str) -> list[Struck]:
    """All that was taken back in a stream."""
    return [msgspec.convert(body_of(event), Struck) for event in store.recent(stream, "taken-back", -1)]


def is_struck(event: Stored, gone: Iterable[Struck]) -> bool:
    return any(span.after < event.ver <= span.upto for span in gone)


def counting(events: Iterable[Stored], gone: Sequence[Struck]) -> list[Stored]:
    """Those events that count."""
    return [event for event in events if not is_struck(event, gone)]


def struck_since(store: Store, stream: str, after: int, before: int = ALWAYS[1]) -> list[Struck]:
    """What was taken back past a version of a stream, and before another."""
    return [msgspec.convert(body_of(event), Struck) for event in store.between(stream, "taken-back", after, before)]


def start_of(store: Store, stream: str, number: int, gone: Sequence[Struck] | None = None) -> Stored | None:
    """The start of a round: one that was taken back is passed over. Where it is not told what was, that is looked for
    as far as an entry can lie behind its taking back."""
    started = store.of_round(stream, "round", number)
    if not started or gone is not None:
        return next(iter(counting(started, gone or ())[::-1]), None)
    last = started[-1]
    return None if is_struck(last, struck_since(store, stream, last.ver, last.ver + REACH)) else last


def last_round(store: Store, stream: str, gone: Sequence[Struck]) -> Stored | None:
    """The start of the round that is on, or was on last."""
    most = 1 + sum(len(span.rounds) for span in gone)
    return next(iter(counting(store.recent(stream, "round", most), gone)), None)


# -- the last entry ----------------------------------------------------------------------------------------


def last_entry(table: HouseTable) -> LastEntry | None:
    """What the end of the stream says was entered last; nothing is where the equipment is virtual."""
    if table.virtual:
        return None
    events = table.store.events(table.stream, max(0, table.version - MOST))[::-1]
    if not events or not events[0].cmd:
        return None
    return entry_of(table, list(takewhile(lambda event: event.cmd == events[0].cmd, events))[::-1])


def entry_of(table: HouseTable, events: Sequence[NewEvent | Stored]) -> LastEntry | None:
    """The entry that the last events of a table come of; None where they come of something else."""
    first = next((event for event in events if event.type not in BEFORE), None)
    if table.virtual or len(events) >= MOST or first is None or first.type != "acts" or first.actor == TABLE.name:
        return None
    body = decode(first.body)
    answers = [read_answer(encode(answer)) for answer in body["answers"]]
    if not all(_his(answer, table.memory.walk_ins) for answer in answers):
        return None
    by = dict.fromkeys((body.get("entered_by", first.actor), first.actor))
    words = FACE_DOWN if body.get("hidden") else " ".join(map(entered, answers))
    return LastEntry(tuple(by), words, table.version - len(events), table.version)


def _his(answer: Answer, walk_ins: list[str]) -> bool:
    return isinstance(answer, HIS) or (isinstance(answer, FOR_PLAYERS) and answer.player in walk_ins)


def take_back(table: HouseTable, command: TakeBack, who: Who) -> Result | None:
    """The table is as it was before the entry."""
    entry = _his_to_take_back(table, command.n, who)
    events = table.store.events(table.stream, entry.after, entry.upto - entry.after)
    gone = Struck(entry.after, entry.upto, tuple(body_of(event)["round"] for event in events if event.type == "round"))
    for posting in table.store.postings(None, events[-1].pos - 1, 1):
        if posting.pos == events[-1].pos:
            table.post((posting.account, -posting.amount))
    table.read([*struck(table.store, table.stream), gone])
    assert table.live is not None
    body = {**msgspec.structs.asdict(gone), "round": table.live.number, "words": entry.words, "by": who.name}
    table.record("taken-back", who, body)
    return {"words": entry.words}


def _his_to_take_back(table: HouseTable, n: int, who: Who) -> LastEntry:
    entry = table.entry
    if table.virtual:
        raise No("nothing is entered at a table with virtual equipment", legal="the round can be declared void")
    if entry is None:
        raise No("what happened last is no entry that can be taken back", legal="a supervisor proposes a correction")
    if who.name not in entry.by:
        raise No(f"{' and '.join(entry.by)} entered it", legal=f"{entry.by[0]} takes it back, or it is corrected")
    if n not in (0, entry.upto):
        raise No("something else was entered since", legal="look at it, then take it back")
    return entry


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    """What was read back before it was confirmed goes with it, and the log of the round says who took it back."""
    if type == "taken-back":
        table.memory.pending = None
        assert table.live is not None
        table.live.notes.append((len(table.live.answers), noted(body)))


def noted(body: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "taken-back", "text": f"{body['by']} took back what was entered: {body['words']}", "clause": ""}
