"""Tables that players open for themselves: of every game of the index, a few each, and gone again when nobody is
there."""

from __future__ import annotations

import msgspec
import pytest
from support.casino import GAMES, MINUTE, OPENING, SECOND, Casino, honest

from pitboss.floor import on_demand
from pitboss.floor.commands import PLAYER, Who
from pitboss.floor.desk import Settings
from pitboss.floor.floor import Pending, ReadCommand
from pitboss.floor.store import DiskFailed
from pitboss.floor.verify import verify
from pitboss.rulebooks import card_games, games

PLAY = Settings(guests=True, tables_each=3, empty_seconds=120)
EMPTY = 120 * SECOND
GAME = next(iter(games()))
BETWEEN = next(iter(card_games()))


@pytest.fixture
def casino() -> Casino:
    return Casino(settings=PLAY)


def opened(casino: Casino, game: str, player: str = "Ann") -> str:
    return str(casino.do(player, "open-game", game=game)["table"])


def listed(casino: Casino) -> list[str]:
    return [table["id"] for table in casino.floor.lobby()]


def closed(casino: Casino, id: str) -> bool:
    return casino.floor.tables[id].status == "closed"


@pytest.mark.parametrize("game", [*games(), *card_games()])
def test_any_game_of_the_index_has_a_table_when_somebody_wants_one(game: str, casino: Casino) -> None:
    """With limits that suit it; closed again when nobody came, and open again, the same table, for the next."""
    id = opened(casino, game)
    table = casino.floor.tables[id]
    assert table.added.game == game and table.status == "open" and id in listed(casino)
    casino.sound()
    casino.wait(EMPTY - SECOND)
    assert not closed(casino, id)
    casino.wait(2 * SECOND)
    assert closed(casino, id) and id not in listed(casino)
    casino.crash()
    assert closed(casino, id) and id not in listed(casino)
    assert opened(casino, game, "Ben") == id and id in listed(casino)
    casino.sound()
    honest(casino)
    assert verify(casino.store).faults == []


def test_a_table_that_is_opened_has_the_next_free_number(casino: Casino) -> None:
    """Numbers of the house's own tables, of full tables and of tables that cannot be read are passed over."""
    game, first = GAMES["roulette"], GAMES["roulette"].replace("/", "-")
    assert on_demand.place_for({}, game) == f"{first}-1"
    for n, following in ((1, 2), (2, 3), (4, 3)):
        casino.do("Max", "add-table", id=f"{first}-{n}", name="Ours", game=game, options={})
        assert on_demand.place_for(casino.floor.tables, game) == f"{first}-{following}"
    assert on_demand.place_for(casino.floor.tables, game, {f"{first}-3"}) == f"{first}-5"
    assert opened(casino, game) == f"{first}-3" == opened(casino, game, "Ben"), "it has room for both"
    casino.floor.unread[f"{first}-3"] = casino.floor.tables[f"{first}-3"]  # type: ignore[assignment]
    assert opened(casino, game, "Cat") == f"{first}-5"


def test_somebody_who_plays_or_sits_keeps_it_open(casino: Casino) -> None:
    id = opened(casino, GAMES["blackjack"])
    casino.do("Ben", "sit", table=id, box=1)
    casino.wait(5 * MINUTE)
    assert not closed(casino, id)
    casino.do("Ben", "place", table=id, box=1, wagers=[[OPENING["blackjack"], 5_00]])
    casino.wait(3 * MINUTE)
    assert casino.floor.tables[id].rounds > 1 and not closed(casino, id)
    casino.do("Ben", "leave", table=id)
    casino.wait(3 * MINUTE)
    assert closed(casino, id)
    casino.sound()
    honest(casino)


def test_a_seat_that_nobody_uses_does_not_keep_it_open_for_ever(casino: Casino) -> None:
    id = opened(casino, GAMES["blackjack"])
    casino.do("Ben", "sit", table=id, box=1)
    casino.wait(13 * MINUTE)
    assert closed(casino, id)


def test_chips_at_a_table_between_players_go_back_when_it_closes(casino: Casino) -> None:
    id, before = opened(casino, BETWEEN), casino.credits("Ben")
    casino.do("Ben", "sit", table=id, box=1, amount=40_00)
    casino.do("Ben", "sit-out", table=id)
    assert casino.credits("Ben") < before
    casino.wait(10 * MINUTE)
    assert closed(casino, id) and casino.credits("Ben") == before
    assert sum(balance for *_, balance in casino.store.accounts()) == 0
    honest(casino)


def test_a_table_that_is_looked_at_stays_for_a_while(casino: Casino) -> None:
    id = opened(casino, GAME)
    stop = casino.floor.watch(Who("Cat", PLAYER), id, lambda message: None)
    assert stop is not None
    casino.wait(20 * MINUTE)
    assert not closed(casino, id)
    stop()
    casino.wait(EMPTY + SECOND)
    assert closed(casino, id)
    opened(casino, GAME)
    seen: list[bytes] = []
    casino.floor.watch(Who("Cat", PLAYER), id, seen.append)
    casino.wait((on_demand.LOOKED_AT + 1) * EMPTY)
    assert closed(casino, id), "a window that somebody forgot keeps no table"
    assert msgspec.json.decode(seen[-1])["set"]["status"] == "closed", "and its page is told so"


