"""MEL 14.11: what goes wrong in double flop hold'em. After a top card has come too soon the bottom comes before the
top; otherwise the top is first, as usual."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.cardroom.facts import CARD_EXPOSED, EXTRA_CARD, at_a_seat, cards_in
from pitboss.cardroom.game import BET, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.repairs import (
    BURN,
    SHUFFLE,
    DealStep,
    expose_next,
    make_burn,
    off_deck,
    plan,
    reshuffle,
    set_aside,
)
from pitboss.equipment.cards import Card
from pitboss.law import Clause, schedule
from pitboss.table.acts import Irregular
from pitboss.table.reports import BadFact, When, ruling

S = schedule("MEL")

TOP, BOTTOM = "board", "board 2"
# The streets of the flop, the fourth and the fifth card.
FLOP, FOURTH, FIFTH = 1, 2, 3


def early(street: int) -> When:
    """Was a top card dealt and exposed too soon, in the betting before this street?"""
    return lambda game, h, what: (
        not at_a_seat(what) and what.get("hand") == "board" and what.get("by") != "player"
        and h.stage == BET and h.street + 1 == street
    )


def extra(cards: int, hand: str) -> When:
    """Were so many cards too many opened, with the card of this board?"""
    return lambda game, h, what: (
        h.stage == BET and h.street >= FOURTH and (what.get("hand") or "board") == hand
        and min(2, len(cards_in(what))) == cards
    )


class DoubleFlopIrregularities(PokerGame):
    """14.11, with two boards."""

    @ruling("card-exposed", S["14.11.1"], "the top card is set aside; the bottom is dealt first", early(FOURTH),
            facts=CARD_EXPOSED)
    def fourth_too_soon(self, h: Hand, what: Irregular) -> None:
        """14.11.1: the burn card remains; bottom, burn, top; then bottom, the card shuffled in, top."""
        set_aside(h, S["14.11.1(a)"].says(expose_next(h, S["14.11.1(a)"])), S["14.11.1(a)"])
        fourth, fifth = S["14.11.1(c)"], S["14.11.1(e)"]
        plan(h, S["14.11.1(b)"].says(FOURTH), (DealStep(BOTTOM, fourth), DealStep(BURN, fourth), DealStep(TOP, fourth)))
        plan(h, S["14.11.1(d)"].says(FIFTH), (
            DealStep(BOTTOM, fifth), DealStep(SHUFFLE, fifth), DealStep(TOP, S["14.11.1(f)"]),
        ))

    @ruling("card-exposed", S["14.11.2"], "the top card is set aside; the bottom is dealt first", early(FIFTH))
    def fifth_too_soon(self, h: Hand, what: Irregular) -> None:
        """14.11.2: the burn card remains; bottom, the card shuffled in, top."""
        set_aside(h, S["14.11.2(a)"].says(expose_next(h, S["14.11.2(a)"])), S["14.11.2(a)"])
        plan(h, S["14.11.2(b)"].says(FIFTH), (
            DealStep(BOTTOM, S["14.11.2(c)"]), DealStep(SHUFFLE, S["14.11.2(d)"]), DealStep(TOP, S["14.11.2(e)"]),
        ))

    @ruling("card-exposed", S["14.11.5"], "the bottom flop comes first; the top one is shuffled in and dealt again",
            early(FLOP))
    def flop_too_soon(self, h: Hand, what: Irregular) -> None:
        """14.11.5: when the betting is over: bottom flop, the top one shuffled in, another top flop."""
        clause = S["14.11.5"]
        set_aside(h, expose_next(h, clause), clause)
        plan(h, clause.says(FLOP), (DealStep(BOTTOM, clause), DealStep(SHUFFLE, clause), DealStep(TOP, clause)))

    # -- 14.11.3 and 14.11.4: several cards are opened ------------------------------------------------------

    @ruling("extra-card-exposed", S["14.11.3(a)"], "the card opened too many is the bottom card", extra(1, "board"),
            facts=EXTRA_CARD)
    def opened_with_top(self, h: Hand, what: Irregular) -> None:
        """14.11.3(a): the bottom card that was dealt instead was still to come."""
        (card,) = cards_in(what)
        board = h.boards[1]
        if S["14.11.3(a)"].says(board[-1] != card):
            off_deck(h, (card,))
            h.deck.append(board[-1])
            board[-1] = card
            h.note("board", 1, 0, S["14.11.3(a)"], (card,))

    @ruling("extra-card-exposed", S["14.11.3(b)"], "the card opened too many is the next burn, or mucked",
            extra(1, "board-2"))
    def opened_with_bottom(self, h: Hand, what: Irregular) -> None:
        off_deck(h, cards_in(what))
        make_burn(h, S["14.11.3(b)"].says(cards_in(what)[0]), S["14.11.3(b)"])

    @ruling("extra-card-exposed", S["14.11.4"], "the right cards play; the others are shuffled into the deck",
            extra(2, "board"))
    @ruling("extra-card-exposed", S["14.11.4"], "the right cards play; the others are shuffled into the deck",
            extra(2, "board-2"))
    def several_opened(self, h: Hand, what: Irregular) -> None:
        shuffled_in(h, cards_in(what), S["14.11.4"])


def shuffled_in(h: Hand, cards: Sequence[Card], clause: Clause) -> None:
    """Cards that were opened too many, which still count as cards of the deck, are shuffled with the rest of it."""
    for card in cards:
        if card not in h.deck:
            raise BadFact(f"the {card} lies elsewhere, or is not in the deck")
    h.note("exposed", -1, 0, clause, tuple(cards))
    reshuffle(h, clause)
