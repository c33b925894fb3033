"""QLD schedule 9: wheel of fortune. One spin of a big wheel of symbols, of three kinds, decides every wager."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, NamedTuple

from pitboss.law import Clause, Refused, Result, refuse, schedule, win
from pitboss.law.results import LOSE
from pitboss.rulebooks.qld.placed_wagers import LightCites, PlaceCites, PlacedWagers
from pitboss.rulebooks.qld.s00_front_rule import TABLE_DUTIES, table_choices
from pitboss.table.acts import Irregular
from pitboss.table.facts import Came
from pitboss.table.game import Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.reports import Box, Fact, Number, PlayerNamed, Word, count_in
from pitboss.table.table import DEALING, SETTLEMENT, Round, RoundVoid, Table

S = schedule("QLD-9")


class RimOfSymbols(NamedTuple):
    """A wheel: the clause that divides its rim, how many sections each symbol has, the clause on a stop between two
    symbols, and for another wheel than that of part 2 the clause that puts its rules in the place of those."""

    divided: Clause
    sections: Mapping[str, int]
    on_a_peg: Clause
    instead: Clause | None = None


# 2(2), 17(2) and 20(2): the wheels, named by how many sections they have.
WHEELS = {
    "50": RimOfSymbols(
        S["2(2)"], {"a": 24, "b": 8, "c": 8, "d": 4, "e": 2, "f": 2, "g": 1, "h": 1}, S["14(2)"]
    ),
    "52": RimOfSymbols(
        S["17(2)"], {"a": 24, "b": 12, "c": 8, "d": 4, "e": 2, "f": 1, "g": 1}, S["18(2)"], S["16"]
    ),
    "54": RimOfSymbols(
        S["20(2)"], {"a": 26, "b": 13, "c": 7, "d": 4, "e": 2, "f": 1, "g": 1}, S["21(2)"], S["19"]
    ),
}
# 14(1), 18(1) and 21(1): payout odds.
PAYOUT_ODDS = {
    "50": {
        "a": ("1 to 1", S["14(1):a"]), "b": ("5 to 1", S["14(1):b"]), "c": ("5 to 1", S["14(1):c"]),
        "d": ("11 to 1", S["14(1):d"]), "e": ("22 to 1", S["14(1):e"]), "f": ("22 to 1", S["14(1):f"]),
        "g": ("44 to 1", S["14(1):g"]), "h": ("44 to 1", S["14(1):h"]),
    },
    "52": {
        "a": ("1 to 1", S["18(1):a"]), "b": ("3 to 1", S["18(1):b"]), "c": ("5 to 1", S["18(1):c"]),
        "d": ("11 to 1", S["18(1):d"]), "e": ("23 to 1", S["18(1):e"]), "f": ("47 to 1", S["18(1):f"]),
        "g": ("47 to 1", S["18(1):g"]),
    },
    "54": {
        "a": ("1 to 1", S["21(1):a"]), "b": ("3 to 1", S["21(1):b"]), "c": ("6.5 to 1", S["21(1):c"]),
        "d": ("12 to 1", S["21(1):d"]), "e": ("25 to 1", S["21(1):e"]), "f": ("52 to 1", S["21(1):f"]),
        "g": ("52 to 1", S["21(1):g"]),
    },
}
LOST = Result(S["8"], LOSE)
# Where the indicator stops on a peg: the symbol that has passed it and the one that would come next.
PEG = "peg "
# 7: who may touch the wheel and operate the entry terminal.
STAFF = ("dealer", "supervisor")
NO_SPIN = ("malfunction", "interference", "few-revolutions")
# So many of the latest results are on display.
ON_DISPLAY = 12

CITES = PlaceCites(
    placed=S["9(1)"],
    limits=S["13"],
    closed=S["9(3)"],
    own_placing=S["10(1)"],
    own_words=S["10(2)"],
    where_it_lies=S["11"],
    unfair=S["12(1)"],
    as_if_placed=S["12(2)"],
    oral=S["9(2)"],
    withdrawn=S["9(4)"],
    order=S["5"],
    lights=LightCites(made=S["3(2)"], lit=S["6(3)"], valid=S["6(4)"], cleared=S["6(5)"]),
)


class WheelOfFortune(PlacedWagers):
    """Wheel of fortune."""

    id = "qld/wheel-of-fortune"
    title = "Wheel of fortune"
    also_called = "big wheel, big six, money wheel"
    look = Look("big_wheel", "Spin", "wheel a b c a d b", "wheel", printed=(
        "If the indicator stops on a peg, the symbol before it wins",
    ))
    brief = (
        ("Say on which symbol the wheel will stop.", S["8"]),
        ("The fewer sections a symbol has, the more it pays: from 1 to 1 up to more than 40 to 1.", S["14(1)"]),
        ("If the indicator stops on a peg between two symbols, the one that has just passed wins.", S["14(2)"]),
        ("A bet that won stays for the next spin, unless you take it.", S["9(4)"]),
        ("Once the wheel turns nothing may be placed or moved.", S["9(3)"]),
    )
    law = ("QLD-9",)
    cites = CITES
    kinds = (WagerKind("symbol", S["8"], "one symbol of the wheel"),)
    choices = (
        GameOption("wheel", "50", ("50", "52", "54"), S["2(2)"], "sections of the wheel"),
        GameOption("electronics", "yes", ("yes", "no"), S["6(1)"], "winning areas light up, results are on display"),
        *table_choices(S["13"]),
    )
    pay_tables = tuple(PayTable("symbol", lines, option=("wheel", wheel)) for wheel, lines in PAYOUT_ODDS.items())
    duties = (
        *TABLE_DUTIES,
        Duty("spin", "the wheel may be spun either way in turn", S["4(1)"]),
        Duty("spin", "take the wheel by rim or knobs, not by spokes or pegs, or by a device", S["4(2)"]),
        Duty("settlement", "announce the symbol, collect what lost, then pay what won", S["5"]),
        Duty("settlement", "enter the result where there is equipment for it", S["6(2)"]),
        Duty("settlement", "clear a result that was entered wrongly and enter the right one", S["6(5)"]),
        Duty("opening", "post the notice that on a peg the symbol before it wins", S["14(3)"]),
        Duty("spin", "the wheel does not work: call 'no spin'", S["15(1)"]),
        Duty("spin", "somebody interferes: call 'no spin'", S["15(2)"]),
    )
    of_a_throw = ("no-spin",)
    wagers_stand = True
    wins_stay = True
    state_shown = ("lit", "display")

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        own = WHEELS[self.options["wheel"]]
        self.wheel = own if own.instead is None or own.instead.says(True) else WHEELS["50"]
        self.pockets = tuple(symbol for symbol, count in self.wheel.sections.items() for _ in range(count))
        self.pegs = tuple(f"{PEG}{passed}/{oncoming}" for passed, oncoming in product(self.wheel.sections, repeat=2))
        self.positions = {f"symbol {symbol}": symbol for symbol in self.wheel.sections}

    def opening_state(self) -> dict[str, Any]:
        # 3(2) and (3): the areas that are lit, by which result, and the latest symbols, the last of them the winner.
        return {"lit": {}, "display": []}

    @property
    def lights_up(self) -> bool:
        """6(1): only where the operator has such equipment in use."""
        return S["6(1)"].says(self.options["electronics"] == "yes")

    # -- 8 and 9: wagers -----------------------------------------------------------------------------

    def normal_name(self, name: str) -> str:
        return name if name in self.positions or f"symbol {name}" not in self.positions else f"symbol {name}"

    def off_the_layout(self, name: str) -> Refused | None:
        """8: a wager is on a symbol of the wheel."""
        return refuse(f"{name} is not a symbol of this wheel", S["8"], ", ".join(self.positions))

    # -- 4 to 6: the round ---------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from t.gather(S["9(1)"])
        t.announce("no more bets", S["4(3)"])
        t.phase, t.state["lit"] = DEALING, {}
        came = yield from t.spin(S["4(3)"], self.pockets, self.wheel.divided, self.pegs)
        t.phase = SETTLEMENT
        symbol = self.winner(came)
        t.announce(f"symbol {symbol}", S["5"])
        if self.lights_up:
            self.light(t, came)
            t.state["display"] = S["3(3)"].says([*t.state["display"], symbol][-ON_DISPLAY:])
        self.settle(t, came)

    def winner(self, came: str) -> str:
        """14(2): on a peg the symbol that has just passed the indicator wins, and not the oncoming one."""
        if not came.startswith(PEG):
            return came
        passed, _, _ = came.removeprefix(PEG).partition("/")
        return self.wheel.on_a_peg.says(passed)

    def called_out(self, t: Table) -> str:
        came = next((event for event in reversed(t.events) if type(event) is Came), None)
        if came is None:
            return ""
        return f"symbol {self.winner(came.result)}{', on a peg' * came.result.startswith(PEG)}"

    # -- 8 and 14: what wins, and what it pays -------------------------------------------------------

    def result(self, name: str, throw: str) -> Result:
        """What becomes of a wager where the indicator stops there. Pure: the odds call it too."""
        symbol = self.positions[name]
        if not S["8"].says(symbol == self.winner(throw)):
            return Result(self.wheel.on_a_peg, LOSE) if throw.startswith(PEG) and throw.endswith(symbol) else LOST
        odds, line = self.pay["symbol"].lines[symbol]
        return win(odds, line, S["8"])

    def stops(self) -> tuple[str, ...]:
        return self.pockets

    def throws(self) -> tuple[str, ...]:
        return self.pockets

    def kind_of(self, name: str) -> str:
        return "symbol"

    def told(self, name: str, throw: str, won: bool) -> str:
        return "its symbol" if won else "another symbol"

    def thrown_with(self) -> str:
        return f"Every one of the {len(self.pockets)} sections is equally likely; a stop on a peg counts for one."

    # -- 7: interference -----------------------------------------------------------------------------

    @ruling("interference", S["7"], "only dealer and supervisor touch the wheel or the entry terminal",
            facts=(Box(), PlayerNamed(), PlayerNamed("from"), Word("with", ("wheel", "terminal")),
                   Word("by", ("player", "spectator", *STAFF), default="player")))
    def interference(self, t: Table, what: Irregular) -> Round[None]:
        """What becomes of the player; the spin, if there is one, is called off for it (15(2))."""
        yield from self.handled(t, what, S["7"], STAFF)
        if t.phase == DEALING:
            self.no_spin(t, S["15(2)"])

    # -- 4(3) and 15: no spin ------------------------------------------------------------------------

    @ruling(
        "no-spin", S["4(3)"], "fewer than three revolutions are no valid spin",
        when=lambda self, t, what: t.phase == DEALING and what.get("reason") == "few-revolutions",
        facts=(Word("reason", NO_SPIN), Number("revolutions"), Fact("landed")),
    )
    def few_revolutions(self, t: Table, what: Irregular) -> None:
        """An invalid spin has no result; section 15 does not name it, so it is void by this alone."""
        counted = what.get("revolutions")
        if counted and S["4(3)"].says(count_in(what, "revolutions") >= 3):
            self.refuse_report(t, refuse(f"no spin after {counted} revolutions", S["4(3)"], "the spin is valid"))
        else:
            t.announce("no spin", S["4(3)"])
            raise RoundVoid(S["4(3)"])

    @ruling("no-spin", S["15(1)"], "the wheel does not work",
            when=lambda self, t, what: t.phase == DEALING and what.get("reason") == "malfunction")
    def malfunction(self, t: Table, what: Irregular) -> None:
        self.no_spin(t, S["15(1)"])

    @ruling("no-spin", S["15(2)"], "somebody interfered with the equipment",
            when=lambda self, t, what: t.phase == DEALING and what.get("reason") == "interference")
    def interfered(self, t: Table, what: Irregular) -> None:
        self.no_spin(t, S["15(2)"])

    @ruling("no-spin", S["15(3)"], "it was announced, so the spin is invalid",
            when=lambda self, t, what: t.phase == DEALING and not what.get("reason"))
    def no_spin_announced(self, t: Table, what: Irregular) -> None:
        self.no_spin(t)

    def no_spin(self, t: Table, ground: Clause | None = None) -> None:
        """15(3) and (4): an invalid spin, wherever the indicator comes to rest, and every wager on it is void."""
        t.announce("no spin", ground or S["15(3)"])
        if S["15(3)"].says(True):
            raise RoundVoid(S["15(4)"], *filter(None, (ground,)))
