"""Wrong passwords: how many there may be for a name, from one address and from everywhere together, before none is
looked at for a while. A browser from which its owner has come in before is counted by itself: whatever strangers try,
there he comes in. Names that nobody has are counted alike, so that nothing tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping

# Every address, together.
EVERYWHERE = ""
# What begins the place of a browser that is known.
BROWSER = "browser:"
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
        # How many, locked until when, and when the first of them was.
        self._tries: dict[tuple[str, str], tuple[int, int, int]] = {}

    def _limits(self, place: str) -> tuple[tuple[str, int], ...]:
        near = place, self.near
        return (near,) if place.startswith(BROWSER) else (near, (EVERYWHERE, self.everywhere))

    def _so_far(self, name: str, place: str) -> tuple[int, int, int]:
        """Tries of long ago no longer count: one address that goes on and on never locks all others out."""
        count, until, since = self._tries.get((name, place), (0, 0, self.clock()))
        return (count, until, since) if self.clock() < since + self.locked_for_ms else (0, until, self.clock())

    def left(self, name: str, address: str, locks: Mapping[str, int] | None = None) -> int:
        """How much longer no password is looked at. Tries that are being looked at just now are tries as well."""
        now, left = self.clock(), 0
        for place, most in self._limits(address):
            count, until, _ = self._so_far(name, place)
            until = max(until, (locks or {}).get(place, 0))
            left = max(left, until - now, self.locked_for_ms if count >= most else 0)
        return left

    def count(self, name: str, address: str) -> list[str]:
        """One more try; gives the places from which there may be no other if it fails."""
        last = []
        for place, most in self._limits(address):
            count, _, since = self._so_far(name, place)
            self._put((name, place), count + 1, 0, since)
            if count + 1 >= most:
                last.append(place)
        return last

    def lock(self, name: str, place: str) -> None:
        """The last of them has failed."""
        self._put((name, place), 0, self.clock() + self.locked_for_ms, self.clock())

    def forgive(self, name: str, address: str | None = None) -> None:
        """The right password came from an address, and others' failures there and elsewhere no longer add up to a lock
        on everybody; or, without an address, nothing is left of any."""
        places = None if address is None else (address, EVERYWHERE)
        for at in [at for at in self._tries if at[0] == name and (places is None or at[1] in places)]:
            del self._tries[at]

    def _put(self, at: tuple[str, str], count: int, until: int, since: int) -> None:
        if at not in self._tries and len(self._tries) >= MOST_KNOWN:
            now = self.clock()
            self._tries = {each: row for each, row in self._tries.items() if row[1] > now}
            while len(self._tries) >= MOST_KNOWN:
                del self._tries[next(iter(self._tries))]
        self._tries[at] = count, until, since
