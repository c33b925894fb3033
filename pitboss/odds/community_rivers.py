"""A last decision on the whole board, to play or to fold: the hands that are folded at some odds, which of them are
folded at these, and how a person can decide by what he sees there, which is whether the two cards make more than the
board has alone, and how many single cards would put the dealer ahead."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import HIGH, START, rank_of
from pitboss.hands.tables import Order
from pitboss.odds.cache import Arrays, key
from pitboss.odds.community_boards import HOLES, boards
from pitboss.odds.community_kernel import (
    AHEAD,
    CATEGORIES,
    CATEGORY,
    DEALT,
    HIGHER,
    LOWER,
    MAKES,
    MARK,
    MARKS,
    MOST_KINDS,
    Beside,
    RiverHands,
    kinds_beside,
    none,
    read_places,
    room_beside,
)
from pitboss.odds.community_plan import Law, StreetPlan
from pitboss.odds.jobs import Work, in_threads

Array = np.ndarray[Any, Any]
# Raised when counts under the same key would come out otherwise.
VERSION = 3
# Boards of five cards, up to suits.
RIVERS = 134_459
# They are looked through in so many parts; in fewer where each has large counts of its own.
PARTS, FEW = 16, 4
# Cards that neither the board nor the player has.
UNSEEN = 45


class RiverRule(NamedTuple):
    """Play with what makes more than the board, and else with fewer cards than this against it: how often that is as
    good as best play, and how much it brings less, on the hands that are left to decide, in units of the opening
    wager."""

    fewer_than: int
    agrees: Fraction
    costs: Fraction


class RiverCounts(NamedTuple):
    """Hands by starting hand, by whether they make more than the board, and by how many single cards put the dealer
    ahead: how many there are, and where the dealer is then, by cell."""

    hands: Array
    dealers: Array


class Contested(NamedTuple):
    """The hands that are folded at some odds, on boards of which each stands for so many, and the cells that any of
    them comes to; and what a person sees of all hands. Others are by the name of `key`."""

    key: str
    hands: RiverHands
    sizes: Array
    cells: Array
    every: RiverCounts

    def worse(self, law: Law, gains: Array, others: Array) -> RiverHands:
        """Those that are folded where this is, by cell, how much more it brings to play, and played where it is some
        other."""
        hands = self.hands
        left = RiverHands(hands.keys, hands.cards, *map(np.empty_like, hands[2:]))

        def choose(part: tuple[int, int]) -> None:
            keep_worse(*part, hands.start[part[0]], hands, gains[law.cell], others[law.cell], left)

        in_threads(choose, pairwise(_parts()))
        return left

    def see(self, law: Law, hands: RiverHands) -> RiverCounts:
        """What a person sees of some of them."""
        def count(part: tuple[int, int]) -> RiverCounts:
            seen = RiverCounts(*(np.zeros_like(each) for each in self.every))
            count_seen(HIGH, *part, hands, self.sizes, law, hole_numbers(), room_to_see(), *seen)
            return seen

        parts = in_threads(count, pairwise(_parts(FEW)))
        return RiverCounts(*(np.sum(each, axis=0) for each in zip(*parts, strict=True)))


def contested(law: Law, least_gain: Array, hands: Callable[[], RiverHands], work: Work) -> Contested:
    """The hands that are folded at some odds: those that it is no better to play if nothing is paid on what is won.
    `hands` gives all of them, where they are not kept."""
    name = key("contested", VERSION, *HIGH, *law, least_gain)
    known = work.cache.load(name)
    if known is None:
        known = _look_through(hands(), law, least_gain)
        work.cache.save(name, known)
    hands_of_boards = RiverHands(*(known[part] for part in RiverHands._fields))
    every = RiverCounts(known["every"], known["dealers"])
    return Contested(name, hands_of_boards, known["sizes"], known["cells"], every)


def _look_through(hands: RiverHands, law: Law, least_gain: Array) -> Arrays:
    """Write into the words of all hands what a person sees of them, count them by it, and sort out the contested."""
    sizes, gains = boards(5).sizes, least_gain[law.cell]
    shape = (len(HOLES), 2, UNSEEN + 3)

    def look(part: tuple[int, int]) -> tuple[Array, Array, Array, Array]:
        first, last = part
        every, dealers = np.zeros(shape, np.int64), np.zeros((*shape, len(least_gain)), np.int64)
        see(HIGH, first, last, hands, law, room_to_see())
        count_seen(HIGH, first, last, hands, sizes, law, hole_numbers(), room_to_see(), every, dealers)
        whole = slice(hands.start[first], hands.end[last - 1])
        start, end = (np.empty(len(sizes), np.int64) for _ in range(2))
        left = RiverHands(hands.keys, hands.cards, start, end, np.empty(whole.stop - whole.start, np.uint64))
        keep_worse(first, last, 0, hands, gains, np.ones_like(gains), left)
        return left.words[: end[last - 1]].copy(), (end - start)[first:last], every, dealers

    words, counts, every, dealers = zip(*in_threads(look, pairwise(_parts())), strict=True)
    end, all_words = np.cumsum(np.concatenate(counts)), np.concatenate(words)
    categories = np.unique(all_words >> CATEGORY & CATEGORIES).astype(np.int64)
    return {
        "keys": hands.keys, "cards": hands.cards, "start": end - np.concatenate(counts), "end": end,
        "words": all_words, "sizes": sizes, "cells": np.unique(law.cell[categories]), "every": np.sum(every, axis=0),
        "dealers": np.sum(dealers, axis=0),
    }


def _parts(count: int = PARTS) -> list[int]:
    bounds: list[int] = np.linspace(0, RIVERS, count + 1).astype(int).tolist()
    return bounds


class SeenSpace(NamedTuple):
    """Room to look at one board in: the cards beside it, the kind of each mark, the suits of each kind as bits, the
    value of a single card of each with the board, and the places of one hand's dealers."""

    beside: Beside
    kind_of: Array
    suits: Array
    singles: Array
    places: Array


