"""A shuffled deck that is sealed card by card: its digest is told before the first card, and afterwards everybody may
check the cards that he saw, while those that nobody showed stay hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import Source, nonce, shuffled


class SealedDeck(NamedTuple):
    """Cards in the order in which they are dealt, and what keeps them from being guessed.

    >>> from pitboss.equipment.rng import SeededSource
    >>> sealed = SealedDeck.shuffled(52, SeededSource(1))
    >>> holds(sealed.digest(), sealed.seals(), sealed.opened(sealed.order[:2]))
    True
    """

    nonce: str
    order: tuple[Card, ...]

    @classmethod
    def shuffled(cls, size: int, source: Source) -> SealedDeck:
        return cls(nonce(source), shuffled(deck(size), source))

    def salt(self, place: int) -> str:
        return sha256(f"pitboss salt 1\n{self.nonce}\n{place}\n".encode()).hexdigest()[:32]

    def seals(self) -> list[str]:
        """One digest a card, in the order of the deck."""
        return [seal(place, card, self.salt(place)) for place, card in enumerate(self.order)]

    def digest(self) -> str:
        return digest_of(self.seals())

    def opened(self, cards: Iterable[Card]) -> dict[int, tuple[Card, str]]:
        """What shows that these cards lay where they lay: the place of each, and its salt."""
        places = sorted(self.order.index(card) for card in set(cards))
        return {place: (self.order[place], self.salt(place)) for place in places}


def seal(place: int, card: Card, salt: str) -> str:
    return sha256(f"pitboss card 1\n{place}\n{card}\n{salt}\n".encode()).hexdigest()


def digest_of(seals: Sequence[str]) -> str:
    lines = "\n".join(seals)
    return sha256(f"pitboss deck 1\n{lines}\n".encode()).hexdigest()


def holds(digest: str, seals: Sequence[str], opened: Mapping[int, tuple[Card, str]]) -> bool:
    """Do the seals make the digest, and each card that was opened its seal?"""
    fits = all(0 <= place < len(seals) and seal(place, *one) == seals[place] for place, one in opened.items())
    return fits and digest_of(seals) == digest
