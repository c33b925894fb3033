"""Every round in a floor's database, played again from its start and what was done after it: does it come out the same,
and did the ledger move what it moved?"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.desk import body_of
from pitboss.floor.house_rounds import HouseRounds
from pitboss.floor.poker_rounds import PokerRounds
from pitboss.floor.proposals import round_events
from pitboss.floor.replayed import Replayed, ReplayedRound
from pitboss.floor.store import SQLiteStore, Stored
from pitboss.floor.verify import PAGE, Tell, entries_of
from pitboss.rulebooks import card_games

__all__ = ["ReplayedRound", "check_round", "check_rounds"]

TABLES = "table:"


def check_rounds(store: SQLiteStore, tell: Tell = lambda what, done, whole: None) -> Iterator[ReplayedRound]:
    """Every round that was begun, as it ends; those still open come last."""
    whole = store.rows("SELECT coalesce(max(pos), 0) FROM event")[0][0]
    tables: dict[str, Replayed] = {}
    after = 0
    while events := store.all_events(after, PAGE):
        entries = entries_of(store, after, events[-1].pos)
        after = events[-1].pos
        for event in events:
            if event.stream not in tables and event.stream.startswith(TABLES):
                tables[event.stream] = _table(store, event)
            elif event.stream in tables:
                yield from tables[event.stream].hear(event, entries.get(event.pos, []))
        tell("rounds", after, whole)
    for table in tables.values():
        yield from table.finish()


def check_round(store: SQLiteStore, id: str) -> ReplayedRound | None:
    """One round by its id, "bj1/11". The ledger, and shuffles that went on from another round, are looked at only
    where all rounds are."""
    name, _, number = id.rpartition("/")
    stream = TABLES + name
    first = store.events(stream, 0, 1)
    if not (first and number.isascii() and number.isdigit() and len(number) < 10):
        return None
    table = _table(store, first[0], alone=True)
    for event in round_events(store, stream, int(number)):
        for played in table.hear(event, []):
            return played
    return next(table.finish(), None)


def _table(store: SQLiteStore, first: Stored, *, alone: bool = False) -> Replayed:
    kind = PokerRounds if body_of(first)["game"] in card_games() else HouseRounds
    return kind(store, first, alone=alone)
