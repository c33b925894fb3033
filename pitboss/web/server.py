"""The whole house as one process: store, writer, floor, people and web, opened and closed in the right order."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import uvicorn

from pitboss.equipment.health import SourceFailed
from pitboss.equipment.rng import LiveSource
from pitboss.floor.commands import MANAGER, Who
from pitboss.floor.desk import Settings
from pitboss.floor.floor import Floor, default_tables
from pitboss.floor.heads import HeadFile, HeadWriter, load_key
from pitboss.floor.incidents import Incidents
from pitboss.floor.people import People
from pitboss.floor.person import PeopleSettings, SignInKeys
from pitboss.floor.restoring import BackupMark, last_event, read_mark, record_restore, refuse_foreign_log
from pitboss.floor.runner import Runner
from pitboss.floor.schema import Migrating
from pitboss.floor.steady_clock import ClockDoubt, SteadyClock, refuse_clock
from pitboss.floor.store import NewEvent, SQLiteStore, StoreError, Write
from pitboss.floor.supervised import keep_going
from pitboss.floor.writer import Writer
from pitboss.web.app import Web, WebSettings, make_app
from pitboss.web.connections import DoorServer, Messages, Requests, files_allowed, within
from pitboss.web.logs import LOG, event
from pitboss.web.sockets import LONGEST_MESSAGE

SWEEP_EVERY_S = 60.0
INCIDENTS_EVERY_S = 1.0
# How often the source of chance is tested, and with how many pieces of 4,096 bytes before a floor opens.
CHANCE_EVERY_S, START_POOLS = 10.0, 16
# How often garbage is looked for, in seconds. Betting makes none, closed connections a little.
TIDY_EVERY_S = 300.0


def tell_clock(off_ms: int) -> None:
    """The machine's clock jumped, or is right again."""
    if off_ms:
        event("the machine's clock jumped; the floor's time goes on as before, and nothing runs out for it",
              logging.WARNING, machine_ahead_seconds=off_ms / 1000)
    else:
        event("the machine's clock and the floor's time agree again")


