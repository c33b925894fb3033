"""The compiled lane as players see it: the actions that are open, and the vector of an observation, both as the
learning environment has them (`learning.py` says in which order)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cardroom.lane_kernel import FOLDS, STAYS, LaneTable, Rules, pot
from pitboss.hands.compiled import compiled

# An action that is not open.
CLOSED = -9


@compiled
def offer(g: Rules, t: LaneTable, offers: NDArray[np.int64], mask: NDArray[np.int8]) -> None:
    """What each action of the player whose turn it is comes to."""
    last = g.parts + 3
    for n in range(last + 1):
        offers[n] = CLOSED
        mask[n] = 0
    if t.over:
        return
    i = t.turn
    everything, whole = t.bets[i] + t.stacks[i], 0
    offers[0], offers[1] = FOLDS, STAYS
    mask[0] = mask[1] = 1
    if t.least == 0:
        return
    offers[2] = t.least
    mask[2] = 1
    if g.parts:
        whole = pot(g, t) + t.call
    for n in range(g.parts):
        to = t.price + np.int64(g.part[n] * whole)
        to -= (to - t.bets[i]) % g.chip
        # One that comes to the least raise, or to everything, is offered under that name only.
        if t.least < to < everything and to <= t.most:
            offers[3 + n] = to
            mask[3 + n] = 1
    if t.least <= everything <= t.most:
        offers[last] = everything
        mask[last] = 1


@compiled
def show_card(card: int, vector: NDArray[np.float32], at: int) -> None:
    vector[at + (card & 3) * 13 + (card >> 2)] = 1.0


@compiled
def observe(g: Rules, t: LaneTable, vector: NDArray[np.float32]) -> None:
    """What the player sees whose turn it is; when the hand is over, what the first seat sees."""
    vector[:] = 0.0
    n, i = g.players, t.turn
    if t.over:
        i = 0
        while g.seat_of[t.button, i]:
            i += 1
    for c in range(g.hole):
        show_card(t.deck[g.hole_at[i, c]], vector, 0)
    for b in range(g.boards):
        for c in range(g.board_cards[t.street]):
            show_card(t.deck[g.board_at[b, c]], vector, g.at_board + 52 * b)
    total, at = 0, g.at_seats
    for k in range(n):
        j = i + k if i + k < n else i + k - n
        in_all = t.put[j] + t.bets[j]
        total += in_all
        vector[at] = t.stacks[j] / g.unit
        vector[at + 1] = t.bets[j] / g.unit
        vector[at + 2] = in_all / g.unit
        vector[at + 3] = t.live >> j & 1
        vector[at + 4] = t.active >> j & 1
        at += 5
    button = g.button_at[t.button] - i
    vector[g.at_button + (button if button >= 0 else button + n)] = 1.0
    vector[g.at_street + t.street] = 1.0
    if not t.over:
        vector[g.at_betting] = total / g.unit
        vector[g.at_betting + 1] = t.call / g.unit
        vector[g.at_betting + 2] = t.least / g.unit
        vector[g.at_betting + 3] = t.most / g.unit
        vector[g.at_stage] = 1.0


@compiled
def tell(g: Rules, t: LaneTable, k: int, vectors: Any, masks: Any, offers: Any, figures: Any) -> None:
    """Table k as it stands, into the arrays of the batch: `figures` has who acts, call, least and most."""
    offer(g, t, offers[k], masks[k])
    observe(g, t, vectors[k])
    figures[0, k] = -1 if t.over else g.seat_of[t.button, t.turn]
    figures[1, k], figures[2, k], figures[3, k] = t.call, t.least, t.most
