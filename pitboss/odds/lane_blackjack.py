"""Compiled rounds of blackjack: real cards from a whole shoe, played by the plan of the par sheet. What hands count,
who draws and which hands are paid alike is in the tables of the exact analysis (`blackjack_rules`)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.compiled import compiled
from pitboss.odds import sides
from pitboss.odds.blackjack_play import WHOLE
from pitboss.odds.blackjack_rules import ACE, TEN, Rules
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_sides import CARDS, CODE, Looks, SideTable, looks, note_sides, tables_of, views
from pitboss.rulebooks.qld.s17_on_boxes import PlayedWager
from pitboss.table.facts import DEALER

if TYPE_CHECKING:
    from pitboss.odds.blackjack import BlackjackOdds
    from pitboss.odds.simulate import Job

DRAW, DOUBLE_DOWN, SPLIT = 1, 2, 3
# A box stood, was doubled, or was paid at once.
AT_ONCE = 2
# Cards that all differ, from which nobody draws more than he must: a hard 12 against a 10 in whatever order.
ORDER: tuple[Card, ...] = ("Ts", "9h", "8d", "7c", "6s", "5h", "4d", "3c", "2s", "Th", "9d", "8c", "7s", "6h", "5d")


class Steps(NamedTuple):
    """An additional wager from card to card of a hand as it is played: the state that each card leads to, the one that
    two cards of a split pair do, and what kind of end a state is on a hand that was not split, and on one that was."""

    wager: str
    next: Array
    parted: Array
    sort: Array
    many: int


class BlackjackBox(NamedTuple):
    """A box as a kernel knows it: see `Rules` for what hands are; `choice` has the worlds of the plan, that of hands
    not split first; `beyond` tells the ending of a dealer over 21 by the pips of the hand."""

    rank: Array
    pair: Array
    single: Array
    child: Array
    live: Array
    acts: Array
    plain: Array
    split: Array
    doubled: Array
    start: Array
    choice: Array
    insured: Array
    ending: Array
    beyond: Array
    first: Array


def hand_tables(rules: Rules) -> tuple[Array, Array]:
    """The places of hands of two cards by their ranks, and of those of one."""
    pair = np.array([[rules.where[(min(one, other), max(one, other))] for other in range(10)] for one in range(10)])
    return pair, np.array([rules.where[(rank,)] for rank in range(10)])


def beyond(rules: Rules) -> Array:
    """The ending of a dealer over 21, by pips."""
    points = {count.points: end for end, count in enumerate(rules.endings)}
    return np.array([points.get(pips, rules.bust) if pips > 21 else rules.bust for pips in range(60)])


class BoxLane(Lane):
    """A box and a dealer who play out of one shoe, with additional wagers on their first cards."""

    # Cards that all differ where it matters to the game.
    order: tuple[Card, ...] = ORDER

    @cached_property
    def first(self) -> list[int]:
        """Where in the shoe the box's first two cards lie, and the dealer's first."""
        places = self.places_of(self.order)
        return [*places["1"][:2], places[DEALER][0]]

    @cached_property
    def tables(self) -> list[SideTable]:
        """Additional wagers on the first cards."""
        return tables_of(self.game, self.order, self.dealt(self.order)[0])


class BlackjackLane(BoxLane):
    """A cell is how a box ended: its hands by what they are paid like, doubled or not, and the dealer's ending."""

    def __init__(self, analysis: BlackjackOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds, self.rules = analysis, analysis.rules

    @property
    def cells(self) -> int:
        """Boxes that were not split, then those that were."""
        rows, endings = len(self.rules.rows), len(self.rules.endings)
        return 6 * rows * endings + 2 * (2 * rows) ** 2 * endings

    def views(self) -> tuple[View, ...]:
        played = (View(2 * one.many, frozenset({one.wager})) for one in self.played)
        return (View(self.cells), *views(self.tables), *played)

    @cached_property
    def played(self) -> list[Steps]:
        offered = sides.counted(self.game).items()
        return [steps_of(side, kind) for kind, side in offered if isinstance(side, PlayedWager)]

    @cached_property
    def looks(self) -> Looks:
        return looks(self.tables)

    @cached_property
    def box(self) -> BlackjackBox:
        rules, best, hands = self.rules, self.odds.best, self.rules.hands
        pair, single = hand_tables(rules)
        blank = np.zeros_like(best.plan.choice[WHOLE])
        # As small as at blackjack switch, which plays its hands by the same kernel.
        choice = np.stack([best.plan.choice.get(world, blank) for world in (WHOLE, *range(10))]).astype(np.int8)
        acts = np.stack([hands.acts, hands.acts & (hands.counts.sum(1) == 1)])
        return BlackjackBox(
            np.array([rank_of(card) for card in CARDS]), pair, single, hands.child, hands.live, acts, hands.plain,
            hands.split, hands.doubled, best.plan.start, choice, best.insured, rules.ending_of, beyond(rules),
            np.array(self.first),
        )

    @cached_property
    def data(self) -> tuple[Any, ...]:
        rules = self.rules
        sizes = np.array([
            len(rules.rows), len(rules.endings), rules.over, self.odds.from_shoe.natural, self.odds.even_money,
        ], np.int64)
        steps = self.played
        room = max((len(one.next) for one in steps), default=1)
        following = np.zeros((len(steps), room, 52), np.int32)
        sort = np.zeros((len(steps), room, 2), np.int32)
        parted = np.zeros((len(steps), 52, 52), np.int32)
        for at, one in enumerate(steps):
            following[at, : len(one.next)], sort[at, : len(one.next)], parted[at] = one.next, one.sort, one.parted
        after = np.cumsum([self.cells + sum(table.many for table in self.tables), *(2 * one.many for one in steps)])
        return (*self.box, *self.looks, sizes, following, parted, sort, after)

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        count_boxes(np.array([CODE[card] for card in self.pack], np.uint8), seed, first, rounds, counts, seen,
                    *self.data)


def steps_of(side: PlayedWager, kind: str) -> Steps:
    """All that an additional wager can come to, card by card."""
    states: dict[Any, int] = {}
    waiting: list[tuple[Card, ...]] = []
    ends: dict[Any, int] = {}
    sort: list[tuple[int, int]] = []

    def state(cards: tuple[Card, ...]) -> int:
        """The number of a state; those that no card changes any more are one where they end alike."""
        results = tuple(side.result(kind, side.played(cards, split)) if cards else None for split in (False, True))
        open_ = not cards or side.may_change(cards)
        key = cards if open_ else results
        if key not in states:
            states[key] = len(states)
            sort.append(tuple(ends.setdefault(result, len(ends)) for result in results))  # type: ignore[arg-type]
            waiting.append(cards if open_ else ())
        return states[key]

    state(())
    rows: list[list[int]] = []
    at = 0
    while at < len(states):
        cards = waiting[at]
        ended = at > 0 and not cards
        rows.append([at if ended else state((*cards, card)) for card in CARDS])
        at += 1
    parted = np.zeros((52, 52), np.int32)
    for one, first in enumerate(CARDS):
        for other, second in enumerate(CARDS):
            if rank_of(first) == rank_of(second):
                parted[one, other] = state(tuple(side.after_split(first, second)))
    while at < len(states):
        cards = waiting[at]
        rows.append([state((*cards, card)) if cards else at for card in CARDS])
        at += 1
    return Steps(kind, np.array(rows, np.int32), parted, np.array(sort, np.int32), len(ends))


@compiled
def play_hand(
    state: Array, pack: Array, picks: Array, dealt: int, hand: int, play: int, choice: Array, acts: Array, up: int,
    over: int, rank: Array, child: Array, live: Array, row_of: Array, doubled: Array, following: Array, steps: Array,
) -> tuple[int, int, int]:
    """Play one hand out: how many cards are dealt then, what it is paid like, and whether it was doubled. `steps` are
    the states of additional wagers that look at its cards."""
    while play in (DRAW, DOUBLE_DOWN):
        card = deal(state, pack, picks, dealt)
        dealt += 1
        for side in range(len(steps)):
            steps[side] = following[side, steps[side], card]
        if play == DOUBLE_DOWN:
            return dealt, doubled[hand, rank[card]], 1
        hand = child[hand, rank[card]]
        if hand < 0 or not live[hand]:
            return dealt, over, 0
        if not acts[hand]:
            break
        play = choice[hand, up]
    return dealt, row_of[hand], 0


@compiled
def play_dealer(
    state: Array, pack: Array, picks: Array, dealt: int, up: int, rank: Array, single: Array, child: Array,
    ending: Array, beyond: Array,
) -> tuple[int, int, bool]:
    """The dealer, who draws as if somebody were left to draw against: how many cards are dealt then, how it ends, and
    whether it is a blackjack."""
    pips, hand, second = up + 1, single[up], -1
    while True:
        drawn = rank[deal(state, pack, picks, dealt)]
        dealt += 1
        if second < 0:
            second = drawn
        pips += drawn + 1
        hand = child[hand, drawn]
        end = beyond[pips] if hand < 0 else ending[hand]
        if end >= 0:
            return dealt, end, (up == ACE and second == TEN) or (up == TEN and second == ACE)


@compiled
def count_boxes(
    pack: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array,
    rank: Array, pair: Array, single: Array, child: Array, live: Array, acts: Array, plain: Array, split: Array,
    doubled: Array, start: Array, choice: Array, insured: Array, ending: Array, beyond: Array, firsts: Array,
    side_places: Array, side_codes: Array, side_base: Array, side_first: Array, side_sorts: Array, side_cells: Array,
    sizes: Array, following: Array, parted: Array, sort: Array, after: Array,
) -> None:
    state, picks = np.empty(1, np.uint64), np.empty(len(pack), np.int64)
    rows, endings, over, natural, even_money = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]
    unsplit, own_cells = 6 * rows * endings, 6 * rows * endings + 8 * rows * rows * endings
    steps = np.zeros(len(following), np.int64)
    unlooked = steps[:0]
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(3):
            deal(state, pack, picks, at)
        one, other, up = pack[firsts[0]], pack[firsts[1]], rank[pack[firsts[2]]]
        hand, world = pair[rank[one], rank[other]], 1 + rank[one]
        safe = 1 if up == ACE and insured[hand] else 0
        at_once = hand == natural and up == ACE and even_money
        play = start[hand, up] if hand != natural and acts[0, hand] else 0
        dealt = 3
        if play == SPLIT:
            limits = acts[1 if world == 1 + ACE else 0]
            for side in range(len(steps)):
                steps[side] = parted[side, one, other]
            dealt, row, twice = play_hand(
                state, pack, picks, dealt, single[world - 1], DRAW, choice[world], limits, up, over, rank, child, live,
                split, doubled, following, steps)
            dealt, row_2, twice_2 = play_hand(
                state, pack, picks, dealt, single[world - 1], DRAW, choice[world], limits, up, over, rank, child, live,
                split, doubled, following, unlooked)
        else:
            for side in range(len(steps)):
                steps[side] = following[side, following[side, 0, one], other]
            dealt, row, twice = play_hand(
                state, pack, picks, dealt, hand, play, choice[0], acts[0], up, over, rank, child, live, plain, doubled,
                following, steps)
        dealt, end, natural_too = play_dealer(
            state, pack, picks, dealt, up, rank, single, child, ending, beyond)
        if play == SPLIT:
            cell = ((2 * ((2 * safe + twice) * rows + row)) + twice_2) * rows + row_2
            cell = unsplit + cell * endings + end
        else:
            if (at_once or row == over) and not safe:
                end = 0
            cell = ((3 * safe + (AT_ONCE if at_once else twice)) * rows + row) * endings + end
        counts[cell] += 1
        seen[cell] = number
        note_sides(pack, side_places, side_codes, side_base, side_first, side_sorts, side_cells, own_cells, number,
                   counts, seen)
        for side in range(len(steps)):
            cell = after[side] + 2 * sort[side, steps[side], 1 if play == SPLIT else 0] + natural_too
            counts[cell] += 1
            seen[cell] = number
        gather(pack, picks, dealt)
