"""Wagers that a report says lay where no hand belongs, each a key of its own (`pair-plus=5`)."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.money import Cents
from pitboss.table.acts import Irregular
from pitboss.table.facts import Wager
from pitboss.table.reports import BadFact, amount_in
from pitboss.table.table import Table


def stray_wagers(what: Irregular, kinds: Iterable[str]) -> list[tuple[str, Cents]]:
    """The wagers of these kinds that a report names, with their amounts."""
    named = [(kind, kind.replace(" ", "-")) for kind in kinds]
    wagers = [(kind, amount_in(what, key)) for kind, key in named if key in what.facts]
    if wagers and not what.get("player"):
        raise BadFact(f"player= must say whose the {wagers[0][0]} is")
    return wagers


def lay_stray(t: Table, what: Irregular, wagers: Iterable[tuple[str, Cents]]) -> list[Wager]:
    """Put them on the layout, for the law to say what becomes of them."""
    return [t.place(int(what.get("box")), what.get("player"), kind, amount) for kind, amount in wagers]
