"""Compiled loops of blackjack switch: the dealer's chances for every set of cards that can be gone from the shoe, and
what it costs that the dealer stops when every hand of a box is lost."""

from __future__ import annotations

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_kernel import BITS, chance, dealer_ends, orders_table, room_for
from pitboss.odds.blackjack_rules import Floats, Ints, Tree

MASK = (1 << BITS) - 1


@compiled
def dealer_table(keys: Ints, shoe: Ints, tree: Tree, odds: Floats) -> None:
    """How likely each ending of the dealer's is when the cards of a key are gone, for every first card."""
    left = np.zeros(10, np.int64)
    room = room_for(tree)
    for at in range(len(keys)):
        there = True
        for rank in range(10):
            left[rank] = shoe[rank] - ((keys[at] >> (BITS * rank)) & MASK)
            there &= left[rank] >= 0
        if not there:
            continue
        for up in range(10):
            if left[up] > 0:
                left[up] -= 1
                dealer_ends(left, up, tree, room, odds[at, up])
                left[up] += 1


@compiled
def all_lost(left: Ints, one: Ints, one_orders: Floats, other: Ints, other_orders: Floats, second: Ints) -> float:
    """How likely it is that hands which draw the cards of a key of one kind and of the other are all lost, and that
    the next card would be one of some ranks."""
    ways, any_card = orders_table(left)
    likely = 0.0
    for i in range(len(one)):
        for j in range(len(other)):
            orders = one_orders[i] * other_orders[j]
            for rank in second:
                likely += orders * chance(one[i] + other[j] + (1 << (BITS * rank)), ways, any_card)
    return likely
