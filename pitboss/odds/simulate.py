"""Simulation through the very rounds that a table plays, to be set beside the exact figures.

The work is cut into chunks. What a chunk gives depends on the job and its number alone, and is made of integer
sums: however many workers share the chunks, and in whatever order they finish, the result is the same.

>>> from pitboss.odds.simulate import simulate
>>> simulate("qld/roulette", 2000, seed=1).row("red").inside(0.99)
True
"""

from __future__ import annotations

import math
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import msgspec

from pitboss.equipment.rng import SeededSource
from pitboss.law.results import LOSE, SURRENDER
from pitboss.money import Cents
from pitboss.odds import analyse, analysis_of
from pitboss.odds.analysis import Analysis, BadQuestion, BestPlay
from pitboss.odds.jobs import Work
from pitboss.odds.par import ParSheet, WagerPar
from pitboss.rulebooks import games
from pitboss.table.driver import drive
from pitboss.table.facts import Charged, Settled
from pitboss.table.game import Game
from pitboss.table.house import VirtualDealer
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane

METHOD, COMPILED = "round generator", "compiled kernel"
# Rounds in a chunk. Another size would be another sample.
CHUNK = 1000
# Of compiled rounds, which have their numbers: another size would be the same sample.
COMPILED_CHUNK = 500_000
# A chunk goes on past its rounds until nothing hangs over; no table needs as many as this.
MOST_OVER = 100_000
# Analyses that a process holds on to: a worker of a cluster may serve several simulations at once.
MOST_READY = 4
FRESH, DEALT_OUT = "fresh", "dealt-out"
# How many standard errors reach to either side, by the confidence they give.
REACH = {0.95: 1.959964, 0.99: 2.575829}


class CountedRow(NamedTuple):
    """What a row of the par sheet counts: stakes on `unit`, and what the wagers in `includes` bring."""

    unit: str
    includes: tuple[str, ...]


class Job(msgspec.Struct, frozen=True):
    """What is simulated: with the number of a chunk, all that its rounds depend on."""

    game: str
    options: dict[str, str]
    settings: tuple[str, ...]
    seed: int
    shoe: str
    rows: tuple[CountedRow, ...]
    # True where compiled code plays it.
    compiled: bool = False

    @property
    def method(self) -> str:
        return COMPILED if self.compiled else METHOD

    @property
    def chunk(self) -> int:
        """How many rounds are a chunk of it."""
        return COMPILED_CHUNK if self.compiled else CHUNK


class Chunk(NamedTuple):
    number: int
    rounds: int


class Sums(NamedTuple):
    """Sums for one row: over wagers decided, their stakes and what they brought; and over the stretches of play in
    which they were made, the squares and the product of stake and result of each stretch."""

    wagers: int = 0
    stake: Cents = 0
    net: Cents = 0
    stretches: int = 0
    stake_stake: int = 0
    stake_net: int = 0
    net_net: int = 0

    def plus(self, other: Sums) -> Sums:
        return Sums(*map(sum, zip(self, other, strict=True)))


class Part(NamedTuple):
    """What a chunk gives, or several together."""

    rounds: int
    rows: tuple[Sums, ...]

    def plus(self, other: Part) -> Part:
        rows = tuple(mine.plus(more) for mine, more in zip(self.rows, other.rows, strict=True))
        return Part(self.rounds + other.rounds, rows)


Parts: TypeAlias = Generator[Part, None, None]


class Engine(Protocol):
    """Whatever plays chunks, in any order."""

    def play(self, job: Job, chunks: Iterator[Chunk]) -> Parts: ...

    def where(self, job: Job) -> str:
        """On what it plays, in words."""


class Here:
    """Plays chunks one after another in this process."""

    def where(self, job: Job) -> str:
        return "1 thread" if job.compiled else "1 process"

    def play(self, job: Job, chunks: Iterator[Chunk]) -> Parts:
        for chunk in chunks:
            yield play_chunk(job, chunk)


