"""How a game is written in a transcript, from what it declares; docs/transcripts.md holds these rows and cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.table.definition import Definition
from pitboss.table.game import Game
from pitboss.table.reports import Fact, HandNamed

# So many values are listed; of more, only the name.
MOST = 15


def keys_of(game: Definition, kinds: Iterable[str]) -> str:
    """The facts that reports of some kinds take, as a cell of a table: those that are needed first.

    >>> from pitboss.rulebooks import game
    >>> keys_of(game("qld/baccarat"), ["shoe-discrepancy"])
    '**`confirmed=yes\\\\|no`**'
    """
    facts: dict[str, Fact] = {}
    for kind in kinds:
        for fact in game.reports[kind].facts.values():
            facts.setdefault(fact.name, fact)
    ordered = sorted(facts.values(), key=lambda fact: not fact.need)
    return ", ".join(cell for fact in ordered if (cell := _key(game, fact, facts)))


def decision_rows(game: Game) -> list[str]:
    """What may be decided, as rows of a table: how it is written, and what it means.

    >>> from pitboss.rulebooks import game
    >>> decision_rows(game("qld/three-card-poker"))[0]
    '| `bet` | as much as the ante, to play on |'
    """
    said = game.all_decisions.values()
    return [f"| `{f'{decision.by}: ' if decision.by else ''}{decision.name}` | {decision.means} |" for decision in said]


def section(game: Game) -> str:
    """All that docs/transcripts.md says of a game: its wagers, options, decisions and reports."""
    wagers = ", ".join(f"`{kind.name}`" for kind in game.kinds)
    choices = ", ".join(f"`{choice.name}={choice.default}`" for choice in game.choices)
    reports = [f"| `{kind}` | {keys_of(game, [kind])} | {report.rulings[0].what} |"
               for kind, report in sorted(game.reports.items())]
    return "\n".join((
        f"### {game.id}", "", f"Wagers {wagers}. Options {choices}.", "",
        "| decision | means |", "|---|---|", *decision_rows(game), "",
        "| report | keys | what follows |", "|---|---|---|", *reports, "",
    ))


def _key(game: Definition, fact: Fact, facts: Mapping[str, Fact]) -> str:
    """One fact: bold where a report cannot do without it, or without one of two."""
    if not fact.need or not fact.unless:
        return f"**{_written(game, fact)}**" if fact.need else _written(game, fact)
    pair = [name for name in facts if name in (fact.name, fact.unless)]
    return f"**{' or '.join(_written(game, facts[name]) for name in pair)}**" if pair[0] == fact.name else ""


def _written(game: Definition, fact: Fact) -> str:
    values = fact.values(game) if fact.sort in ("word", "yes-no") else ()
    if isinstance(fact, HandNamed):
        values = (*fact.words, "1") if fact.boxes else fact.words
    listed = "\\|".join(values) if 0 < len(values) <= MOST else ""
    return f"`{fact.name}={listed}`"
