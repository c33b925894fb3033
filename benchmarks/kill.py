"""Kill the real server at random moments, again and again, under terminals that bet, decide and send again what was
not answered: is anything lost that was acknowledged, or done twice?

    python benchmarks/kill.py [--kills 200] [--terminals 50] [--seconds 0.3-1.5] [--seed 1] [--keep DIR]

After every kill a copy of the database is looked at: everything acknowledged so far is in it once, the ledger adds up,
and the rounds that were under way are noted; after the next kill they must have gone on from there. At the end the
floor is stopped in order and `pitboss verify` goes over everything, with the heads that the floor signed on the way."""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from terminals import HOST, Terminal, guest, healthy

from pitboss.equipment.rng import SeededSource
from pitboss.floor.desk import decode
from pitboss.floor.floor import Floor, default_tables
from pitboss.floor.heads import make_key
from pitboss.floor.proposals import round_events
from pitboss.floor.store import SQLiteStore
from pitboss.rulebooks import card_games, game

PITBOSS = [sys.executable, "-c", "from pitboss.cli.main import run; run()"]
OPENS_WITHIN = 60.0
# Commands that, done, always leave an event behind.
LEAVE_A_MARK = ("place", "decide", "top-up")


class Failed(Exception):
    """A promise was broken."""


class Floors:
    """The server, life after life."""

    def __init__(self, data: Path, port: int, apart: Path) -> None:
        """`apart`: where the key is kept that signs, and what it signs."""
        self.data, self.port = data, port
        self.key, self.heads = apart / "key", apart / "heads"
        self.public = make_key(self.key)
        self.log = (data / "server.log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None
        self.opened: list[float] = []

    async def start(self) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [*PITBOSS, "serve", "--data", str(self.data), "--no-open", "--port", str(self.port), "--grace", "1",
             "--sign-key", str(self.key), "--heads", str(self.heads)],
            stdout=self.log, stderr=self.log,
        )
        await healthy(self.port, OPENS_WITHIN)
        self.opened.append(time.perf_counter() - began)

    def kill(self) -> None:
        assert self.process is not None
        if self.process.poll() is not None:
            raise Failed(f"the server ended by itself, with {self.process.returncode}")
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    async def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.to_thread(self.process.wait, 60)


class Books:
    """What the database must hold, looked at after every kill."""

    def __init__(self, terminals: list[Terminal]) -> None:
        self.terminals = terminals
        self.pos = 0
        self.done: Counter[str] = Counter()
        # Rounds that were under way at a kill: the hashes of their events then.
        self.open: dict[tuple[str, int], list[str]] = {}
        self.counts: Counter[str] = Counter()
        self._checked: set[str] = set()

    def look(self, store: SQLiteStore) -> None:
        self._commands(store)
        self._acknowledged(store)
        if sum(balance for _, _, balance in store.accounts()):
            raise Failed("the ledger does not add up to nothing")
        self._resumed(store)

    def _commands(self, store: SQLiteStore) -> None:
        """How often each command was carried out: a stretch of events that name it."""
        last = ""
        while events := store.all_events(self.pos, 5000):
            for event in events:
                if event.cmd and event.cmd != last:
                    self.done[event.cmd] += 1
                last = event.cmd
            self.pos = events[-1].pos
        twice = [name for name, count in self.done.items() if count > 1]
        if twice:
            raise Failed(f"done more than once: {twice[:3]}")

    def _acknowledged(self, store: SQLiteStore) -> None:
        for terminal in self.terminals:
            for id, result in list(terminal.answers.items()):
                name = f"{terminal.name}:{id}"
                if name in self._checked:
                    continue
                kept = store.answer(name)
                if kept is None or decode(kept[1]) != result:
                    raise Failed(f"{name} {terminal.sent[id]}: told {result}, kept {kept}")
                tag, times = terminal.sent[id]["t"], self.done[name]
                if (times and not result["ok"]) or (times != 1 and result["ok"] and tag in LEAVE_A_MARK):
                    raise Failed(f"{name} {terminal.sent[id]}: told {result}, done {times} times")
                self._checked.add(name)
                self.counts[f"{tag} {'acknowledged' if result['ok'] else 'refused'}"] += 1

    def note_open(self, store: SQLiteStore, now: int) -> None:
        floor = Floor(store, SeededSource("copy"))
        floor.load(now)
        if floor.unread:
            raise Failed(f"cannot be read after a kill: {floor.unread}")
        for id, table in floor.tables.items():
            number: int = getattr(table, "rounds", 0) or (table.room.number if hasattr(table, "room") else 0)
            live: Any = table.room.hand if hasattr(table, "room") else table.live and table.live.answers
            if live:
                events = round_events(store, f"table:{id}", number)
                self.open[f"table:{id}", number] = [event.hash for event in events]
                self.counts["open rounds at a kill"] += 1

    def _resumed(self, store: SQLiteStore) -> None:
        """Rounds noted at the kill before have gone on from where they were, or still wait there."""
        for (stream, number), hashes in self.open.items():
            events = round_events(store, stream, number)
            if [event.hash for event in events][: len(hashes)] != hashes:
                raise Failed(f"{stream} round {number} was not taken up where it was")
            over = any(event.type == "ended" for event in events)
            after = bool(store.of_round(stream, "round", number + 1))
            if after and not over:
                raise Failed(f"{stream} round {number} was given up")
            self.counts["resumed and over by the next kill" if over else "resumed, still under way"] += 1
        self.open.clear()


