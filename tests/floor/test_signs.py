"""What hangs at a table and changes by notice: limits, terminals, lessons; both sides of each limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.casino import EPOCH, MINUTE, SECOND, Casino, honest
from support.dealing import enter, prepare

from pitboss.floor.view import private


@pytest.fixture
def casino() -> Iterator[Casino]:
    made = Casino()
    yield made
    made.sound()
    honest(made)


def clause(result: dict[str, Any]) -> str:
    assert not result["ok"] and result["legal"], result
    return str(result["clause"])


# -- Queensland: three rounds, and 20 minutes if a minimum goes up -------------------------------------------


def test_a_higher_minimum_in_queensland_waits_for_rounds_and_minutes(casino: Casino) -> None:
    casino.add("roulette")
    told = casino.do("Sue", "limits", table="roulette", minimum=10_00)
    assert told["starts"] == EPOCH + 20 * MINUTE and told["rounds"] == 3 and not told["done"]
    casino.play("roulette", 3)
    casino.wait(20 * MINUTE - SECOND)
    assert casino.limits("roulette") == (5_00, 500_00)
    casino.wait(SECOND - 1)
    assert casino.limits("roulette") == (5_00, 500_00)
    casino.wait(1)
    assert casino.limits("roulette") == (10_00, 500_00)
    assert casino.shown("roulette")["limits"]["notices"] == []
    assert clause(casino.no("Ben", "place", table="roulette", box=2, wagers=[["red", 5_00]])) == "QLD-7-15(2)"


@pytest.mark.parametrize("rounds", [2, 3])
def test_two_rounds_are_not_three(casino: Casino, rounds: int) -> None:
    casino.add("roulette")
    casino.do("Sue", "limits", table="roulette", minimum=10_00)
    casino.play("roulette", rounds)
    casino.wait(30 * MINUTE)
    assert casino.limits("roulette") == ((5_00, 500_00) if rounds < 3 else (10_00, 500_00))
    if rounds < 3:
        notice = casino.shown("roulette")["limits"]["notices"][0]
        assert (notice["rounds"], notice["needs"]) == (2, 3)
        casino.play("roulette")
        assert casino.limits("roulette") == (10_00, 500_00)


def test_a_void_round_does_not_count(casino: Casino) -> None:
    casino.add("roulette")
    casino.do("Sue", "limits", table="roulette", maximum=300_00)
    casino.play("roulette", 2)
    casino.bet("roulette")
    n = casino.do("Sue", "propose", table="roulette", what="void", reason="the lights went out")["n"]
    casino.do("Sam", "approve", table="roulette", n=n)
    assert casino.limits("roulette") == (5_00, 500_00)
    casino.play("roulette")
    assert casino.limits("roulette") == (5_00, 300_00)


def test_a_lower_minimum_needs_rounds_only(casino: Casino) -> None:
    casino.add("baccarat")
    assert casino.do("Sue", "limits", table="baccarat", minimum=2_00)["starts"] == EPOCH
    casino.play("baccarat", 2)
    assert casino.limits("baccarat") == (5_00, 500_00)
    casino.play("baccarat")
    assert casino.limits("baccarat") == (2_00, 500_00)


def test_new_limits_never_start_in_the_middle_of_wagering(casino: Casino) -> None:
    casino.add("roulette", wagering_seconds=600)
    casino.do("Sue", "limits", table="roulette", minimum=10_00)
    casino.play("roulette", 3)
    casino.wait(15 * MINUTE)
    casino.bet("roulette", amount=5_00)
    casino.wait(9 * MINUTE)
    assert casino.limits("roulette") == (5_00, 500_00) and casino.live("roulette").t.layout == 5_00
    casino.do("Dora", "no-more-bets", table="roulette")
    assert casino.limits("roulette") == (10_00, 500_00)


def test_a_wager_taken_back_leaves_an_idle_table(casino: Casino) -> None:
    casino.add("roulette", wagering_seconds=600)
    casino.do("Sue", "limits", table="roulette", minimum=10_00)
    casino.play("roulette", 3)
    casino.wait(19 * MINUTE)
    casino.bet("roulette", amount=5_00)
    casino.wait(2 * MINUTE)
    assert casino.limits("roulette") == (5_00, 500_00)
    casino.do("Ann", "take", table="roulette", box=1, wager="red")
    assert casino.limits("roulette") == (10_00, 500_00)


def test_what_is_due_happens_after_a_restart(casino: Casino) -> None:
    for name in ("roulette", "bonus", "holdem"):
        casino.add(name)
        casino.do("Sue", "limits", table=name, minimum=10_00)
    casino.play("roulette", 3)
    casino.now += 21 * MINUTE  # the floor is down
    casino.crash()
    assert casino.limits("roulette") == casino.limits("bonus") == casino.limits("holdem") == (5_00, 500_00)
    casino.wait(0)
    assert casino.limits("roulette") == casino.limits("bonus") == casino.limits("holdem") == (10_00, 500_00)


def test_a_time_of_its_own(casino: Casino) -> None:
    casino.add("baccarat")
    early = casino.no("Sue", "limits", table="baccarat", minimum=10_00, starts=EPOCH + 20 * MINUTE - 1)
    assert clause(early) == "QLD-0-13(1)(c)"
    casino.no("Sue", "limits", table="baccarat", maximum=100_00, starts=EPOCH - 1)
    casino.do("Sue", "limits", table="baccarat", minimum=10_00, starts=EPOCH + 60 * MINUTE)
    casino.play("baccarat", 3)
    casino.wait(60 * MINUTE - 1)
    assert casino.limits("baccarat") == (5_00, 500_00)
    casino.wait(1)
    assert casino.limits("baccarat") == (10_00, 500_00)


def test_another_notice_replaces_the_first(casino: Casino) -> None:
    casino.add("roulette")
    casino.do("Sue", "limits", table="roulette", minimum=20_00)
    casino.play("roulette", 3)
    casino.wait(19 * MINUTE)
    casino.do("Sue", "limits", table="roulette", minimum=10_00)
    assert [notice["minimum"] for notice in casino.shown("roulette")["limits"]["notices"]] == [10_00]
    casino.play("roulette", 3)
    casino.wait(19 * MINUTE)
    assert casino.limits("roulette") == (5_00, 500_00)
    casino.wait(MINUTE)
    assert casino.limits("roulette") == (10_00, 500_00)


def test_a_sign_that_came_down_gave_no_notice(casino: Casino) -> None:
    casino.add("roulette")
    casino.do("Sue", "limits", table="roulette", minimum=20_00)
    casino.play("roulette", 3)
    casino.wait(5 * MINUTE)
    casino.do("Sue", "limits", table="roulette", minimum=10_00)
    casino.do("Sue", "limits", table="roulette", minimum=20_00)
    casino.wait(20 * MINUTE)
    assert casino.limits("roulette") == (5_00, 500_00), "three rounds under this sign, not under that"
    casino.play("roulette", 3)
    assert casino.limits("roulette") == (20_00, 500_00)


def test_a_notice_comes_down_when_the_old_limits_are_named(casino: Casino) -> None:
    casino.add("roulette")
    casino.no("Sue", "limits", table="roulette", minimum=5_00)
    casino.do("Sue", "limits", table="roulette", minimum=20_00)
    assert casino.do("Sue", "limits", table="roulette", minimum=5_00, maximum=500_00)["withdrawn"]
    casino.play("roulette", 4)
    casino.wait(60 * MINUTE)
    assert casino.limits("roulette") == (5_00, 500_00)
    assert casino.live("roulette").t.game.limits_of(casino.live("roulette").t).notices == []


def test_limits_that_make_no_sense(casino: Casino) -> None:
    casino.add("roulette")
    for fields in ({}, {"minimum": 600_00}, {"maximum": 4_00}, {"minimum": 5_01}, {"minimum": 30_00, "maximum": 20_00}):
        casino.no("Sue", "limits", table="roulette", **fields)
    assert clause(casino.no("Sue", "limits", table="roulette", maximum=300_00, at_once=True)) == "QLD-0-13(1)(a)"
    assert clause(casino.no("Sue", "limits", table="roulette", minimum=1_00, at_once=True)) == "QLD-0-13(1)(a)"
    both = casino.no("Sue", "limits", table="roulette", minimum=10_00, maximum=300_00, at_once=True)
    assert clause(both) == "QLD-0-13(1)(a)"
    for who in ("Dora", "Ann", "Ivy"):
        assert not casino.ask(who, "limits", table="roulette", minimum=10_00)["ok"]


def test_nobody_tells_the_game_another_time(casino: Casino) -> None:
    """Rulings on limits, seats and void rounds go by the floor's own clock, count and second person."""
    for name in ("roulette", "bonus", "holdem"):
        casino.add(name)
        casino.bet(name)
        for kind in ("limits-notice", "limits-changed", "minimum-raised", "player-leaves", "idle-seat",
                     "round-declared-void"):
            facts = {"minimum": "10", "now": "999999", "player": "Ann", "box": "2", "rounds": "9", "free": "0"}
            casino.no("Max", "report", table=name, kind=kind, facts=facts)


