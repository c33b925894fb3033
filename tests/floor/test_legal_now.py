"""What a player may not do now, and what was refused, in sentences; asked of every game of the index."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import GAMES, OPENING, Casino

from pitboss.equipment.rng import SeededSource
from pitboss.floor import view
from pitboss.rulebooks import game, games
from pitboss.table.acts import Answer, Close, Dice, Place
from pitboss.table.driver import Replay, drive
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Gather
from pitboss.table.table import Table

# What may be tried on a place, in cents: odds are taken in few sizes.
STAKES = (1_00, 5_00, 10_00)
# What its place in the dock holds, in letters.
LONGEST = 90


def readable(words: str) -> bool:
    return bool(words) and words[0] == words[0].upper() and len(words) <= LONGEST


def own(casino: Casino, player: str, name: str) -> dict[str, Any]:
    return view.private(casino.table(name), player)


def all_shut(shown: dict[str, Any]) -> list[tuple[int, str, dict[str, str]]]:
    return [(int(box), wager, why) for box, wagers in shown["shut"].items() for wager, why in wagers.items()]


@pytest.mark.parametrize("name", GAMES)
def test_a_place_is_shut_where_a_bet_would_be_refused_and_no_other(name: str) -> None:
    """With nothing on the layout, and with the wager that opens a round."""
    casino = Casino(name)
    names = casino.table(name).game.wager_names()
    for staked in (False, True):
        if staked:
            casino.do("Ann", "place", table=name, box=1, wagers=[[OPENING[name], 500]])
        shut = (own(casino, "Ann", name) if staked else view.public(casino.table(name)))["shut"]
        for box in (1, 2):
            at = box + casino.table(name).game.first_box - 1
            here = shut.get(str(at) if staked and box == 1 else "0", {})
            for wager in names:
                answer = casino.ask("Ann", "place", table=name, box=box, wagers=[[wager, 500]])
                if not answer["ok"] and wager not in here:
                    # It may take another amount.
                    for amount in (2500, 100):
                        answer = casino.ask("Ann", "place", table=name, box=box, wagers=[[wager, amount]])
                        if answer["ok"]:
                            break
                assert answer["ok"] == (wager not in here), (wager, answer)
                if answer["ok"]:
                    lay = 500 if staked and box == 1 and wager == OPENING[name] else 0
                    casino.do("Ann", "take", table=name, box=box, wager=wager, to=lay)
                    if not staked:
                        casino.do("Ann", "leave", table=name)
                else:
                    assert answer["says"] == here[wager]["words"] and answer["clause"] == here[wager]["clause"]
                    assert readable(answer["says"]), answer["says"]


def taken(t: Table, name: str) -> bool:
    return any(t.game.refuse_placing(t, 1, "Ann", name, stake) is None for stake in STAKES)


def check_alike(t: Table) -> None:
    """What is said to be taken alike is, where nothing lies."""
    by_sort: dict[str, set[bool]] = {}
    for name in t.game.wager_names():
        if t.wager(1, "Ann", name) is None:
            by_sort.setdefault(t.game.taken_alike(name), set()).add(taken(t, name))
    assert all(len(answers) == 1 for answers in by_sort.values()), by_sort


class Asking(RandomPlayers):
    def answer(self, t: Table, request: Asked) -> Answer:
        if type(request) is Gather:
            check_alike(t)
        return super().answer(t, request)


@pytest.mark.parametrize("id", games())
def test_wagers_that_are_said_to_be_taken_alike_are(id: str) -> None:
    made = game(id)
    source = SeededSource(f"alike {id}")
    if any(made.taken_alike(name) != name for name in made.wager_names()):
        t, dealer = Table(made), VirtualDealer(source, Asking(source, {1: "Ann", 2: "Ben"}))
        for _ in range(20):
            drive(t, dealer)


@pytest.mark.parametrize("id", ["qld/craps", "qld/mini-craps"])
def test_odds_are_open_behind_the_bet_that_has_its_point(id: str) -> None:
    t = Table(game(id))
    for wager, dice in (("win bet", (2, 2)), ("come bet", (1, 4)), ("come bet", (3, 5))):
        answers: list[Answer] = [Place(1, "Ann", ((wager, 10_00),)), Close(), Dice(dice)]
        drive(t, Replay(answers))
        check_alike(t)
    assert [name for name in t.game.wager_names() if "odds" in name and taken(t, name)] == [
        "win odds", "come odds 5", "come odds 8"]


@pytest.mark.parametrize("name", GAMES)
def test_an_amount_outside_the_limits_is_told_with_the_limits(name: str) -> None:
    casino = Casino(name)
    # What must match the wager is paid with it.
    casino.do("Max", "issue", player="Ann", amount=1000_00)
    refused = []
    for amount, end in ((100, "; this is 1"), (501, " in steps of 0.50"), (60_000, "; this is 600")):
        answer = casino.ask("Ann", "place", table=name, box=1, wagers=[[OPENING[name], amount]])
        # A book may let a first wager under the minimum stand, or give back what is above the maximum.
        if answer["ok"]:
            casino.do("Ann", "clear", table=name)
            continue
        assert answer["says"] == f"Bets here are 5 to 500{end}" and answer["clause"]
        refused.append(amount)
    assert refused


def test_what_lies_there_already_is_told_with_the_limits() -> None:
    casino = Casino("blackjack")
    casino.do("Ann", "place", table="blackjack", box=1, wagers=[["original", 50000]])
    refused = casino.ask("Ann", "place", table="blackjack", box=1, wagers=[["original", 500]])
    assert refused["says"] == "Bets here are 5 to 500; you have 500 down"


def test_whoever_has_too_little_is_told_how_much() -> None:
    casino = Casino("blackjack")
    casino.do("Ann", "cash-out", amount=99_700)
    refused = casino.ask("Ann", "place", table="blackjack", box=1, wagers=[["original", 500]])
    assert (refused["says"], refused["short"]) == ("This takes 5; you have 3", True)


def test_the_shooter_is_told_why_the_dice_wait_and_the_others_for_whom() -> None:
    casino = Casino("craps")
    casino.do("Ann", "place", table="craps", box=1, wagers=[["field bet", 500]])
    nobody = own(casino, "Ann", "craps")["closing"]
    assert nobody["words"] == "Nobody has the dice: a WIN or DON'T WIN bet takes them" and nobody["clause"]
    casino.do("Ann", "decide", table="craps", hand="1", name="accept the dice")
    casino.do("Ben", "place", table="craps", box=2, wagers=[["win bet", 500]])
    assert own(casino, "Ann", "craps")["closing"]["words"] == "You hold the dice: bet WIN or DON'T WIN first"
    assert own(casino, "Ben", "craps")["closing"]["words"] == "Ann holds the dice and has no bet yet"
    refused = casino.ask("Max", "no-more-bets", table="craps")
    assert not refused["ok"]
    casino.do("Ann", "place", table="craps", box=1, wagers=[["don't win bet", 500]])
    assert own(casino, "Ben", "craps")["closing"] is None


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_said_of_places_while_no_bets_are_taken(name: str) -> None:
    casino = Casino(name)
    casino.do("Ann", "place", table=name, box=1, wagers=[[OPENING[name], 500]])
    casino.do("Ann", "ready", table=name)
    table = casino.table(name)
    if not table.betting:
        assert view.public(table)["shut"] == {} and own(casino, "Ann", name)["shut"] == {}
