"""What Melbourne's rules say of any table between players."""

from __future__ import annotations

import pytest

from pitboss.rulebooks import card_games
from pitboss.rulebooks.mel.book import MELBOURNE
from pitboss.table.reports import MANAGER


@pytest.mark.parametrize("hands, players, agreed, may", [
    (0, 2, 0, False), (2, 2, 1, False), (3, 2, 0, True), (0, 2, 2, True), (0, 0, 0, True),
])
def test_three_hands_of_notice_or_all_agree(hands: int, players: int, agreed: int, may: bool) -> None:
    refused = MELBOURNE.refuse_closing_after(hands, players, agreed)
    assert (refused is None) == may and (refused is None or refused.clause == "MEL-18.3")
    assert MELBOURNE.hands_to_close() == 3 and MELBOURNE.closing == "MEL-18.3" and MELBOURNE.away == "MEL-8.10"


def test_fraud_alone_takes_a_manager() -> None:
    for game in card_games().values():
        kinds = [report.kind for report in game.reports.values() if report.by == MANAGER]
        assert kinds == ["fraud"] * (game.book is MELBOURNE)


def test_staff_do_not_tell_players_how_to_play() -> None:
    refused = MELBOURNE.refuse_advice()
    assert refused is not None and refused.clause == "MEL-18.8"


def test_winnings_are_withheld_until_the_operator_has_decided() -> None:
    assert MELBOURNE.withholding == "MEL-18.2.3" and MELBOURNE.hours_withheld() == 0
