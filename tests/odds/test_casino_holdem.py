"""Casino hold'em's par sheet: published figures, the round itself, simulation, what-ifs.

Published under the same rules (ante 100-20-10-3-2-1, call 1 to 1, dealer qualifies with a pair of fours): a house edge
of 2.16% of the ante, calling on 82% of hands (practicalwebtools.com/blog/casino-holdem-calculator-guide-2026). Usually
quoted with it: 0.82% of all that is staked, and 6.26% for the bonus wager at 100-50-40-30-20-7."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.hands.kernels import HIGH, evaluate_into
from pitboss.hands.orders import high_values
from pitboss.hands.poker import Category
from pitboss.odds import analyse
from pitboss.odds.analysis import BestPlay
from pitboss.odds.community import CommunityOdds
from pitboss.odds.community_boards import CODE, HOLES, situations
from pitboss.odds.community_counts import TurnCount
from pitboss.odds.community_plan import Plan
from pitboss.rulebooks import game
from pitboss.table.driver import drive
from pitboss.table.facts import BOARD, DEALER
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

GAME = "cbr/casino-holdem-poker"
DEALS = comb(52, 5) * comb(47, 2) * comb(45, 2)


@cache
def analysis() -> CommunityOdds:
    return changed()


def changed(*settings: str, **options: str) -> CommunityOdds:
    """Not kept: every one of them holds counts."""
    made = analyse(GAME, options, settings)
    assert isinstance(made, CommunityOdds)
    return made


def edges(*settings: str) -> dict[str, Any]:
    return {row.wager: row.house_edge for row in (changed(*settings) if settings else analysis()).sheet.wagers}


# -- published figures -----------------------------------------------------------------------------------


def test_the_whole_game_as_published() -> None:
    ante = analysis().sheet.row("ante")
    assert ante.house_edge == Fraction(1_363_917_077, 63_213_204_600)
    assert round(float(ante.house_edge), 4) == 0.0216
    assert round(float(ante.element_of_risk), 4) == 0.0082
    assert ante.includes == ("ante", "call")
    assert ante.average_stake == 1 + 2 * analysis().sheet.row("call").frequency
    assert sum(line.probability for line in ante.lines) == 1
    assert ante.exact


def test_calls_as_published() -> None:
    call = analysis().sheet.row("call")
    assert round(float(call.frequency), 2) == 0.82
    assert call.house_edge == Fraction(13_806_752_989, 247_877_221_680)
    assert [line.label for line in call.lines] == [
        "higher than the dealer", "the dealer does not qualify", "level with the dealer", "lower than the dealer",
    ]
    assert call.clauses == ("CBR-8.1:call",)


def test_super_aces_as_published() -> None:
    bonus = analysis().sheet.row("super aces bonus")
    assert bonus.house_edge == Fraction(5809, 92_820)
    assert round(float(bonus.house_edge), 4) == 0.0626
    hands = {line.label: line.probability * comb(52, 5) for line in bonus.lines}
    assert hands == {
        "royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3744, "flush": 5108,
        "straight": 10_200, "three of a kind": 54_912, "two pair": 123_552, "pair of aces": 84_480,
        "pair": 1_098_240 - 84_480, "high card": 1_302_540,
    }


# -- totals ----------------------------------------------------------------------------------------------


def test_every_deal_is_counted_once() -> None:
    """Each board of five counts with every choice of its turn and river, in order."""
    flops = analysis().flop_counts.flops
    assert analysis().deals.whole == 20 * DEALS == int(flops.sum(dtype=np.int64))
    each = flops.sum(axis=1, dtype=np.int64)
    assert (each == situations().sizes * 47 * 46 * comb(45, 2)).all()


def test_categories_are_those_of_seven_cards() -> None:
    """Royal flushes, called with or not: 4,324 of all seven cards, and paid but for the four that lie on the board."""
    cells = analysis().flop_counts.flops.sum(axis=0, dtype=np.int64)
    royals = sum(
        count for ending, count in zip(analysis().plan.endings, cells.tolist(), strict=True)
        if ending.hands == "royal flush"
    )
    assert Fraction(royals, 20) == DEALS * Fraction(4324, comb(52, 7)) - 4 * comb(47, 2) * comb(45, 2)


def test_the_distribution_gives_the_decisions() -> None:
    """In every situation the call brings at least as much as the fold, or is not made."""
    made = analysis()
    weights = made.plan.choices[3].weights
    counts = made.flop_counts.flops.astype(np.int64)
    fold, call = counts @ weights[0], counts @ weights[1]
    assert ((call > fold) == made.flops.best.astype(bool)).all()
    assert [play.choice for play in made.plan.streets[3].plays] == ["fold", "call"]


# -- the round itself ------------------------------------------------------------------------------------


def codes(*cards: list[Card]) -> list[int]:
    return [CODE[card] for some in cards for card in some]


def test_twenty_thousand_random_rounds_to_the_cent() -> None:
    """Two boxes play at random; the kernel's values and the engine's cells settle every wager as the table did."""
    made = analysis()
    table = Table(made.game)
    bot = RandomPlayers(SeededSource(11), {1: "Ann", 2: "Ben"})
    dealer = VirtualDealer(SeededSource(12), bot)
    settled: list[tuple[str, int, int]] = []
    players, dealers, folded = [], [], 0
    for _ in range(20_000):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            if line.clause == "CBR-7.3":
                assert paid == -line.stake
                folded += 1
            elif line.wager != "super aces bonus":
                settled.append((line.wager, line.stake, paid))
                players.append(codes(table.hands[str(line.box)].cards, table.hands[BOARD].cards))
                dealers.append(codes(table.hands[DEALER].cards, table.hands[BOARD].cards))
    ours, theirs = (np.zeros(len(settled), np.uint16) for _ in range(2))
    evaluate_into(HIGH, np.array(players, np.uint8), ours)
    evaluate_into(HIGH, np.array(dealers, np.uint8), theirs)
    law = made.showdown.law
    sides = np.where(ours == theirs, 1, np.where(theirs < ours, 0, 2))
    cells = law.cell[law.category[ours], 3 * law.qualifies[theirs] + sides].tolist()
    assert folded > 5_000 and len(settled) > 20_000
    for (wager, stake, paid), cell in zip(settled, cells, strict=True):
        assert made.plan.brings(wager, 1, cell) * stake == paid


def test_bonuses_of_random_rounds_to_the_cent() -> None:
    made = analysis()
    table = Table(made.game)
    dealer = VirtualDealer(SeededSource(14), RandomPlayers(SeededSource(13), {1: "Ann"}, most=9))
    outcomes, bonus = Counter[str](), made.sheet.row("super aces bonus")
    for _ in range(3_000):
        drive(table, dealer)
        for line in table.lines:
            if line.wager == "super aces bonus" and line.outcome == "win":
                hole, board = table.hands["1"].cards, table.hands[BOARD].cards
                label = getattr(made.game.pay_line(made.game.bonus_hand(hole, board)), "label", "pair of aces")
                (expected,) = [each for each in bonus.lines if each.label == label]
                assert line.pays == expected.net * line.stake
                outcomes[label] += 1
    assert sum(outcomes.values()) > 50


# -- playing it ------------------------------------------------------------------------------------------


def test_best_play_at_the_table_brings_the_exact_figures() -> None:
    made = analysis()
    table = Table(made.game)
    dealer = VirtualDealer(SeededSource(21), BestPlay(made))
    rounds, sums = 2_000, Counter[str]()
    for _ in range(rounds):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            sums["super aces bonus" if line.wager == "super aces bonus" else "ante"] += paid
            sums["calls"] += line.wager == "call"
            assert line.clause != "CBR-10.4", "a winning bonus was not claimed"
    for wager in ("ante", "super aces bonus"):
        row = made.sheet.row(wager)
        assert abs(sums[wager] / made.stake / rounds + float(row.house_edge)) < 4 * row.std_dev / sqrt(rounds)
    share = float(made.sheet.row("call").frequency)
    assert abs(sums["calls"] / rounds - share) < 4 * sqrt(share * (1 - share) / rounds)


@pytest.mark.parametrize(
    ("hole", "flop", "best"),
    [
        ("As Ad", "2c 7d 9h", "call"), ("3c 2d", "Ks Qs Js", "fold"), ("3s 2s", "Ks Qs Js", "call"),
        ("2c 4d", "2h 9s Kd", "call"),
    ],
)
def test_single_decisions(hole: str, flop: str, best: str) -> None:
    assert analysis().best_play(hole.split(), flop.split()).choice == best


# -- best play in words ----------------------------------------------------------------------------------


def test_strategy() -> None:
    strategy = analysis().sheet.strategy
    (table,) = strategy.tables
    assert table.columns == table.rows == tuple("AKQJT98765432")
    assert strategy.advice[0].startswith("Call on 82.0% of hands: 100.0% of those")
    habits = analysis().habits(3, "call")
    assert habits.share() == analysis().sheet.row("call").frequency
    aces, seven_deuce = table.cells[0][0], table.cells[12][7]
    assert aces.play == "100" and seven_deuce.value == float(habits.share([(5, 0, False)]))
    # Suited hands lie above the diagonal, and call more.
    assert table.cells[5][12].value == float(habits.share([(7, 0, True)]))
    assert table.cells[5][12].value > table.cells[12][5].value  # type: ignore[operator]
    assert sum(map(sum, habits.every)) == comb(52, 3) * comb(49, 2)
    assert len(HOLES) == sum(len(row) for row in table.cells)


# -- what if ---------------------------------------------------------------------------------------------


def test_pay_lines_answer_from_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis().flop_counts  # noqa: B018

    def no_more(self: TurnCount, chunk: int, into: Any) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(TurnCount, "add", no_more)
    now = edges()
    assert edges("ante.flush=3 to 1")["ante"] < now["ante"] < edges("call=1 to 2")["ante"]
    bonus = edges("super aces bonus.flush=25 to 1")
    assert bonus["ante"] == now["ante"] and bonus["super aces bonus"] < now["super aces bonus"]
    straights = changed("ante.straight=5 to 1").sheet.row("ante").lines
    assert {line.net for line in straights if line.label.endswith(", straight")} == {5, 7}


def test_a_changed_line_is_worth_what_it_pays() -> None:
    """A royal flush is never folded, so paying one more on it brings just its probability."""
    royals = [line for line in analysis().sheet.row("ante").lines if line.label.endswith("royal flush")]
    more = changed("ante.royal flush=101 to 1").sheet.row("ante").expectation
    gain = more - analysis().sheet.row("ante").expectation
    assert gain >= sum(line.probability for line in royals)
    assert float(gain) == pytest.approx(float(sum(line.probability for line in royals)), rel=1e-3)


def test_the_maximum_payout_caps_the_ante() -> None:
    """8.1: at most 5 on an ante of 1, so from four of a kind up everything is paid 5."""
    capped = changed(**{"maximum-payout": "5"})
    assert capped.stake == 100
    nets = {line.label: line.net for line in capped.sheet.row("ante").lines}
    assert nets["the dealer does not qualify, royal flush"] == 5
    assert nets["higher than the dealer, four of a kind"] == 7
    assert nets["higher than the dealer, full house"] == 5
    assert capped.sheet.row("ante").house_edge > analysis().sheet.row("ante").house_edge
    smaller = Plan(capped.opening, capped.streets, capped.showdown.endings, 50)
    royal = [ending.label for ending in smaller.endings].index("the dealer does not qualify, royal flush")
    assert smaller.brings("ante", 1, royal) == 10


def test_qualifying_as_the_law_has_it() -> None:
    law: Any = game(GAME)
    qualifies = CommunityOdds.rules_of(law)["dealer.qualifies"]
    values = high_values()
    same = qualifies["a pair of fours"][1]
    assert [same(law, value) for value in values] == [law.qualifies(value) for value in values]
    names = list(qualifies)
    counts = [sum(qualifies[name][1](law, value) for value in values) for name in names]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 7462 and counts[names.index("a pair")] == 7462 - 1277
    assert counts[-1] == sum(value.category >= Category.TWO_PAIR for value in values)
