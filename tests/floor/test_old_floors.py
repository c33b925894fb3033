"""Floors of earlier programs: every later program reads, checks, copies and opens them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.casino import MINUTE, Casino

from pitboss.equipment.rng import SeededSource
from pitboss.floor import called_off
from pitboss.floor.backup import backup
from pitboss.floor.called_off import fresh_state
from pitboss.floor.commands import MANAGER, PLAYER, Who
from pitboss.floor.desk import Settings, body_of
from pitboss.floor.floor import Floor
from pitboss.floor.house import HouseTable
from pitboss.floor.poker import PokerDesk
from pitboss.floor.queries import ask
from pitboss.floor.review import ask_later
from pitboss.floor.rounds import ReplayedRound, check_rounds
from pitboss.floor.rules_played import current, listed
from pitboss.floor.store import SQLiteStore
from pitboss.floor.verify import verify
from pitboss.rulebooks import card_games, games

FLOORS = Path(__file__).parent / "old_floors"
COMMITS = ("48385e5", "2bbb4d71")
UNLISTED = "played under rules of an unlisted program"
# What lay on each table when the floors stopped, by account.
STAKES = {"player:Ann": 10_00, "player:Ben": 15_00, "player:Cat": 10_00, "chips:blackjack-2:Walt": 30_00,
          "stack:holdem:Ann": 2_00, "stack:holdem:Ben": 2_00, "stack:holdem:Cat": 2_00}
UNDER_WAY = {"blackjack": 5, "roulette": 4, "craps": 2, "blackjack-2": 3, "holdem": 4}


@pytest.fixture(params=COMMITS)
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return unpacked(request.param, tmp_path)


@pytest.fixture
def oldest(tmp_path: Path) -> Path:
    """A floor from before rounds or programs had any version."""
    return unpacked(COMMITS[0], tmp_path)


def unpacked(commit: str, folder: Path) -> Path:
    path = folder / "floor.db"
    path.write_bytes(gzip.decompress((FLOORS / f"{commit}.db.gz").read_bytes()))
    return path


class Reopened(Casino):
    """An older floor that this program has opened, a minute after its last event."""

    def __init__(self, path: Path) -> None:
        self.store, self.source, self.count = SQLiteStore(path), SeededSource("reopened"), 10_000
        self.before = {account: balance for account, _, balance in self.store.accounts()}
        self.written = self.store.rows("SELECT max(pos) FROM event")[0][0]
        self.floor = Floor(self.store, self.source, Settings(guests=False))
        self.now = (self.store.last_at() or 0) + MINUTE
        self.floor.load(self.now)
        assert not self.floor.unread, {name: trouble.why for name, trouble in self.floor.unread.items()}

    def moved(self) -> dict[str, int]:
        """Return what opening the floor moved, by account."""
        now = {account: balance for account, _, balance in self.store.accounts()}
        return {account: now[account] - was for account, was in self.before.items() if now[account] != was}


@pytest.fixture
def raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has other rules than any floor was played under."""
    for game in (*games().values(), *card_games().values()):
        monkeypatch.setattr(game, "rules", game.rules + 1000)


def replayed(path: Path) -> list[ReplayedRound]:
    with closing(SQLiteStore(path, reading=True)) as store:
        return list(check_rounds(store))


def other_rules(game: str) -> bool:
    """Return whether this program has other rules for a game than the listed programs had."""
    return current(game) not in listed().values()


# -- reading -----------------------------------------------------------------------------------------------


def test_an_older_file_is_checked_and_copied_as_it_is(old: Path, tmp_path: Path) -> None:
    before = old.read_bytes()
    with closing(SQLiteStore(old, reading=True)) as store:
        version = store.rows("PRAGMA user_version")
        assert verify(store).faults == []
    assert backup(old, tmp_path / "copy.db").faults == []
    with closing(SQLiteStore(tmp_path / "copy.db", reading=True)) as store:
        assert store.rows("PRAGMA user_version") == version
    assert old.read_bytes() == before


