"""Three-card poker hands, where a straight beats a flush and three of a kind beats both."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from pitboss.equipment.cards import RANKS, SUITS, Card, card_table, rank


class ThreeCardCategory(IntEnum):
    """The kinds of hand, lowest first.

    >>> ThreeCardCategory.THREE_OF_A_KIND.label, ThreeCardCategory.STRAIGHT > ThreeCardCategory.FLUSH
    ('three of a kind', True)
    """

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.lower().replace("_", " ")


class ThreeCardValue(NamedTuple):
    """Compares as a tuple: the category, then the ranks that break a tie, most significant first."""

    category: ThreeCardCategory
    ranks: tuple[int, ...]

    def corrupted(self) -> "ThreeCardValue":
        """Another hand altogether: what the kill test puts in its place."""
        if self.category == ThreeCardCategory.HIGH_CARD:
            return ThreeCardValue(max(ThreeCardCategory), (14,))
        return ThreeCardValue(ThreeCardCategory.HIGH_CARD, (2, 2, 2))


# A card's tally has a two-bit counter for each rank above a three-bit counter for each suit. A suit's
# counter starts at 1 and so reaches 4, its top bit, on the third card of the suit.
_SUIT_BITS = 3 * len(SUITS)
_START = sum(1 << 3 * i for i in range(len(SUITS)))
_SUITED = _START << 2
_TALLY = card_table(lambda card: 1 << _SUIT_BITS + 2 * RANKS.index(card[0]) | 1 << 3 * SUITS.index(card[1]))
# By the counters of the ranks; those of hands of one suit are kept negative.
_KNOWN: dict[int, ThreeCardValue] = {}


def value(cards: Sequence[Card]) -> ThreeCardValue:
    """What three cards are worth. They may come from several decks.

    >>> value(("Ah", "2d", "3s"))
    ThreeCardValue(category=<ThreeCardCategory.STRAIGHT: 3>, ranks=(3,))
    >>> value(("Kh", "9d", "Ks")) < value(("2h", "5h", "7h")) < value(("2h", "3d", "4s"))
    True
    """
    if len(cards) != 3:
        raise ValueError(f"a three-card hand has 3 cards, not {len(cards)}")
    tally = sum(map(_TALLY.__getitem__, cards), _START)
    ranks = -(tally >> _SUIT_BITS) if tally & _SUITED else tally >> _SUIT_BITS
    known = _KNOWN.get(ranks)
    if known is None:
        known = _KNOWN[ranks] = _value(sorted(map(rank, cards), reverse=True), ranks < 0)
    return known


def _value(ranks: list[int], suited: bool) -> ThreeCardValue:
    high, middle, low = ranks
    if high == low:
        return ThreeCardValue(ThreeCardCategory.THREE_OF_A_KIND, (high,))
    if ranks == [14, 3, 2]:
        high, middle, low = 3, 2, 1
    if high - 1 == middle == low + 1:
        return ThreeCardValue(ThreeCardCategory.STRAIGHT_FLUSH if suited else ThreeCardCategory.STRAIGHT, (high,))
    if suited:
        return ThreeCardValue(ThreeCardCategory.FLUSH, (high, middle, low))
    if high == middle or middle == low:
        return ThreeCardValue(ThreeCardCategory.PAIR, (middle, low if high == middle else high))
    return ThreeCardValue(ThreeCardCategory.HIGH_CARD, (high, middle, low))
