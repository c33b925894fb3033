"""A new table: the limits it opens with where nobody names any."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import GAMES, Casino


@pytest.mark.parametrize("game", GAMES.values())
@pytest.mark.parametrize(("options", "limits"), [
    ({}, (5_00, 500_00)), ({"unit": "2.50"}, (5_00, 500_00)), ({"unit": "25"}, (25_00, 2500_00)),
    ({"unit": "3"}, (6_00, 600_00)), ({"minimum": "10"}, (10_00, 1000_00)), ({"maximum": "50"}, (5_00, 50_00)),
    ({"maximum": "2"}, (1_00, 2_00)), ({"minimum": "2", "maximum": "20"}, (2_00, 20_00)),
    ({"minimum": "50000"}, (50_000_00, 100_000_00)),
])
def test_a_new_table_does_not_open_with_limits_of_1_to_100000(game: str, options: Any, limits: tuple[int, int]) -> None:
    casino = Casino()
    casino.do("Max", "add-table", id="new", name="New", game=game, options=options)
    assert casino.limits("new") == limits
    shown = casino.table("new").added.options
    assert shown == options or {"minimum", "maximum"} <= shown.keys()
    casino.sound()


def test_a_lesson_has_the_limits_of_a_lesson() -> None:
    casino = Casino()
    casino.do("Max", "add-table", id="new", name="New", game="qld/blackjack", options={"teaching": "yes"})
    assert casino.limits("new") == (2_00, 10_00)


@pytest.mark.parametrize("options", [{"unit": "x"}, {"unit": "0"}, {"minimum": "-1"}, {"maximum": "none"}])
def test_what_is_no_amount_is_refused_by_the_game(options: dict[str, str]) -> None:
    casino = Casino()
    casino.no("Max", "add-table", id="new", name="New", game="qld/blackjack", options=options)


def test_chips_of_a_lesson_are_lent_only_when_they_do_not_suffice() -> None:
    casino = Casino()
    casino.add("roulette", options={"teaching": "non-value"})

    def bet(amount: int) -> tuple[int, int]:
        casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", amount]])
        lent = [event for event in casino.store.events("table:roulette") if event.type == "lent"]
        return casino.store.balance("lesson:roulette:Ann"), len(lent)

    casino.do("Ann", "sit", table="roulette", box=1)
    assert casino.store.balance("lesson:roulette:Ann") == 1000_00
    assert bet(400_00) == (600_00, 1)
    assert bet(600_00) == (0, 1), "the last of them may be put down"
    assert bet(50) == (1000_00, 2), "then they are full again"
    assert casino.credits("Ann") == 1000_00
    casino.sound()
