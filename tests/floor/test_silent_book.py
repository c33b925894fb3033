"""Tables of a book that says nothing of tables: the house decides, and no clause of another book appears."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.casino import Casino
from support.poker_floor import SUPERVISOR, Sim

from pitboss.floor import view
from pitboss.floor.commands import Who
from pitboss.floor.poker import MOST_OUT
from pitboss.floor.poker_void import grounds
from pitboss.law import Refused, lose, schedule, win
from pitboss.law.clauses import BOOKS
from pitboss.money import Cents, odds
from pitboss.rulebooks import card_games, games
from pitboss.rulebooks.mel.c12_flop_games import Holdem
from pitboss.table.acts import Place, Take
from pitboss.table.book import Book
from pitboss.table.facts import Rejected
from pitboss.table.game import Game, WagerKind, limits
from pitboss.table.table import DEALING, SETTLEMENT, Round, Table

# The rules of an invented game borrow clauses from a book that has no game yet; those of other books are not its law.
S = schedule("PER")
OTHERS = re.compile("|".join(rf"\b{book}-" for book in BOOKS if book != "PER"))
MINUTE = 60_000


class Wheel(Game):
    """Red or black at two boxes."""

    title = "Wheel"
    law = ("PER",)
    book = Book()
    boxes = 2
    kinds = (WagerKind("red", S["3.1"], "that it is red"), WagerKind("black", S["3.1"], "that it is black"))
    choices = limits(S["3.1"])
    declares_void = S["5.1"]

    def round(self, t: Table) -> Round[None]:
        yield from t.gather(S["4.1"])
        t.phase = DEALING
        came = yield from t.spin(S["4.1"], ("red", "black"))
        t.phase = SETTLEMENT
        for wager in list(t.wagers.values()):
            t.settle(wager, win(odds("1 to 1"), S["3.1"]) if wager.kind == came else lose(S["3.1"]))

    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        return self.outside_limits(kind, amount, S["3.1"])

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        return Refused(S["4.1"], "a late wager", "the next round")


class OtherHoldem(Holdem):
    """Hold'em of a book without grounds for a void hand."""

    book = Book()


# Its book has no rulings.
OtherHoldem.reports = {}


@pytest.fixture
def casino(monkeypatch: pytest.MonkeyPatch) -> Casino:
    """A floor with one table of the wheel, limits 5 to 500."""
    monkeypatch.setattr(Wheel, "id", "inv/wheel")
    monkeypatch.setitem(games(), Wheel.id, Wheel)
    casino = Casino()
    casino.do("Max", "add-table", id="w", name="Wheel", game=Wheel.id, options={"minimum": "5", "maximum": "500"})
    return casino


@pytest.fixture
def sim(monkeypatch: pytest.MonkeyPatch) -> Sim:
    monkeypatch.setattr(OtherHoldem, "id", "inv/holdem")
    monkeypatch.setitem(card_games(), OtherHoldem.id, OtherHoldem)
    return Sim(OtherHoldem.id)


def cites_others(casino: Casino) -> list[str]:
    """Whatever cites another book in the table's stream or in what anybody sees of it."""
    written = [event.body.decode() for event in casino.store.events("table:w")]
    return [text for text in (*written, str(casino.shown("w"))) if OTHERS.search(text)]


def spin(casino: Casino, player: str = "Ann", box: int = 1) -> None:
    casino.do(player, "place", table="w", box=box, wagers=[["red", 10_00]])
    casino.do("Dora", "no-more-bets", table="w")
    assert casino.table("w").betting


def last(casino: Casino, kind: str) -> str:
    return casino.store.recent("table:w", kind, 1)[0].body.decode()


def test_a_table_closes_at_once_under_no_clause(casino: Casino) -> None:
    spin(casino)
    assert casino.do("Sue", "close-table", table="w")["closed"]
    assert '"clause":""' in last(casino, "closing") and casino.shown("w")["status"] == "closed"
    assert not cites_others(casino)


def test_new_limits_start_with_the_next_round_under_no_clause(casino: Casino) -> None:
    spin(casino)
    assert casino.do("Sue", "limits", table="w", minimum=10_00)["done"]
    assert casino.shown("w")["limits"]["minimum"] == 10_00
    assert "PER-3.1" in casino.no("Ann", "place", table="w", box=1, wagers=[["red", 5_00]])["clause"]
    assert not cites_others(casino)


