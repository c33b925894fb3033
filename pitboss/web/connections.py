"""Who may be connected, and for how long one may keep us waiting: for a whole request, for a whole message, or to take
what was sent. The server has none of these limits by itself, and its accepting goes round and round when files run
out."""

from __future__ import annotations

import asyncio
import logging
import socket
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, TypeGuard

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.flow_control import CLOSE_HEADER
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.web.limiting import near
from pitboss.web.logs import LOG, event, tell_repeats
from pitboss.web.origin import is_loopback

# How many may wait to be accepted; each of them is accepted within a moment, or the floor has other troubles.
BACKLOG = 128
# Files that the floor needs for itself: the database, the log, those who count odds.
OWN_FILES = 64
# Of what waits in memory to be sent: so little does not count as waiting, so much must be taken in `taking_s`, and
# with more than that, answers to pings that nobody reads, the line is cut.
LITTLE, LEAST_TAKEN, MOST_UNSENT = 16 * 1024, 16 * 1024, 1024 * 1024
# After an accept that failed, in seconds.
PAUSE_S = 1.0
FULL_TEXT = "too many connections; try again in a moment\n"
FULL = f"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n{FULL_TEXT}".encode()


class LineLimits(msgspec.Struct, frozen=True):
    """Connections in all and by address, and how many seconds each thing may take."""

    most: int = 2000
    each: int = 200
    # A request, headers and body, or a message that comes in parts: from its beginning until it is whole.
    request_s: float = 10.0
    taking_s: float = 10.0
    # A line that was closed, and whose last words are not taken.
    closing_s: float = 5.0

    def seconds(self, what: str) -> float:
        return {TAKING: self.taking_s, CLOSING: self.closing_s}.get(what, self.request_s)


REQUEST, MESSAGE, TAKING, CLOSING = "no whole request", "no whole message", "does not read", "does not close"
# What somebody owes us, and which one of them.
Owed = tuple[str, object]


class Patience(ABC):
    """A line that knows since when its other end owes us something."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    address = ""
    since = 0.0
    owed: Owed | None = None
    _left = 0

    def begin(self) -> None:
        self.address = near(self.client[0]) if self.client else ""
        self.owed, self.since = self.owes(), self.loop.time()

    @abstractmethod
    def owes(self) -> Owed | None:
        """What the other end has begun and not finished."""

    def _owes_now(self) -> Owed | None:
        if self.transport.is_closing():
            return CLOSING, None
        unsent = self.transport.get_write_buffer_size()
        if unsent <= LITTLE:
            return self.owes()
        if self.owed is None or self.owed[0] != TAKING or unsent <= self._left - LEAST_TAKEN:
            self._left = unsent
        return TAKING, self._left

    def overdue(self, now: float, limits: LineLimits) -> str:
        """What the other end should have done by now; nothing, mostly."""
        owed = self._owes_now()
        if owed != self.owed:
            self.owed, self.since = owed, now
        return owed[0] if owed is not None and now - self.since > limits.seconds(owed[0]) else ""

    def drop(self, why: str) -> None:
        """What is not read is not waited for; else there may be an answer on its way."""
        if why in (TAKING, CLOSING):
            self.transport.abort()
        else:
            self.transport.close()


class Requests(Patience, H11Protocol):
    """A line that sends requests."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.begin()

    def owes(self) -> Owed | None:
        cycle: Any = self.cycle
        under_way = cycle is not None and not cycle.response_complete and not cycle.more_body
        return None if under_way else (REQUEST, cycle)

    def handle_events(self) -> None:
        """Also close the connection after the answer to a request that gives the length of its body in two ways.

        A proxy may take the other length and see another request next (RFC 9112, 6.1). The application reads the
        headers later in the loop; the connection is closed as if the client had asked for it.
        """
        super().handle_events()
        if self.headers is None or CLOSE_HEADER in self.headers:
            return
        if {b"content-length", b"transfer-encoding"} <= {name for name, _ in self.headers}:
            self.headers.append(CLOSE_HEADER)

    def send_400_response(self, msg: str) -> None:
        """Answer 400 and close. An answer of the application that is still to come is discarded; if one was begun, or
        if it can have no body (HEAD), the connection is only closed."""
        cycle: Any = self.cycle
        under_way = cycle is not None and not cycle.response_complete
        if under_way:
            cycle.disconnected = True
            cycle.message_event.set()
        begun = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        if begun or (under_way and cycle.scope["method"] == "HEAD"):
            self.transport.close()
        else:
            super().send_400_response(msg)


class Messages(Patience, WebSocketsSansIOProtocol):
    """A line that sends messages. It need not send any, but it answers pings."""

    messages = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.begin()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        self.messages += 1
        super().send_receive_event_to_app()

    def owes(self) -> Owed | None:
        return (MESSAGE, self.messages) if self.frames else None


