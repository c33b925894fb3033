"""How a round of Spanish blackjack ends, and each wager added in it, as the lines of a par sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property

import numpy as np

from pitboss.law import Result
from pitboss.odds.blackjack_lines import LineEnd, exact, gathered
from pitboss.odds.blackjack_rules import TEN, Floats
from pitboss.odds.par import Line, net
from pitboss.odds.spanish_blackjack_play import OUT, PAID, SpanishShoe, SpanishSplit, SpanishWhole
from pitboss.odds.spanish_blackjack_rules import (
    DOUBLE,
    ONCE,
    SECOND,
    SECOND_TWICE,
    TAKEN,
    TAKEN_TWICE,
    TWICE,
    Case,
)
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02a_spanish_blackjack import SpanishBlackjack

WITHDRAWN = "double down, and its part withdrawn"


class SpanishLines:
    """The lines of a round that ends as `whole` tells."""

    def __init__(self, game: SpanishBlackjack, shoe: SpanishShoe, whole: SpanishWhole) -> None:
        self.game, self.shoe, self.rules, self.played = game, shoe, shoe.rules, whole
        self.split_clause = next(kind.clause for kind in game.kinds if kind.name == "split")
        # What a wager on a hand over 21 comes to where the dealer takes no second card.

    # -- the whole round -----------------------------------------------------------------------------------

    def whole(self) -> tuple[Line, ...]:
        """Every way to end, in units of the original wager."""
        return gathered((*self._kept(), *self._given_up(), *self._splits()), 1.0)

    def _kept(self) -> Iterator[LineEnd]:
        """Boxes that were not split."""
        for safe, state, ending in np.argwhere(self.played.kept > 0.0).tolist():
            likely = float(self.played.kept[safe, state, ending])
            label, results = self._ended(state, ending)
            pays = str(results[0].odds) if results[0].odds is not None else ""
            brings = sum((net(result, 100) for result in results), Fraction(0))
            end = LineEnd(label, pays, brings, str(results[0].clause), likely)
            yield self._insured(end, ending if safe else None)

    def _ended(self, state: int, ending: int) -> tuple[str, list[Result]]:
        """What became of the wagers of a box, in words and as results."""
        rows, results = self.shoe.rows, self.rules.results
        if state == self.rules.withdrawn:
            return WITHDRAWN, [self.game.forfeited("original"), self.game.forfeited("double down")]
        row, doubled = state % rows, state >= rows
        box_results = [results[case][row][ending] for case in ((TWICE, DOUBLE) if doubled else (ONCE,))]
        return f"{'double down: ' * doubled}{self.words(box_results[0], self.rules.rows[row])}", box_results

    def words(self, result: Result, player: Count) -> str:
        """What decided, in words."""
        if player.special or player.points == 21:
            return player.special or "21"
        cited = (result.clause, *result.also)
        return next((self.game.limbs[clause].way for clause in cited if clause in self.game.limbs), result.outcome)

    def _given_up(self) -> Iterator[LineEnd]:
        for safe, ending in np.argwhere(self.played.given_up > 0.0).tolist():
            result = self.game.surrendered(self.rules.endings[ending])
            end = LineEnd(self.game.limbs[result.clause].way, "", net(result, 100), str(result.clause),
                          float(self.played.given_up[safe, ending]))
            yield self._insured(end, ending if safe else None)

    def _insured(self, end: LineEnd, ending: int | None) -> LineEnd:
        """With insurance for half the stake, when the dealer's ending is given."""
        if ending is None:
            return end
        won = ending == self.rules.natural
        more = Fraction(self.rules.insurance[TEN if won else 0]).limit_denominator(1000) / 2
        return end._replace(label=f"{end.label}, insured", net=end.net + more)

    # -- boxes that were split -----------------------------------------------------------------------------

    @cached_property
    def _pairs(self) -> Floats:
        """How both hands of splits ended, not insured and insured: by their states and the ending. Hands that are paid
        by their suits are told by these."""
        states, pairs = self.shoe.states, []
        none = np.zeros((states, states, len(self.rules.endings)))
        for safe in (False, True):
            mine = [split for split in self.played.splits if split.insured == safe]
            # Those of which the suits of the pair do not matter are all told together.
            alike = sum((split.ends for split in mine if not split.rows), none)
            ends = none
            for split in (SpanishSplit(0, 0, safe, alike, -1, {}), *(split for split in mine if split.rows)):
                shares = self._by_suits(split)
                first: Floats = np.tensordot(shares, split.ends, ((0,), (0,)))
                ends = ends + np.tensordot(shares, first, ((0,), (1,))).transpose(1, 0, 2)
            pairs.append(ends)
        return np.stack(pairs)

    def _by_suits(self, split: SpanishSplit) -> Floats:
        """How likely each state is, by the state that stands for it whatever the suits."""
        shares = np.eye(self.shoe.states)
        mixed: dict[int, Mapping[int, Fraction | float]] = {**self.rules.mixed}
        if split.rows:
            mixed[split.state] = split.rows
        for state, rows in mixed.items():
            shares[state] = [float(rows.get(row, 0)) for row in range(self.shoe.states)]
        return shares

    def _splits(self) -> Iterator[LineEnd]:
        """By what both hands bring together."""
        for safe, ends in enumerate(self._pairs):
            for ending in range(ends.shape[2]):
                some = ends[..., ending] > 0.0
                brings, at = np.unique(self.shoe.pair_pay[..., ending][some], return_inverse=True)
                for each, likely in zip(brings, np.bincount(at, ends[..., ending][some]), strict=True):
                    end = LineEnd("split", "", exact(each), str(self.split_clause), float(likely))
                    yield self._insured(end, ending if safe else None)

    # -- wagers that are added -----------------------------------------------------------------------------

    def added(self, kind: str) -> list[LineEnd]:
        """Every way that an added wager ends."""
        return self._doubles if kind == "double down" else self._second

    @cached_property
    def _doubles(self) -> list[LineEnd]:
        both = self._pairs.sum(0)
        doubled = self.played.kept.sum(0) + both.sum(0) + both.sum(1)
        doubled[:self.shoe.rows] = 0.0
        return [self._double(state, ending, float(doubled[state, ending]))
                for state, ending in np.argwhere(doubled > 0.0).tolist()]

    def _double(self, state: int, ending: int, likely: float) -> LineEnd:
        if state == self.rules.withdrawn:
            result, label = self.game.forfeited("double down"), "withdrawn"
        else:
            row = state % self.shoe.rows
            result = self.rules.results[DOUBLE][row][ending]
            label = self.words(result, self.rules.rows[row])
        return self._one(result, label, likely)

    @cached_property
    def _second(self) -> list[LineEnd]:
        """The stake that a split adds, with the second hand."""
        ends, both, sort = [], self._pairs.sum(0), self.shoe.sort
        for state in range(self.shoe.states):
            over = state % self.shoe.rows == self.rules.over and state != self.rules.withdrawn
            first_takes = (sort == PAID) | ((sort == OUT) & (not over))
            for taken in (False, True):
                likely = both[first_takes == taken, state].sum(0)
                ends += [self._one(*self._of_second(state, ending, taken), float(likely[ending]))
                         for ending in np.flatnonzero(likely).tolist()]
        return ends

    def _of_second(self, state: int, ending: int, taken: bool) -> tuple[Result, str]:
        """What becomes of that stake: where it is what a dealer's blackjack takes, and where it is not."""
        if state == self.rules.withdrawn:
            return self.game.forfeited("split"), "its hand doubled, and the doubled part withdrawn"
        row, twice = state % self.shoe.rows, state >= self.shoe.rows
        case: Case = (TAKEN_TWICE if twice else TAKEN) if taken else (SECOND_TWICE if twice else SECOND)
        result = self.rules.results[case][row][ending]
        return result, self.words(result, self.rules.rows[row])

    def _one(self, result: Result, label: str, likely: float) -> LineEnd:
        pays = str(result.odds) if result.odds is not None else ""
        return LineEnd(label, pays, net(result, 100), str(result.clause), likely)
