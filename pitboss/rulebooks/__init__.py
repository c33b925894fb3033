"""The rulebooks: one folder a book, one file a schedule, named as the law names it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from pkgutil import iter_modules
from traceback import extract_tb
from typing import TYPE_CHECKING, TypeVar

from pitboss.law.clauses import BOOKS, SHELF
from pitboss.table.definition import Definition
from pitboss.table.game import BadOption, Game
from pitboss.table.script import Played, play_transcript
from pitboss.table.sides import attach
from pitboss.table.transcripts import parse

if TYPE_CHECKING:
    from pitboss.cardroom.game import PokerGame

FOLDER = Path(__file__).parent
G = TypeVar("G", bound=Definition)
# Folders of a shelf that are no books.
NO_BOOKS = ("odds",)
if SHELF is not None:
    __path__.append(str(SHELF))
# What a schedule against the house builds on, and one of poker between players.
HOUSE, CARD_ROOM = ("pitboss.table.game", "pitboss.table.sides"), ("pitboss.cardroom.game",)
# In a text with a new line before it: that is looked for several times as fast as the beginning of a line.
_IMPORT = re.compile(r"\nfrom (pitboss\.[\w.]+) import ")


class UnknownGame(LookupError):
    """A game that is not in the rulebooks; the message is one line."""


class BadSchedule(ImportError):
    """A file of the shelf that cannot be read; the message is one line."""


@cache
def games() -> dict[str, type[Game]]:
    """Every game against the house by its id, in the order of the rulebooks."""
    order = _load(HOUSE)
    attach(Game.registry)
    every = _whole(Game.registry).items()
    return dict(sorted(every, key=lambda item: order.get(item[1].__module__, len(order))))


@cache
def card_games() -> dict[str, type[PokerGame]]:
    """Every game between players by its id, in the order of the rulebooks; those of the book that has most go first."""
    from pitboss.cardroom.game import PokerGame

    order = _load(CARD_ROOM)
    every = _whole(PokerGame.registry).items()
    of_book = Counter(book_of(id) for id, _ in every)
    return dict(sorted(every, key=lambda item: (-of_book[book_of(item[0])], order.get(item[1].__module__, len(order)))))


def _load(roots: tuple[str, ...]) -> dict[str, int]:
    """Import the schedules that build on one of these modules; the place of each, whichever was imported first."""
    _look_over_shelf()
    for book in map(str.lower, BOOKS if SHELF is not None else ()):
        # A book of the package with further schedules on the shelf: they are imported as its own.
        if (FOLDER / book).is_dir():
            import_module(f"{__name__}.{book}").__path__[:] = map(str, _folders(book))
    return {_imported(schedule): place for place, schedule in enumerate(_schedules(roots))}


def _look_over_shelf() -> None:
    """What lies on the shelf must be found: the folder itself, and clauses for every book that has schedules."""
    if SHELF is not None and not SHELF.is_dir():
        raise BadSchedule(f"PITBOSS_RULEBOOKS={SHELF} is no folder")
    for folder in sorted(SHELF.iterdir()) if SHELF is not None else ():
        code = folder.name.upper()
        if code not in BOOKS and any(folder.glob("*.py")) and folder.name not in NO_BOOKS:
            raise BadSchedule(f"{folder} has schedules and no clauses; write those in {code}.csv beside it")


def _whole(registry: dict[str, type[G]]) -> dict[str, type[G]]:
    """Games that say all that a game must."""
    for id, make in registry.items():
        if isabstract(make):
            missing = sorted(getattr(make, "__abstractmethods__", ()))
            raise BadSchedule(f"{id}: {make.__name__} does not say {', '.join(missing)}")
    return registry


def _imported(schedule: str) -> str:
    """The name of a schedule that is imported; where a file of the shelf fails, which line of it does and why."""
    try:
        return import_module(schedule).__name__
    except Exception as bad:
        where = _on_shelf(bad)
        if not where:
            raise
        said = bad.msg if isinstance(bad, SyntaxError) else str(bad)
        raise BadSchedule(f"{where}: {type(bad).__name__}: {said}") from bad


def _on_shelf(bad: Exception) -> str:
    """The last line of a file of the shelf that an error has to do with; "" where none has."""
    lines = [(frame.filename, frame.lineno) for frame in extract_tb(bad.__traceback__)]
    if isinstance(bad, SyntaxError):
        lines.append((bad.filename or "", bad.lineno))
    places = [f"{name}, line {at}" for name, at in lines if SHELF is not None and Path(name).is_relative_to(SHELF)]
    return places[-1] if places else ""


def book_of(id: str) -> str:
    """The rulebook of a game, as its folder is named."""
    return id.partition("/")[0]


def plays_the_house(book: str) -> bool:
    """Has a rulebook games against the house?"""
    return any(schedule.startswith(f"{__name__}.{book}.") for schedule in _schedules(HOUSE))


@cache
def _schedules(roots: tuple[str, ...]) -> list[str]:
    """The files that build on one of these modules, themselves or through another file of the rulebooks, in the order
    of the books. They are read and not imported: the games of the house do without the card room, and the card room
    without them."""
    folders = [folder for name in BOOKS for folder in _folders(name.lower())]
    files = [f"{__name__}.{folder.name}.{module.name}" for folder in folders for module in iter_modules([str(folder)])]
    return [file for file in files if _builds_on(file, roots)]


def _folders(book: str) -> list[Path]:
    """Where the schedules of a book are: here, and on the shelf."""
    return [folder / book for folder in (FOLDER, SHELF) if folder is not None and (folder / book).is_dir()]


@cache
def _builds_on(module: str, roots: tuple[str, ...]) -> bool:
    return module in roots or any(_builds_on(other, roots) for other in _imports(module))


@cache
def _imports(module: str) -> list[str]:
    """What a file of the rulebooks imports of Pitboss; nothing for other modules."""
    package, _, rest = module.partition(f"{__name__}.")
    if not rest or package:
        return []
    book, _, name = rest.partition(".")
    paths = [folder.joinpath(*name.split(".")).with_suffix(".py") for folder in _folders(book)]
    return [target for path in paths if path.is_file() for target in _IMPORT.findall("\n" + path.read_text("utf-8"))]


def game(id: str, options: Mapping[str, str] | None = None) -> Game:
    """A game ready to be played.

    >>> game("qld/three-card-poker").title
    'Three card poker'
    """
    kind = games().get(id)
    if kind is None:
        raise UnknownGame(f"no game {id!r}; 'pitboss games' lists them: {', '.join(games())}")
    return kind(options)


def settle(text: str, *, strict: bool = False) -> Played:
    r"""Play a transcript to its end; strictly, no card may be listed that was not needed.

    >>> text = 'game qld/three-card-poker\nbox 1 Ann: ante 10\ndeal 1: Ah Kh Qh\ndeal dealer: Jc Jd 4s\n1: bet'
    >>> line = settle(text).lines[0]
    >>> line.wager, line.outcome, line.pays, str(line.clause)
    ('ante bonus', 'win', 5000, 'QLD-12-23:straight-flush')
    """
    every = games()
    read = parse(text)
    make = every.get(read.game)
    if make is None:
        raise UnknownGame(f"no game {read.game!r}; 'pitboss games' lists them: {', '.join(games())}")
    return play_transcript(read, make, strict=strict)


__all__ = ["BadOption", "BadSchedule", "Played", "UnknownGame", "card_games", "game", "games", "settle"]
