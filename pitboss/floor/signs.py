"""What hangs at a table and changes by notice: its limits, its closing, the limits of single terminals; and seats that
nobody uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, No, Result
from pitboss.floor.memory import Memory, Range
from pitboss.money import Cents, show_amount

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

IDLE_ROUNDS = 3


def carry_out(table: HouseTable, command: Command, who: Who) -> Result | None:
    match command:
        case c.OpenTable():
            return open_table(table, who)
        case c.CloseTable():
            return close_table(table, command.now, who)
        case c.TerminalLimits():
            return terminal_limits(table, command, who)
    raise No("limits cannot be changed here")


# -- opening and closing -----------------------------------------------------------------------------------


def open_table(table: HouseTable, who: Who) -> Result | None:
    if table.live is not None and table.memory.status == "open":
        raise No("the table is open")
    table.memory.status, table.memory.closes, table.memory.shown = "open", None, None
    table.write("opened", who, {})
    if table.live is None:
        table.open(who)
        table._go_on()
    return None


def close_table(table: HouseTable, now: bool, who: Who) -> Result | None:
    if table.live is None:
        raise No("the table is closed")
    table.memory.status, table.memory.closes = "closed", table.now
    table.write("closing", who, {"at": table.now})
    rest_if_idle(table)
    return None


def rest_if_idle(table: HouseTable) -> None:
    """With nothing on the layout there is no round to finish."""
    if table.live is not None and table.betting_idle():
        table.rest()


# -- limits of one terminal --------------------------------------------------------------------------------


def terminal_limits(table: HouseTable, command: c.TerminalLimits, who: Who) -> Result | None:
    limits = Range(command.minimum, command.maximum)
    if limits.minimum is not None and limits.maximum is not None and limits.minimum > limits.maximum:
        raise No("a minimum above the maximum")
    table.memory.terminal.pop(command.player, None)
    if limits != Range():
        table.memory.terminal[command.player] = limits
    table.write("terminal-limits", who, {"player": command.player, "limits": limits})
    return None


def within_terminal(table: HouseTable, player: str, box: int, wagers: list[tuple[str, Cents]]) -> None:
    """Refuse a wager outside the limits of the terminal it is made on."""
    limits = table.memory.terminal.get(player)
    if limits is None:
        return
    assert table.live is not None
    for name, amount in wagers:
        lies = table.live.t.wager(box, player, table.game.normal_name(name))
        total = amount + (lies.amount if lies is not None else 0)
        low = limits.minimum is not None and total < limits.minimum
        high = limits.maximum is not None and total > limits.maximum
        if low or high:
            least = show_amount(limits.minimum) if limits.minimum is not None else "the table's minimum"
            most = show_amount(limits.maximum) if limits.maximum is not None else "the table's maximum"
            raise No(f"{name} {show_amount(total)} at this terminal", "QLD-16-8", f"{least} to {most}")


# -- rounds and time ---------------------------------------------------------------------------------------


def round_over(table: HouseTable) -> None:
    """A round has ended: who let it pass?"""
    assert table.live is not None
    played = {player for players in table.live.t.boxes.values() for player in players}
    if not played:
        return
    memory = table.memory
    for player in set(memory.seats.values()):
        memory.idle[player] = 0 if player in played else memory.idle.get(player, 0) + 1
    for player, rounds in list(memory.idle.items()):
        if rounds >= IDLE_ROUNDS:
            table.unseat(TABLE, player, f"{IDLE_ROUNDS} rounds without a wager")


def player_left(table: HouseTable, player: str) -> None:
    return


def due(table: HouseTable) -> None:
    return


def next_due(table: HouseTable) -> int | None:
    return None


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    memory: Memory = table.memory
    match type:
        case "opened":
            memory.status, memory.closes, memory.shown = "open", None, None
        case "closing":
            memory.status, memory.closes = "closed", body["at"]
        case "terminal-limits":
            memory.terminal.pop(body["player"], None)
            limits = msgspec.convert(body["limits"], Range)
            if limits != Range():
                memory.terminal[body["player"]] = limits
