"""QLD schedule 2, sections 8, 10, 13 and 16 to 18: wagers at blackjack, and who may make them."""

from __future__ import annotations

from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, show_amount
from pitboss.rulebooks.qld.s02_blackjack_irregularities import BlackjackIrregularities
from pitboss.table.acts import Irregular, Place, Take
from pitboss.table.facts import Rejected
from pitboss.table.game import ruling
from pitboss.table.reports import PlayerNamed
from pitboss.table.sides import Side
from pitboss.table.table import WAGERS, Round, Table

S = schedule("QLD-2")


class BlackjackWagers(BlackjackIrregularities):
    """Wagers."""

    @property
    def later(self) -> dict[str, Clause]:
        """Wagers that are made by a decision, each at its time."""
        return {"insurance": S["25(1)"], "double down": self.at_play.double, "split": self.at_play.split}

    # -- 8, 10, 13, 16 and 18: what may be wagered -------------------------------------------------------

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        side = Side.registry.get(kind)
        if side is not None and side.listed is not None:
            return refuse(f"{kind} at {self.title}", side.listed, "original")
        if not S["13(1)"].says(kind == "original"):
            instead = self.time_for(kind) if kind in self.later else S["13(3)"]
            return refuse(f"{kind} is no wager to open with here", instead, "original")
        others = {other for at, other, _ in t.wagers if at == box} - {player}
        most = 3 if self.options["shared"] == "yes" else 1
        if not S["8(1)"].says(len(others) < most):
            return refuse(f"{most} on box {box} already", S["8(1)"], "another box")
        mine = t.wager(box, player, kind)
        whole = amount + (mine.amount if mine else 0)
        return (self.refuse_box(t, box, player) or self.kept_out(t, player, whole)
                or self.over_limits(t, box, player, amount, whole))

    def time_for(self, kind: str) -> Clause:
        """The clause that gives a wager its time; 14(1): the original one is due before the first card."""
        return self.later.get(kind, self.at_play.wager)

    def refuse_side(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | None:
        """13(3): additional wagers as schedule 17 has them."""
        return None if S["13(3)"].says(kind in self.sides) else refuse(kind, S["13(3)"], "original")

    def emptied(self, t: Table, box: int) -> None:
        """21(1)(c): a box without an original wager gets no further card."""
        for hand in self.hands_of(t, box):
            t.hands[hand].closed = True

    def over_limits(self, t: Table, box: int, player: str, amount: Cents, whole: Cents) -> Refused | None:
        """8(2), 10(2) and 18: the limits on the sign, for each hand and as the operator directs."""
        sign = self.sign(t, player)
        refused = (self.refuse_small_hand(t, box, player, whole)
                   or self.outside_limits("original", whole, self.limited_by, sign))
        if refused is None and self.options.get("box-maximum") == "total":
            room = sign.maximum - sum(wager.amount for wager in t.on_box(box))
            if S["8(2)"].says(amount > room):
                instead = f"{show_amount(room)} more at most" if room > 0 else "another box"
                return refuse(f"the wagers on box {box} pass the maximum together", S["8(2)"], instead)
        return refused

    def refuse_taking(self, t: Table, act: Take) -> Refused | None:
        """What is left of a wager is measured like any other."""
        return self.over_limits(t, act.box, act.player, 0, act.to) if act.to else None

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        kinds = (act.wager,) if isinstance(act, Take) else tuple(kind for kind, _ in act.wagers)
        side, lies = self.sides.get(kinds[0]), any(w.kind == kinds[0] for w in t.own_wagers(act.box, act.player))
        if side is not None and side.closes is not None and (lies or isinstance(act, Place)):
            return refuse(f"{kinds[0]} is not placed or touched after the first card", side.closes, "the next round")
        mine = {w.kind for w in t.on_box(act.box) if act.player in ("", w.player)} & {*kinds}
        if not mine and isinstance(act, Take):
            return Rejected(f"{act.player} has no {act.wager} on box {act.box}")
        if not mine:
            return refuse("a wager after the first card", self.time_for(kinds[0]), "the next round")
        if mine != {"original"}:
            return refuse("confirmed wagers are not touched", S["16(2)"], "wait for the dealer")
        return refuse("the original wager is not touched after the first card", S["16(1)"], "wait for the dealer")

    # -- 17: entering late, and coming back --------------------------------------------------------------

    def entered(self, t: Table) -> None:
        """Remember who plays this round."""
        state, players = t.state, sorted({player for on_box in t.boxes.values() for player in on_box})
        first = players if state["rounds"] == 0 else state["first"]
        played = sorted({*state["played"], *players})
        state.update(rounds=state["rounds"] + 1, first=first, played=played, last=players)

    @ruling(
        "late-entry", S["17(1)"], "the gaming manager may refuse entry until the next shuffle",
        when=lambda self, t, what: t.phase == WAGERS and t.state["rounds"] > 0
        and what.get("player") not in t.state["first"],
        facts=(PlayerNamed(need=True),),
    )
    def late_entry(self, t: Table, what: Irregular) -> Round[None]:
        if (yield from t.direct("manager", S["17(1)"], "refuse", "allow")) == "refuse":
            self.hold(t, what, "refused")
        elif (yield from t.direct("manager", S["17(2)"], "minimum only", "any wager")) == "minimum only":
            self.hold(t, what, "minimum")

    @ruling(
        "sat-out", S["17(3)"], "the gaming manager may refuse further wagers until a new shoe",
        when=lambda self, t, what: t.phase == WAGERS and what.get("player") in t.state["played"]
        and what.get("player") not in t.state["last"],
        facts=(PlayerNamed(need=True),),
    )
    def sat_out(self, t: Table, what: Irregular) -> Round[None]:
        if (yield from t.direct("manager", S["17(3)"], "refuse", "allow")) == "refuse":
            self.hold(t, what, "sat out")

    def hold(self, t: Table, what: Irregular, how: str) -> None:
        t.state["held"] = {**t.state["held"], what.get("player"): how}

    def kept_out(self, t: Table, player: str, amount: Cents) -> Refused | None:
        held = t.state["held"].get(player)
        if held == "refused":
            return refuse(f"{player} may not enter now", S["17(1)"], "after the next shuffle")
        if held == "sat out":
            return refuse(f"{player} sat a round out", S["17(3)"], "after the next shuffle")
        if held == "minimum" and S["17(2)"].says(amount > self.sign(t, player).minimum):
            return refuse(f"{player} may place the minimum only", S["17(2)"], "the minimum")
        return None
