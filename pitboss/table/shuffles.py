"""Shuffles that were announced before the first card, and whether the cards that came were theirs."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.equipment.rng import commit
from pitboss.table.acts import Answer, Cards, Shuffled


class Shuffles:
    """The shuffles that rounds announced, and the cards that came of each."""

    def __init__(self) -> None:
        self._dealt: dict[str, list[str]] = {}
        self._last = ""

    def read(self, answers: Iterable[Answer]) -> None:
        """The answers of a round, or some of them, in order."""
        for answer in answers:
            if type(answer) is Shuffled:
                self._last = answer.digest
                self._dealt[self._last] = []
            elif type(answer) is Cards and self._last:
                self._dealt[self._last] += answer.cards

    def announced(self, digest: str) -> bool:
        """Was this shuffle announced in what was read?"""
        return digest in self._dealt

    def dealt(self, digest: str) -> list[str]:
        """The cards that came of a shuffle, in order."""
        return self._dealt.get(digest, [])

    def proved(self, nonce: str, text: str) -> bool:
        """Does this open a digest announced before it, and did those cards come?"""
        order = text.split()
        try:
            dealt = self._dealt.get(commit(order, nonce))
        except ValueError:
            return False
        return dealt is not None and _run(order, dealt)


def _run(order: list[str], dealt: list[str]) -> bool:
    """Did these cards come one after another out of this order, wherever it was cut?"""
    around = order + order
    return any(around[at : at + len(dealt)] == dealt for at in range(len(order)))
