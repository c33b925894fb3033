"""QLD front rule: what holds at every Queensland table, whatever the game."""

from __future__ import annotations

from pitboss.law import schedule
from pitboss.table.acts import Irregular
from pitboss.table.facts import Wager
from pitboss.table.game import Game, ruling
from pitboss.table.table import Round, Table

R = schedule("QLD-0")


class FrontRule(Game):
    """The front rule. Each schedule's game stands on it."""

    # -- 4, 9 to 11: conduct and what a supervisor may do about it

    @ruling("device-used", R["4(1)"], "a device that could help play is not allowed at the table")
    def device_used(self, t: Table, what: Irregular) -> Round[None]:
        if what.yes("approved"):
            t.ruled("the chief executive approved the device in writing", R["4(3)"])
            return
        wagers = self._wagers_of(t, what)
        if (yield from t.direct("supervisor", R["4(2)"], "void wagers", "no sanction")) == "void wagers":
            t.void_wagers(wagers, R["4(2)(a)"])
        if (yield from t.direct("supervisor", R["4(2)(b)"], "exclude", "no exclusion")) == "exclude":
            t.ruled(f"box {what.get('box')} is excluded from the game", R["4(2)(b)"])

    @ruling("contravention", R["11(1)"], "the supervisor may act on a contravention")
    def contravention(self, t: Table, what: Irregular) -> Round[None]:
        yield from self.sanction(t, what)

    def sanction(self, t: Table, what: Irregular) -> Round[None]:
        """11(2): void the player's wagers, exclude the player, both or neither."""
        wagers = self._wagers_of(t, what)
        if (yield from t.direct("supervisor", R["11(2)"], "void wagers", "no sanction")) == "void wagers":
            t.void_wagers(wagers, R["11(2)(a)"])
        if (yield from t.direct("supervisor", R["11(2)(b)"], "exclude", "no exclusion")) == "exclude":
            t.ruled(f"box {what.get('box')} is excluded from the game", R["11(2)(b)"])

    def _wagers_of(self, t: Table, what: Irregular) -> list[Wager]:
        box = t.box_of(what)
        player = what.get("player") or t.boxes[box][0]
        return [wager for wager in t.on_box(box) if wager.player == player]

    # -- 17: card machine malfunction

    @ruling("card-machine-malfunction", R["17(1)"], "the machine is repaired or replaced, then play goes on")
    def machine_malfunction(self, t: Table, what: Irregular) -> Round[None]:
        if R["17(3)"].says(what.yes("disadvantaged")):
            yield from t.offer_retract(R["17(3)"])
