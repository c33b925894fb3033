"""One person alone at a table between players, in every game of the card room: the house sends players, hands are
played to their end, and there is no moment at which nothing will happen any more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.poker_floor import MANAGER, SUPERVISOR, Sim, again

from pitboss.equipment.rng import SeededSource
from pitboss.floor import poker_company
from pitboss.floor.commands import AddTable, Who
from pitboss.floor.desk import Settings
from pitboss.floor.floor import Floor
from pitboss.floor.poker_company import USUAL_COMPANY
from pitboss.floor.poker_room import HOUSE
from pitboss.floor.rounds import check_rounds
from pitboss.floor.store import SQLiteStore
from pitboss.rulebooks import card_games

GAMES = sorted(card_games())
HANDS = 3
# More events than any few hands come to.
PATIENCE = 1500
pytestmark = pytest.mark.usefixtures("house_players_look_at_few_deals")


def alone(game: str, options: dict[str, str] | None = None, seed: int | str = "alone") -> Sim:
    """Ann at a table as a floor of play money adds it when nobody says anything of house players."""
    sim = Sim(game, options, seed, house=None, players=("Ann",))
    sit(sim)
    return sim


def sit(sim: Sim) -> None:
    """Ann sits down with what is usual, or with what she has."""
    usual = sim.view["limits"]["buy_in"]["usual"]
    if sim.desk.credits("Ann") < usual:
        sim.give(Who("Ann", "player"), {"t": "top-up"})
    sim.sit("Ann", amount=min(usual, sim.desk.credits("Ann")))


def house(sim: Sim) -> list[str]:
    return [one["player"] for one in sim.view["seats"].values() if one["house"]]


def play(sim: Sim, hands: int, past: str = "") -> None:
    """Ann plays until so many more hands are over; what she is owed, or owes, is hers to settle at once."""
    goal = len(sim.desk.history) + hands
    for _ in range(PATIENCE):
        if len(sim.desk.history) >= goal:
            return
        go_on(sim)
    raise AssertionError(f"{sim.view['waiting']}: {past or 'hands'} were not played to their end")


def go_on(sim: Sim) -> None:
    """The next thing happens: Ann's act, her chips, or what the table waits for."""
    seat, asked = sim.desk.room.seat_of("Ann"), sim.asked
    if seat is None:
        sit(sim)
    elif asked is not None and asked["player"] == "Ann":
        result = sim.any_act(asked)
        assert result["ok"], (result, asked)
    elif asked is None and not sim.desk.room.stack(seat):
        sim.do("Ann", "leave")
    else:
        assert sim.desk.deadline() is not None, sim.view["waiting"]
        sim.tick()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_alone(game: str) -> None:
    sim = alone(game)
    assert len(house(sim)) == USUAL_COMPANY and set(house(sim)) <= set(HOUSE)
    play(sim, HANDS)
    sim.check_money()
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []
    # Whoever reads the floor again has the same table.
    assert house(again(sim)) == house(sim)


# What a house may choose besides, with something that suits each.
OPTIONS: list[tuple[str, dict[str, str]]] = [
    ("mel/holdem", {"kill": "4", "kill-pot": "10"}), ("mel/holdem", {"over-blinds": "2", "runs": "3"}),
    ("mel/holdem", {"new-players": "free"}), ("mel/holdem", {"time": "6", "more-time": "3x1/1"}),
    ("mel/holdem", {"structure": "spread", "bet": "2-10"}), ("mel/holdem", {"commission": "1/person"}),
    ("mel/omaha", {"structure": "pot-limit", "blinds": "1/2/5"}), ("mel/seven-card-stud", {"structure": "fixed"}),
    ("mel/razz", {"ante": "2", "bring-in": "3", "structure": "fixed", "bet": "10", "big-bet": "20"}),
    ("mel/draw-ante", {"ante": "5"}), ("mel/two-card-manila", {"deck": "32"}),
    ("mel/chinese-poker", {"unit": "25"}), ("qld/texas-holdem-poker", {"straddle": "live", "buy-in": "40-100"}),
    ("qld/texas-holdem-poker", {"straddle": "sleeper", "raises": "3"}),
    ("qld/omaha-poker", {"time-fee": "12", "fee-interval": "30", "buy-in": "50-60"}),
    ("qld/omaha-poker", {"seating-fee": "5"}), ("qld/manila-poker", {"blinds": "50", "buy-in": "400"}),
]


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_what_the_house_allows_keeps_nobody_waiting(game: str, options: dict[str, str]) -> None:
    sim = alone(game, options)
    play(sim, 12, str(options))
    sim.check_money()
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