class House:
    """Everything that is open while a floor is."""

    def __init__(
        self, database: str | Path, settings: Settings | None = None, web: WebSettings | None = None,
        people: PeopleSettings | None = None, clock: Callable[[], int] | None = None, clock_is_right: bool = False,
        signing: tuple[Path, Path] | None = None, restored: bool = False,
        migrating: Migrating = lambda version: None,
    ) -> None:
        source = LiveSource()
        source.test(START_POOLS)
        refuse_foreign_log(database)
        self.store = SQLiteStore(database, migrating=migrating)
        clock = clock or SteadyClock(tell=tell_clock)
        try:
            doubted = self._doubt_clock(clock(), clock_is_right)
            mark = read_mark(self.store)
            if restored and mark is None and (events := last_event(self.store)):
                mark = BackupMark(0, events)
            # With which key the journal's heads are signed, and where they go. A refusal comes before any event.
            copied = mark.events if mark is not None else None
            self.heads = None if signing is None else HeadFile(
                self.store, load_key(signing[0], Path(database)), signing[1], clock, copied)
            # The restore, if this start is one.
            self.restore = None if mark is None else record_restore(self.store, mark, clock())
            if doubted:
                self.store.commit([doubted])
            self.floor = Floor(self.store, source, settings or Settings())
            self.floor.load(clock())
            self.writer = Writer(self.store)
            self.people = People(self.store, clock, self.writer.write, self.floor.settings, people)
            self.people.staffing = self.floor.staffing
            self.floor.staffing.book = self.people
            # By the very name: credits of "ann" would be nobody's where the player is called "Ann".
            self.floor.knows = self.people.is_called
        except Exception as error:
            self.store.close()
            if isinstance(error, StoreError):
                raise
            # Damage, or rounds of other rules than ours: what it is, one who checks the database is told.
            raise StoreError(f"{database} cannot be opened: {error}; 'pitboss verify' tells more") from error
        self.source = source
        self.live = Runner(self.floor, self.writer, clock, self.people.take)
        self.incidents = Incidents(clock)
        self.web = Web(self.live, self.writer, self.people, web, self.incidents)
        self.app = make_app(self.web)
        self._tasks: list[asyncio.Task[None]] = []

    def _doubt_clock(self, now: int, is_right: bool) -> Write | None:
        """Refuse a clock that does not fit the last event. If the operator confirmed it (`is_right`), return the write
        that records that; None if the clock fits."""
        last = self.store.last_at()
        try:
            refuse_clock(last, now)
        except ClockDoubt:
            if not is_right:
                raise
            body = msgspec.json.encode({"last": last, "now": now})
            return Write([NewEvent("floor", "clock-confirmed", body, "floor", now)])
        return None

    async def open(self, again: str = "") -> SignInKeys | None:
        """Start the desks and return what is printed once.

        A new floor gets its tables, and its manager a password and a recovery code; with `again`, that person gets a
        new password.
        """
        LOG.addHandler(self.incidents)
        self.live.start()
        if self.heads is not None:
            self.web.heads = HeadWriter(self.heads, LOG.warning)
        keys = await self.people.first_start(again)
        if self.floor.settings.open_at_start:
            await self.live.open_floor(default_tables(), Who("floor", MANAGER))
        work = {"showing the lobby": lambda: self.web.sockets.run(self.floor), "sweeping sign-ins": self._sweep,
                "writing incidents": self._write_incidents, "tidying": tidy, "testing chance": self._test_chance}
        self._tasks = [asyncio.create_task(keep_going(what, each, self.web.fault)) for what, each in work.items()]
        return keys

    async def _test_chance(self) -> None:
        """The source of chance is tested whether anybody draws or not; that it failed is written down once."""
        while not self.source.fault:
            await asyncio.sleep(CHANCE_EVERY_S)
            with suppress(SourceFailed):
                self.source.test()
        await self.chance_failed()
        await asyncio.Event().wait()

    async def chance_failed(self) -> None:
        """For the journal: from here on no round is started."""
        body = msgspec.json.encode({"fault": self.source.fault})
        await self.writer.write(Write([NewEvent("floor", "chance-failed", body, "floor", self.live.clock())]))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            try:
                await self.people.sweep()
            except StoreError as error:
                LOG.warning("sign-ins were not swept: %s", error)

    async def _write_incidents(self) -> None:
        while True:
            await asyncio.sleep(INCIDENTS_EVERY_S)
            await self.incidents.write(self.writer.write)

    async def close(self, grace: float = 0.0) -> None:
        """Finish what is under way, tell the pages, and let go of the store."""
        await self.live.stop(grace)
        await self.web.sockets.bye("server stops")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreError):
            await self.people.sweep()
        await self.people.close()
        LOG.removeHandler(self.incidents)
        await self.incidents.write(self.writer.write, all=True)
        for clerk in (self.floor.figures, self.floor.advisor):
            await asyncio.to_thread(clerk.close)
        await asyncio.to_thread(self.writer.close)
        if self.web.heads is not None:
            await asyncio.to_thread(self.web.heads.close)
        self.store.close()


class Server(DoorServer):
    """The server without its own hold on Ctrl-C: rounds are finished first."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def make_server(house: House) -> Server:
    """Small frames uncompressed and few library lines in the log: the floor's messages are short and many."""
    door = house.web.door
    door.limits = within(door.limits, files_allowed())
    return Server(uvicorn.Config(
        house.app, ws=Messages, ws_per_message_deflate=False, ws_max_size=LONGEST_MESSAGE, http=Requests,
        access_log=False, log_config=None, lifespan="off", server_header=False, timeout_graceful_shutdown=3,
        proxy_headers=house.web.settings.secure, forwarded_allow_ips=["127.0.0.1", "::1"],
    ), door)


def tune() -> None:
    """Garbage is looked for at set times (`tidy`): the interpreter would choose any moment, and bets would wait while
    it looks through all there is. What is there from the start (rulebooks, clauses) is left out."""
    gc.disable()
    gc.collect()
    gc.freeze()


async def tidy() -> None:
    """Look for garbage, now and then."""
    while True:
        await asyncio.sleep(TIDY_EVERY_S)
        gc.collect()


async def run(
    house: House, listening: list[socket.socket], stop: asyncio.Event, grace: float,
    opened: Callable[[SignInKeys | None], None], again: str = "",
) -> None:
    """Open, serve until told to stop, finish and close."""
    tune()
    server = make_server(house)
    serving: asyncio.Task[None] | None = None
    try:
        keys = await house.open(again)
        serving = asyncio.create_task(server.serve(listening))
        opened(keys)
        stopped = asyncio.create_task(stop.wait())
        await asyncio.wait([serving, stopped], return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        event("stopping", rounds_get_seconds=grace)
    finally:
        await house.close(grace)
        server.should_exit = True
        if serving is not None:
            await serving
