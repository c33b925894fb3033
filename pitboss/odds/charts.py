"""Best play as coloured charts for a page."""

from __future__ import annotations

from html import escape

from pitboss.odds.par import Cell, Strategy, StrategyTable
from pitboss.odds.words import tones

# Light enough for dark letters on them.
COLOURS = {
    "go": (116, 190, 130), "stop": (232, 134, 124), "more": (126, 174, 232), "part": (246, 205, 104),
    "other": (190, 160, 224), "quiet": (200, 200, 200),
}
PALEST = 0.3
GAINS = (
    "The figure under a play is what it gains over the next best, in units of the opening wager: the more it gains, "
    "the deeper its colour."
)


def strategy_charts(strategy: Strategy) -> str:
    """The section on best play; nothing where there is nothing to decide."""
    if not (strategy.advice or strategy.tables):
        return ""
    advice = "".join(f"<li>{escape(line)}</li>" for line in strategy.advice)
    marks = tones(strategy.legend)
    charts = "".join(_chart(table, marks) for table in strategy.tables)
    legend = "".join(
        f'<span><i style="background:{_colour(marks[mark], 1.0)}">{escape(mark)}</i> {escape(meaning)}</span> '
        for mark, meaning in strategy.legend.items()
    )
    if charts:
        charts = f'<p class="legend">{legend}</p>\n{_gains(strategy)}<div class="charts">\n{charts}</div>\n'
    return f"<section>\n<h2>Best play</h2>\n<ul>{advice}</ul>\n{charts}</section>\n"


def _gains(strategy: Strategy) -> str:
    valued = any(cell.value is not None for table in strategy.tables for row in table.cells for cell in row)
    return f"<p><small>{GAINS}</small></p>\n" if valued else ""


def _chart(table: StrategyTable, marks: dict[str, str]) -> str:
    """Marks over colours; the more a play gains over the next best, the deeper its colour."""
    values = [abs(cell.value) for row in table.cells for cell in row if cell.value is not None]
    most = max(values, default=0.0)
    heads = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = ""
    for name, cells in zip(table.rows, table.cells, strict=True):
        places = (f"{name}, {column}" for column in table.columns)
        drawn = "".join(_cell(cell, marks, most, place) for cell, place in zip(cells, places, strict=True))
        rows += f"<tr><th>{escape(name)}</th>{drawn}</tr>\n"
    return (
        f"<figure>\n<figcaption>{escape(table.name)}</figcaption>\n"
        f'<table class="chart">\n<thead><tr><th></th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n'
        "</figure>\n"
    )


def _cell(cell: Cell, marks: dict[str, str], most: float, place: str) -> str:
    if not cell.play:
        return "<td></td>"
    depth = 1.0 if cell.value is None or not most else PALEST + (1 - PALEST) * (abs(cell.value) / most) ** 0.5
    value = "" if cell.value is None else f"<small>{cell.value:.2f}</small>"
    gain = "" if cell.value is None else f": {cell.value:+.5f}"
    shade = _colour(marks.get(cell.play, "quiet"), depth)
    return f'<td style="background:{shade}" title="{escape(place + gain)}">{escape(cell.play)}{value}</td>'


def _colour(tone: str, depth: float) -> str:
    """
    >>> _colour("quiet", 1.0), _colour("quiet", 0.0)
    ('#c8c8c8', '#ffffff')
    """
    return "#" + "".join(f"{round(255 - (255 - part) * depth):02x}" for part in COLOURS[tone])
