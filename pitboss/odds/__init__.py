"""Exact odds: what every wager costs, how it swings, and how to play it best.

>>> from pitboss.odds import par_sheet
>>> par_sheet("qld/roulette").row("straight up").house_edge
Fraction(1, 37)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from typing import TYPE_CHECKING, Any, get_args

from pitboss.law.clauses import SHELF

if TYPE_CHECKING:
    from pitboss.money import Cents
    from pitboss.odds.analysis import Analysis
    from pitboss.odds.jobs import Work
    from pitboss.odds.par import ParSheet
    from pitboss.table.game import Game

if SHELF is not None:
    __path__.append(str(SHELF / "odds"))
# The number that a schedule's file opens with.
_NUMBER = re.compile(r"^[a-z]\d+[a-z]?_")


def analysed_games() -> list[str]:
    """The games with an analysis of their own or of their family, in the order of the rulebooks; a game that builds on
    one of these is analysed the same way."""
    from pitboss.rulebooks import games

    return [id for id, game_type in games().items() if any(map(_has_analysis, _itself(game_type)))]


def analysis_of(game: type[Game]) -> type[Analysis[Any]]:
    """The analysis of a game, or of the game it is a variant of, or of the family that either states by building on
    its class."""
    from pitboss.odds.analysis import BadQuestion

    for base in game.__mro__:
        analysis = _analysis_of_its_own(base) if _has_analysis(base) else None
        if analysis is not None:
            return analysis
    raise BadQuestion(f"{game.id} has no exact analysis yet; there is one for {', '.join(analysed_games())}")


def _itself(game: type[Game]) -> Iterator[type]:
    """A game and what it builds on, up to the game that it is a variant of."""
    return takewhile(lambda base: base is game or not base.__dict__.get("id"), game.__mro__)


def _file(game: type) -> str:
    """Where an analysis lives: in the file that is named as the schedule's, without the number, or as the family's."""
    return f"{__name__}.{_NUMBER.sub('', game.__module__.rpartition('.')[2])}"


def _has_analysis(game: type) -> bool:
    """Looks for the file without loading it, which may take a second."""
    return find_spec(_file(game)) is not None


def _analysis_of_its_own(game: type) -> type[Analysis[Any]] | None:
    """The class that says it is of this game or family: `Analysis[Roulette]`, `Analysis[Community]`."""
    from pitboss.odds.analysis import Analysis

    for member in vars(import_module(_file(game))).values():
        said_of = [said for base in getattr(member, "__orig_bases__", ()) for said in get_args(base)]
        if isinstance(member, type) and issubclass(member, Analysis) and game in said_of:
            return member
    return None


def analyse(
    id: str,
    options: Mapping[str, str] | None = None,
    settings: Iterable[str] = (),
    *,
    stake: Cents | None = None,
    shoe: Mapping[str, int] | None = None,
    work: Work | None = None,
) -> Analysis[Any]:
    """The analysis of a game under its options, with whatever settings change."""
    from pitboss.odds.cache import Cache
    from pitboss.odds.jobs import Work
    from pitboss.odds.whatif import change
    from pitboss.rulebooks import game

    table = game(id, options)
    analysis = analysis_of(type(table))
    changes = change(table, settings, analysis)
    return analysis(table, work or Work(Cache()), stake, shoe, changes)


def par_sheet(
    id: str,
    options: Mapping[str, str] | None = None,
    settings: Iterable[str] = (),
    *,
    stake: Cents | None = None,
    shoe: Mapping[str, int] | None = None,
    work: Work | None = None,
) -> ParSheet:
    """All figures of a game."""
    return analyse(id, options, settings, stake=stake, shoe=shoe, work=work).sheet
