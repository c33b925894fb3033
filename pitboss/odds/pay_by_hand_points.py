"""A way to play that a person can keep in mind, for games without a dealer's hand: points for each card by what a pair
of it would bring, and beside them only whether the cards make a pair already, are of one suit, may become straights.

Cards that look alike in this way are played alike, as is best for all of them together. What that costs, against the
best play for every set of cards and every stake, is counted exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.equipment.cards import RANKS, rank, suit
from pitboss.law.results import STAND_OFF, WIN
from pitboss.odds.community_boards import HOLES
from pitboss.odds.community_words import Hole, hole_name, often
from pitboss.odds.packs import Array
from pitboss.odds.par import Cell, StrategyTable
from pitboss.odds.words import percent
from pitboss.table.streets import CHECK, FOLD, BettingStreet

if TYPE_CHECKING:
    from pitboss.odds.pay_by_hand import Path, PayByHandOdds

# To fold, among the plays of a street; the others are told by how many times the opening wager they add.
FOLDS = -1
# What a card counts by what becomes of a wager on a pair of it.
COUNTS = {WIN: 2, STAND_OFF: 1}
# Cards beside a pair that make nothing with it; one of them may be of its rank.
BESIDE = ("2d", "4c", "7d", "9c")
# Every straight, as ranks from 0; an ace may lie below the two.
STRAIGHTS = tuple(frozenset((high - below) % len(RANKS) for below in range(5)) for high in range(3, len(RANKS)))
PAIR_UP, PAIR_DOWN = "a pair that wins or comes back, or better", "a lower pair"
MANY = {1: "one", 2: "two", 3: "three", 4: "four"}
# More starting hands than these that the points do not tell are read off the table.
MOST_TOLD = 4


class SeenAlike(NamedTuple):
    """Cards as this way to play sees them: what they are, the most promising first, and their points."""

    place: int
    what: str
    points: int


class PointsPlan(NamedTuple):
    """What to do on a later street, by what the cards are and their points."""

    street: BettingStreet
    plays: dict[SeenAlike, int]

    def rows(self) -> Iterator[tuple[str, dict[int, int]]]:
        """What the cards may be, and the play for each number of points."""
        for what, alike in groupby(sorted(self.plays), lambda seen: seen.what):
            yield what, {seen.points: self.plays[seen] for seen in alike}

    def table(self) -> StrategyTable:
        points = range(max(seen.points for seen in self.plays) + 1)
        marks = {play: mark_of(play, self.street) for play in self.plays.values()}
        rows = [(what, [Cell(marks[plays[at]] if at in plays else "") for at in points]) for what, plays in self.rows()]
        return StrategyTable(
            f"with {board(self.street)}: what the cards are, and their points", tuple(map(str, points)),
            tuple(what for what, _ in rows), tuple(tuple(cells) for _, cells in rows),
        )

    def told(self) -> Iterator[str]:
        """The same in sentences: what is played alike is told together."""
        alike: dict[str, list[str]] = {}
        for what, plays in self.rows():
            alike.setdefault(by_points(plays, self.street), []).append(what)
        for does, whats in alike.items():
            yield f"With {board(self.street)} and {', or '.join(whats)}: {does}."


class ByPoints:
    """The way to play by points in one game."""

    def __init__(self, odds: PayByHandOdds) -> None:
        self.odds = odds
        self.points = [self._counts(face) for face in RANKS]

    def _counts(self, face: str) -> int:
        game = self.odds.game
        beside = [card for card in BESIDE if card[0] != face][:3]
        return COUNTS.get(game.result(game.opening, game.value([f"{face}s", f"{face}h", *beside])).outcome, 0)

    def of(self, cards: Iterable[str]) -> int:
        """The points of some cards."""
        return sum(self.points[rank(card) - 2] for card in cards)

    # -- what cards look like ----------------------------------------------------------------------------

    def looks(self, held: Sequence[str]) -> SeenAlike:
        """What some cards are, short of a whole hand."""
        ranks = [rank(card) - 2 for card in held]
        pairs = [number for number in set(ranks) if ranks.count(number) > 1]
        if pairs:
            better = len(pairs) > 1 or ranks.count(pairs[0]) > 2 or self.points[pairs[0]] > 0
            return SeenAlike(0 if better else 1, PAIR_UP if better else PAIR_DOWN, self.of(held))
        straights = sum(straight.issuperset(ranks) for straight in STRAIGHTS)
        suited = len({suit(card) for card in held}) == 1
        suits = f"{MANY[len(held)]} of one suit" if suited else "suits mixed"
        chances = f"{straights} straight{'s' * (straights > 1)} possible" if straights else "no straight possible"
        return SeenAlike((10 if suited else 20) - straights, f"{suits}, {chances}", self.of(held))

    def alike(self, seen: int) -> tuple[list[SeenAlike], Array]:
        """How all sets of so many cards look, and which look each kind has."""
        cards = self.odds.pack.cards
        looks = [self.looks([cards[place] for place in places]) for places in self.odds.kinds[seen].cards.tolist()]
        known = sorted(set(looks))
        number = {look: at for at, look in enumerate(known)}
        return known, np.array([number[look] for look in looks])

    # -- how to play them --------------------------------------------------------------------------------

    @cached_property
    def plans(self) -> tuple[list[PointsPlan], Fraction]:
        """What to do on every street after the first, which is played at its best; and what all of it brings."""
        odds, hole = self.odds, self.odds.game.hole
        unit, worth = odds.worth
        reach: dict[Path, Array] = {(): odds.kinds[hole].sizes}
        seen, brought, plans = hole, 0, []
        for number, plays in enumerate(odds.plays):
            street = odds.game.streets[number]
            reach, seen = odds.deal_on(reach, seen, hole + street.known)
            best = dict(odds.best[0]) if number == 0 else {}
            if number:
                known, of = self.alike(seen)
                chosen = self._chosen(number, reach, of, len(known))
                plans.append(PointsPlan(street, {look: plays[at] for look, at in zip(known, chosen, strict=True)}))
                best = dict.fromkeys(reach, chosen[of])
            last, after = number == len(odds.plays) - 1, {}
            for path, counts in reach.items():
                for at, play in enumerate(plays):
                    some = np.where(best[path] == at, counts, 0)
                    if play == FOLDS or last:
                        brought += int((some * worth[number][path][at]).sum())
                    elif some.any():
                        after[*path, play] = some
            reach = after
        return plans, Fraction(brought, int(odds.kinds[hole].sizes.sum()) * odds.ways(hole) * unit)

    def _chosen(self, number: int, reach: dict[Path, Array], of: Array, looks: int) -> Array:
        """The number of the play that is best for all cards of a look together, as often as they come so far; for looks
        that never do, as if they had come with the least staked."""
        odds = self.odds
        totals = np.zeros((2, len(odds.plays[number]), looks))
        cheapest = odds.paths(number)[0]
        sizes = odds.kinds[odds.game.hole + odds.game.streets[number].known].sizes
        for place, ways in ((0, reach), (1, {cheapest: sizes})):
            for path, counts in ways.items():
                for at, brings in enumerate(odds.worth[1][number][path]):
                    np.add.at(totals[place, at], of, brings.astype(float) * counts)
        met = np.zeros(looks, np.bool_)
        met[of[np.logical_or.reduce([counts > 0 for counts in reach.values()])]] = True
        chosen: Array = np.where(met, totals[0].argmax(axis=0), totals[1].argmax(axis=0))
        return chosen

    # -- in words ----------------------------------------------------------------------------------------

    def advice(self) -> tuple[str, ...]:
        plans, brought = self.plans
        best = self.odds.brought
        cost = f"Played by these points the game costs {percent(-brought)} of the {self.odds.game.opening}"
        return (
            self._counting(), *self._start(), *(sentence for plan in plans for sentence in plan.told()),
            f"{cost}, the best play for every hand {percent(-best)}.",
        )

    def _counting(self) -> str:
        """What each card counts."""
        parts = []
        for points, numbers in groupby(range(len(RANKS) - 1, -1, -1), lambda number: self.points[number]):
            run = [RANKS[number].replace("T", "10") for number in numbers]
            faces = run[0] if len(run) == 1 else f"{run[-1]} to {run[0]}"
            parts.append(f"{points} for each {faces}" if points else f"nothing for {faces}")
        return f"Count points for all cards you see, your own and the board's: {', '.join(parts)}."

    def _start(self) -> Iterator[str]:
        """The first street: pairs and points, and what they do not tell."""
        street, sizes = self.odds.game.streets[0], {True: 4, False: 12}
        plays = {hole: self.odds.start(hole) for hole in HOLES}
        by_pair, by_count = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
        for hole, play in plays.items():
            high, low, suited = hole
            group = by_pair if high == low else by_count
            group[self.points[high] + self.points[low], play] += 6 if high == low else sizes[suited]
        usual = [
            {points: max((play for at, play in group if at == points), key=lambda play: group[points, play])
             for points, _ in group}
            for group in (by_pair, by_count)
        ]
        rest = [hole for hole, play in plays.items() if play != usual[hole[0] != hole[1]][self._sum(hole)]]
        pairs, others = (by_points(each, street) for each in usual)
        but = "; ".join(f"{said(plays[hole], street)} on {hole_name(hole)}" for hole in rest)
        if len(rest) > MOST_TOLD:
            but = f"the table has {len(rest)} hands that are played otherwise"
        yield f"Before the board's cards, with a pair {pairs}; without one {others}{f'; but {but}' if rest else ''}."

    def _sum(self, hole: Hole) -> int:
        return self.points[hole[0]] + self.points[hole[1]]


def board(street: BettingStreet) -> str:
    return f"{MANY.get(street.known, street.known)} card{'s' * (street.known > 1)} of the board"


def by_points(plays: dict[int, int], street: BettingStreet) -> str:
    """What to do by points, the most first: "bet 3 times from 4 points, bet once from 1, else fold"."""
    steps = [(play, min(points for points, _ in run)) for play, run in (
        (play, list(run)) for play, run in groupby(sorted(plays.items(), reverse=True), lambda pair: pair[1]))]
    if len(steps) == 1:
        return said(steps[0][0], street)
    *above, (lowest, _) = steps
    first, *others = above
    opening = [f"{said(first[0], street)} from {first[1]} point{'s' * (first[1] != 1)}"]
    return ", ".join([*opening, *(f"{said(play, street)} from {least}" for play, least in others),
                      f"else {said(lowest, street)}"])


def said(play: int, street: BettingStreet) -> str:
    """A play in words."""
    if play <= 0:
        return FOLD if play == FOLDS else CHECK
    return street.verb if len(street.sizes) == 1 else f"{street.verb} {often(play)}"


def mark_of(play: int, street: BettingStreet) -> str:
    """A play in a table."""
    return f"{play}x" if play > 0 else said(play, street)[0].upper()
