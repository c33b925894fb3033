"""The socket: what it lets through, whom it sends away, and that no reader holds up a table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from support.web import BASE, Browser, Place, do, hear, opened, read

from pitboss.floor.floor import default_tables
from pitboss.rulebooks import card_games
from pitboss.web import sockets

FEW = ("blackjack", "roulette", "craps")
ALL_TABLES = pytest.mark.parametrize("place", [None], indirect=True, ids=["all tables"])


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """With few tables, unless a test asks for all."""
    with opened(tables=getattr(request, "param", FEW)) as place:
        yield place


@pytest.fixture
def ann(place: Place) -> Browser:
    browser = place.browser()
    browser.guest("Ann")
    return browser


def bye(socket: Any) -> tuple[str, int]:
    """Why a page was sent away, and the code the socket was closed with."""
    why = read(socket, "bye")["why"]
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    return why, closed.value.code


# -- who gets one ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:9090", "null", "https://evil.example"])
def test_sockets_of_other_pages_are_refused(ann: Browser, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect), ann.socket(origin):
        pass


def test_a_socket_without_an_origin_is_refused(ann: Browser) -> None:
    with pytest.raises(WebSocketDisconnect), ann.http.websocket_connect(BASE.replace("http", "ws") + "/ws"):
        pass


def test_strangers_are_told_to_sign_in(place: Place) -> None:
    with place.browser().socket() as socket:
        assert bye(socket) == ("signed out", 1008)


def test_somebody_elses_name_is_no_help(place: Place, ann: Browser) -> None:
    other = place.browser()
    other.http.cookies.set("pitboss", "A" * 43)
    with other.socket() as socket:
        assert bye(socket) == ("signed out", 1008)


def test_only_so_many_each(ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MOST_SOCKETS_EACH", 2)
    with ann.socket() as one, ann.socket() as two:
        assert read(one, "hello") and read(two, "hello")
        with ann.socket() as three:
            assert bye(three)[0] == "too many windows"
        one.send_json({"t": "ping"})
        assert read(one, "pong")


# -- what it says ------------------------------------------------------------------------------------------


def test_first_words(place: Place, ann: Browser) -> None:
    with ann.socket() as socket:
        hello = socket.receive_json()
        assert hello == {"t": "hello", "you": {"name": "Ann", "role": "player", "credits": 100_000},
                         "now": place.clock()}
        you = socket.receive_json()
        assert you["t"] == "you" and you["credits"] == 100_000
        socket.send_json({"t": "ping"})
        assert socket.receive_json() == {"t": "pong", "now": place.clock()}


def test_a_table_is_shown_and_what_changes(ann: Browser) -> None:
    with ann.socket() as socket:
        socket.send_json({"t": "watch", "table": "blackjack"})
        shown = read(socket, "snapshot")
        assert shown["view"]["seats"] == {}
        delta = hear(socket, {"t": "sit", "table": "blackjack", "box": 3}, "delta")
        assert delta["from"] == shown["ver"] and delta["set"]["seats"] == {"3": "Ann"}
        socket.send_json({"t": "watch", "table": "blackjack"})
        assert read(socket, "snapshot")["ver"] == delta["ver"]


def test_no_longer_watched_no_longer_sent(place: Place, ann: Browser) -> None:
    ben = place.browser()
    ben.guest("Ben")
    with ann.socket() as socket, ben.socket() as other:
        for one in (socket, other):
            one.send_json({"t": "watch", "table": "blackjack"})
            read(one, "snapshot")
        socket.send_json({"t": "unwatch", "table": "blackjack"})
        do(socket, {"t": "sit", "table": "blackjack", "box": 3})
        # Whoever still watches has been sent it.
        read(other, "delta")
        socket.send_json({"t": "ping"})
        kinds = []
        while (message := socket.receive_json())["t"] != "pong":
            kinds.append(message["t"])
        assert "delta" not in kinds
    assert all(not watched.sinks for watched in place.house.floor.watched.values())


@ALL_TABLES
def test_the_lobby_as_it_is_and_as_it_changes(ann: Browser) -> None:
    with ann.socket() as socket:
        socket.send_json({"t": "watch-lobby"})
        first = {table["id"]: table["players"] for table in read(socket, "lobby")["tables"]}
        assert len(first) == len(default_tables()) and first["craps"] == 0
        heard = hear(socket, {"t": "sit", "table": "craps", "box": 1}, "lobby-news")
        assert {table["id"]: table["players"] for table in heard["tables"]} == {"craps": 1} and heard["gone"] == []
        with ann.socket() as other:
            other.send_json({"t": "watch-lobby"})
            later = {table["id"]: table["players"] for table in read(other, "lobby")["tables"]}
            assert later == first | {"craps": 1}


def test_a_table_that_opens_comes_to_the_lobby_and_one_that_closes_goes(place: Place, ann: Browser) -> None:
    game = next(iter(card_games()))
    with ann.socket() as socket:
        socket.send_json({"t": "watch-lobby"})
        read(socket, "lobby")
        opened = do(socket, {"t": "open-game", "game": game})["table"]
        assert [table["id"] for table in read(socket, "lobby-news")["tables"]] == [opened]
        place.house.floor.tables[opened].attendance.deserted = True
        assert read(socket, "lobby-news")["gone"] == [opened]


def test_the_same_id_gets_the_same_answer(ann: Browser) -> None:
    command = {"t": "place", "table": "roulette", "box": 1, "wagers": [["red", 500]]}
    with ann.socket() as socket:
        do(socket, {"t": "sit", "table": "roulette", "box": 1})
        first = do(socket, command, "bet-00000001")
    with ann.socket() as socket:
        assert read(socket, "you")["credits"] == first["credits"]
        assert do(socket, command, "bet-00000001") == first and first["ok"]
        other = do(socket, command | {"box": 2}, "bet-00000001")
        assert not other["ok"]
        socket.send_json({"t": "ask", "n": 1, "query": {"t": "journal"}})
        assert read(socket, "answer")["result"]["ok"] is False


def test_ids_are_each_ones_own(place: Place, ann: Browser) -> None:
    ben = place.browser()
    ben.guest("Ben")
    with ann.socket() as socket:
        voucher = do(socket, {"t": "cash-out", "amount": 5000}, "mine-000001")
    with ben.socket() as socket:
        other = do(socket, {"t": "cash-out", "amount": 5000}, "mine-000001")
        assert voucher["ok"] and other["ok"] and voucher["code"] != other["code"]


def test_people_are_for_managers_and_inspectors(place: Place, ann: Browser) -> None:
    dealer = place.staff("Dora", "dealer")
    for browser in (ann, dealer):
        with browser.socket() as socket:
            socket.send_json({"t": "ask", "n": 5, "query": {"t": "people"}})
            answer = read(socket, "answer")
            assert answer["n"] == 5 and answer["result"]["ok"] is False
            for command in ({"t": "add-person", "name": "Eve", "role": "manager", "password": "long enough"},
                            {"t": "set-role", "name": "Ann", "role": "manager"}, {"t": "unlock", "name": "Ann"},
                            {"t": "reset-password", "name": "manager"}):
                assert do(socket, command)["ok"] is False
    assert place.house.people.person("Eve") is None


# -- what it does not let through --------------------------------------------------------------------------


NONSENSE = [
    "", "{", "null", "[]", "1", '"do"', '{"t":"frob"}', '{"t":"do"}', '{"t":"do","id":5,"command":{}}',
    '{"t":"watch"}', '{"t":"watch","table":"' + "x" * 100 + '"}', '{"t":"ask","n":"x","query":{}}', "[" * 5000,
    '{"t":"ask","n":1,"query":[]}', "\u0000", '{"t":"watch","table":"nowhere"}',
]


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_gets_one_line_and_nothing_else(ann: Browser, text: str) -> None:
    with ann.socket() as socket:
        read(socket, "you")
        socket.send_text(text)
        error = socket.receive_json()
        assert error["t"] == "error" and "\n" not in error["refused"]
        socket.send_json({"t": "ping"})
        assert socket.receive_json()["t"] == "pong"


@pytest.mark.parametrize("command", [
    None, 5, [], "x", {}, {"t": "frob"}, {"t": "sit"}, {"t": "sit", "table": "blackjack", "box": "1"},
    {"t": "sit", "table": "blackjack", "box": 1, "extra": 1}, {"t": "place", "table": "blackjack", "box": 1,
                                                              "wagers": [["original", -5]]},
    {"t": "place", "table": "blackjack", "box": 1, "wagers": [["original", 1e300]]},
])
def test_commands_that_make_no_sense_are_refused(ann: Browser, command: Any) -> None:
    with ann.socket() as socket:
        assert do(socket, command)["ok"] is False


def test_bytes_are_no_messages(ann: Browser) -> None:
    with ann.socket() as socket:
        read(socket, "you")
        socket.send_bytes(b'{"t":"ping"}')
        assert socket.receive_json()["t"] == "error"


def test_long_messages_are_refused(place: Place, ann: Browser) -> None:
    with ann.socket() as socket:
        read(socket, "you")
        socket.send_text(json.dumps({"t": "ping", "x": "y" * 17_000}))
        assert socket.receive_json()["t"] == "error"


def test_much_nonsense_ends_it(ann: Browser) -> None:
    with ann.socket() as socket:
        for _ in range(11):
            socket.send_text("{")
        assert bye(socket) == ("too many messages", 1008)


def test_too_many_messages_end_it(place: Place, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    # However slowly they are sent.
    monkeypatch.setattr(sockets, "MESSAGES_A_SECOND", 0.01)
    with ann.socket() as socket:
        for _ in range(70):
            socket.send_json({"t": "ping"})
        assert bye(socket) == ("too many messages", 1008)
    with ann.socket() as socket:
        assert read(socket, "hello")
    assert place.house.web.metrics.counted["sockets refused", "too many messages"] == 1


# -- sent away ---------------------------------------------------------------------------------------------


def test_signed_out_elsewhere(ann: Browser) -> None:
    with ann.socket() as socket:
        read(socket, "you")
        ann.send("/sign-out", "/")
        assert bye(socket) == ("signed out", 1008)


def test_no_command_of_somebody_signed_out(place: Place, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets.Socket, "look", lambda self: None)
    with ann.socket() as socket:
        read(socket, "you")
        ann.send("/sign-out", "/")
        socket.send_json({"t": "do", "id": "late-00001", "command": {"t": "sit", "table": "blackjack", "box": 1}})
        assert bye(socket) == ("signed out", 1008)
    assert place.house.store.answer("Ann:late-00001") is None


def test_idle(place: Place) -> None:
    manager = place.manager()
    with manager.socket() as socket:
        read(socket, "you")
        place.clock.pass_by(minutes=31)
        assert bye(socket) == ("idle", 1008)


def test_watching_is_not_being_there_but_asking_is(place: Place) -> None:
    manager = place.manager()
    with manager.socket() as socket:
        for message in ({"t": "ping"}, {"t": "watch", "table": "craps"}):
            place.clock.pass_by(minutes=10)
            socket.send_json(message)
        place.clock.pass_by(minutes=9)
        socket.send_json({"t": "ask", "n": 1, "query": {"t": "people"}})
        read(socket, "answer")
        place.clock.pass_by(minutes=29)
        socket.send_json({"t": "ask", "n": 2, "query": {"t": "people"}})
        assert read(socket, "answer")["n"] == 2
        place.clock.pass_by(minutes=31)
        socket.send_json({"t": "do", "id": "late-00001", "command": {"t": "unlock", "name": "manager"}})
        assert bye(socket)[0] == "idle"


def test_a_changed_role_ends_the_socket(place: Place) -> None:
    dealer = place.staff("Dora", "dealer")
    manager = place.browser()
    manager.sign_in("manager", "new-password-1")
    with dealer.socket() as theirs, manager.socket() as ours:
        read(theirs, "you")
        do(ours, {"t": "set-role", "name": "Dora", "role": "inspector"})
        assert bye(theirs) == ("signed out", 1008)


def test_the_server_says_good_bye() -> None:
    with opened(tables=FEW) as place:
        browser = place.browser()
        browser.guest("Ann")
        with browser.socket() as socket:
            read(socket, "you")
            assert place.first.portal is not None
            place.first.portal.start_task_soon(place.house.web.sockets.bye, "server stops")
            assert bye(socket) == ("server stops", 1001)


# -- slow readers ------------------------------------------------------------------------------------------


class Slow:
    """A socket's other end that reads only when it is told to."""

    def __init__(self) -> None:
        self.may = asyncio.Event()
        self.read: list[dict[str, Any]] = []
        self.closed: int | None = None

    async def send_text(self, text: str) -> None:
        await self.may.wait()
        self.read.append(json.loads(text))

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self, code: int, why: str) -> None:
        self.closed = code


