"""Additional wagers on the player's own cards and the flop, which a fold loses: what they bring with the folds of best
play, and what each starting hand has to hope for from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.compiled import compiled
from pitboss.hands.kernels import HIGH, value5
from pitboss.hands.orders import high_values
from pitboss.hands.tables import Order
from pitboss.law import Result, lose
from pitboss.money import Cents
from pitboss.odds.cache import Cache, key
from pitboss.odds.community_boards import HOLES, pairs, place
from pitboss.odds.par import WagerPar, line, net, row
from pitboss.odds.sides import NO_LINE
from pitboss.table.sides import FIVE_CARDS, Side

if TYPE_CHECKING:
    from pitboss.odds.community import CommunityOdds

Array = np.ndarray[Any, Any]

FLOPS = 19_600
NEVER_FOLDING = ", never folding"


class LostByFolds(NamedTuple):
    """An additional wager that a fold before the flop loses, and in how many flops of each starting hand what becomes
    of it."""

    side: Side
    results: list[Counter[Result]]


def lost_by_folds(odds: CommunityOdds) -> dict[str, LostByFolds]:
    """Those that the table offers, by the names they are placed under."""
    folds = {known for known, street in odds.plan.streets.items() if any(play.folds for play in street.plays)}
    offered = {kind.name: odds.game.sides[kind.name] for kind in odds.game.side_kinds()} if folds == {0} else {}
    return {
        name: LostByFolds(side, results_by_hole(side, name, odds.work.cache)) for name, side in offered.items()
        if side.given_up is not None and side.looks_at == FIVE_CARDS
    }


def flops_by_hole(cache: Cache) -> Array:
    """For each starting hand, its flops by what they make of it: counted once, whatever is paid."""
    def count() -> dict[str, Array]:
        two = pairs()
        first = [int(np.flatnonzero(two.hole == number)[0]) for number in range(len(HOLES))]
        counts = np.zeros((len(HOLES), len(high_values())), np.uint16)
        count_flops(HIGH, two.cards[first].astype(np.int64), counts)
        return {"counts": counts}

    return cache.known(key("flops by starting hand", *HIGH), count)["counts"]


@compiled
def count_flops(order: Order, holes: Array, counts: Array) -> None:
    """Count the flops of each starting hand by the value of the five cards."""
    for number in range(len(holes)):
        a, b = holes[number, 0], holes[number, 1]
        for c in range(52):
            if c in (a, b):
                continue
            for d in range(c):
                if d in (a, b):
                    continue
                for e in range(d):
                    if e not in (a, b):
                        counts[number, value5(order, a, b, c, d, e)] += 1


def results_by_hole(side: Side, kind: str, cache: Cache) -> list[Counter[Result]]:
    """For each starting hand, in how many flops what becomes of a wager."""
    counts, values_with = flops_by_hole(cache), dict[Result, list[int]]()
    for number, value in enumerate(high_values()):
        values_with.setdefault(side.result(kind, value), []).append(number)
    flops = {result: counts[:, numbers].sum(axis=1).tolist() for result, numbers in values_with.items()}
    return [Counter({result: many[hole] for result, many in flops.items() if many[hole]}) for hole in range(len(HOLES))]


def folding_row(kind: str, lost: LostByFolds, folded: Sequence[bool], stake: Cents) -> WagerPar:
    """What a wager brings where some starting hands are folded."""
    side, clause = lost.side, lost.side.given_up
    assert clause is not None
    counted: Counter[tuple[Result, str]] = Counter()
    labels = {clause: str(getattr(paid, "label", paid)) for paid, (_, clause) in side.pay.lines.items()}
    for hole, results in enumerate(lost.results):
        if folded[hole]:
            counted[lose(clause), "folded"] += ways(hole) * FLOPS
            continue
        for result, flops in results.items():
            counted[result, labels.get(result.clause, NO_LINE)] += ways(hole) * flops
    whole = counted.total()
    lines = [line(result, label, Fraction(times, whole), stake) for (result, label), times in counted.items()]
    return row(kind, lines, note="with the folds of best play of the ante, which lose it")


def ways(hole: int) -> int:
    """How many pairs of cards are a starting hand."""
    high, low, suited = HOLES[hole]
    return 6 if high == low else 4 if suited else 12


def hoped_for(kind: str, lost: LostByFolds, hole: Sequence[Card], board: Sequence[Card], stake: Cents) -> Fraction:
    """What a wager on these cards brings if they are not folded, per unit: as it is decided, or on average."""
    if len(board) >= 3:
        return net(lost.side.result(kind, poker.value((*hole, *board[:3]))), stake)
    _, pair = place((), hole)
    return mean(lost.results[int(pairs().hole[pair])], stake)


def mean(results: Counter[Result], stake: Cents) -> Fraction:
    return sum((times * net(result, stake) for result, times in results.items()), Fraction(0)) / results.total()


def enough_to_stay(odds: CommunityOdds, lost: LostByFolds) -> Fraction | None:
    """From how much of it on, as a part of the opening wager, no starting hand is folded; None where none is."""
    plays = odds.plan.streets[0].plays
    folded = [hole for hole, best in enumerate(odds.deals.best) if plays[best].folds]
    parts = [odds.deals.gains[hole] / (1 + mean(lost.results[hole], odds.stake)) for hole in folded]
    return max(parts, default=None)
