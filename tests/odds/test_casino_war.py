"""Casino war's par sheet.

Published for six and eight decks, with equal war cards winning two units as here, winning one, and with every equal
card surrendered, and for the tie at 10 to 1: 2.33%, 2.88%, 3.70%, 18.65% and 2.34%, 2.90%, 3.73%, 17.83%
(wizardofodds.com/games/casino-war)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from math import sqrt

import pytest

from pitboss.equipment.cards import rank
from pitboss.equipment.rng import SeededSource
from pitboss.law.results import LOSE, SURRENDER, WIN
from pitboss.odds import analyse
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.casino_war import ADDED, ALWAYS_SURRENDER, BOTH, CasinoWarOdds
from pitboss.table.acts import Answer, Choice, Close, Lapse, Place
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER, Settled
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Choose, Gather
from pitboss.table.table import Table

GAME = "qld/casino-war"
RANKS = "23456789TJQKA"


def odds(*settings: str, shoe: Mapping[str, int] | None = None, **options: str) -> CasinoWarOdds:
    counted = analyse(GAME, options, settings, shoe=shoe)
    assert isinstance(counted, CasinoWarOdds)
    return counted


def edge(counted: CasinoWarOdds, wager: str) -> Fraction:
    return Fraction(counted.sheet.row(wager).house_edge)


@pytest.mark.parametrize("decks, here, one_to_one, surrender, tie", [
    ("6", 2.33, 2.88, 3.70, 18.65), ("8", 2.34, 2.90, 3.73, 17.83),
])
def test_as_published(decks: str, here: float, one_to_one: float, surrender: float, tie: float) -> None:
    counted, stingy = odds(decks=decks), odds("go to war.equal war cards=1 to 1", decks=decks)
    found = [edge(counted, "casino war"), edge(stingy, "casino war"), edge(counted, ALWAYS_SURRENDER),
             edge(counted, "tie")]
    assert [round(100 * float(one), 2) for one in found] == [here, one_to_one, surrender, tie]


@pytest.mark.parametrize("decks", [6, 8])
def test_closed_forms(decks: int) -> None:
    """A second card is equal to the first with (4n - 1) / (52n - 1); half of the bet on each is the cost of
    surrendering."""
    equal = Fraction(4 * decks - 1, 52 * decks - 1)
    counted = odds(decks=str(decks))
    assert edge(counted, "tie") == 1 - 11 * equal
    assert edge(counted, ALWAYS_SURRENDER) == equal / 2
    assert counted.sheet.row("go to war").frequency == equal
    assert counted.sheet.row("casino war").average_stake == 1 + equal


def test_rows_are_whole_and_exact() -> None:
    for one in odds().sheet.wagers:
        assert sum(line.probability for line in one.lines) == 1 and one.exact


def test_a_what_if_of_the_tie() -> None:
    """At 11 to 1, as terminals pay it, equal cards bring one unit more."""
    assert edge(odds(), "tie") - edge(odds("tie=11 to 1"), "tie") == Fraction(23, 311)


def test_rules_put_another_way() -> None:
    assert edge(odds("surrender.takes=all of it"), ALWAYS_SURRENDER) == Fraction(23, 311)
    both, counted = odds("war.first wager=wins too"), odds()
    won = sum(line.probability for line in counted.sheet.row("casino war").lines
              if line.label in ("at war, higher war card", "at war, equal war cards"))
    assert edge(counted, "casino war") - edge(both, "casino war") == won


def test_best_play_goes_by_the_shoe() -> None:
    assert odds().sheet.strategy.advice[0] == "Go to war on every equal card; never surrender."
    beaten = odds("go to war.higher war card=1 to 100", "go to war.equal war cards=1 to 100")
    assert beaten.sheet.strategy.advice == ("Surrender every equal card; never go to war.",)
    assert beaten.sheet.row("go to war").frequency == 0
    # Of four cards only the pair that is left after equal kings can come.
    few = odds(shoe={"K": 2, "2": 2})
    assert few.wars["Ks", BOTH][0].net == 2 and few.sheet.strategy.advice[0].startswith("Go to war on every")
    assert odds(shoe={"2": 1, "3": 1, "4": 1, "5": 1}).sheet.strategy.advice == (
        "No two cards of this shoe are equal: there is nothing to decide.",)


@pytest.mark.parametrize("shoe", [
    {"A": 2, "K": 1, "2": 3}, {"9": 4, "8": 2}, {"T": 1, "J": 1, "Q": 2, "K": 2}, {"2": 1, "3": 1, "4": 1, "5": 1},
], ids=str)
def test_small_shoes_against_every_order(shoe: dict[str, int]) -> None:
    counted = odds(shoe=shoe)
    cards = [name for name, count in shoe.items() for _ in range(count)]
    orders = list(permutations(cards, 4))
    brought = {"casino war": Fraction(0), "tie": Fraction(0)}
    for own, dealer, war, other in orders:
        brought["tie"] += 10 if own == dealer else -1
        first, second = (RANKS.index(a) - RANKS.index(b) for a, b in ((own, dealer), (war, other)))
        fought = 1 if second > 0 else 2 if second == 0 else -2
        fights = first == 0 and counted.goes_to_war(f"{own}s")
        brought["casino war"] += (first > 0) - (first < 0) if first else fought if fights else Fraction(-1, 2)
    for wager, total in brought.items():
        assert -edge(counted, wager) == total / len(orders)


@pytest.mark.parametrize("shoe, said", [
    ({"A": 25}, "6 decks hold 0 to 24 cards of rank A, not 25"),
    ({"A": -1}, "6 decks hold 0 to 24 cards of rank A, not -1"),
    ({"10": 20, "T": 5}, "6 decks hold 0 to 24 cards of rank T, not 5"),
    ({"1": 4}, "no card has the rank '1'"),
    ({"K": 3}, "a round may take 4 cards; the shoe has 3"),
])
def test_impossible_shoes(shoe: dict[str, int], said: str) -> None:
    with pytest.raises(BadQuestion, match=said) as caught:
        _ = odds(shoe=shoe).sheet
    assert "\n" not in str(caught.value)


# -- the table -------------------------------------------------------------------------------------------


def brings(line: Settled) -> int:
    return {WIN: line.pays, LOSE: -line.stake, SURRENDER: -(line.stake // 2)}.get(line.outcome, 0)


class Punter:
    """Bets even amounts, and decides at random."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.placed = chance, False

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Choose):
            name = self.chance.choice([option.name for option in request.options])
            return Choice(request.hand, name, request.player)
        if not isinstance(request, Gather):
            return Lapse()
        self.placed = not self.placed
        stake = 200 * self.chance.randint(1, 50)
        return Place(1, "Ann", (("casino war", stake), ("tie", stake))) if self.placed else Close()


