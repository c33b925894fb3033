"""What players may not do at a table between players, reported by its dealer: QLD-5-25(8), 29(3), 31(2), 32, and
QLD-10-30(17)."""

from __future__ import annotations

from typing import Any

import pytest
from support.poker_floor import MANAGER, Sim, again, without_clock

from pitboss.floor import poker_reports
from pitboss.floor.commands import Who
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify
from pitboss.table.acts import Irregular

DEALER = Who("Dora", "dealer")


def report(sim: Sim, kind: str, who: Who = DEALER, **facts: str) -> dict[str, Any]:
    return sim.give(who, {"t": "report", "table": "t", "kind": kind, "facts": facts})


def manila(*names: str) -> Sim:
    sim = Sim("qld/manila-poker", {"blinds": "5"})
    sim.sit(*names)
    sim.deal()
    return sim


def said(sim: Sim) -> list[tuple[str, str]]:
    return [(line["text"], line["clause"]) for line in sim.view["events"] if line["kind"] == "ruled"]


def seat(sim: Sim, name: str) -> str:
    return str(sim.desk.room.seat_of(name))


def sound(sim: Sim) -> None:
    sim.check_money()
    assert without_clock(again(sim).view) == without_clock(sim.view)
    assert verify(sim.store).faults == []
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


@pytest.mark.parametrize(("kind", "clause", "instead"), [
    ("helping", "QLD-5-32(1)", "play in one's own interest"),
    ("advice", "QLD-5-32(2)", "decide alone, one player to a hand"),
    ("cards-looked-at", "QLD-5-32(7)", "look at one's own"),
    ("chips-given", "QLD-5-29(3)", "everybody bets with his own chips"),
    ("pot-divided", "QLD-5-25(8)", "play the round to its end"),
    ("folded-otherwise", "QLD-5-31(2)", "lay the cards face down and tell the dealer, who collects them"),
])
def test_the_table_is_told_what_the_book_says_and_nothing_moves(kind: str, clause: str, instead: str) -> None:
    sim = manila("Ann", "Ben", "Cat")
    stacks = sim.desk.room.held()
    assert report(sim, kind, seat=seat(sim, "Ben"))["clause"] == clause
    ((text, cited),) = said(sim)
    assert cited == clause and text.startswith("Ben: ") and text.endswith(instead)
    assert sim.desk.room.held() == stacks and sim.desk.under_way
    sound(sim)
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]
    assert said(sim) == [(text, clause)], "it stays where it was said"
    past = ask(sim.floor, Who("Eve", "player"), {"t": "round", "id": f"t/{sim.desk.rounds}"})
    assert [step["clause"] for step in past["steps"]].count(clause) == 1
    sound(sim)


def test_all_other_active_players_hear_of_a_hand_that_is_out() -> None:
    """QLD-5-32(4) and (5): one who folded has shown his cards to another; those who play on are told."""
    sim = manila("Ann", "Ben", "Cat", "Dan")
    folds = sim.view["asked"]["player"]
    assert sim.act("fold")["ok"]
    learns, *others = (name for name in ("Ann", "Ben", "Cat", "Dan") if name != folds)
    assert report(sim, "hand-disclosed", seat=seat(sim, folds), to=seat(sim, learns))["ok"]
    first, second = said(sim)
    assert first[1] == "QLD-5-32(4)" and second[1] == "QLD-5-32(5)"
    told = second[0].removeprefix(f"{learns} tells ").partition(" what was seen")[0].split(", ")
    assert sorted(told) == sorted(others)
    sound(sim)


def test_cards_shown_to_somebody_who_does_not_play() -> None:
    """QLD-5-32(3): no other person may find out, an onlooker neither; of what he saw the book says nothing more."""
    sim = manila("Ann", "Ben", "Cat")
    assert report(sim, "hand-disclosed", seat=seat(sim, "Ben"))["clause"] == "QLD-5-32(3)"
    assert [clause for _, clause in said(sim)] == ["QLD-5-32(3)"]
    sound(sim)


def test_one_who_is_out_himself_need_tell_nobody() -> None:
    """QLD-5-32(5) speaks to an active player who learnt of a hand that is out."""
    sim = manila("Ann", "Ben", "Cat", "Dan")
    first = sim.view["asked"]["player"]
    assert sim.act("fold")["ok"]
    second = sim.view["asked"]["player"]
    assert sim.act("fold")["ok"]
    assert report(sim, "hand-disclosed", seat=seat(sim, first), to=seat(sim, second))["ok"]
    assert [clause for _, clause in said(sim)] == ["QLD-5-32(4)"]
    assert "himself" in report(sim, "hand-disclosed", seat=seat(sim, first), to=seat(sim, first))["refused"]
    sound(sim)


