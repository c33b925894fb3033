"""A fixed evening on a floor whose disk can fail: the real floor, runner, group commit and SQLite store, and a driver
that sends each command again, under the same id, until it is answered.

The same commands end with the same money whatever the disk does: chance depends on the step of the evening only."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import apsw

from pitboss.floor.commands import DEALER, MANAGER, PLAYER, SUPERVISOR, Who
from pitboss.floor.desk import Desk, Settings, encode
from pitboss.floor.floor import Floor
from pitboss.floor.house import HouseTable
from pitboss.floor.rounds import check_rounds
from pitboss.floor.runner import Runner
from pitboss.floor.shown import AnyTable
from pitboss.floor.store import SQLiteStore, StoreError
from pitboss.floor.verify import verify
from support.failing_disk import Disk
from support.sim_checks import Broken, must
from support.sim_disk import SimWriter
from support.sim_door import SimPeople
from support.sim_loop import SECOND, SimLoop

EPOCH = 1_700_000_000_000
STAFF = {"Dora": DEALER, "Sue": SUPERVISOR, "Max": MANAGER}
ANN, BEN, CAT = "Ann", "Ben", "Cat"
MINUTE = 60
# Seconds until a command that was sent must be answered; attempts before a failing disk is repaired; attempts in all.
ANSWERED, PATIENCE, TRIES = 3, 3, 60
# Steps of the event loop until the floor must have come to rest.
MAX_TURNS = 20_000
# Pages in SQLite's log before they are written to the database.
PAGES_LOGGED = 60

Command = tuple[str, dict[str, Any]]
Key = tuple[str, str, bytes]


class StepChance:
    """Numbers that depend on the step of the evening and on how many seals a desk has published in this command, so
    that what was drawn in vain is drawn the same again."""

    def __init__(self, evening: Evening, desk: Desk | None = None) -> None:
        self._evening, self._desk = evening, desk

    def below(self, n: int) -> int:
        events = () if self._desk is None else self._desk._events
        seals = sum(event.type == "sealed" for event in events)
        return int.from_bytes(sha256(f"{self._evening.step} {seals} {n}".encode()).digest()) % n


class EveningFloor(Floor):
    """The real floor; each of its tables has chance of its own."""

    evening: Evening

    def new_table(self, id: str, game: str) -> AnyTable:
        table = super().new_table(id, game)
        table.source = StepChance(self.evening, table)
        if isinstance(table, HouseTable):
            table._restart()
        return table


class Life:
    """A floor from its opening to its end."""

    def __init__(self, evening: Evening, path: Path) -> None:
        self.loop = SimLoop(lambda: evening.now, evening.failed)
        self.store = SQLiteStore(path)
        # SQLite's log is written back to the database now and then in the middle of the evening.
        self.store._db.wal_autocheckpoint(PAGES_LOGGED)
        settings = Settings(guests=False, voucher_days=30)
        self.floor = EveningFloor(self.store, StepChance(evening), settings)
        self.floor.evening = evening
        self.floor.load(evening.clock())
        writer: Any = SimWriter(self.store, evening, self.loop)  # type: ignore[arg-type]
        self.people = SimPeople(self.store, evening.clock, writer, self.floor, settings)  # type: ignore[arg-type]
        self.runner = Runner(self.floor, writer, evening.clock, self.people.take)
        with self.loop.running():
            self.runner.start()

    def end(self) -> None:
        """End without a last write, as a killed process does; the caller has cut the disk off."""
        self.loop.drop()
        for opened in (self.store._reader, self.store._db, self.store._owned):
            with suppress(apsw.Error):
                opened.close()  # type: ignore[union-attr]


class Evening:
    """The commands of an evening, their answers, and the floor's lives."""

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk, self.folder = disk, folder
        self.now = self.step = self.restarts = 0
        self.sent: dict[str, Key] = {}
        self.answers: dict[str, bytes] = {}
        self._where = self._new_folder()
        self._life: Life | None = None

    # -- what the floor needs ------------------------------------------------------------------------

    def clock(self) -> int:
        return EPOCH + self.now // 1000

    def commit_takes(self) -> int:
        return 1000

    def failed(self, what: str) -> None:
        raise Broken(f"the floor failed: {what}")

    # -- lives ---------------------------------------------------------------------------------------

    @property
    def life(self) -> Life:
        """The floor; opened if it is not open."""
        for _ in range(PATIENCE):
            if self._life is not None:
                break
            self._open()
        assert self._life is not None, "the floor does not open"
        return self._life

    def _open(self) -> None:
        try:
            self._life = Life(self, self._where / "floor.db")
        except (StoreError, apsw.Error) as error:
            # As in `close_in_order`.
            must(isinstance(error, StoreError) or error.__context__ is not None, f"opening the floor failed: {error!r}")
            self._replace_disk()

    def _new_folder(self) -> Path:
        """A folder for the next life's files, named after the process that uses it."""
        return Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=self.folder))

    def _replace_disk(self) -> None:
        """Move the files to a healthy disk for the next process."""
        where = self._new_folder()
        self.disk.move(self._where, where)
        self.tidy()
        self._where = where
        self.restarts += 1

    def tidy(self) -> None:
        """Remove the real files, unless the process that this one was forked from uses them."""
        if self._where.name.startswith(f"{os.getpid()}-"):
            shutil.rmtree(self._where, ignore_errors=True)

    def kill(self) -> None:
        self.disk.life += 1
        if self._life is not None:
            self._life.end()
        self._life = None
        self._replace_disk()

    def _mend(self) -> None:
        """Repair a failing disk, or start the floor again if it fails until then."""
        if self.disk.failing and self.disk.heals:
            self.disk.failing = False
        elif self.disk.failing:
            self.kill()

    def close_in_order(self) -> None:
        """Stop the floor as `pitboss serve` does, with a checkpoint, and open it again."""
        life = self.life
        with life.loop.running():
            stopping = life.loop.create_task(life.runner.stop())
        self._run(life, [stopping], 10)
        with suppress(apsw.Error):  # SQLite passes over what fails while a file is closed; apsw raises it
            life.store.close()
        self.kill()

    # -- commands ------------------------------------------------------------------------------------

    def give(self, *commands: Command) -> list[dict[str, Any]]:
        """Send commands at the same time, each until it is answered."""
        self.step += 1
        keys = []
        for n, (who, fields) in enumerate(commands):
            id = f"command-{self.step}-{n}"
            self.sent[f"{who}:{id}"] = who, id, encode(fields)
            keys.append(f"{who}:{id}")
        results: dict[str, dict[str, Any]] = {}
        for tries in range(TRIES):
            waiting = [key for key in keys if key not in results]
            if not waiting:
                break
            if tries % PATIENCE == PATIENCE - 1:
                self._mend()
            results |= self._send(waiting)
            if len(results) < len(keys):
                self.wait(0.4)
        must(len(results) == len(keys), f"never answered: {commands}, unread: {self.life.floor.unread}")
        return [results[key] for key in keys]

    def do(self, who: str, t: str, **fields: Any) -> dict[str, Any]:
        """One command that must be carried out."""
        result = self.give((who, {"t": t, **fields}))[0]
        must(result["ok"], f"{who} {t} {fields}: {result}")
        return result

    def _send(self, keys: list[str]) -> dict[str, dict[str, Any]]:
        """Send commands once: the answers, without those that may be sent again."""
        life, results = self.life, {}
        with life.loop.running():
            tasks = {}
            for key in keys:
                who, id, raw = self.sent[key]
                person = Who(who, STAFF.get(who, PLAYER))
                tasks[key] = life.loop.create_task(life.runner.do(person, id, raw))
        self._run(life, list(tasks.values()), ANSWERED)
        for key, task in tasks.items():
            if task.done() and not task.result().get("retry"):
                results[key] = task.result()
                self._acknowledged(life, key, encode(task.result()))
        return results

    def _acknowledged(self, life: Life, key: str, answer: bytes) -> None:
        """An answer is on disk when it is given, and stays the same."""
        with self.disk.honest():
            known = life.store.answer(key)
        must(known is not None and known[1] == answer, f"{key} is answered {answer!r}, and on disk is {known}")
        first = self.answers.setdefault(key, answer)
        must(first == answer, f"{key} was answered {first!r}, now {answer!r}")

    # -- time ----------------------------------------------------------------------------------------

    def _run(self, life: Life, tasks: list[asyncio.Task[Any]], seconds: float) -> None:
        """Let the floor run until tasks are done, or time is up."""
        until = self.now + round(seconds * SECOND)
        for _ in range(MAX_TURNS):
            if tasks and all(task.done() for task in tasks):
                return
            if life.loop.ready:
                life.loop.turn()
                continue
            due = life.loop.due()
            if due is None or due > until:
                self.now = until
                return
            self.now = max(self.now, due)
            life.loop.fire()
        raise Broken("the floor does not come to rest")

    def wait(self, seconds: float) -> None:
        self._run(self.life, [], seconds)

    def until(self, holds: Callable[[Floor], bool], what: str) -> None:
        """Let time pass until something holds of the floor; tables that were not read hold nothing."""
        for tries in range(TRIES):
            with suppress(KeyError):
                if holds(self.life.floor):
                    return
            if tries % PATIENCE == PATIENCE - 1:
                self._mend()
            self.wait(0.5)
        raise Broken(f"{what}: this did not come")

    # -- at the end ----------------------------------------------------------------------------------

    def end(self) -> dict[str, Any]:
        """Send every command again, check the file, and return the outcome: accounts, events and answers."""
        for key, answer in list(self.answers.items()):
            again = self._send([key])
            must(encode(again.get(key)) == answer, f"{key} was answered {answer!r}, and again {again.get(key)}")
        store = self.life.store
        faults = [*verify(store).faults, *(fault for one in check_rounds(store) for fault in one.faults)]
        must(not faults, f"the database does not verify: {faults[:3]}")
        done: dict[str, list[str]] = defaultdict(list)
        for event in store.all_events(0, 1_000_000):
            if event.cmd:
                done[event.cmd].append(f"{event.stream}/{event.type}")
        money = {account: balance for account, _, balance in store.accounts() if balance}
        caused = {key: [one for one in done.get(key, []) if not one.endswith("/resumed")] for key in self.sent}
        return {"money": money, "caused": caused, "answered": sorted(self.answers)}
