"""Two cards of a player's own: the classes of them that bonus wagers pay."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.equipment.cards import Card, rank, suit


def starting_hand(cards: Sequence[Card]) -> str:
    """A pair, or an ace with a picture, by what it is called; "" for any other two cards.

    >>> [starting_hand(cards) for cards in (["As", "Ks"], ["Jc", "Ad"], ["7c", "7d"], ["Kc", "Qc"])]
    ['ace and king suited', 'ace and queen or jack unsuited', 'any other pair', '']
    """
    high, low = sorted(map(rank, cards), reverse=True)
    if high == low:
        return "two aces" if high == 14 else "two kings, queens or jacks" if high >= 11 else "any other pair"
    if high < 14 or low < 11:
        return ""
    suited = "suited" if suit(cards[0]) == suit(cards[1]) else "unsuited"
    return f"ace and {'king' if low == 13 else 'queen or jack'} {suited}"
