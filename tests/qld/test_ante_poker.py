"""The text that Queensland's poker schedules have in common is one, its clauses are each schedule's own."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.law import Clause
from pitboss.rulebooks import games
from pitboss.rulebooks.qld.ante_poker_faults import AntePokerFaults
from pitboss.rulebooks.qld.s03_caribbean_stud_poker import CaribbeanStudPoker
from pitboss.rulebooks.qld.s11a_ultimate_texas_holdem import UltimateTexasHoldem
from pitboss.rulebooks.qld.s12_three_card_poker import ThreeCardPoker
from pitboss.table.reports import ruling
from pitboss.table.table import Table

FAMILY = [game for game in games().values() if issubclass(game, AntePokerFaults)]


def test_a_provision_that_a_schedule_lacks_is_no_ruling_of_its_game() -> None:
    assert "extra-hand" not in AntePokerFaults.reports and "device-used" in AntePokerFaults.reports
    assert "hand-discarded" in CaribbeanStudPoker.reports and "hand-discarded" not in ThreeCardPoker.reports
    facts = {game: game.reports["cards-without-ante"].facts for game in (ThreeCardPoker, CaribbeanStudPoker)}
    assert "pair-plus" in facts[ThreeCardPoker] and "pair-plus" not in facts[CaribbeanStudPoker]


def test_only_a_schedule_that_speaks_of_the_board_is_told_of_it() -> None:
    hand = {game: game.reports["wrong-number-of-cards"].facts["hand"] for game in (ThreeCardPoker, UltimateTexasHoldem)}
    assert "board" not in hand[ThreeCardPoker].words and "board" in hand[UltimateTexasHoldem].words
    assert "handled" not in ThreeCardPoker.reports["cards-without-ante"].facts
    assert "handled" in UltimateTexasHoldem.reports["cards-without-ante"].facts


def clauses(value: Any) -> list[Clause]:
    if isinstance(value, Clause):
        return [value]
    return [clause for part in value for clause in clauses(part)] if isinstance(value, tuple) else []


@pytest.mark.parametrize("game", FAMILY, ids=lambda game: game.id)
def test_every_role_is_a_clause_of_the_schedule_itself(game: Any) -> None:
    """Or of the front rule, which holds for all."""
    assert {"-".join(clause.split("-")[:2]) for clause in clauses(game.cites)} - {"QLD-0"} == {game.law[0]}


def test_a_role_that_no_schedule_has_is_no_ruling() -> None:
    with pytest.raises(AttributeError, match="no_such_role"):
        class Wrong(ThreeCardPoker):
            @ruling("odd-event", "no_such_role", "nothing")
            def odd_event(self, t: Table, what: Any) -> None:
                """Never made."""
