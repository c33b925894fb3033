"""A showdown that is played: the player who was called shows or folds, others may ask to see what was folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom.acts import Push, Show
from pitboss.cardroom.dealing import HIDDEN
from pitboss.cardroom.game import PUSH, SHOW
from pitboss.cardroom.pots import pots
from pitboss.cardroom.refusals import out_of_place
from pitboss.cardroom.showdown import finish
from pitboss.cardroom.turning import is_real, tell_hand, unseen_hands
from pitboss.law import Refused

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand


def show(h: Hand, act: Show) -> Refused | None:
    """The called player shows, whoever must answers, and the pots are won."""
    if is_real(h):
        return lay_open(h, h.turn, act)
    if h.stage != SHOW:
        return out_of_place(h, "showing")
    if h.game.showing_ends():
        _end(h)
    return None


def lay_open(h: Hand, i: int, act: Show) -> Refused | None:
    """Somebody shows cards of a real deck; when those of all are known who are left, the pots are won."""
    clause = h.game.cites.shown
    if h.stage != SHOW or not is_real(h):
        return out_of_place(h, "showing")
    if not (h.live >> i & 1 and HIDDEN in h.hole[i]):
        return Refused(clause, "a hand that is out, or lies open", "the hand of a player who is left")
    refused = tell_hand(h, i, act.cards, clause)
    if refused is None:
        h.note("shown", i, 0, clause, tuple(h.hole[i]))
        next_shows(h)
    return refused


def next_shows(h: Hand) -> None:
    """Who is to show next, with cards of a real deck; after the last the showdown is over."""
    if h.stage != SHOW or not is_real(h):
        return
    unseen = unseen_hands(h)
    if not unseen:
        _end(h)
    elif h.turn not in unseen:
        h.turn = next((i for i in unseen if i > h.turn), unseen[0])


def _end(h: Hand) -> None:
    for i in folded(h):
        h.muck += h.hole[i]
    finish(h)


def push(h: Hand, act: Push) -> Refused | None:
    """The pots go to those who have won them; of hands that are compared all cards must be known."""
    if h.stage != PUSH:
        return out_of_place(h, "pushing the pot")
    compared = h.places(h.live) if h.live & (h.live - 1) else []
    unknown = [f"seat {h.seats[i]}" for i in compared if HIDDEN in h.hole[i]]
    unknown += ["the board"] * (bool(compared) and any(HIDDEN in board for board in h.boards))
    if unknown:
        return Refused(h.game.cites.shown, f"the pot before the cards of {', '.join(unknown)} are known",
                       "they are shown, or thrown away")
    finish(h)
    return None


def muck(h: Hand, i: int, *, waits: bool = False) -> Refused | None:
    """A player folds instead of showing; if it was the called one, the next takes his place. With one left the hand is
    over, unless it `waits` for those who might ask to see the others."""
    refused = refuse_giving_up(h, i)
    if refused is not None:
        return refused
    clause = h.game.giving_up
    h.note("gives up", i, 0, clause)
    h.live &= ~clause.says(1 << i)
    h.owes = h.live
    if not h.game.lies_open_to_questions(h, i):
        h.muck += h.hole[i]
        if is_real(h):
            h.note("muck", i, len(h.hole[i]), clause, (), False)
    if not waits and not h.live & (h.live - 1):
        _end(h)
        return None
    if is_real(h):
        next_shows(h)
        return None
    if i == h.turn:
        h.turn = h.game.called_next(h, i)
    h.called = h.turn
    return None


def may_give_up(h: Hand, i: int) -> bool:
    """Is a fold at the showdown open?"""
    return refuse_giving_up(h, i) is None


def refuse_giving_up(h: Hand, i: int) -> Refused | None:
    """Why a player may not fold now that hands are shown."""
    if h.stage != SHOW:
        return out_of_place(h, "fold")
    if i not in h.places(h.live):
        return Refused(h.game.cites.turn, "a fold of a hand that is out", "by a player who is left")
    refused = h.game.refuse_giving_up(h, i)
    if refused is None and any(pot.eligible == (i,) for pot in pots(h.put, h.places(h.live), h.dead)):
        return Refused(h.game.cites.shown, "a fold by the only one who can win a pot", "show")
    return refused


def folded(h: Hand) -> list[int]:
    """Whose hands were folded at the showdown and have not come to the muck."""
    if is_real(h):
        last = {place: what for what, place, *_ in h.noted if what in ("gives up", "muck", "seen")}
        return [i for i, what in sorted(last.items()) if what == "gives up" and not h.live >> i & 1]
    return [i for i, cards in enumerate(h.hole) if cards and not h.live >> i & 1 and cards[0] not in h.muck]


def look(h: Hand, i: int, at: int) -> Refused | None:
    """A player asks to see a hand that was folded at the showdown; it may come back to life by that."""
    if h.stage != SHOW:
        return out_of_place(h, "looking at a hand")
    refused = h.game.refuse_looking(h, i, at)
    if refused is not None:
        return refused
    h.note("asks", i, h.seats[at], h.game.looking)
    h.note("seen", at, 0, h.game.looking, tuple(h.hole[at]))
    if h.game.brings_back(h, i):
        h.live |= 1 << at
        h.owes = h.live
    else:
        h.muck += h.hole[at]
    return None
