"""Games in which player and dealer share community cards: every deal counted, every decision the best.

The counting is done for all boards of four cards at once (`community_kernel`), with whatever is decided after the flop
decided in it, and kept by what the player knows after the flop. The decisions up to there, and what every wager brings,
follow from those counts: a changed pay line needs no new ones, unless a later decision hangs on it. A game tells its
streets, the wagers that are compared and what becomes of them (`community_plan`), so that it is a small file."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np

from pitboss.equipment.cards import RANKS, Card
from pitboss.hands.kernels import HIGH
from pitboss.hands.orders import high_values
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result, lose
from pitboss.law.results import LOSE, STAND_OFF, WIN
from pitboss.odds import community_kernel as kernel
from pitboss.odds.analysis import Analysis
from pitboss.odds.cache import Arrays, key
from pitboss.odds.community_boards import CODE, HOLES, boards, flops_of_turns, pairs, place, situations
from pitboss.odds.community_plan import Array, Bet, Choice, Law, Plan, Play, Showdown, Street, Way
from pitboss.odds.jobs import counted
from pitboss.odds.par import Cell, Line, StrategyTable, WagerPar, line, row
from pitboss.table.facts import BOARD
from pitboss.table.game import Game
from pitboss.table.table import Table

G = TypeVar("G", bound=Game)

# Raised when counts under the same key would come out otherwise.
VERSION = 1
# Boards of four cards, up to suits.
TURNS = 16432
BOARDS_AT_ONCE = 128
FACES = tuple(reversed(RANKS))
# High rank, low rank, and whether they are of one suit.
Hole = tuple[int, int, bool]


class TurnCount:
    """The count behind all boards of four cards, with whatever is decided on turn and river decided."""

    what = "boards"

    def __init__(self, law: Law, river: Choice, turn: Choice) -> None:
        self.law, self.river, self.turn = law, river, turn
        self.key = key("community", VERSION, *HIGH, *law, *river, *turn)
        self.chunks = -(-TURNS // BOARDS_AT_ONCE)

    def blank(self) -> Arrays:
        """Counts by situation after the flop and by cell; what is best on the turn, if that is to be decided, by board
        and pair; and how often, by starting hand and by what it makes."""
        plays = len(self.turn.weights)
        return {
            "flops": np.zeros((len(situations().sizes), self.turn.size), np.uint32),
            "habits": np.zeros((len(HOLES), len(Category), plays), np.int64),
            "best": np.zeros((TURNS if plays > 1 else 0, len(pairs().cards)), np.uint8),
        }

    def add(self, chunk: int, into: Arrays) -> None:
        first = chunk * BOARDS_AT_ONCE
        last = min(first + BOARDS_AT_ONCE, TURNS)
        kernel.count_turns(
            HIGH, first, last, self.turns(), self.law, self.river, self.turn, kernel.room(self.river, self.turn),
            into["flops"], into["habits"], into["best"],
        )

    @staticmethod
    def turns() -> kernel.Turns:
        four, flops, two = boards(4), flops_of_turns(), pairs()
        return kernel.Turns(four.cards, four.sizes, flops.flop, flops.suits, two.of, two.hole, situations().of)


class Flops(NamedTuple):
    """After the flop: the best play in each situation; how often it is which, by starting hand and by what that makes;
    and counts by starting hand and cell."""

    best: Array
    habits: Array
    holes: Array


class Habits(NamedTuple):
    """How many deals there are at a street, and on how many of them best play does some thing: by starting hand, and
    by the category that hand makes with the board, 0 where it makes nothing beyond the board."""

    does: list[list[int]]
    every: list[list[int]]

    def share(self, holes: Collection[Hole] = HOLES, least: int = 0, most: int = 9) -> Fraction:
        """How often it is done, with some starting hands that make some category from `least` to `most`."""
        rows = [number for number, hole in enumerate(HOLES) if hole in holes]
        does, every = (sum(sum(counts[number][least : most + 1]) for number in rows) for counts in self)
        return Fraction(does, every) if every else Fraction(0)

    def told(self) -> str:
        """The same in words."""
        return (
            f"{about(self.share())} of hands: {about(self.share(least=2))} of those whose hole cards make two pair or "
            f"better with the board, {about(self.share(least=1, most=1))} of those that make a pair, "
            f"{about(self.share(most=0))} of the others"
        )

    def agrees(self, least: int) -> Fraction:
        """How often best play is the same as to do it with what makes at least this category, and only then."""
        same = sum(sum(does[least:]) for does in self.does)
        same += sum(sum(every[:least]) - sum(does[:least]) for does, every in zip(*self, strict=True))
        every = sum(map(sum, self.every))
        return Fraction(same, every) if every else Fraction(0)


class Deals(NamedTuple):
    """All deals: how many go each way under best play; and before the flop, by starting hand, the best play, and how
    much more it brings than the next best."""

    ways: Mapping[Way, int]
    best: tuple[int, ...]
    gains: tuple[Fraction, ...]

    @property
    def whole(self) -> int:
        return sum(self.ways.values())


class CommunityOdds(Analysis[G]):
    """The exact analysis of a community-card game against the dealer."""

    # -- what a game says --------------------------------------------------------------------------------

    @property
    @abstractmethod
    def opening(self) -> tuple[Bet, ...]:
        """The wagers that every round opens with; results are measured on the first."""

    @property
    @abstractmethod
    def streets(self) -> tuple[Street, ...]:
        """What may be done, and when."""

    @property
    @abstractmethod
    def compared(self) -> tuple[str, ...]:
        """The wagers that are decided by comparing hands, in the order of the schedule."""

    @abstractmethod
    def result(self, wager: str, player: HandValue, dealer: HandValue) -> Result:
        """What becomes of a wager that was not folded."""

    def qualifies(self, dealer: HandValue) -> bool:
        """Does the dealer qualify? Every hand does, unless the law asks for more."""
        return True

    # -- counting ----------------------------------------------------------------------------------------

    @cached_property
    def showdown(self) -> Showdown:
        return Showdown(self.result, self.qualifies, self.game.pay, self.compared, high_values())

    @cached_property
    def plan(self) -> Plan:
        return Plan(self.opening, self.streets, self.showdown.endings, self.stake)

    @cached_property
    def counts(self) -> Arrays:
        choices = self.plan.choices
        return counted(TurnCount(self.showdown.law, choices[5], choices[4]), self.work)

    @cached_property
    def flops(self) -> Flops:
        """The decision after the flop."""
        street, all_of, two = self.plan.choices[3], situations(), pairs()
        made = Flops(
            np.zeros(len(all_of.sizes), np.uint8),
            np.zeros((len(HOLES), len(Category), len(street.weights)), np.int64),
            np.zeros((len(HOLES), street.size + 1), np.int64),
        )
        kernel.decide_flops(
            HIGH, self.showdown.law.category, street, self.counts["flops"], boards(3).cards, two.cards, two.hole,
            all_of.flop, all_of.pair, all_of.sizes, made.holes, made.habits, made.best,
        )
        return made

    @cached_property
    def deals(self) -> Deals:
        """The decision before the flop, and where all deals go."""
        street, unit = self.plan.choices[0], self.plan.units.get(0, Fraction(0))
        weights, to = street.weights.tolist(), street.to.tolist()
        found, best, gains = [0] * (street.size + 1), [], []
        for counts in self.flops.holes[:, :-1].tolist():
            brings = [sum(map(int.__mul__, weight, counts)) for weight in weights]
            play = brings.index(max(brings))
            whole = 0
            for cell, count in zip(to[play], counts, strict=True):
                found[cell] += count
                whole += count if cell < street.size else 0
            most, *others = sorted(brings, reverse=True)
            best.append(play)
            gains.append(unit * Fraction(most - others[0], whole) if others else Fraction(0))
        return Deals(dict(zip(self.plan.ways, found[:-1], strict=True)), tuple(best), tuple(gains))

    # -- rows --------------------------------------------------------------------------------------------

    def whole_row(self, note: str = "") -> WagerPar:
        """The whole game, measured on the wager it opens with."""
        deals, opening = self.deals, self.opening
        lines, staked = [], Fraction(0)
        for way, count in deals.ways.items():
            share = Fraction(count, deals.whole)
            staked += share * sum(times for _, times in opening + way.bets)
            if count:
                lines.append(self._ending(way, share))
        made = row(opening[0][0], lines, opening[0][0], note)
        names = tuple(dict.fromkeys(wager for wager, _ in opening)) + tuple(
            wager for wager in self.compared if wager not in dict(opening)
        )
        return msgspec.structs.replace(made, includes=names, average_stake=staked)

    def follow_row(self, wager: str, note: str = "") -> WagerPar:
        """A wager that follows from a decision, where best play makes it."""
        ways = self.deals.ways.items()
        made = [(way.end, times, count) for way, count in ways for name, times in way.bets if name == wager and count]
        whole = sum(count for _, _, count in made)
        if not whole:
            return WagerPar(wager, wager, (), (wager,), frequency=Fraction(0), note="best play never makes it")
        by_hand = len(self.game.pay[wager].lines) > 1
        lines = [
            line(self._result(wager, end), self._label(end, by_hand), Fraction(count, whole), times * self.stake)
            for end, times, count in made
        ]
        return msgspec.structs.replace(row(wager, lines, wager, note), frequency=Fraction(whole, self.deals.whole))

    def _ending(self, way: Way, share: Fraction) -> Line:
        """One way as a line, under the clause that decides the opening wager, or the first that is paid."""
        results = [self._result(wager, way.end) for wager, _ in self.opening + way.bets]
        result = next((each for each in results if each.outcome in (WIN, LOSE)), results[0])
        brings = self.plan.worth(way, self.opening)
        made = line(result, self._put_down(way) + self._label(way.end), share, self.stake)
        sign = WIN if brings > 0 else LOSE if brings < 0 else STAND_OFF
        return msgspec.structs.replace(made, outcome=sign, net=brings)

    def _put_down(self, way: Way) -> str:
        """The wagers of a way, where there is more than one way to play a hand out."""
        several = {other.bets for other in self.deals.ways if not isinstance(other.end, Play)}
        if len(several) < 2 or not way.bets:
            return ""
        sizes = {wager: {times for bets in several for name, times in bets if name == wager} for wager, _ in way.bets}
        names = [f"{wager} {times}x" if len(sizes[wager]) > 1 else wager for wager, times in way.bets]
        return f"{' and '.join(names)}: "

    def _result(self, wager: str, end: int | Play) -> Result:
        if isinstance(end, Play):
            assert end.folds is not None
            return lose(end.folds)
        return self.plan.endings[end].results[wager]

    def _label(self, end: int | Play, by_hand: bool = True) -> str:
        if isinstance(end, Play):
            return "folded"
        ending = self.plan.endings[end]
        return ending.label if by_hand else ending.compares

    # -- best play ---------------------------------------------------------------------------------------

    def grid(self, name: str, cells: Sequence[Cell]) -> StrategyTable:
        """All starting hands, given in the order of HOLES: suited above the diagonal, unsuited below."""
        cell = dict(zip(HOLES, cells, strict=True))
        ranks = range(12, -1, -1)
        return StrategyTable(name, FACES, FACES, tuple(
            tuple(cell[max(one, other), min(one, other), one > other] for other in ranks) for one in ranks
        ))

    def habits(self, known: int, choice: str) -> Habits:
        """How best play uses a street, over all deals that come to it with what has been kept so far."""
        counts = self.flops.habits if known == 3 else self.counts["habits"]
        first = self.plan.streets.get(0)
        ends = [bool(play.folds or play.ends) for play in first.plays] if first is not None else [False]
        stays = [not ends[play] for play in self.deals.best]
        play = [play.choice for play in self.plan.streets[known].plays].index(choice)
        every = (counts * np.array(stays)[:, None, None]).sum(axis=2)
        does = counts[:, :, play] * np.array(stays)[:, None]
        return Habits(does.tolist(), every.tolist())

    def best_choice(self, t: Table, hand: str) -> str:
        """What to do with a hand at a table, by its cards and the community cards that lie face up."""
        board = t.hands[BOARD]
        seen = [card for card, up in zip(board.cards, board.face_up, strict=True) if up]
        return self.best_play(t.hands[hand].cards, seen).choice

    def best_play(self, hole: Sequence[Card], board: Sequence[Card]) -> Play:
        """The best thing to do when this much is known."""
        return self.plan.streets[len(board)].plays[self._best(hole, board)]

    def _best(self, hole: Sequence[Card], board: Sequence[Card]) -> int:
        if len(board) == 5:
            five, two = (np.array([CODE[card] for card in cards], np.uint8) for cards in (board, hole))
            value, found = kernel.meet_all(HIGH, five, two, self.showdown.law)
            cells = self.showdown.law.cell[self.showdown.law.category[value]]
            return kernel.best_play(self.plan.choices[5], cells, found, 0)
        number, pair = place(board, hole)
        if len(board) == 4:
            return int(self.counts["best"][number, pair])
        if len(board) == 3:
            return int(self.flops.best[situations().of[number, pair]])
        return self.deals.best[int(pairs().hole[pair])]


def about(share: Fraction) -> str:
    """A share in percent, near enough to go by.

    >>> about(Fraction(2, 3))
    '66.7%'
    """
    return f"{float(100 * share):.1f}%"


def hole_name(hole: Hole) -> str:
    """A starting hand as people write it.

    >>> hole_name((12, 11, True)), hole_name((5, 0, False)), hole_name((8, 8, False))
    ('AK suited', '72 unsuited', '10-10')
    """
    high, low, suited = hole
    faces = [RANKS[rank].replace("T", "10") for rank in (high, low)]
    name = ("-" if "10" in faces else "").join(faces)
    return name if high == low else f"{name} {'suited' if suited else 'unsuited'}"
