"""Sections 11 to 13: what the golden rounds leave out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.law import Announced, Refused, Ruled
from pitboss.rulebooks import settle
from pitboss.rulebooks.nsw.texas_holdem_bonus import TexasHoldemBonusPoker
from pitboss.table.acts import Answer, Cards, Choice, Close, Irregular, Lapse, Place, Shuffled
from pitboss.table.facts import Dealt, Shown
from pitboss.table.requests import Asked, Reveal
from pitboss.table.script import Played, Unplayable
from pitboss.table.table import Table

ID = "nsw/texas-holdem-bonus-poker"
WAGERS = f"game {ID}\nbox 1 Ann: ante 10\nbox 2 Ben: ante 20\n"
CARDS = """deal 1: Ah Kd
deal 2: Qh 3d
deal dealer: 9c 9d
deal board: As 7h 4c 2d Js
"""
ROUND = WAGERS + CARDS
FLOP = "1: flop 20\n2: flop 40\n"
CHECKS = "1: check\n2: check\n1: check\n2: check\n"
RESULT = "= 1 Ann ante stand-off\n= 1 Ann flop win 20\n= 2 Ben ante lose 20\n= 2 Ben flop lose 40\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def clauses(played: Played, kind: type[Ruled] | type[Announced]) -> list[str]:
    return [str(event.clause) for event in played.events if isinstance(event, kind)]


def void(clause: str, *wagers: str) -> str:
    return "".join(f"= {wager} void [NSW-{clause}]\n" for wager in wagers)


# -- 11.1 to 11.8 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("report, clause", [
    ("card-exposed hand=dealer", "11.4.1"), ("card-exposed hand=board card=flop", "11.5"),
    ("card-exposed hand=board card=river", "11.5"), ("card-exposed box=1", "11.2"),
])
def test_cards_shown_before_anyone_has_decided(report: str, clause: str) -> None:
    good(ROUND + f"! {report}\n=! ruled [NSW-11.3]\n" + void(clause, "1 Ann ante", "2 Ben ante"))


@pytest.mark.parametrize("report, clause", [
    ("card-exposed hand=board", "11.2"), ("card-exposed", "11.2"), ("wrong-number-of-cards hand=board", "11.1"),
])
def test_the_first_cards_dealt_may_be_the_wrong_ones(report: str, clause: str) -> None:
    """The report comes in the place of the five cards."""
    good(WAGERS + f"no more bets\n! {report}\n=! ruled [NSW-{clause}]\n" + void(clause, "1 Ann ante", "2 Ben ante"))


@pytest.mark.parametrize("whose", ["box=3", "hand=3", "box=99"])
def test_cards_shown_of_a_hand_that_is_not_there(whose: str) -> None:
    played = good(ROUND + f"! card-exposed {whose}\n=! refused\n" + FLOP + CHECKS + RESULT)
    assert not clauses(played, Ruled), "nothing was ruled"


def test_dealers_card_shown_while_dealing() -> None:
    good(f"game {ID}\noption dealing=shoe\nbox 1 Ann: ante 10\ndeal board: As 7h 4c 2d Js\ndeal 1: Ah\n"
         "deal dealer: 9c\n! card-exposed hand=dealer\n=! ruled [NSW-11.2]\n= 1 Ann ante void [NSW-11.2]\n")


@pytest.mark.parametrize("report, clause", [
    ("card-exposed hand=dealer", "11.4.2"), ("card-exposed hand=board card=turn", "11.6"),
    ("card-exposed hand=board card=river", "11.6"),
])
def test_cards_shown_after_a_flop_wager_change_nothing(report: str, clause: str) -> None:
    good(ROUND + f"1: flop 20\n! {report}\n=! ruled [NSW-{clause}]\n2: flop 40\n" + CHECKS + RESULT)


def test_a_flop_wager_of_a_hand_folded_since_counts() -> None:
    good(f"game {ID}\nbox 1 Ann: ante 10\nbox 2 Ben: ante 20\n" + CARDS + FLOP
         + "1: fold\n! card-exposed hand=dealer\n=! ruled [NSW-11.4.2]\n2: check\n2: check\n= 2 Ben flop lose 40\n"
           "= 2 Ben ante lose 20\n= 1 Ann ante lose 10\n= 1 Ann flop lose 20\n")


@pytest.mark.parametrize("report", [
    "card-exposed box=2", "card-exposed hand=board card=flop", "card-exposed hand=board", "card-exposed",
])
def test_silent_law_on_cards_shown_later(report: str) -> None:
    good(ROUND + f"1: flop 20\n! {report}\n=! referred\n2: flop 40\n" + CHECKS + RESULT)


def test_a_turn_that_lies_open_is_not_shown_early() -> None:
    good(ROUND + FLOP + "1: check\n2: check\n! card-exposed hand=board card=turn\n1: check\n2: check\n" + RESULT)
    good(ROUND + FLOP + "1: check\n2: check\n1: check\n! card-exposed hand=board card=turn\n=! referred\n2: check\n"
         + RESULT)


def test_surplus_hand_after_handling_is_discarded() -> None:
    good(ROUND + "! cards-without-ante box=3 cards=Ks,Qd handled=yes\n=! ruled [NSW-11.8]\n=! announced [NSW-11.8]\n"
         + FLOP + CHECKS + RESULT)


def test_whoever_decided_has_handled_cards() -> None:
    good(ROUND + "1: flop 20\n! cards-without-ante box=3 cards=Ks,Qd\n=! ruled [NSW-11.8]\n2: flop 40\n" + CHECKS
         + RESULT)
    good(ROUND + FLOP + CHECKS + "1: concede\n! cards-without-ante box=3 cards=Ks,Qd\n=! ruled [NSW-11.8]\n"
         "= 1 Ann ante lose 10 [NSW-10.2]\n= 1 Ann flop lose 20\n= 2 Ben ante lose 20\n= 2 Ben flop lose 40\n")
    good(ROUND + "! cards-without-ante box=3 cards=Ks,Qd\n" + void("11.7", "1 Ann ante", "2 Ben ante"))


@pytest.mark.parametrize("handled", ["yes", "no"])
def test_a_folded_hand_was_dealt_for_an_ante(handled: str) -> None:
    good(ROUND + f"1: fold\n! cards-without-ante box=1 handled={handled}\n=! refused\n2: fold\n"
         "= 1 Ann ante lose 10\n= 2 Ben ante lose 20\n")


@pytest.mark.parametrize("facts", ["box=1 cards=Ks,Qd handled=yes", "box=8 handled=no", "box=3 cards=Ah handled=yes",
                                   "handled=no", "box=3 cards=zz handled=yes"])
def test_surplus_hand_that_cannot_be(facts: str) -> None:
    good(ROUND + f"! cards-without-ante {facts}\n=! refused\n" + FLOP + CHECKS + RESULT)


def test_wrong_number_of_cards_names_a_hand_on_the_table() -> None:
    good(ROUND + "! wrong-number-of-cards hand=3\n=! refused\n" + FLOP + CHECKS + RESULT)


# -- 11.9 ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("report", ["missing-card", "foreign-card"])
def test_wrong_deck(report: str) -> None:
    played = good(ROUND + f"! {report}\n=! ruled [NSW-11.9.1]\n" + void("11.9.2", "1 Ann ante", "2 Ben ante"))
    assert clauses(played, Announced) == ["NSW-11.9.3", "NSW-11.9.4"]


def test_wrong_deck_found_before_a_round_voids_nothing() -> None:
    good(WAGERS + "! missing-card\n=! ruled [NSW-11.9.1]\n" + CARDS + FLOP + CHECKS + RESULT)


def test_what_was_paid_already_comes_back() -> None:
    """Ben's hand is settled when the cards of box 1 are turned up."""
    played = good(ROUND + FLOP + CHECKS + "2: concede\n! missing-card\n=! ruled [NSW-11.9]\n"
                  + void("11.9.2", "1 Ann ante", "1 Ann flop", "2 Ben ante", "2 Ben flop"))
    assert played.net == {"Ann": 0, "Ben": 0}


