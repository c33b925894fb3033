"""How often somebody may do something."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import AddressValueError, IPv6Address
from time import monotonic


class Bucket:
    """`rate` a second, and up to `burst` at once.

    >>> now = [0.0]
    >>> bucket = Bucket(1, 2, lambda: now[0])
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    >>> now[0] = 1.0
    >>> bucket.take()
    True
    """

    __slots__ = ("at", "burst", "clock", "left", "rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.left, self.at = burst, clock()

    def take(self) -> bool:
        """One of those that are left; False when there is none."""
        now = self.clock()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        return self.left + (self.clock() - self.at) * self.rate >= self.burst


class Buckets:
    """A bucket for each address or name; forgotten once it is full again."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.most:
                self._buckets = {each: other for each, other in self._buckets.items() if not other.full}
            if len(self._buckets) >= self.most:
                return False
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
        return bucket.take()


def near(address: str) -> str:
    """An address as tries are counted by it. Of IPv6, one household has more addresses than there are people: its
    network counts as one.

    >>> near("203.0.113.7"), near("2001:db8:1:2:3:4:5:6"), near("::ffff:203.0.113.7"), near("?")
    ('203.0.113.7', '2001:db8:1:2::', '203.0.113.7', '?')
    """
    try:
        ip = IPv6Address(address)
    except AddressValueError:
        return address
    return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))
