"""MEL 14.3: cards that are dealt out of sequence in a draw."""

from __future__ import annotations

from pitboss.cardroom.facts import WRONG_ORDER, place_in
from pitboss.cardroom.game import DRAW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.repairs import serve_now
from pitboss.law import schedule
from pitboss.table.acts import Irregular
from pitboss.table.reports import ruling

S = schedule("MEL")


class DrawIrregularities(PokerGame):
    """What goes wrong in a draw."""

    @ruling("wrong-dealing-order", S["14.3"], "the player keeps them; the next cards go to those who were passed over",
            lambda game, h, what: h.stage == DRAW and what.yes("looked"), facts=WRONG_ORDER)
    def out_of_sequence(self, h: Hand, what: Irregular) -> None:
        """14.3: of a player who has looked at them; after him in sequence, from the one who should have had them."""
        serve_now(h, S["14.3"].says(place_in(h, what)))
