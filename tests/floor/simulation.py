"""The floor in a world of chance: the real floor, runner, writer and store, under a clock that stands still, a network
that loses, doubles, delays and mixes up, a disk that fails, and a process that is killed at the worst moments.

Everything comes from one seed: `python tests/floor/simulation.py --seed 123 --trace` shows again what seed 123 did, and
`--new 5000` tries 5,000 seeds that are chosen at random."""

from __future__ import annotations

import argparse
import heapq
import logging
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.sim_checks import Broken, Checks, must, same, shown, without_password
from support.sim_disk import ANY_TIME, Killed, SimStore, SimWriter
from support.sim_door import SimPeople
from support.sim_loop import SECOND, Chance, SimLoop
from support.sim_people import Player, Staff, Terminal
from support.sim_runs import new_seeds, run
from support.sim_trouble import PLAYED, Sabotage, Troubles

from pitboss.floor import cage
from pitboss.floor.commands import AddTable, Who
from pitboss.floor.desk import Settings, encode
from pitboss.floor.floor import Floor, Pending, ReadCommand
from pitboss.floor.runner import Runner
from pitboss.floor.store import StoreError, Write
from pitboss.rulebooks import card_games, game, games

# A process that is killed leaves coroutines behind that nobody will ever await.
warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)

EPOCH = 1_700_000_000_000
GAMES = (
    "qld/blackjack", "qld/roulette", "qld/baccarat", "qld/craps", "qld/three-card-poker", "qld/soft-17-blackjack",
    "nsw/texas-holdem-bonus-poker", "cbr/casino-holdem-poker",
)
# Whatever else there is comes after them, so that a seed means what it meant.
GAMES += tuple(id for id in games() if id not in GAMES)
POKER = (
    ("mel/holdem", {"buy-in": "40", "new-players": "free", "commission": "5%", "cap": "5", "over-blinds": "1",
                    "runs": "3", "time": "6", "more-time": "3x1/1"}),
    ("qld/omaha-poker", {"buy-in": "40-400", "structure": "pot-limit", "straddle": "live"}),
    ("mel/holdem", {"buy-in": "40", "commission": "1/person", "runs": "2"}), ("mel/seven-card-stud", {"buy-in": "40"}),
    ("mel/draw-blind", {"buy-in": "40"}), ("mel/crazy-pineapple-holdem", {"buy-in": "40"}),
)
# How long what is under way may take to be answered once all is well, in seconds.
ANSWERED = 60
# Seconds of processor time after which a seed is given up; one takes less than a second.
LONGEST = 300.0


class SimFloor(Floor):
    """The real floor, watched for what it shows."""

    checks: Checks
    world: World

    def step(self, request: ReadCommand, now: int) -> Pending | dict[str, Any]:
        return self.world.sabotaged(request.desk, lambda: super(SimFloor, self).step(request, now))

    def tick(self, name: str, now: int) -> Pending | None:
        return self.world.sabotaged(name, lambda: super(SimFloor, self).tick(name, now))

    def put_out_of_order(self, name: str, why: str, now: int) -> None:
        super().put_out_of_order(name, why, now)
        self.world.out_of_order(name)

    def _shown(self, table: str) -> dict[str, Any]:
        must(table not in self.unread, f"{table} is shown, and was not read")
        made: dict[str, Any] = self.world.sabotaged(table, lambda: super(SimFloor, self)._shown(table))
        self.checks.seen(table, made)
        return made

    def _change(self, table: str, watched: Any) -> bytes | None:
        made = super()._change(table, watched)
        self.checks.meant(table, watched.ver, watched.view)
        return made

    def watch(self, who: Who, table: str, sink: Any) -> Callable[[], None] | None:
        watched = self.watched.get(table)
        fresh = watched is None or not watched.view
        made = super().watch(who, table, sink)
        if fresh and self.watched[table].view:
            self.checks.meant(table, self.watched[table].ver, self.watched[table].view)
        return made

    def you(self, player: str) -> dict[str, Any]:
        made = super().you(player)
        self.checks.seen_by(player, made)
        return made


