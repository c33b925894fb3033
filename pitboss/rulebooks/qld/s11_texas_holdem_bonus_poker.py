"""QLD schedule 11: Texas hold'em bonus poker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, parse_cards
from pitboss.hands.poker import Category, HandValue
from pitboss.hands.two_cards import starting_hand
from pitboss.law import Result, lose, schedule, stand_off, win
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
from pitboss.table.acts import Irregular
from pitboss.table.decisions import STAKE
from pitboss.table.facts import AGAINST_DEALER, DEALER, Dealt
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.lobby import HOUSE_POKER
from pitboss.table.reports import OneCard, have
from pitboss.table.sides import TWO_CARDS
from pitboss.table.streets import BettingStreet, Bonus, Multiple
from pitboss.table.table import Round, Table

S = schedule("QLD-11")

# 7 and 8: what makes each poker hand, and which is higher.
RANKED = RankCites(
    hands={
        Category.HIGH_CARD: S["7:odd-card-hand"],
        Category.PAIR: S["7:1-pair"],
        Category.TWO_PAIR: S["7:2-pairs"],
        Category.THREE_OF_A_KIND: S["7:3-of-a-kind"],
        Category.STRAIGHT: S["7:straight"],
        Category.FLUSH: S["7:flush"],
        Category.FULL_HOUSE: S["7:full-house"],
        Category.FOUR_OF_A_KIND: S["7:4-of-a-kind"],
        Category.STRAIGHT_FLUSH: S["7:straight-flush"],
        Category.ROYAL_FLUSH: S["7:royal-flush"],
    },
    odd_card=S["2:odd-card"],
    ace_low=S["8(5)"],
    defined=(S["7(1)"], S["7(2)"]),
    compared=HigherHand(kinds=S["8(1)"], face_values=S["8(3)"], cards=S["8(4)"], suits=S["8(2)"], same=S["8(6)"]),
)

# 16 to 18: twice the ante, or a fold, before the flop; then the ante again, or a check, and no fold any more.
STREETS = (
    BettingStreet(
        "flop", (Multiple(2, S["16(5)"]),), 0, S["16(4)"], S["16(4)"], S["16(5)"], fold=S["16(2)"], folded=S["16(3)"],
    ),
    BettingStreet("turn", (Multiple(1, S["17(2)"]),), 3, S["17(1)"], S["17(1)"], S["17(2)"], check=S["17(1)"]),
    BettingStreet("river", (Multiple(1, S["18(2)"]),), 4, S["18(1)"], S["18(1)"], S["18(2)"], check=S["18(1)"]),
)

# 22 and 24: payment odds.
ANTE = PayTable("ante", {"flush or higher": ("1 to 1", S["22:ante"])})
FLOP = PayTable("flop", {"higher hand": ("1 to 1", S["22:flop"])})
TURN = PayTable("turn", {"higher hand": ("1 to 1", S["22:turn"])})
RIVER = PayTable("river", {"higher hand": ("1 to 1", S["22:river"])})
BONUS = PayTable("bonus", {
    "two aces": ("30 to 1", S["24:two-aces"]),
    "ace and king suited": ("25 to 1", S["24:ace-king-suited"]),
    "ace and queen or jack suited": ("20 to 1", S["24:ace-queen-or-jack-suited"]),
    "ace and king unsuited": ("15 to 1", S["24:ace-king-unsuited"]),
    "two kings, queens or jacks": ("10 to 1", S["24:kings-queens-jacks"]),
    "ace and queen or jack unsuited": ("5 to 1", S["24:ace-queen-or-jack-unsuited"]),
    "any other pair": ("3 to 1", S["24:other-pair"]),
}, otherwise=S["24"])

# The clauses of the texts that this schedule has in common with the others of its family.
CITES = AnteCites(
    wager=S["2:wager"],
    continuing=S["2:continuing-player"],
    closed=S["4"],
    folds=S["5"],
    deck=S["11(1)"],
    other_deck=S["11(2)"],
    # The schedule says nothing of its own about the shuffle.
    shuffled=R["15(2)(a)"],
    before_deal=S["12"],
    chips=S["13(1)"],
    one_hand=S["13(2)"],
    one_wager=S["13(3)"],
    untouched=S["13(4)"],
    in_view=S["14"],
    look=S["16(1)"],
    folded=S["16(3)"],
    board=BoardCites(
        check=S["3"], shown=(S["16(6)"], S["17(3)"], S["18(3)"]), dealers_hand=S["2:dealers-hand"],
        players_hand=S["2:players-hand"], declared=S["19"], turned=S["20"],
        early=EarlyCard(S["31(1)"], stays=S["31(2)"]),
    ),
    wrong_size=WrongSize(S["25"], over=S["25(a)"], under=S["25(b)"]),
    later_size=WrongSize(S["26"], over=S["26(a)"], under=S["26(b)"]),
    no_ante=NoAnte(S["27"], hand=S["27(a)"], others=S["27(b)"], retract=S["27(c)"]),
    second_hand=SecondHand(S["28"], first=S["28(a)"], others=S["28(b)"], retract=S["28(c)"]),
    unseen_count=UnseenCount(
        S["29(1)"], void=S["29(1)(a)"], tell=S["29(1)(b)"], counted=S["29(1)(c)"], notify=S["29(1)(d)"]
    ),
    seen_count=SeenCount(S["29(2)"], tell=S["29(2)(a)"], counted=S["29(2)(b)"]),
    short_deck=ShortDeck(notify=S["29(3)(a)"], void=S["29(3)(b)"], back=S["29(3)(c)"]),
    wrong_dealer=WrongDealer(
        reinstated=S["29(4)(a)"], antes=S["29(4)(b)"], raises=S["29(4)(c)"], own_back=S["29(4)(d)"],
        own_paid=S["29(4)(e)"],
    ),
    wrong_hand=WrongHand(hand=S["29(5)(a)"], wagers=S["29(5)(b)"], retract=S["29(5)(c)"]),
    wrong_both=WrongBoth(
        hand=S["29(6)(a)"], wagers=S["29(6)(b)"],
        others=WrongDealer(
            reinstated=S["29(6)(c)"], antes=S["29(6)(d)"], raises=S["29(6)(e)"], own_back=S["29(6)(f)"],
            own_paid=S["29(6)(g)"],
        ),
    ),
    exposed=S["30"],
    position=S["33"],
)


class QueenslandHoldemBonus(BoardPoker):
    """Texas hold'em bonus poker."""

    id = "qld/texas-holdem-bonus-poker"
    title = "Texas hold'em bonus poker"
    category = HOUSE_POKER
    also_called = "holdem, hold'em against the dealer"
    brief = (
        ("Two cards of your own and five on the board: your best five against the dealer's.", S["21(1)"]),
        ("Put down an ante before the cards. The bonus is a second bet, on your own two cards alone.", S["12"]),
        ("After your two cards: fold, or bet twice the ante to see three board cards.", S["16(5)"]),
        ("From then on nobody folds: check, or bet the ante again; and once more after the fourth card.", S["17(1)"]),
        ("If you win, these bets pay 1 to 1.", S["22"]),
        ("The ante itself pays only with a flush or better; with less it comes back.", S["21(2)(a)"]),
        ("A winning bonus is paid whether your hand wins or not, unless you fold.", S["23(2)"]),
    )
    law = ("QLD-11",)
    kinds = (
        WagerKind("ante", S["2:ante-wager"], "to take part", compares=AGAINST_DEALER),
        WagerKind("bonus", S["2:bonus-wager"], "that the two hole cards are on its pay table"),
        WagerKind("flop", S["16(4)"], "twice the ante, to see the flop", "", DECISION, AGAINST_DEALER, "flop bet"),
        WagerKind("turn", S["17(1)"], "as much as the ante, before the turn", "", DECISION, AGAINST_DEALER,
                  "turn bet"),
        WagerKind("river", S["18(1)"], "as much as the ante, before the river", "", DECISION, AGAINST_DEALER,
                  "river bet"),
    )
    decisions = (
        Decision("flop", also=STAKE, everyday="bet", past="bet"),
        Decision("turn", also=STAKE, everyday="bet", past="bet"),
        Decision("river", also=STAKE, everyday="bet", past="bet"),
        Decision("check", "no wager, play on", key="c", silent=True, past="checked"),
        Decision("fold", "give up the hand and all its wagers", also=("muck",), key="f", silent=True, past="folded",
                 gives_up=True),
    )
    cites = CITES
    ranked = RANKED
    streets = STREETS
    bonuses = (Bonus("bonus", TWO_CARDS),)
    # 21(2)(a): with less, a winning ante comes back.
    wins_with: Mapping[str, Category] = {"ante": Category.FLUSH}
    # 9(4): a similar layout may be approved; this one says as well what the ante is paid on.
    look = Look("holdem_bonus", printed=("Ante is paid on a flush or higher",))
    other_words: ClassVar[dict[str, str]] = {"ante bonus": "bonus"}
    choices = (
        *table_choices(R["13(1)"]),
        GameOption("device", "shoe", ("shoe", "shuffler"), S["11(2)"], "a dealing shoe, or a shuffling device"),
        GameOption("dealing", "two", ("two", "one"), S["15(3)"], "from a shoe, two cards at a time, or one in turn"),
    )
    pay_tables = (BONUS, ANTE, FLOP, TURN, RIVER)
    duties = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        Duty("decisions", "close a folded hand: collect its wagers, count its cards face down, rack them", S["4"]),
        Duty("reveal", "turn the dealer's cards up and declare the best hand", S["19"]),
        Duty("settlement", "from the right, turn up and rank each continuing hand", S["20"]),
        Duty("settlement", "pay a winning bonus hand before any other wager of the player", S["23(3)"]),
        Duty("settlement", "collect the cards of a stand off", S["21(5)(b)"]),
    )

    # -- 15: the deal ----------------------------------------------------------------------------------

    def deal(self, t: Table) -> Round[None]:
        """From the dealer's left, face down: from a shoe in one of two ways, from a device with the board first."""
        takes_part = [box for box in t.clockwise() if S["2:first-round-of-betting"].says(bool(t.on_box(box)))]
        boxes = [*map(str, S["15(1)"].says(tuple(takes_part)))]
        face_up = not S["15(2)"].says(True)
        if self.options["device"] == "shuffler":
            yield from self.deal_stack(t, [*boxes, DEALER], S["15(4)"], face_up=face_up)
            return
        times, way = (2, S["15(3)(a)"]) if self.options["dealing"] == "one" else (1, S["15(3)(b)"])
        hole, dealers = S["2:hole-cards"].says(self.hole), S["2:dealers-cards"].says(self.hole)
        for _ in range(times):
            yield from self.deal_in_turn(t, boxes, (hole // times,), way, face_up=face_up)
            yield from self.deal_in_turn(t, [DEALER], (dealers // times,), way, face_up=face_up)

    def bets(self, decision: str, street: BettingStreet) -> bool:
        return S["2:opening-bet"].says(super().bets(decision, street))

    # -- 21 to 24: settlement --------------------------------------------------------------------------

    def outcome(self, player: HandValue, dealer: HandValue) -> str:
        """21(1), 21(3) and 8(6): which branch of the settlement a hand falls under."""
        if self.level(player, dealer):
            return "stand off"
        if S["21(1)"].says(self.higher(player, dealer)):
            return "higher"
        return S["21(3)"].says("lower")

    def result(self, kind: str, player: HandValue, dealer: HandValue) -> Result:
        """What becomes of a continuing player's ante, flop, turn or river. Pure: the odds call it too."""
        match self.outcome(player, dealer):
            case "higher":
                return self.won(kind, player)
            case "lower":
                return lose(S["21(4)"])
        return R["3:stand-off"].says(stand_off(S["21(5)(a)"]))

    def won(self, kind: str, player: HandValue) -> Result:
        """21(2) and 22: the ante is paid from a flush on, and else comes back; the others are paid in any case."""
        least = self.wins_with.get(kind)
        if least is not None and not S["21(2)(a)"].says(player.category >= least):
            return stand_off(S["21(2)(a)"])
        paid = S["21(2)(b)"] if least is not None else S["21(2)(c)"]
        (odds, line), = self.pay[kind].lines.values()
        return win(paid.says(odds), line, paid)

    def bonus_result(self, kind: str, facts: Sequence[Card]) -> Result:
        """6, 21(6), 23 and 24: by the two hole cards alone, whatever becomes of the hand. Pure."""
        line = self.pay[kind].get(starting_hand(facts))
        if not S["21(6)"].says(S["6"].says(line is not None)):
            return lose(have(self.pay[kind].otherwise))
        odds, clause = have(line)
        return win(S["23(2)"].says(S["23(1)"].says(odds)), clause, S["23(1)"])

    # -- 26 and 29: what the family asks of each schedule ----------------------------------------------

    def size_clauses(self, kind: str) -> WrongSize | None:
        sizes = super().size_clauses(kind)
        return self.cites.later_size if sizes is not None and self.street(kind).known else sizes

    def own_cards(self, kind: str, cards: Sequence[Card]) -> Result:
        return self.bonus_result(kind, cards)

    # -- 32: another card exposed with the river -------------------------------------------------------

    @ruling("extra-card-exposed", S["32(1)"], "it goes into the discard rack, and the river is the card it was",
            when=lambda self, t, what: self.betting_over(t), facts=(OneCard(need=True),))
    def extra_card_exposed(self, t: Table, what: Irregular) -> None:
        t.out_of_play(what.get("card"))
        t.events.append(Dealt("discard", tuple(parse_cards(what.get("card"))), True, S["32(1)"]))
        t.announce("let every player look at the card", S["32(2)"])
