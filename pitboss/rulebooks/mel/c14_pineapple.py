"""MEL 14.12: discards in pineapple games."""

from __future__ import annotations

from pitboss.cardroom.dead_hands import acted_in_round, dead_hand
from pitboss.cardroom.facts import WRONG_NUMBER, place_in, places_in
from pitboss.cardroom.game import BET, DISCARD, OVER, PUSH, SHOW, PokerGame
from pitboss.cardroom.hand import Hand
from pitboss.cardroom.pots import Pot, pots
from pitboss.law import Clause, schedule
from pitboss.rulebooks.mel.c14_misdeals import AGAIN, nobody_else
from pitboss.table.acts import Irregular
from pitboss.table.reports import BadFact, Seat, ruling

S = schedule("MEL")

NOT_DISCARDED = "no discard"


class PineappleIrregularities(PokerGame):
    """14.12, in all pineapple games."""

    def waits_under(self, h: Hand) -> Clause:
        """14.12.1: while somebody has yet to discard the betting round is not over, and no other begins."""
        return S["14.12.1"] if S["14.12.1"].says(h.stage == DISCARD) else super().waits_under(h)

    @ruling("no-discard", S["14.12.2"], "the hand goes on until it is noticed",
            lambda game, h, what: h.stage == DISCARD, facts=(Seat(need=True),))
    def not_noticed(self, h: Hand, what: Irregular) -> None:
        """14.12.2: a player fails to discard when it is his turn."""
        i = place_in(h, what)
        if i != h.turn:
            raise BadFact(f"seat {h.seats[h.turn]} is to discard now")
        h.note(NOT_DISCARDED, i, 0, S["14.12.2"])
        h.acted_in_turn(i)

    def owes_discard(self, h: Hand, i: int) -> bool:
        """Has a player failed to discard, and not done it since?"""
        own = [event[0] for event in h.noted if event[1] == i and event[0] in (NOT_DISCARDED, "discard")]
        return own[-1:] == [NOT_DISCARDED]

    def too_late(self, h: Hand) -> bool:
        """14.12.2: have two acted in the betting round after the discards?"""
        after = next(n for n, street in enumerate(self.streets) if street.discard is not None) + 1
        return S["14.12.2"].says(h.street > after or len(acted_in_round(h)) > 1)

    @ruling("wrong-number-of-cards", S["14.12.2"], "the hand is dead",
            lambda game, h, what: game.fails(h, what) and game.too_late(h) and not nobody_else(game, h, what),
            facts=WRONG_NUMBER)
    def late(self, h: Hand, what: Irregular) -> None:
        """14.12.2: once there was substantial action; what was put in stays there."""
        for i in places_in(h, what):
            dead_hand(h, i, S["14.12.2"], back=False)

    @ruling("wrong-number-of-cards", S["14.1.1(a)(vii)"], "nobody else is left: a dead hand, and all wagers go back",
            lambda game, h, what: game.fails(h, what) and game.too_late(h) and nobody_else(game, h, what),
            facts=WRONG_NUMBER, voids=(S["14.1.1(a)(vii)"], *AGAIN))
    def late_and_alone(self, h: Hand, what: Irregular) -> None:
        """14.12.2: it is an incorrect number of cards; 14.1.1(a)(vii): of the only player left."""

    @ruling("wrong-number-of-cards", S["14.12.1"], "the discard is made now",
            lambda game, h, what: game.fails(h, what) and not game.too_late(h))
    def in_time(self, h: Hand, what: Irregular) -> None:
        """14.12.1: the cards are still to be discarded."""

    def formed(self, h: Hand, layers: list[Pot]) -> list[Pot]:
        """14.12.2: who still has a card too many when the pots are pushed has a dead hand. Where nobody else is left,
        the cards count that were dealt first."""
        late = [i for i in h.places(h.live) if self.owes_discard(h, i)] if h.stage == OVER else []
        if not late:
            return super().formed(h, layers)
        alone = len(late) == len(h.places(h.live))
        for i in S["14.12.2"].says(tuple(late)):
            h.muck += h.hole[i][2:] if alone else h.hole[i]
            if alone:
                h.hole[i] = h.hole[i][:2]
            else:
                h.live &= ~(1 << i)
                h.note("dead hand", i, 0, S["14.12.2"])
        return super().formed(h, pots(h.put, h.places(h.live), h.dead))

    def fails(self, h: Hand, what: Irregular) -> bool:
        """Is it the number of cards of those who have failed to discard?"""
        places = places_in(h, what)
        return bool(places) and h.stage in (BET, SHOW, PUSH) and all(self.owes_discard(h, i) for i in places)
