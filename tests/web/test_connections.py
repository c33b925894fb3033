"""Lines that keep the floor waiting, and more of them than there is room for."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.requests import ClientDisconnect
from support.serving import Served
from support.web import opened

from pitboss.web import connections
from pitboss.web.app import WebSettings
from pitboss.web.connections import (
    BACKLOG,
    Doorkeeper,
    DoorServer,
    LineLimits,
    Messages,
    Patience,
    Requests,
    files_allowed,
    within,
)
from pitboss.web.logs import INTERVAL_S, MOST_ALIKE, Repeats

LIMITS = LineLimits(most=5, each=3, request_s=10, taking_s=10, closing_s=5)
WHOLE = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"
UPGRADE = (b"GET /ws HTTP/1.1\r\nhost: here\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
           b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13\r\n\r\n")


class FakeTransport(asyncio.Transport):
    """A line to somebody who reads as much as the test says."""

    def __init__(self, host: str = "203.0.113.1") -> None:
        super().__init__({"peername": (host, 5000), "sockname": ("127.0.0.1", 80)})
        self.unsent, self.closing, self.aborted = 0, False, False
        self.protocol: Any = None
        self.sent = b""

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = self.aborted = True

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Hall:
    """A server without a socket, and lines to it."""

    def __init__(self, limits: LineLimits = LIMITS, proxied: bool = False) -> None:
        self.at_work = asyncio.Event()
        config = uvicorn.Config(self.app, http=Requests, ws=Messages, lifespan="off", log_config=None)
        config.load()
        config.loaded_app = self.app  # type: ignore[assignment]
        self.counted: list[tuple[str, str]] = []
        self.door = Doorkeeper(limits, proxied, lambda what, how: self.counted.append((what, how)))
        self.server = DoorServer(config, self.door)
        self.server.lifespan = config.lifespan_class(config)
        self.now = asyncio.get_running_loop().time()

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
        elif scope["method"] == "POST":
            while (await receive()).get("more_body"):
                pass
        elif scope["path"] == "/long":
            await self.at_work.wait()
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            return await send({"type": "http.response.body"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    def line(self, host: str = "203.0.113.1") -> tuple[Patience, FakeTransport]:
        protocol, transport = self.server._protocol(), FakeTransport(host)
        transport.protocol = protocol
        protocol.connection_made(transport)
        return protocol, transport

    def later(self, seconds: float) -> None:
        """Time passes, second by second."""
        for _ in range(int(seconds)):
            self.now += 1
            self.door.look(self.now)


def scene(play: Callable[[Hall], Any], limits: LineLimits = LIMITS, proxied: bool = False) -> None:
    async def run() -> None:
        await play(Hall(limits, proxied))

    asyncio.run(run())


async def turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


HEAD = b" HTTP/1.1\r\nhost: here\r\n"
TWO_LENGTHS = HEAD + b"content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n"
BAD_CHUNK = HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\n\r\n"


@pytest.mark.parametrize("how", [b"GET /", b"POST /", b"POST /long", b"HEAD /"])
@pytest.mark.parametrize("pieces", [1, 2, 1000], ids=["whole", "in two", "byte by byte"])
def test_a_request_with_two_lengths_is_answered_and_the_connection_closed(how: bytes, pieces: int) -> None:
    """The next request on the connection, sent along or later, is not answered: a proxy may not have seen it as one."""
    async def play(hall: Hall) -> None:
        protocol, transport = hall.line()
        hall.at_work.set()
        sent = how + TWO_LENGTHS + b"0\r\n\r\n" + WHOLE
        size = -(-len(sent) // pieces)
        for start in range(0, len(sent), size):
            if not transport.closing:
                protocol.data_received(sent[start : start + size])  # type: ignore[attr-defined]
                await turns()
        assert transport.sent.count(b"HTTP/1.1 ") == 1 and b"200 OK" in transport.sent
        assert b"connection: close" in transport.sent.lower() and transport.closing

    scene(play)


@pytest.mark.parametrize("how", [b"GET /", b"POST /", b"GET /long", b"HEAD /long"])
@pytest.mark.parametrize("first", [b"", WHOLE], ids=["first request", "second request"])
def test_a_bad_chunk_gives_one_log_line_and_at_most_one_answer(
    how: bytes, first: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(hall: Hall) -> None:
        for cut in range(len(how + BAD_CHUNK)):  # in two parts, divided at each place
            caplog.clear()
            protocol, transport = hall.line()
            for part in (first, (how + BAD_CHUNK)[:cut], (how + BAD_CHUNK)[cut:]):
                if part and not transport.closing:
                    protocol.data_received(part)  # type: ignore[attr-defined]
                    await turns()
            hall.at_work.set()
            await turns()
            assert transport.closing and transport.sent.count(b"HTTP/1.1 ") <= 1 + bool(first)
            assert [record.getMessage() for record in caplog.records] == ["Invalid HTTP request received."]
            assert not any(record.exc_info for record in caplog.records)
            protocol.shutdown()  # type: ignore[attr-defined]
            protocol.connection_lost(None)  # type: ignore[attr-defined]

    scene(play)


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nhal"])
def test_a_request_that_is_not_whole_in_time_is_dropped(sent: bytes) -> None:
    async def play(hall: Hall) -> None:
        protocol, transport = hall.line()
        hall.later(1)
        for n in range(9):  # a byte a second is no excuse
            if part := sent[n : n + 1] if n < 8 else sent[8:]:
                protocol.data_received(part)  # type: ignore[attr-defined]
            await turns()
            hall.later(1)
        if not sent.startswith(b"POST"):
            hall.later(2)
        else:  # the body has as long as the headers had
            assert not transport.closing
            hall.later(11)
        assert transport.closing and hall.counted == [("connections dropped", "no whole request")]

    scene(play)


def test_a_request_under_way_has_as_long_as_it_takes_and_the_next_one_does_not() -> None:
    async def play(hall: Hall) -> None:
        protocol, transport = hall.line()
        protocol.data_received(b"GET /long HTTP/1.1\r\nhost: here\r\n\r\n")  # type: ignore[attr-defined]
        await turns()
        hall.later(100)
        assert not transport.closing
        hall.at_work.set()
        await turns()
        assert b"200 OK" in transport.sent
        for _ in range(12):  # drop by drop, so that the line is never idle
            protocol.data_received(b"G")  # type: ignore[attr-defined]
            hall.later(1)
        assert transport.closing

    scene(play)


def test_one_request_after_the_other_keeps_a_line() -> None:
    async def play(hall: Hall) -> None:
        protocol, transport = hall.line()
        for _ in range(30):
            protocol.data_received(WHOLE)  # type: ignore[attr-defined]
            await turns()
            hall.later(1)
        assert not transport.closing and transport.sent.count(b"200 OK") == 30

    scene(play)


def test_who_does_not_take_what_is_sent_is_cut_off() -> None:
    async def play(hall: Hall) -> None:
        _, transport = hall.line()
        transport.unsent = 400_000
        for _ in range(10):  # slow, but at it
            hall.later(9)
            transport.unsent -= 20_000
        assert not transport.aborted
        hall.later(12)
        assert transport.aborted and hall.counted == [("connections dropped", "does not read")]

    scene(play)


def test_a_closed_line_whose_last_words_are_not_taken_is_cut_off() -> None:
    async def play(hall: Hall) -> None:
        _, transport = hall.line()
        transport.unsent = 1000
        transport.close()
        hall.later(4)
        assert not transport.aborted
        hall.later(4)
        assert transport.aborted

    scene(play)


async def socket_on(hall: Hall) -> tuple[Messages, FakeTransport]:
    protocol, transport = hall.line()
    protocol.data_received(UPGRADE)  # type: ignore[attr-defined]
    await turns()
    made = transport.protocol
    assert isinstance(made, Messages) and b"101" in transport.sent
    return made, transport


def test_a_page_may_be_silent_but_not_say_half_a_message() -> None:
    async def play(hall: Hall) -> None:
        made, transport = await socket_on(hall)
        hall.later(100)
        assert not transport.closing  # pings are the library's matter
        made.data_received(b"\x01\x81\0\0\0\0{")
        for _ in range(12):
            made.data_received(b"\x00\x80\0\0\0\0")  # nothing more, and no end
            hall.later(1)
        assert transport.closing and hall.counted == [("connections dropped", "no whole message")]
        made.stop_keepalive()

    scene(play)


def test_pings_whose_answers_nobody_reads_fill_no_memory() -> None:
    async def play(hall: Hall) -> None:
        made, transport = await socket_on(hall)
        for _ in range(100):
            made.data_received(b"\x89\x80\0\0\0\0")
            transport.unsent += 50_000
            if transport.aborted:
                break
        assert transport.aborted and transport.unsent < 2 * connections.MOST_UNSENT
        made.stop_keepalive()

    scene(play)


def test_whoever_kept_us_waiting_longest_makes_way() -> None:
    async def play(hall: Hall) -> None:
        lines = [hall.line(f"203.0.113.{n}") for n in range(5)]
        for n, (line, _) in enumerate(lines):
            line.since = hall.now - n
        lines[4][0].data_received(b"GET /long HTTP/1.1\r\nhost: here\r\n\r\n")  # type: ignore[attr-defined]
        await turns()
        assert hall.door.admit("203.0.113.9")
        assert [transport.aborted for _, transport in lines] == [False, False, False, True, False]
        for line, _ in lines[:4]:
            line.data_received(b"GET /long HTTP/1.1\r\nhost: here\r\n\r\n")  # type: ignore[attr-defined]
        await turns()
        assert not hall.door.admit("203.0.113.9")  # all are at work: the newcomer waits
        assert hall.counted == [("connections dropped", "made way"), ("connections refused", "")]

    scene(play)


def test_one_address_has_its_share_and_no_more() -> None:
    async def play(hall: Hall) -> None:
        lines = [hall.line("203.0.113.1") for _ in range(3)]
        for line, _ in lines:
            line.data_received(b"GET /long HTTP/1.1\r\nhost: here\r\n\r\n")  # type: ignore[attr-defined]
        await turns()
        assert not hall.door.admit("203.0.113.1") and hall.door.admit("203.0.113.2")

    scene(play)


def test_behind_a_proxy_the_address_that_it_tells_counts() -> None:
    async def play(hall: Hall) -> None:
        for _ in range(4):
            hall.line("127.0.0.1")
        assert hall.door.admit("127.0.0.1")  # more than one address may have: it is the proxy's
        left = [hall.door.enter("203.0.113.1") for _ in range(4)]
        assert left[3] is None and None not in left[:3]
        assert hall.door.enter("203.0.113.2") is not None
        assert left[0] is not None
        left[0]()
        assert hall.door.enter("203.0.113.1") is not None

    scene(play, proxied=True)
    with opened(web=WebSettings(secure=True, limits=LineLimits(each=0))) as place:
        assert place.first.get("/sign-in").status_code == 503


def test_an_accept_that_fails_waits_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The loop's own accepting tries again as often as the backlog is long, and complains each time."""
    async def play(hall: Hall) -> None:
        _, transport = hall.line()
        tries, pauses = 0, []

        async def no_file(listening: socket.socket) -> None:
            nonlocal tries
            tries += 1
            raise OSError(errno.EMFILE, "too many open files")

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 3:
                raise asyncio.CancelledError

        monkeypatch.setattr(asyncio.get_running_loop(), "sock_accept", no_file)
        monkeypatch.setattr(connections.asyncio, "sleep", pause)
        with closing(socket.socket()) as listening, pytest.raises(asyncio.CancelledError):
            await hall.server._accept(listening)
        assert tries == len(pauses) == 3 and pauses[0] >= 1
        assert transport.aborted  # who owes us a request makes way

    scene(play)
    assert sum("could not be accepted" in record.getMessage() for record in caplog.records) == 3


