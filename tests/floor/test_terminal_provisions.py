"""What a terminal adds to a table, on the floor: how many there may be (QLD-16-2(3)), what they offer (2(2)), bets on
several games at once (4(3)), how credits are bought (4(2)), what is shown of the last round (7(1) to (3)(a)), and
credits of a fault (10(4))."""

from __future__ import annotations

from typing import Any

import pytest
from support.casino import Casino, honest
from typer.testing import CliRunner

from pitboss.cli.main import app
from pitboss.floor import view
from pitboss.floor.desk import Settings

ONE_GAME = Settings(guests=False, several_games=False)


def physical() -> Casino:
    return Casino("roulette", mode="physical")


def spin(casino: Casino, number: str) -> None:
    casino.do("Dora", "no-more-bets", table="roulette")
    casino.do("Dora", "enter", table="roulette", answer={"type": "ball", "number": number})
    casino.do("Dora", "confirm", table="roulette")


def screen(casino: Casino, player: str) -> dict[str, Any]:
    shown = view.private(casino.table("roulette"), player)["screen"]
    assert isinstance(shown, dict)
    return shown


# -- 2: terminals, and what they offer ---------------------------------------------------------------------


def test_no_more_terminals_than_were_approved() -> None:
    casino = Casino("roulette", terminals=2)
    casino.do("Ann", "sit", table="roulette", box=1)
    casino.bet("roulette", "Ben", 2)
    no = casino.no("Cat", "sit", table="roulette", box=3)
    assert (no["clause"], no["legal"]) == ("QLD-16-2(3)", "2 terminals are approved for this game")
    assert casino.no("Cat", "place", table="roulette", box=3, wagers=[["red", 10_00]])["clause"] == "QLD-16-2(3)"
    casino.bet("roulette", "Ann", 1)
    casino.do("Ann", "clear", table="roulette")
    casino.do("Ann", "leave", table="roulette")
    casino.do("Cat", "sit", table="roulette", box=3)
    casino.sound()


def test_chips_at_the_table_are_no_terminal() -> None:
    casino = Casino("roulette", terminals=1, mode="physical")
    casino.do("Dora", "place-for", table="roulette", box=4, player="Walt", wagers=[["red", 10_00]])
    casino.do("Ann", "sit", table="roulette", box=1)
    assert casino.no("Ben", "sit", table="roulette", box=2)["clause"] == "QLD-16-2(3)"


def test_a_book_without_law_on_terminals_leaves_the_number_to_the_house() -> None:
    casino = Casino("bonus", terminals=1)
    casino.do("Ann", "sit", table="bonus", box=1)
    no = casino.no("Ben", "sit", table="bonus", box=2)
    assert (no["clause"], no["legal"]) == ("", "1 terminals are set for this table")


def test_a_terminal_takes_every_wager_of_the_table_game_and_no_other() -> None:
    casino = Casino("roulette")
    table = casino.table("roulette")
    assert table.book.terminal.areas(table.game.wager_names()) == tuple(table.game.wager_names())
    casino.bet("roulette", wager="straight up 17")
    assert casino.no("Ann", "place", table="roulette", box=1, wagers=[["field", 10_00]])["clause"] == "QLD-16-5(1)"


# -- 4: credits, and several games at once -----------------------------------------------------------------


def test_bets_on_several_games_only_where_that_was_approved() -> None:
    casino = Casino("roulette", "baccarat", settings=ONE_GAME)
    casino.bet("roulette")
    no = casino.no("Ann", "place", table="baccarat", box=1, wagers=[["player", 10_00]])
    assert (no["clause"], no["refused"]) == ("QLD-16-4(3)", "wagers on several games at once")
    casino.bet("roulette", amount=5_00)
    casino.bet("baccarat", "Ben")
    casino.do("Ann", "sit", table="baccarat", box=2)
    casino.do("Ann", "clear", table="roulette")
    casino.bet("baccarat", "Ann", 2)
    casino.crash()
    assert casino.no("Ann", "place", table="roulette", box=1, wagers=[["red", 10_00]])["clause"] == "QLD-16-4(3)"
    casino.sound()


def test_bets_on_several_games_where_it_was() -> None:
    casino = Casino("roulette", "baccarat")
    casino.bet("roulette")
    casino.bet("baccarat")
    casino.sound()


def test_serve_says_how_many_games_at_once() -> None:
    assert "--one-game" in CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200", "TERM": "dumb"}).output


