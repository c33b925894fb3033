"""Blackjack files, tables and a dealer with a known stack."""

from __future__ import annotations

from pitboss.rulebooks import game, settle
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.table.acts import Answer, Cards, Choice, Close, CutAt, Irregular, Lapse, Place, Shuffled
from pitboss.table.requests import Asked, Cut, Deal, Direct, Gather, Offer, Reveal, Shuffle
from pitboss.table.script import Played
from pitboss.table.table import Table

ONE = """game qld/blackjack
box 1 Ann: original 10
deal 1: Th 9c
deal dealer: Kc 8h
"""
TWO = """game qld/blackjack
box 1 Ann: original 10
box 2 Ben: original 20
deal 1: Th 9c
deal 2: Td 7d
deal dealer: Kc 8h
"""
STAND = "1: stand\n2: stand\n= 1 Ann original win 10\n= 2 Ben original lose 20\n"


def good(text: str) -> Played:
    played = settle(text)
    assert not played.failures, played.failures
    return played


def blackjack(**options: str) -> Blackjack:
    made = game("qld/blackjack", options)
    assert isinstance(made, Blackjack)
    return made


class Dealer:
    """Deals listed cards, "cut" standing for the cutting card, "short" for an empty shoe; Ann bets 10 and stands."""

    def __init__(self, cards: str, direction: str = "") -> None:
        self.cards = cards.split()
        self.direction = direction
        self.asked: list[Asked] = []
        self.placed = False

    def answer(self, t: Table, request: Asked) -> Answer:
        self.asked.append(request)
        match request:
            case Shuffle():
                return Shuffled()
            case Cut():
                return CutAt(request.least)
            case Gather():
                self.placed = not self.placed
                return Place(1, "Ann", (("original", 1000),)) if self.placed else Close()
            case Deal():
                card = self.cards.pop(0)
                if card == "short":
                    return Irregular("not-enough-cards", {})
                return Cards((), cutting_card=True) if card == "cut" else Cards((card,))
            case Reveal():
                return Cards(())
            case Direct() if self.direction in [option.name for option in request.options]:
                return Choice(request.hand, self.direction)
            case Direct() | Offer():
                return Lapse()
        return Choice("1", "stand")

    def shuffles(self) -> list[str]:
        return [str(request.clause) for request in self.asked if isinstance(request, Shuffle)]
