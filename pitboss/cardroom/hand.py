"""One hand of poker between players: a state that is asked what is legal, told what was done, and can be copied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from operator import add
from typing import Any, NamedTuple

from pitboss.cardroom import acts, betting, clock, dealing, exchanges, gestures, repairs, showing, turning
from pitboss.cardroom.acts import (
    ALL_IN,
    CALL,
    CHECK,
    DECLINE,
    FOLD,
    TAKE_KITTY,
    Act,
    Discard,
    Done,
    Reported,
    RunBoard,
    SetHands,
    WagerTo,
)
from pitboss.cardroom.dealing import HIDDEN as HIDDEN
from pitboss.cardroom.game import (
    BET,
    CARDS,
    DISCARD,
    DRAW,
    OVER,
    RUNS,
    SET,
    Blind,
    Bounds,
    Event,
    Noted,
    PokerGame,
    SettingGame,
    Street,
)
from pitboss.cardroom.gestures import Bound, Early
from pitboss.cardroom.refusals import check_start
from pitboss.cardroom.reports import Outcome, rule
from pitboss.cardroom.showdown import Won, finish
from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck as full_deck
from pitboss.law import Clause, Refused, Ruled
from pitboss.money import Cents, show_amount


class Legal(NamedTuple):
    """What the player whose turn it is may do. Amounts are what the bet of this round comes to;
    `call` is what is added to call, and `raise_from` 0 means that no bet or raise is open."""

    place: int
    seat: int
    stage: str
    fold: bool = False
    check: bool = False
    call: Cents = 0
    raise_from: Cents = 0
    raise_to: Cents = 0
    sizes: tuple[Cents, ...] = ()
    # Acts that only some games have: leaving a blind as it is, and taking the kitty.
    decline: bool = False
    kitty: bool = False


# Told at every turn, so made straight from all its fields.
_legal: Callable[[tuple[object, ...]], Legal] = partial(tuple.__new__, Legal)
_NO_BET: tuple[Cents, Cents, str, str, tuple[Cents, ...]] = (0, 0, "", "", ())


class Hand:
    """The places of a hand run clockwise from the left of the button: place 0 acts first after the first round."""

    __slots__ = (
        "active", "acts", "ask_runs", "ask_shows", "began", "bets", "blinds", "boards", "bound", "burnt", "button",
        "called", "dead", "deck", "early", "fees", "first", "fresh", "game", "given", "held", "hole", "kept", "kitty",
        "level", "live", "muck", "mute", "noted", "offer", "opened", "owes", "price", "put", "raises", "repairs",
        "runs", "seats", "sets", "spare", "stacks", "stage", "step", "street", "then", "turn", "unseen", "up", "void",
        "won",
    )

    def __init__(
        self,
        game: PokerGame,
        seats: Sequence[int],
        stacks: Sequence[Cents],
        deck: Sequence[Card],
        *,
        spare: str = "",
        button: int | None = None,
        blinds: Sequence[Blind] | None = None,
        straddles: Sequence[Blind] = (),
        given: Callable[[str, int], Sequence[Card]] | None = None,
        ask_runs: bool = False,
        ask_shows: bool = False,
        held: bool = False,
        stubs: Sequence[Sequence[Card]] = (),
    ) -> None:
        """`deck` is dealt from its end. `spare` seeds the shuffle of discards that a draw may need; `given` says by
        recipient which cards of the deck come next; `button` is the place that has it, none when it lies at an empty
        seat. `held`: when all is decided the pots lie there until they are pushed. `stubs`: with cards given, the deck
        from the end of the first deal on, and after each shuffle that a ruling orders, top card first."""
        check_start(game, seats, stacks, deck)
        n = len(seats)
        self.game, self.seats, self.button = game, tuple(seats), button
        self.stacks, self.bets, self.put = list(stacks), [0] * n, [0] * n
        self.deck = list(deck if given is None or deck else full_deck(game.deck_size))
        self.spare, self.given, self.ask_runs = spare, given, ask_runs
        # The cards of a real deck are known only once they are shown.
        self.ask_shows = ask_shows or turning.is_real(self)
        self.live = self.active = (1 << min(n, game.most_active)) - 1
        self.owes = self.fresh = self.mute = self.began = 0
        self.held, self.repairs = held, repairs.told_beforehand(stubs)
        # Places that still get cards though their players have folded; and cards that left the deck unseen.
        self.kept = self.unseen = 0
        self.hole: list[list[Card]] = [[] for _ in range(n)]
        self.up: list[list[Card]] = [[] for _ in range(n)]
        self.boards: list[list[Card]] = [[] for _ in range(game.boards)]
        self.burnt: list[Card] = []
        self.muck: list[Card] = []
        # What was done, and what is shown of it.
        self.acts: list[Done] = []
        self.noted: list[Noted] = []
        self.won: list[Won] = []
        self.blinds: tuple[Blind, ...] = ()
        self.kitty: list[Card] = []
        self.sets: dict[int, tuple[tuple[Card, ...], ...]] = {}
        self.street, self.stage, self.turn, self.called, self.first = 0, BET, -1, -1, -1
        self.price = self.step = self.level = self.raises = self.dead = self.fees = 0
        self.opened = False
        self.runs = 1
        # With a real deck: what comes once the cards are told that lie face up.
        self.then = ""
        self.bound: Bound | None = None
        # The clauses under which the hand was called off, if it was.
        self.void: tuple[Clause, ...] | None = None
        # What may be bet at this turn, once it was asked.
        self.offer: Bounds | Refused | None = None
        self.early: dict[int, Early] = {}
        self._put_down(blinds, straddles)
        self._start()

    def copy(self) -> Hand:
        """A state of its own that can be played on without touching this one."""
        new = Hand.__new__(Hand)
        _share(new, self)
        new.stacks, new.bets, new.put = self.stacks[:], self.bets[:], self.put[:]
        new.deck, new.burnt, new.muck = self.deck[:], self.burnt[:], self.muck[:]
        new.acts, new.noted, new.won = self.acts[:], self.noted[:], self.won[:]
        new.hole = [cards[:] for cards in self.hole]
        new.up = [cards[:] for cards in self.up]
        new.boards = [cards[:] for cards in self.boards]
        new.offer = None
        return new

    def become(self, other: Hand) -> None:
        """Be as another hand is, which is used no more."""
        for name in Hand.__slots__:
            setattr(self, name, getattr(other, name))

    def __repr__(self) -> str:
        waits = f"seat {self.seats[self.turn]} to {self.stage}" if self.turn >= 0 else self.stage
        boards = "".join(f", board {' '.join(board)}" for board in self.boards if board)
        left = ", ".join(str(self.seats[i]) for i in self.places(self.live))
        return f"<Hand of {self.game.id}: seats {left} in, pot {show_amount(self.pot())}{boards}; {waits}>"

    # -- what may be done ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.stage == OVER

    @property
    def log(self) -> tuple[Event, ...]:
        """What has happened so far."""
        return tuple(map(Event._make, self.noted))

    def note(self, what: str, place: int, amount: Cents, clause: Clause, cards: tuple[Card, ...] = (),
             open: bool = True) -> None:
        """Something has happened: a line of the log."""
        self.noted.append((what, place, amount, clause, cards, open))

    def legal(self) -> Legal | None:
        """What may be done now; None when the hand is over."""
        i, game = self.turn, self.game
        if self.stage != BET:
            if self.stage == CARDS:
                return Legal(-1, 0, CARDS)
            return None if i < 0 else Legal(i, self.seats[i], self.stage, showing.may_give_up(self, i))
        bounds = self.offer
        if bounds is None:
            bounds = self.offer = game.bounds(self, i) if self.repairs is None else self.bounds(i)
        least, most, _, _, sizes = bounds if type(bounds) is Bounds else _NO_BET
        owed, chips = self.price - self.bets[i], self.stacks[i]
        call = owed if owed < chips else chips
        legal = _legal((i, self.seats[i], BET, True, owed == 0, call, least, most, sizes, False, False))
        return self._rarer(legal) if game.asks_to_check or self.kitty else legal

    def bounds(self, i: int) -> Bounds | Refused:
        """What a player may bet or raise to, also where a ruling has set the most; why he may not at all."""
        bounds = self.game.bounds(self, i)
        return bounds if self.repairs is None else repairs.under_freeze(self, bounds)

    def _rarer(self, legal: Legal) -> Legal:
        """What is open in games that ask more, or offer more."""
        game, i, check = self.game, self.turn, legal.check
        return legal._replace(
            fold=not check or game.refuse_fold(self, i) is None,
            check=check and not (game.asks_to_check and game.refuse_check(self, i)),
            decline=type(game.decline(self, i)) is Clause,
            kitty=type(game.kitty_costs(self, i)) is tuple,
        )

    def cards_left(self) -> int:
        """How many cards the deck still has; those that came off it unseen are still counted in it."""
        return len(self.deck) - self.unseen

    def pot(self) -> Cents:
        """Everything put in so far."""
        return sum(self.put) + sum(self.bets) + self.dead

    def places(self, mask: int) -> list[int]:
        """The places of a mask, clockwise from the left of the button."""
        return list(_places(mask))

    # -- acts ----------------------------------------------------------------------------------------------

    def do(self, act: Act, place: int | None = None) -> Refused | None:
        """The one door: somebody does something, the player whose turn it is unless a place is told. It is done wholly,
        or refused with the clause, and then nothing has changed."""
        turn = self.turn
        if place is None:
            place = turn
        carry_out = _IN_TURN.get(type(act)) if place == turn else None
        refused = gestures.out_of_turn(self, act, place) if carry_out is None else carry_out(self, act)
        if refused is None:
            self.acts.append((place, act))  # type: ignore[arg-type]
            if self.early:
                gestures.catch_up(self)
        return refused

    def carry_out(self, act: Act) -> Refused | None:
        """What a gesture, or time that has passed, comes to."""
        return _IN_TURN[type(act)](self, act)

    def report(self, kind: str, facts: Mapping[str, str] | None = None) -> Outcome:
        """Something went wrong: the one ruling of the book is carried out; or the report is refused, makes no sense, or
        meets silent law, and then nothing has changed. On a copy it shows what a ruling would do."""
        what = Reported(kind, dict(facts or {}))
        outcome = self.rule(what)
        if isinstance(outcome, Ruled):
            self.acts.append((-1, what))
        return outcome

    def rule(self, what: Reported) -> Outcome:
        """What a report comes to."""
        outcome = rule(self, what.irregular)
        if isinstance(outcome, Ruled):
            turning.settle(self)
            showing.next_shows(self)
            if self.early:
                gestures.catch_up(self)
        return outcome

    def fold(self) -> Refused | None:
        return self.do(FOLD)

    def check(self) -> Refused | None:
        return self.do(CHECK)

    def decline(self) -> Refused | None:
        return self.do(DECLINE)

    def call(self) -> Refused | None:
        return self.do(CALL)

    def wager(self, to: Cents) -> Refused | None:
        """Bet, complete or raise: what the player's bet of this round comes to."""
        return self.do(WagerTo(to))

    def all_in(self) -> Refused | None:
        return self.do(ALL_IN)

    def take_kitty(self) -> Refused | None:
        return self.do(TAKE_KITTY)

    def discard(self, cards: Sequence[Card]) -> Refused | None:
        return self.do(Discard(tuple(cards)))

    def set_hands(self, *hands: Sequence[Card]) -> Refused | None:
        return self.do(SetHands(tuple(map(tuple, hands))))

    def run(self, times: int) -> Refused | None:
        return self.do(RunBoard(times))

    # -- betting -------------------------------------------------------------------------------------------

    def pay(self, i: int, amount: Cents) -> None:
        self.stacks[i] -= amount
        self.bets[i] += amount
        if not self.stacks[i]:
            self.active &= ~(1 << i)

    def raise_price(self, i: int, to: Cents, reopens: bool) -> None:
        by = to - self.price
        others = self.active & ~(1 << i)
        if reopens:
            if self.opened:
                self.raises += 1
            if by > self.step:
                self.step = by
            self.level, self.opened, self.fresh = to, True, others
        else:
            self.fresh = self.game.stays_fresh(self, i)
        self.price, self.called, self.owes = to, i, others

    def go_on(self, i: int) -> None:
        """After an act: the next player who owes one, or the end of the round."""
        self.bound = self.offer = None
        live, active = self.live, self.active
        owes = self.owes & active
        if not live & (live - 1):
            self._collect(back=self.called >= 0 or self.game.gives_back(self))
            finish(self)
        elif not owes or (not active & (active - 1) and self._matched()):
            self._collect()
            self._after_betting()
        else:
            later = owes >> (i + 1)
            self.turn = i + (later & -later).bit_length() if later else (owes & -owes).bit_length() - 1

    def round_over(self) -> bool:
        """Has nobody anything left to do in this betting round?"""
        active = self.active
        return not self.owes & active or (not active & (active - 1) and self._matched())

    def _matched(self) -> bool:
        """Has the only player who could still bet put in as much as anybody he plays against?"""
        bets = self.bets
        if not any(bets):
            return True
        had = bets[self.active.bit_length() - 1]
        return all([had >= bets[j] for j in _places(self.live)])

    def _collect(self, back: bool = True) -> None:
        """The bets of a round go into the pot; what nobody called goes back, unless it is only a blind."""
        bets = self.bets
        if any(bets):
            top = max(bets)
            if back and bets.count(top) == 1:
                i = bets.index(top)
                second = max(bets[:i] + bets[i + 1 :], default=0)
                if self.live >> i & 1:
                    clause = self.game.returned(self, i)
                    excess = clause.says(top - second)
                    bets[i] -= excess
                    self.stacks[i] += excess
                    self.note("returned", i, excess, clause)
            self.put = list(map(add, self.put, bets))
            self.bets = [0] * len(bets)
        self.price = 0

    # -- dealing -------------------------------------------------------------------------------------------

    def _put_down(self, blinds: Sequence[Blind] | None, straddles: Sequence[Blind]) -> None:
        """Fees, antes, then blinds and posts: each as far as its player's chips go."""
        game = self.game
        if game.fee_per_person:
            for i in self.places(self.live):
                paid = min(self.stacks[i], game.cites.fee.says(game.fee_per_person))
                self.stacks[i] -= paid
                self.fees += paid
                if not self.stacks[i]:
                    self.active &= ~(1 << i)
                self.note("fee", i, paid, game.cites.fee)
        if game.ante:
            ante = game.cites.ante.says(game.ante)
            for i in self.places(self.live):
                self._ante(i, ante)
        forced = tuple(game.forced(self) if blinds is None else blinds)
        self.blinds = (*forced, *straddles)
        for place, live, dead, clause, _, sets_price in self.blinds:
            if dead:
                self._ante(place, dead, game.cites.dead or clause)
            owed, chips = live - self.bets[place], self.stacks[place]
            paid = 0 if owed < 0 else owed if owed < chips else chips
            self.pay(place, paid)
            self.noted.append(("blind", place, paid, clause, (), True))
            if sets_price and live > self.price:
                self.price = live
        self.step = max([blind.live for blind in forced], default=0) or game.least_bet(self)
        self.level = self.price
        self.opened = self.price > 0

    def _ante(self, i: int, amount: Cents, blind: Clause | None = None) -> None:
        paid = min(amount, self.stacks[i])
        if not paid:
            return
        self.stacks[i] -= paid
        if blind is not None:
            self.dead += paid
        else:
            self.put[i] += paid
        if not self.stacks[i]:
            self.active &= ~(1 << i)
        self.note("dead blind" if blind else "ante", i, paid, blind or self.game.cites.ante)

    def shuffle_in(self, cards: list[Card]) -> None:
        """Shuffle cards and put them under the deck; they leave wherever they lay."""
        dealing.shuffle_in(self, cards)

    def _start(self) -> None:
        """A street: its cards, and whatever comes before its betting."""
        street = self.game.prepared(self, self.game.streets[self.street])
        if self.repairs is not None and self.street in self.repairs.plans:
            repairs.deal_by(self, street, self.repairs.plans[self.street])
        else:
            self._deal(street)
        if street.draw or street.sets:
            self.note("draw" if street.draw else "setting", -1, 0, street.dealt)
            self.stage, self.owes = DRAW if street.draw else SET, self.live
            self.turn = _after(self.owes, len(self.seats))
            return
        self.open()

    def _deal(self, street: Street) -> None:
        """The cards of a street as the game deals it."""
        clause = street.dealt
        burn, down, up, count = clause.says((street.burn, street.down, street.up, street.board))
        if burn and not street.draw:
            dealing.burn(self, clause)
        if down or up:
            dealing.deal_hands(self, down, up, clause)
        if self.repairs is not None and not self.street:
            repairs.start_stub(self)
        if count:
            for number in range(len(self.boards)):
                if number and street.again is not None:
                    clause, count = street.again, street.again.says(count)
                dealing.to_board(self, number, count, clause)

    def open(self) -> None:
        """The betting of a street, unless nobody is left to bet against."""
        if self.given is not None and turning.waits(self, turning.OPENS):
            return
        game, street = self.game, self.game.streets[self.street]
        self.stage, self.called = BET, -1
        self.early = {}
        self.mute = 0
        self.began = len(self.noted)
        self.owes = self.fresh = active = self.active
        if self.street:
            self.price = self.level = self.raises = 0
            self.opened = False
            self.step = game.least_bet(self)
        else:
            self._forced_to_open()
            active = self.active
        self.first = first = game.opener(self, street)
        if not active or (not active & (active - 1) and self._matched()):
            self._collect()
            self._after_betting()
        else:
            self.turn = first if self.owes >> first & 1 else _after(self.owes, first)

    def _forced_to_open(self) -> None:
        """Whoever must open does; a blind without an option is no more asked."""
        bring = self.game.brings_in(self)
        if bring is not None:
            self._bring_in(*bring)
        for blind in self.blinds:
            if not blind.option:
                self.fresh &= ~(1 << blind.place)
                self.owes &= ~(1 << blind.place)

    def _bring_in(self, i: int, amount: Cents, clause: Clause) -> None:
        paid = min(max(amount - self.bets[i], 0), self.stacks[i])
        self.pay(i, paid)
        self.note("bring-in", i, paid, clause)
        self.price = max(self.price, amount)
        if amount >= self.step:
            self.level, self.opened = amount, True
        self.owes &= ~(1 << i)
        self.fresh &= ~(1 << i)

    def _after_betting(self) -> None:
        self.live = self.game.goes_on(self).says(self.live)
        street = self.game.streets[self.street]
        if street.discard is not None:
            self.stage, self.owes = DISCARD, self.live
            self.turn = _after(self.owes, len(self.seats))
            return
        self._next_street()

    def _next_street(self) -> None:
        """The next street, or the showdown after the last; all-in players may first agree to several runs."""
        if self.street + 1 == len(self.game.streets):
            finish(self)
            return
        if self.ask_runs and not self.active & (self.active - 1) and exchanges.asks_for_runs(self):
            return
        self.street += 1
        self._start()

    def deal_next(self) -> None:
        """The next street, whatever players could have agreed on before it."""
        self.street += 1
        self._start()

    def go_on_from_cards(self) -> None:
        """The cards are told that lie face up: what was to come comes."""
        then, self.then = self.then, ""
        if then == turning.OPENS:
            self.open()
        elif then == turning.ENDS:
            finish(self)
        else:
            self.stage, self.offer = then, None

    def acted_in_turn(self, i: int) -> None:
        """The next who has to draw, discard or agree; after the last, the hand goes on."""
        self.owes &= ~(1 << i)
        if self.owes:
            # One who was served too soon is followed by those who were passed over.
            self.turn = _after(self.owes, len(self.seats))
        elif self.stage == DRAW:
            self.open()
        elif self.stage == RUNS and self.runs > 1:
            exchanges.deal_runs(self)
        elif self.stage == SET:
            self.stage, self.turn = OVER, -1
            assert isinstance(self.game, SettingGame), f"{self.game.id} has hands set, and does not settle them"
            self.game.settle(self)
        else:
            self._next_street()


