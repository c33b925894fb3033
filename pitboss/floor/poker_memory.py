"""What a table between players knows besides its seats and its hand."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.floor.memory import HeldPayment, Proposal, Question
from pitboss.money import Cents


class ClosingNotice(msgspec.Struct):
    """The table closes after some hands, of which the first is told; `given`: how many of them were played."""

    hands: int
    first: int
    given: int = 0


class StakesChange(msgspec.Struct):
    """Other stakes that a sign tells of: the options of the game with them, since when the sign is up, when they are to
    start, the first hand after it, and how many were played since."""

    n: int
    options: dict[str, str]
    shown: int
    starts: int
    by: str
    first: int
    given: int = 0


class SeatWish(msgspec.Struct, frozen=True):
    """A free seat that somebody would like; `amount` buys in, nothing for one who plays here already."""

    player: str
    box: int
    amount: Cents


class RoomMemory(msgspec.Struct):
    """What the table knows besides its seats."""

    # "open", "closing" (after the hands of a notice, or after this one), "closed".
    status: str = "closed"
    notice: ClosingNotice | None = None
    # Those who go when the hand is over.
    leaving: list[str] = []
    # Those who were sent away by an official, and under which clause: they do not sit down here again.
    sent_away: dict[str, str] = {}
    # Payments that are withheld, and how many ever were.
    held: list[HeldPayment] = []
    withheld: int = 0
    # Those who post what they owe as soon as the hand is over.
    posting: list[str] = []
    # Seats that somebody left, each with the time until when others may wish for it; the wishes, the first one first;
    # and how the last seat was decided that several wished for.
    left_open: dict[int, int] = {}
    wishes: list[SeatWish] = []
    seat_decided: dict[str, Any] | None = None
    # That the hand be void, until a second person approves; and how many were made.
    proposals: list[Proposal] = []
    proposed: int = 0
    # What all players are asked to agree to, numbered with the proposals; and who said no when they last were.
    question: Question | None = None
    declined: str = ""
    # When the hour began in which hands are played now, and what the house has taken from their pots since.
    hour: int = 0
    taken: Cents = 0
    # Options other than those the table was added with, and those that are to come.
    options: dict[str, str] | None = None
    change: StakesChange | None = None
    # How many players of the house keep others company; None: as many as the table was added with.
    company: int | None = None


class Remark(msgspec.Struct, frozen=True):
    """Something said of a hand that is no event of it; `at` is how many events came before."""

    at: int
    text: str
    clause: str
    kind: str = "ruled"
