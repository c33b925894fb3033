"""MEL chapter 14: why a hand is void."""

from __future__ import annotations

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import refuse_misdeal
from pitboss.law import Refused, schedule
from pitboss.table.acts import Irregular
from pitboss.table.reports import SUPERVISOR, ruling

S = schedule("MEL")


class VoidHands(PokerGame):
    """What makes a hand void in every variation."""

    @ruling("misdeal", S["14.1.1"], "a misdeal", voids=(S["14.1.1"],))
    def misdeal(self, h: Hand, what: Irregular) -> Refused | None:
        """14.1.1: the dealer's own decision, before two players have acted."""
        return refuse_misdeal(h, 1, S["14.1.1"])

    @ruling("defective-deck", S["14.1.1(a)(viii)"], "the deck is defective", by=SUPERVISOR,
            voids=(S["14.1.1(a)(viii)"],))
    def defective_deck(self, h: Hand, what: Irregular) -> None:
        """14.1.1(a)(viii): at any time before the pot is pushed."""
