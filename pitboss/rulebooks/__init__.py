"""The rulebooks: one folder a book, one file a schedule, named as the law names it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pitboss.table.game import BadOption, Game
from pitboss.table.script import Played, play_transcript
from pitboss.table.transcripts import parse

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


def settle(text: str) -> Played:
    r"""Play a transcript to its end.

    >>> text = 'game qld/three-card-poker\nbox 1 Ann: ante 10\ndeal 1: Ah Kh Qh\ndeal dealer: Jc Jd 4s\n1: bet'
    >>> line = settle(text).lines[0]
    >>> line.wager, line.outcome, line.pays, str(line.clause)
    ('ante bonus', 'win', 5000, 'QLD-12-23:straight-flush')
    """
    read = parse(text)
    found = games().get(read.game)
    if found is None:
        raise UnknownGame(f"no game {read.game!r}; 'pitboss games' lists them: {', '.join(games())}")
    return play_transcript(read, found)


__all__ = ["BadOption", "Played", "UnknownGame", "game", "games", "settle"]
