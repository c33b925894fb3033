"""Rounds of a floor played again from its database: all agree, and one that was written otherwise is told."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.equipment.rng import SeededSource
from pitboss.floor import commands as c
from pitboss.floor.floor import Floor, default_tables
from pitboss.floor.house import HouseTable
from pitboss.floor.poker_room import HOUSE
from pitboss.floor.proposals import past
from pitboss.floor.rounds import ReplayedRound, check_round, check_rounds
from pitboss.floor.store import NewEvent, SQLiteStore, Stored, Write
from pitboss.floor.verify import verify
from pitboss.table.acts import Cards
from pitboss.table.requests import Choose, Gather, Reveal

PEOPLE = {"Max": c.MANAGER, "Sue": c.SUPERVISOR, "Dora": c.DEALER}
PLAYERS = ("Ann", "Ben", "Cat")


class Casino:
    """A floor and somebody to give commands."""

    def __init__(self, path: Path | str = ":memory:", seed: str = "rounds") -> None:
        self.store = SQLiteStore(path)
        self.source = SeededSource(seed)
        self.floor = Floor(self.store, self.source)
        self.floor.load(0)
        self.count = 0
        for player in PLAYERS:
            self.do("Max", "issue", player=player, amount=1000_00)

    def ask(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        self.count += 1
        raw = msgspec.json.encode({"t": tag, **fields})
        person = c.Who(who, PEOPLE.get(who, c.PLAYER))
        return self.floor.submit(person, f"command-{self.count}", raw, 1000 * self.count)

    def do(self, who: str, tag: str, **fields: Any) -> dict[str, Any]:
        result = self.ask(who, tag, **fields)
        assert result["ok"], result
        return result

    def step(self, name: str) -> None:
        """Whatever may be done at a table next, by chance."""
        table, pick = self.floor.tables[name], self.source.below
        if not isinstance(table, HouseTable):
            return self.poker(table)
        request = table.request
        if isinstance(request, Gather):
            wagers = list(table.game.wager_names())
            self.ask(PLAYERS[pick(3)], "place", table=name, box=1 + pick(table.game.boxes),
                     wagers=[[wagers[pick(len(wagers))], 500]])
            if pick(3) == 0:
                self.ask("Dora", "no-more-bets", table=name)
        elif isinstance(request, Choose):
            option = request.options[pick(len(request.options))]
            made = self.ask(request.player, "decide", table=name, hand=request.hand, name=option.name)
            if not made["ok"]:
                self.ask("Dora", "silence", table=name)


    def poker(self, table: Any) -> None:
        """The same at a table between players, and whatever time makes due."""
        pick, name, hand = self.source.below, table.id, table.room.hand
        for player in PLAYERS:
            if table.room.seat_of(player) is None:
                self.ask(player, "sit", table=name, box=1 + pick(6), amount=100_00)
            elif pick(20) == 0:
                self.ask(player, ("leave", "sit-out", "add-chips")[pick(3)], table=name, amount=10_00)
            elif hand is None:
                self.ask(player, "come-back", table=name, post=bool(pick(2)))
        if hand is not None and table.acting(hand) in PLAYERS:
            act = ("fold", "check", "call", "call", "raise", "bet", "all-in", "show")[pick(8)]
            seat = str(hand.seats[hand.turn])
            self.ask(table.acting(hand), "decide", table=name, hand=seat, name=act, amount=(200, 400, 1000)[pick(3)])
        if table.deadline() is not None and pick(2):
            self.count += 60
            step = self.floor.tick(name, 1000 * self.count)
            assert step is None or self.floor.commit(step, 1000 * self.count) is step.result


def rounds(store: SQLiteStore) -> list[ReplayedRound]:
    return list(check_rounds(store))


def sound(casino: Casino) -> list[ReplayedRound]:
    """No fault anywhere; the rounds, for those who want to know more."""
    assert verify(casino.store).faults == []
    played = rounds(casino.store)
    assert {one.id: one.faults for one in played if one.faults} == {}
    return played


@pytest.mark.parametrize("seed", ["2", "7"])
def test_every_game_agrees(seed: str) -> None:
    casino = Casino(seed=seed)
    for table in default_tables():
        casino.do("Max", "add-table", **{k: v for k, v in msgspec.to_builtins(table).items() if k != "t"})
    for n in range(60):
        for name in casino.floor.tables:
            casino.step(name)
        if n == 30:  # a table that rested goes on where it was
            for name in casino.floor.tables:
                casino.ask("Sue", "close-table", table=name, now=True)
                casino.ask("Sue", "open-table", table=name)
    played = sound(casino)
    over = [one for one in played if one.over]
    assert len(over) > 100 and sum(one.lines for one in over) > 100 and any(one.proof for one in over)
    assert {one.game for one in over} == {table.game for table in default_tables()}
    for one in over[::7]:
        again = check_round(casino.store, one.id)
        assert again is not None and (again.lines, again.net, again.faults) == (one.lines, one.net, [])
    assert check_round(casino.store, "blackjack/9999") is None and check_round(casino.store, "no/1") is None


@pytest.fixture
def wheel() -> Casino:
    """A physical wheel; Ann has won on 17."""
    casino = Casino()
    casino.do("Max", "add-table", id="ro1", name="Roulette", game="qld/roulette", mode="physical")
    spin(casino, "17")
    return casino


def spin(casino: Casino, number: str) -> None:
    casino.do("Ann", "place", table="ro1", box=1, wagers=[["straight up 17", 1000]])
    casino.do("Dora", "place-for", table="ro1", box=2, player="Walt", wagers=[["straight up 18", 500]])
    casino.do("Dora", "no-more-bets", table="ro1")
    casino.do("Dora", "enter", table="ro1", answer={"type": "ball", "number": number})
    casino.do("Dora", "confirm", table="ro1")


ANN, WALT, DEALER = "Ah Kh Qh", "2c 3d 5s", "Qc 7d 6s"


def enter(casino: Casino, **answer: Any) -> None:
    casino.do("Dora", "enter", table="tc", answer=answer)
    casino.do("Dora", "confirm", table="tc")


def deal(casino: Casino) -> None:
    """A round of three card poker at a real table, up to where Walt decides. Ann has a straight flush."""
    enter(casino, type="shuffled")
    casino.do("Ann", "place", table="tc", box=1, wagers=[["ante", 1000]])
    casino.do("Dora", "place-for", table="tc", box=2, player="Walt", wagers=[["ante", 500]])
    casino.do("Dora", "no-more-bets", table="tc")
    enter(casino, type="cards", cards=f"{ANN} {WALT} {DEALER}".split())
    casino.do("Ann", "decide", table="tc", hand="1", name="bet")


def settle(casino: Casino) -> None:
    casino.do("Dora", "decide-for", table="tc", hand="2", player="Walt", name="fold")
    while isinstance(casino.floor.tables["tc"].request, Reveal):
        enter(casino, type="cards", cards=[])


def correct(casino: Casino, round: int, cards: str) -> None:
    """Ann's cards were others."""
    index = next(n for n, answer in enumerate(past(casino.floor.tables["tc"], round).answers) if type(answer) is Cards)
    made = casino.do("Sue", "propose", table="tc", what="correct", reason="misread", round=round, index=index,
                     answer={"type": "cards", "cards": cards.split()})
    casino.do("Max", "approve", table="tc", n=made["n"])


