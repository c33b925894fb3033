"""Whatever anybody sends: no table's task ends, the server goes on, no money moves without an event, and a normal round
can be played afterwards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec
import pytest
from floor.test_roles import COMMANDED, sample
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.casino import GAMES, OPENING, STAFF, Casino
from support.web import Place, do, opened, read

from pitboss.floor.commands import COMMANDS, Who, tag_of
from pitboss.floor.desk import Settings
from pitboss.floor.people import People, PeopleSettings
from pitboss.floor.queries import QUERIES, ask
from pitboss.floor.runner import Runner
from pitboss.floor.store import Write
from pitboss.floor.verify import verify
from pitboss.floor.writer import Writer
from pitboss.table.requests import Burn, Choose, Cut, Deal, Direct, Gather, Reveal, Roll, Shuffle, Spin
from pitboss.web import sockets
from pitboss.web.limiting import Buckets

WHO = {"player": "Ann", "dealer": "Dora", "supervisor": "Sue", "manager": "Max", "inspector": "Ivy"}
FUZZ = settings(deadline=None, max_examples=300, derandomize=True, database=None,
                suppress_health_check=[HealthCheck.function_scoped_fixture])


class PromptWriter(Writer):
    """Commits in the loop itself: its thread would be waited for, thousands of times."""

    async def write(self, write: Write) -> int:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[int] = loop.create_future()
        loop.call_soon(self._commit, [(write, future)])
        return await future


class Hall:
    """A floor that runs, in a loop that a test can step into."""

    def __init__(self, *tables: str, physical: tuple[str, ...] = (), house: Settings | None = None) -> None:
        self.casino = Casino(*tables, settings=house)
        for name in physical:
            self.casino.add(f"{name}-2", mode="physical")
        self.casino.do("Max", "add-table", id="room", name="Room", game="mel/holdem", options={})
        self.store, self.floor = self.casino.store, self.casino.floor
        self.writer = PromptWriter(self.store)
        cheap = PeopleSettings(rounds=1, memory=8, lanes=1)
        self.people = People(self.store, self.clock, self.writer.write, rules=cheap)
        self.live = Runner(self.floor, self.writer, self.clock, self.people.take)
        self.loop = asyncio.Runner()
        self.count = 0
        self.run(self._start())

    def clock(self) -> int:
        return self.casino.now

    async def _start(self) -> None:
        self.live.start()

    def run(self, scene: Coroutine[Any, Any, Any]) -> Any:
        # Thousands of times: `Runner.run` would see to Ctrl-C each time.
        return self.loop.get_loop().run_until_complete(scene)

    def send(self, who: Who, raw: bytes) -> dict[str, Any]:
        """Have something done; what is refused has changed nothing, and what is done has kept the books straight."""
        self.count += 1
        events, accounts = self.pos(), self.store.accounts()
        result: dict[str, Any] = self.run(self.live.do(who, f"hostile-{self.count:06}", raw))
        if not result["ok"] or self.pos() == events:
            assert self.store.accounts() == accounts and self.pos() == events, (raw, result)
        assert sum(balance for *_, balance in self.store.accounts()) == 0
        assert self.live.faults == 0, (raw, result)
        return result

    def pos(self) -> int:
        """How many events there are."""
        return int(self.store.rows("SELECT max(pos) FROM event")[0][0])

    def sound(self) -> None:
        """Every task is there, every table deals a round, and all of it can be played again."""
        assert self.live._owners and not any(task.done() for task in self.live._owners.values())
        for name in list(self.floor.tables):
            if name in GAMES:
                self.round(name)
        assert self.live.faults == 0
        self.run(self.live.stop())
        self.loop.close()
        self.writer.close()
        assert verify(self.store).faults == []

    def do(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        raw = msgspec.json.encode({"t": tag, **fields})
        return self.send(Who(who, STAFF.get(who, "player")), raw)

    def round(self, name: str) -> None:
        """A normal round, from whatever state the table is in."""
        table: Any = self.floor.tables[name]
        self.do("Sue", "open-table", table=name)
        self.finish(name)
        number, sign = table.rounds, table.game.minimum
        self.do("Max", "issue", player="Ben", amount=1000_00)
        least = self.casino.limits(name)[0]
        box = next((box for box, player in table.memory.seats.items() if player == "Ben"), None) or next(
            box for box in range(table.game.first_box, 20) if box not in table.memory.seats)
        amount = max(least, sign, 10_00)
        # With a point up at craps a line bet is too late.
        wager = "come bet" if table.live.t.state.get("point") else OPENING[name]
        placed = self.do("Ben", "place", table=name, box=box, wagers=[[wager, amount]])
        assert placed["ok"], (name, placed)
        assert self.do("Dora", "no-more-bets", table=name)["ok"]
        self.finish(name)
        # A wager at craps may stand for many throws; the round that it was placed in is over all the same.
        assert table.rounds > number and table.history

    def finish(self, name: str) -> None:
        table: Any = self.floor.tables[name]
        for _ in range(200):
            request = table.request
            if isinstance(request, Gather):
                return
            if isinstance(request, Direct):
                self.do("Max", "direct", table=name, name=request.options[0].name if request.options else "")
            if isinstance(table.request, Choose) and table.request is request:
                self.do("Dora", "silence", table=name)
        raise AssertionError(f"{name} does not come to an end")


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    hall = Hall("blackjack", "roulette", "three-card", physical=("roulette", "blackjack"))
    yield hall
    hall.sound()


# -- anything at all -------------------------------------------------------------------------------------------


NASTY = st.one_of(
    st.integers(-(2**70), 2**70), st.sampled_from([0, -1, 2**31, 2**53, 2**63, 2**64, 10**40]), st.floats(),
    st.booleans(), st.none(), st.text(max_size=90),
    st.sampled_from(["\x00", "a" * 5000, "table", "cage", "../..", "ann", "1b", "dealer"]),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)
DEEP = ["[" * depth + "]" * depth for depth in (400, 900, 1500, 7000)] + ['{"a":' * 900 + "1" + "}" * 900]


TABLES = ["roulette", "blackjack", "three-card", "roulette-2", "blackjack-2", "room"]


@st.composite
def commands(draw: st.DrawFn) -> bytes:
    """A command of any kind with some of its fields replaced, added or left out."""
    made = sample(draw(st.sampled_from(COMMANDS)))
    if "table" in made:
        made["table"] = draw(st.sampled_from(TABLES))
    if "id" in made:
        made["id"] = draw(st.sampled_from(["cage", "people", "x", "roulette", "-", "floor", "A"]))
    if made["t"] == "close-table":
        made["t"] = "open-table"
    fields = [*made, "amount", "round", "index", "starts", "facts", "minimum", "extra", "now", "post"]
    for name in draw(st.lists(st.sampled_from(fields), max_size=3)):
        made[name] = draw(NASTY)
    if draw(st.integers(0, 9)) == 0:
        made.pop(draw(st.sampled_from(list(made))))
    return json.dumps(made, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")


@FUZZ
@given(raw=commands(), role=st.sampled_from([*WHO]))
def test_commands_with_anything_in_them(hall: Hall, raw: bytes, role: str) -> None:
    hall.send(Who(WHO[role], role), raw)


@settings(FUZZ, max_examples=100)
@given(raw=st.one_of(st.binary(max_size=60), st.sampled_from([deep.encode() for deep in DEEP]),
                     st.recursive(NASTY, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)).map(
                         lambda made: json.dumps(made).encode("utf-8", "surrogatepass"))))
def test_bytes_that_are_no_command(hall: Hall, raw: bytes) -> None:
    assert not hall.send(Who("Ann", "player"), raw)["ok"]


@pytest.mark.parametrize("deep", DEEP, ids=len)
def test_nested_without_end(hall: Hall, deep: str) -> None:
    for start in (
        '{"t":"enter","table":"roulette-2","answer":', '{"t":"report","table":"roulette","kind":"x","facts":',
        '{"t":"propose","table":"roulette-2","what":"correct","reason":"why","answer":',
    ):
        assert not hall.send(Who("Max", "manager"), f"{start}{deep}}}".encode())["ok"]


@pytest.mark.parametrize("id", [
    "", "short", "a" * 81, "with\nline", "ünïcode-id", "\x00" * 10, 12345678, None, ["x"] * 9,
])
def test_ids_that_are_none(hall: Hall, id: Any) -> None:
    made = hall.run(hall.live.do(Who("Ann", "player"), id, b'{"t":"top-up"}'))
    assert not made["ok"] and "id" in made["refused"]


def test_an_id_used_again_for_something_else(hall: Hall) -> None:
    ann = Who("Ann", "player")
    hall.run(hall.live.do(ann, "used-again-1", b'{"t":"leave","table":"roulette"}'))
    before = hall.store.accounts()
    for raw in (b'{"t":"cash-out","amount":500}', b'{"t":"leave", "table":"roulette"}', b"{}"):
        assert not hall.run(hall.live.do(ann, "used-again-1", raw))["ok"]
    assert hall.store.accounts() == before


@FUZZ
@given(kind=st.sampled_from([*QUERIES, "people", "nothing"]), role=st.sampled_from([*WHO]), values=st.dictionaries(
    st.sampled_from(["table", "id", "kind", "facts", "round", "index", "answer", "limit", "after", "before", "account",
                     "stream"]), NASTY, max_size=4))
def test_questions_with_anything_in_them(hall: Hall, kind: str, role: str, values: dict[str, Any]) -> None:
    """Answered or refused, never an error; and nothing is changed by it."""
    before = hall.pos()
    query = {"t": kind, "table": "roulette-2"} | values
    result = ask(hall.floor, Who(WHO[role], role), query)
    assert isinstance(result["ok"], bool)
    assert hall.pos() == before


@pytest.mark.parametrize("id", [
    "roulette/²", "roulette/٣", "roulette/-1", "roulette/0", "roulette/1e3", f"roulette/{'9' * 5000}", f"room/{2**80}",
    "room/1", "/", "", "roulette", "roulette/1/2", "../roulette/1", "roulette/1\x00", None, 5, ["roulette/1"],
])
def test_rounds_that_never_were(hall: Hall, id: Any) -> None:
    assert not ask(hall.floor, Who("Ann", "player"), {"t": "round", "id": id})["ok"]


@pytest.mark.parametrize("number", [-1, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 10**30])
def test_numbers_that_no_round_or_entry_has(hall: Hall, number: int) -> None:
    ball = {"type": "ball", "number": "17"}
    for fields in ({"round": number}, {"index": number}, {"round": number, "index": number}):
        wish = {"table": "roulette-2", "what": "correct", "reason": "why", "answer": ball} | fields
        assert not hall.do("Sue", "propose", **wish)["ok"]
    for tag in ("approve", "withdraw"):
        assert not hall.do("Sue", tag, table="roulette-2", n=number)["ok"]


# -- limits, times and tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize("starts", [0, -1, 1, 2**53, 2**53 + 1, 2**63, 10**30, 1.5, "soon"])
@pytest.mark.parametrize("at_once", [True, False])
def test_limits_at_absurd_times(starts: Any, at_once: bool) -> None:
    hall = Hall("roulette", "bonus", "holdem")
    for name in ("roulette", "bonus", "holdem"):
        hall.do("Sue", "limits", table=name, minimum=20_00, maximum=1000_00, starts=starts, at_once=at_once)
        hall.do("Sue", "limits", table=name, minimum=10**11, starts=starts)
        hall.do("Sue", "terminal-limits", table=name, player="Ann", minimum=10**11)
    hall.run(asyncio.sleep(0.01))
    hall.sound()


@pytest.mark.parametrize("options", [
    {"minimum": "9" * 80}, {"minimum": "-5"}, {"minimum": "NaN"}, {"minimum": "1e9"}, {"decks": "999999999"},
    {"decks": "0"}, {"decks": "²"}, {"nothing": "x"}, {"minimum": "10", "maximum": "5"}, {"\x00": "\x00"},
    {"unit": "0"}, {"blinds": "9" * 30 + "/1"}, {"blinds": "0/0"}, {"buy-in": "-"}, {"time": "0"}, {"cap": "x"},
    {"commission": "101%"}, {"commission": "100%"}, {"cap": "0"}, {"buy-in": "0"}, {"blinds": "9999999/9999999"},
])
def test_tables_with_absurd_options(options: dict[str, str]) -> None:
    """Refused in one line; where a game is content with them, it can be played."""
    hall = Hall("roulette")
    for n, game in enumerate((*GAMES.values(), "mel/holdem", "qld/omaha-poker")):
        table = f"new-{n}"
        if hall.do("Max", "add-table", id=table, name="New", game=game, options=options)["ok"]:
            assert game in ("mel/holdem", "qld/omaha-poker"), (game, options)
            for seat, player in enumerate(("Ann", "Ben"), 1):
                hall.do(player, "sit", table=table, box=seat, amount=200_00)
            for _ in range(8):
                for player in ("Ann", "Ben"):
                    hall.do(player, "ready", table=table)
                hall.do("Dora", "silence", table=table)
    hall.sound()


# -- irregularities and entries, at every point of every game -------------------------------------------------------


VALUES = ["", "0", "1", "2", "-1", "99", "dealer", "1b", "board", "Ann", "Nobody", "yes", "no", "As", "As Kd", "??",
          "ante", "original", "10", "1e9", "9" * 70, "\x00", "²", "1:30", "x" * 80, "1,2", "=", "None"]
FACTS = ["box", "player", "hand", "card", "cards", "from", "to", "with", "wager", "amount", "minimum", "maximum", "now",
         "starts", "permitted", "approved", "ended", "by", "backs", "exposed", "looked", "reason", "rounds", "dice",
         "deck", "shoe", "direction", "colour", "chips", "placed", "closed", "value", "revolutions", "marker", "x"]
ANSWERS: list[dict[str, Any]] = [
    {"type": "cards", "cards": []}, {"type": "cards", "cards": ["As"] * 60}, {"type": "cards", "cards": ["As"] * 61},
    {"type": "cards", "cards": ["Zz", "1x"]}, {"type": "cards", "cards": ["??"]}, {"type": "cards", "cards": [""]},
    {"type": "cards", "cards": ["As"], "cutting_card": True}, {"type": "ball", "number": "99"}, {"type": "ball"},
    {"type": "ball", "number": "\x00"}, {"type": "dice", "numbers": [0, 7]}, {"type": "dice", "numbers": []},
    {"type": "dice", "numbers": [2**62, -1]}, {"type": "cut", "from_back": -1}, {"type": "cut", "from_back": 2**62},
    {"type": "shuffled", "digest": "x" * 5000}, {"type": "missed"}, {"type": "lapse"}, {"type": "close"},
    {"type": "choice", "hand": "1", "name": "stand"}, {"type": "place", "box": 1, "player": "Ann", "wagers": []},
    {"type": "irregular", "kind": "declared-void", "facts": {}}, {"type": ""}, {"t": "cards"},
]


def sensible(hall: Hall, name: str, pick: Any) -> dict[str, Any] | None:
    """What a dealer would enter."""
    match hall.floor.tables[name].request:  # type: ignore[union-attr]
        case Deal() | Burn() | Reveal() as request:
            cards = [pick("A23456789TJQK") + pick("cdhs") for _ in range(request.count)]
            return {"type": "cards", "cards": cards}
        case Spin() as request:
            return {"type": "ball", "number": pick(request.pockets)}
        case Roll():
            return {"type": "dice", "numbers": [pick((1, 2, 3, 4, 5, 6)), pick((1, 2, 3, 4, 5, 6))]}
        case Shuffle():
            return {"type": "shuffled"}
        case Cut() as request:
            return {"type": "cut", "from_back": request.least}
    return None


@pytest.mark.parametrize("game", GAMES)
def test_reports_and_entries_at_every_point(game: str) -> None:
    """At a real table and at a virtual one; every report and entry is answered, none stops the game."""
    hall = Hall(game, physical=(game,))
    source = hall.casino.source

    def pick(things: Any) -> Any:
        return list(things)[source.below(len(things))]

    for n in range(140):
        name = (game, f"{game}-2")[n % 2]
        table: Any = hall.floor.tables[name]
        if table.live is None:
            hall.do("Sue", "open-table", table=name)
            continue
        kind = pick(table.game.irregularities())
        facts = {"box": pick(VALUES), "player": pick(VALUES)} | {pick(FACTS): pick(VALUES) for _ in range(9)}
        if n % 6:
            declared = table.game.reports[kind].facts.items()
            facts = {name: pick(fact.examples(table.game)) for name, fact in declared if fact.need or pick((0, 1))}
        query = {"t": "preview", "table": name, "kind": kind, "facts": facts}
        assert "ok" in ask(hall.floor, Who("Ivy", "inspector"), query)
        if n % 3 == 0:
            hall.do("Dora", "report", table=name, kind=kind, facts=facts)
        hall.do("Dora", "enter", table=name, answer=pick(ANSWERS))
        hall.do("Dora", pick(("drop-entry", "confirm")), table=name)
        request = table.request
        if isinstance(request, Gather):
            hall.do(pick(("Ann", "Ben")), "place", table=name, box=pick((1, 2)), wagers=[[OPENING[game], 1000]])
            hall.do("Dora", "no-more-bets", table=name)
        elif isinstance(request, Direct):
            hall.do("Max", "direct", table=name, name=pick([*(option.name for option in request.options), "x"]))
        elif isinstance(request, Choose):
            hall.do("Dora", "silence", table=name)
        elif (answer := sensible(hall, name, pick)) is not None:
            hall.do("Dora", "enter", table=name, answer=answer)
            hall.do("Dora", "confirm", table=name)
    hall.sound()


def test_a_desk_that_fails_is_read_again_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should something be wrong with a game after all: one answer that says so, and the table is as it was."""
    hall = Hall("roulette")
    table: Any = hall.floor.tables["roulette"]
    hall.do("Ann", "place", table="roulette", box=1, wagers=[["red", 500]])
    for part in ("act", "close_bets"):
        with monkeypatch.context() as broken:
            broken.setattr(type(table), part, lambda *args: 1 // 0)
            raw = b'{"t":"no-more-bets","table":"roulette"}'
            result = hall.run(hall.live.do(Who("Dora", "dealer"), f"broken-{part}", raw))
            assert not result["ok"] and "something went wrong" in result["refused"] and "Zero" not in str(result)
    with monkeypatch.context() as broken:
        broken.setattr(type(table), "deadline", lambda table: 1 // 0)
        hall.run(hall.live.do(Who("Ann", "player"), "without-a-clock", b'{"t":"leave","table":"roulette"}'))
        hall.run(asyncio.sleep(0.01))
    assert hall.live.faults > 0
    hall.live.faults = 0
    assert table.live.t.wagers
    hall.sound()


# -- the socket ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with opened() as place:
        # One name sends everything here: what all windows of one user may send together is tested with the sockets.
        place.house.web.sockets.users = Buckets(10_000, 10_000)
        yield place


@settings(FUZZ, max_examples=60)
@given(texts=st.lists(st.one_of(
    st.text(max_size=100),
    st.builds(lambda t, more: json.dumps({"t": t} | more),
              st.sampled_from(["do", "ask", "watch", "unwatch", "watch-lobby", "ping", "hello", "you", "bye", "*own"]),
              st.dictionaries(st.sampled_from(["id", "n", "query", "command", "table", "x"]), NASTY, max_size=4)),
), max_size=8))
def test_any_message_is_survived(place: Place, texts: list[str]) -> None:
    """One line for each, or the socket is closed; the next one gets its turn, and the server has failed at nothing."""
    browser = place.browser()
    browser.http.cookies.set("pitboss", _ann(place))
    with browser.socket() as socket:
        for text in texts:
            socket.send_text(text.encode("utf-8", "replace").decode())
        socket.send_json({"t": "ping"})
        assert read(socket, "pong")
    assert place.house.live.faults == 0 and place.house.web.metrics.counted["failures", ""] == 0


def _ann(place: Place) -> str:
    if place.house.people.person("Ann") is None:
        browser = place.browser()
        browser.guest("Ann")
        place.ann = browser.http.cookies["pitboss"]  # type: ignore[attr-defined]
    token: str = place.ann  # type: ignore[attr-defined]
    return token


def test_every_command_with_nothing_in_it(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "MESSAGES_AT_ONCE", 10_000)
    browser = place.browser()
    browser.http.cookies.set("pitboss", _ann(place))
    with browser.socket() as socket:
        for command in COMMANDS:
            assert set(COMMANDED[tag_of(command)])
            result = do(socket, {"t": tag_of(command)})
            assert not result["ok"] or tag_of(command) == "top-up"


# -- hands between players -------------------------------------------------------------------------------------------


POKER_ACTS: list[tuple[str, int | None]] = [
    ("discard As As", None), ("discard", None), ("discard Zz", None), ("discard " + "As " * 20, None), ("set", None),
    ("set As/Kd/Qc", None), ("set ///", None), ("set " + "As " * 13 + "/", None), ("raise", None), ("raise", 1),
    ("raise", 10**11), ("bet", 10**11), ("bet", None), ("call", 10**11), ("complete", 1), ("run", None), ("run", 99),
    ("take the kitty", None), ("show", 5), ("more time", None), ("decline", None), ("", None), ("fold ", None),
    ("time-out", None), ("FOLD", None), ("all-in", 1), ("\x00", None),
]


@pytest.mark.parametrize("game", [
    "mel/holdem", "mel/draw-kitty", "mel/triple-draw-2-7", "mel/crazy-pineapple-holdem", "mel/chinese-poker",
    "mel/seven-card-stud-hi-lo", "qld/manila-poker", "mel/double-flop-holdem",
])
def test_acts_of_every_kind_between_players(game: str) -> None:
    """In turn and out of it; what a game has no use for is refused, and the hand goes on."""
    hall = Hall()
    assert hall.do("Max", "add-table", id="table", name="Table", game=game)["ok"]
    table: Any = hall.floor.tables["table"]
    for seat, player in enumerate(("Ann", "Ben", "Cat"), 1):
        hall.do(player, "sit", table="table", box=seat, amount=300_00)
    for n in range(60):
        if table.room.hand is None:
            for player in ("Ann", "Ben", "Cat"):
                hall.do(player, "come-back", table="table", post=True)
                hall.do(player, "ready", table="table")
        if table.room.hand is None:
            break
        hand = table.room.hand
        acting, seat = table.acting(hand), str(hand.seats[hand.turn])
        for name, amount in (POKER_ACTS[n % len(POKER_ACTS)], POKER_ACTS[(7 * n + 3) % len(POKER_ACTS)]):
            fields = {"table": "table", "hand": seat, "name": name} | ({"amount": amount} if amount else {})
            for player in {"Ann", "Ben", "Cat"} - {acting}:
                assert not hall.do(player, "decide", **fields)["ok"]
            hall.do(acting, "decide", **fields)
            if table.room.hand is not hand:
                break
        if table.room.hand is hand and n % 2:
            hall.do("Dora", "silence", table="table")
    assert table.rounds
    hall.sound()
