"""The lines of a heads file as a tree: a head continues the one before it, or an earlier one after a restore.

A restored database is an older copy of a signed journal. Events signed after the copy are lost, and the journal
continues from the last head that the copy fits. The first line after the restore names this head. The lost heads stay
in the file but no longer bind the database; all other heads do.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from hashlib import sha256

import msgspec

from pitboss.floor.steady_clock import shown
from pitboss.floor.store import SQLiteStore

FORMAT = "pitboss-head-1"
PAGE = 5000


class RestorePoint(msgspec.Struct, frozen=True):
    """The restore that a line records: the number of the head that the database continues (0: none), and the number of
    events of the restored copy."""

    head: int
    events: int


class SignedHead(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line: the number of events, the hash over all of them and that of the last one; `prev` is the hash of the line
    before it, `n` its number and `at` its time in milliseconds."""

    format: str
    n: int
    at: int
    events: int
    hash: str
    last: str
    prev: str
    restored: RestorePoint | None = None


class SeenRestore(msgspec.Struct, frozen=True):
    """A restore that a line records: its number and time, and four numbers of events: signed before the restore, in the
    copy, signed and lost (at least), and in the copy under a head."""

    line: int
    at: int
    signed: int
    copied: int
    lost: int
    proven: int

    def text(self) -> str:
        """Return the restore as a line of text.

        >>> SeenRestore(5, 0, 110, 100, 10, 60).text()
        'restored 1970-01-01 00:00 UTC from a copy of 100 events: 10 of 110 signed events lost, 61 to 100 under no head'
        """
        unproven = f", {self.proven + 1:,} to {self.copied:,} under no head" if self.copied > self.proven else ""
        return (f"restored {shown(self.at)} from a copy of {self.copied:,} events: {self.lost:,} of {self.signed:,} "
                f"signed events lost{unproven}")


def fold(hash: str, event: str) -> str:
    """The hash over all events up to one: over the hash up to the one before it, and that of the event itself.

    >>> fold(fold("", "a"), "b") == sha256((sha256(b"a").hexdigest() + "b").encode()).hexdigest()
    True
    """
    return sha256((hash + event).encode()).hexdigest()


def hashes(store: SQLiteStore, after: int) -> Iterator[tuple[int, str]]:
    """Positions and hashes of events, in order."""
    while rows := store.rows("SELECT pos, CAST(hash AS TEXT) FROM event WHERE pos > ? ORDER BY pos LIMIT ?",
                             (after, PAGE)):
        yield from rows
        after = rows[-1][0]


def journal(store: SQLiteStore, lengths: Container[int]) -> Iterator[tuple[int, str]]:
    """The hash of the journal at each of some lengths that it has."""
    hash = ""
    if 0 in lengths:
        yield 0, hash
    for pos, event in hashes(store, 0):
        hash = fold(hash, event)
        if pos in lengths:
            yield pos, hash


class HeadTree:
    """The heads of a file by their numbers, and which one each continues."""

    def __init__(self, heads: Iterable[SignedHead]) -> None:
        self.heads: dict[int, SignedHead] = {}
        self.before: dict[int, int] = {}
        last = 0
        for head in heads:
            # A line that cannot be read has no number here; the next one continues the one before it.
            self.before[head.n] = last if head.restored is None else max(0, min(head.restored.head, last))
            self.heads[head.n] = head
            last = head.n

    @property
    def lengths(self) -> set[int]:
        """The numbers of events that were signed."""
        return {head.events for head in self.heads.values()}

    def events(self, n: int) -> int:
        """The number of events that a head was signed for; 0 before all heads."""
        return self.heads[n].events if n in self.heads else 0

    def branch(self, n: int | None = None) -> list[int]:
        """The last head, or head `n`, and those that it continues, by number, the first one last."""
        numbers: dict[int, None] = {}
        n = max(self.heads, default=0) if n is None else n
        while n in self.heads and n not in numbers:
            numbers[n] = None
            n = self.before[n]
        return list(numbers)

    def fitting(self, hashes: dict[int, str]) -> int:
        """Return the number of the longest head that fits a journal, given by its hashes; 0 if there is none."""
        fitting = [head for head in self.heads.values() if hashes.get(head.events) == head.hash]
        return max(fitting, key=lambda head: (head.events, head.n)).n if fitting else 0

    def continues(self, n: int, copied: int, before: int = 0) -> bool:
        """Return whether a copy of `copied` events, whose longest fitting head is `n`, is an older copy of the signed
        journal. The next head must have more events than the copy, or a restore must have come before a next head was
        signed. If `before` is given, only lines before that line count."""
        like = {0} if n not in self.heads else {
            head.n for head in self.heads.values()
            if (head.events, head.hash) == (self.heads[n].events, self.heads[n].hash)}
        after = [head for head in self.heads.values()
                 if self.before[head.n] in like and head.n not in like and not 0 < before <= head.n]
        return all(head.restored for head in after) or any(head.events > copied for head in after)

    def restores(self) -> Iterator[SeenRestore]:
        """The restores that the file records."""
        last = 0
        for n, head in self.heads.items():
            if head.restored is not None:
                yield SeenRestore(n, head.at, self.events(last), head.restored.events,
                                  self.events(last) - self._kept(n, last), self.events(self.before[n]))
            last = n

    def _kept(self, n: int, last: int) -> int:
        """Return how many of the events signed by head `last` the restore of line `n` can have left, at most.

        The branches of the copy and of `last` part after a head. If the copy fits no head after that one, it ends
        before the next head of `last` or differs from it. Otherwise both branches have a next head, and the later one
        records a restore: the branches share at most the events of that restore's copy.
        """
        head = self.heads[n]
        kept = min(self.events(last), 0 if head.restored is None else head.restored.events)
        copies, lasts = self.branch(self.before[n]), self.branch(last)
        ours = [each for each in copies if each not in lasts][-1:]
        theirs = [each for each in lasts if each not in copies][-1:]
        if not ours:
            return min([kept, *(self.events(each) - 1 for each in theirs if self.events(each) <= kept)])
        later = self.heads[max(ours + theirs)].restored
        return kept if later is None else min(kept, later.events)
