"""What the console and the log say: what is to be done, and what happened, by whom and under which clause."""

from __future__ import annotations

import pytest
from support.casino import Casino, honest
from support.dealing import ANN, cards, close, dealt, dice, enter, opened

from pitboss.floor import commands as c
from pitboss.floor.queries import ask
from pitboss.floor.words import said
from pitboss.law import Ruled
from pitboss.rulebooks import game, games
from pitboss.table.table import Table

DORA = c.Who("Dora", c.DEALER)


def test_a_hand_that_lies_open_is_not_turned_up() -> None:
    """At blackjack all cards come face up; there is still a moment to look before wagers are settled."""
    casino = dealt()
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    enter(casino, "blackjack", cards("Tc 9c"))
    asked = casino.shown("blackjack")["asked"]
    assert (asked["kind"], asked["open"], asked["words"]) == (
        "reveal", True, "dealer is complete: check it, then settle")
    preview = ask(casino.floor, DORA, {"t": "preview", "table": "blackjack", "kind": "something-else",
                                       "facts": {"what": "a fight"}})
    assert preview["asked"]["words"] == asked["words"]


def test_what_is_turned_up_is_counted() -> None:
    casino = opened("bonus")
    close(casino, "bonus", ["ante", 10_00])
    while casino.shown("bonus")["asked"]["kind"] == "deal":
        enter(casino, "bonus", cards("?? " * casino.shown("bonus")["asked"]["count"]))
    assert casino.shown("bonus")["asked"]["words"] == "box 1, Ann: flop or fold?"
    casino.do("Ann", "decide", table="bonus", hand="1", name="flop")
    asked = casino.shown("bonus")["asked"]
    assert (asked["words"], asked["open"]) == ("turn up 3 cards of board", False)


@pytest.mark.parametrize("crash", [False, True])
def test_a_winning_wager_at_a_terminal_is_collected_and_nobody_took_it_back(crash: bool) -> None:
    casino = opened("roulette")
    close(casino, "roulette", ["red", 10_00])
    enter(casino, "roulette", {"type": "ball", "number": "18"})
    told = "10.00 of red goes back to Ann (winning wagers are collected to the credits)"
    if crash:
        casino.crash()
    first = casino.shown("roulette")["events"][0]
    assert (first["text"], first["clause"]) == (told, "QLD-16-7(3)(c)")
    casino.bet("roulette", "Ben", 2)
    casino.do("Dora", "no-more-bets", table="roulette")
    enter(casino, "roulette", {"type": "ball", "number": "17"})
    step = ask(casino.floor, ANN, {"t": "round", "id": "roulette/2"})["steps"][0]
    assert (step["text"], step["clause"]) == (told, "QLD-16-7(3)(c)")
    casino.sound()


def test_who_takes_back_himself_does() -> None:
    casino = Casino("baccarat")
    casino.bet("baccarat")
    casino.do("Ann", "take", table="baccarat", box=1, wager="player")
    last = casino.shown("baccarat")["events"][-1]
    assert (last["text"], last["clause"]) == ("Ann takes back 10.00 of player", "")


def test_a_table_that_closes_gives_wagers_back() -> None:
    """Chips of a player without a terminal stay on what won, until the table closes."""
    casino = opened("roulette")
    casino.do("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", 10_00]])
    close(casino, "roulette")
    enter(casino, "roulette", {"type": "ball", "number": "18"})
    casino.do("Sue", "close-table", table="roulette", now=True)
    assert casino.shown("roulette")["status"] == "closed"
    steps = ask(casino.floor, ANN, {"t": "round", "id": "roulette/2"})["steps"]
    assert [step["text"] for step in steps] == ["10.00 of red goes back to Walt (the table closes)"]
    casino.sound()
    honest(casino)


def test_a_wager_while_the_dice_are_out_counts_if_both_confirm_it() -> None:
    casino = opened("craps")
    close(casino, "craps", ["win bet", 10_00])
    late = {"table": "craps", "box": 2, "player": "Walt", "wagers": [["field bet", 5_00]]}
    assert casino.no("Dora", "place-for", **late)["clause"] == "QLD-4-5(1)"
    casino.do("Dora", "place-for", confirmed=True, **late)
    enter(casino, "craps", dice(1, 2))
    assert casino.store.balance("chips:craps:Walt") == 5_00, "a field bet on 3 pays 1 to 1"
    casino.sound()
    honest(casino)


