"""The engine on a game with more of everything: ultimate Texas hold'em as it is played in the United States, with one
raise before the flop, after it or at the end, a dealer who must qualify for the ante alone, and a blind paid by hand.

Published: a house edge of 2.18% of the ante, 0.53% of all that is staked
(mypokercoaching.com/what-is-the-house-edge-in-ultimate-texas-holdem)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from types import SimpleNamespace

import pytest

from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result, lose, stand_off, win
from pitboss.law.clauses import clause
from pitboss.odds.cache import Cache
from pitboss.odds.community import CommunityOdds
from pitboss.odds.community_boards import HOLES
from pitboss.odds.community_plan import Play, Street
from pitboss.odds.jobs import Work
from pitboss.odds.par import WagerPar
from pitboss.table.game import PayTable

WON, LOST, LEVEL = (clause(f"CBR-9.{number}") for number in (2, 3, 4))
BLIND = {
    Category.ROYAL_FLUSH: "500 to 1", Category.STRAIGHT_FLUSH: "50 to 1", Category.FOUR_OF_A_KIND: "10 to 1",
    Category.FULL_HOUSE: "3 to 1", Category.FLUSH: "3 to 2", Category.STRAIGHT: "1 to 1",
}
PAY = {
    "ante": PayTable("ante", {"any": ("1 to 1", WON)}), "play": PayTable("play", {"any": ("1 to 1", WON)}),
    "blind": PayTable("blind", {category: (odds, WON) for category, odds in BLIND.items()}),
}


class Ultimate(CommunityOdds):  # type: ignore[type-arg]
    opening = (("ante", 1), ("blind", 1))
    compared = ("ante", "blind", "play")
    streets = (
        Street(0, (Play("check"), Play("3x", (("play", 3),), ends=True), Play("4x", (("play", 4),), ends=True))),
        Street(3, (Play("check"), Play("2x", (("play", 2),), ends=True))),
        Street(5, (Play("fold", folds=LOST), Play("1x", (("play", 1),), ends=True))),
    )

    def qualifies(self, dealer: HandValue) -> bool:
        return dealer.category >= Category.PAIR

    def result(self, wager: str, player: HandValue, dealer: HandValue) -> Result:
        if player == dealer or (wager == "ante" and not self.qualifies(dealer)):
            return stand_off(LEVEL)
        if player < dealer:
            return lose(LOST)
        paid = PAY[wager].get(player.category if wager == "blind" else "any")
        return win(*paid) if paid is not None else stand_off(LEVEL)

    def wagers(self) -> tuple[WagerPar, ...]:
        return self.whole_row(), self.follow_row("play")


@cache
def ultimate() -> Ultimate:
    game = SimpleNamespace(minimum=100, pay=PAY)
    return Ultimate(game, Work(Cache()))


def test_the_whole_game_as_published() -> None:
    row = ultimate().whole_row()
    assert row.house_edge == Fraction(50_643_648_973, 2_317_817_502_000)
    assert round(float(row.house_edge), 4) == 0.0218
    assert round(float(row.element_of_risk), 4) == 0.0053
    assert row.includes == ("ante", "blind", "play")
    assert sum(line.probability for line in row.lines) == 1


def test_where_the_raises_are_made() -> None:
    """Nobody raises three times the ante where four times may be raised."""
    deals, shares = ultimate().deals, Counter[str]()
    assert deals.whole == 20 * comb(52, 5) * comb(47, 2) * comb(45, 2)
    for way, count in deals.ways.items():
        shares[f"{way.bets[0][1]}x" if way.bets else "fold"] += count
    assert shares["3x"] == 0
    raised = Fraction(shares["4x"], deals.whole)
    holes = [hole for hole, best in zip(HOLES, deals.best, strict=True) if best == 2]
    assert raised == Fraction(sum(6 if high == low else 4 if suited else 12 for high, low, suited in holes), 1326)
    assert (12, 0, False) in holes and (11, 3, False) in holes and (11, 2, False) not in holes
    assert (1, 1, False) in holes and (0, 0, False) not in holes
    assert ultimate().follow_row("play").frequency == 1 - Fraction(shares["fold"], deals.whole)


@pytest.mark.parametrize(
    ("hole", "board", "best"),
    [
        ("As 2d", "", "4x"), ("7c 2d", "", "check"), ("7c 2d", "7d Kh 9s", "2x"), ("7c 2d", "Ad Kh 9s", "check"),
        ("7c 2d", "Ad Kh 9s 2c 3h", "1x"), ("3c 2d", "Ad Kh 9s Qc 7h", "fold"), ("3c 2d", "Ad Kh Qs Jc Th", "1x"),
    ],
)
def test_single_decisions(hole: str, board: str, best: str) -> None:
    assert ultimate().best_play(hole.split(), board.split()).choice == best


def test_lines_tell_how_much_was_raised() -> None:
    labels = [line.label for line in ultimate().whole_row().lines]
    assert "play 4x: higher than the dealer, royal flush" in labels and "folded" in labels
    assert len(set(labels)) == len(labels)
