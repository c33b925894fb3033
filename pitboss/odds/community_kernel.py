"""The counting itself: all rivers, all pairs of the player and all pairs of the dealer behind each four-card board.

Whatever is used as an index is unsigned: a signed one costs a test for being below zero."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import START, rank_of
from pitboss.hands.poker import Category
from pitboss.hands.tables import Order
from pitboss.odds.community_plan import Law, StreetPlan

Array = np.ndarray[Any, Any]

# Thirteen ranks, and at most two suits of a four-card board that can become a flush beside the others.
MOST_KINDS: Final = 39
MOST_PAIRS: Final = MOST_KINDS * (MOST_KINDS + 1) // 2
# A pair in one word: its value, its row among the pairs of kinds, the higher and the lower kind.
VALUE: Final = np.uint64(32)
ROW: Final = np.uint64(16)
HIGH_KIND: Final = np.uint64(8)
KIND: Final = np.uint64(255)
ROWS: Final = np.uint64(0xFFFF)
LOW_VALUE: Final = np.uint64(127)
HIGH_VALUE: Final = np.uint64(VALUE + np.uint64(7))


class Beside(NamedTuple):
    """The cards beside a board, by kinds that play alike: how many there are of each, a card that stands for it and its
    words, and the kind of every card (-1 on the board itself). `held` counts the suits of the board."""

    many: Array
    card: Array
    keys: Array
    masks: Array
    kind: Array
    held: Array


class KindPairs(NamedTuple):
    """The pairs of kinds beside a whole board, sorted by value, with what sorting needs. Counts of the dealer's pairs:
    how many there are, and how many with one card of a kind, by whether they qualify; the same of those below some
    value; and of those level with it. For each pair as the player's: how many of the dealer's are found at each place,
    the cell that place goes to, and the cell it is kept in. Between two plays: how much more the second brings by cell,
    and how close a decision ever is, by the play that is made, the player's category and the dealer's side: the most
    that is found there for each one that the play brings more than the other."""

    sorted: Array
    spare: Array
    start: Array
    every: Array
    every_with: Array
    below: Array
    below_with: Array
    level_with: Array
    found: Array
    to: Array
    keep: Array
    more: Array
    tight: Array


class BoardSpace(NamedTuple):
    """Room to count one board of four cards in: the cards beside it; with a river, the whole board, the cards beside
    that, what becomes of each kind, and the pairs; then, by pair of kinds, counts by cell before and after the decision
    on the turn, what that is, and what the pair makes with the board."""

    beside: Beside
    board: Array
    beside_board: Beside
    becomes: Array
    pairs: KindPairs
    into: Array
    after: Array
    plays: Array
    made: Array


class Turns(NamedTuple):
    """What is the same for every count: boards of four cards and how many each stands for, the flops they come of and
    where their suits go, and the numbers of pairs, starting hands and situations."""

    cards: Array
    sizes: Array
    flop: Array
    suits: Array
    pair_of: Array
    hole_of: Array
    situation_of: Array


def room(river: StreetPlan, turn: StreetPlan) -> BoardSpace:
    """Room for one thread; made out here, since compiling what makes arrays takes long."""
    kinds, pairs = MOST_KINDS, MOST_PAIRS

    def none(kind: type[np.generic], *shape: int) -> Array:
        return np.zeros(shape, kind)

    def beside() -> Beside:
        return Beside(
            none(np.int64, kinds), none(np.uint8, kinds), none(np.uint64, kinds), none(np.uint64, kinds),
            none(np.int64, 52), none(np.int64, 4),
        )

    return BoardSpace(
        beside(), none(np.uint8, 5), beside(), none(np.int64, kinds),
        KindPairs(
            none(np.uint64, pairs), none(np.uint64, pairs), none(np.uint32, 2, 128), none(np.int64, 2),
            none(np.int64, 2, kinds), none(np.int64, 2), none(np.int64, 2, kinds), none(np.int64, kinds),
            none(np.int64, pairs, 6), none(np.uint16, pairs, 6), none(np.uint16, pairs, 6),
            river.weights[-1] - river.weights[0], none(np.float64, 2, len(Category), 3),
        ),
        none(np.int64, pairs, river.size + 1), none(np.uint32, pairs, turn.size + 1), none(np.uint8, pairs),
        none(np.uint8, pairs),
    )


@compiled
def kinds_beside(order: Order, board: Array, beside: Beside) -> int:
    """Sort the cards beside a board of four or five into kinds, and tell how many kinds there are.

    Of a suit that the cards to come cannot bring to five only the rank counts. One card stands for all of a kind, even
    for two or three together, since its suit never comes to five."""
    held, kind, least = beside.held, beside.kind, board.size - 2
    held.fill(0)
    kind.fill(0)
    for card in board:
        held[card % 4] += 1
        kind[card] = -1
    kinds = 0
    for rank in range(13):
        loose = -1
        for card in range(4 * rank, 4 * rank + 4):
            if kind[card] < 0:
                continue
            if held[card % 4] < least and loose >= 0:
                kind[card] = loose
                beside.many[loose] += 1
                continue
            if held[card % 4] < least:
                loose = kinds
            kind[card] = kinds
            beside.many[kinds], beside.card[kinds] = 1, card
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
    count, row = 0, 0
    for high in range(kinds):
        high_key, high_mask = key + beside.keys[high], mask + beside.masks[high]
        for low in range(high + 1):
            same = high == low
            ways = many[high] * (many[low] - same)
            if ways:
                value = rank_of(order, high_key + beside.keys[low], high_mask + beside.masks[low])
                sort = qualifies[value]
                pairs.sorted[count] = np.uint64(value) << VALUE | np.uint64(row << 16 | high << 8 | low)
                count += 1
                every[sort] += ways >> same
                every_with[sort, high] += many[low] - same
                if not same:
                    every_with[sort, low] += many[high]
            row += 1
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
def best_play(street: StreetPlan, cells: Array, found: Array, first: int) -> int:
    """The first of the best plays with one hand on the river, the places from `first` on being counted."""
    best, most = 0, np.int64(0)
    for play in range(street.weights.shape[0]):
        brings = np.int64(0)
        for place in range(first, 6):
            brings += street.weights[play, cells[place]] * found[place]
        if play == 0 or brings > most:
            best, most = play, brings
    return best


@compiled
def second_of_two(own: int, cells: Array, found: Array, first: int, more: Array, tight: Array) -> int:
    """1 if the second of two plays brings more with one hand on the river, else 0; and how close that is. `own` is the
    player's category."""
    brings = np.int64(0)
    for place in range(first, 6):
        brings += more[cells[place]] * found[place]
    best, apart = (1, brings) if brings > 0 else (0, -brings)
    for side in range(3):
        here = found[3 + side] + (found[side] if first == 0 else 0)
        if here > tight[best, own, side] * apart:
            tight[best, own, side] = here / apart if apart else np.inf
    return best


