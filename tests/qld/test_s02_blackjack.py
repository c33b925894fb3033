"""Blackjack: what the golden rounds leave out."""

from __future__ import annotations

import pytest
from support.blackjack import ONE, STAND, TWO, Dealer, blackjack, good

from pitboss.rulebooks import settle
from pitboss.rulebooks.qld.s02_blackjack import NO_HAND
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.table.acts import Irregular
from pitboss.table.driver import play_round
from pitboss.table.facts import Dealt, Returned
from pitboss.table.requests import Cut, Deal, Shuffle
from pitboss.table.script import Unplayable
from pitboss.table.table import Table

# -- 2 and 5: counts


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [("2c 3d", 5, False), ("9c Td", 19, False), ("Jc Qd Kh", 30, False), ("As 6d", 17, True), ("As Ad", 12, True),
     ("As Ad Ah 8c", 21, True), ("As 6d 9c", 16, False), ("As Ad 9c Td", 21, False), ("As Kd", 21, True)],
)
def test_counts(cards: str, points: int, soft: bool) -> None:
    count = blackjack().count(cards.split())
    assert (count.points, count.soft) == (points, soft)


def test_blackjack_is_two_cards_never_split() -> None:
    it = blackjack()
    assert it.count(["As", "Td"]).blackjack and it.count(["Kd", "Ac"]).blackjack
    assert not it.count(["As", "5d", "5c"]).blackjack and not it.count(["As", "9d"]).blackjack
    assert not it.count(["As", "Td"], split=True).blackjack


def test_ace_of_a_doubled_hand() -> None:
    it = blackjack()
    assert it.count(["As", "9d", "Td"], doubled=True).points == 20
    assert it.count(["As", "8d", "2d"], doubled=True) == Count(11, False, False)
    assert it.count(["As", "8d", "Ad"], doubled=True) == Count(20, True, False)
    assert it.count(["6s", "5d", "Ad"], doubled=True).points == 12


# -- 4, 6 and 23: the shoe


@pytest.mark.parametrize("decks", ["5", "6", "7", "8"])
def test_number_of_decks_shuffled(decks: str) -> None:
    request = next(Table(blackjack(decks=decks)).play())
    assert isinstance(request, Shuffle) and request.decks == int(decks)


def test_where_the_cards_may_be_cut() -> None:
    cuts = "cut 9\n=! refused [QLD-2-6(5)]\ncut 303\n=! refused [QLD-2-6(5)]\ncut 10\n"
    last = "cut 51\n=! refused [QLD-2-6(8)]\ncut 209\n=! refused [QLD-2-6(8)]\ncut 208\n"
    good(TWO.replace("box 1", cuts + last + "box 1", 1) + STAND)
    good(TWO.replace("box 1", "cut 302\ncut 52\nbox 1", 1) + STAND)


def test_cutting_card_in_mid_round_is_shuffled_after_it() -> None:
    t, dealer = Table(blackjack()), Dealer("Th cut 9c 9d 8d Kc 9s 9h 8h Ks 9s 9h 8h")
    for _ in range(3):
        play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)", "QLD-2-23(1)"]
    assert len([request for request in dealer.asked if isinstance(request, Cut)]) == 4


def test_supervisor_may_have_one_further_round() -> None:
    t, dealer = Table(blackjack()), Dealer("Th cut 9c 9d 8d Kc 9s 9h 8h Ks 9s 9h 8h", "further round")
    play_round(t, dealer)
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)"]
    play_round(t, dealer)
    assert len(dealer.shuffles()) == 2


def test_cutting_card_as_first_card_is_shuffled_at_once() -> None:
    t, dealer = Table(blackjack()), Dealer("cut Th 9c 9d 8d")
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)", "QLD-2-23(2)"]
    kinds = [type(request) for request in dealer.asked]
    assert kinds.index(Deal) < kinds.index(Shuffle, 1)
    assert (t.state["rounds"], t.state["first"], t.state["cutting_card"]) == (1, ["Ann"], False)


def test_supervisor_may_have_a_round_dealt_past_a_cutting_card_that_came_first() -> None:
    t, dealer = Table(blackjack()), Dealer("cut Th 9c 9d 8d Th 9c 9d 8d", "further round")
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)"]
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-15(2)(a)"] * 2


def test_card_machine_mixes_every_round_without_a_cut() -> None:
    t, dealer = Table(blackjack(shoe="machine")), Dealer("Th 9c 9d 8d Th 9c 9d 8d")
    play_round(t, dealer)
    play_round(t, dealer)
    assert dealer.shuffles() == ["QLD-0-16(b)", "QLD-0-16(g)"]
    assert not any(isinstance(request, Cut) for request in dealer.asked)


