"""What the people's desk is told: by the door and by the desk itself, and what of a manager's command it needs."""

from __future__ import annotations

from typing import Protocol

from pitboss.floor.commands import Command, Who


class Joined(Command, frozen=True, tag="joined"):
    """Somebody came in without a manager's help: a guest, or a player with a password."""

    name: str
    hash: str


class NewPassword(Command, frozen=True, tag="new-password"):
    """A password was set: by its owner, or by a manager, to be changed at once."""

    name: str
    hash: str
    once: bool


class Seconded(Command, frozen=True, tag="seconded"):
    """A second person approves what waits, with the hash of a new password where it takes one."""

    n: int
    hash: str = ""


class NewCode(Command, frozen=True, tag="new-code"):
    """A recovery code, by its hash. The owner who makes it has signed in with the one before."""

    name: str
    hash: str
    before: str = ""


class NoticesSeen(Command, frozen=True, tag="notices-seen"):
    """The owner of an account has seen what others did to it."""


class Lock(Command, frozen=True, tag="lock"):
    """Too many wrong passwords: from one address, or from all together ("")."""

    name: str
    address: str


class Asked(Protocol):
    """A command on its way to this desk."""

    @property
    def command(self) -> Command: ...
    @property
    def who(self) -> Who: ...
    @property
    def key(self) -> str: ...
    @property
    def asked(self) -> str: ...
