"""Runs a floor: one task owns each desk and is the only one that tells it anything. Whatever a client sends, or however
it goes away, the owner goes on; nothing is answered or shown before it is on disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from pitboss.floor.commands import AddTable, OpenGame, Place, PlaceFor, Ready, Sit, Who, refused
from pitboss.floor.desk import Result
from pitboss.floor.floor import CAGE, Floor, Pending, ReadCommand
from pitboss.floor.house import HouseTable
from pitboss.floor.store import AnsweredAlready, StoreError, Write

log = logging.getLogger("pitboss.floor")

MOST_WAITING = 2000
# Several changes at a busy table are shown together, this often; wagers of others, where many watch, less so.
SHOWN_EVERY, SHOWN_TO_MANY, MANY = 0.1, 1.0, 10
# What a floor that is about to stop no longer takes.
STARTS = (OpenGame, Sit, Place, PlaceFor, Ready)


class Committer(Protocol):
    """Whoever puts writes on disk."""

    async def write(self, w: Write) -> int: ...


class Runner:
    """The floor with its tasks and timers."""

    def __init__(
        self, floor: Floor, writer: Committer, clock: Callable[[], int],
        people: Callable[[ReadCommand], Awaitable[Result]] | None = None,
    ) -> None:
        self.floor, self.writer, self.clock, self.people = floor, writer, clock, people
        self._queues: dict[str, asyncio.Queue[tuple[ReadCommand, asyncio.Future[Result]]]] = {}
        self._owners: dict[str, asyncio.Task[None]] = {}
        self._shown: dict[str, float] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._touched: dict[str, set[str]] = {}
        # What was due when a desk was last told of the time.
        self._tried: dict[str, int | None] = {}
        # Stopping: rounds under way are finished, none is started. Stopped: nothing is done any more.
        self.stopping = self._stopped = False
        # For those who watch how the floor is doing.
        self.on_lobby: Callable[[], None] = lambda: None
        self.faults = 0
        self._busy = 0

    # -- commands ------------------------------------------------------------------------------------

    async def do(self, who: Who, id: str, raw: bytes) -> Result:
        """Have something done; the answer comes once it is on disk. Never raises for what anybody sent."""
        request = self.floor.read(who, id, raw)
        return request if isinstance(request, dict) else await self.give(request)

    async def give(self, request: ReadCommand) -> Result:
        """Hand a request to the task that owns its desk."""
        if self._stopped:
            return {**refused("the floor is closed", legal="send it again when it is back"), "retry": True}
        closing, people = self.stopping and isinstance(request.command, STARTS), request.desk == "people"
        if closing or people:  # a desk knows for itself what it has answered
            known = self.floor.answered(request.key, request.asked)
            if known is not None:
                return known
        if closing:
            return await self._refuse(request, refused("the floor is closing", legal="wait until it is back"))
        if people:
            return await self.people(request) if self.people is not None else refused("nobody keeps people here")
        queue = self._queue(request.desk)
        if queue.qsize() >= MOST_WAITING:
            return {**refused("too much is going on at this table", legal="send it again in a moment"), "retry": True}
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        queue.put_nowait((request, answer))
        # Whoever asked may go away, and the answer with him; the command is carried out all the same.
        return await answer

    def _queue(self, desk: str) -> asyncio.Queue[tuple[ReadCommand, asyncio.Future[Result]]]:
        if desk not in self._queues:
            self._queues[desk] = asyncio.Queue()
            self._owners[desk] = asyncio.create_task(self._own(desk), name=f"desk {desk}")
        return self._queues[desk]

    # -- the owner of a desk -------------------------------------------------------------------------

    async def _own(self, name: str) -> None:
        queue = self._queues[name]
        while True:
            job = await self._next(name, queue)
            self._busy += 1
            try:
                result = await (self._tick(name) if job is None else self._carry_out(job[0]))
            except Exception:
                self.faults += 1
                log.exception("desk %s: what was asked could not be done; the desk is read again", name)
                result = refused("something went wrong here; nothing was changed", legal="tell a supervisor")
                self._reload(name)
                if job is not None:
                    result = await self._refuse(job[0], result)
                else:
                    await asyncio.sleep(1)  # it is due still: do not fail as fast as one can
            finally:
                self._busy -= 1
            if job is not None and not job[1].done():
                job[1].set_result(result)

    async def _next(
        self, name: str, queue: asyncio.Queue[tuple[ReadCommand, asyncio.Future[Result]]]
    ) -> tuple[ReadCommand, asyncio.Future[Result]] | None:
        """The next thing to do; None when time has made something due. Time comes first, however many commands wait."""
        due = self._deadline(name)
        left = None if due is None else due - self.clock()
        if left is not None and left <= 0 and self._tried.get(name) != due:
            self._tried[name] = due
            return None
        if left is None or not queue.empty():
            return await queue.get()
        try:
            async with asyncio.timeout(max(0.0, left / 1000)):
                return await queue.get()
        except TimeoutError:
            return None

    def _deadline(self, name: str) -> int | None:
        """When something is due; where that cannot be told, the next command is waited for."""
        try:
            return self.floor.desk(name).deadline() if name == CAGE or name in self.floor.tables else None
        except Exception:
            self.faults += 1
            log.exception("desk %s does not know what is due", name)
            return None

    async def _carry_out(self, request: ReadCommand) -> Result:
        step = self.floor.step(request, self.clock())
        return step if isinstance(step, dict) else await self._commit(step)

    async def _tick(self, name: str) -> Result:
        step = self.floor.tick(name, self.clock())
        if step is None:
            await asyncio.sleep(0.05)  # nothing came of it: do not spin
            return {}
        return await self._commit(step)

    async def _commit(self, step: Pending) -> Result:
        try:
            await self.writer.write(step.write)
        except StoreError as error:
            log.warning("desk %s: not written: %s", step.desk, error)
            result = self.floor.failed(step, error, self.clock())
            self._show_soon(step.desk, set())
            return await self._refuse(step, result)
        self.floor.committed(step)
        self._show_soon(step.desk, self.floor.touched(step.write))
        return step.result

    async def _refuse(self, asked: ReadCommand | Pending, result: Result) -> Result:
        """Keep a refusal before it is told; one that cannot be kept is none, and the command may be sent again."""
        try:
            for write in self.floor.kept_refusal(asked.key, asked.asked, result):
                await self.writer.write(write)
        except AnsweredAlready:
            return self.floor.answered(asked.key, asked.asked) or result
        except StoreError:
            return {**result, "retry": True}
        return result

    def _reload(self, name: str) -> None:
        try:
            self.floor.reload(name, self.clock())
        except Exception:
            log.exception("desk %s cannot be read again", name)

    # -- showing -------------------------------------------------------------------------------------

    def _show_soon(self, desk: str, players: set[str]) -> None:
        """Show at once, or together with what else happens within the next moment."""
        self._touched.setdefault(desk, set()).update(players)
        loop = asyncio.get_running_loop()
        due = self._shown.get(desk, 0.0) + self._every(desk)
        if desk in self._later:
            if due >= self._later[desk].when():
                return
            self._later.pop(desk).cancel()
        if due <= loop.time():
            self._show(desk)
        else:
            self._later[desk] = loop.call_at(due, self._show, desk)

    def _every(self, desk: str) -> float:
        watched, table = self.floor.watched.get(desk), self.floor.tables.get(desk)
        many = watched is not None and len(watched.sinks) > MANY and isinstance(table, HouseTable) and table.betting
        return SHOWN_TO_MANY if many else SHOWN_EVERY

    def _show(self, desk: str) -> None:
        self._later.pop(desk, None)
        if desk in self.floor.unsure:
            return  # shown once it is on disk
        self._shown[desk] = asyncio.get_running_loop().time()
        try:
            self.floor.publish(desk)
            self.floor.tell(desk, self._touched.pop(desk, set()))
            self.on_lobby()
        except Exception:
            self.faults += 1
            log.exception("desk %s could not be shown", desk)

    # -- opening and stopping ------------------------------------------------------------------------

    def start(self) -> None:
        """An owner for every desk, so that what was due while the floor was down is done now."""
        for name in (CAGE, *self.floor.tables):
            self._queue(name)

    async def open_floor(self, tables: list[AddTable], who: Who) -> None:
        """Add tables to a floor that has none, or that was stopped before it had all of them."""
        begun = any(self.floor.store.answer(f"{who.name}:first-start-{table.id}") for table in tables)
        for table in tables if begun or not self.floor.tables else ():
            if table.id not in self.floor.tables:
                result = await self.do(who, f"first-start-{table.id}", msgspec.json.encode(table))
                if not result["ok"]:
                    raise StoreError(str(result["refused"]))

    async def settle_down(self, seconds: float) -> None:
        """Before stopping: let rounds that are under way come to their end, for so long; time-outs go on counting.
        What is still open then is played on from where it was when the floor comes back."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while loop.time() < until and any(self._under_way(table) for table in self.floor.tables.values()):
            await asyncio.sleep(0.05)

    @staticmethod
    def _under_way(table: Any) -> bool:
        return table.under_way if table.kind == "poker" else table.live is not None and not table.betting

    async def stop(self, seconds: float = 0.0) -> None:
        """No further commands; finish what can be finished, then let go of the desks."""
        self.stopping = True
        await self.settle_down(seconds)
        self._stopped = True
        while self._busy or any(not queue.empty() for queue in self._queues.values()):
            await asyncio.sleep(0.01)
        for owner in self._owners.values():
            owner.cancel()
        await asyncio.gather(*self._owners.values(), return_exceptions=True)
        for timer in self._later.values():
            timer.cancel()