def test_rounds_without_a_version_are_neither_faulty_nor_proved(oldest: Path) -> None:
    rounds = replayed(oldest)
    assert len(rounds) > 15
    for round in rounds:
        assert (round.older, round.faults, round.proof) == (UNLISTED, [], None)


def test_a_round_without_a_version_has_that_of_the_program_started_before_it(tmp_path: Path) -> None:
    rounds = {round.id: round for round in replayed(unpacked("2bbb4d71", tmp_path))}
    # These began before the start of the program was recorded.
    first = {"blackjack/1", "roulette/1", "craps/1"}
    assert all(rounds[id].older == UNLISTED for id in first)
    for id in rounds.keys() - first:
        assert rounds[id].faults == []
        assert rounds[id].older == ("played under rules 1" if other_rules(rounds[id].game) else "")


def test_an_unlisted_program_gives_its_rounds_no_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.floor.rules_played.listed", lambda: {})
    assert {round.older for round in replayed(unpacked("2bbb4d71", tmp_path))} == {UNLISTED}


@pytest.mark.usefixtures("raised")
def test_raised_rules_make_no_round_faulty(old: Path) -> None:
    assert [round.faults for round in replayed(old) if round.faults or not round.older] == []


def test_the_version_is_per_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = unpacked("2bbb4d71", tmp_path)
    before = {round.id: round.older for round in replayed(path)}
    monkeypatch.setattr(games()["qld/roulette"], "rules", 1000)
    after = {round.id: round.older for round in replayed(path)}
    changed = {id for id, older in after.items() if older != before[id]}
    assert changed <= {"roulette/2", "roulette/3", "roulette/4"}
    assert {after[id] for id in ("roulette/2", "roulette/3")} == {"played under rules 1"}


# -- opening -----------------------------------------------------------------------------------------------


@pytest.fixture
def opened(oldest: Path) -> Iterator[Reopened]:
    floor = Reopened(oldest)
    yield floor
    floor.store.close()


def test_stakes_of_rounds_under_way_are_refunded_to_the_cent(opened: Reopened) -> None:
    taken = {"layout:blackjack": -10_00, "layout:roulette": -15_00, "layout:craps": -10_00,
             "layout:blackjack-2": -30_00, "pot:holdem": -6_00}
    assert opened.moved() == STAKES | taken
    assert verify(opened.store).faults == []
    assert [round.faults for round in check_rounds(opened.store) if round.faults] == []


def test_a_called_off_round_cites_the_books_own_ground(opened: Reopened) -> None:
    grounds = {}
    for table, number in UNDER_WAY.items():
        event, = [event for event in opened.store.recent(f"table:{table}", "ended", 100)
                  if body_of(event)["round"] == number]
        body = body_of(event)
        assert body["void"] and body["why"] == called_off.WHY
        assert (body["called_off"]["was"], body["called_off"]["rules"]) == (UNLISTED, current_of(table))
        grounds[table] = body["called_off"]["clause"]
    assert grounds == dict.fromkeys(("blackjack", "roulette", "craps", "blackjack-2"), "QLD-0-3:void") | {
        "holdem": "MEL-18.7"}


def current_of(table: str) -> int:
    return current({"holdem": "mel/holdem"}.get(table, f"qld/{table.removesuffix('-2')}"))


def test_a_called_off_round_is_an_incident_that_its_table_shows(opened: Reopened) -> None:
    incidents = [body_of(event) for event in opened.store.events("incidents")]
    assert sorted(incident["desk"][0] for incident in incidents) == sorted(UNDER_WAY)
    assert any("15 back to Ben" in incident["what"] for incident in incidents)
    shown = opened.shown("roulette")["last"]
    assert shown["void"] and shown["told"][0]["clause"] == "QLD-0-3:void"
    assert shown["results"]["Ben"]["headline"] == "The round was called off: 15 came back"


