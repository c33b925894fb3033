"""Roulette: what the golden rounds leave out."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import pairwise

import pytest

from pitboss.law import Refused, Ruled
from pitboss.money import odds
from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s07_roulette import Roulette
from pitboss.table.acts import Ball, Close, Irregular, Place, Take
from pitboss.table.facts import Referred, Rejected
from pitboss.table.game import BadOption, PayTable
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table


def good(body: str, *options: str) -> Played:
    played = settle(f"game qld/roulette\noption {' '.join(options or ('wheel=0',))}\n{body}")
    assert not played.failures, played.failures
    return played


def roulette(wheel: str) -> Roulette:
    made = game("qld/roulette", {"wheel": wheel})
    assert isinstance(made, Roulette)
    return made


# -- 2: wheels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wheel", "compartments"), [("0", 37), ("00", 38), ("000", 39)])
def test_compartments_of_each_wheel(wheel: str, compartments: int) -> None:
    assert len(set(roulette(wheel).wheel.pockets)) == compartments


def test_no_other_wheel() -> None:
    with pytest.raises(BadOption, match=r"QLD-7-2\(1\)"):
        game("qld/roulette", {"wheel": "0000"})


@pytest.mark.parametrize(("wheel", "clause"), [("0", "(a)"), ("00", "(b)"), ("000", "(c)")])
def test_the_ball_rests_only_where_the_wheel_has_a_compartment(wheel: str, clause: str) -> None:
    good(f"box 1 Ann: straight up {wheel} 5\nspin 0000\n=! refused [QLD-7-2(1){clause}]\nspin {wheel}\n"
         f"= 1 Ann straight up {wheel} win 175\n", f"wheel={wheel}")


# -- 8 and 9(3): every position of every layout ------------------------------------------------------


@pytest.mark.parametrize(("wheel", "splits", "streets", "corners", "five_lines"), [
    ("0", 60, 14, 23, 0), ("00", 62, 15, 22, 1), ("000", 64, 16, 22, 1),
])
def test_number_of_positions(wheel: str, splits: int, streets: int, corners: int, five_lines: int) -> None:
    found = Counter(place.kind for place in roulette(wheel).positions.values())
    assert found["straight up"] == 36 + len(wheel)
    assert (found["split"], found["street"], found["corner"], found["5-line"]) == (splits, streets, corners, five_lines)
    assert (found["6-line"], found["column"], found["dozen"]) == (11, 3, 3)


@pytest.mark.parametrize("wheel", ["0", "00", "000"])
def test_each_position_covers_as_many_numbers_as_its_kind(wheel: str) -> None:
    covers = {"straight up": 1, "split": 2, "street": 3, "corner": 4, "5-line": 5, "6-line": 6}
    covers |= {"column": 12, "dozen": 12}
    made = roulette(wheel)
    for name, place in made.positions.items():
        assert len(place.numbers) == covers.get(place.kind, 18), name
        assert place.numbers <= set(made.wheel.pockets), name


@pytest.mark.parametrize("wheel", ["0", "00", "000"])
def test_every_position_pays_on_its_numbers_and_on_no_other(wheel: str) -> None:
    """All but the 5-line pay so that 36 stakes would come back on a wheel without zeros."""
    made = roulette(wheel)
    for name, place in made.positions.items():
        for number in made.wheel.pockets:
            result = made.result(name, number)
            if number in place.numbers:
                fair = 36 // len(place.numbers) - 1
                assert result.outcome == "win" and result.odds == odds(f"{fair} to 1"), (name, number)
                assert result.clause.startswith("QLD-7-16(1):")
            else:
                zero_takes_it = number in ("0", "00", "000") and not place.holds_zero
                assert result.outcome == "lose", (name, number)
                assert result.clause == ("QLD-7-16(2)" if zero_takes_it else place.definition), (name, number)


def test_colours_alternate_and_split_the_numbers() -> None:
    made = roulette("0")
    red, black = made.positions["red"].numbers, made.positions["black"].numbers
    assert not red & black and len(red | black) == 36
    circle = [number for number in made.wheel.pockets if number != "0"]
    assert all((one in red) != (other in red) for one, other in pairwise(circle))


def test_numbers_in_any_order_are_one_wager() -> None:
    good("box 1 Ann: split 20/17 5, split 17/20 5, corner 5/4/2/1 5, 6-line 6-1 5\n1 Ann: reduce split 20/17 to 5\n"
         "spin 17\n= 1 Ann split 17/20 win 85\n= 1 Ann corner 1/2/4/5 lose 5\n= 1 Ann 6-line 1-6 lose 5\n")
    made = roulette("00")
    assert made.normal_name("5-line 3/2/1/00/0") == "5-line"
    assert made.normal_name("street 2/00/0") == "street 0/00/2"
    assert made.normal_name("6-line 6/5/4/3/2/1") == "6-line 1-6"
    assert made.normal_name("split 17/17/20") == "split 17/17/20"


@pytest.mark.parametrize(("name", "clause"), [
    ("split 17", "8:split"), ("split 17/18/19", "8:split"), ("split 17/17", "9(1)"), ("split a/b", "8:split"),
    ("street 1/2", "8:street"), ("street 37/38/39", "8:street"), ("corner 1/2/3", "8:corner"),
    ("6-line 1-5", "8:6-line"), ("6-line 1-7", "8:6-line"), ("column 0", "8:column"), ("dozen 0", "8:dozen"),
    ("straight up", "8:straight-up"), ("red 7", "8:red"), ("redd", "8(1)"), ("voisins", "8(1)"),
    ("even 2", "8:even"), ("odd 3", "8:odd"), ("black 2", "8:black"), ("low 3", "8:low"), ("high 20", "8:high"),
])
def test_refused_with_the_clause_that_stops_it(name: str, clause: str) -> None:
    good(f"box 1 Ann: {name} 5\n=! refused [QLD-7-{clause}]\nbox 1 Ann: red 5\nspin 1\n= 1 Ann red win 5\n")


def test_a_refused_wager_takes_the_whole_act_with_it() -> None:
    played = good("box 1 Ann: red 5, split 1/5 5\n=! refused [QLD-7-9(1)]\nspin 1\n")
    assert played.lines == []


# -- 9: made, changed, withdrawn ------------------------------------------------------------------------


def test_an_oral_wager_counts_only_with_its_chips() -> None:
    good("! oral-wager box=1 player=Ann wager=red amount=10 chips=no\n=! ruled [QLD-7-9(2)]\n"
         "! oral-wager box=2 player=Ben wager=split-20/17 amount=10 chips=yes\n=! ruled [QLD-7-9(2)]\n"
         "spin 17\n= 2 Ben split 17/20 win 170\n")


def test_an_oral_wager_with_chips_after_the_call_is_late() -> None:
    good("box 1 Ann: red 5\nno more bets\n! oral-wager box=1 player=Ann wager=odd amount=10 chips=yes\n"
         "=! refused [QLD-7-9(4)]\nspin 1\n= 1 Ann red win 5\n")


def test_a_paid_winner_goes_without_a_line_and_its_money_with_it() -> None:
    t = Table(roulette("0"))
    _round(t, Place(1, "Ann", (("red", 1000),)), Close(), Ball("3"))
    assert [w.kind for w in t.wagers.values()] == ["red"] and t.layout == 1000
    assert t.net == {"Ann": 0} and t.house == -1000
    _round(t, Take(1, "Ann", "red"), Close(), Ball("4"))
    assert not t.lines and not t.wagers and t.net == {"Ann": 1000} and t.layout == 0


def test_a_winner_left_lying_is_added_to_and_wins_again() -> None:
    played = good("box 1 Ann: red 10\nspin 3\nbox 1 Ann: red 5\nspin 5\nspin 7\n1 Ann: reduce red to 10\nspin 2\n"
                  "= 1 Ann red win 10\n= 1 Ann red win 15\n= 1 Ann red win 15\n= 1 Ann red lose 10\n")
    assert played.net == {"Ann": 3000}


def test_a_no_spin_voids_a_winner_left_lying() -> None:
    good("box 1 Ann: red 10\nspin 3\n! no-spin reason=ball-out\nspin 4\n"
         "= 1 Ann red win 10\n= 1 Ann red void [QLD-7-17(5)]\n")


# -- 5 and 6: the spin -----------------------------------------------------------------------------------


def test_losers_are_collected_before_winners_are_paid() -> None:
    played = good("box 1 Ann: red 5, black 5\nbox 2 Ben: odd 5, even 5\nspin 3\n")
    assert [(line.wager, line.outcome) for line in played.lines] == [
        ("black", "lose"), ("even", "lose"), ("red", "win"), ("odd", "win"),
    ]


def test_what_the_dealer_announces() -> None:
    good("box 1 Ann: red 5\nno more bets\n=! announced [QLD-7-5(3)]\nspin 3\n=! announced [QLD-7-6(1)]\n")


@pytest.mark.parametrize("automatic", [False, True])
def test_four_revolutions_make_a_valid_spin(automatic: bool) -> None:
    made = roulette("0")
    assert [made.enough_revolutions(n, automatic) for n in (0, 3, 4, 5)] == [False, False, True, True]


@pytest.mark.parametrize("device", ["", " automatic=yes"])
def test_no_spin_for_want_of_revolutions(device: str) -> None:
    good(f"box 1 Ann: red 5\nno more bets\n! no-spin reason=few-revolutions revolutions=4{device}\n"
         f"=! refused [QLD-7-17(2)]\n! no-spin reason=few-revolutions revolutions=3{device}\n"
         "=! announced [QLD-7-17(2)]\n= 1 Ann red void [QLD-7-17(5)]\n")


@pytest.mark.parametrize(("reason", "clause"), [
    ("same-direction", "17(1)"), ("few-revolutions", "17(2)"), ("foreign-object", "17(3)"),
    ("ball-hung", "17(3)"), ("ball-out", "17(4)"),
])
def test_no_spin_is_announced_on_each_ground(reason: str, clause: str) -> None:
    played = good(f"box 1 Ann: red 5\n! no-spin reason={reason}\n=! ruled [QLD-7-{clause}]\n"
                  f"=! announced [QLD-7-{clause}]\n= 1 Ann red void [QLD-7-17(5)]\n")
    assert played.lines[0].also == (f"QLD-7-{clause}",)


def test_no_spin_needs_no_reason() -> None:
    played = good("box 1 Ann: red 5\nno more bets\n! no-spin\n=! ruled [QLD-7-17(5)]\n=! announced [QLD-7-17(5)]\n"
                  "= 1 Ann red void [QLD-7-17(5)]\n")
    assert played.lines[0].also == ()


def test_a_reason_nobody_knows_is_turned_down_with_those_there_are() -> None:
    with pytest.raises(Unplayable, match="reason=power-failure: write same-direction or"):
        good("box 1 Ann: red 5\nno more bets\n! no-spin reason=power-failure\nspin 1\n= 1 Ann red win 5\n")


# -- 7: interference ---------------------------------------------------------------------------------------


def test_a_player_who_touches_the_wheel_may_be_sanctioned() -> None:
    good("box 1 Ann: red 5\nbox 2 Ben: odd 5\nno more bets\n! interference box=1 with=wheel\n=! ruled [QLD-7-7]\n"
         "supervisor: void wagers\nspin 1\n= 1 Ann red void [QLD-0-11(2)(a)]\n= 2 Ben odd win 5\n")


@pytest.mark.parametrize("by", ["dealer", "supervisor", "manager"])
def test_staff_may_handle_the_equipment(by: str) -> None:
    t = _reported("interference", {"by": by, "with": "ball"})
    assert any(isinstance(event, Rejected) for event in t.events)


def test_a_spectator_has_no_wager_to_lose() -> None:
    t = _reported("interference", {"by": "spectator", "with": "ball"})
    assert isinstance(t.events[-1], Ruled) and t.layout == 500


# -- 10 and 11: chips --------------------------------------------------------------------------------------

BLUE = "! chips-issued player=Ann colour=blue value=5\n"


def test_chips_are_worth_what_the_dealer_set() -> None:
    good(BLUE + "! chips-played box=1 player=Ann colour=blue chips=3 wager=red\nspin 1\n= 1 Ann red win 15\n")


def test_chips_need_a_value_before_they_are_issued() -> None:
    good("! chips-issued player=Ann colour=blue\n=! announced [QLD-7-10(1)]\n"
         "! chips-played box=1 player=Ann colour=blue chips=3 wager=red\n=! refused\nspin 1\n")


def test_one_colour_a_player_unless_all_agree() -> None:
    good(BLUE + "! chips-issued player=Ann colour=blue value=5\n"
         "! chips-issued player=Ben colour=blue value=5\n=! refused [QLD-7-10(3)]\n"
         "! chips-played box=2 player=Ben colour=blue chips=2 wager=odd\n=! refused\n"
         "! chips-issued player=Ben colour=blue value=5 agreed=yes\n"
         "! chips-played box=2 player=Ben colour=blue chips=2 wager=odd\nspin 1\n= 2 Ben odd win 10\n")


def test_a_colour_has_one_value() -> None:
    good(BLUE + "! chips-issued player=Ben colour=blue value=10 agreed=yes\n=! refused\nspin 1\n")


def test_chips_play_only_where_they_were_issued() -> None:
    good(BLUE + "! chips-played box=1 player=Ann colour=blue chips=3 wager=red issued=elsewhere\n"
         "=! refused [QLD-7-10(4)]\nspin 1\n")


def test_chips_are_exchanged_here_or_when_their_table_is_closed() -> None:
    good(BLUE + "! chips-exchanged player=Ann colour=green issued=elsewhere closed=no\n=! refused [QLD-7-10(5)]\n"
         "! chips-exchanged player=Ann colour=green issued=elsewhere closed=yes\n=! ruled [QLD-7-10(5)]\n"
         "! chips-exchanged player=Ann colour=blue\n=! ruled [QLD-7-10(5)]\n"
         "! chips-issued player=Ben colour=blue value=10\n"
         "! chips-played box=2 player=Ben colour=blue chips=1 wager=odd\nspin 1\n= 2 Ben odd win 10\n")


@pytest.mark.parametrize(("rule", "amount", "refused"), [
    ("permit", 100, False), ("prohibit", 1, True),
    ("limit", 49.50, False), ("limit", 50, False), ("limit", 50.50, True),
])
def test_value_chips_as_the_operator_decides(rule: str, amount: float, refused: bool) -> None:
    line = f"! value-chips-played box=1 player=Ann wager=red amount={amount:.2f}\n"
    after = "=! refused [QLD-7-11]\nspin 1\n" if refused else f"spin 1\n= 1 Ann red win {amount:.2f}\n"
    played = good(line + after, f"value-chips={rule}", "value-chips-limit=50")
    assert len(played.lines) == (not refused)


# -- 12 to 14: wagers in the wrong place ---------------------------------------------------------------------


def test_a_player_answers_for_a_wager_put_wrongly() -> None:
    good("box 1 Ann: red 5\nno more bets\n! player-misplaced box=1 placed=red meant=black\n=! ruled [QLD-7-12(1)]\n"
         "spin 2\n= 1 Ann red lose 5\n")


@pytest.mark.parametrize(("confirmed", "unfair", "settles"), [
    ("yes", "yes", "red win 5"), ("yes", "no", "black lose 5"),
    ("no", "yes", "black lose 5"), ("no", "no", "black lose 5"),
])
def test_a_misplaced_wager_needs_both_confirmation_and_unfairness(confirmed: str, unfair: str, settles: str) -> None:
    good("box 1 Ann: black 5\nno more bets\n"
         f"! dealer-misplaced box=1 instructed=red placed=black confirmed={confirmed} unfair={unfair}\n"
         f"spin 1\n= 1 Ann {settles}\n")


@pytest.mark.parametrize("call", ["", "no more bets\n"])
def test_chips_the_dealer_did_not_place_count_only_when_confirmed(call: str) -> None:
    told = f"{call}! dealer-misplaced box=1 player=Ann instructed=red placed=nowhere amount=10 unfair=yes"
    good(f"{told} confirmed=yes\nspin 1\n= 1 Ann red win 10\n")
    assert good(f"{told} confirmed=no\nspin 1\n").lines == []


def test_an_unconfirmed_story_after_the_call_brings_no_new_wager() -> None:
    good("box 1 Ann: odd 5\nno more bets\n"
         "! dealer-misplaced box=1 player=Ann instructed=red placed=black amount=10 confirmed=no unfair=yes\n"
         "=! refused [QLD-7-9(4)]\nspin 1\n= 1 Ann odd win 5\n")


@pytest.mark.parametrize(("facts", "settles"), [
    ("identified=yes unfair=yes", "win 175"), ("identified=yes unfair=no", "lose 5"),
    ("identified=no unfair=yes", "lose 5"), ("identified=yes unfair=yes by=player", "lose 5"),
])
def test_a_moved_chip_needs_both_identification_and_unfairness(facts: str, settles: str) -> None:
    place = "straight up 17" if "win" in settles else "straight up 20"
    good(f"box 1 Ann: straight up 17 5\n! chip-moved box=1 from=straight-up-17 to=straight-up-20 {facts}\n"
         f"spin 17\n= 1 Ann {place} {settles}\n")


def test_the_operator_may_still_settle_where_it_lies() -> None:
    good("box 1 Ann: straight up 17 5\nno more bets\n"
         "! chip-moved box=1 from=straight-up-17 to=straight-up-20 identified=yes unfair=yes\n"
         "operator: where it lies\nspin 17\n= 1 Ann straight up 20 lose 5\n")


def test_a_moved_chip_joins_what_lies_there_and_leaves_the_rest() -> None:
    good("box 1 Ann: red 5, black 10\nno more bets\n! chip-moved box=1 from=red to=black identified=no unfair=yes\n"
         "spin 2\n= 1 Ann black win 15\n")
    good("box 1 Ann: red 5, black 10\nno more bets\n! chip-moved box=1 from=red to=black identified=yes unfair=yes\n"
         "spin 2\n= 1 Ann black win 10\n= 1 Ann red lose 5\n")


def test_chips_of_a_shared_place_need_their_player() -> None:
    """Refused before the operator is asked anything, so that no file passes it over."""
    shared = "box 1 Ann: odd 5\nbox 1 Ben: odd 5\nno more bets\n"
    rest = "spin 1\n= 1 Ann odd win 5\n= 1 Ben odd win 5\n"
    for report in ("dealer-misplaced box=1 instructed=red placed=nowhere amount=5 confirmed=yes unfair=yes",
                   "dealer-misplaced box=1 instructed=red placed=odd confirmed=yes unfair=yes",
                   "chip-moved box=1 from=odd to=even identified=yes unfair=yes"):
        good(f"{shared}! {report}\n=! refused\n{rest}")


def test_a_moved_chip_is_ruled_by_where_it_lies() -> None:
    t = _reported("chip-moved", {"box": "1", "from": "red", "to": "black", "amount": "2"})
    assert {wager.kind: wager.amount for wager in t.wagers.values()} == {"red": 300, "black": 200}
    assert any(isinstance(event, Ruled) and event.clause == "QLD-7-13(1)" for event in t.events)


# -- 15: limits ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "refused"), [
    ("9.50", True), ("10", False), ("10.25", True), ("10.50", False), ("100", False), ("100.50", True),
])
def test_a_wager_is_within_the_sign(amount: str, refused: bool) -> None:
    after = "=! refused [QLD-7-15(2)]\nspin 1\n" if refused else f"spin 1\n= 1 Ann red win {amount}\n"
    played = good(f"box 1 Ann: red {amount}\n{after}", "minimum=10", "maximum=100")
    assert len(played.lines) == (not refused)


def test_the_limits_hold_for_the_whole_wager_on_a_place() -> None:
    good("box 1 Ann: red 60\nbox 1 Ann: red 40.50\n=! refused [QLD-7-15(2)]\nbox 1 Ann: red 40\n"
         "box 2 Ann: red 100\n1 Ann: reduce red to 9.50\n=! refused [QLD-7-15(2)]\n1 Ann: reduce red to 10\n"
         "spin 1\n= 1 Ann red win 10\n= 2 Ann red win 100\n", "minimum=10", "maximum=100")


def test_no_player_keeps_an_old_minimum() -> None:
    good("! old-minimum box=1 minimum=5\n=! refused [QLD-7-15(1)]\nbox 1 Ann: red 9.50\n=! refused [QLD-7-15(2)]\n"
         "box 1 Ann: red 10\nspin 1\n= 1 Ann red win 10\n", "minimum=10")


# -- 16 -------------------------------------------------------------------------------------------------------


def test_a_changed_pay_line_pays_at_once() -> None:
    made = roulette("0")
    made.pay["straight up"] = PayTable("straight up", {"win": ("36 to 1", made.pay["straight up"].lines["win"][1])})
    assert made.result("straight up 17", "17").pays(500) == 18_000


# -- reports that do not fit the table -------------------------------------------------------------------------

FACTS = (
    {}, {"box": "9"}, {"box": "9" * 5000, "player": "Ann", "wager": "red", "amount": "5", "chips": "yes"},
    {"box": "²", "player": "Ann"}, {"box": "1", "player": "Ann", "wager": "red", "amount": "x"},
    {"box": "1", "player": "Ann", "wager": "nowhere", "amount": "5", "chips": "yes"},
    {"box": "99", "player": "Ann", "wager": "red", "amount": "5", "chips": "yes", "placed": "red", "instructed": "odd"},
    {"reason": "few-revolutions", "revolutions": "many"}, {"player": "Ann", "colour": "blue", "value": "0"},
    {"player": "Ann", "colour": "blue", "chips": "-1", "wager": "red"},
    {"box": "1", "from": "red", "to": "moon"}, {"box": "1", "from": "odd", "to": "even"},
    {"box": "1", "player": "Zoe", "placed": "red", "meant": "black"},
)


@pytest.mark.parametrize("kind", Roulette.irregularities())
@pytest.mark.parametrize("facts", FACTS, ids=str)
@pytest.mark.parametrize("closed", [False, True])
def test_a_report_without_sense_changes_no_money(kind: str, facts: dict[str, str], closed: bool) -> None:
    t = _reported(kind, facts, closed)
    assert any(isinstance(event, Refused | Rejected | Referred | Ruled) for event in t.events)
    assert t.layout == sum(wager.amount for wager in t.wagers.values())
    assert sum(t.net.values()) + t.layout + t.house == 0


def _round(t: Table, *answers: Place | Take | Close | Ball) -> None:
    play = t.play()
    next(play)
    for answer in answers[:-1]:
        play.send(answer)
    with pytest.raises(StopIteration):
        play.send(answers[-1])


def _reported(kind: str, facts: dict[str, str], closed: bool = True) -> Table:
    t = Table(roulette("0"))
    play = t.play()
    next(play)
    play.send(Place(1, "Ann", (("red", 500),)))
    if closed:
        play.send(Close())
    with suppress(StopIteration):  # a no spin needs no facts, and ends the round
        play.send(Irregular(kind, facts))
    return t
