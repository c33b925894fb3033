"""Compiled recursions of Spanish blackjack: a player's plan, where it leads, and the two hands of a split together.

As in `blackjack_kernel` every card is dealt without putting back; what is out of the shoe is the hand, the dealer's
first card, and `extra`, the other card of a split pair (-1 for none)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_dealer import Draws, ends_beside
from pitboss.odds.blackjack_kernel import chance, expected, orders_table, take_out
from pitboss.odds.blackjack_rules import BITS, Bools, Floats, Ints
from pitboss.odds.spanish_blackjack_rules import SpanishHands

STAND, DRAW, DOUBLE_DOWN, SPLIT, SURRENDER = 0, 1, 2, 3, 4
# What the plan is to find out for itself.
BEST = -1


class PaidHands(NamedTuple):
    """What a hand brings by row and ending, above a hand over 21: kept, or doubled; the doubled part withdrawn, by
    ending; a doubled hand over 21 against a dealer's blackjack and otherwise."""

    stood: Floats
    doubled: Floats
    withdrawn: Floats
    lost_to_blackjack: float
    lost: float


class ChosenPlays(NamedTuple):
    """What is done, by aces among the first two cards, hand and first card; and with the card of a double down,
    whether the doubled part is withdrawn."""

    play: Ints
    withdraw: Bools


class AskedPlays(NamedTuple):
    """A plan to follow: the play of each hand, BEST to find it out; by row of a doubled hand and first card, whether
    the doubled part is withdrawn, and whether that is to be followed."""

    play: Ints
    withdraw: Bools
    follow: bool


@compiled
def possible(counts: Ints, first: int) -> bool:
    """Can a hand have so many aces among its first two cards?"""
    cards = counts.sum()
    return bool(cards > 1 and first <= counts[0] and 2 - first <= cards - counts[0])


@compiled
def doubling(
    left: Ints, hands: SpanishHands, first: int, hand: int, up: int, odds: Floats, paid: PaidHands, over: int,
    withdraws: Bools, partner: int, asked: AskedPlays, chosen: ChosenPlays,
) -> float:
    """What it is worth to double a hand; `left` is what the next card comes from."""
    cards, total = left.sum(), 0.0
    for rank in range(10):
        if left[rank] == 0:
            continue
        to = hands.doubled[first, hand, rank]
        if to == over:
            blackjack = 0.0
            if partner >= 0 and cards > 1:
                blackjack = (left[partner] - (partner == rank)) / (cards - 1)
            brings = blackjack * paid.lost_to_blackjack + (1.0 - blackjack) * paid.lost
        else:
            child = hands.child[hand, rank]
            brings = expected(odds[child, up], paid.doubled[to])
            if withdraws[to]:
                back = expected(odds[child, up], paid.withdrawn)
                out = asked.withdraw[to, up] if asked.follow else back > brings
                chosen.withdraw[first, hand, rank, up] = out
                if out:
                    brings = back
        total += left[rank] * brings
    return float(total / cards)


@compiled
def plan(
    shoe: Ints, hands: SpanishHands, wanted: Bools, acts: Bools, row: Ints, extra: int, odds: Floats, paid: PaidHands,
    over: int, withdraws: Bools, partner: Ints, asked: AskedPlays, value: Floats, chosen: ChosenPlays,
) -> None:
    """What each play of each hand is worth against each first card, above what a hand over 21 is: `value[first aces,
    play]` for stand, draw and double down, and in its last layer for the play chosen. `partner[up]` is the rank that
    makes a dealer's blackjack, -1 for none."""
    left = np.zeros(10, np.int64)
    for hand in range(len(wanted) - 1, -1, -1):
        if not (wanted[hand] and take_out(shoe, hands.counts[hand], extra, left)):
            continue
        single = hands.counts[hand].sum() == 1
        for up in range(10):
            if left[up] == 0:
                continue
            left[up] -= 1
            cards = left.sum()
            stand = 0.0 if single else expected(odds[hand, up], paid.stood[row[hand]])
            for first in range(3):
                if not (possible(hands.counts[hand], first) or (single and first == 0)):
                    continue
                draw = double = -np.inf
                if acts[hand] and cards > 0:
                    draw = 0.0
                    for rank in range(10):
                        child = hands.child[hand, rank]
                        if left[rank] > 0 and child >= 0:
                            aces = (hands.counts[hand, 0] + (rank == 0)) if single else first
                            draw += left[rank] * value[aces, 3, child, up]
                    draw /= cards
                    if hands.doubles[hand] and not single:
                        double = doubling(
                            left, hands, first, hand, up, odds, paid, over, withdraws, partner[up], asked, chosen)
                value[first, 0, hand, up], value[first, 1, hand, up], value[first, 2, hand, up] = stand, draw, double
                play = asked.play[hand, up]
                if single:
                    play = DRAW
                elif not acts[hand]:
                    play = STAND
                elif play == BEST:
                    play = STAND if stand >= max(draw, double) else DRAW if draw >= double else DOUBLE_DOWN
                chosen.play[first, hand, up] = play
                value[first, 3, hand, up] = value[first, play, hand, up]
            left[up] += 1


