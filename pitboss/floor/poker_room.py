"""A table between players as the events of its stream make it. Whatever happens is an event applied here, live or read
again after a crash, so that both come to the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.cardroom.acts import TIME_OUT, AnyAct, AskToSee, BuyTime
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.seating import Claim, Entry, GameChange
from pitboss.cardroom.stakes import play_at
from pitboss.cardroom.table import Player, PokerTable
from pitboss.cardroom.turning import face_down
from pitboss.cardroom.void import Before, call_off, remember
from pitboss.floor import agreement, withheld
from pitboss.floor.memory import Added, Proposal, Question
from pitboss.floor.poker_acts import Body, act_of, silent
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.poker_memory import ClosingNotice, Remark, RoomMemory, SeatWish, StakesChange
from pitboss.law import Refused, Ruled
from pitboss.money import Cents
from pitboss.rulebooks import card_games

# Players of the house; nobody else can have a name with a space in it.
HOUSE = ("Bea (house)", "Cal (house)", "Dot (house)", "Eli (house)", "Fay (house)")
HOUR_MS = 3_600_000
# What players are asked to agree to besides the close of their table.
CHANGE = "change"


# What the house must allow: not at a table whose options do not say so.
NOT_ALLOWED = {"over-blinds": "0", "runs": "1"}


def make_game(added: Added, options: dict[str, str] | None = None) -> PokerGame:
    """The game of a table, with options other than those it was added with; where its book lets the house limit the
    time to act, the house does."""
    make = card_games()[added.game]
    wishes = {"time": str(added.decision_seconds), **NOT_ALLOWED}
    known = {choice.name for choice in make.choices}
    return make({name: wish for name, wish in wishes.items() if name in known} | dict(options or added.options))


class Room:
    """Seats, stacks and the hand that is on."""

    def __init__(self, added: Added) -> None:
        self.added = added
        self.game = make_game(added)
        self.table = PokerTable(self.game)
        self.memory = RoomMemory()
        self.number = 0
        self.digest = ""
        # Everything the house has taken; only differences of it count.
        self.commission: Cents = 0
        # The last hand that is over, for those who still look at it.
        self.over: Hand | None = None
        self.over_deck: SealedDeck | None = None
        self.deck: SealedDeck | None = None
        self.names: dict[int, str] = {}
        self.before: dict[int, Cents] = {}
        self.remarks: list[Remark] = []
        # Seats whose players showed their cards when the hand was over, though they need not have; or were asked to.
        self.displayed: set[int] = set()
        # Who straddled with how much, by seat and clause; and why the hand is void, if it is.
        self.straddled: dict[tuple[int, str], Cents] = {}
        self.void: Body | None = None
        self._before: Before | None = None

    # -- asked ---------------------------------------------------------------------------------------

    @property
    def physical(self) -> bool:
        """Is it played with real cards and chips, and entered by the dealer?"""
        return self.added.mode == "physical"

    def purse(self, name: str) -> str:
        """Where a player's chips come from and go to."""
        id = self.added.id
        return f"float:{id}" if name in HOUSE else f"chips:{id}:{name}" if self.physical else f"player:{name}"

    @property
    def hand(self) -> Hand | None:
        return self.table.hand

    @property
    def shown(self) -> Hand | None:
        """The hand that lies on the table: the one that is on, or else the last."""
        return self.table.hand or self.over

    def seat_of(self, name: str) -> int | None:
        return next((seat for seat, player in self.table.players.items() if player.name == name), None)

    def player(self, name: str) -> Player | None:
        seat = self.seat_of(name)
        return None if seat is None else self.table.players[seat]

    def people(self) -> list[str]:
        """Those at the table who are no house players."""
        return [player.name for player in self.table.players.values() if player.name not in HOUSE]

    @property
    def company(self) -> int:
        """How many players of the house keep others company."""
        return self.added.house_players if self.memory.company is None else self.memory.company

    def present(self) -> list[str]:
        """Those who are at the table now, and not only their chips."""
        return [player.name for player in self.table.players.values() if player.name not in HOUSE and not player.away]

    @property
    def started(self) -> bool:
        """Is a game on: has anybody who is here played a hand? Whoever comes to an empty table starts another."""
        return self.hand is not None or any(player.played for player in self.table.players.values())

    def voters(self) -> list[str]:
        """Those whose word counts where players agree to other stakes."""
        return self.people() if self.game.absent_agree else self.present()

    def refuse_closing(self, hands: int) -> Refused | None:
        """Why the table may not close after so many hands of notice, by its book; those count who have agreed."""
        present = self.present()
        agreed = self.memory.question.agreed if self.memory.question is not None else []
        return self.game.book.refuse_closing_after(hands, len(present), sum(name in agreed for name in present))

    def refuse_resting(self) -> Refused | None:
        """Why a table that is closing may not close yet."""
        return None if self.memory.notice is None else self.refuse_closing(self.memory.notice.given)

    @property
    def options(self) -> dict[str, str]:
        """What was chosen for this table, as it stands now."""
        return self.memory.options or self.added.options

    def refuse_change(
        self, change: StakesChange, at: int, *, in_hand: bool | None = None, agree: int | None = None
    ) -> Refused | None:
        """Why other stakes may not hold at a time, by the book; those count who have agreed."""
        voters, question = self.voters(), self.memory.question
        if agree is None:
            votes = question.agreed if question is not None and question.what == CHANGE else []
            agree = sum(name in votes for name in voters)
        after, known = make_game(self.added, change.options), (at - change.shown) / 1000
        other = {name for name, value in after.options.items() if self.game.options.get(name) != value}
        return self.game.refuse_change(GameChange(
            self.hand is not None if in_hand is None else in_hand, minimum_wager(after) > minimum_wager(self.game),
            known, change.given, known, True, agree, len(voters), other <= {"commission", "cap"}, other,
            self.started,
        ))

    def earliest(self, options: dict[str, str], now: int) -> int:
        """The time of change that a sign can tell: of a higher minimum, not before the sign was up long enough."""
        higher = minimum_wager(make_game(self.added, options)) > minimum_wager(self.game)
        return now + 1000 * self.game.seconds_of_notice() if higher else now

    def in_hand(self, seat: int) -> bool:
        return self.hand is not None and seat in self.hand.seats

    def stack(self, seat: int) -> Cents:
        """What a player has behind."""
        h, player = self.hand, self.table.players[seat]
        return (h.stacks[h.seats.index(seat)] if h is not None and seat in h.seats else player.stack) + player.added

    def held(self) -> dict[str, Cents]:
        """The table's own accounts and what they hold."""
        id = self.added.id
        accounts = {f"stack:{id}:{player.name}": self.stack(seat) for seat, player in self.table.players.items()}
        accounts[f"pot:{id}"] = self.hand.pot() if self.hand is not None and not self.hand.over else 0
        accounts[f"commission:{id}"] = self.commission
        return accounts

    def plain(self) -> Body:
        """Everything, between two hands, as plain data."""
        return {"table": self.table.plain(), "memory": msgspec.to_builtins(self.memory)}

    @classmethod
    def from_plain(cls, added: Added, body: Body) -> Room:
        """The table as a hand's first event has it."""
        room = cls(added)
        room.memory = msgspec.convert(body["memory"], RoomMemory, strict=False)
        room.game = make_game(added, room.memory.options)
        room.table = PokerTable.from_plain(room.game, body["table"])
        room.number = body["round"] - 1
        return room

    # -- what happens --------------------------------------------------------------------------------

    def apply(self, type: str, body: Body, deck: SealedDeck | None = None) -> Refused | None:
        """Something happens; if it may not, nothing has changed."""
        known = _APPLIED.get(type)
        if type == "round":
            return self._start(body, deck)
        return known(self, body) if known is not None else None

    def _start(self, body: Body, deck: SealedDeck | None) -> Refused | None:
        assert deck is not None or self.physical, "a hand needs its deck"
        before, straddles = remember(self.table), len(self.table.straddles)
        stacks = {seat: player.stack for seat, player in self.table.players.items()}
        # A floor of before did not say when a hand started, and counted no hours.
        hour = self._hour_at(body["at"]) if "at" in body else (0, 0)
        self.game.taken_this_hour = hour[1]
        hand = self._dealt(deck)
        if isinstance(hand, Refused):
            return hand
        self.memory.hour, self.memory.taken = hour
        self._before, self.void = before, None
        more = hand.blinds[len(hand.blinds) - straddles :]
        self.straddled = {(hand.seats[blind.place], str(blind.clause)): blind.live for blind in more}
        hand.spare = deck.nonce if deck is not None else ""
        self.deck, self.digest, self.number = deck, body["digest"], body["round"]
        self.names = {seat: self.table.players[seat].name for seat in hand.seats}
        self.before = {seat: stacks[seat] for seat in hand.seats}
        self.remarks, self.over, self.over_deck, self.displayed = [], None, None, set()
        self.commission += hand.fees
        return None

    def _dealt(self, deck: SealedDeck | None) -> Hand | Refused:
        """The next hand: of a deck that is sealed, or of a real one."""
        if deck is None:
            return self.table.start(given=face_down, ask_runs=True, held=True)
        return self.table.start(tuple(reversed(deck.dealt())), ask_runs=True, ask_shows=self.game.asks_to_show)

    def _hour_at(self, at: int) -> tuple[int, Cents]:
        """The hour that a hand belongs to, and what was taken in it so far; a new one begins with a hand."""
        memory = self.memory
        return (memory.hour, memory.taken) if memory.hour and at < memory.hour + HOUR_MS else (at, 0)

    def _seat(self, body: Body) -> Refused | None:
        refused = self.table.sit(body["box"], body["player"], body["amount"])
        if refused is None:
            self.commission += self.game.fee_to_join
            self._drop_wish(body)
            self.memory.left_open.pop(body["box"], None)
        return refused

    def _leave(self, body: Body) -> Refused | None:
        refused = self.table.leave(body["box"])
        if refused is None:
            self._stay(body)
            self._post(body | {"amount": 0})
            self.memory.question = agreement.without(self.memory.question, body["player"])
            self._drop_wish(body)
            if body.get("open", 0):
                self.memory.left_open[body["box"]] = body["open"]
        return refused

    def _wish(self, body: Body) -> Refused | None:
        """One seat at a time: a later wish takes the place of an earlier one."""
        self._drop_wish(body)
        self.memory.wishes = [*self.memory.wishes, msgspec.convert(body, SeatWish)]
        return None

    def _drop_wish(self, body: Body) -> None:
        self.memory.wishes = [wish for wish in self.memory.wishes if wish.player != body["player"]]

    def _seat_decided(self, body: Body) -> Refused | None:
        """Several wished for a seat: by the book, and the cards they drew, it is this player's. The others' wishes are
        over."""
        best = self.wins_seat(body["box"], body["draws"])
        if best != (body["player"],):
            return Refused(self.game.seat_clause, f"seat {body['box']} for {body['player']}", ", ".join(best))
        self.memory.seat_decided = body
        self.memory.wishes = [wish for wish in self.memory.wishes
                              if wish.box != body["box"] or wish.player == body["player"]]
        return None

    def best_claims(self, box: int) -> tuple[str, ...]:
        """Those whom the book puts first of all who wish for a seat."""
        claims = []
        for wish in self.memory.wishes:
            if wish.box == box:
                player = self.player(wish.player)
                claims.append(Claim(wish.player, player is not None, player is not None and player.founder))
        return self.game.best_claims(claims, started=self.started, vacated=box in self.memory.left_open)

    def wins_seat(self, box: int, draws: list[dict[str, str]]) -> tuple[str, ...]:
        """Who has it: the only one with the best claim, or who won the last draw of cards; those who tie draw again."""
        best = self.best_claims(box)
        for drawn in draws:
            best = self.game.wins_draw({name: drawn[name] for name in best})
        return best

    def _move(self, body: Body) -> Refused | None:
        refused = self.table.move(body["box"], body["to"])
        if refused is None:
            self._drop_wish(body)
            self.memory.left_open.pop(body["to"], None)
        return refused

    def _will_leave(self, body: Body) -> None:
        self._stay(body)
        self.memory.leaving.append(body["player"])

    def _send_away(self, body: Body) -> None:
        """By an official's word: when the hand is over, and for good."""
        self._will_leave(body)
        self.memory.sent_away = {**self.memory.sent_away, body["player"]: body["clause"]}

    def _withhold(self, body: Body) -> None:
        withheld.fold(self, "withheld", body)

    def _pay_held(self, body: Body) -> None:
        withheld.fold(self, "held-paid", body)

    def _stay(self, body: Body) -> None:
        self.memory.leaving = [name for name in self.memory.leaving if name != body["player"]]

    def _will_post(self, body: Body) -> None:
        self.memory.posting = [*(name for name in self.memory.posting if name != body["player"]), body["player"]]

    def _post(self, body: Body) -> Refused | None:
        self.memory.posting = [name for name in self.memory.posting if name != body["player"]]
        return self.table.post(body["box"], body["amount"]) if body["amount"] else None

    def _act(self, body: Body) -> Refused | None:
        h = self.table.hand
        assert h is not None
        if "did" in body:
            did: AnyAct = msgspec.convert(body["did"], AnyAct)
            return h.do(did, h.seats.index(body["box"]) if body["box"] else None)
        if body["act"] == "time-out":
            return self._time_out(h)
        act = act_of(h, body)
        if isinstance(act, Refused):
            return act
        refused = h.do(act, h.seats.index(body["box"]) if type(act) is AskToSee else None)
        if type(act) is BuyTime and refused is None:
            self.commission += self.game.clock.fee
        return refused

    def _time_out(self, h: Hand) -> Refused | None:
        """What the book makes of time that has passed; where it is silent, the choice that stakes nothing more."""
        legal = h.legal()
        if legal is None or legal.place < 0:
            return Refused(h.game.cites.turn, "a time-out while no player is asked", "enter the cards, or push the pot")
        name, at = self.names[h.seats[h.turn]], len(h.noted)
        clause = next((str(choice.clause) for choice in self.game.choices if choice.name == "time"), "")
        refused = h.do(TIME_OUT)
        if refused is not None:
            clause = ""
            refused = h.do(silent(h, legal))
        if refused is None:
            self.remarks.append(Remark(at, f"{name}'s time has run out", clause))
        return refused

    def _end(self, body: Body) -> Refused | None:
        h = self.table.hand
        assert h is not None
        if body.get("void"):
            assert self._before is not None
            self.commission -= h.fees
            self.void = body
            call_off(self.table, self._before)
        else:
            refused = self.table.finish()
            if refused is not None:
                return refused
            taken = sum(pot.taken for pot in h.won)
            self.commission += taken
            self.memory.taken += taken if self.memory.hour else 0
            if self.memory.notice is not None and self.number >= self.memory.notice.first:
                self.memory.notice.given += 1
            if self.memory.change is not None and self.number >= self.memory.change.first:
                self.memory.change.given += 1
        self.memory.proposals = []
        self.over, self.over_deck, self.deck, self.digest = h, self.deck, None, ""
        return None

    def _conduct(self, body: Body) -> None:
        """The table is told what the book says of something that a player did."""
        assert self.shown is not None
        at = len(self.shown.log)
        self.remarks += [Remark(at, line["text"], line["clause"]) for line in body["lines"]]

    def _take_back(self, body: Body) -> None:
        """The log of the hand says who took back what."""
        if self.shown is not None:
            words = f"{body['by']} took back what was entered: {body['words']}"
            self.remarks.append(Remark(len(self.shown.noted), words, "", "taken-back"))

    def _tell_button(self, body: Body) -> Refused | None:
        return self.table.tell_button(body["box"])

    def _report(self, body: Body) -> Refused | None:
        """Something went wrong, and the book has ruled on it."""
        assert self.shown is not None
        outcome = self.shown.report(body["kind"], body["facts"])
        if isinstance(outcome, Ruled | Refused):
            return outcome if isinstance(outcome, Refused) else None
        return Refused(self.game.cites.turn, f"a report of {body['kind']}", outcome.what)

    def _refer(self, body: Body) -> None:
        assert self.shown is not None
        words = f"{body['by']} reports: {body['words']}; the rules are silent here, the supervisor decides"
        self.remarks.append(Remark(len(self.shown.noted), words, "", "referred"))

    def _show(self, body: Body) -> None:
        self.displayed.add(body["box"])

    def _straddle(self, body: Body) -> Refused | None:
        return self.table.straddle(body["box"], body["amount"])

    def _propose(self, body: Body) -> None:
        self.memory.proposals = [*self.memory.proposals, msgspec.convert(body, Proposal)]
        self.memory.proposed = body["n"]

    def _decided(self, body: Body) -> None:
        self.memory.proposals = [other for other in self.memory.proposals if other.n != body["n"]]
        if self.memory.question is not None and self.memory.question.n == body["n"]:
            self.memory.question = None
        if self.memory.change is not None and self.memory.change.n == body["n"]:
            self._without_change()

    def _announce_change(self, body: Body) -> None:
        self.memory.change = msgspec.convert({**body, "given": 0}, StakesChange)
        self.memory.proposed = body["n"]

    def _change(self, body: Body) -> Refused | None:
        """Other stakes hold from the next hand on."""
        change = self.memory.change
        assert change is not None
        refused = self.refuse_change(change, body["at"])
        if refused is None:
            self.memory.options = change.options
            self.game = make_game(self.added, change.options)
            play_at(self.table, self.game)
            self._without_change()
        return refused

    def _without_change(self) -> None:
        self.memory.change = None
        if self.memory.question is not None and self.memory.question.what == CHANGE:
            self.memory.question = None

    def _send_players(self, body: Body) -> None:
        self.memory.company = body["players"]

    def _open(self, body: Body) -> None:
        self.memory.status = "open"
        self.memory.notice, self.memory.question, self.memory.declined = None, None, ""

    def _close(self, body: Body) -> Refused | None:
        """It is announced that the table closes: after some hands, or after this one."""
        hands = body.get("hands", 0)
        # A floor of before knew of no notice, and did not say how many hands there were.
        refused = self.refuse_closing(hands) if "hands" in body else None
        if refused is None:
            self.memory.status, self.memory.notice = "closing", ClosingNotice(hands, body["first"]) if hands else None
        return refused

    def _rest(self, body: Body) -> Refused | None:
        refused = self.refuse_resting()
        if refused is None:
            self.memory.status = "closed"
            self.memory.notice, self.memory.question, self.memory.declined = None, None, ""
        return refused

    def _ask(self, body: Body) -> None:
        self.memory.question, self.memory.declined = msgspec.convert(body, Question), ""
        self.memory.proposed = body["n"]

    def _answer(self, body: Body) -> None:
        question, change = self.memory.question, self.memory.change
        assert question is not None
        if question.what == CHANGE and change is not None:
            self.memory.question = agreement.voted(question, body["player"], body["agree"])
            others = sum(name not in self.memory.question.against for name in self.voters())
            if self.refuse_change(change, body["at"], in_hand=False, agree=others) is None:
                return
        self.memory.question = agreement.answered(question, body["player"], body["agree"])
        self.memory.declined = "" if body["agree"] else body["player"]

    def _agree(self, body: Body) -> Refused | None:
        """All have said yes: the table closes after this hand."""
        refused = self._close({"hands": 0})
        if refused is None:
            self.memory.question = None
        return refused


