"""Blackjack played from a given shoe: what every play is worth, and how a whole round ends under a plan.

A plan for a split is one plan for both hands: each is played by its own cards, with the other card of the pair known
to be out of the shoe. Whatever the first hand draws, the cards that come to the second are as likely as if they had
come first; so both hands have the law of one, and their results add up exactly: also when both are lost, as the
dealer then takes the second card that may save what was added to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np

from pitboss.odds import blackjack_kernel as kernel
from pitboss.odds.blackjack_dealer import Draws, chances_beside
from pitboss.odds.blackjack_kept import KnownSplits, draws_from, kept_arrays
from pitboss.odds.blackjack_kernel import BEST, SPLIT, Places
from pitboss.odds.blackjack_pairs import DrawnEnds, pair_ends
from pitboss.odds.blackjack_rules import (
    ACE,
    DOUBLE,
    DOUBLE_SPLIT,
    DOUBLED,
    FIRST,
    ONCE,
    SECOND,
    Bools,
    Floats,
    Held,
    Ints,
    Rules,
)
from pitboss.odds.cache import Arrays, Cache, key
from pitboss.odds.jobs import in_threads

A = TypeVar("A")
B = TypeVar("B")
# The world of hands that were not split; the others are those of a split pair of each rank.
WHOLE = -1


def beside(one: Callable[[], A], other: Callable[[], B]) -> tuple[A, B]:
    """Two things at once."""
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(one)
        second = other()
        return first.result(), second


def deals_of_two(shoe: Ints, where: Mapping[Held, int], counts: Ints) -> Floats:
    """How likely each hand of two cards is with each first card of the dealer. `where` has the places of hands,
    `counts` their cards."""
    chances = np.zeros((len(counts), 10))
    cards = int(shoe.sum())
    for ranks, at in where.items():
        if len(ranks) == 2:
            one, other = ranks
            ways = shoe[one] * (shoe[other] - (one == other)) * (1 if one == other else 2)
            chances[at] = ways * np.maximum(shoe - counts[at], 0) / (cards * (cards - 1) * (cards - 2))
    return chances


def insurance_brings(shoe: Ints, counts: Ints, insurance: Floats) -> Floats:
    """What a unit of insurance brings with each hand, against an ace."""
    left = shoe - counts
    left[:, ACE] -= 1
    brings: Floats = (left @ insurance) / np.maximum(left.sum(1), 1)
    return brings


class World(NamedTuple):
    """Hands played under one set of payments: those of a box that was not split, or either of a split pair.

    `odds[place[hand], up]` is how likely each ending of the dealer's is. `base[up]` is what a hand over 21 brings;
    everything else is measured above it."""

    extra: int
    wanted: Bools
    acts: Bools
    row: Ints
    odds: Floats
    place: Places
    stood: Floats
    doubled: Floats
    base: Floats


class BlackjackPlan(NamedTuple):
    """What plays are worth in each world, and which is chosen. `first` is the net result of a box by its first two
    cards and the dealer's: stand, draw, double down, split, and as chosen without a thought of insurance."""

    value: Mapping[int, Floats]
    choice: Mapping[int, Ints]
    first: Floats
    start: Ints


class Split(NamedTuple):
    """How a split box ends: `ends[first, second, ending]`, by the states of its hands: rows, and rows of doubled
    hands after them. When both are lost, the ending is what it would have been with more than a second card."""

    rank: int
    up: int
    insured: bool
    ends: Floats


class Whole(NamedTuple):
    """How a round ends under a plan, as chances that add up to one: `kept[insured, doubled, row, ending]` for
    hands that were not split, `blackjack[insured, ending]`, and `at_once[insured, ending]` for those paid at even
    money; the ending of an uninsured hand that is lost is what it would have been. `mean` is the net result by
    recursion."""

    kept: Floats
    blackjack: Floats
    at_once: Floats
    splits: list[Split]
    insured: float
    mean: float


