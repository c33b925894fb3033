"""The provisions of blackjack as arrays: what hands count, who draws, doubles and splits, and what is paid.

A hand is known by how many cards of each rank it holds: ace, 2 to 9, ten. Every provision is asked once for every
hand that can be held, so nothing is taken for granted but that the order of the cards does not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment.cards import Card
from pitboss.law import Result
from pitboss.money import Cents, Odds
from pitboss.odds.par import net
from pitboss.rulebooks.qld.s02_blackjack import Blackjack
from pitboss.rulebooks.qld.s02_blackjack_general import Count

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
# The ranks of a hand's cards, least first.
Held = tuple[int, ...]

RANKS = "A23456789T"
# Bits for one rank in the number that stands for a set of cards.
BITS = 6
ACE, TEN = 0, 9
CARDS: tuple[Card, ...] = tuple(f"{rank}s" for rank in RANKS)
COURT: tuple[Card, ...] = ("Js", "Qs", "Ks")

# A wager in its case: its kind, and the kinds its player has added to the original.
Case = tuple[str, tuple[str, ...]]
ONCE: Case = ("original", ())
DOUBLED: Case = ("original", ("double down",))
DOUBLE: Case = ("double down", ("double down",))
FIRST: Case = ("original", ("split",))
SECOND: Case = ("split", ("split",))
DOUBLE_SPLIT: Case = ("double down", ("double down", "split"))
# Any hand of more cards than are listed is over 21.
BEYOND = Count(22, False, False)
CASES = (ONCE, DOUBLED, DOUBLE, FIRST, SECOND, DOUBLE_SPLIT)
# A double down on one hand of a split must not change what the others are paid.
ALIKE: Mapping[Case, Case] = {
    ("original", ("double down", "split")): FIRST,
    ("split", ("double down", "split")): SECOND,
}


class Tree(NamedTuple):
    """Every hand that the dealer draws to, for each first card, as nodes that each add one card to another node.

    A node's cards after the first come in order of rank; `orders` tells in how many orders the dealer can come by
    them, and `parts` how many there are of each rank. Nodes of one group go on alike: `ends[group, rank]` is the
    ending that another card makes, -1 where the dealer draws again."""

    first: Ints
    parent: Ints
    rank: Ints
    seen: Ints
    depth: Ints
    orders: Floats
    group: Ints
    part: Ints
    part_rank: Ints
    part_many: Floats
    ends: Ints


class BlackjackHands(NamedTuple):
    """Every hand, fewest cards first: all of up to 21 points, and those of three cards beyond, for a double down."""

    counts: Ints
    child: Ints
    live: Bools
    acts: Bools
    may_double: Bools
    may_split: Bools
    plain: Ints
    split: Ints
    doubled: Ints


class HandProvisions(Protocol):
    """What a game says of hands, whatever it pays for them."""

    def count(self, cards: Sequence[Card], *, doubled: bool = False, split: bool = False) -> Count: ...

    def dealer_draws(self, cards: Sequence[Card]) -> bool: ...

    def may_double(self, cards: Sequence[Card]) -> bool: ...


class HandFacts(NamedTuple):
    """What a game says of hands, whatever it pays for them: every hand, fewest cards first; by hand where among the
    `distinct` counts is what it counts, and as one of a split; whether the dealer draws to it and it may be doubled;
    where what it then counts is, by aces among its first two cards, hand and card (-1: nowhere). What dealers' hands
    over 21 count, and hands that count by their suits, with how likely each count is."""

    held: list[Held]
    distinct: list[Count]
    count_at: Ints
    split_at: Ints
    draws: Bools
    doubles: Bools
    doubled_at: Ints
    beyond: list[Count]
    by_suits: Mapping[Held, Mapping[Count, Fraction]]

    @classmethod
    def of(
        cls, counted: Sequence[tuple[Held, Count]], split: Sequence[Count], draws: Sequence[bool],
        doubles: Sequence[bool], doubled: Mapping[tuple[int, int, int], Count], *, beyond: Iterable[Count] = (),
        first_aces: int = 1, by_suits: Mapping[Held, Mapping[Count, Fraction]] = {},
    ) -> HandFacts:
        numbers: dict[Count, int] = {}

        def place(counts: Iterable[Count]) -> Ints:
            return np.array([numbers.setdefault(count, len(numbers)) for count in counts])

        held = [ranks for ranks, _ in counted]
        count_at, split_at = place(count for _, count in counted), place(split)
        doubled_at = np.full((first_aces, len(held), len(RANKS)), -1)
        if doubled:
            doubled_at[tuple(np.array(list(doubled)).T)] = place(doubled.values())
        return cls(held, list(numbers), count_at, split_at, np.array(draws), np.array(doubles), doubled_at,
                   list(beyond), by_suits)

    @property
    def counts(self) -> list[Count]:
        """What each hand counts."""
        return [self.distinct[at] for at in self.count_at.tolist()]

    def rows(self, places: Ints, row: Mapping[Count, int]) -> Ints:
        """The rows by which hands are paid that count what is in these places; -1 for nowhere."""
        rows: Ints = np.array([*(row[count] for count in self.distinct), -1])[places]
        return rows


class Rules(NamedTuple):
    """Blackjack as a kernel knows it. `pay[case]` is the net result of a unit by player's row and dealer's ending:
    hands that are paid alike in every case share a row, and so do dealers' hands. `over` is the row of a lost hand;
    `totals` is what each hand counts."""

    hands: BlackjackHands
    where: dict[Held, int]
    tree: Tree
    over: int
    rows: list[Count]
    endings: list[Count]
    ending_of: Ints
    results: dict[Case, list[list[Result]]]
    pay: dict[Case, Floats]
    insurance: Floats
    even_money: Odds
    totals: list[Count]

    def settle(
        self, held: Sequence[Sequence[int]], doubled: Sequence[bool], dealer: Sequence[int], stake: Cents,
        insurance: Cents = 0, even_money: bool = False,
    ) -> int:
        """The net result in cents of one box: the ranks of its hand, or of its two hands, which of them are doubled
        for as much as they may be, and the ranks of the dealer's cards."""
        split = len(held) == 2
        total = self.insurance[dealer[1]] * insurance if insurance else 0.0
        if even_money:
            return round(total + float(self.even_money.fraction) * stake)
        rows = [self._row(tuple(cards), twice, split) for cards, twice in zip(held, doubled, strict=True)]
        ending = self._ending(dealer)
        for number, (row, twice) in enumerate(zip(rows, doubled, strict=True)):
            cases: list[Case] = [(FIRST, SECOND)[number] if split else DOUBLED if twice else ONCE]
            if twice:
                cases.append(DOUBLE_SPLIT if split else DOUBLE)
            total += stake * sum(self.pay[case][row, ending] for case in cases)
        return round(total)

    def _row(self, cards: Held, doubled: bool, split: bool) -> int:
        hands = self.hands
        if doubled:
            return int(hands.doubled[self.where[tuple(sorted(cards[:2]))], cards[2]])
        at = self.where.get(tuple(sorted(cards)))
        return self.over if at is None else int((hands.split if split else hands.plain)[at])

    def _ending(self, cards: Sequence[int]) -> int:
        """Where the dealer stopped. A dealer who stops early has nobody left to play against but lost hands and
        blackjacks, which are paid alike against all but a blackjack: a dealer over 21 will do."""
        at = self.where.get(tuple(sorted(cards)))
        ending = -1 if at is None else int(self.ending_of[at])
        over = sum(cards) + len(cards)
        beyond = next((end for end, count in enumerate(self.endings) if count.points == over > 21), self.bust)
        return beyond if ending < 0 else ending

    @property
    def bust(self) -> int:
        """The ending of a dealer who is as far over 21 as can be."""
        return max(range(len(self.endings)), key=lambda at: self.endings[at].points)


