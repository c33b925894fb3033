"""Lucky draw baccarat's par sheet: brute force on small shoes, the round itself, what-ifs. No figures are published."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import sqrt

import pytest

from pitboss.equipment.rng import SeededSource
from pitboss.law.results import LOSE, WIN
from pitboss.odds import analyse
from pitboss.odds.analysis import BadQuestion, BestPlay
from pitboss.odds.lucky_draw_baccarat import NEVER_DRAWING, LuckyDrawOdds, Seen
from pitboss.table.acts import Answer, Choice, Close, Lapse, Place
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER, Settled
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Asked, Choose, Gather
from pitboss.table.table import Table

GAME = "qld/lucky-draw-baccarat"
PAID = {7: Fraction(3, 2), 8: Fraction(2), 9: Fraction(3)}


def odds(*settings: str, shoe: Mapping[str, int] | None = None, **options: str) -> LuckyDrawOdds:
    counted = analyse(GAME, options, settings, shoe=shoe)
    assert isinstance(counted, LuckyDrawOdds)
    return counted


@cache
def fresh() -> LuckyDrawOdds:
    return odds()


def test_the_edge_under_this_schedule() -> None:
    sheet = fresh().sheet
    assert sheet.row("enter").house_edge == Fraction(48_368_269_601, 1_525_814_595_305)
    assert sheet.row("enter").average_stake == 1 + sheet.row("draw").frequency
    for one in sheet.wagers:
        assert sum(line.probability for line in one.lines) == 1 and one.exact


def test_every_order_is_counted_once() -> None:
    counted = fresh()
    assert sum(counted.situations.values()) == counted.whole_ways


def test_best_play_is_worth_what_its_decisions_are() -> None:
    sheet = fresh().sheet
    gained = sheet.row("enter").expectation - sheet.row(NEVER_DRAWING).expectation
    assert gained == fresh().own_gain > 0


def count(*cards: str) -> int:
    return sum({"A": 1, "K": 0}.get(card, 0) or (int(card) if card.isdigit() else card == "A") for card in cards) % 10


@pytest.mark.parametrize("shoe", [{"A": 2, "2": 2, "5": 2, "K": 1}, {"4": 3, "9": 2, "K": 2}, {"2": 3, "6": 2, "8": 2}],
                         ids=str)
def test_small_shoes_against_every_order(shoe: dict[str, int]) -> None:
    counted, brought = odds(shoe=shoe), Fraction(0)
    cards = [name for name, held in shoe.items() for _ in range(held)]
    orders = list(permutations(cards, 6))
    for first, second, dealer, third, fourth, fifth in orders:
        seen = Seen(count(first), count(second), count(dealer))
        draws = counted.draws(seen)
        own = count(first, second, third) if draws else count(first, second)
        rest = (fourth, fifth) if draws else (third, fourth)
        house = count(dealer, rest[0])
        house = count(dealer, *rest) if house <= 4 else house
        won = (own > house) - (own < house)
        brought += won if not draws or won <= 0 else 1 + PAID.get(own, Fraction(1))
        brought += won if draws and won < 0 else 0
    assert counted.sheet.row("enter").expectation == brought / len(orders)


def test_what_ifs() -> None:
    rows, richer = fresh().sheet.row("enter"), odds("draw.3-3-3 suited=100 to 1").sheet.row("enter")
    (suited,) = (line for line in rows.lines if "suited" in line.label and "off" not in line.label)
    assert rows.house_edge - richer.house_edge == 70 * suited.probability
    never = fresh().sheet.row(NEVER_DRAWING).house_edge
    assert odds("dealer.draws=0 to 5").sheet.row(NEVER_DRAWING).house_edge != never


def test_suits_of_threes_by_chance() -> None:
    """Of 24 threes in six decks, two are of one suit 5 times in 23, and a third then 4 times in 22."""
    suits = fresh().suits
    assert (Fraction(suits.one_suit, suits.whole), Fraction(suits.all_one, suits.one_suit)) == (
        Fraction(5, 23), Fraction(4, 22))


@pytest.mark.parametrize("shoe, said", [
    ({"A": 25}, "6 decks hold 0 to 24 cards of rank A, not 25"), ({"1": 4}, "no card has the rank '1'"),
    ({"T": 96, "K": 1}, "6 decks hold 96 tens and court cards, not 97"),
    ({"K": 5}, "a round may take 6 cards; the shoe has 5"),
])
def test_impossible_shoes(shoe: dict[str, int], said: str) -> None:
    with pytest.raises(BadQuestion, match=said):
        _ = odds(shoe=shoe).sheet


def brings(line: Settled) -> int:
    return {WIN: line.pays, LOSE: -line.stake}.get(line.outcome, 0)


class Punter:
    def __init__(self, chance: random.Random) -> None:
        self.chance, self.placed = chance, False

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Choose):
            return Choice(request.hand, self.chance.choice(("stand", "draw")), request.player)
        if not isinstance(request, Gather):
            return Lapse()
        self.placed = not self.placed
        return Place(1, "Ann", (("enter", 200 * self.chance.randint(1, 50)),)) if self.placed else Close()


def test_random_rounds_agree_to_the_cent() -> None:
    """What the count says of a hand, drawn or not, that wins, ties or loses is what the round pays."""
    counted = fresh()
    t, dealer = Table(counted.game), VirtualDealer(SeededSource("lucky"), Punter(random.Random("lucky")))
    for _ in range(20_000):
        drive(t, dealer)
        own, house = t.hands["1"].cards, t.hands[DEALER].cards
        points = [sum(counted.game.value(card) for card in cards) % 10 for cards in (own, house)]
        outcome = 0 if points[0] > points[1] else 1 if points[0] == points[1] else 2
        threes = len(own) == 3 and all(card[0] == "3" for card in own)
        suited = ("3s", "3s", "3s") if len({card[1] for card in own}) == 1 else ("3s", "3h", "3d")
        plain = tuple(("Ks", "As")[value] if value < 2 else f"{value}s" for value in map(counted.game.value, own))
        like = suited if threes else counted.like(plain)
        assert sum(map(brings, t.lines)) == counted.brings(like, outcome) * t.lines[0].stake


def test_simulated_best_play_is_near() -> None:
    counted, rounds = fresh(), 5000
    t, dealer = Table(counted.game), VirtualDealer(SeededSource("near"), BestPlay(counted))
    brought = 0
    for _ in range(rounds):
        drive(t, dealer)
        brought += sum(map(brings, t.lines))
    row = counted.sheet.row("enter")
    assert abs(brought / (rounds * counted.whole_stake()) - float(row.expectation)) < 3.3 * row.std_dev / sqrt(rounds)
