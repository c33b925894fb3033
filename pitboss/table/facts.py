"""The facts of a round, and the events that tell what happened to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

from pitboss.equipment.cards import Card
from pitboss.law import Announced, Clause, Refused, Ruled
from pitboss.money import Cents
from pitboss.table.hands import HandOfCards as HandOfCards

DEALER, BOARD = "dealer", "board"
# The hands of a wager on a box against the dealer.
AGAINST_DEALER = ("box", DEALER)
WagerKey: TypeAlias = tuple[int, str, str]


def slot_of(kind: str, hand: str = "") -> str:
    """Where a wager lies: in the place of its kind, and with one hand of the box where it is for that hand alone.

    >>> slot_of("original"), slot_of("original", "1b")
    ('original', 'original 1b')
    """
    return f"{kind} {hand}" if hand else kind


class Wager(msgspec.Struct, eq=False, gc=False):
    """One player's stake of one kind on one box. `marks` holds what a schedule hangs on it
    (a come point, an 'on' button)."""

    box: int
    player: str
    kind: str
    amount: Cents
    marks: dict[str, Any]
    # Where it lies: its kind, until it travels (two come bets on two points are two slots) or lies with a hand.
    slot: str
    # The hand of the box that it lies with, where the box has several; "" for a wager on the box itself.
    hand: str = ""

    @property
    def key(self) -> WagerKey:
        return self.box, self.player, self.slot


class Worth(NamedTuple):
    """What a hand counts when it is compared with another, the more the better, and the cards that make it."""

    rank: tuple[Any, ...]
    cards: Sequence[Card]


class RoundEvent(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that happened; the list of them is what people are shown."""


class Placed(RoundEvent, frozen=True, tag="placed"):
    box: int
    player: str
    wager: str
    amount: Cents


class Taken(RoundEvent, frozen=True, tag="taken"):
    """A player took a stake back, or part of it, while that was open to him."""

    box: int
    player: str
    wager: str
    amount: Cents


class Returned(RoundEvent, frozen=True, tag="returned"):
    """Part of a stake, or all of it, went back without being settled."""

    box: int
    player: str
    wager: str
    amount: Cents
    clause: Clause


class Dealt(RoundEvent, frozen=True, tag="dealt"):
    """Cards came to a hand ("discard" for cards burnt)."""

    to: str
    cards: tuple[Card, ...]
    face_up: bool
    clause: Clause


class Shown(RoundEvent, frozen=True, tag="shown"):
    """A hand was turned face up."""

    hand: str
    cards: tuple[Card, ...]
    clause: Clause


class Came(RoundEvent, frozen=True, tag="came"):
    """The result of dice or wheel."""

    what: str
    result: str
    clause: Clause


class Chose(RoundEvent, frozen=True, tag="chose"):
    hand: str
    player: str
    name: str
    amount: Cents
    clause: Clause


class Charged(RoundEvent, frozen=True, tag="charged"):
    """A percentage or fee; negative when it is returned."""

    box: int
    player: str
    wager: str
    amount: Cents
    clause: Clause


class Settled(RoundEvent, frozen=True, tag="settled"):
    """A wager decided: `pays` on top of the stake for a win, `stake` taken for a loss.
    `hand` tells which hand of a box it rode on, where a box has several ("1b")."""

    box: int
    player: str
    wager: str
    stake: Cents
    outcome: str
    pays: Cents
    odds: str
    clause: Clause
    also: tuple[Clause, ...] = ()
    hand: str = ""


class Reversed(RoundEvent, frozen=True, tag="reversed"):
    """A settled line was undone; the stake stands again."""

    box: int
    player: str
    wager: str
    stake: Cents
    clause: Clause


class Referred(RoundEvent, frozen=True, tag="referred"):
    """The law is silent: the supervisor must decide."""

    kind: str
    what: str


class Rejected(RoundEvent, frozen=True, tag="rejected"):
    """An answer that makes no sense here, whatever the law: nothing changed."""

    what: str


AnyEvent: TypeAlias = (
    Placed | Taken | Returned | Dealt | Shown | Came | Chose | Charged | Settled | Reversed | Referred
    | Rejected | Refused | Ruled | Announced
)


class _Text(dict[Any, str]):
    """Clauses as plain text, each made once: every event carries one or more."""

    def __missing__(self, value: Any) -> str:
        text = str(value)
        if type(value) is Clause:
            self[value] = text
        return text


as_text = _Text().__getitem__
encode_events = msgspec.json.Encoder(enc_hook=as_text).encode
# Events whose fields other than these are sentences for people.
_FACTS: dict[type, tuple[str, ...]] = {
    Refused: ("clause",), Ruled: ("clause",), Announced: ("clause",), Referred: ("kind",), Rejected: (),
}


def encode_facts(events: Sequence[AnyEvent]) -> bytes:
    """Return the facts and clauses of events as JSON, without the sentences that describe them.

    >>> encode_facts([Referred("fire", "the law is silent"), Placed(1, "Ann", "ante", 500)])
    b'[["Referred","fire"],{"type":"placed","box":1,"player":"Ann","wager":"ante","amount":500}]'
    """
    facts = [event if (fields := _FACTS.get(type(event))) is None
             else (type(event).__name__, *(getattr(event, field) for field in fields)) for event in events]
    return encode_events(facts)
