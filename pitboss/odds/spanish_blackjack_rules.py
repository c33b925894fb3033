"""The provisions of Spanish blackjack as arrays: what hands count and are paid as, who draws and doubles, what a
dealer's blackjack takes.

A hand is known by how many cards of each rank it holds and by how many aces are among its first two cards, which count
1 once it is doubled. Suits matter to a hand of three cards alone: what such a hand is paid is a mean over its suits,
and the first two cards tell of them as far as they go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from pitboss.equipment.cards import SUITS, Card
from pitboss.law import Result
from pitboss.money import Cents
from pitboss.odds.blackjack_rules import (
    ACE,
    RANKS,
    TEN,
    Bools,
    DealerPlay,
    Floats,
    HandFacts,
    Held,
    Ints,
    Tree,
    TreeOf,
    counts_and_children,
    dealer_tree,
)
from pitboss.odds.par import net
from pitboss.rulebooks.qld.s02_blackjack_general import Count
from pitboss.rulebooks.qld.s02a_spanish_blackjack import SpanishBlackjack

# There are no tens: a king stands for all that counts 10.
NAMES = RANKS.replace("T", "K")
DOUBLED = ("double down",)
# Aces among the first two cards.
FIRST_ACES = 3

# The cases of a wager: its kind, whether its hand is doubled by its player, and of a split whether it is the one that a
# dealer's blackjack takes.
Case = tuple[str, bool, bool]
ONCE: Case = ("original", False, True)
TWICE: Case = ("original", True, True)
DOUBLE: Case = ("double down", True, False)
SECOND: Case = ("split", False, False)
SECOND_TWICE: Case = ("split", True, False)
TAKEN: Case = ("split", False, True)
TAKEN_TWICE: Case = ("split", True, True)
CASES = (ONCE, TWICE, DOUBLE, SECOND, SECOND_TWICE, TAKEN, TAKEN_TWICE)


class SpanishHands(NamedTuple):
    """Every hand of up to 21 points, fewest cards first. `child` is the hand with another card, -1 over 21; `doubled`
    the row of a doubled hand by aces among its first two cards, itself and the card that comes."""

    counts: Ints
    child: Ints
    acts: Bools
    doubles: Bools
    plain: Ints
    split: Ints
    doubled: Ints


class Suited(NamedTuple):
    """First two cards of some suits: how likely those are, which rank makes a hand that is paid by its suits, and how
    likely each row is then."""

    hand: int
    suits: tuple[str, ...]
    share: Fraction
    rank: int
    rows: Mapping[int, Fraction]
    # The same for either hand of a pair that is split.
    split_rows: Mapping[int, Fraction]


class SpanishRules(NamedTuple):
    """Spanish blackjack as a kernel knows it. A row is all hands that are paid alike in every case, an ending all
    dealers' hands against which they are; `pay[case]` is the net result of a unit by row and ending. `mixed` are rows
    that stand for several, by suits. `over` is the row of a hand over 21, `natural` the ending that is a blackjack."""

    hands: SpanishHands
    where: dict[Held, int]
    totals: list[Count]
    tree: Tree
    rows: list[Count]
    endings: list[Count]
    row: Mapping[Count, int]
    ending: Mapping[Count, int]
    results: dict[Case, list[list[Result]]]
    pay: dict[Case, Floats]
    mixed: Mapping[int, Mapping[int, Fraction]]
    suited: tuple[Suited, ...]
    over: int
    natural: int
    # By row, where the doubled part may be withdrawn; what then becomes of the two wagers.
    withdraws: Bools
    forfeits: Floats
    # By first card: against which surrender is offered, and what it brings by ending.
    surrenders: Bools
    surrender: Floats
    insurance: Floats

    @property
    def states(self) -> int:
        """Ways in which a hand ends: rows, rows of doubled hands, and the doubled part withdrawn."""
        return 2 * len(self.pay[ONCE]) + 1

    @property
    def withdrawn(self) -> int:
        return self.states - 1


def card_of(at: int, suit: str = "s") -> Card:
    return f"{NAMES[at]}{suit}"


@cache
def cards_of(ranks: Held, first_aces: int | None = None) -> tuple[Card, ...]:
    """Cards of these ranks, of two suits so that nothing hangs on them; with so many aces among the first two."""
    held = sorted(ranks)
    if first_aces is not None:
        aces, others = [at for at in held if at == ACE], [at for at in held if at != ACE]
        held = aces[:first_aces] + others + aces[first_aces:]
    return tuple(card_of(at, "sh"[number % 2]) for number, at in enumerate(held))


def spanish_facts(game: SpanishBlackjack) -> HandFacts:
    """Ask a game for all that it says of hands."""
    known = all_hands(game)
    held = list(known)
    # That a hand is of a split matters to its first cards alone.
    split = [game.count(cards_of(ranks), split=True) if len(ranks) <= 3 else count for ranks, count in known.items()]
    draws = [game.dealer_draws(cards_of(ranks)) for ranks in held]
    doubles = [len(ranks) > 1 and game.may_double(cards_of(ranks)) for ranks in held]
    doubled = _doubled(game, {ranks: at for at, ranks in enumerate(held) if doubles[at]})
    by_suits: dict[Held, dict[Count, Fraction]] = {
        ranks: _by_suits(game, ranks) for ranks, count in known.items()
        if len(ranks) == 3 and game.paid_at_once(count)
    }
    return HandFacts.of(list(known.items()), split, draws, doubles, doubled, first_aces=FIRST_ACES, by_suits=by_suits)


def compile_spanish(
    game: SpanishBlackjack, stake: Cents, facts: HandFacts | None = None, tree_of: TreeOf = dealer_tree
) -> SpanishRules:
    """Ask the game for everything once; `facts` is what it said of hands before."""
    facts = facts or spanish_facts(game)
    held, totals, draws = facts.held, facts.counts, facts.draws.tolist()
    where = {ranks: at for at, ranks in enumerate(held)}
    players = {*facts.distinct, *(count for many in facts.by_suits.values() for count in many)}
    over = game.count(cards_of((TEN, TEN, TEN)))
    dealers = {count for count, more in zip(totals, draws, strict=True) if not more} | {over}
    pay = SpanishPayments(game, sorted({*players, over}), sorted(dealers), stake)
    # Hands that are paid by their suits get rows of their own, which are means.
    mixed: dict[Held, int] = {ranks: pay.mean_row(many) for ranks, many in facts.by_suits.items() if len(many) > 1}
    ending_of = np.array([-1 if more else pay.ending[count] for count, more in zip(totals, draws, strict=True)])
    tree = tree_of(DealerPlay(where, draws, ending_of, dict.fromkeys(range(22, 32), pay.ending[over])))
    hands = _hands(game, facts, where, pay, mixed)
    natural = pay.ending[game.count(cards_of((ACE, TEN)))]
    return SpanishRules(
        hands, where, totals, tree, pay.rows, pay.endings, pay.row, pay.ending, pay.results, pay.nets, pay.mixed,
        tuple(_suited(game, held, where, pay)), pay.row[over], natural,
        np.array([game.may_withdraw(count) and not game.paid_at_once(count) for count in pay.rows]
                 + [False] * len(pay.mixed)),
        np.array([float(net(game.forfeited(kind), stake)) for kind in ("original", "split", "double down")]),
        np.array([game.may_surrender(cards_of((8, TEN)), False, card_of(up)) for up in range(10)]),
        np.array([float(net(game.surrendered(count), stake)) for count in pay.endings]),
        np.array([float(net(game.insurance_result(card_of(at)), stake)) for at in range(10)]),
    )


def all_hands(game: SpanishBlackjack) -> dict[Held, Count]:
    """Every hand of up to 21 points with what it counts, fewest cards first."""
    counts: dict[Held, Count] = {}
    level: list[Held] = [()]
    while level:
        longer: list[Held] = []
        for ranks in level:
            for rank in range(ranks[-1] if ranks else 0, 10):
                more = (*ranks, rank)
                count = game.count(cards_of(more))
                if count.points > 21:
                    # Nor would a higher card do.
                    break
                counts[more] = count
                longer.append(more)
        level = longer
    return counts


def _doubled(game: SpanishBlackjack, where: Mapping[Held, int]) -> dict[tuple[int, int, int], Count]:
    """What a hand counts that is doubled, by aces among its first two cards, itself and the card that comes."""
    counts: dict[tuple[int, int, int], Count] = {}
    known: dict[tuple[int, Held], Count] = {}
    for ranks, at in where.items():
        aces = ranks.count(ACE)
        for first in range(max(0, 2 - len(ranks) + aces), min(2, aces) + 1):
            count: Count | None = None
            for rank in range(10):
                # Over 21 with a card is over 21 with a higher one.
                if count is None or count.points <= 21:
                    key = first, tuple(sorted((*ranks, rank)))
                    if key not in known:
                        known[key] = game.count((*cards_of(ranks, first), card_of(rank, "h")), doubled=True)
                    count = known[key]
                counts[first, at, rank] = count
    return counts


def _by_suits(game: SpanishBlackjack, ranks: Held) -> dict[Count, Fraction]:
    """What a hand counts by its suits, and how likely that is from the whole pack."""
    chances: dict[Count, Fraction] = {}
    for suits in product(SUITS, repeat=len(ranks)):
        count = game.count([card_of(at, suit) for at, suit in zip(ranks, suits, strict=True)])
        chances[count] = chances.get(count, Fraction(0)) + likely(game, ranks, suits)
    return chances


def likely(game: SpanishBlackjack, ranks: Sequence[int], suits: Sequence[str]) -> Fraction:
    """How likely cards of these ranks are to have these suits."""
    ways = whole = 1
    gone: list[Card] = []
    for at, suit in zip(ranks, suits, strict=True):
        left = {card: game.in_pack[card] - gone.count(card) for card in (card_of(at, each) for each in SUITS)}
        gone.append(card_of(at, suit))
        ways, whole = ways * left[gone[-1]], whole * sum(left.values())
    return Fraction(ways, whole)


def _suited(
    game: SpanishBlackjack, held: Sequence[Held], where: Mapping[Held, int], pay: SpanishPayments
) -> Iterable[Suited]:
    """First two cards whose suits tell of what a third may make."""
    for ranks in held:
        if len(ranks) != 2:
            continue
        for rank in range(10):
            hand = tuple(sorted((*ranks, rank)))
            if hand not in where or where[hand] not in pay.suit_paid:
                continue
            classes: dict[tuple[tuple[int, Fraction], ...], list[tuple[str, ...]]] = {}
            for suits in product(SUITS, repeat=2):
                rows = _rows_then(game, pay, (*ranks, rank), suits)
                classes.setdefault(tuple(sorted(rows.items())), []).append(suits)
            for row_shares, alike in classes.items():
                after: dict[int, Fraction] = {}
                if ranks[0] == ranks[1]:
                    after = _rows_then(game, pay, (*ranks, rank, rank), alike[0], leaves=1)
                share = sum((likely(game, ranks, suits) for suits in alike), Fraction(0))
                names = tuple("".join(suits) for suits in alike)
                yield Suited(where[ranks], names, share, rank, dict(row_shares), after)


def _rows_then(
    game: SpanishBlackjack, pay: SpanishPayments, ranks: Sequence[int], suits: tuple[str, ...], leaves: int = 0
) -> dict[int, Fraction]:
    """How likely each row is for cards of these ranks whose first two have these suits; where the second lies with
    another hand, it is left out."""
    rows: dict[int, Fraction] = {}
    for others in product(SUITS, repeat=len(ranks) - 2):
        every = (*suits, *others)
        cards = [card_of(at, suit) for at, suit in zip(ranks, every, strict=True)]
        row = pay.row[game.count(cards[:1] + cards[1 + leaves:])]
        part = likely(game, ranks, every) / likely(game, ranks[:2], suits)
        rows[row] = rows.get(row, Fraction(0)) + part
    return rows


class SpanishPayments:
    """What every pair of hands is paid in every case, with those that are paid alike taken together."""

    def __init__(self, game: SpanishBlackjack, players: list[Count], dealers: list[Count], stake: Cents) -> None:
        some, most = game.count(cards_of((8, TEN))), game.count(cards_of((1, 8, TEN)))
        # 10(7): which wager of a split is the original one, by the first hand.
        first, other = (game.original_by(count, False, some) for count in (some, most))
        under = {ONCE: None, TWICE: None, DOUBLE: None, SECOND: first, SECOND_TWICE: first, TAKEN: other,
                 TAKEN_TWICE: other}
        every = {
            case: [[game.result(case[0], player, dealer, DOUBLED if case[1] else (), under[case])
                    for dealer in dealers] for player in players]
            for case in CASES
        }
        given_up = [game.surrendered(dealer) for dealer in dealers]
        rows = _alike([tuple(tuple(every[case][at]) for case in CASES) for at in range(len(players))])
        endings = _alike([(given_up[at], *(row[at] for case in CASES for row in every[case]))
                          for at in range(len(dealers))])
        self.row = dict(zip(players, rows, strict=True))
        self.ending = dict(zip(dealers, endings, strict=True))
        firsts, ends = _firsts(rows), _firsts(endings)
        self.rows, self.endings = [players[at] for at in firsts], [dealers[at] for at in ends]
        self.results = {case: [[every[case][row][ending] for ending in ends] for row in firsts] for case in CASES}
        self.nets = {
            case: np.array([[float(net(result, stake)) for result in row] for row in self.results[case]])
            for case in CASES
        }
        self.mixed: dict[int, dict[int, Fraction]] = {}
        # Hands whose pay hangs on their suits.
        self.suit_paid: set[int] = set()

    def mean_row(self, many: Mapping[Count, Fraction]) -> int:
        """A row that is the mean of others, as likely as they are."""
        parts: dict[int, Fraction] = {}
        for count, share in many.items():
            parts[self.row[count]] = parts.get(self.row[count], Fraction(0)) + share
        for case, nets in self.nets.items():
            mean = sum(float(share) * nets[row] for row, share in parts.items())
            self.nets[case] = np.vstack((nets, mean))
        number = len(self.nets[ONCE]) - 1
        self.mixed[number] = parts
        return number


def _alike(paid: Sequence[object]) -> list[int]:
    """A number for each, the same for those that are paid the same."""
    numbers: dict[object, int] = {}
    return [numbers.setdefault(one, len(numbers)) for one in paid]


def _firsts(numbers: Sequence[int]) -> list[int]:
    return [numbers.index(number) for number in range(max(numbers) + 1)]


def _hands(
    game: SpanishBlackjack, facts: HandFacts, where: Mapping[Held, int], pay: SpanishPayments,
    mixed: Mapping[Held, int],
) -> SpanishHands:
    counts, child = counts_and_children(facts.held)
    plain, split = (facts.rows(places, pay.row) for places in (facts.count_at, facts.split_at))
    for ranks, row in mixed.items():
        plain[where[ranks]] = split[where[ranks]] = row
    pay.suit_paid |= {where[ranks] for ranks in mixed}
    return SpanishHands(
        counts, child, np.array([not game.paid_at_once(count) for count in facts.counts]), facts.doubles, plain, split,
        facts.rows(facts.doubled_at, pay.row),
    )
