"""The quick ranker of single hands says what the legible one says."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from pitboss.equipment.cards import RANKS, SUITS
from pitboss.equipment.decks import deck
from pitboss.hands import poker, quick
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


@pytest.mark.parametrize("hand", [["As"] * 4, ["As", "Kd", "Qc", "Jh"], list(deck())[:8], ["As", "Kd", "Qc", "1x"]])
def test_what_is_no_hand(hand: list[str]) -> None:
    with pytest.raises(ValueError, match=r"poker hand|not a card"):
        value(hand)