# -- 11.10 and 11.11 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", ["15", "25"])
def test_wrong_flop_wager_put_right(amount: str) -> None:
    played = good(ROUND + f"! wrong-wager box=1 wager=flop amount={amount} noticed=before-flop\n=! ruled [NSW-11.10]\n"
                  "1: flop 20\n2: flop 40\n" + CHECKS + RESULT)
    assert played.net == {"Ann": 2000, "Ben": -6000}


def test_wrong_flop_wager_left_without_an_answer() -> None:
    good(ROUND + "! wrong-wager box=1 wager=flop amount=15 noticed=before-flop\n! no-decision box=1\n2: fold\n"
         "= 1 Ann ante lose 10 [NSW-11.13]\n= 1 Ann flop void [NSW-11.10.2]\n= 2 Ben ante lose 20\n")


def test_a_check_does_not_correct_a_flop_wager() -> None:
    good(ROUND + "! wrong-wager box=1 wager=flop amount=15 noticed=before-flop\n1: check\n=! refused [NSW-11.10]\n"
         "1: flop 20\n2: flop 40\n" + CHECKS + RESULT)


def test_short_wager_is_settled_as_staked() -> None:
    played = good(ROUND + "! wrong-wager box=1 wager=flop amount=19.50 noticed=settlement\n=! ruled [NSW-11.11.1]\n"
                  "2: flop 40\n" + CHECKS + RESULT.replace("win 20", "win 19.50"))
    assert clauses(played, Ruled).count("NSW-11.11.1") == 2


