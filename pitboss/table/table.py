"""The table of one game: the facts of the round, and the one place where answers come in."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from pitboss.equipment.cards import Card
from pitboss.equipment.pieces import parse_pieces
from pitboss.law import Announced, Clause, Refused, Result, Ruled, void
from pitboss.law.results import LOSE
from pitboss.money import Cents, show_amount
from pitboss.table.acts import (
    BACK,
    Answer,
    Ball,
    Cards,
    Choice,
    Close,
    CutAt,
    Dice,
    Irregular,
    Lapse,
    Missed,
    Place,
    Take,
)
from pitboss.table.check import check, none_left
from pitboss.table.decisions import CONTINUE, RETRACT
from pitboss.table.facts import (
    AnyEvent,
    Came,
    Chose,
    Dealt,
    Referred,
    Rejected,
    Settled,
    Shown,
    Wager,
    WagerKey,
    slot_of,
)
from pitboss.table.hands import HandOfCards, Hands
from pitboss.table.reports import SILENT, ruling_on
from pitboss.table.reports import BadFact as BadFact
from pitboss.table.requests import (
    Asked,
    Burn,
    Choose,
    Cut,
    Deal,
    Direct,
    Gather,
    Offer,
    Option,
    Reveal,
    Roll,
    Shuffle,
    Spin,
    option,
    options,
)
from pitboss.table.stakes import DEALING as DEALING
from pitboss.table.stakes import DECISIONS as DECISIONS
from pitboss.table.stakes import SETTLEMENT as SETTLEMENT
from pitboss.table.stakes import WAGERS as WAGERS
from pitboss.table.stakes import Stakes

if TYPE_CHECKING:
    from pitboss.table.game import Game

T = TypeVar("T")
Round: TypeAlias = Generator[Asked, Answer, T]

# Officials call off a round, whatever happened in it; each book says under which provision.
DECLARED_VOID = "round-declared-void"


class RoundVoid(Exception):
    """The round is void: every wager in it goes back under this clause."""

    def __init__(self, clause: Clause, *also: Clause) -> None:
        super().__init__(clause)
        self.clause = clause
        self.also = also


class RoundOver(Exception):
    """A ruling has settled everything; nothing of the round is left to play."""


class Table(Stakes):
    """Facts live here; a round's generator only knows where it is."""

    def __init__(self, game: Game, state: dict[str, Any] | None = None) -> None:
        self.game = game
        # What outlives a round, as the schedule names it; plain values only, for the journal.
        self.state: dict[str, Any] = game.opening_state() if state is None else state
        self.wagers: dict[WagerKey, Wager] = {}
        # Additional wagers, of other schedules than the game's own.
        self.sides: dict[WagerKey, Wager] = {}
        self._clear()

    def __repr__(self) -> str:
        people = [f"box {box} {player}" for box in self.wagered() for player in self.players_at(box)]
        stakes: dict[str, list[str]] = {whose: [] for whose in people}
        for wager in self.all_wagers():
            stakes.setdefault(f"box {wager.box} {wager.player}", []).append(f"{wager.slot} {show_amount(wager.amount)}")
        lie = [f"{whose}: {', '.join(wagers) or 'nothing'}" for whose, wagers in stakes.items()]
        hands = [f"{name} {' '.join(hand.cards) or 'no cards'}" for name, hand in self.hands.items()]
        return f"<Table of {'; '.join((f'{self.game.id}, {self.phase}', *lie, *hands))}>"

    def _clear(self) -> None:
        self.phase = WAGERS
        self.boxes: dict[int, list[str]] = {}
        for box, player, _ in self.wagers:
            self.seat(box, player)
        self.hands = Hands()
        # Cards already out of the shoe that the law says are the next to be dealt.
        self.waiting: list[Card] = []
        self.seen: dict[Card, int] = {}
        self.events: list[AnyEvent] = []
        self.lines: list[Settled] = []
        self.net: dict[str, Cents] = {}
        self.layout: Cents = sum([wager.amount for wager in self.wagers.values()]) if self.wagers else 0
        self.house: Cents = 0
        self.commission: Cents = 0
        self.levied: dict[WagerKey, Cents] = {}
        self.voided = False
        # Notes a ruling leaves for the rest of the round ("dealer-does-not-qualify").
        self.notes: dict[str, Any] = {}

    def play(self) -> Round[None]:
        """One round from its wagers to its settlement."""
        self._clear()
        try:
            yield from self.game.round(self)
        except RoundVoid as ended:
            self.voided = True
            self.void_all(ended.clause, *ended.also)
        except RoundOver:
            pass
        self.game.round_over(self, self.voided)
        if self.sides or (self.wagers and not self.game.wagers_stand):
            raise AssertionError(f"{self.game.id} left wagers unsettled: {[*self.sides, *self.wagers]}")

    # -- where everything comes in -----------------------------------------------------------------

    def ask(self, request: Asked) -> Round[Answer | None]:
        """Ask until an answer is legal. None: a ruling intervened, so look at the facts again."""
        while True:
            answer = yield request
            if type(answer) is Irregular:
                yield from self.irregularity(answer)
                return None
            refused = check(self, request, answer)
            if refused is None:
                return answer
            self.events.append(refused)

    def irregularity(self, what: Irregular) -> Round[None]:
        """Find the one ruling that applies. None is silent law; two is a mistake in the rulebook's file."""
        if what.kind == DECLARED_VOID and self.game.declares_void is not None:
            self.ruled(f"the round is declared void: {what.get('reason')}", self.game.declares_void)
            self.game.end_void(self, self.game.declares_void)
        try:
            rule = ruling_on(self.game, self, what)
        except BadFact as bad:
            self.events.append(Rejected(str(bad)))
            return
        try:
            if rule is not None and self.ruled(f"{what.kind}: {rule.what}", rule.clause):
                steps = rule.carry_out(self.game, self, what)
                refused = (yield from steps) if isinstance(steps, Generator) else steps
                if isinstance(refused, Refused):
                    self._unruled(refused)
                return
        except BadFact as bad:
            self._unruled(Rejected(f"{what.kind}: {bad}"))
            return
        self.refer(what)

    def refer(self, what: Irregular, reason: str = SILENT) -> None:
        """On what was reported, or on a part of it, the law is silent."""
        self.events.append(Referred(what.kind, reason))

    def _unruled(self, refused: Refused | Rejected) -> None:
        """What was to be ruled on did not happen, or is not allowed."""
        if type(self.events[-1]) is Ruled:
            self.events.pop()
        self.events.append(refused)

    # -- requests ----------------------------------------------------------------------------------

    def gather(self, clause: Clause) -> Round[None]:
        """Take wagers until 'no more bets'."""
        request = Gather(clause)
        while True:
            answer = yield request  # as `ask` does it, but this loop goes round by itself
            if type(answer) is Irregular:
                yield from self.irregularity(answer)
            elif (refused := check(self, request, answer)) is not None:
                self.events.append(refused)
            elif type(answer) is Close:
                if self.sides:
                    self.return_sides()
                return

    def return_sides(self) -> None:
        """Betting has closed: additional wagers that take no part in the round go back."""
        for wager in list(self.sides.values()):
            clause = self.game.sides[wager.kind].stands(self, wager)
            if clause is not None:
                self.settle(wager, void(clause))

    def decided(self, moment: str) -> list[tuple[Wager, Result]]:
        """The additional wagers that hang on a moment of the round, and on what lies there now."""
        results: list[tuple[Wager, Result]] = []
        for wager in self.sides.values():
            side = self.game.sides[wager.kind]
            facts = side.facts(self, wager) if side.moment == moment else None
            if facts is not None:
                results.append((wager, side.result(wager.kind, facts)))
        return results

    def moment(self, name: str) -> None:
        """A moment of the round has come: additional wagers are settled, those that lose before those that win."""
        for wager, result in sorted(self.decided(name), key=lambda pair: pair[1].outcome != LOSE) if self.sides else ():
            self.settle(wager, result)

    def deal(self, count: int, to: str, clause: Clause, *, face_up: bool = True) -> Round[None]:
        """Deal cards to a hand, first those already drawn and waiting; none once a ruling has closed it."""
        request = clause.says(Deal(clause, to, count, face_up))
        hand = self.hands.get(to) or self.hands.open(to)
        wanted = len(hand.cards) + request.count
        while (short := wanted - len(hand.cards)) > 0 and not hand.closed:
            if self.waiting:
                self.put((self.waiting.pop(0),), to, clause, face_up, hand)
                continue
            ask = request if short == request.count else Deal(clause, to, short, face_up)
            answer = yield ask  # as `ask` does it, but this loop goes round by itself
            if type(answer) is Irregular:
                yield from self.irregularity(answer)
            elif (refused := check(self, ask, answer)) is not None:
                self.events.append(refused)
            elif type(answer) is Cards:
                if answer.cutting_card:
                    yield from self.game.cutting_card_appears(self)
                if answer.cards:
                    self.put(answer.cards, to, clause, face_up, hand)
            elif type(answer) is Missed:
                return

    def put(
        self, cards: tuple[Card, ...], to: str, clause: Clause, face_up: bool, hand: HandOfCards | None = None
    ) -> None:
        """Lay cards that have come on a hand."""
        if hand is None:
            hand = self.hands.get(to) or self.hands.open(to)
        hand.cards += cards
        hand.face_up += (face_up,) * len(cards)
        self.events.append(Dealt(to, cards, face_up, clause))

    def burn(self, count: int, clause: Clause, *, face_up: bool = False) -> Round[tuple[Card, ...]]:
        """Cards straight to the discard rack."""
        request = clause.says(Burn(clause, count, face_up))
        while True:
            answer = yield from self.ask(request)
            if type(answer) is Cards:
                self.events.append(Dealt("discard", answer.cards, face_up, clause))
                return answer.cards

    def shuffle(self, clause: Clause, decks: int = 1) -> Round[None]:
        while (yield from self.ask(Shuffle(clause, decks))) is None:
            pass

    def cut(self, clause: Clause, what: str, least: int, most: int) -> Round[int]:
        """A cutting card goes in; a wrong place is refused under the clause and asked for again."""
        while True:
            answer = yield from self.ask(Cut(clause, what, least, most))
            if type(answer) is CutAt:
                return answer.from_back

    def reveal(self, hand: str, clause: Clause, places: Sequence[int] | None = None) -> Round[None]:
        """Turn a hand face up, or only the cards at some places of it; faces nobody entered when
        they were dealt are asked for now."""
        held = self.hands[hand]
        turned = range(len(held.cards)) if places is None else places
        unknown = [place for place in turned if held.cards[place] == BACK] if BACK in held.cards else []
        request = Reveal(clause, hand, len(unknown))
        while True:
            answer = yield request
            if type(answer) is Irregular:
                yield from self.irregularity(answer)
            elif (refused := check(self, request, answer)) is not None:
                self.events.append(refused)
            elif type(answer) is Cards:
                break
        if unknown:
            for place, face in zip(unknown, answer.cards, strict=True):
                held.cards[place] = face
        if places is None:
            held.face_up = [True] * len(held.cards)
            shown = tuple(held.cards)
        else:
            for place in places:
                held.face_up[place] = True
            shown = tuple([held.cards[place] for place in places])
        self.events.append(Shown(hand, shown, clause))

    def collect(self, hand: str, clause: Clause) -> Round[None]:
        """The cards that nobody plays on with are picked up."""
        while (yield from self.ask(Reveal(clause, hand, 0, collected=True))) is None:
            pass

    def roll(
        self, clause: Clause, dice: int = 2, faces: Clause | None = None, how_many: Clause | None = None,
        what: str = "dice",
    ) -> Round[tuple[int, ...]]:
        """A throw of so many dice; `what` is something else where the round is not decided by them."""
        request = Roll(clause, dice, faces, how_many)
        while True:
            answer = yield from self.ask(request)
            if type(answer) is Dice:
                self.events.append(Came(what, " ".join(map(str, answer.numbers)), clause))
                return answer.numbers

    def spin(
        self, clause: Clause, pockets: tuple[str, ...], wheel: Clause | None = None, also: tuple[str, ...] = ()
    ) -> Round[str]:
        request = Spin(clause, pockets, wheel, also)
        while True:
            answer = yield from self.ask(request)
            if type(answer) is Ball:
                self.events.append(Came("wheel", answer.number, clause))
                return answer.number

    def choose(self, request: Callable[[], Choose | None]) -> Round[Choice | None]:
        """Ask for a decision. `request` is made afresh after every ruling, and every wager that is still
        taken, since they may change what is legal; when it gives None there is nothing left to decide."""
        while (asked := request()) is not None:
            answer = yield from self.ask(asked)
            if answer is None or type(answer) is Place or type(answer) is Take:
                continue
            if type(answer) is Lapse:
                if asked.default is None:
                    return None
                choice = Choice(asked.hand, asked.default.name, asked.player, asked.default.most)
                taken = asked.default
            else:
                assert type(answer) is Choice
                choice = answer
                name = self.game.normal_choice(choice.name)
                if name != choice.name:
                    choice = Choice(choice.hand, name, choice.player, choice.amount)
                if choice.hand != asked.hand and (instead := self.game.change_mind(self, choice)) is not None:
                    self.events.append(
                        Chose(choice.hand, choice.player, asked.heard(choice.name), choice.amount or 0, instead.clause))
                    continue
                for taken in asked.options:
                    if taken.name == choice.name:
                        break
                if choice.amount is None and taken.most is not None:
                    choice = Choice(choice.hand, choice.name, choice.player, taken.most)
            heard = asked.heard(choice.name)
            self.events.append(
                Chose(asked.hand, choice.player or asked.player, heard, choice.amount or 0, taken.clause)
            )
            return choice
        return None

    def offer_retract(self, clause: Clause, *also: Clause) -> Round[None]:
        """Every player with a live wager may take his wagers back."""
        for box in self.wagered():
            for player in self.players_at(box):
                if self.own_wagers(box, player):
                    yield from self._retract(box, player, clause, *also)

    def _retract(self, box: int, player: str, clause: Clause, *also: Clause) -> Round[None]:
        keep = Option(CONTINUE.name, clause)
        lying = sum(wager.amount for wager in self.own_wagers(box, player))
        choices = options(option(RETRACT.name, clause, back=lying), keep)
        choice = yield from self.choose(lambda: Offer(clause, str(box), player, choices, {}, keep))
        if choice is not None and choice.name == RETRACT.name:
            self.void_wagers(self.own_wagers(box, player), clause, *also)

    def direct(self, office: str, clause: Clause, *names: str) -> Round[str]:
        """An official's discretion; silence means the last of the names."""
        options = tuple(Option(name, clause) for name in names)
        choice = yield from self.choose(lambda: Direct(clause, office, "", options, {}, options[-1]))
        return choice.name if choice is not None else names[-1]

    # -- facts -------------------------------------------------------------------------------------

    def clockwise(self) -> list[int]:
        """Boxes with a player, from the dealer's left."""
        return sorted(self.boxes)

    def wagered(self) -> list[int]:
        """Boxes with a wager of any kind, from the dealer's left."""
        return sorted({*self.boxes, *(wager.box for wager in self.sides.values())})

    def players_at(self, box: int) -> list[str]:
        """Everybody with a place on a box or an additional wager there."""
        others = [wager.player for wager in self.sides.values() if wager.box == box]
        return list(dict.fromkeys((*self.boxes.get(box, ()), *others)))

    def void_wagers(self, wagers: Iterable[Wager], clause: Clause, *also: Clause) -> None:
        """Wagers go back; the game is told of boxes that have none of its own left."""
        voided = list(wagers)
        super().void_wagers(voided, clause, *also)
        for box in sorted({wager.box for wager in voided if wager.kind not in self.game.sides}):
            if not self.on_box(box):
                self.game.emptied(self, box)

    def anticlockwise(self) -> list[int]:
        return sorted(self.boxes, reverse=True)

    def lay(self, wager: Wager, hand: str = "") -> None:
        """A wager lies with one hand of its box from now on, or with the box itself; its turn stays what it was."""
        if wager.hand == hand:
            return
        before = wager.key
        wager.hand, wager.slot = hand, slot_of(wager.kind, hand)
        if wager.key in self.wagers:
            raise AssertionError(f"box {wager.box} has a {wager.slot} of {wager.player} already")
        self.wagers = {wager.key if key == before else key: other for key, other in self.wagers.items()}

    def hands_of(self, box: int) -> list[HandOfCards]:
        """The hands on a box by their places, those that were split off one of them after it."""
        return self.hands.on(box)

    def hand(self, name: str) -> HandOfCards:
        """A hand that must be there: what a report of an irregularity talks about."""
        hand = self.hands.get(name)
        if hand is None:
            raise BadFact(f"there is no hand {name!r} on the table")
        return hand

    def open_cards(self, name: str) -> tuple[Card, ...]:
        """The cards of a hand that lie face up."""
        hand = self.hands.get(name)
        return tuple(card for card, up in zip(hand.cards, hand.face_up, strict=True) if up) if hand is not None else ()

    def out_of_play(self, cards: str) -> None:
        """Cards that a report names and the law takes out of play; none may be on the table twice."""
        try:
            named = parse_pieces(cards)
        except ValueError as bad:
            raise BadFact(str(bad)) from None
        for card in named:
            if self.seen.get(card, 0) >= self.game.in_pack.get(card, 0):
                raise BadFact(none_left(self, card))
            self.seen[card] = self.seen.get(card, 0) + 1

    def box_of(self, what: Irregular, key: str = "box") -> int:
        """The box that a report names; it must be one with a player."""
        text = what.get(key)
        if not (text.isascii() and text.isdigit() and len(text) <= 9) or int(text) not in self.wagered():
            raise BadFact(f"{key}={text} is not a box in play")
        return int(text)

    def may_look(self, hand: str, seat: int, clause: Clause, *lookers: str) -> None:
        """From now on the player at this seat may see the hand's cards, or those named at it; nobody else may."""
        if clause.says(True):
            self.hands[hand].seat, self.hands[hand].lookers = seat, lookers

    # -- what people are told ----------------------------------------------------------------------

    def announce(self, what: str, clause: Clause) -> None:
        said: Announced | None = clause.says(Announced(clause, what))
        if said is not None:
            self.events.append(said)

    def ruled(self, what: str, clause: Clause) -> bool:
        """Record one step of a ruling. (False only while the kill test silences the clause.)"""
        step: Ruled | None = clause.says(Ruled(clause, what))
        if step is not None:
            self.events.append(step)
        return step is not None

    def refused(self) -> Refused | Rejected | None:
        """The refusal that the last answer met, if it met one."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, Refused | Rejected) else None

