"""The law as data: clauses, readings, and results that cannot exist without a clause."""

from pitboss.law.clauses import Clause, Reading, Schedule, UnknownClause, book, clause, schedule
from pitboss.law.results import (
    Announced,
    Refused,
    Result,
    Ruled,
    lose,
    refuse,
    stand_off,
    surrender,
    void,
    win,
)

__all__ = [
    "Announced", "Clause", "Reading", "Refused", "Result", "Ruled", "Schedule", "UnknownClause",
    "book", "clause", "lose", "refuse", "schedule", "stand_off", "surrender", "void", "win",
]
