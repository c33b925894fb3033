"""Hands of cards: each knows its box and its place among the hands of the box; what a name says of it is read here
and nowhere else."""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_lowercase

from pitboss.equipment.cards import Card

# Cards that were put together, group by group: what each is called, and its cards.
Parts = tuple[tuple[str, tuple[Card, ...]], ...]

_NAME = re.compile(r"([0-9]{1,3})([a-z]?)")


def hand_at(box: int, place: int = 0) -> str:
    """The name of a hand: its box, and a letter for its place where the box has several.

    >>> hand_at(1), hand_at(1, 1), hand_at(12, 3)
    ('1', '1a', '12c')
    """
    return f"{box}{ascii_lowercase[place - 1]}" if place else str(box)


@lru_cache(1024)
def read_hand(name: str) -> tuple[int, int]:
    """The box of a hand and its place there, as its name says them; 0 and 0 for hands of no box.

    >>> read_hand("1"), read_hand("12c"), read_hand("dealer")
    ((1, 0), (12, 3), (0, 0))
    """
    match = _NAME.fullmatch(name)
    return (int(match[1]), ascii_lowercase.index(match[2]) + 1 if match[2] else 0) if match else (0, 0)


def place_name(name: str) -> str:
    """Where a hand lies, as people say it.

    >>> place_name("4"), place_name("1b"), place_name("dealer")
    ('box 4', 'box 1b', 'dealer')
    """
    return f"box {name}" if read_hand(name)[0] else name


class HandOfCards:
    """Cards lying together. `box` is the box they lie on (0 for the dealer's and other hands of the table) and `place`
    their place among the hands of the box: 0 where it is the only one, 1 for the first of several ("1a"). `seat` is
    the box whose player may look at them; 0 while nobody may. `lookers` are those at that box who may, where not all of
    them may."""

    __slots__ = ("box", "came_of", "cards", "closed", "face_up", "lookers", "name", "place", "seat", "split")

    def __init__(self, name: str) -> None:
        self.name = name
        self.box, self.place = read_hand(name)
        self.seat = 0
        self.lookers: tuple[str, ...] = ()
        self.cards: list[Card] = []
        self.face_up: list[bool] = []
        self.closed = False
        # Did it come of a pair that was split? And of which hand's second card, where that is how it began?
        self.split = False
        self.came_of = ""

    def seen_by(self, player: str) -> bool:
        """May a player at the box whose hand it is look at it?"""
        return not self.lookers or player in self.lookers

    def __repr__(self) -> str:
        cards = " ".join(card if up else f"({card})" for card, up in zip(self.cards, self.face_up, strict=False))
        return f"<Hand {self.name}: {cards or 'no cards'}{f', seat {self.seat}' if self.seat else ''}>"


class Hands(dict[str, HandOfCards]):
    """The hands on a table by their names, in the order in which they came."""

    def open(self, name: str) -> HandOfCards:
        """The hand of this name; a new one where there was none."""
        hand = self.get(name)
        if hand is None:
            hand = self[name] = HandOfCards(name)
        return hand

    def on(self, box: int) -> list[HandOfCards]:
        """The hands on a box by their places, those that were split off one of them after it."""
        hands = [hand for hand in self.values() if hand.box == box]
        if len(hands) < 2:
            return hands
        return sorted(hands, key=lambda hand: (self[self._began_as(hand.name)].place, hand.place))

    def in_order(self) -> list[HandOfCards]:
        """All hands as they came, but those of a box beside each other, in the order in which they are played."""
        lie: dict[str, list[HandOfCards]] = {}
        for hand in self.values():
            lie.setdefault(str(hand.box or hand.name), self.on(hand.box) if hand.box else [hand])
        return [hand for hands in lie.values() for hand in hands]

    def _began_as(self, name: str) -> str:
        """The hand of the deal that a hand came of by splits."""
        while came_of := self[name].came_of:
            name = came_of
        return name

    def began_as_one(self, name: str) -> list[str]:
        """The hands that a hand of the deal has become, with this one among them."""
        return [other for other in self if self._began_as(other) == self._began_as(name)]

    def split(self, name: str) -> tuple[HandOfCards, HandOfCards]:
        """Part a pair: its second card starts a hand at the next place of the box. The only hand of a box is the first
        of several from then on."""
        pair = self[name]
        cards = list(zip(pair.cards, pair.face_up, strict=True))
        first = pair
        if not pair.place:
            del self[name]
            first = self.open(hand_at(pair.box, 1))
        second = self.open(hand_at(pair.box, max(hand.place for hand in self.on(pair.box)) + 1))
        second.came_of = first.name
        for hand, (card, up) in zip((first, second), cards, strict=True):
            hand.cards, hand.face_up, hand.seat, hand.split = [card], [up], pair.seat, True
        return first, second
