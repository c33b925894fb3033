"""A point in play that is started from many times, each time with everything of its own that can change."""

from __future__ import annotations

import io
import pickle
from random import Random
from typing import Any, NamedTuple

from pitboss.law import Clause
from pitboss.law.results import Cited
from pitboss.money import Odds
from pitboss.table.facts import RoundEvent


class Drawn(NamedTuple):
    """What a source of chance has come to."""

    state: tuple[Any, ...]


# What nothing can change: each copy has the same.
NEVER_CHANGES = (Clause, Cited, Odds, RoundEvent, Drawn)


class StartingPoint:
    """Things as they are now."""

    def __init__(self, things: Any) -> None:
        self._kept: list[Any] = []
        written = io.BytesIO()
        _Pickler(written, self._kept).dump(things)
        self._written = written.getvalue()

    def again(self) -> Any:
        """Another copy of them."""
        reading = _Unpickler(io.BytesIO(self._written))
        reading.persistent_load = self._kept.__getitem__  # type: ignore[method-assign, assignment]
        return reading.load()


class _Unpickler(pickle.Unpickler):
    pass


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, kept: list[Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._kept = kept
        self._places: dict[int, int] = {}

    def persistent_id(self, what: Any) -> int | None:
        if not isinstance(what, NEVER_CHANGES):
            return None
        place = self._places.get(id(what))
        if place is None:
            place = self._places[id(what)] = len(self._kept)
            self._kept.append(what)
        return place

    def reducer_override(self, what: Any) -> Any:
        return (_random, (Drawn(what.getstate()),)) if type(what) is Random else NotImplemented


def _random(drawn: Drawn) -> Random:
    """A source of chance that has come to this."""
    source = Random(0)
    source.setstate(drawn.state)
    return source
