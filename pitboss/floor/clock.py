"""The clock of a table against the house: how long players have for what is asked, and what follows when they say
nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor import closing, signs
from pitboss.floor.commands import Who
from pitboss.floor.desk import SECOND_PERSON_S, TABLE, No, Result
from pitboss.floor.live import OUT_OF_TIME
from pitboss.table.acts import Choice, Irregular, Lapse
from pitboss.table.decisions import NO_DECISION, resting
from pitboss.table.hands import hand_at, read_hand
from pitboss.table.requests import Asked, Choose, Direct, Gather, Offer

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable
    from pitboss.floor.live import LiveRound


def arm(table: HouseTable) -> None:
    """Start the clock of what is asked now; it runs on while the same thing is asked."""
    request = table.request
    if request is table.timed and (table.ends is not None) == _runs(table, request):
        return
    table.timed = request
    seconds = table.added.wagering_seconds if type(request) is Gather else table.added.decision_seconds
    if _pauses(table, request):
        seconds = table.settings.closed_seconds
    if any(proposal.what in ("void", "report") for proposal in table.memory.proposals):
        seconds = max(seconds, SECOND_PERSON_S)
    table.ends = table.now + 1000 * seconds if _runs(table, request) else None


def _runs(table: HouseTable, request: Asked | None) -> bool:
    """Players at terminals have a time; somebody at a real table is waited for."""
    if table.live is None:
        return False
    if type(request) is Gather:
        return any(wager.player not in table.memory.walk_ins for wager in table.live.t.all_wagers())
    if isinstance(request, Direct) or _pauses(table, request):
        return table.virtual
    return isinstance(request, Choose) and request.player not in table.memory.walk_ins


def _pauses(table: HouseTable, request: Asked | None) -> bool:
    """Is this the moment after 'no more bets'? A player who is asked at once has his whole time."""
    asks = isinstance(request, Choose) and not isinstance(request, Direct)
    return table.live is not None and table.live.just_closed and not asks


def holds_back(table: HouseTable, live: LiveRound) -> bool:
    """Between 'no more bets' and what follows is a moment in which it can be read."""
    if not table.settings.closed_seconds or not live.just_closed:
        return False
    return live.request is not table.timed or table.ends is None or table.now < table.ends


def deadline(table: HouseTable) -> int | None:
    """When something is due next."""
    times = [time for time in (table.ends, signs.next_due(table)) if time is not None]
    return min(times, default=None)


def due(table: HouseTable) -> None:
    """Do what time has made due: what hangs at the table changes, wagers are closed, silence is an answer."""
    signs.due(table)
    if table.ends is None or table.now < table.ends:
        return
    table.timed = None
    try:
        if table.betting:
            table.close_bets(TABLE)
        elif isinstance(table.request, Choose):
            silence(table, TABLE)
    except No:
        closing.call_off(table)
        arm(table)


def silence(table: HouseTable, who: Who) -> Result | None:
    """Nobody answered in time: what the law makes of that, or the choice that stakes nothing more."""
    request = table.request
    if not isinstance(request, Choose):
        raise No("nobody is asked for a decision now")
    if request.default is not None or isinstance(request, Offer | Direct):
        return _lapse(table, who)
    report = Irregular(NO_DECISION, {"box": hand_at(read_hand(request.hand)[0])})
    assert table.live is not None
    if NO_DECISION in table.game.reports and report not in table.live.answers:
        table.act(who, report, why=OUT_OF_TIME)
        # Nobody stands by to give a direction when only time has run out at virtual equipment.
        return _lapse(table, who) if isinstance(table.request, Direct) and table.virtual else None
    taken = resting(table.game, request)
    name = taken.name if taken is not None else ""
    return table.act(who, Choice(request.hand, name, request.player), why=f"{OUT_OF_TIME}; house rule")


def _lapse(table: HouseTable, who: Who) -> Result | None:
    """What silence means by the law; of an official it is said that nobody spoke."""
    official = isinstance(table.request, Direct)
    return table.act(who, Lapse(), why="nobody directed otherwise" if official else OUT_OF_TIME)