def test_accepting_and_looking_go_on_whatever_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(hall: Hall) -> None:
        def fails(*args: Any) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(hall.door, "look", fails)
        assert await hall.server.on_tick(0) is False
        monkeypatch.setattr(hall.door, "admit", fails)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            accepting = asyncio.create_task(hall.server._accept(listening))
            for _ in range(2):
                reader, writer = await asyncio.open_connection(*listening.getsockname())
                assert await reader.read() == b""
                writer.close()
            assert not accepting.done()
            accepting.cancel()

    scene(play)


def test_lines_of_a_kind_are_counted_when_there_are_too_many() -> None:
    now, written = [0.0], list[str]()
    repeats = Repeats(lambda record: written.append(record.getMessage()), lambda: now[0])

    def say(n: int) -> None:
        record = logging.makeLogRecord({"name": "pitboss", "msg": "refused %s", "args": (n,), "lineno": 7})
        if repeats.filter(record):
            written.append(record.getMessage())

    for n in range(5000):
        say(n)
    assert len(written) == MOST_ALIKE
    now[0] = INTERVAL_S
    repeats.tell_when_due()
    assert written[MOST_ALIKE:] == [f"{5000 - MOST_ALIKE} more like: refused %s"]
    say(1)
    assert written[-1] == "refused 1"