# -- 7 to 18: boxes, wagers, people


def test_player_on_two_boxes_gives_one_up() -> None:
    played = good(
        "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ann: original 20\n! box-wanted box=2\n"
        "=! ruled [QLD-2-10(1)]\n"
        "box 2 Dan: original 30\ndeal 1: Th 9c\ndeal 2: Td 7d\ndeal dealer: Kc 8h\n1: stand\n2: stand\n"
        "= 1 Ann original win 10\n= 2 Dan original lose 30\n"
    )
    assert [event.amount for event in played.events if isinstance(event, Returned)] == [2000]
    with pytest.raises(Unplayable, match="does not play box 1 and another"):
        settle(ONE.replace("deal 1", "! box-wanted box=1\ndeal 1", 1) + "1: stand\n")


def test_conduct_is_ruled_on() -> None:
    good(TWO + "! card-handled box=1\n=! ruled [QLD-2-11]\nsupervisor: void wagers\n2: stand\n"
         "= 1 Ann original void [QLD-0-11(2)(a)]\n= 2 Ben original lose 20\n")
    good(TWO + "! wrong-total-announced box=1 announced=18\n=! ruled [QLD-2-12]\n" + STAND)
    good(TWO + "! spoken-decision box=1 decision=draw\n=! ruled [QLD-2-21(3)]\n" + STAND)
    played = good(TWO.replace("deal 1", "! oral-wager box=3 player=Cat amount=5\n=! ruled [QLD-2-13(2)]\ndeal 1", 1)
                  + STAND)
    assert "Cat" not in played.net


def test_only_the_original_wager_opens() -> None:
    good(TWO.replace("deal 1", "box 1 Ann: player 5\n=! refused [QLD-2-13(3)]\ndeal 1", 1) + STAND)
    for kind, clause in (("insurance", "25(1)"), ("double down", "26(1)"), ("split", "27(1)")):
        good(TWO.replace("deal 1", f"box 1 Ann: {kind} 5\n=! refused [QLD-2-{clause}]\ndeal 1", 1) + STAND)


def test_a_wager_topped_up_is_measured_whole() -> None:
    more = "option maximum=20\nbox 1 Ann: original 11\n=! refused [QLD-2-18]\ndeal 1"
    good(TWO.replace("deal 1", more, 1) + STAND)


def test_a_wager_is_not_reduced_below_the_minimum() -> None:
    less = "option minimum=5\n1: reduce original to 4\n=! refused [QLD-2-18]\n"
    two = "box 2 Ann: original 9\n2 Ann: reduce original to 4\n=! refused [QLD-2-10(2)]\n2 Ann: remove original\n"
    good(TWO.replace("deal 1", less + two + "deal 1", 1) + STAND)


def test_a_box_whose_wagers_went_back_is_not_dealt_to() -> None:
    gone = "! card-handled box=1\nsupervisor: void wagers\n"
    ten = "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 20\n" + gone + "deal 2: Td 7d\n"
    good(ten + "deal dealer: Kc 8h\n2: stand\n= 1 Ann original void\n= 2 Ben original lose 20\n")


def test_acts_of_finished_hands_are_refused_for_what_they_are() -> None:
    one = "game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: {cards}\ndeal dealer: 9c{more}\n"
    good(one.format(cards="Ac Kd", more="") + "1: draw\n=! refused [QLD-2-28(1)]\n"
         "1: double down\n=! refused [QLD-2-26(1)]\n1: split\n=! refused [QLD-2-27(1)]\n= 1 Ann original win 15\n")
    good(one.format(cards="Tc 6d Ts", more="") + "1: draw\n1: draw\n=! refused [QLD-2-28(1)]\n")
    good(one.format(cards="5c 6d 2s", more=" 8d") + "1: double down\n1: draw\n=! refused [QLD-2-28(2)]\n")
    good(TWO + "2: retract\n=! refused [QLD-2-16(1)]\n2: withdraw\n=! refused [QLD-2-16(1)]\n" + STAND)


def test_late_wagers_and_wagers_not_there() -> None:
    stood = STAND.replace("1: stand\n", "1: stand\n{}", 1)
    good(TWO + stood.format("box 2 Ben: original 5\n=! refused [QLD-2-16(1)]\n"))
    good(TWO + stood.format("2 Ben: remove original\n=! refused [QLD-2-16(1)]\n"))
    good(TWO + stood.format("2 Ben: remove insurance\n=! refused\n"))
    with pytest.raises(Unplayable, match="Ben has no insurance on box 2"):
        settle(TWO + stood.format("2 Ben: remove insurance\n"))
    good(TWO + "1: withdraw\n=! refused [QLD-2-16(1)]\n" + STAND)


