"""Compiled rounds of games of one hand against the dealer's, with one decision to fold or to bet again.

Hands are numbered by their cards; kinds, values, who qualifies and who bets are the tables of the exact analysis."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.equipment.cards import SUITS, rank, suit
from pitboss.hands.compiled import compiled
from pitboss.odds.lane import SHOWN, Array, Lane, View
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.table.facts import DEALER

if TYPE_CHECKING:
    from pitboss.odds.ante_and_raise import AnteAndRaiseOdds
    from pitboss.odds.simulate import Job

# The four places of the dealer's hand, and to fold.
ENDS = 5


class HandLane(Lane):
    """A cell is how the hands compare, or that the player folded, and what the player has as far as that pays."""

    def __init__(self, analysis: AnteAndRaiseOdds, job: Job) -> None:
        super().__init__(analysis, job)
        self.odds = analysis

    def views(self) -> tuple[View, ...]:
        return (View(ENDS * (int(self.sorts.max()) + 1)),)

    @cached_property
    def sorts(self) -> Array:
        """A number for each value, the same for those that bring the same wherever the dealer's hand is."""
        numbers: dict[Any, int] = {}
        return np.array([
            numbers.setdefault(self._paid(value, branches), len(numbers))
            for value, branches in zip(self.odds.hands.values, self.odds.outcomes, strict=True)
        ], np.int32)

    def _paid(self, value: Any, branches: Sequence[str | None]) -> Any:
        game = self.odds.game
        wagers = (*self.odds.own_names(), self.odds.street.wager)
        return tuple(
            branch and (*(game.result(wager, value, branch) for wager in wagers), game.paid_on_top(value, branch))
            for branch in branches
        )

    @cached_property
    def places(self) -> tuple[Array, Array]:
        """Where in the pack as dealt the player's cards come, and the dealer's, the one that is shown first."""
        places = self.places_of(self.pack)
        shown = places[SHOWN] if self.odds.street.known else []
        dealer = [*shown, *(place for place in places[DEALER] if place not in shown)]
        return np.array(places["1"]), np.array(dealer)

    @cached_property
    def data(self) -> tuple[Array, ...]:
        hands, odds = self.odds.hands, self.odds
        size = hands.kinds.shape[1]
        choose = np.array([[comb(card, some + 1) for some in range(size)] for card in range(len(self.pack))])
        suits = np.array([SUITS.index(suit(card)) for card in self.pack])
        ranks = np.array([rank(card) - 2 for card in self.pack])
        column = np.zeros((4, 13), np.int64)
        column[suits, ranks] = np.arange(len(self.pack))
        return (
            choose, hands.numbered(), hands.rank, odds.qualified, odds.bets, self.sorts, suits, ranks, column,
            *self.places,
        )

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.arange(len(self.pack), dtype=np.uint8)
        count_hands(pack, self.odds.street.known > 0, seed, first, rounds, counts, seen, *self.data)


@compiled
def number_of(pack: Array, places: Array, hand: Array, choose: Array) -> int:
    """The number of the set of cards that lie at some places of the pack."""
    for place in range(len(places)):
        card = pack[places[place]]
        at = place
        while at > 0 and hand[at - 1] > card:
            hand[at] = hand[at - 1]
            at -= 1
        hand[at] = card
    number = 0
    for place in range(len(places)):
        number += choose[hand[place], place]
    return number


@compiled
def shown_as(card: int, hand: Array, masks: Array, suits: Array, ranks: Array, column: Array) -> int:
    """The place of a card beside a hand when suits take the names under which the hand's kind is known: those that
    hold higher ranks first."""
    for one in range(4):
        masks[one] = 0
    for one in hand:
        masks[suits[one]] |= 1 << ranks[one]
    own = suits[card]
    to = 0
    for other in range(4):
        if masks[other] > masks[own] or (masks[other] == masks[own] and other < own):
            to += 1
    place: int = column[to, ranks[card]]
    return place


@compiled
def count_hands(
    pack: Array, shows: bool, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array, choose: Array,
    kind_of: Array, rank_of: Array, qualified: Array, bets: Array, sorts: Array, suits: Array, ranks: Array,
    column: Array, player: Array, dealer: Array,
) -> None:
    state, picks, hand = np.empty(1, np.uint64), np.empty(len(pack), np.int64), np.empty(len(player), np.int64)
    masks = np.empty(4, np.int64)
    dealt = max(player.max(), dealer.max()) + 1
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(dealt):
            deal(state, pack, picks, at)
        kind = kind_of[number_of(pack, player, hand, choose)]
        shown = shown_as(pack[dealer[0]], hand, masks, suits, ranks, column) if shows else 0
        own = rank_of[kind]
        end = 4
        if bets[kind, shown]:
            others = rank_of[kind_of[number_of(pack, dealer, hand, choose)]]
            if not qualified[others]:
                end = 0
            elif others < own:
                end = 1
            elif others == own:
                end = 2
            else:
                end = 3
        gather(pack, picks, dealt)
        cell = ENDS * sorts[own] + end
        counts[cell] += 1
        seen[cell] = number
