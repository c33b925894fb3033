"""Spanish blackjack's arrays against the round itself, best play through it, and what the sheet says."""

from __future__ import annotations

from functools import cache
from math import fsum, sqrt

import numpy as np
import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.odds import analyse, blackjack_pairs
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.blackjack_rules import ACE
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.simulate import brings
from pitboss.odds.spanish_blackjack import CHART, SpanishBlackjackOdds, held_by
from pitboss.odds.spanish_blackjack_kernel import SPLIT, SURRENDER
from pitboss.odds.spanish_blackjack_play import SpanishShoe
from pitboss.odds.spanish_blackjack_rules import TWICE, compile_spanish
from pitboss.rulebooks import game
from pitboss.rulebooks.qld.s02_blackjack import NO_HAND
from pitboss.rulebooks.qld.s02a_spanish_blackjack import SpanishBlackjack
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

GAME = "qld/spanish-blackjack"


@cache
def analysis(*settings: str, stake: int | None = None, decks: str = "6") -> SpanishBlackjackOdds:
    made = analyse(GAME, {"decks": decks}, settings, stake=stake)
    assert isinstance(made, SpanishBlackjackOdds)
    return made


def own(t: Table) -> int:
    """What the wagers of the odds brought, without the super bonus and what lies beside."""
    return sum(brings(line) for line in t.lines if line.wager not in t.game.sides and line.wager != "super bonus")


# -- arrays against rounds -----------------------------------------------------------------------------------


def by_arrays(it: SpanishBlackjack, shoe: SpanishShoe, t: Table) -> float:
    """What the arrays say of the round that lies on the table, in units of the original wager."""
    rules = shoe.rules
    hands = [hand for hand in ("1a", "1b") if hand in t.hands] or ["1"]
    dealer = t.hands[DEALER].cards
    count = it.count(dealer) if len(dealer) > 1 else NO_HAND
    alike = [at for one, at in rules.ending.items() if one[::2] == count[::2]]
    ending = alike[0] if alike else rules.ending[it.count(("Ks", "Kd", "Kc"))]
    insured = any(line.wager == "insurance" for line in t.lines)
    stake = next(line.stake for line in t.lines if line.wager == "original")
    total = sum(line.stake for line in t.lines if line.wager == "insurance") / stake
    total = total * float(rules.insurance[rank_of(dealer[1])]) if insured else 0.0
    if any(line.outcome == "surrender" or str(line.clause) == "QLD-2a-8(4)" for line in t.lines):
        return total + float(rules.surrender[ending])
    states = [state_of(it, shoe, t, hand) for hand in hands]
    if len(hands) == 2:
        return total + float(shoe.pair_pay[states[0], states[1], ending])
    return total + float(shoe.split_pay[0][states[0], ending])


def state_of(it: SpanishBlackjack, shoe: SpanishShoe, t: Table, hand: str) -> int:
    cards = t.hands[hand].cards
    if any(one[0] == hand for one in t.notes.get("forfeited", ())):
        return shoe.rules.withdrawn
    doubled = hand in t.notes.get("doubled", ())
    count = it.count(cards, doubled=doubled, split=hand != "1")
    row = shoe.rules.over if count.points > 21 else shoe.rules.row[count]
    if doubled:
        aces = sum(rank_of(card) == ACE for card in cards[:2])
        before = shoe.rules.where[held_by(cards[:-1])]
        shown, twice = shoe.rules.hands.doubled[aces, before, rank_of(cards[-1])], shoe.rules.pay[TWICE]
        assert (twice[shown] == twice[row]).all()
    elif count.points <= 21:
        at = shoe.rules.where[held_by(cards)]
        mean = int((shoe.rules.hands.plain if hand == "1" else shoe.rules.hands.split)[at])
        assert row in shoe.rules.mixed.get(mean, {mean: 1})
    return row + shoe.rows * doubled


