"""QLD schedule 12: three card poker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from pitboss.equipment.cards import Card
from pitboss.hands import three_card
from pitboss.hands.names import called
from pitboss.hands.three_card import Category, HandValue
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, stand_off, void, win
from pitboss.law.results import VOID
from pitboss.money import Cents, odds, show_amount
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, CONDUCT, TABLE_DUTIES, FrontRule, R, table_choices
from pitboss.rulebooks.qld.s12_three_card_poker_brief import BRIEF
from pitboss.table.acts import Choice, Irregular, Place, Take
from pitboss.table.decisions import STAKE
from pitboss.table.facts import AGAINST_DEALER, DEALER, Rejected, Settled, Wager, Worth
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.reports import (
    BadFact,
    Box,
    HandNamed,
    Money,
    Number,
    Person,
    SomeCards,
    WagerNamed,
    Word,
    YesNo,
    amount_in,
)
from pitboss.table.requests import Choose, option, options
from pitboss.table.stray import lay_stray, stray_wagers
from pitboss.table.table import (
    DEALING,
    DECISIONS,
    SETTLEMENT,
    WAGERS,
    Round,
    RoundOver,
    RoundVoid,
    Table,
)

S = schedule("QLD-12")

EVEN = odds("1 to 1")
DECIDED = ("higher", "lower")

# 8: what makes each poker hand.
HANDS = {
    Category.HIGH_CARD: S["8:odd-card-hand"],
    Category.PAIR: S["8:pair"],
    Category.THREE_OF_A_KIND: S["8:3-of-a-kind"],
    Category.STRAIGHT: S["8:straight"],
    Category.FLUSH: S["8:flush"],
    Category.STRAIGHT_FLUSH: S["8:straight-flush"],
}

# 23 and 25: payment odds.
ANTE_BONUS = PayTable("ante bonus", {
    Category.STRAIGHT: ("1 to 1", S["23:straight"]),
    Category.THREE_OF_A_KIND: ("4 to 1", S["23:3-of-a-kind"]),
    Category.STRAIGHT_FLUSH: ("5 to 1", S["23:straight-flush"]),
})
PAIR_PLUS = PayTable("pair plus", {
    Category.PAIR: ("1 to 1", S["25:pair"]),
    Category.FLUSH: ("4 to 1", S["25:flush"]),
    Category.STRAIGHT: ("6 to 1", S["25:straight"]),
    Category.THREE_OF_A_KIND: ("25 to 1", S["25:3-of-a-kind"]),
    Category.STRAIGHT_FLUSH: ("40 to 1", S["25:straight-flush"]),
}, otherwise=S["25"])


# 2: the wagers that open a round.
OPENING = {"ante": S["2:ante-wager"], "pair plus": S["2:pair-plus-wager"]}

# 27 and 28: a hand where none belongs, and the money that lay with it.
STRAY = (
    Box(need=True), SomeCards(), Person(), Word("wager", ("ante", "pair-plus"), default="ante"), Money(),
    Money("pair-plus"),
)


class ThreeCardPoker(FrontRule):
    """Three card poker."""

    id = "qld/three-card-poker"
    title = "Three card poker"
    brief = BRIEF
    law: ClassVar[tuple[str, ...]] = ("QLD-12",)
    kinds = (
        WagerKind("ante", OPENING["ante"], "to take part", compares=AGAINST_DEALER),
        WagerKind("pair plus", OPENING["pair plus"], "that the hand is a pair or better"),
        WagerKind("bet", S["2:bet-wager"], "as much as the ante, to play on", "", DECISION, AGAINST_DEALER),
    )
    decisions = (
        Decision("bet", also=STAKE, key="b"),
        Decision("fold", "give up the hand and all its wagers", also=("muck",), key="f", silent=True),
    )
    opening = "ante"
    # 10: the words of the layout.
    look = Look("three_card", emblem="Qh Kh Ah", printed=("Dealer only plays with queen or higher",))
    other_words: ClassVar[dict[str, str]] = {"pair+": "pair plus", "pairplus": "pair plus"}
    choices = (
        *table_choices(R["13(1)"]),
        GameOption("device", "shoe", ("shoe", "shuffler"), S["12(2)"], "a dealing shoe, or a shuffling device"),
        GameOption("dealing", "three", ("three", "one"), S["16(2)"], "three cards at a time, or one in turn first"),
    )
    pay_tables: ClassVar[tuple[PayTable, ...]] = (ANTE_BONUS, PAIR_PLUS)
    duties = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        Duty("shuffle", "inspect and shuffle under this part and the control system", S["13(1)"]),
        Duty("shuffle", "check a deck for marks and completeness before it is used", S["13(2)"]),
        Duty("shuffle", "spread a new deck face up for a player who asks", S["13(3)"]),
        Duty("shuffle", "shuffle before use and at the end of each round", S["13(4)"]),
        Duty("shuffle", "after a shuffle by hand, cut and load the shoe with the cutting card", S["13(5)"]),
        Duty("reveal", "turn the dealer's cards up; say whether they qualify and what they are", S["18"]),
        Duty("settlement", "dealer not qualified: count and collect the cards of continuing players", S["19(2)(b)"]),
        Duty("settlement", "keep the cards until an ante bonus is dealt with", S["19(4)"]),
        Duty("settlement", "keep the cards until pair plus is dealt with", S["19(5)"]),
        Duty("settlement", "from the right, turn up and rank each continuing hand", S["20(2)"]),
        Duty("settlement", "collect the cards of a winner", S["21(2)(d)bis"]),
        Duty("settlement", "collect the cards of a loser", S["21(3)(e)"]),
        Duty("settlement", "collect the cards of a stand off", S["21(4)(g)"]),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.decks = S["12(1)"].says(1)

    def opening_state(self) -> dict[str, Any]:
        return {"deck": 1}

    # -- 5 to 9: hands ---------------------------------------------------------------------------------

    def value(self, cards: Sequence[Card]) -> HandValue:
        """8 and 9(5): which poker hand these cards are."""
        hand = three_card.value(cards)
        if hand.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and hand.ranks == (3,):
            hand = S["9(5)"].says(hand)
        if hand.category == Category.PAIR:
            hand = S["2:odd-card"].says(hand)
        return S["8(1)"].says(S["8(2)"].says(HANDS[hand.category].says(hand)))

    def higher(self, hand: HandValue, other: HandValue) -> bool:
        """9: does one hand rank above another?"""
        if hand.category != other.category:
            return S["9(1)"].says(hand.category > other.category)
        return S["9(3)"].says(S["9(4)"].says(hand.ranks > other.ranks))

    def qualifies(self, dealer: HandValue) -> bool:
        """5: queen high or better."""
        if dealer.category == Category.HIGH_CARD:
            return S["5(a)"].says(dealer.ranks[0] >= 12)
        return S["5(b)"].says(True)

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        if len(cards) != 3:
            return ""
        value = self.value(cards)
        name = called(value, beside=beside)
        return name if hand != DEALER or self.qualifies(value) else f"{name}, does not qualify"

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        return Worth(self.value(cards), cards) if len(cards) == 3 else None

    # -- 14 and 15: opening wagers -------------------------------------------------------------------

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        defined = OPENING.get(kind)
        if defined is None or not defined.says(True):
            return refuse(f"{kind} is not a wager to open with", S["2:wager"], "ante, pair plus")
        for at, other, on in t.wagers:
            if other == player and at != box:
                return refuse(f"{player} already plays another hand", S["15(2)"], "one hand a player")
            if at == box and (other != player or on == kind):
                return refuse(f"box {box} already has a wager there", S["15(3)"], "one wager an area")
        if kind == "pair plus" and not S["14"].says(t.wager(box, player, "ante") is not None):
            return refuse("pair plus without an ante", S["14"], "an ante first")
        return self.outside_limits(kind, amount, R["13(1)"], self.sign(t, player))

    def refuse_taking(self, t: Table, act: Take) -> Refused | Rejected | None:
        """Before the first card a wager may become any other that might have been placed."""
        if act.to:
            return self.outside_limits(act.wager, act.to, R["13(1)"], self.sign(t, act.player))
        if act.wager == "ante" and not S["14"].says(t.wager(act.box, act.player, "pair plus") is None):
            return refuse("pair plus without an ante", S["14"], "take back the pair plus first")
        return None

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        if type(act) is Place and all(t.wager(act.box, act.player, kind) is None for kind, _ in act.wagers):
            return refuse("a wager after the deal has begun", S["14"], "ante and pair plus come before the deal")
        return refuse("wagers are not touched after the first card", S["15(4)"], "wait for the dealer")

    # -- the round -----------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(S["14"])
        t.phase = DEALING
        yield from self.deal(t)
        for box in t.clockwise():
            yield from self.decide(t, box)
        if not t.wagers:
            return
        yield from t.reveal(DEALER, S["18"])
        t.phase = SETTLEMENT
        dealer = self.value(t.hands[DEALER].cards)
        t.announce(f"dealer {'qualifies' if self.qualifies(dealer) else 'does not qualify'}", S["18"])
        for box in t.anticlockwise():
            if self.continuing(t, box):
                yield from t.reveal(str(box), S["20(2)"])
                self.settle(t, box, dealer)

    def prepare(self, t: Table) -> Round[None]:
        """12 and 13: a shuffled deck; with a shuffling device, the other of two decks each round."""
        if self.options["device"] == "shuffler":
            t.state["deck"] = S["12(2)"].says(3 - t.state["deck"])
        yield from t.shuffle(S["13(4)"], self.decks)

    def deal(self, t: Table) -> Round[None]:
        """16: from the dealer's left, face down, in one of two ways."""
        hands = [*map(str, S["16(1)"].says(tuple(t.clockwise()))), DEALER]
        face_up = not S["16(3)"].says(True)
        counts, way = ((1, 2), S["16(2)(a)"]) if self.options["dealing"] == "one" else ((3,), S["16(2)(b)"])
        for count in counts:
            for hand in hands:
                if self.dealt_to(t, hand):
                    yield from t.deal(count, hand, way, face_up=face_up)
        for hand in t.hands:
            if hand != DEALER:
                t.may_look(hand, int(hand), S["17(1)"])

    def dealt_to(self, t: Table, hand: str) -> bool:
        """16(2): areas with an ante get cards, and the dealer while there is one; a ruling in mid-deal may end that."""
        return bool(t.wagers) if hand == DEALER else self.continuing(t, int(hand))

    def decide(self, t: Table, box: int) -> Round[None]:
        """17: fold, or place a bet wager."""
        choice = yield from t.choose(lambda: self.decision(t, box))
        if choice is None:
            return
        t.phase = DECISIONS
        if choice.name == "fold" and S["4"].says(True):
            self.close_hand(t, box)
        else:
            t.place(box, t.boxes[box][0], "bet", choice.amount or 0)

    def decision(self, t: Table, box: int) -> Choose | None:
        """What the player of a box may do; None when there is nothing to decide."""
        player = t.boxes[box][0]
        ante = t.wager(box, player, "ante")
        if ante is None:
            return None
        hand = t.hands.get(str(box))
        looked = S["2:bet-wager"].says(hand is not None and hand.seat == box)
        if not looked or t.wager(box, player, "bet") is not None:
            return None
        offered = options(
            option("bet", S["17(4)"], ante.amount, ante.amount, S["17(5)"]),
            option("fold", S["17(2)"]),
        )
        return Choose(S["17(4)"], str(box), player, offered, self.barred)

    @property
    def barred(self) -> dict[str, Refused]:
        """What people try instead, and what stops them."""
        taking = refuse("the ante stays where it is", S["15(4)"], "bet, fold")
        return {"retract": taking} if taking is not None else {}

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        if any(line.clause == S["17(3)"] and str(line.box) == act.hand for line in t.lines):
            return refuse(f"the hand on box {act.hand} is closed", S["17(3)"], "nothing until the next round")
        return None

    def close_hand(self, t: Table, box: int) -> None:
        """3 and 17(3): the wagers of a folded hand are collected."""
        t.hands[str(box)].closed = S["3"].says(True)
        for wager in t.on_box(box):
            t.settle(wager, self.folded())

    def folded(self) -> Result:
        """17(3): what becomes of every wager of a folded hand. Pure: the odds call it too."""
        return lose(S["17(3)"])

    def continuing(self, t: Table, box: int) -> bool:
        """2: has an ante and has not folded."""
        return S["2:continuing-player"].says(bool(t.on_box(box, "ante")))

    # -- 19 to 25: settlement ------------------------------------------------------------------------

    def settle(self, t: Table, box: int, dealer: HandValue) -> None:
        """Deal with one continuing player's hand: the bonuses first, then the wagers."""
        player = self.value(t.hands[str(box)].cards)
        outcome = self.outcome(player, dealer)
        wagers = t.on_box(box)
        for wager in wagers:
            if wager.kind == "bet":
                self.correct_bet(t, wager)
            elif wager.kind == "ante" and self.bonus_due(outcome):
                self.pay_ante_bonus(t, wager, player)
        for wager in wagers:
            t.settle(wager, self.result(wager.kind, player, outcome))

    def outcome(self, player: HandValue, dealer: HandValue) -> str:
        """9(6), 19(1), 20(1) and 21: which branch of the settlement a hand falls under."""
        if S["19(1)"].says(not S["20(1)"].says(self.qualifies(dealer))):
            return "not qualified"
        if S["9(6)"].says(S["9(2)"].says(player == dealer)):
            return "stand off"
        if S["21(1)"].says(self.higher(player, dealer)):
            return "higher"
        return S["21(2)bis"].says("lower")

    def result(self, kind: str, player: HandValue, outcome: str) -> Result:
        """What becomes of a continuing player's wager. Pure: the odds call it too."""
        if kind == "pair plus":
            return self.pair_plus(player) if self.pair_plus_due(outcome) else lose(self.not_listed)
        return self.ante(outcome) if kind == "ante" else self.bet(outcome)

    def ante(self, outcome: str) -> Result:
        match outcome:
            case "not qualified":
                return win(EVEN, S["19(2)(a)"])
            case "higher":
                return win(S["21(2)(c)"].says(EVEN), S["21(2)(a)"], S["21(2)(c)"])
            case "lower":
                return lose(S["21(3)(c)"])
        return R["3:stand-off"].says(stand_off(S["21(4)(f)"]))

    def bet(self, outcome: str) -> Result:
        match outcome:
            case "not qualified":
                return void(S["19(3)"])
            case "higher":
                return win(EVEN, S["21(2)(a)"])
            case "lower":
                return lose(S["21(3)(a)"])
        return R["3:stand-off"].says(stand_off(S["21(4)(f)"]))

    def bonus_due(self, outcome: str) -> bool:
        """21(2)(b), 21(3)(b): the ante bonus is dealt with on a winning hand and on a losing one."""
        return {"higher": S["21(2)(b)"], "lower": S["21(3)(b)"]}[outcome].says(True) if outcome in DECIDED else True

    def pair_plus_due(self, outcome: str) -> bool:
        """21(2)(d), 21(3)(d): and so is pair plus."""
        return {"higher": S["21(2)(d)"], "lower": S["21(3)(d)"]}[outcome].says(True) if outcome in DECIDED else True

    @property
    def not_listed(self) -> Clause:
        """The clause under which pair plus loses: its pay table."""
        clause = self.pay["pair plus"].otherwise
        assert clause is not None
        return clause

    def pair_plus(self, player: HandValue) -> Result:
        """7, 24 and 25: paid whether or not the hand wins and the dealer qualifies."""
        line = self.pay["pair plus"].get(player.category)
        if not S["7"].says(line is not None):
            return lose(self.not_listed)
        assert line is not None
        return win(S["24(2)"].says(S["24(1)"].says(line[0])), line[1])

    def ante_bonus(self, player: HandValue) -> Result | None:
        """6, 22 and 23: likewise; None when the hand earns none."""
        line = self.pay["ante bonus"].get(player.category)
        if not S["6"].says(line is not None):
            return None
        assert line is not None
        return win(S["22(2)"].says(S["22(1)"].says(line[0])), line[1])

    def pay_ante_bonus(self, t: Table, ante: Wager, player: HandValue) -> None:
        bonus = self.ante_bonus(player)
        if bonus is not None:
            t.pay_bonus(ante, "ante bonus", bonus)

    # -- 15(1) and 17(6): chips in their areas, cards in view ----------------------------------------

    @ruling("oral-wager", S["15(1)"], "no chips in the area for it: there is no wager",
            facts=(Box(), Person(), WagerNamed(), Money()))
    def oral_wager(self, t: Table, what: Irregular) -> None:
        t.announce("chips must be placed in the area for the wager", S["15(1)"])

    @ruling("cards-out-of-view", S["17(6)"], "cards stay in the dealer's full view; the supervisor may act",
            facts=CONDUCT)
    def out_of_view(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.sanction(t, what)

    # -- 26: a bet wager of the wrong size ---------------------------------------------------------

    @ruling(
        "wrong-wager", S["26"], "settled with the excess returned, or as staked",
        when=lambda self, t, what: what.get("wager") == "bet" and t.phase in (DEALING, DECISIONS),
        facts=(Box(need=True), Person(), Word("wager", ("bet", "ante", "pair-plus"), need=True),
               Money(need=True), Word("noticed", ("settlement",), default="settlement")),
    )
    def wrong_bet(self, t: Table, what: Irregular) -> None:
        box = t.box_of(what)
        asked = self.decision(t, box)
        if asked is None:
            raise BadFact(f"box {box} has no bet to place")
        amount = amount_in(what)
        t.phase = DECISIONS
        t.place(box, asked.player, "bet", amount)

    def correct_bet(self, t: Table, bet: Wager) -> None:
        """26: found while the hands are acted on."""
        ante = t.wager(bet.box, bet.player, "ante")
        assert ante is not None
        if bet.amount > ante.amount:
            t.give_back(bet, bet.amount - ante.amount, S["26(a)"])
        elif bet.amount < ante.amount:
            t.ruled(f"settled as staked; the next bet must be {show_amount(ante.amount)}", S["26(b)"])

    # -- 27 and 28: hands that should not be there -------------------------------------------------

    @ruling(
        "cards-without-ante", S["27"], "that hand is void; all may retract",
        when=lambda self, t, what: t.phase != WAGERS, facts=STRAY,
    )
    def no_ante(self, t: Table, what: Irregular) -> Round[None]:
        wagers = stray_wagers(what, ("pair plus",))
        self.stray_hand(t, what)
        t.ruled(f"the hand on box {what.get('box')} is void", S["27(a)"])
        self.void_stray(t, what, S["27(b)"])
        t.void_wagers(lay_stray(t, what, wagers), S["27(b)"])
        yield from self.all_may_retract(t, S["27(c)"])

    @ruling(
        "extra-hand", S["28"], "the first hand counts, the others are void; all may retract",
        when=lambda self, t, what: t.phase != WAGERS, facts=STRAY,
    )
    def two_hands(self, t: Table, what: Irregular) -> Round[None]:
        if what.get("player") and not any(what.get("player") in players for players in t.boxes.values()):
            raise BadFact(f"{what.get('player')} has no other hand")
        self.stray_hand(t, what)
        t.ruled(f"the first hand dealt to {what.get('player')} is the one played", S["28(a)"])
        t.ruled(f"the hand on box {what.get('box')} is void", S["28(b)"])
        self.void_stray(t, what, S["28(b)"])
        yield from self.all_may_retract(t, S["28(c)"])

    def stray_hand(self, t: Table, what: Irregular) -> None:
        """Check the report of a hand on a box where none belongs."""
        text = what.get("box")
        if text not in map(str, range(1, self.boxes + 1)) or int(text) in t.boxes:
            raise BadFact(f"box={text} is not a box without a player")
        if what.get("amount"):
            amount_in(what)
        t.out_of_play(what.get("cards"))

    def void_stray(self, t: Table, what: Irregular, clause: Clause) -> None:
        """Money that lay with the stray hand goes back."""
        if what.get("amount"):
            player, kind = what.get("player", "?"), what.get("wager", "ante").replace("-", " ")
            stake = t.place(int(what.get("box")), player, kind, amount_in(what))
            t.settle(stake, void(clause))

    def all_may_retract(self, t: Table, clause: Clause) -> Round[None]:
        """A hand whose wagers are taken back is out of the round, and gets no more cards if some are owed."""
        yield from t.offer_retract(clause)
        self.close_empty(t)

    def declare_void(self, t: Table, player: str, clause: Clause) -> None:
        super().declare_void(t, player, clause)
        self.close_empty(t)

    def close_empty(self, t: Table) -> None:
        for box in t.boxes:
            if str(box) in t.hands and not self.continuing(t, box):
                t.hands[str(box)].closed = True

    # -- 29: incorrect number of cards -------------------------------------------------------------

    def looked(self, t: Table, what: Irregular) -> bool:
        """Has anybody looked? Where the report does not tell, a decision on a hand does."""
        return what.yes("looked") if what.get("looked") else t.phase in (DECISIONS, SETTLEMENT)

    def cards_missing(self, what: Irregular) -> bool:
        """Does the count that a report tells differ from the deck? Where it tells none, the deck is whole."""
        return what.get("deck", str(len(self.pack()))) != str(len(self.pack()))

    @ruling(
        "wrong-number-of-cards", S["29(1)"], "nobody looked: the round is void",
        when=lambda self, t, what: not self.looked(t, what),
        facts=(HandNamed(need=True, several=True), YesNo("looked", default="as the round stands"),
               Number("deck", default="52")),
    )
    def wrong_count_unseen(self, t: Table, what: Irregular) -> None:
        self.wrong_hands(t, what)
        t.announce("tell a gaming supervisor at once", S["29(1)(b)"])
        t.announce("the supervisor has the cards counted", S["29(1)(c)"])
        if self.cards_missing(what):
            t.announce("a gaming manager notifies an inspector", S["29(1)(d)"])
        self.undo(t, S["29(1)(a)"], lambda line: True)
        raise RoundVoid(S["29(1)(a)"])

    @ruling(
        "wrong-number-of-cards", S["29(2)"], "somebody looked: the cards are counted",
        when=lambda self, t, what: self.looked(t, what),
    )
    def wrong_count_seen(self, t: Table, what: Irregular) -> Round[None]:
        hands = self.wrong_hands(t, what)
        t.announce("tell a gaming supervisor at once", S["29(2)(a)"])
        t.announce("the supervisor has the cards counted", S["29(2)(b)"])
        if self.cards_missing(what):
            t.announce("a gaming manager notifies an inspector", S["29(3)(a)"])
            t.ruled("the deck is not of 52 cards: the round is void", S["29(3)(b)"])
            self.undo(t, S["29(3)(c)"], lambda line: True)
            raise RoundVoid(S["29(3)(c)"], S["29(3)(b)"])
        boxes = [int(hand) for hand in hands if hand != DEALER]
        if DEALER in hands:
            yield from self.dealer_wrong(t, boxes)
            raise RoundOver
        self.void_hands(t, boxes, S["29(5)(a)"], S["29(5)(b)"])
        yield from self.all_may_retract(t, S["29(5)(c)"])

    def wrong_hands(self, t: Table, what: Irregular) -> list[str]:
        hands = what.get("hand").split(",")
        for hand in hands:
            t.hand(hand)
        if DEALER in hands and self.looked(t, what) and any(len(hand.cards) < 3 for hand in t.hands.values()):
            raise BadFact("the cards are still being dealt: what the dealer has is not known yet")
        return hands

    def void_hands(self, t: Table, boxes: list[int], hand: Clause, wagers: Clause) -> None:
        """Whatever was placed for these hands goes back, from a player who folded or was paid as well."""
        self.undo(t, wagers, lambda line: line.box in boxes)
        for box in boxes:
            t.ruled(f"the hand on box {box} is void", hand)
            t.void_wagers(t.on_box(box), wagers)

    def undo(self, t: Table, clause: Clause, wanted: Callable[[Settled], bool]) -> None:
        """Lines already settled stand again, for the ruling to deal with; what went back stays back."""
        for line in [line for line in t.lines if line.outcome != VOID and wanted(line)]:
            if line.wager == "ante bonus":
                t.unpay(line, clause)
            else:
                t.reverse(line, clause)

    def dealer_wrong(self, t: Table, wrong: list[int]) -> Round[None]:
        """29(4), and 29(6) when players' hands are wrong as well."""
        both = bool(wrong)
        t.ruled("the dealer's hand does not qualify", S["29(6)(c)"] if both else S["29(4)(a)"])
        self.void_hands(t, wrong, S["29(6)(a)"], S["29(6)(b)"])
        self.undo(t, S["29(6)(e)"] if both else S["29(4)(c)"], lambda line: line.clause != S["17(3)"])
        self.reinstate_antes(t, S["29(6)(d)"] if both else S["29(4)(b)"])
        for box in t.anticlockwise():
            if self.continuing(t, box) and not t.hands[str(box)].closed:
                yield from t.reveal(str(box), S["29(6)(f)"] if both else S["29(4)(d)"])
        for wager in list(t.wagers.values()):
            self.settle_unqualified(t, wager, both)

    def settle_unqualified(self, t: Table, wager: Wager, both: bool) -> None:
        """29(4)(c) to (g), 29(6)(e) to (i): one wager against a dealer's hand of the wrong size."""
        hand = t.hands[str(wager.box)]
        if wager.kind == "bet":
            t.settle(wager, void(S["29(6)(g)"] if both else S["29(4)(e)"]))
        elif wager.kind == "ante":
            if (S["29(6)(f)"] if both else S["29(4)(d)"]).says(not hand.closed):
                self.pay_ante_bonus(t, wager, self.value(hand.cards))
            t.settle(wager, win(EVEN, S["29(6)(e)"] if both else S["29(4)(c)"]))
        else:
            player = self.value(hand.cards)
            if (S["29(6)(i)"] if both else S["29(4)(g)"]).says(player.category in self.pay["pair plus"].lines):
                t.settle(wager, self.pair_plus(player))
            else:
                t.settle(wager, void(S["29(6)(h)"] if both else S["29(4)(f)"]))

    def reinstate_antes(self, t: Table, clause: Clause) -> None:
        """A folded ante stands again."""
        if clause.says(True):
            self.undo(t, clause, lambda line: line.wager == "ante" and line.clause == S["17(3)"])

    # -- 30 and 31 ---------------------------------------------------------------------------------

    @ruling(
        "card-exposed", S["30"], "a card exposed during the deal voids the round",
        when=lambda self, t, what: t.phase == DEALING, facts=(Box(), HandNamed()),
    )
    def exposed(self, t: Table, what: Irregular) -> None:
        if what.get("hand", DEALER) != DEALER or "box" in what.facts:
            t.box_of(what, "hand" if "hand" in what.facts else "box")
        raise RoundVoid(S["30"])

    @ruling(
        "card-in-wrong-position", S["31"], "no card was dealt since: it is moved and play goes on",
        when=lambda self, t, what: t.phase == DEALING and not what.yes("further-cards"),
        facts=(Box(), HandNamed(), YesNo("further-cards")),
    )
    def misplaced(self, t: Table, what: Irregular) -> None:
        t.announce("move the card to its correct position", S["31"])
