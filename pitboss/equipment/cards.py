"""Playing cards as two-character strings: rank then suit, ``As``, ``Td``, ``2c``."""

import sys
from collections.abc import Callable
from typing import NoReturn, TypeAlias, TypeVar

Card: TypeAlias = str
_T = TypeVar("_T")

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_CARDS: dict[str, Card] = {name: sys.intern(name) for name in (r + s for s in SUITS for r in RANKS)}
_SYMBOL = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_SUIT_OF_SYMBOL = {symbol: letter for letter, symbol in _SYMBOL.items()}


def _not_a_card(text: str) -> ValueError:
    return ValueError(f"not a card: {text!r}; write a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s)")


class CardTable(dict[Card, _T]):
    """A fact about each card, looked up by the card; asking for anything else is a ValueError."""

    def __missing__(self, card: Card) -> NoReturn:
        raise _not_a_card(card)


def card_table(fact: Callable[[Card], _T]) -> CardTable[_T]:
    """Work out a fact about every card once.

    >>> card_table(lambda card: card[1] in "dh")["As"]
    False
    """
    return CardTable((card, fact(card)) for card in _CARDS)


_RANK = card_table(lambda card: RANKS.index(card[0]) + 2)
_SUIT = card_table(lambda card: card[1])


def rank(card: Card) -> int:
    """The rank as a number, 2 to 14; an ace is 14.

    >>> rank("As"), rank("Td"), rank("2c")
    (14, 10, 2)
    """
    return _RANK[card]


def is_red(card: Card) -> bool:
    """
    >>> is_red("Ah"), is_red("As")
    (True, False)
    """
    return card[1] in "dh"


def suit(card: Card) -> str:
    """The suit letter: c, d, h or s.

    >>> suit("Td")
    'd'
    """
    return _SUIT[card]


def parse_card(text: str) -> Card:
    """Read one card, forgiving ``10h``, either letter case and suit symbols.

    >>> parse_card("10h"), parse_card("aS"), parse_card("K♦")
    ('Th', 'As', 'Kd')
    """
    word = text.strip()
    face, mark = word[:-1].upper(), word[-1:].lower()
    name = ("T" if face == "10" else face) + _SUIT_OF_SYMBOL.get(mark, mark)
    try:
        return _CARDS[name]
    except KeyError:
        raise _not_a_card(text) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas.

    >>> parse_cards("As, 10d 2c")
    ('As', 'Td', '2c')
    """
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def show(card: Card) -> str:
    """A card as people read it.

    >>> show("As"), show("Th")
    ('A♠', '10♥')
    """
    face = "10" if rank(card) == 10 else card[0]
    return face + _SYMBOL[card[1]]
