"""Tables that turn a few additions into the value of a hand, filled in by the legible rankers.

Every card has a word. Added up, the words of five to seven cards give a sum in the upper half that no other
choice of ranks gives, and in the lower half four counters that tell when five cards are of one suit. A second
word of every card has a bit for the card itself, sixteen to a suit.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import RANKS, SUITS, Card
from pitboss.hands import low, poker

Words: TypeAlias = NDArray[np.uint64]
Values: TypeAlias = NDArray[np.uint16]
Arrays: TypeAlias = dict[str, NDArray[Any]]
_V = TypeVar("_V", bound=tuple[Any, ...])

FILE = Path(__file__).with_name("tables.npz")

# Each of the thirteen is the least number that keeps the sums of seven cards apart; the number added to all of
# them is the least that keeps the sums of five and six cards apart from those too.
RANK_KEYS = tuple(
    3085964 + key for key in (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
)
LOW_BITS = 10
_ROW = 1 << LOW_BITS


class Order(NamedTuple):
    """An order of hands: the words of the card codes, and where their sums lead."""

    key: Words
    mask: Words
    offset: NDArray[np.uint32]
    value: Values
    flush: Values


class Numbered(NamedTuple, Generic[_V]):
    """Every value hands can have, lowest first, and their numbers by sum of ranks and by ranks of one suit."""

    values: tuple[_V, ...]
    by_sum: dict[int, int]
    by_mask: dict[int, int]


def choices(ranks: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """The ranks that so many cards of one deck can have, four alike at most."""
    for chosen in combinations_with_replacement(ranks, size):
        if all(a != b for a, b in zip(chosen, chosen[4:], strict=False)):
            yield chosen


def numbered(
    five: Callable[[Sequence[Card]], _V], ranks: Sequence[int] = range(13), most: int = 7
) -> Numbered[_V]:
    """Rank every kind of five cards, and of six and seven by the best of the hands with one card less."""
    mixed = {chosen: five([RANKS[r] + SUITS[i % 4] for i, r in enumerate(chosen)]) for chosen in choices(ranks, 5)}
    suited = {chosen: five([RANKS[r] + "s" for r in chosen]) for chosen in combinations(ranks, 5)}
    values = tuple(sorted({*mixed.values(), *suited.values()}))
    number = {value: i for i, value in enumerate(values)}
    by_sum = {sum(RANK_KEYS[r] for r in chosen): number[value] for chosen, value in mixed.items()}
    by_mask = {sum(1 << r for r in chosen): number[value] for chosen, value in suited.items()}
    for size in range(6, most + 1):
        for chosen in choices(ranks, size):
            total = sum(RANK_KEYS[r] for r in chosen)
            by_sum[total] = max(by_sum[total - RANK_KEYS[r]] for r in chosen)
        for chosen in combinations(ranks, size):
            total = sum(1 << r for r in chosen)
            by_mask[total] = max(by_mask[total - (1 << r)] for r in chosen)
    return Numbered(values, by_sum, by_mask)


def packed(sums: Sequence[int]) -> NDArray[np.uint32]:
    """Where each row of sums, those alike but for their low bits, starts, so that no two sums share a slot.

    Rows go where they first fit, the fullest row first. Rows that no hand has start at 0: a sum of
    impossible cards finds a meaningless value, but always within the table.
    """
    rows: dict[int, list[int]] = {}
    for total in sums:
        rows.setdefault(total // _ROW, []).append(total % _ROW)
    offset = np.zeros(7 * max(RANK_KEYS) // _ROW + 1, np.uint32)
    taken = 0
    for row, places in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        clash = 0
        for place in places:
            clash |= taken >> place
        start = (~clash & clash + 1).bit_length() - 1
        taken |= sum(1 << place for place in places) << start
        offset[row] = start
    return offset


def slot(offset: NDArray[np.uint32], ranks: Sequence[int]) -> int:
    """Where the tables have the hand of these ranks."""
    total = sum(RANK_KEYS[r] for r in ranks)
    return int(offset[total // _ROW]) + total % _ROW


def by_slot(offset: NDArray[np.uint32], numbers: dict[int, int]) -> Values:
    """The numbers of sums, each in its slot."""
    table = np.zeros(int(offset.max()) + _ROW, np.uint16)
    for total, number in numbers.items():
        table[offset[total // _ROW] + total % _ROW] = number
    return table


def by_mask(numbers: dict[int, int]) -> Values:
    table = np.zeros(1 << 13, np.uint16)
    for mask, number in numbers.items():
        table[mask] = number
    return table


def build() -> Arrays:
    """Work out from the legible rankers what the shipped file holds."""
    high, ace_to_five = numbered(poker.value), numbered(low.ace_to_five)
    offset = packed(list(high.by_sum))
    return {
        "offset": offset,
        "high": by_slot(offset, high.by_sum),
        "flush": by_mask(high.by_mask),
        "category": np.array([value.category for value in high.values], np.uint8),
        "ace_to_five": by_slot(offset, ace_to_five.by_sum),
    }


def save(path: Path = FILE) -> None:
    """Write the shipped file anew: ``python -c "from pitboss.hands import tables; tables.save()"``."""
    np.savez_compressed(path, **build())  # type: ignore[arg-type]


@cache
def shipped() -> Arrays:
    """The tables of the shipped file."""
    with np.load(FILE) as arrays:
        return dict(arrays)


def words() -> tuple[Words, Words]:
    """The two words of every card code."""
    key = [RANK_KEYS[code // 4] << 32 | 1 << 4 * (code % 4) for code in range(52)]
    mask = [1 << 16 * (code % 4) + code // 4 for code in range(52)]
    return np.array(key, np.uint64), np.array(mask, np.uint64)
