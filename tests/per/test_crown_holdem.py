"""Crown hold'em poker: what the golden rounds leave out."""

from __future__ import annotations

import pytest

from pitboss.law import Announced, Ruled
from pitboss.law.results import VOID
from pitboss.rulebooks import game, settle
from pitboss.table.acts import Close, CutAt, Shuffled
from pitboss.table.facts import DEALER, Dealt
from pitboss.table.game import BadOption
from pitboss.table.table import Table

ROUND = """game per/crown-holdem-poker
box 1 Ann: ante 10
box 2 Ben: ante 20
deal 1: Kh Kd
deal 2: 8h 7c
deal dealer: Qc Qd
"""
BOARD = "deal board: Ks 8d 5c 3d 2s\n"


def good(text: str) -> None:
    played = settle(text)
    assert not played.failures, played.failures


def test_two_hole_cards_at_a_time_from_the_left_and_no_burn() -> None:
    played = settle(ROUND + BOARD + "1: flop\n2: flop\n1: check\n2: check\n1: check\n2: check\n")
    dealt = [(e.to, len(e.cards), e.face_up, e.clause) for e in played.events if isinstance(e, Dealt)]
    assert dealt == [
        ("1", 2, False, "PER-4.3"), ("2", 2, False, "PER-4.3"), (DEALER, 2, False, "PER-4.3"),
        ("board", 3, True, "PER-4.6"), ("board", 1, True, "PER-4.8"), ("board", 1, True, "PER-4.10"),
    ]


def test_a_shuffler_has_two_decks_in_turn() -> None:
    t = Table(game("per/crown-holdem-poker", {"device": "shuffler"}))
    decks = []
    for _ in range(3):
        play = t.play()
        next(play)
        decks.append(t.state["deck"])
        cut = play.send(Shuffled())
        assert (cut.least, cut.most) == (2, 50)
        play.close()
    assert decks == [2, 1, 2]


@pytest.mark.parametrize(("options", "clause"), [
    ({"device": "shuffler", "backs": "red/red"}, "PER-2.4"), ({"backs": "red/blue"}, "PER-2.2"),
])
def test_second_decks(options: dict[str, str], clause: str) -> None:
    with pytest.raises(BadOption, match=clause.replace(".", r"\.")):
        game("per/crown-holdem-poker", options)
    assert game("per/crown-holdem-poker", {"device": "shuffler", "backs": "red/blue"}).decks == 1


def test_only_defined_wagers_open_a_round() -> None:
    for wager, clause in {"pair plus 5": "3.1", "flop 20": "4.4", "turn 10": "4.7", "river 10": "4.9"}.items():
        refused = f"box 3 Cat: {wager}\n=! refused [PER-{clause}]\ndeal 1"
        good(ROUND.replace("deal 1", refused, 1) + "1: fold\n2: fold\n")


def test_everybody_voids_his_hand_and_the_dealer_extra_is_still_decided() -> None:
    good(ROUND.replace("ante 10", "ante 10, dealer poker extra 5", 1) + "deal board: Qs 8d 5c\n"
         "1: flop\n! cards-without-ante box=3 cards=2c,3c handled=yes\n=! ruled [PER-5.4(b)(ii)]\n1: void\n2: void\n"
         "= 1 Ann ante void [PER-5.4(b)(ii)]\n= 1 Ann flop void [PER-5.4(b)(ii)]\n= 2 Ben ante void [PER-5.4(b)(ii)]\n"
         "= 1 Ann dealer poker extra win 50 [PER-3.34:three-of-a-kind]\n")


def test_a_stray_extra_goes_back_with_the_stray_cards() -> None:
    report = "! cards-without-ante box=3 player=Cat player-poker-extra=5 cards=2c,3c handled="
    good(ROUND + f"{report}no\n= 3 Cat player poker extra void [PER-5.4(a)]\n= 1 Ann ante void [PER-5.4(a)]\n")
    good(ROUND + f"{report}yes\n=! announced [PER-5.4(b)(i)]\n1: continue\n2: continue\n1: fold\n2: fold\n"
         "= 3 Cat player poker extra void [PER-3.32]\n= 1 Ann ante lose 10\n")


