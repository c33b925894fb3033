"""The web side as an attacker finds it: paths, headers, bodies, other sites' pages, cookies, passwords, and sockets by
the hundred, against a server that really listens."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from support.web import BASE, CHEAP, Browser, Place, do, opened, read
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from pitboss.floor.desk import Settings
from pitboss.floor.people import PeopleSettings
from pitboss.web import server, sockets
from pitboss.web.app import WebSettings
from pitboss.web.front_end import STATIC
from pitboss.web.logs import MOST_ALIKE, Repeats, ShortLines

# What comes is waited for this long, in seconds: the machine may have much else to do.
PATIENCE = 60.0
LOOSE = WebSettings(tries=(100, 1000), joins=(100, 1000))


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with opened(web=LOOSE) as place:
        yield place


# -- a server that listens -----------------------------------------------------------------------------------------


class Listening:
    """A house in a thread of its own."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.opened, self.house = threading.Event(), None
        self.thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self.thread.start()
        assert self.opened.wait(120)

    async def _run(self) -> None:
        self.stop, self.loop = asyncio.Event(), asyncio.get_running_loop()
        self.house = server.House(":memory:", Settings(), LOOSE, PeopleSettings(**CHEAP))
        await server.run(self.house, [self.socket], self.stop, 0.0, lambda password: self.opened.set())

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join(120)

    def raw(self, data: bytes, wait: float = PATIENCE) -> bytes:
        """Whatever comes back for these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as line:
            with suppress(OSError):
                line.sendall(data)
            read = b""
            with suppress(OSError):
                while chunk := line.recv(65536):
                    read += chunk
            return read

    def get(self, path: bytes, headers: bytes = b"", method: bytes = b"GET", body: bytes = b"") -> tuple[int, bytes]:
        host = f"localhost:{self.port}".encode()
        got = self.raw(method + b" " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n" + headers
                       + b"\r\n" + body)
        found = re.match(rb"HTTP/1.1 (\d+)", got)
        return (int(found[1]) if found else 0), got

    def guest(self, name: str) -> str:
        """A new guest's cookie."""
        base = f"http://localhost:{self.port}"
        shown = self.get(b"/sign-in")[1].decode()
        form = re.search(r'name="form" value="([0-9a-f]+)"', shown)
        assert form is not None
        body = f"form={form[1]}&name={name}".encode()
        code, got = self.get(b"/guest", (
            f"Origin: {base}\r\nCookie: pitboss-form={form[1]}\r\nContent-Length: {len(body)}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n").encode(), b"POST", body)
        cookie = re.search(rb"set-cookie: (pitboss=[^;]+)", got)
        assert code == 303 and cookie is not None, got
        return cookie[1].decode()

    def page(self, cookie: str, **extra: Any) -> Any:
        """A page's socket."""
        return connect(f"ws://localhost:{self.port}/ws", origin=f"http://localhost:{self.port}",  # type: ignore[arg-type]
                       additional_headers={"Cookie": cookie}, compression=None, open_timeout=PATIENCE, **extra)

    def well(self) -> None:
        """It answers, has failed at nothing, and no table's task has ended."""
        code, got = self.get(b"/healthz")
        assert code == 200 and b'"ok":true' in got
        assert self.house is not None and self.house.live.faults == 0
        assert self.house.web.metrics.counted["failures", ""] == 0
        assert not any(task.done() for task in self.house.live._owners.values())


@pytest.fixture(scope="module")
def listening() -> Iterator[Listening]:
    made = Listening()
    yield made
    made.well()
    made.close()


