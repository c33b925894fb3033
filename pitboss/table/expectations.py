"""What a file expects, held against what happened."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.law import Announced, Refused, Ruled
from pitboss.law.clauses import BOOKS, book, within
from pitboss.money import show_amount
from pitboss.table.facts import AnyEvent, Referred, Rejected, Settled
from pitboss.table.transcripts import BadTranscript, Expected


def meets(event: AnyEvent, what: str, cited: str) -> bool:
    kinds = {"refused": Refused, "ruled": Ruled, "announced": Announced}
    if what == "referred":
        return isinstance(event, Referred)
    if what == "refused" and not cited and isinstance(event, Rejected):
        return True
    return isinstance(event, kinds[what]) and (not cited or covers(cited, event.clause))


def covers(expected: str, actual: str) -> bool:
    """Is the clause in a file the actual one or a parent of it, a whole section included?"""
    if within(actual, expected):
        return True
    code = expected.partition("-")[0]
    known = code in BOOKS and any(within(id, expected) for id in book(code))
    if not known:
        raise BadTranscript(f"no clause {expected} in the index")
    return False


def compare(expected: Sequence[Expected], lines: Sequence[Settled]) -> tuple[list[str], list[str]]:
    """What does not hold of the lines that a file expects, and the lines that it does not mention."""
    failures: list[str] = []
    left = list(lines)
    for expectation in expected:
        same = [line for line in left if same_wager(expectation, line)]
        match = next((line for line in same if _agrees(expectation, line)), None)
        if match is not None:
            left.remove(match)
        else:
            actual = repr(show_line(same[0])) if same else f"'no such line'{_others(expectation, lines)}"
            failures.append(f"line {expectation.line}: expected {expectation.text!r}, got {actual}")
    return failures, [show_line(line) for line in left]


def _others(expected: Expected, lines: Sequence[Settled]) -> str:
    """The lines there are in the place of one that there is not."""
    whose = f"{expected.hand} {expected.player}"
    named: dict[str, list[str]] = {}
    for line in lines:
        named.setdefault(f"{line.hand or line.box} {line.player}", []).append(line.wager)
    if whose in named:
        return f"; {whose} has {', '.join(dict.fromkeys(named[whose]))}"
    return f"; there are lines for {', '.join(named)}" if named else ""


def same_wager(expected: Expected, line: Settled) -> bool:
    hands = (line.hand, str(line.box)) if line.hand else (str(line.box),)
    return expected.hand in hands and expected.player == line.player and expected.wager == line.wager


def _agrees(expected: Expected, line: Settled) -> bool:
    amount = line.pays if line.outcome == "win" else line.stake
    if line.outcome == "surrender":
        amount = line.stake // 2
    return (
        expected.outcome == line.outcome
        and (expected.amount is None or expected.amount == amount)
        and (not expected.clause or covers(expected.clause, line.clause)
             or any(covers(expected.clause, also) for also in line.also))
    )


def show_line(line: Settled) -> str:
    """A settled line in the notation of transcripts."""
    amount = {"win": line.pays, "lose": line.stake, "surrender": line.stake // 2}.get(line.outcome)
    money = "" if amount is None else f" {show_amount(amount)}"
    return f"= {line.hand or line.box} {line.player} {line.wager} {line.outcome}{money} [{line.clause}]"