def test_players_and_dealer_wrong() -> None:
    good(ROUND + "1: flop\n2: fold\n! wrong-number-of-cards hand=1,dealer looked=yes\n=! ruled [PER-5.5(c)(ii)]\n"
         "=! ruled [PER-5.5(c)(iii)]\n= 1 Ann ante void [PER-5.5(c)(ii)]\n= 1 Ann flop void [PER-5.5(c)(ii)]\n"
         "= 2 Ben ante void [PER-5.5(c)(iii)(1)]\n")


def test_an_extra_lost_by_a_fold_stays_lost_though_the_dealer_is_wrong() -> None:
    text = ROUND.replace("ante 20", "ante 20, player poker extra 5") + "1: flop\n2: fold\n"
    good(text + "! wrong-number-of-cards hand=dealer looked=yes\n= 2 Ben ante void [PER-5.5(c)(iii)(1)]\n"
         "= 2 Ben player poker extra lose 5 [PER-3.33(b)(iii)]\n= 1 Ann ante win 10 [PER-5.5(c)(iii)(2)]\n")


def test_who_forgot_the_flop_wager_has_no_turn() -> None:
    text = ROUND + BOARD + "! missed-wager box=1 wager=flop inadvertent=yes\n=! ruled [PER-5.9(e)(i)]\n2: flop\n"
    good(text + "1: turn 10\n=! refused [PER-5.9(e)(ii)]\n2: check\n2: check\n= 1 Ann ante stand-off [PER-3.6(a)]\n"
         "= 2 Ben flop lose 40\n")


def test_a_short_flop_wager_off_the_unit_goes_down_to_the_unit_below() -> None:
    text = ROUND.replace("box 1", "option betting-unit=5\nbox 1", 1) + BOARD
    good(text + "! wrong-wager box=1 wager=flop amount=17 noticed=after-first-card\n=! ruled [PER-5.10(b)]\n2: fold\n"
         "1: check\n1: check\n= 1 Ann flop win 15 [PER-3.37]\n")


def test_flop_wagers_outside_the_sign() -> None:
    text = ROUND.replace("box 1", "option minimum=10 maximum=50\nbox 1", 1) + BOARD
    end = "2: fold\n1: check\n1: check\n"
    good(text + "! wrong-wager box=1 wager=flop amount=5 noticed=after-first-card\n=! ruled [PER-5.10(a)]\n" + end
         + "= 1 Ann flop win 5 [PER-3.37]\n")
    played = settle(text + "! wrong-wager box=1 wager=flop amount=200\n=! ruled [PER-5.9(b)]\n" + end
                    + "= 1 Ann flop win 20 [PER-3.37]\n")
    assert not played.failures
    advised = [event.clause for event in played.events if isinstance(event, Announced) and "wagers here" in event.what]
    assert advised == ["PER-5.10(c)"]


@pytest.mark.parametrize("noticed", ["settlement", "after-first-card"])
@pytest.mark.parametrize(("amount", "clause", "counts"), [
    (3, "5.10(a)", 3), (17, "5.10(b)", 15), (15, "5.9(a)", 15), (38, "5.9(b)", 20), (110, "5.9(b)", 20),
])
def test_when_a_wrong_wager_was_noticed_changes_nothing(noticed: str, amount: int, clause: str, counts: int) -> None:
    text = ROUND.replace("box 1", "option minimum=5 maximum=50 betting-unit=5\nbox 1", 1) + BOARD
    good(text + f"! wrong-wager box=1 wager=flop amount={amount} noticed={noticed}\n=! ruled [PER-{clause}]\n"
         f"2: fold\n1: check\n1: check\n= 1 Ann flop win {counts} [PER-3.37]\n")


def test_an_ante_is_measured_with_what_lies_there_already() -> None:
    text = ROUND.replace("box 1", "option minimum=5 maximum=100\nbox 1", 1)
    good(text.replace("deal 1", "! wrong-wager box=1 wager=ante amount=95\n=! ruled [PER-5.10(c)]\ndeal 1", 1)
         + "1: fold\n2: fold\n= 1 Ann ante lose 100\n")
    good(text.replace("deal 1", "! wrong-wager box=1 wager=ante amount=3\n=! referred\ndeal 1", 1)
         + "1: fold\n2: fold\n= 1 Ann ante lose 10\n")


