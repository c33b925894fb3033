"""Craps: what the golden rounds leave out."""

from __future__ import annotations

import pytest
from support.craps import DONT_4, POINT_4, POINT_6, START, announced, craps, good

from pitboss.equipment.rng import SeededSource
from pitboss.rulebooks import game
from pitboss.rulebooks.qld.s04_craps_layout import POINTS, Throw
from pitboss.table.acts import Choice, Close, Dice, Irregular, Place, Take
from pitboss.table.driver import play_round
from pitboss.table.facts import Charged, Rejected, Wager
from pitboss.table.game import BadOption
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Roll
from pitboss.table.table import Table

# -- 4: the wagers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("total", range(2, 13))
@pytest.mark.parametrize("name, wins, loses, voids", [
    ("win bet", {7, 11}, {2, 3, 12}, set()),
    ("don't win bet", {3, 12}, {7, 11}, {2}),
    ("come bet", {7, 11}, {2, 3, 12}, set()),
    ("don't come bet", {3, 12}, {7, 11}, {2}),
    ("field bet", {2, 3, 4, 9, 10, 11, 12}, {5, 6, 7, 8}, set()),
    ("horn bet", {2, 3, 11, 12}, {4, 5, 6, 7, 8, 9, 10}, set()),
    ("horn high bet 3", {2, 3, 11, 12}, {4, 5, 6, 7, 8, 9, 10}, set()),
    ("any craps", {2, 3, 12}, {4, 5, 6, 7, 8, 9, 10, 11}, set()),
    ("place bet 9", {9}, {7}, set()),
    ("buy bet 9", {9}, {7}, set()),
    ("lay bet 9", {7}, {9}, set()),
    ("big 8", {8}, {7}, set()),
])
def test_every_total(name: str, total: int, wins: set[int], loses: set[int], voids: set[int]) -> None:
    result = craps().result(name, Throw(total, False, name.endswith("win bet")))
    expected = "win" if total in wins else "lose" if total in loses else "void" if total in voids else None
    assert (result.outcome if result else None) == expected


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("name", ["win bet", "come bet", "win odds", "come odds"])
def test_with_a_point_only_the_point_and_a_7_decide(name: str, point: int) -> None:
    for base, wins, loses in ((name, point, 7), (f"don't {name}", 7, point)):
        results = {n: craps().result(base, Throw(n, False, False), point) for n in range(2, 13)}
        assert {n: r.outcome for n, r in results.items() if r} == {wins: "win", loses: "lose"}


def test_a_place_bet_sleeps_on_a_come_out_roll_unless_it_is_on() -> None:
    for name in ("place bet 6", "buy bet 6", "6 the hardway"):
        assert craps().result(name, Throw(7, False, True)) is None
        awake = craps().result(name, Throw(7, False, True), on=True)
        assert awake is not None and awake.outcome == "lose"


def test_names_of_the_wagers_are_all_known_and_the_line_comes_first() -> None:
    made = craps()
    names = made.wager_names()
    assert names[0] == "win bet" and len(set(names)) == len(names) == 20 + 4 + 5 * 6
    assert all(made.refuse_unknown(name) is None for name in names)


@pytest.mark.parametrize("name, clause", [
    ("horn high bet", "QLD-4-4:horn-high-bet"), ("place bet", "QLD-4-4:place-bet"), ("craps 4", "QLD-4-4(1)"),
    ("come bet 5", "QLD-4-4(1)"), ("place bet 4x", "QLD-4-4(1)"), ("come odds 7", "QLD-4-16(1)"),
])
def test_names_that_are_no_wager(name: str, clause: str) -> None:
    good(POINT_4 + f"box 2 Ben: {name} 10\n=! refused [{clause}]\n")


def test_ten_the_hardway_has_two_names() -> None:
    good(POINT_4 + "box 2 Ben: 10 the hardway 10\nroll 5 5\n= 2 Ben 10 in the hardway win 75 [QLD-4-10(1):hard-10]\n")
    good(POINT_4 + "box 2 Ben: 10 the hardway 10\n2 Ben: remove 10 the hardway\n= 2 Ben 10 in the hardway void\n")