def paid_at_once(game: Blackjack) -> Odds:
    """What a blackjack against an ace is paid at once; nothing where it always waits."""
    line = game.pay["original"].get("blackjack paid at once against an ace")
    return Odds(0, 1, "nothing") if line is None else line[0]


@cache
def cards_of(ranks: Held) -> tuple[Card, ...]:
    return tuple(CARDS[rank] for rank in ranks)


def all_hands(game: HandProvisions) -> dict[Held, Count]:
    """Every hand of up to 21 points, and every hand of three cards, with what it counts."""
    counts: dict[Held, Count] = {}
    level: list[Held] = [()]
    while level:
        longer: list[Held] = []
        for ranks in level:
            for rank in range(ranks[-1] if ranks else 0, 10):
                more = (*ranks, rank)
                count = game.count(cards_of(more))
                if count.points > 21 and len(more) > 3:
                    # Nor would a higher card do.
                    break
                counts[more] = count
                if count.points <= 21:
                    longer.append(more)
        level = longer
    return counts


class Payments:
    """What every pair of hands is paid in every case, with those that are paid alike taken together."""

    def __init__(self, game: Blackjack, players: list[Count], dealers: list[Count]) -> None:
        every = {
            case: [[game.result(case[0], player, dealer, case[1]) for dealer in dealers] for player in players]
            for case in (*CASES, *ALIKE)
        }
        for case, like in ALIKE.items():
            nets = [[[net(result, 100) for result in row] for row in every[one]] for one in (case, like)]
            assert nets[0] == nets[1], f"a double down elsewhere changes what {case[0]} is paid"
        self.row = _alike(players, lambda at: tuple(tuple(every[case][at]) for case in CASES))
        self.ending = _alike(dealers, lambda at: tuple(row[at] for case in CASES for row in every[case]))
        rows = [players.index(count) for count in _firsts(self.row)]
        endings = [dealers.index(count) for count in _firsts(self.ending)]
        self.rows = [players[at] for at in rows]
        self.endings = [dealers[at] for at in endings]
        self.results = {case: [[every[case][row][ending] for ending in endings] for row in rows] for case in CASES}

    def nets(self, case: Case, stake: Cents) -> Floats:
        return np.array([[float(net(result, stake)) for result in row] for row in self.results[case]])


