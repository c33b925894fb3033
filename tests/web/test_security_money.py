"""Attempts at money: the same credits twice, the same voucher twice, sums beyond all bounds, corrections in circles,
and officials who would be their own second person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from support.casino import STAFF, Casino
from support.web import Place, do, opened, read
from web.test_security_hostile import Hall

from pitboss.floor.commands import Who
from pitboss.floor.desk import Settings
from pitboss.floor.store import LARGEST_POSTING
from pitboss.floor.verify import verify
from pitboss.money import LARGEST_AMOUNT
from pitboss.web.app import WebSettings

START = 1000_00
LOOSE = WebSettings(tries=(100, 1000), joins=(100, 1000))


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall("roulette", "blackjack", "baccarat", "craps")
    yield hall
    end(hall)


def end(hall: Hall) -> None:
    """Everything stops, and all of it is sound."""
    assert hall.live.faults == 0
    hall.run(hall.live.stop())
    hall.loop.close()
    hall.writer.close()
    assert verify(hall.store).faults == []
    assert sum(balance for *_, balance in hall.store.accounts()) == 0


def at_once(hall: Hall, *wishes: tuple[str, str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Commands of (who, id, command) that arrive in the same moment, so that none knows of the others."""
    async def scene() -> list[dict[str, Any]]:
        return await asyncio.gather(*(
            hall.live.do(Who(who, STAFF.get(who, "player")), id, msgspec.json.encode(command))
            for who, id, command in wishes))

    found: list[dict[str, Any]] = hall.run(scene())
    return found


def bet(table: str, wager: str, amount: int, box: int = 1) -> dict[str, Any]:
    return {"t": "place", "table": table, "box": box, "wagers": [[wager, amount]]}


# -- the same credits twice ------------------------------------------------------------------------------------------


def test_the_same_credits_at_several_tables_at_once(hall: Hall) -> None:
    wagers = (("roulette", "red"), ("blackjack", "original"), ("baccarat", "player"), ("craps", "win bet"))
    hall.do("Ann", "cash-out", amount=START - 400_00)
    results = at_once(hall, *(("Ann", f"twice-{table}", bet(table, wager, 300_00)) for table, wager in wagers))
    assert sorted(result["ok"] for result in results) == [False, False, False, True]
    assert hall.store.balance("player:Ann") == 100_00
    assert sum(hall.store.balance(f"layout:{table}") for table, _ in wagers) == 300_00
    again = at_once(hall, *(("Ann", f"twice-{table}", bet(table, wager, 300_00)) for table, wager in wagers))
    assert again == results and hall.store.balance("player:Ann") == 100_00


def test_a_bet_a_voucher_and_a_buy_in_at_once(hall: Hall) -> None:
    for n in range(6):
        before = hall.store.balance("player:Ann")
        results = at_once(
            hall, ("Ann", f"bet-{n:08}", bet("roulette", "black", before)),
            ("Ann", f"out-{n:08}", {"t": "cash-out", "amount": before}),
            ("Ann", f"sit-{n:08}", {"t": "sit", "table": "room", "box": 1, "amount": before}),
            ("Max", f"pay-{n:08}", {"t": "pay-out", "player": "Ann", "amount": before}),
        )
        assert sum(result["ok"] for result in results) <= 1, results
        assert hall.store.balance("player:Ann") >= 0
        hall.do("Max", "issue", player="Ann", amount=700_00)


def test_a_command_sent_fifty_times_at_once_counts_once(hall: Hall) -> None:
    results = at_once(hall, *[("Ann", "fifty-times-1", bet("roulette", "red", 100_00))] * 50)
    assert all(result == results[0] for result in results) and results[0]["ok"]
    assert hall.store.balance("layout:roulette") == 100_00
    results = at_once(hall, *[("Ann", "fifty-times-2", {"t": "cash-out", "amount": 100_00})] * 50)
    assert len({result["serial"] for result in results}) == 1
    assert hall.store.balance("player:Ann") == START - 200_00


