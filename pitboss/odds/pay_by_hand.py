"""Games without a hand of the dealer's, in which streets are bet on and the whole hand is paid by a table: backwards
from every whole hand to what is best on each street, and forwards again to where all deals go.

Every card seen counts alike, so what a player knows is a set of cards up to suits, and what has been staked: to fold
loses all of it, so that the same cards may be worth going on with after large stakes and not after small ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import perm
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from pitboss.equipment.cards import RANKS
from pitboss.law import Result, lose
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.odds.analysis import Analysis, BadQuestion, OptionValue, Rules, take
from pitboss.odds.community_boards import HOLES
from pitboss.odds.community_words import Hole, about, grid
from pitboss.odds.packs import Array, Kinds, Pack
from pitboss.odds.par import Cell, Line, Strategy, WagerPar, line, net, row
from pitboss.odds.pay_by_hand_points import FOLDS, ByPoints, board, mark_of, said
from pitboss.odds.rules import least_pairs
from pitboss.odds.weights import whole_weights
from pitboss.table.acts import Answer, Lapse, Place
from pitboss.table.facts import BOARD
from pitboss.table.pay_by_hand import PayByHand
from pitboss.table.requests import Choose, Offer
from pitboss.table.streets import CHECK, FOLD, BettingStreet
from pitboss.table.table import Table
from pitboss.table.views import Sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

# How many times the opening wager was placed on each street so far.
Path = tuple[int, ...]
# What all deals behind a starting hand bring together must stay within 64 bits.
LARGEST = 1 << 62


class SeenCards(NamedTuple):
    """By how many cards are seen: what may be known; and for each kind of it, the kind that each of the other cards
    makes of it."""

    kinds: dict[int, Kinds]
    steps: dict[int, Array]


@lru_cache(2)
def seen_cards(pack: Pack, hole: int, board: int) -> SeenCards:
    """The same for every game that is dealt alike, whatever it pays."""
    kinds, steps = {hole: pack.kinds(hole)[0]}, {}
    for seen in range(hole, hole + board):
        kinds[seen + 1], steps[seen] = pack.one_more(kinds[seen])
    return SeenCards(kinds, steps)


class PaidAlike(NamedTuple):
    """Whole hands that are paid alike: what becomes of each wager, and what they are."""

    results: tuple[Result, ...]
    label: str


class DealEnd(NamedTuple):
    """Where deals go: what was staked on each street, and the ending, or the street on which the hand was folded."""

    path: Path
    ending: PaidAlike | None
    folded: int = 0


class PayByHandOdds(Analysis[PayByHand]):
    """The best play for every set of cards and every stake."""

    keeps_own = True

    # -- what a game says --------------------------------------------------------------------------------

    @classmethod
    def rules_of(cls, game: PayByHand) -> Rules:
        """The least pair that wins and the least that comes back, where a game has such lines."""
        wins, back = least_pairs("paid_pair"), least_pairs("returned_pair")
        return {"pairs.win from": wins, "pairs.come back from": back} if game.paid_pair else {}

    @cached_property
    def plays(self) -> tuple[tuple[int, ...], ...]:
        """What may be done on each street. Of plays equally good the first is made; to fold where a check costs nothing
        is never better."""
        if any(street.last for street in self.game.streets):
            raise BadQuestion(f"{self.game.id}: a wager that ends the deciding is not analysed without a dealer's hand")
        return tuple(
            ((0,) if street.check is not None else (FOLDS,) if street.folded is not None else ())
            + street.amounts(1)
            for street in self.game.streets
        )

    def paths(self, streets: int) -> list[Path]:
        """All that may have been staked before a street."""
        return list(product(*([times for times in plays if times != FOLDS] for plays in self.plays[:streets])))

    def staked(self, path: Path) -> int:
        return 1 + len(self.game.matched) + sum(path)

    def wagers_of(self, path: Path) -> Iterator[tuple[str, int]]:
        """The wagers that lie there, and how many times the opening one each is."""
        for wager in (self.game.opening, *self.game.matched):
            yield wager, 1
        for street, times in zip(self.game.streets, path, strict=False):
            if times:
                yield street.wager, times

    # -- cards -------------------------------------------------------------------------------------------

    @cached_property
    def pack(self) -> Pack:
        return Pack(self.game)

    @cached_property
    def seen_cards(self) -> SeenCards:
        return seen_cards(self.pack, self.game.hole, self.game.board)

    @property
    def kinds(self) -> dict[int, Kinds]:
        """What may be known, by how many cards are seen."""
        return self.seen_cards.kinds

    @property
    def steps(self) -> dict[int, Array]:
        """For each kind of cards seen, the kind that each of the others makes of it."""
        return self.seen_cards.steps

    def ways(self, seen: int) -> int:
        """In how many orders the cards that are not seen yet may come."""
        return perm(len(self.pack.cards) - seen, self.game.hole + self.game.board - seen)

    @cached_property
    def endings(self) -> tuple[list[PaidAlike], Array]:
        """The ways in which whole hands are paid, and that of each kind."""
        hands = self.kinds[self.game.hole + self.game.board].cards
        _, first, of = np.unique(self.pack.worths(hands), return_index=True, return_inverse=True)
        ways: dict[PaidAlike, int] = {}
        paid = []
        for hand in hands[first].tolist():
            value = self.game.value([self.pack.cards[card] for card in hand])
            results = tuple(self.game.result(wager, value) for wager in self.game.staked())
            paid.append(ways.setdefault(PaidAlike(results, value.category.label), len(ways)))
        return list(ways), np.array(paid)[of.reshape(-1)]

    # -- what it brings ----------------------------------------------------------------------------------

    def result(self, wager: str, end: DealEnd) -> Result:
        if end.ending is None:
            folded = self.game.streets[end.folded].folded
            assert folded is not None
            return lose(folded)
        return end.ending.results[self.game.staked().index(wager)]

    def brings(self, end: DealEnd) -> Fraction:
        """What all wagers bring together, in units of the opening one."""
        placed = self.wagers_of(end.path)
        return sum((times * net(self.result(wager, end), times * self.stake) for wager, times in placed), Fraction(0))

    @cached_property
    def worth(self) -> tuple[int, tuple[Mapping[Path, Array], ...]]:
        """What one unit of the opening wager is in whole numbers; and on each street, after all that may have been
        staked, what all deals to come bring together, by play and kind of cards."""
        endings, of = self.endings
        paths = self.paths(len(self.plays))
        rows = [[self.brings(DealEnd(path, ending)) for ending in endings] for path in paths]
        weights, _ = whole_weights([*rows, [Fraction(1)] * len(endings)])
        unit, seen = int(weights[-1, 0]), self.game.hole + self.game.board
        if int(np.abs(weights).max()) * self.ways(self.game.hole) >= LARGEST:
            raise BadQuestion("these odds are too large to be counted with exactly")
        after: dict[Path, Array] = {path: weights[number][of] for number, path in enumerate(paths)}
        by_street = []
        for number in reversed(range(len(self.plays))):
            while seen > self.game.hole + self.game.streets[number].known:
                seen -= 1
                after = {path: brings[self.steps[seen]].sum(axis=1) for path, brings in after.items()}
            each = {}
            for path in self.paths(number):
                fold = np.full(len(self.kinds[seen].keys), -self.staked(path) * unit * self.ways(seen))
                each[path] = np.stack([fold if play == FOLDS else after[*path, play] for play in self.plays[number]])
            after = {path: brings.max(axis=0) for path, brings in each.items()}
            by_street.append(each)
        return unit, tuple(reversed(by_street))

    @cached_property
    def best(self) -> tuple[Mapping[Path, Array], ...]:
        """On each street, after all that may have been staked: the number of the best play, by kind of cards."""
        return tuple({path: brings.argmax(axis=0) for path, brings in each.items()} for each in self.worth[1])

    @cached_property
    def met(self) -> tuple[Counter[DealEnd], list[Counter[int]]]:
        """How many deals end how under best play; and on each street how many are played how."""
        ends, habits = Counter[DealEnd](), [Counter[int]() for _ in self.plays]
        seen = self.game.hole
        reach: dict[Path, Array] = {(): self.kinds[seen].sizes}
        for number, plays in enumerate(self.plays):
            reach, seen = self.deal_on(reach, seen, self.game.hole + self.game.streets[number].known)
            here: dict[Path, Array] = {}
            for path, counts in reach.items():
                for choice, play in enumerate(plays):
                    some = np.where(self.best[number][path] == choice, counts, 0)
                    deals = int(some.sum()) * self.ways(seen)
                    habits[number][play] += deals
                    if play == FOLDS and deals:
                        ends[DealEnd(path, None, number)] += deals
                    elif deals:
                        here[*path, play] = some
            reach = here
        reach, seen = self.deal_on(reach, seen, self.game.hole + self.game.board)
        endings, of = self.endings
        for path, counts in reach.items():
            sums = np.zeros(len(endings), np.int64)
            np.add.at(sums, of, counts)
            for ending, count in zip(endings, sums.tolist(), strict=True):
                ends[DealEnd(path, ending)] += count
        return +ends, habits

    def deal_on(self, reach: dict[Path, Array], seen: int, to: int) -> tuple[dict[Path, Array], int]:
        """Let cards come until so many are seen."""
        for now in range(seen, to):
            step, kinds = self.steps[now], len(self.kinds[now + 1].keys)
            # Deals are far fewer than doubles can count.
            reach = {
                path: np.bincount(step.reshape(-1), np.repeat(counts, step.shape[1]), kinds).astype(np.int64)
                for path, counts in reach.items()
            }
        return reach, to

    # -- rows --------------------------------------------------------------------------------------------

    def wagers(self) -> tuple[WagerPar, ...]:
        first, *others = self.game.staked()
        names = f"{', '.join((first, *others[:-1]))} and {others[-1]}"
        streets = enumerate(self.game.streets)
        return self.whole_row(names), *(self.follow_row(number, street) for number, street in streets)

    def whole_row(self, note: str) -> WagerPar:
        """The whole game, measured on the wager it opens with."""
        ends, _ = self.met
        lines = [self._ending(end, Fraction(count, ends.total())) for end, count in ends.items()]
        staked = Fraction(sum(count * self.staked(end.path) for end, count in ends.items()), ends.total())
        par_row = row(self.game.opening, lines, self.game.opening, note)
        return msgspec.structs.replace(par_row, includes=self.game.staked(), average_stake=staked)

    def _ending(self, end: DealEnd, share: Fraction) -> Line:
        brings = self.brings(end)
        label = f"{self.staked(end.path)} times the {self.game.opening} staked, {self._label(end)}"
        base = line(self.result(self.game.opening, end), label, share, self.stake)
        sign = WIN if brings > 0 else LOSE if brings < 0 else STAND_OFF
        return msgspec.structs.replace(base, outcome=sign, net=brings)

    def _label(self, end: DealEnd) -> str:
        return "folded" if end.ending is None else end.ending.label

    def follow_row(self, number: int, street: BettingStreet) -> WagerPar:
        """The wager of a street, where best play makes it; a larger one counts for as much more."""
        ends, _ = self.met
        counts = {end: count for end, count in ends.items() if len(end.path) > number and end.path[number]}
        whole, wager = sum(counts.values()), street.wager
        if not whole:
            return WagerPar(wager, wager, (), (wager,), frequency=Fraction(0), note="best play never makes it")
        units = sum(count * end.path[number] for end, count in counts.items())
        lines = [
            line(self.result(wager, end), self._label(end), Fraction(count * (times := end.path[number]), units),
                 times * self.stake)
            for end, count in counts.items()
        ]
        par_row = row(wager, lines, wager, "on the hands that best play makes it with")
        return msgspec.structs.replace(par_row, frequency=Fraction(whole, ends.total()))

    # -- best play ---------------------------------------------------------------------------------------

    @cached_property
    def by_points(self) -> ByPoints | None:
        """A way to play that can be kept in mind; None for games that are dealt otherwise."""
        whole = self.game.hole == 2 and self.game.board == 3 and len(self.pack.cards) == len(RANKS) * 4
        in_turn = [street.known for street in self.game.streets] == list(range(len(self.game.streets)))
        return ByPoints(self) if whole and in_turn else None

    def strategy(self) -> Strategy:
        habits = []
        for street, counts in zip(self.game.streets, self.met[1], strict=True):
            when = f"With {board(street)}" if street.known else "Before the board"
            shares = {play: Fraction(count, counts.total()) for play, count in counts.items() if count}
            habit = ", ".join(f"{said(play, street)} on {about(share)}" for play, share in shares.items())
            habits.append(f"{when} best play is to {habit} of the hands that come so far.")
        if self.by_points is None:
            return Strategy(tuple(habits))
        first, later = self.game.streets[0], self.by_points.plans[0]
        cells = [Cell(mark_of(self.start(hole), first)) for hole in HOLES]
        start = grid("before the board's cards: suited above the diagonal, unsuited below", cells)
        legend = {mark_of(play, first): said(play, first) for play in self.plays[0]}
        tables = (start, *(plan.table() for plan in later))
        return Strategy((*self.by_points.advice(), *habits), tables, legend)

    def start(self, hole: Hole) -> int:
        """The best play with two cards, before any of the board's."""
        high, low, suited = hole
        return self.plays[0][self.play(0, (), [f"{RANKS[high]}s", f"{RANKS[low]}{'s' if suited else 'h'}"])]

    @cached_property
    def brought(self) -> Fraction:
        """What the whole game brings at best play, per unit of the opening wager."""
        ends, _ = self.met
        return sum((count * self.brings(end) for end, count in ends.items()), Fraction(0)) / ends.total()

    def play(self, number: int, path: Path, cards: list[str]) -> int:
        """The number of the best play on a street."""
        return int(self.best[number][path][self.kind(cards)])

    def kind(self, cards: list[str]) -> int:
        """The number of the kind that cards seen are of."""
        return int(np.searchsorted(self.kinds[len(cards)].keys, self.pack.key(cards)[0]))

    def notes(self) -> tuple[str, ...]:
        assumption = (
            "All deals, from a deck shuffled for the round; what other boxes hold is not seen. A decision goes by the "
            "cards and by what is staked already, which a fold loses."
        )
        others = [name for name in self.own_names() if name not in self.game.staked()]
        return assumption, *(
            f"The {name} has no row: it is not among the wagers that the family knows." for name in others
        )

    # -- playing -----------------------------------------------------------------------------------------

    @cached_property
    def placed(self) -> int:
        return self.stake_for(self.results())

    def results(self) -> Iterator[Result]:
        return (result for ending in self.endings[0] for result in ending.results)

    def places(self, t: Table) -> tuple[Place, ...]:
        return (Place(1, "Ann", tuple((name, self.placed) for name in (self.game.opening, *self.game.matched))),)

    def lane(self, job: Job) -> Lane:
        from pitboss.odds.lane_pay_by_hand import PayByHandLane

        return PayByHandLane(self, job)

    def choose(self, t: Table, request: Choose) -> Answer:
        if isinstance(request, Offer):
            return Lapse()
        board, box = t.open_cards(BOARD) if BOARD in t.hands else [], int(request.hand)
        number = [street.known for street in self.game.streets].index(len(board))
        opening = t.on_box(box, self.game.opening)[0].amount
        path = tuple(
            sum(wager.amount for wager in t.on_box(box, street.wager)) // opening
            for street in self.game.streets[:number]
        )
        play = self.plays[number][self.play(number, path, [*t.hands[request.hand].cards, *board])]
        if play <= 0:
            return take(request, FOLD if play == FOLDS else CHECK)
        return take(request, self.game.streets[number].wager, play * opening)

    def prepare(self) -> None:
        _ = self.worth

    def noted(self, sight: Sight) -> str:
        """The points that the way to play by points goes by."""
        seen = [*sight.open_cards(sight.hand), *sight.open_cards(BOARD)]
        if self.by_points is None or not seen:
            return ""
        points = self.by_points.of(seen)
        return f"{points} point{'s' * (points != 1)}"

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        board, opening = sight.open_cards(BOARD), sight.staked(self.game.opening)
        number = next((at for at, street in enumerate(self.game.streets) if street.known == len(board)), None)
        if sight.offer or number is None or not opening or not sight.offers(self.game.streets[number].wager):
            return ()
        path = tuple(sight.staked(street.wager) // opening for street in self.game.streets[:number])
        unit, worth = self.worth
        seen = [*sight.open_cards(sight.hand), *board]
        brings = worth[number][path][:, self.kind(seen)].tolist()
        values = [Fraction(brought, unit * self.ways(len(seen))) for brought in brings]
        options = [
            OptionValue(FOLD if play == FOLDS else self.game.streets[number].wager if play else CHECK,
                        play * opening if play > 0 else None, value)
            for play, value in zip(self.plays[number], values, strict=True)
        ]
        if sight.offers(FOLD) is not None and FOLDS not in self.plays[number]:
            options.append(OptionValue(FOLD, None, Fraction(-self.staked(path))))
        return tuple(options)
