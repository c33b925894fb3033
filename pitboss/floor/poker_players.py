"""What a player does at a table between players besides playing a hand: sits down with chips, adds to them, sits out
and comes back, leaves, and says that he is ready for the next hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import commands as c
from pitboss.floor import poker_closing, poker_seats
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import No, Result
from pitboss.floor.poker_room import HOUSE, buy_in
from pitboss.money import Cents, show_amount

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk


def carry_out(desk: PokerDesk, command: Command, who: Who) -> Result | None:
    match command:
        case c.Sit():
            return sit(desk, who, command.box, command.amount)
        case c.Leave():
            return leave(desk, who)
        case c.SitOut():
            return sit_out(desk, who)
        case c.ComeBack():
            return come_back(desk, who, command.post)
        case c.AddChips():
            return add_chips(desk, who, command.amount)
        case c.Ready():
            return say_ready(desk, who)
    return None


def sit(desk: PokerDesk, who: Who, box: int, amount: Cents | None) -> Result | None:
    """Buy in at a seat; one that others may still wish for is wished for first."""
    if desk.memory.status != "open":
        raise No(f"the table {poker_closing.closes(desk.room)}: no new players",
                 poker_closing.clause_of(desk.room), "another table")
    if who.name in desk.memory.sent_away:
        raise No(f"a seat for {who.name}, who was sent away", desk.memory.sent_away[who.name], "another table")
    taken = desk.room.seat_of(who.name)
    if taken is not None:
        raise No(f"you sit at seat {taken} already", legal="leave first")
    if amount is None:
        least, most = buy_in(desk.room)
        bounds = f"{show_amount(least)} or more" if most is None else f"{show_amount(least)} to {show_amount(most)}"
        raise No("a seat without a buy-in", legal=f"an amount: {bounds}")
    if poker_seats.is_open(desk, box):
        desk.can_pay(who, amount, "a buy-in of")
        return poker_seats.wish(desk, who, box, amount)
    return desk.buy_seat(who, box, amount)


def leave(desk: PokerDesk, who: Who) -> Result | None:
    """Leave with everything; in mid-hand, when it is over."""
    seat = desk.own_seat(who)
    if not desk.room.in_hand(seat):
        desk.unseat(who, seat, "left")
        return {"credits": desk.credits(who.name)}
    taking = desk.room.game.refuse_taking()
    clause = str(taking.clause) if taking is not None else ""
    desk.happen("leaving", who, {"player": who.name, "clause": clause})
    return {"leaves": "when the hand is over", "clause": clause}


def sit_out(desk: PokerDesk, who: Who) -> Result | None:
    """Not be dealt in from the next hand on, and keep the seat."""
    desk.happen("away", who, {"box": desk.own_seat(who), "why": "sits out"})
    desk.ready.discard(who.name)
    return None


def come_back(desk: PokerDesk, who: Who, post: bool) -> Result | None:
    """Be dealt in again; `post` puts down at once what is owed for it, instead of waiting for the blind."""
    seat = desk.own_seat(who)
    back = desk.room.table.players[seat].away
    if back:
        desk.happen("back", who, {"box": seat})
    if who.name in desk.memory.sent_away:
        raise No(f"{who.name} was sent away", desk.memory.sent_away[who.name], "another table")
    if who.name in desk.memory.leaving:
        desk.happen("stays", who, {"player": who.name})
        back = True
    if not post:
        if not back:
            raise No("you are in the game", legal="sit out, or leave")
        return None
    desk.happen("posting", who, {"player": who.name})
    return {"posts": "when the hand is over"} if desk.room.hand is not None else None


def add_chips(desk: PokerDesk, who: Who, amount: Cents) -> Result | None:
    """Bring more credits to the table."""
    seat = desk.own_seat(who)
    desk.can_pay(who, amount, "chips for")
    desk.top_up(who, seat, amount)
    return {"credits": desk.credits(who.name)}


def say_ready(desk: PokerDesk, who: Who) -> Result | None:
    """No need to wait for the next hand, when everybody says so."""
    desk.own_seat(who)
    lineup = desk.lineup()
    if lineup is None:
        raise No("no hand can be dealt now", legal="two players who are ready")
    if who.name not in desk.ready:
        desk.ready.add(who.name)
        desk.write("ready", who, {"player": who.name})
    players = {desk.room.table.players[seat].name for seat in lineup.order}
    if players - set(HOUSE) <= desk.ready:
        desk.deal()
    return None
