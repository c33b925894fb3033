"""A floor with one table between players, and people who do anything there."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from pitboss.equipment.rng import SeededSource
from pitboss.floor import poker_view
from pitboss.floor.commands import AddTable, Who
from pitboss.floor.desk import decode, encode
from pitboss.floor.floor import Floor
from pitboss.floor.poker import PokerDesk
from pitboss.floor.poker_room import HOUSE
from pitboss.floor.store import SQLiteStore

MANAGER, SUPERVISOR = Who("Max", "manager"), Who("Sue", "supervisor")
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")


class Sim:
    """A floor with one table, a clock that is told, and players who do anything."""

    def __init__(
        self, game: str = "mel/holdem", options: dict[str, str] | None = None, seed: int | str = 1,
        house: int | None = 0, players: tuple[str, ...] = NAMES,
    ) -> None:
        self.store = SQLiteStore(":memory:")
        self.floor = Floor(self.store, SeededSource(seed))
        self.chance = SeededSource(f"players {seed}")
        self.now, self.count = 1000, 0
        self.floor.load(self.now)
        added = AddTable("t", "Table", game, options or {}, house_players=house)
        assert self.give(MANAGER, msgspec.to_builtins(added))["ok"]
        for name in players:
            assert self.give(Who(name, "player"), {"t": "top-up"})["ok"]

    def give(self, who: Who, command: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        return self.floor.submit(who, f"command-{self.count}", json.dumps(command).encode(), self.now)

    def do(self, player: str, t: str, **more: Any) -> dict[str, Any]:
        return self.give(Who(player, "player"), {"t": t, "table": "t", **more})

    @property
    def desk(self) -> PokerDesk:
        desk = self.floor.tables["t"]
        assert isinstance(desk, PokerDesk)
        return desk

    @property
    def view(self) -> Any:
        return plain(poker_view.public(self.desk))

    @property
    def asked(self) -> Any:
        """Who is asked for what, as the view says it: only this part of it is made."""
        hand = self.desk.room.shown
        return None if hand is None else plain(poker_view.asked_in(self.desk.room, hand))

    def mine(self, name: str) -> Any:
        return plain(poker_view.private(self.desk, name))

    def sit(self, *names: str, amount: int = 200_00) -> None:
        for name in names:
            # Not one that somebody just left: others may still wish for it.
            taken = {*self.desk.room.table.players, *self.desk.memory.left_open}
            free = next(seat for seat in range(1, 14) if seat not in taken)
            result = self.do(name, "sit", box=free, amount=amount)
            assert result["ok"], result

    def tick(self) -> None:
        """Let the time pass that something waits for."""
        due = self.desk.deadline()
        assert due is not None
        self.now = max(self.now, due)
        step = self.floor.tick("t", self.now)
        if step is not None:
            self.floor.commit(step, self.now)

    def deal(self) -> None:
        while self.desk.room.hand is None:
            self.tick()

    def act(self, name: str, amount: int | None = None, asked: Any = None) -> dict[str, Any]:
        """The player whose turn it is does something; what is asked may be known already."""
        asked = asked or self.asked
        more = {} if amount is None else {"amount": amount}
        return self.do(asked["player"], "decide", hand=asked["hand"], name=name, **more)

    def any_act(self, asked: Any = None) -> dict[str, Any]:
        """The player whose turn it is does one of the things on offer."""
        asked = asked or self.asked
        options = asked["options"]
        weighed = [option for option in options for _ in range(1 if option["name"] in ("fold", "raise", "bet") else 3)]
        option = weighed[self.chance.below(len(weighed))]
        name, amount = option["name"], None
        if option["least"]:
            amount = [*option.get("sizes", ()), option["least"], option["most"]][0 if self.chance.below(4) else -1]
        if name == "discard":
            cards = self.mine(asked["player"])["hands"][asked["hand"]]
            name = " ".join(["discard", *cards[: 1 if asked["stage"] == "discard" else self.chance.below(4)]])
        if name == "set":
            name = "set " + "/".join(" ".join(hand) for hand in self.mine(asked["player"])["suggested"])
        return self.act(name, amount, asked)

    def step(self) -> None:
        """Somebody acts, or time passes."""
        asked = self.asked
        if asked is None or asked["player"] in HOUSE or not self.chance.below(30):
            if self.desk.deadline() is not None:
                self.tick()
        else:
            result = self.any_act(asked)
            assert result["ok"], (result, asked)

    def wander(self) -> None:
        """Somebody comes, goes, sits out, comes back or buys chips; it may be refused."""
        name = NAMES[self.chance.below(len(NAMES))]
        places = self.desk.room.table.places
        seat = self.desk.room.seat_of(name)
        if seat is None:
            self.do(name, "sit", box=1 + self.chance.below(places), amount=100 * (20 + self.chance.below(200)))
        else:
            what = ("leave", "sit-out", "come-back", "add-chips", "come-back")[self.chance.below(5)]
            more = {"amount": 5000} if what == "add-chips" else {"post": True} if what == "come-back" else {}
            self.do(name, what, **more)

    def accounts(self) -> dict[str, int]:
        return {account: balance for account, _, balance in self.store.accounts()}

    def check_money(self) -> None:
        """The ledger sums to nothing and holds what lies on the table."""
        accounts = self.accounts()
        assert sum(accounts.values()) == 0
        held = self.desk.room.held()
        for account, balance in accounts.items():
            kind = account.partition(":")[0]
            if kind in ("stack", "pot"):
                assert balance == held.get(account, 0), account
            assert balance >= 0 or kind in ("cage", "play-money", "float"), account


def plain(value: Any) -> Any:
    return decode(encode(value))


def again(sim: Sim) -> Sim:
    """The same floor, read from its store by somebody else."""
    other = object.__new__(Sim)
    other.__dict__.update(sim.__dict__)
    other.floor = Floor(sim.store, SeededSource("another"))
    other.floor.load(sim.now)
    return other


def read_again(sim: Sim) -> None:
    """The ledger holds what lies there, and another reading sees the same."""
    sim.check_money()
    other = again(sim)
    assert without_clock(other.view) == without_clock(sim.view)
    assert all(other.mine(name) == sim.mine(name) for name in NAMES)


def without_clock(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key not in ("clock", "ready")}
