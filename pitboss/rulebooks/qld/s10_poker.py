"""QLD schedule 10: Texas hold'em poker and Omaha poker. Fees and commission are in s10_poker_commission, seats and
stakes in s10_poker_seats, betting in s10_poker_betting, hands and showdown in s10_poker_showdown, part 5 in
s10_poker_irregularities, s10_poker_repairs and s10_poker_conduct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.cardroom.game import BLINDS, BUTTON, Cites, Share, Street
from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import Card
from pitboss.hands import poker, quick
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.rulebooks.qld import (
    s10_poker_betting,
    s10_poker_commission,
    s10_poker_irregularities,
    s10_poker_repairs,
    s10_poker_seats,
    s10_poker_showdown,
)
from pitboss.rulebooks.qld.book import QUEENSLAND
from pitboss.rulebooks.qld.s10_poker_conduct import Collusion
from pitboss.rulebooks.qld.s10_poker_irregularities import QueenslandMisdeals
from pitboss.rulebooks.qld.s10_poker_repairs import CardsPutRight
from pitboss.rulebooks.qld.s10_poker_seats import QueenslandSeats
from pitboss.rulebooks.qld.s10_poker_showdown import Showdown
from pitboss.table.definition import Duty, GameOption

S = schedule("QLD-10")

CITES = Cites(
    turn=S["12"], fold=S["6(1)"], check=S["5(1)"], call=S["3(1)"], bet=S["28(4)"], raises=S["10(1)"],
    all_in=S["32(1)"], chips=S["24(2)"], uncalled=S["29(3)(a)"], ante=S["26(4)"], shown=S["30(6)"], runs=S["22(11)"],
    fee=S["22(2)"], too_much=S["32(2)"], no_part=S["32(3)"], stake=S["2:table-stake"], time=S["31(11)(c)"],
    dead=S["26(4)"],
)
DUTIES = (
    Duty("sign", "show the betting structure", S["31(9)"]),
    Duty("sign", "show how much time may be bought, how often and for what", S["31(11)(d)"]),
)
# 2: the community cards of each round of betting.
COMMUNITY = (S["2:initial-deal"], S["2:flop"], S["2:turn-card"], S["2:river-card"])
MOST_PLAYERS = 10


def streets(hole: int, dealt: Clause) -> tuple[Street, ...]:
    """22: hole cards, flop, turn and river, each with a round of betting."""
    return (
        Street(dealt, BLINDS, S["27(2)"], S["27(8)"], S["27(5)"], down=hole),
        Street(S["22(6)"], BUTTON, S["28(2)"], S["28(9)"], S["28(8)"], board=3, burn=True),
        Street(S["22(8)"], BUTTON, S["28(2)"], S["28(9)"], S["28(8)"], board=1, burn=True, big=True),
        Street(S["22(10)"], BUTTON, S["28(2)"], S["28(10)"], S["28(8)"], board=1, burn=True, big=True),
    )


class QueenslandPoker(QueenslandMisdeals, CardsPutRight, Collusion, Showdown, QueenslandSeats):
    """What hold'em and Omaha have in common."""

    law = ("QLD-10",)
    book = QUEENSLAND
    cites = CITES
    decks: ClassVar = {52: MOST_PLAYERS}
    choices = (
        *s10_poker_betting.CHOICES,
        GameOption("chip", "1", ("text",), S["30(14)(e)"], "the lowest chip denomination at the table"),
        GameOption("deck", "52", ("52",), S["15"], "cards in the deck"),
        *s10_poker_commission.CHOICES,
        *s10_poker_seats.CHOICES,
    )
    duties = (*DUTIES, *s10_poker_commission.DUTIES, *s10_poker_seats.DUTIES, *s10_poker_showdown.DUTIES,
              *s10_poker_irregularities.DUTIES, *s10_poker_repairs.DUTIES)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.deck_size = S["15"].says(self.deck_size)
        self.streets = S["2:round-of-betting"].says(self.streets)

    def refuse_players(self, count: int) -> Refused | None:
        """13(1): places for not more than ten."""
        if S["13(1)"].says(count > MOST_PLAYERS):
            return refuse(f"{count} players", S["13(1)"], f"at most {MOST_PLAYERS}")
        return refuse("one player", S["13(1)"], "two or more") if count < 2 else None

    def prepared(self, h: Hand, street: Street) -> Street:
        """2: the initial deal; a burn card before each flop, turn and river card; and 28, which of them it is."""
        if not h.street:
            return street._replace(down=S["2:initial-deal"].says(street.down))
        board = S["28:appropriate-community-card"].says(COMMUNITY[h.street].says(street.board))
        return street._replace(burn=S["2:burn-card"].says(street.burn), board=board)


class TexasHoldem(QueenslandPoker):
    """Texas hold'em poker."""

    id = "qld/texas-holdem-poker"
    title = "Texas hold'em poker"
    also_called = "holdem, nlhe"
    phh = ("NT", "FT")
    streets = streets(2, S["22(4)"])
    shares = (Share("high", S["2:hand-texas"]),)

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """2: any five of the hole cards and the community cards."""
        return share.clause.says(self.rank(poker.value((*hole, *board))))


class OmahaPoker(QueenslandPoker):
    """Omaha poker."""

    id = "qld/omaha-poker"
    title = "Omaha poker"
    also_called = "plo, pot limit omaha"
    phh = ("PO",)
    streets = streets(4, S["22(4)"])
    shares = (Share("high", S["2:hand-omaha"]),)

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """2: two hole cards and three community cards."""
        return share.clause.says(self.rank(poker.value(quick.two_and_three(hole, board))))
