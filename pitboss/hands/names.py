"""What people call a poker hand: "pair of fours", "flush, king high"."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.hands import poker, three_card

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def _one(rank: int) -> str:
    return _NAMES[rank - 2]


def _many(rank: int) -> str:
    return "sixes" if rank == 6 else f"{_one(rank)}s"


# Each kind of hand: what it is called by its first ranks, and how many of those the name tells.
_CALLED: dict[str, tuple[Callable[..., str], int]] = {
    "high card": (lambda high: f"{_one(high)} high", 1),
    "pair": (lambda pair: f"pair of {_many(pair)}", 1),
    "two pair": (lambda high, low: f"two pair, {_many(high)} and {_many(low)}", 2),
    "three of a kind": (lambda three: f"three {_many(three)}", 1),
    "straight": (lambda high: f"straight to the {_one(high)}", 1),
    "flush": (lambda high: f"flush, {_one(high)} high", 1),
    "full house": (lambda three, pair: f"full house, {_many(three)} over {_many(pair)}", 2),
    "four of a kind": (lambda four: f"four {_many(four)}", 1),
    "straight flush": (lambda high: f"straight flush to the {_one(high)}", 1),
    "royal flush": (lambda: "royal flush", 0),
}


def called(value: poker.HandValue | three_card.HandValue, *, beside: bool = False) -> str:
    """The name of a hand; with the cards beside it where they decide.

    >>> hand = poker.value(("4h", "4c", "As", "Kd", "Td"))
    >>> called(hand), called(hand, beside=True)
    ('pair of fours', 'pair of fours, ace king ten')
    """
    say, told = _CALLED[value.category.label]
    name = say(*value.ranks[:told])
    rest = " ".join(_one(rank) for rank in value.ranks[max(1, told):]) if beside else ""
    return f"{name}, {rest}" if rest else name
