"""A floor behind its web side, in memory and in one loop, for tests that talk to it as a browser does."""

from __future__ import annotations

import re
import warnings
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from starlette.types import Receive, Scope, Send

from pitboss.floor.desk import Settings
from pitboss.floor.floor import default_tables
from pitboss.floor.person import PeopleSettings, SignInKeys
from pitboss.odds.clerk import ClerkProcess
from pitboss.web import server
from pitboss.web.app import WebSettings
from pitboss.web.server import House
from support.clerks import not_counted

with warnings.catch_warnings():
    # It would rather have a library of another name.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

BASE = "http://localhost:8080"
# Passwords that cost next to nothing to hash.
CHEAP = {"rounds": 1, "memory": 8, "lanes": 1}


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_by(self, **parts: int) -> None:
        sizes = {"seconds": 1000, "minutes": 60_000, "hours": 3_600_000, "days": 86_400_000}
        self.now += sum(sizes[name] * count for name, count in parts.items())


class Opened:
    """An application that opens the house when it starts and closes it when it ends."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.given: SignInKeys | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            return await self.house.app(scope, receive, send)
        await receive()
        self.given = await self.house.open()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.house.close()
        await send({"type": "lifespan.shutdown.complete"})


class Browser:
    """A browser with its own cookies: it reads a page, fills in its form and sends it."""

    def __init__(self, place: Place, base: str = BASE, address: str = "testclient") -> None:
        self.http = TestClient(place.app, base, follow_redirects=False, client=(address, 50000))
        # All browsers talk to the loop that the house runs in.
        self.http.portal = place.first.portal
        self.base = base

    def get(self, path: str, **extra: Any) -> Any:
        return self.http.get(path, **extra)

    def form(self, page: str = "/sign-in") -> str:
        """The token of the forms on a page."""
        found = re.search(r'name="form" value="([0-9a-f]+)"', self.get(page).text)
        assert found is not None
        return found[1]

    def send(self, path: str, page: str = "/sign-in", origin: str | None = "", **fields: str) -> Any:
        """Send a form as a browser would."""
        fields = {"form": self.form(page)} | fields
        headers = {} if origin is None else {"origin": origin or self.base}
        return self.http.post(path, data=fields, headers=headers)

    def sign_in(self, name: str, password: str, **more: str) -> Any:
        return self.send("/sign-in", name=name, password=password, **more)

    def guest(self, name: str) -> Any:
        return self.send("/guest", name=name)

    def socket(self, origin: str = "") -> Any:
        there = self.base.replace("http", "ws", 1) + "/ws"
        return self.http.websocket_connect(there, headers={"origin": origin or self.base})


class Place:
    """A house with its clock, and browsers to come to it."""

    def __init__(self, house: House, clock: Clock) -> None:
        self.house, self.clock = house, clock
        self.app = Opened(house)
        self.first = TestClient(self.app, BASE)

    @property
    def password(self) -> str:
        assert self.app.given is not None
        return self.app.given.password

    def browser(self, base: str = BASE, address: str = "testclient") -> Browser:
        return Browser(self, base, address)

    def staff(self, name: str, role: str, password: str = "open sesame") -> Browser:
        """Somebody with a role, signed in, with a password of his own."""
        if self.house.people.person("manager").once:  # type: ignore[union-attr]
            self.manager()
        manager = self.browser()
        assert manager.sign_in("manager", "new-password-1").status_code == 303
        with manager.socket() as socket:
            added = do(socket, {"t": "add-person", "name": name, "role": role, "password": "first-password"})
        assert added["ok"], added
        browser = self.browser()
        assert browser.sign_in(name, "first-password").headers["location"] == "/password"
        browser.send("/password", "/password", old="first-password", new=password, again=password)
        return browser

    def manager(self) -> Browser:
        """The manager, who has changed the first password."""
        browser = self.browser()
        assert browser.sign_in("manager", self.password).headers["location"] == "/password"
        new = "new-password-1"
        changed = browser.send("/password", "/password", old=self.password, new=new, again=new)
        assert changed.status_code == 303
        return browser


def read(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["t"] == kind:
            return message


_ids = iter(range(10**6))


def do(socket: Any, command: dict[str, Any], id: str = "") -> dict[str, Any]:
    """Give a command and wait for its answer."""
    id = id or f"command-{next(_ids)}"
    socket.send_json({"t": "do", "id": id, "command": command})
    while True:
        message = read(socket, "done")
        if message["id"] == id:
            result: dict[str, Any] = message["result"]
            return result


def hear(socket: Any, command: dict[str, Any], kind: str) -> dict[str, Any]:
    """Give a command that must be taken; gives the first message of a kind that comes then. What is shown may come
    before the answer or after it."""
    id, answer, heard = f"command-{next(_ids)}", None, None
    socket.send_json({"t": "do", "id": id, "command": command})
    while answer is None or heard is None:
        message: dict[str, Any] = socket.receive_json()
        if message["t"] == "done" and message["id"] == id:
            answer = message["result"]
            assert answer["ok"], answer
        elif message["t"] == kind:
            heard = message
    return heard


@contextmanager
def opened(
    database: str | Path = ":memory:", *, guests: bool = True, web: WebSettings | None = None,
    settings: Settings | None = None, clock: Clock | None = None, tables: Container[str] | None = None, **people: int,
) -> Iterator[Place]:
    """A house that is open as long as the block runs; it counts no odds, which would take what time they take, and
    tests its source of chance in short. Unless said, those who have just been added may approve at once, and there are
    all tables that a new floor has: a test that looks at few of them, or at none, says at which."""
    clock = clock or Clock()
    settings = settings or Settings(guests=guests, approve_after_hours=0)
    with patch.object(server, "START_POOLS", 1):
        house = House(database, settings, web or WebSettings(), PeopleSettings(**(CHEAP | people)), clock)
    place = Place(house, clock)
    first = [table for table in default_tables() if tables is None or table.id in tables]
    # What is written by itself, whenever, would make nothing of what tests compare certain.
    by_hand = patch.object(server, "INCIDENTS_EVERY_S", 3600.0)
    opens = patch.object(server, "default_tables", lambda: first)
    with patch.object(ClerkProcess, "ask", not_counted), by_hand, opens, place.first:
        yield place
