"""Five-card hands: every one of them, and the best five of more."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment.cards import parse_cards
from pitboss.equipment.decks import deck
from pitboss.hands.poker import Category, HandValue, best, value

TEXTBOOK = {
    "royal flush": 4,
    "straight flush": 36,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}


def test_all_five_card_hands_fall_into_the_textbook_counts() -> None:
    counts = Counter(map(value, combinations(deck(), 5)))
    categories: Counter[str] = Counter()
    for hand, n in counts.items():
        categories[hand.category.label] += n
    assert categories == TEXTBOOK
    assert len(counts) == 7_462


@pytest.mark.parametrize(
    ("text", "category", "ranks"),
    [
        ("Ts Js Qs Ks As", Category.ROYAL_FLUSH, (14,)),
        ("9s Ts Js Qs Ks", Category.STRAIGHT_FLUSH, (13,)),
        ("As 2s 3s 4s 5s", Category.STRAIGHT_FLUSH, (5,)),
        ("As 2s 3s 4s 5s 6s 9d", Category.STRAIGHT_FLUSH, (6,)),
        ("As Ks Qs Js 9s Td Th", Category.FLUSH, (14, 13, 12, 11, 9)),
        ("2s 3s 4s 5s 7s 9s Ks", Category.FLUSH, (13, 9, 7, 5, 4)),
        ("7s 7d 7h 7c 2s 2d 2h", Category.FOUR_OF_A_KIND, (7, 2)),
        ("7s 7d 7h 7c 2s 2d Ah", Category.FOUR_OF_A_KIND, (7, 14)),
        ("7s 7d 7h 9c 9s 9d Ah", Category.FULL_HOUSE, (9, 7)),
        ("7s 7d 7h 9c 9s Ad Ah", Category.FULL_HOUSE, (7, 14)),
        ("As Kd Qh Jc Ts", Category.STRAIGHT, (14,)),
        ("As 2d 3h 4c 5s", Category.STRAIGHT, (5,)),
        ("As 2d 3h 4c 5s 6d 6h", Category.STRAIGHT, (6,)),
        ("As 2d 3h 4c 5s Kd Qh", Category.STRAIGHT, (5,)),
        ("Qs Kd Ah 2c 3s", Category.HIGH_CARD, (14, 13, 12, 3, 2)),
        ("As 2d 3h 4c 6s", Category.HIGH_CARD, (14, 6, 4, 3, 2)),
        ("8s 8d 8h Ac 2s 3d Kh", Category.THREE_OF_A_KIND, (8, 14, 13)),
        ("8s 8d 4h 4c 2s 2d 3h", Category.TWO_PAIR, (8, 4, 3)),
        ("8s 8d 4h 4c 6s 6d 3h", Category.TWO_PAIR, (8, 6, 4)),
        ("8s 8d 4h Ac 2s Jd 3h", Category.PAIR, (8, 14, 11, 4)),
        ("9s 8d 4h Ac 2s Jd", Category.HIGH_CARD, (14, 11, 9, 8, 4)),
    ],
)
def test_value(text: str, category: Category, ranks: tuple[int, ...]) -> None:
    assert value(parse_cards(text)) == HandValue(category, ranks)


def test_straights_rank_from_the_wheel_to_broadway() -> None:
    straights = ["Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", "9c Td Jh Qs Kc", "Tc Jd Qh Ks Ac"]
    values = [value(parse_cards(text)) for text in straights]
    assert values == sorted(set(values))


def test_the_best_five_of_seven_and_of_six() -> None:
    source = random.Random(2026)
    for _ in range(4_000):
        seven = source.sample(deck(), 7)
        assert value(seven) == max(map(value, combinations(seven, 5)))
        assert value(seven[:6]) == max(map(value, combinations(seven[:6], 5)))


def crowded() -> st.SearchStrategy[list[str]]:
    """Hands from a short or one-suited stock, where strong hands are common."""
    stocks = [deck(20), deck(32), [c for c in deck() if c[1] == "s" or c[0] in "A5"], deck()]
    return st.sampled_from(stocks).flatmap(
        lambda stock: st.lists(st.sampled_from(stock), min_size=5, max_size=7, unique=True)
    )


@given(crowded())
def test_value_and_best_agree_with_the_subsets(cards: list[str]) -> None:
    five = best(cards)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
    assert value(five) == value(cards) == max(map(value, combinations(cards, 5)))


@given(crowded(), st.randoms(use_true_random=False))
def test_order_does_not_matter(cards: list[str], source: random.Random) -> None:
    other = list(cards)
    source.shuffle(other)
    assert value(other) == value(cards)


@pytest.mark.parametrize(
    ("text", "five"),
    [
        ("As 2d 3h 4c 5s Kd Kh", "5s 4c 3h 2d As"),
        ("9s 7s 7d 7h 9c 9d Ah", "9s 9c 9d 7s 7d"),
        ("As Kd Ks Qs Js Ts 9s", "As Ks Qs Js Ts"),
        ("2h As 9s Kd 3s 7s 5s", "As 9s 7s 5s 3s"),
        ("2h 4s 4d 4h 4c Kd Kh", "4s 4d 4h 4c Kd"),
        ("2h 4s 4d Ah Jc Td 9h", "4s 4d Ah Jc Td"),
    ],
)
def test_best_shows_the_hand_most_significant_first(text: str, five: str) -> None:
    assert best(parse_cards(text)) == parse_cards(five)


def test_what_is_no_hand_is_refused() -> None:
    for n in (0, 4, 8):
        with pytest.raises(ValueError, match=f"not of {n}"):
            value(deck()[:n])
    with pytest.raises(ValueError, match="twice"):
        value(["As"] * 5)
    with pytest.raises(ValueError, match="twice"):
        value(["As", "As", "Ad", "Ah", "Ac"])
    with pytest.raises(ValueError, match="not a card"):
        value(["As", "Ks", "Qs", "Js", "1s"])


def test_labels() -> None:
    assert [category.label for category in reversed(Category)] == list(TEXTBOOK)
