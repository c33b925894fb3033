"""QLD schedule 7: roulette."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.equipment.wheels import ZEROS, Wheel
from pitboss.law import Clause, Refused, Result, refuse, schedule, win
from pitboss.law.results import LOSE
from pitboss.money import parse_amount, show_amount
from pitboss.rulebooks.qld.placed_wagers import WHOSE, ColourCites, PlaceCites, PlacedWagers
from pitboss.rulebooks.qld.s00_front_rule import TABLE_DUTIES, table_choices
from pitboss.rulebooks.qld.s07_roulette_layout import (
    BY_NUMBERS,
    DEFINED,
    KINDS,
    OTHER_NAMES,
    THIRDS,
    WHEELS,
    Position,
    layout,
    numbers_in,
    split_name,
)
from pitboss.table.acts import Irregular
from pitboss.table.game import Duty, GameOption, Look, PayTable, ruling
from pitboss.table.reports import (
    Box,
    Fact,
    Money,
    Number,
    PlayerNamed,
    WagerNamed,
    Word,
    YesNo,
    amount_in,
    count_in,
)
from pitboss.table.table import DEALING, SETTLEMENT, Round, RoundVoid, Table

S = schedule("QLD-7")

# 16(1): payout odds.
PAYOUT_ODDS = {
    "straight up": ("35 to 1", S["16(1):straight-up"]),
    "split": ("17 to 1", S["16(1):split"]),
    "street": ("11 to 1", S["16(1):street"]),
    "corner": ("8 to 1", S["16(1):corner"]),
    "5-line": ("6 to 1", S["16(1):5-line"]),
    "6-line": ("5 to 1", S["16(1):6-line"]),
    "column": ("2 to 1", S["16(1):column"]),
    "dozen": ("2 to 1", S["16(1):dozen"]),
    "low": ("1 to 1", S["16(1):low"]),
    "high": ("1 to 1", S["16(1):high"]),
    "even": ("1 to 1", S["16(1):even"]),
    "odd": ("1 to 1", S["16(1):odd"]),
    "red": ("1 to 1", S["16(1):red"]),
    "black": ("1 to 1", S["16(1):black"]),
}

LOST_TO_ZERO = Result(S["16(2)"], LOSE)

# 7: who may handle the wheel and the ball.
STAFF = ("dealer", "supervisor", "manager")
EQUIPMENT = ("wheel", "ball", "chips", "equipment")

# 17(1) to (4): the grounds of a no spin, as a report names them.
NO_SPIN = ("same-direction", "few-revolutions", "foreign-object", "ball-hung", "ball-out")


# The clauses of the texts that this schedule has in common with the others of its family.
CITES = PlaceCites(
    placed=S["9(3)"],
    limits=S["15(2)"],
    closed=S["9(4)"],
    colours=ColourCites(
        given_value=S["10(1)"], value=S["10(2)"], one_player=S["10(3)"], this_table=S["10(4)"], exchanged=S["10(5)"]
    ),
    own_placing=S["12(1)"],
    own_words=S["12(2)"],
    where_it_lies=S["13(1)"],
    unfair=S["14(1)"],
    as_if_placed=S["14(2)"],
    oral=S["9(2)"],
    withdrawn=S["9(5)"],
    order=S["6(2)"],
)


class Roulette(PlacedWagers):
    """Roulette."""

    id = "qld/roulette"
    look = Look("roulette", "Spin", "wheel", "wheel")
    title = "Roulette"
    also_called = "wheel"
    brief = (
        ("Say where the ball will come to rest.", S["8:straight-up"]),
        ("Put chips on one number, on a line or corner between numbers, or on a whole group.", S["9(3)"]),
        ("The fewer numbers a bet covers, the more it pays: 35 to 1 for one, 1 to 1 for half of them.", S["16(1)"]),
        ("Red, black, odd, even, high, low, columns and dozens lose on zero.", S["16(2)"]),
        ("After 'no more bets' nothing may be placed or moved.", S["9(4)"]),
    )
    law = ("QLD-7",)
    cites = CITES
    wins_stay = True
    kinds = KINDS
    choices = (
        GameOption("wheel", "0", ("0", "00", "000"), S["2(1)"], "one, two or three zeros"),
        *table_choices(S["15(2)"]),
        GameOption("value-chips", "permit", ("permit", "limit", "prohibit"), S["11"], "value chips at this table"),
        GameOption("value-chips-limit", "100", ("amount",), S["11"], "largest wager in value chips when limited"),
    )
    pay_tables = tuple(PayTable(kind, {"win": line}) for kind, line in PAYOUT_ODDS.items())
    duties = (
        *TABLE_DUTIES,
        Duty("chips", "give non-value chips their value before issuing them", S["10(1)"]),
        Duty("spin", "announce 'no more bets' before the ball comes to rest", S["5(3)"]),
        Duty("settlement", "announce the number and put the crown on it", S["6(1)"]),
    )
    wagers_stand = True
    of_a_throw = ("no-spin",)
    other_words = OTHER_NAMES
    one_minimum = S["15(1)"]
    positions: Mapping[str, Position]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.wheel = Wheel(self.options["wheel"])  # type: ignore[arg-type]
        self.positions = layout(self.wheel.kind)
        self._by_numbers = {(place.kind, place.numbers): name for name, place in self.positions.items()}
        self._hyphened = {name.replace(" ", "-"): name for name in self.positions}

    # -- 8 and 9: wagers -----------------------------------------------------------------------------

    def normal_name(self, name: str) -> str:
        """A wager by the name the layout has for it, whatever order its numbers are written in."""
        parts = None if name in self.positions else split_name(name)
        if parts is None:
            return name
        numbers = numbers_in(*parts)
        same = self._by_numbers.get((parts[0], frozenset(numbers)), name)
        return same if len(numbers) == len(set(numbers)) else name

    def everyday_wager(self, name: str) -> str:
        """"17" and "first dozen" for what the schedule calls straight up 17 and dozen 1."""
        kind, rest = split_name(name) or ("", "")
        if kind == "straight up" and rest:
            return rest
        return f"{THIRDS[int(rest) - 1][0]} {kind}" if kind in ("dozen", "column") else super().everyday_wager(name)

    def off_the_layout(self, name: str) -> Refused | None:
        """8(1), 8(2) and 9(1): why there is no such place."""
        parts = split_name(name)
        if parts is None:
            return refuse(f"{name} is not a wager at roulette", S["8(1)"], ", ".join(DEFINED))
        kind, rest = parts
        numbers = numbers_in(kind, rest)
        share = kind in ("split", "street", "corner") and len(numbers) == BY_NUMBERS[kind]
        if share and all(number in self.wheel.pockets for number in numbers):
            return refuse(f"{name}: no chip can lie on these alone", S["9(1)"], "numbers that share a place")
        return refuse(f"{name} is not on this layout", DEFINED[kind], f"a {kind} that the layout has")

    # -- 5 and 6: the round ----------------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from t.gather(S["9(1)"])
        t.announce("no more bets", S["5(3)"])
        t.phase = DEALING
        number = yield from t.spin(S["5(1)"], self.wheel.pockets, WHEELS[self.wheel.kind])
        t.phase = SETTLEMENT
        t.announce(f"{number}: put the crown on it", S["6(1)"])
        self.settle(t, number)

    def stops(self) -> tuple[str, ...]:
        return self.wheel.pockets

    def throws(self) -> tuple[str, ...]:
        return self.wheel.pockets

    def kind_of(self, name: str) -> str:
        return self.positions[name].kind

    def told(self, name: str, throw: str, won: bool) -> str:
        return "covered" if won else f"a {'zero' if throw in self.wheel.zeros else 'number'} not covered"

    def thrown_with(self) -> str:
        return f"Every one of the {len(self.wheel.pockets)} pockets is equally likely."

    def result(self, name: str, number: str) -> Result:
        """8(2) and 16: what becomes of a wager. Pure: the odds call it too."""
        kind, numbers, definition, lost, holds_zero = self.positions[name]
        if definition.says(number in numbers):
            odds, line = self.pay[kind].lines["win"]
            return win(odds, line, definition)
        if number in ZEROS and not holds_zero:
            return S["16(2)"].says(LOST_TO_ZERO)
        return lost

    # -- 7: interference -------------------------------------------------------------------------------

    @ruling("interference", S["7"], "only those who run the game may handle its equipment",
            facts=(Box(), PlayerNamed(), PlayerNamed("from"), Word("with", EQUIPMENT),
                   Word("by", ("player", "spectator", *STAFF), default="player")))
    def interference(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.handled(t, what, S["7"], STAFF)

    # -- places as reports name them ---------------------------------------------------------------------

    def wager_named(self, text: str) -> str | None:
        if text in self._hyphened:
            return self._hyphened[text]
        for kind in BY_NUMBERS:
            start = kind.replace(" ", "-") + "-"
            name = self.normal_name(f"{kind} {text[len(start):]}")
            if text.startswith(start) and name in self.positions:
                return name
        return None

    # -- 11: value chips -------------------------------------------------------------------------------

    @ruling("value-chips-played", S["11"], "value chips as the operator permits, limits or prohibits them",
            facts=(*WHOSE, WagerNamed(need=True), Money(need=True)))
    def value_chips(self, t: Table, what: Irregular) -> None:
        name, amount = self.position_in(what, "wager"), amount_in(what, "amount")
        limit = parse_amount(self.options["value-chips-limit"])
        most = {"permit": amount, "limit": limit, "prohibit": 0}[self.options["value-chips"]]
        if S["11"].says(amount <= most):
            self.place_reported(t, what, name, amount)
        else:
            legal = f"value chips to {show_amount(most)}" if most else "non-value chips"
            self.refuse_report(t, refuse(f"{show_amount(amount)} in value chips", S["11"], legal))

    # -- 15(1): one minimum ------------------------------------------------------------------------------

    @ruling("old-minimum", S["15(1)"], "the minimum is the same for every player",
            facts=(Box(), PlayerNamed(), Money("minimum")))
    def old_minimum(self, t: Table, what: Irregular) -> None:
        now = show_amount(self.sign(t).minimum)
        self.refuse_report(t, refuse("a player keeps no old minimum here", S["15(1)"], f"wagers from {now}"))

    # -- 17: no spin -------------------------------------------------------------------------------------

    def enough_revolutions(self, revolutions: int, automatic: bool) -> bool:
        """5(1) and 5(2): has the ball gone round often enough for a valid spin?"""
        return (S["5(2)"] if automatic else S["5(1)"]).says(revolutions >= 4)

    @ruling(
        "no-spin", S["17(1)"], "the ball went the way of the wheel",
        when=lambda self, t, what: what.get("reason") == "same-direction",
        facts=(Word("reason", NO_SPIN), Number("revolutions"), YesNo("automatic"), Fact("landed")),
    )
    def same_direction(self, t: Table, what: Irregular) -> None:
        self.no_spin(t, S["17(1)"])

    @ruling(
        "no-spin", S["17(2)"], "fewer than four revolutions",
        when=lambda self, t, what: what.get("reason") == "few-revolutions",
    )
    def few_revolutions(self, t: Table, what: Irregular) -> None:
        counted = what.get("revolutions")
        if counted and self.enough_revolutions(count_in(what, "revolutions"), what.yes("automatic")):
            self.refuse_report(t, refuse(f"no spin after {counted} revolutions", S["17(2)"], "the spin is valid"))
        else:
            self.no_spin(t, S["17(2)"])

    @ruling(
        "no-spin", S["17(3)"], "a foreign object, or the ball hung up",
        when=lambda self, t, what: what.get("reason") in ("foreign-object", "ball-hung"),
    )
    def object_or_hung_ball(self, t: Table, what: Irregular) -> None:
        self.no_spin(t, S["17(3)"])

    @ruling(
        "no-spin", S["17(4)"], "the ball left the wheel",
        when=lambda self, t, what: what.get("reason") == "ball-out",
    )
    def ball_out(self, t: Table, what: Irregular) -> None:
        self.no_spin(t, S["17(4)"])

    @ruling(
        "no-spin", S["17(5)"], "it was announced, so the spin is invalid",
        when=lambda self, t, what: not what.get("reason"),
    )
    def no_spin_announced(self, t: Table, what: Irregular) -> None:
        """Whatever the ground: none need be given."""
        self.no_spin(t)

    def no_spin(self, t: Table, ground: Clause | None = None) -> None:
        """17(5): an invalid spin has no result, wherever the ball comes to rest."""
        t.announce("no spin: take the ball out of the wheel", ground or S["17(5)"])
        raise RoundVoid(S["17(5)"], *filter(None, (ground,)))
