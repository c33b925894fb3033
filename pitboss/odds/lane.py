"""The compiled lane: rounds of a game by the hundred million.

A kernel deals real cards, throws real dice, plays as the par sheet says, and tells of each round in which *cells* it
falls: all rounds of a cell bring the same. What that is in cents is not said a second time: the first round that falls
in a cell is played through the round generator, from the very same chance, and what it brings there is what the cell
brings. A kernel is proved equal to the generator by rounds that fall in cells others have taught (`same_cents`)."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.equipment.shoe import Shoe
from pitboss.odds.analysis import Analysis, BestPlay
from pitboss.odds.lane_chance import RoundSource, seed_word
from pitboss.odds.simulate import Part, Simulator, Sums
from pitboss.table.acts import Answer, CutAt, Shuffled
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Cut, Gather
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.odds.simulate import Chunk, Job

Array = np.ndarray[Any, Any]

# What a round brings to a row: wagers, their stakes and their result in cents.
Brought = tuple[int, int, int]
SHOWN = "shown"


class View(NamedTuple):
    """One way to look at a round: so many cells, and the wagers whose rows they tell; None for all other rows."""

    cells: int
    wagers: frozenset[str] | None = None


class OrderedDealer(VirtualDealer):
    """A dealer whose cards come as a kernel deals them: out of the whole pack, which nobody cuts; or, where an order is
    told, in that."""

    order: Sequence[Card] = ()

    def _shuffle(self, t: Table) -> Answer:
        self.shoe = Shoe(self.order) if self.order else Shoe.fresh(t.game.pack(), self.source, commit=False)
        return Shuffled()

    def _cut(self, request: Cut) -> Answer:
        return CutAt(request.least)


class _Looking(BestPlay):
    """Plays best, and keeps what the dealer showed when something was decided."""

    shown: tuple[Card, ...] = ()

    def answer(self, t: Table, request: Asked) -> Answer:
        if type(request) is not Gather:
            self.shown = tuple(t.open_cards(DEALER))
        return super().answer(t, request)


class Lane(ABC):
    """Rounds of one game under one analysis, for the rows that are counted."""

    def __init__(self, analysis: Analysis[Any], job: Job) -> None:
        self.analysis, self.job, self.rows = analysis, job, job.rows
        self.game = analysis.game
        self.pack = tuple(self.game.pack())
        self._lock = threading.Lock()

    # -- what a family says ------------------------------------------------------------------------------

    @abstractmethod
    def views(self) -> tuple[View, ...]:
        """The views that its kernel tells the cells of, one after another."""

    @abstractmethod
    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        """Play rounds by their numbers from `first` on: add to `counts` how many fall in each cell, and note in `seen`
        the last of them."""

    def ready(self) -> None:
        """Have everything compiled."""
        self.cells_of(seed_word(0), 0, 1)

    # -- rounds ------------------------------------------------------------------------------------------

    def play(self, job: Job, chunk: Chunk) -> Part:
        """The sums over one chunk. Threads may play several at once."""
        seed = seed_word(job.seed)
        counts, seen = self.cells_of(seed, chunk.number * job.chunk, chunk.rounds)
        with self._lock:
            self.learn(seed, counts, seen)
            return Part(chunk.rounds, tuple(self._sums(number, counts) for number in range(len(self.rows))))

    def cells_of(self, seed: np.uint64, first: int, rounds: int) -> tuple[Array, Array]:
        counts, seen = np.zeros(self.starts[-1], np.int64), np.full(self.starts[-1], -1, np.int64)
        self.count(seed, first, rounds, counts, seen)
        return counts, seen

    @cached_property
    def starts(self) -> list[int]:
        """Where the cells of each view start, and where the last end."""
        return [0, *np.cumsum([view.cells for view in self.views()]).tolist()]

    @cached_property
    def view_of(self) -> list[int]:
        """The view that tells each row."""
        views = self.views()
        rest = next(number for number, view in enumerate(views) if view.wagers is None)
        return [
            next((number for number, view in enumerate(views)
                  if view.wagers is not None and row.includes and view.wagers.issuperset(row.includes)), rest)
            for row in self.rows
        ]

    # -- what cells bring ----------------------------------------------------------------------------------

    @cached_property
    def _codes(self) -> list[Array]:
        """For each row, which of its ends a cell is; -1 where that is not known yet."""
        return [np.full(self.starts[-1], -1, np.int32) for _ in self.rows]

    @cached_property
    def _ends(self) -> list[dict[Brought | None, int]]:
        """For each row, all that a round may bring it; None where nothing of it was made."""
        return [{} for _ in self.rows]

    @cached_property
    def known(self) -> Array:
        return np.zeros(self.starts[-1], np.bool_)

    def learn(self, seed: np.uint64, counts: Array, seen: Array) -> None:
        """Let the generator play a round of every cell that is new."""
        played: dict[int, Mapping[int, Brought]] = {}
        for cell in np.flatnonzero((counts > 0) & ~self.known).tolist():
            number = int(seen[cell])
            brought = played.get(number)
            if brought is None:
                brought = played[number] = self.by_generator(seed, number)
            for row, view in enumerate(self.view_of):
                if self.starts[view] <= cell < self.starts[view + 1]:
                    ends = self._ends[row]
                    self._codes[row][cell] = ends.setdefault(brought.get(row), len(ends))
            self.known[cell] = True

    def by_generator(self, seed: np.uint64, number: int) -> Mapping[int, Brought]:
        """What a round brings to each row when the table itself plays it."""
        simulator = Simulator(self.analysis, self.job)
        dealer = OrderedDealer(RoundSource(seed, number), BestPlay(self.analysis))
        return simulator.one_round(dealer)

    def by_kernel(self, seed: np.uint64, number: int) -> Mapping[int, Brought]:
        """What the cells of a round bring to each row, as learned from other rounds."""
        counts, _ = self.cells_of(seed, number, 1)
        brought: dict[int, Brought] = {}
        for row, view in enumerate(self.view_of):
            start, end = self.starts[view], self.starts[view + 1]
            code = int(self._codes[row][start + int(np.argmax(counts[start:end]))])
            end_of = list(self._ends[row])[code] if code >= 0 else None
            if end_of is not None:
                brought[row] = end_of
        return brought

    def _sums(self, row: int, counts: Array) -> Sums:
        view = self.view_of[row]
        where = slice(self.starts[view], self.starts[view + 1])
        here = counts[where]
        some = np.flatnonzero(here)
        many = np.bincount(self._codes[row][where][some], weights=here[some], minlength=len(self._ends[row]))
        sums = [0] * len(Sums._fields)
        for brought, times in zip(self._ends[row], many.astype(np.int64).tolist(), strict=True):
            if brought is not None and times:
                wagers, stake, net = brought
                more = (wagers, stake, net, 1, stake * stake, stake * net, net * net)
                sums = [one + times * other for one, other in zip(sums, more, strict=True)]
        return Sums(*sums)

    # -- what cards go where -------------------------------------------------------------------------------

    def dealt(self, order: Sequence[Card]) -> tuple[Table, _Looking]:
        """A table after a round whose cards came in this order, and who played there."""
        table, player = Table(self.game), _Looking(self.analysis)
        dealer = OrderedDealer(SeededSource(0), player)
        dealer.order = tuple(order)
        drive(table, dealer)
        return table, player

    def places_of(self, order: Sequence[Card]) -> dict[str, list[int]]:
        """Where in this order, of cards that all differ where it matters, the cards lie that each hand has at the end
        of a round; and under `SHOWN`, those of the dealer's that lie open when something is decided."""
        table, player = self.dealt(order)
        hands = {name: tuple(hand.cards) for name, hand in table.hands.items()} | {SHOWN: player.shown}
        return {name: [order.index(card) for card in cards] for name, cards in hands.items()}


class Difference(NamedTuple):
    """A round that kernel and generator do not agree about."""

    number: int
    kernel: Mapping[int, Brought]
    generator: Mapping[int, Brought]


def same_cents(lane: Lane, rounds: int, seed: int = 1, taught: int = 400_000) -> Iterator[Difference]:
    """Play the same cards through kernel and generator; the rounds about which they differ. What cells bring is learned
    beforehand, from rounds of another seed."""
    others, own = seed_word(seed + 1), seed_word(seed)
    lane.learn(others, *lane.cells_of(others, 0, taught))
    lane.learn(own, *lane.cells_of(own, 0, rounds))
    for number in range(rounds):
        kernel, generator = lane.by_kernel(own, number), lane.by_generator(own, number)
        if kernel != generator:
            yield Difference(number, kernel, generator)