# -- a higher minimum at once: those at the table keep theirs ------------------------------------------------


@pytest.mark.parametrize("name, cites", [
    ("blackjack", "QLD-2-18"), ("bonus", "NSW-6.5.4"), ("baccarat", "QLD-1-9(1)"),
])
def test_who_plays_keeps_the_minimum(casino: Casino, name: str, cites: str) -> None:
    casino.add(name)
    casino.play(name, player="Ann", box=3)
    told = casino.do("Sue", "limits", table=name, minimum=20_00, at_once=True)
    assert told["kept"] == {"Ann": 5_00}
    sign = casino.shown(name)["limits"]
    assert (sign["minimum"], sign["kept"], sign["markers"]) == (20_00, {"Ann": 5_00}, {"Ann": 3})
    casino.bet(name, "Ann", 3, 5_00)
    wager = [[casino.live(name).t.game.kinds[0].name if name != "blackjack" else "original", 19_50]]
    if name == "baccarat":
        wager = [["player", 19_50]]
    assert clause(casino.no("Ben", "place", table=name, box=1, wagers=wager)) == cites
    casino.crash()
    casino.do("Dora", "no-more-bets", table=name)
    casino.finish(name)
    casino.do("Ann", "leave", table=name)
    sign = casino.shown(name)["limits"]
    assert (sign["kept"], sign["markers"]) == ({}, {})
    casino.no("Ann", "place", table=name, box=3, wagers=[[wager[0][0], 5_00]])


