"""What one seat may see. Built from nothing: what is not put in is not there."""

from __future__ import annotations

from typing import Any

from pitboss.equipment.cards import Card
from pitboss.table.acts import BACK
from pitboss.table.facts import AnyEvent, Dealt, Hand, encode_events
from pitboss.table.table import Table

SPECTATOR = 0


def visible(hand: Hand, seat: int) -> list[Card]:
    """The cards of a hand as a seat sees them."""
    own = seat != SPECTATOR and hand.seat == seat
    return [card if up or own else BACK for card, up in zip(hand.cards, hand.face_up, strict=True)]


def view(t: Table, seat: int = SPECTATOR) -> dict[str, Any]:
    """The table as the player at a seat sees it; 0 is somebody who plays no hand."""
    return {
        "game": t.game.id,
        "phase": t.phase,
        "boxes": {box: list(players) for box, players in sorted(t.boxes.items())},
        "wagers": [[w.box, w.player, w.kind, w.amount, w.slot] for w in t.all_wagers()],
        "hands": {name: visible(hand, seat) for name, hand in t.hands.items()},
        "lines": [line for line in t.lines],
        "net": dict(t.net),
        "events": [seen(t, event, seat) for event in t.events],
    }


def seen(t: Table, event: AnyEvent, seat: int) -> AnyEvent:
    """An event as a seat saw it: cards dealt face down are backs, unless they are its own."""
    if type(event) is Dealt and not event.face_up:
        hand = t.hands.get(event.to)
        if hand is None or seat == SPECTATOR or hand.seat != seat:
            return Dealt(event.to, (BACK,) * len(event.cards), False, event.clause)
    return event


def view_bytes(t: Table, seat: int = SPECTATOR) -> bytes:
    """A view as it would be sent."""
    return encode_events(view(t, seat))


