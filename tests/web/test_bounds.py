"""What staff and strangers may read, and names that nobody can be mistaken for."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.exceptions import UsageError
from support.casino import Casino
from support.web import Place, opened

from pitboss.cli.errors import Mistake
from pitboss.cli.serve import read_token
from pitboss.floor.cage import fits
from pitboss.floor.commands import Who
from pitboss.floor.desk import Settings, body_of
from pitboss.floor.names import bad_name
from pitboss.floor.queries import ask
from pitboss.floor.store import NewEvent, Write
from pitboss.floor.verify import verify
from pitboss.web.app import WebSettings

DORA, SUE = Who("Dora", "dealer"), Who("Sue", "supervisor")


@pytest.fixture
def place() -> Iterator[Place]:
    with opened(tables=("roulette",)) as place:
        yield place


# -- the books -------------------------------------------------------------------------------------------------


def test_a_dealer_reads_the_books_of_a_table_and_no_others() -> None:
    casino = Casino("roulette", "blackjack")
    casino.bet("roulette")
    casino.bet("blackjack", "Ben")
    for query in ({"t": "journal"}, {"t": "ledger"}, {"t": "journal", "stream": "people"},
                  {"t": "journal", "stream": "cage"}, {"t": "ledger", "account": "cage"}):
        refused = ask(casino.floor, DORA, query)
        assert not refused["ok"] and "whole" in refused["refused"], query
        assert ask(casino.floor, SUE, query)["ok"]
    journal = ask(casino.floor, DORA, {"t": "journal", "table": "roulette", "stream": "people"})["events"]
    assert journal and {event["stream"] for event in journal} == {"table:roulette"}
    ledger = ask(casino.floor, DORA, {"t": "ledger", "table": "roulette"})
    assert {account["account"] for account in ledger["accounts"]} == {"layout:roulette"}
    assert {posting["account"] for posting in ledger["postings"]} == {"layout:roulette"}
    other = ask(casino.floor, DORA, {"t": "ledger", "table": "roulette", "account": "player:Ann"})
    assert other["postings"] == []


def test_nor_are_the_books_of_the_floor_a_file_for_him(place: Place) -> None:
    dora = place.staff("Dora", "dealer")
    for path in ("journal.json", "journal.csv?table=people", "ledger.json", "ledger.csv?account=cage"):
        assert dora.get(f"/export/{path}").status_code == 403, path
    assert dora.get("/export/journal.json?table=roulette").status_code == 200


# -- vouchers --------------------------------------------------------------------------------------------------


def test_a_voucher_mark_is_salted_and_slow() -> None:
    casino = Casino(settings=Settings(guests=False))
    serials = [casino.do("Ann", "cash-out", amount=100) for _ in range(2)]
    marks = [body_of(event)["mark"] for event in casino.store.events("cage") if event.type == "voucher"]
    for voucher, mark in zip(serials, marks, strict=True):
        quick = sha256(f"pitboss voucher {voucher['code']}".encode()).hexdigest()
        assert quick not in mark and mark.startswith("scrypt$") and fits(voucher["code"], mark)
    assert marks[0].split("$")[2] != marks[1].split("$")[2], "each has a salt of its own"
    casino.crash()
    assert casino.do("Ann", "redeem", code=serials[0]["code"])["amount"] == 100
    casino.sound()


def test_a_voucher_of_old_is_still_redeemed() -> None:
    casino = Casino(settings=Settings(guests=False))
    code = "123456789012345678"
    body = {"serial": "V0000001", "player": "Ann", "amount": 500, "expires": casino.now + 10**9, "state": "good",
            "mark": sha256(f"pitboss voucher {code}".encode()).hexdigest(), "clause": ""}
    casino.store.commit([Write(
        [NewEvent("cage", "voucher", msgspec.json.encode(body), "Ann", casino.now)],
        entries=[("player:Ann", -500), ("voucher:V0000001", 500)], secrets={"voucher:V0000001": code.encode()})])
    casino.crash()
    assert verify(casino.store).faults == []
    assert casino.do("Ann", "redeem", code=code)["credits"] == 1000_00
    casino.sound()


def test_a_code_that_was_changed_on_disk_is_worth_nothing() -> None:
    casino = Casino(settings=Settings(guests=False))
    voucher = casino.do("Ann", "cash-out", amount=500)
    casino.store.commit([Write([], secrets={f"voucher:{voucher['serial']}": b"111111111111111111"})])
    casino.crash()
    for code in ("111111111111111111", voucher["code"]):
        casino.no("Ann", "redeem", code=code)
    assert any("its code is not the one" in fault for fault in verify(casino.store).faults)


@pytest.mark.parametrize("mark", ["scrypt$99$x$y", "scrypt$x$y$z", "scrypt$", "scrypt$10$a"])
def test_a_mark_that_makes_no_sense_fits_nothing(mark: str) -> None:
    assert not fits("123", mark)


# -- names -----------------------------------------------------------------------------------------------------


def test_accents_do_not_pile_up() -> None:
    tilde = "\N{COMBINING TILDE}"
    assert bad_name("Z" + tilde * 19) and bad_name("an" + tilde * 3)
    for name in ("José", "Việt", "Jose\N{COMBINING ACUTE ACCENT}", "Ngọc-Ánh"):
        assert bad_name(name) is None


def test_a_name_is_kept_in_one_way_however_it_was_written(place: Place) -> None:
    place.staff("Rene\N{COMBINING ACUTE ACCENT}", "dealer")
    person = place.house.people.person("Ren\N{LATIN SMALL LETTER E WITH ACUTE}")
    assert person is not None and person.name == "Ren\N{LATIN SMALL LETTER E WITH ACUTE}"


# -- measurements ----------------------------------------------------------------------------------------------


def reads(web: WebSettings, address: str = "127.0.0.1", **headers: str) -> int:
    with opened(web=web, tables=()) as place:
        status: int = place.browser(address=address).get("/metrics", headers=headers).status_code
        return status


@pytest.mark.parametrize(("web", "address", "headers", "status"), [
    ({}, "127.0.0.1", {}, 200),
    ({}, "203.0.113.7", {}, 403),
    # A proxy on this machine passes on what strangers ask.
    ({}, "127.0.0.1", {"x-forwarded-for": "203.0.113.7"}, 403),
    ({}, "127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 403),
    ({}, "127.0.0.1", {"via": "1.1 proxy"}, 403),
    ({"secure": True}, "127.0.0.1", {}, 403),
    ({"secure": True, "metrics_token": "0123456789abcdef"}, "127.0.0.1",
     {"authorization": "Bearer 0123456789abcdef"}, 200),
    ({"metrics_token": "0123456789abcdef"}, "203.0.113.7", {"authorization": "Bearer 0123456789abcdee"}, 403),
    ({"metrics_token": "0123456789abcdef"}, "203.0.113.7", {"authorization": "Bearer "}, 403),
    ({"secure": True, "metrics": True}, "203.0.113.7", {}, 200),
])
def test_who_reads_the_measurements(web: dict[str, Any], address: str, headers: dict[str, str], status: int) -> None:
    assert reads(WebSettings(**web), address, **headers) == status


def test_a_token_is_one_word_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "token"
    assert read_token(None) == ""
    for text in ("", "short", "two words of some length"):
        file.write_text(text)
        with pytest.raises((Mistake, UsageError), match="holds no token"):
            read_token(file)
    file.write_text("0123456789abcdef\n")
    assert read_token(file) == "0123456789abcdef"
    with pytest.raises((Mistake, UsageError), match="No such file"):
        read_token(tmp_path / "none")