NEXT = TWO + STAND + "next round\nbox 1 Ann: original 10\n"
PLAYED = "deal 1: Th 9c\ndeal dealer: Kc 8h\n1: stand\n"


def test_manager_may_refuse_a_late_entry() -> None:
    good(NEXT + "! late-entry player=Dan\n=! ruled [QLD-2-17(1)]\nmanager: refuse\n"
         "box 3 Dan: original 10\n=! refused [QLD-2-17(1)]\n" + PLAYED)
    good(NEXT + "! late-entry player=Dan\nmanager: allow\nmanager: any wager\nbox 3 Dan: original 50\n"
         "deal 3: Ts 9s\n" + PLAYED + "3: stand\n= 3 Dan original win 50\n")


def test_manager_may_hold_a_late_entry_to_the_minimum() -> None:
    good(NEXT.replace("box 1", "option minimum=5\nbox 1", 1)
         + "! late-entry player=Dan\nmanager: allow\nmanager: minimum only\n"
         "box 3 Dan: original 6\n=! refused [QLD-2-17(2)]\nbox 3 Dan: original 5\n"
         "deal 3: Ts 9s\n" + PLAYED + "3: stand\n= 3 Dan original win 5\n")


def test_manager_may_refuse_who_sat_out() -> None:
    third = "next round\nbox 1 Ann: original 10\n! sat-out player=Ben\n=! ruled [QLD-2-17(3)]\nmanager: refuse\n"
    good(NEXT + PLAYED + third + "box 2 Ben: original 10\n=! refused [QLD-2-17(3)]\n" + PLAYED)


def test_entry_is_late_only_after_the_first_round() -> None:
    it = blackjack()
    t = Table(it)
    report = Irregular("late-entry", {"player": "Dan"})
    rule = it.rulings("late-entry")[0]
    assert not rule.applies(it, t, report)
    t.state["rounds"] = 1
    assert rule.applies(it, t, report)
    t.state["first"] = ["Dan"]
    assert not rule.applies(it, t, report)


# -- 21 to 25: deal, blackjack, insurance


def test_order_of_the_deal() -> None:
    played = good(TWO + STAND)
    dealt = [(event.to, event.cards[0]) for event in played.events if isinstance(event, Dealt)]
    assert dealt == [("1", "Th"), ("2", "Td"), ("dealer", "Kc"), ("1", "9c"), ("2", "7d"), ("dealer", "8h")]


def test_held_blackjack_is_announced_and_not_paid() -> None:
    text = "game qld/blackjack\nbox 1 Ann: original 10\nbox 2 Ben: original 10\ndeal 1: As Kd\ndeal 2: Td 7d\n"
    ace = settle(text + "deal dealer: Ac 9h\n2: stand\n")
    assert [str(e.clause) for e in ace.events if getattr(e, "what", "").startswith("blackjack")] == ["QLD-2-24(2)"]
    nine = settle(text + "deal dealer: 9c 9h\n2: stand\n")
    assert [str(e.clause) for e in nine.events if getattr(e, "what", "").startswith("blackjack")] == ["QLD-2-24(1)"]


@pytest.mark.parametrize("first", "23456789")
def test_blackjack_is_paid_at_once_against_two_to_nine(first: str) -> None:
    good(f"game qld/blackjack\nbox 1 Ann: original 5\ndeal 1: As Kd\ndeal dealer: {first}c\n"
         "= 1 Ann original win 7.50 [QLD-2-15(2)]\n")


@pytest.mark.parametrize("second", "A23456789TJQK")
def test_insurance_goes_by_the_second_card(second: str) -> None:
    result = blackjack().insurance_result(second + "s")
    assert (result.outcome, result.pays(500)) == (("win", 1000) if second in "TJQK" else ("lose", 0))


def test_insured_player_may_still_take_even_money() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\ndeal 1: As Kd\ndeal dealer: Ac Td\n1: insurance 5\n"
         "1: even money\n"
         "= 1 Ann original win 10 [QLD-2-24(4)]\n= 1 Ann insurance win 10 [QLD-2-25(4)]\n")


# -- 26 to 29: provisions at their limits


