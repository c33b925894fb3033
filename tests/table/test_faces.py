"""At a physical table cards are entered by their faces when these are seen: no round of a game with a board comes to
its end on a card that nobody has entered."""

from __future__ import annotations

from collections import defaultdict

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game, games
from pitboss.table.acts import BACK, Answer, Cards
from pitboss.table.community import SharedBoard
from pitboss.table.driver import drive
from pitboss.table.facts import BOARD
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Deal, Reveal
from pitboss.table.table import Table

WITH_BOARD = [id for id, made in games().items() if issubclass(made, SharedBoard)]


class Sparing(VirtualDealer):
    """Enters no face before it must be."""

    def __init__(self, seed: str) -> None:
        super().__init__(SeededSource(seed), RandomPlayers(SeededSource(f"{seed} player"), {1: "Ann", 2: "Ben"}))
        self.faces: dict[str, list[str]] = defaultdict(list)
        self.asked: Asked | None = None

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Reveal):
            return Cards(tuple(self.faces[request.hand].pop(0) for _ in range(request.count)))
        if isinstance(request, Deal) and request is self.asked:
            return Cards(tuple(self.faces[request.to].pop(0) for _ in range(request.count)))
        dealt = super().answer(t, request)
        if not isinstance(request, Deal) or not isinstance(dealt, Cards):
            if not isinstance(request, Deal) and not t.hands:
                self.faces.clear()
            return dealt
        self.faces[request.to] += dealt.cards
        self.asked = request
        return Cards((BACK,) * request.count)


@pytest.mark.parametrize("id", WITH_BOARD)
def test_every_face_is_known_that_decides(id: str) -> None:
    t, dealer = Table(game(id)), Sparing(id)
    boards = 0
    for _ in range(20):
        drive(t, dealer)
        shown = t.open_cards(BOARD)
        assert BACK not in shown
        boards += len(shown) == t.game.board  # type: ignore[attr-defined]
    assert boards
