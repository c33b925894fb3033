"""A hand as plain data, numbers, text, lists and dicts, and back: to store it, send it, or look at it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from pitboss.cardroom.acts import Done
from pitboss.cardroom.game import Blind, Noted, PokerGame
from pitboss.cardroom.gestures import Bound, Early
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.repairs import Repairs
from pitboss.cardroom.showdown import Won
from pitboss.equipment.cards import Card
from pitboss.law.clauses import Clause, clause

# Slots whose values are more than numbers, text, and lists of them.
_TYPES: dict[str, Any] = {
    "seats": tuple[int, ...], "blinds": tuple[Blind, ...], "bound": Bound | None, "early": dict[int, Early],
    "acts": list[Done], "noted": list[Noted], "won": list[Won], "sets": dict[int, tuple[tuple[Card, ...], ...]],
    "void": tuple[Clause, ...] | None, "repairs": Repairs | None,
}
# Not written: the game is known by its id and options, and cards that are given are the giver's; what may be bet is
# asked again.
_LEFT_OUT = ("game", "given", "offer")
# What hands that were written earlier do not have.
_SINCE = {
    "then": "", "kept": 0, "unseen": 0, "acts": [], "void": None, "began": 0, "held": False, "repairs": None,
}


def plain_hand(h: Hand) -> dict[str, Any]:
    """Everything a hand is, besides its game and whoever gives it cards.

    >>> from pitboss.equipment.decks import deck
    >>> from pitboss.rulebooks.mel.c12_flop_games import Holdem
    >>> h = Hand(Holdem(), (1, 2), (20000, 20000), deck())
    >>> plain_hand(h)["stacks"]
    [19900, 19800]
    """
    state = {name: getattr(h, name) for name in Hand.__slots__ if name not in _LEFT_OUT}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state, enc_hook=str))
    return plain


def hand_from_plain(
    game: PokerGame, data: dict[str, Any], given: Callable[[str, int], Sequence[Card]] | None = None
) -> Hand:
    """A hand from its plain data, for a game with the options it was written with."""
    h = Hand.__new__(Hand)
    h.game, h.given, h.offer = game, given, None
    data = _SINCE | data
    for name in Hand.__slots__:
        if name not in _LEFT_OUT:
            value = data[name]
            kind = _TYPES.get(name)
            setattr(h, name, value if kind is None else msgspec.convert(value, kind, str_keys=True, dec_hook=_decode))
    return h.copy()


def _decode(kind: type, value: Any) -> Any:
    assert kind is Clause, kind
    return clause(value)
