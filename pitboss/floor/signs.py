"""What hangs at a table and changes by notice: its limits, its closing, the limits of single terminals.

The clauses are the games' own. Whatever they decide reaches the round as an answer like any other, so that it is there
when the round is played again. Games go by whole seconds: a sign counts from the next one, a time is up at its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import closing, consent, faults, seats
from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import MINUTE_MS, TABLE, No, Result
from pitboss.floor.memory import Memory, Range
from pitboss.law import Refused
from pitboss.money import Cents, show_amount
from pitboss.table.acts import Close, Irregular
from pitboss.table.duties import AFTER, MOMENTS
from pitboss.table.limits import Change, Limits, Sign, rounds_of_notice
from pitboss.table.requests import Direct, Gather, Reveal, Roll, Spin
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable


def carry_out(table: HouseTable, command: Command, who: Who) -> Result | None:
    match command:
        case c.OpenTable():
            return closing.open_table(table, who)
        case c.CloseTable():
            return closing.close_table(table, command.now, who)
        case c.TerminalLimits():
            return terminal_limits(table, command, who)
        case c.SetLimits():
            return set_limits(table, command, who)
    raise No("that is nothing a sign says")


def limits_of(t: Table) -> Limits:
    """What the sign at a table says, however its book keeps it."""
    return t.game.book.limits_of(t)


# -- new limits --------------------------------------------------------------------------------------------


def set_limits(table: HouseTable, command: c.SetLimits, who: Who) -> Result | None:
    """New limits: at once where those at the table keep theirs, or else by notice. Replaces a notice that is up."""
    if table.live is None:
        raise No("the table is closed", legal="open it first")
    if command.minimum is None and command.maximum is None:
        raise No("no limit is named", legal="a minimum, a maximum or both")
    sign = limits_of(table.live.t)
    least = command.minimum if command.minimum is not None else sign.minimum
    most = command.maximum if command.maximum is not None else sign.maximum
    _sensible(table, least, most, sign)
    lowest = min([sign.minimum, *sign.kept.values()]) if command.minimum is not None else sign.minimum
    if (least, most) == (sign.minimum, sign.maximum) and lowest >= least:
        return _keep_limits(table, who)
    higher = least > sign.minimum
    free = command.at_once and table.book.changes_at_once(len(consent.players(table)), 0)
    refused = None
    if command.at_once and not free:
        refused = table.book.refuse_at_once(table.game, higher, most != sign.maximum)
    if refused is not None:
        raise No.of(refused)
    if command.at_once and higher and table.book.limits_reported:
        return raise_at_once(table, least, who)
    return give_notice(table, command, least > lowest, who, free)


def at_once(table: HouseTable) -> str:
    """May limits change without notice now? "free": as they like; "kept": a higher minimum, and those who play keep
    theirs; "" if not."""
    if table.book.changes_at_once(len(consent.players(table)), 0):
        return "free"
    return "kept" if table.book.refuse_at_once(table.game, higher=True, both=False) is None else ""


def _sensible(table: HouseTable, least: Cents, most: Cents, sign: Limits) -> None:
    refused = table.book.refuse_other_limits(table.game)
    if refused is not None:
        raise No.of(refused)
    if least > most:
        raise No(f"a minimum of {show_amount(least)} above the maximum of {show_amount(most)}")
    if table.book.limits_in_units and (least % sign.unit or most % sign.unit):
        raise No(f"limits of {show_amount(least)} to {show_amount(most)}",
                 legal=f"multiples of {show_amount(sign.unit)}")


def _keep_limits(table: HouseTable, who: Who) -> Result | None:
    """The limits that hold are named: a notice of others comes down."""
    if not table.memory.changes:
        raise No("these are the limits")
    _take_down(table, who)
    return {"withdrawn": True}


def _take_down(table: HouseTable, who: Who) -> None:
    if not table.memory.changes:
        return
    table.memory.changes = []
    table.write("notice-withdrawn", who, {})
    assert table.live is not None
    if limits_of(table.live.t).notices:
        _tell(table, who, "limits-notice", {"withdrawn": "yes"})


def _tell(table: HouseTable, who: Who, kind: str, facts: dict[str, str]) -> Refused | None:
    """Have the game rule on it."""
    assert table.live is not None
    answer = Irregular(kind, facts)
    said = table.live.send(answer)
    if not table.live.answers or table.live.answers[-1] is not answer:
        assert said is not None
        raise No.of(said)
    table.write("acts", who, {"answers": [answer]})
    return said if isinstance(said, Refused) else None


def raise_at_once(table: HouseTable, minimum: Cents, who: Who) -> Result | None:
    """A higher minimum for newcomers; those at the table keep theirs, with a marker where they sit."""
    assert table.live is not None
    refused = _tell(table, who, "minimum-raised", {"minimum": show_amount(minimum)})
    if refused is not None:
        raise No.of(refused)
    _take_down(table, who)
    table.go_on()
    kept = limits_of(table.live.t).kept
    return {"minimum": minimum, "kept": kept}


def agreed(table: HouseTable, players: int) -> None:
    """All players agree to the limits on the sign: they start with the next round."""
    if not table.book.changes_at_once(players, players):
        return
    change = msgspec.structs.replace(table.memory.changes[0], starts=table.now, agreed=True)
    table.memory.changes = [change]
    table.write("limits-notice", TABLE, _told(table, change))
    table.go_on()


def give_notice(table: HouseTable, command: c.SetLimits, up: bool, who: Who, free: bool = False) -> Result | None:
    """Tell players of new limits; `free`: there is nobody to be told."""
    minutes = 0 if free else table.book.minutes_of_notice(table.game, up)
    earliest = table.now + minutes * MINUTE_MS
    starts = earliest if command.starts is None else command.starts
    if starts < earliest and minutes:
        raise No("new limits before players had their notice", table.book.noticing,
                 f"{minutes} minutes from now, or later")
    if starts < earliest:
        raise No("new limits in the past", legal="now, or later")
    _take_down(table, who)
    change = Change(command.minimum, command.maximum, table.now, starts, who.name, free)
    table.memory.changes = [change]
    table.write("limits-notice", who, _told(table, change))
    if table.book.tells_notice(up):
        _tell(table, who, "limits-notice", _named(change) | {
            "now": _clock(table.now, up=True), "starts": _clock(starts, up=True),
        })
    table.go_on()
    return {"starts": starts, "rounds": table.book.rounds_of_notice(), "done": not table.memory.changes}


def _named(change: Change) -> dict[str, str]:
    limits = (("minimum", change.minimum), ("maximum", change.maximum))
    return {name: show_amount(amount) for name, amount in limits if amount is not None}


def _clock(at: int, *, up: bool = False) -> str:
    """A time as games are told it, in minutes and seconds."""
    seconds = -(-at // 1000) if up else at // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


def refuse_change(table: HouseTable, change: Change, at: int) -> Refused | None:
    """Why the limits may not change at a time, by the game's own book."""
    assert table.live is not None
    return table.book.refuse_change(table.live.t, change, at)


