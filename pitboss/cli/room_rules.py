"""`pitboss rules` for games between players: how a hand goes, what may be bet, which hand wins, and the clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.cardroom.game import PokerGame


def print_card_rules(out: Console, game: type[PokerGame]) -> None:
    from pitboss.cli.rules import print_duties, print_options
    from pitboss.cli.show import grid, heading
    from pitboss.guide import stands_in
    from pitboss.guide.room import hands, limits, players, shares, streets

    out.print(heading(f"{game.title}  {game.id}", stands_in(game)))
    out.print()
    for head, column, lines in (
        ("how a hand goes", "step", streets(game)), ("what may be bet", "structure", limits(game)),
        ("order of hands", "best first", hands(game)), ("who wins", "share", shares(game)),
        ("who may play", "deck", players(game)),
    ):
        if lines:
            table = grid(column, head, "clause")
            for line in lines:
                table.add_row(line.name, line.what, str(line.clause))
            out.print(table)
            out.print()
    print_options(out, game)
    out.print(heading("How it is played", "the game's chapter, then what holds for every game of the book"))
    _print_sections(out, game)
    print_duties(out, game)


def _print_sections(out: Console, game: type[PokerGame]) -> None:
    from collections import Counter

    from rich.table import Table as Grid
    from rich.text import Text

    from pitboss.cli.explain import readings
    from pitboss.guide import part, summary
    from pitboss.guide.room import sections

    left_out = 0
    for section, clauses in sections(game).items():
        play_clauses = [clause for clause in clauses if clause.kind != "physical"]
        left_out += len(clauses) - len(play_clauses)
        if not play_clauses:
            continue
        topic = Counter(clause.topic for clause in play_clauses).most_common(1)[0][0]
        out.print(f"\n{section}: {topic}", style="bold")
        table = Grid.grid(padding=(0, 2))
        table.add_column(min_width=12, no_wrap=True)
        table.add_column()
        # "Flop games: " on every line of a section is said by its heading.
        opening, colon, _ = summary(play_clauses[0]).partition(": ")
        always = opening + colon if all(summary(clause).startswith(opening + colon) for clause in play_clauses) else ""
        for clause in play_clauses:
            said = summary(clause).removeprefix(always)
            table.add_row(Text("  " + clause[len(part(clause)) + 1 :], "cyan"), said[:1].upper() + said[1:])
            for reading in readings(clause):
                table.add_row("", reading)
        out.print(table)
    if left_out:
        out.print(f"\n({left_out} clauses about furniture and paper are left out)", style="dim")
