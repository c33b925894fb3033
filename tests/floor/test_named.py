"""Hands are called by name: the game says it, from the cards that whoever looks can see."""

from __future__ import annotations

import pytest

from pitboss.floor.words import named
from pitboss.rulebooks import game
from pitboss.table.facts import HandOfCards
from pitboss.table.table import Table


def lying(id: str, hands: dict[str, str]) -> dict[str, str]:
    t = Table(game(id))
    for name, cards in hands.items():
        t.hands[name] = hand = HandOfCards(name)
        hand.cards, hand.face_up, hand.split = cards.split(), [True] * len(cards.split()), bool(hand.place)
    return named(t, {name: cards.split() for name, cards in hands.items()})


@pytest.mark.parametrize(("id", "hands", "names"), [
    ("cbr/casino-holdem-poker", {"dealer": "Kd 6d", "4": "8d 6s", "5": "As Ac", "board": "3c Tc Ad 4h 4c"},
     {"dealer": "pair of fours, ace king ten", "4": "pair of fours, ace ten eight",
      "5": "full house, aces over fours"}),
    ("cbr/casino-holdem-poker", {"dealer": "Kd 6d", "4": "8d 6s", "board": "3c Tc As"},
     {"dealer": "ace high, king ten six three", "4": "ace high, ten eight six three"}),
    ("cbr/casino-holdem-poker", {"dealer": "Kd 6d", "4": "8d 8s", "board": "3c Tc As 2h 9c"},
     {"dealer": "ace high, does not qualify", "4": "pair of eights"}),
    ("nsw/texas-holdem-bonus-poker", {"dealer": "Kd 6d", "1": "Ah Kh", "board": "2h 5h 9h"},
     {"dealer": "king high", "1": "flush, ace high"}),
    ("nsw/texas-holdem-bonus-poker", {"1": "Ah Kh"}, {}),
    ("qld/three-card-poker", {"dealer": "8c Jd 6h", "4": "3d 7s 4c"},
     {"dealer": "jack high, does not qualify", "4": "seven high"}),
    ("qld/three-card-poker", {"dealer": "8c Qd 6h", "4": "?? ?? ??", "5": "Ah 2h 3h"},
     {"dealer": "queen high", "5": "straight flush to the three"}),
    ("qld/three-card-poker", {"1": "6c 6d 6h", "2": "5c 6d 7h"}, {"1": "three sixes", "2": "straight to the seven"}),
    ("qld/blackjack", {"dealer": "9d", "1": "Ac Kd", "2": "9c 5c Ts", "3": "Ac 6c"},
     {"1": "blackjack", "2": "24, bust", "3": "soft 17"}),
    ("qld/baccarat", {"player": "9c 8d", "banker": "Kc Qd 3h"}, {"player": "7", "banker": "3"}),
    ("qld/baccarat", {"player": "9c"}, {}),
])
def test_hands_are_called_by_name(id: str, hands: dict[str, str], names: dict[str, str]) -> None:
    assert lying(id, hands) == names


def test_after_a_split_neither_half_is_a_blackjack() -> None:
    assert lying("qld/blackjack", {"1a": "Ac Kd", "1b": "Ac 5d"}) == {"1a": "21", "1b": "soft 16"}
