"""Blackjack's par sheet: published figures, closed forms, basic strategy, options, shoes, what-ifs.

Published under the same rules, or rules that differ by what a what-if can change:
wizardofodds.com/games/blackjack/appendix/2b (the dealer's chances without a look at the second card, one deck);
appendix/9/euro-6dh17r4 and euro-8dh17r4 (no hole card, the dealer draws on soft 17 and takes every stake);
appendix/9/5ds17r4 (five decks, hole card looked at before play: the same once a blackjack is out of question);
games/australian-blackjack (eight decks, double on 9 to 11, one split, lost hands never spared: 0.59%);
blackjackreview.com/wp/blackjack-rule-variations (six decks -0.56%, with doubles after a split +0.14%, double on 9 to
11 only -0.09%, no second split -0.04%; eight decks -0.02%; the dealer draws on soft 17 -0.20%);
en.wikipedia.org/wiki/Blackjack (no hole card, every stake lost to a blackjack: 0.11%)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import fsum

import numpy as np
import pytest

from pitboss.odds import analyse
from pitboss.odds.analysis import BadQuestion
from pitboss.odds.blackjack import PLAYS, BlackjackOdds
from pitboss.odds.blackjack_dealer import draws_of, ends_beside
from pitboss.odds.blackjack_rules import ACE, RANKS, TEN
from pitboss.odds.par import ParSheet

PLAIN, SOFT_17 = "qld/blackjack", "qld/soft-17-blackjack"


@lru_cache(8)
def analysis(id: str = PLAIN, decks: str = "6", *settings: str, **shoe: int) -> BlackjackOdds:
    left = {name.removeprefix("r"): many for name, many in shoe.items()} or None
    made = analyse(id, {"decks": decks}, settings, shoe=left)
    assert isinstance(made, BlackjackOdds)
    return made


def sheet(id: str = PLAIN, decks: str = "6", *settings: str) -> ParSheet:
    return analysis(id, decks, *settings).sheet


def edge(id: str = PLAIN, decks: str = "6", *settings: str, basic: bool = False, **shoe: int) -> float:
    """The edge of the whole game, without how it comes about."""
    of = analysis(id, decks, *settings, **shoe)
    return -of.from_shoe.mean(*(of.by_chart if basic else of.best))


def held(of: BlackjackOdds, hand: str) -> int:
    """A hand by its cards: "T2"."""
    return of.rules.where[tuple(sorted(map(RANKS.index, hand)))]


# -- published figures -------------------------------------------------------------------------------------

ONE_DECK = {
    "A": (0.126128, 0.131003, 0.129486, 0.131553, 0.0515646, 0.313726, 0.11654),
    "2": (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0, 0.352973),
    "3": (0.130313, 0.130946, 0.123761, 0.123345, 0.116047, 0, 0.375588),
    "4": (0.130973, 0.114163, 0.120679, 0.116286, 0.115096, 0, 0.402803),
    "5": (0.119687, 0.123483, 0.116909, 0.104694, 0.106321, 0, 0.428905),
    "6": (0.166948, 0.106454, 0.107192, 0.100705, 0.0978785, 0, 0.420823),
    "7": (0.372345, 0.138583, 0.0773344, 0.0788967, 0.072987, 0, 0.259854),
    "8": (0.130857, 0.362989, 0.129445, 0.0682898, 0.0697914, 0, 0.238627),
    "9": (0.121886, 0.103921, 0.357391, 0.12225, 0.0611088, 0, 0.233442),
    "T": (0.114418, 0.112879, 0.114662, 0.328879, 0.0364661, 0.0784314, 0.214264),
}


@pytest.mark.parametrize("up", ONE_DECK)
def test_the_dealers_chances_from_one_deck(up: str) -> None:
    rules = analysis().rules
    left = np.array([4] * 9 + [16])
    left[RANKS.index(up)] -= 1
    beside = np.zeros((1, len(rules.endings)))
    ends_beside(left, RANKS.index(up), np.zeros(1, np.int64), draws_of(rules.tree), beside)
    odds = beside[0]
    found = dict.fromkeys((17, 18, 19, 20, 21, "blackjack", "over"), 0.0)
    for count, likely in zip(rules.endings, odds, strict=True):
        found["blackjack" if count.blackjack else "over" if count.points > 21 else count.points] += float(likely)
    assert list(found.values()) == pytest.approx(ONE_DECK[up], abs=6e-7)
    assert fsum(odds) == pytest.approx(1, abs=1e-14)


# Against an ace: stand, draw, and double down where it may be.
NO_HOLE_CARD = {
    ("6", "32"): (-0.721887, -0.529734), ("6", "42"): (-0.721646, -0.548031), ("6", "A2"): (-0.722356, -0.379910),
    ("6", "54"): (-0.721243, -0.396287, -0.932671), ("6", "64"): (-0.720814, -0.286818, -0.639108),
    ("6", "65"): (-0.720879, -0.235772, -0.535879), ("6", "A7"): (-0.466029, -0.421285),
    ("8", "32"): (-0.721955, -0.528987), ("8", "53"): (-0.721657, -0.492985), ("8", "A6"): (-0.665036, -0.462428),
    ("8", "54"): (-0.721465, -0.395636, -0.932679), ("8", "64"): (-0.721150, -0.286345, -0.639456),
    ("8", "65"): (-0.721201, -0.235977, -0.537869), ("8", "A7"): (-0.465508, -0.420237),
}


@pytest.mark.parametrize(("decks", "hand"), NO_HOLE_CARD)
def test_hands_against_an_ace_without_a_hole_card(decks: str, hand: str) -> None:
    of = analysis(SOFT_17, decks, "dealer.blackjack-takes=all")
    found = of.from_shoe.plan().first[:3, held(of, hand), ACE]
    expected = NO_HOLE_CARD[decks, hand]
    assert found[: len(expected)] == pytest.approx(expected, abs=6e-7)
    assert (found[2] == -np.inf) == (len(expected) == 2)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("32", (-0.665509, -0.281526)), ("A5", (-0.665147, -0.173598)), ("54", (-0.664220, -0.066434, -0.425176)),
     ("64", (-0.661223, 0.081318, -0.002174)), ("65", (-0.660850, 0.148532, 0.133896))],
)
def test_hands_against_an_ace_that_is_no_blackjack(hand: str, expected: tuple[float, ...]) -> None:
    """The original wager only is lost to a blackjack, so play is that of a dealer who has looked."""
    of = analysis(PLAIN, "5")
    likely = Fraction(80, 257)
    for play, value in enumerate(expected):
        found = of.from_shoe.plan().first[play, held(of, hand), ACE]
        assert (found + likely) / (1 - likely) == pytest.approx(value, abs=6e-7)


def test_how_likely_first_hands_are() -> None:
    """Published together with the dealer's second card being no ten."""
    of = analysis(SOFT_17)
    no_ten = 1 - 96 / 309
    assert of.from_shoe.deals[held(of, "32"), ACE] * no_ten == pytest.approx(0.00063359, abs=6e-9)
    assert of.from_shoe.deals[held(of, "A2"), ACE] * no_ten == pytest.approx(0.00060719, abs=6e-9)
    assert fsum(of.from_shoe.deals.flat) == pytest.approx(1, abs=1e-14)


