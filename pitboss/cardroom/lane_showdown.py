"""The compiled lane at the end of a hand: what hands are worth, the pots, who wins them, and what the house takes.

The tables of the order of hands are handed in one by one, and nothing is allocated: both cost more than the ranking."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.cardroom.lane_kernel import LaneTable, Rules
from pitboss.hands.compiled import compiled
from pitboss.hands.tables import LOW_BITS, Values, Words

_START, _FIVE_SUITED = np.uint64(0x3333), np.uint64(0x8888)
_KEY, _ROW, _BITS = np.uint64(32), np.uint64(32 + LOW_BITS), np.uint64((1 << LOW_BITS) - 1)
_RANKS, _SUIT, _FOUR = np.uint64(0x1FFF), np.uint64(16), np.uint64(4)
_TOP = np.uint64(8)


@compiled
def worth_of(
    total: np.uint64, held: np.uint64, suits: int, offset: NDArray[np.uint32], value: Values, flush: Values
) -> int:
    """The worth of cards whose words were added up, by the table of a share."""
    if suits and total & _FIVE_SUITED:
        counters = total
        while not counters & _TOP:
            counters >>= _FOUR
            held >>= _SUIT
        return np.int64(flush[held & _RANKS])  # type: ignore[return-value]
    return np.int64(value[offset[total >> _ROW] + (total >> _KEY & _BITS)])  # type: ignore[return-value]


@compiled
def any_five(
    g: Rules, t: LaneTable, s: int, i: int, key: Words, mask: Words, offset: NDArray[np.uint32], value: Values,
    flush: Values,
) -> int:
    """The best five of a player's cards and the board."""
    total, held = _START, np.uint64(0)
    for n in range(g.hole):
        card = t.deck[g.hole_at[i, n]]
        total += key[card]
        held += mask[card]
    for n in range(g.board_cards[g.streets - 1]):
        card = t.deck[g.board_at[g.share_board[s], n]]
        total += key[card]
        held += mask[card]
    return worth_of(total, held, g.suits_count[s], offset, value, flush)


@compiled
def two_and_three(
    g: Rules, t: LaneTable, s: int, i: int, key: Words, mask: Words, offset: NDArray[np.uint32], value: Values,
    flush: Values,
) -> int:
    """The best of exactly two of a player's cards and three of the board."""
    best, board, suits = 0, g.share_board[s], g.suits_count[s]
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                x, y, z = t.deck[g.board_at[board, a]], t.deck[g.board_at[board, b]], t.deck[g.board_at[board, c]]
                shown, shown_mask = _START + key[x] + key[y] + key[z], mask[x] + mask[y] + mask[z]
                for m in range(g.hole - 1):
                    first = t.deck[g.hole_at[i, m]]
                    for n in range(m + 1, g.hole):
                        second = t.deck[g.hole_at[i, n]]
                        worth = worth_of(shown + key[first] + key[second], shown_mask + mask[first] + mask[second],
                                         suits, offset, value, flush)
                        best = max(best, worth)
    return best


@compiled
def rank_hands(
    g: Rules, t: LaneTable, key: Words, mask: Words, offset: NDArray[np.uint32], value: Values, flush: Values
) -> None:
    """What the hands of all who are left are worth for every share."""
    for s in range(g.shares):
        for i in range(g.players):
            if t.live >> i & 1:
                if g.exactly_two[s]:
                    t.worth[s, i] = two_and_three(g, t, s, i, key, mask, offset, value[s], flush[s])
                else:
                    t.worth[s, i] = any_five(g, t, s, i, key, mask, offset, value[s], flush[s])


