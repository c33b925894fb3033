"""Cards as small numbers: four times the rank (0 for a deuce to 12 for an ace) plus the suit (c, d, h, s)."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS, SUITS, Card, card_table, parse_cards

_CODE = card_table(lambda card: 4 * RANKS.index(card[0]) + SUITS.index(card[1]))
_CARD = sorted(_CODE, key=_CODE.__getitem__)


def encode(cards: str | Iterable[Card]) -> NDArray[np.uint8]:
    """The numbers of cards, given as one line of text or one by one.

    >>> encode("As 2c Td").tolist(), encode(("As", "2c")).tolist()
    ([51, 0, 33], [51, 0])
    """
    names = parse_cards(cards) if isinstance(cards, str) else cards
    return np.array([_CODE[card] for card in names], np.uint8)


def decode(codes: Iterable[int]) -> tuple[Card, ...]:
    """The cards of some numbers.

    >>> decode([51, 0, 33])
    ('As', '2c', 'Td')
    """
    numbers = [int(code) for code in codes]
    for code in numbers:
        if not 0 <= code <= 51:
            raise ValueError(f"no card has the number {code}; they go from 0 (2c) to 51 (As)")
    return tuple(_CARD[code] for code in numbers)
