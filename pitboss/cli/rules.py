"""`pitboss rules`: how a game is played, in our own words, each line with its clause."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.law import Clause
    from pitboss.table.definition import Definition
    from pitboss.table.game import Game

_SECTION = re.compile(r"\d+[a-z]?(?=[.(:]|$|bis)|[A-Z]+|[^.(:]+")


def rules(
    game: Annotated[str, typer.Argument(help="A game, such as qld/three-card-poker.", metavar="GAME")],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Say how a game is played: its sections in order, pay tables, options, duties."""
    from pitboss.cli.lookup import find_any_game
    from pitboss.cli.show import console, write_json
    from pitboss.table.game import Game

    made = find_any_game(game)
    if not issubclass(made, Game):
        from pitboss.cli.room_rules import card_rules_data, print_card_rules

        if json:
            write_json(card_rules_data(made))
        else:
            print_card_rules(console(), made)
    elif json:
        write_json(rules_data(made))
    else:
        print_rules(console(), made)


# -- what there is to say ------------------------------------------------------------------------------


def displaced(game: type[Game]) -> dict[str, str]:
    """Clauses of the incorporated schedule that this one displaces, in the order of the text, and what they say.
    What is under a displaced clause is displaced with it."""
    from pitboss.cli.explain import summary
    from pitboss.law import book

    named = {clause for member in vars(game).values() for clause in getattr(member, "displaces", ())}
    every = [made for name in dict.fromkeys(clause.book for clause in named) for made in book(name).values()]
    return {str(made): summary(made) for made in every if any(clause.covers(made) for clause in named)}


def sections(prefix: str) -> dict[str, list[Clause]]:
    """The clauses under a prefix by section, in the order of the text. "QLD-12" has sections of its own;
    "NSW-9" is one."""
    from pitboss.law import book

    found: dict[str, list[Clause]] = {}
    for id, clause in book(prefix.partition("-")[0]).items():
        if not id.startswith(prefix):
            continue
        rest = id[len(prefix) :]
        if rest.startswith("-"):
            match = _SECTION.match(rest[1:])
            found.setdefault(f"{prefix} section {match[0] if match else ''}", []).append(clause)
        elif not rest or rest[0] in "(:.":
            found.setdefault(prefix, []).append(clause)
    return found


def line_name(line: Any) -> str:
    """What a pay line is called: the name of a hand, a number of points, a word."""
    if isinstance(line, tuple):
        return " ".join(map(line_name, line))
    return str(getattr(line, "name", line)).lower().replace("_", " ")


def rules_data(game: type[Game]) -> dict[str, Any]:
    """The rules as they go into JSON."""
    from pitboss.cli.explain import base_of, clause_data, own_law
    from pitboss.cli.games import game_data

    base = base_of(game)
    data = game_data(game) | {
        "pay_tables": [
            {"wager": table.wager, "lines": [
                {"line": line_name(line), "odds": str(odds), "clause": str(clause)}
                for line, (odds, clause) in table.lines.items()
            ]}
            for table in game.pay_tables
        ],
        "duties": [{"when": duty.when, "what": duty.what, "clause": str(duty.clause)} for duty in game.duties],
        "sections": [
            {"section": section, "clauses": [clause_data(clause) for clause in clauses]}
            for prefix in own_law(game)
            for section, clauses in sections(prefix).items()
        ],
    }
    if base is not None:
        data["incorporates"] = {
            "game": base.id, "by": str(game.incorporated_by), "displaces": displaced(game), "rules": rules_data(base),
        }
    return data


# -- text ----------------------------------------------------------------------------------------------


def print_rules(out: Console, game: type[Game]) -> None:
    from pitboss.cli.explain import base_of, own_law
    from pitboss.cli.games import book_of, law_text
    from pitboss.cli.show import heading

    out.print(heading(f"{game.title}  {game.id}", f"{book_of(game)}, {law_text(game)}"))
    out.print()
    _print_wagers(out, game)
    _print_pay(out, game)
    print_options(out, game)
    base = base_of(game)
    if base is not None:
        _print_displaced(out, game, base)
    out.print(heading("How it is played", "by section of the schedule"))
    for prefix in own_law(game):
        _print_sections(out, prefix, ())
    if base is not None:
        out.print()
        out.print(heading(f"Incorporated: {base.title}", f"through {game.incorporated_by}"))
        for prefix in base.law:
            _print_sections(out, prefix, displaced(game))
    print_duties(out, game)


def _print_wagers(out: Console, game: type[Game]) -> None:
    from pitboss.cli.show import grid

    table = grid("wager", "what it is", "clause")
    for kind in game.kinds:
        table.add_row(kind.name, kind.note, str(kind.clause))
    out.print(table)
    out.print()


def _print_pay(out: Console, game: type[Game]) -> None:
    from pitboss.cli.show import grid

    for pay in game.pay_tables:
        table = grid(pay.wager, "pays", "clause", right=("pays",))
        for line, (odds, clause) in pay.lines.items():
            table.add_row(line_name(line), str(odds), str(clause))
        out.print(table)
        out.print()


def print_options(out: Console, game: type[Definition]) -> None:
    from pitboss.cli.show import grid

    table = grid("option", "unless said", "may be", "what it sets", "clause")
    for made in game.choices:
        table.add_row(made.name, made.default, ", ".join(made.values), made.note, str(made.clause))
    out.print(table)
    out.print()


def _print_displaced(out: Console, game: type[Game], base: type[Game]) -> None:
    from pitboss.cli.show import grid, heading

    out.print(heading(f"Played as {base.title}", f"{base.id}, brought in by {game.incorporated_by}"))
    table = grid("displaced", "which says")
    for id, says in displaced(game).items():
        table.add_row(id, says)
    out.print(table)
    out.print()


def _print_sections(out: Console, prefix: str, displaced: Container[str]) -> None:
    from collections import Counter

    from rich.table import Table as Grid

    from pitboss.cli.explain import part

    left_out = 0
    for section, clauses in sections(prefix).items():
        told = [clause for clause in clauses if clause.kind != "physical"]
        left_out += len(clauses) - len(told)
        if not told:
            continue
        topic = Counter(clause.topic for clause in told).most_common(1)[0][0]
        out.print(f"\n{section}: {topic}", style="bold")
        table = Grid.grid(padding=(0, 2))
        table.add_column(min_width=12, no_wrap=True)
        table.add_column()
        for clause in told:
            _clause_rows(table, clause, len(part(prefix)) + 1, str(clause) in displaced)
        out.print(table)
    if left_out:
        out.print(f"\n({left_out} clauses of {prefix} about furniture and paper are left out)", style="dim")


def _clause_rows(table: Any, clause: Clause, cut: int, displaced: bool) -> None:
    from rich.text import Text

    from pitboss.cli.explain import readings, summary

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
