"""Opening a floor: what was tampered with stays closed, one that was cut short is finished."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import apsw
import pytest
from support.casino import Casino
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.floor.commands import Who, refused
from pitboss.floor.desk import Settings
from pitboss.floor.floor import default_tables
from pitboss.floor.people import PeopleSettings
from pitboss.floor.store import StoreError
from pitboss.web.server import House

CHEAP = PeopleSettings(memory=64, rounds=1)
CHANGES = {
    "a shoe": "UPDATE secret SET value = CAST(replace(CAST(value AS TEXT), 'As', 'Ks') AS BLOB) "
              "WHERE name = 'shoe:blackjack'",
    "an event": "UPDATE event SET body = x'7b' WHERE pos = "
                "(SELECT max(pos) FROM event WHERE stream = 'table:blackjack')",
    "a voucher": "UPDATE event SET body = x'7b' WHERE stream = 'cage' AND type = 'voucher'",
}


def tamper(path: Path, change: str) -> None:
    db = apsw.Connection(str(path))
    db.execute(change)
    assert db.changes() == 1
    db.close()


@pytest.mark.parametrize("name", CHANGES)
def test_only_what_was_tampered_with_stays_closed(tmp_path: Path, name: str) -> None:
    casino = Casino("blackjack", "roulette", path=tmp_path / "floor.db")
    casino.play("blackjack")
    casino.bet("blackjack")
    casino.do("Ann", "cash-out", amount=5_00)
    casino.store.close()
    tamper(tmp_path / "floor.db", CHANGES[name])

    async def start() -> None:
        house = House(tmp_path / "floor.db", Settings(guests=False), people=CHEAP, clock_is_right=True)
        await house.open()
        closed = "cage" if name == "a voucher" else "blackjack"
        assert house.floor.unread.keys() == {closed} and house.floor.unread[closed].out_of_order
        assert house.floor.tables.keys() == {"blackjack", "roulette"} - {closed}
        assert [row["status"] for row in house.floor.lobby() if row["id"] == closed] == ["out of order"] * (
            closed != "cage")
        await house.close()

    asyncio.run(start())
    told = CliRunner().invoke(app, ["verify", str(tmp_path)])
    assert told.exit_code == 1 and "fault" in told.output


def test_without_its_people_it_does_not_open(tmp_path: Path) -> None:
    async def start() -> None:
        house = House(tmp_path / "floor.db", Settings(open_at_start=False), people=CHEAP)
        await house.open()
        await house.close()

    asyncio.run(start())
    tamper(tmp_path / "floor.db", "UPDATE event SET body = x'7b' WHERE stream = 'people' AND type = 'added'")
    said = CliRunner().invoke(app, ["serve", "--data", str(tmp_path), "--no-open", "--port", "0"])
    assert said.exit_code == 2 and "Traceback" not in said.output, said.output
    lines = said.output.strip().splitlines()
    assert len(lines) == 1 and "pitboss verify" in lines[0]


def test_a_first_start_that_was_cut_short_is_finished_by_the_next(tmp_path: Path) -> None:
    """The disk was full, or the machine went down, after some of the tables were added."""

    async def start(most: int | None) -> list[str]:
        house = House(tmp_path / "floor.db", people=CHEAP)
        given = house.live.do

        async def full(who: Who, id: str, raw: bytes) -> dict[str, Any]:
            return refused("the disk is full") if len(house.floor.tables) == most else await given(who, id, raw)

        house.live.do = full  # type: ignore[method-assign]
        try:
            with pytest.raises(StoreError, match="disk is full") if most is not None else nullcontext():
                await house.open()
            return list(house.floor.tables)
        finally:
            await house.close()

    every = [table.id for table in default_tables()]
    assert asyncio.run(start(3)) == every[:3]
    assert asyncio.run(start(None)) == every
    assert asyncio.run(start(None)) == every


def test_a_floor_with_tables_of_its_own_gets_no_others(tmp_path: Path) -> None:
    casino = Casino("blackjack", path=tmp_path / "floor.db")
    casino.store.close()

    async def start() -> list[str]:
        house = House(tmp_path / "floor.db", people=CHEAP, clock_is_right=True)
        await house.open()
        await house.close()
        return list(house.floor.tables)

    assert asyncio.run(start()) == ["blackjack"]


def test_a_copy_that_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Casino("blackjack", path=tmp_path / "floor.db").store.close()

    def full(*args: object) -> None:
        raise apsw.FullError("not an error")

    monkeypatch.setattr("pitboss.floor.backup._copy", full)
    said = CliRunner().invoke(app, ["backup", "--data", str(tmp_path), str(tmp_path / "copy.db")])
    assert said.exit_code == 2 and "the disk is full" in said.output
    assert not list(tmp_path.glob("copy*"))
