"""Shoes, card machines and seals that were changed in the database: each change of any field is reported by `verify`,
and a table whose shoe or seal is not the announced one is out of order."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.casino import Casino
from support.changes import of_bytes

from pitboss.equipment.rng import SeededSource
from pitboss.floor.floor import Floor
from pitboss.floor.rounds import check_rounds
from pitboss.table import house

# A shoe, a machine, dice and a wheel; some tables stand in the middle of a round.
TABLES: dict[str, dict[str, str]] = {"baccarat": {}, "blackjack": {}, "blackjack-2": {"shoe": "machine"},
                                     "three-card": {}, "roulette": {}}
IN_ROUND = ("blackjack", "blackjack-2")
SECRETS = ("shoe:baccarat", "seal:baccarat", "shoe:blackjack", "seal:blackjack", "shoe:blackjack-2", "seal:blackjack-2",
           "shoe:three-card", "seal:three-card", "seal:roulette")


@pytest.fixture(scope="module")
def casino() -> Casino:
    made = Casino(seed="shoes")
    for name, options in TABLES.items():
        made.add(name, options=options)
        for _ in range(2):
            made.play(name)
    made.do("Ann", "add-number", table="roulette", number="31415")
    for name in IN_ROUND:
        while made.table(name).betting:
            made.bet(name)
            made.do("Dora", "no-more-bets", table=name)
    assert faults(made) == [] and not reopened(made).unread
    return made


def faults(casino: Casino) -> list[str]:
    return [fault for played in check_rounds(casino.store) for fault in played.faults]


def reopened(casino: Casino) -> Floor:
    floor = Floor(casino.store, SeededSource("reopened"))
    floor.load(casino.now)
    return floor


def store(casino: Casino, name: str, value: bytes | None) -> None:
    db = casino.store._db
    db.execute("DELETE FROM secret WHERE name = ?", (name,))
    if value is not None:
        db.execute("INSERT INTO secret VALUES (?, ?)", (name, value))


@pytest.mark.parametrize("name", SECRETS)
def test_each_changed_field_is_reported(casino: Casino, name: str) -> None:
    db, value = casino.store._db, casino.store.secret(name)
    assert value is not None
    unnoticed = set()
    for words, changed in [*of_bytes(value), ("no row", None)]:
        db.execute("SAVEPOINT before")
        store(casino, name, changed)
        if not faults(casino):
            unnoticed.add((name, words))
        db.execute("ROLLBACK TO before")
    assert unnoticed == set()


@pytest.mark.parametrize("name, change", [
    ("shoe:baccarat", {"next": 4}), ("shoe:baccarat", {"digest": None}), ("shoe:baccarat", {"kind": "machine"}),
    ("shoe:baccarat", {"stack": "As Ks"}), ("shoe:blackjack-2", {"kind": "shoe"}), ("shoe:blackjack-2", {"held": "As"}),
    ("seal:roulette", {"secret": "0" * 64}), ("seal:roulette", {"number": "7"}), ("seal:roulette", {"by": "Ben"}),
    ("seal:roulette", {"digest": "0" * 64}), ("seal:roulette", None), ("shoe:baccarat", None), ("seal:baccarat", None),
])
def test_a_table_does_not_deal_from_another_shoe_or_seal(casino: Casino, name: str, change: Any) -> None:
    db, table = casino.store._db, name.partition(":")[2]
    plain = msgspec.json.decode(casino.store.secret(name) or b"")
    db.execute("SAVEPOINT before")
    if change is not None:
        change = [plain[0] | change, *plain[1:]] if isinstance(plain, list) else plain | change
    store(casino, name, None if change is None else msgspec.json.encode(change))
    floor = reopened(casino)
    db.execute("ROLLBACK TO before")
    assert [*floor.unread] == [table] and floor.unread[table].out_of_order
    assert floor.tick(table, casino.now + 10**9) is None


def test_the_shoe_of_another_table_is_not_dealt_from(casino: Casino) -> None:
    """Its cards belong to its digest, but that was announced elsewhere."""
    db = casino.store._db
    db.execute("SAVEPOINT before")
    store(casino, "shoe:baccarat", casino.store.secret("shoe:blackjack"))
    floor = reopened(casino)
    db.execute("ROLLBACK TO before")
    assert [*floor.unread] == ["baccarat"] and "announced" in floor.unread["baccarat"].why


@pytest.mark.parametrize("name", ["baccarat", "three-card"])
def test_an_announced_shuffle_of_another_pack_is_reported(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that shuffles an ace in the place of a deuce; a pack of one deck is opened after its round."""
    honest = house.without
    swapped = ["As" if card == "2c" else card for card in Casino(name).live(name).game.pack()]
    monkeypatch.setattr(house, "without", lambda cards, lying: honest(swapped, lying))
    made = Casino(name)
    for _ in range(2):
        made.play(name)
    assert any("shuffle that was announced" in fault or "one that was announced" in fault for fault in faults(made))
