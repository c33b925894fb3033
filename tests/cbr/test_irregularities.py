"""Canberra Casino Hold-em Poker, rules 12, 13 and 15: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game, settle
from pitboss.rulebooks.cbr.casino_holdem import CasinoHoldemPoker
from pitboss.table.acts import CutAt, Irregular, Place, Shuffled
from pitboss.table.facts import Dealt, Rejected
from pitboss.table.script import Unplayable
from pitboss.table.table import Table

GAME = "game cbr/casino-holdem-poker\n"
DEALT = ("box 1 Ann: ante 10, super aces bonus 5\nbox 2 Ben: ante 10\n"
         "deal 1: Ah 6d\ndeal 2: Kh 3d\ndeal dealer: 8c Qd\ndeal board: As 4h 2c 8d 7s\n")
SHORT = DEALT.replace(" 8d 7s", "")
# Aces over the dealer's eights; Ben's king high loses.
ANN_WINS = "= 1 Ann super aces bonus lose 5 [CBR-10.4]\n= 1 Ann ante win 10\n= 1 Ann call win 20\n"
BEN_LOSES = "= 2 Ben ante lose 10\n= 2 Ben call lose 20\n"


def all_void(clause: str, *more: str) -> str:
    wagers = ("1 Ann ante", "1 Ann super aces bonus", "2 Ben ante", *more)
    return "".join(f"= {wager} void [{clause}]\n" for wager in wagers)


def good(text: str) -> None:
    played = settle(GAME + text)
    assert not played.failures, played.failures


# -- 12 and 15.2: breaches ---------------------------------------------------------------------------------

COLLUSION = [("cards-not-protected", "CBR-12.1"), ("cards-exchanged", "CBR-12.2(a)"), ("collusion", "CBR-12.2(b)")]


@pytest.mark.parametrize("kind, clause", COLLUSION)
def test_collusion_may_void_the_round(kind: str, clause: str) -> None:
    good(f"{SHORT}! {kind} box=1,2\n=! ruled [{clause}]\noperator: void\n{all_void('CBR-12.3')}")


@pytest.mark.parametrize("kind, clause", COLLUSION)
def test_collusion_may_put_players_out_of_the_round(kind: str, clause: str) -> None:
    good(f"{DEALT}! {kind} box=1\n=! ruled [{clause}]\noperator: exclude\n2: call\n"
         f"= 1 Ann ante void [CBR-12.3]\n= 1 Ann super aces bonus void [CBR-12.3]\n{BEN_LOSES}")


def test_collusion_may_go_unpunished() -> None:
    good(f"{DEALT}! collusion box=1\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")
    good(f"{DEALT}! collusion box=1 ruling=none\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")
    good(f"{DEALT}! collusion box=1 ruling=banish\n=! refused\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


BREACHES = [("contravention", "CBR-15.2"), ("advantage-by-staff", "CBR-15.5(b)"), ("influence", "CBR-15.7"),
            ("side-bet", "CBR-15.8"), ("advice-by-staff", "CBR-15.5(a)")]


@pytest.mark.parametrize("kind, clause", BREACHES)
def test_a_breach_may_cost_wagers_and_place(kind: str, clause: str) -> None:
    good(f"{DEALT}! {kind} box=1\n=! ruled [{clause}]\noperator: void\noperator: exclude\n=! ruled [CBR-15.2(b)]\n"
         f"2: call\n= 1 Ann ante void [CBR-15.2(a)]\n= 1 Ann super aces bonus void [CBR-15.2(a)]\n{BEN_LOSES}"
         "box 1 Ann: ante 5\n=! refused [CBR-15.2(b)]\nbox 3 Ann: ante 5\n=! refused [CBR-15.2(b)]\n")


@pytest.mark.parametrize("kind, clause", BREACHES)
def test_a_breach_may_be_let_pass(kind: str, clause: str) -> None:
    good(f"{DEALT}! {kind} box=1\n=! ruled [{clause}]\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


def test_exclusion_alone_leaves_the_wagers_of_the_round() -> None:
    good(f"{DEALT}! contravention box=1 ruling=exclude\n=! ruled [CBR-15.2(b)]\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}"
         "box 1 Ann: ante 5\n=! refused [CBR-15.2(b)]\nbox 1 Ben: ante 5\n"
         "deal 1: 2d 3d\ndeal dealer: 8c Qd\ndeal board: As 4h 2c\n1: fold\n= 1 Ben ante lose 5\n")


def test_staff_may_help_a_player_keep_to_the_rules() -> None:
    good(f"{DEALT}! advice-by-staff box=1 compliance=yes ruling=void\n=! ruled [CBR-15.5(a)]\n1: call\n2: call\n"
         f"{ANN_WINS}{BEN_LOSES}")


def test_a_void_wager_gives_back_a_paid_bonus_but_no_lost_ante() -> None:
    good(f"{DEALT}1: declare super aces bonus\n1: call\n! contravention box=1 ruling=void\n2: call\n"
         "= 1 Ann super aces bonus void [CBR-15.2(a)]\n= 1 Ann ante void [CBR-15.2(a)]\n"
         f"= 1 Ann call void [CBR-15.2(a)]\n{BEN_LOSES}")
    good(f"{DEALT}1: fold\n! contravention box=1 ruling=void\n2: call\n"
         f"= 1 Ann ante lose 10 [CBR-7.3]\n= 1 Ann super aces bonus lose 5 [CBR-7.3]\n{BEN_LOSES}")


def test_a_breach_before_the_deal() -> None:
    good("box 1 Ann: ante 10\nbox 2 Ben: ante 10\n! contravention box=1 ruling=void,exclude\n=! ruled [CBR-15.2(b)]\n"
         "deal 2: Kh 3d\ndeal dealer: 8c Qd\ndeal board: As 4h 2c\n2: fold\n"
         "= 1 Ann ante void [CBR-15.2(a)]\n= 2 Ben ante lose 10\n")


def test_a_voided_hand_has_not_folded() -> None:
    played = settle(f"{GAME}{DEALT}! contravention box=1 ruling=void\n1: call\n=! refused\n2: call\n{BEN_LOSES}")
    assert not played.failures
    refused = next(event for event in played.events if isinstance(event, Rejected))
    assert refused.what.startswith("1 may not act now")


@pytest.mark.parametrize("report", ["contravention box=1 ruling=void", "collusion box=1 ruling=exclude",
                                    "hand-discarded box=1 reconstructed=no"])
@pytest.mark.parametrize("dealt", [1, 2, 3, 4])
def test_a_round_ends_when_its_last_wager_goes_back(report: str, dealt: int) -> None:
    """However far the deal has come, nobody is left to deal for."""
    cards = ("deal 1: Ah", "deal dealer: 8c", "deal 1: 6d", "deal dealer: Qd")[:dealt]
    played = settle("\n".join((f"{GAME}box 1 Ann: ante 10", *cards, f"! {report}")))
    assert [line.outcome for line in played.lines] == ["void"]
    assert sum(isinstance(event, Dealt) for event in played.events) == dealt


def test_before_the_deal_others_may_still_bet() -> None:
    good("box 1 Ann: ante 10\n! contravention box=1 ruling=void\nbox 2 Ben: ante 10\ndeal 2: Kh 3d\n"
         "deal dealer: 8c Qd\ndeal board: As 4h 2c\n2: fold\n= 1 Ann ante void\n= 2 Ben ante lose 10\n")


def test_nobody_is_excluded_twice() -> None:
    table = Table(game("cbr/casino-holdem-poker"))
    play = table.play()
    next(play)
    for answer in (Shuffled(), CutAt(26), Place(1, "Ann", (("ante", 1000),)),
                   *[Irregular("contravention", {"box": "1", "ruling": "exclude"})] * 2):
        play.send(answer)
    assert table.state["excluded"] == ["Ann"]


# -- 13: irregularities ------------------------------------------------------------------------------------


def test_exposed_cards_are_turned_down_again() -> None:
    good(f"{DEALT}! card-exposed box=1\n=! announced [CBR-13.1]\n! card-exposed box=2\n=! announced [CBR-13.1]\n"
         f"1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


def test_a_hand_has_two_cards_to_expose() -> None:
    good(f"{DEALT}! card-exposed box=1\n! card-exposed box=1\n! card-exposed box=1\n=! refused\n1: call\n2: call\n"
         f"{ANN_WINS}{BEN_LOSES}")


def test_cards_turned_up_to_verify_a_claim_are_not_exposed() -> None:
    good(f"{DEALT}1: declare super aces bonus\n1: call\n! card-exposed box=1\n=! refused\n2: call\n")


def test_a_report_is_of_one_exposed_card() -> None:
    with pytest.raises(Unplayable, match="box=1,2: write a box, 1 to 7"):
        good(f"{SHORT}! card-exposed box=1,2\n")
    good(f"{SHORT}! card-exposed box=1\n! card-exposed box=2\n=! announced [CBR-13.1]\n"
         f"! card-exposed box=2\n=! ruled [CBR-13.1]\n{all_void('CBR-13.1')}")


def test_an_exposed_communal_card_is_silent_law() -> None:
    good(f"{DEALT}! card-exposed hand=board card=river\n=! referred\n"
         f"! wrong-number-of-cards hand=board\n=! referred\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


@pytest.mark.parametrize("report", [
    "wrong-dealing-order", "wrong-number-of-cards hand=1,dealer", "cards-without-ante box=3", "extra-hand box=7",
    "no-cards box=2", "one-card box=1",
])
def test_hole_cards_dealt_otherwise_void_the_round(report: str) -> None:
    good(f"{SHORT}! {report}\n=! ruled [CBR-13.3]\n{all_void('CBR-13.3')}")


@pytest.mark.parametrize("report", [
    "wrong-number-of-cards hand=5", "wrong-number-of-cards", "cards-without-ante box=1", "extra-hand box=8",
    "no-cards box=3", "one-card", "hand-discarded box=1", "hand-discarded box=4 reconstructed=no",
    "idle-seat box=1 rounds=3 free=0", "idle-seat box=3 rounds=many free=0", "idle-seat box=3 rounds=3",
    "contravention box=²", "collusion box=1,4", "card-exposed box=9",
])
def test_reports_that_do_not_fit_the_table(report: str) -> None:
    good(f"{DEALT}! {report}\n=! refused\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


def test_a_folded_box_is_not_one_without_an_ante() -> None:
    good(f"{DEALT}1: fold\n! cards-without-ante box=1\n=! refused\n2: call\n")


def test_a_discarded_hand_is_put_together() -> None:
    good(f"{DEALT}! hand-discarded box=1 reconstructed=yes\n=! announced [CBR-13.4]\n1: call\n2: call\n"
         f"{ANN_WINS}{BEN_LOSES}")


def test_a_folded_hand_belongs_in_the_discard_rack() -> None:
    good(f"{DEALT}1: fold\n! hand-discarded box=1 reconstructed=no\n=! refused\n2: call\n"
         f"= 1 Ann ante lose 10\n= 1 Ann super aces bonus lose 5\n{BEN_LOSES}")


# -- 15 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason, clause", [
    ("commotion", "CBR-15.1"), ("fire", "CBR-15.1"), ("riot", "CBR-15.1"), ("brawl", "CBR-15.1"),
    ("robbery", "CBR-15.1"), ("disturbance", "CBR-15.1"), ("fraud", "CBR-15.3"), ("impractical", "CBR-15.3"),
])
def test_the_operator_stops_a_round(reason: str, clause: str) -> None:
    good(f"{SHORT}1: call\n! invalidated reason={reason}\n=! ruled [{clause}]\n{all_void(clause, '1 Ann call')}")


def test_other_reasons_are_not_known() -> None:
    with pytest.raises(Unplayable, match="reason=boredom: write commotion or"):
        good(f"{DEALT}! invalidated reason=boredom\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


def test_cards_come_from_a_shoe() -> None:
    report = "! not-from-shoe box=1\n=! ruled [CBR-6.1]\n"
    good(f"{SHORT}{report}operator: void\n{all_void('CBR-15.3')}")
    good(f"{DEALT}{report}operator: continue\n1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


def test_a_dispute_is_decided_by_the_operator() -> None:
    good(f"{DEALT}! dispute box=1\n=! ruled [CBR-15.4]\n! dispute box=1 review=yes\n=! announced [CBR-15.4]\n"
         f"1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")


@pytest.mark.parametrize("rounds, free, leave", [(2, 0, False), (3, 0, True), (4, 0, True), (3, 1, False)])
def test_an_idle_seat_at_a_full_table(rounds: int, free: int, leave: bool) -> None:
    table = game("cbr/casino-holdem-poker")
    assert isinstance(table, CasinoHoldemPoker)
    assert table.must_leave(rounds, free) == leave
    played = settle(f"{GAME}{DEALT}! idle-seat box=3 rounds={rounds} free={free} ruling=vacate\n=! ruled [CBR-15.6]\n"
                    f"1: call\n2: call\n{ANN_WINS}{BEN_LOSES}")
    assert not played.failures
    assert any("vacates" in getattr(event, "what", "") for event in played.events) == leave
