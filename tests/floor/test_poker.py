"""Tables between players: chips neither appear nor vanish, a crash changes nothing, cards stay where they were seen."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from support.poker_floor import MANAGER, NAMES, SUPERVISOR, Sim, again, plain, without_clock

from pitboss.equipment.rng import SeededSource
from pitboss.floor import poker_view
from pitboss.floor.commands import AddTable, Who
from pitboss.floor.desk import body_of
from pitboss.floor.floor import Floor, ReadCommand, default_tables
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_company import COMPANY
from pitboss.floor.poker_deck import SealedDeck, holds
from pitboss.floor.poker_room import HOUSE, Room
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_rounds
from pitboss.floor.store import SQLiteStore
from pitboss.rulebooks import card_games

GAMES = sorted(card_games())
CREDITS = 1000_00
pytestmark = pytest.mark.usefixtures("house_players_look_at_few_deals")


# -- money -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_chips_are_neither_made_nor_lost(game: str) -> None:
    """Players come, play, leave and come back; in the end everybody goes home, and it all adds up."""
    for seed in range(2):
        sim = Sim(game, _rake(game), seed, house=2 * (seed % 2))
        for _ in range(110):
            for _ in range(1 + sim.chance.below(4)):
                sim.step()
            sim.wander()
            sim.check_money()
        assert sim.desk.rounds > 3
        close(sim)
        accounts = sim.accounts()
        left = {account: amount for account, amount in accounts.items() if account.startswith(("stack", "pot"))}
        assert not any(left.values())
        brought = len(NAMES) * CREDITS
        players = sum(amount for account, amount in accounts.items() if account.startswith("player:"))
        assert players + accounts.get("commission:t", 0) + accounts.get("float:t", 0) == brought
        assert sim.view["status"] == "closed"
        assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


def close(sim: Sim) -> None:
    """Close the table; in Melbourne everybody agrees that it is at once."""
    if not sim.give(SUPERVISOR, {"t": "close-table", "table": "t", "now": True})["ok"]:
        n = sim.give(SUPERVISOR, {"t": "ask-players", "table": "t", "what": "close"})["n"]
        for name in sim.desk.room.present():
            assert sim.do(name, "answer", n=n, agree=True)["ok"]
    while sim.desk.under_way:
        sim.step()


def _rake(game: str) -> dict[str, str]:
    return {
        "mel/chinese-poker": {"commission": "2/person"}, "qld/manila-poker": {"commission": "5%"},
    }.get(game, {"commission": "10%", "cap": "5"})


def test_commission_is_posted_with_the_end_of_the_hand() -> None:
    sim = Sim(options={"commission": "10%", "cap": "10"})
    sim.sit("Ann", "Ben")
    sim.deal()
    assert sim.act("raise", 40_00)["ok"] and sim.act("call")["ok"]
    while sim.desk.under_way:
        assert "commission:t" not in sim.accounts()
        assert sim.act("check")["ok"]
    last = sim.view["last"]
    assert last["commission"] == {"amount": 8_00, "clause": "MEL-7.2.1"}
    assert sim.accounts()["commission:t"] == 8_00
    assert sum(last["net"].values()) == -8_00
    assert sim.accounts()["pot:t"] == 0


def test_chips_go_into_the_pot_with_each_act() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben")
    sim.deal()
    assert sim.accounts()["pot:t"] == 3_00
    asked = sim.view["asked"]["player"]
    assert sim.act("raise", 10_00)["ok"]
    assert sim.accounts()["pot:t"] == sum(one["put"] for one in sim.view["players"].values())
    assert sim.accounts()[f"stack:t:{asked}"] == 190_00


def test_a_player_buys_in_within_the_law_and_his_credits() -> None:
    sim = Sim("qld/omaha-poker", {"buy-in": "40-400"})
    assert sim.do("Ann", "sit", box=1, amount=30_00)["clause"] == "QLD-10-20(3)"
    assert "credits" in sim.do("Ann", "sit", box=1, amount=2000_00)["refused"]
    assert not sim.do("Ann", "sit", box=1)["ok"]
    assert sim.accounts()["player:Ann"] == CREDITS
    assert sim.do("Ann", "sit", box=1, amount=400_00) == {"ok": True, "box": 1, "credits": 600_00}
    assert sim.do("Ann", "add-chips", amount=1_00)["clause"] == "QLD-10-20(3)"
    assert sim.do("Ann", "leave")["credits"] == CREDITS


def test_a_player_leaves_with_his_chips_once_the_hand_is_over() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben")
    sim.deal()
    result = sim.do("Ann", "leave")
    assert result["ok"] and result["leaves"] and result["clause"] == "MEL-6.11"
    assert sim.view["seats"]["1"]["leaving"]
    while sim.desk.under_way:
        sim.act("fold")
    assert list(sim.view["seats"]) == ["2"]
    assert sim.accounts()["player:Ann"] + sim.accounts()["player:Ben"] + sim.accounts()["stack:t:Ben"] == 2 * CREDITS


# -- crashes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_crash_at_any_moment_changes_nothing(game: str) -> None:
    """Whatever has happened, a floor that reads the store shows the same to everybody, and plays on."""
    sim = Sim(game, seed="crash", house=1)
    sim.sit("Ann", "Ben", "Cat")
    streets, rounds = set(), 0
    for n in range(70):
        sim.step()
        if n % 5 == 0:
            sim.wander()
        other, seen = again(sim), sim.view
        assert without_clock(other.view) == without_clock(seen)
        assert all(other.mine(name) == sim.mine(name) for name in NAMES)
        streets.add(seen["street"] if sim.desk.under_way else "")
        rounds = sim.desk.rounds
        if n % 7 == 0:
            sim.floor = other.floor
    assert rounds > 1 and len(streets) > min(3, len(card_games()[game]().streets))
    sim.check_money()


def test_what_was_not_written_did_not_happen() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben")
    sim.deal()
    before = sim.view
    asked = before["asked"]
    request = sim.floor.read(Who(asked["player"], "player"), "lost-command", json.dumps(
        {"t": "decide", "table": "t", "hand": asked["hand"], "name": "raise", "amount": 10_00}).encode())
    assert isinstance(request, ReadCommand)
    step = sim.floor.step(request, sim.now)
    assert not isinstance(step, dict) and step.result["ok"]
    assert without_clock(sim.view) != without_clock(before)
    sim.floor.reload("t", sim.now)
    assert without_clock(sim.view) == without_clock(before)
    assert sim.act("raise", 10_00)["ok"]


# -- hidden cards ------------------------------------------------------------------------------------------


def hands_of(sim: Sim) -> dict[str, list[str]]:
    h = sim.desk.room.shown
    assert h is not None
    return {sim.desk.room.names[seat]: list(h.hole[i]) for i, seat in enumerate(h.seats)}


def swapped(sim: Sim, name: str) -> PokerDesk:
    """The same hand with other hidden cards for one player, from the end of the deck that nobody sees."""
    h = sim.desk.room.shown
    assert h is not None
    seat = next(seat for seat, other in sim.desk.room.names.items() if other == name)
    place = h.seats.index(seat)
    hidden = [card for card in h.hole[place] if card not in h.up[place]]
    deck = sim.desk.room.deck or sim.desk.room.over_deck
    assert deck is not None
    order = list(deck.order)
    unseen = [card for card in h.deck if card not in h.muck][: len(hidden)]
    for mine, other in zip(hidden, unseen, strict=True):
        a, b = order.index(mine), order.index(other)
        order[a], order[b] = order[b], order[a]
    start = sim.store.last("table:t", "round")
    assert start is not None
    room = Room.from_plain(sim.desk.added, body_of(start))
    other_deck = SealedDeck(deck.nonce, tuple(order))
    for event in sim.store.events("table:t", start.ver - 1):
        assert room.apply(event.type, body_of(event), other_deck) is None
    desk = PokerDesk("t", sim.store, SeededSource(1), sim.floor.settings)
    desk.added, desk._room, desk.version = sim.desk.added, room, sim.desk.version
    desk.next_deck.load()
    desk.last, desk.history, desk.ends, desk.seconds = sim.desk.last, sim.desk.history, sim.desk.ends, sim.desk.seconds
    now = room.shown
    assert now is not None and set(now.hole[place]) != set(h.hole[place])
    return desk


@pytest.mark.parametrize("game", [game for game in GAMES if "draw" not in game and "lowball" not in game])
def test_nobody_sees_what_another_holds(game: str) -> None:
    """With other cards in one hand, nothing that anybody else is sent is different."""
    sim = Sim(game, seed="hidden")
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    looked = 0
    for _ in range(40):
        hand = sim.desk.room.shown
        if hand is None or hand.over:
            break
        seen, mine = sim.view, {name: sim.mine(name) for name in NAMES}
        for name in sim.desk.room.names.values():
            other = swapped(sim, name)
            assert plain(poker_view.public(other)) == seen
            for watcher in {*NAMES} - {name}:
                assert plain(poker_view.private(other, watcher)) == mine[watcher]
            assert plain(poker_view.private(other, name)) != mine[name]
            looked += 1
        names = [option["name"] for option in seen["asked"]["options"]]
        if "set" in names or "discard" in names:
            sim.any_act()
            if "set" in names:
                break
            continue
        sim.act(next(name for name in ("check", "call", "decline", "fold") if name in names))
    assert looked >= 3


@pytest.mark.parametrize("game", ["mel/draw-blind", "mel/holdem", "mel/pineapple-holdem", "mel/chinese-poker"])
def test_the_journal_and_past_hands_keep_what_nobody_showed(game: str) -> None:
    """Staff reads the journal, players look at past hands: a card that somebody did not see is in neither."""
    sim = Sim(game, seed="journal")
    sim.sit("Ann", "Ben", "Cat")
    for _ in range(120):
        sim.step()
        journal = ask(sim.floor, SUPERVISOR, {"t": "journal", "limit": 500})
        told = {card for event in journal["events"] if event["type"] != "ended" for card in _cards(event["body"])}
        assert not told
        if sim.desk.rounds > 3:
            break
    sealed = [event for event in journal["events"] if event["type"] == "deck"]
    assert sealed and all("sealed" in event["body"] for event in sealed)
    for hand in ask(sim.floor, SUPERVISOR, {"t": "rounds", "table": "t"})["rounds"]:
        for watcher in ("Ann", "Sue"):
            seen = ask(sim.floor, Who(watcher, "player"), {"t": "round", "id": hand["id"]})
            cards = _cards(seen["steps"])
            events = [event for step in seen["steps"] for event in step["events"]]
            open = _cards([event for event in events if event["kind"] in ("board", "shown", "seen")])
            open |= _cards([event for event in events if event.get("player") == watcher])
            open |= _cards([one for step in seen["steps"] for one in step["view"]["players"].values() if one["shown"]])
            open |= _cards([one for step in seen["steps"] for one in step["view"]["players"].values()
                            if one["player"] == watcher])
            assert cards <= open
            assert {card for card, _ in seen["proof"]["deck"]["opened"].values()} <= cards
            opened = {int(place): tuple(one) for place, one in seen["proof"]["deck"]["opened"].items()}
            assert holds(seen["proof"]["deck"]["digest"], seen["proof"]["deck"]["seals"], opened)


def _cards(value: Any) -> set[str]:
    """Every card in plain data."""
    # One that is a value by itself has a quotation mark after it, one in a sentence a blank.
    text = json.dumps(value).replace('"', " ")
    return {card for card in (f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc") if f"{card} " in text}


def test_a_seal_holds_for_what_it_was_made_for_and_nothing_else() -> None:
    deck = SealedDeck.shuffled(52, SeededSource("seal"))
    opened = deck.opened(deck.order[3:5])
    assert holds(deck.digest(), deck.seals(), opened)
    other = {**opened, 3: (deck.order[9], opened[3][1])}
    assert not holds(deck.digest(), deck.seals(), other)
    seals = deck.seals()
    seals[0], seals[1] = seals[1], seals[0]
    assert not holds(deck.digest(), seals, opened)
    assert not holds(deck.digest(), deck.seals(), {99: opened[3]})


def test_a_player_may_show_what_he_need_not() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben")
    sim.deal()
    assert not sim.do("Ann", "decide", hand="1", name="show")["ok"]
    assert sim.act("fold")["ok"]
    assert not any(one["shown"] for one in sim.view["players"].values())
    assert not sim.do("Cat", "decide", hand="1", name="show")["ok"]
    assert sim.do("Ann", "decide", hand="1", name="show")["ok"]
    assert sim.view["players"]["1"]["cards"] == sim.mine("Ann")["hands"]["1"]
    assert not sim.view["players"]["2"]["shown"]
    assert again(sim).view["players"] == sim.view["players"]
    sim.deal()
    assert set(sim.view["players"]["1"]["cards"]) == {"??"}
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


# -- refusals and time -------------------------------------------------------------------------------------


def test_refused_acts_change_nothing() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    asked = sim.view["asked"]["player"]
    other = next(name for name in ("Ann", "Ben", "Cat") if name != asked)
    seats = {one["player"]: seat for seat, one in sim.view["seats"].items()}
    tries = [
        (asked, {"t": "decide", "hand": seats[asked], "name": "raise", "amount": 3_00}, "MEL-6.6"),
        (asked, {"t": "decide", "hand": seats[asked], "name": "raise", "amount": 900_00}, "MEL-1.1:table-stakes"),
        (asked, {"t": "decide", "hand": seats[asked], "name": "raise"}, "MEL-6.6"),
        (asked, {"t": "decide", "hand": seats[asked], "name": "check"}, "MEL-1.1:check"),
        (asked, {"t": "decide", "hand": seats[asked], "name": "discard As"}, "MEL-"),
        (asked, {"t": "decide", "hand": seats[asked], "name": "discard nonsense"}, ""),
        (asked, {"t": "decide", "hand": seats[asked], "name": "set As/Ks/Qs"}, "MEL-"),
        (asked, {"t": "decide", "hand": seats[asked], "name": "time-out"}, ""),
        (asked, {"t": "decide", "hand": "9", "name": "fold"}, ""),
        (other, {"t": "decide", "hand": seats[other], "name": "fold"}, "MEL-"),
        (asked, {"t": "add-chips", "amount": 10_00}, "MEL-6.11"),
        (asked, {"t": "sit", "box": 9, "amount": 100_00}, ""),
        (asked, {"t": "come-back"}, ""),
        ("Dan", {"t": "decide", "hand": "1", "name": "fold"}, ""),
        ("Dan", {"t": "leave"}, ""),
        ("Dan", {"t": "sit", "box": 1, "amount": 100_00}, "MEL-"),
        ("Dan", {"t": "sit", "box": 30, "amount": 100_00}, "MEL-4"),
        ("Dan", {"t": "place", "box": 1, "wagers": [["original", 100]]}, ""),
    ]
    before, accounts, version = sim.view, sim.accounts(), sim.store.version("table:t")
    for name, command, clause in tries:
        result = sim.give(Who(name, "player"), {"table": "t", **command})
        assert not result["ok"] and result["refused"], command
        assert result["clause"].startswith(clause), (command, result)
        assert sim.view == before and sim.accounts() == accounts and sim.store.version("table:t") == version


def test_time_that_runs_out_folds_a_hand_that_faces_a_bet_and_checks_one_that_does_not() -> None:
    sim = Sim(options={"time": "20"})
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    late = sim.view["asked"]["player"]
    assert sim.view["clock"]["seconds"] == 20
    sim.tick()
    told = [(event["text"], event["clause"]) for event in sim.view["events"][-1:]]
    assert told == [(f"{late} ran out of time: folded", "MEL-6.15")]
    assert sim.view["seats"][str(sim.desk.room.seat_of(late))]["away"]
    assert sim.act("call")["ok"]
    late = sim.view["asked"]["player"]
    sim.tick()
    texts = [event["text"] for event in sim.view["events"]]
    assert f"{late} ran out of time: checked" in texts and sim.view["street"] == "flop"
    assert again(sim).view["events"] == sim.view["events"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_ends_even_if_nobody_says_anything(game: str) -> None:
    sim = Sim(game)
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    for _ in range(60):
        if not sim.desk.under_way:
            break
        sim.tick()
    assert not sim.desk.under_way and sim.desk.deadline() is None
    sim.check_money()


def test_a_new_player_waits_for_the_blind_or_posts() -> None:
    sim = Sim()
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    sim.sit("Dan")
    assert sim.view["seats"]["4"]["owes"] == {"amount": 2_00, "clause": "MEL-8.9.2"}
    assert sim.do("Dan", "come-back", post=True)["ok"]
    while sim.desk.under_way:
        sim.act("fold")
    sim.deal()
    assert "4" in sim.view["players"]
    posted = [event for event in sim.view["events"] if event.get("player") == "Dan" and event["kind"] == "blind"]
    assert posted and posted[0]["amount"] == 2_00


# -- house players -----------------------------------------------------------------------------------------


def test_house_players_keep_company_and_make_room() -> None:
    sim = Sim(house=2)

    def house() -> set[str]:
        return {one["player"] for one in sim.view["seats"].values() if one["house"]}

    assert house() == set(HOUSE[:2]) and sim.desk.deadline() is None
    sim.sit("Ann")
    sim.deal()
    assert len(sim.view["players"]) == 3
    for name in NAMES[1 : COMPANY]:
        sim.sit(name)
    while sim.desk.under_way:
        sim.tick()
    assert house() == set()
    accounts = sim.accounts()
    stacks = sum(amount for account, amount in accounts.items() if account.startswith("stack:"))
    assert accounts["float:t"] + stacks == COMPANY * 200_00


def test_house_players_never_play_alone() -> None:
    sim = Sim(house=2)
    sim.sit("Ann")
    sim.deal()
    assert sim.do("Ann", "leave")["ok"]
    while sim.desk.under_way:
        sim.tick()
    assert sim.desk.deadline() is None and sim.view["waiting"] == "take a seat to play"
    for name in ("Ben", "Ann"):
        # Whoever comes alone is dealt in at once, wherever the button was.
        sim.sit(name)
        sim.deal()
        assert name in sim.desk.room.names.values()
        assert sim.do(name, "leave")["ok"]
        while sim.desk.under_way:
            sim.tick()


def test_the_floor_opens_with_a_table_between_players() -> None:
    tables = {table.id: table for table in default_tables()}
    assert tables["holdem"].game == "mel/holdem" and tables["holdem"].house_players is None
    floor = Floor(SQLiteStore(":memory:"), SeededSource(1))
    floor.load(0)
    for n, table in enumerate(default_tables()):
        assert floor.submit(MANAGER, f"first-start-{n}", msgspec.json.encode(table), 0)["ok"]
    listed = {table["id"]: table for table in floor.lobby()}
    assert listed["holdem"]["blinds"] == "1/2" and listed["holdem"]["players"] == 0
    refused = floor.submit(MANAGER, "physical-table", msgspec.json.encode(
        AddTable("p", "P", "mel/holdem", {}, mode="physical", house_players=2)), 0)
    assert refused["refused"] == "house players with real cards"


@pytest.mark.parametrize("game", GAMES)
def test_nonsense_is_refused_and_never_breaks_the_table(game: str) -> None:
    """Whatever a player whose turn it is sends, he gets an answer, and a refusal leaves everything as it was."""
    sim = Sim(game, seed="nonsense")
    sim.sit("Ann", "Ben", "Cat")
    sim.deal()
    words = [
        "fold", "check", "call", "bet", "raise", "complete", "all-in", "decline", "take the kitty", "show", "run",
        "more time", "discard", "discard As As", "discard As Kd 2c 3c 4c 5c", "set", "set //", "set As/Kd/2c", "",
        "x" * 80,
    ]
    amounts = [None, 1, 3_33, 5_00, 10**9]
    before, accounts = sim.view, sim.accounts()
    for n in range(140):
        asked = before["asked"]
        if asked is None:
            break
        name, amount = words[sim.chance.below(len(words))], amounts[sim.chance.below(len(amounts))]
        if name in ("fold", "all-in") and n < 100:
            continue
        result = sim.act(name, amount, asked)
        after = sim.view, sim.accounts()
        if not result["ok"]:
            assert result["refused"] and after == (before, accounts)
        before, accounts = after
        sim.check_money()
    assert without_clock(again(sim).view) == without_clock(sim.view)