@pytest.mark.parametrize("game", GAMES)
def test_one_who_sat_out_comes_back_into_the_game(game: str) -> None:
    sim = alone(game, seed="back")
    play(sim, 1)
    if sim.desk.room.seat_of("Ann") is None:
        sit(sim)
    assert sim.do("Ann", "sit-out")["ok"]
    while sim.desk.deadline() is not None and sim.desk.under_way:
        go_on(sim)
    assert sim.desk.deadline() is None, "nobody plays for nobody"
    assert sim.do("Ann", "come-back", post=True)["ok"]
    was = sim.desk.rounds
    while "Ann" not in sim.desk.room.names.values() or not sim.desk.under_way:
        assert sim.desk.rounds < was + 2, "she is dealt in at once, or with the next hand"
        go_on(sim)
    play(sim, 2)


@pytest.mark.parametrize("game", GAMES)
def test_one_who_ran_out_of_time_is_asked_for_nothing_but_to_come_back(game: str) -> None:
    sim = alone(game, seed="time")
    sim.deal()
    for _ in range(PATIENCE):
        if sim.desk.deadline() is None:
            break
        sim.tick()
    seat = sim.desk.room.seat_of("Ann")
    assert seat is not None and sim.view["seats"][str(seat)]["away"] and not sim.desk.under_way
    assert sim.do("Ann", "come-back")["ok"]
    play(sim, 2)


def short_of_chips(sim: Sim) -> list[str]:
    """House players who were dealt no more since they ran out of chips."""
    players = sim.desk.room.table.players.values()
    return [player.name for player in players if player.name in HOUSE and player.out > 1]


@pytest.mark.parametrize(("game", "options"), [(game, {}) for game in GAMES] + [
    ("qld/texas-holdem-poker", {"buy-in": "4-10"}), ("mel/holdem", {"buy-in": "5"}),
])
def test_house_players_who_lost_everything_bring_more(
    game: str, options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # They sit down with next to nothing, and lose it all the time.
    monkeypatch.setattr(poker_company, "HOUSE_STACK", 2)
    sim = alone(game, options, seed="broke")
    for _ in range(12):
        play(sim, 1)
        assert house(sim) and not short_of_chips(sim)
        if any(event.type == "topped-up" or b"no more chips" in event.body for event in sim.store.events("table:t")):
            break
    else:
        raise AssertionError("nobody ran out of chips")
    play(sim, 2)
    sim.check_money()
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


# -- how many ----------------------------------------------------------------------------------------------


def test_the_console_says_how_many_house_players_there_are() -> None:
    sim = alone("mel/holdem")
    assert sim.view["house_players"] == USUAL_COMPANY == len(house(sim))
    for players in (0, 5, 1):
        assert sim.give(SUPERVISOR, {"t": "house-players", "table": "t", "players": players})["ok"]
        while sim.desk.under_way:
            go_on(sim)
        assert sim.view["house_players"] == players == len(house(sim))
        assert again(sim).view["house_players"] == players
        if players:
            play(sim, 2)
        else:
            assert sim.desk.deadline() is None and sim.view["waiting"] == "waiting for another player"
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []
    sim.check_money()


def test_they_come_and_go_between_hands_only() -> None:
    sim = alone("mel/holdem")
    sim.deal()
    assert sim.give(SUPERVISOR, {"t": "house-players", "table": "t", "players": 0})["ok"]
    assert len(house(sim)) == USUAL_COMPANY
    play(sim, 1)
    assert house(sim) == []


@pytest.mark.parametrize("players", [-1, 6, "3", None])
def test_there_are_no_more_of_them_than_have_names(players: Any) -> None:
    sim = alone("mel/holdem")
    assert not sim.give(SUPERVISOR, {"t": "house-players", "table": "t", "players": players})["ok"]
    assert len(house(sim)) == USUAL_COMPANY


def test_where_credits_are_bought_the_house_sends_nobody() -> None:
    floor = Floor(SQLiteStore(":memory:"), SeededSource(1), Settings(guests=False, guest_credits=0))
    floor.load(0)
    for id, players, answer in (("usual", None, True), ("none", 0, True), ("some", 2, False)):
        added = AddTable(id, "Table", "mel/holdem", house_players=players)
        assert floor.submit(MANAGER, f"add-table-{id}", msgspec.json.encode(added), 0)["ok"] is answer
    assert all(table["house_players"] == 0 for table in floor.lobby())
    told = floor.submit(SUPERVISOR, "send-players", b'{"t":"house-players","table":"usual","players":1}', 0)
    assert told["refused"] == "house players where credits are bought" and told["legal"] == "on a floor of play money"


def test_one_who_must_not_go_stays_until_he_may() -> None:
    """The killer may not leave before his wager is played: the house calls him back one hand later."""
    sim = alone("mel/holdem", {"kill": "4", "kill-pot": "4"})
    for _ in range(40):
        play(sim, 1)
        holder = sim.desk.room.table.kill
        if holder.kill and sim.desk.room.table.players[holder.seat].name in HOUSE:
            break
    else:
        raise AssertionError("no house player ever was the killer")
    assert sim.give(SUPERVISOR, {"t": "house-players", "table": "t", "players": 0})["ok"]
    assert len(house(sim)) == 1
    play(sim, 1)
    assert house(sim) == [] or sim.desk.room.table.kill.kill
