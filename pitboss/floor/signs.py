"""What hangs at a table and changes by notice: its limits, its closing, the limits of single terminals.

The clauses are the games' own. Whatever they decide reaches the round as an answer like any other, so that it is there
when the round is played again. Games go by whole seconds: a sign counts from the next one, a time is up at its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.floor import closing, seats
from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import TABLE, No, Result
from pitboss.floor.memory import Change, Memory, Range
from pitboss.law import Clause, Refused, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld import s16_electronic_table_games as s16
from pitboss.rulebooks.qld.s16_electronic_table_games import limits_at, refuse_outside
from pitboss.table.acts import Close, Irregular
from pitboss.table.duties import AFTER, MOMENTS
from pitboss.table.limits import Limits, Sign, rounds_of_notice
from pitboss.table.requests import Direct, Gather, Reveal, Roll, Spin
from pitboss.table.table import Table

if TYPE_CHECKING:
    from pitboss.floor.house import HouseTable

QLD = schedule("QLD-0")
NSW = schedule("NSW")
CBR = schedule("CBR")
MINUTE = 60_000
# How long a sign with a higher minimum hangs first, and how many rounds players are told before, in Queensland.
NOTICE_MINUTES, NOTICE_ROUNDS = 20, 3


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


def closing_clause(table: HouseTable) -> str:
    """What asks for the sign that tells when a table closes; nothing in Queensland."""
    return closing.CLAUSES.get(table.added.book, "")


def limits_of(t: Table) -> Limits:
    """What the sign at a table says, however its book keeps it."""
    game: Any = t.game
    if hasattr(game, "limits_of"):
        posted: Limits = game.limits_of(t)
        return posted
    if "limits" in t.state:
        return msgspec.convert(t.state["limits"], Limits)
    return Limits(game.minimum, game.maximum, game.unit)


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
    if command.at_once and least > sign.minimum:
        return raise_at_once(table, command, sign, who)
    if command.at_once and table.added.book != "nsw":
        raise No("other limits at once", QLD["13(1)(a)"] if table.added.book == "qld" else CBR["3.1"],
                 "a notice first; only a higher minimum may start at once" if table.added.book == "qld" else "a notice")
    return give_notice(table, command, least > lowest, who)


def _sensible(table: HouseTable, least: Cents, most: Cents, sign: Limits) -> None:
    teaching = table.game.options.get("teaching", "no")
    if teaching == "yes":
        raise No("other limits at a teaching table", QLD["7(a)"], "2 to 10")
    if teaching == "non-value":
        raise No("limits where chips have no value", QLD["7(b)"], "any wager")
    if least > most:
        raise No(f"a minimum of {show_amount(least)} above the maximum of {show_amount(most)}")
    if table.added.book != "nsw" and (least % sign.unit or most % sign.unit):
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


def raise_at_once(table: HouseTable, command: c.SetLimits, sign: Limits, who: Who) -> Result | None:
    """A higher minimum for newcomers; those at the table keep theirs, with a marker where they sit."""
    if command.maximum is not None and command.maximum != sign.maximum:
        raise No("another maximum at once", QLD["13(1)(a)"] if table.added.book == "qld" else "",
                 "the minimum alone at once; the maximum by itself")
    if table.added.book == "cbr":
        raise No("a higher minimum at once", CBR["3.1"], f"{table.game.options['notice']} minutes' notice")
    assert command.minimum is not None and table.live is not None
    refused = _tell(table, who, "minimum-raised", {"minimum": show_amount(command.minimum)})
    if refused is not None:
        raise No.of(refused)
    _take_down(table, who)
    table.go_on()
    kept = limits_of(table.live.t).kept
    return {"minimum": command.minimum, "kept": kept}


def notice_of(table: HouseTable, up: bool) -> tuple[int, Clause]:
    """How many minutes of notice a change needs, and who says so."""
    match table.added.book:
        case "cbr":
            return int(table.game.options["notice"]), CBR["3.1"]
        case "nsw":
            return NOTICE_MINUTES if up else 0, NSW["6.5"]
    return NOTICE_MINUTES if up else 0, QLD["13(1)(c)"]


def give_notice(table: HouseTable, command: c.SetLimits, up: bool, who: Who) -> Result | None:
    minutes, clause = notice_of(table, up)
    earliest = table.now + minutes * MINUTE
    starts = earliest if command.starts is None else command.starts
    if starts < earliest:
        raise No("new limits before players had their notice" if minutes else "new limits in the past",
                 clause if minutes else "", f"{minutes} minutes from now, or later" if minutes else "now, or later")
    _take_down(table, who)
    change = Change(command.minimum, command.maximum, table.now, starts, who.name)
    table.memory.changes = [change]
    table.write("limits-notice", who, _told(table, change))
    if table.added.book == "qld" or (table.added.book == "nsw" and up):
        _tell(table, who, "limits-notice", _named(change) | {
            "now": _clock(table.now, up=True), "starts": _clock(starts, up=True),
        })
    table.go_on()
    rounds = NOTICE_ROUNDS if table.added.book == "qld" else 0
    return {"starts": starts, "rounds": rounds, "done": not table.memory.changes}


def _named(change: Change) -> dict[str, str]:
    limits = (("minimum", change.minimum), ("maximum", change.maximum))
    return {name: show_amount(amount) for name, amount in limits if amount is not None}


def _seconds(at: int, *, up: bool = False) -> int:
    return -(-at // 1000) if up else at // 1000


def _clock(at: int, *, up: bool = False) -> str:
    """A time as games are told it, in minutes and seconds."""
    seconds = _seconds(at, up=up)
    return f"{seconds // 60}:{seconds % 60:02}"


def _both(change: Change, sign: Limits) -> tuple[Cents, Cents]:
    """The limits that a change makes of those that hold."""
    least = sign.minimum if change.minimum is None else change.minimum
    return least, sign.maximum if change.maximum is None else change.maximum


def refuse_change(table: HouseTable, change: Change, at: int) -> Refused | None:
    """Why the limits may not change at a time, by the game's own provision."""
    assert table.live is not None
    game: Any = table.game
    if table.added.book == "cbr":
        refused: Refused | None = game.refuse_new_limits((at - change.shown) // MINUTE)
        return refused
    sign = limits_of(table.live.t)
    refused = game.refuse_change(sign, *_both(change, sign), _seconds(at), change.minimum is not None)
    return refused


def ripen(table: HouseTable) -> None:
    """Limits whose notice is over hold from this wagering period on."""
    for change in table.memory.changes:
        if table.now < change.starts or refuse_change(table, change, table.now) is not None:
            continue
        if table.added.book != "cbr":
            _changed(table, change)
            _tell(table, TABLE, "limits-changed", _named(change) | {"now": _clock(table.now)})
        elif table.live is not None and _can_ripen(table):
            # The limits are options of the game: a wagering period without wagers ends, and the next one has them.
            table.live.send(Close())
            table.write("acts", TABLE, {"answers": [Close()]})


def round_over(table: HouseTable) -> None:
    """A round has ended: who let it pass, and does the next one have other limits?"""
    seats.round_over(table)
    for change in table.memory.changes:
        if table.added.book == "cbr" and table.now >= change.starts and refuse_change(table, change, table.now) is None:
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
        least, most = _both(change, sign)
        queensland = table.added.book == "qld"
        shown.append({
            "minimum": least, "maximum": most, "starts": change.starts, "shown": change.shown, "by": change.by,
            "rounds": rounds_of_notice(sign, least, most) if queensland else 0,
            "needs": NOTICE_ROUNDS if queensland else 0,
        })
    return shown


def moments(table: HouseTable) -> set[str]:
    """What the staff of a table has to see to now, by the words their duties use."""
    live = table.live
    assert live is not None
    found = set(MOMENTS.get(type(live.request), ()))
    if isinstance(live.request, Roll):
        found.add("always")
    # A hand is turned up, a number called and a result announced as they are settled.
    if isinstance(live.request, Reveal | Spin | Direct):
        found.add("settlement")
    if not live.placed:
        found |= set(AFTER) if table.last is not None else {"opening", "sign", "chips"}
        found |= {"new shooter"} if live.t.state.get("shooter", "") is None else set()
    found |= {"teaching"} if table.game.options.get("teaching", "no") != "no" else set()
    found |= {"limits"} if table.memory.changes or limits_of(live.t).kept else set()
    return found | ({"closing"} if table.memory.status == "closing" else set())


def duties(table: HouseTable) -> list[dict[str, str]]:
    """All that the law has the staff of this table do, and when."""
    game = table.game
    also = s16.DUTIES if table.added.book == "qld" else ()
    return [{"when": duty.when, "what": duty.what, "clause": str(duty.clause)} for duty in (*game.duties, *also)]


# -- limits of one terminal --------------------------------------------------------------------------------


def terminal_limits(table: HouseTable, command: c.TerminalLimits, who: Who) -> Result | None:
    """A terminal may have limits of its own, within those of the table."""
    limits = Range(command.minimum, command.maximum)
    if table.added.book != "qld":
        raise No("limits of one terminal", legal="limits of the table; only Queensland's rule knows others")
    if table.live is None:
        raise No("the table is closed", legal="open it first")
    sign = limits_of(table.live.t)
    least, most, _ = limits_at(Sign(sign.minimum, sign.maximum, sign.unit), limits.minimum, limits.maximum)
    if not sign.minimum <= least <= most <= sign.maximum:
        raise No(f"{show_amount(least)} to {show_amount(most)} at a terminal", s16.S["8"],
                 f"within {show_amount(sign.minimum)} to {show_amount(sign.maximum)}")
    if limits != Range() and command.player in table.memory.idle:
        raise No(f"other limits for {command.player}, who is at the table", QLD["13(1)(a)"],
                 "before the player sits down, or new limits for the table by notice")
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
    return limits_at(sign, own.minimum, own.maximum)


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
    refused = refuse_outside(terminal_sign(table, player), name, total)
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
    """In Canberra limits are options of the game: they start with a round, once a wagering period can end."""
    return table.added.book != "cbr" or type(table.request) is Gather


def _ready_at(table: HouseTable, change: Change) -> int | None:
    """When a change may take effect by the clock; None where rounds are still missing."""
    at = max(change.starts, change.shown + notice_of(table, _goes_up(table, change))[0] * MINUTE)
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
