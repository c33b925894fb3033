"""Poker tables for tests: quick to seat, to deal at and to fold at."""

from __future__ import annotations

from typing import Any

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.table import PokerTable
from pitboss.equipment.rng import SeededSource
from pitboss.law import Refused
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.rulebooks.qld.s10_poker import TexasHoldem

NAMES = ("Ann", "Ben", "Cat", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit")
STACK = 30_000


def mel(**options: str) -> Holdem:
    return Holdem({"blinds": "5/10", **{name.replace("_", "-"): value for name, value in options.items()}})


def qld(**options: str) -> TexasHoldem:
    return TexasHoldem({"blinds": "5/10", **{name.replace("_", "-"): value for name, value in options.items()}})


def seated(game: PokerGame, *seats: int, button: int | None = None) -> PokerTable:
    table = PokerTable(game, button)
    for seat in seats:
        assert table.sit(seat, NAMES[seat - 1], STACK) is None
    return table


def deal(table: PokerTable) -> Hand:
    hand = table.start(source=SeededSource("table"))
    assert isinstance(hand, Hand), hand
    return hand


def folded(table: PokerTable, hands: int = 1) -> Hand:
    """Hands that everybody folds to the last."""
    for _ in range(hands):
        hand = deal(table)
        while not hand.over:
            assert hand.fold() is None
        assert table.finish() is None
    return hand


def clause(refused: object) -> str:
    assert isinstance(refused, Refused), refused
    return str(refused.clause)


def where(table: PokerTable) -> tuple[int, ...]:
    assert table.positions is not None
    return table.positions.button, *table.positions.blinds


def nobody_changed(table: PokerTable, refused: object, expected: str, before: dict[str, Any]) -> None:
    assert clause(refused) == expected
    assert table.plain() == before
