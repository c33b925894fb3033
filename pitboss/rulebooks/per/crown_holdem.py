"""PER: Crown Hold'em Poker, sections 1 to 4 (Poker Extra is in poker_extra, 5 in irregularities, 6 in general)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.names import called
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, stand_off, void, win
from pitboss.money import Cents
from pitboss.rulebooks.per.irregularities import FLOP, RIVER, TURN, CrownIrregularities
from pitboss.rulebooks.per.poker_extra import ANTE, DEALER_EXTRA, PLAYER_EXTRA
from pitboss.table.acts import Choice, Irregular, Lapse, Place, Take
from pitboss.table.community import Community
from pitboss.table.decisions import STAKE
from pitboss.table.definition import BadOption, two_backs
from pitboss.table.facts import AGAINST_DEALER, BOARD, DEALER, Rejected, Worth
from pitboss.table.game import DECISION, Decision, Duty, GameOption, Look, PayTable, WagerKind, limits, ruling
from pitboss.table.lobby import HOUSE_POKER
from pitboss.table.reports import Box, Fact, Money, PlayerNamed, WagerNamed
from pitboss.table.requests import Barred, Choose, Offer, option, options
from pitboss.table.sides import RESULT
from pitboss.table.streets import BettingStreet, Multiple
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, Table

S = schedule("PER")

SHUFFLER = "shuffler"
SWEEP, SHOW = "sweep", "show"

# 1.1, 3.35 to 3.43 and 4.4 to 4.9: twice the ante or a fold before the flop, the ante or a check after it.
STREETS = (
    BettingStreet(
        FLOP, (Multiple(2, S["1.1:flop-wager"]),), 0, S["4.4"], S["3.35"], S["1.1:flop-wager"],
        fold=S["4.4"], folded=S["3.6(b)(i)"],
    ),
    BettingStreet(
        TURN, (Multiple(1, S["1.1:turn-wager"]),), 3, S["4.7"], S["3.38"], S["1.1:turn-wager"], check=S["4.7"],
    ),
    BettingStreet(
        RIVER, (Multiple(1, S["1.1:river-wager"]),), 4, S["4.9"], S["3.41"], S["1.1:river-wager"], check=S["4.9"],
    ),
)
# The definition of the communal cards that follow a street, and the clause by which they are dealt.
FOLLOW = {
    FLOP: (S["1.1:flop-cards"], S["4.6"]),
    TURN: (S["1.1:turn-card"], S["4.8"]),
    RIVER: (S["1.1:river-card"], S["4.10"]),
}

# 1.1: what makes each hand.
HANDS = {
    Category.ROYAL_FLUSH: S["1.1:royal-flush"],
    Category.STRAIGHT_FLUSH: S["1.1:straight-flush"],
    Category.FOUR_OF_A_KIND: S["1.1:four-of-a-kind"],
    Category.FULL_HOUSE: S["1.1:full-house"],
    Category.FLUSH: S["1.1:flush"],
    Category.STRAIGHT: S["1.1:straight"],
    Category.THREE_OF_A_KIND: S["1.1:three-of-a-kind"],
    Category.TWO_PAIR: S["1.1:two-pair"],
    Category.PAIR: S["1.1:one-pair"],
    Category.HIGH_CARD: S["1.1:five-odd-cards"],
}


# What is told of a wager that is none.
SPOKEN = (Box(), PlayerNamed(), WagerNamed(), Money())


class Outcomes(NamedTuple):
    """When a wager on the better hand wins, loses, is not shown, and stands off."""

    wins: Clause
    loses: Clause
    unshown: Clause
    level: Clause


# 3.6, 3.36, 3.39 and 3.42.
OUTCOMES = {
    ANTE: Outcomes(S["3.6(a)"], S["3.6(b)(iii)"], S["3.6(b)(ii)"], S["3.6(c)"]),
    FLOP: Outcomes(S["3.36(a)"], S["3.36(b)(i)"], S["3.36(b)(ii)"], S["3.36(c)"]),
    TURN: Outcomes(S["3.39(a)"], S["3.39(b)(i)"], S["3.39(b)(ii)"], S["3.39(c)"]),
    RIVER: Outcomes(S["3.42(a)"], S["3.42(b)(i)"], S["3.42(b)(ii)"], S["3.42(c)"]),
}
# 3.7, 3.37, 3.40 and 3.43.
PAYS = (
    PayTable(ANTE, {"flush or higher": ("1 to 1", S["3.7"])}),
    PayTable(FLOP, {"higher hand": ("1 to 1", S["3.37"])}),
    PayTable(TURN, {"higher hand": ("1 to 1", S["3.40"])}),
    PayTable(RIVER, {"higher hand": ("1 to 1", S["3.43"])}),
)
# 3.3, 3.23 and 3.29: what has to lie there before the round begins.
BEFORE = {ANTE: S["3.3"], DEALER_EXTRA: S["3.23"], PLAYER_EXTRA: S["3.29"]}
# The jackpot, which this game is played without: its terms, wagers, procedure and irregularities.
JACKPOT = (
    *(f"PER-1.1:{term}" for term in ("bonus-prize", "game-manager-system", "jackpot-display-amount", "jackpot-pool",
                                     "jackpot-prize", "jackpot-wager", "reseed")),
    *(f"PER-3.{rule}" for rule in range(8, 23)),
    *(f"PER-4.{rule}" for rule in (2, *range(14, 22))),
    *(f"PER-5.{rule}" for rule in range(11, 14)),
)


class CrownHoldemPoker(CrownIrregularities, Community):
    """Crown Hold'em Poker."""

    id = "per/crown-holdem-poker"
    title = "Crown hold'em poker"
    rules = 2
    category = HOUSE_POKER
    also_called = "holdem, texas hold'em bonus, poker extra"
    brief = (
        ("Two cards of your own and five on the board: your best five against the dealer's.", S["1.1:players-hand(b)"]),
        ("Put down an ante before the cards.", S["3.3"]),
        ("After your two cards: fold, or bet twice the ante to see three board cards.", S["4.4"]),
        ("Then check, or bet the ante again; and once more after the fourth card. There is no more folding.", S["4.7"]),
        ("If you win, these bets pay 1 to 1.", S["3.37"]),
        ("The ante itself pays only with a flush or better; with less it comes back.", S["3.6(a)"]),
        ("Equal hands give the ante and these bets back.", S["3.36(c)"]),
        ("Poker Extra is on two cards and the flop, the dealer's or a player's: two pair or better wins.", S["3.34"]),
        ("You may bet it on another player's hand too, three on each.", S["3.30"]),
    )
    law = tuple(f"PER-{section}" for section in range(1, 7))
    left_out = JACKPOT
    kinds = (
        WagerKind(ANTE, S["1.1:ante-wager"], "to take part", compares=AGAINST_DEALER),
        WagerKind(FLOP, S["1.1:flop-wager"], "twice the ante, to see the flop", "", DECISION, AGAINST_DEALER,
                  "flop bet"),
        WagerKind(TURN, S["1.1:turn-wager"], "as much as the ante, before the turn", "", DECISION, AGAINST_DEALER,
                  "turn bet"),
        WagerKind(RIVER, S["1.1:river-wager"], "as much as the ante, before the river", "", DECISION, AGAINST_DEALER,
                  "river bet"),
    )
    decisions = (
        Decision(FLOP, also=STAKE, everyday="bet", past="bet"),
        Decision(TURN, also=STAKE, everyday="bet", past="bet"),
        Decision(RIVER, also=STAKE, everyday="bet", past="bet"),
        Decision("check", "no wager, play on", key="c", silent=True, past="checked"),
        Decision("fold", "give up the hand and all that rides on it", also=("muck",), key="f", silent=True,
                 past="folded", gives_up=True),
        Decision(SWEEP, "cards not shown; all that rides on them is lost", past="swept the cards away",
                 gives_up=True),
        Decision(SHOW, "your cards are turned up", also=("continue",), key="c", silent=True, past="showed"),
    )
    look = Look("crown_holdem", emblem="?? ?? / -- -- -- . -- . -- / Kc Qd | PER",
                printed=("Ante is paid on a flush or higher",))
    choices = (
        *limits(S["6.3"]),
        GameOption("device", "shoe", ("shoe", SHUFFLER, "hand"), S["2.3"], "what cards are dealt from"),
        GameOption("backs", "one", ("one", "text"), S["2.4"],
                   "with an automatic shuffler: the backs in play, and those of its second deck (red/blue)"),
        GameOption("dealing", "two", ("two", "one"), S["4.3"], "hole cards dealt at a time"),
    )
    pay_tables = PAYS
    opening = ANTE
    streets = STREETS
    # 3.6(a): with less, a winning ante comes back.
    wins_with: Mapping[str, Category] = {ANTE: Category.FLUSH}
    hands_dealt = ("box", DEALER, BOARD)
    other_words: ClassVar[dict[str, str]] = {"dealer extra": DEALER_EXTRA, "player extra": PLAYER_EXTRA}
    duties = (
        Duty("opening", "let a player who asks look at the deck", S["2.5"]),
        Duty("between rounds", "after the settlement, change cards that are unfit, or as the operator says", S["2.6"]),
        Duty("wagers", "have the player with the ante sit, if the operator asks for it", S["3.5(c)"]),
        Duty("shuffle", "shuffle before the round, then cut", S["4.1"]),
        Duty("cut", "the dealer cuts", S["4.1(a)"]),
        Duty("cut", "put the cards on the cutting card", S["4.1(c)"]),
        Duty("settlement", "turn up the dealer's hole cards and declare the best hand", S["4.11"]),
        Duty("settlement", "a hand swept over the cards means that they are not shown", S["4.12(b)"]),
        Duty("irregularity", "cards without an ante go to the discard rack", S["5.4(b)(i)"]),
        Duty("irregularity", "hands are put face down, spread and counted with the deck", S["5.5(c)"]),
        Duty("irregularity", "the supervisor reconstructs communal cards", S["5.8"]),
        Duty("limits", "show other limits for ten minutes first", S["6.3(c)"]),
        Duty("closing", "show the time of closing for ten minutes first", S["6.7(c)"]),
    )
    why_not: ClassVar[Mapping[str, str]] = {S["3.4"]: "Somebody else has the ANTE here"}

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        # 5.10: the sign calls its unit the betting unit.
        named = (options or {}).items()
        super().__init__({"unit" if name == "betting-unit" else name: value for name, value in named})
        self.decks = S["2.2"].says(1)
        self.shuffler = S["2.3"].says(self.options["device"] == SHUFFLER)
        backs = two_backs(self)
        refused = self.refuse_second_deck(*backs) if backs is not None else None
        if refused is not None:
            raise BadOption(f"{self.id}: {refused.what} [{refused.clause}]; {refused.legal}")

    state_kept = ("antes", "excluded")

    def opening_state(self) -> dict[str, Any]:
        """The deck in play (2.4), who had the ante where in the last round (3.5(b)), and players barred (6.9)."""
        return {"deck": 1, "antes": {}, "excluded": []}

    # -- 1.1, 3.44 and 3.45: hands -------------------------------------------------------------------------

    def value(self, cards: Sequence[Card]) -> HandValue:
        """Which hand the best five of these cards are; an ace is high, and low only below a two in sequence."""
        hand = poker.value(cards)
        category = S["3.44"].says(hand.category)
        return HANDS[hand.category].says(HandValue(Category(category), S["1.1:face-value"].says(hand.ranks)))

    def completed(self, hole: Sequence[Card], board: Sequence[Card], hand: Clause) -> HandValue:
        """The best five of hole cards and communal cards."""
        return hand.says(self.value((*hole, *board)))

    def player_hand(self, hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
        return self.completed(hole, board, S["1.1:players-hand(b)"])

    def dealer_hand(self, hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
        return self.completed(hole, board, S["1.1:dealers-hand(b)"])

    def player_extra_hand(self, hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
        """Hole cards and flop alone."""
        return S["1.1:players-hand(a)"].says(self.value((*hole, *board[:3])))

    def dealer_extra_hand(self, hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
        return S["1.1:dealers-hand(a)"].says(self.value((*hole, *board[:3])))

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        board = t.open_cards(BOARD)
        if hand == BOARD or len(cards) != 2 or len(board) < 3:
            return ""
        return called(self.value((*cards, *board)), beside=beside)

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        board = t.open_cards(BOARD)
        if hand == BOARD or len(cards) != 2 or len(board) != 5:
            return None
        value = self.value((*cards, *board))
        return Worth(value, poker.best_five((*cards, *board), value))

    # -- 2: cards ------------------------------------------------------------------------------------------

    def refuse_second_deck(self, in_play: str, loaded: str) -> Refused | None:
        """2.4: with an automatic shuffler there is a second deck, with backs of another colour."""
        if not self.shuffler:
            return refuse("a second deck without an automatic shuffler", S["2.2"], "one deck")
        if S["2.4"].says(in_play == loaded):
            return refuse(f"two decks with {loaded} backs", S["2.4"], "backs of another colour")
        return None

    # -- 3: wagers -----------------------------------------------------------------------------------------

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        if kind in FOLLOW:
            return refuse(f"{kind} is not a wager to open with", self.street(kind).asked, "after the deal, by an ante")
        if not S["3.1"].says(S["1.1:ante-wager"].says(kind == ANTE)):
            return refuse(f"{kind} is not a wager to open with", S["3.1"], f"{ANTE}, {PLAYER_EXTRA}, {DEALER_EXTRA}")
        refused = self.refuse_area(t, box, player)
        if refused is not None:
            return refused
        there = t.wager(box, player, kind)
        return self.outside_limits(kind, amount + (there.amount if there is not None else 0), S["6.3"])

    def refuse_area(self, t: Table, box: int, player: str) -> Refused | None:
        """3.4 and 6.9: may this player have the ante here at all?"""
        if (excluded := self.refuse_excluded(t, player)) is not None:
            return excluded
        others = [wager for wager in t.on_box(box, ANTE) if wager.player != player]
        if S["3.4"].says(bool(others)) and not self.had_ante(t, box, player):
            return refuse(f"there is an ante on box {box} already", S["3.4"], "one ante an area; another area")
        return None

    def refuse_excluded(self, t: Table, player: str) -> Refused | None:
        if player not in t.state["excluded"]:
            return None
        return refuse(f"{player} is excluded from the game", S["6.9(b)"], "no wagers")

    def had_ante(self, t: Table, box: int, player: str) -> bool:
        """3.5(b): had this player the ante here in the last round, and so comes first?"""
        return S["3.5(b)"].says(bool(t.state["antes"].get(str(box)) == player))

    def make_room(self, t: Table, box: int, player: str, kind: str) -> None:
        """3.5(b): an ante that another put there gives way to one who had it in the last round."""
        for wager in t.on_box(box, ANTE):
            if wager.player != player:
                t.announce(f"{wager.player}'s ante makes way for {player}'s", S["3.5(b)"])
                t.settle(wager, void(S["3.5(b)"]))
                t.unseat(box, wager.player)

    def refuse_side(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | None:
        return self.refuse_excluded(t, player)

    def refuse_taking(self, t: Table, act: Take) -> Refused | None:
        return self.outside_limits(act.wager, act.to, S["6.3"]) if act.to else None

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        """3.3, 3.23 and 3.29: before the round begins, or not at all."""
        if not self.commenced(t):
            return Rejected("wagers are not being taken at this moment")
        kind = act.wager if isinstance(act, Take) else act.wagers[0][0]
        return refuse(f"{kind} after 'no more bets'", BEFORE.get(kind, S["3.3"]), "wait for the next round")

    @ruling("oral-wager", S["3.2"], "a wager that is only spoken is none", facts=SPOKEN)
    @ruling("wager-not-in-chips", S["3.1"], "only chips on a betting area are a wager: there is none",
            facts=(*SPOKEN, Fact("form")))
    def no_wager(self, t: Table, what: Irregular) -> None:
        """The wagers on the layout are what they were."""

    # -- 4: the round --------------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        if self.shuffler:
            t.state["deck"] = S["2.4"].says(3 - t.state["deck"])
        yield from t.shuffle(S["4.1"], self.decks)
        yield from t.cut(S["4.1(b)"], "cut", 2, len(self.pack()) - 2)
        yield from t.gather(S["3.3"])
        t.phase = DEALING
        if not t.all_wagers():
            return
        t.state["antes"] = {str(wager.box): wager.player for wager in t.wagers.values() if wager.kind == ANTE}
        yield from self.deal(t)
        t.phase = DECISIONS
        for street in self.streets:
            yield from self.bet(t, street)
            if not self.needed(t, street):
                break
            dealt, clause = FOLLOW[street.wager]
            yield from t.deal(dealt.says(len(self.cards_after(street))), BOARD, clause, face_up=self.shared)
        yield from self.settlement(t)

    @property
    def shared(self) -> bool:
        """1.1: communal cards lie open in the middle, for players and dealer to use."""
        return S["1.1:communal-cards"].says(True)

    def needed(self, t: Table, street: BettingStreet) -> bool:
        """4.6: are the cards that follow a street still required by a wager? An extra asks for the flop alone."""
        hands = any(self.ante(t, box) is not None for box in t.boxes)
        return S["4.6"].says(hands or bool(t.sides)) if street.wager == FLOP else hands

    def deal(self, t: Table) -> Round[None]:
        """4.3: from the dealer's left, to every area with an ante, then the dealer; face down."""
        boxes = [str(box) for box in S["4.3"].says(tuple(t.clockwise())) if self.ante(t, box) is not None]
        at_a_time = 1 if self.options["dealing"] == "one" else 2
        for _ in range(S["1.1:hole-cards"].says(2) // at_a_time):
            for hand in (*boxes, DEALER):
                if hand == DEALER or self.ante(t, int(hand)) is not None:
                    yield from t.deal(at_a_time, hand, S["4.3"], face_up=False)
        for hand in boxes:
            if hand in t.hands and self.ante(t, int(hand)) is not None:
                t.may_look(hand, int(hand), S["4.4"])

    # -- 4.4 to 4.10: betting rounds -----------------------------------------------------------------------

    def stake(self, wager: str, ante: Cents) -> Cents:
        (size,) = self.street(wager).amounts(ante)
        return size

    def bet(self, t: Table, street: BettingStreet) -> Round[None]:
        """Every hand is acted on before the next communal cards."""
        t.notes["street"], t.notes["acted"] = street.wager, []
        for box in t.clockwise():
            yield from self.decide(t, box)
        t.notes["street"] = ""

    def decide(self, t: Table, box: int) -> Round[None]:
        choice = yield from t.choose(lambda: self.decision_on(t, box))
        if choice is None:
            return
        t.notes["handled"] = True
        t.notes["acted"].append(box)
        if self.gives_up(choice.name):
            self.fold(t, box)
        elif choice.name != "check":
            t.place(box, t.on_box(box, ANTE)[0].player, choice.name, choice.amount or 0)

    def decision_on(self, t: Table, box: int) -> Choose | None:
        """3.5(a), 4.4, 4.7 and 4.9: what the player with the ante may do; None when there is nothing to decide."""
        ante, wager = self.ante(t, box), t.notes.get("street", "")
        if ante is None or not wager or box in t.notes["acted"]:
            return None
        if self.forgot(t, box) and S["5.9(e)(ii)"].says(True):
            return None
        street = self.street(wager)
        return Choose(street.asked, str(box), S["3.5(a)"].says(ante.player), street.offered(self.counted(t, ante)),
                      Barred(self.too_early))

    def too_early(self) -> dict[str, Refused]:
        """4.12: what waits for the settlement."""
        sweeping = refuse("cards are not swept away before the settlement", S["4.12"], "wait")
        return {SWEEP: sweeping} if sweeping is not None else {}

    def gives_up(self, decision: str) -> bool:
        """1.1: a fold ends the hand, a check keeps it."""
        if decision == "check":
            return S["1.1:check"].says(False)
        return S["1.1:fold"].says(decision == "fold")

    def fold(self, t: Table, box: int) -> None:
        """3.6(b)(i) and 3.33(b)(iii): the ante is lost, and every extra on the hand; the dealer's extra is not."""
        t.hands[str(box)].closed = True
        self.correct(t, t.on_box(box))
        for wager in t.on_box(box):
            t.settle(wager, lose(S["3.6(b)(i)"]))
        self.lose_extras(t, box, S["3.33(b)(iii)"])

    def lose_extras(self, t: Table, box: int, clause: Clause) -> None:
        for wager in [wager for wager in t.sides.values() if (wager.box, wager.kind) == (box, PLAYER_EXTRA)]:
            t.settle(wager, lose(clause))

    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        return refuse(f"{act.player} does not play the hand on box {act.hand}", S["3.5(a)"],
                      f"{request.player} decides")

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        lost = {line.clause for line in t.lines if str(line.box) == act.hand and line.wager == ANTE}
        if S["3.6(b)(i)"] in lost:
            return refuse(f"the hand on box {act.hand} has folded", S["3.35"], "nothing until the next round")
        if act.hand.isdecimal() and self.forgot(t, int(act.hand)):
            return self.refuse_without_flop(act.name)
        return None

    # -- 4.11 to 4.13: settlement --------------------------------------------------------------------------

    def settlement(self, t: Table) -> Round[None]:
        if not t.all_wagers():
            return
        t.phase = SETTLEMENT
        yield from t.reveal(DEALER, S["4.11"])
        dealer = t.hands[DEALER].cards
        if len(t.hands[BOARD].cards) == 5:
            t.announce(f"the dealer has {self.dealer_hand(dealer, t.hands[BOARD].cards).category.label}", S["4.11"])
        for box in t.clockwise():
            yield from self.offer_sweep(t, box)
        for box in S["4.13"].says(tuple(t.clockwise())):
            if self.ante(t, box) is not None:
                yield from t.reveal(str(box), S["4.13"])
                self.settle(t, box)
        t.moment(RESULT)

    def offer_sweep(self, t: Table, box: int) -> Round[None]:
        """4.12: who does not want his cards shown loses all that rides on them."""
        choice = yield from t.choose(lambda: self.sweeping(t, box))
        if choice is not None and choice.name == SWEEP:
            t.hands[str(box)].closed = True
            self.correct(t, t.on_box(box))
            for wager in t.on_box(box):
                t.settle(wager, lose(OUTCOMES[wager.kind].unshown))
            self.lose_extras(t, box, S["3.33(b)(ii)"])

    def sweeping(self, t: Table, box: int) -> Choose | None:
        ante = self.ante(t, box)
        if ante is None:
            return None
        riders = any((wager.box, wager.kind) == (box, PLAYER_EXTRA) and wager.player != ante.player
                     for wager in t.sides.values())
        barred = S["4.12(a)"].says(riders)
        why = refuse("another player's extra rides on the hand", S["4.12(a)"], SHOW) if barred else None
        sweep = None if barred else option(SWEEP, S["4.12"])
        show = option(SHOW, S["4.13"])
        return Offer(S["4.12"], str(box), ante.player, options(sweep, show),
                     {SWEEP: why} if why is not None else {}, show)

    def foregone(self, t: Table, request: Choose, others: bool) -> Lapse | None:
        """4.12: all that a player gains who sweeps is that his cards are not turned up. Where they lie open, nobody is
        there to see them or he may not, that is nothing. Whether he is asked may not tell what his cards are."""
        if request.clause != S["4.12"]:
            return None
        may = any(choice.name == SWEEP for choice in request.options)
        return None if may and others and not all(t.hands[request.hand].face_up) else Lapse()

    def settle(self, t: Table, box: int) -> None:
        """4.13: the wagers on one hand."""
        board = t.hands[BOARD].cards
        player = self.player_hand(t.hands[str(box)].cards, board)
        dealer = self.dealer_hand(t.hands[DEALER].cards, board)
        self.correct(t, t.on_box(box))
        for wager in t.on_box(box):
            t.settle(wager, self.result(wager.kind, player, dealer))

    def result(self, kind: str, player: HandValue, dealer: HandValue) -> Result:
        """3.6, 3.36, 3.39 and 3.42: ante, flop, turn or river. Pure: the odds call it too."""
        by = OUTCOMES[kind]
        if S["3.45"].says(player == dealer):
            return S["1.1:stand-off"].says(stand_off(by.level))
        if player < dealer:
            return lose(by.loses)
        if not by.wins.says(player.category >= self.wins_with.get(kind, Category.HIGH_CARD)):
            return stand_off(by.wins)
        (odds, clause), = self.pay[kind].lines.values()
        return win(odds, clause, by.wins)
