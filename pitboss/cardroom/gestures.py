"""What happens at a table besides clear acts in turn: chips without a word, words without chips, acts too early.

Each is turned into an ordinary act, or into something its player is bound to, as the book says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.cardroom.game import BET
from pitboss.cardroom.refusals import out_of_place
from pitboss.law import Clause, Refused
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

ACTS = FOLD, CHECK, CALL, RAISE, ALL_IN = "fold", "check", "call", "raise", "all-in"
# How the log has a ruling: this, and the act, the acts that are left, or that its player is free to act.
RULED, FREE = "ruled ", "free"


class Bound(NamedTuple):
    """What a player must now do: one of some acts; a fold gives up what lies there already; a raise is to `to`."""

    acts: tuple[str, ...]
    clause: Clause
    lost: Cents = 0
    to: Cents = 0


class Chips(NamedTuple):
    """Chips put down: how much in all, in how many chips and motions, and the word said with or after them, if any."""

    amount: Cents
    pieces: int
    said: str = ""
    first: Cents = 0
    late: str = ""


class Meant(NamedTuple):
    """What a gesture comes to: an act, the bet a raise comes to, or what its player is bound to instead; none of it,
    and he is free to act."""

    act: str
    to: Cents = 0
    bound: Bound | None = None
    # What makes it so.
    clause: Clause | None = None


def meant(clause: Clause, act: str, to: Cents = 0) -> Meant:
    """An act that a clause makes of a gesture."""
    return Meant(clause.says(act), to, clause=clause)


def bound_to(acts: tuple[str, ...], clause: Clause, lost: Cents = 0, to: Cents = 0) -> Meant:
    """What a clause leaves to the player."""
    return Meant("", bound=Bound(acts, clause, lost, to), clause=clause)


class Early(NamedTuple):
    """An act that came before its turn: what, and what a bet came to."""

    act: str
    to: Cents
    # What was to be called when it was made.
    price: Cents


def puts(h: Hand, chips: Chips) -> Refused | None:
    """Chips are put down by the player whose turn it is."""
    if h.stage != BET:
        return out_of_place(h, "chips")
    i = h.turn
    if type(chips.amount) is not int or not 0 < chips.amount <= h.stacks[i]:
        return Refused(h.game.cites.chips, "chips that are not there", "no more than the stack")
    return _rule(h, h.game.meant(h, i, chips))


def _rule(h: Hand, come_to: Meant) -> Refused | None:
    """What a gesture comes to is noted, and done; a player who is bound to something is left to do it."""
    i, bound = h.turn, come_to.bound
    if come_to.clause is not None:
        ruling = come_to.act or (", ".join(bound.acts) if bound is not None else FREE)
        size = come_to.to if bound is None else bound.to or h.price
        h.note(RULED + ruling, i, size, come_to.clause)
    if bound is not None:
        h.bound = bound
    refused = do(h, come_to.act, come_to.to) if come_to.act else None
    if refused is not None and come_to.clause is not None:
        h.noted.pop()
    return refused


def says(h: Hand, word: str) -> Refused | None:
    """A word in turn binds: a call is a call at once, a raise is yet to be sized."""
    if h.stage != BET:
        return out_of_place(h, "a word")
    refused = h.game.refuse_word(word)
    if refused is not None:
        return refused
    if word not in ACTS:
        return Refused(h.game.word_binds, f"the word {word!r}", ", ".join(ACTS))
    clause = h.game.word_binds
    if word != RAISE:
        return _rule(h, Meant(word, clause=clause))
    bounds = h.game.bounds(h, h.turn)
    if isinstance(bounds, Refused):
        return bounds
    return _rule(h, bound_to((RAISE, ALL_IN), clause))


def moves(h: Hand, motion: str) -> Refused | None:
    """A motion without a word, such as a tap on the table, by the player whose turn it is."""
    stands_for = h.game.motion(motion)
    return stands_for if isinstance(stands_for, Refused) else _rule(h, stands_for)


def do(h: Hand, act: str, to: Cents) -> Refused | None:
    """An act by its name."""
    if act == RAISE:
        return h.wager(to)
    return {FOLD: h.fold, CHECK: h.check, CALL: h.call, ALL_IN: h.all_in}[act]()


def early(h: Hand, place: int, act: str, to: Cents) -> Refused | None:
    """An act before its turn: kept until those who were passed over have acted."""
    if h.stage != BET:
        return out_of_place(h, "an act out of turn")
    if type(place) is not int or place < 0 or not h.active >> place & 1:
        return Refused(h.game.cites.no_part, "an act of one who takes no part in the betting", "wait for the next hand")
    if type(to) is not int or to < 0:
        return Refused(h.game.cites.chips, f"{act} to {to!r}", "whole cents")
    refused = h.game.refuse_early(h, place, act, to)
    if refused is not None:
        return refused
    if act == ALL_IN:
        to = h.bets[place] + h.stacks[place]
    h.early = {**h.early, place: Early(act, to, h.price)}
    catch_up(h)
    return None


def catch_up(h: Hand) -> None:
    """When the turn comes to one who acted too early: the act stands, or he is free to act again."""
    while not h.over and h.turn in h.early:
        place = h.turn
        waiting = h.early[place]
        h.early = {other: held for other, held in h.early.items() if other != place}
        come_to = h.game.early_stands(h, place, waiting)
        h.offer = None
        if _rule(h, come_to) is not None or not come_to.act:
            return


def take_back(h: Hand, place: int) -> Refused | None:
    """An act that the dealer asked for by mistake is undone."""
    if place not in h.early:
        return Refused(h.game.cites.turn, "taking an act back", "only an act before its turn")
    h.early = {other: held for other, held in h.early.items() if other != place}
    return None