@compiled
def form_pots(g: Rules, t: LaneTable) -> None:
    """Main and side pots: each layer that players who are left have matched, the main pot first. What others put in
    lies in the layers it reaches, and in the last one if it is more than any of those."""
    t.pots, below, total = 0, 0, 0
    for i in range(g.players):
        total += t.put[i]
    while True:
        level = 0
        for i in range(g.players):
            if t.live >> i & 1 and t.put[i] > below and (level == 0 or t.put[i] < level):
                level = t.put[i]
        if level == 0:
            break
        amount = eligible = put_in = 0
        for i in range(g.players):
            if t.put[i] > below:
                amount += min(t.put[i], level) - below
                put_in |= 1 << i
            if t.live >> i & 1 and t.put[i] >= level:
                eligible |= 1 << i
        t.pot[t.pots], t.eligible[t.pots], t.put_in[t.pots] = amount, eligible, put_in
        t.pots += 1
        total -= amount
        below = level
    if t.pots:
        t.pot[t.pots - 1] += total


@compiled
def best_of(t: LaneTable, s: int, eligible: int, n: int) -> int:
    """Who has the best hand for a share; nobody when none qualifies."""
    top, winners = 0, 0
    for i in range(n):
        if eligible >> i & 1:
            worth = t.worth[s, i]
            if worth > top:
                top, winners = worth, 1 << i
            elif worth and worth == top:
                winners |= 1 << i
    return winners


@compiled
def find_winners(g: Rules, t: LaneTable) -> None:
    """Who wins each share of each pot. Where nobody wins the second share, the first has all of it."""
    for p in range(t.pots):
        eligible = t.eligible[p]
        t.winners[0, p], t.winners[1, p] = eligible, 0
        if t.live & (t.live - 1) and eligible & (eligible - 1):
            for s in range(g.shares):
                t.winners[s, p] = best_of(t, s, eligible, g.players)


@compiled
def shared_alone(g: Rules, t: LaneTable) -> bool:
    """Do all who put anything in tie for it, with equal hands for every part of it?"""
    for p in range(t.pots):
        first, second, put_in = t.winners[0, p], t.winners[1, p], t.put_in[p]
        if not put_in & (put_in - 1) or put_in != first | second:
            return False
        if g.shares > 1 and (first != t.eligible[p] or (second and second != t.eligible[p])):
            return False
    return True


@compiled
def take(g: Rules, t: LaneTable, p: int, left: int, collected: int) -> int:
    """What the house takes from a pot: what is left of its sum, or its percentage in whole chips, up to the cap."""
    due = min(left, t.pot[p]) if g.of_hand else t.pot[p] * g.rate // g.rate_of // g.chip * g.chip
    if g.cap >= 0 and collected + due > g.cap:
        due = g.cap - collected
    return due  # type: ignore[no-any-return]


@compiled
def pay(g: Rules, t: LaneTable, amount: int, winners: int) -> None:
    """A share to those who tie for it, to the smallest chip; what is left, chip by chip from the button's left."""
    count = 0
    for i in range(g.players):
        count += winners >> i & 1
    each = amount if count == 1 else amount // count // g.chip * g.chip
    left = amount - each * count
    for i in range(g.players):
        if winners >> i & 1:
            more = min(left, g.chip)
            t.stacks[i] += each + more
            left -= more


@compiled
def finish(
    g: Rules, t: LaneTable, key: Words, mask: Words, offset: NDArray[np.uint32], value: Values, flush: Values
) -> None:
    """The end of a hand: the pots, less commission, to those who win them."""
    if t.live & (t.live - 1):
        rank_hands(g, t, key, mask, offset, value, flush)
    form_pots(g, t)
    find_winners(g, t)
    charged = t.wagered > 0 and (g.of_hand > 0 or (g.rate > 0 and not shared_alone(g, t)))
    left, collected = g.of_hand, 0
    for p in range(t.pots):
        due = take(g, t, p, left, collected) if charged else 0
        left -= due
        collected += due
        whole = t.pot[p] - due
        if t.winners[1, p]:
            half = whole // 2 // g.chip * g.chip
            pay(g, t, whole - half, t.winners[0, p])
            pay(g, t, half, t.winners[1, p])
        else:
            pay(g, t, whole, t.winners[0, p])
    t.taken += collected
