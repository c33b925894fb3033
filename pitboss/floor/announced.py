"""Compare the shoe, machine and seals of a virtual table with their announcements. If they differ, the table is out of
order. `verify` compares more, because it plays all rounds again (equipment_again.py, unsealed.py)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pitboss.equipment.proofs import opened_wrongly
from pitboss.equipment.shoe import CardMachine, Shoe
from pitboss.floor.desk import body_of
from pitboss.floor.seals import Seal
from pitboss.floor.store import Store
from pitboss.floor.trouble import Damaged

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

# So many events are read at a time, from the last backwards.
STEP = 500


def check_announced(table: HouseTable) -> None:
    """Raise Damaged unless the table's stored seals, shoe or machine are the announced ones."""
    _check_seals(table.store, table.stream, table.seals.held)
    shoe, live = table.dealer.shoe, table.live
    if table.digest:
        if not isinstance(shoe, Shoe) or shoe.digest != table.digest:
            raise Damaged("the shoe in use is not the one whose digest was announced")
        _check_place(table.store, table.stream, shoe)
    elif live is not None and shoe is not None and live.game.options.get("shoe") == "machine":
        state = shoe.state()
        held = " ".join((str(state["held"]), state["table"], state["burnt"], state["discards"])) if (
            state["kind"] == "machine") else ""
        if not isinstance(shoe, CardMachine) or sorted(held.split()) != sorted(live.game.pack()):
            raise Damaged("the card machine does not hold the pack of the game")


def _check_seals(store: Store, stream: str, held: Sequence[Seal]) -> None:
    """The stored seals are those announced last and not opened, with the numbers that were added to them."""
    for seal in held:
        if [*opened_wrongly(seal.digest, seal.secret, seal.number)]:
            raise Damaged(f"the secret of the seal {seal.digest[:12]} is not the one that was announced")
    announced = store.recent(stream, "sealed", STEP)
    digests = [body_of(event)["digest"] for event in announced]
    missing = {seal.digest for seal in held} - {*digests}
    if missing:
        raise Damaged(f"the seal {min(missing)[:12]} was not announced")
    first = max((digests.index(seal.digest) for seal in held), default=0)
    since = announced[first].ver - 1 if announced else 0
    opened = {body_of(event)["digest"] for event in store.between(stream, "unsealed", since)}
    if [digest for digest in digests[first::-1] if digest not in opened] != [seal.digest for seal in held]:
        raise Damaged("the seals that are stored are not those that were announced and are not opened")
    bodies = ((body_of(event), event.actor) for event in store.between(stream, "number", since))
    added = {body["digest"]: (body["number"], by) for body, by in bodies}
    for seal in held:
        if (seal.number, seal.by) != added.get(seal.digest, ("", "")):
            raise Damaged(f"the seal {seal.digest[:12]} is stored with another number than was added")


def _check_place(store: Store, stream: str, shoe: Shoe) -> None:
    """The cards in front of the next one are those that came since the shuffle."""
    state, came = shoe.state(), _dealt_since(store, stream, shoe.digest or "")
    out = state["stack"].split()[: state["next"]]
    # The last cards of a shoe come out and go into no round if they are too few.
    if came != (out if shoe.remaining else out[: len(came)]):
        raise Damaged("the shoe in use is not where the cards left it")


def _dealt_since(store: Store, stream: str, digest: str) -> list[str]:
    """Return the cards that came since a shuffle was announced."""
    came: list[str] = []
    before = store.version(stream) + 1
    while before > 1:
        after = max(0, before - 1 - STEP)
        for event in reversed(store.between(stream, "acts", after, before)):
            for answer in reversed(body_of(event)["answers"]):
                if answer["type"] == "shuffled" and answer.get("digest") == digest:
                    return came[::-1]
                came += reversed(answer.get("cards", ()))
        before = after + 1
    raise Damaged("the shuffle of the shoe in use was not announced")