def test_dont_is_read_with_either_apostrophe() -> None:
    text = "game qld/craps\nbox 1 Ann: don't win bet 10\n"
    good(text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}") + "roll 6 6\n= 1 Ann don't win bet win 10\n")


def test_several_wagers_are_placed_wholly_or_not_at_all() -> None:
    good(POINT_4 + "box 2 Ben: buy bet 5 20, hop bet 5\n=! refused [QLD-4-4(1)]\nroll 3 2\n"
         "= commission 0\n= net Ben 0\n")


# -- 5: time and way -----------------------------------------------------------------------------------


def test_a_wager_needs_chips_or_cash() -> None:
    good(START + "box 2 Ben: any 7 10 oral=yes\n=! refused [QLD-4-5(3)]\nroll 3 4\n")
    late = "no more bets\nbox 2 Ben: any 7 10 oral=yes confirmed=dealer,boxperson\n=! refused [QLD-4-5(3)]\n"
    good(START + late + "roll 3 4\n")


def test_cash_is_replaced_by_chips_and_changed_before_it_is_paid() -> None:
    late = START + "no more bets\nbox 2 Ben: any 7 10 cash=yes confirmed=dealer,boxperson"
    good(late + " chips=no\n=! refused [QLD-4-5(6)]\nroll 3 4\n= 1 Ann win bet win 10\n")
    good(late + "\nroll 3 4\n=! announced [QLD-4-5(8)]\n= 2 Ben any 7 win 40\n")
    assert "QLD-4-5(8)" not in announced(good(late + "\nroll 2 2\n= 2 Ben any 7 lose 10\n"))


def test_cash_that_waited_for_its_roll_is_chips_by_then() -> None:
    late = POINT_4 + "no more bets\nbox 2 Ben: place bet 6 12 cash=yes confirmed=dealer,boxperson\nroll 3 2\nroll 3 3\n"
    assert "QLD-4-5(8)" not in announced(good(late + "= 2 Ben place bet 6 win 14\n"))


def test_a_throw_in_the_air_stays_what_it_was() -> None:
    void = POINT_4 + "no more bets\n! contravention box=1\nsupervisor: void wagers\n"
    late = "box 2 Ben: win bet 10 confirmed=dealer,boxperson\n=! refused [QLD-4-4:win-bet]\n"
    good(void + late + "box 2 Ben: come bet 10 confirmed=dealer,boxperson\nroll 4 2\nbox 1 Cat: win bet 5\nroll 4 2\n"
         "= 1 Ann win bet void\n= 2 Ben come bet win 10\n")


def test_a_late_wager_confirmed_by_both_is_like_any_other() -> None:
    late = START + "no more bets\nbox 2 Ben: field bet 0.50 confirmed=dealer,boxperson\n=! refused [QLD-4-8(1)]\n"
    good(late + "box 99 Ben: field bet 5 confirmed=dealer,boxperson\n=! refused\nroll 3 4\n")


def test_nothing_comes_down_while_the_dice_are_in_the_air() -> None:
    good(START + "no more bets\n1 Ann: remove win bet\n=! refused [QLD-4-6(1)]\nroll 3 4\n= 1 Ann win bet win 10\n")


def test_an_official_who_is_asked_is_not_answered_with_a_wager() -> None:
    t = Table(game("qld/craps"))
    play = t.play()
    next(play)
    play.send(Place(1, "Ann", (("win bet", 1000),)))
    play.send(Close())
    play.send(Irregular("two-hands", {}))
    play.send(Place(2, "Ben", (("any 7", 1000),), {"confirmed": "dealer,boxperson"}))
    refused = t.refused()
    assert refused is not None and getattr(refused, "clause", "") == "QLD-4-5(1)"


# -- 6: removal and reduction -----------------------------------------------------------------------------


