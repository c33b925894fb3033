"""What the log of a hand tells, for those who write the hand down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom import acts
from pitboss.cardroom.acts import AnyAct
from pitboss.cardroom.game import Event
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

_PLAIN: dict[str, AnyAct] = {
    "fold": acts.FOLD, "gives up": acts.Muck(), "check": acts.CHECK, "decline": acts.DECLINE, "call": acts.CALL,
}


def clear_act(h: Hand, event: Event) -> AnyAct | None:
    """The clear act that an event tells of, whatever gesture it came from; None for what happens by the rules."""
    match event.what:
        case "bet" | "raise":
            return acts.WagerTo(event.amount)
        case "discard":
            return acts.Discard(event.cards)
        case "kitty" if event.place >= 0:
            return acts.TAKE_KITTY
        case "set":
            return acts.SetHands(h.sets[event.place])
        case "runs":
            return acts.RunBoard(event.amount)
        case "asks":
            return acts.AskToSee(h.seats.index(event.amount))
    return _PLAIN.get(event.what)


def starting_stacks(h: Hand) -> list[Cents]:
    """What the players had before the hand: what they have, less what they won, and what they put in."""
    stacks = [stack + put + bet for stack, put, bet in zip(h.stacks, h.put, h.bets, strict=True)]
    for event in h.log:
        if event.what == "won":
            stacks[event.place] -= event.amount
        elif event.what in ("fee", "dead blind", "paid", "fold"):
            stacks[event.place] += event.amount
        elif event.what == "dead blind back":
            stacks[event.place] -= event.amount
    return stacks
