"""The floor: all its desks, who may tell them what, and what is sent to those who watch. It has no task, socket or
clock: `runner.py` runs it live, a simulation runs it by itself."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from pitboss.equipment.rng import Source
from pitboss.floor import commands as c
from pitboss.floor import on_demand
from pitboss.floor.cage import Cage
from pitboss.floor.commands import Command, Who, refused
from pitboss.floor.desk import TABLE, Desk, No, Result, Settings, decode, encode
from pitboss.floor.figures import Figures
from pitboss.floor.hints import Advisor
from pitboss.floor.house import HouseTable
from pitboss.floor.memory import Added
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_company import USUAL_COMPANY
from pitboss.floor.shown import FloorViews, Sink
from pitboss.floor.store import AnsweredAlready, NewEvent, Overdrawn, Store, StoreError, Write
from pitboss.money import BadAmount, parse_amount, show_amount
from pitboss.rulebooks import card_games, games
from pitboss.table.book import FirstTable
from pitboss.table.definition import BadOption, Definition

CAGE, PEOPLE = "cage", "people"
IN_PEOPLE = (c.AddPerson, c.SetRole, c.Unlock, c.ResetPassword)
LONGEST_ID = 80
FIVE_DOLLARS = 5_00


class ReadCommand(msgspec.Struct, frozen=True):
    """A command that was read and may be given by whoever gave it."""

    desk: str
    command: Command
    who: Who
    key: str
    asked: str


class Pending(msgspec.Struct, frozen=True):
    """What a desk wants written, and the answer that may be given once it is."""

    desk: str
    write: Write
    result: Result
    key: str = ""
    asked: str = ""


class Floor(FloorViews):
    """Desks by name ("cage", and each table by its id)."""

    def __init__(self, store: Store, source: Source, settings: Settings | None = None) -> None:
        super().__init__()
        self.store, self.source, self.settings = store, source, settings or Settings()
        self.cage = Cage(store, source, self.settings)
        self.staffing = self.cage.staffing
        self.tables: dict[str, HouseTable | PokerDesk] = {}
        self.figures = Figures()
        self.advisor = Advisor(self.figures)

    def load(self, now: int) -> None:
        """Every desk as the store has it."""
        self.cage.load(now)
        starts = [(self.store.events(stream, 0, 1)[0].pos, stream.removeprefix("table:"))
                  for stream in self.store.streams() if stream.startswith("table:")]
        for _, id in sorted(starts):
            self.tables[id] = self.new_table(id, self._kind(id))
            self.tables[id].start_again(now)

    def _kind(self, id: str) -> str:
        game: str = decode(self.store.events(f"table:{id}", 0, 1)[0].body)["game"]
        return game

    def new_table(self, id: str, game: str) -> HouseTable | PokerDesk:
        desk = PokerDesk if game in card_games() else HouseTable
        table = desk(id, self.store, self.source, self.settings)
        table.elsewhere = lambda player: self._games_of(player, id)
        table.staffing = self.staffing
        table.attendance.watchers = lambda: self.watchers(id)
        return table

    def _games_of(self, player: str, but: str) -> int:
        """At how many other tables a player has wagers that are not decided."""
        others = [table for id, table in self.tables.items() if id != but and isinstance(table, HouseTable)]
        return sum(any(wager.player == player for wager in table.live.t.all_wagers())
                   for table in others if table.live is not None)

    def desk(self, name: str) -> Desk:
        return self.cage if name == CAGE else self.tables[name]

    # -- commands ------------------------------------------------------------------------------------

    def read(self, who: Who, id: str, raw: bytes) -> ReadCommand | Result:
        """What somebody wants done; an answer at once where it cannot be."""
        if not (isinstance(id, str) and 8 <= len(id) <= LONGEST_ID and id.isascii() and id.isprintable()):
            return refused("a command needs an id of its own", legal="8 to 80 letters, made once")
        try:
            command: Command = c.read_command(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            return refused(f"that cannot be read: {str(error)[:200]}")
        if who.role not in command.roles:
            return self._not_for(who, command)
        desk = self._desk_of(command)
        if isinstance(desk, dict):
            return desk
        return ReadCommand(desk, command, who, f"{who.name}:{id}", sha256(raw).hexdigest())

    def _not_for(self, who: Who, command: Command) -> Result:
        """The role may not; a clause may keep everybody but staff from a game's equipment."""
        what = f"a {who.role} may not: {c.tag_of(type(command))}"
        table = self.tables.get(command.table) if isinstance(command, c.AtTable) else None
        touched = table is not None and command.roles is c.DEALERS
        barred = table.added.book.terminal.refuse_interference(who.role, what) if table and touched else None
        return refused(what, str(barred.clause) if barred is not None else "",
                       f"for: {', '.join(sorted(command.roles))}")

    def _desk_of(self, command: Command) -> str | Result:
        if isinstance(command, c.Approve | c.Withdraw) and command.table in (CAGE, PEOPLE):
            return command.table
        if isinstance(command, c.AtTable):
            return command.table if command.table in self.tables else refused(f"there is no table {command.table}")
        if isinstance(command, IN_PEOPLE):
            return PEOPLE
        if isinstance(command, c.OpenGame) and self.cage.play and game_of(command.game) is not None:
            return on_demand.place_for(self.tables, command.game)
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

    def step(self, request: ReadCommand, now: int) -> Pending | Result:
        """Have a desk carry out a request, up to what must be on disk before anybody is told."""
        known = self.answered(request.key, request.asked)
        if known is not None:
            return known
        command = request.command
        if isinstance(command, c.AddTable):
            return self.add_table(request, command, now)
        if isinstance(command, c.OpenGame):
            return self.open_game(request, command, now)
        write, result = self.desk(request.desk).handle(command, request.who, now, request.key, request.asked)
        return self._unsure(Pending(request.desk, write, result, request.key, request.asked))

    def _unsure(self, step: Pending) -> Pending:
        """What was done is not shown before it is on disk."""
        if step.write.events:
            self.unsure.add(step.desk)
        return step

    def tick(self, name: str, now: int) -> Pending | None:
        """Time has passed at a desk."""
        write = self.desk(name).tick(now)
        return None if write is None else self._unsure(Pending(name, write, {}))

    def submit(self, who: Who, id: str, raw: bytes, now: int) -> Result:
        """All of it at once, for those who have the floor to themselves: read, carry out, commit, answer."""
        request = self.read(who, id, raw)
        if isinstance(request, dict):
            return request
        step = self.step(request, now)
        return step if isinstance(step, dict) else self.commit(step, now)

    def commit(self, step: Pending, now: int) -> Result:
        """Put a step on disk and answer it."""
        done = self.store.commit([step.write])[0]
        if isinstance(done, StoreError):
            result = self.failed(step, done, now)
            self.store.commit(self.kept_refusal(step.key, step.asked, result))
            return result
        self.committed(step)
        self.publish(step.desk)
        self.tell(step.desk, self.touched(step.write))
        return step.result

    def committed(self, step: Pending) -> None:
        """A step is on disk: it may be answered and shown."""
        self.unsure.discard(step.desk)

    def failed(self, step: Pending, error: StoreError, now: int) -> Result:
        """A step that did not get to disk did not happen. Where that was the disk's fault, the same command may be
        sent again; where it was the command's, it is refused for good."""
        self.reload(step.desk, now)
        if isinstance(error, AnsweredAlready):
            return self.answered(step.key, step.asked) or refused("answered before")
        if isinstance(error, Overdrawn):
            return refused("that is more than there is", legal="a smaller amount")
        return {**refused(f"nothing was done: {error}", legal="try again in a moment"), "retry": True}

    def kept_refusal(self, key: str, asked: str, result: Result) -> list[Write]:
        """A refusal is kept like any other answer, so that the same command cannot be carried out later."""
        keeps = key and not result["ok"] and not result.get("retry") and self.store.answer(key) is None
        return [Write([], answer=(key, asked, encode(result)))] if keeps else []

    def reload(self, name: str, now: int) -> None:
        """Read a desk again from the store; one that is not there never was."""
        self.unsure.discard(name)
        if name != CAGE and not self.store.version(f"table:{name}"):
            self.tables.pop(name, None)
            return
        self.desk(name).load(now)

    def add_table(self, request: ReadCommand, command: c.AddTable, now: int) -> Pending | Result:
        """A new table, open at once."""
        if command.id in self.tables or command.id in (CAGE, PEOPLE):
            return refused(f"there is a table {command.id} already", legal="another id")
        made = game_of(command.game)
        if made is None:
            return refused(f"no game {command.game!r}", legal=", ".join([*games(), *card_games()]))
        if command.mode not in ("virtual", "physical") or command.entry not in ("confirm", "twice"):
            return refused("mode is virtual or physical, entry is confirm or twice")
        company = self._company(command)
        if isinstance(company, dict):
            return company
        try:
            options = with_limits(made, command.options)
            made(options)
        except BadOption as bad:
            return refused(str(bad))
        added = Added(
            command.id, command.name, command.game, options, command.mode, command.entry,
            command.wagering_seconds, command.decision_seconds, company, command.terminals,
        )
        return self._first_step(added, request, now)

    def open_game(self, request: ReadCommand, command: c.OpenGame, now: int) -> Pending:
        """A table for a player who wants a game: one that is open, one that had closed for want of players, or a new
        one. What is refused is kept, like any other answer."""
        result = self._without_opening(request, command)
        if result is not None:
            answer = request.key, request.asked, encode(result)
            return Pending(request.desk, Write([], answer=answer), result, request.key, request.asked)
        if request.desk in self.tables:
            return self._open(self.tables[request.desk], request, now)
        first, n = first_table(command.game), request.desk.rpartition("-")[2]
        return self._first_step(Added(
            request.desk, first.name if n == "1" else f"{first.name} {n}", first.game, dict(first.options),
            wagering_seconds=first.wagering_seconds, decision_seconds=first.decision_seconds,
            house_players=self._usual_company(first.game), on_demand=True,
        ), request, now)

    def _without_opening(self, request: ReadCommand, command: c.OpenGame) -> Result | None:
        """The answer to a wish for a game where no table is opened for it."""
        table = self.tables.get(request.desk)
        if not self.cage.play:
            return refused("players open tables on floors of play money only", legal="ask the staff for one")
        if game_of(command.game) is None:
            return refused(f"no game {command.game!r}", legal="a game of the lobby")
        if table is not None and table.status == "open":
            return {"ok": True, "table": request.desk}
        return on_demand.refuse_opening(self.tables, request.who, self.settings.tables_each)

    def _company(self, command: c.AddTable) -> int | Result:
        """How many players of the house keep others company at a new table: unless somebody says, as many as is usual
        between players where credits are play money."""
        if command.house_players and not self.cage.play:
            return refused("house players where credits are bought", legal="on a floor of play money")
        if command.mode == "physical":
            return refused("house players with real cards", legal="none") if command.house_players else 0
        return self._usual_company(command.game) if command.house_players is None else command.house_players

    def _usual_company(self, game: str) -> int:
        return USUAL_COMPANY if game in card_games() and self.cage.play else 0

    def _first_step(self, added: Added, request: ReadCommand, now: int) -> Pending:
        table = self.tables[added.id] = self.new_table(added.id, added.game)
        table.added = added
        first = NewEvent(table.stream, "added", encode(added), request.who.name, now)
        step = self._open(table, request, now)
        table.version += 1
        write = msgspec.structs.replace(step.write, events=[first, *step.write.events], expect={table.stream: 0})
        return msgspec.structs.replace(step, write=write)

    def _open(self, table: HouseTable | PokerDesk, request: ReadCommand, now: int) -> Pending:
        """A table opens, and whoever asked for it is told which it is."""
        write, result = table.handle(c.OpenTable(table.id), request.who, now, request.key, request.asked)
        if table.added.on_demand:
            on_demand.opened(table, request.who)
        result = result | {"table": table.id}
        write = msgspec.structs.replace(write, answer=(request.key, request.asked, encode(result)))
        return self._unsure(Pending(table.id, write, result, request.key, request.asked))


