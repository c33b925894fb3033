"""The version of a game's rules under which a stored round was played.

A round of another version than this program's is not played again, because it would be compared with rules that it was
not played under. Its chain, its entries and its stored lines are still checked and shown."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss.floor.desk import No, body_of
from pitboss.floor.signature import STARTED, STREAM
from pitboss.floor.store import Store, Stored
from pitboss.rulebooks import card_games, games

# Programs from before rounds carried a version: the hash of their files, and the version of all their games.
LISTED = "released_rules.csv"
READ_ALL = -1


@cache
def listed() -> Mapping[str, int]:
    """Return the version of the rules of each listed program, by the hash of its files."""
    lines = (files("pitboss.floor") / LISTED).read_text("utf-8").splitlines()
    return {row["files"]: int(row["rules"]) for row in csv.DictReader(lines)}


def current(game: str) -> int:
    """Return the version of a game's rules in this program."""
    return (games().get(game) or card_games()[game]).rules


class RulesPlayed:
    """The versions under which the rounds of a floor were played."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._starts: list[tuple[int, int | None]] | None = None

    def of(self, start: Stored, body: Mapping[str, Any]) -> int | None:
        """Return the version of the round that `start` began; None if it is not known.

        A round without a version has that of the program whose start precedes it in the journal."""
        if "rules" in body:
            return int(body["rules"])
        if self._starts is None:
            events = self._store.recent(STREAM, STARTED, READ_ALL)
            self._starts = [(event.pos, listed().get(body_of(event)["files"])) for event in events]
        return next((version for pos, version in self._starts if pos < start.pos), None)


def older(store: Store, game: str, start: Stored) -> str:
    """Return under which other rules a round was played; "" if it was played under those of this program."""
    return described(game, RulesPlayed(store).of(start, body_of(start)))


def described(game: str, version: int | None) -> str:
    """Describe a version of a game's rules that is not this program's; return "" for this program's own.

    >>> described("qld/craps", None)
    'played under rules of an unlisted program'
    """
    if version == current(game):
        return ""
    return "played under rules of an unlisted program" if version is None else f"played under rules {version}"


def refuse_older(game: str, number: int, words: str) -> No:
    """Refuse to play a round again that `words` describes as played under other rules."""
    return No(f"round {number} was {words}; this program has rules {current(game)}", legal="read its stored lines")
