"""Rounds of craps to start from."""

from __future__ import annotations

from pitboss.law import Announced
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s04_craps_wagers import CrapsWagers
from pitboss.table.script import Played

START = "game qld/craps\nbox 1 Ann: win bet 10\n"
POINT_4 = START + "roll 2 2\n"
POINT_6 = START + "roll 4 2\n"
DONT_4 = "game qld/craps\nbox 1 Ann: don't win bet 10\nroll 2 2\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def craps(**options: str) -> CrapsWagers:
    made = game("qld/craps", options)
    assert isinstance(made, CrapsWagers)
    return made


def announced(played: Played) -> list[str]:
    return [str(event.clause) for event in played.events if isinstance(event, Announced)]
