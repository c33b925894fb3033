"""The players of the house, who keep others company at a table between players: how many there are, when they come and
go, with what, and how they act."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from pitboss.cardroom.acts import Act, RunBoard
from pitboss.cardroom.bots import Bot
from pitboss.cardroom.game import RUNS
from pitboss.cardroom.hand import Hand
from pitboss.floor.cage import plays_for_nothing
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE, No
from pitboss.floor.poker_acts import written
from pitboss.floor.poker_room import HOUSE, big_blind, buy_in
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# So many players of the house are at a table of play money unless somebody says otherwise. They fill a table up to so
# many players, or to one more than they are, and make room for more.
USUAL_COMPANY, COMPANY = 3, 4
# What a house player sits down with, in big blinds; with a tenth of it left he brings more.
HOUSE_STACK, RUNS_LOW = 100, 10


def send(desk: PokerDesk, players: int, who: Who) -> None:
    """From the next hand on so many players of the house keep others company."""
    if players and not plays_for_nothing(desk.store, desk.settings):
        raise No("house players where credits are bought", legal="on a floor of play money")
    desk.happen("company", who, {"players": players})


def come_and_go(desk: PokerDesk) -> None:
    """No hand is on: house players sit down where there is room for them, make room for others, and bring chips. Where
    the book keeps one from going, or from bringing chips, he does without."""
    room = desk.room
    if not room.people() and room.table.positions is not None:
        # The last of the others is gone: whoever comes next starts another game, and waits for nothing.
        for seat in list(room.table.players):
            _go(desk, seat, "the game is over")
    wanted = _wanted(desk)
    for name in _here(desk)[wanted:]:
        _go(desk, room.seat_of(name) or 0, "makes room")
    stack = _stack(desk)
    for name in _here(desk)[:wanted]:
        _bring(desk, room.seat_of(name) or 0, stack)
    here = _here(desk)
    for name in [name for name in HOUSE if name not in here][: max(0, wanted - len(here))]:
        free = _seat_apart(desk)
        if free is not None:
            desk.seat(TABLE, name, free, stack)


def _here(desk: PokerDesk) -> list[str]:
    return [player.name for player in desk.room.table.players.values() if player.name in HOUSE]


def _wanted(desk: PokerDesk) -> int:
    """How many there are to be; one seat is left free for somebody else."""
    company, people = desk.room.company, len(desk.room.people())
    return max(0, min(company, max(COMPANY, company + 1) - people, desk.room.table.places - people - 1))


def _stack(desk: PokerDesk) -> Cents:
    least, most = buy_in(desk.room)
    stack = max(HOUSE_STACK * big_blind(desk.room), least)
    return stack if most is None else min(stack, most)


def _go(desk: PokerDesk, seat: int, why: str) -> None:
    with suppress(No):
        desk.unseat(TABLE, seat, why)


def _bring(desk: PokerDesk, seat: int, stack: Cents) -> None:
    """More chips for one who runs low; where he may not, he goes, and another comes with a stack."""
    room, player = desk.room, desk.room.table.players[seat]
    leaves = room.game.must_leave(player.stack, player.played and not player.out) is not None
    if player.stack * RUNS_LOW >= stack and not leaves:
        return
    try:
        desk.top_up(TABLE, seat, stack - player.stack)
    except No:
        if leaves or not player.stack:
            _go(desk, seat, "has no more chips")


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
