"""Time: a clock that is far off before the floor opens, and one that jumps while it is open."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from support.web import opened, read
from typer.testing import CliRunner

from pitboss.cli import serve
from pitboss.cli.errors import Mistake
from pitboss.cli.main import app
from pitboss.floor.cage import GOOD
from pitboss.floor.commands import PLAYER, Who
from pitboss.floor.desk import Settings
from pitboss.floor.people import PeopleSettings
from pitboss.floor.steady_clock import ClockDoubt, SteadyClock, refuse_clock
from pitboss.floor.store import NewEvent, SQLiteStore, Write
from pitboss.web.app import WebSettings
from pitboss.web.server import House

MINUTE, DAY = 60_000, 86_400_000
CHEAP = PeopleSettings(rounds=1, memory=8, lanes=1)
ANN = Who("Ann", PLAYER)


class Machine:
    """A machine whose clock can be set to anything."""

    def __init__(self) -> None:
        self.wall, self.passing = 1_700_000_000_000, 5_000
        self.said: list[int] = []

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.passing, self.said.append)

    def on(self, ms: int, jump: int = 0) -> None:
        self.passing += ms
        self.wall += ms + jump


@pytest.mark.parametrize("jump", [730 * DAY, -730 * DAY, 10 * MINUTE, -10 * MINUTE, 3000])
def test_the_floors_time_passes_as_time_does_when_the_clock_jumps(jump: int) -> None:
    machine = Machine()
    clock = machine.clock()
    begun = clock()
    for n in range(100):
        machine.on(100, jump if n == 50 else 0)
        clock()
    assert clock() == begun + 10_000 and clock.off_ms == jump and machine.said == [jump]
    machine.on(1000, -jump)
    assert clock() == begun + 11_000 and clock.off_ms == 0 and machine.said == [jump, 0]


def test_small_differences_are_made_up_for_and_never_faster_than_by_a_tenth() -> None:
    machine = Machine()
    clock = machine.clock()
    machine.on(0, 1500)
    before = clock()
    for _ in range(200):
        machine.on(100)
        now = clock()
        assert 90 <= now - before <= 110
        before = now
    assert now == machine.wall and not machine.said
    for _ in range(100):  # step by step, so that no step is large
        machine.on(100, 1000)
        now = clock()
        assert now - before <= 110
        before = now
    assert machine.said


@pytest.mark.parametrize(("after", "refused"), [
    (-2 * MINUTE, "2 minutes earlier than"), (-400 * DAY, "400 days earlier than"), (-30_000, ""), (0, ""),
    (29 * DAY, ""), (31 * DAY, "31 days after"),
])
def test_a_floor_opens_by_itself_only_near_its_last_event(after: int, refused: str) -> None:
    last = 1_700_000_000_000
    if not refused:
        return refuse_clock(last, last + after)
    with pytest.raises(ClockDoubt, match=refused):
        refuse_clock(last, last + after)
    return None


def with_an_event_at(path: Path, at: int) -> None:
    store = SQLiteStore(path)
    store.commit([Write([NewEvent("office", "noted", b"{}", "floor", at)])])
    store.close()


def test_who_says_that_the_clock_is_right_is_written_down(tmp_path: Path) -> None:
    with_an_event_at(tmp_path / "floor.db", 1_700_000_000_000)
    late = 1_700_000_000_000 + 31 * DAY
    with pytest.raises(ClockDoubt):
        House(tmp_path / "floor.db", people=CHEAP, clock=lambda: late)
    for _ in range(2):  # asked once: from then on the last event is of now
        house = House(tmp_path / "floor.db", people=CHEAP, clock=lambda: late, clock_is_right=True)
        house.writer.close()
        assert [event.type for event in house.store.events("floor")] == ["clock-confirmed"]
        house.store.close()


def test_the_command_refuses_in_one_line(tmp_path: Path) -> None:
    with_an_event_at(tmp_path / "floor.db", 2**42)
    done = CliRunner().invoke(app, ["serve", "--no-open", "--port", "0", "--data", str(tmp_path)])
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1 and "--clock-is-right" in done.stderr and "2109-05-15" in done.stderr


@pytest.mark.parametrize("right", [True, False])
def test_at_a_terminal_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: bool) -> None:
    with_an_event_at(tmp_path / "floor.db", 2**42)
    asked: list[str] = []
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", lambda text: asked.append(text) or right)
    how = (tmp_path / "floor.db", Settings(), WebSettings(), False, None)
    if right:
        house = serve.open_house(*how)
        house.writer.close()
        house.store.close()
    else:
        with pytest.raises(Mistake, match="stays closed"):
            serve.open_house(*how)
    assert len(asked) == 1 and "Is the clock right?" in asked[0]


def test_nothing_runs_out_in_a_jump() -> None:
    async def play() -> None:
        machine = Machine()
        house = House(":memory:", Settings(open_at_start=False), people=CHEAP, clock=machine.clock())
        await house.open()
        token, _ = await house.people.join("Ann", None)
        assert (await house.live.do(ANN, "command-1", b'{"t":"cash-out","amount":500}'))["ok"]
        machine.on(1000, 3 * 365 * DAY)
        house.floor.tick("cage", house.live.clock())
        await house.people.sweep()
        assert [voucher.state for voucher in house.floor.cage.vouchers.values()] == [GOOD]
        assert house.people.who(token)[0] == ANN
        assert house.web.clock_off_s == 3 * 365 * DAY / 1000
        await house.close()

    asyncio.run(play())


def test_a_jump_is_shown() -> None:
    machine = Machine()
    with opened(web=WebSettings(metrics=True)) as place:
        place.house.web.clock = machine.clock()
        machine.on(1000, DAY)
        place.house.web.clock()
        assert place.first.get("/healthz").json()["clock_off_seconds"] == 86_400
        assert "pitboss_clock_off_seconds 86400" in place.first.get("/metrics").text
        ann, told = place.browser(), []
        ann.guest("Ann")
        for browser in (place.manager(), ann):
            with browser.socket() as socket:
                told.append(read(socket, "hello").get("clock_off"))
                socket.send_json({"t": "ping"})
                told.append(read(socket, "pong").get("clock_off"))
        assert told == [86_400, 86_400, None, None]  # players have nothing to do with it
