"""Other stakes at a table between players: blinds, buy-in, bets, commission. A sign tells of them; they hold once the
players had the notice that the book asks for, or as many of them agree as it wants, and never during a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cardroom.table import PokerTable
from pitboss.floor import commands as c
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE, No, Result
from pitboss.floor.poker_memory import StakesChange
from pitboss.floor.poker_room import CHANGE, Room, make_game
from pitboss.law import Refused
from pitboss.table.definition import BadOption

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk


def announce(desk: PokerDesk, command: c.ChangeStakes, who: Who) -> Result | None:
    """New stakes go up on a sign, or hold at once where nothing is in the way of that."""
    room = desk.room
    _heed(room.game.refuse_changer(who.role))
    if room.memory.change is not None:
        raise No("a change is announced already", legal="wait for it, or withdraw it")
    options = _changed_options(room, command.options)
    starts = max(room.earliest(options, desk.now), command.starts or 0)
    change = StakesChange(room.memory.proposed + 1, options, desk.now, starts, who.name, room.number + 1)
    refused = room.refuse_change(change, desk.now)
    if refused is not None and command.at_once:
        raise No.of(refused)
    desk.happen("change-announced", who, {**msgspec.to_builtins(change), "clause": _clause(refused)})
    return {"n": change.n, "clause": _clause(refused), "legal": refused.legal if refused is not None else ""}


def _changed_options(room: Room, wanted: dict[str, str]) -> dict[str, str]:
    """The options of the table with those that are to be others; all of them must be allowed together."""
    known = {choice.name for choice in room.game.choices}
    for name in wanted:
        if name not in known:
            raise No(f"{name!r} is no option of {room.game.title}", legal=", ".join(sorted(known)))
    if all(room.game.options[name] == value for name, value in wanted.items()):
        raise No("stakes that are no others", legal="at least one option with another value")
    options = {**room.options, **wanted}
    try:
        places = PokerTable(make_game(room.added, options)).places
    except BadOption as bad:
        raise No(str(bad)) from None
    if places < max(room.table.players, default=0):
        raise No(f"a table with {places} seats while seat {max(room.table.players)} is taken", legal="the same deck")
    return options


def _heed(refused: Refused | None) -> None:
    if refused is not None:
        raise No.of(refused)


def _clause(refused: Refused | None) -> str:
    return "" if refused is None else str(refused.clause)


def ask_players(desk: PokerDesk, who: Who) -> Result | None:
    """Ask the players to agree to stakes that a sign tells of, so that they need not wait for them."""
    room = desk.room
    change = room.memory.change
    if change is None:
        raise No("no change is announced", legal="announce other stakes first")
    refused = room.refuse_change(change, desk.now, in_hand=False)
    if refused is None:
        raise No("players need not agree: the change comes with the next hand")
    _heed(room.refuse_change(change, desk.now, in_hand=False, agree=len(room.voters())))
    n = room.memory.proposed + 1
    desk.happen("asked-players", who, {"n": n, "what": CHANGE, "by": who.name, "clause": _clause(refused)})
    return {"n": n}


def take_effect(desk: PokerDesk) -> None:
    """No hand is on: stakes that nothing stands in the way of any more hold from here on."""
    change = desk.memory.change
    if change is not None and desk.now >= change.starts and desk.room.refuse_change(change, desk.now) is None:
        desk.happen("stakes-changed", TABLE, {"n": change.n, "at": desk.now})


def due_at(desk: PokerDesk) -> int | None:
    """When a change may come though no hand is played."""
    room, change = desk.room, desk.memory.change
    if change is None or room.hand is not None:
        return None
    at = max(change.starts, change.shown + 1000 * room.game.seconds_of_notice())
    return at if at > desk.now and room.refuse_change(change, at) is None else None


# -- shown -------------------------------------------------------------------------------------------------


def in_words(room: Room, change: StakesChange) -> str:
    """What is to be other: "blinds 2/5 instead of 1/2"."""
    after = make_game(room.added, change.options).options
    other = [(name, value) for name, value in after.items() if room.game.options.get(name) != value]
    return ", ".join(f"{name} {value} instead of {room.game.options[name]}" for name, value in other)


def shown(desk: PokerDesk) -> dict[str, Any] | None:
    """The sign that tells of other stakes, and what they wait for besides the time since it went up."""
    room, change = desk.room, desk.memory.change
    if change is None:
        return None
    refused = room.refuse_change(change, change.shown, in_hand=False)
    return {
        "n": change.n, "words": in_words(room, change), "by": change.by, "since": change.shown, "starts": change.starts,
        "hands": change.given, "waits_for": refused.legal if refused is not None else "the end of this hand",
        "clause": _clause(refused), "options": change.options,
    }
