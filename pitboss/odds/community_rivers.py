"""A last decision on the whole board, to play or to fold, by what a person can see there: whether the two cards make
more than the board has alone, and how many single cards would put the dealer ahead."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import HIGH, START, rank_of
from pitboss.hands.tables import Order
from pitboss.odds import community_kernel as kernel
from pitboss.odds.cache import Arrays, key
from pitboss.odds.community_boards import boards, pairs
from pitboss.odds.community_kernel import ROW, ROWS, VALUE, BoardSpace
from pitboss.odds.community_plan import Law, StreetPlan

Array = np.ndarray[Any, Any]
# Raised when counts under the same key would come out otherwise.
VERSION = 2
# Boards of five cards, up to suits.
RIVERS = 134_459
BOARDS_AT_ONCE = 2048
# Cards that neither the board nor the player has, and the dealer's pairs of them.
UNSEEN, DEALT = 45, comb(45, 2)


class RiverRule(NamedTuple):
    """Play with what makes more than the board, and else with fewer cards than this against it: how often that is as
    good as best play, and how much it brings less, on the hands that are left to decide, in units of the opening
    wager."""

    fewer_than: int
    agrees: Fraction
    costs: Fraction


class RiverCount:
    """How often it is better to play than to fold, and where the dealer is then, by cell: by whether the two cards make
    more than the board, and by how many single cards put the dealer ahead. Of starting hands, those that `stays`
    names."""

    what = "rivers"

    def __init__(self, law: Law, river: StreetPlan, stays: Array) -> None:
        self.law, self.river, self.stays = law, river, stays
        self.key = key("rivers", VERSION, *HIGH, *law, *river, stays)
        self.chunks = -(-RIVERS // BOARDS_AT_ONCE)

    def blank(self) -> Arrays:
        shape = (2, UNSEEN + 3, 2)
        cells = self.river.weights.shape[1]
        return {"hands": np.zeros(shape, np.int64), "dealers": np.zeros((*shape, cells), np.int64)}

    def add(self, chunk: int, into: Arrays) -> None:
        first, whole, two = chunk * BOARDS_AT_ONCE, boards(5), pairs()
        count_rivers(
            HIGH, first, min(first + BOARDS_AT_ONCE, RIVERS), whole.cards, whole.sizes, two.of, two.hole, self.stays,
            self.law, self.river, kernel.room(self.river, self.river), into["hands"], into["dealers"],
        )


@compiled
def count_rivers(
    order: Order, first: int, last: int, cards: Array, sizes: Array, pair_of: Array, hole_of: Array, stays: Array,
    law: Law, river: StreetPlan, room: BoardSpace, hands: Array, dealers: Array,
) -> None:
    """Boards of five cards from `first` up to `last`."""
    beside, found = room.beside_board, room.pairs
    singles, ways = np.empty(kernel.MOST_KINDS, np.uint16), np.zeros(kernel.MOST_PAIRS, np.int64)
    for number in range(first, last):
        board = cards[number]
        kinds = kernel.kinds_beside(order, board, beside)
        count = kernel.value_pairs(order, board, kinds, beside, law.qualifies, found)
        kernel.sort_pairs(found, count)
        kernel.sweep(count, beside.many, law, river, found)
        words, mask = START, np.uint64(0)
        for card in board:
            words += order.key[card]
            mask += order.mask[card]
        alone = law.category[rank_of(order, words, mask)]
        for kind in range(kinds):
            singles[kind] = rank_of(order, words + beside.keys[kind], mask + beside.masks[kind])
        highest = np.argsort(singles[:kinds])[::-1]
        ways.fill(0)
        for one in range(52):
            for other in range(one):
                if beside.kind[one] >= 0 and beside.kind[other] >= 0 and stays[hole_of[pair_of[one, other]]]:
                    high, low = max(beside.kind[one], beside.kind[other]), min(beside.kind[one], beside.kind[other])
                    ways[np.uint64(high * (high + 1) // 2 + low)] += sizes[number]
        # Pairs from the lowest on: fewer and fewer single cards are above them.
        above, ahead = kinds, np.int64(beside.many[:kinds].sum())
        for i in range(count):
            value, row = found.sorted[i] >> VALUE, found.sorted[i] >> ROW & ROWS
            while above > 0 and singles[highest[above - 1]] <= value:
                above -= 1
                ahead -= beside.many[highest[above]]
            if ways[row] == 0:
                continue
            category = law.category[value]
            cells, brings, made = law.cell[category], np.int64(0), np.uint64(category > alone)
            for place in range(0 if found.every[0] else 3, 6):
                brings += found.more[cells[place]] * found.found[row, place]
            plays = np.uint64(brings > 0)
            hands[made, ahead, plays] += ways[row]
            for place in range(0 if found.every[0] else 3, 6):
                dealers[made, ahead, plays, cells[place]] += ways[row] * found.found[row, place]


def best_rule(counts: Arrays, river: StreetPlan, unit: Fraction) -> RiverRule:
    """The best such rule. `unit` is what one of the numbers that the street weighs with is worth."""
    more = (river.weights[1] - river.weights[0]).tolist()
    gains = [
        [[sum(map(int.__mul__, more, cells)) for cells in plays] for plays in outs]
        for outs in counts["dealers"].tolist()
    ]
    hands = counts["hands"].tolist()
    brings, best = [0], 0
    for fold, play in gains[0]:
        brings.append(brings[-1] + fold + play)
        best += play
    fewer = brings.index(max(brings))
    every = sum(sum(each) for made in hands for each in made)
    same = sum(play for _, play in (*hands[1], *hands[0][:fewer])) + sum(fold for fold, _ in hands[0][fewer:])
    lost = best - brings[fewer] - sum(fold for fold, _ in gains[1])
    return RiverRule(fewer, Fraction(same, every), unit * Fraction(lost, every * DEALT))
