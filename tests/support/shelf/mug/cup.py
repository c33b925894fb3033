"""MUG part 1: cup. Three dice, and no cards."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.law import Refused, Result, lose, refuse, schedule, win
from pitboss.money import Cents, odds
from pitboss.table.acts import Irregular, Place, Take
from pitboss.table.game import Game, Look, WagerKind, limits, ruling
from pitboss.table.reports import YesNo
from pitboss.table.table import DEALING, SETTLEMENT, Round, RoundVoid, Table

S = schedule("MUG-1")

KINDS = {
    "high": "that the dice make 11 or more", "low": "that they make 10 or less", "odd": "that the total is odd",
    "lucky six": "that there is a six",
}


class Cup(Game):
    """Cup."""

    id = "mug/cup"
    title = "Cup"
    law = ("MUG-1",)
    kinds = tuple(WagerKind(name, S[f"2:{name}"], note) for name, note in KINDS.items())
    choices = limits(S["3"])
    hands_dealt = ()
    of_a_throw = ("off-table",)
    look = Look(closing="Throw", emblem="dice 6 6 6", results="dice")

    def refuse_wager(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | None:
        if kind not in KINDS:
            return refuse(f"there is no {kind}", S["2:high"], ", ".join(KINDS))
        return self.outside_limits(kind, amount, S["3"])

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | None:
        return refuse("wagers after the throw", S["2:high"], "the next round")

    def round(self, t: Table) -> Round[None]:
        yield from t.gather(S["2:high"])
        if not t.wagers:
            return
        t.phase = DEALING
        dice = yield from t.roll(S["1"], 3)
        t.phase = SETTLEMENT
        for wager in t.all_wagers():
            t.settle(wager, self.result(wager.kind, dice))

    def result(self, kind: str, dice: Sequence[int]) -> Result:
        total = sum(dice)
        won = {"high": total > 10, "low": total <= 10, "odd": total % 2 == 1, "lucky six": 6 in dice}[kind]
        return win(odds("1 to 1"), S["4"]) if won else lose(S["5"])

    @ruling("off-table", S["6(1)"], "all are thrown again", facts=(YesNo("found", default="yes"),),
            when=lambda self, t, what: t.phase == DEALING and what.yes("found"))
    def again(self, t: Table, what: Irregular) -> None:
        """The dice are asked for once more."""

    @ruling("off-table", S["6(2)"], "the wagers go back",
            when=lambda self, t, what: t.phase == DEALING and not what.yes("found"))
    def gone(self, t: Table, what: Irregular) -> None:
        raise RoundVoid(S["6(2)"])
