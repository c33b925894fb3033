"""MEL 14.1: misdeals. A misdeal is the word of the dealer, or of anybody above; the hand is taken not to have been
dealt, and the same player is first to receive cards in the next. Those of stud games, 14.1.1(c) to (e), are in
c14_stud."""

from __future__ import annotations

from pitboss.cardroom.dead_hands import acted, dead_hand
from pitboss.cardroom.facts import (
    CARD_EXPOSED,
    EXTRA_HAND,
    NO_CARDS,
    WRONG_NUMBER,
    WRONG_ORDER,
    place_in,
    places_in,
    refuse_taken,
)
from pitboss.cardroom.game import BET, DRAW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import refuse_misdeal
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.table.acts import Irregular
from pitboss.table.reports import BadFact, When, ruling

S = schedule("MEL")

# 14.1.1: by which a hand is dealt again.
AGAIN = (S["14.1.1"],)


def substantial(players: set[int]) -> bool:
    """1.1: an act of two players or more."""
    return S["1.1:substantial-action"].says(len(players) > 1)


def early(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """Before substantial action in the hand."""
    return not substantial(acted(h))


def late(game: PokerGame, h: Hand, what: Irregular) -> bool:
    return not early(game, h, what)


def corrected(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """Before substantial action, and it can be put right. In a draw the cards are others."""
    return h.stage != DRAW and early(game, h, what) and what.yes("reconstructed")


def beyond_help(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """Before substantial action, and it cannot be put right."""
    return h.stage != DRAW and early(game, h, what) and not what.yes("reconstructed")


def miscounted(holds: When) -> When:
    """Of hands that were dealt wrongly, and not of players who have failed to discard."""
    def when(game: PokerGame, h: Hand, what: Irregular) -> bool:
        places = places_in(h, what)
        out = [h.seats[i] for i in places if not h.live >> i & 1]
        if out:
            raise BadFact(f"seat {out[0]} has folded")
        return not all(game.owes_discard(h, i) for i in places) and holds(game, h, what)
    return when


def nobody_else(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """Is nobody left but those whose cards are wrong, after substantial action or as the only one?"""
    others = h.live & ~sum(1 << i for i in places_in(h, what))
    return not others and (late(game, h, what) or not h.live & (h.live - 1))


def others_left(game: PokerGame, h: Hand, what: Irregular) -> bool:
    return late(game, h, what) and not nobody_else(game, h, what)


def not_alone(holds: When) -> When:
    """The same, while others are left."""
    return lambda game, h, what: holds(game, h, what) and not nobody_else(game, h, what)


class Misdeals(PokerGame):
    """14.1.1(a): in all games."""

    @ruling("misdeal", S["14.1.1"], "a misdeal", voids=AGAIN)
    def misdeal(self, h: Hand, what: Irregular) -> Refused | None:
        """14.1.1: the dealer's own decision, before two players have acted. 1.1: of a hand that was dealt."""
        if not S["1.1:misdeal"].says(any(h.hole)):
            return refuse("a misdeal without a deal", S["1.1:misdeal"], "when cards have been dealt")
        return refuse_misdeal(h, 1, S["14.1.1"])

    @ruling("card-exposed-in-cut", S["14.1.1(a)(i)"], "a card was exposed in cutting: a misdeal", voids=AGAIN)
    def exposed_in_cut(self, h: Hand, what: Irregular) -> None:
        """(i): whenever it is noticed."""

    @ruling("cards-not-shuffled", S["14.1.1(a)(ii)"], "not shuffled before the deal: a misdeal", early, voids=AGAIN)
    @ruling("cards-not-cut", S["14.1.1(a)(ii)"], "not cut before the deal: a misdeal", early, voids=AGAIN)
    def not_prepared(self, h: Hand, what: Irregular) -> None:
        """(ii): before any substantial action."""

    @ruling("cards-not-shuffled", S["14.1.1(a)(ii)"], "there was substantial action: the hand is played out", late)
    @ruling("cards-not-cut", S["14.1.1(a)(ii)"], "there was substantial action: the hand is played out", late)
    def played_out(self, h: Hand, what: Irregular) -> None:
        """(ii): once there was."""

    @ruling("wrong-dealing-order", S["14.1.1(a)(iii)"], "dealt out of order, and beyond correcting: a misdeal",
            beyond_help, facts=WRONG_ORDER, voids=AGAIN)
    @ruling("no-cards", S["14.1.1(a)(iv)"], "a player was dealt out, and cannot be dealt in: a misdeal", beyond_help,
            facts=NO_CARDS, voids=AGAIN)
    def cannot_be_corrected(self, h: Hand, what: Irregular) -> None:
        """(iii) and (iv): before substantial action."""
        places_in(h, what)

    @ruling("wrong-dealing-order", S["14.1.1(a)(iii)"], "dealt out of order: it is corrected", corrected,
            facts=WRONG_ORDER)
    @ruling("no-cards", S["14.1.1(a)(iv)"], "a player was dealt out: the hands are reconstructed", corrected,
            facts=NO_CARDS)
    def put_right(self, h: Hand, what: Irregular) -> None:
        """(iii) and (iv): everybody has the cards that he should have had, and the hand goes on."""
        places_in(h, what)

    @ruling("extra-hand", S["14.1.1(a)(iv)"], "an extra hand was dealt, beyond reconstruction: a misdeal", beyond_help,
            facts=EXTRA_HAND, voids=AGAIN)
    @ruling("extra-hand", S["14.1.1(a)(iv)"], "an extra hand was dealt: the hands are reconstructed", corrected,
            facts=EXTRA_HAND)
    def extra_hand(self, h: Hand, what: Irregular) -> None:
        """(iv): to a seat that nobody plays at."""
        refuse_taken(h, what)

    # -- (v) to (vii): a wrong number of cards -------------------------------------------------------------

    @ruling("wrong-number-of-cards", S["14.1.1(a)(v)"], "a wrong number of cards, beyond correcting: a misdeal",
            miscounted(not_alone(beyond_help)), facts=WRONG_NUMBER, voids=AGAIN)
    def too_few_or_many(self, h: Hand, what: Irregular) -> None:
        """(v): before substantial action."""

    @ruling("wrong-number-of-cards", S["14.1.1(a)(v)"], "a wrong number of cards: it is corrected",
            miscounted(not_alone(corrected)), facts=WRONG_NUMBER)
    def count_corrected(self, h: Hand, what: Irregular) -> None:
        """(v): as it should have been dealt."""

    @ruling("wrong-number-of-cards", S["14.1.1(a)(vi)"],
            "the hand is out: who has acted leaves his wagers in the pot, who has not has them back",
            miscounted(others_left), facts=WRONG_NUMBER)
    def found_late(self, h: Hand, what: Irregular) -> None:
        """(vi): after substantial action; by whether the player concerned has acted."""
        for i in places_in(h, what):
            dead_hand(h, i, S["14.1.1(a)(vi)"], back=S["14.1.1(a)(vi)"].says(i not in acted(h)))

    @ruling("wrong-number-of-cards", S["14.1.1(a)(vii)"], "nobody else is left: a dead hand, and all wagers go back",
            miscounted(nobody_else), facts=WRONG_NUMBER, voids=(S["14.1.1(a)(vii)"], *AGAIN))
    def last_one_left(self, h: Hand, what: Irregular) -> None:
        """(vii): of the only player left, also one whom nobody called."""

    # -- (viii): the deck ----------------------------------------------------------------------------------

    @ruling("defective-deck", S["14.1.1(a)(viii)"], "the deck is defective: all wagers go back",
            voids=(S["14.1.1(a)(viii)"],))
    @ruling("missing-card", S["14.1.1(a)(viii)"], "a card is missing: all wagers go back",
            voids=(S["14.1.1(a)(viii)"], S["1.1:defective-deck"]))
    @ruling("foreign-card", S["14.1.1(a)(viii)"], "a foreign card is in the deck: all wagers go back",
            voids=(S["14.1.1(a)(viii)"], S["1.1:defective-deck"]))
    def defective_deck(self, h: Hand, what: Irregular) -> None:
        """(viii): at any time before the pot is pushed."""


def exposed_by_dealer(what: Irregular) -> bool:
    """Did the dealer expose a card of a player's own?"""
    return what.get("by") != "player" and not what.get("hand")


def exposed_before(h: Hand, clause: Clause) -> bool:
    """Has a card been exposed under this clause already?"""
    return any(event[0] == "exposed" and event[3] == clause for event in h.noted)


class DrawMisdeals(PokerGame):
    """14.1.1(b): in draw poker."""

    @ruling("card-exposed", S["14.1.1(b)"], "one card exposed is no misdeal, and plays",
            lambda game, h, what: game.before_draw(h, what) and not exposed_before(h, S["14.1.1(b)"]),
            facts=CARD_EXPOSED)
    @ruling("card-exposed", S["14.1.1(b)"], "exposed in the draw: the cards are used in sequence",
            lambda game, h, what: h.stage == DRAW and exposed_by_dealer(what))
    def plays(self, h: Hand, what: Irregular) -> None:
        """(b): a single card, or any in the draw."""
        i, card = place_in(h, what), what.get("card")
        if card and card not in h.hole[i]:
            raise BadFact(f"seat {h.seats[i]} does not hold the {card}")
        h.note("exposed", i, 0, S["14.1.1(b)"], (card,) if card else ())

    @ruling("card-exposed", S["14.1.1(b)"], "more than one card exposed: a misdeal",
            lambda game, h, what: game.before_draw(h, what) and exposed_before(h, S["14.1.1(b)"]), voids=AGAIN)
    def several_exposed(self, h: Hand, what: Irregular) -> None:
        """(b): by the dealer, during the initial betting round."""
        place_in(h, what)

    def before_draw(self, h: Hand, what: Irregular) -> bool:
        """Did the dealer expose a card in the initial betting round?"""
        return not h.street and h.stage == BET and exposed_by_dealer(what)


class ManilaMisdeals(PokerGame):
    """14.1.1(f): in manila games."""

    @ruling("card-exposed", S["14.1.1(f)"], "more than one hole card exposed in the deal: a misdeal",
            lambda game, h, what: not h.street and h.stage == BET and not acted(h) and exposed_by_dealer(what)
            and exposed_before(h, S["14.8.1"]), voids=AGAIN)
    def several_exposed(self, h: Hand, what: Irregular) -> None:
        """(f): by the dealer, during the initial deal."""
        place_in(h, what)
