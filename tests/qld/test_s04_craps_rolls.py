"""Craps: the shooter, dice off the table and invalid rolls, where the golden rounds leave something out."""

from __future__ import annotations

import pytest
from support.craps import DONT_4, POINT_4, START, announced, good

from pitboss.rulebooks import game, settle
from pitboss.table.acts import Close, Dice, Place
from pitboss.table.requests import Gather
from pitboss.table.script import Unplayable
from pitboss.table.table import Table

# -- 20 to 22, 26: the shooter -----------------------------------------------------------------------------------


def test_the_first_to_accept_has_the_dice() -> None:
    good("game qld/craps\n1 Ann: accept the dice\n2 Ben: accept the dice\n=! refused [QLD-4-20(3)]\n"
         "1 Ann: accept the dice\n2 Ben: reject the dice\n=! refused\nbox 1 Ann: win bet 10\nroll 3 4\n")
    good("game qld/craps\nbox 1 Ann: win bet 10\nroll 2 2\nroll 3 4\n2 Ben: accept the dice\n"
         "3 Cat: accept the dice\n=! refused [QLD-4-26(4)]\nbox 2 Ben: win bet 10\nroll 3 4\n= 2 Ben win bet win 10\n")


def test_who_had_to_pass_takes_the_dice_again_once_all_others_turned_them_down() -> None:
    out = START + "box 2 Ben: don't win bet 10\nroll 2 2\nroll 3 4\nbox 2 Ben: field bet 5\n"
    good(out + "1 Ann: accept the dice\n=! refused [QLD-4-26(2)(a)]\n2 Ben: reject the dice\n1 Ann: accept the dice\n"
         "box 1 Ann: win bet 10\nroll 5 6\n")


def test_a_player_alone_goes_on_shooting() -> None:
    good(POINT_4 + "roll 3 4\nbox 1 Ann: win bet 5\nroll 3 4\n= 1 Ann win bet lose 10\n= 1 Ann win bet win 5\n")


def test_who_turned_the_dice_down_does_not_shoot() -> None:
    text = "game qld/craps\nbox 1 Ann: win bet 10\n1 Ann: reject the dice\n"
    with pytest.raises(Unplayable, match=r"line 4: refused: .*\[QLD-4-22\(1\)\]"):
        settle(text + "roll 3 4\n")
    good(text + "box 2 Ben: field bet 5\nbox 3 Cat: win bet 10\nroll 2 2\n"
         "1 Ann: pass the dice\n=! refused [QLD-4-26(1)]\n3 Cat: pass the dice\n=! announced [QLD-4-26(3)]\n")


def test_the_dice_move_on_when_a_shooter_sits_a_come_out_roll_out() -> None:
    t = Table(game("qld/craps"))
    for player, box in (("Ann", 1), ("Ben", 3), ("Cat", 2)):
        play = t.play()
        next(play)
        play.send(Place(box, player, (("win bet", 1000),)))
        play.send(Close())
        assert t.state["shooter"] == [box, player]
        with pytest.raises(StopIteration):
            play.send(Dice((5, 6)))


def test_an_empty_table_throws_no_dice() -> None:
    t = Table(game("qld/craps"))
    play = t.play()
    assert type(next(play)) is Gather
    with pytest.raises(StopIteration):
        play.send(Close())


def test_a_lone_shooter_who_takes_the_bet_down_must_pass_and_a_new_game_starts() -> None:
    good(DONT_4 + """box 1 Ann: place bet 6 12
1 Ann: remove don't win bet
roll 3 3
=! refused [QLD-4-22(2)]
box 1 Ann: don't win bet 10
=! refused [QLD-4-6(3)]
box 1 Ann: win bet 10
=! refused [QLD-4-4:win-bet]
1 Ann: pass the dice
box 1 Ann: win bet 10
roll 3 3
= 1 Ann don't win bet void
""")


def test_a_line_bet_made_void_by_a_ruling_leaves_the_game_open() -> None:
    good(POINT_4 + """box 2 Ben: place bet 6 12
! contravention box=1
supervisor: void wagers
box 2 Ben: win bet 10
roll 4 2
roll 4 2
= 1 Ann win bet void [QLD-0-11(2)(a)]
= 2 Ben win bet win 10
= 2 Ben place bet 6 win 14
""")


def test_the_shooter_may_let_another_throw() -> None:
    text = START + "1 Ann: authorise Ben\nno more bets\n"
    good(START + "2 Ben: authorise Cat\n=! refused [QLD-4-22(4)]\nroll 3 4\n")
    played = good(text + "! thrown-by player=Ben\n=! announced [QLD-4-22(4)]\nroll 3 4\n= 1 Ann win bet win 10\n")
    assert "QLD-4-23(3)" not in announced(played)
    assert "QLD-4-23(3)" in announced(good(text + "! thrown-by player=Cat\nboxperson: no roll\nroll 3 4\n"))
    good(text + "! thrown-by\n=! refused\nroll 3 4\n= 1 Ann win bet win 10\n")


