"""How a hand is bet on against the house, as data of the game. The round offers by it what may be chosen, and the odds
are counted by it, so that it is said once. There is no law here: every clause comes from the game's own file."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.law import Clause
from pitboss.money import Cents
from pitboss.table.requests import Option, option, options

CHECK, FOLD = "check", "fold"


class Multiple(NamedTuple):
    """So many times the opening wager, and the clause that says so."""

    times: int
    clause: Clause

    def of(self, opening: Cents) -> Cents:
        return self.clause.says(self.times) * opening


class BettingStreet(NamedTuple):
    """One decision on the way to a result: to place a wager, or what else is open."""

    # The wager that may be placed, by its name among the game's kinds; of one size, or of one of several, the least
    # first.
    wager: str
    sizes: tuple[Multiple, ...]
    # How many cards beside the player's own lie face up: of the board, or of the dealer's hand.
    known: int
    # The clauses under which the player is asked, may place the wager, and is refused any other amount of it.
    asked: Clause
    bet: Clause
    exact: Clause
    # The clauses that let the player check or fold, and the one that takes the wagers of who folds; None where the law
    # lets nobody do so.
    check: Clause | None = None
    fold: Clause | None = None
    folded: Clause | None = None
    # True where who places the wager has nothing more to decide.
    last: bool = False
    # What people call it to place the wager.
    verb: str = "bet"

    def amounts(self, opening: Cents) -> tuple[Cents, ...]:
        """What the wager may be beside an opening one."""
        return tuple([size.of(opening) for size in self.sizes])

    def offered(self, opening: Cents) -> tuple[Option, ...]:
        """What may be chosen here beside an opening wager."""
        amounts = self.amounts(opening)
        several = amounts if len(amounts) > 1 else ()
        wager = option(self.wager, self.bet, amounts[0], amounts[-1], self.exact, several)
        check = option(CHECK, self.check) if self.check is not None else None
        return options(wager, check, option(FOLD, self.fold) if self.fold is not None else None)


class Bonus(NamedTuple):
    """A wager of the game's own that some cards alone decide, whatever becomes of the others: its name among the
    game's kinds, what it looks at (a word of `table.sides`), and in words why a fold does not lose it; "" where it
    does."""

    wager: str
    looks_at: str
    kept: str = ""
