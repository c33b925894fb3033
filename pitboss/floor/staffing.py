"""Who may be a second person. An account that somebody else has just made, raised or given a password may be in his
hands: it approves nothing for a while, and he approves nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol

import msgspec

from pitboss.floor.commands import MANAGER, SUPERVISORS, Who
from pitboss.floor.memory import Proposal

# What others do to an account, as its owner is told of it.
ADDED, RESET, RAISED, LOWERED, UNLOCKED = "added", "reset", "raised", "lowered", "unlocked"
DONE_TO = {
    ADDED: "the account was added", RESET: "the password was reset", RAISED: "the role was raised",
    LOWERED: "the role was changed", UNLOCKED: "the account was unlocked",
}
HOUR_MS = 3_600_000


class Handled(msgspec.Struct, frozen=True):
    """Something that others did to an account: when, what, and everybody who had a part in it."""

    at: int
    what: str
    by: tuple[str, ...]

    @property
    def words(self) -> str:
        """What was done, by whom and when.

        >>> Handled(1_700_000_000_000, RESET, ("Max", "Sue")).words
        'the password was reset by Max and Sue on 14 November 2023 at 22:13 UTC'
        """
        return f"{DONE_TO[self.what]} by {' and '.join(self.by)} on {moment(self.at)}"


class StaffBook(Protocol):
    """What whoever keeps the people knows of the staff."""

    def alone(self) -> bool:
        """Has nobody but one ever been able to approve anything here?"""
        ...

    def handled(self, name: str) -> Sequence[Handled]: ...
    def waiting(self) -> list[Proposal]: ...


class Staffing:
    """Who may be a second person. On a floor where nobody keeps people there is nobody to ask."""

    def __init__(self, hours: int) -> None:
        self.hours = hours
        self.book: StaffBook | None = None

    @property
    def alone(self) -> bool:
        return self.book is None or self.book.alone()

    def waiting(self) -> list[Proposal]:
        """What waits for a second person at the people's desk."""
        return self.book.waiting() if self.book is not None else []

    def lately(self, name: str, now: int) -> list[Handled]:
        """What others did to an account so short a time ago that it may be in their hands."""
        known = self.book.handled(name) if self.book is not None else ()
        return [each for each in known if each.what != LOWERED and each.at + self.hours * HOUR_MS > now]

    def why_not(self, proposal: Proposal, who: Who, now: int) -> tuple[str, str] | None:
        """Why somebody is no second person for a proposal, and what would be legal; None where he is."""
        if proposal.by == who.name:
            return f"{who.name} proposed it", "a second person approves"
        if who.browser and who.browser == proposal.browser:
            return "it was proposed in this very browser", "the second person approves on a device of his own"
        own = [(each, "") for each in self.lately(who.name, now)[-1:]]
        his = [(each, f" of {proposal.by}") for each in self.lately(proposal.by, now) if who.name in each.by]
        for handled, of in own + his[-1:]:
            until = moment(handled.at + self.hours * HOUR_MS)
            return (f"{who.name} approves nothing{of} until {until}: {handled.words}",
                    "another supervisor or manager approves, or wait until then")
        return None


def raises(before: str, after: str) -> bool:
    """Does a role give somebody a word in what takes two persons, or more of one?"""
    return after in SUPERVISORS and after != before and before != MANAGER


def moment(ms: int) -> str:
    """A time as a refusal tells it, the same wherever it is read.

    >>> moment(1_700_000_000_000)
    '14 November 2023 at 22:13 UTC'
    """
    when = datetime.fromtimestamp(ms / 1000, UTC)
    return f"{when.day} {when:%B %Y} at {when:%H:%M} UTC"