def test_play_money_is_given_up_to_its_sum_however_often_one_asks() -> None:
    hall = Hall("roulette", house=Settings())
    hall.do("Ann", "place", table="roulette", box=1, wagers=[["red", 400_00]])
    results = at_once(hall, *(("Ann", f"top-up-{n:04}", {"t": "top-up"}) for n in range(20)))
    assert sum(result["ok"] for result in results) == 1
    assert hall.store.balance("player:Ann") == START
    end(hall)


def test_chips_cannot_be_in_two_places(hall: Hall) -> None:
    """A stack at a table between players is not credits, and adding to it twice costs twice."""
    hall.do("Ann", "sit", table="room", box=1, amount=400_00)
    assert not hall.do("Ann", "cash-out", amount=700_00)["ok"]
    results = at_once(
        hall, ("Ann", "add-00001", {"t": "add-chips", "table": "room", "amount": 600_00}),
        ("Ann", "out-00001", {"t": "cash-out", "amount": 600_00}),
    )
    assert sum(result["ok"] for result in results) == 1
    hall.do("Ann", "leave", table="room")
    hall.do("Ann", "leave", table="room")
    held = hall.store.balance("player:Ann") + sum(balance for *_, balance in hall.store.accounts("voucher:"))
    assert held == START and hall.store.balance("stack:room:Ann") == 0


# -- vouchers --------------------------------------------------------------------------------------------------------


def test_a_voucher_is_paid_once_whoever_comes_first(hall: Hall) -> None:
    code = hall.do("Ann", "cash-out", amount=500_00)["code"]
    serial = hall.floor.cage.vouchers["V0000001"].serial
    results = at_once(
        hall, *(("Ann", f"redeem-{n:04}", {"t": "redeem", "code": code}) for n in range(10)),
        *(("Max", f"paid-{n:06}", {"t": "pay-voucher", "code": code}) for n in range(5)),
        ("Mia", "void-00001", {"t": "void-voucher", "serial": serial, "reason": "lost"}),
    )
    assert sum(result["ok"] for result in results) == 1
    assert hall.store.balance(f"voucher:{serial}") == 0
    assert hall.store.balance("player:Ann") in (START, START - 500_00)


def test_two_windows_redeem_the_same_voucher() -> None:
    with opened(web=LOOSE) as place:
        ann = place.browser()
        ann.guest("Ann")
        with ann.socket() as one, ann.socket() as two:
            code = do(one, {"t": "cash-out", "amount": 5000})["code"]
            for n, window in enumerate((one, two)):
                window.send_json({"t": "do", "id": f"redeem-000{n}", "command": {"t": "redeem", "code": code}})
            results = [read(window, "done")["result"]["ok"] for window in (one, two)]
        assert sorted(results) == [False, True]
        assert place.house.store.balance("player:Ann") == 100_000


def test_a_voucher_that_has_expired_pays_nobody() -> None:
    casino = Casino()
    code = casino.do("Ann", "cash-out", amount=500_00)["code"]
    casino.now += 366 * 86_400_000
    casino.no("Ann", "redeem", code=code)
    casino.no("Max", "pay-voucher", code=code)
    casino.wait(1)
    assert casino.store.balance("unclaimed") == 500_00 and casino.credits("Ann") == START - 500_00
    casino.no("Max", "void-voucher", serial="V0000001", reason="late")


# -- sums beyond all bounds ------------------------------------------------------------------------------------------


def test_amounts_without_end(hall: Hall) -> None:
    for amount in (0, -1, LARGEST_AMOUNT + 1, 2**63, 10**30):
        for command in ({"t": "cash-out"}, {"t": "issue", "player": "Ann"}, {"t": "pay-out", "player": "Ann"}):
            who = "Ann" if command["t"] == "cash-out" else "Max"
            assert not hall.do(who, command["t"], **{k: v for k, v in command.items() if k != "t"}, amount=amount)["ok"]
        assert not hall.do("Ann", "place", table="roulette", box=1, wagers=[["red", amount]])["ok"]
    for _ in range(50):
        assert hall.do("Max", "issue", player="Ann", amount=LARGEST_AMOUNT)["ok"]
    assert hall.store.balance("player:Ann") == START + 50 * LARGEST_AMOUNT
    assert not hall.do("Ann", "place", table="roulette", box=1, wagers=[["red", LARGEST_AMOUNT]] * 60)["ok"]
    assert not hall.do("Ann", "place", table="roulette", box=1, wagers=[["red", 500]] * 61)["ok"]
    assert hall.store.balance("layout:roulette") == 0


