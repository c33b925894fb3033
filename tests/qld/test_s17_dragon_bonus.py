"""QLD schedule 17, part 3: dragon bonus."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import settle
from pitboss.table.script import Played

BOTH = "game qld/baccarat\nbox 1 Ann: dragon bonus player 5, dragon bonus banker 5\n"


def good(text: str) -> Played:
    played = settle(BOTH + text, strict=True)
    assert not played.failures, played.failures
    return played


POINTS = (
    (9, 30, "i", "7"), (8, 10, "ii", "6"), (7, 6, "iii", "5"), (6, 4, "iv", "4"), (5, 2, "v", "3"), (4, 1, "vi", "2"),
)


@pytest.mark.parametrize(("points", "odds", "leaf", "third"), POINTS)
def test_a_hand_without_a_natural_is_paid_by_how_far_it_wins(points: int, odds: int, leaf: str, third: str) -> None:
    """Two nothings and a third, against a 2 and what makes the points."""
    played = good(f"deal player: Kh Qd Jc\ndeal banker: Ks 2c {third}d\n"
                  f"= 1 Ann dragon bonus banker win {5 * odds} [QLD-17-14(b)({leaf})]\n"
                  "= 1 Ann dragon bonus player lose 5 [QLD-17-13(2)(b)(ii)]\n")
    assert played.net == {"Ann": 500 * odds - 500}
    good(f"deal player: Kh 2d {third}c\ndeal banker: Ks Qc Jd\n"
         f"= 1 Ann dragon bonus player win {5 * odds} [QLD-17-14(b)({leaf})]\n"
         "= 1 Ann dragon bonus banker lose 5 [QLD-17-13(1)(b)(ii)]\n")


def test_less_than_four_points_ahead_loses() -> None:
    good("deal player: Kh Qd Jc\ndeal banker: Ks 2c Ad\n"
         "= 1 Ann dragon bonus banker lose 5 [QLD-17-13(1)(b)(ii)]\n= 1 Ann dragon bonus player lose 5\n")
    good("deal player: Kh 2d Ac\ndeal banker: Ks Qc Jd\n"
         "= 1 Ann dragon bonus player lose 5 [QLD-17-13(2)(b)(ii)]\n= 1 Ann dragon bonus banker lose 5\n")


@pytest.mark.parametrize(("player", "banker", "first", "second"), [
    ("4h 5d", "3s 5c", "win 5 [QLD-17-14(a)]", "lose 5 [QLD-17-13(1)(b)(i)]"),
    ("3h 5d", "4s 5c", "lose 5 [QLD-17-13(2)(b)(i)]", "win 5 [QLD-17-14(a)]"),
    ("4h 4d", "Ks Qc", "win 5 [QLD-17-14(a)]", "lose 5 [QLD-17-13(1)(b)(ii)]"),
    ("Kh Qd", "Js 9c", "lose 5 [QLD-17-13(2)(b)(ii)]", "win 5 [QLD-17-14(a)]"),
    ("3h 4d", "Ks 8c", "lose 5 [QLD-17-13(2)(b)(ii)]", "win 5 [QLD-17-14(a)]"),
])
def test_a_natural_that_wins_pays_even_by_however_much(player: str, banker: str, first: str, second: str) -> None:
    good(f"deal player: {player}\ndeal banker: {banker}\n"
         f"= 1 Ann dragon bonus player {first}\n= 1 Ann dragon bonus banker {second}\n")


@pytest.mark.parametrize(("player", "banker"), [("3h 5d", "Ks 8c"), ("4h 5d", "Ks 9c")])
def test_naturals_that_tie_give_it_back(player: str, banker: str) -> None:
    played = good(f"deal player: {player}\ndeal banker: {banker}\n= 1 Ann dragon bonus player void [QLD-17-13(2)(c)]\n"
                  "= 1 Ann dragon bonus banker void [QLD-17-13(1)(c)]\n")
    assert played.net == {"Ann": 0}


@pytest.mark.parametrize(("player", "banker"), [("2h 4d", "As 5c"), ("Ah 2d 5c", "Ks 2c 6d")])
def test_other_ties_lose_both(player: str, banker: str) -> None:
    """6 to 6 on two cards each; 8 to 8 on three cards each, which is no natural."""
    good(f"deal player: {player}\ndeal banker: {banker}\n= 1 Ann dragon bonus player lose 5 [QLD-17-13(2)(b)(ii)]\n"
         "= 1 Ann dragon bonus banker lose 5 [QLD-17-13(1)(b)(ii)]\n")


def test_it_may_lie_in_any_players_area() -> None:
    settled = settle("game qld/baccarat\nbox 1 Ann: player 10\nbox 1 Ben: dragon bonus banker 5\ndeal player: 4h 5d\n"
                     "deal banker: 3s 5c\n= 1 Ann player win 10\n= 1 Ben dragon bonus banker lose 5\n", strict=True)
    assert not settled.failures
