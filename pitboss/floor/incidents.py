"""Significant events that are no desk's own: sign-ins that were refused, and everything that the program complains of
(writes that failed, desks that were read again or are out of order, work that failed). They stand in the journal, in a
stream of their own. However many there are, one event a kind and minute is written: the others are counted in it."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from pitboss.floor.store import NewEvent, StoreError, Write

STREAM = "incidents"
REFUSED, FAULT = "sign-in-refused", "fault"
EVERY_MS = 60_000
# So many kinds are told apart in a minute, and so many examples of what each was about.
MOST_KINDS, MOST_EXAMPLES, LONGEST = 20, 5, 120
OTHERS = "and others"
# The type of an event, and what it was.
Kind = tuple[str, str]
DESK = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


class Tally(msgspec.Struct):
    """Incidents of one kind that are not written yet."""

    since: int
    until: int
    count: int = 0
    about: dict[str, list[str]] = {}

    def add(self, at: int, about: dict[str, str]) -> None:
        self.count, self.until = self.count + 1, at
        for name, value in about.items():
            known = self.about.setdefault(name, [])
            if value and value[:LONGEST] not in known and len(known) < MOST_EXAMPLES:
                known.append(value[:LONGEST])


class Incidents(logging.Handler):
    """Counts incidents, and has them written.

    >>> incidents = Incidents(lambda: 0)
    >>> for n in range(3): incidents.note(REFUSED, name="Ann", address=f"10.0.0.{n}")
    >>> [(tally.count, tally.about["address"]) for tally in incidents.take().values()]
    [(3, ['10.0.0.0', '10.0.0.1', '10.0.0.2'])]
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__(logging.WARNING)
        self.clock = clock
        self._tallies: dict[Kind, Tally] = {}
        self._written: dict[Kind, int] = {}
        self._turn = threading.Lock()

    def note(self, type: str, what: str = "", **about: str) -> None:
        """Something happened: what type of event it is, what it was, and whom or what it was about."""
        now = self.clock()
        with self._turn:
            kind = (type, what[:LONGEST])
            if kind not in self._tallies and len({*self._tallies, *self._written}) >= MOST_KINDS:
                kind = (type, OTHERS)
            self._tallies.setdefault(kind, Tally(now, now)).add(now, about)

    def emit(self, record: logging.LogRecord) -> None:
        """Whatever is complained of is an incident. Its kind is what is said before names and numbers are put in; of
        those only a desk is kept, for the rest may tell what nobody is to know yet."""
        named = str(record.args[0]) if isinstance(record.args, tuple) and record.args else ""
        self.note(FAULT, str(record.msg).replace("%s", "…"), desk=named if DESK.fullmatch(named) else "")

    def take(self, all: bool = False) -> dict[Kind, Tally]:
        """What is to be written now: kinds of which nothing was for a minute, or all of them."""
        now = self.clock()
        with self._turn:
            ripe = [kind for kind in self._tallies if all or now >= self._written.get(kind, -EVERY_MS) + EVERY_MS]
            lately = {kind: at for kind, at in self._written.items() if at + EVERY_MS > now}
            self._written = lately | dict.fromkeys(ripe, now)
            return {kind: self._tallies.pop(kind) for kind in ripe}

    async def write(self, commit: Callable[[Write], Awaitable[int]], all: bool = False) -> None:
        """Have written what is due; what cannot be written now waits until it can."""
        taken = self.take(all)
        if not taken:
            return
        try:
            await commit(Write([event_of(kind, tally, self.clock()) for kind, tally in taken.items()]))
        except StoreError:
            with self._turn:
                for kind, tally in taken.items():
                    self._written.pop(kind, None)
                    since = self._tallies.get(kind)
                    if since is not None:
                        tally.count, tally.until = tally.count + since.count, since.until
                    self._tallies[kind] = tally


def event_of(kind: Kind, tally: Tally, now: int) -> NewEvent:
    """Incidents of a kind as they stand in the journal."""
    type, what = kind
    body: dict[str, Any] = {"what": what or type, "count": tally.count, "since": tally.since, "until": tally.until}
    return NewEvent(STREAM, type, msgspec.json.encode(body | tally.about), "floor", now)
