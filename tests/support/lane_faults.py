"""The kernels of the compiled lane as plain Python, with a line of them changed: what a fault of theirs would do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

import pitboss.cardroom

FOLDER = Path(pitboss.cardroom.__file__).parent
FILES = ("lane_kernel", "lane_showdown", "lane_views", "lane_drive")


class Fault(NamedTuple):
    """A line of the kernels, what stands in its place, and a game in which that shows."""

    line: str
    wrong: str
    options: dict[str, str]
    game: str = "mel/holdem"
    seats: int = 4


FIXED = {"structure": "fixed", "bet": "2", "big-bet": "4"}
FAULTS = {
    "the first of the round": Fault("t.turn = first if t.owes >> first & 1 else", "t.turn = 0 if t.owes & 1 else", {}),
    "a fourth raise": Fault("t.raises >= g.most_raises", "t.raises > g.most_raises", FIXED),
    "capped head to head": Fault("if others & (others - 1):", "if others:", FIXED, seats=2),
    "any all-in opens again": Fault("return to - t.price >= t.step", "return True", {}),
    "half a bet is not enough": Fault("2 * (to - t.level) >= g.size", "to - t.level >= g.size", FIXED),
    "nothing goes back": Fault("if back and top > second", "if False and top > second", {"commission": "10%"}),
    "a short blind sets the price": Fault("if live > t.price:\n            t.price = live",
                                          "if t.bets[i] > t.price:\n            t.price = t.bets[i]", {}),
    "the pot without the call": Fault("whole = pot(g, t) + owed", "whole = pot(g, t)", {"structure": "pot-limit"}),
    "half pots of cents": Fault("else whole // 2 // g.chip * g.chip", "else whole // 2",
                                {"structure": "half-pot", "chip": "0.5"}),
    "a raise that shrinks": Fault("t.step = max(t.step, by)", "t.step = by", {"structure": "spread", "bet": "2-10"}),
    "all who are left share side pots": Fault("and t.put[i] >= level:", "and t.put[i] >= 0:", {}),
    "odd chips to one": Fault("more = min(left, g.chip)", "more = left", {"chip": "0.25"}, seats=6),
    "the low half has the odd chip": Fault("pay(g, t, whole - half, t.winners[0, p])\n            pay(g, t, half,",
                                           "pay(g, t, half, t.winners[0, p])\n            pay(g, t, whole - half,",
                                           {}, "mel/holdem-hi-lo"),
    "commission without a wager": Fault("charged = t.wagered > 0 and", "charged = True and", {"commission": "2/hand"}),
    "commission of those who share alone": Fault("not shared_alone(g, t)", "True", {"commission": "10%", "deck": "20"},
                                                 seats=2),
    "no cap": Fault("if g.cap >= 0 and", "if False and", {"commission": "10%", "cap": "1"}),
    "the fee of a person is forgotten": Fault("= t.start[i] - fee - ante", "= t.start[i] - ante",
                                              {"commission": "2/person"}),
    "flushes do not count": Fault("if suits and total & _FIVE_SUITED:", "if False:", {"deck": "36"}),
    "the river does not count": Fault("for c in range(b + 1, 5):", "for c in range(b + 1, 4):", {}, "mel/omaha"),
    "no low is needed": Fault("elif worth and worth == top:", "elif worth == top:", {}, "mel/omaha-hi-lo"),
    "one board for both halves": Fault("t.deck[g.board_at[g.share_board[s], n]]", "t.deck[g.board_at[0, n]]", {},
                                       "mel/double-flop-holdem"),
    "a part of the pot in odd cents": Fault("to -= (to - t.bets[i]) % g.chip", "pass", {"chip": "0.5"}),
    "the button's place": Fault("button = g.button_at[t.button] - i", "button = 0", {}),
    "the stack as it was": Fault("vector[at] = t.stacks[j] / g.unit", "vector[at] = t.start[j] / g.unit", {}),
}
# Faults of what is seen, which only a look at observations and masks can notice.
SEEN = {"a part of the pot in odd cents", "the button's place", "the stack as it was"}


class Records:
    """Records as the kernels read and write them, by the names of their fields."""

    def __init__(self, rows: np.ndarray[Any, Any]) -> None:
        self.fields = {name: rows[name] for name in rows.dtype.names or ()}

    def __getitem__(self, k: int) -> OneRecord:
        return OneRecord(self.fields, k)


class OneRecord:
    def __init__(self, fields: dict[str, Any], k: int) -> None:
        self.__dict__["at"] = (fields, k)

    def __getattr__(self, name: str) -> Any:
        fields, k = self.at
        return fields[name][k]

    def __setattr__(self, name: str, value: Any) -> None:
        fields, k = self.at
        fields[name][k] = value


def plain_kernels(fault: Fault | None = None) -> Any:
    """What `lane_drive` has for `Batch`, uncompiled and with a fault, if any."""
    names: dict[str, Any] = {"__name__": "plain_kernels", "compiled": lambda function: function}
    changed = 0
    for file in FILES:
        lines = (FOLDER / f"{file}.py").read_text("utf-8")
        if fault is not None and fault.line in lines:
            assert lines.count(fault.line) == 1, f"{fault.line!r} stands there more than once"
            lines, changed = lines.replace(fault.line, fault.wrong), changed + 1
        own = [line for line in lines.splitlines() if "import compiled" not in line and "cardroom.lane_" not in line]
        exec(compile("\n".join(own), file, "exec"), names)
    assert changed == (fault is not None), f"{fault.line!r} stands in no kernel" if fault else ""

    def viewed(name: str, records: int) -> Any:
        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):
                return names[name](*map(Records, arguments[:records]), *arguments[records:])
        return call

    kept = {name: value for name, value in names.items() if name.isupper()}
    return SimpleNamespace(**kept, run=viewed("run", 2), choose_actions=viewed("choose_actions", 1),
                           choose_amounts=viewed("choose_amounts", 2), deck_of=viewed("deck_of", 2))
