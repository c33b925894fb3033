"""QLD schedule 2(c): blackjack switch. Blackjack with two hands a box, whose second cards may be exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.equipment.cards import Card, rank
from pitboss.law import Clause, Refused, Result, lose, refuse, schedule, void, win
from pitboss.law.results import LOSE
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld.s00_front_rule import table_choices
from pitboss.rulebooks.qld.s02_blackjack import Blackjack, S
from pitboss.rulebooks.qld.s02_blackjack_general import Count, Limb
from pitboss.rulebooks.qld.s02_blackjack_irregularities import CITES
from pitboss.rulebooks.qld.shoe_faults import LastHand, ShortHand
from pitboss.table.acts import Choice, Irregular, Take
from pitboss.table.facts import AGAINST_DEALER, DEALER, Chose, Rejected, Settled, Wager, Worth
from pitboss.table.game import (
    DECISION,
    Decision,
    Duty,
    GameOption,
    Look,
    PayTable,
    WagerKind,
    displaces,
    displacing,
    ruling,
)
from pitboss.table.hands import HandOfCards, hand_at, place_name, read_hand
from pitboss.table.reports import BadFact, Box, Fact, Money, Number, PlayerNamed, SomeCards, WagerNamed, amount_in
from pitboss.table.requests import Choose, Offer, option, options
from pitboss.table.stray import stray_wagers
from pitboss.table.table import DECISIONS, SETTLEMENT, WAGERS, Round, RoundOver, Table

S2C = schedule("QLD-2c")
ORIGINAL, SUPER_MATCH, SWITCH = "original", "super match", "switch"
# 2: an ace and a ten after a switch.
SWITCHED = "switched blackjack"

# 7: payout odds.
WINNING = PayTable(ORIGINAL, {
    "other than a blackjack": ("1 to 1", S2C["7(1)"]),
    "blackjack": ("1 to 1", S2C["7(1)"]),
})
INSURANCE = PayTable("insurance", {"10 point value card": ("2 to 1", S2C["7(2)"])})
FOUR_CARDS = PayTable(SUPER_MATCH, {
    "pair": ("1 to 1", S2C["7(3)(a)"]),
    "2 pairs": ("8 to 1", S2C["7(3)(b)"]),
    "3 of a kind": ("5 to 1", S2C["7(3)(c)"]),
    "4 of a kind": ("40 to 1", S2C["7(3)(d)"]),
}, otherwise=S2C["6(4)(b)"])
# How often ranks come among four cards, most first.
MATCHES = {(2, 1, 1): "pair", (2, 2): "2 pairs", (3, 1): "3 of a kind", (4,): "4 of a kind"}

DECIDED_BY: Mapping[str, Limb] = {
    S2C["6(1)(a)"]: Limb("the dealer is over 22", "the dealer busts with {dealer}"),
    S2C["6(1)(b)"]: Limb("more points than the dealer", "{own} beats {dealer}"),
    S2C["6(1)(c)"]: Limb("blackjack", "blackjack"),
    S2C["6(1)(d)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
    S2C["6(1)(e)"]: Limb("over 21", "you bust with {own}"),
    S2C["6(1)(f)"]: Limb("fewer points than the dealer", "{own} loses to {dealer}"),
    S2C["6(1)(g)"]: Limb("the dealer has a blackjack", "the dealer has blackjack, yours was switched"),
    S2C["6(1)(h)"]: Limb("equal to the dealer", "push at {points}"),
    S2C["6(1)(i)"]: Limb("the dealer has 22", "the dealer has 22, a push"),
    S2C["6(1)(j)"]: Limb("both have a blackjack", "the dealer has blackjack too"),
    S2C["6(2)(a)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
    S2C["6(2)(b)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
    S2C["6(3)(a)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
    S2C["6(3)(b)"]: Limb("the dealer has a blackjack", "the dealer has blackjack"),
}
MATCHED_BY: Mapping[str, str] = {
    S2C["7(3)(a)"]: "a pair in your four cards", S2C["7(3)(b)"]: "two pairs in your four cards",
    S2C["7(3)(c)"]: "three of a kind in your four cards", S2C["7(3)(d)"]: "four of a kind",
    S2C["6(4)(b)"]: "no pair in your four cards",
}


class BlackjackSwitch(Blackjack):
    """Blackjack switch."""

    id = "qld/blackjack-switch"
    title = "Blackjack switch"
    also_called = "switch, 21, twenty-one"
    law = ("QLD-2c", "QLD-2")
    incorporated_by = S2C["1"]
    brief = (
        ("You play two hands, with the same stake on each.", S2C["5(1)(a)"]),
        ("Before anything else you may switch: your two second cards change places.", S2C["2:switch"]),
        ("Then play each hand as at blackjack: draw, stand, double or split.", S["28(1)"]),
        ("The dealer draws on a soft 17. If the dealer gets 22, hands that are not bust stand off.", S2C["6(1)(i)"]),
        ("Every winning hand is paid 1 to 1, a blackjack too; one made by switching is just 21.", S2C["7(1)"]),
        ("Super match is a bet that your four cards hold a pair or better.", S2C["6(4)(a)"]),
        ("When the dealer shows an ace you may insure once, up to half of one stake.", S2C["10"]),
    )
    kinds = displacing((
        WagerKind(ORIGINAL, S2C["5(1)(a)"], "against the dealer, as much on each of the two hands of a box",
                  compares=AGAINST_DEALER, everyday="main bet"),
        WagerKind(SUPER_MATCH, S2C["5(1)(b)"], "that the first four cards of the box hold a pair or better"),
        *(kind for kind in Blackjack.kinds if kind.moment == DECISION),
    ), S["14(1)"])
    matched = displacing((ORIGINAL,), S["14(1)"])
    pay_tables = displacing((WINNING, INSURANCE, FOUR_CARDS), S["15(1)"], S["15(2)"], S["24(4)"], S["25(4)"])
    choices = displacing((
        *table_choices(S["18"]),
        GameOption("decks", "6", ("6", "7", "8"), S2C["4"], "decks of 52 cards"),
        GameOption("several-boxes", "yes", ("yes", "no"), S["10(1)"], "one player may wager on several boxes"),
        GameOption("shoe", "shoe", ("shoe", "machine"), S["20(1)"], "a dealing shoe, or a card machine"),
    ), S["4"], S["8(1)"], S["8(2)"])
    # 3(1): what is printed on the layout.
    look = Look("switch", emblem="As 8h / 8s Ah", printed=(
        "Dealer must draw to a soft 17 or hard 16 and will stand on hard 22", "Blackjack switch",
    ))
    limbs = DECIDED_BY
    decisions = (
        Decision(SWITCH, "the second cards of your two hands change places", also=("swap", "exchange"), key="h",
                 past="switched"),
        Decision("deal", "the hands get cards up to hard 12 or soft 18", by="supervisor"),
    )
    no_decisions = ("even money", "apply to {hand}")
    duties = (
        *(duty for duty in Blackjack.duties if duty.clause not in (S["9(2)"], S["9(3)"])),
        Duty("wagers", "offer the super match wager", S2C["5(1)(b)"]),
        Duty("decisions", "turn the second card of a switched blackjack sideways", S2C["8(6)"]),
    )
    why_not: ClassVar[Mapping[str, str]] = {
        S2C["5(1)(a)"]: "As much on one hand as on the other", S2C["12"]: "That box is another player's",
    }
    cites = CITES._replace(
        table=CITES.table._replace(decks=S2C["4"], announced=S2C["8(2)"]),
        short_hand=ShortHand(one=S2C["13"]),
        last_hand=LastHand(who=S2C["14(1)"], choice=S2C["14:choice"]),
        passed_over=S2C["15(1)"],
        play=CITES.play._replace(
            wager=S2C["5(1)"], turn=S2C["8(2)"], signals=S2C["8(3)"], another=S2C["8(5)"], second=S2C["8(7)"],
            dealers=S2C["8(8)"], skipped=S2C["15(2)"], idle=S2C["16(b)"], double_spared=S2C["6(3)(b)"],
            split_spared=S2C["6(2)(b)"],
        ),
    )

    # -- 5, 10 and 12: wagers ----------------------------------------------------------------------------

    @displaces(S["21(1)"])
    def opening_hands(self, box: int) -> tuple[str, ...]:
        """8(1): four cards a box, in two hands."""
        return hand_at(box, 1), hand_at(box, 2)

    def stakes(self, t: Table, box: int) -> dict[str, Cents]:
        """5(1)(a): what lies on each betting area of a box."""
        return {hand: sum(wager.amount for wager in t.on_box(box, ORIGINAL) if wager.hand == hand)
                for hand in self.opening_hands(box)}

    @displaces(S["14(1)"])
    def lies_with(self, t: Table, box: int, player: str, kind: str) -> str:
        """The area with less on it."""
        stakes = self.stakes(t, box)
        return min(stakes, key=lambda hand: stakes[hand]) if kind == ORIGINAL else ""

    @displaces(S["8(1)"], S["13(1)"])
    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        if not S["13(1)"].says(kind in self.opens):
            instead = self.time_for(kind) if kind in self.later else S["13(3)"]
            return refuse(f"{kind} is no wager to open with here", instead, f"{ORIGINAL} or {SUPER_MATCH}")
        if (refused := self.of_another(t, box, player)) is not None:
            return refused
        stakes = self.stakes(t, box)
        if kind == SUPER_MATCH and not S2C["5(1)(a)"].says(all(stakes.values())):
            return refuse(f"{kind} on a box without its two wagers", S2C["5(1)(a)"], "an original wager on each hand")
        lies = t.wager(box, player, kind)
        whole = amount + (min(stakes.values()) if kind == ORIGINAL else lies.amount if lies else 0)
        small = self.refuse_small_hand(t, box, player, whole) if kind == ORIGINAL else None
        return (self.refuse_box(t, box, player) or self.kept_out(t, player, whole) or small
                or self.outside_limits(kind, whole, self.limited_by, self.sign(t, player)))

    def of_another(self, t: Table, box: int, player: str) -> Refused | None:
        """12: nobody wagers on the hands of another."""
        holder = next((other for other in t.boxes.get(box, ()) if other != player), "")
        if S2C["12"].says(not holder):
            return None
        return refuse(f"box {box} is {holder}'s", S2C["12"], "a box of one's own")

    @displaces(S["8(1)"])
    def refuse_side(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | None:
        return self.of_another(t, box, player) or super().refuse_side(t, box, player, kind, amount)

    @displaces(S["14(1)"])
    def refuse_together(self, t: Table, box: int, player: str) -> Refused | None:
        """5(1)(a): wagers of equal value on the two areas of a box."""
        one, other = self.stakes(t, box).values()
        if S2C["5(1)(a)"].says(one == other):
            return None
        each = f"{ORIGINAL} {show_amount(max(one, other))}"
        lies = f"with {show_amount(min(one, other))} on the other hand" if one and other else "on one hand only"
        return refuse(f"{each} {lies}", S2C["5(1)(a)"], f"{each}, {each}")

    @displaces(S["18"])
    def refuse_taking(self, t: Table, act: Take) -> Refused | None:
        """What is left is measured like any wager; a super match lies only beside the two others."""
        if act.to:
            return self.outside_limits(act.wager, act.to, self.limited_by, self.sign(t, act.player))
        beside = t.wager(act.box, act.player, SUPER_MATCH)
        if act.wager != SUPER_MATCH and not S2C["5(1)(a)"].says(beside is None):
            return refuse(f"{SUPER_MATCH} on a box without its two wagers", S2C["5(1)(a)"],
                          f"take back the {SUPER_MATCH} first")
        return None

    @displaces(S["14(1)"])
    def take_back(self, t: Table, wager: Wager, amount: Cents) -> None:
        """5(1)(a): as much from one area as from the other."""
        for lies in [w for w in t.on_box(wager.box, wager.kind) if w.player == wager.player]:
            t.take(lies, amount)

    @displaces(S["9(5)"])
    def insurance(self, t: Table, box: int, player: str) -> Offer | None:
        """10: one for a box, for up to half of one of the two wagers."""
        return super().insurance(t, box, player) if S2C["10"].says(not t.on_box(box, "insurance")) else None

    @displaces(S["7"])
    def controller(self, t: Table, hand: str) -> str:
        """12(a): one player for a box."""
        return S2C["12"].says(self.players_on(t, hand)[0])

    @displaces(S["9(4)"])
    def refuse_other_player(self, t: Table, request: Choose, act: Choice) -> Refused | None:
        if act.name == "insurance" or request.player == act.player:
            return super().refuse_other_player(t, request, act)
        return refuse(f"box {read_hand(act.hand)[0]} is {request.player}'s", S2C["12"], f"{request.player} decides")

    # -- 6(4) and 8(1): super match ------------------------------------------------------------------------

    @displaces(S["21(2)"])
    def first_cards(self, t: Table) -> None:
        """8(1): super match wagers first, those that lose before those that win."""
        four = {wager.box: self.four_cards(t, wager.box) for wager in t.wagers.values() if wager.kind == SUPER_MATCH}
        decided = [(wager, self.super_match_result(cards)) for box, cards in four.items() if len(cards) == 4
                   for wager in t.on_box(box, SUPER_MATCH)]
        for wager, result in S2C["8(1)"].says(tuple(sorted(decided, key=lambda pair: pair[1].outcome != LOSE))):
            t.settle(wager, result)
        super().first_cards(t)

    def four_cards(self, t: Table, box: int) -> list[Card]:
        """The first four cards of a box."""
        return [card for hand in self.opening_hands(box) if hand in t.hands for card in t.hands[hand].cards[:2]]

    def match_of(self, cards: Sequence[Card]) -> str:
        """What four cards hold, by their face values; "" where no two are alike."""
        return MATCHES.get(tuple(sorted(Counter(map(rank, cards)).values(), reverse=True)), "")

    def super_match_result(self, cards: Sequence[Card]) -> Result:
        """6(4) and 7(3). Pure: the odds call it too."""
        line = self.pay[SUPER_MATCH].get(self.match_of(cards))
        if not S2C["6(4)(a)"].says(line is not None) or line is None:
            return lose(S2C["6(4)(b)"])
        return win(line[0], line[1], S2C["6(4)(a)"])

    # -- 8 and 9: the switch, and blackjacks ---------------------------------------------------------------

    @displaces(S["24(1)"])
    def announce_blackjacks(self, t: Table) -> Round[None]:
        """9(1): not before their players have had the opportunity to switch."""
        yield from ()

    @displaces(S["21(2)"])
    def announce_hand(self, t: Table, hand: str) -> None:
        """8(2): the hands of a box were announced together."""

    @displaces(S["21(2)"])
    def play_box(self, t: Table, box: int) -> Round[None]:
        if box not in t.notes.get("opened", ()):
            yield from self.open_box(t, box)
        yield from super().play_box(t, box)

    def open_box(self, t: Table, box: int) -> Round[None]:
        """8(2) and 9: both hands are announced and may be switched, before blackjacks and all other decisions."""
        # Whose wagers were taken before the deal has no hands.
        if t.on_box(box, ORIGINAL) and any(len(t.hands[hand].cards) < 2 for hand in self.opening_hands(box)):
            yield from self.passed_by(t, box)
        if not t.on_box(box, ORIGINAL) or box in t.notes.get("skipped", ()):
            return
        for hand in self.opening_hands(box):
            super().announce_hand(t, hand)
        choice = yield from t.choose(lambda: self.switching(t, box))
        if box in t.notes.get("skipped", ()):
            return
        t.notes["opened"] = [*t.notes.get("opened", ()), box]
        if choice is not None:
            self.switch(t, box)
        for hand in self.opening_hands(box):
            yield from self.announce_blackjack(t, hand)

    def switching(self, t: Table, box: int) -> Offer | None:
        """8(4): before anything else is decided for the box; 9(1): also for a blackjack; 16(a): not for who is idle."""
        hands = self.opening_hands(box)
        if not t.on_box(box, ORIGINAL) or box in t.notes.get("skipped", ()) or self.left_to_idle(t, box):
            return None
        if any(self.counted(t, hand).blackjack for hand in hands) and not S2C["9(1)"].says(True):
            return None
        barred = {name: refused for name, refused in self.barred(t, t.hands[hands[0]]).items() if name != SWITCH}
        return Offer(S2C["8(2)"], hand_at(box), self.controller(t, hands[0]), options(option(SWITCH, S2C["8(4)"])),
                     barred)

    def left_to_idle(self, t: Table, box: int) -> bool:
        """16(a): the cards of who does not act are not switched."""
        return box in t.notes.get("idle", {}) and S2C["16(a)"].says(True)

    def switch(self, t: Table, box: int) -> None:
        """2 and 8(5): the second cards of the two hands change places."""
        first, second = (t.hands[hand] for hand in self.opening_hands(box))
        first.cards[1], second.cards[1] = S2C["2:switch"].says((second.cards[1], first.cards[1]))
        t.notes["switched"] = [*t.notes.get("switched", ()), first.name, second.name]
        for hand in (first, second):
            count = self.counted(t, hand.name)
            t.announce(f"{place_name(hand.name)} has {count.points}", S2C["8(5)"])
            if count.special == SWITCHED:
                t.announce(f"{SWITCHED} in {place_name(hand.name)}: turn its second card sideways", S2C["8(6)"])

    @displaces(S["2:blackjack"])
    def counted(self, t: Table, hand: str) -> Count:
        count = super().counted(t, hand)
        return self.after_switch(count) if hand in t.notes.get("switched", ()) else count

    def after_switch(self, count: Count) -> Count:
        """9(3): an ace with a ten counts 21 in a switched hand and is no blackjack; 2: it is a switched one."""
        if not count.blackjack:
            return count
        return count._replace(blackjack=S2C["9(3)"].says(False), special=S2C["2:switched-blackjack"].says(SWITCHED))

    @displaces(S["24(1)"], S["24(4)"])
    def announce_blackjack(self, t: Table, hand: str) -> Round[None]:
        """9(2): paid at once, or held as at blackjack until the dealer's second card. There is no even money: a
        blackjack is paid 1 to 1 in any case."""
        yield from ()
        first = self.first_value(t)
        if first is None or not self.on_hand(t, hand) or not self.counted(t, hand).blackjack:
            return
        t.hands[hand].closed = True
        if not S2C["9(2)"].says(2 <= first <= 9):
            t.announce("blackjack: held until the dealer's second card", S["24(2)"])
            return
        t.announce("blackjack: pay it and remove the cards", S2C["9(2)"])
        for wager in self.on_hand(t, hand):
            t.settle(wager, self.blackjack_wins(S2C["9(2)"]))

    @displaces(S["24(4)"])
    def barred(self, t: Table, hand: HandOfCards | None = None) -> dict[str, Refused]:
        tried = {
            "even money": refuse("even money", S2C["7(1)"], "a blackjack is paid 1 to 1"),
            SWITCH: refuse(SWITCH, S2C["8(4)"], "before any other decision for the box"),
        }
        if hand is not None and t.on_box(hand.box, "insurance"):
            tried["insurance"] = refuse("a second insurance wager", S2C["10"], "one for each box")
        return super().barred(t, hand) | {name: refused for name, refused in tried.items() if refused is not None}

    @displaces(S["21(2)"])
    def refuse_out_of_turn(self, t: Table, act: Choice) -> Refused | None:
        box = read_hand(act.hand)[0]
        if act.name == SWITCH and box in t.boxes:
            if box in t.notes.get("idle", {}):
                return refuse(f"the cards of box {box} are not switched", S2C["16(a)"], "nothing; its player is idle")
            if box in t.notes.get("opened", ()):
                return self.barred(t).get(SWITCH)
            return refuse(f"box {box} does not act now", S2C["8(2)"], "from the dealer's left, each box in turn")
        if act.name == "insurance" and t.on_box(box, "insurance"):
            return refuse("a second insurance wager", S2C["10"], "one for each box")
        return super().refuse_out_of_turn(t, act)

    # -- 11: the dealer ------------------------------------------------------------------------------------

    @displaces(S["29(1)"])
    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        """11: until hard 17 or soft 18; 1: where that differs from blackjack, it applies."""
        plain = super().dealer_draws(cards)
        count = self.count(cards)
        own = S2C["11"].says(count.points < (18 if count.soft else 17))
        return own if S2C["1"].says(own != plain) else plain

    # -- 6 and 7: results and odds -------------------------------------------------------------------------

    @displaces(S["14(2)(a)"], S["14(2)(b)"], S["14(2)(c)"], S["14(2)(d)"], S["14(2)(e)"], S["14(2)(f)"], S["14(2)(g)"],
               S["15(1)"])
    def result(self, kind: str, player: Count, dealer: Count, added: tuple[str, ...] = ()) -> Result:
        if added and dealer.blackjack:
            return self.original_only(kind, added)
        if S2C["6(1)(e)"].says(player.points > 21):
            return lose(S2C["6(1)(e)"])
        if S2C["6(1)(g)"].says(dealer.blackjack and player.special == SWITCHED):
            return lose(S2C["6(1)(g)"])
        if S2C["6(1)(d)"].says(dealer.blackjack and not player.blackjack):
            return lose(S2C["6(1)(d)"])
        if S2C["6(1)(j)"].says(dealer.blackjack and player.blackjack):
            return void(S2C["6(1)(j)"])
        if S2C["6(1)(c)"].says(player.blackjack):
            return self.blackjack_wins(S2C["6(1)(c)"])
        if S2C["6(1)(i)"].says(dealer.points == 22):
            return void(S2C["6(1)(i)"])
        if S2C["6(1)(h)"].says(player.points == dealer.points):
            return void(S2C["6(1)(h)"])
        if S2C["6(1)(a)"].says(dealer.points > 22):
            return win(self.odds("other than a blackjack"), S2C["7(1)"], S2C["6(1)(a)"])
        if S2C["6(1)(b)"].says(player.points > dealer.points):
            return win(self.odds("other than a blackjack"), S2C["7(1)"], S2C["6(1)(b)"])
        return lose(S2C["6(1)(f)"])

    @displaces(S["15(2)"], S["24(3)"])
    def blackjack_wins(self, clause: Clause) -> Result:
        """7(1), at once under 9(2) or after the dealer's second card."""
        also = () if clause == S2C["6(1)(c)"] else (clause,)
        return win(self.odds("blackjack"), S2C["7(1)"], S2C["6(1)(c)"], *also)

    @displaces(S["14(3)(h)"], S["14(3)(i)"], S["26(5)"], S["27(5)"])
    def original_only(self, kind: str, added: tuple[str, ...]) -> Result:
        """6(2) and (3): a dealer's blackjack takes the original wager and not what was added to it."""
        takes = {"split": S2C["6(2)(a)"], "double down": S2C["6(3)(a)"]}
        spares = {"split": S2C["6(2)(b)"], "double down": S2C["6(3)(b)"]}
        if kind in spares:
            return void(spares[kind])
        result = lose(*(takes[way] for way in added))
        for way in added[1:]:
            result = takes[way].says(result)
        return result

    @displaces(S["25(4)"])
    def insurance_result(self, second: Card) -> Result:
        """7(2): 2 to 1, won and lost as at blackjack."""
        won = S["25(4)"].says(self.value(second) == 10)
        return win(self.pay["insurance"].lines["10 point value card"][0], S2C["7(2)"]) if won else lose(S["25(4)"])

    # -- how hands are spoken of ---------------------------------------------------------------------------

    @displaces(S["14(2)(a)"])
    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        """A dealer's 22 is no bust."""
        named = super().hand_name(t, hand, cards, beside=beside)
        return named.removesuffix(", bust") if self.stands_off(t, hand) else named

    @displaces(S["14(2)(a)"])
    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        return None if self.stands_off(t, hand) else super().hand_worth(t, hand, cards)

    def stands_off(self, t: Table, hand: str) -> bool:
        """6(1)(i): is it a dealer's 22, which beats no hand and loses to a blackjack only?"""
        return hand == DEALER and self.counted(t, hand).points == 22

    @displaces(S["14(2)(b)"])
    def decided_by(self, t: Table, line: Settled) -> str:
        return MATCHED_BY.get(line.clause, "") if line.wager == SUPER_MATCH else super().decided_by(t, line)

    def cheered(self, t: Table, line: Settled) -> str:
        return "Blackjack!" if S2C["6(1)(c)"] in line.also else ""

    # -- 13 to 17: irregularities --------------------------------------------------------------------------

    @displaces(S["14(1)"])
    def opened_with(self, wager: Wager) -> str:
        return wager.hand

    @ruling(
        "no-cards", "short_hand.one", "retract, or receive the missing cards when the box is acted on",
        when=lambda self, t, what: t.phase == DECISIONS and self.acted(t),
    )
    def box_without_cards(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.offer_retraction(t, self.box_with(t, what, 0), S2C["13"])

    @displaces(S["42"])
    def idle_draws(self, count: Count) -> bool:
        """16(b): hard 11 or less, soft 17 or less."""
        return S2C["16(b)"].says(count.points <= (17 if count.soft else 11))

    @displaces(S["21(3)"])
    @ruling(
        "spoken-decision", "play.signals", "only a switch is spoken; chips double and split, a signal draws or stands",
        when=lambda self, t, what: t.phase == DECISIONS, facts=(Box(), PlayerNamed(), Fact("decision")),
    )
    def spoken_decision(self, t: Table, what: Irregular) -> None:
        if what.get("decision") == SWITCH:
            raise BadFact("a switch is told to the dealer: it is decided so")

    @displaces(S["36(1)"], S["36(2)"])
    def box_with(self, t: Table, what: Irregular, cards: int) -> int:
        """13: a box with fewer than four cards, or with none."""
        box = t.box_of(what)
        held = len(self.four_cards(t, box))
        if held > 3 or (held > 0) != (cards > 0):
            raise BadFact(f"box {box} holds {held} cards")
        return box

    @displaces(S["37(2)"])
    @ruling(
        "last-player-skipped", "last_hand.choice", "retract, or be dealt to before the dealer's second card",
        when=lambda self, t, what: self.last_to_play(t, what.get("box")) and not what.get("dealer")
        and S2C["14(1)"].says(self.no_second(t, t.box_of(what)) and self.dealer_cards(t) == 1),
        facts=(Box(need=True), Number("cards", most=4), SomeCards("dealer")),
    )
    def no_second_card(self, t: Table, what: Irregular) -> Round[None]:
        yield from super().no_second_card(t, what)

    @displaces(S["36(2)"], S["37(1)"])
    def cards_held(self, what: Irregular) -> int | None:
        """Reports tell of the cards of a box, which lie in two hands."""
        return super().cards_held(what) if "dealer" in what.kind else None

    @displaces(S["21(1)"])
    def deal(self, t: Table) -> Round[None]:
        """17(b): others may retract once a hand was dealt to a wager that is alone on its box."""
        self.void_lone_hands(t)
        yield from super().deal(t)
        asked = any(isinstance(event, Chose) and event.clause == S2C["17(b)"] for event in t.events)
        if not asked and any(line.clause == S2C["17(a)"] for line in t.lines):
            yield from self.others_may_retract(t)

    @ruling(
        "one-wager", S2C["17(a)"], "the hand of a box with one wager is void, and all others may retract",
        when=lambda self, t, what: t.phase != SETTLEMENT,
        facts=(Box(need=True), PlayerNamed(need=True), WagerNamed(), Money(need=True), Money("super-match"),
               SomeCards(need=True)),
    )
    def one_wager(self, t: Table, what: Irregular) -> Round[None]:
        """17: told while wagers are gathered, it is noticed when the cards lie."""
        box, player = self.stray_box(t, what), what.get("player")
        if what.get("wager", ORIGINAL) != ORIGINAL:
            raise BadFact(f"wager={what.get('wager')} is not the {ORIGINAL} of a box")
        wagers = [(ORIGINAL, amount_in(what)), *stray_wagers(what, (SUPER_MATCH,))]
        t.out_of_play(what.get("cards"))
        for kind, amount in wagers:
            t.place(box, player, kind, amount, hand_at(box, 1) if kind == ORIGINAL else "", lone=True)
        if t.phase != WAGERS:
            self.void_lone_hands(t)
            yield from self.others_may_retract(t)

    def void_lone_hands(self, t: Table) -> None:
        """17(a): what lies on a box with one wager is void."""
        for box in sorted({wager.box for wager in t.wagers.values() if wager.marks.get("lone")}):
            t.void_wagers(t.on_box(box), S2C["17(a)"])
            del t.boxes[box]
        if not t.wagers:
            raise RoundOver

    def others_may_retract(self, t: Table) -> Round[None]:
        yield from t.offer_retract(S2C["17(b)"])
        if not t.wagers:
            raise RoundOver
