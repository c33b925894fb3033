"""Cards of a hand between players as its terminals are told them: in the order they were set, and just those that
came."""

from __future__ import annotations

from typing import Any

import pytest
from support.poker_floor import SUPERVISOR, Sim, again

from pitboss.floor.commands import Who
from pitboss.floor.queries import ask


def set_hands(sim: Sim) -> dict[str, list[str]]:
    """A hand of Chinese poker that everybody has set; by player, his cards from front to back."""
    sim.sit("Ann", "Ben")
    sim.deal()
    chosen = {}
    while sim.desk.under_way:
        name = sim.view["asked"]["player"]
        chosen[name] = [card for hand in sim.mine(name)["suggested"] for card in hand]
        assert sim.any_act()["ok"]
    return chosen


def test_a_chinese_showdown_lays_the_cards_as_they_were_set() -> None:
    sim = Sim("mel/chinese-poker")
    chosen = set_hands(sim)
    dealt = {sim.desk.room.names[at]: list(cards) for at, cards in
             zip(sim.desk.room.over.seats, sim.desk.room.over.hole, strict=True)}  # type: ignore[union-attr]
    assert any(dealt[name] != cards for name, cards in chosen.items())
    for one in (sim, again(sim)):
        assert {player["player"]: player["cards"] for player in one.view["players"].values()} == chosen
    # One's own as well, in the hand seen again.
    for name in ("Ann", "Ben", "Cat"):
        past = ask(sim.floor, Who(name, "player"), {"t": "round", "id": "t/1"})
        last = past["steps"][-1]["view"]["players"].values()
        assert {player["player"]: player["cards"] for player in last} == chosen


def test_a_chinese_hand_that_is_void_lies_as_it_was_set() -> None:
    sim = Sim("mel/chinese-poker")
    sim.sit("Ann", "Ben")
    sim.deal()
    first = sim.view["asked"]["player"]
    setting = [card for hand in sim.mine(first)["suggested"] for card in hand]
    assert sim.any_act()["ok"]
    command = {"table": "t", "reason": "the lights went out"}
    assert sim.give(SUPERVISOR, {"t": "propose", "what": "void", **command})["ok"]
    assert sim.give(Who("Sam", "supervisor"), {"t": "approve", "table": "t", "n": 1})["ok"]
    assert next(one["cards"] for one in sim.view["players"].values() if one["player"] == first) == setting


def lines(sim: Sim, player: str) -> dict[int, list[str]]:
    """The cards of a player's own that came face down, by the line of the log that they belong to."""
    told = sim.mine(player)["came"]
    hidden = [line["n"] for line in dealt_to(sim, player) if "??" in line["cards"]]
    assert told["round"] == sim.desk.rounds
    return dict(zip(hidden, told["cards"], strict=True))


def dealt_to(sim: Sim, player: str) -> list[dict[str, Any]]:
    return [line for line in sim.view["events"] if line["kind"] in ("dealt", "kitty") and line["player"] == player]


@pytest.mark.parametrize("game", ["mel/draw-blind", "mel/seven-card-stud", "mel/faro-manila", "mel/holdem"])
def test_the_log_names_exactly_the_cards_that_came(game: str) -> None:
    """Card by card those of one's own lines are what was dealt, in a draw only the new ones."""
    sim = Sim(game, seed="came")
    sim.sit("Ann", "Ben", "Cat")
    drawn = 0
    while sim.desk.rounds < 12 and sim.desk.lineup() is not None:
        sim.deal()
        while sim.desk.under_way:
            asked = sim.view["asked"]
            had = sim.mine(asked["player"])["hands"][asked["hand"]]
            known = len(dealt_to(sim, asked["player"]))
            name = "discard " + " ".join(had[2:4]) if asked["options"][0]["name"] == "discard" else ""
            result = sim.act(name) if name else sim.any_act()
            assert result["ok"], result
            if not name:
                continue
            now = sim.mine(asked["player"])["hands"][asked["hand"]]
            came = dealt_to(sim, asked["player"])[known:]
            assert [lines(sim, asked["player"])[line["n"]] for line in came] == [[c for c in now if c not in had]]
            drawn += len(came)
        h = sim.desk.room.over
        assert h is not None
        for seat, player in sim.desk.room.names.items():
            own = lines(sim, player)
            gone = [card for event in h.log if event.what == "discard" and h.seats[event.place] == seat
                    for card in event.cards]
            everything = [card for line in dealt_to(sim, player) for card in own.get(line["n"], line["cards"])]
            assert sorted(everything) == sorted([*h.hole[h.seats.index(seat)], *gone])
    assert drawn or game != "mel/draw-blind"


def test_nobody_is_told_which_cards_came_to_others() -> None:
    sim = Sim("mel/draw-blind")
    sim.sit("Ann", "Ben")
    sim.deal()
    assert "came" not in sim.mine("Cat") and sim.mine("Cat")["hands"] == {}
    shared = {card for cards in lines(sim, "Ann").values() for card in cards} & {
        card for cards in lines(sim, "Ben").values() for card in cards}
    assert not shared and "came" not in sim.view
