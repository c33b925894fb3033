"""What the law has staff do is prompted where it comes up, and nothing of it is left out."""

from __future__ import annotations

import pytest
from support.casino import GAMES, OPENING, Casino
from support.dealing import cards, close, enter, opened

from pitboss.floor import commands as c
from pitboss.floor import signs
from pitboss.floor.queries import ask
from pitboss.table.duties import AFTER, MOMENTS

# Duties that no step of a round brings up: they are listed under their heading.
AT_OTHER_TIMES = {
    "any time", "conduct", "die off the table", "direction", "dispute", "irregularity", "malfunction", "payment",
    "wrong display",
}
PROMPTED = {word for words in MOMENTS.values() for word in words} | {
    *AFTER, "always", "opening", "sign", "chips", "teaching", "limits", "closing",
}


@pytest.mark.parametrize("name", GAMES)
def test_every_duty_is_prompted_or_listed(name: str) -> None:
    casino = Casino(name)
    table = casino.table(name)
    assert table.live is not None
    own = set(table.game.occasions(table.live.t))
    assert {duty.when for duty in table.game.duties} <= PROMPTED | AT_OTHER_TIMES | own
    listed = ask(casino.floor, c.Who("Ivy", c.INSPECTOR), {"t": "duties", "table": name})["duties"]
    assert {duty["clause"] for duty in listed} == {
        str(duty.clause) for duty in (*table.game.duties, *table.book.terminal.duties)}
    assert not ask(casino.floor, c.Who("Ann", c.PLAYER), {"t": "duties", "table": name})["ok"]


def shown(casino: Casino, name: str) -> set[str]:
    return {duty["clause"] for duty in casino.shown(name)["duties"]}


def test_the_number_is_announced_and_the_round_cleared_away() -> None:
    casino = opened("roulette")
    assert "QLD-7-10(1)" in shown(casino, "roulette"), "before the first round chips get their value"
    close(casino, "roulette", ["red", 10_00])
    assert {"QLD-7-5(3)", "QLD-7-6(1)"} <= shown(casino, "roulette")
    enter(casino, "roulette", {"type": "ball", "number": "17"})
    assert "QLD-7-6(1)" in shown(casino, "roulette")
    casino.bet("roulette")
    assert "QLD-7-6(1)" not in shown(casino, "roulette")


def test_cards_are_collected_after_the_round() -> None:
    casino = opened("three-card")
    close(casino, "three-card", [OPENING["three-card"], 10_00])
    enter(casino, "three-card", cards("4c 5d 9h"))
    assert "QLD-12-21(3)(e)" not in shown(casino, "three-card")
    enter(casino, "three-card", cards("Kc Qd 2h"))
    casino.do("Ann", "decide", table="three-card", hand="1", name="fold")
    assert "QLD-12-21(3)(e)" in shown(casino, "three-card")


def test_dice_are_watched_while_they_are_thrown() -> None:
    casino = opened("craps")
    assert "QLD-4-18(1)" in shown(casino, "craps")
    close(casino, "craps", ["win bet", 10_00])
    assert "QLD-4-19(1)" in shown(casino, "craps") and "opening" not in signs.moments(casino.table("craps"))


def test_a_new_shooter_is_looked_for_where_there_is_none() -> None:
    casino = opened("craps")
    assert "QLD-4-26(3)" in shown(casino, "craps")
    casino.bet("craps")
    close(casino, "craps")
    enter(casino, "craps", {"type": "dice", "numbers": [3, 3]})
    assert "QLD-4-26(3)" not in shown(casino, "craps"), "the point stands, and so does the shooter"
    close(casino, "craps")
    enter(casino, "craps", {"type": "dice", "numbers": [3, 4]})
    assert "QLD-4-26(3)" in shown(casino, "craps")
