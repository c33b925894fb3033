"""Tables that turn a few additions into the value of a hand, worked out by the legible rankers.

Every card has a word. Added up, the words of five to seven cards give a sum in the upper half that no other
choice of ranks gives, and in the lower half four counters that tell when five cards are of one suit. A second
word of every card has a bit for the card itself, sixteen to a suit.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS, SUITS
from pitboss.hands import poker

Words: TypeAlias = NDArray[np.uint64]
FILE = Path(__file__).with_name("high.npz")

# Each number is the least that keeps the sums of seven apart; the one added to all of them is the least that
# keeps five, six and seven cards apart too.
RANK_KEYS = tuple(
    3085964 + key for key in (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
)
LOW_BITS = 10


class Order(NamedTuple):
    """An order of hands: the words of the cards, and where their sums lead."""

    key: Words
    mask: Words
    offset: NDArray[np.uint32]
    value: NDArray[np.uint16]
    flush: NDArray[np.uint16]


def multisets(sizes: tuple[int, ...] = (5, 6, 7)) -> Iterator[tuple[int, ...]]:
    """Every choice of ranks that a hand of these sizes can have, each as how many of each rank."""

    def extend(counts: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(counts) == len(RANKS):
            if not left:
                yield counts
            return
        for n in range(min(4, left) + 1):
            yield from extend((*counts, n), left - n)

    for size in sizes:
        yield from extend((), size)


def unsuited(counts: tuple[int, ...]) -> tuple[str, ...]:
    """Cards of these ranks with never five of a suit."""
    ranks = [r for r, n in zip(RANKS, counts, strict=True) for _ in range(n)]
    return tuple(r + SUITS[i % 4] for i, r in enumerate(ranks))


def _suited(mask: int) -> tuple[str, ...]:
    return tuple(r + "s" for i, r in enumerate(RANKS) if mask >> i & 1)


@cache
def high_values() -> tuple[poker.HandValue, ...]:
    """Every value a hand can have, the lowest first."""
    found = {poker.value(unsuited(counts)) for counts in multisets((5,))}
    found |= {poker.value(_suited(mask)) for mask in range(1 << 13) if mask.bit_count() == 5}
    return tuple(sorted(found))


def card_words() -> tuple[Words, Words]:
    """The two words of every card code: key with suit counter, and mask."""
    key = [RANK_KEYS[code // 4] << 32 | 1 << 4 * (code % 4) for code in range(52)]
    mask = [1 << 16 * (code % 4) + code // 4 for code in range(52)]
    return np.array(key, np.uint64), np.array(mask, np.uint64)


def rank_sums(sizes: tuple[int, ...] = (5, 6, 7)) -> list[int]:
    """The sum of rank keys of every choice of ranks, in the order of `multisets`."""
    return [sum(n * key for n, key in zip(counts, RANK_KEYS, strict=True)) for counts in multisets(sizes)]


def packed(sums: list[int]) -> NDArray[np.uint32]:
    """Where each row of sums (those that differ in their low bits alone) starts, so that no two sums share a slot.

    Rows go where they fit first, the fullest row first. Rows that no hand has start at 0: a sum of
    impossible cards finds a meaningless value, but always within the table.
    """
    rows: dict[int, list[int]] = {}
    for total in sums:
        rows.setdefault(total >> LOW_BITS, []).append(total & (1 << LOW_BITS) - 1)
    offset = np.zeros((7 * max(RANK_KEYS) >> LOW_BITS) + 1, np.uint32)
    taken = 0
    for row, lows in sorted(rows.items(), key=lambda item: -len(item[1])):
        clash = 0
        for low in lows:
            clash |= taken >> low
        start = (~clash & clash + 1).bit_length() - 1
        taken |= sum(1 << low for low in lows) << start
        offset[row] = start
    return offset


def build() -> dict[str, NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]]:
    """Work out from the legible ranker what is shipped in the file."""
    values = high_values()
    number = {value: i for i, value in enumerate(values)}
    sums = rank_sums()
    offset = packed(sums)
    value = np.zeros(int(offset.max()) + (1 << LOW_BITS), np.uint16)
    for total, counts in zip(sums, multisets(), strict=True):
        slot = int(offset[total >> LOW_BITS]) + (total & (1 << LOW_BITS) - 1)
        value[slot] = number[poker.value(unsuited(counts))]
    flush = np.zeros(1 << 13, np.uint16)
    for mask in range(1 << 13):
        if 5 <= mask.bit_count() <= 7:
            flush[mask] = number[poker.value(_suited(mask))]
    category = np.array([value.category for value in values], np.uint8)
    return {"offset": offset, "value": value, "flush": flush, "category": category}


def save(path: Path = FILE) -> None:
    """Write the shipped file anew."""
    np.savez_compressed(path, **build())  # type: ignore[arg-type]
