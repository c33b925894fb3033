"""A player as the bank on a floor: escrow, the ledger, and tiles that are set in secret."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from support.casino import Casino

from pitboss.equipment.tiles import TILES
from pitboss.floor import view
from pitboss.table.requests import Choose

NAME = "pai-gow"


@pytest.fixture
def casino() -> Casino:
    casino = Casino(NAME, decision_seconds=600, wagering_seconds=600)
    casino.bet(NAME, "Ann", 1)
    casino.bet(NAME, "Ben", 2)
    casino.do("Dora", "no-more-bets", table=NAME)
    casino.finish(NAME)
    return casino


def balances(casino: Casino) -> dict[str, int]:
    accounts = (f"layout:{NAME}", f"float:{NAME}", f"commission:{NAME}", "player:Ann", "player:Ben")
    return {account: casino.store.balance(account) for account in accounts}


def decide(casino: Casino, way: str = "house way") -> None:
    while isinstance(request := casino.table(NAME).request, Choose):
        name = "pass" if request.options[0].name.startswith("cut") else way
        casino.do(request.player, "decide", table=NAME, hand=request.hand, name=name)


def test_a_bank_is_kept_in_escrow_and_settled_with_the_players(casino: Casino) -> None:
    before = balances(casino)
    casino.do("Ann", "place", table=NAME, box=1, wagers=[["bank", 100_00]])
    assert casino.shown(NAME)["state"] == {"chung": 2, "bank": ["Ann"], "offered": ["Ann", "Ben"]}
    assert balances(casino)["player:Ann"] == before["player:Ann"] - 100_00
    casino.bet(NAME, "Ben", 2, 40_00)
    refused = casino.no("Ben", "place", table=NAME, box=2, wagers=[["wager", 60_50]])
    assert refused["clause"] == "QLD-6-14(1)" and "bank" in refused["says"]
    casino.crash()
    casino.do("Dora", "no-more-bets", table=NAME)
    # What the bank cannot lose is back at once.
    assert balances(casino)["player:Ann"] == before["player:Ann"] - 40_00
    assert balances(casino)[f"layout:{NAME}"] == 80_00
    decide(casino)
    after = balances(casino)
    assert sum(after.values()) == sum(before.values()) and after[f"layout:{NAME}"] == 0
    assert after[f"float:{NAME}"] == before[f"float:{NAME}"], "the house is no side of it"
    won = {line["player"]: line for line in casino.shown(NAME)["last"]["lines"]}
    moved = {name: after[f"player:{name}"] - before[f"player:{name}"] for name in ("Ann", "Ben")}
    assert moved["Ann"] + moved["Ben"] == -(after[f"commission:{NAME}"] - before[f"commission:{NAME}"])
    assert set(won) == {"Ann", "Ben"} and won["Ann"]["wager"] == "bank"


def test_a_bank_beyond_one_s_credits_is_refused(casino: Casino) -> None:
    has = casino.store.balance("player:Ann")
    assert "credits" in str(casino.no("Ann", "place", table=NAME, box=1, wagers=[["bank", has + 50]]))
    casino.bet(NAME, "Ben", 2, 40_00)
    refused = casino.no("Ann", "place", table=NAME, box=1, wagers=[["bank", 39_50]])
    assert refused["clause"] == "QLD-6-18(4)"
    casino.do("Ann", "place", table=NAME, box=1, wagers=[["co-bank", 20_00]])


def seen_by(casino: Casino, player: str) -> str:
    table = casino.table(NAME)
    # The round before lies open.
    public = {key: value for key, value in view.public(table).items() if key not in ("last", "history")}
    shown: list[Any] = [public, view.private(table, player)]
    return msgspec.json.encode(shown, enc_hook=str).decode()


def test_tiles_and_settings_are_in_nobody_else_s_view(casino: Casino) -> None:
    casino.bet(NAME, "Ann", 1)
    casino.bet(NAME, "Ben", 2)
    casino.do("Dora", "no-more-bets", table=NAME)
    table = casino.table(NAME)
    request = table.request
    assert isinstance(request, Choose) and request.player == "Ann"
    public = view.public(table)
    assert [option["name"] for option in public["asked"]["options"]] == ["house way"]
    assert "set or house way" in public["asked"]["words"]
    own = view.private(table, "Ann")
    tiles = own["hands"]["2"]
    assert set(tiles) <= set(TILES) and len(tiles) == 4
    ways = [option["name"] for option in own["asked"]["options"]]
    assert ways[-1] == "house way" and len(ways) in (3, 4)
    for other in ("Ben", "Cat"):
        assert "asked" not in view.private(table, other)
        hidden = seen_by(casino, other)
        mine = view.private(table, other)["hands"].get("3", [])
        assert all(f'"{tile}"' not in hidden or tile in mine for tile in tiles)
        assert "set low" not in hidden
    # What is refused to another tells nothing of them either.
    no = casino.no("Ben", "decide", table=NAME, hand="2", name="house way")
    assert all(f" {tile}" not in str(no) for tile in tiles)
    casino.do("Ann", "decide", table=NAME, hand="2", name=ways[0])
    assert all(f'"{tile}"' not in seen_by(casino, "Cat") for tile in tiles) and "set low" not in seen_by(casino, "Cat")
    # She thinks better of it while Ben has not set his.
    casino.do("Ann", "decide", table=NAME, hand="2", name="house way")
    casino.crash()
    decide(casino)
    assert {line["player"] for line in casino.shown(NAME)["last"]["lines"]} == {"Ann", "Ben"}


def test_silence_sets_the_house_way_as_the_house_s_own_rule(casino: Casino) -> None:
    casino.bet(NAME, "Ann", 1)
    casino.do("Dora", "no-more-bets", table=NAME)
    asked = casino.shown(NAME)["asked"]
    assert (asked["silence"]["name"], asked["silence"]["clause"]) == ("house way", "")
    casino.do("Dora", "silence", table=NAME)
    assert casino.shown(NAME)["last"]["results"]["Ann"]["notes"] == [
        "You ran out of time: had the tiles set the house way"]


def test_a_table_that_opens_again_starts_with_a_round_of_the_house(casino: Casino) -> None:
    """18(8)(b). A new table has nothing to tell, and neither has one that was only about to close."""
    def told() -> bool:
        answers = casino.played(NAME, casino.table(NAME).rounds)
        return any(answer.get("kind") == "break-in-play" for answer in answers)

    assert casino.shown(NAME)["state"]["offered"] == ["Ann", "Ben"]
    casino.do("Ann", "place", table=NAME, box=1, wagers=[["bank", 100_00]])
    casino.do("Sue", "close-table", table=NAME)
    casino.do("Sue", "open-table", table=NAME)
    assert casino.shown(NAME)["state"]["bank"] == ["Ann"] and not told()
    casino.do("Ann", "clear", table=NAME)
    assert casino.do("Sue", "close-table", table=NAME, now=True)["closed"]
    casino.do("Sue", "open-table", table=NAME)
    casino.crash()
    assert casino.shown(NAME)["state"]["offered"] == [] and told()
    assert any("house banks" in str(event) for event in casino.shown(NAME)["events"])
    assert casino.no("Ann", "place", table=NAME, box=1, wagers=[["bank", 100_00]])["clause"] == "QLD-6-18(8)"
    casino.bet(NAME, "Ann", 1)
    casino.do("Dora", "no-more-bets", table=NAME)
    casino.finish(NAME)
    assert casino.shown(NAME)["state"]["offered"] == ["Ann"]


def test_whoever_leaves_is_not_asked_to_bank(casino: Casino) -> None:
    casino.bet(NAME, "Ann", 1)
    casino.bet(NAME, "Cat", 1)
    casino.bet(NAME, "Ben", 2)
    casino.do("Dora", "no-more-bets", table=NAME)
    casino.finish(NAME)
    assert casino.shown(NAME)["state"]["offered"] == ["Ann", "Ben"]
    casino.do("Ann", "leave", table=NAME)
    assert casino.shown(NAME)["state"]["offered"] == ["Cat", "Ben"]
    assert casino.no("Ben", "place", table=NAME, box=2, wagers=[["bank", 100_00]])["clause"] == "QLD-6-18(9)"
    casino.do("Cat", "place", table=NAME, box=1, wagers=[["bank", 100_00]])


def test_a_seat_is_asked_for_after_three_rounds(casino: Casino) -> None:
    for _ in range(3):
        casino.play(NAME, player="Ann", box=1)
    assert casino.shown(NAME)["seats"] == {"2": "Ann"}
    left = casino.table(NAME).memory.vacated["Ben"]
    assert left["clause"] == "QLD-6-43" and "3 rounds without a wager" in left["why"]
