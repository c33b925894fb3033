"""Compiled throws of craps. A round is one throw and wagers outlive it, so what has a number, chance of its own and is
compared with the generator is a *stretch*: from an empty layout to the throw that leaves nothing undecided."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.law import Result
from pitboss.odds.analysis import BestPlay
from pitboss.odds.craps import DICE, CrapsOdds
from pitboss.odds.lane import Array, Brought, Lane, View
from pitboss.odds.lane_chance import RoundSource, begin, below, seed_word
from pitboss.odds.simulate import Part, Simulator, Sums
from pitboss.rulebooks.qld.s04_craps_layout import ODDS_ON, Throw
from pitboss.table.house import VirtualDealer

if TYPE_CHECKING:
    from pitboss.odds.simulate import Chunk, Job

OVER = -1


class CrapsLane(Lane):
    """A cell is what one throw does to wagers that are settled together, as the game says of each: to line bets with
    their odds, to come bets with theirs, and to every other wager by itself, with whether it was only just made (who
    buys pays for it then). What a row has of a stretch is the sum over its throws.

    The state of a table is its point and the numbers that come bets wait for: all else lies there at every throw."""

    analysis: CrapsOdds

    def __init__(self, analysis: CrapsOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.points = (None, *sorted(analysis.points))
        self.numbers = self.points[1:]
        names: dict[bool | None, list[str]] = {}
        for come_out, (name, _) in analysis.standing:
            names.setdefault(come_out, []).append(name)
        # Made before a come out roll, once there is a point, and at any time.
        self.line, self.come, self.others = (tuple(names[when]) for when in (True, False, None))
        self.result = cache(analysis.game.result)
        self.results = cache(self._results)

    # -- what throws do ----------------------------------------------------------------------------------

    def _results(self, names: tuple[str, ...], throw: Throw, point: int | None = None) -> tuple[Result | None, ...]:
        return tuple(self.result(name, throw, point) for name in names)

    def way(self, point: int | None, waiting: int, throw: Throw) -> tuple[int, Hashable, Hashable]:
        """What a throw makes of a state: the one after it, and what tells its line bets and its come bets apart."""
        line = self.results(self.line, throw, point)
        new = () if throw.come_out else self.results(self.come, throw)
        own = [number for at, number in enumerate(self.numbers) if waiting >> at & 1]
        ends = {number: self.results(self.come, throw, number) for number in own}
        decided = {number: end for number, end in ends.items() if None not in end}
        left = [number for number in own if number not in decided] + [throw.total] * (None in new)
        after = self.points.index(self.analysis.table_point(point, throw)) << len(self.numbers)
        after += sum(1 << self.numbers.index(number) for number in left)
        if not (left or None in line or None in self.results(self.others, throw)):
            after = OVER
        return after, (point, line), (throw.come_out, new, *decided.items())

    @cached_property
    def ways(self) -> tuple[Array, list[list[Hashable]]]:
        """For every state and throw the state after it, both cells, and whether it is a come out roll; then what those
        cells are."""
        grid = np.empty((4, len(self.points) << len(self.numbers), len(DICE)), np.int64)
        cells: list[dict[Hashable, int]] = [{}, {}]
        of = cache(self.way)
        for state in range(grid.shape[1]):
            place, waiting = divmod(state, 1 << len(self.numbers))
            for at, dice in enumerate(DICE):
                after, *keys = of(self.points[place], waiting, self.game.thrown(dice, place == 0))
                numbers = (known.setdefault(key, len(known)) for known, key in zip(cells, keys, strict=True))
                grid[:, state, at] = after, *numbers, place == 0
        return grid, [list(known) for known in cells]

    @cached_property
    def ends_of(self) -> list[list[Result | None]]:
        """For every other wager, what may become of it; first that nothing does."""
        throws = {self.game.thrown(dice, come_out) for dice in DICE for come_out in (True, False)}
        return [list(dict.fromkeys((None, *(self.result(name, throw) for throw in throws)))) for name in self.others]

    def views(self) -> tuple[View, ...]:
        line, come = self.ways[1]
        with_odds = frozenset(self.line) | {ODDS_ON[name] for name in self.line}
        singles = (View(2 * len(ends), frozenset({name}))
                   for name, ends in zip(self.others, self.ends_of, strict=True))
        return View(len(line), with_odds), View(len(come)), *singles

    @cached_property
    def tables(self) -> tuple[Array, Array, Array]:
        """The ways of all states; for every other wager its cells by throw, on come out rolls last; and the cell in
        which it waits."""
        grid = self.ways[0].copy()
        grid[2] += self.starts[1]
        starts = self.starts[2:-1]
        singles = [
            [[start + 2 * ends.index(self.result(name, self.game.thrown(dice, come_out))) for dice in DICE]
             for come_out in (False, True)]
            for name, ends, start in zip(self.others, self.ends_of, starts, strict=True)
        ]
        return grid, np.array(singles, np.int64), np.array(starts, np.int64)

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        """As many stretches as it takes for so many throws."""
        count_stretches(*self.tables, seed, first, rounds, counts, seen)

    def ready(self) -> None:
        self.by_kernel(seed_word(0), 0)

    # -- what they bring ---------------------------------------------------------------------------------

    @cached_property
    def brings(self) -> Array:
        """By row and cell: whether it has a part in it, wagers, stakes and results."""
        return np.zeros((len(self.rows), self.starts[-1], 4), np.int64)

    def by_throw(self, seed: np.uint64, number: int) -> Iterator[Mapping[int, Brought]]:
        """What each throw of a stretch brings when the table itself plays it."""
        simulator = Simulator(self.analysis, self.job)
        dealer = VirtualDealer(RoundSource(seed, number), BestPlay(self.analysis))
        while not simulator.rounds or simulator.undecided:
            yield simulator.one_round(dealer)
            simulator.end_stretch()

    def cells_by_throw(self, seed: np.uint64, number: int) -> Iterator[list[int]]:
        """The cells of each throw of a stretch, a cell for each view."""
        grid, singles, waits = self.tables
        state, cells, fresh = np.empty(1, np.uint64), np.empty(2 + len(singles), np.int64), np.ones_like(waits)
        begin(state, seed, number)
        at = 0
        while at != OVER:
            at = throw_dice(grid, singles, waits, state, at, fresh, cells)
            yield cells.tolist()

    def learn(self, seed: np.uint64, counts: Array, seen: Array) -> None:
        """Let the generator play a stretch with every cell that is new; it tells of all its throws."""
        for new in np.flatnonzero((counts > 0) & ~self.known).tolist():
            if self.known[new]:
                continue
            number = int(seen[new])
            for cells, brought in zip(self.cells_by_throw(seed, number), self.by_throw(seed, number), strict=True):
                for row, view in enumerate(self.view_of):
                    if row in brought and not self.known[cells[view]]:
                        self.brings[row, cells[view]] = 1, *brought[row]
                self.known[cells] = True

    def by_generator(self, seed: np.uint64, number: int) -> Mapping[int, Brought]:
        whole: dict[int, Brought] = {}
        for brought in self.by_throw(seed, number):
            for row, (wagers, stake, net) in brought.items():
                before = whole.get(row, (0, 0, 0))
                whole[row] = before[0] + wagers, before[1] + stake, before[2] + net
        return whole

    def by_kernel(self, seed: np.uint64, number: int) -> Mapping[int, Brought]:
        self.learn(seed, *self.cells_of(seed, number, 1))
        sums = self.sums_of(seed, number, 1)
        return {row: (one.wagers, one.stake, one.net) for row, one in enumerate(sums) if one.stretches}

    def play(self, job: Job, chunk: Chunk) -> Part:
        """The sums over one chunk, and over as many more throws as its last stretch takes."""
        seed, first = seed_word(job.seed), chunk.number * job.chunk
        counts, seen = self.cells_of(seed, first, chunk.rounds)
        with self._lock:
            self.learn(seed, counts, seen)
        return Part(int(counts[:self.starts[1]].sum()), self.sums_of(seed, first, chunk.rounds))

    def sums_of(self, seed: np.uint64, first: int, rounds: int) -> tuple[Sums, ...]:
        """The sums over the stretches that make so many throws: counted in the largest unit of money that all which a
        row may bring is whole in, lest squares grow too large."""
        money = np.gcd.reduce(self.brings[:, :, 2:].reshape(len(self.rows), -1), axis=1)
        units = np.maximum(money, 1)
        brings = self.brings.copy()
        brings[:, :, 2:] //= units[:, None, None]
        sums = np.zeros((len(self.rows), len(Sums._fields)), np.int64)
        some = np.flatnonzero(brings[:, :, 0].any(axis=1))
        add_stretches(*self.tables, brings, some, np.array(self.view_of), seed, first, rounds, sums)
        powers = (0, 1, 1, 0, 2, 2, 2)
        return tuple(
            Sums(*(number * unit**power for number, power in zip(row, powers, strict=True)))
            for row, unit in zip(sums.tolist(), units.tolist(), strict=True)
        )


@compiled
def throw_dice(
    grid: Array, singles: Array, waits: Array, state: Array, at: int, fresh: Array, cells: Array
) -> int:
    """Throw; note the cell of each view, and which wagers are made anew after it. Gives the state of the table then."""
    dice = 6 * below(state, 6)
    dice += below(state, 6)
    cells[0], cells[1] = grid[1, at, dice], grid[2, at, dice]
    for one in range(len(singles)):
        cell = singles[one, grid[3, at, dice], dice]
        cells[2 + one] = cell + fresh[one]
        fresh[one] = 1 if cell != waits[one] else 0
    return grid[0, at, dice]  # type: ignore[no-any-return]


@compiled
def count_stretches(
    grid: Array, singles: Array, waits: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array
) -> None:
    state, cells, fresh = np.empty(1, np.uint64), np.empty(2 + len(singles), np.int64), np.ones_like(waits)
    number, thrown = first, 0
    while thrown < rounds:
        begin(state, seed, number)
        fresh[:] = 1
        at = 0
        while at != OVER:
            at = throw_dice(grid, singles, waits, state, at, fresh, cells)
            thrown += 1
            for cell in cells:
                counts[cell] += 1
                seen[cell] = number
        number += 1


@compiled
def add_stretches(
    grid: Array, singles: Array, waits: Array, brings: Array, some: Array, view_of: Array,
    seed: np.uint64, first: int, rounds: int, sums: Array,
) -> None:
    """Add to the sums of some rows, as `Sums` has them, what stretches bring."""
    state, cells, fresh = np.empty(1, np.uint64), np.empty(2 + len(singles), np.int64), np.ones_like(waits)
    stretch = np.empty((len(brings), 4), np.int64)
    number, thrown = first, 0
    while thrown < rounds:
        begin(state, seed, number)
        fresh[:] = 1
        stretch[:] = 0
        at = 0
        while at != OVER:
            at = throw_dice(grid, singles, waits, state, at, fresh, cells)
            thrown += 1
            for row in some:
                here = brings[row, cells[view_of[row]]]
                for part in range(4):
                    stretch[row, part] += here[part]
        for row in some:
            there, wagers, stake, net = stretch[row]
            if there:
                total = sums[row]
                total[0] += wagers
                total[1] += stake
                total[2] += net
                total[3] += 1
                total[4] += stake * stake
                total[5] += stake * net
                total[6] += net * net
        number += 1