# Acts that have a turn, and what carries each out.
_IN_TURN: dict[type[Act], Callable[[Hand, Any], Refused | None]] = {
    acts.Fold: betting.fold, acts.Check: betting.check, acts.Decline: betting.decline, acts.Call: betting.call,
    acts.WagerTo: betting.wager, acts.AllIn: betting.all_in, acts.TimeOut: betting.time_out,
    acts.TakeKitty: exchanges.take_kitty, acts.Discard: exchanges.discard, acts.SetHands: exchanges.set_hands,
    acts.RunBoard: exchanges.run, acts.Turned: turning.turned, acts.Show: showing.show, acts.BuyTime: clock.buy_time,
    acts.Push: showing.push, acts.PutChips: gestures.puts, acts.Say: gestures.says, acts.Motion: gestures.moves,
}


@lru_cache(1 << 12)
def _places(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def _after(mask: int, i: int) -> int:
    """The next place of a mask, clockwise after one."""
    later = mask >> (i + 1)
    return i + (later & -later).bit_length() if later else (mask & -mask).bit_length() - 1


def _written_out(names: Sequence[str]) -> Callable[[Hand, Hand], None]:
    """A function that gives one hand what another has under these names: line by line, since a loop over the names
    takes several times as long, and agents copy a hand at every turn they think about."""
    scope: dict[str, Any] = {}
    exec("def share(new, old):\n" + "".join(f"    new.{name} = old.{name}\n" for name in names), scope)
    share: Callable[[Hand, Hand], None] = scope["share"]
    return share


_OWN = {"stacks", "bets", "put", "deck", "burnt", "muck", "acts", "noted", "won", "hole", "up", "boards", "offer"}
_share = _written_out([name for name in Hand.__slots__ if name not in _OWN])
