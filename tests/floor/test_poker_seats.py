"""A seat between players that several would like: who comes first, and cards that are drawn for it (MEL-8.1.1, 8.1.2,
QLD-10-18 with 9, QLD-5-15 with 9)."""

from __future__ import annotations

from typing import Any

import pytest
from support.poker_floor import Sim, read_again

from pitboss.equipment.cards import rank
from pitboss.floor.commands import Who
from pitboss.floor.poker_seats import OPEN_TO_WISHES_MS
from pitboss.floor.rounds import check_rounds
from pitboss.floor.verify import verify

GAMES: dict[str, dict[str, str]] = {
    "mel/holdem": {"blinds": "1/2"}, "qld/texas-holdem-poker": {"blinds": "1/2", "buy-in": "40-400"},
    "qld/manila-poker": {"blinds": "5"},
}
CLAUSES = {"mel/holdem": ("MEL-8.1.2", "MEL-8.1.1"), "qld/texas-holdem-poker": ("QLD-10-18(2)", "QLD-10-18(4)"),
           "qld/manila-poker": ("QLD-5-15(2)(a)", "QLD-5-15(2)(b)")}


def at_table(game: str, *names: str, seed: int = 1) -> Sim:
    """Players of whom the first three started the game, after one hand."""
    sim = Sim(game, GAMES[game], seed=seed)
    sim.sit(*names[:3])
    play_hand(sim)
    sim.sit(*names[3:])
    return sim


def play_hand(sim: Sim) -> None:
    sim.deal()
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]


def wait(sim: Sim, milliseconds: int) -> None:
    """Time passes, and the table does what is due then."""
    until = sim.now + milliseconds
    while (due := sim.desk.deadline()) is not None and due <= until:
        sim.tick()
    sim.now = until
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]


def decided(sim: Sim) -> Any:
    return sim.view["wishes"]["decided"]


def sound(sim: Sim) -> None:
    read_again(sim)
    assert verify(sim.store).faults == []
    assert [fault for played in check_rounds(sim.store) for fault in played.faults] == []


@pytest.mark.parametrize("game", GAMES)
def test_players_come_before_those_who_would_join(game: str) -> None:
    """Dan asks first for the seat that Ann left, but Ben plays here."""
    sim = at_table(game, "Ann", "Ben", "Cat")
    assert sim.do("Ann", "leave")["ok"]
    asked = sim.do("Dan", "sit", box=1, amount=100_00)
    assert asked["ok"] and asked["asked"] and asked["until"] == sim.now + OPEN_TO_WISHES_MS
    assert sim.desk.room.seat_of("Dan") is None
    assert sim.do("Ben", "change-seat", box=1)["ok"]
    assert sim.view["wishes"]["open"][0]["players"] == ["Dan", "Ben"]
    sound(sim)
    wait(sim, OPEN_TO_WISHES_MS)
    assert (sim.desk.room.seat_of("Ben"), sim.desk.room.seat_of("Dan")) == (1, None)
    assert (decided(sim)["player"], decided(sim)["clause"], decided(sim)["draws"]) == ("Ben", CLAUSES[game][0], [])
    sound(sim)


@pytest.mark.parametrize("game", ["qld/texas-holdem-poker", "qld/manila-poker"])
def test_who_plays_since_the_start_comes_before_other_players(game: str) -> None:
    sim = at_table(game, "Ann", "Ben", "Cat", "Dan")
    assert sim.do("Ann", "leave")["ok"]
    assert sim.do("Dan", "change-seat", box=1)["ok"] and sim.do("Cat", "change-seat", box=1)["ok"]
    wait(sim, OPEN_TO_WISHES_MS)
    assert sim.desk.room.seat_of("Cat") == 1 and decided(sim)["clause"] == CLAUSES[game][0]
    sound(sim)


def test_in_melbourne_all_players_are_alike_and_draw() -> None:
    sim = at_table("mel/holdem", "Ann", "Ben", "Cat", "Dan")
    assert sim.do("Ann", "leave")["ok"]
    assert sim.do("Dan", "change-seat", box=1)["ok"] and sim.do("Cat", "change-seat", box=1)["ok"]
    wait(sim, OPEN_TO_WISHES_MS)
    drawn = decided(sim)["draws"]
    assert len(drawn) == 1 and set(drawn[0]) == {"Cat", "Dan"} and decided(sim)["clause"] == "MEL-8.1.1"
    best = max(drawn[0], key=lambda name: rank(drawn[0][name]))
    assert sim.desk.room.seat_of(best) == 1 == sim.desk.room.seat_of(decided(sim)["player"])
    sound(sim)


@pytest.mark.parametrize("game", GAMES)
def test_two_who_would_join_draw_the_highest_card_wins(game: str) -> None:
    """Whoever loses the draw has lost nothing but the seat. Suits are equal, and those who tie draw again."""
    for seed in range(12):
        sim = at_table(game, "Ann", "Ben", "Cat", seed=seed)
        assert sim.do("Ann", "leave")["ok"]
        for name in ("Dan", "Eve"):
            assert sim.do(name, "sit", box=1, amount=100_00)["asked"]
        wait(sim, OPEN_TO_WISHES_MS)
        *again_, last = decided(sim)["draws"]
        assert decided(sim)["clause"] == CLAUSES[game][1]
        assert all(rank(cards["Dan"]) == rank(cards["Eve"]) for cards in again_)
        best, other = sorted(last, key=lambda name: rank(last[name]), reverse=True)
        assert rank(last[best]) > rank(last[other])
        assert (sim.desk.room.seat_of(best), sim.desk.room.seat_of(other)) == (1, None)
        assert sim.accounts()[f"player:{other}"] == 1000_00
        sound(sim)