def ripen(table: HouseTable) -> None:
    """Limits whose notice is over hold from this wagering period on."""
    for change in table.memory.changes:
        if table.now < change.starts or refuse_change(table, change, table.now) is not None:
            continue
        if table.book.limits_reported:
            _changed(table, change)
            _tell(table, TABLE, "limits-changed", _named(change) | {"now": _clock(table.now)})
        elif table.live is not None and _can_ripen(table):
            # The limits are options of the game: a wagering period without wagers ends, and the next one has them.
            table.live.send(Close())
            table.write("acts", TABLE, {"answers": [Close()]})
            table.advance()  # a game that plays on for nobody does


def round_over(table: HouseTable) -> None:
    """A round has ended: who let it pass, what did it credit, and does the next one have other limits?"""
    seats.round_over(table)
    faults.round_over(table)
    if table.book.limits_reported:
        return
    for change in table.memory.changes:
        if table.now >= change.starts and refuse_change(table, change, table.now) is None:
            _changed(table, change)
            table.memory.options = {**table.game.given, **_named(change)}


def _changed(table: HouseTable, change: Change) -> None:
    table.memory.changes = []
    table.write("limits-changed", TABLE, _told(table, change))


def _told(table: HouseTable, change: Change) -> dict[str, Any]:
    """A change of limits with those that hold before it."""
    assert table.live is not None
    sign = limits_of(table.live.t)
    return {**msgspec.to_builtins(change), "before": {"minimum": sign.minimum, "maximum": sign.maximum}}


