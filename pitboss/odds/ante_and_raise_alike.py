"""Hands that meet the dealer's alike, taken together: of millions of hands beside a card shown, some hundred thousand
differ in what they are worth, the rank of that card, or how many of the dealer's hands rank where."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]

# Several small numbers side by side in one of so many bits are sorted as one.
BITS = 63
AT_ONCE = 4096


class Alike(NamedTuple):
    """Groups of hands in the order of their values: the place of the value, the column of the card shown, how many of
    the dealer's hands are at each place seen from any of them, and how many hands there are, each with a card shown."""

    value: Array
    shown: Array
    places: Array
    hands: Array


def alike(against: Array, rank: Array, column: Array, sizes: Array, free: Array) -> Alike:
    """From counts by place, kind of hand and card shown; the value of each kind, in rising order, and how many hands
    are of it, the column that each card goes under, and the cards that may be shown beside each kind."""
    # Some thousand kinds at a time stay in the processor's own memory.
    edges = [*np.unique(np.searchsorted(rank, rank[::AT_ONCE])).tolist(), len(rank)]
    parts = [slice(first, last) for first, last in pairwise(edges)]
    groups = [_alike(against[:, part], rank[part], column, sizes[part], free[part]) for part in parts]
    return Alike(*(np.concatenate(fields, axis=-1) for fields in zip(*groups, strict=True)))


def _alike(against: Array, rank: Array, column: Array, sizes: Array, free: Array) -> Alike:
    kind, card = np.nonzero(free)
    every, size = np.unique(sizes, return_inverse=True)
    # The last place has all that are at no other.
    fields = [rank[kind] - rank[0], column[card], *(counts[kind, card] for counts in against[:-1]),
              size.reshape(-1)[kind]]
    widths = [int(field.max(initial=0)).bit_length() for field in fields]
    if sum(widths) > BITS:
        groups, of = np.unique(np.stack(fields[:-1]), axis=1, return_inverse=True)
        hands = np.bincount(of.reshape(-1), sizes[kind]).astype(np.int64)
        held = list(groups.astype(np.int64))
    else:
        packed = np.zeros(len(kind), np.int64)
        for field, width in zip(fields, widths, strict=True):
            packed = packed << width | field
        groups, many = np.unique(packed, return_counts=True)
        hands = many * every[groups & (1 << widths[-1]) - 1]
        same = groups >> widths[-1]
        starts = np.flatnonzero(np.diff(same, prepend=-1))
        hands, same = np.add.reduceat(hands, starts), same[starts]
        held = []
        for width in reversed(widths[:-1]):
            held.insert(0, same & (1 << width) - 1)
            same = same >> width
    value, shown, *places = held
    beside = int(against[:, kind[0], card[0]].sum())
    return Alike(value + rank[0], shown, np.stack([*places, beside - sum(places)]), hands)
