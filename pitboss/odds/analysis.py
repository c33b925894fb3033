"""What the exact analysis of a game gives, and how the game is played well."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from pitboss.law import Result
from pitboss.money import Cents
from pitboss.odds import sides
from pitboss.odds.cache import key
from pitboss.odds.jobs import Work
from pitboss.odds.kept import kept
from pitboss.odds.par import Number, OwnFigures, ParSheet, Strategy, WagerPar, rounded
from pitboss.table.acts import Answer, Choice, Close, Lapse, Place
from pitboss.table.game import Game, PayTable
from pitboss.table.limits import Sign
from pitboss.table.requests import Asked, Choose, Gather
from pitboss.table.sides import Side
from pitboss.table.table import Table
from pitboss.table.views import Sight

if TYPE_CHECKING:
    from pitboss.odds.lane import Lane
    from pitboss.odds.simulate import Job

G = TypeVar("G", bound=Game)

# A provision of a schedule put another way: what it is called on the game, and the function or the data in its place.
Instead = tuple[str, Any]
Rules = Mapping[str, Mapping[str, Instead]]


class BadQuestion(ValueError):
    """Something no analysis can answer: an impossible shoe, a pay line that is not there. One line."""


class OptionValue(NamedTuple):
    """What a choice brings on average, with all that best play makes of the hand after it, per unit of the opening
    wager. `amount` is what is staked by it; where less may be, `least` is the least and what that brings, and whatever
    is between lies between the two."""

    name: str
    amount: Cents | None
    value: Number
    least: tuple[Cents, Number] | None = None


class Analysis(ABC, Generic[G]):
    """The exact analysis of one game, made of the game's own provisions and pay tables.

    Nothing here describes the game again: what is paid, who qualifies and who draws is asked of `game`,
    which a what-if may have changed."""

    # Dealer rules that a what-if may change: {"dealer.qualifies": {"any hand": ("qualifies", ...)}}.
    provisions: ClassVar[Rules] = {}
    method: ClassVar[str] = "exact"
    # True where the cards left in a shoe can be asked about.
    takes_shoe: ClassVar[bool] = False
    # True where tens and court cards of a shoe are never one: a jack, a queen and a king each count for something else.
    tells_courts: ClassVar[bool] = False
    # True where the figures of the game itself take long and are kept on disk.
    keeps_own: ClassVar[bool] = False
    # Rows about another way to play than the best, which rounds of best play do not measure.
    other_play: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self,
        game: G,
        work: Work,
        stake: Cents | None = None,
        shoe: Mapping[str, int] | None = None,
        changes: tuple[str, ...] = (),
    ) -> None:
        """`stake` is what figures are for where the law rounds or caps a payout; `shoe` how many cards of each
        rank are left, where that can be asked; `changes` tells what was changed in the game."""
        self.game, self.work, self.changes = game, work, changes
        self.stake = stake or game.minimum
        self.shoe = shoe
        # Rows of additional wagers that are counted already.
        self.side_rows: dict[str, WagerPar] = {}
        if shoe is not None and not self.takes_shoe:
            raise BadQuestion(f"{game.id} is not analysed by what is left in a shoe; leave --shoe out")

    @classmethod
    def rules_of(cls, game: G) -> Rules:
        """The rules that a what-if may change in a game, and what each may be."""
        return cls.provisions

    @abstractmethod
    def wagers(self) -> tuple[WagerPar, ...]:
        """A row for every wager of the game's own that a player may place, in the order of the schedule."""

    def strategy(self) -> Strategy:
        """Best play; nothing where there is nothing to decide."""
        return Strategy()

    def notes(self) -> tuple[str, ...]:
        """What the figures assume."""
        return ()

    @cached_property
    def own(self) -> OwnFigures:
        if not self.keeps_own:
            return self._count_own()
        return self.with_apart(kept(self.work.cache, self.own_key, self._count_own))

    @property
    def apart(self) -> frozenset[str]:
        """Wagers of the game's own that hang on nothing else, nor anything on them: their rows are always made anew."""
        return frozenset()

    def with_apart(self, figures: OwnFigures) -> OwnFigures:
        """Figures that were kept, with all that is told of the wagers apart."""
        rows = (self.row_apart(row.wager) if row.wager in self.apart else row for row in figures.wagers)
        return figures._replace(wagers=tuple(rows))

    def row_apart(self, wager: str) -> WagerPar:
        """The row of a wager that nothing else hangs on."""
        return next(row for row in self.wagers() if row.wager == wager)

    def _count_own(self) -> OwnFigures:
        return OwnFigures(self.wagers(), self.strategy(), self.notes())

    @property
    def own_key(self) -> str:
        """Of all that the game's own figures hang on: nothing of what is wagered beside it."""
        beside = {side.name for side in self.game.sides.values()} | self.apart
        return self._key([change for change in self.changes if change.partition(",")[0] not in beside])

    def _key(self, changes: list[str]) -> str:
        """Of the game and what was changed in it, whatever is wagered beside it."""
        from pitboss.odds.figures import program

        game = self.game
        of_sides = {choice.name for side in game.offers for choice in side.choices}
        options = sorted((name, value) for name, value in game.options.items() if name not in of_sides)
        shoe = sorted(self.shoe.items()) if self.shoe is not None else None
        return key("own figures", game.id, options, changes, sorted(self.apart), self.stake, shoe, program())

    @property
    def changed_rules(self) -> list[str]:
        """What was changed that is no pay line."""
        rules = self.rules_of(self.game)
        return [change for change in self.changes if change.partition(" = ")[0] in rules]

    @property
    def whole(self) -> bool:
        """Is no card gone from the shoe?"""
        return self.shoe is None or sum(self.shoe.values()) == len(self.game.pack())

    def side_wagers(self) -> tuple[WagerPar, ...]:
        """A row for every additional wager that the table offers."""
        offered = sides.counted(self.game)
        for kind, side in offered.items():
            if kind not in self.side_rows and not self.untold(side):
                self.side_rows[kind] = self._kept_row(side, kind) if self.keeps_own else self.side_row(side, kind)
        return tuple(self.side_rows[kind] for kind in offered if kind in self.side_rows)

    def by_play(self, side: Side) -> bool:
        """Does an additional wager hang on how the game is played?"""
        return False

    def _kept_row(self, side: Side, kind: str) -> WagerPar:
        """The row of an additional wager that may hang on how the game is played, from disk where it was counted."""
        chosen = [self.game.options[choice.name] for choice in side.choices]
        lines = [(str(line), str(odds)) for line, (odds, _) in side.pay.lines.items()]
        of_game = self.own_key if self.by_play(side) else self._key([])
        name = key("side figures", of_game, kind, chosen, lines, side.limits())
        return kept(self.work.cache, name, lambda: OwnFigures((self.side_row(side, kind),), Strategy(), ())).wagers[0]

    def untold(self, side: Side) -> str:
        """Why nothing can be told of an additional wager from what is left in the shoe; "" where it can."""
        return "" if self.whole else "what is left in a shoe is told without suits"

    def side_row(self, side: Side, kind: str) -> WagerPar:
        """The row of one; what hangs on how the game is played, the game's own analysis counts."""
        return sides.side_row(side, kind, self.side_stake(side))

    def side_stake(self, side: Side) -> Cents:
        return whole_stake(self.stake, side.limits(), (side.pay,))

    def take_over(self, other: Self) -> None:
        """The same question but for additional wagers was answered already: what the game itself brings is known, and
        those that pay the same."""
        self.own = other.own
        for kind, side in sides.counted(self.game).items():
            known, before = other.side_rows.get(kind), other.game.sides[kind]
            if known is not None and side.pay.lines == before.pay.lines and side.limits() == before.limits():
                self.side_rows[kind] = known

    @cached_property
    def sheet(self) -> ParSheet:
        start = time.perf_counter()
        wagers, strategy, notes = self.own
        wagers += self.side_wagers()
        seconds = time.perf_counter() - start
        game = self.game
        untold = {kind: why for kind, side in sides.counted(game).items() if (why := self.untold(side))}
        return ParSheet(
            game.id, game.title, game.options, self.changes, self.method, seconds, wagers,
            strategy, (*notes, *sides.notes(game, untold)),
        )

    # -- playing the game this way -----------------------------------------------------------------------

    def own_names(self) -> tuple[str, ...]:
        """The wagers of the game's own by the names they are placed under."""
        return tuple(name for name in self.game.wager_names() if name not in self.game.sides)

    def places(self, t: Table) -> tuple[Place, ...]:
        """The game's own wagers that a simulated round opens with; `t` shows what still lies there from rounds
        before."""
        return (Place(1, "Ann", tuple((name, self.stake) for name in self.own_names())),)

    def side_places(self) -> tuple[Place, ...]:
        """The additional wagers beside them."""
        return tuple(
            Place(1, "Ann", ((kind, self.side_stake(side)),))
            for kind, side in sides.counted(self.game).items()
        )

    def whole_stake(self, parts: int = 1) -> Cents:
        """What to stake so that nothing is lost to part cents, which the figures do not know: the least from the
        stake asked for that every pay line, and one part in so many of it, pays in whole cents."""
        game = self.game
        beside = {side.name for side in game.sides.values()}
        tables = (table for wager, table in game.pay.items() if wager not in beside)
        return whole_stake(self.stake, Sign(game.minimum, game.maximum, game.unit), tables, parts)

    def stake_for(self, results: Iterable[Result]) -> Cents:
        """What to stake where these are what becomes of it: what the figures are for if a payout is capped, else so
        that cents are whole."""
        return self.stake if any(result.at_most is not None for result in results) else self.whole_stake()

    def results(self) -> Iterable[Result]:
        """What may become of the wagers that decisions are about, where the law may cap or round it."""
        return ()

    @cached_property
    def capped(self) -> bool:
        """Do figures hang on how much is staked?"""
        return any(result.at_most is not None or rounded(result) for result in self.results())

    def turns(self) -> tuple[str, ...]:
        """Rows that simulated rounds are played for in turn, each as that row says; () where every round is for all."""
        return ()

    def sit(self, t: Table, row: str) -> None:
        """Ready a table for a round that is played for a row."""

    def unit_of(self, row: str) -> str:
        """Under what name the stakes of a row that has its turn are counted; its results are under its own."""
        return row

    def lane(self, job: Job) -> Lane | None:
        """Compiled rounds of the game, for the rows that a simulation counts; None where there are none."""
        return None

    def row_of(self, wager: str) -> str:
        """The row that a settled wager is counted under by its name at the table ("straight up 17")."""
        return wager

    def choose(self, t: Table, request: Choose) -> Answer:
        """The best answer to a decision."""
        return Lapse()

    def prepare(self) -> None:
        """Work out what `values` needs, which may take long."""
        return

    def values(self, sight: Sight) -> tuple[OptionValue, ...]:
        """What each choice is worth to whoever sees no more than this; the first of those worth most is best play, the
        same as `choose` makes. Nothing where there is nothing to tell them apart by."""
        return ()


    def noted(self, sight: Sight) -> str:
        """What whoever sees this may go by, in a word, where a way to play has one: "5 points"."""
        return ""


class BestPlay:
    """Plays a game as its analysis says."""

    def __init__(self, analysis: Analysis[Any]) -> None:
        self.analysis = analysis
        self._pending: list[Place] | None = None

    def answer(self, t: Table, request: Asked) -> Answer:
        if type(request) is not Gather:
            assert isinstance(request, Choose)
            return self.analysis.choose(t, request)
        if self._pending is None:
            self._pending = [*self.analysis.places(t), *self.analysis.side_places()]
        if self._pending:
            return self._pending.pop(0)
        self._pending = None
        return Close()


def take(request: Choose, name: str, amount: Cents | None = None) -> Choice:
    """The choice of this name, for as much as it may be unless an amount is said."""
    return Choice(request.hand, name, request.player, amount)


def whole_stake(stake: Cents, sign: Sign, tables: Iterable[PayTable], parts: int = 1) -> Cents:
    """The least stake from this one on, within limits, that every line of these pay tables pays in whole cents."""
    least = min(max(stake, sign.minimum), sign.maximum)
    step = math.lcm(sign.unit, *(odds.den * parts for table in tables for odds, _ in table.lines.values()))
    whole = -(-least // step) * step
    return whole if whole <= sign.maximum else least
