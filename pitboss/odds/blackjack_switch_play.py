"""Blackjack switch played from a given shoe: what two hands are worth, and how they end under a plan.

Each hand is played by its own cards, the dealer's first card and the other hand as it lies when the switch is decided.
What the other hand draws makes no difference: the cards that come to either are as likely as if they had come first.
So a hand is a hand of blackjack from a shoe without the two cards of the other, and what both bring adds up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.odds import blackjack_kernel as kernel
from pitboss.odds.blackjack_dealer import Draws, dealer_chances
from pitboss.odds.blackjack_kept import draws_from
from pitboss.odds.blackjack_kernel import BEST, Places, Plays
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
WORLDS = (WHOLE, *range(10))
# Instead of another hand: a hand of a whole shoe, as the chart is made for.
NO_OTHER = len(PAIRS)


def key_of(ranks: Held) -> int:
    return sum(1 << (BITS * rank) for rank in ranks)


class DealerCount:
    """The dealer's chances for every set of cards that can be gone when a hand is decided."""

    what, chunks = WHAT, CHUNKS

    def __init__(self, rules: Rules, shoe: Ints, keys: Ints, draws: Draws) -> None:
        self.rules, self.shoe, self.keys = rules, shoe, keys
        self.draws = draws
        self.key = key("blackjack-switch", *self.draws, shoe, keys)
        self.bounds = np.linspace(0, len(keys), CHUNKS + 1).astype(np.int64)

    def blank(self) -> Arrays:
        return {"odds": np.zeros((len(self.keys), 10, len(self.rules.endings)))}

    def add(self, chunk: int, into: Arrays) -> None:
        begin, end = self.bounds[chunk : chunk + 2]
        dealer_chances(self.shoe, self.keys[begin:end], self.draws, into["odds"][begin:end])


class SetsGone(NamedTuple):
    """Every set of cards that can be gone when a hand is decided, as a number, in order; and which of them a hand is,
    `place[other, extra, hand]`, with the other hand and the other card of a pair that was split."""

    keys: Ints
    place: Places


class DealerChances:
    """The dealer's chances for all hands, whichever hand lies beside them."""

    def __init__(self, rules: Rules, shoe: Ints, work: Work) -> None:
        self.rules, self.shoe, self.work = rules, shoe, work

    @cached_property
    def gone(self) -> SetsGone:
        """The same for every pay line and shoe."""
        hands = self.rules.hands
        name = key("blackjack-switch-sets", hands.counts, hands.child, hands.live, hands.may_double)
        known = self.work.cache.load(name)
        if known is None:
            known = self._gone()._asdict()
            self.work.cache.save(name, known)
        return SetsGone(**known)

    def _gone(self) -> SetsGone:
        hands, many = self.rules.hands, self.rules.hands.counts.sum(1)
        wanted = np.zeros((len(WORLDS), len(many)), np.bool_)
        for at, extra in enumerate(WORLDS):
            some = (many > 1) if extra == WHOLE else hands.counts[:, extra] > 0
            needed = np.zeros(len(many), np.bool_)
            needed[hands.child[some & hands.may_double]] = True
            wanted[at] = some & (hands.live | needed)
        beside = np.array([[key_of((*other, *((extra,) if extra != WHOLE else ()))) for extra in WORLDS]
                           for other in (*PAIRS, ())])
        cards = number_of(hands.counts) + beside[:, :, None]
        keys = np.unique(cards[:, wanted])
        place = np.where(wanted, np.searchsorted(keys, cards), 0).astype(np.int32)
        return SetsGone(keys, place)

    @cached_property
    def odds(self) -> Floats:
        """By set of cards, first card and ending."""
        draws = draws_from(self.work.cache, self.rules.tree)
        odds: Floats = counted(DealerCount(self.rules, self.shoe, self.gone.keys, draws), self.work)["odds"]
        return odds

    def place(self, other: int, extra: int) -> Places:
        """Where each hand is, of those that are wanted in a world."""
        place: Places = self.gone.place[other, WORLDS.index(extra)]
        return place


