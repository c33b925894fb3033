"""Texas hold'em bonus poker's par sheet: published figures, the round itself, simulation, what-ifs.

Published under the same rules, which are those of Atlantic City (the ante wins with a flush or higher): a house edge of
5.5935% of the ante, and what each starting hand brings (wizardofodds.com/texasholdembonus)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.hands.kernels import HIGH, evaluate_into
from pitboss.hands.two_cards import starting_hand
from pitboss.odds import analyse, community_counts
from pitboss.odds.analysis import BestPlay
from pitboss.odds.community import CommunityOdds, Deals
from pitboss.odds.community_boards import CODE, HOLES, boards, pairs, situations
from pitboss.odds.community_counts import TurnCount
from pitboss.odds.community_plan import Play
from pitboss.table.driver import drive
from pitboss.table.facts import BOARD, DEALER
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

GAME = "nsw/texas-holdem-bonus-poker"
BETS, FOLDS = "B", "F"
DEALS = comb(52, 5) * comb(47, 2) * comb(45, 2)
FOLD_CLAUSES = {"NSW-9.1.1", "NSW-9.2.1", "NSW-9.3.1", "NSW-10.2"}
# What an unsuited deuce and another card bring when they are played.
PUBLISHED = {
    "3": -1.195592, "4": -1.13521, "5": -1.067022, "6": -1.077817, "7": -1.050057, "8": -0.917393, "9": -0.784523,
    "T": -0.636507, "J": -0.478676, "Q": -0.305687, "K": -0.1154,
}
# The edge of the ante and of the river wager where that pays otherwise, from a count of all boards that made every
# decision on the way.
RIVERS = {
    "3 to 2": (-Fraction(21_629_841_881, 178_293_654_000), -Fraction(146_668_970_763, 231_480_498_040)),
    "1 to 2": (Fraction(38_277_405_113, 198_670_071_600), -Fraction(1_507_389_229, 6_813_737_856)),
}


@cache
def analysis() -> CommunityOdds:
    return changed()


def changed(*settings: str, **options: str) -> CommunityOdds:
    """Not kept: every one of them holds counts."""
    made = analyse(GAME, options, settings)
    assert isinstance(made, CommunityOdds)
    return made


def played(made: CommunityOdds, hole: tuple[int, int, bool]) -> Fraction:
    """What a starting hand brings when its flop wager is made."""
    at = HOLES.index(hole)
    folds = made.plan.streets[0].plays[made.deals.best[at]].folds
    return -1 - made.deals.gains[at] if folds else made.deals.gains[at] - 1


# -- published figures -----------------------------------------------------------------------------------


def test_the_whole_game_as_published() -> None:
    ante = analysis().sheet.row("ante")
    assert ante.house_edge == Fraction(19_447_087_313, 347_672_625_300)
    assert round(float(ante.house_edge), 6) == 0.055935
    assert ante.includes == ("ante", "flop", "turn", "river")
    assert sum(line.probability for line in ante.lines) == 1
    assert len(ante.lines) == 17 and ante.exact


@pytest.mark.parametrize("other", PUBLISHED)
def test_starting_hands_as_published(other: str) -> None:
    brings = played(analysis(), ("23456789TJQKA".index(other), 0, False))
    assert round(float(brings), 6) == PUBLISHED[other]


def test_the_bonus() -> None:
    bonus = analysis().sheet.row("ante bonus")
    assert bonus.house_edge == Fraction(59, 663)
    assert bonus.per == "wager" and bonus.note == "paid on hands that best play goes on with"
    hands = {line.label: line.probability * comb(52, 2) for line in bonus.lines}
    assert hands == {
        "two aces": 6, "ace and king suited": 4, "ace and queen or jack suited": 8, "ace and king unsuited": 12,
        "two kings, queens or jacks": 18, "ace and queen or jack unsuited": 24, "any other pair": 54, "no bonus": 1200,
    }


def test_the_ante_with_a_straight_as_published() -> None:
    """The rules of Las Vegas: 2.037% of the ante, 3.8181 units staked (the same page)."""
    ante = changed("ante.wins-with=straight or higher").sheet.row("ante")
    assert float(ante.house_edge) == pytest.approx(0.02037, abs=5e-6)
    assert float(ante.average_stake) == pytest.approx(3.8181, abs=5e-5)


# -- totals ----------------------------------------------------------------------------------------------


def test_every_deal_is_counted_once() -> None:
    flops = analysis().flop_counts.flops
    assert analysis().deals.whole == 20 * DEALS == int(flops.sum(dtype=np.int64))
    assert (flops.sum(axis=1, dtype=np.int64) == situations().sizes * 47 * 46 * comb(45, 2)).all()


def test_player_and_dealer_are_alike_until_somebody_decides() -> None:
    """Over all deals, folded or not, each has the higher hand as often as the other."""
    cells = analysis().flop_counts.flops.sum(axis=0, dtype=np.int64).tolist()
    sides = Counter[str]()
    for number, count in enumerate(cells):
        sides[analysis().plan.endings[number % 4].compares] += count
    assert sides["higher than the dealer"] == sides["lower than the dealer"]


def test_rows_that_follow_add_up_to_the_whole() -> None:
    """The ante brings what is left when flop, turn and river are taken off the whole."""
    sheet = analysis().sheet
    ante, follow = sheet.row("ante"), [sheet.row(name) for name in ("flop", "turn", "river")]
    stakes = [2, 1, 1]
    assert ante.average_stake == 1 + sum(times * row.frequency for times, row in zip(stakes, follow, strict=True))
    more = sum(times * row.frequency * row.expectation for times, row in zip(stakes, follow, strict=True))
    paid = sum(line.probability for line in ante.lines if "flush or higher" in line.label)
    lost = sum(line.probability for line in ante.lines if line.net < 0)
    assert ante.expectation - more == paid - lost
    assert [row.per for row in follow] == ["flop", "turn", "river"]


def test_turn_habits_are_over_all_boards() -> None:
    made = analysis()
    best, habits = made.turn_best, made.turn_play.habits
    assert habits.sum() == comb(52, 4) * comb(48, 2)
    bets = np.zeros(len(HOLES), np.int64)
    np.add.at(bets, pairs().hole, (best * boards(4).sizes[:, None]).sum(axis=0))
    assert (bets == habits[:, :, 1].sum(axis=1)).all()
    assert made.habits(4, "river").share() == made.sheet.row("river").frequency / made.sheet.row("flop").frequency
    assert made.habits(3, "turn").share() == made.sheet.row("turn").frequency / made.sheet.row("flop").frequency


# -- the round itself ------------------------------------------------------------------------------------


def codes(*cards: list[Card]) -> list[int]:
    return [CODE[card] for some in cards for card in some]


@pytest.mark.parametrize(("dealing", "rounds"), [("device", 16_000), ("shoe", 4_000)])
def test_twenty_thousand_random_rounds_to_the_cent(dealing: str, rounds: int) -> None:
    """Two boxes play at random; the kernel's values and the engine's cells settle every wager as the table did."""
    made = analysis()
    table = Table(type(made.game)({"dealing": dealing}))
    dealer = VirtualDealer(SeededSource(32), RandomPlayers(SeededSource(31), {1: "Ann", 2: "Ben"}))
    settled: list[tuple[str, int, int]] = []
    players, dealers, seen = [], [], Counter[str]()
    bonuses = {line.label: line.net for line in made.sheet.row("ante bonus").lines}
    for _ in range(rounds):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            seen[line.wager if line.clause not in FOLD_CLAUSES else "folded"] += 1
            hole = table.hands[str(line.box)].cards
            if line.clause in FOLD_CLAUSES:
                assert paid == -line.stake
            elif line.wager == "ante bonus":
                assert paid == bonuses[starting_hand(hole) or "no bonus"] * line.stake
            else:
                settled.append((line.wager, line.stake, paid))
                players.append(codes(hole, table.hands[BOARD].cards))
                dealers.append(codes(table.hands[DEALER].cards, table.hands[BOARD].cards))
    ours, theirs = (np.zeros(len(settled), np.uint16) for _ in range(2))
    evaluate_into(HIGH, np.array(players, np.uint8), ours)
    evaluate_into(HIGH, np.array(dealers, np.uint8), theirs)
    law = made.showdown.law
    sides = np.where(ours == theirs, 1, np.where(theirs < ours, 0, 2))
    cells = law.cell[law.category[ours], 3 * law.qualifies[theirs] + sides].tolist()
    for (wager, stake, paid), cell in zip(settled, cells, strict=True):
        assert made.plan.brings(wager, 1, cell) * stake == paid
    assert all(seen[name] > rounds // 50 for name in ("ante", "flop", "turn", "river", "ante bonus", "folded"))


# -- playing it ------------------------------------------------------------------------------------------


def test_best_play_at_the_table_brings_the_exact_figures() -> None:
    made = analysis()
    table = Table(made.game)
    dealer = VirtualDealer(SeededSource(41), BestPlay(made))
    rounds, sums, times = 2_000, Counter[str](), Counter[str]()
    for _ in range(rounds):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            sums["ante bonus" if line.wager == "ante bonus" else "ante"] += paid
            times[line.wager] += 1
    for wager in ("ante", "ante bonus"):
        row = made.sheet.row(wager)
        assert abs(sums[wager] / made.stake / rounds + float(row.house_edge)) < 4 * row.std_dev / sqrt(rounds)
    for wager in ("flop", "turn", "river"):
        share = float(made.sheet.row(wager).frequency)
        assert abs(times[wager] / rounds - share) < 4 * sqrt(share * (1 - share) / rounds)


@pytest.mark.parametrize(
    ("hole", "board", "best"),
    [
        ("7c 2d", "", "fold"), ("7c 2c", "", "flop"), ("4c 3d", "", "fold"), ("5c 3d", "", "flop"),
        ("As Ad", "2c 7d 9h", "turn"), ("3c 2d", "Ks Qs Js", "check"), ("3c 2d", "Ks Qs Js 9d", "check"),
        ("Ac Kd", "2c 7d 9h Kc", "river"), ("Ac Kd", "2c 2d 2h 2s", "river"),
    ],
)
def test_single_decisions(hole: str, board: str, best: str) -> None:
    assert analysis().best_play(hole.split(), board.split()).choice == best


def test_a_fixed_bonus_is_placed_as_the_sign_says() -> None:
    made = changed(**{"ante-bonus": "5"})
    (placed,) = made.places(Table(made.game))
    assert dict(placed.wagers) == {"ante": made.stake, "ante bonus": 500}


# -- best play in words ----------------------------------------------------------------------------------


def test_strategy() -> None:
    strategy = analysis().sheet.strategy
    (table,) = strategy.tables
    assert table.columns == table.rows == tuple("AKQJT98765432")
    folded = {(row, column) for row, cells in zip(table.rows, table.cells, strict=True)
              for column, cell in zip(table.columns, cells, strict=True) if cell.play == FOLDS}
    assert folded == {("3", "4"), *(("2", other) for other in "34567")}
    assert table.cells[0][0].play == BETS
    assert strategy.advice[0] == (
        "Before the flop fold 32 unsuited, 42 unsuited, 43 unsuited, 52 unsuited, 62 unsuited, 72 unsuited; "
        "bet on everything else."
    )
    assert "After the flop bet on 46.8% of hands" in strategy.advice[1]
    assert strategy.legend == {BETS: "bet", FOLDS: "fold"}


# -- what if ---------------------------------------------------------------------------------------------


def test_any_line_answers_from_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis().flop_counts  # noqa: B018

    def no_more(*asked: object) -> None:
        raise AssertionError("counted again")

    monkeypatch.setattr(TurnCount, "add", no_more)
    monkeypatch.setattr(community_counts, "hands_on_boards", no_more)
    now = analysis().sheet.row("ante").house_edge
    for better in ("ante.flush or higher=2 to 1", "flop=3 to 2", "turn=2 to 1"):
        assert changed(better).sheet.row("ante").house_edge < now
    bonus = changed("ante bonus.two aces=40 to 1").sheet
    assert bonus.row("ante").house_edge == now
    assert bonus.row("ante bonus").house_edge == Fraction(59, 663) - 10 * Fraction(6, 1326)
    for odds, edges in RIVERS.items():
        sheet = changed(f"river={odds}").sheet
        assert tuple(sheet.row(wager).house_edge for wager in ("ante", "river")) == edges


def test_worse_odds_are_played_less() -> None:
    made, now = changed("flop=1 to 10", "turn=1 to 10").sheet, analysis().sheet
    assert made.row("flop").frequency < now.row("flop").frequency
    assert made.row("turn").frequency < now.row("turn").frequency
    assert now.row("ante").house_edge < made.row("ante").house_edge < 1


def test_a_wager_that_is_never_made_has_no_lines() -> None:
    made = changed()
    folds = next(way for way in made.plan.ways if isinstance(way.end, Play))
    made.__dict__["deals"] = Deals({folds: 1}, tuple([0] * len(HOLES)), tuple([Fraction(0)] * len(HOLES)))
    row = made.follow_row("turn")
    assert row.frequency == row.house_edge == 0 and row.lines == () and "never" in row.note
    assert made.whole_row().house_edge == 1
    assert made.habits(3, "turn").share() == made.habits(3, "turn").agrees(1) == 0


def test_a_bonus_on_a_folded_hand_is_noted() -> None:
    """With a flop that pays little, small pairs are folded; the row of the bonus says that it takes them as played."""
    note = changed("flop=1 to 1000", "turn=1 to 1000").sheet.row("ante bonus").note
    assert note.startswith("as if ") and "22" in note
