"""Hands of exactly two hole cards and three cards of the board, as in omaha and manila."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, TypeVar

from pitboss.equipment.cards import Card
from pitboss.hands import poker

_V = TypeVar("_V", bound=tuple[Any, ...])


def value(hole: Sequence[Card], board: Sequence[Card]) -> poker.HandValue:
    """What the best hand is worth in the usual order.

    >>> value(("Ah", "Kh", "2c", "3d"), ("Qh", "Jh", "9s", "9d", "4h")).category.label
    'flush'
    >>> value(("As", "Ac", "Ad", "Kh"), ("Qh", "Jh", "9h", "2h", "4h")).category.label
    'pair'
    """
    return best(hole, board, poker.value)


def best(hole: Sequence[Card], board: Sequence[Card], five: Callable[[Sequence[Card]], _V]) -> _V:
    """The best of two hole cards and three of the board by any ranker of five cards, a low one too.

    >>> from pitboss.hands import low
    >>> best(("Ah", "2h", "Kc", "Kd"), ("3h", "4h", "8s", "9d", "9h"), low.ace_to_five).ranks
    (8, 4, 3, 2, 1)
    """
    if len(hole) < 2 or len(board) < 3:
        raise ValueError(f"two hole cards and three of the board are needed, not {len(hole)} and {len(board)}")
    threes = list(combinations(board, 3))
    return max(map(five, [two + three for two in combinations(hole, 2) for three in threes]))
