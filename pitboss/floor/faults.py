"""Terminals or their system at fault: since when, until it is repaired, and credits of that time that need not be
paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.floor import commands as c
from pitboss.floor import proposals
from pitboss.floor.approvals import seconded
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import No, Result
from pitboss.floor.memory import Fault
from pitboss.money import show_amount

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


def carry_out(table: HouseTable, command: Command, who: Who) -> Result | None:
    match command:
        case c.Malfunction():
            if table.memory.fault is not None and table.memory.fault.repaired is None:
                raise No("the fault is known", legal="say when it is repaired")
            table.record("malfunction", who, {"since": table.now, "reason": command.reason, "by": who.name})
        case c.Repaired():
            if table.memory.fault is None or table.memory.fault.repaired is not None:
                raise No("no fault of the terminals is known")
            table.record("repaired", who, {"at": table.now})
        case c.RefuseCredit():
            return refuse_credit(table, command, who)
    return None


def refuse_credit(table: HouseTable, command: c.RefuseCredit, who: Who, second: str = "") -> Result | None:
    """Credits that came while the terminals were at fault are taken back, by two persons: no more than came then."""
    fault, terminal = table.memory.fault, table.book.terminal
    came = fault.credited.get(command.player, 0) if fault is not None else 0
    what = f"{show_amount(command.amount)} refused to {command.player}"
    refused = terminal.refuse_withholding(what, command.amount, came)
    if refused is not None:
        raise No.of(refused)
    if not second and not table.staffing.alone:
        return proposals.put_up(table, command, who, f"{what}: {command.reason}")
    clause = str(terminal.withholding)
    body = {"player": command.player, "amount": command.amount, "reason": command.reason, "clause": clause}
    table.record("credit-refused", who, body | seconded(second, True))
    table.post((table.account(command.player), -command.amount), (f"float:{table.id}", command.amount))
    return {"clause": clause, "left": came - command.amount}


def round_over(table: HouseTable) -> None:
    """What a round credited while the fault lasts may be refused."""
    fault, live = table.memory.fault, table.live
    if fault is None or fault.repaired is not None or live is None:
        return
    for player, amount in live.gains().items():
        if amount > 0:
            fault.credited[player] = fault.credited.get(player, 0) + amount


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    memory = table.memory
    match type:
        case "malfunction":
            memory.fault = Fault(body["since"], body["reason"], body["by"])
        case "repaired" if memory.fault is not None:
            memory.fault.repaired = body["at"]
        case "credit-refused" if memory.fault is not None:
            memory.fault.credited[body["player"]] -= body["amount"]


def shown(table: HouseTable) -> dict[str, Any] | None:
    """The fault that is known, and what was credited while it lasted and not refused."""
    fault = table.memory.fault
    if fault is None:
        return None
    return {"since": fault.since, "repaired": fault.repaired, "reason": fault.reason, "by": fault.by,
            "credited": {player: amount for player, amount in fault.credited.items() if amount},
            "clause": str(table.book.terminal.withholding)}