class Connection:
    """A line between a terminal and the floor. A good one keeps the order and loses nothing until it breaks; a harsh
    one loses, doubles, delays and mixes up whatever goes over it."""

    def __init__(self, world: World, terminal: Terminal, server: Server) -> None:
        self.world, self.terminal, self.server = world, terminal, server
        self.open = True
        self._last = [0, 0]
        self._stops: dict[str, Callable[[], None]] = {}

    def _carry(self, up: int, what: Callable[..., None], *args: Any) -> None:
        chance, world = self.terminal.chance, self.world
        if not self.terminal.harsh or world.quiet:
            arrives = self._last[up] = max(self._last[up], world.now + chance.between(500, 80_000))
            return world.at(arrives, what, *args)
        for _ in range(0 if chance.percent(8) else 2 if chance.percent(8) else 1):
            world.after(chance.between(500, 2 * SECOND if chance.percent(10) else 200_000), what, *args)

    def to_floor(self, message: dict[str, Any]) -> None:
        self._carry(0, self._at_floor, message)

    def to_terminal(self, data: bytes) -> None:
        self._carry(1, self.terminal.received, self, data)

    def _at_floor(self, message: dict[str, Any]) -> None:
        server = self.server
        if server is not self.world.server or not self.open:
            return
        with server.loop.running():
            if message["t"] == "do":
                server.loop.create_task(self._do(message["id"], message["command"]))
            else:
                self._watch(message["table"])

    async def _do(self, id: str, command: dict[str, Any]) -> None:
        who, server = self.terminal.who, self.server
        result = await server.runner.do(who, id, encode(command))
        if not result.get("retry"):
            with server.store.honest():
                kept = server.store.answer(f"{who.name}:{id}")
            must(kept is not None and kept[1] == encode(without_password(result)),
                 f"{who.name}:{id} {command} is answered {result}, and on disk is {kept}")
        self.to_terminal(encode({"t": "done", "id": id, "result": result}))

    def _watch(self, table: str) -> None:
        if table in self._stops:
            self._stops.pop(table)()
        try:
            stop = self.server.floor.watch(self.terminal.who, table, self.to_terminal)
        except (StoreError, Sabotage):  # it is shown in a while
            return self.world.after(SECOND, self._at_floor, {"t": "watch", "table": table})
        if stop is not None:
            self._stops[table] = stop

    def accepted(self) -> None:
        self.terminal.opened(self)
        self._follow()

    def _follow(self) -> None:
        if self.terminal.who.role != "player" or not self.open or self.server is not self.world.server:
            return
        with self.server.loop.running():
            try:
                self._stops["*own"] = self.server.floor.follow(self.terminal.who.name, self.to_terminal)
            except StoreError:
                self.world.after(SECOND, self._follow)

    def close(self) -> None:
        """The floor has noticed that nobody is there."""
        self.open = False
        for stop in self._stops.values():
            stop()


class Server:
    """One life of the process."""

    def __init__(self, world: World, store: SimStore, life: int) -> None:
        self.store = store
        self.loop = SimLoop(lambda: world.now, world.failed)
        settings = Settings(voucher_days=1, guest_credits=100_00, guests=world.play, closed_seconds=world.seed % 4,
                            empty_seconds=2, tables_each=2)
        self.floor = SimFloor(store, Chance(f"{world.seed}/floor/{life}"), settings)
        self.floor.checks, self.floor.world = world.checks, world
        self.floor.load(world.clock())
        writer = SimWriter(store, world, self.loop)
        self.people = SimPeople(store, world.clock, writer, self.floor, settings)
        self.runner = Runner(self.floor, writer, world.clock, self.people.take)
        with self.loop.running():
            self.runner.start()