@compiled
def walk(
    shoe: Ints, hands: SpanishHands, wanted: Bools, row: Ints, extra: int, odds: Floats, over: int, rows: int,
    partner: Ints, blackjack: int, chosen: ChosenPlays, reach: Floats, ends: Floats,
) -> None:
    """Carry the chance of each hand on to what is drawn to it. `ends[up, state, ending]` gathers how hands end, but for
    those that draw themselves over 21; a doubled hand over 21 ends with the dealer's blackjack or the first ending
    that is none."""
    left = np.zeros(10, np.int64)
    other = 1 if blackjack == 0 else 0
    for hand in range(len(wanted)):
        if not (wanted[hand] and take_out(shoe, hands.counts[hand], extra, left)):
            continue
        single = hands.counts[hand].sum() == 1
        for first in range(3):
            for up in range(10):
                weight = reach[first, hand, up]
                if weight == 0.0:
                    continue
                play = chosen.play[first, hand, up]
                if play == STAND:
                    for ending in range(odds.shape[2]):
                        ends[up, row[hand], ending] += weight * odds[hand, up, ending]
                    continue
                left[up] -= 1
                cards = left.sum()
                for rank in range(10):
                    if left[rank] == 0:
                        continue
                    child = hands.child[hand, rank]
                    share = weight * left[rank] / cards
                    if play == DRAW:
                        if child >= 0:
                            aces = (hands.counts[hand, 0] + (rank == 0)) if single else first
                            reach[aces, child, up] += share
                        continue
                    to = hands.doubled[first, hand, rank]
                    if to == over:
                        likely = 0.0
                        if partner[up] >= 0 and cards > 1:
                            likely = (left[partner[up]] - (partner[up] == rank)) / (cards - 1)
                        ends[up, rows + over, blackjack] += share * likely
                        ends[up, rows + over, other] += share * (1.0 - likely)
                    else:
                        state = 2 * rows if chosen.withdraw[first, hand, rank, up] else rows + to
                        for ending in range(odds.shape[2]):
                            ends[up, state, ending] += share * odds[child, up, ending]
                left[up] += 1


@compiled
def finals(
    hands: SpanishHands, root: int, up: int, row: Ints, over: int, rows: int, chosen: ChosenPlays, orders: Floats,
    key: Ints, many: Floats, state: Ints,
) -> int:
    """All hands that a plan ends with from one card, but for those that draw themselves over 21: the cards drawn as a
    number, in how many orders, and the state. Gives how many there are; the same may come twice."""
    count = 0
    begin = 0
    for rank in range(10):
        begin += hands.counts[root, rank] << (BITS * rank)
    orders.fill(0.0)
    orders[0, root] = 1.0
    for hand in range(root, orders.shape[1]):
        single = hand == root
        for first in range(3):
            ways = orders[first, hand]
            if ways == 0.0:
                continue
            cards = -begin
            for rank in range(10):
                cards += hands.counts[hand, rank] << (BITS * rank)
            play = chosen.play[first, hand, up]
            if play == STAND:
                key[count], many[count], state[count] = cards, ways, row[hand]
                count += 1
                continue
            for rank in range(10):
                child = hands.child[hand, rank]
                if play == DRAW:
                    if child >= 0:
                        aces = (hands.counts[root, 0] + (rank == 0)) if single else first
                        orders[aces, child] += ways
                    continue
                to = hands.doubled[first, hand, rank]
                out = to != over and chosen.withdraw[first, hand, rank, up]
                key[count], many[count] = cards + (1 << (BITS * rank)), ways
                state[count] = 2 * rows if out else rows + to
                count += 1
    return count


@compiled
def together(left: Ints, key: Ints, many: Floats, sort: Ints, joint: Floats, each: Floats) -> None:
    """How likely two hands of a split are to end as hands of two sorts, and one as a hand of each."""
    ways, any_card = orders_table(left)
    for one in range(len(key)):
        each[sort[one]] += many[one] * chance(key[one], ways, any_card)
        for other in range(one + 1):
            likely = many[one] * many[other] * chance(key[one] + key[other], ways, any_card)
            joint[sort[one], sort[other]] += likely
            if other < one:
                joint[sort[other], sort[one]] += likely


@compiled
def one_hand(left: Ints, up: int, key: Ints, many: Floats, state: Ints, draws: Draws, ends: Floats) -> None:
    """How likely the hands that a plan ends with are to come as one hand of a split, with each ending of the dealer's.
    `left` is without the pair and the first card."""
    ways, any_card = orders_table(left)
    odds = np.zeros((len(key), ends.shape[1]))
    ends_beside(left, up, key, draws, odds)
    for one in range(len(key)):
        likely = many[one] * chance(key[one], ways, any_card)
        for ending in range(ends.shape[1]):
            ends[state[one], ending] += likely * odds[one, ending]
