"""The door: who gets in, how, for how long, and what a stranger cannot do."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import threading
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

import pytest
from support.web import BASE, Place, do, opened, read

from pitboss.floor.floor import default_tables
from pitboss.floor.names import bad_name
from pitboss.floor.people import PASSWORD
from pitboss.floor.sign_ins import SIGN_IN, hash_of
from pitboss.floor.store import StoreError, Write
from pitboss.web import front_end
from pitboss.web.app import WebSettings
from pitboss.web.exports import as_csv, as_json
from pitboss.web.metrics import figures

PRIVATE = ("/", "/table/blackjack", "/console", "/console/blackjack")
FEW = ("roulette", "blackjack")
ALL_TABLES = pytest.mark.parametrize("place", [None], indirect=True, ids=["all tables"])


@pytest.fixture
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    """With few tables, unless a test asks for all."""
    with opened(tables=getattr(request, "param", FEW)) as place:
        yield place


# -- coming in ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PRIVATE)
def test_strangers_are_shown_to_the_door(place: Place, path: str) -> None:
    shown = place.browser().get(path)
    assert shown.status_code == 303 and shown.headers["location"].startswith("/sign-in")


def test_the_first_manager_must_change_the_password(place: Place) -> None:
    browser = place.browser()
    assert browser.sign_in("manager", place.password).headers["location"] == "/password"
    assert browser.get("/console").headers["location"] == "/password"
    with browser.socket() as socket:
        assert socket.receive_json() == {"t": "bye", "why": "signed out"}
    short = browser.send("/password", "/password", old=place.password, new="short", again="short")
    assert short.status_code == 400 and "5 characters" in short.text
    differ = browser.send("/password", "/password", old=place.password, new="new-password-1", again="new-password-2")
    assert differ.status_code == 400 and "differ" in differ.text
    same = browser.send("/password", "/password", old=place.password, new=place.password, again=place.password)
    assert same.status_code == 400
    done = browser.send("/password", "/password", old=place.password, new="new-password-1", again="new-password-1")
    assert done.status_code == 303 and browser.get("/console").status_code == 200
    assert place.browser().sign_in("manager", place.password).status_code == 401


def test_the_password_is_told_once(tmp_path: object) -> None:
    path = f"{tmp_path}/floor.db"
    with opened(path, tables=()) as place:
        assert len(place.password) == 19
    with opened(path, tables=()) as place:
        assert place.app.given is None
        assert len(place.house.people.people) == 1


def test_a_guest_plays_at_once_with_play_money(place: Place) -> None:
    browser = place.browser()
    assert browser.guest("Ann").headers["location"] == "/"
    assert browser.get("/table/blackjack").status_code == 200
    with browser.socket() as socket:
        assert read(socket, "hello")["you"] == {"name": "Ann", "role": "player", "credits": 100_000}
    assert place.house.store.balance("play-money") == -100_000 and not place.house.store.accounts("cage")
    assert place.browser().guest("ann").status_code == 409
    assert place.browser().sign_in("Ann", "").status_code == 401


def test_a_player_joins_with_a_password_and_comes_back(place: Place) -> None:
    assert place.browser().send("/join", name="Ben", password="tell nobody").status_code == 303
    assert place.browser().send("/join", name="Cal", password="cal").status_code == 409
    back = place.browser()
    assert back.sign_in("ben", "tell nobody").headers["location"] == "/"
    assert back.get("/console").status_code == 403
    assert place.browser().sign_in("Ben", "tell nobody!").status_code == 401


def test_a_guest_keeps_the_name_with_a_password(place: Place) -> None:
    browser = place.browser()
    browser.guest("Ann")
    assert 'name="old"' not in browser.get("/password").text
    with browser.socket() as other_tab:
        read(other_tab, "hello")
        browser.send("/password", "/password", new="tell nobody", again="tell nobody")
        assert do(other_tab, {"t": "sit", "table": "blackjack", "box": 1})["ok"], "what else is open goes on"
    assert browser.get("/").status_code == 200
    assert 'name="old"' in browser.get("/password").text
    back = place.browser()
    assert back.sign_in("Ann", "tell nobody").status_code == 303
    with back.socket() as socket:
        assert read(socket, "hello")["you"]["credits"] == 100_000


def test_what_is_not_written_did_not_happen(place: Place) -> None:
    browser = place.browser()
    place.house.writer.failing = "the disk is full"
    refused = browser.guest("Ann")
    assert refused.status_code == 409 and "nothing was done" in refused.text
    assert place.house.people.person("Ann") is None
    signed = browser.sign_in("manager", place.password)
    assert signed.status_code == 503 and "pitboss" not in browser.http.cookies
    place.house.writer.failing = ""
    assert browser.guest("Ann").status_code == 303


def test_where_no_guests_are_taken() -> None:
    with opened(guests=False) as place:
        browser = place.browser()
        assert "/guest" not in browser.get("/sign-in").text
        for path in ("/guest", "/join"):
            assert browser.send(path, name="Ann", password="tell nobody").status_code == 403
        assert place.house.people.person("Ann") is None


@pytest.mark.parametrize(
    "name", ["", " ", "two words", "a" * 21, "a,b", "<b>", "=1+1", "table", "Dealer", "tab\tbed", "zero​width", "'x"]
)
def test_names_that_do_not_fit(place: Place, name: str) -> None:
    assert place.browser().guest(name).status_code == 409
    assert list(place.house.people.people) == ["manager"]


def test_names_that_fit() -> None:
    assert [name for name in ("Ann", "José", "李", "x-1", "7up", "a" * 20) if bad_name(name) is not None] == []


def test_no_hash_and_no_password_in_the_journal(place: Place) -> None:
    place.staff("Dora", "dealer")
    place.browser().send("/join", name="Ben", password="tell nobody")
    said = b"".join(event.body for event in place.house.store.all_events(limit=10_000))
    for secret in (b"argon2", b"first-password", b"open sesame", b"tell nobody", place.password.encode()):
        assert secret not in said
    hash = place.house.store.secret(PASSWORD + "ben")
    assert hash is not None and hash.startswith(b"$argon2id$")


# -- cookies and sign-ins ----------------------------------------------------------------------------------


def cookies(answer: object) -> list[str]:
    return answer.headers.get_list("set-cookie")  # type: ignore[attr-defined,no-any-return]


def test_the_flags_of_the_cookie(place: Place) -> None:
    made = cookies(place.browser().guest("Ann"))
    assert [each.partition("=")[0] for each in made] == ["pitboss", "pitboss-browser"]
    for cookie in made:
        flags = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"httponly", "samesite=strict", "path=/"} <= flags and "secure" not in flags
        assert any(flag.startswith("max-age=") for flag in flags)
    staff = cookies(place.browser().sign_in("manager", place.password))[0]
    assert "max-age" not in staff.lower()


def test_behind_https_the_cookie_is_for_https_alone() -> None:
    with opened(web=WebSettings(secure=True)) as place:
        browser = place.browser("https://floor.example")
        made = cookies(browser.guest("Ann"))[0]
        assert made.startswith("__Host-pitboss=") and "secure" in made.lower()
        assert "max-age" in browser.get("/sign-in").headers["strict-transport-security"]
        other = place.browser("https://floor.example")
        assert other.send("/guest", name="Ben", origin="http://floor.example").status_code == 403


def test_only_the_hash_of_a_token_is_kept(place: Place) -> None:
    browser = place.browser()
    browser.guest("Ann")
    token = browser.http.cookies["pitboss"]
    assert len(token) == 43
    assert list(place.house.store.secrets_under(SIGN_IN)) == [SIGN_IN + hash_of(token)]


def test_a_sign_in_outlives_a_restart(tmp_path: object) -> None:
    path = f"{tmp_path}/floor.db"
    with opened(path, tables=()) as place:
        browser = place.browser()
        browser.guest("Ann")
        token = browser.http.cookies["pitboss"]
    with opened(path, tables=()) as place:
        again = place.browser()
        again.http.cookies.set("pitboss", token)
        assert again.get("/").status_code == 200
        again.http.cookies.set("pitboss", token[:-1])
        assert again.get("/").status_code == 303


def test_signing_out(place: Place) -> None:
    browser = place.browser()
    browser.guest("Ann")
    token = browser.http.cookies["pitboss"]
    assert browser.send("/sign-out", "/").headers["location"].startswith("/sign-in")
    browser.http.cookies.set("pitboss", token)
    assert browser.get("/").status_code == 303
    assert place.house.store.secrets_under(SIGN_IN) == {}


@pytest.mark.parametrize(("minutes", "code"), [(29, 200), (31, 303)])
def test_staff_is_signed_out_when_idle(place: Place, minutes: int, code: int) -> None:
    browser = place.manager()
    place.clock.pass_by(minutes=minutes)
    assert browser.get("/console").status_code == code


def test_using_the_floor_puts_off_the_log_out_but_not_for_ever(place: Place) -> None:
    browser = place.manager()
    for _ in range(35):
        place.clock.pass_by(minutes=20)
        assert browser.get("/console").status_code == 200
    place.clock.pass_by(minutes=25)
    assert browser.get("/console").status_code == 303


@pytest.mark.parametrize(("hours", "code"), [(11, 200), (13, 303)])
def test_players_have_longer(place: Place, hours: int, code: int) -> None:
    browser = place.browser()
    browser.send("/join", name="Ben", password="tell nobody")
    place.clock.pass_by(hours=hours)
    assert browser.get("/").status_code == code


def test_a_guest_is_not_cut_off_over_night(place: Place) -> None:
    browser = place.browser()
    browser.guest("Ann")
    place.clock.pass_by(days=20)
    assert browser.get("/").status_code == 200


def test_whoever_signs_in_anew_leaves_nothing_of_the_old_sign_in_behind(place: Place) -> None:
    """The token that a browser had before is worth nothing to whoever has kept it."""
    place.browser().send("/join", name="Ben", password="tell nobody")
    browser, cookie = place.browser(), place.house.web.cookie
    browser.guest("Ann")
    tokens = [browser.http.cookies[cookie]]
    for _ in range(2):
        assert browser.send("/sign-in", "/", name="Ben", password="tell nobody").status_code == 303
        tokens.append(browser.http.cookies[cookie])
    assert [place.house.people.who(token)[0] is not None for token in tokens] == [False, False, True]
    assert len(place.house.store.secrets_under(SIGN_IN)) == 2, "the other browser's, and this one's last"


def test_a_new_password_signs_out_everywhere_else(place: Place) -> None:
    place.manager()
    here, there = place.browser(), place.browser()
    for browser in (here, there):
        browser.sign_in("manager", "new-password-1")
    here.send("/password", "/password", old="new-password-1", new="another-one-2", again="another-one-2")
    assert (here.get("/console").status_code, there.get("/console").status_code) == (200, 303)


def test_a_new_role_signs_out(place: Place) -> None:
    dealer = place.staff("Dora", "dealer")
    assert dealer.get("/console").status_code == 200
    manager = place.browser()
    manager.sign_in("manager", "new-password-1")
    with manager.socket() as socket:
        assert do(socket, {"t": "set-role", "name": "Dora", "role": "player"}) == {"ok": True}
        refused = do(socket, {"t": "set-role", "name": "manager", "role": "player"})
        assert "only manager" in refused["refused"]
    assert dealer.get("/console").status_code == 303
    dealer.sign_in("Dora", "open sesame")
    assert dealer.get("/console").status_code == 403


def test_a_reset_password_is_told_once(place: Place) -> None:
    place.staff("Dora", "dealer")
    manager = place.browser()
    manager.sign_in("manager", "new-password-1")
    with manager.socket() as socket:
        command = {"t": "reset-password", "name": "Dora"}
        first = do(socket, command, "reset-0001")
        again = do(socket, command, "reset-0001")
    assert first["ok"] and again["ok"] and "password" not in again
    assert place.browser().sign_in("Dora", "open sesame").status_code == 401
    assert place.browser().sign_in("Dora", first["password"]).headers["location"] == "/password"
    stored = place.house.store.answer("manager:reset-0001")
    assert stored is not None and first["password"].encode() not in stored[1]


# -- other people's pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "http://localhost:9090", "null", None, "http://localhost"])
def test_forms_of_other_pages_are_refused(place: Place, origin: str | None) -> None:
    refused = place.browser().send("/guest", name="Ann", origin=origin)
    assert refused.status_code == 403 and place.house.people.person("Ann") is None


def test_a_request_that_the_browser_calls_foreign_is_refused(place: Place) -> None:
    browser = place.browser()
    data = {"form": browser.form(), "name": "Ann"}
    headers = {"origin": BASE, "sec-fetch-site": "cross-site"}
    assert browser.http.post("/guest", data=data, headers=headers).status_code == 403


@pytest.mark.parametrize("token", ["", "0" * 32])
def test_forms_without_their_token_are_refused(place: Place, token: str) -> None:
    assert place.browser().send("/guest", name="Ann", form=token).status_code == 403
    fresh = place.browser()
    assert fresh.http.post("/guest", data={"name": "Ann", "form": token}, headers={"origin": BASE}).status_code == 403


def test_long_forms_are_refused(place: Place) -> None:
    assert place.browser().send("/guest", name="A" * 9000).status_code == 413


def test_only_the_names_of_this_machine_reach_it(place: Place) -> None:
    assert place.browser("http://evil.example").get("/sign-in").status_code == 421
    for base in ("http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost"):
        assert place.browser(base).get("/sign-in").status_code == 200


def test_going_on_stays_on_this_floor(place: Place) -> None:
    there = place.browser().send("/guest", name="Ann", next="/table/blackjack")
    assert there.headers["location"] == "/table/blackjack"
    for n, next in enumerate(("//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)")):
        assert place.browser().send("/guest", name=f"Ben{n}", next=next).headers["location"] == "/"


def test_what_every_answer_carries(place: Place) -> None:
    browser = place.browser()
    browser.guest("Ann")
    for path in ("/", "/sign-in", "/help/qld/craps", "/nowhere", "/api/clause/QLD-2-15(2)"):
        headers = browser.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "same-origin"
    assert browser.get("/").headers["cache-control"] == "no-store"


def test_files_are_kept_by_their_version(place: Place) -> None:
    browser = place.browser()
    page = browser.get("/sign-in").text
    lasting = front_end.address("app.css")
    assert lasting in page
    assert "immutable" in browser.get(lasting).headers["cache-control"]
    # As it is now, also for a page of before.
    for passing in ("/static/app.css", "/static/before/app.css"):
        answer = browser.get(passing)
        assert answer.headers["cache-control"] == "no-cache" and answer.text == browser.get(lasting).text
        again = browser.get(passing, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304 and not again.content
    assert browser.get(lasting, headers={"accept-encoding": "identity"}).text == browser.get(lasting).text
    assert browser.get("/static/one/too/app.css").status_code == 404
    assert browser.get("/static/../app.py").status_code == 404
    assert browser.get("/static/%2e%2e/app.py").status_code == 404


def test_what_was_typed_is_never_markup(place: Place) -> None:
    answer = place.browser().sign_in('"><script>alert(1)</script>', "wrong password")
    assert "<script>alert" not in answer.text and "&lt;script&gt;" in answer.text
    assert "<script>" not in place.browser().get("/sign-in?next=/%22%3E%3Cscript%3E").text


def test_names_of_new_people_are_at_most_twenty_letters_in_the_form_too(place: Place) -> None:
    page = place.browser().get("/sign-in").text
    for form in ("/guest", "/join"):
        fields = re.search(f'action="{form}">(.*?)</form>', page, re.DOTALL)
        assert fields is not None
        named = re.search('<input[^>]*name="name"[^>]*>', fields[1])
        assert named is not None and 'maxlength="20"' in named[0]
    assert bad_name("x" * 20) is None and bad_name("x" * 21) is not None


def test_the_token_of_forms_stays_the_same_in_a_browser(place: Place) -> None:
    browser, other = place.browser(), place.browser()
    first = browser.form()
    assert re.fullmatch("[0-9a-f]{32}", first) and browser.form() == browser.form("/sign-in?next=/") == first
    assert other.form() != first
    # A form that was open before another page was read can still be sent.
    assert browser.send("/guest", form=first, name="Ann").status_code == 303


def test_a_name_that_is_refused_is_shown_again_cut_to_sixty_letters(place: Place) -> None:
    for path, fields in (("/guest", {}), ("/join", {"password": "long enough", "again": "long enough"})):
        shown = place.browser().send(path, name="x" * 200, **fields)
        assert shown.status_code >= 400 and max(map(len, re.findall("x+", shown.text))) == 60


# -- pages and files for some ------------------------------------------------------------------------------


def test_exports_need_a_role(place: Place) -> None:
    stranger, player = place.browser(), place.browser()
    player.guest("Ann")
    inspector = place.staff("Ina", "inspector")
    for path in ("/export/journal.json", "/export/journal.csv", "/export/ledger.json", "/export/ledger.csv"):
        assert (stranger.get(path).status_code, player.get(path).status_code) == (401, 403)
        assert inspector.get(path).status_code == 200
    assert inspector.get("/export/people.json").status_code == 404


def test_exports_are_whole(place: Place) -> None:
    for n in range(3):
        place.browser().guest(f"guest{n}")
    inspector = place.staff("Ina", "inspector")
    store = place.house.store
    journal = json.loads(inspector.get("/export/journal.json").text)
    assert [row["hash"] for row in journal] == [event.hash for event in store.all_events(limit=10_000)]
    rows = list(csv.DictReader(io.StringIO(inspector.get("/export/journal.csv").text)))
    assert [row["hash"] for row in rows] == [row["hash"] for row in journal]
    assert json.loads(rows[0]["body"]) == journal[0]["body"]
    people = json.loads(inspector.get("/export/journal.json?table=people").text)
    assert {row["stream"] for row in people} == {"people"}
    ledger = json.loads(inspector.get("/export/ledger.json").text)
    assert sum(row["amount"] for row in ledger) == 0
    assert len([row for row in ledger if row["account"].startswith("player:guest")]) == 3
    cage = list(csv.DictReader(io.StringIO(inspector.get("/export/ledger.csv?account=play-money").text)))
    assert [row["amount"] for row in cage] == ["-100000"] * 3


async def _chunks(*texts: str) -> Any:
    yield [{"account": text, "amount": -5} for text in texts]


async def _written(form: Any, *texts: str) -> str:
    return b"".join([part async for part in form(("account", "amount"), _chunks(*texts))]).decode()


def test_no_cell_of_an_export_begins_as_a_formula() -> None:
    """Spreadsheets compute cells that begin with one of these; with a quote in front a cell is text."""
    formulas = [f"{first}1+cmd|' /C calc'!A0" for first in "=+-@\t\r\n＝＋－＠"]
    plain = ["Ann", "player:Ann", "'=1", "a=1", "1-2", " ", "", "é", "#1"]
    rows = list(csv.reader(io.StringIO(asyncio.run(_written(as_csv, *formulas, *plain)), newline="")))
    assert rows[0] == ["account", "amount"]
    assert [text for text, _ in rows[1:]] == [*(f"'{text}" for text in formulas), *plain]
    assert {amount for _, amount in rows[1:]} == {"-5"}, "numbers stay numbers"
    exact = json.loads(asyncio.run(_written(as_json, *formulas, *plain)))
    assert [row["account"] for row in exact] == [*formulas, *plain]


def test_help_for_every_game(place: Place) -> None:
    from pitboss.rulebooks import card_games, games

    browser = place.browser()
    for id, game in games().items():
        page = unescape(browser.get(f"/help/{id}").text)
        assert game.title in page and "How to play" in page
        for kind in game.kinds:
            assert f"/api/clause/{kind.clause}" in page
    assert browser.get(f"/help/{next(iter(card_games()))}").status_code == 200
    assert browser.get("/help/qld/nothing").status_code == 404


def test_help_lists_limits_apart_from_other_options(place: Place) -> None:
    from pitboss.rulebooks import games

    browser, both = place.browser(), 0
    for id in games():
        sections = re.split("<section><h2>", browser.get(f"/help/{id}").text)
        first = {title: re.findall("^<tr><td>([^<]*)</td>", section, re.MULTILINE) for title, section in
                 (section.split("</h2>", 1) for section in sections[1:])}
        limits, others = first.get("Limits", []), first.get("How a table may differ", [])
        assert all(re.search("(^|-)(minimum|maximum|unit|decks|coins)$", name) for name in limits), id
        assert not [name for name in others if re.search("(^|-)(minimum|maximum)$", name)], id
        both += bool(limits) and bool(others)
    assert both > 5


def test_every_game_has_a_brief_with_clauses_that_exist() -> None:
    from pitboss.law import clause
    from pitboss.rulebooks import games

    for game in games().values():
        assert len(game.brief) > 3 and all(clause(id) == id for _, id in game.brief)


def test_a_clause(place: Place) -> None:
    browser = place.browser()
    told = browser.get("/api/clause/QLD-2-15(2)").json()
    assert told["id"] == "QLD-2-15(2)" and set(told) == {"id", "kind", "topic", "summary", "readings"}
    assert "<h1>QLD-2-15(2)</h1>" in browser.get("/api/clause/QLD-2-15(2)", headers={"accept": "text/html"}).text
    for id in ("QLD-99-1", "NO-1", "x"):
        assert browser.get(f"/api/clause/{id}").status_code == 404


@ALL_TABLES
def test_health_and_measurements(place: Place) -> None:
    browser = place.browser()
    browser.guest("Secretive")
    health = browser.get("/healthz").json()
    assert health["ok"] and health["tables"] == len(default_tables()) and health["commit_age_seconds"] < 60
    place.house.writer.failing = "the disk is full"
    assert browser.get("/healthz").status_code == 503
    place.house.writer.failing = ""
    place.house.source.health.fault = "stuck"
    failed = browser.get("/healthz")
    assert failed.status_code == 503 and failed.json()["chance"] == "stuck" and not failed.json()["ok"]
    assert figures(place.house.web)["chance_failed"] == 1
    place.house.source.health.fault = ""
    # The test's browser has no address on this machine.
    assert browser.get("/metrics").status_code == 403


def test_health_fails_while_a_commit_waits_for_the_disk(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk answers nothing for as long as the test holds it; the writer's clock moves only here."""
    browser, writer, store = place.browser(), place.house.writer, place.house.store
    hangs, answers, commit, seconds = threading.Event(), threading.Event(), store.commit, [1000.0]

    def hanging(writes: Sequence[Write]) -> list[int | StoreError]:
        hangs.set()
        answers.wait()
        return commit(writes)

    monkeypatch.setattr(writer, "clock", lambda: seconds[0])
    monkeypatch.setattr(store, "commit", hanging)
    guest = threading.Thread(target=place.browser().guest, args=("Ann",))
    guest.start()
    try:
        hangs.wait()
        for age, status in ((0.0, 200), (2.0, 200), (2.001, 503), (3600.0, 503)):
            seconds[0] = 1000.0 + age
            health = browser.get("/healthz")
            assert (health.status_code, health.json()["ok"]) == (status, status == 200)
            assert health.json()["write_age_seconds"] == age == figures(place.house.web)["write_age_seconds"]
            assert figures(place.house.web)["writer_failing"] == (status == 503)
    finally:
        answers.set()
        guest.join()
    health = browser.get("/healthz")
    assert health.status_code == 200 and health.json()["write_age_seconds"] == 0


def test_measurements_name_nobody() -> None:
    with opened(web=WebSettings(metrics=True)) as place:
        browser = place.browser()
        browser.guest("Secretive")
        with browser.socket() as socket:
            do(socket, {"t": "sit", "table": "blackjack", "box": 1})
            do(socket, {"t": "frobnicate"})
            text = browser.get("/metrics").text
        assert "Secretive" not in text and browser.http.cookies["pitboss"] not in text
        lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert lines["pitboss_sockets"] == "1" and lines["pitboss_tables"] == str(len(default_tables()))
        assert lines['pitboss_commands_total{kind="sit",outcome="ok"}'] == "1"
        assert lines['pitboss_commands_total{kind="unknown",outcome="refused"}'] == "1"
        assert lines["pitboss_acknowledgement_seconds_count"] == "2"
        assert lines['pitboss_acknowledgement_seconds_bucket{le="+Inf"}'] == "2"
        assert lines["pitboss_credits_of_players_cents"] == "100000"
