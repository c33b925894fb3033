"""The people of the floor: who they are, what they may do, their passwords, and who is signed in.
What happened to them is the stream "people"; hashes of passwords and of sign-ins are secrets, never events."""

from __future__ import annotations

import asyncio
import os
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from hashlib import sha256
from typing import Any, Protocol

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.equipment.rng import LiveSource
from pitboss.floor.cage import GIVEN, plays_for_nothing
from pitboss.floor.commands import (
    MANAGER,
    PLAYER,
    ROLES,
    STAFF,
    AddPerson,
    Command,
    ResetPassword,
    SetRole,
    Unlock,
    Who,
    refused,
)
from pitboss.floor.desk import DAY_MS, HOUR_MS, MINUTE_MS, Desk, No, Result, Settings, body_of, decode, encode
from pitboss.floor.store import AnsweredAlready, Store, StoreError, Write
from pitboss.floor.tries import Tries

STREAM = "people"
SIGN_IN, PASSWORD, USED = "signin:", "password:", "used:"
MANAGER_NAME = "manager"
# Names that the floor's own records use for something else.
RESERVED = frozenset({
    "table", "dealer", "house", "cage", "floor", "office", "board", "banker", "player", "people", "supervisor",
})
# Scripts with letters that look like another's.
ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})
LEAST_PASSWORD, MOST_PASSWORD = 8, 200
# How many passwords may wait to be looked at; more than that is no crowd but an attack.
MOST_WAITING = 32
# Letters and figures of a one-time password, without those that look alike.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"

Commit = Callable[[Write], Awaitable[int]]


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
    # The password is good for one sign-in, and then to be changed.
    once: bool = False
    # Until when no password is looked at, by address; "" for all of them.
    locks: dict[str, int] = {}
    since: int = 0


class SignIn(msgspec.Struct):
    """A browser that is signed in. `seen` is when its user last did something."""

    name: str
    made: int
    seen: int
    # What the store has as `seen`.
    kept: int = 0


class Joined(Command, frozen=True, tag="joined"):
    """Somebody came in without a manager's help: a guest, or a player with a password."""

    name: str
    hash: str


class NewPassword(Command, frozen=True, tag="new-password"):
    """A password was set: by its owner, or for one sign-in by a manager."""

    name: str
    hash: str
    once: bool


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


class Hashed(str):
    """A password that was already hashed."""


