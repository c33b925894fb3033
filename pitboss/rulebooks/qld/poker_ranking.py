"""The poker hands of five cards that Queensland's schedules of poker against the house define alike (3, 11, 11(a) and
15): what makes each, and which of two is higher. A schedule puts its own clauses into `ranked`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause
from pitboss.table.reports import have

WITH_ODD_CARDS = (Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND)
STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
OF_ONE_SUIT = (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


class HigherHand(NamedTuple):
    """How two hands are compared."""

    # By their kind, and within a kind by face values, in the order of the cards.
    kinds: Clause
    face_values: Clause
    cards: Clause
    # Suits do not count, and hands alike in all else are a stand off.
    suits: Clause
    same: Clause


class RankCites(NamedTuple):
    """The clauses of a schedule on its poker hands."""

    hands: Mapping[Category, Clause]
    # What an odd card is, where a schedule says so.
    odd_card: Clause | None
    ace_low: Clause
    # That these are the hands, and that each is made so, where a schedule has clauses of their own for it.
    defined: tuple[Clause, ...] = ()
    # A schedule without a dealer's hand compares none; that suits are alike then tells of hands of one suit.
    compared: HigherHand | None = None
    suits: Clause | None = None


class PokerRanking:
    """Hands of five cards, and the best five of more."""

    ranked: ClassVar[RankCites]

    def value(self, cards: Sequence[Card]) -> HandValue:
        """Which poker hand these cards are."""
        hand, cites = poker.value(cards), self.ranked
        if hand.category in STRAIGHTS and hand.ranks == (5,):
            hand = cites.ace_low.says(hand)
        if hand.category in WITH_ODD_CARDS and cites.odd_card is not None:
            hand = cites.odd_card.says(hand)
        if hand.category in OF_ONE_SUIT and cites.suits is not None:
            hand = cites.suits.says(hand)
        for clause in cites.defined:
            hand = clause.says(hand)
        return cites.hands[hand.category].says(hand)

    def higher(self, hand: HandValue, other: HandValue) -> bool:
        """Does one hand rank above another?"""
        cites = have(self.ranked.compared)
        if hand.category != other.category:
            return cites.kinds.says(hand.category > other.category)
        return cites.face_values.says(cites.cards.says(hand.ranks > other.ranks))

    def level(self, hand: HandValue, other: HandValue) -> bool:
        """Are two hands alike in kind and face values?"""
        cites = have(self.ranked.compared)
        return cites.same.says(cites.suits.says(hand == other))
