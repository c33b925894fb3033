"""QLD schedule 5, sections 25(8), 29(3), 31(2) and 32: what a player may not do, and what he is to do instead."""

from __future__ import annotations

from typing import ClassVar

from pitboss.cardroom import facts
from pitboss.cardroom.dead_hands import SENT_AWAY
from pitboss.cardroom.game import Conduct
from pitboss.cardroom.hand import Hand
from pitboss.law import Clause, Refused, refuse, schedule
from pitboss.rulebooks.qld.poker_conduct import (
    AT_EVERY_TABLE,
    EXCLUDED,
    WAGERS_VOID,
    ConductAtPoker,
    R,
    decided,
    tells,
    told_off,
    undecided,
)
from pitboss.table.acts import Irregular
from pitboss.table.reports import ruling, rulings

S = schedule("QLD-5")

CONDUCT = {
    "helping": Conduct("helping another against a third player", S["32(1)"], "play in one's own interest"),
    "advice": Conduct("advice from another", S["32(2)"], "decide alone, one player to a hand"),
    "cards-looked-at": Conduct("looking at folded or undealt cards", S["32(7)"], "look at one's own"),
    "chips-given": Conduct("betting for another, or chips given or lent to him", S["29(3)"],
                           "everybody bets with his own chips"),
    "pot-divided": Conduct("dividing the pot by agreement", S["25(8)"], "play the round to its end"),
    "folded-otherwise": Conduct("a fold in another way than the correct one", S["31(2)"],
                                "lay the cards face down and tell the dealer, who collects them"),
}
SANCTIONED = ("hand-disclosed", *CONDUCT)
SECRET = Conduct("showing hole cards", S["32(3)"], "keep them to oneself", learns=True)
OUT_OF_PLAY = Conduct("showing cards out of play", S["32(4)"], "keep them to oneself until the round is over")


class ManilaConduct(ConductAtPoker):
    """Collusion, and who must hear of cards that somebody has learnt of."""

    conduct: ClassVar = {**CONDUCT, "hand-disclosed": SECRET, **AT_EVERY_TABLE}

    collusion = told_off(CONDUCT)

    @rulings(SANCTIONED, R["11(2)(a)"], WAGERS_VOID, decided("void-wagers"))
    def collusion_wagers(self, h: Hand, what: Irregular) -> Refused | None:
        """Front rule 11(2)(a): as a supervisor decides."""
        return self.void_wagers(h, what, R["11(2)(a)"])

    @rulings(SANCTIONED, R["11(2)(b)"], EXCLUDED, decided("exclude"))
    def collusion_exclusion(self, h: Hand, what: Irregular) -> None:
        """Front rule 11(2)(b): as a supervisor decides."""
        h.note(SENT_AWAY, facts.place_in(h, what), 0, R["11(2)(b)"])

    @ruling("hand-disclosed", S["32(3)"], "hole cards stay secret: keep them to oneself",
            lambda game, h, what: undecided(game, h, what) and game.in_play(h, what), facts=tells("hand-disclosed"))
    @ruling("hand-disclosed", S["32(4)"], "hole cards stay secret, also those of a hand that is out",
            lambda game, h, what: undecided(game, h, what) and not game.in_play(h, what), facts=tells("hand-disclosed"))
    def disclosed(self, h: Hand, what: Irregular) -> None:
        """32(3) and (4); who has seen them passes it on (32(5) and (6))."""
        self.pass_on(h, what)

    def in_play(self, h: Hand, what: Irregular) -> bool:
        """Is the player still active?"""
        return bool(h.active >> facts.place_in(h, what) & 1)

    def refuse_conduct(self, h: Hand, i: int, kind: str) -> Refused | None:
        """32(3) and (4): hole cards stay secret, also those of one who is out of the betting."""
        if kind == "hand-disclosed" and not h.active >> i & 1:
            return refuse(OUT_OF_PLAY.words, OUT_OF_PLAY.clause, OUT_OF_PLAY.instead)
        return super().refuse_conduct(h, i, kind)

    def to_be_told(self, h: Hand, owner: int, by: int) -> tuple[tuple[int, ...], Clause | None]:
        """32(5) and (6): who must hear what one player has learnt of another's hole cards: all other active players, if
        their owner is out of the betting and an active player learnt of them; everybody else, if he has made a bet that
        is not called yet."""
        if not h.active >> owner & 1:
            others = tuple(i for i in h.places(h.active) if i != by)
            return S["32(5)"].says(others if h.active >> by & 1 else ()), S["32(5)"]
        uncalled = owner == h.called and all(h.bets[i] < h.price for i in h.places(h.live) if i != owner)
        others = tuple(i for i in range(len(h.seats)) if i not in (owner, by))
        return S["32(6)"].says(others if uncalled else ()), S["32(6)"]