@pytest.fixture
def three() -> Casino:
    casino = Casino()
    casino.do("Max", "add-table", id="tc", name="Three card poker", game="qld/three-card-poker", mode="physical")
    deal(casino)
    return casino


def test_a_corrected_round_agrees(three: Casino) -> None:
    settle(three)
    won = three.store.balance("player:Ann")
    assert won > 1000_00
    correct(three, 1, "4h 8h Jc")
    assert three.store.balance("player:Ann") == 1000_00 - 2000
    deal(three)
    settle(three)
    correct(three, 1, ANN)
    assert three.store.balance("player:Ann") == 1000_00 + 2 * (won - 1000_00)
    assert [one.number for one in sound(three) if one.over] == [1, 2]


def test_a_correction_that_a_player_cannot_pay_is_owed_and_agrees(three: Casino) -> None:
    settle(three)
    won = three.store.balance("player:Ann")
    three.do("Ann", "cash-out", amount=won)
    correct(three, 1, "4h 8h Jc")
    assert three.store.balance("player:Ann") == 0
    assert three.store.balance("owed:Ann") == 1000_00 - 2000 - won
    sound(three)


def test_a_round_corrected_in_its_course_agrees(three: Casino) -> None:
    correct(three, 1, "4h 8h Jc")
    settle(three)
    assert three.store.balance("player:Ann") == 1000_00 - 2000
    assert [one.number for one in sound(three) if one.over] == [1]
    assert any(event.type == "amended" for event in three.store.events("table:tc"))


