"""How a round of Spanish blackjack ends, and each wager added in it, as the lines of a par sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import fsum

import numpy as np

from pitboss.law import Result
from pitboss.odds.blackjack_lines import LineEnd, exact, gathered
from pitboss.odds.blackjack_rules import TEN
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
        made = [results[case][row][ending] for case in ((TWICE, DOUBLE) if doubled else (ONCE,))]
        return f"{'double down: ' * doubled}{self.words(made[0], self.rules.rows[row])}", made

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
    def _pairs(self) -> list[tuple[bool, int, int, int, float]]:
        """How both hands of splits ended: insured or not, their states, the ending and how likely; hands that are paid
        by their suits each by itself."""
        found = []
        none = np.zeros((self.shoe.states, self.shoe.states, len(self.rules.endings)))
        for safe in (False, True):
            mine = [split for split in self.played.splits if split.insured == safe]
            # Those of which the suits of the pair do not matter are all told together.
            alike = sum((split.ends for split in mine if not split.rows), none)
            for split in (SpanishSplit(0, 0, safe, alike, -1, {}), *(split for split in mine if split.rows)):
                for i, j, ending in np.argwhere(split.ends > 0.0).tolist():
                    likely = float(split.ends[i, j, ending])
                    found += [(safe, one, other, ending, likely * float(part) * float(share))
                              for one, part in self._by_suits(split, i).items()
                              for other, share in self._by_suits(split, j).items()]
        return found

    def _by_suits(self, split: SpanishSplit, state: int) -> Mapping[int, Fraction | float]:
        if state == split.state:
            return split.rows
        return self.rules.mixed.get(state, {state: 1.0})

    def _splits(self) -> Iterator[LineEnd]:
        """By what both hands bring together."""
        for safe, i, j, ending, likely in self._pairs:
            end = LineEnd("split", "", exact(self.shoe.pair_pay[i, j, ending]), str(self.split_clause), likely)
            yield self._insured(end, ending if safe else None)

    # -- wagers that are added -----------------------------------------------------------------------------

    def frequency(self, kind: str) -> float:
        """How often a wager is made in a round."""
        return fsum(end.probability for end in self._added(kind))

    def added(self, kind: str) -> tuple[Line, ...]:
        """Every way that an added wager ends, once it is made."""
        often = self.frequency(kind)
        return gathered(self._added(kind), often) if often else ()

    def _added(self, kind: str) -> Iterable[LineEnd]:
        return self._doubles() if kind == "double down" else self._second()

    def _doubles(self) -> Iterator[LineEnd]:
        rows = self.shoe.rows
        for safe, state, ending in np.argwhere(self.played.kept > 0.0).tolist():
            if state >= rows:
                yield self._double(state, ending, float(self.played.kept[safe, state, ending]))
        for _, i, j, ending, likely in self._pairs:
            for state in (i, j):
                if state >= rows:
                    yield self._double(state, ending, likely)

    def _double(self, state: int, ending: int, likely: float) -> LineEnd:
        if state == self.rules.withdrawn:
            result, label = self.game.forfeited("double down"), "withdrawn"
        else:
            row = state % self.shoe.rows
            result = self.rules.results[DOUBLE][row][ending]
            label = self.words(result, self.rules.rows[row])
        return self._one(result, label, likely)

    def _second(self) -> Iterator[LineEnd]:
        """The stake that a split adds, with the second hand."""
        for _, i, j, ending, likely in self._pairs:
            if j == self.rules.withdrawn:
                result, label = self.game.forfeited("split"), "its hand doubled, and the doubled part withdrawn"
            else:
                row, twice = j % self.shoe.rows, j >= self.shoe.rows
                over = row == self.rules.over
                sort = self.shoe.sort[i]
                taken = sort == PAID or (sort == OUT and not over)
                case: Case = (TAKEN_TWICE if twice else TAKEN) if taken else (SECOND_TWICE if twice else SECOND)
                result = self.rules.results[case][row][ending]
                label = self.words(result, self.rules.rows[row])
            yield self._one(result, label, likely)

    def _one(self, result: Result, label: str, likely: float) -> LineEnd:
        pays = str(result.odds) if result.odds is not None else ""
        return LineEnd(label, pays, net(result, 100), str(result.clause), likely)
