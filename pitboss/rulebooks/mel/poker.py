"""MEL: what every Melbourne poker game has, chapter by chapter."""

from __future__ import annotations

from typing import ClassVar

from pitboss.law import schedule
from pitboss.rulebooks.mel import (
    c03_cards,
    c06_wagers,
    c07_commission,
    c08_kill_pots,
    c08_seats,
    c14_all_games,
    c18_general,
)
from pitboss.rulebooks.mel.book import MELBOURNE
from pitboss.rulebooks.mel.c03_cards import PokerCards
from pitboss.rulebooks.mel.c07_commission import Commission
from pitboss.rulebooks.mel.c08_all_games import AllGames
from pitboss.rulebooks.mel.c08_kill_pots import KillPots
from pitboss.rulebooks.mel.c08_seats import Seats
from pitboss.rulebooks.mel.c14_all_games import InAllGames
from pitboss.rulebooks.mel.c14_misdeals import Misdeals
from pitboss.rulebooks.mel.c18_general import PokerProvisions
from pitboss.table.definition import Duty, GameOption

S = schedule("MEL")

STRUCTURES = ("no-limit", "pot-limit", "half-pot", "fixed", "spread")


class MelbournePoker(PokerCards, KillPots, Seats, Commission, Misdeals, InAllGames, PokerProvisions, AllGames):
    """The chapters that hold for every variation."""

    book = MELBOURNE
    choices: ClassVar[tuple[GameOption, ...]] = (
        GameOption("structure", "no-limit", STRUCTURES, S["6.7"], "how bets are limited"),
        GameOption("blinds", "1/2", ("text",), S["6.4"], "compulsory blinds, the first one first"),
        GameOption("ante", "0", ("text",), S["9.1.2"], "put in by every player before the cards"),
        GameOption("bet", "2", ("text",), S["6.6"], "fixed bet of the earlier rounds, or the ends of a spread (2-10)"),
        GameOption("big-bet", "4", ("text",), S["6.6"], "fixed bet of the later rounds"),
        GameOption("chip", "1", ("text",), S["8.5"], "the smallest chip in play"),
        GameOption("deck", "52", ("52", "40", "36", "32", "20"), S["3.1"], "cards in the deck"),
        *c06_wagers.CHOICES,
        *c07_commission.CHOICES,
        *c08_seats.CHOICES,
        *c08_kill_pots.CHOICES,
    )
    duties: ClassVar[tuple[Duty, ...]] = (
        *c03_cards.DUTIES, *c06_wagers.DUTIES, *c07_commission.DUTIES, *c08_seats.DUTIES, *c08_kill_pots.DUTIES,
        *c14_all_games.DUTIES, *c18_general.DUTIES,
    )
    law_of_all = ("MEL-3", "MEL-4", "MEL-6", "MEL-7", "MEL-8")
