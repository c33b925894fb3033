"""QLD schedule 7, sections 2, 8 and 9(3): the wheels, the wagers and where they lie on each layout."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pitboss.equipment.wheels import BLACK, RED, ZEROS
from pitboss.law import Clause, Result, schedule
from pitboss.law.results import LOSE
from pitboss.table.game import WagerKind

S = schedule("QLD-7")

# 2(1): a wheel is named by its last zero.
WHEELS = {"0": S["2(1)(a)"], "00": S["2(1)(b)"], "000": S["2(1)(c)"]}

# 8(2): the permissible wagers.
KINDS = (
    WagerKind("straight up", S["8:straight-up"], "one number"),
    WagerKind("split", S["8:split"], "two numbers side by side"),
    WagerKind("street", S["8:street"], "three numbers of a row"),
    WagerKind("corner", S["8:corner"], "four numbers that meet"),
    WagerKind("5-line", S["8:5-line"], "0, 00, 1, 2 and 3; not on a single-zero table", everyday="five line"),
    WagerKind("6-line", S["8:6-line"], "six numbers of two rows", everyday="six line"),
    WagerKind("column", S["8:column"], "twelve numbers of a column"),
    WagerKind("dozen", S["8:dozen"], "1 to 12, 13 to 24 or 25 to 36"),
    WagerKind("low", S["8:low"], "1 to 18", everyday="1 to 18"),
    WagerKind("high", S["8:high"], "19 to 36", everyday="19 to 36"),
    WagerKind("even", S["8:even"], "an even number; a zero is none"),
    WagerKind("odd", S["8:odd"], "an odd number"),
    WagerKind("red", S["8:red"], "a red number"),
    WagerKind("black", S["8:black"], "a black number"),
)
DEFINED = {kind.name: kind.clause for kind in KINDS}

# What people call some of them; "first dozen" and the like follow from the number of the third.
THIRDS = (("first", "1st"), ("second", "2nd"), ("third", "3rd"))
OTHER_NAMES = {
    "straight": "straight up", "number": "straight up", "square": "corner", "double street": "6-line",
    "1-18": "low", "19-36": "high",
    **{f"{word} {what}": f"dozen {third}" for third, words in enumerate(THIRDS, 1) for word in words
       for what in ("dozen", "12")},
    **{f"{word} column": f"column {third}" for third, words in enumerate(THIRDS, 1) for word in words},
}

# Losing results never differ, so each is made once: a table settles many of them.
LOST = {kind: Result(clause, LOSE) for kind, clause in DEFINED.items()}

# Wagers named by their numbers, and how many of them each takes.
BY_NUMBERS = {"straight up": 1, "split": 2, "street": 3, "corner": 4, "5-line": 5, "6-line": 6}

# 9(3): places that hold a zero. A single zero spans the first row; with two, 0 lies over 1 and half
# of 2, 00 over 3 and the other half; a third lies over both of them.
_DOUBLE = ("split 0/00", "split 0/1", "split 0/2", "split 00/2", "split 00/3",
           "street 0/1/2", "street 0/00/2", "street 00/2/3")
ZERO_PLACES = {
    "0": ("split 0/1", "split 0/2", "split 0/3", "street 0/1/2", "street 0/2/3", "corner 0/1/2/3"),
    "00": _DOUBLE,
    "000": (*_DOUBLE, "split 0/000", "split 00/000", "street 0/00/000"),
}


class Position(NamedTuple):
    """A wager position: its kind, the numbers it covers, the definition that says what wins and
    loses, and whether it holds a zero."""

    kind: str
    numbers: frozenset[str]
    definition: Clause
    lost: Result
    holds_zero: bool


def split_name(name: str) -> tuple[str, str] | None:
    """The kind of a wager and the rest of its name; None when there is no such kind.

    >>> split_name("straight up 17"), split_name("red"), split_name("neighbours 17")
    (('straight up', '17'), ('red', ''), None)
    """
    for kind in DEFINED:
        if name == kind or name.startswith(kind + " "):
            return kind, name[len(kind) + 1 :]
    return None


def numbers_in(kind: str, rest: str) -> list[str]:
    """The numbers written in a name, in any order: "20/17", "1-6".

    >>> numbers_in("split", "20/17"), numbers_in("6-line", "31-36")
    (['20', '17'], ['31', '32', '33', '34', '35', '36'])
    """
    ends = rest.split("-")
    if kind == "6-line" and len(ends) == 2 and all(end.isascii() and end.isdigit() and len(end) < 3 for end in ends):
        first, last = sorted(map(int, ends))
        return list(map(str, range(first, last + 1)))
    return rest.split("/") if rest else []


@cache
def layout(wheel: str) -> dict[str, Position]:
    """Every wager position of a table by its name, in the order of section 8."""
    positions: dict[str, Position] = {}

    def add(kind: str, rest: str, numbers: list[str] | frozenset[str]) -> None:
        covered = frozenset(numbers)
        name = f"{kind} {rest}".rstrip()
        positions[name] = Position(kind, covered, DEFINED[kind], LOST[kind], not covered.isdisjoint(ZEROS))

    def joined(kind: str, *numbers: int) -> None:
        add(kind, "/".join(map(str, numbers)), list(map(str, numbers)))

    for number in (*ZEROS[: len(wheel)], *map(str, range(1, 37))):
        add("straight up", number, [number])
    for place in ZERO_PLACES[wheel]:
        kind, _, rest = place.partition(" ")
        add(kind, rest, rest.split("/"))
    for n in range(1, 37):
        if n % 3:
            joined("split", n, n + 1)
        if n <= 33:
            joined("split", n, n + 3)
            if n % 3:
                joined("corner", n, n + 1, n + 3, n + 4)
    if wheel != "0":
        add("5-line", "", ["0", "00", "1", "2", "3"])
    for first in range(1, 37, 3):
        joined("street", first, first + 1, first + 2)
        if first < 34:
            add("6-line", f"{first}-{first + 5}", _run(first, first + 5))
    for third in (1, 2, 3):
        add("column", str(third), _run(third, 36, 3))
        add("dozen", str(third), _run(12 * third - 11, 12 * third))
    add("low", "", _run(1, 18))
    add("high", "", _run(19, 36))
    add("even", "", _run(2, 36, 2))
    add("odd", "", _run(1, 35, 2))
    add("red", "", RED)
    add("black", "", BLACK)
    order = list(DEFINED)
    return dict(sorted(positions.items(), key=lambda entry: order.index(entry[1].kind)))


def _run(first: int, last: int, step: int = 1) -> list[str]:
    return [str(number) for number in range(first, last + 1, step)]
