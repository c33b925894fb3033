"""Spanish blackjack played from a given shoe: what every play is worth, and how a whole round ends under a plan.

As at blackjack one plan serves both hands of a split, and their results add up, but for what a dealer's blackjack
takes: which stake is the player's original one hangs on how the first hand ended. The plan does not look at that; what
it costs is counted exactly, over all pairs of hands (`joint`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pitboss.odds import spanish_blackjack_kernel as kernel
from pitboss.odds.blackjack_dealer import Draws, chances_beside, dealer_chances
from pitboss.odds.blackjack_kept import KnownSplits, draws_from, kept_arrays
from pitboss.odds.blackjack_pairs import merged_plans, pair_ends
from pitboss.odds.blackjack_play import deals_of_two, insurance_brings
from pitboss.odds.blackjack_rules import ACE, Bools, Floats, Ints
from pitboss.odds.cache import Arrays, Cache, key
from pitboss.odds.jobs import in_threads
from pitboss.odds.spanish_blackjack_kernel import (
    BEST,
    DOUBLE_DOWN,
    DRAW,
    SPLIT,
    STAND,
    SURRENDER,
    AskedPlays,
    ChosenPlays,
    PaidHands,
)
from pitboss.odds.spanish_blackjack_rules import (
    DOUBLE,
    ONCE,
    SECOND,
    SECOND_TWICE,
    TAKEN,
    TAKEN_TWICE,
    TWICE,
    SpanishRules,
    Suited,
)

# Hands that were not split; the other worlds are those of a split pair.
WHOLE = -1
# The name of the dealer's chances beside no hand at all.
ALONE = "alone"
# Sorts of hands by what a dealer's blackjack may do to the other: still in play, 21, withdrawn, doubled and over 21;
# whatever is left has drawn itself over 21.
LIVE, PAID, OUT, LOST = range(4)
SORTS = 5


class SpanishWorld(NamedTuple):
    """Hands played under one set of payments. `base[up]` is what a hand over 21 brings; everything else is measured
    above it."""

    extra: int
    wanted: Bools
    acts: Bools
    row: Ints
    odds: Floats
    paid: PaidHands
    base: Floats


class SpanishPlan(NamedTuple):
    """What plays are worth in each world (`value[world][first aces, play, hand, up]`), and what is chosen. `first` is
    the net result of a box by its first two cards and the dealer's: stand, draw, double down, split (with what the two
    hands do to each other, `joint`), surrender, and the one chosen (`start`); `suited` the same for hands of which
    suits matter."""

    value: Mapping[int, Floats]
    choice: Mapping[int, ChosenPlays]
    joint: Floats
    first: Floats
    start: Ints
    suited: list[Floats]
    suited_start: list[Ints]


class SpanishSplit(NamedTuple):
    """How a split box ends: `ends[first, second, ending]` by the states of its hands."""

    rank: int
    up: int
    insured: bool
    ends: Floats
    # How a hand ends that is paid by its suits, where those of the pair matter: its state, and how likely each row is.
    state: int
    rows: Mapping[int, float]


# How both hands of each split end, by the rank and the first card.
BothHands = Mapping[tuple[int, int], Floats]


class SpanishWhole(NamedTuple):
    """How a round ends under a plan: `kept[insured, state, ending]` for hands that were not split, `given_up[insured,
    ending]` for those surrendered. `mean` is the net result by recursion."""

    kept: Floats
    given_up: Floats
    splits: list[SpanishSplit]
    insured: float
    mean: float


class SpanishShoe:
    """All that can be asked of Spanish blackjack from one shoe."""

    def __init__(self, rules: SpanishRules, shoe: Ints, cache: Cache | None = None) -> None:
        self.rules, self.shoe, self.cache = rules, shoe, cache
        self.rows, self.states = len(rules.pay[ONCE]), rules.states
        self.aces = rules.hands.counts[:, ACE]
        self.many = rules.hands.counts.sum(1)
        self.pairs = [rank for rank in range(10) if shoe[rank] > 1]
        self.points = np.array([count.points for count in rules.rows] + [21] * len(rules.mixed))

    # -- what is out there ---------------------------------------------------------------------------------

    @cached_property
    def draws(self) -> Draws:
        return draws_from(self.cache, self.rules.tree)

    @cached_property
    def partner(self) -> Ints:
        """The rank that makes a dealer's blackjack with each first card, -1 for none."""
        tree = self.rules.tree
        ends = tree.ends[tree.group[tree.first[:-1]]]
        return np.array([next(iter(np.flatnonzero(row == self.rules.natural)), -1) for row in ends])

    @cached_property
    def worlds(self) -> dict[int, SpanishWorld]:
        """Every world with the dealer's chances in it."""
        return {extra: self._world(extra, self._dealers[str(extra)]) for extra in (WHOLE, *self.pairs)}

    @cached_property
    def dealer_alone(self) -> Floats:
        """How likely each ending of the dealer's hand is by the first card, whatever players hold."""
        odds: Floats = self._dealers[ALONE]
        return odds

    @cached_property
    def _dealers(self) -> Arrays:
        """The dealer's chances by world, and alone: the same for every pay line."""
        endings = len(self.rules.endings)
        name = key("spanish-dealers", self.shoe, self.rules.hands.counts, endings, *self.draws)

        def count() -> Arrays:
            extras, alone = [WHOLE, *self.pairs], np.zeros((1, 10, endings))
            dealer_chances(self.shoe, np.zeros(1, np.int64), self.draws, alone)
            return {ALONE: alone[0], **dict(zip(map(str, extras), in_threads(self._dealer, extras), strict=True))}

        return kept_arrays(self.cache, name, count)

    def _wanted(self, extra: int) -> Bools:
        return self.many > 1 if extra == WHOLE else self.rules.hands.counts[:, extra] > 0

    def _dealer(self, extra: int) -> Floats:
        """How likely each ending of the dealer's hand is, by the player's and the first card."""
        rules = self.rules
        return chances_beside(
            self.shoe, rules.hands.counts, self._wanted(extra), extra, self.draws, len(rules.endings))

    def _world(self, extra: int, odds: Floats) -> SpanishWorld:
        rules, hands, wanted = self.rules, self.rules.hands, self._wanted(extra)
        if extra == WHOLE:
            lost = np.full(10, -1.0)
            return SpanishWorld(extra, wanted, hands.acts, hands.plain, odds, self._whole_paid, lost)
        # 10(4)(b): a split ace takes one card.
        acts = hands.acts & (self.many == 1) if extra == ACE else hands.acts
        paid, over = self._split_paid
        return SpanishWorld(extra, wanted, acts, hands.split, odds, paid, odds[rules.where[(extra,)]] @ over)

    @cached_property
    def _whole_paid(self) -> PaidHands:
        """Payments of a box that was not split."""
        pay, over, natural = self.rules.pay, self.rules.over, self.rules.natural
        assert (pay[ONCE][over] == -1.0).all(), "a hand over 21 is not lost at once"
        twice = pay[TWICE] + pay[DOUBLE]
        first, _, double = self.rules.forfeits
        lost = [float(twice[over, ending]) for ending in range(twice.shape[1]) if ending != natural]
        assert len(set(lost)) == 1
        back = np.full(twice.shape[1], first + double + 1.0)
        return PaidHands(pay[ONCE] + 1.0, twice + 1.0, back, float(twice[over, natural]) + 1.0, lost[0] + 1.0)

    @cached_property
    def split_pay(self) -> tuple[Floats, Floats]:
        """What each state of the first hand of a split brings by ending, and each of the second where the first takes
        what a dealer's blackjack takes."""
        pay, (first, second, double) = self.rules.pay, self.rules.forfeits
        endings = pay[ONCE].shape[1]
        return (
            np.concatenate((pay[ONCE], pay[TWICE] + pay[DOUBLE], np.full((1, endings), first + double))),
            np.concatenate((pay[SECOND], pay[SECOND_TWICE] + pay[DOUBLE], np.full((1, endings), second + double))),
        )

    @cached_property
    def _split_paid(self) -> tuple[PaidHands, Floats]:
        """The same for two hands played alike."""
        first, second = self.split_pay
        both, rows, natural = first + second, self.rows, self.rules.natural
        over = both[self.rules.over]
        lost = both[rows + self.rules.over] - over
        other = next(ending for ending in range(both.shape[1]) if ending != natural)
        return PaidHands(both[:rows] - over, both[rows:-1] - over, both[-1] - over, float(lost[natural]),
                    float(lost[other])), over

    @property
    def split_over(self) -> Floats:
        """What two hands of a split bring that are both over 21, by ending."""
        return self._split_paid[1]

    @cached_property
    def sort(self) -> Ints:
        """The sort of each state; the last one is a hand that drew itself over 21."""
        rules, rows = self.rules, self.rows
        paid = self.points == 21
        sort = np.where(np.concatenate((paid, paid, [False])), PAID, LIVE)
        sort[rules.over], sort[rows + rules.over], sort[rules.withdrawn] = SORTS - 1, LOST, OUT
        return sort

    @cached_property
    def pair_pay(self) -> Floats:
        """What two hands of a split bring together, by the states of both and the ending."""
        pay, (first, second), sort = self.rules.pay, self.split_pay, self.sort
        taken = np.concatenate((pay[TAKEN], pay[TAKEN_TWICE] + pay[DOUBLE], second[-1:]))
        over = (sort == SORTS - 1) | (sort == LOST)
        # 10(7)(b) and (c): the other wager is the original one; (c) not where that hand is over 21.
        turned = (sort == PAID)[:, None] | (sort == OUT)[:, None] & ~over
        brings: Floats = first[:, None] + np.where(turned[..., None], taken, second)
        return brings

    # -- plans -------------------------------------------------------------------------------------------------

    def plan(
        self, asked: AskedPlays | None = None, start: Ints | None = None, joint: Floats | None = None
    ) -> SpanishPlan:
        """The best plan, or one to follow: what to do with every hand, and with first cards that are split or
        surrendered (-1 for the others). `joint` where it is known already."""
        size = len(self.many)
        asked = asked or AskedPlays(np.full((size, 10), BEST), np.zeros((self.rows, 10), np.bool_), False)

        def of_world(extra: int) -> tuple[Floats, ChosenPlays]:
            world, hands = self.worlds[extra], self.rules.hands
            value = np.full((3, 4, size, 10), -np.inf)
            chosen = ChosenPlays(np.zeros((3, size, 10), np.int64), np.zeros((3, size, 10, 10), np.bool_))
            kernel.plan(
                self.shoe, hands, world.wanted, world.acts, world.row, max(extra, WHOLE), world.odds, world.paid,
                self.rules.over, self.rules.withdraws, self.partner,
                asked, value, chosen,
            )
            return value, chosen

        worked = dict(zip(self.worlds, in_threads(of_world, self.worlds), strict=True))
        value = {extra: values for extra, (values, _) in worked.items()}
        choice = {extra: chosen for extra, (_, chosen) in worked.items()}
        joint = self._joint(choice) if joint is None else joint
        first = np.full((6, size, 10), -np.inf)
        two = np.flatnonzero(self.many == 2)
        first[:3, two] = value[WHOLE][self.aces[two], :3, two].transpose(1, 0, 2) - 1.0
        for rank in self.pairs:
            at = self.rules.where[rank, rank]
            first[3, at] = self.worlds[rank].base + value[rank][0, 3, self.rules.where[(rank,)]] + joint[rank]
        given_up = self.worlds[WHOLE].odds[two] @ self.rules.surrender
        offered = self.rules.surrenders & self.rules.hands.acts[two][:, None]
        first[4, two] = np.where(offered, given_up, -np.inf)
        followed = choice[WHOLE].play[self.aces.clip(0, 2), np.arange(size)]
        started = first[:5].argmax(0) if start is None else np.where(start >= 0, start, followed)
        first[5] = np.take_along_axis(first[:5], started[None], 0)[0]
        suited, suited_start = self._suited(first, choice, None if start is None else started)
        return SpanishPlan(value, choice, joint, first, started, suited, suited_start)

    def _suited(
        self, first: Floats, choice: Mapping[int, ChosenPlays], started: Ints | None
    ) -> tuple[list[Floats], list[Ints]]:
        """The same by suits: a draw may make a hand that is paid by them, and so may either hand of a split."""
        worths, starts = [], []
        for one in self.rules.suited:
            worth = first[:, one.hand].copy()
            left = self.shoe - self.rules.hands.counts[one.hand]
            draws = np.maximum(left[one.rank] - (np.arange(10) == one.rank), 0) / np.maximum(left.sum() - 1, 1)
            worth[1] += draws * (self.mean_pay(one.rows) - self._row_pay(one))
            if one.split_rows:
                more = self.mean_pay(one.split_rows) - self._row_pay(one)
                worth[3] += 2 * self._made_after_split(one, choice) * more
            chosen = worth[:5].argmax(0) if started is None else started[one.hand]
            worth[5] = np.take_along_axis(worth[:5], chosen[None], 0)[0]
            worths.append(worth)
            starts.append(chosen)
        return worths, starts

    def mean_pay(self, rows: Mapping[int, Fraction]) -> float:
        return sum(float(share) * float(self.rules.pay[ONCE][row, 0]) for row, share in rows.items())

    def _row_pay(self, one: Suited) -> float:
        """What the hand that a third card makes is paid as a mean over all suits."""
        hand = self.rules.hands.child[one.hand, one.rank]
        return float(self.rules.pay[ONCE][self.rules.hands.plain[hand], 0])

    def _made_after_split(self, one: Suited, choice: Mapping[int, ChosenPlays]) -> Floats:
        """How likely one hand of a split is to make the hand that is paid by suits, by first card."""
        rank, hands = one.rank, self.rules.hands
        likely = np.zeros(10)
        for up in range(10):
            left = self.shoe - hands.counts[one.hand]
            left[up] -= 1
            if left.min() >= 0 and choice[rank].play[0, one.hand, up] == DRAW:
                likely[up] = left[rank] * (left[rank] - 1) / (left.sum() * (left.sum() - 1))
        return likely

    # -- the two hands of a split ------------------------------------------------------------------------------

    def _joint(self, choice: Mapping[int, ChosenPlays]) -> Floats:
        """What two hands of a split do to each other when the dealer has a blackjack, by the split rank and the first
        card."""
        (first, second), natural = self.split_pay, self.rules.natural
        alone = first[:, None] + second[None]
        more = self.pair_pay - alone
        calm = [ending for ending in range(alone.shape[2]) if ending != natural]
        assert not more[:, :, calm].any(), "hands of a split hang together without a blackjack"
        by_sort = self._by_sort(more[:, :, natural])
        joint = np.zeros((10, 10))
        todo = [(rank, up) for rank in self.pairs for up in range(10) if self.partner[up] >= 0
                and self.without(rank, up).min() >= 0 and self.without(rank, up)[self.partner[up]] > 0]

        def one_pair(pair: tuple[int, int]) -> Floats:
            return self._sorts(choice[pair[0]], *pair)

        for (rank, up), sorts in zip(todo, in_threads(one_pair, todo), strict=True):
            left = self.without(rank, up)
            blackjack = left[self.partner[up]] / left.sum()
            joint[rank, up] = blackjack * float((sorts * by_sort).sum())
        return joint

    def _by_sort(self, brings: Floats) -> Floats:
        """The same by the sorts of both hands, as all hands of a sort do the same."""
        table = np.zeros((SORTS, SORTS))
        for one in range(SORTS):
            for other in range(SORTS):
                block = brings[self.sort == one][:, self.sort == other]
                assert np.ptp(block) == 0.0, "hands of a sort differ"
                table[one, other] = block[0, 0]
        return table

    def _sorts(self, choice: ChosenPlays, rank: int, up: int) -> Floats:
        """How likely both hands are to be of each sort when the dealer has a blackjack."""
        drawn, many, state = self.finals(choice, rank, up)
        left = self.without(rank, up)
        left[self.partner[up]] -= 1
        joint, each = np.zeros((SORTS, SORTS)), np.zeros(SORTS)
        kernel.together(left, drawn, many, self.sort[state], joint, each)
        last = SORTS - 1
        joint[last, :last] = joint[:last, last] = each[:last] - joint[:last, :last].sum(0)
        joint[last, last] = 1.0 - joint[:last].sum() - joint[last, :last].sum()
        return joint

    def without(self, rank: int, up: int) -> Ints:
        """The shoe without a pair and the dealer's first card."""
        left = self.shoe.copy()
        left[rank] -= 2
        left[up] -= 1
        return left

    def finals(self, choice: ChosenPlays, rank: int, up: int) -> tuple[Ints, Floats, Ints]:
        """The hands that a plan ends with from a split card: the cards drawn, in how many orders, and the state."""
        rules, size = self.rules, len(self.many)
        room = 30 * size
        drawn, many, state = np.zeros(room, np.int64), np.zeros(room), np.zeros(room, np.int64)
        count = kernel.finals(
            rules.hands, rules.where[(rank,)], up, rules.hands.split, rules.over, self.rows, choice,
            np.zeros((3, size)), drawn, many, state,
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

    def mean(self, plan: SpanishPlan, insured: Bools) -> float:
        """The net result of a round, by recursion."""
        value = self._by_hand(plan)
        value[:, ACE] += np.where(insured, self.insures / 2, 0.0)
        dealt = self.deals > 0.0
        return float(np.sum(self.deals[dealt] * value[dealt]))

    def _by_hand(self, plan: SpanishPlan) -> Floats:
        """What each hand of two cards brings as chosen, over all suits."""
        value: Floats = plan.first[5].copy()
        for at in {one.hand for one in self.rules.suited}:
            value[at] = sum(
                float(one.share) * plan.suited[number][5]
                for number, one in enumerate(self.rules.suited) if one.hand == at
            )
        return value

    def whole(self, plan: SpanishPlan, insured: Bools, both: BothHands) -> SpanishWhole:
        """A round from the shoe under a plan, and the hands that are insured against an ace; `both` is how its splits
        end."""
        endings = len(self.rules.endings)
        kept, given_up = np.zeros((2, self.states, endings)), np.zeros((2, endings))
        splits: list[SpanishSplit] = []
        for safe in (0, 1):
            covered = np.zeros(self.deals.shape, np.bool_)
            covered[:, ACE] = insured
            self._kept(plan, np.where(covered == bool(safe), self.deals, 0.0), kept[safe], given_up[safe])
            splits += self._splits(plan, safe, covered == bool(safe), both)
        share = float(self.deals[:, ACE] @ insured)
        return SpanishWhole(kept, given_up, splits, share, self.mean(plan, insured))

    def starts(self, plan: SpanishPlan) -> list[tuple[int, float, Ints, Suited | None]]:
        """Every hand of two cards, by suits where they matter: how likely those are, and what is done first."""
        by_suits = {one.hand for one in self.rules.suited}
        plain = [(int(at), 1.0, plan.start[at], None) for at in np.flatnonzero(self.many == 2)
                 if int(at) not in by_suits]
        return plain + [(one.hand, float(one.share), plan.suited_start[number], one)
                        for number, one in enumerate(self.rules.suited)]

    def _kept(self, plan: SpanishPlan, deals: Floats, kept: Floats, given_up: Floats) -> None:
        """Boxes that are not split."""
        rules, world = self.rules, self.worlds[WHOLE]
        choice = plan.choice[WHOLE]
        play, reach = choice.play.copy(), np.zeros((3, len(self.many), 10))
        ends, dealer = np.zeros((10, self.states, len(rules.endings))), np.zeros(len(rules.endings))
        for at, share, start, one in self.starts(plan):
            often = share * deals[at]
            given_up += np.where(start == SURRENDER, often, 0.0) @ world.odds[at]
            goes_on = np.where((start == SURRENDER) | (start == SPLIT), 0.0, often)
            dealer += goes_on @ world.odds[at]
            if one is not None:
                self._draw_suited(one, np.where(start == DRAW, goes_on, 0.0), reach, ends)
                goes_on = np.where(start == DRAW, 0.0, goes_on)
                # Whatever the suits, the best but to draw is the same.
                play[self.aces[at], at] = np.where(start == DOUBLE_DOWN, DOUBLE_DOWN, np.where(
                    start == STAND, STAND, play[self.aces[at], at]))
            else:
                play[self.aces[at], at] = np.where(goes_on > 0.0, start, play[self.aces[at], at])
            reach[self.aces[at], at] += goes_on
        kernel.walk(
            self.shoe, rules.hands, world.wanted, world.row, WHOLE, world.odds, rules.over, self.rows, self.partner,
            rules.natural, choice._replace(play=play), reach, ends,
        )
        kept += ends.sum(0)
        other = np.array([ending for ending in range(len(rules.endings)) if ending != rules.natural])
        lost = dealer.sum() - kept.sum()
        # Of hands over 21 it is known how often they meet a blackjack, and that the rest is all one.
        natural = max(dealer[rules.natural] - kept[:, rules.natural].sum(), 0.0)
        kept[rules.over, rules.natural] += natural
        kept[rules.over, other[0]] += lost - natural

    def _draw_suited(self, one: Suited, often: Floats, reach: Floats, ends: Floats) -> None:
        """A draw to first cards whose suits matter."""
        hands, world = self.rules.hands, self.worlds[WHOLE]
        for up in np.flatnonzero(often):
            left = self.shoe - hands.counts[one.hand]
            left[up] -= 1
            for rank in range(10):
                child, share = hands.child[one.hand, rank], often[up] * left[rank] / left.sum()
                if rank == one.rank:
                    for row, part in one.rows.items():
                        ends[up, row] += share * float(part) * world.odds[child, up]
                elif child >= 0:
                    reach[self.aces[one.hand], child, up] += share

    def _splits(self, plan: SpanishPlan, safe: int, here: Bools, both: BothHands) -> list[SpanishSplit]:
        often, rows = np.zeros((10, 10)), dict[tuple[int, int], dict[int, float]]()
        for rank, up, likely, split_rows in self._divided(plan):
            if not here[self.rules.where[rank, rank], up]:
                continue
            often[rank, up] += likely
            for row, part in split_rows.items():
                then = rows.setdefault((rank, up), {})
                then[row] = then.get(row, 0.0) + likely * float(part)
        splits = []
        for rank, up in np.argwhere(often > 0.0).tolist():
            shares = {row: part / often[rank, up] for row, part in rows.get((rank, up), {}).items()}
            third = self.rules.where.get((rank,) * 3, 0) if shares else 0
            state = int(self.rules.hands.split[third]) if shares else -1
            splits.append(SpanishSplit(rank, up, bool(safe), often[rank, up] * both[rank, up], state, shares))
        return splits

    def _divided(self, plan: SpanishPlan) -> Iterator[tuple[int, int, float, Mapping[int, Fraction]]]:
        """The pairs that a plan splits, by suits where they matter: the rank, the first card, how likely, and how
        likely each row is that a third card of the rank makes."""
        pair = {self.rules.where[rank, rank]: rank for rank in self.pairs}
        for at, share, start, one in self.starts(plan):
            if at in pair:
                for up in np.flatnonzero((start == SPLIT) & (self.deals[at] > 0.0)).tolist():
                    yield pair[at], up, share * float(self.deals[at, up]), one.split_rows if one is not None else {}

    # -- how both hands of a split end -------------------------------------------------------------------------

    def both_hands(self, plans: Sequence[SpanishPlan]) -> list[BothHands]:
        """How both hands of every split end, under each of several plans; these mostly end with the same hands, so that
        they are counted together."""
        cells = [{(rank, up) for rank, up, _, _ in self._divided(plan)} for plan in plans]
        todo = sorted(set().union(*cells))

        def count(cell: tuple[int, int]) -> dict[int, Floats]:
            mine = [at for at in range(len(plans)) if cell in cells[at]]
            return dict(zip(mine, self._of_plans([plans[at] for at in mine], *cell), strict=True))

        counted = dict(zip(todo, in_threads(count, todo), strict=True))
        return [{cell: counted[cell][at] for cell in mine} for at, mine in enumerate(cells)]

    def _of_plans(self, plans: Sequence[SpanishPlan], rank: int, up: int) -> list[Floats]:
        """By first state, second state and ending, for each plan."""
        finals = [self.finals(plan.choice[rank], rank, up) for plan in plans]
        names, known = [key("split", rank, up, *ends) for ends in finals], self.known_splits.ends
        news = {name: ends for name, ends in zip(names, finals, strict=True) if name not in known}
        if news:
            hands = merged_plans(list(news.values()))
            pairs = np.zeros((len(news), self.states, self.states, len(self.rules.endings)))
            pair_ends(self.without(rank, up), up, hands, hands, self.states, self.draws, pairs)
            for (name, ends), mine in zip(news.items(), pairs, strict=True):
                known[name] = self._with_over(rank, up, ends, mine)
        return [known[name] for name in names]

    def _with_over(self, rank: int, up: int, ends: tuple[Ints, Floats, Ints], pairs: Floats) -> Floats:
        """Hands that draw themselves over 21 are not counted out: of all ways that one hand ends they are those that
        are left."""
        over, alone = self.rules.over, np.zeros(pairs.shape[1:])
        kernel.one_hand(self.without(rank, up), up, *ends, self.draws, alone)
        alone[over] = self.worlds[rank].odds[self.rules.where[(rank,)], up] - alone.sum(0)
        both: Floats = pairs + pairs.transpose(1, 0, 2)
        both[over] = both[:, over] = alone - both.sum(0)
        both[over, over] = alone[over] - np.delete(both[over], over, 0).sum(0)
        return np.maximum(both, 0.0)

    @cached_property
    def known_splits(self) -> KnownSplits:
        return KnownSplits(
            self.cache, key("spanish-splits", self.shoe, self.states, self.rules.over, *self.draws))
