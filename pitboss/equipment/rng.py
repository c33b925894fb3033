"""The one place where chance enters: random sources, shuffling, and proof of a shuffle."""

import os
import random
import threading
import weakref
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import NamedTuple, Protocol

from pitboss.equipment.cards import Card
from pitboss.equipment.health import Health, SourceFailed

_POOL_BYTES = 4096
_NONCE_DIGITS = 32


class Source(Protocol):
    """Anything that yields whole numbers from 0 up to, not including, ``n``, each equally likely."""

    def below(self, n: int) -> int: ...


def fault_of(source: Source) -> str:
    """What is wrong with a source that tests itself; "" where nothing is known."""
    return str(getattr(source, "fault", ""))


class LiveSource:
    """Chance from the operating system, for play that counts. It tests itself; numbers come all the same once it has
    failed, and whoever plays by them asks `fault` before he starts anything.

    >>> 0 <= LiveSource().below(52) < 52
    True
    """

    def __init__(self) -> None:
        self.health = Health()
        self._start_afresh()
        _live_sources.add(self)

    @property
    def fault(self) -> str:
        """What a test of its bytes has found wrong with it; "" while it is well."""
        return self.health.fault

    def test(self, pools: int = 1) -> None:
        """Test so many new pools of bytes, of which none is used; not well: SourceFailed."""
        for _ in range(pools):
            self.health.test(os.urandom(_POOL_BYTES))
        if self.fault:
            raise SourceFailed(f"the source of chance failed a test: {self.fault}")

    def _start_afresh(self) -> None:
        self._lock = threading.Lock()
        self._pool = b""
        self._used = 0

    def _take(self, size: int) -> bytes:
        with self._lock:
            if self._used + size > len(self._pool):
                self._pool = os.urandom(max(_POOL_BYTES, size))
                self.health.test(self._pool)
                self._used = 0
            chunk = self._pool[self._used : self._used + size]
            self._used += size
            return chunk

    def below(self, n: int) -> int:
        return below(self._take, n)


def below(take: Callable[[int], bytes], n: int) -> int:
    """A number under ``n`` of bytes that are as likely as any others: as many bits as ``n - 1`` has, from the front of
    as many bytes as they need; a number that is not under ``n`` is thrown away, so that none is likelier."""
    if n < 1:
        raise ValueError(f"below({n}): nothing to choose from")
    bits = (n - 1).bit_length()
    size = (bits + 7) // 8
    spare = size * 8 - bits
    number = int.from_bytes(take(size), "big") >> spare
    while number >= n:
        number = int.from_bytes(take(size), "big") >> spare
    return number


_live_sources: "weakref.WeakSet[LiveSource]" = weakref.WeakSet()


def _forget_pools() -> None:
    # A forked worker inherits the buffered bytes; dealing from them would repeat the parent's cards.
    for source in list(_live_sources):
        source._start_afresh()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pools)


class SeededSource:
    """The same numbers for the same seed, on every Python version; for simulation and tests only.

    >>> dice = SeededSource("demo")
    >>> [dice.below(6) for _ in range(8)] == [SeededSource("demo").below(6)] * 8
    False
    >>> SeededSource(7).below(1000) == SeededSource("7").below(1000)
    True
    """

    def __init__(self, seed: int | str) -> None:
        # Hashing the seed ourselves keeps us clear of how random.Random treats signs and strings.
        digest = sha256(str(seed).encode()).digest()
        self._bits = random.Random(int.from_bytes(digest, "big")).getrandbits

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError(f"below({n}): nothing to choose from")
        bits = (n - 1).bit_length()
        number = self._bits(bits)
        while number >= n:
            number = self._bits(bits)
        return number


def shuffled(cards: Iterable[Card], source: Source) -> tuple[Card, ...]:
    """The cards in an order where every order is equally likely (Fisher-Yates).

    >>> sorted(shuffled(("As", "Kd", "2c"), SeededSource(1)))
    ['2c', 'As', 'Kd']
    """
    order = list(cards)
    below = source.below
    for left in range(len(order), 1, -1):
        pick = below(left)
        order[left - 1], order[pick] = order[pick], order[left - 1]
    return tuple(order)


def nonce(source: Source) -> str:
    """A secret of 32 hexadecimal digits, so that a published digest cannot be guessed backwards.

    >>> len(nonce(SeededSource(1)))
    32
    """
    return f"{source.below(16**_NONCE_DIGITS):0{_NONCE_DIGITS}x}"


def commit(cards: Iterable[Card], nonce: str) -> str:
    """The digest to publish before dealing from an order of cards.

    >>> commit(("As", "Kd"), "0" * 32)[:8]
    'a04afb31'
    """
    if len(nonce) != _NONCE_DIGITS or not set(nonce) <= set("0123456789abcdef"):
        raise ValueError(f"a nonce is {_NONCE_DIGITS} lower-case hexadecimal digits, not {nonce!r}")
    return sha256(f"pitboss shuffle 1\n{nonce}\n{' '.join(cards)}\n".encode()).hexdigest()


def check(digest: str, nonce: str, cards: Iterable[Card]) -> bool:
    """Whether a revealed nonce and order are those that the digest was published for.

    >>> digest = commit(("As", "Kd"), "0" * 32)
    >>> check(digest, "0" * 32, ("As", "Kd")), check(digest, "0" * 32, ("Kd", "As"))
    (True, False)
    """
    return commit(cards, nonce) == digest


class Commitment(NamedTuple):
    """A shuffle with its proof: the digest is published first, nonce and cards are revealed later.

    >>> Commitment.of(("As", "Kd"), SeededSource(1)).holds()
    True
    """

    digest: str
    nonce: str
    cards: tuple[Card, ...]

    @classmethod
    def of(cls, cards: Iterable[Card], source: Source) -> "Commitment":
        """Commit to the cards in the order given, with a new nonce from the source."""
        order, secret = tuple(cards), nonce(source)
        return cls(commit(order, secret), secret, order)

    def holds(self) -> bool:
        """Whether digest, nonce and cards belong together."""
        return check(self.digest, self.nonce, self.cards)
