"""Results of the law. None of them can be built without a clause, and each is made through it."""

from __future__ import annotations

import msgspec

from pitboss.law.clauses import Clause
from pitboss.money import Cents, Levy, Odds, Rounding

WIN, LOSE, STAND_OFF, VOID, SURRENDER = "win", "lose", "stand-off", "void", "surrender"


class Cited(msgspec.Struct, frozen=True, gc=False):
    """Whatever cites a clause."""

    clause: Clause

    def __post_init__(self) -> None:
        if type(self.clause) is not Clause:
            raise TypeError(f"{type(self).__name__} needs a clause of the index, not {self.clause!r}")


class Result(Cited, frozen=True):
    """What becomes of one wager: the clause is the one that sets the odds of a win,
    and otherwise the one that decides the outcome; `also` names the others that had a say."""

    outcome: str
    odds: Odds | None = None
    also: tuple[Clause, ...] = ()
    rounding: Rounding | None = None
    at_most: Cents | None = None
    levy: Levy | None = None

    def pays(self, stake: Cents) -> Cents:
        """Paid on top of the stake, less what is kept of it."""
        paid = self._paid(stake)
        return paid if self.levy is None else paid - self.levy.on(paid)

    def kept(self, stake: Cents) -> Cents:
        """Kept of the payment as commission."""
        return 0 if self.levy is None else self.levy.on(self._paid(stake))

    def _paid(self, stake: Cents) -> Cents:
        if self.odds is None:
            return 0
        paid = self.rounding.apply(self.odds, stake) if self.rounding else self.odds.pays(stake)
        return paid if self.at_most is None else min(paid, self.at_most)

    def corrupted(self) -> Result:
        other = LOSE if self.outcome in (WIN, VOID, STAND_OFF) else VOID
        return Result(self.clause, other, None, self.also)


def win(
    odds: Odds, clause: Clause, *also: Clause, rounding: Rounding | None = None, at_most: Cents | None = None,
    levy: Levy | None = None,
) -> Result:
    return clause.says(Result(clause, WIN, odds, also, rounding, at_most, levy))


def lose(clause: Clause, *also: Clause) -> Result:
    return clause.says(Result(clause, LOSE, None, also))


def stand_off(clause: Clause, *also: Clause) -> Result:
    return clause.says(Result(clause, STAND_OFF, None, also))


def void(clause: Clause, *also: Clause) -> Result:
    return clause.says(Result(clause, VOID, None, also))


def surrender(clause: Clause, *also: Clause) -> Result:
    """Half the stake is given up, half goes back."""
    return clause.says(Result(clause, SURRENDER, None, also))


class Refused(Cited, frozen=True, tag="refused"):
    """An act that the law does not allow. It changed nothing."""

    what: str
    legal: str = ""

    def corrupted(self) -> None:
        return None

    def __str__(self) -> str:
        return f"{self.what} [{self.clause}]" + (f"; {self.legal}" if self.legal else "")


def refuse(what: str, clause: Clause, legal: str = "") -> Refused | None:
    """Refuse an act. (None only while the kill test silences the clause.)"""
    refused: Refused | None = Refused(clause, what, legal)
    return clause.says(refused)


class Ruled(Cited, frozen=True, tag="ruled"):
    """What the law does about something irregular, step by step."""

    what: str

    def corrupted(self) -> None:
        return None


class Announced(Cited, frozen=True, tag="announced"):
    """Something staff must say, do, record or time."""

    what: str

    def corrupted(self) -> None:
        return None
