"""The application: routes, and what holds for every answer. Pages are shells; what happens goes through the socket."""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.equipment.rng import fault_of
from pitboss.floor import trouble
from pitboss.floor.commands import INSPECTOR, MANAGER, STAFF, Who
from pitboss.floor.commands import refused as not_so
from pitboss.floor.figures import TableFigures, figures_data
from pitboss.floor.heads import HeadWriter
from pitboss.floor.hints import may_advise
from pitboss.floor.house import HouseTable
from pitboss.floor.incidents import Incidents
from pitboss.floor.people import People
from pitboss.floor.queries import ask
from pitboss.floor.review import LATER, ask_later
from pitboss.floor.runner import Runner
from pitboss.floor.steady_clock import SteadyClock
from pitboss.floor.store import StoreError
from pitboss.floor.writer import Writer
from pitboss.guide import clause_data, game_data
from pitboss.guide.room import card_game_data
from pitboss.law import UnknownClause, clause
from pitboss.rulebooks import card_games, games
from pitboss.web import exports, own_pages, pages, sign_in, sockets
from pitboss.web.connections import FULL_TEXT, Doorkeeper, LineLimits
from pitboss.web.front_end import serve_file
from pitboss.web.help import Edges, clause_page, help_page
from pitboss.web.limiting import Buckets
from pitboss.web.lobby import sent
from pitboss.web.logs import LOG
from pitboss.web.metrics import Metrics, committing, figures, may_read
from pitboss.web.origin import is_loopback, named_host

POLICY = "; ".join((
    "default-src 'self'", "img-src 'self' data:", "object-src 'none'", "base-uri 'none'", "form-action 'self'",
    "frame-ancestors 'none'",
))
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Not "no-referrer": with that, browsers no longer say which page a form was sent from.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class WebSettings(msgspec.Struct, frozen=True):
    """How the floor is shown to the world."""

    # Served through a proxy over https: cookies are marked so, and the proxy's word on addresses is taken.
    secure: bool = False
    # Only for the machine itself: then no other name may be used to reach it.
    loopback: bool = True
    # May anybody read /metrics? Whoever has the token may, wherever he is.
    metrics: bool = False
    metrics_token: str = ""
    # Tries to sign in: a second, and at once; by address. What is counted by name is the people's own matter.
    tries: tuple[float, float] = (0.2, 20)
    # New people, by address.
    joins: tuple[float, float] = (1.0, 100)
    # How many may be connected, and how long they may keep the floor waiting.
    limits: LineLimits = LineLimits()


class Web:
    """What every page and socket needs."""

    def __init__(
        self, live: Runner, writer: Writer, people: People, settings: WebSettings | None = None,
        incidents: Incidents | None = None,
    ) -> None:
        self.live, self.writer, self.people, self.settings = live, writer, people, settings or WebSettings()
        self.floor, self.clock = live.floor, live.clock
        self.incidents = incidents or Incidents(live.clock)
        self.metrics = Metrics()
        self.door = Doorkeeper(self.settings.limits, self.settings.secure, self.metrics.count)
        self.sockets = sockets.Sockets()
        self.tries = Buckets(*self.settings.tries)
        self.joins = Buckets(*self.settings.joins)
        self.looks, self.downloads = Buckets(*own_pages.LOOKS), Buckets(*own_pages.DOWNLOADS)
        # A few at a time add up all that they have played, which is much for some.
        self.adding_up = Semaphore(2)
        # Those who are being sent a file of all their rounds.
        self.downloading: set[str] = set()
        # Whoever signs how far the journal has come, where somebody does.
        self.heads: HeadWriter | None = None

    @property
    def cookie(self) -> str:
        """The name of the cookie; browsers hold one named so to be sent by us alone, over https alone."""
        return "__Host-pitboss" if self.settings.secure else "pitboss"

    @property
    def clock_off_s(self) -> float:
        """By how much the machine's clock is ahead of the floor's time since it jumped."""
        return self.clock.off_ms / 1000 if isinstance(self.clock, SteadyClock) else 0.0

    def token(self, connection: HTTPConnection) -> str:
        return connection.cookies.get(self.cookie, "")[:100]

    def who(self, request: HTTPConnection, active: bool = True) -> Who | None:
        """Whoever is signed in."""
        return self.people.who(self.token(request), active)[0]

    def ask(self, who: Who, query: dict[str, Any]) -> Any:
        """Answer a question that changes nothing, at once or later."""
        if query.get("t") in LATER:
            return ask_later(self.floor, who, query)
        if query.get("t") != "people":
            return ask(self.floor, who, query)
        if who.role not in (MANAGER, INSPECTOR):
            return not_so(f"a {who.role} may not ask for: people", legal="for: inspector, manager")
        return {"ok": True, "people": self.people.listed()}

    def fault(self) -> None:
        self.metrics.count("failures")

    def failed(self, error: BaseException | None = None) -> None:
        """Something of ours went wrong: its trace goes to the log, and nowhere else."""
        self.fault()
        LOG.error("the server failed", exc_info=error or True)