def room_to_see() -> SeenSpace:
    kinds = MOST_KINDS
    return SeenSpace(
        room_beside(), none(np.uint64, MARKS), none(np.int64, kinds), none(np.int64, kinds), none(np.int64, 6)
    )


def hole_numbers() -> Array:
    """The place in HOLES by either rank and whether the suits are one."""
    numbers = np.zeros((13, 13, 2), np.uint8)
    for number, (high, low, suited) in enumerate(HOLES):
        numbers[high, low, int(suited)] = numbers[low, high, int(suited)] = number
    return numbers


@compiled
def keep_worse(
    first: int, last: int, at: int, hands: RiverHands, gains: Array, others: Array, left: RiverHands
) -> None:
    """Of the hands on the boards from `first` up to `last` those with which it brings no more to play by some gains,
    and more by others, from a place on. Gains are by category and place of the dealer."""
    places = np.zeros(6, np.int64)
    for number in range(first, last):
        left.start[number] = at
        for i in range(hands.start[number], hands.end[number]):
            word = hands.words[i]
            read_places(word, places)
            category, brings, before = word >> CATEGORY & CATEGORIES, np.int64(0), np.int64(0)
            for place in range(6):
                brings += gains[category, place] * places[place]
                before += others[category, place] * places[place]
            if brings <= 0 < before:
                left.words[at] = word
                at += 1
        left.end[number] = at


@compiled
def find_marks(order: Order, board: Array, beside: Beside, kind_of: Array) -> int:
    """Sort the cards beside a board into kinds, see which has which mark, and tell how many there are."""
    kinds = kinds_beside(order, board, beside)
    for kind in range(kinds):
        kind_of[beside.mark[kind]] = kind
    return kinds


