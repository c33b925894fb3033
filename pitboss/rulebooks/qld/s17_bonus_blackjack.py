"""QLD schedule 17, part 7: bonus blackjack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import ClassVar, NamedTuple

from pitboss.equipment.cards import Card, rank, suit
from pitboss.law import Clause, Refused, Result, lose, refuse, win
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld.s00_front_rule import R
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BoxCites, PlayedWager
from pitboss.table.facts import Wager
from pitboss.table.game import Duty, GameOption, PayTable, WagerKind
from pitboss.table.limits import Sign
from pitboss.table.table import Table

NAME, SUIT = "bonus blackjack", "nominated-suit"
SUITS = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
DOLLAR: Cents = 1_00

# 33(1): the hands it wins with, by their ranks, and the clause of each.
FIVES, SEVENS, RUN = (5, 5, 5, 6), (7, 7, 7), (6, 7, 8)
WINS = {FIVES: S["33(1)(a)"], SEVENS: S["33(1)(b)"], RUN: S["33(1)(c)"]}
NAMES = {FIVES: "5-5-5-6", SEVENS: "7-7-7", RUN: "6-7-8"}
NOMINATED = "nominated blackjack"
# All that is not yet one of them and may still become one.
ON_THE_WAY = {part for ranks in NAMES for size in range(len(ranks)) for part in combinations(ranks, size)}


def pay_table(decks: str, suited_run: tuple[str, Clause]) -> PayTable:
    """33(2): sums for the wager of a dollar; one of them hangs on the decks."""
    return PayTable(NAME, {
        "suited 5-5-5-6": ("$25000", S["33(2)(a)(i)"]),
        "unsuited 5-5-5-6": ("$1500", S["33(2)(a)(ii)"]),
        "suited 7-7-7": ("$5000", S["33(2)(b)(i)"]),
        "unsuited 7-7-7": ("$500", S["33(2)(b)(ii)"]),
        "suited 6-7-8": suited_run,
        "unsuited 6-7-8": ("$50", S["33(2)(c)(ii)"]),
        NOMINATED: ("$175", S["33(2)(d)"]),
    }, option=("decks", decks))


class BonusFacts(NamedTuple):
    """The cards of the hand that decides; is it one of a split; and has the dealer a blackjack?"""

    cards: tuple[Card, ...]
    split: bool = False
    beaten: bool = False


class BonusBlackjack(PlayedWager):
    """A dollar that the hand is one of four that the sign shows."""

    name = NAME
    law = (*AdditionalWager.law, *(f"QLD-17-{section}" for section in range(30, 36)))
    # 30: the game it is an additional wager for.
    games = ("qld/blackjack",)
    cites = BoxCites(games=S["30"], area=S["31"], limits=S["31"], box=S["32(1)"], closes=S["32(2)"])
    pay_tables = (
        pay_table("6", ("$800", S["33(2)(c)(i)(B)"])), pay_table("8", ("$750", S["33(2)(c)(i)(A)"])),
    )
    choices = (
        *AdditionalWager.choices,
        GameOption(SUIT, "hearts", tuple(SUITS), S["33:nominated-blackjack"],
                   "the suit whose blackjack wins a bonus blackjack wager"),
    )
    duties = (
        Duty("wagers", "have the sums of bonus blackjack, and the suit nominated, on a sign", S["31"]),
        Duty("settlement", "take a bonus blackjack that cannot win once the hand gets no more cards", S["34(2)"]),
        Duty("settlement", "leave a winning bonus blackjack in place", S["34(3)"]),
        Duty("settlement", "settle it after all blackjack wagers are settled", S["34(4)"]),
    )
    why_not: ClassVar[Mapping[str, str]] = {S["32(1)"]: "Play the box yourself: bet on it first"}

    def kinds(self) -> tuple[WagerKind, ...]:
        return (WagerKind(NAME, S["33(1)"], "a dollar that the hand is 5-5-5-6, 7-7-7, 6-7-8 or a nominated blackjack",
                          "bonus"),)

    # -- 30 to 32: placing it --------------------------------------------------------------------------

    def limits(self) -> Sign:
        """31: a dollar, no less and no more."""
        return Sign(DOLLAR, DOLLAR, DOLLAR)

    def outside_limits(self, kind: str, amount: Cents) -> Refused | None:
        """31; QLD-0-7(a): at a table for lessons a dollar is too little for any wager."""
        if self.at_lessons:
            return refuse(f"{kind}, a dollar, at a table for lessons", R["7(a)"], "wagers of 2 to 10")
        if S["31"].says(amount == DOLLAR):
            return None
        return refuse(f"{kind} {show_amount(amount)}", S["31"], f"{kind} 1")

    def offered(self) -> bool:
        return super().offered() and not self.at_lessons

    @property
    def at_lessons(self) -> bool:
        return R["7(a)"].says(self.game.options.get("teaching") == "yes")

    def refuse_decks(self, kind: str) -> Refused | None:
        if S["30"].says(self.name in self.game.pay):
            return None
        return refuse(f"{kind} with {self.game.decks} decks", S["30"], "a table with 6 or 8 decks")

    def refuse_dealt(self, t: Table, kind: str) -> Refused | None:
        """32(2): before any card in a round is out of the shoe, dealt or not."""
        if S["32(2)"].says(not t.seen):
            return None
        return refuse(f"{kind} once a card is out of the shoe", S["32(2)"], "the next round")

    def has_base(self, t: Table, box: int, player: str) -> bool:
        """32(1): who controls the box."""
        return box in t.boxes and t.boxes[box][0] == player

    def refuse_bare(self, t: Table, box: int, player: str, kind: str) -> Refused | None:
        if S["32(1)"].says(self.has_base(t, box, player)):
            return None
        return refuse(f"{kind} of {player}, who does not control box {box}", S["32(1)"], "a box that one controls")

    # -- 33 to 35: what becomes of it ------------------------------------------------------------------

    def facts(self, t: Table, wager: Wager) -> BonusFacts | None:
        """The hand, once it gets no more cards, when it is time to settle the wager."""
        facts = self.complete(t, wager)
        return facts if facts is not None and self.due(t, wager, facts) else None

    def complete(self, t: Table, wager: Wager) -> BonusFacts | None:
        """32(3): the hand of the box on whose area the chips lie; 35: the first of split hands."""
        hands = t.hands_of(S["32(3)"].says(wager.box))
        hand = next(iter(S["35"].says(tuple(hands)) if len(hands) > 1 else hands), None)
        if hand is None or not hand.closed:
            return None
        return BonusFacts(tuple(hand.cards), hand.split, self.blackjack.dealer_count(t).blackjack)

    def decided_already(self, t: Table, wager: Wager) -> BonusFacts | None:
        """34(3): one that has won stays, though its player takes the wager on the hand back."""
        facts = self.complete(t, wager)
        return facts if facts is not None and self.event(facts) else None

    def due(self, t: Table, wager: Wager, facts: BonusFacts) -> bool:
        """34: is it settled now?"""
        own = any(self.blackjack.stake_on(t, hand.name, wager.player) for hand in t.hands_of(wager.box))
        if self.event(facts):
            if S["34(1)(b)"].says(facts.beaten):
                return not own
            return not S["34(4)"].says(S["34(3)"].says(bool(t.wagers)))
        # 34(1): one beside a blackjack that waits for the dealer's card waits with it.
        return S["34(2)"].says(not (own and self.waits(facts)))

    def event(self, facts: BonusFacts) -> str:
        """33(1): the hand that wins; "" for none."""
        cards, split, _ = facts
        suited = "suited" if len(set(map(suit, cards))) == 1 else "unsuited"
        for ranks, name in NAMES.items():
            if len(cards) == len(ranks) and WINS[ranks].says(tuple(sorted(map(rank, cards))) == ranks):
                return f"{suited} {name}"
        if S["33(1)(d)"].says(self.blackjack.is_blackjack(cards, split) and self.nominated(cards)):
            return NOMINATED
        return ""

    def nominated(self, cards: Sequence[Card]) -> bool:
        """33(3): both cards of the suit that the sign names."""
        return S["33:nominated-blackjack"].says({suit(card) for card in cards} == {*self.suits_named()})

    def suits_named(self) -> tuple[str, ...]:
        return (SUITS[self.game.options[SUIT]],)

    def may_change(self, cards: Sequence[Card]) -> bool:
        """33(1): while the hand is on its way to one that wins, which counts 21 and gets no further card."""
        towards = tuple(sorted(map(rank, cards))) in ON_THE_WAY
        return towards or (len(cards) == 1 and self.blackjack.value(cards[0]) in (10, 11) and self.nominated(cards))

    def after_split(self, one: Card, other: Card) -> tuple[Card, ...]:
        """35: the first alone."""
        return (one,)

    def played(self, cards: Sequence[Card], split: bool) -> BonusFacts:
        return BonusFacts(tuple(cards), split)

    def result(self, kind: str, facts: BonusFacts) -> Result:
        event = self.event(facts)
        if not event:
            return lose(S["34(1)(a)"] if facts.beaten and self.waits(facts) else S["34(2)"])
        odds, line = self.pay.lines[event]
        return win(odds, line)

    def waits(self, facts: BonusFacts) -> bool:
        """34(1): is it beside a blackjack, which the dealer's may take?"""
        return self.blackjack.is_blackjack(facts.cards, facts.split)
