"""A table of the floor at which players play against each other: the only writer of its stream.

Each act is an event, and so is the start of each hand; the order of its cards is kept apart until the hand is over."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from pitboss.cardroom.acts import Act, RunBoard
from pitboss.cardroom.bots import Bot
from pitboss.cardroom.clock import seconds_to_act
from pitboss.cardroom.game import RUNS
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.lineup import Lineup
from pitboss.equipment.rng import Source
from pitboss.floor import commands as c
from pitboss.floor import poker_changes, poker_closing, poker_conduct, poker_seats, poker_void
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import SECOND_PERSON_S, TABLE, Desk, No, Result, Settings, body_of, decode, encode
from pitboss.floor.memory import Added
from pitboss.floor.poker_acts import Body, read_act, written
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.poker_room import HOUSE, Room, RoomMemory, big_blind, buy_in
from pitboss.floor.poker_words import ended, looks, step
from pitboss.floor.store import Store, Stored
from pitboss.law import Refused
from pitboss.money import Cents, show_amount

HISTORY = 100
# Milliseconds: before a hand, after one in which hands were shown or before one that somebody may straddle, and until a
# house player acts.
PAUSE_MS, LONG_PAUSE_MS, THINKS_MS = 3000, 6000, 1200
# House players fill a table up to so many players, and make room for more.
COMPANY = 4
# What a house player sits down with, in big blinds.
HOUSE_STACK = 100
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
        self._room: Room | None = None
        self.ready: set[str] = set()
        self.last: dict[str, Any] | None = None
        self.history: list[dict[str, Any]] = []
        self.ends: int | None = None
        self.seconds = 0
        self._timed: tuple[Any, ...] | None = None
        self._posted: dict[str, Cents] = {}
        self._pause = PAUSE_MS

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
    def rounds(self) -> int:
        return self.room.number

    @property
    def under_way(self) -> bool:
        """Is a hand on?"""
        return self.room.hand is not None

    def round_on(self) -> int:
        return self.room.number if self.under_way else 0

    def seated(self) -> set[str]:
        """Those whose own view may change with anything that happens here."""
        return {*self.room.people(), *self.room.names.values()} - set(HOUSE)

    def hides(self, event: Stored) -> bool:
        """Does an event tell cards that not everybody saw? Hands that nobody showed stay hidden for good."""
        return event.type == "deck" or (event.type == "acts" and b'"cards"' in event.body)

    # -- commands ------------------------------------------------------------------------------------

    def carry_out(self, command: Command, who: Who) -> Result | None:
        result = self._carry_out(command, who)
        self._between()
        self._post()
        self._arm()
        return result

    def _carry_out(self, command: Command, who: Who) -> Result | None:
        match command:
            case c.OpenTable() | c.CloseTable():
                return poker_closing.carry_out(self, command, who)
        if self.memory.status == "closed":
            raise No(f"{self.added.name or self.id} is closed", legal="a supervisor opens it")
        if isinstance(command, c.InRound) and command.round not in (0, self.room.number):
            raise No(f"hand {command.round} is over, this does not count", legal=f"hand {self.room.number} is on")
        match command:
            case c.Sit():
                return self.sit(who, command.box, command.amount)
            case c.ChangeSeat():
                return poker_seats.move(self, who, command.box)
            case c.Leave():
                return self.leave(who)
            case c.SitOut():
                return self.sit_out(who)
            case c.ComeBack():
                return self.come_back(who, command.post)
            case c.AddChips():
                return self.add_chips(who, command.amount)
            case c.Decide():
                return self.decide(who, command)
            case c.Ready():
                return self.say_ready(who)
            case c.Silence() if self.room.hand and command.step not in ("", step(self.room.hand)):
                raise No("silence: that question is over, this does not count")
            case c.Silence():
                return self.silence(who)
            case c.AskPlayers() | c.AnswerQuestion():
                return poker_closing.carry_out(self, command, who)
            case c.Withdraw(n=n) if self.memory.question is not None and self.memory.question.n == n:
                return poker_closing.carry_out(self, command, who)
            case c.ChangeStakes():
                return poker_changes.announce(self, command, who)
            case c.Withdraw(n=n) if self.memory.change is not None and self.memory.change.n == n:
                self.happen("withdrawn", who, {"n": n})
                return None
            case c.Report():
                return poker_conduct.report(self, command, who)
            case c.Misdeal():
                return poker_void.declare_misdeal(self, command, who)
            case c.Propose() | c.Approve() | c.Withdraw():
                result = poker_void.carry_out(self, command, who)
                self._timed = None
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
        seat = self.room.seat_of(who.name)
        if seat is None:
            raise No("you do not sit at this table", legal="take a free seat")
        return seat

    def _pays(self, who: Who, amount: Cents, what: str) -> None:
        held = self.credits(who.name)
        if amount > held:
            raise No(f"{what} {show_amount(amount)} with {show_amount(held)} of credits",
                     legal="less, or more credits first")

    def sit(self, who: Who, box: int, amount: Cents | None) -> Result | None:
        if self.memory.status != "open":
            raise No(f"the table {poker_closing.closes(self.room)}: no new players",
                     poker_closing.clause_of(self.room), "another table")
        taken = self.room.seat_of(who.name)
        if taken is not None:
            raise No(f"you sit at seat {taken} already", legal="leave first")
        if amount is None:
            least, most = buy_in(self.room)
            told = f"{show_amount(least)} or more" if most is None else f"{show_amount(least)} to {show_amount(most)}"
            raise No("a seat without a buy-in", legal=f"an amount: {told}")
        if poker_seats.is_open(self, box):
            self._pays(who, amount, "a buy-in of")
            return poker_seats.wish(self, who, box, amount)
        return self.buy_seat(who, box, amount)

    def buy_seat(self, who: Who, box: int, amount: Cents) -> Result:
        """A free seat, or one of the house's, for a stack."""
        self._pays(who, amount, "a buy-in of")
        holder = self.room.table.players.get(box)
        if holder is not None and holder.name in HOUSE and not self.room.in_hand(box):
            self.unseat(TABLE, box, "makes room")
        self._seat(who, who.name, box, amount)
        return {"box": box, "credits": self.credits(who.name)}

    def _seat(self, who: Who, name: str, box: int, amount: Cents) -> None:
        self.happen("seated", who, {"player": name, "box": box, "amount": amount})
        self.post((self._purse(name), -amount))

    def _purse(self, name: str) -> str:
        """Where chips come from and go to."""
        return f"float:{self.id}" if name in HOUSE else f"player:{name}"

    def leave(self, who: Who) -> Result | None:
        """Leave with everything; in mid-hand, when it is over."""
        seat = self.own_seat(who)
        if not self.room.in_hand(seat):
            self.unseat(who, seat, "left")
            return {"credits": self.credits(who.name)}
        taking = self.room.game.refuse_taking()
        clause = str(taking.clause) if taking is not None else ""
        self.happen("leaving", who, {"player": who.name, "clause": clause})
        return {"leaves": "when the hand is over", "clause": clause}

    def unseat(self, who: Who, seat: int, why: str, clause: str = "") -> None:
        player = self.room.table.players[seat]
        name, chips = player.name, self.room.stack(seat)
        body = {"player": name, "box": seat, "amount": chips, "why": why, "clause": clause}
        self.happen("left", who, {**body, "open": poker_seats.open_until(self, name)})
        self.ready.discard(name)
        if chips:
            self.post((self._purse(name), chips))

    def sit_out(self, who: Who) -> Result | None:
        self.happen("away", who, {"box": self.own_seat(who), "why": "sits out"})
        self.ready.discard(who.name)
        return None

    def come_back(self, who: Who, post: bool) -> Result | None:
        """Be dealt in again; `post` puts down at once what is owed for it, instead of waiting for the blind."""
        seat = self.own_seat(who)
        back = self.room.table.players[seat].away
        if back:
            self.happen("back", who, {"box": seat})
        if who.name in self.memory.leaving:
            self.happen("stays", who, {"player": who.name})
            back = True
        if not post:
            if not back:
                raise No("you are in the game", legal="sit out, or leave")
            return None
        self.happen("posting", who, {"player": who.name})
        return {"posts": "when the hand is over"} if self.room.hand is not None else None

    def add_chips(self, who: Who, amount: Cents) -> Result | None:
        seat = self.own_seat(who)
        self._pays(who, amount, "chips for")
        self._top_up(who, seat, amount)
        return {"credits": self.credits(who.name)}

    def _top_up(self, who: Who, seat: int, amount: Cents) -> None:
        self.happen("topped-up", who, {"box": seat, "amount": amount})
        self.post((self._purse(self.room.table.players[seat].name), -amount))

    # -- the hand ------------------------------------------------------------------------------------

    def decide(self, who: Who, command: c.Decide) -> Result | None:
        """An act of the player whose turn it is. Cards that are given up are named with it: "discard As 2c"."""
        if self.room.hand is None and command.name == "show":
            return self.show(who)
        if command.name == "straddle":
            return self.straddle(who, command.amount)
        if command.name.startswith("see "):
            return self.see(who, command.name.removeprefix("see "))
        seat, h = self.own_seat(who), self.room.hand
        if h is None:
            raise No("no hand is on", legal="wait for the cards")
        if command.hand != str(seat):
            raise No(f"hand {command.hand} is not yours", legal=f"hand {seat}")
        if h.seats[h.turn] != seat:
            raise No.of(Refused(h.game.cites.turn, f"{command.name} before its turn", f"{self._acting(h)} acts"))
        if command.step not in ("", step(h)):
            raise No(f"{command.name}: that question is over, this does not count")
        body = read_act(command.name, command.amount)
        if body["act"] == "more time":
            self._pays(who, h.game.clock.fee, "more time for")
        self._act(who, seat, body)
        if body["act"] == "more time":
            self.post((f"player:{who.name}", -h.game.clock.fee))
            self._timed = self._waited_for()[0]
            self.ends, self.seconds = (self.ends or self.now) + 1000 * h.game.clock.more, seconds_to_act(h)
        return {"credits": self.credits(who.name)}

    def show(self, who: Who) -> Result | None:
        """The hand is over: a player shows cards that he need not have shown."""
        h, names = self.room.over, self.room.names
        seat = next((seat for seat, name in names.items() if name == who.name), None)
        if h is None or seat is None or not h.hole[h.seats.index(seat)]:
            raise No("you have no cards to show", legal="once a hand that you were in is over")
        if seat not in self.room.displayed:
            self.happen("shows", who, {"box": seat, "player": who.name})
        return None

    def see(self, who: Who, seat: str) -> Result | None:
        """A player asks to see a hand that its player would rather not have shown."""
        at = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else 0
        if self.room.hand is not None:
            self.happen("acts", who, {"box": self.own_seat(who), "act": "see", "at": at})
            return None
        clause = next((one["clause"] for one in looks(self.room) if one["seat"] == at and who.name in one["by"]), "")
        if not clause:
            raise No(f"a look at the hand of seat {seat}", legal="one that was in to the end and was not shown")
        self.happen("sees", who, {"box": at, "player": who.name, "clause": clause})
        return None

    def straddle(self, who: Who, amount: Cents | None) -> Result | None:
        """A voluntary blind for the next hand, announced before it is dealt."""
        seat, found = self.own_seat(who), self.room.table.straddler()
        if self.room.hand is None and self.lineup() is None:
            raise No("a straddle while no hand can be dealt", legal="once two players are ready")
        amount = amount or (found[1].live if found is not None else 2 * big_blind(self.room))
        self.happen("straddles", who, {"box": seat, "player": who.name, "amount": amount})
        return None

    def _acting(self, h: Hand) -> str:
        return self.room.names[h.seats[h.turn]]

    def _act(self, who: Who, seat: int, body: Body) -> None:
        deck, h = self.room.deck, self.room.hand
        if "cards" in body and deck is not None and h is not None:
            # Hidden for good: without this, whoever reads the hash of the event finds a few cards by trying.
            body = {**body, "salt": deck.salt(SALTED + len(h.noted))}
        self.happen("acts", who, {"box": seat, **body})
        if self.room.hand is not None and self.room.hand.over:
            self.end(ended(self.room, self.room.hand))

    def silence(self, who: Who) -> Result | None:
        """Time has passed: what the book makes of it; and whoever was not there sits out from the next hand on."""
        h = self.room.hand
        if h is None:
            raise No("nobody is asked for a decision now")
        seat, name = h.seats[h.turn], self._acting(h)
        self._act(who, seat, {"act": "time-out"})
        if not self.room.table.players[seat].away and name not in HOUSE:
            refused = self.room.apply("away", {"box": seat})
            if refused is None:
                self.write("away", TABLE, {"box": seat, "why": "did not act in time"})
        return None

    def end(self, result: Body) -> None:
        """The hand is over: what came of it, and the order of its cards for those who check hands later."""
        room = self.room
        deck, digest = room.deck, room.digest
        assert deck is not None
        body = decode(encode(result))
        self.happen("ended", TABLE, body)
        self.write("deck", TABLE, {"digest": digest, "nonce": deck.nonce, "order": " ".join(deck.order)})
        self.keep(f"shoe:{self.id}", None)
        self._remember_end(body, self.now)
        self._pause = LONG_PAUSE_MS if body["shows"] else PAUSE_MS

    def _remember_end(self, body: Body, at: int) -> None:
        self.last = {**body, "id": f"{self.id}/{body['round']}", "at": at}
        if body.get("void"):
            return
        self.history.append({"round": body["round"], "result": body["result"], "tag": "", "at": at})
        del self.history[:-HISTORY]

    def _deal(self) -> None:
        """The next hand: those leave who may not stay, the deck is sealed, and the cards are out."""
        room = self.room
        for seat, player in list(room.table.players.items()):
            clause = None if player.away else room.game.must_leave(player.stack, player.played and not player.out)
            if clause is not None and player.name not in HOUSE:
                self.unseat(TABLE, seat, "has too little for the next hand", str(clause))
        deck = SealedDeck.shuffled(room.game.deck_size, self.source)
        body = {"round": room.number + 1, "at": self.now, **room.plain(), "digest": deck.digest()}
        self.keep(f"shoe:{self.id}", encode({"nonce": deck.nonce, "order": deck.order}))
        self.happen("round", TABLE, decode(encode(body)), deck)
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
                self.unseat(TABLE, seat, "left")
        poker_closing.agree(self)
        poker_closing.close_if_due(self)
        if room.memory.status == "closed":
            return
        poker_changes.take_effect(self)
        for seat, player in list(room.table.players.items()):
            if player.out >= MOST_OUT:
                self.unseat(TABLE, seat, f"{MOST_OUT} hands without playing", room.game.book.away)
        poker_seats.decide(self)
        self._posts()
        self._house_players()

    def _posts(self) -> None:
        """Those post who said so and owe something; who owes nothing is simply dealt in."""
        room = self.room
        for name in list(room.memory.posting):
            seat = room.seat_of(name)
            owes = room.table.owes(seat) if seat is not None else None
            if not isinstance(owes, Refused):
                amount = owes.amount if owes is not None else 0
                self.happen("posts", TABLE, {"box": seat, "player": name, "amount": amount})

    def _house_players(self) -> None:
        room = self.room
        if not room.people() and room.table.positions is not None:
            # The last of the others is gone: whoever comes next starts another game, and waits for nothing.
            for seat in list(room.table.players):
                self.unseat(TABLE, seat, "the game is over")
        here = [player.name for player in room.table.players.values() if player.name in HOUSE]
        wanted = max(0, min(self.added.house_players, COMPANY - len(room.people())))
        for name in here[wanted:]:
            self.unseat(TABLE, room.seat_of(name) or 0, "makes room")
        stack = HOUSE_STACK * big_blind(room)
        for name in [name for name in HOUSE if name not in here][: max(0, wanted - len(here))]:
            free = self._seat_apart()
            if free is not None:
                self._seat(TABLE, name, free, stack)
        for name in here[:wanted]:
            player = room.player(name)
            if player is not None and player.stack < stack // 10:
                self._top_up(TABLE, room.seat_of(name) or 0, stack - player.stack)

    def _seat_apart(self) -> int | None:
        """A free seat, away from other players where there is one."""
        places, taken = self.room.table.places, self.room.table.players
        wished = [places // 3 + 1, 2 * places // 3 + 1, *range(places, 0, -1)]
        return next((seat for seat in wished if 1 <= seat <= places and seat not in taken), None)

    def say_ready(self, who: Who) -> Result | None:
        """No need to wait for the next hand, when everybody says so."""
        self.own_seat(who)
        lineup = self.lineup()
        if lineup is None:
            raise No("no hand can be dealt now", legal="two players who are ready")
        if who.name not in self.ready:
            self.ready.add(who.name)
            self.write("ready", who, {"player": who.name})
        players = {self.room.table.players[seat].name for seat in lineup.order}
        if players - set(HOUSE) <= self.ready:
            self._deal()
        return None

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
        lineup = room.table.lineup()
        if isinstance(lineup, Refused):
            return None
        # One who must wait for a hand to go by sees it played, if only by the house.
        people = any(p.name not in HOUSE and p.stack and not p.away for p in room.table.players.values())
        return lineup if people else None

    # -- time ----------------------------------------------------------------------------------------

    def due(self) -> None:
        if self.ends is None or self.now < self.ends:
            return
        self._timed = None
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
                self._deal()
        elif self._acting(h) in HOUSE:
            self._house_acts(h)
        else:
            self.silence(TABLE)
        self._between()
        self._post()
        self._arm()

    def _house_acts(self, h: Hand) -> None:
        """A house player sees what his seat sees, and acts."""
        if h.stage == RUNS:  # with whatever others want
            said = [event.amount for event in h.log if event.what == "runs"]
            act: Act = RunBoard(said[0] if said else 2)
        else:
            act = Bot(self.source).choose(h)
        self._act(Who(self._acting(h), ""), h.seats[h.turn], written(act))

    def deadline(self) -> int | None:
        return self.ends

    def _waited_for(self) -> tuple[tuple[Any, ...], int]:
        """What is waited for, and for how many milliseconds."""
        h = self.room.hand
        if h is None:
            found = self.room.table.straddler() if self.lineup() is not None else None
            asked = found is not None and self.room.table.players[found[0]].name not in HOUSE
            wait = max(self._pause, LONG_PAUSE_MS) if asked else self._pause
            if self.lineup() is not None:
                return ("deal", self.room.number), wait
            times = [at for at in (poker_changes.due_at(self), poker_seats.due_at(self)) if at is not None]
            return (("between", min(times)), min(times) - self.now) if times else ((), wait)
        held = 1000 * SECOND_PERSON_S if self.memory.proposals else 0
        if self._acting(h) in HOUSE:
            return ("house", self.room.number, len(h.noted)), max(THINKS_MS, held)
        wait = 1000 * (seconds_to_act(h) or self.added.decision_seconds)
        return ("act", self.room.number, len(h.noted), h.turn), max(wait, held)

    def _arm(self) -> None:
        """Start the clock of what is waited for; it runs on while that is the same."""
        now, wait = self._waited_for()
        if now != self._timed:
            self._timed, self.seconds = now, max(1, wait // 1000)
            self.ends = self.now + wait if now else None

    # -- reading it again ----------------------------------------------------------------------------

    def load(self, now: int) -> None:
        """The table as the store has it; whoever was on the clock gets the whole time again."""
        self.now = now
        self.version = self.store.version(self.stream)
        self.ready, self._timed, self.ends, self._pause = set(), None, None, PAUSE_MS
        first = self.store.events(self.stream, 0, 1)
        self.added = msgspec.convert(body_of(first[0]), Added)
        self.history, self.last = [], None
        for event in reversed(self.store.recent(self.stream, "ended", HISTORY)):
            self._remember_end(body_of(event), event.at)
        start = self.store.last(self.stream, "round")
        events = self.store.events(self.stream, start.ver - 1 if start is not None else 1)
        self._room = Room.from_plain(self.added, body_of(start)) if start is not None else Room(self.added)
        deck = deck_of(self.store, self.id, events)
        for event in events:
            self._room.apply(event.type, body_of(event), deck)
            self._recall_ready(event.type, body_of(event))
        self._posted = self._room.held()
        self._arm()


def deck_of(store: Store, id: str, events: list[Stored]) -> SealedDeck | None:
    """The deck of a hand: told when it was over, kept apart until then."""
    told = next((body_of(event) for event in events if event.type == "deck"), None)
    if told is not None:
        return SealedDeck(told["nonce"], tuple(told["order"].split()))
    kept = store.secret(f"shoe:{id}")
    if kept is None:
        return None
    body = decode(kept)
    return SealedDeck(body["nonce"], tuple(body["order"]))
