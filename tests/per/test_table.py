"""A table of Crown Perth on the floor: it closes and its limits change at once where nobody plays or all agree, a seat
is lost after three idle rounds anywhere, and a payment is withheld for three days at most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.casino import EPOCH, MINUTE, SECOND, Casino, honest

from pitboss.floor import legal_now
from pitboss.table.requests import Choose

TABLE = "crown-holdem-poker"
HOUR = 60 * MINUTE


@pytest.fixture
def casino() -> Iterator[Casino]:
    made = Casino(TABLE, decision_seconds=600, wagering_seconds=600)
    yield made
    made.sound()
    honest(made)


def refused(result: dict[str, Any]) -> str:
    assert not result["ok"] and result["legal"], result
    return str(result["clause"])


def sits(casino: Casino, *players: str) -> None:
    for box, player in enumerate(players, 1):
        casino.do(player, "sit", table=TABLE, box=box)


# -- 6.7: closing ----------------------------------------------------------------------------------------------


def test_an_empty_table_closes_at_once(casino: Casino) -> None:
    assert casino.do("Sue", "close-table", table=TABLE, now=True)["closed"]


def test_a_table_with_players_closes_after_ten_minutes(casino: Casino) -> None:
    sits(casino, "Ann")
    assert refused(casino.no("Sue", "close-table", table=TABLE, now=True)) == "PER-6.7"
    assert casino.do("Sue", "close-table", table=TABLE)["closes"] == EPOCH + 10 * MINUTE
    casino.wait(10 * MINUTE - SECOND)
    assert casino.shown(TABLE)["status"] == "closing"
    casino.wait(SECOND)
    assert casino.shown(TABLE)["status"] == "closed"


def test_it_closes_when_all_agree_and_the_round_is_over(casino: Casino) -> None:
    sits(casino, "Ann", "Ben")
    casino.bet(TABLE, "Ann")
    n = casino.do("Sue", "ask-players", table=TABLE, what="close")["n"]
    assert refused(casino.no("Sue", "ask-players", table=TABLE, what="close")) == "PER-6.7"
    assert casino.shown(TABLE)["question"]["missing"] == ["Ann", "Ben"]
    casino.do("Ann", "answer", table=TABLE, n=n, agree=True)
    casino.no("Ann", "answer", table=TABLE, n=n, agree=True)
    casino.no("Cat", "answer", table=TABLE, n=n, agree=True)
    casino.crash()
    casino.do("Ben", "answer", table=TABLE, n=n, agree=True)
    assert casino.shown(TABLE)["status"] == "closing" and casino.shown(TABLE)["question"] is None
    casino.do("Dora", "no-more-bets", table=TABLE)
    casino.finish(TABLE)
    assert casino.shown(TABLE)["status"] == "closed"


def test_one_no_ends_the_question_and_who_leaves_is_not_asked(casino: Casino) -> None:
    sits(casino, "Ann", "Ben")
    n = casino.do("Sue", "ask-players", table=TABLE, what="close")["n"]
    casino.do("Ann", "answer", table=TABLE, n=n, agree=False)
    shown = casino.shown(TABLE)
    assert shown["question"] is None and shown["declined"] == "Ann" and shown["status"] == "open"
    n = casino.do("Sue", "ask-players", table=TABLE, what="close")["n"]
    casino.do("Sue", "withdraw", table=TABLE, n=n)
    assert casino.shown(TABLE)["question"] is None
    n = casino.do("Sue", "ask-players", table=TABLE, what="close")["n"]
    casino.do("Ann", "answer", table=TABLE, n=n, agree=True)
    casino.do("Ben", "leave", table=TABLE)
    assert casino.shown(TABLE)["status"] == "closed"


def test_nobody_is_asked_at_an_empty_table_or_where_the_book_knows_no_such_thing(casino: Casino) -> None:
    assert refused(casino.no("Sue", "ask-players", table=TABLE, what="close")) == "PER-6.7"
    casino.no("Sue", "ask-players", table=TABLE, what="dance")
    casino.add("bonus")
    casino.do("Ann", "sit", table="bonus", box=1)
    assert refused(casino.no("Sue", "ask-players", table="bonus", what="close")) == "NSW-13.8"
    assert casino.shown("bonus")["may_ask"] == []


# -- 3.30 and 3.32: riders -------------------------------------------------------------------------------------


def test_the_layout_knows_where_an_extra_may_ride(casino: Casino) -> None:
    extra = "player poker extra"
    casino.bet(TABLE, "Ann")
    shut = legal_now.shut(casino.table(TABLE), "Ben", [])
    assert extra not in shut["1"]
    assert shut["0"][extra] == {"words": "Somebody has to bet the ANTE here first", "clause": "PER-3.32"}
    for player in ("Ben", "Cat", "Dan"):
        casino.do("Max", "issue", player=player, amount=100_00)
        casino.do(player, "place", table=TABLE, box=1, wagers=[[extra, 5_00]])
    assert casino.shown(TABLE)["seats"] == {"1": "Ann"}
    assert legal_now.shut(casino.table(TABLE), "Eve", [])["1"][extra] == {
        "words": "Three PLAYER EXTRAS are on this hand already", "clause": "PER-3.30"}
    casino.do("Max", "issue", player="Eve", amount=100_00)
    no = casino.no("Eve", "place", table=TABLE, box=1, wagers=[[extra, 5_00]])
    assert no["clause"] == "PER-3.30" and no["says"] == "Three PLAYER EXTRAS are on this hand already"
    assert casino.no("Eve", "place", table=TABLE, box=1, wagers=[["ante", 5_00]])["clause"] == "PER-3.4"


# -- 6.3: limits -----------------------------------------------------------------------------------------------


def least(casino: Casino) -> int:
    return int(casino.shown(TABLE)["limits"]["minimum"])


def test_limits_change_at_once_where_nobody_plays(casino: Casino) -> None:
    casino.do("Sue", "limits", table=TABLE, minimum=10_00, at_once=True)
    assert least(casino) == 10_00


def test_limits_change_after_ten_minutes_where_somebody_plays(casino: Casino) -> None:
    sits(casino, "Ann")
    assert refused(casino.no("Sue", "limits", table=TABLE, minimum=10_00, at_once=True)) == "PER-6.3"
    casino.do("Sue", "limits", table=TABLE, minimum=10_00)
    casino.wait(10 * MINUTE - SECOND)
    assert least(casino) == 5_00
    casino.wait(SECOND)
    assert least(casino) == 10_00


def test_limits_change_when_all_agree(casino: Casino) -> None:
    sits(casino, "Ann", "Ben")
    assert refused(casino.no("Sue", "ask-players", table=TABLE, what="change")) == "PER-6.3"
    casino.do("Sue", "limits", table=TABLE, minimum=10_00, maximum=200_00)
    n = casino.do("Sue", "ask-players", table=TABLE, what="change")["n"]
    assert casino.shown(TABLE)["question"]["words"] == "limits of 10 to 200 from the next round on?"
    casino.do("Ann", "answer", table=TABLE, n=n, agree=True)
    assert least(casino) == 5_00
    casino.do("Ben", "answer", table=TABLE, n=n, agree=True)
    assert least(casino) == 10_00
    casino.crash()
    assert least(casino) == 10_00


# -- 6.6: idle seats -------------------------------------------------------------------------------------------


def test_three_idle_rounds_cost_the_seat_though_others_are_free(casino: Casino) -> None:
    sits(casino, "Ann", "Ben")
    for n in range(3):
        assert casino.shown(TABLE)["seats"] == {"1": "Ann", "2": "Ben"}, n
        casino.bet(TABLE, "Ann")
        casino.do("Dora", "no-more-bets", table=TABLE)
        casino.finish(TABLE)
    assert casino.shown(TABLE)["seats"] == {"1": "Ann"}


# -- 5.14: payments withheld -----------------------------------------------------------------------------------


def won(casino: Casino, player: str = "Ann") -> int:
    """Play until a player is paid something; how much."""
    for _ in range(200):
        casino.bet(TABLE, player)
        casino.do("Dora", "no-more-bets", table=TABLE)
        while isinstance(casino.table(TABLE).request, Choose):
            casino.do(player, "decide", table=TABLE, hand="1", name=casino.table(TABLE).request.options[0].name)
        lines = casino.shown(TABLE)["last"]["lines"]
        if paid := sum(line["pays"] for line in lines if line["player"] == player and line["outcome"] == "win"):
            return int(paid)
    raise AssertionError("nobody ever wins")


def test_a_payment_is_withheld_and_comes_back_after_three_days(casino: Casino) -> None:
    paid = won(casino)
    before = casino.store.balance("player:Ann")
    assert refused(casino.no("Max", "withhold", table=TABLE, player="Ann", amount=paid + 1, reason="who looked")) == (
        "PER-5.14")
    casino.no("Sue", "withhold", table=TABLE, player="Ann", amount=paid, reason="who looked")
    told = casino.do("Max", "withhold", table=TABLE, player="Ann", amount=paid, reason="who looked")
    assert told["until"] == casino.now + 72 * HOUR and told["clause"] == "PER-5.14"
    assert casino.store.balance("player:Ann") == before - paid and casino.store.balance("held:Ann") == paid
    casino.no("Max", "withhold", table=TABLE, player="Ann", amount=1, reason="once more")
    casino.crash()
    casino.wait(72 * HOUR - SECOND)
    assert casino.store.balance("held:Ann") == paid
    casino.wait(SECOND)
    assert casino.store.balance("held:Ann") == 0 and casino.store.balance("player:Ann") == before


def withhold(casino: Casino, amount: int, number: int) -> dict[str, Any]:
    return casino.do("Max", "withhold", table=TABLE, player="Ann", amount=amount, round=number, reason="who looked")


@pytest.mark.parametrize("early", [1, 0, -1], ids=["before the limit", "at the limit", "past the limit"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_one_payment_is_withheld_for_three_days_in_all(casino: Casino, early: int, times: int) -> None:
    """5.14: withheld, released and withheld again; the hours between do not count, and the limit is in all."""
    paid, number, used = won(casino), casino.shown(TABLE)["last"]["round"], 0
    for n in range(times):
        told = withhold(casino, paid, number)
        assert told["until"] == casino.now + 72 * HOUR - used
        span = 72 * HOUR // times if n < times - 1 else 72 * HOUR - used - early
        if early > 0 or n < times - 1:
            casino.wait(span)
            casino.do("Max", "pay-held", table=TABLE, n=told["n"])
        else:
            # The floor is closed when the time is over, and opened at or after the limit.
            casino.now += span
            casino.crash()
            casino.wait(0)
        used += span
        assert casino.store.balance("held:Ann") == 0
        casino.wait(5 * HOUR)
    casino.crash()
    if early > 0:
        assert withhold(casino, 1, number)["until"] == casino.now + early
    else:
        no = casino.no("Max", "withhold", table=TABLE, player="Ann", amount=1, round=number, reason="who looked")
        assert refused(no) == "PER-5.14" and no["legal"].startswith("72 hours in all")
    won(casino)  # another payment has its own time
    assert withhold(casino, 1, 0)["until"] == casino.now + 72 * HOUR


def test_parts_of_one_payment_share_its_three_days(casino: Casino) -> None:
    number = won(casino) and casino.shown(TABLE)["last"]["round"]
    first = withhold(casino, 100, number)
    casino.wait(30 * HOUR)
    second = withhold(casino, 100, number)
    assert second["until"] == first["until"]
    casino.do("Max", "pay-held", table=TABLE, n=first["n"])
    casino.wait(10 * HOUR)
    casino.do("Max", "pay-held", table=TABLE, n=second["n"])
    casino.wait(100 * HOUR)
    assert withhold(casino, 100, number)["until"] == casino.now + 32 * HOUR


@pytest.mark.parametrize("paid_first", range(4))
def test_paying_one_withheld_sum_keeps_all_others(casino: Casino, paid_first: int) -> None:
    number = won(casino) and casino.shown(TABLE)["last"]["round"]
    sums, before = [100, 150, 200, 250], casino.store.balance("player:Ann")
    held = dict(zip([withhold(casino, amount, number)["n"] for amount in sums], sums, strict=True))
    for n in [list(held)[paid_first], *held]:
        if n in held:
            casino.do("Max", "pay-held", table=TABLE, n=n)
            del held[n]
        for _ in range(2):  # as the table has it, and as it is read again
            listed = {one["n"]: one["amount"] for one in casino.shown(TABLE)["withheld"]["payments"]}
            assert listed == held and casino.store.balance("held:Ann") == sum(held.values())
            casino.crash()
        if len(held) == 1:
            break
    casino.wait(72 * HOUR)  # the last one is paid by itself
    assert casino.store.balance("held:Ann") == 0 and casino.store.balance("player:Ann") == before


def test_a_payment_is_made_sooner_and_from_a_table_that_is_closed(casino: Casino) -> None:
    paid = won(casino)
    n = casino.do("Max", "withhold", table=TABLE, player="Ann", amount=paid, reason="who looked")["n"]
    casino.do("Ann", "leave", table=TABLE)
    casino.do("Sue", "close-table", table=TABLE, now=True)
    casino.do("Max", "pay-held", table=TABLE, n=n)
    casino.no("Max", "pay-held", table=TABLE, n=n)
    assert casino.store.balance("held:Ann") == 0


def test_no_more_than_is_still_there_and_only_where_the_book_says_so(casino: Casino) -> None:
    paid = won(casino)
    number = casino.shown(TABLE)["last"]["round"]
    casino.do("Ann", "cash-out", amount=casino.store.balance("player:Ann"))
    assert refused(casino.no("Max", "withhold", table=TABLE, player="Ann", amount=paid, round=number,
                             reason="who looked")) == "PER-5.14"
    casino.no("Max", "withhold", table=TABLE, player="Ann", amount=paid, round=99_999, reason="who looked")
    casino.add("bonus")
    assert refused(casino.no("Max", "withhold", table="bonus", player="Ann", amount=1, reason="who looked")) == ""
