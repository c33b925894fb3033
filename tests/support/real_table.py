"""A floor with one table between players with real cards and chips, and the dealer who enters what happens there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from pitboss.equipment.cards import parse_cards
from pitboss.equipment.rng import SeededSource
from pitboss.floor import poker_view
from pitboss.floor.commands import AddTable, Who
from pitboss.floor.desk import Settings, decode, encode
from pitboss.floor.floor import Floor
from pitboss.floor.poker import PokerDesk
from pitboss.floor.queries import ask
from pitboss.floor.rounds import check_rounds
from pitboss.floor.store import SQLiteStore
from pitboss.floor.verify import verify

MANAGER, SUPERVISOR, DEALER = Who("Max", "manager"), Who("Sue", "supervisor"), Who("Dora", "dealer")
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
# One letter an act, as at the console.
LETTERS = {"f": "fold", "k": "check", "c": "call", "a": "all-in", "m": "muck", "d": "decline", "p": "push"}


class RealTable:
    """The table, its floor and its dealer, under a clock that is told."""

    def __init__(self, game: str = "mel/holdem", options: dict[str, str] | None = None, *,
                 players: tuple[str, ...] = NAMES, stack: int = 200_00, path: Path | str = ":memory:") -> None:
        self.store = SQLiteStore(path)
        self.floor = Floor(self.store, SeededSource("real"), Settings(guests=False))
        self.now, self.count = 1000, 0
        self.floor.load(self.now)
        given = {"blinds": "1/2"} if options is None and game == "mel/holdem" else options or {}
        added = AddTable("t", "Table", game, given, mode="physical")
        assert self.give(MANAGER, msgspec.to_builtins(added))["ok"]
        for box, name in enumerate(players, 1):
            self.do("seat-for", box=box, player=name, amount=stack)

    @property
    def desk(self) -> PokerDesk:
        desk = self.floor.tables["t"]
        assert isinstance(desk, PokerDesk)
        return desk

    @property
    def view(self) -> Any:
        return decode(encode(poker_view.public(self.desk)))

    def give(self, who: Who, command: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        self.now += 100
        return self.floor.submit(who, f"command-{self.count}", encode(command), self.now)

    def do(self, t: str, who: Who = DEALER, **more: Any) -> dict[str, Any]:
        """A command that must be carried out."""
        result = self.give(who, {"t": t, "table": "t", **more})
        assert result["ok"], result
        return result

    def no(self, t: str, who: Who = DEALER, **more: Any) -> str:
        """A command that must be refused, in one line; the table is as it was."""
        before = self.view
        result = self.give(who, {"t": t, "table": "t", **more})
        assert not result["ok"], result
        assert self.view == before
        clause = f" [{result['clause']}]" if result["clause"] else ""
        return f"{result['refused']}{clause}" + (f"; {result['legal']}" if result["legal"] else "")

    def asked(self, query: str, who: Who = DEALER, **more: Any) -> dict[str, Any]:
        return ask(self.floor, who, {"t": query, "table": "t", **more})

    # -- what the dealer enters ------------------------------------------------------------------------

    def entry(self, line: str) -> dict[str, Any]:
        """What a line says: "f", "r 6" (raise to six dollars), "cards As Kd 2c", "3 show Ah Kh", "4 puts 5 2"."""
        first, *rest = line.split()
        box = self.view["asked"]["seat"]
        if first.isdigit():
            box, first, *rest = int(first), *rest
        name = LETTERS.get(first, first)
        did: dict[str, Any] = {"act": name}
        match name:
            case "r" | "b" | "raise":
                did = {"act": "raise", "to": round(100 * float(rest[0]))}
            case "cards" | "show":
                did["cards"] = parse_cards(" ".join(rest))
            case "discard":
                did["cards"] = ["??"] * int(rest[0])
            case "puts":
                did |= {"amount": round(100 * float(rest[0])), "pieces": int(rest[1])}
            case "run":
                did["times"] = int(rest[0])
        return {"did": did, "box": box}

    def enter(self, *lines: str) -> None:
        for line in lines:
            self.do("enter", answer=self.entry(line))

    def enter_no(self, line: str) -> str:
        return self.no("enter", answer=self.entry(line))

    def deal(self) -> None:
        self.do("deal")

    # -- what must hold ----------------------------------------------------------------------------------

    def stacks(self) -> dict[str, int]:
        return {seat["player"]: seat["stack"] for seat in self.view["seats"].values()}

    def sound(self) -> None:
        """Read again it is the same, every hand replays byte for byte, and the books hold."""
        shown = self.view
        desk = PokerDesk("t", self.store, SeededSource(1), Settings())
        desk.load(self.now)
        again = decode(encode(poker_view.public(desk)))
        assert again == shown
        faults = [fault for played in check_rounds(self.store) for fault in played.faults]
        assert faults == [] and verify(self.store).faults == []
        assert sum(balance for _, _, balance in self.store.accounts()) == 0
