"""Payments that the operator withholds while a round is investigated, if the book grants that right.

A withheld amount moves from the player's credits to an account of its own. It is paid when a manager releases it, or
automatically when the book's time limit is over. The limit is for one round's payment to one player in all: parts and
repeated withholding count together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import HOUR_MS, TABLE, No, Result, body_of
from pitboss.floor.memory import HeldPayment
from pitboss.floor.store import Stored
from pitboss.money import Cents, show_amount

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable
    from pitboss.floor.poker import PokerDesk
    from pitboss.floor.poker_room import Room

# So many rounds back a payment may be looked into.
ROUNDS = 100


def carry_out(table: HouseTable | PokerDesk, command: Command, who: Who) -> Result | None:
    match command:
        case c.Withhold():
            return withhold(table, command, who)
        case c.PayHeld():
            pay(table, _open(table, command.n), who)
    return None


def withhold(table: HouseTable | PokerDesk, command: c.Withhold, who: Who) -> Result | None:
    """Withhold at most the player's winnings and credits, for the rest of the book's time limit."""
    clause, hours = table.book.withholding, table.book.hours_withheld()
    if not clause:
        raise No("a payment withheld", legal="the book of this game knows no such right")
    ended, number, paid = paid_in(table, command.round, command.player)
    here = [held for held in table.memory.held if (held.round, held.player) == (number, command.player)]
    left = paid - sum(held.amount for held in here)
    what = f"{show_amount(command.amount)} withheld from {command.player}"
    if command.amount > left:
        raise No(what, clause, f"at most {show_amount(left)}, what round {number} paid and is not withheld yet")
    there = table.holds(table.account(command.player))
    if command.amount > there:
        raise No(what, clause, f"at most {show_amount(max(0, there))}, which is still there")
    until = table.now + hours * HOUR_MS - withheld_ms(table, ended, number, command.player) if hours else 0
    if hours and until <= table.now:
        raise No(what, clause, f"{hours} hours in all, and this payment was withheld for as long")
    held = HeldPayment(table.memory.withheld + 1, number, command.player, command.amount, until, command.reason,
                       who.name, table.account(command.player))
    _happens(table, "withheld", who, msgspec.to_builtins(held) | {"clause": str(clause)})
    table.post((held.account, -held.amount), (_account(held), held.amount))
    return {"n": held.n, "until": held.until, "clause": str(clause)}


def paid_in(table: HouseTable | PokerDesk, number: int, player: str) -> tuple[Stored, int, Cents]:
    """Return the end of a round (0: the last one), the round's number and the player's winnings excluding stakes."""
    for event in table.store.recent(table.stream, "ended", ROUNDS):
        body = body_of(event)
        if body["played"] and number in (0, body["round"]):
            return event, body["round"], table.won_in(body, player)
    raise No(f"round {number} is not among the last {ROUNDS}" if number else "no round has been played")


def withheld_ms(table: HouseTable | PokerDesk, ended: Stored, number: int, player: str) -> int:
    """Return for how long any part of a round's payment to a player has been withheld; parts withheld at the same time
    count once."""
    paid_at = {body_of(event)["n"]: event.at for event in table.store.between(table.stream, "held-paid", ended.ver)}
    whole = last = 0
    for event in table.store.between(table.stream, "withheld", ended.ver):
        body = body_of(event)
        if (body["round"], body["player"]) == (number, player):
            end = paid_at.get(body["n"], table.now)
            whole += max(0, end - max(last, event.at))
            last = max(last, end)
    return whole


def pay(table: HouseTable | PokerDesk, held: HeldPayment, who: Who) -> None:
    """Return a withheld amount to the account that it was taken from."""
    body = {"n": held.n, "player": held.player, "amount": held.amount, "account": held.account}
    _happens(table, "held-paid", who, body | {"clause": str(table.book.withholding)})
    table.post((_account(held), -held.amount), (held.account, held.amount))


def due(table: HouseTable | PokerDesk) -> None:
    """Pay the amounts whose time is over."""
    for held in [held for held in table.memory.held if held.until and table.now >= held.until]:
        pay(table, held, TABLE)


def next_due(table: HouseTable | PokerDesk) -> int | None:
    return min((held.until for held in table.memory.held if held.until), default=None)


def _open(table: HouseTable | PokerDesk, n: int) -> HeldPayment:
    for held in table.memory.held:
        if held.n == n:
            return held
    raise No(f"no payment {n} is withheld here")


def _account(held: HeldPayment) -> str:
    return f"held:{held.player}"


def _happens(table: HouseTable | PokerDesk, type: str, who: Who, body: dict[str, Any]) -> None:
    table.record(type, who, body)


def fold(table: HouseTable | Room, type: str, body: dict[str, Any]) -> None:
    memory = table.memory
    match type:
        case "withheld":
            memory.held = [*memory.held, msgspec.convert(body, HeldPayment)]
            memory.withheld = body["n"]
        case "held-paid":
            memory.held = [held for held in memory.held if held.n != body["n"]]


def shown(table: HouseTable | PokerDesk) -> dict[str, Any]:
    """What is withheld, and under which clause anything may be; why is for those who read the books."""
    return {"clause": str(table.book.withholding),
            "payments": [{"n": held.n, "round": held.round, "player": held.player, "amount": held.amount,
                          "until": held.until} for held in table.memory.held]}