def hears(page: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(page.recv(timeout=PATIENCE))
        if message["t"] == kind:
            return message


# -- paths, headers and bodies -------------------------------------------------------------------------------------


UP = [b"/static/../app.py", b"/static/%2e%2e/app.py", b"/static/..%2fapp.py", b"/static/%2e%2e%2fapp.py",
      b"/static/..%5capp.py", b"/static//etc/passwd", b"/static/....//app.py", b"/static/%252e%252e/app.py",
      b"/static/../../../../../../etc/passwd", b"/static/%c0%ae%c0%ae/app.py", b"/static/app.css%00.py", b"/static/",
      b"/static", b"/static/../static/../app.py", b"/help/../static/app.py", b"/help/..%2f..%2fapp/py",
      b"/help/qld/..%2f..%2fapp", b"/help/%00/%00", b"/help/qld/<script>alert(1)</script>", b"/api/clause/..%2f..",
      b"/export/..%2fjournal.json", b"/table/..%2f..%2fetc", b"/console/%0d%0aSet-Cookie:%20x=1", b"//evil.example/",
      b"/%0d%0aLocation:%20http://evil.example", b"/sign-in?next=%0d%0aSet-Cookie:x=1", b"/\xff\xfe",
      b"/a" + b"/.." * 500]


@pytest.mark.parametrize("path", UP, ids=lambda path: ascii(path.decode("latin-1"))[:40])
def test_paths_lead_nowhere_else(listening: Listening, path: bytes) -> None:
    code, got = listening.get(path)
    head, _, body = got.partition(b"\r\n\r\n")
    assert code in (200, 303, 307, 400, 401, 404, 405), got
    assert b"import " not in body and b"root:" not in body and b"<script>alert" not in body
    assert b"x=1" not in head.partition(b"set-cookie")[2] and b"location: //" not in head.lower()
    assert b"location: http" not in head.replace(b"http://localhost:%d/" % listening.port, b"/").lower()
    if path.startswith(b"/static"):
        assert code in (400, 404, 307)


def test_only_the_front_end_is_served(listening: Listening) -> None:
    """No file but those of the front end, and all of them as what they are."""
    assert all(path.suffix in (".js", ".css", ".svg") for path in STATIC.rglob("*") if path.is_file())
    code, got = listening.get(b"/static/app.css")
    assert code == 200 and b"x-content-type-options: nosniff" in got


@pytest.mark.parametrize("lines", [
    b"X-Long: " + b"a" * 100_000 + b"\r\n", b"X: 1\r\n" * 5000, b"Content-Length: -1\r\n", b"Content-Length: x\r\n",
    b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", b"Cookie: pitboss=" + b"x" * 5000 + b"\r\n",
    b"Cookie: pitboss=\xff\xfe\r\n", b"Cookie: " + b"a=b; " * 2000 + b"\r\n", b"Origin: \x00\r\n",
    b"Host: evil.example\r\n", b"Accept: " + b"text/html," * 3000 + b"\r\n", b"Range: bytes=0-,1-,2-\r\n",
    b"Upgrade: websocket\r\n",
    b"X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: evil.example\r\n",
])
def test_headers_that_make_no_sense(listening: Listening, lines: bytes) -> None:
    for path in (b"/", b"/static/app.css", b"/metrics", b"/ws"):
        code, got = listening.get(path, lines)
        assert code < 500 and b"evil.example" not in got.partition(b"\r\n\r\n")[0]
    listening.well()


def test_after_a_request_with_two_lengths_the_connection_is_closed(listening: Listening) -> None:
    """Not kept open for another request: a proxy may see the end of the first one elsewhere."""
    start = b"GET /sign-in HTTP/1.1\r\nHost: localhost:%d\r\n" % listening.port
    lengths = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"
    for headers in (lengths, b"".join(reversed(lengths.splitlines(True)))):
        got = listening.raw(start + headers + b"\r\n0\r\n\r\n" + start + b"\r\n")
        assert got.count(b"HTTP/1.1 ") == 1 and got.startswith(b"HTTP/1.1 200 ")
    listening.well()


def test_bad_chunks_are_counted_in_the_log(listening: Listening) -> None:
    """Twenty lines, one with the number of the others, and no traceback, also if the request was answered before."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(ShortLines())
    repeats = Repeats(handler.handle)
    handler.addFilter(repeats)
    logging.getLogger().addHandler(handler)
    try:
        with patch("pitboss.web.logs.INTERVAL_S", 1e9):
            for n in range(MOST_ALIKE + 5):
                path = b"POST /sign-in" if n % 2 else b"GET /healthz"
                headers = b" HTTP/1.1\r\nHost: localhost:%d\r\nTransfer-Encoding: chunked\r\n\r\n" % listening.port
                assert listening.raw(path + headers + b"zz\r\n\r\n").count(b"HTTP/1.1 ") == 1
        repeats.tell()
    finally:
        logging.getLogger().removeHandler(handler)
    written = lines.getvalue().splitlines()
    assert len(written) == MOST_ALIKE + 1 and "Traceback" not in lines.getvalue()
    assert written[-1].endswith("5 more like: Invalid HTTP request received.")
    listening.well()


def test_requests_for_another_name_are_refused(listening: Listening) -> None:
    """A name elsewhere that was made to point here would make an attacker's page one of our own."""
    for host in (b"evil.example", b"localhost.evil.example", b"127.0.0.1.evil.example", b"10.0.0.1", b"", b"a@::1"):
        got = listening.raw(b"GET / HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        assert b" 421 " in got[:20] or b" 400 " in got[:20], host


BODIES = [b"a=" + b"b" * 9000, b"&" * 5000, b"a=1&" * 2000, b"\xff\xfe=%ff", b"%", b"form[]=x", b""]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize("path", [b"/sign-in", b"/guest", b"/join", b"/password", b"/sign-out"])
def test_bodies_that_make_no_sense(listening: Listening, path: bytes, body: bytes) -> None:
    headers = (f"Origin: http://localhost:{listening.port}\r\nContent-Length: {len(body)}\r\n"
               "Content-Type: application/x-www-form-urlencoded\r\n").encode()
    code, _ = listening.get(path, headers, b"POST", body)
    assert code in (303, 400, 403, 413)
    listening.well()


def test_a_huge_body_is_cut_off(listening: Listening) -> None:
    headers = f"Origin: http://localhost:{listening.port}\r\nContent-Length: 1000000000\r\n".encode()
    began = time.monotonic()
    code, _ = listening.get(b"/sign-in", headers, b"POST", b"a=" + b"b" * 1_000_000)
    assert code in (0, 413) and time.monotonic() - began < PATIENCE / 2
    listening.well()


def test_what_is_no_http_at_all(listening: Listening) -> None:
    for data in (b"\x16\x03\x01\x02\x00" + b"\x00" * 500, b"\x00" * 4000, b"GET\r\n\r\n", b"HELO there\r\n\r\n",
                 b"GET / HTTP/9.9\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"G" * 100_000):
        listening.raw(data, 0.5)
    listening.well()


# -- other sites ---------------------------------------------------------------------------------------------------


FOREIGN = ["http://evil.example", "null", "http://localhost:1", "https://localhost.evil.example",
           "http://localhost@evil.example", "file://", "javascript:", "http://127.0.0.1:8081", "HTTP://EVIL.EXAMPLE"]


@pytest.mark.parametrize("origin", FOREIGN)
def test_other_sites_can_send_no_form(place: Place, origin: str) -> None:
    """Not even with the cookies of somebody who is signed in, and the right token."""
    browser = place.browser()
    assert browser.guest(f"victim{len(place.house.people.people)}").status_code == 303
    token = browser.form("/password")
    events = place.house.store.all_events(limit=10**6)
    for path, fields in (
        ("/sign-out", {}), ("/password", {"new": "stolen-name", "again": "stolen-name"}), ("/guest", {"name": "Eve"}),
        ("/join", {"name": "Eve", "password": "long enough"}),
        ("/sign-in", {"name": "manager", "password": place.password}),
    ):
        for headers in ({"origin": origin}, {"origin": BASE, "sec-fetch-site": "cross-site"}):
            sent = browser.http.post(path, data={"form": token} | fields, headers=headers)
            assert sent.status_code == 403, path
    assert place.house.store.all_events(limit=10**6) == events


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_other_sites_get_no_socket(listening: Listening, origin: str | None) -> None:
    cookie = _cookie(listening)
    with pytest.raises(InvalidStatus):
        connect(f"ws://localhost:{listening.port}/ws", origin=origin,  # type: ignore[arg-type]
                additional_headers={"Cookie": cookie}, compression=None)


_cookies: dict[int, str] = {}


def _cookie(listening: Listening) -> str:
    if listening.port not in _cookies:
        _cookies[listening.port] = listening.guest("Ann")
    return _cookies[listening.port]


def test_no_page_can_be_framed_and_none_runs_foreign_script(place: Place) -> None:
    manager = place.browser()
    for path in ("/", "/sign-in", "/help/qld/roulette", "/nowhere", "/api/games", "/metrics", "/static/app.css"):
        shown = manager.get(path)
        policy = shown.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy and "default-src 'self'" in policy, path
        assert "unsafe" not in policy and "*" not in policy and "http" not in policy
        assert "'none'" in re.search(r"object-src ([^;]+)", policy)[1]  # type: ignore[index]


def test_pages_have_no_script_of_their_own(place: Place) -> None:
    """The policy would stop it; the pages do not even try."""
    browser = place.browser()
    browser.guest("Pia")
    for path in ("/", "/table/roulette", "/password", "/sign-in", "/help/qld/roulette", "/help/mel/holdem"):
        text = browser.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=\"/static/)", text) and not re.search(r"\son\w+=", text), path
        assert "javascript:" not in text and "<style" not in text and " style=" not in text, path
        assert not re.search(r"(src|href|action)=\"(?!/|data:image)", text), path


WRITES = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|document\.write|\beval\(|new Function"
    r"|srcdoc|postMessage|javascript:|window\.open|document\.domain|\.cookie\b|setTimeout\(\s*['\"`]|setHTML"
    # Of our own files by name.
    r"|import\((?!'\./[\w-]+\.js'\))"
)


def test_scripts_write_text_and_never_markup() -> None:
    """Names, reasons and what others typed reach the page as text only, so that none of it can be markup."""
    for path in sorted(STATIC.rglob("*.js")):
        # Drawings are fetched by name, from our own files and nobody else's.
        fetched = "import(`./layout_${name}.js`)" if path.name == "layouts.js" else "\0"
        found = WRITES.search(path.read_text().replace(fetched, ""))
        assert found is None, f"{path.name}: {found and found[0]}"
        # Help pages are read as markup, from this server's own addresses and nobody else's.
        assert "DOMParser" not in path.read_text() or path.name == "help.js", path.name


def test_scripts_go_only_where_they_say() -> None:
    """Every address is one of ours: no page follows one that somebody else wrote."""
    for path in sorted(STATIC.rglob("*.js")):
        text = path.read_text()
        assert not re.search(r"https?://(?!www\.w3\.org)", text), path.name
        for found in re.finditer(r"location\.(?:assign|replace)\(([^)]*)\)|location(?:\.href)?\s*=\s*([^=;]+);", text):
            assert re.match(r"['\"`]/(?!/)", (found[1] or found[2]).strip()), f"{path.name}: {found[0]}"


def test_no_password_outlives_its_page() -> None:
    kept = (STATIC / "kept.js").read_text()
    assert "'password' in command" in kept
    for path in sorted(STATIC.rglob("*.js")):
        for line in path.read_text().splitlines():
            if re.search(r"(local|session)Storage\.setItem", line):
                assert not re.search(r"password|code|token", line), f"{path.name}: {line.strip()}"


# -- passwords and sign-ins ----------------------------------------------------------------------------------------


def test_cookies_cannot_be_read_or_sent_along(place: Place) -> None:
    browser = place.browser()
    came = browser.guest("Flo")
    for header in came.headers.get_list("set-cookie") + browser.get("/sign-in?why=out").headers.get_list("set-cookie"):
        assert "HttpOnly" in header and "SameSite=strict" in header and "Domain" not in header


def test_a_sign_in_is_never_somebody_elses_choice(place: Place) -> None:
    """A cookie that an attacker has set before is worth nothing afterwards."""
    planted = "A" * 43
    browser = place.browser()
    form = browser.form()
    sent = browser.http.post("/guest", data={"form": form, "name": "Gus"}, headers={
        "origin": BASE, "cookie": f"pitboss={planted}; pitboss-form={form}"})
    given = re.match(r"pitboss=([^;]+)", sent.headers["set-cookie"])
    assert sent.status_code == 303 and given is not None and given[1] != planted
    assert place.house.people.who(planted)[0] is None and place.house.people.who(given[1])[0] is not None
    # Signing in anew makes a new one, and ends the old.
    again = browser.http.post("/join", data={"form": form, "name": "Gil", "password": "long enough"}, headers={
        "origin": BASE, "cookie": f"pitboss={given[1]}; pitboss-form={form}"})
    assert again.status_code == 303 and given[1] not in again.headers["set-cookie"]
    assert place.house.people.who(given[1])[0] is None


def test_tries_at_once_are_no_more_than_one_after_the_other() -> None:
    with opened(web=LOOSE) as place:
        place.manager()
        people = place.house.people

        async def scene() -> list[bool]:
            tries = [people.enter("manager", guess) for guess in (*map(str, range(40)), "new-password-1")]
            return [result["ok"] for _, result in await asyncio.gather(*tries)]

        assert place.first.portal is not None
        assert not any(place.first.portal.call(scene))
        place.clock.pass_by(minutes=16)
        assert place.browser().sign_in("manager", "new-password-1").status_code == 303


def test_known_and_unknown_names_take_as_long() -> None:
    """Over many tries: the same work is done for both."""
    with opened(web=LOOSE, memory=4096, failures=1000) as place:
        place.manager()
        people = place.house.people

        async def take(name: str) -> float:
            began = time.process_time()
            await people.enter(name, "wrong-password")
            return time.process_time() - began

        assert place.first.portal is not None
        known, unknown = [], []
        for n in range(25):
            known.append(place.first.portal.call(take, "manager"))
            unknown.append(place.first.portal.call(take, f"nobody{n}"))
        assert 0.5 < statistics.median(known) / statistics.median(unknown) < 2


def test_a_password_told_by_others_is_used_up_when_a_new_one_is_set(place: Place) -> None:
    """Until then it is good, for whoever was interrupted, and opens nothing; whoever finds it afterwards, on a slip of
    paper or in a terminal's history, has nothing."""
    with opened(web=LOOSE) as fresh:
        first, second = fresh.browser(), fresh.browser()
        for browser in (first, second):
            assert browser.sign_in("manager", fresh.password).headers["location"] == "/password"
            assert browser.get("/console").headers["location"] == "/password"
            bad = browser.send("/password", "/password", old=fresh.password, new="short", again="short")
            assert bad.status_code == 400, "one that will not do uses nothing up"
        done = second.send("/password", "/password", old=fresh.password, new="new-password-1", again="new-password-1")
        assert done.status_code == 303
        assert first.get("/password").headers["location"] == "/sign-in", "whoever else came in with it is out"
        assert fresh.browser().sign_in("manager", fresh.password).status_code == 401
        with second.socket() as manager:
            told = do(manager, {"t": "add-person", "name": "Dora", "role": "dealer", "password": "first-password"})
            assert told["ok"]
            password = do(manager, {"t": "reset-password", "name": "Dora"})["password"]
        assert fresh.browser().sign_in("Dora", "first-password").status_code == 401
        assert [fresh.browser().sign_in("Dora", password).status_code for _ in range(2)] == [303, 303]


def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    """It holds orders of cards, codes of vouchers and hashes of passwords."""
    with opened(tmp_path / "floor.db") as place:
        place.browser().guest("Ann")
        files = [path for path in sorted(tmp_path.iterdir()) if ".lock" not in path.name]
        assert len(files) >= 2 and [path.name for path in files if path.stat().st_mode & 0o077] == []


def test_signing_out_and_a_new_role_end_every_socket(place: Place) -> None:
    dealer, manager = place.staff("Dan", "dealer"), place.browser()
    manager.sign_in("manager", "new-password-1")
    with ExitStack() as stack:
        windows = [stack.enter_context(dealer.socket()) for _ in range(3)]
        ours = stack.enter_context(manager.socket())
        for window in windows:
            read(window, "you")
        assert do(ours, {"t": "set-role", "name": "Dan", "role": "player"})["ok"]
        for window in windows:
            window.send_json({"t": "do", "id": "too-late-1", "command": {"t": "no-more-bets", "table": "roulette"}})
            assert read(window, "bye")["why"] == "signed out"
        assert dealer.get("/console").status_code == 303
    player = place.browser()
    player.guest("Pip")
    token = player.http.cookies["pitboss"]
    with player.socket() as window:
        read(window, "you")
        player.send("/sign-out", "/")
        assert read(window, "bye")["why"] == "signed out"
    thief = place.browser()
    thief.http.cookies.set("pitboss", token)
    assert thief.get("/").status_code == 303


# -- sockets by the hundred ----------------------------------------------------------------------------------------


def test_500_windows_of_one_user(listening: Listening) -> None:
    cookie = listening.guest("Many")
    with ExitStack() as stack:
        said = []
        for _ in range(500):
            page = stack.enter_context(listening.page(cookie))
            said.append(json.loads(page.recv(timeout=PATIENCE))["t"])
        assert said.count("hello") == sockets.MOST_SOCKETS_EACH and said.count("bye") == 500 - said.count("hello")
        with listening.page(_cookie(listening)) as other:
            assert hears(other, "hello")["you"]["name"] == "Ann"
    listening.well()


def test_a_burst_of_a_thousand_messages(listening: Listening) -> None:
    cookie = listening.guest("Burst")
    with listening.page(cookie) as page:
        with suppress(ConnectionClosed):
            for n in range(1000):
                page.send(json.dumps({"t": "do", "id": f"burst-{n:05}", "command": {"t": "top-up"}}))
        with pytest.raises(ConnectionClosed):
            while True:
                page.recv(timeout=PATIENCE)
    listening.well()


def test_many_windows_of_one_user_say_no_more_than_a_few(place: Place) -> None:
    """Each window keeps to its own limit; all of them together have one as well."""
    browser = place.browser()
    browser.guest("Twenty")
    with ExitStack() as stack:
        windows = [stack.enter_context(browser.socket()) for _ in range(10)]
        for window in windows:
            for _ in range(50):
                window.send_json({"t": "ping"})
        ends = 0
        for window in windows:
            said = [window.receive_json()["t"]]
            while said[-1] != "bye" and said.count("pong") < 50:
                said.append(window.receive_json()["t"])
            ends += said[-1] == "bye"
        assert 1 <= ends < 10
    with place.browser().socket() as stranger:
        assert stranger.receive_json()["t"] == "bye"


@pytest.mark.parametrize("data", ["x" * 20_000, b"\x00" * 500, b"\xff" * 20_000, "{" * 16_000])
def test_frames_that_are_no_messages(listening: Listening, data: str | bytes) -> None:
    with listening.page(_cookie(listening)) as page:
        hears(page, "you")
        page.send(data)
        with suppress(ConnectionClosed):
            assert hears(page, "error")["refused"]
    listening.well()


def test_half_open_and_broken_sockets(listening: Listening) -> None:
    """Handshakes that stop halfway, frames that break off, wrong bits: each costs only itself."""
    cookie, host = _cookie(listening), f"localhost:{listening.port}"
    shake = (f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nCookie: {cookie}\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    lines = []
    for frame in (b"", b"\x81", b"\x81\xfe", b"\x81\x05hello", b"\xff\xff\xff\xff", b"\x81\xff" + b"\xff" * 8,
                  b"\x88\x80", b"\x01\x85aaaa", b"\x8a\xfe\xff\xff"):
        line = socket.create_connection(("127.0.0.1", listening.port), timeout=PATIENCE)
        line.sendall(shake[: None if frame else 100].encode())
        if frame:
            assert b" 101 " in line.recv(65536)
            line.sendall(frame)
        lines.append(line)
    for line in lines[::2]:
        line.close()
    with listening.page(cookie) as page:
        assert hears(page, "hello")
    for line in lines:
        line.close()
    listening.well()


def test_one_who_never_reads_holds_up_nobody(listening: Listening) -> None:
    """His messages pile up on his own line; another bets and is answered meanwhile."""
    slow, quick = listening.guest("Slow"), listening.guest("Quick")
    with ExitStack() as stack:
        deaf = [stack.enter_context(listening.page(slow, max_queue=1, close_timeout=0.1)) for _ in range(5)]
        for page in deaf:
            for table in ("roulette", "blackjack", "craps"):
                page.send(json.dumps({"t": "watch", "table": table}))
        page = stack.enter_context(listening.page(quick))
        took = []
        for n in range(40):
            command = {"t": "place", "table": "roulette", "box": 1, "wagers": [[f"straight up {1 + n % 36}", 100]]}
            began = time.monotonic()
            page.send(json.dumps({"t": "do", "id": f"quick-{n:04}", "command": command}))
            assert hears(page, "done")["result"]["ok"]
            took.append(time.monotonic() - began)
        assert statistics.median(took) < 1
    listening.well()


def test_what_one_user_types_is_text_to_all_others(place: Place) -> None:
    """Reasons, names of tables and whatever else is typed: as JSON to the pages, escaped in what the server writes."""
    hostile = "<img src=x onerror=alert(1)>'\"</script>"
    manager = place.staff("Mia", "manager")
    with manager.socket() as window:
        made = do(window, {"t": "add-table", "id": "evil", "name": hostile, "game": "qld/roulette", "mode": "physical"})
        assert made["ok"]
    player = place.browser()
    player.guest("Vic")
    for browser, path in (
        (player, "/table/evil"), (manager, "/console/evil"), (player, f"/table/{hostile}"),
        (player, f"/help/{hostile}"), (player, f"/api/clause/{hostile}"),
        (place.browser(), f"/sign-in?why={hostile}&next={hostile}"),
    ):
        shown = browser.get(path)
        assert "<img" not in shown.text and "</script>'" not in shown.text
    wrong = place.browser().sign_in(hostile, "x" * 10)
    assert wrong.status_code == 401 and "<img" not in wrong.text and "&lt;img" in wrong.text
    assert isinstance(player, Browser)
