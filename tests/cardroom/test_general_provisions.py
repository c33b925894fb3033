"""Melbourne poker, chapter 18: what nobody may do, what officials make of it, hands that are void, disputes."""

from __future__ import annotations

import pytest
from support.poker_hands import do, given, stacks, state
from support.poker_tables import mel

from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import Outcome
from pitboss.cardroom.script import play, read
from pitboss.law import Refused, Ruled
from pitboss.rulebooks import card_games
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.table.facts import Rejected

THREE = (300, 300, 300)
CARDS = ("1: As Ah", "2: Kd Kc", "3: Qd Qc", "board: Jc 8c 5s 4h 2d")
KINDS = {
    "device-used": "MEL-18.1", "advice": "MEL-18.9", "side-bet": "MEL-18.13", "hand-disclosed": "MEL-18.15",
    "cards-exchanged": "MEL-18.15", "helping": "MEL-18.16",
}


def raised() -> Hand:
    """Seat 3 has raised to 30, seat 1 has called, and seat 2 is to act."""
    return do(given(mel(commission="10%"), THREE, *CARDS), "raise to 30", "call")


def said(h: Hand, kind: str, decided: str, official: str, seat: str = "3") -> Outcome:
    return h.report(kind, {"seat": seat, "decided": decided, "official": official})


def ruled(outcome: Outcome) -> str:
    assert isinstance(outcome, Ruled), outcome
    return str(outcome.clause)


def refused(outcome: Outcome) -> str:
    assert isinstance(outcome, Refused), outcome
    return str(outcome.clause)


# -- conduct ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_what_nobody_may_do_is_told_and_nothing_moves(kind: str) -> None:
    h = raised()
    before = stacks(h), h.live, h.turn, h.pot()
    assert ruled(h.report(kind, {"seat": "3"})) == KINDS[kind]
    assert (stacks(h), h.live, h.turn, h.pot()) == before
    do(h, "call", *("check",) * 9)
    assert h.won[0].paid == {0: 8100}, "the commission as ever"


def test_conduct_can_be_reported_in_every_game() -> None:
    for id, game in card_games().items():
        if id.startswith("mel/"):
            assert set(KINDS) <= set(game.reports)


@pytest.mark.parametrize(("facts", "why"), [
    ({"seat": "9"}, "seat=9 is nobody in the hand"), ({}, "needs seat="), ({"seat": "3", "to": "3"}, "player himself"),
    ({"seat": "3", "to": "7"}, "to=7 is nobody"), ({"seat": "3", "decided": "flogging"}, "decided=flogging"),
])
def test_a_report_that_makes_no_sense_changes_nothing(facts: dict[str, str], why: str) -> None:
    h = raised()
    before = state(h)
    outcome = h.report("hand-disclosed", facts)
    assert isinstance(outcome, Rejected) and why in outcome.what
    assert state(h) == before


# -- 18.15: dead hands -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("official", ["supervisor", "manager"])
@pytest.mark.parametrize("kind", ["hand-disclosed", "cards-exchanged"])
def test_a_hand_that_was_told_of_may_be_declared_dead_and_its_chips_stay(kind: str, official: str) -> None:
    h = raised()
    assert ruled(said(h, kind, "dead-hand", official)) == "MEL-18.15"
    assert h.pot() == 7000 and not h.live >> 2 & 1 and h.turn == 1 and h.price == 3000
    do(h, "call", *("check",) * 6)
    assert h.won[0].amount == 9000 and h.won[0].taken == 900
    assert stacks(h) == [300 - 30 + 81, 270, 270]
    assert [event.clause for event in h.log if event.what == "dead hand"] == ["MEL-1.1:dead-hand"]


def test_no_hand_is_dead_for_other_conduct() -> None:
    for kind in ("device-used", "side-bet", "advice", "helping"):
        assert refused(said(raised(), kind, "dead-hand", "manager")) == "MEL-18.15"


def test_a_dead_hand_leaves_the_other_the_pot() -> None:
    h = do(given(mel(), (300, 300), *CARDS[:2], CARDS[3]), "raise to 30")
    assert ruled(said(h, "hand-disclosed", "dead-hand", "supervisor", "1")) == "MEL-18.15"
    assert h.over and stacks(h) == [270, 330]


def test_nobody_declares_a_hand_dead_that_is_out_or_the_last_or_over() -> None:
    h = do(given(mel(), THREE, *CARDS, held=True), "fold")
    assert refused(said(h, "hand-disclosed", "dead-hand", "supervisor")) == "MEL-1.1:dead-hand"
    do(h, "fold")
    assert refused(said(h, "hand-disclosed", "dead-hand", "supervisor", "2")) == "MEL-18.10", "the last one in"
    h = do(given(mel(), (300, 300), *CARDS[:2], CARDS[3]), "call", *("check",) * 7)
    before = state(h)
    assert isinstance(said(h, "hand-disclosed", "dead-hand", "supervisor", "1"), Rejected)
    assert state(h) == before


