"""The provisions of blackjack challenge as arrays: what hands count, what is decided at once, who draws, doubles and
splits, and what is paid.

A hand in play has at most four cards, for a fifth decides it. It is known by its ranks: two or four cards in order of
rank, three as the first two and the third, since an ace among the first two of a doubled hand counts 1. Every provision
is asked once for every hand."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from pitboss.law import Result
from pitboss.odds.blackjack_rules import (
    CARDS,
    COURT,
    TEN,
    Bools,
    DealerPlay,
    Floats,
    HandProvisions,
    Held,
    Ints,
    Tree,
    TreeOf,
    all_hands,
    cards_of,
    dealer_tree,
)
from pitboss.odds.par import net
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02b_blackjack_challenge import BlackjackChallenge

MOST_CARDS = 4
TENS: tuple[str, ...] = (CARDS[TEN], *COURT)
SPLIT, BOTH = ("split",), ("double down", "split")
NATURAL = Count(21, True, True)


class ChallengeHands(NamedTuple):
    """Every hand in play, fewest cards first. `set` numbers the cards without their order, `with_card` what they are
    with another. A card leads to another hand (`child`), or decides (`decides`, -1 where it does not); of a doubled
    hand it makes a `doubled` row, or decides (`doubled_decides`)."""

    counts: Ints
    size: Ints
    set: Ints
    with_card: Ints
    child: Ints
    decides: Ints
    row: Ints
    acts: Bools
    may_double: Bools
    doubled: Ints
    doubled_decides: Ints


class Challenge(NamedTuple):
    """Blackjack challenge as a kernel knows it. `rows` are what hands wait with for the dealer's, a blackjack last;
    `endings` how the dealer's hand ends; `decided` what becomes of hands that do not wait. The arrays of payments are
    by row and ending, per unit of one stake: of a box with one hand, of a doubled one (both stakes), of a hand of a
    split, of what is added to that by a double; a dealer's blackjack takes none of these last two, and `takes` once
    from the box if any of its hands is `open_to` that."""

    hands: ChallengeHands
    where: dict[Held, int]
    sets: Ints
    tree: Tree
    rows: list[Count]
    endings: list[Count]
    decided: list[Result]
    once: list[list[Result]]
    doubled: list[list[tuple[Result, Result]]]
    split: list[list[Result]]
    doubled_split: list[list[Result]]
    taken: Result
    takes: float
    open_to: Bools
    at_once: Result
    pays_now: Bools
    by_ten: list[list[Result]]
    # Ranks that get no card but their second when they are split.
    one_card: list[int]
    most_hands: int

    @property
    def natural(self) -> int:
        """The row of a blackjack."""
        return len(self.rows) - 1

    @property
    def dealers(self) -> int:
        """The ending that is a blackjack."""
        return next(at for at, count in enumerate(self.endings) if count.blackjack)


def compile_challenge(
    game: BlackjackChallenge, asked: HandProvisions | None = None, tree_of: TreeOf = dealer_tree
) -> Challenge:
    """Ask the game for everything once; `asked` knows what it said of hands before."""
    asked = asked or game
    for card in COURT:
        assert game.value(card) == game.value(CARDS[TEN]) and game.may_split((card, CARDS[TEN])), card
    assert 2 <= game.most_hands <= 3, "more hands than three are not counted"
    decide = Decides(game, asked)
    held = decide.all_held()
    where = {ranks: at for at, ranks in enumerate(held)}
    counts = [asked.count(cards_of(ranks)) for ranks in held]
    assert counts == [asked.count(cards_of(ranks), split=True) for ranks in held], "a split hand counts otherwise"
    waiting = {count.points for count in counts if not count.blackjack} | decide.doubled_points(held)
    rows = [*(Count(points, False, False) for points in sorted(waiting)), NATURAL]
    decided: list[Result] = []
    hands, sets = _hands(decide, held, where, counts, rows, decided)
    dealer, endings = dealer_play(asked)
    return Challenge(
        hands, where, sets, tree_of(dealer), rows, endings, decided, *_payments(game, rows, endings),
        game.blackjack_at_once(),
        np.array([game.pays_blackjack_now(game.value(card)) for card in CARDS]),
        [[game.both_blackjack(own, dealer) for dealer in TENS] for own in TENS],
        [rank for rank, card in enumerate(CARDS) if game.second_only(True, card)],
        game.most_hands,
    )


class Decides:
    """What decides hands at once, by what they count and of how many cards they are."""

    def __init__(self, game: BlackjackChallenge, asked: HandProvisions) -> None:
        self.game, self.asked = game, asked
        self.known: dict[tuple[Count, int], Result | None] = {}

    def at_once(self, ranks: Held, *, doubled: bool = False) -> tuple[Count, Result | None]:
        """What cards count, and how that decides them; None where it does not."""
        count = self.asked.count(cards_of(ranks), doubled=doubled)
        case = count, len(ranks)
        if case not in self.known:
            self.known[case] = self.game.at_once(*case)
        return count, self.known[case]

    def all_held(self) -> list[Held]:
        """Every hand that may still be played or stood on."""
        pairs = list(combinations_with_replacement(range(10), 2))
        triples = [(*pair, third) for pair in pairs for third in range(10)]
        every = (*pairs, *triples, *combinations_with_replacement(range(10), MOST_CARDS))
        return [*((rank,) for rank in range(10)), *(ranks for ranks in every if self.at_once(ranks)[1] is None)]

    def may_double(self, ranks: Held) -> bool:
        return len(ranks) > 1 and self.asked.may_double(cards_of(ranks))

    def doubled_points(self, held: list[Held]) -> set[int]:
        """What doubled hands wait with."""
        hands = [self.at_once((*ranks, rank), doubled=True)
                 for ranks in held if self.may_double(ranks) for rank in range(10)]
        return {count.points for count, result in hands if result is None}


def _hands(
    decide: Decides, held: list[Held], where: dict[Held, int], counts: list[Count], rows: list[Count],
    decided: list[Result],
) -> tuple[ChallengeHands, Ints]:
    row_of = {count.points: at for at, count in enumerate(rows)} | {NATURAL.points: len(rows) - 1}
    numbers: dict[Held, int] = {}
    many = np.array([[ranks.count(rank) for rank in range(10)] for ranks in held])
    blank = (len(held), 10)
    child, decides, with_card = (np.full(blank, -1, np.int64) for _ in range(3))
    doubled, doubled_decides = np.full(blank, -1, np.int64), np.full(blank, -1, np.int64)
    may_double = np.zeros(len(held), np.bool_)
    for at, ranks in enumerate(held):
        may_double[at] = not counts[at].blackjack and decide.may_double(ranks)
        for rank in range(10):
            more = (*ranks, rank)
            if len(more) <= MOST_CARDS:
                with_card[at, rank] = numbers.setdefault(tuple(sorted(more)), len(numbers))
            child[at, rank], decides[at, rank] = _leads_to(decide, more, where, decided)
            if may_double[at]:
                count, result = decide.at_once(more, doubled=True)
                if result is None:
                    doubled[at, rank] = row_of[count.points]
                else:
                    doubled_decides[at, rank] = _number(result, decided)
    hands = ChallengeHands(
        many, many.sum(1), np.array([numbers.get(tuple(sorted(ranks)), -1) for ranks in held]), with_card, child,
        decides, np.array([row_of[count.points] for count in counts]),
        np.array([count.points < 21 for count in counts]), may_double, doubled, doubled_decides,
    )
    return hands, np.array([[ranks.count(rank) for rank in range(10)] for ranks in numbers])


def _leads_to(
    decide: Decides, ranks: Held, where: dict[Held, int], decided: list[Result]
) -> tuple[int, int]:
    """The hand that a card makes, or how it is decided by it."""
    _, result = decide.at_once(ranks)
    if result is not None:
        return -1, _number(result, decided)
    return where[ranks if len(ranks) == 3 else tuple(sorted(ranks))], -1


def _number(result: Result, known: list[Result]) -> int:
    if result not in known:
        known.append(result)
    return known.index(result)


def dealer_play(game: HandProvisions) -> tuple[DealerPlay, list[Count]]:
    """How the dealer draws, and how the hand ends."""
    known = all_hands(game)
    draws = [count.points <= 21 and game.dealer_draws(cards_of(ranks)) for ranks, count in known.items()]
    ends = [Count(min(count.points, 22), False, count.blackjack) for count in known.values()]
    endings = sorted({end for end, more in zip(ends, draws, strict=True) if not more})
    number = {end: at for at, end in enumerate(endings)}
    ending_of = np.array([-1 if more else number[end] for end, more in zip(ends, draws, strict=True)])
    index = {ranks: at for at, ranks in enumerate(known)}
    beyond = dict.fromkeys(range(22, 32), number[Count(22, False, False)])
    return DealerPlay(index, draws, ending_of, beyond), endings


def _payments(
    game: BlackjackChallenge, rows: list[Count], endings: list[Count]
) -> tuple[
    list[list[Result]], list[list[tuple[Result, Result]]], list[list[Result]], list[list[Result]], Result, float, Bools
]:
    """What is paid by row and ending, and what a dealer's blackjack takes of a box that was split."""
    once = [[game.result("original", row, end) for end in endings] for row in rows]
    doubled = [[(game.result("original", row, end, BOTH[:1]), game.result("double down", row, end, BOTH[:1]))
                for end in endings] for row in rows]
    split = [[game.result("split", row, end, SPLIT, taken=False) for end in endings] for row in rows]
    taken = [[game.result("split", row, end, SPLIT) for end in endings] for row in rows]
    added = [[game.result("double down", row, end, BOTH, taken=False) for end in endings] for row in rows]
    for kind, case, like in (("original", SPLIT, split), ("original", BOTH, split), ("split", BOTH, split)):
        same = [[game.result(kind, row, end, case, taken=False) for end in endings] for row in rows]
        assert _nets(same) == _nets(like), f"{kind} with {case} is paid otherwise"
    assert _nets(added) == _nets([[game.result("double down", row, end, BOTH) for end in endings] for row in rows])
    costs = np.array(_nets(taken)) - np.array(_nets(split))
    dealers = next(at for at, end in enumerate(endings) if end.blackjack)
    open_to = costs[:, dealers] != 0.0
    takes = costs[:, dealers].min()
    assert (np.delete(costs, dealers, 1) == 0.0).all() and (costs[open_to, dealers] == takes).all()
    return once, doubled, split, added, taken[0][dealers], float(takes), open_to


def _nets(results: list[list[Result]]) -> list[list[float]]:
    return [[float(net(result, 100)) for result in row] for row in results]


def nets(results: list[list[Result]]) -> Floats:
    """What results bring per unit."""
    return np.array(_nets(results))
