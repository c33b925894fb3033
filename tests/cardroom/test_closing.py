"""When a table between players may be closed (MEL-18.3)."""

from __future__ import annotations

import pytest

from pitboss.rulebooks.mel import c18_general as general


@pytest.mark.parametrize(("players", "hands", "agreed", "refused"), [
    (4, 0, 0, True), (4, 2, 0, True), (4, 3, 0, False), (4, 0, 3, True), (4, 0, 4, False), (1, 0, 0, True),
    (1, 0, 1, False), (0, 0, 0, False), (4, 4, 0, False),
])
def test_a_table_closes_after_three_hands_notice_or_if_all_agree(
    players: int, hands: int, agreed: int, refused: bool,
) -> None:
    found = general.refuse_closing(players, hands, agreed)
    assert (found is not None) == refused
    if found is not None:
        assert found.clause == "MEL-18.3" and "three hands" in found.legal


def test_three_hands_of_notice() -> None:
    assert general.hands_of_notice() == 3
