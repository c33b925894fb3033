"""How many durable bets a second the real server takes, and how long until each is acknowledged.

    python benchmarks/floor.py [--terminals 1000] [--tables 50] [--rates 500,1000,most] [--seconds 10] [--runs 3]
                               [--before CHECKOUT] [--uvloop]

`--before` runs the program of another checkout beside this one's, `--uvloop` this one's in uvloop's loop; each run has
every one of them in turn, each with a new floor, and what they need is told as ratios to the first.

The server runs in a process of its own, with its database on the disk; the terminals, all connected and all watching
their tables, run in this one. Bets are spread evenly over time and over the terminals, whatever the answers do; "most"
means that every terminal bets again as soon as it is answered. Every acknowledged bet is on the disk. What the disk can
do by itself is measured in the same run."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

HOST = "127.0.0.1"
# How long wagers are taken at a table, in seconds.
WAGERING = 25
COMMITTING = "pitboss_commit_seconds_total"
# Games, how many in a hundred tables play them, how many boxes they have, and wagers that are always legal.
GAMES: tuple[tuple[str, int, int, tuple[str, ...]], ...] = (
    ("qld/roulette", 76, 20, ("red", "black", "even", "odd", "low", "high", "dozen 1", "dozen 2", "column 1", *(
        f"straight up {number}" for number in range(37)))),
    ("qld/baccarat", 16, 9, ("player", "banker", "tie")),
    ("qld/craps", 8, 16, ("field bet",)),
)


def tables_of(count: int) -> list[tuple[str, str, int, tuple[str, ...]]]:
    """Id, game, boxes and wagers of each table."""
    made: list[tuple[str, str, int, tuple[str, ...]]] = []
    for game, share, boxes, wagers in GAMES:
        until = count if game == GAMES[-1][0] else len(made) + round(count * share / 100)
        made += [(f"t{n}", game, boxes, wagers) for n in range(len(made), until)]
    return made


# -- the server, in its own process ------------------------------------------------------------------------


async def serve(data: Path, port: int, terminals: int, tables: int) -> None:
    """The real house, with tables and guests made beforehand; cookies go to standard output."""
    import signal

    from pitboss.floor.commands import MANAGER, AddTable, Who
    from pitboss.floor.desk import Settings
    from pitboss.web.app import WebSettings
    from pitboss.web.server import House, run

    house = House(data / "floor.db", Settings(open_at_start=False), WebSettings(**room_for(terminals)))
    await house.open()
    limits = {"minimum": "1", "maximum": "5000"}
    wanted = [AddTable(id, id, game, limits, wagering_seconds=WAGERING) for id, game, _, _ in tables_of(tables)]
    await house.live.open_floor(wanted, Who("floor", MANAGER))
    house.live.start()
    tokens = []
    for first in range(0, terminals, 100):
        joined = [house.people.join(f"guest{n}", None) for n in range(first, min(first + 100, terminals))]
        tokens += [token for token, _ in await asyncio.gather(*joined)]
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((HOST, port))
    listening.listen(2048)
    listening.setblocking(False)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    house.open = _opened  # type: ignore[method-assign]
    await run(house, [listening], stop, 0.0, lambda _: print(json.dumps(tokens), flush=True))


def room_for(terminals: int) -> dict[str, Any]:
    """All terminals come from this machine; before there were limits, no room needed to be made."""
    try:
        from pitboss.web.connections import LineLimits
    except ImportError:
        return {}
    return {"limits": LineLimits(terminals + 200, terminals + 200)}


def in_loop(serving: Any, fast: bool) -> None:
    """In Python's own event loop, or in uvloop's."""
    if not fast:
        return asyncio.run(serving)
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(serving)


async def _opened(again: bool = False) -> None:
    """The house is open already."""


# -- terminals ---------------------------------------------------------------------------------------------


class Line(asyncio.Protocol):
    """A websocket, and no more of it than is needed: a thousand of them must leave time for the server."""

    def __init__(self, load: Load, name: str, table: str, box: int, wagers: tuple[str, ...], token: str) -> None:
        self.load, self.name, self.table, self.box, self.wagers, self.token = load, name, table, box, wagers, token
        self.buffer = bytearray()
        self.open = False
        self.sent: dict[bytes, float] = {}
        self.count = 0
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write((
            f"GET /ws HTTP/1.1\r\nHost: {HOST}:{self.load.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://{HOST}:{self.load.port}\r\nCookie: pitboss={self.token}\r\n\r\n"
        ).encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.load.lost += self.open and not self.load.over

    def send(self, message: bytes) -> None:
        size = len(message)
        head = bytes((0x81, 0x80 | size)) if size < 126 else bytes((0x81, 0x80 | 126)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + message)  # masked with nothing but zeros

    def bet(self) -> None:
        self.count += 1
        id = f"bet-{self.count:09}"
        wager = self.load.chance.choice(self.wagers)
        self.sent[id.encode()] = time.perf_counter()
        self.send((f'{{"t":"do","id":"{id}","command":{{"t":"place","table":"{self.table}","box":{self.box},'
                   f'"wagers":[["{wager}",100]]}}}}').encode())

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        self.load.bytes += len(data)
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            del buffer[: end + 4]
            self.open = True
            self.load.opened += 1
            self.send(f'{{"t":"watch","table":"{self.table}"}}'.encode())
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            if buffer[at] & 15 == 9:
                self.transport.write(bytes((0x8A, 0x80 | size)) + bytes(4) + bytes(buffer[start : start + size]))
            elif buffer.startswith(b'{"t":"done"', start):
                self._done(bytes(buffer[start : start + size]))
            elif buffer.startswith(b'{"t":"bye"', start) and not self.load.over:
                raise AssertionError(bytes(buffer[start : start + size]))
            self.load.messages += 1
            at = start + size
        del buffer[:at]

    def _done(self, message: bytes) -> None:
        id = message[message.index(b'"id":"') + 6 :][:13]
        took = time.perf_counter() - self.sent.pop(id)
        self.load.answered(self, took, message)


class Load:
    """All terminals, and what they measured."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.chance = random.Random("load")
        self.lines: list[Line] = []
        self.opened = self.lost = self.messages = self.bytes = 0
        self.refused: Counter[str] = Counter()
        self.over = self.again = False
        self.times: list[float] = []
        self.late: list[float] = []

    async def connect(self, tokens: list[str], tables: int) -> None:
        loop = asyncio.get_running_loop()
        places = tables_of(tables)
        each = -(-len(tokens) // len(places))
        for n, token in enumerate(tokens):
            id, _, boxes, wagers = places[n // each]
            line = Line(self, f"guest{n}", id, n % each + 1, wagers, token)
            if line.box <= boxes:  # the others look on
                self.lines.append(line)
            await loop.create_connection(lambda line=line: line, HOST, self.port)
            if n % 50 == 49:
                await asyncio.sleep(0.05)
        while self.opened < len(tokens):
            await asyncio.sleep(0.05)

    async def warm_up(self, seconds: float) -> None:
        """A first bet at every table, one after the other, so that they do not all close at the same moment; and
        everybody sits down."""
        tables: dict[str, list[Line]] = {}
        for line in self.lines:
            tables.setdefault(line.table, []).append(line)
        for lines in tables.values():
            for line in lines:
                line.bet()
            await asyncio.sleep(seconds / len(tables))

    def answered(self, line: Line, took: float, message: bytes) -> None:
        if b'"ok":true' in message:
            self.times.append(took)
        else:
            self.refused[json.loads(message)["result"]["refused"]] += 1
        if self.again:
            line.bet()

    async def at_rate(self, rate: float, seconds: float) -> None:
        """Bets at even distances, terminal after terminal."""
        order = self.lines[:]
        self.chance.shuffle(order)
        began = time.perf_counter()
        for n in range(int(rate * seconds)):
            due = began + n / rate
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            self.late.append(time.perf_counter() - due)
            order[n % len(order)].bet()
        until = time.perf_counter() + 10
        while any(line.sent for line in order) and time.perf_counter() < until:
            await asyncio.sleep(0.01)

    async def most(self, seconds: float) -> None:
        self.again = True
        for line in self.lines:
            line.bet()
        await asyncio.sleep(seconds)
        self.again = False
        while any(line.sent for line in self.lines):
            await asyncio.sleep(0.01)


# -- measuring ---------------------------------------------------------------------------------------------


def cpu_of(pid: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures(port: int) -> dict[str, float]:
    with urllib.request.urlopen(f"http://{HOST}:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return {line.split()[0]: float(line.split()[1]) for line in lines if line and line[0] != "#" and "{" not in line}


def disk(directory: Path, seconds: float = 1.0) -> float:
    """How often a second this disk takes 4 kB for good."""
    with (directory / "probe").open("wb") as file:
        count, until = 0, time.perf_counter() + seconds
        while time.perf_counter() < until:
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
            count += 1
    return count / seconds


async def measure(load: Load, pid: int, rate: str, seconds: float) -> dict[str, float]:
    before, cpu, began = figures(load.port), cpu_of(pid), time.perf_counter()
    load.times, load.late, load.messages, load.bytes = [], [], 0, 0
    load.refused.clear()
    gc.collect()
    await (load.most(seconds) if rate == "most" else load.at_rate(float(rate), seconds))
    took, after = time.perf_counter() - began, figures(load.port)
    if load.refused:
        print(f"  refused: {dict(load.refused.most_common(3))}")
    times = sorted(load.times) or [0.0]
    commits = after["pitboss_commits_total"] - before["pitboss_commits_total"]
    writes = after["pitboss_writes_total"] - before["pitboss_writes_total"]
    return {
        "bets/s": len(load.times) / took, "p50 ms": 1e3 * times[len(times) // 2],
        "p90 ms": 1e3 * times[int(0.9 * len(times))], "p99 ms": 1e3 * times[int(0.99 * len(times))],
        "most ms": 1e3 * times[-1], "refused": load.refused.total(), "server cpu %": 100 * (cpu_of(pid) - cpu) / took,
        "commits/s": commits / took, "writes a commit": writes / max(1, commits),
        "ms a commit": 1e3 * (after[COMMITTING] - before[COMMITTING]) / max(1, commits),
        "messages out/s": load.messages / took, "MB out/s": load.bytes / took / 1e6,
        "sender late p99 ms": 1e3 * sorted(load.late or [0.0])[int(0.99 * len(load.late or [0.0]))],
    }


def table(rate: str, runs: list[dict[str, float]]) -> None:
    print(f"\n{rate} bets/s asked for" if rate != "most" else "\nas fast as answers come")
    for name in runs[0]:
        values = sorted(run[name] for run in runs)
        form = "{:,.0f}" if values[-1] >= 100 else "{:.1f}"
        shown = " to ".join(dict.fromkeys(form.format(value) for value in (values[0], values[-1])))
        print(f"  {name:20} {shown}")


Runs = dict[str, list[dict[str, float]]]


class Candidate(NamedTuple):
    """A program to be measured: where it is, and in which loop it runs."""

    name: str
    checkout: Path
    uvloop: bool = False

    def start(self, asked: argparse.Namespace, data: Path, port: int) -> subprocess.Popen[str]:
        counts = ["--terminals", str(asked.terminals), "--tables", str(asked.tables)]
        return subprocess.Popen(
            [sys.executable, __file__, "--serve", str(data), "--port", str(port), *counts,
             *(["--uvloop"] if self.uvloop else [])],
            stdout=subprocess.PIPE, stderr=(data / "server.log").open("wb"), text=True,
            env=os.environ | {"PYTHONPATH": str(self.checkout)},
        )


def candidates(asked: argparse.Namespace) -> list[Candidate]:
    here = Path(__file__).resolve().parent.parent
    before = [Candidate("before", Path(asked.before).resolve())] if asked.before else []
    return [*before, Candidate("now", here), *([Candidate("now, uvloop", here, True)] if asked.uvloop else [])]


def free_port() -> int:
    with socket.socket() as made:
        made.bind((HOST, 0))
        return int(made.getsockname()[1])


async def one_floor(asked: argparse.Namespace, candidate: Candidate, data: Path, speeds: list[float]) -> Runs:
    """A new floor, filled and measured at every rate."""
    data.mkdir()
    port = free_port()
    server = candidate.start(asked, data, port)
    load, runs = Load(port), Runs()
    try:
        assert server.stdout is not None
        line = await asyncio.to_thread(server.stdout.readline)
        if not line:
            raise SystemExit(f"{candidate.name}: {(data / 'server.log').read_text()[-2000:]}")
        await load.connect(json.loads(line), asked.tables)
        print(f"{candidate.name}: {asked.terminals} terminals on {asked.tables} tables; server is process {server.pid}",
              flush=True)
        await load.warm_up(WAGERING)
        for rate in asked.rates.split(","):
            speeds.append(disk(data))
            runs[rate] = [await measure(load, server.pid, rate, asked.seconds)]
            await asyncio.sleep(1)
        if load.lost:
            print(f"{load.lost} terminals lost their line")
    finally:
        load.over = True
        server.terminate()
        server.wait(30)
    return runs


async def run(asked: argparse.Namespace, data: Path) -> None:
    all_of_them, speeds = candidates(asked), list[float]()
    measured: dict[str, Runs] = {candidate.name: {} for candidate in all_of_them}
    for n in range(asked.runs):
        for m, candidate in enumerate(all_of_them):
            for rate, figures in (await one_floor(asked, candidate, data / f"{n}-{m}", speeds)).items():
                measured[candidate.name].setdefault(rate, []).extend(figures)
    first, *others = measured
    for rate in asked.rates.split(","):
        for name, runs in measured.items():
            print(f"\n{name}" if others else "", end="")
            table(rate, runs[rate])
        for name in others:
            ratios(rate, first, measured[first][rate], name, measured[name][rate])
    print(f"\nthe disk alone: {min(speeds):,.0f} to {max(speeds):,.0f} writes of 4 kB with fsync a second")


def ratios(rate: str, first: str, before: list[dict[str, float]], name: str, after: list[dict[str, float]]) -> None:
    """What one needs of what the other does, by the middle of their runs."""
    told = []
    for what in ("bets/s", "p50 ms", "p90 ms", "p99 ms", "server cpu %"):
        was, now = (median(run[what] for run in runs) for runs in (before, after))
        told.append(f"{what.split()[0] if 'ms' in what else what} {now / was:.2f}" if was else f"{what} ?")
    print(f"\n{name} / {first} at {rate}: {', '.join(told)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--terminals", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rates", default="500,1000,most")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--before", metavar="CHECKOUT", help="measure the program of another checkout beside this one")
    parser.add_argument("--uvloop", action="store_true", help="measure this program in uvloop's loop as well")
    parser.add_argument("--data", metavar="DIR", help="where the database goes; its disk is what is measured")
    parser.add_argument("--serve", metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        in_loop(serve(Path(asked.serve), asked.port, asked.terminals, asked.tables), asked.uvloop)
        return
    with tempfile.TemporaryDirectory(prefix="pitboss-load-", dir=asked.data) as made:
        asyncio.run(run(asked, Path(made)))


if __name__ == "__main__":
    main()
