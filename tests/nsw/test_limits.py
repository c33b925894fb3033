"""Section 6: the sign, notice of a higher minimum, minimums that players keep."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pitboss.law import Announced, Refused
from pitboss.rulebooks import BadOption, game, settle
from pitboss.rulebooks.nsw.limits import (
    Limits,
    altered,
    kept_raised,
    left,
    minimum_of,
    minimums_shown,
    raised_at_once,
    with_notice,
)
from pitboss.rulebooks.nsw.texas_holdem_bonus import TexasHoldemBonusPoker
from pitboss.table.acts import Irregular, Place, Shuffled
from pitboss.table.facts import Referred, Rejected
from pitboss.table.table import Table

ID = "nsw/texas-holdem-bonus-poker"
SIGN = Limits(500, 10000, 50)
MINUTE = 60


def cited(result: object) -> str:
    return str(result.clause) if isinstance(result, Refused) else ""


# -- the sign ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount, clause", [
    ("4.50", "NSW-6.1"), ("5", ""), ("5.25", "NSW-6.1"), ("5.50", ""), ("7", ""), ("100", ""), ("100.50", "NSW-6.1"),
])
def test_what_the_sign_allows(amount: str, clause: str) -> None:
    text = f"game {ID}\noption minimum=5 maximum=100 unit=0.50\nbox 1 Ann: ante {amount}\n"
    cards = "deal 1: 2c 7d\ndeal dealer: Ac Ad\ndeal board: Ah 3d 4s 9c Jh\n1: fold\n"
    played = settle(text + (f"=! refused [{clause}]\n" if clause else cards))
    assert not played.failures, played.failures
    assert bool(played.lines) != bool(clause)


def test_the_unit_counts_from_the_minimum() -> None:
    text = f"game {ID}\noption minimum=5 maximum=100 unit=10\nbox 1 Ann: ante 10\n=! refused [NSW-6.1]\n"
    assert not settle(text).failures
    assert not settle(text.replace("ante 10\n=! refused [NSW-6.1]", "ante 15") + "deal 1: 2c 7d\n"
                      "deal dealer: Ac Ad\ndeal board: Ah 3d 4s 9c Jh\n1: fold\n= 1 Ann ante lose 15\n").failures


@pytest.mark.parametrize("amount, ok", [("4", False), ("4.50", False), ("5", True), ("5.50", False), ("10", False)])
def test_the_sign_may_fix_the_ante_bonus(amount: str, ok: bool) -> None:
    """5.4: not even the limits for other wagers allow another amount."""
    text = f"game {ID}\noption ante-bonus=5 minimum=10\nbox 1 Ann: ante 10, ante bonus {amount}\n"
    ends = "deal 1: 2c 7d\ndeal dealer: Ac Ad\ndeal board: Ah 3d 4s 9c Jh\n1: fold\n= 1 Ann ante bonus lose 5\n"
    assert not settle(text + (ends if ok else "=! refused [NSW-5.4]\n")).failures


def test_a_stake_may_not_be_reduced_below_the_sign() -> None:
    text = (f"game {ID}\noption minimum=5\nbox 1 Ann: ante 10\n1 Ann: reduce ante to 4\n=! refused [NSW-6.1]\n"
            "1 Ann: reduce ante to 5\ndeal 1: 2c 7d\ndeal dealer: Ac Ad\ndeal board: Ah 3d 4s 9c Jh\n1: fold\n"
            "= 1 Ann ante lose 5\n")
    assert not settle(text).failures


def test_adding_to_an_ante_is_measured_as_one_wager() -> None:
    text = (f"game {ID}\noption minimum=5 maximum=20\nbox 1 Ann: ante 10\nbox 1 Ann: ante 11\n=! refused [NSW-6.1]\n"
            "box 1 Ann: ante 10\ndeal 1: 2c 7d\ndeal dealer: Ac Ad\ndeal board: Ah 3d 4s 9c Jh\n1: fold\n"
            "= 1 Ann ante lose 20\n")
    assert not settle(text).failures


# -- 6.3 and 6.4: how much of an oversize wager counts -----------------------------------------------

DEALT = "deal 1: Kh 2h\ndeal dealer: 9c 9d\ndeal board: Ah 7h 4h 3c Js\n"


@pytest.mark.parametrize("amount, ante, flop", [("100.50", 100, 200), ("150", 100, 200)])
def test_over_the_maximum_counts_to_it(amount: str, ante: int, flop: int) -> None:
    text = (f"game {ID}\noption maximum=100\n! wrong-wager box=1 player=Ann wager=ante amount={amount} "
            f"noticed=after-first-card\n=! ruled [NSW-6.3]\n{DEALT}1: flop {flop}\n1: check\n1: check\n"
            f"= 1 Ann ante win {ante}\n= 1 Ann flop win {flop}\n= net Ann {ante + flop}\n")
    assert not settle(text).failures


def test_over_the_maximum_at_settlement_shrinks_what_depends_on_it() -> None:
    text = (f"game {ID}\noption maximum=100\n! wrong-wager box=1 player=Ann wager=ante amount=110 noticed=settlement\n"
            f"=! ruled [NSW-11.11.2]\n{DEALT}1: flop 220\n1: turn 110\n1: check\n"
            "= 1 Ann ante win 100\n= 1 Ann flop win 200\n= 1 Ann turn win 100\n= net Ann 400\n")
    assert not settle(text).failures


def test_within_the_limits_there_is_nothing_to_rule_on() -> None:
    bench = Bench(TexasHoldemBonusPoker())
    bench.report("wrong-wager", box="1", player="Ann", wager="ante", amount="10", noticed="after-first-card")
    assert isinstance(bench.t.events[-1], Referred) and not bench.t.wagers


def test_a_wrong_wager_does_not_take_an_area_that_is_taken() -> None:
    text = (f"game {ID}\noption minimum=5\nbox 1 Ann: ante 5\n"
            "! wrong-wager box=1 player=Ben wager=ante amount=4 noticed=after-first-card\n=! refused [NSW-5.7]\n"
            "! wrong-wager box=2 player=Ben wager=ante-bonus amount=4 noticed=settlement\n=! refused [NSW-5.3]\n"
            f"{DEALT}1: fold\n= 1 Ann ante lose 5\n")
    played = settle(text)
    assert not played.failures
    assert len(played.lines) == 1


def test_earlier_rounds_stand() -> None:
    assert not settle(f"game {ID}\n! above-maximum-earlier box=1\n=! ruled [NSW-6.3]\n").failures


# -- 6.5: changes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("minutes, clause", [(0, "NSW-6.5"), (19.98, "NSW-6.5"), (20, ""), (20.02, ""), (60, "")])
def test_a_higher_minimum_needs_twenty_minutes_on_a_sign(minutes: float, clause: str) -> None:
    shown = with_notice(SIGN, 1000, 0, 0)
    changed = altered(shown, minutes * MINUTE, minimum=1000)
    assert cited(changed) == clause
    if not clause:
        assert isinstance(changed, Limits)
        assert minimum_of(changed, "Ann") == 1000


def test_the_sign_must_state_that_minimum_and_that_time() -> None:
    assert cited(altered(with_notice(SIGN, 1500, 0, 0), 30 * MINUTE, minimum=1000)) == "NSW-6.5"
    assert cited(altered(with_notice(SIGN, 1000, 31 * MINUTE, 0), 30 * MINUTE, minimum=1000)) == "NSW-6.5"
    assert cited(altered(with_notice(SIGN, 1000, 30 * MINUTE, 0), 30 * MINUTE, minimum=1000)) == ""


def test_a_sign_gives_notice_once() -> None:
    raised = altered(with_notice(with_notice(SIGN, 1000, 1200, 0), 2000, 9000, 0), 1200, minimum=1000)
    assert isinstance(raised, Limits)
    lowered = altered(raised, 1300, minimum=500)
    assert isinstance(lowered, Limits)
    assert cited(altered(lowered, 9000, minimum=1000)) == "NSW-6.5"
    assert cited(altered(lowered, 9000, minimum=2000)) == ""


def test_other_limits_change_at_any_time() -> None:
    changed = altered(SIGN, 0, minimum=200, maximum=5000, unit=100)
    assert changed == Limits(200, 5000, 100)


def test_raised_at_once_for_newcomers_only() -> None:
    raised = raised_at_once(SIGN, 1000, {"Ann": 1, "Ben": 4})
    assert [minimum_of(raised, player) for player in ("Ann", "Ben", "Cat")] == [500, 500, 1000]
    assert raised.markers == {"Ann": 1, "Ben": 4}
    assert minimums_shown(raised) == (500, 1000)
    again = raised_at_once(raised, 2000, {"Ann": 1, "Cat": 2})
    assert [minimum_of(again, player) for player in ("Ann", "Ben", "Cat")] == [500, 2000, 1000]
    assert minimums_shown(again) == (500, 1000, 2000)


@pytest.mark.parametrize("minutes, clause", [(0, "NSW-6.5.2"), (19.98, "NSW-6.5.2"), (20, ""), (21, "")])
def test_a_kept_minimum_rises_only_after_notice(minutes: float, clause: str) -> None:
    raised = raised_at_once(SIGN, 1000, {"Ann": 1})
    result = kept_raised(with_notice(raised, 1000, 0, 0), 1000, minutes * MINUTE)
    assert cited(result) == clause
    if not clause:
        assert isinstance(result, Limits)
        assert (minimum_of(result, "Ann"), result.markers, minimums_shown(result)) == (1000, {}, (1000,))


def test_a_kept_minimum_may_rise_part_of_the_way() -> None:
    raised = with_notice(raised_at_once(SIGN, 1000, {"Ann": 1}), 700, 0, 0)
    result = kept_raised(raised, 700, 20 * MINUTE)
    assert isinstance(result, Limits)
    assert (minimum_of(result, "Ann"), result.markers) == (700, {"Ann": 1})


def test_who_leaves_comes_back_as_a_newcomer() -> None:
    raised = left(raised_at_once(SIGN, 1000, {"Ann": 1, "Ben": 2}), "Ann")
    assert (minimum_of(raised, "Ann"), minimum_of(raised, "Ben"), raised.markers) == (1000, 500, {"Ben": 2})


def test_a_minimum_lowered_again_leaves_nothing_to_keep() -> None:
    lowered = altered(raised_at_once(SIGN, 1000, {"Ann": 1}), 0, minimum=500)
    assert isinstance(lowered, Limits)
    assert (lowered.kept, lowered.markers) == ({}, {})


# -- at the table ------------------------------------------------------------------------------------


class Bench:
    """A table at which wagers are being taken."""

    def __init__(self, play: TexasHoldemBonusPoker, state: dict[str, Any] | None = None) -> None:
        self.t = Table(play, state)
        self.round = self.t.play()
        next(self.round)
        self.round.send(Shuffled())

    def ante(self, box: int, player: str, amount: int) -> str:
        """Place an ante; the clause that refused it, if one did."""
        self.round.send(Place(box, player, (("ante", amount),)))
        return cited(self.t.refused())

    def report(self, kind: str, **facts: str) -> bool:
        """Report something; False when it made no sense."""
        self.round.send(Irregular(kind, facts))
        return not isinstance(self.t.events[-1], Rejected)

    def told(self) -> list[str]:
        return [str(event.clause) for event in self.t.events if isinstance(event, Announced)]


def test_kept_minimum_holds_when_wagers_are_placed() -> None:
    play = TexasHoldemBonusPoker({"minimum": "5"})
    bench = Bench(play)
    assert bench.ante(1, "Ann", 500) == ""
    play.raise_at_once(bench.t, 1000)
    assert bench.ante(2, "Ben", 500) == "NSW-6.5.4"
    assert bench.ante(2, "Ben", 950) == "NSW-6.5.4"
    assert bench.ante(2, "Ben", 1000) == ""
    assert bench.told() == ["NSW-6.5.1.1", "NSW-6.5.3"]


def test_kept_minimum_outlives_the_round_and_ends_when_the_player_leaves() -> None:
    play = TexasHoldemBonusPoker({"minimum": "5"})
    t = Table(play)
    t.state |= {"seats": {"1": "Ann"}, "idle": {"Ann": 0}}
    play.raise_at_once(t, 1000)
    bench = Bench(play, msgspec.json.decode(msgspec.json.encode(t.state)))
    assert bench.report("player-leaves", player="Ben") is False
    assert bench.ante(1, "Ann", 450) == "NSW-6.1"
    assert bench.ante(1, "Ann", 500) == ""
    assert bench.report("player-leaves", player="Ann")
    assert bench.told() == ["NSW-6.5.1.2"]
    later = Bench(play, bench.t.state)
    assert later.ante(1, "Ann", 500) == "NSW-6.1"
    assert later.ante(1, "Ann", 1000) == ""


def test_notice_and_change_at_the_table() -> None:
    play = TexasHoldemBonusPoker({"minimum": "5"})
    t = Table(play)
    t.state |= {"seats": {"1": "Ann"}, "idle": {"Ann": 0}}
    before = t.state["limits"]
    assert cited(play.change_limits(t, 0, minimum=1000)) == "NSW-6.5"
    assert t.state["limits"] == before
    play.give_notice(t, 1000, 1200, 0)
    assert cited(play.change_limits(t, 1199, minimum=1000)) == "NSW-6.5"
    assert play.change_limits(t, 1200, minimum=1000) is None
    assert play.limits(t).minimum == 1000
    play.raise_at_once(t, 2000)
    assert cited(play.raise_kept(t, 2000, 1200)) == "NSW-6.5.2"
    play.give_notice(t, 2000, 2400, 1200)
    assert play.raise_kept(t, 2000, 2400) is None
    assert play.limits(t).kept == {}
    untouched = {"minimum": 500, "maximum": 10000000, "unit": 1, "notices": [], "kept": {}, "markers": {}}
    assert before == untouched, "a journal may hold on to it"


@pytest.mark.parametrize("minimum, ok", [("5", False), ("5.50", True), ("100", True), ("100.50", False), ("x", False)])
def test_reported_raise(minimum: str, ok: bool) -> None:
    play = TexasHoldemBonusPoker({"minimum": "5", "maximum": "100"})
    bench = Bench(play)
    assert bench.report("minimum-raised", minimum=minimum) == ok
    assert (play.limits(bench.t).minimum > 500) == ok


def test_raise_in_a_transcript() -> None:
    text = (f"game {ID}\noption minimum=5\nbox 1 Ann: ante 5\n! minimum-raised minimum=10\n=! ruled [NSW-6.5.1]\n"
            "box 2 Ben: ante 9.50\n=! refused [NSW-6.5.4]\nbox 2 Ben: ante 10\n"
            "deal 1: 2c 7d\ndeal 2: 2d 8c\ndeal dealer: Ac Ad\ndeal board: Ah 3d 4s 9c Jh\n1: fold\n2: fold\n"
            "= 1 Ann ante lose 5\n= 2 Ben ante lose 10\n")
    assert not settle(text).failures


# -- 6.6 -----------------------------------------------------------------------------------------------


def test_low_limit_gaming_is_dealt_from_a_device() -> None:
    with pytest.raises(BadOption, match=r"NSW-6\.6\.2"):
        game(ID, {"low-limit": "yes", "dealing": "shoe"})
    assert game(ID, {"low-limit": "yes"}).options["dealing"] == "device"
    assert game(ID, {"dealing": "shoe"}).options["low-limit"] == "no"


def test_low_limit_gaming_has_no_tournaments() -> None:
    play = TexasHoldemBonusPoker()
    assert cited(play.low_limit_bars(True, "device", tournament=True)) == "NSW-6.6.1"
    assert play.low_limit_bars(False, "device", tournament=True) is None


def test_no_unit_unless_the_sign_states_one() -> None:
    text = f"game {ID}\noption minimum=5 maximum=100\nbox 1 Ann: ante 5.25\ndeal 1: 2c 7d\ndeal dealer: Ac Ad\n"
    played = settle(text + "deal board: Ah 3d 4s 9c Jh\n1: fold\n= 1 Ann ante lose 5.25\n")
    assert not played.failures


def test_a_fixed_bonus_says_nothing_of_the_ante() -> None:
    text = f"game {ID}\noption minimum=5 maximum=5 ante-bonus=5\nbox 1 Ann: ante 6\n=! refused [NSW-6.1]\n"
    assert not settle(text).failures


def test_reported_notice_and_change() -> None:
    play = TexasHoldemBonusPoker({"minimum": "5", "maximum": "100"})
    bench = Bench(play, play.opening_state() | {"seats": {"1": "Ann"}, "idle": {"Ann": 0}})
    assert bench.report("limits-changed", minimum="2", maximum="90")
    assert (play.limits(bench.t).minimum, play.limits(bench.t).maximum) == (200, 9000)
    for minimum, now in (("x", "0"), ("91", "0"), ("10", "20:60"), ("10", "-1")):
        assert bench.report("limits-notice", minimum=minimum, now=now) is False
    for facts in ({}, {"minimum": "91"}, {"maximum": "1"}):
        assert bench.report("limits-changed", **facts) is False
    assert bench.report("limits-notice", minimum="10", starts="20:30", now="0:30")
    for now in ("19:59", "20:29"):
        assert bench.report("limits-changed", minimum="10", now=now)
        assert cited(bench.t.events[-1]) == "NSW-6.5" and play.limits(bench.t).minimum == 200
    assert bench.report("limits-changed", minimum="10", now="20:30")
    assert play.limits(bench.t).minimum == 1000 and play.limits(bench.t).notices == []
    assert bench.report("limits-notice", minimum="20", starts="60", now="40")
    assert bench.report("limits-notice", withdrawn="yes")
    assert play.limits(bench.t).notices == []


def test_reported_change_of_a_kept_minimum() -> None:
    play = TexasHoldemBonusPoker({"minimum": "5"})
    bench = Bench(play, play.opening_state() | {"seats": {"1": "Ann"}, "idle": {"Ann": 0}})
    assert bench.report("minimum-raised", minimum="20")
    assert bench.report("limits-changed", minimum="20", now="90")
    assert cited(bench.t.events[-1]) == "NSW-6.5.2" and play.limits(bench.t).kept == {"Ann": 500}
    assert bench.report("limits-notice", minimum="20", starts="20", now="0")
    assert bench.report("limits-changed", maximum="900", now="20")
    assert play.limits(bench.t).kept == {"Ann": 500}, "another maximum leaves a kept minimum alone"
    assert bench.report("limits-changed", minimum="20", now="20")
    assert play.limits(bench.t).kept == {} and play.limits(bench.t).markers == {}


@pytest.mark.parametrize("rounds, free, leaves", [
    ("3", "0", True), ("2", "0", False), ("3", "1", False),
])
def test_idle_seat_as_the_floor_counts(rounds: str, free: str, leaves: bool) -> None:
    bench = Bench(TexasHoldemBonusPoker())
    assert bench.report("idle-seat", box="4", player="Dan", rounds=rounds, free=free)
    assert (cited(bench.t.events[-1]) == "NSW-13.9" and type(bench.t.events[-1]).__name__ == "Refused") is not leaves
