"""What schedules 3 and 12 say alike beyond their family: each player looks at a hand of his own, then folds, or places
one more wager and is compared with the dealer."""

from __future__ import annotations

from typing import ClassVar

from pitboss.law import Clause
from pitboss.money import Cents
from pitboss.rulebooks.qld.ante_poker_faults import AntePokerFaults
from pitboss.table.ante_and_raise import AnteAndRaise
from pitboss.table.facts import Wager
from pitboss.table.requests import Barred, Choose
from pitboss.table.table import DECISIONS, Round, Table


class RaiseOrFold(AntePokerFaults, AnteAndRaise):
    """One decision, made on a whole hand."""

    # The clause by which a player may look before he bets.
    looked_first: ClassVar[Clause]

    def decide(self, t: Table, box: int) -> Round[None]:
        """Fold, or place the wager to play on."""
        choice = yield from t.choose(lambda: self.decision(t, box))
        if choice is None:
            return
        t.phase = DECISIONS
        if choice.name == "fold" and self.cites.folds.says(True):
            self.close_hand(t, box)
        else:
            t.place(box, t.boxes[box][0], self.raise_or_fold.wager, choice.amount or 0)

    def decision(self, t: Table, box: int) -> Choose | None:
        """What the player of a box may do; None when there is nothing to decide."""
        player, step = t.boxes[box][0], self.raise_or_fold
        ante = t.wager(box, player, self.opening)
        if ante is None:
            return None
        hand = t.hands.get(str(box))
        looked = self.looked_first.says(hand is not None and hand.seat == box)
        if not looked or t.wager(box, player, step.wager) is not None:
            return None
        offered = step.offered(ante.amount)
        return Choose(step.asked, str(box), player, offered, Barred(lambda: self.barred(offered)))

    def right_size(self, t: Table, wager: Wager, ante: Cents) -> tuple[Cents, Cents]:
        amounts = self.raise_or_fold.amounts(ante)
        return amounts[0], amounts[-1]
