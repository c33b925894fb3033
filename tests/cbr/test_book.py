"""What Canberra's rules say of any table."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game
from pitboss.rulebooks.cbr.book import CANBERRA
from pitboss.table.limits import Change
from pitboss.table.table import Table

HOLDEM = game("cbr/casino-holdem-poker", {"notice": "15"})
MINUTE = 60_000


def test_the_notice_of_the_table_before_it_closes() -> None:
    assert CANBERRA.minutes_to_close(HOLDEM) == 15
    for shown, now in ((None, 99 * MINUTE), (0, 15 * MINUTE - 1)):
        refused = CANBERRA.refuse_closing(HOLDEM, shown, now)
        assert refused is not None and refused.clause == "CBR-14.2"
    assert CANBERRA.refuse_closing(HOLDEM, 0, 15 * MINUTE) is None


@pytest.mark.parametrize("higher", [True, False])
def test_no_limits_at_once(higher: bool) -> None:
    refused = CANBERRA.refuse_at_once(HOLDEM, higher, False)
    assert refused is not None and refused.clause == "CBR-3.1"
    assert CANBERRA.minutes_of_notice(HOLDEM, higher) == 15 and CANBERRA.noticing == "CBR-3.1"


def test_limits_change_when_their_notice_is_over() -> None:
    t, change = Table(HOLDEM, HOLDEM.opening_state()), Change(10_00, None, 0, 15 * MINUTE, "Sue")
    refused = CANBERRA.refuse_change(t, change, 15 * MINUTE - 1)
    assert refused is not None and refused.clause == "CBR-3.1"
    assert CANBERRA.refuse_change(t, change, 15 * MINUTE) is None


def test_three_rounds_cost_an_idle_seat() -> None:
    assert CANBERRA.idle_rounds() == 3 and CANBERRA.idle == "CBR-15.6"
    report = CANBERRA.idle_report(4, "Dan", 3)
    assert set(report.facts) <= set(HOLDEM.reports[report.kind].facts)


def test_staff_do_not_tell_players_how_to_play() -> None:
    refused = CANBERRA.refuse_advice()
    assert refused is not None and refused.clause == "CBR-15.5(a)"
