"""A house whose source of chance fails: it does not open, or says so and writes it down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.cli.errors import Mistake
from pitboss.cli.serve import open_house
from pitboss.equipment import rng
from pitboss.floor.desk import Settings, body_of
from pitboss.web import server
from pitboss.web.app import WebSettings
from pitboss.web.server import House


def test_a_floor_does_not_open_by_a_stuck_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng.os, "urandom", lambda size: b"\x07" * size)
    with pytest.raises(Mistake, match="failed a test: the same byte came 9 times in a row; the floor stays closed"):
        open_house(tmp_path / "floor.db", Settings(), WebSettings(), False, None)
    assert not (tmp_path / "floor.db").exists()


def test_a_source_that_fails_while_serving_is_noticed_and_written_down_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path / "floor.db", Settings(open_at_start=False))
    monkeypatch.setattr(server, "CHANCE_EVERY_S", 0)
    monkeypatch.setattr(rng.os, "urandom", lambda size: b"\x07" * size)

    async def serve() -> None:
        testing = asyncio.create_task(house._test_chance())
        while house.store.last("floor", "chance-failed") is None:
            await asyncio.sleep(0)
        for _ in range(50):
            await asyncio.sleep(0)
        testing.cancel()

    try:
        asyncio.run(asyncio.wait_for(serve(), 60))
        (told,) = [event for event in house.store.events("floor") if event.type == "chance-failed"]
        assert body_of(told) == {"fault": "the same byte came 9 times in a row"} and house.floor.source is house.source
    finally:
        house.writer.close()
        house.store.close()
