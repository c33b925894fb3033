"""Wrong passwords: how many there may be of a name and of an address, and that nobody is locked out by others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.web import Place, do, opened, read

from pitboss.web.app import WebSettings


@pytest.fixture
def place() -> Iterator[Place]:
    with opened(tables=()) as place:
        yield place


# -- failures ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["manager", "nobody"])
def test_five_failures_lock_a_name_known_or_not(place: Place, name: str) -> None:
    browser = place.browser()
    answers = [browser.sign_in(name, "wrong password") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [401] * 5
    assert ["too many wrong" in answer.text for answer in answers] == [False] * 4 + [True]
    locked = browser.sign_in(name, place.password)
    assert locked.status_code == 401 and "15 minutes" in locked.text
    place.clock.pass_by(minutes=16)
    after = browser.sign_in(name, place.password)
    assert after.status_code == (303 if name == "manager" else 401)
    events = [event.type for event in place.house.store.events("people")]
    assert events.count("locked") == (name == "manager")


def test_a_lock_outlives_a_restart(tmp_path: object) -> None:
    path = f"{tmp_path}/floor.db"
    with opened(path, tables=()) as place:
        password = place.password
        for _ in range(5):
            place.browser().sign_in("manager", "wrong password")
    with opened(path, tables=()) as place:
        assert "too many wrong" in place.browser().sign_in("manager", password).text
        assert place.browser(address="198.51.100.2").sign_in("manager", password).status_code == 303


def test_a_manager_unlocks(place: Place) -> None:
    place.staff("Dora", "dealer")
    for _ in range(5):
        place.browser().sign_in("Dora", "wrong password")
    manager = place.browser()
    manager.sign_in("manager", "new-password-1")
    with manager.socket() as socket:
        socket.send_json({"t": "ask", "n": 1, "query": {"t": "people"}})
        people = {one["name"]: one["locked"] for one in read(socket, "answer")["result"]["people"]}
        assert people == {"manager": False, "Dora": True}
        assert do(socket, {"t": "unlock", "name": "Dora"}) == {"ok": True}
    assert place.browser().sign_in("Dora", "open sesame").status_code == 303


def test_tries_are_limited_by_address() -> None:
    with opened(web=WebSettings(tries=(0.001, 3)), tables=()) as place:
        codes = [place.browser().sign_in(f"name{n}", "wrong password").status_code for n in range(5)]
        assert codes == [401, 401, 401, 429, 429]


@pytest.mark.parametrize("name", ["manager", "nobody"])
def test_a_stranger_locks_nobody_out_who_comes_from_elsewhere(place: Place, name: str) -> None:
    """Known names and unknown ones are treated alike, there as well."""
    stranger = place.browser(address="203.0.113.7")
    answers = [stranger.sign_in(name, "wrong password") for _ in range(12)]
    assert ["too many" in answer.text for answer in answers] == [False] * 4 + [True] * 8
    at_home = place.browser(address="198.51.100.2").sign_in(name, place.password)
    assert at_home.status_code == (303 if name == "manager" else 401) and "too many" not in at_home.text
    assert "too many" in stranger.sign_in(name, place.password).text, "that another came in does not open the door"
    assert "too many" in place.browser(address="203.0.113.7").sign_in(name, place.password).text
    place.clock.pass_by(minutes=16)
    assert "too many" not in stranger.sign_in(name, "wrong password").text


def test_one_household_has_one_count(place: Place) -> None:
    """Whoever has IPv6 has more addresses than anybody could lock one by one."""
    for n in range(5):
        place.browser(address=f"2001:db8:7:1::{n}").sign_in("manager", "wrong password")
    assert "too many" in place.browser(address="2001:db8:7:1::99").sign_in("manager", place.password).text
    assert place.browser(address="2001:db8:7:2::1").sign_in("manager", place.password).status_code == 303


def test_many_addresses_together_lock_a_name() -> None:
    with opened(failures_everywhere=12, tables=()) as place:
        codes = [place.browser(address=f"203.0.113.{n // 4}").sign_in("manager", "wrong password") for n in range(12)]
        assert ["too many wrong" in answer.text for answer in codes] == [False] * 11 + [True]
        assert "15 minutes" in place.browser(address="198.51.100.2").sign_in("manager", place.password).text
        places = [event.body for event in place.house.store.events("people") if event.type == "locked"]
        assert len(places) == 1 and b'"address":""' in places[0]
        place.clock.pass_by(minutes=16)
        assert place.browser(address="198.51.100.2").sign_in("manager", place.password).status_code == 303


def test_the_right_password_ends_the_count_of_all() -> None:
    with opened(failures_everywhere=6, tables=()) as place:
        for n in range(3):
            for wrong in range(3):
                answer = place.browser(address=f"203.0.113.{n}{wrong}").sign_in("manager", "wrong password")
                assert "too many" not in answer.text
            if n == 0:
                place.manager()
            else:
                assert place.browser().sign_in("manager", "new-password-1").status_code == 303


def test_new_people_are_limited_by_address() -> None:
    with opened(web=WebSettings(joins=(0.001, 2)), tables=()) as place:
        assert [place.browser().guest(f"guest{n}").status_code for n in range(3)] == [303, 303, 429]


# -- nobody is locked out by others --------------------------------------------------------------------------


def test_one_address_never_locks_a_name_for_all_others() -> None:
    """Five every quarter of an hour add up to fifty in the end."""
    with opened(web=WebSettings(tries=(1000.0, 1000.0)), failures_everywhere=12, tables=()) as place:
        place.manager()
        thief = place.browser(address="203.0.113.9")
        for _ in range(3):
            place.clock.pass_by(minutes=15)
            for _ in range(5):
                thief.sign_in("manager", "wrong password")
        assert place.browser(address="198.51.100.7").sign_in("manager", "new-password-1").status_code == 303


def test_who_came_in_before_comes_in_again_whatever_others_try_at_his_address(place: Place) -> None:
    manager, thief = place.manager(), place.browser()
    manager.send("/sign-out", "/console")
    for _ in range(30):
        thief.sign_in("manager", "wrong password")
    assert thief.sign_in("manager", "new-password-1").status_code in (401, 429), "a stranger's browser is locked there"
    assert place.browser().sign_in("manager", "new-password-1").status_code in (401, 429)
    assert manager.sign_in("manager", "new-password-1").status_code == 303


def test_many_addresses_together_do_not_lock_a_known_browser() -> None:
    with opened(failures_everywhere=6, tables=()) as place:
        manager = place.manager()
        manager.send("/sign-out", "/console")
        for n in range(6):
            place.browser(address=f"203.0.113.{n}").sign_in("manager", "wrong password")
        assert place.browser(address="198.51.100.7").sign_in("manager", "new-password-1").status_code == 401
        assert manager.sign_in("manager", "new-password-1").status_code == 303
        manager.send("/sign-out", "/console")
        place.house.people.load(place.clock.now)
        assert manager.sign_in("manager", "new-password-1").status_code == 303, "it is known for good"


def test_a_known_browser_has_no_more_tries_than_any_other(place: Place) -> None:
    manager = place.manager()
    manager.send("/sign-out", "/console")
    for _ in range(5):
        assert manager.sign_in("manager", "wrong password").status_code == 401
    assert manager.sign_in("manager", "new-password-1").status_code == 401
    assert place.browser().sign_in("manager", "new-password-1").status_code == 303, "the address is another matter"


def test_a_name_is_known_in_so_many_browsers_and_no_more(place: Place) -> None:
    first = place.manager()
    for n in range(20):
        place.clock.pass_by(minutes=1)
        assert place.browser(address=f"203.0.113.{n}").sign_in("manager", "new-password-1").status_code == 303
    kept = place.house.store.secrets_under("known:manager:")
    assert len(kept) == 20
    assert not place.house.people.browsers.knows("manager", first.http.cookies["pitboss-browser"])
