"""A table between players that opens and closes. Where its book asks for it, players have notice of some hands first,
or all of them agree to a sooner end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.floor import agreement, poker_changes
from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, No, Result
from pitboss.floor.memory import Question
from pitboss.floor.poker_room import CHANGE, Room

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

CLOSE = "close"


def carry_out(desk: PokerDesk, command: Command, who: Who) -> Result | None:
    match command:
        case c.OpenTable():
            if desk.memory.status == "open":
                raise No("the table is open")
            desk.happen("opened", who, {})
        case c.CloseTable():
            return close_table(desk, command.now, who)
        case c.AskPlayers():
            return ask_players(desk, command.what, who)
        case c.AnswerQuestion():
            return answer(desk, command, who)
        case c.Withdraw():
            desk.happen("withdrawn", who, {"n": agreement.open_question(desk.memory.question, command.n).n})
    return None


def close_table(desk: PokerDesk, now: bool, who: Who) -> Result | None:
    """Close it when this hand is over and everybody goes with his chips; with the notice of its book while there are
    players."""
    room, memory = desk.room, desk.memory
    if memory.status == "closed" or (memory.status == "closing" and memory.notice is None):
        raise No("the table is closed, or closes after this hand", clause_of(room))
    refused = room.refuse_closing(0)
    if refused is not None and now:
        raise No.of(refused)
    if refused is not None and memory.notice is not None:
        raise No(f"notice is given: the table {closes(room)}", clause_of(room),
                 "wait for it, ask the players, or open the table again")
    hands = room.game.book.hands_to_close() if refused is not None else 0
    body = {"at": desk.now, "hands": hands, "first": room.number + 1, "clause": clause_of(room)}
    desk.happen("closing", who, body)
    return {"hands": hands}


def clause_of(room: Room) -> str:
    """What says how a table of this book closes."""
    return str(room.game.book.closing)


def closes(room: Room) -> str:
    """When a table that is closing closes, in words."""
    notice = room.memory.notice
    if notice is None:
        return "closes after this hand"
    left, counts = notice.hands - notice.given, room.hand is not None and room.number >= notice.first
    if counts:
        return "closes after this hand" + (f" and {left - 1} more" if left > 1 else "")
    return f"closes after {left} more hand{'s' * (left > 1)}"


def shown(room: Room) -> dict[str, Any] | None:
    """That the table closes, and when."""
    if room.memory.status != "closing":
        return None
    notice = room.memory.notice
    hands = 0 if notice is None else notice.hands - notice.given
    return {"hands": hands, "words": closes(room), "clause": clause_of(room)}


# -- the agreement of all ----------------------------------------------------------------------------------


def ask_players(desk: PokerDesk, what: str, who: Who) -> Result | None:
    """Ask every player whether the table may close, or its stakes change, sooner than by notice."""
    room, memory = desk.room, desk.memory
    if what not in (CLOSE, CHANGE):
        raise No(f"{what!r} is nothing that players are asked to agree to", legal=f"{CLOSE}, {CHANGE}")
    if memory.question is not None:
        raise No("the players are asked already", memory.question.clause, "wait for their answers, or withdraw it")
    if what == CHANGE:
        return poker_changes.ask_players(desk, who)
    if memory.status == "closing" and memory.notice is None:
        raise No("the table closes after this hand", clause_of(room))
    if room.refuse_closing(0) is None:
        raise No("players need not agree that this table closes", clause_of(room), "close it")
    n = memory.proposed + 1
    desk.happen("asked-players", who, {"n": n, "what": what, "by": who.name, "clause": clause_of(room)})
    return {"n": n}


def words(room: Room, question: Question) -> str:
    """What the players are asked."""
    if question.what == CHANGE and room.memory.change is not None:
        return f"{poker_changes.in_words(room, room.memory.change)}, from the next hand on?"
    return "close this table before another hand is dealt?"


def answer(desk: PokerDesk, command: c.AnswerQuestion, who: Who) -> Result | None:
    question = agreement.open_question(desk.memory.question, command.n)
    if desk.room.seat_of(who.name) is None:
        raise No("you do not sit at this table", question.clause, "those who play here are asked")
    if command.agree and who.name in question.agreed:
        raise No("you have agreed already", question.clause, "wait for the others, or say no")
    desk.happen("answered", who, {"n": question.n, "player": who.name, "agree": command.agree, "at": desk.now})
    return None


def agree(desk: PokerDesk) -> None:
    """Everybody who is there has said yes: what they were asked takes effect."""
    question = desk.memory.question
    if question is not None and question.what == CLOSE and not agreement.missing(question, desk.room.present()):
        desk.happen("agreed", TABLE, {"n": question.n, "at": desk.now})


def close_if_due(desk: PokerDesk) -> None:
    """No hand is on, and nothing stands in the way any more: everybody goes with his chips, and the table rests."""
    room = desk.room
    if room.memory.status != "closing" or room.refuse_resting() is not None:
        return
    desk.happen("rested", TABLE, {})
    for seat in list(room.table.players):
        desk.unseat(TABLE, seat, "the table closes", clause_of(room))