def test_a_dont_bet_does_not_go_up_again_even_before_its_first_roll() -> None:
    good("""game qld/craps
box 1 Ann: don't win bet 20
1 Ann: reduce don't win bet to 10
box 1 Ann: don't win bet 5
=! refused [QLD-4-6(3)]
roll 3 4
box 1 Ann: don't win bet 15
roll 2 2
box 1 Ann: don't come bet 10
1 Ann: remove don't come bet
box 1 Ann: don't come bet 10
=! refused [QLD-4-6(3)]
roll 6 6
box 1 Ann: don't come bet 10
roll 2 1
= 1 Ann don't win bet lose 10
= 1 Ann don't come bet void [QLD-4-6(3)]
= 1 Ann don't come bet win 10
""")


def test_odds_come_down_with_the_bet_they_support() -> None:
    good(DONT_4 + """box 1 Ann: don't win odds 20
box 2 Ben: don't come bet 10
roll 4 5
box 2 Ben: don't come odds 15
2 Ben: reduce don't come bet to 4
1 Ann: remove don't win bet
1 Ann: pass the dice
= 1 Ann don't win bet void [QLD-4-6(3)]
= 1 Ann don't win odds void [QLD-4-15(1)]
box 2 Ben: win bet 10
roll 3 4
= 2 Ben don't come bet win 4
= 2 Ben don't come odds win 4 [QLD-4-17(5)]
= 2 Ben win bet win 10
""")


def test_odds_stay_where_the_smaller_bet_still_allows_them() -> None:
    good(DONT_4 + """box 1 Ann: don't win odds 20
1 Ann: reduce don't win bet to 5
roll 3 4
= 1 Ann don't win bet win 5
= 1 Ann don't win odds win 5
""")
    good(DONT_4.replace("box 1", "option odds=double\nbox 1", 1) + """box 1 Ann: don't win odds 20
1 Ann: reduce don't win bet to 5
roll 3 4
= 1 Ann don't win bet win 5
= 1 Ann don't win odds win 10
""")


def test_a_wager_cannot_be_reduced_below_the_minimum_nor_raised() -> None:
    text = START.replace("box", "option minimum=5\nbox", 1)
    good(text + "1 Ann: reduce win bet to 4.50\n=! refused [QLD-4-8(1)]\n1 Ann: reduce win bet to 5\nroll 5 6\n"
         "= 1 Ann win bet win 5\n")
    good(START + "1 Ann: reduce win bet to 10\n=! refused\n1 Ann: remove big 6\n=! refused\nroll 5 6\n")


def test_a_wager_is_found_without_a_name_where_only_one_can_be_meant() -> None:
    both = POINT_4 + "box 1 Ann: field bet 5\nbox 1 Ben: field bet 5, come bet 10\n"
    good(both + "1: remove field bet\n=! refused\n1: remove come bet\n= 1 Ben come bet void\n")
    good(both + "roll 2 3\nbox 1 Ben: come odds 10\n1: remove come odds\n= 1 Ben come odds void\n")
    good("game qld/craps\nbox 1 Ann: don't win bet 10\n1: remove don't win bet\nbox 1 Ann: don't win bet 10\n"
         "=! refused [QLD-4-6(3)]\n")


# -- 7: on marker buttons --------------------------------------------------------------------------------


def test_an_on_button_speaks_for_later_wagers_and_only_for_one_come_out_roll() -> None:
    good(START + """box 2 Ben: place bet 8 12
2 Ben: on place bet 8
box 2 Ben: place bet 6 12
roll 4 2
roll 4 2
box 1 Ann: win bet 10
roll 4 4
= 2 Ben place bet 6 win 14
= 1 Ann win bet win 10
""")


def test_a_button_can_be_lifted_and_is_not_for_wagers_that_are_always_on() -> None:
    good(START + """box 2 Ben: place bet 8 12
2 Ben: on win bet
=! refused
1 Ann: on win bet
=! refused [QLD-4-7(3)]
2 Ben: on place bet 8
2 Ben: off place bet 8
roll 4 4
2 Ben: remove place bet 8
= 2 Ben place bet 8 void
""")


