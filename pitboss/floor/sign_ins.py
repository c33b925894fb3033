"""Browsers that are signed in: the token that each has, what is kept of it, and how long it is good."""

from __future__ import annotations

import os
from base64 import urlsafe_b64encode
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from pitboss.floor.commands import STAFF
from pitboss.floor.store import Store

if TYPE_CHECKING:
    from pitboss.floor.person import PeopleSettings, Person

SIGN_IN = "signin:"
# Browsers from which somebody came in with his password, by his name and the hash of what the browser has.
KNOWN = "known:"
MOST_BROWSERS = 20


class SignIn(msgspec.Struct):
    """A browser that is signed in. `seen` is when its user last did something."""

    name: str
    made: int
    seen: int
    # What the store has as `seen`.
    kept: int = 0
    # Which browser it is, whoever else signs in there.
    browser: str = ""


class KnownBrowsers:
    """From which browsers each name came in before, the last of them."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[str, int]] = {}

    def load(self, store: Store) -> None:
        self._seen = {}
        for at, when in store.secrets_under(KNOWN).items():
            key, _, hash = at.removeprefix(KNOWN).rpartition(":")
            self._seen.setdefault(key, {})[hash] = int(when)

    def knows(self, key: str, browser: str) -> bool:
        return bool(browser) and hash_of(browser) in self._seen.get(key, {})

    def seen(self, key: str, browser: str, now: int) -> dict[str, bytes | None]:
        """Somebody came in there; gives what is to be kept, and what is forgotten for it."""
        if not browser:
            return {}
        here = self._seen.setdefault(key, {})
        here[hash_of(browser)] = now
        old = sorted(here, key=lambda hash: here[hash])[:-MOST_BROWSERS]
        for hash in old:
            del here[hash]
        return {f"{KNOWN}{key}:{hash}": None for hash in old} | {f"{KNOWN}{key}:{hash_of(browser)}": b"%d" % now}


def browser_mark(browser: str) -> str:
    """What tells browsers apart where everybody on the staff may read it."""
    return hash_of(browser)[:16] if browser else ""


def new_token() -> str:
    """What only the browser has that is signed in with it."""
    return urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")


@lru_cache(4096)
def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def kept_in(store: Store) -> dict[str, SignIn]:
    """All that the store has, by the hashes of their tokens."""
    kept = store.secrets_under(SIGN_IN).items()
    return {name.removeprefix(SIGN_IN): msgspec.json.decode(value, type=SignIn) for name, value in kept}


def why_ended(sign_in: SignIn, person: Person, rules: PeopleSettings, now: int) -> str:
    """Why a sign-in is no longer good: "idle" or "signed out"; "" where it is."""
    if person.role in STAFF:
        idle_ms, life_ms = rules.staff_idle_ms, rules.staff_life_ms
    else:
        idle_ms = rules.guest_idle_ms if person.guest else rules.player_idle_ms
        life_ms = rules.guest_life_ms if person.guest else rules.player_life_ms
    return "idle" if now - sign_in.seen > idle_ms else "signed out" if now - sign_in.made > life_ms else ""
