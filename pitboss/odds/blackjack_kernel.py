"""Compiled recursions of blackjack: a player's plan, and where it leads.

A shoe is how many cards of each rank it holds. Every kernel deals without putting back: what is out of the shoe is
the hand, the dealer's first card, and `extra`, the other card of a split pair (-1 for none)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_rules import BITS, BlackjackHands, Bools, Floats, Ints

STAND, DRAW, DOUBLE_DOWN, SPLIT = 0, 1, 2, 3
# Where hands lie among those that the dealer's chances are known beside, and what is done with each.
Places = NDArray[np.int32]
Plays = NDArray[np.int8] | Ints
# What the plan is to find out for itself.
BEST = -1


@compiled
def take_out(shoe: Ints, cards: Ints, extra: int, left: Ints) -> bool:
    """What is left of a shoe without some cards; False if they are not all in it."""
    there = True
    for rank in range(10):
        left[rank] = shoe[rank] - cards[rank] - (1 if rank == extra else 0)
        there &= left[rank] >= 0
    return there


@compiled
def expected(odds: Floats, paid: Floats) -> float:
    total = 0.0
    for ending in range(len(odds)):
        total += odds[ending] * paid[ending]
    return total


@compiled
def plan(
    shoe: Ints, hands: BlackjackHands, wanted: Bools, acts: Bools, row: Ints, extra: int, odds: Floats,
    place: Places, stood: Floats, doubled: Floats, follow: Ints, value: Floats, choice: Ints,
) -> None:
    """What each play of each hand is worth against each first card, above what a hand over 21 is.

    `odds[place[hand], up]` is how likely each ending of the dealer's is.
    `stood` and `doubled` are what rows are paid by ending, above a hand over 21; `value[play]` is filled for
    stand, draw and double down, and in its last layer for the play chosen: the best, or the one to `follow`."""
    left = np.zeros(10, np.int64)
    for hand in range(len(wanted) - 1, -1, -1):
        if not (wanted[hand] and hands.live[hand] and take_out(shoe, hands.counts[hand], extra, left)):
            continue
        single, cards = hands.counts[hand].sum() == 1, left.sum() - 1
        for up in range(10):
            if left[up] == 0:
                continue
            left[up] -= 1
            stand = 0.0 if single else expected(odds[place[hand], up], stood[row[hand]])
            draw = double = -np.inf
            if acts[hand] and cards > 0:
                draw = 0.0
                for rank in range(10):
                    child = hands.child[hand, rank]
                    if left[rank] > 0 and child >= 0 and hands.live[child]:
                        draw += left[rank] * value[3, child, up]
                draw /= cards
                if hands.may_double[hand]:
                    double = 0.0
                    for rank in range(10):
                        if left[rank] > 0:
                            paid = doubled[hands.doubled[hand, rank]]
                            double += left[rank] * expected(odds[place[hands.child[hand, rank]], up], paid)
                    double /= cards
            left[up] += 1
            value[0, hand, up], value[1, hand, up], value[2, hand, up] = stand, draw, double
            play = follow[hand, up]
            if single:
                play = DRAW
            elif play == BEST:
                play = STAND if stand >= max(draw, double) else DRAW if draw >= double else DOUBLE_DOWN
            choice[hand, up] = play
            value[3, hand, up] = value[play, hand, up]


@compiled
def followed(
    shoe: Ints, hands: BlackjackHands, wanted: Bools, row: Ints, extra: int, odds: Floats, place: Places,
    stood: Floats, doubled: Floats, follow: Plays, value: Floats,
) -> None:
    """What each hand is worth when it is played as it is to be, whatever else might be done with it: the last layer of
    what `plan` finds."""
    left = np.zeros(10, np.int64)
    for hand in range(len(wanted) - 1, -1, -1):
        if not (wanted[hand] and hands.live[hand] and take_out(shoe, hands.counts[hand], extra, left)):
            continue
        cards = left.sum() - 1
        for up in range(10):
            if left[up] == 0:
                continue
            play = follow[hand, up]
            if play == STAND:
                value[hand, up] = expected(odds[place[hand], up], stood[row[hand]])
                continue
            left[up] -= 1
            total = 0.0
            for rank in range(10):
                child = hands.child[hand, rank]
                if left[rank] == 0:
                    continue
                if play == DOUBLE_DOWN:
                    total += left[rank] * expected(odds[place[child], up], doubled[hands.doubled[hand, rank]])
                elif child >= 0 and hands.live[child]:
                    total += left[rank] * value[child, up]
            left[up] += 1
            value[hand, up] = total / cards if cards > 0 else -np.inf


@compiled
def walk(
    shoe: Ints, hands: BlackjackHands, wanted: Bools, row: Ints, extra: int, odds: Floats, place: Places,
    choice: Plays, reach: Floats, ends: Floats,
) -> None:
    """Carry the chance of each hand on to what is drawn to it. `ends[up, doubled, row, ending]` gathers the hands
    that are kept."""
    left = np.zeros(10, np.int64)
    for hand in range(len(wanted)):
        if not (wanted[hand] and hands.live[hand] and take_out(shoe, hands.counts[hand], extra, left)):
            continue
        for up in range(10):
            weight = reach[hand, up]
            if weight == 0.0:
                continue
            play = choice[hand, up]
            if play == STAND:
                for ending in range(odds.shape[2]):
                    ends[up, 0, row[hand], ending] += weight * odds[place[hand], up, ending]
                continue
            left[up] -= 1
            share = weight / left.sum()
            for rank in range(10):
                if left[rank] == 0:
                    continue
                child = hands.child[hand, rank]
                if play == DOUBLE_DOWN:
                    to = hands.doubled[hand, rank]
                    for ending in range(odds.shape[2]):
                        ends[up, 1, to, ending] += share * left[rank] * odds[place[child], up, ending]
                elif child >= 0 and hands.live[child]:
                    reach[child, up] += share * left[rank]
            left[up] += 1


@compiled
def finals(
    hands: BlackjackHands, root: int, up: int, row: Ints, choice: Ints, over: int, rows: int,
    orders: Floats, key: Ints, many: Floats, state: Ints,
) -> int:
    """All hands that a plan ends with from one card: the cards drawn as a number, in how many orders, and the state:
    the row, or beyond `rows` the row of a doubled hand. Gives how many there are; the same may come twice."""
    count = 0
    first = 0
    for rank in range(10):
        first += hands.counts[root, rank] << (BITS * rank)
    orders.fill(0.0)
    orders[root] = 1.0
    for hand in range(root, len(orders)):
        if orders[hand] == 0.0:
            continue
        cards = -first
        for rank in range(10):
            cards += hands.counts[hand, rank] << (BITS * rank)
        play = choice[hand, up]
        if play == STAND:
            key[count], many[count], state[count] = cards, orders[hand], row[hand]
            count += 1
            continue
        for rank in range(10):
            child = hands.child[hand, rank]
            if play == DRAW and child >= 0 and hands.live[child]:
                orders[child] += orders[hand]
                continue
            key[count], many[count] = cards + (1 << (BITS * rank)), orders[hand]
            state[count] = over if play == DRAW else rows + hands.doubled[hand, rank]
            count += 1
    return count


@compiled
def orders_table(left: Ints) -> tuple[Floats, Floats]:
    """In how many ways so many cards of a rank come in order, and one over the ways so many cards of any rank do."""
    ways = np.zeros((10, 1 << BITS))
    most = left.sum()
    any_card = np.zeros(4 << BITS)
    ways[:, 0] = any_card[0] = 1.0
    for rank in range(10):
        for drawn in range(1, 1 << BITS):
            ways[rank, drawn] = ways[rank, drawn - 1] * max(left[rank] - drawn + 1, 0)
    for drawn in range(1, min(most, len(any_card) - 1) + 1):
        any_card[drawn] = any_card[drawn - 1] / (most - drawn + 1)
    return ways, any_card


@compiled
def chance(key: int, ways: Floats, any_card: Floats) -> float:
    """How likely these cards are to come in one certain order."""
    likely = 1.0
    cards = 0
    for rank in range(10):
        drawn = (key >> (BITS * rank)) & ((1 << BITS) - 1)
        cards += drawn
        likely *= ways[rank, drawn]
    return float(likely * any_card[cards])


@compiled
def slot_of(key: int, table: Ints) -> int:
    """Where a number lies in a table of numbers, or may be put."""
    mask = len(table) - 1
    at = ((key * 0x9E3779B97F4A7C1) >> 20) & mask
    while table[at] != key and table[at] != -1:
        at = (at + 1) & mask
    return at


@compiled
def grown(table: Ints, number: Ints) -> tuple[Ints, Ints]:
    """The same table with twice the room."""
    larger = np.full(2 * len(table), -1, np.int64)
    numbers = np.zeros(2 * len(table), np.int64)
    for at in range(len(table)):
        if table[at] != -1:
            to = slot_of(table[at], larger)
            larger[to], numbers[to] = table[at], number[at]
    return larger, numbers
