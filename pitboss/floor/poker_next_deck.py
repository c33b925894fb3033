"""The deck of the next hand between players, sealed while the one before it is played: who is alone at the table with
players of the house may then have a number of his own move its cards, which nobody knew when it was sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.equipment.rng import fault_of
from pitboss.equipment.sealed import NUMBER_DIGITS, is_number
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE, No, Result, decode, encode
from pitboss.floor.poker_deck import SealedDeck

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk


class NextDeck:
    """What the next hand is dealt from. Nobody is shown its order."""

    def __init__(self, desk: PokerDesk) -> None:
        self.desk = desk
        self.deck: SealedDeck | None = None
        self.digest = ""

    def _hold(self, deck: SealedDeck | None) -> None:
        self.deck, self.digest = deck, deck.digest() if deck is not None else ""

    def _keep(self, deck: SealedDeck | None) -> None:
        self._hold(deck)
        self.desk.keep(f"deck:{self.desk.id}", None if deck is None else encode(deck.secret()))

    def prepare(self) -> None:
        """Where hands may be dealt, there is a sealed deck of the right size."""
        desk = self.desk
        if desk.physical or desk.status == "closed" or fault_of(desk.source):
            return
        if self.deck is None or len(self.deck.order) != desk.room.game.deck_size:
            deck = SealedDeck.shuffled(desk.room.game.deck_size, desk.source)
            self._keep(deck)
            desk.write("sealed", TABLE, {"digest": self.digest})

    def take(self) -> SealedDeck:
        """The deck of the hand that is dealt now."""
        self.prepare()
        deck = self.deck
        assert deck is not None
        self._keep(None)
        return deck

    def add(self, who: Who, number: str) -> Result:
        """A number of a player who is alone here, which moves the cards of the next hand."""
        if not is_number(number):
            raise No("that is no number that can be added", legal=f"1 to {NUMBER_DIGITS} digits")
        if self.deck is None:
            raise No("no deck is sealed that waits to be dealt", legal="at an open table with virtual cards")
        self.desk.own_seat(who)
        if set(self.desk.room.people()) - {who.name}:
            raise No("a number can be added only by who is alone at a table: among several, the last could choose",
                     legal="at a table of your own, with players of the house")
        self._keep(self.deck._replace(number=number, by=who.name))
        added = {"digest": self.digest, "number": number}
        self.desk.write("number", who, added)
        return added

    def load(self) -> None:
        kept = self.desk.store.secret(f"deck:{self.desk.id}")
        self._hold(None if kept is None else SealedDeck.of(decode(kept)))

    def shown(self) -> dict[str, Any] | None:
        """What anybody may see of it."""
        deck = self.deck
        return None if deck is None else {"digest": self.digest, "number": deck.number, "by": deck.by, "waits": True}
