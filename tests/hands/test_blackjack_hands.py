"""Blackjack counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment.cards import parse_cards
from pitboss.equipment.decks import deck
from pitboss.hands.blackjack import Total, hard_total, is_blackjack, pip, total


@pytest.mark.parametrize(
    ("text", "points", "soft"),
    [
        ("", 0, False),
        ("As", 11, True),
        ("As Ad", 12, True),
        ("As Kd", 21, True),
        ("As 5d 5c", 21, True),
        ("As 5d 6c", 12, False),
        ("As Kd Qc", 21, False),
        ("As Ad Kc", 12, False),
        ("As Ad 9c", 21, True),
        ("As Ad 9c Ah", 12, False),
        ("Ks Qd 2c", 22, False),
        ("Ks Qd As Ad", 22, False),
        ("2s 3d 4c", 9, False),
    ],
)
def test_total(text: str, points: int, soft: bool) -> None:
    assert total(parse_cards(text)) == Total(points, soft)


@given(st.lists(st.sampled_from(deck()), max_size=22))
def test_total_is_the_best_way_of_counting_the_aces(cards: list[str]) -> None:
    hard, aces = hard_total(cards), sum(card[0] == "A" for card in cards)
    ways = [hard + 10 * elevens for elevens in range(aces + 1)]
    points = max((way for way in ways if way <= 21), default=hard)
    assert total(cards) == Total(points, points > hard)


def test_pips() -> None:
    assert [pip(face + "h") for face in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    with pytest.raises(ValueError, match="not a card"):
        pip("10h")


def test_blackjack_is_exactly_an_ace_and_a_ten() -> None:
    for ten in "TJQK":
        assert is_blackjack(("As", ten + "d"))
        assert is_blackjack((ten + "d", "As"))
    for text in ("As 9d", "As Ad", "Ks Qd", "As", "As 5d 5c", "As Kd Qc", "Ks As Ad"):
        assert not is_blackjack(parse_cards(text))
