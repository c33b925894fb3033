"""Schedule 16: what a player terminal adds to a table game."""

from __future__ import annotations

import pytest

from pitboss.law import Refused
from pitboss.rulebooks.qld import s16_electronic_table_games as s16
from pitboss.table.limits import Sign

TABLE = Sign(5_00, 500_00, 50)
FACTS = s16.Facts(TABLE, ("red", "black"), True, 120_00, 15_00, "17", 35_00, "/help/qld/roulette", 1_700_000_000_000)


def refused(made: Refused | None) -> str:
    assert made is not None
    return str(made.clause)


def test_the_game_keeps_its_law_and_the_schedule_is_added() -> None:
    assert s16.law_at_terminal(("QLD-0", "QLD-7")) == ("QLD-0", "QLD-7", "QLD-16")


def test_a_terminal_offers_what_the_table_offers() -> None:
    assert s16.areas(["red", "black"]) == ("red", "black")


@pytest.mark.parametrize(("connected", "clause"), [(0, ""), (9, ""), (10, "QLD-16-2(3)"), (11, "QLD-16-2(3)")])
def test_no_more_terminals_than_approved(connected: int, clause: str) -> None:
    made = s16.refuse_terminal(connected, 10)
    assert (str(made.clause) if made else "") == clause


def test_everything_that_must_be_shown_is() -> None:
    shown = s16.shown(FACTS)
    assert shown == s16.Display(
        5_00, 500_00, ("red", "black"), True, "", 120_00, 15_00, "17", 35_00, "/help/qld/roulette", 1_700_000_000_000
    )


def test_no_more_bets_is_said_when_no_bets_are_taken() -> None:
    shown = s16.shown(FACTS._replace(betting=False, ends=None))
    assert (shown.open, shown.words, shown.ends) == (False, "no more bets", None)


def test_nothing_changes_after_no_more_bets() -> None:
    assert s16.refuse_late(True, "red 5") is None
    assert refused(s16.refuse_late(False, "red 5")) == "QLD-16-3(3)"


def test_buying_in() -> None:
    assert s16.refuse_means("cash") is None
    assert s16.refuse_means("voucher") is None
    assert refused(s16.refuse_means("watch")) == "QLD-16-4(2)"


@pytest.mark.parametrize(("amount", "clause"), [(99, ""), (100, ""), (101, "QLD-16-4(2)")])
def test_a_player_plays_with_the_credits_on_the_terminal(amount: int, clause: str) -> None:
    made = s16.refuse_beyond_credits("red", amount, 100)
    assert (str(made.clause) if made else "") == clause


def test_several_games_at_once_where_approved() -> None:
    assert s16.may_play_at_once(1, False) and s16.may_play_at_once(2, True)
    assert not s16.may_play_at_once(2, False)


def test_a_wager_is_made_on_an_area() -> None:
    assert s16.touched("red", ("red", "black"))
    assert not s16.touched("mauve", ("red", "black"))


def test_each_terminal_may_have_limits_of_its_own() -> None:
    assert s16.limits_at(TABLE, None, None) == TABLE
    assert s16.limits_at(TABLE, 10_00, None) == Sign(10_00, 500_00, 50)
    assert s16.limits_at(TABLE, None, 50_00) == Sign(5_00, 50_00, 50)


@pytest.mark.parametrize(("total", "clause"), [(499, "QLD-16-5(3)"), (500, ""), (50_000, ""), (50_001, "QLD-16-5(3)")])
def test_bets_keep_to_the_limits(total: int, clause: str) -> None:
    made = s16.refuse_outside(TABLE, "red", total)
    assert (str(made.clause) if made else "") == clause


def test_only_those_who_conduct_the_game_work_its_equipment() -> None:
    assert s16.refuse_interference("dealer", "entering a number") is None
    assert s16.refuse_interference("supervisor", "entering a number") is None
    assert refused(s16.refuse_interference("player", "entering a number")) == "QLD-16-6"


def test_what_becomes_of_wagers() -> None:
    won, lost = s16.TerminalResult(5_00, 175_00, True), s16.TerminalResult(5_00, 0, False)
    assert s16.shown(FACTS._replace(lines=(won, lost))).winning == (won,)
    assert s16.credited(won, collected=False) == 175_00
    assert s16.credited(won, collected=True) == 180_00
    assert s16.credited(lost, collected=True) == 0


@pytest.mark.parametrize(("amount", "clause"), [(0, "QLD-16-9(1)"), (1, ""), (100, ""), (101, "QLD-16-9(1)")])
def test_what_is_paid_is_there(amount: int, clause: str) -> None:
    made = s16.refuse_payment(amount, 100)
    assert (str(made.clause) if made else "") == clause


def test_a_voucher_is_worth_what_it_says() -> None:
    assert s16.voucher_for(120_00) == 120_00
    assert s16.redeemed(120_00) == 120_00


def test_a_wrong_display_is_worked_out_again() -> None:
    assert s16.worked_out_again("17", "18")
    assert not s16.worked_out_again("17", "17")


def test_credits_of_a_malfunction() -> None:
    assert s16.refuse_withholding("credits", 100, 100) is None
    assert refused(s16.refuse_withholding("credits", 101, 100)) == "QLD-16-10(4)"
    assert refused(s16.refuse_withholding("credits", 1, 0)) == "QLD-16-10(4)"
