"""Where the law is silent: the report stays open until a supervisor has said what became of it, and the round tells."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import Casino, honest
from support.dealing import cards, close, dealt, enter, finish, listed, opened

from pitboss.floor import commands as c
from pitboss.floor.desk import body_of
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_round, check_rounds

DORA, ANN = c.Who("Dora", c.DEALER), c.Who("Ann", c.PLAYER)
SPILT = {"kind": "something-else", "facts": {"what": "a drink on the layout"}}
WHY = "nobody's chips were touched"


def refer(casino: Casino, name: str, **report: Any) -> int:
    result = casino.do("Dora", "report", table=name, **(report or SPILT))
    casino.sound()
    return int(result["referred"])


def open_at(casino: Casino, name: str) -> list[tuple[int, int, str, str]]:
    return [(one["n"], one["round"], one["words"], one["by"]) for one in casino.shown(name)["referrals"]]


def log(casino: Casino, name: str) -> list[str]:
    return [event["text"] for event in casino.shown(name)["events"]]


def replay(casino: Casino, id: str) -> list[str]:
    return [step["text"] for step in ask(casino.floor, ANN, {"t": "round", "id": id})["steps"]]


def written(casino: Casino, name: str, type: str) -> list[tuple[str, dict[str, Any]]]:
    events = casino.store.events(f"table:{name}")
    return [(event.actor, body_of(event)) for event in events if event.type == type]


@pytest.fixture
def asked() -> Casino:
    """Ann has 19 and is asked; nothing is known of what happened to the layout."""
    return dealt()


def test_a_referred_report_stays_open_until_the_supervisor_has_decided(asked: Casino) -> None:
    n = refer(asked, "blackjack")
    assert open_at(asked, "blackjack") == [(n, 1, "a drink on the layout", "Dora")]
    referred = asked.shown("blackjack")["events"][-1]
    assert referred["kind"] == "referred" and "(a drink on the layout)" in referred["text"]
    assert asked.no("Dora", "settle", table="blackjack", n=n, reason=WHY)["refused"].startswith("a dealer may not")
    asked.no("Sue", "settle", table="blackjack", n=n + 1, reason=WHY)
    assert not asked.ask("Sue", "settle", table="blackjack", n=n, reason="")["ok"]
    asked.do("Sue", "settle", table="blackjack", n=n, reason=WHY)
    assert open_at(asked, "blackjack") == []
    told = f"a drink on the layout: Sue decided: it is played on ({WHY})"
    assert log(asked, "blackjack")[-1] == told
    asked.sound()
    asked.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    finish(asked, "Tc 9c")
    assert listed(asked, "blackjack")[0]["referred"] == "decided"
    steps = replay(asked, "blackjack/1")
    assert steps.index(told) == next(n for n, step in enumerate(steps) if step.startswith("something else")) + 1
    assert told in [line["text"] for line in asked.shown("blackjack")["last"]["told"]]
    (actor, body), = written(asked, "blackjack", "decided")
    assert (actor, body["what"], body["reason"], body["people"]) == ("Sue", "play on", WHY, ["Sue"])
    journal = ask(asked.floor, DORA, {"t": "journal", "table": "blackjack", "limit": 500})["events"]
    told_of = [(event["type"], event["actor"]) for event in journal if event["type"] in ("referred", "decided")]
    assert told_of == [("referred", "Dora"), ("decided", "Sue")], "exports are made of the same"
    asked.sound()
    honest(asked)


def test_a_kind_that_rules_know_is_referred_where_none_of_them_applies() -> None:
    casino = opened("craps")
    casino.bet("craps")
    n = refer(casino, "craps", kind="invalid-roll", facts={"reason": "short"})
    assert open_at(casino, "craps") == [(n, 1, "invalid roll", "Dora")], "nobody has thrown the dice"


def test_what_happened_must_be_said(asked: Casino) -> None:
    for facts in ({}, {"what": "  "}):
        no = asked.no("Dora", "report", table="blackjack", kind="something-else", facts=facts)
        assert "says what" in no["refused"]
    seen = ask(asked.floor, DORA, {"t": "preview", "table": "blackjack", **SPILT})
    assert [line["kind"] for line in seen["lines"]] == ["referred"] and not open_at(asked, "blackjack")
    found = ask(asked.floor, DORA, {"t": "irregularities", "table": "blackjack"})["irregularities"]
    assert (found[-1]["kind"], [fact["name"] for fact in found[-1]["facts"]]) == ("something-else", ["what"])


def test_a_ruling_opens_nothing(asked: Casino) -> None:
    report = {"kind": "card-drawn-in-error", "facts": {"exposed": "yes", "card": "9c"}}
    assert "referred" not in asked.do("Dora", "report", table="blackjack", **report)
    assert open_at(asked, "blackjack") == []


def test_void_goes_through_two_people_and_closes_all_of_its_round(asked: Casino) -> None:
    first, second = refer(asked, "blackjack"), refer(asked, "blackjack")
    made = asked.do("Sue", "propose", table="blackjack", what="void", reason="the cards are wet", referral=second)
    assert [n for n, *_ in open_at(asked, "blackjack")] == [first, second]
    assert "withdraw" in asked.no("Sue", "settle", table="blackjack", n=second, reason=WHY)["legal"]
    asked.no("Sue", "approve", table="blackjack", n=made["n"])
    asked.do("Sam", "approve", table="blackjack", n=made["n"])
    assert open_at(asked, "blackjack") == [] and asked.credits("Ann") == 1000_00
    for _, body in written(asked, "blackjack", "decided"):
        assert (body["what"], body["people"], body["late"]) == ("void", ["Sue", "Sam"], False)
    assert replay(asked, "blackjack/1").count(
        "a drink on the layout: Sue and Sam decided: the round is void (the cards are wet); "
        "a drink on the layout: Sue and Sam decided: the round is void (the cards are wet)") == 1
    asked.sound()
    honest(asked)


def test_a_proposal_that_is_withdrawn_leaves_it_open(asked: Casino) -> None:
    n = refer(asked, "blackjack")
    made = asked.do("Sue", "propose", table="blackjack", what="void", reason="the cards are wet", referral=n)
    asked.do("Sue", "withdraw", table="blackjack", n=made["n"])
    assert [one for one, *_ in open_at(asked, "blackjack")] == [n]
    asked.do("Sue", "settle", table="blackjack", n=n, reason=WHY)


def test_a_correction_closes_it_in_the_round_and_the_log_keeps_it(asked: Casino) -> None:
    n = refer(asked, "blackjack")
    entries = ask(asked.floor, DORA, {"t": "round", "id": "blackjack/1"})["answers"]
    index = next(entry["n"] for entry in entries if entry["words"] == "9h")
    made = asked.do("Sue", "propose", table="blackjack", what="correct", round=1, index=index, answer=cards("8h"),
                    reason="it was the eight", referral=n)
    asked.do("Sam", "approve", table="blackjack", n=made["n"])
    assert open_at(asked, "blackjack") == []
    assert any("Sue and Sam decided: it is corrected" in line for line in log(asked, "blackjack"))
    assert asked.shown("blackjack")["hands"]["1"] == ["Th", "8h"]
    asked.sound()
    honest(asked)


def test_a_round_that_ends_with_it_open_is_marked_and_may_still_be_decided() -> None:
    casino = opened("roulette")
    close(casino, "roulette", ["red", 10_00])
    n = refer(casino, "roulette")
    enter(casino, "roulette", {"type": "ball", "number": "18"})
    assert casino.shown("roulette")["last"]["referred"] == [n]
    assert listed(casino, "roulette")[0]["referred"] == "open"
    assert open_at(casino, "roulette") == [(n, 1, "a drink on the layout", "Dora")], "the table went on"
    casino.bet("roulette", "Ben", 2)
    no = casino.no("Sue", "propose", table="roulette", what="void", reason="too late for that", referral=n)
    assert "round 1" in no["refused"] and no["legal"]
    casino.do("Sue", "settle", table="roulette", n=n, reason=WHY)
    late = f"a drink on the layout: Sue decided after the round: it stands as it is ({WHY})"
    assert replay(casino, "roulette/1")[-1] == late
    assert [line["text"] for line in casino.shown("roulette")["last"]["told"]][-1] == late
    assert listed(casino, "roulette")[0]["referred"] == "decided" and late not in log(casino, "roulette")
    casino.sound()
    honest(casino)
    assert check_round(casino.store, "roulette/1").faults == []  # type: ignore[union-attr]


def test_a_result_is_corrected_for_it_when_the_round_is_over() -> None:
    casino = opened("roulette")
    close(casino, "roulette", ["red", 10_00])
    n = refer(casino, "roulette")
    enter(casino, "roulette", {"type": "ball", "number": "18"})
    made = casino.do("Sue", "propose", table="roulette", what="correct", round=1, index=3,
                     answer={"type": "ball", "number": "17"}, reason="the ball was moved", referral=n)
    casino.do("Max", "approve", table="roulette", n=made["n"])
    assert open_at(casino, "roulette") == []
    assert "decided after the round: it is corrected (the ball was moved)" in replay(casino, "roulette/1")[-1]
    casino.sound()
    honest(casino)


def test_it_is_settled_at_a_table_that_has_closed() -> None:
    casino = Casino("roulette")
    n = refer(casino, "roulette")
    casino.do("Sue", "close-table", table="roulette", now=True)
    assert casino.shown("roulette")["status"] == "closed" and open_at(casino, "roulette")
    casino.do("Sue", "settle", table="roulette", n=n, reason=WHY)
    casino.sound()
    honest(casino)


def test_a_virtual_table_without_staff_is_not_held_up() -> None:
    """Time goes on by itself: the round ends with the report open, and so do the next ones."""
    casino = Casino("blackjack")
    casino.bet("blackjack")
    n = refer(casino, "blackjack")
    casino.wait(120_000)
    assert casino.table("blackjack").rounds > 1
    casino.play("blackjack", rounds=2)
    assert open_at(casino, "blackjack")[0][:2] == (n, 1)
    casino.sound()
    honest(casino)


def test_an_open_report_outlives_a_crash(asked: Casino) -> None:
    n = refer(asked, "blackjack")
    asked.crash()
    assert open_at(asked, "blackjack") == [(n, 1, "a drink on the layout", "Dora")]
    asked.do("Sue", "settle", table="blackjack", n=n, reason=WHY)
    before = asked.shown("blackjack")
    asked.crash()
    assert asked.shown("blackjack") == before


@pytest.mark.parametrize(("change", "fault"), [
    ("body = CAST(replace(CAST(body AS TEXT), '\"n\":1', '\"n\":7') AS BLOB)", "does not wait for a decision"),
    ("type = 'else'", "not what was written down"),
])
def test_verify_knows_what_waits(asked: Casino, change: str, fault: str) -> None:
    n = refer(asked, "blackjack")
    asked.do("Sue", "settle", table="blackjack", n=n, reason=WHY)
    asked.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    finish(asked, "Tc 9c")
    honest(asked)
    asked.store.rows(f"UPDATE event SET {change} WHERE type = 'decided'")
    assert any(fault in said for one in check_rounds(asked.store) for said in one.faults)
