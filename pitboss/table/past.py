"""What has become of each hand of a round, for a line that comes too late or too early."""

from __future__ import annotations

from pitboss.law.results import VOID
from pitboss.table.acts import Answer, Ball, Choice, Close, CutAt, Dice
from pitboss.table.facts import Settled
from pitboss.table.hands import read_hand
from pitboss.table.table import Table

_NOTHING = {Dice: "no dice are thrown", Ball: "no ball is spun", CutAt: "no cut is made", Close: "betting is closed"}


def spoken(hand: str) -> str:
    """A hand as people call it."""
    box, place = read_hand(hand)
    return f"hand {hand}" if place else f"box {hand}" if box else f"the {hand}"


class Past:
    """The lines of a file at which the hands of one round were decided."""

    def __init__(self) -> None:
        # The last decision of each hand, with its line.
        self.chose: dict[str, tuple[str, int]] = {}
        # The line of the file that brought about each settled wager.
        self._settled: list[tuple[Settled, int]] = []

    def note(self, t: Table, line: int) -> None:
        """What has been settled since the last note was settled by this line."""
        known = [(settled, at) for settled, at in self._settled if settled in t.lines]
        self._settled = known + [(settled, line) for settled in t.lines[len(known) :]]

    def finished(self, t: Table, hand: str) -> bool:
        """Is there a hand with nothing left to decide?"""
        return hand in t.hands and (t.hands[hand].closed or not t.wagers)

    def why(self, t: Table, act: Answer, text: str = "") -> str:
        """Why nobody waits for this now."""
        if type(act) is not Choice:
            return _NOTHING.get(type(act), f"nobody waits for {text!r}") + " now"
        if t.voided and self._settled:
            settled, at = self._settled[-1]
            return f"the round is void since line {at} [{settled.clause}]"
        return self._gone(t, act) or self._idle(t, act.hand)

    def cited(self, t: Table, act: Answer, text: str = "") -> str:
        """The same, with the clause that stands against it where the game knows one."""
        why = self.why(t, act, text)
        if type(act) is not Choice or act.hand not in t.hands or why.endswith("]"):
            return why
        refused = t.game.refuse_out_of_turn(t, act)
        return why if refused is None else f"{why} [{refused.clause}]"

    def _gone(self, t: Table, act: Choice) -> str:
        """Where the wagers that a decision is about have gone, if they have."""
        mine = [
            (line, at) for line, at in self._settled
            if act.hand in (line.hand, str(line.box)) and act.player in ("", line.player)
        ]
        name, at = self.chose.get(act.hand, ("", 0))
        if mine and name == "fold":
            # An additional wager may stay in play after a fold and be settled later, under clauses of its own.
            clause = [line.clause for line, _ in sorted(mine, key=lambda pair: pair[0].wager not in t.game.sides)][-1]
            return f"{spoken(act.hand)} folded at line {at} [{clause}]"
        if mine and all(line.outcome == VOID for line, _ in mine):
            whose = f"{act.player} on {spoken(act.hand)}" if act.player else spoken(act.hand)
            return f"the wagers of {whose} are void since line {mine[-1][1]} [{mine[-1][0].clause}]"
        return ""

    def _idle(self, t: Table, hand: str) -> str:
        if hand not in t.hands:
            known = [name for name, held in t.hands.items() if held.box]
            there = spoken(hand) if read_hand(hand)[1] else f"hand on {spoken(hand)}"
            return f"there is no {there}" + (f"; hands are {', '.join(known)}" if known else "")
        name, at = self.chose.get(hand, ("", 0))
        if self.finished(t, hand):
            whole = spoken(hand) if read_hand(hand)[1] else f"the hand on {spoken(hand)}"
            return f"{whole} is finished" + (f": {name} at line {at}" if name else "")
        return f"{spoken(hand)} has nothing to decide now" + (f" after {name} at line {at}" if name else "")
