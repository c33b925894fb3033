"""Three card poker: every hand of the player against every hand the dealer can have beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, cmp_to_key
from itertools import combinations, groupby
from math import comb
from typing import Any, ClassVar, NamedTuple

import msgspec
import numpy as np

from pitboss.equipment.cards import RANKS, Card
from pitboss.hands.three_card import Category, HandValue
from pitboss.law import Result
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.odds.analysis import Analysis, Instead, take
from pitboss.odds.par import Cell, Line, Strategy, StrategyTable, WagerPar, line, net, row
from pitboss.odds.words import percent
from pitboss.rulebooks.qld.s12_three_card_poker import ThreeCardPoker
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.requests import Choose, Offer
from pitboss.table.table import Table

Array = np.ndarray[Any, Any]

# The branches of the settlement, by the names the game's `outcome` gives them, and the branch of a folded hand.
OUTCOMES = {
    "not qualified": "dealer not qualified",
    "higher": "higher hand",
    "stand off": "stand off",
    "lower": "lower hand",
}
FOLDED = "folded"
# 17(4): the bet is as much as the ante.
BET = 1
# Marks of the strategy table.
BETS, FOLDS = "B", "F"


def _or_better(category: Category, rank: int = 0) -> Instead:
    """The dealer qualifies with this kind of hand and highest card, or better."""
    return "qualifies", lambda game, dealer: (dealer.category, dealer.ranks[0]) >= (category, rank)


class Spot(NamedTuple):
    """Hands that are worth the same and meet the same dealer hands: how many they are, how many dealer hands
    bring on each of OUTCOMES, and what a bet brings on average in units of the ante."""

    value: HandValue
    hands: int
    against: tuple[int, ...]
    bet: Fraction


class ThreeCardOdds(Analysis[ThreeCardPoker]):
    """Each hand's decision is made on the dealer hands that can lie beside it, every one of them counted."""

    provisions: ClassVar = {
        "dealer.qualifies": {
            "any hand": _or_better(Category.HIGH_CARD),
            "jack high": _or_better(Category.HIGH_CARD, 11),
            "queen high": _or_better(Category.HIGH_CARD, 12),
            "king high": _or_better(Category.HIGH_CARD, 13),
            "ace high": _or_better(Category.HIGH_CARD, 14),
            "a pair": _or_better(Category.PAIR),
        }
    }

    # -- counting ----------------------------------------------------------------------------------------

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        return self.game.pack()

    @cached_property
    def hands(self) -> Array:
        """Every hand, as the places of its three cards in the deck."""
        return np.array(list(combinations(range(len(self.deck)), 3)), np.int32)

    @cached_property
    def ranked(self) -> tuple[list[HandValue], Array]:
        """The values hands can have, lowest first, and the place of each hand's value among them."""
        found = [self.game.value([self.deck[card] for card in hand]) for hand in self.hands.tolist()]

        def order(one: HandValue, other: HandValue) -> int:
            return self.game.higher(one, other) - self.game.higher(other, one)

        values = sorted(dict.fromkeys(found), key=cmp_to_key(order))
        place = {value: number for number, value in enumerate(values)}
        return values, np.array([place[value] for value in found], np.int32)

    @cached_property
    def qualified(self) -> Array:
        """Does a dealer hand of each value qualify?"""
        return np.array([self.game.qualifies(value) for value in self.ranked[0]])

    @property
    def beside(self) -> int:
        """How many hands the dealer can have beside any of the player's."""
        return comb(len(self.deck) - 3, 3)

    @cached_property
    def against(self) -> Array:
        """For each hand, how many of the dealer's hands beside it fall under each of OUTCOMES."""
        values, ranks = self.ranked
        counts = _Beside(self.hands, ranks, self.qualified)
        below, level, qualified = counts.under(ranks), counts.under(ranks + 1), counts.under(len(values))
        return np.stack([self.beside - qualified, below, level - below, qualified - level], axis=1)

    @cached_property
    def alike(self) -> tuple[Array, Array, Array]:
        """Hands alike taken together: value and counts of each kind, the kind of each hand, how many are of it."""
        both = np.column_stack([self.ranked[1], self.against])
        kinds, which, sizes = np.unique(both, axis=0, return_inverse=True, return_counts=True)
        return kinds, which.reshape(-1), sizes

    # -- what it brings ----------------------------------------------------------------------------------

    def ending(self, value: HandValue, outcome: str) -> Line:
        """How a hand ends, with ante, bet and ante bonus together, in units of the ante."""
        if outcome == FOLDED:
            return self.plain(self.game.folded(), FOLDED)
        ante, bonus = self.game.result("ante", value, outcome), self.bonus(value, outcome)
        brings = net(ante, self.stake) + BET * net(self.game.result("bet", value, outcome), self.stake)
        if bonus is None:
            return self.plain(ante, OUTCOMES[outcome], brings)
        brings += net(bonus, self.stake)
        return self.plain(bonus, f"{OUTCOMES[outcome]}, {value.category.label}", brings)

    def bonus(self, value: HandValue, outcome: str) -> Result | None:
        """The ante bonus a hand earns, if any."""
        return self.game.ante_bonus(value) if outcome != FOLDED and self.game.bonus_due(outcome) else None

    def plain(self, result: Result, label: str, brings: Fraction | None = None) -> Line:
        """A line of a distribution without its probability; of several wagers, when what they bring is told."""
        made = line(result, label, Fraction(0), self.stake)
        if brings is None:
            return made
        sign = WIN if brings > 0 else LOSE if brings < 0 else STAND_OFF
        return msgspec.structs.replace(made, outcome=sign, net=brings)

    @cached_property
    def spots(self) -> list[Spot]:
        """Every kind of hand, lowest first."""
        kinds, _, sizes = self.alike
        values = self.ranked[0]
        brings = [[self.ending(value, outcome).net for outcome in OUTCOMES] for value in values]
        spots = []
        for (rank, *against), hands in zip(kinds.tolist(), sizes.tolist(), strict=True):
            whole = sum(count * Fraction(each) for count, each in zip(against, brings[rank], strict=True))
            spots.append(Spot(values[rank], hands, tuple(against), whole / sum(against)))
        return spots

    @cached_property
    def folding(self) -> Fraction:
        """What it brings to fold."""
        return net(self.game.folded(), self.stake)

    def bets(self, spot: Spot) -> bool:
        """Best play: bet where that brings more than to fold."""
        return spot.bet > self.folding

    def costs(self, bets: Callable[[Spot], bool]) -> Fraction:
        """The house edge against somebody who bets by a rule."""
        brings = sum(spot.hands * (spot.bet if bets(spot) else self.folding) for spot in self.spots)
        return -Fraction(brings) / len(self.hands)

    # -- rows --------------------------------------------------------------------------------------------

    @cached_property
    def met(self) -> Counter[tuple[HandValue, str]]:
        """How many deals come to each value and outcome under best play."""
        found = Counter[tuple[HandValue, str]]()
        for spot in self.spots:
            if self.bets(spot):
                for outcome, count in zip(OUTCOMES, spot.against, strict=True):
                    found[spot.value, outcome] += spot.hands * count
            else:
                found[spot.value, FOLDED] += spot.hands * sum(spot.against)
        return found

    @cached_property
    def frequency(self) -> Fraction:
        """How often best play bets."""
        folded = sum(count for (_, outcome), count in self.met.items() if outcome == FOLDED)
        return 1 - Fraction(folded, self.met.total())

    def wagers(self) -> tuple[WagerPar, ...]:
        """The ante bonus is no wager of its own: it is paid on the ante, and counted there."""
        bonus = Fraction(0)
        for (value, outcome), count in self.met.items():
            paid = self.bonus(value, outcome)
            bonus += net(paid, self.stake) * count if paid is not None else 0
        share = percent(bonus / self.met.total())
        ante = row("ante", self.lines(self.ending), "ante", f"ante, bet and ante bonus; the bonus alone brings {share}")
        bet = row("bet", self.lines(self.bet_line), "bet", "on the hands that best play bets on")
        pair_plus = row("pair plus", self.lines(self.pair_plus_line), note="lost when the hand is folded")
        replace = msgspec.structs.replace
        return (
            replace(ante, includes=("ante", "bet", "ante bonus"), average_stake=1 + BET * self.frequency),
            replace(bet, frequency=self.frequency),
            pair_plus,
        )

    def lines(self, ending: Callable[[HandValue, str], Line | None]) -> list[Line]:
        """The distribution of a wager over all deals in which it was made."""
        found = Counter[Line]()
        for (value, outcome), count in self.met.items():
            made = ending(value, outcome)
            if made is not None and count:
                found[made] += count
        whole = found.total()
        return [msgspec.structs.replace(made, probability=Fraction(count, whole)) for made, count in found.items()]

    def bet_line(self, value: HandValue, outcome: str) -> Line | None:
        if outcome == FOLDED:
            return None
        return self.plain(self.game.result("bet", value, outcome), OUTCOMES[outcome])

    def pair_plus_line(self, value: HandValue, outcome: str) -> Line:
        if outcome == FOLDED:
            return self.plain(self.game.folded(), FOLDED)
        return self.plain(self.game.result("pair plus", value, outcome), value.category.label)

    # -- best play ---------------------------------------------------------------------------------------

    @cached_property
    def best(self) -> dict[HandValue, Cell]:
        """What to do with each value, lowest first, and how much better that is than the other thing. Suits matter to
        the counts, but not to what is best."""
        cells = {}
        for value, spots in groupby(self.spots, lambda spot: spot.value):
            held = list(spots)
            gain = sum(spot.hands * (spot.bet - self.folding) for spot in held) / sum(spot.hands for spot in held)
            cells[value] = Cell(BETS if all(map(self.bets, held)) else FOLDS, abs(float(gain)))
        return cells

    @property
    def threshold(self) -> tuple[HandValue | None, HandValue]:
        """The highest hand that best play folds, if any, and the next above it."""
        values = list(self.best)
        folds = sum(cell.play == FOLDS for cell in self.best.values())
        assert all(self.best[value].play == FOLDS for value in values[:folds]), "a better hand is folded"
        return values[folds - 1] if folds else None, values[folds]

    def strategy(self) -> Strategy:
        always, same = self.costs(lambda spot: True), self.costs(lambda spot: self.game.qualifies(spot.value))
        below, least = self.threshold
        advice = (
            f"Bet on {_name(least)} or better; fold anything lower." if below is not None else "Bet on every hand.",
            f"Betting on every hand leaves a house edge of {percent(always)} of the ante.",
            f"Betting just on what the dealer would qualify with leaves {percent(same)}.",
        )
        if below is None or least.category != Category.HIGH_CARD:
            return Strategy(advice)
        tables = tuple(self.kickers(high) for high in sorted({least.ranks[0], below.ranks[0]}, reverse=True))
        return Strategy(advice, tables, {BETS: "bet", FOLDS: "fold"})

    def kickers(self, high: int) -> StrategyTable:
        """Hands without a pair under one highest card: the second card down the side, the third above."""
        seconds, thirds = range(high - 1, 2, -1), range(high - 2, 1, -1)
        cells = tuple(
            tuple(self.best.get(HandValue(Category.HIGH_CARD, (high, second, third)), Cell("")) for third in thirds)
            for second in seconds
        )
        name = f"{_face(high)} high: second card down, third card across"
        return StrategyTable(name, tuple(map(_face, thirds)), tuple(map(_face, seconds)), cells)

    def notes(self) -> tuple[str, ...]:
        return (
            f"All {len(self.hands):,} hands of the player against all {self.beside:,} the dealer can have beside each, "
            "from a deck shuffled for the round; what other boxes hold is not seen.",
        )

    # -- playing -----------------------------------------------------------------------------------------

    def places(self, t: Table) -> tuple[Place, ...]:
        """Every opening wager, for as much as is paid in whole cents."""
        stake = self.whole_stake()
        return (Place(1, "Ann", tuple((name, stake) for name in self.own_names())),)

    @cached_property
    def decisions(self) -> dict[frozenset[Card], bool]:
        """Bet on a hand?"""
        plays = [self.bets(spot) for spot in self.spots]
        return {
            frozenset(self.deck[card] for card in hand): plays[kind]
            for hand, kind in zip(self.hands.tolist(), self.alike[1].tolist(), strict=True)
        }

    def choose(self, t: Table, request: Choose) -> Answer:
        """Bet or fold; the last thing a table can ask here is whether to retract, which best play leaves alone."""
        if isinstance(request, Offer):
            return Lapse()
        return take(request, "bet" if self.decisions[frozenset(t.hands[request.hand].cards)] else "fold")


