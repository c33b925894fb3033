"""What the console and the log say: what is to be done, and what happened, by whom and under which clause."""

from __future__ import annotations

import pytest
from support.casino import Casino, honest
from support.dealing import ANN, cards, close, dealt, dice, enter, opened

from pitboss.floor import commands as c
from pitboss.floor.queries import ask

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
