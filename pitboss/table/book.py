"""A rulebook as the rooms ask it: what it says of tables that open and close, of limits that change, of seats, offices
and terminals. The class itself is a book that is silent on all of it: the house decides, and nothing is cited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pitboss.law import Refused
from pitboss.money import Cents
from pitboss.table.acts import Irregular
from pitboss.table.limits import Change, Limits
from pitboss.table.terminal import HouseRule, Terminal

if TYPE_CHECKING:
    from pitboss.table.game import Game
    from pitboss.table.table import Table

# Rounds in a row without a wager that cost a seat at a full table, where the house decides.
IDLE_ROUNDS = 3


class FirstTable(NamedTuple):
    """A table that a new floor opens with."""

    id: str
    name: str
    game: str
    options: Mapping[str, str]
    wagering_seconds: int = 25
    decision_seconds: int = 30


class Book:
    """A book that is silent. Each rulebook says what it knows better; times are milliseconds on the table's clock."""

    # The first part of its games' ids, its name, and how its clauses begin.
    code: str = ""
    title: str = ""
    law: str = ""
    # The parts of it that hold at any of its tables, whatever is played.
    general: tuple[str, ...] = ()
    terminal: Terminal = Terminal()
    # Tables of a new floor that are not as any game has one: with limits of their own, a lesson, poker between players.
    first_tables: tuple[FirstTable, ...] = ()

    # -- offices -------------------------------------------------------------------------------------

    # Officials it knows beside dealer and supervisor, with the role that speaks for each; any other is a manager.
    offices: ClassVar[Mapping[str, str]] = {}

    def role_of(self, office: str) -> str:
        """The role of those who decide what an official is asked."""
        return self.offices.get(office, office if office in ("dealer", "supervisor") else "manager")

    def acts_for(self, office: str, asked: str) -> bool:
        """May an official decide what another was asked?"""
        return False

    # -- a table that closes -------------------------------------------------------------------------

    # The clause on how a table closes.
    closing: str = ""

    def closes_at_once(self, players: int, agreed: int) -> bool:
        """May a table close without a notice? `agreed`: so many of its players do."""
        return players == 0

    def minutes_to_close(self, game: Game) -> int:
        """How long a sign tells players that their table closes."""
        return 0

    def refuse_closing(self, game: Game, shown: int | None, now: int) -> Refused | None:
        """Why a table with players may not close now; `shown`: since when a sign tells them."""
        return None

    def hands_to_close(self) -> int:
        """Between players: how many hands are played after the notice."""
        return 0

    def refuse_closing_after(self, hands: int, players: int, agreed: int) -> Refused | None:
        """Between players: why a table may not close after so many hands of notice; `agreed`: so many of them do."""
        return None

    # -- limits that change --------------------------------------------------------------------------

    # True where the sign is in the table's state and reports change it, so that those at the table may keep a minimum;
    # else limits are options of the game, and others start with a round.
    limits_reported: bool = False
    # True where limits are multiples of the unit; else it counts from the minimum upwards.
    limits_in_units: bool = True

    def limits_of(self, t: Table) -> Limits:
        """What the sign at a table says."""
        return Limits(t.game.minimum, t.game.maximum, t.game.unit)

    def refuse_other_limits(self, game: Game) -> Refused | None:
        """Why a table has its limits and can have no others."""
        return None

    def changes_at_once(self, players: int, agreed: int) -> bool:
        """May limits change without what `refuse_at_once` asks for? `agreed`: so many of the players do."""
        return False

    def refuse_at_once(self, game: Game, higher: bool, both: bool) -> Refused | HouseRule | None:
        """Why new limits may not start without notice. `higher`: the minimum rises; `both`: the maximum changes too."""
        return None

    def minutes_of_notice(self, game: Game, up: bool) -> int:
        """How long players are told of new limits; `up`: a minimum rises for somebody."""
        return 0

    # The clause that asks for those minutes.
    noticing: str = ""

    def rounds_of_notice(self) -> int:
        """How many rounds are played between the notice and the change."""
        return 0

    def tells_notice(self, up: bool) -> bool:
        """Is the game told of a notice when it goes up?"""
        return False

    def refuse_change(self, t: Table, change: Change, at: int) -> Refused | None:
        """Why limits may not change at a time though their sign is up."""
        return None

    def box_maximums(self, t: Table) -> Mapping[str, Cents]:
        """Boxes with a maximum above the sign's."""
        return {}

    # -- seats ---------------------------------------------------------------------------------------

    # The clause that lets an idle seat be asked for.
    idle: str = ""
    # False where rounds count that a player lets pass at any table, full or not.
    idle_at_full_table: bool = True
    # Between players: the clause under which those are picked up who stay away.
    away: str = ""

    def idle_rounds(self) -> int:
        """How many rounds a player may let pass at a full table."""
        return IDLE_ROUNDS

    def idle_report(self, box: int, player: str, rounds: int) -> Irregular | None:
        """What the game is told of a seat that is asked for at a full table, where it rules on that."""
        return None

    # -- tables that open again ----------------------------------------------------------------------

    def reopened_report(self) -> Irregular | None:
        """What the game is told when a table opens again that was closed, where it rules on a break in play."""
        return None

    # -- payments that are looked into ---------------------------------------------------------------

    # The clause under which the operator may withhold a payment; "" where the book knows no such right.
    withholding: str = ""

    def hours_withheld(self) -> int:
        """Return for how many hours in all one payment can be withheld; then it is paid automatically. 0: no limit."""
        return 0

    # -- tables for lessons --------------------------------------------------------------------------

    def refuse_advice(self) -> Refused | None:
        """Why staff may not tell a player how to play; None where the book leaves it to the house."""
        return None

    # Clauses: chips that are worth nothing, and a word on how to play.
    non_value: str = ""
    instructing: str = ""


class SignBook(Book):
    """A book whose games keep their sign in the table's state and rule themselves on a change of it."""

    limits_reported = True

    def refuse_change(self, t: Table, change: Change, at: int) -> Refused | None:
        game: Any = t.game
        sign = self.limits_of(t)
        # Games go by whole seconds.
        refused: Refused | None = game.refuse_change(
            sign, *change.limits_after(sign), at // 1000, change.minimum is not None
        )
        return refused
