"""Basic strategy at a teaching table: the play that is best on average when every card is as likely as in
a fresh deck, whatever lies on the table. Close to the exact charts of `pitboss odds`, and made in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

from pitboss.equipment.cards import Card
from pitboss.rulebooks import games
from pitboss.table.requests import Asked, Choose, Offer
from pitboss.table.table import Table

# One card of each value, and how many of 13 it stands for.
CARDS: dict[Card, int] = dict.fromkeys(("As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"), 1) | {"Ts": 4}
BUST = 22
Count = tuple[int, bool]


class Points(Protocol):
    """What a hand counts."""

    @property
    def points(self) -> int: ...


@runtime_checkable
class TwentyOne(Protocol):
    """A game in which hands are drawn up to 21 against a dealer who has no choice: what it must say for a hint."""

    def value(self, card: Card) -> int: ...

    def count(self, cards: Sequence[Card], *, doubled: bool = False) -> Points: ...

    def hard_total(self, cards: Sequence[Card]) -> int: ...

    def dealer_draws(self, cards: Sequence[Card]) -> bool: ...

    def may_double(self, cards: Sequence[Card]) -> bool: ...

    def may_split(self, cards: Sequence[Card]) -> bool: ...


def hint(t: Table, request: Asked | None) -> dict[str, str] | None:
    """What a beginner does best now, and how much better it is than the next best per unit staked."""
    game, clause = t.game, str(t.game.book.instructing)
    if game.options.get("teaching", "no") == "no" or not isinstance(game, TwentyOne) or not isinstance(request, Choose):
        return None
    names = {option.name for option in request.options}
    if type(request) is Offer:
        pays = names & {"insurance", "even money"}
        return _told("pass", "less than one card in three is a ten", clause) if pays else None
    hand = t.hands.get(request.hand)
    if hand is None or "stand" not in names or not t.hands["dealer"].cards:
        return None
    worth = plays(game.id, _like(game, t.hands["dealer"].cards[0]), tuple(_like(game, card) for card in hand.cards))
    best = max((name for name in worth if name in names), key=lambda name: worth[name])
    return _told(best, f"worth {worth[best]:+.2f} of the stake on average", clause)


def _told(name: str, why: str, clause: str) -> dict[str, str]:
    return {"name": name, "words": f"basic strategy: {name} ({why})", "clause": clause}


def _like(game: TwentyOne, card: Card) -> Card:
    """The card that stands for all of its value."""
    value = game.value(card)
    return "As" if value in (1, 11) else "Ts" if value == 10 else f"{value}s"


@lru_cache(maxsize=2000)
def plays(id: str, up: Card, cards: tuple[Card, ...]) -> dict[str, float]:
    """What each play brings on average, given that the dealer has no blackjack: with one, all plays lose the same."""
    strategy = _strategy(id, up)
    made = {"stand": strategy.stand(strategy.count(cards)), "draw": strategy.draw(strategy.count(cards))}
    if strategy.game.may_double(cards):
        made["double down"] = strategy.double(cards)
    if strategy.game.may_split(cards):
        made["split"] = 2 * strategy.split(cards[0])
    return made


@lru_cache(maxsize=100)
def _strategy(id: str, up: Card) -> BasicStrategy:
    game: Any = games()[id]({})
    return BasicStrategy(game, up)


class BasicStrategy:
    """Best play against one card of the dealer."""

    def __init__(self, game: TwentyOne, up: Card) -> None:
        self.game = game
        self._drawn: dict[Count, float] = {}
        self._ends: dict[Count, dict[int, float]] = {}
        blackjack = {"As": "Ts", "Ts": "As"}.get(up)
        # How likely each total of the dealer is.
        self.dealer = self._each((up,), {card: weight for card, weight in CARDS.items() if card != blackjack})

    def count(self, cards: tuple[Card, ...]) -> Count:
        """Points, and whether an ace counts 11 in them."""
        points = min(self.game.count(cards).points, BUST)
        return points, points <= 21 and points != self.game.hard_total(cards)

    def _ending(self, cards: tuple[Card, ...]) -> dict[int, float]:
        """How a hand of the dealer may end; only its count matters."""
        count = self.count(cards)
        if count not in self._ends:
            self._ends[count] = self._each(cards, CARDS) if self.game.dealer_draws(cards) else {count[0]: 1.0}
        return self._ends[count]

    def _each(self, cards: tuple[Card, ...], weights: dict[Card, int]) -> dict[int, float]:
        made: dict[int, float] = {}
        for card, weight in weights.items():
            for points, odds in self._ending((*cards, card)).items():
                made[points] = made.get(points, 0.0) + odds * weight / sum(weights.values())
        return made

    def stand(self, count: Count) -> float:
        points = count[0]
        if points >= BUST:
            return -1.0
        return sum(odds * (1 if total == BUST or points > total else -1 if points < total else 0)
                   for total, odds in self.dealer.items())

    def draw(self, count: Count) -> float:
        if count not in self._drawn:
            self._drawn[count] = sum(weight * self.best(added(count, card)) for card, weight in CARDS.items()) / 13
        return self._drawn[count]

    def best(self, count: Count) -> float:
        """Standing or drawing, whichever is better; 21 draws no card."""
        return self.stand(count) if count[0] >= 21 else max(self.stand(count), self.draw(count))

    def double(self, cards: tuple[Card, ...]) -> float:
        """One card, and twice the stake."""
        total = 0.0
        for card, weight in CARDS.items():
            points = min(self.game.count((*cards, card), doubled=True).points, BUST)
            total += weight * self.stand((points, False))
        return 2 * total / 13

    def split(self, card: Card) -> float:
        """One of the two hands: an ace gets one card, another hand is played on."""
        total = 0.0
        for second, weight in CARDS.items():
            cards = (card, second)
            worth = self.stand(self.count(cards)) if card == "As" else self.best(self.count(cards))
            if card != "As" and self.game.may_double(cards):
                worth = max(worth, self.double(cards))
            total += weight * worth
        return total / 13


def added(count: Count, card: Card) -> Count:
    """A count with one more card.

    >>> added((17, True), "Ts"), added((12, False), "Ts"), added((10, False), "As")
    ((17, False), (22, False), (21, True))
    """
    points, soft = count
    value = 1 if card == "As" else 10 if card == "Ts" else int(card[0])
    points += value
    if value == 1 and not soft and points + 10 <= 21:
        return points + 10, True
    if points > 21 and soft:
        return points - 10, False
    return min(points, BUST), soft and points <= 21
