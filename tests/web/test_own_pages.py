"""A player's own page over HTTP: what it says of his rounds, the files he takes home, and nobody gets another's."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.at_random import play_at_random
from support.casino import GAMES, Casino
from support.clerks import PatientClerk
from support.web import Browser, Clock, Place, opened

from pitboss.cardroom.phh import BadPhh, loads
from pitboss.cardroom.phh_play import play
from pitboss.cardroom.phh_write import dumps
from pitboss.floor.desk import Settings
from pitboss.floor.figures import Figures
from pitboss.floor.own_files import played_hand
from pitboss.floor.own_history import OwnHistory, RoundFilter
from pitboss.floor.poker import PokerDesk
from pitboss.floor.store import SQLiteStore
from pitboss.rulebooks import settle
from pitboss.web import own_pages
from pitboss.web.app import WebSettings
from pitboss.web.front_end import address
from pitboss.web.limiting import Buckets

LOOSE = WebSettings(tries=(100, 1000), joins=(100, 1000))
FILES = ("rounds.csv", "rounds.json", "transcripts.zip", "hands.zip")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A floor on which Ann and Ben have played every game against the house, and Ann, Ben and Cat hold'em."""
    path = tmp_path_factory.mktemp("own") / "floor.db"
    casino = Casino(path=path, settings=Settings(guests=True))
    for name in GAMES:
        casino.add(f"{name}-2")
        for player in ("Ann", "Ben"):
            casino.ask(player, "top-up")
        play_at_random(casino, f"{name}-2", 4)
    play_holdem(casino, 12)
    casino.do("Max", "close-table", table="roulette-2")
    casino.store.close()
    with opened(path, web=LOOSE, clock=Clock(casino.now)) as place:
        place.house.floor.figures = Figures(PatientClerk())
        place.house.web.looks = place.house.web.downloads = Buckets(10_000, 10_000)
        yield place


def play_holdem(casino: Casino, hands: int) -> None:
    """Hands between three people who call, or fold."""
    casino.do("Max", "add-table", id="ring", name="Ring", game="mel/holdem", options={"new-players": "free"})
    for box, name in enumerate(("Ann", "Ben", "Cat"), 1):
        casino.ask(name, "top-up")
        casino.do(name, "sit", table="ring", box=box, amount=100_00)
    desk = casino.floor.tables["ring"]
    assert isinstance(desk, PokerDesk)
    while desk.rounds <= hands:
        h = desk.room.hand
        if h is None:
            casino.wait((desk.deadline() or 0) - casino.now)
            continue
        name, word = desk.acting(h), "fold" if desk.rounds % 3 == 0 else "call"
        seat = str(h.seats[h.turn])
        if not casino.ask(name, "decide", table="ring", hand=seat, name=word)["ok"]:
            casino.do(name, "decide", table="ring", hand=seat, name="check")


@pytest.fixture(scope="module")
def ann(place: Place) -> Browser:
    made = place.browser()
    made.guest("Ann")
    return made


@pytest.fixture(scope="module")
def zoe(place: Place) -> Browser:
    made = place.browser()
    made.guest("Zoe")
    return made


def store(place: Place) -> SQLiteStore:
    return place.house.store


def every(place: Place, player: str = "Ann") -> list[Any]:
    return list(OwnHistory(store(place), player).rounds(RoundFilter()))


