"""Who may do what, and who may ask what: every command and every question, with every role, as the floor itself sees
to it. The lists here are written by hand, so that a new command fails until somebody has said who may give it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from support.casino import Casino

from pitboss.floor import commands as c
from pitboss.floor.commands import COMMANDS, ROLES, Who, tag_of
from pitboss.floor.floor import TurnedAway
from pitboss.floor.people import People, PeopleSettings
from pitboss.floor.people_told import Joined, Lock, NewPassword, NoticesSeen, Seconded
from pitboss.floor.queries import QUERIES, ask
from pitboss.floor.runner import Runner
from pitboss.floor.store import SQLiteStore
from pitboss.floor.writer import Writer

PLAYERS = {"player"}
DEALERS = {"dealer", "supervisor", "manager"}
SUPERVISORS = {"supervisor", "manager"}
MANAGERS = {"manager"}
STAFF = DEALERS | {"inspector"}

COMMANDED = {
    **dict.fromkeys(("sit", "change-seat", "leave", "place", "take", "clear", "decide", "ready", "sit-out", "come-back",
                     "add-chips", "add-number", "answer", "cash-out", "redeem", "open-game", "top-up"), PLAYERS),
    **dict.fromkeys(("no-more-bets", "enter", "confirm", "drop-entry", "take-back", "place-for", "take-for",
                     "decide-for", "seat-for", "deal", "report", "misdeal", "malfunction", "silence",
                     "direct"), DEALERS),
    **dict.fromkeys(("propose", "approve", "withdraw", "ask-players", "settle", "limits", "terminal-limits",
                     "change-stakes", "house-players", "open-table", "close-table", "try-again",
                     "repaired"), SUPERVISORS),
    **dict.fromkeys(("add-table", "add-person", "set-role", "unlock", "reset-password", "issue", "pay-out",
                     "void-voucher", "renew-voucher", "pay-voucher", "refuse-credit", "withhold",
                     "pay-held"), MANAGERS),
}
ASKED: dict[str, set[str]] = {
    "rounds": set(ROLES), "odds": set(ROLES), "round": set(ROLES),
    **dict.fromkeys(("preview", "irregularities", "duties", "difference", "journal", "ledger"), STAFF),
    "vouchers": {"manager", "inspector"}, "program": {"manager", "inspector"}, "approvals": SUPERVISORS | {"inspector"},
}
# Something sensible for each field that a command must have.
FIELDS: dict[str, Any] = {
    "table": "roulette", "box": 1, "wagers": [["red", 500]], "wager": "red", "hand": "1", "name": "stand",
    "amount": 500, "code": "123", "answer": {"type": "ball", "number": "17"}, "player": "Walt", "kind": "void",
    "what": "void", "reason": "because", "n": 1, "serial": "V0000001", "role": "player", "password": "long enough",
    "id": "new-table", "game": "qld/roulette", "minimum": 100, "number": "7",
    "agree": True, "players": 2, "options": {"blinds": "2/5"},
}
NOBODY = ""


def sample(command: type[c.Command]) -> dict[str, Any]:
    """A command of a kind, with everything that it must have."""
    needed = [field.encode_name for field in msgspec.structs.fields(command) if field.required]
    return {"t": tag_of(command)} | {name: FIELDS[name] for name in needed}


def may_not(result: dict[str, Any]) -> bool:
    return not result["ok"] and " may not: " in result["refused"]


def written(store: SQLiteStore) -> tuple[Any, ...]:
    """Everything that is on disk."""
    return (
        store.all_events(limit=100_000), store.accounts(), store.postings(limit=100_000),
        store.rows("SELECT * FROM command ORDER BY id"), store.rows("SELECT * FROM secret ORDER BY name"),
    )


def done(store: SQLiteStore) -> tuple[Any, ...]:
    """The same, but for answers: refusals are kept too."""
    events, accounts, postings, _, secrets = written(store)
    return events, accounts, postings, secrets


def test_every_command_says_who_may_give_it() -> None:
    assert {tag_of(command): set(command.roles) for command in COMMANDS} == COMMANDED


def test_commands_of_the_house_itself_can_be_sent_by_nobody() -> None:
    for made in (Joined, NewPassword, Lock, Seconded, NoticesSeen):
        with pytest.raises(msgspec.ValidationError):
            c.read_command(msgspec.json.encode({"t": tag_of(made), "player": "Ann", "name": "Ann", "hash": "x"}))


def test_no_role_is_made_up() -> None:
    assert set(ROLES) == {"player", "dealer", "supervisor", "manager", "inspector"}
    assert all(command.roles <= set(ROLES) and command.roles for command in COMMANDS)
    assert not any("inspector" in command.roles for command in COMMANDS)


@pytest.fixture(scope="module")
def casino() -> Casino:
    casino = Casino("roulette", "blackjack")
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 500]])
    return casino


@pytest.mark.parametrize("role", [*ROLES, NOBODY, "Manager", "staff"])
@pytest.mark.parametrize("command", COMMANDS, ids=tag_of)
def test_whoever_may_not_is_refused_and_nothing_is_written(casino: Casino, command: type[c.Command], role: str) -> None:
    who, raw = Who("Somebody", role), msgspec.json.encode(sample(command))
    before = written(casino.store)
    request = casino.floor.read(who, f"test-{role}-{tag_of(command)}", raw)
    refused = isinstance(request, TurnedAway) and may_not(request.result)
    assert refused == (role not in COMMANDED[tag_of(command)]), request
    assert written(casino.store) == before


@pytest.mark.parametrize("role", [*ROLES, NOBODY])
@pytest.mark.parametrize("kind", [*QUERIES])
def test_questions_are_for_those_who_may_ask(casino: Casino, kind: str, role: str) -> None:
    before = written(casino.store)
    result = ask(casino.floor, Who("Somebody", role), {"t": kind, "table": "roulette"})
    refused = not result["ok"] and "may not ask" in result["refused"]
    # To look at rounds that are over one need not even have a role; the socket lets nobody in without one.
    assert refused == (role not in ASKED[kind] and ASKED[kind] != set(ROLES)), result
    assert written(casino.store) == before


def test_every_question_says_who_may_ask_it() -> None:
    assert {kind: set(roles or ROLES) for kind, (_, roles) in QUERIES.items()} == ASKED


# -- the same through the tasks that own the desks -----------------------------------------------------------


class Hall:
    """A floor that runs, with people."""

    def __init__(self) -> None:
        self.casino = Casino("roulette")
        self.store = self.casino.store
        self.writer = Writer(self.store)
        cheap = PeopleSettings(rounds=1, memory=8, lanes=1)
        self.people = People(self.store, self.clock, self.writer.write, rules=cheap)
        self.live = Runner(self.casino.floor, self.writer, self.clock, self.people.take)

    def clock(self) -> int:
        return self.casino.now


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.writer.close()


def test_every_command_and_role_through_the_runner(hall: Hall) -> None:
    async def scene() -> None:
        for role in (*ROLES, NOBODY):
            for command in COMMANDS:
                before = done(hall.store)
                raw = msgspec.json.encode(sample(command))
                result = await hall.live.do(Who(f"A {role}", role), f"run-{role}-{tag_of(command)}", raw)
                if role in COMMANDED[tag_of(command)]:
                    assert not may_not(result), (role, command, result)
                else:
                    assert may_not(result) and done(hall.store) == before, (role, command, result)
        assert hall.live.faults == 0
        await hall.live.stop()

    asyncio.run(scene())


def test_what_was_answered_stays_so_when_the_role_is_gone(casino: Casino) -> None:
    """Whose role was changed may do nothing new; what he was told of what he did before stays true."""
    raw = msgspec.json.encode({"t": "issue", "player": "Ann", "amount": 500})
    first = casino.floor.submit(Who("Mo", "manager"), "issue-000001", raw, casino.now)
    assert first["ok"]
    assert casino.floor.submit(Who("Mo", "player"), "issue-000001", raw, casino.now) == first
    assert may_not(casino.floor.submit(Who("Mo", "player"), "issue-000002", raw, casino.now))
    # Nor is it done when he is a manager again: the same id has been refused.
    assert may_not(casino.floor.submit(Who("Mo", "manager"), "issue-000002", raw, casino.now))
