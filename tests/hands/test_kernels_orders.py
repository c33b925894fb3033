"""Omaha, low, three-card and short-deck kernels, each against its legible ranker."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from pitboss import hands
from pitboss.equipment.cards import Card, parse_cards
from pitboss.equipment.decks import DeckKind, deck
from pitboss.hands import codes, low, omaha, orders, poker, stripped, tables, three_card

DECKS: list[DeckKind] = [52, 40, 36, 32, 20]


def deal(n: int, size: int, seed: int, of: int = 52) -> np.ndarray:
    """Random hands of the highest `of` cards."""
    shuffled = np.random.default_rng(seed).random((n, of), np.float32).argsort(axis=1)
    return (shuffled[:, :size] + 52 - of).astype(np.uint8)


def numbers(values: Sequence[Any], legible: Iterable[Any]) -> list[int]:
    number = {value: i for i, value in enumerate(values)}
    return [number[value] for value in legible]


def by_kind(cards: np.ndarray, five: Callable[[Sequence[Card]], Any], values: Sequence[Any]) -> np.ndarray:
    """The legible number of every five-card hand, ranked once for all hands of the same ranks that are alike in
    being of one suit or not: the legible rankers look at nothing else."""
    ranks = (cards // 4).astype(np.int64)
    assert (ranks[:, 1:] >= ranks[:, :-1]).all()
    suited = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    kind = ranks @ (2 * 13 ** np.arange(5)) + suited
    one = np.full(2 * 13**5, -1)
    one[kind] = np.arange(len(cards))
    found = np.flatnonzero(one >= 0)
    number = np.zeros(len(one), np.int64)
    number[found] = numbers(values, (five(codes.decode(cards[i])) for i in one[found]))
    return number[kind]


@cache
def all_fives(of: int = 52) -> np.ndarray:
    return np.fromiter(combinations(range(52 - of, 52), 5), np.dtype((np.uint8, 5)), comb(of, 5))


# --- omaha


def test_omaha_is_the_best_of_two_and_three() -> None:
    cards = deal(4_000, 9, seed=1)
    holes, boards = cards[:, :4], cards[:, 4:]
    legible = [omaha.value(codes.decode(hole), codes.decode(board)) for hole, board in zip(holes, boards, strict=True)]
    assert hands.evaluate_omaha(holes, boards).tolist() == numbers(orders.high_values(), legible)


def test_omaha_takes_exactly_two_hole_cards_for_a_flush() -> None:
    board = "Kh 9h 6h 3h 2h"
    holes = [codes.encode("Ah As Qs Jd"), codes.encode("8h 4h As Ad")]
    values = hands.evaluate_omaha(holes, [codes.encode(board)] * 2)
    assert hands.categories(values).tolist() == [poker.Category.PAIR, poker.Category.FLUSH]


def test_omaha_low_is_the_lowest_of_two_and_three() -> None:
    cards = deal(1_500, 9, seed=2)
    holes, boards = cards[:, :4], cards[:, 4:]
    legible = [
        omaha.best(codes.decode(hole), codes.decode(board), low.ace_to_five)
        for hole, board in zip(holes, boards, strict=True)
    ]
    expected = numbers(orders.ace_to_five_values(), legible)
    assert hands.evaluate_omaha_low(holes, boards, eight_or_better=False).tolist() == expected
    met = [number if low.eight_or_better(value) else 0 for number, value in zip(expected, legible, strict=True)]
    assert 0 < sum(map(bool, met)) < len(met)
    assert hands.evaluate_omaha_low(holes, boards).tolist() == met


@pytest.mark.parametrize(("size", "hole"), [(32, 2), (36, 3), (52, 3), (40, 4)])
@pytest.mark.parametrize("low_ace", [True, False])
def test_manila_is_the_best_of_two_and_three_in_the_order_of_its_deck(
    size: DeckKind, hole: int, low_ace: bool
) -> None:
    cards = deal(400, hole + 5, seed=3, of=int(size))
    holes, boards = cards[:, :hole], cards[:, hole:]
    five = partial(stripped.value, size=size, low_ace=low_ace)
    legible = [omaha.best(codes.decode(h), codes.decode(b), five) for h, b in zip(holes, boards, strict=True)]
    expected = numbers(orders.short_deck_values(size, low_ace), legible)
    assert hands.evaluate_manila(holes, boards, size, low_ace).tolist() == expected


# --- low


def test_every_five_card_hand_low() -> None:
    cards = all_fives()
    ace_to_five = by_kind(cards, low.ace_to_five, orders.ace_to_five_values())
    assert np.array_equal(hands.evaluate_low_a5(cards), ace_to_five)
    deuce_to_seven = by_kind(cards, low.deuce_to_seven, orders.deuce_to_seven_values())
    assert np.array_equal(hands.evaluate_low_27(cards), deuce_to_seven)


def test_eight_or_better_are_five_different_ranks_of_eight() -> None:
    values = hands.evaluate_low_a5(all_fives(), eight_or_better=True)
    assert np.count_nonzero(values) == comb(8, 5) * 4**5
    assert len(np.unique(values)) == comb(8, 5) + 1


def test_every_choice_of_six_ranks_low() -> None:
    chosen = list(tables.choices(range(13), 6))
    cards = np.array(chosen, np.uint8) * 4 + np.arange(6, dtype=np.uint8) % 4
    legible = numbers(orders.ace_to_five_values(), (low.ace_to_five(codes.decode(hand)) for hand in cards))
    assert hands.evaluate_low_a5(cards).tolist() == legible


def test_random_razz_hands() -> None:
    cards = deal(8_000, 7, seed=4)
    legible = [low.ace_to_five(codes.decode(hand)) for hand in cards]
    expected = numbers(orders.ace_to_five_values(), legible)
    assert hands.evaluate_low_a5(cards).tolist() == expected
    met = [number if low.eight_or_better(value) else 0 for number, value in zip(expected, legible, strict=True)]
    assert hands.evaluate_low_a5(cards, eight_or_better=True).tolist() == met


def test_suits_do_not_matter_to_ace_to_five() -> None:
    suited, mixed = hands.evaluate_low_a5([codes.encode("Kh Qh Jh Th 9h 2h 3h"), codes.encode("Ks Qh Jd Tc 9h 2h 3h")])
    assert suited == mixed


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5h 4h 3h 2h Ah", "6h 4d 3h 2h Ah"),
        ("6h 4d 3h 2h Ah", "6h 5d 3h 2h Ah"),
        ("Kh Qd Jh Th 9h", "Ah Ad 2h 3h 4h"),
        ("Ah Ad 5h 3h 4h", "2h 2d Ah 3h 4h"),
        ("Kh Kd Qh Jh Th", "Ah Ad 2h 2s 3h"),
        ("Kh Kd Qh Qs Th", "Ah Ad As 2s 3h"),
        ("Kh Kd Ks Qs Th", "Ah Ad As 2s 2h"),
        ("Kh Kd Ks Qs Qh", "Ah Ad As Ac 2h"),
    ],
)
def test_the_order_of_ace_to_five(better: str, worse: str) -> None:
    assert low.ace_to_five(parse_cards(better)) > low.ace_to_five(parse_cards(worse))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("7h 5d 4h 3h 2h", "7h 6d 4h 3h 2h"),
        ("Kh Qd Jh Th 8h", "Ah 5d 4h 3h 2h"),
        ("Ah 5d 4h 3h 2h", "Ah 6d 4h 3h 2h"),
        ("Ah Kd Qh Jh 9h", "2h 2d 3h 4h 5h"),
        ("Ah Ad As Kh Qh", "6h 5d 4h 3h 2h"),
        ("Ah Kd Qh Jh Th", "7h 5h 4h 3h 2h"),
        ("Ah 5h 4h 3h 2h", "2h 2d 2c 3h 3d"),
        ("Ah Ad Ac As Kd", "6h 5h 4h 3h 2h"),
    ],
)
def test_the_order_of_deuce_to_seven(better: str, worse: str) -> None:
    assert low.deuce_to_seven(parse_cards(better)) > low.deuce_to_seven(parse_cards(worse))


def test_low_values_compare_one_way() -> None:
    wheel, king = low.ace_to_five(parse_cards("5h 4h 3h 2h Ah")), low.ace_to_five(parse_cards("Kh Qh Jh 9h Ah"))
    assert wheel > king and wheel >= king and king < wheel and king <= wheel
    assert not (wheel < king or wheel <= king or king > wheel or king >= wheel)
    assert wheel >= wheel and wheel <= wheel
    assert wheel.corrupted() < wheel and wheel.corrupted().corrupted() == wheel


# --- three cards


def test_every_three_card_hand_is_as_the_legible_ranker_says() -> None:
    chosen = list(combinations(range(52), 3))
    legible = [three_card.value(codes.decode(hand)) for hand in chosen]
    assert len(chosen) == 22_100
    assert hands.evaluate_three_card(np.array(chosen, np.uint8)).tolist() == numbers(
        orders.three_card_values(), legible
    )


def test_three_cards_may_come_in_any_order() -> None:
    cards = deal(2_000, 3, seed=5)
    for order in ([0, 2, 1], [1, 0, 2], [2, 1, 0]):
        assert np.array_equal(hands.evaluate_three_card(cards[:, order]), hands.evaluate_three_card(cards))


# --- short decks


@pytest.mark.parametrize(("size", "low_ace"), list(product(DECKS, [True, False])))
def test_every_five_card_hand_of_a_short_deck(size: DeckKind, low_ace: bool) -> None:
    cards = all_fives(int(size))
    assert set(codes.decode(np.unique(cards))) == set(deck(size))
    five = partial(stripped.value, size=size, low_ace=low_ace)
    legible = by_kind(cards, five, orders.short_deck_values(size, low_ace))
    assert np.array_equal(hands.evaluate_stripped(cards, size, low_ace), legible)


@pytest.mark.parametrize(("size", "low_ace"), list(product(DECKS, [True, False])))
@pytest.mark.parametrize("n", [6, 7])
def test_random_hands_of_a_short_deck(size: DeckKind, low_ace: bool, n: int) -> None:
    cards = deal(400, n, seed=6, of=int(size))
    legible = [stripped.value(codes.decode(hand), size, low_ace=low_ace) for hand in cards]
    expected = numbers(orders.short_deck_values(size, low_ace), legible)
    assert hands.evaluate_stripped(cards, size, low_ace).tolist() == expected


@pytest.mark.parametrize(("size", "low_ace"), [(40, True), (36, True), (36, False), (32, True), (32, False)])
def test_short_decks_have_as_many_of_each_hand_as_counting_gives(size: DeckKind, low_ace: bool) -> None:
    r = int(size) // 4
    runs = r - 4 + low_ace
    expected = {
        "royal flush": 4,
        "straight flush": 4 * runs - 4,
        "four of a kind": r * (r - 1) * 4,
        "flush": 4 * comb(r, 5) - 4 * runs,
        "full house": r * 4 * (r - 1) * 6,
        "straight": runs * 4**5 - 4 * runs,
        "three of a kind": r * 4 * comb(r - 1, 2) * 16,
        "two pair": comb(r, 2) * 36 * (r - 2) * 4,
        "pair": r * 6 * comb(r - 1, 3) * 64,
        "high card": (comb(r, 5) - runs) * (4**5 - 4),
    }
    values = hands.evaluate_stripped(all_fives(int(size)), size, low_ace)
    label = [value.category.label for value in orders.short_deck_values(size, low_ace)]
    counts: Counter[str] = Counter()
    for number, count in zip(*np.unique(values, return_counts=True), strict=True):
        counts[label[number]] += int(count)
    assert counts == expected
    assert sum(expected.values()) == comb(int(size), 5)


@pytest.mark.parametrize(
    ("size", "cards", "high"),
    [(40, "As 8d 7c 6h 5s", 8), (36, "As 9d 8c 7h 6s", 9), (32, "As Td 9c 8h 7s", 10), (52, "As 5d 4c 3h 2s", 5)],
)
def test_the_ace_may_stand_below_the_lowest_card(size: DeckKind, cards: str, high: int) -> None:
    hand = parse_cards(cards)
    assert stripped.value(hand, size) == (stripped.ShortDeckCategory.STRAIGHT, (high,))
    assert stripped.value(hand, size, low_ace=False).category == stripped.ShortDeckCategory.HIGH_CARD
    suited = [card[0] + "s" for card in hand]
    assert stripped.value(suited, size) == (stripped.ShortDeckCategory.STRAIGHT_FLUSH, (high,))
    assert stripped.value(suited, size, low_ace=False).category == stripped.ShortDeckCategory.FLUSH


def test_twenty_cards_have_six_kinds_of_hand() -> None:
    kinds = {value.category.label for value in orders.short_deck_values(20)}
    assert kinds == {"royal flush", "four of a kind", "full house", "straight", "three of a kind", "two pair", "pair"}


def test_only_the_cards_of_the_deck_are_ranked() -> None:
    with pytest.raises(ValueError, match="5s is not in a deck of 36 cards"):
        stripped.value(parse_cards("5s 6s 7s 8s 9s"))
    with pytest.raises(ValueError, match="Spanish"):
        stripped.value(parse_cards("5s 6s 7s 8s 9s"), "spanish")
    with pytest.raises(ValueError, match="not of 4"):
        stripped.value(parse_cards("6s 7s 8s 9s"))
    with pytest.raises(ValueError, match="12 is not the code of a card in play"):
        hands.evaluate_stripped([codes.encode("5c 6s 7s 8s 9s")])


@pytest.mark.parametrize("corrupt", [stripped.value, poker.value])
def test_a_corrupted_value_is_another(corrupt: Callable[[Sequence[Card]], Any]) -> None:
    for text in ("As Ks Qs Js 9d", "As Ad Qs Js 9d"):
        value = corrupt(parse_cards(text))
        assert value.corrupted() != value
