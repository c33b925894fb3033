"""Four pai gow tiles by their kinds: 3,620 deals that differ, the ways to set each, and how often settings meet.

The two tiles of a kind are alike in all that counts, so that the 35,960 deals of four tiles come down to these, and
the 136 hands of two tiles to pairs of kinds. How a hand compares with another is for the game to say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.tiles import KINDS, Tile, kind_of
from pitboss.hands.pai_gow import Setting, settings
from pitboss.rulebooks.qld.s06_pai_gow_house_way import house_way

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

TILES_EACH = 4
# Of a kind.
ALIKE = 2
PLACE = {kind.name: place for place, kind in enumerate(KINDS)}
# Two tiles by their kinds, and a hand that stands for each.
PAIRS = tuple(combinations_with_replacement(range(len(KINDS)), 2))
HAND = {pair: number for number, pair in enumerate(PAIRS)}
HANDS: tuple[tuple[Tile, Tile], ...] = tuple((KINDS[one].tiles[0], KINDS[other].tiles[1]) for one, other in PAIRS)
# Deals that the others may have beside four tiles.
BESIDE = comb(ALIKE * len(KINDS) - TILES_EACH, TILES_EACH)
# Deals looked at together, so that what they meet fits in memory.
AT_ONCE = 256
# As many settings as a deal may have.
MOST_WAYS = 3
SEED = 20_260_706


class TileDeals(NamedTuple):
    """Every deal up to alike tiles: its kinds, out of how many deals, its settings by their two hands, with a setting
    written down for each, and which of them is the house way. A deal with fewer settings has the last one again."""

    kinds: Ints
    ways: Ints
    low: Ints
    high: Ints
    written: tuple[tuple[Setting, ...], ...]
    house: Ints
    # The two hands that the house way makes.
    house_low: Ints
    house_high: Ints


class Met(NamedTuple):
    """How a setting does against all deals beside it, set the house way: in how many both hands are higher, only the
    low one, only the high one, neither."""

    both: Ints
    low_only: Ints
    high_only: Ints
    neither: Ints


def kinds_of(tiles: Sequence[Tile]) -> tuple[int, ...]:
    return tuple(sorted(PLACE[kind_of(tile).name] for tile in tiles))


def hands_of(way: Setting) -> tuple[int, int]:
    """The numbers of a low and a high hand."""
    low, high = kinds_of(way.low), kinds_of(way.high)
    return HAND[low[0], low[1]], HAND[high[0], high[1]]


def chosen(values: Ints, places: Ints) -> Ints:
    """Of each row the value at a place."""
    return np.take_along_axis(values, places[:, None], axis=1)[:, 0]


@cache
def deals() -> TileDeals:
    """All deals, and how the house sets them."""
    kinds = [four for four in combinations_with_replacement(range(len(KINDS)), TILES_EACH)
             if all(four.count(kind) <= ALIKE for kind in four)]
    written, hands, house = [], [], []
    for four in kinds:
        tiles = [KINDS[kind].tiles[place and four[place - 1] == kind] for place, kind in enumerate(four)]
        ways = {hands_of(way): way for way in settings(tiles)}
        written.append(tuple(ways.values()))
        house.append(list(ways).index(hands_of(house_way(tiles))))
        both = list(ways)
        hands.append(both + both[-1:] * (MOST_WAYS - len(both)))
    low_and_high = np.array(hands, np.int64)
    held = _held(np.array(kinds))
    low, high, places = low_and_high[:, :, 0], low_and_high[:, :, 1], np.array(house, np.int64)
    return TileDeals(np.array(kinds), np.where(held == 1, ALIKE, 1).prod(axis=1), low, high, tuple(written), places,
                     chosen(low, places), chosen(high, places))


@cache
def numbers() -> dict[tuple[int, ...], int]:
    """The number of each deal by its kinds."""
    return {tuple(four): number for number, four in enumerate(deals().kinds.tolist())}


def _held(kinds: Ints) -> Ints:
    """How many tiles of each kind there are in deals."""
    held: Ints = (kinds[:, :, None] == np.arange(len(KINDS))).sum(axis=1)
    return held


def meets(low: Bools, high: Bools) -> Met:
    """How every setting does, by which hands are higher than which in the low and in the high place."""
    return _meets(low.tobytes(), high.tobytes())


@lru_cache(8)
def _meets(low_bytes: bytes, high_bytes: bytes) -> Met:
    table = deals()
    low, high = (np.frombuffer(bits, np.bool_).reshape(len(PAIRS), len(PAIRS)) for bits in (low_bytes, high_bytes))
    low, high = low[:, table.house_low], high[:, table.house_high]
    factors, columns = _beside(table)
    counts = np.empty((3, len(table.kinds), MOST_WAYS), np.int64)
    for start in range(0, len(table.kinds), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        mine = factors[part]
        beside = mine[:, columns[0]] * mine[:, columns[1]] * mine[:, columns[2]] * mine[:, columns[3]]
        for way in range(MOST_WAYS):
            lows, highs = low[table.low[part, way]], high[table.high[part, way]]
            for place, holds in enumerate((lows & highs, lows & ~highs, ~lows & highs)):
                counts[place, part, way] = np.einsum("ij,ij->i", beside, holds.astype(np.int16))
    both, low_only, high_only = counts
    return Met(both, low_only, high_only, BESIDE - both - low_only - high_only)


def _beside(table: TileDeals) -> tuple[NDArray[np.int16], Ints]:
    """In how many ways a deal may lie beside another, as a product of four numbers: for each deal the ways to draw one
    tile or two of every kind from what it leaves, and 1; and for each deal which of these columns it takes."""
    left = ALIKE - _held(table.kinds)
    factors = np.concatenate((left, left * (left - 1) // 2, np.ones((len(left), 1), np.int64)), axis=1)
    kinds, nothing = table.kinds, factors.shape[1] - 1
    columns = kinds.copy()
    for place in range(1, TILES_EACH):
        twin = kinds[:, place] == kinds[:, place - 1]
        columns[twin, place - 1] = kinds[twin, place] + len(KINDS)
        columns[twin, place] = nothing
    return factors.astype(np.int16), columns.T


# -- several hands ---------------------------------------------------------------------------------------------


def several(low: Bools, high: Bools, bank: Ints, most: int, rounds: int) -> Ints:
    """Rounds dealt by chance to a bank that sets each deal in its own way and to so many players who set theirs the
    house way: how often the first one, two and more of them win and lose so many hands."""
    table, known = deals(), np.zeros((len(KINDS),) * TILES_EACH, np.int64)
    known[tuple(table.kinds.T)] = np.arange(len(table.kinds))
    banks_low, banks_high = chosen(table.low, bank), chosen(table.high, bank)
    chance = np.random.default_rng(SEED)
    counts = np.zeros((most + 1, most + 1, most + 1), np.int64)
    pack = np.repeat(np.arange(len(KINDS)), ALIKE)
    for start in range(0, rounds, AT_ONCE * AT_ONCE):
        size = min(AT_ONCE * AT_ONCE, rounds - start)
        dealt = chance.permuted(np.broadcast_to(pack, (size, len(pack))), axis=1)[:, : (most + 1) * TILES_EACH]
        four = np.sort(dealt.reshape(size, most + 1, TILES_EACH), axis=2)
        number = known[four[:, :, 0], four[:, :, 1], four[:, :, 2], four[:, :, 3]]
        theirs = number[:, 0]
        lows = low[table.house_low[number[:, 1:]], banks_low[theirs][:, None]]
        highs = high[table.house_high[number[:, 1:]], banks_high[theirs][:, None]]
        won, lost = (np.cumsum(holds, axis=1) for holds in (lows & highs, ~lows & ~highs))
        for players in range(1, most + 1):
            np.add.at(counts[players], (won[:, players - 1], lost[:, players - 1]), 1)
    return counts
