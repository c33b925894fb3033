"""The result of a round in a word or two, for the history of a table."""

from __future__ import annotations

from pitboss.equipment import wheels
from pitboss.law import Ruled
from pitboss.table.facts import Came
from pitboss.table.table import Table


def outcome(t: Table) -> tuple[str, str]:
    """What came, and a tag to colour it by; both empty when nothing did."""
    if t.voided:
        return "void", "void"
    # Dice that say to whom hands are dealt first are not what came of them.
    thrown = () if t.game.hands_dealt else reversed(t.events)
    came = next((event for event in thrown if isinstance(event, Came)), None)
    if came is not None and came.what == "wheel":
        return came.result, wheels.called(came.result).removeprefix(came.result).strip()
    if came is not None:
        return came.result, str(sum(map(int, came.result.split())))
    return t.game.in_a_word(t)


def why_void(t: Table) -> str:
    """The ruling that ended a round without an outcome."""
    ruled = [event.what for event in t.events if isinstance(event, Ruled)]
    return ruled[-1] if t.voided and ruled else ""

