"""Rounds that the floor stopped in, and decisions that nobody made, are told as what they are."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import GAMES, MINUTE, Casino

from pitboss.floor import commands as c
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_rounds

ANN = c.Who("Ann", c.PLAYER)


def listed(casino: Casino, name: str) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = ask(casino.floor, ANN, {"t": "rounds", "table": name})["rounds"]
    return rounds


@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_the_floor_stopped_in_is_finished_by_rule_and_marked(name: str) -> None:
    casino = Casino(name)
    casino.play(name)
    casino.crash()
    casino.bet(name, "Ben", 2, wager="field bet" if "craps" in name else "")
    casino.crash()
    casino.crash()
    before = casino.store.version(f"table:{name}")
    casino.wait(5 * MINUTE)
    assert casino.store.events(f"table:{name}", before, 1)[0].type == "resumed", "the mark precedes what follows"
    marks = [event for event in casino.store.events(f"table:{name}") if event.type == "resumed"]
    rounds = listed(casino, name)
    assert len(rounds) >= 2 and [round["interrupted"] for round in rounds[-2:]] == [True, False]
    assert len(marks) == 1, "a stop in which nothing happened leaves one mark, not two"
    assert [one.faults for one in check_rounds(casino.store) if one.faults] == []
    casino.sound()


def test_between_rounds_nothing_is_interrupted() -> None:
    casino = Casino("roulette")
    casino.play("roulette")
    casino.crash()
    casino.play("roulette")
    assert not any(round["interrupted"] for round in listed(casino, "roulette"))


@pytest.mark.parametrize("name", ["three-card", "holdem"])
def test_where_only_the_house_makes_something_of_silence_it_says_so(name: str) -> None:
    """Neither book has a rule: the hand is folded, and nobody is told that the player did it."""
    casino = Casino(name)
    casino.bet(name)
    casino.do("Dora", "no-more-bets", table=name)
    casino.wait(MINUTE)
    told = [event["text"] for event in casino.shown(name)["last"]["told"]]
    assert "Ann: fold (no decision in time; house rule)" in told
    casino.sound()


def test_where_the_law_makes_something_of_silence_its_clause_says_so() -> None:
    casino = Casino("bonus")
    casino.bet("bonus")
    casino.do("Dora", "no-more-bets", table="bonus")
    casino.wait(MINUTE)
    told = casino.shown("bonus")["last"]["told"]
    assert any(event["clause"] == "NSW-11.13" for event in told)
    assert not any("house rule" in event["text"] for event in told)


def test_a_proposal_to_void_ends_with_its_round() -> None:
    casino = Casino("blackjack")
    casino.bet("blackjack")
    n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
    casino.do("Dora", "no-more-bets", table="blackjack")
    casino.finish("blackjack")
    assert casino.shown("blackjack")["proposals"] == []
    casino.no("Sam", "approve", table="blackjack", n=n)
    casino.sound()


def test_no_official_is_said_to_have_spoken_who_did_not() -> None:
    casino = Casino("blackjack")
    casino.bet("blackjack")
    casino.do("Dora", "no-more-bets", table="blackjack")
    while not casino.table("blackjack").betting:
        casino.wait(MINUTE)
    directed = [event["text"] for event in casino.shown("blackjack")["last"]["told"] if event["clause"] == "QLD-2-42"]
    assert any("nobody directed otherwise" in text for text in directed)
    casino.sound()
