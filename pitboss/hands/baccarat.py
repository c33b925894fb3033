"""Baccarat counts."""

from collections.abc import Iterable, Sequence

from pitboss.equipment.cards import Card, card_table, rank

_POINTS = card_table(lambda card: 1 if rank(card) == 14 else min(rank(card), 10) % 10)


def points(cards: Iterable[Card]) -> int:
    """The last digit of the sum; aces count 1, tens and court cards nothing.

    >>> points(("9s", "7d")), points(("Ks", "Ad"))
    (6, 1)
    """
    return sum(map(_POINTS.__getitem__, cards)) % 10


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether the first two cards alone make 8 or 9.

    >>> is_natural(("9s", "Kd")), is_natural(("2s", "3d", "4c"))
    (True, False)
    """
    return len(cards) == 2 and points(cards) >= 8