def copied(data: Path, to: Path) -> SQLiteStore:
    """The database as the killed process left it, on a copy, so that looking changes nothing."""
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir()
    for name in ("floor.db", "floor.db-wal"):
        if (data / name).exists():
            shutil.copy(data / name, to / name)
    return SQLiteStore(to / "floor.db")


def free_port() -> int:
    with socket.socket() as made:
        made.bind((HOST, 0))
        port: int = made.getsockname()[1]
        return port


def make_terminals(count: int, port: int, seed: int) -> list[Terminal]:
    """Guests over all tables of a new floor; few at those between players, whose seats are few."""
    house = [table for table in default_tables() if table.game not in card_games()]
    rooms = [table for table in default_tables() if table.game in card_games()]
    places = [*house, *house, *rooms]
    made = []
    for n in range(count):
        table = places[n % len(places)]
        names = [] if table in rooms else list(game(table.game, table.options).wager_names())
        made.append(Terminal(port, f"guest{n}", table.id, names, random.Random(f"{seed}/{n}")))
    return made


async def kill_and_look(floors: Floors, books: Books, kills: int, between: tuple[float, float], chance: Any,
                        scratch: Path, tell: Any) -> list[float]:
    """The loop. Gives the times from a start to the first acknowledged command."""
    first: list[float] = []
    for n in range(kills):
        await asyncio.sleep(chance.uniform(*between))
        floors.kill()
        with closing(copied(floors.data, scratch)) as store:
            books.look(store)
            books.note_open(store, int(time.time() * 1000))
        began = time.perf_counter()
        heard: list[float] = []
        for terminal in books.terminals:
            terminal.on_answer = lambda result, since=began, to=heard: to.append(time.perf_counter() - since)
        await floors.start()
        while not heard:
            await asyncio.sleep(0.005)
        first.append(heard[0])
        tell(n + 1, kills, sum(len(terminal.answers) for terminal in books.terminals))
    return first


