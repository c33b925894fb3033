"""What several parts of QLD schedule 17 say alike of wagers on how the two hands of baccarat end: what they look at,
and those that the banker's hand wins with a point count of 6. Each part puts its own clauses into `cites` and `six`."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from pitboss.law import Clause, Result, lose, win
from pitboss.rulebooks.qld.s01_baccarat import Baccarat
from pitboss.rulebooks.qld.s01_baccarat_wagers import BANKER, PLAYER
from pitboss.rulebooks.qld.s17_on_boxes import BACCARAT, BoxWager
from pitboss.table.facts import Wager
from pitboss.table.sides import RESULT, TWO_HANDS
from pitboss.table.table import Table

SIX = 6
TWO_CARDS, THREE_CARDS = "2 cards", "3 cards"


class Ended(NamedTuple):
    """How a hand ended: its point count, and on how many cards."""

    points: int
    cards: int


class TwoHands(NamedTuple):
    """How both ended."""

    player: Ended
    banker: Ended


class EndWager(BoxWager):
    """A wager on how the two hands end; it is settled with the others, once the round has its result."""

    games = (BACCARAT,)
    moment = RESULT
    looks_at = TWO_HANDS

    @property
    def baccarat(self) -> Baccarat:
        assert isinstance(self.game, Baccarat)
        return self.game

    def facts(self, t: Table, wager: Wager) -> TwoHands | None:
        player, banker = (t.hands.get(name) for name in (PLAYER, BANKER))
        if player is None or banker is None:
            return None
        counts = self.baccarat.counts(t)
        return TwoHands(Ended(counts[0], len(player.cards)), Ended(counts[1], len(banker.cards)))

    def natural(self, hand: Ended) -> bool:
        """QLD-1-2: 8 or 9 on the first two cards."""
        return hand.cards == 2 and self.baccarat.natural(hand.points)


class SixCites(NamedTuple):
    """The clauses of a wager on a win of the banker's hand with 6, by their roles."""

    # What is wagered, where the part says it apart; when it wins.
    bet: Clause | None
    wins: Clause
    # It loses: the banker's hand wins with another count, the player's hand wins, there is a tie.
    other: Clause
    player: Clause
    tie: Clause


class SixWager(EndWager):
    """That the banker's hand wins with a point count of 6."""

    six: ClassVar[SixCites]
    # On how many cards.
    cards: ClassVar[tuple[int, ...]] = (2, 3)

    def on_line(self, banker: Ended) -> str:
        """The line of the pay table that a winning hand falls under."""
        return TWO_CARDS if banker.cards == 2 else THREE_CARDS

    def paid_as(self, banker: Ended) -> Clause:
        """The clause that a winning hand is paid under, apart from its odds."""
        return self.six.wins

    def wins(self, hands: TwoHands) -> bool:
        player, banker = hands
        won = self.six.wins.says(banker.points == SIX > player.points and banker.cards in self.cards)
        return won if self.six.bet is None else self.six.bet.says(won)

    def result(self, kind: str, facts: TwoHands) -> Result:
        player, banker = facts
        six = self.six
        if self.wins(facts):
            odds, line = self.pay.lines[self.on_line(banker)]
            return win(odds, line, self.paid_as(banker))
        if player.points == banker.points:
            return lose(six.tie)
        return lose(six.player if player.points > banker.points else six.other)
