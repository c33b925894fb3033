"""QLD schedule 4, craps: what may be wagered (section 4, and 11 to 17), the pay table of section 10, and which throws
decide what."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pitboss.law import Clause, schedule
from pitboss.money import Cents
from pitboss.table.game import PayTable, WagerKind

S = schedule("QLD-4")

POINTS = (4, 5, 6, 8, 9, 10)
HORN = (2, 3, 11, 12)
DOLLAR: Cents = 100

# 4, and 11 to 17: what may be wagered.
KINDS = (
    WagerKind("win bet", S["4:win-bet"], "7 or 11 on the come out roll, or the point before a 7"),
    WagerKind("don't win bet", S["4:dont-win-bet"], "3 or 12 on the come out roll, or a 7 before the point"),
    WagerKind("win odds", S["14(1)"], "in support of a win bet that has its point"),
    WagerKind("don't win odds", S["15(1)"], "in support of a don't win bet that has its point"),
    WagerKind("come bet", S["4:come-bet"], "a win bet made while a point is up"),
    WagerKind("don't come bet", S["4:dont-come-bet"], "a don't win bet made while a point is up"),
    WagerKind("come odds", S["16(1)"], "in support of a come bet that has its point"),
    WagerKind("don't come odds", S["17(1)"], "in support of a don't come bet that has its point"),
    WagerKind("place bet", S["4:place-bet"], "a number before a 7", everyday="place"),
    WagerKind("buy bet", S["11(1)"], "a number before a 7, at true odds for a percentage", everyday="buy"),
    WagerKind("lay bet", S["12(1)"], "a 7 before a number, at true odds for a percentage", everyday="lay"),
    WagerKind("big 6", S["4:big-6"], "a 6 before a 7"),
    WagerKind("big 8", S["4:big-8"], "an 8 before a 7"),
    WagerKind("4 the hardway", S["4:4-the-hardway"], "2 and 2 before any other 4 and before a 7", everyday="hard 4"),
    WagerKind("6 the hardway", S["4:6-the-hardway"], "3 and 3 before any other 6 and before a 7", everyday="hard 6"),
    WagerKind("8 the hardway", S["4:8-the-hardway"], "4 and 4 before any other 8 and before a 7", everyday="hard 8"),
    WagerKind("10 in the hardway", S["4:10-in-the-hardway"], "5 and 5 before any other 10 and before a 7",
              everyday="hard 10"),
    WagerKind("field bet", S["4:field-bet"], "2, 3, 4, 9, 10, 11 or 12 on the next roll", everyday="field"),
    WagerKind("any 7", S["4:any-7"], "7 on the next roll"),
    WagerKind("any craps", S["4:any-craps"], "2, 3 or 12 on the next roll"),
    WagerKind("craps 2", S["4:craps-2"], "2 on the next roll"),
    WagerKind("craps 3", S["4:craps-3"], "3 on the next roll"),
    WagerKind("craps 12", S["4:craps-12"], "12 on the next roll"),
    WagerKind("11 in 1 roll", S["4:11-in-1-roll"], "11 on the next roll", everyday="eleven"),
    WagerKind("horn bet", S["4:horn-bet"], "2, 3, 11 or 12 on the next roll", everyday="horn"),
    WagerKind("horn high bet", S["4:horn-high-bet"], "a horn bet with one unit more on one of its totals",
              everyday="horn high"),
)
DEFINED = {kind.name: kind.clause for kind in KINDS}

# 10(1): the pay table.
LINE_BETS = (
    PayTable("win bet", {"win bet": ("1 to 1", S["10(1):win-bet"])}),
    PayTable("don't win bet", {"don't win bet": ("1 to 1", S["10(1):dont-win-bet"])}),
    PayTable("come bet", {"come bet": ("1 to 1", S["10(1):come-bet"])}),
    PayTable("don't come bet", {"don't come bet": ("1 to 1", S["10(1):dont-come-bet"])}),
)
PLACE_BET = PayTable("place bet", {
    4: ("9 to 5", S["10(1):place-4"]),
    5: ("7 to 5", S["10(1):place-5"]),
    6: ("7 to 6", S["10(1):place-6"]),
    8: ("7 to 6", S["10(1):place-8"]),
    9: ("7 to 5", S["10(1):place-9"]),
    10: ("9 to 5", S["10(1):place-10"]),
})
BIG = (
    PayTable("big 6", {6: ("1 to 1", S["10(1):big-6"])}),
    PayTable("big 8", {8: ("1 to 1", S["10(1):big-8"])}),
)
HARDWAYS = (
    PayTable("4 the hardway", {4: ("7.5 to 1", S["10(1):hard-4"])}),
    PayTable("6 the hardway", {6: ("9.5 to 1", S["10(1):hard-6"])}),
    PayTable("8 the hardway", {8: ("9.5 to 1", S["10(1):hard-8"])}),
    PayTable("10 in the hardway", {10: ("7.5 to 1", S["10(1):hard-10"])}),
)
# The lines of these tables are also the totals that win.
ONE_ROLL = (
    PayTable("field bet", {
        2: ("2 to 1", S["10(1):field-2"]),
        12: ("2 to 1", S["10(1):field-12"]),
        **{total: ("1 to 1", S["10(1):field"]) for total in (3, 4, 9, 10, 11)},
    }),
    PayTable("any 7", {7: ("4 to 1", S["10(1):any-7"])}),
    PayTable("any craps", {total: ("7.5 to 1", S["10(1):any-craps"]) for total in (2, 3, 12)}),
    PayTable("craps 2", {2: ("33 to 1", S["10(1):craps-2"])}),
    PayTable("craps 3", {3: ("16 to 1", S["10(1):craps-3"])}),
    PayTable("craps 12", {12: ("33 to 1", S["10(1):craps-12"])}),
    PayTable("11 in 1 roll", {11: ("16 to 1", S["10(1):11-in-1-roll"])}),
)
# 10(3): the single wagers that a horn bet is made of.
HORN_PARTS = {2: "craps 2", 3: "craps 3", 11: "11 in 1 roll", 12: "craps 12"}

# 11(2) and 12(2): true odds.
BUY_BET = PayTable("buy bet", {
    4: ("2 to 1", S["11(2):4"]),
    5: ("3 to 2", S["11(2):5"]),
    6: ("6 to 5", S["11(2):6"]),
    8: ("6 to 5", S["11(2):8"]),
    9: ("3 to 2", S["11(2):9"]),
    10: ("2 to 1", S["11(2):10"]),
})
LAY_BET = PayTable("lay bet", {
    4: ("1 to 2", S["12(2):4"]),
    5: ("2 to 3", S["12(2):5"]),
    6: ("5 to 6", S["12(2):6"]),
    8: ("5 to 6", S["12(2):8"]),
    9: ("2 to 3", S["12(2):9"]),
    10: ("1 to 2", S["12(2):10"]),
})

# 14 to 17: supplemental wagers.
TAKEN = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
LAID = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}
ODDS = (
    PayTable("win odds", {point: (text, S["14(5)"]) for point, text in TAKEN.items()}),
    PayTable("don't win odds", {point: (text, S["15(5)"]) for point, text in LAID.items()}),
    PayTable("come odds", {point: (text, S["16(5)"]) for point, text in TAKEN.items()}),
    PayTable("don't come odds", {point: (text, S["17(5)"]) for point, text in LAID.items()}),
)


class Supplement(NamedTuple):
    """The bet a supplemental wager supports, and what each subsection says of it."""

    base: str
    laid: bool
    supports: Clause
    limit: Clause
    payable: Clause
    double: Clause
    rounding: Clause


SUPPLEMENTS = {
    "win odds": Supplement(
        "win bet", False, S["14(1)"], S["14(2)"], S["14(3)(a)"], S["14(3)(b)"], S["14(4)"]
    ),
    "don't win odds": Supplement(
        "don't win bet", True, S["15(1)"], S["15(2)"], S["15(3)(a)"], S["15(3)(b)"], S["15(4)"]
    ),
    "come odds": Supplement(
        "come bet", False, S["16(1)"], S["16(2)"], S["16(3)(a)"], S["16(3)(b)"], S["16(4)"]
    ),
    "don't come odds": Supplement(
        "don't come bet", True, S["17(1)"], S["17(2)"], S["17(3)(a)"], S["17(3)(b)"], S["17(4)"]
    ),
}
ODDS_ON = {terms.base: name for name, terms in SUPPLEMENTS.items()}

# Wagers named with a number, and the numbers they go with.
NUMBERED = {
    "place bet": POINTS, "buy bet": POINTS, "lay bet": POINTS, "horn high bet": HORN,
    "come odds": POINTS, "don't come odds": POINTS,
}
LINE = ("win bet", "don't win bet")
DONT = ("don't win bet", "don't come bet")
# 4: what decides a line bet at once: the totals that win, and those that lose.
AT_ONCE = {
    "win bet": ((7, 11), (2, 3, 12)),
    "come bet": ((7, 11), (2, 3, 12)),
    "don't win bet": ((3, 12), (7, 11)),
    "don't come bet": ((3, 12), (7, 11)),
}
# 4, 7(1) and 16(6): what sleeps on a come out roll, by what says so besides 7(1).
SLEEPING = {
    "place bet": S["4:place-bet"],
    "buy bet": S["4:place-bet"],
    "come odds": S["16(6)"],
    "4 the hardway": S["4:4-the-hardway"],
    "6 the hardway": S["4:6-the-hardway"],
    "8 the hardway": S["4:8-the-hardway"],
    "10 in the hardway": S["4:10-in-the-hardway"],
}
# 7(1): who wants one of them on says so.
CALLED_ON = S["7(1)"]
# 7(2): wagers that one on marker button speaks for.
SIMILAR = {name: "hardway" if name.endswith("hardway") else name for name in SLEEPING}

HARDWAY_NAMES = {
    "4 in the hardway": "4 the hardway", "6 in the hardway": "6 the hardway", "8 in the hardway": "8 the hardway",
    "10 the hardway": "10 in the hardway",
}


# Every throw asks it of every wager on the layout; people may type any name, so that not all are kept.
@lru_cache(1024)
def family(name: str) -> tuple[str, int | None]:
    """A wager's kind and number: "place bet 6" is ("place bet", 6)."""
    if name not in DEFINED:
        first, _, last = name.rpartition(" ")
        if first in NUMBERED and last.isascii() and last.isdigit() and len(last) < 3:
            return first, int(last)
    return name, None


class Throw(NamedTuple):
    """What a valid throw shows. `hard`: both dice show the same number."""

    total: int
    hard: bool
    come_out: bool
