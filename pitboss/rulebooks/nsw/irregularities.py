"""NSW sections 11 and 12: irregularities, wagers of the wrong size, shuffling device malfunction."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from pitboss.law import Clause, Refused, schedule
from pitboss.law.results import VOID
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.nsw.general import GeneralProvisions, decided, number
from pitboss.table.acts import Irregular
from pitboss.table.facts import BOARD, DEALER, Wager
from pitboss.table.game import Decision, ruling
from pitboss.table.reports import (
    DECK,
    LOOKED,
    BadFact,
    Box,
    HandNamed,
    Money,
    PlayerNamed,
    SomeCards,
    Word,
    YesNo,
    amount_in,
)
from pitboss.table.requests import Choose, option, options
from pitboss.table.stray import lay_stray, stray_wagers
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, WAGERS, Round, Table

S = schedule("NSW")

# 11.6: community cards that a flop wager does not wait for, and where they lie.
LATER = {"turn": 3, "river": 4}
# The wagers a round opens with, and when a wager of the wrong size may be noticed.
OPENING = ("ante", "ante bonus")
NOTICED = {
    "ante": ("after-first-card", "settlement"),
    "ante bonus": ("after-first-card", "settlement"),
    "flop": ("before-flop", "settlement"),
    "turn": ("settlement",),
    "river": ("settlement",),
}
# 11.12: what a supervisor may direct.
DIRECTIONS = {
    "play first": S["11.12.1"],
    "separate": S["11.12.2"],
    "english only": S["11.12.3"],
}

KINDS = tuple(kind.replace(" ", "-") for kind in NOTICED)
# 11.7: cards where none belong; "handled" where the report does not tell, the round does.
STRAY = (
    Box(need=True), SomeCards(), YesNo("handled", default="as the round stands"), PlayerNamed(), Money("ante-bonus"),
)
# 6 and 11.10: a wager of the wrong size, and when that was noticed.
WRONG_WAGER = (
    Box(need=True), PlayerNamed(), Word("wager", KINDS, need=True),
    Money(need=True), Word("noticed", ("after-first-card", "before-flop", "settlement"), need=True),
)

When = Callable[["Irregularities", Table, Irregular], bool]


def from_the_deal_on(self: Irregularities, t: Table, what: Irregular) -> bool:
    """Betting is closed; the first cards may be the ones the report is about."""
    return t.phase != WAGERS


def shown_early(hand: str, *, wagers: bool) -> When:
    """This hand was shown after the deal, and a flop wager has or has not been made."""
    return lambda self, t, what: (
        self.dealt(t) and t.phase != SETTLEMENT and what.get("hand") == hand and self.flop_wagers(t) == wagers
    )


def stray_cards(*, handled: bool) -> When:
    return lambda self, t, what: self.under_way(t) and self.handled(t, what) == handled


def wrong_wager(*errors: str) -> When:
    return lambda self, t, what: self.size_error(t, what) in errors


def decision_due(self: Irregularities, t: Table, what: Irregular) -> bool:
    return self.due(t, number(what.get("box")))


def device_in_use(self: Irregularities, t: Table, what: Irregular) -> bool:
    return self.options["dealing"] == "device"


class Irregularities(GeneralProvisions):
    """What the rules say when something goes wrong."""

    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("play first", "the players decide before others handle their cards", by="supervisor"),
        Decision("separate", "the players may not play at one table", by="supervisor"),
        Decision("english only", "nothing but English is spoken at the table", by="supervisor"),
    )

    # -- what the rulings need to know of the game -------------------------------------------------------

    @abstractmethod
    def fold(self, t: Table, box: int, clause: Clause) -> None:
        """Close a hand and collect its wagers."""

    @abstractmethod
    def stake(self, street: str, ante: Cents) -> Cents:
        """What a flop, turn or river wager must be."""

    @abstractmethod
    def refuse_area(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """Why a player may not wager on an area, whatever the amount."""

    def due(self, t: Table, box: int) -> bool:
        """Has this hand still to act before the next community card?"""
        return bool(t.notes.get("street")) and self.ante(t, box) is not None and box not in t.notes["acted"]

    def dealt(self, t: Table) -> bool:
        """The deal is over: the dealer's hole cards are the last."""
        return DEALER in t.hands and len(t.hands[DEALER].cards) == 2

    def flop_wagers(self, t: Table) -> bool:
        """Has any flop wager been made in this round? One that was made void was not."""
        gone = any(line.wager == "flop" and line.outcome != VOID for line in t.lines)
        return gone or any(wager.kind == "flop" for wager in t.wagers.values())

    # -- 11.1 to 11.3: misdeals --------------------------------------------------------------------------

    def misdeal(self, t: Table, clause: Clause) -> None:
        if t.ruled("misdeal: all wagers are void and a new round is dealt", S["11.3"]):
            self.void_round(t, clause, S["11.3"])

    @ruling("wrong-number-of-cards", S["11.1"], "a misdeal, whoever has them", when=from_the_deal_on,
            facts=(HandNamed(words=(DEALER, BOARD), need=True, several=True), LOOKED, DECK))
    def wrong_number(self, t: Table, what: Irregular) -> None:
        for hand in what.get("hand").split(","):
            t.hand(hand)
        self.misdeal(t, S["11.1"])

    @ruling(
        "card-exposed", S["11.2"], "shown during the deal: a misdeal",
        when=lambda self, t, what: t.phase == DEALING
        and not (self.dealt(t) and what.get("hand") in (DEALER, BOARD)),
        facts=(Box(), HandNamed(words=(DEALER, BOARD)), Word("card", ("flop", "turn", "river"))),
    )
    def exposed_in_deal(self, t: Table, what: Irregular) -> None:
        if whose := what.get("hand") or what.get("box"):
            t.hand(whose)
        self.misdeal(t, S["11.2"])

    # -- 11.4 to 11.6: cards the dealer reveals too early ------------------------------------------------

    @ruling(
        "card-exposed", S["11.4.1"], "a dealer's card before any flop wager: a misdeal",
        when=shown_early(DEALER, wagers=False),
    )
    def dealer_shown_before_wagers(self, t: Table, what: Irregular) -> None:
        self.misdeal(t, S["11.4.1"])

    @ruling(
        "card-exposed", S["11.5"], "a community card before any flop wager: a misdeal",
        when=shown_early(BOARD, wagers=False),
    )
    def board_shown_before_wagers(self, t: Table, what: Irregular) -> None:
        self.misdeal(t, S["11.5"])

    @ruling(
        "card-exposed", S["11.4.2"], "a dealer's card after a flop wager: play goes on",
        when=shown_early(DEALER, wagers=True),
    )
    @ruling(
        "card-exposed", S["11.6"], "turn or river after a flop wager: it is turned down and play goes on",
        when=lambda self, t, what: shown_early(BOARD, wagers=True)(self, t, what)
        and what.get("card") in LATER and not t.hands[BOARD].face_up[LATER[what.get("card")]],
    )
    def shown_after_wagers(self, t: Table, what: Irregular) -> None:
        """The cards lie as they did before."""

    # -- 11.7 and 11.8: cards on a box without an ante ---------------------------------------------------

    def handled(self, t: Table, what: Irregular) -> bool:
        """Had a player handled cards? Whoever decided has."""
        return what.yes("handled") if "handled" in what.facts else t.phase in (DECISIONS, SETTLEMENT)

    def stray_box(self, t: Table, what: Irregular) -> int:
        """The box that a report names; cards dealt to it for an ante, since folded, are no stray ones."""
        box = number(what.get("box"))
        hand = t.hands.get(str(box))
        if not 1 <= box <= self.boxes or self.ante(t, box) is not None or (hand is not None and hand.cards):
            raise BadFact(f"box={what.get('box')} is not a box without an ante")
        return box

    @ruling("cards-without-ante", S["11.7"], "a misdeal", when=stray_cards(handled=False), facts=STRAY)
    def stray_hand(self, t: Table, what: Irregular) -> None:
        self.stray_box(t, what)
        lay_stray(t, what, stray_wagers(what, ("ante bonus",)))
        self.misdeal(t, S["11.7"])

    @ruling(
        "cards-without-ante", S["11.8"], "found after cards were handled: only that hand is discarded",
        when=stray_cards(handled=True),
    )
    def stray_hand_late(self, t: Table, what: Irregular) -> None:
        """An ante bonus beside the missing ante goes back: 5.3 does not let it be placed."""
        box = self.stray_box(t, what)
        wagers = stray_wagers(what, ("ante bonus",))
        t.out_of_play(what.get("cards"))
        t.void_wagers(lay_stray(t, what, wagers), S["5.3"], S["11.8"])
        t.announce(f"spread the cards of box {box} and put them in the discard rack", S["11.8"])

    # -- 11.9: a card missing, or one too many -----------------------------------------------------------

    @ruling("missing-card", S["11.9"], "the deck is not complete")
    @ruling("foreign-card", S["11.9"], "a card that is no part of the deck")
    def wrong_deck(self, t: Table, what: Irregular) -> None:
        t.ruled("the results of earlier rounds stand", S["11.9.1"])
        t.announce("check the deck at the table for other missing or foreign cards", S["11.9.3"])
        t.announce("notify Surveillance and an Inspector", S["11.9.4"])
        if self.under_way(t):
            self.void_round(t, S["11.9.2"])

    # -- 6.2 to 6.4, 11.10 and 11.11: wagers of the wrong size -------------------------------------------

    def size_error(self, t: Table, what: Irregular) -> str:
        """When a wrong wager was noticed, and on which side it errs ("settlement over"); "" for a
        report that does not fit the table."""
        kind, noticed, amount = self.kind_in(what), what.get("noticed"), amount_in(what)
        size = self.right_size(t, number(what.get("box")), self.player_in(t, what), kind)
        if size is None or noticed not in NOTICED[kind]:
            return ""
        least, most = size
        return f"{noticed} {'short' if amount < least else 'over' if amount > most else 'right'}"

    def right_size(self, t: Table, box: int, player: str, kind: str) -> tuple[Cents, Cents] | None:
        """The least and the most of a wager that the player could place now."""
        if not player or t.wager(box, player, kind) is not None:
            return None
        if kind in OPENING:
            return self.bounds(t, player, kind) if t.phase == WAGERS and 1 <= box <= self.boxes else None
        ante = t.wager(box, player, "ante")
        if ante is None or t.notes.get("street") != kind or not self.due(t, box):
            return None
        return (self.stake(kind, ante.amount),) * 2

    def put_down(self, t: Table, what: Irregular, **marks: Any) -> None:
        """The wager lies there as it was made."""
        box, kind, player = number(what.get("box")), self.kind_in(what), self.player_in(t, what)
        if kind not in OPENING:
            t.phase = DECISIONS
        elif self.tell(t, self.refuse_area(t, box, player, kind)):
            return
        t.place(box, player, kind, amount_in(what), **marks)

    def limits_for(self, t: Table, what: Irregular) -> tuple[Cents, Cents]:
        return self.bounds(t, self.player_in(t, what), self.kind_in(what))

    @ruling("wrong-wager", S["6.2"], "valid as it lies", when=wrong_wager("after-first-card short"), facts=WRONG_WAGER)
    def below_minimum(self, t: Table, what: Irregular) -> None:
        self.put_down(t, what)

    @ruling(
        "wrong-wager", S["6.3"], "paid or collected to the maximum", when=wrong_wager("after-first-card over")
    )
    def above_maximum(self, t: Table, what: Irregular) -> None:
        self.put_down(t, what, most=self.limits_for(t, what)[1])

    @ruling(
        "above-maximum-earlier", S["6.3"], "wagers and results of earlier rounds stand, whatever their size",
        facts=(Box(), PlayerNamed()),
    )
    def above_maximum_earlier(self, t: Table, what: Irregular) -> None:
        """Nothing changes."""

    def return_excess(self, t: Table) -> None:
        """6.3 and 6.4: cards are out, so the player answers for it; what is above the maximum does not count."""
        for wager in list(t.wagers.values()):
            if "most" in wager.marks:
                t.give_back(wager, wager.amount - S["6.4"].says(wager.marks.pop("most")), S["6.3"])

    @ruling(
        "wrong-wager", S["11.10"], "seen before the flop: corrected, or the hand is folded",
        when=wrong_wager("before-flop short", "before-flop over"),
    )
    def wrong_flop(self, t: Table, what: Irregular) -> Round[None]:
        self.put_down(t, what, wrong=True)
        box = number(what.get("box"))
        choice = yield from t.choose(lambda: self.correction(t, box))
        if choice is None:
            return
        if choice.name == "flop":
            self.resize(t, t.on_box(box, "flop")[0], choice.amount or 0)
            t.notes["acted"].append(box)
        else:
            self.fold(t, box, S["11.10.2"] if choice.name == "fold" else S["11.13"])

    def correction(self, t: Table, box: int) -> Choose | None:
        """11.10: what the player of a wrong flop wager may do about it."""
        ante = self.ante(t, box)
        if ante is None or not self.due(t, box):
            return None
        size = self.stake("flop", ante.amount)
        offered = options(option("flop", S["11.10.1"], size, size, S["9.1.2"]), option("fold", S["11.10.2"]))
        default = option("no decision", S["11.13"])
        return Choose(S["11.10"], str(box), ante.player, offered, {}, default)

    def resize(self, t: Table, flop: Wager, size: Cents) -> None:
        flop.marks.clear()
        if flop.amount > size:
            t.take(flop, flop.amount - size)
        else:
            t.place(flop.box, flop.player, "flop", size - flop.amount)

    @ruling(
        "wrong-wager", S["11.11.1"], "too small: paid or taken as staked", when=wrong_wager("settlement short")
    )
    @ruling(
        "wrong-wager", S["11.11.2"], "too large: paid or taken to the maximum", when=wrong_wager("settlement over")
    )
    def wrong_at_settlement(self, t: Table, what: Irregular) -> None:
        if self.kind_in(what) in OPENING:
            self.put_down(t, what, limits=list(self.limits_for(t, what)))
        else:
            self.put_down(t, what)
            t.notes["acted"].append(number(what.get("box")))

    def correct(self, t: Table, box: int) -> None:
        """11.11: the ante first, since the others are measured by it."""
        for wager in t.on_box(box):
            if wager.kind in OPENING:
                least, most = wager.marks.get("limits", (wager.amount, wager.amount))
            else:
                least = most = self.stake(wager.kind, t.on_box(box, "ante")[0].amount)
            if wager.amount > most:
                t.give_back(wager, wager.amount - most, S["11.11.2"])
            elif wager.amount < least:
                t.ruled(f"{wager.kind} {show_amount(wager.amount)} is settled as staked", S["11.11.1"])

    # -- 11.12 and 11.13 ---------------------------------------------------------------------------------

    @ruling("collusion", S["11.12"], "the supervisor may give directions", 
            facts=(Box(several=True), PlayerNamed(), *decided(DIRECTIONS)))
    def collusion(self, t: Table, what: Irregular) -> Round[None]:
        for name in (yield from self.measures(t, what, DIRECTIONS, S["11.12"])):
            t.announce(f"direct the players concerned: {name}", DIRECTIONS[name])

    @ruling("no-decision", S["11.13"], "taken to be folded", when=decision_due, facts=(Box(need=True),))
    @ruling("player-absent", S["11.13"], "taken to be folded", when=decision_due, facts=(Box(need=True),))
    def no_decision(self, t: Table, what: Irregular) -> None:
        t.phase = DECISIONS
        self.fold(t, number(what.get("box")), S["11.13"])

    # -- 12: shuffling device malfunction ----------------------------------------------------------------

    @ruling("device-jam", S["12.1"], "the cards in it are shuffled again", when=device_in_use)
    def device_jam(self, t: Table, what: Irregular) -> Round[None]:
        if not self.under_way(t):
            yield from t.shuffle(S["12.1"], self.decks)

    @ruling(
        "device-malfunction", S["12.2"], "the device can no longer work as it should",
        when=lambda self, t, what: device_in_use(self, t, what) and self.under_way(t),
    )
    def device_malfunction(self, t: Table, what: Irregular) -> None:
        t.ruled("the results of earlier rounds stand", S["12.2.2"])
        t.announce("go on with another device or a card shoe, and with new cards", S["12.2.3"])
        self.void_round(t, S["12.2.1"])
