"""What playing a floor's rounds again has to say of each, and what all tables share in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.floor.desk import body_of
from pitboss.floor.memory import Added
from pitboss.floor.rules_played import RulesPlayed, described
from pitboss.floor.store import SQLiteStore, Stored
from pitboss.money import Cents

Entries = list[tuple[int, str, Cents]]


class ReplayedRound(msgspec.Struct):
    """One round as it is stored, and how playing it again differs.

    `proof` is None if no shuffle was opened. `older` names other rules that the round was played under; it is then not
    played again."""

    id: str
    number: int
    game: str
    lines: int = 0
    net: dict[str, Cents] = {}
    over: bool = False
    proof: bool | None = None
    faults: list[str] = []
    older: str = ""


class Replayed(ABC):
    """A table as its stream tells it, event by event."""

    def __init__(self, store: SQLiteStore, first: Stored, *, alone: bool = False) -> None:
        # Alone: one round without those before it, nor the ledger.
        self.store, self.stream, self.alone = store, first.stream, alone
        self.added = msgspec.convert(body_of(first), Added)
        self.rules = RulesPlayed(store)
        self.round: ReplayedRound | None = None
        self.number = 0
        # What rounds moved and the ledger has not yet: entries come with the last event of their write.
        self.unposted: Counter[str] = Counter()
        # The ledger's balance of the layout or the pot; whether the next entries refund a round that was called off.
        self.staked: Cents = 0
        self.refunding = False
        # The command and time of the event that is read now, and of the start of a round after one of other rules.
        self.now = self.handing_over = ("", -1)

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

    @property
    def older(self) -> bool:
        """Return whether the round under way was played under other rules than this program's."""
        return self.round is not None and bool(self.round.older)

    def begin(self, start: Stored, body: dict[str, Any]) -> None:
        """Start a round."""
        last, number = self.number, body["round"]
        self.number = number
        self.handing_over = self.now if self.older else ("", -1)
        older = described(self.added.game, self.rules.of(start, body))
        self.round = ReplayedRound(f"{self.added.id}/{number}", number, self.added.game, older=older)
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

    def end_older(self, body: dict[str, Any]) -> None:
        """Take over the stored result of a round that is not played again."""
        assert self.round is not None
        self.round.over, self.round.net = True, body.get("gain", body["net"])
        self.round.lines = len(body["lines"])
        if "called_off" in body and not self.alone:
            self.refunding = bool(body["called_off"]["back"])
            if not self.refunding:
                self._refunded()

    def count(self, event: Stored, entries: Entries) -> None:
        """Add up what the ledger has on the layout or in the pot."""
        self.now = event.cmd, event.at
        own = (f"layout:{self.added.id}", f"pot:{self.added.id}")
        self.staked += sum(amount for _, account, amount in entries if account in own)

    def _refunded(self) -> None:
        if self.staked:
            self.fault(f"was called off, and {self.staked} cents of it are still staked")

    def posted(self, entries: Entries, done: ReplayedRound | None) -> None:
        """Compare the entries with what the rounds moved since the last ones; what a player owes counts as theirs.
        Entries that come with the start of a round are those of the round before it."""
        round = done or self.round
        # The write that starts the next round posts what the round before it still owes.
        if self.refunding or self.now == self.handing_over or (round is not None and round.older):
            self.unposted.clear()
            if self.refunding:
                self.refunding = False
                self._refunded()
            return
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
