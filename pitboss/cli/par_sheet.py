"""A par sheet in the terminal: tables that stay legible in a narrow window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cli.show import COLOURS, grid, heading
from pitboss.money import show_amount
from pitboss.odds.par import Line, ParSheet, StrategyTable, WagerPar, total
from pitboss.odds.report import OddsReport, changed_options, difference
from pitboss.odds.words import chance, decimal, edge, exactness, fraction, often, one_in, percent, signed, tones

# Games with more wagers than this show how each can end only when asked.
FEW = 8
# A name gives way down to this many columns before a figure is left out.
NAME, ENDS = 14, 30
BAR = 16
KEPT = 100
STYLES = {
    "go": "black on green", "stop": "white on red", "more": "white on blue", "part": "black on yellow",
    "other": "black on cyan", "quiet": "black on white",
}

Cells = list[Text]


class Column(NamedTuple):
    """A column of a table; in a narrow window those of the least worth are left out first."""

    head: str
    cells: Cells
    worth: int = KEPT
    right: bool = True


def print_sheet(out: Console, report: OddsReport, full: bool) -> None:
    """All of a sheet; how every wager can end only where there are few, or when asked for."""
    sheet = report.sheet
    _print_head(out, report)
    _print_fitting(out, _wager_columns(out, report))
    out.print()
    if full or len(sheet.wagers) <= FEW:
        for row in sheet.wagers:
            _print_lines(out, row)
    else:
        out.print("--wager NAME shows how a wager can end, --full shows all of them", style="dim")
        out.print()
    _print_strategy(out, sheet)
    for note in sheet.notes:
        out.print(Text.assemble(("assumed ", "yellow"), note))
    out.print(f"computed in {sheet.seconds:.2f} s", style="dim")


def _print_head(out: Console, report: OddsReport) -> None:
    sheet, analysis = report.sheet, report.analysis
    options = " ".join(f"{name}={value}" for name, value in changed_options(analysis).items())
    out.print(heading(f"{sheet.title}  {sheet.game}", options))
    remarks = [sheet.method]
    if report.question.stake is not None:
        remarks.append(f"for a stake of {show_amount(analysis.stake)}")
    if analysis.shoe is not None:
        remarks.append("left in the shoe: " + " ".join(f"{rank}={cards}" for rank, cards in analysis.shoe.items()))
    out.print(Text("; ".join(remarks), "dim"))
    for change in sheet.changes:
        out.print(Text.assemble(("changed ", "yellow"), change))
    if report.before is not None:
        out.print(Text.assemble(("compared ", "yellow"), report.against))
    out.print()


# -- tables that fit -------------------------------------------------------------------------------------


def _print_fitting(out: Console, columns: Sequence[Column], name: int = NAME, summed: bool = False) -> None:
    """A table of as many columns as the window takes; what had to go is named below it."""
    shown = [column for column in columns if any(cell.plain for cell in column.cells)]
    left = list[Column]()
    while _width(shown, name) > out.width and any(column.worth < KEPT for column in shown):
        least = min(shown, key=lambda column: column.worth)
        shown.remove(least)
        if least.head == "clause":
            shown[0] = shown[0]._replace(cells=list(map(_under, shown[0].cells, least.cells)))
        else:
            left.append(least)
    table = grid(*(column.head for column in shown), right=[column.head for column in shown if column.right])
    for drawn in table.columns[1:]:
        drawn.no_wrap = True
    rows = list(zip(*(column.cells for column in shown), strict=True))
    for number, row in enumerate(rows):
        if summed and number == len(rows) - 1:
            table.add_section()
        table.add_row(*row)
    out.print(table)
    if left:
        names = ", ".join(column.head.replace("\n", " ") for column in columns if column in left)
        out.print(f"(in a wider window also: {names})", style="dim")


def _under(name: Text, clause: Text) -> Text:
    """A clause that finds no room in the line goes under the name."""
    return Text("\n").join((name, Text.assemble("  ", clause))) if clause.plain else name


def _width(columns: Sequence[Column], name: int) -> int:
    words = ((column.head, *(cell.plain for cell in column.cells)) for column in columns)
    widths = [max(cell_len(line) for word in column for line in word.split("\n")) for column in words]
    return min(widths[0], name) + sum(widths[1:]) + 2 * (len(widths) - 1)


def _texts(words: Iterable[str], style: str = "") -> Cells:
    return [Text(word, style) for word in words]


# -- wagers ----------------------------------------------------------------------------------------------


def _wager_columns(out: Console, report: OddsReport) -> list[Column]:
    rows = report.sheet.wagers
    columns = [
        Column("wager", _texts((row.wager for row in rows), "bold"), right=False),
        Column("per", _texts("" if row.per in ("wager", row.wager) else row.per for row in rows), 40, False),
        *_compared(report),
        Column("house edge", [Text(edge(row), _edge_style(row)) for row in rows]),
    ]
    if report.before is not None:
        columns.append(Column("difference", [_difference(report, row) for row in rows]))
    return [
        *columns,
        Column("exactly", _texts((exactness(row) for row in rows), "dim"), 80),
        Column("element\nof risk", _unless_same([percent(row.element_of_risk) for row in rows], rows), 70),
        Column("std dev", _texts(f"{row.std_dev:.4f}" for row in rows), 90),
        Column("hit rate", _texts(chance(row.hit_rate) for row in rows), 85),
        Column("average\nstake", _unless("1", [decimal(row.average_stake) for row in rows]), 60),
        Column("made", _unless("always", [often(row) for row in rows]), 65),
        Column("edge", _bars(out, rows), 30, False),
        Column("clauses", _texts((_clauses(row.clauses) for row in rows), "cyan"), 20, False),
    ]


def _compared(report: OddsReport) -> list[Column]:
    if report.before is None:
        return []
    olds = [report.old(row) for row in report.sheet.wagers]
    return [Column("before", _texts(edge(old) if old is not None else "-" for old in olds))]


def _difference(report: OddsReport, row: WagerPar) -> Text:
    old = report.old(row)
    if old is None or not (row.lines and old.lines):
        return Text("-")
    more = difference(row, old)
    return Text(signed(more), "red" if more > 0 else "green" if more < 0 else "dim")


def _edge_style(row: WagerPar) -> str:
    return "bold" if row.house_edge >= 0 else "bold green"


def _unless(usual: str, words: list[str]) -> Cells:
    """Nothing at all where every wager has what one expects."""
    return _texts("" if all(word == usual for word in words) else word for word in words)


def _unless_same(words: list[str], rows: Sequence[WagerPar]) -> Cells:
    return _texts("" if all(row.average_stake == 1 for row in rows) else word for word in words)


def _clauses(clauses: Sequence[str]) -> str:
    return clauses[0] + (f" and {len(clauses) - 1} more" if len(clauses) > 1 else "") if clauses else ""


def _bars(out: Console, rows: Sequence[WagerPar]) -> Cells:
    """A bar for each edge, beside the largest; none where the terminal cannot draw it."""
    most = max((abs(float(row.house_edge)) for row in rows), default=0.0)
    if not most or not out.encoding.lower().startswith("utf"):
        return [Text("") for _ in rows]
    return [_bar(float(row.house_edge) / most) for row in rows]


def _bar(share: float) -> Text:
    """
    >>> str(_bar(0.5)), str(_bar(-1 / 16))
    ('████████', '█')
    """
    eighths = round(abs(share) * BAR * 8)
    drawn = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
    return Text(drawn, "red" if share > 0 else "green")


# -- ways to end -----------------------------------------------------------------------------------------


def _print_lines(out: Console, row: WagerPar) -> None:
    """How one wager can end, with what each way adds to the expected result."""
    together = f"{', '.join(row.includes)} together, " if len(row.includes) > 1 else ""
    per = f"{together}per unit of {row.per}" if row.per != "wager" else ""
    out.print(heading(row.wager, per))
    if row.note:
        out.print(row.note)
    if row.lines:
        _print_fitting(out, _line_columns(row.lines), ENDS, summed=True)
    else:
        out.print("never made")
    out.print()


def _line_columns(lines: Sequence[Line]) -> list[Column]:
    chances, brings = total(line.probability for line in lines), total(line.net * line.probability for line in lines)
    return [
        Column("ends", [Text(line.label or line.outcome, COLOURS.get(line.outcome, "")) for line in lines]
               + [Text("together", "bold")], right=False),
        Column("pays", _texts([*(line.pays for line in lines), ""]), 60),
        Column("net", _texts([*(decimal(line.net) for line in lines), ""]), 95),
        Column("probability", _texts([*(chance(line.probability) for line in lines), chance(chances)])),
        Column("1 in", _texts([*(one_in(line.probability) for line in lines), ""]), 70),
        Column("exactly", _texts([*(fraction(line.probability) for line in lines), ""], "dim"), 30),
        Column("adds", _texts([*(signed(line.net * line.probability) for line in lines), signed(brings)]), 80),
        Column("clause", _texts([*(line.clause for line in lines), ""], "cyan"), 50, False),
    ]


# -- best play -------------------------------------------------------------------------------------------


def _print_strategy(out: Console, sheet: ParSheet) -> None:
    strategy = sheet.strategy
    if not (strategy.advice or strategy.tables):
        return
    out.print(heading("Best play"))
    for advice in strategy.advice:
        out.print(Padding(advice, (0, 0, 0, 2)))
    out.print()
    styles = {mark: STYLES[tone] for mark, tone in tones(strategy.legend).items()}
    for table in strategy.tables:
        out.print(heading(table.name))
        for chart in _charts(table, styles, out.width):
            out.print(chart)
        out.print()
    if strategy.tables and strategy.legend:
        marks = [Text.assemble((f" {mark} ", styles[mark]), f" {meaning}") for mark, meaning in strategy.legend.items()]
        out.print(Text("   ").join(marks))
        out.print()


def _charts(table: StrategyTable, styles: dict[str, str], width: int) -> Iterator[Grid]:
    """The marks of a strategy table side by side, coloured by what they say; as many columns at a time as fit."""
    side = max(map(cell_len, table.rows), default=0) + 1
    each = max(map(cell_len, [*table.columns, *(cell.play for cells in table.cells for cell in cells)]), default=0) + 2
    many = max(1, (width - side) // each)
    for first in range(0, len(table.columns), many):
        some = slice(first, first + many)
        chart = Grid.grid(padding=0)
        chart.add_column(no_wrap=True, style="bold")
        for _ in table.columns[some]:
            chart.add_column(no_wrap=True, justify="center")
        chart.add_row("", *(Text(f" {column} ", "bold") for column in table.columns[some]))
        for name, cells in zip(table.rows, table.cells, strict=True):
            chart.add_row(f"{name} ", *(Text(f" {cell.play} ", styles.get(cell.play, "")) for cell in cells[some]))
        yield chart