def test_who_goes_in_the_middle_of_a_form_is_no_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    with opened() as place:
        async def stream(request: Any) -> Any:
            raise ClientDisconnect
            yield b""

        monkeypatch.setattr("starlette.requests.Request.stream", stream)
        answer = place.first.post("/sign-in", headers={"origin": "http://localhost:8080"}, content=b"half")
        assert answer.status_code == 408 and not place.house.web.metrics.counted["failures", ""]


def test_half_sent_requests_by_the_hundred_keep_nobody_out(tmp_path: Path) -> None:
    """A guest comes in while more requests are half sent than the floor may open files; the log stays short."""
    floor = Served(tmp_path, files=140)
    with ExitStack() as lines:
        for _ in range(330):
            line = lines.enter_context(socket.create_connection(("127.0.0.1", floor.port), timeout=60))
            line.sendall(b"GET / HTTP/1.1\r\nhost: local")
        floor.door("Ann")
    floor.stop()
    assert (tmp_path / "log.txt").stat().st_size < 20_000


def test_few_wait_to_be_accepted() -> None:
    assert BACKLOG <= 256


def test_without_a_limit_of_the_system_the_house_sets_the_number_of_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import resource

    endless = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    monkeypatch.setattr(resource, "getrlimit", lambda kind: endless)
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: None)
    assert files_allowed() == 2**31
    monkeypatch.setitem(sys.modules, "resource", None)
    assert files_allowed() == 2**31, "a system without such limits"
    assert within(LineLimits(most=2000), files_allowed()).most == 2000


def test_as_many_files_are_opened_as_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: asked.append(limits))
    assert files_allowed() == 4096 and asked == [(4096, 4096)]

    def refuse(kind: int, limits: tuple[int, int]) -> None:
        raise ValueError("not allowed to raise the limit")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert files_allowed() == 256
