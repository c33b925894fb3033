"""Low hands: ace to five, where straights and flushes do not count, and deuce to seven, where they do."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pitboss.equipment.cards import Card, card_table, rank
from pitboss.hands import poker
from pitboss.hands.poker import Category


class LowValue(NamedTuple):
    """Compares against the order of tuples: the lower hand is the greater value, because it wins."""

    category: Category
    ranks: tuple[int, ...]

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return tuple.__gt__(self, other)

    def __le__(self, other: tuple[object, ...]) -> bool:
        return tuple.__ge__(self, other)

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return tuple.__lt__(self, other)

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return tuple.__le__(self, other)

    def corrupted(self) -> "LowValue":
        """Another hand altogether: what the kill test puts in its place."""
        if self.category == Category.HIGH_CARD:
            return LowValue(Category.FOUR_OF_A_KIND, (13, 12))
        return LowValue(Category.HIGH_CARD, (5, 4, 3, 2, 1))


_LOW_RANK = card_table(lambda card: 1 if rank(card) == 14 else rank(card))
_SHAPES = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
}


def ace_to_five(cards: Sequence[Card]) -> LowValue:
    """The lowest five of five to seven cards. An ace is 1; straights and flushes are not counted.

    >>> ace_to_five(("Ah", "2h", "3h", "4h", "5h", "Kd", "Ks"))
    LowValue(category=<Category.HIGH_CARD: 0>, ranks=(5, 4, 3, 2, 1))
    >>> ace_to_five(("Ah", "2d", "3s", "4c", "7h")) > ace_to_five(("2h", "3d", "4s", "5c", "8h"))
    True
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a low hand is the lowest five of 5, 6 or 7 cards, not of {len(cards)}")
    return _lowest(tuple(sorted(map(_LOW_RANK.__getitem__, cards))))


def two_and_three(hole: Sequence[Card], board: Sequence[Card]) -> LowValue:
    """The lowest hand of exactly two hole cards and three of the board, as omaha has it.

    >>> two_and_three(("Ah", "2h", "Kc", "Kd"), ("3h", "4h", "8s", "9d", "9h")).ranks
    (8, 4, 3, 2, 1)
    """
    if len(hole) < 2 or len(board) < 3:
        raise ValueError(f"two hole cards and three of the board are needed, not {len(hole)} and {len(board)}")
    # Only ranks count, and in order the same come side by side.
    twos = {*combinations(sorted(map(_LOW_RANK.__getitem__, hole)), 2)}
    threes = {*combinations(sorted(map(_LOW_RANK.__getitem__, board)), 3)}
    return min([_lowest(tuple(sorted(two + three))) for two in twos for three in threes], key=tuple)


# What was worked out once is looked up afterwards: one entry for each multiset of ranks, of which some 75,000 exist.
@lru_cache(1 << 17)
def _lowest(ranks: tuple[int, ...]) -> LowValue:
    return max(map(_five_low, combinations(ranks, 5)))


def _five_low(ranks: tuple[int, ...]) -> LowValue:
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    shape = tuple(n for n, _ in groups)
    if shape not in _SHAPES:
        raise ValueError("the same card is twice in a poker hand")
    return LowValue(_SHAPES[shape], tuple(r for _, r in groups))


def eight_or_better(low: LowValue) -> bool:
    """Whether an ace to five low is five different ranks, none above eight.

    >>> eight_or_better(ace_to_five(("8h", "7h", "6h", "5h", "4h"))), eight_or_better(ace_to_five(
    ...     ("9h", "4h", "3h", "2h", "Ah")))
    (True, False)
    """
    return low.category == Category.HIGH_CARD and low.ranks[0] <= 8


def deuce_to_seven(cards: Sequence[Card]) -> LowValue:
    """What five cards are worth when the lowest poker hand wins. An ace is high in straights too.

    >>> deuce_to_seven(("7h", "5d", "4s", "3c", "2h")) > deuce_to_seven(("6h", "5d", "4s", "3c", "2h"))
    True
    >>> deuce_to_seven(("5h", "4d", "3s", "2c", "Ah"))
    LowValue(category=<Category.HIGH_CARD: 0>, ranks=(14, 5, 4, 3, 2))
    """
    if len(cards) != 5:
        raise ValueError(f"a deuce to seven hand has 5 cards, not {len(cards)}")
    category, ranks = poker.value(cards)
    if ranks == (5,):
        suited = category == Category.STRAIGHT_FLUSH
        return LowValue(Category.FLUSH if suited else Category.HIGH_CARD, (14, 5, 4, 3, 2))
    return LowValue(category, ranks)