def test_everybody_hears_of_a_bettor_who_is_not_called_yet() -> None:
    """QLD-5-32(3) and (6): until he is called; afterwards nobody has to be told."""
    sim = manila("Ann", "Ben", "Cat", "Dan")
    folds = sim.view["asked"]["player"]
    assert sim.act("fold")["ok"]
    raises = sim.view["asked"]["player"]
    assert sim.act("raise", 10_00)["ok"]
    learns, other = (name for name in ("Ann", "Ben", "Cat", "Dan") if name not in (folds, raises))
    facts = {"seat": seat(sim, raises), "to": seat(sim, learns)}
    assert report(sim, "hand-disclosed", **facts)["ok"]
    first, second = said(sim)
    assert (first[1], second[1]) == ("QLD-5-32(3)", "QLD-5-32(6)")
    assert folds in second[0] and other in second[0], "also one who has folded"
    assert sim.act("call")["ok"]
    assert report(sim, "hand-disclosed", **facts)["ok"]
    assert [clause for _, clause in said(sim)].count("QLD-5-32(6)") == 1
    sound(sim)


def test_pots_are_not_divided_by_agreement_in_schedule_10() -> None:
    sim = Sim("qld/texas-holdem-poker", {"blinds": "1/2", "buy-in": "40-400"})
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    assert report(sim, "pot-divided", seat="1")["clause"] == "QLD-10-30(17)"
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]
    assert report(sim, "pot-divided", seat="2")["ok"], "the last hand still lies there"
    sound(sim)


def test_what_cannot_be_reported() -> None:
    sim = Sim("mel/holdem")
    whistling = report(sim, "whistling", seat="1")["legal"]
    assert "disruption" in whistling and "misdeal" not in whistling, "the cards are virtual"
    sim = Sim("qld/manila-poker", {"blinds": "5"})
    assert report(sim, "helping", seat="1")["refused"] == "no hand is on, nor was one played last"
    sim.sit("Ann", "Ben")
    sim.deal()
    assert report(sim, "helping", seat="9")["refused"] == "seat=9 is nobody in the hand"
    assert report(sim, "hand-disclosed", seat="1", to="9")["refused"] == "to=9 is nobody in the hand"
    assert report(sim, "helping", seat="1", card="Ks")["refused"] == "helping: card is no fact of it"
    assert "chips-given" in report(sim, "whistling", seat="1")["legal"]
    assert not report(sim, "helping", Who("Ann", "player"), seat="2")["ok"]
    assert report(sim, "helping", MANAGER, seat="2")["ok"]
    assert [one["kind"] for one in sim.view["conduct"]][:2] == ["helping", "advice"]


def test_a_supervisor_may_void_the_wagers_of_one_who_was_reported() -> None:
    """QLD-0-11(2)(a): they go back, and the hand has no claim any more."""
    sim = Sim("qld/texas-holdem-poker")
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    first = sim.view["asked"]["player"]
    assert sim.act("call")["ok"]
    before = sim.desk.room.held()
    assert not report(sim, "helping", seat=seat(sim, first), decided="void-wagers")["ok"], "not by the dealer"
    answer = report(sim, "helping", MANAGER, seat=seat(sim, first), decided="void-wagers")
    assert answer["ok"] and answer["clause"] == "QLD-0-11(2)(a)", answer
    assert sim.desk.room.held() != before and sim.desk.under_way
    sound(sim)


def test_a_preview_tells_who_must_hear_of_cards_that_were_seen() -> None:
    sim = Sim("qld/texas-holdem-poker")
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    first = sim.view["asked"]["player"]
    assert sim.act("fold")["ok"]
    second = sim.view["asked"]["player"]
    facts = {"seat": seat(sim, first), "to": seat(sim, second)}
    shown, _ = poker_reports.preview(sim.desk, Irregular("hand-disclosed", facts), DEALER)
    (told,) = [line for line in shown["lines"] if line["clause"] == "QLD-10-45(7)"]
    assert told["text"].startswith(f"{second} tells seats ") and "$" not in told["text"]