class World(Troubles):
    """Everything there is, from one seed."""

    def __init__(self, seed: int, tracing: bool = False) -> None:
        self.seed, self.tracing = seed, tracing
        # What was found in another world is not this one's.
        Broken.found.clear()
        # Every third floor plays with play money.
        self.play = seed % 3 == 0
        self.wanted = (GAMES[seed % len(GAMES)], GAMES[(seed + 1) % len(GAMES)], POKER[seed % len(POKER)][0])
        self.chance = Chance(f"{seed}/world")
        self.now, self.quiet = 0, False
        self._skew = 0
        self._events: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._count = 0
        self._trace = sha256()
        self.killed = ""
        self.disk_fails_until = 0
        self.troubles(seed)
        self._kill_next_commit = ""
        self.lives = 1
        self.codes: list[str] = []
        self.wagers: dict[str, tuple[str, ...]] = {}
        self.reports: dict[str, list[str]] = {}
        self.slow_disk = self.chance.percent(30)
        self.checks = Checks(["Ann", "Ben", "Cat"])
        self.server: Server | None = Server(self, SimStore(self), 0)
        self.tables = self._tables()
        self.terminals = self._people(self.tables)

    # -- what there is -------------------------------------------------------------------------------

    def _tables(self) -> list[str]:
        made = []
        for n in range(self.chance.between(2, 3)):
            kind = GAMES[(self.seed + 3 * n) % len(GAMES)]
            mode = self.chance.pick(["virtual", "virtual", "physical"])
            table = AddTable(
                f"table-{n}", f"Table {n}", kind, {"minimum": "5", "maximum": "200"}, mode,
                self.chance.pick(["confirm", "twice"]), self.chance.between(5, 12), self.chance.between(5, 8),
            )
            made.append(table)
            self.wagers[table.id] = tuple(game(kind).wager_names())
            self.reports[table.id] = game(kind).irregularities()
        if self.chance.percent(40):
            kind, options = self.chance.pick(POKER)
            made.append(AddTable("table-p", "Poker", kind, options, decision_seconds=6,
                                 house_players=self.chance.below(3) if self.play else None))
        # By a chance of its own, so that a seed means what it meant.
        real = Chance(f"{self.seed}/real cards")
        if real.percent(20):
            kind, options = real.pick(POKER)
            made.append(AddTable("table-r", "Real", kind, options, "physical", decision_seconds=6))
            self.reports["table-r"] = card_games()[kind].irregularities()
        assert self.server is not None
        with self.server.loop.running():
            self.server.loop.create_task(self.server.runner.open_floor(made, Who("floor", "manager")))
        return [table.id for table in made]

    def _people(self, tables: list[str]) -> list[Terminal]:
        seed, chance = str(self.seed), self.chance
        made: list[Terminal] = []
        for name in ("Ann", "Ben", "Cat"):
            mine = chance.some(tables, 2)
            made.append(Player(self, Who(name, "player"), mine, seed, chance.percent(50)))
        for name, role in (("Dora", "dealer"), ("Sue", "supervisor"), ("Max", "manager")):
            made.append(Staff(self, Who(name, role), tables, seed, chance.percent(30)))
        return made

    # -- time ----------------------------------------------------------------------------------------

    def clock(self) -> int:
        return EPOCH + self._skew + self.now // 1000

    def at(self, when: int, what: Callable[..., None], *args: Any) -> None:
        self._count += 1
        heapq.heappush(self._events, (when, self._count, what, args))

    def after(self, wait: int, what: Callable[..., None], *args: Any) -> None:
        self.at(self.now + wait, what, *args)

    def trace(self, *what: Any) -> None:
        line = f"{self.now / SECOND:10.4f} {' '.join(map(str, what))}"
        self._trace.update(line.encode() + b"\n")
        if self.tracing:
            print(line[:1000])

    def failed(self, what: str) -> None:
        if not Broken.found:
            raise Broken(f"the floor failed: {what}")

    def step(self) -> bool:
        """The next thing that happens anywhere; False when nothing is left."""
        loop = self.server.loop if self.server is not None else None
        if loop is not None and loop.ready:
            loop.turn()
            if Broken.found:
                raise Broken.found[0]
            if self.killed:
                self._die()
            return True
        due = loop.due() if loop is not None else None
        if due is not None and loop is not None and (not self._events or due <= self._events[0][0]):
            self.now = max(self.now, due)
            loop.fire()
            return True
        if not self._events:
            return False
        when, _, what, args = heapq.heappop(self._events)
        self.now = max(self.now, when)
        what(*args)
        return True

    def run_until(self, when: int) -> None:
        done: list[bool] = []
        self.at(when, done.append, True)
        while not done and self.step():
            pass

    # -- the process ---------------------------------------------------------------------------------

    def commit_takes(self) -> int:
        return self.chance.between(1000, 300_000 if self.slow_disk and self.chance.percent(30) else 8000)

    def committed(self, writes: list[Write], done: list[int | StoreError]) -> None:
        assert self.server is not None
        for write, made in zip(writes, done, strict=True):
            self.trace("commit", made if isinstance(made, int) else repr(made),
                       *[f"{event.stream}/{event.type}/{event.actor}" for event in write.events], write.entries)
        with self.server.store.honest():
            self.checks.committed(self.server.store, self.server.floor, self.server.people, writes, done)

    def kill_around_commit(self) -> str:
        where, self._kill_next_commit = self._kill_next_commit, ""
        return where

    def kill(self, where: str) -> None:
        """From here on nothing of the process has any effect."""
        self.killed = where
        raise Killed

    def _aim(self, where: str) -> None:
        if where == ANY_TIME:
            self.killed = where
            self._die()
        else:
            self._kill_next_commit = where

    def _disk_fails(self, wait: int) -> None:
        self.trace("the disk fails for", wait / SECOND)
        self.disk_fails_until = self.now + wait
        self.add_somebody()

    def _break(self, terminal: Terminal) -> None:
        """A line breaks: the terminal knows at once, the floor later, and what was on its way may still come."""
        line = terminal.link
        if isinstance(line, Connection):
            self.trace(terminal.who.name, "loses the line")
            terminal.lost()
            if terminal.chance.percent(50):
                line.close()
            else:
                self.after(terminal.chance.below(5 * SECOND), line.close)

    def _die(self) -> None:
        server, where = self.server, self.killed
        if server is None:
            self.killed = ""
            return
        self.trace("killed", where)
        self.checks.counts[f"killed {where}"] += 1
        self.killed, self.server = "", None
        server.loop.drop()
        content = server.store.content()
        server.store.close()
        for terminal in self.terminals:
            terminal.lost()
        self.after(self.chance.between(SECOND // 10, 2 * SECOND), self._rise, content)

    def _rise(self, content: bytes) -> None:
        self.lives += 1
        self._skew += self.chance.between(-2000, 2000)
        self.trace("comes back")
        store = SimStore(self, content)
        try:
            server = Server(self, store, self.lives)
        except StoreError:  # not even the names of the tables can be read
            store.close()
            return self.after(SECOND // 2, self._rise, content)
        self.server = server
        with store.honest():
            self.checks.recovered(store, server.floor, self.rotten[0] if self.rotten is not None else "")
            self.checks.known_again(server.people)

    def connect(self, terminal: Terminal) -> None:
        if self.server is None:
            return self.after(SECOND // 4, self.connect, terminal)
        if terminal.link is None:
            Connection(self, terminal, self.server).accepted()

    def told(self, terminal: Terminal, id: str, result: dict[str, Any]) -> None:
        self.trace(terminal.who.name, "is told", id, encode(without_password(result)).decode())
        if result["ok"] and terminal.sent[id]["t"] == "open-game":
            self._goes_to(terminal, result["table"], terminal.sent[id]["game"])
        self.checks.counts["ok" if result["ok"] else "refused"] += 1
        if not result["ok"]:
            self.checks.counts[f"refused {terminal.sent[id]['t']}"] += 1

    def _goes_to(self, terminal: Terminal, table: str, kind: str) -> None:
        """Somebody asked for a table, and plays there from now on."""
        if kind in games():
            self.wagers[table], self.reports[table] = tuple(game(kind).wager_names()), game(kind).irregularities()
        if table not in terminal.tables:
            terminal.tables = [*terminal.tables, table]
            terminal._watch_missing()

    # -- all of it -----------------------------------------------------------------------------------

    def run(self) -> Counter[str]:
        """Play, come to rest, and check everything. Nobody tries codes of vouchers here: marks of them cost nothing."""
        with patch.object(cage, "MARK_COST", 1):
            return self._run()

    def _run(self) -> Counter[str]:
        self.run_until(SECOND)
        assert self.server is not None
        must(len(self.server.floor.tables) == len(self.tables), "not every table was opened")
        for terminal in self.terminals:
            terminal.start()
        manager = self.terminals[-1]
        for player in self.checks.players:
            manager.give("issue", player=player, amount=self.chance.pick([20_00, 60_00, 500_00]))
        self.plan_trouble()
        self.run_until(PLAYED * SECOND)
        self._kill_next_commit = ""
        self._all_is_well()
        self.quiet = True
        while any(terminal.kept or terminal.link is None for terminal in self.terminals):
            must(self.now < (PLAYED + ANSWERED) * SECOND, f"not answered: {[t.kept for t in self.terminals if t.kept]}")
            self.run_until(self.now + SECOND)
        self.run_until(self.now + 3 * SECOND)
        self._rest()
        assert self.server is not None
        must(not self.server.floor.unread, f"not read: {self.server.floor.unread}")
        self._agreed(self.server)
        self.checks.end(self.server.store, self.terminals)
        self._recovers_once_more(self.server)
        self.checks.counts["gaps"] += sum(terminal.gaps for terminal in self.terminals)
        self.checks.counts["lives"] += self.lives
        return self.checks.counts

    def _rest(self) -> None:
        """Time stands still for the tables, and whoever may have missed the last thing on a bad line asks again."""
        assert self.server is not None
        for terminal in self.terminals:
            if terminal.harsh:
                self._break(terminal)
        self.run_until(self.now + 4 * SECOND)
        while self.server.floor.unsure or self.server.runner._later:
            self.run_until(self.now + SECOND // 100)
        for name, desk in self.server.floor.tables.items():
            due = desk.deadline()
            must(due is None or due > self.clock() - 1000, f"{name}: what was due at {due} did not come")
        for owner in self.server.runner._owners.values():
            owner.cancel()
        self.run_until(self.now + SECOND)

    def _agreed(self, server: Server) -> None:
        """Every terminal shows what the floor shows."""
        for terminal in self.terminals:
            must(not terminal.troubled, f"{terminal.who.name}'s terminal shows trouble at {terminal.troubled}")
            for table in terminal.tables:
                same(f"{terminal.who.name}'s terminal shows another {table}", shown(server.floor._shown(table)),
                     shown(terminal.views[table][1]))
            if terminal.who.role == "player":
                self.checks.agreed(terminal.you, terminal.who.name, server.store)

    def _recovers_once_more(self, server: Server) -> None:
        floor = Floor(server.store, Chance("once more"))
        floor.load(self.clock())
        self.checks.recovered(server.store, floor)

    def digest(self) -> str:
        """Of everything that happened: the same for the same seed, wherever it runs."""
        return self._trace.hexdigest()


class Heard(logging.Handler):
    """Whatever a desk could not do is a failure here."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is not None and isinstance(record.exc_info[1], Sabotage):
            return
        if not record.getMessage().endswith("all that lies there stays"):
            self.lines.append(logging.Formatter().format(record))


def again(seed: int) -> str:
    """Return the command that shows a seed again."""
    return f"python tests/floor/simulation.py --seed {seed} --trace"


def simulate(seed: int, tracing: bool = False) -> tuple[Counter[str], str]:
    """One seed: what was counted, and the digest of what happened; or Broken, with how to see it again."""
    world = simulated(seed, tracing)
    return world.checks.counts, world.digest()


def simulated(seed: int, tracing: bool = False) -> World:
    """The world of a seed, after all of it has happened."""
    world, heard, log = World(seed, tracing), Heard(), logging.getLogger("pitboss.floor")
    log.addHandler(heard)
    log.propagate = False
    try:
        world.run()
        must(not heard.lines, "\n".join(heard.lines))
    except Exception as error:
        lines = [f"seed {seed} at {world.now / SECOND:.3f} s: {error!r}"[:3000], *heard.lines[:2], again(seed)]
        raise Broken("\n".join(lines)) from error
    finally:
        if world.server is not None:
            world.server.loop.drop()
        log.removeHandler(heard)
        log.propagate = True
    return world


def tried(seed: int) -> tuple[int, Counter[str], str]:
    """One seed, in a process of its own: what was counted, or what broke. One that does not end is broken too."""
    try:
        with ends(seed):
            return seed, simulate(seed)[0], ""
    except Exception as broken:
        return seed, Counter(), str(broken) if isinstance(broken, Broken) else f"{again(seed)}: {broken!r}"


@contextmanager
def ends(seed: int) -> Iterator[None]:
    """Have a seed fail that does not come to its end."""
    def too_long(*given: Any) -> None:
        raise Broken(f"seed {seed} has not ended after {LONGEST} s\n{again(seed)}")

    before = signal.signal(signal.SIGVTALRM, too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1, help="how many, from --seed on")
    parser.add_argument("--new", type=int, default=0, metavar="N", help="N seeds that are chosen at random now")
    parser.add_argument("--processes", type=int, default=2, help="2 unless told otherwise")
    parser.add_argument("--trace", action="store_true", help="print everything that happens")
    asked = parser.parse_args(given)
    if asked.new:
        return run(new_seeds(asked.new), tried, asked.processes)
    if asked.seeds > 1:
        return run(range(asked.seed, asked.seed + asked.seeds), tried, asked.processes)
    print(f"seed {asked.seed}: {simulate(asked.seed, asked.trace)[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
