"""Blackjack switch played from a given shoe: what two hands are worth, and how they end under a plan.

Each hand is played by its own cards, the dealer's first card and the other hand as it lies when the switch is decided.
What the other hand draws makes no difference: the cards that come to either are as likely as if they had come first.
So a hand is a hand of blackjack from a shoe without the two cards of the other, and what both bring adds up. They hang
together in one thing only: when every hand of the box is lost the dealer takes no second card, and a blackjack that
would have saved what was added by a split is never seen. That is counted exactly, over all sets of lost hands."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.odds import blackjack_kernel as kernel
from pitboss.odds import blackjack_switch_kernel as own_kernel
from pitboss.odds.blackjack_kernel import BEST, BITS
from pitboss.odds.blackjack_play import WHOLE, ShoeOdds, World, in_threads
from pitboss.odds.blackjack_rules import ACE, Bools, Floats, Held, Ints, Rules
from pitboss.odds.cache import Arrays, key
from pitboss.odds.jobs import Work, counted

WHAT = "hands of the dealer"
CHUNKS = 64
# The hands of two cards, by their ranks.
PAIRS: tuple[Held, ...] = tuple((one, other) for one in range(10) for other in range(one, 10))
PAIR_AT = {pair: at for at, pair in enumerate(PAIRS)}
PLACE: Ints = np.array([[PAIR_AT[min(i, j), max(i, j)] for j in range(10)] for i in range(10)])
# Instead of another hand: a hand of a whole shoe, as the chart is made for.
NO_OTHER = len(PAIRS)


def key_of(ranks: Held) -> int:
    return sum(1 << (BITS * rank) for rank in ranks)


class DealerCount:
    """The dealer's chances for every set of cards that can be gone when a hand is decided."""

    what, chunks = WHAT, CHUNKS

    def __init__(self, rules: Rules, shoe: Ints, keys: Ints) -> None:
        self.rules, self.shoe, self.keys = rules, shoe, keys
        self.key = key("blackjack-switch", *rules.tree, shoe, keys)
        self.bounds = np.linspace(0, len(keys), CHUNKS + 1).astype(np.int64)

    def blank(self) -> Arrays:
        return {"odds": np.zeros((len(self.keys), 10, len(self.rules.endings)))}

    def add(self, chunk: int, into: Arrays) -> None:
        begin, end = self.bounds[chunk : chunk + 2]
        own_kernel.dealer_table(self.keys[begin:end], self.shoe, self.rules.tree, into["odds"][begin:end])


class DealerChances:
    """The dealer's chances for all hands, whichever hand lies beside them."""

    def __init__(self, rules: Rules, shoe: Ints, work: Work) -> None:
        self.rules, self.shoe, self.work = rules, shoe, work
        self.room = threading.local()
        hands = rules.hands
        self.hand_key: Ints = (hands.counts << (BITS * np.arange(10))).sum(1)
        many = hands.counts.sum(1)
        self.wanted: dict[int, Ints] = {}
        for extra in (WHOLE, *range(10)):
            wanted = (many > 1) if extra == WHOLE else hands.counts[:, extra] > 0
            needed = np.zeros(len(wanted), np.bool_)
            needed[hands.child[wanted & hands.may_double]] = True
            self.wanted[extra] = np.flatnonzero(wanted & (hands.live | needed))

    @staticmethod
    def beside(other: int, extra: int) -> int:
        """The cards gone beside a hand: the other hand, and the other card of a pair that was split."""
        return (key_of(PAIRS[other]) if other != NO_OTHER else 0) + (key_of((extra,)) if extra != WHOLE else 0)

    @cached_property
    def table(self) -> tuple[Ints, Floats]:
        """Every set of cards as a number, in order, and the chances."""
        gone = [self.hand_key[wanted] + self.beside(other, extra)
                for extra, wanted in self.wanted.items() for other in range(NO_OTHER + 1)]
        keys = np.unique(np.concatenate(gone))
        return keys, counted(DealerCount(self.rules, self.shoe, keys), self.work)["odds"]

    def odds(self, other: int, extra: int) -> Floats:
        """By hand, first card and ending; in each thread one array, until the next are asked for. Hands that are not
        wanted have whatever was there before."""
        keys, table = self.table
        if not hasattr(self.room, "odds"):
            self.room.odds = np.zeros((len(self.hand_key), *table.shape[1:]))
        odds: Floats = self.room.odds
        wanted = self.wanted[extra]
        odds[wanted] = table[np.searchsorted(keys, self.hand_key[wanted] + self.beside(other, extra))]
        return odds


