"""Additional wagers at the terminal: a strip beside the wagers of the game, and lines of their own."""

from __future__ import annotations

import pytest
from support.browsing import DESK, PHONE, Floor, until


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize(("game", "wagers", "box"), [
    ("qld/blackjack", ("original", "perfect pairs", "super sevens", "bonus blackjack", "any pair", "lucky lucky",
                       "star pairs"), 1),
    ("qld/baccarat", ("perfect pairs player", "perfect pairs banker"), None),
])
def test_an_additional_wager_is_placed_by_touch_and_settled(
    floor: Floor, size: str, game: str, wagers: tuple[str, ...], box: int | None
) -> None:
    how, name = PHONE if size == "phone" else DESK, game.partition("/")[2]
    ida = floor.player(f"Ida-{name}-{size}", floor.add_table(f"{name}-sides-{size}", game, wagering_seconds=300), **how)
    for wager in wagers:
        ida.bet(wager, box)
    before = ida.credits() + ida.on_table()
    ida.ready()
    until(lambda: ida.over() or bool(ida.offered()), "the cards are dealt")
    while not ida.over():
        if ida.offered():
            ida.decide()
        until(lambda: ida.over() or bool(ida.offered()), "it is the player's turn, or over")
    ida.settled(before)
    # What was lost may be one line for all of them.
    assert any("perfect pairs" in line or " bets" in line for line in ida.lines()), ida.lines()


def test_where_there_are_many_another_place_is_brought_to_the_rail(floor: Floor) -> None:
    """At baccarat those of one place lie in full, those of others in a line too fine to play on."""
    ida = floor.player("Ida-rail", floor.add_table("baccarat-rail", "qld/baccarat", wagering_seconds=300), **DESK)
    ida.bet("tiger", 1)
    ida.tap("lucky 6", 4)
    ida.page.locator("#bring").click()
    ida.bet("lucky 6", 4)
    lying = {(wager["wager"], wager["box"]) for wager in ida.told()["wagers"] if wager["player"] == ida.name}
    assert lying == {("tiger", 1), ("lucky 6", 4)}
