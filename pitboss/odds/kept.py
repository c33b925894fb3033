"""What a game itself brings, kept on disk as it was counted: another question about additional wagers alone does not
count it again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from pitboss.odds.cache import Cache
from pitboss.odds.par import Line, Number, OwnFigures, Strategy, WagerPar


def kept(cache: Cache, name: str, count: Callable[[], OwnFigures]) -> OwnFigures:
    """The figures of this name, or those counted now, which have it from then on."""
    known = cache.load(name)
    if known is not None:
        return read(known["json"].tobytes())
    counted = count()
    cache.save(name, {"json": np.frombuffer(written(counted), np.uint8)})
    return counted


def written(figures: OwnFigures) -> bytes:
    return msgspec.json.encode(figures, enc_hook=str)


def read(data: bytes) -> OwnFigures:
    wagers, strategy, notes = msgspec.json.decode(data)
    return OwnFigures(tuple(map(_wager, wagers)), msgspec.convert(strategy, Strategy), tuple(notes))


def _number(held: str | float | None) -> Any:
    """A fraction is kept in words, a double as it is."""
    return Fraction(held) if isinstance(held, str) else held


def _wager(data: dict[str, Any]) -> WagerPar:
    numbers: dict[str, Number] = {name: _number(data[name]) for name in ("average_stake", "frequency", "mean")}
    words = {name: tuple(data[name]) for name in ("includes", "clauses")}
    return WagerPar(**{**data, **numbers, **words, "lines": tuple(map(_line, data["lines"]))})


def _line(data: dict[str, Any]) -> Line:
    return Line(**{**data, "net": _number(data["net"]), "probability": _number(data["probability"])})