class People(Desk):
    """Everybody the floor knows, and who of them is signed in."""

    kind = STREAM

    def __init__(
        self, store: Store, clock: Callable[[], int], commit: Commit,
        settings: Settings | None = None, rules: PeopleSettings | None = None,
    ) -> None:
        super().__init__(STREAM, store, LiveSource(), settings or Settings())
        self.clock, self.commit = clock, commit
        self.rules = rules or PeopleSettings()
        # Do those who join get play money?
        self.play = plays_for_nothing(store, self.settings)
        self.people: dict[str, Person] = {}
        self.signed_in: dict[str, SignIn] = {}
        rules = self.rules
        self.tries = Tries(rules.failures, rules.failures_everywhere, rules.locked_for_ms, clock)
        # One-time passwords that are being used just now.
        self._used: set[str] = set()
        self._hasher = PasswordHasher(self.rules.rounds, self.rules.memory, self.rules.lanes)
        self._threads = ThreadPoolExecutor(2, "passwords")
        self._hashing = 0
        self._turn = asyncio.Lock()
        self._later: set[asyncio.Task[Any]] = set()
        # Compared with when there is no such person, so that an unknown name takes as long as a known one.
        self._nobody = self._hasher.hash(one_time_password())
        self.load(clock())

    # -- the desk ------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        self.people, self.version = {}, 0
        for event in self.store.events(self.stream):
            self._apply(event.type, body_of(event), event.at)
            self.version = event.ver
        self.signed_in = {}
        for name, value in self.store.secrets_under(SIGN_IN).items():
            found = msgspec.json.decode(value, type=SignIn)
            self.signed_in[name.removeprefix(SIGN_IN)] = found

    def _apply(self, type: str, body: dict[str, Any], at: int) -> None:
        if type == "added":
            made = Person(body["name"], body["role"], body["guest"], body["once"], since=at)
            self.people[key_of(made.name)] = made
            return
        person = self.people[key_of(body["name"])]
        if type == "role":
            person.role = body["role"]
        elif type == "locked":
            lasting = {place: until for place, until in person.locks.items() if until > at}
            person.locks = {**lasting, body["address"]: body["until"]}
        elif type == "unlocked":
            person.locks = {}
        elif type == "password-changed":
            person.once, person.locks, person.guest = body["once"], {}, False

    def _happened(self, type: str, who: Who, **body: Any) -> None:
        self.write(type, who, body)
        self._apply(type, body, self.now)

    def carry_out(self, command: Command, who: Who) -> Result | None:
        match command:
            case AddPerson(name, role, password):
                if role not in ROLES:
                    raise No(f"there is no role {role!r}", legal=f"one of {', '.join(ROLES)}")
                self._add(name, role, password, who, once=True)
            case Joined(name, hash):
                self._add(name, PLAYER, Hashed(hash) if hash else None, who, once=False)
                if self.play and self.settings.guest_credits:
                    self.post((GIVEN, -self.settings.guest_credits), (f"player:{name}", self.settings.guest_credits))
            case SetRole(name, role):
                self._set_role(name, role, who)
            case Unlock(name):
                self._happened("unlocked", who, name=self._known(name).name)
                self.tries.forgive(key_of(name))
            case Lock(name, address):
                until = self.now + self.rules.locked_for_ms
                self._happened("locked", who, name=self._known(name).name, address=address, until=until)
            case NewPassword(name, hash, once):
                person = self._known(name)
                self.keep(PASSWORD + key_of(name), hash.encode())
                self.keep(USED + key_of(name), None)
                self._happened("password-changed", who, name=person.name, once=once)
                self.tries.forgive(key_of(name))
                self._sign_out_everywhere(person.name)
            case _:
                raise No("the people's desk knows nothing of this")
        return None

    def _add(self, name: str, role: str, password: str | None, who: Who, once: bool) -> None:
        if (bad := bad_name(name)) is not None:
            raise No(bad, legal="one word of up to 20 letters and figures")
        if key_of(name) in self.people:
            raise No(f"the name {name} is taken", legal="another name")
        if password is not None:
            if not isinstance(password, Hashed):
                self._check_password(name, password)
            hash = password if isinstance(password, Hashed) else self._hasher.hash(password)
            self.keep(PASSWORD + key_of(name), hash.encode())
        self._happened("added", who, name=name, role=role, guest=password is None, once=once)

    def _set_role(self, name: str, role: str, who: Who) -> None:
        person = self._known(name)
        if role not in ROLES:
            raise No(f"there is no role {role!r}", legal=f"one of {', '.join(ROLES)}")
        if person.guest and role != PLAYER:
            raise No(f"{person.name} is a guest without a password", legal="add the person with a password")
        managers = [other for other in self.people.values() if other.role == MANAGER]
        if managers == [person] and role != MANAGER:
            raise No(f"{person.name} is the only manager", legal="make somebody else a manager first")
        self._happened("role", who, name=person.name, role=role, before=person.role)
        self._sign_out_everywhere(person.name)

    def _known(self, name: str) -> Person:
        person = self.people.get(key_of(name))
        if person is None:
            raise No(f"there is nobody called {name}")
        return person

    def _check_password(self, name: str, password: str) -> None:
        if (bad := bad_password(name, password)) is not None:
            raise No(bad, legal=f"{LEAST_PASSWORD} to {MOST_PASSWORD} characters, not the name")

    def _sign_out_everywhere(self, name: str) -> None:
        for hash in [hash for hash, made in self.signed_in.items() if made.name == name]:
            self.keep(SIGN_IN + hash, None)
            del self.signed_in[hash]

    # -- told by a manager or by the door ------------------------------------------------------------

    async def take(self, request: Asked) -> Result:
        """Carry out a manager's command; the same id gets the same answer, but a password is told once only."""
        who, command = request.who, request.command
        if who.role not in command.roles:
            return refused(f"a {who.role} may not do this", legal="a manager may")
        # A key and a hash of its own: the floor's is made of the whole request, and that has a password in it.
        key = f"people:{request.key}"
        asked = sha256(encode(_without_password(command))).hexdigest()
        told: Result = {}
        try:
            if isinstance(command, AddPerson) and not isinstance(command.password, Hashed):
                self._check_password(command.name, command.password)
                hash = await self._in_thread(self._hasher.hash, command.password)
                command = msgspec.structs.replace(command, password=Hashed(hash))
            elif isinstance(command, ResetPassword):
                self._refuse_reset(self._known(command.name))
                told = {"password": one_time_password()}
                hash = await self._in_thread(self._hasher.hash, told["password"])
                command = NewPassword(command.name, hash, once=True)
        except No as no:
            return no.result
        result = await self._tell(command, who, key, asked)
        return result | told if result.get("ok") and not result.get("again") else result

    def _refuse_reset(self, person: Person) -> None:
        if person.guest:
            raise No(f"{person.name} is a guest without a password")

    async def _tell(self, command: Command, who: Who, key: str = "", asked: str = "") -> Result:
        """Carry out one command at a time and answer once it is on the disk."""
        async with self._turn:
            if key and (known := self.store.answer(key)) is not None:
                return _answered(known, asked)
            write, result = self.handle(command, who, self.clock(), key, asked)
            try:
                await self.commit(write)
            except AnsweredAlready:
                self.load(self.now)
                known = self.store.answer(key)
                return _answered(known, asked) if known else refused("answered before")
            except StoreError as error:
                self.load(self.now)
                return refused(f"nothing was done: {error}", legal="try again in a moment")
        return result

    async def _in_thread(self, work: Callable[..., Any], *args: Any) -> Any:
        """Passwords are hashed beside the loop, a few at a time: each takes a lot of memory on purpose."""
        if self._hashing >= MOST_WAITING:
            raise No("too many people are at the door", legal="try again in a minute")
        self._hashing += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        finally:
            self._hashing -= 1

    # -- at the door ---------------------------------------------------------------------------------

    async def first_start(self, again: bool = False) -> str | None:
        """On a new floor, or when asked for `again`: a manager's password, good for one sign-in."""
        if self.people and not again:
            return None
        password = one_time_password()
        hash = await self._in_thread(self._hasher.hash, password)
        who = Who("floor", MANAGER)
        if key_of(MANAGER_NAME) in self.people:
            result = await self._tell(NewPassword(MANAGER_NAME, hash, once=True), who)
        else:
            result = await self._tell(AddPerson(MANAGER_NAME, MANAGER, Hashed(hash)), who)
        if not result["ok"]:
            raise StoreError(str(result["refused"]))
        return password

    async def join(self, name: str, password: str | None) -> tuple[str, Result]:
        """A guest (no password) or a new player: a token and the answer; no token where it is refused."""
        if not self.settings.guests:
            return "", refused("this floor takes no guests", legal="ask a manager to be added")
        name = unicodedata.normalize("NFC", name.strip())
        hash = ""
        try:
            if password is not None:
                self._check_password(name, password)
                hash = await self._in_thread(self._hasher.hash, password)
        except No as no:
            return "", no.result
        result = await self._tell(Joined(name, hash), Who(name, PLAYER))
        return (await self._new_token(name), result) if result["ok"] else ("", result)

    async def enter(self, name: str, password: str, address: str = "", changing: bool = False) -> tuple[str, Result]:
        """Sign in: a token and the answer. Known and unknown names are answered alike, in words and in time.
        A password good for one sign-in is asked for once more when it is changed."""
        key = key_of(name)
        person = self.people.get(key)
        if left := self.tries.left(key, address, person.locks if person else None):
            return "", _locked(left)
        # Counted before it is looked at: many at once are no more tries than one after the other.
        last = self.tries.count(key, address)
        hash = self.store.secret(PASSWORD + key) if person else None
        try:
            right = await self._in_thread(self._verify, hash, password)
        except No as no:
            return "", no.result
        if person is None or not right:
            for place in last:
                self.tries.lock(key, place)
                self._lock(person, place)
            if last:
                return "", _locked(self.rules.locked_for_ms)
            return "", refused("name and password do not go together", legal="try again")
        self.tries.forgive(key, address)
        if person.once and not changing and not await self._use_up(key):
            return "", refused("this password was good for one sign-in", legal="ask a manager for another one")
        return await self._new_token(person.name), {"ok": True, "once": person.once}

    async def _use_up(self, key: str) -> bool:
        """Is this the one sign-in that a password is good for?"""
        if key in self._used or self.store.secret(USED + key) is not None:
            return False
        self._used.add(key)
        try:
            await self.commit(Write([], secrets={USED + key: b"yes"}))
        finally:
            self._used.discard(key)
        return True

    def _lock(self, person: Person | None, address: str) -> None:
        """Written down beside the answer, not before it: an unknown name has nothing to write."""
        if person is not None:
            task = asyncio.create_task(self._tell(Lock(person.name, address), Who("floor", "")))
            self._later.add(task)
            task.add_done_callback(self._later.discard)

    def _verify(self, hash: bytes | None, password: str) -> bool:
        try:
            return self._hasher.verify(hash or self._nobody, password[: MOST_PASSWORD + 1]) and hash is not None
        except (VerificationError, InvalidHashError, UnicodeEncodeError):
            return False

    async def change_password(self, who: Who, old: str, new: str, address: str = "") -> tuple[str, Result]:
        """A new password in place of the old one; every other browser is signed out. Gives a new token.
        A guest, who has none, keeps his name by it."""
        person = self.person(who.name)
        if person is None or not person.guest:
            token, result = await self.enter(who.name, old, address, changing=True)
            if not result["ok"]:
                return "", result
            await self.leave(token)
        try:
            if new == old:
                raise No("this is the password you have", legal="another one")
            self._check_password(who.name, new)
            hash = await self._in_thread(self._hasher.hash, new)
        except No as no:
            return "", no.result
        result = await self._tell(NewPassword(who.name, hash, once=False), who)
        return (await self._new_token(who.name), result) if result["ok"] else ("", result)

    # -- signed in -----------------------------------------------------------------------------------

    async def _new_token(self, name: str) -> str:
        token = urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")
        now = self.clock()
        made = SignIn(name, now, now, now)
        await self.commit(Write([], secrets={SIGN_IN + hash_of(token): encode(made)}))
        self.signed_in[hash_of(token)] = made
        return token

    async def leave(self, token: str) -> None:
        """Sign out."""
        if self.signed_in.pop(hash_of(token), None) is not None:
            await self.commit(Write([], secrets={SIGN_IN + hash_of(token): None}))

    def who(self, token: str, active: bool = False) -> tuple[Who | None, str]:
        """Who a token belongs to; or nobody, and why: "signed out" or "idle". Being active puts off the log-out."""
        made = self.signed_in.get(hash_of(token)) if token else None
        person = self.people.get(key_of(made.name)) if made else None
        if made is None or person is None:
            return None, "signed out"
        if why := self._ended(made, person):
            return None, why
        if active:
            made.seen = self.clock()
        return Who(person.name, person.role), ""

    def _ended(self, made: SignIn, person: Person) -> str:
        rules, now = self.rules, self.clock()
        if person.role in STAFF:
            idle, life = rules.staff_idle_ms, rules.staff_life_ms
        else:
            idle = rules.guest_idle_ms if person.guest else rules.player_idle_ms
            life = rules.guest_life_ms if person.guest else rules.player_life_ms
        return "idle" if now - made.seen > idle else "signed out" if now - made.made > life else ""

    def person(self, name: str) -> Person | None:
        return self.people.get(key_of(name))

    def must_change(self, who: Who) -> bool:
        """Must a new password come before anything else?"""
        person = self.person(who.name)
        return person is not None and person.once

    async def sweep(self) -> None:
        """Forget sign-ins that have ended, and keep when the others were last seen: once a minute is often enough."""
        changed: dict[str, bytes | None] = {}
        for hash, made in list(self.signed_in.items()):
            person = self.people.get(key_of(made.name))
            if person is None or self._ended(made, person):
                del self.signed_in[hash]
                changed[SIGN_IN + hash] = None
            elif made.seen - made.kept >= 5 * MINUTE_MS:
                made.kept = made.seen
                changed[SIGN_IN + hash] = encode(made)
        if changed:
            await self.commit(Write([], secrets=changed))

    async def close(self) -> None:
        """Finish what is being written."""
        if self._later:
            await asyncio.wait(self._later)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def listed(self) -> list[dict[str, Any]]:
        """Everybody, as a manager or an inspector sees them."""
        now = self.clock()
        here = {made.name for made in self.signed_in.values()}
        return [
            {"name": person.name, "role": person.role, "guest": person.guest,
             "locked": any(until > now for until in person.locks.values()),
             "since": person.since, "signed_in": person.name in here,
             "credits": self.store.balance(f"player:{person.name}") if person.role == PLAYER else None}
            for person in self.people.values()
        ]


