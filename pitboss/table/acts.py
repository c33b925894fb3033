"""Answers to requests. Chance, choice and time enter a round only as one of these,
so the list of them is the round: feed them again and it happens again."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from pitboss.equipment.cards import Card
from pitboss.money import Cents

# A card lying face down whose face nobody at the table has entered yet.
BACK: Card = "??"


class Given(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, gc=False):
    """One answer."""


class Place(Given, frozen=True, tag="place"):
    """A player puts wagers on a box, all of them or none. `facts` tell how, where the law cares
    ("cash": "yes", "confirmed": "dealer,boxperson")."""

    box: int
    player: str
    wagers: tuple[tuple[str, Cents], ...]
    facts: dict[str, str] = {}


class Take(Given, frozen=True, tag="take"):
    """A player takes a wager back, wholly (to 0) or down to an amount."""

    box: int
    player: str
    wager: str
    to: Cents = 0


class Close(Given, frozen=True, tag="close"):
    """'No more bets'."""


class Cards(Given, frozen=True, tag="cards"):
    """The cards that came, in order; `cutting_card` when it came out in front of one of them
    (with no cards: it came out alone, and the card asked for is still to come)."""

    cards: tuple[Card, ...]
    cutting_card: bool = False


class Missed(Given, frozen=True, tag="missed"):
    """The dealer passed a hand by and nobody noticed yet."""


class Shuffled(Given, frozen=True, tag="shuffled"):
    """The cards are mixed; `digest` binds a virtual shoe to its order before the first card."""

    digest: str = ""


class CutAt(Given, frozen=True, tag="cut"):
    """A cutting card went in, so many cards from the back of the stack."""

    from_back: int


class Dice(Given, frozen=True, tag="dice"):
    """The numbers uppermost."""

    numbers: tuple[int, ...]


class Ball(Given, frozen=True, tag="ball"):
    """The compartment the ball came to rest in."""

    number: str


class Choice(Given, frozen=True, tag="choice"):
    """A decision for a hand ("1", "1b"), or an official's ("supervisor")."""

    hand: str
    name: str
    player: str = ""
    amount: Cents | None = None


class Lapse(Given, frozen=True, tag="lapse"):
    """Nobody answered: time ran out, or an offer was not taken up."""


class Irregular(Given, frozen=True, tag="irregular"):
    """Something went wrong at the table, in the words of the transcript notation."""

    kind: str
    facts: dict[str, str]

    def get(self, key: str, default: str = "") -> str:
        return self.facts.get(key, default)

    def yes(self, key: str) -> bool:
        return self.facts.get(key, "no") == "yes"


Answer: TypeAlias = (
    Place | Take | Close | Cards | Missed | Shuffled | CutAt | Dice | Ball | Choice | Lapse | Irregular
)

encode = msgspec.json.Encoder(enc_hook=str).encode
decode = msgspec.json.Decoder(Answer).decode