def notices(table: HouseTable) -> list[dict[str, Any]]:
    """The notices that are up, as they are shown."""
    if table.live is None:
        return []
    sign = limits_of(table.live.t)
    shown = []
    for change in table.memory.changes:
        least, most = change.limits_after(sign)
        needs = table.book.rounds_of_notice()
        shown.append({
            "minimum": least, "maximum": most, "starts": change.starts, "shown": change.shown, "by": change.by,
            "rounds": rounds_of_notice(sign, least, most) if needs else 0, "needs": needs,
        })
    return shown


def moments(table: HouseTable) -> set[str]:
    """What the staff of a table has to see to now, by the words their duties use."""
    live = table.live
    assert live is not None
    occasions = set(MOMENTS.get(type(live.request), ()))
    if isinstance(live.request, Roll):
        occasions.add("always")
    # A hand is turned up, a number called and a result announced as they are settled.
    if isinstance(live.request, Reveal | Spin | Direct):
        occasions.add("settlement")
    if not live.placed:
        occasions |= set(AFTER) if table.last is not None else {"opening", "sign", "chips"}
        occasions |= set(live.game.occasions(live.t))
    occasions |= {"teaching"} if table.game.options.get("teaching", "no") != "no" else set()
    occasions |= {"limits"} if table.memory.changes or limits_of(live.t).kept else set()
    return occasions | ({"closing"} if table.memory.status == "closing" else set())


def duties(table: HouseTable) -> list[dict[str, str]]:
    """All that the law has the staff of this table do, and when."""
    duties = (*table.game.duties, *table.book.terminal.duties)
    return [{"when": duty.when, "what": duty.what, "clause": str(duty.clause)} for duty in duties]


# -- limits of one terminal --------------------------------------------------------------------------------


def terminal_limits(table: HouseTable, command: c.TerminalLimits, who: Who) -> Result | None:
    """A terminal may have limits of its own, where the book knows such."""
    if table.live is None:
        raise No("the table is closed", legal="open it first")
    limits, posted, terminal = Range(command.minimum, command.maximum), limits_of(table.live.t), table.book.terminal
    sign = Sign(posted.minimum, posted.maximum, posted.unit)
    own, playing = terminal.limits_at(sign, limits.minimum, limits.maximum), command.player in table.memory.idle
    refused = terminal.refuse_own_limits(sign, own, command.player, playing and limits != Range())
    if refused is not None:
        raise No.of(refused)
    before = table.memory.terminal.pop(command.player, Range())
    if limits != Range():
        table.memory.terminal[command.player] = limits
    table.write("terminal-limits", who, {"player": command.player, "limits": limits, "before": before})
    return None


def terminal_sign(table: HouseTable, player: str) -> Sign:
    """The limits that hold at a player's terminal: his own, a minimum he keeps, or the table's."""
    assert table.live is not None
    posted, own = limits_of(table.live.t), table.memory.terminal.get(player, Range())
    sign = Sign(posted.kept.get(player, posted.minimum), posted.maximum, posted.unit)
    return table.book.terminal.limits_at(sign, own.minimum, own.maximum)