@pytest.mark.parametrize(
    ("cards", "may"),
    [("5c 3c", False), ("5c 4c", True), ("5c 5d", True), ("6c 5d", True), ("7c 5d", False), ("Ac 7d", False),
     ("Ac 8d", True), ("Ac 9d", True), ("Ac Td", True), ("2c 3c 4c", False)],
)
def test_what_may_be_doubled(cards: str, may: bool) -> None:
    assert blackjack().may_double(cards.split()) is may


@pytest.mark.parametrize(
    ("cards", "may"), [("8c 8d", True), ("Kc Td", True), ("Ac As", True), ("9c Td", False), ("4c 4d 4h", False)]
)
def test_what_may_be_split(cards: str, may: bool) -> None:
    assert blackjack().may_split(cards.split()) is may


@pytest.mark.parametrize(("cards", "draws"), [("Tc 6d", True), ("Tc 7d", False), ("Ac 5d", True), ("Ac 6d", False)])
def test_dealer_draws_to_sixteen(cards: str, draws: bool) -> None:
    assert blackjack().dealer_draws(cards.split()) is draws


def test_results() -> None:
    it, bj = blackjack(), Count(21, True, True)

    def of(player: int, dealer: int) -> tuple[str, str]:
        result = it.result("original", Count(player, False, False), Count(dealer, False, False))
        return result.outcome, str(result.clause)

    assert of(21, 22) == ("win", "QLD-2-15(1)") and of(20, 19) == ("win", "QLD-2-15(1)")
    assert of(22, 22) == ("lose", "QLD-2-14(2)(f)") and of(20, 21) == ("lose", "QLD-2-14(2)(g)")
    assert of(21, 21) == ("void", "QLD-2-14(2)(e)")
    plain = Count(21, False, False)
    assert it.result("original", bj, plain).pays(1000) == 1500
    assert it.result("original", plain, bj).clause == "QLD-2-14(2)(d)"
    assert it.result("original", bj, bj).clause == "QLD-2-14(2)(e)"
    assert it.result("original", plain, NO_HAND).outcome == "win"


SPLIT = """game qld/blackjack
box 1 Ann: original 10
deal 1: 8c 8d
deal 1a: Tc
deal 1b: 7s 9d
deal dealer: Kc {second}
1: split
1a: stand
1b: draw
"""


def test_bust_split_hand_and_dealer_blackjack() -> None:
    """14(3)(i) and 27(5) spare what was added, bust or not: only the original is collected."""
    good(SPLIT.format(second="Ad") + "= 1a Ann original lose 10 [QLD-2-14(3)(h)]\n= 1b Ann split void [QLD-2-27(5)]\n")
    good(SPLIT.format(second="9h") + "= 1a Ann original lose 10 [QLD-2-14(2)(g)]\n"
         "= 1b Ann split lose 10 [QLD-2-14(2)(f)]\n")


def test_player_behind_may_ride_the_first_split_hand_and_double_it() -> None:
    good("game qld/blackjack\nbox 1 Ann: original 10\nbox 1 Ben: original 20\ndeal 1: 5c 5d\ndeal 1a: 6c 9c\n"
         "deal 1b: 9d\n"
         "deal dealer: Kc 9h\n1: split\n1 Ben: apply to 1a\n1a: double down\n1a Ben: double down 5\n1b: stand\n"
         "= 1a Ann original win 10\n= 1a Ann double down win 10\n= 1b Ann split lose 10\n"
         "= 1a Ben original win 20\n= 1a Ben double down win 5\n")


def test_player_behind_must_cover_a_split_or_choose() -> None:
    text = ("game qld/blackjack\nbox 1 Ann: original 10\nbox 1 Ben: original 20\ndeal 1: 8c 8d\ndeal 1a: Tc\n"
            "deal 1b: Td\n"
            "deal dealer: Kc 9h\n1: split\n")
    with pytest.raises(Unplayable, match="waits for 1 Ben: split, apply to 1a, apply to 1b"):
        settle(text + "1a: stand\n1b: stand\n")
    good(text + "1 Ben: split 19\n=! refused [QLD-2-27(2)]\n1 Ben: split\n1a: stand\n1b: stand\n"
         "= 1b Ben split lose 20\n")


# -- 8(2): the maximum of a box


@pytest.mark.parametrize(("lies", "instead"), [(80, "20 more at most"), (100, "another box")])
def test_what_is_left_of_the_maximum_of_a_box_is_told(lies: int, instead: str) -> None:
    text = f"game qld/blackjack\noption minimum=5 maximum=100\nbox 1 Ann: original {lies}\nbox 1 Ben: original 30\n"
    with pytest.raises(Unplayable, match=rf"pass the maximum together \[QLD-2-8\(2\)\]; {instead}"):
        settle(text)
