"""The limit sign of a table: what it states, notices of a change, and minimums that players may keep.
Which of these the law asks for, and when, each rulebook says for itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from pitboss.money import Cents
from pitboss.table.acts import Irregular
from pitboss.table.reports import CLOCK, BadFact, ClockTime, Money


class Notice(msgspec.Struct, frozen=True):
    """A sign that tells of new limits: when they are to start, since when the sign is up, and how many
    rounds were played under it. Times are seconds on whatever clock the table goes by."""

    minimum: Cents
    starts: float
    shown: float
    maximum: Cents | None = None
    rounds: int = 0


class Limits(msgspec.Struct, frozen=True):
    """What the sign states, the notices up, who keeps an older minimum and where the marker for it lies."""

    minimum: Cents
    maximum: Cents
    unit: Cents
    notices: list[Notice] = []
    kept: dict[str, Cents] = {}
    markers: dict[str, int] = {}


class Change(msgspec.Struct, frozen=True):
    """New limits that are to come, once players had the notice they must have: since when a sign tells of them and when
    they are to start, in milliseconds. None where a limit stays as it is."""

    minimum: Cents | None
    maximum: Cents | None
    shown: int
    starts: int
    by: str
    # All players have agreed to it, or there are none: it needs no minutes, where the law says so.
    agreed: bool = False

    def limits_after(self, sign: Limits) -> tuple[Cents, Cents]:
        """The limits that it makes of those that hold."""
        least = sign.minimum if self.minimum is None else self.minimum
        return least, sign.maximum if self.maximum is None else self.maximum


def with_notice(limits: Limits, minimum: Cents, starts: float, now: float, maximum: Cents | None = None) -> Limits:
    """Put up a sign with new limits and the time they are to start."""
    return msgspec.structs.replace(limits, notices=[*limits.notices, Notice(minimum, starts, now, maximum)])


def with_round(limits: Limits) -> Limits:
    """One more round was played under the notices that are up."""
    return msgspec.structs.replace(
        limits, notices=[msgspec.structs.replace(notice, rounds=notice.rounds + 1) for notice in limits.notices]
    )


def shown_for(shown: float, now: float, minutes: int) -> bool:
    return now - shown >= minutes * 60


def notified(limits: Limits, minimum: Cents, now: float, minutes: int) -> bool:
    """Was this minimum on a sign for so many minutes, and is the time stated on it reached?"""
    return any(
        notice.minimum == minimum and notice.starts <= now and shown_for(notice.shown, now, minutes)
        for notice in limits.notices
    )


def rounds_of_notice(limits: Limits, minimum: Cents, maximum: Cents) -> int:
    """How many rounds were played under a sign that tells of these limits; none without one."""
    rounds = [
        notice.rounds for notice in limits.notices
        if notice.minimum == minimum and (limits.maximum if notice.maximum is None else notice.maximum) == maximum
    ]
    return max(rounds, default=0)


def with_limits(limits: Limits, now: float, minimum: Cents, maximum: Cents, unit: Cents) -> Limits:
    """The sign states other limits. One whose time came before the minimum was lowered again gives no
    notice of another rise."""
    lowered = minimum < limits.minimum
    notices = [notice for notice in limits.notices if notice.starts > now] if lowered else limits.notices
    return without_idle_markers(
        msgspec.structs.replace(limits, minimum=minimum, maximum=maximum, unit=unit, notices=notices)
    )


def raised_at_once(limits: Limits, minimum: Cents, seated: Mapping[str, int]) -> Limits:
    """A higher minimum for newcomers: everyone seated keeps the one that held for him, and a marker lies
    at the box where he sits, even if he controls others."""
    kept = {player: limits.kept.get(player, limits.minimum) for player in seated}
    return without_idle_markers(
        msgspec.structs.replace(limits, minimum=minimum, kept=kept, markers=dict(seated))
    )


def left(limits: Limits, player: str) -> Limits:
    """Whoever leaves gives up the kept minimum, and the marker goes."""
    kept = {name: least for name, least in limits.kept.items() if name != player}
    return without_idle_markers(msgspec.structs.replace(limits, kept=kept))


def without_idle_markers(limits: Limits) -> Limits:
    """A kept minimum that is no longer lower than the table's is nobody's privilege."""
    kept = {player: least for player, least in limits.kept.items() if least < limits.minimum}
    markers = {player: box for player, box in limits.markers.items() if player in kept}
    return msgspec.structs.replace(limits, kept=kept, markers=markers)


# What a report of other limits tells.
LIMITS = (Money("minimum"), Money("maximum"))
NOW, STARTS = ClockTime("now"), ClockTime("starts")


def clock_in(what: Irregular, key: str, default: float) -> float:
    """A time on the table's clock that a report tells, in minutes or in minutes and seconds, as seconds.

    >>> clock_in(Irregular("limits-changed", {"now": "19:59"}), "now", 0)
    1199.0
    """
    text = what.get(key)
    if not text:
        return default
    match = CLOCK.fullmatch(text)
    if match is None:
        raise BadFact(f"{key}={text} is not a number of minutes, or minutes and seconds")
    return int(match[1]) * 60.0 + int(match[2] or 0)


class Sign(NamedTuple):
    """The limits that bind one player."""

    minimum: Cents
    maximum: Cents
    unit: Cents
