"""Why a hand between players may be void: on which grounds, under which clauses, how late, and on whose word."""

from __future__ import annotations

import pytest
from support.poker_hands import dealt, do

from pitboss import cardroom
from pitboss.cardroom.hand import Hand
from pitboss.law import Refused, Ruled
from pitboss.rulebooks import card_games
from pitboss.table.reports import ANYBODY, MANAGER, SUPERVISOR, Ruling

MEL, QLD, MANILA = "mel/holdem", "qld/omaha-poker", "qld/manila-poker"
GRANTED = {
    (MEL, "misdeal"): ("MEL-14.1.1",),
    (MEL, "card-exposed-in-cut"): ("MEL-14.1.1(a)(i)", "MEL-14.1.1"),
    (MEL, "foreign-card"): ("MEL-14.1.1(a)(viii)", "MEL-1.1:defective-deck"),
    (MEL, "missing-card"): ("MEL-14.1.1(a)(viii)", "MEL-1.1:defective-deck"),
    (MEL, "defective-deck"): ("MEL-14.1.1(a)(viii)",),
    (MEL, "disruption"): ("MEL-18.5", "MEL-18.7"), (MEL, "fraud"): ("MEL-18.6", "MEL-18.7"),
    (QLD, "misdeal"): ("QLD-10-35(2)", "QLD-10-35(3)"), 
    (QLD, "foreign-card"): ("QLD-10-38(b)",), (QLD, "missing-card"): ("QLD-10-38(b)",),
    (MANILA, "misdeal"): ("QLD-5-33(2)", "QLD-5-33(7)"),
}


def hand(game: str) -> Hand:
    return dealt(cardroom.new_game(game), (200, 200, 200))


def ground(game: str, kind: str) -> Ruling:
    (rule,) = card_games()[game].reports[kind].rulings
    return rule


@pytest.mark.parametrize("game, kind", GRANTED)
def test_a_hand_is_void_under_its_clauses(game: str, kind: str) -> None:
    h = hand(game)
    ruled = h.report(kind)
    assert isinstance(ruled, Ruled) and ruled.clause == GRANTED[game, kind][0]
    assert h.over and h.void == GRANTED[game, kind]
    assert (h.stacks, h.pot(), h.won) == ([20000] * 3, 0, [])


def test_there_are_no_other_grounds() -> None:
    for game in (MEL, QLD, MANILA):
        voids = [rule.kind for report in card_games()[game].reports.values() for rule in report.rulings
                 if rule.voids and rule.when is None]
        assert voids == [kind for of, kind in GRANTED if of == game]


@pytest.mark.parametrize("game, most, clause", [
    (MEL, 1, "MEL-14.1.1"), (QLD, 0, "QLD-10-35(2)"), (MANILA, 0, "QLD-5-33(3)"),
])
def test_a_misdeal_is_found_out_early_and_declared_by_whoever_deals(game: str, most: int, clause: str) -> None:
    h = do(hand(game), *["call"] * most)
    assert isinstance(h.copy().report("misdeal"), Ruled)
    before, late = h.acts[:], do(h, "call")
    log, stacks = late.log, late.stacks[:]
    refused = late.report("misdeal")
    assert isinstance(refused, Refused) and str(refused.clause) == clause
    assert (late.log, late.stacks, late.void, len(late.acts)) == (log, stacks, None, len(before) + 1)
    assert ground(game, "misdeal").by == ANYBODY


def test_other_grounds_are_never_too_late_and_take_an_official_unless_they_are_misdeals() -> None:
    for game, kind in GRANTED:
        if kind != "misdeal":
            h = do(hand(game), "call", "call")
            assert isinstance(h.report(kind), Ruled) and h.stacks == [20000] * 3
            misdeal = GRANTED[game, kind][0].startswith("MEL-14.1.1")
            alone = ANYBODY if misdeal else SUPERVISOR
            assert ground(game, kind).by == (MANAGER if kind == "fraud" else alone)
