"""MEL 14.8: what goes wrong in manila games; 14.1.1(f), more than one card exposed, is in c14_misdeals."""

from __future__ import annotations

from pitboss.cardroom.dead_hands import acted
from pitboss.cardroom.facts import CARD_EXPOSED, EXTRA_CARD, at_a_seat, cards_in, live_place_in
from pitboss.cardroom.game import BET, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.repairs import freeze, make_burn, off_deck, reshuffle, swap_burn
from pitboss.law import Clause, schedule
from pitboss.table.acts import Irregular
from pitboss.table.reports import BadFact, ruling

S = schedule("MEL")


def in_deal(h: Hand) -> bool:
    """Are the first cards out, and has nobody acted?"""
    return not h.street and h.stage == BET and not acted(h)


def first_exposed(h: Hand, what: Irregular) -> bool:
    """Is it the first hole card that the dealer has exposed?"""
    before = any(event[3] == S["14.8.1"] for event in h.noted)
    return at_a_seat(what) and what.get("by") != "player" and not before


def on_the_board(what: Irregular) -> bool:
    """Did the dealer expose a card of the board?"""
    return not at_a_seat(what) and what.get("hand") == "board" and what.get("by") != "player"


class ManilaIrregularities(PokerGame):
    """14.8, in all manila games."""

    @ruling("card-exposed", S["14.8.1"], "it and the first burn card change places",
            lambda game, h, what: in_deal(h) and first_exposed(h, what), facts=CARD_EXPOSED)
    def hole_card_exposed(self, h: Hand, what: Irregular) -> None:
        """14.8.1: one card, while the hole cards are dealt."""
        i = live_place_in(h, what)
        if not what.get("card"):
            raise BadFact("card= is missing: which card was exposed")
        swap_burn(h, i, what.get("card"), S["14.8.1"])

    @ruling("card-exposed", S["14.8.2"], "nobody wagers more in this round than was wagered; the card plays",
            lambda game, h, what: h.stage == BET and h.street + 1 < len(h.game.streets) and on_the_board(what))
    def too_soon(self, h: Hand, what: Irregular) -> None:
        """14.8.2: before the betting round is complete; the card is used in its turn."""
        freeze(h, S["14.8.2"])

    @ruling("extra-card-exposed", S["14.8.3"], "the right card plays; the others are the next burn, or shuffled in",
            lambda game, h, what: h.stage == BET and bool(h.boards[0]), facts=EXTRA_CARD)
    def two_opened(self, h: Hand, what: Irregular) -> None:
        """14.8.3: one too many is the next burn, or mucked when none is to be made; more are shuffled into the deck."""
        take_extra(h, what, S["14.8.3"])


def take_extra(h: Hand, what: Irregular, clause: Clause) -> None:
    """Cards that were opened beside the right one."""
    cards = cards_in(what)
    if not cards:
        raise BadFact("card= is missing: which card was opened too many")
    missing = [card for card in cards if card not in h.deck]
    if missing:
        raise BadFact(f"the {missing[0]} lies elsewhere, or is not in the deck")
    h.note("exposed", -1, 0, clause, tuple(cards))
    if clause.says(len(cards) == 1):
        off_deck(h, cards)
        make_burn(h, cards[0], clause)
    else:
        reshuffle(h, clause)
