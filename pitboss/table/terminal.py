"""A player's terminal at a table game: what it shows, which wagers it takes, how credits come and go. Here it is as the
house has it, and cites nothing; a book with law of its own on terminals says the same under its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pitboss.law import Refused
from pitboss.money import Cents, show_amount
from pitboss.table.limits import Sign

if TYPE_CHECKING:
    from pitboss.table.definition import Duty

NO_MORE_BETS = "no more bets"


class HouseRule(NamedTuple):
    """A refusal that no clause makes: the house decides."""

    what: str
    legal: str = ""


class Facts(NamedTuple):
    """What there is to show to one player at one table."""

    limits: Sign
    areas: Sequence[str]
    betting: bool
    credits: Cents
    bet: Cents
    result: str
    won: Cents
    help: str
    ends: int | None
    lines: Sequence[TerminalResult] = ()


class Display(NamedTuple):
    """What the terminal shows of it."""

    minimum: Cents
    maximum: Cents
    areas: tuple[str, ...]
    open: bool
    words: str
    credits: Cents
    bet: Cents
    result: str
    won: Cents
    help: str
    ends: int | None
    winning: tuple[TerminalResult, ...] = ()


class TerminalResult(NamedTuple):
    """A decided wager on a terminal."""

    stake: Cents
    pays: Cents
    won: bool
    wager: str = ""


class Terminal:
    """A terminal on which the book is silent."""

    # The schedule on terminals; nothing where there is none.
    law: str = ""
    duties: tuple[Duty, ...] = ()
    # Clauses, each empty here. A wager is made on an area of the layout; what has won is collected to the credits; a
    # result is worked out again, and not without a manager; what cannot be is paid by hand.
    touching: str = ""
    collecting: str = ""
    working_out: str = ""
    by_hand: str = ""
    # At the cage: buying in, payment by an attendant, how a voucher is dispensed, and what it is worth.
    buying_in: str = ""
    paying: str = ""
    dispensing: str = ""
    worth: str = ""
    # Bets on several games at once; credits that are not paid after a fault.
    at_once: str = ""
    withholding: str = ""

    def law_of(self, law: Sequence[str]) -> tuple[str, ...]:
        """What a game goes by at a terminal, given what it goes by at a table."""
        return tuple(law)

    def shown(self, facts: Facts) -> Display:
        words = "" if facts.betting else NO_MORE_BETS
        limits, areas = facts.limits, tuple(facts.areas)
        return Display(
            limits.minimum, limits.maximum, areas, facts.betting, words, *facts[3:-1], self.winning(facts.lines)
        )

    def refuse_interference(self, role: str, what: str) -> Refused | None:
        """What keeps others than staff from the equipment, besides the house."""
        return None

    def refuse_terminal(self, connected: int, approved: int) -> Refused | HouseRule | None:
        """Why no further terminal may be at a table with so many."""
        if connected < approved:
            return None
        return HouseRule(f"terminal {connected + 1}", f"{approved} terminals are set for this table")

    # -- wagers --------------------------------------------------------------------------------------

    def refuse_late(self, betting: bool, what: str) -> Refused | HouseRule | None:
        return None if betting else HouseRule(what, "wait until bets are taken again")

    def refuse_beyond_credits(self, what: str, amount: Cents, credits: Cents) -> Refused | HouseRule | None:
        if amount <= credits:
            return None
        return HouseRule(f"{what} {show_amount(amount)} with {show_amount(credits)} of credits",
                         "less, or buy in for more")

    def areas(self, wagers: Sequence[str]) -> tuple[str, ...]:
        """What a terminal offers of a game with these wagers."""
        return tuple(wagers)

    def may_play_at_once(self, tables: int, several: bool) -> bool:
        """May a player bet on so many games at the same time?"""
        return tables <= 1 or several

    def touched(self, area: str, areas: Sequence[str]) -> bool:
        return area in areas

    # -- limits of one terminal ------------------------------------------------------------------------

    def refuse_own_limits(self, table: Sign, own: Sign, player: str, playing: bool) -> Refused | HouseRule | None:
        """Why a terminal may not have these limits; `playing`: they would change for somebody who is at the table."""
        return HouseRule("limits of one terminal", "limits of the table: this game's book knows no others")

    def limits_at(self, table: Sign, minimum: Cents | None, maximum: Cents | None) -> Sign:
        return table

    def refuse_outside(self, limits: Sign, what: str, total: Cents) -> Refused | HouseRule | None:
        return None

    # -- results and payments --------------------------------------------------------------------------

    def credited(self, line: TerminalResult, collected: bool) -> Cents:
        """Winnings go to the credits at once, the wager itself once it is collected."""
        return line.pays + (line.stake if collected else 0) if line.won else 0

    def winning(self, lines: Sequence[TerminalResult]) -> tuple[TerminalResult, ...]:
        """The wagers that stay to be seen once the result is there."""
        return tuple(line for line in lines if line.won)

    def worked_out_again(self, displayed: str, actual: str) -> bool:
        return displayed != actual

    def refuse_withholding(self, what: str, amount: Cents, credited: Cents) -> Refused | HouseRule | None:
        """Why credits may not be refused; `credited`: what came while the terminals were at fault."""
        if 0 < amount <= credited:
            return None
        return HouseRule(what, f"up to {show_amount(credited)}, which came while the terminals were at fault")

    def refuse_means(self, by: str) -> Refused | HouseRule | None:
        """Why credits are not bought by such means."""
        return None

    def refuse_payment(self, amount: Cents, credits: Cents) -> Refused | HouseRule | None:
        if 0 < amount <= credits:
            return None
        return HouseRule(f"{show_amount(amount)} of {show_amount(credits)}", f"up to {show_amount(credits)}")

    def voucher_for(self, amount: Cents) -> Cents:
        return amount

    def redeemed(self, value: Cents) -> Cents:
        return value
