"""MEL chapters 3 to 5: the cards, the order of hands, how many may play, and the shuffle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.cardroom.game import PokerGame
from pitboss.equipment.cards import Card
from pitboss.hands import low, poker, quick, stripped
from pitboss.hands.low import LowValue
from pitboss.hands.poker import Category
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.table.definition import BadOption, Duty

S = schedule("MEL")

# 3.1: the decks.
DECKS = {52: S["3.1.1"], 40: S["3.1.2"], 36: S["3.1.3"], 32: S["3.1.4"], 20: S["3.1.5"]}

# 3.2.2: in short decks too the ace is also the lowest card of a small straight.
LOW_ACE = {40: S["3.2.2(a)"], 36: S["3.2.2(b)"], 32: S["3.2.2(c)"]}
SMALL_STRAIGHT = (5,)
DUTIES = (
    Duty("between hands", "count the cards when a higher duties dealer or above asks for it", S["3.3"]),
    Duty("between hands", "shuffle for each round of play", S["5.1"]),
    Duty("between hands", "cut once onto the cutting card; hold the deck in sight above the table", S["5.2"]),
    Duty("between hands", "for a cut put the lower part of the deck on the upper one, each in its order", S["1.1:cut"]),
    Duty("between hands", "change cards that have become unfit", S["5.3.1"]),
    Duty("between hands", "check, shuffle and cut a deck that is wholly new", S["5.3.2"]),
)
# 3.2.1(b): the order of hands with 52 cards.
HANDS = {
    Category.ROYAL_FLUSH: S["3.2.1(b)(i)"],
    Category.STRAIGHT_FLUSH: S["3.2.1(b)(ii)"],
    Category.FOUR_OF_A_KIND: S["3.2.1(b)(iii)"],
    Category.FULL_HOUSE: S["3.2.1(b)(iv)"],
    Category.FLUSH: S["3.2.1(b)(v)"],
    Category.STRAIGHT: S["3.2.1(b)(vi)"],
    Category.THREE_OF_A_KIND: S["3.2.1(b)(vii)"],
    Category.TWO_PAIR: S["3.2.1(b)(viii)"],
    Category.PAIR: S["3.2.1(b)(ix)"],
    Category.HIGH_CARD: S["3.2.1(b)(x)"],
}
ORDER = tuple(HANDS[category] for category in Category)


class PokerCards(PokerGame):
    """Decks, and what hands are worth with them."""

    # 4.1: the line of the table that a game is on.
    most_players: ClassVar[Clause]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        if self.most_players.says(self.deck_size not in self.decks):
            known = ", ".join(map(str, self.decks))
            raise BadOption(f"{self.id}: deck={self.deck_size} is not allowed [{self.most_players}]; it may be {known}")
        self.deck_size = DECKS[self.deck_size].says(self.deck_size)
        if self.deck_size in LOW_ACE:
            self.low_ace = LOW_ACE[self.deck_size].says(True)

    def refuse_players(self, count: int) -> Refused | None:
        """4.1: as many as the table allows for the deck."""
        most = self.most_players.says(self.decks[self.deck_size])
        if count > most:
            return refuse(f"{count} players", self.most_players, f"at most {most} with {self.deck_size} cards")
        return refuse("one player", self.most_players, f"from 2 to {most}") if count < 2 else None

    # Two and three card manila have no straight with a low ace.
    low_ace: bool = True
    # Manila counts a flush above a full house whatever the deck.
    short_order: ClassVar[bool] = False

    def high(self, cards: Sequence[Card]) -> Any:
        """3.2: the best five of these cards, in the order of the deck."""
        if self.deck_size == 52 and not self.short_order:
            hand = quick.ranker()(cards)
            if hand.ranks == SMALL_STRAIGHT:
                hand = S["3.2.1(a)"].says(hand)
            return ORDER[hand.category].says(hand)
        if self.deck_size == 20:
            category, ranks = poker.value(cards)
            return S["3.2.3(b)"].says(poker.HandValue(category, S["3.2.3(a)"].says(ranks)))
        order = S["3.2.2(e)"] if self.short_order else S["3.2.2(d)"]
        return order.says(stripped.value(cards, self.deck_size, low_ace=self.low_ace))  # type: ignore[arg-type]

    def ranked_by(self, category: Category) -> Clause:
        """3.2: with 52 cards each category has a line; short decks have one clause for their order."""
        if self.deck_size == 52:
            return HANDS[category]
        if self.deck_size == 20:
            return S["3.2.3(b)"]
        return S["3.2.2(e)"] if self.short_order else S["3.2.2(d)"]

    def low(self, cards: Sequence[Card]) -> LowValue | None:
        """3.2.1(b)(xi): the lowest five, none above an eight and no two alike; None when there are none."""
        return self.eight(low.ace_to_five(cards))

    def eight(self, hand: LowValue) -> LowValue | None:
        """1.1: five unpaired cards, none above an eight; with less there is no claim to the low half."""
        eight = S["1.1:eight-qualifier"].says(S["3.2.1(b)(xi)"].says(low.eight_or_better(hand)))
        return hand if S["1.1:qualifier"].says(eight) else None
