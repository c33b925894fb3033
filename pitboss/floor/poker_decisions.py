"""What a player decides in a hand between players, when it is his turn; and what he may show, ask to see or announce
beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import commands as c
from pitboss.floor import poker_clock
from pitboss.floor.commands import Who
from pitboss.floor.desk import No, Result
from pitboss.floor.poker_acts import read_act
from pitboss.floor.poker_room import big_blind
from pitboss.floor.poker_words import looks, step
from pitboss.law import Refused
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk


def decide(desk: PokerDesk, who: Who, command: c.Decide) -> Result | None:
    """An act of the player whose turn it is. Cards that are given up are named with it: "discard As 2c"."""
    if desk.room.hand is None and command.name == "show":
        return show(desk, who)
    if command.name == "straddle":
        return straddle(desk, who, command.amount)
    if command.name.startswith("see "):
        return see(desk, who, command.name.removeprefix("see "))
    seat, h = desk.own_seat(who), desk.room.hand
    if h is None:
        raise No("no hand is on", legal="wait for the cards")
    if command.hand != str(seat):
        raise No(f"hand {command.hand} is not yours", legal=f"hand {seat}")
    if h.seats[h.turn] != seat:
        raise No.of(Refused(h.game.cites.turn, f"{command.name} before its turn", f"{desk.acting(h)} acts"))
    if command.step not in ("", step(h)):
        raise No(f"{command.name}: that question is over, this does not count")
    body = read_act(command.name, command.amount)
    if body["act"] == "more time":
        desk.can_pay(who, h.game.clock.fee, "more time for")
    desk.act(who, seat, body)
    if body["act"] == "more time":
        desk.post((f"player:{who.name}", -h.game.clock.fee))
        poker_clock.extend(desk, h)
    return {"credits": desk.credits(who.name)}


def show(desk: PokerDesk, who: Who) -> Result | None:
    """The hand is over: a player shows cards that he need not have shown."""
    h, names = desk.room.over, desk.room.names
    seat = next((seat for seat, name in names.items() if name == who.name), None)
    if h is None or seat is None or not h.hole[h.seats.index(seat)]:
        raise No("you have no cards to show", legal="once a hand that you were in is over")
    if seat not in desk.room.displayed:
        desk.happen("shows", who, {"box": seat, "player": who.name})
    return None


def see(desk: PokerDesk, who: Who, seat: str) -> Result | None:
    """A player asks to see a hand that its player would rather not have shown."""
    at = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else 0
    if desk.room.hand is not None:
        desk.happen("acts", who, {"box": desk.own_seat(who), "act": "see", "at": at})
        return None
    clause = next((look["clause"] for look in looks(desk.room) if look["seat"] == at and who.name in look["by"]), "")
    if not clause:
        raise No(f"a look at the hand of seat {seat}", legal="one that was in to the end and was not shown")
    desk.happen("sees", who, {"box": at, "player": who.name, "clause": clause})
    return None


def straddle(desk: PokerDesk, who: Who, amount: Cents | None) -> Result | None:
    """A voluntary blind for the next hand, announced before it is dealt."""
    seat, straddler = desk.own_seat(who), desk.room.table.straddler()
    if desk.room.hand is None and desk.lineup() is None:
        raise No("a straddle while no hand can be dealt", legal="once two players are ready")
    amount = amount or (straddler[1].live if straddler is not None else 2 * big_blind(desk.room))
    desk.happen("straddles", who, {"box": seat, "player": who.name, "amount": amount})
    return None