def test_the_whole_game_as_near_as_published() -> None:
    """Sums of effects of single rules: right to a few hundredths of a per cent."""
    six, eight = edge(basic=True), edge(PLAIN, "8", basic=True)
    soft, takes_all = edge(SOFT_17, basic=True), edge(PLAIN, "6", "dealer.blackjack-takes=all", basic=True)
    assert six == pytest.approx(0.0056 - 0.0014 + 0.0009 + 0.0004, abs=2e-4)
    assert eight - six == pytest.approx(0.0002, abs=1e-4)
    assert soft - six == pytest.approx(0.0020, abs=3e-4)
    assert takes_all - six == pytest.approx(0.0011, abs=1e-4)
    assert 0.0057 < eight < 0.0059


def test_no_hole_card_with_every_double_as_published_but_for_further_splits() -> None:
    """0.72705% with three splits; a single one costs a little more."""
    settings = ("dealer.blackjack-takes=all", "double.on=any two cards", "double.ace=1 or 11")
    assert 0.0072705 + 0.0002 < edge(SOFT_17, "6", *settings) < 0.0072705 + 0.0006


# -- closed forms ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [5, 6, 7, 8])
def test_insurance_and_even_money_in_closed_form(decks: int) -> None:
    of = analysis(PLAIN, str(decks))
    row = of.insurance()
    assert row.house_edge == 1 - 3 * Fraction(16 * decks, 52 * decks - 1)
    assert row.exact and row.frequency == Fraction(1, 13)
    assert of.from_shoe.waits(ACE) == pytest.approx(1.5 * (1 - (16 * decks - 1) / (52 * decks - 3)), abs=1e-14)
    assert not of.even_money and not of.best.insured[of.from_shoe.deals[:, ACE] > 0].any()


