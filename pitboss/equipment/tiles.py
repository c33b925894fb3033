"""Pai gow tiles: thirty-two dominos in sixteen kinds of two.

Eleven kinds have two tiles with the same face, which go by one name (``teen``). The two tiles of the other five look
different, and so have names of their own: ``c9a`` and ``c9b`` are both nines; ``g3`` and ``g6`` make the gee jun."""

import sys
from typing import NamedTuple, TypeAlias

Tile: TypeAlias = str


class TileKind(NamedTuple):
    """Two tiles that make a pair: what they are called, their names, and what each shows or may count."""

    name: str
    tiles: tuple[Tile, Tile]
    pips: tuple[int, int]
    counts: tuple[int, ...]


def _kind(name: str, pips: int, *tiles: str) -> TileKind:
    one, other = map(sys.intern, tiles or (name, name))
    return TileKind(name, (one, other), (pips, pips), (pips % 10,))


# As they lie in their box.
KINDS: tuple[TileKind, ...] = (
    _kind("teen", 12), _kind("day", 2), _kind("yun", 8), _kind("gor", 4), _kind("mooy", 10), _kind("chong", 6),
    _kind("bon", 4), _kind("foo", 11), _kind("ping", 10), _kind("tit", 7), _kind("look", 6),
    _kind("chop gow", 9, "c9a", "c9b"), _kind("chop bot", 8, "c8a", "c8b"), _kind("chop chit", 7, "c7a", "c7b"),
    _kind("chop ng", 5, "c5a", "c5b"),
    TileKind("gee jun", (sys.intern("g3"), sys.intern("g6")), (3, 6), (3, 6)),
)
TILES: tuple[Tile, ...] = tuple(tile for kind in KINDS for tile in kind.tiles)


def _not_a_tile(text: str) -> ValueError:
    return ValueError(f"not a tile: {text!r}; there are {', '.join(dict.fromkeys(TILES))}")


_KIND_OF = {tile: kind for kind in KINDS for tile in kind.tiles}


def kind_of(tile: Tile) -> TileKind:
    """The kind a tile belongs to.

    >>> kind_of("c9b").name, kind_of("teen").counts, kind_of("g6").counts
    ('chop gow', (2,), (3, 6))
    """
    try:
        return _KIND_OF[tile]
    except KeyError:
        raise _not_a_tile(tile) from None


def parse_tile(text: str) -> Tile:
    """Read one tile, in either letter case.

    >>> parse_tile("Teen"), parse_tile("C9a")
    ('teen', 'c9a')
    """
    word = text.strip().lower()
    if word not in _KIND_OF:
        raise _not_a_tile(text)
    return sys.intern(word)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles separated by spaces or commas.

    >>> parse_tiles("teen, g3 C9a")
    ('teen', 'g3', 'c9a')
    """
    return tuple(map(parse_tile, text.replace(",", " ").split()))
