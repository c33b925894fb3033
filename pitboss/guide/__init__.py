"""The rules for people: what a clause says in our words, and all there is to say about a game, as data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from pitboss.law import Clause, book
from pitboss.law.clauses import BOOKS, within
from pitboss.table.definition import Definition
from pitboss.table.game import Game, PayTable, WagerKind
from pitboss.table.sides import Side

_IN_A_SCHEDULE = re.compile(r"[A-Z]+-\w+-")
_SECTION = re.compile(r"\d+[a-z]?(?=[.(:]|$|bis)|[A-Z]+|[^.(:]+")


def part(clause: str) -> str:
    """The part of a rulebook that a clause stands in: a schedule, or the whole book."""
    name, _, rest = clause.partition("-")
    return f"{name}-{rest.partition('-')[0]}" if has_schedules(name) else name


@cache
def has_schedules(name: str) -> bool:
    """Is a rulebook made of schedules that count their sections each from one?"""
    return all(_IN_A_SCHEDULE.match(id) for id in book(name))


def clauses_under(prefix: str) -> list[Clause]:
    """Every clause under a number, in any letter case; none for what is no number of a rulebook.

    >>> [str(clause) for clause in clauses_under("qld-12-17(3)")]
    ['QLD-12-17(3)']
    """
    wanted = prefix.upper().rstrip("-(:. ")
    name, _, rest = wanted.partition("-")
    if name not in BOOKS or not rest:
        return []
    return [clause for id, clause in book(name).items() if within(id.upper(), wanted)]


@cache
def _said_everywhere(prefix: str) -> str:
    """Words that open most summaries of a part ("Three card: "): worth saying once, not on every line."""
    opening = Counter(
        clause.summary.partition(": ")[0] + ": "
        for clause in book(prefix.partition("-")[0]).values()
        if part(clause) == prefix
    )
    words, times = opening.most_common(1)[0]
    return words if times * 2 > opening.total() and times > 3 else ""


def summary(clause: Clause) -> str:
    """What a clause says, without the words that all its neighbours open with."""
    text = clause.summary.removeprefix(_said_everywhere(part(clause)))
    return text[:1].upper() + text[1:]


def clause_data(clause: Clause) -> dict[str, Any]:
    """A clause as it goes into JSON."""
    readings = [reading._asdict() for reading in clause.readings]
    return {
        "id": str(clause), "kind": clause.kind, "topic": clause.topic, "summary": clause.summary, "readings": readings,
    }


def clause_map(clauses: Iterable[Clause]) -> dict[str, Any]:
    """Clauses by id, each once, in the order they are first named."""
    return {str(clause): clause_data(clause) for clause in dict.fromkeys(clauses)}


def base_of(game: Game | type[Game]) -> type[Game] | None:
    """The game whose schedule this one incorporates."""
    make = game if isinstance(game, type) else type(game)
    if make.incorporated_by is None:
        return None
    return next((base for base in make.__mro__[1:] if getattr(base, "id", "")), None)


def own_law(game: Game | type[Game]) -> tuple[str, ...]:
    """The parts of the law that are this game's own, not those it incorporates."""
    base = base_of(game)
    return tuple(prefix for prefix in game.law if base is None or prefix not in base.law)


def via(game: Game | type[Game], clause: Clause) -> str:
    """For a clause of an incorporated schedule, the clause that brings it in; "" for the game's own."""
    base = base_of(game)
    brought = base is not None and part(clause) in base.law and part(clause) not in own_law(game)
    return str(game.incorporated_by) if brought else ""


# -- additional wagers --------------------------------------------------------------------------------


def sides_of(game: type[Game]) -> list[Side]:
    """The additional wagers that the law lists a game for; a table of it need not offer them all."""
    return list(dict.fromkeys(game().sides.values()))


def kinds_of(game: type[Game]) -> list[WagerKind]:
    """Every wager of a game, those of other schedules last."""
    return [*game.kinds, *(kind for side in sides_of(game) for kind in side.kinds())]


def pay_tables_of(game: type[Game]) -> list[PayTable]:
    """Every pay table of a game, those of other schedules last, each for every kind of table."""
    return [*game.pay_tables, *(table for side in sides_of(game) for table in side.pay_tables)]


def holds_for(table: PayTable) -> str:
    """The tables that a pay table is for, by their option: "6 decks"; "" where it is for all."""
    if table.option is None:
        return ""
    name, value = table.option
    if name.endswith("-table"):
        return f"table {value}"
    return f"{value} {name}" if value.isdecimal() else f"{name} {value}"


def pay_title(wager: str, holds: str) -> str:
    """What a pay table is called, with the tables that it is for.

    >>> pay_title("perfect pairs", "6 decks"), pay_title("tie", "")
    ('perfect pairs, 6 decks', 'tie')
    """
    return f"{wager}, {holds}" if holds else wager


