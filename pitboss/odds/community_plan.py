"""What the law makes of a hand, and what a player may do on the way, put into numbers for the counting."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.hands.poker import Category, HandValue
from pitboss.law import Clause, Result
from pitboss.law.results import WIN
from pitboss.money import Cents
from pitboss.odds.analysis import BadQuestion
from pitboss.odds.cache import Arrays
from pitboss.odds.par import net
from pitboss.odds.weights import whole_weights
from pitboss.table.game import PayTable

Array = np.ndarray[Any, Any]

# Where the dealer's hand is, seen from the player's.
BELOW, LEVEL, ABOVE = 0, 1, 2
SIDES = {BELOW: "higher than the dealer", LEVEL: "level with the dealer", ABOVE: "lower than the dealer"}

# A wager, and how many times the opening wager it is.
Bet = tuple[str, int]
# The player's category, whether the dealer qualifies, and the side the dealer is on.
Place = tuple[int, int, int]
# A player's value, whether the dealer qualifies, the side the dealer is on, and the dealer's value.
Meeting = tuple[int, int, int, int]


class Play(NamedTuple):
    """Something to do on a street: what it is called at the table, the wagers it puts down, whether it is the last
    decision, and the clause that takes all wagers where it is to fold."""

    choice: str
    adds: tuple[Bet, ...] = ()
    ends: bool = False
    folds: Clause | None = None


class DecisionPoint(NamedTuple):
    """A decision after so many community cards (0, 3, 4 or 5). Of plays equally good the first is made."""

    known: int
    plays: tuple[Play, ...]


class Way(NamedTuple):
    """A way to the end from some street on: the wagers put down, and the cell of the showdown or the fold."""

    bets: tuple[Bet, ...]
    end: int | Play


class ShowdownCell(NamedTuple):
    """A cell of the showdown: what becomes of each wager, and in words how the hands compare, and which hands the
    player may have, where not all of them."""

    results: Mapping[str, Result]
    compares: str
    hands: str

    @property
    def label(self) -> str:
        return ", ".join(filter(None, (self.compares, self.hands)))


class Law(NamedTuple):
    """How hands end, in numbers: the category of a value, whether a dealer qualifies with it, and the cell for each
    category at each place of the dealer: not qualified below, level, above, then qualified the same."""

    category: Array
    qualifies: Array
    cell: Array


class StreetPlan(NamedTuple):
    """A street in numbers. Counts come in by cell; each play weighs them, the first of the best is made, and takes
    each cell to another, of which there are `size`. `keep` is where a cell is kept as it came in, for a street before
    this one. What goes nowhere goes to `size` itself."""

    weights: Array
    to: Array
    keep: Array
    size: int


class KnownMeetings(NamedTuple):
    """What looking through all values of a game has shown: one meeting for each place, the values that meet there by
    their numbers, and of all of them the category and whether a dealer qualifies."""

    meetings: Sequence[Meeting]
    values: Mapping[int, HandValue]
    category: Array
    qualifies: Array

    def arrays(self) -> Arrays:
        """The same to be kept. A value is its number, its category and its ranks, and nothing after them."""
        values = np.zeros((len(self.values), 7), np.int64)
        for row, (number, (category, ranks)) in zip(values, self.values.items(), strict=True):
            row[: 2 + len(ranks)] = number, category, *ranks
        return {**self._asdict(), "meetings": np.array(self.meetings), "values": values}

    @classmethod
    def read(cls, held: Arrays) -> KnownMeetings:
        values = {
            number: HandValue(Category(category), tuple(filter(None, ranks)))
            for number, category, *ranks in held["values"].tolist()
        }
        meetings = [(player, sort, side, dealer) for player, sort, side, dealer in held["meetings"].tolist()]
        return cls(meetings, values, held["category"], held["qualifies"])


class Showdowns:
    """Every way the law ends a hand that was played out. Hands end alike in one cell, whatever the odds paid: those in
    which each wager has the same outcome under the same clauses, apart by category where that has a pay line of its
    own. So the same cells serve when odds are changed."""

    def __init__(
        self, result: Callable[[str, HandValue, HandValue], Result], qualifies: Callable[[HandValue], bool],
        pay: Mapping[str, PayTable], wagers: Sequence[str], values: Callable[[], Sequence[HandValue]],
        known: KnownMeetings | None = None,
    ) -> None:
        """`values` gives all values a hand can have, lowest first, which takes a moment; `wagers` are those decided by
        comparing hands; `known` is what was found where the same game has been looked through before."""
        self.pay, self.wagers = pay, wagers
        if known is None:
            every = dict(enumerate(values()))
            category = np.array([value.category for value in every.values()], np.uint8)
            qualified = np.array([bool(qualifies(value)) for value in every.values()], np.uint8)
            known = KnownMeetings([*_all_meetings(category.tolist(), qualified.tolist())], every, category, qualified)
        outcomes, meetings = self._meet(result, known)
        met = {number: known.values[number] for player, _, _, dealer in meetings for number in (player, dealer)}
        self.known = known._replace(meetings=meetings, values=met)
        cells: dict[object, list[Place]] = {}
        for place, results in outcomes.items():
            cells.setdefault(self._alike(place, results), []).append(place)
        cell = np.zeros((len(Category), 2, 3), np.uint16)
        self.endings = []
        for number, (first, *others) in enumerate(cells.values()):
            if any(outcomes[place] != outcomes[first] for place in others):
                raise BadQuestion("hands that end under the same clauses are paid at different odds: not analysed")
            for place in (first, *others):
                cell[place] = number
            self.endings.append(ShowdownCell(outcomes[first], *_words((first, *others), outcomes)))
        self.law = Law(known.category, known.qualifies, cell.reshape(-1, 6))

    def _alike(self, place: Place, results: Mapping[str, Result]) -> object:
        verdicts = tuple((result.outcome, result.clause, result.also) for result in results.values())
        paid = [self.pay[wager] for wager, result in results.items() if result.outcome == WIN]
        return verdicts, place[0] if any(len(table.lines) > 1 for table in paid) else None

    def _meet(
        self, result: Callable[[str, HandValue, HandValue], Result], known: KnownMeetings
    ) -> tuple[dict[Place, dict[str, Result]], list[Meeting]]:
        """What becomes of the wagers at each place, and the first meeting there."""
        outcomes: dict[Place, dict[str, Result]] = {}
        meetings = list[Meeting]()
        for player, sort, side, dealer in known.meetings:
            hand, other = known.values[player], known.values[dealer]
            results = {wager: result(wager, hand, other) for wager in self.wagers}
            place = hand.category, sort, side
            if place not in outcomes:
                outcomes[place] = results
                meetings.append((player, sort, side, dealer))
            elif outcomes[place] != results:
                raise BadQuestion(f"what becomes of {hand.category.label} {SIDES[side]} depends on more: not analysed")
        return outcomes, meetings


def _all_meetings(category: Sequence[int], qualified: Sequence[int]) -> Iterator[Meeting]:
    """Every value meets the nearest dealers of each sort, and the lowest and highest value of a category the farthest
    too, to see that nothing but the place decides."""
    sorts = [[value for value, held in enumerate(qualified) if held == sort] for sort in (False, True)]
    for player, own in enumerate(category):
        outer = category[player - 1 : player] != [own] or category[player + 1 : player + 2] != [own]
        for sort, dealers in enumerate(sorts):
            low, high = bisect_left(dealers, player), bisect_right(dealers, player)
            near = ((BELOW, dealers[low - 1 : low]), (LEVEL, dealers[low:high]), (ABOVE, dealers[high : high + 1]))
            far = ((BELOW, dealers[: min(1, low)]), (ABOVE, dealers[max(high, len(dealers) - 1) :]))
            for side, met in near + far if outer else near:
                for dealer in met:
                    yield player, sort, side, dealer


class Plan:
    """The streets of a game as choices between weighted counts, from the last street to the first.

    On the last street counts come in by the cells of the showdown. What goes out of a street is counted by the ways
    to the end that best play takes from there on, and comes into the street before it. A play that ends the deciding
    needs the cells of the showdown as they were, so those are kept beside the ways up to the first such street.

    To fold is never better than a play that adds nothing, since no wager brings less than its own loss. So where there
    is such a play, folding is left out. Where no fold is left from a street on, the wagers put down before it bring
    the same whatever is done, and do not count in what is best; where one is left they do, and must be known."""

    def __init__(
        self, opening: tuple[Bet, ...], streets: Iterable[DecisionPoint], endings: Sequence[ShowdownCell], stake: Cents
    ) -> None:
        """`stake` is the opening wager in cents, for where the law rounds or caps a payout."""
        self.opening, self.endings, self.stake = opening, endings, stake
        self.streets = {street.known: without_idle_folds(street) for street in streets}
        self._before = self._put_down()
        self._last_decisions = [known for known, street in self.streets.items() if any(p.ends for p in street.plays)]
        self._base = [Way((), cell) for cell in range(len(endings))]
        # What comes into the street: cells of the showdown that are kept, then ways.
        self._kept, ways = 0, self._base
        self.choices: dict[int, StreetPlan] = {}
        # What one of the whole numbers that a street weighs with is worth, in units of the opening wager.
        self.units: dict[int, Fraction] = {}
        # The ways that go out of each street, and where the first of them is kept.
        self._out: dict[int, tuple[int, list[Way]]] = {}
        for known in (5, 4, 3, 0):
            self.choices[known], ways = self._choose(known, ways)
            self._out[known] = self._kept, ways
        self.ways = ways

    def worth(self, way: Way, before: tuple[Bet, ...]) -> Fraction:
        """What a way brings, with what was put down before, in units of the opening wager."""
        return sum((times * self.brings(wager, times, way.end) for wager, times in before + way.bets), Fraction(0))

    def brings(self, wager: str, times: int, end: int | Play) -> Fraction:
        """What a wager brings per unit of its own stake."""
        if isinstance(end, Play):
            return Fraction(-1)
        return net(self.endings[end].results[wager], times * self.stake)

    def values(self, known: int, counts: Sequence[int], before: tuple[Bet, ...]) -> list[Fraction]:
        """What each play of a street brings on average, in units of the opening wager: with counts as they come in, and
        with all that was put down before."""
        street, (first, ways) = self.choices[known], self._out[known]
        averages = []
        for to in street.to.tolist():
            goes = [(count, ways[cell - first]) for cell, count in zip(to, counts, strict=True) if cell < street.size]
            brought = sum((count * self.worth(way, before) for count, way in goes if count), Fraction(0))
            averages.append(brought / sum(count for count, _ in goes))
        return averages

    @property
    def plays_or_folds(self) -> bool:
        """Is the last decision, on the whole board, to play or to fold, and the turn dealt with it?"""
        street = self.streets.get(5)
        return street is not None and 4 not in self.streets and [bool(play.folds) for play in street.plays] == [
            True, False]

    def least_gain(self) -> Array:
        """By cell, how much more it brings on the whole board to play than to fold if nothing is paid on what is won.
        Whatever the odds, it brings at least that much."""
        before, (_, play) = self._so_far(5), self.streets[5].plays
        staked = sum(times for _, times in before)
        gains = [
            staked + sum((times * min(self.brings(wager, times, cell), Fraction(0))
                          for wager, times in before + play.adds), Fraction(0))
            for cell in range(len(self.endings))
        ]
        weights, _ = whole_weights([gains])
        least: Array = weights[0]
        return least

    def _put_down(self) -> dict[int, set[tuple[Bet, ...]]]:
        """What may have been put down when a street is come to."""
        here, bets_by_street = {self.opening}, {}
        for known, street in sorted(self.streets.items()):
            bets_by_street[known] = here
            here = {bets + play.adds for bets in here for play in street.plays if not (play.folds or play.ends)}
        return bets_by_street

    def _choose(self, known: int, ways: list[Way]) -> tuple[StreetPlan, list[Way]]:
        """A street, and the ways that go out of it."""
        street = self.streets.get(known)
        size = self._kept + len(ways)
        if street is None:
            return goes_on(size), ways
        folding = any(isinstance(way.end, Play) for way in ways) or any(play.folds for play in street.plays)
        keeps = len(self._base) if any(known > other for other in self._last_decisions) else 0
        brings = [[Fraction(0)] * size for _ in street.plays]
        to, out = np.full((len(street.plays), size), -1), dict[Way, int]()
        for number, play in enumerate(street.plays):
            for cell, way in enumerate(self._base) if play.ends else enumerate(ways, self._kept):
                then = Way((), play) if play.folds else Way(play.adds + way.bets, way.end)
                to[number, cell] = keeps + out.setdefault(then, len(out))
                brings[number][cell] = self.worth(then, self._so_far(known) if folding else ())
        self._kept, after = keeps, keeps + len(out)
        keep = np.where(np.arange(size) < keeps, np.arange(size), after).astype(np.uint16)
        weights, self.units[known] = whole_weights(brings)
        return StreetPlan(weights, np.where(to < 0, after, to).astype(np.uint16), keep, after), list(out)

    def _so_far(self, known: int) -> tuple[Bet, ...]:
        (before,) = self._before[known]
        return before


def goes_on(size: int) -> StreetPlan:
    """A street without a decision: counts go out in the cells that they come in by."""
    same = np.arange(size, dtype=np.uint16)
    return StreetPlan(np.zeros((1, size), np.int64), same[None], np.full(size, size, np.uint16), size)


def without_idle_folds(street: DecisionPoint) -> DecisionPoint:
    """A street but for folding where nothing need be added to stay."""
    if any(not play.adds and not play.folds for play in street.plays):
        return DecisionPoint(street.known, tuple(play for play in street.plays if not play.folds))
    return street


def _words(places: Iterable[Place], reached: Iterable[Place]) -> tuple[str, str]:
    """A cell in words: what sets it apart from the others that can be reached."""
    categories, sorts, sides = (sorted(set(each)) for each in zip(*places, strict=True))
    words = ["the dealer does not qualify"] if sorts == [0] else []
    if len(sides) < len({side for category, sort, side in reached if sort in sorts and category in categories}):
        words += [SIDES[side] for side in sides]
    low, high = Category(categories[0]), Category(categories[-1])
    if len(categories) == len({category for category, sort, side in reached if sort in sorts and side in sides}):
        hands = ""
    elif low == high:
        hands = low.label
    else:
        hands = f"{low.label} or higher" if high == max(Category) else f"{high.label} or lower"
    return ", ".join(words) or "any hand", hands
