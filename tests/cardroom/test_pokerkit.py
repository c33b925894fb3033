"""Random hands on both sides at once, ours and PokerKit's: the same cards, acts and chips.

What the two do differently, and the clauses that make ours right, is listed in docs/cardroom.md."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from support.pokerkit_games import CARDS, KINDS, Kind, Remembered
from support.pokerkit_match import EXCLUDED, NO_LOW, ODD_CHIPS, match

# Hands of one test, and how many tests of each kind: fewer where PokerKit takes long to rank hands.
HANDS = 200
PARTS = {"mel/omaha": 2, "mel/omaha-hi-lo": 2, "qld/omaha-poker": 2, "mel/holdem-hi-lo": 3, "mel/double-flop-holdem": 3,
         "mel/holdem": 4, "qld/texas-holdem-poker": 4, "mel/seven-card-stud": 5, "mel/seven-card-stud-hi-lo": 4,
         "mel/razz": 5, "mel/five-card-stud": 7, "mel/crown-stud": 6}
DRAWS = 6
TESTS = [(kind, part) for kind in KINDS for part in range(PARTS.get(kind.id, DRAWS))]


def test_there_are_enough_hands() -> None:
    assert len(TESTS) * HANDS >= 20_000


@pytest.mark.parametrize("ranker", {ranker.ranker: ranker for kind in KINDS for ranker in kind.hands}.values(),
                         ids=lambda ranker: ranker.ranker.__name__)
def test_what_is_remembered_is_what_pokerkit_ranks(ranker: Remembered) -> None:
    rng = Random(ranker.ranker.__name__)
    cards = [card for name, card in CARDS.items() if name[0] not in "2345" or ranker.ranker.__name__[:5] != "Short"]
    for _ in range(50):
        dealt = rng.sample(cards, 9)
        hole, board = dealt[: rng.choice((2, 4))], dealt[4 : rng.choice((7, 9))]
        ours, theirs = ranker.ask(tuple(hole), tuple(board)), ranker.ranker.from_game_or_none(hole, board)
        assert (ours is None) == (theirs is None)
        if ours is not None and theirs is not None:
            assert ours.entry == theirs.entry and set(ours.cards) == set(theirs.cards)


@pytest.mark.parametrize(("kind", "part"), TESTS, ids=lambda value: value.name if isinstance(value, Kind) else value)
def test_the_same_hands(kind: Kind, part: int) -> None:
    found: Counter[str] = Counter()
    for number in range(HANDS):
        try:
            found += match(kind, f"{part} {number}")
        except AssertionError as differs:
            raise AssertionError(f"{kind.name}, hand {part} {number}: {differs}") from differs
    excluded = sum(found[why] for why in EXCLUDED)
    assert excluded <= 0.04 * HANDS, found
    assert found[ODD_CHIPS] + found[NO_LOW] <= 0.06 * HANDS, found
