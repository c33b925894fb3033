"""QLD schedule 3: Caribbean stud poker."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from pitboss.equipment.cards import Card
from pitboss.hands.names import called
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result, lose, schedule, stand_off, void, win
from pitboss.money import Cents, odds, parse_amount
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
from pitboss.rulebooks.qld.poker_ranking import HigherHand, PokerRanking, RankCites
from pitboss.rulebooks.qld.raise_or_fold import RaiseOrFold
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, TABLE_DUTIES, R, table_choices
from pitboss.table.acts import Irregular
from pitboss.table.decisions import STAKE
from pitboss.table.facts import AGAINST_DEALER, DEALER, Worth
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.lobby import HOUSE_POKER
from pitboss.table.reports import BadFact, Box, HandNamed, OneCard, YesNo
from pitboss.table.streets import BettingStreet, Multiple
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, RoundVoid, Table

S = schedule("QLD-3")

EVEN = odds("1 to 1")
ACE, KING = 14, 13

# 5 and 6: what makes each poker hand, and which is higher.
RANKED = RankCites(
    hands={
        Category.HIGH_CARD: S["5:odd-card-hand"],
        Category.PAIR: S["5:1-pair"],
        Category.TWO_PAIR: S["5:2-pairs"],
        Category.THREE_OF_A_KIND: S["5:3-of-a-kind"],
        Category.STRAIGHT: S["5:straight"],
        Category.FLUSH: S["5:flush"],
        Category.FULL_HOUSE: S["5:full-house"],
        Category.FOUR_OF_A_KIND: S["5:4-of-a-kind"],
        Category.STRAIGHT_FLUSH: S["5:straight-flush"],
        Category.ROYAL_FLUSH: S["5:royal-flush"],
    },
    odd_card=S["2:odd-card"],
    ace_low=S["6(5)"],
    compared=HigherHand(kinds=S["6(1)"], face_values=S["6(3)"], cards=S["6(4)"], suits=S["6(2)"], same=S["6(6)"]),
)

# 19: payment odds.
BET = PayTable("bet", {
    Category.HIGH_CARD: ("1 to 1", S["19(1):odd-card-or-1-pair"]),
    Category.PAIR: ("1 to 1", S["19(1):odd-card-or-1-pair"]),
    Category.TWO_PAIR: ("2 to 1", S["19(1):2-pairs"]),
    Category.THREE_OF_A_KIND: ("3 to 1", S["19(1):3-of-a-kind"]),
    Category.STRAIGHT: ("4 to 1", S["19(1):straight"]),
    Category.FLUSH: ("5 to 1", S["19(1):flush"]),
    Category.FULL_HOUSE: ("7 to 1", S["19(1):full-house"]),
    Category.FOUR_OF_A_KIND: ("20 to 1", S["19(1):4-of-a-kind"]),
    Category.STRAIGHT_FLUSH: ("50 to 1", S["19(1):straight-flush"]),
    Category.ROYAL_FLUSH: ("250 to 1", S["19(1):royal-flush"]),
})

# The clauses of the texts that this schedule has in common with the others of its family.
CITES = AnteCites(
    wager=S["2:wager"],
    continuing=S["2:continuing-player"],
    closed=S["3"],
    folds=S["2:fold"],
    deck=S["9(1)"],
    other_deck=S["9(2)"],
    shuffled=S["10(4)"],
    before_deal=S["11"],
    chips=S["12(1)"],
    one_hand=S["12(2)"],
    one_wager=S["12(3)"],
    untouched=S["12(4)"],
    look=S["14(1)"],
    folded=S["14(5)"],
    in_view=S["14(6)"],
    wrong_size=WrongSize(S["20"], over=S["20(a)"], under=S["20(b)"]),
    no_ante=NoAnte(S["21"], hand=S["21(a)"], others=None, retract=S["21(b)"]),
    second_hand=SecondHand(S["22"], first=S["22(a)"], others=S["22(b)"], retract=S["22(c)"]),
    unseen_count=UnseenCount(
        S["23(1)"], void=S["23(1)(a)"], tell=S["23(1)(b)"], counted=S["23(1)(c)"], notify=S["23(1)(d)"]
    ),
    seen_count=SeenCount(S["23(2)"], tell=S["23(2)(a)"], counted=S["23(2)(b)"]),
    short_deck=ShortDeck(notify=S["23(3)(a)"], void=S["23(3)(b)"], back=S["23(3)(c)"]),
    wrong_dealer=WrongDealer(
        not_qualified=S["23(4)(a)"], reinstated=S["23(4)(b)"], antes=S["23(4)(c)"], raises=S["23(4)(d)"],
    ),
    wrong_hand=WrongHand(hand=S["23(5)(a)"], wagers=S["23(5)(b)"], retract=S["23(5)(c)"]),
    wrong_both=WrongBoth(
        hand=S["23(6)(a)"], wagers=S["23(6)(b)"],
        others=WrongDealer(
            not_qualified=S["23(6)(c)"], reinstated=S["23(6)(d)"], antes=S["23(6)(e)"], raises=S["23(6)(f)"],
        ),
    ),
    position=S["25"],
)


def exposed(cards: int, dealers: int) -> Callable[[Any, Table, Irregular], bool]:
    """24: with the card reported, so many have been exposed in this deal, and so many of them dealt to the dealer."""
    def so_many(self: CaribbeanStudPoker, t: Table, what: Irregular) -> bool:
        return t.phase == DEALING and self.exposing(t, what) == (cards, dealers)

    return so_many


class CaribbeanStudPoker(PokerRanking, RaiseOrFold):
    """Caribbean stud poker."""

    id = "qld/caribbean-stud-poker"
    title = "Caribbean stud poker"
    category = HOUSE_POKER
    also_called = "five card stud against the dealer, casino stud"
    brief = (
        ("Five cards for you, five for the dealer, who shows one of them; the better hand wins.", S["18(1)"]),
        ("Put down an ante to be dealt a hand.", S["11"]),
        ("Look at your cards, then fold, or bet twice the ante.", S["14(4)"]),
        ("With less than ace and king the dealer does not qualify: antes win, bets come back.", S["16(2)(a)"]),
        ("If the dealer qualifies and you are better, the ante pays 1 to 1.", S["18(2)(a)"]),
        ("The bet then pays by what you hold: from 1 to 1 for a pair or less to 250 to 1.", S["19(1)"]),
        ("No bet is paid more than the maximum on the sign.", S["19(2)"]),
    )
    law: ClassVar[tuple[str, ...]] = ("QLD-3",)
    kinds = (
        WagerKind("ante", S["2:ante-wager"], "to take part", compares=AGAINST_DEALER),
        WagerKind("bet", S["2:bet-wager"], "twice the ante, to play on", "", DECISION, AGAINST_DEALER),
    )
    decisions = (
        Decision("bet", also=STAKE, key="b", past="bet"),
        Decision("fold", "give up the hand and its ante", also=("muck",), key="f", silent=True, past="folded",
                 gives_up=True),
    )
    cites = CITES
    ranked = RANKED
    looked_first = S["2:bet-wager"]
    hand_size = 5
    # 14: a bet of twice the ante, or a fold, which closes the hand; one card of the dealer's lies open.
    raise_or_fold = BettingStreet(
        "bet", (Multiple(2, S["14(4)"]),), 1, S["14(3)"], S["14(3)"], S["14(4)"], fold=S["14(2)"],
    )
    # 7(2): the words of the layout.
    look = Look("caribbean_stud", emblem="Ah Kh Qh Jh Th", printed=("Dealer only plays with ace & king or higher",))
    choices = (
        *table_choices(R["13(1)"]),
        GameOption("device", "shoe", ("shoe", "shuffler"), S["9(2)"], "a dealing shoe, or a shuffling device"),
        GameOption("dealing", "five", ("five", "one"), S["13(2)"], "five cards at a time, or one in turn first"),
        GameOption("maximum-payment", "none", ("none", "amount"), S["2:maximum-payment"],
                   "the most that one bet is paid, as the sign states"),
    )
    pay_tables: ClassVar[tuple[PayTable, ...]] = (BET,)
    duties = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        Duty("sign", "state the maximum payment, on a sign of its own or with the limits", S["8(2)"]),
        Duty("shuffle", "inspect and shuffle under this part and the control system", S["10(1)"]),
        Duty("shuffle", "check a deck for marks and completeness before it is used", S["10(2)"]),
        Duty("shuffle", "spread a new deck face up for a player who asks", S["10(3)"]),
        Duty("shuffle", "shuffle before use and at the end of each round", S["10(4)"]),
        Duty("shuffle", "after a shuffle by hand, cut and load the shoe with the cutting card", S["10(5)"]),
        Duty("reveal", "turn the rest of the dealer's cards up; say whether they qualify and what they are", S["15"]),
        Duty("settlement", "dealer not qualified: count and collect the cards of continuing players", S["16(2)(b)"]),
        Duty("settlement", "from the right, turn up and rank each continuing hand", S["17(2)"]),
        Duty("settlement", "collect the cards of a stand off", S["18(6)"]),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        most = S["2:maximum-payment"].says(self.options["maximum-payment"])
        self.maximum_payment: Cents | None = None if most == "none" else parse_amount(most)

    # -- 4: hands --------------------------------------------------------------------------------------

    def qualifies(self, dealer: HandValue) -> bool:
        """4: ace and king, or better."""
        if dealer.category == Category.HIGH_CARD:
            return S["4(a)"].says(dealer.ranks[:2] == (ACE, KING))
        return S["4(b)"].says(True)

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        if len(cards) != self.hand_size:
            return ""
        value = self.value(cards)
        name = called(value, beside=beside)
        return name if hand != DEALER or self.qualifies(value) else f"{name}, does not qualify"

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        return Worth(self.value(cards), cards) if len(cards) == self.hand_size else None

    # -- 11 to 17: the round ---------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(S["11"])
        t.phase = DEALING
        yield from self.deal(t)
        for box in t.clockwise():
            yield from self.decide(t, box)
        if not (yield from self.anybody_left(t)):
            return
        yield from t.reveal(DEALER, S["15"])
        t.phase = SETTLEMENT
        dealer = self.value(t.hands[DEALER].cards)
        qualifies = self.qualifies(dealer)
        said = f"qualifies: {called(dealer)}" if qualifies else "does not qualify"
        t.announce(f"dealer {said}", S["15"])
        for box in t.anticlockwise():
            if not self.continuing(t, box):
                continue
            if qualifies:
                yield from t.reveal(str(box), S["17(2)"])
            self.settle(t, box, dealer)

    def deal(self, t: Table) -> Round[None]:
        """13: from the dealer's left, in one of two ways; face down, but for one card of the dealer's."""
        boxes = [*map(str, S["13(1)"].says(tuple(t.clockwise())))]
        one_first = self.options["dealing"] == "one"
        counts, way = ((1, 4), S["13(2)(a)"]) if one_first else ((5,), S["13(2)(b)"])
        shown = S["13(3)"].says(1)
        for count in counts:
            yield from self.deal_in_turn(t, boxes, (count,), way)
            up = max(0, shown - len(t.hands[DEALER].cards)) if DEALER in t.hands else shown
            for cards, face_up in ((up, True), (count - up, False)):
                if cards > 0 and self.dealt_to(t, DEALER):
                    yield from t.deal(cards, DEALER, way, face_up=face_up)
        self.show_upcard(t)
        self.players_look(t)

    # -- 16 to 19: settlement --------------------------------------------------------------------------

    def settle(self, t: Table, box: int, dealer: HandValue) -> None:
        """Deal with one continuing player's hand, which is only looked at when the dealer's qualifies."""
        cards = t.hands[str(box)].cards
        player = self.value(cards) if self.qualifies(dealer) else dealer
        outcome = self.outcome(player, dealer)
        wagers = t.on_box(box)
        for wager in wagers:
            if wager.kind == "bet":
                self.correct_size(t, wager)
        for wager in wagers:
            t.settle(wager, self.limited(self.result(wager.kind, player, outcome), wager.amount))

    def outcome(self, player: HandValue, dealer: HandValue) -> str:
        """16(1), 17(1), 18 and 6(6): which branch of the settlement a hand falls under."""
        if S["16(1)"].says(not S["17(1)"].says(self.qualifies(dealer))):
            return "not qualified"
        if S["18(5)"].says(self.level(player, dealer)):
            return "stand off"
        if S["18(1)"].says(self.higher(player, dealer)):
            return "higher"
        return S["18(3)"].says("lower")

    def result(self, kind: str, player: HandValue, outcome: str) -> Result:
        """What becomes of a continuing player's wager. Pure: the odds call it too."""
        match outcome:
            case "not qualified":
                return win(EVEN, S["16(2)(a)"]) if kind == "ante" else void(S["16(3)"])
            case "higher":
                return win(EVEN, S["18(2)(a)"]) if kind == "ante" else self.bet_won(player)
            case "lower":
                return lose(S["18(4)"])
        return R["3:stand-off"].says(stand_off(S["18(5)"]))

    def bet_won(self, player: HandValue) -> Result:
        """18(2)(b) and 19: by what the player holds, up to the maximum payment."""
        paid, line = self.pay["bet"].lines[player.category]
        return win(S["18(2)(b)"].says(paid), line, S["18(2)(b)"], at_most=S["19(2)"].says(self.maximum_payment))

    def limited(self, result: Result, stake: Cents) -> Result:
        """19(2): what is paid up to the maximum payment is paid under the clause that limits it."""
        if result.odds is None or result.pays(stake) == result.odds.pays(stake):
            return result
        return win(result.odds, S["19(2)"], result.clause, *result.also, at_most=result.at_most)

    # -- 24: cards exposed during a deal ---------------------------------------------------------------

    def exposing(self, t: Table, what: Irregular) -> tuple[int, int]:
        """How many cards have been exposed with the one reported, at most four, and how many of the dealer's."""
        hands = [*t.notes.get("exposed", ()), what.get("hand") or what.get("box")]
        return min(4, len(hands)), hands.count(DEALER) if len(hands) < 4 else 0

    @ruling("card-exposed", S["24(1)"], "three or more cards are exposed: the round is void", exposed(4, 0),
            facts=(HandNamed(words=(DEALER,)), Box(), OneCard("card")))
    @ruling("card-exposed", S["24(1)"], "three cards of players are exposed: the round is void", exposed(3, 0))
    def too_many_exposed(self, t: Table, what: Irregular) -> None:
        self.expose(t, what)
        raise RoundVoid(S["24(1)"])

    @ruling("card-exposed", S["24(2)"], "the dealer's first is the upcard, the others are turned down", exposed(3, 1))
    @ruling("card-exposed", S["24(2)"], "the dealer's first is the upcard, the others are turned down", exposed(3, 2))
    @ruling("card-exposed", S["24(2)"], "the dealer's first is the upcard, the others are turned down", exposed(3, 3))
    @ruling("card-exposed", S["24(3)"], "the dealer's first is the upcard, the other is turned down", exposed(2, 2))
    @ruling("card-exposed", S["24(4)"], "both are turned down and play goes on", exposed(2, 0))
    @ruling("card-exposed", S["24(5)"], "the dealer's is the upcard, the player's is turned down", exposed(2, 1))
    @ruling("card-exposed", S["24(6)"], "it is the dealer's upcard and play goes on", exposed(1, 1))
    @ruling("card-exposed", S["24(7)"], "it is turned down and play goes on", exposed(1, 0))
    def exposed_card(self, t: Table, what: Irregular) -> None:
        self.expose(t, what)
        self.show_upcard(t)

    def expose(self, t: Table, what: Irregular) -> None:
        """Keep in mind whose card was exposed, and the first of the dealer's."""
        hand = what.get("hand") or what.get("box")
        if not hand:
            raise BadFact("hand= must say whose card it is: dealer, or a box")
        if hand != DEALER:
            t.box_of(what, "hand" if "hand" in what.facts else "box")
        elif "upcard" not in t.notes:
            dealt = t.hands[DEALER].cards if DEALER in t.hands else []
            if not (what.get("card") or dealt):
                raise BadFact("the dealer has no card yet: card= must say which one is exposed")
            t.notes["upcard"] = what.get("card") or dealt[-1]
        t.notes["exposed"] = (*t.notes.get("exposed", ()), hand)

    def show_upcard(self, t: Table) -> None:
        """24: the first card of the dealer's that was exposed is the upcard, and every other lies face down."""
        hand, card = t.hands.get(DEALER), t.notes.get("upcard")
        if hand is not None and card in hand.cards:
            at = hand.cards.index(card)
            hand.face_up = [place == at for place in range(len(hand.cards))]

    # -- 26: cards removed in error --------------------------------------------------------------------

    @ruling("hand-discarded", S["26"], "the cards are put back if they can be told, and else the ante goes back",
            when=lambda self, t, what: t.phase in (DEALING, DECISIONS) and not what.yes("turned"),
            facts=(Box(need=True), YesNo("reconstructed", need=True, default=""), YesNo("turned")))
    def hand_discarded(self, t: Table, what: Irregular) -> None:
        box = t.box_of(what)
        if not t.on_box(box):
            raise BadFact(f"nothing is left to decide on box {box}")
        if what.yes("reconstructed"):
            t.ruled("the cards are put back in their place and play goes on", S["26(a)"])
            return
        t.ruled(f"the cards cannot be told: the wagers of box {box} go back", S["26(b)"])
        t.void_wagers(t.on_box(box), S["26(b)"])
        self.close_empty(t)

    # -- what the family asks of each schedule ---------------------------------------------------------

    def own_cards(self, kind: str, cards: Sequence[Card]) -> Result:
        raise LookupError(f"no {kind} is decided by a player's own cards")


