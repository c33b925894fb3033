"""A person of the floor, folded from the stream "people", and the recovery code that a manager is given.

A recovery code is typed together with the password. It stands for a browser that is known: wrong passwords of
strangers, from however many addresses, are not counted there. It works once and is then replaced.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import NamedTuple

import msgspec

from pitboss.floor.desk import DAY_MS, HOUR_MS, MINUTE_MS
from pitboss.floor.passwords import random_letters
from pitboss.floor.sign_ins import browser_mark, hash_of
from pitboss.floor.staffing import ADDED, Handled
from pitboss.floor.tries import BROWSER


class PeopleSettings(msgspec.Struct, frozen=True):
    """How strict the house is with its people; times in milliseconds."""

    # Wrong passwords for a name from one address, and from everywhere together: nobody locks another out from afar
    # with a handful of tries, and many addresses together have no more than so many either.
    failures: int = 5
    failures_everywhere: int = 50
    locked_for_ms: int = 15 * MINUTE_MS
    staff_idle_ms: int = 30 * MINUTE_MS
    staff_life_ms: int = 12 * HOUR_MS
    player_idle_ms: int = 12 * HOUR_MS
    player_life_ms: int = 30 * DAY_MS
    # A guest has no password to come back with: the cookie is all there is.
    guest_idle_ms: int = 30 * DAY_MS
    guest_life_ms: int = 365 * DAY_MS
    # The cost of a password's hash: rounds, KiB of memory, lanes.
    rounds: int = 3
    memory: int = 65536
    lanes: int = 1


class Person(msgspec.Struct):
    """Somebody the floor knows."""

    name: str
    role: str
    guest: bool = False
    # The password was told by somebody else: it opens nothing but the page where it is changed.
    once: bool = False
    # Until when no password is looked at, by address; "" for all of them.
    locks: dict[str, int] = {}
    since: int = 0
    # The hash of the recovery code; "" without one.
    code: str = ""
    # What others did to the account, and up to when its owner has seen that.
    handled: list[Handled] = []
    seen: int = 0

    @property
    def notices(self) -> list[Handled]:
        """What the owner is told when he comes in."""
        return [each for each in self.handled if each.at > self.seen and each.what != ADDED]

    def has_code(self, code: str) -> bool:
        """Return whether `code` is this person's recovery code."""
        return bool(self.code) and compare_digest(self.code, hash_of(plain_code(code)))

    @property
    def place_of_code(self) -> str:
        """The place under which tries with the recovery code are counted, as those from a known browser are."""
        return BROWSER + browser_mark(self.code)


class SignInKeys(NamedTuple):
    """A password and a manager's recovery code, printed once at the first start or with a new password."""

    password: str
    code: str


def new_code() -> str:
    """Return a new recovery code of twenty letters and figures: 99 bits, so that its hash need not be slow."""
    return random_letters(5)


def plain_code(code: str) -> str:
    """Return a code as it is hashed, however it was typed.

    >>> plain_code(" ABCD-efgh ijkm2345 nopq") == plain_code("abcd-efgh-ijkm-2345-nopq")
    True
    """
    return "".join(letter for letter in code.lower() if letter.isalnum())
