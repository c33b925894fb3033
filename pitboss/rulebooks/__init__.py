"""The rulebooks: one folder a book, one file a schedule, named as the law names it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from pitboss.table.game import BadOption, Game
from pitboss.table.script import Played, play_transcript
from pitboss.table.sides import attach
from pitboss.table.transcripts import parse

if TYPE_CHECKING:
    from pitboss.cardroom.game import PokerGame

BOOKS = ("qld", "nsw", "cbr")
# The schedules of poker between players, which the card room plays, and the book that has nothing else.
CARD_ROOM = ("s05_", "s10_")
CARD_ROOM_BOOKS = ("mel", "qld")


class UnknownGame(LookupError):
    """A game that is not in the rulebooks; the message is one line."""


@cache
def games() -> dict[str, type[Game]]:
    """Every game against the house by its id, in the order of the rulebooks."""
    for book in BOOKS:
        for module in _modules(book):
            if not module.startswith(CARD_ROOM):
                import_module(f"pitboss.rulebooks.{book}.{module}")
    attach(Game.registry)
    return dict(Game.registry)


@cache
def card_games() -> dict[str, type[PokerGame]]:
    """Every game between players by its id, in the order of the rulebooks."""
    from pitboss.cardroom.game import PokerGame

    order: dict[str, int] = {}
    for book in CARD_ROOM_BOOKS:
        for module in _modules(book):
            if book == "mel" or module.startswith(CARD_ROOM):
                order[import_module(f"pitboss.rulebooks.{book}.{module}").__name__] = len(order)
    # Whichever of them was imported first.
    found = sorted(PokerGame.registry.items(), key=lambda item: order.get(item[1].__module__, len(order)))
    return dict(found)


def _modules(book: str) -> list[str]:
    package = import_module(f"pitboss.rulebooks.{book}")
    return [module.name for module in iter_modules(package.__path__)]


def game(id: str, options: Mapping[str, str] | None = None) -> Game:
    """A game ready to be played.

    >>> game("qld/three-card-poker").title
    'Three card poker'
    """
    found = games().get(id)
    if found is None:
        raise UnknownGame(f"no game {id!r}; 'pitboss games' lists them: {', '.join(games())}")
    return found(options)


def settle(text: str, *, strict: bool = False) -> Played:
    r"""Play a transcript to its end; strictly, no card may be listed that was not needed.

    >>> text = 'game qld/three-card-poker\nbox 1 Ann: ante 10\ndeal 1: Ah Kh Qh\ndeal dealer: Jc Jd 4s\n1: bet'
    >>> line = settle(text).lines[0]
    >>> line.wager, line.outcome, line.pays, str(line.clause)
    ('ante bonus', 'win', 5000, 'QLD-12-23:straight-flush')
    """
    read = parse(text)
    found = games().get(read.game)
    if found is None:
        raise UnknownGame(f"no game {read.game!r}; 'pitboss games' lists them: {', '.join(games())}")
    return play_transcript(read, found, strict=strict)


__all__ = ["BadOption", "Played", "UnknownGame", "card_games", "game", "games", "settle"]
