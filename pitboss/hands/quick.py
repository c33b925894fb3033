"""The value of a hand by a few additions and two look-ups, for whoever ranks hands by the thousand, one at a time.

The shipped tables number the hands; what a number stands for, the legible ranker says the first time it comes up."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.equipment.cards import RANKS, SUITS, Card, card_table
from pitboss.hands import poker

# A card's word: the key of its rank above a four-bit counter for each suit. A suit's counter starts at 3 and so
# reaches 8, its top bit, on the fifth card of the suit.
KEY = 4 * len(SUITS)
START = sum(3 << 4 * i for i in range(len(SUITS)))
FIVE_SUITED = sum(8 << 4 * i for i in range(len(SUITS)))


class HandNumbers(NamedTuple):
    """What finds the number of a hand: the words of the cards, and where the sums of ranks lead."""

    words: Mapping[Card, int]
    offset: array[int]
    numbers: array[int]
    row: int
    low: int


@cache
def _tables() -> HandNumbers:
    from pitboss.hands.tables import LOW_BITS, RANK_KEYS, shipped

    tables = shipped()
    words = card_table(lambda card: RANK_KEYS[RANKS.index(card[0])] << KEY | 1 << 4 * SUITS.index(card[1]))
    return HandNumbers(words, array("I", tables["offset"].tobytes()), array("H", tables["high"].tobytes()),
                       KEY + LOW_BITS, (1 << LOW_BITS) - 1)


@cache
def ranker() -> Callable[[Sequence[Card]], poker.HandValue]:
    """A function that says of five to seven cards of one deck what `poker.value` says of them.

    >>> ranker()(("Kh", "Kd", "Ks", "4c", "4h", "9d", "9s"))
    HandValue(category=<Category.FULL_HOUSE: 6>, ranks=(13, 9))
    """
    words, offset, numbers, row, low = _tables()
    word_of = words.__getitem__
    known: list[poker.HandValue | None] = [None] * (1 + max(numbers))

    def value(cards: Sequence[Card]) -> poker.HandValue:
        total = sum(map(word_of, cards), START)
        if total & FIVE_SUITED or not 5 <= len(cards) <= 7:
            return poker.value(cards)
        number = numbers[offset[total >> row] + (total >> KEY & low)]
        worth = known[number]
        if worth is None:
            worth = known[number] = poker.value(cards)
        return worth

    return value


def two_and_three(hole: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The best hand of exactly two hole cards and three of the board, as omaha has it.

    >>> two_and_three(("As", "Ac", "Kh", "2h"), ("Qh", "Jh", "9h", "Td", "4s"))
    ('Kh', '2h', 'Qh', 'Jh', '9h')
    """
    words, offset, numbers, row, low = _tables()
    threes = [(words[a] + words[b] + words[c], (a, b, c)) for a, b, c in combinations(board, 3)]
    best: tuple[Card, ...] = ()
    top, suited = -1, list[tuple[Card, ...]]()
    for first, second in combinations(hole, 2):
        word = START + words[first] + words[second]
        for more, three in threes:
            total = word + more
            if total & FIVE_SUITED:
                suited.append((first, second, *three))
                continue
            number = numbers[offset[total >> row] + (total >> KEY & low)]
            if number > top:
                best, top = (first, second, *three), number
    if top < 0 and not suited:
        raise ValueError(f"two hole cards and three of the board are needed, not {len(hole)} and {len(board)}")
    return max((best, *suited) if top >= 0 else suited, key=poker.value) if suited else best
