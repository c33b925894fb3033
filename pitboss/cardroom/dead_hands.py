"""Hands that are out by a ruling, players who are treated as all-in, and pots that no showdown decides. None of it is
law: a book's rulings say what is done, and under which clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom import repairs
from pitboss.cardroom.acts import IN_BETTING, Decline, SetHands
from pitboss.cardroom.game import BET, CARDS, OVER, PUSH, SHOW, PotCommission
from pitboss.cardroom.log import clear_act
from pitboss.cardroom.pots import Pot, pots
from pitboss.cardroom.showdown import finish, pay_out
from pitboss.cardroom.turning import ENDS, OPENS
from pitboss.law import Clause
from pitboss.money import Cents

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand

# How the log has it that a player goes when the hand is over.
SENT_AWAY = "sent away"
# And that a player passes on what he has seen of another's cards, to these seats.
TELLS = "tells "
# What counts as acting: blinds, antes and a bring-in do not.
ACTS = (*IN_BETTING, Decline, SetHands)


def acted(h: Hand) -> set[int]:
    """The places whose players have acted in this hand."""
    return {event.place for event in h.log if type(clear_act(h, event)) in ACTS}


def acted_in_round(h: Hand) -> set[int]:
    """The places whose players have acted in this betting round."""
    return {event.place for event in h.log[h.began :] if type(clear_act(h, event)) in ACTS}


def pushed(h: Hand) -> bool:
    """Has the pot been pushed, or the hand ended otherwise?"""
    return h.stage == OVER


# -- dead hands ----------------------------------------------------------------------------------------------


def dead_hand(h: Hand, i: int, clause: Clause, *, back: bool) -> None:
    """A hand is out, with what its player has put in staying in the pot or going back to him. The price of a call stays
    what it is. The hand goes on for the others; when nobody is left it stands still, and the ruling says what then."""
    if back:
        give_back(h, i, clause)
    h.note("dead hand", i, 0, clause)
    others = ~clause.says(1 << i)
    for name in ("live", "active", "owes", "fresh"):
        setattr(h, name, getattr(h, name) & others)
    h.muck += h.hole[i]
    h.early = {place: held for place, held in h.early.items() if place != i}
    if h.live:
        _goes_on(h, i)


def give_back(h: Hand, i: int, clause: Clause) -> Cents:
    """All that a player has put in goes back to him: bets, ante, and what was dead of his blinds."""
    dead = sum(event.amount if event.what == "dead blind" else -event.amount for event in h.log
               if event.place == i and event.what in ("dead blind", "dead blind back"))
    amount = clause.says(h.put[i] + h.bets[i])
    h.stacks[i] += amount + dead
    h.put[i], h.bets[i], h.dead = 0, 0, h.dead - dead
    h.note("given back", i, amount, clause)
    if dead:
        h.note("dead blind back", i, dead, clause)
    return amount + dead


def surrendered_back(h: Hand, clause: Clause) -> None:
    """What was surrendered with a fold in this betting round goes back to those who folded."""
    for event in h.log[h.began :]:
        if event.what == "fold" and event.amount:
            amount = clause.says(event.amount)
            h.stacks[event.place] += amount
            h.dead -= amount
            h.note("given back", event.place, amount, clause)


def as_all_in(h: Hand, i: int, clause: Clause) -> None:
    """A player bets no more in this hand, and wins what he has a part in."""
    h.note("as all-in", i, 0, clause)
    others = ~clause.says(1 << i)
    h.active &= others
    h.owes &= others
    h.fresh &= others
    _goes_on(h, i)


def _goes_on(h: Hand, i: int) -> None:
    """After somebody has left the betting, or the hand, otherwise than by an act."""
    one_left = not h.live & (h.live - 1)
    h.offer = None
    if h.stage == CARDS and not one_left and h.then in (OPENS, ENDS):
        return  # nobody is asked for anything before the cards are told
    if h.stage == CARDS and not one_left:
        h.stage, h.then = h.then, ""
    if h.stage in (BET, CARDS):
        if one_left or h.turn == i or h.round_over():
            h.go_on(i)
    elif h.stage in (SHOW, PUSH):
        h.owes = h.live if h.stage == SHOW else 0
        if h.turn == i:
            h.turn = h.called = h.places(h.live)[0]
    elif one_left:
        h.owes = 0
        finish(h)
    elif h.turn == i or not h.owes:
        h.acted_in_turn(i)


# -- pots that no showdown decides ---------------------------------------------------------------------------


def split_pots(h: Hand, clause: Clause, *, back: Clause | None = None, free: Clause | None = None) -> None:
    """The hand ends: what was bet in this round goes back under a clause, if one is told; each pot is divided equally
    among those left who have a part in it, without commission, which another clause may say."""
    if back is not None:
        for i, bet in enumerate(h.bets):
            amount = back.says(bet)
            h.stacks[i] += amount
            h.bets[i] -= amount
            if amount:
                h.note("given back", i, amount, back)
    repairs.end_without_showdown(h)
    for pot in _ended(h):
        fee = PotCommission(free.says(0) if free is not None else 0, free or clause)
        pay_out(h, pot, [[(clause, clause.says(pot.eligible))]], fee)


def give_pots(h: Hand, i: int, clause: Clause, *keeps: tuple[int, Clause]) -> None:
    """The hand ends: one player has everything that lies there, less the commission of a won pot, but for what one who
    keeps his part has a part in."""
    winners = [*keeps, (i, clause)]
    put, dead = [chips + bet for chips, bet in zip(h.put, h.bets, strict=True)], h.dead
    h.live = 1 << i
    _ended(h)
    layers: list[Pot] = []
    below = 0
    for place, _ in winners:
        level = put[place] if place != i else max(put)
        amount = sum(min(chips, level) - below for chips in put if chips > below) + (dead if not below else 0)
        layers.append(Pot(amount, (place,), tuple(n for n, chips in enumerate(put) if chips > below)))
        below = level
    fees = h.game.commission(h, layers, [(place,) for place, _ in winners])
    for pot, fee, (place, by) in zip(layers, fees, winners, strict=True):
        pay_out(h, pot, [[(by, by.says((place,)))]], fee)


def _ended(h: Hand) -> list[Pot]:
    h.put = [put + bet for put, bet in zip(h.put, h.bets, strict=True)]
    h.bets, h.price, h.owes = [0] * len(h.seats), 0, 0
    h.stage, h.turn = OVER, -1
    return pots(h.put, h.places(h.live), h.dead)


def last_to_fold(h: Hand) -> int | None:
    """Who folded last of his own accord."""
    return next((event.place for event in reversed(h.log) if event.what in ("fold", "gives up")), None)

