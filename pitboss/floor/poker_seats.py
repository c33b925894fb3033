"""Who gets a seat at a table between players that more than one would like. A seat that was left stays open to wishes
for a moment; then those have it whom the book puts first, and where several are alike they draw cards for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.equipment.decks import deck
from pitboss.equipment.rng import shuffled
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE, No, Result
from pitboss.floor.poker_memory import SeatWish
from pitboss.floor.poker_room import HOUSE
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# Milliseconds that a seat stays open to wishes after somebody left it while others play.
OPEN_TO_WISHES_MS = 10_000


def open_until(desk: PokerDesk, name: str) -> int:
    """Until when others may wish for the seat of somebody who leaves; now, where nobody plays who could."""
    others = [other for other in desk.room.people() if other != name]
    return desk.now + OPEN_TO_WISHES_MS if others and name not in HOUSE else desk.now


def is_open(desk: PokerDesk, box: int) -> bool:
    """Is it still to be decided who has a free seat?"""
    wished = any(wish.box == box for wish in desk.memory.wishes)
    return box not in desk.room.table.players and (wished or desk.now < desk.memory.left_open.get(box, 0))


def wish(desk: PokerDesk, who: Who, box: int, amount: Cents) -> Result:
    """Somebody would like a seat that is still open to wishes; `amount` buys in."""
    desk.happen("wishes", who, {"player": who.name, "box": box, "amount": amount})
    return {"box": box, "asked": True, "until": max(desk.now, desk.memory.left_open.get(box, 0)),
            "clause": str(desk.room.game.seat_clause)}


def move(desk: PokerDesk, who: Who, box: int) -> Result:
    """A player would like another seat: he has it between hands, if nobody has the better claim."""
    seat, room = desk.own_seat(who), desk.room
    if box in room.table.players or box == seat:
        raise No(f"seat {box} is taken", room.game.seat_clause, "a free seat")
    if not 1 <= box <= room.table.places:
        raise No(f"there is no seat {box}", legal=f"1 to {room.table.places}")
    return wish(desk, who, box, 0)


def decide(desk: PokerDesk) -> None:
    """No hand is on: every seat whose time is over goes to whoever has the best claim to it."""
    for box in dict.fromkeys(wish.box for wish in desk.memory.wishes):
        while wishes := [wish for wish in desk.memory.wishes if wish.box == box]:
            if desk.now < desk.memory.left_open.get(box, 0):
                break
            _give(desk, box, wishes)


def drop_all(desk: PokerDesk) -> None:
    """Drop every request for a seat: the table is closed."""
    for wish in desk.memory.wishes:
        desk.happen("wish-dropped", TABLE, {"player": wish.player, "box": wish.box, "why": "the table is closed"})


def _give(desk: PokerDesk, box: int, wishes: list[SeatWish]) -> None:
    """One seat: whoever wins it sits there, unless he no longer can."""
    best = desk.room.best_claims(box)
    draws = _drawn(desk, best) if len(best) > 1 else []
    name = desk.room.wins_seat(box, draws)[0]
    wish = next(wish for wish in wishes if wish.player == name)
    if len(wishes) > 1:
        game = desk.room.game
        first_draw = None if desk.room.started else game.first_draw_clause
        clause = first_draw or game.draw_clause if draws else game.priority_clause
        body = {"box": box, "wished": [wish.player for wish in wishes], "draws": draws, "player": name,
                "clause": str(clause or game.seat_clause)}
        desk.happen("seat-decided", TABLE, body)
    try:
        _take(desk, wish)
    except No as no:
        desk.happen("wish-dropped", TABLE, {"player": name, "box": box, "why": no.result["refused"]})


def _take(desk: PokerDesk, wish: SeatWish) -> None:
    who, seat = Who(wish.player, "player"), desk.room.seat_of(wish.player)
    if seat is not None:
        desk.happen("moved", who, {"player": wish.player, "box": seat, "to": wish.box,
                                   "clause": str(desk.room.game.seat_clause)})
    elif desk.memory.status != "open":
        raise No("the table closes: no new players")
    else:
        desk.buy_seat(who, wish.box, wish.amount)


def _drawn(desk: PokerDesk, best: tuple[str, ...]) -> list[dict[str, str]]:
    """Cards for everybody, and again for those who tie."""
    draws: list[dict[str, str]] = []
    cards = list(shuffled(deck(desk.room.game.deck_size), desk.source))
    while len(best) > 1:
        if len(cards) < len(best):
            cards = list(shuffled(deck(desk.room.game.deck_size), desk.source))
        draws.append({name: cards.pop() for name in best})
        best = desk.room.game.wins_draw(draws[-1])
    return draws


def due_at(desk: PokerDesk) -> int | None:
    """When the next seat is given though no hand is played."""
    times = [desk.memory.left_open.get(wish.box, 0) for wish in desk.memory.wishes]
    return min(times, default=None)


def shown(desk: PokerDesk) -> dict[str, Any]:
    """Seats that somebody left and those that somebody wishes for: until when and by whom; and how the last one was
    decided. What is shown hangs on what happened and not on the time, which whoever looks knows himself."""
    left_open = desk.memory.left_open
    boxes = sorted({*left_open, *(wish.box for wish in desk.memory.wishes)})
    return {
        "open": [{"seat": box, "until": left_open.get(box, 0), "clause": str(desk.room.game.seat_clause),
                  "players": [wish.player for wish in desk.memory.wishes if wish.box == box]} for box in boxes],
        "decided": desk.memory.seat_decided,
    }