def test_an_opened_floor_is_not_called_off_twice_and_goes_on(opened: Reopened) -> None:
    after = opened.books()
    opened.crash()
    assert opened.books() == after and opened.shown("roulette")["last"]["void"]
    for table, player in (("roulette", "Ben"), ("blackjack", "Ann")):
        opened.play(table, 2, player=player)
    holdem = opened.floor.tables["holdem"]
    assert isinstance(holdem, PokerDesk) and holdem.room.number == 4
    opened.wait(MINUTE)
    assert holdem.room.number >= 5 and holdem.room.hand is not None
    new = [round for round in check_rounds(opened.store) if not round.older]
    assert len(new) >= 4 and [round.faults for round in new if round.faults] == []
    assert verify(opened.store).faults == []


def test_a_table_that_was_closed_or_held_no_stake_is_not_called_off(opened: Reopened) -> None:
    assert opened.table("baccarat").status == "closed"
    opened.do("Max", "open-table", table="baccarat")
    opened.play("baccarat", 1)
    assert not any("baccarat" in body_of(event)["desk"] for event in opened.store.events("incidents"))


@pytest.mark.usefixtures("raised")
def test_stakes_are_refunded_when_the_rules_of_a_listed_program_were_raised(old: Path) -> None:
    floor = Reopened(old)
    with closing(floor.store):
        assert {account: amount for account, amount in floor.moved().items() if account in STAKES} == STAKES
        assert [round.faults for round in check_rounds(floor.store) if round.faults] == []


def test_every_stake_of_an_older_floor_is_refunded_or_still_in_play(old: Path) -> None:
    floor = Reopened(old)
    with closing(floor.store):
        moved = floor.moved()
        for account, stake in STAKES.items():
            assert moved.get(account, 0) in (0, stake)
        refunded = sum(amount for account, amount in moved.items() if account in STAKES)
        staked = [floor.store.balance(f"{kind}:{table}") for table in UNDER_WAY for kind in ("layout", "pot")]
        assert refunded + sum(staked) == sum(STAKES.values())


def test_a_hand_that_was_over_leaves_the_stacks_as_the_ledger_has_them(oldest: Path) -> None:
    with closing(SQLiteStore(oldest)) as store:
        ended = store.last("table:holdem", "deck")
        assert ended is not None
        store._db.execute("PRAGMA foreign_keys = 0")
        for table in ("posting", "event"):
            store._db.execute(f"DELETE FROM {table} WHERE pos IN (SELECT pos FROM event WHERE stream = 'table:holdem' "
                              f"AND ver > {ended.ver})")
        for account in ("stack:holdem:Ann", "stack:holdem:Ben", "stack:holdem:Cat", "pot:holdem"):
            store._db.execute("UPDATE account SET balance = (SELECT coalesce(sum(amount), 0) FROM posting "
                              "WHERE account = id) WHERE id = ?", (account,))
    floor = Reopened(oldest)
    with closing(floor.store):
        holdem = floor.floor.tables["holdem"]
        assert isinstance(holdem, PokerDesk) and holdem.room.hand is None
        assert {name: holdem.room.stack(holdem.room.seat_of(name) or 0) for name in ("Ann", "Ben", "Cat")} == {
            name: floor.store.balance(f"stack:holdem:{name}") for name in ("Ann", "Ben", "Cat")}


# -- money that does not add up ----------------------------------------------------------------------------


