"""What a terminal adds to a table, as the book of its game has it: wagers on areas of the layout, as far as the credits
go, and wagers that are collected once they have won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import lessons
from pitboss.floor.desk import TABLE, No
from pitboss.money import Cents
from pitboss.table.acts import Take
from pitboss.table.requests import Gather

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


def on_the_layout(table: HouseTable, names: list[str]) -> None:
    """A wager is made by touching an area that is there for it."""
    areas, terminal = table.game.wager_names(), table.book.terminal
    for name in names:
        if not terminal.touched(table.game.normal_name(name), areas):
            raise No(f"{name!r} is no area of this layout", terminal.touching, f"{', '.join(areas[:8])}...")


def can_pay(table: HouseTable, player: str, amount: Cents, what: str = "wagers of") -> None:
    if lessons.non_value(table):
        return
    short = table.book.terminal.refuse_beyond_credits(what, amount, table.credits(player))
    if short is not None:
        raise No.of(short)


def collect(table: HouseTable) -> None:
    """What has won goes to the credits instead of staying on the layout for the next round."""
    live = table.live
    if live is None or not live.game.wins_stay or type(live.request) is not Gather:
        return
    takes = [Take(wager.box, wager.player, wager.slot) for wager in live.t.all_wagers()
             if wager.player not in table.memory.walk_ins]
    why, clause = "winning wagers are collected to the credits", str(table.book.terminal.collecting)
    taken = [take for take in takes if live.send(take, why, clause) is None]
    if taken:
        table.write("acts", TABLE, {"answers": taken, "why": why, "clause": clause})