def side_sections(game: type[Game]) -> dict[str, list[Clause]]:
    """The clauses about each additional wager, in the order of the text; those about several, with the first."""
    by_title: dict[str, list[Clause]] = {}
    earlier = set[Clause]()
    for side in (side for side in sides_of(game) if side.law):
        named = {clause for prefix in side.law for clause in clauses_under(prefix)}
        every = [other for name in dict.fromkeys(clause.book for clause in named) for other in book(name).values()]
        parts = ", ".join(dict.fromkeys(part(prefix) for prefix in side.law))
        by_title[f"{parts} {side.name}"] = [clause for clause in every if clause in named and clause not in earlier]
        earlier |= named
    return by_title


# -- a game ------------------------------------------------------------------------------------------


def game_data(game: type[Game]) -> dict[str, Any]:
    """A game as it goes into JSON."""
    return {
        "id": game.id,
        "title": game.title,
        "kind": "against the house",
        "book": book_of(game),
        "law": list(game.law),
        "wagers": wager_data(game),
        "options": option_data(game),
        "boxes": game.boxes,
        "irregularities": game.irregularities(),
    }


def book_of(game: type[Definition]) -> str:
    return BOOKS[game.law[0].partition("-")[0]]


def law_text(game: type[Definition]) -> str:
    """The parts of the law a game stands in, a run of them by its ends."""
    return ", ".join(game.law) if len(game.law) < 4 else f"{game.law[0]} to {game.law[-1]}"


def stands_in(game: type[Definition]) -> str:
    """The book of a game and its parts of it, for a heading; a book without a title goes by its code, which the parts
    say already."""
    title, parts = book_of(game), law_text(game)
    return parts if parts.startswith(title) else f"{title}, {parts}"


def wager_data(game: type[Game]) -> list[dict[str, str]]:
    return [{"name": kind.name, "clause": str(kind.clause), "note": kind.note} for kind in kinds_of(game)]


def option_data(game: type[Definition]) -> list[dict[str, Any]]:
    return [
        {"name": choice.name, "values": list(choice.values), "default": choice.default, "clause": str(choice.clause),
         "note": choice.note}
        for choice in game.choices
    ]


# -- its rules ---------------------------------------------------------------------------------------


def displaced(game: type[Game]) -> dict[str, str]:
    """Clauses of the incorporated schedule that this one displaces, in the order of the text, and what they say.
    What is under a displaced clause is displaced with it."""
    named = {clause for member in vars(game).values() for clause in getattr(member, "displaces", ())}
    every = [other for name in dict.fromkeys(clause.book for clause in named) for other in book(name).values()]
    return {str(other): summary(other) for other in every if any(clause.covers(other) for clause in named)}


def sections(prefix: str, left_out: Sequence[str] = ()) -> dict[str, list[Clause]]:
    """The clauses under a prefix by section, in the order of the text, but for some. A schedule has sections of its
    own; a part of a book that has none is one."""
    by_title: dict[str, list[Clause]] = {}
    for id, clause in book(prefix.partition("-")[0]).items():
        if not id.startswith(prefix) or any(within(id, other) for other in left_out):
            continue
        rest = id[len(prefix) :]
        if rest.startswith("-"):
            match = _SECTION.match(rest[1:])
            by_title.setdefault(f"{prefix} section {match[0] if match else ''}", []).append(clause)
        elif not rest or rest[0] in "(:.":
            by_title.setdefault(prefix, []).append(clause)
    return by_title


def line_name(line: Any) -> str:
    """What a pay line is called: the name of a hand, a number of points, a word."""
    if isinstance(line, tuple):
        return " ".join(map(line_name, line))
    return str(getattr(line, "name", line)).lower().replace("_", " ")


def rules_data(game: type[Game]) -> dict[str, Any]:
    """The rules as they go into JSON."""
    base = base_of(game)
    data = game_data(game) | {
        "pay_tables": [
            {"wager": table.wager, "for": holds_for(table), "lines": [
                {"line": line_name(line), "odds": str(odds), "clause": str(clause)}
                for line, (odds, clause) in table.lines.items()
            ]}
            for table in pay_tables_of(game)
        ],
        "duties": [{"when": duty.when, "what": duty.what, "clause": str(duty.clause)} for duty in game.duties],
        "sections": [
            {"section": section, "clauses": [clause_data(clause) for clause in clauses]}
            for by_section in (*(sections(prefix, game.left_out) for prefix in own_law(game)), side_sections(game))
            for section, clauses in by_section.items()
        ],
    }
    if base is not None:
        data["incorporates"] = {
            "game": base.id, "by": str(game.incorporated_by), "displaces": displaced(game), "rules": rules_data(base),
        }
    return data
