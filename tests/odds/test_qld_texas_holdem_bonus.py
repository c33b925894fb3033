"""The par sheet of Queensland's Texas hold'em bonus poker, in which nobody folds after the flop.

Published under the same rules (Atlantic City's: the ante wins with a flush or higher): a house edge of 5.5935% of the
ante; with an ante that wins from a straight on (Las Vegas) 2.037%, 3.8181 units staked
(wizardofodds.com/texasholdembonus)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.hands.kernels import HIGH, evaluate_into
from pitboss.hands.two_cards import starting_hand
from pitboss.odds import analyse
from pitboss.odds.analysis import BestPlay
from pitboss.odds.community import CommunityOdds
from pitboss.odds.community_boards import CODE
from pitboss.odds.community_counts import TurnCount
from pitboss.table.driver import drive
from pitboss.table.facts import BOARD, DEALER, Settled
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

GAME, SISTER = "qld/texas-holdem-bonus-poker", "nsw/texas-holdem-bonus-poker"
FOLDED = "QLD-11-16(3)"
DEALS = comb(52, 5) * comb(47, 2) * comb(45, 2)


@cache
def analysis() -> CommunityOdds:
    return changed()


def changed(*settings: str, id: str = GAME) -> CommunityOdds:
    """Not kept: every one of them holds counts."""
    counted = analyse(id, None, settings)
    assert isinstance(counted, CommunityOdds)
    return counted


# -- published figures -----------------------------------------------------------------------------------


def test_the_whole_game_as_published() -> None:
    """Whoever may fold after the flop never should, so that the edge is that of games which let him."""
    ante = analysis().sheet.row("ante")
    assert ante.house_edge == Fraction(19_447_087_313, 347_672_625_300)
    assert round(float(ante.house_edge), 6) == 0.055935
    assert ante.includes == ("ante", "flop", "turn", "river") and ante.exact
    assert sum(line.probability for line in ante.lines) == 1
    assert [line.label for line in ante.lines if line.clause == FOLDED] == ["folded"]


def test_the_bonus_as_counted_on_paper() -> None:
    bonus = analysis().sheet.row("bonus")
    assert bonus.house_edge == Fraction(59, 663)
    assert bonus.note == "paid on hands that best play goes on with"
    hands = {line.label: line.probability * comb(52, 2) for line in bonus.lines}
    assert hands == {
        "two aces": 6, "ace and king suited": 4, "ace and queen or jack suited": 8, "ace and king unsuited": 12,
        "two kings, queens or jacks": 18, "ace and queen or jack unsuited": 24, "any other pair": 54, "no bonus": 1200,
    }


def test_the_ante_with_a_straight_as_published() -> None:
    ante = changed("ante.wins-with=straight or higher").sheet.row("ante")
    assert float(ante.house_edge) == pytest.approx(0.02037, abs=5e-6)
    assert float(ante.average_stake) == pytest.approx(3.8181, abs=5e-5)


def test_every_deal_is_counted_once() -> None:
    assert analysis().deals.whole == 20 * DEALS


# -- the round itself, and playing it --------------------------------------------------------------------


class InTurn:
    """Best play one round, anything legal the next."""

    def __init__(self, best: BestPlay, bot: RandomPlayers) -> None:
        self.players, self.at = (best, bot), 0

    def answer(self, t: Table, request: object) -> object:
        return self.players[self.at % 2].answer(t, request)  # type: ignore[arg-type]


def brought(line: Settled) -> int:
    return line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0


def test_twenty_thousand_rounds_to_the_cent_and_best_play_as_the_sheet_says() -> None:
    """The kernel's values and the engine's cells settle every wager as the table did; where best play decides, the
    means are those of the sheet."""
    counted, rounds = analysis(), 20_000
    table = Table(counted.game)
    player = InTurn(BestPlay(counted), RandomPlayers(SeededSource(61), {1: "Ann"}))
    dealer = VirtualDealer(SeededSource(62), player)  # type: ignore[arg-type]
    settled: list[tuple[str, int, int]] = []
    cards: list[list[int]] = []
    sums, times, folds = Counter[str](), Counter[str](), 0
    bonuses = {line.label: line.net for line in counted.sheet.row("bonus").lines}
    for number in range(rounds):
        player.at = number
        drive(table, dealer)
        lines = table.lines
        for line in lines:
            hole, paid = table.hands[str(line.box)].cards, brought(line)
            if number % 2 == 0:
                sums["bonus" if line.wager == "bonus" else "ante"] += paid
                times[line.wager] += 1
            if line.clause == FOLDED:
                folds += 1
                assert paid == -line.stake
            elif line.wager == "bonus":
                assert paid == bonuses[starting_hand(hole) or "no bonus"] * line.stake
            else:
                settled.append((line.wager, line.stake, paid))
                board = table.hands[BOARD].cards
                cards.extend([CODE[card] for card in (*own, *board)] for own in (hole, table.hands[DEALER].cards))
    values = np.zeros(len(cards), np.uint16)
    evaluate_into(HIGH, np.array(cards, np.uint8), values)
    ours, theirs = values[::2], values[1::2]
    law = counted.showdown.law
    sides = np.where(ours == theirs, 1, np.where(theirs < ours, 0, 2))
    cells = law.cell[law.category[ours], 3 * law.qualifies[theirs] + sides].tolist()
    for (wager, stake, paid), cell in zip(settled, cells, strict=True):
        assert counted.plan.brings(wager, 1, cell) * stake == paid
    assert folds > rounds // 10 and len(settled) > 2 * rounds
    for wager in ("ante", "bonus"):
        row = counted.sheet.row(wager)
        mean = sums[wager] / counted.stake / (rounds // 2)
        assert abs(mean + float(row.house_edge)) < 4 * row.std_dev / sqrt(rounds // 2)
    for wager in ("flop", "turn", "river"):
        share = float(counted.sheet.row(wager).frequency)
        assert abs(times[wager] / (rounds // 2) - share) < 4 * sqrt(share * (1 - share) / (rounds // 2))


# -- best play in words, and what if ---------------------------------------------------------------------


def test_strategy() -> None:
    advice = analysis().sheet.strategy.advice
    assert advice == changed(id=SISTER).sheet.strategy.advice[:-1]  # where one may fold later, one is told not to
    assert advice[0] == (
        "Before the flop fold 32 unsuited, 42 unsuited, 43 unsuited, 52 unsuited, 62 unsuited, 72 unsuited; "
        "bet on everything else."
    )
    assert not any("fold" in line for line in advice[1:])


def test_the_counts_of_the_sister_game_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """So nothing is counted again for a line up to the turn, nor for the other game."""
    now = analysis().sheet.row("ante").house_edge

    def no_more(self: TurnCount, chunk: int, into: object) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(TurnCount, "add", no_more)
    assert changed("flop=3 to 2").sheet.row("ante").house_edge < now
    assert changed(id=SISTER).sheet.row("ante").house_edge == now


def test_every_line_of_the_bonus_may_be_asked_about() -> None:
    """One more on each of them is worth what all of them come up for."""
    lines = analysis().game.pay["bonus"].lines.items()
    better = changed(*(f"bonus.{line}={odds.num + 1} to 1" for line, (odds, _) in lines)).sheet.row("bonus")
    assert better.house_edge == Fraction(59, 663) - Fraction(126, 1326)
