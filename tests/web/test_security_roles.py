"""Every command, question and page with every role, as a browser gets at them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from floor.test_roles import ASKED, COMMANDED, STAFF, done, may_not, sample, written
from starlette.routing import Route, WebSocketRoute
from support.web import BASE, Browser, Place, do, opened, read

from pitboss.floor.commands import COMMANDS, ROLES, tag_of
from pitboss.floor.queries import QUERIES
from pitboss.web import sockets
from pitboss.web.app import WebSettings
from pitboss.web.limiting import Buckets

STRANGER = "stranger"


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with opened(web=WebSettings(tries=(100, 1000), joins=(100, 1000))) as place:
        yield place


@pytest.fixture(scope="module")
def browsers(place: Place) -> dict[str, Browser]:
    """Somebody of every role, and somebody who has not signed in."""
    made = {role: place.staff(f"a-{role}", role) for role in ROLES if role not in ("player", "manager")}
    made["manager"] = place.browser()
    made["manager"].sign_in("manager", "new-password-1")
    made["player"] = place.browser()
    made["player"].guest("Pat")
    return made | {STRANGER: place.browser()}


@pytest.fixture(autouse=True)
def no_hurry(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many messages at once, which is not what is tested here."""
    monkeypatch.setattr(sockets, "MESSAGES_AT_ONCE", 10_000)
    monkeypatch.setattr(place.house.web.sockets, "users", Buckets(10_000, 10_000))


# -- the socket ----------------------------------------------------------------------------------------------


# A manager who closes the table under test or who takes away his own role is not what is tested here.
HARMLESS = {"name": "Zed", "player": "Zed", "table": "roulette"}


@pytest.mark.parametrize("role", ROLES)
def test_commands_through_the_socket(place: Place, browsers: dict[str, Browser], role: str) -> None:
    with browsers[role].socket() as socket:
        for command in COMMANDS:
            before, made = done(place.house.store), sample(command)
            made |= {name: value for name, value in HARMLESS.items() if name in made}
            result = do(socket, made)
            if role in COMMANDED[tag_of(command)]:
                assert not may_not(result), (command, result)
            else:
                assert may_not(result) and done(place.house.store) == before, (command, result)


@pytest.mark.parametrize("role", ROLES)
def test_questions_through_the_socket(place: Place, browsers: dict[str, Browser], role: str) -> None:
    may = {**ASKED, "people": {"manager", "inspector"}}
    assert set(may) == {*QUERIES, "people"}
    before = written(place.house.store)
    with browsers[role].socket() as socket:
        for n, (kind, roles) in enumerate(may.items()):
            socket.send_json({"t": "ask", "n": n, "query": {"t": kind, "table": "roulette"}})
            result = read(socket, "answer")["result"]
            refused = not result["ok"] and "may not ask" in result["refused"]
            assert refused == (role not in roles), (kind, result)
    assert written(place.house.store) == before


def test_a_stranger_gets_no_word_in(place: Place, browsers: dict[str, Browser]) -> None:
    before = written(place.house.store)
    for command in COMMANDS:
        with browsers[STRANGER].socket() as socket:
            socket.send_json({"t": "do", "id": "stranger-1", "command": sample(command)})
            assert socket.receive_json() == {"t": "bye", "why": "signed out"}
    assert written(place.house.store) == before


def test_a_role_is_taken_from_the_people_and_not_from_the_message(browsers: dict[str, Browser]) -> None:
    with browsers["player"].socket() as socket:
        for more in ({"role": "manager"}, {"who": {"name": "manager", "role": "manager"}}, {"roles": ["player"]}):
            command = {"t": "issue", "player": "Pat", "amount": 500}
            assert not do(socket, command | more)["ok"]
            socket.send_json({"t": "do", "id": "as-manager-1", "command": command, **more})
            assert may_not(read(socket, "done")["result"])


# -- pages ---------------------------------------------------------------------------------------------------

