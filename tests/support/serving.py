"""`pitboss serve` as a process of its own, for tests that are not about starting it.

It is forked off a process that has read the program already, so that opening a floor costs next to nothing. Passwords
cost nothing either, anybody may come as often as he likes, 'no more bets' stands only as long as a test asks for, and
players of the house need no time to think.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import resource
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext, suppress
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from subprocess import TimeoutExpired
from typing import Any, NamedTuple, TextIO
from unittest.mock import patch
from uuid import uuid4

import httpx
import msgspec
from websockets.sync.client import connect

from pitboss import rulebooks
from pitboss.cli import main, serve
from pitboss.cli.verify import check
from pitboss.floor import poker_clock, signature
from pitboss.floor.desk import Settings
from pitboss.floor.people import PeopleSettings
from pitboss.floor.schema import open_reading
from pitboss.floor.signature import Signature, program_signature
from pitboss.odds.clerk import ClerkProcess
from pitboss.web import front_end, pages, server
from pitboss.web.app import WebSettings
from pitboss.web.front_end import FrontEndFile
from support.clerks import not_counted

FORKS = multiprocessing.get_context("forkserver")
# All of it: rulebooks and protocols are otherwise read when the first of them is needed.
FORKS.set_forkserver_preload([
    "pitboss.cli.main", "pitboss.cli.serve", "pitboss.cli.verify", "pitboss.web.server", "uvicorn.lifespan.off",
    "uvicorn.protocols.http.h11_impl", "uvicorn.protocols.websockets.websockets_sansio_impl", "pydantic.type_adapter",
    # What this file reads: it is read again in every floor's process.
    "httpx", "websockets.sync.client", "unittest.mock",
    *(module.name for module in walk_packages(rulebooks.__path__, "pitboss.rulebooks.")),
])
PASSWORD = "correct horse 1"
# Passwords that cost next to nothing to hash.
CHEAP = {"rounds": 1, "memory": 8, "lanes": 1}
OFTEN = (1000.0, 1000.0)
# A process that should end is waited for this long, in seconds; a whole machine may be busy with other tests.
PATIENCE = 60
# Ports of floors that have closed: at the same address a browser knows the floor's files already.
_left: list[int] = []


def free_port() -> int:
    """A port for a server that may be started again. Below those that the system gives to whoever connects: between
    two starts nobody takes it."""
    if _left:
        return _left.pop()
    while True:
        port = Random().randrange(15_000, 30_000)
        with closing(socket.socket()) as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


class Forked:
    """`pitboss` with some arguments, as a process of its own, and what it says."""

    def __init__(
        self, *args: str, around: Callable[[], AbstractContextManager[Any]] = nullcontext, fresh: bool = False
    ) -> None:
        """`fresh`: nothing has been read yet, so that the process finds its rulebooks itself."""
        way: Any = multiprocessing.get_context("spawn") if fresh else FORKS
        (out, says), (errors, complains) = way.Pipe(duplex=False), way.Pipe(duplex=False)
        self._process = way.Process(target=_run, args=(args, says, complains, around), daemon=True)
        self._process.start()
        says.close()
        complains.close()
        self.stdout, self.stderr = _text(out), _text(errors)

    def send_signal(self, number: int) -> None:
        if self._process.is_alive() and self._process.pid is not None:
            os.kill(self._process.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        self._process.join(seconds)
        if self._process.exitcode is None:
            raise TimeoutExpired("pitboss", seconds or 0)
        return self._process.exitcode


def _text(pipe: Connection) -> TextIO:
    with pipe:
        return os.fdopen(os.dup(pipe.fileno()))


def _run(args: Sequence[str], says: Connection, complains: Connection,
         around: Callable[[], AbstractContextManager[Any]]) -> None:
    """In the new process."""
    os.dup2(says.fileno(), 1)
    os.dup2(complains.fileno(), 2)
    with around():
        main.app(list(args), prog_name="pitboss")


class Known(NamedTuple):
    """What every floor of a run would find out for itself when it opens: the hash of the program, and the files of its
    pages."""

    program: Signature
    files: dict[str, FrontEndFile]


@cache
def known() -> Known:
    return Known(program_signature(), front_end.files())


def _tune() -> None:
    """As the floor does it; but nothing of what has been read is looked through."""
    gc.disable()
    gc.freeze()


@contextmanager
def lenient(
    closed_seconds: int, log: str, odds: bool = False, files: int = 0, known: Known | None = None,
    around: Callable[[], AbstractContextManager[Any]] = nullcontext,
) -> Iterator[None]:
    """As long as it lasts, floors that open are easy on those who come, and complain to a file; they count no odds,
    which takes long, unless that is what is tested; and may open so many files, where somebody says how many."""
    strict = server.House
    if files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)

    def house(database: Path, settings: Settings, web: WebSettings, **more: Any) -> server.House:
        often = msgspec.structs.replace(web, tries=OFTEN, joins=OFTEN)
        # Those who have just been added may approve at once.
        settings = msgspec.structs.replace(settings, approve_after_hours=0)
        return strict(database, settings, often, PeopleSettings(**CHEAP), **more)

    changes = [patch.object(serve, "CLOSED_SECONDS", closed_seconds), patch.object(server, "House", house),
               patch.object(poker_clock, "THINKS_MS", 0), patch.object(server, "tune", _tune)]
    if known is not None:
        program, files_of_pages = known
        changes += [patch.object(signature, "program_signature", lambda: program),
                    *(patch.object(place, "files", lambda: files_of_pages) for place in (front_end, pages))]
    if not odds:
        changes.append(patch.object(ClerkProcess, "ask", not_counted))
    with ExitStack() as stack:
        for change in (*changes, around()):
            stack.enter_context(change)
        yield


class Served:
    """A floor on a free port, with a data directory of its own."""

    def __init__(
        self, data: Path, *options: str, closed_seconds: int = 0, fresh: bool = False, odds: bool = False,
        files: int = 0, around: Callable[[], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        """`around`: what its process does differently from the program."""
        self.around = around
        self.data, self.options, self.closed_seconds, self.fresh = data, options, closed_seconds, fresh
        self.odds, self.files = odds, files
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        first = self.start()
        assert first is not None
        # The manager's own, for what a test has no wish to press buttons for.
        self._cookies, _ = self.door("manager", first, PASSWORD)

    def start(self) -> str | None:
        """Open the floor, for the first time or again; gives the manager's first password."""
        first = not (self.data / "floor.db").exists() or "--new-manager-password" in self.options
        self.process = Forked(
            "serve", "--no-open", "--grace", "0", "--data", str(self.data), "--port", str(self.port), *self.options,
            around=partial(lenient, self.closed_seconds, str(self.data / "log.txt"), self.odds, self.files,
                           None if self.fresh else known(), self.around),
            fresh=self.fresh)
        password = None
        for line in self.process.stdout:
            if found := re.search(r"told this once: (\S+)", line):
                password = found[1]
            if line.startswith("Sign in as manager" if first else "It is kept in"):
                return password
        raise AssertionError(f"the floor did not open: {(self.data / 'log.txt').read_text()}")

    def kill(self) -> None:
        """As a power cut would end it."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """In good order; afterwards everything that was written must be sound."""
        if self.process.poll() is None:
            self.end(signal.SIGTERM)
        _left.append(self.port)
        assert check(self.data / "floor.db").faults == []

    def end(self, number: int) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    # -- coming in, without a page -------------------------------------------------------------------

    def door(self, name: str, password: str = "", new: str = "") -> tuple[dict[str, str], str]:
        """Come in as a guest, or with a password, which is changed where a new one is given; gives the cookies that
        a browser would have then, and the page it would be led to."""
        how: Any = {"base_url": self.base, "headers": {"origin": self.base}, "timeout": PATIENCE}
        # Nothing is read from the machine: no proxies, no certificates.
        with httpx.Client(trust_env=False, verify=False, **how) as client:
            if not password:
                led = self._send(client, "/guest", name=name)
            else:
                led = self._send(client, "/sign-in", name=name, password=password)
            if new:
                led = self._send(client, "/password", old=password, new=new, again=new)
            return dict(client.cookies), led

    def _send(self, client: httpx.Client, path: str, **fields: str) -> str:
        page = client.get("/password" if path == "/password" else "/sign-in")
        token = re.search(r'name="form" value="(\w+)"', page.text)
        assert token is not None, page.text
        answer = client.post(path, data={"form": token[1]} | fields)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def tell(self, command: dict[str, Any]) -> dict[str, Any]:
        """A command of the manager's, and the floor's answer."""
        result: dict[str, Any] = self._hear({"t": "do", "id": uuid4().hex, "command": command}, "done")["result"]
        return result

    def lobby(self) -> list[dict[str, Any]]:
        """Every table in short."""
        tables: list[dict[str, Any]] = self._hear({"t": "watch-lobby"}, "lobby")["tables"]
        return tables

    def _hear(self, message: dict[str, Any], wanted: str) -> dict[str, Any]:
        """What the floor says to the manager's page."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        with connect(self.base.replace("http", "ws", 1) + "/ws", origin=self.base,  # type: ignore[arg-type]
                     additional_headers={"cookie": cookies}, compression=None, open_timeout=PATIENCE) as line:
            line.send(msgspec.json.encode(message), text=True)
            while True:
                heard: dict[str, Any] = msgspec.json.decode(line.recv(PATIENCE))
                if heard["t"] == wanted:
                    return heard

    # -- what was written ----------------------------------------------------------------------------

    def balance(self, account: str) -> int:
        """What the ledger says an account holds."""
        with closing(open_reading(str(self.data / "floor.db"))) as db:
            found = db.execute("SELECT balance FROM account WHERE id = ?", (account,)).fetchone()
        return 0 if found is None else int(found[0])

    def placed(self, player: str) -> int:
        """How many times the journal has this player placing a bet."""
        with closing(open_reading(str(self.data / "floor.db"))) as db:
            bodies = db.execute("SELECT body FROM event WHERE type = 'acts' AND actor = ?", (player,)).fetchall()
        return sum(b'"place"' in bytes(body) for (body,) in bodies)
