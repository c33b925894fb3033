"""Teaching tables. Where chips have no value a player's chips are an account of their own at the table:
it is full when he sits down, more is lent when it runs out, and nobody's credits are ever touched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor.desk import TABLE
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

FULL: Cents = 1000_00


def non_value(table: HouseTable) -> bool:
    return table.added.options.get("teaching") == "non-value"


def start(table: HouseTable, player: str) -> None:
    """Chips for somebody who sits down."""
    if non_value(table) and table.credits(player) < FULL:
        _lend(table, player, FULL - table.credits(player))


def lend_missing(table: HouseTable) -> None:
    """More chips for whoever has put down the last of them."""
    if not non_value(table):
        return
    prefix = f"lesson:{table.id}:"
    for account in dict.fromkeys(account for account, _ in table.moving if account.startswith(prefix)):
        if table.holds(account) < 0:
            _lend(table, account.removeprefix(prefix), FULL - table.holds(account))


def _lend(table: HouseTable, player: str, amount: Cents) -> None:
    table.write("lent", TABLE, {"player": player, "amount": amount, "clause": table.book.non_value})
    table.post((table.account(player), amount), (f"float:{table.id}", -amount))
