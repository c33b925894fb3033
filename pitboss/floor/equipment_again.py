"""Rebuild virtual shoes and card machines from the answers of a table, and compare them with the stored ones."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.equipment.cards import Card
from pitboss.equipment.proof_document import OpenedShuffle
from pitboss.equipment.shoe import CardMachine, Shoe, ShoeState
from pitboss.floor.desk import decode
from pitboss.table.acts import Answer, Cards, CutAt, Irregular, Shuffled
from pitboss.table.house import lying_on, without
from pitboss.table.requests import Asked, Burn, Cut, Deal, Shuffle
from pitboss.table.table import Table

NOT_ANNOUNCED = "the shoe in use is not the one that was announced, or not where the cards left it"


class _Next:
    """A source that has a machine give the card that came."""

    def __init__(self) -> None:
        self.machine: CardMachine | None = None
        self.card = ""

    def below(self, n: int) -> int:
        held: list[Card] = self.machine.state()["held"].split() if self.machine is not None else []
        return held.index(self.card) if self.card in held else 0


class EquipmentAgain:
    """The last shuffle of one virtual table and all that happened to its cards."""

    def __init__(self) -> None:
        self._next = _Next()
        self.machine: CardMachine | None = None
        # The digest of the last shuffle of a shoe, the cards it must hold, and the requests and answers since.
        self._digest = ""
        self._pack: list[Card] = []
        self._since: list[tuple[Asked, Answer]] = []
        # Whether the shoe or machine in use was prepared in a round that is not played again.
        self.unseen = False

    def lose_sight(self) -> None:
        """Stop comparing the equipment until a shoe is shuffled again."""
        self.unseen, self.machine, self._digest = True, None, ""

    def held(self) -> str:
        """Return the cards that the machine holds, sorted; "" if there is no machine."""
        return " ".join(sorted(self.machine.state()["held"].split())) if self.machine is not None else ""

    def heard(self, request: Asked | None, answer: Answer, t: Table) -> None:
        """Follow an answer; `t` is the table before it."""
        if self.unseen and t.game.options.get("shoe") == "machine":
            return
        if isinstance(request, Shuffle) and type(answer) is Shuffled:
            self._shuffle(answer, t)
        elif isinstance(request, Cut | Deal | Burn) and self.machine is None:
            self._since.append((request, answer))
        elif isinstance(request, Deal | Burn) and self.machine is not None and type(answer) is Cards:
            for self._next.card in answer.cards:
                self.machine.burn() if isinstance(request, Burn) else self.machine.draw()

    def _shuffle(self, answer: Shuffled, t: Table) -> None:
        lying = lying_on(t)
        if t.game.options.get("shoe") != "machine":
            self.unseen = False
            self.machine, self._digest, self._since = None, answer.digest, []
            self._pack = sorted(without(t.game.pack(), lying))
        elif self.machine is None:
            self.machine = self._next.machine = CardMachine(t.game.pack(), self._next)
        else:
            self.machine.discard(without(self.machine.on_table, lying))
            self.machine.feed()

    def is_pack(self, proof: dict[str, Any]) -> bool:
        """Return whether an opened shuffle has the cards of the pack, less those that lay on the table."""
        return bool(proof["digest"] != self._digest or sorted(proof["order"].split()) == self._pack)

    def fault(self, kept: bytes | None) -> str:
        """Return what is wrong with a stored shoe or machine, or ""."""
        if self.unseen:
            return ""
        if kept is None:
            return NOT_ANNOUNCED if self._digest or self.machine is not None else ""
        try:
            state = decode(kept)
            fits = self._fits(state)
        except (msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError):
            fits = False
        return "" if fits else NOT_ANNOUNCED

    def _fits(self, state: Any) -> bool:
        if self.machine is not None:
            return _sorted(state) == _sorted(self.machine.state())
        if not self._digest:
            return False
        nonce, order = Shoe.from_state(state).reveal()  # refuses an order that its digest was not made of
        bare: ShoeState = {
            "kind": "shoe", "stack": " ".join(order), "next": 0, "cut": 0, "cut_card": None, "cut_card_from_end": None,
            "cut_card_out": False, "table": "", "burnt": "", "discards": "", "nonce": nonce, "digest": self._digest,
        }
        shoe = Shoe.from_state(bare)
        return sorted(order) == self._pack and all(self._again(shoe, *each) for each in self._since) and (
            shoe.state() == state)

    @staticmethod
    def _again(shoe: Shoe, request: Asked, answer: Answer) -> bool:
        """Do with a shoe what the virtual dealer did; return whether the same came."""
        match request, answer:
            case Cut(what="cut"), CutAt():
                shoe.cut(shoe.remaining - answer.from_back)
            case Cut(), CutAt():
                shoe.place_cut_card(answer.from_back)
            case Deal(), Cards(cards=(), cutting_card=True):
                shoe.take_cut_card()
            case Deal(), Cards():
                return shoe.draw_several(len(answer.cards)) == answer.cards
            case Burn(), Cards():
                return tuple([shoe.burn() for _ in answer.cards]) == answer.cards
            case (Deal() | Burn()), Irregular() if shoe.remaining < request.count:
                for _ in range(shoe.remaining):
                    shoe.burn() if isinstance(request, Burn) else shoe.draw()
        return True


def _sorted(state: Any) -> dict[str, Any]:
    """Return a machine's state with its cards sorted: their order is that of the draws, which seals bind."""
    return {**state, "held": sorted(state["held"].split())}


def opened_by_store(kept: bytes | None) -> dict[str, OpenedShuffle]:
    """Return the order of a stored shoe by its digest; nothing if there is none that can be read."""
    try:
        shoe = Shoe.from_state(decode(kept or b""))
        nonce, order = shoe.reveal()
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, AttributeError):
        return {}
    return {shoe.digest or "": OpenedShuffle(shoe.digest or "", nonce, " ".join(order))}
