"""Tables that close with or without notice, and seats that are given up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.casino import EPOCH, GAMES, MINUTE, SECOND, Casino, honest
from support.dealing import enter


@pytest.fixture
def casino() -> Iterator[Casino]:
    made = Casino()
    yield made
    made.sound()
    honest(made)


def clause(result: dict[str, Any]) -> str:
    assert not result["ok"] and result["legal"], result
    return str(result["clause"])


def seat_all(casino: Casino, name: str, players: list[str]) -> None:
    for box, player in enumerate(players, 1):
        casino.do("Max", "issue", player=player, amount=1000_00)
        casino.do(player, "sit", table=name, box=box)


# -- closing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, cites, minutes", [("bonus", "NSW-13.8", 20), ("holdem", "CBR-14.2", 20)])
def test_closing_with_players_needs_a_sign(casino: Casino, name: str, cites: str, minutes: int) -> None:
    casino.add(name)
    casino.do("Ann", "sit", table=name, box=1)
    assert clause(casino.no("Sue", "close-table", table=name, now=True)) == cites
    told = casino.do("Sue", "close-table", table=name)
    assert told == {"ok": True, "closes": EPOCH + minutes * MINUTE, "closed": False}
    assert casino.shown(name)["closing"] == {"at": EPOCH + minutes * MINUTE, "clause": cites}
    assert casino.shown(name)["status"] == "closing"
    casino.no("Ben", "sit", table=name, box=2)
    assert clause(casino.no("Ben", "place", table=name, box=2, wagers=[["ante", 10_00]])) == cites
    assert clause(casino.no("Sue", "close-table", table=name)) == cites
    for _ in range(4):  # the seat stays hers as long as she does something
        casino.bet(name, "Ann", amount=10_00)
        casino.do("Ann", "clear", table=name)
        casino.wait((minutes * MINUTE - SECOND) // 4)
    assert clause(casino.no("Sue", "close-table", table=name, now=True)) == cites
    casino.crash()
    casino.do("Ann", "sit", table=name, box=1)
    assert casino.shown(name)["status"] == "closing"
    casino.wait(SECOND)
    assert casino.shown(name)["status"] == "closed" and casino.table(name).live is None
    assert casino.shown(name)["seats"] == {}
    casino.no("Ann", "place", table=name, box=1, wagers=[["ante", 10_00]])


@pytest.mark.parametrize("name", ["bonus", "holdem"])
def test_an_empty_table_closes_at_once(casino: Casino, name: str) -> None:
    casino.add(name)
    casino.do("Ann", "sit", table=name, box=1)
    casino.do("Sue", "close-table", table=name)
    casino.do("Ann", "leave", table=name)
    assert casino.do("Sue", "close-table", table=name, now=True)["closed"]


@pytest.mark.parametrize("name", list(GAMES))
def test_the_round_under_way_is_played_to_its_end(casino: Casino, name: str) -> None:
    casino.add(name, decision_seconds=600, wagering_seconds=600)
    casino.bet(name)
    casino.do("Sue", "close-table", table=name)
    closes = casino.shown(name)["closing"]["at"]
    casino.now = max(closes, casino.now)
    casino.crash()
    assert clause_or_house(casino.no("Ben", "sit", table=name, box=2)) in ("", "NSW-13.8", "CBR-14.2", "PER-6.7")
    more = casino.ask("Ann", "place", table=name, box=1, wagers=[[casino.shown(name)["wagers"][0]["wager"], 1_00]])
    assert more["ok"] or more["legal"] == "one wager an area"
    assert casino.shown(name)["status"] == "closing"
    casino.do("Dora", "no-more-bets", table=name)
    casino.finish(name)
    for _ in range(60):
        if casino.table(name).live is None:
            break
        casino.do("Dora", "no-more-bets", table=name)
    assert casino.shown(name)["status"] == "closed"
    assert casino.store.balance(f"layout:{name}") == 0 and casino.shown(name)["seats"] == {}
    casino.do("Sue", "open-table", table=name)
    casino.play(name)


def clause_or_house(result: dict[str, Any]) -> str:
    return str(result["clause"])


def test_queensland_closes_without_notice(casino: Casino) -> None:
    for name in (name for name, id in GAMES.items() if id.startswith("qld/")):
        casino.add(name)
        casino.do("Ann", "sit", table=name, box=1)
        assert casino.do("Sue", "close-table", table=name, now=True)["closed"]
        casino.no("Sue", "close-table", table=name)
        casino.do("Sue", "open-table", table=name)
        casino.no("Sue", "open-table", table=name)


def test_open_again_takes_the_sign_down(casino: Casino) -> None:
    casino.add("bonus")
    casino.do("Ann", "sit", table="bonus", box=1)
    casino.do("Sue", "close-table", table="bonus")
    casino.do("Sue", "open-table", table="bonus")
    casino.do("Ben", "sit", table="bonus", box=2)
    casino.wait(9 * MINUTE)
    assert casino.shown("bonus")["status"] == "open" and casino.shown("bonus")["closing"] is None
    casino.do("Sue", "close-table", table="bonus")
    assert clause(casino.no("Sue", "close-table", table="bonus", now=True)) == "NSW-13.8"


def craps(casino: Casino, *throws: str) -> None:
    """A physical craps table, so that throws are known."""
    for throw in throws:
        casino.do("Dora", "no-more-bets", table="craps")
        enter(casino, "craps", {"type": "dice", "numbers": [int(number) for number in throw]})


def test_standing_wagers_go_back_where_the_game_lets_them(casino: Casino) -> None:
    casino.add("craps", mode="physical")
    casino.bet("craps", "Ann", 1, 10_00)
    casino.bet("craps", "Ben", 2, 10_00, "don't win bet")
    craps(casino, "24")
    casino.bet("craps", "Ben", 2, 12_00, "place bet 8")
    casino.do("Sue", "close-table", table="craps")
    craps(casino, "23")
    assert casino.shown("craps")["status"] == "closing", "a win bet with its point stays until it is decided"
    assert [wager["wager"] for wager in casino.shown("craps")["wagers"]] == ["win bet"]
    assert casino.credits("Ben") == 1000_00
    casino.no("Ben", "place", table="craps", box=2, wagers=[["field bet", 10_00]])
    craps(casino, "12", "33")
    assert casino.shown("craps")["status"] == "closed"
    assert casino.credits("Ann") == 1010_00


def test_a_closed_table_holds_nothing_back(casino: Casino) -> None:
    casino.add("craps", mode="physical")
    casino.bet("craps", "Ann", 1, 10_00, "don't win bet")
    craps(casino, "24")
    casino.do("Sue", "limits", table="craps", minimum=20_00, at_once=True)
    assert casino.do("Sue", "close-table", table="craps")["closed"]
    assert casino.credits("Ann") == 1000_00 and casino.store.balance("layout:craps") == 0
    casino.do("Sue", "open-table", table="craps")
    sign = casino.shown("craps")["limits"]
    assert (sign["minimum"], sign["kept"], sign["markers"]) == (20_00, {}, {})


def test_wagers_that_no_throw_can_decide_are_called_off(casino: Casino) -> None:
    casino.add("craps", wagering_seconds=10)
    table = casino.table("craps")
    casino.bet("craps", "Ann", 1, 10_00)
    for _ in range(200):
        casino.do("Dora", "no-more-bets", table="craps")
        t = casino.live("craps").t
        if t.state["point"] is None and any("come bet" in wager.slot for wager in t.all_wagers()):
            break
        wanted = "win bet" if t.state["point"] is None else "come bet"
        if not any(wager.slot.startswith(wanted) for wager in t.all_wagers()):
            casino.bet("craps", "Ann", 1, 10_00, wanted)
    assert all(wager.kind == "come bet" for wager in casino.live("craps").t.all_wagers())
    held = casino.credits("Ann")
    lies = casino.live("craps").t.layout
    casino.do("Sue", "close-table", table="craps")
    assert table.live is not None and casino.shown("craps")["status"] == "closing"
    casino.wait(11 * SECOND)
    assert table.live is None and casino.credits("Ann") == held + lies
    assert casino.shown("craps")["last"]["lines"][-1]["clause"] == "QLD-0-3:void"


# -- seats -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, cites", [("bonus", "NSW-13.9"), ("holdem", "CBR-15.6"), ("blackjack", "")])
def test_three_rounds_at_a_full_table_cost_the_seat(casino: Casino, name: str, cites: str) -> None:
    casino.add(name)
    seat_all(casino, name, [f"P{n}" for n in range(1, 8)])
    casino.play(name, 2, player="P1", box=1)
    assert len(casino.shown(name)["seats"]) == 7
    casino.crash()
    casino.play(name, 1, player="P1", box=1)
    assert sorted(casino.shown(name)["seats"]) == ["1", "3", "4", "5", "6", "7"], "one free seat is enough"
    left = casino.store.recent(f"table:{name}", "left", 1)[0].body.decode()
    assert f'"clause":"{cites}"' in left and ("(house rule)" in left) == (cites == "")
    if cites:
        assert any(event["clause"] == cites for event in casino.shown(name)["events"])
    casino.play(name, 3, player="P1", box=1)
    assert len(casino.shown(name)["seats"]) == 6, "rounds count at a full table only"


def test_a_wager_starts_the_count_again(casino: Casino) -> None:
    casino.add("bonus")
    seat_all(casino, "bonus", [f"P{n}" for n in range(1, 8)])
    everybody = range(2, 8)
    casino.play("bonus", 2, player="P1", box=1)
    for n in everybody:
        casino.bet("bonus", f"P{n}", n)
    casino.play("bonus", 1, player="P1", box=1)
    casino.play("bonus", 2, player="P1", box=1)
    assert len(casino.shown("bonus")["seats"]) == 7
    casino.play("bonus", 1, player="P1", box=1)
    assert len(casino.shown("bonus")["seats"]) == 6


def test_a_free_seat_keeps_everybody(casino: Casino) -> None:
    casino.add("holdem")
    seat_all(casino, "holdem", [f"P{n}" for n in range(1, 7)])
    casino.play("holdem", 5, player="P1", box=1)
    assert len(casino.shown("holdem")["seats"]) == 6


def test_rounds_before_the_table_was_full_do_not_count(casino: Casino) -> None:
    casino.add("bonus")
    seat_all(casino, "bonus", [f"P{n}" for n in range(1, 7)])
    casino.play("bonus", 2, player="P1", box=1)
    casino.do("Ann", "sit", table="bonus", box=7)
    casino.play("bonus", 2, player="P1", box=1)
    assert len(casino.shown("bonus")["seats"]) == 7
    casino.play("bonus", 1, player="P1", box=1)
    assert len(casino.shown("bonus")["seats"]) == 6


def test_a_quiet_seat_is_given_up_after_ten_minutes(casino: Casino) -> None:
    casino.add("blackjack", wagering_seconds=600)
    casino.do("Ann", "sit", table="blackjack", box=1)
    casino.wait(10 * MINUTE - 1)
    assert casino.shown("blackjack")["seats"] == {"1": "Ann"}
    casino.wait(1)
    assert casino.shown("blackjack")["seats"] == {}
    casino.do("Ann", "sit", table="blackjack", box=1)
    casino.wait(5 * MINUTE)
    casino.do("Ben", "sit", table="blackjack", box=2)
    casino.play("blackjack", player="Ben", box=2)
    casino.crash()
    casino.wait(10 * MINUTE - 1)
    assert casino.shown("blackjack")["seats"] == {"1": "Ann", "2": "Ben"}, "a round was played meanwhile"
    casino.bet("blackjack", "Ben", 2)
    casino.wait(1)
    assert casino.shown("blackjack")["seats"] == {"2": "Ben"}, "who has a wager stays"


def test_a_kept_minimum_goes_with_the_seat(casino: Casino) -> None:
    casino.add("blackjack")
    casino.play("blackjack")
    casino.do("Sue", "limits", table="blackjack", minimum=20_00, at_once=True)
    casino.wait(10 * MINUTE)
    assert casino.shown("blackjack")["limits"]["kept"] == {} and casino.shown("blackjack")["seats"] == {}


def test_who_stands_behind_a_box_is_at_the_table_too(casino: Casino) -> None:
    casino.add("blackjack")
    casino.bet("blackjack", "Ann", 1)
    casino.bet("blackjack", "Ben", 1)
    casino.do("Dora", "no-more-bets", table="blackjack")
    casino.finish("blackjack")
    casino.do("Sue", "limits", table="blackjack", minimum=20_00, at_once=True)
    assert casino.shown("blackjack")["limits"]["kept"] == {"Ann": 5_00, "Ben": 5_00}
    casino.play("blackjack", 2)
    assert casino.shown("blackjack")["limits"]["kept"] == {"Ann": 5_00, "Ben": 5_00}
    casino.play("blackjack")
    assert casino.shown("blackjack")["limits"]["kept"] == {"Ann": 5_00}
