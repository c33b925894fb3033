"""How a round of blackjack challenge ends under a plan, as the lines of a par sheet.

Boxes that are not split end in ways that are told one by one. Of split boxes the mean is exact, and so is their spread:
of three hands each pair is counted with the dealer's hand, which is all that a variance asks for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import fsum, sqrt

import numpy as np

from pitboss.law import Result
from pitboss.law.results import LOSE, WIN
from pitboss.odds import blackjack_challenge_kernel as kernel
from pitboss.odds.blackjack_challenge_play import (
    MORE,
    THREE,
    TWO,
    ChallengePlan,
    ChallengeShoe,
    Ends,
    chunk_of,
    merged,
)
from pitboss.odds.blackjack_challenge_rules import nets
from pitboss.odds.blackjack_kernel import SPLIT
from pitboss.odds.blackjack_lines import LineEnd, gathered
from pitboss.odds.blackjack_pairs import DrawnEnds, pair_ends
from pitboss.odds.blackjack_rules import ACE, TEN, Floats
from pitboss.odds.cache import Arrays, key
from pitboss.odds.jobs import counted, in_threads
from pitboss.odds.par import Line, net
from pitboss.rulebooks.qld.s02b_blackjack_challenge import LIMBS, B

SPLIT_CLAUSE = str(B["8(3)"])


class SplitPairs:
    """The job of counting how the hands of split boxes end two by two, each pair in both orders: by whether the first
    card pays blackjacks at once, the states of both, and the dealer's ending. A chunk is one pair of cards against one
    first card. Hands that end in one state, of those that do not wait the one that comes in most ways, are `left_out`:
    what they bring with others follows from how the others end by themselves."""

    what = "blackjack challenge splits"

    def __init__(self, shoe: ChallengeShoe, plan: ChallengePlan) -> None:
        self.shoe, self.plan = shoe, plan
        self.cells = split_cells(shoe, plan)
        self.chunks = max(len(self.cells), 1)
        self.ends = [self.finals(*cell) for cell in self.cells]
        finals = [of_plan for both in self.ends for of_plan in both]
        again = [bool(plan.splits[rank].again[up]) for rank, up in self.cells]
        self.key = key("blackjack challenge split pairs", shoe.shoe, self.cells, again, self.waits,
                       *(part for of_plan in finals for part in of_plan))
        often = np.zeros(len(shoe.open_state))
        for ends in finals:
            np.add.at(often, ends.state, 1.0)
        self.left_out = self.waits + int(np.argmax(often[self.waits:self.waits + len(shoe.rules.decided)]))

    @property
    def waits(self) -> int:
        """States below this one wait for the dealer's hand."""
        return 2 * len(self.shoe.rules.rows)

    def finals(self, rank: int, up: int) -> tuple[Ends, Ends]:
        """How hands end while there are two, and when there are three."""
        split = self.plan.splits[rank]
        return (self.shoe.finals(split.two, rank, up, without=bool(split.again[up])),
                self.shoe.finals(split.three, rank, up))

    def blank(self) -> Arrays:
        states = len(self.shoe.open_state)
        return {"pairs": np.zeros((2, states, states, len(self.shoe.rules.endings)))}

    def add(self, chunk: int, into: Arrays) -> None:
        if not self.cells:
            return
        rank, up = self.cells[chunk]
        shoe, rules = self.shoe, self.shoe.rules
        two, three = (Ends(*(part[ends.state != self.left_out] for part in ends)) for ends in self.ends[chunk])
        dealt = shoe.deals[rules.where[rank, rank], up]
        pairs = into["pairs"][int(rules.pays_now[up])]
        pairs += 2.0 * dealt * self.both(rank, 2, up, two, two)
        if self.plan.splits[rank].again[up]:
            again, once_more = shoe.third(rank, up)
            # Three hands make six pairs if it was the first hand's second card that made them. If it was the second
            # hand's, the two that came of it make two, and four with the first, whose second card was another.
            either = merged(
                np.concatenate((two.key, three.key)), np.concatenate((4.0 * two.many, 8.0 * three.many)),
                np.concatenate((two.state, three.state)),
            )
            more = self.both(rank, 4, up, three, three)
            pairs += dealt * again * (self.both(rank, 3, up, either, three) - 2.0 * once_more * more)

    def both(self, rank: int, gone: int, up: int, one: Ends, other: Ends) -> Floats:
        """How two hands end that have their first cards, with so many cards of their rank gone in all."""
        states = len(self.shoe.open_state)
        ends = np.zeros((1, states, states, len(self.shoe.rules.endings)))
        left = self.shoe.left(rank, gone, up)
        if left.min() >= 0:
            hands = DrawnEnds(one.key, one.many[None], one.state)
            beside = hands if other is one else DrawnEnds(other.key, other.many[None], other.state)
            pair_ends(left, up, hands, beside, self.waits, self.shoe.draws, ends)
        both: Floats = ends[0] + ends[0].transpose(1, 0, 2) if other is one else ends[0]
        return both


