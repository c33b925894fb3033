"""Compiled evaluators, and the pieces that other kernels build on.

A hand of five to seven cards is worth `rank_of(order, key, mask)`, where

* `order` is the order of hands as tables, `HIGH` for the usual one (always passed in, never a global of a kernel);
* `key` is `START` plus `order.key[card]` of each card;
* `mask` is the sum of `order.mask[card]` of each card, looked at only when five are of one suit.

Both are plain sums of uint64 words, so those of a board are added up once and each pair of hole cards is one more
addition. Values are uint16, from 0 to 7461 in `HIGH`, and the higher wins; `orders.high_values()` says what they mean.
"""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.compiled import compiled
from pitboss.hands.orders import high
from pitboss.hands.tables import LOW_BITS, Order, Values

Codes: TypeAlias = NDArray[np.uint8]

HIGH: Final = high()

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
def evaluate_into(order: Order, cards: Codes, out: Values) -> None:
    """The value of every row of five to seven card codes."""
    key, mask, n = order.key, order.mask, cards.shape[1]
    for i in range(len(cards)):
        row = cards[i]
        total = START + key[row[0]] + key[row[1]] + key[row[2]] + key[row[3]] + key[row[4]]
        if n > 5:
            total += key[row[5]]
        if n > 6:
            total += key[row[6]]
        held = np.uint64(0)
        if total & _FIVE_SUITED:
            for j in range(n):
                held += mask[row[j]]
        out[i] = rank_of(order, total, held)


@compiled
def two_and_three_into(order: Order, holes: Codes, boards: Codes, out: Values) -> None:
    """The best value of exactly two cards of each row of hole cards and three of the five of its board."""
    key, mask = order.key, order.mask
    board_key = np.empty(10, np.uint64)
    board_mask = np.empty(10, np.uint64)
    for i in range(len(holes)):
        hole, board = holes[i], boards[i]
        n = 0
        for a in range(3):
            for b in range(a + 1, 4):
                for c in range(b + 1, 5):
                    board_key[n] = START + key[board[a]] + key[board[b]] + key[board[c]]
                    board_mask[n] = mask[board[a]] + mask[board[b]] + mask[board[c]]
                    n += 1
        best = np.uint16(0)
        for a in range(len(hole) - 1):
            for b in range(a + 1, len(hole)):
                hole_key, hole_mask = key[hole[a]] + key[hole[b]], mask[hole[a]] + mask[hole[b]]
                for n in range(10):
                    best = max(best, rank_of(order, hole_key + board_key[n], hole_mask + board_mask[n]))
        out[i] = best


@compiled
def value3(three_cards: Values, c0: int, c1: int, c2: int) -> np.uint16:
    """The number of a three-card hand, by the table `orders.three_cards()`."""
    suited = 1 if (c0 ^ c1 | c0 ^ c2) & 3 == 0 else 0
    value: np.uint16 = three_cards[suited, c0 >> 2, c1 >> 2, c2 >> 2]
    return value


@compiled
def three_card_into(three_cards: Values, cards: Codes, out: Values) -> None:
    """The number of every row of three card codes."""
    for i in range(len(cards)):
        out[i] = value3(three_cards, cards[i, 0], cards[i, 1], cards[i, 2])


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