_APPLIED: dict[str, Callable[[Room, Body], Refused | None]] = {
    "opened": Room._open,
    "closing": Room._close,
    "rested": Room._rest,
    "asked-players": Room._ask,
    "answered": Room._answer,
    "agreed": Room._agree,
    "seated": Room._seat,
    "left": Room._leave,
    "wishes": Room._wish,
    "wish-dropped": Room._drop_wish,
    "seat-decided": Room._seat_decided,
    "moved": Room._move,
    "leaving": Room._will_leave,
    "sent-away": Room._send_away,
    "withheld": Room._withhold,
    "held-paid": Room._pay_held,
    "stays": Room._stay,
    "away": lambda room, body: room.table.away(body["box"]),
    "back": lambda room, body: room.table.back(body["box"]),
    "topped-up": lambda room, body: room.table.top_up(body["box"], body["amount"]),
    "posting": Room._will_post,
    "posts": Room._post,
    "acts": Room._act,
    "ended": Room._end,
    "conduct": Room._conduct,
    "reported": Room._report,
    "referred": Room._refer,
    "shows": Room._show,
    "sees": Room._show,
    "straddles": Room._straddle,
    "proposed": Room._propose,
    "approved": Room._decided,
    "withdrawn": Room._decided,
    "change-announced": Room._announce_change,
    "stakes-changed": Room._change,
    "company": Room._send_players,
    "taken-back": Room._take_back,
    "button-told": Room._tell_button,
}


