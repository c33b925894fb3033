"""Rounds end, whatever is answered."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game
from pitboss.table.acts import Answer, Dice, Shuffled
from pitboss.table.driver import Endless, play_round
from pitboss.table.requests import Asked, Shuffle
from pitboss.table.table import Table


class Stubborn:
    """Answers everything with dice."""

    def answer(self, t: Table, request: Asked) -> Answer:
        return Shuffled() if type(request) is Shuffle else Dice((1, 1))


def test_an_answerer_who_is_always_refused_is_stopped() -> None:
    with pytest.raises(Endless, match=r"does not end: .*dice: nobody asks for that now"):
        play_round(Table(game("qld/three-card-poker")), Stubborn())
