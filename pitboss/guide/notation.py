"""How reports are written in a transcript, from what the games declare; docs/transcripts.md holds these cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.table.definition import Definition
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
