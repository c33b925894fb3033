"""Why the betting of a hand refuses an act, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom.game import OVER, Bounds
from pitboss.law import Clause, Refused
from pitboss.money import Cents, show_amount

if TYPE_CHECKING:
    from pitboss.cardroom.gestures import Bound
    from pitboss.cardroom.hand import Hand


def refuse_amount(h: Hand, i: int, to: Cents, bounds: Bounds) -> Refused | None:
    """Why a bet may not come to this; the least and the most it may come to are told."""
    game, everything = h.game, h.bets[i] + h.stacks[i]
    least, most, clause, limit, sizes = bounds
    if type(to) is not int or to <= h.price:
        pass
    elif to > most:
        stake = game.cites.stake or game.cites.chips
        clause = stake if stake.says(to > everything) else limit
    elif to == everything and to <= least:
        return None
    elif to >= least and (not sizes or to in sizes):
        if to == everything or game.cites.chips.says(not (to - h.bets[i]) % game.chip):
            return None
        clause = game.cites.chips
    word = "raise to" if h.price else "bet"
    told = f"{word} {show_amount(to)}" if type(to) is int else f"{word} {to!r}"
    sized = ", ".join(map(show_amount, sizes)) or f"from {show_amount(least)} to {show_amount(most)}"
    return Refused(clause, told, f"{word} {sized if least != most else show_amount(least)}")


def held_to(bound: Bound) -> Refused:
    """A player is bound to something else."""
    size = f" to {show_amount(bound.to)}" if bound.to else ""
    return Refused(bound.clause, "another act", " or ".join(bound.acts) + size)


def out_of_place(h: Hand, what: str, clause: Clause | None = None) -> Refused:
    """The hand waits for another kind of act."""
    when = "the hand is over" if h.stage == OVER else f"waiting for a {h.stage}"
    return Refused(clause or h.game.cites.turn, f"{what} now", when)
