"""Pai gow: what tiles are worth under the schedule, and how the house sets them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from support import literal_house_way

from pitboss.equipment.tiles import TILES, parse_tiles
from pitboss.hands import pai_gow
from pitboss.hands.pai_gow import as_set, kinds_of, settings
from pitboss.law import schedule
from pitboss.rulebooks.qld.s06_pai_gow import PaiGow
from pitboss.rulebooks.qld.s06_pai_gow_house_way import (
    beats,
    chong_ranking_3,
    chong_ranking_3_or_better,
    house_way,
    low_and_high,
    worth,
)

S = schedule("QLD-6")


def test_hands_are_worth_what_the_schedule_lists() -> None:
    for two in combinations(TILES, 2):
        assert worth(two) == pai_gow.worth(two)
    with pytest.raises(ValueError, match="a hand has two tiles"):
        worth(("teen", "day", "yun"))


def test_the_lower_hand_is_the_low_one() -> None:
    low, high = parse_tiles("look foo"), parse_tiles("teen c9a")
    assert low_and_high(low, high) == low_and_high(high, low) == as_set(low, high)
    assert low_and_high(low, high).low == ("foo", "look") and low_and_high(high, low).high == ("teen", "c9a")
    # 7 each: the one with the higher tile is the high hand.
    assert low_and_high(parse_tiles("teen c5a"), parse_tiles("c8a c9a")).high == ("teen", "c5a")


@pytest.mark.parametrize(("tiles", "three", "enough"), [
    ("chong tit", True, True), ("chong c7a", True, True), ("look tit", False, False), ("teen foo", False, True),
    ("yun c5a", False, True), ("gor c9a", False, True), ("bon c9a", False, False), ("c8a c5a", False, False),
    ("g3 tit", False, False), ("day mooy", False, False), ("bon mooy", False, True), ("teen c9a", False, True),
])
def test_chong_ranking_3(tiles: str, three: bool, enough: bool) -> None:
    assert chong_ranking_3(parse_tiles(tiles)) is three
    assert chong_ranking_3_or_better(parse_tiles(tiles)) is enough


# Tiles, and the low hand that the house plays of them.
WAYS = (
    # 31: pairs are played,
    ("yun gor gor c9a", "c9a yun"), ("g3 g6 c5a c7a", "c7a c5a"), ("mooy mooy c9a c9b", "c9a c9b"),
    ("foo foo teen day", "teen day"), ("look look c9a yun", "c9a yun"), ("c5a c5b c9a yun", "c9a yun"),
    ("chong chong teen g3", "teen g3"),
    # teens and days split for 6 and 8 or better, not for 6 and 7 or 5 and 9, but with a 9 and an 11,
    ("teen teen gor look", "teen gor"), ("day day chong bon", "day bon"), ("teen teen gor c5a", "c5a gor"),
    ("day day gor c5a", "c5a gor"), ("teen teen c9a foo", "teen foo"), ("day day c9b foo", "day foo"),
    ("teen teen c9a mooy", "c9a mooy"), ("teen teen c8a foo", "foo c8a"), ("teen teen look tit", "teen look"),
    # and not where the pair itself is higher on both hands,
    ("teen teen g3 c5a", "g3 c5a"), ("day day g6 look", "look g6"), ("teen teen yun yun", "yun yun"),
    ("teen teen g3 c9a", "teen g3"),
    # nines for 9 and 9, eights for 8 and 8 or 7 and 9, sevens for 7 and a day high nine,
    ("c9a c9b mooy ping", "c9b ping"), ("c9a c9b mooy teen", "c9a mooy"), ("c9a c9b foo teen", "teen foo"),
    ("yun yun mooy ping", "yun ping"), ("c8a c8b foo c9a", "c9a c8a"), ("c8a c8b mooy foo", "c8a mooy"),
    ("yun yun teen c9a", "teen c9a"), ("yun yun c9a mooy", "mooy c9a"),
    ("c8a c8b c9a day", "day c9a"), ("yun yun teen mooy", "yun mooy"),
    ("tit tit day mooy", "tit mooy"), ("c7a c7b teen ping", "c7a ping"), ("tit tit foo mooy", "mooy foo"),
    ("tit tit day look", "day look"), ("c7a c7b day teen", "day c7b"),
    # 32: with a good low hand a high nine before a gong before a wong,
    ("teen tit yun c9a", "yun c9a"), ("day yun c9a c5a", "c9a c5a"), ("teen c7a c9a g3", "c9a g3"),
    # where the high nine leaves too little, the gong; where all do, the wong,
    ("teen tit c9a foo", "foo tit"), ("teen yun c9a day", "day yun"), ("day c8a tit foo", "foo c8a"),
    ("teen c9a foo mooy", "foo mooy"), ("teen yun day c9a", "day yun"), ("teen tit mooy look", "mooy look"),
    ("day c9a yun foo", "yun foo"), ("teen c7a tit mooy", "mooy tit"), ("day tit c7a c5a", "tit c5a"),
    ("teen c9a mooy foo", "foo mooy"), ("teen c9a yun mooy", "mooy c9a"), ("day tit gor look", "gor look"),
    ("teen c9a c7a ping", "ping c9a"), ("teen yun foo c9a", "yun foo"), ("day c8a c9a ping", "ping c9a"),
    # 33: the best low hand from chong ranking 3 up, else a high hand of 7 or better, else the best low hand,
    ("gor chong c5a mooy", "chong mooy"), ("chong tit mooy foo", "chong foo"), ("look tit mooy foo", "foo look"),
    ("mooy foo ping c5a", "foo ping"), ("foo ping c9a look", "foo look"),
    ("mooy ping foo gor", "mooy foo"), ("mooy ping foo c8a", "mooy ping"),
    ("bon c9a ping c8a", "ping bon"), ("gor mooy ping chong", "gor ping"), ("gor chong mooy c8a", "chong c8a"),
    # 34: of equal counts the two highest tiles apart, then the highest one low under 7 or less and high from 8,
    ("yun gor chong c8a", "gor c8a"), ("gor bon foo ping", "gor ping"), ("mooy look ping c8a", "ping look"),
    ("mooy ping c9a c8a", "ping c8a"), ("mooy ping c5a bon", "bon ping"), ("chong look foo gor", "gor look"),
    # 35: and the exceptions.
    ("tit yun mooy foo", "mooy tit"), ("c7a yun mooy foo", "mooy c7a"), ("tit c8a mooy foo", "foo tit"),
    ("tit yun ping foo", "foo tit"), ("g3 c5a look day", "day c5a"), ("g6 c5b chong teen", "teen c5b"),
    ("g3 c5a look mooy", "mooy look"), ("g3 gor c5a bon", "bon g3"), ("g3 gor c5a gor", "g3 c5a"),
    ("g3 bon c5a tit", "tit g3"),
)


@pytest.mark.parametrize(("tiles", "low"), WAYS)
def test_the_house_way(tiles: str, low: str) -> None:
    way = house_way(parse_tiles(tiles))
    assert kinds_of(way.low) == kinds_of(parse_tiles(low)), way
    assert way in settings(parse_tiles(tiles))
    for order in ("dcba", "badc"):
        turned = [parse_tiles(tiles)["abcd".index(letter)] for letter in order]
        assert [worth(hand) for hand in house_way(turned)] == [worth(hand) for hand in way]


def test_the_bank_wins_copies_and_zero_against_zero() -> None:
    copy, zeros = S["36(6)"], S["36(7)"]
    assert beats(("teen", "c9a"), ("day", "c9b"), copy, zeros)
    assert beats(("yun", "foo"), ("mooy", "c9a"), copy, zeros) and not beats(("mooy", "c9a"), ("yun", "foo"), copy)
    assert not beats(("yun", "foo"), ("yun", "foo"), copy, zeros)
    # Nothing against nothing: the bank's low hand wins though the player has the higher tile; not so the high hand.
    assert not beats(("gor", "look"), ("foo", "c9a"), copy, zeros)
    assert beats(("mooy", "ping"), ("foo", "c9a"), S["36(5)"])
    assert not beats(("mooy", "ping"), ("foo", "c9a"), copy, zeros)


def test_every_deal_is_set_as_a_literal_reading_sets_it() -> None:
    """All 35,960 deals, those of the same four kinds once: the reading was written from the text alone."""
    deals = Counter(kinds_of(deal) for deal in pai_gow.deals())
    assert len(deals) == 3_620 and deals.total() == 35_960
    for kinds in deals:
        tiles = [kind.tiles[kinds[:place].count(kind) % 2] for place, kind in enumerate(kinds)]
        ours, literal = house_way(tiles), literal_house_way.house_way(tiles)
        assert [worth(hand) for hand in ours] == [worth(hand) for hand in literal], tiles


def test_wagers_are_decided_as_a_literal_reading_decides_them() -> None:
    table, chance = PaiGow(), Random(6)
    for _ in range(1500):
        tiles = chance.sample(TILES, 8)
        own, banks = chance.choice(settings(tiles[:4])), chance.choice(settings(tiles[4:]))
        assert table.result(own, banks).outcome == literal_house_way.decide(own, banks), (own, banks)
