"""QLD schedule 17, part 8: 3 card bonus."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.hands import three_card
from pitboss.hands.three_card import ThreeCardCategory
from pitboss.law import Refused, Result, lose, refuse, win
from pitboss.money import Cents
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.table.facts import BOARD, Rejected, Wager
from pitboss.table.game import PayTable, WagerKind
from pitboss.table.sides import RESULT, THREE_CARDS
from pitboss.table.table import Table

NAME = "3 card bonus"

# 39: payout odds.
PAYS = PayTable(NAME, {
    ThreeCardCategory.STRAIGHT_FLUSH: ("40 to 1", S["39:straight-flush"]),
    ThreeCardCategory.THREE_OF_A_KIND: ("25 to 1", S["39:three-of-a-kind"]),
    ThreeCardCategory.STRAIGHT: ("6 to 1", S["39:straight"]),
    ThreeCardCategory.FLUSH: ("4 to 1", S["39:flush"]),
    ThreeCardCategory.PAIR: ("1 to 1", S["39:any-pair"]),
}, otherwise=S["38(b)"])


class ThreeCardBonus(AdditionalWager):
    """That the three community cards are a pair or better."""

    name = NAME
    law = (*AdditionalWager.law, "QLD-17-36", "QLD-17-37", "QLD-17-38", "QLD-17-39")
    # 36: the game it is an additional wager for.
    games = ("qld/mississippi-stud-poker",)
    # 38: whether or not its player has folded.
    moment = RESULT
    looks_at = THREE_CARDS
    needs_game_wager = True
    pay_tables = (PAYS,)

    def kinds(self) -> tuple[WagerKind, ...]:
        return (WagerKind(NAME, S["37(1)"], "that the three community cards are a pair or better", "3 card bonus"),)

    # -- 36 and 37: placing it -------------------------------------------------------------------------

    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        if not S["36"].says(self.game.id in self.games):
            return refuse(f"{kind} at {self.game.title}", S["36"], "another game")
        return self.refuse_layout(kind, S["37(2)"]) or self.outside_limits(kind, amount)

    def outside_limits(self, kind: str, amount: Cents) -> Refused | None:
        return self.game.outside_limits(kind, amount, self.limited_by(S["37(3)"]), self.limits())

    # -- 38 and 39: what becomes of it -----------------------------------------------------------------

    def facts(self, t: Table, wager: Wager) -> tuple[Card, ...] | None:
        """The community cards, once all three lie there."""
        board = t.open_cards(BOARD)
        return board if len(board) == 3 else None

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        hand = S["37(1)"].says(three_card.value(facts))
        if not S["38(a)"].says(hand.category >= ThreeCardCategory.PAIR):
            return lose(S["38(b)"])
        odds, line = self.pay.lines[hand.category]
        return win(odds, line, S["38(a)"])
