"""The quick ranker of single hands says what the legible one says."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from pitboss.equipment.cards import RANKS, SUITS
from pitboss.equipment.decks import deck
from pitboss.hands import low, omaha, poker, quick
from pitboss.hands.tables import choices

value = quick.ranker()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_every_choice_of_ranks(size: int) -> None:
    for ranks in choices(range(13), size):
        cards = [RANKS[rank] + SUITS[i % 4] for i, rank in enumerate(ranks)]
        assert value(cards) == poker.value(cards), cards


def test_every_flush() -> None:
    for ranks in combinations(RANKS, 5):
        cards = [rank + "h" for rank in ranks]
        assert value(cards) == poker.value(cards), cards


def test_random_hands() -> None:
    rng, cards = Random("quick"), list(deck())
    for size in (5, 6, 7) * 10_000:
        hand = rng.sample(cards, size)
        assert value(hand) == poker.value(hand), hand


@pytest.mark.parametrize("suited", [0, 7])
def test_two_hole_cards_and_three_of_the_board(suited: int) -> None:
    rng, cards = Random("two and three"), list(deck())
    hearts = [card for card in cards if card[1] == "h"]
    for _ in range(1000):
        some = rng.sample(hearts, suited)
        hand = some + rng.sample([card for card in cards if card not in some], 9 - suited)
        rng.shuffle(hand)
        hole, board = hand[:4], hand[4 : rng.choice([7, 8, 9])]
        five = quick.two_and_three(hole, board)
        assert {*five[:2]} <= {*hole} and {*five[2:]} <= {*board} and len({*five}) == 5
        assert poker.value(five) == omaha.value(hole, board), (hole, board)
        assert low.two_and_three(hole, board) == omaha.best(hole, board, low.ace_to_five), (hole, board)


def test_too_few_for_two_and_three() -> None:
    with pytest.raises(ValueError, match="two hole cards and three of the board are needed, not 1 and 5"):
        quick.two_and_three(["As"], ["Kd", "Qc", "Jh", "2d", "3d"])
    with pytest.raises(ValueError, match="two hole cards and three of the board are needed, not 4 and 2"):
        low.two_and_three(["As", "Kd", "Qc", "Jh"], ["2d", "3d"])


@pytest.mark.parametrize("hand", [["As"] * 4, ["As", "Kd", "Qc", "Jh"], list(deck())[:8], ["As", "Kd", "Qc", "1x"]])
def test_what_is_no_hand(hand: list[str]) -> None:
    with pytest.raises(ValueError, match=r"poker hand|not a card"):
        value(hand)