def test_a_throw_with_two_hands_may_be_called_no_roll() -> None:
    text = START + "! two-hands box=1\n=! ruled [QLD-4-22(3)]\n"
    good(text + "boxperson: no roll\nbox 2 Ben: any 7 10\nroll 3 4\n= 2 Ben any 7 win 40\n")
    good(text + "boxperson: roll stands\nbox 2 Ben: any 7 10\n=! refused [QLD-4-5(1)]\nroll 3 4\n"
         "= 1 Ann win bet win 10\n")


def test_the_boxperson_may_order_the_dice_passed() -> None:
    report = "! shooter-misconduct reason=delay\n=! ruled [QLD-4-26(2)(b)]\n"
    text = START + "box 2 Ben: win bet 10\nroll 2 2\n" + report
    good(text + "boxperson: pass the dice\n1 Ann: accept the dice\n=! refused [QLD-4-26(2)(b)]\n"
         "2 Ben: accept the dice\nroll 1 3\n")
    good(text + "boxperson: no order\n2 Ben: accept the dice\n=! refused\nroll 1 3\n")
    good(START + "! shooter-misconduct reason=delay\n=! refused\nroll 1 3\n")


# -- 21: dice off the table ------------------------------------------------------------------------------------


OFF = START + "no more bets\n! invalid-roll reason=off-table"


def test_a_die_off_the_table_is_looked_for_and_may_be_asked_for() -> None:
    played = good(OFF + "\n2 Ben: ask for the original dice\n=! refused [QLD-4-21(2)]\n"
                  "1 Ann: ask for the original dice\n=! announced [QLD-4-21(2)]\n"
                  "1 Ann: ask for the original dice\n=! refused\nroll 3 4\n= 1 Ann win bet win 10\n")
    assert {f"QLD-4-21(1)({p})" for p in "abc"} <= set(announced(played))
    good(OFF + " lost=1\n1 Ann: ask for the original dice\n=! refused\nroll 3 4\n")


def test_two_dice_lost_bring_a_new_set_unless_the_shooter_goes_on() -> None:
    assert "QLD-4-21(1)(d)" in announced(good(OFF + " dice=2 lost=2\nroll 2 2\n"))
    one = OFF + " lost=1\n1 Ann: keep the remaining dice\n=! refused\n"
    assert "QLD-4-21(1)(d)" not in announced(good(one + "roll 2 2\n"))
    two = one + "no more bets\n! invalid-roll reason=off-table lost=1\n"
    assert "QLD-4-21(1)(d)" in announced(good(two + "roll 2 2\n"))
    kept = two + "2 Ben: keep the remaining dice\n=! refused [QLD-4-21(3)]\n1 Ann: keep the remaining dice\n" \
        "=! announced [QLD-4-21(3)]\nroll 2 2\nroll 3 4\n"
    assert "QLD-4-21(1)(d)" not in announced(good(kept))
    assert announced(good(kept + "box 2 Ben: win bet 10\nroll 3 4\n")).count("QLD-4-21(1)(d)") == 1


@pytest.mark.parametrize("facts", ["dice=3", "dice=x", "lost=2", "lost=-1"])
def test_reports_of_lost_dice_that_make_no_sense(facts: str) -> None:
    good(OFF + f" {facts}\n=! refused\nroll 3 4\n= 1 Ann win bet win 10\n")


# -- 23: invalid rolls ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason, clause", [
    ("off-table", "23(1)(a)"), ("stacked", "23(1)(b)"), ("on-bank", "23(1)(c)"), ("in-cup", "23(1)(d)"),
    ("on-rail", "23(1)(d)"), ("leaning", "23(1)(e)"), ("cheating", "23(1)(f)"), ("unapproved-dice", "23(1)(g)"),
    ("through-cup", "23(1)(h)"), ("cup-dice-knocked", "23(1)(i)"), ("not-together", "23(2)(a)"), ("short", "23(2)(b)"),
    ("improper", "23(2)(c)"),
])
def test_an_invalid_roll_opens_the_wagers_again(reason: str, clause: str) -> None:
    played = good(START + f"! invalid-roll reason={reason}\n=! ruled [QLD-4-{clause}]\nbox 2 Ben: any 7 10\nroll 3 4\n"
                  "= 1 Ann win bet win 10\n= 2 Ben any 7 win 40\n")
    assert ("QLD-4-23(3)" in announced(played)) == clause.startswith("23(2)")


def test_an_invalid_roll_needs_no_reason() -> None:
    played = good(START + "! invalid-roll\n=! ruled [QLD-4-23(2)(c)]\nbox 2 Ben: any 7 10\nroll 3 4\n"
                  "= 1 Ann win bet win 10\n= 2 Ben any 7 win 40\n")
    assert "QLD-4-23(3)" in announced(played)


@pytest.mark.parametrize("moment", ["", "no more bets\n"])
def test_a_reason_nobody_knows_is_turned_down_with_those_there_are(moment: str) -> None:
    with pytest.raises(Unplayable, match="reason=sneeze: write off-table or"):
        good(START + moment + "! invalid-roll reason=sneeze\nroll 3 4\n")
