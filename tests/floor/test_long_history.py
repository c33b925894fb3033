"""What is asked of one round takes no longer the more rounds a table has had: counted in steps of the database and in
rows that it reads, not in seconds."""

from __future__ import annotations

from typing import Any

import msgspec
from support.casino import Casino
from support.poker_floor import Sim

from pitboss.floor.commands import Who
from pitboss.floor.queries import ask
from pitboss.floor.store import NewEvent, SQLiteStore, Write

ANN, SUE = Who("Ann", "player"), Who("Sue", "supervisor")
# A tree of ten times as many entries may be a level deeper.
DEEPER = 3


class Meter:
    """Counts what the database does, in fifties of its machine's steps."""

    def __init__(self, store: SQLiteStore) -> None:
        self.store, self.steps = store, 0

    def __enter__(self) -> Meter:
        self.store._reader.set_progress_handler(self.step, 50)
        return self

    def __exit__(self, *error: object) -> None:
        self.store._reader.set_progress_handler(None)

    def step(self) -> bool:
        self.steps += 1
        return False


def grow(store: SQLiteStore, stream: str, rounds: int, first: int) -> None:
    """As if so many more rounds had been played, each corrected, decided on, and with an entry taken back."""
    start, end = store.last(stream, "round"), store.last(stream, "ended")
    assert start is not None and end is not None
    back = msgspec.json.encode({"after": 2**40, "upto": 2**40, "rounds": [], "words": "", "by": "Dora"})
    ended, began = msgspec.json.decode(end.body), msgspec.json.decode(start.body)
    events: list[tuple[str, bytes]] = []
    for n in range(first, first + rounds):
        events += [("round", msgspec.json.encode(began | {"round": n})), ("taken-back", back),
                   ("ended", msgspec.json.encode(ended | {"round": n})),
                   ("corrected", msgspec.json.encode(ended | {"round": n, "reason": "a slip"})),
                   ("decided", msgspec.json.encode({"round": n, "late": True}))]
    done = store.commit([Write([NewEvent(stream, type, body, "table", 0) for type, body in events])])
    assert isinstance(done[0], int)


def taken(store: SQLiteStore, floor: Any, who: Who, *queries: dict[str, Any]) -> list[tuple[int, int]]:
    """The steps that questions take, and how long their answers are."""
    found = []
    for query in queries:
        with Meter(store) as meter:
            result = ask(floor, who, query)
        assert result["ok"], result
        found.append((meter.steps, len(msgspec.json.encode(result))))
    return found


def test_a_round_of_long_ago_is_found_as_fast_as_one_of_yesterday() -> None:
    casino = Casino("roulette")
    casino.play("roulette", 4)
    queries = ({"t": "round", "id": "roulette/2"}, {"t": "rounds", "table": "roulette"},
               {"t": "journal", "table": "roulette", "limit": 5})
    grow(casino.store, "table:roulette", 100, 1000)
    short = taken(casino.store, casino.floor, SUE, *queries)
    grow(casino.store, "table:roulette", 1500, 2000)
    for query, (few, length), (many, same) in zip(queries, short, taken(casino.store, casino.floor, SUE, *queries),
                                                  strict=True):
        assert many <= few + DEEPER, (query, few, many)
        assert query["t"] != "round" or same == length


def test_a_hand_between_players_too() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben", "Cat")
    for _ in range(2):
        sim.deal()
        while sim.desk.under_way:
            assert sim.act("fold")["ok"]
    sim.deal()
    query = {"t": "round", "id": "t/1"}
    grow(sim.store, "table:t", 100, 1000)
    few, = taken(sim.store, sim.floor, ANN, query)
    grow(sim.store, "table:t", 1500, 2000)
    many, = taken(sim.store, sim.floor, ANN, query)
    assert many[0] <= few[0] + DEEPER and many[1] == few[1]


def test_a_file_of_old_is_read_without_the_index() -> None:
    casino = Casino("roulette")
    casino.play("roulette", 2)
    asked = {"t": "round", "id": "roulette/1"}
    before = ask(casino.floor, ANN, asked)
    casino.store._db.execute("DROP INDEX event_of_round")
    assert before["ok"] and ask(casino.floor, ANN, asked) == before
