"""A slow, literal reading of Queensland schedule 6: what two pai gow tiles are worth, how four are set the house way.

One function a clause, in the order in which the schedule gives them; nothing is tabulated or made fast. All of it comes
from the text of sections 2 to 4, 7, 8 and 30 to 36 and shares no code with the engine, so that the two can be held
against each other."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

Tile: TypeAlias = str
Hand: TypeAlias = tuple[Tile, Tile]
Outcome: TypeAlias = Literal["win", "lose", "stand-off"]

# Section 7(1): kinds that pair with themselves, best pair first; each with the names of its two tiles.
PAIRS: tuple[tuple[str, Hand], ...] = (
    ("gee jun", ("g3", "g6")),
    ("teen", ("teen", "teen")),
    ("day", ("day", "day")),
    ("yun", ("yun", "yun")),
    ("gor", ("gor", "gor")),
    ("mooy", ("mooy", "mooy")),
    ("chong", ("chong", "chong")),
    ("bon", ("bon", "bon")),
    ("foo", ("foo", "foo")),
    ("ping", ("ping", "ping")),
    ("tit", ("tit", "tit")),
    ("look", ("look", "look")),
    ("chop gow", ("c9a", "c9b")),
    ("chop bot", ("c8a", "c8b")),
    ("chop chit", ("c7a", "c7b")),
    ("chop ng", ("c5a", "c5b")),
)
ALL_TILES: tuple[Tile, ...] = tuple(tile for _, both in PAIRS for tile in both)

# Section 7(3): single tiles, best first. The gee jun, best of the pairs, comes last here.
SINGLES: tuple[str, ...] = (
    "teen", "day", "yun", "gor", "mooy", "chong", "bon", "foo",
    "ping", "tit", "look", "chop gow", "chop bot", "chop chit", "chop ng", "gee jun",
)

# Spots on one tile, as the names of section 7 tell them. A gee jun tile is worth 3 or 6.
SPOTS: dict[str, tuple[int, ...]] = {
    "gee jun": (3, 6), "teen": (12,), "day": (2,), "yun": (8,), "gor": (4,), "mooy": (10,), "chong": (6,), "bon": (4,),
    "foo": (11,), "ping": (10,), "tit": (7,), "look": (6,), "chop gow": (9,), "chop bot": (8,), "chop chit": (7,),
    "chop ng": (5,),
}

# Section 7(2), best first: the tile that leads, and the spots of the tile beside it.
SPECIALS: tuple[tuple[str, str, int], ...] = (
    ("wong", "teen", 9), ("wong", "day", 9), ("gong", "teen", 8), ("gong", "day", 8), ("high 9", "teen", 7),
    ("high 9", "day", 7),
)


class Worth(NamedTuple):
    """How good a hand is: its group, its place or count in there, then the better tile (36(4)), in that order."""

    group: int  # 2 a pair, 1 a wong, gong or high 9, 0 a point count
    within: int
    top: int


class Setting(NamedTuple):
    low: Hand
    high: Hand


# -- tiles and hands (sections 7 and 8) --------------------------------------------------------------------------------


def kind(tile: Tile) -> str:
    for name, both in PAIRS:
        if tile in both:
            return name
    raise ValueError(f"not a tile: {tile!r}")


def single_rank(tile: Tile) -> int:
    """7(3), turned round: 16 for the best tile, 1 for the least."""
    return len(SINGLES) - SINGLES.index(kind(tile))


def top_rank(hand: Hand) -> int:
    return max(single_rank(tile) for tile in hand)


def is_pair(hand: Hand) -> bool:
    return kind(hand[0]) == kind(hand[1])


def pair_rank(hand: Hand) -> int:
    """7(1), turned round."""
    names = [name for name, _ in PAIRS]
    return len(names) - names.index(kind(hand[0]))


def special(hand: Hand) -> tuple[str, int] | None:
    """7(2): wong, gong or high 9, and how good (6 the best), or none of them."""
    for place, (name, lead, spots) in enumerate(SPECIALS):
        for one, other in (hand, hand[::-1]):
            if kind(one) == lead and SPOTS[kind(other)] == (spots,):
                return name, len(SPECIALS) - place
    return None


def points(hand: Hand) -> int:
    """8: spots of both tiles without the tens; a gee jun tile takes whichever of its two values counts more."""
    return max((one + other) % 10 for one in SPOTS[kind(hand[0])] for other in SPOTS[kind(hand[1])])


def worth(hand: Hand) -> Worth:
    """Pairs over wongs, gongs and high 9s over point counts."""
    if is_pair(hand):
        return Worth(2, pair_rank(hand), top_rank(hand))
    found = special(hand)
    if found is not None:
        return Worth(1, found[1], top_rank(hand))
    return Worth(0, points(hand), top_rank(hand))


# -- low hand and high hand (section 2) --------------------------------------------------------------------------------


def _tidy(hand: Sequence[Tile]) -> Hand:
    """The two tiles of a hand in one order, the better first."""
    one, other = sorted(hand, key=lambda tile: (-single_rank(tile), tile))
    return one, other


def labelled(one: Sequence[Tile], other: Sequence[Tile]) -> Setting:
    """2: the higher ranking or count is the high hand; of equal ones that with the best single tile.

    Where even the best tiles are alike the second tile decides, on which no money can hang."""
    hands = sorted((_tidy(one), _tidy(other)), key=lambda hand: (worth(hand), min(single_rank(tile) for tile in hand)))
    return Setting(hands[0], hands[1])


def check_tiles(tiles: Iterable[Tile]) -> tuple[Tile, Tile, Tile, Tile]:
    """Four tiles that one set of 32 can give."""
    four = tuple(tiles)
    if len(four) != 4:
        raise ValueError(f"four tiles are set, not {len(four)}")
    there = Counter(ALL_TILES)
    for tile, wanted in Counter(four).items():
        kind(tile)
        if wanted > there[tile]:
            raise ValueError(f"there are not {wanted} tiles called {tile}")
    return four[0], four[1], four[2], four[3]


def settings(tiles: Iterable[Tile]) -> list[Setting]:
    """27: the ways to part four tiles two and two; always three, some of which may look alike."""
    a, b, c, d = check_tiles(tiles)
    return [labelled((a, b), (c, d)), labelled((a, c), (b, d)), labelled((a, d), (b, c))]


# -- chong ranking 3 (sections 3 and 4) --------------------------------------------------------------------------------


def chong_three_or_better(low: Hand) -> bool:
    """4: more than 3, or 3 with a chong or a tile above it. A pair or a special hand is better than any count.

    The mooy, which stands above the chong too, is not in the clause's list. Nothing hangs on that: beside a gee jun
    tile it counts 6, and no other tile makes a 3 with it."""
    if is_pair(low) or special(low) is not None:
        return True
    if points(low) == 3:
        return top_rank(low) >= single_rank("chong")
    return points(low) > 3


# -- the house way (part 11) -------------------------------------------------------------------------------------------


def _reaches(setting: Setting, low: int, high: int) -> bool:
    """Whether both hands make these counts or better, anything with a ranking being better than a count."""
    return worth(setting.low)[:2] >= (0, low) and worth(setting.high)[:2] >= (0, high)


def higher_on_both(one: Setting, other: Setting) -> bool:
    """Higher play: `one` is nowhere lower than `other`, and higher on a hand at least."""
    low, high = worth(one.low), worth(one.high)
    other_low, other_high = worth(other.low), worth(other.high)
    return low >= other_low and high >= other_high and (low, high) != (other_low, other_high)


def split_is_due(pair: str, setting: Setting) -> bool:
    """31(1), (3): whether a setting that parts this pair makes what the pair may be split for."""
    if pair in ("teen", "day"):
        beside = sorted(kind(tile) for hand in setting for tile in hand if kind(tile) != pair)
        return _reaches(setting, 6, 8) or beside == ["chop gow", "foo"]
    if pair == "chop gow":
        return _reaches(setting, 9, 9)
    if pair in ("yun", "chop bot"):
        return _reaches(setting, 8, 8) or _reaches(setting, 7, 9)
    if pair in ("tit", "chop chit"):
        day_nine = worth(("day", "tit"))[:2]
        return _reaches(setting, 7, 0) and worth(setting.high)[:2] >= day_nine
    return False


def play_pairs(ways: Sequence[Setting]) -> Setting | None:
    """31: a pair is played, unless a split is allowed, makes what it must, and the pair is no higher play (31(2))."""
    paired = [way for way in ways if is_pair(way.high)]
    if not paired:
        return None
    kept = max(paired, key=lambda way: (worth(way.high), worth(way.low)))
    pairs = [kind(hand[0]) for hand in kept if is_pair(hand)]
    for way in ways:
        if is_pair(way.high):
            continue
        if any(split_is_due(pair, way) for pair in pairs) and not higher_on_both(kept, way):
            return way
    return kept


def _holds(way: Setting, name: str) -> bool:
    """Whether one of the two hands is a wong (gong, high 9)."""
    return any(found is not None and found[0] == name for found in (special(way.low), special(way.high)))


def play_specials(ways: Sequence[Setting]) -> list[Setting]:
    """32: settings from among which 34 still chooses, or none."""
    for name in ("high 9", "gong", "wong"):
        good = [way for way in ways if _holds(way, name) and chong_three_or_better(way.low)]
        if good:
            return good
    for name in ("wong", "gong", "high 9"):
        left = [way for way in ways if _holds(way, name)]
        if left:
            return left
    return []


def play_points(ways: Sequence[Setting]) -> list[Setting]:
    """33: settings with the counts that the clause asks for. Where one count is the same and the other differs (only a
    gee jun tile can bring that about) the higher one is played, by 30(3)."""
    good = [way for way in ways if chong_three_or_better(way.low)]
    if good:
        most = max((points(way.low), points(way.high)) for way in good)
        return [way for way in good if (points(way.low), points(way.high)) == most]
    highest = max((points(way.high), points(way.low)) for way in ways)
    if highest[0] >= 7:
        return [way for way in ways if (points(way.high), points(way.low)) == highest]
    most = max((points(way.low), points(way.high)) for way in ways)
    return [way for way in ways if (points(way.low), points(way.high)) == most]


def place_high_tiles(ways: Sequence[Setting]) -> Setting:
    """34, among settings of equal counts: part the two best tiles, if any setting does; then the best tile goes to
    the low hand if the high hand is 7 or less, else to the high hand. What is left differs in nothing that counts."""
    tiles = sorted((tile for hand in ways[0] for tile in hand), key=single_rank, reverse=True)
    best, second = kind(tiles[0]), kind(tiles[1])

    def together(way: Setting) -> bool:
        return any({kind(tile) for tile in hand} == {best, second} for hand in way)

    def rightly_placed(way: Setting) -> bool:
        seven_or_less = worth(way.high).group == 0 and points(way.high) <= 7
        home = way.low if seven_or_less else way.high
        return best in {kind(tile) for tile in home}

    left = [way for way in ways if not together(way)] or list(ways)
    left = [way for way in left if rightly_placed(way)] or left
    return max(left, key=lambda way: (worth(way.high), worth(way.low), way))


def exception(tiles: Sequence[Tile], ways: Sequence[Setting]) -> Setting | None:
    """35: three groups of four tiles with settings of their own."""
    kinds = {kind(tile) for tile in tiles}
    spots = Counter(SPOTS[name] for name in map(kind, tiles))
    if len(kinds) < 4:
        return None  # each of the three speaks of tiles that make no pair

    def counting(low: int, high: int) -> list[Setting]:
        return [way for way in ways if (worth(way.low)[:2], worth(way.high)[:2]) == ((0, low), (0, high))]

    if kinds in ({"tit", "yun", "mooy", "foo"}, {"chop chit", "yun", "mooy", "foo"}):  # 35(1)(a)
        return place_high_tiles(counting(7, 9))
    if {(3, 6), (5,), (6,)} <= set(spots) and kinds & {"teen", "day"}:  # 35(1)(b)
        return place_high_tiles(counting(7, 9))
    if {(3, 6), (5,), (4,)} <= set(spots):  # 35(1)(c)
        return place_high_tiles([way for way in ways if worth(way.high)[:2] == (0, 9)])
    return None


def house_way(tiles: Iterable[Tile]) -> tuple[Hand, Hand]:
    """30: exceptions, then pairs, specials and counts in that order; never a setting that another beats on both hands.

    >>> house_way(("teen", "teen", "c9a", "foo"))
    (('teen', 'foo'), ('teen', 'c9a'))
    >>> house_way(("g3", "gor", "bon", "c5a"))
    (('bon', 'g3'), ('gor', 'c5a'))
    """
    four = check_tiles(tiles)
    ways = settings(four)
    chosen = exception(four, ways)
    if chosen is None:
        chosen = play_pairs(ways)
    if chosen is None:
        chosen = place_high_tiles(play_specials(ways) or play_points(ways))
        while better := [way for way in ways if higher_on_both(way, chosen)]:  # 30(3)
            chosen = better[0]
    return chosen.low, chosen.high


# -- player against bank (section 36) ----------------------------------------------------------------------------------


def high_wins(player: Hand, bank: Hand) -> bool:
    """36(4), (5): a copy, down to the best tile, goes to the bank."""
    return worth(player) > worth(bank)


def low_wins(player: Hand, bank: Hand) -> bool:
    """36(4), (6), (7): as with the high hand, but nothing against nothing is the bank's whatever the tiles."""
    if worth(player)[:2] == worth(bank)[:2] == (0, 0):
        return False
    return worth(player) > worth(bank)


def decide(player: tuple[Hand, Hand], bank: tuple[Hand, Hand]) -> Outcome:
    """36(1) to (3): both hands, neither, or one of two."""
    low, high = low_wins(player[0], bank[0]), high_wins(player[1], bank[1])
    if low and high:
        return "win"
    return "stand-off" if low or high else "lose"


def clause(player: tuple[Hand, Hand], bank: tuple[Hand, Hand]) -> str:
    """The clause behind `decide`."""
    low, high = low_wins(player[0], bank[0]), high_wins(player[1], bank[1])
    if low and high:
        return "QLD-6-36(1)"
    if low:
        return "QLD-6-36(3)(a)"
    return "QLD-6-36(3)(b)" if high else "QLD-6-36(2)"