def unzipped(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


# -- the page ------------------------------------------------------------------------------------------------


def test_every_round_is_listed_with_what_came_of_it(place: Place, ann: Browser) -> None:
    found, before = [], ""
    while True:
        answer = ann.get(f"/api/you/rounds?limit=7&before={before}").json()
        found += answer["rounds"]
        before = answer["before"]
        if not before:
            break
    rows = every(place)
    assert [one["id"] for one in found] == [row.id for row in rows]
    assert [(one["stake"], one["net"]) for one in found] == [(row.stake, row.net) for row in rows]
    assert {one["game"] for one in found} == {*GAMES.values(), "mel/holdem"}
    assert all(one["headline"] and one["title"] and one["table"] and one["at"] for one in found)


def test_a_page_of_the_players_own_is_for_whoever_is_signed_in(place: Place, ann: Browser) -> None:
    assert f'<script type="module" src="{address("you.js")}' in ann.get("/you").text
    assert place.browser().get("/you").headers["location"] == "/sign-in?next=/you"


def test_a_newcomer_has_nothing_and_is_told_so(zoe: Browser) -> None:
    assert zoe.get("/api/you/rounds").json() == {"rounds": [], "before": 0}
    answer = zoe.get("/api/you/summary").json()
    assert (answer["rounds"], answer["games"], answer["compared"], answer["titles"]) == (0, [], [], {})
    assert answer["bankroll"]["moves"][0]["words"] == "starting credits"
    assert zoe.get("/you/rounds.json").json() == []
    assert zoe.get("/you/rounds.csv").text.splitlines() == [",".join(own_pages.COLUMNS)]
    assert unzipped(zoe.get("/you/transcripts.zip").content) == {}


@pytest.mark.parametrize("game", ["mel/holdem", "qld/roulette"])
def test_rounds_are_found_by_game_and_seen_again_though_their_table_is_closed(ann: Browser, game: str) -> None:
    found = ann.get(f"/api/you/rounds?game={game}").json()["rounds"]
    assert {one["game"] for one in found} == {game}
    again = ann.get(f"/api/you/round?id={found[0]['id']}").json()
    assert again["row"] == found[0] and again["steps"] and again["view"]["game"] == game
    if game == "qld/roulette":
        assert again["view"]["status"] == "closed"


def test_rounds_are_found_by_day(place: Place, ann: Browser) -> None:
    rows = every(place)
    middle = rows[len(rows) // 2].at
    later = ann.get(f"/api/you/rounds?limit=200&from={middle}").json()["rounds"]
    earlier = ann.get(f"/api/you/rounds?limit=200&until={middle}").json()["rounds"]
    assert [one["id"] for one in (*later, *earlier)] == [row.id for row in rows]
    assert ann.get(f"/api/you/summary?until={middle}").json()["rounds"] == len(earlier)


@pytest.mark.parametrize("path", ["/api/you/rounds", "/api/you/summary", "/you/rounds.csv", "/you/transcripts.zip"])
@pytest.mark.parametrize("query", [
    "game=no/game", "from=yesterday", "from=-1", "from=1.5", "until=" + "9" * 30, "from=5&until=4", "game=%00",
    "from=%D9%A3",
])
def test_what_makes_no_sense_is_refused_in_a_line(ann: Browser, path: str, query: str) -> None:
    answer = ann.get(f"{path}?{query}")
    assert answer.status_code == 400
    said = answer.json()["refused"] if path.startswith("/api") else answer.text
    assert "Traceback" not in said and re.search(r"there is no game|is a number|ends before", said)


@pytest.mark.parametrize("query", ["before=x", "limit=201", "limit=-3", "before=" + "1" * 25])
def test_a_page_that_makes_no_sense_is_refused(ann: Browser, query: str) -> None:
    assert ann.get(f"/api/you/rounds?{query}").status_code == 400


# -- nobody else's -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/you/round", "/you/round.json", "/you/round.csv", "/you/round.txt",
                                  "/you/round.phh"])
def test_another_players_round_is_refused(place: Place, zoe: Browser, path: str) -> None:
    for id in (every(place)[0].id, every(place)[-1].id, "", "nowhere/1", "ring/0", "../people/1"):
        answer = zoe.get(path, params={"id": id})
        assert answer.status_code == 404 and "yours" in answer.text, (id, answer.text)
    assert place.browser().get(path).status_code == 401


def test_files_are_for_whoever_is_signed_in(place: Place) -> None:
    for name in FILES:
        assert place.browser().get(f"/you/{name}").status_code == 401


def hidden_cards(place: Place, number: int, player: str) -> set[str]:
    """Cards of a hand that lay face down before others to its end."""
    desk = place.house.floor.tables["ring"]
    assert isinstance(desk, PokerDesk)
    h, names, last = played_hand(desk, number)
    others = [n for n, seat in enumerate(h.seats) if names[seat] != player and str(seat) not in last["shows"]]
    return {card for n in others for card in h.hole[n]}


