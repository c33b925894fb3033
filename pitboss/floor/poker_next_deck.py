"""The deck of the next hand between players, sealed while the one before it is played: who is alone at the table with
players of the house may then have a number of his own move its cards, which nobody knew when it was sealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.equipment.rng import fault_of
from pitboss.equipment.sealed import NUMBER_DIGITS, is_number
from pitboss.floor.commands import Who
from pitboss.floor.desk import TABLE, No, Result, body_of, decode, encode
from pitboss.floor.poker_deck import SealedDeck
from pitboss.floor.store import Store
from pitboss.floor.trouble import Damaged

if TYPE_CHECKING:
    from pitboss.floor.poker import PokerDesk

# So many announcements back the deck of the hand that is on is searched for at most.
RECENT = 10


def stored_deck(value: bytes | None) -> SealedDeck | None:
    """Return the deck in a value of the table `secret`; raise Damaged if it is not one."""
    try:
        body = None if value is None else decode(value)
        deck = None if body is None else SealedDeck.of(body)
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError) as error:
        raise Damaged(f"a sealed deck cannot be read: {error!r}"[:200]) from None
    # Earlier programs stored the order as a list.
    if deck is not None and body not in (deck.secret(), deck.secret() | {"order": list(deck.order)}):
        raise Damaged("a sealed deck is stored with other fields than it has")
    return deck


def deck_fault(deck: SealedDeck | None, digest: str, number: str, by: str) -> str | None:
    """Return what is wrong with a stored deck, compared with the announced digest ("": none) and the number that a
    player added to it; None if it fits."""
    if deck is None:
        return "is not stored, and its digest was announced" if digest else None
    if not digest:
        return "is stored, and its digest was never announced"
    if deck.digest() != digest:
        return "is not the one whose digest was announced"
    if not deck.is_pack():
        return "is not a whole pack"
    if (deck.number, deck.by) != (number, by):
        return "is stored with another number than was added"
    return None


def waiting_deck(store: Store, stream: str) -> SealedDeck | None:
    """Return the deck of the next hand; raise Damaged if it is not the one that was announced last."""
    sealed, start = store.last(stream, "sealed"), store.last(stream, "round")
    digest = body_of(sealed)["digest"] if sealed is not None else ""
    if sealed is not None and start is not None and start.ver > sealed.ver and body_of(start)["digest"] == digest:
        digest = ""  # it was dealt
    return _compared(store, stream, "deck", digest, "the deck of the next hand")


def deck_under_way(store: Store, stream: str, digest: str) -> SealedDeck | None:
    """Return the deck of the hand that is on; raise Damaged if it is not the one of the hand's digest."""
    return _compared(store, stream, "shoe", digest, "the deck of the hand")


def _compared(store: Store, stream: str, kind: str, digest: str, what: str) -> SealedDeck | None:
    deck = stored_deck(store.secret(f"{kind}:{stream.removeprefix('table:')}"))
    if (wrong := deck_fault(deck, digest, *_number_added(store, stream, digest))) is not None:
        raise Damaged(f"{what} {wrong}")
    return deck


def _number_added(store: Store, stream: str, digest: str) -> tuple[str, str]:
    """Return the last number that was added to a deck, and the player who added it."""
    announced = (event for event in store.recent(stream, "sealed", RECENT) if body_of(event)["digest"] == digest)
    sealed = next(announced, None)
    for event in reversed(store.between(stream, "number", sealed.ver) if sealed is not None else []):
        body = body_of(event)
        if body["digest"] == digest:
            return body["number"], event.actor
    return "", ""


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
        """Read the deck that is stored; raise Damaged if it is not the one whose digest was announced."""
        self._hold(waiting_deck(self.desk.store, self.desk.stream))

    def shown(self) -> dict[str, Any] | None:
        """What anybody may see of it."""
        deck = self.deck
        if deck is None:
            return None
        return {
            "digest": self.digest, "size": len(deck.order), "number": deck.number, "by": deck.by, "waits": True,
        }
