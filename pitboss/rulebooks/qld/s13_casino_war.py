"""QLD schedule 13: casino war."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from pitboss.equipment.cards import Card, rank
from pitboss.hands.names import card_name
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, surrender, void, win
from pitboss.money import Cents, Odds, show_amount
from pitboss.rulebooks.qld.s00_front_rule import CARD_DUTIES, TABLE_DUTIES, table_choices
from pitboss.rulebooks.qld.s13_casino_war_irregularities import WarIrregularities
from pitboss.rulebooks.qld.shoe_faults import LaidAgain
from pitboss.rulebooks.qld.shoe_table import box_maximum, cutting, decks_in_play, several_boxes, shoe_or_machine
from pitboss.table.acts import Choice, Place, Take
from pitboss.table.facts import AGAINST_DEALER, DEALER, Rejected, Settled, Worth
from pitboss.table.game import DECISION, Decision, Duty, Look, PayTable, WagerKind
from pitboss.table.hands import hand_at, place_name
from pitboss.table.lobby import SHOE
from pitboss.table.requests import Choose, option, options
from pitboss.table.table import DEALING, DECISIONS, SETTLEMENT, Round, Table

S = schedule("QLD-13")

WAR, TIE, GO_TO_WAR = "casino war", "tie", "go to war"
# 6(2): what becomes of each wager, limb by limb.
WAR_WINS, WAR_LOSES = S["6:casino-war-wager(a)"], S["6:casino-war-wager(b)"]
SURRENDERED = S["6:casino-war-wager(c)"]
AT_WAR_VOID, AT_WAR_LOST = S["6:casino-war-wager(d)"], S["6:casino-war-wager(e)"]
TIE_WINS, TIE_LOSES = S["6:tie-wager(a)"], S["6:tie-wager(b)"]
FIGHT_WINS, FIGHT_LOSES = S["6:go-to-war-wager(a)"], S["6:go-to-war-wager(b)"]

# 12: payout odds.
PAYS = (
    PayTable(WAR, {"higher first card": ("1 to 1", S["12(1)"])}),
    PayTable(TIE, {"equal first cards": ("10 to 1", S["12(2)"])}),
    PayTable(GO_TO_WAR, {
        "higher war card": ("1 to 1", S["12(3)(a)"]),
        "equal war cards": ("2 to 1", S["12(3)(b)"]),
    }),
)


class CasinoWar(WarIrregularities):
    """Casino war."""

    id = "qld/casino-war"
    title = "Casino war"
    category = SHOE
    also_called = "war, high card, casino krieg"
    law: ClassVar[tuple[str, ...]] = ("QLD-13",)
    brief = (
        ("One card for you, one for the dealer; the higher one wins.", S["6:casino-war-wager(a)"]),
        ("Aces are highest, twos lowest; suits do not count.", S["5(2)"]),
        ("Put your wager on 'bet' before the first card.", S["7(3)"]),
        ("If both cards are equal you choose: surrender and give up half, or go to war.", S["16(4)"]),
        ("To go to war you put as much again on 'war', and you and the dealer get one more card.", S["16(5)(b)"]),
        ("A higher war card pays 1 to 1 on the war wager, an equal one 2 to 1; the first comes back.", S["12(3)"]),
        ("A lower war card loses both wagers.", S["6:go-to-war-wager(b)"]),
        ("The tie wager, beside the bet, pays 10 to 1 if the first two cards are equal.", S["12(2)"]),
    )
    kinds = (
        WagerKind(WAR, S["6:casino-war-wager"], "that your card is higher than the dealer's", "bet",
                  compares=AGAINST_DEALER, everyday="bet"),
        WagerKind(TIE, S["6:tie-wager"], "that your first card and the dealer's are equal"),
        WagerKind(GO_TO_WAR, S["6:go-to-war-wager"], "as much again, for one more card each after equal ones", "war",
                  DECISION, AGAINST_DEALER, "war bet"),
    )
    decisions: ClassVar[tuple[Decision, ...]] = (
        Decision("surrender", "give up half your bet and take the other half back", also=("give up", "fold"), key="s",
                 silent=True, past="surrendered", gives_up=True),
        Decision(GO_TO_WAR, key="g", also=("war", "fight"), past="went to war"),
    )
    opening = WAR
    other_words: ClassVar[dict[str, str]] = dict.fromkeys(("bet", "main", "wager", "stake", "ante"), WAR)
    # 3(3): what the areas are marked with.
    look = Look("casino_war", emblem="Ks . Kh / 9d . 4c", printed=("An equal card at war pays 2 to 1",))
    choices = (
        *table_choices(S["11(1)"]),
        decks_in_play(S["4(1)"], "6", "8"),
        several_boxes(S["10(1)"]),
        box_maximum(S["8(2)"]),
        shoe_or_machine(S["24(2)"]),
    )
    pay_tables = PAYS
    deepest = Fraction(1, 2)
    from_shoe = S["4(2)"]
    why_not: ClassVar[Mapping[str, str]] = {
        S["7(4)"]: "Put your BET down first",
        S["7(5)"]: "The TIE may be at most three times your BET",
        S["8(1)"]: "Three players are on this box already",
    }
    duties = (
        *TABLE_DUTIES,
        *CARD_DUTIES,
        *cutting(cut=S["13(1)"], offered=S["13(3)"], to_the_back=S["13(6)"], loaded=S["13(8)"], who=S["14(1)"],
                 refused=S["14(2)"]),
        Duty("shuffle", "a cut may be passed on to another player", S["14(3)"]),
        *cutting(nobody=S["14(4)"], replaced=S["15"]),
        Duty("decisions", "cards of settled wagers go to the discard rack, or into the machine under review",
             S["16(3)"]),
        Duty("settlement", "settle wars from your right, then discard the cards, your own last", S["17(2)"]),
    )

    # -- 6 to 11: what may be wagered ----------------------------------------------------------------------

    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        if kind == GO_TO_WAR:
            return refuse("a go to war wager before the cards", S["7(6)"], "once both first cards are equal")
        if not S["6(1)"].says(kind in self.opens):
            return refuse(f"{kind} is no wager of this game", S["6(1)"], f"{WAR}, {TIE}")
        lies = t.wager(box, player, kind)
        whole = amount + (lies.amount if lies is not None else 0)
        if kind == TIE:
            return self.refuse_tie(t, box, player, whole)
        others = {wager.player for wager in t.on_box(box, WAR)} - {player}
        if not S["8(1)"].says(len(others) < 3):
            return refuse(f"3 on box {box} already", S["8(1)"], "another box")
        return self.refuse_box(t, box, player) or self.refuse_war(t, box, player, whole)

    def refuse_war(self, t: Table, box: int, player: str, whole: Cents) -> Refused | None:
        """8(2), 10(2) and 11(1): the limits on the sign, for each hand and as the operator directs."""
        sign = self.sign(t, player)
        refused = (self.refuse_small_hand(t, box, player, whole)
                   or self.outside_limits(WAR, whole, self.limited_by, sign))
        if refused is None and self.options["box-maximum"] == "total":
            others = sum(wager.amount for wager in t.on_box(box, WAR) if wager.player != player)
            if S["8(2)"].says(others + whole > sign.maximum):
                legal = f"up to {show_amount(max(0, sign.maximum - others))}"
                return refuse(f"the wagers on box {box} pass the maximum together", S["8(2)"], legal)
        return refused

    def refuse_tie(self, t: Table, box: int, player: str, whole: Cents) -> Refused | None:
        """7(4), 7(5) and 11: beside a casino war wager, and within the lower of two limits."""
        war, sign = t.wager(box, player, WAR), self.sign(t, player)
        if war is None or not S["7(4)"].says(True):
            return refuse("tie without a casino war wager", S["7(4)"], "a casino war wager first")
        refused = self.outside_limits(TIE, whole, self.limited_by, sign) or self.over_three_times(whole, war.amount)
        tenth = sign.maximum // 10
        if refused is None and S["11(2)"].says(whole > tenth):
            return refuse(f"tie {show_amount(whole)}", S["11(2)"], f"tie up to {show_amount(tenth)}")
        return refused

    def over_three_times(self, tie: Cents, war: Cents) -> Refused | None:
        if not S["7(5)"].says(tie > 3 * war):
            return None
        return refuse(f"tie {show_amount(tie)} beside {WAR} {show_amount(war)}", S["7(5)"],
                      f"tie up to {show_amount(3 * war)}")

    def refuse_taking(self, t: Table, act: Take) -> Refused | None:
        """What is left is measured like any other wager, and a tie wager beside it with it."""
        tie = t.wager(act.box, act.player, TIE)
        if act.wager == TIE:
            return self.outside_limits(TIE, act.to, self.limited_by, self.sign(t, act.player)) if act.to else None
        if not act.to:
            return refuse("a tie wager alone", S["7(4)"], "take the tie wager first") if tie is not None else None
        refused = self.refuse_war(t, act.box, act.player, act.to)
        return refused or (self.over_three_times(tie.amount, act.to) if tie is not None else None)

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        kinds = {act.wager} if isinstance(act, Take) else {kind for kind, _ in act.wagers}
        mine = {wager.kind for wager in t.on_box(act.box) if act.player in ("", wager.player)}
        if isinstance(act, Take) and not kinds & mine:
            return Rejected(f"{act.player} has no {act.wager} on box {act.box}")
        if not mine:
            return refuse("a wager after the first card", S["7(3)"], "the next round")
        if GO_TO_WAR in mine:
            return refuse("confirmed wagers are not touched", S["9(2)"], "wait for the dealer")
        return refuse("wagers are not touched after the first card", S["9(1)"], "wait for the dealer")

    # -- the round -------------------------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from self.prepare(t)
        yield from t.gather(S["7(3)"])
        if not t.wagers:
            return
        self.entered(t)
        self.carried_over(t)
        while True:
            try:
                yield from self.initial_deal(t)
                yield from self.tied_players_decide(t)
                break
            except LaidAgain:
                continue
        yield from self.war(t)
        self.carry_over(t)

    def initial_deal(self, t: Table) -> Round[None]:
        """16(1): one card face up to each box with a casino war wager, one to the dealer; 16(2): what they decide."""
        t.phase = DEALING
        t.notes |= {"opening": len(t.events), "lines": len(t.lines)}
        for hand in S["16(1)"].says((*map(hand_at, t.clockwise()), DEALER)):
            if hand == DEALER or t.on_box(int(hand), WAR):
                yield from t.deal(1, hand, S["16(1)"])
        t.phase = DECISIONS
        yield from self.see_to_first_cards(t)
        from_the_right = S["16(2)"].says(tuple(t.anticlockwise()))
        for kind in (TIE, WAR):
            for box in from_the_right:
                self.settle_first(t, box, kind)

    def settle_first(self, t: Table, box: int, kind: str) -> None:
        """16(2): ties, and whatever is won or lost by the first cards."""
        for wager in t.on_box(box, kind):
            result = self.first_result(kind, t.hands[hand_at(box)].cards[0], t.hands[DEALER].cards[0])
            if result is not None:
                t.settle(wager, result)
        if not t.on_box(box):
            self.emptied(t, box)

    def emptied(self, t: Table, box: int) -> None:
        """A box without a wager gets no further card."""
        for hand in t.hands_of(box):
            hand.closed = True

    # -- 16(4) and (5): surrender, or go to war --------------------------------------------------------------

    def tied_players_decide(self, t: Table) -> Round[None]:
        for box in t.clockwise():
            for player in tuple(t.boxes[box]):
                choice = yield from t.choose(lambda box=box, player=player: self.decision(t, box, player))  # type: ignore[misc]
                if choice is not None and choice.name == GO_TO_WAR:
                    t.place(box, player, GO_TO_WAR, choice.amount or 0)
                elif choice is not None:
                    self.give_up(t, box, player)

    def decision(self, t: Table, box: int, player: str) -> Choose | None:
        """16(4): each player whose card equals the dealer's, also on a box that others share; None where nothing is
        left to decide."""
        wager = t.wager(box, player, WAR)
        if wager is None or t.wager(box, player, GO_TO_WAR) is not None:
            return None
        if not S["16(4)"].says(self.order(t.hands[hand_at(box)].cards[0], t.hands[DEALER].cards[0]) == 0):
            return None
        amount = S["6:go-to-war-wager"].says(wager.amount)
        offered = options(
            option("surrender", S["16(5)(a)"]),
            option(GO_TO_WAR, S["16(5)(b)"], amount, amount, S["6:go-to-war-wager"]),
        )
        return Choose(S["16(4)"], hand_at(box), player, offered, {})

    def give_up(self, t: Table, box: int, player: str, clause: Clause | None = None) -> None:
        wager = t.wager(box, player, WAR)
        if wager is not None:
            t.settle(wager, self.surrendered(clause))
        if not t.on_box(box):
            self.emptied(t, box)

    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        defined = {GO_TO_WAR: S["2:go-to-war"], "surrender": S["2:surrender"]}.get(act.name)
        hand, dealer = t.hands.get(act.hand), t.hands.get(DEALER)
        if defined is None or hand is None or dealer is None or not hand.cards or not dealer.cards:
            return None
        if self.order(hand.cards[0], dealer.cards[0]):
            return refuse(f"{act.name}: box {act.hand} and the dealer have no equal cards", defined,
                          "when both first cards are equal")
        return refuse(f"{act.name}: box {act.hand} does not decide now", S["16(4)"], "each player in turn")

    # -- 17: the war -------------------------------------------------------------------------------------------

    def war(self, t: Table) -> Round[None]:
        if not self.fighting(t):
            return
        yield from self.war_deal(t)
        t.phase = SETTLEMENT
        yield from t.reveal(DEALER, S["17(2)"])
        for box in [box for box in t.anticlockwise() if self.has_war_card(t, box)]:
            self.settle_war(t, box)
        yield from self.see_to_missing_cards(t)

    def settle_war(self, t: Table, box: int) -> None:
        own, dealers = t.hands[hand_at(box)].cards[1], t.hands[DEALER].cards[1]
        for wager in [*t.on_box(box, GO_TO_WAR), *t.on_box(box, WAR)]:
            t.settle(wager, self.war_result(wager.kind, own, dealers))

    # -- 5, 6 and 12: ranks, results and odds ------------------------------------------------------------------

    def order(self, own: Card, dealers: Card) -> int:
        """5: above nothing where the player's card is higher, below where it is lower."""
        if S["5(1)"].says(rank(own) == rank(dealers)):
            return 0
        return 1 if S["5(2)"].says(rank(own) > rank(dealers)) else -1

    def first_result(self, kind: str, own: Card, dealers: Card) -> Result | None:
        """What the first cards make of a wager; None where equal cards leave it to the player. Pure: the odds call
        it too."""
        order = self.order(own, dealers)
        if kind == TIE:
            if TIE_WINS.says(order == 0):
                return win(self.odds(TIE, "equal first cards"), S["12(2)"], TIE_WINS)
            return lose(TIE_LOSES)
        if WAR_WINS.says(order > 0):
            return win(self.odds(WAR, "higher first card"), S["12(1)"], WAR_WINS)
        return lose(WAR_LOSES) if order < 0 else None

    def surrendered(self, clause: Clause | None = None) -> Result:
        """6(2)(c) and 16(5)(a): half is lost; 27 may be what decides so."""
        cited = (SURRENDERED, S["16(5)(a)"]) if clause is None else (clause, SURRENDERED, S["16(5)(a)"])
        return S["16(5)(a)"].says(surrender(*cited))

    def war_result(self, kind: str, own: Card, dealers: Card) -> Result:
        """What the additional cards make of both wagers of a player at war. Pure: the odds call it too."""
        order = self.order(own, dealers)
        if kind == WAR:
            return lose(AT_WAR_LOST) if order < 0 else void(AT_WAR_VOID)
        if not FIGHT_WINS.says(order >= 0):
            return lose(FIGHT_LOSES)
        line, clause = ("higher war card", S["12(3)(a)"]) if order else ("equal war cards", S["12(3)(b)"])
        return win(self.odds(GO_TO_WAR, line), clause, FIGHT_WINS)

    def odds(self, wager: str, line: str) -> Odds:
        return self.pay[wager].lines[line][0]

    # -- how it is told ------------------------------------------------------------------------------------------

    def said_of(self, t: Table, hand: str) -> str:
        return f"{place_name(hand)} has {self.hand_name(t, hand, t.hands[hand].cards)}"

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        return ", then ".join(card_name(rank(card)) for card in cards)

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        """The first cards decide, and where they are equal the additional ones."""
        return Worth(tuple(map(rank, cards)), cards)

    def decided_by(self, t: Table, line: Settled) -> str:
        hand, dealer = t.hands.get(hand_at(line.box)), t.hands.get(DEALER)
        at_war = AT_WAR_VOID, AT_WAR_LOST, FIGHT_WINS, FIGHT_LOSES
        place = 1 if any(clause in at_war for clause in (line.clause, *line.also)) else 0
        if hand is None or dealer is None or min(len(hand.cards), len(dealer.cards)) <= place:
            return ""
        own, dealers = hand.cards[place], dealer.cards[place]
        names = card_name(rank(own)), card_name(rank(dealers))
        order = self.order(own, dealers)
        if not order:
            return f"equal again at war, {names[0]} and {names[1]}" if place else ""
        return f"{'at war ' * place}{names[0]} {'beats' if order > 0 else 'loses to'} {names[1]}"
