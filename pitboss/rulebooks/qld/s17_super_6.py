"""QLD schedule 17, part 5: super 6."""

from __future__ import annotations

from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import BoxCites, more_than_three
from pitboss.rulebooks.qld.s17_two_hands import Ended, SixCites, SixWager
from pitboss.table.game import PayTable, WagerKind

# 22(2): payout odds.
WITH_6 = "banker wins with 6"
PAYS = PayTable("super 6", {WITH_6: ("15 to 1", S["22(2)"])})


class Super6(SixWager):
    """That the banker's hand wins with 6, on however many cards."""

    name = "super 6"
    law = (*AdditionalWager.law, "QLD-17-19", "QLD-17-20", "QLD-17-21", "QLD-17-22")
    cites = BoxCites(games=S["19"], area=S["21(1)"], limits=S["21(2)"], three=S["21(3)"], more=S["21(3)"])
    six = SixCites(bet=S["20"], wins=S["22(1)"], other=S["22(3)(a)"], player=S["22(3)(b)"], tie=S["22(3)(c)"])
    pay_tables = (PAYS,)
    choices = (*AdditionalWager.choices, more_than_three(name, S["21(3)"]))

    def kinds(self) -> tuple[WagerKind, ...]:
        return (WagerKind(self.name, S["20"], "that the banker's hand wins with 6"),)

    def on_line(self, banker: Ended) -> str:
        return WITH_6