def chunks(rounds: int, size: int = CHUNK) -> Iterator[Chunk]:
    """The chunks that make so many rounds.

    >>> list(chunks(2500))
    [Chunk(number=0, rounds=1000), Chunk(number=1, rounds=1000), Chunk(number=2, rounds=500)]
    """
    for number in range(-(-rounds // size)):
        yield Chunk(number, min(size, rounds - number * size))


# -- playing a chunk ---------------------------------------------------------------------------------------

_ready: dict[bytes, Analysis[Any]] = {}
_lanes: dict[bytes, Lane] = {}
_one_at_a_time = threading.Lock()


def play_chunk(job: Job, chunk: Chunk) -> Part:
    """The sums over one chunk. Nothing but the arguments has a say in them."""
    if job.compiled:
        return lane_of(job).play(job, chunk)
    with _one_at_a_time:
        return Simulator(_analysis(job), job).play(chunk)


def lane_of(job: Job) -> Lane:
    """The compiled rounds of a job, ready to be played by any number of threads."""
    with _one_at_a_time:
        known = _lanes.get(_key(job))
        if known is None:
            known = _analysis(job).lane(job)
            assert known is not None, f"{job.game} is not in the compiled lane"
            if len(_lanes) > MOST_READY:
                _lanes.clear()
            _lanes[_key(job)] = known
        return known


def _analysis(job: Job) -> Analysis[Any]:
    """Best play for a job, made once in a process: from the counts in the cache, where there are any."""
    if _key(job) not in _ready:
        _keep(job, analyse(job.game, job.options, job.settings))
    return _ready[_key(job)]


def _keep(job: Job, analysis: Analysis[Any]) -> None:
    if len(_ready) > MOST_READY:
        _ready.clear()
    _ready[_key(job)] = analysis
    _lanes.pop(_key(job), None)


def _key(job: Job) -> bytes:
    """Of what is played, and for a lane of what is counted."""
    return msgspec.json.encode((job.game, job.options, job.settings, job.rows if job.compiled else ()))


class Simulator:
    """A table with virtual equipment and one player who plays best, and the counts of what came of it.

    What is counted together is a stretch of play: a round, or as many as it takes until nothing hangs over, for
    wagers that stand together and rounds out of one shoe have to do with each other. Stretches do not."""

    def __init__(self, analysis: Analysis[Any], job: Job) -> None:
        self.analysis, self.job = analysis, job
        self.game: Game = analysis.game
        self.table = Table(self.game)
        self.rounds = 0
        self.sums = [[0] * len(Sums._fields) for _ in job.rows]
        # Wagers, stakes and results of the rows in the stretch so far.
        self._stretch: dict[int, list[int]] = {}
        # The rows in which a settled wager's stake counts, and those in which its result does, by its name and by the
        # row that the round is played for, where rows have their turns.
        self._counts: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
        self._turn = ""

    def one_round(self, dealer: VirtualDealer) -> dict[int, tuple[int, int, int]]:
        """Wagers, stakes and results of the rows in one round from whatever equipment a dealer has."""
        drive(self.table, dealer)
        self.count()
        return {row: (wagers, stake, net) for row, (wagers, stake, net) in self._stretch.items()}

    def play(self, chunk: Chunk) -> Part:
        """The rounds of a chunk, and as many more as its last stretch takes."""
        t = self.table
        dealer = VirtualDealer(SeededSource(f"{self.job.seed} {chunk.number}"), BestPlay(self.analysis))
        keeps_shoe, shoe, turns = self.job.shoe == DEALT_OUT, dealer.shoe, self.analysis.turns()
        for _ in range(chunk.rounds + MOST_OVER):
            if not (keeps_shoe or self.game.wagers_stand):
                t.state = self.game.opening_state()
            if turns:
                self._turn = turns[self.rounds % len(turns)]
                self.analysis.sit(t, self._turn)
            drive(t, dealer)
            if keeps_shoe and dealer.shoe is not shoe:
                self.end_stretch()
                if self.rounds >= chunk.rounds:
                    # The round that opened another shoe is left out.
                    return self.part
                shoe = dealer.shoe
            self.count()
            if not (keeps_shoe or self.undecided):
                self.end_stretch()
                if self.rounds >= chunk.rounds:
                    return self.part
        raise RuntimeError(f"{self.game.id}: wagers stand undecided, or the shoe never ends")

    @property
    def part(self) -> Part:
        return Part(self.rounds, tuple(Sums(*row) for row in self.sums))

    @property
    def undecided(self) -> bool:
        """Does a wager lie on the layout that the last round did not decide? (Winners at roulette stay there.)"""
        t = self.table
        return bool(t.wagers) and not {w.kind for w in t.wagers.values()} <= {line.wager for line in t.lines}

    def count(self) -> None:
        """Count the round that was just played."""
        t, stretch = self.table, self._stretch
        self.rounds += 1
        for line in t.lines:
            staked, _ = self._counts.get((self._turn, line.wager)) or self._rows_of(line.wager)
            for row in staked:
                sums = stretch.setdefault(row, [0, 0, 0])
                sums[0] += 1
                sums[1] += line.stake
            self._bring(line.wager, brings(line))
        if t.commission:
            for event in t.events:
                if type(event) is Charged:
                    self._bring(event.wager, -event.amount)

    def _bring(self, wager: str, net: Cents) -> None:
        _, brought = self._counts.get((self._turn, wager)) or self._rows_of(wager)
        for row in brought:
            self._stretch.setdefault(row, [0, 0, 0])[2] += net

    def end_stretch(self) -> None:
        """Add the stretch to the sums."""
        for row, (wagers, stake, net) in self._stretch.items():
            more = (wagers, stake, net, 1, stake * stake, stake * net, net * net)
            self.sums[row] = [one + other for one, other in zip(self.sums[row], more, strict=True)]
        self._stretch = {}

    def _rows_of(self, wager: str) -> tuple[list[int], list[int]]:
        name = wager if wager in self.game.sides else self.analysis.row_of(wager)
        rows = self.job.rows
        staked = [number for number, row in enumerate(rows) if row.unit == name]
        brought = [number for number, row in enumerate(rows) if name in row.includes]
        self._counts[self._turn, wager] = staked, brought
        return staked, brought


def brings(line: Settled) -> Cents:
    """What a decided wager brings its player beyond the stake."""
    if line.outcome == LOSE:
        return -line.stake
    if line.outcome == SURRENDER:
        return -(line.stake // 2)
    return line.pays


# -- what was measured -------------------------------------------------------------------------------------


class MeasuredRow(msgspec.Struct, frozen=True):
    """A row of the par sheet with what the simulation says of it.

    The edge is a ratio of sums, money lost over money staked, so that a wager which is not made in every round,
    or twice in one, is measured as it should be. Everything is None that too few wagers can tell."""

    par: WagerPar
    sums: Sums

    @property
    def house_edge(self) -> float | None:
        return -self.sums.net / self.sums.stake if self.sums.stake else None

    @property
    def std_error(self) -> float | None:
        """Of the ratio, from what is left in each stretch of play when it is taken off."""
        _, stake, net, stretches, stake_stake, stake_net, net_net = self.sums
        if stretches < 2 or not stake:
            return None
        squares = net_net * stake**2 - 2 * stake_net * stake * net + stake_stake * net**2
        return math.sqrt(Fraction(squares * stretches, stake**4 * (stretches - 1))) or None

    @property
    def z(self) -> float | None:
        """How many standard errors the simulated edge lies above the exact one."""
        if self.house_edge is None or self.std_error is None:
            return None
        return (self.house_edge - float(self.par.house_edge)) / self.std_error

    def interval(self, confidence: float) -> tuple[float, float] | None:
        if self.house_edge is None or self.std_error is None:
            return None
        reach = REACH[confidence] * self.std_error
        return self.house_edge - reach, self.house_edge + reach

    def inside(self, confidence: float) -> bool | None:
        """Does the exact edge lie in the interval?"""
        interval = self.interval(confidence)
        return None if interval is None else interval[0] <= self.par.house_edge <= interval[1]


class Simulation:
    """A simulation on its way, and what it has measured so far."""

    def __init__(self, sheet: ParSheet, job: Job, rounds: int) -> None:
        self.sheet, self.job, self.asked = sheet, job, rounds
        self.part = Part(0, tuple(Sums() for _ in job.rows))
        self.complete = False
        # So many rows have their turns, one round after another.
        self.turns = 0
        # Why the generator played what compiled code was asked to; "" where it was not asked, or did.
        self.left_lane = ""
        # The one wager that is asked about; "" for all.
        self.wager = ""

    def play(self, engine: Engine) -> Generator[int, None, None]:
        """Play it; after each chunk, how many rounds there are. What is measured is whole at any moment."""
        with closing(engine.play(self.job, chunks(self.asked, self.job.chunk))) as parts:
            for part in parts:
                self.part = self.part.plus(part)
                yield self.part.rounds
        self.complete = True

    @property
    def rounds(self) -> int:
        return self.part.rounds

    @property
    def rows(self) -> tuple[MeasuredRow, ...]:
        measured = map(MeasuredRow, self.sheet.wagers, self.part.rows)
        return tuple(row for row in measured if self.wager in ("", row.par.wager))

    def row(self, wager: str) -> MeasuredRow:
        return next(row for row in self.rows if row.par.wager == wager)


def prepare(
    id: str,
    rounds: int,
    *,
    seed: int,
    options: Mapping[str, str] | None = None,
    settings: Iterable[str] = (),
    shoe: str = FRESH,
    work: Work | None = None,
    compiled: bool = False,
) -> Simulation:
    """A simulation ready to be played. The exact figures are made here, so that workers find their counts.
    Compiled code plays it where that is asked for and the game is in its lane (`Job.compiled` tells)."""
    if rounds < 1:
        raise BadQuestion(f"{rounds} rounds tell nothing; 1 or more")
    settings = tuple(settings)
    analysis = analyse(id, options, settings, work=work)
    _check_shoe(analysis.game, shoe)
    rows = tuple(_counted(analysis, row) for row in analysis.sheet.wagers)
    job = Job(id, dict(options or {}), settings, seed, shoe, rows)
    left_lane = _left_lane(analysis, job) if compiled else ""
    job = msgspec.structs.replace(job, compiled=compiled and not left_lane)
    _keep(job, analysis)
    if job.compiled:
        lane_of(job).ready()
    simulation = Simulation(analysis.sheet, job, rounds)
    simulation.left_lane = left_lane
    simulation.turns = len(analysis.turns())
    return simulation


def _left_lane(analysis: Analysis[Any], job: Job) -> str:
    """Why compiled code cannot play a job; "" where it can."""
    if job.shoe != FRESH:
        return "compiled rounds are dealt from fresh shoes: these were played through the round generator"
    if analysis.lane(job) is None:
        return f"{job.game} is not compiled and was played through the round generator; compiled are " + ", ".join(
            compiled_games())
    return ""


def compiled_games() -> list[str]:
    """The games that compiled code plays."""
    return [id for id, game in games().items() if analysis_of(game).lane is not Analysis.lane]


def _counted(analysis: Analysis[Any], row: WagerPar) -> CountedRow:
    if row.wager in analysis.other_play:
        return CountedRow("", ())
    if row.wager in analysis.turns():
        return CountedRow(analysis.unit_of(row.wager), (row.wager,))
    return CountedRow(row.wager if row.per == "wager" else row.per, row.includes or (row.wager,))


def simulate(
    id: str,
    rounds: int,
    *,
    seed: int,
    options: Mapping[str, str] | None = None,
    settings: Iterable[str] = (),
    shoe: str = FRESH,
    engine: Engine | None = None,
    compiled: bool = False,
) -> Simulation:
    """Play so many rounds and measure every row of the par sheet."""
    simulation = prepare(id, rounds, seed=seed, options=options, settings=settings, shoe=shoe, compiled=compiled)
    for _ in simulation.play(engine or Here()):
        pass
    return simulation


def _check_shoe(game: Game, shoe: str) -> None:
    if shoe not in (FRESH, DEALT_OUT):
        raise BadQuestion(f"--shoe {shoe!r} is neither {FRESH} nor {DEALT_OUT}")
    if shoe == DEALT_OUT and game.options.get("shoe") != "shoe":
        raise BadQuestion(f"{game.id} has no shoe to deal out at this table; leave --shoe out")
