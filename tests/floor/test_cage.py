"""The cage: credits bought and paid, play money, and vouchers that are worth their amount once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.casino import Casino

from pitboss.floor.cage import DAY_MS
from pitboss.floor.desk import Settings


@pytest.fixture
def casino() -> Iterator[Casino]:
    made = Casino(settings=Settings(voucher_days=30, guests=False))
    yield made
    made.sound()


def held(casino: Casino, serial: str) -> int:
    return casino.store.balance(f"voucher:{serial}")


def states(casino: Casino, player: str = "Ann") -> list[str]:
    return [voucher["state"] for voucher in casino.floor.cage.of(player)]


def cash_out(casino: Casino, amount: int = 250_00, player: str = "Ann") -> dict[str, Any]:
    made = casino.do(player, "cash-out", amount=amount)
    casino.sound()
    return made


def test_credits_become_a_voucher(casino: Casino) -> None:
    made = cash_out(casino)
    assert casino.credits("Ann") == made["credits"] == 750_00 and held(casino, made["serial"]) == 250_00
    assert made["expires"] == casino.now + 30 * DAY_MS and len(made["code"]) == 18
    other = cash_out(casino)
    assert other["serial"] != made["serial"] and other["code"] != made["code"]
    assert states(casino) == ["good", "good"]


class Asked:
    """A source of chance that answers with the lowest number, or the highest, and stores what it was asked for."""

    def __init__(self, highest: bool) -> None:
        self.highest, self.choices = highest, list[int]()

    def below(self, n: int) -> int:
        self.choices.append(n)
        return n - 1 if self.highest else 0


@pytest.mark.parametrize("highest", [False, True])
def test_every_digit_of_a_voucher_code_comes_from_the_source(casino: Casino, highest: bool) -> None:
    casino.floor.cage.source = source = Asked(highest)
    code = cash_out(casino)["code"]
    assert code == ("9" if highest else "0") * 18
    # One choice for the code, one for the salt of its hash.
    assert source.choices == [10**18, 10**18]
    assert casino.floor.cage.vouchers["V0000001"].mark.split("$")[2] == code


def test_each_digit_of_voucher_codes_varies(casino: Casino) -> None:
    codes = [cash_out(casino, 1_00)["code"] for _ in range(40)]
    assert all(len(code) == 18 and code.isdecimal() for code in codes)
    # Forty random digits hold fewer than five different ones about once in 10^9 columns; the source is seeded.
    assert [position for position, digits in enumerate(zip(*codes, strict=True)) if len(set(digits)) < 5] == []


@pytest.mark.parametrize("amount", [1000_01, 10**9])
def test_no_more_than_there_is(casino: Casino, amount: int) -> None:
    assert casino.no("Ann", "cash-out", amount=amount)["clause"] == "QLD-16-9(1)"
    cash_out(casino, 1000_00)
    casino.no("Ann", "cash-out", amount=1)
    for wrong in (0, -5, 1.5, "10"):
        assert not casino.ask("Ann", "cash-out", amount=wrong)["ok"]


def test_a_voucher_is_redeemed_once(casino: Casino) -> None:
    made = cash_out(casino)
    spaced = f"{made['code'][:6]} {made['code'][6:12]} {made['code'][12:]}"
    assert casino.do("Ann", "redeem", code=spaced) == {"ok": True, "amount": 250_00, "credits": 1000_00}
    casino.sound()
    assert casino.no("Ann", "redeem", code=made["code"])["clause"] == "QLD-16-9(3)(c)"
    casino.no("Max", "pay-voucher", code=made["code"])
    casino.no("Max", "void-voucher", serial=made["serial"], reason="not needed")
    casino.crash()
    casino.no("Ann", "redeem", code=made["code"])
    assert states(casino) == ["redeemed"] and held(casino, made["serial"]) == 0


def test_only_its_player_redeems_it_at_a_terminal(casino: Casino) -> None:
    made = cash_out(casino)
    told = casino.no("Ben", "redeem", code=made["code"])
    assert told["clause"] == "QLD-16-9(3)(c)" and "cage" in told["legal"]
    nothing = casino.no("Ben", "redeem", code="000000000000000000")
    assert nothing == told, "whether a code exists is not told to others"
    assert casino.floor.cage.of("Ben") == []


def test_the_cage_pays_whoever_brings_it(casino: Casino) -> None:
    made = cash_out(casino)
    before = casino.store.balance("cage")
    for who in ("Ann", "Dora", "Sue", "Ivy"):
        assert not casino.ask(who, "pay-voucher", code=made["code"])["ok"]
    assert casino.do("Max", "pay-voucher", code=made["code"])["amount"] == 250_00
    assert casino.store.balance("cage") == before + 250_00 and casino.credits("Ann") == 750_00
    assert states(casino) == ["paid"]
    casino.no("Max", "pay-voucher", code=made["code"])


def test_a_void_voucher_goes_back_with_a_reason(casino: Casino) -> None:
    made = cash_out(casino)
    assert not casino.ask("Max", "void-voucher", serial=made["serial"], reason="")["ok"]
    assert not casino.ask("Sue", "void-voucher", serial=made["serial"], reason="misprinted")["ok"]
    casino.no("Max", "void-voucher", serial="V9999999", reason="misprinted")
    casino.do("Max", "void-voucher", serial=made["serial"], reason="misprinted")
    assert casino.credits("Ann") == 1000_00 and states(casino) == ["void"]
    event = casino.store.recent("cage", "voucher-void", 1)[0]
    assert b'"reason":"misprinted"' in event.body and event.actor == "Max"
    casino.no("Ann", "redeem", code=made["code"])


@pytest.mark.parametrize("early", [1, 0])
def test_a_voucher_expires_at_its_time(casino: Casino, early: int) -> None:
    made = cash_out(casino)
    casino.wait(30 * DAY_MS - early)
    if early:
        assert states(casino) == ["good"]
        casino.do("Ann", "redeem", code=made["code"])
        return
    assert states(casino) == ["expired"] and held(casino, made["serial"]) == 0
    assert casino.store.balance("unclaimed") == 250_00
    casino.no("Ann", "redeem", code=made["code"])
    casino.no("Max", "pay-voucher", code=made["code"])


def test_what_expired_while_the_floor_was_down(casino: Casino) -> None:
    made = cash_out(casino)
    casino.now += 31 * DAY_MS
    casino.crash()
    casino.no("Ann", "redeem", code=made["code"])  # refused by the date, even before the clock has run
    casino.wait(0)
    assert states(casino) == ["expired"]


def test_codes_are_kept_apart_from_what_is_read(casino: Casino) -> None:
    made = cash_out(casino)
    assert not any(made["code"].encode() in event.body for event in casino.store.events("cage"))
    assert casino.floor.cage.of("Ann")[0]["code"] == made["code"]


def test_bought_and_paid(casino: Casino) -> None:
    assert casino.do("Max", "issue", player="Ann", amount=50_00)["credits"] == 1050_00
    assert casino.do("Max", "pay-out", player="Ann", amount=1050_00)["credits"] == 0
    casino.sound()
    assert casino.no("Max", "pay-out", player="Ann", amount=1)["clause"] == "QLD-16-9(1)"
    for who in ("Ann", "Dora", "Sue", "Ivy"):
        for tag in ("issue", "pay-out"):
            assert not casino.ask(who, tag, player="Ann", amount=1)["ok"]


# -- play money --------------------------------------------------------------------------------------------


def playing(**settings: Any) -> Casino:
    """A floor that takes guests: whatever credits there are on it were given."""
    made = Casino("roulette", settings=Settings(**settings))
    made.do("Ann", "place", table="roulette", box=1, wagers=[["red", 400_00]])
    return made


def test_play_money_up_to_the_start() -> None:
    casino = playing()
    casino.no("Ben", "top-up")
    assert casino.do("Ann", "top-up")["credits"] == 1000_00
    casino.no("Ann", "top-up")
    casino.sound()


def test_play_money_on_a_voucher_is_not_gone() -> None:
    """Nobody fills his pockets by cashing out and asking for more."""
    casino = playing()
    made = cash_out(casino, 600_00)
    assert casino.do("Ann", "top-up")["credits"] == 400_00
    assert "vouchers included" in casino.no("Ann", "top-up")["refused"]
    assert casino.do("Ann", "redeem", code=made["code"])["credits"] == 1000_00


def test_play_money_is_no_claim_on_the_cage() -> None:
    casino = playing()
    made = cash_out(casino, 100_00)
    assert made["serial"] == "PLAY0000001"
    assert casino.do("Max", "issue", player="Ann", amount=50_00)["play"] is True
    for refused in (casino.no("Max", "pay-voucher", code=made["code"]),
                    casino.no("Max", "pay-out", player="Ann", amount=10_00)):
        assert "play money, worth nothing at the cage" in refused["refused"] and refused["legal"]
    assert casino.store.accounts("cage") == [] and casino.store.balance("play-money") == -3050_00
    assert casino.floor.you("Ann")["play"] is True
    casino.sound()


def test_a_floor_has_money_of_one_kind_for_good() -> None:
    """What came in first decides, whatever the floor is started with later."""
    given = playing()
    code = cash_out(given, 100_00)["code"]
    given.floor.settings = Settings(guests=False)
    given.crash()
    assert given.floor.cage.play and "play money" in given.no("Max", "pay-voucher", code=code)["refused"]
    bought = Casino()
    bought.floor.settings = Settings(guests=True)
    bought.crash()
    bought.do("Max", "pay-out", player="Ann", amount=500_00)
    refused = bought.no("Ann", "top-up")
    assert refused["clause"] == "QLD-16-4(2)" and "cage" in refused["legal"]
    assert bought.store.accounts("play-money") == [] and bought.floor.you("Ann")["play"] is False


def test_a_stake_cannot_be_cashed_out(casino: Casino) -> None:
    casino.add("roulette")
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 400_00]])
    casino.no("Ann", "cash-out", amount=600_01)
    cash_out(casino, 600_00)


def test_the_same_command_twice_is_one_voucher(casino: Casino) -> None:
    from pitboss.floor.commands import Who

    raw = b'{"t":"cash-out","amount":10000}'
    first = casino.floor.submit(Who("Ann", "player"), "the-same-id", raw, casino.now)
    again = casino.floor.submit(Who("Ann", "player"), "the-same-id", raw, casino.now)
    assert first == again and casino.credits("Ann") == 900_00
    other = casino.floor.submit(Who("Ann", "player"), "the-same-id", b'{"t":"cash-out","amount":1}', casino.now)
    assert not other["ok"] and casino.credits("Ann") == 900_00
