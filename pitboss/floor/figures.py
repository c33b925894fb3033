"""What the wagers of a table cost, as its par sheet says. Counted in a process of its own when somebody first asks, one
game after another, and kept: nobody at a table ever waits for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from pitboss.odds import analysed_games
from pitboss.odds.clerk import Clerk, ClerkProcess, Data
from pitboss.table.game import Game

# The process has nothing left to do once all that was asked for is counted.
IDLE_S = 2.0


class Figure(msgspec.Struct, frozen=True):
    """One wager of a par sheet, per unit staked on `per`: of itself ("wager"), or with all that follows from it at best
    play (`includes`). `opens` is true of wagers that open a round: what those cost is what the round costs, and the
    others are counted in them. Without an edge best play never makes it. `exact` is the edge as a fraction, if it is
    one; `frequency` is how often a wager is made that follows from a decision."""

    wager: str
    per: str
    opens: bool
    includes: tuple[str, ...]
    note: str
    frequency: float
    average_stake: float
    edge: float | None = None
    exact: str = ""
    std_dev: float | None = None


class TableFigures(msgspec.Struct, frozen=True):
    """All figures of a table. `names` are wagers that count under a row of another name ("straight up 17"); `strategy`
    says whether there is anything to decide well, `advice` how, in sentences."""

    rows: tuple[Figure, ...]
    names: dict[str, str]
    strategy: bool
    advice: tuple[str, ...] = ()

    def row(self, wager: str) -> Figure | None:
        """The row of a wager by the name it is placed under."""
        name = self.names.get(wager, wager)
        return next((row for row in self.rows if row.wager == name), None)


class Counting(msgspec.Struct, frozen=True):
    """How far a count is: what is counted, how much of it, out of how much. All 0 while it waits for its turn."""

    what: str = ""
    done: int = 0
    whole: int = 0


class NotCounted(msgspec.Struct, frozen=True):
    """There are no figures, and why."""

    why: str


# What tables have in common whose figures are the same.
Same = tuple[str, tuple[tuple[str, str], ...]]


class Figures:
    """The figures of every game that somebody asked about. Told in another thread; read and asked in any."""

    def __init__(self, clerk: Clerk | None = None) -> None:
        self._clerk = clerk or ClerkProcess(IDLE_S)
        self._known: dict[Same, TableFigures | Counting | NotCounted] = {}

    def of(self, game: Game) -> TableFigures | None:
        """The figures of a game with its options; None where there are none yet, and then they are asked for."""
        state = self.state(game)
        return state if isinstance(state, TableFigures) else None

    def state(self, game: Game) -> TableFigures | Counting | NotCounted:
        """The figures of a game, how far they are, or why there are none. Never waits."""
        if not has_figures(game):
            return NotCounted("the odds of this game are not worked out")
        same = (game.id, tuple(sorted(game.options.items())))
        if same not in self._known:
            self._known[same] = Counting()
            question = {"ask": "figures", "game": game.id, "options": dict(game.given)}
            self._clerk.ask(question, lambda said: self._hear(same, said))
        return self._known[same]

    def _hear(self, same: Same, said: Data) -> None:
        if "progress" in said:
            self._known[same] = Counting(*said["progress"])
        elif "answer" in said:
            self._known[same] = msgspec.convert(said["answer"], TableFigures)
        else:
            self._known[same] = NotCounted(said["error"])

    def close(self) -> None:
        self._clerk.close()


@cache
def _analysed() -> frozenset[str]:
    return frozenset(analysed_games())


def has_figures(game: Game) -> bool:
    """Is a game, or the one it is a variant of, analysed?"""
    names: Iterable[str | None] = (base.__dict__.get("id") for base in type(game).__mro__)
    return not _analysed().isdisjoint(name for name in names if name)


# -- in words ----------------------------------------------------------------------------------------------


def edge_words(row: Figure) -> str:
    """What a wager costs, as a player reads it.

    >>> ante = Figure("ante", "ante", True, ("ante", "bet"), "", 1.0, 1.67, 0.03373)
    >>> edge_words(ante), edge_words(msgspec.structs.replace(ante, per="wager", includes=("ante",)))
    ('house edge 3.37% of the ante, at best play', 'house edge 3.37%')
    """
    if row.edge is None:
        return "best play never makes it"
    share = f"{abs(100 * row.edge):.2f}%"
    if float(share[:-1]) == 0:
        return "no house edge"
    if row.edge < 0:
        return f"brings {share} where best play makes it"
    return f"house edge {share}" + (f" of the {row.per}, at best play" if len(row.includes) > 1 else "")


def figures_data(state: TableFigures | Counting | NotCounted) -> Data:
    """What a page is told of the figures of a table: of each wager in words, and how far a count is."""
    if isinstance(state, Counting):
        return {"ready": False, "counting": [state.what, state.done, state.whole], "why": "", "edges": {}}
    if isinstance(state, NotCounted):
        return {"ready": True, "counting": None, "why": state.why, "edges": {}}
    edges = {row.wager: edge_words(row) for row in state.rows}
    edges |= {name: edges[row] for name, row in state.names.items() if row in edges}
    return {"ready": True, "counting": None, "why": "", "edges": edges}