class HandOdds(ShoeOdds):
    """One hand beside another, from the shoe without the two cards of the other; `alone` is the hand that has no other
    beside it, where this is not that one."""

    def __init__(self, chances: DealerChances, other: int, alone: HandOdds | None = None) -> None:
        shoe = chances.shoe.copy()
        for rank in PAIRS[other] if other != NO_OTHER else ():
            shoe[rank] -= 1
        super().__init__(chances.rules, shoe)
        self.chances, self.other, self.alone = chances, other, alone

    def world(self, extra: int) -> World:
        """A world beside another hand is that of a whole shoe but for the dealer's chances."""
        if self.alone is None:
            return super().world(extra)
        world, place = self.alone.worlds[extra], self.chances.place(self.other, extra)
        base = world.base
        if extra != WHOLE:
            base = self.chances.odds[place[self.rules.where[(extra,)]]] @ self.alone.split_over
        return world._replace(odds=self.chances.odds, place=place, base=base)

    @cached_property
    def split_over(self) -> Floats:
        """What two hands of a split bring that are both lost, by ending."""
        return self._split_pay[2]

    def dealer_odds(self, extras: Sequence[int]) -> list[Floats]:
        # The hand of a whole shoe is looked at for long, in all its worlds.
        places = [self.chances.place(self.other, extra) for extra in extras]
        return in_threads(self.chances.odds.__getitem__, places)


class HandPlan(NamedTuple):
    """How hands beside one other hand are played: `worth[play, hand, up]` of two cards (stand, draw, double down,
    split, and the best or followed one but for a split), `choice` by world; `waits` is how likely each ending of the
    dealer's is against a blackjack, by the first card. Of a plan that is followed, nothing is known of what it does not
    do."""

    worth: Floats
    choice: Mapping[int, Plays]
    waits: Floats


def plan_hand(odds: HandOdds, follow: Mapping[int, Plays] | None = None) -> HandPlan:
    """The best plan for a hand, or one to follow."""
    rules, hands, size = odds.rules, odds.rules.hands, len(odds.rules.hands.live)
    worth, choice = np.full((5, len(PAIRS), 10), -np.inf), dict[int, Plays]()
    starts = np.array([rules.where[pair] for pair in PAIRS])
    # Worlds have these arrays one after another: none looks at what it did not write itself.
    value = np.zeros((4 if follow is None else 1, size, 10))
    free, chosen = np.full((size, 10), BEST), np.zeros((size, 10), np.int64)
    for extra in (WHOLE, *odds.pairs):
        world = odds.world(extra)
        if follow is None:
            kernel.plan(odds.shoe, hands, world.wanted, world.acts, world.row, extra, world.odds, world.place,
                        world.stood, world.doubled, free, value, chosen)
            choice[extra] = chosen.astype(np.int8)
        else:
            choice[extra] = follow[extra]
            kernel.followed(odds.shoe, hands, world.wanted, world.row, extra, world.odds, world.place, world.stood,
                            world.doubled, follow[extra], value[0])
        if extra == WHOLE:
            worth[:len(value) - 1], worth[4] = value[:-1, starts] + world.base, value[-1, starts] + world.base
            waits = world.odds[world.place[odds.natural]].copy()
        else:
            worth[3, PAIR_AT[extra, extra]] = world.base + value[-1, rules.where[(extra,)]]
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
        return [HandOdds(self.chances, other, self.alone) for other in range(NO_OTHER)]

    def boxes(self, follow: Mapping[int, Plays] | None = None, splits: Bools | None = None) -> Boxes:
        """The best way to play all hands, or one to follow: what to do with every hand of each world, and which pairs
        to split (by hand and first card)."""
        _ = self.alone.worlds
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

