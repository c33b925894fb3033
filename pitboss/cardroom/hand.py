"""One hand of poker between players: a state that is asked what is legal, told what was done, and can be copied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from operator import add
from typing import NamedTuple

from pitboss.cardroom import dealing, exchanges, showing
from pitboss.cardroom.dealing import HIDDEN as HIDDEN
from pitboss.cardroom.game import BET, DISCARD, DRAW, OVER, RUNS, SET, Blind, Bounds, Event, Noted, PokerGame
from pitboss.cardroom.gestures import ALL_IN, CALL, FOLD, RAISE, Bound, Early, do
from pitboss.cardroom.refusals import check_start, held_to, out_of_place, refuse_amount
from pitboss.cardroom.showdown import Won, finish
from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck as full_deck
from pitboss.law import Clause, Refused
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
        "active", "ask_runs", "ask_shows", "bets", "blinds", "boards", "bound", "burnt", "button", "called", "dead",
        "deck", "early", "fees", "first", "fresh", "game", "given", "hole", "kept", "kitty", "level", "live", "muck",
        "mute", "noted", "offer", "opened", "owes", "price", "put", "raises", "runs", "seats", "sets", "spare",
        "stacks", "stage", "step", "street", "turn", "unseen", "up", "won",
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
    ) -> None:
        """`deck` is dealt from its end. `spare` seeds the shuffle of discards that a draw may need; `given` says by
        recipient which cards of the deck come next; `button` is the place that has it, none when it lies at an empty
        seat."""
        check_start(game, seats, stacks, deck)
        n = len(seats)
        self.game, self.seats, self.button = game, tuple(seats), button
        self.stacks, self.bets, self.put = list(stacks), [0] * n, [0] * n
        self.deck = list(deck if given is None or deck else full_deck(game.deck_size))
        self.spare, self.given, self.ask_runs, self.ask_shows = spare, given, ask_runs, ask_shows
        self.live = self.active = (1 << min(n, game.most_active)) - 1
        self.owes = self.fresh = self.mute = 0
        # Places that still get cards though their players have folded; and cards that left the deck unseen.
        self.kept = self.unseen = 0
        self.hole: list[list[Card]] = [[] for _ in range(n)]
        self.up: list[list[Card]] = [[] for _ in range(n)]
        self.boards: list[list[Card]] = [[] for _ in range(game.boards)]
        self.burnt: list[Card] = []
        self.muck: list[Card] = []
        self.noted: list[Noted] = []
        self.won: list[Won] = []
        self.blinds: tuple[Blind, ...] = ()
        self.kitty: list[Card] = []
        self.sets: dict[int, tuple[tuple[Card, ...], ...]] = {}
        self.street, self.stage, self.turn, self.called, self.first = 0, BET, -1, -1, -1
        self.price = self.step = self.level = self.raises = self.dead = self.fees = 0
        self.opened = False
        self.runs = 1
        self.bound: Bound | None = None
        # What may be bet at this turn, once it was asked.
        self.offer: Bounds | Refused | None = None
        self.early: dict[int, Early] = {}
        self._put_down(blinds, straddles)
        self._start()

    def copy(self) -> Hand:
        """A state of its own that can be played on without touching this one."""
        new = Hand.__new__(Hand)
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        new.stacks, new.bets, new.put = self.stacks[:], self.bets[:], self.put[:]
        new.deck, new.burnt, new.muck, new.noted, new.won = (
            self.deck[:], self.burnt[:], self.muck[:], self.noted[:], self.won[:]
        )
        new.hole = [cards[:] for cards in self.hole]
        new.up = [cards[:] for cards in self.up]
        new.boards = [cards[:] for cards in self.boards]
        new.offer = None
        return new

    def __repr__(self) -> str:
        waits = "over" if self.over else f"seat {self.seats[self.turn]} to {self.stage}"
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
            return None if self.stage == OVER else Legal(i, self.seats[i], self.stage, showing.may_give_up(self, i))
        bounds = self.offer
        if bounds is None:
            bounds = self.offer = game.bounds(self, i)
        least, most, _, _, sizes = bounds if type(bounds) is Bounds else _NO_BET
        owed, chips = self.price - self.bets[i], self.stacks[i]
        call = owed if owed < chips else chips
        found = _legal((i, self.seats[i], BET, True, owed == 0, call, least, most, sizes, False, False))
        return self._rarer(found) if game.asks_to_check or self.kitty else found

    def _rarer(self, found: Legal) -> Legal:
        """What is open in games that ask more, or offer more."""
        game, i, check = self.game, self.turn, found.check
        return found._replace(
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

    def fold(self) -> Refused | None:
        if self.stage != BET:
            return showing.give_up(self, self.turn)
        i, bound, game = self.turn, self.bound, self.game
        if game.asks_to_check and self.price == self.bets[i] and (refused := game.refuse_fold(self, i)):
            return refused
        if bound is not None:
            if FOLD not in bound.acts:
                return held_to(self)
            self.stacks[i] -= bound.lost
            self.dead += bound.lost
        clause = game.cites.fold
        self.noted.append(("fold", i, 0, clause, (), True))
        others = ~clause.says(1 << i)
        self.live &= others
        self.active &= others
        self.owes &= others
        self.fresh &= others
        self.muck += self.hole[i]
        if game.keeps_places and game.keeps_place(self, i):
            self.kept |= 1 << i
        self._next(i)
        if not self.street and self.stage == BET and (passes := game.streets[0].passes) is not None:
            self.turn = passes.says(self.turn)
        return None

    def check(self) -> Refused | None:
        i = self.turn
        if self.stage != BET:
            return out_of_place(self, "check")
        if self.bound is not None:
            return held_to(self)
        game = self.game
        if (self.price != self.bets[i] or game.asks_to_check) and (refused := game.refuse_check(self, i)):
            return refused
        self._stays("check", game.cites.check)
        return None

    def decline(self) -> Refused | None:
        """Leave a blind as it is, in games that know no check before the second round."""
        if self.stage != BET:
            return out_of_place(self, "declining to raise")
        clause = self.game.decline(self, self.turn)
        if type(clause) is not Clause:
            return clause  # type: ignore[return-value]
        self._stays("decline", clause)
        return None

    def take_kitty(self) -> Refused | None:
        """Give up the cards dealt for the kitty; it costs a bet, and more may have to follow."""
        return exchanges.take_kitty(self)

    def _stays(self, what: str, clause: Clause) -> None:
        """A player stays in without putting anything down."""
        i = self.turn
        self.noted.append((what, i, 0, clause, (), True))
        others = ~clause.says(1 << i)
        self.owes &= others
        self.fresh &= others
        self._next(i)

    def call(self) -> Refused | None:
        i, bound, cites = self.turn, self.bound, self.game.cites
        owed, chips = self.price - self.bets[i], self.stacks[i]
        if self.stage != BET:
            return out_of_place(self, "call")
        if bound is not None and CALL not in bound.acts and not (ALL_IN in bound.acts and chips <= owed):
            return held_to(self)
        if owed <= 0:
            return Refused(cites.call, "call without a bet", "check, bet or fold")
        others = ~(1 << i)
        if owed < chips:
            clause, paid = cites.call, cites.call.says(owed)
        else:
            clause, paid = cites.all_in, cites.all_in.says(chips)
            self.active &= others
        self.stacks[i] = chips - paid
        self.bets[i] += paid
        self.kept = 0
        self.noted.append(("call", i, paid, clause, (), True))
        self.owes &= others
        self.fresh &= others
        self._next(i)
        return None

    def wager(self, to: Cents) -> Refused | None:
        """Bet, complete or raise: what the player's bet of this round comes to."""
        i = self.turn
        if self.stage != BET:
            return out_of_place(self, "a bet")
        if self.bound is not None and (RAISE not in self.bound.acts or self.bound.to not in (0, to)):
            return held_to(self)
        bounds = self.offer
        if bounds is None:
            bounds = self.offer = self.game.bounds(self, i)
        if type(bounds) is not Bounds:
            return bounds  # type: ignore[return-value]
        least, most, clause, _, sizes = bounds
        had, game = self.bets[i], self.game
        everything = had + self.stacks[i]
        # Whatever is not plainly within the bounds is looked at closely.
        whole = to == everything or not (to - had) % game.chip if type(to) is int else False
        if not (whole and least <= to <= most and not sizes) and (refused := refuse_amount(self, i, to, bounds)):
            return refused
        reopens, others = game.reopens(self, i, to), ~(1 << i)
        self.bets[i], self.stacks[i] = to, everything - to
        self.kept = 0
        if to == everything:
            clause = game.cites.all_in
            self.active &= others
        self.noted.append(("raise" if self.price else "bet", i, to, clause, (), True))
        self._raise_price(i, to, reopens)
        self._next(i)
        return None

    def all_in(self) -> Refused | None:
        """All that is left: a call or less, or as much of a raise as there is."""
        i = self.turn
        if self.stage != BET:
            return out_of_place(self, "all-in")
        to = self.bets[i] + self.stacks[i]
        if to <= self.price:
            return self.call()
        bounds = self.game.bounds(self, i)
        if type(bounds) is Bounds and self.game.cites.too_much.says(to > bounds.most):
            most = show_amount(bounds.most)
            return Refused(self.game.cites.too_much, "all-in above the limit", f"no more than {most}")
        return self.wager(to)

    def time_out(self) -> Refused | None:
        """The time to act has passed."""
        if self.stage != BET:
            return out_of_place(self, "time out")
        act = self.game.time_out(self)
        return act if isinstance(act, Refused) else do(self, act, 0)

    # -- betting -------------------------------------------------------------------------------------------

    def _pay(self, i: int, amount: Cents) -> None:
        self.stacks[i] -= amount
        self.bets[i] += amount
        if not self.stacks[i]:
            self.active &= ~(1 << i)

    def _raise_price(self, i: int, to: Cents, reopens: bool) -> None:
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

    def _next(self, i: int) -> None:
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

    def _matched(self) -> bool:
        """Has the only player who could still bet put in as much as anybody he plays against?"""
        (last,) = self.places(self.active)
        return all(self.bets[last] >= self.bets[j] for j in self.places(self.live))

    def _collect(self, back: bool = True) -> None:
        """The bets of a round go into the pot; what nobody called goes back, unless it is only a blind."""
        bets = self.bets
        top = max(bets)
        if top:
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
            self._pay(place, paid)
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
        clause = street.dealt
        burn, down, up, count = clause.says((street.burn, street.down, street.up, street.board))
        if burn and not street.draw:
            dealing.burn(self, clause)
        if down or up:
            dealing.deal_hands(self, down, up, clause)
        if count:
            for number, board in enumerate(self.boards):
                if number and street.again is not None:
                    clause, count = street.again, street.again.says(count)
                cards = dealing.take(self, "board" if number == 0 else f"board {number + 1}", count)
                board += cards
                self.noted.append(("board", number, 0, clause, tuple(cards), True))
        if street.draw or street.sets:
            self.note("draw" if street.draw else "setting", -1, 0, street.dealt)
            self.stage, self.owes = DRAW if street.draw else SET, self.live
            self.turn = _after(self.owes, len(self.seats))
            return
        self._open()

    def _open(self) -> None:
        """The betting of a street, unless nobody is left to bet against."""
        game, street = self.game, self.game.streets[self.street]
        self.stage, self.called = BET, -1
        self.early = {}
        self.mute = 0
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
        self._pay(i, paid)
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
        self._go_on()

    def _go_on(self) -> None:
        """The next street, or the showdown after the last; all-in players may first agree to several runs."""
        if self.street + 1 == len(self.game.streets):
            finish(self)
            return
        if self.ask_runs and not self.active & (self.active - 1) and exchanges.asks_for_runs(self):
            return
        self.street += 1
        self._start()

    # -- draws, discards, settings and runs ----------------------------------------------------------------

    def discard(self, cards: Sequence[Card]) -> Refused | None:
        """Give up cards: any number in a draw, for as many others; exactly one where the game asks for it."""
        return exchanges.discard(self, cards)

    def set_hands(self, *hands: Sequence[Card]) -> Refused | None:
        """Set the cards dealt in hands of their own, for nobody else to see until all have set theirs."""
        return exchanges.set_hands(self, hands)

    def run(self, times: int) -> Refused | None:
        """Say how often the rest of the board is to be dealt; all must say the same, else it is dealt once."""
        return exchanges.run(self, times)

    def _acted_in_turn(self, i: int) -> None:
        """The next who has to draw, discard or agree; after the last, the hand goes on."""
        self.owes &= ~(1 << i)
        if self.owes:
            self.turn = _after(self.owes, i)
        elif self.stage == DRAW:
            self._open()
        elif self.stage == RUNS and self.runs > 1:
            exchanges.deal_runs(self)
        elif self.stage == SET:
            self.stage, self.turn = OVER, -1
            self.game.settle(self)
        else:
            self._go_on()


@lru_cache(1 << 12)
def _places(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def _after(mask: int, i: int) -> int:
    """The next place of a mask, clockwise after one."""
    later = mask >> (i + 1)
    return i + (later & -later).bit_length() if later else (mask & -mask).bit_length() - 1


_SHARED = tuple(
    name for name in Hand.__slots__
    if name not in ("stacks", "bets", "put", "deck", "burnt", "muck", "noted", "won", "hole", "up", "boards", "offer")
)
