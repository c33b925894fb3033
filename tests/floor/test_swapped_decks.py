"""A stored deck that is not the one whose digest was announced is not dealt, and `verify` reports it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from support.poker_floor import Sim

from pitboss.equipment.rng import SeededSource
from pitboss.floor.floor import Floor
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.rounds import check_rounds

Deck = dict[str, Any]


def exchanged(deck: Deck) -> Deck:
    cards = deck["order"].split()
    return deck | {"order": " ".join([cards[-1], *cards[1:-1], cards[0]])}


CHANGES: dict[str, Callable[[Deck], Deck | bytes | None]] = {
    "first and last card exchanged": exchanged,
    "aces only": lambda deck: deck | {"order": " ".join(["As"] * 52)},
    "a card left out": lambda deck: deck | {"order": deck["order"][3:]},
    "another nonce": lambda deck: deck | {"nonce": "0" * 32},
    "a number that nobody added": lambda deck: deck | {"number": "7", "by": "Ann"},
    "not JSON": lambda _: b"garbage",
    "not a deck": lambda _: b"[]",
    "no order": lambda deck: {"nonce": deck["nonce"]},
    "no row": lambda _: None,
}


@pytest.fixture(scope="module")
def stored() -> Any:
    """A hand under way between two players: its deck is stored, and so is that of the next hand."""
    sim = Sim(players=("Ann", "Ben"))
    sim.sit("Ann", "Ben")
    sim.deal()
    assert faults(sim) == []
    return sim


def faults(sim: Sim) -> list[str]:
    return [fault for played in check_rounds(sim.store) for fault in played.faults]


def reopened(sim: Sim) -> Floor:
    floor = Floor(sim.store, SeededSource("reopened"))
    floor.load(sim.now)
    return floor


@pytest.mark.parametrize("name", ["deck:t", "shoe:t"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_deck_is_not_dealt_and_is_reported(stored: Sim, name: str, change: str) -> None:
    db, value = stored.store._db, stored.store.secret(name)
    assert value is not None
    changed = CHANGES[change](msgspec.json.decode(value))
    db.execute("SAVEPOINT before")
    try:
        db.execute("DELETE FROM secret WHERE name = ?", (name,))
        if changed is not None:
            raw = changed if isinstance(changed, bytes) else msgspec.json.encode(changed)
            db.execute("INSERT INTO secret VALUES (?, ?)", (name, raw))
        found, floor = faults(stored), reopened(stored)
    finally:
        db.execute("ROLLBACK TO before")
    assert any("deck" in fault for fault in found), found
    assert floor.unread["t"].out_of_order and "deck" in floor.unread["t"].why
    assert "t" not in floor.tables and floor.tick("t", stored.now + 10**9) is None
    assert reopened(stored).tables["t"].rounds == 1


def test_a_deck_that_was_never_announced_is_reported(stored: Sim) -> None:
    """After a hand its deck is removed; one that is stored then belongs to no hand."""
    sim = Sim(players=("Ann", "Ben"))
    sim.sit("Ann", "Ben")
    sim.deal()
    while sim.desk.room.hand is not None:
        sim.step()
    assert sim.store.secret("shoe:t") is None and faults(sim) == []
    deck = sim.store.secret("deck:t")
    sim.store._db.execute("INSERT INTO secret VALUES ('shoe:t', ?)", (deck,))
    assert any("never announced" in fault for fault in faults(sim))


def test_an_announced_deck_of_aces_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that announces the digest of a deck that is not a pack."""
    aces = SealedDeck("0" * 32, ("As",) * 52)
    sim = Sim(players=("Ann", "Ben"))
    monkeypatch.setattr(SealedDeck, "shuffled", lambda size, source: aces)
    sim.sit("Ann", "Ben")
    sim.desk.next_deck._hold(None)
    sim.deal()
    assert any("not a whole pack" in fault for fault in faults(sim))
    assert reopened(sim).unread["t"].out_of_order


def test_a_number_that_was_added_belongs_to_the_deck() -> None:
    sim = Sim(players=("Ann",), house=2)
    sim.sit("Ann")
    assert sim.do("Ann", "add-number", number="31415")["ok"]
    assert faults(sim) == [] and not reopened(sim).unread
    for change in ({"number": "1"}, {"by": "Ben"}):
        deck = msgspec.json.decode(sim.store.secret("deck:t") or b"")
        changed = msgspec.json.encode(deck | change)
        sim.store._db.execute("SAVEPOINT before")
        sim.store._db.execute("UPDATE secret SET value = ? WHERE name = 'deck:t'", (changed,))
        assert any("another number" in fault for fault in faults(sim))
        assert reopened(sim).unread["t"].out_of_order
        sim.store._db.execute("ROLLBACK TO before")
