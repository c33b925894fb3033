"""Counts behind the boards of a game with community cards, kept on disk, and the decision after the flop from them."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pitboss.hands.kernels import HIGH
from pitboss.hands.poker import Category
from pitboss.odds import community_kernel as kernel
from pitboss.odds.cache import Arrays, key
from pitboss.odds.community_boards import HOLES, boards, flops_of_turns, pairs, situations
from pitboss.odds.community_plan import Array, Law, StreetPlan
from pitboss.odds.jobs import Work, counted, in_threads

# Raised when counts under the same key would come out otherwise.
VERSION = 2
# Boards of four cards, up to suits.
TURNS = 16432
BOARDS_AT_ONCE = 128
# Decisions after the flop are made in so many parts.
FLOP_PARTS = 8


class TurnCount:
    """The count behind all boards of four cards, with whatever is decided on turn and river decided."""

    what = "boards"

    def __init__(self, law: Law, river: StreetPlan, turn: StreetPlan) -> None:
        self.law, self.river, self.turn = law, river, turn
        self.key = key("community", VERSION, *HIGH, *law, *river, *turn)
        self.chunks = -(-TURNS // BOARDS_AT_ONCE)
        # All but what the last decision weighs; "" where not that alone is decided.
        alone = len(river.weights) == 2 and len(turn.weights) == 1
        self.but_for_weights = key("decided", VERSION, *HIGH, *law, *river[1:], *turn) if alone else ""

    def blank(self) -> Arrays:
        """Counts by situation after the flop and by cell; what is best on the turn, if that is to be decided, by board
        and pair; and how often, by starting hand and by what it makes. How close decisions on the river are, chunk by
        chunk."""
        plays = len(self.turn.weights)
        return {
            "tight": np.zeros((self.chunks, 2, len(Category), 3)),
            "flops": np.zeros((len(situations().sizes), self.turn.size), np.uint32),
            "habits": np.zeros((len(HOLES), len(Category), plays), np.int64),
            "best": np.zeros((TURNS if plays > 1 else 0, len(pairs().cards)), np.uint8),
        }

    def add(self, chunk: int, into: Arrays) -> None:
        first = chunk * BOARDS_AT_ONCE
        last = min(first + BOARDS_AT_ONCE, TURNS)
        room = kernel.room(self.river, self.turn)
        kernel.count_turns(
            HIGH, first, last, self.turns(), self.law, self.river, self.turn, room, into["flops"], into["habits"],
            into["best"],
        )
        into["tight"][chunk] = room.pairs.tight

    @staticmethod
    def turns() -> kernel.Turns:
        four, flops, two = boards(4), flops_of_turns(), pairs()
        return kernel.Turns(four.cards, four.sizes, flops.flop, flops.suits, two.of, two.hole, situations().of)


class DecidedCount(NamedTuple):
    """Counts, and what decided on the river in them."""

    counts: Arrays
    river: StreetPlan


def decided(job: TurnCount, unit: Fraction | None, work: Work) -> DecidedCount:
    """The counts of a job, or those of another that differs in the odds alone and decides no river otherwise: then
    every hand comes to the same end, and only what that end brings is another."""
    if not job.but_for_weights or unit is None:
        return DecidedCount(counted(job, work), job.river)
    known = work.cache.load(job.but_for_weights)
    if known is not None:
        other = TurnCount(job.law, job.river._replace(weights=known["weights"]), job.turn)
        if decides_alike(known, job.law, job.river.weights, unit):
            counts = work.cache.load(other.key)
            if counts is not None:
                return DecidedCount(counts, other.river)
    counts = counted(job, work)
    if known is None or not work.cache.path(other.key).exists():
        parts = np.array([unit.numerator, unit.denominator])
        tight = counts["tight"].max(axis=0)
        work.cache.save(job.but_for_weights, {"weights": job.river.weights, "unit": parts, "tight": tight})
    return DecidedCount(counts, job.river)


def decides_alike(known: Arrays, law: Law, weights: Array, unit: Fraction) -> bool:
    """Is every decision between two plays the same under other weights? It is if, with all that changes against the
    play that was made taken together, even the closest with any category of hand is not turned."""
    before = Fraction(*known["unit"].tolist())
    changes = np.array([
        float((unit * (int(second) - int(first)) - before * (int(then) - int(other))) / before)
        for first, second, other, then in zip(*weights, *known["weights"], strict=True)
    ])
    # By category, whether the dealer qualifies, and side.
    by_place = changes[law.cell].reshape(-1, 2, 3)
    worst = np.maximum([by_place.max(axis=1), -by_place.min(axis=1)], 0)
    with np.errstate(invalid="ignore"):
        turned = np.where(worst > 0, worst * known["tight"], 0).sum(axis=2)
    # A little less than one, for what is lost in floating numbers.
    return bool((turned < 1 - 1e-9).all())


class FlopPlay(NamedTuple):
    """After the flop: the best play in each situation; how often it is which, by starting hand and by what that makes;
    and counts by starting hand and cell."""

    best: Array
    habits: Array
    holes: Array


def decide_flops(street: StreetPlan, category: Array, counts: Array) -> FlopPlay:
    """The best play after the flop in every situation, by counts of what comes of it."""
    all_of, two, flops = situations(), pairs(), boards(3)

    def decide(part: slice) -> FlopPlay:
        made = FlopPlay(
            np.zeros(part.stop - part.start, np.uint8),
            np.zeros((len(HOLES), len(Category), len(street.weights)), np.int64),
            np.zeros((len(HOLES), street.size + 1), np.int64),
        )
        kernel.decide_flops(
            HIGH, category, street, counts[part], flops.cards, two.cards, two.hole, all_of.flop[part],
            all_of.pair[part], all_of.sizes[part], made.holes, made.habits, made.best,
        )
        return made

    bounds = np.linspace(0, len(counts), FLOP_PARTS + 1).astype(int).tolist()
    best, habits, holes = zip(*in_threads(decide, map(slice, bounds, bounds[1:])), strict=True)
    return FlopPlay(np.concatenate(best), np.sum(habits, axis=0), np.sum(holes, axis=0))
