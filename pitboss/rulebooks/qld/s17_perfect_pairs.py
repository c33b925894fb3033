"""QLD schedule 17, part 2: perfect pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from pitboss.equipment.cards import Card, is_red, rank, suit
from pitboss.law import Clause, Refused, Result, lose, refuse, win
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BACCARAT, BoxCites, PairWager, more_than_three
from pitboss.table.game import Duty, PayTable, WagerKind
from pitboss.table.sides import FIRST_CARDS, RESULT

# 6: at baccarat a wager is on one of the two hands; what it wins and loses under.
ON_HAND = {"player": (S["6(2)"], S["6(4)"]), "banker": (S["6(1)"], S["6(3)"])}
ON_BOX = (S["7(2)"], S["7(3)"])

# 8 and 9: payout odds by the number of decks.
SIX_DECKS = PayTable("perfect pairs", {
    "mixed pair": ("5 to 1", S["8(a)(i)"]),
    "coloured pair": ("10 to 1", S["8(a)(ii)"]),
    "perfect pair": ("30 to 1", S["8(a)(iii)"]),
}, option=("decks", "6"))
EIGHT_DECKS = PayTable("perfect pairs", {
    "mixed pair": ("6 to 1", S["8(b)(i)"]),
    "coloured pair": ("12 to 1", S["8(b)(ii)"]),
    "perfect pair": ("25 to 1", S["8(b)(iii)"]),
}, option=("decks", "8"))
SIX_SPANISH_DECKS = PayTable("perfect pairs", {
    "mixed pair": ("5 to 1", S["9(a)(i)"]),
    "coloured pair": ("10 to 1", S["9(a)(ii)"]),
    "perfect pair": ("25 to 1", S["9(a)(iii)"]),
}, option=("decks", "6"))
EIGHT_SPANISH_DECKS = PayTable("perfect pairs", {
    "mixed pair": ("6 to 1", S["9(b)(i)"]),
    "coloured pair": ("12 to 1", S["9(b)(ii)"]),
    "perfect pair": ("20 to 1", S["9(b)(iii)"]),
}, option=("decks", "8"))


class PayoutCites(NamedTuple):
    """The section that pays a pair, and its parts for six decks and eight."""

    section: Clause
    six: Clause
    eight: Clause


def pair_of(cards: Sequence[Card]) -> str:
    """2: which pair two cards are, the best it can be called; "" for none."""
    one, other = cards
    if rank(one) != rank(other):
        return ""
    if S["2:perfect-pair"].says(suit(one) == suit(other)):
        return "perfect pair"
    if S["2:coloured-pair"].says(is_red(one) == is_red(other)):
        return "coloured pair"
    return S["2:mixed-pair"].says("mixed pair")


class PerfectPairs(PairWager):
    """That the first two cards of a hand are a pair."""

    name = "perfect pairs"
    law = (
        *AdditionalWager.law, "QLD-17-2:perfect-pair", "QLD-17-2:coloured-pair", "QLD-17-2:mixed-pair",
        "QLD-17-4", "QLD-17-5", "QLD-17-6", "QLD-17-7", "QLD-17-8",
    )
    # 4: the games it is an additional wager for.
    games: ClassVar[tuple[str, ...]] = (BACCARAT, "qld/blackjack", "qld/blackjack-challenge", "qld/soft-17-blackjack")
    # 8: at all of them but Spanish blackjack.
    paid_by: ClassVar = PayoutCites(S["8"], S["8(a)"], S["8(b)"])
    cites = BoxCites(games=S["4"], area=S["5(1)"], limits=S["5(2)"], box=S["7(1)"], three=S["5(3)"], more=S["5(4)"])
    pay_tables = (SIX_DECKS, EIGHT_DECKS)
    choices = (*AdditionalWager.choices, more_than_three(name, S["5(4)"]))
    duties = (Duty("settlement", "take losing perfect pairs wagers away, then pay winning ones", S["7(4)"]),)

    @property
    def box_rule(self) -> Clause | None:
        """7(1): at blackjack."""
        return None if self.at_baccarat else self.cites.box

    @property
    def moment(self) -> str:  # type: ignore[override]
        """7(4): at blackjack after the first two cards; at baccarat with the other wagers, once there is a result."""
        return RESULT if self.at_baccarat else FIRST_CARDS

    def kinds(self) -> tuple[WagerKind, ...]:
        if self.at_baccarat:
            return tuple(
                WagerKind(name, ON_HAND[hand][0], f"that the first two cards of the {hand}'s hand are a pair",
                          f"perfect {hand}")
                for name, hand in self.places().items()
            )
        return (WagerKind(self.name, S["7(2)"], "that the first two cards are a pair", "pairs"),)

    def refuse_decks(self, kind: str) -> Refused | None:
        if self.paid_by.section.says(self.name in self.game.pay):
            return None
        return refuse(f"{kind} with {self.game.decks} decks", self.paid_by.section, "a table with 6 or 8 decks")

    # -- 6 to 9: what becomes of it --------------------------------------------------------------------

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        wins, loses = ON_HAND.get(self.places()[kind], ON_BOX)
        pair = pair_of(facts)
        if not wins.says(bool(pair)):
            return lose(loses)
        odds, line = self.pay.lines[pair]
        return win((self.paid_by.six if self.game.decks == 6 else self.paid_by.eight).says(odds), line, wins)


class SpanishPerfectPairs(PerfectPairs):
    """The same at Spanish blackjack, at odds of its own."""

    law = (*PerfectPairs.law[:-1], "QLD-17-9")
    games = ("qld/spanish-blackjack",)
    paid_by = PayoutCites(S["9"], S["9(a)"], S["9(b)"])
    pay_tables = (SIX_SPANISH_DECKS, EIGHT_SPANISH_DECKS)
