"""Pieces that are dealt, cards or tiles: no tile has a name that could be read as a card's."""

from pitboss.equipment.cards import Card, parse_card
from pitboss.equipment.tiles import TILES, parse_tile


def parse_piece(text: str) -> Card:
    """Read one card or tile; what is neither is told to be no card.

    >>> parse_piece("10h"), parse_piece("Teen")
    ('Th', 'teen')
    """
    return parse_tile(text) if text.strip().lower() in TILES else parse_card(text)


def parse_pieces(text: str) -> tuple[Card, ...]:
    """Read pieces separated by spaces or commas.

    >>> parse_pieces("As, 10d g3")
    ('As', 'Td', 'g3')
    """
    return tuple(map(parse_piece, text.replace(",", " ").split()))