def test_oversize_wager_is_collected_to_the_maximum_from_who_folds() -> None:
    played = good(ROUND + "! wrong-wager box=1 wager=flop amount=25 noticed=settlement\n=! ruled [NSW-11.11.2]\n"
                  "2: flop 40\n1: fold\n2: check\n2: check\n= 1 Ann flop lose 20 [NSW-9.2.1]\n= 1 Ann ante lose 10\n"
                  "= 2 Ben flop lose 40\n= 2 Ben ante lose 20\n")
    assert played.net == {"Ann": -3000, "Ben": -6000}


@pytest.mark.parametrize("facts", [
    "box=1 wager=flop amount=20 noticed=settlement", "box=1 wager=turn amount=9 noticed=settlement",
    "box=1 wager=ante amount=5 noticed=settlement", "box=1 player=Ben wager=flop amount=15 noticed=settlement",
    "box=1 player=Cat wager=flop amount=15 noticed=before-flop",
])
def test_reports_of_wagers_that_do_not_fit(facts: str) -> None:
    good(ROUND + f"! wrong-wager {facts}\n=! referred\n" + FLOP + CHECKS + RESULT)


# -- 11.12 and 11.13 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name, clause", [
    ("play first", "11.12.1"), ("separate", "11.12.2"), ("english only", "11.12.3"),
])
def test_directions_against_collusion(name: str, clause: str) -> None:
    played = good(ROUND + f"! collusion box=1\n=! ruled [NSW-11.12]\nsupervisor: {name}\n" + FLOP + CHECKS + RESULT)
    assert f"NSW-{clause}" in clauses(played, Announced)
    named = good(ROUND + f"! collusion ruling={name.replace(' ', '-')}\n=! announced [NSW-{clause}]\n" + FLOP + CHECKS)
    assert f"NSW-{clause}" in clauses(named, Announced)


def test_a_supervisor_may_leave_it() -> None:
    played = good(ROUND + "! collusion box=1\n" + FLOP + CHECKS + RESULT)
    assert not [clause for clause in clauses(played, Announced) if clause.startswith("NSW-11")]


def test_all_directions_at_once() -> None:
    played = good(ROUND + "! collusion\nsupervisor: separate\nsupervisor: play first\nsupervisor: english only\n"
                  + FLOP + CHECKS + RESULT)
    assert clauses(played, Announced)[:3] == ["NSW-11.12.2", "NSW-11.12.1", "NSW-11.12.3"]


