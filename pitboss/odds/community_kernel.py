"""What meets on a whole board: every pair of the player's beside it, and where the dealer's are, seen from there.

Whatever is used as an index is unsigned: a signed one costs a test for being below zero."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import START, rank_of
from pitboss.hands.tables import Order
from pitboss.odds.community_plan import Law, StreetPlan

Array = np.ndarray[Any, Any]

# Thirteen ranks, and at most two suits of a four-card board that can become a flush beside the others.
MOST_KINDS: Final = 39
MOST_PAIRS: Final = MOST_KINDS * (MOST_KINDS + 1) // 2
# The dealer's pairs beside a whole board and a pair of the player's.
DEALT: Final = 45 * 44 // 2
# A pair in one word: its value, the higher and the lower kind.
VALUE: Final = np.uint64(32)
HIGH_KIND: Final = np.uint64(8)
KIND: Final = np.uint64(255)
LOW_VALUE: Final = np.uint64(127)
HIGH_VALUE: Final = np.uint64(VALUE + np.uint64(7))
# A hand on the river in one word. How many pairs of the dealer are below and above it, of those that do not qualify and
# of those that do, ten bits each: the rest are level. Then its category, whether a dealer would qualify with it, and
# the marks of the lower and the higher kind. The last seven bits are for what a person sees of it (`community_rivers`):
# how many single cards put the dealer ahead, and whether it makes more than the board has alone.
COUNT: Final = np.uint64(1023)
ABOVE_NOT: Final = np.uint64(10)
BELOW_QUALIFIED: Final = np.uint64(20)
ABOVE_QUALIFIED: Final = np.uint64(30)
CATEGORY: Final = np.uint64(40)
CATEGORIES: Final = np.uint64(15)
QUALIFIES: Final = np.uint64(44)
LOWER: Final = np.uint64(45)
HIGHER: Final = np.uint64(51)
MARK: Final = np.uint64(63)
MARKS: Final = 26
AHEAD: Final = np.uint64(57)
MAKES: Final = np.uint64(63)
ONE: Final = np.uint64(1)


class Beside(NamedTuple):
    """The cards beside a board, by kinds that play alike: how many there are of each, a card that stands for it and
    its words, its mark, and the kind of every card (-1 on the board itself). `held` counts the suits of the board.

    A mark tells a kind beside a whole board from the others, whatever its suits are called: twice the rank, and one
    more for the suit that can become a flush, for there is one at most."""

    many: Array
    card: Array
    mark: Array
    keys: Array
    masks: Array
    kind: Array
    held: Array


class KindPairs(NamedTuple):
    """The pairs of kinds beside a whole board, sorted by value, with what sorting needs. Counts of the dealer's pairs:
    how many there are, and how many with one card of a kind, by whether they qualify; the same of those below some
    value; and of those level with it."""

    sorted: Array
    spare: Array
    start: Array
    every: Array
    every_with: Array
    below: Array
    below_with: Array
    level_with: Array


class BoardSpace(NamedTuple):
    """Room to count one whole board in: the cards beside it, and the pairs of them."""

    beside: Beside
    pairs: KindPairs


class RiverHands(NamedTuple):
    """Boards of five cards in the order of their keys, and hands beside them, from the lowest to the highest: those of
    a board are the words from its `start` up to its `end`."""

    keys: Array
    cards: Array
    start: Array
    end: Array
    words: Array


def none(kind: type[np.generic], *shape: int) -> Array:
    return np.zeros(shape, kind)


def room_beside() -> Beside:
    """Room for one thread; made out here, since compiling what makes arrays takes long."""
    kinds = MOST_KINDS
    return Beside(
        none(np.int64, kinds), none(np.uint8, kinds), none(np.uint8, kinds), none(np.uint64, kinds),
        none(np.uint64, kinds), none(np.int64, 52), none(np.int64, 4),
    )


def room_for_board() -> BoardSpace:
    kinds, pairs = MOST_KINDS, MOST_PAIRS
    return BoardSpace(room_beside(), KindPairs(
        none(np.uint64, pairs), none(np.uint64, pairs), none(np.uint32, 2, 128), none(np.int64, 2),
        none(np.int64, 2, kinds), none(np.int64, 2), none(np.int64, 2, kinds), none(np.int64, kinds),
    ))


@compiled
def kinds_beside(order: Order, board: Array, beside: Beside) -> int:
    """Sort the cards beside a board of four or five into kinds, and tell how many kinds there are.

    Of a suit that the cards to come cannot bring to five only the rank counts. One card stands for all of a kind, even
    for two or three together, since its suit never comes to five."""
    held, kind, least = beside.held, beside.kind, board.size - 2
    held.fill(0)
    kind.fill(0)
    for card in board:
        held[card & 3] += 1
        kind[card] = -1
    kinds = 0
    for rank in range(13):
        loose = -1
        for suit in range(4):
            card = 4 * rank + suit
            if kind[card] < 0:
                continue
            if held[suit] < least and loose >= 0:
                kind[card] = loose
                beside.many[loose] += 1
                continue
            if held[suit] < least:
                loose = kinds
            kind[card] = kinds
            beside.many[kinds], beside.card[kinds], beside.mark[kinds] = 1, card, 2 * rank + (held[suit] >= least)
            beside.keys[kinds], beside.masks[kinds] = order.key[card], order.mask[card]
            kinds += 1
    return kinds


@compiled
def value_pairs(order: Order, board: Array, kinds: int, beside: Beside, qualifies: Array, pairs: KindPairs) -> int:
    """Value every pair of kinds with the board, count what the dealer can have, and tell how many pairs there are."""
    many, every, every_with = beside.many, pairs.every, pairs.every_with
    every.fill(0)
    every_with.fill(0)
    key, mask = START, np.uint64(0)
    for card in board:
        key += order.key[card]
        mask += order.mask[card]
    count = 0
    for high in range(kinds):
        high_key, high_mask = key + beside.keys[high], mask + beside.masks[high]
        for low in range(high + 1):
            same = high == low
            ways = many[high] * (many[low] - same)
            if ways:
                value = rank_of(order, high_key + beside.keys[low], high_mask + beside.masks[low])
                sort = qualifies[value]
                pairs.sorted[count] = np.uint64(value) << VALUE | np.uint64(high << 8 | low)
                count += 1
                every[sort] += ways >> same
                every_with[sort, high] += many[low] - same
                if not same:
                    every_with[sort, low] += many[high]
    return count


@compiled
def sort_pairs(pairs: KindPairs, count: int) -> None:
    """Sort by value, of 13 bits, in two rounds of counting."""
    start, one = pairs.start, np.uint32(1)
    start.fill(0)
    for i in range(count):
        start[0, pairs.sorted[i] >> VALUE & LOW_VALUE] += one
        start[1, pairs.sorted[i] >> HIGH_VALUE] += one
    for turn in range(2):
        before = np.uint32(0)
        for at in range(128):
            here = start[turn, at]
            start[turn, at] = before
            before += here
    for i in range(count):
        at = pairs.sorted[i] >> VALUE & LOW_VALUE
        pairs.spare[start[0, at]] = pairs.sorted[i]
        start[0, at] += one
    for i in range(count):
        at = pairs.spare[i] >> HIGH_VALUE
        pairs.sorted[start[1, at]] = pairs.spare[i]
        start[1, at] += one


@compiled
def count_level(first: np.int64, count: int, many: Array, pairs: KindPairs) -> tuple[np.int64, np.int64]:
    """Count the pairs level with the one at a place; tell where the next value starts, and how many they are."""
    words, level_with = pairs.sorted, pairs.level_with
    value, level, last = words[first] >> VALUE, np.int64(0), first
    while last < count and words[last] >> VALUE == value:
        high, low = words[last] >> HIGH_KIND & KIND, words[last] & KIND
        same = high == low
        level += many[high] * (many[low] - same) >> same
        level_with[high] += many[low] - same
        if not same:
            level_with[low] += many[high]
        last += 1
    return last, level


@compiled
def sweep(count: int, many: Array, mark: Array, law: Law, pairs: KindPairs, hands: Array) -> None:
    """From the lowest pair to the highest: the dealer's pairs below, level and above that share no card with it.

    Of the pairs below, those that hold either of two cards are the ones with the first and the ones with the second:
    none holds both, for that pair is level with itself. Of the level ones it alone does, and is counted back."""
    words, every, every_with = pairs.sorted, pairs.every, pairs.every_with
    below, below_with, level_with = pairs.below, pairs.below_with, pairs.level_with
    below.fill(0)
    below_with.fill(0)
    sorts, first = 0 if every[0] else 1, np.int64(0)
    while first < count:
        value = words[first] >> VALUE
        own = law.qualifies[value]
        alike = np.uint64(law.category[value]) << CATEGORY | np.uint64(own) << QUALIFIES
        last, level = count_level(first, count, many, pairs)
        for i in range(first, last):
            high, low = words[i] >> HIGH_KIND & KIND, words[i] & KIND
            same = level - level_with[high] - level_with[low] + 1
            word = alike | np.uint64(mark[low]) << LOWER | np.uint64(mark[high]) << HIGHER
            for sort in range(sorts, 2):
                under = below[sort] - below_with[sort, high] - below_with[sort, low]
                here = same if sort == own else 0
                all_of_sort = every[sort] - every_with[sort, high] - every_with[sort, low] + (sort == own)
                sides = np.uint64(under) | np.uint64(all_of_sort - under - here) << ABOVE_NOT
                word |= sides << BELOW_QUALIFIED if sort else sides
            hands[i] = word
        for i in range(first, last):
            high, low = words[i] >> HIGH_KIND & KIND, words[i] & KIND
            below_with[own, high] += level_with[high]
            level_with[high] = 0
            below_with[own, low] += level_with[low]
            level_with[low] = 0
        below[own] += level
        first = last


@compiled
def count_hands(order: Order, cards: Array, beside: Beside, counts: Array) -> None:
    """How many hands there are on each board: pairs of kinds, but for two cards of a kind that has one."""
    for number in range(len(cards)):
        kinds = kinds_beside(order, cards[number], beside)
        counts[number] = kinds * (kinds + 1) // 2
        for kind in range(kinds):
            counts[number] -= beside.many[kind] == 1


@compiled
def meet_on_boards(order: Order, first: int, last: int, hands: RiverHands, law: Law, room: BoardSpace) -> None:
    """All hands on the boards from `first` up to `last`, each met with all pairs of the dealer."""
    beside, pairs = room.beside, room.pairs
    for number in range(first, last):
        if hands.start[number] == hands.end[number]:
            continue
        board = hands.cards[number]
        kinds = kinds_beside(order, board, beside)
        count = value_pairs(order, board, kinds, beside, law.qualifies, pairs)
        sort_pairs(pairs, count)
        sweep(count, beside.many, beside.mark, law, pairs, hands.words[hands.start[number] :])


@compiled
def read_places(word: np.uint64, places: Array) -> None:
    """How many pairs of the dealer are at each place of a hand: not qualified below, level, above, then qualified."""
    places[0], places[2] = word & COUNT, word >> ABOVE_NOT & COUNT
    places[3], places[5] = word >> BELOW_QUALIFIED & COUNT, word >> ABOVE_QUALIFIED & COUNT
    level = DEALT - places[0] - places[2] - places[3] - places[5]
    own = word >> QUALIFIES & ONE
    places[1], places[4] = (np.int64(0), level) if own else (level, np.int64(0))


@compiled
def best_play(street: StreetPlan, cells: Array, places: Array) -> int:
    """The first of the best plays with one hand on the river."""
    best, most = 0, np.int64(0)
    for play in range(street.weights.shape[0]):
        brings = np.int64(0)
        for place in range(6):
            brings += street.weights[play, cells[place]] * places[place]
        if play == 0 or brings > most:
            best, most = play, brings
    return best


@compiled
def meet_all(order: Order, board: Array, hole: Array, law: Law) -> tuple[np.uint16, Array]:
    """One player's pair on a whole board: its value, and how many pairs of the dealer are at each place."""
    dealers = np.zeros(6, np.int64)
    key, mask = START, np.uint64(0)
    for card in board:
        key += order.key[card]
        mask += order.mask[card]
    own_key, own_mask = order.key[hole[0]] + order.key[hole[1]], order.mask[hole[0]] + order.mask[hole[1]]
    own = rank_of(order, key + own_key, mask + own_mask)
    taken = np.zeros(52, np.bool_)
    for card in board:
        taken[card] = True
    for card in hole:
        taken[card] = True
    for one in range(52):
        for other in range(one):
            if taken[one] or taken[other]:
                continue
            value = rank_of(order, key + order.key[one] + order.key[other], mask + order.mask[one] + order.mask[other])
            side = 0 if value < own else 1 if value == own else 2
            dealers[3 * law.qualifies[value] + side] += 1
    return own, dealers