def test_a_proposal_says_what_was_entered_unless_that_lies_face_down() -> None:
    casino = opened("roulette")
    close(casino, "roulette", ["red", 10_00])
    enter(casino, "roulette", {"type": "ball", "number": "18"})
    casino.do("Sue", "propose", table="roulette", what="correct", round=1, index=2, reason="misread",
              answer={"type": "ball", "number": "17"})
    assert casino.shown("roulette")["proposals"][0]["was"] == "18"
    casino = opened("three-card")
    close(casino, "three-card", ["ante", 10_00])
    enter(casino, "three-card", cards("4c 5d 9h"))
    index = next(entry["n"] for entry in ask(casino.floor, DORA, {"t": "round", "id": "three-card/1"})["answers"]
                 if entry["words"] == "cards that lie face down")
    casino.do("Sue", "propose", table="three-card", what="correct", round=1, index=index, reason="misread",
              answer=cards("4c 5d 6h"))
    assert casino.shown("three-card")["proposals"][0]["was"] == ""
    written = ask(casino.floor, DORA, {"t": "journal", "table": "three-card", "limit": 500})["events"]
    assert not any("5d" in str(event["body"]) for event in written)


def test_who_runs_out_of_time_is_told_what_was_done() -> None:
    """At the table's own pace, and in the log; the same after a crash."""
    casino = Casino("blackjack")
    for _ in range(30):
        casino.bet("blackjack")
        casino.do("Dora", "no-more-bets", table="blackjack")
        asked = casino.shown("blackjack")["asked"]
        if asked["kind"] == "choose":
            break
    total = casino.shown("blackjack")["named"]["1"]
    casino.wait(10 * 60 * 1000)
    assert casino.table("blackjack").betting
    for _ in range(2):
        last = casino.shown("blackjack")["last"]
        assert last["results"]["Ann"]["notes"] == [f"You ran out of time: stood on {total}"]
        casino.crash()
    casino.sound()
    honest(casino)


@pytest.mark.parametrize(("name", "done"), [("three-card", "folded"), ("bonus", "folded"), ("holdem", "folded")])
def test_a_hand_that_is_folded_by_the_clock_says_so_in_the_log(name: str, done: str) -> None:
    casino = Casino(name)
    casino.bet(name)
    casino.do("Dora", "no-more-bets", table=name)
    casino.wait(10 * 60 * 1000)
    last = casino.shown(name)["last"]
    assert last["results"]["Ann"] == {"headline": f"You {done}", "notes": [f"You ran out of time: {done}"]}
    said = [words.get("said", words["text"]) for words in last["told"]]
    assert f"Ann ran out of time: {done}" in said


def test_bets_and_decisions_are_told_in_everyday_words_and_in_the_law_s() -> None:
    casino = dealt()
    casino.do("Ann", "decide", table="blackjack", hand="1", name="stand")
    events = casino.shown("blackjack")["events"]
    placed, chose = (next(event for event in events if event["kind"] == kind) for kind in ("placed", "chose"))
    assert (placed["text"], placed["said"], placed["on"]) == ("Ann puts 10.00 on original", "Ann bets 10.00", "")
    assert (chose["text"], chose["said"]) == ("Ann: stand", "Ann stood on 19")


def test_a_replay_starts_where_something_was_to_be_decided() -> None:
    casino = Casino("blackjack", "roulette")
    for name in ("blackjack", "roulette"):
        casino.play(name)
        found = ask(casino.floor, ANN, {"t": "round", "id": f"{name}/1"})
        start = found["steps"][found["start"]]
        assert found["results"]["Ann"]["headline"]
        assert [step["asks"] for step in found["steps"][: found["start"]]].count("choice") == 0
        assert start["asks"] == ("choice" if name == "blackjack" else "wagers")


@pytest.mark.parametrize("id", games())
def test_a_ruling_is_told_to_players_without_the_name_of_the_report(id: str) -> None:
    t = Table(game(id))
    for kind, report in t.game.reports.items():
        ruling = Ruled(report.rulings[0].clause, f"{kind}: {report.rulings[0].what}")
        assert said(t, ruling) == report.rulings[0].what
