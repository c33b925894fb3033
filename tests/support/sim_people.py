"""People at terminals: they know only what their terminal was sent, and send a command again until it is answered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import Any, Protocol

from pitboss.floor.commands import Who
from pitboss.floor.desk import decode, encode
from support import sim_real_poker
from support.sim_checks import Checks, must, without_password
from support.sim_door import odd_command
from support.sim_loop import SECOND, Chance

SUITS, RANKS = "shdc", "A23456789TJQK"
# What belongs to one round: sent again when that is over, it must not count in the next.
IN_ROUND = ("place", "take", "clear", "decide", "ready")
WORDS = ("box", "hand", "cards", "player", "looked", "exposed", "wager", "amount", "card", "confirmed")


@lru_cache(500)
def read_message(data: bytes) -> Any:
    """A message, for terminals that only look at it: what goes to all of them is read once."""
    return decode(data)


class Link(Protocol):
    """A connection, as its terminal sees it."""

    def to_floor(self, message: dict[str, Any]) -> None: ...


class World(Protocol):
    """What a terminal needs of the world."""

    now: int
    quiet: bool
    # Does the floor play with play money; what players may have a table opened for.
    play: bool
    wanted: tuple[str, ...]
    wagers: dict[str, tuple[str, ...]]
    reports: dict[str, list[str]]
    codes: list[str]
    checks: Checks

    def after(self, wait: int, what: Any, *args: Any) -> None: ...
    def connect(self, terminal: Terminal) -> None: ...
    def told(self, terminal: Terminal, id: str, result: Any) -> None: ...
    def trace(self, *what: Any) -> None: ...


class Terminal(ABC):
    """A browser: it keeps the id of a command before it sends it, and forgets it when it is answered."""

    def __init__(self, world: World, who: Who, tables: list[str], seed: str, harsh: bool) -> None:
        self.world, self.who, self.tables, self.harsh = world, who, tables, harsh
        self.chance, self.other = Chance(f"{seed}/{who.name}"), Chance(f"{seed}/{who.name}/other")
        self.link: Link | None = None
        self.kept: dict[str, dict[str, Any]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, bytes] = {}
        self.views: dict[str, tuple[int, dict[str, Any]]] = {}
        self.you: dict[str, Any] = {"credits": 0, "vouchers": [], "tables": {}}
        self.gaps = 0
        self._asked_again: dict[str, int] = {}
        self._shown: set[str] = set()
        # Tables of which the page says that they cannot be read.
        self.troubled: set[str] = set()

    # -- the connection ------------------------------------------------------------------------------

    def opened(self, link: Link) -> None:
        self.link, self._shown, self.troubled = link, set(), set()
        # A version is one of this line's: what another line sent under the same number may have been something else.
        self.views = {table: (-1, view) for table, (_, view) in self.views.items()}
        self._watch_missing()
        for id, command in self.kept.items():
            link.to_floor({"t": "do", "id": id, "command": command})

    def _watch_missing(self) -> None:
        """Ask for the tables; on a bad line, until they have come."""
        missing = [table for table in self.tables if table not in self._shown]
        if self.link is None or not missing:
            return
        for table in missing:
            self.link.to_floor({"t": "watch", "table": table})
        if self.harsh:
            self.world.after(2 * SECOND, self._watch_missing)

    def lost(self) -> None:
        if self.link is not None:
            self.link = None
            self.world.after(self.chance.between(SECOND // 20, 3 * SECOND), self.world.connect, self)

    def received(self, link: Link, data: bytes) -> None:
        if link is not self.link:
            return
        message = read_message(data)
        match message["t"]:
            case "snapshot":
                self._put(message["table"], message["ver"], message["view"])
                self._shown.add(message["table"])
                self.troubled.discard(message["table"])
            case "trouble":
                self.troubled.add(message["table"])
            case "delta":
                self._delta(message)
            case "you":
                self.you = message
                for voucher in message["vouchers"]:
                    if voucher["code"] not in self.world.codes:
                        self.world.codes.append(voucher["code"])
            case "done":
                self._done(message["id"], message["result"])

    def _delta(self, message: dict[str, Any]) -> None:
        table = message["table"]
        ver, view = self.views.get(table, (-1, {}))
        if ver != message["from"]:
            self.gaps += 1
            if self.world.now >= self._asked_again.get(table, 0) and self.link is not None:
                self._asked_again[table] = self.world.now + SECOND
                self.link.to_floor({"t": "watch", "table": table})
            return
        view = {**view, **message["set"]}
        for key, (at, gone, items) in message.get("splice", {}).items():
            view[key] = [*view[key][:at], *items, *view[key][at + gone :]]
        self._put(table, message["ver"], view)

    def _put(self, table: str, ver: int, view: dict[str, Any]) -> None:
        self.views[table] = ver, view
        self.world.checks.version(self.who.name, table, ver, view)

    # -- commands ------------------------------------------------------------------------------------

    def give(self, t: str, **fields: Any) -> None:
        """Keep the id, then send; on a bad line, again and again until it is answered."""
        id = f"{len(self.sent):04}-{self.chance.below(16**8):08x}"
        command = {"t": t, **fields}
        view = self.views.get(fields.get("table", ""), (0, {}))[1]
        if t in IN_ROUND and view and self.chance.percent(80):
            command["round"] = view["round"]
        self.kept[id] = self.sent[id] = command
        self.world.trace(self.who.name, "gives", id, command)
        self._send(id)

    def give_soon(self, tag: str, table: str) -> None:
        """Give a command that somebody thought of, unless the floor has come to rest meanwhile."""
        if not self.world.quiet:
            self.give(tag, table=table)

    def _send(self, id: str) -> None:
        if id not in self.kept:
            return
        if self.link is not None:
            self.link.to_floor({"t": "do", "id": id, "command": self.kept[id]})
        if self.harsh:
            self.world.after(self.chance.between(SECOND, 3 * SECOND), self._send, id)

    def _done(self, id: str, result: dict[str, Any]) -> None:
        """The first answer counts, and every other one must be the same."""
        if result.get("retry"):
            if not self.harsh:
                self.world.after(self.chance.between(SECOND // 2, SECOND), self._send, id)
            return
        told = encode(without_password(result))
        known = self.answers.setdefault(id, told)
        must(known == told, f"{self.who.name}:{id} was told {known!r}, and then {told!r}")
        if self.kept.pop(id, None) is None:
            return
        self.world.told(self, id, result)
        # Somebody sends an answered command again, or another one under its id.
        if self.link is not None and self.chance.percent(4):
            self.link.to_floor({"t": "do", "id": id, "command": self.sent[id]})

    # -- people --------------------------------------------------------------------------------------

    def start(self) -> None:
        self.world.connect(self)
        self._later()

    def _later(self) -> None:
        self.world.after(self.chance.between(SECOND // 10, 2 * SECOND), self._act)

    def _act(self) -> None:
        if self.world.quiet:
            return
        self._later()
        # Nothing is taken on while the line is down, nor too much at once.
        if self.link is None or len(self.kept) > 4:
            return
        if self.other.percent(6):
            return self.give(**odd_command(self.other, self.who.role))
        table = self.chance.pick(self.tables)
        view = self.views.get(table, (0, {}))[1]
        if view:
            self.act(table, view)

    @abstractmethod
    def act(self, table: str, view: dict[str, Any]) -> None:
        """Do something at a table that looks so."""


class Player(Terminal):
    """Bets, decides or lets the time run out, changes tables, cashes out and comes back with the voucher."""

    def act(self, table: str, view: dict[str, Any]) -> None:
        chance, asked = self.chance, view["asked"]
        if view["kind"] == "poker":
            return self.at_poker(table, view)
        if asked and asked.get("player") == self.who.name and chance.percent(85):
            return self.decide(table, asked)
        if view["question"] and chance.percent(30):
            return self.give("answer", table=table, n=view["question"]["n"], agree=chance.percent(80))
        if self.world.play and chance.percent(4):
            return self.give("open-game", game=chance.pick(self.world.wanted))
        if chance.percent(8):
            return self.at_the_cage()
        if chance.percent(10):
            return self.everywhere_at_once()
        if not (view["betting"] or chance.percent(4)):
            return None
        what = chance.below(100)
        mine = [wager for wager in view["wagers"] if wager["player"] == self.who.name]
        if what < 25 and mine:
            return self.give("ready", table=table)
        if what < 30 and mine:
            wager = chance.pick(mine)
            return self.give("take", table=table, box=wager["box"], wager=wager["slot"],
                             to=chance.pick([0, 0, wager["amount"] // 2]))
        if what < 34:
            return self.give(chance.pick(["clear", "clear", "leave"]), table=table)
        if what < 37:
            return self.give("sit", table=table, box=chance.between(1, view["boxes"]))
        return self.place(table, view)

    def place(self, table: str, view: dict[str, Any]) -> None:
        chance, names = self.chance, self.world.wagers[table]
        seats = [int(box) for box, name in view["seats"].items() if name == self.who.name]
        box = chance.pick(seats) if seats and chance.percent(90) else chance.between(1, view["boxes"])
        chosen = [names[0]] if chance.percent(60) else chance.some(names, 3)
        least = view["limits"]["minimum"] or 100
        amounts = [least] * 6 + [2 * least] * 4 + [4 * least, chance.pick([1, 10 * least, 100_000_00])]
        self.give("place", table=table, box=box, wagers=[[name, chance.pick(amounts)] for name in chosen])

    def everywhere_at_once(self) -> None:
        """Stake all there is, at every table, before any of them has said yes."""
        amount = min(200_00, self.you["credits"] // 500 * 500)
        for table in self.tables:
            view = self.views.get(table, (0, {}))[1]
            if view and view["betting"] and view["kind"] == "house" and amount:
                seats = [int(box) for box, name in view["seats"].items() if name == self.who.name]
                box = seats[0] if seats else self.chance.between(1, view["boxes"])
                self.give("place", table=table, box=box, wagers=[[self.world.wagers[table][0], amount]])

    def decide(self, table: str, asked: dict[str, Any]) -> None:
        if not asked["options"]:
            return
        option = self.chance.pick(asked["options"])
        more: dict[str, Any] = {}
        if option["name"] == "run":
            more["amount"] = self.chance.pick([2, 2, 2, 1, option["most"] + 1])
        elif option["most"] and self.chance.percent(80 if option["name"] in ("bet", "raise") else 30):
            more["amount"] = self.chance.pick([option["least"] or option["most"], option["most"], 3])
        name = "pass" if asked["kind"] == "offer" and self.chance.percent(40) else option["name"]
        if self.chance.percent(80):
            more["step"] = asked["step"]
        self.give("decide", table=table, hand=asked["hand"], name=name, **more)

    def at_poker(self, table: str, view: dict[str, Any]) -> None:
        """Take a seat with chips, play hands, sit out, add chips, leave."""
        chance, asked = self.chance, view["asked"]
        seats = [int(seat) for seat, held in view["seats"].items() if held["player"] == self.who.name]
        if not seats:
            if chance.percent(15):
                return self.at_the_cage()
            return self.give("sit", table=table, box=chance.between(1, view["boxes"]),
                             amount=chance.pick([40_00, 40_00, 100_00, 1_00]))
        if asked and asked.get("player") == self.who.name:
            return self.decide(table, asked) if chance.percent(90) else None
        question = view["question"]
        if question and self.who.name not in question["agreed"] and chance.percent(70):
            return self.give("answer", table=table, n=question["n"], agree=chance.percent(80))
        what = chance.below(100)
        looks = [one["seat"] for one in view["looks"] if self.who.name in one["by"]]
        if looks and what < 70:
            return self.give("decide", table=table, hand=str(seats[0]), name=f"see {chance.pick(looks)}")
        if (view["straddle"] or {}).get("player") == self.who.name and what < 60:
            return self.give("decide", table=table, hand=str(seats[0]), name="straddle")
        if view["playing"] and what < 85:
            return None
        if what < 85:
            return self.give("ready", table=table)
        if what < 91:
            return self.give("sit-out", table=table)
        if what < 96:
            return self.give("come-back", table=table, post=chance.percent(50))
        return self.give("add-chips", table=table, amount=chance.pick([10_00, 40_00])) if what < 98 else self.give(
            "leave", table=table)

    def at_the_cage(self) -> None:
        good = [voucher for voucher in self.you["vouchers"] if voucher["state"] == "good"]
        if good and self.chance.percent(60):
            return self.give("redeem", code=self.chance.pick(good)["code"])
        if self.chance.percent(20):
            return self.give("top-up")
        credits = self.you["credits"]
        self.give("cash-out", amount=self.chance.pick([max(1, credits // 3), max(1, credits), 1, credits + 1]))


class Staff(Terminal):
    """Runs physical tables, reports, directs, proposes and approves, closes and opens."""

    def act(self, table: str, view: dict[str, Any]) -> None:
        asked = view["asked"]
        if view["kind"] == "poker" and view["mode"] == "physical" and view["status"] == "open":
            return self.deal_poker(table, view)
        if view["kind"] == "poker":
            return self.watch_poker(table, view)
        if self.who.role != "dealer" and self.chance.percent(35):
            return self.supervise(table, view)
        if asked and asked["kind"] == "direct":
            if self.who.role != "dealer" and asked["options"]:
                self.give("direct", table=table, name=self.chance.pick(asked["options"])["name"])
        elif self.chance.percent(3):
            self.report(table, view)
        elif view["mode"] == "physical" and asked:
            self.deal(table, view, asked)
        elif self.chance.percent(3):
            self.give(self.chance.pick(["no-more-bets", "silence"]), table=table)

    def deal_poker(self, table: str, view: dict[str, Any]) -> None:
        """Mostly the dealer enters what happens at a table with real cards, and everybody reports."""
        if self.who.role != "dealer" and self.chance.percent(70):
            return self.watch_poker(table, view) if self.chance.percent(5) else None
        found = sim_real_poker.next_command(self.chance, view, self.who.name, self.world.reports[table])
        return self.give(found[0], table=table, **found[1]) if found is not None else None

    def watch_poker(self, table: str, view: dict[str, Any]) -> None:
        """Hands are declared void now and then, or it is proposed and comes to nothing; the table closes by notice, or
        its players are asked."""
        chance = self.chance
        if view["playing"] and chance.percent(12 if self.who.role == "dealer" else 2):
            more = {"round": view["round"]} if chance.percent(70) else {}
            return self.give("misdeal", table=table, reason="two cards fell", **more)
        if self.who.role != "dealer" and view["status"] != "open" and chance.percent(15):
            return self.give("open-table", table=table)
        if self.who.role != "dealer" and view["playing"] and chance.percent(10):
            if view["question"] is not None:
                return self.give("withdraw", table=table, n=view["question"]["n"])
            return self.give("ask-players", table=table, what="close")
        if self.who.role != "dealer" and view["proposals"]:
            how = "approve" if chance.percent(80) else "withdraw"
            return self.give(how, table=table, n=chance.pick(view["proposals"])["n"])
        if self.who.role != "dealer" and view["playing"] and chance.percent(30):
            ground = chance.pick(view["grounds"])["name"] if chance.percent(60) else ""
            more = {"round": view["round"]} if chance.percent(70) else {}
            return self.give("propose", table=table, what="void", reason="cards on the floor", ground=ground, **more)
        if not chance.percent(6):
            return None
        if self.who.role == "dealer" or chance.percent(40):
            return self.give("silence", table=table)
        return self.give("close-table", table=table, now=chance.percent(30))

    def deal(self, table: str, view: dict[str, Any], asked: dict[str, Any]) -> None:
        chance, last = self.chance, view["last_entry"]
        if last and self.who.name in last["by"] and chance.percent(40):
            return self.give("take-back", table=table, n=chance.pick([0, last["n"], last["n"] - 1]))
        if view["pending"]:
            if view["entry"] == "twice" and chance.percent(70):
                return self.give("enter", table=table, answer=view["pending"]["entry"])
            return self.give(chance.pick(["confirm", "confirm", "confirm", "drop-entry"]), table=table)
        if asked["kind"] == "gather":
            if chance.percent(20):
                return self.give("place-for", table=table, box=chance.between(1, view["boxes"]),
                                 player=chance.pick(["Chip", "Dale"]), wagers=[[self.world.wagers[table][0], 1000]])
            if view["wagers"] and chance.percent(40):
                return self.give("no-more-bets", table=table)
            return None
        if "options" in asked:
            if asked["player"] in view["walk_ins"] and asked["options"]:
                name = chance.pick(asked["options"])["name"]
                return self.give("decide-for", table=table, hand=asked["hand"], player=asked["player"], name=name)
            return self.give("silence", table=table) if chance.percent(5) else None
        return self.give("enter", table=table, answer=self.entry(view, asked))

    def entry(self, view: dict[str, Any], asked: dict[str, Any]) -> dict[str, Any]:
        """What cards, dice or ball might have done."""
        chance, kind = self.chance, asked["kind"]
        if kind == "shuffle":
            return {"type": "shuffled"}
        if kind == "cut":
            return {"type": "cut", "from_back": chance.between(asked["least"], asked["most"])}
        if kind == "roll":
            return {"type": "dice", "numbers": [chance.between(1, 6), chance.between(1, 6)]}
        if kind == "spin":
            return {"type": "ball", "number": chance.pick(asked["pockets"])}
        out = {card for hand in view["hands"].values() for card in hand}
        pack = [rank + suit for suit in SUITS for rank in RANKS if rank + suit not in out]
        cards = []
        for _ in range(asked["count"]):
            cards.append(pack.pop(chance.below(len(pack))))
        return {"type": "cards", "cards": cards}

    def report(self, table: str, view: dict[str, Any]) -> None:
        chance = self.chance
        facts = {}
        for word in chance.some(WORDS, 4):
            values = ["yes", "no", "1", "2", "dealer", *view["seats"].values(), *view["seats"]]
            facts[word] = chance.pick(values)
        self.give("report", table=table, kind=chance.pick(self.world.reports[table]), facts=facts)

    def supervise(self, table: str, view: dict[str, Any]) -> None:
        chance, what = self.chance, self.chance.below(100)
        if view["proposals"] and what < 50:
            n = chance.pick(view["proposals"])["n"]
            return self.give("approve" if chance.percent(80) else "withdraw", table=table, n=n)
        if view["referrals"] and chance.percent(30):
            return self.settle(table, chance.pick(view["referrals"])["n"])
        if view["status"] != "open":
            return self.give("open-table", table=table)
        chips = [wager for wager in view["wagers"] if wager["player"] in view["walk_ins"]]
        if chips and not view["proposals"] and what < 50:
            return self.correct(table, view, chance.pick(chips))
        if what < 55:
            return self.give("propose", table=table, what="void", reason="something is wrong")
        if what < 65 and view["last"]:
            ball = {"type": "ball", "number": str(chance.below(37))}
            dice = {"type": "dice", "numbers": [chance.between(1, 6), chance.between(1, 6)]}
            return self.give("propose", table=table, what="correct", round=view["last"]["round"],
                             index=chance.below(8), answer=chance.pick([ball, dice]), reason="it was misread")
        if what < 70:
            player = chance.pick([*view["seats"].values(), "Ann"])
            limit = chance.pick([{}, {"minimum": 1000}, {"maximum": 5000}])
            return self.give("terminal-limits", table=table, player=player, **limit)
        if what < 74:
            return self.give("close-table", table=table, now=chance.percent(50))
        if view["withheld"]["clause"] and view["last"] and self.who.role == "manager" and chance.percent(70):
            return self.withhold(table, view)
        if what < 84 and (view["may_ask"] or view["question"]):
            return self.ask_players(table, view)
        return self.manage() if self.who.role == "manager" else None

    def correct(self, table: str, view: dict[str, Any], wager: dict[str, Any]) -> None:
        """A player with chips bet otherwise, or decided otherwise, in this round: the place of it is guessed."""
        chance, player = self.chance, wager["player"]
        wagers = [[wager["wager"], chance.pick([wager["amount"] + 500, wager["amount"] + 1000, 1])]]
        placed = {"type": "place", "box": wager["box"], "player": player, "wagers": wagers}
        name = chance.pick(["stand", "draw", "fold", "bet"])
        chosen = {"type": "choice", "hand": str(wager["box"]), "player": player, "name": name}
        answer = chance.pick([placed, placed, placed, placed, chosen, {"type": "lapse"}])
        told = [n for n, line in enumerate(view["events"]) if line["kind"] == "placed" and line["player"] == player]
        index = told[0] if told and answer is placed and chance.percent(90) else chance.below(6)
        self.give("propose", table=table, what="correct", round=view["round"], index=index, answer=answer,
                  reason="it was misheard")

    def ask_players(self, table: str, view: dict[str, Any]) -> None:
        """All who play are asked to agree, now and then to limits on a new sign; or the question is taken back."""
        chance = self.chance
        if view["question"]:
            return self.give("withdraw", table=table, n=view["question"]["n"]) if chance.percent(30) else None
        if not view["limits"]["notices"] and chance.percent(50):
            return self.give("limits", table=table, minimum=chance.pick([500, 1000]), maximum=50_000)
        return self.give("ask-players", table=table, what=chance.pick(view["may_ask"] or ["close"]))

    def withhold(self, table: str, view: dict[str, Any]) -> None:
        """A payment is looked into, or made after all."""
        chance, held = self.chance, view["withheld"]["payments"]
        if held and chance.percent(50):
            return self.give("pay-held", table=table, n=chance.pick(held)["n"])
        player = chance.pick([*view["last"]["results"], "Ann"])
        return self.give("withhold", table=table, player=player, amount=chance.pick([50, 50, 500, 1000]),
                         reason="a camera is looked at")

    def settle(self, table: str, n: int) -> None:
        """Decide what no rule decides."""
        if self.chance.percent(60):
            return self.give("settle", table=table, n=n, reason="nobody is worse off")
        self.give("propose", table=table, what="void", reason="that was too much", referral=n)

    def manage(self) -> None:
        chance, player = self.chance, self.chance.pick(["Ann", "Ben", "Cat"])
        what = chance.below(100)
        if what < 45:
            return self.give("issue", player=player, amount=chance.pick([500, 10_000, 50_000]))
        if what < 60:
            return self.give("pay-out", player=player, amount=chance.pick([500, 10_000]))
        if what < 80 and self.world.codes:
            return self.give("pay-voucher", code=chance.pick(self.world.codes))
        kind = "PLAY" if self.world.play else "V"
        return self.give("void-voucher", serial=f"{kind}{chance.between(1, 6):07}", reason="printed twice")
