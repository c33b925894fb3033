"""Blackjack challenge played from a given shoe: what every play is worth, and what a box brings under a plan.

Each hand of a split is played by its own cards, with the other cards of the rank that was split known to be out of the
shoe. Whatever one hand draws, the cards that come to another are as likely as if they had come first. So the hands of a
split are counted by what their second cards are: of three hands each has the law of one card with two others gone; of
two, that of one card with another gone, less what is left out for having made three.

The hands hang together in one thing only: a dealer's blackjack takes one stake of a box if any hand is open to it. A
plan weighs that by how likely the others are to be out of its reach; what it comes to is counted exactly, over all that
the hands can draw together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import fsum
from typing import NamedTuple, TypeVar

import numpy as np

from pitboss.odds import blackjack_challenge_kernel as kernel
from pitboss.odds.blackjack_challenge_rules import Challenge, nets
from pitboss.odds.blackjack_dealer import Draws, chances_beside
from pitboss.odds.blackjack_kept import draws_from
from pitboss.odds.blackjack_kernel import BEST, SPLIT, STAND
from pitboss.odds.blackjack_play import deals_of_two
from pitboss.odds.blackjack_rules import BITS, Bools, Floats, Ints
from pitboss.odds.cache import Arrays, key
from pitboss.odds.jobs import Work, counted, in_threads

F = TypeVar("F", float, Floats)
# How many cards of the split rank are gone, beside that of the hand: with two hands, with three, and one more.
TWO, THREE, MORE = 1, 2, 3
MOST_TRIES = 8


class BesideHands:
    """The job of counting the dealer's chances beside every hand: whole boxes first, then those of a split by its
    rank and by how many cards of it are gone."""

    what = "blackjack challenge hands"
    chunks = 31

    def __init__(self, rules: Challenge, shoe: Ints, draws: Draws) -> None:
        self.rules, self.shoe, self.draws = rules, shoe, draws
        self.key = key("blackjack challenge", shoe, rules.sets, *draws, len(rules.endings))

    def blank(self) -> Arrays:
        return {"odds": np.zeros((self.chunks, len(self.rules.sets), 10, len(self.rules.endings)))}

    def add(self, chunk: int, into: Arrays) -> None:
        rank, gone = world_of(chunk)
        left = self.shoe.copy()
        left[rank] -= gone
        some = self.rules.sets[:, rank] > 0 if gone else np.ones(len(self.rules.sets), np.bool_)
        into["odds"][chunk] += chances_beside(left, self.rules.sets, some, -1, self.draws, len(self.rules.endings))


def world_of(chunk: int) -> tuple[int, int]:
    """The rank that was split and how many more cards of it are gone; 0 and 0 where nothing was."""
    return ((chunk - 1) // 3, (chunk - 1) % 3 + 1) if chunk else (0, 0)


def chunk_of(rank: int, gone: int) -> int:
    return 1 + 3 * rank + gone - 1 if gone else 0


class Ends(NamedTuple):
    """The hands that a plan ends with from one card of a split: cards drawn, in how many orders, and the state."""

    key: Ints
    many: Floats
    state: Ints


class Drawn(NamedTuple):
    """Cards that a hand may draw, each with a weight: in how many orders, or what all of these bring. No cards at all
    stand for whatever it draws, and what is less than nothing is taken off that."""

    key: Ints
    many: Floats

    def or_else(self, other: Drawn) -> Drawn:
        return Drawn(np.concatenate((self.key, other.key)), np.concatenate((self.many, other.many)))


def merged(key: Ints, many: Floats, state: Ints) -> Ends:
    """The same ends told once each."""
    order = np.lexsort((state, key))
    key, many, state = key[order], many[order], state[order]
    new = np.flatnonzero(np.r_[True, (key[1:] != key[:-1]) | (state[1:] != state[:-1])])
    return Ends(key[new], np.add.reduceat(many, new), state[new])


class SplitPlan(NamedTuple):
    """How the hands of a split of one rank are played: `two` while there are two, `three` when there are three, by hand
    and first card; `again`, against which first cards a second split is made. `worth` is what the plays of each hand
    bring while there are two, then what a second split does."""

    two: Ints
    three: Ints
    again: Bools
    worth: Floats
    worth_three: Floats


class ChallengePlan(NamedTuple):
    """What plays are worth and which is chosen. `first` is the net result of a box by its first two cards and the
    dealer's: stand, draw, double down, split, and as chosen; `later` is the same for hands of three and four cards,
    without a split."""

    later: Floats
    choice: Ints
    splits: dict[int, SplitPlan]
    first: Floats
    start: Ints


class ChallengeShoe:
    """All that can be asked of blackjack challenge from one shoe. `tens` is how many cards of each rank there are of
    those that count 10, from 10 to king."""

    def __init__(self, rules: Challenge, shoe: Ints, tens: Ints, work: Work) -> None:
        self.rules, self.shoe, self.tens, self.work = rules, shoe, tens, work
        self.pairs = [rank for rank in range(10) if shoe[rank] > 1]
        self.size = len(rules.where)
        self._spared: dict[tuple[int, int, bytes], float] = {}

    @cached_property
    def draws(self) -> Draws:
        return draws_from(self.work.cache, self.rules.tree)

    @cached_property
    def odds(self) -> Floats:
        """The dealer's chances, by world, set of cards and first card."""
        odds: Floats = counted(BesideHands(self.rules, self.shoe, self.draws), self.work)["odds"]
        return odds

    # -- what is paid --------------------------------------------------------------------------------------

    @cached_property
    def ten_pairs(self) -> Floats:
        """How likely each pair of tens is, a player's and the dealer's, of those in the shoe."""
        ways = np.outer(self.tens, self.tens) - np.diag(self.tens)
        likely: Floats = ways / max(ways.sum(), 1)
        return likely

    def _stood(self, paid: Floats) -> Floats:
        """What hands that wait are paid, by first card, row and ending: a blackjack at once, or by its ten."""
        rules = self.rules
        by_ten = float((self.ten_pairs * nets(rules.by_ten)).sum())
        stood = np.repeat(paid[None], 10, 0)
        stood[:, rules.natural, rules.dealers] = by_ten
        stood[rules.pays_now, rules.natural] = nets([[rules.at_once]])[0, 0]
        return stood

    @cached_property
    def stood(self) -> Floats:
        return self._stood(nets(self.rules.once))

    @cached_property
    def doubled(self) -> Floats:
        original, added = (nets([[both[part] for both in row] for row in self.rules.doubled]) for part in (0, 1))
        doubled: Floats = np.repeat((original + added)[None], 10, 0)
        return doubled

    @cached_property
    def stood_split(self) -> Floats:
        return self._stood(nets(self.rules.split))

    @cached_property
    def doubled_split(self) -> Floats:
        doubled: Floats = np.repeat((nets(self.rules.split) + nets(self.rules.doubled_split))[None], 10, 0)
        return doubled

    @cached_property
    def decided(self) -> Floats:
        decided: Floats = nets([self.rules.decided])[0]
        return decided

    @cached_property
    def state_nets(self) -> Floats:
        """What each state of a hand of a split brings by ending, against first cards that do not pay a blackjack at
        once; a dealer's blackjack takes nothing here."""
        decided = np.repeat(self.decided[:, None], len(self.rules.endings), 1)
        up = int(np.flatnonzero(~self.rules.pays_now)[0])
        worth: Floats = np.concatenate((self.stood_split[up], self.doubled_split[up], decided, 2.0 * decided))
        return worth

    @cached_property
    def open_state(self) -> Bools:
        """Which states a dealer's blackjack can take a stake of."""
        none = np.zeros(2 * len(self.rules.decided), np.bool_)
        return np.concatenate((self.rules.open_to, self.rules.open_to, none))

    @cached_property
    def makes(self) -> list[list[int]]:
        """By first card, the second ones that give the dealer a blackjack."""
        tree, dealers = self.rules.tree, self.rules.dealers
        roots = tree.ends[tree.group[tree.first[:10]]]
        return [np.flatnonzero(row == dealers).tolist() for row in roots]

    # -- the shoe ------------------------------------------------------------------------------------------

    def left(self, rank: int, gone: int, up: int) -> Ints:
        """The shoe without so many cards of a rank and a first card."""
        left = self.shoe.copy()
        left[rank] -= gone
        left[up] -= 1
        return left

    @cached_property
    def deals(self) -> Floats:
        return deals_of_two(self.shoe, self.rules.where, self.rules.hands.counts)

    def acts(self, rank: int, gone: int) -> Bools:
        """Which hands may be drawn to: 28(2), of split aces none."""
        return self.rules.hands.acts & (gone == 0 or rank not in self.rules.one_card)

    # -- plans ---------------------------------------------------------------------------------------------

    def plan(self, follow: Ints | None = None, split: Bools | None = None) -> ChallengePlan:
        """The best plan, or one to follow: what to do with every hand, and which pairs to split, and split again."""
        rules = self.rules
        value, choice = self.world(0, 0, self.stood, self.doubled, follow)
        plans = in_threads(lambda rank: self.split_plan(rank, follow, split), self.pairs)
        splits = dict(zip(self.pairs, plans, strict=True))
        first = np.full((5, self.size, 10), -np.inf)
        first[:3], first[4] = value[:3], value[3]
        start = choice.copy()
        worths = in_threads(lambda rank: self._split_worth(rank, splits[rank], split), self.pairs)
        for rank, worth in zip(self.pairs, worths, strict=True):
            at = rules.where[rank, rank]
            first[3, at] = worth
            better = worth > first[4, at] if split is None else split[rank] & (worth > -np.inf)
            start[at, better], first[4, at, better] = SPLIT, worth[better]
        return ChallengePlan(value, choice, splits, first, start)

    def _split_worth(self, rank: int, plan: SplitPlan, split: Bools | None) -> Floats:
        """What a split of a rank brings by first card: minus infinity where there is none, nothing told (NaN) where
        it is not to be made."""
        worth, values = np.full(10, -np.inf), self.hands_values(rank, plan)
        for up in range(10):
            if self.left(rank, 2, up).min() >= 0:
                wanted = split is None or split[rank, up]
                worth[up] = values[up] + self.taken(rank, up, plan) if wanted else np.nan
        return worth

    def world(
        self, rank: int, gone: int, stood: Floats, doubled: Floats, follow: Ints | None
    ) -> tuple[Floats, Ints]:
        """What plays of hands are worth and which is chosen, with so many cards of a rank gone."""
        value, choice = np.zeros((4, self.size, 10)), np.zeros((self.size, 10), np.int64)
        acts = self.acts(rank, gone)
        wanted = np.full((self.size, 10), BEST) if follow is None else np.where(acts[:, None], follow, STAND)
        kernel.plan(
            self.shoe, self.rules.hands, rank, gone, acts, self.odds[chunk_of(rank, gone)], stood, doubled,
            self.decided, wanted, value, choice,
        )
        return value, choice

    def split_plan(self, rank: int, follow: Ints | None, split: Bools | None) -> SplitPlan:
        """How hands of a split are played. Each is weighed with how likely the others are to be out of reach of a
        dealer's blackjack, as they are played themselves."""
        takes = np.full((2, 10), 0.5)
        known: list[bytes] = []
        for _ in range(MOST_TRIES):
            values, choices = zip(*(
                self.world(rank, gone, *self._weighed(takes[at]), follow) for at, gone in enumerate((TWO, THREE))
            ), strict=True)
            known.append(b"".join(choice.tobytes() for choice in choices))
            if known[-1] in known[:-1]:
                break
            for up in range(10):
                if self.makes[up] and self.left(rank, 2, up).min() >= 0:
                    takes[:, up] = self._out_of_reach(rank, up, *choices)
        worth = np.full((4, self.size, 10), -np.inf)
        worth[:3] = values[0][:3]
        at = self.rules.where[rank, rank]
        other, _ = self.world(rank, THREE, *self._weighed(takes[0]), choices[0])
        for up in range(10):
            if self.left(rank, 3, up).min() >= 0 and self.rules.most_hands > 2:
                three = self.from_root(rank, THREE, up, values[1][3])
                worth[3, at, up] = 3.0 * three - self.from_root(rank, THREE, up, other[3])
        again = worth[3, at] > values[0][3, at] if split is None else split[rank]
        return SplitPlan(choices[0], choices[1], again & (worth[3, at] > -np.inf), worth, values[1])

    def _weighed(self, takes: Floats) -> tuple[Floats, Floats]:
        """Payments of a hand of a split, of which a dealer's blackjack takes a part, by first card."""
        rules, stood, doubled = self.rules, self.stood_split.copy(), self.doubled_split.copy()
        for paid in (stood, doubled):
            paid[:, rules.open_to, rules.dealers] += rules.takes * takes[:, None]
        return stood, doubled

    def _out_of_reach(self, rank: int, up: int, two: Ints, three: Ints) -> tuple[float, float]:
        """How likely the other hand of two, and both others of three, are to be out of a dealer's blackjack's reach
        when there is one."""
        card = self.makes[up][0]
        spared = []
        for gone, choice in ((2, two), (3, three)):
            left = self.left(rank, gone, up)
            left[card] -= 1
            if left.min() < 0:
                spared.append(0.0)
                continue
            out = self.out_of_reach(self.finals(choice, rank, up))
            spared.append(kernel.alone(left, *out) if gone == 2 else kernel.together(left, *out, *out))
        return spared[0], spared[1]

    def from_root(self, rank: int, gone: int, up: int, value: Floats, without: bool = False) -> float:
        """What a hand brings that has its first card of a split, over its second, perhaps but for one of its rank."""
        left = self.left(rank, gone + 1, up)
        if left.min() < 0 or left.sum() == 0:
            return 0.0
        child = self.rules.hands.child[self.rules.where[(rank,)]]
        likely = left / left.sum()
        if without:
            likely[rank] = 0.0
        return float(likely @ np.where(likely > 0.0, value[child, up], 0.0))

    # -- a split -------------------------------------------------------------------------------------------

    def split_value(self, rank: int, up: int, plan: SplitPlan) -> float:
        """What a box brings that is split, exactly, under a plan."""
        return self.hands_values(rank, plan)[up] + self.taken(rank, up, plan)

    def hands_values(self, rank: int, plan: SplitPlan) -> list[float]:
        """What the hands of a split bring by first card, but for what a dealer's blackjack takes."""
        paid = self.stood_split, self.doubled_split
        two, two_less = (self.followed(rank, gone, *paid, plan.two)[3] for gone in (TWO, THREE))
        three, three_more = (self.followed(rank, gone, *paid, plan.three)[3] for gone in (THREE, MORE))
        values = []
        for up in range(10):
            if not plan.again[up]:
                values.append(2.0 * self.from_root(rank, TWO, up, two))
                continue
            of_three = self.from_root(rank, THREE, up, three), self.from_root(rank, MORE, up, three_more)
            of_two = (self.from_root(rank, gone, up, worth, without=True)
                      for gone, worth in ((TWO, two), (THREE, two_less)))
            values.append(float(self.over_hands(rank, up, *of_three, *of_two)))
        return values

    def over_hands(self, rank: int, up: int, three: F, three_more: F, two: F, two_less: F) -> F:
        """The sum over all hands of a split that may be split again, of what each is by itself."""
        of_two, of_three = self.by_hands(rank, up, three, three_more, two, two_less)
        return of_two + of_three

    def by_hands(self, rank: int, up: int, three: F, three_more: F, two: F, two_less: F) -> tuple[F, F]:
        """The same of boxes that end with two hands, and with three, of what each is by itself: with three hands; the
        same with another card of the rank gone; with two, if its second card is not of the rank; that with another
        gone. The first hand's second card makes three hands, or else the second's does, or else there are two."""
        again, once_more = self.third(rank, up)
        of_three = again * 3.0 * three + again * (two_less + 2.0 * (three - once_more * three_more))
        return 2.0 * (two - again * two_less), of_three

    def third(self, rank: int, up: int) -> tuple[float, float]:
        """How likely a hand of a split is to get a third card of the rank, and another then a fourth."""
        left = self.left(rank, 2, up)
        return float(left[rank] / left.sum()), float(max(left[rank] - 1, 0) / max(left.sum() - 1, 1))

    def followed(self, rank: int, gone: int, stood: Floats, doubled: Floats, choice: Ints) -> Floats:
        return self.world(rank, gone, stood, doubled, choice)[0]

    def taken(self, rank: int, up: int, plan: SplitPlan) -> float:
        """What a dealer's blackjack takes of a split box: one stake, unless all its hands are out of reach."""
        return self.rules.takes * (self.dealers(rank, up) - self.all_out_of_reach(rank, up, plan))

    def dealers(self, rank: int, up: int) -> float:
        """How likely the dealer is to have a blackjack against a pair."""
        left = self.left(rank, 2, up)
        return float(left[self.makes[up]].sum() / left.sum())

    def all_out_of_reach(self, rank: int, up: int, plan: SplitPlan) -> float:
        """How likely the dealer is to have a blackjack and nothing to take."""
        if not self.makes[up]:
            return 0.0
        again = bool(plan.again[up])
        three = self.out_of_reach(self.finals(plan.three, rank, up))
        two = self.out_of_reach(self.finals(plan.two, rank, up, without=again), rank if again else -1)
        asked = rank, up, bytes([again]).join(part.tobytes() for out in (three, two) for part in out)
        if asked not in self._spared:
            self._spared[asked] = fsum(
                likely * (kernel.together(left, *two, *two) if hands == 2 else
                          kernel.together(left, *kernel.sums_of(*three, *three), *three.or_else(two)))
                for hands, likely, left in self.with_blackjack(rank, up, again)
            )
        return self._spared[asked]

    def out_of_reach_brings(self, rank: int, up: int, plan: SplitPlan) -> float:
        """What the hands bring on the whole when the dealer has a blackjack and nothing to take."""
        if not self.makes[up]:
            return 0.0
        again = bool(plan.again[up])
        ends = self.finals(plan.three, rank, up), self.finals(plan.two, rank, up, without=again)
        three, two = self.out_of_reach(ends[0]), self.out_of_reach(ends[1], rank if again else -1)
        three_bring, two_bring = map(self.spared_brings, ends)
        total = 0.0
        for hands, likely, left in self.with_blackjack(rank, up, again):
            if hands == 2:
                total += likely * 2.0 * kernel.together(left, *two, *two_bring)
            else:
                others = kernel.sums_of(*three, *three.or_else(two)), kernel.sums_of(*three, *three)
                total += likely * (2.0 * kernel.together(left, *others[0], *three_bring)
                                   + kernel.together(left, *others[1], *three_bring.or_else(two_bring)))
        return total

    def with_blackjack(self, rank: int, up: int, again: bool) -> Iterator[tuple[int, float, Ints]]:
        """The dealer's blackjacks against two hands of a split, and against three: how likely, and what is left in the
        shoe for the hands. Of three, it was the first hand's second card that made them, or else the second's."""
        for card in self.makes[up]:
            left = self.left(rank, 2, up)
            third = float(left[rank] / left.sum())
            for hands in (2, 3) if again else (2,):
                left = self.left(rank, hands, up)
                if left.min() >= 0 and left[card] > 0:
                    likely = float(left[card] / left.sum())
                    left[card] -= 1
                    yield hands, likely if hands == 2 else third * likely, left

    def out_of_reach(self, ends: Ends, without: int = -1) -> Drawn:
        """Ends that a dealer's blackjack takes nothing of: whatever a hand draws but for those it takes of, which are
        far fewer, and but for a second card of a rank."""
        some = self.open_state[ends.state]
        whole = [0] if without < 0 else [0, 1 << (BITS * without)]
        return Drawn(np.concatenate((np.array(whole), ends.key[some])),
                     np.concatenate((np.array([1.0, -1.0][:len(whole)]), -ends.many[some])))

    def spared_brings(self, ends: Ends) -> Drawn:
        """What those ends bring when there is one."""
        some = ~self.open_state[ends.state]
        return Drawn(ends.key[some], ends.many[some] * self.state_nets[ends.state[some], self.rules.dealers])

    def finals(self, choice: Ints, rank: int, up: int, without: bool = False) -> Ends:
        """The hands that a plan ends with from a split card, perhaps but for those whose second is of its rank."""
        rules, hands = self.rules, self.rules.hands
        room = 10 * self.size
        key, many, state = np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64)
        count = kernel.finals(
            hands, rules.where[(rank,)], rank if without else -1, up, choice, len(rules.rows), len(rules.decided),
            np.zeros(self.size), key, many, state,
        )
        return merged(key[:count], many[:count], state[:count])

    # -- whole rounds --------------------------------------------------------------------------------------

    def mean(self, plan: ChallengePlan) -> float:
        """The net result of a round."""
        dealt = self.deals > 0.0
        return float(np.sum(self.deals[dealt] * plan.first[4][dealt]))
