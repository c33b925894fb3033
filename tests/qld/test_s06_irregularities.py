"""Pai gow: conduct with tiles, and what is done when something goes wrong."""

from __future__ import annotations

import pytest

from pitboss.law import Ruled
from pitboss.rulebooks import settle
from pitboss.table.facts import Came, Dealt, Reversed, Settled
from pitboss.table.script import Played, Unplayable

GAME = "game qld/pai-gow\noption minimum=5 maximum=1000\n"
ANN, BEN = "box 2 Ann: 100\n", "box 3 Ben: 20\n"
WINS, LOSES, BANK = "deal 2: teen teen day day\n", "deal 3: mooy ping g3 c7a\n", "deal banker: yun yun gor gor\n"
DEALT = f"{GAME}{ANN}{BEN}{WINS}{LOSES}{BANK}"
SETS = "2: house way\n3: house way\n"
EVES = f"{GAME}banker 5 Eve\n{ANN}{BEN}{WINS}{LOSES}deal 5: yun yun gor gor\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def test_a_die_that_does_not_lie_flat() -> None:
    played = good(f"{GAME}{ANN}! invalid-roll reason=die-not-flat\n=! ruled [QLD-6-38]\nroll 1 2 3\n"
                  f"{WINS}{BANK}2: house way\n")
    assert [event.result for event in played.events if type(event) is Came] == ["1 2 3"]


# -- 39 -----------------------------------------------------------------------------------------------------------


def test_tiles_distributed_wrongly_are_put_right_or_stand() -> None:
    good(f"{DEALT}! wrong-dealing-order\n=! ruled [QLD-6-39(1)]\n{SETS}= 2 Ann wager win 95\n= 3 Ben wager lose 20\n")
    good(f"{DEALT}! wrong-dealing-order handled=yes\n=! ruled [QLD-6-39(3)]\n{SETS}= 2 Ann wager win 95\n"
         f"= 3 Ben wager lose 20\n")


AGAIN = "deal 2: c9a c9b look look\ndeal 3: mooy ping g3 c7a\ndeal banker: yun yun gor gor\n"


def test_tiles_that_cannot_be_put_right_are_dealt_again() -> None:
    """42: who does not wish to go on takes the wager back."""
    report = "! wrong-dealing-order reconstructed=no\n=! ruled [QLD-6-39(2)]\n"
    played = good(f"{DEALT}{report}{AGAIN}{SETS}= 2 Ann wager lose 100\n= 3 Ben wager lose 20\n")
    assert len([event for event in played.events if type(event) is Dealt]) == 6
    good(f"{DEALT}{report}2: withdraw\n3: continue\ndeal 3: mooy ping g3 c7a\ndeal banker: yun yun gor gor\n"
         f"3: house way\n"
         "= 2 Ann wager void [QLD-6-42]\n= 3 Ben wager lose 20\n")
    played = good(f"{DEALT}{report}2: withdraw\n3: withdraw\n= 2 Ann wager void [QLD-6-42]\n"
                  f"= 3 Ben wager void [QLD-6-42]\n")
    assert played.net == {"Ann": 0, "Ben": 0}
    played = good(f"{EVES}{report}2: withdraw\n3: withdraw\n= 2 Ann wager void [QLD-6-42]\n"
                  f"= 3 Ben wager void [QLD-6-42]\n")
    assert played.net == {"Ann": 0, "Ben": 0, "Eve": 0}


# -- 40 -----------------------------------------------------------------------------------------------------------


def test_a_tile_exposed_before_the_deal() -> None:
    good(f"{GAME}! tile-exposed\n=! ruled [QLD-6-40(1)]\n{ANN}{WINS}{BANK}2: house way\n= 2 Ann wager win 95\n")


def test_one_tile_of_a_player_is_played_and_two_are_a_choice() -> None:
    one = "! tile-exposed box=2 tile=teen\n=! ruled [QLD-6-40(2)]\n"
    two = f"{one}! tile-exposed box=2 tile=day\n=! ruled [QLD-6-40(3)]\n"
    good(f"{DEALT}{one}{SETS}= 2 Ann wager win 95\n= 3 Ben wager lose 20\n")
    good(f"{DEALT}{two}{SETS}= 2 Ann wager win 95\n= 3 Ben wager lose 20\n")
    good(f"{DEALT}{two}2: withdraw\n3: house way\n= 2 Ann wager void [QLD-6-40(3)]\n= 3 Ben wager lose 20\n")
    # Not for who has looked at the others: the tiles are played.
    looked = two.replace("tile=day", "tile=day looked=yes")
    good(f"{DEALT}{looked}{SETS}= 2 Ann wager win 95\n= 3 Ben wager lose 20\n")
    with pytest.raises(Unplayable, match="none of the tiles"):
        settle(f"{DEALT}! tile-exposed box=2 tile=look\n{SETS}")


def test_all_who_withdraw_end_the_round() -> None:
    two = "! tile-exposed box=2 tile=teen\n! tile-exposed box=2 tile=day\n2: withdraw\n"
    played = good(f"{GAME}{ANN}{WINS}{BANK}{two}= 2 Ann wager void [QLD-6-40(3)]\n")
    assert played.net == {"Ann": 0}
    eve = good(f"{GAME}banker 5 Eve\n{ANN}{WINS}deal 5: yun yun gor gor\n{two}= 2 Ann wager void [QLD-6-40(3)]\n")
    assert eve.net == {"Ann": 0, "Eve": 0}