def within_terminal(table: HouseTable, player: str, box: int, wagers: list[tuple[str, Cents]]) -> None:
    """Refuse wagers outside the limits of the terminal they are made on."""
    assert table.live is not None
    totals: dict[str, Cents] = {}
    for name, amount in wagers:
        slot = table.game.normal_name(name)
        lies = table.live.t.wager(box, player, slot)
        totals[slot] = totals.get(slot, lies.amount if lies is not None else 0) + amount
    for slot, total in totals.items():
        left_within_terminal(table, player, slot, total)


def left_within_terminal(table: HouseTable, player: str, name: str, total: Cents) -> None:
    """Refuse what would lie on one place; taking all of it back is always right."""
    if not total or player not in table.memory.terminal:
        return
    refused = table.book.terminal.refuse_outside(terminal_sign(table, player), name, total)
    if refused is not None:
        raise No.of(refused)


# -- rounds and time ---------------------------------------------------------------------------------------


def between_rounds(table: HouseTable) -> bool:
    """Is nobody's wager waiting to be decided in this round, though wagers may stand from earlier ones?"""
    live = table.live
    if live is None or live.over:
        return False
    if not live.answers:
        return True
    return type(live.request) is Gather and (not live.t.all_wagers() or not live.placed)


def wagering_opens(table: HouseTable) -> None:
    """Between rounds: seats that are given up, limits that start, a table that closes."""
    if table.live is not None and (type(table.request) is Gather or not table.live.answers):
        seats.vacate(table)
        seats.take_leave(table)
    consent.agree(table)
    if between_rounds(table):
        ripen(table)
    if between_rounds(table):
        closing.close_if_due(table)


def due(table: HouseTable) -> None:
    """Do what time has made due, after a restart as well."""
    if table.live is None:
        return
    seats.give_up(table)
    table.go_on()


def next_due(table: HouseTable) -> int | None:
    """When something on a sign, or a seat, is due: what is overdue counts only while it can be done."""
    if table.live is None:
        return None
    times = seats.times(table)
    quiet = between_rounds(table)
    closes = table.memory.closes if table.memory.status == "closing" else None
    if closes is not None and (closes > table.now or (quiet and not table.live.t.all_wagers())):
        times.append(closes)
    for change in table.memory.changes:
        at = _ready_at(table, change)
        if at is not None and (at > table.now or (quiet and _can_ripen(table))):
            times.append(at)
    return min(times, default=None)


def _can_ripen(table: HouseTable) -> bool:
    """Limits that are options of the game start with a round, once a wagering period can end."""
    return table.book.limits_reported or type(table.request) is Gather


def _ready_at(table: HouseTable, change: Change) -> int | None:
    """When a change may take effect by the clock; None where rounds are still missing."""
    minutes = 0 if change.agreed else table.book.minutes_of_notice(table.game, _goes_up(table, change))
    at = max(change.starts, change.shown + minutes * MINUTE_MS)
    at = -(-at // 1000) * 1000
    return at if refuse_change(table, change, at) is None else None


def _goes_up(table: HouseTable, change: Change) -> bool:
    assert table.live is not None
    sign = limits_of(table.live.t)
    return change.minimum is not None and change.minimum > min([sign.minimum, *sign.kept.values()])


def fold(table: HouseTable, type: str, body: dict[str, Any]) -> None:
    memory: Memory = table.memory
    match type:
        case "opened":
            memory.status, memory.closes, memory.shown = "open", None, None
        case "closing":
            memory.status, memory.closes, memory.shown = "closing", body["at"], body["shown"]
        case "terminal-limits":
            memory.terminal.pop(body["player"], None)
            limits = msgspec.convert(body["limits"], Range)
            if limits != Range():
                memory.terminal[body["player"]] = limits
        case "limits-notice":
            memory.changes = [msgspec.convert(body, Change)]
        case "notice-withdrawn":
            memory.changes = []
        case "limits-changed":
            memory.changes = []
