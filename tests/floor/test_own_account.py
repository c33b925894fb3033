"""What a player's rounds come to: bankroll, sessions, and the result beside what the par sheets expect."""

from __future__ import annotations

import math
from typing import Any

import pytest
from support.at_random import play_at_random
from support.casino import GAMES, Casino
from support.clerks import PatientClerk

from pitboss.floor import own_account
from pitboss.floor.desk import Settings
from pitboss.floor.figures import Figure, Figures, NotCounted, TableFigures
from pitboss.floor.own_account import SESSION_MS, Account, GameSum, _figure_of, compare, sessions
from pitboss.floor.own_history import OwnHistory, OwnRound, RoundFilter, SettledLine
from pitboss.rulebooks import game, games

# Games that are counted in next to no time.
QUICK = ("roulette", "craps", "baccarat", "three-card")


def counted(id: str) -> TableFigures:
    clerk = PatientClerk()
    figures = Figures(clerk)
    figures.of(game(id))
    clerk.work()
    known = figures.of(game(id))
    assert known is not None
    return known


@pytest.mark.parametrize("name", QUICK)
def test_what_is_expected_is_the_edge_on_what_was_staked(name: str) -> None:
    casino, clerk = Casino(name), PatientClerk()
    figures = Figures(clerk)
    play_at_random(casino, name, 12)
    account = Account(casino.store, "Ann", figures)
    before = account.summary(RoundFilter())
    assert before["counting"] and before["compared"] == [] and before["games"][0]["expected"] is None
    waiting = before["games"][0]["left_out"]
    assert waiting and {one["why"] for one in waiting} == {"being counted"}
    clerk.work()
    after = Account(casino.store, "Ann", figures).summary(RoundFilter())
    assert not after["counting"] and after["games"][0]["left_out"] == []
    known, expected, variance = counted(GAMES[name]), 0.0, 0.0
    rows = list(OwnHistory(casino.store, "Ann").rounds(RoundFilter()))
    for line in [line for row in rows for line in row.lines]:
        figure = _figure_of(known, line.wager)
        assert figure is not None and figure.edge is not None and figure.std_dev is not None, line
        if figure.wager == known.names.get(line.wager, line.wager):
            expected -= figure.edge * line.stake
            variance += (figure.std_dev * line.stake) ** 2
    one = after["games"][0]
    assert (one["expected"], one["deviation"]) == (round(expected), round(math.sqrt(variance)))
    assert one["compared"] == sum(row.net for row in rows if row.lines)
    assert after["compared"][-1][2:] == [one["compared"], one["expected"], one["deviation"]]


@pytest.mark.parametrize("name", QUICK)
def test_every_wager_of_a_counted_game_has_a_figure(name: str) -> None:
    known, made = counted(GAMES[name]), games()[GAMES[name]]()
    for wager in made.wager_names():
        assert _figure_of(known, wager) is not None, wager


def row(*lines: SettledLine, net: int = 0) -> OwnRound:
    return OwnRound("t/1", 0, "a/game", "Game", "Table", "house", 1, "", 0, net, (), True, 1, lines)


ANTE = Figure("ante", "ante", True, ("ante", "call"), "", 1.0, 2.0, 0.02, "1/50", 2.5)
CALL = Figure("call", "call", False, ("call",), "", 0.8, 1.0, 0.05, "1/20", 0.8)
ALONE = Figure("insurance", "insurance", False, ("insurance",), "", 0.1, 1.0, 0.07, "", 1.4)
NEVER = Figure("tie", "wager", True, ("tie",), "", 1.0, 1.0)


def added(*lines: SettledLine, net: int = 0) -> tuple[Any, GameSum]:
    held = GameSum("a/game", "Game", "house", True)
    return compare(row(*lines, net=net), TableFigures((ANTE, CALL, ALONE, NEVER), {}, True), held), held


def test_a_wager_that_follows_from_another_is_counted_with_it() -> None:
    one, _ = added(SettledLine("Ann", "ante", 1000, "win", 1000), SettledLine("Ann", "call", 2000, "win", 2000),
                   net=3000)
    assert (one.result, one.expected, one.variance) == (3000, -20.0, 2500.0**2)


