"""What Queensland's schedules of poker against the house say alike (3, 11, 11(a), 12 and 15): one deck, an ante that
opens a round, one hand a player, hands that are folded and closed. A schedule puts its own clauses into `cites`, by the
role each has here; no clause of another is ever cited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.law import Clause, Refused, Result, lose, refuse
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld.s00_front_rule import CONDUCT, FrontRule, R
from pitboss.table.acts import Choice, Irregular, Place, Take
from pitboss.table.facts import BOARD, DEALER, Rejected, Settled, Wager
from pitboss.table.game import ruling
from pitboss.table.once import once
from pitboss.table.reports import Box, Money, PlayerNamed, WagerNamed, have
from pitboss.table.requests import Option
from pitboss.table.streets import BettingStreet
from pitboss.table.table import Round, Table


class WrongSize(NamedTuple):
    """A wager to play on that is not of its size, found while the hands are acted on."""

    section: Clause
    over: Clause
    under: Clause


class NoAnte(NamedTuple):
    """Cards dealt to somebody without an ante."""

    section: Clause
    hand: Clause
    # What becomes of other wagers of that hand, where the schedule has some.
    others: Clause | None
    retract: Clause
    # While nobody has handled any cards, where that voids the round.
    untouched: Clause | None = None


class SecondHand(NamedTuple):
    """More than one hand dealt to a player."""

    section: Clause
    first: Clause
    others: Clause
    retract: Clause


class UnseenCount(NamedTuple):
    """An incorrect number of cards, and no player has looked."""

    section: Clause
    void: Clause
    tell: Clause
    counted: Clause
    notify: Clause


class SeenCount(NamedTuple):
    """An incorrect number of cards, and a player has looked."""

    section: Clause
    tell: Clause
    counted: Clause


class ShortDeck(NamedTuple):
    """The deck turns out not to have its cards."""

    notify: Clause
    void: Clause
    back: Clause


class WrongHand(NamedTuple):
    """A player's hand has the wrong number of cards."""

    hand: Clause
    wagers: Clause
    retract: Clause


class WrongDealer(NamedTuple):
    """What becomes of wagers against a dealer's hand of the wrong number of cards."""

    reinstated: Clause
    # Paid even money; or, `returned`, void.
    antes: Clause
    raises: Clause
    not_qualified: Clause | None = None
    ante_bonus: Clause | None = None
    # Wagers on a player's own cards: back, or paid where they win.
    own_back: Clause | None = None
    own_paid: Clause | None = None
    returned: bool = False
    # Under which those of folded hands go back, where the schedule names no others.
    folded_back: Clause | None = None


class WrongBoard(NamedTuple):
    """There is a wrong number of community cards: the round is void."""

    void: Clause
    back: Clause


class WrongBoth(NamedTuple):
    """The hands of the dealer and of players are wrong: theirs are void, the others meet the dealer's."""

    hand: Clause
    wagers: Clause
    others: WrongDealer


class EarlyCard(NamedTuple):
    """A community card exposed while there is betting before it."""

    section: Clause
    stays: Clause


class BoardCites(NamedTuple):
    """What a schedule says of a board that players and dealer share."""

    check: Clause
    # Under which the cards that follow each street are shown.
    shown: tuple[Clause, ...]
    dealers_hand: Clause
    players_hand: Clause
    # The dealer's cards are turned up and declared, then those of each player.
    declared: Clause
    turned: Clause
    early: EarlyCard


class AnteCites(NamedTuple):
    """The clauses of a schedule by their roles, in the order in which the schedules state them."""

    wager: Clause
    continuing: Clause
    # A schedule may not say how a hand is closed.
    closed: Clause | None
    folds: Clause
    deck: Clause
    other_deck: Clause
    shuffled: Clause
    before_deal: Clause
    chips: Clause
    one_hand: Clause
    one_wager: Clause
    untouched: Clause
    look: Clause
    folded: Clause
    in_view: Clause
    wrong_size: WrongSize
    no_ante: NoAnte
    second_hand: SecondHand
    unseen_count: UnseenCount
    seen_count: SeenCount
    short_deck: ShortDeck
    wrong_hand: WrongHand
    position: Clause
    # A schedule may deal with these in a way of its own.
    wrong_dealer: WrongDealer | None = None
    wrong_both: WrongBoth | None = None
    wrong_board: WrongBoard | None = None
    exposed: Clause | None = None
    # The clause that asks for the ante itself, where it is another than the one on when wagers are made; and the one
    # that asks for as much beside it.
    ante: Clause | None = None
    equal: Clause | None = None
    # Wagers on later streets may have a section of their own.
    later_size: WrongSize | None = None
    board: BoardCites | None = None


