"""Chance for compiled rounds: every round has numbers of its own, made of a seed and the number of the round.

So a round is the same whichever thread plays it and whatever was played before, and can be played again alone:
`RoundSource` gives the same numbers to the round generator. Cards come as they do out of a `Shoe` without a commitment:
each draw takes any of the cards that are left."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, Final

import numpy as np

from pitboss.hands.compiled import compiled

Array = np.ndarray[Any, Any]

_STEP: Final = 0x9E3779B97F4A7C15
_ONE: Final = 0xBF58476D1CE4E5B9
_OTHER: Final = 0x94D049BB133111EB
_WORD: Final = (1 << 64) - 1
_STEP64, _ONE64, _OTHER64 = np.uint64(_STEP), np.uint64(_ONE), np.uint64(_OTHER)
_LOW64: Final = np.uint64((1 << 32) - 1)
_WHOLE64: Final = np.uint64(1 << 32)
_BITS30, _BITS27, _BITS31, _BITS32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


def seed_word(seed: int) -> np.uint64:
    """Any whole number as a word that seeds rounds."""
    return np.uint64(int.from_bytes(sha256(f"rounds {seed}".encode()).digest()[:8], "big"))


class RoundSource:
    """The numbers of one round, for the equipment of a table.

    >>> source = RoundSource(seed_word(1), 0)
    >>> [source.below(6) for _ in range(5)] == [RoundSource(seed_word(1), 0).below(6)] * 5
    False
    """

    def __init__(self, seed: np.uint64, number: int) -> None:
        self._state = _mixed((int(seed) + number * _STEP) & _WORD)

    def below(self, n: int) -> int:
        if not 0 < n < 1 << 32:
            raise ValueError(f"below({n}): from 1 up to 2 ** 32")
        product = self._next() * n
        while product & 0xFFFFFFFF < n and product & 0xFFFFFFFF < ((1 << 32) - n) % n:
            product = self._next() * n
        return product >> 32

    def _next(self) -> int:
        self._state = (self._state + _STEP) & _WORD
        return _mixed(self._state) >> 32


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * _ONE & _WORD
    word = (word ^ word >> 27) * _OTHER & _WORD
    return word ^ word >> 31


@compiled
def mixed(word: np.uint64) -> np.uint64:
    word = (word ^ (word >> _BITS30)) * _ONE64
    word = (word ^ (word >> _BITS27)) * _OTHER64
    return word ^ (word >> _BITS31)


@compiled
def begin(state: Array, seed: np.uint64, number: int) -> None:
    """Make ready the numbers of one round."""
    state[0] = mixed(seed + np.uint64(number) * _STEP64)


@compiled
def below(state: Array, n: int) -> int:
    """A whole number from 0 up to, not including, `n`, each as likely as the next."""
    most = np.uint64(n)
    state[0] += _STEP64
    product = (mixed(state[0]) >> _BITS32) * most
    if product & _LOW64 < most:
        least = (_WHOLE64 - most) % most
        while product & _LOW64 < least:
            state[0] += _STEP64
            product = (mixed(state[0]) >> _BITS32) * most
    number: int = np.int64(product >> _BITS32)  # type: ignore[assignment]
    return number


@compiled
def deal(state: Array, pack: Array, picks: Array, at: int) -> int:
    """The card that comes at this place, any of those that are left."""
    pick = at + below(state, len(pack) - at)
    card = pack[pick]
    pack[pick] = pack[at]
    pack[at] = card
    picks[at] = pick
    return card  # type: ignore[no-any-return]


@compiled
def gather(pack: Array, picks: Array, dealt: int) -> None:
    """Put cards back where they lay before so many were dealt, so that the next round is dealt from the same."""
    for at in range(dealt - 1, -1, -1):
        pick = picks[at]
        card = pack[at]
        pack[at] = pack[pick]
        pack[pick] = card