# -- 18.2: void wagers, exclusion ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_manager_may_declare_wagers_void(kind: str) -> None:
    h = raised()
    assert refused(said(h, kind, "void-wagers", "supervisor")) == "MEL-18.2.1"
    assert ruled(said(h, kind, "void-wagers", "manager")) == "MEL-18.2.1"
    assert h.stacks[2] == 30_000 and h.pot() == 4000 and h.price == 3000, "the price stays"
    do(h, "call", *("check",) * 6)
    assert stacks(h) == [324, 270, 300]


def test_wagers_of_one_who_has_folded_may_be_void_too() -> None:
    h = do(raised(), "fold")
    assert ruled(said(h, "side-bet", "void-wagers", "manager", "2")) == "MEL-18.2.1"
    assert h.stacks[1] == 30_000


def test_a_manager_may_exclude_a_player_who_goes_when_the_hand_is_over() -> None:
    h = raised()
    assert refused(said(h, "device-used", "exclude", "supervisor")) == "MEL-18.2.2"
    assert ruled(said(h, "device-used", "exclude", "manager")) == "MEL-18.2.2"
    assert not h.live >> 2 & 1 and h.pot() == 7000
    assert [(event.place, event.clause) for event in h.log if event.what == "sent away"] == [(2, "MEL-18.2.2")]


def test_a_supervisor_may_have_a_player_removed() -> None:
    h = raised()
    assert ruled(said(h, "helping", "remove", "supervisor")) == "MEL-18.4"
    assert [(event.place, event.clause) for event in h.log if event.what == "sent away"] == [(2, "MEL-18.4")]
    h = do(raised(), "fold")
    assert ruled(said(h, "helping", "remove", "supervisor", "2")) == "MEL-18.4", "out already, and goes"


FILE = """game mel/holdem
option blinds=1/2
button 3
seat 1 Ann 200
seat 2 Ben 200
seat 3 Cat 200
deal 1: As Ah
deal 2: Kd Kc
deal 3: Qd Qc
deal board: Jc 8c 5s 4h 2d
3: raise to 6
"""


def test_who_was_sent_away_is_not_in_the_next_hand() -> None:
    played = play(read(FILE + """! helping seat=3 with=1
=! ruled [MEL-18.16]
supervisor: remove
=! ruled [MEL-18.4]
1: fold
= net Ann -1, Ben 7, Cat -6
next hand
deal 1: As Ah
deal 2: Kd Kc
2: fold
= net Ann 1, Ben -1
"""), Holdem)
    assert played.failures == []
    assert sorted(played.table.players) == [1, 2]


# -- 18.5 to 18.7 ----------------------------------------------------------------------------------------------


def test_a_disrupted_hand_goes_on_until_an_official_declares_it_void() -> None:
    for reason in ("fire", "robbery", "act-of-god", "government"):
        h = raised()
        assert ruled(h.report("invalidated", {"reason": reason})) == "MEL-18.5" and not h.over
        outcome = h.report("invalidated", {"reason": reason, "decided": "void", "official": "supervisor"})
        assert ruled(outcome) == "MEL-18.5" and h.void == ("MEL-18.5", "MEL-18.7") and stacks(h) == [300] * 3


def test_fraud_is_a_managers() -> None:
    h = raised()
    assert ruled(h.report("invalidated", {"reason": "fraud"})) == "MEL-18.6" and not h.over
    void = {"reason": "fraud", "decided": "void"}
    assert refused(h.report("invalidated", void | {"official": "supervisor"})) == "MEL-18.6"
    one = h.copy()
    assert ruled(h.report("invalidated", void | {"official": "manager"})) == "MEL-18.6" and stacks(h) == [300] * 3
    wagers = {"reason": "fraud", "decided": "void-wagers", "seat": "3"}
    assert refused(one.report("invalidated", wagers | {"official": "supervisor"})) == "MEL-18.6"
    assert ruled(one.report("invalidated", wagers | {"official": "manager"})) == "MEL-18.6"
    assert one.stacks[2] == 30_000 and not one.over


# -- 18.8 and 18.10 --------------------------------------------------------------------------------------------


def test_staff_do_not_advise_and_disputes_are_decided() -> None:
    h = raised()
    assert ruled(h.report("staff-advice", {"seat": "2"})) == "MEL-18.8"
    assert ruled(h.report("dispute", {"what": "who-acted-first"})) == "MEL-18.10"
    assert h.turn == 1 and h.pot() == 7000


def test_what_officials_are_to_do_is_listed() -> None:
    listed = {str(duty.clause) for duty in Holdem.duties}
    assert {"MEL-18.2.4", "MEL-18.4", "MEL-18.11", "MEL-18.12", "MEL-18.14"} <= listed
