"""The family of games with community cards and no hand of the dealer's: what the player's own cards and the board make
together is paid by a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from pitboss.equipment.cards import Card
from pitboss.law import Result
from pitboss.table.community import SharedBoard


class PayByHand(SharedBoard):
    """Every card seen counts alike, whether it is the player's own or the board's."""

    # The ranks of the least pair that wins, and of the least that does not lose; none where pairs are like other hands.
    paid_pair: int = 0
    returned_pair: int = 0

    @abstractmethod
    def value(self, cards: Sequence[Card]) -> Any:
        """What the player's cards and the whole board are worth: the category, and the ranks that decide within it."""

    @abstractmethod
    def result(self, kind: str, player: Any) -> Result:
        """What becomes of a wager on a hand that was not folded. Pure."""
