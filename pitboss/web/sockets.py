"""The socket of a page. It only parses, passes on, and shows: no reader, however slow, holds up a table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from pitboss.floor.commands import COMMANDS, STAFF, Who, refused, tag_of
from pitboss.floor.desk import not_done
from pitboss.floor.floor import Floor, Sink
from pitboss.floor.hints import Later
from pitboss.floor.store import StoreError
from pitboss.floor.supervised import REST_S
from pitboss.web.limiting import Bucket, Buckets
from pitboss.web.logs import event
from pitboss.web.origin import same_origin

if TYPE_CHECKING:
    from pitboss.web.app import Web

LONGEST_MESSAGE = 16 * 1024
MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 60
# All windows of one user together.
OF_ONE_A_SECOND, OF_ONE_AT_ONCE = 60, 300
# What may wait for a slow reader before news of tables is dropped in favour of a fresh snapshot.
MOST_WAITING, MOST_BYTES = 200, 512 * 1024
# How long a reader may stay behind, in seconds.
PATIENCE_S = 10.0
# So many sockets are looked at before somebody else gets a turn.
AT_ONCE = 50
MOST_IN_HAND = 64
MOST_NONSENSE = 10
MOST_SOCKETS_EACH = 20
MOST_TABLES_WATCHED = 200
TOO_MANY, GOING_AWAY, TRY_LATER = 1008, 1001, 1013
# What is watched besides tables: the list of them, and what is only one's own.
LOBBY, OWN = "*lobby", "*own"

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_TAGS = frozenset(map(tag_of, COMMANDS))


class WatchTable(msgspec.Struct, tag_field="t", tag="watch"):
    table: Text


class Unwatch(msgspec.Struct, tag_field="t", tag="unwatch"):
    table: Text


class WatchLobby(msgspec.Struct, tag_field="t", tag="watch-lobby"):
    pass


class Do(msgspec.Struct, tag_field="t", tag="do"):
    id: Text
    command: msgspec.Raw


class Ask(msgspec.Struct, tag_field="t", tag="ask"):
    n: int
    query: dict[str, Any]


class Ping(msgspec.Struct, tag_field="t", tag="ping"):
    pass


class _Tagged(msgspec.Struct):
    t: str = ""
    table: str = ""


Message = WatchTable | Unwatch | WatchLobby | Do | Ask | Ping
_read = msgspec.json.Decoder(Message).decode
_tag = msgspec.json.Decoder(_Tagged).decode
_encode = msgspec.json.Encoder().encode


class Gone(Exception):
    """The socket is to be closed: with which code, and what the page is told."""

    def __init__(self, why: str, code: int = TOO_MANY) -> None:
        super().__init__(why)
        self.why, self.code = why, code


class Sockets:
    """Every open socket."""

    def __init__(self) -> None:
        self.open: set[Socket] = set()
        self.users = Buckets(OF_ONE_A_SECOND, OF_ONE_AT_ONCE)
        self._lobby: dict[int, Sink] = {}
        self._listed: dict[str, dict[str, Any]] = {}
        self._numbers = 0

    async def run(self, floor: Floor, every: float = 1.0) -> None:
        """Once a second: who has signed out elsewhere or fallen asleep is told so, who is stuck is let go, and whoever
        watches the lobby sees what changed."""
        while True:
            await asyncio.sleep(every)
            for n, socket in enumerate(list(self.open)):
                with suppress(StoreError):  # who it is, is known again in a moment
                    socket.look()
                if n % AT_ONCE == 0:
                    await asyncio.sleep(0)
            if self._lobby:
                self._tell_lobby(floor)

    def _tell_lobby(self, floor: Floor) -> None:
        """Those who watch the lobby learn of tables that are new or look different, and of those that are gone."""
        before, self._listed = self._listed, {table["id"]: table for table in floor.lobby()}
        changed = [table for id, table in self._listed.items() if before.get(id) != table]
        gone = [id for id in before if id not in self._listed]
        if changed or gone:
            news = _encode({"t": "lobby-news", "tables": changed, "gone": gone})
            for sink in list(self._lobby.values()):
                sink(news)

    def list_to(self, sink: Sink, floor: Floor) -> Callable[[], None]:
        """Send the lobby as it is, then what changes; from here on everybody knows the same."""
        self._tell_lobby(floor)
        self._numbers += 1
        number = self._numbers
        self._lobby[number] = sink
        sink(_encode({"t": "lobby", "tables": list(self._listed.values())}))
        return lambda: self._lobby.pop(number, None) and None

    async def bye(self, why: str) -> None:
        """Tell everybody, and wait a moment for it to be read."""
        for socket in list(self.open):
            socket.go(Gone(why, GOING_AWAY))
        waited = monotonic()
        while self.open and monotonic() - waited < 2:
            await asyncio.sleep(0.02)

    def of(self, name: str) -> int:
        """How many sockets somebody has."""
        return sum(socket.who.name == name for socket in self.open)


class Socket:
    """One page's socket."""

    def __init__(self, web: Web, websocket: WebSocket, token: str, who: Who) -> None:
        self.web, self.websocket, self.token, self.who = web, websocket, token, who
        self.bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        self.nonsense = 0
        self.watching: dict[str, Callable[[], None]] = {}
        self._out: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        self._stale: set[str] = set()
        self._behind_since = 0.0
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._gone: asyncio.Future[Gone] = asyncio.get_running_loop().create_future()

    # -- coming and going ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Until the page leaves, or is sent away."""
        self.send({"t": "hello", "you": self._you(), "now": self.web.clock()} | self._clock_off())
        self._watch(OWN)
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        try:
            ends: list[asyncio.Future[Any]] = [reading, writing, self._gone]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.web.sockets.open.discard(self)
            for stop in self.watching.values():
                stop()
            for task in (reading, writing):
                task.cancel()
                task.add_done_callback(self._over)
            await asyncio.wait([reading, writing])
            await self._close()

    def _over(self, task: asyncio.Task[None]) -> None:
        """A page that went away in mid-sentence is nothing to complain of; anything else is."""
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, WebSocketDisconnect | OSError):
            self.web.failed(error)

    async def _close(self) -> None:
        if not self._gone.done():
            return
        gone = self._gone.result()
        try:
            async with asyncio.timeout(1):
                await self.websocket.send_text(_encode({"t": "bye", "why": gone.why}).decode())
                await self.websocket.close(gone.code, gone.why)
        except (RuntimeError, WebSocketDisconnect, TimeoutError, OSError):
            return

    def go(self, gone: Gone) -> None:
        if not self._gone.done():
            self._gone.set_result(gone)

    def look(self) -> None:
        """Is this still somebody's, and does anybody read it?"""
        who, why = self.web.people.who(self.token)
        if who != self.who:
            self.go(Gone(why or "signed out"))
        elif self._behind_since and monotonic() - self._behind_since > PATIENCE_S:
            self.web.metrics.count("sockets stuck")
            self.go(Gone("too slow", TRY_LATER))

    def _clock_off(self) -> dict[str, float]:
        """Staff are told when the machine's clock has jumped."""
        off = self.web.clock_off_s
        return {"clock_off": off} if off and self.who.role in STAFF else {}

    def _you(self) -> dict[str, Any]:
        credits = self.web.floor.store.balance(f"player:{self.who.name}")
        return {"name": self.who.name, "role": self.who.role, "credits": credits}

    # -- what is watched -----------------------------------------------------------------------------

    def _watch(self, table: str) -> None:
        """Show a table from now on; once more, if it is shown already: that is how a page asks for a fresh start."""
        self._stop(table)
        if len(self.watching) >= MOST_TABLES_WATCHED:
            return self.send(_error("too many tables are watched", "unwatch some of them"))
        try:
            stop = self._start_watching(table)
        except Exception as error:
            self.web.failed(error)
            return self._watch_later(table)
        if stop is not None:
            self.watching[table] = stop
        else:
            self.send(_error(f"there is no table {table}", "a table of the lobby"))

    def _watch_later(self, table: str) -> None:
        """It cannot be shown at the moment: once more in a while, unless the page has gone on."""
        self.watching[table] = lambda: None
        self._stale.add(table)
        asyncio.get_running_loop().call_later(REST_S, self._wake.set)

    def _start_watching(self, table: str) -> Callable[[], None] | None:
        floor, sink = self.web.floor, partial(self._put, table)
        if table == OWN:
            return floor.follow(self.who.name, sink)
        return self.web.sockets.list_to(sink, floor) if table == LOBBY else floor.watch(self.who, table, sink)

    def _stop(self, table: str) -> None:
        if (stop := self.watching.pop(table, None)) is not None:
            stop()

    # -- what goes out -------------------------------------------------------------------------------

    def send(self, message: dict[str, Any]) -> None:
        """An answer to this page: never dropped."""
        self._put("", _encode(message))

    def _put(self, table: str, data: bytes) -> None:
        if table in self._stale or self._gone.done():
            return
        self._out.append((table, data))
        self._bytes += len(data)
        if len(self._out) > MOST_WAITING or self._bytes > MOST_BYTES:
            self._drop()
        self._wake.set()

    def _drop(self) -> None:
        """The reader is behind: forget the news that waits, and show the tables afresh when it has caught up."""
        self._stale |= {table for table, _ in self._out if table}
        kept = [(table, data) for table, data in self._out if not table]
        self._out = deque(kept)
        self._bytes = sum(len(data) for _, data in kept)
        self._behind_since = self._behind_since or monotonic()
        self.web.metrics.count("sockets behind")
        if len(kept) > MOST_WAITING or self._bytes > MOST_BYTES:
            self.go(Gone("too slow", TRY_LATER))

    async def _write(self) -> None:
        send = self.websocket.send_text
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._out:
                _, data = self._out.popleft()
                self._bytes -= len(data)
                await send(data.decode())
            self._behind_since = 0.0
            stale, self._stale = self._stale, set()
            for table in stale:
                if table in self.watching:
                    self._watch(table)

    # -- what comes in -------------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            self.web.metrics.count("messages in")
            if not (self.bucket.take() and self.web.sockets.users.take(self.who.name)):
                self.web.metrics.count("sockets refused", "too many messages")
                event("too many messages", name=self.who.name)
                return self.go(Gone("too many messages"))
            if text is None or len(text) > LONGEST_MESSAGE:
                self._bad("a message is JSON text of up to 16 kB")
                continue
            try:
                read: Message = _read(text)
            except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
                self._bad(f"this message cannot be read: {str(error)[:120]}")
                continue
            await self._take(read)

    def _bad(self, line: str) -> None:
        self.nonsense += 1
        self.web.metrics.count("messages malformed")
        if self.nonsense > MOST_NONSENSE:
            return self.go(Gone("too many messages"))
        self.send(_error(line, "watch, unwatch, watch-lobby, do, ask or ping"))

    async def _take(self, message: Message) -> None:
        if type(message) is Ping:
            return self.send({"t": "pong", "now": self.web.clock()} | self._clock_off())
        try:
            who, why = self.web.people.who(self.token, active=type(message) is Do or type(message) is Ask)
        except StoreError as error:
            return self._not_now(message, error)
        if who != self.who:
            return self.go(Gone(why or "signed out"))
        if type(message) is Do:
            # As tasks, so that one waits for the disk while the next is read; they start in the order they came.
            while len(self._tasks) >= MOST_IN_HAND:
                await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            task = asyncio.create_task(self._do(message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif type(message) is Ask:
            self._answer(message.n, self._ask(message.query))
        elif type(message) is WatchTable:
            self._watch(message.table.lstrip("*"))
        elif type(message) is Unwatch:
            self._stop(message.table.lstrip("*"))
        else:
            self._watch(LOBBY)

    def _not_now(self, message: Message, error: StoreError) -> None:
        """Nobody can say at the moment who this is."""
        why = not_done(error)
        if type(message) is Do:
            self.send({"t": "done", "id": message.id, "result": why})
        elif type(message) is Ask:
            self.send({"t": "answer", "n": message.n, "result": why})
        else:
            self.send(_error(why["refused"], why["legal"]))

    async def _do(self, message: Do) -> None:
        began = monotonic()
        kind, table = _kind(message.command)
        try:
            result = await self.web.live.do(self.who, message.id, bytes(message.command))
        except Exception:
            self.web.failed()
            return
        outcome = "ok" if result.get("ok") else "refused"
        self.web.metrics.command(kind, outcome, monotonic() - began)
        done: dict[str, Any] = {"t": "done", "id": message.id, "result": result}
        if outcome == "ok" and table in self.web.floor.tables:
            # Views are sent a moment later: this tells from which one on it is shown.
            done["version"] = self.web.floor.tables[table].version
        self.send(done)

    def _answer(self, n: int, result: Any) -> None:
        """An answer, at once or when it is known: then it is told by another thread."""
        if not isinstance(result, Later):
            return self.send({"t": "answer", "n": n, "result": result})
        loop = asyncio.get_running_loop()

        def reply(known: Any) -> None:
            # A floor that has closed answers nobody.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self.send, {"t": "answer", "n": n, "result": known})

        try:
            result.then(reply)
        except Exception:
            self.web.failed()
            reply(refused("this could not be answered"))
        return None

    def _ask(self, query: dict[str, Any]) -> Any:
        try:
            return self.web.ask(self.who, query)
        except Exception:
            self.web.failed()
            return refused("this could not be answered")


def _error(line: str, legal: str) -> dict[str, Any]:
    return {"t": "error", "refused": line, "clause": "", "legal": legal}


def _kind(command: msgspec.Raw) -> tuple[str, str]:
    """What a command calls itself, if there is such a command, and the table it names."""
    try:
        named = _tag(command)
    except msgspec.MsgspecError:
        return "unknown", ""
    return named.t if named.t in _TAGS else "unknown", named.table


async def endpoint(websocket: WebSocket) -> None:
    """/ws: from our own pages only, and only for somebody who is signed in."""
    web: Web = websocket.app.state.web
    if not same_origin(websocket.headers, websocket.url.scheme in ("wss", "https")):
        web.metrics.count("sockets refused", "origin")
        return await websocket.close(TOO_MANY)
    token = web.token(websocket)
    try:
        who, why = web.people.who(token)
    except StoreError:
        return await websocket.close(TRY_LATER)
    if who is not None and web.people.must_change(who):
        who, why = None, "signed out"
    if who is not None and web.sockets.of(who.name) >= MOST_SOCKETS_EACH:
        who, why = None, "too many windows"
    await websocket.accept()
    if who is None:
        await websocket.send_text(_encode({"t": "bye", "why": why}).decode())
        return await websocket.close(TOO_MANY, why)
    socket = Socket(web, websocket, token, who)
    web.sockets.open.add(socket)
    await socket.run()
