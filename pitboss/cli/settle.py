"""`pitboss settle`: what should this have paid, and under which clause?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.errors import Mistake, shorten

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from pitboss.law import Clause
    from pitboss.table.facts import AnyEvent, Settled
    from pitboss.table.script import Played

MOST_BYTES = 4_000_000


def settle(
    file: Annotated[str, typer.Argument(help="A transcript; - reads standard input.", metavar="FILE|-")],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="A card that is listed and not needed is an error.")
    ] = False,
) -> None:
    """Play a transcript to its end and print every cited line."""
    from pitboss.cli.lookup import find_game
    from pitboss.cli.room_settle import print_settled, settle_card_room, settled_data
    from pitboss.cli.show import console, write_json
    from pitboss.rulebooks import games
    from pitboss.table.script import play_transcript
    from pitboss.table.transcripts import parse

    text = read_text(file)
    between = settle_card_room(file, text, strict)
    if between is not None:
        if json:
            write_json(settled_data(between))
        else:
            print_settled(console(), between)
        raise typer.Exit(1 if between.failures else 0)
    games()  # what a file may write hangs on its game
    read = parse(text)
    played = play_transcript(read, find_game(read.game), strict=strict)
    if json:
        write_json(played_data(played))
    else:
        print_played(console(), played)
    if played.failures:
        raise typer.Exit(1)


def read_text(file: str) -> str:
    """The text of a file, or a mistake that says why there is none."""
    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1) if file == "-" else _read_bytes(file)
    except OSError as error:
        raise Mistake(f"{file} cannot be read: {error.strerror or error}; name a transcript, or - for "
                      "standard input") from None
    except ValueError:
        raise Mistake(f"{file!r} is no file name; name a transcript, or - for standard input") from None
    if len(raw) > MOST_BYTES:
        raise Mistake(f"{file} is larger than {MOST_BYTES // 1_000_000} MB; a transcript is a short text")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise Mistake(f"{file} is not text; a transcript is plain text in UTF-8")
    return text


def _read_bytes(file: str) -> bytes:
    with Path(file).open("rb") as opened:
        return opened.read(MOST_BYTES + 1)


# -- JSON ----------------------------------------------------------------------------------------------


def by_round(played: Played) -> list[tuple[int, list[Settled]]]:
    """The lines of each round that has any; a round that the file leaves unfinished comes last."""
    left = list(played.lines)
    rounds: list[tuple[int, list[Settled]]] = []
    for number, count in enumerate([*(len(record.lines) for record in played.records), len(left)], 1):
        if lines := left[:count]:
            rounds.append((number, lines))
        left = left[count:]
    return rounds


def line_data(played: Played, number: int, line: Settled) -> dict[str, Any]:
    from pitboss.guide import via

    data = {
        "round": number, "box": line.box, "player": line.player, "wager": line.wager, "stake": line.stake,
        "outcome": line.outcome, "pays": line.pays, "odds": line.odds, "clause": str(line.clause),
        "also": [str(also) for also in line.also], "hand": line.hand,
    }
    through = via(played.game, line.clause)
    return data | ({"via": through} if through else {})


def played_data(played: Played) -> dict[str, Any]:
    """What a transcript came to, as it goes into JSON."""
    import msgspec

    from pitboss.guide import clause_map
    from pitboss.table.facts import encode_events

    return {
        "game": played.game.id,
        "options": played.game.options,
        "lines": [line_data(played, number, line) for number, lines in by_round(played) for line in lines],
        "events": msgspec.json.decode(encode_events(played.events)),
        "standing": [
            {"box": wager.box, "player": wager.player, "wager": wager.slot, "stake": wager.amount}
            for wager in played.standing
        ],
        "net": played.net,
        "commission": played.commission,
        "notes": played.notes,
        "failures": played.failures,
        "clauses": clause_map(cited(played.events)),
    }


def cited(events: list[AnyEvent]) -> list[Clause]:
    """Every clause the events name, in order."""
    clauses: list[Clause] = []
    for event in events:
        if hasattr(event, "clause"):
            clauses += [event.clause, *getattr(event, "also", ())]
    return list(dict.fromkeys(clauses))


# -- text ----------------------------------------------------------------------------------------------


def print_played(out: Console, played: Played) -> None:
    from pitboss.cli.explain import print_readings
    from pitboss.cli.show import heading, money, signed

    options = " ".join(f"{name}={value}" for name, value in played.game.given.items())
    out.print(heading(f"{played.game.title}  {played.game.id}", options))
    out.print()
    if played.lines:
        out.print(_lines(played))
    else:
        out.print("no wager was settled")
    if played.standing:
        out.print()
    for wager in played.standing:
        out.print(f"still on the layout: {wager.box} {wager.player} {wager.slot} {money(wager.amount)}")
    out.print()
    _print_rulings(out, played.events)
    print_readings(out, (clause for line in played.lines for clause in (line.clause, *line.also)))
    for player, cents in played.net.items():
        out.print(f"net {player} ", signed(cents), sep="")
    if played.commission:
        out.print(f"commission {money(played.commission)}")
    for note in played.notes:
        out.print(f"note: {shorten(note)}", style="dim", soft_wrap=True)
    for failure in played.failures:
        out.print(f"differs: {failure}", style="red", soft_wrap=True)


def _lines(played: Played) -> Grid:
    """What became of each wager; the rounds of a file with several stand apart."""
    from pitboss.cli.show import grid

    heads = ["box", "player", "wager", "stake", "outcome", "paid", "odds", "clause"]
    rounds = by_round(played)
    several = len(played.records) > 1 or rounds[-1][0] > 1
    table = grid(*["round"] * several, *heads, right=("round", "box", "stake", "paid"))
    for number, lines in rounds:
        for line in lines:
            mark = [str(number) if line is lines[0] else ""] * several
            table.add_row(*mark, *_row(played, line))
        table.add_section()
    return table


def _row(played: Played, line: Settled) -> list[str | Text]:
    from rich.text import Text

    from pitboss.cli.show import COLOURS, money
    from pitboss.guide import via

    paid = {"win": line.pays, "lose": -line.stake, "surrender": -(line.stake // 2)}.get(line.outcome, 0)
    through = via(played.game, line.clause)
    clause = f"{line.clause}" + (f" through {through}" if through else "")
    return [
        line.hand or str(line.box), line.player, line.wager, money(line.stake),
        Text(line.outcome, COLOURS[line.outcome]), money(paid), line.odds, Text(clause, "cyan"),
    ]


def _print_rulings(out: Console, events: list[AnyEvent]) -> None:
    from pitboss.law import Refused, Ruled
    from pitboss.table.facts import Referred, Rejected

    shown = False
    for event in events:
        match event:
            case Refused():
                out.print(f"refused: {shorten(str(event))}")
            case Rejected():
                out.print(f"not possible: {shorten(event.what)}")
            case Ruled():
                out.print(f"ruled: {event.what} [{event.clause}]")
            case Referred():
                out.print(f"referred: {event.kind}: {event.what}")
            case _:
                continue
        shown = True
    if shown:
        out.print()
