"""The family's analysis on a game that has no file of its own, with more of everything: ultimate Texas hold'em as it is
played in the United States, with one raise before the flop, after it or at the end, a dealer who must qualify for the
ante alone, a blind paid by hand, and trips on the best of seven cards.

Published: a house edge of 2.18% of the ante, 0.53% of all that is staked
(mypokercoaching.com/what-is-the-house-edge-in-ultimate-texas-holdem)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any

import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.hands import poker
from pitboss.hands.codes import decode
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Refused, Result, lose, stand_off, win
from pitboss.law.clauses import clause
from pitboss.odds import analysis_of
from pitboss.odds.analysis import BestPlay, OptionValue
from pitboss.odds.cache import Cache
from pitboss.odds.community import CommunityOdds
from pitboss.odds.community_boards import HOLES, pairs
from pitboss.odds.jobs import Work
from pitboss.table.acts import Choice
from pitboss.table.community import Community
from pitboss.table.driver import play_round
from pitboss.table.facts import BOARD, DEALER
from pitboss.table.game import DECISION, PayTable, WagerKind, limits
from pitboss.table.house import VirtualDealer
from pitboss.table.requests import Choose
from pitboss.table.sides import SEVEN_CARDS
from pitboss.table.streets import BettingStreet, Bonus, Multiple
from pitboss.table.table import Round, Table
from pitboss.table.views import SeenOption, SeenStake, Sight

WON, LOST, LEVEL = (clause(f"CBR-9.{number}") for number in (2, 3, 4))
BLIND = {
    Category.ROYAL_FLUSH: "500 to 1", Category.STRAIGHT_FLUSH: "50 to 1", Category.FOUR_OF_A_KIND: "10 to 1",
    Category.FULL_HOUSE: "3 to 1", Category.FLUSH: "3 to 2", Category.STRAIGHT: "1 to 1",
}
TRIPS = {
    Category.ROYAL_FLUSH: "50 to 1", Category.STRAIGHT_FLUSH: "40 to 1", Category.FOUR_OF_A_KIND: "30 to 1",
    Category.FULL_HOUSE: "8 to 1", Category.FLUSH: "7 to 1", Category.STRAIGHT: "4 to 1",
    Category.THREE_OF_A_KIND: "3 to 1",
}


def street(known: int, *times: int, **others: Any) -> BettingStreet:
    sizes = tuple(Multiple(each, WON) for each in times)
    return BettingStreet("play", sizes, known, WON, WON, WON, last=True, verb="play", **others)


class Ultimate(Community):
    """All that a game of the family has to say."""

    kinds = (
        *(WagerKind(name, WON, "") for name in ("ante", "blind", "trips")),
        WagerKind("play", WON, "", moment=DECISION),
    )
    choices = limits(WON)
    pay_tables = (
        PayTable("ante", {"any": ("1 to 1", WON)}), PayTable("play", {"any": ("1 to 1", WON)}),
        PayTable("blind", {category: (odds, WON) for category, odds in BLIND.items()}),
        PayTable("trips", {category: (odds, WON) for category, odds in TRIPS.items()}),
    )
    opening, matched, bonuses = "ante", ("blind",), (Bonus("trips", SEVEN_CARDS),)
    streets = (street(0, 3, 4, check=WON), street(3, 2, check=WON), street(5, 1, fold=LOST, folded=LOST))

    def value(self, cards: Sequence[Card]) -> HandValue:
        return poker.value(cards)

    def qualifies(self, dealer: HandValue) -> bool:
        return dealer.category >= Category.PAIR

    def result(self, kind: str, player: HandValue, dealer: HandValue) -> Result:
        if player == dealer or (kind == "ante" and not self.qualifies(dealer)):
            return stand_off(LEVEL)
        if player < dealer:
            return lose(LOST)
        paid = self.pay[kind].get(player.category if kind == "blind" else "any")
        return win(*paid) if paid is not None else stand_off(LEVEL)

    def bonus_result(self, kind: str, facts: HandValue) -> Result:
        paid = self.pay[kind].get(facts.category)
        return win(*paid) if paid is not None else lose(LOST)

    # -- a round for one box, which offers by the same streets -------------------------------------------

    def refuse_wager(self, *wager: Any) -> None:
        return None

    def refuse_late(self, *act: Any) -> Refused:
        raise NotImplementedError

    def round(self, t: Table) -> Round[None]:
        yield from t.shuffle(WON)
        yield from t.gather(WON)
        for hand in ("1", DEALER):
            yield from t.deal(2, hand, WON, face_up=False)
        for step in self.streets:
            if not t.on_box(1, "play"):
                yield from self.decide(t, step)
            if not t.wagers:
                return
            if self.cards_after(step):
                yield from t.deal(len(self.cards_after(step)), BOARD, WON)
        player, dealer = (poker.value((*t.hands[hand].cards, *t.hands[BOARD].cards)) for hand in ("1", DEALER))
        for wager in t.on_box(1):
            bonus = wager.kind == "trips"
            result = self.bonus_result("trips", player) if bonus else self.result(wager.kind, player, dealer)
            t.settle(wager, result)

    def decide(self, t: Table, step: BettingStreet) -> Round[None]:
        (ante,) = t.on_box(1, "ante")
        choice = yield from t.choose(lambda: Choose(step.asked, "1", "Ann", step.offered(ante.amount), {}))
        assert choice is not None
        if choice.name == "fold":
            for wager in t.on_box(1):
                t.settle(wager, lose(LOST))
        elif choice.name == "play":
            t.place(1, "Ann", "play", choice.amount or 0)


@cache
def ultimate() -> CommunityOdds:
    return CommunityOdds(Ultimate(), Work(Cache()))


def test_a_game_of_the_family_needs_no_file() -> None:
    assert analysis_of(Ultimate) is CommunityOdds
    assert [row.wager for row in ultimate().sheet.wagers] == ["ante", "play", "trips"]
    assert list(CommunityOdds.rules_of(Ultimate())) == ["dealer.qualifies"]


def test_the_whole_game_as_published() -> None:
    row = ultimate().whole_row()
    assert row.house_edge == Fraction(50_643_648_973, 2_317_817_502_000)
    assert round(float(row.house_edge), 4) == 0.0218
    assert round(float(row.element_of_risk), 4) == 0.0053
    assert row.includes == ("ante", "blind", "play")
    assert sum(line.probability for line in row.lines) == 1


def test_where_the_raises_are_made() -> None:
    """Nobody raises three times the ante where four times may be raised."""
    deals, shares = ultimate().deals, Counter[str]()
    assert deals.whole == 20 * comb(52, 5) * comb(47, 2) * comb(45, 2)
    for way, count in deals.ways.items():
        shares[f"{way.bets[0][1]}x" if way.bets else "fold"] += count
    assert shares["3x"] == 0
    raised = Fraction(shares["4x"], deals.whole)
    holes = [hole for hole, best in zip(HOLES, deals.best, strict=True) if best == 2]
    assert raised == Fraction(sum(6 if high == low else 4 if suited else 12 for high, low, suited in holes), 1326)
    assert (12, 0, False) in holes and (11, 3, False) in holes and (11, 2, False) not in holes
    assert (1, 1, False) in holes and (0, 0, False) not in holes
    assert ultimate().follow_row("play").frequency == 1 - Fraction(shares["fold"], deals.whole)


@pytest.mark.parametrize(
    ("hole", "board", "best", "times"),
    [
        ("As 2d", "", "play", 4), ("7c 2d", "", "check", 0), ("7c 2d", "7d Kh 9s", "play", 2),
        ("7c 2d", "Ad Kh 9s", "check", 0), ("7c 2d", "Ad Kh 9s 2c 3h", "play", 1),
        ("3c 2d", "Ad Kh 9s Qc 7h", "fold", 0), ("3c 2d", "Ad Kh Qs Jc Th", "play", 1),
    ],
)
def test_single_decisions(hole: str, board: str, best: str, times: int) -> None:
    play = ultimate().best_play(hole.split(), board.split())
    assert (play.choice, sum(each for _, each in play.adds)) == (best, times)
    valued = most(hole, board)
    assert (valued.name, valued.amount) == (best, times * 100 or None)


def most(hole: str, board: str) -> OptionValue:
    """The best of what a hand may do, for a dollar of ante."""
    step = next(step for step in Ultimate.streets if step.known == len(board.split()))
    seen = Sight(
        "1", "Ann", False, tuple(SeenOption(one.name, one.least, one.most, one.sizes) for one in step.offered(100)),
        {"1": tuple(hole.split()), BOARD: tuple(board.split())}, (), (SeenStake("ante", 100), SeenStake("blind", 100)),
    )
    return max(ultimate().values(seen), key=lambda one: one.value)


def test_what_starting_hands_are_worth_makes_the_sheet() -> None:
    """With a raise that ends the deciding beside one that does not."""
    two = pairs()
    firsts = {hole: " ".join(decode(two.cards[at])) for at, hole in reversed(list(enumerate(two.hole.tolist())))}
    many = Counter(two.hole.tolist())
    total = sum((most(cards, "").value * many[hole] for hole, cards in firsts.items()), Fraction(0))
    assert total / len(two.hole) == ultimate().sheet.row("ante").expectation


def test_lines_tell_how_much_was_raised() -> None:
    labels = [line.label for line in ultimate().whole_row().lines]
    assert "play 4x: higher than the dealer, royal flush" in labels and "folded" in labels
    assert len(set(labels)) == len(labels)


def test_trips_on_all_seven_cards() -> None:
    """Counted on paper: 133,784,560 hands of seven cards by the category of their best five."""
    row = ultimate().sheet.row("trips")
    hands = {line.label: line.probability * comb(52, 7) for line in row.lines}
    assert hands == {
        "royal flush": 4324, "straight flush": 37_260, "four of a kind": 224_848, "full house": 3_473_184,
        "flush": 4_047_644, "straight": 6_180_020, "three of a kind": 6_461_620, "two pair": 31_433_400,
        "pair": 58_627_800, "high card": 23_294_460,
    }
    assert row.note == "as if no hand were folded, which loses it"


def test_best_play_in_words() -> None:
    strategy = ultimate().sheet.strategy
    assert strategy.advice[0] == "Before the flop play 4 times on 37.7% of hands, check on 62.3% of hands."
    assert strategy.advice[1].startswith("After the flop play on ")
    assert strategy.advice[2].startswith("When the whole board lies there play on ")
    assert {cell.play for row in strategy.tables[0].cells for cell in row} == {"4x", "C"}
    assert strategy.legend == {"4x": "play 4 times", "3x": "play 3 times", "C": "check"}


def rounds(count: int, player: Any) -> Iterator[Table]:
    table = Table(ultimate().game)
    dealer = VirtualDealer(SeededSource("ultimate"), player)
    for _ in range(count):
        play_round(table, dealer)
        yield table


def test_best_play_at_the_table_brings_the_exact_figures() -> None:
    made, count, sums, sizes = ultimate(), 4_000, Counter[str](), Counter[Fraction]()
    for table in rounds(count, BestPlay(made)):
        for line in table.lines:
            paid = line.pays if line.outcome == "win" else -line.stake if line.outcome == "lose" else 0
            sums["trips" if line.wager == "trips" else "ante"] += paid
            sizes[Fraction(line.stake, made.whole_stake())] += line.wager == "play"
    row = made.sheet.row("ante")
    assert abs(sums["ante"] / made.whole_stake() / count + float(row.house_edge)) < 4 * row.std_dev / sqrt(count)
    assert {size for size, many in sizes.items() if many} == {1, 2, 4}


def test_only_the_sizes_of_a_street_are_taken() -> None:
    """Three or four times the ante, and nothing between."""
    told = list[str]()

    class Between(BestPlay):
        def answer(self, t: Table, request: Any) -> Any:
            if isinstance(request, Choose) and not t.open_cards(BOARD) and len(told) < 1:
                told.append("asked")
                return Choice("1", "play", "Ann", 7 * t.on_box(1, "ante")[0].amount // 2)
            return super().answer(t, request)

    (table,) = rounds(1, Between(ultimate()))
    (refused,) = [event for event in table.events if isinstance(event, Refused)]
    assert refused.legal == "play 3 or 4"
