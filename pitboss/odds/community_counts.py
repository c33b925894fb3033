"""Counts behind the boards of a game with community cards, kept on disk, and the decisions after turn and flop from
them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pitboss.hands.kernels import HIGH
from pitboss.hands.poker import Category
from pitboss.odds import community_kernel as kernel
from pitboss.odds import community_turns as turns
from pitboss.odds.cache import Arrays, key
from pitboss.odds.community_boards import HOLES, PAIRS, boards, flops_of_turns, moved_pairs, pairs, situations
from pitboss.odds.community_kernel import RiverHands
from pitboss.odds.community_plan import Array, Law, Plan, StreetPlan, goes_on
from pitboss.odds.community_rivers import Contested, RiverCounts, contested
from pitboss.odds.jobs import Work, counted, in_threads

# Raised when counts under the same key would come out otherwise.
VERSION = 3
# Boards of four cards, up to suits.
TURNS = 16432
EVERY_TURN = np.arange(TURNS)
BOARDS_AT_ONCE = 128
# Whole boards are met, and decisions after the flop made, in so many parts.
PARTS = 16
# Hands that are folded are counted in so many parts, each of which has counts of its own.
FOLDED_PARTS = 2


class TurnCount:
    """The count behind all boards of four cards, with whatever is decided on the river decided. It is the same whatever
    is decided on the turn: where something is, `by_turn` has the counts behind each board kept too."""

    what = "boards"

    def __init__(self, law: Law, river: StreetPlan, by_turn: bool = False) -> None:
        self.law, self.river, self.by_turn = law, river, by_turn
        self.key = key("community", VERSION, *HIGH, *law, *river, by_turn)
        self.chunks = -(-TURNS // BOARDS_AT_ONCE)

    @cached_property
    def hands(self) -> RiverHands:
        """All hands on all whole boards: made once, when the first chunk asks for them."""
        return hands_on_boards(self.law)

    @cached_property
    def rows(self) -> Array:
        """Where the counts behind each board begin."""
        return rows_of_turns() if self.by_turn else np.zeros(1, np.int64)

    def blank(self) -> Arrays:
        """Counts by situation after the flop and by cell, and by board of four and pair of kinds. Of these a cell has
        at most 46 rivers with 990 pairs of the dealer each, which two bytes hold."""
        return {
            "flops": np.zeros((len(situations().sizes), self.river.size), np.uint32),
            "turns": np.zeros((self.rows[-1], self.river.size), np.uint16),
        }

    def add(self, chunk: int, into: Arrays) -> None:
        first = chunk * BOARDS_AT_ONCE
        self.add_boards(np.arange(first, min(first + BOARDS_AT_ONCE, TURNS)), self.hands, into)

    def add_boards(self, numbers: Array, hands: RiverHands, into: Arrays) -> None:
        """Add what is behind some boards of four cards, where these are the hands."""
        cells = self.river.size
        turns.count_turns(
            HIGH, numbers, all_turns(), hands, self.law, self.river, turns.room_for_turn(cells, cells), into["flops"],
            turns.TurnCounts(self.rows, into["turns"]),
        )


@cache
def rows_of_turns() -> Array:
    """Where the rows of each board of four begin among those of all, and after the last of them where they end."""
    kinds = np.zeros(TURNS + 1, np.int64)
    turns.count_kinds(HIGH, boards(4).cards, kernel.room_beside(), kinds[1:])
    ends: Array = np.cumsum(kinds * (kinds + 1) // 2)
    return ends


def all_turns() -> turns.Turns:
    four, flops, two = boards(4), flops_of_turns(), pairs()
    return turns.Turns(
        four.cards, four.sizes, flops.flop, flops.order, two.cards, moved_pairs(), two.hole, situations().of
    )


def fetch_code(law: Law) -> None:
    """Count behind no board: the machine code for it, the longest there is, is fetched meanwhile."""
    none = kernel.none
    no_turns = turns.Turns(
        none(np.uint8, 0, 4), none(np.int64, 0), none(np.uint16, 0, 4), none(np.uint8, 0, 4), none(np.uint8, 0, 2),
        none(np.uint16, 0, 0), none(np.uint8, 0), none(np.uint32, 0, 0),
    )
    no_hands = RiverHands(
        none(np.int64, 0), none(np.uint8, 0, 5), none(np.int64, 0), none(np.int64, 0), none(np.uint64, 0)
    )
    turns.count_turns(
        HIGH, np.arange(0), no_turns, no_hands, law, goes_on(0), turns.room_for_turn(0, 0), none(np.uint32, 0, 0),
        turns.TurnCounts(none(np.int64, 0), none(np.uint16, 0, 0)),
    )


def hands_on_boards(law: Law, only: Sequence[int] | None = None) -> RiverHands:
    """All hands on boards of five cards: on all of them, or only on some."""
    five = boards(5)
    counts = np.zeros(len(five.keys), np.int64)
    kernel.count_hands(HIGH, five.cards, kernel.room_beside(), counts)
    if only is not None:
        counts[np.setdiff1d(np.arange(len(counts)), only)] = 0
    end = np.cumsum(counts)
    hands = RiverHands(five.keys, five.cards, end - counts, end, np.empty(end[-1], np.uint64))

    def meet(part: tuple[int, int]) -> None:
        kernel.meet_on_boards(HIGH, *part, hands, law, kernel.room_for_board())

    in_threads(meet, pairwise(parts(len(counts))))
    return hands


def parts(size: int) -> list[int]:
    """Bounds of parts of equal size."""
    bounds: list[int] = np.linspace(0, size, PARTS + 1).astype(int).tolist()
    return bounds


class FoldedCounts(NamedTuple):
    """Hands that are folded on the whole board: by situation after the flop and by cell, and what a person sees of
    them; and what he sees of all hands."""

    flops: Array
    seen: RiverCounts
    every: RiverCounts


class TurnPlay(NamedTuple):
    """On the turn, decided by some weights, or by none yet: how often it is which play, by starting hand and by what
    that makes; and counts of the hands with which it is not the first, by situation after the flop and by play and
    cell."""

    weights: Array
    habits: Array
    flops: Array


class FlopCounts(NamedTuple):
    """What is known of every situation after the flop. Of all hands there are counts as if they were played one way,
    whatever the odds, and of those that are played `otherwise` once more: folded on the whole board, or with another
    play than the first on the turn. `comes` tells as what each column of the two comes into the decision after the
    flop, by cell. Where something is decided on the turn, `rows` are the counts behind every board of four."""

    flops: Array
    otherwise: Array
    comes: Array
    turn: TurnPlay | None = None
    rows: Array | None = None
    folded: FoldedCounts | None = None

    def at(self, situation: int) -> Array:
        """Counts by cell as they come into the decision."""
        columns = np.concatenate((self.flops[situation], self.otherwise[situation])).astype(np.int64)
        cells: Array = columns @ self.comes
        return cells


def flop_counts(plan: Plan, law: Law, work: Work) -> FlopCounts:
    """What comes into the decision after the flop, everything after it decided."""
    if plan.plays_or_folds:
        return _counts_with_folds(plan, law, work)
    turn = plan.choices[4]
    plays, cells = turn.weights.shape
    others = [(play, cell) for play in range(1, plays) for cell in range(cells)]
    comes = comes_in_as(turn, 0, others)
    job = TurnCount(law, plan.choices[5], by_turn=bool(others))
    if not others:
        flops = counted(job, work)["flops"]
        return FlopCounts(flops, kernel.none(np.uint32, len(flops), 0), comes)
    # Kept as it was decided first, at whatever odds.
    name = key("decided turns", VERSION, job.key, plays)
    before, counts = work.cache.load(name), counted(job, work)
    play = undecided(plays, cells) if before is None else TurnPlay(**before)
    if not np.array_equal(play.weights, turn.weights):
        play = decide_turns(turn.weights, law.category, counts["turns"], play)
    if before is None:
        work.cache.save(name, play._asdict())
    return FlopCounts(counts["flops"], play.flops, comes, play, counts["turns"])


def undecided(plays: int, cells: int) -> TurnPlay:
    """Before anything is decided on the turn."""
    none = kernel.none
    return TurnPlay(
        none(np.int64, 0, cells), none(np.int64, len(HOLES), len(Category), plays),
        none(np.uint32, len(situations().sizes), (plays - 1) * cells),
    )


def decide_turns(
    weights: Array, category: Array, rows: Array, before: TurnPlay, numbers: Array = EVERY_TURN
) -> TurnPlay:
    """The decision on every board of four, or on some, by the counts behind them. What was decided before goes on from
    where it was: only hands that turn are counted."""
    gains, gains_before = (each[1:] - each[:1] for each in (weights, before.weights))
    turns.decide_turns(
        HIGH, numbers, all_turns(), turns.TurnCounts(rows_of_turns(), rows), category, gains, gains_before,
        len(before.weights) > 0, turns.room_for_turn(0, before.flops.shape[1]), before.flops, before.habits,
    )
    return before._replace(weights=weights)


def best_on_turns(weights: Array, rows: Array, numbers: Array = EVERY_TURN) -> Array:
    """The best play by board of four and pair, on all of them or on some: for who plays, no sheet asks for it."""
    best = np.zeros((TURNS, PAIRS), np.uint8)
    counts, gains = turns.TurnCounts(rows_of_turns(), rows), weights[1:] - weights[:1]
    turns.find_best(HIGH, numbers, all_turns(), counts, gains, turns.room_for_turn(0, 0), best)
    return best


def _counts_with_folds(plan: Plan, law: Law, work: Work) -> FlopCounts:
    """Where the last decision is to play or to fold, all hands are counted as if they were played, whatever the odds,
    and those that are folded by these odds are counted by themselves."""
    river = plan.choices[5]
    job = TurnCount(law, goes_on(len(plan.endings)))
    gains = river.weights[1] - river.weights[0]
    # What hangs on nothing that is kept is made beside reading that.
    with ThreadPoolExecutor(1) as aside:
        numbered, fetched = aside.submit(situations), aside.submit(fetch_code, law)
        in_question = contested(law, plan.least_gain(), lambda: job.hands, work)
        before = work.cache.load(_folded_key(in_question))
        turned = turned_hands(law, in_question, gains, None if before is None else before["gains"])
        numbered.result()
        flops = counted(job, work)["flops"]
        fetched.result()
    folded = count_folded(law, in_question, turned, before)
    if before is None:
        work.cache.save(_folded_key(in_question), {
            "gains": gains, "flops": folded.flops, "hands": folded.seen.hands, "dealers": folded.seen.dealers,
        })
    comes = comes_in_as(river, 1, [(0, cell) for cell in in_question.cells.tolist()])
    return FlopCounts(flops, folded.flops, comes, folded=folded)


def _folded_key(in_question: Contested) -> str:
    """The name of the first counts of folded hands, at whatever odds."""
    return key("folded", VERSION, in_question.key)


def turned_hands(law: Law, in_question: Contested, gains: Array, before: Array | None) -> list[tuple[int, RiverHands]]:
    """The hands that come to those folded before (1) and that go from them (-1), where this is, by cell, how much more
    it brings to play, and that was it before; all that are folded, where none were counted."""
    if before is None:
        return [(1, in_question.worse(law, gains, np.ones_like(gains)))]
    both = ((1, in_question.worse(law, gains, before)), (-1, in_question.worse(law, before, gains)))
    return [(sign, hands) for sign, hands in both if (hands.end > hands.start).any()]


def count_folded(
    law: Law, in_question: Contested, turned: list[tuple[int, RiverHands]], before: Arrays | None
) -> FoldedCounts:
    """The hands that are folded: those of before, with those that turned."""
    every = in_question.every
    flops: Array = np.zeros((len(situations().sizes), len(in_question.cells)), np.uint32)
    seen = RiverCounts(*map(np.zeros_like, every))
    if before is not None:
        flops, seen = before["flops"], RiverCounts(before["hands"], before["dealers"])
    for sign, hands in turned:
        more = count_some(law, every.dealers.shape[-1], hands, in_question.cells)
        flops = flops + more if sign > 0 else flops - more
        also = in_question.see(law, hands)
        seen = RiverCounts(seen.hands + sign * also.hands, seen.dealers + sign * also.dealers)
    return FoldedCounts(flops, seen, every)


def comes_in_as(street: StreetPlan, usual: int, others: Sequence[tuple[int, int]]) -> Array:
    """As what counts by cell of all hands, and then those of hands with some other play and cell, come out of a
    decision: a hand is played as usual, and kept as it was, and if it is played otherwise, it is that instead."""
    every = street.to.shape[1]
    comes = np.zeros((every + len(others), street.size + 1), np.int64)
    for cell in range(every):
        comes[cell, street.to[usual, cell]] += 1
        comes[cell, street.keep[cell]] += 1
    for number, (play, cell) in enumerate(others, every):
        comes[number, street.to[play, cell]] += 1
        comes[number, street.to[usual, cell]] -= 1
    return comes[:, :-1]


def count_some(law: Law, size: int, hands: RiverHands, cells: Array, boards_behind: Array = EVERY_TURN) -> Array:
    """Some hands by situation after the flop and by cell, of which only these are found; behind some boards of four
    cards."""
    to = np.full((1, size), len(cells), np.uint16)
    to[0, cells] = np.arange(len(cells))
    narrow = StreetPlan(np.zeros((1, size), np.int64), to, np.full(size, len(cells), np.uint16), len(cells))
    job = TurnCount(law, narrow)

    def count(part: int) -> Array:
        into = job.blank()
        job.add_boards(np.ascontiguousarray(boards_behind[part::FOLDED_PARTS]), hands, into)
        return into["flops"]

    first, *others = in_threads(count, range(FOLDED_PARTS))
    for other in others:
        first += other
    return first


class FlopPlay(NamedTuple):
    """After the flop: the best play in each situation; how often it is which, by starting hand and by what that makes;
    and counts by starting hand and cell."""

    best: Array
    habits: Array
    holes: Array


def decide_flops(street: StreetPlan, category: Array, known: FlopCounts) -> FlopPlay:
    """The best play after the flop in every situation, by counts of what comes of it."""
    all_of, two, flops, counts, otherwise = situations(), pairs(), boards(3), known.flops, known.otherwise
    weights, plays = np.ascontiguousarray(street.weights @ known.comes.T), len(street.weights)

    def decide(bounds: tuple[int, int]) -> tuple[Array, Array, Array]:
        part = slice(*bounds)
        best = np.zeros(part.stop - part.start, np.uint8)
        habits = np.zeros((len(HOLES), len(Category), plays), np.int64)
        sums = np.zeros((len(HOLES), plays, len(known.comes)), np.int64)
        turns.decide_flops(
            HIGH, category, weights, counts[part], otherwise[part], flops.cards, two.cards, two.hole,
            all_of.flop[part], all_of.pair[part], all_of.sizes[part], sums, habits, best,
        )
        return best, habits, sums

    best, habits, sums = zip(*in_threads(decide, pairwise(parts(len(counts)))), strict=True)
    # By starting hand, play and cell as they come in.
    cells = np.sum(sums, axis=0) @ known.comes
    holes = np.zeros((len(HOLES), street.size + 1), np.int64)
    for play in range(plays):
        np.add.at(holes.T, street.to[play], cells[:, play].T)
        np.add.at(holes.T, street.keep, cells[:, play].T)
    holes[:, -1] = 0
    return FlopPlay(np.concatenate(best), np.sum(habits, axis=0), holes)
