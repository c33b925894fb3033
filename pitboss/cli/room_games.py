"""The games of the card room in `pitboss games`: what can be played between players, and how a table is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.cardroom import usual_game
from pitboss.cli.games import option_lines
from pitboss.guide import stands_in

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cardroom.game import PokerGame
    from pitboss.table.definition import GameOption


def print_card_games(out: Console, games: list[type[PokerGame]], narrow: int) -> None:
    """Every game, chapter by chapter; options that all games of a chapter have are told once."""
    from pitboss.cli.show import heading

    out.print()
    out.print(heading("The card room", f"games between players: 'pitboss play {usual_game()} --seats 6'"))
    for law in dict.fromkeys(game.law for game in games):
        chapter = [game for game in games if game.law == law]
        shared = shared_options(chapter)
        out.print()
        out.print(heading(stands_in(chapter[0])))
        out.print(_table(chapter, shared) if out.width >= narrow else _list(chapter, shared))
        if shared:
            out.print(f"options: {'; '.join(option_lines(shared))}")


def shared_options(games: list[type[PokerGame]]) -> tuple[GameOption, ...]:
    """Options that all of these games have, alike."""
    return tuple(choice for choice in games[0].choices if all(choice in game.choices for game in games))


def _own(game: type[PokerGame], shared: tuple[GameOption, ...]) -> list[str]:
    return option_lines(tuple(choice for choice in game.choices if choice not in shared))


def seats_text(game: type[PokerGame]) -> str:
    """How many may play with each deck.

    >>> from pitboss.rulebooks import card_games
    >>> seats_text(card_games()["mel/three-card-manila"])
    '2 to 9 with 36 cards, 2 to 7 with 32'
    """
    parts = [f"2 to {most} with {cards}" for cards, most in game.decks.items()]
    return ", ".join([f"{parts[0]} cards", *parts[1:]])


def _table(games: list[type[PokerGame]], shared: tuple[GameOption, ...]) -> Any:
    from rich.text import Text

    from pitboss.cli.show import grid

    table = grid("game", "title", "players", *["options of its own"] * any(_own(game, shared) for game in games))
    table.columns[0].no_wrap = True
    for game in games:
        own = ["\n".join(_own(game, shared))] if len(table.columns) > 3 else []
        table.add_row(Text(game.id, "bold cyan"), game.title, seats_text(game), *own)
    return table


def _list(games: list[type[PokerGame]], shared: tuple[GameOption, ...]) -> Any:
    from rich.console import Group
    from rich.text import Text

    return Group(*(
        Text.assemble((game.id, "bold cyan"), f"  {game.title}\nplayers: {seats_text(game)}\n", _also(game, shared))
        for game in games
    ))


def _also(game: type[PokerGame], shared: tuple[GameOption, ...]) -> str:
    own = _own(game, shared)
    return f"options of its own: {'; '.join(own)}\n" if own else ""