def test_a_round_that_does_not_account_for_its_layout_moves_no_money(
    oldest: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(called_off, "_stood", lambda round, opening: [("Ann", 1)])
    store = SQLiteStore(oldest)
    with closing(store):
        floor = Floor(store, SeededSource(1), Settings(guests=False))
        floor.load((store.last_at() or 0) + 1)
        assert {"blackjack", "roulette", "craps", "blackjack-2"} <= set(floor.unread)
        assert "cannot be called off: 15 is on the layout" in floor.unread["roulette"].why
        assert floor.unread["roulette"].out_of_order and store.balance("layout:roulette") == 15_00


def test_verify_reports_a_call_off_that_leaves_a_stake(oldest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refunds = called_off.refunds

    def short(table: HouseTable, round: called_off.OlderRound) -> called_off.Entries:
        return [(account, amount // 2) for account, amount in refunds(table, round)]

    monkeypatch.setattr(called_off, "refunds", short)
    floor = Reopened(oldest)
    with closing(floor.store):
        told = [fault for round in check_rounds(floor.store) for fault in round.faults]
        assert "was called off, and 750 cents of it are still staked" in told


def test_a_round_of_these_rules_cannot_be_called_off(opened: Reopened) -> None:
    """An operator who records a call-off for a round that can be played is found out."""
    opened.bet("roulette", player="Ben")
    table = opened.table("roulette")
    start = opened.store.last(table.stream, "round")
    assert start is not None
    table.older = called_off.OlderRound(start, "played under rules 0")
    table.live = None
    write = table.call_off_older(opened.now)
    assert write is not None
    opened.store.commit([write])
    told = [fault for round in check_rounds(opened.store) for fault in round.faults]
    assert "was written down as ended; played again it is not over" in told


def test_a_fresh_state_keeps_signs_and_people() -> None:
    game = games()["nsw/texas-holdem-bonus-poker"]()
    state = game.opening_state() | {"excluded": {"Bob": "x"}, "limits": {"minimum": 1}, "unknown": 1}
    assert fresh_state(game, state) == game.opening_state() | {"excluded": {"Bob": "x"}, "limits": {"minimum": 1}}
    assert all(set(game.state_kept) - {"front", "players", "colours"} <= set(game().opening_state())
               for game in games().values())


# -- asking ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id", "who", "words"), [
    ("roulette/3", "Ben", "Ben won 10.00: red pays 1 to 1"), ("blackjack-2/1", "Ann", "Walt lost 10.00: original")])
def test_an_older_round_opens_from_its_stored_lines(opened: Reopened, id: str, who: str, words: str) -> None:
    shown = ask(opened.floor, Who(who, PLAYER), {"t": "round", "id": id})
    assert shown["ok"] and shown["older"] == UNLISTED
    assert (shown["steps"], shown["proof"], shown["answers"]) == ([], None, [])
    assert [line["text"] for line in shown["lines"]] == [words]


def test_an_older_hand_opens_from_its_stored_lines(opened: Reopened) -> None:
    shown = ask(opened.floor, Who("Ann", PLAYER), {"t": "round", "id": "holdem/3"})
    assert shown["ok"] and shown["older"] == UNLISTED and shown["steps"] == []
    assert shown["lines"][0]["paid"] == {"Ben": 6_00}


def test_a_correction_shows_in_the_stored_lines(opened: Reopened) -> None:
    shown = ask(opened.floor, Who("Max", MANAGER), {"t": "round", "id": "blackjack-2/2"})
    assert [line["text"] for line in shown["lines"]] == ["Walt won 10.00: original pays 1 to 1"]


def test_a_called_off_round_can_be_opened(opened: Reopened) -> None:
    shown = ask(opened.floor, Who("Ben", PLAYER), {"t": "round", "id": "roulette/4"})
    assert shown["ok"] and shown["lines"] == [] and shown["why"].startswith("called off: ")


def test_review_and_correction_of_an_older_round_are_refused_in_one_line(opened: Reopened) -> None:
    line = f"round 2 was {UNLISTED}; this program has rules {current('qld/blackjack')}"
    reviewed = ask_later(opened.floor, Who("Ann", PLAYER), {"t": "review", "id": "blackjack/2"})
    assert isinstance(reviewed, dict) and reviewed["refused"] == line
    correction = {"table": "blackjack-2", "round": 2, "index": 1, "answer": {"type": "cards", "cards": ["7s"]}}
    compared = ask(opened.floor, Who("Max", MANAGER), {"t": "difference", **correction})
    assert compared["refused"] == line
    refused = opened.no("Sue", "propose", what="correct", reason="a misread card", **correction)
    assert refused["refused"] == line
