"""Chance that is bound before it is used: a secret is fixed and its digest published, a player may add a number of his
own to it, and from then on every roll, spin, shuffle and draw follows from the two. Once all is over the secret is
told, and anybody can work everything out again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

from pitboss.equipment.rng import Source, below

SECRET_DIGITS = 64
_SECRET = re.compile(f"[0-9a-f]{{{SECRET_DIGITS}}}")
# What a player may add: digits, no more than these.
NUMBER_DIGITS = 40
_NUMBER = re.compile(f"[0-9]{{1,{NUMBER_DIGITS}}}")


def new_secret(source: Source) -> str:
    """A secret of 64 hexadecimal digits.

    >>> from pitboss.equipment.rng import SeededSource
    >>> len(new_secret(SeededSource(1)))
    64
    """
    return f"{source.below(16**SECRET_DIGITS):0{SECRET_DIGITS}x}"


def is_secret(text: str) -> bool:
    return _SECRET.fullmatch(text) is not None


def is_number(text: str) -> bool:
    """May a player add this?

    >>> is_number("7"), is_number("seven"), is_number("")
    (True, False, False)
    """
    return _NUMBER.fullmatch(text) is not None


def seal_of(secret: str) -> str:
    """The digest that is published before anybody bets.

    >>> seal_of("0" * 64)[:8]
    '644265b6'
    """
    return sha256(f"pitboss seal 1\n{secret}\n".encode()).hexdigest()


def pieces_of(pieces: Iterable[str]) -> str:
    """Return the digest of what chance chooses from: the places of a wheel, or the cards of a pack.

    >>> pieces_of(["red", "black"]) == pieces_of(["black", "red"]) != pieces_of(["red", "red"])
    True
    """
    lines = "\n".join(sorted(pieces))
    return sha256(f"pitboss pieces 1\n{lines}\n".encode()).hexdigest()


class SealedSource:
    """The numbers that follow from a secret and what a player added to it; `used` bytes have been taken.

    >>> first, again = SealedSource("0" * 64, "7"), SealedSource("0" * 64, "7")
    >>> [first.below(52) for _ in range(5)] == [again.below(52) for _ in range(5)]
    True
    """

    def __init__(self, secret: str, number: str = "", used: int = 0) -> None:
        self.secret, self.number, self.used = secret, number, used
        self._blocks: dict[int, bytes] = {}

    def _block(self, n: int) -> bytes:
        if n not in self._blocks:
            text = f"pitboss stream 1\n{self.secret}\n{self.number}\n{n}\n"
            self._blocks = {n: sha256(text.encode()).digest()}
        return self._blocks[n]

    def _take(self, size: int) -> bytes:
        taken = bytearray()
        while len(taken) < size:
            block, at = divmod(self.used, 32)
            piece = self._block(block)[at : at + size - len(taken)]
            taken += piece
            self.used += len(piece)
        return bytes(taken)

    def below(self, n: int) -> int:
        return below(self._take, n)