def test_the_marker_lies_where_the_player_sits(casino: Casino) -> None:
    casino.add("blackjack")
    casino.bet("blackjack", "Ann", 4)
    casino.bet("blackjack", "Ann", 2)
    casino.do("Sue", "limits", table="blackjack", minimum=20_00, at_once=True)
    assert casino.shown("blackjack")["limits"]["markers"] == {"Ann": 4}
    told = [event for event in casino.shown("blackjack")["events"] if event["kind"] == "announced"]
    assert told[-1]["clause"] == "QLD-0-13(2)(c)"


def test_a_kept_minimum_ends_by_notice(casino: Casino) -> None:
    for name in ("blackjack", "bonus"):
        casino.add(name)
        casino.play(name)
        casino.do("Sue", "limits", table=name, minimum=20_00, at_once=True)
        casino.do("Sue", "limits", table=name, minimum=20_00)
    for _ in range(3):
        casino.play("blackjack")
        casino.play("bonus")
        casino.wait(6 * MINUTE)
    casino.wait(2 * MINUTE - 1)
    assert casino.shown("blackjack")["limits"]["kept"] == casino.shown("bonus")["limits"]["kept"] == {"Ann": 5_00}
    casino.wait(1)
    assert casino.shown("blackjack")["limits"]["kept"] == casino.shown("bonus")["limits"]["kept"] == {}


def test_roulette_has_one_minimum(casino: Casino) -> None:
    casino.add("roulette")
    assert clause(casino.no("Sue", "limits", table="roulette", minimum=10_00, at_once=True)) == "QLD-7-15(1)"


def test_who_leaves_in_mid_round_keeps_nothing(casino: Casino) -> None:
    casino.add("baccarat", mode="physical")
    casino.crash()
    prepare(casino, "baccarat")
    casino.bet("baccarat", "Ann", 1)
    casino.bet("baccarat", "Ben", 2)
    casino.do("Sue", "limits", table="baccarat", minimum=20_00, at_once=True)
    casino.do("Ann", "take", table="baccarat", box=1, wager="player")
    casino.do("Dora", "no-more-bets", table="baccarat")
    casino.do("Ann", "leave", table="baccarat")
    assert casino.shown("baccarat")["limits"]["kept"] == {"Ann": 5_00, "Ben": 5_00}
    enter(casino, "baccarat", {"type": "cards", "cards": ["9c", "Ks", "Kd", "Kh"]})
    while not casino.table("baccarat").betting:
        asked = casino.shown("baccarat")["asked"]
        casino.do("Dora", "direct", table="baccarat", name=asked["options"][0]["name"])
    assert casino.shown("baccarat")["limits"]["kept"] == {"Ben": 5_00}


# -- New South Wales and Canberra ----------------------------------------------------------------------------


