"""Single poker hands for tests: cards by recipient or from a stacked deck, acts as words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand, Legal
from pitboss.cardroom.script import act
from pitboss.cardroom.script_read import Queue
from pitboss.equipment.cards import Card, parse_cards
from pitboss.equipment.decks import deck
from pitboss.law import Refused


def given(game: PokerGame, stacks: Sequence[int], *deals: str, **more: Any) -> Hand:
    """A hand of seats 1, 2, ... in dealing order with stacks in dollars, the cards of each written "1: As Kd"."""
    cards = {to.strip(): list(parse_cards(text)) for to, _, text in (line.partition(":") for line in deals)}
    seats = range(1, len(stacks) + 1)
    return Hand(game, tuple(seats), [100 * stack for stack in stacks], (), given=Queue(cards), **more)


def dealt(game: PokerGame, stacks: Sequence[int], first: str = "", **more: Any) -> Hand:
    """A hand from a deck whose first cards are these and whose others lie in the order of a new deck."""
    top = parse_cards(first) if first else ()
    rest = [card for card in deck(game.deck_size) if card not in top]
    cards = [*top, *rest][::-1]
    seats = range(1, len(stacks) + 1)
    return Hand(game, tuple(seats), [100 * stack for stack in stacks], cards, spare="spare", **more)


def do(h: Hand, *acts: str) -> Hand:
    """Acts in turn, none of them refused."""
    for text in acts:
        refused = act(h, text)
        assert refused is None, f"{text}: {refused}"
    return h


def legal(h: Hand) -> Legal:
    """What may be done now."""
    found = h.legal()
    assert found is not None
    return found


def refused(h: Hand, text: str) -> str:
    """The clause under which an act is refused; nothing has changed by it."""
    before = state(h)
    found = act(h, text)
    assert isinstance(found, Refused), f"{text} was accepted"
    assert state(h) == before
    return str(found.clause)


def state(h: Hand) -> dict[str, Any]:
    copied = h.copy()
    return {name: getattr(copied, name) for name in Hand.__slots__ if name not in ("game", "given")}


def stacks(h: Hand) -> list[float]:
    """Stacks in dollars."""
    return [stack / 100 for stack in h.stacks]


def everywhere(h: Hand) -> list[Card]:
    """Every card of the hand, wherever it lies; those of folded hands lie in the muck."""
    held = [card for i, hole in enumerate(h.hole) if h.live >> i & 1 for card in hole]
    boards = [card for board in h.boards for card in board]
    return sorted([*h.deck, *h.burnt, *h.muck, *h.kitty, *held, *boards])
