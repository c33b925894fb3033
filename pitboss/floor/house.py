"""A table of the floor at which a game against the house is played: the only writer of its stream.

Whatever happens in a round is an answer to the round's own requests, so the stream holds the answers and nothing else
decides anything: after a crash the round is played again up to where it was."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from pitboss.equipment.rng import Source
from pitboss.equipment.shoe import CardMachine, Shoe
from pitboss.floor import (
    announced,
    called_off,
    clock,
    closing,
    consent,
    entries,
    faults,
    last_round,
    late,
    legal_now,
    lessons,
    on_demand,
    players,
    proposals,
    referrals,
    reports,
    seats,
    signs,
    taken_back,
    terminals,
    withheld,
)
from pitboss.floor import commands as c
from pitboss.floor.called_off import OlderRound
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, Desk, No, Result, Settings, body_of, decode, encode
from pitboss.floor.live import FOREGONE, LiveRound, shuffled_again
from pitboss.floor.memory import Added, Memory, account_of
from pitboss.floor.results import outcome, why_void
from pitboss.floor.rules_played import older
from pitboss.floor.seals import LATER, SealedDealer, Seals, no_rounds, refuse_start
from pitboss.floor.store import Store, Stored, Write
from pitboss.floor.trouble import Damaged
from pitboss.law.results import WIN
from pitboss.money import Cents
from pitboss.rulebooks import game as make_game
from pitboss.table.acts import Answer, Choice, Close, Irregular, Lapse, Place, Shuffled, Take
from pitboss.table.acts import decode as read_answer
from pitboss.table.book import Book
from pitboss.table.driver import plain
from pitboss.table.game import Game
from pitboss.table.journal import digest
from pitboss.table.requests import Asked, Choose, Direct, Gather, Shuffle

HISTORY = 100


class HouseTable(Desk):
    """One table: its seats, its round, its clock."""

    kind: ClassVar[str] = "house"

    def __init__(self, id: str, store: Store, source: Source, settings: Settings) -> None:
        super().__init__(f"table:{id}", store, source, settings)
        self.id = id
        self.added = Added(id, "", "")
        self.attendance = on_demand.Attendance()
        self.memory = Memory()
        self.live: LiveRound | None = None
        self.rounds = 0
        self.ready: set[str] = set()
        self.last: dict[str, Any] | None = None
        self.corrected: dict[str, Any] | None = None
        self.history: list[dict[str, Any]] = []
        self.digest = ""
        # What was entered last, while nothing else has happened since; how often an entry was taken back here.
        self.entry: taken_back.LastEntry | None = None
        self.takings = 0
        # The round under way, if it was played under other rules than this program's.
        self.older: OlderRound | None = None
        # When time is up, and for what that was asked.
        self.ends: int | None = None
        self.timed: Asked | None = None
        self._restart()

    def _restart(self) -> None:
        self.seals = Seals(self, self.source)
        self.dealer = SealedDealer(self.seals, self)

    # -- what is told --------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        assert self.live is not None
        return self.live.game

    @property
    def book(self) -> Book:
        return self.added.book

    @property
    def virtual(self) -> bool:
        return self.added.mode == "virtual"

    @property
    def status(self) -> str:
        return self.memory.status if self.live is not None else "closed"

    @property
    def quiet(self) -> bool:
        """Does nobody sit here, and has nobody anything on the layout?"""
        return not self.memory.seats and self.live is not None and self.betting and not self.live.t.all_wagers()

    @property
    def free_seats(self) -> int:
        return seats.free_seats(self) if self.live is not None else 0

    def close_deserted(self) -> None:
        """Nobody is here: the table closes by itself."""
        closing.close_table(self, True, TABLE)

    @property
    def request(self) -> Asked | None:
        return self.live.request if self.live is not None else None

    def round_on(self) -> int:
        return self.rounds if self.live is not None and not signs.between_rounds(self) else 0

    @property
    def betting(self) -> bool:
        """May wagers be placed now?"""
        return type(self.request) is Gather

    def carry_out(self, command: Command, who: Who) -> Result | None:
        try:
            result = self._carry_out(command, who)
        except No as no:
            no.result.setdefault("says", legal_now.says(self, command, who, no))
            raise
        if who.role != c.PLAYER:
            proposals.cover(self)  # what was decided holds, though a player no longer has what he was paid
        return result

    def _carry_out(self, command: Command, who: Who) -> Result | None:
        if self.virtual:
            refuse_start(self.source, command)
        match command:
            case c.OpenTable() | c.CloseTable() | c.SetLimits() | c.TerminalLimits():
                return signs.carry_out(self, command, who)
            case c.Malfunction() | c.Repaired() | c.RefuseCredit():
                return faults.carry_out(self, command, who)
            case c.Withhold() | c.PayHeld():
                return withheld.carry_out(self, command, who)
            case c.Settle():
                return referrals.settle(self, command, who)
            case c.TakeBack():
                return taken_back.take_back(self, command, who)
            case c.Approve() | c.Withdraw() if proposals.is_command(self, command.n):
                result = proposals.second(self, command, who)
                self.timed = None
                clock.arm(self)
                return result
        if self.live is None:
            raise No(f"{self.added.name or self.id} is closed", legal="a supervisor opens it")
        if who.role == c.PLAYER:
            entries.refuse_other(self, who.name)
        late.refuse(self, command)
        match command:
            case c.Sit() | c.Leave() | c.PlaceWagers() | c.TakeWager() | c.Clear() | c.Decide() | c.Ready():
                return players.carry_out(self, command, who)
            case c.NoAnswer():
                return clock.silence(self, who)
            case c.NoMoreBets():
                return self.close_bets(who)
            case c.AddNumber():
                return self.seals.add(who, command.number)
            case c.ReportIrregularity():
                return reports.report(self, command, who)
            case c.GiveDirection():
                return self.direct(who, command.name)
            case c.AskPlayers() | c.AnswerQuestion():
                return consent.carry_out(self, command, who)
            case c.Withdraw(n=n) if self.memory.question is not None and self.memory.question.n == n:
                return consent.carry_out(self, command, who)
            case c.Propose() | c.Approve() | c.Withdraw():
                result = proposals.carry_out(self, command, who)
                self.timed = None
                clock.arm(self)
                return result
        return entries.carry_out(self, command, who)

    @property
    def step(self) -> str:
        """Which question of the round is asked now. After an entry was taken back no question is an earlier one."""
        if self.live is None:
            return ""
        return f"{len(self.live.answers)}{f'-{self.takings}' if self.takings else ''}"

    # -- the round -----------------------------------------------------------------------------------

    def open(self, who: Who) -> None:
        """Start playing, from where the table left off."""
        game = make_game(self.added.game, self.memory.options or self.added.options)
        state = plain(self.memory.state) if self.memory.state is not None else game.opening_state()
        self._start(who, game, state, plain(self.memory.standing))

    def _start(self, who: Who, game: Game, state: dict[str, Any], standing: list[list[Any]]) -> None:
        self.rounds += 1
        self.follow(LiveRound(game, self.rounds, state, standing))
        self.ready = set()
        self.memory.pending = None
        self._write_round(who)

    def _write_round(self, who: Who) -> None:
        """A round starts; what the desk knows goes with it, so that nothing before it need be read again."""
        assert self.live is not None
        live = self.live
        self.write("round", who, {
            "round": live.number, "rules": live.game.rules, "options": live.game.given, "state": live.state,
            "standing": live.standing, "memory": self.memory, "digest": self.digest,
        })

    def act(self, who: Who, *answers: Answer, **more: Any) -> Result | None:
        """Give the round answers; then let virtual equipment go on as far as it can."""
        said = self.say(who, *answers, **more)
        self.go_on()
        return said

    def say(self, who: Who, *answers: Answer, **more: Any) -> Result | None:
        """Give the round answers, all or none of them."""
        assert self.live is not None
        said = None
        for answer in answers:
            refused = self.live.send(answer, more.get("why", ""))
            if refused is not None and (not self.live.answers or self.live.answers[-1] is not answer):
                if answer is not answers[0]:
                    self.write("undone", who, {})  # half of it happened in memory: read the table again
                raise No.of(refused)
            said = refused or said
        self.write("acts", who, {"answers": answers, **more})
        return {"ruled": No.of(said).result} if said is not None else None

    def follow(self, live: LiveRound) -> None:
        """Make `live` the round under way; it calls `_heard` for each answer it accepts, in play and in replay."""
        self.live = live
        live.heard = self._heard

    def _heard(self, answer: Answer) -> None:
        """Update the table for an answer that the round has accepted."""
        match answer:
            case Place(player=player):
                self.memory.idle.setdefault(player, 0)
                self.ready.discard(player)
            case Take(player=player):
                self.ready.discard(player)
            case Shuffled(digest=announced) if self.virtual:
                self.digest = announced

    def write(self, type: str, who: Who, body: Mapping[str, Any]) -> None:
        super().write(type, who, body)
        if type == "acts":
            self.memory.pending = None
        if who.name in self.memory.idle:
            self.memory.seen[who.name] = self.now

    def _finish(self, who: Who, key: str, asked: str, result: Result) -> Write:
        write = super()._finish(who, key, asked, result)
        if write.events:
            self.entry = taken_back.entry_of(self, write.events)
        on_demand.arm(self)
        return write

    def go_on(self) -> None:
        """Virtual equipment answers until somebody must decide something; after a round comes the next."""
        self.advance()
        signs.wagering_opens(self)
        while self.live is not None and self.live.over:
            self._end()
            self.advance()
            terminals.collect(self)
            signs.wagering_opens(self)
        self.post_round()
        clock.arm(self)

    def advance(self) -> None:
        """Let virtual equipment answer what nobody has to be asked."""
        live = self.live
        if live is None or not self.virtual:
            return
        said: list[Answer] = []
        shuffles = len(live.reshuffled)
        while (request := live.request) is not None and not clock.holds_back(self, live):
            foregone = self._foregone(live)
            if type(foregone) is Choice:
                self._write_said(said)
                said = []
                self.say(Who(foregone.player, c.PLAYER), foregone, why=FOREGONE)
                continue
            if foregone is None and (self._waits_for_people(live) or self.seals.starved):
                break
            if type(request) is Shuffle:
                self._shoe_ends()
            answer = foregone or (Lapse() if isinstance(request, Direct) else self.dealer.answer(live.t, request))
            live.send(answer)
            said.append(answer)
        self._write_said(said)
        for shuffle in shuffled_again(live)[shuffles:]:
            self.write("reshuffled", TABLE, {"round": live.number, **shuffle})
        if type(live.request) is Gather:
            self.seals.turn(betting=True)

    def _write_said(self, said: list[Answer]) -> None:
        """What virtual equipment answered."""
        if said:
            self.write("acts", TABLE, {"answers": said})
            self._keep_shoe()
            self.seals.keep()

    def _foregone(self, live: LiveRound) -> Choice | Lapse | None:
        """What nobody need be asked about, because every player would decide alike."""
        request = live.request
        if not isinstance(request, Choose) or not request.player or isinstance(request, Direct):
            return None
        people = {*self.memory.seats.values(), *(player for players in live.t.boxes.values() for player in players)}
        return live.game.foregone(live.t, request, people != {request.player})

    def _waits_for_people(self, live: LiveRound) -> bool:
        """Nobody stands at virtual equipment: an official is waited for only once somebody has called one."""
        if isinstance(live.request, Direct):
            called = [answer.kind for answer in live.answers if type(answer) is Irregular]
            return any(not reports.own_report(kind) for kind in called)
        return isinstance(live.request, Gather | Choose)

    def answer(self, t: Any, request: Asked) -> Answer:
        """The virtual dealer never asks people: they come by themselves."""
        raise AssertionError("people are not asked here")

    def _shoe_ends(self) -> None:
        """The order of a shoe that is done with may be seen."""
        proof = self.dealer.proof()
        if proof is not None and self.digest:
            self.write("proof", TABLE, {"digest": self.digest, "nonce": proof[0], "order": proof[1]})
        self.digest = ""

    def _keep_shoe(self) -> None:
        if self.dealer.shoe is not None:
            self.keep(f"shoe:{self.id}", encode(self.dealer.shoe.state()))

    def _end(self) -> None:
        """The round is over: its lines, what it moved, and the next one."""
        live = self.live
        assert live is not None
        t = live.t
        self.post_round()
        played = bool(t.lines) or bool(t.hands)
        result, tag = outcome(t)
        body = {
            "round": live.number, "lines": t.lines, "net": t.net, "facts": digest(t.events), "result": result,
            "tag": tag, "played": played, "shuffle": self.digest, "bet": live.bets(), "gain": live.gains(),
            "void": t.voided, "why": why_void(t), "referred": referrals.left_open(self, live.number),
        }
        self.write("ended", TABLE, body)
        if self.virtual:
            if live.game.decks == 1:
                self._shoe_ends()
            self.seals.turn(betting=False)
        self._remember_end(decode(encode(body)), self.now)
        if self.last is not None and self.last["round"] == live.number:
            last_round.keep(self, live)
        self.memory.state, self.memory.standing = plain(t.state), live.stands()
        self._drop_proposals()
        signs.round_over(self)
        game = make_game(self.added.game, self.memory.options) if self.memory.options else live.game
        self.memory.options = None
        self._start(TABLE, game, self.memory.state, self.memory.standing)

    def _drop_proposals(self) -> None:
        """Drop the proposals that can no longer be carried out once a round is over."""
        self.memory.proposals = [each for each in self.memory.proposals if each.what not in ("void", "report")]

    def call_off_older(self, now: int) -> Write | None:
        if self.older is None:
            return None
        self._begin(now)
        round, self.older = self.older, None
        game = make_game(self.added.game, round.body["options"])
        body = called_off.call_off(self, round, game)
        if self.virtual:
            self._shoe_ends()
            self.seals.turn(betting=False)
            self.dealer.shoe = None
            self.keep(f"shoe:{self.id}", None)
        if body is not None:
            self._remember_end(body, now)
            last_round.keep_stored(self, game)
        self._drop_proposals()
        self._start(TABLE, game, called_off.fresh_state(game, round.body["state"]), [])
        proposals.cover(self)
        self.go_on()
        write = self._finish(TABLE, "", "", {})
        if body is not None:
            write.events.insert(0, called_off.incident(self.id, body, now))
        return write

    def rest(self) -> None:
        """No round follows: the table is closed, and keeps what outlives a round."""
        assert self.live is not None
        live, self.live = self.live, None
        self.memory.state, self.memory.standing = plain(live.t.state), live.stands()
        self.memory.options = dict(live.game.given)
        self.write("rested", TABLE, {"memory": self.memory})
        clock.arm(self)

    def _remember_end(self, body: dict[str, Any], at: int) -> None:
        if body["played"] or body["result"]:
            self.last = {**body, "id": f"{self.id}/{body['round']}", "at": at}
        if body["result"] and not body["void"]:
            self.history.append({"round": body["round"], "result": body["result"], "tag": body["tag"], "at": at})
            del self.history[:-HISTORY]

    def post_round(self) -> None:
        if self.live is not None:
            self.post(*self.live.moved(self.account, self.id))
        lessons.lend_missing(self)

    def account(self, player: str) -> str:
        return account_of(self.added, self.memory.walk_ins, player)

    def credits(self, player: str) -> Cents:
        return self.holds(self.account(player))

    def won_in(self, ended: dict[str, Any], player: str) -> Cents:
        """What a round paid a player on top of his stakes."""
        lines = [line for line in ended["lines"] if (line["player"], line["outcome"]) == (player, WIN)]
        return sum(line["pays"] for line in lines)

    def record(self, type: str, who: Who, body: dict[str, Any]) -> None:
        """Apply an event to every part of the table, as replay does, and write it."""
        self._apply(type, body)
        self.write(type, who, body)

    def _apply(self, type: str, body: dict[str, Any]) -> None:
        for part in (consent, entries, faults, proposals, referrals, seats, signs, taken_back, withheld):
            part.fold(self, type, body)

    # -- staff ---------------------------------------------------------------------------------------

    def close_bets(self, who: Who) -> Result | None:
        if not self.betting:
            raise No("betting is closed already")
        if self.virtual and self.seals.starved:
            raise No(no_rounds(self.source), legal=LATER)
        return self.act(who, Close())

    def direct(self, who: Who, name: str) -> Result | None:
        """An official's decision, in the office that was asked or one that may act for it."""
        request = self.request
        if not isinstance(request, Direct):
            raise No("no official is asked for a decision now")
        office = request.hand
        if not reports.speaks_for(self, who, office):
            raise No(f"the {office} is asked", str(request.clause), f"the {office} decides")
        return self.act(who, Choice(office, name))

    # -- time ----------------------------------------------------------------------------------------

    def _wants_seal(self) -> bool:
        """Are bets taken and nothing sealed? So it is when a source is well again, and at a floor of before seals."""
        return self.virtual and self.betting and self.seals.current is None and not self.seals.starved

    def due(self) -> None:
        if self._wants_seal():
            self.seals.turn(betting=True)
        if not on_demand.close_if_deserted(self):
            clock.due(self)
        withheld.due(self)

    def deadline(self) -> int | None:
        times = [time for time in (clock.deadline(self), withheld.next_due(self)) if time is not None]
        times += [self.now] if self._wants_seal() else []
        return on_demand.earlier(self, min(times, default=None))

    # -- reading it again ----------------------------------------------------------------------------

    def load(self, now: int) -> None:
        """The table as the store has it; whoever was on the clock gets the whole time again."""
        self.now = now
        self.read(taken_back.struck(self.store, self.stream))
        self.entry = taken_back.last_entry(self)
        on_demand.recall(self)

    def read(self, gone: list[taken_back.Struck]) -> None:
        """The table as its stream tells it, without what was taken back."""
        self.version, self.takings = self.store.version(self.stream), len(gone)
        self.ready, self.timed, self.ends = set(), None, None
        first = self.store.events(self.stream, 0, 1)
        self.added = msgspec.convert(body_of(first[0]), Added)
        self.history, self.last, self.corrected = [], None, None
        ended = self.store.recent(self.stream, "ended", HISTORY + len(gone))
        for event in reversed(taken_back.counting(ended, gone)[:HISTORY]):
            self._remember_end(body_of(event), event.at)
        for event in reversed(self.store.recent(self.stream, "corrected", HISTORY)):
            proposals.recall(self, body_of(event))
        self._restart()
        self._load_shoe()
        start = taken_back.last_round(self.store, self.stream, gone)
        self.live, self.memory, self.older = None, Memory(), None
        if start is not None:
            self._load_round(start)
        last_round.read(self, gone)
        for event in taken_back.counting(self.store.events(self.stream, start.ver if start is not None else 1), gone):
            self.fold(event)
        if self.virtual:
            announced.check_announced(self)
        clock.arm(self)
        # Equipment that had no chance to go on by goes on as soon as it has.
        if self.ends is None and self.virtual and self.live is not None and not self._waits_for_people(self.live):
            self.ends = None if self.seals.starved else self.now

    def _load_round(self, start: Stored) -> None:
        body, words = body_of(start), older(self.store, self.added.game, start)
        self.memory = msgspec.convert(body["memory"], Memory, str_keys=True)
        self.rounds, self.digest = body["round"], body["digest"]
        if words:
            self.older = OlderRound(start, words)
        else:
            game = make_game(self.added.game, body["options"])
            self.follow(LiveRound(game, self.rounds, body["state"], body["standing"]))

    def _load_shoe(self) -> None:
        try:
            self.seals.load()
            kept = self.store.secret(f"shoe:{self.id}")
            if kept is not None:
                state = decode(kept)
                machine = state["kind"] == "machine"
                self.dealer.shoe = CardMachine.from_state(state, self.seals) if machine else Shoe.from_state(state)
        except (msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise Damaged(f"the stored shoe or seals cannot be used: {error}"[:200]) from None

    def fold(self, event: Stored) -> None:
        """One event of the past."""
        body = body_of(event)
        match event.type:
            case "acts" | "amended" if self.older is not None:
                shuffled = [answer["digest"] for answer in body["answers"] if answer["type"] == "shuffled"]
                self.digest = shuffled[-1] if shuffled and self.virtual else self.digest
            case "taken-back" if self.older is not None:
                self.memory.pending = None
            case "acts":
                assert self.live is not None
                for answer in body["answers"]:
                    self.live.send(read_answer(encode(answer)), body.get("why", ""), body.get("clause", ""))
                self.live.moved(self.account, self.id)
                self.memory.pending = None
            case "rested":
                self.memory, self.live = msgspec.convert(body["memory"], Memory, str_keys=True), None
                self._rest_older()
            case "ready":
                self.ready.add(event.actor)
            case "amended":
                proposals.fold_amended(self, body)
            case _:
                self._apply(event.type, body)
        if event.actor in self.memory.idle:
            self.memory.seen[event.actor] = event.at

    def _rest_older(self) -> None:
        """A table that was closed under other rules starts with fresh equipment when it is opened."""
        if self.older is not None:
            game, state = make_game(self.added.game, self.older.body["options"]), self.memory.state or {}
            self.memory.state, self.older = called_off.fresh_state(game, state), None
