"""QLD schedule 2(d): soft 17 blackjack. Blackjack, but for what the dealer draws to."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.equipment.cards import Card
from pitboss.law import schedule
from pitboss.rulebooks.qld.s02_blackjack import Blackjack, S
from pitboss.table.game import Look, displaces

S2D = schedule("QLD-2d")


class Soft17Blackjack(Blackjack):
    """Soft 17 blackjack."""

    id = "qld/soft-17-blackjack"
    title = "Soft 17 blackjack"
    also_called = "21, twenty-one, h17, hit soft 17"
    brief = (
        ("This is blackjack with one change: the dealer also draws on a 17 in which an ace counts 11.", S2D["3"]),
        ("Come closer to 21 than the dealer without going over.", S["14(2)(b)"]),
        ("Draw, stand, double or split as at any blackjack table.", S["21(2)"]),
        ("An ace with a ten or a picture, as your first two cards, is blackjack and pays 3 to 2.", S["15(2)"]),
    )
    law = ("QLD-2d", "QLD-2")
    incorporated_by = S2D["1"]
    # 2(1): what is printed on the layout.
    look = Look("blackjack", emblem="As 6h", printed=(
        "Dealer must draw on a soft 17 and will stand on a hard 17", "Soft 17 blackjack",
    ))

    @displaces(S["29(1)"])
    def dealer_draws(self, cards: Sequence[Card]) -> bool:
        """3: until hard 17 or soft 18; 1: where that differs from blackjack, it applies."""
        plain = super().dealer_draws(cards)
        count = self.count(cards)
        own = S2D["3"].says(count.points < (18 if count.soft else 17))
        return own if S2D["1"].says(own != plain) else plain
