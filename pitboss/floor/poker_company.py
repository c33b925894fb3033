"""The players of the house, who keep others company at a table between players: when they come and go, with what, and
how they act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom.acts import Act, RunBoard
from pitboss.cardroom.bots import Bot
from pitboss.cardroom.game import RUNS
from pitboss.cardroom.hand import Hand
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE
from pitboss.floor.poker_acts import written
from pitboss.floor.poker_room import HOUSE, big_blind

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# House players fill a table up to so many players, and make room for more.
COMPANY = 4
# What a house player sits down with, in big blinds.
HOUSE_STACK = 100


def come_and_go(desk: PokerDesk) -> None:
    """No hand is on: house players sit down where there is room for them, make room for others, and bring chips."""
    room = desk.room
    if not room.people() and room.table.positions is not None:
        # The last of the others is gone: whoever comes next starts another game, and waits for nothing.
        for seat in list(room.table.players):
            desk.unseat(TABLE, seat, "the game is over")
    here = [player.name for player in room.table.players.values() if player.name in HOUSE]
    wanted = max(0, min(desk.added.house_players, COMPANY - len(room.people())))
    for name in here[wanted:]:
        desk.unseat(TABLE, room.seat_of(name) or 0, "makes room")
    stack = HOUSE_STACK * big_blind(room)
    for name in [name for name in HOUSE if name not in here][: max(0, wanted - len(here))]:
        free = _seat_apart(desk)
        if free is not None:
            desk.seat(TABLE, name, free, stack)
    for name in here[:wanted]:
        player = room.player(name)
        if player is not None and player.stack < stack // 10:
            desk.top_up(TABLE, room.seat_of(name) or 0, stack - player.stack)


def _seat_apart(desk: PokerDesk) -> int | None:
    """A free seat, away from other players where there is one."""
    places, taken = desk.room.table.places, desk.room.table.players
    wished = [places // 3 + 1, 2 * places // 3 + 1, *range(places, 0, -1)]
    return next((seat for seat in wished if 1 <= seat <= places and seat not in taken), None)


def play(desk: PokerDesk, h: Hand) -> None:
    """A house player sees what his seat sees, and acts."""
    if h.stage == RUNS:  # with whatever others want
        said = [event.amount for event in h.log if event.what == "runs"]
        act: Act = RunBoard(said[0] if said else 2)
    else:
        act = Bot(desk.source).choose(h)
    desk.act(Who(desk.acting(h), ""), h.seats[h.turn], written(act))
