"""Work that goes on for as long as the floor is open. No exception ends it: it is told, and the work goes on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("pitboss.floor")
# How long work that failed rests before it goes on: nothing fails as fast as it can.
REST_S = 1.0


async def keep_going(what: str, work: Callable[[], Awaitable[None]], failed: Callable[[], None] = lambda: None) -> None:
    """Do some work until it is done; whenever it fails, again, from its beginning."""
    while True:
        try:
            return await work()
        except Exception:
            failed()
            log.exception("%s failed, and goes on", what)
            await asyncio.sleep(REST_S)
