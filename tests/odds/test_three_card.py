"""Three card poker's par sheet: published figures, brute force, the round itself, what-ifs.

Published under the same rules (ante bonus 5-4-1, dealer qualifies with queen high):
wizardofodds.com/games/three-card-poker (edge 3.37% of the ante, element of risk 2.01%, bet on Q-6-4 or better; every
hand 7.65%, queen high or better 3.45%; pair plus 40-30-6-4-1 2.32%, 40-25-6-4-1 3.49%, 35-25-6-4-1 4.58%,
40-30-6-3-1 7.28%); poker-corner.com/articles/364.html (element of risk with a bonus of 5-3-1 2.16%)."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt

import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.decks import deck
from pitboss.equipment.rng import SeededSource
from pitboss.hands import three_card
from pitboss.hands.three_card import ThreeCardCategory, ThreeCardValue
from pitboss.odds import analyse, par_sheet
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.ante_and_raise import PLACES, AnteAndRaiseOdds
from pitboss.odds.ante_and_raise_words import best
from pitboss.odds.par import ParSheet
from pitboss.rulebooks.qld.s12_three_card_poker import ThreeCardPoker
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER, Settled
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.table import Table

GAME = "qld/three-card-poker"
PAIRS = 22_100 * 18_424
# What the game calls the branches of its settlement, in the order of PLACES.
OUTCOMES = ("not qualified", "higher", "stand off", "lower")
QUALIFIERS = tuple(AnteAndRaiseOdds.rules_of(ThreeCardPoker())["dealer.qualifies"])


@cache
def analysis(*settings: str) -> AnteAndRaiseOdds:
    made = analyse(GAME, None, settings)
    assert isinstance(made, AnteAndRaiseOdds)
    return made


def sheet(*settings: str) -> ParSheet:
    return analysis(*settings).sheet


# -- published figures -----------------------------------------------------------------------------------


def test_the_whole_game_as_published() -> None:
    ante = sheet().row("ante")
    assert ante.house_edge == Fraction(686_689, 20_358_520)
    assert round(float(ante.house_edge), 6) == 0.033730
    assert round(float(ante.element_of_risk), 6) == 0.020147
    assert round(ante.std_dev, 2) == 1.64
    assert ante.includes == ("ante", "bet", "ante bonus")
    assert ante.average_stake == 1 + sheet().row("bet").frequency == 1 + Fraction(149, 221)


def test_the_threshold_as_published() -> None:
    cells = best(analysis())
    folds = [value for value, cell in cells.items() if cell.play == "F"]
    assert folds == list(cells)[: len(folds)], "no better hand is folded"
    high = ThreeCardCategory.HIGH_CARD
    assert (folds[-1], list(cells)[len(folds)]) == ((high, (12, 6, 3)), (high, (12, 6, 4)))
    rule, always, same = sheet().strategy.advice
    assert rule == "Bet on Q-6-4 or better; fold anything lower."
    assert "7.65" in always and "3.44912%" in same


def test_other_ways_to_play_as_published() -> None:
    assert round(float(analysis().costs(lambda value: True)), 4) == 0.0765
    assert round(float(analysis().costs(analysis().game.qualifies)), 4) == 0.0345


def test_to_fold_everything_costs_the_ante() -> None:
    assert analysis().costs(lambda value: False) == 1


@pytest.mark.parametrize(("settings", "edge"), [
    ((), 0.0349),
    (("pair plus.three of a kind=30 to 1",), 0.0232),
    (("pair plus.straight flush=35 to 1",), 0.0458),
    (("pair plus.three of a kind=30 to 1", "pair plus.flush=3 to 1"), 0.0728),
])
def test_pair_plus_as_published(settings: tuple[str, ...], edge: float) -> None:
    assert round(float(sheet(*settings).row("pair plus").house_edge), 4) == edge


def test_pair_plus_by_hand() -> None:
    """40 x 48 + 25 x 52 + 6 x 720 + 4 x 1,096 + 3,744 is paid, 16,440 lost, on 22,100 hands."""
    assert sheet().row("pair plus").house_edge == Fraction(16_440 - 15_668, 22_100) == Fraction(193, 5525)


def test_another_ante_bonus_as_published() -> None:
    changed = sheet("ante bonus.three of a kind=3 to 1").row("ante")
    assert round(float(changed.element_of_risk), 4) == 0.0216


# -- all pairs of hands ----------------------------------------------------------------------------------


def test_every_pair_of_hands_is_counted_once() -> None:
    against, sizes = analysis().against, analysis().hands.sizes
    assert against.shape == (len(PLACES), 1755, 1) and sizes.sum() == 22_100
    assert (against >= 0).all()
    assert (against.sum(axis=0) == 18_424).all()
    assert sum(analysis().deals_by_value) == analysis().met.total() == PAIRS


def against(asked: AnteAndRaiseOdds, hand: tuple[Card, ...]) -> list[int]:
    """How many dealer hands are at each place beside one of the player's, as the analysis counts them."""
    counts: list[int] = asked.against[:, *asked.hands.place(hand)].tolist()
    return counts


