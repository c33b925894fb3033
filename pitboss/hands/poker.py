"""Five-card poker hands out of five, six or seven cards."""

from collections.abc import Sequence
from enum import IntEnum
from itertools import chain, combinations, islice
from typing import NamedTuple

from pitboss.equipment.cards import RANKS, SUITS, Card, card_table, rank, suit


class Category(IntEnum):
    """The kinds of hand in the usual order of a 52-card deck, lowest first.

    >>> Category.FULL_HOUSE.label, Category.FULL_HOUSE > Category.FLUSH
    ('full house', True)
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """The name in words."""
        return self.name.lower().replace("_", " ")


class HandValue(NamedTuple):
    """Compares as a tuple: the category, then the ranks that break a tie, most significant first.

    A straight is ranked by its highest card alone, so with a low ace by 5.
    """

    category: Category
    ranks: tuple[int, ...]

    def corrupted(self) -> "HandValue":
        """Another hand altogether: what the kill test puts in its place."""
        if self.category == Category.HIGH_CARD:
            return HandValue(max(Category), (14,))
        return HandValue(Category.HIGH_CARD, (2, 2, 2))


# A card's tally has a three-bit counter for each rank above a four-bit counter for each suit. A suit's
# counter starts at 3 and so reaches 8, its top bit, on the fifth card of the suit.
_SUIT_BITS = 4 * len(SUITS)
_START = sum(3 << 4 * i for i in range(len(SUITS)))
_FIVE_SUITED = sum(8 << 4 * i for i in range(len(SUITS)))
_TALLY = card_table(lambda card: 1 << _SUIT_BITS + 3 * RANKS.index(card[0]) | 1 << 4 * SUITS.index(card[1]))
_STRAIGHTS = tuple(frozenset(range(high - 4, high + 1)) for high in range(14, 5, -1))
_WHEEL = frozenset((14, 2, 3, 4, 5))

# What was worked out once is looked up afterwards: at most one entry for each multiset of ranks.
_UNSUITED: dict[int, HandValue] = {}
_SUITED: dict[frozenset[int], HandValue] = {}


def value(cards: Sequence[Card]) -> HandValue:
    """What the best five of five to seven cards of one deck are worth.

    >>> value(("Ah", "2d", "3s", "4c", "5h"))
    HandValue(category=<Category.STRAIGHT: 4>, ranks=(5,))
    >>> value(("Kh", "Kd", "Ks", "4c", "4h", "9d", "9s"))
    HandValue(category=<Category.FULL_HOUSE: 6>, ranks=(13, 9))
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a poker hand is the best of 5, 6 or 7 cards, not of {len(cards)}")
    tally = sum(map(_TALLY.__getitem__, cards), _START)
    # Five suited cards have five ranks, which leaves no room among seven for four alike or a full house.
    if tally & _FIVE_SUITED:
        return _suited_value(_flush_ranks(cards))
    known = _UNSUITED.get(tally >> _SUIT_BITS)
    if known is None:
        known = _UNSUITED[tally >> _SUIT_BITS] = _unsuited_value(cards)
    return known


def best(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, the most significant first.

    >>> best(("2c", "Kd", "9h", "Ks", "4c", "9s", "Ah"))
    ('Kd', 'Ks', '9h', '9s', 'Ah')
    """
    category, ranks = value(cards)
    pool = cards
    if category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        pool = _flush_cards(cards)
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        high = ranks[0]
        wanted = [(14 if r == 1 else r, 1) for r in range(high, high - 5, -1)]
    else:
        wanted = list(zip(ranks, _SHAPE[category], strict=True))
    return tuple(chain.from_iterable(islice((c for c in pool if rank(c) == r), n) for r, n in wanted))


_SHAPE: dict[Category, tuple[int, ...]] = {
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FLUSH: (1, 1, 1, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}


def _flush_cards(cards: Sequence[Card]) -> list[Card]:
    suits = [suit(card) for card in cards]
    long = max(SUITS, key=suits.count)
    return [card for card in cards if suit(card) == long]


def _flush_ranks(cards: Sequence[Card]) -> frozenset[int]:
    return frozenset(map(rank, _flush_cards(cards)))


def _straight_high(ranks: frozenset[int]) -> int | None:
    for straight in _STRAIGHTS:
        if straight <= ranks:
            return max(straight)
    return 5 if ranks >= _WHEEL else None


def _suited_value(ranks: frozenset[int]) -> HandValue:
    known = _SUITED.get(ranks)
    if known is None:
        known = _SUITED[ranks] = _work_out_suited(ranks)
    return known


def _work_out_suited(ranks: frozenset[int]) -> HandValue:
    if len(ranks) < 5:
        raise ValueError("the same card is twice in a poker hand")
    high = _straight_high(ranks)
    if high == 14:
        return HandValue(Category.ROYAL_FLUSH, (14,))
    if high:
        return HandValue(Category.STRAIGHT_FLUSH, (high,))
    return HandValue(Category.FLUSH, tuple(sorted(ranks, reverse=True)[:5]))


def _unsuited_value(cards: Sequence[Card]) -> HandValue:
    ranks = sorted(map(rank, cards), reverse=True)
    distinct = list(dict.fromkeys(ranks))
    fours, threes, pairs = ([r for r in distinct if ranks.count(r) == n] for n in (4, 3, 2))
    if any(ranks.count(r) > 4 for r in distinct):
        raise ValueError("the same card is twice in a poker hand")

    def kickers(n: int, *used: int) -> tuple[int, ...]:
        return tuple([r for r in distinct if r not in used][:n])

    if fours:
        return HandValue(Category.FOUR_OF_A_KIND, (fours[0], *kickers(1, fours[0])))
    # A second three of a kind serves as the pair of a full house.
    spare = sorted(threes[1:] + pairs, reverse=True)
    if threes and spare:
        return HandValue(Category.FULL_HOUSE, (threes[0], spare[0]))
    high = _straight_high(frozenset(distinct))
    if high:
        return HandValue(Category.STRAIGHT, (high,))
    if threes:
        return HandValue(Category.THREE_OF_A_KIND, (threes[0], *kickers(2, threes[0])))
    if len(pairs) >= 2:
        return HandValue(Category.TWO_PAIR, (pairs[0], pairs[1], *kickers(1, pairs[0], pairs[1])))
    if pairs:
        return HandValue(Category.PAIR, (pairs[0], *kickers(3, pairs[0])))
    return HandValue(Category.HIGH_CARD, kickers(5))


def best_five(cards: Sequence[Card], worth: HandValue) -> tuple[Card, ...]:
    """Five cards of several that make a hand which all of them are worth.

    >>> best_five(("Ah", "Ad", "2c", "7d", "Th", "3s", "Jc"), value(("Ah", "Ad", "Th", "Jc", "7d")))
    ('Ah', 'Ad', '7d', 'Th', 'Jc')
    """
    return next((five for five in combinations(cards, 5) if value(five) == worth), tuple(cards))
