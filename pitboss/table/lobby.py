"""How a game is found among many: the category it is listed under, and a small picture of what it is played with.

A picture is rows of cards from the top down, divided by "/": a card by its name, "??" for one face down, "--" for the
place of a card that all share, "." for a little room; and behind "|" a word of at most four signs in its corner. Or it
is the "wheel", perhaps with symbols on it, or "dice" and their numbers."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.law.clauses import BOOKS

BLACKJACK, SHOE = "Blackjack", "Baccarat and other shoe games"
HOUSE_POKER, CARD_ROOM = "Poker against the house", "Poker between players"
DICE_AND_WHEELS, TILES = "Dice and wheels", "Tiles"
# In the order of the lobby.
CATEGORIES = (BLACKJACK, SHOE, HOUSE_POKER, CARD_ROOM, DICE_AND_WHEELS, TILES)
RANKS = "AKQJT98765432"
SUITS = "shdc"


def suits_of(id: str) -> tuple[str, str]:
    """The suits in which a book's games are drawn, first card and others: games of the same name look different."""
    order = [book.lower() for book in BOOKS]
    book = id.partition("/")[0]
    place = order.index(book) if book in order else len(order)
    return SUITS[place % len(SUITS)], SUITS[(place + place // len(SUITS)) % len(SUITS)]


def cards(count: int, id: str) -> str:
    """So many cards of a game, from the ace down.

    >>> cards(3, "qld/three-card-poker")
    'As Ks Qs'
    """
    first, others = suits_of(id)
    return " ".join(rank + (others if n else first) for n, rank in enumerate(RANKS[:count]))


def places(streets: Iterable[int]) -> str:
    """The places of cards that all share, as many as come together.

    >>> places((0, 3, 1, 1))
    '-- -- -- . -- . --'
    """
    return " . ".join(" ".join(["--"] * count) for count in streets if count)


def initials(title: str) -> str:
    """The first letters of a name.

    >>> initials("Three card poker")
    'TCP'
    """
    return "".join(word[0] for word in title.split() if word[0].isalnum())[:4].upper()
