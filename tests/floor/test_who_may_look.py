"""Cards that lie face down are shown only to the players who may look at them, at every game that deals such cards and
at boxes that players share."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from support.at_random import decide_at_random
from support.casino import GAMES, OPENING, Casino

from pitboss.equipment.tiles import TILES
from pitboss.floor import view
from pitboss.floor.commands import Who
from pitboss.floor.desk import encode
from pitboss.floor.own_files import as_record, house_transcript
from pitboss.floor.proposals import round_of
from pitboss.floor.queries import QUERIES, ask
from pitboss.rulebooks import games
from pitboss.table.acts import BACK
from pitboss.table.requests import Choose
from pitboss.table.transcript_write import told

PLAYERS = ("Ann", "Ben", "Cat", "Zoe")
SHARED = "pai-gow"
# Games at which players hold cards that lie face down.
HIDDEN = ("three-card", "bonus", "holdem", "caribbean-stud-poker", SHARED, "texas-holdem-bonus-poker",
          "ultimate-texas-holdem", "mississippi-stud-poker", "crown-holdem-poker")


def opened(name: str, seed: int, *more: tuple[str, int]) -> Casino:
    """A round that is dealt: Ann's box, which Ben shares if the game permits it, and Cat's box; and more boxes."""
    casino = Casino(name, seed=f"look {seed}", decision_seconds=600, wagering_seconds=600)
    casino.bet(name, "Ann", 1, 20_00)
    for player, box in (("Ben", 1), ("Cat", 2), *more):
        casino.ask(player, "place", table=name, box=box, wagers=[[OPENING[name], 10_00]])
    casino.do("Dora", "no-more-bets", table=name)
    return casino


def looks(casino: Casino, name: str) -> dict[str, set[str]]:
    """The players who are shown faces of a hand that others see as backs, by hand."""
    found: dict[str, set[str]] = {}
    public = view.public(casino.table(name))["hands"]
    for player in PLAYERS:
        for hand, cards in view.private(casino.table(name), player)["hands"].items():
            if any(card != BACK and other == BACK for card, other in zip(cards, public[hand], strict=True)):
                found.setdefault(hand, set()).add(player)
    return found


@pytest.mark.parametrize("name", HIDDEN)
def test_cards_face_down_are_shown_to_the_player_who_decides_for_them(name: str) -> None:
    """That is the only player of a box, or the one of several who is asked; nobody else, and no spectator."""
    shown = 0
    for seed in range(4):
        casino, chance = opened(name, seed, ("Ben", 3)), Random(seed)
        while not casino.table(name).betting:
            live, request = casino.live(name), casino.table(name).request
            for hand, players in looks(casino, name).items():
                shown += 1
                box = live.t.hands[hand].box
                assert box, f"{hand} is a hand of the house"
                assert len(players) == 1 and players <= set(live.t.boxes[box]), (hand, players)
                if isinstance(request, Choose) and request.hand == hand and request.player:
                    assert players == {request.player}
            decide_at_random(casino, name, chance)
    assert shown > 4


def test_the_list_of_games_with_cards_face_down_is_complete() -> None:
    found = []
    for name in GAMES:
        casino = opened(name, 1)
        while not casino.table(name).betting:
            if looks(casino, name):
                found.append(name)
                break
            casino.do("Dora", "silence", table=name)
    assert sorted(found) == sorted(HIDDEN)


def shared() -> Casino:
    """A round with Ann's box, which Ben shares: Ann's wager is higher, so she sets its tiles."""
    casino = opened(SHARED, 0)
    assert casino.live(SHARED).t.boxes[2] == ["Ann", "Ben"]
    return casino


def heard(casino: Casino, player: str) -> str:
    """All that a player is shown of the round under way."""
    table, who = casino.table(SHARED), Who(player, "player")
    public = {key: value for key, value in view.public(table).items() if key not in ("last", "history")}
    asked: list[Any] = [ask(casino.floor, who, {"t": kind, "table": SHARED, "id": f"{SHARED}/1"}) for kind in QUERIES]
    return encode([public, view.private(table, player), asked]).decode()


def tiles_in(text: str) -> set[str]:
    """The tiles in a text; "look" is a word too."""
    return {tile for tile in TILES if tile != "look" and re.search(rf"\b{tile}\b", text)}


def test_a_player_who_shares_a_box_learns_no_tile_before_they_are_turned() -> None:
    casino = shared()
    request = casino.table(SHARED).request
    assert isinstance(request, Choose) and request.player == "Ann"
    tiles = set(casino.live(SHARED).t.hands[request.hand].cards) - {"look"}
    assert len(tiles) > 2 and tiles_in(heard(casino, "Ann")) == tiles
    for other in ("Ben", "Zoe"):
        assert tiles_in(heard(casino, other)) == set(), other
    assert not casino.ask("Ben", "decide", table=SHARED, hand=request.hand, name="house way")["ok"]
    casino.do("Ann", "decide", table=SHARED, hand=request.hand, name="authorise Ben")
    assert tiles_in(heard(casino, "Ben")) == tiles
    for other in ("Ann", "Zoe"):
        assert tiles_in(heard(casino, other)) == set(), other


def test_a_round_looked_up_later_shows_a_shared_box_as_each_player_saw_it() -> None:
    casino = shared()
    hand = casino.table(SHARED).request.hand  # type: ignore[union-attr]
    while not casino.table(SHARED).betting:
        casino.do("Dora", "silence", table=SHARED)
    faces = {}
    for player in ("Ann", "Ben", "Zoe"):
        query = {"t": "round", "table": SHARED, "id": f"{SHARED}/1"}
        steps = ask(casino.floor, Who(player, "player"), query)["steps"]
        lay = [step["view"]["hands"][hand] for step in steps if hand in step["view"]["hands"]]
        faces[player] = [BACK not in cards for cards in lay]
        assert faces[player][-1], f"{player}: the tiles are face up at the end"
    assert sum(faces["Ann"]) > sum(faces["Ben"]) == sum(faces["Zoe"])


@pytest.mark.parametrize("decisions", [0, 1])
def test_a_players_file_of_a_void_round_has_no_tile_that_only_another_player_saw(decisions: int) -> None:
    casino = shared()
    request = casino.table(SHARED).request
    assert isinstance(request, Choose)
    number, tiles = casino.live(SHARED).number, set(casino.live(SHARED).t.hands[request.hand].cards) - {"look"}
    for _ in range(decisions):
        asked = casino.table(SHARED).request
        assert isinstance(asked, Choose)
        casino.do(asked.player, "decide", table=SHARED, hand=asked.hand, name=asked.options[0].name)
    n = casino.do("Sue", "propose", table=SHARED, what="void", reason="fell")["n"]
    casino.do("Sam", "approve", table=SHARED, n=n)
    chain = [as_record(round_of(casino.table(SHARED), number))]
    mine, other = (told(chain, games()[GAMES[SHARED]], player, whole=False) for player in ("Ann", "Ben"))
    assert tiles_in(mine) == tiles and tiles_in(other) == set()
    assert ("set low" in mine, f"{request.hand} Other1: set\n" in other) == (bool(decisions), bool(decisions))
    if not decisions:
        assert house_transcript(casino.table(SHARED), number, "Ben") == other


def test_a_players_file_has_the_tiles_of_a_shared_box_once_they_were_turned() -> None:
    casino = shared()
    request = casino.table(SHARED).request
    assert isinstance(request, Choose)
    tiles = set(casino.live(SHARED).t.hands[request.hand].cards) - {"look"}
    casino.do("Ann", "decide", table=SHARED, hand=request.hand, name=request.options[0].name)
    while not casino.table(SHARED).betting:
        casino.do("Dora", "silence", table=SHARED)
    for player in ("Ann", "Ben"):
        assert tiles_in(house_transcript(casino.table(SHARED), 1, player)) >= tiles
