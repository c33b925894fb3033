"""What Queensland's schedules of poker with community cards say alike beyond their family: street by street every
player still in decides, and only then the next community cards come."""

from __future__ import annotations

from pitboss.law import Refused, refuse
from pitboss.money import Cents
from pitboss.rulebooks.qld.ante_poker_faults import AntePokerFaults
from pitboss.table.acts import Irregular
from pitboss.table.community import SharedBoard
from pitboss.table.facts import BOARD, Wager
from pitboss.table.requests import Barred, Choose, Option
from pitboss.table.streets import FOLD, BettingStreet
from pitboss.table.table import DEALING, DECISIONS, Round, Table

# What silence is called, where the law says what becomes of it.
NO_DECISION = "no decision"


class StreetPoker(AntePokerFaults, SharedBoard):
    """Decisions on streets."""

    def deciding(self, t: Table) -> BettingStreet | None:
        """The street that is being decided; None between streets."""
        number = t.notes.get("street")
        return None if number is None else self.streets[number]

    def bet(self, t: Table, street: BettingStreet) -> Round[None]:
        """All who are still in decide, from the dealer's left, before the next community card."""
        t.notes |= {"street": self.streets.index(street), "acted": []}
        while (box := next((box for box in self.in_turn(t) if self.due(t, box)), None)) is not None:
            yield from self.decide(t, box)
        t.notes |= {"street": None, "decided": self.streets.index(street)}

    def in_turn(self, t: Table) -> list[int]:
        """The boxes in the order in which they decide."""
        return t.clockwise()

    def decide(self, t: Table, box: int) -> Round[None]:
        choice = yield from t.choose(lambda: self.decision(t, box))
        street = self.deciding(t)
        if choice is None or street is None:
            return
        t.phase = DECISIONS
        t.notes["acted"].append(box)
        if choice.name == NO_DECISION:
            self.close_hand(t, box)
        elif choice.name == FOLD and self.cites.folds.says(True):
            self.close_hand(t, box, street)
        elif self.bets(choice.name, street):
            self.play_on(t, box, t.boxes[box][0], street.wager, choice.amount or 0)
        elif not self.stays(choice.name):
            self.close_hand(t, box, street)

    def bets(self, decision: str, street: BettingStreet) -> bool:
        """Does a decision place the wager of the street?"""
        return decision == street.wager

    def stays(self, decision: str) -> bool:
        """Does who neither folds nor bets stay in?"""
        return True

    def due(self, t: Table, box: int) -> bool:
        """Has the player of a box still to decide on this street?"""
        street = self.deciding(t)
        if street is None or box in t.notes["acted"] or not self.continuing(t, box):
            return False
        return not t.on_box(box, street.wager)

    def decision(self, t: Table, box: int) -> Choose | None:
        """What the player of a box may do; None when there is nothing to decide."""
        street = self.deciding(t)
        if street is None or not self.due(t, box):
            return None
        ante = t.on_box(box, self.opening)[0]
        offered = street.offered(ante.amount)
        barred = Barred(lambda: self.barred(offered) | self.other_streets(t, box, street))
        return Choose(street.asked, str(box), ante.player, offered, barred, self.silence())

    def other_streets(self, t: Table, box: int, now: BettingStreet) -> dict[str, Refused]:
        """What stops the wagers of other streets: they lie there already, or their street has not come."""
        refused = {}
        for street in self.streets:
            if t.on_box(box, street.wager):
                no = refuse(f"box {box} already has a {street.wager}", self.cites.one_wager, "one wager an area")
            else:
                no = refuse(f"{street.wager} is not open yet", street.asked, now.wager)
            if no is not None and street.wager != now.wager:
                refused[street.wager] = no
        return refused

    def seen_in_betting(self, t: Table, what: Irregular) -> bool:
        """Is a community card reported as exposed while players decide? The next one once the last lies open."""
        return what.get("hand") == BOARD and self.deciding(t) is not None and not t.notes.get("turning")

    def left_open(self, t: Table, turning: Round[None]) -> Round[None]:
        """A community card that was exposed in error is turned up or dealt."""
        t.notes["turning"] = True
        yield from turning
        t.notes["turning"] = False

    def silence(self) -> Option | None:
        """What the law makes of a player who does not decide, where it says so."""
        return None

    def right_size(self, t: Table, wager: Wager, ante: Cents) -> tuple[Cents, Cents]:
        amounts = self.street(wager.kind).amounts(ante)
        return amounts[0], amounts[-1]

    def in_deal(self, t: Table, what: Irregular) -> bool:
        """A community card that is exposed once the first decision is asked for is not exposed during the deal."""
        return t.phase == DEALING and not (self.deciding(t) is not None and what.get("hand") == BOARD)
