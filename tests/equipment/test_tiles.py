"""Pai gow tiles."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.equipment.cards import parse_card
from pitboss.equipment.tiles import KINDS, TILES, kind_of, parse_tile, parse_tiles


def test_thirty_two_tiles_in_sixteen_kinds() -> None:
    assert len(TILES) == 32 and len(KINDS) == 16
    assert all(TILES.count(tile) == kind.tiles.count(tile) for kind in KINDS for tile in kind.tiles)
    assert Counter(len(set(kind.tiles)) for kind in KINDS) == {1: 11, 2: 5}


def test_what_they_count() -> None:
    # Two each of 12, 2, 11, 9 and 5, four each of 10, 8, 7, 6 and 4, and a 3 with a 6.
    shown = Counter(pips for kind in KINDS for pips in kind.pips)
    assert shown == {12: 2, 2: 2, 8: 4, 4: 4, 10: 4, 6: 5, 11: 2, 7: 4, 9: 2, 5: 2, 3: 1}
    assert sum(shown.elements()) == 227
    assert kind_of("foo").counts == (1,) and kind_of("mooy").counts == (0,) and kind_of("g3").counts == (3, 6)


def test_tiles_are_read_and_are_no_cards() -> None:
    assert parse_tiles("TEEN, c9A g3") == ("teen", "c9a", "g3")
    for tile in TILES:
        with pytest.raises(ValueError, match="not a card"):
            parse_card(tile)
    for wrong in ("", "As", "c9", "g9", "teens"):
        with pytest.raises(ValueError, match="not a tile"):
            parse_tile(wrong)
    with pytest.raises(ValueError, match="not a tile: 'As'; there are teen, day"):
        kind_of("As")
