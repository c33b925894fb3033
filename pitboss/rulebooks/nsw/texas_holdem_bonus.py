"""NSW: Texas hold'em bonus poker, sections 1 to 10 (6 is in limits, 11 and 12 in irregularities, 13 in general)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.poker import Category, HandValue
from pitboss.hands.two_cards import starting_hand
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, stand_off, void, win
from pitboss.law.results import LOSE
from pitboss.money import Cents
from pitboss.rulebooks.nsw.general import before_play, in_play, number
from pitboss.rulebooks.nsw.irregularities import KINDS, Irregularities
from pitboss.table.acts import Choice, Irregular, Lapse, Place, Take
from pitboss.table.community import Community
from pitboss.table.decisions import STAKE
from pitboss.table.definition import two_backs
from pitboss.table.facts import AGAINST_DEALER, BOARD, DEALER, Rejected
from pitboss.table.game import (
    DECISION,
    OPENING,
    BadOption,
    Decision,
    Duty,
    GameOption,
    Look,
    PayTable,
    WagerKind,
    limits,
    ruling,
)
from pitboss.table.lobby import HOUSE_POKER
from pitboss.table.reports import BadFact, Box, Fact, Money, PlayerNamed, Word, amount_in
from pitboss.table.requests import Barred, Choose, Offer, Option, option, options
from pitboss.table.sides import TWO_CARDS
from pitboss.table.streets import BettingStreet, Bonus, Multiple
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, WAGERS, Round, Table

S = schedule("NSW")

# Whom a report is about, where it changes nothing at the table.
ABOUT = (Box(), PlayerNamed())


class StreetCards(NamedTuple):
    """Where the community cards that follow a street are defined, and when a device or a shoe shows them."""

    defined: Clause
    device: Clause
    shoe: Clause


SHOWN = {
    "flop": StreetCards(S["1.1:flop"], S["7.2.6"], S["7.3.7"]),
    "turn": StreetCards(S["1.1:turn"], S["7.2.7"], S["7.3.8"]),
    "river": StreetCards(S["1.1:river"], S["7.2.8"], S["7.3.9"]),
}

# 1.1 and 9: twice the ante for the flop, the ante itself for turn and river.
STREETS = (
    BettingStreet(
        "flop", (Multiple(2, S["1.1:flop-wager"]),), 0, S["9.1"], S["9.1.2"], S["9.1.2"],
        fold=S["9.1.1"], folded=S["9.1.1"],
    ),
    BettingStreet(
        "turn", (Multiple(1, S["1.1:turn-wager"]),), 3, S["9.2"], S["9.2.3"], S["9.2.3"],
        check=S["9.2.2"], fold=S["9.2.1"], folded=S["9.2.1"],
    ),
    BettingStreet(
        "river", (Multiple(1, S["1.1:river-wager"]),), 4, S["9.3"], S["9.3.3"], S["9.3.3"],
        check=S["9.3.2"], fold=S["9.3.1"], folded=S["9.3.1"],
    ),
)

# 8.1: the order of hands.
HANDS = {
    Category.ROYAL_FLUSH: S["8.1(a)"],
    Category.STRAIGHT_FLUSH: S["8.1(b)"],
    Category.FOUR_OF_A_KIND: S["8.1(c)"],
    Category.FULL_HOUSE: S["8.1(d)"],
    Category.FLUSH: S["8.1(e)"],
    Category.STRAIGHT: S["8.1(f)"],
    Category.THREE_OF_A_KIND: S["8.1(g)"],
    Category.TWO_PAIR: S["8.1(h)"],
    Category.PAIR: S["8.1(i)"],
    Category.HIGH_CARD: S["8.1(j)"],
}
# 10.1 and 10.8: the clause for no, one and two hole cards in the best hand.
DEALER_USES = (S["10.1.3"], S["10.1.2"], S["10.1.1"])
PLAYER_USES = (S["10.8.3"], S["10.8.2"], S["10.8.1"])

# 10.7 and 10.10: payment odds.
ANTE_BONUS = PayTable("ante bonus", {
    "two aces": ("30 to 1", S["10.7:two-aces"]),
    "ace and king suited": ("25 to 1", S["10.7:ace-king-suited"]),
    "ace and queen or jack suited": ("20 to 1", S["10.7:ace-queen-or-jack-suited"]),
    "ace and king unsuited": ("15 to 1", S["10.7:ace-king-unsuited"]),
    "two kings, queens or jacks": ("10 to 1", S["10.7:kings-queens-jacks"]),
    "ace and queen or jack unsuited": ("5 to 1", S["10.7:ace-queen-or-jack-unsuited"]),
    "any other pair": ("3 to 1", S["10.7:other-pair"]),
})
ANTE = PayTable("ante", {"flush or higher": ("1 to 1", S["10.10:ante"])})
FLOP = PayTable("flop", {"higher hand": ("1 to 1", S["10.10:flop"])})
TURN = PayTable("turn", {"higher hand": ("1 to 1", S["10.10:turn"])})
RIVER = PayTable("river", {"higher hand": ("1 to 1", S["10.10:river"])})

# 10.5 and 10.6: the ante bonus is dealt with before the others.
ORDER = ("ante bonus", "ante", "flop", "turn", "river")


class TexasHoldemBonusPoker(Irregularities, Community):
    """Texas hold'em bonus poker."""

    id = "nsw/texas-holdem-bonus-poker"
    title = "Texas hold'em bonus poker"
    category = HOUSE_POKER
    also_called = "holdem"
    brief = (
        ("Two cards of your own and five on the board: your best five against the dealer's.", S["10.8"]),
        ("Put down an ante before the cards. The ante bonus is on your own two cards alone.", S["5.2"]),
        ("After your two cards: fold, or bet twice the ante to see three board cards.", S["9.1.2"]),
        ("Then check, or bet the ante again; and once more after the fourth card.", S["9.2.3"]),
        ("If you win, these bets pay 1 to 1.", S["10.10:flop"]),
        ("The ante itself pays only with a flush or better; with less it comes back.", S["10.10:ante"]),
        ("Equal hands give everything back.", S["10.11"]),
    )
    law = tuple(f"NSW-{section}" for section in range(1, 14))
    kinds = (
        WagerKind("ante", S["1.1:ante-wager"], "to take part", compares=AGAINST_DEALER),
        WagerKind("ante bonus", S["1.1:ante-bonus-wager"], "that the two hole cards are on its pay table"),
        WagerKind("flop", S["1.1:flop-wager"], "twice the ante, to see the flop", "", DECISION, AGAINST_DEALER,
                  "flop bet"),
        WagerKind("turn", S["1.1:turn-wager"], "as much as the ante, before the turn", "", DECISION, AGAINST_DEALER,
                  "turn bet"),
        WagerKind("river", S["1.1:river-wager"], "as much as the ante, before the river", "", DECISION,
                  AGAINST_DEALER, "river bet"),
    )
    decisions = (
        Decision("flop", also=STAKE, everyday="bet", past="bet"),
        Decision("turn", also=STAKE, everyday="bet", past="bet"),
        Decision("river", also=STAKE, everyday="bet", past="bet"),
        Decision("check", "no wager, play on", key="c", past="checked"),
        Decision("fold", "give up the hand and all its wagers", also=("muck",), key="f", past="folded", gives_up=True),
        Decision("concede", "give up the hand, an unpaid ante bonus with it", past="conceded", gives_up=True),
        Decision("no decision", "the hand is folded", key="x", past="folded", gives_up=True),
        Decision("continue", "go on to the settlement", also=("go on", "play on"), key="c", past="went on"),
    )
    # 2.2: the words of the layout.
    look = Look("holdem_bonus", printed=("Ante is paid on a flush or higher",))
    choices = (
        *limits(S["6.1"])[:2],
        # 6.1: free, unless the sign states a unit.
        GameOption("unit", "0.01", ("amount",), S["6.1"], "wagers above the minimum rise by this"),
        GameOption("ante-bonus", "any", ("any", "amount"), S["5.4"], "the one amount an ante bonus may be"),
        GameOption("dealing", "device", ("device", "shoe"), S["3.6"], "from a shuffling device or a card shoe"),
        GameOption("backs", "one", ("one", "text"), S["3.2.2"],
                   "with a second deck in the device: the backs in play, and those of the other (red/blue)"),
        GameOption("low-limit", "no", ("no", "yes"), S["6.6"], "low limit gaming"),
    )
    pay_tables = (ANTE_BONUS, ANTE, FLOP, TURN, RIVER)
    opening = "ante"
    streets = STREETS
    bonuses = (Bonus("ante bonus", TWO_CARDS),)
    # 10.10: with less, a winning ante comes back.
    wins_with: Mapping[str, Category] = {"ante": Category.FLUSH}
    hands_dealt = ("box", DEALER, BOARD)
    other_words: ClassVar[dict[str, str]] = {"bonus": "ante bonus"}
    duties = (
        Duty("shuffle", "check the cards, or have a device check them, before they are used", S["3.4"]),
        Duty("shuffle", "keep checked or shuffled cards secure until they are wanted", S["3.5"]),
        Duty("between rounds", "change unfit cards if a supervisor says so; check and shuffle new ones", S["3.7"]),
        Duty("any time", "count the cards if a supervisor or an inspector says so", S["3.8"]),
        Duty("shuffle", "shuffle just before play starts", S["4.1.1"]),
        Duty("shuffle", "shuffle at the end of each round", S["4.1.2"]),
        Duty("shuffle", "shuffle before play goes on at a table that was vacant", S["4.1.3"]),
        Duty("shuffle", "from a shoe: cut onto the cutting card and load all the cards", S["4.2"]),
        Duty("shuffle", "cards dropped: tell a supervisor, who sees that all are found", S["4.2.1"]),
        Duty("shuffle", "shuffle by hand before a device is first loaded", S["4.4.1"]),
        Duty("shuffle", "put the cards in the device to be shuffled", S["4.4.2"]),
        Duty("shuffle", "shuffle or cut before loading the device if a supervisor is not satisfied", S["4.4.5"]),
        Duty("limits", "a marker before the box of a player who keeps a minimum", S["6.5.1.1"]),
        Duty("limits", "take the marker away when that player leaves", S["6.5.1.2"]),
        Duty("limits", "for a player on several boxes, the marker lies where the player sits", S["6.5.1.3"]),
        Duty("limits", "state old and new limits while two minimums are in force", S["6.5.3"]),
        Duty("decisions", "folded cards come face down towards the dealer", S["9.4"]),
        Duty("settlement", "turn the dealer's hand up, say what it is and push its cards forward", S["9.7"]),
        Duty("settlement", "announce the dealer's hand", S["10.1"]),
        Duty("settlement", "from the right, turn up each hand, take or pay, then discard it", S["10.4"]),
        Duty("settlement", "make the best hand of each player", S["10.8"]),
        Duty("settlement", "prove the cards and discard them before the next hand", S["10.12"]),
        Duty("irregularity", "check the deck for other missing or foreign cards", S["11.9.3"]),
        Duty("irregularity", "notify Surveillance and an Inspector", S["11.9.4"]),
        Duty("irregularity", "have suspects play before others handle cards", S["11.12.1"]),
        Duty("irregularity", "keep suspects of collusion from playing at one table", S["11.12.2"]),
        Duty("irregularity", "have only English spoken", S["11.12.3"]),
        Duty("irregularity", "device broken: another device or a shoe, with new cards", S["12.2.3"]),
        Duty("conduct", "exclude a person from the casino", S["13.3.3"]),
        Duty("conduct", "have a person with a device held for an inspector or the police", S["13.3.4"]),
        Duty("closing", "show the time of closing for 20 minutes first", S["13.8"]),
        Duty("dispute", "a gaming supervisor decides, a casino supervisor reviews", S["13.12"]),
        Duty("dispute", "the operator has the last word; tell of the right to complain", S["13.13"]),
        Duty("any time", "show the rules to whoever asks", S["13.14"]),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.decks = S["3.1"].says(1)
        self.device = S["4.4.4"].says(self.options["dealing"] == "device")
        backs = two_backs(self)
        refused = self.refuse_second_deck(*backs) if backs is not None else None
        if refused is not None:
            raise BadOption(f"{self.id}: {refused.what} [{refused.clause}]; {refused.legal}")

    # -- 3 and 4: cards, shuffle and cut ---------------------------------------------------------------

    def refuse_second_deck(self, in_play: str, loaded: str) -> Refused | None:
        """3.2: may a second deck, with backs of this colour, be loaded while the first is in play?"""
        if not S["3.2.1"].says(self.device):
            return refuse("a second deck beside a card shoe", S["3.1"], "one deck")
        if in_play == loaded:
            return refuse(f"two decks with {loaded} backs", S["3.2.2"], "backs of another colour")
        return None

    def shuffle(self, t: Table) -> Round[None]:
        """4: the dealer cuts cards for a shoe; those in a device are not cut."""
        yield from t.shuffle(S["4.1"], self.decks)
        if not S["4.4.3"].says(self.device):
            yield from t.cut(S["4.2"], "cut", 1, 51)

    @ruling("cards-dropped", S["4.2.1"], "a supervisor sees that all cards are found")
    @ruling("card-from-elsewhere", S["3.6"], "cards come only from the shoe or the device; this one is not dealt")
    @ruling("cut-by-other", S["4.3"], "only the dealer cuts the cards", when=before_play)
    def handling(self, t: Table, what: Irregular) -> None:
        """The table goes on as it was."""

    why_not: ClassVar[Mapping[str, str]] = {
        S["5.3"]: "Bet the ANTE first", S["5.6"]: "You play another box already: one hand each",
        S["5.7"]: "Somebody else plays this box",
    }

    # -- 5: wagers -------------------------------------------------------------------------------------

    def bonus_stake(self, kind: str, opening: Cents) -> Cents:
        """5.4: the one amount that the sign states, if it does."""
        return self.fixed_bonus or opening

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        defined = {wager.name: wager.clause for wager in self.kinds if wager.moment == OPENING}.get(kind)
        if defined is None or not defined.says(True):
            return refuse(f"{kind} is not a wager to open with", S["5.2"], "ante, ante bonus")
        there = t.wager(box, player, kind)
        total = amount + (there.amount if there is not None else 0)
        return self.refuse_area(t, box, player, kind) or self.outside_sign(t, player, kind, total)

    def refuse_area(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        """5.3, 5.6, 5.7 and 13.3: may this player wager here at all?"""
        if (excluded := self.refuse_excluded(t, player)) is not None:
            return excluded
        if any(other == player and at != box for at, other, _ in t.wagers):
            return refuse(f"{player} plays another box already", S["5.6"], "one hand a player")
        if any(at == box and other != player and on == kind for at, other, on in t.wagers):
            return refuse(f"there is a wager on box {box} already", S["5.7"], "one wager an area")
        if kind == "ante bonus" and t.wager(box, player, "ante") is None:
            return refuse("an ante bonus without an ante", S["5.3"], "an ante first")
        return None

    def refuse_taking(self, t: Table, act: Take) -> Refused | None:
        if act.wager == "ante" and act.to == 0 and t.wager(act.box, act.player, "ante bonus") is not None:
            return refuse("the ante bonus would be without an ante", S["5.3"], "remove the ante bonus first")
        return self.outside_sign(t, act.player, act.wager, act.to) if act.to else None

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        if t.phase == WAGERS:
            return Rejected("wagers are not being taken at this moment")
        if self.under_way(t):
            return refuse("wagers are frozen after the first card", S["5.5"], "wait for the settlement")
        return refuse("no more bets were called", S["7.1"], "wait for the next round")

    @ruling("wager-not-in-chips", S["5.1"], "only chips and promotional tokens are wagers: there is none",
            facts=(*ABOUT, Fact("form")))
    @ruling("misplaced-wager", S["5.8"], "players answer for where their wagers lie: it stands", in_play, facts=ABOUT)
    def as_it_lies(self, t: Table, what: Irregular) -> None:
        """The wagers on the layout are what they were."""

    @ruling(
        "promotional-voucher", S["1.1:casino-promotional-token"], "exchanged for tokens and wagered", before_play,
        facts=(Box(need=True), PlayerNamed(), Word("wager", KINDS, need=True), Money(need=True)),
    )
    def voucher(self, t: Table, what: Irregular) -> None:
        box, player, kind = number(what.get("box")), self.player_in(t, what), self.kind_in(what)
        tokens = S["1.1:casino-promotional-token"].says(amount_in(what))
        if not player or not 1 <= box <= self.boxes:
            raise BadFact(f"box={what.get('box')} player={player} does not say whose tokens lie where")
        late = None if t.phase == WAGERS else self.refuse_late(t, Place(box, player, ((kind, tokens),)))
        if not self.tell(t, late or self.refuse_wager(t, box, player, kind, tokens)):
            t.place(box, player, kind, tokens)
            t.announce("whatever the tokens win is paid in chips", S["1.1:casino-promotional-token"])

    # -- 7: the deal -----------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.shuffle(t)
        yield from t.gather(S["5.2"])
        t.phase = DEALING
        self.take_seats(t)
        yield from self.deal(t)
        for street in self.streets:
            yield from self.bet(t, street)
            if not t.wagers:
                return
            yield from self.show(t, street)
        yield from self.settlement(t)

    def deal(self, t: Table) -> Round[None]:
        """7.1: from the dealer's left, to every area with an ante."""
        boxes = [str(box) for box in S["7.1"].says(tuple(t.clockwise())) if self.ante(t, box)]
        if not boxes:
            return
        yield from self.deal_from_device(t, boxes) if self.device else self.deal_from_shoe(t, boxes)
        for box in t.clockwise():
            if self.ante(t, box) is not None:
                t.may_look(str(box), box, S["7.2.5"] if self.device else S["7.3.6"])
        self.return_excess(t)

    def deal_hole_cards(self, t: Table, boxes: list[str], count: int, clause: Clause) -> Round[None]:
        """Only to areas that still have their ante: a ruling may have taken one away."""
        for box in boxes:
            if self.ante(t, int(box)) is not None:
                yield from t.deal(count, box, clause, face_up=False)

    def deal_from_device(self, t: Table, boxes: list[str]) -> Round[None]:
        """7.2: the community cards in a stack, then two cards at a time."""
        count, hole = S["1.1:community-cards"].says(5), S["1.1:hole-cards"].says(2)
        yield from t.deal(count, BOARD, S["7.2.1"], face_up=False)
        # The first card dealt is the bottom of the stack, so flop, turn and river lie as they came.
        t.hands[BOARD].cards[:] = S["7.2.2"].says(tuple(t.hands[BOARD].cards))
        yield from self.deal_hole_cards(t, boxes, hole, S["7.2.3"])
        yield from t.deal(hole, DEALER, S["7.2.4"], face_up=False)

    def deal_from_shoe(self, t: Table, boxes: list[str]) -> Round[None]:
        """7.3: the community cards from left to right, then one card at a time."""
        yield from t.deal(S["1.1:community-cards"].says(5), BOARD, S["7.3.1"], face_up=False)
        for to_player, to_dealer in ((S["7.3.2"], S["7.3.3"]), (S["7.3.4"], S["7.3.5"])):
            yield from self.deal_hole_cards(t, boxes, 1, to_player)
            yield from t.deal(1, DEALER, to_dealer, face_up=False)

    def show(self, t: Table, street: BettingStreet) -> Round[None]:
        """7.2.6 to 7.2.8, or 7.3.7 to 7.3.9: the community cards that follow a street's wagers."""
        shown = SHOWN[street.wager]
        clause = shown.device if self.device else shown.shoe
        yield from t.reveal(BOARD, clause, clause.says(shown.defined.says(self.cards_after(street))))

    # -- 8: order of poker hand values -----------------------------------------------------------------

    def value(self, cards: Sequence[Card]) -> HandValue:
        """3.3 and 8.1: the best hand in five to seven cards."""
        hand = poker.value(cards)
        if hand.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
            if hand.ranks == (14,):
                hand = S["3.3.1"].says(hand)
            elif hand.ranks == (5,):
                hand = S["3.3.2"].says(hand)
        return HANDS[hand.category].says(hand)

    # -- 9: betting round ------------------------------------------------------------------------------

    def stake(self, wager: str, ante: Cents) -> Cents:
        """1.1: what a flop, turn or river wager is beside an ante."""
        (size,) = self.street(wager).amounts(ante)
        return size

    def bet(self, t: Table, street: BettingStreet) -> Round[None]:
        """Everyone still in acts before the next community cards."""
        t.notes["street"], t.notes["acted"] = street.wager, []
        for box in t.clockwise():
            yield from self.decide(t, box, street)
        t.notes["street"], t.notes["done"] = "", street.wager

    def decide(self, t: Table, box: int, street: BettingStreet) -> Round[None]:
        choice = yield from t.choose(lambda: self.decision(t, box, street))
        if choice is None:
            return
        t.phase = DECISIONS
        t.notes["acted"].append(box)
        if choice.name == "no decision":
            self.fold(t, box, S["11.13"])
        elif self.gives_up(choice.name):
            assert street.folded is not None
            self.fold(t, box, street.folded)
        elif choice.name == street.wager:
            t.place(box, t.on_box(box, "ante")[0].player, street.wager, choice.amount or 0)

    def decision(self, t: Table, box: int, street: BettingStreet) -> Choose | None:
        """9.1 to 9.3: what a player may do; None when there is nothing to decide."""
        ante = self.ante(t, box)
        if ante is None or not self.due(t, box):
            return None
        return Choose(
            street.asked, str(box), ante.player, street.offered(ante.amount), Barred(self.too_early),
            option("no decision", S["11.13"]),
        )

    def too_early(self) -> dict[str, Refused]:
        """10.2: what waits for the dealer's hand."""
        conceding = refuse("conceding before the dealer's hand is made", S["10.2"], "fold")
        return {"concede": conceding} if conceding is not None else {}

    def gives_up(self, decision: str) -> bool:
        """1.1: a fold ends the hand, a check keeps it."""
        if decision == "check":
            return S["1.1:check"].says(False)
        return S["1.1:fold"].says(decision == "fold")

    def fold(self, t: Table, box: int, clause: Clause) -> None:
        """9.5 and 9.6: the hand is closed and its wagers are collected; a flop wager that was never
        right goes back."""
        t.hands[str(box)].closed = True
        for flop in t.on_box(box, "flop"):
            if flop.marks.get("wrong"):
                t.settle(flop, void(S["11.10.2"]))
        self.correct(t, box)
        for wager in S["9.6"].says(tuple(t.on_box(box))):
            t.settle(wager, S["1.1:fold"].says(lose(clause)))

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        hand = t.hands.get(act.hand)
        lost = {line.clause for line in t.lines if str(line.box) == act.hand and line.outcome == LOSE}
        if hand is None or not hand.closed or not lost:
            return None
        if S["10.2"] in lost:
            return refuse(f"the hand on box {act.hand} was conceded", S["10.3"], "nothing until the next round")
        return refuse(f"the hand on box {act.hand} is folded", S["9.5"], "nothing until the next round")

    @ruling("cards-off-the-table", S["9.8"], "cards stay over the layout and are not held away from the table",
            facts=ABOUT)
    @ruling("cards-out-of-view", S["9.10"], "cards stay in the dealer's full view", facts=ABOUT)
    @ruling(
        "talking", S["9.9"], "until betting is over, players say no more than fold, check or bet",
        when=lambda self, t, what: self.under_way(t) and t.notes.get("done") != "river", facts=ABOUT,
    )
    def manners(self, t: Table, what: Irregular) -> None:
        """The player is told; the hand goes on."""

    # -- 10: settlement --------------------------------------------------------------------------------

    def settlement(self, t: Table) -> Round[None]:
        t.phase = SETTLEMENT
        t.announce("dealer's hand", S["10.1"])
        yield from t.reveal(DEALER, S["9.7"])
        dealer = self.best(t.hands[DEALER].cards, t.hands[BOARD].cards, DEALER_USES)
        t.announce(f"the dealer has {dealer.category.label}", S["9.7"])
        for box in t.clockwise():
            yield from self.offer_concession(t, box)
        for box in t.anticlockwise():
            if self.ante(t, box) is not None:
                yield from t.reveal(str(box), S["10.4"])
                self.settle(t, box, dealer)

    def offer_concession(self, t: Table, box: int) -> Round[None]:
        """10.2: a player may still fold, and is told first that an ante bonus goes with the rest."""
        if t.on_box(box, "ante bonus"):
            t.announce(f"box {box}: conceding gives up the ante bonus as well", S["10.2"])
        choice = yield from t.choose(lambda: self.concession(t, box))
        if choice is not None and choice.name == "concede":
            t.announce("conceding hand", S["10.2"])
            self.fold(t, box, S["10.2"])

    def foregone(self, t: Table, request: Choose, others: bool) -> Lapse | None:
        """10.2: all that a player gains who concedes is that his cards are not turned up (10.4). Where they lie open,
        or nobody is there to see them, that is nothing. Whether he is asked may not tell what his cards are."""
        if request.clause != S["10.2"]:
            return None
        return None if others and not all(t.hands[request.hand].face_up) else Lapse()

    def concession(self, t: Table, box: int) -> Choose | None:
        ante = self.ante(t, box)
        if ante is None:
            return None
        keep = Option("continue", S["10.4"])
        offered = options(option("concede", S["10.2"]), keep)
        return Offer(S["10.2"], str(box), ante.player, offered, {}, keep)

    def best(self, hole: Sequence[Card], board: Sequence[Card], uses: Sequence[Clause]) -> HandValue:
        """10.1 and 10.8: the best five of seven; the board plays when no hole card betters it."""
        hand = self.value((*hole, *board))
        if poker.value(board) == hand:
            return uses[0].says(hand)
        with_one = any(poker.value((card, *board)) == hand for card in hole)
        return uses[1 if with_one else 2].says(hand)

    def settle(self, t: Table, box: int, dealer: HandValue) -> None:
        """10.4 to 10.11: one player's wagers."""
        hole = t.hands[str(box)].cards
        player = self.best(hole, t.hands[BOARD].cards, PLAYER_USES)
        self.correct(t, box)
        for kind in ORDER:
            for wager in t.on_box(box, kind):
                bonus = kind == "ante bonus"
                t.settle(wager, self.bonus_result(kind, hole) if bonus else self.result(kind, player, dealer))

    def result(self, kind: str, player: HandValue, dealer: HandValue) -> Result:
        """10.9 to 10.11: ante, flop, turn or river. Pure: the odds call it too."""
        if player < dealer:
            return lose(S["10.9"])
        if player == dealer:
            return S["1.1:stand-off"].says(stand_off(S["10.11"]))
        if player.category < self.wins_with.get(kind, Category.HIGH_CARD):
            return stand_off(S["10.10:ante"])
        (odds, clause), = self.pay[kind].lines.values()
        return win(odds, clause)

    def bonus_result(self, kind: str, facts: Sequence[Card]) -> Result:
        return self.ante_bonus(facts)

    def ante_bonus(self, hole: Sequence[Card]) -> Result:
        """10.5 to 10.7: by the two hole cards alone, whatever the dealer has."""
        line = self.pay["ante bonus"].get(starting_hand(hole))
        if line is None:
            return lose(S["10.5"])
        odds, clause = line
        return win(S["10.6"].says(odds), clause, S["10.6"])
