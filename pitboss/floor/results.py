"""The result of a round in a word or two, for the history of a table."""

from __future__ import annotations

from pitboss.equipment.wheels import BLACK, RED
from pitboss.hands.baccarat import points
from pitboss.law import Ruled
from pitboss.table.facts import Came, Hand
from pitboss.table.table import Table


def outcome(t: Table) -> tuple[str, str]:
    """What came, and a tag to colour it by; both empty when nothing did."""
    if t.voided:
        return "void", "void"
    came = next((event for event in reversed(t.events) if isinstance(event, Came)), None)
    if came is not None and came.what == "wheel":
        return came.result, colour(came.result)
    if came is not None:
        return came.result, str(sum(map(int, came.result.split())))
    if "player" in t.hands and "banker" in t.hands:
        return _baccarat(t.hands["player"], t.hands["banker"])
    dealer = t.hands.get("dealer")
    if dealer is not None and dealer.cards and all(dealer.face_up):
        return "dealer " + " ".join(dealer.cards), ""
    return ("folded" if t.lines and dealer is not None else ""), ""


def why_void(t: Table) -> str:
    """The ruling that ended a round without an outcome."""
    ruled = [event.what for event in t.events if isinstance(event, Ruled)]
    return ruled[-1] if t.voided and ruled else ""


def colour(number: str) -> str:
    """The colour of a compartment.

    >>> colour("17"), colour("1"), colour("00")
    ('black', 'red', 'green')
    """
    return "red" if number in RED else "black" if number in BLACK else "green"


def _baccarat(player: Hand, banker: Hand) -> tuple[str, str]:
    if not (player.cards and banker.cards and all(player.face_up) and all(banker.face_up)):
        return "", ""
    ours, theirs = points(player.cards), points(banker.cards)
    tag = "player" if ours > theirs else "banker" if theirs > ours else "tie"
    return f"{tag} {max(ours, theirs)} to {min(ours, theirs)}", tag