def test_sixty_wagers_at_once_are_all_there_or_none(hall: Hall) -> None:
    numbers = [[f"straight up {n}", 5_00] for n in range(1, 37)]
    assert hall.do("Ann", "place", table="roulette", box=1, wagers=numbers)["ok"]
    assert hall.store.balance("layout:roulette") == 36 * 5_00
    for last in (["straight up 99", 5_00], ["red", START], ["straight up 1", 10**9]):
        before = hall.store.accounts()
        assert not hall.do("Ann", "place", table="roulette", box=1, wagers=[*numbers[:20], last])["ok"]
        assert hall.store.accounts() == before
    assert hall.do("Ann", "clear", table="roulette")["ok"] and hall.store.balance("player:Ann") == START


def test_chips_of_no_end_at_tables_where_nobody_counts_them() -> None:
    """Players with chips and tables without value have no credits to stop them: the books still hold."""
    casino = Casino("roulette")
    casino.add("roulette-2", options={"teaching": "non-value"})
    for n in range(3):
        wagers = [[f"straight up {n}", LARGEST_AMOUNT] for n in range(1, 37)]
        casino.ask(("Ann", "Ben", "Cat")[n], "place", table="roulette-2", box=1, wagers=wagers)
    assert 0 < casino.store.balance("layout:roulette-2") < LARGEST_POSTING
    casino.no("Dora", "place-for", table="roulette", box=1, player="Walt", wagers=[["red", LARGEST_AMOUNT]])
    casino.do("Dora", "no-more-bets", table="roulette-2")
    casino.sound()
    assert casino.credits("Ann") == START


def test_taking_back_is_never_putting_down(hall: Hall) -> None:
    hall.do("Ann", "place", table="roulette", box=1, wagers=[["red", 50_00]])
    held = hall.store.balance("player:Ann")
    for to in (50_00, 60_00, LARGEST_AMOUNT):
        hall.do("Ann", "take", table="roulette", box=1, wager="red", to=to)
        assert hall.store.balance("player:Ann") == held
    assert not hall.do("Ann", "take", table="roulette", box=1, wager="red", to=-1)["ok"]
    assert not hall.do("Ben", "take", table="roulette", box=1, wager="red")["ok"]
    assert hall.do("Ann", "take", table="roulette", box=1, wager="red")["ok"]
    assert not hall.do("Ann", "take", table="roulette", box=1, wager="red")["ok"]
    assert hall.store.balance("player:Ann") == START


def test_a_bet_after_no_more_bets_does_not_count(hall: Hall) -> None:
    hall.do("Ann", "place", table="blackjack", box=1, wagers=[["original", 50_00]])
    results = at_once(
        hall, ("Dora", "no-more-0001", {"t": "no-more-bets", "table": "blackjack"}),
        ("Ben", "late-bet-001", bet("blackjack", "original", 50_00, 2)),
        ("Ann", "late-take-01", {"t": "take", "table": "blackjack", "box": 1, "wager": "original"}),
    )
    assert [result["ok"] for result in results] == [True, False, False]
    assert hall.store.balance("player:Ben") == START


