"""MEL chapter 9: dealing the game, draw games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.cardroom.game import BLINDS, BUTTON, Share, Street
from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import Card
from pitboss.hands import low
from pitboss.law import Clause, schedule
from pitboss.rulebooks.mel.poker import MelbournePoker

S = schedule("MEL")

HIGH = (Share("high", S["9.6.3(a)"]),)
TWO_TO_SEVEN = (Share("low", S["9.6.3(b)"], low=True),)
ACE_TO_FIVE = (Share("low", S["9.6.3(c)"], low=True),)


def first(opens: Clause, who: str) -> Street:
    """9.2 and 9.3: five cards, and the first betting round."""
    return Street(S["9.2.1"], who, opens, S["9.3.4"], S["9.3.4(a)"], down=5)


def after_draw(last: bool, big: bool = False) -> Street:
    """9.4 to 9.6: a draw and the betting that follows it."""
    if last:
        return Street(S["9.4.1"], BUTTON, S["9.6.1"], S["9.6.2"], S["9.6.2(a)"], draw=True, burn=True, big=big)
    return Street(S["9.4.1"], BUTTON, S["9.5.1"], S["9.5.2"], S["9.5.2(a)"], draw=True, burn=True, big=big)


ONE_DRAW: tuple[Street, ...] = (first(S["9.3.1(a)"], BLINDS), after_draw(True, big=True))
THREE_DRAWS: tuple[Street, ...] = (
    first(S["9.3.1(a)"], BLINDS), after_draw(False), after_draw(False, big=True), after_draw(True, big=True)
)


class DrawGame(MelbournePoker):
    """Five cards each, some of which may be replaced."""

    decks: ClassVar = {52: 8, 40: 6, 36: 5, 32: 5}
    streets: tuple[Street, ...] = ONE_DRAW
    shares: ClassVar[tuple[Share, ...]] = HIGH

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """9.6.3: the five cards of the hand."""
        return share.clause.says(self.high(hole))

    def short_deck(self, h: Hand, wanted: int) -> None:
        """9.4.2: the discards before this player's are shuffled in to complete the draw."""
        h.shuffle_in(S["9.4.2"].says(h.muck))


class DrawBlind(DrawGame):
    """Draw with blinds."""

    id = "mel/draw-blind"
    title = "Draw (blind)"
    law = ("MEL-9",)
    most_players = S["4.1:draw-blind"]


class DrawAnte(DrawGame):
    """Draw with antes and no blinds."""

    id = "mel/draw-ante"
    title = "Draw (ante wager)"
    law = ("MEL-9",)
    most_players = S["4.1:draw-ante"]
    streets = (first(S["9.3.1(b)"], BUTTON), after_draw(True, big=True))


class LowballTwoToSeven(DrawGame):
    """Lowball draw, 2 to 7."""

    id = "mel/lowball-2-7"
    title = "Lowball draw (2 to 7)"
    law = ("MEL-9",)
    decks: ClassVar = {52: 8}
    most_players = S["4.1:lowball-draw"]
    shares = TWO_TO_SEVEN

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """9.6.3(b): the lowest hand, with aces high, straights and flushes counted."""
        return share.clause.says(low.deuce_to_seven(hole))


class LowballAceToFive(DrawGame):
    """Lowball draw, ace to 5."""

    id = "mel/lowball-a-5"
    title = "Lowball draw (ace to 5)"
    law = ("MEL-9",)
    decks: ClassVar = {52: 8}
    most_players = S["4.1:lowball-draw"]
    shares = ACE_TO_FIVE

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """9.6.3(c): the lowest hand, with aces low, straights and flushes not counted."""
        return share.clause.says(low.ace_to_five(hole))


class TripleDrawTwoToSeven(LowballTwoToSeven):
    """Triple draw, 2 to 7."""

    id = "mel/triple-draw-2-7"
    title = "Triple draw (2 to 7)"
    decks: ClassVar = {52: 6}
    most_players = S["4.1:triple-draw"]
    streets = THREE_DRAWS


class TripleDrawAceToFive(LowballAceToFive):
    """Triple draw, ace to 5."""

    id = "mel/triple-draw-a-5"
    title = "Triple draw (ace to 5)"
    decks: ClassVar = {52: 6}
    most_players = S["4.1:triple-draw"]
    streets = THREE_DRAWS
