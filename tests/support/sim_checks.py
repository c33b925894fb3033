"""What must hold on a floor after every commit, after every crash, and at the end."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any, ClassVar

from pitboss.floor.desk import decode, encode
from pitboss.floor.floor import Floor
from pitboss.floor.rounds import check_rounds
from pitboss.floor.shown import views
from pitboss.floor.store import NewEvent, SQLiteStore, Stored, Write
from pitboss.floor.taken_back import Struck, counting, struck
from pitboss.floor.verify import verify
from pitboss.rulebooks import games
from support.sim_door import SimPeople, names_once

NEVER_NEGATIVE = ("player", "layout", "voucher", "stack", "pot", "held")
# Times are set anew when a floor comes back.
CLOCKS = ("clock", "now")
# Commands that, done, leave an event behind.
LEAVE_A_MARK = frozenset({
    "place", "take", "decide", "cash-out", "redeem", "top-up", "issue", "pay-out", "no-more-bets", "enter",
    "confirm", "drop-entry", "take-back", "place-for", "decide-for", "report", "silence", "direct", "propose",
    "approve", "withdraw", "settle", "sit-out", "add-chips", "open-table", "close-table", "terminal-limits",
    "pay-voucher", "void-voucher", "renew-voucher", "misdeal", "ask-players", "answer", "change-seat", "change-stakes",
    "malfunction", "repaired", "refuse-credit", "withhold", "pay-held",
    "add-person", "set-role", "unlock", "reset-password",
})


class Broken(AssertionError):
    """Something that is promised does not hold. Whoever catches it, it is not forgotten."""

    found: ClassVar[list[Broken]] = []

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.found.append(self)


def must(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def shown(made: dict[str, Any]) -> bytes:
    """A view, but for its clocks."""
    return encode({key: value for key, value in made.items() if key not in CLOCKS})


def without_password(result: dict[str, Any]) -> dict[str, Any]:
    """An answer as it is kept: a password is told once, and kept nowhere."""
    return {key: value for key, value in result.items() if key != "password"}


def own_view(made: dict[str, Any]) -> bytes:
    """What a player sees of his own at a table, but for clocks, and for credits, which move at other tables too."""
    screen = made.get("screen") or {}
    kept = {key: value for key, value in screen.items() if key not in ("ends", "credits")}
    return encode({**made, "screen": kept})


def under_way(table: Any) -> bool:
    """Is something going on that a crash must not lose?"""
    if table.kind == "poker":
        return table.room.hand is not None
    return table.live is not None and bool(table.live.answers)


def same(name: str, before: bytes, after: bytes) -> None:
    """Two views are the same, or the first key that differs is told."""
    if before == after:
        return
    old, new = decode(before), decode(after)
    for key in {**old, **new}:
        if old.get(key) != new.get(key):
            raise Broken(f"{name}: {key} was {str(old.get(key))[:400]}, is {str(new.get(key))[:400]}")


class Checks:
    """A second bookkeeper, who believes nothing but what was committed."""

    def __init__(self, players: list[str]) -> None:
        self.players = players
        self.balances: Counter[str] = Counter()
        self.pos = 0
        # Of each table, what was to be seen of it when it was last committed: by all, and by each player.
        self.views: dict[str, bytes] = {}
        self.own: dict[str, dict[str, bytes]] = {}
        # What a player may have been shown of his own, ever; and what each version of a table looked like.
        self.own_ever: set[tuple[str, str, bytes]] = set()
        self.versions: dict[tuple[str, int], bytes] = {}
        self.journals: dict[str, tuple[list[Stored], list[Struck]]] = {}
        self.put_together: dict[tuple[str, int], dict[str, Any]] = {}
        self.last_seen: tuple[dict[str, Any], bytes] = {}, b""
        self.counts: Counter[str] = Counter()
        # Who is known and what waits at the people's desk; every name and every serial that was ever given out.
        self.people: list[tuple[Any, ...]] = []
        self.names: set[str] = set()
        self.serials: set[str] = set()

    # -- after every commit --------------------------------------------------------------------------

    def committed(
        self, store: SQLiteStore, floor: Floor, people: SimPeople, writes: list[Write], done: list[Any]
    ) -> None:
        self.counts["commits"] += 1
        self._ledger(store)
        for write, made in zip(writes, done, strict=True):
            for stream in {event.stream for event in write.events} if isinstance(made, int) else ():
                if stream.startswith("table:"):
                    self._table(store, floor, stream.removeprefix("table:"))
                elif stream == "people":
                    self.people = people.state()
            for event in write.events if isinstance(made, int) else ():
                self._once_only(event)

    def _once_only(self, event: NewEvent) -> None:
        """No name and no serial is given out twice."""
        if event.stream == "people" and event.type == "added":
            name = decode(event.body)["name"]
            must(names_once(self.names, name), f"there are two people called {name}")
            self.counts["people"] += 1
        elif event.stream == "cage" and event.type == "voucher":
            serial = decode(event.body)["serial"]
            must(serial not in self.serials, f"voucher {serial} was issued twice")
            self.serials.add(serial)

    def known_again(self, people: SimPeople) -> None:
        """Everybody is who he was when that was last committed."""
        must(people.state() == self.people, f"people came back as {people.state()}, not {self.people}")

    def _ledger(self, store: SQLiteStore) -> None:
        """What was posted adds up to nothing, event by event, and is what the accounts hold."""
        moved: set[str] = set()
        sums: Counter[int] = Counter()
        for pos, account, amount in store.rows(
            "SELECT pos, account, amount FROM posting WHERE pos > ? ORDER BY pos, n", (self.pos,),
        ):
            self.balances[account] += amount
            sums[pos] += amount
            moved.add(account)
        self.pos = store.rows("SELECT coalesce(max(pos), 0) FROM event")[0][0]
        must(not any(sums.values()), f"entries that do not add up: {sums}")
        for account in moved:
            held = store.balance(account)
            must(held == self.balances[account], f"{account} holds {held}, its postings are {self.balances[account]}")
            must(held >= 0 or account.partition(":")[0] not in NEVER_NEGATIVE, f"{account} holds {held}")

    def _table(self, store: SQLiteStore, floor: Floor, id: str) -> None:
        must(id not in floor.unread, f"{id} was not read, and something is written of it")
        table: Any = floor.tables[id]
        self.layout(store, table)
        self.views[id] = shown(views(table).public(table))
        self.own[id] = {player: own_view(views(table).private(table, player)) for player in self.players}
        self.own_ever |= {(id, player, seen) for player, seen in self.own[id].items()}

    def layout(self, store: SQLiteStore, table: Any) -> None:
        """What lies on the layout, or in stacks and pot, is what its accounts hold."""
        if table.kind == "poker":
            chips = {account: amount for account, amount in table.room.held().items() if amount}
            held = {account: balance for kind in ("stack", "pot") for account, _, balance
                    in store.accounts(f"{kind}:{table.id}") if balance}
            there = {account: amount for account, amount in chips.items() if not account.startswith("commission:")}
            return must(held == there, f"{table.id}: {there} on the table, {held} in the accounts")
        standing = table.memory.standing if table.live is None else ()
        lies = sum(wager[3] for wager in standing)
        lies += sum(wager.amount for wager in table.live.t.all_wagers()) if table.live is not None else 0
        held = store.balance(f"layout:{table.id}")
        must(lies == held, f"{table.id}: {lies} lies on the layout, its account holds {held}")

    # -- whenever something is shown -----------------------------------------------------------------

    def seen(self, id: str, made: dict[str, Any]) -> None:
        """Nothing is shown that is not on disk."""
        self.last_seen = made, shown(made)
        same(f"{id} is shown as it is not on disk", self.views[id], self.last_seen[1])

    def meant(self, id: str, ver: int, view: dict[str, Any]) -> None:
        """What the floor means by a version of a table; mostly what was looked at a moment ago."""
        made, written = self.last_seen
        self.versions[id, ver] = written if view is made else shown(view)
        self.put_together.pop((id, ver), None)

    def seen_by(self, player: str, made: dict[str, Any]) -> None:
        for id, own in made["tables"].items():
            must((id, player, own_view(own)) in self.own_ever, f"{player} is shown {id} as it never was on disk: {own}")

    def version(self, name: str, table: str, ver: int, made: dict[str, Any]) -> None:
        """What a terminal put together is what the floor meant by that version. What another has put together before,
        and was that, mostly is the same things."""
        if made != self.put_together.get((table, ver)):
            same(f"{name}'s terminal shows another {table}", self.versions[table, ver], shown(made))
            self.put_together[table, ver] = made

    def agreed(self, you: dict[str, Any], player: str, store: SQLiteStore) -> None:
        """What a player was told last is how things are."""
        name = f"player:{player}"
        must(you["credits"] == store.balance(name), f"{player} sees {you['credits']}, has {store.balance(name)}")
        for id, known in self.own.items():
            seen, own = you["tables"].get(id, {}), decode(known[player])
            must(not any(own.values()) if not seen else own_view(seen) == known[player],
                 f"{player} sees {seen} of {id}, not {own}")
            shown = (seen.get("screen") or {}).get("credits", you["credits"])
            must(shown == you["credits"], f"{player} sees {shown} of credits at {id}, has {you['credits']}")
        state = {serial: state for serial, state in self.vouchers(store, player)}
        seen = {voucher["serial"]: voucher["state"] for voucher in you["vouchers"]}
        must(seen == dict(list(state.items())[-20:]), f"{player} sees vouchers {seen}, has {state}")

    @staticmethod
    def vouchers(store: SQLiteStore, player: str) -> list[tuple[str, str]]:
        found: dict[str, tuple[str, str]] = {}
        for event in store.events("cage"):
            body = decode(event.body)
            if event.type == "voucher":
                found[body["serial"]] = body["player"], "good"
            elif event.type.startswith("voucher-"):
                found[body["serial"]] = found[body["serial"]][0], body["state"]
        return [(serial, state) for serial, (owner, state) in found.items() if owner == player]

    # -- after a crash -------------------------------------------------------------------------------

    def recovered(self, store: SQLiteStore, floor: Floor, rotten: str = "") -> None:
        """Every table is what it was when it was last committed; one that is damaged is closed, and no other for it."""
        damaged = {id for id, known in floor.unread.items() if known.out_of_order}
        must(damaged <= {rotten}, f"{damaged} came back damaged, and {rotten or 'nothing'} is")
        must(not rotten or rotten in floor.unread, f"{rotten} is damaged, and came back as if it were not")
        rows = {row["id"]: row for row in floor.lobby()}
        closed = floor.unread.keys() - {"cage"}
        must(all(rows[id].get("trouble") for id in closed), "nobody is told that a table is closed")
        there = floor.tables.keys() | closed
        must(there == set(self.views), f"tables {list(self.views)} came back as {there}")
        for id, table in floor.tables.items():
            same(f"{id} came back otherwise", self.views[id], shown(views(table).public(table)))
            self.layout(store, table)
            for player, known in self.own[id].items():
                own = views(table).private(table, player)
                must(own_view(own) == known, f"{id} came back otherwise for {player}: {own}, not {known!r}")
        self.counts["open rounds"] += sum(
            under_way(table) for table in floor.tables.values())
        self.whole_ledger(store)

    def whole_ledger(self, store: SQLiteStore) -> None:
        held = {account: balance for account, _, balance in store.accounts()}
        must(sum(held.values()) == 0, f"the ledger adds up to {sum(held.values())}")
        posted: dict[str, int] = dict(store.rows("SELECT account, sum(amount) FROM posting GROUP BY account"))
        must(held == posted == dict(self.balances), "accounts, postings and what was committed differ")

    # -- at the end ----------------------------------------------------------------------------------

    def end(self, store: SQLiteStore, terminals: list[Any]) -> None:
        self.whole_ledger(store)
        faults = verify(store).faults
        must(not faults, f"the database does not verify: {faults[:3]}")
        for played in check_rounds(store):
            self.counts["rounds"] += played.over
            must(not played.faults, f"round {played.id} does not replay: {played.faults[:3]}")
        events = self._events(store)
        self._bets_in_time(store)
        for terminal in terminals:
            for id in terminal.sent:
                self._once(store, terminal, id, events.pop(f"{terminal.who.name}:{id}", []))
        strange = [key for key in events if key]
        must(not strange, f"commands that nobody sent: {strange[:3]}")

    def _events(self, store: SQLiteStore) -> dict[str, list[Stored]]:
        """By the command that caused them."""
        found: dict[str, list[Stored]] = defaultdict(list)
        for event in store.all_events(0, 1_000_000):
            if not event.cmd.startswith("floor:"):
                found[event.cmd].append(event)
            self._told(event)
        return found

    def _told(self, event: Stored) -> None:
        """What came up, for whoever wants to know whether it does."""
        if event.type == "closing" and event.actor == "table":
            self.counts["tables closed for want of players"] += 1
        elif event.type in ("straddles", "sees", "agreed", "rested", "corrected", "amended", "reported"):
            self.counts[event.type] += 1
        elif event.type == "ended" and b'"void":true' in event.body:
            self.counts["void hands" if b'"boards":' in event.body else "void rounds"] += 1
        elif event.type == "acts" and b'"act":"' in event.body:
            body = decode(event.body)
            act = body.get("act") or body["did"]["act"]
            if act in ("run", "see", "more time"):
                self.counts[f"acts: {act}"] += 1

    def _once(self, store: SQLiteStore, terminal: Any, id: str, events: list[Stored]) -> None:
        """What a terminal was told of a command is what the journal says, once."""
        name, command = f"{terminal.who.name}:{id}", terminal.sent[id]
        what = f"{name} {command}"
        result = terminal.answers.get(id)
        must(result is not None, f"{what}: never answered")
        kept = store.answer(name)
        must(kept is not None and decode(kept[1]) == decode(result), f"{what}: told {result!r}, kept {kept}")
        if not decode(result)["ok"]:
            return must(not events, f"{what}: refused, and yet {[event.type for event in events]}")
        places = [event.pos for event in events]
        must(places == list(range(places[0], places[0] + len(places))) if places else True,
             f"{what}: done more than once, at {places}")
        must(bool(events) or command["t"] not in LEAVE_A_MARK, f"{what}: acknowledged, and nothing is written")
        self.counts[command["t"]] += 1
        if command["t"] == "place":
            self._placed(store, terminal, command, events, what)
        elif command["t"] in ("cash-out", "top-up", "redeem"):
            must(len(events) == 1, f"{what}: {len(events)} events")

    def _placed(self, store: SQLiteStore, terminal: Any, command: Any, events: list[Stored], what: str) -> None:
        """A bet that was acknowledged stands in the journal as it was made, with what must lie beside it, and was paid
        for."""
        acts = [answer for event in events if event.type == "acts" for answer in decode(event.body)["answers"]]
        placed = [act for act in acts if act["type"] == "place"]
        journal, taken_back = self._journal(store, events[0].stream)
        played = games()[decode(journal[0].body)["game"]]()
        wagers = [list(wager) for wager in played.with_matched((kind, amount) for kind, amount in command["wagers"])]
        must(len(placed) == 1 and placed[0]["player"] == terminal.who.name and placed[0]["box"] == command["box"]
             and placed[0]["wagers"] == wagers, f"{what}: written as {placed}")
        earlier = [event for event in journal if event.type == "round" and event.ver < events[0].ver]
        gone = [one for one in taken_back if one.upto < events[0].ver]
        start = counting(earlier, gone)[-1]
        must(command.get("round", 0) in (0, decode(start.body)["round"]), f"{what}: counted in another round")
        rows = store.rows("SELECT amount FROM posting WHERE pos = ? AND account = ?",
                          (events[-1].pos, f"player:{terminal.who.name}"))
        cost = sum(amount for _, amount in wagers)
        paid = -sum(amount for amount, in rows)
        # A wager that is charged for on top costs more than what lies there.
        must(paid >= cost, f"{what}: {paid} was paid, not {cost}")
        self.counts["bets"] += 1
        self.counts["staked"] += paid

    def _journal(self, store: SQLiteStore, stream: str) -> tuple[list[Stored], list[Struck]]:
        """A stream from its beginning, and what was taken back in it; read once, at the end."""
        if stream not in self.journals:
            self.journals[stream] = store.events(stream), struck(store, stream)
        return self.journals[stream]

    def _bets_in_time(self, store: SQLiteStore) -> None:
        """No bet is written after the 'no more bets' of its round. At craps a throw that does not count opens it."""
        for stream in store.streams():
            if not stream.startswith("table:"):
                continue
            first, *events = counting(*self._journal(store, stream))
            craps = decode(first.body)["game"].endswith("craps")
            closed = False
            for event in events:
                if event.type == "round":
                    closed = False
                for answer in decode(event.body).get("answers", ()) if event.type == "acts" else ():
                    closed = closed or answer["type"] == "close"
                    if craps and answer["type"] == "irregular":
                        closed = False
                    must(answer["type"] not in ("place", "take") or not closed,
                         f"{stream} event {event.ver}: a wager after 'no more bets': {answer}")
