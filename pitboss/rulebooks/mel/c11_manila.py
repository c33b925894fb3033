"""MEL chapter 11: dealing the game, manila."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.cardroom.game import BLINDS, BUTTON, Share, Street
from pitboss.cardroom.hand import Hand
from pitboss.equipment.cards import Card
from pitboss.hands import omaha
from pitboss.law import Clause, schedule
from pitboss.rulebooks.mel.c08_all_games import CITES
from pitboss.rulebooks.mel.c14_manila import ManilaIrregularities
from pitboss.rulebooks.mel.c14_misdeals import ManilaMisdeals
from pitboss.rulebooks.mel.poker import MelbournePoker
from pitboss.table.definition import Duty

S = schedule("MEL")

DUTIES = (
    Duty("opening", "see that everything is ready before the first card", S["11.1"]),
    Duty("opening", "place the button for the first round of play", S["11.1.1"]),
)


def streets(hole: int, dealt: Clause) -> tuple[Street, ...]:
    """11.2 to 11.5: hole cards and the first community card, then four more, one at a time, each after a burn."""
    next_card = Street(S["11.4.1"], BUTTON, S["11.4.2"], S["11.4.3(b)"], S["11.4.3(a)"], board=1, burn=True)
    return (
        Street(dealt, BLINDS, S["11.3.1"], S["11.3.3(b)"], S["11.3.3(a)"], down=hole, board=1, passes=S["11.3.2"]),
        next_card,
        next_card._replace(big=True),
        next_card._replace(big=True),
        Street(S["11.5.1"], BUTTON, S["11.5.2"], S["11.5.3(b)"], S["11.5.3(a)"], board=1, burn=True, big=True),
    )


class Manila(ManilaMisdeals, ManilaIrregularities, MelbournePoker):
    """Two hole cards and three community cards make the hand, and a flush beats a full house."""

    law = ("MEL-11",)
    short_order = True
    shares = (Share("high", S["11.5.4"]),)
    duties = (*MelbournePoker.duties, *DUTIES)
    cites = CITES._replace(shown=S["11.5.4"])
    choices = tuple(
        choice._replace(default="36") if choice.name == "deck" else choice for choice in MelbournePoker.choices
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.blinds = S["11.1.2"].says(self.blinds)
        self.low_ace = self.ace_below()

    def ace_below(self) -> bool:
        """11.5.5: with two or three cards the ace is no low card of a straight."""
        return not S["11.5.5"].says(True)

    def shows_first(self, h: Hand) -> int:
        return S["11.5.4"].says(super().shows_first(h))

    def value(self, share: Share, hole: Sequence[Card], board: Sequence[Card]) -> object:
        """11.5.4: two of the hole cards with three of the board."""
        return share.clause.says(omaha.best(hole, board, self.high))


class TwoCardManila(Manila):
    """Two card manila."""

    id = "mel/two-card-manila"
    title = "Two card manila"
    decks: ClassVar = {36: 11, 32: 11}
    most_players = S["4.1:two-card-manila"]
    streets = streets(2, S["11.2.1(a)"])


class ThreeCardManila(Manila):
    """Three card manila."""

    id = "mel/three-card-manila"
    title = "Three card manila"
    decks: ClassVar = {36: 9, 32: 7}
    most_players = S["4.1:three-card-manila"]
    streets = streets(3, S["11.2.1(b)"])


class FaroManila(Manila):
    """Faro manila."""

    id = "mel/faro-manila"
    title = "Faro manila"
    also_called = "five card manila"
    decks: ClassVar = {52: 8}
    most_players = S["4.1:faro-manila"]
    streets = streets(5, S["11.2.1(c)"])
    choices = MelbournePoker.choices

    def ace_below(self) -> bool:
        """3.2: nothing takes the low ace away here."""
        return True
