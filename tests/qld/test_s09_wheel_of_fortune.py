"""Wheel of fortune: what the golden rounds leave out."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law import Announced, Ruled
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s09_wheel_of_fortune import WheelOfFortune
from pitboss.table.acts import Ball, Close, Irregular, Place
from pitboss.table.facts import Rejected
from pitboss.table.game import BadOption
from pitboss.table.headlines import headline
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Spin
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

SECTIONS = {
    "50": {"a": 24, "b": 8, "c": 8, "d": 4, "e": 2, "f": 2, "g": 1, "h": 1},
    "52": {"a": 24, "b": 12, "c": 8, "d": 4, "e": 2, "f": 1, "g": 1},
    "54": {"a": 26, "b": 13, "c": 7, "d": 4, "e": 2, "f": 1, "g": 1},
}
DIVIDED = {"50": "QLD-9-2(2)", "52": "QLD-9-17(2)", "54": "QLD-9-20(2)"}


def good(body: str, *options: str) -> Played:
    played = settle(f"game qld/wheel-of-fortune\noption {' '.join(options or ('wheel=50',))}\n{body}")
    assert not played.failures, played.failures
    return played


def wheel_of(**options: str) -> WheelOfFortune:
    made = game("qld/wheel-of-fortune", options)
    assert isinstance(made, WheelOfFortune)
    return made


def spun(t: Table, number: str, *wagers: tuple[str, int]) -> None:
    """One round that stops there."""
    play = t.play()
    next(play)
    if wagers:
        play.send(Place(1, "Ann", wagers))
    play.send(Close())
    with pytest.raises(StopIteration):
        play.send(Ball(number))


# -- 2, 17 and 20: the wheels ----------------------------------------------------------------------------


@pytest.mark.parametrize("wheel", SECTIONS)
def test_sections_of_each_wheel(wheel: str) -> None:
    assert Counter(wheel_of(wheel=wheel).pockets) == SECTIONS[wheel]
    assert len(wheel_of(wheel=wheel).pockets) == int(wheel)


def test_no_other_wheel() -> None:
    with pytest.raises(BadOption, match=r"QLD-9-2\(2\)"):
        game("qld/wheel-of-fortune", {"wheel": "53"})


@pytest.mark.parametrize("wheel", SECTIONS)
def test_what_the_wheel_has_not_is_refused_in_one_line(wheel: str) -> None:
    absent = "i" if wheel == "50" else "h"
    good(f"box 1 Ann: symbol {absent} 5\n=! refused [QLD-9-8]\nbox 1 Ann: symbol g 5\nspin {absent}\n"
         f"=! refused [{DIVIDED[wheel]}]\nspin peg {absent}/a\n=! refused [{DIVIDED[wheel]}]\nspin g\n"
         "= 1 Ann symbol g win\n", f"wheel={wheel}")


def test_a_peg_is_never_drawn_and_sections_are_drawn_as_often_as_they_are_there() -> None:
    made, t = wheel_of(), Table(wheel_of())
    dealer = VirtualDealer(SeededSource("big wheel"), RandomPlayers(SeededSource(1), {}))
    request = Spin(made.wheel.divided, made.pockets, also=made.pegs)
    drawn = Counter(dealer.answer(t, request).number for _ in range(5000))  # type: ignore[union-attr]
    assert set(drawn) == set(SECTIONS["50"])
    assert abs(drawn["a"] / 5000 - 24 / 50) < 0.025 and drawn["h"] < 200


@pytest.mark.parametrize("wheel", SECTIONS)
def test_the_symbol_that_passed_the_peg_wins_over_any_other(wheel: str) -> None:
    made = wheel_of(wheel=wheel)
    for peg in made.pegs:
        passed, oncoming = peg.removeprefix("peg ").split("/")
        for name, symbol in made.positions.items():
            result = made.result(name, peg)
            assert (result.outcome == "win") == (symbol == passed), (peg, name)
            if symbol == oncoming != passed:
                assert result.clause == made.wheel.on_a_peg


def test_headlines() -> None:
    t = Table(wheel_of())
    spun(t, "peg b/a", ("symbol b", 500), ("symbol a", 500))
    assert headline(t, "Ann") == "Symbol b, on a peg: you win 20.00"
    spun(t, "a")
    assert headline(t, "Ann") == "Symbol a: you lose 5.00"


# -- 3 and 6: lights and display ---------------------------------------------------------------------------


def test_the_winning_area_is_lit_and_the_latest_symbol_on_display() -> None:
    t = Table(wheel_of())
    for number in ("a", "c", "peg b/a"):
        spun(t, number)
    assert t.state == {"lit": {"result": "peg b/a", "areas": ["symbol b"]}, "display": ["a", "c", "b"]}
    for _ in range(20):
        spun(t, "d")
    assert t.state["display"] == ["d"] * 12


def test_without_such_equipment_nothing_is_lit_or_entered() -> None:
    t = Table(wheel_of(electronics="no"))
    spun(t, "a")
    assert t.state == {"lit": {}, "display": []}
    good("box 1 Ann: symbol a 5\nspin a\n! wrong-result-entered entered=b\n=! referred\n= 1 Ann symbol a win 5\n",
         "electronics=no")


# -- 9: winners stay -----------------------------------------------------------------------------------------


def test_a_winner_stays_for_the_next_spin() -> None:
    played = good("box 1 Ann: symbol a 5\nspin a\nnext round\nspin a\nnext round\nspin b\n= 1 Ann symbol a win 5\n"
                  "= 1 Ann symbol a win 5\n= 1 Ann symbol a lose 5\n= net Ann 5\n")
    assert not played.standing


def test_a_symbol_by_its_letter_alone() -> None:
    good("box 1 Ann: c 5\nspin c\n= 1 Ann symbol c win 25\n")


# -- 7 and 15 ------------------------------------------------------------------------------------------------


def at_the_spin() -> Table:
    t = Table(wheel_of())
    play = t.play()
    next(play)
    play.send(Place(1, "Ann", (("symbol a", 500),)))
    play.send(Close())
    t.notes["play"] = play
    return t


def test_staff_may_touch_the_wheel() -> None:
    for by in ("dealer", "supervisor"):
        t = at_the_spin()
        t.notes["play"].send(Irregular("interference", {"by": by, "with": "wheel"}))
        assert isinstance(t.refused(), Rejected)


@pytest.mark.parametrize("equipment", ["wheel", "terminal"])
def test_whoever_else_touches_it_the_spin_is_called_off(equipment: str) -> None:
    t = at_the_spin()
    with pytest.raises(StopIteration):
        t.notes["play"].send(Irregular("interference", {"by": "spectator", "with": equipment}))
    assert [event.clause for event in t.events if isinstance(event, Ruled)] == ["QLD-9-7"]
    assert [event.clause for event in t.events if isinstance(event, Announced)][-1] == "QLD-9-15(2)"
    assert t.voided and t.layout == 0


def test_no_spin_before_the_wheel_turns_is_none() -> None:
    t = Table(wheel_of())
    play = t.play()
    next(play)
    play.send(Place(1, "Ann", (("symbol a", 500),)))
    play.send(Irregular("no-spin", {}))
    assert t.layout == 500 and not any(isinstance(event, Ruled) for event in t.events)


def test_what_no_report_can_tell() -> None:
    with pytest.raises(Unplayable, match="reason=power-failure: write malfunction or interference"):
        good("box 1 Ann: symbol a 5\nno more bets\n! no-spin reason=power-failure\nspin a\n")
