"""Compiled loops of blackjack switch: the dealer's chances for every set of cards that can be gone from the shoe."""

from __future__ import annotations

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_kernel import BITS, dealer_ends, room_for
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