def test_a_decision_cannot_cost_more_than_there_is(hall: Hall) -> None:
    """Doubling without the credits for it is refused, in a hand that may be doubled."""
    for _ in range(30):
        hall.do("Max", "issue", player="Cat", amount=50_00)
        hall.do("Cat", "cash-out", amount=hall.store.balance("player:Cat") - 50_00)
        hall.do("Cat", "place", table="blackjack", box=3, wagers=[["original", 50_00]])
        hall.do("Dora", "no-more-bets", table="blackjack")
        table: Any = hall.floor.tables["blackjack"]
        options = [option.name for option in getattr(table.request, "options", ())]
        if "double down" in options:
            before = hall.store.accounts()
            for amount in (None, 1, 50_00, LARGEST_AMOUNT):
                fields = {} if amount is None else {"amount": amount}
                assert not hall.do("Cat", "decide", table="blackjack", hand="3", name="double down", **fields)["ok"]
            assert hall.store.accounts() == before
            return
        hall.finish("blackjack")
    raise AssertionError("no hand could be doubled")


# -- officials -------------------------------------------------------------------------------------------------------


@pytest.fixture
def wheel() -> Casino:
    """A real wheel; Ann has put all she has on 17."""
    casino = Casino()
    casino.add("roulette-2", mode="physical")
    casino.do("Ann", "place", table="roulette-2", box=1, wagers=[["straight up 17", 10_00]])
    casino.do("Dora", "no-more-bets", table="roulette-2")
    return casino


def comes(casino: Casino, number: str) -> None:
    casino.do("Dora", "enter", table="roulette-2", answer={"type": "ball", "number": number})
    casino.do("Dora", "confirm", table="roulette-2")


def corrects(casino: Casino, number: str, by: str = "Sue", second: str = "Max") -> dict[str, Any]:
    """Round 1 is corrected to another number."""
    from pitboss.floor.proposals import past
    from pitboss.table.acts import Ball

    index = next(n for n, one in enumerate(past(casino.table("roulette-2"), 1).answers) if type(one) is Ball)
    made = casino.ask(by, "propose", table="roulette-2", what="correct", reason="misread", round=1, index=index,
                      answer={"type": "ball", "number": number})
    return casino.ask(second, "approve", table="roulette-2", n=made["n"]) if made["ok"] else made


def test_corrections_in_circles_make_no_money(wheel: Casino) -> None:
    """What a player owes from one correction is paid by the next before he sees any of it."""
    comes(wheel, "17")
    won = wheel.credits("Ann")
    assert won > START
    for _ in range(4):
        wheel.do("Ann", "cash-out", amount=wheel.credits("Ann")) if wheel.credits("Ann") else None
        assert corrects(wheel, "5")["ok"]
        assert wheel.credits("Ann") == 0 and wheel.store.balance("owed:Ann") < 0
        assert corrects(wheel, "17")["ok"]
        assert wheel.credits("Ann") == 0 and wheel.store.balance("owed:Ann") == 0
    vouchers = sum(balance for *_, balance in wheel.store.accounts("voucher:"))
    assert vouchers == won
    assert verify(wheel.store).faults == []


def test_a_round_is_not_void_once_it_is_settled(wheel: Casino) -> None:
    n = wheel.do("Sue", "propose", table="roulette-2", what="void", reason="the ball jumped")["n"]
    comes(wheel, "5")
    assert wheel.credits("Ann") == START - 10_00
    before = wheel.store.accounts()
    late = wheel.no("Max", "approve", table="roulette-2", n=n)
    assert late["refused"] and wheel.store.accounts() == before
    wheel.no("Sue", "propose", table="roulette-2", what="void", reason="the ball jumped", round=1)


def test_a_void_round_is_void_once(wheel: Casino) -> None:
    numbers = [wheel.do(by, "propose", table="roulette-2", what="void", reason="the ball jumped")["n"]
               for by in ("Sue", "Sam")]
    wheel.do("Max", "approve", table="roulette-2", n=numbers[0])
    held = wheel.credits("Ann")
    wheel.ask("Mia", "approve", table="roulette-2", n=numbers[1])
    wheel.ask("Max", "approve", table="roulette-2", n=numbers[0])
    assert wheel.credits("Ann") == held
    wheel.sound()