class AntePoker(FrontRule):
    """Poker against the house that opens with an ante."""

    cites: ClassVar[AnteCites]
    opening = "ante"

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.decks = self.cites.deck.says(1)

    def opening_state(self) -> dict[str, Any]:
        return {"deck": 1}

    # -- a shuffled deck ---------------------------------------------------------------------------------

    def prepare(self, t: Table) -> Round[None]:
        """With a shuffling device, the other of two decks each round."""
        if self.options["device"] == "shuffler":
            t.state["deck"] = self.cites.other_deck.says(3 - t.state["deck"])
        yield from t.shuffle(self.cites.shuffled, self.decks)

    # -- how wagers are made -----------------------------------------------------------------------------

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        defined = self.opens.get(kind)
        if defined is None or not defined.says(True):
            known = next((wager_kind.clause for wager_kind in self.kinds if wager_kind.name == kind), self.cites.wager)
            return refuse(f"{kind} is not a wager to open with", known, ", ".join(self.opens))
        for at, other, on in t.wagers:
            if other == player and at != box:
                return refuse(f"{player} already plays another hand", self.cites.one_hand, "one hand a player")
            if at == box and (other != player or on == kind):
                return refuse(f"box {box} already has a wager there", self.cites.one_wager, "one wager an area")
        if kind != self.opening and not self.ante_first.says(t.wager(box, player, self.opening) is not None):
            return refuse(f"{kind} without an ante", self.ante_first, "an ante first")
        if kind in self.matched:
            # It is as much as the ante, or refused for that; and the ante is within the limits.
            return None
        return self.outside_limits(kind, amount, self.limited_by, self.sign(t, player))

    def refuse_side(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        """Additional wagers lie beside an ante, and one wager on each area too."""
        if any((wager.box, wager.kind) == (box, kind) for wager in t.sides.values()):
            return refuse(f"box {box} already has a wager there", self.cites.one_wager, "one wager an area")
        if not self.ante_first.says(t.wager(box, player, self.opening) is not None):
            return refuse(f"{kind} without an ante", self.ante_first, "an ante first")
        return None

    @once
    def ante_first(self) -> Clause:
        """The clause without which no other wager opens a round."""
        return self.cites.ante or self.cites.before_deal

    def refuse_together(self, t: Table, box: int, player: str) -> Refused | None:
        """Beside an ante lies as much of every wager that must match it."""
        ante = t.wager(box, player, self.opening)
        for kind in self.matched:
            beside, clause = t.wager(box, player, kind), have(self.cites.equal)
            if ante is not None and not clause.says(beside is not None and beside.amount == ante.amount):
                each = show_amount(ante.amount)
                lies = f"a {kind} of {show_amount(beside.amount)}" if beside is not None else f"no {kind}"
                return refuse(f"{self.opening} {each} with {lies}", clause, f"{self.opening} {each}, {kind} {each}")
        return None

    @once
    def limited_by(self) -> Clause:
        return self.limits_by(R["13(1)"])

    def plainly(self, t: Table, player: str, refused: Refused) -> str:
        return {
            self.ante_first: "Bet the ANTE first",
            self.cites.equal: f"As much on the {' and the '.join(self.matched).upper()} as on the ANTE",
            self.cites.one_hand: "You play another box already: one hand each",
            self.cites.one_wager: "A bet lies there: take it back to make another",
        }.get(refused.clause) or super().plainly(t, player, refused)

    def refuse_taking(self, t: Table, act: Take) -> Refused | Rejected | None:
        """Before the first card a wager may become any other that might have been placed."""
        if act.to:
            return self.outside_limits(act.wager, act.to, self.limited_by, self.sign(t, act.player))
        as_one, kinds = (self.opening, *self.matched), (*self.opens, *self.sides)
        others = [kind for kind in kinds if kind not in as_one and t.wager(act.box, act.player, kind) is not None]
        if act.wager in as_one and not self.ante_first.says(not others):
            return refuse(f"{others[0]} without an ante", self.ante_first, f"take back the {others[0]} first")
        return None

    def take_back(self, t: Table, wager: Wager, amount: Cents) -> None:
        """With the ante, as much of what matches it."""
        as_one = (self.opening, *self.matched) if self.matched and wager.kind in (self.opening, *self.matched) else ()
        for kind in as_one or (wager.kind,):
            t.take(have(t.wager(wager.box, wager.player, kind)), amount)

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        if type(act) is Place and all(t.wager(act.box, act.player, kind) is None for kind, _ in act.wagers):
            opens = " and ".join(self.opens)
            legal = f"{opens} come{'s' if len(self.opens) == 1 else ''} before the deal"
            return refuse("a wager after the deal has begun", self.cites.before_deal, legal)
        return refuse("wagers are not touched after the first card", self.cites.untouched, "wait for the dealer")

    @ruling("oral-wager", "chips", "no chips in the area for it: there is no wager",
            facts=(Box(), PlayerNamed(), WagerNamed(), Money()))
    def oral_wager(self, t: Table, what: Irregular) -> None:
        t.announce("chips must be placed in the area for the wager", self.cites.chips)

    @ruling("cards-out-of-view", "in_view", "cards stay in the dealer's full view; the supervisor may act",
            facts=CONDUCT)
    def out_of_view(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.sanction(t, what)

    # -- hands that are dealt, played on and folded ------------------------------------------------------

    def dealt_to(self, t: Table, hand: str) -> bool:
        """Areas with an ante get cards, and the dealer and the board while there is one; a ruling in mid-deal may end
        that."""
        if hand == BOARD:
            return bool(t.all_wagers())
        return bool(t.wagers) if hand == DEALER else self.continuing(t, int(hand))

    def deal_in_turn(
        self, t: Table, hands: Sequence[str], counts: Sequence[int], way: Clause, *, face_up: bool = False
    ) -> Round[None]:
        """So many cards to each hand, then so many more."""
        for count in counts:
            for hand in hands:
                if self.dealt_to(t, hand):
                    yield from t.deal(count, hand, way, face_up=face_up)

    def players_look(self, t: Table) -> None:
        """Once all are dealt, each player may look at his own cards."""
        for hand in t.hands:
            if hand not in (DEALER, BOARD):
                t.may_look(hand, int(hand), self.cites.look)

    def continuing(self, t: Table, box: int) -> bool:
        """Has an ante and has not folded."""
        return self.cites.continuing.says(t.lies(box, self.opening))

    def close_hand(self, t: Table, box: int, street: BettingStreet | None = None) -> None:
        """The wagers of a folded hand are collected; a street may have a clause of its own for that."""
        t.hands[str(box)].closed = self.cites.closed.says(True) if self.cites.closed is not None else True
        own = street.folded if street is not None else None
        for wager in t.on_box(box):
            t.settle(wager, self.folded() if own is None else lose(own, self.cites.folds))

    def anybody_left(self, t: Table) -> Round[bool]:
        """Is there a wager to play on for? Where all have folded, their cards are collected before the round is over:
        the law rules on a wrong number of them whenever it is found."""
        folded = [line.box for line in t.lines if line.clause in self.folded_under]
        if folded and not t.wagers:
            yield from t.collect(str(folded[-1]), self.cites.folds)
        return bool(t.wagers)

    def folded(self) -> Result:
        """What becomes of every wager of a folded hand. Pure: the odds call it too."""
        return lose(self.cites.folded)

    @once
    def folded_under(self) -> tuple[Clause, ...]:
        """Every clause under which wagers of folded hands are collected."""
        streets: tuple[BettingStreet, ...] = getattr(self, "streets", ())
        return self.cites.folded, *(street.folded for street in streets if street.folded is not None)

    def barred(self, offered: Sequence[Option]) -> dict[str, Refused]:
        """What people try instead of a decision, and what stops them."""
        legal = ", ".join(option.name for option in offered)
        taking = refuse("the ante stays where it is", self.cites.untouched, legal)
        return {"retract": taking} if taking is not None else {}

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        """A hand that is closed, or that has such a wager already."""
        for line in t.lines:
            if line.clause in self.folded_under and str(line.box) == act.hand:
                by = self.closed_by(line)
                return refuse(f"the hand on box {act.hand} is closed", by, "nothing until the next round")
        if any(str(wager.box) == act.hand and wager.kind == act.name for wager in t.wagers.values()):
            return refuse(f"box {act.hand} already has a {act.name}", self.cites.one_wager, "one wager an area")
        return None

    def closed_by(self, line: Settled) -> Clause:
        """The clause by which a hand that lost this wager by a fold decides no more."""
        return line.clause
