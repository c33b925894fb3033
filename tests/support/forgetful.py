"""A cache that keeps nothing: games that a test makes up have no names to keep their figures under."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.odds.cache import Arrays, Cache
from pitboss.odds.packs import Array


class Forgetful(Cache):
    def load(self, key: str) -> Arrays | None:
        return None

    def save(self, key: str, arrays: Mapping[str, Array]) -> None:
        return
