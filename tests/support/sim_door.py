"""The people of a simulated floor: those who join at the door, those whom a manager adds, raises, unlocks and gives new
passwords, with a second person where that takes one; and commands that cannot be carried out at any desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from pitboss.floor import people
from pitboss.floor.commands import ROLES
from pitboss.floor.desk import Settings
from pitboss.floor.floor import Floor
from pitboss.floor.names import key_of
from pitboss.floor.passwords import Hashed
from pitboss.floor.people import People
from pitboss.floor.store import StoreError
from support.sim_loop import Chance

if TYPE_CHECKING:
    from floor.simulation import Server

    from support.sim_disk import SimStore, SimWriter

# Few names, in several spellings: they are asked for again and again.
NAMES = ("Pia", "pia", "Pit", "Pol", "PIT", "Pam")
GOOD, BAD = "long enough 1", "short"


class QuickPasswords:
    """Hashes nothing, and takes no time: what costs on purpose is tested elsewhere."""

    def hash_here(self, password: str) -> str:
        return password

    async def hash(self, password: str) -> str:
        return Hashed("hash of a password")

    def close(self) -> None:
        return


class SimPeople(People):
    """The real people's desk, but for its passwords."""

    def __init__(self, store: SimStore, clock: Any, writer: SimWriter, floor: Floor, settings: Settings) -> None:
        with patch.object(people, "Passwords", lambda *costs: QuickPasswords()):
            super().__init__(store, clock, writer.write, settings)
        self.staffing = floor.staffing
        floor.staffing.book = self

    def state(self) -> list[tuple[Any, ...]]:
        """All that a crash must not change; as it is, whether or not it is on disk."""
        rows = [(person.name, person.role, person.guest, person.once, sorted(person.locks.items()))
                for person in self.people.values()]
        return sorted(rows) + [("waits", waiting.n, waiting.what) for waiting in self._waiting.open]


async def join(server: Server, name: str) -> None:
    """Somebody comes in as a guest; who is turned away by the disk tries it another time."""
    try:
        token, result = await server.people.join(name, None)
    except StoreError:
        return
    assert bool(token) == result["ok"] or result.get("retry")


def odd_command(chance: Chance, role: str) -> dict[str, Any]:
    """Something for people's ears, or for nobody's."""
    name, n = chance.pick(NAMES), chance.between(1, 3)
    wrong: list[dict[str, Any]] = [
        {"t": "issue", "player": "Ann", "amount": 5_00} if role == "player" else {"t": "top-up"},
        {"t": "leave" if role == "player" else "silence", "table": "nowhere"}, {"t": "fly", "to": "the moon"},
        {"t": "add-person", "name": name, "role": "dealer", "password": BAD},
    ]
    if role not in ("supervisor", "manager") or chance.percent(20):
        return chance.pick(wrong)  # type: ignore[no-any-return]
    if chance.percent(40) or role != "manager":
        how = "approve" if chance.percent(80) else "withdraw"
        return {"t": how, "table": chance.pick(["people", "people", "cage"]), "n": n}
    return chance.pick([  # type: ignore[no-any-return]
        {"t": "add-person", "name": name, "role": chance.pick(ROLES), "password": GOOD},
        {"t": "add-person", "name": name, "role": "supervisor", "password": GOOD},
        {"t": "set-role", "name": name, "role": chance.pick(ROLES)}, {"t": "unlock", "name": name},
        {"t": "reset-password", "name": name}, {"t": "issue", "player": "Ben", "amount": 1200_00},
    ])


def names_once(names: set[str], name: str) -> bool:
    """Was this name free, however it is spelt? From now on it is taken."""
    key = key_of(name)
    free = key not in names
    names.add(key)
    return free
