"""QLD schedule 17, part 4: player pair and banker pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.equipment.cards import Card, rank
from pitboss.law import Result, lose, win
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BACCARAT, HANDS, BoxCites, PairWager, more_than_three
from pitboss.table.game import PayTable, WagerKind
from pitboss.table.sides import RESULT, TWO_FACES

# 18: what each wins and loses under.
ON_HAND = {"player": (S["18(2)"], S["18(5)"]), "banker": (S["18(1)"], S["18(4)"])}
# 18(3): payout odds.
PAYS = PayTable("player pair or banker pair", {
    "player pair": ("11 to 1", S["18(3)(a)"]),
    "banker pair": ("11 to 1", S["18(3)(b)"]),
})


class HandPair(PairWager):
    """That the first two cards of a hand are a pair; it is settled with the other wagers of baccarat."""

    name = "player pair or banker pair"
    law = (*AdditionalWager.law, "QLD-17-15", "QLD-17-16", "QLD-17-17", "QLD-17-18")
    games = (BACCARAT,)
    part = "player banker pair"
    moment = RESULT
    looks_at = TWO_FACES
    cites = BoxCites(games=S["15"], area=S["17(1)"], limits=S["17(2)"], three=S["17(3)"], more=S["17(3)"])
    pay_tables = (PAYS,)
    choices = (*AdditionalWager.choices, more_than_three(part, S["17(3)"]))

    def places(self) -> Mapping[str, str]:
        return {f"{hand} pair": hand for hand in HANDS}

    def kinds(self) -> tuple[WagerKind, ...]:
        return tuple(
            WagerKind(name, ON_HAND[hand][0], f"that the first two cards of the {hand}'s hand are a pair")
            for name, hand in self.places().items()
        )

    # -- 16 and 18: what becomes of it -----------------------------------------------------------------

    def result(self, kind: str, facts: Sequence[Card]) -> Result:
        wins, loses = ON_HAND[self.places()[kind]]
        one, other = facts
        if not S["16"].says(wins.says(rank(one) == rank(other))):
            return lose(loses)
        odds, line = self.pay.lines[kind]
        return win(odds, line, wins)