def test_compiled_counts_are_the_same() -> None:
    hands, qualified = analysis().hands, analysis().qualified
    assert (hands.swept(qualified, False) == hands.against(qualified, False, analysis().work.cache)).all()


def legible(cards: tuple[Card, ...]) -> tuple[int, tuple[int, ...]]:
    """A ranking written again here, from what the schedule says of straights, flushes and pairs."""
    ranks = sorted(("23456789TJQKA".index(card[0]) + 2 for card in cards), reverse=True)
    straight = ranks == [14, 3, 2] or ranks == [ranks[0], ranks[0] - 1, ranks[0] - 2]
    flush = len({card[1] for card in cards}) == 1
    alike = Counter(ranks).most_common()
    high = (3,) if ranks == [14, 3, 2] else (ranks[0],)
    if straight:
        return (5 if flush else 3), high
    if alike[0][1] == 3:
        return 4, (ranks[0],)
    if flush:
        return 2, tuple(ranks)
    if alike[0][1] == 2:
        return 1, (alike[0][0], alike[1][0])
    return 0, tuple(ranks)


def by_force(hand: tuple[Card, ...]) -> dict[str, int]:
    mine = legible(hand)
    found = dict.fromkeys(OUTCOMES, 0)
    for theirs in map(legible, combinations([card for card in deck() if card not in hand], 3)):
        if theirs[0] == 0 and theirs[1][0] < 12:
            found["not qualified"] += 1
        else:
            found["stand off" if mine == theirs else "higher" if mine > theirs else "lower"] += 1
    return found


SAMPLED = [
    "Qc 6d 4h", "Qc 6d 4c", "Qc 6d 3h", "Qs 6s 3s", "2c 3d 5h", "As 2s 3s", "As 2d 3c", "Ah Kh Qh", "7c 7d 7h",
    "2c 2d Ah",
    *(" ".join(random.Random(seed).sample(deck(), 3)) for seed in range(15)),
]


@pytest.mark.parametrize("hand", SAMPLED)
def test_one_hand_against_all_18_424_by_force(hand: str) -> None:
    cards = tuple(hand.split())
    assert dict(zip(OUTCOMES, against(analysis(), cards), strict=True)) == by_force(cards)


def test_the_game_names_the_outcomes_alike() -> None:
    """The arrays stand for what the game says of two hands, on values of every kind and their neighbours."""
    values = analysis().hands.values
    game, qualified = analysis().game, analysis().qualified
    for mine in range(0, len(values), 7):
        for theirs in {*range(0, len(values), 5), mine, max(mine - 1, 0), min(mine + 1, len(values) - 1)}:
            told = "stand off" if mine == theirs else "higher" if mine > theirs else "lower"
            assert game.outcome(values[mine], values[theirs]) == (told if qualified[theirs] else "not qualified")


def test_every_kind_of_hand_comes_as_often_as_it_should() -> None:
    kinds, hands = Counter[ThreeCardCategory](), analysis().hands
    for rank, size in zip(hands.rank, hands.sizes, strict=True):
        kinds[hands.values[rank].category] += size
    assert list(kinds.values()) == [16_440, 3_744, 1_096, 720, 52, 48]


def test_a_game_without_a_qualifier_is_even_but_for_the_bonus() -> None:
    """Whoever bets on everything plays the dealer's own game: what is left is 1,168 units of bonus on 22,100 hands."""
    assert analysis("dealer.qualifies=any hand").costs(lambda value: True) == -Fraction(1168, 22_100)


# -- the sheet -------------------------------------------------------------------------------------------


def test_rows_and_distributions() -> None:
    assert [row.wager for row in sheet().wagers] == ["ante", "bet", "pair plus"]
    for row in sheet().wagers:
        assert sum(line.probability for line in row.lines) == 1
        assert row.exact
        assert all(line.clause.startswith("QLD-12-") for line in row.lines)


def test_the_rows_fit_together() -> None:
    """What the whole game brings is what the bet brings when it is made, the ante by itself, and the bonus."""
    met, game = analysis().met, analysis().game
    ante = bonus = Fraction(0)
    for (value, outcome), count in met.items():
        if outcome == "folded":
            ante -= count
            continue
        ante += {"win": 1, "lose": -1, "stand-off": 0}[game.result("ante", value, outcome).outcome] * count
        paid = game.ante_bonus(value)
        bonus += paid.odds.fraction * count if paid is not None and paid.odds is not None else 0
    bet = sheet().row("bet")
    assert -sheet().row("ante").house_edge == (ante + bonus) / PAIRS - bet.frequency * bet.house_edge
    assert bonus / PAIRS == Fraction(1168, 22_100)