@pytest.mark.parametrize(("id", "decks"), [(PLAIN, 5), (PLAIN, 6), (SOFT_17, 6), (SOFT_17, 8)])
def test_the_lines_are_whole_and_bring_what_the_recursion_brings(id: str, decks: int) -> None:
    made = sheet(id, str(decks))
    naturals = Fraction(2 * 4 * decks * 16 * decks, 52 * decks * (52 * decks - 1))
    for row in made.wagers:
        assert fsum(float(line.probability) for line in row.lines) == pytest.approx(1, abs=1e-13)
        brought = fsum(float(line.net) * float(line.probability) for line in row.lines)
        assert brought == pytest.approx(float(row.expectation), abs=max(row.error, 1e-15))
    for row in made.wagers[:2]:
        found = fsum(float(line.probability) for line in row.lines if line.label.startswith("blackjack"))
        assert found == pytest.approx(float(naturals), abs=1e-14)
        assert 0 < row.error < 1e-11


def test_added_wagers_make_up_the_difference_between_stake_and_round() -> None:
    made = sheet()
    original, double, split = (made.row(name) for name in ("original", "double down", "split"))
    assert original.average_stake == pytest.approx(1 + double.frequency + split.frequency, abs=1e-14)
    assert double.house_edge < 0 and split.house_edge < 0 < original.house_edge
    assert original.element_of_risk < original.house_edge


# -- options and variants ----------------------------------------------------------------------------------


def test_more_decks_cost_more_and_a_dealer_who_draws_on_soft_17_too() -> None:
    for basic in (False, True):
        plain = [edge(PLAIN, decks, basic=basic) for decks in "5678"]
        soft = [edge(SOFT_17, decks, basic=basic) for decks in "5678"]
        assert plain == sorted(plain) and soft == sorted(soft)
        assert all(0.0020 < more - less < 0.0024 for less, more in zip(plain, soft, strict=True))


def test_edges_do_not_move() -> None:
    """What this analysis found, to ten figures, when brute force and simulation last agreed with its method."""
    assert [edge(id, decks) for id in (PLAIN, SOFT_17) for decks in "5678"] == pytest.approx([
        0.00530462222, 0.00551996676, 0.00567395535, 0.00578910454,
        0.00751156068, 0.00773813440, 0.00790015953, 0.00802161669,
    ], abs=1e-10)
    assert [edge(id, basic=True) for id in (PLAIN, SOFT_17)] == pytest.approx([0.00555045972, 0.00776569451], abs=1e-10)
    assert sheet().row("original").house_edge == edge()


def test_basic_strategy_costs_little_more_than_best_play() -> None:
    for id in (PLAIN, SOFT_17):
        assert 0 < edge(id, basic=True) - edge(id) < 1e-4


# -- basic strategy ----------------------------------------------------------------------------------------

CHART = {
    "9": "HDDDDHHHHH", "10": "DDDDDDDDHH", "11": "DDDDDDDDDH", "12": "HHSSSHHHHH", "13": "SSSSSHHHHH",
    "16": "SSSSSHHHHH", "17": "SSSSSSSSSS", "8": "HHHHHHHHHH",
}
SOFT_CHART = {"13": "HHHHHHHHHH", "17": "HHHHHHHHHH", "18": "SSSSSSSHHH", "19": "SSSSSSSSSS"}
PAIRS = {
    "A-A": "PPPPPPPPPP", "2-2": "PPPPPPHHHH", "3-3": "PPPPPPHHHH", "4-4": "HHHPPHHHHH", "5-5": "DDDDDDDDHH",
    "6-6": "PPPPPHHHHH", "7-7": "PPPPPPHHHH", "8-8": "PPPPPPPPPP", "9-9": "PPPPPSPPSS", "T-T": "SSSSSSSSSS",
}


