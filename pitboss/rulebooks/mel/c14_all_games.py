"""MEL 14.2: what goes wrong in all games. 14.2.7, hands that are thrown away at the showdown, is in c08."""

from __future__ import annotations

from pitboss.cardroom.dead_hands import acted_in_round, dead_hand
from pitboss.cardroom.facts import BY_PLAYER, CARD_EXPOSED, FACE_UP, MISSED_BURN, cards_in, place_in
from pitboss.cardroom.game import OVER, PUSH, SHOW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.repairs import boxed, burn_after_all, open_again, unburn
from pitboss.law import schedule
from pitboss.rulebooks.mel.c14_misdeals import AGAIN, substantial
from pitboss.table.acts import Irregular
from pitboss.table.definition import Duty
from pitboss.table.reports import BadFact, Seat, ruling

S = schedule("MEL")

DUTIES = (
    Duty("irregularity", "a dealer, or anybody above, may inspect a hand when it is complete", S["14.2.3"]),
)
# 1.1: so many boxed cards make a deck defective.
TOO_MANY_BOXED = 5


def complete(h: Hand) -> bool:
    """Is the hand complete, whether or not the pot is pushed?"""
    return h.stage in (SHOW, PUSH, OVER)


def by_player(what: Irregular) -> bool:
    return what.get(BY_PLAYER.name) == "player"


def found_boxed(h: Hand, what: Irregular) -> bool:
    """1.1: are there so many boxed cards by now that the deck is defective?"""
    so_far = sum(event[0] == "boxed" for event in h.noted) + len(cards_in(what))
    return S["1.1:defective-deck"].says(so_far >= TOO_MANY_BOXED)


def too_late_to_burn(h: Hand) -> bool:
    """14.2.6: has there been substantial action since the cards that came without a burn?"""
    return substantial(acted_in_round(h))


class InAllGames(PokerGame):
    """14.2: cards in the open, boxed cards, burns."""

    # -- 14.2.1, 14.2.2, 14.2.4: players and their cards ---------------------------------------------------

    @ruling("cards-out-of-view", S["14.2.1"], "all cards stay in full view of the dealer", facts=(Seat(need=True),))
    def out_of_view(self, h: Hand, what: Irregular) -> None:
        """14.2.1: at all times."""
        if not h.live >> place_in(h, what) & 1:
            raise BadFact(f"seat {what.get('seat')} has no cards")

    @ruling("hand-mucked", S["14.2.2"], "the player did not protect it: it stays in the muck", facts=(Seat(need=True),))
    def unprotected(self, h: Hand, what: Irregular) -> None:
        """14.2.2: a hand that came to the muck by mistake is nobody's fault but his who had to protect it."""
        i = place_in(h, what)
        if not h.live >> i & 1:
            raise BadFact(f"seat {h.seats[i]} has folded")
        if h.live == 1 << i:
            raise BadFact(f"seat {h.seats[i]} is the last one left, and has the pot")
        dead_hand(h, i, S["14.2.2"], back=False)

    @ruling("hand-disclosed", S["14.2.4"], "who has shown one player his hand shows it to the table, on request",
            lambda game, h, what: complete(h) and not what.get("decided"))
    def show_one_show_all(self, h: Hand, what: Irregular) -> None:
        """14.2.4: when the hand is complete."""
        i = place_in(h, what)
        h.note("seen", i, 0, S["14.2.4"], S["14.2.4"].says(tuple(h.hole[i])))

    # -- 14.2.5: boxed cards -------------------------------------------------------------------------------

    @ruling("card-face-up-in-deck", S["14.2.5"], "a boxed card goes to the muck, and the next one replaces it",
            lambda game, h, what: not found_boxed(h, what), facts=FACE_UP)
    def boxed_card(self, h: Hand, what: Irregular) -> None:
        """14.2.5: it does not exist for the game. 1.1: a card found face up in the deck."""
        cards = cards_in(what)
        if not cards:
            raise BadFact("card= is missing: which card lay face up")
        for card in S["1.1:boxed-card"].says(tuple(cards)):
            boxed(h, card, S["14.2.5"])
        if not acted_in_round(h):
            open_again(h)

    @ruling("card-face-up-in-deck", S["14.1.1(a)(viii)"], "five boxed cards: the deck is defective, all wagers go back",
            lambda game, h, what: found_boxed(h, what), voids=(S["14.1.1(a)(viii)"], S["1.1:defective-deck"], *AGAIN))
    def too_many_boxed(self, h: Hand, what: Irregular) -> None:
        """14.1.1(a)(viii) and 1.1."""

    # -- 14.2.6: a burn that was missed --------------------------------------------------------------------

    @ruling("missed-burn", S["14.2.6"], "the hands are reconstructed, and the right card is burnt",
            lambda game, h, what: game.burn_may_be_made(h) and what.yes("reconstructed"), facts=MISSED_BURN)
    def burn_made(self, h: Hand, what: Irregular) -> None:
        """14.2.6: where it is possible, before substantial action."""
        burn_after_all(h, S["14.2.6"])

    @ruling("missed-burn", S["14.2.6"], "the hand goes on, with fewer burn cards",
            lambda game, h, what: (too_late_to_burn(h) or (game.burn_may_be_made(h) and not what.yes("reconstructed"))))
    def burn_left_out(self, h: Hand, what: Irregular) -> None:
        """14.2.6: once there was substantial action, or where it is not possible."""
        unburn(h)
        if not acted_in_round(h):
            open_again(h)

    def burn_may_be_made(self, h: Hand) -> bool:
        """14.2.6: no substantial action yet, and no rule of the game's own."""
        return not too_late_to_burn(h)

    # -- 14.2.8: a player exposes cards --------------------------------------------------------------------

    @ruling("card-exposed", S["14.2.8"], "a card that its player drops or exposes still plays",
            lambda game, h, what: by_player(what), facts=CARD_EXPOSED)
    def exposed_by_player(self, h: Hand, what: Irregular) -> None:
        """14.2.8: everybody has seen it, and it plays."""
        i, card = place_in(h, what), what.get("card")
        if card and card not in h.hole[i]:
            raise BadFact(f"seat {h.seats[i]} does not hold the {card}")
        if card:
            h.note("exposed", i, 0, S["14.2.8"], S["14.2.8"].says((card,)))
