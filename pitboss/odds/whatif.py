"""The same game with one thing changed: a pay line, or a rule that the schedule expresses as a provision."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import copy
from types import MethodType
from typing import Any

from pitboss.money import Odds, Sum, odds
from pitboss.odds.analysis import Analysis, BadQuestion, Rules
from pitboss.table.game import Game, PayTable

_SEPARATORS = re.compile(r"[\s_-]+")
# Odds as people write them: 3 to 2, 3-to-2, 3:2, 7.5 to 1.
_ODDS = re.compile(r"(\d+(?:\.\d+)?)(?:\s+to\s+|([_-])to\2|\s*:\s*)(\d+(?:\.\d+)?)", re.ASCII | re.IGNORECASE)
_LONGEST = 7


def change(game: Game, settings: Iterable[str], analysis: type[Analysis[Any]]) -> tuple[str, ...]:
    """Make each setting in a game ("pair plus.flush=3 to 1", "dealer.qualifies=king high") and tell what it did."""
    changes = []
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadQuestion(f"--set {setting!r} is not wager.line=odds; such as {_an_example(game)}")
        rules = analysis.rules_of(game)
        changes.append(_provision(game, name, value, rules) or _pay_line(game, name, value, rules))
    return tuple(changes)


def beside_the_game(game: Game, settings: Iterable[str]) -> bool:
    """Are all of these about pay lines of additional wagers?"""
    names = {plain(side.name) for side in game.sides.values()}
    return all(plain(setting.partition("=")[0].partition(".")[0]) in names for setting in settings)


def plain(name: object) -> str:
    """A name with spaces, hyphens and case made alike: pay lines are known by words, numbers or categories.

    >>> plain("Straight-Flush"), plain(6)
    ('straight flush', '6')
    """
    return _SEPARATORS.sub(" ", str(getattr(name, "label", name))).strip().lower()


def lines_of(table: PayTable) -> dict[str, Any]:
    """The lines of a pay table by the names they are set under."""
    return {plain(line): line for line in table.lines}


def _provision(game: Game, name: str, value: str, rules: Rules) -> str | None:
    rule = {plain(known): known for known in rules}.get(plain(name))
    if rule is None:
        return None
    values = {plain(known): known for known in rules[rule]}
    if plain(value) not in values:
        raise BadQuestion(f"{rule} cannot be {value!r}; it can be {', '.join(rules[rule])}")
    attribute, instead = rules[rule][values[plain(value)]]
    setattr(game, attribute, MethodType(instead, game) if callable(instead) else instead)
    return f"{rule} = {values[plain(value)]}"


def _pay_line(game: Game, name: str, value: str, rules: Iterable[str]) -> str:
    wager, _, line = name.partition(".")
    table = {plain(known): held for known, held in game.pay.items()}.get(plain(wager))
    if table is None:
        raise BadQuestion(f"no pay table {wager!r} in {game.id}; it has {', '.join((*game.pay, *rules))}")
    lines = lines_of(table)
    if not line and len(lines) == 1:
        line = next(iter(lines))
    if plain(line) not in lines:
        raise BadQuestion(f"no line {line!r} in the pay table of {table.wager}; it has {', '.join(lines)}")
    key = lines[plain(line)]
    old, clause = table.lines[key]
    new = _read_sum(value) if isinstance(old, Sum) else _read_odds(value)
    other = copy(table)
    other.lines = {**table.lines, key: (new, clause)}
    game.pay = {**game.pay, table.wager: other}
    return f"{table.wager}, {plain(line)}: {new} instead of {old}"


def _read_sum(text: str) -> Odds:
    try:
        return odds(f"${text.strip().removeprefix('$')}")
    except ValueError as bad:
        raise BadQuestion(str(bad)) from None


def _read_odds(text: str) -> Odds:
    """Odds in any of the ways people write them, as the pay tables write them."""
    match = _ODDS.fullmatch(text.strip())
    if match is None:
        raise BadQuestion(f"{text.strip()!r} are not odds; write them as '3 to 2'")
    if any(len(side.replace(".", "")) > _LONGEST for side in match.group(1, 3)):
        raise BadQuestion(f"odds longer than {_LONGEST} digits on a side are not looked at")
    try:
        return odds(" to ".join(match.group(1, 3)))
    except ValueError as bad:
        raise BadQuestion(str(bad)) from None


def _an_example(game: Game) -> str:
    for table in game.pay.values():
        for line, (paid, _) in table.lines.items():
            return f"'{table.wager}.{plain(line)}={paid}'"
    return "'pair plus.flush=3 to 1'"
