"""Compiled rounds of blackjack switch: two hands of a box that may be switched, each then played by the plan made
beside the other. Up to four hands end together, so a cell is what they bring between them, by the payments of the exact
analysis; in cents that is what the generator brings."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_play import WHOLE
from pitboss.odds.blackjack_rules import (
    ACE,
    CASES,
    DOUBLE,
    DOUBLE_SPLIT,
    DOUBLED,
    FIRST,
    ONCE,
    SECOND,
)
from pitboss.odds.blackjack_rules import (
    CARDS as RANK_CARDS,
)
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.blackjack_switch_play import PLACE
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_blackjack import DRAW, ORDER, beyond, hand_tables, play_dealer, play_hand
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_sides import CARDS, CODE, SideTable, looks, note_sides, tables_of, views
from pitboss.odds.par import net
from pitboss.rulebooks.qld.s02c_blackjack_switch import SUPER_MATCH
from pitboss.table.facts import DEALER

if TYPE_CHECKING:
    from pitboss.odds.blackjack_switch import SwitchOdds
    from pitboss.odds.simulate import Job

# Hands of a box in the end, and so many stakes at most.
MOST_HANDS, MOST_STAKES = 4, 9
# How a hand came to be: dealt, switched into an ace and a ten, first and second of a split.
DEALT, TURNED, PARTED, OTHER = range(4)


class SwitchLane(Lane):
    """Cells are what all wagers of a box bring, what its double downs do and its splits do, each in parts of a stake;
    and insurance."""

    def __init__(self, analysis: SwitchOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds, self.rules = analysis, analysis.rules

    def views(self) -> tuple[View, ...]:
        whole = 2 * self.reach + 1
        return (
            View(whole), View((MOST_HANDS + 1) * whole, frozenset({"double down"})),
            View((MOST_HANDS + 1) * whole, frozenset({"split"})), View(3, frozenset({"insurance"})),
            *views(self.tables), View(self.matches[1], frozenset({SUPER_MATCH})),
        )

    # -- what is paid, in whole parts of a stake -----------------------------------------------------------

    @cached_property
    def _nets(self) -> list[Any]:
        """By case, row and ending, then after a switch by ending, and what half a stake of insurance brings."""
        stake = self.odds.stake
        paid: list[Any] = [
            [[net(result, stake) for result in row] for row in self.rules.results[case]] for case in CASES]
        turned = [net(result, stake) for result in self.odds.turned]
        insured = [net(self.odds.game.insurance_result(card), stake) / 2 for card in RANK_CARDS]
        return [paid, turned, insured]

    @cached_property
    def scale(self) -> int:
        paid, turned, insured = self._nets
        every = [*turned, *insured, *(each for case in paid for row in case for each in row)]
        return lcm(*(Fraction(each).denominator for each in every))

    @cached_property
    def paid(self) -> tuple[Array, Array, Array]:
        paid, turned, insured = (np.array(one) * self.scale for one in self._nets)
        return paid.astype(np.int64), turned.astype(np.int64), insured.astype(np.int64)

    @cached_property
    def reach(self) -> int:
        """More than wagers of a box can bring or lose."""
        return MOST_STAKES * max(int(np.abs(one).max()) for one in self.paid)

    # -- cards ---------------------------------------------------------------------------------------------

    @cached_property
    def first(self) -> Array:
        """Where the two cards of each hand lie as dealt, and the dealer's first: a switch moves second cards."""
        places = self.places_of(ORDER)
        one, other = (places[hand][:2] for hand in self.odds.game.opening_hands(1))
        if self.odds.best.switches[tuple(rank_of(ORDER[place]) for place in (*one, *other, places[DEALER][0]))]:
            one[1], other[1] = other[1], one[1]
        return np.array([*one, *other, places[DEALER][0]])

    @cached_property
    def tables(self) -> list[SideTable]:
        return tables_of(self.game, ORDER, self.dealt(ORDER)[0])

    @cached_property
    def matches(self) -> tuple[Array, int]:
        """What super match makes of four faces, and in how many ways."""
        numbers: dict[Any, int] = {}
        sorts = np.zeros((13,) * 4, np.int16)
        for faces in np.ndindex(sorts.shape):
            if sorted(faces) == list(faces):
                cards = [CARDS[4 * face] for face in faces]
                sorts[faces] = numbers.setdefault(self.odds.game.super_match_result(cards), len(numbers))
        every = np.sort(np.indices(sorts.shape).reshape(4, -1), axis=0)
        return sorts[tuple(every)], len(numbers)

    @cached_property
    def data(self) -> tuple[Any, ...]:
        rules, best, hands = self.rules, self.odds.best, self.rules.hands
        pair, single = hand_tables(rules)
        blank = np.zeros((len(hands.live), 10), np.int8)
        choice = np.stack([
            np.stack([plan.choice.get(world, blank) for world in (WHOLE, *range(10))]) for plan in best.boxes.plans])
        acts = np.stack([hands.acts, hands.acts & (hands.counts.sum(1) == 1)])
        sizes = np.array([rules.over, self.odds.from_shoe.alone.natural, self.reach], np.int64)
        return (
            np.array([rank_of(card) for card in CARDS]), pair, single, hands.child, hands.live, acts, hands.plain,
            hands.split, hands.doubled, choice, PLACE, best.boxes.split, best.switches, best.insures, rules.ending_of,
            beyond(rules), self.first, *self.paid, *looks(self.tables), self.matches[0], sizes, np.array(self.starts),
        )

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([CODE[card] for card in self.pack], np.uint8)
        count_switches(pack, seed, first, rounds, counts, seen, *self.data)


