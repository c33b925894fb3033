"""A table of the floor at which players play against each other: the only writer of its stream.

Each act is an event, and so is the start of each hand; the order of its cards is kept apart until the hand is over."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from pitboss.cardroom.hand import Hand
from pitboss.cardroom.lineup import Lineup
from pitboss.equipment.rng import Source, fault_of
from pitboss.floor import commands as c
from pitboss.floor import (
    on_demand,
    poker_called_off,
    poker_changes,
    poker_clock,
    poker_closing,
    poker_company,
    poker_decisions,
    poker_entries,
    poker_players,
    poker_reports,
    poker_seats,
    poker_taken_back,
    poker_void,
    taken_back,
    withheld,
)
from pitboss.floor.called_off import OlderRound, incident
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, Desk, No, Result, Settings, body_of, decode, encode
from pitboss.floor.memory import Added
from pitboss.floor.poker_acts import Body
from pitboss.floor.poker_clock import LONG_PAUSE_MS, PAUSE_MS
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.poker_headlines import headlines
from pitboss.floor.poker_memory import RoomMemory
from pitboss.floor.poker_next_deck import NextDeck, deck_under_way
from pitboss.floor.poker_points import points_of
from pitboss.floor.poker_room import HOUSE, Room
from pitboss.floor.poker_words import ended, step
from pitboss.floor.rules_played import older
from pitboss.floor.seals import refuse_start
from pitboss.floor.store import Store, Stored, Write
from pitboss.law import Refused
from pitboss.money import Cents, show_amount
from pitboss.table.book import Book

HISTORY = 100
# Hands that one may let pass before the seat goes to somebody else.
MOST_OUT = 20
# Salts past those of any card of a deck.
SALTED = 1000


class PokerDesk(Desk):
    """One table: seats, stacks, the hand that is on, and the clock."""

    kind: ClassVar[str] = "poker"

    def __init__(self, id: str, store: Store, source: Source, settings: Settings) -> None:
        super().__init__(f"table:{id}", store, source, settings)
        self.id = id
        self._added = Added(id, "", "")
        self.attendance = on_demand.Attendance()
        # What the dealer entered last at a table with real cards, and how often an entry was taken back there.
        self.entry: taken_back.LastEntry | None = None
        self.takings = 0
        self._room: Room | None = None
        # The hand under way, if it was played under other rules than this program's.
        self.older: OlderRound | None = None
        self.ready: set[str] = set()
        self.last: dict[str, Any] | None = None
        self.history: list[dict[str, Any]] = []
        # When time is up, how many seconds there were, and for what.
        self.ends: int | None = None
        self.seconds = 0
        self.timed: tuple[Any, ...] | None = None
        self._posted: dict[str, Cents] = {}
        self.next_deck = NextDeck(self)
        # Milliseconds until the next hand.
        self.pause_ms = PAUSE_MS

    # -- what others ask of every table --------------------------------------------------------------

    @property
    def added(self) -> Added:
        return self._added

    @added.setter
    def added(self, added: Added) -> None:
        self._added = added

    @property
    def room(self) -> Room:
        if self._room is None:
            self._room = Room(self.added)
            self._posted = self._room.held()
        return self._room

    @property
    def memory(self) -> RoomMemory:
        return self.room.memory

    @property
    def physical(self) -> bool:
        """Is it played with real cards and chips?"""
        return self.added.mode == "physical"

    @property
    def rounds(self) -> int:
        return self.room.number

    @property
    def under_way(self) -> bool:
        """Is a hand on?"""
        return self.room.hand is not None

    @property
    def status(self) -> str:
        return self.memory.status

    @property
    def quiet(self) -> bool:
        """Is no hand on, and can none be dealt?"""
        return not self.under_way and self.lineup() is None

    @property
    def free_seats(self) -> int:
        return self.room.table.places - len(self.room.people())

    def close_deserted(self) -> None:
        """Nobody is here, or nobody to play with: whoever has a seat goes with his chips, and the table closes."""
        for name in self.room.people():
            self.unseat(TABLE, self.room.seat_of(name) or 0, "no hand could be dealt")
        poker_closing.close_table(self, True, TABLE)
        self._settle_down()

    def round_on(self) -> int:
        return self.room.number if self.under_way else 0

    def seated(self) -> set[str]:
        """Those whose own view may change with anything that happens here."""
        return {*self.room.people(), *self.room.names.values()} - set(HOUSE)

    def hides(self, event: Stored) -> bool:
        """Does an event tell cards that not everybody saw? Hands that nobody showed stay hidden for good."""
        if self.physical:
            return False  # what was entered lay open
        return event.type == "deck" or (event.type == "acts" and b'"cards"' in event.body)

    # -- commands ------------------------------------------------------------------------------------

    def carry_out(self, command: Command, who: Who) -> Result | None:
        result = self._carry_out(command, who)
        self._settle_down()
        return result

    def _settle_down(self) -> None:
        """Something has happened: what follows between hands, what it moved, and what is waited for now."""
        self._between()
        self.next_deck.prepare()
        self._post()
        poker_clock.arm(self)

    def _carry_out(self, command: Command, who: Who) -> Result | None:
        if not self.physical:
            refuse_start(self.source, command)
        match command:
            case c.OpenTable() | c.CloseTable():
                return poker_closing.carry_out(self, command, who)
        if self.memory.status == "closed":
            raise No(f"{self.added.name or self.id} is closed", legal="a supervisor opens it")
        if isinstance(command, c.InRound) and command.round not in (0, self.room.number):
            raise No(f"hand {command.round} is over, this does not count", legal=f"hand {self.room.number} is on")
        match command:
            case c.Enter() | c.SeatFor() | c.DealHand() | c.TakeBack():
                return poker_entries.carry_out(self, command, who)
            case c.Sit() | c.ChangeSeat() | c.AddChips() | c.Decide() | c.Ready() if self.physical:
                raise No("this table is played with real cards and chips", legal="the dealer enters what players do")
            case c.Sit() | c.Leave() | c.SitOut() | c.ComeBack() | c.AddChips() | c.Ready():
                return poker_players.carry_out(self, command, who)
            case c.ChangeSeat():
                return poker_seats.move(self, who, command.box)
            case c.AddNumber():
                return self.next_deck.add(who, command.number)
            case c.Decide():
                return poker_decisions.decide(self, who, command)
            case c.NoAnswer() if self.room.hand and command.step not in ("", step(self.room.hand)):
                raise No("silence: that question is over, this does not count")
            case c.NoAnswer():
                return poker_clock.silence(self, who)
            case c.AskPlayers() | c.AnswerQuestion():
                return poker_closing.carry_out(self, command, who)
            case c.Withdraw(n=n) if self.memory.question is not None and self.memory.question.n == n:
                return poker_closing.carry_out(self, command, who)
            case c.SendPlayers():
                poker_company.send(self, command.players, who)
                return None
            case c.ChangeStakes():
                return poker_changes.announce(self, command, who)
            case c.Withdraw(n=n) if self.memory.change is not None and self.memory.change.n == n:
                self.happen("withdrawn", who, {"n": n})
                return None
            case c.Withhold() | c.PayHeld():
                return withheld.carry_out(self, command, who)
            case c.ReportIrregularity():
                return poker_reports.report(self, command, who)
            case c.Misdeal():
                return poker_void.declare_misdeal(self, command, who)
            case c.Propose() | c.Approve() | c.Withdraw():
                result = poker_void.carry_out(self, command, who)
                self.timed = None
                return result
        raise No(f"{c.tag_of(type(command))} is nothing for a table between players",
                 legal="sit, leave, sit-out, come-back, add-chips, decide")

    def happen(self, type: str, who: Who, body: Body, deck: SealedDeck | None = None) -> None:
        """Something happens and is written down, or is refused."""
        refused = self.room.apply(type, body, deck)
        if refused is not None:
            raise No.of(refused)
        self.write(type, who, body)

    def _post(self) -> None:
        """What moved between stacks, pot and commission since this was last asked."""
        held = self.room.held()
        for account in {**self._posted, **held}:
            moved = held.get(account, 0) - self._posted.get(account, 0)
            if moved:
                self.post((account, moved))
        self._posted = held

    # -- seats ---------------------------------------------------------------------------------------

    def own_seat(self, who: Who) -> int:
        """Where a player sits, who must sit there for what he wants."""
        seat = self.room.seat_of(who.name)
        if seat is None:
            raise No("you do not sit at this table", legal="take a free seat")
        return seat

    def can_pay(self, who: Who, amount: Cents, what: str) -> None:
        """Refuse what costs more than a player has in credits."""
        held = self.credits(who.name)
        if amount > held:
            raise No(f"{what} {show_amount(amount)} with {show_amount(held)} of credits",
                     legal="less, or more credits first")

    def buy_seat(self, who: Who, box: int, amount: Cents) -> Result:
        """A free seat, or one of the house's, for a stack."""
        self.can_pay(who, amount, "a buy-in of")
        holder = self.room.table.players.get(box)
        if holder is not None and holder.name in HOUSE and not self.room.in_hand(box):
            self.unseat(TABLE, box, "makes room")
        self.seat(who, who.name, box, amount)
        return {"box": box, "credits": self.credits(who.name)}

    def seat(self, who: Who, name: str, box: int, amount: Cents) -> None:
        """Somebody takes a seat, and so many chips with him."""
        self.happen("seated", who, {"player": name, "box": box, "amount": amount})
        self.post((self.room.purse(name), -amount))

    def unseat(self, who: Who, seat: int, why: str, clause: str = "") -> None:
        """A seat is free again, and its chips go with its player."""
        player = self.room.table.players[seat]
        name, chips = player.name, self.room.stack(seat)
        body = {"player": name, "box": seat, "amount": chips, "why": why, "clause": clause}
        self.happen("left", who, {**body, "open": poker_seats.open_until(self, name)})
        self.ready.discard(name)
        if chips:
            self.post((self.room.purse(name), chips))

    # -- payments that are looked into ---------------------------------------------------------------

    @property
    def book(self) -> Book:
        return self.room.game.book

    def account(self, player: str) -> str:
        return self.room.purse(player)

    def won_in(self, ended: dict[str, Any], player: str) -> Cents:
        """What a player won of the others in a hand."""
        return max(0, int(ended["net"].get(player, 0)))

    def record(self, type: str, who: Who, body: Body) -> None:
        """A payment is withheld, or made after all."""
        self.happen(type, who, body)

    def top_up(self, who: Who, seat: int, amount: Cents) -> None:
        """Chips come to a stack."""
        self.happen("topped-up", who, {"box": seat, "amount": amount})
        self.post((self.room.purse(self.room.table.players[seat].name), -amount))

    # -- the hand ------------------------------------------------------------------------------------

    def acting(self, h: Hand) -> str:
        """Whose turn it is."""
        return self.room.names[h.seats[h.turn]]

    def act(self, who: Who, seat: int, body: Body) -> None:
        """Somebody acts in the hand that is on, and may end it by that."""
        deck, h = self.room.deck, self.room.hand
        if "cards" in body and deck is not None and h is not None:
            # Hidden for good: without this, whoever reads the hash of the event finds a few cards by trying.
            body = {**body, "salt": deck.salt(SALTED + len(h.noted))}
        self.happen("acts", who, {"box": seat, **body})
        if self.room.hand is not None and self.room.hand.over:
            self.end(ended(self.room, self.room.hand))

    def end(self, result: Body) -> None:
        """The hand is over: what came of it, and the order of its cards for those who check hands later."""
        room = self.room
        deck, digest = room.deck, room.digest
        body = decode(encode(result))
        self.happen("ended", TABLE, body)
        if deck is not None:
            self.write("deck", TABLE, {"digest": digest, **deck.secret()})
            self.keep(f"shoe:{self.id}", None)
        self._remember_end(body, self.now)
        self._tell_last()
        self.pause_ms = LONG_PAUSE_MS if body["shows"] else PAUSE_MS

    def _remember_end(self, body: Body, at: int) -> None:
        self.last = {**body, "id": f"{self.id}/{body['round']}", "at": at}
        if body.get("void"):
            return
        self.history.append({"round": body["round"], "result": body["result"], "tag": "", "at": at})
        del self.history[:-HISTORY]

    def _tell_last(self) -> None:
        """The last hand in words."""
        if self.last is None:
            return
        start = taken_back.start_of(self.store, self.stream, self.last["round"])
        if start is not None and older(self.store, self.added.game, start):  # its hands are not ranked by these rules
            self.last |= {"headlines": {"": self.last["result"]}, "points": None}
        else:
            game = self.room.game
            self.last |= {"headlines": headlines(game, self.last), "points": points_of(game, self.last)}

    def deal(self, who: Who = TABLE) -> None:
        """The next hand: those leave who may not stay, the deck is sealed unless it is real, and the cards are out."""
        room = self.room
        for seat, player in list(room.table.players.items()):
            clause = None if player.away else room.game.must_leave(player.stack, player.played and not player.out)
            if clause is not None and player.name not in HOUSE:
                self.unseat(TABLE, seat, "has too little for the next hand", str(clause))
        deck = None if self.physical else self.next_deck.take()
        body = {"round": room.number + 1, "rules": room.game.rules, "at": self.now, **room.plain(),
                "digest": deck.digest() if deck else ""}
        if deck is not None:
            self.keep(f"shoe:{self.id}", encode(deck.secret()))
        self.happen("round", who, decode(encode(body)), deck)
        self.ready = set()
        if room.hand is not None and room.hand.over:  # everybody is all-in with the blinds
            self.end(ended(room, room.hand))

    # -- between hands -------------------------------------------------------------------------------

    def _between(self) -> None:
        """What all have agreed to takes effect. If no hand is on, those go who said so, and the house sends or calls
        back its players."""
        room = self.room
        poker_closing.agree(self)
        if room.hand is not None:
            return
        for name in list(room.memory.leaving):
            seat = room.seat_of(name)
            if seat is not None:
                self.unseat(TABLE, seat, "left", room.memory.sent_away.get(name, ""))
        poker_closing.agree(self)
        poker_closing.close_if_due(self)
        if room.memory.status == "closed":
            poker_seats.drop_all(self)
            return
        poker_changes.take_effect(self)
        for seat, player in list(room.table.players.items()):
            if player.out >= MOST_OUT and not self.physical:
                self.unseat(TABLE, seat, f"{MOST_OUT} hands without playing", room.game.book.away)
        poker_seats.decide(self)
        self._posts()
        poker_company.come_and_go(self)

    def _posts(self) -> None:
        """Those post who said so and owe something; who owes nothing is simply dealt in."""
        room = self.room
        for name in list(room.memory.posting):
            seat = room.seat_of(name)
            owes = room.table.owes(seat) if seat is not None else None
            if not isinstance(owes, Refused):
                amount = owes.amount if owes is not None else 0
                self.happen("posts", TABLE, {"box": seat, "player": name, "amount": amount})

    def _recall_ready(self, type: str, body: Body) -> None:
        """Who had said so when the floor went down still has."""
        match type:
            case "ready":
                self.ready.add(body["player"])
            case "left":
                self.ready.discard(body["player"])
            case "away":
                self.ready.discard(self.room.table.players[body["box"]].name)

    def lineup(self) -> Lineup | None:
        """The next hand as it could be dealt now, with somebody there who is not of the house."""
        room = self.room
        if room.hand is not None or not (room.memory.status == "open" or room.memory.notice is not None):
            return None
        if fault_of(self.source) and not self.physical:
            return None
        lineup = room.table.lineup()
        if isinstance(lineup, Refused):
            return None
        # One who must wait for a hand to go by sees it played, if only by the house.
        people = any(p.name not in HOUSE and p.stack and not p.away for p in room.table.players.values())
        return lineup if people else None

    # -- time ----------------------------------------------------------------------------------------

    def due(self) -> None:
        if on_demand.close_if_deserted(self) or self.ends is None or self.now < self.ends:
            return
        self.timed = None
        try:
            self._go_on()
        except No:
            self._begin(self.now)
            self.load(self.now)
            self.ends = self.now + LONG_PAUSE_MS

    def _go_on(self) -> None:
        h = self.room.hand
        if h is None:
            if self.lineup() is not None:
                self.deal()
        elif self.acting(h) in HOUSE:
            poker_company.play(self, h)
        else:
            poker_clock.silence(self, TABLE)
        self._settle_down()

    def deadline(self) -> int | None:
        return on_demand.earlier(self, self.ends)

    def _finish(self, who: Who, key: str, asked: str, result: Result) -> Write:
        write = super()._finish(who, key, asked, result)
        if write.events:
            self.entry = poker_taken_back.after(self, write.events)
        on_demand.arm(self)
        return write

    # -- reading it again ----------------------------------------------------------------------------

    def load(self, now: int) -> None:
        """The table as the store has it; whoever was on the clock gets the whole time again."""
        self.now = now
        gone = taken_back.struck(self.store, self.stream)
        self.read(gone)
        self.entry = poker_taken_back.last_entry(self, gone)
        poker_clock.arm(self)
        on_demand.recall(self)

    def read(self, gone: list[taken_back.Struck]) -> None:
        """The table as its stream tells it, without what was taken back."""
        self.version, self.takings = self.store.version(self.stream), len(gone)
        self.ready, self.timed, self.ends, self.pause_ms = set(), None, None, PAUSE_MS
        first = self.store.events(self.stream, 0, 1)
        self.added = msgspec.convert(body_of(first[0]), Added)
        self.history, self.last = [], None
        self.next_deck.load()
        start = taken_back.last_round(self.store, self.stream, gone)
        journal = self.store.events(self.stream, start.ver - 1 if start is not None else 1)
        events = taken_back.counting(journal, gone)
        self._room, self.older = Room(self.added), None
        over = taken_back.counting(self.store.recent(self.stream, "ended", HISTORY + len(gone)), gone)
        for event in reversed(over[:HISTORY]):
            self._remember_end(body_of(event), event.at)
        self._tell_last()
        if start is not None and (words := older(self.store, self.added.game, start)):
            self._read_older(start, words, events)
        else:
            self._read_hand(start, events)
        self._posted = self._room.held()

    def _read_hand(self, start: Stored | None, events: list[Stored]) -> None:
        """Read the hand that is on, or was on last, and what came after it."""
        self._room = Room.from_plain(self.added, body_of(start)) if start is not None else Room(self.added)
        deck = deck_of(self.store, self.stream, events)
        for event in events:
            self._room.apply(event.type, body_of(event), deck)
            self._recall_ready(event.type, body_of(event))

    def _read_older(self, start: Stored, words: str, events: list[Stored]) -> None:
        """Read what a hand of other rules leaves: the table as it was called off, or without the hand."""
        ended = next((event for event in events if event.type == "ended"), None)
        self._room = poker_called_off.without_hand(self.added, start, ended, events, self.store)
        self.older = OlderRound(start, words) if ended is None else None

    def call_off_older(self, now: int) -> Write | None:
        if self.older is None:
            return None
        self._begin(now)
        round, self.older = self.older, None
        body = poker_called_off.call_off(self, round)
        deck = deck_of(self.store, self.stream, [round.start])
        if deck is not None:
            self.write("deck", TABLE, {"digest": round.body["digest"], **deck.secret()})
            self.keep(f"shoe:{self.id}", None)
        self._posted = self.room.held()
        self._remember_end(body, now)
        self._tell_last()
        self._settle_down()
        write = self._finish(TABLE, "", "", {})
        write.events.insert(0, incident(self.id, body, now))
        return write


def deck_of(store: Store, stream: str, events: list[Stored]) -> SealedDeck | None:
    """Return the deck of a hand: the one in its event "deck" if the hand is over, else the one that is stored. Raise
    Damaged if that is not the deck that was announced."""
    body = next((body_of(event) for event in events if event.type == "deck"), None)
    if body is not None:
        return SealedDeck.of(body)
    start = next((event for event in events if event.type == "round"), None)
    return deck_under_way(store, stream, body_of(start)["digest"] if start is not None else "")
