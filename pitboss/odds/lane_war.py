"""Compiled rounds of casino war: a card each, and another each where they are equal."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pitboss.equipment.cards import RANKS, Card
from pitboss.hands.compiled import compiled
from pitboss.odds.lane import Array, Lane, View
from pitboss.odds.lane_chance import begin, deal, gather
from pitboss.table.facts import DEALER

# Equal cards first, so that there is a war.
ORDER: tuple[Card, ...] = ("7s", "7h", "7d", "7c", "8s", "9s", "Ts", "Js", "Qs", "Ks")


class WarLane(Lane):
    """A cell is the ranks of both cards, and where these are equal those of the next two."""

    def views(self) -> tuple[View, ...]:
        return (View(len(RANKS) ** 4),)

    @cached_property
    def places(self) -> Array:
        """Where the cards lie: player and dealer, and again."""
        places = self.places_of(ORDER)
        own, dealers = places["1"], places[DEALER]
        # Who surrenders has no second card: then it does not matter where one would lie.
        later = max(own + dealers)
        return np.array([own[0], dealers[0], *(hand[1] if len(hand) > 1 else later for hand in (own, dealers))])

    def count(self, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array) -> None:
        pack = np.array([RANKS.index(card[0]) for card in self.pack], np.uint8)
        count_wars(pack, self.places, seed, first, rounds, counts, seen)


@compiled
def count_wars(
    pack: Array, places: Array, seed: np.uint64, first: int, rounds: int, counts: Array, seen: Array
) -> None:
    state, picks = np.empty(1, np.uint64), np.empty(len(pack), np.int64)
    dealt = places.max() + 1
    for number in range(first, first + rounds):
        begin(state, seed, number)
        for at in range(dealt):
            deal(state, pack, picks, at)
        cell = 13 * pack[places[0]] + pack[places[1]]
        if pack[places[0]] == pack[places[1]]:
            cell += 169 * (13 * pack[places[2]] + pack[places[3]])
        gather(pack, picks, dealt)
        counts[cell] += 1
        seen[cell] = number
