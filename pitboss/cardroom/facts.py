"""What reports of a hand between players tell. A kind of report tells the same in every book; the rulings differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.table.acts import Irregular
from pitboss.table.reports import (
    LOOKED,
    MANAGER,
    SUPERVISOR,
    BadFact,
    Decided,
    Fact,
    HandNamed,
    Number,
    OneCard,
    Seat,
    SomeCards,
    Word,
    YesNo,
)

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# What people do beside the cards: it is reported where these are virtual, too, and of a hand that is over.
BESIDE_THE_CARDS = frozenset({
    "device-used", "advice", "side-bet", "hand-disclosed", "cards-exchanged", "helping", "invalidated", "disruption",
    "fraud", "staff-advice", "dispute", "another-hand-touched", "chips-given", "cards-looked-at", "pot-divided",
    "folded-otherwise",
})

RECONSTRUCTED = YesNo("reconstructed", default="yes", asks="Can the deal be put right?")
BOARD = HandNamed("hand", ("board", "board-2"), boxes=False)
BY_PLAYER = Word("by", ("dealer", "player"), default="dealer")

WRONG_ORDER: tuple[Fact, ...] = (Seat(), LOOKED, RECONSTRUCTED)
NO_CARDS: tuple[Fact, ...] = (Seat(need=True), LOOKED, RECONSTRUCTED)
EXTRA_HAND: tuple[Fact, ...] = (Seat(), SomeCards(), LOOKED, RECONSTRUCTED)
WRONG_NUMBER: tuple[Fact, ...] = (
    Seat(need=True, several=True), Number("cards", most=14, asks="Cards held"), LOOKED, RECONSTRUCTED
)
CARD_EXPOSED: tuple[Fact, ...] = (Seat(), OneCard(), BOARD, BY_PLAYER)
EXTRA_CARD: tuple[Fact, ...] = (OneCard(), SomeCards(), BOARD)
FACE_UP: tuple[Fact, ...] = (OneCard(), SomeCards(), BOARD)
MISSED_BURN: tuple[Fact, ...] = (RECONSTRUCTED,)
SPILLED: tuple[Fact, ...] = (
    Word("mixed", ("no", "muck", "hand", "folded", "burn", "off-table"), default="no", asks="Where have they come?"),
)
FACE_UP_IN_STUD: tuple[Fact, ...] = (Seat(need=True, several=True), OneCard(), RECONSTRUCTED)
DEVICE_USED: tuple[Fact, ...] = (Seat(need=True), Fact("device"))
HAND_DISCLOSED: tuple[Fact, ...] = (Seat(need=True), Seat("to"))
CARDS_EXCHANGED: tuple[Fact, ...] = (Seat(need=True), Seat("with"))
SIDE_BET: tuple[Fact, ...] = (Seat(need=True), Seat("with"))
ADVICE: tuple[Fact, ...] = (Seat(need=True), Word("by", ("player", "onlooker"), default="player"))


def decisions(*words: str) -> tuple[Fact, ...]:
    """What an official may decide on a report, where the law gives him the choice, and who he is."""
    return Decided("decided", words), Word("official", (SUPERVISOR, MANAGER))


def places_in(h: Hand, what: Irregular, key: str = "seat") -> list[int]:
    """The places of the seats that a report names; each must be in the hand."""
    places = []
    for text in filter(None, what.get(key).split(",")):
        if not text.isdigit() or int(text) not in h.seats:
            raise BadFact(f"{key}={text} is nobody in the hand; seats {', '.join(map(str, sorted(h.seats)))} are")
        places.append(h.seats.index(int(text)))
    if len(set(places)) != len(places):
        raise BadFact(f"{key}={what.get(key)} names a seat twice")
    return places


def place_in(h: Hand, what: Irregular, key: str = "seat") -> int:
    """The place of the one seat that a report names."""
    places = places_in(h, what, key)
    if len(places) != 1:
        raise BadFact(f"{key}= is missing: one seat of the hand")
    return places[0]


def live_place_in(h: Hand, what: Irregular) -> int:
    """The place of the one seat that a report names, which must still have cards."""
    i = place_in(h, what)
    if not h.live >> i & 1:
        raise BadFact(f"seat {h.seats[i]} has folded")
    return i


def at_a_seat(what: Irregular) -> bool:
    """Is a report about a card of a seat, and not of a board? It cannot be about both."""
    if what.get("seat") and what.get("hand"):
        raise BadFact("seat= and hand= at once; one of them")
    if what.get("hand") and what.get("by") == "player":
        raise BadFact("hand= and by=player at once; it is the dealer who deals there")
    return bool(what.get("seat"))


def card_in(what: Irregular) -> str:
    """The one card that a report names."""
    cards = cards_in(what)
    if len(cards) != 1:
        raise BadFact("card= is missing: one card")
    return cards[0]


def cards_in(what: Irregular) -> list[str]:
    """The cards that a report names, one (`card=`) or several (`cards=`)."""
    if what.get("card") and what.get("cards"):
        raise BadFact("card= and cards= at once; one of them")
    return [card for card in (what.get("card") or what.get("cards")).split(",") if card]


def refuse_taken(h: Hand, what: Irregular) -> None:
    """A report of cards dealt to nobody that names the seat of somebody in the hand makes no sense."""
    seat = what.get("seat")
    if seat and int(seat) in h.seats:
        raise BadFact(f"seat={seat} is in the hand; a seat without a player in it")


def off_the_deck(h: Hand, what: Irregular) -> list[str]:
    """The cards that a report names, taken off the deck: they have lain nowhere else yet."""
    cards = cards_in(what)
    for card in cards:
        if card not in h.deck or not h.cards_left():
            raise BadFact(f"the {card} lies elsewhere already, or is not in the deck")
        h.deck.remove(card)
    return cards
