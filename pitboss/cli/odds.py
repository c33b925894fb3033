"""`pitboss odds`: the par sheet of a game, exact, from the provisions the table runs on."""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.completing import house_games
from pitboss.cli.errors import Mistake

if TYPE_CHECKING:
    from pitboss.cli.watch import Watch
    from pitboss.money import Cents
    from pitboss.odds.jobs import Work
    from pitboss.odds.par import ParSheet
    from pitboss.odds.report import OddsQuestion, OddsReport
    from pitboss.table.game import Game

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
COURTS = ("J", "Q", "K")
STOPPED = 130


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C is one line and status 130, wherever it falls."""
    try:
        yield
    except BaseException as error:
        if not _stopped(error):
            raise
        print("pitboss: stopped", file=sys.stderr)
        raise typer.Exit(STOPPED) from None


def _stopped(error: BaseException | None) -> bool:
    """Is it a stop, or an error that a stop in mid-import turned into?"""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


@stoppable()
def odds(
    game: Annotated[str, typer.Argument(help="BOOK/NAME, as 'pitboss games' lists them.", metavar="GAME",
                                        autocompletion=house_games)],
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the game.", metavar="K=V")] = None,
    settings: Annotated[list[str] | None, typer.Option(
        "--set", help="Another payment or dealer rule, beside the law's: 'pair plus.flush=3 to 1'.",
        metavar="WAGER.LINE=ODDS")] = None,
    stake: Annotated[str | None, typer.Option(
        help="The stake, where the law rounds or caps a payment; the minimum unless said.", metavar="AMOUNT")] = None,
    shoe: Annotated[str | None, typer.Option(
        help="What is left in the shoe: 'A=20,T=90'; the other ranks are all there.", metavar="RANK=CARDS,...")] = None,
    wager: Annotated[str | None, typer.Option(help="Show one wager only.", metavar="NAME")] = None,
    full: Annotated[bool, typer.Option("--full", help="Show the distribution of every wager.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="One line for every way a wager can end.")] = False,
    html: Annotated[str | None, typer.Option(help="Write a page to keep or print.", metavar="FILE")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Count everything anew, keep nothing.")] = False,
) -> None:
    """House edge, variance, hit rate, every way to end and best play of every wager, exact; and what another
    payment, option or shoe would make of it."""
    from pitboss.cli.lookup import find_game, read_options
    from pitboss.odds.report import OddsQuestion

    if json + csv + (html is not None) > 1:
        raise Mistake("--json, --csv and --html are each a way to give the sheet; ask for one of them")
    make = find_game(game)
    table = make(read_options(make, option or []))
    asked = OddsQuestion(
        table.id, table.given, tuple(settings or ()),
        None if stake is None else read_stake(stake, table), None if shoe is None else read_shoe(shoe, table),
    )
    if html is not None:
        check_page(html)
    report = answer(asked, no_cache)
    if wager is not None:
        report = report.only(find_wager(report.sheet, wager))
    write(report, json, csv, html, full or wager is not None)


def answer(asked: OddsQuestion, no_cache: bool) -> OddsReport:
    """The report, with a bar meanwhile."""
    from pitboss.cli.watch import Watch, watch_compilations
    from pitboss.odds.report import report

    with Watch() as watch, _work(watch, no_cache) as work:
        analysis = asked.analysis(work)
        watch_compilations(watch)
        return report(asked, analysis)


@contextmanager
def _work(watch: Watch, no_cache: bool) -> Iterator[Work]:
    """Where counts are kept: for good, or only as long as the question stands."""
    from pitboss.odds.cache import Cache
    from pitboss.odds.jobs import Work

    if not no_cache:
        yield Work(Cache(warn=watch.warn), watch)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Work(Cache(Path(folder), watch.warn), watch)


def write(report: OddsReport, json: bool, csv: bool, html: str | None, full: bool) -> None:
    """Give the sheet in the way it was asked for."""
    from pitboss.odds.report import sheet_data, write_csv

    if json:
        from pitboss.cli.show import write_json

        write_json(sheet_data(report))
    elif csv:
        write_csv(report, sys.stdout)
    elif html is not None:
        from pitboss.odds.html import page

        save(html, page(report, command(report)))
    else:
        from pitboss.cli.par_sheet import print_sheet
        from pitboss.cli.show import console

        print_sheet(console(), report, full)


def command(report: OddsReport) -> str:
    """The line that gives the same sheet again."""
    from pitboss.money import show_amount

    asked = report.question
    words = ["pitboss", "odds", asked.game]
    for name, value in asked.options.items():
        words += ["--option", f"{name}={value}"]
    for setting in asked.settings:
        words += ["--set", setting]
    if asked.stake is not None:
        words += ["--stake", show_amount(asked.stake)]
    if asked.shoe is not None:
        words += ["--shoe", ",".join(f"{rank}={cards}" for rank, cards in asked.shoe.items())]
    if report.wager:
        words += ["--wager", report.wager]
    return shlex.join(words)


# -- what was typed ------------------------------------------------------------------------------------


def read_stake(text: str, game: Game) -> Cents:
    """A stake that the table takes."""
    from pitboss.money import parse_amount, show_amount

    stake = parse_amount(text)
    if not game.minimum <= stake <= game.maximum or stake % game.unit:
        low, high, unit = map(show_amount, (game.minimum, game.maximum, game.unit))
        raise Mistake(f"--stake {text} is not a wager at this table; it takes {low} to {high} in steps of {unit}, "
                      "unless --option minimum=, maximum= or unit= says otherwise")
    return stake


def read_shoe(text: str, game: Game) -> Mapping[str, int]:
    """How many cards of each rank are left; ranks that are not named are all there."""
    from pitboss.equipment.decks import ranks_in
    from pitboss.odds import analysis_of

    whole = ranks_in(game.pack())
    full = {rank: whole[rank] for rank in RANKS}
    parts = [(part.strip(), *(word.strip() for word in part.partition("=")[::2])) for part in text.split(",")]
    always_apart = analysis_of(type(game)).tells_courts
    if always_apart or {name.upper() for _, name, _ in parts} & {*COURTS}:
        # Whoever names a court card tells all of them apart.
        full |= {rank: whole[rank] for rank in COURTS} | {"T": whole["T"] - sum(whole[rank] for rank in COURTS)}
    left = dict[str, int]()
    for part, name, count in parts:
        rank = "T" if name == "10" else name.upper()
        if rank not in full or rank in left:
            tens = "such as A=20,K=22" if always_apart else (
                "T for every ten and court card unless J, Q or K is named too, such as A=20,T=90")
            raise Mistake(f"--shoe: {part!r} names no rank, or one twice; ranks are {' '.join(full)}, {tens}")
        if not (count.isascii() and count.isdigit() and len(count) < 9 and int(count) <= full[rank]):
            raise Mistake(f"--shoe: {part!r} cannot be; the shoe has 0 to {full[rank]} of {rank}, "
                          f"{game.decks} deck{'s' * (game.decks > 1)} in all")
        left[rank] = int(count)
    return full | left


def find_wager(sheet: ParSheet, name: str) -> str:
    """The row a name means, however it is written."""
    from pitboss.odds.whatif import plain

    known = {plain(row.wager): row.wager for row in sheet.wagers}
    if plain(name) in known:
        return known[plain(name)]
    close = get_close_matches(plain(name), known, 3, 0.5)
    legal = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(known.values())}"
    raise Mistake(f"no wager {name!r} in {sheet.game}; {legal}")


# -- the page ------------------------------------------------------------------------------------------


def check_page(file: str) -> None:
    """Whether a page can be written there is better known before the work than after."""
    path = Path(file)
    try:
        if "\0" in file or len(os.fsencode(path.name)) > 200:
            raise ValueError(file)
        if path.exists() and not path.is_file():
            raise Mistake(f"{path} is not a file that a page can be written to; name a file such as par.html")
        if not os.access(path.parent, os.W_OK) or not path.parent.is_dir():
            raise Mistake(f"{file} cannot be written; there is no such directory, or it is closed to you")
    except (OSError, ValueError):
        raise Mistake(f"{file!r} is no name for a file; name one such as par.html") from None


def save(file: str, text: str) -> None:
    """Written aside and then put in place: the page is whole, or as it was."""
    path = Path(file)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            part.write_bytes(text.encode())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise Mistake(f"{file} cannot be written: {error.strerror or error}") from None
