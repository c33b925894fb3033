"""Refused sign-ins and faults stand in the journal, however many there are of them in little room."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

from support.web import Place, opened
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.floor.commands import Who
from pitboss.floor.desk import body_of
from pitboss.floor.incidents import FAULT, MOST_KINDS, REFUSED, STREAM, Incidents
from pitboss.floor.queries import ask
from pitboss.floor.store import DiskFailed, SQLiteStore, Write
from pitboss.floor.verify import verify
from pitboss.web.app import WebSettings

FLOOR = logging.getLogger("pitboss.floor")


class Disk:
    """Whoever commits, on a disk that can be full."""

    def __init__(self) -> None:
        self.store, self.full = SQLiteStore(":memory:"), False

    async def commit(self, write: Write) -> int:
        if self.full:
            raise DiskFailed("full")
        done = self.store.commit([write])[0]
        assert isinstance(done, int)
        return done

    def bodies(self) -> list[dict[str, Any]]:
        return [body_of(event) for event in self.store.events(STREAM)]


def written(place: Place) -> list[dict[str, Any]]:
    """All there is, once what waits is written."""
    portal = place.first.portal
    assert portal is not None
    portal.call(place.house.incidents.write, place.house.writer.write, True)
    return [{"type": event.type, **body_of(event)} for event in place.house.store.events(STREAM)]


def test_a_refused_sign_in_is_in_the_journal_with_whose_name_and_where_from() -> None:
    with opened() as place:
        place.browser(address="203.0.113.9").sign_in("Manager", "wrong password")
        place.browser(address="203.0.113.9").sign_in("hunter2-my-password", "oops")
        seen, = [each for each in written(place) if each["type"] == REFUSED]
        assert seen["count"] == 2 and seen["name"] == ["manager"] and seen["address"] == ["203.0.113.9"]
        assert not any(b"hunter2" in event.body for event in place.house.store.events(STREAM))
        shown = ask(place.house.floor, Who("Sue", "supervisor"), {"t": "journal", "stream": STREAM})["events"]
        assert [event["type"] for event in shown] == [REFUSED]


def test_an_attacker_fills_a_line_a_minute_and_not_the_disk() -> None:
    disk, now = Disk(), [0]
    incidents = Incidents(lambda: now[0])

    async def attack() -> None:
        for second in range(10 * 60):
            now[0] = second * 1000
            for n in range(20):
                incidents.note(REFUSED, name=f"name-{second}-{n}" * 50, address=f"10.0.{second % 250}.{n}" * 50)
            await incidents.write(disk.commit)
        await incidents.write(disk.commit, True)

    asyncio.run(attack())
    events = disk.store.events(STREAM)
    assert len(events) <= 11 and sum(body["count"] for body in disk.bodies()) == 12_000
    assert max(len(event.body) for event in events) < 2000
    assert verify(disk.store).faults == []


def test_nor_do_many_kinds_of_faults() -> None:
    disk = Disk()
    incidents = Incidents(lambda: 0)
    for n in range(1000):
        incidents.note(FAULT, f"kind {n}")
    asyncio.run(incidents.write(disk.commit))
    assert len(disk.bodies()) <= MOST_KINDS + 1 and sum(body["count"] for body in disk.bodies()) == 1000


def test_what_cannot_be_written_waits_until_it_can() -> None:
    disk, now = Disk(), [0]
    incidents = Incidents(lambda: now[0])

    async def scene() -> None:
        disk.full = True
        for second in range(5):
            now[0] = second * 1000
            incidents.note(FAULT, "desk …: not written: …", desk="roulette")
            incidents.note(REFUSED, name="Ann")
            await incidents.write(disk.commit)
        assert disk.bodies() == []
        disk.full = False
        await incidents.write(disk.commit)

    asyncio.run(scene())
    assert [(body["count"], body["since"], body["until"]) for body in disk.bodies()] == [(5, 0, 4000)] * 2


def test_whatever_the_floor_complains_of_is_an_incident_without_what_nobody_may_know() -> None:
    with opened() as place:
        FLOOR.warning("desk %s cannot be read: %s", "roulette", "the next card is As")
        FLOOR.warning("desk %s cannot be read: %s", "blackjack", "the next card is Kd")
        FLOOR.info("nothing of note")
        seen, = written(place)
        assert (seen["what"], seen["count"]) == ("desk … cannot be read: …", 2)
        assert seen["desk"] == ["roulette", "blackjack"] and "As" not in str(seen)
    FLOOR.warning("nobody listens any more")


def test_a_write_that_failed_is_told_once_the_disk_is_back() -> None:
    with opened(web=WebSettings()) as place:
        ann = place.browser()
        ann.guest("Ann")
        place.house.writer.failing = "the disk is full"
        with ann.socket() as socket:
            socket.send_json({"t": "do", "id": "bet-00000001", "command": {
                "t": "place", "table": "roulette", "box": 1, "wagers": [["red", 500]]}})
            while (heard := socket.receive_json())["t"] != "done":
                pass
        assert not heard["result"]["ok"]
        place.house.writer.failing = ""
        assert any("not written" in each["what"] and "roulette" in each["desk"] for each in written(place))


def test_they_are_listed_at_the_command_line(tmp_path: Path) -> None:
    with opened(tmp_path / "floor.db") as place:
        place.browser().sign_in("manager", "wrong password")
        written(place)
    told = CliRunner().invoke(app, ["incidents", str(tmp_path)])
    assert told.exit_code == 0 and "sign in refused, name manager, why name and password do not go" in told.output
    data = json.loads(CliRunner().invoke(app, ["incidents", str(tmp_path), "--json"]).output)
    assert [each["type"] for each in data["incidents"]] == [REFUSED]
    assert CliRunner().invoke(app, ["incidents", str(tmp_path / "none.db")]).exit_code == 2