@pytest.mark.parametrize("asked", [{"minimum": 20_00}, {"maximum": 100_00}, {"minimum": 20_00, "maximum": 900_00}])
def test_the_house_may_change_limits_at_once(casino: Casino, asked: dict[str, Any]) -> None:
    spin(casino)
    assert casino.do("Sue", "limits", table="w", at_once=True, **asked)["done"]
    shown = casino.shown("w")["limits"]
    assert {name: shown[name] for name in asked} == asked and not shown["kept"]
    assert not cites_others(casino)


def test_limits_that_start_later_need_no_notice_of_a_law(casino: Casino) -> None:
    spin(casino)
    starts = casino.now + 5 * MINUTE
    assert casino.do("Sue", "limits", table="w", minimum=10_00, starts=starts)["rounds"] == 0
    assert casino.shown("w")["limits"]["minimum"] == 5_00
    casino.wait(5 * MINUTE)
    assert casino.shown("w")["limits"]["minimum"] == 10_00
    late = casino.no("Sue", "limits", table="w", minimum=20_00, starts=casino.now - MINUTE)
    assert (late["clause"], late["legal"]) == ("", "now, or later")
    assert not cites_others(casino)


def test_an_idle_seat_is_given_up_by_the_house_rule(casino: Casino) -> None:
    casino.do("Ann", "sit", table="w", box=1)
    casino.do("Ben", "sit", table="w", box=2)
    for _ in range(3):
        spin(casino)
    assert casino.shown("w")["seats"] == {"1": "Ann"}
    left = last(casino, "left")
    assert "(house rule)" in left and '"clause":""' in left
    assert not cites_others(casino)


def test_a_terminal_refuses_by_the_house_rule(casino: Casino) -> None:
    own = casino.no("Sue", "terminal-limits", table="w", player="Ann", minimum=10_00)
    nowhere = casino.no("Ann", "place", table="w", box=1, wagers=[["mauve", 10_00]])
    beyond = casino.no("Ann", "place", table="w", box=1, wagers=[["red", 5000_00]])
    role = casino.no("Ann", "no-more-bets", table="w")
    late = casino.no("Ann", "place", table="w", box=1, wagers=[["red", 10_00]], round=7)
    assert [refused["clause"] for refused in (own, nowhere, beyond, role, late)] == [""] * 5
    assert late["legal"] == "wait until bets are taken again" and "buy in" in beyond["legal"]
    assert casino.shown("w")["law"] == ["PER"]
    assert not cites_others(casino)


def test_what_a_terminal_shows_is_the_same_in_every_book(casino: Casino) -> None:
    spin(casino)
    screen = view.private(casino.table("w"), "Ann")["screen"]
    assert (screen["minimum"], screen["maximum"], screen["open"], screen["words"]) == (5_00, 500_00, True, "")
    assert screen["bet"] == 10_00 and screen["won"] in (0, 10_00)


# -- between players ---------------------------------------------------------------------------------------


def test_a_hand_is_void_by_the_house_rule_alone(sim: Sim) -> None:
    assert [ground.name for ground in grounds(OtherHoldem.id)] == [""]
    sim.sit("Ann", "Ben")
    sim.deal()
    misdeal = sim.give(Who("Dora", "dealer"), {"t": "misdeal", "table": "t", "reason": "two cards fell"})
    assert misdeal["clause"] == "" and misdeal["legal"] == "none is named: the house's own rule"
    proposed = sim.give(SUPERVISOR, {"t": "propose", "table": "t", "what": "void", "reason": "the lights went out"})
    assert sim.give(Who("Sam", "supervisor"), {"t": "approve", "table": "t", "n": proposed["n"]})["ok"]
    assert not sim.desk.under_way and sim.view["last"]["clauses"] == []


def test_a_table_between_players_closes_after_the_hand_under_no_clause(sim: Sim) -> None:
    sim.sit("Ann", "Ben")
    sim.deal()
    assert sim.give(SUPERVISOR, {"t": "close-table", "table": "t"})["hands"] == 0
    assert sim.view["closing"] == {"hands": 0, "words": "closes after this hand", "clause": ""}
    asked = sim.give(SUPERVISOR, {"t": "ask-players", "table": "t", "what": "close"})
    assert not asked["ok"] and asked["clause"] == ""


def test_who_stays_away_loses_the_seat_under_no_clause(sim: Sim) -> None:
    sim.sit("Ann", "Ben", "Cat")
    sim.desk.room.table.players[3].out = MOST_OUT
    assert sim.do("Ann", "sit-out")["ok"]
    left = sim.store.recent("table:t", "left", 1)[0].body.decode()
    assert '"player":"Cat"' in left and '"clause":""' in left
