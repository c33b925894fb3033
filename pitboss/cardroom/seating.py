"""Seats from hand to hand: where the button and the blinds lie, who comes in and for how much, and what a book
has to say of it all. The defaults here are silent: the blinds go round, and nobody owes anything for coming in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from pitboss.equipment.cards import Card
from pitboss.law import Clause, Refused
from pitboss.money import Cents
from pitboss.table.once import once

if TYPE_CHECKING:
    from pitboss.cardroom.game import Blind, Cites, PokerGame

# Why somebody is not simply dealt in: he is new, was away, or has changed his seat.
NEW, BACK, MOVED = "new", "back", "moved"


class Ring(NamedTuple):
    """Who sits where, clockwise, and which of them take no part now."""

    seated: tuple[int, ...]
    absent: frozenset[int] = frozenset()

    @property
    def present(self) -> list[int]:
        return [seat for seat in self.seated if seat not in self.absent]


class Positions(NamedTuple):
    """The seats of the button and of each blind, the first one first; any of them may be empty."""

    button: int
    blinds: tuple[int, ...] = ()


class Entering(NamedTuple):
    """One who is not simply dealt in, and what he would find at his seat in the coming hand."""

    kind: str
    # The last blind falls to him.
    due: bool
    on_button: bool
    # Between the button and the last blind.
    in_blinds: bool
    # The last blind has been at this seat, or gone past it, since the game started.
    passed: bool
    # How often each blind passed him by.
    missed: tuple[int, ...]


class Entry(NamedTuple):
    """What somebody puts down to be dealt in: a live part, a part that goes dead into the pot."""

    live: Cents
    dead: Cents
    clause: Clause

    @property
    def amount(self) -> Cents:
        return self.live + self.dead


class Move(NamedTuple):
    """A change of seat: how many live players it goes past, clockwise; whether its player put down a blind in the last
    hand; whether the button comes to the new seat; and the blind that he was due for, if it was not the last."""

    past: int
    paid: bool
    to_button: bool
    due: int | None


class Kill(NamedTuple):
    """The kill button: at whose seat (0: neutral), which side is up, and who would not post and may come back to it."""

    seat: int = 0
    kill: bool = False
    refused: int = 0


class Claim(NamedTuple):
    """Somebody who wants a seat: does he play in the game, and since it started?"""

    name: str
    plays: bool = False
    founder: bool = False


class GameChange(NamedTuple):
    """A change of the game or its limits: is a hand on, does the minimum go up, for how many seconds and hands the
    players have known of it, for how long a sign has, whether the sign will say it, and how many of them agree."""

    in_hand: bool
    raises_minimum: bool = False
    notice_for: float = 0
    hands_of_notice: int = 0
    sign_for: float = 0
    on_sign: bool = True
    agree: int = 0
    players: int = 0
    # Nothing but what the house takes is to be another.
    commission: bool = False
    # The options that are to be others; and has a hand been played that somebody still here may have seen?
    other: Collection[str] = ()
    started: bool = False


class Chips(NamedTuple):
    """Chips to be added to a stack: is their player in a hand, is a hand on, and did he play the last one?"""

    stack: Cents
    amount: Cents
    in_hand: bool
    hand_on: bool
    continuing: bool


def clockwise(seats: Collection[int], after: int) -> list[int]:
    """Seats in order, from the one after a place round to that place.

    >>> clockwise([1, 3, 5], 3)
    [5, 1, 3]
    """
    ordered = sorted(seats)
    return [seat for seat in ordered if seat > after] + [seat for seat in ordered if seat <= after]


def between(seat: int, start: int, end: int) -> bool:
    """Does a seat lie after one and before another, clockwise?

    >>> between(5, 4, 2), between(1, 4, 2), between(2, 4, 2)
    (True, True, False)
    """
    return start < seat < end if start < end else seat > start or seat < end


def first_positions(seats: Collection[int], button: int, blinds: int) -> Positions:
    """A game that starts: the blinds from the left of the button."""
    order = clockwise(seats, button)
    return Positions(button, tuple(order[n % len(order)] for n in range(blinds)))


def uncrossed(now: Positions, dealt: Collection[int]) -> Positions:
    """Where a third player joins two, the button cannot lie at the last blind: it goes to the right of the first."""
    if len(dealt) <= len(now.blinds) or not now.blinds or now.button != now.blinds[-1]:
        return now
    return now._replace(button=clockwise(set(dealt) - {now.blinds[0]}, now.blinds[0])[-1])


class Seating:
    """What a book says of seats. `PokerGame` has these; a book takes over those it has rules for."""

    cites: ClassVar[Cites]
    # Under which clause a seat is given, and refused.
    seat_clause: ClassVar[Clause]
    # Under which clauses some come before others to a seat that several wish for, and draw cards for it.
    priority_clause: ClassVar[Clause | None] = None
    draw_clause: ClassVar[Clause | None] = None
    # The one for a draw before the first hand, where that is another.
    first_draw_clause: ClassVar[Clause | None] = None
    # Must those who sit out agree as well, where players agree to other stakes?
    absent_agree: ClassVar[bool] = False
    blinds: tuple[Cents, ...] = ()
    # What the killer posts; nothing where there are no kill pots.
    kill: Cents = 0

    @once
    def compulsory(self) -> tuple[Cents, ...]:
        return tuple(amount for amount in self.blinds if amount)

    # -- button and blinds -------------------------------------------------------------------------------

    def begin(self, ring: Ring, button: int | None) -> Positions:
        """The first hand: the button at the dealer's right hand, the highest seat taken, unless it is told."""
        return first_positions(ring.present, max(ring.present) if button is None else button, len(self.compulsory))

    def move_on(self, last: Positions, ring: Ring) -> Positions:
        """The next hand: the last blind goes on to the next who can pay it, everything else follows seat by seat."""
        if not last.blinds:
            return Positions(clockwise(ring.present, last.button)[0])
        return Positions(last.blinds[0], (*last.blinds[1:], clockwise(ring.present, last.blinds[-1])[0]))

    def for_dealt(self, now: Positions, dealt: Sequence[int]) -> Positions:
        """The positions once it is known who plays."""
        return uncrossed(now, dealt)

    def posted(self, now: Positions, payers: Mapping[int, int]) -> list[Blind]:
        """The compulsory blinds of those who pay them, by seat and place."""
        from pitboss.cardroom.game import Blind

        due = zip(now.blinds, self.compulsory, strict=True)
        return [Blind(payers[seat], amount, 0, self.cites.ante) for seat, amount in due if seat in payers]

    def kill_posted(self, blinds: Sequence[Blind], place: int) -> list[Blind]:
        """The blinds with the killer's wager among them."""
        return list(blinds)

    def bigger(self) -> Self:
        """The game as a kill makes it; the same where the book has no kill pots."""
        return self

    def refuse_change(self, change: GameChange) -> Refused | None:
        """Why other stakes may not hold yet."""
        return None

    def refuse_changer(self, role: str) -> Refused | None:
        """Why it is not for this office to change the stakes."""
        return None

    def seconds_of_notice(self) -> int:
        """For how long at most players, or a sign, must have told of other stakes."""
        return 0

    def refuse_next(self, other: PokerGame) -> Refused | None:
        """Why the next hands may not be of another game."""
        return Refused(self.cites.turn, f"a hand of {other.title}", "one game at this table")

    # -- free seats --------------------------------------------------------------------------------------

    def best_claims(
        self, wanting: Sequence[Claim], started: bool = True, vacated: bool = True
    ) -> tuple[str, ...]:
        """Who may have a free seat of those who wish for it, the first one first; where several are named, they draw
        cards for it. `started`: hands were played; `vacated`: its player left the game. Where the book is silent: who
        came first."""
        return (wanting[0].name,)

    def wins_draw(self, drawn: Mapping[str, Card]) -> tuple[str, ...]:
        """Who wins a draw of cards; several where they tie, and draw again."""
        return tuple(drawn)[:1]

    # -- coming in and moving ----------------------------------------------------------------------------

    def enters(self, who: Entering) -> Entry | Refused:
        """What one pays to be dealt in now; why he may not be."""
        return Entry(0, 0, self.cites.turn)

    def comes_back_as(self, approved: bool) -> str:
        """What one is who comes back to his seat."""
        return BACK

    def moves(self, move: Move) -> tuple[str, tuple[int, ...]]:
        """What a change of seat makes of a player, and which blinds he has got out of by it."""
        return "", ()

    def refuse_button(self, seat: int) -> Refused | None:
        """Why the button may not be passed on by the player it comes to."""
        return Refused(self.cites.turn, "passing the button on", "the button moves by itself")

    def refuse_deal(self, blinds: Sequence[Blind]) -> Refused | None:
        """Why the cards may not be dealt yet."""
        return None

    def refuse_late(self, what: str) -> Refused | None:
        """Why nothing is posted once the cards are out."""
        return Refused(self.cites.turn, f"{what} during a hand", "before the cards")

    # -- stakes ------------------------------------------------------------------------------------------

    def refuse_buy_in(self, stack: Cents, moved: bool) -> Refused | None:
        """Why somebody may not sit down with so much."""
        return None

    def stake(self, stack: Cents, kept: bool) -> Cents:
        """What one plays with who sits down; or, `kept`, comes back or is moved here by the house."""
        return stack

    def refuse_top_up(self, chips: Chips) -> Refused | None:
        """Why chips may not be added."""
        if chips.in_hand:
            return Refused(self.cites.chips, "chips added during a hand", "between hands")
        return None

    def in_view(self, values: Collection[Cents]) -> tuple[Cents, ...]:
        """The values of a player's chips as they lie before him, the most prominent first."""
        return tuple(values)

    def refuse_taking(self) -> Refused | None:
        """Why chips may not be taken off the table, or away with their player, in mid-hand."""
        return Refused(self.cites.chips, "chips taken off the table", "they stay until their player leaves")

    def must_leave(self, stack: Cents, continuing: bool) -> Clause | None:
        """The clause by which one leaves who has not enough for the next hand."""
        return None

    # -- kill pots ---------------------------------------------------------------------------------------

    def kill_after(self, kill: Kill, winners: Collection[int], pot: Cents) -> Kill:
        """Where the kill button goes after a hand, by the seats that won anything of it."""
        return kill

    def refuse_kill_wager(self, amount: Cents) -> Refused | None:
        """Why this is not the killer's wager."""
        return Refused(self.cites.turn, "a kill wager", "there are no kill pots in this game")

    def refuse_out(self, what: str) -> Refused | None:
        """Why the killer may not stay out of the next hand."""
        return None

    def kill_given_up(self, kill: Kill) -> Kill:
        """The killer is not in the next hand."""
        return Kill()

    def kill_rejoined(self, kill: Kill) -> tuple[Kill, Cents]:
        """A killer who gave it up is back in time: the button, and what he posts without it."""
        return kill, 0
