"""What a player's rounds come to: his bankroll over time, his sessions, and by game what he won or lost beside what
the par sheets of its wagers expect. Worked out from the journal and the ledger whenever it is asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from pitboss.floor.desk import MINUTE_MS
from pitboss.floor.figures import Counting, Figure, NotCounted, TableFigures
from pitboss.floor.own_history import AT_ONCE, TABLES, OwnHistory, OwnRound, RoundFilter, SettledLine
from pitboss.floor.store import Store
from pitboss.law.results import LOSE, SURRENDER, WIN
from pitboss.money import Cents
from pitboss.rulebooks import game as make_game
from pitboss.table.game import Game

# Who lets so much time go by has left, and comes back for another session.
SESSION_MS = 30 * MINUTE_MS
# A chart has no more points than a screen shows.
MOST_POINTS = 240
MOST_SESSIONS = 50
# What moves credits beside rounds, in words; what a table moves otherwise belongs to its rounds.
MONEY_MOVES = {
    "play-money": "top-up", "issued": "credits bought", "paid-out": "paid out", "voucher": "to a voucher",
    "voucher-redeemed": "voucher redeemed", "voucher-void": "voucher taken back",
}
STARTING = "starting credits"
BESIDE_ROUNDS = {
    "credit-refused": "credit refused after a fault", "withheld": "payment withheld",
    "held-paid": "withheld payment made",
}
AT_TABLES = {**BESIDE_ROUNDS, "acts": "time bought"}


class HasFigures(Protocol):
    """Whoever knows what wagers cost, or how far the count is."""

    def state(self, game: Game) -> TableFigures | Counting | NotCounted: ...


class MoneyMove(msgspec.Struct, frozen=True):
    """Money that came or went beside play."""

    at: int
    pos: int
    amount: Cents
    words: str


class LeftOut(msgspec.Struct):
    """Wagers whose figures are not known: neither what was staked on them nor what they brought is compared."""

    wager: str
    why: str
    staked: Cents = 0
    result: Cents = 0


class GameSum(msgspec.Struct):
    """All rounds of one game, and of those wagers whose figures are known what was to be expected of them."""

    game: str
    title: str
    kind: str
    value: bool
    rounds: int = 0
    staked: Cents = 0
    result: Cents = 0
    compared: Cents = 0
    expected: float = 0.0
    variance: float = 0.0
    left_out: dict[str, LeftOut] = {}

    def data(self) -> dict[str, Any]:
        known = self.kind == "house" and self.variance > 0
        deviation = math.sqrt(self.variance)
        return {
            "game": self.game, "title": self.title, "kind": self.kind, "value": self.value, "rounds": self.rounds,
            "staked": self.staked, "result": self.result, "compared": self.compared if known else None,
            "expected": round(self.expected) if known else None, "deviation": round(deviation) if known else None,
            "luck": round((self.compared - self.expected) / deviation, 2) if known else None,
            "left_out": [msgspec.to_builtins(gap) for gap in self.left_out.values()],
        }


class SessionSum(msgspec.Struct):
    """Rounds that follow each other without a long pause."""

    since: int
    until: int
    rounds: int = 0
    staked: Cents = 0
    result: Cents = 0


class AgainstPar(msgspec.Struct, frozen=True):
    """What a round adds to the comparison with the par sheet."""

    result: Cents
    expected: float
    variance: float


class Account:
    """One player's account."""

    def __init__(self, store: Store, player: str, figures: HasFigures) -> None:
        self.store, self.player, self.figures = store, player, figures
        self.history = OwnHistory(store, player)
        self._figures: dict[str, TableFigures | Counting | NotCounted] = {}

    def summary(self, wanted: RoundFilter) -> dict[str, Any]:
        """Everything for the page: of the rounds that are asked for, and the bankroll, which is of all of them."""
        every = list(self.history.rounds(RoundFilter()))[::-1]
        rounds = [row for row in every if _wanted(row, wanted)]
        sums: dict[tuple[str, bool], GameSum] = {}
        compared: list[tuple[float, ...]] = []
        result, expected, variance = 0, 0.0, 0.0
        for row in rounds:
            comparison = self._add(sums, row)
            if comparison is not None:
                result += comparison.result
                expected += comparison.expected
                variance += comparison.variance
                deviation = round(math.sqrt(variance))
                compared.append((len(compared) + 1, row.at, result, round(expected), deviation))
        worth = [row for row in rounds if row.value]
        return {
            "rounds": len(rounds), "staked": sum(row.stake for row in worth), "result": sum(row.net for row in worth),
            "games": [game.data() for game in sorted(sums.values(), key=lambda game: -game.rounds)],
            "sessions": [msgspec.to_builtins(session) for session in sessions(worth)][:-MOST_SESSIONS - 1:-1],
            "bankroll": self.bankroll(every), "compared": [list(point) for point in thinned(compared, key=2)],
            "comparisons": len(compared), "counting": self._counting(),
            "titles": dict(sorted({row.game: row.title for row in every}.items(), key=lambda pair: pair[1])),
        }

    # -- result and expectation ----------------------------------------------------------------------

    def _add(self, sums: dict[tuple[str, bool], GameSum], row: OwnRound) -> AgainstPar | None:
        """Add a round to its game; what it adds to the comparison, if anything."""
        held = sums.setdefault((row.game, row.value), GameSum(row.game, row.title, row.kind, row.value))
        held.rounds += 1
        held.staked += row.stake
        held.result += row.net
        void = any(mark.what == "void" for mark in row.marks)
        if row.kind != "house" or not row.value or void or not row.lines:
            return None
        state = self._of(row)
        comparison = compare(row, state, held)
        if comparison is not None:
            held.compared += comparison.result
            held.expected += comparison.expected
            held.variance += comparison.variance
        return comparison

    def _of(self, row: OwnRound) -> TableFigures | Counting | NotCounted:
        """The figures of the table that a round was played at."""
        id = row.id.rpartition("/")[0]
        if id not in self._figures:
            table = self.history.table(TABLES + id)
            assert table is not None
            self._figures[id] = self.figures.state(make_game(row.game, table.added.options))
        return self._figures[id]

    def _counting(self) -> bool:
        """Are figures being counted that will be known later?"""
        return any(isinstance(state, Counting) for state in self._figures.values())

    # -- bankroll ------------------------------------------------------------------------------------

    def moves(self) -> Iterator[MoneyMove]:
        """Money that came or went beside play, in order."""
        after = 0
        account = f"player:{self.player}"
        while postings := self.store.postings(account, after, AT_ONCE):
            for posting in postings:
                after = posting.pos
                words = MONEY_MOVES.get(posting.type, STARTING)
                if posting.stream.startswith(TABLES):
                    table = self.history.table(posting.stream)
                    beside = posting.type in BESIDE_ROUNDS or (table is not None and table.kind == "poker")
                    words = AT_TABLES.get(posting.type, "") if beside else ""
                if words:
                    yield MoneyMove(posting.at, posting.pos, posting.amount, words)

    def bankroll(self, rounds: Sequence[OwnRound]) -> dict[str, Any]:
        """All that is his, credits and chips at tables together, after every round and every move of money."""
        steps: list[tuple[int, int, Cents, str]] = [
            (row.pos, row.at, row.net, "") for row in rounds if row.value
        ] + [(move.pos, move.at, move.amount, move.words) for move in self.moves()]
        steps.sort()
        held, points, moved = 0, [], []
        for n, (_, at, amount, words) in enumerate(steps):
            held += amount
            points.append((n, at, held))
            if words:
                moved.append({"n": n, "at": at, "amount": amount, "words": words, "held": held})
        credits = self.store.balance(f"player:{self.player}") + self.store.balance(f"owed:{self.player}")
        return {"points": [list(point) for point in thinned(points, key=2)], "moves": moved[-MOST_POINTS:],
                "steps": len(steps), "held": held, "credits": credits}