def test_no_file_shows_a_card_that_the_player_did_not_see(place: Place, ann: Browser) -> None:
    """Every byte of all of them; of a hand that was folded nobody but its player knows the cards."""
    looked = 0
    for row in every(place):
        if row.kind == "poker" and (hidden := hidden_cards(place, row.round, "Ann")):
            looked += 1
            for form in ("json", "phh", "csv"):
                content = ann.get(f"/you/round.{form}", params={"id": row.id}).text
                # Between seals there may be two letters that look like a card.
                word = "{}" if form == "phh" else r"\b{}\b"
                assert not [card for card in hidden if re.search(word.format(card), content)], (form, content)
    assert looked
    archive = unzipped(ann.get("/you/hands.zip").content)
    for row in every(place):
        if row.kind == "poker" and (text := archive.get(f"{row.id.replace('/', '-')}.phh")):
            assert not [card for card in hidden_cards(place, row.round, "Ann") if card in text]


def test_with_other_hidden_cards_a_file_is_the_same_to_the_byte(place: Place) -> None:
    desk = place.house.floor.tables["ring"]
    assert isinstance(desk, PokerDesk)
    looked = 0
    for row in every(place):
        if row.kind != "poker":
            continue
        h, names, last = played_hand(desk, row.round)
        hidden = [n for n, seat in enumerate(h.seats) if names[seat] != "Ann" and str(seat) not in last["shows"]]
        try:
            before = dumps(h, [names[seat] for seat in h.seats], hidden)
        except BadPhh:
            continue
        for n in hidden:
            h.hole[n] = ["2c", "2d"]
            h.noted[:] = [tuple(event._replace(cards=("2c", "2d")[:len(event.cards)]))  # type: ignore[misc]
                          if event.place == n and event.cards and not event.open else tuple(event) for event in h.log]
            looked += 1
        assert dumps(h, [names[seat] for seat in h.seats], hidden) == before
        assert hidden == [] or dumps(h, [names[seat] for seat in h.seats]) != before
    assert looked


def test_no_file_of_the_house_names_others(place: Place, ann: Browser) -> None:
    for text in unzipped(ann.get("/you/transcripts.zip").content).values():
        assert "Ann" in text and "Ben" not in text


# -- files ---------------------------------------------------------------------------------------------------


