"""What takes the agreement of the players at a table. The house asks, each answers. Where all must agree, one no ends
it, and when all who are there have said yes it takes effect; where a majority is enough, a no is one vote. Whoever goes
is no longer asked; whoever comes is asked as well.

Which table it is, who is there and what then happens, its desk knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from pitboss.floor.desk import No
from pitboss.floor.memory import Question


def open_question(question: Question | None, n: int) -> Question:
    """The question of this number, if it still waits for answers."""
    if question is None or question.n != n:
        raise No(f"question {n} is over, this does not count")
    return question


def answered(question: Question, player: str, agree: bool) -> Question | None:
    """The question after an answer; one no ends it."""
    if not agree:
        return None
    return msgspec.structs.replace(question, agreed=[*(name for name in question.agreed if name != player), player])


def voted(question: Question, player: str, agree: bool) -> Question:
    """The question after an answer that is one vote among others; the last word of each counts."""
    agreed = [name for name in question.agreed if name != player] + [player] * agree
    against = [name for name in question.against if name != player] + [player] * (not agree)
    return msgspec.structs.replace(question, agreed=agreed, against=against)


def without(question: Question | None, player: str) -> Question | None:
    """A player has left: his word no longer counts, nor is it waited for."""
    if question is None:
        return None
    agreed, against = ([name for name in names if name != player] for names in (question.agreed, question.against))
    return msgspec.structs.replace(question, agreed=agreed, against=against)


def missing(question: Question, present: Iterable[str]) -> list[str]:
    """Those who are there and have not answered."""
    return [name for name in present if name not in (*question.agreed, *question.against)]


def shown(question: Question | None, words: str, present: Iterable[str]) -> dict[str, Any] | None:
    """What everybody sees of a question: who asks what under which clause, who has agreed, who is still to answer."""
    if question is None:
        return None
    return {"n": question.n, "what": question.what, "words": words, "by": question.by, "clause": question.clause,
            "agreed": list(question.agreed), "against": list(question.against), "missing": missing(question, present)}