class Guard:
    """Around every answer: the headers that browsers heed, and no name but our own on the machine itself."""

    def __init__(self, app: ASGIApp, web: Web) -> None:
        self.app, self.web = app, web

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        settings = self.web.settings
        host = HTTPConnection(scope).headers.get("host", "")
        # A page elsewhere whose name was made to point at this machine would otherwise count as our own.
        if settings.loopback and not settings.secure and not is_loopback(named_host(host)):
            if scope["type"] == "websocket":
                return await send({"type": "websocket.close", "code": sockets.TOO_MANY})
            line = f"this floor is served as localhost only, not as {named_host(host)[:60]!r}\n"
            return await PlainTextResponse(line, 421)(scope, receive, send)

        leave = self.web.door.enter(scope["client"][0] if scope.get("client") else "")
        if leave is None:
            if scope["type"] == "websocket":
                return await send({"type": "websocket.close", "code": sockets.TRY_LATER})
            return await PlainTextResponse(FULL_TEXT, 503)(scope, receive, send)
        try:
            await self._answer(scope, receive, send)
        finally:
            leave()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            return await self.app(scope, receive, send)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if self.web.settings.secure:
                    headers.setdefault("strict-transport-security", "max-age=31536000")
            await send(message)

        await self.app(scope, receive, guarded)


# -- pages -------------------------------------------------------------------------------------------------


def _to_door(request: Request) -> Response:
    path = request.url.path
    return RedirectResponse("/sign-in" if path == "/" else f"/sign-in?next={path}", 303)


async def _page(request: Request, staff: bool, make: Callable[[Web, Who, str], str]) -> Response:
    """A page for somebody signed in; others are shown to the door first."""
    web: Web = request.app.state.web
    who = web.who(request)
    if who is None:
        return _to_door(request)
    if web.people.must_change(who):
        return RedirectResponse("/password", 303)
    if staff and who.role not in STAFF:
        raise HTTPException(403, "the console is for staff")
    token, response = sign_in.form_token(web, request, HTMLResponse())
    person, page = web.people.person(who.name), make(web, who, token)
    if person is not None and not request.url.path.startswith("/table/"):
        page = pages.with_notices(page, [each.words for each in person.notices], token)
    response.body = page.encode()
    response.headers["content-length"] = str(len(response.body))
    return response


async def lobby(request: Request) -> Response:
    def make(web: Web, who: Who, token: str) -> str:
        person = web.people.person(who.name)
        return pages.lobby(who, token, person is not None and person.guest, sent(web.floor, who))

    return await _page(request, False, make)


async def you(request: Request) -> Response:
    return await _page(request, False, lambda web, who, token: pages.shell("Your play", "you", who, token))


async def table(request: Request) -> Response:
    id = _table_id(request)
    desk = request.app.state.web.floor.tables.get(id)
    return await _page(request, False, lambda web, who, token: pages.shell(
        "Table", "terminal poker" if desk is not None and desk.kind == "poker" else "terminal", who, token,
        id))


async def console(request: Request) -> Response:
    id = _table_id(request) if "id" in request.path_params else ""
    return await _page(request, True, lambda web, who, token: pages.shell(
        "Console", "console", who, token, id))


def _table_id(request: Request) -> str:
    web: Web = request.app.state.web
    id = str(request.path_params["id"])
    if web.who(request) is not None and id not in web.floor.tables:
        known = web.floor.unread.get(id)
        if known is None:
            raise HTTPException(404, f"there is no table {id[:40]!r}")
        raise HTTPException(503, trouble.page_line(known))
    return id


async def game_help(request: Request) -> Response:
    web: Web = request.app.state.web
    id = f"{request.path_params['book']}/{request.path_params['name']}"
    page = help_page(id, *_costs(web, id, request.query_params.get("table", "")))
    if page is None:
        raise HTTPException(404, f"there is no game {id[:60]!r}")
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


def _costs(web: Web, id: str, table: str) -> tuple[Edges, str, tuple[str, ...]]:
    """What the wagers of a game cost, as a table has it or else as it is unless said; how far that is counted; and how
    to play well, where players may be told."""
    desk = web.floor.tables.get(table)
    if id not in games():
        return (), "", ()
    here = desk if isinstance(desk, HouseTable) and desk.added.game == id else None
    if here is not None and here.live is not None:
        game = here.live.game
    else:
        game = games()[id](here.added.options if here is not None else {})
    state = web.floor.figures.state(game)
    known = figures_data(state)
    done = f" ({known['counting'][1]} of {known['counting'][2]})" if known["counting"] and known["counting"][2] else ""
    waits = "" if known["ready"] else f"What the bets cost is being worked out{done}: look again in a moment."
    advice = state.advice if isinstance(state, TableFigures) and may_advise(web.floor, game) else ()
    return tuple(known["edges"].items()), waits, advice


