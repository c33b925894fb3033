"""What a person does in a hand between players, as values. Files, terminals, bots and programs all say it in these, and
`Hand.do` is the one door they go through. The deck and the acts are the hand: what people are shown of it, the events
of its log, follows from them."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from pitboss.equipment.cards import Card
from pitboss.money import Cents
from pitboss.table.acts import Irregular


class Act(msgspec.Struct, frozen=True, tag=True, tag_field="act", omit_defaults=True, gc=False):
    """One act, by the player whose turn it is unless a place is told with it."""

    def corrupted(self) -> Act:
        """Another act, which the kill test puts in its place."""
        return Fold() if type(self) is Check else Check()


# -- betting -------------------------------------------------------------------------------------------------


class Fold(Act, frozen=True, tag="fold"):
    """Out of the hand; at the showdown, a hand thrown away unshown."""


class Check(Act, frozen=True, tag="check"):
    """Stay in without a wager."""


class Decline(Act, frozen=True, tag="decline"):
    """Leave a blind as it is, in games that know no check before the second round."""


class Call(Act, frozen=True, tag="call"):
    """Put in what the others have, or as much of it as there is."""


class WagerTo(Act, frozen=True, tag="raise"):
    """Bet, complete or raise: what the player's bet of this round comes to."""

    to: Cents


class AllIn(Act, frozen=True, tag="all-in"):
    """All that is left: a call or less, or as much of a raise as there is."""


# -- cards ---------------------------------------------------------------------------------------------------


class TakeKitty(Act, frozen=True, tag="take the kitty"):
    """Give up the cards dealt for the kitty; it costs a bet, and more may have to follow."""


class Discard(Act, frozen=True, tag="discard"):
    """Give up cards: any number in a draw, none to stand pat; one where the game asks for it."""

    cards: tuple[Card, ...] = ()


class SetHands(Act, frozen=True, tag="set"):
    """Set the cards dealt in hands of their own: front, middle and back."""

    hands: tuple[tuple[Card, ...], ...]


class Turned(Act, frozen=True, tag="cards"):
    """Cards of a real deck that lie face up now, in the order in which they came."""

    cards: tuple[Card, ...]


class RunBoard(Act, frozen=True, tag="run"):
    """Say how often the rest of the board is to be dealt; all must say the same, else it is dealt once."""

    times: int


# -- the showdown --------------------------------------------------------------------------------------------


class Show(Act, frozen=True, tag="show"):
    """The called player shows; whoever must answers, and the pots are won. With cards of a real deck anybody left
    shows his own, and they are told."""

    cards: tuple[Card, ...] = ()


class Muck(Act, frozen=True, tag="muck"):
    """A hand is thrown away unshown, by anybody left. `waits`: though one is left, others may still ask to see it."""

    waits: bool = False


class Push(Act, frozen=True, tag="push"):
    """The pot is pushed to whoever has won it: the hand is over. Asked for only where the hand is held until then."""


class AskToSee(Act, frozen=True, tag="see"):
    """A hand that was thrown away unshown is to be seen; it may come back to life by that."""

    at: int


# -- what is no clear act, and time --------------------------------------------------------------------------


class PutChips(Act, frozen=True, tag="puts"):
    """Chips put down: how much in all, in how many chips and motions, and the word said with or after them, if any."""

    amount: Cents
    pieces: int
    said: str = ""
    first: Cents = 0
    late: str = ""


class Say(Act, frozen=True, tag="says"):
    """A word without chips."""

    word: str


class Motion(Act, frozen=True, tag="moves"):
    """A motion without a word, such as a tap on the table."""

    what: str


class Undo(Act, frozen=True, tag="undo"):
    """An act before its turn, which the dealer asked for by mistake, is taken back."""


class BuyTime(Act, frozen=True, tag="more time"):
    """More time to act, for a fee beside the stake."""


class TimeOut(Act, frozen=True, tag="time-out"):
    """The time to act has passed."""


class AllInOption(Act, frozen=True, tag="all-in option"):
    """A player chooses to be treated as all-in, where the book gives him the choice."""


# -- what goes wrong -----------------------------------------------------------------------------------------


class Reported(Act, frozen=True, tag="report"):
    """Whoever deals, or an official, reports that something went wrong, and the book ruled on it."""

    kind: str
    facts: dict[str, str] = {}

    @property
    def irregular(self) -> Irregular:
        return Irregular(self.kind, self.facts)


AnyAct: TypeAlias = (
    Fold | Check | Decline | Call | WagerTo | AllIn | TakeKitty | Discard | SetHands | Turned | RunBoard | Show | Muck
    | AskToSee | PutChips | Say | Motion | Undo | BuyTime | TimeOut | Push | AllInOption | Reported
)

FOLD, CHECK, DECLINE, CALL, ALL_IN = Fold(), Check(), Decline(), Call(), AllIn()
TAKE_KITTY, BUY_TIME, TIME_OUT, UNDO = TakeKitty(), BuyTime(), TimeOut(), Undo()
# A raise that is yet to be sized.
RAISE = WagerTo(0)
# What has a turn in the betting, and may come before it.
IN_BETTING = (Fold, Check, Call, WagerTo, AllIn)


# An act that was done, and the place that did it.
Done: TypeAlias = tuple[int, AnyAct]


def word(act: Act) -> str:
    """The one word for what an act is, whatever its size.

    >>> word(WagerTo(600)), word(ALL_IN)
    ('raise', 'all-in')
    """
    return str(type(act).__struct_config__.tag)
