"""The floor: all its desks, who may tell them what, and what is sent to those who watch. It has no task, socket or
clock: `runner.py` runs it live, a simulation runs it by itself."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from hashlib import sha256

import msgspec

from pitboss.equipment.rng import Source
from pitboss.floor import commands as c
from pitboss.floor import on_demand, trouble
from pitboss.floor.cage import Cage
from pitboss.floor.commands import Command, Who, refused
from pitboss.floor.desk import TABLE, Desk, No, Result, Settings, decode, encode, not_done
from pitboss.floor.figures import Figures
from pitboss.floor.hints import Advisor
from pitboss.floor.house import HouseTable
from pitboss.floor.memory import Added
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_company import USUAL_COMPANY
from pitboss.floor.shown import AnyTable, FloorViews, Sink
from pitboss.floor.staffing import Staffing
from pitboss.floor.store import AnsweredAlready, NewEvent, Overdrawn, Store, StoreError, Unbalanced, Write
from pitboss.money import BadAmount, parse_amount, show_amount
from pitboss.rulebooks import card_games, games
from pitboss.table.book import FirstTable
from pitboss.table.definition import BadOption, Definition

CAGE, PEOPLE = "cage", "people"
IN_PEOPLE = (c.AddPerson, c.SetRole, c.Unlock, c.ResetPassword)
LONGEST_ID = 80
log = logging.getLogger("pitboss.floor")
FIVE_DOLLARS = 5_00


class TurnedAway(msgspec.Struct, frozen=True):
    """A command that cannot be carried out at any desk: its answer is kept like any other."""

    result: Result
    key: str
    asked: str


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
        # Is there such a player? Whoever keeps the people says.
        self.knows: Callable[[str], bool] = lambda player: True
        self.staffing = Staffing(self.settings.approve_after_hours)
        self.cage = self._new_cage()
        self.tables: dict[str, AnyTable] = {}
        self.figures = Figures()
        self.advisor = Advisor(self.figures)

    def load(self, now: int) -> None:
        """Every desk as the store has it; one that cannot be read is kept closed, and no other for it."""
        streams = [stream for stream in self.store.streams() if stream.startswith("table:")]
        starts = {stream.removeprefix("table:"): self.store.events(stream, 0, 1)[0].pos for stream in streams}
        for name in (CAGE, *sorted(starts, key=starts.__getitem__)):
            self.unread[name] = trouble.Trouble("it was not read yet", now, starting=True)
            self._read_desk(name, now)

    def _kind(self, id: str) -> str:
        game: str = decode(self.store.events(f"table:{id}", 0, 1)[0].body)["game"]
        return game

    def _new_cage(self) -> Cage:
        cage = Cage(self.store, self.source, self.settings)
        cage.knows = lambda player: self.knows(player)
        cage.staffing = self.staffing
        return cage

    def new_table(self, id: str, game: str) -> AnyTable:
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

    # -- reading desks -------------------------------------------------------------------------------

    def _read_desk(self, name: str, now: int) -> bool:
        """Read a desk into a new one, and put that in its place when all of it was read; one that is not there never
        was. Until then nothing of it is used or shown."""
        known, stream = self.unread[name], name if name == CAGE else f"table:{name}"
        before = self.cage if name == CAGE else self.tables.pop(name, None)
        known.stopped_in = known.stopped_in if before is None else before.stopped_in
        try:
            if name != CAGE and not self.store.version(stream):
                del self.unread[name]
                return True
            trouble.check_desk(self.store, stream)
            fresh = self._new_cage() if name == CAGE else self.new_table(name, self._kind(name))
            if known.starting:
                fresh.start_again(now)
            else:
                fresh.load(now)
                fresh.stopped_in = known.stopped_in
            self._call_off_older(fresh, now)
        except Exception as error:
            log.warning("desk %s cannot be read: %s", name, error, exc_info=not isinstance(error, StoreError))
            row = known.row or trouble.row(name, self._listed.get(name), trouble.added_as(self.store, name))
            self.unread[name] = trouble.of(error, now, starting=known.starting, row=row, stopped_in=known.stopped_in)
            return False
        del self.unread[name]
        if isinstance(fresh, Cage):
            self.cage = fresh
        else:
            self.tables[name] = fresh
        return True

    def _call_off_older(self, desk: Desk, now: int) -> None:
        """Commit that a round of other rules is called off, before anything of its desk is used or shown."""
        write = desk.call_off_older(now)
        done = self.store.commit([write])[0] if write is not None else 0
        if isinstance(done, StoreError):
            raise done

    def reload(self, name: str, now: int) -> bool:
        """Read a desk again from the store; while that fails it is in nobody's way, and is tried again."""
        self.unsure.discard(name)
        known = self.unread.get(name)
        self.unread[name] = known or trouble.Trouble("its last step did not get to disk", now)
        return self._read_desk(name, now)

    def refuse_unread(self, name: str, now: int) -> Result | None:
        """Why nothing is done at a desk; None once it is read."""
        known = self.unread.get(name)
        if known is None or (not known.out_of_order and self._read_desk(name, now)):
            return None
        return trouble.refusal(name, self.unread[name])

    def put_out_of_order(self, name: str, why: str, now: int) -> None:
        """A desk that fails again and again is left alone, as it is on disk, until somebody tries it again."""
        table, known = self.tables.pop(name, None), self.unread.get(name)
        row = trouble.row(name, self._listed.get(name), table.added if table is not None else None)
        self.unsure.discard(name)
        self.unread[name] = trouble.Trouble(
            why, now, out_of_order=True, starting=known is not None and known.starting, row=row,
            stopped_in=table.stopped_in if table is not None else 0)

    def try_again(self, request: ReadCommand, now: int) -> Pending:
        """Somebody of the staff has a desk read again that was out of order."""
        if request.desk not in self.unread:
            result = refused(f"{request.desk} is in order", legal="nothing has to be tried")
        elif self.reload(request.desk, now):
            result = {"ok": True}
        else:
            result = trouble.refusal(request.desk, self.unread[request.desk])
            result.pop("retry", None)
        return self._answer(request, result)

    def deadline(self, name: str) -> int | None:
        """When something is due at a desk; one that could not be read is tried again."""
        known = self.unread.get(name)
        if known is not None:
            return None if known.out_of_order else known.tried + trouble.TRIED_EVERY_MS
        return self.desk(name).deadline() if name == CAGE or name in self.tables else None

    # -- commands ------------------------------------------------------------------------------------

    def read(self, who: Who, id: str, raw: bytes) -> ReadCommand | TurnedAway | Result:
        """What somebody wants done; an answer at once where it cannot be, kept unless it has no id to be kept under."""
        if not (isinstance(id, str) and 8 <= len(id) <= LONGEST_ID and id.isascii() and id.isprintable()):
            return refused("a command needs an id of its own", legal="8 to 80 letters, made once")
        key, asked = f"{who.name}:{id}", sha256(raw).hexdigest()
        try:
            command: Command = c.read_command(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            return TurnedAway(refused(f"that cannot be read: {str(error)[:200]}"), key, asked)
        if isinstance(command, c.AddPerson):  # nobody who reads the answers finds out a password by trying
            asked = sha256(encode(msgspec.structs.replace(command, password=""))).hexdigest()
        if who.role not in command.roles:
            return TurnedAway(self._not_for(who, command), key, asked)
        desk = self._desk_of(command)
        return TurnedAway(desk, key, asked) if isinstance(desk, dict) else ReadCommand(desk, command, who, key, asked)

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
            known = command.table in self.tables or command.table in self.unread
            return command.table if known else refused(f"there is no table {command.table}")
        if isinstance(command, IN_PEOPLE):
            return PEOPLE
        if isinstance(command, c.OpenGame) and self.cage.play and game_of(command.game) is not None:
            return on_demand.place_for(self.tables, command.game, self.unread)
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
        try:
            known = self.answered(request.key, request.asked)
        except StoreError as error:
            return not_done(error)
        if known is not None:
            return known
        try:
            step = self._step(request, now)
        except StoreError as error:  # something could not be read in the middle of it
            self.reload(request.desk, now)
            return not_done(error)
        return self._answer(request, step) if isinstance(step, dict) and not step.get("retry") else step

    def _answer(self, request: ReadCommand, result: Result) -> Pending:
        """An answer that is kept, and nothing else."""
        answer = request.key, request.asked, encode(result)
        return Pending(request.desk, Write([], answer=answer), result, request.key, request.asked)

    def _step(self, request: ReadCommand, now: int) -> Pending | Result:
        command = request.command
        if isinstance(command, c.TryAgain):
            return self.try_again(request, now)
        unread = self.refuse_unread(request.desk, now)
        if unread is not None:
            return unread
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
        if self.refuse_unread(name, now) is not None or not (name == CAGE or name in self.tables):
            return None
        try:
            write = self.desk(name).tick(now)
        except StoreError as error:
            log.warning("desk %s: %s", name, error)
            self.reload(name, now)
            return None
        return None if write is None else self._unsure(Pending(name, write, {}))

    def submit(self, who: Who, id: str, raw: bytes, now: int) -> Result:
        """All of it at once, for those who have the floor to themselves: read, carry out, commit, answer."""
        request = self.read(who, id, raw)
        if isinstance(request, dict):
            return request
        if isinstance(request, TurnedAway):
            known = self.answered(request.key, request.asked)
            self.store.commit(self.kept_refusal(request.key, request.asked, request.result) if known is None else [])
            return known or request.result
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
        if step.write.events:
            self.desk(step.desk).stopped_in = 0

    def failed(self, step: Pending, error: StoreError, now: int) -> Result:
        """A step that did not get to disk did not happen. Where that was the disk's fault, the same command may be
        sent again; where it was the command's, it is refused for good."""
        self.reload(step.desk, now)
        try:
            if isinstance(error, AnsweredAlready):
                return self.answered(step.key, step.asked) or refused("answered before")
        except StoreError as unreadable:
            return not_done(unreadable)
        if isinstance(error, Overdrawn):
            return refused("that is more than there is", legal="a smaller amount")
        if isinstance(error, Unbalanced):
            log.error("desk %s: %s; nothing of it was done", step.desk, error)
            return refused("what this would move does not add up; nothing was moved", legal="a manager pays by hand")
        return not_done(error)

    def kept_refusal(self, key: str, asked: str, result: Result) -> list[Write]:
        """A refusal is kept like any other answer, so that the same command cannot be carried out later."""
        keeps = key and not result["ok"] and not result.get("retry")
        return [Write([], answer=(key, asked, encode(result)))] if keeps else []

    def add_table(self, request: ReadCommand, command: c.AddTable, now: int) -> Pending | Result:
        """A new table, open at once."""
        if command.id in self.tables or command.id in (CAGE, PEOPLE):
            return refused(f"there is a table {command.id} already", legal="another id")
        make = game_of(command.game)
        if make is None:
            return refused(f"no game {command.game!r}", legal=", ".join([*games(), *card_games()]))
        if command.mode not in ("virtual", "physical") or command.entry not in ("confirm", "twice"):
            return refused("mode is virtual or physical, entry is confirm or twice")
        company = self._company(command)
        if isinstance(company, dict):
            return company
        try:
            options = with_limits(make, command.options)
            make(options)
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
            return self._answer(request, result)
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
    make = game_of(id)
    assert make is not None
    of_book = (table for table in make.book.first_tables if table.game == id and "teaching" not in table.options)
    return next(of_book, None) or FirstTable(id.partition("/")[2], make.title, id, with_limits(make, {}))


def default_tables() -> list[c.AddTable]:
    """The tables of a new floor: one of each game against the house, and those that the books name besides; those
    between players last."""
    order = [*games(), *card_games()]
    books = dict.fromkeys(game.book for game in (*games().values(), *card_games().values()))
    named = [table for book in books for table in book.first_tables]
    named += [first for id in games() if (first := first_table(id)) not in named]
    named.sort(key=lambda table: order.index(table.game))
    return [
        c.AddTable(table.id, table.name, table.game, dict(table.options), wagering_seconds=table.wagering_seconds,
                   decision_seconds=table.decision_seconds)
        for table in named
    ]


__all__ = ["TABLE", "Floor", "No", "Pending", "ReadCommand", "Sink", "default_tables"]