@pytest.mark.parametrize("kind", ["no-decision", "player-absent"])
def test_nothing_is_due_from_who_has_acted(kind: str) -> None:
    good(ROUND + f"1: flop 20\n! {kind} box=1\n=! referred\n! {kind} box=3\n=! referred\n2: flop 40\n" + CHECKS
         + RESULT)


def test_an_absent_player_behind_the_one_to_act() -> None:
    good(ROUND + "! player-absent box=2\n=! ruled [NSW-11.13]\n1: flop 20\n1: check\n1: check\n"
         "= 1 Ann ante stand-off\n= 1 Ann flop win 20\n= 2 Ben ante lose 20 [NSW-11.13]\n")


# -- 12 ------------------------------------------------------------------------------------------------


def test_device_jams_before_the_deal() -> None:
    t = Table(TexasHoldemBonusPoker())
    play = t.play()
    shuffle = next(play)
    assert type(play.send(Shuffled())) is not type(shuffle)
    play.send(Place(1, "Ann", (("ante", 1000),)))
    again = play.send(Irregular("device-jam", {}))
    assert type(again) is type(shuffle) and again.clause == "NSW-12.1"
    play.send(Shuffled())
    assert t.wagers, "a jam takes no wager away"


def test_device_jams_while_the_other_deck_is_in_play() -> None:
    good(ROUND + "! device-jam\n=! ruled [NSW-12.1]\n" + FLOP + CHECKS + RESULT)


def test_device_fails() -> None:
    played = good(ROUND + "! device-malfunction\n=! ruled [NSW-12.2.2]\n" + void("12.2.1", "1 Ann ante", "2 Ben ante"))
    assert clauses(played, Announced) == ["NSW-12.2.3"]


@pytest.mark.parametrize("kind", ["device-jam", "device-malfunction"])
def test_a_shoe_does_not_malfunction(kind: str) -> None:
    text = ROUND.replace("box 1", "option dealing=shoe\nbox 1", 1)
    good(text + f"! {kind}\n=! referred\n" + FLOP + CHECKS + RESULT)


# -- 13.1 to 13.5 --------------------------------------------------------------------------------------


@pytest.mark.parametrize("holder, duty, clause", [
    ("inspector", "yes", "13.2"), ("employee", "yes", "13.2"), ("employee", "no", "13.1"), ("player", "yes", "13.1"),
])
def test_who_may_hold_a_device(holder: str, duty: str, clause: str) -> None:
    good(ROUND + f"! prohibited-device holder={holder} on-duty={duty} ruling=none\n=! ruled [NSW-{clause}]\n"
         + FLOP + CHECKS + RESULT)


@pytest.mark.parametrize("sanction, clause", [("exclude", "13.3.2"), ("exclude-from-casino", "13.3.3")])
def test_who_is_excluded_wagers_no_more(sanction: str, clause: str) -> None:
    good(ROUND + f"! prohibited-device box=1 ruling=void,{sanction}\n=! announced [NSW-{clause}]\n"
         "2: flop 40\n2: check\n2: check\n= 1 Ann ante void [NSW-13.3.1]\n= 2 Ben ante lose 20\n= 2 Ben flop lose 40\n"
         f"box 1 Ann: ante 10\n=! refused [NSW-{clause}]\nbox 3 Cat: ante 10\ndeal 3: 2h 7c\ndeal dealer: Tc Td\n"
         "deal board: Ac 7d 4s 2s Jd\n3: fold\n= 3 Cat ante lose 10\n")


def test_sanctions_one_by_one() -> None:
    played = good(ROUND + "! prohibited-device box=1\nsupervisor: detain\nsupervisor: void\n"
                  "supervisor: no action\n2: fold\n= 1 Ann ante void [NSW-13.3.1]\n= 2 Ben ante lose 20\n")
    assert "NSW-13.3.4" in clauses(played, Announced)


