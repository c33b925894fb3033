"""What a chain of hashes does not hold: cards still to come, codes of vouchers, answers. `verify` looks at them too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import msgspec
import pytest
from support.casino import Casino

from pitboss.cli.replay import compare_floor
from pitboss.cli.verify import check

Change = Callable[[apsw.Connection], object]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shoe that was dealt from, a voucher, and commands that did something."""
    path = tmp_path_factory.mktemp("floor") / "floor.db"
    casino = Casino("blackjack", "three-card", path=path)
    for _ in range(3):
        for name in ("blackjack", "three-card"):
            casino.play(name)
    casino.do("Ann", "cash-out", amount=50_00)
    casino.store.close()
    assert check(path).faults == []
    return path


def shoe(db: apsw.Connection, change: Callable[[dict[str, object]], None]) -> None:
    (value,), = db.execute("SELECT value FROM secret WHERE name = 'shoe:blackjack'")
    state = msgspec.json.decode(value)
    change(state)
    db.execute("UPDATE secret SET value = ? WHERE name = 'shoe:blackjack'", (msgspec.json.encode(state),))


def two_cards_change_places(state: dict[str, object]) -> None:
    stack = str(state["stack"]).split()
    other = next(n for n in range(1, len(stack)) if stack[-1 - n] != stack[-1])
    stack[-1], stack[-1 - other] = stack[-1 - other], stack[-1]
    state["stack"] = " ".join(stack)


def a_card_is_dealt_again(state: dict[str, object]) -> None:
    state["next"] = int(str(state["next"])) - 1


CHANGES: dict[str, tuple[str, Change]] = {
    "two cards change places": ("shoe in use", lambda db: shoe(db, two_cards_change_places)),
    "a card is dealt again": ("shoe in use", lambda db: shoe(db, a_card_is_dealt_again)),
    "the shoe is gone": ("shoe in use", lambda db: db.execute("DELETE FROM secret WHERE name = 'shoe:blackjack'")),
    "another shoe": ("shoe in use", lambda db: db.execute(
        "UPDATE secret SET value = (SELECT value FROM secret WHERE name = 'shoe:three-card') "
        "WHERE name = 'shoe:blackjack'")),
    "another code": ("voucher V0000001", lambda db: db.execute(
        "UPDATE secret SET value = CAST('123456789012345678' AS BLOB) WHERE name LIKE 'voucher:%'")),
    "no code": ("voucher V0000001", lambda db: db.execute("DELETE FROM secret WHERE name LIKE 'voucher:%'")),
    "a secret of no table": ("no event accounts", lambda db: db.execute(
        "INSERT INTO secret SELECT 'shoe:other', value FROM secret WHERE name = 'shoe:blackjack'")),
    "a view of the schema": ("view part_as_told", lambda db: db.execute(
        "DROP VIEW part_as_told; CREATE VIEW part_as_told AS SELECT player, pos FROM part")),
    "no answer": ("answer", lambda db: db.execute(
        "DELETE FROM command WHERE id = (SELECT cmd_id FROM event WHERE type = 'voucher')")),
}


@pytest.mark.parametrize("name", CHANGES)
def test_it_is_told(floor: Path, tmp_path: Path, name: str) -> None:
    said, change = CHANGES[name]
    copy = tmp_path / "copy.db"
    copy.write_bytes(floor.read_bytes())
    db = apsw.Connection(str(copy))
    change(db)
    db.close()
    faults = check(copy).faults
    assert faults and all(said in fault for fault in faults), faults
    replayed = compare_floor(copy)
    assert replayed.faults or any(played.differences for played in replayed.rounds)
