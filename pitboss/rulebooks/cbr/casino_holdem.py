"""CBR: Canberra Casino Hold-em Poker (rules 12, 13 and 15 are in irregularities.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.equipment.cards import Card, rank
from pitboss.hands import poker
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, stand_off, void, win
from pitboss.law.results import LOSE, WIN
from pitboss.money import Cents, parse_amount, show_amount
from pitboss.rulebooks.cbr.irregularities import CasinoHoldemIrregularities
from pitboss.table.acts import BACK, Choice, Irregular, Place, Take
from pitboss.table.community import Community
from pitboss.table.decisions import STAKE
from pitboss.table.facts import AGAINST_DEALER, BOARD, DEALER, Rejected, Wager
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind, limits, ruling
from pitboss.table.lobby import HOUSE_POKER
from pitboss.table.reports import OPERATOR, BadFact, Box, Money, PlayerNamed, WagerNamed, Word, YesNo, amount_in
from pitboss.table.requests import Choose, Offer, option, options
from pitboss.table.sides import FIVE_CARDS
from pitboss.table.streets import BettingStreet, Bonus, Multiple
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, WAGERS, Round, Table

S = schedule("CBR")

ANTE, CALL, BONUS = "ante", "call", "super aces bonus"
DECLARE = "declare super aces bonus"
PAIR_OF_ACES = "pair of aces"
# 7.3: who folds loses.
FOLDED = S["7.3"]
# 7.1 to 7.3: after the flop, a call of exactly twice the ante, or a fold.
AFTER_FLOP = BettingStreet(
    CALL, (Multiple(2, S["7.2"]),), 3, S["7.1"], S["7.1"], S["7.2"], fold=S["A:fold"], folded=FOLDED, verb="call",
)

# 2.6: what makes each hand.
HANDS = {
    Category.ROYAL_FLUSH: S["2.6(a)"],
    Category.STRAIGHT_FLUSH: S["2.6(b)"],
    Category.FOUR_OF_A_KIND: S["2.6(c)"],
    Category.FULL_HOUSE: S["2.6(d)"],
    Category.FLUSH: S["2.6(e)"],
    Category.STRAIGHT: S["2.6(f)"],
    Category.THREE_OF_A_KIND: S["2.6(g)"],
    Category.TWO_PAIR: S["2.6(h)"],
    Category.PAIR: S["2.6(i)"],
    Category.HIGH_CARD: S["2.6(j)"],
}

# 8.1 and 11.1: payout odds.
ANTE_ODDS = PayTable(ANTE, {
    Category.ROYAL_FLUSH: ("100 to 1", S["8.1:ante-royal-flush"]),
    Category.STRAIGHT_FLUSH: ("20 to 1", S["8.1:ante-straight-flush"]),
    Category.FOUR_OF_A_KIND: ("10 to 1", S["8.1:ante-four-of-a-kind"]),
    Category.FULL_HOUSE: ("3 to 1", S["8.1:ante-full-house"]),
    Category.FLUSH: ("2 to 1", S["8.1:ante-flush"]),
    Category.STRAIGHT: ("1 to 1", S["8.1:ante-other"]),
    Category.THREE_OF_A_KIND: ("1 to 1", S["8.1:ante-other"]),
    Category.TWO_PAIR: ("1 to 1", S["8.1:ante-other"]),
    Category.PAIR: ("1 to 1", S["8.1:ante-other"]),
    Category.HIGH_CARD: ("1 to 1", S["8.1:ante-other"]),
})
CALL_ODDS = PayTable(CALL, {"any hand": ("1 to 1", S["8.1:call"])})
SUPER_ACES = PayTable(BONUS, {
    Category.ROYAL_FLUSH: ("100 to 1", S["11.1:royal-flush"]),
    Category.STRAIGHT_FLUSH: ("50 to 1", S["11.1:straight-flush"]),
    Category.FOUR_OF_A_KIND: ("40 to 1", S["11.1:four-of-a-kind"]),
    Category.FULL_HOUSE: ("30 to 1", S["11.1:full-house"]),
    Category.FLUSH: ("20 to 1", S["11.1:flush"]),
    Category.STRAIGHT: ("7 to 1", S["11.1:straight"]),
    Category.THREE_OF_A_KIND: ("7 to 1", S["11.1:three-of-a-kind"]),
    Category.TWO_PAIR: ("7 to 1", S["11.1:two-pair"]),
    PAIR_OF_ACES: ("7 to 1", S["11.1:pair-of-aces"]),
})


class CasinoHoldemPoker(CasinoHoldemIrregularities, Community):
    """Canberra Casino Hold-em Poker."""

    id = "cbr/casino-holdem-poker"
    title = "Canberra Casino Hold-em Poker"
    category = HOUSE_POKER
    also_called = "casino hold'em, holdem, caribbean hold'em"
    brief = (
        ("Two cards of your own and five on the board: your best five against the dealer's.", S["6.7"]),
        ("Put down an ante. Super aces is a second bet, on your two cards and the flop.", S["10.3"]),
        ("You see your cards and three of the board, then fold, or call with twice the ante.", S["7.2"]),
        ("Super aces is paid only if it is claimed before that choice is over; a virtual table claims it for you.",
         S["10.4"]),
        ("The dealer needs a pair of fours. With less, every ante still in play wins.", S["9.1"]),
        ("If you are better, the call pays 1 to 1 and the ante by what you hold.", S["8.1"]),
        ("Equal hands give ante and call back.", S["9.4"]),
    )
    law = ("CBR",)
    kinds = (
        WagerKind(ANTE, S["A:ante"], "to take part", compares=AGAINST_DEALER),
        WagerKind(BONUS, S["10.2"], "that hole cards and flop make a pair of aces or better", everyday="super aces"),
        WagerKind(CALL, S["A:call"], "twice the ante, to play on", "", DECISION, AGAINST_DEALER),
    )
    decisions = (
        Decision(CALL, also=STAKE, past="called"),
        Decision("fold", "give up the hand and all its wagers", also=("muck",), key="f", silent=True, past="folded",
                 gives_up=True),
        Decision(DECLARE, "unclaimed it is not paid", everyday="declare super aces", past="declared super aces"),
    )
    # A: the dealer's qualifying hand.
    look = Look("casino_holdem", printed=("Dealer qualifies with a pair of fours or higher",))
    choices = (
        *limits(S["3.1"])[:2],
        GameOption("unit", "0.50", ("amount",), S["3.3"], "wagers are multiples of this"),
        GameOption("maximum-payout", "none", ("none", "amount"), S["8.2"], "most that one ante is paid"),
        GameOption("notice", "20", ("number",), S["3.1"], "minutes of notice before limits change or the table closes"),
    )
    pay_tables = (ANTE_ODDS, CALL_ODDS, SUPER_ACES)
    duties = (
        Duty("opening", "check the cards each day before gaming, and when it is over", S["2.2"]),
        Duty("between rounds", "check each replacement card before it comes into play", S["2.3"]),
        Duty("any time", "count the cards when the supervisor asks for it", S["2.4"]),
        Duty("shuffle", "shuffle for every round", S["5.1"]),
        Duty("reveal", "turn up the dealer's hole cards and set the best hand", S["6.7"]),
        Duty("decisions", "count the cards of a folded hand before discarding them", S["7.4"]),
        Duty("sign", "show the table's maximum payout", S["8.2"]),
        Duty("settlement", "count the cards of each hand before discarding them", S["9.5"]),
        Duty("sign", "show the Super Aces Bonus wager", S["10.1"]),
        Duty("closing", "tell the players before a table closes early", S["14.2"]),
        Duty("any time", "keep the game to the approved procedures", S["15.5(c)"]),
        Duty("any time", "give a copy of the rules to whoever asks", S["15.9"]),
    )
    claim_words = ("declare",)
    opening = ANTE
    streets = (AFTER_FLOP,)
    bonuses = (Bonus(BONUS, FIVE_CARDS, "claimed at once whenever it wins, and so not lost by a fold"),)
    hands_dealt = ("box", DEALER, BOARD)
    other_words: ClassVar[dict[str, str]] = dict.fromkeys(("bonus", "aces bonus", "aces"), BONUS)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.decks = S["2.1"].says(1)
        most = self.options["maximum-payout"]
        self.maximum_payout: Cents | None = None if most == "none" else parse_amount(most)

    state_kept = ("warned", "excluded", "markers")

    def opening_state(self) -> dict[str, Any]:
        """Players told of the minimum (3.4), players barred (15.2), boxes with a marker (3.2)."""
        return {"warned": [], "excluded": [], "markers": {}}

    # -- 2: hands --------------------------------------------------------------------------------------

    def value(self, cards: Sequence[Card]) -> HandValue:
        """2.6: which hand the best five of these cards are."""
        hand = poker.value(cards)
        return HANDS[hand.category].says(hand)

    def completed(self, hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
        """2.5: five cards out of two hole cards and five communal cards."""
        return S["2.5"].says(self.value((*hole, *board)))

    def bonus_hand(self, hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
        """10.3: two hole cards and the flop."""
        return S["10.3"].says(self.value((*hole, *board[:3])))

    def higher(self, hand: HandValue, other: HandValue) -> bool:
        """2.6 to 2.8: does one hand rank above another?"""
        if hand.category != other.category:
            return S["2.6"].says(hand.category > other.category)
        return S["2.7"].says(S["2.8"].says(hand.ranks > other.ranks))

    def qualifies(self, dealer: HandValue) -> bool:
        """A: a pair of fours or higher."""
        return S["A:qualify"].says(dealer >= HandValue(Category.PAIR, (rank("4s"),)))

    # -- 3: minimum and maximum wagers -----------------------------------------------------------------

    def refuse_new_limits(self, notice: int) -> Refused | None:
        """3.1: limits change only after so many minutes of notice."""
        return self.refuse_without_notice("new limits", notice, S["3.1"])

    def refuse_without_notice(self, what: str, minutes: int, clause: Clause) -> Refused | None:
        needed = int(self.options["notice"])
        if clause.says(minutes >= needed):
            return None
        return refuse(f"{what} on {minutes} minutes' notice", clause, f"{needed} minutes' notice")

    @ruling(
        "box-maximum", S["3.2"], "a marker beside the box shows a higher maximum",
        when=lambda self, t, what: t.phase == WAGERS, by=OPERATOR,
        facts=(Box(need=True), YesNo("marker", need=True, default=""), Money()),
    )
    def box_maximum(self, t: Table, what: Irregular) -> None:
        """The operator lets a box go above the sign; taking the marker away ends that."""
        box = what.get("box")
        markers: dict[str, Cents] = {at: limit for at, limit in t.state["markers"].items() if at != box}
        if what.yes("marker"):
            markers[box] = amount_in(what)
            if markers[box] <= self.maximum:
                raise BadFact(f"the sign already allows {show_amount(self.maximum)}")
        t.state["markers"] = markers

    def maximum_of(self, t: Table, wager: Wager) -> Cents:
        """3.2 and 3.5: what a wager counts up to; a call is twice an ante, and so is its maximum."""
        marker = t.state["markers"].get(str(wager.box))
        most = self.maximum if marker is None else S["3.2"].says(marker)
        return AFTER_FLOP.sizes[0].times * most if wager.kind == CALL else most

    def refuse_amount(self, t: Table, player: str, kind: str, amount: Cents) -> Refused | None:
        """3.3 and 3.4: multiples, and the minimum for those who have been told of it."""
        if not S["3.3"].says(amount % self.unit == 0):
            unit = show_amount(self.unit)
            return refuse(f"{kind} {show_amount(amount)}", S["3.3"], f"multiples of {unit}")
        if player in t.state["warned"] and S["3.4"].says(amount < self.minimum):
            least = show_amount(self.minimum)
            return refuse(f"{kind} {show_amount(amount)} is returned", S["3.4"], f"{kind} {least} or more")
        return None

    def advise(self, t: Table) -> None:
        """3.4: a first wager under the minimum stands, and its player is told about the next."""
        under = [wager.player for wager in t.wagers.values() if wager.amount < self.minimum]
        for player in dict.fromkeys(under):
            t.announce(f"{player}: further wagers under the minimum are returned", S["3.4"])
            t.state["warned"] = [*t.state["warned"], player]

    def conclude(self, t: Table, wager: Wager, result: Result) -> None:
        """3.5: a wager is paid or collected up to the maximum; what lies above it goes back."""
        excess = wager.amount - self.maximum_of(t, wager)
        if excess > 0 and result.outcome in (WIN, LOSE):
            t.give_back(wager, excess, S["3.5"])
        t.settle(wager, result)

    def wrong_size(self, t: Table, what: Irregular) -> str:
        """On which side of the sign a wager of a report lies; "" for one within it, or that could not be placed."""
        kind, box, amount = self.wager_named(what.get("wager")), what.get("box"), amount_in(what)
        if t.phase != WAGERS or kind is None:
            return ""
        most = self.maximum_of(t, Wager(int(box), what.get("player"), kind, amount, {}, kind))
        return "over" if amount > most else "under" if amount < self.minimum else ""

    @ruling(
        "wrong-wager", S["3.4"], "below the minimum: paid or collected, and the player is advised",
        when=lambda self, t, what: self.wrong_size(t, what) == "under",
        facts=(Box(need=True), PlayerNamed(need=True), WagerNamed(need=True), Money(need=True),
               Word("noticed", ("settlement",), default="settlement")),
    )
    @ruling(
        "wrong-wager", S["3.5"], "above the maximum: paid or collected to the maximum",
        when=lambda self, t, what: self.wrong_size(t, what) == "over",
    )
    def wrong_wager(self, t: Table, what: Irregular) -> None:
        """It lies there as it was made, until it is settled."""
        kind, amount = what.get("wager").replace("-", " "), amount_in(what)
        refused = self.wagering(t, Place(int(what.get("box")), what.get("player"), ((kind, amount),)))
        if refused is not None:
            t.events.append(refused)

    why_not: ClassVar[Mapping[str, str]] = {
        S["10.2"]: "Bet the ANTE first", S["4.3"]: "One box each, and one player a box",
    }

    # -- 4 and 10.2: wagers ----------------------------------------------------------------------------

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        if not S["4.1"].says(kind in self.opens):
            return refuse(f"{kind} is not a wager to open with", S["4.1"], f"{ANTE}, {BONUS}")
        if self.excluded(t, player):
            return refuse(f"{player} is excluded from the game", S["15.2(b)"])
        if S["A:box"].says(S["4.3"].says(any(at == box and other != player for at, other, _ in t.wagers))):
            return refuse(f"box {box} has its player", S["4.3"], "one player a box")
        if S["4.3"].says(any(at != box and other == player for at, other, _ in t.wagers)):
            return refuse(f"{player} already has a box", S["4.3"], "one box a player")
        if kind == BONUS and not S["10.2"].says(t.wager(box, player, ANTE) is not None):
            return refuse(f"{BONUS} without an ante", S["10.2"], "an ante first")
        there = t.wager(box, player, kind)
        return self.refuse_amount(t, player, kind, amount + (there.amount if there else 0))

    def refuse_taking(self, t: Table, act: Take) -> Refused | Rejected | None:
        """Before the first card a wager may be changed into any other that might have been placed."""
        if act.to:
            return self.refuse_amount(t, act.player, act.wager, act.to)
        if act.wager == ANTE and t.wager(act.box, act.player, BONUS) is not None:
            return refuse(f"{BONUS} without an ante", S["10.2"], f"take back {BONUS} first")
        return None

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        return refuse("wagers are not added to or touched after the first card", S["4.4"], "call or fold in turn")

    @ruling("oral-wager", S["4.2"], "no chips on a box: there is no wager",
            facts=(Box(), PlayerNamed(), WagerNamed(), Money()))
    def oral_wager(self, t: Table, what: Irregular) -> None:
        t.announce("chips must be placed on a box", S["4.2"])

    # -- 5 and 6: the round ----------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from t.shuffle(S["5.1"], self.decks)
        yield from t.cut(S["5.2"], "cut", 5, len(self.pack()) - 5)
        yield from t.gather(S["4.1"])
        if not t.wagers:
            return
        self.advise(t)
        t.phase = DEALING
        yield from self.deal(t)
        t.phase = DECISIONS
        for box in t.clockwise():
            yield from self.call_or_fold(t, box)
        if not S["6.6"].says(bool(t.wagers)):
            return
        last = len(self.cards_after(AFTER_FLOP))
        yield from t.deal(S["A:river"].says(last), BOARD, S["6.6"], face_up=self.communal_face_up)
        yield from t.reveal(DEALER, S["6.7"])
        t.phase = SETTLEMENT
        self.count_hole_cards(t)
        dealer = self.completed(t.hands[DEALER].cards, t.hands[BOARD].cards)
        qualifies = "qualifies" if self.qualifies(dealer) else "does not qualify"
        t.announce(f"the dealer has {dealer.category.label} and {qualifies}", S["6.7"])
        for box in t.clockwise():
            yield from self.settlement(t, box)

    @property
    def communal_face_up(self) -> bool:
        return S["A:communal-cards"].says(True)

    def deal(self, t: Table) -> Round[None]:
        """6.1 to 6.4: one card to each box with an ante and one to the dealer, again, then the flop."""
        antes = tuple(box for box in t.clockwise() if S["A:ante"].says(bool(t.on_box(box, ANTE))))
        boxes = [str(box) for box in S["6.3"].says(antes)]
        face_up = not S["6.2"].says(True)
        for _ in range(S["A:hole-cards"].says(2)):
            for hand in (*boxes, DEALER):
                if hand == DEALER or t.on_box(int(hand), ANTE):
                    yield from t.deal(1, hand, S["6.3"], face_up=face_up)
        yield from t.deal(S["A:flop"].says(AFTER_FLOP.known), BOARD, S["6.4"], face_up=self.communal_face_up)
        for hand in boxes:
            if hand in t.hands:
                t.may_look(hand, int(hand), S["7.1"])

    # -- 7: call or fold -------------------------------------------------------------------------------

    def call_or_fold(self, t: Table, box: int) -> Round[None]:
        """One box decides; those who have called may still claim a bonus before it does."""
        while self.undecided(t, box):
            for other in t.clockwise():
                yield from self.offer_claim(t, other, box)
            choice = yield from t.choose(lambda: self.decision(t, box))
            if choice is None:
                return
            if choice.name == DECLARE:
                yield from self.claim(t, box)
            elif choice.name == "fold":
                self.fold(t, box)
            else:
                t.place(box, t.on_box(box, ANTE)[0].player, CALL, choice.amount or 0)

    def undecided(self, t: Table, box: int) -> bool:
        """6.5: a box with an ante and no call has yet to decide."""
        return bool(t.on_box(box, ANTE)) and S["6.5"].says(not t.on_box(box, CALL))

    def decision(self, t: Table, box: int) -> Choose | None:
        """What the player of a box may do; None when there is nothing to decide."""
        if not self.undecided(t, box):
            return None
        ante = t.on_box(box, ANTE)[0]
        offered = list(AFTER_FLOP.offered(ante.amount))
        barred: dict[str, Refused | None] = {}
        if self.claimable(t, box):
            offered += options(option(DECLARE, S["10.4"]))
        elif t.on_box(box, BONUS):
            barred[DECLARE] = refuse("the hand is not a Super Aces Bonus winning hand", S["10.3"], "call, fold")
        return Choose(
            AFTER_FLOP.asked, str(box), ante.player, tuple(offered),
            {name: refused for name, refused in barred.items() if refused is not None},
        )

    def fold(self, t: Table, box: int) -> None:
        """7.3: the ante and any bonus wager are lost."""
        t.hands[str(box)].closed = True
        for wager in t.on_box(box):
            self.conclude(t, wager, lose(FOLDED))

    def folded(self, t: Table, hand: str) -> bool:
        return any(str(line.box) == hand and line.clause == FOLDED for line in t.lines)

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        if self.folded(t, act.hand):
            return refuse(f"the hand on box {act.hand} has folded", FOLDED, "nothing until the next round")
        over = t.phase != WAGERS and not any(self.undecided(t, box) for box in t.boxes)
        if act.name == DECLARE and S["10.4"].says(over):
            return refuse("call or fold is over: the claim comes too late", S["10.4"])
        return None

    # -- 10: Super Aces Bonus --------------------------------------------------------------------------

    def claimable(self, t: Table, box: int) -> bool:
        """A bonus wager on a hand that may win; what cards lie unseen only their player knows."""
        hole = t.hands[str(box)].cards
        if not t.on_box(box, BONUS) or len(hole) < 2:
            return False
        return BACK in hole or self.pay_line(self.bonus_hand(hole, t.hands[BOARD].cards)) in self.pay[BONUS].lines

    def foregone(self, t: Table, request: Choose, others: bool) -> Choice | None:
        """10.4: a win that the equipment sees is declared for its player, who has nothing to lose by it."""
        open_to = any(option.name == DECLARE for option in request.options)
        return Choice(request.hand, DECLARE, request.player) if open_to else None

    def offer_claim(self, t: Table, box: int, deciding: int) -> Round[None]:
        """10.4: open to a box that has called, as long as another has yet to decide."""

        def ask() -> Choose | None:
            if not (t.on_box(box, CALL) and self.undecided(t, deciding) and self.claimable(t, box)):
                return None
            return Offer(S["10.4"], str(box), t.on_box(box, BONUS)[0].player, options(option(DECLARE, S["10.4"])), {})

        if (yield from t.choose(ask)) is not None:
            yield from self.claim(t, box)

    def claim(self, t: Table, box: int) -> Round[None]:
        """10.5: the dealer turns the cards up and pays a winning hand before the river."""
        yield from t.reveal(str(box), S["10.5"])
        for wager in t.on_box(box, BONUS):
            result = self.super_aces(self.bonus_hand(t.hands[str(box)].cards, t.hands[BOARD].cards), claimed=True)
            if result.outcome == WIN:
                self.conclude(t, wager, S["10.5"].says(result))
            else:
                t.announce("not a Super Aces Bonus winning hand", S["10.3"])

    def pay_line(self, hand: HandValue) -> Category | str:
        """The line of 11.1 that a hand falls under; a pair counts there only if it is of aces."""
        aces = hand.category == Category.PAIR and hand.ranks[0] == rank("As")
        return PAIR_OF_ACES if aces else hand.category

    def bonus_result(self, kind: str, facts: HandValue) -> Result:
        """Whoever wins it claims it in time."""
        return self.super_aces(facts)

    def super_aces(self, hand: HandValue, claimed: bool = True) -> Result:
        """10.3, 10.4 and 11.1: what becomes of a bonus wager. Pure: the odds call it too."""
        line = self.pay[BONUS].get(self.pay_line(hand))
        if not S["10.3"].says(line is not None):
            return lose(S["10.3"])
        if not S["10.4"].says(claimed):
            return lose(S["10.4"])
        assert line is not None
        return win(*line)

    # -- 8 and 9: settlement ---------------------------------------------------------------------------

    def settlement(self, t: Table, box: int) -> Round[None]:
        """Deal with the hand of a player who called; a bonus still there was not claimed."""
        if not self.called(t, box):
            return
        yield from t.reveal(str(box), S["9.5"])
        if not self.called(t, box):
            return
        hole, board = t.hands[str(box)].cards, t.hands[BOARD].cards
        player, dealer = self.completed(hole, board), self.completed(t.hands[DEALER].cards, board)
        for wager in t.on_box(box):
            if wager.kind == BONUS:
                self.conclude(t, wager, self.super_aces(self.bonus_hand(hole, board), claimed=False))
            else:
                self.conclude(t, wager, self.result(wager.kind, player, dealer))

    def called(self, t: Table, box: int) -> bool:
        """A: a call keeps its player in the round."""
        return S["A:call"].says(bool(t.on_box(box, CALL)))

    def result(self, kind: str, player: HandValue, dealer: HandValue) -> Result:
        """What becomes of the ante or call of a player who called. Pure: the odds call it too."""
        if S["9.1"].says(not self.qualifies(dealer)):
            return self.pay_ante(player, S["9.1"]) if kind == ANTE else stand_off(S["9.1"])
        if S["2.9"].says(player == dealer):
            return void(S["9.4"])
        if S["9.2"].says(self.higher(player, dealer)):
            return self.pay_ante(player, S["9.2"]) if kind == ANTE else win(*self.pay[CALL].lines["any hand"], S["9.2"])
        return lose(S["9.3"])

    def pay_ante(self, player: HandValue, won: Clause) -> Result:
        """8.1: by the player's own hand, up to the maximum payout."""
        return win(*self.pay[ANTE].lines[player.category], won, at_most=self.maximum_payout)

    # -- 14: table closure -----------------------------------------------------------------------------

    def refuse_early_closure(self, notice: int) -> Refused | None:
        """14.2: a table closes early only after so many minutes of notice."""
        return self.refuse_without_notice("closing the table", notice, S["14.2"])