def test_a_wager_voided_before_the_first_card_brings_no_cards() -> None:
    t = Table(TexasHoldemBonusPoker())
    play = t.play()
    next(play)
    for answer in (Shuffled(), Place(1, "Ann", (("ante", 1000),)), Place(2, "Ben", (("ante", 1000),)), Close(),
                   Irregular("prohibited-device", {"player": "Ann", "ruling": "void"}),
                   Cards(("As", "7h", "4c", "2d", "Js")), Cards(("Qh", "3d"))):
        play.send(answer)
    play.send(Cards(("9c", "9d")))
    assert list(t.hands) == ["board", "2", "dealer"]
    assert [(line.player, line.outcome) for line in t.lines] == [("Ann", "void")]


def test_a_hand_voided_in_mid_deal_gets_no_more_cards() -> None:
    good(WAGERS + "deal board: As 7h 4c 2d Js\n! prohibited-device box=1 ruling=void\ndeal 2: Qh 3d\n"
         "deal dealer: 9c 9d\n1: flop\n=! refused\n2: fold\n= 1 Ann ante void [NSW-13.3.1]\n= 2 Ben ante lose 20\n")
    shoe = WAGERS.replace("box 1", "option dealing=shoe\nbox 1", 1)
    played = good(shoe + "deal board: As 7h 4c 2d Js\ndeal 1: Ah\n! prohibited-device box=1 ruling=void\n"
                  "deal 2: Qh 3d\ndeal dealer: 9c 9d\n2: fold\n= 1 Ann ante void [NSW-13.3.1]\n= 2 Ben ante lose 20\n")
    assert played.net == {"Ann": 0, "Ben": -2000}


def test_a_void_hand_is_not_a_folded_one() -> None:
    """What the player tries then is out of place, not a fold taken back."""
    played = good(ROUND + "! prohibited-device box=1 ruling=void\n1: flop 20\n=! refused\n2: fold\n"
                  "= 1 Ann ante void\n= 2 Ben ante lose 20\n")
    assert not [event for event in played.events if isinstance(event, Refused)]


@pytest.mark.parametrize("report, clause", [
    ("prohibited-device box=1 ruling=void", "13.3.1"), ("wager-refused box=1", "13.11"),
])
def test_nothing_is_dealt_when_the_last_wager_is_gone(report: str, clause: str) -> None:
    alone = f"game {ID}\nbox 1 Ann: ante 10\nno more bets\n"
    played = good(alone + f"! {report}\n= 1 Ann ante void [NSW-{clause}]\n")
    assert not [event for event in played.events if isinstance(event, Dealt)]


def test_nothing_is_turned_up_when_the_last_wager_is_gone() -> None:
    played = good(ROUND + "1: fold\n2: flop 40\n2: check\n! prohibited-device box=2 ruling=void,detain\n"
                  "= 1 Ann ante lose 10\n= 2 Ben ante void [NSW-13.3.1]\n= 2 Ben flop void [NSW-13.3.1]\n")
    assert [event.hand for event in played.events if isinstance(event, Shown)] == ["board"]
    assert "NSW-13.3.4" in clauses(played, Announced)


def settled_up_to(box: str) -> tuple[Table, Callable[[Answer], Asked]]:
    """A round with Ann on box 1 and Ben on box 2, who both win, up to the turning of one hand."""
    t = Table(TexasHoldemBonusPoker())
    play = t.play()
    next(play)
    answers: list[Answer] = [
        Shuffled(), Place(1, "Ann", (("ante", 1000),)), Place(2, "Ben", (("ante", 1000), ("ante bonus", 500))), Close(),
        Cards(("As", "7h", "4c", "2d", "Js")), Cards(("Ah", "Kd")), Cards(("Jh", "Jd")), Cards(("9c", "9d")),
        Choice("1", "flop"), Choice("2", "flop"), Cards(()), Choice("1", "check"), Choice("2", "check"), Cards(()),
        Choice("1", "check"), Choice("2", "check"), Cards(()), Cards(()), Lapse(), Lapse(),
    ]
    for answer in answers:
        request = play.send(answer)
    while not (isinstance(request, Reveal) and request.hand == box):
        request = play.send(Cards(()))
    return t, play.send


