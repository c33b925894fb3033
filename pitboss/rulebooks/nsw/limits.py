"""NSW section 6: the limit sign, notice of a higher minimum, and minimums that players may keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pitboss.law import Refused, refuse, schedule
from pitboss.money import Cents, parse_amount, show_amount
from pitboss.rulebooks.nsw.book import NEW_SOUTH_WALES
from pitboss.table.acts import Irregular
from pitboss.table.game import BadOption, Game, ruling
from pitboss.table.limits import (
    LIMITS,
    NOW,
    STARTS,
    Limits,
    clock_in,
    left,
    notified,
    raised_at_once,
    shown_for,
    with_limits,
    with_notice,
    without_idle_markers,
)
from pitboss.table.reports import ITSELF, BadFact, Money, PlayerNamed, YesNo, amount_in
from pitboss.table.table import Table

__all__ = ["LimitSign", "Limits", "altered", "kept_raised", "left", "minimum_of", "minimums_shown", "raised_at_once",
           "shown_for", "with_notice"]

S = schedule("NSW")


# -- provisions --------------------------------------------------------------------------------------


def altered(
    limits: Limits, now: float, *, minimum: Cents | None = None, maximum: Cents | None = None,
    unit: Cents | None = None,
) -> Limits | Refused:
    """6.5: limits change at any time, but a higher minimum only after 20 minutes on a sign."""
    least = limits.minimum if minimum is None else minimum
    if least > limits.minimum and not notified(limits, least, now, S["6.5"].says(20)):
        refused = refuse(f"minimum {show_amount(least)} without notice", S["6.5"],
                         "a sign for 20 minutes, or let those at the table keep theirs")
        if refused is not None:
            return refused
    return with_limits(
        limits, now, least, limits.maximum if maximum is None else maximum, limits.unit if unit is None else unit
    )


def kept_raised(limits: Limits, minimum: Cents, now: float) -> Limits | Refused:
    """6.5.2: a minimum that players kept rises only after 20 minutes on a sign."""
    if not notified(limits, minimum, now, S["6.5.2"].says(20)):
        refused = refuse(f"kept minimums to {show_amount(minimum)} without notice", S["6.5.2"],
                         "a sign for 20 minutes first")
        if refused is not None:
            return refused
    kept = {player: max(least, minimum) for player, least in limits.kept.items()}
    return without_idle_markers(msgspec.structs.replace(limits, kept=kept))


def minimum_of(limits: Limits, player: str) -> Cents:
    """The minimum that holds for a player: a kept one, or the one on the sign."""
    kept = limits.kept.get(player)
    if kept is not None:
        return S["6.5.1"].says(kept)
    return S["6.5.4"].says(limits.minimum) if limits.kept else limits.minimum


def minimums_shown(limits: Limits) -> tuple[Cents, ...]:
    """6.5.3: while two minimums hold, the sign states both."""
    return S["6.5.3"].says(tuple(sorted({limits.minimum, *limits.kept.values()})))


# -- at the table ------------------------------------------------------------------------------------


class LimitSign(Game):
    """A table with a limit sign. Who sits where and what the sign says outlive a round."""

    book = NEW_SOUTH_WALES

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        fixed = self.options["ante-bonus"]
        # 5.4: the sign may fix the stake of the ante bonus.
        self.fixed_bonus: Cents | None = None if fixed == "any" else parse_amount(fixed)
        barred = self.low_limit_bars(self.options["low-limit"] == "yes", self.options["dealing"])
        if barred is not None:
            raise BadOption(f"{self.id}: {barred}")

    def low_limit_bars(self, low_limit: bool, dealing: str, tournament: bool = False) -> Refused | None:
        """6.6: what may not be offered together with low limit gaming."""
        if low_limit and tournament:
            return refuse("a tournament with low limit gaming", S["6.6.1"], "low-limit=no")
        if low_limit and dealing != "device":
            return refuse(f"dealing={dealing} with low limit gaming", S["6.6.2"], "dealing=device")
        return None

    state_kept = ("limits", "seats", "idle", "excluded")

    def opening_state(self) -> dict[str, Any]:
        limits = Limits(self.minimum, self.maximum, self.unit)
        return {"limits": msgspec.to_builtins(limits), "seats": {}, "idle": {}, "excluded": {}}

    def limits(self, t: Table) -> Limits:
        return msgspec.convert(t.state["limits"], Limits)

    def post(self, t: Table, limits: Limits) -> None:
        """Hang up a sign; each is a fresh value, since a journal holds on to the one before."""
        t.state["limits"] = msgspec.to_builtins(limits)

    def seated(self, t: Table) -> dict[str, int]:
        """Who is playing at the table, and at which box: by earlier rounds, a marker, or a wager in this one."""
        known = self.limits(t).markers | {player: int(box) for box, player in t.state["seats"].items()}
        return known | {player: box for box, player, _ in t.wagers}

    def give_notice(self, t: Table, minimum: Cents, starts: float, now: float) -> None:
        self.post(t, with_notice(self.limits(t), minimum, starts, now))

    def change_limits(
        self, t: Table, now: float, *, minimum: Cents | None = None, maximum: Cents | None = None,
        unit: Cents | None = None,
    ) -> Refused | None:
        """6.5: change the sign for everyone who keeps nothing."""
        return self._posted(t, altered(self.limits(t), now, minimum=minimum, maximum=maximum, unit=unit))

    def raise_kept(self, t: Table, minimum: Cents, now: float) -> Refused | None:
        """6.5.2: raise the minimums that players kept."""
        return self._posted(t, kept_raised(self.limits(t), minimum, now))

    def raise_at_once(self, t: Table, minimum: Cents) -> None:
        """6.5.1 and 6.5.3: raise the minimum now; markers and the sign tell who keeps what."""
        self.post(t, raised_at_once(self.limits(t), minimum, self.seated(t)))
        for player, box in self.limits(t).markers.items():
            t.announce(f"a marker before box {box}: {player} keeps the old minimum", S["6.5.1.1"])
        signs = ", ".join(map(show_amount, minimums_shown(self.limits(t))))
        t.announce(f"the sign states every minimum in force: {signs}", S["6.5.3"])

    def leave(self, t: Table, player: str) -> None:
        """A player leaves the table, and with him his seat, his marker and his kept minimum."""
        t.state["seats"] = {box: name for box, name in t.state["seats"].items() if name != player}
        t.state["idle"] = {name: rounds for name, rounds in t.state["idle"].items() if name != player}
        if player in self.limits(t).markers:
            t.announce(f"take away the marker of {player}", S["6.5.1.2"])
        self.post(t, left(self.limits(t), player))

    def _posted(self, t: Table, changed: Limits | Refused) -> Refused | None:
        if isinstance(changed, Refused):
            return changed
        self.post(t, changed)
        return None

    # -- 5.4 and 6.1: what may be staked -----------------------------------------------------------

    def bounds(self, t: Table, player: str, kind: str) -> tuple[Cents, Cents]:
        """The least and the most a player may stake on an area."""
        if kind == "ante bonus" and self.fixed_bonus is not None:
            return self.fixed_bonus, self.fixed_bonus
        limits = self.limits(t)
        return minimum_of(limits, player), limits.maximum

    def outside_sign(self, t: Table, player: str, kind: str, amount: Cents) -> Refused | None:
        """Refuse a stake that the sign does not allow; the unit counts from the minimum upwards."""
        what = f"{kind} {show_amount(amount)}"
        least, most = self.bounds(t, player, kind)
        if kind == "ante bonus" and self.fixed_bonus is not None:
            return None if amount == least else refuse(what, S["5.4"], f"{kind} {show_amount(least)}")
        limits = self.limits(t)
        if least <= amount <= most and (amount - least) % limits.unit == 0:
            return None
        low, high, step = map(show_amount, (least, most, limits.unit))
        # Enough for those who keep an older minimum, and not for who came after the change.
        newcomer = any(kept <= amount < least for kept in limits.kept.values())
        clause = S["6.5.4"] if newcomer else S["6.1"]
        return refuse(what, clause, f"{kind} {low} to {high} in steps of {step}")

    # -- reports from the floor ----------------------------------------------------------------------

    @ruling("limits-notice", S["6.5"], "a sign tells of a higher minimum and when it starts", by=ITSELF,
            facts=(*LIMITS, NOW, STARTS, YesNo("withdrawn")))
    def notice_given(self, t: Table, what: Irregular) -> None:
        """One that is not to come about is taken down."""
        limits = self.limits(t)
        if what.yes("withdrawn"):
            self.post(t, msgspec.structs.replace(limits, notices=[]))
            return
        minimum, now = amount_in(what, "minimum"), clock_in(what, "now", 0)
        most = amount_in(what, "maximum") if what.get("maximum") else limits.maximum
        if not 0 < minimum <= most:
            raise BadFact(f"minimum={what.get('minimum')} is not within the maximum")
        self.give_notice(t, minimum, clock_in(what, "starts", now), now)

    @ruling("limits-changed", S["6.5"], "limits change; a higher minimum only after its time on a sign",
            facts=(*LIMITS, NOW), by=ITSELF)
    def limits_changed(self, t: Table, what: Irregular) -> None:
        before, now = self.limits(t), clock_in(what, "now", 0)
        least = amount_in(what, "minimum") if what.get("minimum") else before.minimum
        most = amount_in(what, "maximum") if what.get("maximum") else before.maximum
        if not 0 < least <= most or not (what.get("minimum") or what.get("maximum")):
            raise BadFact("minimum= and maximum= must say what changes")
        refused = self.refuse_change(before, least, most, now, bool(what.get("minimum")))
        if refused is not None:
            t.events.append(refused)
            return
        if what.get("minimum") and before.kept:
            self.raise_kept(t, least, now)
        self.change_limits(t, now, minimum=least, maximum=most)
        if what.get("minimum"):
            after = self.limits(t)
            still_up = [notice for notice in after.notices if notice.minimum != least]
            self.post(t, msgspec.structs.replace(after, notices=still_up))

    def refuse_change(self, before: Limits, least: Cents, most: Cents, now: float, minimum: bool) -> Refused | None:
        """6.5 and 6.5.2: why limits may not change now; `minimum` where it is to hold for those who kept one too."""
        changed = altered(before, now, minimum=least, maximum=most)
        if isinstance(changed, Limits) and minimum and any(kept < least for kept in before.kept.values()):
            changed = kept_raised(before, least, now)
        return changed if isinstance(changed, Refused) else None

    @ruling("minimum-raised", S["6.5.1"], "those at the table keep their minimum, others play the new one",
            facts=(Money("minimum", need=True),), by=ITSELF)
    def minimum_raised(self, t: Table, what: Irregular) -> None:
        minimum = amount_in(what, "minimum")
        limits = self.limits(t)
        if not limits.minimum < minimum <= limits.maximum:
            raise BadFact(f"minimum={what.get('minimum')} is not above the minimum and within the maximum")
        self.raise_at_once(t, minimum)

    @ruling("player-leaves", S["6.5.1.2"], "the seat is free; a kept minimum ends with it",
            facts=(PlayerNamed(need=True),), by=ITSELF)
    def player_leaves(self, t: Table, what: Irregular) -> None:
        player = what.get("player")
        if player not in self.seated(t):
            raise BadFact(f"player={player} is not at the table")
        self.leave(t, player)
