"""Compiled recursions of blackjack challenge: a plan, how hands end under it, and how likely all hands of a
split are to be out of a dealer's blackjack's reach.

A shoe is how many cards of each rank it holds. What is out of it is the hand, the dealer's first card and, after a
split, `gone` further cards of the rank that was split."""

from __future__ import annotations

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_challenge_rules import ChallengeHands
from pitboss.odds.blackjack_kernel import (
    BEST,
    DOUBLE_DOWN,
    DRAW,
    STAND,
    chance,
    expected,
    grown,
    orders_table,
    slot_of,
)
from pitboss.odds.blackjack_rules import BITS, Bools, Floats, Ints

# No hand draws more cards of a rank after a split than this.
MOST_DRAWN = 4


@compiled
def left_after(shoe: Ints, cards: Ints, rank: int, gone: int, left: Ints) -> bool:
    """What is left of a shoe without some cards and `gone` more of one rank; False if they are not all in it."""
    there = True
    for at in range(10):
        left[at] = shoe[at] - cards[at] - (gone if at == rank else 0)
        there &= left[at] >= 0
    return there


@compiled
def plan(
    shoe: Ints, hands: ChallengeHands, rank: int, gone: int, acts: Bools, odds: Floats, stood: Floats, doubled: Floats,
    decided: Floats, follow: Ints, value: Floats, choice: Ints,
) -> None:
    """What each play of each hand of two cards or more brings against each first card: `value[play]` for stand, draw
    and double down, and in its last layer for the play chosen: the best, or the one to `follow`.

    `stood[up, row, ending]` and `doubled` are what hands are paid that wait, `decided` what those are that do not, per
    unit."""
    left = np.zeros(10, np.int64)
    for hand in range(len(acts) - 1, -1, -1):
        if hands.size[hand] < 2 or (gone > 0 and hands.counts[hand, rank] == 0):
            continue
        if not left_after(shoe, hands.counts[hand], rank, gone, left):
            continue
        for up in range(10):
            if left[up] == 0:
                continue
            left[up] -= 1
            cards = left.sum()
            stand = expected(odds[hands.set[hand], up], stood[up, hands.row[hand]])
            draw = double = -np.inf
            if acts[hand] and cards > 0:
                draw = 0.0
                for card in range(10):
                    if left[card] > 0:
                        child = hands.child[hand, card]
                        draw += left[card] * (value[3, child, up] if child >= 0 else decided[hands.decides[hand, card]])
                draw /= cards
                if hands.may_double[hand]:
                    double = 0.0
                    for card in range(10):
                        if left[card] > 0:
                            row = hands.doubled[hand, card]
                            if row >= 0:
                                paid = expected(odds[hands.with_card[hand, card], up], doubled[up, row])
                            else:
                                paid = 2.0 * decided[hands.doubled_decides[hand, card]]
                            double += left[card] * paid
                    double /= cards
            left[up] += 1
            value[0, hand, up], value[1, hand, up], value[2, hand, up] = stand, draw, double
            play = follow[hand, up]
            if play == BEST:
                play = STAND if stand >= max(draw, double) else DRAW if draw >= double else DOUBLE_DOWN
            choice[hand, up] = play
            value[3, hand, up] = value[play, hand, up]


@compiled
def walk(
    shoe: Ints, hands: ChallengeHands, rank: int, gone: int, odds: Floats, choice: Ints, reach: Floats, waits: Floats,
    ends: Floats,
) -> None:
    """Carry the chance of each hand of two cards on to what is drawn to it. `waits[up, doubled, row, ending]` gathers
    the hands that wait for the dealer's, `ends[up, doubled, decided]` those that are decided."""
    left = np.zeros(10, np.int64)
    for hand in range(len(choice)):
        if not reach[hand].any() or not left_after(shoe, hands.counts[hand], rank, gone, left):
            continue
        for up in range(10):
            weight = reach[hand, up]
            if weight == 0.0 or left[up] == 0:
                continue
            play = choice[hand, up]
            if play == STAND:
                for ending in range(odds.shape[2]):
                    waits[up, 0, hands.row[hand], ending] += weight * odds[hands.set[hand], up, ending]
                continue
            left[up] -= 1
            share = weight / left.sum()
            for card in range(10):
                if left[card] == 0:
                    continue
                likely = share * left[card]
                if play == DRAW:
                    if hands.child[hand, card] >= 0:
                        reach[hands.child[hand, card], up] += likely
                    else:
                        ends[up, 0, hands.decides[hand, card]] += likely
                elif hands.doubled[hand, card] < 0:
                    ends[up, 1, hands.doubled_decides[hand, card]] += likely
                else:
                    for ending in range(odds.shape[2]):
                        likely_so = likely * odds[hands.with_card[hand, card], up, ending]
                        waits[up, 1, hands.doubled[hand, card], ending] += likely_so
            left[up] += 1


