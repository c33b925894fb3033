"""Two hands that draw from one shoe, and the dealer's after them: how likely each pair of ends is with each of the
dealer's.

The dealer's chances hang on what both hands have drawn together, whichever drew what. So all pairs are put in order of
that, as the dealer's chances are best added up, and these are added up once for all pairs that drew the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.odds.blackjack_dealer import MASK, MOST_CARDS, RANKS, Draws, add_up, most_drawn, out_of
from pitboss.odds.blackjack_kernel import chance, orders_table
from pitboss.odds.blackjack_rules import BITS, Floats, Ints

# A pair and what it drew are one number of so many bits.
ROOM = 63


class DrawnEnds(NamedTuple):
    """The hands that plans end with from one card: the cards drawn as a number, in how many orders by plan and hand,
    and the state. The same cards with the same state come once, in order."""

    key: Ints
    many: Floats
    state: Ints


def merged_plans(plans: Sequence[tuple[Ints, Floats, Ints]]) -> DrawnEnds:
    """The hands of several plans, each told once."""
    key, many, state = (np.concatenate(parts) for parts in zip(*plans, strict=True))
    plan = np.repeat(np.arange(len(plans)), [len(keys) for keys, _, _ in plans])
    order = np.lexsort((state, key))
    key, many, state, plan = key[order], many[order], state[order], plan[order]
    new = np.r_[True, (key[1:] != key[:-1]) | (state[1:] != state[:-1])]
    of_plan = np.zeros((len(plans), int(new.sum())))
    of_plan[plan, np.cumsum(new) - 1] = many
    return DrawnEnds(key[new], of_plan, state[new])


def pair_ends(
    left: Ints, up: int, hands: DrawnEnds, others: DrawnEnds, waits: int, draws: Draws, ends: Floats
) -> None:
    """How likely two hands are to end in each pair of states, with each ending of the dealer's: `ends[plan, state,
    state, ending]`. `left` is without their first cards and the dealer's. The dealer's chances are not asked for where
    neither hand waits for the dealer's, with a state below `waits`; such pairs are told with the first ending,
    whatever it is. Where the hands are the same ones, either order of two counts half: each pair is told once."""
    same = hands is others
    shift, bits = _places(hands.key, others.key)
    low, high = len(others.key).bit_length(), len(hands.key).bit_length()
    step = len(hands.key)
    while bits + low + high > ROOM:
        # Too many for one number: some at a time.
        step, high = max(step // 2, 1), high - 1
    assert high >= 0, "too many cards for one number"
    packed = packed_keys(hands.key, shift), packed_keys(others.key, shift)
    for begin in range(0, len(hands.key), step):
        pairs = numbered(packed[0][begin:begin + step], packed[1], begin if same else -1, low + high, low)
        pairs.sort()
        # A part of the columns lies apart: the kernel would be compiled once more for that.
        many = np.ascontiguousarray(hands.many[:, begin:begin + step])
        some = hands.key[begin:begin + step], many, hands.state[begin:begin + step]
        ends_of_pairs(left, up, pairs, low + high, low, *some, *others, begin if same else -1, waits, draws, ends)


def _places(keys: Ints, other_keys: Ints) -> tuple[Ints, int]:
    """Where the number of cards of each rank lies in a packed number, that of all cards above them, and how many bits
    that takes: the aces highest, as the dealer's chances are added up from them on."""
    most = [sum(int(((cards >> (BITS * rank)) & MASK).max()) for cards in (keys, other_keys)) for rank in range(RANKS)]
    widths = [many.bit_length() for many in most]
    above = np.cumsum([0, *widths[::-1]])[::-1]
    return np.array([*above[1:], above[0]]), int(above[0]) + sum(most).bit_length()


@compiled
def packed_keys(key: Ints, shift: Ints) -> Ints:
    """Sets of cards as numbers that add up when sets do, in the order of how many cards there are, then of the lowest
    ranks."""
    packed = np.zeros(len(key), np.int64)
    for at in range(len(key)):
        for rank in range(RANKS):
            cards = (key[at] >> (BITS * rank)) & MASK
            packed[at] += (cards << shift[rank]) + (cards << shift[RANKS])
    return packed


@compiled
def numbered(packed: Ints, others: Ints, begin: int, bits: int, low: int) -> Ints:
    """Every pair by what it drew, and which hands it is of; of the same hands (`begin` not -1: where those of `packed`
    begin) each pair once."""
    pairs = np.zeros(len(packed) * len(others), np.int64)
    count = 0
    for at in range(len(packed)):
        for beside in range(len(others) if begin < 0 else begin + at + 1):
            pairs[count] = ((packed[at] + others[beside]) << bits) | (at << low) | beside
            count += 1
    return pairs[:count]


@compiled
def ends_of_pairs(
    left: Ints, up: int, pairs: Ints, bits: int, low: int, key: Ints, many: Floats, state: Ints, other_key: Ints,
    other_many: Floats, other_state: Ints, begin: int, waits: int, draws: Draws, ends: Floats,
) -> None:
    """Add up how pairs end that are numbered and in order."""
    order_ways, any_card = orders_table(left)
    first, cards = draws.begin[up], left.sum()
    worth, ways, most = np.zeros(first[RANKS + 1]), np.zeros(MOST_CARDS), most_drawn(draws, up)
    # No place here is a negative number: none is looked up with a question whether it counts from the end.
    plans, states, endings = np.uint64(len(many)), np.uint64(ends.shape[2]), np.uint64(ends.shape[3])
    odds, every_end = np.zeros(endings), ends.reshape(-1)
    drew, gone, likely, weighed = -1, 0, 0.0, False
    known, size_before = 0, -1
    for pair in pairs:
        at, beside = np.uint64((pair >> low) & ((1 << (bits - low)) - 1)), np.uint64(pair & ((1 << low) - 1))
        if pair >> bits != drew:
            drew, weighed = pair >> bits, False
            gone = key[at] + other_key[beside]
            likely = chance(gone, order_ways, any_card)
        half = 0.5 if begin >= 0 and np.uint64(begin) + at == beside else 1.0
        to = (np.uint64(state[at]) * states + np.uint64(other_state[beside])) * endings
        if state[at] >= waits and other_state[beside] >= waits:
            for plan in range(plans):
                both = many[plan, at] * other_many[plan, beside] * half
                every_end[plan * states * states * endings + to] += both * likely
            continue
        if not weighed:
            weighed = True
            size = 0
            for rank in range(RANKS):
                size += (gone >> (BITS * rank)) & MASK
            changed = 0
            if size != size_before:
                size_before = size
                out_of(cards - size, draws, up, worth)
            else:
                while changed < RANKS and ((gone ^ known) >> (BITS * changed)) & MASK == 0:
                    changed += 1
            known = gone
            add_up(left, gone, changed, most, ways, draws, up, worth)
            for entry in range(np.uint64(first[RANKS]), np.uint64(first[RANKS + 1])):
                odds[draws.ending[entry]] = worth[entry] * likely
        for plan in range(plans):
            both = many[plan, at] * other_many[plan, beside] * half
            if both != 0.0:
                of_plan = plan * states * states * endings + to
                for ending in range(endings):
                    every_end[of_plan + ending] += both * odds[ending]