def test_who_left_the_flop_wager_out_on_purpose_has_picked_up_his_cards() -> None:
    good(ROUND + BOARD + "! missed-wager box=1 inadvertent=no\n=! ruled [PER-3.35]\n"
         "! cards-without-ante box=4 cards=As\n=! ruled [PER-5.4(b)(ii)]\n2: continue\n2: fold\n"
         "= 1 Ann ante lose 10\n= 2 Ben ante lose 20\n")


@pytest.mark.parametrize(("report", "clause"), [
    ("payment-withheld box=1 hours=73", "5.14"), ("idle-seat box=3 player=Cat rounds=2", "6.6"),
    ("wrong-wager box=1 player=Cat wager=flop amount=19", "3.35"),
])
def test_what_is_refused_is_not_ruled(report: str, clause: str) -> None:
    played = settle(ROUND + f"! {report}\n=! refused [PER-{clause}]\n1: fold\n2: fold\n")
    assert not played.failures
    assert not [event for event in played.events if isinstance(event, Ruled)]


def test_whoever_has_an_extra_alone_is_not_idle() -> None:
    for extra in ("box 3 Cat: dealer poker extra 5", "box 1 Cat: player poker extra 5"):
        good(ROUND.replace("deal 1", f"{extra}\n! idle-seat box=3 player=Cat rounds=3\n=! refused\ndeal 1", 1)
             + BOARD + "1: fold\n2: fold\n")


def test_a_rider_is_returned_when_the_ante_is_taken_back() -> None:
    good(ROUND.replace("deal 1", "box 1 Cat: player poker extra 5\n1 Ann: remove ante\ndeal 2:", 1).replace(
        "deal 2:: Kh Kd\n", "") + "2: fold\n= 1 Cat player poker extra void [PER-3.32]\n= 2 Ben ante lose 20\n")


def test_excluded_without_a_void_hand_plays_the_round_out() -> None:
    good(ROUND + BOARD + "1: flop\n! contravention player=Ann\noperator: no sanction\noperator: exclude\n2: fold\n"
         "1: check\n1: check\n= 1 Ann flop win 20\n")


def test_a_rider_who_breaks_the_rules_loses_only_his_own_wagers() -> None:
    text = ROUND.replace("deal 1", "box 1 Cat: player poker extra 5\ndeal 1", 1) + BOARD
    good(text + "! device-used player=Cat device=computer ruling=void\n=! ruled [PER-6.8]\n1: flop\n2: fold\n1: check\n"
         "1: check\n= 1 Cat player poker extra void [PER-6.9(a)]\n= 1 Ann flop win 20\n")


def test_reports_that_do_not_fit_change_nothing() -> None:
    for report in ("cards-without-ante box=1 handled=yes", "wrong-number-of-cards hand=5 looked=yes",
                   "contravention player=Zoe", "contravention box=7"):
        good(ROUND + f"! {report}\n=! refused\n1: fold\n2: fold\n= 1 Ann ante lose 10\n= 2 Ben ante lose 20\n")


def test_a_players_exposed_card_voids_the_round_until_a_player_acts() -> None:
    good(ROUND + "! card-exposed box=1\n=! ruled [PER-5.6]\n= 1 Ann ante void\n= 2 Ben ante void\n")


def test_a_players_card_exposed_after_a_player_acted_is_for_the_supervisor() -> None:
    good(ROUND + "1: fold\n! card-exposed box=2\n=! referred\n2: fold\n")


@pytest.mark.parametrize("reason", ["fire", "fraud"])
def test_an_outcome_called_off(reason: str) -> None:
    clause = "PER-6.4(b)" if reason == "fraud" else "PER-6.4(a)"
    played = settle(ROUND + f"1: fold\n! invalidated reason={reason}\n")
    assert {(line.outcome, str(line.clause)) for line in played.lines} == {(VOID, clause)}


def test_nobody_bets_and_nothing_is_dealt() -> None:
    t = Table(game("per/crown-holdem-poker"))
    play = t.play()
    next(play)
    play.send(Shuffled())
    play.send(CutAt(20))
    with pytest.raises(StopIteration):
        play.send(Close())
    assert not t.hands
