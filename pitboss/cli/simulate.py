"""`pitboss simulate`: rounds played by the thousand, and what they say of the exact figures."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pitboss.cli.completing import house_games
from pitboss.cli.errors import Mistake, one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.text import Text

    from pitboss.odds.simulate import Engine, MeasuredRow, Simulation

STOPPED = 130
MOST_ROUNDS = 10**15
_ROUNDS = re.compile(r"[0-9]+(_[0-9]+)*(\.[0-9]+)?([eE]\+?[0-9]{1,3})?")


class Run(NamedTuple):
    """How a simulation was run: what may differ while the result is the same."""

    engine: str
    seconds: float
    # Why it ended before all was played; empty when it did not.
    ended: str = ""


def simulate(
    game: Annotated[str, typer.Argument(help="BOOK/NAME, as 'pitboss games' lists them.", metavar="GAME",
                                        autocompletion=house_games)],
    rounds: Annotated[str, typer.Option(help="How many rounds: 1000000, 1_000_000 or 1e6.", metavar="N")] = "100000",
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same result.", show_default="any")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", help="An option of the game.", metavar="K=V")] = None,
    settings: Annotated[list[str] | None, typer.Option(
        "--set", help="Another payment or dealer rule: 'pair plus.flush=3 to 1'.", metavar="WAGER.LINE=ODDS")] = None,
    shoe: Annotated[str, typer.Option(
        help="Where there is a shoe: a fresh one for each round, as the exact figures have it, or dealt-out to "
        "its cutting card.", metavar="fresh|dealt-out")] = "fresh",
    wager: Annotated[str | None, typer.Option(help="Show one wager only.", metavar="NAME")] = None,
    workers: Annotated[int | None, typer.Option(
        help="Threads of this machine; processes with --reference.", show_default="all cores")] = None,
    engine: Annotated[str, typer.Option(help="Where to play.", metavar="local|dask://HOST:PORT")] = "local",
    reference: Annotated[bool, typer.Option(
        "--reference", help="Play through the round generator of the tables, not by compiled code.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Play a game's rounds with best play, measure every wager, and show the exact figures beside it."""
    from pitboss.cli.lookup import find_game, read_options
    from pitboss.cli.odds import find_wager
    from pitboss.cli.show import console, write_json

    make = find_game(game)
    options = read_options(make, option or [])
    wanted = read_rounds(rounds)
    chosen_engine = find_engine(engine, workers)
    simulation = prepare(make.id, wanted, seed, options, settings or [], shoe, reference)
    if wager is not None:
        simulation.wager = find_wager(simulation.sheet, wager)
    run = play(simulation, chosen_engine)
    if simulation.rounds and json:
        write_json(data(simulation, run))
    elif simulation.rounds:
        print_simulation(console(), simulation, run)
    if run.ended:
        sys.stdout.flush()
        print(f"pitboss: {one_line(run.ended)}", file=sys.stderr)
        raise typer.Exit(STOPPED if run.ended == "stopped" else 2)


def read_rounds(text: str) -> int:
    """A whole number of rounds, written in one of the usual ways.

    >>> read_rounds("1e6") == read_rounds("1_000_000") == read_rounds("1000000")
    True
    """
    legal = "write a whole number from 1 up, such as 1000000, 1_000_000 or 1e6"
    if not _ROUNDS.fullmatch(text) or len(text) > 100:
        raise Mistake(f"--rounds {text!r} is no number of rounds; {legal}")
    number = Decimal(text)
    if number > MOST_ROUNDS:
        raise Mistake(f"--rounds {text!r} would never end; at most 1e15")
    if number < 1 or number != int(number):
        raise Mistake(f"--rounds {text!r} is no number of rounds; {legal}")
    return int(number)


def find_engine(text: str, workers: int | None) -> Engine:
    from pitboss.odds.engines import EngineFailed, engine

    try:
        return engine(text, workers)
    except EngineFailed as failed:
        raise Mistake(str(failed)) from None


def prepare(
    id: str, rounds: int, seed: int | None, options: dict[str, str], settings: list[str], shoe: str, reference: bool
) -> Simulation:
    """The exact figures, with a bar if they take long; a seed out of the air unless there is one."""
    from pitboss.cli.watch import Watch, watch_compilations
    from pitboss.equipment.rng import LiveSource
    from pitboss.odds import simulate
    from pitboss.odds.cache import Cache
    from pitboss.odds.jobs import Work

    if seed is None:
        seed = LiveSource().below(1 << 32)
    try:
        with Watch() as watch:
            watch_compilations(watch)
            work = Work(Cache(warn=watch.warn), watch)
            return simulate.prepare(
                id, rounds, seed=seed, options=options, settings=settings, shoe=shoe, work=work, compiled=not reference
            )
    except KeyboardInterrupt:
        print("pitboss: stopped", file=sys.stderr)
        raise typer.Exit(STOPPED) from None


def play(simulation: Simulation, engine: Engine) -> Run:
    """Play it to its end, or until it is stopped."""
    from pitboss.odds.engines import EngineFailed

    start, ended = time.perf_counter(), ""
    try:
        with _bar(simulation.asked) as bar, closing(simulation.play(engine)) as steps:
            for rounds in steps:
                if bar is not None:
                    bar.update(bar.task_ids[0], completed=min(rounds, simulation.asked))
    except KeyboardInterrupt:
        ended = "stopped"
    except EngineFailed as failed:
        ended = str(failed)
    return Run(engine.where(simulation.job), time.perf_counter() - start, ended)


