"""A floor with all kinds of content: rounds, hands, vouchers, people, sign-ins, withheld payments, corrections ..."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from pitboss.floor import commands as c
from pitboss.floor import poker_view
from pitboss.floor.desk import Settings
from pitboss.floor.floor import Floor, ReadCommand
from pitboss.floor.incidents import REFUSED, Tally, event_of
from pitboss.floor.people import People, PeopleSettings
from pitboss.floor.poker import PokerDesk
from pitboss.floor.signature import program_signature, record_start
from pitboss.floor.store import Write
from pitboss.rulebooks import games
from pitboss.table.requests import Choose
from support.casino import GAMES, MINUTE, Casino
from support.dealing import enter

DAY = 24 * 60 * MINUTE
# A game whose book lets the house withhold a payment.
HELD_AT = next(name for name, id in GAMES.items() if games()[id].book.withholding)


def full_floor(path: Path | str = ":memory:") -> Casino:
    """Return a floor after an evening, with rounds and a hand under way."""
    casino = Casino(path=path, settings=Settings(guests=False, voucher_days=2))
    record_start(casino.store, program_signature(), casino.now)
    _vouchers(casino)
    _virtual(casino)
    _physical(casino)
    _withheld(casino)
    _poker(casino)
    asyncio.run(_people(casino))
    casino.store.commit([Write([event_of((REFUSED, ""), Tally(1, 2, 3, {"name": ["Eve"]}), casino.now)])])
    for player in ("Ann", "Ben"):
        casino.ask(player, "redeem", code="123")
        assert not casino.ask(player, "open-table", table="roulette")["ok"]
    _under_way(casino)
    return casino


def _vouchers(casino: Casino) -> None:
    """One expired, one renewed, one redeemed, one paid, one void, one good; a void that waits for a second person."""
    casino.do("Ann", "cash-out", amount=10_00)
    renewed = casino.do("Ann", "cash-out", amount=11_00)
    casino.wait(3 * DAY)
    casino.do("Max", "renew-voucher", serial=renewed["serial"], reason="the clock was wrong")
    casino.do("Ann", "redeem", code=casino.do("Ann", "cash-out", amount=20_00)["code"])
    casino.do("Max", "pay-voucher", code=casino.do("Ben", "cash-out", amount=30_00)["code"])
    for _ in range(2):
        serial = casino.do("Cat", "cash-out", amount=40_00)["serial"]
        casino.ask("Sue", "void-voucher", serial=serial, reason="torn")


def _virtual(casino: Casino) -> None:
    for name in ("roulette", "baccarat", "blackjack", "craps", "three-card"):
        casino.add(name)
        casino.play(name, 2)
    casino.add("blackjack-2", options={"shoe": "machine"})
    casino.play("blackjack-2", 2)
    casino.do("Sue", "limits", table="roulette", minimum=10_00, maximum=300_00)
    casino.do("Ann", "add-number", table="roulette", number="314")
    casino.do("Sue", "malfunction", table="craps", reason="the screens are dark")
    casino.play("craps", 2)
    casino.do("Sue", "repaired", table="craps")
    for word in ("withdraw", "approve"):
        while casino.table("blackjack").betting:
            casino.bet("blackjack")
            casino.do("Dora", "no-more-bets", table="blackjack")
        n = casino.do("Sue", "propose", table="blackjack", what="void", reason="a card was marked")["n"]
        casino.do("Sue" if word == "withdraw" else "Max", word, table="blackjack", n=n)


def _physical(casino: Casino) -> None:
    """Spins of a real wheel: entered, taken back, corrected, reported."""
    casino.add("roulette-2", mode="physical")
    table = "roulette-2"
    for number in ("2", "3", "17"):
        casino.do("Dora", "place-for", table=table, box=1, player="Walt", wagers=[["red", 10_00]])
        casino.bet(table, "Ann", 2)
        casino.do("Dora", "no-more-bets", table=table)
        enter(casino, table, {"type": "ball", "number": number})
        if number == "2":
            casino.do("Dora", "take-back", table=table)
            enter(casino, table, {"type": "ball", "number": "4"})
    answers = casino.played(table, 1)
    index = next(n for n, answer in enumerate(answers) if answer["type"] == "ball")
    n = casino.do("Sue", "propose", table=table, what="correct", round=1, index=index,
                  answer={"type": "ball", "number": "5"}, reason="misread")["n"]
    casino.do("Max", "approve", table=table, n=n)
    casino.do("Dora", "report", table=table, kind="something-else", facts={"what": "a drink on the layout"})


def _withheld(casino: Casino) -> None:
    """A payment is withheld and made after all; another stays withheld."""
    name = HELD_AT
    casino.add(name)
    for paid in (True, False):
        won = 0
        while not won:
            casino.bet(name, "Cat")
            casino.do("Dora", "no-more-bets", table=name)
            while isinstance(asked := casino.table(name).request, Choose):
                bold = next(option.name for option in asked.options if "fold" not in option.name)
                casino.do("Cat", "decide", table=name, hand=asked.hand, name=bold)
            won = sum(line["pays"] for line in (casino.table(name).last or {})["lines"] if line["outcome"] == "win")
        n = casino.do("Max", "withhold", table=name, player="Cat", amount=won, reason="a device", round=0)["n"]
        if paid:
            casino.do("Max", "pay-held", table=name, n=n)


def _poker(casino: Casino) -> None:
    """A hand with virtual cards and the next one under way; seats and an entry with real ones."""
    casino.do("Max", "add-table", id="poker", name="Poker", game="mel/holdem")
    for box, player in enumerate(("Ann", "Ben", "Cat"), 1):
        casino.do(player, "sit", table="poker", box=box, amount=200_00)
    desk = casino.floor.tables["poker"]
    assert isinstance(desk, PokerDesk)
    for _ in range(50):
        if desk.room.hand is not None and desk.rounds < 2:
            asked = poker_view.asked_in(desk.room, desk.room.hand)
            casino.do(asked["player"], "decide", table="poker", hand=asked["hand"], name="fold")
        elif desk.room.hand is None:
            casino.now = max(casino.now, desk.deadline() or 0)
            step = casino.floor.tick("poker", casino.now)
            assert step is not None
            casino.floor.commit(step, casino.now)
    assert desk.rounds == 2 and desk.room.hand is not None
    casino.do("Max", "add-table", id="real", name="Real", game="mel/holdem", mode="physical")
    for box, player in enumerate(("Xia", "Yan", "Zoe"), 1):
        casino.do("Dora", "seat-for", table="real", box=box, player=player, amount=200_00)
    casino.ask("Dora", "deal", table="real")


async def _people(casino: Casino) -> None:
    """People with and without passwords, browsers, sign-ins, and a supervisor whose adding waits."""
    async def commit(write: Write) -> int:
        done = casino.store.commit([write])[0]
        assert isinstance(done, int)
        return done

    settings = Settings(guests=True, set_up_hours=0)
    cheap = PeopleSettings(rounds=1, memory=64)
    people = People(casino.store, lambda: casino.now, commit, settings, cheap)
    password = await people.first_start()
    assert password
    manager, count = c.Who("manager", c.MANAGER), 0

    async def give(command: Any) -> None:
        nonlocal count
        count += 1
        request = ReadCommand("people", command, manager, f"manager:people-{count}", f"asked {count}")
        result = await people.take(request)
        assert result["ok"], result

    await give(c.AddPerson("Sue", c.SUPERVISOR, "long enough 1"))
    await give(c.AddPerson("Dora", c.DEALER, "long enough 2"))
    await give(c.AddPerson("Sam", c.SUPERVISOR, "long enough 3"))
    await give(c.ResetPassword("Dora"))
    await give(c.SetRole("Dora", c.SUPERVISOR))
    assert (await people.join("Guest", None, "browser 1"))[0]
    assert (await people.join("Ann", "long enough 4", "browser 2"))[0]
    token, _ = await people.enter("Sue", "long enough 1", browser="browser 3")
    assert token
    await people.enter("Sue", "wrong", browser="browser 3")
    await people.close()


def _under_way(casino: Casino) -> None:
    """Rounds in which a decision is waited for; the floor stops in them, and goes on."""
    for name in ("blackjack", "blackjack-2"):
        while casino.table(name).betting:
            casino.bet(name)
            casino.do("Dora", "no-more-bets", table=name)
    casino.floor = Floor(casino.store, casino.source, casino.floor.settings)
    casino.floor.load(casino.now)
    casino.bet("baccarat", "Ben", 3)
