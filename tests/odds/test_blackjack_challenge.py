"""Blackjack challenge: arrays against the round itself, splits against every order of the cards, lines against the
recursion, and what a changed rule does."""

from __future__ import annotations

from functools import cache
from math import fsum, sqrt
from pathlib import Path

import numpy as np
import pytest

from pitboss.equipment.cards import Card
from pitboss.equipment.rng import SeededSource
from pitboss.law import Result
from pitboss.odds import analyse
from pitboss.odds.analysis import BadQuestion, BestPlay, take
from pitboss.odds.blackjack_challenge import CHART, BlackjackChallengeOdds
from pitboss.odds.blackjack_challenge_ends import ChallengeEnds
from pitboss.odds.blackjack_challenge_play import ChallengePlan, ChallengeShoe, SplitPlan
from pitboss.odds.blackjack_challenge_rules import TENS, Challenge, compile_challenge, nets
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, DRAW, SPLIT, STAND
from pitboss.odds.blackjack_rules import CARDS, Ints
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.cache import Cache
from pitboss.odds.jobs import Work
from pitboss.odds.par import ParSheet, net
from pitboss.odds.simulate import brings
from pitboss.odds.whatif import change
from pitboss.rulebooks import game
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02b_blackjack_challenge import BlackjackChallenge
from pitboss.table.acts import Answer
from pitboss.table.driver import drive
from pitboss.table.facts import DEALER
from pitboss.table.house import RandomPlayers, VirtualDealer
from pitboss.table.requests import Asked, Choose
from pitboss.table.table import Table

ID = "qld/blackjack-challenge"


@cache
def analysis(*settings: str) -> BlackjackChallengeOdds:
    made = analyse(ID, settings=settings)
    assert isinstance(made, BlackjackChallengeOdds)
    return made


def sheet(*settings: str) -> ParSheet:
    return analysis(*settings).sheet


def edge(*settings: str) -> float:
    return -analysis(*settings).from_shoe.mean(analysis(*settings).best)


@cache
def rules() -> Challenge:
    it = game(ID)
    assert isinstance(it, BlackjackChallenge)
    return compile_challenge(it)


# -- the arrays against the round ------------------------------------------------------------------------------------


def by_arrays(it: BlackjackChallenge, t: Table) -> int:
    """What the arrays say of the round that lies on the table, in cents for a stake of 100."""
    arrays, dealer = rules(), t.hands[DEALER].cards
    hands = [hand for hand in t.hands.values() if hand.name != DEALER]
    split, up = len(hands) > 1, rank_of(dealer[0])
    count = it.count(dealer)
    ending = next((at for at, end in enumerate(arrays.endings)
                   if (end.points, end.blackjack) == (min(count.points, 22), count.blackjack)), None)
    total, taken = 0.0, False
    for hand in sorted(hands, key=lambda hand: hand.place):
        doubled = hand.name in t.notes.get("doubled", ())
        row, decided = end_of(arrays, hand.cards, doubled)
        if decided >= 0:
            total += (1 + doubled) * float(net(arrays.decided[decided], 100))
        elif row == arrays.natural and arrays.pays_now[up]:
            total += float(net(arrays.at_once, 100))
        elif row == arrays.natural and count.blackjack:
            own, other = (next(TENS.index(f"{card[0]}s") for card in cards if card[0] in "TJQK")
                          for cards in (hand.cards, dealer))
            total += float(net(arrays.by_ten[own][other], 100))
        else:
            assert ending is not None or row == arrays.natural
            # A dealer who stops early has nobody to play against but blackjacks.
            at = ending if ending is not None else 0
            if not split:
                results: tuple[Result, ...] = arrays.doubled[row][at] if doubled else (arrays.once[row][at],)
            else:
                results = (arrays.split[row][at], arrays.doubled_split[row][at])[:1 + doubled]
                if count.blackjack and arrays.open_to[row] and not taken:
                    total, taken = total + arrays.takes, True
            total += sum(float(net(result, 100)) for result in results)
    return round(100 * total)


def end_of(arrays: Challenge, cards: list[Card], doubled: bool) -> tuple[int, int]:
    """The row that a hand waits with, or how it was decided."""
    ranks = [rank_of(card) for card in cards]
    at = arrays.where[(ranks[0],)]
    for number, rank in enumerate(ranks[1:], 2):
        if doubled and number == len(ranks):
            return int(arrays.hands.doubled[at, rank]), int(arrays.hands.doubled_decides[at, rank])
        if arrays.hands.child[at, rank] < 0:
            return -1, int(arrays.hands.decides[at, rank])
        at = int(arrays.hands.child[at, rank])
    return int(arrays.hands.row[at]), -1