def test_csv_and_json_hold_every_round(place: Place, ann: Browser) -> None:
    rows = every(place)
    answer = ann.get("/you/rounds.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="pitboss-rounds.csv"'
    table = list(csv.DictReader(io.StringIO(answer.text)))
    made = json.loads(ann.get("/you/rounds.json").text)
    assert [one["id"] for one in table] == [one["id"] for one in made] == [row.id for row in rows]
    assert sum(int(one["net_cents"]) for one in table) == sum(row.net for row in rows)
    assert [one["stake_cents"] for one in made] == [row.stake for row in rows]
    only = ann.get("/you/rounds.csv?game=qld/craps")
    assert {one["game"] for one in csv.DictReader(io.StringIO(only.text))} == {"qld/craps"}


def test_transcripts_of_all_rounds_settle_to_the_money_of_the_rounds(place: Place, ann: Browser) -> None:
    archive = unzipped(ann.get("/you/transcripts.zip").content)
    rows = [row for row in every(place) if row.kind == "house"]
    assert set(archive) == {f"{row.id.replace('/', '-')}.txt" for row in rows}
    for row in rows:
        text = archive[f"{row.id.replace('/', '-')}.txt"]
        again = settle(text)
        assert not again.failures
        if "next round" not in text:
            assert again.net.get("Ann", 0) == row.net
    one = ann.get("/you/round.txt", params={"id": rows[0].id})
    assert one.text == archive[f"{rows[0].id.replace('/', '-')}.txt"]


def test_phh_of_all_hands_comes_to_the_money_of_the_hands(place: Place, ann: Browser) -> None:
    archive = unzipped(ann.get("/you/hands.zip").content)
    hands = [row for row in every(place) if row.kind == "poker"]
    assert len(hands) >= 12 and len(archive) >= 6
    missing = archive.pop(own_pages.NOT_WRITTEN, "")
    assert len(missing.splitlines()) + len(archive) == len(hands)
    for row in hands:
        if (text := archive.get(f"{row.id.replace('/', '-')}.phh")) is not None:
            again = play(loads(text)[0])
            assert not again.failures and again.net[again.record.players.index("Ann")] == row.net


def test_a_file_that_does_not_fit_the_round_is_refused(place: Place, ann: Browser) -> None:
    house, poker = (next(row for row in every(place) if row.kind == kind) for kind in ("house", "poker"))
    assert "written as a transcript" in ann.get("/you/round.phh", params={"id": house.id}).text
    assert "written as PHH" in ann.get("/you/round.txt", params={"id": poker.id}).text
    assert ann.get("/you/round.exe", params={"id": poker.id}).status_code == 404
    assert ann.get("/you/others.csv").status_code == ann.get("/you/rounds.zip").status_code == 404


def test_downloads_have_a_measure(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    cat = place.browser()
    cat.guest("Cat")
    monkeypatch.setattr(place.house.web, "downloads", Buckets(0.0001, 3))
    assert [cat.get("/you/rounds.csv").status_code for _ in range(4)] == [200, 200, 200, 429]
    monkeypatch.setattr(place.house.web, "looks", Buckets(0.0001, 2))
    assert [cat.get("/api/you/rounds").status_code for _ in range(3)] == [200, 200, 429]
    monkeypatch.setattr(place.house.web, "downloads", Buckets(100, 100))
    place.house.web.downloading.add("Cat")
    assert cat.get("/you/rounds.csv").status_code == 429
    place.house.web.downloading.discard("Cat")
    assert cat.get("/you/rounds.csv").status_code == 200 and not place.house.web.downloading


def test_a_round_of_a_table_out_of_order_is_refused_for_now(place: Place, ann: Browser) -> None:
    row, floor = next(row for row in every(place) if row.kind == "house"), place.house.floor
    name = row.id.rpartition("/")[0]
    table = floor.tables.pop(name)
    try:
        for path in ("/api/you/round", "/you/round.json", "/you/round.txt"):
            answer = ann.get(path, params={"id": row.id})
            assert answer.status_code == 409 and "out of order" in answer.text, path
        assert ann.get("/you/round.csv", params={"id": row.id}).status_code == 200, "what it came to is known"
    finally:
        floor.tables[name] = table


@pytest.mark.parametrize(("others", "status"), [(7, 200), (8, 429)])
def test_at_most_eight_players_download_at_once(place: Place, ann: Browser, others: int, status: int) -> None:
    names = {f"other{n}" for n in range(others)}
    place.house.web.downloading |= names
    try:
        assert ann.get("/you/rounds.csv").status_code == status
        assert place.house.web.downloading == names
    finally:
        place.house.web.downloading -= names


@pytest.mark.parametrize("first", ["=", "+", "-", "@"])
def test_a_table_name_is_text_in_a_players_file(tmp_path: Path, first: str) -> None:
    casino = Casino(path=tmp_path / "floor.db", settings=Settings(guests=True))
    casino.do("Max", "add-table", id="roulette-2", name=f"{first}2+2", game=GAMES["roulette"], options={})
    casino.ask("Ann", "top-up")
    casino.play("roulette-2")
    casino.store.close()
    with opened(tmp_path / "floor.db", web=LOOSE, clock=Clock(casino.now)) as place:
        ann = place.browser()
        ann.guest("Ann")
        for path in ("rounds.csv", "round.csv?id=roulette-2/1"):
            rows = list(csv.DictReader(io.StringIO(ann.get(f"/you/{path}").text, newline="")))
            assert [row["table"] for row in rows] == [f"'{first}2+2"]
            assert int(rows[0]["net_cents"]) in range(-500_00, 500_00)
