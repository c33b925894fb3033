"""What those who learn see of a hand and may choose, as vectors: the same in the environment in which agents act in
turn (`env.py`) and at many tables at once (`batch.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cardroom.game import BET, DISCARD, DRAW, PokerGame
from pitboss.money import Cents

STAGES = (BET, DRAW, DISCARD)
# What is told of each seat, the seat's own first, and of the betting.
_OF_A_SEAT, _OF_THE_BETTING = ("stack", "bet", "put in", "in the hand", "may act"), ("pot", "call", "least", "most")


def check_betting(game: PokerGame, seats: Any, stack: float, parts: Sequence[float]) -> None:
    """Refuse what no hand can be dealt with, in a line."""
    refused = game.refuse_players(seats) if type(seats) is int else None
    if type(seats) is not int or refused is not None:
        raise ValueError(f"seats={seats!r}: {refused or 'a whole number'}")
    if not game.shares or any(street.sets for street in game.streets):
        raise ValueError(f"{game.id} has no betting; this environment is for games with a pot")
    numbers = isinstance(parts, Sequence) and all(isinstance(number, int | float) for number in (stack, *parts))
    if not numbers or not 0 < stack <= 1_000_000 or any(not 0 < part <= 100 for part in parts):
        raise ValueError(f"stack={stack!r}, parts={parts!r}: a stack in big blinds, and parts of the pot up to 100")


def unit_of(game: PokerGame) -> Cents:
    """What amounts are counted in: the big blind, else the smaller bet."""
    return max(game.blinds) or getattr(game, "small", 0)


def action_names(game: PokerGame, parts: Sequence[float]) -> tuple[str, ...]:
    """The names of the actions, in their order; games with draws have one for every choice of cards."""
    streets, cards = game.streets, sum(game.streets[0][5:7])
    raises = tuple(f"raise {part:g} pot" for part in parts)
    kitty = ("take the kitty",) if game.kitty is not None else ()
    discards: tuple[str, ...] = ()
    if any(street.draw for street in streets):
        discards = tuple(f"discard {chosen:0{cards}b}" for chosen in range(2**cards))
    elif any(street.discard for street in streets):
        discards = tuple(f"discard card {number}" for number in range(1, cards + 1))
    return ("fold", "check or call", "raise least", *raises, "all-in", *kitty, *discards)


def layout_of(game: PokerGame, seats: int) -> dict[str, slice]:
    """Where in the vector of an observation each thing stands."""
    sizes = {"hole": 52, "board": 52 * game.boards}
    if any(street.up for street in game.streets):
        sizes["up"] = 52 * seats
    sizes |= {
        "seats": len(_OF_A_SEAT) * seats, "betting": len(_OF_THE_BETTING), "button": seats,
        "street": len(game.streets), "stage": len(STAGES),
    }
    layout, at = {}, 0
    for name, size in sizes.items():
        layout[name] = slice(at, at + size)
        at += size
    return layout


def highest(layout: Mapping[str, slice], seats: int, chips: float) -> NDArray[np.float32]:
    """The most that each number can be: all chips of the table in big blinds, or 1."""
    most = np.ones(layout["stage"].stop, dtype=np.float32)
    most[layout["seats"]].reshape(seats, -1)[:, :3] = chips
    most[layout["betting"]] = chips
    return most