class ShoeOdds:
    """All that can be asked of blackjack from one shoe."""

    def __init__(self, rules: Rules, shoe: Ints, cache: Cache | None = None) -> None:
        self.rules, self.shoe, self.cache = rules, shoe, cache
        self.states = 2 * len(rules.rows)
        self.pairs = [rank for rank in range(10) if shoe[rank] > 1 and rules.hands.may_split[rules.where[rank, rank]]]

    # -- what is out there ---------------------------------------------------------------------------------

    @cached_property
    def draws(self) -> Draws:
        return draws_from(self.cache, self.rules.tree)

    @cached_property
    def worlds(self) -> dict[int, World]:
        """Every world with the dealer's chances in it."""
        extras = [WHOLE, *self.pairs]
        return {extra: self._world(extra, odds) for extra, odds in zip(extras, self.dealer_odds(extras), strict=True)}

    def world(self, extra: int) -> World:
        return self.worlds[extra]

    def _wanted(self, extra: int) -> Bools:
        """The hands of a world, with those that a double down makes."""
        hands = self.rules.hands
        wanted: Bools = (hands.counts.sum(1) > 1) if extra == WHOLE else hands.counts[:, extra] > 0
        needed = np.zeros(len(wanted), np.bool_)
        needed[hands.child[wanted & hands.may_double]] = True
        return wanted & (hands.live | needed)

    def _world(self, extra: int, odds: Floats) -> World:
        rules, hands, wanted = self.rules, self.rules.hands, self._wanted(extra)
        place, acts = np.arange(len(wanted), dtype=np.int32), hands.acts
        if extra == ACE:
            # 27(4)(b): a split ace takes one card.
            acts = acts & (hands.counts.sum(1) == 1)
        stood, doubled, over = self._whole_pay if extra == WHOLE else self._split_pay
        if extra == WHOLE:
            return World(extra, wanted, acts, hands.plain, odds, place, stood, doubled, np.full(10, over[0]))
        base = odds[rules.where[(extra,)]] @ over
        return World(extra, wanted, acts, hands.split, odds, place, stood, doubled, base)

    def dealer_odds(self, extras: Sequence[int]) -> list[Floats]:
        """How likely each ending of the dealer's is in each world, by hand and first card."""
        counts, endings = self.rules.hands.counts, len(self.rules.endings)
        wanted = [self._wanted(extra) for extra in extras]

        def count() -> Arrays:
            odds = in_threads(lambda at: chances_beside(
                self.shoe, counts, wanted[at], extras[at], self.draws, endings)[wanted[at]], range(len(extras)))
            return dict(zip(map(str, extras), odds, strict=True))

        known = kept_arrays(
            self.cache, key("blackjack-dealer", self.shoe, counts, *wanted, endings, *self.draws), count)
        odds = [np.zeros((len(counts), 10, endings)) for _ in extras]
        for extra, some, every in zip(extras, wanted, odds, strict=True):
            every[some] = known[str(extra)]
        return odds

    @cached_property
    def _whole_pay(self) -> tuple[Floats, Floats, Floats]:
        """Payments of a box that was not split, above those of a hand over 21, and those."""
        pay = self.rules.pay
        lost = pay[ONCE][self.rules.over]
        assert (lost == lost[0]).all(), "a hand over 21 is not lost at once"
        return pay[ONCE] - lost, pay[DOUBLED] + pay[DOUBLE] - lost, lost

    @cached_property
    def _split_pay(self) -> tuple[Floats, Floats, Floats]:
        """The same for two hands played alike, one with the original wager and one with what was added."""
        first, second = self.split_pay
        both, rows = first + second, len(self.rules.rows)
        lost = both[self.rules.over]
        return both[:rows] - lost, both[rows:] - lost, lost

    @cached_property
    def split_pay(self) -> tuple[Floats, Floats]:
        """What each state of the first hand of a split brings by ending, and each of the second."""
        pay = self.rules.pay
        first, second = (np.concatenate((pay[case], pay[case] + pay[DOUBLE_SPLIT])) for case in (FIRST, SECOND))
        return first, second

    # -- plans -------------------------------------------------------------------------------------------------

    def plan(self, follow: Mapping[int, Ints] | None = None, split: Bools | None = None) -> BlackjackPlan:
        """The best plan, or one to follow: what to do with every hand of each world, and which pairs to split."""
        hands, rules = self.rules.hands, self.rules
        size = len(hands.live)
        free = np.full((size, 10), BEST)

        def of_world(extra: int) -> tuple[Floats, Ints]:
            world, value, choice = self.worlds[extra], np.zeros((4, size, 10)), np.zeros((size, 10), np.int64)
            kernel.plan(
                self.shoe, hands, world.wanted, world.acts, world.row, extra, world.odds, world.place, world.stood,
                world.doubled, free if follow is None else follow[extra], value, choice,
            )
            return value, choice

        plans = dict(zip(self.worlds, in_threads(of_world, self.worlds), strict=True))
        value = {extra: values for extra, (values, _) in plans.items()}
        choice = {extra: choices for extra, (_, choices) in plans.items()}
        first = np.full((5, size, 10), -np.inf)
        first[:3] = value[WHOLE][:3] + self.worlds[WHOLE].base
        first[4] = value[WHOLE][3] + self.worlds[WHOLE].base
        for rank in self.pairs:
            at = rules.where[rank, rank]
            first[3, at] = self.worlds[rank].base + value[rank][3, rules.where[(rank,)]]
        start = choice[WHOLE].copy()
        splits = first[3] > first[4] if split is None else split
        start[splits] = SPLIT
        first[4][splits] = first[3][splits]
        return BlackjackPlan(value, choice, first, start)

    def without(self, rank: int, up: int) -> Ints:
        """The shoe without a pair and the dealer's first card."""
        left = self.shoe.copy()
        left[rank] -= 2
        left[up] -= 1
        return left

    def finals(self, choice: Ints, rank: int, up: int) -> tuple[Ints, Floats, Ints]:
        """The hands that a plan ends with from a split card: the cards drawn, in how many orders, and the state."""
        return self.finals_from(choice, self.rules.where[(rank,)], up, self.rules.hands.split)

    def finals_from(self, choice: Ints, root: int, up: int, row: Ints) -> tuple[Ints, Floats, Ints]:
        """The same from any hand; `row` is what hands are paid by."""
        rules, hands = self.rules, self.rules.hands
        room = 10 * len(hands.live)
        drawn, many, state = np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64)
        count = kernel.finals(
            hands, root, up, row, choice, rules.over, len(rules.rows),
            np.zeros(len(hands.live)), drawn, many, state,
        )
        drawn, many, state = drawn[:count], many[:count], state[:count]
        order = np.lexsort((state, drawn))
        drawn, many, state = drawn[order], many[order], state[order]
        new = np.flatnonzero(np.r_[True, (drawn[1:] != drawn[:-1]) | (state[1:] != state[:-1])])
        return drawn[new], np.add.reduceat(many, new), state[new]

    # -- whole rounds ------------------------------------------------------------------------------------------

    @cached_property
    def deals(self) -> Floats:
        return deals_of_two(self.shoe, self.rules.where, self.rules.hands.counts)

    @cached_property
    def insures(self) -> Floats:
        return insurance_brings(self.shoe, self.rules.hands.counts, self.rules.insurance)

    @cached_property
    def natural(self) -> int:
        """The hand that is a blackjack."""
        return next(at for ranks, at in self.rules.where.items() if self.rules.totals[at].blackjack)

    def waits(self, up: int) -> float:
        """What a blackjack brings that is not paid at once."""
        odds = self.worlds[WHOLE].odds[self.natural, up]
        return float(odds @ self.rules.pay[ONCE][self.rules.hands.plain[self.natural]])

    def one_card(self, hand: int, up: int, extra: int) -> float:
        """What a hand brings that takes one card and no more, as if it were doubled with nothing; of a split, both
        hands together."""
        rules, world = self.rules, self.world(extra)
        left = self.shoe - rules.hands.counts[hand]
        left[up] -= 1
        if extra == WHOLE:
            pay = rules.pay[DOUBLED]
        else:
            left[extra] -= 1
            pay = rules.pay[FIRST] + rules.pay[SECOND]
        odds = world.odds[world.place[rules.hands.child[hand]], up]
        return float((left / left.sum()) @ (odds * pay[rules.hands.doubled[hand]]).sum(1))

    def whole(self, plan: BlackjackPlan, insured: Bools, even_money: bool) -> Whole:
        """A round from the shoe under a plan: which hands are insured against an ace, and whether a blackjack
        there is paid at once."""
        rules, world = self.rules, self.worlds[WHOLE]
        rows, endings = len(rules.rows), len(rules.endings)
        kept, blackjack, at_once = np.zeros((2, 2, rows, endings)), np.zeros((2, endings)), np.zeros((2, endings))
        covered = np.zeros_like(self.deals, np.bool_)
        covered[:, ACE] = insured
        for safe in (0, 1):
            reach = np.where(covered == bool(safe), self.deals, 0.0)
            naturals = reach[self.natural][:, None] * world.odds[self.natural]
            if even_money:
                at_once[safe] = naturals[ACE]
                naturals[ACE] = 0.0
            blackjack[safe] = naturals.sum(0)
            reach[self.natural] = 0.0
            reach[plan.start == SPLIT] = 0.0
            # Whatever the player draws, the dealer's chances beforehand are those of all that can come.
            dealer = np.einsum("hu,hue->e", reach, world.odds)
            by_card = np.zeros((10, 2, rows, endings))
            choice = plan.choice[WHOLE]
            kernel.walk(self.shoe, rules.hands, world.wanted, world.row, WHOLE, world.odds, world.place, choice, reach,
                        by_card)
            kept[safe] = by_card.sum(0)
            kept[safe, 0, rules.over] += np.maximum(dealer - kept[safe].sum((0, 1)), 0.0)
        return Whole(
            kept, blackjack, at_once, self._splits(plan, covered), float((self.deals * covered).sum()),
            self.mean(plan, insured, even_money),
        )

    def mean(self, plan: BlackjackPlan, insured: Bools, even_money: bool) -> float:
        """The net result of a round, by recursion."""
        value = plan.first[4].copy()
        value[self.natural] = [self.waits(up) for up in range(10)]
        if even_money:
            value[self.natural, ACE] = float(self.rules.even_money.fraction)
        value[:, ACE] += np.where(insured, self.insures / 2, 0.0)
        dealt = self.deals > 0.0
        return float(np.sum(self.deals[dealt] * value[dealt]))

    def _splits(self, plan: BlackjackPlan, covered: Bools) -> list[Split]:
        pair = {rank: self.rules.where[rank, rank] for rank in self.pairs}
        todo = [
            (rank, up)
            for rank in self.pairs
            for up in reversed(range(10))
            if plan.start[pair[rank], up] == SPLIT and self.deals[pair[rank], up] > 0.0
        ]
        alone = {rank: self._one_hand(plan, rank) for rank in {rank for rank, _ in todo}}

        def split(one: tuple[int, int]) -> Split:
            rank, up = one
            ends = self.deals[pair[rank], up] * self._both_hands(plan, rank, up, alone[rank][up])
            return Split(rank, up, bool(covered[pair[rank], up]), ends)

        return in_threads(split, todo)

    def _one_hand(self, plan: BlackjackPlan, rank: int) -> Floats:
        """How one hand of a split ends, by first card, state and ending."""
        rules, world = self.rules, self.worlds[rank]
        root, rows, endings = rules.where[(rank,)], len(rules.rows), len(rules.endings)
        reach, kept = np.zeros((len(rules.hands.live), 10)), np.zeros((10, 2, rows, endings))
        reach[root] = self.deals[rules.where[rank, rank]] > 0.0
        dealer = reach[root][:, None] * world.odds[root]
        kernel.walk(self.shoe, rules.hands, world.wanted, world.row, rank, world.odds, world.place, plan.choice[rank],
                    reach, kept)
        kept[:, 0, rules.over] = dealer - kept.sum((1, 2))
        return kept.reshape(10, self.states, endings)

    def _both_hands(self, plan: BlackjackPlan, rank: int, up: int, alone: Floats) -> Floats:
        """How both end, by first state, second state and ending. Hands that draw themselves over 21 are not counted
        out: of all ways that one hand ends they are those that are left."""
        rules, over = self.rules, self.rules.over
        drawn, many, state = self.finals(plan.choice[rank], rank, up)
        name, known = key("split", rank, up, drawn, many, state), self.known_splits.ends
        if name in known:
            return known[name]
        pairs = np.zeros((1, self.states, self.states, len(rules.endings)))
        kept = state != over
        hands = DrawnEnds(drawn[kept], many[None, kept], state[kept])
        pair_ends(self.without(rank, up), up, hands, hands, self.states, self.draws, pairs)
        ends: Floats = pairs[0]
        ends += ends.transpose(1, 0, 2)
        ends[over] = ends[:, over] = alone - ends.sum(0)
        ends[over, over] = alone[over] - np.delete(ends[over], over, 0).sum(0)
        return known.setdefault(name, np.maximum(ends, 0.0))

    @cached_property
    def known_splits(self) -> KnownSplits:
        return KnownSplits(self.cache, key("blackjack-splits", self.shoe, self.states, self.rules.over, *self.draws))
