"""An event loop without time or threads: it does one thing when told to, and its clock stands still until then."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pitboss.equipment.rng import SeededSource

SECOND = 1_000_000


class Chance(SeededSource):
    """Everything that is left to chance, from one seed."""

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def percent(self, often: int) -> bool:
        return self.below(100) < often

    def pick(self, things: Sequence[Any]) -> Any:
        return things[self.below(len(things))]

    def some(self, things: Sequence[Any], most: int) -> list[Any]:
        """A few of them, each at most once."""
        found: list[Any] = []
        for _ in range(self.between(1, most)):
            thing = self.pick(things)
            if thing not in found:
                found.append(thing)
        return found


class SimLoop(asyncio.AbstractEventLoop):
    """What asyncio needs to run the floor's own tasks. Whoever owns it says what time it is, in microseconds."""

    def __init__(self, now: Callable[[], int], failed: Callable[[str], None]) -> None:
        self._now, self._failed = now, failed
        self.ready: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[int, int, asyncio.TimerHandle]] = []
        self._count = 0

    # -- for whoever owns it -------------------------------------------------------------------------

    @contextmanager
    def running(self) -> Iterator[None]:
        """Within it, this is the loop that asyncio knows."""
        asyncio._set_running_loop(self)
        try:
            yield
        finally:
            asyncio._set_running_loop(None)

    def turn(self) -> None:
        """Do the next thing that is ready."""
        handle = self.ready.popleft()
        if not handle.cancelled():
            # As in `running`: there are thousands of these.
            asyncio._set_running_loop(self)
            try:
                handle._run()
            finally:
                asyncio._set_running_loop(None)

    def due(self) -> int | None:
        """When the next timer goes off."""
        while self._timers and self._timers[0][2].cancelled():
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def fire(self) -> None:
        """Whatever is due by now is ready."""
        while (due := self.due()) is not None and due <= self._now():
            self.ready.append(heapq.heappop(self._timers)[2])

    def drop(self) -> None:
        """The process is gone: nothing of it runs any more."""
        self.ready.clear()
        self._timers.clear()

    # -- what asyncio asks ---------------------------------------------------------------------------

    def time(self) -> float:
        return self._now() / SECOND

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self.ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(self, delay: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        self._count += 1
        heapq.heappush(self._timers, (max(self._now(), round(when * SECOND)), self._count, handle))
        return handle

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, Any], **named: Any) -> asyncio.Task[Any]:  # type: ignore[override]
        named.pop("context", None)
        task = asyncio.Task(coro, loop=self, name=named.get("name"))
        # A loop that is dropped leaves tasks behind: that is what a crash is.
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self._failed(f"{context.get('message')}: {context.get('exception')!r}")

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        return