def patient(lines: Iterable[object]) -> list[Patience]:
    """The lines among all that the server has."""
    return [line for line in lines if _is_patience(line)]


def _is_patience(line: object) -> TypeGuard[Patience]:
    return isinstance(line, Patience)


class Doorkeeper:
    """Lets lines in while there is room, and drops those that keep us waiting. With `proxied`, lines of this machine
    are a proxy's, and those behind it are counted by what it says of them (`enter`)."""

    def __init__(
        self, limits: LineLimits, proxied: bool = False, count: Callable[[str, str], None] = lambda what, how: None
    ) -> None:
        self.limits, self.proxied, self.count = limits, proxied, count
        self.lines: Iterable[object] = ()
        self._behind: dict[str, int] = {}

    def admit(self, host: str) -> bool:
        """May one more come? Where there is no room, whoever has owed us a request the longest makes way."""
        lines, address = patient(self.lines), near(host)
        if not (self.proxied and is_loopback(host)):
            theirs = [line for line in lines if line.address == address]
            if len(theirs) >= self.limits.each:
                return self._make_way(theirs)
        return len(lines) < self.limits.most or self._make_way(lines)

    def _make_way(self, lines: list[Patience]) -> bool:
        waiting = [line for line in lines if line.owes() is not None]
        if waiting:
            longest = min(waiting, key=lambda line: line.since)
            longest.transport.abort()
            self._dropped("made way", longest.address)
        else:
            self.count("connections refused", "")
            event("too many connections: one was refused", logging.WARNING)
        return bool(waiting)

    def short_of_files(self, error: OSError) -> None:
        """An accept failed: somebody else may make way."""
        LOG.warning("a connection could not be accepted: %s", error.strerror or error)
        self._make_way(patient(self.lines))

    def look(self, now: float) -> None:
        """Once a second: who keeps us waiting is dropped."""
        for line in patient(self.lines):
            if why := line.overdue(now, self.limits):
                line.drop(why)
                self._dropped(why, line.address)

    def _dropped(self, why: str, address: str) -> None:
        self.count("connections dropped", why)
        if why == REQUEST:
            return  # browsers open lines that they then do not use
        event("a connection was dropped", logging.WARNING, why=why, address=address)

    def enter(self, host: str) -> Callable[[], None] | None:
        """A request or a page's socket from behind the proxy: what to do when it is over, or None: there are too many
        from there."""
        if not self.proxied:
            return lambda: None
        address = near(host)
        if self._behind.get(address, 0) >= self.limits.each:
            self.count("connections refused", "")
            return None
        self._behind[address] = self._behind.get(address, 0) + 1
        return lambda: self._left(address)

    def _left(self, address: str) -> None:
        self._behind[address] -= 1
        if not self._behind[address]:
            del self._behind[address]


class DoorServer(uvicorn.Server):
    """The server behind a door of its own: it accepts one connection after the other, and waits when it cannot."""

    def __init__(self, config: uvicorn.Config, door: Doorkeeper) -> None:
        super().__init__(config)
        self.door = door
        door.lines = self.server_state.connections
        self._accepting: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        self._accepting = [asyncio.create_task(self._accept(listening)) for listening in sockets or []]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            try:
                self.door.look(asyncio.get_running_loop().time())
                tell_repeats()
            except Exception:
                LOG.exception("lines could not be looked at")
        return await super().on_tick(counter)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        listening.setblocking(False)
        while True:
            try:
                line, address = await loop.sock_accept(listening)
            except ConnectionAbortedError:
                continue
            except OSError as error:
                self.door.short_of_files(error)
                await asyncio.sleep(PAUSE_S)
                continue
            try:
                await self._let_in(line, address[0])
            except Exception as error:  # one line is lost, and the next one accepted
                line.close()
                if not isinstance(error, OSError):
                    LOG.exception("a connection could not be made")

    async def _let_in(self, line: socket.socket, host: str) -> None:
        if self.door.admit(host):
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, line)
            return
        with suppress(OSError):
            line.send(FULL)
        line.close()
        await asyncio.sleep(0)

    def _protocol(self) -> Requests:
        return Requests(self.config, self.server_state, self.lifespan.state)


def files_allowed() -> int:
    """As many open files as the system lets us have."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return 2**31
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return 2**31 if soft == resource.RLIM_INFINITY else soft


def within(limits: LineLimits, files: int) -> LineLimits:
    """No more connections than there are files for.

    >>> within(LineLimits(most=2000), 256).most, within(LineLimits(most=100), 1024).most
    (192, 100)
    """
    return msgspec.structs.replace(limits, most=max(1, min(limits.most, files - OWN_FILES)))
