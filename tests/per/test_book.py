"""What Crown Perth's rules say of any table."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game
from pitboss.rulebooks.per.book import CROWN_PERTH
from pitboss.table.limits import Change
from pitboss.table.table import Table

HOLDEM = game("per/crown-holdem-poker")
MINUTE = 60_000


def test_ten_minutes_before_a_table_closes() -> None:
    assert CROWN_PERTH.minutes_to_close(HOLDEM) == 10
    for shown, now in ((None, 99 * MINUTE), (0, 10 * MINUTE - 1)):
        refused = CROWN_PERTH.refuse_closing(HOLDEM, shown, now)
        assert refused is not None and refused.clause == "PER-6.7"
    assert CROWN_PERTH.refuse_closing(HOLDEM, 0, 10 * MINUTE) is None


@pytest.mark.parametrize(("players", "agreed", "free"), [(0, 0, True), (2, 1, False), (2, 2, True), (1, 0, False)])
def test_at_once_where_nobody_plays_or_all_agree(players: int, agreed: int, free: bool) -> None:
    assert CROWN_PERTH.closes_at_once(players, agreed) == free
    assert CROWN_PERTH.changes_at_once(players, agreed) == free


@pytest.mark.parametrize("higher", [True, False])
def test_no_limits_at_once_without_the_players(higher: bool) -> None:
    refused = CROWN_PERTH.refuse_at_once(HOLDEM, higher, False)
    assert refused is not None and refused.clause == "PER-6.3"
    assert CROWN_PERTH.minutes_of_notice(HOLDEM, higher) == 10 and CROWN_PERTH.noticing == "PER-6.3"


def test_limits_change_when_their_notice_is_over_or_all_agree() -> None:
    t, change = Table(HOLDEM, HOLDEM.opening_state()), Change(10_00, None, 0, 10 * MINUTE, "Sue")
    refused = CROWN_PERTH.refuse_change(t, change, 10 * MINUTE - 1)
    assert refused is not None and refused.clause == "PER-6.3"
    assert CROWN_PERTH.refuse_change(t, change, 10 * MINUTE) is None
    assert CROWN_PERTH.refuse_change(t, Change(10_00, None, 0, 0, "Sue", agreed=True), 0) is None


def test_three_rounds_cost_an_idle_seat_at_any_table() -> None:
    assert CROWN_PERTH.idle_rounds() == 3 and CROWN_PERTH.idle == "PER-6.6"
    assert not CROWN_PERTH.idle_at_full_table
    report = CROWN_PERTH.idle_report(4, "Dan", 3)
    assert set(report.facts) <= set(HOLDEM.reports[report.kind].facts)


def test_a_payment_is_withheld_for_three_days_at_most() -> None:
    assert CROWN_PERTH.hours_withheld() == 72 and CROWN_PERTH.withholding == "PER-5.14"


def test_staff_do_not_tell_players_how_to_play() -> None:
    refused = CROWN_PERTH.refuse_advice()
    assert refused is not None and refused.clause == "PER-6.5"
