"""Plays rounds: asks somebody for each answer, and keeps them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from pitboss.table.acts import Answer
from pitboss.table.facts import Wager
from pitboss.table.journal import Record, digest
from pitboss.table.requests import Asked
from pitboss.table.table import Table

# No round of any game takes a hundredth of this; somebody keeps giving answers that are refused.
MOST_ANSWERS = 50_000


class Endless(RuntimeError):
    """A round that would never end."""


class Answerer(Protocol):
    """Whoever answers a table: a virtual dealer, people, bots, a transcript, a journal."""

    def answer(self, t: Table, request: Asked) -> Answer: ...


def play_round(t: Table, answerer: Answerer) -> Record:
    """Play one round to its end and give the record that replays it."""
    state, standing = plain(t.state), [stand(wager) for wager in t.wagers.values()]
    answers = drive(t, answerer)
    return Record(t.game.id, t.game.given, state, standing, answers, t.lines, t.net, digest(t.events), t.game.rules)


def drive(t: Table, answerer: Answerer) -> list[Answer]:
    """Play one round to its end and give the answers that made it."""
    answers: list[Answer] = []
    keep, answer, play = answers.append, answerer.answer, t.play()
    go_on = play.send
    try:
        request = next(play)
        for _ in range(MOST_ANSWERS):
            reply = answer(t, request)
            keep(reply)
            request = go_on(reply)
    except StopIteration:
        return answers
    raise Endless(f"{t.game.id}: the round does not end: {t.refused() or 'nothing is refused'}")


class Replay:
    """Answers from a journal."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = iter(answers)

    def answer(self, t: Table, request: Asked) -> Answer:
        try:
            return next(self._answers)
        except StopIteration:
            raise EOFError("the journal stops in the middle of a round") from None


def plain(value: Any) -> Any:
    """A copy of plain data, so that what a record says of the past stays said."""
    if type(value) is dict:
        copy = value.copy()
        for key, held in value.items():
            if type(held) is dict or type(held) is list:
                copy[key] = plain(held)
        return copy
    if type(value) is list:
        return [plain(held) for held in value]
    return value


def stand(wager: Wager) -> list[Any]:
    """A standing wager as plain data."""
    return [wager.box, wager.player, wager.kind, wager.amount, plain(wager.marks), wager.slot]


def restore(t: Table, standing: list[list[Any]]) -> None:
    """Put standing wagers back on the layout."""
    for box, player, kind, amount, marks, slot in standing:
        wager = Wager(box, player, kind, amount, plain(marks), slot)
        t.wagers[wager.key] = wager
