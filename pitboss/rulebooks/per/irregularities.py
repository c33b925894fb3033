"""PER section 5: irregularities."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import ClassVar

from pitboss.law import Clause, Refused, refuse, schedule, void, win
from pitboss.law.results import LOSE
from pitboss.money import Cents, odds, show_amount
from pitboss.rulebooks.per.book import CROWN_PERTH
from pitboss.rulebooks.per.general import VOID_OR_NOT, CrownProvisions
from pitboss.rulebooks.per.poker_extra import ANTE, DEALER_EXTRA, PLAYER_EXTRA
from pitboss.table.acts import Irregular
from pitboss.table.facts import BOARD, DEALER, Settled, Wager
from pitboss.table.game import Decision, ruling
from pitboss.table.reports import (
    DECK,
    LOOKED,
    OPERATOR,
    SOMEBODY,
    SUPERVISOR,
    BadFact,
    Box,
    HandNamed,
    Money,
    Number,
    PlayerNamed,
    SomeCards,
    Word,
    YesNo,
    amount_in,
    count_in,
    have,
)
from pitboss.table.requests import Choose, Offer, Option, option, options
from pitboss.table.sides import RESULT
from pitboss.table.stray import lay_stray, stray_wagers
from pitboss.table.table import DEALING, DECISIONS, WAGERS, Round, RoundOver, Table

S = schedule("PER")

FLOP, TURN, RIVER = "flop", "turn", "river"
EVEN = odds("1 to 1")
AS_IT_STANDS = "as the round stands"
# 5.9: a wager on a street that is short of its size, or over it.
SHORT = {FLOP: S["5.9(a)"], TURN: S["5.9(c)"], RIVER: S["5.9(c)"]}
OVER = {FLOP: S["5.9(b)"], TURN: S["5.9(d)"], RIVER: S["5.9(d)"]}
# 3.35, 3.38 and 3.41: whose wagers they are.
BY_THE_ANTE = {FLOP: S["3.35"], TURN: S["3.38"], RIVER: S["3.41"]}
# 5.9 and 5.10: a wager of the wrong size; when that was noticed changes nothing.
WRONG_WAGER = (
    Box(need=True), PlayerNamed(), Word("wager", (ANTE, FLOP, TURN, RIVER), need=True), Money(need=True),
    Word("noticed", ("settlement", "after-first-card"), default="settlement"),
)
# 5.4: cards where none belong, and an extra that may lie there.
STRAY = (
    Box(need=True), SomeCards(), YesNo("handled", default=AS_IT_STANDS), PlayerNamed(), Money("player-poker-extra"),
)
WRONG_COUNT = (
    HandNamed(words=(DEALER,), need=True, several=True), replace(LOOKED, default=AS_IT_STANDS),
    replace(DECK, default="52"),
)

When = Callable[["CrownIrregularities", Table, Irregular], bool]


def picked_up(key: str, *, yes: bool) -> When:
    """A player had picked up cards when it was noticed, or none had."""
    return lambda self, t, what: self.commenced(t) and self.handled(t, what, key) == yes


def dealer_shown(*, wagers: bool) -> When:
    """The dealer has shown a hole card too early, after the deal, and a flop wager has or has not been made."""
    return lambda self, t, what: (
        self.hidden_dealer(t) and t.phase == DECISIONS and what.get("hand") == DEALER and self.flop_wagers(t) == wagers
    )


def communal(*answers: str) -> When:
    """Communal cards lie there, and so much of them can be put right."""
    return lambda self, t, what: bool(t.open_cards(BOARD)) and what.get("reconstructed") in answers


def wrong_size(*clauses: Clause) -> When:
    return lambda self, t, what: self.wrong_by(t, what) in clauses


class CrownIrregularities(CrownProvisions):
    """What the rules say when something goes wrong."""

    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("void", "take back all that rides on your hand", key="r", past="had the hand void"),
    )

    # -- what the rulings need to know of the game -------------------------------------------------------

    @abstractmethod
    def fold(self, t: Table, box: int) -> None:
        """Close a hand and collect what rides on it."""

    @abstractmethod
    def refuse_area(self, t: Table, box: int, player: str) -> Refused | None:
        """Why a player may not put an ante on an area, whatever the amount."""

    @abstractmethod
    def decision_on(self, t: Table, box: int) -> Choose | None:
        """What the player of an area may decide in the street under way."""

    @abstractmethod
    def stake(self, wager: str, ante: Cents) -> Cents:
        """What a flop, turn or river wager must be beside an ante."""

    def hidden_dealer(self, t: Table) -> bool:
        """The dealer has both hole cards, and 4.11 has not turned them up."""
        hand = t.hands.get(DEALER)
        return hand is not None and len(hand.cards) == 2 and not any(hand.face_up)

    def flop_wagers(self, t: Table) -> bool:
        """5.7: has a flop wager been made in this round?"""
        return any(wager.kind == FLOP for wager in t.wagers.values()) or any(line.wager == FLOP for line in t.lines)

    def handled(self, t: Table, what: Irregular, key: str) -> bool:
        """Had a player picked up his hole cards? Whoever decided has."""
        return what.yes(key) if key in what.facts else bool(t.notes.get("handled"))

    def cards_to_come(self, t: Table) -> bool:
        """5.3: has the round still cards to be dealt?"""
        return t.phase in (DEALING, DECISIONS) and len(t.open_cards(BOARD)) < 5

    # -- 5.1 to 5.3: cut, cards, shuffler ----------------------------------------------------------------

    @ruling("cards-not-cut", S["5.1"], "the round goes on", when=lambda self, t, what: self.commenced(t))
    def not_cut(self, t: Table, what: Irregular) -> None:
        """Nothing changes."""

    @ruling("wrong-cards", S["5.2"], "the operator may void the round", facts=(VOID_OR_NOT,),
            when=lambda self, t, what: self.commenced(t))
    def wrong_cards(self, t: Table, what: Irregular) -> Round[None]:
        if (yield from self.decided(t, what, S["5.2"], "void", "continue")) == "void":
            self.void_round(t, S["5.2"])

    @ruling("device-malfunction", S["5.3"], "hands cannot be dealt by the rules: the supervisor voids the round",
            when=lambda self, t, what: self.options["device"] == "shuffler" and self.cards_to_come(t))
    def shuffler_fails(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["5.3"])

    # -- 5.4: cards on an area without an ante -----------------------------------------------------------

    def stray_box(self, t: Table, what: Irregular) -> int:
        """The area that a report names; cards dealt to it for an ante, since folded, are no stray ones."""
        box = int(what.get("box"))
        if box in t.boxes or (str(box) in t.hands and t.hands[str(box)].cards):
            raise BadFact(f"box={box} is not a box without an ante")
        return box

    @ruling("cards-without-ante", S["5.4(a)"], "nobody had picked up cards: the round is void",
            when=picked_up("handled", yes=False), facts=STRAY)
    def stray_hand(self, t: Table, what: Irregular) -> None:
        self.stray_box(t, what)
        lay_stray(t, what, stray_wagers(what, (PLAYER_EXTRA,)))
        self.void_round(t, S["5.4(a)"])

    @ruling("cards-without-ante", S["5.4(b)(ii)"], "cards had been picked up: the others may void their hand or go on",
            when=picked_up("handled", yes=True))
    def stray_hand_late(self, t: Table, what: Irregular) -> Round[None]:
        box, extras = self.stray_box(t, what), stray_wagers(what, (PLAYER_EXTRA,))
        t.out_of_play(what.get("cards"))
        t.void_wagers(lay_stray(t, what, extras), S["3.32"])
        t.announce(f"put the cards of box {box} in the discard rack", S["5.4(b)(i)"])
        yield from self.void_or_continue(t, S["5.4(b)(ii)"])

    def void_or_continue(self, t: Table, clause: Clause) -> Round[None]:
        """Every player who is still in may void his hand."""
        for box in t.clockwise():
            if self.ante(t, box) is not None:
                yield from self.offer_void(t, box, clause)
        self.end_if_nobody_plays(t)

    def offer_void(self, t: Table, box: int, clause: Clause) -> Round[None]:

        def ask() -> Choose | None:
            ante = self.ante(t, box)
            if ante is None:
                return None
            lying = sum(wager.amount for wager in t.own_wagers(box, ante.player) if wager.kind != DEALER_EXTRA)
            keep = Option("continue", clause)
            return Offer(clause, str(box), ante.player, options(option("void", clause, back=lying), keep), {}, keep)

        choice = yield from t.choose(ask)
        if choice is not None and choice.name == "void":
            self.void_hand(t, box, clause)

    # -- 5.5: an incorrect number of hole cards ----------------------------------------------------------

    def wrong_hands(self, t: Table, what: Irregular) -> list[str]:
        hands = what.get("hand").split(",")
        for hand in hands:
            t.hand(hand)
        return hands

    @ruling("wrong-number-of-cards", S["5.5(b)"], "nobody had picked up cards: the round is void",
            when=picked_up("looked", yes=False), facts=WRONG_COUNT)
    def wrong_count_unseen(self, t: Table, what: Irregular) -> None:
        self.wrong_hands(t, what)
        t.announce("count the deck", S["5.5(b)"])
        self.void_round(t, S["5.5(b)"])

    @ruling("wrong-number-of-cards", S["5.5(c)"], "cards had been picked up: every hand is spread and counted",
            when=picked_up("looked", yes=True))
    def wrong_count_seen(self, t: Table, what: Irregular) -> Round[None]:
        hands = self.wrong_hands(t, what)
        if DEALER in hands and t.phase == DEALING:
            raise BadFact("the cards are still being dealt: what the dealer has is not known yet")
        t.announce("spread each hand and count all the cards", S["5.5(c)"])
        whole = len(self.pack())
        if what.get("deck", str(whole)) != str(whole):
            t.ruled("the deck is not complete: the round is void", S["5.5(c)(i)"])
            self.void_round(t, S["5.5(c)(i)"])
        for hand in hands:
            if hand != DEALER:
                self.wrong_hand(t, int(hand))
        if DEALER in hands:
            yield from self.wrong_dealer(t)
            raise RoundOver
        yield from self.void_or_continue(t, S["5.5(c)(ii)"])

    def wrong_hand(self, t: Table, box: int) -> None:
        """5.5(c)(ii): what was placed for it goes back, from one who folded as well."""
        if t.ruled(f"the hand on box {box} is void", S["5.5(c)(ii)"]):
            self.undo(t, S["5.5(c)(ii)"], lambda line: line.box == box and line.wager != DEALER_EXTRA)
            self.void_hand(t, box, S["5.5(c)(ii)"])

    def wrong_dealer(self, t: Table) -> Round[None]:
        """5.5(c)(iii): folded antes go back, the others are paid as far as they count; extras of players live if
        the flop is out."""
        t.ruled("the dealer's hand is wrong: antes that were not folded are paid", S["5.5(c)(iii)"])
        self.undo(t, S["5.5(c)(iii)"], lambda line: not self.given_up(line))
        for ante in self.folded_antes(t, S["5.5(c)(iii)(1)"]):
            t.settle(ante, void(S["5.5(c)(iii)(1)"]))
        flop = len(t.open_cards(BOARD)) >= 3
        for box in t.clockwise():
            self.correct(t, t.on_box(box, ANTE))
            for wager in t.on_box(box):
                paid = wager.kind == ANTE
                t.settle(wager, win(EVEN, S["5.5(c)(iii)(2)"]) if paid else void(S["5.5(c)(iii)(4)"]))
        for wager in [wager for wager in t.sides.values() if wager.kind == DEALER_EXTRA]:
            t.settle(wager, void(S["5.5(c)(iii)(4)"]))
        if S["5.5(c)(iii)(3)"].says(flop):
            yield from self.settle_extras(t)
        for wager in list(t.sides.values()):
            t.settle(wager, void(S["5.5(c)(iii)(3)"]))

    def given_up(self, line: Settled) -> bool:
        """Was an ante lost by a fold, or an extra by a fold or by cards that were not shown?"""
        return line.clause in (S["3.6(b)(i)"], S["3.33(b)(ii)"], S["3.33(b)(iii)"])

    def folded_antes(self, t: Table, clause: Clause) -> list[Wager]:
        """Antes that a fold has lost, lying there again."""
        lost = [line for line in t.lines if line.outcome == LOSE and line.clause == S["3.6(b)(i)"]]
        return [t.reverse(line, clause) for line in lost]

    def settle_extras(self, t: Table) -> Round[None]:
        """The extras on players' hands by what lies there: the hands are turned up for it."""
        for box in sorted({wager.box for wager in t.sides.values() if wager.kind == PLAYER_EXTRA}):
            yield from t.reveal(str(box), S["4.13"])
        t.moment(RESULT)

    # -- 5.6 and 5.7: cards exposed ----------------------------------------------------------------------

    def dealing_hole_cards(self, t: Table) -> bool:
        """1.1: the first two cards to players and dealer are the initial deal."""
        return S["1.1:initial-deal"].says(t.phase == DEALING)

    def exposed_before_acts(self, t: Table, what: Irregular) -> bool:
        """Return whether a card was exposed in the deal of hole cards. A player's card that is reported after the last
        one belongs to the deal until a player acts; for the dealer's there is 5.7(a) from then on."""
        if self.dealing_hole_cards(t):
            return True
        return t.phase == DECISIONS and not t.notes.get("handled") and what.get("hand") not in (DEALER, BOARD)

    @ruling("card-exposed", S["5.6"], "exposed during the deal of hole cards: the round is void",
            when=lambda self, t, what: self.exposed_before_acts(t, what),
            facts=(Box(), HandNamed(words=(DEALER, BOARD))))
    def exposed_in_deal(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["5.6"])

    @ruling("card-exposed", S["5.7(a)"], "a dealer's card before any flop wager: the round is void",
            when=dealer_shown(wagers=False))
    def dealer_shown_before(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["5.7(a)"])

    @ruling("card-exposed", S["5.7(b)"], "a dealer's card after a flop wager: the round goes on",
            when=dealer_shown(wagers=True))
    def dealer_shown_after(self, t: Table, what: Irregular) -> None:
        """Nothing changes."""

    # -- 5.8: communal cards dealt incorrectly -----------------------------------------------------------

    @ruling("communal-cards-wrong", S["5.8"], "the supervisor puts them right and the round goes on",
            when=communal("yes"), facts=(Word("reconstructed", ("flop", "no", "yes"), need=True),))
    def board_rebuilt(self, t: Table, what: Irregular) -> None:
        t.announce("the supervisor reconstructs the communal cards", S["5.8"])

    @ruling("communal-cards-wrong", S["5.8(a)"], "only the flop can be put right: extras stand, the rest is void",
            when=communal("flop"))
    def only_flop_rebuilt(self, t: Table, what: Irregular) -> Round[None]:
        if len(t.open_cards(BOARD)) < 3:
            raise BadFact("the flop is not out yet")
        self.undo(t, S["5.8(a)"], lambda line: not self.given_up(line))
        for wager in (*self.folded_antes(t, S["5.8(a)(ii)"]), *t.wagers.values()):
            if wager.amount:
                t.settle(wager, void(S["5.8(a)(ii)"]))
        if S["5.8(a)(i)"].says(bool(t.sides)):
            if any(wager.kind == DEALER_EXTRA for wager in t.sides.values()):
                yield from t.reveal(DEALER, S["4.11"])
            yield from self.settle_extras(t)
        raise RoundOver

    @ruling("communal-cards-wrong", S["5.8(b)"], "they cannot be put right: the round is void", when=communal("no"))
    def board_lost(self, t: Table, what: Irregular) -> None:
        self.void_round(t, S["5.8(b)"])

    # -- 5.9 and 5.10: wagers of the wrong size ----------------------------------------------------------

    def player_in(self, t: Table, what: Irregular) -> str:
        """The player named, or else the one whose ante is on the box."""
        ante = self.ante(t, int(what.get("box")))
        return what.get("player") or (ante.player if ante is not None else "")

    def wrong_by(self, t: Table, what: Irregular) -> Clause | None:
        """The clause by which a wager of a report is of the wrong size; None where it is right, or not to be placed."""
        kind, amount, box = what.get("wager"), amount_in(what), int(what.get("box"))
        if kind == ANTE:
            there = t.wager(box, self.player_in(t, what), kind)
            lies = amount + (there.amount if there is not None else 0)
            return self.by_sign(kind, lies)[1] if t.phase == WAGERS else None
        asked, ante = self.decision_on(t, box), self.ante(t, box)
        if ante is None or asked is None or not any(option.name == kind for option in asked.options):
            return None
        return self.by_ante(kind, amount, self.counted(t, ante))[1]

    def most(self, kind: str) -> Cents:
        """5.10(c): a flop wager has twice the maximum of an ante."""
        return self.maximum if kind == ANTE else self.stake(kind, self.maximum)

    def by_sign(self, kind: str, amount: Cents) -> tuple[Cents, Clause | None]:
        """5.10: what a wager is paid or collected to, and the clause that says so where the sign asks for another."""
        if amount < self.minimum:
            return S["5.10(a)"].says(amount), S["5.10(a)"]
        if amount > self.most(kind):
            return S["5.10(c)"].says(self.most(kind)), S["5.10(c)"]
        over = amount % self.unit
        return (S["5.10(b)"].says(amount - over), S["5.10(b)"]) if over else (amount, None)

    def by_ante(self, kind: str, amount: Cents, ante: Cents) -> tuple[Cents, Clause | None]:
        """5.9, and then 5.10: the same for a street beside an ante. One that is short of it is measured by the sign as
        well; as much as the ante asks for is in order."""
        size = self.stake(kind, ante)
        if amount >= size:
            return (OVER[kind].says(size), OVER[kind]) if amount > size else (size, None)
        counts, off = self.by_sign(kind, SHORT[kind].says(amount))
        return counts, off or SHORT[kind]

    @ruling("wrong-wager", S["5.9(a)"], "a flop wager short of twice the ante: settled as staked",
            when=wrong_size(S["5.9(a)"]), facts=WRONG_WAGER)
    @ruling("wrong-wager", S["5.9(b)"], "a flop wager above twice the ante: settled to twice the ante",
            when=wrong_size(S["5.9(b)"]))
    @ruling("wrong-wager", S["5.9(c)"], "a turn or river wager short of the ante: settled as staked",
            when=wrong_size(S["5.9(c)"]))
    @ruling("wrong-wager", S["5.9(d)"], "a turn or river wager above the ante: settled to the ante",
            when=wrong_size(S["5.9(d)"]))
    @ruling("wrong-wager", S["5.10(a)"], "below the minimum: settled as staked", when=wrong_size(S["5.10(a)"]))
    @ruling("wrong-wager", S["5.10(b)"], "not in betting units: settled to the unit below",
            when=wrong_size(S["5.10(b)"]))
    @ruling("wrong-wager", S["5.10(c)"], "above the maximum: settled to the maximum", when=wrong_size(S["5.10(c)"]))
    def wrong_wager(self, t: Table, what: Irregular) -> Refused | None:
        """It lies there as it was made, until it is settled."""
        kind, box, player = what.get("wager"), int(what.get("box")), self.player_in(t, what)
        if not player:
            raise BadFact("player= must say whose wager it is")
        refused = self.refuse_area(t, box, player) if kind == ANTE else self.refuse_other(t, box, player, kind)
        if refused is not None:
            return refused
        t.place(box, player, kind, amount_in(what))
        if kind == ANTE:
            self.make_room(t, box, player, kind)
        else:
            t.notes["handled"] = True
            t.notes["acted"].append(box)
        return None

    @ruling("wrong-wager", S["5.9(e)(ii)"], "whoever forgot the flop wager has no turn or river wager",
            when=lambda self, t, what: what.get("wager") in (TURN, RIVER) and self.forgot(t, int(what.get("box"))))
    def wager_without_flop(self, t: Table, what: Irregular) -> Refused | None:
        return self.refuse_without_flop(what.get("wager"))

    def refuse_other(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """3.35, 3.38 and 3.41: the streets are for the player with the ante."""
        first = have(self.ante(t, box)).player
        if BY_THE_ANTE[kind].says(player == first):
            return None
        return refuse(f"{player}'s {kind} wager on box {box}", BY_THE_ANTE[kind], f"{first} has the ante and places it")

    def measured(self, t: Table, wager: Wager) -> tuple[Cents, Clause | None]:
        """What a wager is paid or collected to, and the clause that says so where its size is wrong; a street is
        measured by the ante as it counts."""
        if wager.kind == ANTE:
            return self.by_sign(ANTE, wager.amount)
        return self.by_ante(wager.kind, wager.amount, self.counted(t, have(self.ante(t, wager.box))))

    def counted(self, t: Table, wager: Wager) -> Cents:
        return self.measured(t, wager)[0]

    def correct(self, t: Table, wagers: Iterable[Wager]) -> None:
        """What is above the size that counts goes back; what is below it is settled as staked."""
        for wager, (amount, clause) in [(wager, self.measured(t, wager)) for wager in wagers]:
            if clause is None:
                continue
            if wager.amount > self.most(wager.kind):
                t.announce(f"{wager.player}: wagers here are {self.sign_in_words()}", S["5.10(c)"])
            if wager.amount > amount:
                t.give_back(wager, wager.amount - amount, clause)
            else:
                t.ruled(f"{wager.kind} {show_amount(wager.amount)} is settled as staked", clause)

    def sign_in_words(self) -> str:
        return f"{show_amount(self.minimum)} to {show_amount(self.maximum)} in units of {show_amount(self.unit)}"

    # -- 5.9(e): a flop wager that was forgotten ---------------------------------------------------------

    @ruling("missed-wager", S["5.9(e)(i)"], "forgotten: the hand stays, without turn or river wager",
            when=lambda self, t, what: self.flop_due(t, what) and what.yes("inadvertent"), by=SUPERVISOR,
            facts=(Box(need=True), Word("wager", (FLOP,), default=FLOP), YesNo("inadvertent", need=True, default="")))
    def flop_forgotten(self, t: Table, what: Irregular) -> None:
        box = int(what.get("box"))
        t.notes["handled"] = True
        t.notes["acted"].append(box)
        t.notes["forgot"] = [*t.notes.get("forgot", ()), box]

    @ruling("missed-wager", S["3.35"], "not placed on purpose: who does not place it folds",
            when=lambda self, t, what: self.flop_due(t, what) and not what.yes("inadvertent"), by=SUPERVISOR)
    def flop_not_placed(self, t: Table, what: Irregular) -> None:
        t.notes["handled"] = True
        self.fold(t, int(what.get("box")))
        self.end_if_nobody_plays(t)

    def flop_due(self, t: Table, what: Irregular) -> bool:
        """Has the hand of a report still to decide about its flop wager?"""
        asked = self.decision_on(t, int(what.get("box")))
        return asked is not None and any(option.name == FLOP for option in asked.options)

    def forgot(self, t: Table, box: int) -> bool:
        """5.9(e): does this hand play without a flop wager?"""
        return box in t.notes.get("forgot", ())

    def refuse_without_flop(self, what: str) -> Refused | None:
        return refuse(f"{what} without a flop wager", S["5.9(e)(ii)"], "nothing until the settlement")

    # -- 5.14: a payment that is looked into -------------------------------------------------------------

    @ruling("payment-withheld", S["5.14"], "the operator looks into the round and withholds a payment", by=OPERATOR,
            when=lambda self, t, what: self.commenced(t), facts=(*SOMEBODY, Number("hours", need=True)))
    def withheld(self, t: Table, what: Irregular) -> Refused | None:
        """What is owed stays the same; it is paid when the time is over."""
        self.offender(t, what)
        hours = count_in(what, "hours")
        if hours <= CROWN_PERTH.hours_withheld():
            return None
        return refuse(f"a payment withheld for {hours} hours", S["5.14"], "72 hours at most")
