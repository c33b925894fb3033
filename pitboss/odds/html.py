"""A par sheet as one page that needs nothing else: to read, to print, to hand to a regulator.

The same question gives the same bytes: no date, no timing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from pitboss import __version__
from pitboss.law.clauses import BOOKS, Clause, Reading, clause
from pitboss.money import show_amount
from pitboss.odds.charts import strategy_charts
from pitboss.odds.par import Line, WagerPar, total
from pitboss.odds.report import OddsReport, changed_options, difference
from pitboss.odds.svg import distribution, edge_bar, edge_scale, scale_note
from pitboss.odds.whatif import plain
from pitboss.odds.words import chance, decimal, edge, exactness, fraction, often, one_in, percent, signed
from pitboss.table.game import Game, PayTable

EXACT = (
    "Exact. Every way the game can go is counted, with the provisions and pay tables that the table itself runs on; "
    "nothing is simulated. Figures are fractions of whole numbers throughout; decimals are only how they are shown."
)
DOUBLES = (
    "Exact to the precision of double floating point. Every way the game can go is weighed, with the provisions and "
    "pay tables that the table itself runs on; nothing is simulated. The bound on the error stands beside each figure."
)
PARTLY_SIMULATED = (
    "Exact, but for the rows that say they are simulated. Every way the game can go is counted, with the provisions "
    "and pay tables that the table itself runs on; figures are fractions of whole numbers. Beside a simulated figure "
    "stands how far off it may be, 99 times in 100."
)

# Paper has room for longer fractions than a terminal.
ON_PAPER = 60


def page(report: OddsReport, command: str) -> str:
    """The whole page; `command` is the line that gives it again."""
    sheet = report.sheet
    title = f"Par sheet: {sheet.title} ({sheet.game})"
    css = resources.files("pitboss.odds").joinpath("page.css").read_text("utf-8")
    body = (
        _head(report), _edges(report), _ends(report), strategy_charts(sheet.strategy), _pay(report), _readings(report),
        _options(report.analysis.game), _method(report, command),
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{escape(title)}</title>\n<style>\n{css}</style>\n</head>\n<body>\n<main>\n"
        + "".join(part for part in body if part)
        + "</main>\n</body>\n</html>\n"
    )


# -- small pieces ----------------------------------------------------------------------------------------


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str) -> str:
    """A table of cells that are HTML already; on a narrow screen each cell carries its head along. A head that
    begins with # is one of figures."""
    names = [head.removeprefix("#") for head in heads]
    kinds = [' class="n"' if head.startswith("#") else "" for head in heads]
    top = "".join(f"<th{kind}>{name}</th>" for name, kind in zip(names, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(
            f'<td{kind} data-h="{name}">{cell}</td>' for cell, name, kind in zip(row, names, kinds, strict=True)
        ) + "</tr>\n"
        for row in rows
    )
    return f'<table class="wide {kind}">\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n'


def cited(id: str) -> str:
    """A clause with what it says beside it; a word on how it is read where that is not plain."""
    if not id:
        return ""
    law = clause(id)
    read = f' <a href="#{_anchor(law)}">how we read it</a>' if _readings_of(law) else ""
    return f"<b>{escape(id)}</b> {escape(law.summary)}{read}"


def _anchor(law: Clause) -> str:
    return "read-" + "".join(letter if letter.isalnum() else "-" for letter in law)


def _readings_of(law: Clause) -> list[Reading]:
    """Readings that matter; slips of the source that change nothing are left out."""
    return [reading for reading in dict.fromkeys(law.readings) if reading.severity != "editorial"]


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return "<dl>" + "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in pairs if value) + "</dl>\n"


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>\n"


# -- sections --------------------------------------------------------------------------------------------


def _head(report: OddsReport) -> str:
    sheet, game = report.sheet, report.analysis.game
    shoe = report.analysis.shoe
    pairs = [
        ("Game", f"{escape(sheet.title)} <code>{escape(sheet.game)}</code>"),
        ("Rulebook", escape(BOOKS[game.law[0].partition("-")[0]])),
        ("Schedule", escape(", ".join(game.law)) + _incorporated(game)),
        ("Options", escape(" ".join(f"{name}={value}" for name, value in changed_options(report.analysis).items()))
         or "all as they are by default"),
        ("Stake", f"{show_amount(report.analysis.stake)}; it matters only where a payment is rounded or capped"),
        ("Shoe", " ".join(f"{rank}={cards}" for rank, cards in shoe.items()) if shoe is not None else ""),
        ("Changed", "<br/>".join(f"<mark>{escape(change)}</mark>" for change in sheet.changes)),
        ("Compared", escape(report.against)),
    ]
    kind = "Par sheet of a changed game" if sheet.changes else "Par sheet"
    return f"<header>\n<h1>{escape(sheet.title)}</h1>\n<p>{kind}</p>\n</header>\n{_pairs(pairs)}"


def _incorporated(game: Game) -> str:
    if game.incorporated_by is None:
        return ""
    return f"; the incorporated schedule through {escape(game.incorporated_by)}"


def _options(game: Game) -> str:
    def value(name: str, usual: str) -> str:
        chosen = escape(game.options[name])
        return chosen if game.options[name] == usual else f"<mark>{chosen}</mark> (default {escape(usual)})"

    rows = [
        (escape(choice.name), value(choice.name, choice.default), escape(choice.note), escape(choice.clause))
        for choice in game.choices
    ]
    listing = table(("Option", "Is", "Sets", "Clause"), rows, "options")
    return f"<section>\n<h2>Options of the table</h2>\n{listing}</section>\n"


def broken(number: str) -> str:
    """A fraction that may be broken at its stroke."""
    return number.replace("/", "/<wbr/>")


def _edges(report: OddsReport) -> str:
    """Every wager's figures, with a bar for the edge; what is 1 for every wager is not told."""
    rows, before = report.sheet.wagers, report.before is not None
    olds = [report.old(row) for row in rows]
    scale = edge_scale([row.house_edge for row in (*rows, *(old for old in olds if old is not None))])
    columns = [_compared(row, old) if before else _alone(row) for row, old in zip(rows, olds, strict=True)]
    left_out = {name for name, usual in (("#Average stake", "1"), ("#Made", "always"))
                if all(column[name] == usual for column in columns)}
    heads = [name for name in columns[0] if name not in left_out] if columns else []
    cells = [
        [_named(number, row), edge_bar(row, old, scale), *(column[head] for head in heads)]
        for number, (row, old, column) in enumerate(zip(rows, olds, columns, strict=True))
    ]
    key = '<p class="key"><i class="house"></i> now <i class="before"></i> before</p>' if before else ""
    listing = table(("Wager", "Edge", *heads), cells, "edges")
    return f"<section>\n<h2>House edge of every wager</h2>\n{key}{listing}</section>\n"


def _named(number: int, row: WagerPar) -> str:
    per = f" <small>per {escape(row.per)}</small>" if row.per not in ("wager", row.wager) else ""
    return f'<a href="#wager-{number}">{escape(row.wager)}</a>{per}'


def _alone(row: WagerPar) -> dict[str, str]:
    return {"#House edge": f"<strong>{edge(row)}</strong>", "#Exactly": broken(exactness(row)), **_figures(row)}


def _compared(row: WagerPar, old: WagerPar | None) -> dict[str, str]:
    """The edge beside the one before; a dash where there was none or is none."""
    more = signed(difference(row, old)) if old is not None and row.lines and old.lines else "-"
    before = edge(old) if old is not None else "-"
    return {"#Before": before, "#House edge": f"<strong>{edge(row)}</strong>", "#Difference": more, **_figures(row)}


def _figures(row: WagerPar) -> dict[str, str]:
    return {
        "#Element of risk": percent(row.element_of_risk), "#Std dev": f"{row.std_dev:.4f}",
        "#Hit rate": chance(row.hit_rate), "#Average stake": decimal(row.average_stake), "#Made": often(row),
    }


def _ends(report: OddsReport) -> str:
    parts = "".join(_wager(number, row) for number, row in enumerate(report.sheet.wagers))
    return f"<section>\n<h2>How each wager can end</h2>\n{parts}</section>\n"


def _wager(number: int, row: WagerPar) -> str:
    """One wager: its figures, its distribution as bars, and every line of it with its clause."""
    if not row.lines:
        return f'<article id="wager-{number}">\n<h3>{escape(row.wager)}</h3>\n<p>never made</p>\n</article>\n'
    unit = "unit staked" if row.per == "wager" else f"unit of {row.per}"
    brings = total(line.net * line.probability for line in row.lines)
    cost = f"{percent(row.house_edge)} of the {escape('stake' if row.per == 'wager' else row.per)}"
    if row.exact:
        cost += f" = <code>{broken(str(row.house_edge))}</code>"
    pairs = [
        ("House edge", cost),
        ("Variance", f"{decimal(row.variance, 6)} per {escape(unit)}"),
        ("Counts", escape(", ".join(row.includes)) if len(row.includes) > 1 else ""),
        ("Note", escape(row.note)),
    ]
    heads = ("Ends", "#Pays", "#Net", "#Probability", "#1 in", "#Adds", "Clause")
    rows = [*map(_line, row.lines),
            ("<b>together</b>", "", "", chance(total(line.probability for line in row.lines)), "", signed(brings), "")]
    note = f" <small>{scale_note(row)}</small>" if scale_note(row) else ""
    return (
        f'<article id="wager-{number}">\n<h3>{escape(row.wager)}</h3>\n{_pairs(pairs)}'
        f"<figure>\n<figcaption>Probability of each net result per {escape(unit)}{note}</figcaption>\n"
        f"{distribution(row)}\n</figure>\n{table(heads, rows, 'ends')}</article>\n"
    )


def _line(line: Line) -> tuple[str, ...]:
    short = fraction(line.probability, ON_PAPER)
    return (
        f'<span class="{escape(line.outcome)}">{escape(line.label or line.outcome)}</span>', escape(line.pays),
        decimal(line.net), chance(line.probability) + (f"<br/><small>{broken(short)}</small>" if short else ""),
        one_in(line.probability), signed(line.net * line.probability), cited(line.clause),
    )


def _pay(report: OddsReport) -> str:
    """The pay tables as they stand, each line with its clause."""
    game = report.analysis.game
    printed = type(game)(game.given).pay
    absent = {side.name for side in game.sides.values() if not side.offered()}
    parts = "".join(
        f"<article>\n<h3>{escape(name)}</h3>\n{_pay_table(paid, printed.get(name))}</article>\n"
        for name, paid in game.pay.items() if name not in absent
    )
    return f"<section>\n<h2>Pay tables</h2>\n{parts}</section>\n" if parts else ""


def _pay_table(paid: PayTable, printed: PayTable | None) -> str:
    rows = []
    for line, (odds, under) in paid.lines.items():
        law = printed.get(line) if printed is not None else None
        changed = law is not None and law[0] != odds
        shown = f"<mark>{escape(str(odds))}</mark> <del>{escape(str(law[0]))}</del>" if law and changed else str(odds)
        rows.append((escape(plain(line)), shown, cited(str(under))))
    return table(("Line", "#Pays", "Clause"), rows, "pays")


def _readings(report: OddsReport) -> str:
    """How the clauses on this sheet are read where their text is unclear."""
    ids = [line.clause for row in report.sheet.wagers for line in row.lines]
    ids += [str(under) for paid in report.analysis.game.pay.values() for _, under in paid.lines.values()]
    parts = []
    for law in (clause(id) for id in dict.fromkeys(ids) if id):
        said = "".join(
            f"<p>{escape(reading.reading)}</p>\n"
            f"<p><small>{escape(reading.matter)} {escape(reading.reason)}</small></p>\n"
            for reading in _readings_of(law)
        )
        if said:
            parts.append(f'<article id="{_anchor(law)}">\n<h3>{escape(law)}</h3>\n{said}</article>\n')
    return f"<section>\n<h2>How unclear clauses are read</h2>\n{''.join(parts)}</section>\n" if parts else ""


def _method(report: OddsReport, command: str) -> str:
    sheet = report.sheet
    said = EXACT if all(row.exact for row in sheet.wagers) else PARTLY_SIMULATED if sheet.simulated else DOUBLES
    notes = f"<h3>Assumed</h3>\n{_list(sheet.notes)}" if sheet.notes else ""
    return (
        f"<section>\n<h2>Method</h2>\n<p>{said}</p>\n<p>House edge is minus the expected result per unit of the wager "
        "named; element of risk is the same per unit of all that is staked; hit rate is how often more comes back than "
        "was staked; what a line adds is its net result times its probability.</p>\n"
        f"{notes}<h3>To get this page again</h3>\n<p><code>{escape(command)} --html FILE</code></p>\n"
        f"<p>pitboss {escape(__version__)}</p>\n</section>\n"
    )
