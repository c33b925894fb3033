"""The hands that decided a wager: what each is called, the cards that make it, and which of them won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from pitboss.equipment.cards import Card
from pitboss.table.facts import DEALER, HandOfCards, Settled, Worth
from pitboss.table.hands import hand_at
from pitboss.table.table import Table


class Held(NamedTuple):
    """One of them. `made` is the cards that make it, of all that it could use."""

    hand: str
    name: str
    cards: tuple[Card, ...]
    made: tuple[Card, ...]


class Compared(NamedTuple):
    """Two hands, the player's or the first first, and the one that is better; none where they are equal."""

    hands: tuple[Held, ...]
    won: str


def compared(t: Table, line: Settled) -> Compared | None:
    """The hands that a settled wager was decided by; None where its kind compares none, or one of them lies hidden."""
    kind = next((kind for kind in t.game.kinds if kind.name == line.wager), None)
    names = [line.hand or hand_at(line.box) if name == "box" else name for name in (kind.compares if kind else ())]
    hands = [hand for name in names if (hand := t.hands.get(name)) is not None and hand.cards and all(hand.face_up)]
    worth = [t.game.hand_worth(t, hand.name, hand.cards) for hand in hands]
    if len(hands) != 2 or worth[0] is None or worth[1] is None:
        return None
    alike = len({_called(t, hand) for hand in hands}) == 1
    held = tuple(Held(hand.name, _called(t, hand, beside=alike), tuple(hand.cards), tuple(counts.cards))
                 for hand, counts in zip(hands, worth, strict=True) if counts is not None)
    first, second = worth[0].rank, worth[1].rank
    return Compared(held, "" if first == second else hands[0 if first > second else 1].name)


class Qualifies(Protocol):
    """A game whose dealer needs some hand or other to play."""

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None: ...

    def qualifies(self, dealer: Any) -> bool: ...


def without_qualifying(game: Qualifies, t: Table) -> str:
    """What decides where the dealer's hand, which all can see, does not qualify."""
    dealer = t.hands.get(DEALER)
    worth = game.hand_worth(t, DEALER, dealer.cards) if dealer is not None and all(dealer.face_up) else None
    return "the dealer does not qualify" if worth is not None and not game.qualifies(worth.rank) else ""


def _called(t: Table, hand: HandOfCards, *, beside: bool = False) -> str:
    return t.game.hand_name(t, hand.name, hand.cards, beside=beside)
