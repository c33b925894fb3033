"""Is the log beside a database (DB-wal) what SQLite wrote there? SQLite takes it up to the first page that does not fit
and drops the rest without a word. That is right for what was being written when the power went, and loses what was
acknowledged if a page was damaged later. What comes after the first bad page tells which."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import BinaryIO

import msgspec

HEADER, FRAME = 32, 24
MAGIC = 0x377F0682


class WalSeen(msgspec.Struct):
    """Pages and transactions that fit, and those after the first that does not. Written one after the other, each only
    when the one before it was on the disk, so at most one transaction can have been torn by a loss of power."""

    pages: int = 0
    commits: int = 0
    # Transactions whose last page lies, whole, behind a page that does not fit.
    behind: int = 0
    unreadable: bool = False
    # The header was torn while it was written, so that no page counts. SQLite would begin the next log with the numbers
    # of the old one, whose pages would then look like those of the new one.
    torn: bool = False

    @property
    def damaged(self) -> bool:
        """Transactions that were acknowledged would be dropped."""
        return self.unreadable or self.behind > 1

    def fault(self) -> str:
        """In a line; "" if there is nothing to say."""
        if self.unreadable:
            return "wal: its beginning cannot be read, so all that was written to it is dropped"
        if self.behind > 1:
            return (f"wal: page {self.pages + 1} is damaged; {self.behind} transactions behind it were written later "
                    "and are dropped")
        if self.behind:
            return (f"wal: page {self.pages + 1} does not fit, and one transaction ends behind it: torn by a loss of "
                    "power and never acknowledged, or damaged later; signed heads tell which")
        return ""


def read_wal(database: str | Path) -> WalSeen:
    """The log of a database. A floor may be writing to it: what looks damaged is looked at once more."""
    path = Path(f"{database}-wal")
    seen = _read(path)
    for _ in range(3):
        if not seen.fault():
            break
        before, seen = seen, _read(path)
        if seen.pages == before.pages:
            break
    return seen


def _read(path: Path) -> WalSeen:
    try:
        file = path.open("rb")
    except OSError:
        return WalSeen()
    with file:
        return _pages(file)


def _pages(file: BinaryIO) -> WalSeen:
    header, seen = file.read(HEADER), WalSeen()
    if not header:
        return seen
    number = _numbers(header)
    order = "big" if len(number) == 8 and number[0] & 1 else "little"
    if len(number) < 8 or number[0] & ~1 != MAGIC or _sums(header[:24], (0, 0), order) != (number[6], number[7]):
        seen.torn = _torn(header, file.read(FRAME), order)
        seen.unreadable = not seen.torn
        return seen
    size, salts, sums = number[2], header[16:24], (number[6], number[7])
    fits = True
    while len(page := file.read(FRAME + size)) == FRAME + size:
        head = _numbers(page[:FRAME])
        # Each sum goes on from the one before it: with the one that is written there, pages behind a bad one can be
        # looked at as well.
        right = page[8:16] == salts and _sums(page[:8] + page[FRAME:], sums, order) == (head[4], head[5])
        fits = fits and right
        sums = head[4], head[5]
        if fits:
            seen.pages += 1
            seen.commits += bool(head[1])
        elif right:
            seen.behind += bool(head[1])
    return seen


def _torn(header: bytes, page: bytes, order: str) -> bool:
    """Return whether a header that does not fit was torn while it was written, so that nothing is dropped with it.

    Either no page follows it, or it was written over the header of the log before it, whose pages are all in the
    database: its sums are then those of that log, which had the number before its own and the salts of its pages."""
    if len(page) < FRAME:
        return True
    number = _numbers(header)
    old = header[:12] + ((number[3] - 1) & 0xFFFFFFFF).to_bytes(4, "big") + page[8:16]
    return _sums(old, (0, 0), order) == (number[6], number[7])


def _numbers(data: bytes) -> tuple[int, ...]:
    return tuple(int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data) - 3, 4))


def _sums(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """The sum that SQLite keeps with each page, over words of four bytes, two at a time."""
    words = array("I", data)
    if order != ("little" if array("H", b"\1\0")[0] == 1 else "big"):
        words.byteswap()
    first, second = sums
    pairs = iter(words)
    for one, other in zip(pairs, pairs, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
