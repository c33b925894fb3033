"""Compiled rounds of Spanish blackjack: first cards by their suits, hands by aces among their first two cards, three
cards by their suits again, as the exact analysis has them (`spanish_blackjack_rules`)."""

from __future__ import annotations

from functools import cached_property
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.equipment.cards import SUITS, Card
from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_rules import ACE
from pitboss.odds.blackjack_sides import rank_of
from pitboss.odds.lane import Array, View
from pitboss.odds.lane_blackjack import ORDER, BoxLane, play_dealer
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.odds.lane_sides import CARDS, CODE, looks, note_sides, views
from pitboss.odds.spanish_blackjack_play import WHOLE
from pitboss.odds.spanish_blackjack_rules import ONCE, card_of, cards_of
from pitboss.rulebooks.qld.s02a_spanish_blackjack import SUPER_BONUS

if TYPE_CHECKING:
    from pitboss.odds.simulate import Job
    from pitboss.odds.spanish_blackjack import SpanishBlackjackOdds

STAND, DRAW, DOUBLE_DOWN, SPLIT, SURRENDER = 0, 1, 2, 3, 4
# There are no tens.
KINGS: tuple[Card, ...] = tuple(card.replace("T", "K") for card in ORDER)


class SpanishLane(BoxLane):
    """A cell is how a box ended: the states of its hands (what they are paid like, doubled, the doubled part
    withdrawn), or surrendered, and the dealer's ending; and whether there was a super bonus."""

    order = KINGS

    def __init__(self, analysis: SpanishBlackjackOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds, self.rules = analysis, analysis.rules

    @property
    def cells(self) -> int:
        states, endings = self.rules.states, len(self.rules.endings)
        return 2 * (states + 1) * endings + 2 * states**2 * endings

    def views(self) -> tuple[View, ...]:
        return (View(self.cells), View(2, frozenset({SUPER_BONUS})), *views(self.tables))

    @cached_property
    def starts_with(self) -> Array:
        """What is done first, by both cards and the dealer's."""
        rules, plan = self.rules, self.odds.best.plan
        starts = np.zeros((52, 52, 10), np.int8)
        for one, other in product(range(52), repeat=2):
            cards = sorted((CARDS[one], CARDS[other]), key=rank_of)
            hand, suits = rules.where[tuple(map(rank_of, cards))], "".join(card[1] for card in cards)
            starts[one, other] = next(
                (plan.suited_start[number] for number, by in enumerate(rules.suited)
                 if by.hand == hand and suits in by.suits), plan.start[hand])
        return starts

    @cached_property
    def by_suits(self) -> tuple[Array, Array]:
        """What three cards are paid like that are paid by their suits, -1 for others; and which of them are paid the
        super bonus, against some first card of the dealer's."""
        rules, game = self.rules, self.odds.game
        row, bonus = np.full((52,) * 3, -1, np.int16), np.zeros((52,) * 3, np.bool_)
        for ranks, hand in rules.where.items():
            if rules.hands.plain[hand] not in rules.mixed:
                continue
            for suits in product(SUITS, repeat=3):
                cards = [card_of(at, suit) for at, suit in zip(ranks, suits, strict=True)]
                paid = any(game.bonus_hand(cards, False, card_of(up)) for up in range(10))
                for order in permutations(CODE[card] for card in cards):
                    row[order], bonus[order] = rules.row[game.count(cards)], paid
        return row, bonus

    @cached_property
    def shown(self) -> Array:
        """The dealer's first cards, by rank, against which there is a super bonus."""
        game, seven = self.odds.game, [card_of(6, "s")] * 3
        return np.array([game.bonus_hand(seven, False, card_of(up)) for up in range(10)])

    @cached_property
    def data(self) -> tuple[Any, ...]:
        rules, game, plan, hands = self.rules, self.odds.game, self.odds.best.plan, self.rules.hands
        where = rules.where
        pair = np.array([[where[min(one, two), max(one, two)] for two in range(10)] for one in range(10)])
        single = np.array([where[(at,)] for at in range(10)])
        worlds = [plan.choice.get(world, plan.choice[WHOLE]) for world in (WHOLE, *range(10))]
        draws = [game.dealer_draws(cards_of(ranks)) for ranks in where]
        stood = zip(draws, rules.totals, strict=True)
        ending = np.array([-1 if more else rules.ending[count] for more, count in stood])
        over = rules.ending[game.count(cards_of((9, 9, 9)))]
        acts = np.stack([hands.acts, hands.acts & (hands.counts.sum(1) == 1)])
        sizes = np.array([rules.states, len(rules.endings), rules.over, len(rules.pay[ONCE])], np.int64)
        return (
            np.array([rank_of(card) for card in CARDS]), pair, single, hands.child, acts, hands.plain, hands.split,
            hands.doubled, self.starts_with, np.stack([one.play for one in worlds]).astype(np.int8),
            np.stack([one.withdraw for one in worlds]), self.odds.best.insured, ending, np.full(60, over),
            np.array(self.first), *self.by_suits, self.shown, sizes, *looks(self.tables),
        )

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([CODE[card] for card in self.pack], np.uint8)
        count_spanish(pack, seed, first, rounds, counts, seen, *self.data)


@compiled
def play_spanish(
    state: Array, pack: Array, picks: Array, dealt: int, held: Array, cards: int, hand: int, play: int, plan: Array,
    withdraws: Array, acts: Array, up: int, over: int, rows: int, rank: Array, child: Array, row_of: Array,
    doubled: Array, by_suits: Array,
) -> tuple[int, int, int]:
    """Play one hand out that has so many cards, the first of them `held`: how many cards are dealt then, its state, and
    how many cards it has."""
    aces = 0
    for at in range(min(cards, 2)):
        aces += rank[held[at]] == ACE
    while play in (DRAW, DOUBLE_DOWN):
        card = deal(state, pack, picks, dealt)
        dealt += 1
        if cards < 3:
            held[cards] = card
        cards += 1
        if play == DOUBLE_DOWN:
            row = doubled[aces, hand, rank[card]]
            if row != over and withdraws[aces, hand, rank[card], up]:
                return dealt, 2 * rows, cards
            return dealt, rows + row, cards
        hand = child[hand, rank[card]]
        if hand < 0:
            return dealt, over, cards
        if cards == 2:
            aces = (rank[held[0]] == ACE) + (rank[held[1]] == ACE)
        if not acts[hand]:
            break
        play = plan[aces, hand, up]
    row = row_of[hand]
    if cards == 3 and by_suits[held[0], held[1], held[2]] >= 0:
        row = by_suits[held[0], held[1], held[2]]
    return dealt, row, cards


@compiled
def count_spanish(
    pack: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, rank: Array, pair: Array,
    single: Array, child: Array, acts: Array, plain: Array, split: Array, doubled: Array, starts_with: Array,
    plan: Array, withdraws: Array, insured: Array, ending: Array, beyond: Array, firsts: Array, by_suits: Array,
    bonus: Array, shown: Array, sizes: Array, side_places: Array, side_codes: Array, side_base: Array,
    side_first: Array, side_sorts: Array, side_cells: Array,
) -> None:
    state, picks, held = np.empty(1, np.uint64), np.empty(len(pack), np.int64), np.zeros(3, np.int64)
    states, endings, over, rows = sizes[0], sizes[1], sizes[2], sizes[3]
    unsplit = 2 * (states + 1) * endings
    own_cells = unsplit + 2 * states * states * endings
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(3):
            deal(state, pack, picks, at)
        one, other, up = pack[firsts[0]], pack[firsts[1]], rank[pack[firsts[2]]]
        hand, world = pair[rank[one], rank[other]], 1 + rank[one]
        safe = 1 if up == ACE and insured[hand] else 0
        play = starts_with[one, other, up] if acts[0, hand] else STAND
        dealt, last, won = 3, 0, 0
        if play == SPLIT:
            limits = acts[1 if world == 1 + ACE else 0]
            held[0] = one
            dealt, at, _ = play_spanish(
                state, pack, picks, dealt, held, 1, single[world - 1], DRAW, plan[world], withdraws[world], limits, up,
                over, rows, rank, child, split, doubled, by_suits)
            held[0] = other
            dealt, last, _ = play_spanish(
                state, pack, picks, dealt, held, 1, single[world - 1], DRAW, plan[world], withdraws[world], limits, up,
                over, rows, rank, child, split, doubled, by_suits)
        elif play == SURRENDER:
            at = states
        else:
            held[0], held[1] = one, other
            dealt, at, cards = play_spanish(
                state, pack, picks, dealt, held, 2, hand, play, plan[0], withdraws[0], acts[0], up, over, rows, rank,
                child, plain, doubled, by_suits)
            won = 1 if cards == 3 and shown[up] and bonus[held[0], held[1], held[2]] else 0
        dealt, end, _ = play_dealer(state, pack, picks, dealt, up, rank, single, child, ending, beyond)
        if play == SPLIT:
            cell = unsplit + ((safe * states + at) * states + last) * endings + end
        else:
            if at == over and not safe:
                end = 0
            cell = (safe * (states + 1) + at) * endings + end
        counts[cell] += 1
        seen[cell] = number
        counts[own_cells + won] += 1
        seen[own_cells + won] = number
        note_sides(pack, side_places, side_codes, side_base, side_first, side_sorts, side_cells, own_cells + 2, number,
                   counts, seen)
        gather(pack, picks, dealt)
