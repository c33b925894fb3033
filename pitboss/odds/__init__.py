"""Exact odds: what every wager costs, how it swings, and how to play it best.

>>> from pitboss.odds import par_sheet
>>> par_sheet("qld/roulette").row("straight up").house_edge
Fraction(1, 37)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.money import Cents
    from pitboss.odds.analysis import Analysis
    from pitboss.odds.jobs import Work
    from pitboss.odds.par import ParSheet
    from pitboss.table.game import Game

# Where each game's analysis lives; a game that builds on one of these is analysed the same way.
ANALYSES = {
    "qld/roulette": "pitboss.odds.roulette:RouletteOdds",
    "qld/craps": "pitboss.odds.craps:CrapsOdds",
    "qld/baccarat": "pitboss.odds.baccarat:BaccaratOdds",
    "qld/three-card-poker": "pitboss.odds.three_card:ThreeCardOdds",
    "qld/blackjack": "pitboss.odds.blackjack:BlackjackOdds",
    "nsw/texas-holdem-bonus-poker": "pitboss.odds.texas_holdem_bonus:TexasHoldemBonusOdds",
    "cbr/casino-holdem-poker": "pitboss.odds.casino_holdem:CasinoHoldemOdds",
}


def analysis_of(game: type[Game]) -> type[Analysis[Any]]:
    """The analysis of a game, or of the game it is a variant of."""
    from pitboss.odds.analysis import BadQuestion

    for made in game.__mro__:
        where = ANALYSES.get(getattr(made, "id", ""))
        if where is not None:
            module, _, name = where.partition(":")
            found: type[Analysis[Any]] = getattr(import_module(module), name)
            return found
    raise BadQuestion(f"{game.id} has no exact analysis yet; there is one for {', '.join(ANALYSES)}")


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

    made = game(id, options)
    analysis = analysis_of(type(made))
    changes = change(made, settings, analysis)
    return analysis(made, work or Work(Cache()), stake, shoe, changes)


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
