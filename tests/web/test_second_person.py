"""Two persons are two persons: what one may not do alone, and the ways round it that do not work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.web import Browser, Place, do, opened, read

from pitboss.floor.desk import Settings, body_of
from pitboss.floor.staffing import Handled, moment

NEW = "new-password-1"


@pytest.fixture
def place() -> Iterator[Place]:
    with opened(settings=Settings(), tables=("roulette",)) as place:
        yield place


def tell(browser: Browser, t: str, **fields: Any) -> dict[str, Any]:
    with browser.socket() as socket:
        return do(socket, {"t": t, **fields})


def asked(browser: Browser, t: str, **fields: Any) -> dict[str, Any]:
    with browser.socket() as socket:
        socket.send_json({"t": "ask", "n": 1, "query": {"t": t, **fields}})
        answer: dict[str, Any] = read(socket, "answer")
        return answer


def again(place: Place) -> Browser:
    """The manager, in a browser of his own."""
    browser = place.browser()
    assert browser.sign_in("manager", NEW).status_code == 303
    return browser


def with_sue(place: Place, **roles: str) -> tuple[Browser, Browser]:
    """A floor whose supervisor Sue has been there for a day, and others with her."""
    for name, role in {"Sue": "supervisor", **roles}.items():
        place.staff(name, role)
    place.clock.pass_by(hours=25)
    return again(place), signed_in(place, "Sue")


def signed_in(place: Place, name: str, password: str = "open sesame") -> Browser:
    browser = place.browser()
    assert browser.sign_in(name, password).status_code == 303
    return browser


def events(place: Place, stream: str, type: str) -> list[dict[str, Any]]:
    return [body_of(event) for event in place.house.store.events(stream) if event.type == type]


def bet(place: Place) -> None:
    """A round at roulette has money on it."""
    ann = place.browser()
    ann.guest("Ann")
    assert tell(ann, "place", table="roulette", box=1, wagers=[["red", 500]])["ok"]


def change(browser: Browser, old: str, new: str) -> None:
    assert browser.send("/password", "/password", old=old, new=new, again=new).status_code == 303


# -- a password that somebody else has set ------------------------------------------------------------------


def test_a_manager_does_not_approve_as_the_supervisor_whose_password_he_reset(place: Place) -> None:
    manager, _ = with_sue(place, Sol="supervisor")
    bet(place)
    n = tell(manager, "propose", table="roulette", what="void", reason="the wheel stood")["n"]
    waits = tell(manager, "reset-password", name="Sue")
    assert waits["ok"] and "password" not in waits, "he does not even get it alone"
    password = tell(signed_in(place, "Sol"), "approve", table="people", n=waits["n"])["password"]
    thief = signed_in(place, "Sue", password)
    change(thief, password, "his own choice")
    refused = tell(thief, "approve", table="roulette", n=n)
    assert not refused["ok"] and "approves nothing until" in refused["refused"]
    assert "the password was reset by manager and Sol" in refused["refused"]
    assert moment(place.clock.now + 24 * 3_600_000) in refused["refused"], "it says when that ends"
    place.clock.pass_by(hours=23)
    thief = signed_in(place, "Sue", "his own choice")
    assert not tell(thief, "approve", table="roulette", n=n)["ok"]


def test_nor_does_he_approve_what_he_proposed_in_that_name(place: Place) -> None:
    manager, sue = with_sue(place, Mia="manager")
    place.browser().guest("Ann")
    waits = tell(manager, "reset-password", name="Mia")
    password = tell(sue, "approve", table="people", n=waits["n"])["password"]
    thief = signed_in(place, "Mia", password)
    change(thief, password, "his own choice")
    n = tell(thief, "issue", player="Ann", amount=5000_00)["n"]
    for name, browser in (("manager", again(place)), ("Sue", sue)):
        refused = tell(browser, "approve", table="cage", n=n)
        assert not refused["ok"] and f"{name} approves nothing of Mia until" in refused["refused"]
    place.clock.pass_by(hours=24)
    assert tell(again(place), "approve", table="cage", n=n)["ok"]


def test_the_owner_is_told_who_reset_it_until_he_has_seen_it(place: Place) -> None:
    manager, _ = with_sue(place, Sol="supervisor")
    assert "was reset" not in signed_in(place, "Sue").get("/console").text
    waits = tell(manager, "reset-password", name="Sue")
    password = tell(signed_in(place, "Sol"), "approve", table="people", n=waits["n"])["password"]
    when = moment(place.clock.now)
    sue = signed_in(place, "Sue", password)
    change(sue, password, "open sesame")
    shown = sue.get("/console").text
    assert f"password was reset by manager and Sol on {when}" in shown
    assert sue.get("/console").text.count("was reset") == 1, "it stays until it is dismissed"
    assert sue.send("/notices-seen", "/console").status_code == 303
    assert "was reset" not in sue.get("/console").text
    assert f"by manager and Sol on {when}" in sue.get("/password").text, "and can be looked up for good"
    stored = place.house.people.person("Sue")
    place.house.people.load(place.clock.now)
    assert place.house.people.person("Sue") == stored


def test_a_password_set_at_the_machine_holds_as_any_other(tmp_path: Any) -> None:
    path = f"{tmp_path}/floor.db"
    with opened(path, settings=Settings(), tables=("roulette",)) as place:
        manager, sue = with_sue(place)
        bet(place)
        n = tell(sue, "propose", table="roulette", what="void", reason="the wheel stood")["n"]
        people, portal = place.house.people, place.first.portal
        assert portal is not None
        given = portal.call(people.first_start, "manager")
        assert given is not None
        password = given.password
        manager = signed_in(place, "manager", password)
        change(manager, password, NEW)
        assert "by floor" in tell(manager, "approve", table="roulette", n=n)["refused"]


# -- accounts that one person makes --------------------------------------------------------------------------


def test_a_second_account_of_ones_own_takes_a_second_person(place: Place) -> None:
    manager, sue = with_sue(place)
    added = tell(manager, "add-person", name="Puppet", role="supervisor", password="tell nobody")
    assert added["ok"] and added["proposed"] and place.house.people.person("Puppet") is None
    assert not tell(manager, "approve", table="people", n=added["n"])["ok"]
    assert not [event for event in place.house.store.events("people") if b"argon2" in event.body]
    assert tell(sue, "approve", table="people", n=added["n"])["ok"]
    assert signed_in(place, "Puppet", "tell nobody").get("/password").status_code == 200
    assert events(place, "people", "added")[-1]["second"] == "Sue"


def test_nor_is_a_dealer_made_one(place: Place) -> None:
    manager, sue = with_sue(place, Dora="dealer")
    raised = tell(manager, "set-role", name="Dora", role="manager")
    assert raised["proposed"] and place.house.people.person("Dora").role == "dealer"  # type: ignore[union-attr]
    assert tell(manager, "set-role", name="Dora", role="inspector")["ok"], "that gives nobody a word"
    upwards = tell(manager, "set-role", name="Sue", role="manager")
    assert "about Sue" in tell(sue, "approve", table="people", n=upwards["n"])["refused"]
    assert tell(sue, "approve", table="people", n=raised["n"])["ok"]
    assert place.house.people.person("Dora").role == "manager"  # type: ignore[union-attr]
    dora = signed_in(place, "Dora")
    bet(place)
    n = tell(sue, "propose", table="roulette", what="void", reason="the wheel stood")["n"]
    assert "the role was raised by manager and Sue" in tell(dora, "approve", table="roulette", n=n)["refused"]


def test_sending_the_others_away_makes_nobody_the_only_one(place: Place) -> None:
    manager, _ = with_sue(place)
    assert tell(manager, "set-role", name="Sue", role="player")["ok"]
    assert tell(manager, "issue", player="Sue", amount=10**8)["proposed"]
    assert tell(manager, "add-person", name="Puppet", role="manager", password="tell nobody")["proposed"]


def test_somebody_just_unlocked_approves_nothing(place: Place) -> None:
    """Who may unlock may guess as often as he likes."""
    manager, sue = with_sue(place)
    bet(place)
    n = tell(manager, "propose", table="roulette", what="void", reason="the wheel stood")["n"]
    assert tell(manager, "unlock", name="Sue")["ok"]
    assert "unlocked by manager" in tell(sue, "approve", table="roulette", n=n)["refused"]


# -- a floor that has only one ------------------------------------------------------------------------------------


def test_the_first_manager_puts_his_staff_together_alone_and_it_says_so(place: Place) -> None:
    manager = place.manager()
    assert tell(manager, "issue", player="manager", amount=10**7)["ok"]
    assert events(place, "cage", "issued")[-1]["alone"] is True
    place.staff("Sue", "supervisor")
    place.staff("Sol", "supervisor")
    assert [body.get("alone") for body in events(place, "people", "added")] == [True, True, True]
    assert tell(again(place), "issue", player="manager", amount=10**7)["proposed"], "Sue can be asked"
    place.clock.pass_by(hours=24)
    late = tell(again(place), "add-person", name="Sam", role="supervisor", password="tell nobody")
    assert late["proposed"], "the staff is there"


# -- money ---------------------------------------------------------------------------------------------------------


def test_large_issues_take_a_second_person_and_cannot_be_split(place: Place) -> None:
    manager, sue = with_sue(place)
    for name in ("Ann", "Ben"):
        place.browser().guest(name)
    store = place.house.store
    assert tell(manager, "issue", player="Ann", amount=600_00)["ok"]
    split = tell(manager, "issue", player="Ann", amount=600_00)
    assert split["proposed"] and "1000 to one player within a day" in split["why"]
    assert tell(manager, "issue", player="Ben", amount=1000_00)["credits"] == 2000_00
    assert tell(manager, "issue", player="Ben", amount=1000_01)["proposed"]
    assert store.balance("player:Ann") == 1600_00, "nothing of it has moved"
    assert "manager proposed it" in tell(manager, "approve", table="cage", n=split["n"])["refused"]
    waiting = asked(sue, "approvals")["result"]["approvals"]
    assert [(each["table"], each["what"], each["by"]) for each in waiting] == [("cage", "issue", "manager")] * 2
    assert tell(sue, "approve", table="cage", n=split["n"])["credits"] == 2200_00
    assert events(place, "cage", "issued")[-1] | {"clause": ""} == {
        "player": "Ann", "amount": 600_00, "clause": "", "by": "", "second": "Sue"}
    assert not tell(sue, "approve", table="cage", n=split["n"])["ok"], "once"
    place.house.floor.cage.load(place.clock.now)
    assert tell(manager, "issue", player="Ann", amount=500_00)["proposed"], "also after a restart"
    place.clock.pass_by(hours=24)
    assert tell(again(place), "issue", player="Ann", amount=500_00)["credits"] == 2700_00


def test_what_waits_can_be_withdrawn(place: Place) -> None:
    manager, sue = with_sue(place)
    place.browser().guest("Ann")
    n = tell(manager, "issue", player="Ann", amount=2000_00)["n"]
    assert tell(sue, "withdraw", table="cage", n=n)["ok"]
    assert not tell(sue, "approve", table="cage", n=n)["ok"]
    assert place.house.store.balance("player:Ann") == 1000_00


@pytest.mark.parametrize("how", ["approve", "withdraw", "refuse"])
def test_no_password_hash_stays_stored_for_a_person_who_was_not_added(place: Place, how: str) -> None:
    """`refuse`: the name is taken before a second person approves."""
    manager, sue = with_sue(place)
    store, hashes = place.house.store, place.house.store.secrets_under("password:")
    add = {"name": "Sol", "role": "supervisor", "password": "first-password"}
    n = tell(manager, "add-person", **add)["n"]
    waiting = store.secrets_under("adding:")
    assert len(waiting) == 1 and all(hash.startswith(b"$argon2") for hash in waiting.values())
    if how == "refuse":
        assert tell(manager, "add-person", **(add | {"role": "dealer", "password": "other-password"}))["ok"]
        assert not tell(sue, "approve", table="people", n=n)["ok"]
        assert tell(sue, "withdraw", table="people", n=n)["ok"]
    else:
        assert tell(sue, how, table="people", n=n)["ok"]
    assert store.secrets_under("adding:") == {}
    now = store.secrets_under("password:")
    assert [key for key in now if key not in hashes] == ([] if how == "withdraw" else ["password:sol"])
    assert (waiting[f"adding:{n}"] in now.values()) == (how == "approve")
    # No row of the database holds the hash under another name.
    secrets = store.secrets_under("")
    assert (waiting[f"adding:{n}"] in secrets.values()) == (how == "approve")


def test_a_voucher_is_void_by_two(place: Place) -> None:
    manager, sue = with_sue(place)
    ann = place.browser()
    ann.guest("Ann")
    serial = tell(ann, "cash-out", amount=300_00)["serial"]
    n = tell(manager, "void-voucher", serial=serial, reason="torn in two")["n"]
    assert place.house.store.balance(f"voucher:{serial}") == 300_00
    assert tell(sue, "approve", table="cage", n=n)["amount"] == 300_00
    assert place.house.store.balance("player:Ann") == 1000_00
    assert events(place, "cage", "voucher-void")[-1]["second"] == "Sue"


def test_that_a_voucher_ran_out_is_taken_back_by_two(place: Place) -> None:
    manager, sue = with_sue(place)
    ann = place.browser()
    ann.guest("Ann")
    made = tell(ann, "cash-out", amount=300_00)
    assert "has run out" in tell(manager, "renew-voucher", serial=made["serial"], reason="wrong clock")["refused"]
    place.clock.pass_by(days=366)
    store, account = place.house.store, f"voucher:{made['serial']}"
    step = place.house.floor.tick("cage", place.clock())
    assert step is not None
    place.house.floor.commit(step, place.clock())
    assert (store.balance(account), store.balance("unclaimed")) == (0, 300_00)
    manager, sue = again(place), signed_in(place, "Sue")
    n = tell(manager, "renew-voucher", serial=made["serial"], reason="the clock was wrong")["n"]
    assert not tell(manager, "approve", table="cage", n=n)["ok"]
    assert tell(sue, "approve", table="cage", n=n)["amount"] == 300_00
    assert (store.balance(account), store.balance("unclaimed")) == (300_00, 0)
    event = events(place, "cage", "voucher-renewed")[-1]
    assert event["second"] == "Sue" and event["reason"] == "the clock was wrong"
    cage = place.house.floor.cage
    for read_again in (False, True):
        if read_again:
            cage.load(place.clock())
        assert [voucher.state for voucher in cage.vouchers.values()] == ["good"]
        assert cage.deadline() == place.clock() + 365 * 86_400_000


def test_no_table_is_called_as_a_desk_is(place: Place) -> None:
    manager = place.manager()
    for id in ("cage", "people"):
        assert not tell(manager, "add-table", id=id, name="x", game="qld/roulette")["ok"]


def test_handled_is_told_in_words() -> None:
    assert Handled(0, "raised", ("Max",)).words == "the role was raised by Max on 1 January 1970 at 00:00 UTC"


# -- the same browser --------------------------------------------------------------------------------------------


def test_what_was_proposed_in_a_browser_is_not_approved_in_it(place: Place) -> None:
    """One person with two accounts, or one who finds another's password, changes hats in one browser."""
    manager, sue = with_sue(place)
    place.browser().guest("Ann")
    n = tell(manager, "issue", player="Ann", amount=2000_00)["n"]
    manager.send("/sign-out", "/console")
    assert manager.sign_in("Sue", "open sesame").status_code == 303
    assert "this very browser" in tell(manager, "approve", table="cage", n=n)["refused"]
    place.house.floor.cage.load(place.clock.now)
    assert not tell(manager, "approve", table="cage", n=n)["ok"], "also after a restart"
    assert tell(sue, "approve", table="cage", n=n)["ok"]
