"""Compiled evaluators, and the pieces that other kernels build on.

A hand of five to seven cards is worth `rank_of(order, key, mask)`, where

* `order` is the order of hands as tables, `HIGH` for the usual one (always passed in, never a global of a kernel);
* `key` is `START` plus `order.key[card]` of each card;
* `mask` is the sum of `order.mask[card]` of each card, looked at only when five are of one suit.

Both are plain sums of uint64 words, so those of a board are added up once and each pair of hole cards is one more
addition. Values are uint16, from 0 to 7461 in `HIGH`, and the higher wins.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.compiled import compiled
from pitboss.hands.tables import FILE, LOW_BITS, Order, card_words

_shipped = np.load(FILE)
HIGH: Final = Order(*card_words(), _shipped["offset"], _shipped["value"], _shipped["flush"])
CATEGORY: Final[NDArray[np.uint8]] = _shipped["category"]

# A suit's counter starts at 3 and so reaches 8, its top bit, on the fifth card of the suit.
START: Final = np.uint64(0x3333)
_FIVE_SUITED: Final = np.uint64(0x8888)
_KEY: Final = np.uint64(32)
_ROW: Final = np.uint64(32 + LOW_BITS)
_LOW: Final = np.uint64((1 << LOW_BITS) - 1)
_RANKS: Final = np.uint64(0x1FFF)


@compiled
def rank_of(order: Order, key: np.uint64, mask: np.uint64) -> np.uint16:
    """The value of the cards whose words were added up."""
    if key & _FIVE_SUITED:
        return flush_of(order, key, mask)
    value: np.uint16 = order.value[order.offset[key >> _ROW] + (key >> _KEY & _LOW)]
    return value


@compiled
def flush_of(order: Order, key: np.uint64, mask: np.uint64) -> np.uint16:
    """The value when some suit is known to have five cards."""
    if key & np.uint64(0x80):
        mask >>= np.uint64(16)
    elif key & np.uint64(0x800):
        mask >>= np.uint64(32)
    elif key & np.uint64(0x8000):
        mask >>= np.uint64(48)
    value: np.uint16 = order.flush[mask & _RANKS]
    return value


@compiled
def value7(order: Order, c0: int, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int) -> np.uint16:
    """The value of seven card codes."""
    key, mask = order.key, order.mask
    return rank_of(
        order,
        START + key[c0] + key[c1] + key[c2] + key[c3] + key[c4] + key[c5] + key[c6],
        mask[c0] + mask[c1] + mask[c2] + mask[c3] + mask[c4] + mask[c5] + mask[c6],
    )


@compiled
def value5(order: Order, c0: int, c1: int, c2: int, c3: int, c4: int) -> np.uint16:
    """The value of five card codes."""
    key, mask = order.key, order.mask
    return rank_of(
        order,
        START + key[c0] + key[c1] + key[c2] + key[c3] + key[c4],
        mask[c0] + mask[c1] + mask[c2] + mask[c3] + mask[c4],
    )


@compiled
def evaluate_into(order: Order, cards: NDArray[np.uint8], out: NDArray[np.uint16]) -> None:
    """The value of every row of card codes."""
    n = cards.shape[1]
    for i in range(len(cards)):
        key = START
        for j in range(n):
            key += order.key[cards[i, j]]
        mask = np.uint64(0)
        if key & _FIVE_SUITED:
            for j in range(n):
                mask += order.mask[cards[i, j]]
        out[i] = rank_of(order, key, mask)


@compiled
def count_seven(order: Order) -> NDArray[np.int64]:
    """How many of all seven-card hands have each value."""
    counts = np.zeros((2, 7462), np.int64)
    for a in range(51, 5, -1):
        ka, ma = START + order.key[a], order.mask[a]
        for b in range(a - 1, 4, -1):
            kb, mb = ka + order.key[b], ma + order.mask[b]
            for c in range(b - 1, 3, -1):
                kc, mc = kb + order.key[c], mb + order.mask[c]
                for d in range(c - 1, 2, -1):
                    kd, md = kc + order.key[d], mc + order.mask[d]
                    for e in range(d - 1, 1, -1):
                        ke, me = kd + order.key[e], md + order.mask[e]
                        for f in range(e - 1, 0, -1):
                            kf, mf = ke + order.key[f], me + order.mask[f]
                            for g in range(f):
                                counts[g & 1, rank_of(order, kf + order.key[g], mf + order.mask[g])] += 1
    total: NDArray[np.int64] = counts[0] + counts[1]
    return total
