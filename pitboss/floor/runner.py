"""Runs a floor: one task owns each desk and is the only one that tells it anything. Whatever a client sends, or however
it goes away, the owner goes on; nothing is answered or shown before it is on disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from pitboss.floor.commands import AddTable, OpenGame, PlaceFor, PlaceWagers, Ready, Sit, Who, refused
from pitboss.floor.desk import Result, not_done
from pitboss.floor.floor import CAGE, Floor, Pending, ReadCommand, TurnedAway
from pitboss.floor.house import HouseTable
from pitboss.floor.store import AnsweredAlready, StoreError, Write
from pitboss.floor.supervised import REST_S, keep_going
from pitboss.floor.trouble import Trouble

log = logging.getLogger("pitboss.floor")

MOST_WAITING = 2000
# Several changes at a busy table are shown together, this often; wagers of others, where many watch, less so.
SHOWN_EVERY, SHOWN_TO_MANY, MANY = 0.1, 1.0, 10
# What a floor that is about to stop no longer takes.
STARTS = (OpenGame, Sit, PlaceWagers, PlaceFor, Ready)
WENT_WRONG = refused("something went wrong here; nothing was changed", legal="tell a supervisor")


# A desk is put out of order when what is due, or a view of it, fails so often in a row, or commands of so many people.
MOST_FAILURES = 3
# How long desks that are busy when the floor stops may take, in seconds.
FINISH_S = 2.0


class Failures(msgspec.Struct):
    """What failed at a desk since it last worked."""

    due: int = 0
    shown: int = 0
    # By whom, so that nobody puts a table out of order alone.
    commands: set[str] = set()

    @property
    def too_many(self) -> bool:
        return max(self.due, self.shown, len(self.commands)) >= MOST_FAILURES


QueuedCommand = tuple[ReadCommand, "asyncio.Future[Result]"]


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
        self._queues: dict[str, asyncio.Queue[QueuedCommand | None]] = {}
        self._owners: dict[str, asyncio.Task[None]] = {}
        self._shown: dict[str, float] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._touched: dict[str, set[str]] = {}
        # What was due when a desk was last told of the time.
        self._tried: dict[str, int | None] = {}
        # The time at which a desk retries due work that was not written.
        self._rests: dict[str, int] = {}
        # Stopping: rounds under way are finished, none is started. Stopped: nothing is done any more.
        self.stopping = self._stopped = False
        # For those who watch how the floor is doing.
        self.on_lobby: Callable[[], None] = lambda: None
        self.faults = 0
        self._busy = 0
        self._failures: dict[str, Failures] = {}
        # The trouble of each desk that those who watch it were told of.
        self._troubles: dict[str, Trouble] = {}

    # -- commands ------------------------------------------------------------------------------------

    async def do(self, who: Who, id: str, raw: bytes) -> Result:
        """Have something done; the answer comes once it is on disk. Never raises for what anybody sent."""
        request = self.floor.read(who, id, raw)
        if isinstance(request, dict):
            return request
        return await (self.turn_away(request) if isinstance(request, TurnedAway) else self.give(request))

    async def turn_away(self, request: TurnedAway) -> Result:
        """Tell what cannot be done, and keep it; what was answered under the id before stays so."""
        try:
            known = self.floor.answered(request.key, request.asked)
        except StoreError as error:
            return not_done(error)
        return known if known is not None else await self._refuse(request, request.result)

    async def give(self, request: ReadCommand) -> Result:
        """Hand a request to the task that owns its desk."""
        if self._stopped:
            return {**refused("the floor is closed", legal="send it again when it is back"), "retry": True}
        closing, people = self.stopping and isinstance(request.command, STARTS), request.desk == "people"
        if closing:
            why = refused("the floor is closing", legal="wait until it is back")
            return await self.turn_away(TurnedAway(why, request.key, request.asked))
        if people:
            return await self._with_people(request)
        queue = self._queue(request.desk)
        if queue.qsize() >= MOST_WAITING:
            return {**refused("too much is going on at this table", legal="send it again in a moment"), "retry": True}
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        queue.put_nowait((request, answer))
        # Whoever asked may go away, and the answer with him; the command is carried out all the same.
        return await answer

    async def _with_people(self, request: ReadCommand) -> Result:
        why = refused("nobody keeps people here")
        if self.people is not None:
            try:
                return await self.people(request)
            except Exception:
                self.faults += 1
                log.exception("the people's desk failed; it is read again")
                why = WENT_WRONG
        return await self.turn_away(TurnedAway(why, request.key, request.asked))

    def _queue(self, desk: str) -> asyncio.Queue[QueuedCommand | None]:
        if desk not in self._queues:
            self._queues[desk] = asyncio.Queue()
            work = keep_going(f"desk {desk}", lambda: self._own(desk), self._fault)
            self._owners[desk] = asyncio.create_task(work, name=f"desk {desk}")
        return self._queues[desk]

    # -- the owner of a desk -------------------------------------------------------------------------

    async def _own(self, name: str) -> None:
        queue = self._queues[name]
        while True:
            job = await self._next(name, queue)
            self._busy += 1
            try:
                self._given_up(name)
                result = await (self._tick(name) if job is None else self._carry_out(job[0]))
            except Exception:
                log.exception("desk %s: what was asked could not be done; the desk is read again", name)
                self._failed(name, "" if job is None else job[0].who.name)
                result = WENT_WRONG
                if job is not None:
                    result = await self._refuse(job[0], result)
                else:
                    await asyncio.sleep(REST_S)  # it is due still: do not fail as fast as one can
            finally:
                self._busy -= 1
            self._tell_trouble(name)
            if job is not None and not job[1].done():
                job[1].set_result(result)

    def _fault(self) -> None:
        self.faults += 1

    def _failed(self, name: str, who: str = "") -> None:
        """Something of ours went wrong at a desk: it is read again, and left alone when it keeps failing."""
        self._fault()
        failures = self._failures.setdefault(name, Failures())
        if who:
            failures.commands.add(who)
        else:
            failures.due += 1
        if not self._given_up(name):
            self.floor.reload(name, self.clock())

    def _given_up(self, name: str) -> bool:
        """A desk that fails again and again is left alone."""
        failures = self._failures.get(name)
        if failures is None or not failures.too_many:
            return False
        log.error("desk %s fails again and again and is out of order; all that lies there stays", name)
        del self._failures[name]
        self.floor.put_out_of_order(name, "it failed again and again", self.clock())
        return True

    def _worked(self, name: str, due: bool) -> None:
        failures = self._failures.get(name)
        if failures is not None and due:
            failures.due = 0
        elif failures is not None:
            failures.commands.clear()

    def _tell_trouble(self, name: str) -> None:
        """Those who watch a desk learn that it cannot be used, or that it can be again."""
        known = self.floor.unread.get(name)
        if known is not self._troubles.get(name):
            if known is None:
                del self._troubles[name]
            else:
                self._troubles[name] = known
            self._show_soon(name, set())

    async def _next(self, name: str, queue: asyncio.Queue[QueuedCommand | None]) -> QueuedCommand | None:
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
            due = self.floor.deadline(name)
            return None if due is None else max(due, self._rests.get(name, 0))
        except Exception:
            self.faults += 1
            log.exception("desk %s does not know what is due", name)
            return None

    async def _carry_out(self, request: ReadCommand) -> Result:
        step = self.floor.step(request, self.clock())
        self._worked(request.desk, due=False)
        return step if isinstance(step, dict) else await self._commit(step)

    async def _tick(self, name: str) -> Result:
        step = self.floor.tick(name, self.clock())
        self._worked(name, due=True)
        if step is None:
            await asyncio.sleep(0.05)  # nothing came of it: do not spin
            return {}
        refusal = await self._commit(step)
        if refusal:
            self._rests[name] = self.clock() + round(REST_S * 1000)
        return refusal

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

    async def _refuse(self, asked: ReadCommand | Pending | TurnedAway, result: Result) -> Result:
        """Keep a refusal before it is told; one that cannot be kept is none, and the command may be sent again."""
        try:
            for write in self.floor.kept_refusal(asked.key, asked.asked, result):
                await self.writer.write(write)
        except AnsweredAlready:
            try:
                return self.floor.answered(asked.key, asked.asked) or result
            except StoreError as error:
                return not_done(error)
        except StoreError:
            return {**result, "retry": True}
        return result

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
        loop = asyncio.get_running_loop()
        self._shown[desk] = loop.time()
        players = self._touched.pop(desk, set())
        try:
            self.floor.publish(desk)
            self.floor.tell(desk, players)
            self.on_lobby()
        except Exception as error:
            if isinstance(error, StoreError):
                log.warning("desk %s could not be shown: %s", desk, error)
            else:
                log.exception("desk %s could not be shown", desk)
                self._fault()
                self._failures.setdefault(desk, Failures()).shown += 1
                self._queue(desk).put_nowait(None)  # its owner gives it up, between one thing and the next
            self._touched.setdefault(desk, set()).update(players)
            self._later[desk] = loop.call_later(REST_S, self._show, desk)
        else:
            if desk in self._failures:
                self._failures[desk].shown = 0

    # -- opening and stopping ------------------------------------------------------------------------

    def start(self) -> None:
        """An owner for every desk, so that what was due while the floor was down is done now."""
        self._troubles = dict(self.floor.unread)  # who came meanwhile is told when they are read
        for name in dict.fromkeys((CAGE, *self.floor.tables, *self.floor.unread)):
            self._queue(name)

    async def open_floor(self, tables: list[AddTable], who: Who) -> None:
        """Add tables to a floor that has none, or that was stopped before it had all of them."""
        begun = any(self.floor.store.answer(f"{who.name}:first-start-{table.id}") for table in tables)
        for table in tables if begun or not (self.floor.tables or self.floor.unread) else ():
            if table.id not in self.floor.tables and table.id not in self.floor.unread:
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
        try:
            return bool(table.under_way if table.kind == "poker" else table.live is not None and not table.betting)
        except Exception:
            log.exception("table %s does not know whether a round is under way", table.id)
            return False

    async def stop(self, seconds: float = 0.0) -> None:
        """No further commands; finish what can be finished, then let go of the desks."""
        self.stopping = True
        await self.settle_down(seconds)
        self._stopped = True
        loop = asyncio.get_running_loop()
        until = loop.time() + FINISH_S
        while (self._busy or any(not queue.empty() for queue in self._queues.values())) and loop.time() < until:
            await asyncio.sleep(0.01)
        for owner in self._owners.values():
            owner.cancel()
        stuck = (await asyncio.wait(self._owners.values(), timeout=FINISH_S))[1] if self._owners else set()
        for owner in stuck:
            log.error("%s does not end; what it was doing goes on when the floor opens again", owner.get_name())
        for timer in self._later.values():
            timer.cancel()