def test_a_wager_that_stands_alone_has_its_own_expectation() -> None:
    one, _ = added(SettledLine("Ann", "insurance", 500, "lose", 0), net=-500)
    assert (one.result, round(one.expected, 6)) == (-500, -35.0)


def test_a_wager_without_a_figure_is_left_out_of_both_sides() -> None:
    one, held = added(SettledLine("Ann", "ante", 1000, "lose"), SettledLine("Ann", "tie", 500, "win", 4000),
                      SettledLine("Ann", "jackpot", 100, "lose"), net=2900)
    assert (one.result, one.expected) == (-1000, -20.0)
    assert {name: (gone.staked, gone.result) for name, gone in held.left_out.items()} == {
        "tie": (500, 4000), "jackpot": (100, -100)}


def test_a_charge_counts_with_what_it_is_charged_for() -> None:
    one, _ = added(SettledLine("Ann", "ante", 1000, "win", 1000), net=950)
    assert one.result == 950


def test_a_game_that_is_not_analysed_is_not_compared() -> None:
    held = GameSum("a/game", "Game", "house", True)
    lost = row(SettledLine("Ann", "ante", 1000, "lose"), net=-1000)
    assert compare(lost, NotCounted("why"), held) is None
    assert held.left_out["ante"].why == "not worked out"


# -- bankroll and sessions ----------------------------------------------------------------------------------


def test_money_that_comes_and_goes_beside_play_is_no_winning() -> None:
    casino = Casino("roulette", settings=Settings(guests=True))
    casino.play("roulette", 3, amount=100_00)
    casino.do("Ann", "cash-out", amount=200_00)
    casino.do("Ann", "clear", table="roulette")
    code = casino.floor.cage.of("Ann")[0]["code"]
    casino.do("Ann", "redeem", code=code)
    account = Account(casino.store, "Ann", Figures(PatientClerk()))
    answer = account.summary(RoundFilter())
    moves = [(move["words"], move["amount"]) for move in answer["bankroll"]["moves"]]
    assert moves == [("credits bought", 1000_00), ("to a voucher", -200_00), ("voucher redeemed", 200_00)]
    won = sum(one.net for one in OwnHistory(casino.store, "Ann").rounds(RoundFilter()))
    assert answer["result"] == won and answer["bankroll"]["held"] == 1000_00 + won == casino.credits("Ann")


def test_chips_of_a_lesson_are_no_money() -> None:
    casino = Casino()
    casino.add("blackjack", options={"teaching": "non-value"})
    casino.play("blackjack", 2)
    answer = Account(casino.store, "Ann", Figures(PatientClerk())).summary(RoundFilter())
    assert (answer["rounds"], answer["staked"], answer["result"], answer["compared"]) == (2, 0, 0, [])
    assert answer["games"][0]["value"] is False and answer["bankroll"]["held"] == 1000_00 == casino.credits("Ann")


def test_a_long_pause_ends_a_session() -> None:
    rounds = [row(net=100), row(net=-50), row(net=7)]
    times = [0, SESSION_MS, 2 * SESSION_MS + 1]
    made = [OwnRound(one.id, at, *[getattr(one, name) for name in OwnRound.__struct_fields__[2:]])
            for one, at in zip(rounds, times, strict=True)]
    assert [(one.since, one.until, one.rounds, one.result) for one in sessions(made)] == [
        (0, SESSION_MS, 2, 50), (times[2], times[2], 1, 7)]
    assert sessions([]) == []


def test_sessions_are_listed_with_the_last_one_first(monkeypatch: pytest.MonkeyPatch) -> None:
    casino, begun = Casino("roulette"), []
    for _ in range(4):
        casino.wait(2 * SESSION_MS)
        casino.play("roulette")
        begun.append(casino.now)

    def listed() -> list[int]:
        summary = Account(casino.store, "Ann", Figures(PatientClerk())).summary(RoundFilter())
        return [session["since"] for session in summary["sessions"]]

    assert len(set(begun)) == 4 and listed() == begun[::-1]
    monkeypatch.setattr(own_account, "MOST_SESSIONS", 3)
    assert listed() == begun[:0:-1]
