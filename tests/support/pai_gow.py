"""Rounds of pai gow as files tell them, and what became of their wagers."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.table.acts import Answer, Cards, Choice, Close, CutAt, Dice, Lapse, Place, Shuffled
from pitboss.table.requests import Asked, Choose, Cut, Deal, Gather, Offer, Reveal, Roll, Shuffle
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

GAME = "game qld/pai-gow\noption minimum=5 maximum=1000\n"
# The house has two pairs; or 0 and 9, with no high tile.
BANK = "deal banker: yun yun gor gor\n"
WEAK = "deal banker: mooy ping foo c8a\n"
ANN = "box 2 Ann: 100\n"
WINS, LOSES = "deal 2: teen teen day day\n", "deal 2: mooy ping g3 c7a\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def lines(played: Played) -> dict[tuple[int, str, str], tuple[str, int]]:
    """What became of each wager: its outcome and what it brought or cost."""
    return {(line.box, line.player, line.wager): (line.outcome, line.pays if line.outcome == "win" else line.stake)
            for line in played.lines}


def refused(text: str) -> str:
    with pytest.raises(Unplayable) as no:
        settle(text)
    return str(no.value)


class Pit:
    """Ann on box 2 against the house, with tiles of one's own; she has them set the house way unless told."""

    def __init__(self, own: str, banks: str, *more: Answer, way: str = "house way", dice: tuple[int, ...] = (1, 1, 1),
                 wagers: tuple[Place, ...] = (Place(2, "Ann", (("wager", 100_00),)),)) -> None:
        self.tiles = {"2": tuple(own.split()), "banker": tuple(banks.split())}
        self.way, self.dice, self.wagers, self.more = way, dice, list(wagers), list(more)
        self.asked: list[Asked] = []

    def answer(self, t: Table, request: Asked) -> Answer:
        self.asked.append(request)
        match request:
            case Shuffle():
                return Shuffled()
            case Cut():
                return CutAt(request.least)
            case Gather():
                return self.wagers.pop(0) if self.wagers else Close()
            case Roll():
                return Dice(self.dice)
            case Deal():
                return Cards(self.tiles[request.to])
            case Reveal():
                return self.more.pop(0) if self.more else Cards(())
            case Offer():
                return Lapse()
            case Choose():
                return Choice(request.hand, self.way, request.player)
        raise AssertionError(request)