def test_a_win_paid_already_is_void_with_the_persons_other_wagers() -> None:
    """Ben is settled first; then the device is found, while Ann's hand is turned up."""
    t, send = settled_up_to("1")
    assert t.net["Ben"] == 7000 - 1000 + 1000
    send(Irregular("prohibited-device", {"box": "2", "ruling": "void"}))
    paid = {(line.wager, line.outcome): str(line.clause) for line in t.lines if line.player == "Ben"}
    assert paid == {("ante", "stand-off"): "NSW-10.10:ante", ("ante bonus", "void"): "NSW-13.3.1",
                    ("flop", "void"): "NSW-13.3.1"}
    assert t.net["Ben"] == 0
    with pytest.raises(StopIteration):
        send(Cards(()))
    assert t.net == {"Ann": 2000, "Ben": 0} and t.house == -2000


@pytest.mark.parametrize("report, clause", [
    ("missing-card", "NSW-11.9.2"), ("wrong-number-of-cards", "NSW-11.1"), ("device-malfunction", "NSW-12.2.1"),
])
def test_a_round_void_in_mid_settlement(report: str, clause: str) -> None:
    t, send = settled_up_to("1")
    with pytest.raises(StopIteration):
        send(Irregular(report, {"hand": "1"} if report == "wrong-number-of-cards" else {}))
    assert {str(line.clause) for line in t.lines} == {clause}
    assert (t.net, t.house, t.layout) == ({"Ann": 0, "Ben": 0}, 0, 0)


def test_who_is_excluded_has_no_wrong_wager_either() -> None:
    good(ROUND + "! prohibited-device box=1 ruling=void,exclude\n2: fold\n= 1 Ann ante void\n= 2 Ben ante lose 20\n"
         "! wrong-wager box=1 player=Ann wager=ante amount=0.50 noticed=after-first-card\n=! refused [NSW-13.3.2]\n")


@pytest.mark.parametrize("facts", ["box=1 ruling=hang", "box=5 ruling=void"])
def test_sanctions_that_do_not_exist(facts: str) -> None:
    good(ROUND + f"! prohibited-device {facts}\n=! refused\n" + FLOP + CHECKS + RESULT)


OFFICES = ["casino-supervisor", "gaming-supervisor", "assistant-gaming-manager"]


@pytest.mark.parametrize("office", OFFICES)
def test_supervisors_of_every_rank_may_decide(office: str) -> None:
    good(ROUND + f"! invalidated reason=fire by={office}\n" + void("13.4.1", "1 Ann ante", "2 Ben ante"))


@pytest.mark.parametrize("report", [
    "invalidated reason=fire", "invalidated reason=fraud", "prohibited-device box=1 ruling=void", "collusion",
])
def test_a_dealer_may_not_decide(report: str) -> None:
    good(ROUND + f"! {report} by=dealer\n=! refused [NSW-1.1:casino-supervisor]\n" + FLOP + CHECKS + RESULT)


@pytest.mark.parametrize("reason", ["civil-commotion", "fire", "riot", "brawl", "robbery", "act-of-god"])
def test_grounds_to_invalidate(reason: str) -> None:
    good(ROUND + f"! invalidated reason={reason}\n" + void("13.4.1", "1 Ann ante", "2 Ben ante"))


def test_other_grounds_are_not_in_the_rules() -> None:
    with pytest.raises(Unplayable, match="reason=boredom: write civil-commotion or"):
        good(ROUND + "! invalidated reason=boredom\n" + FLOP + CHECKS + RESULT)


@pytest.mark.parametrize("says, outcome", [
    ("supervisor: forfeit\n", "lose 20 [NSW-13.5]"), ("supervisor: refund\n", "void [NSW-13.4.2]"),
    ("", "void [NSW-13.4.2]"),
])
def test_a_supervisor_decides_on_a_frauds_wagers(says: str, outcome: str) -> None:
    played = good(ROUND + f"1: fold\n! invalidated reason=fraud box=2\n{says}"
                  f"= 1 Ann ante void [NSW-13.4.2]\n= 2 Ben ante {outcome}\n")
    assert played.net["Ann"] == 0


