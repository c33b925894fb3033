"""The help page of a game, made from its definition: how to play, what to bet, what it pays, and every clause."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from typing import Any

from pitboss.guide import pay_title, rules_data, stands_in
from pitboss.guide.room import card_rules_data
from pitboss.law import clause as law
from pitboss.law.clauses import BOOKS
from pitboss.rulebooks import card_games, games
from pitboss.table.definition import Definition
from pitboss.web.pages import document

COSTS = ('<p class="dim">House edge: the part of a bet that the house keeps on average, exactly counted, under the '
         "options of the table.</p>\n")
# Options that set limits, or one for some wagers ("tie-maximum"), which the page lists apart.
LIMITS = ("minimum", "maximum", "unit", "decks", "coins")


# What wagers cost, in words, by their names.
Edges = tuple[tuple[str, str], ...]


@lru_cache(1000)
def help_page(
    id: str, edges: Edges = (), counting: str = "", advice: tuple[str, ...] = ()
) -> str | None:
    """A whole page; None where there is no such game. `edges` are the costs of wagers, `counting` says how far they
    are where they are still being worked out; `advice` is how to play well."""
    game: type[Definition]
    if id in games():
        game = games()[id]
        data = rules_data(games()[id])
        sections = _house(data, dict(edges), counting) + _advice(advice)
    elif id in card_games():
        game = card_games()[id]
        data = card_rules_data(card_games()[id])
        sections = _room(data)
    else:
        return None
    body = (
        f'<main class="help-page"><h1>{escape(data["title"])}</h1>\n'
        f'<p class="law">{escape(stands_in(game))}</p>\n'
        + _brief(game) + sections + _rulings(game) + _clauses(data)
        + '<p class="back"><a href="/">To the tables</a></p></main>\n'
    )
    return document(f"How to play {data['title']}", "page", body)


def _section(title: str, inner: str) -> str:
    return f"<section><h2>{escape(title)}</h2>\n{inner}</section>\n" if inner else ""


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    if not lines:
        return ""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>\n{lines}</tbody></table></div>\n'


def _cite(clause: str) -> str:
    """A clause, linked to what it says."""
    says = escape(law(clause).summary)
    return f'<a class="cite" href="/api/clause/{escape(clause)}" title="{says}">{escape(clause)}</a>'


def _brief(game: type[Definition]) -> str:
    lines = "".join(f"<li>{escape(words)} {_cite(clause)}</li>\n" for words, clause in game.brief)
    return _section("How to play", f"<ol>\n{lines}</ol>\n" if lines else "")


def _house(data: dict[str, Any], edges: dict[str, str], counting: str) -> str:
    """Wagers with what they cost, what they pay, the limits and what else a table may set."""
    costs = ("what it costs",) if edges else ()
    named = (
        (escape(wager["name"]), escape(wager["note"]), *(escape(edges.get(wager["name"], "")) for _ in costs),
         _cite(wager["clause"]))
        for wager in data["wagers"]
    )
    wait = f'<p class="counting dim">{escape(counting)}</p>\n' if counting else COSTS if edges else ""
    base = data.get("incorporates")
    tables = _pays(data) or (_pays(base["rules"]) if base else "")
    limits = [option for option in data["options"] if option["name"].rpartition("-")[2] in LIMITS]
    return (
        _section("What you can bet on", _table(("wager", "what it is", *costs, "clause"), named) + wait)
        + _section("What it pays", tables)
        + _options("Limits", limits)
        + _options("How a table may differ", [option for option in data["options"] if option not in limits])
    )


def _advice(advice: tuple[str, ...]) -> str:
    """Best play in sentences, as the par sheet has it."""
    lines = "".join(f"<li>{escape(words)}</li>\n" for words in advice)
    return _section("How to play it well", f"<ul>\n{lines}</ul>\n" if lines else "")


def _pays(data: dict[str, Any]) -> str:
    return "".join(
        f"<h3>{escape(pay_title(pay['wager'], pay['for']))}</h3>\n" + _table(("with", "pays", "clause"), (
            (escape(line["line"]), escape(line["odds"]), _cite(line["clause"])) for line in pay["lines"]))
        for pay in data["pay_tables"]
    )


def _options(title: str, options: list[dict[str, Any]]) -> str:
    rows = (
        (escape(option["name"]), escape(option["default"]), escape(", ".join(option["values"])), escape(option["note"]),
         _cite(option["clause"]))
        for option in options
    )
    return _section(title, _table(("option", "unless said", "may be", "what it sets", "clause"), rows))


def _rulings(game: type[Definition]) -> str:
    """What is done when something goes wrong."""
    rows = (
        (escape(kind.replace("-", " ")), escape(rule.what), _cite(str(rule.clause)))
        for kind in game.irregularities() for rule in game.reports[kind].rulings
    )
    return _section("When something goes wrong", _table(("what happened", "what is done", "clause"), rows))


def _room(data: dict[str, Any]) -> str:
    """A game between players: its streets, bets, hands and winners."""
    parts = (
        ("How a hand goes", "streets"), ("What may be bet", "limits"), ("Order of hands, best first", "hands"),
        ("Who wins", "shares"), ("Who may play", "players"),
    )
    return "".join(
        _section(title, _table(("", "what", "clause"), (
            (escape(line["name"]), escape(line["what"]), _cite(str(line["clause"]))) for line in data[key])))
        for title, key in parts
    ) + _options("How a table may differ", data["options"])


def _clauses(data: dict[str, Any]) -> str:
    """Every clause of the schedule in our words, folded away; furniture and paper are left out."""
    folds = []
    for section in data["sections"]:
        clauses = [clause for clause in section["clauses"] if clause["kind"] != "physical"]
        lines = "".join(
            f"<li>{_cite(clause['id'])} {escape(clause['summary'])}{_readings(clause)}</li>\n" for clause in clauses
        )
        if lines:
            folds.append(f"<details><summary>{escape(section['section'])}</summary><ul>\n{lines}</ul></details>\n")
    base = data.get("incorporates")
    also = ""
    if base:
        also = (
            f'<p>Otherwise it is played as <a href="/help/{escape(base["game"])}">{escape(base["game"])}</a>, '
            f"brought in by {_cite(base['by'])}.</p>\n"
        )
    return _section("Every clause, in our words", also + "".join(folds))


def _readings(clause: dict[str, Any]) -> str:
    readings = dict.fromkeys(reading["reading"] for reading in clause["readings"] if reading["severity"] != "editorial")
    return "".join(f' <em class="reading">We read it so: {escape(reading)}</em>' for reading in readings)


def clause_page(id: str) -> str:
    """One clause on a page of its own."""
    clause = law(id)
    notes = dict.fromkeys(reading for reading in clause.readings if reading.severity != "editorial")
    readings = "".join(
        f"<p><em>We read it so:</em> {escape(note.reading)} ({escape(note.matter)})</p>\n" for note in notes
    )
    body = (
        f'<main class="help-page"><h1>{escape(id)}</h1>\n<p class="law">{escape(BOOKS[clause.book])}, '
        f"{escape(clause.topic)}</p>\n<p>{escape(clause.summary)}</p>\n{readings}</main>\n"
    )
    return document(id, "page", body)
