"""Games with community cards against the house, and the family in which player and dealer share them: what the round
and the odds read of each."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from pitboss.equipment.cards import Card
from pitboss.hands import poker
from pitboss.hands.names import called
from pitboss.hands.poker import Category, HandValue
from pitboss.law import Result
from pitboss.money import Cents
from pitboss.table.compared import without_qualifying
from pitboss.table.facts import BOARD, DEALER, Settled, Worth
from pitboss.table.game import Game
from pitboss.table.lobby import HOUSE_POKER, cards, places
from pitboss.table.streets import BettingStreet, Bonus
from pitboss.table.table import Table


class SharedBoard(Game):
    """Cards of the player's own and community cards, which come in streets. A round opens with `opening`, and every
    street is measured by it."""

    category = HOUSE_POKER
    # Community cards that are dealt open are turned up by nothing later.
    faces_at_once = True
    # How many cards the player has, and how many community cards there are.
    hole: ClassVar[int] = 2
    board: ClassVar[int] = 5
    # The decisions, first to last.
    streets: ClassVar[tuple[BettingStreet, ...]]

    @classmethod
    def drawn(cls) -> str:
        shown = sorted({street.known for street in cls.streets} | {0, cls.board})
        board = places(after - before for before, after in pairwise(shown))
        dealer = ("?? " * cls.hole).strip() if "dealer" in cls.hands_dealt else ""
        return " / ".join(filter(None, (dealer, board, cards(cls.hole, cls.id))))

    def street(self, wager: str) -> BettingStreet:
        """The decision about a wager."""
        return next(street for street in self.streets if street.wager == wager)

    def cards_after(self, street: BettingStreet) -> tuple[int, ...]:
        """The places of the community cards that come when a street is over."""
        later = [other.known for other in self.streets if other.known > street.known]
        return tuple(range(street.known, min(later, default=self.board)))

    def staked(self) -> tuple[str, ...]:
        """The wagers of the game itself, in the order in which they are placed."""
        return tuple(dict.fromkeys((self.opening, *self.matched, *(street.wager for street in self.streets))))


class Community(SharedBoard):
    """Two cards of the player's own, two of the dealer's, and the best five of them and of the board."""

    bonuses: ClassVar[tuple[Bonus, ...]] = ()
    # Wagers that a higher hand wins only if it is of this kind or a higher one.
    wins_with: Mapping[str, Category] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.bonuses and cls.bonus_result is Community.bonus_result:
            raise TypeError(f"{cls.__name__} has bonuses and does not say what becomes of them (bonus_result)")

    @abstractmethod
    def result(self, kind: str, player: HandValue, dealer: HandValue) -> Result:
        """What becomes of a wager that is decided by comparing hands, if it was not folded. Pure."""

    @abstractmethod
    def value(self, cards: Sequence[Card]) -> HandValue:
        """Which hand the best five of these cards are."""

    def qualifies(self, dealer: HandValue) -> bool:
        """Does the dealer's hand qualify? Every one does, unless the law asks for more."""
        return True

    def hand_name(self, t: Table, hand: str, cards: Sequence[Card], *, beside: bool = False) -> str:
        board = t.open_cards(BOARD)
        if hand == BOARD or len(cards) != self.hole or len(board) < 3:
            return ""
        value = self.value((*cards, *board))
        name = called(value, beside=beside)
        decided = hand == DEALER and len(board) == self.board
        return name if not decided or self.qualifies(value) else f"{name}, does not qualify"

    def hand_worth(self, t: Table, hand: str, cards: Sequence[Card]) -> Worth | None:
        board = t.open_cards(BOARD)
        if hand == BOARD or len(cards) != self.hole or len(board) != self.board:
            return None
        value = self.value((*cards, *board))
        return Worth(value, poker.best_five((*cards, *board), value))

    def decided_by(self, t: Table, line: Settled) -> str:
        return without_qualifying(self, t)

    def bonus_result(self, kind: str, facts: Any) -> Result:
        """What becomes of one of the bonuses, by what it looks at. Pure."""
        raise KeyError(f"{self.id} has no bonus {kind}")

    def bonus_stake(self, kind: str, opening: Cents) -> Cents:
        """As much of a bonus as of the opening wager, unless the sign sets it."""
        return opening