def test_lines_of_the_whole_game() -> None:
    lines = {line.label: line for line in sheet().row("ante").lines}
    assert {label: str(line.net) for label, line in lines.items() if "straight flush" in label} == {
        "higher hand, straight flush": "7", "dealer not qualified, straight flush": "6",
        "stand off, straight flush": "5", "lower hand, straight flush": "3",
    }
    assert lines["higher hand, straight flush"].clause == "QLD-12-23:straight-flush"
    assert lines["lower hand, straight"].outcome == "lose"
    assert (lines["folded"].net, lines["folded"].probability) == (-1, 1 - sheet().row("bet").frequency)


def test_the_table_of_kickers() -> None:
    (table,) = sheet().strategy.tables
    found = {
        (row, column): cell
        for row, cells in zip(table.rows, table.cells, strict=True)
        for column, cell in zip(table.columns, cells, strict=True)
    }
    assert table.name.startswith("Q high")
    assert (found["6", "4"].play, found["6", "3"].play) == ("B", "F")
    assert (found["7", "2"].play, found["5", "4"].play) == ("B", "F")
    assert (found["6", "7"].play, found["J", "10"].play) == ("", ""), "no such hand, and a straight"
    near = found["6", "4"].value
    number = analysis().hands.values.index(ThreeCardValue(ThreeCardCategory.HIGH_CARD, (12, 6, 4)))
    gain = analysis().brings.unit * analysis().gains_by_value[number] / analysis().deals_by_value[number]
    assert near == float(gain) and 0 < near < 0.01
    assert {cell.play for cell in found.values()} == {"B", "F", ""}
    assert set(sheet().strategy.legend) == {"B", "F"}


# -- what-ifs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("qualifies", QUALIFIERS)
def test_suits_never_decide_and_no_paid_hand_is_folded(qualifies: str) -> None:
    changed = analysis(f"dealer.qualifies={qualifies}")
    bets = changed.bets[:, 0]
    least = changed.hands.rank[bets].min()
    assert (bets == (changed.hands.rank >= least)).all()
    for rank in changed.hands.rank[~bets]:
        assert changed.game.pay["pair plus"].get(changed.hands.values[rank].category) is None
    assert bets.all() == (changed.frequency == 1)


@pytest.mark.parametrize(("qualifies", "rule"), [
    ("any hand", "Bet on J-8-5 or better; fold anything lower."),
    ("jack high", "Bet on Q-3-2 or better; fold anything lower."),
    ("queen high", "Bet on Q-6-4 or better; fold anything lower."),
    ("king high", "Bet on every hand."),
    ("a pair", "Bet on every hand."),
])
def test_another_qualifier_changes_best_play(qualifies: str, rule: str) -> None:
    assert sheet(f"dealer.qualifies={qualifies}").strategy.advice[0] == rule


def test_a_threshold_between_two_high_cards_shows_both() -> None:
    names = [table.name[:6] for table in sheet("dealer.qualifies=jack high").strategy.tables]
    assert names == ["Q high", "J high"]
    assert sheet("dealer.qualifies=a pair").strategy.tables == ()


def test_queen_high_is_the_law_as_it_stands() -> None:
    assert sheet("dealer.qualifies=queen high").wagers == sheet().wagers


def test_the_qualifier_by_force() -> None:
    """King high for the dealer: one hand counted again, card by card."""
    changed = analysis("dealer.qualifies=king high")
    hand = ("Qc", "6d", "4h")
    others = [legible(cards) for cards in combinations([card for card in deck() if card not in hand], 3)]
    out = sum(kind == 0 and ranks[0] < 13 for kind, ranks in others)
    assert against(changed, hand) == [out, 0, 0, len(others) - out]


def test_a_pay_line_moves_the_edge_by_what_it_pays() -> None:
    changed = sheet("ante bonus.straight=2 to 1").row("ante")
    assert sheet().row("ante").house_edge - changed.house_edge == Fraction(720, 22_100)
    assert changed.average_stake == sheet().row("ante").average_stake
    assert sheet("pair plus.pair=3 to 2").row("ante").lines == sheet().row("ante").lines


def test_what_the_dealer_cannot_qualify_with() -> None:
    with pytest.raises(BadQuestion, match="it can be any hand, jack high"):
        par_sheet(GAME, settings=["dealer.qualifies=two pair"])


def test_options_of_the_deal_change_nothing() -> None:
    assert par_sheet(GAME, {"device": "shuffler", "dealing": "one"}).wagers == sheet().wagers


# -- the round itself ------------------------------------------------------------------------------------


