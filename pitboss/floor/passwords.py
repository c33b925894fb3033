"""Passwords: which of them will do, those that are told once and must be changed, and what is kept of any."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.equipment.rng import LiveSource
from pitboss.floor.desk import No
from pitboss.floor.names import key_of

LEAST_PASSWORD, MOST_PASSWORD = 8, 200
# How many passwords may wait to be looked at; more than that is no crowd but an attack.
MOST_WAITING = 32
# Letters and figures of a one-time password, without those that look alike.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class Hashed(str):
    """A password that was already hashed."""


class Passwords:
    """Hashes passwords and compares them with hashes: rounds, KiB of memory and lanes say at what cost."""

    def __init__(self, rounds: int, memory: int, lanes: int) -> None:
        self._hasher = PasswordHasher(rounds, memory, lanes)
        self._threads = ThreadPoolExecutor(2, "passwords")
        self._waiting = 0
        # Compared with when there is no such person, so that an unknown name takes as long as a known one.
        self._nobody = self._hasher.hash(one_time_password())

    def hash_here(self, password: str) -> str:
        """Its hash, while everything else waits."""
        return password if isinstance(password, Hashed) else self._hasher.hash(password)

    async def hash(self, password: str) -> str:
        """Its hash, made beside the loop."""
        digest: str = await self._in_thread(self._hasher.hash, password)
        return digest

    async def fits(self, hash: bytes | None, password: str) -> bool:
        """Is it the password that was hashed? Never without a hash, which takes as long to find out."""
        right: bool = await self._in_thread(self._verify, hash, password)
        return right

    def _verify(self, hash: bytes | None, password: str) -> bool:
        try:
            return self._hasher.verify(hash or self._nobody, password[: MOST_PASSWORD + 1]) and hash is not None
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False

    async def _in_thread(self, work: Callable[..., Any], *args: Any) -> Any:
        """Passwords are hashed beside the loop, a few at a time: each takes a lot of memory on purpose."""
        if self._waiting >= MOST_WAITING:
            raise No("too many people are at the door", legal="try again in a minute")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Nobody is at the door any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def bad_password(name: str, password: str) -> str | None:
    """Why a password is none; None where it will do."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        return f"a password of {len(password)} characters does not fit"
    if key_of(password) == key_of(name):
        return "the password is the name"
    return None


def refuse_password(name: str, password: str) -> None:
    """Refuse a password that will not do."""
    if (bad := bad_password(name, password)) is not None:
        raise No(bad, legal=f"{LEAST_PASSWORD} to {MOST_PASSWORD} characters, not the name")


def one_time_password() -> str:
    """Sixteen letters and figures in groups of four: nearly eighty bits."""
    return random_letters(4)


def random_letters(groups: int) -> str:
    """Return random letters and figures in groups of four."""
    source = LiveSource()
    letters = [_ALPHABET[source.below(len(_ALPHABET))] for _ in range(4 * groups)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 4 * groups, 4))