def slow_socket(place: Place, browser: Browser) -> tuple[Slow, sockets.Socket]:
    slow = Slow()
    token = browser.http.cookies["pitboss"]
    who, _ = place.house.people.who(token)
    assert who is not None
    return slow, sockets.Socket(place.house.web, slow, token, who)  # type: ignore[arg-type]


def test_a_slow_reader_is_shown_the_table_afresh(place: Place, ann: Browser) -> None:
    async def scene() -> None:
        slow, socket = slow_socket(place, ann)
        running = asyncio.create_task(socket.run())
        await asyncio.sleep(0)
        socket._watch("blackjack")
        sinks = place.house.floor.watched["blackjack"].sinks
        for n in range(5000):
            for _, sink in list(sinks.values()):
                sink(b'{"t":"delta","n":%d}' % n)
        assert len(socket._out) <= sockets.MOST_WAITING
        socket.send({"t": "done", "id": "kept"})
        slow.may.set()
        async with asyncio.timeout(60):
            while {"snapshot", "you"} != {message["t"] for message in slow.read[-2:]}:
                await asyncio.sleep(0)
        kinds = [message["t"] for message in slow.read]
        assert kinds.count("delta") < sockets.MOST_WAITING and "done" in kinds
        assert set(kinds[-2:]) == {"snapshot", "you"} and not socket._behind_since
        running.cancel()
        await asyncio.wait([running])
        assert not sinks

    assert place.first.portal is not None
    place.first.portal.call(scene)


def test_a_reader_that_stays_stuck_is_let_go(place: Place, ann: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PATIENCE_S", 0.05)

    async def scene() -> None:
        slow, socket = slow_socket(place, ann)
        running = asyncio.create_task(socket.run())
        await asyncio.sleep(0)
        socket._watch("blackjack")
        for _ in range(300):
            socket._put("blackjack", b'{"t":"delta"}')
        await asyncio.sleep(0.1)
        socket.look()
        await asyncio.sleep(0)
        slow.may.set()
        await asyncio.wait([running], timeout=3)
        assert running.done() and slow.closed == sockets.TRY_LATER
        assert not place.house.floor.watched["blackjack"].sinks

    assert place.first.portal is not None
    place.first.portal.call(scene)


def test_answers_that_nobody_reads_end_it(place: Place, ann: Browser) -> None:
    async def scene() -> None:
        _, socket = slow_socket(place, ann)
        for _ in range(sockets.MOST_WAITING + 1):
            socket.send({"t": "pong"})
        assert socket._gone.done()

    assert place.first.portal is not None
    place.first.portal.call(scene)