def test_new_south_wales_alters_limits_at_any_time_but_a_higher_minimum(casino: Casino) -> None:
    casino.add("bonus")
    assert casino.do("Sue", "limits", table="bonus", maximum=300_00)["done"]
    assert casino.do("Sue", "limits", table="bonus", minimum=2_00, at_once=True)["done"]
    assert casino.limits("bonus") == (2_00, 300_00)
    assert not casino.do("Sue", "limits", table="bonus", minimum=10_00)["done"]
    casino.wait(20 * MINUTE - SECOND)
    assert casino.limits("bonus") == (2_00, 300_00)
    casino.wait(SECOND)
    assert casino.limits("bonus") == (10_00, 300_00)
    early = casino.no("Sue", "limits", table="bonus", minimum=20_00, starts=casino.now + 19 * MINUTE)
    assert clause(early) == "NSW-6.5"


def test_a_lower_maximum_waits_for_the_next_wagering_period(casino: Casino) -> None:
    casino.add("bonus")
    casino.bet("bonus", amount=400_00)
    assert not casino.do("Sue", "limits", table="bonus", maximum=300_00)["done"]
    assert casino.limits("bonus") == (5_00, 500_00)
    casino.do("Dora", "no-more-bets", table="bonus")
    casino.finish("bonus")
    assert casino.limits("bonus") == (5_00, 300_00)


@pytest.mark.parametrize("minutes", ["20", "5"])
def test_canberra_gives_notice_of_any_change(casino: Casino, minutes: str) -> None:
    casino.add("holdem", options={"notice": minutes})
    whole = int(minutes) * MINUTE
    assert clause(casino.no("Sue", "limits", table="holdem", minimum=10_00, at_once=True)) == "CBR-3.1"
    assert clause(casino.no("Sue", "limits", table="holdem", maximum=100_00, at_once=True)) == "CBR-3.1"
    early = casino.no("Sue", "limits", table="holdem", maximum=100_00, starts=casino.now + whole - 1)
    assert clause(early) == "CBR-3.1"
    casino.do("Sue", "limits", table="holdem", minimum=2_00, maximum=100_00)
    casino.wait(whole - 1)
    assert casino.limits("holdem") == (5_00, 500_00)
    before = casino.table("holdem").rounds
    casino.wait(1)
    assert casino.limits("holdem") == (2_00, 100_00) and casino.table("holdem").rounds == before + 1
    assert casino.table("holdem").last is None, "an empty wagering period is no round"
    casino.bet("holdem", amount=2_00)
    casino.crash()
    assert casino.limits("holdem") == (2_00, 100_00)


def test_canberra_in_mid_round(casino: Casino) -> None:
    casino.add("holdem", decision_seconds=600)
    casino.bet("holdem", amount=400_00)
    casino.do("Sue", "limits", table="holdem", maximum=100_00)
    casino.do("Dora", "no-more-bets", table="holdem")
    casino.now += 21 * MINUTE
    casino.crash()
    assert casino.limits("holdem") == (5_00, 500_00) and not casino.table("holdem").betting
    casino.finish("holdem")
    assert casino.limits("holdem") == (5_00, 100_00)


def test_limits_outlive_closing(casino: Casino) -> None:
    for name in ("holdem", "bonus", "baccarat"):
        casino.add(name)
        casino.do("Sue", "limits", table=name, maximum=100_00)
    casino.play("baccarat", 3)
    casino.do("Ann", "leave", table="baccarat")
    casino.wait(20 * MINUTE)
    for name in ("holdem", "bonus", "baccarat"):
        assert casino.do("Sue", "close-table", table=name)["closed"]
        casino.crash()
        casino.no("Sue", "limits", table=name, maximum=90_00)
        casino.do("Sue", "open-table", table=name)
        assert casino.limits(name) == (5_00, 100_00)


def test_a_marker_above_the_sign_is_shown(casino: Casino) -> None:
    casino.add("holdem")
    casino.do("Max", "report", table="holdem", kind="box-maximum", facts={"box": "2", "marker": "yes", "amount": "900"})
    assert casino.shown("holdem")["limits"]["boxes"] == {"2": 900_00}


# -- limits of one terminal ------------------------------------------------------------------------------------


def test_a_terminal_has_limits_of_its_own(casino: Casino) -> None:
    casino.add("roulette")
    casino.do("Sue", "terminal-limits", table="roulette", player="Ann", minimum=10_00, maximum=50_00)
    assert casino.shown("roulette")["terminal"] == {"Ann": {"minimum": 10_00, "maximum": 50_00}}
    for amount in (9_50, 50_50):
        assert clause(casino.no("Ann", "place", table="roulette", box=1, wagers=[["red", amount]])) == "QLD-16-5(3)"
    for amount in (10_00, 40_00):
        casino.bet("roulette", amount=amount)
    assert clause(casino.no("Ann", "place", table="roulette", box=1, wagers=[["red", 50]])) == "QLD-16-5(3)"
    casino.bet("roulette", "Ben", 2, 5_00)
    casino.crash()
    casino.no("Ann", "place", table="roulette", box=1, wagers=[["red", 50]])


