"""QLD schedule 12: three card poker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.hands import three_card
from pitboss.hands.names import called
from pitboss.hands.three_card import ThreeCardCategory, ThreeCardValue
from pitboss.law import Clause, Result, lose, schedule, stand_off, void, win
from pitboss.money import odds
from pitboss.rulebooks.qld.ante_poker import (
    AnteCites,
    NoAnte,
    SecondHand,
    SeenCount,
    ShortDeck,
    UnseenCount,
    WrongBoth,
    WrongDealer,
    WrongHand,
    WrongSize,
)
from pitboss.rulebooks.qld.raise_or_fold import RaiseOrFold
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, TABLE_DUTIES, R, table_choices
from pitboss.table.decisions import STAKE
from pitboss.table.facts import AGAINST_DEALER, DEALER, Wager, Worth
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind
from pitboss.table.lobby import HOUSE_POKER
from pitboss.table.streets import BettingStreet, Multiple
from pitboss.table.table import DEALING, SETTLEMENT, Round, Table

S = schedule("QLD-12")

EVEN = odds("1 to 1")
# 21: what is dealt with on a winning hand, and on a losing one.
BONUS_DUE = {"higher": S["21(2)(b)"], "lower": S["21(3)(b)"]}
PAIR_PLUS_DUE = {"higher": S["21(2)(d)"], "lower": S["21(3)(d)"]}

# 8: what makes each poker hand.
HANDS = {
    ThreeCardCategory.HIGH_CARD: S["8:odd-card-hand"],
    ThreeCardCategory.PAIR: S["8:pair"],
    ThreeCardCategory.THREE_OF_A_KIND: S["8:3-of-a-kind"],
    ThreeCardCategory.STRAIGHT: S["8:straight"],
    ThreeCardCategory.FLUSH: S["8:flush"],
    ThreeCardCategory.STRAIGHT_FLUSH: S["8:straight-flush"],
}

# 23 and 25: payment odds.
ANTE_BONUS = PayTable("ante bonus", {
    ThreeCardCategory.STRAIGHT: ("1 to 1", S["23:straight"]),
    ThreeCardCategory.THREE_OF_A_KIND: ("4 to 1", S["23:3-of-a-kind"]),
    ThreeCardCategory.STRAIGHT_FLUSH: ("5 to 1", S["23:straight-flush"]),
})
PAIR_PLUS = PayTable("pair plus", {
    ThreeCardCategory.PAIR: ("1 to 1", S["25:pair"]),
    ThreeCardCategory.FLUSH: ("4 to 1", S["25:flush"]),
    ThreeCardCategory.STRAIGHT: ("6 to 1", S["25:straight"]),
    ThreeCardCategory.THREE_OF_A_KIND: ("25 to 1", S["25:3-of-a-kind"]),
    ThreeCardCategory.STRAIGHT_FLUSH: ("40 to 1", S["25:straight-flush"]),
}, otherwise=S["25"])


# The clauses of the texts that this schedule has in common with the others of its family.
CITES = AnteCites(
    wager=S["2:wager"],
    continuing=S["2:continuing-player"],
    closed=S["3"],
    folds=S["4"],
    deck=S["12(1)"],
    other_deck=S["12(2)"],
    shuffled=S["13(4)"],
    before_deal=S["14"],
    chips=S["15(1)"],
    one_hand=S["15(2)"],
    one_wager=S["15(3)"],
    untouched=S["15(4)"],
    look=S["17(1)"],
    folded=S["17(3)"],
    in_view=S["17(6)"],
    wrong_size=WrongSize(S["26"], over=S["26(a)"], under=S["26(b)"]),
    no_ante=NoAnte(S["27"], hand=S["27(a)"], others=S["27(b)"], retract=S["27(c)"]),
    second_hand=SecondHand(S["28"], first=S["28(a)"], others=S["28(b)"], retract=S["28(c)"]),
    unseen_count=UnseenCount(
        S["29(1)"], void=S["29(1)(a)"], tell=S["29(1)(b)"], counted=S["29(1)(c)"], notify=S["29(1)(d)"]
    ),
    seen_count=SeenCount(S["29(2)"], tell=S["29(2)(a)"], counted=S["29(2)(b)"]),
    short_deck=ShortDeck(notify=S["29(3)(a)"], void=S["29(3)(b)"], back=S["29(3)(c)"]),
    wrong_dealer=WrongDealer(
        not_qualified=S["29(4)(a)"], reinstated=S["29(4)(b)"], antes=S["29(4)(c)"], ante_bonus=S["29(4)(d)"],
        raises=S["29(4)(e)"], own_back=S["29(4)(f)"], own_paid=S["29(4)(g)"],
    ),
    wrong_hand=WrongHand(hand=S["29(5)(a)"], wagers=S["29(5)(b)"], retract=S["29(5)(c)"]),
    wrong_both=WrongBoth(
        hand=S["29(6)(a)"], wagers=S["29(6)(b)"],
        others=WrongDealer(
            not_qualified=S["29(6)(c)"], reinstated=S["29(6)(d)"], antes=S["29(6)(e)"], ante_bonus=S["29(6)(f)"],
            raises=S["29(6)(g)"], own_back=S["29(6)(h)"], own_paid=S["29(6)(i)"],
        ),
    ),
    exposed=S["30"],
    position=S["31"],
)


class ThreeCardPoker(RaiseOrFold):
    """Three card poker."""

    id = "qld/three-card-poker"
    title = "Three card poker"
    category = HOUSE_POKER
    also_called = "3 card poker, tri card, brag"
    brief = (
        ("Three cards for you, three for the dealer; the better hand wins.", S["21(1)"]),
        ("Put down an ante. Pair plus is a second bet, on your own three cards alone.", S["14"]),
        ("Look at your cards, then fold, or bet as much as the ante again.", S["17(5)"]),
        ("With less than a queen the dealer does not qualify: the ante wins, the bet comes back.", S["19(2)(a)"]),
        ("If the dealer qualifies and you are better, ante and bet both pay 1 to 1.", S["21(2)(a)"]),
        ("A straight or better pays an ante bonus, whatever the dealer has.", S["22(2)"]),
        ("A straight beats a flush here, and three of a kind beats a straight.", S["9(1)"]),
    )
    law: ClassVar[tuple[str, ...]] = ("QLD-12",)
    kinds = (
        WagerKind("ante", S["2:ante-wager"], "to take part", compares=AGAINST_DEALER),
        WagerKind("pair plus", S["2:pair-plus-wager"], "that the hand is a pair or better"),
        WagerKind("bet", S["2:bet-wager"], "as much as the ante, to play on", "", DECISION, AGAINST_DEALER),
    )
    decisions = (
        Decision("bet", also=STAKE, key="b", past="bet"),
        Decision("fold", "give up the hand and all its wagers", also=("muck",), key="f", silent=True, past="folded",
                 gives_up=True),
    )
    cites = CITES
    looked_first = S["2:bet-wager"]
    hand_size = 3
    # 17: a bet as large as the ante, or a fold, which closes the hand.
    raise_or_fold = BettingStreet(
        "bet", (Multiple(1, S["17(5)"]),), 0, S["17(4)"], S["17(4)"], S["17(5)"], fold=S["17(2)"],
    )
    on_top = "ante bonus"
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

    # -- 5 to 9: hands ---------------------------------------------------------------------------------

    def value(self, cards: Sequence[Card]) -> ThreeCardValue:
        """8 and 9(5): which poker hand these cards are."""
        hand = three_card.value(cards)
        if hand.category in (ThreeCardCategory.STRAIGHT, ThreeCardCategory.STRAIGHT_FLUSH) and hand.ranks == (3,):
            hand = S["9(5)"].says(hand)
        if hand.category == ThreeCardCategory.PAIR:
            hand = S["2:odd-card"].says(hand)
        return S["8(1)"].says(S["8(2)"].says(HANDS[hand.category].says(hand)))

    def higher(self, hand: ThreeCardValue, other: ThreeCardValue) -> bool:
        """9: does one hand rank above another?"""
        if hand.category != other.category:
            return S["9(1)"].says(hand.category > other.category)
        return S["9(3)"].says(S["9(4)"].says(hand.ranks > other.ranks))

    def qualifies(self, dealer: ThreeCardValue) -> bool:
        """5: queen high or better."""
        if dealer.category == ThreeCardCategory.HIGH_CARD:
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

    # -- the round -----------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(S["14"])
        t.phase = DEALING
        yield from self.deal(t)
        for box in t.clockwise():
            yield from self.decide(t, box)
        if not (yield from self.anybody_left(t)):
            return
        yield from t.reveal(DEALER, S["18"])
        t.phase = SETTLEMENT
        dealer = self.value(t.hands[DEALER].cards)
        t.announce(f"dealer {'qualifies' if self.qualifies(dealer) else 'does not qualify'}", S["18"])
        for box in t.anticlockwise():
            if self.continuing(t, box):
                yield from t.reveal(str(box), S["20(2)"])
                self.settle(t, box, dealer)

    def deal(self, t: Table) -> Round[None]:
        """16: from the dealer's left, face down, in one of two ways."""
        hands = [*map(str, S["16(1)"].says(tuple(t.clockwise()))), DEALER]
        face_up = not S["16(3)"].says(True)
        counts, way = ((1, 2), S["16(2)(a)"]) if self.options["dealing"] == "one" else ((3,), S["16(2)(b)"])
        yield from self.deal_in_turn(t, hands, counts, way, face_up=face_up)
        self.players_look(t)

    # -- 19 to 25: settlement ------------------------------------------------------------------------

    def settle(self, t: Table, box: int, dealer: ThreeCardValue) -> None:
        """Deal with one continuing player's hand: the bonuses first, then the wagers."""
        player = self.value(t.hands[str(box)].cards)
        outcome = self.outcome(player, dealer)
        wagers = t.on_box(box)
        for wager in wagers:
            if wager.kind == "bet":
                self.correct_size(t, wager)
            elif wager.kind == "ante" and (bonus := self.paid_on_top(player, outcome)) is not None:
                t.pay_bonus(wager, self.on_top, bonus)
        for wager in wagers:
            t.settle(wager, self.result(wager.kind, player, outcome))

    def outcome(self, player: ThreeCardValue, dealer: ThreeCardValue) -> str:
        """9(6), 19(1), 20(1) and 21: which branch of the settlement a hand falls under."""
        if S["19(1)"].says(not S["20(1)"].says(self.qualifies(dealer))):
            return "not qualified"
        if S["9(6)"].says(S["9(2)"].says(player == dealer)):
            return "stand off"
        if S["21(1)"].says(self.higher(player, dealer)):
            return "higher"
        return S["21(2)bis"].says("lower")

    def result(self, kind: str, player: ThreeCardValue, outcome: str) -> Result:
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
        return BONUS_DUE[outcome].says(True) if outcome in BONUS_DUE else True

    def pair_plus_due(self, outcome: str) -> bool:
        """21(2)(d), 21(3)(d): and so is pair plus."""
        return PAIR_PLUS_DUE[outcome].says(True) if outcome in PAIR_PLUS_DUE else True

    @property
    def not_listed(self) -> Clause:
        """The clause under which pair plus loses: its pay table."""
        clause = self.pay["pair plus"].otherwise
        assert clause is not None
        return clause

    def pair_plus(self, player: ThreeCardValue) -> Result:
        """7, 24 and 25: paid whether or not the hand wins and the dealer qualifies."""
        line = self.pay["pair plus"].get(player.category)
        if not S["7"].says(line is not None):
            return lose(self.not_listed)
        assert line is not None
        return win(S["24(2)"].says(S["24(1)"].says(line[0])), line[1])

    def paid_on_top(self, player: ThreeCardValue, outcome: str) -> Result | None:
        return self.ante_bonus(player) if self.bonus_due(outcome) else None

    def ante_bonus(self, player: ThreeCardValue) -> Result | None:
        """6, 22 and 23: likewise; None when the hand earns none."""
        line = self.pay["ante bonus"].get(player.category)
        if not S["6"].says(line is not None):
            return None
        assert line is not None
        return win(S["22(2)"].says(S["22(1)"].says(line[0])), line[1])

    def pay_ante_bonus(self, t: Table, ante: Wager, cards: Sequence[Card]) -> None:
        bonus = self.ante_bonus(self.value(cards))
        if bonus is not None:
            t.pay_bonus(ante, "ante bonus", bonus)

    # -- 26 and 29: what the family asks of each schedule ---------------------------------------------

    def own_cards(self, kind: str, cards: Sequence[Card]) -> Result:
        return self.pair_plus(self.value(cards))
