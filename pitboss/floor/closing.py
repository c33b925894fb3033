"""Opening and closing a table. A sign tells players the time, where their book asks for one; what lies on the layout
when that time comes is played to its end or goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import consent, seats
from pitboss.floor.commands import Who
from pitboss.floor.desk import MINUTE_MS, TABLE, No, Result
from pitboss.table.acts import Irregular, Take
from pitboss.table.requests import Gather
from pitboss.table.table import DECLARED_VOID

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


def open_table(table: HouseTable, who: Who) -> Result | None:
    """Open a table, or leave one open that was about to close."""
    if table.live is not None and table.memory.status == "open":
        raise No("the table is open")
    table.memory.status, table.memory.closes, table.memory.shown = "open", None, None
    table.write("opened", who, {})
    if table.live is None:
        report = table.book.reopened_report() if table.memory.state is not None else None
        table.open(who)
        if report is not None:
            table.say(TABLE, report)
        table.go_on()
    return None


def close_table(table: HouseTable, now: bool, who: Who, agreed: int = 0) -> Result | None:
    """Close it: with the notice of its book while there are players who do not all agree, or else once the round under
    way is over."""
    if table.live is None:
        raise No("the table is closed")
    book, game = table.book, table.game
    at_once = book.closes_at_once(len(consent.players(table)), agreed)
    refused = None if at_once else book.refuse_closing(game, table.memory.shown, table.now)
    if refused is not None and now:
        raise No.of(refused)
    if refused is not None and table.memory.closes is not None:
        raise No("a sign with the time is up", book.closing, "wait for it, or open the table again")
    shown = table.now if table.memory.shown is None else table.memory.shown
    closes = table.now if refused is None else -(-table.now // 1000) * 1000 + book.minutes_to_close(game) * MINUTE_MS
    table.memory.status, table.memory.closes, table.memory.shown = "closing", closes, shown
    table.write("closing", who, {"at": closes, "shown": shown, "clause": book.closing})
    table.go_on()
    return {"closes": closes, "closed": table.live is None}


def refuse_player(table: HouseTable, player: str) -> None:
    """Nobody new at a table that closes; once the time has come, wagers only from those who have some out."""
    memory = table.memory
    if memory.status == "open" or table.live is None:
        return
    if player not in memory.idle:
        raise No("the table is closing: no new players", table.book.closing, "another table")
    late = memory.closes is not None and memory.closes <= table.now
    if late and not any(wager.player == player for wager in table.live.t.all_wagers()):
        raise No("the table is closing: no further wagers", table.book.closing, "what lies there is played out")


def close_if_due(table: HouseTable) -> None:
    """The time on the sign has come and no round is under way: wagers that stand go back where the game lets them, the
    seats are emptied, and the table rests. Wagers that may not be taken back are played out first."""
    memory, live = table.memory, table.live
    assert live is not None
    if memory.status != "closing" or memory.closes is None or table.now < memory.closes:
        return
    if type(live.request) is Gather:
        takes = [Take(wager.box, wager.player, wager.slot) for wager in live.t.all_wagers()]
        why, clause = "the table closes", str(table.book.closing)
        taken = [take for take in takes if live.send(take, why, clause) is None]
        if taken:
            table.write("acts", TABLE, {"answers": taken, "why": why, "clause": clause})
    if live.t.all_wagers():
        return
    for player in dict.fromkeys(memory.seats.values()):
        seats.unseat(table, TABLE, player, "the table closed", table.book.closing)
    memory.idle, memory.seen = {}, {}
    table.post_round()
    memory.status, memory.closes, memory.shown = "closed", None, None
    table.rest()


def call_off(table: HouseTable) -> None:
    """Wagers stand at a table that closes, and no round can be played to decide them: they go back."""
    memory, live = table.memory, table.live
    late = memory.status == "closing" and memory.closes is not None and memory.closes <= table.now
    if late and live is not None and live.t.all_wagers() and live.game.declares_void is not None:
        table.act(TABLE, Irregular(DECLARED_VOID, {"reason": "the table closes and no round can decide them"}))
