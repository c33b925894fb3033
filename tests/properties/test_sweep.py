"""Every irregularity kind at every request point of every game ends in a ruling, a referral or a
refusal: never an exception, never a cent made or lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law import Refused, Ruled
from pitboss.rulebooks import game, games
from pitboss.table.acts import Answer, Irregular
from pitboss.table.driver import play_round
from pitboss.table.facts import Referred, Rejected
from pitboss.table.house import Bot, VirtualDealer
from pitboss.table.requests import Asked
from pitboss.table.table import DECLARED_VOID, Table

KINDS = sorted({kind for found in games().values() for kind in found.irregularities()} | {"never-heard-of-it"})

NOTHING: dict[str, str] = {}
GARBAGE = {
    "box": "99", "hand": "nobody", "cards": "zz,As,As", "card": "1x", "amount": "abc", "wager": "no such wager",
    "deck": "many", "player": "Nobody", "noticed": "never", "reason": "none", "from": "here", "to": "there",
    "exposed": "perhaps", "dealer": "??", "instructed": "x", "placed": "y",
}
BOX = {
    "box": "1", "hand": "1", "player": "Ann", "wager": "ante", "amount": "15", "cards": "2c,3c", "card": "4c",
    "looked": "yes", "deck": "52", "noticed": "settlement", "exposed": "yes", "handled": "yes", "confirmed": "yes",
    "unfair": "yes", "identified": "yes",
}
HOUSE = {
    "hand": "dealer", "box": "2", "player": "Ben", "card": "turn", "looked": "no", "deck": "51", "cards": "1",
    "noticed": "after-first-card", "exposed": "no", "handled": "no", "wager": "flop", "amount": "-5", "confirmed": "no",
}
# The wagers that follow the deal, reported before and after there is anything to place them on.
LATER = [{**BOX, "box": box, "wager": wager} for box, wager in (("2", "bet"), ("1", "call"), ("3", "turn"))]
FACTS = {
    "nothing": NOTHING, "garbage": GARBAGE, "box": BOX, "house": HOUSE,
    "bet": LATER[0], "call": LATER[1], "turn": LATER[2],
}


class Saboteur:
    """Plays like the others until one request, then reports something."""

    def __init__(self, inner: VirtualDealer, at: int, report: Irregular) -> None:
        self.inner, self.at, self.report = inner, at, report
        self.asked = 0

    def answer(self, t: Table, request: Asked) -> Answer:
        assert self.asked < 400, "the round does not end"
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
    bots = Bot(source, {1: "Ann", 2: "Ben", 3: "Cat"})
    return Table(game(id)), VirtualDealer(source, bots)


def play(id: str, seed: str, at: int, report: Irregular) -> Iterator[Table]:
    """A few rounds, the report falling at the given request of the last."""
    t, dealer = fresh(id, seed)
    play_round(t, dealer)
    yield t
    opening = sum(wager.amount for wager in t.wagers.values())
    saboteur = Saboteur(dealer, at, report)
    play_round(t, saboteur)
    if saboteur.asked > at:
        check_reported(t, saboteur.before, report)
    assert sum(t.net.values()) + t.house + t.commission + t.layout == opening, "money was made or lost"
    assert t.layout == sum(wager.amount for wager in t.wagers.values())
    assert all(wager.amount > 0 for wager in t.wagers.values())
    yield t


def requests_of(id: str, seed: str) -> int:
    t, dealer = fresh(id, seed)
    play_round(t, dealer)
    return len(play_round(t, dealer).answers)


@pytest.mark.parametrize("facts", FACTS, ids=str)
@pytest.mark.parametrize("id", games(), ids=str)
def test_sweep(id: str, facts: str) -> None:
    seed = f"sweep {id}"
    points = requests_of(id, seed)
    assert points > 2
    # Of kinds that a game does not know nobody reads the facts: one of them is enough where there are facts to read.
    known = {*games()[id].irregularities(), "never-heard-of-it", DECLARED_VOID}
    for kind in KINDS if facts == "nothing" else sorted(known):
        for at in range(points):
            list(play(id, seed, at, Irregular(kind, FACTS[facts])))