def test_a_terminal_stays_within_the_table(casino: Casino) -> None:
    casino.add("roulette")
    for least, most in ((4_50, None), (None, 500_50), (60_00, 50_00)):
        wrong = casino.no("Sue", "terminal-limits", table="roulette", player="Ann", minimum=least, maximum=most)
        assert clause(wrong) == "QLD-16-8"
    casino.do("Sue", "terminal-limits", table="roulette", player="Ann", minimum=5_00, maximum=500_00)
    casino.do("Ann", "sit", table="roulette", box=1)
    late = casino.no("Sue", "terminal-limits", table="roulette", player="Ann", maximum=50_00)
    assert clause(late) == "QLD-0-13(1)(a)"
    casino.do("Sue", "terminal-limits", table="roulette", player="Ann")
    assert casino.shown("roulette")["terminal"] == {}
    casino.add("bonus")
    casino.no("Sue", "terminal-limits", table="bonus", player="Ann", maximum=50_00)


# -- lessons -----------------------------------------------------------------------------------------------------


def test_a_teaching_table_takes_2_to_10(casino: Casino) -> None:
    casino.add("blackjack", options={"teaching": "yes"})
    assert casino.limits("blackjack") == (2_00, 10_00) and casino.shown("blackjack")["teaching"] == "yes"
    for fields in ({"minimum": 3_00}, {"maximum": 20_00}, {"minimum": 3_00, "at_once": True}):
        assert clause(casino.no("Sue", "limits", table="blackjack", **fields)) == "QLD-0-7(a)"
    assert any(duty["clause"] == "QLD-0-7(c)" for duty in casino.shown("blackjack")["duties"])
    casino.play("blackjack", 2, amount=10_00)
    assert casino.credits("Ann") != 1000_00 or casino.store.balance("float:blackjack") == 0


def test_chips_without_value_touch_no_credits(casino: Casino) -> None:
    casino.add("baccarat", options={"teaching": "non-value"})
    assert clause(casino.no("Sue", "limits", table="baccarat", maximum=20_00)) == "QLD-0-7(b)"
    casino.do("Ann", "sit", table="baccarat", box=1)
    assert casino.store.balance("lesson:baccarat:Ann") == 1000_00
    assert private(casino.table("baccarat"), "Ann")["chips"] == 1000_00
    told = casino.bet("baccarat", amount=300_00)
    assert told["credits"] == 700_00
    casino.bet("baccarat", amount=5000_00)
    assert casino.store.balance("lesson:baccarat:Ann") == 1000_00, "more is lent"
    casino.crash()
    casino.play("baccarat", 3, amount=900_00)
    casino.sound()
    accounts = {account for _, account in casino.store.rows(
        "SELECT p.pos, p.account FROM posting p JOIN event e ON e.pos = p.pos WHERE e.stream = 'table:baccarat'")}
    assert accounts <= {"lesson:baccarat:Ann", "layout:baccarat", "float:baccarat", "commission:baccarat"}
    assert casino.credits("Ann") == 1000_00
    assert casino.shown("baccarat")["teaching"] == "non-value"


def test_a_correction_lends_rather_than_owes(casino: Casino) -> None:
    casino.add("roulette", mode="physical", options={"teaching": "non-value"})
    casino.do("Ann", "sit", table="roulette", box=1)
    casino.bet("roulette", amount=1000_00)
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": "1"})
    casino.bet("roulette", amount=2000_00)
    index = next(n for n, answer in enumerate(casino.played("roulette", 1)) if "number" in answer)
    n = casino.do("Sue", "propose", table="roulette", what="correct", round=1, index=index, reason="it was the 2",
                  answer={"type": "ball", "number": "2"})["n"]
    casino.do("Max", "approve", table="roulette", n=n)
    assert casino.store.balance("owed:Ann") == 0 and casino.store.balance("lesson:roulette:Ann") >= 0


def test_roles(casino: Casino) -> None:
    casino.add("roulette")
    for who in ("Ann", "Dora", "Ivy"):
        for tag, fields in (("close-table", {}), ("open-table", {}), ("terminal-limits", {"player": "Ann"})):
            assert not casino.ask(who, tag, table="roulette", **fields)["ok"]
