"""NSW: what its rules say of any table, beside the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.law import Refused, refuse, schedule
from pitboss.table.acts import Irregular
from pitboss.table.book import FirstTable, SignBook
from pitboss.table.limits import Limits
from pitboss.table.terminal import HouseRule

if TYPE_CHECKING:
    from pitboss.table.game import Game
    from pitboss.table.table import Table

S = schedule("NSW")


class NewSouthWales(SignBook):
    """The Star. Limits change at any time; only a higher minimum needs its time on a sign."""

    code = "nsw"
    title = "The Star, Texas Hold'em Bonus Poker"
    law = "NSW"
    first_tables = (
        FirstTable("holdem-bonus", "Texas hold'em bonus", "nsw/texas-holdem-bonus-poker",
                   {"minimum": "5", "maximum": "200"}),
    )

    # -- 13.8: closing ---------------------------------------------------------------------------------

    closing = S["13.8"]

    def minutes_to_close(self, game: Game) -> int:
        return S["13.8"].says(20)

    def refuse_closing(self, game: Game, shown: int | None, now: int) -> Refused | None:
        table: Any = game
        # Games go by whole seconds: a sign counts from the next one.
        refused: Refused | None = table.refuse_closing_table(None if shown is None else -(-shown // 1000), now // 1000)
        return refused

    # -- 6.5: limits -----------------------------------------------------------------------------------

    limits_in_units = False
    noticing = S["6.5"]

    def limits_of(self, t: Table) -> Limits:
        game: Any = t.game
        posted: Limits = game.limits(t)
        return posted

    def refuse_at_once(self, game: Game, higher: bool, both: bool) -> Refused | HouseRule | None:
        """6.5.1 is of a minimum; the law leaves open how a maximum changes with it."""
        if higher and both:
            return HouseRule("another maximum at once", "the minimum alone at once; the maximum by itself")
        return None

    def minutes_of_notice(self, game: Game, up: bool) -> int:
        return S["6.5"].says(20) if up else 0

    def tells_notice(self, up: bool) -> bool:
        return up

    # -- 13.6: advice ----------------------------------------------------------------------------------

    def refuse_advice(self) -> Refused | None:
        return refuse("advice on how to play", S["13.6"], "staff see to it that the rules are kept")

    # -- 13.9: idle seats ------------------------------------------------------------------------------

    idle = S["13.9"]

    def idle_rounds(self) -> int:
        return S["13.9"].says(3)

    def idle_report(self, box: int, player: str, rounds: int) -> Irregular:
        return Irregular("idle-seat", {"box": str(box), "player": player, "rounds": str(rounds), "free": "0"})


NEW_SOUTH_WALES = NewSouthWales()
