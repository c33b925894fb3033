"""A showdown that is played: the player who was called shows or folds, others may ask to see what was folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom.game import SHOW
from pitboss.cardroom.pots import pots
from pitboss.cardroom.refusals import out_of_place
from pitboss.cardroom.showdown import finish
from pitboss.law import Refused

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand


def show(h: Hand) -> Refused | None:
    """The called player shows, whoever must answers, and the pots are won."""
    if h.stage != SHOW:
        return out_of_place(h, "showing")
    if h.game.showing_ends():
        finish(h)
    return None


def give_up(h: Hand, i: int) -> Refused | None:
    """A player folds instead of showing; if it was the called one, the next takes his place."""
    if h.stage != SHOW:
        return out_of_place(h, "fold")
    refused = h.game.refuse_giving_up(h, i)
    if refused is not None:
        return refused
    if any(pot.eligible == (i,) for pot in pots(h.put, h.places(h.live), h.dead)):
        return Refused(h.game.cites.shown, "a fold by the only one who can win a pot", "show")
    clause = h.game.giving_up
    h.note("gives up", i, 0, clause)
    h.live &= ~clause.says(1 << i)
    h.owes = h.live
    h.muck += h.hole[i]
    if not h.live & (h.live - 1):
        finish(h)
    elif i == h.turn:
        h.called = h.turn = h.game.called_next(h, i)
    return None


def look(h: Hand, i: int, at: int) -> Refused | None:
    """A player asks to see a hand that was folded at the showdown; it may come back to life by that."""
    if h.stage != SHOW:
        return out_of_place(h, "looking at a hand")
    refused = h.game.refuse_looking(h, i, at)
    if refused is not None:
        return refused
    h.note("seen", at, 0, h.game.giving_up, tuple(h.hole[at]))
    if h.game.brings_back(h, i):
        h.live |= 1 << at
        h.owes = h.live
        h.muck = [card for card in h.muck if card not in h.hole[at]]
    return None