def split_cells(shoe: ChallengeShoe, plan: ChallengePlan) -> list[tuple[int, int]]:
    """The pairs of cards that a plan splits, and the first cards against which it does."""
    where = shoe.rules.where
    return [(rank, up) for rank in shoe.pairs for up in range(10)
            if plan.start[where[rank, rank], up] == SPLIT and shoe.deals[where[rank, rank], up] > 0.0]


class ChallengeEnds:
    """How rounds end that follow a plan."""

    def __init__(self, shoe: ChallengeShoe, plan: ChallengePlan) -> None:
        self.shoe, self.plan, self.rules = shoe, plan, shoe.rules
        self.cells = split_cells(shoe, plan)
        self._walk()

    def _walk(self) -> None:
        """Boxes with one hand: those that wait by doubled, row and ending, those that are decided, and blackjacks."""
        shoe, rules = self.shoe, self.rules
        states = len(rules.rows), len(rules.endings)
        waits, ends = np.zeros((10, 2, *states)), np.zeros((10, 2, len(rules.decided)))
        reach = np.where(self.plan.start == SPLIT, 0.0, shoe.deals)
        natural = rules.where[ACE, TEN]
        self.naturals = reach[natural][:, None] * shoe.odds[0][rules.hands.set[natural]]
        reach[natural] = 0.0
        kernel.walk(shoe.shoe, rules.hands, 0, 0, shoe.odds[0], self.plan.choice, reach, waits, ends)
        self.reach = reach
        self.waits, self.ends = waits.sum(0), ends.sum(0)

    # -- split boxes ---------------------------------------------------------------------------------------

    def one_hand(self, rank: int, gone: int, up: int, of_three: bool, without: bool) -> Floats:
        """How a hand of a split ends, by state and ending."""
        shoe, rules, split = self.shoe, self.rules, self.plan.splits[rank]
        rows, endings, decided = len(rules.rows), len(rules.endings), len(rules.decided)
        waits, ends = np.zeros((10, 2, rows, endings)), np.zeros((10, 2, decided))
        left = shoe.left(rank, gone + 1, up)
        if left.min() < 0:
            return np.zeros((len(shoe.open_state), endings))
        reach = np.zeros((shoe.size, 10))
        for card in np.flatnonzero(left).tolist():
            if not (without and card == rank):
                reach[rules.hands.child[rules.where[(rank,)], card], up] = left[card] / left.sum()
        odds, choice = shoe.odds[chunk_of(rank, gone)], split.three if of_three else split.two
        kernel.walk(shoe.shoe, rules.hands, rank, gone, odds, choice, reach, waits, ends)
        # What is decided does not wait for the dealer's hand; only that hand's blackjack is asked about.
        chances = np.zeros((len(shoe.open_state), endings))
        chances[:rows], chances[rows:2 * rows] = waits[up, 0], waits[up, 1]
        chances[2 * rows:2 * rows + decided, 0], chances[2 * rows + decided:, 0] = ends[up, 0], ends[up, 1]
        return chances

    @cached_property
    def split_hands(self) -> tuple[Floats, Floats, Floats]:
        """How many hands of split boxes end in each state and with each ending, a round: all of them, those with the
        original wager, and all again, each as often as there are others in its box. By whether the first card pays
        blackjacks at once; a decided hand is told with one ending, whatever the dealer's."""
        rules, shoe = self.rules, self.shoe
        every, first, beside = np.zeros((3, 2, len(shoe.open_state), len(rules.endings)))
        for rank, up in self.cells:
            dealt, now = shoe.deals[rules.where[rank, rank], up], int(rules.pays_now[up])
            again = bool(self.plan.splits[rank].again[up])
            two = self.one_hand(rank, TWO, up, of_three=False, without=again)
            first[now] += dealt * two
            of_two, of_three = 2.0 * two, np.zeros_like(two)
            if again:
                three, more = (self.one_hand(rank, gone, up, of_three=True, without=False) for gone in (THREE, MORE))
                two_less = self.one_hand(rank, THREE, up, of_three=False, without=True)
                of_two, of_three = shoe.by_hands(rank, up, three, more, two, two_less)
                first[now] += dealt * shoe.third(rank, up)[0] * three
            every[now] += dealt * (of_two + of_three)
            beside[now] += dealt * (of_two + 2.0 * of_three)
        return every, first, beside

    @cached_property
    def pairs_of_hands(self) -> float:
        """How many pairs hands of split boxes make, each in both orders, a round."""
        total = 0.0
        for rank, up in self.cells:
            again, once_more = self.shoe.third(rank, up)
            three = again * (2.0 - once_more) if self.plan.splits[rank].again[up] else 0.0
            total += float(self.shoe.deals[self.rules.where[rank, rank], up]) * (2.0 + 4.0 * three)
        return total

    @cached_property
    def splits(self) -> float:
        """How likely a box is to be split."""
        return fsum(self.shoe.deals[self.rules.where[rank, rank], up] for rank, up in self.cells)

    @cached_property
    def out_of_reach(self) -> float:
        """How likely a box is to be split and lose nothing to a dealer's blackjack."""
        return fsum(self.shoe.deals[self.rules.where[rank, rank], up]
                    * self.shoe.all_out_of_reach(rank, up, self.plan.splits[rank]) for rank, up in self.cells)

    @cached_property
    def out_of_reach_brings(self) -> float:
        """What such boxes bring, a round."""
        def brings(cell: tuple[int, int]) -> float:
            rank, up = cell
            likely = float(self.shoe.deals[self.rules.where[rank, rank], up])
            return likely * self.shoe.out_of_reach_brings(rank, up, self.plan.splits[rank])

        return fsum(in_threads(brings, self.cells))

    @cached_property
    def dealers(self) -> float:
        """How likely a box is to be split and the dealer to have a blackjack."""
        return fsum(self.shoe.deals[self.rules.where[rank, rank], up] * self.shoe.dealers(rank, up)
                    for rank, up in self.cells)

    @cached_property
    def split_mean(self) -> float:
        """What split boxes bring, a round."""
        cells = [(self.rules.where[rank, rank], up) for rank, up in self.cells]
        return fsum(self.shoe.deals[cell] * self.plan.first[3][cell] for cell in cells)

    @cached_property
    def split_square(self) -> float:
        """The square of what split boxes bring, a round."""
        rules, shoe, job = self.rules, self.shoe, SplitPairs(self.shoe, self.plan)
        pairs = counted(job, shoe.work)["pairs"]
        (every, _, beside), takes = self.split_hands, rules.takes
        # What is above that of hands in the state that was left out, which are all paid the same.
        least = float(shoe.state_nets[job.left_out, 0])
        total = least**2 * self.pairs_of_hands
        for now, worth in enumerate(self.worth):
            above = worth - least
            total += float((every[now] * self.squares[now]).sum())
            total += float((pairs[now] * above[:, None] * above[None]).sum())
            total += 2.0 * least * float((beside[now] * above).sum())
        dealers, natural = rules.dealers, rules.natural
        # Two blackjacks against one of the dealer's are paid by the same ten of his.
        total += float(pairs[0][natural, natural, dealers]) * (self.two_by_ten - self.worth[0][natural, dealers] ** 2)
        with_dealers = float((self.with_dealers * self.worth[0][:, dealers]).sum())
        square: float = (total + 2.0 * takes * (with_dealers - self.out_of_reach_brings)
                         + takes**2 * (self.dealers - self.out_of_reach))
        return square

    @cached_property
    def worth(self) -> list[Floats]:
        """What a state brings by ending: against first cards that do not pay blackjacks at once, and those that do."""
        now = self.shoe.state_nets.copy()
        now[self.rules.natural] = nets([[self.rules.at_once]])[0, 0]
        return [self.shoe.state_nets, now]

    @cached_property
    def squares(self) -> list[Floats]:
        squares = [worth**2 for worth in self.worth]
        by_ten = self.shoe.ten_pairs * nets(self.rules.by_ten) ** 2
        squares[0][self.rules.natural, self.rules.dealers] = float(by_ten.sum())
        return squares

    @cached_property
    def two_by_ten(self) -> float:
        """What two blackjacks against one of the dealer's bring, multiplied, on average."""
        tens, paid = self.shoe.tens.astype(float), nets(self.rules.by_ten)
        total = ways = 0.0
        for dealer in range(4):
            left = tens - (np.arange(4) == dealer)
            each = np.outer(left, left) - np.diag(left)
            ways += tens[dealer] * each.sum()
            total += tens[dealer] * float((each * np.outer(paid[:, dealer], paid[:, dealer])).sum())
        return total / ways if ways else 0.0

    @cached_property
    def with_dealers(self) -> Floats:
        """How many hands of split boxes end in each state while the dealer has a blackjack, a round."""
        counts = np.zeros(len(self.shoe.open_state))
        for rank, up in self.cells:
            dealt, split = self.shoe.deals[self.rules.where[rank, rank], up], self.plan.splits[rank]
            two = self.shoe.finals(split.two, rank, up, without=bool(split.again[up]))
            if not split.again[up]:
                counts += 2.0 * dealt * self._with_dealers(rank, TWO, up, two)
                continue
            three = self.shoe.finals(split.three, rank, up)
            counts += dealt * self.shoe.over_hands(rank, up, *(
                self._with_dealers(rank, gone, up, ends)
                for gone, ends in ((THREE, three), (MORE, three), (TWO, two), (THREE, two))
            ))
        return counts

    def _with_dealers(self, rank: int, gone: int, up: int, ends: Ends) -> Floats:
        """How likely a hand is to end in each state while the dealer has a blackjack."""
        likely = np.zeros(len(self.shoe.open_state))
        for card in self.shoe.makes[up]:
            left = self.shoe.left(rank, gone + 1, up)
            if left.min() < 0 or left[card] == 0:
                continue
            first = left[card] / left.sum()
            left[card] -= 1
            for state in np.unique(ends.state).tolist():
                some = ends.state == state
                likely[state] += first * kernel.alone(left, ends.key[some], ends.many[some])
        return likely

    # -- lines ---------------------------------------------------------------------------------------------

    def spread(self) -> float:
        """How far split boxes lie from their mean: the standard deviation."""
        mean = self.split_mean / self.splits
        return sqrt(max(self.split_square / self.splits - mean**2, 0.0))

    def whole(self, spread: float | None = None) -> tuple[Line, ...]:
        """Every way to end, in units of the original wager; split boxes by their mean and spread, or that of another
        plan."""
        lines = list(gathered((*self._waiting(), *self._decided(), *self._naturals()), 1.0))
        if self.splits > 0.0:
            mean, spread = self.split_mean / self.splits, self.spread() if spread is None else spread
            for brings, label in ((mean + spread, "split boxes, a deviation above their mean"),
                                  (mean - spread, "split boxes, a deviation below their mean")):
                lines.append(Line(WIN if brings > 0 else LOSE, label, "", brings, self.splits / 2, SPLIT_CLAUSE))
        return tuple(sorted(lines, key=lambda one: (-one.net, -one.probability)))

    def _waiting(self) -> Iterator[LineEnd]:
        for twice, row, ending in np.argwhere(self.waits > 0.0).tolist():
            likely = float(self.waits[twice, row, ending])
            if twice:
                yield end_of("double down: ", list(self.rules.doubled[row][ending]), likely)
            else:
                yield end_of("", [self.rules.once[row][ending]], likely)

    def _decided(self) -> Iterator[LineEnd]:
        for twice, at in np.argwhere(self.ends > 0.0).tolist():
            results = [self.rules.decided[at]] * (1 + twice)
            yield end_of("double down: " * twice, results, float(self.ends[twice, at]))

    def _naturals(self) -> Iterator[LineEnd]:
        rules = self.rules
        for up, ending in np.argwhere(self.naturals > 0.0).tolist():
            likely = float(self.naturals[up, ending])
            if rules.pays_now[up]:
                yield end_of("", [rules.at_once], likely)
            elif ending != rules.dealers:
                yield end_of("", [rules.once[rules.natural][ending]], likely)
            else:
                for (own, dealer), part in np.ndenumerate(self.shoe.ten_pairs):
                    if part > 0.0:
                        yield end_of("", [rules.by_ten[own][dealer]], likely * float(part))

    # -- wagers that are added -----------------------------------------------------------------------------

    def doubles(self) -> list[LineEnd]:
        """What becomes of what is added by doubling."""
        rules, rows, decided = self.rules, len(self.rules.rows), len(self.rules.decided)
        ends = [end_of("", [rules.doubled[row][ending][1]], float(self.waits[1, row, ending]))
                for row, ending in np.argwhere(self.waits[1] > 0.0).tolist()]
        ends += [end_of("", [rules.decided[at]], float(self.ends[1, at]))
                 for at in np.flatnonzero(self.ends[1]).tolist()]
        every = self.split_hands[0].sum(0)
        for state, ending in np.argwhere(every > 0.0).tolist():
            likely = float(every[state, ending])
            if rows <= state < 2 * rows:
                ends.append(end_of("", [rules.doubled_split[state - rows][ending]], likely))
            elif state >= 2 * rows + decided:
                ends.append(end_of("", [rules.decided[state - 2 * rows - decided]], likely))
        return ends

    def added_hands(self) -> list[LineEnd]:
        """What becomes of what is added by splitting. A dealer's blackjack takes one of these stakes where the hand
        with the original wager is out of its reach and another is not."""
        rules, shoe, rows = self.rules, self.shoe, len(self.rules.rows)
        every, first, _ = self.split_hands
        ends: list[LineEnd] = []
        open_to = 0.0
        for now in (0, 1):
            for state, ending in np.argwhere(every[now] - first[now] > 1e-15).tolist():
                likely = float(every[now, state, ending] - first[now, state, ending])
                row = state % rows if state < 2 * rows else -1
                if row < 0:
                    ends.append(end_of("", [rules.decided[(state - 2 * rows) % len(rules.decided)]], likely))
                elif row == rules.natural and ending == rules.dealers:
                    ends += [end_of("", [rules.by_ten[own][other]], likely * float(part))
                             for (own, other), part in np.ndenumerate(shoe.ten_pairs) if part > 0.0]
                elif row == rules.natural:
                    ends.append(end_of("", [rules.at_once if now else rules.split[row][ending]], likely))
                elif ending == rules.dealers and rules.open_to[row]:
                    open_to += likely
                else:
                    ends.append(end_of("", [rules.split[row][ending]], likely))
        if open_to > 0.0:
            taken = min(max(self.first_out_of_reach - self.out_of_reach, 0.0), open_to)
            row = int(np.flatnonzero(rules.open_to)[0])
            ends.append(end_of("", [rules.taken], taken))
            ends.append(end_of("", [rules.split[row][rules.dealers]], open_to - taken))
        return [end for end in ends if end.probability > 0.0]

    @cached_property
    def first_out_of_reach(self) -> float:
        """How likely a box is to be split, the dealer to have a blackjack, and the original wager not to be taken."""
        first = self.split_hands[1][0][:, self.rules.dealers]
        open_to = float(first[self.shoe.open_state].sum())
        return self.dealers - open_to


def end_of(before: str, results: list[Result], likely: float) -> LineEnd:
    """The way to end that these results make together."""
    first = results[0]
    brings = sum((net(result, 100) for result in results), Fraction(0))
    cited = (first.clause, *first.also)
    words = next((LIMBS[clause].way for clause in cited if clause in LIMBS), first.outcome)
    return LineEnd(before + words, str(first.odds) if first.odds is not None else "", brings, str(first.clause), likely)
