"""What playing a floor's rounds again has to say of each, and what all tables share in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator

import msgspec

from pitboss.floor.desk import body_of
from pitboss.floor.memory import Added
from pitboss.floor.store import SQLiteStore, Stored
from pitboss.money import Cents

Entries = list[tuple[int, str, Cents]]


class ReplayedRound(msgspec.Struct):
    """One round: what was written down, and how playing it again differs. `proof`: None where no shuffle was opened."""

    id: str
    number: int
    game: str
    lines: int = 0
    net: dict[str, Cents] = {}
    over: bool = False
    proof: bool | None = None
    faults: list[str] = []


class Replayed(ABC):
    """A table as its stream tells it, event by event."""

    def __init__(self, store: SQLiteStore, first: Stored, *, alone: bool = False) -> None:
        # Alone: one round without those before it, nor the ledger.
        self.store, self.stream, self.alone = store, first.stream, alone
        self.added = msgspec.convert(body_of(first), Added)
        self.round: ReplayedRound | None = None
        self.number = 0
        # What rounds moved and the ledger has not yet: entries come with the last event of their write.
        self.unposted: Counter[str] = Counter()

    @abstractmethod
    def hear(self, event: Stored, entries: Entries) -> Iterator[ReplayedRound]:
        """One event and its entries; gives a round when the next begins."""

    def finish(self) -> Iterator[ReplayedRound]:
        """The stream is at its end: the round that is still open, or the last of a table that rests."""
        for account, amount in self.unposted.items():
            if amount and not self.alone:
                self.fault(f"{account}: {amount} cents moved, and no entry says so")
        if self.round is not None:
            yield self.round

    def begin(self, number: int) -> None:
        """A round starts."""
        last, self.number = self.number, number
        self.round = ReplayedRound(f"{self.added.id}/{number}", number, self.added.game)
        if last and number != last + 1:
            self.fault(f"follows round {last}")

    def fault(self, what: str, at: ReplayedRound | None = None) -> None:
        at = at or self.round
        if at is None:
            at = self.round = ReplayedRound(f"{self.added.id}/{self.number}", self.number, self.added.game)
        at.faults.append(what)

    def compare_net(self, record: dict[str, Cents], now: dict[str, Cents]) -> None:
        for player in sorted({*record, *now}):
            if record.get(player, 0) != now.get(player, 0):
                self.fault(f"net of {player}: {record.get(player, 0)} cents written down, {now.get(player, 0)} now")

    def posted(self, entries: Entries, done: ReplayedRound | None) -> None:
        """The ledger has moved what the rounds moved since it last did; what a player owes counts as his.
        Entries that come with the start of a round are those of the round before it."""
        for _, account, amount in entries:
            self.unposted[of_player(account)] -= amount
        for account, amount in self.unposted.items():
            if amount:
                self.fault(f"{account}: the ledger moved {-amount:+} cents that the round did not", done)
        self.unposted.clear()


def of_player(account: str) -> str:
    """What a player owes counts as his.

    >>> of_player("owed:Ann"), of_player("layout:bj")
    ('player:Ann', 'layout:bj')
    """
    kind, _, name = account.partition(":")
    return f"player:{name}" if kind == "owed" else account
