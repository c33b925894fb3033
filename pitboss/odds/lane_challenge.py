"""Compiled rounds of blackjack challenge: up to three hands of a box, played by the plan of the par sheet. What hands
lead to, what decides them at once and who is paid alike is in the tables of the exact analysis
(`blackjack_challenge_rules`)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.law import Result
from pitboss.odds.blackjack_challenge_rules import TENS, dealer_play
from pitboss.odds.blackjack_kernel import DOUBLE_DOWN, DRAW, SPLIT
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.lane import Array, View
from pitboss.odds.lane_blackjack import BoxLane, play_dealer
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_sides import CARDS, CODE, looks, note_sides, views

if TYPE_CHECKING:
    from pitboss.odds.blackjack_challenge import BlackjackChallengeOdds
    from pitboss.odds.simulate import Job

# No hand goes over this many points by the card that ends it.
MOST_POINTS = 60


class ChallengeLane(BoxLane):
    """A cell is what became of the hands of a box, in their order: what their stakes are paid, and which of them a
    dealer's blackjack can take a stake of."""

    def __init__(self, analysis: BlackjackChallengeOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds, self.rules = analysis, analysis.rules

    def views(self) -> tuple[View, ...]:
        _, _, alone, together = self.ends
        return (View(alone + together**2 + together**3), *views(self.tables))

    @cached_property
    def ends(self) -> tuple[Array, Array, int, int]:
        """What becomes of hands, numbered, of a box with one hand and of one with several: by the state of the hand and
        the dealer's ending; and by both tens where there are two blackjacks. A state is the row that a hand waits with,
        that of a doubled one, what it was decided by, doubled or not, and a blackjack that is paid at once."""
        rules = self.rules
        alone: list[list[Hashable]] = []
        together: list[list[Hashable]] = []
        for row, open_to in enumerate(rules.open_to.tolist()):
            alone.append([_paid(result) for result in rules.once[row]])
            together.append([(_paid(result), open_to and end == rules.dealers)
                             for end, result in enumerate(rules.split[row])])
        for row, open_to in enumerate(rules.open_to.tolist()):
            alone.append([_paid(*results) for results in rules.doubled[row]])
            together.append([(_paid(result, added), open_to and end == rules.dealers) for end, (result, added)
                             in enumerate(zip(rules.split[row], rules.doubled_split[row], strict=True))])
        decided = [_paid(result) for result in rules.decided] + [_paid(result, result) for result in rules.decided]
        for paid in (*decided, _paid(rules.at_once)):
            alone.append([paid] * len(rules.endings))
            together.append([(paid, False)] * len(rules.endings))
        first, second = dict[Hashable, int](), dict[Hashable, int]()
        tens = [[_paid(result) for result in row] for row in rules.by_ten]
        by_state = np.array([_numbered(alone, first), _numbered(together, second)])
        spared = [[(paid, False) for paid in row] for row in tens]
        by_ten = np.array([_numbered(tens, first), _numbered(spared, second)])
        return by_state, by_ten, len(first), len(second)

    @cached_property
    def dealer(self) -> tuple[Array, Array, Array, Array]:
        """The dealer's hands: those of one card, what each card leads to, the ending of each, and by points over 21."""
        play, endings = dealer_play(self.odds.game)
        assert endings == self.rules.endings
        child = np.array([[play.where.get(tuple(sorted((*ranks, rank))), -1) for rank in range(10)]
                          for ranks in play.where])
        over = max(play.beyond)
        beyond = np.array([play.beyond.get(min(points, over), -1) for points in range(MOST_POINTS)])
        return np.array([play.where[(rank,)] for rank in range(10)]), child, play.ending_of, beyond

    @cached_property
    def data(self) -> tuple[Any, ...]:
        rules, plan, hands, where = self.rules, self.odds.best, self.rules.hands, self.rules.where
        blank = np.zeros_like(plan.start)
        splits = [plan.splits.get(rank) for rank in range(10)]
        by_hands = np.array([[blank if split is None else split.two for split in splits],
                             [blank if split is None else split.three for split in splits]], np.int8)
        again = np.array([np.zeros(10, np.bool_) if split is None else split.again for split in splits])
        by_state, by_ten, alone, together = self.ends
        names = [card[0] for card in TENS]
        return (
            np.array([rank_of(card) for card in CARDS]),
            np.array([names.index(card[0]) if card[0] in names else -1 for card in CARDS]),
            np.array([[where[min(one, two), max(one, two)] for two in range(10)] for one in range(10)]),
            hands.child, hands.decides, hands.row, hands.doubled, hands.doubled_decides, plan.start.astype(np.int8),
            by_hands, again, rules.pays_now, *self.dealer, np.array(self.first), by_state, by_ten,
            np.array([len(rules.rows), len(rules.decided), rules.natural, rules.dealers, alone, together], np.int64),
            *looks(self.tables),
        )

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([CODE[card] for card in self.pack], np.uint8)
        count_challenges(pack, seed, first, rounds, counts, seen, *self.data)


def _paid(*results: Result) -> Hashable:
    """What stakes are paid, whichever clause says so."""
    return tuple((result.outcome, result.odds, result.rounding, result.at_most, result.levy) for result in results)


def _numbered(ends: Sequence[Sequence[Hashable]], known: dict[Hashable, int]) -> list[list[int]]:
    return [[known.setdefault(end, len(known)) for end in row] for row in ends]


@compiled
def play_out(
    state: Array, pack: Array, picks: Array, dealt: int, hand: int, choice: Array, up: int, rank: Array, child: Array,
    decides: Array, row_of: Array, doubled: Array, doubled_decides: Array, sizes: Array,
) -> tuple[int, int]:
    """Play one hand out: how many cards are dealt then, and its state."""
    rows, decided = sizes[0], sizes[1]
    while choice[hand, up] in (DRAW, DOUBLE_DOWN):
        card = rank[deal(state, pack, picks, dealt)]
        dealt += 1
        if choice[hand, up] == DOUBLE_DOWN:
            row = doubled[hand, card]
            return dealt, rows + row if row >= 0 else 2 * rows + decided + doubled_decides[hand, card]
        if child[hand, card] < 0:
            return dealt, 2 * rows + decides[hand, card]
        hand = child[hand, card]
    return dealt, row_of[hand]


@compiled
def count_challenges(
    pack: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, rank: Array, ten: Array,
    pair: Array, child: Array, decides: Array, row_of: Array, doubled: Array, doubled_decides: Array, start: Array,
    by_hands: Array, again: Array, pays_now: Array, single: Array, dealer_child: Array, ending: Array, beyond: Array,
    firsts: Array, by_state: Array, by_ten: Array, sizes: Array, side_places: Array, side_codes: Array,
    side_base: Array, side_first: Array, side_sorts: Array, side_cells: Array,
) -> None:
    state, picks = np.empty(1, np.uint64), np.empty(len(pack), np.int64)
    natural, dealers, alone, together = sizes[2], sizes[3], sizes[4], sizes[5]
    own_cells, at_once = alone + together**2 + together**3, by_state.shape[1] - 1
    heads, states, tens = np.empty(3, np.int64), np.empty(3, np.int64), np.empty(3, np.int64)
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(3):
            deal(state, pack, picks, at)
        one, other, shown = pack[firsts[0]], pack[firsts[1]], pack[firsts[2]]
        up, hand, dealt, hands = rank[shown], pair[rank[one], rank[other]], 3, 1
        if start[hand, up] != SPLIT:
            tens[0] = max(ten[one], ten[other])
            dealt, states[0] = play_out(state, pack, picks, dealt, hand, start, up, rank, child, decides, row_of,
                                        doubled, doubled_decides, sizes)
        else:
            hands, at, split = 2, 0, rank[one]
            heads[0], heads[1] = one, other
            while at < hands:
                card = deal(state, pack, picks, dealt)
                dealt += 1
                if hands == 2 and rank[card] == split and again[split, up]:
                    heads[2] = heads[1]
                    heads[at + 1] = card
                    hands = 3
                    continue
                tens[at] = max(ten[heads[at]], ten[card])
                dealt, states[at] = play_out(
                    state, pack, picks, dealt, pair[split, rank[card]], by_hands[hands - 2, split], up, rank, child,
                    decides, row_of, doubled, doubled_decides, sizes)
                at += 1
        second = dealt
        dealt, end, _ = play_dealer(state, pack, picks, dealt, up, rank, single, dealer_child, ending, beyond)
        dealers_ten, several, cell = max(ten[shown], ten[pack[second]]), 1 if hands > 1 else 0, 0
        for at in range(hands):
            if states[at] == natural and pays_now[up]:
                states[at] = at_once
            if states[at] == natural and end == dealers:
                cell = cell * together + by_ten[several, tens[at], dealers_ten]
            else:
                cell = cell * together + by_state[several, states[at], end]
        cell += (0, alone, alone + together**2)[hands - 1]
        counts[cell] += 1
        seen[cell] = number
        note_sides(pack, side_places, side_codes, side_base, side_first, side_sorts, side_cells, own_cells, number,
                   counts, seen)
        gather(pack, picks, dealt)
