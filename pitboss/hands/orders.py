"""The orders of hands as tables for the kernels, and what their numbers mean in the words of the legible rankers."""

from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np

from pitboss.equipment.cards import RANKS, SUITS
from pitboss.equipment.decks import DeckKind
from pitboss.hands import low, poker, stripped, three_card
from pitboss.hands.tables import Numbered, Order, Values, by_mask, by_slot, numbered, shipped, slot, words


@cache
def high() -> Order:
    """The usual order of hands."""
    tables = shipped()
    return Order(*words(), tables["offset"], tables["high"], tables["flush"])


@cache
def high_values() -> tuple[poker.HandValue, ...]:
    """The hands of the usual order by their numbers, 0 to 7461.

    >>> high_values()[7461], high_values()[0].ranks
    (HandValue(category=<Category.ROYAL_FLUSH: 9>, ranks=(14,)), (7, 5, 4, 3, 2))
    """
    return numbered(poker.value, most=5).values


@cache
def ace_to_five(eight_or_better: bool = False) -> Order:
    """Ace to five low. Suits are not counted, so that nothing is taken for a flush; what does not qualify is 0."""
    key, mask = words()
    tables = shipped()
    value = tables["ace_to_five"]
    if eight_or_better:
        worst = value[slot(tables["offset"], [RANKS.index(r) for r in "87654"])]
        value = np.where(value < worst, np.uint16(0), value)
    return Order(key >> np.uint64(32) << np.uint64(32), mask, tables["offset"], value, tables["flush"])


@cache
def ace_to_five_values() -> tuple[low.LowValue, ...]:
    """The low hands of ace to five by their numbers.

    >>> ace_to_five_values()[-1].ranks, ace_to_five_values()[0]
    ((5, 4, 3, 2, 1), LowValue(category=<Category.FOUR_OF_A_KIND: 7>, ranks=(13, 12)))
    """
    return numbered(low.ace_to_five, most=5).values


@cache
def deuce_to_seven() -> Order:
    """Deuce to seven low of five cards."""
    return _order(_deuce_to_seven())


def deuce_to_seven_values() -> tuple[low.LowValue, ...]:
    """The low hands of deuce to seven by their numbers.

    >>> deuce_to_seven_values()[-1].ranks
    (7, 5, 4, 3, 2)
    """
    return _deuce_to_seven().values


@cache
def short_deck(size: DeckKind = 36, low_ace: bool = True) -> Order:
    """The order of a short deck, where a flush beats a full house."""
    return _order(_short_deck(size, low_ace))


def short_deck_values(size: DeckKind = 36, low_ace: bool = True) -> tuple[stripped.ShortDeckValue, ...]:
    """The hands of a short deck by their numbers.

    >>> len(short_deck_values(20)), short_deck_values(32)[0].ranks
    (122, (12, 10, 9, 8, 7))
    """
    return _short_deck(size, low_ace).values


@cache
def three_cards() -> Values:
    """The numbers of three-card hands by whether they are suited and the ranks of the cards, in any order."""
    number = {value: i for i, value in enumerate(three_card_values())}
    table = np.zeros((2, 13, 13, 13), np.uint16)
    for ranks in combinations_with_replacement(range(13), 3):
        for suited in (False, True):
            value = number.get(three_card.value(_three(ranks, suited)), 0)
            for places in permutations(ranks):
                table[int(suited), *places] = value
    return table


@cache
def three_card_values() -> tuple[three_card.ThreeCardValue, ...]:
    """The three-card hands by their numbers, 0 to 740.

    >>> len(three_card_values()), three_card_values()[-1].category.label
    (741, 'straight flush')
    """
    mixed = {three_card.value(_three(ranks, False)) for ranks in combinations_with_replacement(range(13), 3)}
    suited = {three_card.value(_three(ranks, True)) for ranks in combinations(range(13), 3)}
    return tuple(sorted(mixed | suited))


def _three(ranks: Sequence[int], suited: bool) -> list[str]:
    return [RANKS[r] + ("s" if suited else SUITS[i]) for i, r in enumerate(ranks)]


@cache
def _deuce_to_seven() -> Numbered[low.LowValue]:
    return numbered(low.deuce_to_seven, most=5)


@cache
def _short_deck(size: DeckKind, low_ace: bool) -> Numbered[stripped.ShortDeckValue]:
    five = partial(stripped.value, size=size, low_ace=low_ace)
    return numbered(five, range(stripped.lowest_rank(size) - 2, 13))


def _order(hands: Numbered[Any]) -> Order:
    offset = shipped()["offset"]
    return Order(*words(), offset, by_slot(offset, hands.by_sum), by_mask(hands.by_mask))
