"""Recovery codes: they open a manager's locked name, work once, and cannot be guessed or locked by strangers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from support.web import Browser, Place, opened

from pitboss.floor.person import plain_code
from pitboss.web.app import WebSettings

# Attackers that no count by address stops.
LOOSE = WebSettings(tries=(1000.0, 1000.0))


@pytest.fixture
def place() -> Iterator[Place]:
    with opened(web=LOOSE, tables=()) as place:
        yield place


def attack(place: Place, name: str = "manager", code: str = "") -> None:
    """52 wrong passwords from 52 addresses; then the name is locked for strangers."""
    for n in range(52):
        place.browser(address=f"203.0.113.{n}").sign_in(name, "wrong password", code=code)
    answer = place.browser(address="198.51.100.1").sign_in(name, place.password, code=code)
    assert answer.status_code == 401 and "too many wrong" in answer.text


def code_of(place: Place) -> str:
    assert place.app.given is not None
    return place.app.given.code


def shown(answer: object) -> str:
    """The code on the page after one was used."""
    found = re.search(r"<code>([a-z0-9-]+)</code>", answer.text)  # type: ignore[attr-defined]
    assert found is not None
    return found[1]


def at_home(place: Place) -> Browser:
    """A browser that the floor has not seen before."""
    return place.browser(address="198.51.100.2")


def test_a_locked_manager_signs_in_with_password_and_code(place: Place) -> None:
    attack(place)
    manager = at_home(place)
    entered = manager.sign_in("manager", place.password, code=code_of(place).upper().replace("-", " "))
    assert entered.status_code == 200 and "/password" in entered.text
    changed = manager.send("/password", "/password", old=place.password, new="new-password-1", again="new-password-1")
    assert changed.status_code == 303 and manager.get("/console").status_code == 200


def test_a_code_works_once_and_the_new_one_replaces_it(place: Place) -> None:
    attack(place)
    codes = [code_of(place)]
    for _ in range(4):
        codes.append(shown(at_home(place).sign_in("manager", place.password, code=codes[-1])))
        attack(place)
        for used in codes[:-1]:
            assert at_home(place).sign_in("manager", place.password, code=used).status_code == 401
    assert len(set(codes)) == 5


def test_a_code_used_twice_at_once_lets_one_in(place: Place) -> None:
    people, portal = place.house.people, place.first.portal
    assert portal is not None

    async def both() -> list[bool]:
        import asyncio

        tries = [people.enter("manager", place.password, f"198.51.100.{n}", "", code_of(place)) for n in range(4)]
        return [result["ok"] for _, result in await asyncio.gather(*tries)]

    assert sorted(portal.call(both)) == [False, False, False, True]


def test_a_code_without_the_password_opens_nothing_and_has_five_tries(place: Place) -> None:
    thief = place.browser(address="203.0.113.99")
    answers = [thief.sign_in("manager", "wrong password", code=code_of(place)) for _ in range(8)]
    assert [answer.status_code for answer in answers] == [401] * 8
    assert ["too many wrong" in answer.text for answer in answers] == [False] * 4 + [True] * 4
    assert thief.sign_in("manager", place.password, code=code_of(place)).status_code == 401
    place.clock.pass_by(minutes=16)
    assert thief.sign_in("manager", place.password, code=code_of(place)).status_code == 200


def test_wrong_codes_lock_no_code(place: Place) -> None:
    """Neither of the name, nor from the manager's own address, where the count by address is used up as well."""
    with opened(web=WebSettings(tries=(0.001, 60)), tables=()) as strict:
        attack(strict, code="aaaa-bbbb-cccc-dddd-eeee")
        for _ in range(80):
            at_home(strict).sign_in("manager", "wrong password", code="aaaa-bbbb-cccc-dddd-eeee")
        assert at_home(strict).sign_in("manager", strict.password).status_code == 429
        assert at_home(strict).sign_in("manager", strict.password, code=code_of(strict)).status_code == 200


@pytest.mark.parametrize("code", ["", " ", "-", "wrong", "é" * 20, "a" * 200])
def test_a_wrong_code_does_not_open_a_lock(place: Place, code: str) -> None:
    attack(place, code=code)
    attack(place, "nobody", code)
    # A person without a code.
    place.clock.pass_by(minutes=16)
    place.staff("Dora", "dealer")
    attack(place, "Dora", code)
    assert at_home(place).sign_in("Dora", "open sesame", code=code_of(place)).status_code == 401


def test_a_known_browser_keeps_the_code_for_later(place: Place) -> None:
    manager = place.manager()
    manager.send("/sign-out", "/console")
    assert manager.sign_in("manager", "new-password-1", code=code_of(place)).status_code == 303
    attack(place)
    assert at_home(place).sign_in("manager", "new-password-1", code=code_of(place)).status_code == 200


def test_a_code_is_stored_as_a_hash_and_outlives_a_restart(tmp_path: object) -> None:
    path = f"{tmp_path}/floor.db"
    with opened(path, web=LOOSE, tables=()) as place:
        code, password = code_of(place), place.password
        bodies = [event.body for event in place.house.store.events("people")]
        assert not any(code.encode() in body or plain_code(code).encode() in body for body in bodies)
        attack(place)
    with opened(path, web=LOOSE, tables=()) as place:
        assert place.app.given is None
        assert at_home(place).sign_in("manager", password).status_code == 401
        assert at_home(place).sign_in("manager", password, code=code).status_code == 200
        before = plain_code(code)
        portal = place.first.portal
        assert portal is not None
        given = portal.call(place.house.people.first_start, "manager")
        assert given is not None and given.code and plain_code(given.code) != before