class Splitter(RandomPlayers):
    """Splits whatever may be split, and doubles often."""

    def answer(self, t: Table, request: Asked) -> Answer:
        if isinstance(request, Choose):
            options = {option.name: option for option in request.options}
            for name, often in (("split", 1), ("double down", 4)):
                if name in options and self.source.below(often) == 0:
                    return take(request, name, options[name].most)
        return super().answer(t, request)


@pytest.mark.parametrize(("bot", "rounds"), [(RandomPlayers, 1500), (Splitter, 3000)])
def test_the_arrays_agree_with_rounds_to_the_cent(bot: type[RandomPlayers], rounds: int) -> None:
    it = game(ID, {"minimum": "1", "maximum": "1"})
    assert isinstance(it, BlackjackChallenge)
    source = SeededSource(f"challenge {bot.__name__}")
    t, dealer = Table(it), VirtualDealer(source, bot(source, {1: "Ann"}))
    seen = {"three hands": 0, "doubled": 0, "spared": 0}
    for number in range(rounds):
        drive(t, dealer)
        lines = [line for line in t.lines if line.wager not in it.sides]
        if not lines or any(line.stake != 100 for line in lines):
            # Nobody played, or doubled for less.
            continue
        assert by_arrays(it, t) == sum(map(brings, lines)), (number, lines)
        clauses = [clause for line in lines for clause in (line.clause, *line.also)]
        seen["three hands"] += "1c" in t.hands
        seen["doubled"] += any(line.wager == "double down" for line in lines)
        seen["spared"] += any(clause in ("QLD-2b-8(5)", "QLD-2b-7(2)") for clause in clauses)
    assert bot is RandomPlayers or all(seen.values()), seen


# -- splits against every order of the cards -------------------------------------------------------------------------


class EveryOrder:
    """A split box played out over every order of the cards, hand after hand as the round does, by a plan."""

    def __init__(self, shoe: ChallengeShoe, rank: int, up: int, split: SplitPlan) -> None:
        self.shoe, self.rank, self.up, self.split = shoe, rank, up, split
        self.rules = shoe.rules
        self.it = game(ID)

    def moments(self) -> tuple[float, float]:
        """What the box brings, and its square."""
        left = self.shoe.left(self.rank, 2, self.up)
        root = self.rules.where[(self.rank,)]
        likely = self.play(tuple(left.tolist()), (root, root), ())
        mean = fsum(chance * brought for brought, chance in likely.items())
        return mean, fsum(chance * brought**2 for brought, chance in likely.items())

    def play(
        self, left: tuple[int, ...], waiting: tuple[int, ...], done: tuple[tuple[int, int, int], ...]
    ) -> dict[float, float]:
        """How likely each result is: hands to play, and those that are done as row, decided and doubled."""
        if not waiting:
            return self.dealer(left, (self.up,), done)
        return self.dealt(left, waiting[0], waiting[1:], done, fresh=True)

    def dealt(
        self, left: tuple[int, ...], hand: int, waiting: tuple[int, ...], done: tuple[tuple[int, int, int], ...],
        fresh: bool = False, last: bool = False,
    ) -> dict[float, float]:
        """Another card to a hand; `last`: it is doubled."""
        hands, total = self.rules.hands, dict[float, float]()
        for card, many in enumerate(left):
            if not many:
                continue
            after = tuple(count - (at == card) for at, count in enumerate(left))
            if last:
                end = (int(hands.doubled[hand, card]), int(hands.doubled_decides[hand, card]), 1)
                found = self.play(after, waiting, (*done, end))
            elif hands.child[hand, card] < 0:
                found = self.play(after, waiting, (*done, (-1, int(hands.decides[hand, card]), 0)))
            else:
                found = self.decide(after, int(hands.child[hand, card]), waiting, done, fresh)
            for brought, chance in found.items():
                total[brought] = total.get(brought, 0.0) + chance * many / sum(left)
        return total

    def decide(
        self, left: tuple[int, ...], hand: int, waiting: tuple[int, ...], done: tuple[tuple[int, int, int], ...],
        fresh: bool,
    ) -> dict[float, float]:
        hands, root = self.rules.hands, self.rules.where[(self.rank,)]
        three = len(waiting) + len(done) + 1 == 3
        if fresh and not three and self.split.again[self.up] and hand == self.rules.where[self.rank, self.rank]:
            return self.dealt(left, root, (*waiting, root), done, fresh=True)
        play = (self.split.three if three else self.split.two)[hand, self.up]
        if play == STAND:
            return self.play(left, waiting, (*done, (int(hands.row[hand]), -1, 0)))
        return self.dealt(left, hand, waiting, done, last=play == DOUBLE_DOWN) if play in (DRAW, DOUBLE_DOWN) else {}

    def dealer(
        self, left: tuple[int, ...], cards: tuple[int, ...], done: tuple[tuple[int, int, int], ...]
    ) -> dict[float, float]:
        held = [CARDS[card] for card in cards]
        assert isinstance(self.it, BlackjackChallenge)
        count = self.it.count(held)
        if len(cards) > 1 and (count.points > 21 or not self.it.dealer_draws(held)):
            return {self.settled(count, done): 1.0}
        total = dict[float, float]()
        for card, many in enumerate(left):
            if many:
                after = tuple(count - (at == card) for at, count in enumerate(left))
                for brought, chance in self.dealer(after, (*cards, card), done).items():
                    total[brought] = total.get(brought, 0.0) + chance * many / sum(left)
        return total

    def settled(self, dealer: Count, done: tuple[tuple[int, int, int], ...]) -> float:
        """What the hands bring; blackjacks against one of the dealer's are left to shoes without aces."""
        ending = next(at for at, end in enumerate(self.rules.endings)
                      if (end.points, end.blackjack) == (min(dealer.points, 22), dealer.blackjack))
        total, taken = 0.0, False
        for row, decided, twice in done:
            if decided >= 0:
                total += (1 + twice) * self.shoe.decided[decided]
            elif row == self.rules.natural:
                total += self.shoe.stood_split[self.up, row, ending]
            else:
                total += (self.shoe.doubled_split if twice else self.shoe.stood_split)[self.up, row, ending]
                taken |= bool(dealer.blackjack and self.rules.open_to[row])
        return float(total + self.rules.takes * taken)