class Kernel:
    """The arrays of an analysis, asked about one deal at a time."""

    def __init__(self, analysis: AnteAndRaiseOdds) -> None:
        self.analysis, self.values = analysis, analysis.hands.values

    def rank(self, cards: list[Card]) -> int:
        return int(self.analysis.hands.rank[self.analysis.hands.place(cards)[0]])

    def brings(self, mine: list[Card], theirs: list[Card], bet: bool) -> tuple[Fraction, Fraction]:
        """What ante, bet and bonus bring together, and what pair plus brings, per unit."""
        player, dealer = self.rank(mine), self.rank(theirs)
        told = "stand off" if player == dealer else "higher" if player > dealer else "lower"
        outcome = told if self.analysis.qualified[dealer] else "not qualified"
        value, ending = self.values[player], outcome if bet else "folded"
        whole, side = self.analysis.ending(value, ending), self.analysis.hand_line("pair plus", value, ending)
        return Fraction(whole.net), Fraction(side.net)


def result(line: Settled) -> int:
    return -line.stake if line.outcome == "lose" else line.pays


def agree(settings: tuple[str, ...], rounds: int) -> Counter[str]:
    """Random rounds with random decisions: the kernel and the round agree to the cent on every box."""
    asked = analysis(*settings)
    kernel, source, t = Kernel(asked), SeededSource(f"three cards {settings}"), Table(asked.game)
    dealer = VirtualDealer(source, RandomPlayers(source, {1: "Ann", 2: "Ben"}))
    seen = Counter[str]()
    for _ in range(rounds):
        drive(t, dealer)
        for box in (1, 2):
            lines = [line for line in t.lines if line.box == box]
            stake = next(line.stake for line in lines if line.wager == "ante")
            bet = any(line.wager == "bet" for line in lines)
            whole, side = kernel.brings(t.hands[str(box)].cards, t.hands[DEALER].cards, bet)
            assert whole * stake == sum(result(line) for line in lines if line.wager != "pair plus")
            for line in lines:
                seen[f"{line.wager} {line.outcome}"] += 1
                if line.wager == "pair plus":
                    assert side * stake == result(line)
    return seen


def test_the_round_pays_what_the_kernel_says() -> None:
    seen = agree((), 20_000)
    assert set(seen) == {
        "ante win", "ante lose", "ante stand-off", "bet win", "bet lose", "bet stand-off", "bet void",
        "ante bonus win", "pair plus win", "pair plus lose",
    }


def test_the_round_pays_what_the_kernel_says_when_the_law_is_changed() -> None:
    seen = agree(("dealer.qualifies=a pair", "ante bonus.straight=7 to 1", "pair plus.flush=9 to 2"), 3_000)
    assert seen["ante bonus win"] > 100


def test_simulation_falls_within_its_interval() -> None:
    asked, rounds = analysis(), 5_000
    t = Table(asked.game)
    dealer = VirtualDealer(SeededSource("simulated"), BestPlay(asked))
    whole, side, bets = 0, 0, 0
    for _ in range(rounds):
        drive(t, dealer)
        whole += sum(result(line) for line in t.lines if line.wager != "pair plus")
        side += sum(result(line) for line in t.lines if line.wager == "pair plus")
        bets += any(line.wager == "bet" for line in t.lines)
    for total, name in ((whole, "ante"), (side, "pair plus")):
        row = sheet().row(name)
        mean = total / asked.whole_stake() / rounds
        assert abs(mean - float(row.expectation)) < 3.3 * row.std_dev / sqrt(rounds)
    frequency = float(asked.frequency)
    assert abs(bets / rounds - frequency) < 3.3 * sqrt(frequency * (1 - frequency) / rounds)


def test_best_play_bets_on_the_threshold_and_folds_below() -> None:
    assert analysis().bets_on(("Qc", "6d", "4h")) and not analysis().bets_on(("Qc", "6d", "3h"))
    assert sum(map(analysis().bets_on, combinations(deck(), 3))) == analysis().frequency * 22_100


def test_the_legible_ranker_and_the_one_here_agree() -> None:
    for cards in combinations(deck(), 3):
        assert tuple(three_card.value(cards)) == legible(cards)


def test_a_folded_hand_earns_no_bonus() -> None:
    straight = ThreeCardValue(ThreeCardCategory.STRAIGHT, (9,))
    assert analysis().ending(straight, "folded").net == -1
    assert analysis().ending(straight, "lower").net == -2 + 1


def test_simulated_stakes_are_paid_in_whole_cents() -> None:
    changed = analysis("pair plus.pair=2 to 3", "ante bonus.straight=5 to 7")
    (place,) = changed.places(Table(changed.game))
    assert place.wagers == (("ante", 1050), ("pair plus", 1050))
