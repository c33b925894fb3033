"""The floor: all its desks, who may tell them what, and what is sent to those who watch. It has no task, socket or
clock: `runner.py` runs it live, a simulation runs it by itself."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from pitboss.equipment.rng import Source
from pitboss.floor import commands as c
from pitboss.floor import view
from pitboss.floor.cage import Cage, GiveCredits
from pitboss.floor.commands import Command, Who, refused
from pitboss.floor.desk import TABLE, Desk, No, Result, Settings, decode, encode
from pitboss.floor.house import HouseTable
from pitboss.floor.memory import Added
from pitboss.floor.store import AnsweredAlready, NewEvent, Store, StoreError, Write
from pitboss.rulebooks import card_games, games
from pitboss.table.game import BadOption

Sink = Callable[[bytes], None]
CAGE = "cage"
IN_PEOPLE = (c.AddPerson, c.SetRole, c.Unlock, c.ResetPassword)
LONGEST_ID = 80


class Request(msgspec.Struct, frozen=True):
    """A command that was read and may be given by whoever gave it."""

    desk: str
    command: Command
    who: Who
    key: str
    asked: str


class Step(msgspec.Struct, frozen=True):
    """What a desk wants written, and the answer that may be given once it is."""

    desk: str
    write: Write
    result: Result
    key: str = ""
    asked: str = ""


class Watched:
    """A table as its watchers know it."""

    def __init__(self) -> None:
        self.sinks: dict[int, tuple[Who, Sink]] = {}
        self.ver = 0
        self.view: dict[str, Any] = {}


class Floor:
    """Desks by name ("cage", and each table by its id)."""

    def __init__(self, store: Store, source: Source, settings: Settings | None = None) -> None:
        self.store, self.source, self.settings = store, source, settings or Settings()
        self.cage = Cage(store, source, self.settings)
        self.tables: dict[str, HouseTable] = {}
        self.watched: dict[str, Watched] = {}
        self._own: dict[str, dict[int, Sink]] = {}
        self._told: dict[str, bytes] = {}
        self._sinks = 0

    def load(self, now: int) -> None:
        """Every desk as the store has it."""
        self.cage.load(now)
        starts = [(self.store.events(stream, 0, 1)[0].pos, stream.removeprefix("table:"))
                  for stream in self.store.streams() if stream.startswith("table:")]
        for _, id in sorted(starts):
            self.tables[id] = self.new_table(id, self._kind(id))
            self.tables[id].load(now)

    def _kind(self, id: str) -> str:
        game: str = decode(self.store.events(f"table:{id}", 0, 1)[0].body)["game"]
        return game

    def new_table(self, id: str, game: str) -> HouseTable:
        return HouseTable(id, self.store, self.source, self.settings)

    def desk(self, name: str) -> Desk:
        return self.cage if name == CAGE else self.tables[name]

    # -- commands ------------------------------------------------------------------------------------

    def read(self, who: Who, id: str, raw: bytes) -> Request | Result:
        """What somebody wants done; an answer at once where it cannot be, or was done before."""
        if not (isinstance(id, str) and 8 <= len(id) <= LONGEST_ID and id.isascii() and id.isprintable()):
            return refused("a command needs an id of its own", legal="8 to 80 letters, made once")
        try:
            command: Command = c.read_command(raw)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            return refused(f"that cannot be read: {str(error)[:200]}")
        if who.role not in command.roles:
            may = ", ".join(sorted(command.roles))
            return refused(f"a {who.role} may not: {c.tag_of(type(command))}", legal=f"for: {may}")
        asked = sha256(raw).hexdigest()
        key = f"{who.name}:{id}"
        known = self.answered(key, asked)
        if known is not None:
            return known
        desk = self._desk_of(command)
        return desk if isinstance(desk, dict) else Request(desk, command, who, key, asked)

    def _desk_of(self, command: Command) -> str | Result:
        if isinstance(command, c.AtTable):
            return command.table if command.table in self.tables else refused(f"there is no table {command.table}")
        if isinstance(command, IN_PEOPLE):
            return "people"
        return command.id if isinstance(command, c.AddTable) else CAGE

    def answered(self, key: str, asked: str) -> Result | None:
        """The answer that a command was given before."""
        known = self.store.answer(key)
        if known is None:
            return None
        if known[0] != asked:
            return refused("this id was used for another command", legal="a new id for a new command")
        result: Result = decode(known[1])
        return result

    def step(self, request: Request, now: int) -> Step | Result:
        """Have a desk carry out a request, up to what must be on disk before anybody is told."""
        known = self.answered(request.key, request.asked)
        if known is not None:
            return known
        command = request.command
        if isinstance(command, c.AddTable):
            return self.add_table(request, command, now)
        write, result = self.desk(request.desk).handle(command, request.who, now, request.key, request.asked)
        return Step(request.desk, write, result, request.key, request.asked)

    def tick(self, name: str, now: int) -> Step | None:
        """Time has passed at a desk."""
        write = self.desk(name).tick(now)
        return None if write is None else Step(name, write, {})

    def submit(self, who: Who, id: str, raw: bytes, now: int) -> Result:
        """All of it at once, for those who have the floor to themselves: read, carry out, commit, answer."""
        request = self.read(who, id, raw)
        if isinstance(request, dict):
            return request
        step = self.step(request, now)
        return step if isinstance(step, dict) else self.commit(step, now)

    def commit(self, step: Step, now: int) -> Result:
        """Put a step on disk and answer it."""
        done = self.store.commit([step.write])[0]
        if isinstance(done, StoreError):
            return self.failed(step, done, now)
        self.committed(step)
        return step.result

    def failed(self, step: Step, error: StoreError, now: int) -> Result:
        """A step that did not get to disk did not happen."""
        self.reload(step.desk, now)
        if isinstance(error, AnsweredAlready):
            return self.answered(step.key, step.asked) or refused("answered before")
        return refused(f"nothing was done: {error}", legal="try again in a moment")

    def reload(self, name: str, now: int) -> None:
        """Read a desk again from the store; one that is not there never was."""
        if name != CAGE and not self.store.version(f"table:{name}"):
            self.tables.pop(name, None)
            return
        self.desk(name).load(now)

    def add_table(self, request: Request, command: c.AddTable, now: int) -> Step | Result:
        """A new table, open at once."""
        if command.id in self.tables or command.id == CAGE:
            return refused(f"there is a table {command.id} already", legal="another id")
        made = games().get(command.game) or card_games().get(command.game)
        if made is None:
            return refused(f"no game {command.game!r}", legal=", ".join([*games(), *card_games()]))
        if command.mode not in ("virtual", "physical") or command.entry not in ("confirm", "twice"):
            return refused("mode is virtual or physical, entry is confirm or twice")
        try:
            made(command.options)
        except BadOption as bad:
            return refused(str(bad))
        added = Added(
            command.id, command.name, command.game, dict(command.options), command.mode, command.entry,
            command.wagering_seconds, command.decision_seconds,
        )
        return self._first_step(added, request, now)

    def _first_step(self, added: Added, request: Request, now: int) -> Step:
        table = self.tables[added.id] = self.new_table(added.id, added.game)
        table.added = added
        first = NewEvent(table.stream, "added", encode(added), request.who.name, now)
        write, result = table.handle(
            c.OpenTable(added.id), request.who, now, request.key, request.asked
        )
        write = msgspec.structs.replace(write, events=[first, *write.events], expect={table.stream: 0})
        table.version += 1
        return Step(added.id, write, result, request.key, request.asked)

    def give_credits(self, player: str, id: str, now: int) -> Request:
        """Play money for somebody who has just come."""
        return Request(CAGE, GiveCredits(player), Who(player, c.PLAYER), f"{player}:{id}", "")

    # -- those who watch -----------------------------------------------------------------------------

    def watch(self, who: Who, table: str, sink: Sink) -> Callable[[], None] | None:
        """Send the table as it is, then what changes; gives what ends it. None where there is no such table."""
        if table not in self.tables:
            return None
        watched = self.watched.setdefault(table, Watched())
        if not watched.view:
            watched.view = self._shown(table)
        self._sinks += 1
        number = self._sinks
        watched.sinks[number] = (who, sink)
        sink(encode({"t": "snapshot", "table": table, "ver": watched.ver, "view": watched.view}))

        def end() -> None:
            watched.sinks.pop(number, None)

        return end

    def follow(self, player: str, sink: Sink) -> Callable[[], None]:
        """Send a player what is only his, now and whenever it changes."""
        self._sinks += 1
        number = self._sinks
        self._own.setdefault(player, {})[number] = sink
        sink(encode(self.you(player)))

        def end() -> None:
            own = self._own.get(player, {})
            own.pop(number, None)
            if not own:
                self._own.pop(player, None)
                self._told.pop(player, None)

        return end

    def you(self, player: str) -> dict[str, Any]:
        """A player's own credits, vouchers and cards."""
        mine = {id: view.private(table, player) for id, table in self.tables.items()}
        return {
            "t": "you", "credits": self.store.balance(f"player:{player}"), "vouchers": self.cage.of(player),
            "tables": {id: seen for id, seen in mine.items() if any(seen.values())},
        }

    def _shown(self, table: str) -> dict[str, Any]:
        return view.public(self.tables[table])

    def committed(self, step: Step) -> None:
        """What is on disk may be shown; those whose own money moved are told."""
        self.publish(step.desk)
        self.tell(touched(step))

    def publish(self, table: str) -> None:
        """Send what changed at a table to those who watch it, made once for all of them."""
        watched = self.watched.get(table)
        if watched is None or table not in self.tables:
            return
        if not watched.sinks:
            del self.watched[table]
            return
        before, now = watched.view, self._shown(table)
        changes = {key: value for key, value in now.items() if before.get(key) != value}
        if not changes:
            return
        message: dict[str, Any] = {
            "t": "delta", "table": table, "from": watched.ver, "ver": watched.ver + 1, "set": changes,
        }
        old, new = before.get("events", []), now["events"]
        if "events" in changes and now["round"] == before.get("round") and new[: len(old)] == old:
            del changes["events"]
            message["events"] = new[len(old) :]
        watched.view, watched.ver = now, watched.ver + 1
        told = encode(message)
        for _, sink in list(watched.sinks.values()):
            sink(told)
        if "hands" in changes or "last" in changes:
            # Cards of one's own and what the round came to are told apart, also to those whose money did not move.
            self.tell({wager["player"] for shown in (before, now) for wager in shown.get("wagers", ())})

    def tell(self, players: set[str]) -> None:
        """Send players what is only theirs, if it changed."""
        for player in players & self._own.keys():
            told = encode(self.you(player))
            if told != self._told.get(player):
                self._told[player] = told
                for sink in list(self._own[player].values()):
                    sink(told)

    def lobby(self) -> list[dict[str, Any]]:
        return [view.listed(table) for table in self.tables.values()]