def test_fraud_of_somebody_without_a_wager() -> None:
    good(ROUND + "! invalidated reason=fraud forfeit=yes\n" + void("13.4.2", "1 Ann ante", "2 Ben ante"))


# -- 13.6 to 13.14 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("report, clause", [
    ("advice by=staff", "13.6"), ("advice by=staff compliance=yes", "13.6"), ("advice by=spectator", "13.7"),
    ("advice by=player requested=yes", "13.7"), ("side-bet", "13.10"), ("dispute", "13.12"),
])
def test_conduct(report: str, clause: str) -> None:
    played = good(ROUND + f"! {report}\n=! ruled [NSW-{clause}]\n" + FLOP + CHECKS + RESULT)
    allowed = "yes" in report
    said = [event.what for event in played.events if isinstance(event, Ruled) and event.clause == f"NSW-{clause}"]
    assert ("allowed" in said[0] or "may" in said[0]) == allowed


def test_dispute_ends_with_the_operator() -> None:
    assert "NSW-13.13" in clauses(good(ROUND + "! dispute\n" + FLOP + CHECKS + RESULT), Announced)


@pytest.mark.parametrize("minutes, ok", [(None, False), (0, False), (19.98, False), (20, True), (25, True)])
def test_closing_a_table_needs_twenty_minutes_on_a_sign(minutes: float | None, ok: bool) -> None:
    shown = None if minutes is None else 1000.0
    refused = TexasHoldemBonusPoker().refuse_closing_table(shown, 1000.0 + 60 * (minutes or 0))
    assert (refused is None) == ok


def test_a_wager_refused_before_the_first_card() -> None:
    good(f"game {ID}\nbox 1 Ann: ante 10, ante bonus 5\nbox 2 Ben: ante 20, ante bonus 5\n"
         "! wager-refused box=1 wager=ante\n=! ruled [NSW-13.11]\n! wager-refused box=2 wager=ante-bonus by=dealer\n"
         "=! refused [NSW-1.1:casino-supervisor]\n! wager-refused box=2 wager=ante-bonus\n"
         "! wager-refused box=2 wager=flop\n=! refused\n"
         "deal 2: Qh 3d\ndeal dealer: 9c 9d\ndeal board: As 7h 4c 2d Js\n2: fold\n"
         "= 1 Ann ante void [NSW-13.11]\n= 1 Ann ante bonus void [NSW-13.11]\n= 2 Ben ante bonus void [NSW-13.11]\n"
         "= 2 Ben ante lose 20\n")


def test_no_wager_is_refused_after_the_first_card() -> None:
    good(ROUND + "! wager-refused box=1 wager=ante\n=! referred\n" + FLOP + CHECKS + RESULT)


# -- 13.9 ----------------------------------------------------------------------------------------------

BOARDS = ("As 7h 4c 2d Js", "Ac 7d 4h 2s Jd", "Ad 7c 4s 2h Jc", "Ah 7s 4d 2c Jh")
HOLES = ("Kh Qd", "Kc 3d", "Ks 3c", "Kd 3h", "Qh 5d", "Qc 5h", "Qs 5c")


def rounds_without_dan(*seats: int) -> str:
    """Rounds with so many boxes; Dan on box 4 wagers only in the first."""
    text = f"game {ID}\n"
    for number, most in enumerate(seats):
        boxes = [box for box in range(1, most + 1) if box != 4 or number == 0]
        text += "".join(f"box {box} P{box}: ante 5\n" for box in boxes)
        text += "".join(f"deal {box}: {HOLES[box - 1]}\n" for box in boxes)
        text += f"deal dealer: 9c 9d\ndeal board: {BOARDS[number]}\n"
        text += "".join(f"{box}: fold\n" for box in boxes)
    return text


