"""Hands that were set and compared, as one table: what each player had, and the points against each opponent."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from pitboss.cardroom.game import PokerGame, SettingGame
from pitboss.hands.names import called


def points_of(game: PokerGame, body: dict[str, Any]) -> dict[str, Any] | None:
    """By rows, with what a row beyond the hands is for; None for a game in which nothing is set, or a hand that was
    void."""
    if not isinstance(game, SettingGame) or body.get("void") or not body["shows"]:
        return None
    names = [show["player"] for show in body["shows"].values()]
    sets = {n: game.in_hands(show["cards"]) for n, show in enumerate(body["shows"].values())}
    rows = game.rows
    against: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in names}
    for name, other in permutations(names, 2):
        against[name][other] = {"player": other, "points": [0] * len(rows), "clauses": [""] * len(rows)}
    for payer, winner, units, clause, row in game.payments(sets):
        for one, other, sign in ((winner, payer, 1), (payer, winner, -1)):
            cell = against[names[one]][names[other]]
            cell["points"][rows.index(row)] += sign * units
            cell["clauses"][rows.index(row)] = str(clause)
    return {
        "rows": list(rows), "unit": game.unit,
        "hands": {names[n]: {"right": game.rightly_set(hands), "names": [called(value) for value in game.values(hands)]}
                  for n, hands in sets.items()},
        "against": {name: list(others.values()) for name, others in against.items()},
    }