def agrees(it: SpanishBlackjack, rounds: int, seed: str) -> dict[str, int]:
    """Play rounds at random; the arrays must agree with each. Gives how often special things came up."""
    shoe = SpanishShoe(compile_spanish(it, it.minimum), np.full(10, 24))
    source = SeededSource(seed)
    it.unit = it.minimum = 2000
    t, dealer = Table(it), VirtualDealer(source, RandomPlayers(source, {1: "Ann"}))
    seen = dict.fromkeys(("split", "withdrawn", "surrendered", "void surrender", "taken", "spared",
                          "insured", "no second card", "678"), 0)
    for number in range(rounds):
        drive(t, dealer)
        stake = next(line.stake for line in t.lines if line.wager == "original")
        full = all(line.stake == stake for line in t.lines if line.wager in ("double down", "split"))
        if full:
            assert round(by_arrays(it, shoe, t) * stake) == own(t), (number, t.lines, dict(t.hands))
        clauses = {str(one) for line in t.lines for one in (line.clause, *line.also)}
        seen["split"] += "1a" in t.hands
        seen["withdrawn"] += "forfeited" in t.notes
        seen["surrendered"] += "QLD-2a-8(5)" in clauses
        seen["void surrender"] += "QLD-2a-8(4)" in clauses
        other = {f"QLD-2a-10:players-original-wager({limb})" for limb in "bc"}
        seen["taken"] += any(line.outcome == "lose" and not other.isdisjoint(line.also) for line in t.lines)
        seen["spared"] += "QLD-2a-10(5)" in clauses or "QLD-2a-9(5)" in clauses
        seen["insured"] += any(line.wager == "insurance" for line in t.lines)
        seen["no second card"] += len(t.hands[DEALER].cards) == 1
        seen["678"] += any("678" in one for one in clauses)
    return seen


def test_arrays_agree_with_twenty_thousand_rounds() -> None:
    it = game(GAME)
    assert isinstance(it, SpanishBlackjack)
    seen = agrees(it, 20_000, "arrays")
    assert all(seen.values()), seen


# -- best play -------------------------------------------------------------------------------------------------


def test_best_play_simulated_lies_within_four_standard_errors() -> None:
    best = analyse(GAME, {"additional": "none"})
    t, dealer = Table(best.game), VirtualDealer(SeededSource("best"), BestPlay(best))
    unit, rounds = best.whole_stake(2), 2_000
    found: dict[str, list[float]] = {"original": [], "double down": [], "split": []}
    for _ in range(rounds):
        drive(t, dealer)
        found["original"].append(own(t) / unit)
        for line in t.lines:
            if best.row_of(line.wager) in ("double down", "split"):
                found[best.row_of(line.wager)].append(brings(line) / unit)
    for kind, results in found.items():
        row = best.sheet.row(kind)
        assert abs(sum(results) / len(results) - float(row.expectation)) < 4 * row.std_dev / sqrt(len(results)), kind
        often = float(row.frequency)
        assert abs(len(results) / rounds - often) < 4 * sqrt(2 * often / rounds), kind


@pytest.mark.parametrize("name", ["original", CHART])
def test_lines_add_up_to_what_the_recursion_says(name: str) -> None:
    """The lines come of every pair of hands of a split with every dealer's hand; the mean of a recursion and what two
    hands do to each other."""
    row = analysis().sheet.row(name)
    assert abs(fsum(float(line.probability) for line in row.lines) - 1.0) < 1e-12
    assert row.mean is not None
    assert abs(fsum(float(line.net) * float(line.probability) for line in row.lines) - float(row.mean)) < 1e-12


