"""The dealer's chances, for many sets of cards gone from a shoe at once.

How likely the dealer is to end with certain cards is a product over ranks: in how many ways so many cards of a rank
come, of those that are left. So all that the dealer may end with is added up rank by rank, and two sets of cards that
are gone with the same low ranks share all that was added up for these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_rules import BITS, Bools, Floats, Ints, Tree, number_of

MASK = (1 << BITS) - 1
RANKS = 10
# More than a dealer can draw: every card counts at least 1.
MOST_CARDS = 22
# Bits of each rank in a set that is drawn: not many tens are. The ending comes above them.
WIDTHS = (*(BITS,) * 9, 4)
ENDING = sum(WIDTHS)
# Places that are no negative numbers are looked up without a question whether they count from the end.
ONE = np.uint64(1)
SIDES: tuple[Literal["left"], Literal["right"]] = ("left", "right")


class Draws(NamedTuple):
    """Every set of cards that the dealer ends with after each first card, taken apart rank by rank.

    An entry of level 0 is such a set with its ending: in how many `orders` it comes, and of how many cards (`size`).
    One of level k is all that have the same cards of the ranks from k on and the same ending; it is the sum over its
    parts, the entries of the level before from `part` to `end`, each with `many` cards of the rank before. Those of the
    last level are the endings. `begin[up, level]` is where entries begin."""

    begin: Ints
    part: NDArray[np.uint32]
    end: NDArray[np.uint32]
    many: NDArray[np.uint8]
    orders: Floats
    size: NDArray[np.uint8]
    ending: NDArray[np.uint8]


def draws_of(tree: Tree) -> Draws:
    """All that the dealer may end with."""
    cards = np.zeros(len(tree.parent), np.int64)
    of_node = np.repeat(np.arange(len(cards)), np.diff(tree.part))
    np.add.at(cards, of_node, tree.part_many.astype(np.int64) << (BITS * tree.part_rank))
    ways = []
    for up in range(RANKS):
        nodes = np.arange(tree.first[up], tree.first[up + 1])
        nodes = nodes[tree.orders[nodes] > 0.0]
        ends = tree.ends[tree.group[nodes]]
        node, rank = np.nonzero(ends >= 0)
        sets = (cards[nodes[node]] + (np.int64(1) << (BITS * rank))) | (ends[node, rank] << ENDING)
        ways.append((sets, tree.orders[nodes[node]]))
    return draws_to(ways)


def draws_to(ways: Sequence[tuple[Ints, Floats]]) -> Draws:
    """All that may be drawn, by first card: sets of cards as numbers, with their ending above them, and in how many
    orders each comes. In order, sets with the same cards of the higher ranks lie side by side at every level."""
    begin, columns = np.zeros((len(ways), RANKS + 2), np.int64), []
    for first, (numbers, orders) in enumerate(ways):
        sets, at = np.unique(numbers, return_inverse=True)
        levels, above = [sets], [np.zeros(0, np.int64)]
        for bits in WIDTHS:
            above.append(levels[-1] >> bits)
            levels.append(np.unique(above[-1]))
        begin[first] = np.cumsum([begin[first - 1, -1] if first else 0, *map(len, levels)])
        start = np.repeat(begin[first, [0, *range(RANKS)]], list(map(len, levels)))
        part, end = (np.concatenate([np.searchsorted(before, level, side)
                                     for before, level in zip(above, levels, strict=True)]) for side in SIDES)
        cards = [level & ((1 << bits) - 1) for level, bits in zip(levels, WIDTHS, strict=False)]
        size = sum(((sets >> (BITS * rank)) & ((1 << bits) - 1) for rank, bits in enumerate(WIDTHS)), 0 * sets)
        later = np.zeros(len(part) - len(sets), np.int64)
        columns.append((
            start + part, start + end, np.concatenate((*cards, 0 * levels[-1])),
            np.concatenate((np.bincount(at, orders), later)), np.concatenate((size, later)),
            np.concatenate((np.zeros(len(part) - len(levels[-1]), np.int64), levels[-1])),
        ))
    parts, ends, many, counted, sizes, endings = map(np.concatenate, zip(*columns, strict=True))
    return Draws(begin, parts.astype(np.uint32), ends.astype(np.uint32), many.astype(np.uint8), counted,
                 sizes.astype(np.uint8), endings.astype(np.uint8))


@compiled
def in_order(gone: Ints) -> tuple[Ints, Ints, Ints]:
    """Sets of cards by how many cards they are, then by how many of each rank, the lowest first; and of each its
    size, and its number the other way round."""
    turned, size = np.zeros(len(gone), np.int64), np.zeros(len(gone), np.int64)
    for at in range(len(gone)):
        for rank in range(RANKS):
            cards = (gone[at] >> (BITS * rank)) & MASK
            size[at] += cards
            turned[at] |= cards << (BITS * (RANKS - 1 - rank))
    by_rank = np.argsort(turned)
    begin = np.zeros(size.max() + 2 if len(size) else 2, np.int64)
    for cards in size:
        begin[cards + 1] += 1
    begin = np.cumsum(begin)
    order = np.zeros(len(gone), np.int64)
    for at in by_rank:
        order[begin[size[at]]] = at
        begin[size[at]] += 1
    return order, size, turned


@compiled
def most_drawn(draws: Draws, up: int) -> Ints:
    """How many cards of each rank the dealer may draw to a first card."""
    most = np.zeros(RANKS, np.int64)
    for rank in range(RANKS):
        most[rank] = draws.many[draws.begin[up, rank]:draws.begin[up, rank + 1]].max()
    return most


@compiled
def out_of(cards: int, draws: Draws, up: int, worth: Floats) -> None:
    """Begin to add up with so many cards in the shoe: each set, as often as its cards come in any one order if they
    were all there."""
    each = np.zeros(MOST_CARDS)
    each[0] = 1.0
    for drawn in range(1, MOST_CARDS):
        rest = cards - drawn + 1
        each[drawn] = each[drawn - 1] / rest if rest > 0 else 0.0
    for entry in range(draws.begin[up, 0], draws.begin[up, 1]):
        worth[entry] = draws.orders[entry] * each[draws.size[entry]]


@compiled
def add_up(
    left: Ints, gone: int, changed: int, most: Ints, ways: Floats, draws: Draws, up: int, worth: Floats
) -> None:
    """Go on from the first rank of which another number of cards is gone than was when the last set was added up. An
    entry has one part or more, which come after those of the entry before."""
    for rank in range(changed, RANKS):
        there = left[rank] - ((gone >> (BITS * rank)) & MASK)
        ways[0] = 1.0 if there >= 0 else 0.0
        for drawn in range(1, most[rank] + 1):
            ways[drawn] = ways[drawn - 1] * max(there - drawn + 1, 0)
        part = np.uint64(draws.begin[up, rank])
        for entry in range(np.uint64(draws.begin[up, rank + 1]), np.uint64(draws.begin[up, rank + 2])):
            total, end = ways[draws.many[part]] * worth[part], np.uint64(draws.end[entry])
            part += ONE
            while part < end:
                total += ways[draws.many[part]] * worth[part]
                part += ONE
            worth[entry] = total


@compiled
def ends_beside(left: Ints, up: int, gone: Ints, draws: Draws, odds: Floats) -> None:
    """How likely each ending of the dealer's is, `odds[set, ending]`, when the cards of each set are gone besides;
    `left` is without the first card. Zeros where the cards are not there."""
    order, size, turned = in_order(gone)
    begin = draws.begin[up]
    worth, ways, most = np.zeros(begin[RANKS + 1]), np.zeros(MOST_CARDS), most_drawn(draws, up)
    cards, known, gone_before = left.sum(), np.int64(0), -1
    for at in order:
        changed = 0
        if size[at] != gone_before:
            gone_before = size[at]
            out_of(cards - gone_before, draws, up, worth)
        else:
            while changed < RANKS and ((turned[at] ^ known) >> (BITS * (RANKS - 1 - changed))) & MASK == 0:
                changed += 1
        known = turned[at]
        add_up(left, gone[at], changed, most, ways, draws, up, worth)
        for entry in range(begin[RANKS], begin[RANKS + 1]):
            odds[at, draws.ending[entry]] = worth[entry]


@compiled
def dealer_chances(shoe: Ints, gone: Ints, draws: Draws, odds: Floats) -> None:
    """The same for every first card: `odds[set, up, ending]`."""
    for up in range(RANKS):
        if shoe[up] > 0:
            left = shoe.copy()
            left[up] -= 1
            some = np.zeros((len(gone), odds.shape[2]))
            ends_beside(left, up, gone, draws, some)
            odds[:, up] = some


def chances_beside(shoe: Ints, counts: Ints, wanted: Bools, extra: int, draws: Draws, endings: int) -> Floats:
    """How likely each ending of the dealer's is, by hand, first card and ending, for the hands that are wanted, with
    another card gone from the shoe (-1: none)."""
    odds, some = np.zeros((len(wanted), RANKS, endings)), np.flatnonzero(wanted)
    left = shoe.copy()
    if extra >= 0:
        left[extra] -= 1
    beside = np.zeros((len(some), RANKS, endings))
    dealer_chances(left, number_of(counts[some]), draws, beside)
    odds[some] = beside
    return odds
