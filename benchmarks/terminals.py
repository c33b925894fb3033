"""Terminals over real websockets, for the kill test and the load: each signs in as a guest, keeps the id of a command
before it sends it, and sends what was not answered again whenever it is connected again."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import websockets
from websockets.asyncio.client import ClientConnection, connect

HOST = "127.0.0.1"
# At most so many commands without an answer.
MOST_KEPT = 3
# What belongs to one round: sent again when that is over, it must not count in the next.
IN_ROUND = ("place", "take", "clear", "decide", "ready")


def guest(port: int, name: str) -> str:
    """Sign in at the door as a browser does, and give the cookie."""
    line = http.client.HTTPConnection(HOST, port, timeout=30)
    origin = f"http://{HOST}:{port}"
    line.request("GET", "/sign-in")
    page = line.getresponse()
    cookie = (page.getheader("set-cookie") or "").partition(";")[0]
    found = re.search(r'name="form" value="([0-9a-f]+)"', page.read().decode())
    assert found is not None, "the door has no form"
    line.request("POST", "/guest", urlencode({"form": found[1], "name": name}), {
        "cookie": cookie, "origin": origin, "content-type": "application/x-www-form-urlencoded",
    })
    answer = line.getresponse()
    answer.read()
    line.close()
    cookies = [value.partition(";")[0] for key, value in answer.getheaders() if key.lower() == "set-cookie"]
    assert answer.status == 303 and cookies, f"{name} was not let in: {answer.status}"
    return "; ".join(cookies)


class Terminal:
    """One guest at one table."""

    def __init__(self, port: int, name: str, table: str, wagers: list[str], chance: random.Random) -> None:
        self.port, self.name, self.table, self.wagers, self.chance = port, name, table, wagers, chance
        self.cookie = ""
        self.kept: dict[str, dict[str, Any]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        # Ids that were answered more than once, or otherwise the second time.
        self.again = self.differ = self.connections = 0
        self.view: dict[str, Any] = {}
        self.credits = 0
        self.quiet = False
        self.on_answer: Callable[[dict[str, Any]], None] = lambda result: None

    # -- the line ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled: come back whenever the line is lost."""
        while True:
            try:
                async with self._connect() as line:
                    self.connections += 1
                    await self._talk(line)
            except (OSError, websockets.WebSocketException, TimeoutError):
                pass
            await asyncio.sleep(self.chance.uniform(0.05, 0.4))

    def _connect(self) -> connect:
        return connect(
            f"ws://{HOST}:{self.port}/ws", additional_headers={"cookie": self.cookie},
            origin=f"http://{HOST}:{self.port}", compression=None, open_timeout=5, close_timeout=1,  # type: ignore[arg-type]
            max_size=2**24,
        )

    async def _talk(self, line: ClientConnection) -> None:
        acting = asyncio.create_task(self._acts(line))
        try:
            async for text in line:
                await self._read(line, json.loads(text))
                if acting.done():
                    acting.result()
        finally:
            acting.cancel()

    async def _read(self, line: ClientConnection, message: dict[str, Any]) -> None:
        match message["t"]:
            case "hello":
                self.view = {}
                await line.send(json.dumps({"t": "watch", "table": self.table}))
                for id, command in list(self.kept.items()):
                    await self._send(line, id, command)
            case "you":
                self.credits = message["credits"]
            case "snapshot":
                self.view = {**message["view"], "ver": message["ver"]}
            case "delta" if message["from"] == self.view.get("ver"):
                self.view |= {**message["set"], "ver": message["ver"]}
                for key, (at, gone, items) in message.get("splice", {}).items():
                    self.view[key][at : at + gone] = items
            case "delta":
                await line.send(json.dumps({"t": "watch", "table": self.table}))
            case "done":
                self._done(message["id"], message["result"])
            case "bye" if message["why"] in ("signed out", "idle"):
                raise AssertionError(f"{self.name} was sent away: {message['why']}")

    def _done(self, id: str, result: dict[str, Any]) -> None:
        if result.get("retry"):
            return
        if id in self.answers:
            self.again += 1
            self.differ += self.answers[id] != result
        self.answers.setdefault(id, result)
        if self.kept.pop(id, None) is not None:
            self.on_answer(result)

    async def _send(self, line: ClientConnection, id: str, command: dict[str, Any]) -> None:
        await line.send(json.dumps({"t": "do", "id": id, "command": command}))

    # -- what it does --------------------------------------------------------------------------------

    async def _acts(self, line: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self.chance.uniform(0.05, 0.2))
            if self.quiet or len(self.kept) >= MOST_KEPT:
                continue
            command = self.next_command()
            if command is None:
                continue
            if command["t"] in IN_ROUND:
                command["round"] = self.view["round"]
            id = f"{len(self.sent):06}-{self.chance.getrandbits(48):012x}"
            self.kept[id] = self.sent[id] = command
            await self._send(line, id, command)
            if self.chance.random() < 0.1:
                await self._send(line, id, command)

    def next_command(self) -> dict[str, Any] | None:
        """A bet, a decision, or word that there are no more of them; now and then nonsense."""
        view = self.view
        if not view:
            return None
        if view["kind"] == "poker":
            return self._at_poker(view)
        asked = view["asked"]
        if asked and asked.get("player") == self.name and asked.get("options"):
            option = self.chance.choice(asked["options"])
            return {"t": "decide", "table": self.table, "hand": asked["hand"], "name": option["name"]}
        if self.credits < 50_00:
            return {"t": "top-up"}
        if not view["betting"]:
            return self._place(view) if self.chance.random() < 0.02 else None
        mine = [wager for wager in view["wagers"] if wager["player"] == self.name]
        if mine and self.chance.random() < 0.6:
            return {"t": "ready", "table": self.table} if self.name not in view["ready"] else None
        if mine and self.chance.random() < 0.1:
            return {"t": "clear", "table": self.table}
        return self._place(view)

    def _place(self, view: dict[str, Any]) -> dict[str, Any]:
        boxes = [int(box) for box, name in view["seats"].items() if name == self.name]
        free = [box for box in range(1, view["boxes"] + 1) if str(box) not in view["seats"]]
        box = boxes[0] if boxes else self.chance.choice(free or [1])
        wager = self.wagers[0] if self.chance.random() < 0.7 else self.chance.choice(self.wagers)
        amount = (view["limits"]["minimum"] or 100) * self.chance.choice([1, 1, 2])
        return {"t": "place", "table": self.table, "box": box, "wagers": [[wager, amount]]}

    def _at_poker(self, view: dict[str, Any]) -> dict[str, Any] | None:
        asked = view["asked"]
        seats = [seat for seat, held in view["seats"].items() if held["player"] == self.name]
        if not seats:
            free = [box for box in range(1, view["boxes"] + 1) if str(box) not in view["seats"]]
            return {"t": "sit", "table": self.table, "box": self.chance.choice(free or [1]), "amount": 40_00}
        if asked and asked.get("player") == self.name and asked.get("options"):
            option = self.chance.choice(asked["options"])
            return {"t": "decide", "table": self.table, "hand": asked["hand"], "name": option["name"]}
        if not view["playing"] and self.name not in view["ready"]:
            return {"t": "ready", "table": self.table}
        return None


async def healthy(port: int, seconds: float) -> float:
    """Wait until the floor says it is well; how long that took."""
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        try:
            if await asyncio.to_thread(_health, port) == 200:
                return time.perf_counter() - began
        except OSError:
            await asyncio.sleep(0.01)
    raise TimeoutError(f"the floor did not open within {seconds} s")


def _health(port: int) -> int:
    line = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status
    finally:
        line.close()