def marks(made: ParSheet, table: int) -> dict[str, str]:
    shown = made.strategy.tables[table]
    return {row: "".join(cell.play for cell in cells) for row, cells in zip(shown.rows, shown.cells, strict=True)}


def test_the_chart_is_the_one_people_learn() -> None:
    made = sheet()
    for table, chart in enumerate((CHART, SOFT_CHART, PAIRS)):
        assert {row: marks(made, table)[row] for row in chart} == chart
    assert made.strategy.tables[0].columns == ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
    assert made.strategy.legend.keys() == {"S", "H", "D", "P"}
    cells = [cell for table in made.strategy.tables for line in table.cells for cell in line]
    assert len(cells) == 350 and all(cell.value is not None and cell.value > 0 for cell in cells)


def test_soft_17_doubles_eleven_and_splits_eights_against_an_ace() -> None:
    """As published for a dealer who looks at the second card first: a blackjack takes nothing that was added."""
    made, of = sheet(SOFT_17), analysis(SOFT_17)
    assert marks(made, 0)["11"] == "D" * 10
    assert marks(made, 2)["8-8"] == "P" * 10 and marks(made, 2)["A-A"] == "P" * 10
    plan, eights = of.best.plan, held(of, "88")
    draw, split = plan.first[1, eights, ACE], plan.first[3, eights, ACE]
    assert draw < split


def test_no_cell_of_the_chart_can_be_bettered_by_itself() -> None:
    of = analysis()
    shoe, chart = of.from_shoe, of.basic.chart
    none = np.zeros(len(of.rules.hands.live), np.bool_)
    mean = shoe.mean(of.basic.plan, none, False)
    for cell, up in ((12, 3), (12, 1), (16, TEN), (13, 1), (9, 1), (10, TEN), (11, ACE), (32 + 18, ACE), (32 + 18, 7)):
        for table in ("draws", "doubles"):
            other = getattr(chart, table).copy()
            other[cell, up] ^= True
            changed = chart._replace(**{table: other})
            assert shoe.mean(shoe.plan(of.basic.follow(changed), chart.splits), none, False) <= mean
    assert -mean == edge(basic=True)


def test_where_the_cards_of_a_hand_matter() -> None:
    advice = sheet().strategy.advice
    assert any("T-2 against 4: draw, not stand" in line for line in advice)
    assert any(line.startswith("Insurance: never") for line in advice)
    assert any("refuse" in line for line in advice if line.startswith("Even money"))


# -- what-ifs ----------------------------------------------------------------------------------------------


def test_six_to_five_makes_even_money_worth_taking() -> None:
    made = sheet(PLAIN, "6", "original.blackjack=6 to 5")
    assert analysis(PLAIN, "6", "original.blackjack=6 to 5").even_money
    assert any(line.label == "blackjack paid at once" for line in made.row("original").lines)
    # All other blackjacks that win bring 0.3 less.
    naturals, at_once = Fraction(48 * 96, 312 * 311), Fraction(48 * 96 * 23, 312 * 311 * 310)
    to_tens = Fraction(48 * 96 * 95, 312 * 311 * 310) * Fraction(23, 309)
    cost = (naturals - at_once - to_tens) * Fraction(3, 10) + at_once * (
        Fraction(3, 2) * (1 - Fraction(95, 309)) - 1)
    more = made.row("original").house_edge - sheet().row("original").house_edge
    assert more == pytest.approx(float(cost), abs=1e-12)


def test_insurance_that_pays_is_taken() -> None:
    made = sheet(PLAIN, "6", "insurance=3 to 1")
    assert "insurance" in made.row("original").includes
    assert made.row("insurance").house_edge == 1 - 4 * Fraction(96, 311)
    gain = sheet().row("original").house_edge - made.row("original").house_edge
    assert gain == pytest.approx(float(Fraction(1, 26) * (4 * Fraction(96, 311) - 1)), abs=1e-12)
    assert "always" in made.strategy.advice[0]