def test_a_corrected_spin_agrees(wheel: Casino) -> None:
    """What won stays on the layout by the book, and is collected for players at terminals."""
    made = wheel.do("Sue", "propose", table="ro1", what="correct", reason="misread", round=1, index=3,
                    answer={"type": "ball", "number": "5"})
    wheel.do("Max", "approve", table="ro1", n=made["n"])
    assert wheel.store.balance("player:Ann") == 1000_00 - 1000
    spin(wheel, "17")
    assert [one.number for one in sound(wheel) if one.over] == [1, 2]


def test_chips_without_value_agree() -> None:
    casino = Casino()
    casino.do("Max", "add-table", id="tc", name="Lessons", game="qld/three-card-poker",
              options={"teaching": "non-value"})
    for _ in range(40):
        casino.step("tc")
    assert all(casino.store.balance(f"player:{name}") == 1000_00 for name in PLAYERS)
    assert casino.store.accounts("lesson:") and any(one.lines for one in sound(casino))


def test_a_void_round_agrees(wheel: Casino) -> None:
    wheel.do("Ann", "place", table="ro1", box=1, wagers=[["straight up 17", 1000]])
    wheel.do("Dora", "no-more-bets", table="ro1")
    made = wheel.do("Sue", "propose", table="ro1", what="void", reason="the wheel was knocked")
    before = wheel.store.balance("player:Ann")
    wheel.do("Max", "approve", table="ro1", n=made["n"])
    assert wheel.store.balance("player:Ann") == before + 1000
    assert [one.number for one in sound(wheel) if one.over] == [1, 2]


# -- what was written otherwise --------------------------------------------------------------------------

Entries = list[tuple[str, int]]


def rewritten(store: SQLiteStore, change: Callable[[Stored, dict[str, Any], Entries], None]) -> SQLiteStore:
    """The same events and entries but for a change: chained anew, as by somebody who knows how."""
    made = SQLiteStore(":memory:")
    moved: dict[int, Entries] = {}
    for row in store.postings(limit=10**6):
        moved.setdefault(row.pos, []).append((row.account, row.amount))
    for event in store.all_events(limit=10**6):
        body, entries = msgspec.json.decode(event.body), moved.get(event.pos, [])
        change(event, body, entries)
        new = NewEvent(event.stream, event.type, msgspec.json.encode(body), event.actor, event.at)
        assert isinstance(made.commit([Write([new], entries=entries)])[0], int)
    assert verify(made).faults == []
    return made