def _locked(left: int) -> Result:
    return refused("too many wrong passwords", legal=f"try again in {-(-left // MINUTE_MS)} minutes, or ask a manager")


def _answered(known: tuple[str, bytes], asked: str) -> Result:
    if known[0] != asked:
        return refused("this id belongs to another command", legal="a new id")
    result: Result = decode(known[1])
    return result | {"again": True}


def _without_password(command: Command) -> Command:
    return msgspec.structs.replace(command, password="") if isinstance(command, AddPerson) else command


@lru_cache(4096)
def key_of(name: str) -> str:
    """A name as it is looked up: letter case and ways of writing the same letter make no difference.

    >>> key_of("Ann") == key_of("aNN")
    True
    """
    return unicodedata.normalize("NFKC", name.strip()).casefold()


@lru_cache(4096)
def hash_of(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def bad_name(name: str) -> str | None:
    """Why a name does not fit; None where it does.

    >>> bad_name("Ann"), bad_name("=cmd")
    (None, "the name '=cmd' does not fit")
    """
    key = unicodedata.normalize("NFKC", name)
    fits = 0 < len(name) <= 20 and name[0].isalnum() and all(map(_shows, key))
    if not fits or key_of(name) in RESERVED or len(_scripts(key)) > 1:
        return f"the name {name[:40]!r} does not fit"
    return None


def _shows(letter: str) -> bool:
    """Letters, figures, their accents and a few marks; a filler counts as a letter and shows nothing."""
    fits = letter.isalnum() or letter in "-_." or unicodedata.combining(letter)
    return bool(fits) and "FILLER" not in unicodedata.name(letter, "FILLER")


def _scripts(name: str) -> set[str]:
    """Which of the scripts that share shapes of letters a name is written in: one name in two of them is made to
    be taken for another.

    >>> sorted(_scripts("Ann")), sorted(_scripts("\N{CYRILLIC CAPITAL LETTER A}nn"))
    (['LATIN'], ['CYRILLIC', 'LATIN'])
    """
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in name} & ALIKE


def bad_password(name: str, password: str) -> str | None:
    """Why a password is none; None where it will do."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        return f"a password of {len(password)} characters does not fit"
    if key_of(password) == key_of(name):
        return "the password is the name"
    return None


def one_time_password() -> str:
    """Sixteen letters and figures in groups of four: nearly eighty bits."""
    source = LiveSource()
    letters = [_ALPHABET[source.below(len(_ALPHABET))] for _ in range(16)]
    return "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))
