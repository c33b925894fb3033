"""CBR: what its rules say of any table, beside the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pitboss.law import Refused, refuse, schedule
from pitboss.money import Cents
from pitboss.table.acts import Irregular
from pitboss.table.book import Book, FirstTable
from pitboss.table.limits import Change

if TYPE_CHECKING:
    from pitboss.table.game import Game
    from pitboss.table.table import Table

S = schedule("CBR")
MINUTE_MS = 60_000


class Canberra(Book):
    """Casino Canberra. The operator says how many minutes of notice there are: an option of the table."""

    code = "cbr"
    title = "Casino Canberra, Canberra Casino Hold-em Poker"
    law = "CBR"
    first_tables = (
        FirstTable("casino-holdem", "Casino hold'em", "cbr/casino-holdem-poker", {"minimum": "5", "maximum": "200"}),
    )

    # -- 14.2: closing ---------------------------------------------------------------------------------

    closing = S["14.2"]

    def minutes_to_close(self, game: Game) -> int:
        return int(game.options["notice"])

    def refuse_closing(self, game: Game, shown: int | None, now: int) -> Refused | None:
        table: Any = game
        refused: Refused | None = table.refuse_early_closure(0 if shown is None else (now - shown) // MINUTE_MS)
        return refused

    # -- 3.1 and 3.2: limits ---------------------------------------------------------------------------

    noticing = S["3.1"]

    def refuse_at_once(self, game: Game, higher: bool, both: bool) -> Refused | None:
        if higher:
            return refuse("a higher minimum at once", S["3.1"], f"{game.options['notice']} minutes' notice")
        return refuse("other limits at once", S["3.1"], "a notice")

    def minutes_of_notice(self, game: Game, up: bool) -> int:
        return int(game.options["notice"])

    def refuse_change(self, t: Table, change: Change, at: int) -> Refused | None:
        game: Any = t.game
        refused: Refused | None = game.refuse_new_limits((at - change.shown) // MINUTE_MS)
        return refused

    def box_maximums(self, t: Table) -> Mapping[str, Cents]:
        """3.2: a marker lets a box go above the sign."""
        markers: Mapping[str, Cents] = t.state["markers"]
        return markers

    # -- 15.5: advice ----------------------------------------------------------------------------------

    def refuse_advice(self) -> Refused | None:
        return refuse("advice on how to play", S["15.5(a)"], "staff see to it that the rules are kept")

    # -- 15.6: idle seats ------------------------------------------------------------------------------

    idle = S["15.6"]

    def idle_rounds(self) -> int:
        return S["15.6"].says(3)

    def idle_report(self, box: int, player: str, rounds: int) -> Irregular:
        """The operator is the one who decides, and has."""
        return Irregular("idle-seat", {"box": str(box), "rounds": str(rounds), "free": "0", "ruling": "vacate"})


CANBERRA = Canberra()