def test_a_button_does_not_speak_for_a_wager_that_is_called_off() -> None:
    text = START + "box 2 Ben: place bet 6 12, place bet 8 12, 10 the hardway 5, 4 the hardway 5\n"
    good(text + "2 Ben: on place bet 6\n2 Ben: off place bet 8\nroll 3 4\n= 2 Ben place bet 6 lose 12\n= net Ben -12\n")
    good(text + "2 Ben: off place bet 8\n2 Ben: on place bet 6\nroll 3 4\n= 2 Ben place bet 6 lose 12\n= net Ben -12\n")
    good(text + "2 Ben: on place bet 6\n2 Ben: off place bet 6\nroll 3 4\n= net Ben 0\n")
    good(text + "2 Ben: off place bet 8\n2 Ben: on place bet 8\nroll 3 4\n= net Ben -24\n")
    good(text + "2 Ben: on 10 the hardway only\nroll 3 4\n= 2 Ben 10 in the hardway lose 5\n= net Ben -5\n")


def test_one_of_two_come_odds_may_be_called_on() -> None:
    good(POINT_4 + """box 2 Ben: come bet 10
roll 4 5
box 2 Ben: come odds 9 10, come bet 20
roll 3 3
box 2 Ben: come odds 20
=! refused
box 2 Ben: come odds 6 20
roll 1 3
box 1 Ann: win bet 5
2 Ben: on come odds 9 only
roll 3 4
= 1 Ann win bet win 10
= 1 Ann win bet win 5
= 2 Ben come bet lose 10
= 2 Ben come odds lose 10 [QLD-4-16(1)]
= 2 Ben come bet lose 20
= 2 Ben come odds void [QLD-4-16(6)]
""")


# -- 8: limits, and 9 ---------------------------------------------------------------------------------------


def test_limits_are_of_the_whole_stake() -> None:
    text = START.replace("box", "option minimum=5 maximum=20 unit=5\nbox", 1)
    good(text + "box 1 Ann: win bet 15\n=! refused [QLD-4-8(1)]\nbox 1 Ann: win bet 10\n"
         "box 2 Ben: field bet 7\n=! refused [QLD-4-8(1)]\nroll 5 6\n= 1 Ann win bet win 20\n")


def test_limits_are_those_of_the_sign_and_of_who_kept_an_older_one() -> None:
    raised = START + "! minimum-raised minimum=20\nbox 2 Ben: field bet 19.50\n=! refused [QLD-4-8(1)]\n"
    good(raised + "box 2 Ben: field bet 20\n2 Ben: reduce field bet to 19.50\n=! refused [QLD-4-8(1)]\n"
         "box 1 Ann: field bet 5\nroll 2 1\n= 1 Ann field bet win 5\n= 2 Ben field bet win 20\n")


def test_there_are_no_cards_at_craps() -> None:
    good(START + "! card-machine-malfunction disadvantaged=yes\n=! referred\nroll 3 4\n= 1 Ann win bet win 10\n")


@pytest.mark.parametrize("report, clause", [
    ("wager-misplaced", "QLD-4-9(1)"), ("instruction-not-followed", "QLD-4-9(2)"),
])
def test_the_player_answers_for_where_his_wager_lies(report: str, clause: str) -> None:
    text = START + "box 2 Ben: craps 2 10\n"
    good(text + f"! {report} box=2\n=! ruled [{clause}]\nroll 1 2\n= 2 Ben craps 2 lose 10\n")
    good(text + f"! {report} box=9\n=! refused\nroll 1 2\n")


# -- 10: odds, in the schedule's own table ------------------------------------------------------------------