def small(cards: dict[int, int], tmp_path: Path) -> ChallengeShoe:
    shoe: Ints = np.zeros(10, np.int64)
    for rank, many in cards.items():
        shoe[rank] = many
    return ChallengeShoe(rules(), shoe, np.array([1, 1, 1, 1]), Work(Cache(tmp_path)))


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize(
    ("rank", "up", "cards"),
    [(7, 9, {7: 5, 9: 4, 0: 2}), (7, 0, {7: 4, 9: 4, 0: 3}), (5, 4, {5: 5, 4: 2, 9: 4}), (9, 0, {9: 6, 0: 2, 5: 3}),
     (3, 9, {3: 5, 9: 9})],
)
def test_a_split_is_what_every_order_of_the_cards_says(
    rank: int, up: int, cards: dict[int, int], again: bool, tmp_path: Path
) -> None:
    """Two and three hands, mean and spread, with and without a dealer's blackjack to take one stake."""
    shoe = small(cards, tmp_path)
    plan = shoe.plan()
    split = plan.splits[rank]._replace(again=np.full(10, again))
    mean, square = EveryOrder(shoe, rank, up, split).moments()
    assert shoe.split_value(rank, up, split) == pytest.approx(mean, abs=1e-12)
    at, start, first = rules().where[rank, rank], np.zeros_like(plan.start), plan.first.copy()
    start[at, up], first[3, at, up] = SPLIT, shoe.split_value(rank, up, split)
    ends = ChallengeEnds(shoe, ChallengePlan(plan.later, plan.choice, {**plan.splits, rank: split}, first, start))
    dealt = shoe.deals[at, up]
    assert ends.split_mean / dealt == pytest.approx(mean, abs=1e-12)
    # Tens against a dealer's blackjack are paid by their ranks, which spread more than their mean.
    if rank != 9 and (0 not in cards or rank != 0):
        assert ends.split_square / dealt == pytest.approx(square, abs=1e-10)


# -- the sheet -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [(), ("dealer.blackjack-takes=all",)])
def test_lines_say_what_the_recursion_says(settings: tuple[str, ...]) -> None:
    for name in ("original", CHART):
        row = sheet(*settings).row(name)
        assert fsum(line.probability for line in row.lines) == pytest.approx(1.0, abs=1e-12)
        brought = fsum(float(line.net) * line.probability for line in row.lines)
        assert brought == pytest.approx(row.expectation, abs=1e-12)
    for name in ("double down", "split"):
        assert fsum(line.probability for line in sheet(*settings).row(name).lines) == pytest.approx(1.0, abs=1e-12)


def test_the_figures_of_six_decks() -> None:
    assert sheet().row("original").house_edge == pytest.approx(0.0173943, abs=1e-7)
    best, chart = (float(sheet().row(name).house_edge) for name in ("original", CHART))
    assert best < chart < best + 0.00001
    assert {row.wager for row in sheet().wagers} >= {"original", CHART, "double down", "split", "perfect pairs"}


