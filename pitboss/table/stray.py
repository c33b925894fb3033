"""Wagers that a report says lay where no hand belongs, each a key of its own (`pair-plus=5`)."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.money import BadAmount, Cents, parse_amount
from pitboss.table.acts import Irregular
from pitboss.table.facts import Wager
from pitboss.table.table import BadFact, Table


def stray_wagers(what: Irregular, kinds: Iterable[str]) -> list[tuple[str, Cents]]:
    """The wagers of these kinds that a report names, with their amounts."""
    named = [(kind, what.get(kind.replace(" ", "-"))) for kind in kinds if kind.replace(" ", "-") in what.facts]
    if named and not what.get("player"):
        raise BadFact(f"player= must say whose the {named[0][0]} is")
    try:
        wagers = [(kind, parse_amount(amount)) for kind, amount in named]
    except BadAmount as bad:
        raise BadFact(str(bad)) from None
    if any(amount == 0 for _, amount in wagers):
        raise BadFact("an amount of 0 is no wager")
    return wagers


def lay_stray(t: Table, what: Irregular, wagers: Iterable[tuple[str, Cents]]) -> list[Wager]:
    """Put them on the layout, for the law to say what becomes of them."""
    return [t.place(int(what.get("box")), what.get("player"), kind, amount) for kind, amount in wagers]
