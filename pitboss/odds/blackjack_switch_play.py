"""Blackjack switch played from a given shoe: what two hands are worth, and how they end under a plan.

Each hand is played by its own cards, the dealer's first card and the other hand as it lies when the switch is decided.
What the other hand draws makes no difference: the cards that come to either are as likely as if they had come first.
So a hand is a hand of blackjack from a shoe without the two cards of the other, and what both bring adds up."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.odds import blackjack_kernel as kernel
from pitboss.odds.blackjack_dealer import dealer_chances, draws_of
from pitboss.odds.blackjack_kernel import BEST
from pitboss.odds.blackjack_play import WHOLE, ShoeOdds, World
from pitboss.odds.blackjack_rules import ACE, BITS, Bools, Floats, Held, Ints, Rules, number_of
from pitboss.odds.cache import Arrays, key
from pitboss.odds.jobs import Work, counted, in_threads

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
        self.draws = draws_of(rules.tree)
        self.key = key("blackjack-switch", *self.draws, shoe, keys)
        self.bounds = np.linspace(0, len(keys), CHUNKS + 1).astype(np.int64)

    def blank(self) -> Arrays:
        return {"odds": np.zeros((len(self.keys), 10, len(self.rules.endings)))}

    def add(self, chunk: int, into: Arrays) -> None:
        begin, end = self.bounds[chunk : chunk + 2]
        dealer_chances(self.shoe, self.keys[begin:end], self.draws, into["odds"][begin:end])


class DealerChances:
    """The dealer's chances for all hands, whichever hand lies beside them."""

    def __init__(self, rules: Rules, shoe: Ints, work: Work) -> None:
        self.rules, self.shoe, self.work = rules, shoe, work
        self.room = threading.local()
        hands = rules.hands
        self.hand_key: Ints = number_of(hands.counts)
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
    """The best plan for a hand, or one to follow."""
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
    of the hand itself; `switched` is what a hand is worth after a switch, where a blackjack is 21."""

    plans: list[HandPlan]
    split: Bools
    worth: Floats
    switched: Floats

    def both(self, *, switched: bool) -> Floats:
        """What a box brings, by its hands and the first card."""
        worth = self.switched if switched else self.worth
        return worth + worth.transpose(1, 0, 2)


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
        best = np.where(chosen, divided, kept)
        natural, switched = self.blackjack_at, best.copy()
        for other, plan in enumerate(plans):
            switched[natural, other] = plan.waits @ self.after_switch
        return Boxes(plans, chosen, best, switched)

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

