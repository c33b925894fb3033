"""What Queensland's rule says of any table."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import game
from pitboss.rulebooks.qld.book import QUEENSLAND
from pitboss.table.book import Book
from pitboss.table.limits import Sign

TABLE = Sign(5_00, 500_00, 50)


@pytest.mark.parametrize("higher, both, clause", [
    (False, False, "QLD-0-13(1)(a)"), (False, True, "QLD-0-13(1)(a)"), (True, True, "QLD-0-13(1)(a)"),
    (True, False, None),
])
def test_what_may_start_at_once(higher: bool, both: bool, clause: str | None) -> None:
    refused = QUEENSLAND.refuse_at_once(game("qld/craps"), higher, both)
    assert (None if refused is None else str(getattr(refused, "clause", ""))) == clause


def test_notice_of_new_limits() -> None:
    craps = game("qld/craps")
    assert QUEENSLAND.rounds_of_notice() == 3
    assert QUEENSLAND.minutes_of_notice(craps, True) == 20 and QUEENSLAND.minutes_of_notice(craps, False) == 0


@pytest.mark.parametrize("teaching, clause", [("no", None), ("yes", "QLD-0-7(a)"), ("non-value", "QLD-0-7(b)")])
def test_a_teaching_table_has_its_limits(teaching: str, clause: str | None) -> None:
    refused = QUEENSLAND.refuse_other_limits(game("qld/blackjack", {"teaching": teaching}))
    assert (None if refused is None else str(refused.clause)) == clause


@pytest.mark.parametrize("own, playing, clause", [
    (Sign(10_00, 100_00, 50), False, None), (Sign(1_00, 100_00, 50), False, "QLD-16-8"),
    (Sign(10_00, 900_00, 50), False, "QLD-16-8"), (Sign(10_00, 100_00, 50), True, "QLD-0-13(1)(a)"),
])
def test_limits_of_one_terminal(own: Sign, playing: bool, clause: str | None) -> None:
    refused = QUEENSLAND.terminal.refuse_own_limits(TABLE, own, "Ann", playing)
    assert (None if refused is None else str(getattr(refused, "clause", ""))) == clause


def test_a_manager_acts_for_a_supervisor_and_nobody_else_for_anybody() -> None:
    assert QUEENSLAND.acts_for("manager", "supervisor")
    assert not QUEENSLAND.acts_for("supervisor", "manager") and not QUEENSLAND.acts_for("dealer", "supervisor")


def test_a_role_speaks_for_every_official() -> None:
    assert [QUEENSLAND.role_of(one) for one in ("dealer", "boxperson", "supervisor", "operator")] == [
        "dealer", "supervisor", "supervisor", "manager"]
    assert Book().role_of("boxperson") == "manager", "another book knows no such official"


def test_no_notice_of_a_table_that_closes() -> None:
    craps = game("qld/craps")
    assert QUEENSLAND.closing == "" and QUEENSLAND.minutes_to_close(craps) == 0
    assert QUEENSLAND.refuse_closing(craps, None, 0) is None
