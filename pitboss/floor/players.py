"""What a player does at a table against the house, with credits and by himself: takes a box and leaves it, places
wagers and takes them back, decides, and says that he is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import closing, seats, signs, terminals
from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, No, Result
from pitboss.money import Cents
from pitboss.table.acts import Choice, Lapse, Place, Take
from pitboss.table.decisions import PASS, PUTS, moves
from pitboss.table.hands import read_hand
from pitboss.table.requests import Choose, Direct, Offer
from pitboss.table.terminal import NO_MORE_BETS

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


def carry_out(table: HouseTable, command: Command, who: Who) -> Result | None:
    match command:
        case c.Sit():
            return sit(table, who, command.box)
        case c.Leave():
            return leave(table, who)
        case c.PlaceWagers():
            return place(table, who, command.box, command.wagers)
        case c.TakeWager():
            return take(table, who, command.box, command.wager, command.to)
        case c.Clear():
            return clear(table, who)
        case c.Decide():
            return decide(table, who, command.hand, command.name, command.amount)
        case c.Ready():
            return say_ready(table, who)
    return None


def sit(table: HouseTable, who: Who, box: int) -> Result | None:
    """Take a box that nobody has."""
    if not 1 <= box <= table.game.boxes:
        raise No(f"there is no box {box}", legal=f"boxes 1 to {table.game.boxes}")
    holder = table.memory.seats.get(box)
    if holder == who.name:
        return None
    if holder is not None:
        raise No(f"box {box} is taken by {holder}", legal=seats.free_boxes(table))
    closing.refuse_player(table, who.name)
    terminals.connect(table, who.name)
    seats.seat(table, who, who.name, box)
    return {"box": box}


def leave(table: HouseTable, who: Who) -> Result | None:
    """Give up all boxes, with no wager left on the layout."""
    if who.name not in table.memory.seats.values():
        raise No("you do not sit at this table")
    assert table.live is not None
    if any(wager.player == who.name for wager in table.live.t.all_wagers()):
        raise No("your wagers are still on the layout", legal="take them back, or wait for the end of the round")
    seats.unseat(table, who, who.name, "left")
    table.go_on()
    return None


def place(table: HouseTable, who: Who, box: int, wagers: list[tuple[str, Cents]]) -> Result | None:
    """Put chips down; a player who stands takes the box first. Chips on one of several wagers that must be equal go on
    all of them."""
    assert table.live is not None
    wagers = list(table.game.with_matched(wagers))
    free = False
    if table.betting or table.game.takes_wagers(table.live.t):
        closing.refuse_player(table, who.name)
        terminals.on_the_layout(table, who.name, [name for name, _ in wagers])
        free = seats.is_free(table, who.name, box)
        signs.within_terminal(table, who.name, box, wagers)
        terminals.can_pay(table, who.name, sum(amount for _, amount in wagers))
    table.act(who, Place(box, who.name, tuple(wagers)))
    if free:
        seats.seat(table, who, who.name, box)
    return {"credits": table.credits(who.name)}


def take(table: HouseTable, who: Who, box: int, wager: str, to: Cents) -> Result | None:
    """Take a wager back, or all of it but so much."""
    signs.left_within_terminal(table, who.name, wager, to)
    table.act(who, Take(box, who.name, wager, to))
    return {"credits": table.credits(who.name)}


def clear(table: HouseTable, who: Who) -> Result | None:
    """Every wager of one's own that was placed in this round and may be taken back goes back."""
    refused = table.book.terminal.refuse_late(table.betting, NO_MORE_BETS)
    if refused is not None:
        raise No.of(refused)
    assert table.live is not None
    kept = ""
    # Those first that lie only where another does; one may have taken another with it.
    for wager in reversed([w for w in table.live.t.all_wagers() if w.player == who.name]):
        act = Take(wager.box, who.name, wager.slot)
        if not wager.amount:
            continue
        if table.live.send(act) is None:
            table.write("acts", who, {"answers": [act]})
        else:
            kept = wager.slot
    table.go_on()
    return {"credits": table.credits(who.name), "kept": kept}


def decide(table: HouseTable, who: Who, hand: str, name: str, amount: Cents | None) -> Result | None:
    """A player's choice: his own hand, among the options that are open."""
    request = table.request
    if not read_hand(hand)[0] or isinstance(request, Direct):
        raise No("an official decides that", legal="wait for the supervisor")
    if type(request) is Offer and (hand, name) == (request.hand, PASS.name) and request.asks(who.name):
        return table.act(who, Lapse())  # an offer may be passed over without waiting for the clock
    if isinstance(request, Choose):
        option = next((option for option in request.options if option.name == name), None)
        if option is not None and moves(table.game, request, option) == PUTS:
            terminals.can_pay(table, who.name, amount or option.most or 0, name)
    table.act(who, Choice(hand, name, who.name, amount))
    return {"credits": table.credits(who.name)}


def say_ready(table: HouseTable, who: Who) -> Result | None:
    """No need to wait for more wagers, when everybody who has one says so."""
    if not table.betting:
        raise No("betting is closed")
    assert table.live is not None
    playing = {wager.player for wager in table.live.t.all_wagers()} - set(table.memory.walk_ins)
    if who.name not in playing:
        raise No("you have no wager on the layout", legal="place one first")
    if table.virtual and playing <= table.ready | {who.name}:
        table.close_bets(TABLE)
    elif who.name not in table.ready:
        table.ready.add(who.name)
        table.write("ready", who, {})
    return None
