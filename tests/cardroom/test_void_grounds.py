"""Why a hand between players may be void: on which grounds, under which clauses, how late, and on whose word."""

from __future__ import annotations

import pytest

from pitboss.law import Refused
from pitboss.rulebooks import card_games
from pitboss.table.book import Ground

MEL, QLD, MANILA = "mel/holdem", "qld/omaha-poker", "qld/manila-poker"
GRANTED = {
    (MEL, "misdeal"): ("MEL-14.1.1",), (MEL, "defective deck"): ("MEL-14.1.1(a)(viii)",),
    (MEL, "disruption"): ("MEL-18.5", "MEL-18.7"), (MEL, "fraud"): ("MEL-18.6", "MEL-18.7"),
    (QLD, "misdeal"): ("QLD-10-35(2)", "QLD-10-35(3)"), (QLD, "wrong cards"): ("QLD-10-38(b)",),
    (MANILA, "misdeal"): ("QLD-5-33(2)", "QLD-5-33(7)"),
}


def ground(game: str, name: str) -> Ground:
    return next(one for one in card_games()[game].void_grounds if one.name == name)


def under(refused: Refused | None) -> str:
    return "" if refused is None else str(refused.clause)


@pytest.mark.parametrize("game, name", GRANTED)
def test_a_hand_is_void_under_its_clauses(game: str, name: str) -> None:
    assert ground(game, name).granted() == GRANTED[game, name]


def test_there_are_no_other_grounds() -> None:
    for game in (MEL, QLD, MANILA):
        named = [one.name for one in card_games()[game].void_grounds]
        assert named == [name for of, name in GRANTED if of == game]


@pytest.mark.parametrize("game, most, clause", [
    (MEL, 1, "MEL-14.1.1"), (QLD, 0, "QLD-10-35(2)"), (MANILA, 0, "QLD-5-33(3)"),
])
def test_a_misdeal_is_found_out_early_and_declared_by_whoever_deals(game: str, most: int, clause: str) -> None:
    misdeal = ground(game, "misdeal")
    assert misdeal.refuse_late(most) is None
    assert under(misdeal.refuse_late(most + 1)) == clause
    assert under(misdeal.refuse_proposal()) == GRANTED[game, "misdeal"][0]


def test_other_grounds_are_never_too_late_and_take_two_people() -> None:
    for game, name in GRANTED:
        if name != "misdeal":
            assert ground(game, name).refuse_late(9) is None and ground(game, name).refuse_proposal() is None


def test_fraud_takes_a_manager() -> None:
    assert under(ground(MEL, "fraud").refuse_without(manager=False)) == "MEL-18.6"
    assert ground(MEL, "fraud").refuse_without(manager=True) is None
    assert ground(MEL, "disruption").refuse_without(manager=False) is None
