"""Best play of a hand against the dealer's, in words and tables."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.equipment.cards import RANKS
from pitboss.odds.par import Cell, Strategy, StrategyTable
from pitboss.odds.words import percent

if TYPE_CHECKING:
    from pitboss.odds.ante_and_raise import AnteAndRaiseOdds

# Marks of the table of kickers.
BETS, FOLDS = "B", "F"


def strategy(odds: AnteAndRaiseOdds) -> Strategy:
    """The least hand to bet on, where there is one; by the card that the dealer shows, how often."""
    if odds.street.known:
        legend = {"0-100": "of a hundred hands, those to bet on"}
        return Strategy((_share(odds), *_costs(odds)), (_by_card(odds),), legend)
    cells = best(odds)
    folds = [value for value, cell in cells.items() if cell.play == FOLDS]
    if folds != list(cells)[: len(folds)]:
        return Strategy((_share(odds), *_costs(odds)))
    if not folds:
        return Strategy(("Bet on every hand.", *_costs(odds)))
    if len(folds) == len(cells):
        return Strategy(("Fold every hand.", *_costs(odds)))
    below, least = folds[-1], list(cells)[len(folds)]
    advice = (f"Bet on {_name(least)} or better; fold anything lower.", *_costs(odds))
    if odds.game.hand_size != 3 or least.category != least.category.HIGH_CARD:
        return Strategy(advice)
    tables = tuple(_kickers(cells, least, high) for high in sorted({least.ranks[0], below.ranks[0]}, reverse=True))
    return Strategy(advice, tables, {BETS: "bet", FOLDS: "fold"})


def best(odds: AnteAndRaiseOdds) -> dict[Any, Cell]:
    """What to do with each value, lowest first, and how much better that is than the other thing. Suits matter to the
    counts, and rarely to what is best: a value is bet on where every hand of it is."""
    gains, deals, unit = odds.gains_by_value, odds.deals_by_value, odds.brings.unit
    folds = set(odds.alike.value[~odds.alike_bets].tolist())
    return {
        value: Cell(FOLDS if number in folds else BETS, abs(float(unit * gains[number] / deals[number])))
        for number, value in enumerate(odds.hands.values)
    }


def _share(odds: AnteAndRaiseOdds) -> str:
    return f"Bet on {float(100 * odds.frequency):.1f}% of hands; fold the rest."


def _costs(odds: AnteAndRaiseOdds) -> Iterator[str]:
    opening = odds.game.opening
    yield f"Betting on every hand leaves a house edge of {percent(odds.costs(lambda value: True))} of the {opening}."
    if not odds.qualified.all():
        same = odds.costs(odds.game.qualifies)
        yield f"Betting just on what the dealer would qualify with leaves {percent(same)}."


def _kickers(cells: dict[Any, Cell], least: Any, high: int) -> StrategyTable:
    """Hands of three cards without a pair under one highest card: the second card down the side, the third above."""
    seconds, thirds = range(high - 1, 2, -1), range(high - 2, 1, -1)
    rows = tuple(
        tuple(cells.get(least._replace(ranks=(high, second, third)), Cell("")) for third in thirds)
        for second in seconds
    )
    name = f"{_face(high)} high: second card down, third card across"
    return StrategyTable(name, tuple(map(_face, thirds)), tuple(map(_face, seconds)), rows)


def _by_card(odds: AnteAndRaiseOdds) -> StrategyTable:
    """Kinds of hand down the side, the dealer's card above: in how many of a hundred cases to bet. A kind that is bet
    on only sometimes is told by its first cards as well."""
    names, rows = [], []
    for name, shares in _groups(odds, range(len(odds.hands.values)), 0):
        names.append(name)
        rows.append(tuple(map(_percent, shares)))
    ranks = tuple(map(_face, odds.hands.shown_ranks))
    return StrategyTable(
        "bets in percent: your hand down, the dealer's card across", ranks, tuple(names), tuple(rows)
    )


def _percent(share: Fraction | None) -> Cell:
    return Cell("") if share is None else Cell(f"{float(100 * share):.0f}", float(share))


def _groups(odds: AnteAndRaiseOdds, held: range | list[int], depth: int) -> Iterator[tuple[str, list[Fraction | None]]]:
    """Values that begin alike, best first, and after each group that is played in both ways the groups within it; with
    how often each is bet on, against every rank shown."""
    values = odds.hands.values
    groups: dict[Any, list[int]] = {}
    for number in reversed(held):
        groups.setdefault((values[number].category, values[number].ranks[:depth]), []).append(number)
    for (category, ranks), numbers in groups.items():
        shares = odds.shares_bet(numbers)
        mixed = {*shares} - {None} not in (set(), {Fraction(0)}, {Fraction(1)})
        if not depth or mixed:
            yield f"{category.label} {'-'.join(map(_face, ranks))}".strip(), shares
        if mixed and depth < 2:
            yield from _groups(odds, sorted(numbers), depth + 1)


def _face(rank: int) -> str:
    return "10" if rank == 10 else RANKS[rank - 2]


def _name(value: Any) -> str:
    """A hand in words: Q-6-4, or its kind and highest cards."""
    ranks = "-".join(map(_face, value.ranks))
    return ranks if value.category == value.category.HIGH_CARD else f"{value.category.label} {ranks}"
