"""What one person may not do alone waits until a second one approves it: a command, as it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.floor import commands as c
from pitboss.floor.commands import Command, Who
from pitboss.floor.desk import Desk, No, Result
from pitboss.floor.memory import Proposal


class Waiting:
    """Commands that wait for a second person at a desk whose stream is all it has."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.clear()

    def clear(self) -> None:
        self.open: list[Proposal] = []
        self.proposed = 0

    def put_up(self, command: Command, who: Who, reason: str = "") -> Result:
        """A command waits; nothing of it has happened."""
        proposal = proposal_of(self.proposed + 1, command, who, reason)
        body = msgspec.to_builtins(proposal)
        self.desk.write("proposed", who, body)
        self.fold("proposed", body)
        return waits(proposal)

    def approve(self, n: int, who: Who) -> Proposal:
        """The second person's word: what he approves is no longer up, and is now to be done."""
        proposal = open_one(self.open, n)
        refuse_second(self.desk, proposal, who)
        self._close("approved", n, who)
        return proposal

    def withdraw(self, n: int, who: Who) -> None:
        open_one(self.open, n)
        self._close("withdrawn", n, who)

    def _close(self, how: str, n: int, who: Who) -> None:
        self.desk.write(how, who, {"n": n})
        self.fold(how, {"n": n})

    def fold(self, type: str, body: dict[str, Any]) -> None:
        match type:
            case "proposed":
                self.open = [*self.open, msgspec.convert(body, Proposal)]
                self.proposed = body["n"]
            case "approved" | "withdrawn":
                self.open = [other for other in self.open if other.n != body["n"]]


def refuse_second(desk: Desk, proposal: Proposal, who: Who) -> None:
    """Refuse whoever is no second person for a proposal."""
    if (why := desk.staffing.why_not(proposal, who, desk.now)) is not None:
        raise No(why[0], legal=why[1])


def open_one(proposals: Sequence[Proposal], n: int) -> Proposal:
    """The proposal of this number that waits for a second person."""
    for proposal in proposals:
        if proposal.n == n:
            return proposal
    raise No(f"there is no proposal {n} up for approval")


def proposal_of(n: int, command: Command, who: Who, reason: str = "", round: int = 0, index: int = 0) -> Proposal:
    """A command as it waits for a second person."""
    return Proposal(n, c.tag_of(type(command)), reason, who.name, round, index, role=who.role, browser=who.browser,
                    command=msgspec.to_builtins(command))


def command_of(proposal: Proposal) -> Command:
    """The command that waited."""
    command: Command = c.read_command(msgspec.json.encode(proposal.command))
    return command


def proposer(proposal: Proposal) -> Who:
    return Who(proposal.by, proposal.role)


def seconded(second: str, needed: bool) -> dict[str, Any]:
    """Who the second person was; or that whoever did it was alone, where one is needed."""
    return {"second": second} if second else {"alone": True} if needed else {}


def waits(proposal: Proposal) -> Result:
    """The answer to a command that waits for a second person."""
    return {"proposed": proposal.n, "n": proposal.n,
            "waits": "nothing was done yet: a second person approves it, a supervisor or another manager"}
