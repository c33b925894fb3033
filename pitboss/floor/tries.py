"""Wrong passwords: how many there may be for a name, from one address and from everywhere together, before none is
looked at for a while. Names that nobody has are counted alike, so that nothing tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping

# Every address, together.
EVERYWHERE = ""
MOST_KNOWN = 10_000


class Tries:
    """Counts by name and address: how many, and locked until when.

    >>> tries = Tries(2, 3, 1000, lambda: 0)
    >>> [tries.count("ann", "here") for _ in range(2)]
    [[], ['here']]
    >>> tries.lock("ann", "here")
    >>> tries.left("ann", "here"), tries.left("ann", "there"), tries.count("ann", "there")
    (1000, 0, [''])
    """

    def __init__(self, near: int, everywhere: int, locked_for_ms: int, clock: Callable[[], int]) -> None:
        self.near, self.everywhere, self.locked_for_ms, self.clock = near, everywhere, locked_for_ms, clock
        self._made: dict[tuple[str, str], tuple[int, int]] = {}

    def _limits(self, address: str) -> tuple[tuple[str, int], ...]:
        return (address, self.near), (EVERYWHERE, self.everywhere)

    def left(self, name: str, address: str, locks: Mapping[str, int] | None = None) -> int:
        """How much longer no password is looked at. Tries that are being looked at just now are tries as well."""
        now, left = self.clock(), 0
        for place, most in self._limits(address):
            count, until = self._made.get((name, place), (0, 0))
            until = max(until, (locks or {}).get(place, 0))
            left = max(left, until - now, self.locked_for_ms if count >= most else 0)
        return left

    def count(self, name: str, address: str) -> list[str]:
        """One more try; gives the places from which there may be no other if it fails."""
        last = []
        for place, most in self._limits(address):
            count = self._made.get((name, place), (0, 0))[0] + 1
            self._put((name, place), count, 0)
            if count >= most:
                last.append(place)
        return last

    def lock(self, name: str, place: str) -> None:
        """The last of them has failed."""
        self._put((name, place), 0, self.clock() + self.locked_for_ms)

    def forgive(self, name: str, address: str | None = None) -> None:
        """The right password came from an address, and others' failures there and elsewhere no longer add up to a lock
        on everybody; or, without an address, nothing is left of any."""
        places = None if address is None else (address, EVERYWHERE)
        for at in [at for at in self._made if at[0] == name and (places is None or at[1] in places)]:
            del self._made[at]

    def _put(self, at: tuple[str, str], count: int, until: int) -> None:
        if at not in self._made and len(self._made) >= MOST_KNOWN:
            now = self.clock()
            self._made = {each: made for each, made in self._made.items() if made[1] > now}
            while len(self._made) >= MOST_KNOWN:
                del self._made[next(iter(self._made))]
        self._made[at] = count, until