def _alike(counts: list[Count], paid: Any) -> dict[Count, int]:
    """A number for each count, the same for those that are paid the same."""
    numbers: dict[Any, int] = {}
    return {count: numbers.setdefault(paid(at), len(numbers)) for at, count in enumerate(counts)}


def _firsts(numbers: dict[Count, int]) -> list[Count]:
    first: dict[int, Count] = {}
    for count, number in numbers.items():
        first.setdefault(number, count)
    return list(first.values())


def _hands(game: Blackjack, facts: HandFacts, pay: Payments) -> BlackjackHands:
    held, counts = facts.held, facts.counts
    many, child = counts_and_children(held)
    points = np.array([count.points for count in counts])
    blackjack = np.array([count.blackjack for count in counts])
    return BlackjackHands(
        many, child, points <= 21,
        # 28(1): nothing is left to decide on 21, and a blackjack is not acted on.
        (points < 21) & ~blackjack,
        facts.doubles,
        np.array([len(ranks) == 2 and game.may_split(cards_of(ranks)) for ranks in held]),
        facts.rows(facts.count_at, pay.row), facts.rows(facts.split_at, pay.row),
        facts.rows(facts.doubled_at, pay.row)[0],
    )


def number_of(counts: Ints) -> Ints:
    """The number that stands for a set of cards, by how many there are of each rank."""
    numbers: Ints = (counts << (BITS * np.arange(len(RANKS)))).sum(-1)
    return numbers


def counts_and_children(held: Sequence[Held]) -> tuple[Ints, Ints]:
    """How many cards of each rank every hand holds, and which hand it is with one more of each, -1 for none."""
    counts = np.zeros((len(held), len(RANKS)), np.int64)
    np.add.at(counts, (np.repeat(np.arange(len(held)), list(map(len, held))), np.concatenate(held)), 1)
    numbers = number_of(counts)
    order = np.argsort(numbers)
    more = numbers[:, None] + (np.int64(1) << (BITS * np.arange(len(RANKS))))
    place = order[np.searchsorted(numbers[order], more).clip(max=len(held) - 1)]
    return counts, np.where(numbers[place] == more, place, -1)


class DealerPlay(NamedTuple):
    """What the dealer does with each hand."""

    where: dict[Held, int]
    draws: list[bool]
    ending_of: Ints
    # The ending that so many points over 21 are.
    beyond: dict[int, int]

    def drawing(self, ranks: Held) -> bool:
        at = self.where.get(tuple(sorted(ranks)))
        return at is not None and self.draws[at]

    def goes_on(self, ranks: Held) -> tuple[int, ...]:
        """The ending that each further card makes, -1 where the dealer draws again."""
        places = [(self.where.get(tuple(sorted((*ranks, rank)))), rank) for rank in range(10)]
        points = sum(ranks) + len(ranks) + 1
        return tuple(self.beyond[points + rank] if at is None else int(self.ending_of[at]) for at, rank in places)

    def hands(self, up: int) -> dict[Held, int]:
        """What the dealer draws after a first card and draws again, and in how many orders. A hand whose lowest
        cards make a hand that stands is there with both: the lower one in no order."""
        level: dict[Held, int] = {(): 1}
        hands: dict[Held, int] = {}
        while level:
            longer: dict[Held, int] = {}
            for ranks, orders in level.items():
                for end in range(len(ranks)):
                    hands.setdefault(ranks[:end], 0)
                hands[ranks] = orders
                for rank in range(10):
                    more = tuple(sorted((*ranks, rank)))
                    if self.drawing((up, *more)):
                        longer[more] = longer.get(more, 0) + orders
            level = longer
        return hands