def bar(done: int, whole: int, answers: int) -> None:
    """Progress, on one line where there is a screen."""
    if sys.stderr.isatty():
        filled = "#" * (40 * done // whole)
        print(f"\r[{filled:40}] {done}/{whole} kills, {answers:,} answers", end="", file=sys.stderr, flush=True)
    elif done == whole or done % 25 == 0:
        print(f"{done}/{whole} kills, {answers:,} answers", file=sys.stderr, flush=True)


async def settle(terminals: list[Terminal]) -> None:
    """No more commands; wait until every one is answered."""
    for terminal in terminals:
        terminal.quiet = True
    until = time.perf_counter() + 30
    while any(terminal.kept for terminal in terminals):
        if time.perf_counter() > until:
            raise Failed(f"never answered: {[(t.name, t.kept) for t in terminals if t.kept][:2]}")
        await asyncio.sleep(0.05)


async def run(asked: argparse.Namespace, data: Path, scratch: Path) -> None:
    chance = random.Random(f"{asked.seed}/kills")
    port = free_port()
    floors = Floors(data, port, scratch.parent)
    terminals = make_terminals(asked.terminals, port, asked.seed)
    books = Books(terminals)
    began = time.perf_counter()
    await floors.start()
    for terminal in terminals:
        terminal.cookie = await asyncio.to_thread(guest, port, terminal.name)
    at_work = [asyncio.create_task(terminal.run()) for terminal in terminals]
    least, _, most = asked.seconds.partition("-")
    try:
        between = float(least), float(most or least)
        first = await kill_and_look(floors, books, asked.kills, between, chance, scratch, bar)
        for task in at_work:
            if task.done():
                task.result()
        await settle(terminals)
        code = await floors.stop()
    finally:
        if floors.process is not None and floors.process.poll() is None:
            floors.process.kill()
        for task in at_work:
            task.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)
    if code:
        raise Failed(f"the server ended with {code} when asked to stop")
    with closing(SQLiteStore(data / "floor.db", reading=True)) as store:
        books.look(store)
    if any(terminal.differ for terminal in terminals):
        raise Failed("a command sent twice got two answers")
    signed = ["--heads", str(floors.heads), "--key", str(floors.public)]
    verified = subprocess.run([*PITBOSS, "verify", str(data), *signed], capture_output=True, text=True)
    if verified.returncode:
        raise Failed(f"pitboss verify: {verified.stdout}{verified.stderr}")
    report(asked, books, floors, first, verified.stdout.strip(), time.perf_counter() - began)


def report(asked: argparse.Namespace, books: Books, floors: Floors, first: list[float], said: str, took: float) -> None:
    counts, terminals = books.counts, books.terminals
    print(f"\n{asked.kills} kills, {asked.terminals} terminals, {took:.0f} s, seed {asked.seed}")
    bets = counts["place acknowledged"]
    answers = sum(len(terminal.answers) for terminal in terminals)
    print(f"bets acknowledged: {bets:,}, lost: 0, doubled: 0, of {answers:,} commands answered")
    print(f"answered a second time, the same: {sum(terminal.again for terminal in terminals):,}; "
          f"connections: {sum(terminal.connections for terminal in terminals):,}")
    resumed = counts["resumed and over by the next kill"] + counts["resumed, still under way"]
    print(f"rounds under way at a kill: {counts['open rounds at a kill']:,}, resumed: {resumed:,}, of them played to "
          f"their end before the next kill: {counts['resumed and over by the next kill']:,}")
    print(f"from start to open: {spread(floors.opened[1:])}; to the first acknowledged command: {spread(first)}")
    print(f"pitboss verify: {said}")


def spread(times: list[float]) -> str:
    if not times:
        return "none"
    ordered = sorted(times)
    tenth = ordered[min(len(ordered) - 1, 9 * len(ordered) // 10)]
    return f"median {median(ordered):.2f} s, nine in ten {tenth:.2f} s, most {ordered[-1]:.2f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--terminals", type=int, default=50)
    parser.add_argument("--seconds", default="0.3-1.5", help="between a start and the next kill")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="DIR", help="keep the floor here")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pitboss-kill-") as made:
        data = Path(asked.keep) if asked.keep else Path(made) / "floor"
        data.mkdir(parents=True, exist_ok=True)
        try:
            asyncio.run(run(asked, data, Path(made) / "copy"))
        except Failed as failed:
            print(f"\nFAILED: {failed}", file=sys.stderr)
            print((data / "server.log").read_text(errors="replace")[-3000:], file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
