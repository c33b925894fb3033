"""Baccarat counts."""

import pytest

from pitboss.equipment.cards import parse_cards
from pitboss.hands.baccarat import is_natural, points


def test_each_card_alone() -> None:
    assert [points((face + "d",)) for face in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="not a card"):
        points(("joker",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0), ("9s 9d", 8), ("5s 5d", 0), ("Ks Qd", 0), ("Ks 9d", 9), ("9s 9d 9h", 7), ("As 9d Kh", 0)],
)
def test_points(text: str, expected: int) -> None:
    assert points(parse_cards(text)) == expected


@pytest.mark.parametrize(
    ("text", "natural"),
    [("9s Kd", True), ("4s 4d", True), ("7s Kd", False), ("8s", False), ("2s 3d 4h", False), ("9s 9d", True)],
)
def test_naturals(text: str, natural: bool) -> None:
    assert is_natural(parse_cards(text)) is natural
