"""What two pai gow tiles are worth together, and the ways in which four may be parted into two hands."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.equipment.tiles import KINDS, TILES, Tile, TileKind, kind_of

# Kinds from the highest down: as pairs, and tile by tile.
PAIRS = (
    "gee jun", "teen", "day", "yun", "gor", "mooy", "chong", "bon", "foo", "ping", "tit", "look", "chop gow",
    "chop bot", "chop chit", "chop ng",
)
SINGLES = (*PAIRS[1:], PAIRS[0])
# A teen or a day with a tile that counts so much is more than its points, from the highest down.
NAMED = (("wong", 9), ("gong", 8), ("high nine", 7))
HIGH = ("teen", "day")

_ABOVE_POINTS = 10
_SINGLE = {name: len(SINGLES) - place for place, name in enumerate(SINGLES)}
_PLACE = {tile: _SINGLE[kind_of(tile).name] for tile in TILES}
_NAMED = {
    (high, counts): _ABOVE_POINTS + len(NAMED) * len(HIGH) - 1 - place
    for place, (counts, high) in enumerate((counts, high) for _, counts in NAMED for high in HIGH)
}
_WORDS = {_NAMED[high, counts]: f"{high} {word}" for word, counts in NAMED for high in HIGH}
_PAIR = {name: _ABOVE_POINTS + len(_NAMED) + len(PAIRS) - 1 - place for place, name in enumerate(PAIRS)}


class TileHand(NamedTuple):
    """The worth of two tiles; the greater is the higher hand. `rank` is the points, 0 to 9, or for a hand that ranks
    above all points something more; `top` is the place of its highest tile, by which equal ranks are told apart."""

    rank: int
    top: int


class Setting(NamedTuple):
    """Four tiles as two hands, tiles from the highest down. Where both hands are worth the same, either is the low."""

    low: tuple[Tile, Tile]
    high: tuple[Tile, Tile]


def place_of(tile: Tile) -> int:
    """Where a tile stands among single tiles: 1 for gee jun, the lowest, to 16 for teen.

    >>> place_of("teen"), place_of("c9a"), place_of("g6")
    (16, 5, 1)
    """
    return _PLACE.get(tile) or _SINGLE[kind_of(tile).name]


# What is said of two tiles is worked out once: there are few of them, and every round asks again and again.
@cache
def _pair_rank(one: Tile, other: Tile) -> int | None:
    kind = kind_of(one)
    return _PAIR[kind.name] if kind is kind_of(other) else None


def pair_rank(tiles: Sequence[Tile]) -> int | None:
    """The rank of two tiles of one kind; None where they are of two.

    >>> pair_rank(("g3", "g6")), pair_rank(("c5a", "c5b")), pair_rank(("gor", "bon"))
    (31, 16, None)
    """
    one, other = tiles
    return _pair_rank(one, other)


@cache
def _named_rank(one: Tile, other: Tile) -> int | None:
    first, second = kind_of(one), kind_of(other)
    return _NAMED.get((first.name, second.counts[0])) or _NAMED.get((second.name, first.counts[0]))


def named_rank(tiles: Sequence[Tile]) -> int | None:
    """The rank of a wong, a gong or a high nine; None for anything else.

    >>> named_rank(("teen", "c9b")), named_rank(("tit", "day")), named_rank(("yun", "foo"))
    (15, 10, None)
    """
    one, other = tiles
    return _named_rank(one, other)


@cache
def _total(one: Tile, other: Tile) -> int:
    sums = (a + b for a in kind_of(one).counts for b in kind_of(other).counts)
    return max(sums, key=lambda count: (count % 10, count))


def total(tiles: Sequence[Tile]) -> int:
    """What two tiles count together, before anything is dropped: of gee jun's two counts, the one whose last digit
    comes out higher.

    >>> total(("c9a", "yun")), total(("g3", "mooy")), total(("g6", "look"))
    (17, 6, 9)
    """
    one, other = tiles
    return _total(one, other)


def points(tiles: Sequence[Tile]) -> int:
    """The last digit of what two tiles count together.

    >>> points(("teen", "look")), points(("c9a", "yun")), points(("foo", "c9b"))
    (8, 7, 0)
    """
    return total(tiles) % 10


def top(tiles: Sequence[Tile]) -> int:
    """The place of the higher of two tiles.

    >>> top(("g3", "c5a")), top(("foo", "day"))
    (2, 15)
    """
    one, other = tiles
    return _top(one, other)


@cache
def _top(one: Tile, other: Tile) -> int:
    return max(place_of(one), place_of(other))


@cache
def _worth(one: Tile, other: Tile) -> TileHand:
    tiles = one, other
    rank = pair_rank(tiles)
    if rank is None:
        rank = named_rank(tiles)
    return TileHand(points(tiles) if rank is None else rank, top(tiles))


def worth(tiles: Sequence[Tile]) -> TileHand:
    """What a hand of two tiles is worth.

    >>> worth(("g3", "g6")) > worth(("teen", "teen")) > worth(("teen", "c9a")) > worth(("c9a", "ping"))
    True
    """
    one, other = tiles
    return _worth(one, other)


def is_pair(hand: TileHand) -> bool:
    return hand.rank >= _ABOVE_POINTS + len(_NAMED)


def is_named(hand: TileHand) -> bool:
    """Is it a wong, a gong or a high nine?"""
    return _ABOVE_POINTS <= hand.rank < _ABOVE_POINTS + len(_NAMED)


def name(tiles: Sequence[Tile]) -> str:
    """What people call two tiles.

    >>> name(("g6", "g3")), name(("c9a", "teen")), name(("day", "tit")), name(("yun", "foo"))
    ('pair of gee jun', 'teen wong', 'day high nine', '9')
    """
    hand = worth(tiles)
    if is_pair(hand):
        return f"pair of {kind_of(tiles[0]).name}"
    if is_named(hand):
        return _WORDS[hand.rank]
    return str(hand.rank)


def as_set(one: Sequence[Tile], other: Sequence[Tile]) -> Setting:
    """Two hands, the lower one first; with equal worth the one whose lesser tile is lower.

    >>> as_set(("teen", "c9a"), ("look", "foo"))
    Setting(low=('foo', 'look'), high=('teen', 'c9a'))
    """
    first, second = _in_order(*one), _in_order(*other)
    return Setting(first, second) if _height(first) <= _height(second) else Setting(second, first)


@cache
def _in_order(one: Tile, other: Tile) -> tuple[Tile, Tile]:
    first, second = sorted((one, other), key=lambda tile: (-place_of(tile), tile))
    return first, second


@cache
def _height(hand: tuple[Tile, Tile]) -> tuple[TileHand, int, tuple[Tile, Tile]]:
    """By which the lower of two hands is told."""
    return worth(hand), place_of(hand[1]), (hand[1], hand[0])


def settings(tiles: Sequence[Tile]) -> tuple[Setting, ...]:
    """Every way to part four tiles into a low and a high hand: three, or two where two tiles have one face.

    >>> [setting.low for setting in settings(("teen", "teen", "c9a", "foo"))]
    [('foo', 'c9a'), ('teen', 'foo')]
    """
    first, *others = tiles
    parted = (as_set((first, with_it), [t for n, t in enumerate(others) if n != place])
              for place, with_it in enumerate(others))
    return tuple(dict.fromkeys(parted))


def deals() -> Iterator[tuple[Tile, ...]]:
    """All 35,960 ways in which four of the thirty-two tiles may come."""
    return combinations(TILES, 4)


def kinds_of(tiles: Iterable[Tile]) -> tuple[TileKind, ...]:
    """The kinds of some tiles, in the order of their box: what tells deals apart."""
    return tuple(sorted(map(kind_of, tiles), key=KINDS.index))
