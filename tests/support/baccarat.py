"""Baccarat files and tables."""

from __future__ import annotations

from typing import Any

from pitboss.law import Announced, Ruled
from pitboss.rulebooks import Played, game, settle
from pitboss.table.acts import Shuffled
from pitboss.table.driver import plain
from pitboss.table.facts import Dealt
from pitboss.table.table import Table

WAGERS = "box 1 Ann: player 10\nbox 2 Ben: banker 20\n"
SIX = "deal player: 2c 4d\n"  # player 6 stays
SEVEN = "deal banker: Kh 7s\n"  # banker 7 stands
BANKER_WINS = "= 1 Ann player lose 10 [QLD-1-10(2)(b)]\n= 2 Ben banker win 19 [QLD-1-11(2)]\n"
ROUND = WAGERS + SIX + SEVEN
LATER = WAGERS + "deal player: 2c\n! cutting-card\n=! ruled [QLD-1-15(1)]\n" + SEVEN + "deal player: 4d\n"
FIRST = WAGERS + "no more bets\n! cutting-card\n=! ruled [QLD-1-15(1)]\n=! announced [QLD-1-15(4)]\n" + SIX + SEVEN
SHOE = {"places": "14", "minimum": "10", "maximum": "500"}
ANN_DEALS = WAGERS + "1: accept shoe\n=! announced [QLD-1-16(1)(a)]\n"


def played(text: str, **options: str) -> Played:
    chosen = " ".join(f"{name.replace('_', '-')}={value}" for name, value in options.items())
    result = settle(f"game qld/baccarat\n{f'option {chosen}' if chosen else ''}\n{text}")
    assert not result.failures, result.failures
    return result


def table(**options: str) -> Table:
    return Table(game("qld/baccarat", {name.replace("_", "-"): value for name, value in options.items()}))


def announced(result: Played) -> list[str]:
    return [str(event.clause).removeprefix("QLD-1-") for event in result.events if isinstance(event, Announced)]


def ruled(result: Played) -> list[str]:
    return [str(event.clause).removeprefix("QLD-1-") for event in result.events if isinstance(event, Ruled)]


def dealt(result: Played) -> list[tuple[str, int, bool]]:
    return [(event.to, len(event.cards), event.face_up) for event in result.events if isinstance(event, Dealt)]


def asked_of(result: Played, kind: type) -> list[Any]:
    """The requests of one kind that the rounds of a file made."""
    found = []
    for record in result.records:
        play = Table(game(record.game, record.options), plain(record.state)).play()
        request = next(play)
        for answer in record.answers:
            if type(request) is kind:
                found.append(request)
            try:
                request = play.send(answer)
            except StopIteration:
                break
    return found


def shuffles(result: Played) -> list[int]:
    return [sum(type(answer) is Shuffled for answer in record.answers) for record in result.records]
