"""A table between players with real cards and chips: what the dealer enters, what comes of it, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.real_table import DEALER, MANAGER, NAMES, SUPERVISOR, RealTable
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.floor.commands import Who

OTHER_DEALER = Who("Dan", "dealer")


def flop(**more: object) -> RealTable:
    """Six players, four of them in, the flop on the table."""
    table = RealTable(**more)  # type: ignore[arg-type]
    table.deal()
    table.enter("c", "f", "c", "f", "c", "k", "cards As Kd 2c")
    return table


def test_a_hand_is_entered_from_the_blinds_to_the_pot() -> None:
    table = flop()
    assert table.view["asked"]["words"] == "Ann: to act" and table.view["pot"] == 8_00
    table.enter("k", "k", "r 6", "f", "c", "c")
    assert table.view["asked"]["words"] == "turn: 1 card" and table.view["asked"]["clause"] == "MEL-12.4.1"
    table.enter("cards 3c", "k", "k", "r 20", "f", "c", "cards 4d", "k", "k")
    assert table.view["asked"]["words"] == "Cat: show, or fold?"
    table.enter("show Ah Qh")
    assert not table.view["last"] or table.view["last"]["round"] != 1
    table.enter("m")
    assert table.view["asked"]["words"] == "push the pot: Cat 66.00" and table.view["playing"]
    table.enter("p")
    assert table.view["last"]["net"] == {"Ann": -8_00, "Ben": -28_00, "Cat": 38_00, "Dan": 0, "Eve": -2_00, "Fay": 0}
    assert table.stacks()["Cat"] == 238_00 and sum(table.stacks().values()) == 1200_00
    assert table.store.balance("chips:t:Cat") == -200_00
    table.sound()


def test_players_with_chips_come_and_go_by_the_dealers_word() -> None:
    table = RealTable(players=NAMES[:2])
    assert table.do("seat-for", box=5, amount=100_00)["player"] == "Seat-5"
    assert table.no("seat-for", box=5, player="Zoe", amount=100_00) == "seat 5 [MEL-8.1]; it is taken"
    assert table.no("seat-for", box=6, player="Ann", amount=100_00) == "Ann sits at seat 1; another name"
    assert table.no("seat-for", box=6, player="Zoe").startswith("a seat without a buy-in; an amount: ")
    assert table.no("seat-for", box=6, player="Z oe", amount=100_00).startswith("the name 'Z oe' does not fit")
    assert table.no("seat-for", box=7, what="out") == "nobody sits at seat 7; 1, 2, 5"
    assert table.no("seat-for", box=5, what="dance").startswith("'dance' is nothing that is done at a seat; sit, add")
    table.do("seat-for", box=5, what="add", amount=50_00)
    table.do("seat-for", box=1, what="out")
    table.do("seat-for", box=5, what="move", to=6)
    assert table.view["seats"]["1"]["away"] and table.view["seats"]["6"]["stack"] == 150_00
    table.do("seat-for", box=1, what="back")
    table.do("seat-for", box=6, what="leave")
    assert "6" not in table.view["seats"] and table.store.balance("chips:t:Seat-5") == 0
    table.sound()


def test_a_name_with_credits_is_no_name_for_chips() -> None:
    table = RealTable(players=NAMES[:2])
    assert table.give(MANAGER, {"t": "issue", "player": "Zoe", "amount": 100_00})["ok"]
    assert table.no("seat-for", box=3, player="zoe", amount=100_00).startswith("zoe plays with credits")
    assert table.no("sit", Who("Zoe", "player"), box=3, amount=50_00) == \
        "this table is played with real cards and chips; the dealer enters what players do"


def test_the_button_lies_where_the_dealer_says_before_the_first_hand() -> None:
    table = RealTable()
    table.do("seat-for", box=4, what="button")
    table.deal()
    assert table.view["button"] == 4 and table.view["asked"]["seat"] == 1
    assert table.no("seat-for", box=2, what="button").startswith("the button at seat 2 [MEL-8.1]; once, before")
    table.sound()


def test_what_does_not_fit_is_refused_in_one_line() -> None:
    table = RealTable(players=NAMES[:2])
    assert table.no("enter", answer={"did": {"act": "fold"}, "box": 1}) == "no hand is on; deal one"
    table.deal()
    assert table.no("deal") == "a hand is on; the next one when it is over"
    assert table.enter_no("7 f") == "seat 7 is nobody in the hand; 1, 2"
    assert table.enter_no("k") == "check against a bet [MEL-1.1:check]; call 1, raise or fold"
    assert table.enter_no("r 3") == "raise to 3 [MEL-6.6]; raise to from 4 to 200"
    assert table.enter_no("cards As Kd 2c") == "cards now [MEL-12.1.1(a)]; waiting for a bet"
    assert table.no("enter", answer={"did": {"act": "cards", "cards": ["Zz"]}}).startswith("'Zz' is no card")
    assert table.no("enter", answer={"did": {"act": "time-out"}, "box": 1}).startswith("that is nothing a dealer")
    assert table.no("enter", answer={"did": {"act": "jump"}, "box": 1}).startswith("the entry cannot be read")
    assert table.no("enter", answer=[1]).startswith("the entry cannot be read")
    assert table.no("enter", answer={"did": {"act": "fold"}, "box": 1}, step="7-0").startswith("that question is over")
    assert table.no("enter", Who("Ann", "player"), answer={"did": {"act": "fold"}, "box": 1}).startswith("a player may")


def test_virtual_tables_take_no_entries_and_real_ones_no_house_players() -> None:
    table = RealTable(players=())
    assert table.give(MANAGER, {"t": "add-table", "id": "v", "name": "V", "game": "mel/holdem"})["ok"]
    result = table.give(DEALER, {"t": "deal", "table": "v"})
    assert result["refused"] == "the cards of this table are virtual"


def test_nothing_is_hidden_for_there_is_nothing_to_hide() -> None:
    table = flop()
    events = table.asked("journal", Who("Ivy", "inspector"))["events"]
    assert not any("sealed" in event["body"] for event in events)
    assert table.view["digest"] == "" and table.view["players"]["1"]["cards"] == ["??", "??"]


# -- taken back ----------------------------------------------------------------------------------------------


def test_slips_are_taken_back_one_after_the_other() -> None:
    table = flop()
    before = table.view
    table.enter("r 5", "r 50")
    assert table.view["last_entry"]["words"] == "2 Ben: raise 50"
    assert table.no("take-back", OTHER_DEALER) == "Dora entered it; Dora takes it back"
    table.do("take-back", n=table.view["last_entry"]["n"])
    assert table.view["last_entry"]["words"] == "1 Ann: raise 5"
    table.do("take-back")
    now = table.view
    assert [line["text"] for line in now["events"][-2:]] == [
        "Dora took back what was entered: 2 Ben: raise 50", "Dora took back what was entered: 1 Ann: raise 5"]
    changed = {key for key in before if before[key] != now[key]}
    assert changed == {"version", "events", "asked"} and before["asked"]["step"] != now["asked"]["step"]
    table.sound()
    table.enter("k", "k", "k", "k", "cards 3c")
    table.sound()


def test_the_act_that_ended_a_hand_is_taken_back_with_the_pot() -> None:
    table = RealTable(players=NAMES[:2])
    table.deal()
    table.enter("r 6", "f", "p")
    assert table.view["last"]["net"] == {"Ann": -2_00, "Ben": 2_00} or table.view["last"]["net"]["Ann"] == 2_00
    table.do("take-back")
    assert table.view["playing"] and table.view["asked"]["kind"] == "push" and table.view["last"] is None
    table.do("take-back")
    table.sound()
    table.enter("c")
    assert table.view["asked"]["words"] == "flop: 3 cards"
    table.sound()


def test_a_hand_that_was_dealt_too_soon_and_chips_that_were_miscounted_are_taken_back() -> None:
    table = RealTable(players=NAMES[:2])
    table.deal()
    table.do("take-back")
    assert table.view["round"] == 0 and not table.view["playing"] and table.stacks() == {"Ann": 200_00, "Ben": 200_00}
    table.do("take-back")
    assert table.stacks() == {"Ann": 200_00} and table.store.balance("chips:t:Ben") == 0
    table.do("seat-for", box=2, player="Ben", amount=20_00)
    table.deal()
    assert table.view["round"] == 1
    table.sound()


def test_what_is_no_entry_is_not_taken_back() -> None:
    table = RealTable(players=NAMES[:3])
    table.deal()
    table.do("misdeal", reason="two cards exposed")
    assert table.no("take-back").startswith("what happened last is no entry that can be taken back")
    table.sound()


# -- other games ---------------------------------------------------------------------------------------------


def test_stud_is_entered_with_its_up_cards() -> None:
    table = RealTable("mel/seven-card-stud", players=NAMES[:3])
    table.deal()
    assert table.view["asked"]["words"] == "the up cards of seats 1, 2, 3"
    table.enter("cards As 2c Kd")
    assert table.view["asked"]["player"] == "Cat" and table.view["players"]["2"]["cards"] == ["??", "??", "2c"]
    table.enter("f", "c", "cards 3s 4s")
    assert table.view["players"]["1"]["cards"] == ["??", "??", "As", "3s"]
    table.sound()


def test_a_draw_is_entered_by_how_many_cards() -> None:
    table = RealTable("mel/draw-blind", players=NAMES[:3])
    table.deal()
    while table.view["asked"]["stage"] == "bet":
        table.enter("k" if any(one["name"] == "check" for one in table.view["asked"]["options"]) else "c")
    table.enter("discard 3", "discard 0", "discard 1")
    assert table.view["asked"]["stage"] == "bet"
    given_up = [line["text"] for line in table.view["events"] if line["kind"] == "discard"]
    assert given_up[0].endswith("gives up 3 cards") and given_up[1].endswith("stands pat")
    table.sound()


@pytest.mark.parametrize("game", ["qld/texas-holdem-poker", "qld/omaha-poker", "qld/manila-poker"])
def test_queensland_is_played_with_real_cards_too(game: str) -> None:
    table = RealTable(game, players=NAMES[:3], stack=100_00)
    table.deal()
    cards = iter([rank + suit for suit in "shdc" for rank in "789TJQKA"])
    for _ in range(60):
        asked = table.view["asked"]
        if asked is None:
            break
        names = {one["name"] for one in asked["options"]}
        if asked["kind"] == "cards":
            table.enter("cards " + " ".join(next(cards) for _ in range(asked["count"])))
        elif asked["kind"] == "push":
            table.enter("p")
        elif asked["stage"] == "show":
            held = len(table.view["players"][str(asked["seat"])]["cards"])
            table.enter("show " + " ".join(next(cards) for _ in range(held)))
        else:
            table.enter("k" if "check" in names else "d" if "decline" in names else "c")
    assert table.view["last"]["round"] == 1 and sum(table.view["last"]["net"].values()) <= 0
    table.sound()


def test_a_hand_seen_again_has_the_cards_that_were_entered_and_no_proof() -> None:
    table = flop()
    table.enter("r 5", "f", "f", "f", "p")
    seen = table.asked("round", id="t/1")
    assert seen["proof"] is None and seen["steps"][-1]["view"]["boards"] == [["As", "Kd", "2c"]]


def test_the_file_of_a_floor_with_a_real_table_verifies_and_replays(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    table = flop(path=path)
    table.enter("r 5", "r 50")
    table.do("take-back")
    table.enter("f", "f", "f", "p")
    table.store.close()
    for command in ("verify", "replay"):
        result = CliRunner().invoke(app, [command, str(path)])
        assert result.exit_code == 0, result.output


def test_a_supervisor_declares_a_hand_void_as_at_any_table() -> None:
    table = flop()
    n = table.do("propose", SUPERVISOR, what="void", reason="the lights went out", ground="disruption", round=1)["n"]
    table.do("approve", MANAGER, n=n)
    assert table.stacks() == dict.fromkeys(NAMES, 200_00)
    table.sound()
