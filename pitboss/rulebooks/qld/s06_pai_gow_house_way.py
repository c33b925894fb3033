"""QLD schedule 6, sections 2 to 4, 7, 8 and 30 to 36: what tiles are together, and how the house sets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pitboss.equipment.tiles import Tile, kind_of
from pitboss.hands.pai_gow import (
    Setting,
    TileHand,
    as_set,
    named_rank,
    pair_rank,
    place_of,
    points,
    settings,
    top,
    total,
)
from pitboss.law import Clause, schedule

S = schedule("QLD-6")

WaysToSet = tuple[Setting, ...]
HouseWayProvision = Callable[[WaysToSet], WaysToSet]

# 4(2): the tiles with which a point count of 3 is as good as chong ranking 3.
CHONG = "chong"
FROM_CHONG = frozenset({CHONG, "teen", "day", "yun", "gor"})
# 31(1): the pairs that may be split, by the clause that says for what.
SPLIT = {
    "teen": S["31(3)(a)"], "day": S["31(3)(a)"], "chop gow": S["31(3)(b)"], "yun": S["31(3)(c)"],
    "chop bot": S["31(3)(c)"], "tit": S["31(3)(d)"], "chop chit": S["31(3)(d)"],
}
# 7(2): a high nine, a gong, a wong, each of a day and of a teen.
DAY_HIGH_NINE = 10
ABOVE_POINTS = range(DAY_HIGH_NINE, DAY_HIGH_NINE + 6)
# 34(1): up to which high hand the high ranking tile goes to the low hand.
LOW_ENOUGH = 7
# 33(b): the high hand that is worth having.
GOOD_HIGH = 7


def worth(tiles: Sequence[Tile]) -> TileHand:
    """7 and 8: what two tiles are as a hand. Pairs above wongs, gongs and high nines, these above points."""
    if not S["2:hand"].says(len(tiles) == 2):
        raise ValueError(f"a hand has two tiles, not {len(tiles)}")
    rank = S["7(1)"].says(pair_rank(tiles) or -1)
    if rank < 0:
        rank = S["7(2)"].says(named_rank(tiles) or -1)
    if rank < 0:
        count = S["8(1)"].says(total(tiles))
        rank = S["8(2)"].says(count % 10)
    return TileHand(rank, S["7(3)"].says(top(tiles)))


def low_and_high(one: Sequence[Tile], other: Sequence[Tile]) -> Setting:
    """2: of two hands the lower and the higher one, whatever they were called."""
    ordered = as_set(one, other)
    return Setting(S["2:low-hand"].says(ordered)[0], S["2:high-hand"].says(ordered)[1])


# -- 3 and 4: chong ranking 3 ----------------------------------------------------------------------------


def chong_ranking_3(tiles: Sequence[Tile]) -> bool:
    """3: a point count of 3 with a high 6 as its higher tile."""
    highest = max(tiles, key=place_of)
    return S["3(1)"].says(points(tiles) == 3) and S["3(2)"].says(kind_of(highest).name == CHONG)


def chong_ranking_3_or_better(tiles: Sequence[Tile]) -> bool:
    """4: more than 3, or 3 with a tile that is as high as a high 6 or higher."""
    rank = worth(tiles).rank
    if rank == 3:
        high_tile = any(kind_of(tile).name in FROM_CHONG for tile in tiles)
        return chong_ranking_3(tiles) or S["4(2)"].says(high_tile)
    return S["4(1)"].says(rank > 3)


# -- 30: the order of the provisions ---------------------------------------------------------------------


def house_way(tiles: Sequence[Tile]) -> Setting:
    """30: four tiles as the house sets them. The provisions apply in their order, but first the exceptions."""
    ways = settings(tiles)
    in_order: tuple[HouseWayProvision, ...] = S["30(2)"].says((exceptions, pairs, named_hands, point_counts))
    left = next(filter(None, (provision(ways) for provision in in_order)))
    return Setting(*S["30(1)"].says(high_ranking_tiles(higher_play(left))))


def higher_play(ways: WaysToSet) -> WaysToSet:
    """30(3): none that another is higher than, in one hand and no lower in the other."""
    each = [both(way) for way in ways]
    return tuple(way for way, own in zip(ways, each, strict=True)
                 if not any(S["30(3)"].says(higher(other, own)) for other in each))


def both(way: Setting) -> tuple[TileHand, TileHand]:
    """What the low and the high hand of a play are."""
    return worth(way.low), worth(way.high)


def higher(one: tuple[TileHand, TileHand], other: tuple[TileHand, TileHand]) -> bool:
    """Is a play higher than another: as high in both hands, and higher in one?"""
    return one[0] >= other[0] and one[1] >= other[1] and one != other


# -- 31: pairs ---------------------------------------------------------------------------------------------


def pairs(ways: WaysToSet) -> WaysToSet:
    """31: the pair is played, unless it is one to be split."""
    paired = tuple(way for way in ways if any(pair_rank(hand) is not None for hand in way))
    if not paired:
        return ()
    (whole,) = paired
    kinds = [kind_of(hand[0]).name for hand in whole if pair_rank(hand) is not None]
    splits = tuple(way for way in ways if way is not whole and any(to_split(kind, way) for kind in kinds))
    if splits and not S["31(2)"].says(any(higher(both(whole), both(way)) for way in splits)):
        return splits
    return paired


def to_split(kind: str, way: Setting) -> bool:
    """31(1) and (3): may a pair of this kind be split, for these two hands?"""
    clause = SPLIT.get(kind)
    if not S["31(1)"].says(clause is not None) or clause is None:
        return False
    low, high = worth(way.low).rank, worth(way.high).rank
    if clause == S["31(3)(a)"]:
        enough = (low >= 6 and high >= 8) or with_nine_and_eleven(kind, way)
    elif clause == S["31(3)(b)"]:
        enough = low >= 9
    elif clause == S["31(3)(c)"]:
        enough = low >= 8 or (low >= 7 and high >= 9)
    else:
        enough = low >= 7 and high >= DAY_HIGH_NINE
    return clause.says(enough)


def with_nine_and_eleven(kind: str, way: Setting) -> bool:
    """31(3)(a)(ii): the tiles beside the pair are a 9 and an 11."""
    beside = sorted(kind_of(tile).pips[0] for hand in way for tile in hand if kind_of(tile).name != kind)
    return beside == [9, 11]


# -- 32: wongs, gongs and high nines -----------------------------------------------------------------------


def named_hands(ways: WaysToSet) -> WaysToSet:
    """32: with a good enough low hand a high nine before a gong before a wong; without one the other way round."""
    named = [way for way in ways if worth(way.high).rank in ABOVE_POINTS]
    good = [way for way in named if S["32(a)"].says(chong_ranking_3_or_better(way.low))]
    if good:
        return lowest_named(good)
    return highest_named(named)


def lowest_named(ways: Sequence[Setting]) -> WaysToSet:
    """32(a): those that play the least of high nine, gong and wong."""
    least = min(map(class_of, ways))
    return tuple(way for way in ways if class_of(way) == least)


def highest_named(ways: Sequence[Setting]) -> WaysToSet:
    """32(b): those that play the most of wong, gong and high nine."""
    most = max(map(class_of, ways), default=0)
    return tuple(way for way in ways if S["32(b)"].says(class_of(way) == most))


def class_of(way: Setting) -> int:
    """0 for a high nine, 1 for a gong, 2 for a wong, whether of a teen or of a day."""
    return (worth(way.high).rank - DAY_HIGH_NINE) // 2


# -- 33: point counts --------------------------------------------------------------------------------------


def point_counts(ways: WaysToSet) -> WaysToSet:
    """33: the best low hand that is good enough; else the best high hand that is; else the best low hand."""
    good = tuple(way for way in ways if S["33(a)"].says(chong_ranking_3_or_better(way.low)))
    if good:
        return best(good, lambda way: way.low)
    if S["33(b)"].says(any(worth(way.high).rank >= GOOD_HIGH for way in ways)):
        return best(ways, lambda way: way.high)
    lowest = best(ways, lambda way: way.low)
    return tuple(way for way in ways if S["33(c)"].says(way in lowest))


def best(ways: Iterable[Setting], hand: Callable[[Setting], Sequence[Tile]]) -> WaysToSet:
    """Those with the highest point count of one hand."""
    listed = tuple(ways)
    most = max(worth(hand(way)).rank for way in listed)
    return tuple(way for way in listed if worth(hand(way)).rank == most)


# -- 34: high ranking tiles --------------------------------------------------------------------------------


def high_ranking_tiles(ways: WaysToSet) -> Setting:
    """34: where the counts are the same whichever is played, the two highest tiles are parted, and the highest one is
    played on the low hand under a high hand of 7 or less, on the high hand under more."""
    if len(ways) == 1:
        return ways[0]
    parted = [way for way in ways if S["34(2)"].says(not together(way))]
    choice = [way for way in parted or ways if on_the_right_hand(way)]
    return (choice or parted or list(ways))[0]


def two_highest(way: Setting) -> tuple[Tile, Tile]:
    first, second, *_ = sorted((*way.low, *way.high), key=place_of, reverse=True)
    return first, second


def together(way: Setting) -> bool:
    """34(2): are the two highest tiles in one hand?"""
    first, second = two_highest(way)
    return any({first, second} <= set(hand) for hand in way)


def on_the_right_hand(way: Setting) -> bool:
    highest = max(place_of(tile) for hand in way for tile in hand)
    on_low = any(place_of(tile) == highest for tile in way.low)
    if worth(way.high).rank <= LOW_ENOUGH:
        return S["34(1)(a)"].says(on_low)
    return S["34(1)(b)"].says(not on_low)


# -- 35: exceptions ----------------------------------------------------------------------------------------


def exceptions(ways: WaysToSet) -> WaysToSet:
    """35: the tiles that are set otherwise than the provisions say."""
    tiles = [kind_of(tile) for hand in ways[0] for tile in hand]
    pips, names = sorted(kind.pips[0] for kind in tiles), {kind.name for kind in tiles}
    if S["35(1)(a)"].says(pips == [7, 8, 10, 11] and {"yun", "mooy"} <= names):
        return making(ways, 7, 9)
    rest = sorted(kind.pips[0] for kind in tiles if kind.name != "gee jun")
    if S["35(1)(b)"].says(rest in ([2, 5, 6], [5, 6, 12])):
        return making(ways, 7, 9)
    if S["35(1)(c)"].says(len(rest) == 3 and {4, 5} <= set(rest) and len(names) == 4):
        return tuple(way for way in ways if worth(way.high).rank == 9 and four_and_five(way))
    return ()


def four_and_five(way: Setting) -> bool:
    """35(1)(c): is the nine that is played the one of a 4 and a 5?"""
    return any(sorted(kind_of(tile).pips[0] for tile in hand) == [4, 5] for hand in way)


def making(ways: WaysToSet, low: int, high: int) -> WaysToSet:
    return tuple(way for way in ways if (worth(way.low).rank, worth(way.high).rank) == (low, high))


# -- 36: which hand is higher --------------------------------------------------------------------------------


def beats(player: Sequence[Tile], bank: Sequence[Tile], copies: Clause, zeros: Clause | None = None) -> bool:
    """36(4) to (7): is a player's hand higher than the bank's? Equal ranks are told apart by the highest tile, and
    where that is the same the bank's is taken to be higher; so is its low hand where both count nothing."""
    own, banks = worth(player), worth(bank)
    if own.rank != banks.rank:
        return own.rank > banks.rank
    if zeros is not None and zeros.says(own.rank == 0):
        return False
    if copies.says(own.top == banks.top):
        return False
    return S["36(4)"].says(own.top > banks.top)