def game_of(id: str) -> type[Definition] | None:
    """A game of the index, against the house or between players."""
    return games().get(id) or card_games().get(id)


def with_limits(game: type[Definition], options: Mapping[str, str]) -> dict[str, str]:
    """The options of a new table with limits that suit its unit, where none are named and the game leaves them to the
    house: from five dollars, or the next unit above, to a hundred times as much."""
    usual = {choice.name: choice.default for choice in game.choices} | dict(options)
    if not {"minimum", "maximum", "unit"} <= usual.keys() or usual.get("teaching", "no") != "no":
        return dict(options)
    try:
        unit, named = parse_amount(usual["unit"]), parse_amount(options.get("minimum", "0"))
        ceiling = parse_amount(usual["maximum"])
    except BadAmount:
        return dict(options)  # the game says what is wrong with it
    least = named or (-(-FIVE_DOLLARS // unit) * unit if unit else 0)
    if not 0 < least <= ceiling:
        return dict(options)
    return {"minimum": show_amount(least), "maximum": show_amount(min(100 * least, ceiling)), **options}


def first_table(id: str) -> FirstTable:
    """A table of a game as its book has one on a new floor, or as any game has one."""
    made = game_of(id)
    assert made is not None
    of_book = (table for table in made.book.first_tables if table.game == id and "teaching" not in table.options)
    return next(of_book, None) or FirstTable(id.partition("/")[2], made.title, id, with_limits(made, {}))


def default_tables() -> list[c.AddTable]:
    """The tables of a new floor: one of each game against the house, and those that the books name besides; those
    between players last."""
    order = [*games(), *card_games()]
    books = dict.fromkeys(made.book for made in (*games().values(), *card_games().values()))
    named = [table for book in books for table in book.first_tables]
    named += [first for id in games() if (first := first_table(id)) not in named]
    named.sort(key=lambda table: order.index(table.game))
    return [
        c.AddTable(table.id, table.name, table.game, dict(table.options), wagering_seconds=table.wagering_seconds,
                   decision_seconds=table.decision_seconds)
        for table in named
    ]


__all__ = ["TABLE", "Floor", "No", "Pending", "ReadCommand", "Sink", "default_tables"]
