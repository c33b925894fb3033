"""The floor's time. It starts as the machine's, and from then on passes as time does, whatever is done to the machine's
clock: where that jumps, nothing runs out for it. And a look at the clock before a floor opens."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from pitboss.floor.schema import StoreError

# A difference up to this is made up for, little by little; a larger one is a jump.
JUMP_MS = 2_000
# What is made up for: a tenth of the time that passes, at most.
SLEW = 10
# A floor opens without asking when its last event is at most so far ahead of the clock, and at most so long ago.
AHEAD_MS, AGO_MS = 60_000, 30 * 86_400_000


def wall_ms() -> int:
    """What the machine's clock shows: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def passing_ms() -> int:
    """Milliseconds that pass, from some moment on; where the system tells, those that it slept with them."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return (time.monotonic_ns() if boot is None else time.clock_gettime_ns(boot)) // 1_000_000


class SteadyClock:
    """Milliseconds since 1970, as far as anybody can tell.

    >>> wall, passing, jumps = [1_000_000], [0], []
    >>> clock = SteadyClock(lambda: wall[0], lambda: passing[0], jumps.append)
    >>> wall[0] += 86_400_000; passing[0] += 1000
    >>> clock(), jumps
    (1001000, [86399000])
    >>> wall[0] -= 86_399_000 - 1000; passing[0] += 1000
    >>> clock(), clock.off_ms, jumps
    (1002000, 0, [86399000, 0])
    """

    def __init__(
        self, wall: Callable[[], int] = wall_ms, passing: Callable[[], int] = passing_ms,
        tell: Callable[[int], None] = lambda off_ms: None,
    ) -> None:
        self._wall, self._passing, self.tell = wall, passing, tell
        self._seen = passing()
        self._now = wall()
        # How far the machine's clock is ahead of the floor's time since a jump; 0 when both agree.
        self.off_ms = 0

    def __call__(self) -> int:
        passing, wall = self._passing(), self._wall()
        passed = passing - self._seen
        self._seen = passing
        self._now += passed
        off = wall - self._now
        if abs(off) <= JUMP_MS:
            share = passed // SLEW
            self._now += max(-share, min(share, off))
            off = 0
        was, self.off_ms = self.off_ms, off
        if abs(off - was) > JUMP_MS:
            self.tell(off)
        return self._now


class ClockDoubt(StoreError):
    """The machine's clock does not go with what was written last."""


def refuse_clock(last: int | None, now: int) -> None:
    """Does the clock go with the last event? What a wrong one makes run out does not come back."""
    if last is None or -AHEAD_MS <= now - last <= AGO_MS:
        return
    minutes = abs(now - last) / 60_000
    size, name = next((size, name) for size, name in ((1440, "days"), (60, "hours"), (0.5, "minutes"))
                      if minutes >= 2 * size)
    span = f"{minutes / max(1, size):.0f} {name}"
    than = "earlier than" if now < last else "after"
    raise ClockDoubt(f"the machine's clock shows {shown(now)}, {span} {than} the floor's last event ({shown(last)}); "
                     "set the clock, or say that it is right")


def shown(at: int) -> str:
    """A moment, to the minute.

    >>> shown(0)
    '1970-01-01 00:00 UTC'
    """
    try:
        return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"
