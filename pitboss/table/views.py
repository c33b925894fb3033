"""What one seat may see. Built from nothing: what is not put in is not there."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from pitboss.equipment.cards import Card
from pitboss.money import Cents
from pitboss.table.acts import BACK
from pitboss.table.facts import AnyEvent, Dealt, HandOfCards, encode_events
from pitboss.table.requests import Choose, Offer
from pitboss.table.table import Table

SPECTATOR = 0


def visible(hand: HandOfCards, seat: int) -> list[Card]:
    """The cards of a hand as a seat sees them."""
    own = seat != SPECTATOR and hand.seat == seat
    return [card if up or own else BACK for card, up in zip(hand.cards, hand.face_up, strict=True)]


class SeenOption(NamedTuple):
    """Something that may be chosen, and for how much."""

    name: str
    least: Cents | None = None
    most: Cents | None = None
    sizes: tuple[Cents, ...] = ()


class SeenStake(NamedTuple):
    """A wager of whoever decides, and the hand it lies with where its box has several."""

    wager: str
    amount: Cents
    hand: str = ""


class Sight(msgspec.Struct, frozen=True):
    """A decision as whoever makes it sees it: what may be chosen for which hand, every hand with backs for what his
    seat may not see, which of them came of a split, and what he has on the box himself. Nothing else can be told from
    it, so whoever advises by it gives nothing away."""

    hand: str
    player: str
    # May it simply be passed over?
    offer: bool
    options: tuple[SeenOption, ...]
    hands: dict[str, tuple[Card, ...]]
    split: tuple[str, ...]
    stakes: tuple[SeenStake, ...]

    def open_cards(self, name: str) -> tuple[Card, ...]:
        """The cards of a hand that are seen."""
        return tuple(card for card in self.hands.get(name, ()) if card != BACK)

    def staked(self, wager: str) -> Cents:
        """What lies there of a wager, on all hands of the box together."""
        return sum(stake.amount for stake in self.stakes if stake.wager == wager)

    def offers(self, name: str) -> SeenOption | None:
        return next((option for option in self.options if option.name == name), None)


def sight(t: Table, request: Choose) -> Sight:
    """What a player is asked, as he sees it."""
    asked = t.hands.get(request.hand)
    box = asked.box if asked is not None else int(request.hand) if request.hand.isdigit() else SPECTATOR
    return Sight(
        request.hand, request.player, isinstance(request, Offer),
        tuple([SeenOption(option.name, option.least, option.most, option.sizes) for option in request.options]),
        {name: tuple(visible(hand, box)) for name, hand in t.hands.items()},
        tuple([name for name, hand in t.hands.items() if hand.split]),
        tuple([SeenStake(wager.kind, wager.amount, wager.hand) for wager in t.own_wagers(box, request.player)]),
    )


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
