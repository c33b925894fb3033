"""The compiled lane table by table: hands are dealt, acts checked and then done, and whole hands played by chance.

Every kernel takes a range of tables, so that threads may share them: what comes of a table hangs on the seed, its own
number and the number of its hand alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cardroom.lane_kernel import FOLDS, STAYS, LaneTable, Rules, act, below, deal, may_bet, shuffle
from pitboss.cardroom.lane_showdown import finish
from pitboss.cardroom.lane_views import CLOSED, tell
from pitboss.hands.compiled import compiled

# A step after which a table whose hand is over gets a new one at once, in the next step, or when it is told to; new
# hands where they are wanted; hands played by chance.
SAME_STEP, NEXT_STEP, OFF, RESET, PLAY = 0, 1, 2, 3, 4
# Besides acts: a new hand, nothing for now; no more, and no more room to write acts down.
DEALS, WAITS, STOPS, FULL = -2, -3, -4, -5


@compiled
def choose_actions(tables: Any, offers: Any, actions: Any, chosen: Any) -> int:
    """What the numbers of actions come to; how many tables have one that is not open."""
    wrong = 0
    for k in range(len(actions)):
        number = actions[k]
        inside = 0 <= number < offers.shape[1]
        chosen[k] = offers[k, number] if inside else CLOSED
        if tables[k].over == 0 and chosen[k] == CLOSED:
            wrong += 1
    return wrong


@compiled
def choose_amounts(rules: Any, tables: Any, amounts: Any, chosen: Any) -> int:
    """What amounts come to: -1 a fold, what the player has in with the call a check or call, anything else a bet."""
    wrong = 0
    g = rules[0]
    for k in range(len(amounts)):
        t, to = tables[k], amounts[k]
        chosen[k] = CLOSED
        if t.over:
            continue
        if to == -1:
            chosen[k] = FOLDS
        elif to == t.bets[t.turn] + t.call:
            chosen[k] = STAYS
        elif may_bet(g, t, to):
            chosen[k] = to
        else:
            wrong += 1
    return wrong


@compiled
def any_act(g: Rules, t: LaneTable) -> int:
    """Fold (facing a bet), stay in, or bet, each as likely; a bet of any size in whole chips, each as likely."""
    checks = 1 if t.call == 0 else 0
    choice = checks + below(t, (3 if t.least else 2) - checks)
    if choice == 0:
        return FOLDS
    if choice == 1:
        return STAYS
    to = t.least + g.chip * below(t, (t.most - t.least + g.chip - 1) // g.chip + 1)
    if to >= t.most:
        return t.most  # type: ignore[no-any-return]
    return max(t.least, to - (to - t.bets[t.turn]) % g.chip)  # type: ignore[no-any-return]


@compiled
def first_move(t: LaneTable, mode: int, chosen: int) -> int:
    """What is done at a table before anything else: in a reset a new hand where it is wanted; in a step what was
    chosen, or a new hand after one that is over and told; in self-play nothing."""
    if mode == RESET:
        return chosen
    if mode == PLAY:
        return WAITS
    if t.over == 0:
        return chosen
    return DEALS if t.told and mode == NEXT_STEP else WAITS


@compiled
def move(g: Rules, t: LaneTable, k: int, what: int, chips: Any, kept: Any, seed: np.uint64, button: int) -> None:
    """A new hand, or an act, which is written down for whoever wants to see the hand."""
    if what == DEALS:
        shuffle(g, t, seed, k, t.hand + 1, button)
        for i in range(g.players):
            t.start[i] = chips[k, g.seat_of[t.button, i]]
        deal(g, t)
    elif what != WAITS:
        kept[k, t.hand & 1, t.acts] = what
        act(g, t, what)


@compiled
def count(g: Rules, t: LaneTable, k: int, won: Any, counts: Any) -> None:
    """What everybody has won or lost in a hand that is over, by seat; its acts, and the commission."""
    for i in range(g.players):
        won[k, g.seat_of[t.button, i]] += t.stacks[i] - t.start[i]
    counts[k, 0] += 1
    counts[k, 1] += t.acts
    counts[k, 2] += t.taken
    t.told = 1


@compiled
def next_move(g: Rules, t: LaneTable, k: int, mode: int, left: int, room: int) -> int:
    """What is done after a move: a new hand after one that is told, in self-play another act; else nothing more."""
    if mode == PLAY:
        if t.over:
            return DEALS if t.told else STOPS
        if left == 0:
            return STOPS
        return FULL if t.acts == room else any_act(g, t)
    return DEALS if mode == SAME_STEP and t.over and t.told else STOPS


@compiled
def run(
    rules: Any, tables: Any, chips: Any, chosen: Any, kept: Any, start: int, stop: int, seed: np.uint64, mode: int,
    button: int, key: Any, mask: Any, offset: Any, value: Any, flush: Any, vectors: Any, masks: Any, offers: Any,
    figures: Any, left: Any, won: Any, counts: Any,
) -> int:
    """Tables are reset, stepped or played, by `mode`. Hands that end are added up in `won` and `counts`; of self-play
    `left` says how many. The answer is how many acts the longest hand has by now: of as many as are kept, room is to be
    made, and self-play goes on from there."""
    g, room, longest = rules[0], kept.shape[2], 0
    for k in range(start, stop):
        t = tables[k]
        what = first_move(t, mode, chosen[k])
        while what > STOPS:
            move(g, t, k, what, chips, kept, seed, button)
            if t.over == 1:
                t.over = 2
                finish(g, t, key, mask, offset, value, flush)
            longest = max(longest, t.acts)
            if t.over and t.told == 0 and mode != RESET and left[k] > 0:
                count(g, t, k, won, counts)
                left[k] -= 1
            what = next_move(g, t, k, mode, left[k], room)
        if mode != PLAY:
            tell(g, t, k, vectors, masks, offers, figures)
    return longest


@compiled
def deck_of(rules: Any, table: Any, seed: np.uint64, k: int, hand: int, button: int) -> None:
    """The cards and the button of any hand of table k."""
    shuffle(rules[0], table[0], seed, k, hand, button)
