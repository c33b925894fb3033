"""The clock of a table between players: what is waited for and how long, more time that a player buys, and what silence
means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.cardroom.clock import seconds_to_act
from pitboss.cardroom.hand import Hand
from pitboss.floor import poker_changes, poker_seats
from pitboss.floor.commands import Who
from pitboss.floor.desk import SECOND_PERSON_S, TABLE, No, Result
from pitboss.floor.poker_room import HOUSE

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# Milliseconds: before a hand, after one in which hands were shown or before one that somebody may straddle, and until a
# house player acts.
PAUSE_MS, LONG_PAUSE_MS, THINKS_MS = 3000, 6000, 1200


def arm(desk: PokerDesk) -> None:
    """Start the clock of what is waited for; it runs on while that is the same."""
    now, wait_ms = _waited_for(desk)
    if now != desk.timed:
        desk.timed, desk.seconds = now, max(1, wait_ms // 1000)
        desk.ends = desk.now + wait_ms if now else None


def _waited_for(desk: PokerDesk) -> tuple[tuple[Any, ...], int]:
    """What is waited for, and for how many milliseconds."""
    h = desk.room.hand
    if desk.physical:
        return (), PAUSE_MS  # the dealer has the clock
    if h is None:
        straddler = desk.room.table.straddler() if desk.lineup() is not None else None
        asked = straddler is not None and desk.room.table.players[straddler[0]].name not in HOUSE
        wait_ms = max(desk.pause_ms, LONG_PAUSE_MS) if asked else desk.pause_ms
        if desk.lineup() is not None:
            return ("deal", desk.room.number), wait_ms
        times = [at for at in (poker_changes.due_at(desk), poker_seats.due_at(desk)) if at is not None]
        return (("between", min(times)), min(times) - desk.now) if times else ((), wait_ms)
    held_ms = 1000 * SECOND_PERSON_S if desk.memory.proposals else 0
    if desk.acting(h) in HOUSE:
        return ("house", desk.room.number, len(h.noted)), max(THINKS_MS, held_ms)
    wait_ms = 1000 * (seconds_to_act(h) or desk.added.decision_seconds)
    return ("act", desk.room.number, len(h.noted), h.turn), max(wait_ms, held_ms)


def extend(desk: PokerDesk, h: Hand) -> None:
    """The player whose turn it is has bought more time."""
    desk.timed = _waited_for(desk)[0]
    desk.ends, desk.seconds = (desk.ends or desk.now) + 1000 * h.game.clock.more, seconds_to_act(h)


def silence(desk: PokerDesk, who: Who) -> Result | None:
    """Time has passed: what the book makes of it; and whoever was not there sits out from the next hand on."""
    h = desk.room.hand
    if h is None:
        raise No("nobody is asked for a decision now")
    seat, name = h.seats[h.turn], desk.acting(h)
    desk.act(who, seat, {"act": "time-out"})
    if not desk.room.table.players[seat].away and name not in HOUSE:
        refused = desk.room.apply("away", {"box": seat})
        if refused is None:
            desk.write("away", TABLE, {"box": seat, "why": "did not act in time"})
    return None
