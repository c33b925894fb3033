"""QLD schedule 17, part 13: lucky 6."""

from __future__ import annotations

from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BoxCites, more_than_three
from pitboss.rulebooks.qld.s17_two_hands import THREE_CARDS, TWO_CARDS, SixCites, SixWager
from pitboss.table.game import PayTable, WagerKind

# 60(2): payout odds.
PAYS = PayTable("lucky 6", {
    TWO_CARDS: ("12 to 1", S["60(2):2-card-6"]),
    THREE_CARDS: ("20 to 1", S["60(2):3-card-6"]),
})


class Lucky6(SixWager):
    """That the banker's hand wins with 6, paid by how many cards it has."""

    name = "lucky 6"
    law = (*AdditionalWager.law, "QLD-17-57", "QLD-17-58", "QLD-17-59", "QLD-17-60")
    cites = BoxCites(games=S["57"], area=S["59(1)"], limits=S["59(2)"], three=S["59(3)"], more=S["59(3)"])
    six = SixCites(bet=S["58"], wins=S["60(1)"], other=S["60(3)(d)"], player=S["60(3)(e)"], tie=S["60(3)(f)"])
    pay_tables = (PAYS,)
    choices = (*AdditionalWager.choices, more_than_three(name, S["59(3)"]))

    def kinds(self) -> tuple[WagerKind, ...]:
        note = "that the banker's hand wins with 6; more is paid for one of three cards"
        return (WagerKind(self.name, S["58"], note),)