def test_dealer_rules_as_provisions() -> None:
    plain = edge()
    assert edge(PLAIN, "6", "dealer.soft-17=draw") == edge(SOFT_17)
    assert edge(SOFT_17, "6", "dealer.soft-17=stand") == plain
    assert edge(PLAIN, "6", "dealer.blackjack-takes=original only") == plain
    assert edge(PLAIN, "6", "double.on=9 to 11") == plain
    assert edge(PLAIN, "6", "double.on=10 and 11") > plain + 0.0005
    assert not analysis(PLAIN, "6", "double.on=10 and 11").basic.chart.doubles[9].any()


def test_other_doubles_pay_only_with_the_ace_as_eleven() -> None:
    assert edge(PLAIN, "6", "double.on=any two cards") == pytest.approx(edge(), abs=1e-12)
    free = sheet(PLAIN, "6", "double.on=any two cards", "double.ace=1 or 11")
    assert free.row("original").house_edge < edge() - 0.0008
    assert marks(free, 1)["17"].startswith("HDDDD") and "Ds" in free.strategy.legend


def test_a_provision_that_cannot_be_is_told_in_a_line() -> None:
    with pytest.raises(BadQuestion, match="it can be stand, draw"):
        analysis(PLAIN, "6", "dealer.soft-17=peek")


# -- shoes -------------------------------------------------------------------------------------------------


def test_a_full_shoe_by_its_ranks_is_the_full_shoe() -> None:
    full = {f"r{rank}": 24 for rank in "23456789"}
    assert edge(PLAIN, "6", A=24, T=24, J=24, Q=24, K=24, **full) == edge()
    assert edge(PLAIN, "6", A=24, r10=96, **full) == edge()


def test_tens_are_good_for_the_player_and_fives_are_not() -> None:
    full = {f"r{rank}": 24 for rank in "2346789"} | {"A": 24}
    assert edge(PLAIN, "6", **full, r5=12, T=96) < edge() - 0.005
    assert edge(PLAIN, "6", **full, r5=24, T=72) > edge() + 0.005
    fewer = analysis(PLAIN, "6", **full, r5=24, T=72)
    assert fewer.insurance().house_edge == 1 - 3 * Fraction(72, 24 * 9 + 72 - 1)
    assert any("the shoe asked about" in note for note in fewer.notes())


def test_a_shoe_without_aces_or_pairs() -> None:
    no_ace = analysis(PLAIN, "6", **{f"r{rank}": 24 for rank in "23456789"}, T=96).sheet
    assert no_ace.row("insurance").frequency == 0 and no_ace.row("insurance").lines == ()
    assert "no ace" in no_ace.strategy.advice[0] and "-" in no_ace.strategy.legend
    single = analysis(PLAIN, "6", **{f"r{rank}": 1 for rank in "23456789"}, A=1, T=4).sheet
    assert set(marks(single, 2)["8-8"]) == {"-"}
    assert single.row("split").frequency >= 0


@pytest.mark.parametrize(
    ("shoe", "told"),
    [({"A": 25}, "do not leave 25"), ({"A": -1}, "do not leave -1"), ({"X": 3}, "no card has the rank 'X'"),
     ({"T": 97}, "do not leave 97"), ({"K": 25}, "do not leave 25"), ({"T": 90, "K": 8}, "98 cards that count 10"),
     ({"A": 20, "2": 20}, "run out"), ({"T": 7}, "run out"), ({}, "run out")],
)
def test_an_impossible_shoe_is_told_in_a_line(shoe: dict[str, int], told: str) -> None:
    with pytest.raises(BadQuestion, match=told) as bad:
        _ = analyse(PLAIN, shoe=shoe).sheet
    assert "\n" not in str(bad.value)


def test_plays_are_named_as_the_schedule_names_them() -> None:
    assert PLAYS == ("stand", "draw", "double down", "split")
    assert analysis().row_of("double down 1b") == "double down" and analysis().row_of("split") == "split"
