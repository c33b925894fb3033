"""Seals that a stream tells of, followed again: what was drawn is what had been bound, in that order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.equipment.proof_document import Draw, OpenedSeal, OpenedShuffle
from pitboss.equipment.proofs import follow, follow_on, opened_wrongly
from pitboss.equipment.sealed import SealedSource
from pitboss.floor.desk import decode, encode
from pitboss.floor.equipment_again import EquipmentAgain, opened_by_store
from pitboss.floor.seals import Seal, drawn
from pitboss.table.acts import Answer, Cards
from pitboss.table.requests import Asked


class Unsealed:
    """The seals of one table, as its stream tells them."""

    def __init__(self) -> None:
        # Shuffles in the middle of a round that were journalled, with their clauses.
        self._again: dict[str, str] = {}
        # What chance answered since each seal was told; it belongs to the last one.
        self._came: dict[str, list[dict[str, Any]]] = {}
        # The number that was added to a seal, and by whom.
        self._numbers: dict[str, tuple[str, str]] = {}
        self._orders: dict[str, OpenedShuffle] = {}
        self._last = ""
        # Seals from which a round drew that is not played again, so that their draws are not compared.
        self._unseen: set[str] = set()
        self._blind = False

    def sealed(self, digest: str) -> str:
        """Take a seal that was published; return what is wrong with that. One seal waits to be drawn from at a time."""
        waits = self._came.get(self._last) == [] and self._last not in self._unseen
        self._last = digest
        self._came[digest] = []
        self.unseen(self._blind)
        return f"the seal {digest[:12]} was published while another waited to be drawn from" if waits else ""

    def unseen(self, blind: bool) -> None:
        """Say whether the rounds from here on are played again; if not, the draws of open seals are not compared."""
        self._blind = blind
        if blind:
            self._unseen |= set(self._came)

    def number(self, digest: str, number: str, by: str) -> str:
        """A player added a number; what is wrong with that."""
        if self._came.get(digest) != []:
            return "a number was added to a seal that was drawn from, or was never told"
        self._numbers[digest] = number, by
        return ""

    def proof(self, body: dict[str, Any]) -> None:
        """The order of a shuffle was told."""
        self._orders[body["digest"]] = OpenedShuffle(body["digest"], body["nonce"], body["order"])

    def reshuffled(self, digest: str, clause: str) -> None:
        """Take a shuffle in the middle of a round, as the stream has it."""
        self._again[digest] = clause

    def heard(
        self, request: Asked | None, answer: Answer, round: int, equipment: EquipmentAgain, bets_taken: bool
    ) -> None:
        """Follow an answer of virtual equipment, before the equipment does."""
        drew = drawn(request, answer, bets_taken) if request is not None and self._last else None
        if drew is None or (type(answer) is Cards and equipment.machine is None):
            return
        came = self._came.setdefault(self._last, [])
        if type(answer) is Cards and all(draw["what"] != "machine" for draw in came):
            came.append({"round": round, "what": "machine", "cards": equipment.held()})
        came.append(decode(encode({"round": round, **drew})))

    def opened(self, body: dict[str, Any]) -> str:
        """A seal was opened; what is wrong with it."""
        seal = msgspec.convert(body, OpenedSeal)
        came = self._came.pop(seal.digest, None)
        if came is None:
            return f"the seal {seal.digest[:12]} is opened, and was never told"
        if (seal.number, seal.by) != self._numbers.get(seal.digest, ("", "")):
            return f"the seal {seal.digest[:12]} is opened with another number than was added"
        if seal.digest not in self._unseen and not _same(body["draws"], came):
            return f"what is told to have been drawn from the seal {seal.digest[:12]} is not what came"
        for draw in seal.draws:
            if draw.clause != self._again.pop(draw.digest, ""):
                return f"the shuffle {draw.digest[:12]} in the middle of a round is not written down with its clause"
        wrong = [*opened_wrongly(seal.digest, seal.secret, seal.number)]
        return next(iter(wrong or follow(seal.secret, seal.number, seal.draws, self._orders)), "")

    def left(self, kept: bytes | None, shoe: bytes | None, drawing: bool) -> str:
        """Return a fault of the stored seals, or "". They are the seals that are not opened yet. `drawing`: more can be
        drawn from the last one, although it was drawn from before."""
        stored: Any = decode(kept) if kept else []
        secrets = {seal["digest"]: seal["secret"] for seal in stored}
        orders = self._orders | opened_by_store(shoe)
        expected: list[dict[str, Any]] = []
        for digest, came in self._came.items():
            number, by = self._numbers.get(digest, ("", ""))
            if digest not in secrets or [*opened_wrongly(digest, secrets[digest], number)]:
                return f"the secret of the seal {digest[:12]} is not kept, or is another"
            if digest in self._unseen:
                continue
            stream, machine = SealedSource(secrets[digest], number), list[str]()
            draws = msgspec.convert(came, tuple[Draw, ...])
            if wrong := next(follow_on(stream, draws, orders, machine), ""):
                return wrong
            done = bool(came) and not (drawing and digest == self._last)
            if machine and not done and machine != decode(shoe or b"{}").get("held", "").split():
                return "the cards in the machine do not lie as they were left"
            expected.append(msgspec.to_builtins(Seal(secrets[digest], digest, number, by, stream.used, came, done)))
        stored = [seal for seal in stored if seal["digest"] not in self._unseen]
        for was, now in zip(expected, stored, strict=False):
            if was | {"draws": ()} != now | {"draws": ()} or not _same(now["draws"], was["draws"]):
                return f"the seal {was['digest'][:12]} is not stored as it was left"
        return "" if len(stored) == len(expected) else "a seal is stored that was never announced"


def _same(stored: Sequence[dict[str, Any]], came: Sequence[dict[str, Any]]) -> bool:
    """Compare draws with what came. Earlier programs did not write the clauses of shuffles in the middle of a round."""
    return len(stored) == len(came) and all(
        draw == drew or draw == {key: value for key, value in drew.items() if key != "clause"}
        for draw, drew in zip(stored, came, strict=True))