def dealer_tree(dealer: DealerPlay) -> Tree:
    """Every hand the dealer draws to."""
    first, nodes, orders = [0], list[tuple[int, ...]](), list[float]()
    part, parts = [0], list[tuple[int, int]]()
    groups: dict[tuple[int, ...], int] = {}
    for up in range(10):
        hands = dealer.hands(up)
        known: dict[Held, int] = {}
        for ranks in sorted(hands, key=lambda drawn: (len(drawn), drawn)):
            known[ranks] = len(nodes)
            group = groups.setdefault(dealer.goes_on((up, *ranks)), len(groups))
            last = ranks[-1] if ranks else 0
            nodes.append((known[ranks[:-1]], last, max(ranks.count(last) - 1, 0), len(ranks), group))
            orders.append(float(hands[ranks]))
            parts += [(rank, ranks.count(rank)) for rank in sorted(set(ranks))]
            part.append(len(parts))
        first.append(len(nodes))
    parent, rank, seen, depth, group_ = np.array(nodes, np.int64).T.copy()
    part_rank, part_many = np.array(parts, np.int64).T.copy()
    return Tree(
        np.array(first), parent, rank, seen, depth, np.array(orders), group_, np.array(part), part_rank,
        part_many.astype(np.float64), np.array(list(groups)),
    )


# Where the tree of a dealer's hands comes from: counted, or kept.
TreeOf = Callable[[DealerPlay], Tree]


def hand_facts(game: Blackjack) -> HandFacts:
    """Ask a game for all that it says of hands."""
    known = all_hands(game)
    held = list(known)
    split = [game.count(cards_of(ranks), split=True) for ranks in held]
    draws = [count.points <= 21 and game.dealer_draws(cards_of(ranks)) for ranks, count in known.items()]
    # One hand for each total over 21, where every ace counts 1.
    beyond_21 = {sum(ranks) + len(ranks) + 1 + rank: (*ranks, rank) for ranks, more in zip(held, draws, strict=True)
                 if more for rank in range(10) if known.get(tuple(sorted((*ranks, rank))), BEYOND).points > 21}
    doubles = [len(ranks) == 2 and game.may_double(cards_of(ranks)) for ranks in held]
    doubled = {
        (0, at, rank): game.count(cards_of((*ranks, rank)), doubled=True)
        for at, ranks in enumerate(held) if doubles[at] for rank in range(10)
    }
    return HandFacts.of(list(known.items()), split, draws, doubles, doubled,
                        beyond=[game.count(cards_of(ranks)) for ranks in beyond_21.values()])


def compile_rules(
    game: Blackjack, stake: Cents, facts: HandFacts | None = None, tree_of: TreeOf = dealer_tree
) -> Rules:
    """Ask the game for everything once; `facts` is what it said of hands before."""
    facts = facts or hand_facts(game)
    for card in COURT:
        assert game.value(card) == game.value(CARDS[TEN]) and game.may_split((card, CARDS[TEN])), card
    held, counts, draws = facts.held, facts.counts, facts.draws.tolist()
    index = {ranks: at for at, ranks in enumerate(held)}
    dealers = {*facts.beyond, *(count for count, more in zip(counts, draws, strict=True) if not more)}
    pay = Payments(game, sorted(facts.distinct), sorted(dealers))
    hands = _hands(game, facts, pay)
    ending_of = np.array([-1 if more else pay.ending[count] for count, more in zip(counts, draws, strict=True)])
    over = pay.row[game.count((CARDS[TEN],) * 3)]
    assert all(pay.row[count] == over for count in pay.row if count.points > 21)
    beyond = {count.points: pay.ending[count] for count in sorted(dealers) if count.points > 21}
    return Rules(
        hands, index, tree_of(DealerPlay(index, draws, ending_of, beyond)), over, pay.rows, pay.endings,
        ending_of, pay.results, {case: pay.nets(case, stake) for case in CASES},
        np.array([float(net(game.insurance_result(card), stake)) for card in CARDS]),
        paid_at_once(game), counts,
    )