@compiled
def finals(
    hands: ChallengeHands, root: int, without: int, up: int, choice: Ints, rows: int, decided: int, orders: Floats,
    key: Ints, many: Floats, state: Ints,
) -> int:
    """All hands that a plan ends with from one card, whose second card is not of the rank `without` (-1: is any): the
    cards drawn as a number, in how many orders, and the state: the row, a doubled one beyond, then what is decided,
    and decided of a doubled hand. Gives how many there are; the same may come twice."""
    count = 0
    first = 0
    for rank in range(10):
        first += hands.counts[root, rank] << (BITS * rank)
    orders.fill(0.0)
    for card in range(10):
        if card != without and hands.child[root, card] >= 0:
            orders[hands.child[root, card]] += 1.0
    for hand in range(len(orders)):
        if orders[hand] == 0.0:
            continue
        cards = -first
        for rank in range(10):
            cards += hands.counts[hand, rank] << (BITS * rank)
        play = choice[hand, up]
        if play == STAND:
            key[count], many[count], state[count] = cards, orders[hand], hands.row[hand]
            count += 1
            continue
        for card in range(10):
            if play == DRAW and hands.child[hand, card] >= 0:
                orders[hands.child[hand, card]] += orders[hand]
                continue
            key[count], many[count] = cards + (1 << (BITS * card)), orders[hand]
            if play == DRAW:
                state[count] = 2 * rows + hands.decides[hand, card]
            elif hands.doubled[hand, card] >= 0:
                state[count] = rows + hands.doubled[hand, card]
            else:
                state[count] = 2 * rows + decided + hands.doubled_decides[hand, card]
            count += 1
    return count


@compiled
def alone(left: Ints, key: Ints, weight: Floats) -> float:
    """The sum of weights of one hand's ends, each as likely as its cards are to come."""
    ways, any_card = orders_table(left)
    total = 0.0
    for one in range(len(key)):
        total += weight[one] * chance(key[one], ways, any_card)
    return total


@compiled
def sums_of(key: Ints, many: Floats, other_key: Ints, other_many: Floats) -> tuple[Ints, Floats]:
    """What two hands draw together, and in how many orders."""
    table, number = np.full(1 << 12, -1, np.int64), np.zeros(1 << 12, np.int64)
    sums, orders = np.zeros(len(key) * len(other_key), np.int64), np.zeros(len(key) * len(other_key))
    count = 0
    for one in range(len(key)):
        for other in range(len(other_key)):
            cards = key[one] + other_key[other]
            at = slot_of(cards, table)
            if table[at] == -1:
                table[at], number[at], sums[count] = cards, count, cards
                count += 1
            orders[number[at]] += many[one] * other_many[other]
            if 2 * count > len(table):
                table, number = grown(table, number)
    return sums[:count], orders[:count]


@compiled
def parts_of(key: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """The cards of each number: how many ranks, which, how many of each, and how many cards."""
    parts, size = np.zeros(len(key), np.int64), np.zeros(len(key), np.int64)
    ranks, drawn = np.zeros((len(key), MOST_DRAWN), np.int64), np.zeros((len(key), MOST_DRAWN), np.int64)
    for one in range(len(key)):
        for rank in range(10):
            count = (key[one] >> (BITS * rank)) & ((1 << BITS) - 1)
            if count > 0:
                ranks[one, parts[one]], drawn[one, parts[one]] = rank, count
                parts[one] += 1
                size[one] += count
    return parts, ranks, drawn, size


@compiled
def together(left: Ints, sums: Ints, orders: Floats, key: Ints, many: Floats) -> float:
    """How likely these cards are to be drawn, by a hand or by two between them, and another hand to draw some of
    those."""
    ways, any_card = orders_table(left)
    parts, ranks, drawn, size = parts_of(key)
    after, each = np.zeros((10, MOST_DRAWN + 1)), np.zeros(MOST_DRAWN + 1)
    likely = 0.0
    for at in range(len(sums)):
        often = chance(sums[at], ways, any_card)
        if often == 0.0:
            continue
        cards = left.sum()
        for rank in range(10):
            count = (sums[at] >> (BITS * rank)) & ((1 << BITS) - 1)
            cards -= count
            after[rank, 0] = 1.0
            for more in range(1, MOST_DRAWN + 1):
                after[rank, more] = after[rank, more - 1] * max(left[rank] - count - more + 1, 0)
        each[0] = 1.0
        for more in range(1, MOST_DRAWN + 1):
            each[more] = each[more - 1] / max(cards - more + 1, 1)
        last = 0.0
        for one in range(len(key)):
            term = each[size[one]]
            for part in range(parts[one]):
                term *= after[ranks[one, part], drawn[one, part]]
            last += term * many[one]
        likely += often * orders[at] * last
    return likely
