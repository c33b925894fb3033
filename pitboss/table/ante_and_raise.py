"""The family of games in which the player's own cards meet the dealer's own, and the player once folds or bets again:
what the round and the odds read of each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from pitboss.equipment.cards import Card
from pitboss.law import Result, lose
from pitboss.table.compared import without_qualifying
from pitboss.table.facts import Settled
from pitboss.table.game import Game
from pitboss.table.lobby import HOUSE_POKER, cards
from pitboss.table.streets import BettingStreet
from pitboss.table.table import Table


class AnteAndRaise(Game):
    """As many cards to the player as to the dealer. A round opens with `opening`, and the other wagers that may open it
    are decided by the player's hand, if it is not folded."""

    category = HOUSE_POKER
    # How many cards a hand has.
    hand_size: ClassVar[int]
    # The one decision; `known` is how many of the dealer's cards lie face up then.
    raise_or_fold: ClassVar[BettingStreet]
    # What is paid on the opening wager besides, without being a wager of its own; "" where nothing is.
    on_top: ClassVar[str] = ""

    @classmethod
    def drawn(cls) -> str:
        return f"{'?? ' * cls.hand_size}/ {cards(cls.hand_size, cls.id)}"

    @abstractmethod
    def value(self, cards: Sequence[Card]) -> Any:
        """What a whole hand is worth: its category, and the ranks that decide within it."""

    @abstractmethod
    def higher(self, hand: Any, other: Any) -> bool:
        """Does one hand rank above another?"""

    def qualifies(self, dealer: Any) -> bool:
        """Does the dealer's hand qualify? Every one does, unless the law asks for more."""
        return True

    def decided_by(self, t: Table, line: Settled) -> str:
        return without_qualifying(self, t)

    @abstractmethod
    def outcome(self, player: Any, dealer: Any) -> str:
        """Which branch of the settlement a hand that was bet on falls under."""

    @abstractmethod
    def result(self, kind: str, player: Any, outcome: str) -> Result:
        """What becomes of a wager on a hand that was bet on. Pure."""

    def paid_on_top(self, player: Any, outcome: str) -> Result | None:
        """What is paid on the opening wager besides; None when nothing is. Pure."""
        return None

    def folded(self) -> Result:
        """What becomes of every wager of a folded hand. Pure."""
        assert self.raise_or_fold.folded is not None
        return lose(self.raise_or_fold.folded)
