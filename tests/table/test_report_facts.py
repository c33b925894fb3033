"""Facts that nobody checks move money: so every fact of every report of every game is checked before anything moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game as make_game
from pitboss.rulebooks import games, settle
from pitboss.table.acts import Answer, Irregular
from pitboss.table.driver import play_round
from pitboss.table.facts import Rejected
from pitboss.table.game import Game
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.reports import Fact, Word, YesNo
from pitboss.table.requests import Asked
from pitboss.table.script import Unplayable
from pitboss.table.table import Table

REPORTS = [(id, kind) for id, found in games().items() for kind in found.irregularities()]
# What no fact that has values of its own can be.
UNKNOWN = "such~nonsense"


def enough(game: Game, kind: str) -> dict[str, str]:
    """The facts that a report of this kind cannot do without."""
    return {name: fact.examples(game)[0] for name, fact in game.reports[kind].facts.items() if fact.need}


def told_wrong(game: Game, kind: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """What is wrong, the facts, and a word that the error must name."""
    report, facts = game.reports[kind], enough(game, kind)
    first = next(iter(report.facts), "no facts")
    yield "unknown key", {**facts, "colour-of-hair": "red"}, f"{first}=" if report.facts else first
    for name, fact in report.facts.items():
        if type(fact) is not Fact and fact.sort != "player":
            yield "unknown value", {**facts, name: UNKNOWN}, known(game, fact)
        yield "empty value", {**facts, name: ""}, known(game, fact)
        if isinstance(fact, Word | YesNo):
            for value in fact.values(game):
                yield "wrong case", {**facts, name: value.swapcase()}, value
        if fact.need:
            without = {key: value for key, value in facts.items() if key not in (name, fact.unless)}
            yield "missing", without, f"{name}="


def known(game: Game, fact: Fact) -> str:
    return (*fact.values(game), fact.known(game))[0] if isinstance(fact, Word | YesNo) else fact.known(game)


class Tries:
    """Makes reports that cannot be right at every request of a round, and looks at the money."""

    def __init__(self, id: str, kind: str) -> None:
        source = SeededSource(f"facts {id}")
        self.dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben", 3: "Cat"}))
        self.kind = kind
        self.tried = 0

    def answer(self, t: Table, request: Asked) -> Answer:
        for wrong, facts, word in told_wrong(t.game, self.kind):
            before = self.money(t)
            assert list(t.irregularity(Irregular(self.kind, facts))) == []
            last = t.events.pop()
            assert type(last) is Rejected, f"{wrong}: {facts}: {last}"
            assert word in last.what, f"{wrong}: {facts}"
            assert self.money(t) == before, f"{wrong}: {facts}"
            self.tried += 1
        return self.dealer.answer(t, request)

    def money(self, t: Table) -> Any:
        lying = {key: (wager.amount, dict(wager.marks)) for key, wager in t.wagers.items()}
        return dict(t.net), t.layout, t.house, t.commission, lying, len(t.lines), len(t.events), t.phase, dict(t.notes)


@pytest.mark.parametrize(("id", "kind"), REPORTS)
def test_a_report_whose_facts_are_not_known_is_refused_and_moves_nothing(id: str, kind: str) -> None:
    tries = Tries(id, kind)
    play_round(Table(make_game(id)), tries)
    assert tries.tried > 2


@pytest.mark.parametrize(("id", "kind"), REPORTS)
def test_a_file_with_such_a_report_is_not_played_and_told_what_is_known(id: str, kind: str) -> None:
    for wrong, facts, word in told_wrong(make_game(id), kind):
        told = " ".join(f"{name}={value}" for name, value in facts.items())
        with pytest.raises(Unplayable) as refused:
            settle(f"game {id}\n! {kind} {told}")
        assert str(refused.value).startswith("line 2: ") and word in str(refused.value), wrong


@pytest.mark.parametrize(("id", "report", "says"), [
    ("qld/three-card-poker", "wrong-number-of-cards hand=1 looked=Yes", "looked=Yes: write yes or no"),
    ("qld/roulette", "no-spin reason=earthquake", "same-direction or few-revolutions"),
    ("cbr/casino-holdem-poker", "card-exposed box=1 cards=Ah,Ac", "no cards=; it knows card=, box=, hand="),
    ("qld/baccarat", "third-card-in-error hand=player exposed=perhaps", "exposed=perhaps: write yes or no"),
    ("qld/blackjack", "card-face-up-in-shoe card=banana", "card=banana: write a card such as 9c"),
    ("qld/three-card-poker", "card-exposed hand=bank", "hand=bank: write dealer or the number of a box, 1 to 7"),
])
def test_facts_that_were_swallowed_are_told_apart(id: str, report: str, says: str) -> None:
    with pytest.raises(Unplayable) as refused:
        settle(f"game {id}\n! {report}")
    assert says in str(refused.value)


def test_an_unknown_report_lists_the_known_ones_and_the_nearest() -> None:
    with pytest.raises(Unplayable) as refused:
        settle("game qld/roulette\nbox 1 Ann: red 5\n! no-spinn")
    assert "did you mean no-spin?" in str(refused.value) and "chip-moved" in str(refused.value)


@pytest.mark.parametrize("id", games())
def test_every_example_of_a_fact_is_one_that_it_takes(id: str) -> None:
    game = make_game(id)
    for report in game.reports.values():
        for fact in report.facts.values():
            for value in fact.examples(game):
                assert fact.refused(game, value) == "", (report.kind, fact.name, value)


@pytest.mark.parametrize(("id", "line", "says"), [
    ("qld/craps", "win bet 10 cash=Yes", "cash=Yes: write yes or no"),
    ("qld/craps", "win bet 10 confirmed=dealer,waiter", "confirmed=dealer,waiter: write dealer or boxperson"),
    ("qld/craps", "win bet 10 orally=yes", "a wager has no orally=; it knows oral=, coins=, cash=, chips=, confirmed="),
    ("qld/baccarat", "player 5 coins=two", "coins=two: write coins such as 50c,1,2"),
    ("cbr/casino-holdem-poker", "ante 5 cash=yes", "a wager has no cash=; it takes no facts"),
])
def test_facts_of_a_wager_that_are_not_known_are_refused(id: str, line: str, says: str) -> None:
    with pytest.raises(Unplayable) as refused:
        settle(f"game {id}\nbox 1 Ann: {line}")
    assert says in str(refused.value)