class _Beside:
    """Qualified dealer hands that share no card with a player's hand, by inclusion and exclusion: all of them, less
    those that hold each of his cards, plus those that hold each two of them, less his own hand."""

    def __init__(self, hands: Array, ranks: Array, qualified: Array) -> None:
        self.hands, self.ranks, self.own = hands, ranks, qualified[ranks]
        cards, values = int(hands.max()) + 1, len(qualified)
        # How many hands of each value are qualified: of all, of those with one card, of those with two.
        self.pairs = [hands[:, [0, 1]], hands[:, [0, 2]], hands[:, [1, 2]]]
        every, one, two = (np.zeros((*shape, values + 1), np.int32) for shape in ((), (cards,), (cards, cards)))
        np.add.at(every, ranks + 1, self.own)
        for card in hands.T:
            np.add.at(one, (card, ranks + 1), self.own)
        for pair in self.pairs:
            np.add.at(two, (pair[:, 0], pair[:, 1], ranks + 1), self.own)
        self.every, self.one, self.two = (np.cumsum(counts, axis=-1, dtype=np.int32) for counts in (every, one, two))

    def under(self, rank: Array | int) -> Array:
        """For each hand, those that rank lower than a value (its own, say)."""
        count = self.every[rank] - (self.own & (self.ranks < rank))
        for card in self.hands.T:
            count = count - self.one[card, rank]
        for pair in self.pairs:
            count = count + self.two[pair[:, 0], pair[:, 1], rank]
        return count


def _face(rank: int) -> str:
    return "10" if rank == 10 else RANKS[rank - 2]


def _name(value: HandValue) -> str:
    """A hand in words: Q-6-4, or its kind and highest cards."""
    ranks = "-".join(map(_face, value.ranks))
    return ranks if value.category == Category.HIGH_CARD else f"{value.category.label} {ranks}"
