"""What a terminal adds to a table, as the book of its game has it: wagers on areas of the layout, as far as the credits
go, and wagers that are collected once they have won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import lessons
from pitboss.floor.desk import TABLE, No
from pitboss.money import Cents, show_amount
from pitboss.table.acts import Take
from pitboss.table.requests import Gather

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


def connect(table: HouseTable, player: str) -> None:
    """A terminal comes to the table, if it is not one more than were approved for its game."""
    others = [name for name in table.memory.idle if name != player and name not in table.memory.walk_ins]
    if table.added.terminals and player not in table.memory.idle:
        refused = table.book.terminal.refuse_terminal(len(others), table.added.terminals)
        if refused is not None:
            raise No.of(refused)


def on_the_layout(table: HouseTable, player: str, names: list[str]) -> None:
    """A wager is made by touching an area that is there for it, at one terminal, on one game at a time or on several
    where the house has leave for that."""
    connect(table, player)
    terminal = table.book.terminal
    if not terminal.may_play_at_once(1 + table.elsewhere(player), table.settings.several_games):
        raise No("wagers on several games at once", terminal.at_once, "when the other game has decided yours")
    areas = terminal.areas(table.game.wager_names())
    for name in names:
        if not terminal.touched(table.game.normal_name(name), areas):
            raise No(f"{name!r} is no area of this layout", terminal.touching, f"{', '.join(areas[:8])}...")


def can_pay(table: HouseTable, player: str, amount: Cents, what: str = "wagers of") -> None:
    if lessons.non_value(table):
        return
    credits = table.credits(player)
    short = table.book.terminal.refuse_beyond_credits(what, amount, credits)
    if short is not None:
        no = No.of(short)
        no.result |= {"says": f"This takes {show_amount(amount)}; you have {show_amount(credits)}", "short": True}
        raise no


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
