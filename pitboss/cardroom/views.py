"""A hand as one seat sees it. Built from nothing: what is not put in is not there."""

from __future__ import annotations

from typing import Any

from pitboss.cardroom.game import Event
from pitboss.cardroom.hand import HIDDEN, Hand
from pitboss.cardroom.showdown import shows
from pitboss.equipment.cards import Card

SPECTATOR = 0


def view(h: Hand, seat: int = SPECTATOR) -> dict[str, Any]:
    """The hand as the player at a seat sees it, in numbers, text, lists and dicts; 0 is somebody who only looks on.

    >>> from pitboss.equipment.decks import deck
    >>> from pitboss.rulebooks.mel.c12_flop_games import Holdem
    >>> h = Hand(Holdem(), (1, 2), (20000, 20000), deck())
    >>> [player["cards"] for player in view(h, 2)["players"]]
    [['??', '??'], ['Ks', 'Js']]
    """
    if type(seat) is not int or (seat != SPECTATOR and seat not in h.seats):
        raise ValueError(f"no seat {seat!r} in this hand; it has {', '.join(map(str, h.seats))}, and 0 looks on")
    mine = h.seats.index(seat) if seat != SPECTATOR else -1
    legal = h.legal()
    log = h.log
    shown = {i for i, _ in shows(h)} | {event.place for event in log if event.what == "seen"}
    return {
        "game": h.game.id, "street": h.street, "stage": h.stage,
        "turn": None if legal is None else legal.seat,
        "button": None if h.button is None else h.seats[h.button],
        "pot": h.pot(), "price": h.price,
        "boards": [list(board) for board in h.boards],
        "players": [_player(h, i, own=i == mine, shown=i in shown) for i in range(len(h.seats))],
        "legal": legal._asdict() if legal is not None and legal.place == mine else None,
        "set": [list(hand) for hand in h.sets.get(mine, ())],
        "events": [_event(event, mine) for event in log],
    }


def visible(h: Hand, i: int, *, own: bool = False) -> list[Card]:
    """The cards at a place: all of one's own, of others those that lie open."""
    seen = h.hole[i] if own else h.game.lie_open(h, i)
    return [card if card in seen else HIDDEN for card in h.hole[i]]


def _player(h: Hand, i: int, *, own: bool, shown: bool) -> dict[str, Any]:
    return {
        "seat": h.seats[i], "stack": h.stacks[i], "bet": h.bets[i], "put": h.put[i] + h.bets[i],
        "in": bool(h.live >> i & 1), "acts": bool(h.active >> i & 1), "has_set": i in h.sets,
        "cards": visible(h, i, own=own or shown),
    }


def _event(event: Event, mine: int) -> dict[str, Any]:
    """Something that happened, its cards as this seat saw them."""
    what, place, amount, clause, cards, open = event
    seen = open or (place == mine and mine >= 0)
    return {
        "what": what, "place": place, "amount": amount, "clause": str(clause),
        "cards": list(cards) if seen else [HIDDEN] * len(cards),
    }
