"""Compiled rounds of games in which one throw decides every wager: nothing but counts of what came."""

from __future__ import annotations

from functools import cached_property
from math import prod

import numpy as np

from pitboss.equipment.rng import Source
from pitboss.hands.compiled import compiled
from pitboss.odds.analysis import BestPlay
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_chance import RoundSource, begin, below, seed_word
from pitboss.odds.simulate import Simulator
from pitboss.table.house import VirtualDealer


class _Listening:
    """A source that notes out of how many numbers each of its own was asked."""

    def __init__(self, source: Source) -> None:
        self.source, self.asked = source, list[int]()

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.source.below(n)


class ThrowLane(Lane):
    """A cell is all that dice or wheel can show: of how many numbers each is one, is asked of a round."""

    @cached_property
    def sizes(self) -> list[int]:
        source = _Listening(RoundSource(seed_word(0), 0))
        Simulator(self.analysis, self.job).one_round(VirtualDealer(source, BestPlay(self.analysis)))
        return source.asked

    def views(self) -> tuple[View, ...]:
        return (View(prod(self.sizes)),)

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        count_throws(np.array(self.sizes, np.int64), seed, first, rounds, counts, seen)


@compiled
def count_throws(sizes: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
    state = np.empty(1, np.uint64)
    for number in range(first, first + rounds):
        begin(state, seed, number)
        cell = 0
        for size in sizes:
            cell = cell * size + below(state, size)
        counts[cell] += 1
        seen[cell] = number
