"""Floors on which people have played, looked at through the history of each player."""

from __future__ import annotations

import re
from typing import Any

from pitboss.floor.figures import NotCounted
from pitboss.floor.floor import Floor
from pitboss.floor.house import HouseTable
from pitboss.floor.own_history import OwnHistory, OwnRound, RoundFilter
from pitboss.floor.poker import PokerDesk
from pitboss.rulebooks import settle

PLAYERS = ("Ann", "Ben", "Cat")


class NoFigures:
    def state(self, game: Any) -> NotCounted:
        return NotCounted("no figures in this test")


def every(floor: Floor, player: str) -> list[OwnRound]:
    return list(OwnHistory(floor.store, player).rounds(RoundFilter()))


def in_play(floor: Floor, player: str) -> int:
    """What is a player's of what lies on layouts and in stacks, as rounds that are not over found it."""
    lies = 0
    for table in floor.tables.values():
        if isinstance(table, PokerDesk):
            seat = table.room.seat_of(player)
            if seat is not None:
                in_hand = table.room.hand is not None and seat in table.room.before
                lies += table.room.before[seat] if in_hand else table.room.stack(seat)
        elif table.live is not None and table.account(player) == f"player:{player}":
            lies += sum(amount for _, name, _, amount, *_ in table.live.standing if name == player)
            lies -= table.live.t.net.get(player, 0)
        else:
            lies += sum(amount for _, name, _, amount, *_ in table.memory.standing if name == player)
    return lies


def same_again(table: HouseTable, row: OwnRound, player: str, text: str) -> None:
    """A transcript comes to the lines and the money of the round, and names nobody else."""
    again = settle(text)
    assert not again.failures
    others = {name for name in PLAYERS if name != player}
    assert not others & set(re.findall(r"[A-Z][a-z]+", text))
    if "\nnext round" not in text:
        assert again.net.get(player, 0) == row.net
        lines = [(line.wager, line.stake, line.outcome, line.pays) for line in again.lines if line.player == player]
        assert sorted(lines) == sorted((one.wager, one.stake, one.outcome, one.pays) for one in row.lines)


def poker_hands(floor: Floor) -> list[tuple[PokerDesk, OwnRound, str]]:
    found = []
    for player in PLAYERS:
        for row in every(floor, player):
            table = floor.tables[row.id.rpartition("/")[0]]
            if isinstance(table, PokerDesk):
                found.append((table, row, player))
    return found
