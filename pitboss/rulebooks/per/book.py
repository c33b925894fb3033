"""PER: what its rules say of any table, beside the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.law import Refused, refuse, schedule
from pitboss.table.acts import Irregular
from pitboss.table.book import Book, FirstTable
from pitboss.table.limits import Change

if TYPE_CHECKING:
    from pitboss.table.game import Game
    from pitboss.table.table import Table

S = schedule("PER")
MINUTE_MS = 60_000


class CrownPerth(Book):
    """Crown Perth. A table closes and its limits change where nobody plays, where all agree, or after ten minutes."""

    code = "per"
    title = "Crown Perth, Crown Hold'em Poker"
    law = "PER"
    first_tables = (
        FirstTable("crown-holdem", "Crown hold'em", "per/crown-holdem-poker", {"minimum": "5", "maximum": "200"}),
    )

    # -- 6.7: closing ----------------------------------------------------------------------------------

    closing = S["6.7"]

    def minutes_to_close(self, game: Game) -> int:
        return S["6.7(c)"].says(10)

    def closes_at_once(self, players: int, agreed: int) -> bool:
        return S["6.7(a)"].says(players == 0) or S["6.7(b)"].says(agreed >= players)

    def refuse_closing(self, game: Game, shown: int | None, now: int) -> Refused | None:
        if shown is not None and S["6.7(c)"].says(now - shown >= self.minutes_to_close(game) * MINUTE_MS):
            return None
        return refuse("closing a table with players at once", S["6.7"], "ten minutes' notice, or all players agree")

    # -- 6.3: limits -----------------------------------------------------------------------------------

    noticing = S["6.3"]

    def changes_at_once(self, players: int, agreed: int) -> bool:
        return S["6.3(a)"].says(players == 0) or S["6.3(b)"].says(agreed >= players)

    def refuse_at_once(self, game: Game, higher: bool, both: bool) -> Refused | None:
        return refuse("other limits at once", S["6.3"], "ten minutes' notice, or all players agree")

    def minutes_of_notice(self, game: Game, up: bool) -> int:
        return S["6.3(c)"].says(10)

    def refuse_change(self, t: Table, change: Change, at: int) -> Refused | None:
        """A notice that all have agreed to needs no minutes: it starts when it was shown."""
        if change.agreed or S["6.3(c)"].says(at - change.shown >= self.minutes_of_notice(t.game, True) * MINUTE_MS):
            return None
        return refuse("new limits", S["6.3"], "ten minutes' notice, or all players agree")

    # -- 5.14: payments that are looked into -----------------------------------------------------------

    withholding = S["5.14"]

    def hours_withheld(self) -> int:
        return S["5.14"].says(72)

    # -- 6.5: advice -----------------------------------------------------------------------------------

    def refuse_advice(self) -> Refused | None:
        return refuse("advice on how to play", S["6.5"], "staff see to it that the rules are kept")

    # -- 6.6: idle seats -------------------------------------------------------------------------------

    idle = S["6.6"]
    idle_at_full_table = False

    def idle_rounds(self) -> int:
        return S["6.6"].says(3)

    def may_vacate(self, rounds: int) -> bool:
        """May the seat be asked for of a player who let so many rounds in a row pass?"""
        return rounds >= self.idle_rounds()

    def idle_report(self, box: int, player: str, rounds: int) -> Irregular:
        return Irregular("idle-seat", {"box": str(box), "player": player, "rounds": str(rounds), "ruling": "vacate"})


CROWN_PERTH = CrownPerth()