@contextmanager
def _bar(rounds: int) -> Iterator[Progress | None]:
    """A bar with the speed in rounds, where somebody watches."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.table import Column
    from rich.text import Text

    class RoundsColumn(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = f"{task.speed:,.0f} rounds/s" if task.speed else "starting"
            return Text(f"{task.completed:,.0f} of {task.total:,.0f} rounds  {speed}")

    console = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        yield None
        return
    # The bar is what gives way in a narrow window.
    whole = Column(no_wrap=True)
    columns = (BarColumn(None), RoundsColumn(whole), TimeRemainingColumn(table_column=whole.copy()))
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        bar.add_task("", total=rounds)
        yield bar


# -- JSON ------------------------------------------------------------------------------------------------


def data(simulation: Simulation, run: Run) -> dict[str, Any]:
    """A simulation as it goes into JSON. All but `run` is the same for the same seed, wherever it was played."""
    return {
        "game": simulation.sheet.game, "title": simulation.sheet.title, "options": simulation.sheet.options,
        "changes": list(simulation.sheet.changes), "method": simulation.job.method, "shoe": simulation.job.shoe,
        "seed": simulation.job.seed, "asked": simulation.asked, "rounds": simulation.rounds,
        "complete": simulation.complete, "wagers": [_row_data(row) for row in simulation.rows],
        "run": {"engine": run.engine, "seconds": round(run.seconds, 3),
                "rounds_per_second": round(simulation.rounds / run.seconds, 1)},
    }


def _row_data(row: MeasuredRow) -> dict[str, Any]:
    from pitboss.odds.report import figures

    exact = figures(row.par)
    return {
        "wager": row.par.wager, "per": row.par.per, "includes": list(row.par.includes),
        "measured": row.sums.wagers, "stake": row.sums.stake, "net": row.sums.net,
        "house_edge": row.house_edge, "std_error": row.std_error,
        "interval_95": row.interval(0.95), "interval_99": row.interval(0.99),
        "exact_house_edge": exact["house_edge"], "exact": exact["exact"],
        "z": row.z, "inside_95": row.inside(0.95), "inside_99": row.inside(0.99),
    }


# -- the terminal ----------------------------------------------------------------------------------------


def print_simulation(out: Console, simulation: Simulation, run: Run) -> None:
    from pitboss.cli.show import grid, heading

    options = " ".join(f"{name}={value}" for name, value in simulation.job.options.items())
    out.print(heading(f"{simulation.sheet.title}  {simulation.sheet.game}", options))
    for change in simulation.sheet.changes:
        out.print(f"changed: {change}", style="yellow")
    speed = simulation.rounds / run.seconds
    out.print(f"{simulation.job.method}: {simulation.rounds:,} rounds with best play, seed {simulation.job.seed}; "
              f"{run.seconds:.1f} s on {run.engine}, {speed:,.0f} rounds/s", style="dim")
    if not simulation.complete:
        out.print(f"not all of it: {simulation.rounds:,} of {simulation.asked:,} rounds were played", style="yellow")
    out.print()
    reach = "±" if out.encoding.lower().startswith("utf") else "+/-"
    columns = ("wager", "measured", "simulated", f"{reach} 95%", f"{reach} 99%", "exact", "z", "exact figure lies")
    table = grid(*columns, right=columns[1:7])
    for drawn in table.columns[1:]:
        drawn.no_wrap = True
    for row in simulation.rows:
        table.add_row(row.par.wager, *_cells(row))
    out.print(table)
    out.print()
    for line in _summary(simulation):
        out.print(line)


def _cells(row: MeasuredRow) -> tuple[str | Text, ...]:
    from rich.text import Text

    from pitboss.odds.simulate import REACH
    from pitboss.odds.words import edge, percent

    wagers, exact = f"{row.sums.wagers:,}", edge(row.par)
    if row.house_edge is None:
        return wagers, "", "", "", exact, "", Text("not measured", "dim")
    house_edge = percent(row.house_edge)
    if row.std_error is None or row.z is None:
        return wagers, house_edge, "", "", exact, "", Text("too few to say", "dim")
    if row.inside(0.95):
        where = Text("within 95%", "green")
    else:
        where = Text("within 99%", "yellow") if row.inside(0.99) else Text("outside", "red")
    reach = [percent(times * row.std_error) for times in REACH.values()]
    return wagers, house_edge, *reach, exact, f"{row.z:+.2f}", where


def _summary(simulation: Simulation) -> Iterator[str]:
    """How many rows agree, and what is compared with what."""
    from pitboss.odds.simulate import DEALT_OUT

    rows = [row for row in simulation.rows if row.std_error is not None]
    inside = {level: sum(bool(row.inside(level)) for row in rows) for level in (0.95, 0.99)}
    yield f"exact figures within their 95% interval: {inside[0.95]} of {len(rows)}, within 99%: {inside[0.99]}"
    yield "chance leaves out 1 in 20 and 1 in 100; rows measured on the same rounds tend to err together"
    if simulation.left_lane:
        yield simulation.left_lane
    if simulation.turns:
        yield f"rows have their turns: 1 round in {simulation.turns} is played for each"
    untold = [row.par.wager for row in simulation.rows if not row.sums.wagers]
    if untold:
        yield f"rounds do not tell of: {'; '.join(untold)}"
    if simulation.job.shoe == DEALT_OUT:
        yield "each shoe was dealt out to its cutting card; the exact figures are for a fresh shoe"
    elif "shoe" in simulation.sheet.options:
        yield "every round was dealt from a fresh shoe, as the exact figures have it; --shoe dealt-out plays on"
