"""What a round asks for. Each request names the clause under which it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from pitboss.law import Clause, Refused
from pitboss.money import Cents


class Option(msgspec.Struct, frozen=True, gc=False):
    """One thing that may be chosen, with the clause that allows it.

    `least` and `most` bound the amount that is named with a choice; both None when there is none, and the choice named
    without an amount means `most`. `sizes` are the only amounts, where not all between are open. `back` is what goes
    back to the player by it. `means` says what it means here, where that is not what the game says of it anywhere."""

    name: str
    clause: Clause
    least: Cents | None = None
    most: Cents | None = None
    amount_clause: Clause | None = None
    sizes: tuple[Cents, ...] = ()
    back: Cents = 0
    means: str = ""

    def takes(self, amount: Cents) -> bool:
        """May it be chosen for this much?"""
        if self.sizes or self.most is None:
            return amount in self.sizes
        return (self.most if self.least is None else self.least) <= amount <= self.most

    def corrupted(self) -> None:
        return None


def option(
    name: str,
    clause: Clause,
    least: Cents | None = None,
    most: Cents | None = None,
    amount_clause: Clause | None = None,
    sizes: tuple[Cents, ...] = (),
    back: Cents = 0,
    means: str = "",
) -> Option | None:
    """An option made through its clause. (None only while the kill test silences the clause.)"""
    choice: Option | None = Option(name, clause, least, most, amount_clause, sizes, back, means)
    return clause.says(choice)


def options(*offered: Option | None) -> tuple[Option, ...]:
    """Those of them that there are: some only in some cases, none that the kill test silences."""
    return tuple([choice for choice in offered if choice is not None])


class Barred(Mapping[str, Refused]):
    """What people may try instead of what is open to them, and what stops them; worked out when somebody tries, which
    in most rounds nobody does.

    >>> sorted(Barred(lambda: {"split": None}))
    ['split']
    """

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[], Mapping[str, Refused]]) -> None:
        self._work_out = work_out

    def __getitem__(self, name: str) -> Refused:
        return self._work_out()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._work_out())

    def __len__(self) -> int:
        return len(self._work_out())


class Request(msgspec.Struct, frozen=True):
    """Something the round cannot go on without."""

    clause: Clause


class Gather(Request, frozen=True):
    """Wagers, in any order, by any players, until 'no more bets'."""


class Deal(Request, frozen=True):
    """Cards for one hand. `face_up` False: only the hand's own seat may look."""

    to: str
    count: int
    face_up: bool

    def corrupted(self) -> Deal:
        return Deal(self.clause, self.to, self.count + 1, self.face_up)


class Burn(Request, frozen=True):
    """Cards to the discard rack without being played."""

    count: int
    face_up: bool = False

    def corrupted(self) -> Burn:
        return Burn(self.clause, self.count + 1, self.face_up)


class Shuffle(Request, frozen=True):
    """Mixed cards for a new deck or shoe."""

    decks: int = 1


class Cut(Request, frozen=True):
    """A cutting card put into the stack, from `least` to `most` cards from the back; `what` says why
    ("cut" moves the cards in front of it to the back, "last round" marks where the shoe ends)."""

    what: str
    least: int
    most: int


class Reveal(Request, frozen=True):
    """The faces of cards that were dealt face down and not entered then. `collected`: no card is turned up; those that
    nobody plays on with are picked up, and what is wrong with them is noticed then."""

    hand: str
    count: int
    collected: bool = False


class Roll(Request, frozen=True):
    """A throw of the dice. `faces` is the clause that says which of their sides count, `how_many` the one that says how
    many dice there are, where a schedule has them."""

    dice: int = 2
    faces: Clause | None = None
    how_many: Clause | None = None


class Spin(Request, frozen=True):
    """A spin of the wheel: where it may stop, each place as likely as the next. `wheel` is the clause that says which
    places it has; `also` is what may be seen at a table, and is never drawn (a stop between two of them)."""

    pockets: tuple[str, ...]
    wheel: Clause | None = None
    also: tuple[str, ...] = ()


class Choose(Request, frozen=True):
    """A decision for one hand among legal options. `barred` tells, for things people may try,
    under which clause they are refused; anything else is refused under the request's own clause.
    `default` is what the law makes of silence; without one the table waits. `secret` is the word of options that tell
    what the hand holds ("set low ..."): nobody but the player is shown them, and what others hear is the word alone.
    `also` may decide in the player's place."""

    hand: str
    player: str
    options: tuple[Option, ...]
    barred: Mapping[str, Refused]
    default: Option | None = None
    secret: str = ""
    also: tuple[str, ...] = ()

    def hides(self, name: str) -> bool:
        """Does the name of an option tell what the hand holds?"""
        return bool(self.secret) and name.startswith(f"{self.secret} ")

    def heard(self, name: str) -> str:
        """What others hear of an option."""
        return self.secret if self.hides(name) else name

    def named(self) -> tuple[str, ...]:
        """The options as anybody may hear of them."""
        return tuple(dict.fromkeys(self.heard(option.name) for option in self.options))

    def asks(self, player: str) -> bool:
        """Is a player the one who decides, or one of those?"""
        return player == self.player or player in self.also


class Offer(Choose, frozen=True):
    """A choice that may simply be passed over: insurance, even money, retracting a wager. `again`: it puts a decision
    in the place of one that was made, and is the same to look at as the next decision of the hand; a file tells it at
    once or not at all."""

    again: bool = False


class Direct(Choose, frozen=True):
    """A choice of an official (`hand` names the office), under the clause that grants the discretion."""


Asked: TypeAlias = Gather | Deal | Burn | Shuffle | Cut | Reveal | Roll | Spin | Choose