def _wanted(row: OwnRound, wanted: RoundFilter) -> bool:
    return wanted.game in ("", row.game) and wanted.times[0] <= row.at < wanted.times[1]


def compare(row: OwnRound, state: TableFigures | Counting | NotCounted, held: GameSum) -> AgainstPar | None:
    """What a round brought beside what its wagers cost. What follows from an opening wager counts with it, as the par
    sheet has it; what is charged besides the lines counts too. Wagers without a figure are left out of both sides."""
    result, expected, variance = 0, 0.0, 0.0
    known = False
    for line in row.lines:
        figure = _figure_of(state, line.wager) if isinstance(state, TableFigures) else None
        if figure is None or figure.edge is None or figure.std_dev is None:
            why = {Counting: "being counted", NotCounted: "not worked out"}.get(type(state), "no figure of its own")
            gone = held.left_out.setdefault(line.wager, LeftOut(line.wager, why))
            gone.staked += line.stake
            gone.result += brought(line)
            continue
        known = True
        result += brought(line)
        if figure.wager == _row_name(state, line.wager):
            expected -= figure.edge * line.stake
            variance += (figure.std_dev * line.stake) ** 2
    if not known:
        return None
    charged = row.net - sum(map(brought, row.lines))
    return AgainstPar(result + charged, expected, variance)


def brought(line: SettledLine) -> Cents:
    """What a settled wager won or lost."""
    return {WIN: line.pays, LOSE: -line.stake, SURRENDER: -(line.stake // 2)}.get(line.outcome, 0)


def _row_name(state: TableFigures | Counting | NotCounted, wager: str) -> str:
    return state.names.get(wager, wager) if isinstance(state, TableFigures) else ""


def _figure_of(state: TableFigures, wager: str) -> Figure | None:
    """The row that a wager is measured in: that of the opening wager which it follows from, otherwise its own."""
    name = state.names.get(wager, wager)
    own = next((row for row in state.rows if row.wager == name), None)
    if own is not None and own.opens:
        return own
    return next((row for row in state.rows if row.opens and name in row.includes), own)


def sessions(rounds: Iterable[OwnRound]) -> list[SessionSum]:
    """Rounds in order, by session."""
    sums: list[SessionSum] = []
    for row in rounds:
        if not sums or row.at - sums[-1].until > SESSION_MS:
            sums.append(SessionSum(row.at, row.at))
        last = sums[-1]
        last.until = row.at
        last.rounds += 1
        last.staked += row.stake
        last.result += row.net
    return sums


def thinned(points: Sequence[tuple[float, ...]], most: int = MOST_POINTS, key: int = 1) -> list[tuple[float, ...]]:
    """No more points than a chart shows, the highest and the lowest of each stretch among them, and the last one.

    >>> thinned([(n, n % 7) for n in range(1000)], 10)[-1]
    (999, 5)
    >>> len(thinned([(n, n % 7) for n in range(1000)], 10)) <= 12
    True
    """
    if len(points) <= most:
        return list(points)
    size = -(-len(points) // (most // 2))
    kept: dict[int, None] = {}
    for first in range(0, len(points), size):
        stretch = range(first, min(first + size, len(points)))
        ends = (min(stretch, key=lambda n: points[n][key]), max(stretch, key=lambda n: points[n][key]))
        kept |= dict.fromkeys(sorted(ends))
    kept[len(points) - 1] = None
    return [points[n] for n in sorted(kept)]