def test_random_rounds_agree_to_the_cent() -> None:
    """What the count says of these cards, fought or surrendered, is what the round pays."""
    counted = odds()
    t, dealer = Table(counted.game), VirtualDealer(SeededSource("war"), Punter(random.Random("war")))
    ways = {kinds: {(own, other): counted.war_line(f"{own}s", f"{other}s", kinds, Fraction(1))
                    for own in RANKS for other in RANKS} for kinds in (BOTH, ADDED)}
    fought = given_up = 0
    for _ in range(20_000):
        drive(t, dealer)
        own, dealers = t.hands["1"].cards, t.hands[DEALER].cards
        stake, brought = t.lines[0].stake, {line.wager: brings(line) for line in t.lines}
        assert brought["tie"] == stake * (10 if rank(own[0]) == rank(dealers[0]) else -1)
        if len(own) == 2:
            faces = own[1][0], dealers[1][0]
            assert brought["go to war"] == ways[ADDED][faces].net * stake
            assert brought["go to war"] + brought["casino war"] == ways[BOTH][faces].net * stake
            fought += 1
        elif rank(own[0]) == rank(dealers[0]):
            assert brought["casino war"] == counted.surrender_brings * stake
            given_up += 1
        else:
            assert brought["casino war"] == stake * (1 if rank(own[0]) > rank(dealers[0]) else -1)
    assert fought > 500 and given_up > 500


def test_simulated_best_play_is_near() -> None:
    counted = odds()
    t, dealer, rounds = Table(counted.game), VirtualDealer(SeededSource("near"), BestPlay(counted)), 5000
    brought = dict.fromkeys(("casino war", "tie"), 0)
    for _ in range(rounds):
        drive(t, dealer)
        for line in t.lines:
            brought["tie" if line.wager == "tie" else "casino war"] += brings(line)
    stake = counted.whole_stake(2)
    for wager, total in brought.items():
        row = counted.sheet.row(wager)
        off = total / (rounds * stake) - float(row.expectation)
        assert abs(off) < 3.3 * row.std_dev / sqrt(rounds), wager


def test_no_tie_wager_where_its_limit_leaves_none() -> None:
    counted = odds(teaching="yes")
    assert counted.places(Table(counted.game)) == (Place(1, "Ann", (("casino war", 200),)),)