def net(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if event.type == "ended":
        body["net"]["Ann"] += 1


def lines(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if event.type == "ended":
        body["lines"][0]["pays"] += 1


def fewer(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if event.type == "ended":
        body["lines"].pop()


def events(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if event.type == "ended":
        body["facts"] = "0" * 64


def ball(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    for answer in body.get("answers", ()):
        if answer["type"] == "ball":
            answer["number"] = "5"


def wager(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    for answer in body.get("answers", ()):
        if answer["type"] == "place":
            answer["wagers"][0][1] += 500


def impossible(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    for answer in body.get("answers", ()):
        if answer["type"] == "ball":
            answer["number"] = "99"


def skim(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    """A dollar of Ann's win goes to Ben."""
    if ("player:Ann", 36_000) in entries:
        entries[entries.index(("player:Ann", 36_000))] = ("player:Ann", 35_900)
        entries.append(("player:Ben", 100))


def unposted(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if ("player:Ann", 36_000) in entries:
        entries.clear()


def standing(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if event.type == "round" and body["round"] == 2:
        body["state"]["extra"] = 1


@pytest.mark.parametrize(("change", "told"), [
    (net, "net of Ann: 34001 cents written down, 34000 now"), (lines, "written down"), (fewer, "written down, '= "),
    (events, "digest of the events"), (ball, "net of Ann"), (wager, "net of Ann: 34000 cents written down, 51000 now"),
    (impossible, "played again"), (skim, "player:Ann: the ledger moved -100 cents that the round did not"),
    (unposted, "player:Ann: 36000 cents moved, and no entry says so"),
    (standing, "does not start from what the round before it left"),
])
def test_a_round_written_otherwise_is_told(wheel: Casino, change: Any, told: str) -> None:
    with closing(rewritten(wheel.store, lambda event, body, entries: None)) as same:
        assert not any(one.faults for one in rounds(same))
    with closing(rewritten(wheel.store, change)) as store:
        assert any(told in fault for one in rounds(store) for fault in one.faults)


@pytest.fixture(scope="module")
def holdem() -> Casino:
    casino = Casino(seed="holdem")
    casino.do("Max", "add-table", id="p1", name="Hold'em", game="qld/texas-holdem-poker")
    for _ in range(400):
        casino.step("p1")
    return casino


def test_hands_between_players_agree(holdem: Casino) -> None:
    over = [one for one in sound(holdem) if one.over]
    assert len(over) > 10 and all(one.proof for one in over)
    again = check_round(holdem.store, over[5].id)
    assert again is not None and (again.net, again.faults) == (over[5].net, [])


def won(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if event.type == "ended" and body["round"] == 3:
        body["net"][next(iter(body["net"]))] += 1


def order(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    """The first two cards of a deck change places."""
    if event.type == "deck":
        first, second, *rest = body["order"].split()
        body["order"] = " ".join([second, first, *rest])


def stacks(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    if event.type == "round" and body["round"] == 3:
        next(iter(body["table"]["players"].values()))["stack"] += 1


def rake(event: Stored, body: dict[str, Any], entries: Entries) -> None:
    """Whoever sits down pays a dollar more than he gets chips for; players of the house have no account to pay from."""
    if event.type == "seated" and entries and body["player"] not in HOUSE:
        entries += [(f"player:{body['player']}", -100), ("cage", 100)]


@pytest.mark.parametrize(("change", "told"), [
    (won, "net of "), (order, "the deck is not the one that was sealed"), (stacks, "does not start from what"),
    (rake, "cage: the ledger moved +100 cents"),
])
def test_a_hand_written_otherwise_is_told(holdem: Casino, change: Any, told: str) -> None:
    with closing(rewritten(holdem.store, change)) as store:
        assert any(told in fault for one in rounds(store) for fault in one.faults)


# -- commands --------------------------------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path) -> Path:
    casino = Casino(tmp_path / "floor.db")
    casino.do("Max", "add-table", id="bac", name="Baccarat", game="qld/baccarat")
    for _ in range(40):
        casino.step("bac")
    casino.store.close()
    return tmp_path


def run(*args: Any) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, [str(arg) for arg in args])
    return done.exit_code, done.stdout, done.stderr


def test_verify_replay_and_backup(data: Path) -> None:
    database, copy = data / "floor.db", data / "copy.db"
    code, out, _ = run("verify", database)
    assert code == 0 and "no fault found" in out
    seen = msgspec.json.decode(run("verify", data, "--json")[1])
    assert seen["sound"] and seen["rounds"] > 3 and seen["faults"] == []
    code, out, _ = run("replay", database)
    assert code == 0 and f"{seen['rounds']} rounds played again, all agree" in out
    code, out, _ = run("replay", database, "--round", "bac/2")
    assert code == 0 and "bac/2" in out and "1 round played again, all agree" in out
    assert run("backup", "--data", data, copy)[0] == 0 and run("verify", copy)[0] == 0
    for args, why in (
        (("backup", "--data", data, copy), "there already"), (("verify", data / "none.db"), "no such file"),
        (("replay", database, "--round", "bac/999"), "no round 'bac/999'"),
        (("replay", database, "--round", f"bac/{seen['rounds'] + 1}"), "not over yet"),
        (("backup", "--data", data / "none", data / "x"), "no such file"),
        (("backup", "--data", data, data / "no" / "x"), "No such file"),
    ):
        code, out, err = run(*args)
        assert code == 2 and why in " ".join(err.split()) and len(err.splitlines()) == 1 and not out, args


def test_verify_tells_faults_in_a_line_each(data: Path) -> None:
    import apsw

    with closing(apsw.Connection(str(data / "floor.db"))) as db:
        db.execute("UPDATE event SET actor = 'Eve' WHERE type = 'acts'")
        count = db.changes()
    code, out, _ = run("verify", data)
    assert code == 1 and out.count("was changed") == count and f"{count} faults" in out
    code, out, _ = run("verify", data, "--json")
    assert code == 1 and len(msgspec.json.decode(out)["faults"]) == count
    assert run("backup", "--data", data, data / "copy.db")[0] == 1 and (data / "copy.db.faulty").exists()
