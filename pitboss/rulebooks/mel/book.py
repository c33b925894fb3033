"""MEL: what its rules say of any table between players, beside the game."""

from __future__ import annotations

from pitboss.law import Refused, schedule
from pitboss.rulebooks.mel import c18_general
from pitboss.table.book import Book, FirstTable

S = schedule("MEL")


class Melbourne(Book):
    """Crown Melbourne."""

    code = "mel"
    title = "Crown Melbourne, Poker"
    law = "MEL"
    general = tuple(f"MEL-{chapter}" for chapter in (1, *range(3, 9), 14, 18))
    first_tables = (
        FirstTable("holdem", "Hold'em", "mel/holdem", {
            "blinds": "1/2", "buy-in": "40", "new-players": "free", "commission": "5%", "cap": "5", "runs": "2",
        }),
    )

    # -- 18.3: closing ---------------------------------------------------------------------------------

    closing = c18_general.CLOSING

    def hands_to_close(self) -> int:
        return c18_general.hands_of_notice()

    def refuse_closing_after(self, hands: int, players: int, agreed: int) -> Refused | None:
        return c18_general.refuse_closing(players, hands, agreed)

    def refuse_advice(self) -> Refused | None:
        return c18_general.refuse_advice()

    # -- 18.2.3: winnings that are looked into -----------------------------------------------------------

    withholding = S["18.2.3"]

    def hours_withheld(self) -> int:
        """18.2.3: until the operator has decided; nothing is paid by itself."""
        return S["18.2.3"].says(0)

    # 8.10: an area manager may have a player picked up who is away too long.
    away = S["8.10"]


MELBOURNE = Melbourne()