def test_parts_make_the_whole() -> None:
    """The original wager by itself, and what is added to it, bring together what a round does."""
    made = analysis()
    ends = ChallengeEnds(made.from_shoe, made.best)
    every, first, _ = ends.split_hands
    assert every.sum() == pytest.approx(2 * ends.splits + float((every - first).sum()) - ends.splits, abs=1e-12)
    assert first.sum() == pytest.approx(ends.splits, abs=1e-12)
    # Hands that wait, beside a dealer's blackjack, counted by the dealer's hand and by the cards that make it.
    rows = 2 * len(made.rules.rows)
    dealers = every[0][:rows, made.rules.dealers]
    assert np.allclose(ends.with_dealers[:rows], dealers, atol=1e-14)
    added = [fsum(float(end.net) * end.probability for end in part) for part in (ends.doubles(), ends.added_hands())]
    alone = fsum(float(line.net) * line.probability for line in ends.whole()) - fsum(added)
    # The original wager by itself: a box of one hand, and the first of a split.
    once = fsum(float(net(made.rules.once[row][ending], 100)) * ends.waits[0, row, ending]
                for row, ending in np.argwhere(ends.waits[0] > 0.0))
    twice = fsum(float(net(made.rules.doubled[row][ending][0], 100)) * ends.waits[1, row, ending]
                 for row, ending in np.argwhere(ends.waits[1] > 0.0))
    decided = float((ends.ends.sum(0) * made.from_shoe.decided).sum())
    naturals = float((ends.naturals * made.from_shoe.stood[:, made.rules.natural]).sum())
    states = len(made.rules.rows)
    worth = [worth.copy() for worth in ends.worth]
    for table in worth:
        table[states:2 * states] = nets(made.rules.split)
        table[2 * states + len(made.rules.decided):] /= 2.0
    split = sum(float((first[now] * worth[now]).sum()) for now in (0, 1))
    taken = made.rules.takes * (ends.dealers - ends.first_out_of_reach)
    assert alone == pytest.approx(once + twice + decided + naturals + split + taken, abs=1e-12)


@pytest.mark.parametrize(
    ("setting", "better"),
    [("ties=void", True), ("split.hands=two", False), ("split.aces=any card", True), ("double.ace=1 or 11", True),
     ("double.on=9 to 11", False), ("dealer.blackjack-takes=all", False), ("original.five card trick=2 to 1", True),
     ("original.both blackjack, lower ten=1 to 1", False)],
)
def test_a_changed_rule(setting: str, better: bool) -> None:
    assert (edge(setting) < edge()) is better


def test_rules_as_they_stand_change_nothing() -> None:
    stands = ("ties=lose", "split.hands=three", "split.aces=one card", "double.ace=1",
              "double.on=two or three cards", "dealer.soft-17=stand", "dealer.blackjack-takes=one stake")
    assert edge(*stands) == edge()


def test_blackjacks_against_blackjack_by_closed_form() -> None:
    """Higher and lower tens are as likely as each other; a unit more for one is its chance."""
    likely = {line.clause: line.probability for line in sheet().row("original").lines}
    higher, same, lower = (likely[f"QLD-2b-11(1)(b)({limb})"] for limb in ("i", "ii", "iii"))
    assert higher == pytest.approx(lower) and same / (higher + same + lower) == pytest.approx(23 / 95)
    both = 2 * 24 * 96 / (312 * 311) * 2 * 23 * 95 / (310 * 309)
    assert higher + same + lower == pytest.approx(both)


def test_a_shoe_with_other_tens() -> None:
    def tens(**left: int) -> list[int]:
        made = analyse(ID, shoe=dict.fromkeys("A23456789", 12) | left)
        assert isinstance(made, BlackjackChallengeOdds)
        told: list[int] = made.tens.tolist()
        return told

    assert tens(J=20) == [0, 20, 0, 0] and tens(T=3, J=2, K=1) == [3, 2, 0, 1]
    # Tens that nobody told apart are any of a whole shoe.
    assert tens(T=60) == [24, 24, 24, 24]
    shoe = ChallengeShoe(rules(), np.full(10, 12), np.array([0, 2, 0, 1]), Work(Cache()))
    assert shoe.ten_pairs.tolist() == [[0, 0, 0, 0], [0, 1 / 3, 0, 1 / 3], [0, 0, 0, 0], [0, 1 / 3, 0, 0]]
    with pytest.raises(BadQuestion, match="run out"):
        _ = analyse(ID, shoe={"A": 5, "T": 10}).sheet


def test_best_play_through_the_game_is_inside_its_interval() -> None:
    made = analysis()
    t = Table(made.game)
    dealer = VirtualDealer(SeededSource("challenge, played well"), BestPlay(made))
    rounds, total = 1200, 0
    for _ in range(rounds):
        drive(t, dealer)
        total += sum(brings(line) for line in t.lines if line.wager not in made.game.sides)
    row = made.sheet.row("original")
    off = total / made.whole_stake() / rounds - float(row.expectation)
    assert abs(off) < 3.3 * row.std_dev / sqrt(rounds)


def test_settings_are_read_like_any() -> None:
    it = game(ID)
    assert change(it, ("ties=void",), BlackjackChallengeOdds) == ("ties = void",)