_ONCE, _DOUBLED, _DOUBLE, _FIRST, _SECOND, _DOUBLE_SPLIT = (
    CASES.index(case) for case in (ONCE, DOUBLED, DOUBLE, FIRST, SECOND, DOUBLE_SPLIT))


@compiled
def settle_box(
    hands: int, kind: Array, row: Array, twice: Array, end: int, paid: Array, turned: Array, sums: Array
) -> None:
    """What the hands of a box bring together, how many double downs and splits there are, and what those bring."""
    for at in range(len(sums)):
        sums[at] = 0
    for at in range(hands):
        split = kind[at] in (PARTED, OTHER)
        if kind[at] == TURNED:
            sums[0] += turned[end]
        elif kind[at] == DEALT:
            sums[0] += paid[_DOUBLED if twice[at] else _ONCE, row[at], end]
        else:
            own = paid[_FIRST if kind[at] == PARTED else _SECOND, row[at], end]
            sums[0] += own
            if kind[at] == OTHER:
                sums[3] += 1
                sums[4] += own
        if twice[at]:
            more = paid[_DOUBLE_SPLIT if split else _DOUBLE, row[at], end]
            sums[0] += more
            sums[1] += 1
            sums[2] += more


@compiled
def count_switches(
    pack: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, rank: Array, pair: Array,
    single: Array, child: Array, live: Array, acts: Array, plain: Array, split: Array, doubled: Array, choice: Array,
    place: Array, splits: Array, switches: Array, insures: Array, ending: Array, beyond: Array, firsts: Array,
    paid: Array, turned: Array, insured: Array, side_places: Array, side_codes: Array, side_base: Array,
    side_first: Array, side_sorts: Array, side_cells: Array, matches: Array, sizes: Array, starts: Array,
) -> None:
    state, picks = np.empty(1, np.uint64), np.empty(len(pack), np.int64)
    over, natural, reach = sizes[0], sizes[1], sizes[2]
    kind, row, twice, sums = (np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64),
                              np.zeros(MOST_HANDS, np.int64), np.zeros(5, np.int64))
    cards, unlooked, following = np.empty(5, np.int64), np.zeros(0, np.int64), np.zeros((0, 1, 52), np.int32)
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(5):
            deal(state, pack, picks, at)
        for at in range(5):
            cards[at] = rank[pack[firsts[at]]]
        a1, a2, b1, b2, up = cards[0], cards[1], cards[2], cards[3], cards[4]
        safe = up == ACE and insures[a1, a2, b1, b2]
        switched = switches[a1, a2, b1, b2, up]
        if switched:
            a2, b2 = b2, a2
        hands, dealt = 0, 5
        for which in range(2):
            one, other = (a1, a2) if which == 0 else (b1, b2)
            beside = place[b1, b2] if which == 0 else place[a1, a2]
            hand = pair[one, other]
            if splits[place[one, other], beside, up]:
                limits = acts[1 if one == ACE else 0]
                for half in range(2):
                    kind[hands] = PARTED if half == 0 else OTHER
                    dealt, row[hands], twice[hands] = play_hand(
                        state, pack, picks, dealt, single[one], DRAW, choice[beside, 1 + one], limits, up, over, rank,
                        child, live, split, doubled, following, unlooked)
                    hands += 1
                continue
            kind[hands] = TURNED if hand == natural and switched else DEALT
            play = choice[beside, 0, hand, up] if hand != natural and acts[0, hand] else 0
            dealt, row[hands], twice[hands] = play_hand(
                state, pack, picks, dealt, hand, play, choice[beside, 0], acts[0], up, over, rank, child, live, plain,
                doubled, following, unlooked)
            hands += 1
        dealt, end, natural_too = play_dealer(state, pack, picks, dealt, up, rank, single, child, ending, beyond)
        settle_box(hands, kind, row, twice, end, paid, turned, sums)
        if safe:
            sums[0] += insured[9 if natural_too else 0]
        whole = 2 * reach + 1
        match = matches[((pack[firsts[0]] // 4 * 13 + pack[firsts[1]] // 4) * 13 + pack[firsts[2]] // 4) * 13
                        + pack[firsts[3]] // 4]
        for cell in (reach + sums[0], starts[1] + sums[1] * whole + reach + sums[2],
                     starts[2] + sums[3] * whole + reach + sums[4],
                     starts[3] + (1 + natural_too if safe else 0), starts[-2] + match):
            counts[cell] += 1
            seen[cell] = number
        note_sides(pack, side_places, side_codes, side_base, side_first, side_sorts, side_cells, starts[4], number,
                   counts, seen)
        gather(pack, picks, dealt)
