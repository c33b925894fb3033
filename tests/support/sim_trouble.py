"""What goes wrong in a simulated world besides kills: a disk that cannot be read, a page that rots, desks that fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from support.sim_disk import AFTER, ANY_TIME, BEFORE, DURING
from support.sim_door import GOOD, NAMES, join
from support.sim_loop import SECOND, Chance

if TYPE_CHECKING:
    from floor.simulation import Server

    from support.sim_checks import Checks
    from support.sim_people import Terminal

# How long people play, in seconds.
PLAYED = 45


class Sabotage(Exception):
    """Something of ours that fails on purpose."""


class Troubles:
    """The side of a world that makes trouble."""

    seed: int
    now: int
    chance: Chance
    checks: Checks
    server: Server | None
    tables: list[str]
    terminals: list[Terminal]
    disk_fails_until: int
    at: Callable[..., None]
    after: Callable[..., None]
    trace: Callable[..., None]
    run_until: Callable[[int], None]
    _aim: Callable[[str], None]
    _break: Callable[[Any], None]
    _disk_fails: Callable[[int], None]

    def troubles(self, seed: int) -> None:
        # Reads that fail come by a chance of their own, so that a seed means what it meant; so do the other faults.
        self.reading, self.reads_fail_until, self.reads_failing = Chance(f"{seed}/reads"), 0, 0
        self.rotting = Chance(f"{seed}/rot")
        # The event that is damaged now, with what it said; the desk that fails on purpose, until when.
        self.rotten: tuple[str, int, bytes] | None = None
        self.sabotage: tuple[str, int] = ("", 0)
        self.faults = 0

    def plan_trouble(self) -> None:
        """Kills, broken lines and a failing disk, over the time that people play."""
        chance = self.chance
        for _ in range(chance.between(1, 4)):
            where = chance.pick([ANY_TIME, BEFORE, DURING, AFTER])
            self.at(chance.between(2, PLAYED - 2) * SECOND + chance.below(SECOND), self._aim, where)
        for _ in range(chance.between(0, 8)):
            self.at(chance.below(PLAYED * SECOND), self._break, chance.pick(self.terminals))
        if chance.percent(25):
            self.at(chance.below(PLAYED * SECOND), self._disk_fails, chance.between(1, 3 * SECOND))
        other = Chance(f"{self.seed}/other trouble")
        for _ in range(other.between(1, 3)):
            self.at(other.below(PLAYED * SECOND), self._reads_fail, other.between(1, 3 * SECOND),
                    other.pick([100, 100, 40, 5]), other.percent(50))
        for _ in range(other.between(0, 4)):
            self.at(other.below(PLAYED * SECOND), self._join, other.pick(NAMES))
        if other.percent(25):
            self.at(other.between(5, PLAYED - 8) * SECOND, self._rot, other.pick(self.tables))
        if other.percent(40):
            self.at(other.below((PLAYED - 8) * SECOND), self._sabotage, other.pick([*self.tables, "cage"]),
                    other.between(1, 12 * SECOND))

    def read_fails(self) -> bool:
        return self.now < self.reads_fail_until and self.reading.percent(self.reads_failing)

    def _reads_fail(self, wait: int, percent: int, writes_too: bool) -> None:
        """For a while some reads fail, or all; with the writes or without them."""
        self.trace("reads fail for", wait / SECOND, percent, writes_too)
        self.reads_fail_until, self.reads_failing = self.now + wait, percent
        if writes_too:
            self.disk_fails_until = max(self.disk_fails_until, self.now + wait // 2)
            self.add_somebody()
        self.checks.counts["reads failing"] += 1

    def add_somebody(self) -> None:
        """Just now of all times."""
        role = self.reading.pick(["dealer", "supervisor"])
        self.terminals[-1].give("add-person", name=self.reading.pick(NAMES), role=role, password=GOOD)

    def _join(self, name: str) -> None:
        if self.server is not None:
            with self.server.loop.running():
                self.server.loop.create_task(join(self.server, name))

    def _rot(self, table: str) -> None:
        """A page of the disk goes bad, and the process with it."""
        if self.server is None or self.rotten is not None or table in self.server.floor.unread:
            return
        found = self.server.store.rot(f"table:{table}")
        if found is None:
            return
        self.trace(table, "rots", found[0])
        self.rotten = table, *found
        self.checks.counts["rotten"] += 1
        self._aim(ANY_TIME)
        self.after(8 * SECOND, self._mend)

    def _mend(self) -> None:
        """What was damaged is put back, and staff have the table tried again."""
        if self.rotten is None:
            return
        if self.server is None:
            return self.after(SECOND, self._mend)
        table, pos, body = self.rotten
        self.server.store.mend(pos, body)
        self.rotten = None
        self.trace(table, "is mended")
        self.terminals[-1].give("try-again", table=table)

    def _sabotage(self, desk: str, wait: int) -> None:
        self.trace(desk, "fails for", wait / SECOND)
        self.sabotage = desk, self.now + wait
        self.checks.counts["sabotaged"] += 1

    def sabotaged(self, desk: str, work: Callable[[], Any]) -> Any:
        """Do something at a desk; for a while it fails there, before it is done or after."""
        failing, until = self.sabotage
        if desk != failing or self.now >= until or desk in (self.server.floor.unread if self.server else ()):
            return work()
        if self.rotting.percent(30):
            return work()
        if self.rotting.percent(50):
            work()
        raise Sabotage(desk)

    def out_of_order(self, name: str) -> None:
        """A desk was left alone: what lies there stays, until somebody tries it again."""
        self.trace(name, "is out of order")
        self.checks.counts["out of order"] += 1
        self.after(5 * SECOND, self.terminals[-1].give_soon, "try-again", name)

    def _all_is_well(self) -> None:
        """The trouble is over; what was left alone is tried again."""
        self.reads_fail_until, self.sabotage = 0, ("", 0)
        while self.server is None:
            self.run_until(self.now + SECOND)
        self._mend()
        for name, known in self.server.floor.unread.items():
            if known.out_of_order:
                self.terminals[-1].give("try-again", table=name)