def test_the_same_wish_twice_is_one_table(casino: Casino) -> None:
    raw, who = msgspec.json.encode({"t": "open-game", "game": GAME}), Who("Ann", PLAYER)
    first = casino.floor.submit(who, "wish-0001", raw, casino.now)
    casino.crash()
    assert casino.floor.submit(who, "wish-0001", raw, casino.now) == first
    assert len(casino.floor.tables) == 1
    other = opened(casino, GAME, "Ben")
    assert other == first["table"], "who wants the same game is led to the table that is open"


def test_two_wishes_at_once_lead_to_one_table(casino: Casino) -> None:
    raw = msgspec.json.encode({"t": "open-game", "game": GAME})
    wishes = [casino.floor.read(Who(name, PLAYER), "wish-0001", raw) for name in ("Ann", "Ben")]
    results = []
    for wish in wishes:
        assert isinstance(wish, ReadCommand)
        step = casino.floor.step(wish, casino.now)
        assert isinstance(step, Pending)
        results.append(casino.floor.commit(step, casino.now)["table"])
    assert results[0] == results[1] and len(casino.floor.tables) == 1


def test_a_full_table_leads_to_another(casino: Casino) -> None:
    id = opened(casino, GAME)
    for box in range(1, casino.table(id).game.boxes + 1):
        casino.do("Ben", "sit", table=id, box=box)
    other = opened(casino, GAME, "Cat")
    assert other != id
    assert casino.table(other).added.name != casino.table(id).added.name
    casino.sound()


def test_a_player_has_a_few_and_the_floor_so_many(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    every = list(games())
    for game in every[:3]:
        opened(casino, game)
    before = len(casino.floor.tables)
    assert "3 tables" in casino.no("Ann", "open-game", game=every[3])["refused"]
    assert len(casino.floor.tables) == before
    monkeypatch.setattr(on_demand, "MOST_OPEN", 4)
    opened(casino, every[3], "Ben")
    assert "4 tables are open" in casino.no("Ben", "open-game", game=every[4])["refused"]
    casino.wait(EMPTY + SECOND)
    opened(casino, every[4])


def test_refused_on_a_floor_of_bought_credits_and_for_what_is_no_game() -> None:
    bought, given = Casino(settings=Settings(guests=False)), Casino(settings=PLAY)
    assert "play money" in bought.no("Ann", "open-game", game=GAME)["refused"]
    for odd in ("", "no/such", "../../etc", "x" * 80, "qld/"):
        assert "no game" in given.no("Ann", "open-game", game=odd)["refused"]
    assert "may not" in given.no("Dora", "open-game", game=GAME)["refused"]
    assert not bought.floor.tables and not given.floor.tables


def test_what_the_staff_closes_stays_closed(casino: Casino) -> None:
    id = opened(casino, GAME)
    casino.do("Sue", "close-table", table=id, now=True)
    assert closed(casino, id) and id in listed(casino), "the console shows it"
    for _ in range(2):
        other = opened(casino, GAME, "Ben")
        assert other != id and closed(casino, id)
        casino.crash()
    casino.do("Sue", "open-table", table=id)
    casino.wait(EMPTY + SECOND)
    assert closed(casino, id) and id not in listed(casino)


def test_tables_of_the_house_do_not_close_by_themselves() -> None:
    casino = Casino("blackjack", settings=PLAY)
    casino.wait(60 * MINUTE)
    assert not closed(casino, "blackjack")


def test_a_disk_that_fails_leaves_nothing_behind(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = msgspec.json.encode({"t": "open-game", "game": GAME})
    wish = casino.floor.read(Who("Ann", PLAYER), "wish-0001", raw)
    assert isinstance(wish, ReadCommand)
    step = casino.floor.step(wish, casino.now)
    assert isinstance(step, Pending)
    told = casino.floor.failed(step, DiskFailed("the disk is full"), casino.now)
    assert told["retry"] and not casino.floor.tables and listed(casino) == []
    assert casino.floor.submit(Who("Ann", PLAYER), "wish-0001", raw, casino.now)["ok"]


def test_a_table_of_another_game_or_of_the_house_is_never_taken_for_it(casino: Casino) -> None:
    id = opened(casino, GAME)
    name = id.rpartition("-")[0]
    casino.do("Max", "add-table", id=f"{name}-2", name="Mine", game=list(games())[1])
    for box in range(1, casino.table(id).game.boxes + 1):
        casino.do("Ben", "sit", table=id, box=box)
    assert opened(casino, GAME, "Cat") == f"{name}-3"