@pytest.mark.parametrize("seats, leaves", [
    ((7, 7, 7, 7), True), ((7, 7, 7), False), ((6, 6, 6, 6), False), ((6, 7, 7, 7), True), ((6, 6, 7, 7), False),
    ((6, 6, 6, 7), False),
])
def test_idle_seat(seats: tuple[int, ...], leaves: bool) -> None:
    report = "! idle-seat box=4\n" + ("" if leaves else "=! refused [NSW-13.9]\n")
    played = good(rounds_without_dan(*seats) + report + "! idle-seat box=8\n=! refused\n")
    vacated = [e for e in played.events if isinstance(e, Ruled) and "vacates" in e.what]
    assert bool(vacated) == leaves


def test_who_wagers_again_keeps_the_seat() -> None:
    good(rounds_without_dan(7, 7, 7, 7) + "box 4 P4: ante 5\n! idle-seat box=4\n=! refused [NSW-13.9]\n"
         "deal 4: Ac Ad\ndeal dealer: 9c 9d\ndeal board: Kh 7s 4d 2c Jh\n4: fold\n= 4 P4 ante lose 5\n")


def test_a_seat_taken_by_another_is_left() -> None:
    play = TexasHoldemBonusPoker()
    t = Table(play)
    t.place(1, "Ann", "ante", 500)
    t.place(2, "Ben", "ante", 500)
    play.take_seats(t)
    assert play.seated(t) == {"Ann": 1, "Ben": 2}
    later = Table(play, t.state)
    later.place(2, "Cat", "ante", 500)
    play.take_seats(later)
    assert later.state["seats"] == {"1": "Ann", "2": "Cat"}
    assert later.state["idle"] == {"Ann": 0, "Cat": 0}
    moved = Table(play, later.state)
    moved.place(5, "Ann", "ante", 500)
    play.take_seats(moved)
    assert moved.state["seats"] == {"2": "Cat", "5": "Ann"}
    assert moved.state["idle"] == {"Cat": 0, "Ann": 0}


def test_a_table_without_wagers_plays_no_round() -> None:
    play = TexasHoldemBonusPoker()
    t = Table(play)
    t.state |= {"seats": {"1": "Ann"}, "idle": {"Ann": 1}}
    play.take_seats(t)
    assert t.state["idle"] == {"Ann": 1}


# -- wagers beside a missing ante ------------------------------------------------------------------------------


def test_other_wagers_of_a_box_without_an_ante_come_back_on_their_own_lines() -> None:
    stray = "! cards-without-ante box=3 player=Cat ante-bonus=5 cards=Ks,Qd handled="
    good(ROUND + stray + "no\n" + void("11.7", "1 Ann ante", "2 Ben ante", "3 Cat ante bonus") + "= net Cat 0\n")
    good(ROUND + stray + "yes\n=! ruled [NSW-11.8]\n" + FLOP + CHECKS + RESULT
         + "= 3 Cat ante bonus void [NSW-5.3]\n= net Cat 0\n")


LIMITS = "game nsw/texas-holdem-bonus-poker\noption minimum=5 maximum=500\n"


@pytest.mark.parametrize(("amount", "clause", "paid"), [
    ("500.01", "11.11.2", "500"), ("600", "11.11.2", "500"), ("4", "11.11.1", "4"),
])
def test_an_ante_of_the_wrong_size_found_at_settlement(amount: str, clause: str, paid: str) -> None:
    text = (f"! wrong-wager box=1 player=Ann wager=ante amount={amount} noticed=settlement\n"
            f"=! ruled [NSW-{clause}]\ndeal 1: 2h 7d\ndeal dealer: As Ah\ndeal board: Ad Kc 9s 4h 3c\n"
            f"1: fold\n= 1 Ann ante lose {paid}\n")
    good(LIMITS + text)


@pytest.mark.parametrize("amount", ["500", "5"])
def test_an_ante_at_the_limit_is_no_wrong_wager(amount: str) -> None:
    good(f"{LIMITS}! wrong-wager box=1 player=Ann wager=ante amount={amount} noticed=settlement\n=! referred\n")
