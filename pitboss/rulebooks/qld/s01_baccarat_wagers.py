"""QLD schedule 1, sections 6 to 9: wagers at baccarat, and who touches the cards."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.money import Cents, parse_amount, show_amount
from pitboss.rulebooks.qld.s00_front_rule import CONDUCT, PERMITTED, R
from pitboss.rulebooks.qld.s01_baccarat_shoe import BaccaratShoe
from pitboss.table.acts import Choice, Irregular, Place, Take
from pitboss.table.facts import Rejected, Wager
from pitboss.table.game import ruling
from pitboss.table.limits import Sign
from pitboss.table.reports import BadFact, Box, Money, PlayerNamed, WagerNamed, Word
from pitboss.table.table import Round, Table

S = schedule("QLD-1")

PLAYER, BANKER, TIE = "player", "banker", "tie"
AREAS = (PLAYER, BANKER, TIE)
# 6(2): a bet that lies as it should not.
MISPLACED = (
    Word("fault", ("outside", "stacked"), need=True), Box(need=True), PlayerNamed(), WagerNamed(need=True),
)


class BaccaratWagers(BaccaratShoe):
    """What may be wagered, how and until when."""

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.differential = self._amount("differential")
        self.tie_maximum = self._amount("tie-maximum")

    def _amount(self, name: str) -> Cents | None:
        return None if self.options[name] == "none" else parse_amount(self.options[name])

    def refuse_any(self, t: Table, box: int) -> Refused | Rejected | None:
        """Why nothing is wagered at a place now."""
        if box > self.places:
            return Rejected(f"there is no place {box} at this table; places are 1 to {self.places}")
        if t.notes.get("dummy"):
            return refuse("a wager on a dummy round", S["24(6)"], "the next round")
        if t.notes.get("card seen"):
            return refuse("a wager after the first card has been seen", S["8(3)(b)"], "the next round")
        return None

    def refuse_wager(
        self, t: Table, box: int, player: str, kind: str, amount: Cents
    ) -> Refused | Rejected | None:
        if (refused := self.refuse_any(t, box)) is not None:
            return refused
        if not S["8(1)"].says(S["2:baccarat-wager"].says(kind in AREAS)):
            return refuse(f"{kind} is no baccarat wager", S["2:baccarat-wager"], ", ".join(AREAS))
        held = t.wager(box, player, kind)
        total = S["6(2)(b)"].says(amount + (held.amount if held is not None else 0))
        return self.refuse_sharing(t, box, player, kind) or self.refuse_amount(t, player, kind, total, amount)

    def displayed(self, t: Table, player: str, kind: str) -> Sign:
        """9(1): the limits displayed for a wager; ties may have a maximum of their own, and so may additional ones, but
        not at a table for lessons (QLD-0-7)."""
        if (side := self.sides.get(kind)) is not None:
            return side.limits()
        sign, own = self.sign(t, player), self.tie_maximum
        return sign if kind != TIE or own is None or self.for_lessons else sign._replace(maximum=own)

    def limited_by(self, kind: str) -> Clause:
        """9(1), or the clause that sets the limits of an additional wager."""
        nothing = self.sides[kind].outside_limits(kind, 0) if kind in self.sides else None
        return self.limits_by(S["9(1)"]) if nothing is None else nothing.clause

    def refuse_amount(self, t: Table, player: str, kind: str, total: Cents, added: Cents) -> Refused | None:
        """9(1), and 9(2): while there is a differential the maximum for ties is the whole table's."""
        sign = self.displayed(t, player, kind)
        together = kind == TIE and S["9(2)"].says(self.differential is not None)
        if together and self.staked(t, TIE) + added > sign.maximum:
            most = show_amount(sign.maximum)
            return refuse(f"tie {show_amount(added)}", S["9(2)"], f"ties up to {most} together")
        return self.outside_limits(kind, total, self.limited_by(kind), sign)

    def wagering(self, t: Table, act: Place | Take | Choice) -> Refused | Rejected | None:
        """2: the totals on the two hands are compared when all that is placed together lies there."""
        before = self.apart(t)
        sat = type(act) is Place and act.player in t.boxes.get(act.box, ())
        refused = super().wagering(t, act)
        if refused is None and type(act) is Place:
            refused = self.refuse_differential(before, self.apart(t))
            if refused is not None:
                lying = [(t.wager(act.box, act.player, kind), amount) for kind, amount in act.wagers]
                t.unplace([(wager, amount) for wager, amount in lying if wager is not None], sat)
        return refused

    def refuse_sharing(self, t: Table, box: int, player: str, kind: str) -> Refused | Rejected | None:
        """6(1) and 7: several players on one area, and players who stand behind a seat."""
        others = [other for other in t.boxes.get(box, ()) if other != player]
        if others and not S["7(1)"].says(S["7(2)(a)"].says(True)):
            return Rejected(f"box {box} is another player's")
        shared = any(t.wager(box, other, kind) for other in others)
        if shared and not S["6(1)"].says(self.options["shared"] == "yes"):
            return refuse(f"{kind} on box {box} is taken", S["6(1)"], "another box")
        return None

    def apart(self, t: Table) -> Cents:
        """How much more lies on the player's hand; told only where it matters."""
        return 0 if self.differential is None else self.staked(t, PLAYER) - self.staked(t, BANKER)

    def refuse_differential(self, before: Cents, after: Cents) -> Refused | None:
        """2: how far apart the totals on the two hands may be; only what drives them further apart is refused."""
        if self.differential is None or after == before or abs(after) < abs(before):
            return None
        if S["2:table-differential"].says(abs(after) <= self.differential):
            return None
        most = show_amount(self.differential)
        return refuse(f"player and banker {show_amount(abs(after))} apart", S["2:table-differential"], f"{most} apart")

    def refuse_side(self, t: Table, box: int, player: str, kind: str, amount: Cents) -> Refused | Rejected | None:
        """8(2) and 9(3): additional wagers as schedule 17 has them; their maximum is a player's, wherever they lie."""
        if (refused := self.refuse_any(t, box)) is not None:
            return refused
        if not S["8(2)"].says(kind in self.sides):
            return refuse(f"{kind} is no baccarat wager", S["8(2)"], ", ".join(AREAS))
        others = [wager for wager in t.sides.values() if wager.kind == kind]
        shared = any(wager.box == box and wager.player != player for wager in others)
        if shared and not S["6(1)"].says(self.options["shared"] == "yes"):
            return refuse(f"{kind} on box {box} is taken", S["6(1)"], "another box")
        elsewhere = sum(wager.amount for wager in others if wager.player == player and wager.box != box)
        lies = t.wager(box, player, kind)
        here = amount + (lies.amount if lies is not None else 0)
        most = self.sides[kind].limits().maximum
        if S["9(3)"].says(not elsewhere or elsewhere + here <= most):
            return None
        total = show_amount(elsewhere + here)
        return refuse(f"{kind} {total}", S["9(3)"], f"{kind} up to {show_amount(most)} a player")

    def refuse_taking_side(self, t: Table, act: Take) -> Refused | Rejected | None:
        return self.refuse_any(t, act.box)

    def staked(self, t: Table, kind: str) -> Cents:
        return sum(wager.amount for wager in t.wagers.values() if wager.kind == kind)

    def refuse_taking(self, t: Table, act: Take) -> Refused | Rejected | None:
        if t.notes.get("card seen"):
            return refuse("a wager is not touched once the first card has been seen", S["8(3)(b)"], "wait")
        wager = t.wager(act.box, act.player, act.wager)
        if wager is None:
            return None
        sign = self.displayed(t, act.player, act.wager)
        limits = self.limited_by(act.wager)
        if act.to and (refused := self.outside_limits(act.wager, act.to, limits, sign)) is not None:
            return refused
        less = {PLAYER: act.to - wager.amount, BANKER: wager.amount - act.to}.get(act.wager, 0)
        return self.refuse_differential(self.apart(t), self.apart(t) + less)

    def refuse_late(self, t: Table, act: Place | Take) -> Refused | Rejected | None:
        if t.notes.get("dummy"):
            return refuse("a wager on a dummy round", S["24(6)"], "the next round")
        if "open" not in t.notes:
            return refuse("a wager before wagers are invited", R["3:wagering-period"], "wait for the dealer")
        if self.takes_wagers(t):
            return self.wagering(t, act)
        kind = act.wagers[0][0] if isinstance(act, Place) else ""
        if kind in self.sides and (closes := self.sides[kind].closes) is not None:
            return refuse(f"{kind} once a card is dealt", closes, "the next round")
        return refuse("wagers are not placed or touched after 'no more bets'", S["8(3)(b)"], "the next round")

    def takes_wagers(self, t: Table) -> bool:
        """QLD-0-3 and 16(1): wagers are taken until 'no more bets'; cards that come face down do not end that."""
        return R["3:wagering-period"].says(bool(t.notes.get("open")))

    # -- 6 to 8: how wagers lie, who touches cards ---------------------------------------------------

    @ruling("oral-wager", S["8(3)(a)"], "words without chips are no wager",
            facts=(Box(), PlayerNamed(), WagerNamed(), Money()))
    def oral_wager(self, t: Table, what: Irregular) -> None:
        t.announce("a wager is made with chips on the layout", S["8(1)"])

    @ruling(
        "misplaced-wager", S["6(2)(a)"], "a bet that is not inside the area is not valid",
        when=lambda self, t, what: what.get("fault") == "outside", facts=MISPLACED,
    )
    def outside_area(self, t: Table, what: Irregular) -> None:
        t.void_wagers([self.wager_of(t, what)], S["6(2)(a)"])

    @ruling(
        "misplaced-wager", S["6(2)(c)"], "a bet that does not lie flat, or lies on another, is not valid",
        when=lambda self, t, what: what.get("fault") == "stacked",
    )
    def stacked(self, t: Table, what: Irregular) -> None:
        t.void_wagers([self.wager_of(t, what)], S["6(2)(c)"])

    def wager_of(self, t: Table, what: Irregular) -> Wager:
        box = t.box_of(what)
        wager = t.wager(box, what.get("player") or t.players_at(box)[0], self.wager_named(what.get("wager")) or "")
        if wager is None:
            raise BadFact(f"there is no such wager on box {box}")
        return wager

    @ruling("cards-touched", S["7(2)(b)"], "a standing player handles cards only to cut them",
            when=lambda self, t, what: self.standing(t, what), facts=(*CONDUCT, PERMITTED))
    @ruling("cards-touched", S["22(11)"], "while the dealer deals, players keep off the cards without leave",
            when=lambda self, t, what: t.state["dealer_deals"] and not self.standing(t, what)
            and not what.yes("permitted"))
    def cards_touched(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.sanction(t, what)

    def standing(self, t: Table, what: Irregular) -> bool:
        return any(what.get("box") == str(box) and what.get("player") in on[1:] for box, on in t.boxes.items())