def test_tiles_of_the_bank() -> None:
    lines = "= 2 Ann wager win 95\n= 3 Ben wager lose 20\n"
    shown = "! tile-exposed hand=banker tile=yun\n=! ruled [QLD-6-40(6)]\n"
    good(f"{DEALT}{shown}{shown.replace('yun', 'gor')}{SETS}{lines}")
    one = "! tile-exposed box=5 tile=yun\n=! ruled [QLD-6-40(2)]\n"
    two = f"{one}! tile-exposed box=5 tile=gor\n=! ruled [QLD-6-40(4)]\n"
    good(f"{EVES}{one}{SETS}5: house way\n{lines}")
    good(f"{EVES}{two}{SETS}5: house way\n{lines}")
    good(f"{EVES}{two}5: redeal\ndeal 2: mooy ping g3 c7a\ndeal 3: teen teen day day\ndeal 5: yun yun gor gor\n"
         f"{SETS}5: house way\n"
         "= 2 Ann wager lose 100\n= 3 Ben wager win 19\n= 5 Eve bank win 76\n")
    good(f"{EVES}! tile-exposed box=5 tile=yun by=player\n=! ruled [QLD-6-40(5)]\n{SETS}5: house way\n{lines}")
    co = EVES.replace("5 Eve", "5 Eve co-bank")
    good(f"{co}! tile-exposed box=5 tile=yun by=player\n=! ruled [QLD-6-40(6)]\n{SETS}{lines}")


# -- 41 -----------------------------------------------------------------------------------------------------------


def test_a_house_way_set_wrongly_is_decided_again() -> None:
    """The house's pair of nines lay split, and Ben had won by that."""
    text = DEALT.replace("yun yun gor gor", "c9a c9b mooy foo").replace(LOSES, "deal 3: yun foo ping c5a\n")
    sets = "2: house way\n3: set low c5a ping high yun foo\n"
    right = good(f"{text}{sets}")
    played = good(f"{text}{sets}! house-way-misset hand=banker low=mooy,c9a decided=yes\n=! ruled [QLD-6-41(2)]\n")
    assert played.lines == right.lines and played.net == right.net
    undone = [event for event in played.events if type(event) is Reversed]
    assert {(event.clause, event.player) for event in undone} == {("QLD-6-41(2)", "Ann"), ("QLD-6-41(2)", "Ben")}
    first = [event for event in played.events if type(event) is Settled]
    assert {(line.player, line.outcome) for line in first[:2]} != {(line.player, line.outcome) for line in right.lines}
    assert played.commission == right.commission
    good(f"{text}{sets}! house-way-misset hand=banker low=mooy,c9a\n=! ruled [QLD-6-41(1)]\n")
    for low, why in (("teen,c9a", "not of the tiles"), ("c9a", "no hand of two")):
        with pytest.raises(Unplayable, match=why):
            settle(f"{text}{sets}! house-way-misset hand=banker low={low} decided=yes\n")


# -- 23, 26, 28(9): conduct ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("report", "clause"), [
    ("tiles-shown box=2", "26(1)"), ("tiles-out-of-view box=2", "26(2)"), ("tiles-handled box=2 player=Ben", "26(3)"),
    ("unplayed-tiles-viewed box=2", "28(9)"), ("unplayed-tiles-viewed box=2 allowed=yes", "28(9)"),
])
def test_conduct_with_tiles(report: str, clause: str) -> None:
    who = "Ben" if "Ben" in report else "Ann"
    back = {"Ann": "= 2 Ann wager void\n= 3 Ben wager lose 20\n3: house way\n", "Ben": "= 3 Ben wager void\n"
        "2: house way\n"}[who]
    good(f"{DEALT}! {report}\n=! ruled [QLD-6-{clause}]\nsupervisor: void wagers\n{back}")
    good(f"{DEALT}! {report}\n=! ruled [QLD-6-{clause}]\n{SETS}= 2 Ann wager win 95\n= 3 Ben wager lose 20\n")


def test_tiles_are_not_touched_while_they_are_shuffled() -> None:
    good(f"{GAME}{ANN}! tiles-touched box=2\n=! ruled [QLD-6-23(5)]\nsupervisor: void wagers\n= 2 Ann wager void\n")


def test_who_may_handle_tiles() -> None:
    def acted(text: str) -> bool:
        return any(isinstance(event, Ruled) and event.clause == "QLD-0-11(1)(a)" for event in good(text).events)

    good(f"{DEALT}! tiles-handled box=2 player=Ann\n=! refused [QLD-6-26(3)]\n{SETS}")
    assert acted(f"{DEALT}! tiles-handled box=2 player=Ben\n{SETS}")
    two, three = EVES.replace("5 Eve", "5 Eve, Fay"), EVES.replace("5 Eve", "5 Eve, Fay, Gil")
    good(f"{two}! tiles-handled box=5 player=Fay\n=! refused [QLD-6-26(4)]\n{SETS}5: house way\n")
    good(f"{three}! tiles-handled box=5 player=Fay\n=! refused [QLD-6-26(5)]\n{SETS}5: house way\n")
    assert acted(f"{three}! tiles-handled box=5 player=Gil\n{SETS}5: house way\n")


def test_an_idle_seat() -> None:
    for rounds, ruling, clause in ((3, "vacate", "ruled"), (4, "stay", "ruled"), (2, "vacate", "refused")):
        played = good(f"{GAME}! idle-seat box=4 rounds={rounds} ruling={ruling}\n=! {clause} [QLD-6-43]\n"
                      f"{ANN}{WINS}{BANK}2: house way\n")
        gone = [event for event in played.events if isinstance(event, Ruled) and "vacates" in event.what]
        assert bool(gone) == (ruling == "vacate" and clause == "ruled")
    good(f"{GAME}! idle-seat box=4 rounds=3\ndealer: vacate\n=! ruled [QLD-6-43]\n{ANN}{WINS}{BANK}2: house way\n")
