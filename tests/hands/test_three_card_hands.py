"""Three-card hands: every one of them, and hands from several decks."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from pitboss.equipment.cards import parse_cards
from pitboss.equipment.decks import deck
from pitboss.hands.three_card import ThreeCardCategory, ThreeCardValue, value


def test_all_three_card_hands_fall_into_the_textbook_counts() -> None:
    counts = Counter(value(hand).category.label for hand in combinations(deck(), 3))
    assert counts == {
        "straight flush": 48,
        "three of a kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high card": 16_440,
    }


@pytest.mark.parametrize(
    ("text", "category", "ranks"),
    [
        ("As Ks Qs", ThreeCardCategory.STRAIGHT_FLUSH, (14,)),
        ("As 2s 3s", ThreeCardCategory.STRAIGHT_FLUSH, (3,)),
        ("7s 7d 7h", ThreeCardCategory.THREE_OF_A_KIND, (7,)),
        ("Qs Kd Ah", ThreeCardCategory.STRAIGHT, (14,)),
        ("2s 3d Ah", ThreeCardCategory.STRAIGHT, (3,)),
        ("2s Kd Ah", ThreeCardCategory.HIGH_CARD, (14, 13, 2)),
        ("As Ks 2s", ThreeCardCategory.FLUSH, (14, 13, 2)),
        ("9s 9d Ah", ThreeCardCategory.PAIR, (9, 14)),
        ("9s 9d 2h", ThreeCardCategory.PAIR, (9, 2)),
        ("Qs 7d 2h", ThreeCardCategory.HIGH_CARD, (12, 7, 2)),
    ],
)
def test_value(text: str, category: ThreeCardCategory, ranks: tuple[int, ...]) -> None:
    a, b, c = parse_cards(text)
    for order in ((a, b, c), (b, c, a), (c, a, b), (c, b, a)):
        assert value(order) == ThreeCardValue(category, ranks)


def test_the_order_of_hands() -> None:
    lowest_first = [
        "2s 3d 5h",
        "Qs 3d 2h",
        "As Kd Jh",
        "2s 2d 3h",
        "As Ad Kh",
        "2s 3s 5s",
        "As Ks Js",
        "As 2d 3h",
        "2s 3d 4h",
        "Qs Kd Ah",
        "2s 2d 2h",
        "As Ad Ah",
        "As 2s 3s",
        "Qs Ks As",
    ]
    for low, high in pairwise(value(parse_cards(text)) for text in lowest_first):
        assert low < high
    assert value(parse_cards("As Kd Jh")) == value(parse_cards("Ac Ks Jd"))


def test_cards_of_several_decks() -> None:
    assert value(("7s", "7s", "7s")) == ThreeCardValue(ThreeCardCategory.THREE_OF_A_KIND, (7,))
    assert value(("7s", "7s", "9s")) == ThreeCardValue(ThreeCardCategory.FLUSH, (9, 7, 7))
    assert value(("7s", "7s", "9d")) == ThreeCardValue(ThreeCardCategory.PAIR, (7, 9))


def test_what_is_no_hand_is_refused() -> None:
    for n in (0, 2, 4):
        with pytest.raises(ValueError, match=f"not {n}"):
            value(deck()[:n])
    with pytest.raises(ValueError, match="not a card"):
        value(("As", "Ks", "??"))
