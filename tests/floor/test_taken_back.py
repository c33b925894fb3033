"""A dealer takes back what he entered last, until anything else has happened at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.casino import Casino, honest
from support.dealing import cards, enter, opened
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.floor.desk import body_of
from pitboss.floor.proposals import round_of
from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify


def spinning(player: str = "Walt", path: Path | str = ":memory:") -> Casino:
    """Chips on red at a real wheel, and no more bets."""
    casino = Casino(path=path)
    casino.add("roulette", mode="physical")
    if player == "Ann":
        casino.bet("roulette")
    else:
        casino.do("Dora", "place-for", table="roulette", box=1, player=player, wagers=[["red", 10_00]])
    casino.do("Dora", "no-more-bets", table="roulette")
    return casino


def ball(casino: Casino, number: str) -> None:
    enter(casino, "roulette", {"type": "ball", "number": number})


def whole(casino: Casino) -> None:
    """Read again it is the same, replays the same, and the file holds."""
    casino.sound()
    honest(casino)
    assert verify(casino.store).faults == []


def before_and_after(casino: Casino, name: str) -> dict[str, Any]:
    """What a taking back must bring back: all but the count of events, the log's own line and the question's name."""
    shown = casino.shown(name)
    shown["events"] = [line["text"] for line in shown["events"] if line["kind"] != "taken-back"]
    if shown["asked"]:
        shown["asked"].pop("step", None)
    return {key: value for key, value in shown.items() if key not in ("version", "last_entry", "proposals")}


def test_the_dealer_takes_back_his_last_entry_until_the_next_event() -> None:
    casino = spinning()
    was, money = before_and_after(casino, "roulette"), casino.store.accounts()
    ball(casino, "2")
    version = casino.table("roulette").version
    assert casino.shown("roulette")["last_entry"] == {"by": ["Dora"], "words": "2", "n": version}
    assert casino.shown("roulette")["round"] == 2 and casino.store.balance("chips:roulette:Walt") == -10_00
    casino.do("Dora", "take-back", table="roulette")
    assert before_and_after(casino, "roulette") == was
    held = {id: balance for id, _, balance in casino.store.accounts() if balance}
    assert held == {id: balance for id, _, balance in money if balance}
    assert casino.shown("roulette")["events"][-1]["text"] == "Dora took back what was entered: 2"
    whole(casino)
    casino.no("Dora", "take-back", table="roulette")  # that was the next event
    ball(casino, "1")
    assert casino.store.balance("chips:roulette:Walt") == 0 and casino.shown("roulette")["wagers"][0]["amount"] == 10_00
    assert [past["result"] for past in casino.shown("roulette")["history"]] == ["1"]
    whole(casino)


def test_both_the_entry_and_its_taking_back_stay_in_the_stream() -> None:
    casino = spinning()
    ball(casino, "2")
    casino.now += 5000
    casino.do("Dora", "take-back", table="roulette")
    events = casino.store.events("table:roulette")
    types = [event.type for event in events]
    assert types[types.index("entry"):] == ["entry", "acts", "ended", "round", "taken-back"]
    taken = events[-1]
    assert (taken.actor, taken.at, body_of(taken)["words"]) == ("Dora", casino.now, "2")
    assert [body_of(event)["answers"] for event in events if event.type == "acts"][-1][0]["number"] == "2"


def test_what_was_paid_is_moved_back_by_double_entry() -> None:
    casino = spinning("Ann")
    ball(casino, "1")
    assert casino.credits("Ann") == 1010_00
    casino.do("Dora", "take-back", table="roulette")
    assert casino.credits("Ann") == 990_00 and casino.store.balance("layout:roulette") == 10_00
    moved = casino.store.postings(limit=1000)
    paid, back = ({p.account: p.amount for p in moved if p.pos == pos} for pos in sorted({p.pos for p in moved})[-2:])
    assert back == {account: -amount for account, amount in paid.items()} and sum(back.values()) == 0
    whole(casino)


def test_what_a_player_spent_meanwhile_is_owed() -> None:
    casino = spinning("Ann")
    ball(casino, "1")
    casino.do("Ann", "cash-out", amount=1010_00)  # at the cage: nothing happened at the table
    casino.do("Dora", "take-back", table="roulette")
    assert casino.credits("Ann") == 0 and casino.store.balance("owed:Ann") == -20_00
    whole(casino)


@pytest.mark.parametrize("next", ["entry", "wager", "report", "crash and entry", "proposal", "time"])
def test_once_anything_else_has_happened_it_is_no_longer_simply_his(next: str) -> None:
    casino = spinning()
    ball(casino, "2")
    match next:
        case "entry":
            casino.do("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", 10_00]])
            casino.do("Dora", "no-more-bets", table="roulette")
            casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "3"})
        case "wager":
            casino.bet("roulette", box=2)
        case "report":
            casino.do("Dora", "report", table="roulette", kind="something-else", facts={"what": "a dog"})
        case "crash and entry":
            casino.crash()
            casino.bet("roulette", box=2)
        case "proposal":
            round = {"table": "roulette", "what": "correct", "round": 1, "index": 2, "reason": "misread"}
            casino.do("Sue", "propose", answer={"type": "ball", "number": "5"}, **round)
        case "time":
            casino.wait(11 * 60_000)  # a seat is given up
    assert casino.shown("roulette")["last_entry"] is None
    assert "correct" in casino.no("Dora", "take-back", table="roulette")["legal"]


def test_it_is_his_who_entered_or_confirmed_it() -> None:
    casino = spinning()
    casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": "2"})
    casino.do("Sue", "confirm", table="roulette")
    assert casino.shown("roulette")["last_entry"]["by"] == ["Dora", "Sue"]
    assert "Dora" in casino.no("Sam", "take-back", table="roulette")["refused"]
    assert "since" in casino.no("Dora", "take-back", table="roulette", n=3)["refused"]
    casino.do("Dora", "take-back", table="roulette", n=casino.shown("roulette")["last_entry"]["n"])
    whole(casino)


def test_a_taking_back_after_a_crash_and_a_crash_after_it() -> None:
    casino = spinning()
    ball(casino, "2")
    casino.crash()
    assert casino.shown("roulette")["last_entry"]["words"] == "2"
    casino.do("Dora", "take-back", table="roulette")
    casino.crash()
    assert casino.shown("roulette")["round"] == 1 and casino.shown("roulette")["asked"]["kind"] == "spin"
    for number in ("4", "6"):
        ball(casino, number)
        casino.do("Dora", "take-back", table="roulette")
        casino.crash()
    ball(casino, "8")
    assert [past["result"] for past in casino.shown("roulette")["history"]] == ["8"]
    assert casino.shown("roulette")["round"] == 2
    whole(casino)
    casino.do("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", 10_00]])
    casino.do("Dora", "no-more-bets", table="roulette")
    ball(casino, "9")
    assert [round_of(casino.table("roulette"), n).t.events[-1].__class__.__name__ for n in (1, 2)] == ["Settled"] * 2
    assert [one.id for one in check_rounds(casino.store) if one.over] == ["roulette/1", "roulette/2"]
    whole(casino)


def test_no_more_bets_is_taken_back_and_wagers_are_taken_again() -> None:
    casino = spinning()
    casino.do("Dora", "take-back", table="roulette")
    assert casino.shown("roulette")["betting"]
    casino.bet("roulette")
    casino.do("Dora", "no-more-bets", table="roulette")
    ball(casino, "1")
    whole(casino)


def test_wagers_of_a_player_with_chips_are_taken_back_with_his_seat() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.do("Dora", "place-for", table="roulette", box=3, player="Wlat", wagers=[["red", 10_00]])
    casino.do("Dora", "take-back", table="roulette")
    shown = casino.shown("roulette")
    assert (shown["wagers"], shown["seats"], shown["walk_ins"]) == ([], {}, [])
    casino.do("Dora", "place-for", table="roulette", box=3, player="Walt", wagers=[["red", 10_00]])
    casino.do("Dora", "take-for", table="roulette", box=3, player="Walt", wager="red")
    casino.do("Dora", "take-back", table="roulette")
    assert casino.shown("roulette")["wagers"][0]["amount"] == 10_00
    whole(casino)


def blackjack() -> Casino:
    casino = opened("blackjack")
    casino.do("Dora", "place-for", table="blackjack", box=1, player="Walt", wagers=[["original", 10_00]])
    casino.do("Dora", "no-more-bets", table="blackjack")
    return casino


def test_cards_and_decisions_are_taken_back() -> None:
    casino = blackjack()
    enter(casino, "blackjack", cards("Th 6d 9h"))
    assert casino.shown("blackjack")["last_entry"]["words"] == "Th 6d 9h"
    casino.do("Dora", "take-back", table="blackjack")
    assert casino.shown("blackjack")["hands"] == {}
    enter(casino, "blackjack", cards("Th 6d 2h"))
    step = casino.shown("blackjack")["asked"]["step"]
    casino.do("Dora", "decide-for", table="blackjack", hand="1", player="Walt", name="stand")
    casino.do("Dora", "take-back", table="blackjack")
    assert casino.shown("blackjack")["asked"]["hand"] == "1"
    late = {"table": "blackjack", "hand": "1", "player": "Walt", "name": "stand", "step": step}
    assert "over" in casino.no("Dora", "decide-for", **late)["refused"]  # it was asked before the taking back
    casino.do("Dora", "decide-for", table="blackjack", hand="1", player="Walt", name="draw")
    whole(casino)


def test_a_shuffle_and_a_cut_are_taken_back() -> None:
    casino = Casino()
    casino.add("blackjack", mode="physical")
    enter(casino, "blackjack", {"type": "shuffled"})
    enter(casino, "blackjack", {"type": "cut", "from_back": 20})
    casino.do("Dora", "take-back", table="blackjack")
    assert casino.shown("blackjack")["asked"]["kind"] == "cut"
    whole(casino)


def test_what_a_player_did_at_a_terminal_is_not_the_dealers() -> None:
    casino = Casino()
    casino.add("roulette", mode="physical")
    casino.bet("roulette")
    casino.no("Dora", "take-back", table="roulette")
    assert not casino.ask("Ann", "take-back", table="roulette")["ok"]
    casino.add("craps")
    casino.bet("craps")
    casino.do("Dora", "no-more-bets", table="craps")
    assert "virtual" in casino.no("Dora", "take-back", table="craps")["refused"]


def test_cards_that_lay_face_down_are_not_told_by_taking_them_back() -> None:
    casino = opened("three-card")
    casino.do("Dora", "place-for", table="three-card", box=1, player="Walt", wagers=[["ante", 10_00]])
    casino.do("Dora", "no-more-bets", table="three-card")
    enter(casino, "three-card", cards("As Ks Qs"))
    assert casino.shown("three-card")["last_entry"]["words"] == "cards that lie face down"
    casino.do("Dora", "take-back", table="three-card")
    assert "As" not in str(casino.shown("three-card")["events"])
    whole(casino)


def test_a_table_that_closed_with_the_entry_is_open_again() -> None:
    casino = spinning()
    casino.do("Sue", "close-table", table="roulette")
    ball(casino, "2")
    assert casino.shown("roulette")["status"] == "closed"
    casino.do("Dora", "take-back", table="roulette")
    assert casino.shown("roulette")["status"] == "closing"
    ball(casino, "4")
    assert casino.shown("roulette")["status"] == "closed"
    whole(casino)


def test_replay_and_verify_understand_it(tmp_path: Path) -> None:
    casino = spinning(path=tmp_path / "floor.db")
    ball(casino, "2")
    casino.do("Dora", "take-back", table="roulette")
    ball(casino, "1")
    whole(casino)
    casino.store.close()
    for command in (["verify"], ["replay"], ["replay", "--round", "roulette/1"]):
        result = CliRunner().invoke(app, [command[0], str(tmp_path / "floor.db"), *command[1:]])
        assert result.exit_code == 0, result.output


def test_a_forged_taking_back_is_found() -> None:
    """One that strikes more than the last entry moves back money that was never moved."""
    casino = spinning()
    ball(casino, "2")
    casino.do("Dora", "take-back", table="roulette")
    body = body_of(casino.store.recent("table:roulette", "taken-back", 1)[0])
    body["after"] -= 2
    casino.store._db.execute("UPDATE event SET body = ? WHERE type = 'taken-back'", (msgspec.json.encode(body),))
    assert any("takes back more" in fault for one in check_rounds(casino.store) for fault in one.faults)
