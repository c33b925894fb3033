"""QLD schedule 17, part 9: any pair."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.equipment.cards import Card, rank
from pitboss.law import Result, lose, win
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BACCARAT, BoxCites, PairWager, more_than_three
from pitboss.table.game import Duty, PayTable, WagerKind
from pitboss.table.sides import TWO_FACES

# 43(2): payout odds.
PAIR = "pair"
PAYS = PayTable("any pair", {PAIR: ("11 to 1", S["43(2)"])}, otherwise=S["43(3)"])


class AnyPair(PairWager):
    """That the first two cards of a hand are a pair, whatever their suits."""

    name = "any pair"
    law = (*AdditionalWager.law, "QLD-17-40", "QLD-17-41", "QLD-17-42", "QLD-17-43", "QLD-17-44")
    # 40: the games it is an additional wager for.
    games = (BACCARAT, "qld/blackjack", "qld/blackjack-challenge", "qld/soft-17-blackjack")
    looks_at = TWO_FACES
    cites = BoxCites(games=S["40"], area=S["41"], limits=S["42(4)"], box=S["42(1)"], closes=S["42(3)"],
                     three=S["42(5)"], more=S["42(6)"])
    pay_tables = (PAYS,)
    choices = (*AdditionalWager.choices, more_than_three(name, S["42(6)"]))
    duties = (
        Duty("wagers", "let the player of a box place any pair before others do", S["42(2)"]),
        Duty("settlement", "take losing any pair wagers away, then pay winning ones", S["44(1)"]),
        Duty("settlement", "then go on with each player as usual for the game", S["44(2)"]),
    )

    def kinds(self) -> tuple[WagerKind, ...]:
        if self.at_baccarat:
            return tuple(
                WagerKind(name, S["43(1)"], f"that the first two cards of the {hand}'s hand are any pair",
                          f"any {hand}")
                for name, hand in self.places().items()
            )
        return (WagerKind(self.name, S["43(1)"], "that the first two cards are any pair"),)

    # -- 43: what becomes of it ------------------------------------------------------------------------

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        one, other = facts
        if not S["43(1)"].says(rank(one) == rank(other)):
            return lose(S["43(3)"])
        odds, line = self.pay.lines[PAIR]
        return win(odds, line, S["43(1)"])
