"""QLD schedule 14: lucky draw baccarat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, rank, suit
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, stand_off, win
from pitboss.money import Cents, Odds
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, TABLE_DUTIES, table_choices
from pitboss.rulebooks.qld.s14_lucky_draw_irregularities import LuckyDrawIrregularities
from pitboss.rulebooks.qld.shoe_faults import LaidAgain
from pitboss.rulebooks.qld.shoe_table import cutting, decks_in_play, several_boxes, shoe_or_machine
from pitboss.table.acts import Choice, Place, Take
from pitboss.table.facts import AGAINST_DEALER, DEALER, Rejected, Worth
from pitboss.table.game import DECISION, Decision, Duty, Look, PayTable, WagerKind
from pitboss.table.hands import hand_at, place_name
from pitboss.table.lobby import SHOE
from pitboss.table.requests import Barred, Choose, Offer, Option, option, options
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, Table

S = schedule("QLD-14")

ENTER, DRAW = "enter", "draw"
SIX_OR_LESS, OFF_SUIT, SUITED = "6 or less", "3-3-3 off suit", "3-3-3 suited"
LUCKY = {7: ("lucky 7", S["2:lucky-7"]), 8: ("lucky 8", S["2:lucky-8"]), 9: ("lucky 9", S["2:lucky-9"])}

# 11: payout odds.
PAYS = (
    PayTable(ENTER, {"higher point count": ("1 to 1", S["11(1)"])}),
    PayTable(DRAW, {
        SIX_OR_LESS: ("1 to 1", S["11(2)(a)"]),
        "lucky 7": ("3 to 2", S["11(2)(b)"]),
        "lucky 8": ("2 to 1", S["11(2)(c)"]),
        "lucky 9": ("3 to 1", S["11(2)(d)"]),
        OFF_SUIT: ("9 to 1", S["11(2)(e)"]),
        SUITED: ("30 to 1", S["11(2)(f)"]),
    }),
)
# 6(2) and 6(4): what becomes of each wager by the point counts.
LIMBS = {
    ENTER: (S["6(2)(a)"], S["6(2)(b)"], S["6(2)(c)"]),
    DRAW: (S["6(4)(a)"], S["6(4)(b)"], S["6(4)(c)"]),
}


class LuckyDrawBaccarat(LuckyDrawIrregularities):
    """Lucky draw baccarat."""

    id = "qld/lucky-draw-baccarat"
    title = "Lucky draw baccarat"
    category = SHOE
    also_called = "lucky draw, baccarat against the dealer"
    law: ClassVar[tuple[str, ...]] = ("QLD-14",)
    brief = (
        ("Two cards for you against the dealer's; the higher point count wins.", S["6(2)(a)"]),
        ("Aces count 1, tens and pictures nothing, and of a sum only the last digit counts.", S["5(2)"]),
        ("Put an enter wager down before the first card; it pays 1 to 1.", S["11(1)"]),
        ("Stand, or draw a third card with a second wager as large as the first.", S["6(3)"]),
        ("The dealer then takes a second card, and a third on 4 or less.", S["16(6)"]),
        ("A drawn hand that wins pays the draw wager by its count: 3 to 2 on 7, 2 to 1 on 8, 3 to 1 on 9.", S["11(2)"]),
        ("Three threes pay 9 to 1, of one suit 30 to 1.", S["11(2)(f)"]),
    )
    kinds = (
        WagerKind(ENTER, S["2:enter-wager"], "against the dealer, before the first card", compares=AGAINST_DEALER),
        WagerKind(DRAW, S["2:draw-wager"], "as much again, for a third card", "", DECISION, AGAINST_DEALER),
    )
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("stand", "no more cards", also=("stay", "stick", "no card"), key="s", silent=True,
                 past="stood on {hand}"),
        Decision(DRAW, key="d", also=("hit", "card"), past="drew"),
    )
    opening = ENTER
    other_words: ClassVar[dict[str, str]] = dict.fromkeys(("bet", "main", "wager", "stake", "ante"), ENTER)
    # 3(3): what is printed on the layout.
    look = Look("lucky_draw", emblem="3s 3h 3d", printed=("Dealer must stand on 5 and must draw to 4",))
    choices = (
        *table_choices(S["10(1)"]),
        decks_in_play(S["4"], "6", "7", "8"),
        several_boxes(S["9(1)"]),
        shoe_or_machine(S["21"]),
    )
    pay_tables = PAYS
    why_not: ClassVar[Mapping[str, str]] = {S["7(3)"]: "Somebody else plays this box"}
    duties = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        *cutting(cut=S["12(1)"], offered=S["12(3)"]),
        Duty("shuffle", "who is to cut may ask another player to", S["12(5)"]),
        *cutting(to_the_back=S["12(7)"], loaded=S["12(9)"], who=S["13(1)"], refused=S["13(2)"]),
        Duty("shuffle", "who accepts the cut may pass it on", S["13(3)"]),
        Duty("shuffle", "cut yourself when nobody will", S["13(4)"]),
        *cutting(replaced=S["14"]),
        Duty("dealing", "draw with the left hand, place face up with the right", S["15(2)"]),
        Duty("settlement", "pick the cards up so that each hand can be shown again", S["17(1)"]),
        Duty("settlement", "begin at the far right and go anticlockwise", S["17(2)"]),
        Duty("settlement", "your own cards go last, face down on top", S["17(3)"]),
        Duty("settlement", "or put the cards into the machine under review", S["17(4)"]),
    )

    # -- 6 to 10: what may be wagered ----------------------------------------------------------------------

    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        if kind == DRAW:
            return refuse("a draw wager before the deal", S["2:draw-wager"], "once two cards lie there")
        if not S["7(1)"].says(kind == ENTER):
            return refuse(f"there is no area for {kind}", S["7(1)"], ENTER)
        if not S["7(3)"].says(all(wager.player == player for wager in t.on_box(box))):
            return refuse(f"box {box} has its wager", S["7(3)"], "another box")
        lies = t.wager(box, player, ENTER)
        whole = amount + (lies.amount if lies is not None else 0)
        return self.refuse_box(t, box, player) or self.refuse_amount(t, box, player, whole)

    def refuse_amount(self, t: Table, box: int, player: str, whole: Cents) -> Refused | None:
        return (self.refuse_small_hand(t, box, player, whole)
                or self.outside_limits(ENTER, whole, self.limited_by, self.sign(t, player)))

    def refuse_taking(self, t: Table, act: Take) -> Refused | None:
        return self.refuse_amount(t, act.box, act.player, act.to) if act.to else None

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        mine = {wager.kind for wager in t.on_box(act.box) if act.player in ("", wager.player)}
        if isinstance(act, Take) and act.wager not in mine:
            return Rejected(f"{act.player} has no {act.wager} on box {act.box}")
        if not mine:
            return refuse("an enter wager after the first card", S["6(1)"], "the next round")
        if DRAW in mine:
            return refuse("confirmed wagers are not touched", S["8(2)"], "wait for the dealer")
        return refuse("the enter wager is not touched after the first card", S["8(1)"], "wait for the dealer")

    def emptied(self, t: Table, box: int) -> None:
        """16(1): a box without an enter wager gets no further card."""
        for hand in t.hands_of(box):
            hand.closed = True

    # -- the round -------------------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(S["6(1)"])
        if not t.wagers:
            return
        self.entered(t)
        self.carried_over(t)
        while True:
            try:
                yield from self.deal(t)
                yield from self.players_act(t)
                yield from self.dealer_acts(t)
                break
            except LaidAgain:
                continue
        t.phase = SETTLEMENT
        self.settle(t)
        self.carry_over(t)

    def deal(self, t: Table) -> Round[None]:
        """16(1): one card to each box, one to the dealer, a second to each box, all face up; 7(4): an enter wager
        lies there before that."""
        t.phase = DEALING
        t.notes |= {"opening": len(t.events), "lines": len(t.lines)}
        boxes = tuple(map(hand_at, t.clockwise()))
        for hand in S["16(1)"].says((*boxes, DEALER, *boxes)):
            if hand == DEALER or S["7(4)"].says(bool(t.on_box(int(hand), ENTER))):
                yield from t.deal(1, hand, S["16(1)"])
        t.phase = DECISIONS

    # -- 16(2) to (4): the players act -------------------------------------------------------------------------

    def players_act(self, t: Table) -> Round[None]:
        """From the dealer's left; 29(2): a player passed over comes after all others."""
        for box in t.clockwise():
            yield from self.play_box(t, box)
        while skipped := t.notes.get("skipped"):
            box = skipped[0]
            yield from self.offer_retraction(t, box, S["29(2)"])
            t.notes["skipped"] = [other for other in t.notes["skipped"] if other != box]
            yield from self.play_box(t, box)

    def play_box(self, t: Table, box: int) -> Round[None]:
        hand = hand_at(box)
        if box in t.notes.get("skipped", ()) or hand not in t.hands or t.hands[hand].closed:
            return
        yield from self.complete(t, box)
        if not t.hands[hand].closed:
            t.announce(self.said_of(t, hand), S["16(2)"])
        choice = None
        if not self.awaits_third(t, hand):
            choice = yield from t.choose(lambda: self.decision(t, box))
        if choice is not None:
            yield from self.act_on(t, box, choice)
        elif self.awaits_third(t, hand) and not t.hands[hand].closed:
            yield from self.third_card(t, box)
        if box not in t.notes.get("skipped", ()):
            t.hands[hand].closed = True

    def complete(self, t: Table, box: int) -> Round[None]:
        """The second card, where it was missed, when the hand is acted on."""
        held = t.hands[hand_at(box)]
        if not self.on_hand(t, held.name):
            held.closed = True
        if not held.closed and len(held.cards) < 2:
            yield from self.passed_by(t, box)

    def decision(self, t: Table, box: int) -> Choose | None:
        """16(2) and (3): stand, or draw one card with a wager as large as the enter wager."""
        held = t.hands[hand_at(box)]
        wagers = [wager for wager in t.on_box(box) if S["2:enter-wager"].says(wager.kind == ENTER)]
        if held.closed or box in t.notes.get("skipped", ()) or not wagers:
            return None
        if not S["16(7)"].says(len(held.cards) < 3):
            return None
        stake = S["6(3)"].says(wagers[0].amount)
        offered = options(
            option("stand", S["16(3)"]), option(DRAW, S["16(3)"], stake, stake, S["6(3)"]),
            option("refuse", S["22(3)"]) if self.exposed_waits(t) else None,
        )
        return Choose(S["16(2)"], held.name, wagers[0].player, offered, Barred(self.barred))

    def barred(self) -> dict[str, Refused]:
        tried = {word: refuse(word, S["8(1)"], "wait for the dealer") for word in ("retract", "withdraw")}
        return {word: refused for word, refused in tried.items() if refused is not None}

    def act_on(self, t: Table, box: int, choice: Choice) -> Round[None]:
        hand = hand_at(box)
        if choice.name == DRAW:
            t.place(box, t.boxes[box][0], DRAW, choice.amount or 0)
            yield from self.third_card(t, box)
            return
        t.notes["signal"] = True
        if choice.name == "refuse":
            self.refuse_card(t, hand)

    def refuse_card(self, t: Table, hand: str) -> None:
        """22(3): no card for this hand any more, and no draw wager."""
        t.notes["refused"] = [*t.notes.get("refused", ()), hand]
        t.void_wagers(t.on_box(t.hands[hand].box, DRAW), S["22(3)"])
        t.hands[hand].closed = True

    def third_card(self, t: Table, box: int) -> Round[None]:
        """16(4): the additional card; 22(3): one that was exposed once the wager lay may be refused."""
        hand = hand_at(box)
        t.notes["drawing"] = hand
        yield from t.deal(1, hand, S["16(4)"])
        if self.held_back(t, hand):
            if box in t.notes.get("skipped", ()):
                t.notes.pop("drawing", None)
                return
            choice = yield from t.choose(lambda: self.refusal(t, box))
            if choice is not None and choice.name == "refuse":
                t.notes.pop("drawing", None)
                self.refuse_card(t, hand)
                return
            yield from self.dealt(t, 1, hand, S["16(4)"])
        t.notes.pop("drawing", None)
        if len(t.hands[hand].cards) > 2:
            t.announce(self.said_of(t, hand), S["16(4)"])

    def refusal(self, t: Table, box: int) -> Offer | None:
        wagers = t.on_box(box, DRAW)
        if not wagers or not self.exposed_waits(t):
            return None
        keep = Option("continue", S["22(2)"])
        offered = options(option("refuse", S["22(3)"], back=wagers[0].amount), keep)
        return Offer(S["22(3)"], hand_at(box), wagers[0].player, offered, {}, keep)

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        hand = t.hands.get(act.hand)
        if act.name in ("retract", "withdraw"):
            return self.barred().get(act.name)
        if hand is None or hand.name == DEALER or act.name not in ("stand", DRAW, "refuse"):
            return None
        if hand.name in t.notes.get("refused", ()):
            return refuse(f"box {hand.name} refused a card", S["22(3)"], "nothing more in this round")
        if not S["16(7)"].says(len(hand.cards) < 3):
            return refuse(f"box {hand.name} has its additional card", S["16(7)"], "one additional card")
        return refuse(f"box {hand.name} does not act now", S["16(2)"], "from the dealer's left, each hand in turn")

    # -- 16(5) and (6): the dealer acts --------------------------------------------------------------------------

    def dealer_acts(self, t: Table) -> Round[None]:
        if not t.wagers and not self.dealer_goes_on(t):
            return
        if not self.dealer_cards(t):
            if not t.notes.get("no first card"):
                yield from self.first_card_missing(t)
            if not S["31(2)"].says(bool(t.wagers)):
                return
            yield from self.dealt(t, 2, DEALER, S["31(2)"])
        if (missing := 2 - self.dealer_cards(t)) > 0:
            yield from self.dealt(t, missing, DEALER, self.second_card_clause(t, S["16(5)"]))
        if self.dealer_goes_on(t) and self.dealer_draws(t.hands[DEALER].cards):
            yield from self.dealt(t, 1, DEALER, S["16(6)"])
        t.notes["dealer total"] = self.points(t.hands[DEALER].cards)
        yield from t.reveal(DEALER, S["16(6)"])

    def dealer_goes_on(self, t: Table) -> bool:
        """26(2): after cards that came too early, only while somebody plays."""
        return S["26(2)"].says(bool(t.wagers)) if t.notes.get("early") else bool(t.wagers)

    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        """16(6): a third card on 4 or less; 16(7): and no fourth."""
        return len(cards) == 2 and S["16(6)"].says(self.points(cards) <= 4)

    # -- 5, 6 and 11: counts, results and odds ---------------------------------------------------------------------

    def value(self, card: Card) -> int:
        """5(1): what a card counts."""
        if rank(card) == 14:
            return S["5(1)(c)"].says(1)
        return S["5(1)(b)"].says(0) if rank(card) >= 10 else S["5(1)(a)"].says(rank(card))

    def points(self, cards: Sequence[Card]) -> int:
        """5(2): the last digit of the sum."""
        return S["5(2)"].says(sum(map(self.value, cards)) % 10)

    def settle(self, t: Table) -> None:
        for box in t.clockwise():
            for wager in t.on_box(box):
                t.settle(wager, self.result(wager.kind, t.hands[hand_at(box)].cards, t.hands[DEALER].cards))

    def result(self, kind: str, own: Sequence[Card], dealers: Sequence[Card]) -> Result:
        """What becomes of a wager on a hand. Pure: the odds call it too."""
        wins, loses, ties = LIMBS[kind]
        points, other = self.points(own), self.points(dealers)
        if wins.says(points > other):
            return self.won(kind, own, wins)
        return lose(loses) if points < other else stand_off(ties)

    def won(self, kind: str, own: Sequence[Card], wins: Clause) -> Result:
        if kind == ENTER:
            return win(self.odds(ENTER, "higher point count"), S["11(1)"], wins)
        line, defined = self.drawn_line(own)
        odds, clause = self.pay[DRAW].lines[line]
        return win(odds, clause, wins, *defined)

    def drawn_line(self, own: Sequence[Card]) -> tuple[str, tuple[Clause, ...]]:
        """2 and 11(2): three threes before any other 9."""
        points = self.points(own)
        if all(rank(card) == 3 for card in own):
            one_suit = S["2:3-3-3-suited"].says(len({suit(card) for card in own}) == 1)
            if one_suit:
                return SUITED, (S["2:3-3-3-suited"],)
            if S["2:3-3-3-off-suit"].says(True):
                return OFF_SUIT, (S["2:3-3-3-off-suit"],)
        for count, (line, defined) in LUCKY.items():
            if defined.says(points == count):
                return line, (defined,)
        return SIX_OR_LESS, ()

    def odds(self, wager: str, line: str) -> Odds:
        return self.pay[wager].lines[line][0]

    # -- how it is told ----------------------------------------------------------------------------------------------

    def said_of(self, t: Table, hand: str) -> str:
        return f"{place_name(hand)} has {self.points(t.hands[hand].cards)}"

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        return str(self.points(cards)) if len(cards) > 1 else ""

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        return Worth((self.points(cards),), cards) if len(cards) > 1 else None