class HandOdds(ShoeOdds):
    """One hand beside another, from the shoe without the two cards of the other."""

    def __init__(self, chances: DealerChances, other: int) -> None:
        shoe = chances.shoe.copy()
        for rank in PAIRS[other] if other != NO_OTHER else ():
            shoe[rank] -= 1
        super().__init__(chances.rules, shoe)
        self.chances, self.other = chances, other

    def _lost(self, choice: Mapping[int, Ints]) -> Floats:
        """Another hand is mostly not lost: what it costs when it is, is counted for both hands together."""
        return np.zeros((10, 10))

    def world(self, extra: int) -> World:
        """One of its worlds, beside another hand until the next is asked for."""
        return super().world(extra) if self.other == NO_OTHER else self._world(extra)

    def dealer_odds(self, extra: int, wanted: Bools) -> Floats:
        odds = self.chances.odds(self.other, extra)
        # The hand of a whole shoe is looked at for long, in all its worlds.
        return odds.copy() if self.other == NO_OTHER else odds


class HandPlan(NamedTuple):
    """How hands beside one other hand are played: `worth[play, hand, up]` of two cards (stand, draw, double down,
    split, and the best or followed one but for a split), `choice` by world; `waits` is how likely each ending of the
    dealer's is against a blackjack, by the first card."""

    worth: Floats
    choice: Mapping[int, Ints]
    waits: Floats


def plan_hand(odds: HandOdds, follow: Mapping[int, Ints] | None = None) -> HandPlan:
    """The best plan for a hand, or one to follow; what is lost when all hands are is not looked at here."""
    hands, rules, size = odds.rules.hands, odds.rules, len(odds.rules.hands.live)
    free = np.full((size, 10), BEST)
    worth, choice = np.full((5, len(PAIRS), 10), -np.inf), dict[int, Ints]()
    starts = np.array([rules.where[pair] for pair in PAIRS])
    for extra in (WHOLE, *odds.pairs):
        world = odds.world(extra)
        value, chosen = np.zeros((4, size, 10)), np.zeros((size, 10), np.int64)
        kernel.plan(odds.shoe, hands, world.wanted, world.acts, world.row, extra, world.odds, world.stood,
                    world.doubled, free if follow is None else follow[extra], value, chosen)
        choice[extra] = chosen.astype(np.int8)
        if extra == WHOLE:
            worth[:3], worth[4] = value[:3, starts] + world.base, value[3, starts] + world.base
            waits = world.odds[odds.natural].copy()
        else:
            worth[3, PAIR_AT[extra, extra]] = world.base + value[3, rules.where[(extra,)]]
    return HandPlan(worth, choice, waits)


class Boxes(NamedTuple):
    """What two hands are worth together and what is done with them: `split[hand, other, up]`; `worth[hand, other, up]`
    of the hand itself, and `lost` what it costs both that the dealer stops; `switched` is what a hand is worth after
    a switch, where a blackjack is 21."""

    plans: list[HandPlan]
    split: Bools
    worth: Floats
    switched: Floats
    lost: Floats

    def both(self, *, switched: bool) -> Floats:
        """What a box brings, by its hands and the first card."""
        worth = self.switched if switched else self.worth
        return worth + worth.transpose(1, 0, 2) + self.lost


