"""pitboss.hands from outside: arrays in, arrays out, one hand, and what is refused."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from pitboss import hands
from pitboss.hands import arrays, codes

ROYAL = "As Ks Qs Js Ts 2d 3c"


def some(n: int, size: int = 7) -> np.ndarray:
    shuffled = np.random.default_rng(n).random((n, 52), np.float32).argsort(axis=1)
    return shuffled[:, :size].astype(np.uint8)


def test_large_arrays_are_split_without_a_seam(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = some(10_007)
    whole = hands.evaluate(cards)
    monkeypatch.setattr(arrays, "_BLOCK", 1_000)
    monkeypatch.setattr(arrays, "_BLOCKS_A_THREAD", 1)
    monkeypatch.setattr(arrays, "cpu_count", lambda: 3)
    assert np.array_equal(hands.evaluate(cards), whole)


def test_a_bad_code_far_into_a_large_array_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "_BLOCK", 1_000)
    monkeypatch.setattr(arrays, "_BLOCKS_A_THREAD", 1)
    cards = some(10_000)
    cards[9_999, 6] = 52
    with pytest.raises(ValueError, match="52 is not the code of a card"):
        hands.evaluate(cards)


def test_any_integers_in_any_layout_will_do() -> None:
    cards = some(500)
    expected = hands.evaluate(cards)
    assert np.array_equal(hands.evaluate(cards.astype(np.int64)), expected)
    assert np.array_equal(hands.evaluate(np.asfortranarray(cards)), expected)
    assert np.array_equal(hands.evaluate(cards[::-1])[::-1], expected)
    assert np.array_equal(hands.evaluate(cards.tolist()), expected)
    frozen = cards.copy()
    frozen.flags.writeable = False
    assert np.array_equal(hands.evaluate(frozen), expected)


def test_no_hands_have_no_values() -> None:
    assert hands.evaluate(np.empty((0, 7), np.uint8)).shape == (0,)
    assert hands.evaluate_omaha(np.empty((0, 4), np.uint8), np.empty((0, 5), np.uint8)).shape == (0,)
    assert hands.categories(np.empty(0, np.uint16)).shape == (0,)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hands.evaluate([0, 1, 2, 3, 4]), r"rows of 5 or 6 or 7 card codes, not the shape \(5,\)"),
        (lambda: hands.evaluate([[0, 1, 2, 3]]), r"not the shape \(1, 4\)"),
        (lambda: hands.evaluate([[0, 1, 2, 3, 52]]), "52 is not the code of a card"),
        (lambda: hands.evaluate(np.array([[0, 1, 2, 3, 255]], np.uint8)), "255 is not the code of a card"),
        (lambda: hands.evaluate([[0, 1, 2, 3, -1]]), "-1 is not the code of a card"),
        (lambda: hands.evaluate([[0, 1, 2, 3, 256]]), "256 is not the code of a card"),
        (lambda: hands.evaluate([[0, 1, 2, 3, 4.5]]), "whole numbers"),
        (lambda: hands.evaluate_low_27([[0, 1, 2, 3, 4, 5]]), r"rows of 5 card codes"),
        (lambda: hands.evaluate_three_card([[0, 1]]), r"rows of 3 card codes"),
        (lambda: hands.evaluate_omaha([[0, 1]], [[2, 3, 4, 5, 6]]), r"rows of 4 card codes"),
        (lambda: hands.evaluate_omaha([[0, 1, 2, 3]], [[2, 3, 4, 5]]), r"rows of 5 card codes"),
        (lambda: hands.evaluate_omaha([[0, 1, 2, 3]] * 2, [[4, 5, 6, 7, 8]]), "2 rows of hole cards do not go with 1"),
        (lambda: hands.evaluate_stripped([[0, 1, 2, 3, 4]], deck="spanish"), "Spanish"),
        (lambda: hands.evaluate_stripped([[0, 1, 2, 3, 4]], deck=48), "no such deck"),
        (lambda: hands.evaluate_manila([[20, 21]], [[19, 23, 24, 25, 26]]), "19 is not the code of a card in play"),
        (lambda: hands.categories([7462]), "0 to 7461"),
        (lambda: hands.categories([-1]), "0 to 7461"),
        (lambda: hands.decode([52]), "no card has the number 52"),
        (lambda: hands.encode("As Xx"), "not a card: 'Xx'"),
        (lambda: hands.describe("As Ks Qs Js As"), "As is twice in the hand"),
        (lambda: hands.describe("As Ks Qs Js"), "not of 4"),
        (lambda: hands.describe("As Ks Qs Js 1s"), "not a card: '1s'"),
    ],
)
def test_bad_input_is_one_clear_value_error(call, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        call()
    assert "\n" not in str(error.value)


def test_codes_go_there_and_back() -> None:
    assert hands.decode(hands.encode(ROYAL)) == tuple(ROYAL.split())
    assert hands.encode(hands.decode(range(52))).tolist() == list(range(52))
    assert hands.encode("2c 2d 2h 2s 3c As").tolist() == [0, 1, 2, 3, 4, 51]


def test_one_hand_is_described() -> None:
    assert hands.describe(ROYAL) == (7461, "royal flush", ("As", "Ks", "Qs", "Js", "Ts"))
    for hand in some(300).tolist():
        cards = hands.decode(hand)
        told = hands.describe(cards)
        assert told.value == hands.evaluate([hand])[0] == hands.evaluate([codes.encode(told.best)])[0]
        assert set(told.best) <= set(cards)


def test_nothing_heavy_is_loaded_before_it_is_used() -> None:
    check = (
        "import sys; from pitboss import hands; from pitboss.hands import poker; "
        "assert not {'numpy', 'numba'} & set(sys.modules); "
        "hands.describe('As Ks Qs Js Ts'); hands.evaluate; assert 'numba' not in sys.modules; "
        "hands.evaluate([range(7)]); assert 'numba' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'evaluate_everything'"):
        hands.evaluate_everything  # noqa: B018


@pytest.mark.parametrize(("ask", "rows"), [
    (hands.evaluate, ([[51] * 7],)), (hands.evaluate, (np.array([[51] * 7], np.uint8),)),
    (hands.evaluate, ([[0, 1, 2, 3, 4], [5, 6, 51, 51, 7]],)), (hands.evaluate_low_27, ([[51, 51, 2, 3, 4]],)),
    (hands.evaluate_three_card, ([[51, 51, 2]],)), (hands.evaluate_omaha, ([[51, 1, 2, 3]], [[4, 5, 6, 7, 51]])),
])
def test_a_hand_with_a_card_twice_is_refused(ask: Any, rows: Any) -> None:
    with pytest.raises(ValueError, match="the As is twice in a hand; every card is there once"):
        ask(*rows)


def test_arrays_of_many_hands_are_taken_as_they_are() -> None:
    """To look for cards that come twice would take longer than to rank the hands."""
    assert len(hands.evaluate(np.full((2, 7), 51, np.uint8))) == 2
