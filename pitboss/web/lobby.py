"""What the page of the lobby is sent with: every game there is, the tables that are open, and where one is seated. With
it in the page itself, the lobby is whole before the socket has said a word."""

from __future__ import annotations

from functools import cache
from typing import Any

from pitboss.cardroom.game import PokerGame
from pitboss.floor.commands import Who
from pitboss.floor.floor import Floor, first_table
from pitboss.floor.memory import Added
from pitboss.floor.poker_room import Room, big_blind
from pitboss.money import show_amount
from pitboss.rulebooks import card_games, games
from pitboss.table.definition import Definition
from pitboss.table.game import Game
from pitboss.table.lobby import CATEGORIES


@cache
def catalogue() -> list[dict[str, Any]]:
    """Every game of the index as the lobby shows it where it has no table, category by category."""
    every: list[type[Definition]] = [*games().values(), *card_games().values()]
    rows = [_game(make) for make in every]
    return sorted(rows, key=lambda game: CATEGORIES.index(game["category"]))


def _game(make: type[Definition]) -> dict[str, Any]:
    usual = make(first_table(make.id).options)
    return {
        "id": make.id, "title": make.title, "category": make.listed_under(), "emblem": make.emblem(),
        "book": make.book.title.partition(",")[0], "words": _words(make), "seats": usual.boxes,
        "stakes": _stakes(usual),
    }


def _words(make: type[Definition]) -> str:
    """What it is looked for by, besides its name: everyday words, its law, the names of its wagers."""
    wagers = [kind.name for kind in make.kinds] if issubclass(make, Game) else []
    return " ".join([make.also_called, make.book.title, *make.law, *wagers])


def _stakes(usual: Definition) -> str:
    """What one plays for at a table of it that opens."""
    if isinstance(usual, PokerGame):
        least = (big_blind(Room(Added("", "", usual.id, usual.given))),)
        return "/".join(map(show_amount, list(filter(None, usual.blinds)) or least))
    assert isinstance(usual, Game)
    return f"{show_amount(usual.minimum)}–{show_amount(usual.maximum)}"


def sent(floor: Floor, who: Who) -> dict[str, Any]:
    """All that the page needs to show the lobby."""
    return {
        "categories": CATEGORIES, "games": catalogue(), "tables": floor.lobby(), "seated": floor.seated(who.name),
        "play": floor.cage.play,
    }