class SwitchShoe:
    """All that can be asked of blackjack switch from one shoe."""

    def __init__(self, rules: Rules, shoe: Ints, after_switch: Floats, work: Work) -> None:
        """`after_switch` is what an ace with a ten is paid after a switch, by the dealer's ending."""
        self.rules, self.shoe, self.after_switch = rules, shoe, after_switch
        self.chances = DealerChances(rules, shoe, work)
        self.blackjack_at = next(at for at, pair in enumerate(PAIRS) if rules.totals[rules.where[pair]].blackjack)

    @cached_property
    def alone(self) -> HandOdds:
        """A hand of a whole shoe, with no other beside it."""
        return HandOdds(self.chances, NO_OTHER)

    @cached_property
    def hands(self) -> list[HandOdds]:
        _ = self.chances.table
        return in_threads(lambda other: HandOdds(self.chances, other), range(NO_OTHER))

    def boxes(self, follow: Mapping[int, Ints] | None = None, splits: Bools | None = None) -> Boxes:
        """The best way to play all hands, or one to follow: what to do with every hand of each world, and which pairs
        to split (by hand and first card)."""
        plans = in_threads(lambda odds: plan_hand(odds, follow), self.hands)
        worth = np.stack([plan.worth for plan in plans], axis=2)
        kept, divided = worth[4], worth[3]
        chosen = divided > kept if splits is None else np.broadcast_to(splits[:, None, :], kept.shape).copy()
        chosen &= np.isfinite(divided)
        lost = self._lost(plans, kept, divided, chosen, splits is None)
        best = np.where(chosen, divided, kept)
        natural, switched = self.blackjack_at, best.copy()
        for other, plan in enumerate(plans):
            switched[natural, other] = plan.waits @ self.after_switch
        return Boxes(plans, chosen, best, switched, lost)

    # -- every hand lost ---------------------------------------------------------------------------------------

    @cached_property
    def seconds(self) -> dict[int, Ints]:
        """The second cards of the dealer that would have saved what was added by a split, by the first card."""
        rules, found = self.rules, dict[int, Ints]()
        saved = (self.alone.split_alone[1][:, None] - self.alone.split_pay[1])[self.alone.lost_state]
        for up in range(10):
            ends = rules.tree.ends[rules.tree.group[rules.tree.first[up]]]
            ranks = [rank for rank in range(10) if ends[rank] >= 0 and (saved[:, ends[rank]] != 0.0).any()]
            found[up] = np.array(ranks, np.int64)
        return found

    def _lost(self, plans: list[HandPlan], kept: Floats, divided: Floats, chosen: Bools, free: bool) -> Floats:
        """What it costs that the dealer stops, by hand, other and first card. Where play is free, a pair is not split
        that this makes worse."""
        lost = np.zeros(kept.shape)
        for up in range(10):
            if not len(self.seconds[up]):
                continue
            todo = [(hand, other) for hand in range(NO_OTHER) for other in range(hand, NO_OTHER)
                    if chosen[hand, other, up] or chosen[other, hand, up]]
            costs = in_threads(lambda two: self._costs(plans, two, chosen, up), todo)  # noqa: B023
            for (hand, other), cost in zip(todo, costs, strict=True):
                lost[hand, other, up] = lost[other, hand, up] = cost
                gains = [(one, beside) for one, beside in {(hand, other), (other, hand)} if chosen[one, beside, up]]
                worse = sum(divided[one, beside, up] - kept[one, beside, up] for one, beside in gains) + cost < 0.0
                if free and worse:
                    for one, beside in gains:
                        chosen[one, beside, up] = False
                    lost[hand, other, up] = lost[other, hand, up] = 0.0
        return lost

    def _costs(self, plans: list[HandPlan], two: tuple[int, int], chosen: Bools, up: int) -> float:
        """For each hand that was split, a stake that a blackjack would have saved."""
        left = self.shoe.copy()
        for rank in (*PAIRS[two[0]], *PAIRS[two[1]], up):
            left[rank] -= 1
        if left.min() < 0:
            return 0.0
        gone = [self._gone(plans[beside], hand, beside, up, bool(chosen[hand, beside, up]))
                for hand, beside in (two, two[::-1])]
        if not all(len(keys) for keys, _ in gone):
            return 0.0
        splits = sum(bool(chosen[hand, beside, up]) for hand, beside in (two, two[::-1]))
        (one, one_orders), (other, other_orders) = gone
        return -splits * own_kernel.all_lost(left, one, one_orders, other, other_orders, self.seconds[up])

    def _gone(self, plan: HandPlan, hand: int, beside: int, up: int, split: bool) -> tuple[Ints, Floats]:
        """The cards that a hand draws to be lost, as numbers, and in how many orders; of a pair that is split, what
        both draw together."""
        rules, pair = self.rules, PAIRS[hand]
        odds = self.hands[beside]
        root, row = ((pair[0],), rules.hands.split) if split else (pair, rules.hands.plain)
        choice = plan.choice[pair[0] if split else WHOLE].astype(np.int64)
        drawn, orders, state = odds.finals_from(choice, rules.where[root], up, row)
        over = odds.lost_state[state]
        drawn, orders = drawn[over], orders[over]
        if split:
            drawn, orders = (drawn[:, None] + drawn).ravel(), (orders[:, None] * orders).ravel()
        keys, at = np.unique(drawn, return_inverse=True)
        return keys, np.bincount(at, orders, len(keys)).astype(np.float64)

    # -- the deal ----------------------------------------------------------------------------------------------

    @cached_property
    def deals(self) -> Floats:
        """How likely four cards and the dealer's first are, in the order of the deal: both of the first hand, both of
        the second, the dealer's."""
        order = np.ogrid[:10, :10, :10, :10, :10]
        ways, cards = np.ones((1,) * 5), int(self.shoe.sum())
        for place, card in enumerate(order):
            before = sum((card == earlier).astype(np.int64) for earlier in order[:place])
            ways = ways * np.maximum(self.shoe[card] - before, 0) / (cards - place)
        return ways

    @staticmethod
    def by_deal(both: Floats) -> tuple[Floats, Floats]:
        """Something of two hands and a first card, by the four cards as they were dealt, and with them switched."""
        lie = both[PLACE[:, :, None, None], PLACE[None, None], :]
        first, second = PLACE[:, None, None, :], PLACE.T[None, :, :, None]
        return lie, both[first, second, :]

    @cached_property
    def insures(self) -> Floats:
        """What a unit of insurance brings, by the four cards: nothing but an ace is shown."""
        order = np.ogrid[:10, :10, :10, :10]
        left = [np.zeros((1,) * 4) + self.shoe[rank] - (rank == ACE) for rank in range(10)]
        gone = [left[rank] - sum((card == rank).astype(np.int64) for card in order) for rank in range(10)]
        brings: Floats = sum(gone[rank] * self.rules.insurance[rank] for rank in range(10)) / sum(gone)
        return brings

