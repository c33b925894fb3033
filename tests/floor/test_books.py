"""Journal and ledger as a console reads them, and what a correction would pay before anybody proposes it."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import Casino

from pitboss.floor.commands import Who
from pitboss.floor.queries import ask

SUE = Who("Sue", "supervisor")


@pytest.fixture
def wheel() -> Casino:
    """A physical wheel; Ann won on 17 and lost on red."""
    casino = Casino()
    casino.do("Max", "add-table", id="ro1", name="Roulette", game="qld/roulette", mode="physical")
    casino.do("Ann", "place", table="ro1", box=1, wagers=[["straight up 17", 1000], ["red", 2000]])
    casino.do("Dora", "no-more-bets", table="ro1")
    casino.do("Dora", "enter", table="ro1", answer={"type": "ball", "number": "17"})
    casino.do("Dora", "confirm", table="ro1")
    return casino


def told(casino: Casino, **query: Any) -> dict[str, Any]:
    answer = ask(casino.floor, SUE, query)
    assert answer["ok"], answer
    return answer


def test_the_journal_is_read_from_its_end(wheel: Casino) -> None:
    every = [event["pos"] for event in told(wheel, t="journal", after=0)["events"]]
    last = [event["pos"] for event in told(wheel, t="journal", limit=3)["events"]]
    assert last == every[-3:]
    before = [event["pos"] for event in told(wheel, t="journal", limit=3, before=last[0])["events"]]
    assert before == every[-6:-3]
    assert told(wheel, t="journal", after=last[-1])["events"] == []
    own = told(wheel, t="journal", table="ro1", limit=2)["events"]
    assert [event["stream"] for event in own] == ["table:ro1"] * 2
    assert own[-1]["pos"] > own[0]["pos"]


def test_the_ledger_is_read_from_its_end(wheel: Casino) -> None:
    every = told(wheel, t="ledger", after=0)["postings"]
    last = told(wheel, t="ledger", limit=1)
    assert last["sum"] == 0
    assert last["postings"] == [one for one in every if one["pos"] == every[-1]["pos"]]
    first = last["postings"][0]["pos"]
    before = told(wheel, t="ledger", limit=1, before=first)["postings"]
    assert {one["pos"] for one in before} == {max(one["pos"] for one in every if one["pos"] < first)}
    own = told(wheel, t="ledger", account="player:Ann")["postings"]
    assert own and {one["account"] for one in own} == {"player:Ann"}


def test_what_a_correction_would_pay_is_what_it_pays(wheel: Casino) -> None:
    answers = told(wheel, t="round", id="ro1/1")["answers"]
    index = next(one["n"] for one in answers if one["kind"] == "ball")
    right = {"type": "ball", "number": "5"}
    was = wheel.store.balance("player:Ann")
    shown = told(wheel, t="difference", table="ro1", round=1, index=index, answer=right)
    assert wheel.store.balance("player:Ann") == was
    # 17 loses its stake and the 35 to 1 it was paid; red keeps its stake and wins as much.
    assert shown["net"] == {"Ann": -(35_000 + 1_000) + 4_000}
    lines = [{line["wager"]: line["outcome"] for line in shown[when]} for when in ("before", "after")]
    assert lines == [{"straight up 17": "win", "red": "lose"}, {"straight up 17": "lose", "red": "win"}]
    proposed = wheel.do("Sue", "propose", table="ro1", what="correct", round=1, index=index, answer=right,
                        reason="misread wheel")
    wheel.do("Max", "approve", table="ro1", n=proposed["n"])
    assert wheel.store.balance("player:Ann") - was == shown["net"]["Ann"]


def test_a_correction_that_does_not_fit_is_refused_before_it_is_proposed(wheel: Casino) -> None:
    query = {"t": "difference", "table": "ro1", "round": 1, "index": 99, "answer": {"type": "ball", "number": "5"}}
    assert "no entry 99" in ask(wheel.floor, SUE, query)["refused"]
    assert not ask(wheel.floor, SUE, {**query, "answer": None})["ok"]
    assert not ask(wheel.floor, Who("Ann", "player"), query)["ok"]


def test_cards_of_a_virtual_round_under_way_are_not_told() -> None:
    casino = Casino()
    casino.do("Max", "add-table", id="bj1", name="Blackjack", game="qld/blackjack")
    number = casino.table("bj1").rounds
    query = {"t": "difference", "table": "bj1", "round": number, "index": 0, "answer": {"type": "ball", "number": "5"}}
    assert "virtual" in ask(casino.floor, SUE, query)["refused"]
