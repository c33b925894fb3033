"""QLD schedule 5, part 5: what goes wrong in a round of play. Acts out of turn (34) and collusion (32) are in
s05_manila_poker."""

from __future__ import annotations

from pitboss.cardroom import facts
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import acted, refuse_misdeal
from pitboss.law import Refused, schedule
from pitboss.table.acts import Irregular
from pitboss.table.definition import Duty
from pitboss.table.reports import ruling

S = schedule("QLD-5")

DUTIES = (
    Duty("irregularity", "put a wrong deal right unless that is not practicable", S["33(5)"]),
    Duty("irregularity", "put cards dealt to an empty position in the circle once betting has begun", S["33(6)"]),
)
NOT_STARTED = (S["33(7)"],)


def early(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(3): a misdeal must be declared if the dealer knows of it before the first round of betting starts."""
    return S["33(3)"].says(not acted(h))


def rebuilt(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(4): nobody has looked at a card that he should not have received, and the deal is reconstructed."""
    unseen = not what.yes("looked") and what.yes("reconstructed")
    return early(game, h, what) and S["33(4)"].says(unseen)


def not_rebuilt(game: PokerGame, h: Hand, what: Irregular) -> bool:
    return early(game, h, what) and not rebuilt(game, h, what)


def late(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """The first round of betting has started."""
    return not early(game, h, what)


def by_dealer(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(1)(c): one card is enough, if the dealer exposed it during the deal."""
    return early(game, h, what) and what.get("by") != "player" and bool(what.get("seat"))


def next_card(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """33(1)(d): of cards found face up, the one that is to be the second communal card."""
    return early(game, h, what) and what.get("hand") == "board"


def too_many(what: Irregular) -> bool:
    return what.get("cards") not in ("", "0", "1")


class ManilaMisdeals(PokerGame):
    """33: a misdeal happens only so, and only the dealer declares it."""

    @ruling("misdeal", S["33(2)"], "a misdeal", voids=NOT_STARTED)
    def misdeal(self, h: Hand, what: Irregular) -> Refused | None:
        """33(2) and (3): declared by the dealer, before the betting starts."""
        return refuse_misdeal(h, 0, S["33(3)"])

    def refuse_declaring(self, role: str) -> Refused | None:
        """33(2): nobody above the dealer does."""
        if S["33(2)"].says(role == "dealer"):
            return None
        return Refused(S["33(2)"], f"a misdeal declared by a {role}", "only the dealer declares one")

    @ruling("card-exposed-in-cut", S["33(1)(a)"], "a card was exposed in the cut: a misdeal", early, voids=NOT_STARTED)
    @ruling("cards-not-cut", S["33(1)(b)"], "not cut before the first card: a misdeal", early, voids=NOT_STARTED)
    @ruling("card-face-up-in-deck", S["33(1)(d)"], "the second communal card lay face up: a misdeal", next_card,
            facts=facts.FACE_UP, voids=NOT_STARTED)
    @ruling("wrong-dealing-order", S["33(1)(e)(i)"], "a card dealt out of turn: a misdeal", not_rebuilt,
            facts=facts.WRONG_ORDER, voids=NOT_STARTED)
    def before_the_betting(self, h: Hand, what: Irregular) -> None:
        """33(1) and (3): once the dealer knows of it he declares it."""

    @ruling("card-exposed", S["33(1)(c)"], "the dealer exposed a hole card: a misdeal", by_dealer,
            facts=facts.CARD_EXPOSED, voids=NOT_STARTED)
    @ruling("no-cards", S["33(1)(e)(ii)"], "no cards for a player: a misdeal", not_rebuilt, facts=facts.NO_CARDS,
            voids=NOT_STARTED)
    @ruling("wrong-number-of-cards", S["33(1)(e)(iii)"], "no second hole card for a player: a misdeal",
            lambda game, h, what: not_rebuilt(game, h, what) and not too_many(what), facts=facts.WRONG_NUMBER,
            voids=NOT_STARTED)
    @ruling("wrong-number-of-cards", S["33(1)(e)(iv)"], "too many hole cards for a player: a misdeal",
            lambda game, h, what: not_rebuilt(game, h, what) and too_many(what), facts=facts.WRONG_NUMBER,
            voids=NOT_STARTED)
    def wrongly_dealt(self, h: Hand, what: Irregular) -> None:
        """33(1)(c) and (e): to players of the hand."""
        facts.places_in(h, what)

    @ruling("extra-hand", S["33(1)(e)(v)"], "cards for an empty position: a misdeal", not_rebuilt,
            facts=facts.EXTRA_HAND, voids=NOT_STARTED)
    def dealt_to_nobody(self, h: Hand, what: Irregular) -> None:
        """33(1)(e)(v): where there is no player for the round."""
        facts.refuse_taken(h, what)

    @ruling("wrong-dealing-order", S["33(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.WRONG_ORDER)
    @ruling("no-cards", S["33(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.NO_CARDS)
    @ruling("wrong-number-of-cards", S["33(4)"], "the deal is put right: no misdeal", rebuilt,
            facts=facts.WRONG_NUMBER)
    def put_right(self, h: Hand, what: Irregular) -> None:
        """33(4) and (5): everybody has the cards that he should have had, and the round goes on."""
        facts.places_in(h, what)

    @ruling("extra-hand", S["33(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.EXTRA_HAND)
    def taken_from_nobody(self, h: Hand, what: Irregular) -> None:
        """33(4) and (5): those cards go where they should have gone."""
        facts.refuse_taken(h, what)

    @ruling("extra-hand", S["33(6)"], "the cards of the empty position go to the circle", late, facts=facts.EXTRA_HAND)
    def surplus(self, h: Hand, what: Irregular) -> None:
        """33(6): too late for a misdeal."""
        facts.refuse_taken(h, what)
        h.muck += facts.off_the_deck(h, what)
