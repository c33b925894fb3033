"""The rows of the table `secret` that the journal accounts for: codes of vouchers, password hashes, sign-ins, and the
shoes, seals and decks of virtual tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss.floor.names import key_of
from pitboss.floor.restoring import MARK, BackupMark, last_event
from pitboss.floor.sign_ins import SignIn
from pitboss.floor.store import SQLiteStore
from pitboss.rulebooks import card_games

# The kinds of secrets that a table has: against the house, and between players.
OF_HOUSE, OF_POKER = ("shoe", "seal"), ("shoe", "deck")


class Accounted:
    """The people, vouchers and tables of the journal."""

    def __init__(self, store: SQLiteStore) -> None:
        # Whether a person has a password, by the key of the name; a guest has none.
        self.passwords: dict[str, bool] = {}
        # The numbers of those whose adding, with a password, waits for a second person.
        self.adding: set[str] = set()
        self.vouchers: set[str] = set()
        self.tables: dict[str, tuple[str, ...]] = {}
        self.events = last_event(store)
        for type, body in _bodies(store, "stream = 'people'"):
            self._person(type, body)
        for _, body in _bodies(store, "stream = 'cage' AND type = 'voucher'"):
            self.vouchers.add(str(body.get("serial")))
        for _, body in _bodies(store, "stream LIKE 'table:%' AND ver = 1"):
            kinds = OF_POKER if body.get("game") in card_games() else OF_HOUSE
            self.tables[str(body.get("id"))] = () if body.get("mode") == "physical" else kinds

    def _person(self, type: str, body: dict[str, Any]) -> None:
        key, n = key_of(str(body.get("name"))), str(body.get("n"))
        match type:
            case "added":
                self.passwords[key] = not body.get("guest")
            case "password-changed":
                self.passwords[key] = True
            case "proposed" if body.get("what") == "add-person":
                self.adding.add(n)
            case "approved" | "withdrawn":
                self.adding.discard(n)

    def accounts_for(self, name: str, value: bytes) -> bool:
        """Return whether a row belongs to something that the journal has."""
        kind, _, of = name.partition(":")
        match kind:
            case "backup" if name == MARK:
                return msgspec.json.decode(value, type=BackupMark).events == self.events
            case "voucher":
                return of in self.vouchers
            case "password":
                return self.passwords.get(of, False)
            case "adding":
                return of in self.adding
            case "signin":
                return _is_hash(of) and key_of(msgspec.json.decode(value, type=SignIn).name) in self.passwords
            case "known":
                key, _, browser = of.rpartition(":")
                return key in self.passwords and _is_hash(browser) and value.isdigit()
        return kind in self.tables.get(of, ())


def unaccounted(store: SQLiteStore) -> Iterator[str]:
    """Yield the secrets that no event accounts for, and those that are missing."""
    accounted, present = Accounted(store), set[str]()
    for raw, value in store.rows("SELECT CAST(name AS BLOB), CAST(value AS BLOB) FROM secret ORDER BY name"):
        name = raw.decode("utf-8", "backslashreplace")
        present.add(name)
        try:
            known = accounted.accounts_for(name, value)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            known = False
        if not known:
            yield f"secret {name}: no event accounts for it, or it cannot be read"
    needed = [f"password:{key}" for key, has in accounted.passwords.items() if has]
    needed += [f"adding:{n}" for n in sorted(accounted.adding)]
    yield from (f"secret {name}: is missing" for name in needed if name not in present)


def _bodies(store: SQLiteStore, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield types and bodies of events; one whose body cannot be read is reported with its chain."""
    for type, raw in store.rows(f"SELECT CAST(type AS BLOB), CAST(body AS BLOB) FROM event WHERE {where} ORDER BY pos"):
        try:
            body = msgspec.json.decode(raw)
        except msgspec.MsgspecError:
            continue
        if isinstance(body, dict):
            yield type.decode("utf-8", "backslashreplace"), body


def _is_hash(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")
