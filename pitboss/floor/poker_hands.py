"""Hands between players that are over, seen again step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.cardroom.hand import HIDDEN
from pitboss.equipment.cards import Card
from pitboss.equipment.proof_document import VERSION
from pitboss.floor.desk import No, body_of
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.poker_headlines import headline
from pitboss.floor.poker_room import Room
from pitboss.floor.poker_view import hand_view
from pitboss.floor.proposals import round_events
from pitboss.floor.store import Stored

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk


def deck_in(events: list[Stored]) -> SealedDeck | None:
    """The deck that was told when a hand was over."""
    body = next((body_of(event) for event in events if event.type == "deck"), None)
    return None if body is None else SealedDeck.of(body)


def one_hand(desk: PokerDesk, number: int, player: str) -> dict[str, Any]:
    """A hand that is over, step by step, as whoever asks saw it."""
    events = round_events(desk.store, desk.stream, number)
    deck = deck_in(events)
    if deck is None and not (desk.physical and any(event.type == "ended" for event in events)):
        raise No("that hand is not over, or never was", legal="a hand that is over")
    start = body_of(events[0])
    room = Room.from_plain(desk.added, start)
    steps: list[dict[str, Any]] = []
    known: list[dict[str, Any]] = []
    last: dict[str, Any] = {}
    for event in events:
        body = body_of(event)
        room.apply(event.type, body, deck)
        h = room.hand
        if event.type == "ended":
            last = body
            if not body.get("void"):
                break
            h = room.over
        elif event.type not in ("round", "acts", "conduct", "reported", "referred"):
            continue
        if h is None:
            continue
        view = hand_view(room, h, next((seat for seat, name in room.names.items() if name == player), 0))
        new = view.pop("events")[len(known):]
        known += new
        text = "; ".join(line["text"] for line in new if line["kind"] != "dealt") or "the cards are dealt"
        steps.append({"text": text, "clause": new[-1]["clause"] if new else "", "events": new, "view": view})
    return {
        "steps": steps, "lines": last["lines"], "net": last["net"], "answers": [], "commission": last["commission"],
        "proof": None if deck is None else {
            "pitboss-proof": VERSION, "table": desk.id, "game": desk.added.game, "round": number,
            "deck": proof(start["digest"], deck, _seen(steps, known))
            | {"ruled": _moved(room, deck)},
        },
        "headline": headline(room.game, last, player) if last else "",
    }


def stored_hand(ended: dict[str, Any], words: str) -> dict[str, Any]:
    """Return a hand of other rules from its stored lines. It is not played again, so it has neither steps nor proof."""
    return {"steps": [], "lines": ended["lines"], "net": ended["net"], "answers": [],
            "commission": ended["commission"], "proof": None, "headline": "", "older": words,
            "why": ended.get("why", "")}


def _moved(room: Room, deck: SealedDeck) -> bool:
    """Did cards come otherwise than one after another: was the stub mixed again, or any card put back?"""
    h = room.over or room.hand
    return h is not None and tuple(h.deck) != tuple(reversed(deck.dealt()))[: len(h.deck)]


def _seen(steps: list[dict[str, Any]], events: list[dict[str, Any]]) -> set[Card]:
    """Every card that somebody saw."""
    lists = [line.get("cards", []) for line in events]
    for step in steps:
        lists += [*step["view"]["boards"], *(player["cards"] for player in step["view"]["players"].values())]
    return {card for cards in lists for card in cards} - {HIDDEN}


def proof(digest: str, deck: SealedDeck, seen: set[Card]) -> dict[str, Any]:
    """What shows, to one who saw these cards, that they lay in the deck that was sealed."""
    opened = deck.opened(seen & set(deck.order))
    return {
        "digest": digest, "seals": deck.seals(), "number": deck.number, "by": deck.by,
        "opened": {str(place): list(opening) for place, opening in opened.items()},
    }