def test_a_split_ends_the_same_to_the_last_bit_whichever_plans_are_counted_with_it(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    it = analysis()
    plans, eights = [it.best.plan, it.basic.plan, it.from_shoe.plan(start=it.basic.chart.start)], (7, 1)
    together, alone = (SpanishShoe(it.rules, it.cards) for _ in range(2))
    found = together._of_plans(plans, *eights)
    assert all((alone._of_plans([plan], *eights)[0] == ends).all() for plan, ends in zip(plans, found, strict=True))
    # Pairs too many to be numbered are counted some at a time.
    monkeypatch.setattr(blackjack_pairs, "ROOM", 44)
    some = SpanishShoe(it.rules, it.cards)._of_plans(plans, *eights)
    assert all(np.allclose(ends, other, rtol=1e-12, atol=1e-18) for ends, other in zip(found, some, strict=True))
    assert abs(found[0].sum() - 1.0) < 1e-12


def test_what_the_sheet_says() -> None:
    sheet = analysis().sheet
    assert f"{float(sheet.row('original').house_edge):.5%}" == "0.39314%"
    assert f"{float(sheet.row(CHART).house_edge):.5%}" == "0.41601%"
    tables = {table.name: dict(zip(table.rows, table.cells, strict=True)) for table in sheet.strategy.tables}
    marks = {name: {row: [cell.play for cell in cells] for row, cells in table.items()}
             for name, table in tables.items()}
    assert marks["hard totals"]["11"] == ["D4", "D5", "D5", "D5", "D5", "D4", "D4", "D4", "D4", "D4"]
    assert marks["hard totals"]["17"] == ["S"] * 6 + ["S6", "S6", "S6", "H"]
    assert marks["pairs"]["A-A"] == ["P"] * 9 + ["H"] and marks["pairs"]["T-T"] == ["S"] * 10
    assert marks["after a double down"]["16 or less"] == ["K"] * 6 + ["W"] * 4
    assert marks["after a double down"]["17"] == ["K"] * 9 + ["W"]
    used = {mark for table in marks.values() for row in table.values() for mark in row}
    assert used <= set(sheet.strategy.legend)


def test_the_chart_is_best_among_its_kind() -> None:
    """No cell of the chart can be bettered by itself, and best play is better than it."""
    made = analysis()
    basic = made.basic
    assert basic.better(basic.plan, basic.withdrawn()).same(basic.chart)
    assert 0.0 < made.from_shoe.mean(*made.best) - made.from_shoe.mean(*made.by_chart) < 0.0005


def test_the_super_bonus_is_worth_what_is_published_of_it() -> None:
    """Wikipedia, Spanish 21: with no other players and bets of exactly $5 or $25 the super bonus lowers the house edge
    by 0.030% in a game of six decks."""
    for stake in (500, 2500):
        made = analysis(stake=stake)
        won = fsum(chance for chance, _ in map(made._bonus_by, made._sevens))
        assert f"{won * made.game.bonus(stake).pays(stake) / stake:.3%}" == "0.030%"
        # Best play for the odds splits two 7s against a 7.
        row = made.super_bonus()
        assert float(row.expectation) == 0.0 and "brings 2.82e-04" in row.note
    assert analysis(stake=2400).game.bonus(2499).pays(2499) == 100_000


def test_the_whole_game_as_near_as_published() -> None:
    """Wikipedia, Pontoon (card game), house edges by simulation of a strategy to learn: 0.41% with six decks, one
    split, doubles of any number of cards, and of a box that is lost to a blackjack busted bets and one more; the super
    bonus taken as 100 to 1. To double two cards alone costs some 0.16% (0.50% instead of 0.34%, with three hands)."""
    chart = float(analysis().sheet.row(CHART).house_edge)
    won = fsum(chance for chance, _ in map(analysis()._bonus_by, analysis()._sevens))
    assert chart - 100 * won == pytest.approx(0.0041, abs=0.0001)
    other = analysis("double.on=two cards")
    assert -other.from_shoe.mean(*other.by_chart) - chart == pytest.approx(0.0016, abs=0.0001)


# -- another question ------------------------------------------------------------------------------------------


def edge(*settings: str) -> float:
    made = analysis(*settings)
    return -made.from_shoe.mean(*made.best)


def test_what_rules_are_worth() -> None:
    plain = edge()
    assert 0.0004 < edge("double.withdraw=never", "surrender=never") - plain < 0.001
    assert edge("original.blackjack=6 to 5") - plain == pytest.approx(0.3 * 0.0418118, abs=1e-7)


def test_surrender_is_taken_where_it_pays() -> None:
    """With few cards that could make a 21 of it a bad hand is given up."""
    made = analyse(GAME, None, (), shoe={"A": 2, "2": 1, "3": 1, "4": 1, "6": 3, "7": 5, "8": 6, "9": 6, "T": 9})
    assert isinstance(made, SpanishBlackjackOdds)
    starts = made.best.plan.start
    assert (starts == SURRENDER).any() and (starts == SPLIT).any()
    row = made.sheet.row("original")
    assert any("surrendered" in line.label for line in row.lines)
    assert abs(fsum(float(line.net) * float(line.probability) for line in row.lines) - float(row.expectation)) < 1e-12
    assert "Surrender: " in made.sheet.strategy.advice[1] and "never" not in made.sheet.strategy.advice[1]


def test_insurance_is_taken_where_it_pays() -> None:
    made = analyse(GAME, None, (), shoe={"A": 4, **dict.fromkeys("2345678", 2), "9": 3, "T": 20})
    assert isinstance(made, SpanishBlackjackOdds)
    assert made.best.insured.any()
    row = made.sheet.row("original")
    assert "insurance" in row.includes
    assert abs(fsum(float(line.net) * float(line.probability) for line in row.lines) - float(row.expectation)) < 1e-11


def test_a_shoe_that_cannot_be() -> None:
    with pytest.raises(BadQuestion, match="decks do not leave 73 cards"):
        analyse(GAME, None, (), shoe={"A": 24, "T": 73, "9": 20}).sheet  # noqa: B018
