"""Acts of betting, by the player whose turn it is: each is refused with its clause, or changes the hand and its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom import showing
from pitboss.cardroom.acts import ALL_IN, CALL, FOLD, Act, AllIn, Call, Check, Decline, Fold, TimeOut, WagerTo
from pitboss.cardroom.game import BET, Bounds
from pitboss.cardroom.refusals import held_to, out_of_place, refuse_amount
from pitboss.law import Clause, Refused
from pitboss.money import show_amount

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand


def fold(h: Hand, act: Fold) -> Refused | None:
    """Out of the hand; at the showdown, a hand is thrown away unshown."""
    i, bound, game = h.turn, h.bound, h.game
    if h.stage != BET:
        return showing.muck(h, i)
    if game.asks_to_check and h.price == h.bets[i] and (refused := game.refuse_fold(h, i)):
        return refused
    if bound is not None:
        if FOLD not in bound.acts:
            return held_to(h)
        h.stacks[i] -= bound.lost
        h.dead += bound.lost
    clause = game.cites.fold
    h.noted.append(("fold", i, 0 if bound is None else bound.lost, clause, (), True))
    others = ~clause.says(1 << i)
    h.live &= others
    h.active &= others
    h.owes &= others
    h.fresh &= others
    h.muck += h.hole[i]
    if game.keeps_places and game.keeps_place(h, i):
        h.kept |= 1 << i
    h.go_on(i)
    if not h.street and h.stage == BET and (passes := game.streets[0].passes) is not None:
        h.turn = passes.says(h.turn)
    return None


def check(h: Hand, act: Check) -> Refused | None:
    i = h.turn
    if h.stage != BET:
        return out_of_place(h, "check")
    if h.bound is not None:
        return held_to(h)
    game = h.game
    if (h.price != h.bets[i] or game.asks_to_check) and (refused := game.refuse_check(h, i)):
        return refused
    _stays(h, "check", game.cites.check)
    return None


def decline(h: Hand, act: Decline) -> Refused | None:
    if h.stage != BET:
        return out_of_place(h, "declining to raise")
    clause = h.game.decline(h, h.turn)
    if type(clause) is not Clause:
        return clause  # type: ignore[return-value]
    _stays(h, "decline", clause)
    return None


def _stays(h: Hand, what: str, clause: Clause) -> None:
    """A player stays in without putting anything down."""
    i = h.turn
    h.noted.append((what, i, 0, clause, (), True))
    others = ~clause.says(1 << i)
    h.owes &= others
    h.fresh &= others
    h.go_on(i)


def call(h: Hand, act: Call) -> Refused | None:
    i, bound, cites = h.turn, h.bound, h.game.cites
    owed, chips = h.price - h.bets[i], h.stacks[i]
    if h.stage != BET:
        return out_of_place(h, "call")
    if bound is not None and CALL not in bound.acts and not (ALL_IN in bound.acts and chips <= owed):
        return held_to(h)
    if owed <= 0:
        return Refused(cites.call, "call without a bet", "check, bet or fold")
    others = ~(1 << i)
    if owed < chips:
        clause, paid = cites.call, cites.call.says(owed)
    else:
        clause, paid = cites.all_in, cites.all_in.says(chips)
        h.active &= others
    h.stacks[i] = chips - paid
    h.bets[i] += paid
    h.kept = 0
    h.noted.append(("call", i, paid, clause, (), True))
    h.owes &= others
    h.fresh &= others
    h.go_on(i)
    return None


def wager(h: Hand, act: WagerTo) -> Refused | None:
    """Bet, complete or raise."""
    i, to = h.turn, act.to
    if h.stage != BET:
        return out_of_place(h, "a bet")
    if h.bound is not None and not h.bound.allows(act):
        return held_to(h)
    bounds = h.offer
    if bounds is None:
        bounds = h.offer = h.bounds(i)
    if type(bounds) is not Bounds:
        return bounds  # type: ignore[return-value]
    least, most, clause, _, sizes = bounds
    had, game = h.bets[i], h.game
    everything = had + h.stacks[i]
    # Whatever is not plainly within the bounds is looked at closely.
    whole = to == everything or not (to - had) % game.chip if type(to) is int else False
    if not (whole and least <= to <= most and not sizes) and (refused := refuse_amount(h, i, to, bounds)):
        return refused
    reopens, others = game.reopens(h, i, to), ~(1 << i)
    h.bets[i], h.stacks[i] = to, everything - to
    h.kept = 0
    if to == everything:
        clause = game.cites.all_in
        h.active &= others
    h.noted.append(("raise" if h.price else "bet", i, to, clause, (), True))
    h.raise_price(i, to, reopens)
    h.go_on(i)
    return None


def all_in(h: Hand, act: AllIn) -> Refused | None:
    """A call or less, or as much of a raise as there is."""
    i = h.turn
    if h.stage != BET:
        return out_of_place(h, "all-in")
    to = h.bets[i] + h.stacks[i]
    if to <= h.price:
        return call(h, CALL)
    bounds = h.bounds(i)
    if type(bounds) is Bounds and h.game.cites.too_much.says(to > bounds.most):
        most = show_amount(bounds.most)
        return Refused(h.game.cites.too_much, "all-in above the limit", f"no more than {most}")
    return wager(h, WagerTo(to))


def time_out(h: Hand, act: TimeOut) -> Refused | None:
    """What the book makes of time that has passed."""
    if h.stage != BET:
        return out_of_place(h, "time out")
    stands_for: Act | Refused = h.game.time_out(h)
    return stands_for if isinstance(stands_for, Refused) else h.carry_out(stands_for)