async def one_clause(request: Request) -> Response:
    try:
        law = clause(request.path_params["id"])
    except UnknownClause:
        return JSONResponse({"refused": "there is no such clause"}, 404)
    kept = {"cache-control": "no-cache", "vary": "accept"}
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(clause_page(str(law)), headers=kept)
    return JSONResponse(clause_data(law), headers=kept)


async def all_games(request: Request) -> Response:
    """What tables can be made of."""
    listing = [*map(game_data, games().values()), *map(card_game_data, card_games().values())]
    return JSONResponse({"games": listing}, headers={"cache-control": "no-cache"})


# -- running it --------------------------------------------------------------------------------------------


async def healthz(request: Request) -> Response:
    web: Web = request.app.state.web
    ok, age = committing(web.writer)
    state: dict[str, Any] = {"ok": ok, "commit_age_seconds": age, "write_age_seconds": round(web.writer.age_s, 3),
                             "tables": len(web.floor.tables), "clock_off_seconds": web.clock_off_s}
    if web.floor.unread:  # the floor is open, though not all of it
        state["trouble"] = {name: known.why for name, known in web.floor.unread.items()}
    if fault_of(web.floor.source):
        state |= {"ok": False, "chance": fault_of(web.floor.source)}
    if web.heads is not None:
        state |= {"head_age_seconds": web.heads.age_s, "heads_failing": web.heads.failing}
    return JSONResponse(state, 200 if state["ok"] else 503)


async def metrics(request: Request) -> Response:
    web: Web = request.app.state.web
    if not may_read(request, web.settings):
        raise HTTPException(403, "measurements are read on the machine itself where no proxy stands before the floor, "
                                 "with a token (--metrics-token), or by everybody with --metrics")
    gauges = figures(web)
    return PlainTextResponse(web.metrics.text(gauges), headers={"content-type": "text/plain; version=0.0.4"})


async def refused(request: Request, error: Exception) -> Response:
    """An error page in one line."""
    assert isinstance(error, HTTPException)
    said = {"Not Found": "there is no such page", "Method Not Allowed": "this page is not used so"}.get(
        error.detail, error.detail)
    if request.url.path.startswith(("/api/", "/export/")):
        return JSONResponse({"refused": said}, error.status_code)
    return HTMLResponse(pages.notice(said), error.status_code, headers=error.headers)


async def not_written(request: Request, error: Exception) -> Response:
    LOG.warning("not done: %s", error)
    said = "nothing was done: the disk cannot be read or written; try again in a moment"
    return HTMLResponse(pages.notice(said), 503)


async def gone(request: Request, error: Exception) -> Response:
    """Whoever sent it did not wait for the end of it himself, or took too long."""
    return Response(status_code=408)


async def broken(request: Request, error: Exception) -> Response:
    request.app.state.web.failed()
    return PlainTextResponse("the server failed; nothing was done\n", 500)


def make_app(web: Web) -> ASGIApp:
    """The application over a floor that is already running."""
    routes: list[Any] = [
        Route("/", lobby), Route("/table/{id}", table), Route("/console", console), Route("/console/{id}", console),
        Route("/sign-in", sign_in.show), Route("/sign-in", sign_in.enter, methods=["POST"]),
        Route("/guest", sign_in.guest, methods=["POST"]), Route("/join", sign_in.join, methods=["POST"]),
        Route("/sign-out", sign_in.leave, methods=["POST"]),
        Route("/notices-seen", sign_in.notices_seen, methods=["POST"]),
        Route("/password", sign_in.show_password), Route("/password", sign_in.set_password, methods=["POST"]),
        Route("/help/{book}/{name}", game_help), Route("/api/clause/{id}", one_clause),
        Route("/api/games", all_games),
        Route("/you", you), Route("/you/round.{form}", own_pages.one_file),
        Route("/you/{name}.{form}", own_pages.files),
        Route("/api/you/rounds", own_pages.rounds), Route("/api/you/summary", own_pages.summary),
        Route("/api/you/round", own_pages.one_round),
        Route("/export/{name}.{form}", exports.export),
        Route("/healthz", healthz), Route("/metrics", metrics),
        WebSocketRoute("/ws", sockets.endpoint),
        Route("/static/{path:path}", serve_file),
    ]
    handlers: dict[Any, Any] = {
        HTTPException: refused, StoreError: not_written, ClientDisconnect: gone, Exception: broken}
    app = Starlette(routes=routes, exception_handlers=handlers)
    app.state.web = web
    return Guard(app, web)
