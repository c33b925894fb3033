"""What people call a poker hand: "pair of fours", "flush, king high"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.hands import low, poker, three_card

_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


# As cards of a low hand are told, in which an ace may be 1 or 14.
_SIGNS = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}


def _one(rank: int) -> str:
    return _NAMES[rank - 2] if rank > 1 else "ace"


def card_name(rank: int) -> str:
    """One card by its rank.

    >>> card_name(14), card_name(7)
    ('ace', 'seven')
    """
    return _one(rank)


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


def called(value: poker.HandValue | three_card.ThreeCardValue | low.LowValue, *, beside: bool = False) -> str:
    """The name of a hand; with the cards beside it where they decide.

    >>> hand = poker.value(("4h", "4c", "As", "Kd", "Td"))
    >>> called(hand), called(hand, beside=True)
    ('pair of fours', 'pair of fours, ace king ten')
    """
    if isinstance(value, low.LowValue) and value.category == poker.Category.HIGH_CARD:
        return "-".join(_SIGNS.get(rank, str(rank)) for rank in value.ranks) + " low"
    say, count = _CALLED[value.category.label]
    name = say(*value.ranks[:count])
    rest = " ".join(_one(rank) for rank in value.ranks[max(1, count):]) if beside else ""
    return f"{name}, {rest}" if rest else name


def with_kickers(value: Any, other: Any) -> str:
    """The name of a hand that beats, or loses to, another of the same name, with the cards that decide.

    >>> mine, other = (poker.value(cards.split()) for cards in ("4h 4c As Kd Td", "4s 4d Ah Qd Jd"))
    >>> with_kickers(mine, other)
    'pair of fours, ace-king kicker'
    >>> with_kickers(*(poker.value(cards.split()) for cards in ("Kh Th 9h 4h 2h", "Ks Ts 8s 7s 6s")))
    'flush, king-ten-nine high'
    """
    ranks, against = value.ranks, other.ranks
    differs = next((n for n, (one, two) in enumerate(zip(ranks, against, strict=False)) if one != two), None)
    name = called(value)
    if differs is None or isinstance(value, low.LowValue):
        return name
    if name.endswith(" high"):
        return f"{name.rpartition(' ')[0].rpartition(' ')[0]} {_listed(ranks[: differs + 1])} high".lstrip()
    _, count = _CALLED[value.category.label]
    return f"{name}, {_listed(ranks[count : differs + 1])} kicker"


def _listed(ranks: tuple[int, ...]) -> str:
    return "-".join(map(_one, ranks))


def with_article(name: str) -> str:
    """The name of a hand after "with": "a flush, king high", but "two pair, kings and sixes".

    >>> with_article("straight to the nine"), with_article("three kings"), with_article("8-6-4-2-A low")
    ('a straight to the nine', 'three kings', 'an 8-6-4-2-A low')
    """
    if name.startswith(("pair", "straight", "flush", "full house", "royal")):
        return f"a {name}"
    return (f"an {name}" if name.startswith(("8", "A")) else f"a {name}") if name.endswith(" low") else name
