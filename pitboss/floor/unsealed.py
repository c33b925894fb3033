"""Seals that a stream tells of, followed again: what was drawn is what had been bound, in that order."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.equipment.proofs import Draw, OpenedSeal, OpenedShuffle, follow, opened_wrongly
from pitboss.equipment.sealed import seal_of
from pitboss.floor.seals import Seal, drawn
from pitboss.table.acts import Answer, Cards
from pitboss.table.requests import Asked


class Unsealed:
    """The seals of one table, as its stream tells them."""

    def __init__(self) -> None:
        # What chance answered since each seal was told; it belongs to the last one.
        self._came: dict[str, list[dict[str, Any]]] = {}
        self._numbers: dict[str, str] = {}
        self._orders: dict[str, OpenedShuffle] = {}
        self._last = ""
        # Seals from which a round drew that is not played again: what came of them is not known.
        self._unseen: set[str] = set()
        self._blind = False

    def sealed(self, digest: str) -> None:
        self._last = digest
        self._came[digest] = []
        self.unseen(self._blind)

    def unseen(self, blind: bool) -> None:
        """Say whether the rounds from here on are played again; if not, the draws of open seals are not compared."""
        self._blind = blind
        if blind:
            self._unseen |= set(self._came)

    def number(self, digest: str, number: str) -> str:
        """A player added a number; what is wrong with that."""
        if self._came.get(digest) != []:
            return "a number was added to a seal that was drawn from, or was never told"
        self._numbers[digest] = number
        return ""

    def proof(self, body: dict[str, Any]) -> None:
        """The order of a shuffle was told."""
        self._orders[body["digest"]] = OpenedShuffle(body["digest"], body["nonce"], body["order"])

    def heard(self, request: Asked | None, answer: Answer, machine: bool) -> None:
        """An answer of virtual equipment, perhaps of chance."""
        drew = drawn(request, answer) if request is not None and self._last else None
        if drew is not None and (type(answer) is not Cards or machine):
            self._came[self._last].append(drew)

    def opened(self, body: dict[str, Any]) -> str:
        """A seal was opened; what is wrong with it."""
        seal = msgspec.convert(body, OpenedSeal)
        came = self._came.pop(seal.digest, None)
        if came is None:
            return f"the seal {seal.digest[:12]} is opened, and was never told"
        if seal.number != self._numbers.get(seal.digest, ""):
            return f"the seal {seal.digest[:12]} is opened with another number than was added"
        draws = [draw for draw in seal.draws if draw.what != "machine"]
        listed = [msgspec.structs.replace(draw, round=0) for draw in draws]
        if seal.digest not in self._unseen and listed != [msgspec.convert(draw, Draw) for draw in came]:
            return f"what is told to have been drawn from the seal {seal.digest[:12]} is not what came"
        wrong = [*opened_wrongly(seal.digest, seal.secret, seal.number)]
        return next(iter(wrong or follow(seal.secret, seal.number, seal.draws, self._orders)), "")

    def left(self, kept: bytes | None) -> str:
        """The seals that are not opened yet lie where nobody is shown them; what is wrong with those."""
        held = {seal.digest: seal for seal in msgspec.json.decode(kept, type=list[Seal])} if kept else {}
        for digest, came in self._came.items():
            seal = held.get(digest)
            if seal is None or seal_of(seal.secret) != digest:
                return f"the secret of the seal {digest[:12]} is not kept, or is another"
            if seal.number != self._numbers.get(digest, ""):
                return f"the seal {digest[:12]} is kept with another number than was added"
            kept_draws = [msgspec.convert({**draw, "round": 0}, Draw) for draw in seal.draws
                          if draw["what"] != "machine"]
            if digest not in self._unseen and kept_draws != [msgspec.convert(draw, Draw) for draw in came]:
                return f"what was drawn from the seal {digest[:12]} is not what came"
        return ""