@compiled
def sweep(count: int, many: Array, law: Law, street: StreetPlan, pairs: KindPairs) -> None:
    """From the lowest pair to the highest: the dealer's pairs below, level and above that share no card with it.

    Of the pairs below, those that hold either of two cards are the ones with the first and the ones with the second:
    none holds both, for that pair is level with itself. Of the level ones it alone does, and is counted back."""
    words, every, every_with = pairs.sorted, pairs.every, pairs.every_with
    below, below_with, level_with = pairs.below, pairs.below_with, pairs.level_with
    below.fill(0)
    below_with.fill(0)
    plays, keeps = street.weights.shape[0], street.keep[0] < street.size
    sorts, best, first = 0 if every[0] else 1, 0, np.int64(0)
    while first < count:
        value = words[first] >> VALUE
        own, category = law.qualifies[value], law.category[value]
        cells = law.cell[category]
        last, level = count_level(first, count, many, pairs)
        for i in range(first, last):
            high, low, row = words[i] >> HIGH_KIND & KIND, words[i] & KIND, words[i] >> ROW & ROWS
            same = level - level_with[high] - level_with[low] + 1
            found = pairs.found[row]
            for sort in range(sorts, 2):
                under = below[sort] - below_with[sort, high] - below_with[sort, low]
                here = same if sort == own else 0
                all_of_sort = every[sort] - every_with[sort, high] - every_with[sort, low] + (sort == own)
                found[3 * sort], found[3 * sort + 1], found[3 * sort + 2] = under, here, all_of_sort - under - here
            if plays == 2:
                best = second_of_two(category, cells, found, 3 * sorts, pairs.more, pairs.tight)
            elif plays > 2:
                best = best_play(street, cells, found, 3 * sorts)
            for place in range(3 * sorts, 6):
                pairs.to[row, place] = street.to[best, cells[place]]
                if keeps:
                    pairs.keep[row, place] = street.keep[cells[place]]
        for i in range(first, last):
            high, low = words[i] >> HIGH_KIND & KIND, words[i] & KIND
            below_with[own, high] += level_with[high]
            level_with[high] = 0
            below_with[own, low] += level_with[low]
            level_with[low] = 0
        below[own] += level
        first = last