def touched(step: Step) -> set[str]:
    """Players whose own view a step may have changed."""
    moved = {account.removeprefix("player:") for account, _ in step.write.entries if account.startswith("player:")}
    return moved | {event.actor for event in step.write.events}


def default_tables() -> list[c.AddTable]:
    """The tables of a new floor: every game against the house, one for lessons, and one between players."""
    named = [
        ("blackjack", "Blackjack", "qld/blackjack", {"minimum": "5", "maximum": "500"}),
        ("roulette", "Roulette", "qld/roulette", {"minimum": "1", "maximum": "500"}),
        ("baccarat", "Baccarat", "qld/baccarat", {"minimum": "5", "maximum": "1000"}),
        ("craps", "Craps", "qld/craps", {"minimum": "5", "maximum": "500"}),
        ("three-card-poker", "Three card poker", "qld/three-card-poker", {"minimum": "5", "maximum": "200"}),
        ("holdem-bonus", "Texas hold'em bonus", "nsw/texas-holdem-bonus-poker", {"minimum": "5", "maximum": "200"}),
        ("casino-holdem", "Casino hold'em", "cbr/casino-holdem-poker", {"minimum": "5", "maximum": "200"}),
        ("soft-17-blackjack", "Soft 17 blackjack", "qld/soft-17-blackjack", {"minimum": "5", "maximum": "500"}),
        ("lessons", "Blackjack lessons", "qld/blackjack", {"teaching": "yes"}),
    ]
    return [
        c.AddTable(id, name, game, options, wagering_seconds=60 if id == "lessons" else 25,
                   decision_seconds=120 if id == "lessons" else 30)
        for id, name, game, options in named
    ]


__all__ = ["TABLE", "Floor", "No", "Request", "Step", "default_tables"]
