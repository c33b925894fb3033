"""What a table of the floor knows besides its round: how it was added, who sits where, what is up for approval."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.money import Cents
from pitboss.rulebooks import card_games, games
from pitboss.table.book import Book
from pitboss.table.limits import Change


class Added(msgspec.Struct, frozen=True):
    """How a table was added to the floor."""

    id: str
    name: str
    game: str
    options: dict[str, str] = {}
    mode: str = "virtual"
    entry: str = "confirm"
    wagering_seconds: int = 25
    decision_seconds: int = 30
    house_players: int = 0
    # How many terminals were approved for it; 0 where nobody said.
    terminals: int = 0
    # A player had it opened, and it closes when nobody is there.
    on_demand: bool = False

    @property
    def book(self) -> Book:
        """The rulebook its game is of."""
        return (games().get(self.game) or card_games()[self.game]).book


class Range(msgspec.Struct, frozen=True):
    """Limits of one terminal; None where the table's hold."""

    minimum: Cents | None = None
    maximum: Cents | None = None


class Proposal(msgspec.Struct, frozen=True):
    """Something that a second person must approve."""

    n: int
    what: str
    reason: str
    by: str
    round: int
    index: int = 0
    answer: dict[str, Any] | None = None
    role: str = ""
    # The referred report that it decides; in words, what was entered.
    referral: int = 0
    was: str = ""
    # Between players: the ground that the book names for it.
    ground: str = ""
    # A command that waits as it was given, and in which browser that was.
    command: dict[str, Any] = {}
    browser: str = ""


class Question(msgspec.Struct, frozen=True):
    """Something that the house may do once the players at the table agree, and who has said yes."""

    n: int
    what: str
    by: str
    clause: str
    agreed: list[str] = []
    # Who said no, where that does not end it.
    against: list[str] = []


class HeldPayment(msgspec.Struct, frozen=True):
    """A payment of a round that is withheld: whose, how much, until when at most, why and by whom; and the account it
    was taken from."""

    n: int
    round: int
    player: str
    amount: Cents
    until: int
    reason: str
    by: str
    account: str


class Fault(msgspec.Struct):
    """The terminals of a table, or their system, did not work as they should: since when, until when, and what was
    credited to each player meanwhile."""

    since: int
    reason: str
    by: str
    repaired: int | None = None
    credited: dict[str, Cents] = {}


class Referral(msgspec.Struct, frozen=True):
    """A report on which the law is silent, until a supervisor has decided."""

    n: int
    round: int
    words: str
    by: str
    at: int


def account_of(added: Added, walk_ins: list[str], player: str) -> str:
    """Where a player's money is at a table: credits, chips that the dealer sees, or chips that are worth nothing."""
    if added.options.get("teaching") == "non-value":
        return f"lesson:{added.id}:{player}"
    return f"chips:{added.id}:{player}" if player in walk_ins else f"player:{player}"


class Memory(msgspec.Struct):
    """The desk's own facts; written with every round, so that reading starts there."""

    # "open", "closing" (nobody new sits down), "closed".
    status: str = "open"
    # When a sign says that the table closes, and since when it is up.
    closes: int | None = None
    shown: int | None = None
    seats: dict[int, str] = {}
    # Everybody at the table, with the rounds each has let pass in a row, and when each last did something.
    idle: dict[str, int] = {}
    seen: dict[str, int] = {}
    # Players whose seats were given up for them, and why.
    vacated: dict[str, dict[str, str]] = {}
    # Players with chips, whom the dealer enters.
    walk_ins: list[str] = []
    terminal: dict[str, Range] = {}
    changes: list[Change] = []
    proposals: list[Proposal] = []
    proposed: int = 0
    referrals: list[Referral] = []
    fault: Fault | None = None
    referred: int = 0
    # What the players are asked to agree to, and who did not agree last.
    question: Question | None = None
    declined: str = ""
    # Payments that are withheld, and how many ever were.
    held: list[HeldPayment] = []
    withheld: int = 0
    # What a dealer entered and nobody confirmed yet.
    pending: dict[str, Any] | None = None
    # Between rounds: what the next one starts from, and options other than those it was added with.
    state: dict[str, Any] | None = None
    standing: list[list[Any]] = []
    options: dict[str, str] | None = None
