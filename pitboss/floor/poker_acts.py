"""What players do in a hand, as it is sent and as it is written down."""

from __future__ import annotations

from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import parse_card
from pitboss.floor.desk import No
from pitboss.floor.poker_room import Body
from pitboss.money import Cents

ACTS = (
    "fold", "check", "call", "bet", "raise", "complete", "all-in", "decline", "take the kitty", "show", "run",
    "more time",
)


def read_act(name: str, amount: Cents | None) -> Body:
    """An act as it is written down."""
    word, _, rest = name.partition(" ")
    try:
        if word == "discard":
            return {"act": "discard", "cards": [parse_card(card) for card in rest.split()]}
        if word == "set":
            return {"act": "set", "cards": [[parse_card(card) for card in hand.split()] for hand in rest.split("/")]}
    except ValueError as bad:
        raise No(str(bad)) from None
    if name not in ACTS:
        raise No(f"{name!r} is no act", legal=", ".join(ACTS))
    return {"act": name} | ({"amount": amount} if amount is not None else {})


def done(before: Hand, after: Hand) -> Body:
    """What the player whose turn it was did, read from what happened next."""
    i = before.turn
    said = [event for event in after.log[len(before.noted):] if event.place == i]
    what = next((event.what for event in said if event.what not in ("dealt", "muck")), "show")
    match what:
        case "bet" | "raise":
            return {"act": "raise", "amount": next(event.amount for event in said if event.what == what)}
        case "discard":
            return {"act": "discard", "cards": list(next(event.cards for event in said if event.what == what))}
        case "set":
            return {"act": "set", "cards": [list(hand) for hand in after.sets[i]]}
        case "kitty":
            return {"act": "take the kitty"}
        case "fold" | "check" | "call" | "decline":
            return {"act": what}
    return {"act": "show"}
