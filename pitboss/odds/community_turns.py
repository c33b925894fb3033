"""From hands on whole boards back to what a player knew before: the boards of four cards they come of, with the
decision on the turn, and the flops those come of, with the decision there."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import START, rank_of
from pitboss.hands.tables import Order
from pitboss.odds.community_kernel import (
    CATEGORIES,
    CATEGORY,
    HIGHER,
    LOWER,
    MARK,
    MARKS,
    MOST_PAIRS,
    ONE,
    Beside,
    RiverHands,
    best_play,
    kinds_beside,
    none,
    read_places,
    room_beside,
)
from pitboss.odds.community_plan import Law, StreetPlan

Array = np.ndarray[Any, Any]

ZERO: Final = np.uint64(0)
# After the four suits.
NO_SUIT: Final = 4
# Pairs of cards beside a board of four.
PAIRS_BESIDE: Final = 48 * 47 // 2


class TurnSpace(NamedTuple):
    """Room to count one board of four cards in, or to decide on it: the cards beside it; with a river, the ranks of
    each suit; by the suit that can become a flush then, which kinds have each mark, and how many; the dealer's pairs
    with one hand, by place and by cell. Then, by pair of kinds, counts by cell, what of them goes to the flops, whether
    that is nothing, what is decided on the turn, what was before, and what the pair makes with the board; and the pairs
    of cards beside the board, with the pair of kinds that each is."""

    beside: Beside
    ranks: Array
    becoming: Array
    many_becoming: Array
    places: Array
    by_cell: Array
    into: Array
    after: Array
    empty: Array
    plays: Array
    before: Array
    made: Array
    pair: Array
    row: Array


class Turns(NamedTuple):
    """What is the same for every count: boards of four cards and how many each stands for, the flops they come of and
    where suits go there, as the number of an order of suits; the cards of pairs, what each order of suits makes of
    them, and their starting hands; and the numbers of situations."""

    cards: Array
    sizes: Array
    flop: Array
    order: Array
    pair_cards: Array
    pair_moved: Array
    hole_of: Array
    situation_of: Array


class TurnCounts(NamedTuple):
    """Counts by cell behind every board of four, a row for each pair of kinds: those of a board are from its `start` up
    to that of the next. There are none where nothing is decided on the turn."""

    start: Array
    rows: Array


def room_for_turn(cells: int, columns: int) -> TurnSpace:
    """Room for one thread: to count by so many cells, and to hand on so many columns."""
    pairs = MOST_PAIRS
    return TurnSpace(
        room_beside(), none(np.int64, 4), none(np.uint64, NO_SUIT + 1, MARKS, 4), none(np.uint64, NO_SUIT + 1, MARKS),
        none(np.int64, 6), none(np.uint32, cells + 1), none(np.uint32, pairs, cells), none(np.uint32, pairs, columns),
        none(np.bool_, pairs), none(np.uint8, pairs), none(np.uint8, pairs), none(np.uint8, pairs),
        none(np.uint16, PAIRS_BESIDE), none(np.uint16, PAIRS_BESIDE),
    )


@compiled
def board_with(board: Array, card: np.uint8, keys: Array, held: Array) -> np.uint64:
    """The number of the whole board that a card makes of one of four. `held` is room for the ranks of each suit."""
    held.fill(0)
    for other in board:
        held[other & 3] |= 1 << (other >> 2)
    held[card & 3] |= 1 << (card >> 2)
    key = np.int64(0)
    for suit in range(4):
        before = 0
        for other in range(4):
            before += held[other] > held[suit] or (held[other] == held[suit] and other < suit)
        key |= held[suit] << 39 - 13 * before
    return np.uint64(np.searchsorted(keys, key))


@compiled
def find_kinds(kinds: int, flush: int, room: TurnSpace) -> None:
    """See which of the kinds beside a board of four have which mark beside a whole one on which one suit, or none, can
    become a flush."""
    becoming, many_becoming = room.becoming[flush], room.many_becoming[flush]
    many_becoming.fill(0)
    for kind in range(kinds):
        card = room.beside.card[kind]
        mark = np.uint64(2 * (card >> 2) + ((card & 3) == flush))
        becoming[mark, many_becoming[mark]] = kind
        many_becoming[mark] += ONE


@compiled
def flush_with(card: np.uint8, held: Array) -> int:
    """The suit that can become a flush on the board that a card makes of one of four, by how many that has of each;
    NO_SUIT where there is none."""
    for suit in range(4):
        if held[suit] + (suit == (card & 3)) >= 3:
            return suit
    return NO_SUIT


@compiled
def hand_in(
    river: int, flush: int, first: int, last: int, words: Array, law: Law, street: StreetPlan, room: TurnSpace
) -> None:
    """Add the hands on a whole board to what was found before it, once for every card of the river's kind. Where
    something is decided on the river, it is here."""
    many, into, becoming, many_becoming = room.beside.many, room.into, room.becoming[flush], room.many_becoming[flush]
    places, by_cell, cell_of, best = room.places, room.by_cell, law.cell, 0
    decides, keeps, size = street.weights.shape[0] > 1, street.keep[0] < street.size, np.uint64(street.size)
    cards = np.uint64(many[river])
    for i in range(first, last):
        word = words[i]
        category = word >> CATEGORY & CATEGORIES
        read_places(word, places)
        if decides:
            best = best_play(street, cell_of[category], places)
        by_cell.fill(0)
        for place in range(6):
            by_cell[street.to[best, cell_of[category, place]]] += places[place]
            if keeps:
                by_cell[street.keep[cell_of[category, place]]] += places[place]
        higher, lower = word >> HIGHER & MARK, word >> LOWER & MARK
        for one in range(many_becoming[higher]):
            kind = becoming[higher, one]
            # Two cards that become one kind are counted once, in one order.
            for other in range(one + ONE if higher == lower else many_becoming[lower]):
                second = becoming[lower, other]
                gone = np.uint64(kind == river) + np.uint64(second == river)
                if gone >= cards or (kind == second and many[kind] < 2):
                    continue
                times = np.uint32(cards - gone)
                high, low = max(kind, second), min(kind, second)
                row = (high * (high + ONE) >> ONE) + low
                for cell in range(size):
                    into[row, cell] += times * by_cell[cell]


@compiled
def count_kinds(order: Order, cards: Array, beside: Beside, kinds: Array) -> None:
    """How many kinds there are beside each board."""
    for number in range(len(cards)):
        kinds[number] = kinds_beside(order, cards[number], beside)


@compiled
def count_board(order: Order, board: Array, hands: RiverHands, law: Law, street: StreetPlan, room: TurnSpace) -> int:
    """All rivers behind a board of four: counts by cell for every pair of kinds. Tells how many kinds there are."""
    kinds = kinds_beside(order, board, room.beside)
    room.into[: kinds * (kinds + 1) // 2] = 0
    for flush in range(NO_SUIT + 1):
        find_kinds(kinds, flush, room)
    for river in range(np.uint64(kinds)):
        card = room.beside.card[river]
        number = board_with(board, card, hands.keys, room.ranks)
        first, last = hands.start[number], hands.end[number]
        if first < last:
            hand_in(river, flush_with(card, room.beside.held), first, last, hands.words, law, street, room)
    return kinds


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
    hand = category[rank_of(order, key, mask)]
    return hand if hand > alone else 0


@compiled
def list_pairs(turns: Turns, room: TurnSpace) -> np.uint64:
    """From a board's kinds to every pair of cards, but for kinds of which there is nothing. Tells how many they are."""
    kind, count = room.beside.kind, ZERO
    for pair in range(np.uint64(turns.pair_cards.shape[0])):
        first, second = kind[turns.pair_cards[pair, 0]], kind[turns.pair_cards[pair, 1]]
        if first < 0 or second < 0:
            continue
        high, low = max(first, second), min(first, second)
        row = np.uint64(high * (high + 1) // 2 + low)
        if room.empty[row]:
            continue
        room.pair[count], room.row[count] = pair, row
        count += ONE
    return count


@compiled
def spread(number: int, count: np.uint64, turns: Turns, room: TurnSpace, flops: Array) -> None:
    """From a board to the four flops it comes of, with so many of the pairs beside it."""
    columns, after, rows, pairs = np.uint64(flops.shape[1]), room.after, room.row, room.pair
    for i in range(4):
        situation_of, moved = turns.situation_of[turns.flop[number, i]], turns.pair_moved[turns.order[number, i]]
        for at in range(count):
            row, situation = rows[at], situation_of[moved[pairs[at]]]
            for column in range(columns):
                flops[situation, column] += after[row, column]


@compiled
def count_turns(
    order: Order, numbers: Array, turns: Turns, hands: RiverHands, law: Law, river: StreetPlan, room: TurnSpace,
    flops: Array, kept: TurnCounts,
) -> None:
    """Boards of four cards. Counts by cell are added to those of the flops they come of, and kept as they are where
    something is decided on the turn."""
    cells, keeps = np.uint64(river.size), kept.rows.shape[0] > 0
    for number in numbers:
        kinds = count_board(order, turns.cards[number], hands, law, river, room)
        size, first = np.uint32(turns.sizes[number]), np.uint64(kept.start[number]) if keeps else ZERO
        for row in range(np.uint64(kinds * (kinds + 1) // 2)):
            some = np.uint32(0)
            for cell in range(cells):
                some |= room.into[row, cell]
                if keeps:
                    kept.rows[first + row, cell] = room.into[row, cell]
                room.after[row, cell] = size * room.into[row, cell]
            room.empty[row] = some == 0
        spread(number, list_pairs(turns, room), turns, room, flops)


@compiled
def choose(gains: Array, rows: Array, plays: Array) -> None:
    """The first of the best plays for each row of counts by cell: `gains` tells of every play but the first how much
    more than that it brings in a cell."""
    cells = np.uint64(rows.shape[1])
    for row in range(np.uint64(rows.shape[0])):
        best, most = np.uint8(0), np.int64(0)
        for play in range(np.uint64(gains.shape[0])):
            brings = np.int64(0)
            for cell in range(cells):
                brings += gains[play, cell] * np.int64(rows[row, cell])
            # Without a branch, which nothing could foresee.
            best = np.uint8(play + ONE) if brings > most else best
            most = max(most, brings)
        plays[row] = best


@compiled
def hand_over(counts: Array, times: np.uint32, play: np.uint64, other: np.uint64, after: Array) -> None:
    """Counts by cell in the columns of a play, and out of those of another; the first play has none."""
    cells = np.uint64(len(counts))
    after.fill(0)
    for cell in range(cells):
        many = times * np.uint32(counts[cell])
        if play:
            after[(play - ONE) * cells + cell] += many
        if other:
            after[(other - ONE) * cells + cell] -= many


@compiled
def decide_turn(
    order: Order, board: Array, kinds: int, category: Array, gains: Array, before: Array, decided: bool, size: int,
    rows: Array, room: TurnSpace,
) -> None:
    """The decision on the turn with every pair of kinds, by the counts behind one board, and what it changes for the
    flops: a pair that is played as before is left out."""
    beside, row, key, mask = room.beside, ZERO, START, np.uint64(0)
    choose(gains, rows, room.plays)
    choose(before, rows, room.before)
    for card in board:
        key += order.key[card]
        mask += order.mask[card]
    for high in range(kinds):
        for low in range(high + 1):
            play, other = room.plays[row], room.before[row]
            room.empty[row] = decided and play == other
            if not room.empty[row]:
                hand_over(rows[row], np.uint32(size), np.uint64(play), np.uint64(other), room.after[row])
                six, six_mask = beside.keys[high] + beside.keys[low], beside.masks[high] + beside.masks[low]
                room.made[row] = made_by(order, category, board, key + six, mask + six_mask)
            row += ONE


@compiled
def decide_turns(
    order: Order, numbers: Array, turns: Turns, counts: TurnCounts, category: Array, gains: Array, before: Array,
    decided: bool, room: TurnSpace, flops: Array, habits: Array,
) -> None:
    """The decision on boards of four cards, by the counts behind them and by how much more than the first each play
    brings in a cell; if they were `decided` before, by how much it did then. `habits` tells how often it is which play,
    by starting hand and what it makes; `flops` has, of hands with which it is not the first, counts by situation after
    the flop and by play and cell. Both go on from what was decided before."""
    for number in numbers:
        board, size = turns.cards[number], turns.sizes[number]
        kinds = kinds_beside(order, board, room.beside)
        rows = counts.rows[counts.start[number] : counts.start[number + 1]]
        decide_turn(order, board, kinds, category, gains, before, decided, size, rows, room)
        others = ZERO
        for at in range(list_pairs(turns, room)):
            pair, row = room.pair[at], room.row[at]
            hole, makes, play, other = turns.hole_of[pair], room.made[row], room.plays[row], room.before[row]
            habits[hole, makes, play] += size
            if decided:
                habits[hole, makes, other] -= size
            room.pair[others], room.row[others] = pair, row
            others += np.uint64(play > 0 or other > 0)
        spread(number, others, turns, room, flops)


@compiled
def find_best(
    order: Order, numbers: Array, turns: Turns, counts: TurnCounts, gains: Array, room: TurnSpace, best: Array
) -> None:
    """What is best on boards of four with every pair of cards."""
    for number in numbers:
        kinds_beside(order, turns.cards[number], room.beside)
        choose(gains, counts.rows[counts.start[number] : counts.start[number + 1]], room.plays)
        for at in range(list_pairs(turns, room)):
            best[number, room.pair[at]] = room.plays[room.row[at]]


@compiled
def decide_flops(
    order: Order, category: Array, weights: Array, counts: Array, otherwise: Array, boards: Array, cards: Array,
    hole_of: Array, flop: Array, pair: Array, sizes: Array, sums: Array, habits: Array, best: Array,
) -> None:
    """The decision after the flop in every situation, by what each play makes of its counts and of those of hands that
    are played otherwise later: these are added to the `sums` of its starting hand and play; `best` tells the play, and
    `habits` as above."""
    plays, columns, more = weights.shape[0], np.uint64(counts.shape[1]), np.uint64(otherwise.shape[1])
    for number in range(len(flop)):
        play, most = 0, np.int64(0)
        for other in range(plays):
            brings = np.int64(0)
            for column in range(columns):
                brings += weights[other, column] * np.int64(counts[number, column])
            for column in range(more):
                brings += weights[other, columns + column] * np.int64(otherwise[number, column])
            if other == 0 or brings > most:
                play, most = other, brings
        hole = hole_of[pair[number]]
        for column in range(columns):
            sums[hole, play, column] += counts[number, column]
        for column in range(more):
            sums[hole, play, columns + column] += otherwise[number, column]
        board, key, mask = boards[flop[number]], START, np.uint64(0)
        for card in board:
            key += order.key[card]
            mask += order.mask[card]
        for card in cards[pair[number]]:
            key += order.key[card]
            mask += order.mask[card]
        best[number] = play
        habits[hole, made_by(order, category, board, key, mask), play] += sizes[number]
