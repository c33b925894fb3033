"""What two tiles are worth, and the ways to set four."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pitboss.equipment.tiles import TILES, kind_of, parse_tiles
from pitboss.hands.pai_gow import (
    TileHand,
    as_set,
    deals,
    is_named,
    is_pair,
    kinds_of,
    name,
    place_of,
    points,
    settings,
    worth,
)

# One hand of each rank, from the highest down, and what it is called.
DOWN = (
    ("g3 g6", "pair of gee jun"), ("teen teen", "pair of teen"), ("day day", "pair of day"), ("yun yun", "pair of yun"),
    ("gor gor", "pair of gor"), ("mooy mooy", "pair of mooy"), ("chong chong", "pair of chong"),
    ("bon bon", "pair of bon"), ("foo foo", "pair of foo"), ("ping ping", "pair of ping"), ("tit tit", "pair of tit"),
    ("look look", "pair of look"), ("c9a c9b", "pair of chop gow"), ("c8a c8b", "pair of chop bot"),
    ("c7a c7b", "pair of chop chit"), ("c5a c5b", "pair of chop ng"),
    ("teen c9a", "teen wong"), ("day c9b", "day wong"), ("teen yun", "teen gong"), ("c8a day", "day gong"),
    ("teen tit", "teen high nine"), ("day c7b", "day high nine"),
    ("yun foo", "9"), ("mooy c9a", "9"), ("chong g3", "9"), ("bon c5a", "9"), ("foo c8a", "9"), ("look g6", "9"),
    ("teen g6", "8"), ("teen chong", "8"), ("teen c5a", "7"), ("g3 c5b", "8"), ("c9a g3", "5"),
    ("yun teen", "teen gong"), ("mooy ping", "0"), ("ping mooy", "0"), ("foo c9a", "0"),
)


@pytest.mark.parametrize(("tiles", "called"), DOWN)
def test_names(tiles: str, called: str) -> None:
    assert name(parse_tiles(tiles)) == called


def test_ranks_go_down() -> None:
    ranked = [worth(parse_tiles(tiles)) for tiles, _ in DOWN[:28]]
    assert ranked == sorted(ranked, reverse=True) and len(set(ranked)) == 28


def test_every_two_tiles() -> None:
    hands = [worth(two) for two in combinations(TILES, 2)]
    assert len(hands) == 496
    assert sum(map(is_pair, hands)) == 16
    # Two teens and two days with two nines, four eights, four sevens.
    assert sum(map(is_named, hands)) == 4 * (2 + 4 + 4)
    assert not any(is_pair(hand) and is_named(hand) for hand in hands)
    for one, other in combinations(TILES, 2):
        hand = worth((one, other))
        assert worth((other, one)) == hand and hand.top == max(place_of(one), place_of(other))
        if not is_pair(hand) and not is_named(hand):
            assert hand == TileHand(points((one, other)), hand.top) and 0 <= hand.rank <= 9


def test_gee_jun_counts_whichever_is_better() -> None:
    assert [points(("g3", tile)) for tile in ("teen", "gor", "c5a", "look", "tit", "c8a", "c9a", "ping", "foo")] == [
        8, 7, 8, 9, 3, 4, 5, 6, 7]
    assert all(points(("g3", tile)) == points(("g6", tile)) for tile in TILES)


def test_four_tiles_have_three_settings_or_two() -> None:
    sizes = Counter(len(settings(deal)) for deal in deals())
    assert sum(sizes.values()) == 35_960 and set(sizes) == {2, 3}
    for deal in (("teen", "look", "c9a", "g3"), ("teen", "teen", "look", "look"), ("c9a", "c9b", "g3", "g6")):
        for setting in settings(deal):
            assert sorted((*setting.low, *setting.high)) == sorted(deal)
            assert worth(setting.low) <= worth(setting.high)
            assert as_set(setting.high, setting.low[::-1]) == setting
    assert len({kinds_of(deal) for deal in deals()}) == 3_620
    assert kinds_of(("c9b", "teen")) == (kind_of("teen"), kind_of("c9a"))
