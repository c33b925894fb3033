"""Blackjack switch's par sheet: published figures, brute force, rounds and simulation, the chart and its points.

Published: wizardofodds.com/games/blackjack/switch (super match over four cards, six decks 2.55%; the whole game 0.58%
with doubles on any two cards, and pairs split again)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.odds import analyse
from pitboss.odds.analysis import BadQuestion
from pitboss.odds.blackjack import BlackjackOdds
from pitboss.odds.blackjack_rules import (
    ACE,
    DOUBLE,
    DOUBLE_SPLIT,
    DOUBLED,
    FIRST,
    ONCE,
    RANKS,
    SECOND,
    TEN,
    Rules,
    compile_rules,
)
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.blackjack_switch import CHART, SwitchOdds
from pitboss.odds.blackjack_switch_ends import mean_of
from pitboss.odds.blackjack_switch_play import PAIR_AT, PLACE
from pitboss.odds.par import net
from pitboss.odds.simulate import Here, brings, prepare
from pitboss.rulebooks import game
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02c_blackjack_switch import BlackjackSwitch
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER, Settled
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

SWITCH = "qld/blackjack-switch"


@cache
def analysis(*settings: str, decks: str = "6", **shoe: int) -> SwitchOdds:
    left = {name.removeprefix("r"): many for name, many in shoe.items()} or None
    made = analyse(SWITCH, {"decks": decks}, settings, shoe=left)
    assert isinstance(made, SwitchOdds)
    return made


def edge(*settings: str, wager: str = "original", decks: str = "6") -> float:
    return float(analysis(*settings, decks=decks).sheet.row(wager).house_edge)


# -- published figures, closed forms -------------------------------------------------------------------------


def test_super_match_in_closed_form() -> None:
    row = analysis().sheet.row("super match")
    whole = comb(312, 4)
    found = {line.label: line.probability for line in row.lines}
    assert found["4 of a kind"] == Fraction(13 * comb(24, 4), whole)
    assert found["3 of a kind"] == Fraction(13 * comb(24, 3) * 12 * 24, whole)
    assert found["2 pairs"] == Fraction(comb(13, 2) * comb(24, 2) ** 2, whole)
    assert found["pair"] == Fraction(13 * comb(24, 2) * comb(12, 2) * 24**2, whole)
    assert round(float(row.house_edge), 4) == 0.0255


def test_super_match_from_a_shoe_where_tens_are_told_apart_or_not() -> None:
    whole = {f"r{rank}": 24 for rank in "A23456789"}
    apart = analysis(**whole, rT=24, rJ=24, rQ=24, rK=24).super_match()
    together = analysis(**whole, rT=96).super_match()
    assert apart.house_edge == together.house_edge == analysis().super_match().house_edge
    few = analysis(**whole, rT=40).super_match()
    assert few.house_edge != apart.house_edge


def test_the_game_costs_about_what_is_published() -> None:
    """There pairs are split up to three times, any two cards may be doubled, and the dealer looks at the second card
    first: worth a little to the player in all."""
    assert abs(edge() - 0.0058) < 0.0004


@pytest.mark.parametrize(("rule", "kind", "player", "dealer", "before", "after"), [
    ("dealer.22=over", "original", (20, False), (22, False), "void", "win"),
    ("dealer.22=void", "original", (20, False), (22, False), "void", "void"),
    ("dealer.blackjack-takes=all", "double down", (20, False), (21, True), "void", "lose"),
    ("dealer.blackjack-takes=original only", "double down", (20, False), (21, True), "void", "void"),
])
def test_rules_that_may_be_put_another_way(
    rule: str, kind: str, player: tuple[int, bool], dealer: tuple[int, bool], before: str, after: str,
) -> None:
    own, other = (Count(points, False, blackjack) for points, blackjack in (player, dealer))
    added = ("double down",) if kind == "double down" else ()
    for of, outcome in ((analysis(), before), (analysis(rule), after)):
        assert of.game.result(kind, own, other, added).outcome == outcome


def test_a_better_blackjack_is_worth_what_it_is_paid_and_more_for_the_switches_it_changes() -> None:
    other = analysis("original.blackjack=3 to 2")
    more = edge() + mean_of(other.from_shoe, other.best)
    likely = sum(line.probability for line in analysis().sheet.row("original").lines if line.label == "blackjack")
    assert more > likely / 2 > 0.02


def test_a_changed_super_match_line_changes_nothing_else() -> None:
    other = analysis("super match.4 of a kind=50 to 1")
    more = 10 * Fraction(13 * comb(24, 4), comb(312, 4))
    assert analysis().super_match().house_edge - other.super_match().house_edge == more
    assert all((other.rules.pay[case] == paid).all() for case, paid in analysis().rules.pay.items())


# -- a hand beside another is a hand of blackjack -------------------------------------------------------------


@pytest.mark.parametrize(("own", "other", "up"), [("T6", "88", "T"), ("54", "88", "6"), ("A7", "88", "9")])
def test_a_hand_is_worth_what_it_is_from_a_shoe_without_the_other(own: str, other: str, up: str) -> None:
    """By the analysis of blackjack, with the provisions of switch, from the shoe without two cards."""
    of = analysis()
    hand, beside = (PAIR_AT[tuple(sorted(map(RANKS.index, cards)))] for cards in (own, other))  # type: ignore[index]
    plan = of.best.boxes.plans[beside]
    left = {rank: 24 for rank in "A23456789"} | {"T": 96}
    for rank in other:
        left[rank] -= 1
    plain = BlackjackOdds(of.game, of.work, None, left)
    worth = plain.from_shoe.plan().first[:3, plain.rules.where[tuple(sorted(map(RANKS.index, own)))], RANKS.index(up)]
    assert plan.worth[:3, hand, RANKS.index(up)] == pytest.approx(worth, abs=1e-12)


def test_the_sheet_is_the_sum_over_all_deals() -> None:
    """Once more, box by box, without the arrays of the deal."""
    of = analysis()
    shoe, boxes = of.from_shoe, of.best.boxes
    plain, switched = boxes.both(switched=False), boxes.both(switched=True)
    total, cards = 0.0, of.cards.astype(float)
    for four in product(range(10), repeat=4):
        likely, left = 1.0, cards.copy()
        for rank in four:
            likely *= left[rank] / left.sum()
            left[rank] -= 1
        a1, a2, b1, b2 = four
        lie, turned = plain[PLACE[a1, a2], PLACE[b1, b2]], switched[PLACE[a1, b2], PLACE[b1, a2]]
        total += likely * float(left / left.sum() @ np.maximum(lie, turned))
    assert -total / 2 == pytest.approx(float(of.sheet.row("original").house_edge), abs=1e-12)
    assert shoe.deals.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("wager", ["original", CHART, "double down", "split", "super match", "insurance"])
def test_lines_make_their_row(wager: str) -> None:
    row = analysis().sheet.row(wager)
    assert sum(line.probability for line in row.lines) == pytest.approx(1, abs=1e-11)
    brought = sum(float(line.net) * float(line.probability) for line in row.lines)
    assert brought == pytest.approx(float(row.expectation), abs=max(row.error, 1e-15) + 1e-13)


def test_best_play_is_no_worse_than_the_chart_and_the_switch_is_worth_much() -> None:
    of = analysis()
    best, chart = (float(of.sheet.row(name).house_edge) for name in ("original", CHART))
    assert best < chart < best + 0.001
    assert not of.best.insures.any()
    assert 0.3 < of.from_shoe.deals[of.best.switches].sum() < 0.4


def test_insurance_is_taken_where_it_pays() -> None:
    of = analysis("insurance=3 to 1")
    row = of.sheet.row("original")
    assert of.best.insures.any() and "insurance" in row.includes
    brought = sum(float(line.net) * float(line.probability) for line in row.lines)
    assert brought == pytest.approx(float(row.expectation), abs=1e-11)


@pytest.mark.parametrize("shoe", [{"rA": 25}, {"rX": 3}, {"rT": 97}, {"r2": 24, "r3": 24}])
def test_shoes_that_cannot_be(shoe: dict[str, int]) -> None:
    with pytest.raises(BadQuestion):
        _ = analysis(**shoe).sheet


# -- arrays against the round ---------------------------------------------------------------------------------


def by_arrays(of: SwitchOdds, rules: Rules, t: Table, box: int) -> int:
    """What the arrays say of a box that was played, in cents."""
    dealer = [rank_of(card) for card in t.hands[DEALER].cards]
    rows = {hand.name: _row(rules, t, hand.name, hand.split) for hand in t.hands_of(box)}
    ending, total = rules._ending(dealer), 0.0
    for line in own_lines(t, box):
        if line.wager == "insurance":
            total += float(rules.insurance[dealer[1]]) * line.stake
            continue
        hand = t.hands[line.hand]
        whole = DOUBLED if line.hand in t.notes.get("doubled", ()) else ONCE
        cases = {"original": FIRST, "split": SECOND, "double down": DOUBLE_SPLIT} if hand.split else {
            "original": whole, "double down": DOUBLE}
        if of.game.counted(t, hand.name).special:
            total += float(net(of.turned[ending], line.stake)) * line.stake
        else:
            total += float(rules.pay[cases[line.wager]][rows[hand.name], ending]) * line.stake
    return round(total)


def own_lines(t: Table, box: int) -> list[Settled]:
    """What became of the wagers that are played for."""
    beside = {"super match", *t.game.sides}
    return [line for line in t.lines if line.box == box and line.wager not in beside]


def _row(rules: Rules, t: Table, hand: str, split: bool) -> int:
    return rules._row(tuple(map(rank_of, t.hands[hand].cards)), hand in t.notes.get("doubled", ()), split)


def test_arrays_agree_with_twenty_thousand_boxes() -> None:
    it = game(SWITCH, {"additional": "none"})
    assert isinstance(it, BlackjackSwitch)
    of, rules = analysis(), compile_rules(it, it.minimum)
    source = SeededSource("switch arrays")
    t, dealer = Table(it), VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"}))
    seen = dict.fromkeys(("switched", "turned", "split", "four hands", "doubled", "22", "insured", "no second card"), 0)
    for number in range(10_000):
        drive(t, dealer)
        for box in (1, 2):
            won = sum(map(brings, own_lines(t, box)))
            assert by_arrays(of, rules, t, box) == won, (number, t.lines, t)
        seen["switched"] += "switched" in t.notes
        seen["turned"] += any(it.counted(t, hand).special != "" for hand in t.hands)
        seen["split"] += "1c" in t.hands
        seen["four hands"] += "1d" in t.hands
        seen["doubled"] += "doubled" in t.notes
        seen["22"] += it.counted(t, DEALER).points == 22
        seen["insured"] += any(line.wager == "insurance" for line in t.lines)
        seen["no second card"] += len(t.hands[DEALER].cards) == 1
    assert all(seen.values()), seen


def test_best_play_simulated_lies_in_its_interval() -> None:
    made = prepare(SWITCH, 700, seed=7)
    for _ in made.play(Here()):
        pass
    for wager in ("original", "super match", "double down", "split"):
        z = made.row(wager).z
        assert z is not None and abs(z) < 4, (wager, z)
    assert made.row(CHART).z is None


# -- the chart and its points ---------------------------------------------------------------------------------


def test_points_tell_when_to_switch() -> None:
    of = analysis()
    plain, switched = of.points
    tables = {table.name: table for table in of.sheet.strategy.tables}
    told = tables["points of two cards, for the switch"]
    assert told.columns == (*"23456789T", "A") and len(told.rows) == len(told.cells)
    ten_ace, six = PAIR_AT[ACE, TEN], 5
    assert plain[ten_ace, six] == 10 > switched[ten_ace, six]
    shoe, chart = of.from_shoe, of.by_chart
    for a1, a2, b1, b2, up in [(9, 4, 5, 9, 5), (0, 4, 5, 9, 8), (7, 1, 1, 7, 3)]:
        lie = plain[PLACE[a1, a2], up] + plain[PLACE[b1, b2], up]
        turned = switched[PLACE[a1, b2], up] + switched[PLACE[b1, a2], up]
        assert chart.switches[a1, a2, b1, b2, up] == (turned > lie)
    assert shoe.blackjack_at == ten_ace


def test_advice_names_what_play_costs() -> None:
    of = analysis()
    said = " ".join(of.sheet.strategy.advice)
    assert f"{edge():.4%}" in said and f"{edge(wager=CHART):.4%}" in said and "Insurance: never" in said
