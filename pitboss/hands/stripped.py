"""Poker hands of short decks, where a flush beats a full house and the ace may stand below the lowest card."""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.equipment.cards import Card, rank
from pitboss.equipment.decks import DeckKind, deck
from pitboss.hands import poker


class ShortDeckCategory(IntEnum):
    """The kinds of hand, lowest first.

    >>> ShortDeckCategory.FLUSH > ShortDeckCategory.FULL_HOUSE
    True
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FULL_HOUSE = 5
    FLUSH = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.lower().replace("_", " ")


class ShortDeckValue(NamedTuple):
    """Compares as a tuple: the category, then the ranks that break a tie, most significant first."""

    category: ShortDeckCategory
    ranks: tuple[int, ...]

    def corrupted(self) -> "ShortDeckValue":
        """Another hand altogether: what the kill test puts in its place."""
        if self.category == ShortDeckCategory.HIGH_CARD:
            return ShortDeckValue(max(ShortDeckCategory), (14,))
        return ShortDeckValue(ShortDeckCategory.HIGH_CARD, (2, 2, 2))


def value(cards: Sequence[Card], size: DeckKind = 36, *, low_ace: bool = True) -> ShortDeckValue:
    """What the best five of five to seven cards are worth in a deck of 52, 40, 36, 32 or 20 cards.

    >>> value(("Ah", "6d", "7s", "8c", "9h"))
    ShortDeckValue(category=<ShortDeckCategory.STRAIGHT: 4>, ranks=(9,))
    >>> value(("Ah", "6d", "7s", "8c", "9h"), low_ace=False).category.label
    'high card'
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a poker hand is the best of 5, 6 or 7 cards, not of {len(cards)}")
    lowest = lowest_rank(size)
    if min(map(rank, cards)) < lowest:
        wrong = next(card for card in cards if rank(card) < lowest)
        raise ValueError(f"{wrong} is not in a deck of {size} cards")
    if len(cards) == 5:
        return _reordered(poker.value(cards), lowest, low_ace)
    return max([_reordered(poker.value(five), lowest, low_ace) for five in combinations(cards, 5)])


@cache
def lowest_rank(size: DeckKind) -> int:
    """The lowest rank of a short deck that loses its low cards.

    >>> lowest_rank(40), lowest_rank(32)
    (5, 7)
    """
    if size == "spanish":
        raise ValueError("poker is not played with a Spanish deck")
    return min(map(rank, deck(size)))


@cache
def _reordered(usual: poker.HandValue, lowest: int, low_ace: bool) -> ShortDeckValue:
    """What five cards are worth here that are worth so much in the usual order."""
    category, ranks = usual
    suited = category in (poker.Category.FLUSH, poker.Category.STRAIGHT_FLUSH, poker.Category.ROYAL_FLUSH)
    # The usual order has one straight with a low ace, and calls it by its five.
    held = (14, 5, 4, 3, 2) if ranks == (5,) else ranks
    if held == (14, lowest + 3, lowest + 2, lowest + 1, lowest) and lowest + 3 != 13:
        if low_ace:
            straight = ShortDeckCategory.STRAIGHT_FLUSH if suited else ShortDeckCategory.STRAIGHT
            return ShortDeckValue(straight, (lowest + 3,))
        return ShortDeckValue(ShortDeckCategory.FLUSH if suited else ShortDeckCategory.HIGH_CARD, held)
    return ShortDeckValue(ShortDeckCategory[category.name], ranks)
