"""The compiled evaluator of five to seven cards against the legible one."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pitboss.equipment.cards import RANKS, SUITS
from pitboss.hands import categories, codes, evaluate, kernels, orders, poker, tables

NUMBER = {value: i for i, value in enumerate(orders.high_values())}
# Known counts of the best five of seven, high card to royal flush.
SEVEN = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324]


def test_every_five_card_hand_is_as_the_legible_ranker_says() -> None:
    n = 2_598_960
    hands = np.fromiter(combinations(range(52), 5), np.dtype((np.uint8, 5)), n)
    legible = np.fromiter((NUMBER[poker.value(h)] for h in combinations(codes.decode(range(52)), 5)), np.uint16, n)
    assert np.array_equal(evaluate(hands), legible)


def test_every_seven_card_hand_is_counted_in_its_category() -> None:
    counts = kernels.count_seven(kernels.HIGH)
    assert counts.sum() == 133_784_560
    assert np.count_nonzero(counts) == 4_824
    kinds = categories(np.arange(7462))
    assert [int(counts[kinds == kind].sum()) for kind in range(10)] == SEVEN


@pytest.mark.parametrize("size", [6, 7])
def test_every_choice_of_six_or_seven_ranks_is_as_the_legible_ranker_says(size: int) -> None:
    chosen = list(tables.choices(range(13), size))
    assert len(chosen) == {6: 18_395, 7: 49_205}[size]
    hands = np.array(chosen, np.uint8) * 4 + np.arange(size, dtype=np.uint8) % 4
    legible = [NUMBER[poker.value([RANKS[r] + SUITS[i % 4] for i, r in enumerate(ranks)])] for ranks in chosen]
    assert evaluate(hands).tolist() == legible


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("suit", range(4))
def test_every_suited_hand_is_as_the_legible_ranker_says(size: int, suit: int) -> None:
    hands = np.array(list(combinations(range(13), size)), np.uint8) * 4 + np.uint8(suit)
    assert evaluate(hands).tolist() == [NUMBER[poker.value(codes.decode(hand))] for hand in hands]


@pytest.mark.parametrize("size", [6, 7])
def test_random_hands_are_as_the_legible_ranker_says(size: int) -> None:
    hands = deal(200_000, size, seed=size)
    assert evaluate(hands).tolist() == [NUMBER[poker.value(codes.decode(hand))] for hand in hands.tolist()]


def test_the_numbers_are_dense_and_in_order() -> None:
    values = orders.high_values()
    assert len(values) == 7_462
    assert list(values) == sorted(values)
    assert categories(np.arange(7462)).tolist() == [value.category for value in values]


def test_the_shipped_tables_are_what_the_legible_rankers_give(tmp_path: Path) -> None:
    tables.save(tmp_path / "anew.npz")
    built = dict(np.load(tmp_path / "anew.npz"))
    shipped = tables.shipped()
    assert built.keys() == shipped.keys()
    for name, array in built.items():
        assert shipped[name].dtype == array.dtype, name
        assert np.array_equal(shipped[name], array), name


def test_no_two_choices_of_ranks_share_a_slot() -> None:
    offset = tables.shipped()["offset"]
    chosen = [ranks for size in (5, 6, 7) for ranks in tables.choices(range(13), size)]
    assert len({tables.slot(offset, ranks) for ranks in chosen}) == len(chosen) == 73_775


def test_impossible_cards_stay_within_the_tables() -> None:
    order = kernels.HIGH
    assert 7 * max(tables.RANK_KEYS) >> tables.LOW_BITS < len(order.offset)
    assert int(order.offset.max()) + (1 << tables.LOW_BITS) <= len(order.value)
    assert evaluate(np.full((3, 7), 51, np.uint8)).max() <= 7461


def test_the_pieces_for_other_kernels_agree() -> None:
    for hand in deal(200, 7, seed=1).tolist():
        five, seven = evaluate([hand[:5]])[0], evaluate([hand])[0]
        assert kernels.value5(kernels.HIGH, *hand[:5]) == five
        assert kernels.value7(kernels.HIGH, *hand) == seven
        board = kernels.START + kernels.HIGH.key[hand[:5]].sum()
        held = kernels.HIGH.mask[hand[:5]].sum()
        assert kernels.rank_of(kernels.HIGH, board, held) == five
        pair = hand[5:]
        total, mask = board + kernels.HIGH.key[pair].sum(), held + kernels.HIGH.mask[pair].sum()
        assert kernels.rank_of(kernels.HIGH, total, mask) == seven


def deal(n: int, size: int, seed: int) -> np.ndarray:
    shuffled = np.random.default_rng(seed).random((n, 52), np.float32).argsort(axis=1)
    return shuffled[:, :size].astype(np.uint8)
