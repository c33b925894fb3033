"""QLD schedule 17, part 3: dragon bonus."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.law import Clause, Refused, Result, lose, void, win
from pitboss.money import Cents
from pitboss.rulebooks.qld.s17_additional import AdditionalWager, S
from pitboss.rulebooks.qld.s17_on_boxes import HANDS, BoxCites, more_than_three
from pitboss.rulebooks.qld.s17_two_hands import EndWager, TwoHands
from pitboss.table.facts import Rejected
from pitboss.table.game import PayTable, WagerKind
from pitboss.table.table import Table


class HandCites(NamedTuple):
    """13: the clauses of a wager on one of the hands."""

    natural: Clause
    points: Clause
    lost_natural: Clause
    lost: Clause
    stand_off: Clause


CITES = {
    "banker": HandCites(S["13(1)(a)(i)"], S["13(1)(a)(ii)"], S["13(1)(b)(i)"], S["13(1)(b)(ii)"], S["13(1)(c)"]),
    "player": HandCites(S["13(2)(a)(i)"], S["13(2)(a)(ii)"], S["13(2)(b)(i)"], S["13(2)(b)(ii)"], S["13(2)(c)"]),
}
LEAST_POINTS = 4

# 14: payout odds.
NATURAL = "natural"
PAYS = PayTable("dragon bonus", {
    NATURAL: ("1 to 1", S["14(a)"]),
    "9 points": ("30 to 1", S["14(b)(i)"]),
    "8 points": ("10 to 1", S["14(b)(ii)"]),
    "7 points": ("6 to 1", S["14(b)(iii)"]),
    "6 points": ("4 to 1", S["14(b)(iv)"]),
    "5 points": ("2 to 1", S["14(b)(v)"]),
    "4 points": ("1 to 1", S["14(b)(vi)"]),
})


class DragonBonus(EndWager):
    """That a hand wins with a natural, or without one by 4 points or more."""

    name = "dragon bonus"
    law = (
        *AdditionalWager.law, "QLD-17-2:standoff-for-dragon-bonus",
        "QLD-17-10", "QLD-17-11", "QLD-17-12", "QLD-17-13", "QLD-17-14",
    )
    cites = BoxCites(games=S["10"], area=S["12(1)"], limits=S["12(3)"], three=S["12(4)"], more=S["12(4)"])
    pay_tables = (PAYS,)
    choices = (*AdditionalWager.choices, more_than_three(name, S["12(4)"]))

    def kinds(self) -> tuple[WagerKind, ...]:
        return tuple(
            WagerKind(f"{self.name} {hand}", S["11"],
                      f"that the {hand}'s hand wins with a natural, or without one by 4 points or more",
                      f"dragon {hand}")
            for hand in HANDS
        )

    def refuse(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        """12(2): any player's betting area will do."""
        others = any(other != player for other in t.boxes.get(box, ()))
        if others and not S["12(2)"].says(True):
            return Rejected(f"box {box} is another player's")
        return super().refuse(t, box, player, kind, amount)

    # -- 11, 13 and 14: what becomes of it -------------------------------------------------------------

    def stand_off(self, hands: TwoHands) -> bool:
        """2: both are naturals with the same count."""
        alike = hands.player.points == hands.banker.points
        return S["2:standoff-for-dragon-bonus"].says(alike and all(map(self.natural, hands)))

    def result(self, kind: str, facts: TwoHands) -> Result:
        hand = kind.rpartition(" ")[2]
        cites = CITES[hand]
        if self.stand_off(facts):
            return S["13(3)"].says(void(cites.stand_off, S["13(3)"]))
        ours, theirs = (facts.player, facts.banker) if hand == "player" else (facts.banker, facts.player)
        ahead, natural = ours.points - theirs.points, self.natural(ours)
        limb = cites.natural if natural else cites.points
        if S["11"].says(limb.says(ahead >= (1 if natural else LEAST_POINTS))):
            odds, line = self.pay.lines[NATURAL if natural else f"{ahead} points"]
            return win(odds, line, limb)
        return lose(cites.lost_natural if natural else cites.lost)
