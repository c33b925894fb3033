"""Compiled rounds of games with community cards: every street is decided by the tables of the exact analysis, the one
on the whole board by meeting all that the dealer can have, as it does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import HIGH, value5, value7
from pitboss.hands.orders import high_values
from pitboss.hands.tables import Order
from pitboss.odds import sides
from pitboss.odds.community_boards import CODE, boards, pairs, situations
from pitboss.odds.community_kernel import best_play, meet_all
from pitboss.odds.community_plan import Law, StreetPlan
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_sides import CARDS
from pitboss.table.facts import BOARD, DEALER, Wager
from pitboss.table.sides import FIVE_CARDS, SEVEN_CARDS, TWO_CARDS

if TYPE_CHECKING:
    from pitboss.odds.community import CommunityOdds
    from pitboss.odds.simulate import Job

KNOWN = (0, 3, 4, 5)
# No street has more plays.
PLAYS = 4
# What a bonus looks at: two cards of the player's own; those and the flop; the dealer's and the flop; the player's and
# the whole board.
OWN_TWO, OWN_FIVE, DEALERS_FIVE, OWN_SEVEN = range(4)


class BonusTable(NamedTuple):
    """A wager that some cards alone decide, unless a fold does: what it looks at, and the sort of each pair of cards,
    or of each value of a hand."""

    wager: str
    looks_at: int
    sorts: Array
    many: int


class Streets(NamedTuple):
    """What to do when so many community cards are known: before the flop by starting hand, after it by situation, on
    four cards by board and pair; which plays fold, and which are the last. `there` tells the streets there are."""

    there: Array
    folds: Array
    last: Array
    opening: Array
    flop: Array
    turn: Array


class UpToSuits(NamedTuple):
    """How boards and pairs are known up to suits."""

    flops: Array
    turns: Array
    pair: Array
    hole: Array
    situation: Array


class CommunityLane(Lane):
    """A cell is what was done on each street, and how the hands compare as far as that pays, or that they do not."""

    def __init__(self, analysis: CommunityOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds = analysis

    @property
    def cells(self) -> int:
        return int(PLAYS ** len(KNOWN)) * (len(self.odds.plan.endings) + 1)

    def views(self) -> tuple[View, ...]:
        beside = (View(2 * table.many, frozenset({table.wager})) for table in self.bonuses)
        return (View(self.cells), *beside)

    @cached_property
    def order(self) -> tuple[Card, ...]:
        """High cards of one suit first, which nobody folds."""
        return self.pack[::-1]

    @cached_property
    def places(self) -> Array:
        """Where the player's two cards lie, the dealer's two, and the board."""
        places = self.places_of(self.order)
        return np.array([*places["1"], *places[DEALER], *places[BOARD]])

    @cached_property
    def bonuses(self) -> list[BonusTable]:
        game = self.odds.game
        tables = [
            self._bonus(bonus.wager, {TWO_CARDS: OWN_TWO, FIVE_CARDS: OWN_FIVE, SEVEN_CARDS: OWN_SEVEN}[bonus.looks_at],
                        lambda facts, kind=bonus.wager: game.bonus_result(kind, facts))
            for bonus in game.bonuses
        ]
        for kind, side in sides.counted(game).items():
            tables.append(self._bonus(
                kind, self._whose(kind), lambda facts, kind=kind, side=side: side.result(kind, facts)))
        return tables

    def _whose(self, kind: str) -> int:
        """Whose cards a side looks at beside the flop, as a round shows it in which the two are not worth the same."""
        table, _ = self.dealt(self.order)
        shown = self.odds.game.sides[kind].facts(table, Wager(1, "Ann", kind, 0, {}, kind))
        flop = table.hands[BOARD].cards[:3]
        worth = [self.odds.game.value((*table.hands[name].cards, *flop)) for name in ("1", DEALER)]
        assert worth[0] != worth[1] and shown in worth
        return OWN_FIVE if shown == worth[0] else DEALERS_FIVE

    def _bonus(self, wager: str, looks_at: int, result: Any) -> BonusTable:
        numbers: dict[Any, int] = {}
        if looks_at != OWN_TWO:
            sorts = [numbers.setdefault(result(value), len(numbers)) for value in high_values()]
        else:
            sorts = [numbers.setdefault(result((CARDS[one], CARDS[other])), len(numbers))
                     for one, other in pairs().cards.tolist()]
        return BonusTable(wager, looks_at, np.array(sorts, np.int32), len(numbers))

    @cached_property
    def streets(self) -> Streets:
        odds = self.odds
        there = np.array([known in odds.plan.streets for known in KNOWN])
        folds, last = (np.zeros((len(KNOWN), PLAYS), np.bool_) for _ in range(2))
        for at, known in enumerate(KNOWN):
            plays: Sequence[Any] = odds.plan.streets[known].plays if there[at] else ()
            assert len(plays) <= PLAYS
            for number, play in enumerate(plays):
                folds[at, number], last[at, number] = play.folds is not None, play.ends
        turn = odds.turn_best if 4 in odds.plan.streets else np.zeros((0, 0), np.uint8)
        return Streets(there, folds, last, np.array(odds.deals.best), odds.flops.best, turn)

    @cached_property
    def data(self) -> tuple[Any, ...]:
        two = pairs()
        suited = UpToSuits(boards(3).keys, boards(4).keys, two.of, two.hole, situations().of)
        bonuses = self.bonuses
        first = np.cumsum([0, *(len(table.sorts) for table in bonuses)])[:-1]
        cells = self.cells + np.cumsum([0, *(2 * table.many for table in bonuses)])[:-1]
        sorts = np.concatenate([np.zeros(0, np.int32), *(table.sorts for table in bonuses)])
        extra = np.array([(table.looks_at, *at) for table, *at in zip(bonuses, first, cells, strict=True)])
        law = self.odds.showdown.law
        return (HIGH, law, self.odds.plan.choices[5], suited, self.streets, self.places, extra.reshape(-1, 3), sorts)

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([CODE[card] for card in self.pack], np.uint8)
        count_boards(pack, len(self.odds.plan.endings), seed, first, rounds, counts, seen, *self.data)


@compiled
def suit_key(cards: Array, held: Array, to: Array) -> int:
    """What a set of cards is known by whatever its suits are called; `to` tells where each suit comes, those that hold
    higher ranks first."""
    for suit in range(4):
        held[suit] = 0
    for card in cards:
        held[card & 3] |= 1 << (card >> 2)
    key = 0
    for suit in range(4):
        to[suit] = 0
        for other in range(4):
            if held[other] > held[suit] or (held[other] == held[suit] and other < suit):
                to[suit] += 1
        key |= held[suit] << (13 * (3 - to[suit]))
    return key


@compiled
def place_of(keys: Array, key: int) -> int:
    """The place of a key among keys in rising order."""
    low, high = 0, len(keys)
    while low < high:
        middle = (low + high) >> 1
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


@compiled
def known_as(board: Array, hole: Array, keys: Array, pair: Array, held: Array, to: Array) -> tuple[int, int]:
    """The number of a board among all that differ by more than their suits, and of the pair that the hole cards are on
    it."""
    number = place_of(keys, suit_key(board, held, to))
    one, other = hole[0], hole[1]
    return number, pair[(one >> 2 << 2) + to[one & 3], (other >> 2 << 2) + to[other & 3]]


@compiled
def planned(
    street: int, hole: Array, board: Array, order: Order, law: Law, river: StreetPlan, suited: UpToSuits, plan: Streets,
    held: Array, to: Array,
) -> int:
    """What is done on a street."""
    play: int
    if street == 0:
        play = plan.opening[suited.hole[suited.pair[hole[0], hole[1]]]]
    elif street == 1:
        number, pair = known_as(board[:3], hole, suited.flops, suited.pair, held, to)
        play = plan.flop[suited.situation[number, pair]]
    elif street == 2:
        number, pair = known_as(board[:4], hole, suited.turns, suited.pair, held, to)
        play = plan.turn[number, pair]
    else:
        value, met = meet_all(order, board, hole, law)
        play = best_play(river, law.cell[law.category[value]], met)
    return play


@compiled
def note_bonuses(
    order: Order, hole: Array, dealer: Array, board: Array, suited: UpToSuits, folded: int, extra: Array, sorts: Array,
    number: int, counts: Array, seen: Array,
) -> None:
    """Count a round in the cells of wagers that some cards alone decide."""
    for at in range(len(extra)):
        if extra[at, 0] == OWN_TWO:
            value = np.int64(suited.pair[hole[0], hole[1]])
        elif extra[at, 0] == OWN_SEVEN:
            value = np.int64(value7(order, hole[0], hole[1], board[0], board[1], board[2], board[3], board[4]))
        else:
            two = hole if extra[at, 0] == OWN_FIVE else dealer
            value = np.int64(value5(order, two[0], two[1], board[0], board[1], board[2]))
        cell = extra[at, 2] + 2 * sorts[extra[at, 1] + value] + folded
        counts[cell] += 1
        seen[cell] = number


@compiled
def count_boards(
    pack: Array, endings: int, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, order: Order,
    law: Law, river: StreetPlan, suited: UpToSuits, plan: Streets, places: Array, extra: Array, sorts: Array,
) -> None:
    state, picks = np.empty(1, np.uint64), np.empty(len(pack), np.int64)
    cards, held, to = np.empty(9, np.uint8), np.empty(4, np.int64), np.empty(4, np.int64)
    hole, dealer, board = cards[:2], cards[2:4], cards[4:]
    dealt = places.max() + 1
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(dealt):
            deal(state, pack, picks, at)
        for at in range(9):
            cards[at] = pack[places[at]]
        gather(pack, picks, dealt)
        cell, folded, over = 0, 0, False
        for street in range(4):
            play = 0
            if plan.there[street] and not over:
                play = planned(street, hole, board, order, law, river, suited, plan, held, to)
                if plan.folds[street, play]:
                    folded = 1
                over = folded == 1 or plan.last[street, play]
            cell = PLAYS * cell + play
        end = endings
        if not folded:
            own = value7(order, hole[0], hole[1], board[0], board[1], board[2], board[3], board[4])
            others = value7(order, dealer[0], dealer[1], board[0], board[1], board[2], board[3], board[4])
            side = 0 if others < own else 1 if others == own else 2
            end = law.cell[law.category[own], 3 * law.qualifies[others] + side]
        cell = cell * (endings + 1) + end
        counts[cell] += 1
        seen[cell] = number
        note_bonuses(order, hole, dealer, board, suited, folded, extra, sorts, number, counts, seen)
