"""Every irregularity kind at every request point of every game, with every fact it declares, ends in a ruling, a
referral or a refusal: never an exception, never a cent made or lost."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from support.decisions import check_said
from support.starting_points import StartingPoint

from pitboss.equipment.rng import SeededSource
from pitboss.law import Refused, Ruled
from pitboss.rulebooks import game, games
from pitboss.table.acts import Answer, Irregular
from pitboss.table.driver import drive
from pitboss.table.facts import Referred, Rejected
from pitboss.table.game import Game
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked
from pitboss.table.table import DECLARED_VOID, Table

# What any game may be told: a kind that most others know, one that a single game knows, and what no game does.
KNOWN = Counter(kind for found in games().values() for kind in found.irregularities())


class Told(dict[str, str]):
    """The facts of a report, of which nobody may ask for one that is not declared."""

    def __init__(self, facts: dict[str, str], declared: set[str]) -> None:
        super().__init__(facts)
        self.declared = declared

    def get(self, key: str, default: Any = None) -> Any:
        assert key in self.declared, f"{key}= is asked for and not declared"
        return super().get(key, default)

    def __contains__(self, key: object) -> bool:
        assert key in self.declared, f"{key}= is asked for and not declared"
        return super().__contains__(key)


def told(id: str, kind: str) -> list[dict[str, str]]:
    """What a kind needs; every fact with its first value, and with its last; each other value in turn."""
    made = game(id)
    facts = made.reports[kind].facts if kind in made.reports else {}
    examples = {name: fact.examples(made) for name, fact in facts.items()}
    first = {name: values[0] for name, values in examples.items()}
    sets = [
        {name: first[name] for name, fact in facts.items() if fact.need}, first,
        {name: values[-1] for name, values in examples.items()},
        *({**first, name: value} for name, values in examples.items() for value in _tried(facts[name].sort, values)),
    ]
    return [facts for n, facts in enumerate(sets) if facts not in sets[:n]]


def _tried(sort: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """Values that are neither the first nor the last: all words, and of boxes one more."""
    return values[1:2] if sort in ("box", "hand") else values[1:-1]


class Saboteur:
    """Plays like the others until one request, then reports something."""

    def __init__(self, inner: VirtualDealer, at: int, report: Irregular) -> None:
        self.inner, self.at, self.report = inner, at, report
        self.asked = 0

    def answer(self, t: Table, request: Asked) -> Answer:
        assert self.asked < 400, "the round does not end"
        check_said(t.game, request)
        number, self.asked = self.asked, self.asked + 1
        if number == self.at:
            self.before = len(t.events)
            return self.report
        if number == self.at + 1:
            check_reported(t, self.before, self.report)
        return self.inner.answer(t, request)


def check_reported(t: Table, before: int, report: Irregular) -> None:
    answered = [e for e in t.events[before:] if isinstance(e, Ruled | Referred | Refused | Rejected)]
    assert answered, f"{report.kind} got no ruling, referral or refusal"


def fresh(id: str, seed: str) -> tuple[Table, VirtualDealer]:
    source = SeededSource(seed)
    bots = RandomPlayers(source, {1: "Ann", 2: "Ben"})
    return Table(game(id)), VirtualDealer(source, bots)


@cache
def after_a_round(id: str) -> StartingPoint:
    """A table and its dealer after a first round, for each sabotaged round to start from."""
    t, dealer = fresh(id, f"sweep {id}")
    drive(t, dealer)
    return StartingPoint((t, dealer))


@cache
def requests_of(id: str) -> int:
    """How often a second round asks when nobody reports anything."""
    t, dealer = after_a_round(id).again()
    return len(drive(t, dealer))


def play(id: str, at: int, report: Irregular) -> None:
    """A second round, the report falling at the given request."""
    t, dealer = after_a_round(id).again()
    opening = sum(wager.amount for wager in t.all_wagers())
    saboteur = Saboteur(dealer, at, report)
    drive(t, saboteur)
    if saboteur.asked > at:
        check_reported(t, saboteur.before, report)
    assert sum(t.net.values()) + t.house + t.commission + t.layout == opening, "money was made or lost"
    assert t.layout == sum(wager.amount for wager in t.all_wagers())
    assert all(wager.amount > 0 for wager in t.all_wagers())


def sweep(id: str, kind: str, facts: dict[str, str]) -> None:
    points = requests_of(id)
    assert points > 2
    declared = set(game(id).reports[kind].facts) if kind in game(id).reports else {"reason"}
    for at in range(points):
        play(id, at, Irregular(kind, Told(facts, declared)))


@pytest.mark.parametrize(("id", "kind"), [(id, kind) for id, made in games().items() for kind in made.irregularities()])
def test_sweep(id: str, kind: str) -> None:
    for facts in told(id, kind):
        sweep(id, kind, facts)


@pytest.mark.parametrize("id", games(), ids=str)
def test_sweep_of_what_a_game_has_no_ruling_on(id: str) -> None:
    made: type[Game] = games()[id]
    foreign = [kind for kind, _ in KNOWN.most_common() if kind not in made.reports]
    for kind in (foreign[0], foreign[-1], "never-heard-of-it", DECLARED_VOID):
        sweep(id, kind, {"reason": "none"})
