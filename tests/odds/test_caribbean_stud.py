"""Caribbean stud poker's par sheet.

Published with a royal flush at 100 to 1 and every other line the same (bet twice the ante; dealer qualifies with ace
and king): house edge 5.224% of the ante, element of risk 2.56%, best play bets on 52.23% of hands
(wizardofodds.com/games/caribbean-stud-poker)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from pitboss.equipment.rng import SeededSource
from pitboss.odds import analyse
from pitboss.odds.analysis import BestPlay
from pitboss.odds.ante_and_raise import AnteAndRaiseOdds
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER
from pitboss.table.house import VirtualDealer
from pitboss.table.table import Table

GAME = "qld/caribbean-stud-poker"


@cache
def analysis(*settings: str) -> AnteAndRaiseOdds:
    counted = analyse(GAME, None, settings)
    assert isinstance(counted, AnteAndRaiseOdds)
    return counted


def test_as_published_with_the_published_pay_line() -> None:
    published = analysis("bet.royal flush=100 to 1").sheet.row("ante")
    assert round(float(published.house_edge), 5) == 0.05224
    assert round(float(published.element_of_risk), 4) == 0.0256


def test_every_deal_is_counted_once() -> None:
    assert sum(analysis().deals_by_value) == comb(52, 5) * 47 * comb(46, 4)


def test_the_edge_under_this_schedule() -> None:
    ante, bet = (analysis().sheet.row(name) for name in ("ante", "bet"))
    assert ante.house_edge == Fraction(86_362_082_531, 1_661_102_543_100)
    assert round(float(bet.frequency), 4) == 0.5223 and ante.average_stake == 1 + 2 * bet.frequency


def test_a_royal_flush_at_250_instead_of_100_to_1_is_worth_what_it_comes_up_for() -> None:
    """It is always bet on: 300 antes more, as often as it meets a dealer who qualifies with less."""
    (royal,) = (line for line in analysis().sheet.row("ante").lines if "royal" in line.label)
    before = analysis("bet.royal flush=100 to 1").sheet.row("ante").house_edge
    assert before - analysis().sheet.row("ante").house_edge == 2 * 150 * royal.probability


def test_rounds_to_the_cent() -> None:
    """What the count brings for the cards of a round is what the round pays, bet on or folded."""
    counted = analysis()
    t, dealer = Table(counted.game), VirtualDealer(SeededSource("stud"), BestPlay(counted))
    for _ in range(20_000):
        drive(t, dealer)
        own = counted.game.value(t.hands["1"].cards)
        bets = any(line.wager == "bet" for line in t.lines)
        branch = counted.game.outcome(own, counted.game.value(t.hands[DEALER].cards)) if bets else "folded"
        assert t.net["Ann"] == counted.ending(own, branch).net * counted.placed
