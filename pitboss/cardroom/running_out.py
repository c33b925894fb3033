"""The cards run out while the last ones of a hand are dealt, and whoever deals has not seen it coming: the stub is
dealt out, what was burnt is shuffled, and the others get theirs of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cardroom import dealing
from pitboss.cardroom.repairs import put_back, reshuffle
from pitboss.equipment.cards import Card
from pitboss.law import Clause
from pitboss.table.reports import BadFact

if TYPE_CHECKING:
    from pitboss.cardroom.hand import Hand


def deal_out_and_again(h: Hand, clause: Clause) -> None:
    """The cards of this street come anew, so that they run out in mid-deal. Where cards are entered as they come, they
    lie there as they came already."""
    first = h.began
    while h.noted[first - 1][0] == "dealt":
        first -= 1
    order = [event[1] for event in h.noted[first : h.began]]
    burnt_now = h.noted[first - 1][0] == "burn"
    burns = sum(event[0] == "burn" for event in h.noted[:first]) - burnt_now
    if not order or len(h.burnt) > burnt_now:
        raise BadFact("the cards suffice, or one serves everybody")
    if h.given is not None:
        return
    cards = [h.hole[i].pop() if h.live >> i & 1 else h.muck.pop() for i in reversed(order)]
    _taken_up(h, order, burns, cards, burnt_now)
    del h.noted[first - burnt_now :]
    dealing.burn(h, clause)
    for i in clause.says(tuple(order)):
        if not h.deck:
            put_back(h, h.burnt)
            h.burnt = []
            reshuffle(h, clause)
        _deal_one(h, i, clause)
    h.open()


def _taken_up(h: Hand, order: list[int], burns: int, cards: list[Card], burnt_now: bool) -> None:
    """The deck and the burn cards as they were before the cards of this street; the cards are told last one first."""
    street = h.game.streets[h.street]
    for i in order:
        if street.up and h.live >> i & 1:
            h.up[i] = h.up[i][: -street.up]
    deck = [*h.deck, *cards, *[h.burnt.pop()] * burnt_now]
    # What had been burnt before was shuffled and put under the deck.
    h.burnt, h.deck = deck[:burns], deck[burns:]


def _deal_one(h: Hand, i: int, clause: Clause) -> None:
    card, up = h.deck.pop(), bool(h.game.streets[h.street].up)
    if h.live >> i & 1:
        h.hole[i].append(card)
        h.up[i] = [*h.up[i], card] if up else h.up[i]
    else:
        h.muck.append(card)
    h.note("dealt", i, 1, clause, (card,) if up or h.live >> i & 1 else (dealing.HIDDEN,), up)