@pytest.mark.parametrize("name, total, net", [
    ("horn bet", 2, 750), ("horn bet", 12, 750), ("horn bet", 3, 325), ("horn bet", 11, 325),
    ("horn high bet 2", 2, 1260), ("horn high bet 12", 2, 580),
    ("horn high bet 11", 11, 580), ("horn high bet 2", 11, 240),
])
def test_a_horn_bet_pays_as_four_wagers(name: str, total: int, net: int) -> None:
    result = craps().result(name, Throw(total, False, False))
    assert result is not None and result.pays(100) == net


# -- 11 to 13: percentages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rate, buy, lay", [("0", 0, 0), ("1", 20, 10), ("4", 80, 40), ("5", 100, 50)])
def test_the_percentage(rate: str, buy: int, lay: int) -> None:
    made = craps(vigorish=rate)
    assert (made.fee("buy bet 4", 2000), made.fee("lay bet 4", 2000)) == (buy, lay)
    assert made.fee("place bet 4", 2000) == 0


def test_the_percentage_is_at_most_five_and_never_a_part_of_a_cent_more() -> None:
    with pytest.raises(BadOption, match=r"vigorish=6 .*\[QLD-4-11\(1\)\]"):
        craps(vigorish="6")
    assert craps().fee("buy bet 6", 50) == 2
    assert craps().fee("lay bet 5", 100) == 3


def test_the_percentage_follows_the_stake() -> None:
    good(POINT_4 + "box 2 Ben: buy bet 5 20\nbox 2 Ben: buy bet 5 20\nroll 6 6\n= commission 2\n= net Ben -2\n")
    good(POINT_4 + "box 2 Ben: buy bet 5 40\n2 Ben: reduce buy bet 5 to 20\nroll 6 6\n= commission 1 [QLD-4-11(1)]\n")
    played = good(POINT_4 + "box 2 Ben: lay bet 4 40\n2 Ben: remove lay bet 4\n= 2 Ben lay bet 4 void\n= net Ben 0\n")
    charges = [(e.amount, str(e.clause)) for e in played.events if isinstance(e, Charged)]
    assert charges == [(100, "QLD-4-12(1)"), (-100, "QLD-4-13(1)")]


def test_the_percentage_of_a_wager_declared_void_comes_back() -> None:
    played = good(POINT_4 + "box 2 Ben: buy bet 5 20, place bet 9 10\n! contravention box=2\nsupervisor: void wagers\n"
                  "= 2 Ben buy bet 5 void\n= 2 Ben place bet 9 void\n= commission 0\n= net Ben 0\n")
    assert [str(e.clause) for e in played.events if isinstance(e, Charged)] == ["QLD-4-11(1)", "QLD-4-13(1)"]


# -- 14 to 17: supplemental wagers ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind, base, point, limit, unit", [
    ("win odds", 1000, 4, 1000, 1000), ("win odds", 1500, 5, 1500, 1600), ("come odds", 800, 6, 800, 1000),
    ("come odds", 100, 8, 100, 500), ("don't win odds", 500, 9, 750, 900), ("don't come odds", 1000, 10, 2000, 2000),
    ("don't come odds", 500, 6, 600, 600), ("don't win odds", 400, 8, 480, 600),
])
def test_limits_of_odds(kind: str, base: int, point: int, limit: int, unit: int) -> None:
    single, double = craps(), craps(odds="double")
    allowed = [n for n in range(50, 4001, 10) if single.refuse_odds(kind, base, point, n) is None]
    assert allowed == [n for n in range(50, 4001, 10) if n <= limit or n == unit]
    allowed = [n for n in range(50, 4001, 10) if double.refuse_odds(kind, base, point, n) is None]
    assert allowed == [n for n in range(50, 4001, 10) if n <= 2 * limit or n == unit]


def test_added_odds_count_together() -> None:
    good(POINT_4 + "box 1 Ann: win odds 5\nbox 1 Ann: win odds 6\n=! refused [QLD-4-14(2)]\nbox 1 Ann: win odds 5\n"
         "roll 3 1\n= 1 Ann win bet win 10\n= 1 Ann win odds win 20\n")