def big_blind(room: Room) -> Cents:
    """What stacks are measured in: the largest blind, the least bet, or the unit of a game without either."""
    game: Any = room.game
    return max(game.blinds, default=0) or getattr(game, "unit", 0) or getattr(game, "small", 0) or game.chip


def minimum_wager(game: PokerGame) -> Cents:
    """The least that may be bet: the last blind, or the small bet of a game without blinds or with smaller bets."""
    least = (max(game.blinds, default=0), getattr(game, "unit", 0), getattr(game, "small", 0))
    return min(filter(None, least), default=0)


def buy_in(room: Room) -> tuple[Cents, Cents | None]:
    """The least and the most that one may sit down with, what joining costs included."""
    game: Any = room.game
    fee: Cents = game.fee_to_join
    least = getattr(game, "least_buy_in", 0) or getattr(game, "least_stake", 0)
    most: Cents | None = getattr(game, "most_buy_in", None)
    return max(least, big_blind(room)) + fee, None if most is None else most + fee


def owed(room: Room, seat: int) -> Entry | None:
    """What a player who is not in the hand must post to be in the next one; he may wait for the blind instead."""
    player = room.table.players[seat]
    if room.in_hand(seat) or player.posts or player.name in room.memory.posting:
        return None
    entry = room.table.owes(seat)
    return entry if isinstance(entry, Entry) and entry.amount else None
