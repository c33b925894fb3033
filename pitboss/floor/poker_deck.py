"""A shuffled deck that is sealed card by card: its digest is told before the first card, and afterwards everybody may
check the cards that he saw, while those that nobody showed stay hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck
from pitboss.equipment.proofs import card_seal, deck_seal, places_by
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
    # What a player added after the deck was sealed: the cards are dealt as they lie once it has moved them.
    number: str = ""
    by: str = ""

    @classmethod
    def shuffled(cls, size: int, source: Source) -> SealedDeck:
        return cls(nonce(source), shuffled(deck(size), source))

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> SealedDeck:
        """A deck that was written down."""
        order = body["order"]
        cards = tuple(order.split() if isinstance(order, str) else order)
        return cls(body["nonce"], cards, body.get("number", ""), body.get("by", ""))

    def secret(self) -> dict[str, str]:
        """All of it, for those who may know, and for everybody when nothing is left to hide."""
        added = {"number": self.number, "by": self.by} if self.number else {}
        return {"nonce": self.nonce, "order": " ".join(self.order), **added}

    def dealt(self) -> tuple[Card, ...]:
        """The cards in the order in which they are dealt."""
        if not self.number:
            return self.order
        return tuple([self.order[place] for place in places_by(self.digest(), self.number, len(self.order))])

    def salt(self, place: int) -> str:
        return sha256(f"pitboss salt 1\n{self.nonce}\n{place}\n".encode()).hexdigest()[:32]

    def seals(self) -> list[str]:
        """One digest a card, in the order of the deck."""
        return [card_seal(place, card, self.salt(place)) for place, card in enumerate(self.order)]

    def digest(self) -> str:
        return deck_seal(self.seals())

    def is_pack(self) -> bool:
        """Return whether the order holds each card of a pack of its size once."""
        try:
            return sorted(self.order) == sorted(deck(len(self.order)))
        except ValueError:
            return False

    def opened(self, cards: Iterable[Card]) -> dict[int, tuple[Card, str]]:
        """What shows that these cards lay where they lay: the place of each, and its salt."""
        places = sorted(self.order.index(card) for card in set(cards))
        return {place: (self.order[place], self.salt(place)) for place in places}


def holds(digest: str, seals: Sequence[str], opened: Mapping[int, tuple[Card, str]]) -> bool:
    """Do the seals make the digest, and each card that was opened its seal?"""
    fits = all(0 <= place < len(seals) and card_seal(place, *opening) == seals[place]
               for place, opening in opened.items())
    return fits and deck_seal(seals) == digest
