"""QLD schedule 4(a): mini craps, where it differs from craps."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s04_craps import Craps
from pitboss.rulebooks.qld.s04a_mini_craps import MiniCraps
from pitboss.table.facts import Announced
from pitboss.table.script import Played

LINE = "box 1 Ann: win bet 10\n"


def good(text: str) -> Played:
    played = settle(f"game qld/mini-craps\n{text}", strict=True)
    assert not played.failures, played.failures
    return played


def test_nothing_is_placed_or_touched_from_the_call_until_a_throw_counts() -> None:
    good(f"{LINE}box 2 Ben: field bet 5\nno more bets\nbox 2 Ben: field bet 5 confirmed=dealer,boxperson\n"
         "=! refused [QLD-4a-5(3)]\n2 Ben: remove field bet\n=! refused [QLD-4a-5(3)]\n"
         "! invalid-roll reason=leaning\n=! ruled [QLD-4-23(1)(e)]\nbox 2 Ben: any 7 5\n=! refused [QLD-4a-5(3)]\n"
         "2 Ben: reduce field bet to 2\n=! refused [QLD-4a-5(3)]\nroll 2 2\nbox 2 Ben: any 7 5\nroll 3 4\n"
         "= 2 Ben field bet win 5\n= 2 Ben any 7 win 20\n= 1 Ann win bet lose 10\n")


def test_what_is_said_after_the_call_is_no_wager_with_cash_either() -> None:
    for said in ("oral=yes", "cash=yes confirmed=dealer,boxperson"):
        good(f"{LINE}no more bets\nbox 2 Ben: any 7 5 {said}\n=! refused [QLD-4a-5(2)]\nroll 3 4\n")
    good(f"{LINE}box 2 Ben: any 7 5 oral=yes\n=! refused [QLD-4-5(3)]\nno more bets\nroll 3 4\n")


def test_a_wager_is_not_called_on_after_the_call() -> None:
    good(f"{LINE}roll 2 2\nbox 2 Ben: place bet 6 12\nroll 1 3\nbox 1 Ann: win bet 10\nno more bets\n"
         "2 Ben: on place bet 6\n=! refused [QLD-4a-5(3)]\nroll 3 3\n")
    good(f"{LINE}roll 2 2\nbox 2 Ben: place bet 6 12\nroll 1 3\nbox 1 Ann: win bet 10\n"
         "2 Ben: on place bet 6\nno more bets\nroll 3 3\n= 2 Ben place bet 6 win 14\n")


def test_a_supervisor_does_what_the_boxperson_does() -> None:
    good(f"{LINE}! two-hands\nsupervisor: no roll\nroll 3 4\n= 1 Ann win bet win 10\n")
    good(f"{LINE}1 Ann: accept the dice\n! shooter-misconduct box=1\nsupervisor: pass the dice\n"
         "box 2 Ben: win bet 10\n2 Ben: accept the dice\nroll 3 4\n= 2 Ben win bet win 10\n")
    assert {one.by for one in MiniCraps.decisions} == {"supervisor"}
    assert ("boxperson", "no roll") in Craps.all_decisions and ("supervisor", "no roll") in MiniCraps.all_decisions
    assert not [one for one in MiniCraps.all_decisions.values() if one.by == "boxperson"]


@pytest.mark.parametrize(("option", "who"), [("no", "dealer"), ("yes", "stickperson")])
def test_who_calls_the_throw(option: str, who: str) -> None:
    played = good(f"option stickperson={option}\n{LINE}roll 3 4\n")
    said = [event.what for event in played.events if isinstance(event, Announced) and event.clause == "QLD-4-25(1)"]
    assert said == [f"7, called by the {who}"]


def test_dice_on_the_bank_are_its_own_ground_and_the_others_are_those_of_craps() -> None:
    good(f"{LINE}! invalid-roll reason=on-bank\n=! ruled [QLD-4a-7]\n! invalid-roll reason=stacked\n"
         "=! ruled [QLD-4-23(1)(b)]\nroll 3 4\n= 1 Ann win bet win 10\n")


def test_the_dice_are_offered_from_the_dealers_left_at_the_start_only() -> None:
    two = f"{LINE}box 2 Ben: win bet 10\n"
    good(f"{two}2 Ben: accept the dice\n=! refused [QLD-4a-6]\n1 Ann: reject the dice\n2 Ben: accept the dice\n"
         "roll 3 4\n= 2 Ben win bet win 10\n")
    good(f"{two}roll 2 2\nroll 3 4\nbox 1 Ann: win bet 10\nbox 2 Ben: win bet 10\nbox 3 Cat: win bet 10\n"
         "3 Cat: accept the dice\nroll 3 4\n= 3 Cat win bet win 10\n")


def test_it_is_craps_in_all_else() -> None:
    mini, craps = game("qld/mini-craps"), game("qld/craps")
    assert mini.kinds == craps.kinds and mini.pay_tables == craps.pay_tables and mini.boxes == craps.boxes
    assert MiniCraps.incorporated_by == "QLD-4a-1"
    staff = {str(duty.clause) for duty in MiniCraps.duties}
    assert {"QLD-4a-4", "QLD-4a-5(1)", "QLD-4a-6", "QLD-4a-8(1)", "QLD-4a-8(2)", "QLD-4a-9(1)", "QLD-4a-9(2)"} <= staff
    assert not staff & {"QLD-4-20(1)", "QLD-4-24(1)", "QLD-4-24(2)", "QLD-4-24(3)", "QLD-4-25(4)", "QLD-4-25(6)"}
