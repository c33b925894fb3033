"""A floor with people who give commands and a clock that stands still until it is moved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from pitboss.equipment.rng import SeededSource, Source
from pitboss.floor import commands as c
from pitboss.floor import view
from pitboss.floor.desk import Settings, body_of, encode
from pitboss.floor.floor import Floor
from pitboss.floor.house import HouseTable
from pitboss.floor.proposals import round_events
from pitboss.floor.rounds import check_rounds
from pitboss.floor.store import SQLiteStore
from pitboss.rulebooks import games
from pitboss.table.requests import Choose, Gather

SECOND, MINUTE = 1000, 60_000
EPOCH = 1_700_000_000_000
STAFF = {"Max": c.MANAGER, "Mia": c.MANAGER, "Sue": c.SUPERVISOR, "Sam": c.SUPERVISOR, "Dora": c.DEALER,
         "Ivy": c.INSPECTOR}
PLAYERS = ("Ann", "Ben", "Cat")
GAMES = {
    "blackjack": "qld/blackjack", "roulette": "qld/roulette", "baccarat": "qld/baccarat", "craps": "qld/craps",
    "three-card": "qld/three-card-poker", "bonus": "nsw/texas-holdem-bonus-poker",
    "holdem": "cbr/casino-holdem-poker", "soft-17": "qld/soft-17-blackjack",
}
# A wager that a round of each game can be played with.
OPENING = {
    "blackjack": "original", "roulette": "red", "baccarat": "player", "craps": "win bet", "three-card": "ante",
    "bonus": "ante", "holdem": "ante", "soft-17": "original",
}
# Any other game goes by the last part of its id.
for _id, _made in games().items():
    if _id not in GAMES.values():
        _name = _id.partition("/")[2]
        GAMES[_name], OPENING[_name] = _id, _made.opening or _made().wager_names()[0]


class Casino:
    """One floor, its store, and the time."""

    def __init__(self, *tables: str, seed: str = "casino", path: Path | str = ":memory:",
                 settings: Settings | None = None, **options: Any) -> None:
        self.store = SQLiteStore(path)
        self.source = SeededSource(seed)
        self.floor = Floor(self.store, self.source, settings or Settings(guests=False))
        self.now = EPOCH
        self.floor.load(self.now)
        self.count = 0
        for player in PLAYERS:
            self.do("Max", "issue", player=player, amount=1000_00)
        for name in tables:
            self.add(name, **options)

    def add(self, name: str, **fields: Any) -> HouseTable:
        """A table of one of the games, limits 5 to 500."""
        game = GAMES[name.split("-2")[0]]
        options = {"minimum": "5", "maximum": "500"} | fields.pop("options", {})
        if options.get("teaching", "no") != "no":
            options = {"teaching": options["teaching"]}
        self.do("Max", "add-table", id=name, name=name, game=game, options=options, **fields)
        return self.table(name)

    def table(self, name: str) -> HouseTable:
        found = self.floor.tables[name]
        assert isinstance(found, HouseTable)
        return found

    # -- commands --------------------------------------------------------------------------------------

    def ask(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        """Give a command and take the answer as it is. Boxes are counted from the first that players have."""
        self.count += 1
        table = self.floor.tables.get(fields.get("table", ""))
        if "box" in fields and isinstance(table, HouseTable) and table.live is not None:
            fields["box"] += table.live.game.first_box - 1
        raw = msgspec.json.encode({"t": tag, **fields})
        person = c.Who(who, STAFF.get(who, c.PLAYER))
        return self.floor.submit(person, f"command-{self.count}", raw, self.now)

    def do(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        """Something that must be done."""
        result = self.ask(who, tag, **fields)
        assert result["ok"], result
        return result

    def no(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        """Something that must be refused, and then has changed nothing at all."""
        before = self.everything()
        result = self.ask(who, tag, **fields)
        assert not result["ok"], result
        assert self.everything() == before
        return result

    def everything(self) -> tuple[Any, ...]:
        """All there is: views with their clocks, balances, and how long the streams are."""
        return (
            {name: (self.sent(name), table.ends, sorted(table.ready))
             for name, table in self.floor.tables.items() if isinstance(table, HouseTable)},
            *self.books(),
        )

    def books(self) -> tuple[Any, ...]:
        """What is on disk: balances, and how long the streams are."""
        return self.store.accounts(), {stream: self.store.version(stream) for stream in self.store.streams()}

    # -- time ------------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Let time pass; what falls due on the way is done at its time."""
        until = self.now + ms
        for _ in range(1000):
            dues = [(due, name) for name in ("cage", *self.floor.tables)
                    if (due := self.floor.desk(name).deadline()) is not None and due <= until]
            if not dues:
                break
            due, name = min(dues)
            self.now = max(self.now, due)
            step = self.floor.tick(name, self.now)
            assert step is not None or self.floor.desk(name).deadline() != due, f"{name} spins"
            if step is not None:
                self.floor.commit(step, self.now)
        else:
            raise AssertionError("something is always due")
        self.now = until

    def crash(self) -> None:
        """The process dies and another reads everything from the store."""
        self.floor = self._read_by(self.source)

    def crash_soundly(self) -> None:
        """All is sound, and then the process dies: what another reads is what is compared."""
        fresh = self._read_by(self.source)
        self.sound(fresh)
        self.floor = fresh

    def _read_by(self, source: Source) -> Floor:
        floor = Floor(self.store, source, self.floor.settings)
        floor.load(self.now)
        return floor

    # -- play ------------------------------------------------------------------------------------------

    def bet(self, name: str, player: str = "Ann", box: int = 1, amount: int = 10_00, wager: str = "") -> dict[str, Any]:
        return self.do(player, "place", table=name, box=box, wagers=[[wager or OPENING[name.split("-2")[0]], amount]])

    def play(self, name: str, rounds: int = 1, player: str = "Ann", box: int = 1, amount: int = 10_00) -> None:
        """Whole rounds with one wager; nobody decides anything."""
        for _ in range(rounds):
            if not any(wager.player == player for wager in self.live(name).t.all_wagers()):
                self.bet(name, player, box, amount)
            self.do("Dora", "no-more-bets", table=name)
            self.finish(name)

    def finish(self, name: str) -> None:
        """Nobody answers until wagers are taken again."""
        while self.table(name).live is not None and not self.table(name).betting:
            self.do("Dora", "silence", table=name)

    def live(self, name: str) -> Any:
        live = self.table(name).live
        assert live is not None
        return live

    def played(self, name: str, round: int) -> list[dict[str, Any]]:
        """The answers that a round was made of."""
        events = round_events(self.store, f"table:{name}", round)
        return [answer for event in events if event.type == "acts" for answer in body_of(event)["answers"]]

    # -- looking ---------------------------------------------------------------------------------------

    def sent(self, name: str) -> bytes:
        """The public view, as it goes over the wire; without the clock and what else lives only in memory."""
        shown = view.public(self.table(name))
        return encode({key: value for key, value in shown.items() if key not in ("clock", "ready", "now")})

    def shown(self, name: str) -> dict[str, Any]:
        """The same, as a page reads it."""
        shown: dict[str, Any] = msgspec.json.decode(self.sent(name))
        return shown

    def limits(self, name: str) -> tuple[int, int]:
        sign = self.shown(name)["limits"]
        return sign["minimum"], sign["maximum"]

    def credits(self, player: str) -> int:
        return self.store.balance(f"player:{player}")

    def sound(self, fresh: Floor | None = None) -> None:
        """Nothing made or lost, layouts as they lie, nobody overdrawn, and a fresh reading sees the same."""
        accounts = self.store.accounts()
        assert sum(balance for *_, balance in accounts) == 0
        assert [id for id, kind, balance in accounts if kind in ("player", "lesson", "voucher") and balance < 0] == []
        for name, table in self.floor.tables.items():
            if isinstance(table, HouseTable):
                lies = sum(wager.amount for wager in table.live.t.all_wagers()) if table.live is not None else (
                    sum(standing[3] for standing in table.memory.standing))
                assert self.store.balance(f"layout:{name}") == lies, name
        fresh = fresh or self._read_by(SeededSource("fresh"))
        other = Casino.__new__(Casino)
        other.floor = fresh
        for name, table in self.floor.tables.items():
            if isinstance(table, HouseTable):
                assert other.sent(name) == self.sent(name) or other.shown(name) == self.shown(name), name
                assert next_step(other.table(name)) == next_step(table), name
                assert other.table(name).ready == table.ready, name
                assert msgspec.to_builtins(other.table(name).memory) == msgspec.to_builtins(table.memory), name
        assert fresh.cage.vouchers == self.floor.cage.vouchers


def honest(casino: Casino) -> None:
    """Every round comes out the same when it is played again, and the ledger moved what it moved."""
    assert {one.id: one.faults for one in check_rounds(casino.store) if one.faults} == {}


def next_step(table: HouseTable) -> Any:
    """What the table waits for, in full."""
    request = table.request
    if isinstance(request, Choose):
        return type(request), str(request.clause), request.hand, request.player, request.options
    return request if request is None or isinstance(request, Gather) else (type(request), str(request.clause), request)
