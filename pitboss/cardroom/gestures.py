"""What happens at a table besides clear acts in turn: chips without a word, words without chips, acts too early.

Each is turned into an ordinary act, or into something its player is bound to, as the book says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pitboss.cardroom import dead_hands, exchanges, showing
from pitboss.cardroom.acts import (
    ALL_IN,
    CALL,
    CHECK,
    FOLD,
    RAISE,
    Act,
    AllIn,
    AllInOption,
    AnyAct,
    AskToSee,
    Discard,
    Motion,
    Muck,
    PutChips,
    Reported,
    Say,
    Show,
    Undo,
    WagerTo,
    word,
)
from pitboss.cardroom.game import BET
from pitboss.cardroom.refusals import held_to, out_of_place
from pitboss.law import Clause, Refused, Ruled
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# What may be said: the act that a word stands for.
WORDS = {word(act): act for act in (FOLD, CHECK, CALL, RAISE, ALL_IN)}
# How the log has a ruling: this, and the act, the acts that are left, or that its player is free to act.
RULED, FREE = "ruled ", "free"


class Bound(NamedTuple):
    """What a player must now do: one of some acts, a raise of 0 being one of any size; a fold gives up what lies there
    already."""

    acts: tuple[AnyAct, ...]
    clause: Clause
    lost: Cents = 0

    @property
    def to(self) -> Cents:
        """What a raise must come to; 0 for as much as is legal."""
        return next((act.to for act in self.acts if type(act) is WagerTo), 0)

    def allows(self, act: AnyAct) -> bool:
        return act in self.acts or (type(act) is WagerTo and RAISE in self.acts)


class Meant(NamedTuple):
    """What a gesture comes to: an act, or what its player is bound to instead; neither, and he is free to act."""

    act: AnyAct | None = None
    bound: Bound | None = None
    # What makes it so.
    clause: Clause | None = None


def meant(clause: Clause, act: AnyAct) -> Meant:
    """An act that a clause makes of a gesture."""
    return Meant(clause.says(act), clause=clause)


def bound_to(acts: tuple[AnyAct, ...], clause: Clause, lost: Cents = 0) -> Meant:
    """What a clause leaves to the player."""
    return Meant(bound=Bound(acts, clause, lost), clause=clause)


class Early(NamedTuple):
    """An act that came before its turn."""

    act: AnyAct
    # What it comes to, if it is a bet.
    to: Cents
    # What was to be called when it was made.
    price: Cents


def puts(h: Hand, chips: PutChips) -> Refused | None:
    """Chips are put down by the player whose turn it is."""
    if h.stage != BET:
        return out_of_place(h, "chips")
    i = h.turn
    if type(chips.amount) is not int or not 0 < chips.amount <= h.stacks[i]:
        return Refused(h.game.cites.chips, "chips that are not there", "no more than the stack")
    return _rule(h, h.game.meant(h, i, chips))


def _rule(h: Hand, come_to: Meant) -> Refused | None:
    """What a gesture comes to is noted, and done; a player who is bound to something is left to do it."""
    i, act, bound = h.turn, come_to.act, come_to.bound
    if come_to.clause is not None:
        acts = (act,) if act is not None else bound.acts if bound is not None else ()
        size = act.to if type(act) is WagerTo else 0 if bound is None else bound.to or h.price
        h.note(RULED + (", ".join(map(word, acts)) or FREE), i, size, come_to.clause)
    if bound is not None:
        h.bound = bound
    refused = h.carry_out(act) if act is not None else None
    if refused is not None and come_to.clause is not None:
        h.noted.pop()
    return refused


def says(h: Hand, said: Say) -> Refused | None:
    """A word in turn binds: a call is a call at once, a raise is yet to be sized."""
    if h.stage != BET:
        return out_of_place(h, "a word")
    refused = h.game.refuse_word(said.word)
    if refused is not None:
        return refused
    clause, act = h.game.word_binds, WORDS.get(said.word)
    if act is None:
        return Refused(clause, f"the word {said.word!r}", ", ".join(WORDS))
    if act is not RAISE:
        return _rule(h, Meant(act, clause=clause))
    bounds = h.bounds(h.turn)
    if isinstance(bounds, Refused):
        return bounds
    return _rule(h, bound_to((RAISE, ALL_IN), clause))


def moves(h: Hand, motion: Motion) -> Refused | None:
    """A motion without a word, such as a tap on the table, by the player whose turn it is."""
    stands_for = h.game.motion(motion.what)
    return stands_for if isinstance(stands_for, Refused) else _rule(h, stands_for)


# -- out of turn -------------------------------------------------------------------------------------------


def out_of_turn(h: Hand, act: Act, place: int) -> Refused | None:
    """What needs no turn is done at once; anything else is an act too early."""
    match act:
        case Muck():
            return showing.muck(h, place, waits=act.waits)
        case AskToSee():
            return showing.look(h, place, act.at)
        case Show():
            return showing.lay_open(h, place, act)
        case Undo():
            return _undo(h, place)
        case Discard() if h.game.owes_discard(h, place):
            return exchanges.late_discard(h, place, act)
        case AllInOption():
            clause = h.game.all_in_option(h, place)
            if isinstance(clause, Refused):
                return clause
            dead_hands.as_all_in(h, place, clause)
            return None
        case Reported():
            outcome = h.rule(act)
            if isinstance(outcome, Ruled | Refused):
                return None if isinstance(outcome, Ruled) else outcome
            return Refused(h.game.cites.turn, f"a report of {act.kind}", outcome.what)
        case Act():
            return _too_early(h, act, place)  # type: ignore[arg-type]
    raise ValueError(f"{act!r} is no act; such as acts.FOLD or acts.WagerTo(600)")


def _too_early(h: Hand, act: AnyAct, place: int) -> Refused | None:
    """An act before its turn: kept until those who were passed over have acted."""
    if h.stage != BET:
        return out_of_place(h, "an act out of turn")
    if h.bound is not None:
        return held_to(h, "an act out of turn")
    if type(place) is not int or place < 0 or not h.active >> place & 1:
        return Refused(h.game.cites.no_part, "an act of one who takes no part in the betting", "wait for the next hand")
    if not h.owes >> place & 1:
        return Refused(h.game.cites.turn, f"seat {h.seats[place]} has nothing to do now", "wait for a bet")
    if type(act) is PutChips:
        act = WagerTo(h.bets[place] + act.amount)
    if type(act) is WagerTo and (type(act.to) is not int or act.to < 0):
        return Refused(h.game.cites.chips, f"{word(act)} to {act.to!r}", "whole cents")
    refused = h.game.refuse_early(h, place, act)
    if refused is not None:
        return refused
    to = act.to if type(act) is WagerTo else h.bets[place] + h.stacks[place] if type(act) is AllIn else 0
    h.early = {**h.early, place: Early(act, to, h.price)}
    h.turn = h.game.first_missed(h)
    return None


def catch_up(h: Hand) -> None:
    """When the turn comes to one who acted too early: the act stands, or he is free to act again."""
    while not h.over and h.turn in h.early:
        place = h.turn
        waiting = h.early[place]
        h.early = {other: held for other, held in h.early.items() if other != place}
        come_to = h.game.early_stands(h, place, waiting)
        h.offer = None
        if _rule(h, come_to) is not None or come_to.act is None:
            return


def folds_waiting(h: Hand) -> int:
    """The places of those who have folded before their turn, which has not come yet."""
    return sum(1 << place for place, waiting in h.early.items() if waiting.act == FOLD)


def _undo(h: Hand, place: int) -> Refused | None:
    """An act that the dealer asked for by mistake is undone."""
    if place not in h.early:
        return Refused(h.game.cites.turn, "taking an act back", "only an act before its turn")
    retract(h, place)
    return None


def retract(h: Hand, place: int) -> None:
    """An act before its turn is taken back, and so is all that was done too early after it."""
    early = list(h.early)
    h.early = {other: h.early[other] for other in early[: early.index(place)]}
