"""`pitboss rules`: how a game is played, in our own words, each line with its clause."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.completing import all_games

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.law import Clause
    from pitboss.table.definition import Definition
    from pitboss.table.game import Game


def rules(
    game: Annotated[str, typer.Argument(help="BOOK/NAME, as 'pitboss games' lists them.", metavar="GAME",
                                        autocompletion=all_games)],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Say how a game is played: its sections in order, pay tables, options, duties."""
    from pitboss.cli.lookup import find_any_game
    from pitboss.cli.show import console, write_json
    from pitboss.guide import rules_data
    from pitboss.table.game import Game

    make = find_any_game(game)
    if not issubclass(make, Game):
        from pitboss.cli.room_rules import print_card_rules
        from pitboss.guide.room import card_rules_data

        if json:
            write_json(card_rules_data(make))
        else:
            print_card_rules(console(), make)
    elif json:
        write_json(rules_data(make))
    else:
        print_rules(console(), make)


def print_rules(out: Console, game: type[Game]) -> None:
    from pitboss.cli.show import heading
    from pitboss.guide import base_of, displaced, own_law, side_sections, stands_in

    out.print(heading(f"{game.title}  {game.id}", stands_in(game)))
    out.print()
    _print_wagers(out, game)
    _print_pay(out, game)
    print_options(out, game)
    base = base_of(game)
    if base is not None:
        _print_displaced(out, game, base)
    out.print(heading("How it is played", "by section of the schedule"))
    for prefix in own_law(game):
        _print_sections(out, prefix, (), game.left_out)
    if base is not None:
        out.print()
        out.print(heading(f"Incorporated: {base.title}", f"through {game.incorporated_by}"))
        for prefix in base.law:
            _print_sections(out, prefix, displaced(game), base.left_out)
    for section, clauses in side_sections(game).items():
        _print_section(out, section, clauses, ())
    print_duties(out, game)


def _print_wagers(out: Console, game: type[Game]) -> None:
    from pitboss.cli.show import grid
    from pitboss.guide import kinds_of

    table = grid("wager", "what it is", "clause")
    for kind in kinds_of(game):
        table.add_row(kind.name, kind.note, str(kind.clause))
    out.print(table)
    out.print()


def _print_pay(out: Console, game: type[Game]) -> None:
    from pitboss.cli.show import grid
    from pitboss.guide import holds_for, line_name, pay_tables_of, pay_title

    for pay in pay_tables_of(game):
        table = grid(pay_title(pay.wager, holds_for(pay)), "pays", "clause", right=("pays",))
        for line, (odds, clause) in pay.lines.items():
            table.add_row(line_name(line), str(odds), str(clause))
        out.print(table)
        out.print()


def print_options(out: Console, game: type[Definition]) -> None:
    from pitboss.cli.show import grid

    table = grid("option", "unless said", "may be", "what it sets", "clause")
    for choice in game.choices:
        table.add_row(choice.name, choice.default, ", ".join(choice.values), choice.note, str(choice.clause))
    out.print(table)
    out.print()


def _print_displaced(out: Console, game: type[Game], base: type[Game]) -> None:
    from pitboss.cli.show import grid, heading
    from pitboss.guide import displaced

    out.print(heading(f"Played as {base.title}", f"{base.id}, brought in by {game.incorporated_by}"))
    table = grid("displaced", "which says")
    for id, says in displaced(game).items():
        table.add_row(id, says)
    out.print(table)
    out.print()


def _print_sections(out: Console, prefix: str, displaced: Container[str], without: Sequence[str] = ()) -> None:
    from pitboss.guide import sections

    left_out = sum(_print_section(out, *section, displaced) for section in sections(prefix, without).items())
    if left_out:
        out.print(f"\n({left_out} clauses of {prefix} about furniture and paper are left out)", style="dim")


def _print_section(out: Console, section: str, clauses: Sequence[Clause], displaced: Container[str]) -> int:
    """A section without its clauses about furniture and paper; how many those are."""
    from collections import Counter

    from rich.table import Table as Grid

    from pitboss.guide import part

    play_clauses = [clause for clause in clauses if clause.kind != "physical"]
    if play_clauses:
        topic = Counter(clause.topic for clause in play_clauses).most_common(1)[0][0]
        out.print(f"\n{section}: {topic}", style="bold")
        table = Grid.grid(padding=(0, 2))
        table.add_column(min_width=12, no_wrap=True)
        table.add_column()
        for clause in play_clauses:
            _clause_rows(table, clause, len(part(clause)) + 1, str(clause) in displaced)
        out.print(table)
    return len(clauses) - len(play_clauses)


def _clause_rows(table: Any, clause: Clause, cut: int, displaced: bool) -> None:
    from rich.text import Text

    from pitboss.cli.explain import readings
    from pitboss.guide import summary

    said = Text(summary(clause), "strike dim" if displaced else "")
    if displaced:
        said.append("  (displaced)", "not strike yellow")
    table.add_row(Text("  " + clause[cut:], "cyan"), said)
    for reading in readings(clause):
        table.add_row("", reading)


def print_duties(out: Console, game: type[Definition]) -> None:
    from pitboss.cli.show import grid, heading

    if game.duties:
        out.print()
        out.print(heading("What staff do"))
        table = grid("when", "what", "clause")
        for duty in game.duties:
            table.add_row(duty.when, duty.what, str(duty.clause))
        out.print(table)