@compiled
def hand_in(river: int, kinds: int, street: StreetPlan, room: BoardSpace) -> None:
    """Add what was found with a river to what was found before it, once for every card of the river's kind."""
    many, found, to, into, row = room.beside.many, room.pairs.found, room.pairs.to, room.into, np.uint64(0)
    for card in range(52):
        if room.beside_board.kind[card] >= 0:
            room.becomes[room.beside.kind[card]] = room.beside_board.kind[card]
    first, keeps = 0 if room.pairs.every[0] else 3, street.keep[0] < street.size
    for high in range(kinds):
        for low in range(high + 1):
            times = many[river] - (high == river) - (low == river)
            if times > 0 and (high != low or many[high] > 1):
                one, other = room.becomes[high], room.becomes[low]
                one, other = max(one, other), min(one, other)
                there = np.uint64(one * (one + 1) // 2 + other)
                for place in range(first, 6):
                    into[row, to[there, place]] += times * found[there, place]
                if keeps:
                    for place in range(first, 6):
                        into[row, room.pairs.keep[there, place]] += times * found[there, place]
            row += np.uint64(1)


@compiled
def count_board(order: Order, board: Array, law: Law, river: StreetPlan, room: BoardSpace) -> int:
    """All rivers behind a board of four: counts by cell for every pair of kinds. Tells how many kinds there are."""
    kinds = kinds_beside(order, board, room.beside)
    room.into.fill(0)
    for i in range(4):
        room.board[i] = board[i]
    for kind in range(kinds):
        room.board[4] = room.beside.card[kind]
        fewer = kinds_beside(order, room.board, room.beside_board)
        count = value_pairs(order, room.board, fewer, room.beside_board, law.qualifies, room.pairs)
        sort_pairs(room.pairs, count)
        sweep(count, room.beside_board.many, law, river, room.pairs)
        hand_in(kind, kinds, river, room)
    return kinds


@compiled
def decide(counts: Array, street: StreetPlan, times: int, after: Array) -> int:
    """Make the best play with counts by cell, add them to those after it, and tell which play it is."""
    best, most = 0, np.int64(0)
    for play in range(street.weights.shape[0]):
        brings = np.int64(0)
        for cell in range(street.weights.shape[1]):
            brings += street.weights[play, cell] * counts[cell]
        if play == 0 or brings > most:
            best, most = play, brings
    for cell in range(street.weights.shape[1]):
        after[street.to[best, cell]] += times * counts[cell]
        if street.keep[cell] < street.size:
            after[street.keep[cell]] += times * counts[cell]
    return best


@compiled
def made_by(order: Order, category: Array, board: Array, key: np.uint64, mask: np.uint64) -> int:
    """The category that two cards make together with a board of three or four, or 0 where the board has it alone.
    `key` and `mask` are the words of all the cards."""
    alike = 0
    for i in range(board.size):
        for j in range(i):
            alike += board[i] // 4 == board[j] // 4
    # So many cards alike, two by two: none, a pair, two pair, three of a kind, and six for four of a kind.
    alone = 7 if alike == 6 else alike
    made = category[rank_of(order, key, mask)]
    return made if made > alone else 0


@compiled
def spread(number: int, turns: Turns, room: BoardSpace, flops: Array, habits: Array, best: Array) -> None:
    """From a board's kinds to every pair of cards, and from the board to the four flops it comes of."""
    kind, size = room.beside.kind, turns.sizes[number]
    moved = np.empty(52, np.uint8)
    for i in range(4):
        for card in range(52):
            moved[card] = 4 * (card // 4) + turns.suits[number, i, card % 4]
        situation_of = turns.situation_of[turns.flop[number, i]]
        for one in range(52):
            for other in range(one):
                if kind[one] < 0 or kind[other] < 0:
                    continue
                high, low = max(kind[one], kind[other]), min(kind[one], kind[other])
                row = np.uint64(high * (high + 1) // 2 + low)
                at = situation_of[turns.pair_of[moved[one], moved[other]]]
                for cell in range(flops.shape[1]):
                    flops[at, cell] += room.after[row, cell]
                if i == 0:
                    pair = turns.pair_of[one, other]
                    habits[turns.hole_of[pair], room.made[row], room.plays[row]] += size
                    if best.shape[0]:
                        best[number, pair] = room.plays[row]


@compiled
def count_turns(
    order: Order, first: int, last: int, turns: Turns, law: Law, river: StreetPlan, turn: StreetPlan, room: BoardSpace,
    flops: Array, habits: Array, best: Array,
) -> None:
    """Boards of four cards from `first` up to `last`. Counts by cell are added to those of the flops they come of, in
    `flops`; `best` tells what is best with every pair, and `habits` how often, by starting hand and what it makes."""
    beside = room.beside
    for number in range(first, last):
        board = turns.cards[number]
        kinds = count_board(order, board, law, river, room)
        room.after.fill(0)
        key, mask = START, np.uint64(0)
        for card in board:
            key += order.key[card]
            mask += order.mask[card]
        row = 0
        for high in range(kinds):
            for low in range(high + 1):
                room.plays[row] = decide(room.into[row], turn, turns.sizes[number], room.after[row])
                six, six_mask = beside.keys[high] + beside.keys[low], beside.masks[high] + beside.masks[low]
                room.made[row] = made_by(order, law.category, board, key + six, mask + six_mask)
                row += 1
        spread(number, turns, room, flops, habits, best)


@compiled
def decide_flops(
    order: Order, category: Array, street: StreetPlan, counts: Array, boards: Array, cards: Array, hole_of: Array,
    flop: Array, pair: Array, sizes: Array, holes: Array, habits: Array, best: Array,
) -> None:
    """The decision after the flop in every situation: counts by cell are added to those of its starting hand, in
    `holes`; `best` and `habits` as above."""
    for number in range(len(flop)):
        board, hole = boards[flop[number]], hole_of[pair[number]]
        key, mask = START, np.uint64(0)
        for card in board:
            key += order.key[card]
            mask += order.mask[card]
        for card in cards[pair[number]]:
            key += order.key[card]
            mask += order.mask[card]
        play = decide(counts[number], street, 1, holes[hole])
        best[number] = play
        habits[hole, made_by(order, category, board, key, mask), play] += sizes[number]


@compiled
def meet_all(order: Order, board: Array, hole: Array, law: Law) -> tuple[np.uint16, Array]:
    """One player's pair on a whole board: its value, and how many pairs of the dealer are at each place."""
    found = np.zeros(6, np.int64)
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
            found[3 * law.qualifies[value] + side] += 1
    return own, found
