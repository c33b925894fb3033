"""QLD schedule 11(a): ultimate Texas hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card
from pitboss.hands.names import called
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, stand_off, void, win
from pitboss.law.results import VOID, WIN
from pitboss.money import Cents
from pitboss.rulebooks.qld.ante_poker import (
    AnteCites,
    BoardCites,
    EarlyCard,
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
from pitboss.rulebooks.qld.board_poker import BoardPoker
from pitboss.rulebooks.qld.poker_ranking import HigherHand, RankCites
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, TABLE_DUTIES, R, table_choices
from pitboss.table.acts import Choice, Irregular
from pitboss.table.decisions import STAKE
from pitboss.table.facts import AGAINST_DEALER, BOARD, DEALER, Settled, Wager
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.lobby import HOUSE_POKER
from pitboss.table.sides import SEVEN_CARDS
from pitboss.table.streets import CHECK, FOLD, BettingStreet, Bonus, Multiple
from pitboss.table.table import SETTLEMENT, Round, RoundOver, Table

S = schedule("QLD-11a")

ANTE, BLIND, TRIPS, PLAY = "ante", "blind", "trips", "play"

# 8 and 9: what makes each poker hand, and which is higher.
RANKED = RankCites(
    hands={
        Category.HIGH_CARD: S["8:odd-card-hand"],
        Category.PAIR: S["8:1-pair"],
        Category.TWO_PAIR: S["8:2-pairs"],
        Category.THREE_OF_A_KIND: S["8:3-of-a-kind"],
        Category.STRAIGHT: S["8:straight"],
        Category.FLUSH: S["8:flush"],
        Category.FULL_HOUSE: S["8:full-house"],
        Category.FOUR_OF_A_KIND: S["8:4-of-a-kind"],
        Category.STRAIGHT_FLUSH: S["8:straight-flush"],
        Category.ROYAL_FLUSH: S["8:royal-flush"],
    },
    odd_card=S["2:odd-card"],
    ace_low=S["9(5)"],
    defined=(S["8(1)"], S["8(2)"]),
    compared=HigherHand(kinds=S["9(1)"], face_values=S["9(3)"], cards=S["9(4)"], suits=S["9(2)"], same=S["9(6)"]),
)

# 18 to 20: three or four times the ante before the flop, twice after it, once on the river.
BEFORE_THE_FLOP = BettingStreet(
    PLAY, (Multiple(3, S["18(3)"]), Multiple(4, S["18(3)"])), 0, S["18(1)"], S["18(1)"], S["18(3)"],
    check=S["18(1)"], fold=S["18(1)"], folded=S["18(2)"], last=True, verb="play",
)
AFTER_THE_FLOP = BettingStreet(
    PLAY, (Multiple(2, S["19(3)"]),), 3, S["19(1)"], S["19(1)"], S["19(3)"],
    check=S["19(1)"], fold=S["19(1)"], folded=S["19(2)"], last=True, verb="play",
)
ON_THE_RIVER = BettingStreet(
    PLAY, (Multiple(1, S["20(3)"]),), 5, S["20(1)"], S["20(1)"], S["20(3)"],
    fold=S["20(1)"], folded=S["20(2)"], last=True, verb="play",
)
# 2: when each of them is.
TIMES = {
    BEFORE_THE_FLOP: S["2:before-the-flop"], AFTER_THE_FLOP: S["2:after-the-flop"], ON_THE_RIVER: S["2:on-the-river"],
}
# 19(4) and 20(4): who has placed a play wager in an earlier betting round places no more.
NO_MORE = {1: S["19(4)"], 2: S["20(4)"]}

# 26: payment odds.
ANTE_ODDS = PayTable(ANTE, {"higher hand": ("1 to 1", S["26(1):ante"])})
PLAY_ODDS = PayTable(PLAY, {"higher hand": ("1 to 1", S["26(1):play"])})
BLIND_ODDS = PayTable(BLIND, {
    Category.ROYAL_FLUSH: ("500 to 1", S["26(2):royal-flush"]),
    Category.STRAIGHT_FLUSH: ("50 to 1", S["26(2):straight-flush"]),
    Category.FOUR_OF_A_KIND: ("10 to 1", S["26(2):4-of-a-kind"]),
    Category.FULL_HOUSE: ("3 to 1", S["26(2):full-house"]),
    Category.FLUSH: ("3 to 2", S["26(2):flush"]),
    Category.STRAIGHT: ("1 to 1", S["26(2):straight"]),
})
TRIPS_ODDS = PayTable(TRIPS, {
    Category.ROYAL_FLUSH: ("50 to 1", S["26(3):royal-flush"]),
    Category.STRAIGHT_FLUSH: ("40 to 1", S["26(3):straight-flush"]),
    Category.FOUR_OF_A_KIND: ("30 to 1", S["26(3):4-of-a-kind"]),
    Category.FULL_HOUSE: ("8 to 1", S["26(3):full-house"]),
    Category.FLUSH: ("7 to 1", S["26(3):flush"]),
    Category.STRAIGHT: ("4 to 1", S["26(3):straight"]),
    Category.THREE_OF_A_KIND: ("3 to 1", S["26(3):trips"]),
}, otherwise=S["25(3)(b)"])

# The clauses of the texts that this schedule has in common with the others of its family.
CITES = AnteCites(
    wager=S["2:wager"],
    continuing=S["2:continuing-player"],
    closed=S["4"],
    folds=S["6"],
    deck=S["12(1)"],
    other_deck=S["12(2)"],
    shuffled=S["13(4)"],
    before_deal=S["14(1)"],
    ante=S["14(1)(a)"],
    equal=S["14(1)(b)"],
    chips=S["15(1)"],
    one_hand=S["15(2)"],
    one_wager=S["15(3)"],
    untouched=S["15(4)"],
    in_view=S["16"],
    look=S["18(1)"],
    folded=S["4"],
    wrong_size=WrongSize(S["27"], over=S["27(a)"], under=S["27(b)"]),
    no_ante=NoAnte(S["28"], untouched=S["28(a)"], hand=S["28(b)"], others=None, retract=S["28(c)"]),
    second_hand=SecondHand(S["29"], first=S["29(a)"], others=S["29(b)"], retract=S["29(c)"]),
    unseen_count=UnseenCount(
        S["30(1)"], void=S["30(1)(a)"], tell=S["30(1)(b)"], counted=S["30(1)(c)"], notify=S["30(1)(d)"]
    ),
    seen_count=SeenCount(S["30(2)"], tell=S["30(2)(a)"], counted=S["30(2)(b)"]),
    short_deck=ShortDeck(notify=S["30(3)(a)"], void=S["30(3)(b)"], back=S["30(3)(c)"]),
    wrong_dealer=WrongDealer(
        reinstated=S["30(4)(a)"], antes=S["30(4)"], returned=True, folded_back=S["30(4)(a)"], raises=S["30(4)(b)"],
        own_back=S["30(4)(c)"], own_paid=S["30(4)(d)"],
    ),
    wrong_hand=WrongHand(hand=S["30(5)(a)"], wagers=S["30(5)(b)"], retract=S["30(5)(c)"]),
    wrong_both=WrongBoth(
        hand=S["30(6)(a)"], wagers=S["30(6)(b)"],
        others=WrongDealer(
            reinstated=S["30(6)(c)"], antes=S["30(6)(d)"], returned=True, raises=S["30(6)(d)"],
            own_back=S["30(6)(e)"], own_paid=S["30(6)(f)"],
        ),
    ),
    exposed=S["31"],
    position=S["34"],
    board=BoardCites(
        check=S["3"], shown=(S["18(4)"], S["19(5)"]), dealers_hand=S["2:dealers-hand"],
        players_hand=S["2:players-hand"], declared=S["21"], turned=S["22"], early=EarlyCard(S["32(1)"], S["32(2)"]),
    ),
)


class UltimateTexasHoldem(BoardPoker):
    """Ultimate Texas hold'em."""

    id = "qld/ultimate-texas-holdem"
    title = "Ultimate Texas hold'em"
    category = HOUSE_POKER
    also_called = "uth, holdem, ultimate poker"
    brief = (
        ("Two cards of your own and five on the board: your best five against the dealer's.", S["2:players-hand"]),
        ("Put down an ante and as much on the blind. Trips is a third bet, on your own best five.", S["14(1)"]),
        ("Before the flop you may play 3 or 4 times the ante, after it twice, at the end once.", S["2:play-wager"]),
        ("Play once, or check to see more; when the whole board lies there, play or fold.", S["20(1)"]),
        ("If you are better, ante and play pay 1 to 1.", S["26(1)"]),
        ("The blind is paid from a straight up; if you win with less it comes back.", S["25(2)(c)"]),
        ("With less than a pair the dealer does not qualify: the ante comes back, the rest is compared all the same.",
         S["23"]),
        ("Trips pays from three of a kind up, whoever wins. To fold gives it up too.", S["25(3)(a)"]),
    )
    law: ClassVar[tuple[str, ...]] = ("QLD-11a",)
    kinds = (
        WagerKind(ANTE, S["2:ante-wager"], "to take part", compares=AGAINST_DEALER),
        WagerKind(BLIND, S["2:blind-wager"], "as much as the ante; paid by the hand you win with",
                  compares=AGAINST_DEALER),
        WagerKind(TRIPS, S["2:trips"], "that your best five are three of a kind or better"),
        WagerKind(PLAY, S["2:play-wager"], "to play on", "", DECISION,
                  AGAINST_DEALER),
    )
    decisions = (
        Decision(PLAY, also=STAKE, key="p", past="played"),
        Decision(CHECK, "no wager, play on", key="c", silent=True, past="checked"),
        Decision(FOLD, "give up the hand and all its wagers", also=("muck",), key="f", silent=True, past="folded",
                 gives_up=True),
    )
    cites = CITES
    ranked = RANKED
    matched = (BLIND,)
    streets = (BEFORE_THE_FLOP, AFTER_THE_FLOP, ON_THE_RIVER)
    bonuses = (Bonus(TRIPS, SEVEN_CARDS),)
    # 5: the dealer's qualifying hand.
    look = Look("ultimate_holdem", emblem="?? ?? / -- -- -- . -- -- / As Ks | ×4",
                printed=("Dealer qualifies with a pair or higher",))
    choices = (
        *table_choices(R["13(1)"]),
        GameOption("device", "shoe", ("shoe", "shuffler"), S["12(2)"], "a dealing shoe, or a shuffling device"),
    )
    pay_tables: ClassVar[tuple[PayTable, ...]] = (BLIND_ODDS, TRIPS_ODDS, ANTE_ODDS, PLAY_ODDS)
    duties = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        Duty("settlement", "close a hand: take its wagers and cards, count them face down, rack them", S["4"]),
        Duty("shuffle", "inspect and shuffle under this part and the control system", S["13(1)"]),
        Duty("shuffle", "check a deck for marks and completeness before it is used", S["13(2)"]),
        Duty("shuffle", "spread a new deck face up for a player who asks", S["13(3)"]),
        Duty("shuffle", "shuffle before use and at the end of each round", S["13(4)"]),
        Duty("shuffle", "after a shuffle by hand, cut and load the shoe with the cutting card", S["13(5)"]),
        Duty("wagers", "give every player the chance of a trips wager", S["14(1)(c)"]),
        Duty("decisions", "close the hand of who folds before the flop", S["18(2)"]),
        Duty("decisions", "close the hand of who folds after the flop", S["19(2)"]),
        Duty("decisions", "close the hand of who folds on the river", S["20(2)"]),
        Duty("reveal", "turn the dealer's cards up; say whether they qualify and what they make", S["21"]),
        Duty("settlement", "from the right, turn up and rank each continuing hand", S["22"]),
    )

    # -- 5 to 9: hands ---------------------------------------------------------------------------------

    def value(self, cards: Sequence[Card]) -> HandValue:
        hand = super().value(cards)
        return S["2:four-of-a-kind"].says(hand) if hand.category == Category.FOUR_OF_A_KIND else hand

    def qualifies(self, dealer: HandValue) -> bool:
        """5: a pair or better."""
        if dealer.category <= Category.PAIR:
            return S["5(a)"].says(dealer.category == Category.PAIR)
        return S["5(b)"].says(True)

    def declaration(self, dealer: HandValue) -> str:
        """21: whether it qualifies, and if so what it is."""
        return f"qualifies: {called(dealer)}" if self.qualifies(dealer) else "does not qualify"

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        """25: hands are compared whether or not the dealer's qualifies, so both are called what they are."""
        return super().hand_name(t, "" if hand == DEALER else hand, cards, beside=beside)

    def decided_by(self, t: Table, line: Settled) -> str:
        """25: by which hand is higher, whatever the dealer qualifies with."""
        return ""

    # -- 17 to 20: the round ---------------------------------------------------------------------------

    def deal(self, t: Table) -> Round[None]:
        """17: the community cards in a stack, the flop at its bottom; then two cards to each area, from the dealer's
        left, and two to the dealer."""
        boxes = [*map(str, S["17(1)"].says(tuple(t.clockwise())))]
        way, face_up = S["17(3)"], not S["17(2)"].says(True)
        yield from self.deal_in_turn(t, (BOARD,), (self.board,), way, face_up=face_up)
        yield from self.deal_in_turn(t, boxes, (S["2:hole-cards"].says(self.hole),), way, face_up=face_up)
        yield from self.deal_in_turn(t, (DEALER,), (S["2:dealers-cards"].says(self.hole),), way, face_up=face_up)

    def deciding(self, t: Table) -> BettingStreet | None:
        """2: before the flop, after it, or on the river."""
        street = super().deciding(t)
        return street if street is not None and TIMES[street].says(True) else None

    def bets(self, decision: str, street: BettingStreet) -> bool:
        return S["2:play-wager"].says(super().bets(decision, street))

    def play_on(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> None:
        """27: the betting round that it was placed in decides what it may be."""
        super().play_on(t, box, player, kind, amount)
        t.notes.setdefault("played", {})[box] = t.notes["street"]

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        """Who has placed a play wager in an earlier betting round has nothing more to decide."""
        placed = t.notes.get("played", {}).get(int(act.hand)) if act.hand.isdecimal() else None
        now = next(number for number in (t.notes.get("street"), t.notes.get("decided"), 0) if number is not None)
        if placed is None or now == placed:
            return super().refuse_out_of_turn(t, act)
        clause = NO_MORE[now] if act.name == PLAY else self.streets[now].asked
        return refuse(f"box {act.hand} already has a {PLAY} wager", clause, "nothing until the hands are compared")

    # -- 23 to 26: settlement --------------------------------------------------------------------------

    def outcome(self, player: HandValue, dealer: HandValue) -> str:
        """How the hands compare."""
        return "equal" if self.level(player, dealer) else "higher" if self.higher(player, dealer) else "lower"

    def result(self, kind: str, player: HandValue, dealer: HandValue) -> Result:
        """What becomes of a continuing player's ante, blind or play wager. Pure: the odds call it too."""
        outcome = self.outcome(player, dealer)
        match kind:
            case "ante":
                return self.ante(outcome, self.qualifies(dealer))
            case "blind":
                return self.blind(S["25(2)"].says(outcome), player)
        return self.play(S["25(1)"].says(outcome))

    def ante(self, outcome: str, qualifies: bool) -> Result:
        if S["23"].says(not S["24"].says(S["5"].says(qualifies))):
            return R["3:stand-off"].says(stand_off(S["23"]))
        match outcome:
            case "higher":
                return self.even(ANTE, S["24(a)"])
            case "lower":
                return lose(S["24(b)"])
        return R["3:stand-off"].says(stand_off(S["24(c)"]))

    def play(self, outcome: str) -> Result:
        match outcome:
            case "higher":
                return self.even(PLAY, S["25(1)(a)"])
            case "lower":
                return lose(S["25(1)(b)"])
        return R["3:stand-off"].says(stand_off(S["25(1)(c)"]))

    def even(self, kind: str, won: Clause) -> Result:
        """26(1): what a winning ante or play wager is paid."""
        paid, line = self.pay[kind].lines["higher hand"]
        return win(S["26(1)"].says(won.says(paid)), line, won)

    def blind(self, outcome: str, player: HandValue) -> Result:
        """25(2) and 26(2): from a straight up it is paid by the hand that wins."""
        match outcome:
            case "higher":
                strong = S["2:blind-wager"].says(S["25(2)(a)"].says(player.category >= Category.STRAIGHT))
                if not strong:
                    return R["3:stand-off"].says(stand_off(S["25(2)(c)"]))
                paid, line = self.pay[BLIND].lines[player.category]
                return win(S["26(2)"].says(paid), line, S["25(2)(a)"])
            case "lower":
                return lose(S["25(2)(b)"])
        return R["3:stand-off"].says(stand_off(S["25(2)(d)"]))

    def bonus_result(self, kind: str, facts: HandValue) -> Result:
        """7, 25(3) and 26(3): trips, on the player's own hand alone. Pure: the odds call it too."""
        if not S["25(3)"].says(S["7"].says(facts.category >= Category.THREE_OF_A_KIND)):
            return lose(S["25(3)(b)"])
        paid, line = self.pay[TRIPS].lines[facts.category]
        return win(S["26(3)"].says(S["25(3)(a)"].says(paid)), line, S["25(3)(a)"])

    # -- 27 and 30: what the family asks of each schedule ----------------------------------------------

    def right_size(self, t: Table, wager: Wager, ante: Cents) -> tuple[Cents, Cents]:
        """By the betting round it was placed in; above one of two sizes it comes to that one."""
        sizes = self.streets[t.notes["played"][wager.box]].amounts(ante)
        return sizes[0], max([size for size in sizes if size <= wager.amount], default=sizes[0])

    def next_size(self, least: Cents) -> str:
        """27(b): the wager is taken or paid, and nothing is said of the next."""
        return ""

    def own_cards(self, kind: str, cards: Sequence[Card]) -> Result:
        return self.bonus_result(kind, self.value(cards))

    def own_hand(self, t: Table, box: int) -> Sequence[Card]:
        return (*t.hands[str(box)].cards, *t.hands[BOARD].cards)

    def run_out(self, t: Table, clause: Clause) -> Round[None]:
        """The rest of the board, where a trips wager waits for it."""
        hidden = [place for place, up in enumerate(t.hands[BOARD].face_up) if not up]
        if hidden and any(wager.kind == TRIPS for wager in t.wagers.values()):
            yield from t.reveal(BOARD, clause, hidden)

    # -- 31 and 33: the dealer's cards exposed in error ------------------------------------------------

    def in_deal(self, t: Table, what: Irregular) -> bool:
        """Once there is betting, the dealer's cards are under 33."""
        return super().in_deal(t, what) and not self.dealer_shown(t, what)

    def dealer_shown(self, t: Table, what: Irregular) -> bool:
        """Was a card of the dealer's shown after the deal and before its time?"""
        begun = "street" in t.notes and t.phase != SETTLEMENT
        return begun and what.get("hand") == DEALER

    def no_play_wager(self, t: Table) -> bool:
        """Has nobody placed a play wager in this round? One that went back was not."""
        lies = any(wager.kind == PLAY for wager in t.wagers.values())
        return not lies and all(line.wager != PLAY or line.outcome == VOID for line in t.lines)

    @ruling("card-exposed", S["33(1)"], "a dealer's card before any play wager: wagers go back, winning trips are paid",
            when=lambda self, t, what: self.dealer_shown(t, what) and self.no_play_wager(t))
    def dealer_shown_unplayed(self, t: Table, what: Irregular) -> Round[None]:
        t.ruled("the wagers placed for the hands go back", S["33(1)(a)"])
        self.reinstate_antes(t, S["33(1)(b)"])
        yield from self.run_out(t, S["33(1)(e)"])
        for box in t.anticlockwise():
            if t.on_box(box, TRIPS):
                yield from t.reveal(str(box), S["33(1)(e)"])
        for wager in list(t.wagers.values()):
            closed = t.hands[str(wager.box)].closed
            if wager.kind != TRIPS:
                t.settle(wager, void(S["33(1)(b)"] if closed else S["33(1)(c)"]))
                continue
            result = self.own_cards(TRIPS, self.own_hand(t, wager.box))
            t.settle(wager, result if S["33(1)(e)"].says(result.outcome == WIN) else void(S["33(1)(d)"]))
        raise RoundOver

    @ruling("card-exposed", S["33(2)"], "a dealer's card after a play wager: play goes on",
            when=lambda self, t, what: self.dealer_shown(t, what) and not self.no_play_wager(t))
    def dealer_shown_played(self, t: Table, what: Irregular) -> None:
        """The cards lie as they did before."""
