"""Blackjack counts."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.equipment.cards import Card, card_table, rank

_PIP = card_table(lambda card: 1 if rank(card) == 14 else min(rank(card), 10))
# One ace adds this on top of its single pip, so that one sum tells points and whether an ace is there.
_ACE = 1 << 16
_COUNT = card_table(lambda card: _ACE + 1 if rank(card) == 14 else _PIP[card])


class Total(NamedTuple):
    """Points of a hand, and whether an ace in it counts 11."""

    points: int
    soft: bool


def pip(card: Card) -> int:
    """What a card counts with the ace as 1 and court cards as 10.

    >>> pip("As"), pip("Kd"), pip("7c")
    (1, 10, 7)
    """
    return _PIP[card]


def total(cards: Iterable[Card]) -> Total:
    """The best total: one ace counts 11 when that does not pass 21.

    >>> total(("As", "6d")), total(("As", "6d", "9c"))
    (Total(points=17, soft=True), Total(points=16, soft=False))
    """
    count = sum(map(_COUNT.__getitem__, cards))
    if count < _ACE:
        return Total(count, False)
    points = count % _ACE
    return Total(points + 10, True) if points <= 11 else Total(points, False)


def hard_total(cards: Iterable[Card]) -> int:
    """The total with every ace as 1.

    >>> hard_total(("As", "Ad", "9c"))
    11
    """
    return sum(map(_PIP.__getitem__, cards))


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Whether the hand is exactly an ace and a card of value 10.

    >>> is_blackjack(("As", "Kd")), is_blackjack(("As", "5d", "5c"))
    (True, False)
    """
    return len(cards) == 2 and _COUNT[cards[0]] + _COUNT[cards[1]] == _ACE + 11
