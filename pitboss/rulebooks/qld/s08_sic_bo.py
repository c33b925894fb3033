"""QLD schedule 8: sic-bo. Three dice in a tumbler, and one throw decides every wager."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

from pitboss.law import Clause, Refused, Result, refuse, schedule, win
from pitboss.law.results import LOSE
from pitboss.rulebooks.qld.placed_wagers import ColourCites, LightCites, PlaceCites, PlacedWagers
from pitboss.rulebooks.qld.s00_front_rule import TABLE_DUTIES, R, table_choices
from pitboss.table.acts import Irregular
from pitboss.table.facts import Came
from pitboss.table.game import Duty, GameOption, Look, PayTable, WagerKind, ruling
from pitboss.table.reports import Box, Number, PlayerNamed, Word, count_in
from pitboss.table.table import DEALING, SETTLEMENT, Round, RoundVoid, Table

S = schedule("QLD-8")

# What is seen when the dice lie still: their uppermost sides.
Faces = tuple[int, ...]
SIDES = range(1, 7)
DICE = 3

# 5(2): the permissible wagers.
KINDS = (
    WagerKind("small", S["5:small"], "a total of 4 to 10, but no triple"),
    WagerKind("big", S["5:big"], "a total of 11 to 17, but no triple"),
    WagerKind("odd", S["5:odd"], "an odd total, but no triple"),
    WagerKind("even", S["5:even"], "an even total, but no triple"),
    WagerKind("any triple", S["5:any-triple"], "three dice alike"),
    WagerKind("triple", S["5:triple"], "three dice of one number"),
    WagerKind("double", S["5:double"], "two or three dice of one number"),
    WagerKind("3 dice total", S["5:3-dice-totals"], "one total, 4 to 17", everyday="total"),
    WagerKind("dice combination", S["5:dice-combinations"], "two numbers, both of them shown"),
    WagerKind("four number combination", S["5:four-number-combination"], "three different ones of four numbers",
              short="four numbers", everyday="four numbers"),
    WagerKind("individual die face value", S["5:individual-die-face-values"], "one number, on as many dice as may be",
              short="one number", everyday="single"),
)
DEFINED = {kind.name: kind.clause for kind in KINDS}

# 5(2): the totals that even chances win with, and the triples that make such a total and lose.
EVEN_CHANCES = {
    "small": (range(4, 11), (2, 3)),
    "big": (range(11, 18), (4, 5)),
    "odd": (range(5, 18, 2), (3, 5)),
    "even": (range(4, 17, 2), (2, 4)),
}
TOTALS = range(4, 18)
FOUR_NUMBERS = ((1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6))

# 12: payout odds, of one line unless a wager has several.
PAYOUT_ODDS = {
    "small": ("1 to 1", S["12:small"]),
    "big": ("1 to 1", S["12:big"]),
    "triple": ("180 to 1", S["12:triple"]),
    "double": ("11 to 1", S["12:double"]),
    "any triple": ("31 to 1", S["12:any-triple"]),
    "dice combination": ("6 to 1", S["12:dice-combinations"]),
    "even": ("1 to 1", S["12:even"]),
    "four number combination": ("7 to 1", S["12:four-number-combination"]),
    "odd": ("1 to 1", S["12:odd"]),
}
PAIRS_OF_TOTALS = {
    (4, 17): ("62 to 1", S["12:total-4-17"]),
    (5, 16): ("31 to 1", S["12:total-5-16"]),
    (6, 15): ("18 to 1", S["12:total-6-15"]),
    (7, 14): ("12 to 1", S["12:total-7-14"]),
    (8, 13): ("8 to 1", S["12:total-8-13"]),
    (9, 12): ("7 to 1", S["12:total-9-12"]),
    (10, 11): ("6 to 1", S["12:total-10-11"]),
}
TOTAL_ODDS = {total: line for totals, line in PAIRS_OF_TOTALS.items() for total in totals}
FACE_ODDS = {
    "1 die": ("1 to 1", S["12:face-1-die"]),
    "2 dice": ("2 to 1", S["12:face-2-dice"]),
    "3 dice": ("12 to 1", S["12:face-3-dice"]),
}
PAY_TABLES = (
    *(PayTable(kind, {"win": line}) for kind, line in PAYOUT_ODDS.items()),
    PayTable("3 dice total", {total: TOTAL_ODDS[total] for total in TOTALS}),
    PayTable("individual die face value", FACE_ODDS),
)

# 16: who may activate the tumbler and operate the entry terminal.
STAFF = ("dealer", "supervisor")

CITES = PlaceCites(
    placed=S["6(1)"],
    # The schedule has no limits of its own: those of the sign hold.
    limits=R["13(1)"],
    closed=S["8(3)"],
    colours=ColourCites(
        given_value=S["11(1)"], value=S["11(2)"], one_player=S["11(3)"], this_table=S["11(4)"], exchanged=S["11(5)"]
    ),
    own_placing=S["7(1)"],
    own_words=S["7(2)"],
    where_it_lies=S["9"],
    unfair=S["10(1)"],
    as_if_placed=S["10(2)"],
    oral=S["6(2)"],
    lights=LightCites(made=S["3(2)"], lit=S["15(2)"], valid=S["15(3)"], cleared=S["15(4)"]),
)


class DiceWager(NamedTuple):
    """A wager area: its kind, the numbers chosen, the definition of what wins, and how it loses."""

    kind: str
    numbers: Faces
    definition: Clause
    lost: Result


def wager_areas() -> dict[str, DiceWager]:
    """Every wager area of the layout by its name, in the order of the wagers."""
    chosen: dict[str, tuple[Faces, ...]] = {
        "triple": tuple((side,) for side in SIDES),
        "double": tuple((side,) for side in SIDES),
        "3 dice total": tuple((total,) for total in TOTALS),
        "dice combination": tuple(combinations(SIDES, 2)),
        "four number combination": FOUR_NUMBERS,
        "individual die face value": tuple((side,) for side in SIDES),
    }
    return {
        named(kind, numbers): DiceWager(kind, numbers, definition, Result(definition, LOSE))
        for kind, definition in DEFINED.items() for numbers in chosen.get(kind, ((),))
    }


def named(kind: str, numbers: Faces) -> str:
    """The name of a wager area.

    >>> named("dice combination", (1, 2)), named("small", ())
    ('dice combination 1/2', 'small')
    """
    return f"{kind} {'/'.join(map(str, numbers))}".rstrip()


AREAS = wager_areas()


def activated(game: Any, t: Table, what: Irregular) -> bool:
    """Has the tumbler been activated? A covered one is while wagers are still taken."""
    return t.phase == DEALING or bool(game.covered)


class SicBo(PlacedWagers):
    """Sic-bo."""

    id = "qld/sic-bo"
    title = "Sic-bo"
    also_called = "tai sai, dai siu, big and small, three dice"
    look = Look("sic_bo", "Throw", "dice 1 3 6", "dice")
    brief = (
        ("Three dice are thrown once, and every wager is decided by that throw.", S["4"]),
        ("Small is a total of 4 to 10, big one of 11 to 17; both pay 1 to 1 and lose to a triple.", S["5:small"]),
        ("Back a total, a number, two numbers, a double or a triple: the rarer it is, the more it pays.", S["12"]),
        ("A number pays more when it shows on two dice, and 12 to 1 on three.", S["12:face-3-dice"]),
        ("After 'no more bets' nothing may be placed or moved.", S["8(3)"]),
    )
    law = ("QLD-8",)
    cites = CITES
    kinds = KINDS
    choices = (
        *table_choices(R["13(1)"]),
        GameOption("tumbler", "open", ("open", "covered"), S["8(2)"], "a covered tumbler turns while wagers are taken"),
    )
    pay_tables = PAY_TABLES
    duties = (
        *TABLE_DUTIES,
        Duty("chips", "give non-value chips their value before issuing them", S["11(1)"]),
        Duty("throw", "open tumbler: call 'no more bets' before activating it", S["8(1)"]),
        Duty("throw", "covered tumbler: call 'no more bets' before taking the cover off", S["8(2)"]),
        Duty("throw", "announce once the dice lie still and the cover is off", S["14(1)"]),
        Duty("throw", "call the numbers from the smallest up, then the total", S["14(2)"]),
        Duty("throw", "call doubles and triples by their names, with the total", S["14(3)"]),
        Duty("throw", "enter the result", S["15(1)"]),
        Duty("throw", "clear a result that was entered wrongly and enter the right one", S["15(4)"]),
        Duty("throw", "a die that does not lie flat: call 'no spin'", S["17(1)"]),
        Duty("throw", "a tumbler that does not work: call 'no spin'", S["17(2)"]),
    )
    of_a_throw = ("no-spin",)
    other_words: ClassVar[dict[str, str]] = {
        "total": "3 dice total", "3 dice totals": "3 dice total", "combination": "dice combination",
        "dice combinations": "dice combination", "four numbers": "four number combination",
        "single": "individual die face value", "die face value": "individual die face value",
        "individual die face values": "individual die face value",
    }
    state_shown = ("lit",)
    positions: Mapping[str, DiceWager] = AREAS

    def opening_state(self) -> dict[str, Any]:
        # 3(2): the areas that are lit, and by which result.
        return {"lit": {}}

    @property
    def covered(self) -> bool:
        return self.options["tumbler"] == "covered"

    # -- 5 to 7: wagers ------------------------------------------------------------------------------

    def normal_name(self, name: str) -> str:
        """A wager by the name the layout has for it, whatever order its numbers are written in."""
        kind, _, rest = name.rpartition(" ")
        numbers = rest.split("/")
        if kind not in DEFINED or not all(number in "123456" and number for number in numbers):
            return name
        same = named(kind, tuple(sorted(map(int, numbers))))
        return same if same in self.positions else name

    def everyday_wager(self, name: str) -> str:
        area = self.positions.get(name)
        if area is not None and area.kind == "dice combination":
            return " and ".join(map(str, area.numbers))
        return super().everyday_wager(name)

    def off_the_layout(self, name: str) -> Refused | None:
        """5(1), and what the wager's definition lists."""
        words = {**{kind: kind for kind in DEFINED}, **self.other_words}
        kind = words.get(max((word for word in words if f"{name} ".startswith(f"{word} ")), key=len, default=""), "")
        if not kind:
            return refuse(f"{name} is not a wager at sic-bo", S["5(1)"], ", ".join(DEFINED))
        legal = [place for place, area in self.positions.items() if area.kind == kind]
        which = ", ".join(legal) if len(legal) < 7 else f"{legal[0]} to {legal[-1]}"
        return refuse(f"{name} is not on this layout", DEFINED[kind], which)

    # -- 8 and 13 to 15: the round -------------------------------------------------------------------

    def round(self, t: Table) -> Round[None]:
        yield from t.gather(S["6(1)"])
        t.announce("no more bets", S["8(2)"] if self.covered else S["8(1)"])
        t.phase, t.state["lit"] = DEALING, {}
        faces = tuple(sorted((yield from t.roll(S["13"], DICE, S["4"], S["2(2)"]))))
        t.phase = SETTLEMENT
        alike = len(set(faces)) < DICE
        t.announce(self.call(faces), S["14(3)"] if alike else S["14(2)"])
        self.light(t, faces)
        self.settle(t, faces)

    def call(self, faces: Faces) -> str:
        """14(2) and (3): what the dealer calls, from the smallest number up.

        >>> SicBo().call((3, 3, 4)), SicBo().call((1, 2, 6)), SicBo().call((5, 5, 5))
        ('double 3, 4; total 10', '1, 2, 6; total 9', 'triple 5; total 15')
        """
        alike = ("", "", "double ", "triple ")
        numbers = [f"{alike[faces.count(face)]}{face}" for face in sorted(set(faces))]
        return f"{', '.join(numbers)}; total {self.total(faces)}"

    def called_out(self, t: Table) -> str:
        came = next((event for event in reversed(t.events) if type(event) is Came), None)
        return self.call(tuple(sorted(map(int, came.result.split())))) if came is not None else ""

    # -- 5 and 12: what wins, and what it pays -------------------------------------------------------

    def total(self, faces: Faces) -> int:
        return S["5:total"].says(sum(faces))

    def result(self, name: str, throw: Faces) -> Result:
        """What becomes of a wager. Pure: the odds call it too."""
        kind, numbers, definition, lost = self.positions[name]
        if not definition.says(self.wins(kind, numbers, throw)):
            return lost
        odds, line = self.pay[kind].lines[self.line(kind, numbers, throw)]
        return win(odds, line, definition)

    def wins(self, kind: str, numbers: Faces, faces: Faces) -> bool:
        """5(2): does the wager's event appear on the dice?"""
        triple = faces[0] if faces.count(faces[0]) == DICE else None
        if kind in EVEN_CHANCES:
            totals, but = EVEN_CHANCES[kind]
            return self.total(faces) in totals and triple not in but
        if kind == "any triple":
            return triple is not None
        if kind == "3 dice total":
            return self.total(faces) == numbers[0]
        if kind == "four number combination":
            return len(set(faces).intersection(numbers)) == 3
        if kind == "dice combination":
            return set(numbers) <= set(faces)
        return faces.count(numbers[0]) >= {"triple": 3, "double": 2}.get(kind, 1)

    def line(self, kind: str, numbers: Faces, faces: Faces) -> Any:
        """12: the line of the pay table that a winning wager is paid by."""
        if kind == "3 dice total":
            return numbers[0]
        if kind != "individual die face value":
            return "win"
        times = faces.count(numbers[0])
        return f"{times} {'die' if times == 1 else 'dice'}"

    def throws(self) -> tuple[Faces, ...]:
        return tuple(product(SIDES, repeat=DICE))

    def kind_of(self, name: str) -> str:
        return self.positions[name].kind

    def told(self, name: str, throw: Faces, won: bool) -> str:
        if self.kind_of(name) in EVEN_CHANCES and not won and len(set(throw)) == 1:
            return "a triple"
        if not won or self.kind_of(name) != "individual die face value":
            return "it came" if won else "it did not come"
        return f"on {self.line(*self.positions[name][:2], throw)}"

    def thrown_with(self) -> str:
        return "Every one of the 216 throws of three dice is equally likely."

    # -- 16: the tumbler and the entry terminal -------------------------------------------

    @ruling("interference", S["16"], "only those who run the game may operate tumbler and terminal",
            facts=(Box(), PlayerNamed(), PlayerNamed("from"), Word("with", ("tumbler", "terminal")),
                   Word("by", ("player", "spectator", *STAFF), default="player")))
    def interference(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.handled(t, what, S["16"], STAFF)

    # -- 13 and 17: no spin --------------------------------------------------------------------------

    @ruling("no-spin", S["17(1)"], "a die does not lie flat",
            when=lambda self, t, what: activated(self, t, what) and what.get("reason") == "die-not-flat",
            facts=(Word("reason", ("die-not-flat", "tumbler")), Number("turns")))
    def not_flat(self, t: Table, what: Irregular) -> None:
        self.no_spin(t, S["17(1)"])

    @ruling("no-spin", S["17(2)"], "the tumbler did not operate correctly",
            when=lambda self, t, what: activated(self, t, what) and what.get("reason") != "die-not-flat")
    def tumbler_fault(self, t: Table, what: Irregular) -> None:
        """Whatever the fault: none need be told. Three turns are enough, and fewer are a fault."""
        turns = what.get("turns")
        if turns and S["13"].says(count_in(what, "turns") >= 3):
            self.refuse_report(t, refuse(f"no spin after {turns} turns", S["13"], "the throw counts"))
        else:
            self.no_spin(t, S["17(2)"])

    def no_spin(self, t: Table, ground: Clause) -> None:
        """An invalid spin has no result: the wagers are void."""
        t.announce("no spin", ground)
        raise RoundVoid(ground)