@compiled
def see(order: Order, first: int, last: int, hands: RiverHands, law: Law, room: SeenSpace) -> None:
    """Write into the words of hands what a person sees of them."""
    beside, singles, kind_of = room.beside, room.singles, room.kind_of
    for number in range(first, last):
        kinds = find_marks(order, hands.cards[number], beside, kind_of)
        key, mask = START, np.uint64(0)
        for card in hands.cards[number]:
            key += order.key[card]
            mask += order.mask[card]
        alone = law.category[rank_of(order, key, mask)]
        for kind in range(kinds):
            singles[kind] = rank_of(order, key + beside.keys[kind], mask + beside.masks[kind])
        before, ahead = np.int64(-1), np.int64(0)
        for i in range(hands.start[number], hands.end[number]):
            word = hands.words[i]
            high, low = kind_of[word >> HIGHER & MARK], kind_of[word >> LOWER & MARK]
            value = np.int64(rank_of(
                order, key + beside.keys[high] + beside.keys[low], mask + beside.masks[high] + beside.masks[low]
            ))
            if value != before:
                before, ahead = value, np.int64(0)
                for kind in range(kinds):
                    if singles[kind] > value:
                        ahead += beside.many[kind]
            makes = np.uint64((word >> CATEGORY & CATEGORIES) > alone)
            hands.words[i] = word | np.uint64(ahead) << AHEAD | makes << MAKES


@compiled
def count_seen(
    order: Order, first: int, last: int, hands: RiverHands, sizes: Array, law: Law, hole_of: Array, room: SeenSpace,
    every: Array, dealers: Array,
) -> None:
    """Count hands by starting hand and by what a person sees of them, and their dealers by cell besides."""
    beside, suits, places, kind_of = room.beside, room.suits, room.places, room.kind_of
    for number in range(first, last):
        if hands.start[number] == hands.end[number]:
            continue
        kinds = find_marks(order, hands.cards[number], beside, kind_of)
        suits[:kinds] = 0
        for card in range(52):
            if beside.kind[card] >= 0:
                suits[beside.kind[card]] |= 1 << card % 4
        for i in range(hands.start[number], hands.end[number]):
            word = hands.words[i]
            read_places(word, places)
            category, makes, ahead = word >> CATEGORY & CATEGORIES, word >> MAKES, word >> AHEAD & MARK
            high, low = kind_of[word >> HIGHER & MARK], kind_of[word >> LOWER & MARK]
            ways = beside.many[high] * beside.many[low]
            if high == low:
                ways = beside.many[high] * (beside.many[high] - 1) // 2
            # Two cards of one rank are of two suits.
            one, other, alike = beside.card[high] // 4, beside.card[low] // 4, np.int64(0)
            for suit in range(4):
                alike += one != other and (suits[high] & suits[low]) >> suit & 1
            for suited in range(2):
                many = sizes[number] * (alike if suited else ways - alike)
                if many:
                    hole = hole_of[one, other, suited]
                    every[hole, makes, ahead] += many
                    for place in range(6):
                        dealers[hole, makes, ahead, law.cell[category, place]] += many * places[place]


def best_rule(every: RiverCounts, folded: RiverCounts, stays: Array, river: StreetPlan, unit: Fraction) -> RiverRule:
    """How a person can best decide by what he sees, with those starting hands that `stays` names. `unit` is what one of
    the numbers that the street weighs with is worth."""
    hands, dealers = (
        np.stack((some[stays].sum(axis=0), (whole - some)[stays].sum(axis=0)), axis=2)
        for whole, some in zip(every, folded, strict=True)
    )
    more = (river.weights[1] - river.weights[0]).tolist()
    gains = [
        [[sum(map(int.__mul__, more, cells)) for cells in plays] for plays in outs] for outs in dealers.tolist()
    ]
    counts = hands.tolist()
    brings, best = [0], 0
    for fold, play in gains[0]:
        brings.append(brings[-1] + fold + play)
        best += play
    fewer = brings.index(max(brings))
    many = sum(sum(each) for outs in counts for each in outs)
    same = sum(play for _, play in (*counts[1], *counts[0][:fewer])) + sum(fold for fold, _ in counts[0][fewer:])
    lost = best - brings[fewer] - sum(fold for fold, _ in gains[1])
    return RiverRule(fewer, Fraction(same, many), unit * Fraction(lost, many * DEALT))
