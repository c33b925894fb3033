"""Tests of the bytes that chance is made of, run on all of them before they are used: is the source stuck, does it
repeat itself, does it favour anything? In the spirit of the health tests that published standards ask of sources of
entropy (a repetition count and an adaptive proportion); each is so lax that a good source fails none in a million
years of play, and none finds out a source that is cleverly bad."""

from __future__ import annotations

import logging
from collections import deque

log = logging.getLogger("pitboss.chance")

# So many bytes in a row are not the same (once in 2^64 bytes), nor so many of a window as its first (2^-80 a window).
MOST_ALIKE, WINDOW, MOST_OF_WINDOW = 9, 512, 32
# Pieces of 16 bytes never come again (2^-128 for each pair); so many of them are remembered.
PIECE, REMEMBERED = 16, 16_384
# Ones among the bits of a piece of 4,096 bytes: ten standard deviations to either side.
FARTHEST_IN_DEVIATIONS = 10


class SourceFailed(Exception):
    """The source of chance failed a test: nothing may be drawn from it."""


class Health:
    """What was seen of a source so far, and what is wrong with it; once failed it stays so.

    >>> health = Health()
    >>> health.test(bytes(64))
    >>> health.fault
    'the same byte came 9 times in a row'
    """

    def __init__(self) -> None:
        self.fault = ""
        self._pieces: set[bytes] = set()
        self._order: deque[bytes] = deque()

    def test(self, data: bytes) -> None:
        """Look at bytes before they are used."""
        fault = self.fault or self._alike(data) or self._favoured(data) or self._again(data) or self._uneven(data)
        if fault and not self.fault:
            log.error("the source of chance failed a test: %s; no new rounds are started", fault)
            self.fault = fault

    def _alike(self, data: bytes) -> str:
        if any(bytes((value,)) * MOST_ALIKE in data for value in set(data)):
            return f"the same byte came {MOST_ALIKE} times in a row"
        return ""

    def _favoured(self, data: bytes) -> str:
        for at in range(0, len(data) - WINDOW + 1, WINDOW):
            window = data[at : at + WINDOW]
            if window.count(window[0]) > MOST_OF_WINDOW:
                return f"one byte came more than {MOST_OF_WINDOW} times in {WINDOW}"
        return ""

    def _again(self, data: bytes) -> str:
        for at in range(0, len(data) - PIECE + 1, PIECE):
            piece = data[at : at + PIECE]
            if piece in self._pieces:
                return f"{PIECE} bytes came a second time"
            self._pieces.add(piece)
            self._order.append(piece)
            if len(self._order) > REMEMBERED:
                self._pieces.discard(self._order.popleft())
        return ""

    def _uneven(self, data: bytes) -> str:
        bits = 8 * len(data)
        ones = int.from_bytes(data, "big").bit_count()
        if bits >= 4096 and (2 * ones - bits) ** 2 > FARTHEST_IN_DEVIATIONS**2 * bits:
            return f"{ones} of {bits} bits are ones"
        return ""