ALL = {*ROLES, STRANGER}
# Who gets to see a page; everybody else is shown to the door or told no.
READ: dict[str, set[str]] = {
    "/": set(ROLES), "/table/{id}": set(ROLES), "/console": STAFF, "/console/{id}": STAFF, "/password": set(ROLES),
    "/export/{name}.{form}": STAFF - {"dealer"}, "/sign-in": {STRANGER}, "/help/{book}/{name}": ALL,
    "/api/clause/{id}": ALL,
    # Measurements are for the machine itself, and these browsers are on others.
    "/api/games": ALL, "/healthz": ALL, "/metrics": set(),
    # Whoever is signed in sees his own play, and has none here; a round of it is asked for by its id.
    "/you": set(ROLES), "/you/{name}.{form}": set(ROLES), "/api/you/rounds": set(ROLES), "/api/you/summary": set(ROLES),
    "/you/round.{form}": set(ROLES), "/api/you/round": set(ROLES),
}
OF_ONE_ROUND = {"/you/round.{form}", "/api/you/round"}
WRITTEN = ("/sign-in", "/guest", "/join", "/sign-out", "/password", "/notices-seen")
PATHS = {
    "/table/{id}": ["/table/roulette"], "/console/{id}": ["/console/roulette"],
    "/export/{name}.{form}": [f"/export/{name}.{form}" for name in ("journal", "ledger") for form in ("json", "csv")],
    "/you/{name}.{form}": ["/you/rounds.csv"], "/you/round.{form}": ["/you/round.csv?id=roulette/987654"],
    "/api/you/round": ["/api/you/round?id=roulette/987654"],
    "/help/{book}/{name}": ["/help/qld/roulette"], "/api/clause/{id}": ["/api/clause/QLD-7-15(2)"],
}


def routes(place: Place) -> list[Any]:
    return list(place.house.app.app.routes)  # type: ignore[attr-defined]


def test_every_route_is_listed_here(place: Place) -> None:
    """A new page fails this until somebody has said who may see it."""
    found = routes(place)
    read = {route.path for route in found if isinstance(route, Route) and "GET" in route.methods}
    assert read == {*READ, "/static/{path:path}"}
    assert {route.path for route in found if isinstance(route, Route) and "POST" in route.methods} == set(WRITTEN)
    others = [(type(route), route.path) for route in found if not isinstance(route, Route)]
    assert others == [(WebSocketRoute, "/ws")]


@pytest.mark.parametrize("role", [*ROLES, STRANGER])
@pytest.mark.parametrize("route", READ)
def test_pages_and_roles(place: Place, browsers: dict[str, Browser], route: str, role: str) -> None:
    before = written(place.house.store)
    for path in PATHS.get(route, [route]):
        shown = browsers[role].get(path)
        if role in READ[route]:
            assert shown.status_code == (404 if route in OF_ONE_ROUND else 200), path
        else:
            assert shown.status_code in (303, 401, 403) and "journal" not in shown.text, path
    assert written(place.house.store) == before


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "GET"])
def test_pages_are_not_used_in_other_ways(place: Place, browsers: dict[str, Browser], method: str) -> None:
    before = written(place.house.store)
    for route in routes(place):
        if not isinstance(route, Route) or method in route.methods:
            continue
        if any(method in other.methods for other in routes(place)
               if isinstance(other, Route) and other.path == route.path):
            continue
        path = PATHS.get(route.path, [re.sub(r"{\w+}", "x", route.path)])[0]
        shown = browsers["manager"].http.request(method, path, headers={"origin": BASE})
        assert shown.status_code == 405, (method, path)
    assert written(place.house.store) == before


def test_a_one_time_password_opens_nothing_but_its_own_change(place: Place, browsers: dict[str, Browser]) -> None:
    with browsers["manager"].socket() as socket:
        added = do(socket, {"t": "add-person", "name": "Nina", "role": "manager", "password": "first-password"})
        assert added["ok"]
    nina = place.browser()
    nina.sign_in("Nina", "first-password")
    for route in ("/", "/table/{id}", "/console", "/console/{id}"):
        assert nina.get(PATHS.get(route, [route])[0]).headers["location"] == "/password"
    for path in PATHS["/export/{name}.{form}"]:
        assert nina.get(path).status_code == 403
    with nina.socket() as socket:
        assert socket.receive_json()["t"] == "bye"
