"""Sic-bo: what the golden rounds leave out."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from pitboss.law import Announced, Refused, Ruled
from pitboss.money import odds
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s08_sic_bo import SicBo
from pitboss.table.acts import Close, Dice, Irregular, Place, Take
from pitboss.table.facts import Referred, Rejected
from pitboss.table.headlines import headline
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

THROWS = tuple(product(range(1, 7), repeat=3))


def good(body: str, *options: str) -> Played:
    played = settle(f"game qld/sic-bo\noption {' '.join(options or ('tumbler=open',))}\n{body}")
    assert not played.failures, played.failures
    return played


def sic_bo(**options: str) -> SicBo:
    made = game("qld/sic-bo", options)
    assert isinstance(made, SicBo)
    return made


def at_the_throw(**options: str) -> Table:
    """A table with a wager, waiting for the dice."""
    t = Table(sic_bo(**options))
    play = t.play()
    next(play)
    play.send(Place(1, "Ann", (("small", 500),)))
    play.send(Close())
    t.notes["play"] = play
    return t


# -- 4, 5 and 12: every wager on every throw -----------------------------------------------------------


def expected(name: str, throw: tuple[int, ...]) -> str:
    """What section 12 pays on a throw, worked out without the game; "" for a loss."""
    *words, last = name.split()
    total, times = sum(throw), Counter(throw)
    triple = len(times) == 1
    if name in ("small", "big"):
        inside = 4 <= total <= 10 if name == "small" else 11 <= total <= 17
        return "1 to 1" * (inside and not triple)
    if name in ("odd", "even"):
        return "1 to 1" * (total % 2 == (name == "odd") and not triple)
    if name == "any triple":
        return "31 to 1" * triple
    kind = " ".join(words)
    chosen = [int(number) for number in last.split("/")]
    if kind in ("triple", "double"):
        most = {"triple": (3, "180 to 1"), "double": (2, "11 to 1")}[kind]
        return most[1] * (times[chosen[0]] >= most[0])
    if kind == "3 dice total":
        pays = {4: 62, 5: 31, 6: 18, 7: 12, 8: 8, 9: 7, 10: 6}
        return f"{pays[min(chosen[0], 21 - chosen[0])]} to 1" * (total == chosen[0])
    if kind == "dice combination":
        return "6 to 1" * all(times[number] for number in chosen)
    if kind == "four number combination":
        return "7 to 1" * (len(times) == 3 and set(times) <= set(chosen))
    assert kind == "individual die face value"
    return ("", "1 to 1", "2 to 1", "12 to 1")[times[chosen[0]]]


def test_every_area_on_every_throw() -> None:
    made = sic_bo()
    for name, throw in product(made.positions, THROWS):
        result, pays = made.result(name, throw), expected(name, throw)
        assert result.outcome == ("win" if pays else "lose"), (name, throw)
        assert result.odds == (odds(pays) if pays else None), (name, throw)
        assert result.clause.startswith("QLD-8-12:" if pays else "QLD-8-5:"), (name, throw)


def test_the_areas_of_the_layout() -> None:
    areas = Counter(area.kind for area in sic_bo().positions.values())
    assert areas == {
        "small": 1, "big": 1, "odd": 1, "even": 1, "any triple": 1, "triple": 6, "double": 6, "3 dice total": 14,
        "dice combination": 15, "four number combination": 4, "individual die face value": 6,
    }


@pytest.mark.parametrize(("name", "clause"), [
    ("small 4", "5:small"), ("triple 7", "5:triple"), ("double", "5:double"), ("double 0", "5:double"),
    ("3 dice total 3", "5:3-dice-totals"), ("3 dice total 18", "5:3-dice-totals"),
    ("dice combination 1/1", "5:dice-combinations"), ("dice combination 1/2/3", "5:dice-combinations"),
    ("four number combination 1/2/3/5", "5:four-number-combination"),
    ("individual die face value 7", "5:individual-die-face-values"), ("any triple 3", "5:any-triple"),
    ("quadruple 3", "5(1)"), ("field", "5(1)"),
])
def test_refused_with_the_clause_that_stops_it(name: str, clause: str) -> None:
    good(f"box 1 Ann: {name} 5\n=! refused [QLD-8-{clause}]\nbox 1 Ann: small 5\nroll 1 2 3\n= 1 Ann small win 5\n")


def test_numbers_in_any_order_and_everyday_words_are_one_wager() -> None:
    made = sic_bo()
    assert made.normal_name("dice combination 6/1") == "dice combination 1/6"
    assert made.normal_name("four number combination 6/5/3/2") == "four number combination 2/3/5/6"
    assert made.normal_name("dice combination 6/6") == "dice combination 6/6"
    assert made.everyday_wager("dice combination 1/6") == "1 and 6"
    assert made.everyday_wager("3 dice total 9") == "total 9"
    good("box 1 Ann: total 9 5, single 6 5, combination 2/1 5\nroll 6 2 1\n= 1 Ann 3 dice total 9 win 35\n"
         "= 1 Ann individual die face value 6 win 5\n= 1 Ann dice combination 1/2 win 30\n")


def test_a_refused_wager_takes_the_whole_act_with_it() -> None:
    played = good("box 1 Ann: small 5, triple 7 5\n=! refused [QLD-8-5:triple]\nroll 1 2 3\n")
    assert played.lines == []


# -- 2 and 4: what the dice can show -------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "refused"), [
    ((1, 2, 7), "dice 1 2 7 [QLD-8-4]"), ((0, 2, 3), "dice 0 2 3 [QLD-8-4]"), ((1, 2), "dice 1 2 [QLD-8-2(2)]"),
    ((1, 2, 3, 4), "dice 1 2 3 4 [QLD-8-2(2)]"),
])
def test_what_three_dice_cannot_show_is_refused_in_one_line(dice: tuple[int, ...], refused: str) -> None:
    t = at_the_throw()
    t.notes["play"].send(Dice(dice))
    assert str(t.refused()) == f"{refused}; 3 numbers from 1 to 6" and t.phase == "dealing"


# -- 8, 14 and 15: call, result, lights ----------------------------------------------------------------


@pytest.mark.parametrize(("tumbler", "clause"), [("open", "QLD-8-8(1)"), ("covered", "QLD-8-8(2)")])
def test_the_call_comes_before_the_tumbler_or_before_its_cover(tumbler: str, clause: str) -> None:
    t = at_the_throw(tumbler=tumbler)
    assert [event.clause for event in t.events if isinstance(event, Announced)] == [clause]


@pytest.mark.parametrize(("dice", "called", "clause"), [
    ("6 1 2", "1, 2, 6; total 9", "QLD-8-14(2)"), ("4 3 3", "double 3, 4; total 10", "QLD-8-14(3)"),
    ("5 5 5", "triple 5; total 15", "QLD-8-14(3)"), ("3 4 4", "3, double 4; total 11", "QLD-8-14(3)"),
])
def test_the_result_is_called_from_the_smallest_up(dice: str, called: str, clause: str) -> None:
    played = good(f"box 1 Ann: small 5\nroll {dice}\n=! announced [{clause}]\n")
    assert called in [event.what for event in played.events if isinstance(event, Announced)]


def test_all_winning_areas_light_up_and_go_out_at_the_next_call() -> None:
    t = at_the_throw()
    with pytest.raises(StopIteration):
        t.notes["play"].send(Dice((3, 1, 2)))
    assert t.state["lit"] == {"result": "3 1 2", "areas": [
        "small", "even", "3 dice total 6", "dice combination 1/2", "dice combination 1/3", "dice combination 2/3",
        "four number combination 1/2/3/4", "individual die face value 1", "individual die face value 2",
        "individual die face value 3",
    ]}
    assert headline(t, "Ann") == "1, 2, 3; total 6: you win 5.00"
    play = t.play()
    next(play)
    play.send(Close())
    assert t.state["lit"] == {}


def test_a_light_can_fail_only_where_something_won() -> None:
    good("box 1 Ann: small 5\nroll 1 2 3\n! light-failed wager=big\n=! refused\n! light-failed wager=even\n"
         "=! ruled [QLD-8-15(3)]\n= 1 Ann small win 5\n")


def test_a_winner_is_paid_and_goes() -> None:
    played = good("box 1 Ann: small 5\nroll 1 2 3\nnext round\nbox 2 Ben: small 5\nroll 1 2 4\n"
                  "= 1 Ann small win 5\n= 2 Ben small win 5\n")
    assert not played.standing and len(played.lines) == 2


def test_taken_back_or_made_smaller_until_the_call() -> None:
    good("box 1 Ann: small 10, big 10\n1 Ann: remove small\n1 Ann: reduce big to 4\nno more bets\n1 Ann: remove big\n"
         "=! refused [QLD-8-8(3)]\nroll 6 5 4\n= 1 Ann small void [QLD-8-8(3)]\n= 1 Ann big win 4\n")
    t = at_the_throw()
    t.notes["play"].send(Take(1, "Ann", "small"))
    assert isinstance(t.refused(), Refused)


def test_limits_hold_for_all_that_lies_on_an_area() -> None:
    good("box 1 Ann: small 60\nbox 1 Ann: small 50\n=! refused [QLD-0-13(1)]\nbox 1 Ann: small 40\nroll 1 2 3\n"
         "= 1 Ann small win 100\n", "maximum=100")


# -- 13, 16 and 17 ------------------------------------------------------------------------------------


def test_no_spin_needs_a_tumbler_that_was_activated() -> None:
    for tumbler, kind in (("open", Referred), ("covered", Ruled)):
        t = Table(sic_bo(tumbler=tumbler))
        play = t.play()
        next(play)
        play.send(Place(1, "Ann", (("small", 500),)))
        try:
            play.send(Irregular("no-spin", {"reason": "tumbler"}))
        except StopIteration:
            assert t.voided
        assert any(isinstance(event, kind) for event in t.events)


def test_staff_may_operate_tumbler_and_terminal() -> None:
    for by in ("dealer", "supervisor"):
        t = at_the_throw()
        t.notes["play"].send(Irregular("interference", {"by": by, "with": "terminal"}))
        assert isinstance(t.refused(), Rejected)


def test_what_no_report_can_tell() -> None:
    with pytest.raises(Unplayable, match="reason=power-failure: write die-not-flat or tumbler"):
        good("box 1 Ann: small 5\nno more bets\n! no-spin reason=power-failure\nroll 1 2 3\n")


@pytest.mark.parametrize(("wager", "clause"), [
    ("total 3", "3-dice-totals"), ("four numbers 1/2/3/6", "four-number-combination"),
    ("combination 1/7", "dice-combinations"), ("single 7", "individual-die-face-values"), ("triple 7", "triple"),
])
def test_a_number_that_a_wager_has_not_is_refused_by_its_definition(wager: str, clause: str) -> None:
    good(f"box 1 Ann: {wager} 5\n=! refused [QLD-8-5:{clause}]\n")