@pytest.mark.parametrize("n", [0, 2, 99, 2**53])
def test_proposals_that_are_not_there(wheel: Casino, n: int) -> None:
    wheel.do("Sue", "propose", table="roulette-2", what="void", reason="the ball jumped")
    for tag in ("approve", "withdraw"):
        wheel.no("Max", tag, table="roulette-2", n=n)


def test_nothing_is_corrected_where_nothing_was_entered() -> None:
    """Virtual equipment makes no slips; two officials cannot turn a losing number into a winning one."""
    casino = Casino("roulette")
    casino.bet("roulette")
    casino.do("Dora", "no-more-bets", table="roulette")
    for round in (0, 1, 2):
        for index in range(6):
            no = casino.no("Sue", "propose", table="roulette", what="correct", reason="please", round=round,
                           index=index, answer={"type": "ball", "number": "17"})
            assert "virtual" in no["refused"]


def test_a_dealer_gives_no_decision_of_a_supervisor() -> None:
    """An official's decision is that of the office which is asked."""
    casino = Casino()
    casino.add("baccarat-2", mode="physical")
    table = casino.table("baccarat-2")
    for _ in range(20):
        request: Any = table.request
        if type(request).__name__ == "Direct":
            break
        answer = {"type": "shuffled"} if type(request).__name__ == "Shuffle" else {
            "type": "cut", "from_back": getattr(request, "least", 14)}
        casino.do("Dora", "enter", table="baccarat-2", answer=answer)
        casino.do("Dora", "confirm", table="baccarat-2")
    assert table.request is not None and table.request.hand == "supervisor"  # type: ignore[union-attr]
    casino.no("Dora", "direct", table="baccarat-2", name="start play")
    casino.no("Ann", "decide", table="baccarat-2", hand="supervisor", name="start play")
    casino.no("Dora", "decide-for", table="baccarat-2", hand="supervisor", player="Ann", name="start play")
    casino.do("Sue", "direct", table="baccarat-2", name="start play")


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with opened(web=LOOSE) as place:
        yield place


def test_a_second_window_is_no_second_person(place: Place) -> None:
    sue = place.staff("Sue", "supervisor")
    other = place.browser()
    assert other.sign_in("SUE", "open sesame").status_code == 303
    ann = place.browser()
    ann.guest("Ann")
    with sue.socket() as one, other.socket() as two, ann.socket() as player:
        assert do(player, bet("roulette", "red", 500))["ok"]
        proposed = do(one, {"t": "propose", "table": "roulette", "what": "void", "reason": "because"})
        for window in (one, two):
            no = do(window, {"t": "approve", "table": "roulette", "n": proposed["n"]})
            assert not no["ok"] and "proposed it" in no["refused"]
        assert do(two, {"t": "withdraw", "table": "roulette", "n": proposed["n"]})["ok"]


def test_somebody_who_is_no_supervisor_any_more_approves_nothing(place: Place) -> None:
    """Between proposing and approving he became a player: his windows close, and the second person is still missing."""
    sam, tom, manager = place.staff("Sam", "supervisor"), place.staff("Tom", "supervisor"), place.browser()
    manager.sign_in("manager", "new-password-1")
    ben = place.browser()
    ben.guest("Ben")
    with sam.socket() as first, tom.socket() as second, manager.socket() as boss, ben.socket() as player:
        assert do(player, bet("baccarat", "player", 500))["ok"]
        n = do(first, {"t": "propose", "table": "baccarat", "what": "void", "reason": "because"})["n"]
        assert do(boss, {"t": "set-role", "name": "Tom", "role": "player"})["ok"]
        second.send_json({"t": "do", "id": "too-late-01", "command": {"t": "approve", "table": "baccarat", "n": n}})
        assert read(second, "bye")["why"] == "signed out"
    back = place.browser()
    back.sign_in("Tom", "open sesame")
    with back.socket() as window:
        no = do(window, {"t": "approve", "table": "baccarat", "n": n})
        assert not no["ok"] and "may not" in no["refused"]
    desk: Any = place.house.floor.tables["baccarat"]
    assert [proposal.n for proposal in desk.memory.proposals] == [n] and desk.live.t.wagers
