"""What players do in a hand, as it is sent and as it is written down, from and to the acts of the card room."""

from __future__ import annotations

from typing import Any

from pitboss.cardroom import acts
from pitboss.cardroom.acts import Act
from pitboss.cardroom.bots import suggested_setting
from pitboss.cardroom.game import BET, DISCARD, DRAW, RUNS, SET
from pitboss.cardroom.hand import Hand, Legal
from pitboss.equipment.cards import parse_card
from pitboss.floor.desk import No
from pitboss.law import Refused
from pitboss.money import Cents

Body = dict[str, Any]

_PLAIN: dict[str, Act] = {
    acts.word(act): act for act in (
        acts.FOLD, acts.CHECK, acts.CALL, acts.ALL_IN, acts.DECLINE, acts.TAKE_KITTY, acts.Show(), acts.BUY_TIME,
    )
}
_SIZED = ("bet", "raise", "complete")
NAMES = ("fold", "check", "call", *_SIZED, "all-in", "decline", "take the kitty", "show", "run", "more time")


def read_act(name: str, amount: Cents | None) -> Body:
    """An act that is sent, as it is written down."""
    word, _, rest = name.partition(" ")
    try:
        if word == "discard":
            return {"act": "discard", "cards": [parse_card(card) for card in rest.split()]}
        if word == "set":
            return {"act": "set", "cards": [[parse_card(card) for card in hand.split()] for hand in rest.split("/")]}
    except ValueError as bad:
        raise No(str(bad)) from None
    if name not in NAMES:
        raise No(f"{name!r} is no act", legal=", ".join(NAMES))
    return {"act": name} | ({"amount": amount} if amount is not None else {})


def act_of(h: Hand, body: Body) -> Act | Refused:
    """The act that is written down."""
    name, amount, cards = body["act"], body.get("amount") or 0, body.get("cards") or []
    if name in _SIZED:
        return acts.WagerTo(amount)
    match name:
        case "discard":
            return acts.Discard(tuple(cards))
        case "set":
            return acts.SetHands(tuple(map(tuple, cards)))
        case "run":
            return acts.RunBoard(amount)
        case "see":
            return acts.AskToSee(h.seats.index(body["at"]) if body["at"] in h.seats else -1)
    return _PLAIN.get(name) or Refused(h.game.cites.turn, name, "one of the acts on offer")


def written(act: Act) -> Body:
    """An act as it is written down."""
    name = acts.word(act)
    match act:
        case acts.WagerTo(amount) | acts.RunBoard(amount):
            return {"act": name, "amount": amount}
        case acts.Discard(cards):
            return {"act": name, "cards": list(cards)}
        case acts.SetHands(hands):
            return {"act": name, "cards": [list(hand) for hand in hands]}
    return {"act": name}


def silent(h: Hand, legal: Legal) -> Act:
    """Return the act of a player who says nothing: no more chips, no other cards."""
    match h.stage:
        case s if s == BET:
            return acts.CHECK if legal.check else acts.DECLINE if legal.decline else acts.FOLD
        case s if s == DRAW:
            return acts.Discard()
        case s if s == DISCARD:
            return acts.Discard(tuple(h.hole[h.turn][-1:]))
        case s if s == SET:
            return acts.SetHands(tuple(map(tuple, suggested_setting(h, h.turn))))
    return acts.RunBoard(1) if h.stage == RUNS else acts.Show()
