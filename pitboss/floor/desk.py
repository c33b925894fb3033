"""A desk owns one stream of events. It is told one thing at a time, answers with what to write, and is believed only
once that is on disk; if it cannot be written, the desk is read again from the store."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from pitboss.equipment.rng import Source
from pitboss.floor.commands import Command, Who, refused
from pitboss.floor.staffing import Staffing
from pitboss.floor.store import NewEvent, Store, Stored, Write
from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.table.facts import Rejected, as_text
from pitboss.table.terminal import HouseRule

Result = dict[str, Any]

encode = msgspec.json.Encoder(enc_hook=as_text).encode
decode = msgspec.json.decode
# Who acts where nobody does: time that ran out, virtual equipment.
TABLE = Who("table", "")
MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
# Nobody's time runs out while a second person is looked for, within reason.
SECOND_PERSON_S = 300


class Settings(msgspec.Struct, frozen=True):
    """What the house decides for the whole floor."""

    # Play money for those who come without any; 0 where credits are bought.
    guest_credits: Cents = 1000_00
    guests: bool = True
    voucher_days: int = 365
    # How many seconds 'no more bets' stands before virtual equipment goes on.
    closed_seconds: int = 0
    # Tables that one player may have opened at a time, and how long such a table stays when nobody is there.
    tables_each: int = 3
    empty_seconds: int = 120
    # May a player bet on several games at the same time?
    several_games: bool = True
    # Does a floor that is opened for the first time have the tables that its books begin with?
    open_at_start: bool = True
    # Credits issued to one player within a day, by one person alone.
    issue_limit: Cents = 1000_00
    # For so long an account approves nothing after others have made or raised it, or reset its password; and for so
    # long after there is a second person at all, the first one still adds supervisors and managers alone.
    approve_after_hours: int = 24
    set_up_hours: int = 24
    # Does a supervisor confirm every report that moves money?
    witness: bool = False


class No(Exception):
    """A refusal on its way to whoever asked."""

    def __init__(self, what: str, clause: str = "", legal: str = "") -> None:
        super().__init__(what)
        self.result = refused(what, str(clause), legal)
        # What said no, where that was the law, a table or the house.
        self.why: Refused | Rejected | HouseRule | None = None

    @classmethod
    def of(cls, why: Refused | Rejected | HouseRule) -> No:
        clause = str(why.clause) if isinstance(why, Refused) else ""
        no = cls(why.what, clause, "" if isinstance(why, Rejected) else why.legal)
        no.why = why
        return no


class Desk(ABC):
    """The only writer of a stream."""

    kind: ClassVar[str] = ""

    def __init__(self, stream: str, store: Store, source: Source, settings: Settings) -> None:
        self.stream, self.store, self.source, self.settings = stream, store, source, settings
        self.version = 0
        self.now = 0
        self._events: list[NewEvent] = []
        self.moving: list[tuple[str, Cents]] = []
        self._secrets: dict[str, bytes | None] = {}
        # The round that the floor stopped in, until what comes next in it is marked.
        self.stopped_in = 0
        # At how many other tables a player has wagers; whoever has all desks says.
        self.elsewhere: Callable[[str], int] = lambda player: 0
        # Who may be a second person; all desks of a floor have the same.
        self.staffing = Staffing(settings.approve_after_hours)

    # -- told one thing at a time --------------------------------------------------------------------

    def handle(self, command: Command, who: Who, now: int, key: str = "", asked: str = "") -> tuple[Write, Result]:
        """Carry out a command. What it wrote and the answer go to disk together."""
        self._begin(now)
        try:
            result: Result = {"ok": True, **(self.carry_out(command, who) or {})}
        except No as no:
            half_done = bool(self._events)
            self._begin(now)
            if half_done:
                self.load(now)
            result = no.result
        return self._finish(who, key, asked, result), result

    def tick(self, now: int) -> Write | None:
        """Time has passed: do what was due."""
        self._begin(now)
        self.due()
        return self._finish(TABLE, "", "", {}) if self._events else None

    def _begin(self, now: int) -> None:
        self.now = now
        self._events, self.moving, self._secrets = [], [], {}

    def _finish(self, who: Who, key: str, asked: str, result: Result) -> Write:
        if self._events and self.stopped_in:
            body = encode({"round": self.stopped_in})
            self._events.insert(0, NewEvent(self.stream, "resumed", body, TABLE.name, self.now))
        write = Write(
            [msgspec.structs.replace(event, cmd=key) for event in self._events],
            {self.stream: self.version} if self._events else {},
            _together(self.moving),
            (key, asked, encode(result)) if key else None,
            self._secrets,
        )
        self.version += len(self._events)
        # From here on what was moved is counted in the store, and only there.
        self.moving = []
        return write

    def write(self, type: str, who: Who, body: Mapping[str, Any]) -> None:
        """Something happened that is to be remembered."""
        self._events.append(NewEvent(self.stream, type, encode(body), who.name, self.now))

    def post(self, *entries: tuple[str, Cents]) -> None:
        """Money moves with this write."""
        self.moving += entries

    def keep(self, name: str, value: bytes | None) -> None:
        """Keep a value that nobody is shown."""
        self._secrets[name] = value

    def credits(self, player: str) -> Cents:
        """What a player may still stake, with what this write has moved so far."""
        return self.holds(f"player:{player}")

    def holds(self, account: str) -> Cents:
        """What an account holds, with what this write has moved so far."""
        return self.store.balance(account) + sum(amount for name, amount in self.moving if name == account)

    # -- what each desk is ---------------------------------------------------------------------------

    @abstractmethod
    def carry_out(self, command: Command, who: Who) -> Result | None:
        """Do it, or raise No."""

    @abstractmethod
    def load(self, now: int) -> None:
        """Read the desk from its stream."""

    def round_on(self) -> int:
        """The round under way; 0 between rounds."""
        return 0

    def call_off_older(self, now: int) -> Write | None:
        """Call off a round under way that was played under other rules than this program's. Return what to write."""
        return None

    def start_again(self, now: int) -> None:
        """Read the desk after the floor had stopped: a round under way goes on, and is marked as interrupted."""
        self.load(now)
        self.stopped_in = self.round_on()

    def due(self) -> None:
        """Do whatever time has made due."""
        return

    def deadline(self) -> int | None:
        """When something is due next."""
        return None


def not_done(why: object) -> Result:
    """The disk could not be read or written: nothing is known of the command, and it may be sent again."""
    return {**refused(f"nothing was done: {why}", legal="try again in a moment"), "retry": True}


def body_of(event: Stored) -> dict[str, Any]:
    body: dict[str, Any] = decode(event.body)
    return body


def _together(entries: list[tuple[str, Cents]]) -> list[tuple[str, Cents]]:
    """One entry an account; accounts through which money only passed are left out."""
    sums: dict[str, Cents] = {}
    for account, amount in entries:
        sums[account] = sums.get(account, 0) + amount
    return [(account, amount) for account, amount in sums.items() if amount]
