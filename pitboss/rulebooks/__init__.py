"""The rulebooks: one folder a book, one file a schedule, named as the law names it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pitboss.table.game import BadOption, Game

BOOKS = ("qld", "nsw", "cbr")


class UnknownGame(LookupError):
    """A game that is not in the rulebooks; the message is one line."""


@cache
def games() -> dict[str, type[Game]]:
    """Every game by its id, in the order of the rulebooks."""
    for book in BOOKS:
        package = import_module(f"pitboss.rulebooks.{book}")
        for module in iter_modules(package.__path__):
            import_module(f"{package.__name__}.{module.name}")
    return dict(Game.registry)


def game(id: str, options: Mapping[str, str] | None = None) -> Game:
    """A game ready to be played.

    >>> game("qld/three-card-poker").title
    'Three card poker'
    """
    found = games().get(id)
    if found is None:
        raise UnknownGame(f"no game {id!r}; 'pitboss games' lists them: {', '.join(games())}")
    return found(options)


__all__ = ["BadOption", "UnknownGame", "game", "games"]
