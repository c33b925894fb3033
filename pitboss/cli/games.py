"""`pitboss games`: what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.table.definition import GameOption
    from pitboss.table.game import Game

# Below this width four columns are too many.
NARROW = 80


def games(json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False) -> None:
    """List every game: its id, rulebook and schedule, wagers and options."""
    from pitboss.cli.room_games import print_card_games
    from pitboss.cli.show import console, write_json
    from pitboss.guide import game_data
    from pitboss.guide.room import card_game_data
    from pitboss.rulebooks import card_games
    from pitboss.rulebooks import games as all_games

    house_games, between = list(all_games().values()), list(card_games().values())
    if json:
        write_json({"games": [*map(game_data, house_games), *map(card_game_data, between)]})
    else:
        out = console()
        out.print(_table(house_games, out.width) if out.width >= NARROW else _list(house_games))
        print_card_games(out, between, NARROW)


def _table(house_games: list[type[Game]], width: int) -> Any:
    from rich.text import Text

    from pitboss.cli.show import grid
    from pitboss.guide import book_of, law_text

    table = grid("game", "rulebook and schedule", "wagers", "options")
    table.columns[0].no_wrap = True
    for game in house_games:
        name = Text.assemble((game.id, "bold cyan"), "\n", game.title)
        law = Text.assemble(book_of(game), "\n", (law_text(game), "dim"))
        table.add_row(name, law, _wagers(game), "\n".join(_options(game)))
        table.add_section()
    # Options are typed as they stand here, so they break at spaces only.
    longest = max(len(word) for cell in table.columns[3].cells for word in str(cell).split())
    table.columns[3].width = max(longest, width // 4)
    return table


def _list(house_games: list[type[Game]]) -> Any:
    from rich.console import Group
    from rich.text import Text

    from pitboss.guide import stands_in

    return Group(*(
        Text.assemble((game.id, "bold cyan"), f"  {game.title}\n", (f"{stands_in(game)}\n", "dim"),
                      f"wagers: {_wagers(game)}\noptions: {'; '.join(_options(game))}\n")
        for game in house_games
    ))


def _wagers(game: type[Game]) -> str:
    from pitboss.guide import kinds_of

    return ", ".join(kind.name for kind in kinds_of(game))


def _options(game: type[Game]) -> list[str]:
    return option_lines(game.choices)


def option_lines(choices: tuple[GameOption, ...]) -> list[str]:
    """Options as they are typed, with the other values they may have."""
    return [f"{choice.name}={choice.default}{_others(choice.values, choice.default)}" for choice in choices]


def _others(values: tuple[str, ...], default: str) -> str:
    others = [value for value in values if value != default and value not in ("amount", "number", "text")]
    if len(others) > 4 and all(value.isdigit() for value in values):
        return f", from {min(values, key=int)} to {max(values, key=int)}"
    return f" or {', '.join(others)}" if others else ""