@pytest.mark.parametrize("game", GAMES)
def test_a_tie_is_drawn_again(game: str) -> None:
    """QLD-10-9(2) and 18(4), QLD-5-9(2), MEL-3.2.4: as the room hears it again, two kings decide nothing."""
    sim = at_table(game, "Ann", "Ben", "Cat")
    assert sim.do("Ann", "leave")["ok"]
    for name in ("Dan", "Eve"):
        assert sim.do(name, "sit", box=1, amount=100_00)["ok"]
    room = sim.desk.room
    assert room.wins_seat(1, [{"Dan": "Ks", "Eve": "Kd"}]) == ("Dan", "Eve")
    assert room.wins_seat(1, [{"Dan": "Ks", "Eve": "Kd"}, {"Dan": "2s", "Eve": "3d"}]) == ("Eve",)
    body = {"box": 1, "wished": ["Dan", "Eve"], "draws": [{"Dan": "Ks", "Eve": "Kd"}], "player": "Dan", "clause": ""}
    assert room.apply("seat-decided", body) is not None, "a draw that decides nothing gives nobody the seat"


@pytest.mark.parametrize(("game", "clause"), [
    ("qld/texas-holdem-poker", "QLD-10-18(4)"), ("qld/manila-poker", "QLD-5-15(1)"),
])
def test_before_the_game_nobody_comes_first(game: str, clause: str) -> None:
    """QLD-10-18(1), QLD-5-15(1): Cat sits at the table and Dan does not; no hand was played, so they draw."""
    sim = Sim(game, GAMES[game])
    drawn_for(sim, clause)


@pytest.mark.parametrize(("game", "clause"), [
    ("qld/texas-holdem-poker", "QLD-10-18(4)"), ("qld/manila-poker", "QLD-5-15(1)"),
])
def test_nor_before_the_next_game_at_a_table_that_all_have_left(game: str, clause: str) -> None:
    sim = at_table(game, "Ann", "Ben", "Cat")
    for name in ("Ann", "Ben", "Cat"):
        assert sim.do(name, "leave")["ok"]
    sim.now += OPEN_TO_WISHES_MS
    drawn_for(sim, clause)


def drawn_for(sim: Sim, clause: str) -> None:
    assert sim.do("Ann", "sit", box=1, amount=200_00)["ok"] and sim.do("Cat", "sit", box=2, amount=200_00)["ok"]
    assert sim.do("Ann", "leave")["ok"]
    assert sim.do("Dan", "sit", box=1, amount=100_00)["asked"] and sim.do("Cat", "change-seat", box=1)["ok"]
    assert sim.desk.deadline() == sim.now + OPEN_TO_WISHES_MS
    sim.tick()
    assert set(decided(sim)["draws"][0]) == {"Cat", "Dan"} and decided(sim)["clause"] == clause
    sound(sim)


def test_in_melbourne_a_seat_that_nobody_left_is_drawn_for() -> None:
    """MEL-8.1.2 puts players first only where one left the game; 8.1.1 has a draw for any other seat."""
    sim = at_table("mel/holdem", "Ann", "Ben", "Cat")
    sim.deal()
    assert sim.do("Ben", "change-seat", box=7)["asked"] and sim.do("Dan", "sit", box=7, amount=100_00)["asked"]
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]
    assert set(decided(sim)["draws"][0]) == {"Ben", "Dan"} and decided(sim)["clause"] == "MEL-8.1.1"
    sound(sim)


def test_a_seat_that_nobody_wishes_for_is_free_after_a_moment() -> None:
    sim = at_table("mel/holdem", "Ann", "Ben", "Cat")
    assert sim.do("Ann", "leave")["ok"]
    sim.now += OPEN_TO_WISHES_MS - 1
    assert sim.do("Dan", "sit", box=1, amount=100_00).get("asked")
    other = at_table("mel/holdem", "Ann", "Ben", "Cat")
    assert other.do("Ann", "leave")["ok"]
    other.now += OPEN_TO_WISHES_MS
    seated = other.do("Dan", "sit", box=1, amount=100_00)
    assert seated["ok"] and "asked" not in seated and other.desk.room.seat_of("Dan") == 1
    sound(other)


def test_a_wish_is_given_up_with_the_seat_or_by_another_wish_and_waits_for_the_hand() -> None:
    sim = at_table("mel/holdem", "Ann", "Ben", "Cat", "Dan")
    sim.deal()
    seat = sim.desk.room.seat_of("Ben")
    assert sim.do("Ben", "change-seat", box=7)["ok"] and sim.desk.room.seat_of("Ben") == seat, "not during the hand"
    assert sim.do("Ben", "change-seat", box=8)["ok"]
    while sim.desk.under_way:
        assert sim.act("fold")["ok"]
    assert sim.desk.room.seat_of("Ben") == 8 and sim.view["wishes"]["open"] == []
    taken = sim.do("Ben", "change-seat", box=3)
    assert (taken["ok"], taken["refused"], taken["clause"]) == (False, "seat 3 is taken", "MEL-8.1")
    assert sim.do("Ben", "change-seat", box=99)["refused"] == "there is no seat 99"
    assert not sim.do("Eve", "change-seat", box=7)["ok"], "she does not sit here"
    sound(sim)


def test_who_can_no_longer_pay_leaves_the_seat_to_the_next() -> None:
    sim = at_table("mel/holdem", "Ann", "Ben", "Cat")
    assert sim.do("Ann", "leave")["ok"]
    assert sim.do("Dan", "sit", box=1, amount=900_00)["ok"]
    assert sim.give(Who("Dan", "player"), {"t": "cash-out", "amount": 500_00})["ok"]
    wait(sim, OPEN_TO_WISHES_MS)
    assert sim.desk.room.seat_of("Dan") is None and sim.desk.memory.wishes == []
    sound(sim)
