"""The people of the floor: who they are, what they may do, how they come in, and who of them is there.
What happened to them is the stream "people"; hashes of passwords and of sign-ins are secrets, never events."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from pitboss.equipment.rng import LiveSource
from pitboss.floor.approvals import Waiting, command_of, open_one, proposer, seconded
from pitboss.floor.cage import GIVEN, plays_for_nothing
from pitboss.floor.commands import (
    MANAGER,
    PLAYER,
    ROLES,
    STAFF,
    SUPERVISORS,
    AddPerson,
    Approve,
    Command,
    ResetPassword,
    SetRole,
    Unlock,
    Who,
    Withdraw,
    refused,
)
from pitboss.floor.desk import HOUR_MS, MINUTE_MS, Desk, No, Result, Settings, body_of, decode, encode, not_done
from pitboss.floor.memory import Proposal
from pitboss.floor.names import bad_name, key_of, plain_name
from pitboss.floor.passwords import Hashed, Passwords, one_time_password, refuse_password
from pitboss.floor.people_told import Asked, Joined, Lock, NewCode, NewPassword, NoticesSeen, Seconded
from pitboss.floor.person import PeopleSettings, Person, SignInKeys, new_code, plain_code
from pitboss.floor.sign_ins import SIGN_IN, KnownBrowsers, SignIn, browser_mark, hash_of, kept_in, new_token, why_ended
from pitboss.floor.staffing import ADDED, LOWERED, RAISED, RESET, UNLOCKED, Handled, raises
from pitboss.floor.store import Store, StoreError, Unreadable, Write
from pitboss.floor.tries import BROWSER, Tries
from pitboss.floor.trouble import check

STREAM = "people"
PASSWORD = "password:"
# What others did to an account, the last of it.
MOST_HANDLED = 20
# The hash of the password of somebody whose adding waits for a second person, by the number of that.
ADDING = "adding:"
MANAGER_NAME = "manager"
# Who acts where whoever runs the program does.
FLOOR = "floor"

Commit = Callable[[Write], Awaitable[int]]


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
        # What waits for a second person; who ever could approve anything, and since when there are two of them.
        self._waiting = Waiting(self)
        self._approvers: set[str] = set()
        self._second_since: int | None = None
        self.signed_in: dict[str, SignIn] = {}
        # What is known here may not be what is on disk: it is read before anything else is done or told.
        self.unread = True
        rules = self.rules
        self.browsers = KnownBrowsers()
        self.tries = Tries(rules.failures, rules.failures_everywhere, rules.locked_for_ms, clock)
        self._passwords = Passwords(rules.rounds, rules.memory, rules.lanes)
        self._turn = asyncio.Lock()
        self._later: set[asyncio.Task[Any]] = set()
        self.staffing.book = self
        self.load(clock())

    # -- the desk ------------------------------------------------------------------------------------

    def load(self, now: int) -> None:
        self.unread = True
        events = self.store.events(self.stream)
        check(self.store, events)
        self.people, self.version = {}, len(events)
        self._waiting.clear()
        self._approvers, self._second_since = set(), None
        for event in events:
            self._apply(event.type, body_of(event), event.at, event.actor)
        self.signed_in = kept_in(self.store)
        self.browsers.load(self.store)
        self.unread = False

    def must_be_read(self) -> None:
        """Nobody is let in, sent away or shown by what may not be so."""
        if not self.unread:
            return
        try:
            self.load(self.clock())
        except StoreError:
            raise
        except Exception as error:
            raise Unreadable(f"the people cannot be read: {error!r}") from error

    @contextmanager
    def _unread_if_it_fails(self) -> Iterator[None]:
        """What was changed here and did not get to disk is read again before it is used."""
        try:
            yield
        except BaseException:
            self.unread = True
            raise

    def _apply(self, type: str, body: dict[str, Any], at: int, actor: str) -> None:
        if type in ("proposed", "approved", "withdrawn"):
            return self._waiting.fold(type, body)
        by = tuple(name for name in (actor, body.get("second", "")) if name)
        if type == "added":
            person = Person(body["name"], body["role"], body["guest"], body["once"], since=at)
            if self.people and actor != person.name:  # the first one of all was added by nobody
                person.handled = [Handled(at, ADDED, by)]
            self.people[key_of(person.name)] = person
            return self._may_approve(person, at)
        person = self.people[key_of(body["name"])]
        if type == "role":
            self._handle(person, Handled(at, RAISED if raises(person.role, body["role"]) else LOWERED, by))
            person.role = body["role"]
            self._may_approve(person, at)
        elif type == "notices-seen":
            person.seen = body["upto"]
        elif type == "locked":
            lasting = {place: until for place, until in person.locks.items() if until > at}
            person.locks = {**lasting, body["address"]: body["until"]}
        elif type == "unlocked":
            person.locks = {}
            self._handle(person, Handled(at, UNLOCKED, by))
        elif type == "recovery-code":
            person.code = body["hash"]
        elif type == "password-changed":
            person.once, person.locks, person.guest = body["once"], {}, False
            if actor != person.name:
                self._handle(person, Handled(at, RESET, by))
        return None

    def _handle(self, person: Person, handled: Handled) -> None:
        person.handled = [*person.handled[-MOST_HANDLED:], handled]

    def _may_approve(self, person: Person, at: int) -> None:
        """Remember who ever could: that others were sent away again makes nobody the only one."""
        if person.role in SUPERVISORS:
            self._approvers.add(key_of(person.name))
        if len(self._approvers) > 1 and self._second_since is None:
            self._second_since = at

    def _happened(self, type: str, who: Who, **body: Any) -> None:
        self.write(type, who, body)
        self._apply(type, body, self.now, who.name)

    # -- second persons ------------------------------------------------------------------------------

    def alone(self) -> bool:
        self.must_be_read()
        return self._second_since is None

    def handled(self, name: str) -> list[Handled]:
        person = self.person(name)
        return person.handled if person is not None else []

    def waiting(self) -> list[Proposal]:
        self.must_be_read()
        return self._waiting.open

    def _approves_from(self, person: Person) -> int | None:
        """When somebody may approve again what others propose; None where he may, or never could."""
        lately = self.staffing.lately(person.name, self.clock()) if person.role in SUPERVISORS else []
        return max((each.at for each in lately), default=0) + self.staffing.hours * HOUR_MS if lately else None

    @property
    def _setting_up(self) -> bool:
        """Is the staff still being put together by the one who was first?"""
        hours = self.settings.set_up_hours
        return self._second_since is None or self.clock() < self._second_since + hours * HOUR_MS

    def _approve(self, command: Seconded, who: Who) -> None:
        """What waited is done, as it was asked for."""
        waited = command_of(open_one(self._waiting.open, command.n))
        if isinstance(waited, SetRole) and key_of(waited.name) == key_of(who.name):
            raise No(f"it is about {who.name}", legal="somebody else approves")
        proposal = self._waiting.approve(command.n, who)
        if isinstance(waited, AddPerson):
            hash = self.store.secret(ADDING + str(proposal.n)) or b""
            self.keep(ADDING + str(proposal.n), None)
            waited = msgspec.structs.replace(waited, password=Hashed(hash.decode()))
        elif isinstance(waited, ResetPassword):
            waited = NewPassword(waited.name, command.hash, once=True)
        self._carry_out(waited, proposer(proposal), who.name)

    def carry_out(self, command: Command, who: Who) -> Result | None:
        return self._carry_out(command, who)

    def _carry_out(self, command: Command, who: Who, second: str = "") -> Result | None:
        match command:
            case AddPerson(name, role, password):
                name = plain_name(name)
                if role not in ROLES:
                    raise No(f"there is no role {role!r}", legal=f"one of {', '.join(ROLES)}")
                self._refuse_adding(name)
                much = role in SUPERVISORS
                if much and not second and not self._setting_up:
                    self.keep(ADDING + str(self._waiting.proposed + 1), password.encode())
                    bare = _without_password(command)
                    return self._waiting.put_up(bare, who, f"{name} as {role}")
                self._add(name, role, password, who, True, **seconded(second, much))
            case Joined(name, hash):
                self._refuse_adding(name)
                self._add(name, PLAYER, Hashed(hash) if hash else None, who, False)
                if self.play and self.settings.guest_credits:
                    self.post((GIVEN, -self.settings.guest_credits), (f"player:{name}", self.settings.guest_credits))
            case SetRole():
                return self._set_role(command, who, second)
            case ResetPassword(name):
                return self._waiting.put_up(command, who, f"a new password for {self._known(name).name}")
            case Seconded():
                self._approve(command, who)
            case Withdraw(n=n):
                self._waiting.withdraw(n, who)
                self.keep(ADDING + str(n), None)
            case NoticesSeen():
                self._happened("notices-seen", who, name=who.name, upto=self.now)
            case Unlock(name):
                self._happened("unlocked", who, name=self._known(name).name)
                self.tries.forgive(key_of(name))
            case NewCode(name, hash, before):
                person = self._known(name)
                if person.code != before:
                    raise No("this recovery code has been used", legal="the one that replaced it")
                self._happened("recovery-code", who, name=person.name, hash=hash)
            case Lock(name, address):
                until = self.now + self.rules.locked_for_ms
                self._happened("locked", who, name=self._known(name).name, address=address, until=until)
            case NewPassword(name, hash, once):
                person = self._known(name)
                if not person.guest:  # whose only browser is the one that keeps his name
                    self._sign_out_everywhere(person.name)
                self.keep(PASSWORD + key_of(name), hash.encode())
                much = once and person.role in STAFF and who.name != FLOOR
                self._happened("password-changed", who, name=person.name, once=once, **seconded(second, much))
                self.tries.forgive(key_of(name))
            case _:
                raise No("the people's desk knows nothing of this")
        return None

    def _refuse_adding(self, name: str) -> None:
        if (bad := bad_name(name)) is not None:
            raise No(bad, legal="one word of up to 20 letters and figures")
        if key_of(name) in self.people:
            raise No(f"the name {name} is taken", legal="another name")

    def _add(self, name: str, role: str, password: str | None, who: Who, once: bool, **more: Any) -> None:
        if password is not None:
            if not isinstance(password, Hashed):
                refuse_password(name, password)
            self.keep(PASSWORD + key_of(name), self._passwords.hash_here(password).encode())
        self._happened("added", who, name=name, role=role, guest=password is None, once=once, **more)

    def _set_role(self, command: SetRole, who: Who, second: str) -> Result | None:
        person, role = self._known(command.name), command.role
        if role not in ROLES:
            raise No(f"there is no role {role!r}", legal=f"one of {', '.join(ROLES)}")
        if person.guest and role != PLAYER:
            raise No(f"{person.name} is a guest without a password", legal="add the person with a password")
        managers = [other for other in self.people.values() if other.role == MANAGER]
        if managers == [person] and role != MANAGER:
            raise No(f"{person.name} is the only manager", legal="make somebody else a manager first")
        much = raises(person.role, role)
        if much and not second and not self._setting_up:
            return self._waiting.put_up(command, who, f"{person.name} from {person.role} to {role}")
        self._happened("role", who, name=person.name, role=role, before=person.role, **seconded(second, much))
        self._sign_out_everywhere(person.name)
        return None

    def _known(self, name: str) -> Person:
        person = self.people.get(key_of(name))
        if person is None:
            raise No(f"there is nobody called {name}")
        return person

    def _sign_out_everywhere(self, name: str) -> None:
        for hash in [hash for hash, sign_in in self.signed_in.items() if sign_in.name == name]:
            self.keep(SIGN_IN + hash, None)
            del self.signed_in[hash]

    # -- told by a manager or by the door ------------------------------------------------------------

    async def take(self, request: Asked) -> Result:
        """Carry out a manager's command; the same id gets the same answer, but a password is told once only."""
        who, command = request.who, request.command
        try:
            self.must_be_read()
            if (known := self.store.answer(request.key)) is not None:
                return _answered(known, request.asked)
            if who.role not in command.roles:
                raise No(f"a {who.role} may not do this", legal="a manager may")
            command, password = await self._prepared(command)
        except No as no:
            return await self._keep(no.result, request.key, request.asked)
        except StoreError as error:
            return not_done(error)
        result, again = await self._told(command, who, request.key, request.asked)
        return result | {"password": password} if password and result["ok"] and not again else result

    async def _keep(self, result: Result, key: str, asked: str) -> Result:
        """A refusal is kept like any other answer."""
        try:
            await self.commit(Write([], answer=(key, asked, encode(result))))
        except StoreError as error:
            return not_done(error)
        return result

    async def _prepared(self, command: Command) -> tuple[Command, str]:
        """A command with hashes in the place of passwords; and a new password that is told with its answer."""
        password, wanted = "", command
        if isinstance(command, AddPerson) and not isinstance(command.password, Hashed):
            refuse_password(command.name, command.password)
            hash = await self._passwords.hash(command.password)
            return msgspec.structs.replace(command, password=Hashed(hash)), ""
        if isinstance(command, Approve):
            wanted = command_of(open_one(self._waiting.open, command.n))
            command = Seconded(command.n)
        if not isinstance(wanted, ResetPassword):
            return command, ""
        person = self._known(wanted.name)
        if person.guest:
            raise No(f"{person.name} is a guest without a password")
        if isinstance(command, ResetPassword) and person.role in STAFF and not self.alone():
            return command, ""  # it waits for a second person
        password = one_time_password()
        hash = await self._passwords.hash(password)
        if isinstance(command, Seconded):
            return Seconded(command.n, hash), password
        return NewPassword(wanted.name, hash, once=True), password

    async def _tell(self, command: Command, who: Who) -> Result:
        return (await self._told(command, who))[0]

    async def _told(self, command: Command, who: Who, key: str = "", asked: str = "") -> tuple[Result, bool]:
        """Carry out one command at a time and answer once it is on the disk; was that answered before?"""
        async with self._turn:
            try:
                self.must_be_read()
                if key and (known := self.store.answer(key)) is not None:
                    return _answered(known, asked), True
                with self._unread_if_it_fails():
                    write, result = self.handle(command, who, self.clock(), key, asked)
                    await self.commit(write)
            except StoreError as error:
                return not_done(error), False
        return result, False

    # -- at the door ---------------------------------------------------------------------------------

    async def first_start(self, again: str = "") -> SignInKeys | None:
        """On a new floor the manager's password; or a new one for whoever is named. Either must be changed. A manager
        gets a recovery code as well."""
        if self.people and not again:
            return None
        name = again or MANAGER_NAME
        person = self.person(name)
        if person is None and name != MANAGER_NAME:
            raise StoreError(f"there is nobody called {name} on this floor")
        if person is not None and person.guest:
            raise StoreError(f"{person.name} is a guest without a password")
        password = one_time_password()
        hash = await self._passwords.hash(password)
        who = Who(FLOOR, MANAGER)
        if person is not None:
            result = await self._tell(NewPassword(person.name, hash, once=True), who)
        else:
            result = await self._tell(AddPerson(MANAGER_NAME, MANAGER, Hashed(hash)), who)
        code = ""
        if result["ok"] and (person is None or person.role == MANAGER):
            code, result = await self._new_code(name, self._known(name).code, who)
        if not result["ok"]:
            raise StoreError(str(result["refused"]))
        return SignInKeys(password, code)

    async def _new_code(self, name: str, before: str, who: Who) -> tuple[str, Result]:
        """Replace the recovery code whose hash is `before`; refused if another sign-in has replaced it."""
        code = new_code()
        return code, await self._tell(NewCode(name, hash_of(plain_code(code)), before), who)

    async def join(self, name: str, password: str | None, browser: str = "") -> tuple[str, Result]:
        """A guest (no password) or a new player: a token and the answer; no token where it is refused."""
        if not self.settings.guests:
            return "", refused("this floor takes no guests", legal="ask a manager to be added")
        name = plain_name(name)
        hash = ""
        try:
            if password is not None:
                refuse_password(name, password)
                hash = await self._passwords.hash(password)
        except No as no:
            return "", no.result
        result = await self._tell(Joined(name, hash), Who(name, PLAYER))
        return (await self._new_token(name, browser, bool(hash)), result) if result["ok"] else ("", result)

    def place_of(self, name: str, address: str, browser: str, code: str = "") -> str:
        """Return where tries are counted: by the browser if its owner came in there before, by the recovery code if it
        is right, else by the address."""
        if self.browsers.knows(key_of(name), browser):
            return BROWSER + browser_mark(browser)
        person = self.person(name) if code else None
        return person.place_of_code if person is not None and person.has_code(code) else address

    async def enter(
        self, name: str, password: str, address: str = "", browser: str = "", code: str = ""
    ) -> tuple[str, Result]:
        """Sign in: a token and the answer. Known and unknown names are answered alike, in words and in time.
        One that must be changed opens the page where that is done, and is used up when it is. A recovery code that was
        needed is replaced: the answer has the new one as `code`."""
        address = self.place_of(name, address, browser, code)
        self.must_be_read()
        key = key_of(name)
        person = self.people.get(key)
        if left := self.tries.left(key, address, person.locks if person else None):
            return "", _locked(left)
        used = person.code if person is not None and address == person.place_of_code else ""
        # Counted before it is looked at: many at once are no more tries than one after the other.
        last = self.tries.count(key, address)
        hash = self.store.secret(PASSWORD + key) if person else None
        try:
            right = await self._passwords.fits(hash, password)
        except No as no:
            return "", no.result
        if person is None or not right:
            for place in last:
                self.tries.lock(key, place)
                self._lock(person, place)
            if last:
                return "", _locked(self.rules.locked_for_ms)
            return "", refused("name and password do not go together", legal="try again")
        new = ""
        if used:
            new, replaced = await self._new_code(person.name, used, Who(person.name, person.role))
            if not replaced["ok"]:
                return "", replaced
        self.tries.forgive(key, address)
        token = await self._new_token(person.name, browser, True)
        return token, {"ok": True, "once": person.once, "code": new}

    def _lock(self, person: Person | None, address: str) -> None:
        """Written down beside the answer, not before it: an unknown name has nothing to write."""
        if person is not None:
            task = asyncio.create_task(self._tell(Lock(person.name, address), Who("floor", "")))
            self._later.add(task)
            task.add_done_callback(self._later.discard)

    async def change_password(
        self, who: Who, old: str, new: str, address: str = "", browser: str = ""
    ) -> tuple[str, Result]:
        """A new password in place of the old one; every other browser is signed out. Gives a new token.
        A guest, who has none, keeps his name by it."""
        person = self.person(who.name)
        if person is None or not person.guest:
            token, result = await self.enter(who.name, old, address, browser)
            if not result["ok"]:
                return "", result
            await self.leave(token)
        try:
            if new == old:
                raise No("this is the password you have", legal="another one")
            refuse_password(who.name, new)
            hash = await self._passwords.hash(new)
        except No as no:
            return "", no.result
        result = await self._tell(NewPassword(who.name, hash, once=False), who)
        return (await self._new_token(who.name, browser, True), result) if result["ok"] else ("", result)

    # -- signed in -----------------------------------------------------------------------------------

    async def _new_token(self, name: str, browser: str, with_password: bool) -> str:
        token, now = new_token(), self.clock()
        sign_in = SignIn(name, now, now, now, browser_mark(browser))
        known = self.browsers.seen(key_of(name), browser, now) if with_password else {}
        await self.commit(Write([], secrets={SIGN_IN + hash_of(token): encode(sign_in), **known}))
        self.signed_in[hash_of(token)] = sign_in
        return token

    async def leave(self, token: str) -> None:
        """Sign out."""
        if self.signed_in.pop(hash_of(token), None) is not None:
            with self._unread_if_it_fails():
                await self.commit(Write([], secrets={SIGN_IN + hash_of(token): None}))

    def who(self, token: str, active: bool = False) -> tuple[Who | None, str]:
        """Who a token belongs to; or nobody, and why: "signed out" or "idle". Being active puts off the log-out."""
        self.must_be_read()
        sign_in = self.signed_in.get(hash_of(token)) if token else None
        person = self.people.get(key_of(sign_in.name)) if sign_in else None
        if sign_in is None or person is None:
            return None, "signed out"
        if why := why_ended(sign_in, person, self.rules, self.clock()):
            return None, why
        if active:
            sign_in.seen = self.clock()
        return Who(person.name, person.role, sign_in.browser), ""

    def person(self, name: str) -> Person | None:
        self.must_be_read()
        return self.people.get(key_of(name))

    def is_called(self, name: str) -> bool:
        """Is somebody called so, by the very name?"""
        person = self.person(name)
        return person is not None and person.name == name

    async def notices_seen(self, who: Who) -> Result:
        """The owner of an account has seen what others did to it."""
        return await self._tell(NoticesSeen(), who)

    def must_change(self, who: Who) -> bool:
        """Must a new password come before anything else?"""
        person = self.person(who.name)
        return person is not None and person.once

    async def sweep(self) -> None:
        """Forget sign-ins that have ended, and keep when the others were last seen: once a minute is often enough."""
        self.must_be_read()
        changed: dict[str, bytes | None] = {}
        for hash, sign_in in list(self.signed_in.items()):
            person = self.people.get(key_of(sign_in.name))
            if person is None or why_ended(sign_in, person, self.rules, self.clock()):
                del self.signed_in[hash]
                changed[SIGN_IN + hash] = None
            elif sign_in.seen - sign_in.kept >= 5 * MINUTE_MS:
                sign_in.kept = sign_in.seen
                changed[SIGN_IN + hash] = encode(sign_in)
        if changed:
            with self._unread_if_it_fails():
                await self.commit(Write([], secrets=changed))

    async def close(self) -> None:
        """Finish what is being written."""
        if self._later:
            await asyncio.wait(self._later)
        self._passwords.close()

    def listed(self) -> list[dict[str, Any]]:
        """Everybody, as a manager or an inspector sees them."""
        self.must_be_read()
        now = self.clock()
        here = {sign_in.name for sign_in in self.signed_in.values()}
        return [
            {"name": person.name, "role": person.role, "guest": person.guest,
             "locked": any(until > now for until in person.locks.values()),
             "since": person.since, "signed_in": person.name in here, "approves_from": self._approves_from(person),
             "credits": self.store.balance(f"player:{person.name}") if person.role == PLAYER else None}
            for person in self.people.values()
        ]


def _locked(left: int) -> Result:
    minutes = -(-left // MINUTE_MS)
    return refused("too many wrong passwords",
                   legal=f"try again in {minutes} minutes, use a recovery code, or ask a manager")


def _answered(known: tuple[str, bytes], asked: str) -> Result:
    if known[0] != asked:
        return refused("this id was used for another command", legal="a new id for a new command")
    result: Result = decode(known[1])
    return result


def _without_password(command: Command) -> Command:
    return msgspec.structs.replace(command, password="") if isinstance(command, AddPerson) else command