# -- 25: calling the result, dealing with wagers -----------------------------------------------------------------------


def test_a_cocked_die_shows_the_side_opposite_the_one_it_rests_on() -> None:
    good(START + "! cocked-die faces=5 resting=1\n=! ruled [QLD-4-25(3)]\n= 1 Ann win bet win 10\n")
    good(START + "! cocked-die resting=6,6\n= 1 Ann win bet lose 10\n")
    good(START + "! cocked-die faces=5,2 resting=1\n=! refused [QLD-4-25(2)]\nroll 3 4\n= 1 Ann win bet win 10\n")
    for facts in ("faces=5,6", "faces=5 resting=7", "faces=x resting=1"):
        good(START + f"! cocked-die {facts}\n=! refused\nroll 3 4\n= 1 Ann win bet win 10\n")


def test_wagers_are_dealt_with_in_the_order_they_lie_before_the_next_throw() -> None:
    played = good(POINT_6 + "box 2 Ben: field bet 5\nbox 3 Cat: any 7 5\nroll 3 4\n")
    assert [line.wager for line in played.lines] == ["win bet", "field bet", "any 7"]
    assert announced(played)[1] == "QLD-4-25(1)"


# -- the table ------------------------------------------------------------------------------------------------------


def test_choices_that_are_none() -> None:
    t = Table(game("qld/craps"))
    play = t.play()
    next(play)
    for act in (
        Choice("0", "accept the dice", "Ann"), Choice("17", "accept the dice", "Ann"), Choice("²", "accept the dice"),
        Choice("1", "accept the dice"), Choice("1", "dance", "Ann"), Choice("1", "authorise", "Ann"),
        Choice("1", "on", "Ann"), Take(1, "Ann", "win bet"),
    ):
        play.send(act)
        assert isinstance(t.refused(), Rejected)
    play.send(Choice("16", "accept the dice", "Ann"))
    assert t.refused() is None and t.state["shooter"] == [16, "Ann"]


def test_a_wager_stands_from_round_to_round_and_a_come_bet_has_a_place_of_its_own() -> None:
    t = Table(game("qld/craps"))

    def throw(*acts: Place, dice: tuple[int, int]) -> None:
        play = t.play()
        next(play)
        for act in acts:
            play.send(act)
            assert t.refused() is None
        assert type(play.send(Close())) is Roll
        with pytest.raises(StopIteration):
            play.send(Dice(dice))

    throw(Place(1, "Ann", (("win bet", 1000),)), dice=(2, 2))
    throw(Place(1, "Ann", (("come bet", 1000),)), dice=(2, 3))
    throw(Place(1, "Ann", (("come bet", 2000), ("come odds", 500))), dice=(4, 5))
    assert set(t.wagers) == {(1, "Ann", slot) for slot in ("win bet", "come bet 5", "come odds 5", "come bet 9")}
    assert {w.kind for w in t.wagers.values() if w.marks.get("point") == 5} == {"come odds", "come bet"}


def test_bots_play_many_throws() -> None:
    source = SeededSource("craps")
    t = Table(game("qld/craps", {"odds": "double", "rounding": "up"}))
    dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben", 3: "Cat"}))
    kinds = {line.wager for _ in range(400) for line in play_round(t, dealer).lines}
    assert len(kinds) > 30


def test_a_screen_is_told_what_may_be_called_on_a_wager() -> None:
    made = game("qld/craps")

    def calls(kind: str, **marks: str) -> list[tuple[str, str]]:
        return [(call.name, call.means) for call in made.calls_on(Wager(1, "Ann", kind, 1000, dict(marks), kind))]

    assert calls("place bet 8") == [("on place bet 8", "call on")]
    assert calls("place bet 8", on="all") == [("off place bet 8", "call off")]
    assert calls("4 the hardway", on="off") == [("on 4 the hardway", "call on")]
    assert calls("field bet") == [] and [call.name for call in made.calls] == [
        "accept the dice", "pass the dice", "reject the dice",
    ]
