"""QLD schedule 10, part 5: what goes wrong in a round of play. Acts out of turn (44) are in s10_poker_betting,
collusion (45) in s10_poker_conduct."""

from __future__ import annotations

from pitboss.cardroom import facts, gestures
from pitboss.cardroom.game import PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.reports import acted, refuse_misdeal
from pitboss.law import Refused, refuse, schedule
from pitboss.table.acts import Irregular
from pitboss.table.definition import Duty
from pitboss.table.reports import SUPERVISOR, Seat, ruling

S = schedule("QLD-10")

DUTIES = (
    Duty("irregularity", "put a wrong deal right unless that is not practicable", S["35(5)"]),
    Duty("irregularity", "put cards dealt to a vacant position in the muck once betting has begun", S["35(6)"]),
    Duty("irregularity", "new cards after a missing or foreign one: inspect, shuffle and cut them", S["38(c)"]),
)
NOT_STARTED = (S["35(3)"],)
VOID_ROUND = (S["38(b)"],)


def early(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """35(2): before the first round of betting starts, the dealer or a gaming supervisor must declare a misdeal.
    An act out of turn is made in a round of betting (44(1))."""
    return S["35(2)"].says(not acted(h) and not h.early)


def rebuilt(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """35(4): nobody has looked at a card that was not for him, and the deal can be reconstructed."""
    unseen = not what.yes("looked") and what.yes("reconstructed")
    return early(game, h, what) and S["35(4)"].says(unseen)


def not_rebuilt(game: PokerGame, h: Hand, what: Irregular) -> bool:
    return early(game, h, what) and not rebuilt(game, h, what)


def late(game: PokerGame, h: Hand, what: Irregular) -> bool:
    """The first round of betting has started."""
    return not early(game, h, what)


class QueenslandMisdeals(PokerGame):
    """35 and 38: a round of play that is taken not to have started, or is void."""

    @ruling("misdeal", S["35(2)"], "a misdeal", voids=NOT_STARTED)
    def misdeal(self, h: Hand, what: Irregular) -> Refused | None:
        """35(2): declared by the dealer or a supervisor, before the betting starts."""
        if h.early:
            return refuse("a misdeal after an act out of turn", S["35(2)"], "another ground, or the hand is played on")
        return refuse_misdeal(h, 0, S["35(2)"])

    @ruling("cards-not-shuffled", S["35(1)(a)"], "not shuffled before the first card: a misdeal", early,
            voids=NOT_STARTED)
    @ruling("card-exposed-in-cut", S["35(1)(b)"], "a card was exposed in the cut: a misdeal", early, voids=NOT_STARTED)
    @ruling("cards-not-cut", S["35(1)(c)"], "not cut before the first card: a misdeal", early, voids=NOT_STARTED)
    @ruling("wrong-dealing-order", S["35(1)(e)(i)"], "a card dealt out of turn: a misdeal", not_rebuilt,
            facts=facts.WRONG_ORDER, voids=NOT_STARTED)
    def before_the_betting(self, h: Hand, what: Irregular) -> None:
        """35(1): nobody's choice; once it is known it is declared."""

    @ruling("no-cards", S["35(1)(e)(ii)"], "no cards for a player: a misdeal", not_rebuilt, facts=facts.NO_CARDS,
            voids=NOT_STARTED)
    @ruling("wrong-number-of-cards", S["35(1)(e)(iii)"], "a wrong number of hole cards: a misdeal", not_rebuilt,
            facts=facts.WRONG_NUMBER, voids=NOT_STARTED)
    def wrongly_dealt(self, h: Hand, what: Irregular) -> None:
        """35(1)(e): to players of the hand."""
        facts.places_in(h, what)

    @ruling("extra-hand", S["35(1)(e)(iv)"], "cards for a vacant position: a misdeal", not_rebuilt,
            facts=facts.EXTRA_HAND, voids=NOT_STARTED)
    def dealt_to_nobody(self, h: Hand, what: Irregular) -> None:
        """35(1)(e)(iv): where there is no player for the round."""
        facts.refuse_taken(h, what)

    @ruling("wrong-dealing-order", S["35(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.WRONG_ORDER)
    @ruling("no-cards", S["35(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.NO_CARDS)
    @ruling("wrong-number-of-cards", S["35(4)"], "the deal is put right: no misdeal", rebuilt,
            facts=facts.WRONG_NUMBER)
    def put_right(self, h: Hand, what: Irregular) -> None:
        """35(4) and (5): everybody has the cards that he should have had, and the round goes on."""
        facts.places_in(h, what)

    @ruling("extra-hand", S["35(4)"], "the deal is put right: no misdeal", rebuilt, facts=facts.EXTRA_HAND)
    def taken_from_nobody(self, h: Hand, what: Irregular) -> None:
        """35(4) and (5): those cards go where they should have gone."""
        facts.refuse_taken(h, what)

    @ruling("extra-hand", S["35(6)"], "the cards of the vacant position go to the muck", late, facts=facts.EXTRA_HAND)
    def surplus(self, h: Hand, what: Irregular) -> None:
        """35(6): too late for a misdeal."""
        facts.refuse_taken(h, what)
        h.muck += facts.off_the_deck(h, what)

    @ruling("missing-card", S["38(b)"], "a card is missing: the round is void", by=SUPERVISOR, voids=VOID_ROUND)
    @ruling("foreign-card", S["38(b)"], "a foreign card: the round is void", by=SUPERVISOR, voids=VOID_ROUND)
    def wrong_cards(self, h: Hand, what: Irregular) -> None:
        """38: whenever it is found."""

    def refuse_completed(self, kind: str) -> Refused | None:
        """38(a): the result of a round that is completed stands."""
        if kind in ("missing-card", "foreign-card"):
            return refuse("a round that is completed as void", S["38(a)"], "its result stands")
        return super().refuse_completed(kind)

    @ruling("misdirected", S["44(7)"], "he and those who followed act again in the right sequence",
            facts=(Seat(need=True),))
    def misdirected(self, h: Hand, what: Irregular) -> Refused | None:
        """44(7): the dealer sent a player to act out of turn; acts that followed upon it are retracted as well."""
        place = facts.place_in(h, what)
        if place not in h.early:
            return refuse("taking an act back", S["44(7)"], "an act before its turn, until the turn comes")
        gestures.retract(h, place)
        return None
