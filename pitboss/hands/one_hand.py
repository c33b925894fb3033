"""One hand, for people."""

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from pitboss.equipment.cards import Card, parse_card, parse_cards
from pitboss.hands import orders, poker


class Description(NamedTuple):
    """A hand's number among all hands (0 to 7461), its category in words and the five cards that make it."""

    value: int
    category: str
    best: tuple[Card, ...]


def describe(cards: str | Iterable[str]) -> Description:
    """What the best five of five to seven cards are.

    >>> describe("As Ks Qs Js Ts 2d 3c")
    Description(value=7461, category='royal flush', best=('As', 'Ks', 'Qs', 'Js', 'Ts'))
    """
    hand = parse_cards(cards) if isinstance(cards, str) else tuple(map(parse_card, cards))
    if len(set(hand)) < len(hand):
        twice = next(card for card in hand if hand.count(card) > 1)
        raise ValueError(f"{twice} is twice in the hand")
    value = poker.value(hand)
    return Description(bisect_left(orders.high_values(), value), value.category.label, poker.best(hand))
