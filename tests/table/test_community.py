"""A game of the family is whole, or fails when it is made."""

from __future__ import annotations

import pytest

from pitboss.table.community import Community
from pitboss.table.streets import Bonus


def test_a_game_with_a_bonus_says_what_becomes_of_it() -> None:
    with pytest.raises(TypeError, match="does not say what becomes of them"):
        type("Half", (Community,), {"bonuses": (Bonus("trips", "seven cards"),)})
    assert type("Whole", (Community,), {"bonuses": (Bonus("trips", "seven cards"),), "bonus_result": lambda *_: None})
