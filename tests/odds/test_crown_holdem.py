"""Crown hold'em poker's par sheet. The game itself is that of Atlantic City, so published figures hold (5.5935% of the
ante, wizardofodds.com/texasholdembonus); the extras are counted on the fingers: any five cards, and starting hands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource
from pitboss.hands import poker
from pitboss.hands.kernels import HIGH, evaluate_into
from pitboss.hands.poker import Category
from pitboss.odds import analyse
from pitboss.odds.analysis import BestPlay
from pitboss.odds.community import CommunityOdds
from pitboss.odds.community_boards import CODE
from pitboss.table.driver import drive
from pitboss.table.facts import BOARD, DEALER
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table
from pitboss.table.views import SeenOption, SeenStake, Sight

GAME = "per/crown-holdem-poker"
PLAYER, DEALERS, NEVER = "player poker extra", "dealer poker extra", "player poker extra, never folding"
# The starting hands that best play of the ante folds.
FOLDED = ("3c 2d", "4c 2d", "4c 3d", "5c 2d", "6c 2d", "7c 2d")
# All hands of five cards, by what Poker Extra pays for them.
HANDS = {1000: 4, 500: 36, 200: 624, 70: 3744, 40: 5108, 30: 10_200, 10: 54_912, 5: 123_552}
FOLD_CLAUSES = {"PER-3.6(b)(i)", "PER-3.33(b)(iii)"}


def changed(*settings: str, **options: str) -> CommunityOdds:
    made = analyse(GAME, options, settings)
    assert isinstance(made, CommunityOdds)
    return made


@cache
def analysis() -> CommunityOdds:
    return changed()


def test_the_ante_as_published() -> None:
    ante = analysis().sheet.row("ante")
    assert ante.house_edge == Fraction(19_447_087_313, 347_672_625_300)
    assert round(float(ante.house_edge), 6) == 0.055935
    assert ante.includes == ("ante", "flop", "turn", "river")


def test_a_row_for_every_wager_and_one_more_for_who_never_folds() -> None:
    assert [row.wager for row in analysis().sheet.wagers] == ["ante", "flop", "turn", "river", DEALERS, PLAYER, NEVER]
    assert analysis().other_play == {NEVER}


def test_extras_on_any_five_cards() -> None:
    wins = sum(HANDS.values())
    edge = 1 - Fraction(sum((pays + 1) * ways for pays, ways in HANDS.items()), comb(52, 5))
    for wager in (DEALERS, NEVER):
        row = analysis().sheet.row(wager)
        assert row.house_edge == edge == Fraction(5245, 43_316)
        assert {line.net: line.probability * comb(52, 5) for line in row.lines if line.outcome == "win"} == HANDS
        assert row.lines[-1].probability == 1 - Fraction(wins, comb(52, 5))


@cache
def brought(hole: str) -> Fraction:
    """What an extra brings a starting hand over all flops, hand by hand."""
    pays = dict(zip(sorted(Category)[2:], reversed(HANDS), strict=True))
    own = hole.split()
    others = [card for card in deck() if card not in own]
    flops = Counter(poker.value((*own, *flop)).category for flop in combinations(others, 3))
    return Fraction(sum(ways * pays.get(hand, -1) for hand, ways in flops.items()), flops.total())


def test_a_player_extra_with_the_folds_of_best_play() -> None:
    """Each folded hand loses what it would have brought on top of the stake; twelve pairs of cards are one of them."""
    lost = sum((12 * (1 + brought(hole)) for hole in FOLDED), Fraction(0)) / comb(52, 2)
    row = analysis().sheet.row(PLAYER)
    assert row.house_edge == Fraction(5245, 43_316) + lost == Fraction(34_101, 216_580)
    folded = [line for line in row.lines if line.label == "folded"]
    assert [(line.probability, line.clause) for line in folded] == [(Fraction(12 * 6, comb(52, 2)), "PER-3.33(b)(iii)")]
    assert row.note == "with the folds of best play of the ante, which lose it"


# -- the round itself ------------------------------------------------------------------------------------


def codes(*cards: list[Card]) -> list[int]:
    return [CODE[card] for some in cards for card in some]


def test_twenty_thousand_random_rounds_to_the_cent() -> None:
    made, rounds = analysis(), 20_000
    table = Table(made.game)
    dealer = VirtualDealer(SeededSource(52), RandomPlayers(SeededSource(51), {1: "Ann"}))
    settled: list[tuple[str, int, int]] = []
    players, dealers, seen = [], [], Counter[str]()
    nets = {line.label: line.net for line in made.sheet.row(NEVER).lines}
    for _ in range(rounds):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            swept = line.clause.endswith("(b)(ii)")
            seen["given up" if swept or line.clause in FOLD_CLAUSES else line.wager] += 1
            if swept or line.clause in FOLD_CLAUSES:
                assert paid == -line.stake
            elif line.wager in (PLAYER, DEALERS):
                hand = DEALER if line.wager == DEALERS else str(line.box)
                value = poker.value((*table.hands[hand].cards, *table.hands[BOARD].cards[:3]))
                assert paid == nets.get(value.category.label, nets["none of these"]) * line.stake
            else:
                settled.append((line.wager, line.stake, paid))
                players.append(codes(table.hands[str(line.box)].cards, table.hands[BOARD].cards))
                dealers.append(codes(table.hands[DEALER].cards, table.hands[BOARD].cards))
    ours, theirs = (np.zeros(len(settled), np.uint16) for _ in range(2))
    evaluate_into(HIGH, np.array(players, np.uint8), ours)
    evaluate_into(HIGH, np.array(dealers, np.uint8), theirs)
    law = made.showdown.law
    places = np.where(ours == theirs, 1, np.where(theirs < ours, 0, 2))
    cells = law.cell[law.category[ours], 3 * law.qualifies[theirs] + places].tolist()
    for (wager, stake, paid), cell in zip(settled, cells, strict=True):
        assert made.plan.brings(wager, 1, cell) * stake == paid
    assert all(seen[name] > rounds // 50 for name in ("ante", "flop", "turn", "river", PLAYER, DEALERS, "given up"))


def test_best_play_at_the_table_brings_the_exact_figures() -> None:
    made, rounds = analysis(), 2_000
    table = Table(made.game)
    dealer = VirtualDealer(SeededSource(61), BestPlay(made))
    sums, stakes = Counter[str](), Counter[str]()
    for _ in range(rounds):
        drive(table, dealer)
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            sums[line.wager if line.wager in (PLAYER, DEALERS) else "ante"] += paid
            stakes[line.wager] += line.stake
    for wager in ("ante", PLAYER, DEALERS):
        row = made.sheet.row(wager)
        assert abs(sums[wager] / stakes[wager] + float(row.house_edge)) < 4 * row.std_dev / sqrt(rounds)


# -- best play -------------------------------------------------------------------------------------------


def test_the_fold_grid_and_what_an_extra_makes_of_it() -> None:
    strategy = analysis().sheet.strategy
    assert strategy.advice[0] == (
        "Before the flop fold 32 unsuited, 42 unsuited, 43 unsuited, 52 unsuited, 62 unsuited, 72 unsuited; "
        "bet on everything else."
    )
    assert strategy.advice[-1] == (
        "A fold loses a player poker extra of your own too: with one of 27.8% of the ante or more, never fold."
    )
    (table,) = strategy.tables
    assert sum(cell.play == "F" for cells in table.cells for cell in cells) == 6


@pytest.mark.parametrize(("extra", "best"), [(0, "fold"), (250, "fold"), (300, "flop")])
def test_hints_count_the_extra_that_a_fold_loses(extra: int, best: str) -> None:
    """Of all that is folded, a three and a two ask for most."""
    made = analysis()
    stakes = (SeenStake("ante", 1000), *((SeenStake(PLAYER, extra),) if extra else ()))
    options = (SeenOption("flop", 2000, 2000), SeenOption("fold"))
    values = made.values(Sight("1", "Ann", False, options, {"1": ("3c", "2d")}, (), stakes))
    assert max(values, key=lambda one: one.value).name == best
    fold, flop = (next(one.value for one in values if one.name == name) for name in ("fold", "flop"))
    assert fold == -1 - Fraction(extra, 1000)
    assert flop == made.plan.values(0, made._coming_in(("3c", "2d"), ()), (("ante", 1),))[-1] + (
        Fraction(extra, 1000) * brought("3c 2d"))


def test_an_extra_that_is_decided_is_worth_what_it_pays() -> None:
    made = analysis()
    stakes = (SeenStake("ante", 1000), SeenStake("flop", 2000), SeenStake(PLAYER, 500))
    seen = {"1": ("Kc", "Kd"), "board": ("Kh", "7c", "2d")}
    options = (SeenOption("turn", 1000, 1000), SeenOption("check"))
    with_it, without = (made.values(Sight("1", "Ann", False, options, seen, (), placed))
                        for placed in (stakes, stakes[:2]))
    assert [one.value - other.value for one, other in zip(with_it, without, strict=True)] == [5, 5]


# -- what if ---------------------------------------------------------------------------------------------


def test_what_if_a_pay_line_changes() -> None:
    now = analysis().sheet
    made = changed("player poker extra.two pair=6 to 1").sheet
    assert made.row(NEVER).house_edge == now.row(NEVER).house_edge - Fraction(HANDS[5], comb(52, 5))
    assert made.row(PLAYER).house_edge < now.row(PLAYER).house_edge
    assert made.row(DEALERS).house_edge == now.row(DEALERS).house_edge
    assert made.row("ante").house_edge == now.row("ante").house_edge
