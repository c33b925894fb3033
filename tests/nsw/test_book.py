"""What the rules of NSW say of any table."""

from __future__ import annotations

from pitboss.rulebooks import game
from pitboss.rulebooks.nsw.book import NEW_SOUTH_WALES

BONUS = game("nsw/texas-holdem-bonus-poker")
MINUTE = 60_000


def test_a_sign_for_20_minutes_before_a_table_closes() -> None:
    assert NEW_SOUTH_WALES.minutes_to_close(BONUS) == 20
    for shown, now in ((None, 99 * MINUTE), (0, 20 * MINUTE - 1), (1, 20 * MINUTE)):
        refused = NEW_SOUTH_WALES.refuse_closing(BONUS, shown, now)
        assert refused is not None and refused.clause == "NSW-13.8"
    assert NEW_SOUTH_WALES.refuse_closing(BONUS, 0, 20 * MINUTE) is None


def test_only_a_higher_minimum_needs_a_notice() -> None:
    assert NEW_SOUTH_WALES.minutes_of_notice(BONUS, True) == 20 and NEW_SOUTH_WALES.noticing == "NSW-6.5"
    assert NEW_SOUTH_WALES.minutes_of_notice(BONUS, False) == NEW_SOUTH_WALES.rounds_of_notice() == 0
    assert NEW_SOUTH_WALES.refuse_at_once(BONUS, False, True) is None
    assert NEW_SOUTH_WALES.refuse_at_once(BONUS, True, False) is None
    assert NEW_SOUTH_WALES.refuse_at_once(BONUS, True, True) is not None


def test_three_rounds_cost_an_idle_seat() -> None:
    assert NEW_SOUTH_WALES.idle_rounds() == 3 and NEW_SOUTH_WALES.idle == "NSW-13.9"
    report = NEW_SOUTH_WALES.idle_report(4, "Dan", 3)
    assert set(report.facts) <= set(BONUS.reports[report.kind].facts)


def test_staff_do_not_tell_players_how_to_play() -> None:
    refused = NEW_SOUTH_WALES.refuse_advice()
    assert refused is not None and refused.clause == "NSW-13.6"