@pytest.mark.parametrize("by", ["cash", "voucher", "transfer"])
def test_credits_are_bought_by_cash_or_what_is_as_good(by: str) -> None:
    casino = Casino()
    assert casino.do("Max", "issue", player="Ann", amount=10_00, by=by)["credits"] == 1010_00


def test_credits_are_not_bought_by_anything() -> None:
    no = Casino().no("Max", "issue", player="Ann", amount=10_00, by="watch")
    assert (no["clause"], no["legal"]) == ("QLD-16-4(2)", "cash, voucher, transfer")


# -- 7: what is shown of a round that is over --------------------------------------------------------------


def test_the_result_and_the_wagers_that_won_are_shown_the_others_are_cleared() -> None:
    casino = physical()
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 10_00], ["black", 20_00]])
    spin(casino, "1")
    shown = screen(casino, "Ann")
    assert shown["result"].startswith("1")
    assert [(line.wager, line.stake, line.pays) for line in shown["winning"]] == [("red", 10_00, 10_00)]
    assert casino.shown("roulette")["wagers"] == []
    casino.do("Ann", "place", table="roulette", box=1, wagers=[["red", 10_00]])
    spin(casino, "2")
    assert screen(casino, "Ann")["winning"] == ()


# -- 10(4): credits of a fault -----------------------------------------------------------------------------


def faulty() -> Casino:
    """Ann wins 10 before the fault, 20 while it lasts, and 30 after the repair; Ben loses."""
    casino = physical()
    for stake, before in ((10_00, None), (20_00, "malfunction"), (30_00, "repaired")):
        if before == "malfunction":
            casino.do("Dora", before, table="roulette", reason="screens lag")
        if before == "repaired":
            casino.do("Sue", before, table="roulette")
        casino.bet("roulette", "Ann", 1, stake)
        casino.bet("roulette", "Ben", 2, 10_00, "black")
        spin(casino, "1")
    assert (casino.credits("Ann"), casino.credits("Ben")) == (1060_00, 970_00)
    return casino


def test_credits_that_came_before_the_repair_are_refused_and_no_others() -> None:
    casino = faulty()
    fault = casino.shown("roulette")["fault"]
    assert fault["credited"] == {"Ann": 20_00} and fault["clause"] == "QLD-16-10(4)" and fault["repaired"]
    command = {"table": "roulette", "player": "Ann", "reason": "the screen paid twice"}
    no = casino.no("Max", "refuse-credit", amount=20_01, **command)
    assert (no["clause"], no["legal"]) == ("QLD-16-10(4)", "up to 20, which came while the terminals were at fault")
    assert casino.no("Max", "refuse-credit", **command | {"player": "Ben", "amount": 1})["clause"] == "QLD-16-10(4)"
    done = casino.do("Max", "refuse-credit", amount=15_00, **command)
    assert (done["clause"], done["left"], casino.credits("Ann")) == ("QLD-16-10(4)", 5_00, 1045_00)
    assert not casino.no("Max", "refuse-credit", amount=5_01, **command)["ok"]
    casino.do("Max", "refuse-credit", amount=5_00, **command)
    casino.sound()
    casino.crash()
    assert casino.shown("roulette")["fault"]["credited"] == {}
    honest(casino)


def test_what_a_player_no_longer_has_is_owed() -> None:
    casino = faulty()
    casino.do("Ann", "cash-out", amount=1050_00)
    casino.do("Max", "refuse-credit", table="roulette", player="Ann", amount=20_00, reason="the screen paid twice")
    assert casino.credits("Ann") == 0 and casino.store.balance("owed:Ann") == -10_00
    casino.sound()
    honest(casino)


def test_who_may_say_what_of_a_fault() -> None:
    casino = physical()
    command = {"table": "roulette", "player": "Ann", "amount": 1, "reason": "no reason at all"}
    assert casino.no("Max", "refuse-credit", **command)["clause"] == "QLD-16-10(4)", "there was no fault"
    assert casino.no("Sue", "repaired", table="roulette")["refused"] == "no fault of the terminals is known"
    casino.no("Ann", "malfunction", table="roulette", reason="I lost")
    casino.do("Dora", "malfunction", table="roulette", reason="screens lag")
    assert casino.no("Dora", "malfunction", table="roulette", reason="again")["refused"] == "the fault is known"
    casino.no("Dora", "repaired", table="roulette")
    casino.no("Sue", "refuse-credit", **command)
    casino.sound()
