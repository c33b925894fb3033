"""A house that cheats: it chooses what comes after the bets, and shows seals that fit. The id of a table says how:

    seals    a new seal at every bet; the one that suits the house is opened
    late     the same, and no seal is shown before a wager lies on the table
    number   one seal, to which the house adds a number as if a player had added it
    skips    one seal, from which the house draws until the result suits it, under another round's number
    places   one seal, and a wheel that has the places that suit the house
    cards    new cards at every bet; the last are dealt
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from pitboss.equipment.sealed import SealedSource
from pitboss.equipment.shoe import Shoe
from pitboss.floor import proofs
from pitboss.floor.house import HouseTable
from pitboss.floor.seals import Seal, SealedDealer, Seals
from pitboss.table.acts import Answer, Ball, Place, Shuffled
from pitboss.table.requests import Asked, Spin
from pitboss.table.table import Table

# Shuffles that were shown, and those that were dealt in their place.
SWAPPED: dict[str, str] = {}
WHEELS = ("seals", "late", "number", "skips", "places")


def wins(table: HouseTable, pocket: str) -> bool:
    """Return whether the house wins if the ball falls there."""
    assert table.live is not None
    copy = table.live.replayed()
    copy.send(Ball(pocket))
    return sum(copy.gains().values()) < 0


def pocket(request: Spin, seal: Seal, number: str = "", skipped: int = 0) -> str:
    """Return where the ball falls by a seal."""
    stream, places = SealedSource(seal.secret, number), sorted(request.pockets)
    for _ in range(skipped):
        stream.below(len(places))
    return places[stream.below(len(places))]


def choose(table: HouseTable, request: Spin) -> Spin:
    """Make the house win now that bets are closed; return the spin, perhaps of another wheel."""
    seals = table.seals
    seal = seals.held[-1]
    if table.id in ("seals", "late"):
        fitting = [seal for seal in reversed(seals.held) if not seal.draws and wins(table, pocket(request, seal))]
        seals.held = (fitting or [seal])[:1]
    elif table.id == "number":
        seal.number = next(str(n) for n in range(1, 1000) if wins(table, pocket(request, seal, str(n))))
        seal.by = "Ben"
    elif table.id == "skips":
        while not wins(table, pocket(request, seal, "", len(seal.draws))):
            result = pocket(request, seal, "", len(seal.draws))
            seals.below(len(request.pockets))
            seals.drew({"what": "wheel", "places": sorted(request.pockets), "result": result})
            seal.draws[-1]["round"] -= 1
    elif table.id == "places":
        most = len(request.pockets)
        wheels = [msgspec.structs.replace(request, pockets=request.pockets[:n]) for n in range(most, 0, -1)]
        return next(wheel for wheel in wheels if wins(table, pocket(wheel, seal)))
    return request


def shuffle(table: HouseTable) -> None:
    """New cards, and a seal for them; those before are never opened."""
    seals, live = table.seals, table.live
    assert live is not None
    seals.held.clear()
    seals._publish()
    before = table.digest
    shoe = Shoe.fresh(table.dealer.laid_out(live.game.pack()), seals, commit=True)
    table.dealer.shoe, table.digest = shoe, shoe.digest or ""
    seals.drew({"what": "shuffle", "decks": 1, "digest": table.digest})
    SWAPPED.update({old: table.digest for old in [*(old for old, new in SWAPPED.items() if new == before), before]})


def instead_of(answer: Answer) -> Answer:
    """Return the answer from which a proof is made instead of one in the journal."""
    return Shuffled(SWAPPED.get(answer.digest, answer.digest)) if type(answer) is Shuffled else answer


@contextmanager
def dishonest() -> Iterator[None]:
    """As long as it lasts, tables cheat that are named for it."""
    heard, answer, shown, answers_in = HouseTable._heard, SealedDealer.answer, Seals.shown, proofs.answers_in

    def noting(table: HouseTable, given: Answer) -> None:
        heard(table, given)
        if type(given) is Place and table.id in ("seals", "late"):
            table.seals._publish()
        if type(given) is Place and table.id == "cards":
            shuffle(table)

    def answering(dealer: SealedDealer, t: Table, request: Asked) -> Answer:
        if type(request) is Spin:
            request = choose(dealer.seals.table, request)
        return answer(dealer, t, request)

    def showing(seals: Seals) -> dict[str, Any] | None:
        table = seals.table
        hidden = table.id == "late" and table.live is not None and not table.live.t.all_wagers()
        return None if hidden else shown(seals)

    with ExitStack() as stack:
        for where, name, instead in (
            (HouseTable, "_heard", noting), (SealedDealer, "answer", answering), (Seals, "shown", showing),
            (proofs, "answers_in", lambda event: map(instead_of, answers_in(event))),
        ):
            stack.enter_context(patch.object(where, name, instead))
        yield
